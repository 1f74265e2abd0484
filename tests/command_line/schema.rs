//! Records keep to the published schemas.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::program::{line, lines, mixture, run, run_with};

/// The keywords of JSON Schema that the schemas use; any other is an error, so that nothing in
/// them goes unchecked.
fn check(schema: &Value, root: &Value, value: &Value) -> Result<(), String> {
    let rules = schema.as_object().ok_or("a schema is an object")?;
    let fail = |rule: &str| Err(format!("{rule} of {schema}: {value}"));
    let list = |rule: &Value| rule.as_array().cloned().unwrap_or_default();
    let length = match value {
        Value::Array(items) => items.len(),
        Value::String(text) => text.chars().count(),
        _ => 0,
    } as u64;
    for (name, rule) in rules {
        let holds = match name.as_str() {
            "$schema" | "$id" | "$defs" | "title" | "description" => true,
            "$ref" => {
                let path = rule
                    .as_str()
                    .and_then(|path| path.strip_prefix('#'))
                    .ok_or("a $ref")?;
                let target = root.pointer(path).ok_or_else(|| format!("no {path}"))?;
                check(target, root, value)?;
                true
            }
            "type" => {
                let types = if rule.is_array() {
                    list(rule)
                } else {
                    vec![rule.clone()]
                };
                types
                    .iter()
                    .any(|name| is(name.as_str().unwrap_or_default(), value))
            }
            "enum" => list(rule).contains(value),
            "const" => rule == value,
            "minimum" => value.as_f64().is_none_or(|v| Some(v) >= rule.as_f64()),
            "minItems" | "minLength" => Some(length) >= rule.as_u64(),
            "maxItems" | "maxLength" => Some(length) <= rule.as_u64(),
            "required" => list(rule)
                .iter()
                .all(|field| value.get(field.as_str().unwrap_or_default()).is_some()),
            "items" => {
                for item in value.as_array().into_iter().flatten() {
                    check(rule, root, item)?;
                }
                true
            }
            "properties" => {
                for (field, rule) in rule.as_object().into_iter().flatten() {
                    if let Some(value) = value.get(field) {
                        check(rule, root, value)?;
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = rules.get("properties").unwrap_or(&Value::Null);
                let fields = value.as_object().into_iter().flatten();
                for (field, value) in fields.filter(|(field, _)| known.get(field).is_none()) {
                    match rule {
                        Value::Bool(false) => return fail(&format!("field {field}")),
                        _ => check(rule, root, value)?,
                    }
                }
                true
            }
            "oneOf" => {
                list(rule)
                    .iter()
                    .filter(|rule| check(rule, root, value).is_ok())
                    .count()
                    == 1
            }
            "anyOf" => list(rule)
                .iter()
                .any(|rule| check(rule, root, value).is_ok()),
            _ => return Err(format!("the keyword {name} is not known")),
        };
        if !holds {
            return fail(name);
        }
    }
    Ok(())
}

fn is(name: &str, value: &Value) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

fn schema(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("data/schema")
        .join(name);
    let text = fs::read_to_string(path).expect("a schema");
    serde_json::from_str(&text).expect("JSON")
}

fn accepts(schema: &Value, value: &Value) -> bool {
    check(schema, schema, value).is_ok()
}

#[test]
fn real_records() {
    let mut input = mixture(12);
    let pairs = [
        ("1/x", "log(x)"),
        ("a*x", "a*x^2/3"),
        ("x", "2"),
        ("sqrt(-1-x^2)", "x"),
        ("x^2", "∫x^2"),
        ("foo(x)", "x"),
        ("9**9**9", "x"),
        ("|x|", "x^2/2"),
        ("1/(2+cos(x))", "2*atan(tan(x/2)/sqrt(3))/sqrt(3)"),
    ];
    for (id, (f, big_f)) in pairs.into_iter().enumerate() {
        input += &line(id, f, big_f);
        for domain in ["some", "complex"] {
            let question =
                json!({"integrand": f, "antiderivative": big_f, "domain": domain, "z": 1});
            input += &lines(&[question]);
        }
    }
    input += "{}\n[]\n";
    let verdict = schema("verdict.schema.json");
    let options: [&[&str]; 5] = [
        &[],
        &["--integrand-column", "f"],
        &["--with-input", "--require-certified"],
        &["--accept-numeric", "--budget", "3000"],
        &["--budget", "1"],
    ];
    for options in options {
        let run = run_with(
            &[&["batch", "--header"], options].concat(),
            input.as_bytes(),
        );
        let records = run.records();
        let header = schema("header.schema.json");
        assert_eq!(check(&header, &header, &records[0]), Ok(()));
        assert_eq!(records.len(), 1 + input.lines().count());
        for record in &records[1..] {
            assert_eq!(check(&verdict, &verdict, record), Ok(()));
        }
    }
    let record = run(&["verify", "1", "x", "--json"]).records();
    assert_eq!(check(&verdict, &verdict, &record[0]), Ok(()));
}

#[test]
fn fields_stand_in_the_order_of_the_schema() {
    let text = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("data/schema/verdict.schema.json"),
    );
    let text = text.expect("a schema");
    let place = |field: &str| text.find(&format!("\n    \"{field}\": {{")).expect(field);
    let run = run_with(&["batch", "--with-input"], mixture(12).as_bytes());
    for record in run.out.lines() {
        let value: Value = serde_json::from_str(record).expect("JSON");
        let mut fields: Vec<&String> = value.as_object().expect("an object").keys().collect();
        fields.sort_by_key(|field| record.find(&format!("\"{field}\":")));
        assert!(fields.is_sorted_by_key(|field| place(field)), "{record}");
    }
}

/// The schema of questions and the reader accept the same lines.
#[test]
fn questions() {
    let schema = schema("question.schema.json");
    let good = json!({"integrand": "1", "antiderivative": "x"});
    let with = |field: &str, value: Value| {
        let mut line = good.clone();
        line[field] = value;
        line
    };
    let questions = [
        good.clone(),
        with("id", json!([1, {}])),
        with("variable", json!("t")),
        with("variable", Value::Null),
        with("variable", json!(1)),
        with("syntax", json!("auto")),
        with("syntax", json!("plain")),
        with("syntax", json!("latex")),
        with("syntax", json!("answer")),
        with("syntax", json!("other")),
        with("dialect", json!("sympy")),
        with("dialect", json!("default")),
        with("dialect", json!("maple")),
        with("domain", json!("every")),
        with("domain", json!("some")),
        with("domain", json!("complex")),
        with("domain", json!(true)),
        with(
            "assumptions",
            json!({"a": "real", "b": "integer", "c": "complex"}),
        ),
        with("assumptions", json!({"a": "positive", "b": "negative"})),
        with("assumptions", json!({"a": "odd"})),
        with("assumptions", json!([])),
        with("assumptions", Value::Null),
        with("other", json!(1)),
        with("integrand", json!(1)),
        with("antiderivative", Value::Null),
        json!({"integrand": "1"}),
        json!({"antiderivative": "1"}),
        json!([]),
        json!("x"),
    ];
    let input = lines(&questions);
    let run = run_with(&["batch"], input.as_bytes());
    for (line, record) in questions.iter().zip(run.records()) {
        assert_eq!(
            accepts(&schema, line),
            record["stage"] != "record",
            "{line} {record}"
        );
    }
}
