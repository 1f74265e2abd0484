//! Every enclosure must contain the reference values of `tests/data/reference.txt` (mpmath, 200
//! bits; made by `reference.py`), at several precisions, and be narrow.
use std::collections::BTreeMap;

use barrow::enclosure::Big;
use barrow::enclosure::Complex;
use barrow::enclosure::Interval;
use barrow::enclosure::Real;
use barrow::enclosure::Special;
use barrow::enclosure::dyadic::{Direction, Dyadic};
use num_bigint::BigInt;

struct Row {
    name: String,
    complex: bool,
    args: Vec<(BigInt, i64)>,
    values: Vec<(BigInt, i64)>,
}

fn rows() -> Vec<Row> {
    let text = include_str!("data/reference.txt");
    text.lines()
        .map(|line| {
            let f: Vec<&str> = line.split_whitespace().collect();
            let complex = f[1] == "C";
            let n: usize = f[2].parse().unwrap();
            let pairs: Vec<(BigInt, i64)> = f[3..]
                .chunks(2)
                .map(|c| (c[0].parse().unwrap(), c[1].parse().unwrap()))
                .collect();
            let n = if complex { 2 * n } else { n };
            Row {
                name: f[0].into(),
                complex,
                args: pairs[..n].to_vec(),
                values: pairs[n..].to_vec(),
            }
        })
        .collect()
}

fn dyadic(p: &(BigInt, i64)) -> Dyadic {
    Dyadic::rounded(p.0.clone(), p.1, 1 << 30, Direction::Down).unwrap()
}

/// The reference value: rounded to 200 bits, so within one unit of its 200th bit.
fn reference(p: &(BigInt, i64)) -> Big {
    let bits = p.0.bits() as i64;
    let pad = (200 - bits).max(0);
    let m = &p.0 << pad;
    let one = BigInt::from(if bits == 0 { 0 } else { 1 });
    let at = |m: BigInt| Dyadic::rounded(m, p.1 - pad, 1 << 30, Direction::Down);
    Big::new(at(&m - &one), at(m + one), 1 << 15)
}

fn real<R: Special>(name: &str, x: &R) -> Option<R> {
    let p = x.precision();
    if let Some(n) = name.strip_prefix("root") {
        return x.root(n.parse().unwrap());
    }
    if let Some(n) = name.strip_prefix("powi") {
        return x.powi(n.parse().unwrap());
    }
    match name {
        "exp" => Some(x.exp()),
        "ln" => x.ln(),
        "sin" => Some(x.sin()),
        "cos" => Some(x.cos()),
        "tan" => x.tan(),
        "atan" => Some(x.atan()),
        "asin" => x.asin(),
        "acos" => x.acos(),
        "sinh" => Some(x.sinh()),
        "cosh" => Some(x.cosh()),
        "tanh" => Some(x.tanh()),
        "asinh" => Some(x.asinh()),
        "acosh" => x.acosh(),
        "atanh" => x.atanh(),
        "sqrt" => x.sqrt(),
        "erf" => Some(x.erf()),
        "erfc" => Some(x.erfc()),
        "erfi" => Some(x.erfi()),
        "si" => Some(x.si()),
        "ci" => x.ci(),
        "ei" => x.ei(),
        "li" => x.li(),
        "shi" => Some(x.shi()),
        "chi" => x.chi(),
        "gamma" => Some(R::euler_gamma(p)),
        "pi" => Some(R::pi(p)),
        _ => panic!("unknown {name}"),
    }
}

fn complex<R: Special>(name: &str, z: &[Complex<R>]) -> Option<Complex<R>> {
    match name {
        "exp" => Some(z[0].exp()),
        "log" => z[0].log(),
        "sqrt" => z[0].sqrt(),
        "sin" => Some(z[0].sin()),
        "cos" => Some(z[0].cos()),
        "tan" => z[0].tan(),
        "sinh" => Some(z[0].sinh()),
        "cosh" => Some(z[0].cosh()),
        "tanh" => z[0].tanh(),
        "recip" => z[0].recip(),
        "cube" => z[0].powi(3),
        "invfourth" => z[0].powi(-4),
        "pow_2_3" => z[0].pow_ratio(4, 6),
        "pow_-5_2" => z[0].pow_ratio(-5, 2),
        "pow" => z[0].pow(&z[1]),
        "mul" => Some(z[0].mul(&z[1])),
        "div" => z[0].div(&z[1]),
        "erf" => R::complex_erf(&z[0]),
        "erfc" => R::complex_erfc(&z[0]),
        "erfi" => R::complex_erfi(&z[0]),
        "si" => R::complex_si(&z[0]),
        "shi" => R::complex_shi(&z[0]),
        "ci" => R::complex_ci(&z[0]),
        "chi" => R::complex_chi(&z[0]),
        "ei" => R::complex_ei(&z[0]),
        _ => panic!("unknown {name}"),
    }
}

