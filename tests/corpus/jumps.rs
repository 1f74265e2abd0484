use barrow::verify::{Question, VerdictKind, Verifier};

/// f, F, and where F jumps although f is bounded there.
const CASES: &[(&str, &str, &[&str])] = &[
    ("1/(1+x^2)", "-atan(1/x)", &["0"]),
    ("1/(1+x^2)", "atan(x)", &[]),
    ("x^2", "x^3/3 + sign(x-2)", &["2"]),
    ("x^2", "x^3/3 + abs(3*x-2)/(3*x-2)", &["2/3"]),
    (
        "x^2",
        "x^3/3 + sign(x^2-2)",
        &["-1.414213562373095", "1.414213562373095"],
    ),
    (
        "1/(2+cos(x))",
        "2/sqrt(3)*atan(tan(x/2)/sqrt(3))",
        &["-3.141592653589793", "3.141592653589793"],
    ),
    (
        "0",
        "atan(tan(x)) - x",
        &["-1.570796326794897", "1.570796326794897"],
    ),
    // Its jumps move with a.
    (
        "1/(2+cos(a*x))",
        "2/sqrt(3)*atan(tan(a*x/2)/sqrt(3))/a",
        &[],
    ),
    // Continuous, if not differentiable.
    ("abs(x)", "x*abs(x)/2", &[]),
    ("1/x", "log(abs(x))", &[]),
    ("sign(x)", "abs(x)", &[]),
    // f itself is not bounded.
    ("1/x", "log(abs(x)) + sign(x)", &[]),
    ("-1/x^2", "1/x", &[]),
];

#[test]
fn jumps_are_reported() {
    let verifier = Verifier::default();
    for (f, big_f, jumps) in CASES {
        let verdict = verifier.verify(&Question::new(*f, *big_f));
        assert_eq!(verdict.verdict, VerdictKind::Equal, "{f} | {big_f}");
        assert_eq!(verdict.jumps, *jumps, "{f} | {big_f}");
    }
}
