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
    assert!(out.starts_with("Invalid (extract):"), "{out}");
    let (_, out) = read(&["x^2 +"]);
    assert!(out.starts_with("Invalid (syntax):"), "{out}");
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
    assert_eq!(records[3]["stage"], "extract");
    assert_eq!(records[4]["verdict"], "equal");
    let note = records[4]["notes"][0].as_str().expect("a note");
    assert!(
        note.starts_with("antiderivative, bytes 9 to 12: "),
        "{note}"
    );
}

/// The plain form of what is read and where it was found, or the stage of the refusal.
type Found<'a> = Result<(&'a str, Option<&'a str>), &'a str>;

/// How `auto` reads: whether it is an integrand, the text, what is found.
#[test]
fn prose_is_told_from_expressions() {
    let cases: &[(bool, &str, Found)] = &[
        (false, "x^2 + C", Ok(("x^2 + C", None))),
        (false, "\\boxed{x^2}", Ok(("x^2", None))),
        (false, "$x^2$", Ok(("x^2", None))),
        (false, "$$\\boxed{x^2 + C}$$", Ok(("x^2 + C", None))),
        (false, "F(x) = x^2", Ok(("x^2", None))),
        (false, "It is $\\boxed{x^2}$.", Ok(("x^2", Some("box")))),
        (false, "Thus $x^2$.", Ok(("x^2", Some("inline")))),
        (false, "Answer: x^2", Ok(("x^2", Some("label")))),
        (false, "ans: $x^2$", Ok(("x^2", Some("label")))),
        (false, "<answer>x^2</answer>", Ok(("x^2", Some("tag")))),
        (false, "<think>no</think>x^2", Ok(("x^2", Some("whole")))),
        (false, "x^2<|im_end|>", Ok(("x^2", Some("whole")))),
        (
            false,
            "<think>no</think>x^2, where C is a constant",
            Err("extract"),
        ),
        (false, "x^2 + C, where C is a constant", Err("form")),
        (false, "x^2 and also x^3", Err("form")),
        (false, "x^2 or x^3", Err("form")),
        (false, "x^2 + C.", Err("form")),
        (false, "x^2 if x > 0", Err("form")),
        (false, "x^2 x^3 and $x$", Err("extract")),
        (false, "x^2 $+ x^3$ or so", Err("extract")),
        (false, "x^2 + 1, the answer is $x$", Err("extract")),
        (false, "x^2 or that **x**", Err("form")),
        (false, "We find **x^2**.", Ok(("x^2", Some("bold")))),
        (false, "\\boxed{x^2} + x", Err("extract")),
        (false, "\\int 2x\\,dx", Err("form")),
        (false, "\\int 2x\\,dx = x^2", Err("form")),
        (false, "x^2 = x^2", Err("form")),
        (false, "foo(x)", Err("symbol")),
        (false, "\\foo{x}", Err("symbol")),
        (false, "the answer", Err("extract")),
        (true, "2x", Ok(("2*x", None))),
        (true, "\\int 2x\\,dx", Ok(("2*x", Some("integral")))),
        (true, "∫ 2x dx", Ok(("2*x", Some("integral")))),
        (true, "Find $\\int 2x\\,dx$.", Ok(("2*x", Some("integral")))),
        (true, "Integrate 2x", Ok(("2*x", Some("words")))),
        (
            true,
            "Integrate $2x$ with respect to $x$.",
            Ok(("2*x", Some("words"))),
        ),
        (
            true,
            "\\integrand{2x} \\variable{x}",
            Ok(("2*x", Some("tags"))),
        ),
        (true, "2x \\int 3x\\,dx", Err("extract")),
        (true, "\\int_0^1 x\\,dx", Err("extract")),
        (
            true,
            "$\\displaystyle\\int 2x\\,dx = ?$",
            Ok(("2*x", Some("integral"))),
        ),
        (
            true,
            "Evaluate \\[\\int 2x\\,dx.\\]",
            Ok(("2*x", Some("integral"))),
        ),
        (true, "Integrate 2x w.r.t. x", Ok(("2*x", Some("words")))),
        (true, "Compute integrate(2*x, x).", Err("extract")),
        (true, "Find ∫ 2x dx.", Ok(("2*x", Some("integral")))),
        (true, "x^2; ∫ x dx", Err("extract")),
        (true, "x^2, ∫ x dx", Err("extract")),
        (true, "∫ x dx, x^2", Err("extract")),
        (true, "x^2 Find ∫ x dx", Err("extract")),
        (true, "x^2. Find $\\int x\\,dx$.", Err("extract")),
        (true, "Let $x^2$. Find $\\int x\\,dx$.", Err("extract")),
        (true, "\\int x\\,dx, x^2", Err("extract")),
        (true, "x^2 = ∫ x dx", Err("extract")),
        (true, "$x^2 = \\int x\\,dx$", Err("extract")),
        (true, "Integrate 2x. x^2", Err("extract")),
        (true, "Integrate $2x$; $x^2$", Err("extract")),
        (true, "2x and then some", Err("form")),
        (true, "integrate(x, x)", Err("form")),
    ];
    for (integrand, text, expected) in cases {
        let found = if *integrand {
            record(&["--integrand", text])
        } else {
            record(&[text])
        };
        let got = match found["stage"].as_str() {
            Some(stage) => Err(stage),
            None => Ok((
                found["plain"].as_str().unwrap_or(""),
                found["place"].as_str(),
            )),
        };
        assert_eq!(got, *expected, "{text}: {found}");
    }
}

