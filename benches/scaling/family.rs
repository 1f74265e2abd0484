//! Questions of any size, of which it is known that the answer is right.

use std::fmt::Write;

/// What the size of a question counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Nodes of both sides.
    Nodes,
    /// Functions that no identity connects.
    Kernels,
    /// Functions inside each other.
    Depth,
}

/// A family of questions, one for each size.
pub struct Family {
    pub name: &'static str,
    pub measure: Measure,
    /// The largest size.
    pub largest: usize,
    /// f and F.
    pub make: fn(usize) -> [String; 2],
}

pub const FAMILIES: &[Family] = &[
    Family {
        name: "sum of powers",
        measure: Measure::Nodes,
        largest: 100_000,
        make: |n| {
            let terms = n.div_ceil(5);
            let f = sum(terms, |k| format!("{}*x^{k}", k + 1));
            [f, sum(terms, |k| format!("x^{}", k + 1))]
        },
    },
    Family {
        name: "sum of fractions",
        measure: Measure::Nodes,
        largest: 100_000,
        make: |n| {
            let terms = n.div_ceil(6);
            let f = sum(terms, |k| format!("-1/(x + {k})^2"));
            [f, sum(terms, |k| format!("1/(x + {k})"))]
        },
    },
    Family {
        name: "product of binomials",
        measure: Measure::Nodes,
        largest: 100_000,
        make: |n| {
            let factors = n.div_ceil(4);
            let product = joined(factors, "*", |k| format!("(x + {k})"));
            let f = format!("{product}*({})", sum(factors, |k| format!("1/(x + {k})")));
            [f, product]
        },
    },
    Family {
        name: "exp times a polynomial",
        measure: Measure::Nodes,
        largest: 100_000,
        make: |n| {
            let terms = n.div_ceil(7);
            let f = sum(terms, |k| format!("x^{k} + {k}*x^{}", k - 1));
            let big_f = sum(terms, |k| format!("x^{k}"));
            [format!("exp(x)*({f})"), format!("exp(x)*({big_f})")]
        },
    },
    Family {
        name: "square roots in a sum",
        measure: Measure::Nodes,
        largest: 100_000,
        make: |n| {
            let terms = n.div_ceil(6);
            let root = "sqrt(x^2 + 1)";
            let f = sum(terms, |k| {
                format!("{k}*x^{}*{root} + x^{}/{root}", k - 1, k + 1)
            });
            [f, sum(terms, |k| format!("x^{k}*{root}"))]
        },
    },
    Family {
        name: "exp(x^k)",
        measure: Measure::Kernels,
        largest: 256,
        make: |n| {
            let f = sum(n, |k| format!("{k}*x^{}*exp(x^{k})", k - 1));
            [f, sum(n, |k| format!("exp(x^{k})"))]
        },
    },
    Family {
        name: "log(x + k)",
        measure: Measure::Kernels,
        largest: 256,
        make: |n| {
            let big_f = sum(n, |k| format!("(x + {k})*log(x + {k}) - x"));
            [sum(n, |k| format!("log(x + {k})")), big_f]
        },
    },
    Family {
        name: "sqrt(x + k)",
        measure: Measure::Kernels,
        largest: 256,
        make: |n| {
            let f = sum(n, |k| format!("sqrt(x + {k})"));
            [f, sum(n, |k| format!("2*(x + {k})*sqrt(x + {k})/3"))]
        },
    },
    Family {
        name: "sin(k x)",
        measure: Measure::Kernels,
        largest: 256,
        make: |n| {
            let f = sum(n, |k| format!("{k}*cos({k}*x)"));
            [f, sum(n, |k| format!("sin({k}*x)"))]
        },
    },
    Family {
        name: "sin(x^k)",
        measure: Measure::Kernels,
        largest: 256,
        make: |n| {
            let f = sum(n, |k| format!("{k}*x^{}*cos(x^{k})", k - 1));
            [f, sum(n, |k| format!("sin(x^{k})"))]
        },
    },
    Family {
        name: "atan(x/k)",
        measure: Measure::Kernels,
        largest: 256,
        make: |n| {
            let big_f = sum(n, |k| format!("x*atan(x/{k}) - {k}*log(x^2 + {})/2", k * k));
            [sum(n, |k| format!("atan(x/{k})")), big_f]
        },
    },
    Family {
        name: "abs(x - k)",
        measure: Measure::Kernels,
        largest: 256,
        make: |n| {
            let f = sum(n, |k| format!("sign(x - {k})"));
            [f, sum(n, |k| format!("abs(x - {k})"))]
        },
    },
    Family {
        name: "Horner",
        measure: Measure::Depth,
        largest: 250,
        make: |n| {
            let f = sum(n, |k| format!("{k}*x^{}", k - 1));
            [
                f,
                format!("{}x{}", "x*(1 + ".repeat(n - 1), ")".repeat(n - 1)),
            ]
        },
    },
    Family {
        name: "sin(sin(… x))",
        measure: Measure::Depth,
        largest: 250,
        make: |n| {
            let chain = |depth: usize| format!("{}x{}", "sin(".repeat(depth), ")".repeat(depth));
            let f = joined(n, "*", |k| format!("cos({})", chain(k - 1)));
            [f, chain(n)]
        },
    },
    Family {
        name: "exp(-exp(… -x))",
        measure: Measure::Depth,
        largest: 250,
        make: |n| {
            let chain = |depth: usize| format!("{}x{}", "exp(-".repeat(depth), ")".repeat(depth));
            let f = joined(n, "*", |k| format!("(-{})", chain(k)));
            [f, chain(n)]
        },
    },
    Family {
        name: "sqrt(x^2 + sqrt(… x))",
        measure: Measure::Depth,
        largest: 100,
        make: |n| {
            let mut chain = "x".to_owned();
            let mut derivative = "1".to_owned();
            for _ in 0..n {
                chain = format!("sqrt(x^2 + {chain})");
                derivative = format!("(2*x + {derivative})/(2*{chain})");
            }
            [derivative, chain]
        },
    },
];

fn sum(terms: usize, term: impl Fn(usize) -> String) -> String {
    joined(terms, " + ", term)
}

fn joined(terms: usize, with: &str, term: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for k in 1..=terms {
        if k > 1 {
            text.push_str(with);
        }
        // Writing to a string does not fail.
        let _ = write!(text, "{}", term(k));
    }
    text
}
