use std::fs::{self, File};
use std::io;

use flate2::read::GzDecoder;
use serde_json::Value;

use crate::program::{Directory, run, run_with};

/// Question, response, score, prompt; what is to be found.
const ROLLOUTS: &[(&str, &str, &str)] = &[
    (
        r#"{"question": "2*x", "response": "x^2 + C", "score": 1, "uid": "a"}"#,
        "agrees",
        "",
    ),
    (
        r#"{"question": "2*x", "response": "x^2 + x/10^12", "score": 1.0, "uid": "a"}"#,
        "false_reward",
        "tiny",
    ),
    (
        r#"{"question": "1/x", "response": "ln|x|", "score": 0, "uid": "b"}"#,
        "false_rejection",
        "absolute",
    ),
    (
        r#"{"question": "cos(x)", "response": "-sin(x)", "score": true, "uid": "b"}"#,
        "false_reward",
        "sign",
    ),
    (
        r#"{"question": "abs(x)", "response": "x^2/2", "score": "1", "uid": "c"}"#,
        "false_reward",
        "one_piece",
    ),
    (
        r#"{"question": "x", "response": "foo(x)", "score": 1, "uid": "c"}"#,
        "false_reward",
        "unknown_name",
    ),
    (
        r#"{"question": "x", "response": "Integral(x, x)", "score": 1, "uid": "c"}"#,
        "false_reward",
        "no_form",
    ),
    (
        r#"{"question": "x", "response": "<b>x^2/2</b>", "score": 0, "uid": "c"}"#,
        "agrees",
        "",
    ),
    (r#"{"question": "x", "score": 1, "uid": "c"}"#, "unread", ""),
    (
        r#"{"question": "x^", "response": "x", "score": 1, "uid": "c"}"#,
        "unread",
        "",
    ),
    (
        r#"{"question": "x", "response": "x", "score": null, "uid": "c"}"#,
        "unread",
        "",
    ),
    ("no rollout", "unread", ""),
    (
        r#"{"question": [{"role": "user", "content": "x"}], "response": [{"role": "assistant", "content": "x^2"}], "score": 0, "uid": 3}"#,
        "agrees",
        "",
    ),
];

fn input() -> String {
    let lines: Vec<&str> = ROLLOUTS.iter().map(|rollout| rollout.0).collect();
    lines.join("\n") + "\n"
}

#[test]
fn every_line_has_its_finding() {
    let directory = Directory::new();
    let [findings, json, html] =
        ["findings.jsonl", "report.json", "report.html"].map(|name| directory.path(name));
    let audited = run_with(
        &[
            "audit",
            "--group-column",
            "uid",
            "-o",
            &findings,
            "--json",
            &json,
            "--html",
            &html,
        ],
        input().as_bytes(),
    );
    assert_eq!((audited.code, audited.err.as_str()), (0, ""));
    let lines: Vec<Value> = fs::read_to_string(&findings)
        .expect("it is written")
        .lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect();
    assert_eq!(lines.len(), ROLLOUTS.len());
    for (n, (found, (line, finding, kind))) in lines.iter().zip(ROLLOUTS).enumerate() {
        assert_eq!(found["line"], n + 1);
        assert_eq!(found["finding"], *finding, "{line}");
        assert_eq!(found["kind"].as_str().unwrap_or(""), *kind, "{line}");
    }
    let report: Value =
        serde_json::from_str(&fs::read_to_string(&json).expect("it is written")).expect("JSON");
    let count = |name: &str| report[name]["count"].as_u64();
    assert_eq!(
        (count("false_rewards"), count("false_rejections")),
        (Some(5), Some(1))
    );
    assert_eq!(report["false_rewards"]["of"], 6);
    assert_eq!(
        (&report["agrees"], &report["unread"]),
        (&3.into(), &4.into())
    );
    // In group b both advantages turn around; a and c had no signal, a has one now.
    assert_eq!(report["advantages"]["changed"], 2 + 2 + 4);
    assert!(
        audited.out.contains("false rewards: 5 of 6"),
        "{}",
        audited.out
    );
    let page = fs::read_to_string(&html).expect("it is written");
    assert!(
        page.contains("Integral(x, x)") && page.ends_with("</html>\n"),
        "{page}"
    );
}

#[test]
fn nothing_in_a_response_becomes_markup() {
    let directory = Directory::new();
    let html = directory.path("report.html");
    let line = r#"{"question": "x", "response": "<script>alert(1)</script>", "score": 1}"#;
    assert_eq!(
        run_with(&["audit", "--html", &html], line.as_bytes()).code,
        0
    );
    let page = fs::read_to_string(&html).expect("it is written");
    assert!(
        !page.contains("<script") && page.contains("&lt;script&gt;"),
        "{page}"
    );
}

#[test]
fn columns_lead_into_nested_objects() {
    let line = r#"{"reward_model": {"ground_truth": "t"}, "extra_info": {"variable": "t"}, "output": "t^2/2", "acc": 0.2}"#;
    let audited = run_with(
        &[
            "audit",
            "--question-column",
            "reward_model.ground_truth",
            "--variable-column",
            "extra_info.variable",
            "--response-column",
            "output",
            "--score-column",
            "acc",
            "--pass",
            "0.3",
        ],
        line.as_bytes(),
    );
    assert!(
        audited.out.contains("false rejections: 1 of 1 (100.0 %)"),
        "{}",
        audited.out
    );
}

#[test]
fn the_report_does_not_depend_on_threads() {
    let input = input().repeat(40);
    let [one, two] = ["1", "2"].map(|jobs| {
        run_with(
            &[
                "audit",
                "--group-column",
                "uid",
                "--jobs",
                jobs,
                "-o",
                "/dev/stdout",
            ],
            input.as_bytes(),
        )
        .out
    });
    assert_eq!(one, two);
}

#[test]
fn failures_have_their_codes() {
    assert_eq!(run(&["audit", "missing.jsonl"]).code, 74);
    assert_eq!(run(&["audit", "--pass", "high"]).code, 64);
    assert_eq!(run(&["audit", "-o", "findings.parquet"]).code, 64);
    let empty = run(&["audit"]);
    assert_eq!(
        (empty.code, empty.out.lines().next()),
        (
            0,
            Some("0 rollouts: 0 scores are right, 0 undecided, 0 unread")
        )
    );
}

/// Rollouts that `tools/make_rollouts.py` made and SymPy scored: no finding is against what the
/// script knows of the response.
#[test]
fn rollouts_scored_by_sympy() {
    let rollouts = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/data/samples/rollouts.jsonl.gz"
    );
    let directory = Directory::new();
    let findings = directory.path("findings.jsonl");
    let audited = run(&[
        "audit",
        rollouts,
        "--variable-column",
        "variable",
        "--group-column",
        "uid",
        "-o",
        &findings,
    ]);
    assert_eq!((audited.code, audited.err.as_str()), (0, ""));
    let lines = |reader: &mut dyn io::Read| {
        let mut text = String::new();
        reader.read_to_string(&mut text).expect("UTF-8");
        let values: Vec<Value> = text
            .lines()
            .map(|line| serde_json::from_str(line).expect(line))
            .collect();
        values
    };
    let rollouts = lines(&mut GzDecoder::new(
        File::open(rollouts).expect("it is there"),
    ));
    let findings = lines(&mut File::open(&findings).expect("it is written"));
    assert_eq!(rollouts.len(), findings.len());
    let mut unread = 0;
    for (rollout, found) in rollouts.iter().zip(&findings) {
        let right = rollout["truth"] == "right";
        let passed = rollout["score"] == 1.0;
        let expected = match (right, passed) {
            (true, true) | (false, false) => "agrees",
            (false, true) => "false_reward",
            (true, false) => "false_rejection",
        };
        if found["finding"] == "unread" {
            unread += 1;
        } else {
            assert_eq!(found["finding"], expected, "{rollout} {found}");
        }
    }
    assert!(unread <= rollouts.len() / 100, "{unread}");
}
