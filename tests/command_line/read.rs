//! `barrow read`, and the syntax `answer` in `verify` and `batch`.

use serde_json::{Value, json};

use crate::program::{lines, run, run_with};

fn read(arguments: &[&str]) -> (i32, String) {
    let run = run(&[&["read"], arguments].concat());
    assert_eq!(run.err, "", "{arguments:?}");
    (run.code, run.out)
}

fn record(arguments: &[&str]) -> Value {
    let (_, out) = read(&[arguments, &["--json"]].concat());
    assert_eq!(out.lines().count(), 1, "{out}");
    serde_json::from_str(&out).expect("JSON")
}

#[test]
fn a_person_sees_how_a_text_is_read() {
    let (code, out) = read(&["sin 2x/3"]);
    assert_eq!(code, 0, "{out}");
    for part in [
        "  syntax    plain\n",
        "  variable  x\n",
        "  plain     sin(2*x)/3\n",
        "  LaTeX     \\frac{\\sin",
        "  tree      product\n              sin\n                product\n",
        "  note      bytes ",
    ] {
        assert!(out.contains(part), "{part} in {out}");
    }
    let (code, out) = read(&["--syntax", "answer", "So $\\boxed{\\frac12 x^2}$."]);
    assert_eq!(code, 0, "{out}");
    for part in [
        "  taken     \\boxed{…}, bytes 11 to 22\n",
        "  text      \\frac12 x^2\n",
        "  syntax    latex\n",
    ] {
        assert!(out.contains(part), "{part} in {out}");
    }
}

#[test]
fn what_is_refused_has_carets() {
    let (code, out) = read(&["--syntax", "answer", "It is \\boxed{x} or \\boxed{x^2}."]);
    assert_eq!(code, 3);
    let rows: Vec<&str> = out.lines().collect();
    assert_eq!(rows[0], "Invalid (extract):");
    let (text, carets) = (rows[rows.len() - 2], rows[rows.len() - 1]);
    assert_eq!(carets.find('^'), text.find("\\boxed{x^2}"), "{out}");

    let (code, out) = read(&["The answer is x^2."]);
    assert_eq!(code, 3);
    assert!(out.contains("--syntax answer"), "{out}");
    let (_, out) = read(&["x^2 +"]);
    assert!(!out.contains("--syntax answer"), "{out}");
}

#[test]
fn json() {
    let found = record(&["--syntax", "answer", "Answer: x^2 + C"]);
    assert_eq!(found["place"], "label");
    assert_eq!(found["span"], json!([8, 15]));
    assert_eq!(found["plain"], "x^2 + C");
    assert_eq!(found["latex"], "x^{2} + C");
    assert_eq!(found["notes"], json!([]));
    let posed = record(&["--syntax", "answer", "--integrand", "Find $\\int t\\,dt$."]);
    assert_eq!(posed["place"], "integral");
    assert_eq!(
        (&posed["variable"], &posed["plain"]),
        (&json!("t"), &json!("t"))
    );
    let refused = record(&["--syntax", "answer", "no idea"]);
    assert_eq!(refused["verdict"], "invalid");
    assert_eq!(refused["stage"], "extract");
    assert_eq!(record(&["x^2"])["place"], Value::Null);
}

#[test]
fn the_standard_input() {
    let run = run_with(
        &["read", "--syntax", "answer", "-"],
        b"a\n\nb: \\boxed{x}\n",
    );
    assert_eq!(run.code, 0, "{}", run.out);
    assert_eq!(run_with(&["read", "-"], b"x\xff").code, 74);
}

#[test]
fn options() {
    let several = "\\boxed{x} or \\boxed{x^2}";
    for (choice, plain) in [("first", "x"), ("last", "x^2")] {
        let found = record(&["--syntax", "answer", "--choice", choice, several]);
        assert_eq!(found["plain"], plain);
    }
    assert_eq!(record(&["--var", "t", "t(t+1)"])["variable"], "t");
    assert_eq!(record(&["--dialect", "sympy", "E**x"])["plain"], "exp(x)");
    assert_eq!(run(&["read"]).code, 64);
    assert_eq!(run(&["read", "x", "--syntax", "prose"]).code, 64);
    assert_eq!(read(&["x", "--var", "2"]).0, 3);
    assert_eq!(read(&["-x"]).0, 0);
}

#[test]
fn questions_and_answers_in_prose_are_verified() {
    let cases = [
        ("Find $\\int 2t\\,dt$.", "So $F(t) = \\boxed{t^2 + C}$.", 0),
        ("2*x", "<think>x</think>Answer: x^2 + C", 0),
        ("2*x", "\\boxed{x^3}", 1),
        ("2*x", "\\boxed{x^2} or \\boxed{x^3}", 3),
        ("\\int_0^1 2x\\,dx", "\\boxed{x^2}", 3),
        ("\\int 2x\\,dx", "\\boxed{\\int 2x\\,dx = x^2 + C}", 0),
        (
            "\\int 2x\\,dx",
            "\\boxed{\\int 2\\cdot x\\,dx = x^2 + C}",
            0,
        ),
        ("\\int 2x\\,dx", "\\boxed{\\int 3x^2\\,dx = x^2 + C}", 3),
        ("\\int 2x\\,dx", "\\boxed{\\int 2x\\,dt = x^2 + C}", 3),
        ("\\int 2C\\,dC", "$\\boxed{C^2} + C$", 3),
        ("\\int 2C\\,dC", "$\\boxed{C^2} + K$", 0),
    ];
    for (question, answer, code) in cases {
        let run = run(&["verify", "--syntax", "answer", question, answer]);
        assert_eq!(run.code, code, "{question} {answer}\n{}", run.out);
    }
}

#[test]
fn spans_of_records_point_into_the_field() {
    let questions = [
        json!({"integrand": "Find $\\int 2x\\,dx$.", "antiderivative": "It is $\\boxed{x^2 + \\foo}$.", "syntax": "answer"}),
        json!({"integrand": "Find $\\int \\foo x\\,dx$.", "antiderivative": "\\boxed{x^2}", "syntax": "answer"}),
        json!({"integrand": "∫ t dt", "variable": "u", "antiderivative": "\\boxed{t}", "syntax": "answer"}),
        json!({"integrand": "2*x", "antiderivative": "the answer is x^2"}),
        json!({"integrand": "2*x", "antiderivative": "We find $x^2$.", "syntax": "answer"}),
    ];
    let run = run_with(&["batch"], lines(&questions).as_bytes());
    let records = run.records();
    for (question, record) in questions.iter().zip(&records).take(2) {
        let text = question[record["field"].as_str().expect("a field")]
            .as_str()
            .expect("text");
        let span: Vec<usize> = serde_json::from_value(record["span"].clone()).expect("a span");
        assert_eq!(&text[span[0]..span[1]], "\\foo", "{record}");
    }
    assert_eq!(records[2]["stage"], "extract");
    let message = records[3]["message"].as_str().expect("a message");
    assert!(message.contains("the syntax `answer`"), "{message}");
    assert_eq!(records[4]["verdict"], "equal");
    let note = records[4]["notes"][0].as_str().expect("a note");
    assert!(
        note.starts_with("antiderivative, bytes 9 to 12: "),
        "{note}"
    );
}
