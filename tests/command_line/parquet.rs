//! Parquet in and out.

use std::fs::{self, File};
use std::path::PathBuf;

use parquet::file::reader::{FileReader, SerializedFileReader};
use serde_json::{Value, json};

use crate::program::{Directory, Run, lines, mixture, run, run_with};

const SEEDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/samples/verl.parquet");

/// The files of `tools/make_parquet_cases.py`.
fn cases() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/command_line/parquet");
    let entries = fs::read_dir(folder).expect("a directory");
    let mut paths: Vec<_> = entries.map(|e| e.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn layout(path: &str) -> &str {
    if path.contains("verl") {
        "verl"
    } else {
        "records"
    }
}

/// What every kind of text and nesting comes to; each row says what is right.
#[test]
fn every_row_has_its_verdict() {
    let mut rows = 0;
    for path in cases() {
        let path = path.to_str().expect("UTF-8");
        let run = run(&["batch", path, "--layout", layout(path), "--with-input"]);
        assert_eq!(run.code, 0, "{path}: {}", run.err);
        for (n, record) in run.records().iter().enumerate() {
            assert_eq!(
                record["verdict"], record["input"]["expect"],
                "{path} {n}: {record}"
            );
            if record["stage"] == "record" {
                assert_eq!(record["line"], n + 1, "{path}: {record}");
                let message = record["message"].as_str().unwrap_or_default();
                let named = ["integrand", "antiderivative", "reward_model", "responses"];
                assert!(named.iter().any(|name| message.contains(name)), "{message}");
            } else if !path.contains("json") {
                assert_eq!(record["id"], n, "{path}: {record}");
            }
            rows += 1;
        }
    }
    assert_eq!(rows, 8 * (cases().len() - 1));
}

#[test]
fn rows_are_the_same_as_lines() {
    let directory = Directory::new();
    let table = run(&["batch", SEEDS, "--layout", "verl"]);
    assert_eq!(table.code, 0, "{}", table.err);
    let lines = lines(&rows(SEEDS));
    assert_eq!(
        table.out,
        run_with(&["batch", "--layout", "verl"], lines.as_bytes()).out
    );
    // The name does not matter.
    let hidden = directory.path("rows.jsonl");
    fs::copy(SEEDS, &hidden).expect("a file");
    assert_eq!(table.out, run(&["batch", &hidden, "--layout", "verl"]).out);
    let truth = rows(SEEDS).into_iter().map(|row| row["truth"].clone());
    for (record, truth) in table.records().iter().zip(truth) {
        let wrong = if truth == "right" {
            "different"
        } else {
            "equal"
        };
        assert_ne!(record["verdict"], wrong, "{record}");
        assert_ne!(record["verdict"], "invalid", "{record}");
    }
}

#[test]
fn an_audit_of_rows() {
    let audited = run(&["audit", SEEDS, "--layout", "verl"]);
    assert_eq!((audited.code, audited.err.as_str()), (0, ""));
    assert!(
        audited.out.contains("false rewards: 147 of 4"),
        "{}",
        audited.out
    );
    assert!(audited.out.contains("0 unread"), "{}", audited.out);
}

/// The rows of a file, as the library for Parquet has them.
fn rows(path: &str) -> Vec<Value> {
    let reader = SerializedFileReader::new(File::open(path).expect("a file")).expect("Parquet");
    let rows = reader.get_row_iter(None).expect("rows");
    rows.map(|row| row_of(&row.expect("a row"))).collect()
}

fn row_of(row: &parquet::record::Row) -> Value {
    use parquet::record::Field;
    let value = |field: &Field| -> Value {
        fn value(field: &Field) -> Value {
            match field {
                Field::Null => Value::Null,
                Field::Str(text) => text.as_str().into(),
                Field::Int(n) => (*n).into(),
                Field::Long(n) => (*n).into(),
                Field::Double(n) => (*n).into(),
                Field::Group(row) => row_of(row),
                Field::ListInternal(list) => list.elements().iter().map(value).collect(),
                other => panic!("{other}"),
            }
        }
        value(field)
    };
    let columns = row.get_column_iter();
    columns
        .map(|(name, field)| (name.clone(), value(field)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

/// A row as a record: nested values are JSON, and so is an identifier that is no text.
fn record(row: Value) -> Value {
    let nested = [
        "id",
        "pieces",
        "jumps",
        "witness",
        "further_witnesses",
        "span",
        "notes",
        "input",
    ];
    let Value::Object(mut row) = row else {
        unreachable!()
    };
    row.retain(|name, value| name == "id" || !value.is_null());
    for (name, value) in &mut row {
        if let Some(text) = value.as_str().filter(|_| nested.contains(&name.as_str())) {
            *value = serde_json::from_str(text).expect(text);
        }
    }
    row.into()
}

#[test]
fn records_as_rows() {
    let directory = Directory::new();
    let input = directory.write("in.jsonl", mixture(600).as_bytes());
    let [table, lines, piped] =
        ["out.parquet", "out.jsonl", "piped.parquet"].map(|name| directory.path(name));
    let common = ["--with-input", "--header", "--domain", "some"];
    let to = |output: &str, input: &str| -> Run {
        let code = run_with(
            &[&["batch", input, "-o", output], &common[..]].concat(),
            mixture(600).as_bytes(),
        );
        assert_eq!(code.code, 0, "{}", code.err);
        code
    };
    to(&table, &input);
    to(&lines, &input);
    to(&piped, "-");
    let text = fs::read_to_string(&lines).expect("a file");
    let mut records = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect(line));
    let header = records.next().expect("a header");
    let expected: Vec<Value> = records.collect();
    for path in [&table, &piped] {
        let found = rows(path);
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.into_iter().zip(&expected) {
            assert_eq!(record(found), *expected);
        }
    }
    let reader = SerializedFileReader::new(File::open(&table).expect("a file")).expect("Parquet");
    let metadata = reader.metadata().file_metadata();
    let kept = metadata.key_value_metadata().expect("metadata");
    let kept = kept
        .iter()
        .find(|pair| pair.key == "barrow")
        .and_then(|pair| pair.value.as_ref());
    let kept: Value = serde_json::from_str(kept.expect("a header")).expect("JSON");
    assert_eq!(json!({ "header": kept }), header);
    assert_eq!(
        directory.names(),
        ["in.jsonl", "out.jsonl", "out.parquet", "piped.parquet"]
    );
}

/// A table has a column for every field of a record, and the page on batches names them all.
#[test]
fn columns_are_the_fields_of_the_schema() {
    let directory = Directory::new();
    let table = directory.path("out.parquet");
    let input = directory.write("in.jsonl", mixture(1).as_bytes());
    assert_eq!(run(&["batch", &input, "-o", &table]).code, 0);
    let columns = |value: &Value| -> Vec<String> {
        value
            .as_object()
            .expect("an object")
            .keys()
            .cloned()
            .collect()
    };
    let schema = include_str!("../../data/schema/verdict.schema.json");
    let schema: Value = serde_json::from_str(schema).expect("JSON");
    let columns = [columns(&rows(&table)[0]), columns(&schema["properties"])];
    assert_eq!(columns[0], columns[1]);
    let page = include_str!("../../docs/batch.md");
    for column in &columns[0] {
        assert!(page.contains(&format!("`{column}`")), "{column}");
    }
    for layout in barrow::batch::Layout::ALL {
        let row = format!("| `{}` | ", layout.name);
        let row = page
            .lines()
            .find(|line| line.starts_with(&row))
            .expect(layout.name);
        let words = layout.to_string();
        for word in words
            .split(", ")
            .filter_map(|part| part.split(" in ").last())
        {
            assert!(
                row.contains(&format!("`{word}`")),
                "{}: {word}",
                layout.name
            );
        }
    }
}

/// A footer whose schema is so many groups in one another.
fn nested(depth: usize) -> Vec<u8> {
    let mut footer = b"\x15\x02\x19\xfc".to_vec();
    let mut count = depth + 2;
    while count > 127 {
        footer.push(count as u8 | 0x80);
        count >>= 7;
    }
    footer.push(count as u8);
    footer.extend(b"\x48\x01m\x15\x02\x00");
    footer.extend(b"\x35\x00\x18\x01a\x15\x02\x00".repeat(depth));
    footer.extend(b"\x15\x0c\x25\x00\x18\x01a\x00");
    footer.extend(b"\x16\x00\x19\x0c\x00");
    let length = (footer.len() as u32).to_le_bytes();
    [b"PAR1", &footer[..], &length, b"PAR1"].concat()
}

/// Damaged and hostile files end a batch with a message, whatever the library makes of them.
#[test]
fn files_that_cannot_be_read() {
    let directory = Directory::new();
    let whole = fs::read(&cases()[0]).expect("a file");
    let mut damaged: Vec<Vec<u8>> = vec![
        b"PAR1".to_vec(),
        b"PAR1PAR1".to_vec(),
        b"PAR1\xff\xff\xff\xffPAR1".to_vec(),
        nested(100),
        nested(1_000_000),
        whole[..whole.len() / 2].to_vec(),
    ];
    // Every hundredth byte changed, one at a time.
    for n in (4..whole.len()).step_by(100) {
        let mut bytes = whole.clone();
        bytes[n] ^= 0x55;
        damaged.push(bytes);
    }
    for (n, bytes) in damaged.iter().enumerate() {
        let path = directory.write("bad.parquet", bytes);
        let run = run(&["batch", &path, "--with-input"]);
        assert!(
            run.code == 74 || (run.code == 0 && n > 5),
            "{n}: {}",
            run.err
        );
        assert!(!run.err.contains("panicked"), "{n}: {}", run.err);
        assert_eq!(
            run.code == 74,
            run.err.starts_with("error: "),
            "{n}: {}",
            run.err
        );
    }
    let lines = directory.write("lines.parquet", mixture(3).as_bytes());
    assert_eq!(run(&["batch", &lines]).code, 74);
    let other = run(&["batch", SEEDS]);
    assert_eq!(other.code, 74);
    assert!(
        other
            .err
            .contains("no column `integrand` among `data_source`"),
        "{}",
        other.err
    );
}
