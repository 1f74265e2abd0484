use serde_json::Value;

use crate::program::{Run, program, run};

fn verify(arguments: &[&str]) -> Run {
    run(&[&["verify"], arguments].concat())
}

#[test]
fn exit_codes() {
    let cases: [(&[&str], i32); 24] = [
        (&["cos(x)", "sin(x)"], 0),
        (&["sin(x)", "-cos(x)"], 0),
        (&["-x", "-x^2/2"], 0),
        (&["-x", "-x^2/2", "--json"], 0),
        (&["--json", "-x", "-x^2/2"], 0),
        (&["--json", "--", "-x", "-x^2/2"], 0),
        (&["1", "--x"], 0),
        (&["cos(t)", "sin(t) + C", "--var", "t"], 0),
        (&["1/x", "log(x)", "--domain", "complex"], 0),
        (&["E**x", "E**x", "--dialect", "sympy"], 0),
        (&["\\cos x", "\\sin x"], 0),
        (&["gx", "gx^2/2", "--syntax", "latex"], 0),
        (&["gx", "gx^2/2"], 3),
        (&["\\cos x", "\\sin x", "--syntax", "plain"], 3),
        (&["cos(x)", "cos(x)"], 1),
        (
            &[
                "cos(x)",
                "sin(x)",
                "--budget",
                "1",
                "--key",
                &"0a".repeat(32),
            ],
            0,
        ),
        (&["cos(x", "sin(x)"], 3),
        (&["cos(x)", ""], 3),
        (&["cos(x)"], 64),
        (&["cos(x)", "sin(x)", "--domain", "most"], 64),
        (&["cos(x)", "sin(x)", "--jsn"], 64),
        (&["cos(x)", "sin(x)", "--key", "0a"], 64),
        (&["cos(x)", "sin(x)", "--assume", "a=odd"], 64),
        (&["cos(x)", "sin(x)", "--budget", "0"], 64),
    ];
    for (arguments, code) in cases {
        let run = verify(arguments);
        assert_eq!(run.code, code, "{arguments:?}\n{}{}", run.out, run.err);
        assert_eq!(run.out.is_empty(), code == 64, "{arguments:?}");
        assert_eq!(run.err.is_empty(), code != 64, "{arguments:?}");
    }
    assert_eq!(run(&[]).code, 64);
    assert_eq!(run(&["prove"]).code, 64);
}

#[test]
fn undecided_is_2() {
    // Not equal, but by far less than any enclosure can tell.
    let run = verify(&["1", "x + exp(-exp(exp(x^2+9)))"]);
    assert_eq!(run.code, 2, "{}", run.out);
    assert!(run.out.starts_with("Undecided: "), "{}", run.out);
}

#[test]
fn help_and_version() {
    let version = run(&["--version"]);
    assert_eq!(
        version.out,
        format!("barrow {}\n", env!("CARGO_PKG_VERSION"))
    );
    assert_eq!(version.code, 0);
    for arguments in [
        &["--help"][..],
        &["verify", "--help"],
        &["read", "--help"],
        &["batch", "--help"],
    ] {
        let help = run(arguments);
        assert_eq!((help.code, help.err.as_str()), (0, ""));
        assert!(help.out.contains("Usage: barrow"), "{}", help.out);
    }
    for command in ["verify", "read", "batch"] {
        let help = run(&[command, "--help"]).out;
        assert!(
            help.contains("Examples:") && help.contains("Exit codes: 0"),
            "{help}"
        );
    }
}

