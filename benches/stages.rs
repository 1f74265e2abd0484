//! One group per stage of a verdict, over the same few pairs from textbook to Rubi size.

use std::hint::black_box;

use barrow::calculus::derivative;
use barrow::decide::{Domain, Policy};
use barrow::enclosure::natural::{Mode, Natural, Region, evaluate, rational};
use barrow::enclosure::{Big, Interval, Special};
use barrow::expr::{Arena, Id, SymbolId};
use barrow::number::Rational;
use barrow::simplify::canonical;
use barrow::syntax::Dialect;
use barrow::tower::{Identity, Prover};
use barrow::verify::{Question, Verifier};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

/// Name, f, F; in SymPy's dialect. The last two are rows of Rubi's test suite (MIT).
const PAIRS: &[(&str, &str, &str)] = &[
    ("power", "x**7", "x**8/8"),
    ("parts", "x*cos(x)", "x*sin(x) + cos(x)"),
    ("log", "1/(x*log(x))", "log(log(x))"),
    ("sqrt", "x/sqrt(x**2 + 9)", "sqrt(x**2 + 9)"),
    ("arcsine", "1/sqrt(8 + 2*x - x**2)", "asin((x - 1)/3)"),
    (
        "quartic",
        "1/(x**4 + 4)",
        "log((x**2 + 2*x + 2)/(x**2 - 2*x + 2))/16 + (atan(x + 1) + atan(x - 1))/8",
    ),
    (
        "trigonometric",
        "sin(3*x)**4*cos(3*x)**2",
        "x/16 - sin(12*x)/192 - sin(6*x)**3/144",
    ),
    ("wrong", "x*cos(x)", "x*sin(x) - cos(x)"),
    RUBI_MEDIAN,
    RUBI_LARGE,
];

/// From the median of the rows without parameters.
const RUBI_MEDIAN: (&str, &str, &str) = (
    "rubi_median",
    "(1 - 2*x)**2/((2 + 3*x)**3*(3 + 5*x))",
    "49/(18*(2 + 3*x)**2) + 217/(9*(2 + 3*x)) - 121*log(2 + 3*x) + 121*log(3 + 5*x)",
);

/// Larger than 95 % of them.
const RUBI_LARGE: (&str, &str, &str) = (
    "rubi_large",
    "(1 - 2*x)**(3/2)/((2 + 3*x)**6*sqrt(3 + 5*x))",
    "7*sqrt(1 - 2*x)*sqrt(3 + 5*x)/(15*(2 + 3*x)**5) \
     + 293*sqrt(1 - 2*x)*sqrt(3 + 5*x)/(120*(2 + 3*x)**4) \
     + 23909*sqrt(1 - 2*x)*sqrt(3 + 5*x)/(1680*(2 + 3*x)**3) \
     + 835409*sqrt(1 - 2*x)*sqrt(3 + 5*x)/(9408*(2 + 3*x)**2) \
     + 87374783*sqrt(1 - 2*x)*sqrt(3 + 5*x)/(131712*(2 + 3*x)) \
     - 333216939*atan(sqrt(1 - 2*x)/(sqrt(7)*sqrt(3 + 5*x)))/(43904*sqrt(7))",
);

/// A pair that has been read.
struct Problem {
    name: &'static str,
    question: Question,
    arena: Arena,
    integrand: Id,
    antiderivative: Id,
    variable: SymbolId,
}

fn verifier(domain: Domain) -> Verifier {
    let policy = Policy {
        domain,
        ..Policy::default()
    };
    Verifier::new(policy).dialect(Dialect::Sympy)
}

fn problems() -> Vec<Problem> {
    let problem = |&(name, f, big_f): &(&'static str, &str, &str)| {
        let question = Question::new(f, big_f);
        let read = verifier(Domain::Every).read(&question).ok()?;
        let variable = read.arena.find_symbol("x")?;
        Some(Problem {
            name,
            question,
            arena: read.arena,
            integrand: read.integrand,
            antiderivative: read.antiderivative,
            variable,
        })
    };
    let problems: Vec<Problem> = PAIRS.iter().filter_map(problem).collect();
    assert_eq!(problems.len(), PAIRS.len(), "a pair cannot be read");
    problems
}

fn group(c: &mut Criterion, stage: &str, mut run: impl FnMut(&Problem)) {
    let mut group = c.benchmark_group(stage);
    for problem in problems() {
        group.bench_function(BenchmarkId::from_parameter(problem.name), |b| {
            b.iter(|| run(&problem));
        });
    }
    group.finish();
}

fn parse(c: &mut Criterion) {
    let verifier = verifier(Domain::Every);
    group(c, "parse", |problem| {
        black_box(verifier.read(&problem.question).is_ok());
    });
}

fn derive(c: &mut Criterion) {
    group(c, "derive", |problem| {
        let mut arena = problem.arena.clone();
        let rate = derivative(&mut arena, problem.antiderivative, problem.variable);
        black_box(canonical(&mut arena, rate));
    });
}

/// Both sides with slopes in a narrow box in which all pairs are defined.
fn enclose<R: Special>(problem: &Problem, precision: u32) -> Vec<Natural<R>> {
    let point = Rational::new(1_234_567, 1_000_000).unwrap_or(Rational::ONE);
    let width = Rational::new(1, 1 << 40).unwrap_or(Rational::ONE);
    let low = rational::<R>(&point, precision);
    let high = rational::<R>(&(&point + &width), precision);
    let region = Region {
        symbols: &[low.hull(&high)],
        variable: problem.variable,
        precision,
    };
    let roots = [problem.integrand, problem.antiderivative];
    let nodes = problem.arena.reachable(&roots);
    evaluate(&problem.arena, &nodes, &region, Mode::Strict)
}

fn screen(c: &mut Criterion) {
    group(c, "screen", |problem| {
        black_box(enclose::<Interval>(problem, 53));
    });
}

fn enclosure(c: &mut Criterion) {
    for precision in [128, 1024] {
        group(c, &format!("enclosure_{precision}"), |problem| {
            black_box(enclose::<Big>(problem, precision));
        });
    }
}

fn identity(c: &mut Criterion) {
    let mut seed = [0_u8; 32];
    group(c, "identity", |problem| {
        let identity = Identity {
            arena: &problem.arena,
            integrand: problem.integrand,
            antiderivative: problem.antiderivative,
            variable: problem.variable,
            positive: &[false],
        };
        // The primes are drawn anew each time; some take longer to find than others.
        seed[0] = seed[0].wrapping_add(1);
        let _ = black_box(Prover::new(identity, seed, 80.0).all_branches());
    });
}

fn whole(c: &mut Criterion) {
    for (name, domain) in [("every", Domain::Every), ("complex", Domain::Complex)] {
        let verifier = verifier(domain);
        group(c, &format!("whole_{name}"), |problem| {
            black_box(verifier.verify(&problem.question));
        });
    }
}

criterion_group! {
    name = stages;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(std::time::Duration::from_millis(300))
        .measurement_time(std::time::Duration::from_secs(1));
    targets = parse, derive, screen, identity, enclosure, whole
}
criterion_main!(stages);
