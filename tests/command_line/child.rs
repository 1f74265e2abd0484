//! A long-lived child process that answers line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::program::{line, mixture, program};

#[test]
fn each_line_is_answered_before_the_next() {
    let mut child = program()
        .args(["batch", "--header"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut answer = || answers.next().expect("an answer").expect("UTF-8");
    // The header does not wait for a question.
    assert!(answer().starts_with("{\"header\":"));
    for id in 0..10 {
        stdin
            .write_all(line(id, "cos(x)", "sin(x)").as_bytes())
            .expect("the program reads");
        assert!(answer().starts_with(&format!("{{\"id\":{id},\"verdict\":\"equal\"")));
    }
    // Several at once, and half a line that is no question yet.
    stdin
        .write_all(mixture(40).as_bytes())
        .expect("the program reads");
    stdin
        .write_all(b"{\"id\": 7, \"integ")
        .expect("the program reads");
    for _ in 0..40 {
        answer();
    }
    stdin
        .write_all(b"rand\": \"1\", \"antiderivative\": \"x\"}\n")
        .expect("the program reads");
    assert!(answer().starts_with("{\"id\":7,\"verdict\":\"equal\""));
    drop(stdin);
    assert_eq!(child.wait().expect("the program ends").code(), Some(0));
}