#[test]
fn a_person_reads_the_verdict() {
    let equal = verify(&["x*cos(x)", "x*sin(x) + cos(x) + C"]).out;
    assert!(
        equal.starts_with("Equal: F' = f on all of f's domain.\n"),
        "{equal}"
    );
    assert!(equal.contains("\n  f         x*cos(x)\n"), "{equal}");
    assert!(equal.contains("\n  F'        "), "{equal}");
    assert!(!equal.contains('\x1b'), "{equal:?}");

    let different = verify(&["a*x", "a*x^2/3"]).out;
    assert!(
        different.starts_with("Different: F' is not f.\n"),
        "{different}"
    );
    for part in [
        "\n  where     x ",
        "a = ",
        "\n  F' is in  [",
        "\n  f is in   [",
    ] {
        assert!(different.contains(part), "{part} {different}");
    }

    let invalid = verify(&["cos(x)", "sin(x) + foo(x)"]).out;
    assert!(
        invalid.starts_with("Invalid: the antiderivative "),
        "{invalid}"
    );
    let lines: Vec<&str> = invalid.lines().collect();
    let (text, carets) = (lines[lines.len() - 2], lines[lines.len() - 1]);
    assert_eq!(text.trim(), "sin(x) + foo(x)");
    assert_eq!(carets.find('^'), text.find("foo"), "{invalid}");

    let explained = verify(&["1/x", "log(x)", "--explain"]).out;
    for part in [
        "\n  screen    in doubles the sides agree at ",
        "\n  identity  F' - f vanishes on all branches: 1 independent element, ",
        "\n  compared  ",
        "\n  certainty ",
        "\n  budget    ",
        "\n  key       ",
        "\n  time      ",
    ] {
        assert!(explained.contains(part), "{part} {explained}");
    }
}

#[test]
fn a_long_derivative_is_cut() {
    let f = (1..60)
        .map(|n| format!("sin({n}*x^{n})"))
        .collect::<Vec<_>>()
        .join("*");
    let run = verify(&[&f, &f]);
    assert!(run.out.len() < 3000, "{}", run.out.len());
    assert!(run.out.contains('…'));
}

#[test]
fn remarks_are_shown() {
    let read = verify(&["1/2", "1/2x"]);
    assert_eq!(read.code, 0, "{}", read.out);
    assert!(read.out.contains("note"), "{}", read.out);
    let read = verify(&["\\frac12", "1/2x", "--json"]);
    let record: Value = serde_json::from_str(&read.out).expect("JSON");
    let note = record["notes"][0].as_str().expect("a note");
    assert!(note.starts_with("antiderivative, bytes 2 to 4: "), "{note}");
}

#[test]
fn json() {
    let verify = verify(&["cos(x)", "cos(x)", "--json"]);
    assert_eq!(verify.out.lines().count(), 1);
    let record: Value = serde_json::from_str(&verify.out).expect("JSON");
    assert_eq!(record["verdict"], "different");
    assert!(record["witness"]["interval"].is_array());
}

#[test]
fn the_key_is_taken_from_the_environment() {
    let verify = |key: &str| {
        let mut command = program();
        command
            .args(["verify", "cos(x)", "cos(x)", "--json"])
            .env("BARROW_KEY", key);
        command.output().expect("the program runs")
    };
    let zeros = verify(&"00".repeat(32));
    assert_eq!(
        zeros.stdout,
        run(&["verify", "cos(x)", "cos(x)", "--json"])
            .out
            .as_bytes()
    );
    let others = verify(&"5e".repeat(32));
    assert_eq!(others.status.code(), Some(1));
    assert_ne!(others.stdout, zeros.stdout);
    let wrong = verify("secret");
    assert_eq!(wrong.status.code(), Some(64));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("BARROW_KEY"));
}

#[test]
fn assumptions_about_the_variable_are_refused() {
    assert_eq!(verify(&["1/x", "log(x)", "--assume", "x=positive"]).code, 3);
    assert_eq!(verify(&["1/x", "log(x)", "--assume", "x=real"]).code, 0);
    assert_eq!(
        verify(&["a*x", "a*x^2/2", "--assume", "a=negative"]).code,
        0
    );
}

/// `log` without a base, by the setting; with a dialect it has that dialect's meaning.
#[test]
fn logarithms_without_a_base() {
    let cases: &[(&[&str], i32)] = &[
        (&["1/x", "log(x)"], 0),
        (&["1/x", "log(x)", "--log", "ten"], 1),
        (&["1/(x*ln(10))", "\\log x", "--log", "ten"], 0),
        (&["1/x", "\\ln x", "--log", "ten"], 0),
        (&["log(10)/x", "log(x)", "--log", "ten"], 1),
        (
            &["1/x", "Log[x]", "--log", "ten", "--dialect", "mathematica"],
            0,
        ),
        (&["1/x", "log(x)", "--log", "two"], 64),
    ];
    for (arguments, code) in cases {
        let run = run(&[&["verify"], *arguments].concat());
        assert_eq!(run.code, *code, "{arguments:?}\n{}", run.out);
    }
}
