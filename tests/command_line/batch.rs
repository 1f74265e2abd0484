use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::program::{Directory, line, lines, mixture, program, run, run_with};

#[test]
fn records_are_in_order_whatever_the_threads() {
    let input = mixture(300);
    let one = run_with(&["batch", "--jobs", "1"], input.as_bytes());
    let two = run_with(&["batch", "--jobs", "2"], input.as_bytes());
    assert_eq!((one.code, two.code), (0, 0));
    assert_eq!(one.out, two.out);
    assert_eq!(one.out.lines().count(), 300);
    for (n, record) in one.records().iter().enumerate() {
        if n % 6 == 5 {
            assert_eq!(record["line"], n + 1);
        } else {
            assert_eq!(record["id"], n);
        }
    }
    let verdicts = one.column("verdict");
    let expected = ["equal", "different", "equal", "equal", "invalid", "invalid"];
    assert!(
        verdicts
            .iter()
            .map(String::as_str)
            .eq(expected.into_iter().cycle().take(300))
    );
}

#[test]
fn lines_that_are_no_records() {
    let good = r#"{"integrand": "1", "antiderivative": "x"}"#;
    let with = |field: &str| format!(r#"{{"integrand":"1","antiderivative":"x",{field}}}"#);
    let cases: Vec<(Vec<u8>, &str)> = vec![
        (b"".into(), "empty"),
        (b"  \t".into(), "empty"),
        (b"cos(x)".into(), "not JSON"),
        (
            b"{\"integrand\": \"1\", \"antiderivative\": \"x\"".into(),
            "not JSON",
        ),
        (format!("{good} {good}").into(), "not JSON"),
        (b"[1, 2]".into(), "no record"),
        (b"null".into(), "no record"),
        (
            b"{\"integrand\": \"\xff\", \"antiderivative\": \"x\"}".into(),
            "not UTF-8 from byte 15",
        ),
        (b"{}".into(), "`integrand` is missing"),
        (
            b"{\"integrand\": \"1\"}".into(),
            "`antiderivative` is missing",
        ),
        (
            b"{\"integrand\": 1, \"antiderivative\": \"x\"}".into(),
            "`integrand` is a number",
        ),
        (
            b"{\"integrand\": \"1\", \"antiderivative\": null}".into(),
            "`antiderivative` is null",
        ),
        (
            b"{\"integrand\":\"1\",\"integrand\":\"2\",\"antiderivative\":\"x\"}".into(),
            "twice",
        ),
        (with(r#""variable": 3"#).into(), "`variable` is a number"),
        (
            with(r#""domain": "most""#).into(),
            "accepted is one of `every`, `some`, `complex`",
        ),
        (with(r#""dialect": "derive""#).into(), "`default`"),
        (with(r#""syntax": "html""#).into(), "`plain`"),
        (
            with(r#""assumptions": ["a"]"#).into(),
            "`assumptions` is a list",
        ),
        (with(r#""assumptions": {"a": "odd"}"#).into(), "`positive`"),
        (with(r#""assumptions": {"a+b": "real"}"#).into(), "`a+b`"),
        (
            with(r#""assumptions": {"α": "real", "alpha": "real"}"#).into(),
            "twice",
        ),
        (
            format!("{}1{}", "[".repeat(9999), "]".repeat(9999)).into(),
            "no record",
        ),
        (
            with(&format!(
                r#""id": {}1{}"#,
                "[".repeat(9999),
                "]".repeat(9999)
            ))
            .into(),
            "`id` is nested",
        ),
        (vec![b'1'; 10 << 20], "longer than"),
    ];
    let mut input = Vec::new();
    for (bytes, _) in &cases {
        input.extend_from_slice(bytes);
        input.extend_from_slice(format!("\n{good}\n").as_bytes());
    }
    let run = run_with(&["batch"], &input);
    assert_eq!(run.code, 0);
    let records = run.records();
    assert_eq!(records.len(), 2 * cases.len());
    for (n, ((bytes, message), pair)) in cases.iter().zip(records.chunks(2)).enumerate() {
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]);
        let [bad, good] = pair else { unreachable!() };
        assert_eq!(good["verdict"], "equal");
        assert_eq!(bad["verdict"], "invalid", "{shown}");
        assert_eq!(bad["stage"], "record", "{shown}");
        assert_eq!(bad["field"], "record", "{shown}");
        assert_eq!(bad["line"], 2 * n + 1, "{shown}");
        let found = bad["message"].as_str().unwrap_or_default();
        assert!(found.contains(message), "{shown}\n{found}");
    }
}

#[test]
fn optional_fields() {
    let questions = [
        json!({"integrand": "1/t", "antiderivative": "log(t)", "variable": "t", "domain": "complex"}),
        json!({"integrand": "exp(x)", "antiderivative": "E**x", "dialect": "sympy"}),
        json!({"integrand": "a*x", "antiderivative": "a*x^2/2", "assumptions": {"a": "real"}}),
        json!({"integrand": "\\frac{1}{2gx}", "antiderivative": "\\frac{\\ln x}{2g}", "syntax": "latex"}),
        json!({"integrand": "1", "antiderivative": "x", "variable": null, "syntax": "plain",
               "dialect": null, "domain": null, "assumptions": null, "other": [1]}),
    ];
    let input = lines(&questions);
    let run = run_with(&["batch"], input.as_bytes());
    assert_eq!(run.column("verdict"), ["equal"; 5], "{}", run.out);
    assert!(
        run.records()
            .iter()
            .all(|record| record.get("input").is_none())
    );
}

#[test]
fn ids_come_back_as_they_are() {
    let cases = [
        ("7", "7"),
        ("-7", "-7"),
        ("0.25", "0.25"),
        ("\"a\\u00e9\"", "\"aé\""),
        ("[1, {\"a\": null}]", "[1,{\"a\":null}]"),
        ("18446744073709551615", "18446744073709551615"),
        ("18446744073709551616", "\"18446744073709551616\""),
        ("1e999", "\"1e999\""),
        ("null", "null"),
    ];
    let line = |(id, _): &(&str, &str)| {
        format!("{{\"id\": {id}, \"integrand\": \"1\", \"antiderivative\": \"x\"}}\n")
    };
    let input: String = cases.iter().map(line).collect();
    let run = run_with(&["batch"], input.as_bytes());
    for (out, (_, id)) in run.out.lines().zip(cases) {
        assert!(
            out.starts_with(&format!("{{\"id\":{id},\"verdict\":\"equal\"")),
            "{out}"
        );
    }
    // Also that of a record that is refused for another field.
    let run = run_with(
        &["batch"],
        b"{\"antiderivative\": 1, \"integrand\": \"1\", \"id\": \"q\"}",
    );
    assert_eq!(run.column("id"), ["q"]);
}

#[test]
fn unknown_fields_travel_when_asked() {
    let input =
        br#"{"b": 1.00, "integrand": "1", "antiderivative": "x", "a": {"n": 123456789012345678901}}
{"b": 2, "integrand": "1"}
"#;
    let run = run_with(&["batch", "--with-input"], input);
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(
        lines[0].ends_with(r#","input":{"a":{"n": 123456789012345678901},"b":1.00}}"#),
        "{}",
        lines[0]
    );
    assert!(lines[1].ends_with(r#","input":{"b":2}}"#), "{}", lines[1]);
}

#[test]
fn a_header_comes_first() {
    let key = "ab".repeat(32);
    let arguments = [
        "batch", "--header", "--key", &key, "--domain", "some", "--assume", "k=real",
    ];
    let run = run_with(&arguments, line(1, "1", "x").as_bytes());
    let records = run.records();
    assert_eq!(records.len(), 2);
    let header = &records[0]["header"];
    assert_eq!(header["key"], key);
    assert_eq!(header["domain"], "some");
    assert_eq!(header["assumptions"], json!({"k": "real"}));
    assert_eq!(header["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(records[1]["verdict"], "equal");
}

pub fn gz(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text.as_bytes()).expect("memory");
    encoder.finish().expect("memory")
}

#[test]
fn several_files_also_compressed() {
    let directory = Directory::new();
    let plain = directory.write("a.jsonl", line(1, "1", "x").as_bytes());
    // A file may have several members, and its last line no end.
    let members = [gz(&line(2, "1", "x")), gz(line(3, "1", "x").trim_end())].concat();
    let gzip = directory.write("b.jsonl.gz", &members);
    let zstd = zstd::encode_all(
        format!("{}\n{}", line(4, "1", "x"), line(5, "1", "x")).as_bytes(),
        1,
    );
    let zstd = directory.write("c.jsonl.zst", &zstd.expect("memory"));
    let run = run_with(
        &["batch", &plain, &gzip, "-", &zstd],
        line(9, "1", "x").as_bytes(),
    );
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(run.column("id"), ["1", "2", "3", "9", "4", "null", "5"]);
    let blank = &run.records()[5];
    assert_eq!(blank["line"], 2);
    assert!(
        blank["message"]
            .as_str()
            .unwrap_or_default()
            .contains("c.jsonl.zst, line 2")
    );
}

#[test]
fn input_that_cannot_be_read() {
    let directory = Directory::new();
    let good = directory.write("a.jsonl", line(1, "1", "x").as_bytes());
    let missing = run(&["batch", &good, &directory.path("b.jsonl")]);
    assert_eq!((missing.code, missing.out.as_str()), (74, ""));
    assert!(missing.err.contains("b.jsonl"), "{}", missing.err);

    // The records before the damage are written.
    let mut bytes = gz(&mixture(100));
    bytes.truncate(bytes.len() - 10);
    let damaged = directory.write("c.jsonl.gz", &bytes);
    let damaged = run(&["batch", &good, &damaged]);
    assert_eq!(damaged.code, 74);
    assert!(damaged.err.contains("c.jsonl.gz"), "{}", damaged.err);
    assert!(damaged.out.starts_with("{\"id\":1,"), "{}", damaged.out);
}

#[test]
fn the_output_file_is_complete_or_absent() {
    let directory = Directory::new();
    let input = directory.write("in.jsonl", mixture(50).as_bytes());
    let out = directory.write("out.jsonl", b"old");
    let run = run(&["batch", &input, "-o", &out]);
    assert_eq!((run.code, run.out.as_str()), (0, ""));
    assert_eq!(
        fs::read_to_string(&out).expect("a file").lines().count(),
        50
    );
    assert_eq!(directory.names(), ["in.jsonl", "out.jsonl"]);

    // While it runs, and when it fails, the old file stays.
    fs::write(&out, "old").expect("a file");
    let mut child = program()
        .args([
            "batch",
            "-o",
            &out,
            "-",
            &directory.write("bad.gz", b"no gzip"),
        ])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin
        .write_all(line(1, "1", "x").as_bytes())
        .expect("the program reads");
    let start = Instant::now();
    while directory.names().len() < 4 && start.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(directory.names().len(), 4, "written beside");
    assert_eq!(fs::read_to_string(&out).expect("a file"), "old");
    drop(stdin);
    assert_eq!(child.wait().expect("the program ends").code(), Some(74));
    assert_eq!(fs::read_to_string(&out).expect("a file"), "old");
    assert_eq!(directory.names(), ["bad.gz", "in.jsonl", "out.jsonl"]);

    let nowhere = run_with(&["batch", "-o", &directory.path("no/out.jsonl")], b"");
    assert_eq!(nowhere.code, 74);
    // What is no file is not replaced by one.
    assert_eq!(run_with(&["batch", "-o", "/dev/null"], b"\n").code, 0);
    assert!(!fs::metadata("/dev/null").expect("a device").is_file());
}

#[test]
fn verdicts_to_fail_on() {
    let input = mixture(12);
    let code = |verdicts: &str| run_with(&["batch", "--fail-on", verdicts], input.as_bytes()).code;
    assert_eq!(code("undecided"), 0);
    assert_eq!(code("different"), 1);
    assert_eq!(code("undecided,invalid"), 1);
    assert_eq!(code("wrong"), 64);
}

#[test]
fn a_summary_at_the_end() {
    let directory = Directory::new();
    let path = directory.path("summary.json");
    let run = run_with(&["batch", "--summary-json", &path], mixture(60).as_bytes());
    assert_eq!(run.code, 0);
    for part in [
        "60 records in ",
        "equal 30  (",
        "different 10",
        "undecided 0",
        "median ",
    ] {
        assert!(run.err.contains(part), "{part}\n{}", run.err);
    }
    let text = fs::read_to_string(path).expect("a file");
    let summary: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(summary["records"], 60);
    let verdicts = json!({"equal": 30, "different": 10, "undecided": 0, "invalid": 20});
    assert_eq!(summary["verdicts"], verdicts);
    assert_eq!(summary["stages"], json!({"record": 10, "syntax": 10}));
    assert!(summary["p99_ms"].as_f64() >= summary["median_ms"].as_f64());
    assert!(summary["pairs_per_second"].as_f64() > Some(0.0));
}

#[test]
fn nothing_in_nothing_out() {
    let run = run_with(&["batch"], b"");
    assert_eq!((run.code, run.out.as_str()), (0, ""));
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let mut child = program()
        .arg("batch")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    stdin
        .write_all(line(1, "1", "x").as_bytes())
        .expect("the program reads");
    let mut first = String::new();
    stdout.read_line(&mut first).expect("the program writes");
    assert!(first.contains("equal"));
    drop(stdout);
    // The input stays open; that must not keep the program. A program that another test is just
    // starting may hold the pipe for a moment, so one record may still be written.
    for _ in 0..1000 {
        if child.try_wait().expect("the program is known").is_some()
            || stdin.write_all(line(2, "1", "x").as_bytes()).is_err()
        {
            break;
        }
        thread::sleep(Duration::from_millis(10));
    }
    let mut message = String::new();
    let mut stderr = child.stderr.take().expect("a pipe");
    io::Read::read_to_string(&mut stderr, &mut message).expect("UTF-8");
    assert_eq!(message, "");
    assert_eq!(child.wait().expect("the program ends").code(), Some(74));
    drop(stdin);
}
