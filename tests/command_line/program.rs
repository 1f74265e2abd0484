//! Runs the program.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use serde_json::Value;

/// What a run of the program came to.
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    /// The output as records.
    pub fn records(&self) -> Vec<Value> {
        self.out
            .lines()
            .map(|line| serde_json::from_str(line).expect(line))
            .collect()
    }

    /// One field of each record, as text.
    pub fn column(&self, name: &str) -> Vec<String> {
        let text = |value: &Value| value.as_str().map_or(value.to_string(), str::to_owned);
        self.records()
            .iter()
            .map(|record| text(&record[name]))
            .collect()
    }
}

pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_barrow"));
    command.env_remove("BARROW_KEY");
    command
}

pub fn run(arguments: &[&str]) -> Run {
    run_with(arguments, b"")
}

/// With this on the standard input.
pub fn run_with(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = program()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let output = thread::scope(|scope| {
        scope.spawn(move || {
            // A program that does not read its input closes the pipe.
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().expect("the program ends")
    });
    Run {
        code: output.status.code().expect("no signal"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// A directory of its own for one test, removed afterwards.
pub struct Directory(PathBuf);

impl Directory {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "{}-{}",
            std::process::id(),
            COUNT.fetch_add(1, Ordering::Relaxed)
        );
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).expect("a directory");
        Self(path)
    }

    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }

    pub fn write(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.path(name);
        fs::write(&path, bytes).expect("a file");
        path
    }

    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("a directory");
        let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let mut names: Vec<_> = entries
            .map(|entry| name(entry.expect("an entry")))
            .collect();
        names.sort();
        names
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A line of input.
pub fn line(id: usize, integrand: &str, antiderivative: &str) -> String {
    let record = serde_json::json!({
        "id": id, "integrand": integrand, "antiderivative": antiderivative,
    });
    format!("{record}\n")
}

/// Lines of input.
pub fn lines(records: &[Value]) -> String {
    let texts: Vec<String> = records.iter().map(Value::to_string).collect();
    texts.join("\n") + "\n"
}

/// Lines with all kinds of verdicts, some of them quick and some slow.
pub fn mixture(count: usize) -> String {
    (0..count)
        .map(|id| match id % 6 {
            0 => line(id, "cos(x)", "sin(x)"),
            1 => line(id, "cos(x)", "sin(x) + x/1000"),
            2 => line(id, &format!("x^{id}"), &format!("x^{}/{}", id + 1, id + 1)),
            3 => line(id, "sqrt(x^2+1)", "x*sqrt(x^2+1)/2 + asinh(x)/2"),
            4 => line(id, "cos(x", "sin(x)"),
            _ => "\n".into(),
        })
        .collect()
}
