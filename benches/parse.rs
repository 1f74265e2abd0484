//! Reading and printing: microseconds for an expression of about 40 bytes, plain and in LaTeX, and
//! the rate on long ones.

use std::hint::black_box;

use barrow::expr::Arena;
use barrow::syntax::{self, Reading, Syntax};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};

const FORTY: &[(&str, &str)] = &[
    ("polynomial", "3*x^5/5 - 2*x^3/3 + 7*x^2 - 11*x + C"),
    ("functions", "x*sin(2*x)/4 - exp(-x^2)*log(x + 1)/2"),
    ("unsigned", "3x sin^2 x cos 2x + (x+1)(x-1) e^x ln x"),
];

fn parse(c: &mut Criterion) {
    let reading = Reading::antiderivative(Vec::new());
    let mut group = c.benchmark_group("parse");
    for &(name, text) in FORTY {
        let mut arena = Arena::new();
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| {
                arena.clear();
                syntax::read(black_box(text), &reading, &mut arena)
            });
        });
    }
    let long = (0..2_000)
        .map(|k| format!("{k}*x^{k}"))
        .collect::<Vec<_>>()
        .join(" + ");
    group.throughput(Throughput::Bytes(long.len() as u64));
    group.bench_function("long sum", |b| {
        b.iter_batched(
            Arena::new,
            |mut arena| syntax::read(black_box(&long), &reading, &mut arena),
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

/// LaTeX of about 40 bytes, as SymPy prints it, as people write it, and with a remark.
const FORTY_LATEX: &[(&str, &str)] = &[
    (
        "printed",
        r"\frac{x^{3}}{3} - \frac{\sin{\left(x \right)}}{2}",
    ),
    ("written", r"\frac12x^2\ln x-\frac{1}{4}x^2+\tan^{-1}x"),
    ("remarked", r"e^{2x}\left(2\sin x-3\cos x y\right)/1/2x"),
];

fn latex(c: &mut Criterion) {
    let reading = Reading {
        syntax: Syntax::Latex,
        ..Reading::antiderivative(vec!["y".into()])
    };
    let mut group = c.benchmark_group("latex");
    let mut arena = Arena::new();
    for &(name, text) in FORTY_LATEX {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| {
                arena.clear();
                syntax::read(black_box(text), &reading, &mut arena)
            });
        });
    }
    // A sum of terms like those above: the rate must not depend on the length.
    for bytes in [100, 1_000, 10_000, 65_536] {
        let text = (0..bytes / 50)
            .map(|k| format!(r"\frac{{x^{{{k}}}}}{{{k}}}\sin{{\left({k} x \right)}}"))
            .collect::<Vec<_>>()
            .join(" - ");
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(format!("{bytes} bytes"), |b| {
            b.iter(|| {
                arena.clear();
                syntax::read(black_box(&text), &reading, &mut arena)
            });
        });
    }
    group.finish();
}

fn print(c: &mut Criterion) {
    let reading = Reading::antiderivative(Vec::new());
    let mut arena = Arena::new();
    let mut group = c.benchmark_group("print");
    for &(name, text) in FORTY {
        let Ok(id) = syntax::read(text, &reading, &mut arena) else {
            continue;
        };
        group.bench_function(name, |b| b.iter(|| arena.plain(black_box(id)).complete()));
    }
    group.finish();
}

criterion_group!(benches, parse, latex, print);
criterion_main!(benches);
