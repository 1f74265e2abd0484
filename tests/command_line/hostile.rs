//! Input made to crash, hang or fill the memory: n lines give n records.

use serde_json::json;

use crate::program::run_with;

/// Bytes that look random and are the same in every run (xorshift).
fn noise(count: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut byte = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    (0..count).map(|_| byte()).collect()
}

#[test]
fn every_line_has_a_record() {
    let texts = [
        "(".repeat(20_000),
        "-".repeat(20_000),
        "x".to_owned() + &"^1".repeat(20_000),
        "9**9**9**9".to_owned(),
        "x^(10^30)".to_owned(),
        "1".repeat(10 << 20),
        "sin ".repeat(15_000) + "x",
        "|".repeat(20_000),
        "√".repeat(20_000) + "x",
        "x".repeat(60_000),
        "x+".repeat(30_000) + "x",
        "1/(".repeat(10_000) + "x" + &")".repeat(10_000),
        "\0\u{202e}\u{feff}".to_owned(),
        "1e999999999".to_owned(),
        "𝓍".repeat(10_000),
    ];
    let mut input = Vec::new();
    for text in &texts {
        for (f, big_f) in [("x", text.as_str()), (text, "x"), (text, text)] {
            input.extend(
                json!({"integrand": f, "antiderivative": big_f})
                    .to_string()
                    .into_bytes(),
            );
            input.push(b'\n');
        }
    }
    // Lines of random bytes, also inside of a text.
    for line in noise(200_000).split(|b| *b == b'\n').take(500) {
        input.extend_from_slice(line);
        input.push(b'\n');
        let text = String::from_utf8_lossy(line);
        input.extend(
            json!({"integrand": text, "antiderivative": "x"})
                .to_string()
                .into_bytes(),
        );
        input.push(b'\n');
    }
    let lines = input.split(|b| *b == b'\n').count() - 1;
    let run = run_with(&["batch"], &input);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(run.out.lines().count(), lines);
    let internal = run.out.lines().find(|line| line.contains("internal error"));
    assert_eq!(internal, None);
}