#[test]
fn each_field_is_told_by_itself() {
    let cases = [
        ("Find $\\int 2t\\,dt$.", "t^2", "equal", 2),
        ("2*x", "The answer is $\\boxed{x^2}$.", "equal", 1),
        ("\\int 2x\\,dx", "So \\boxed{x^2 + C} it is.", "equal", 2),
        ("2*x", "x^2 and also x^3", "invalid", 0),
        ("2*x", "x^2", "equal", 0),
    ];
    for (integrand, antiderivative, verdict, notes) in cases {
        let line = json!({"integrand": integrand, "antiderivative": antiderivative});
        let records = run_with(&["batch"], lines(&[line]).as_bytes()).records();
        assert_eq!(records[0]["verdict"], verdict, "{}", records[0]);
        let found = records[0]["notes"].as_array().map_or(0, Vec::len);
        assert_eq!(found, notes, "{}", records[0]);
    }
}

/// Chains: (integrand, members, verdict of every, verdict of the last).
#[test]
fn every_member_of_a_chain_is_decided() {
    let cases = [
        ("2x", "x^2 = x x = (x)^2 + C", "equal", "equal"),
        ("2x", "x^2 + C = x^2", "equal", "equal"),
        ("2x", "x^2 = x^3", "different", "different"),
        ("2x", "x^3 = x^2", "different", "equal"),
        ("2x", "x^2 = x^3 = x^2", "different", "equal"),
        ("1", "x = 1", "different", "different"),
        ("2x", "u = x^2", "invalid", "invalid"),
        ("2x", "x^2 = x^2 + \\foo", "invalid", "invalid"),
        ("2x", "x^2 + \\foo = x^2", "invalid", "invalid"),
        ("2x", "x^2 = ", "invalid", "invalid"),
        ("2x", "x^2 \\approx x^3 = x^2", "invalid", "invalid"),
        ("1/x", "\\ln x = \\ln|x|", "equal", "equal"),
    ];
    for (integrand, chain, every, last) in cases {
        for (setting, verdict) in [("every", every), ("last", last)] {
            let text = format!("\\boxed{{{chain}}}");
            let arguments = ["verify", "--json", "--chain", setting, integrand, &text];
            let record = &run(&arguments).records()[0];
            assert_eq!(record["verdict"], verdict, "{chain} {record}");
        }
    }
    let record = &run(&[
        "verify",
        "--json",
        "1/\\sqrt{x^2-1}",
        "\\boxed{\\ln|x+\\sqrt{x^2-1}| = \\operatorname{arcosh} x}",
    ])
    .records()[0];
    assert_eq!(record["coverage"], "partial", "{record}");
    let record = &run(&["verify", "--json", "2x", "\\boxed{x^2 = x^3 = x^2}"]).records()[0];
    let note = record["notes"][1].as_str().expect("a note");
    assert!(note.contains("bytes 13 to 16"), "{note}");
    for syntax in ["plain", "latex"] {
        let run = run(&["verify", "--syntax", syntax, "2x", "x^2 = x x"]);
        assert_eq!(run.code, 3, "{}", run.out);
    }
}