fn meets(x: &Big, v: &Big) -> bool {
    !x.disjoint(v)
}

#[test]
fn big_contains_reference_values() {
    let mut worst: BTreeMap<(String, u32), f64> = BTreeMap::new();
    for row in rows() {
        let args: Vec<Dyadic> = row.args.iter().map(dyadic).collect();
        let values: Vec<Big> = row.values.iter().map(reference).collect();
        let long = values[0].lower().is_some_and(|d| d.parts().0.bits() > 1000);
        for prec in [64, 96, 128, 256, 512, 1000, 2048, 4096]
            .into_iter()
            .take(if long { 8 } else { 5 })
        {
            let at = |d: &Dyadic| Big::from_dyadic(d, prec);
            let label = format!(
                "{} {:?} at {prec}",
                row.name,
                args.iter().map(Dyadic::near_f64).collect::<Vec<_>>()
            );
            if row.complex {
                let z: Vec<_> = args
                    .chunks(2)
                    .map(|c| Complex::new(at(&c[0]), at(&c[1])))
                    .collect();
                let y = complex(&row.name, &z).unwrap_or_else(|| panic!("none: {label}"));
                assert!(
                    meets(&y.re, &values[0]) && meets(&y.im, &values[1]),
                    "{label}: {y:?}"
                );
                let width = y.re.width_log2().max(y.im.width_log2());
                let loss = f64::from(prec)
                    - (values[0].magnitude_log2().max(values[1].magnitude_log2()) - width);
                let w = worst
                    .entry((format!("complex {}", row.name), prec))
                    .or_insert(0.0);
                *w = w.max(loss);
            } else {
                let x = at(&args[0]);
                let Some(y) = real(&row.name, &x) else {
                    assert!(!x.is_point() || args[0].top() > 300, "none: {label}");
                    continue;
                };
                assert!(
                    meets(&y, &values[0]),
                    "{label}: {:?} vs {:?}",
                    y.to_decimal(40),
                    values[0].to_decimal(40)
                );
                if x.is_point() && args[0].top() < 800 {
                    let loss = f64::from(prec) - y.accuracy_bits();
                    if loss > 30.0 {
                        println!("LOSS {loss} {label}");
                    }
                    let w = worst.entry((row.name.clone(), prec)).or_insert(0.0);
                    *w = w.max(loss);
                }
            }
        }
    }
    for ((name, prec), loss) in &worst {
        if *prec == 128 {
            println!("{name:12} {prec} bits lost at most {loss:.1}");
        }
    }
}

#[test]
fn interval_contains_reference_values() {
    let mut worst: BTreeMap<String, f64> = BTreeMap::new();
    for row in rows() {
        let args: Vec<Dyadic> = row.args.iter().map(dyadic).collect();
        let values: Vec<Big> = row.values.iter().map(reference).collect();
        let at = |d: &Dyadic| Interval::new(d.to_f64(Direction::Down), d.to_f64(Direction::Up));
        let label = format!(
            "{} {:?}",
            row.name,
            args.iter().map(Dyadic::near_f64).collect::<Vec<_>>()
        );
        if row.complex {
            let z: Vec<_> = args
                .chunks(2)
                .map(|c| Complex::new(at(&c[0]), at(&c[1])))
                .collect();
            let y = complex(&row.name, &z).unwrap_or_else(|| panic!("none: {label}"));
            assert!(
                meets(&y.re.to_big(64), &values[0]) && meets(&y.im.to_big(64), &values[1]),
                "{label}: {y:?}"
            );
        } else {
            let x = at(&args[0]);
            let Some(y) = real(&row.name, &x) else {
                println!("none: {label}");
                continue;
            };
            assert!(
                meets(&y.to_big(64), &values[0]),
                "{label}: {y:?} vs {:?}",
                values[0].to_decimal(20)
            );
            if x.is_point() {
                let w = worst.entry(row.name.clone()).or_insert(0.0);
                let loss = 53.0 - y.accuracy_bits();
                if loss.is_finite() {
                    *w = w.max(loss);
                }
            }
        }
    }
    for (name, loss) in &worst {
        println!("{name:12} interval bits lost at most {loss:.1}");
    }
}
