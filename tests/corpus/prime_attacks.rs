//! Wrong pairs made to vanish modulo a prime that the attacker knows.
//!
//! Primes are drawn per question from a pool of more than 2³⁵, so that nobody can know them; these
//! rows must be refused whatever is drawn, also when the prime happens to be of the same form.

use barrow::field::draw;
use barrow::verify::VerdictKind;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::prelude::*;

use crate::layers::Case;
use crate::row::Row;

/// The structure that the pool's primes have: p = M·q + 1.
const M: u64 = 55_440;

/// `base` to the n by squaring, written out, so that no exponent betrays n.
fn squarings(base: &str, n: u64) -> String {
    let mut text = base.to_owned();
    for bit in (0..n.ilog2()).rev() {
        text = format!("({text})^2");
        if n >> bit & 1 == 1 {
            text = format!("{text}*{base}");
        }
    }
    text
}

/// (kind, f, F): wrong pairs, each an identity modulo p or where xᵖ = x.
fn attacks(p: u64) -> Vec<(&'static str, String, String)> {
    let s = |text: &str| text.to_owned();
    vec![
        ("multiple of p", s("1"), format!("x+{p}*x")),
        ("small multiple of p", s("1"), format!("x+{p}*x/10^60")),
        (
            "p times a function",
            s("cos(x)"),
            format!("sin(x)+{p}*sin(x)/10^40"),
        ),
        ("exponent p", s("0"), format!("exp({p}*x)")),
        (
            "exponent p + 2",
            s("2*exp(2*x)"),
            format!("exp({}*x)", p + 2),
        ),
        (
            "power p by squaring",
            s("x"),
            format!("x^2/2+{}", squarings("x", p)),
        ),
        (
            "freshman's dream",
            s("x"),
            format!(
                "x^2/2+x/(1+x^2)*({}-{}-1)",
                squarings("(1+x)", p),
                squarings("x", p)
            ),
        ),
        (
            "freshman's dream, powers",
            s("x"),
            format!("x^2/2+x/(1+x^2)*((1+x)^{p}-x^{p}-1)"),
        ),
        ("Fermat in f", squarings("x", p - 1), s("x")),
        ("Fermat in f, a power", format!("x^{}", p - 1), s("x")),
        (
            "Fermat for 2",
            s("1"),
            format!("x+x*({}-1)/2^1000", squarings("2", p - 1)),
        ),
        (
            "Fermat for 2, a power",
            s("1"),
            format!("x+x*(2^{}-1)/2^1000", p - 1),
        ),
        (
            "the group's order",
            format!("x^{}", (p - 1) / M),
            format!("x^{}/2+x", (p - 1) / M),
        ),
        ("roots of unity", format!("x^{M}"), s("x")),
        (
            "powers equal modulo p - 1",
            format!("3*x^2*{}", p - 1),
            format!("(x^3+x^{})*{}/2", p + 2, p - 1),
        ),
        (
            "argument modulo p",
            s("cos(x)"),
            format!("sin({}*x)/{}", p + 1, p + 1),
        ),
    ]
}

fn check(primes: &[u64]) {
    let rows: Vec<Row> = primes
        .iter()
        .flat_map(|p| attacks(*p).into_iter().map(move |attack| (p, attack)))
        .map(|(p, (kind, f, big_f))| Row::wrong(format!("{kind}, p = {p}"), f, big_f))
        .collect();
    let accepted: Vec<String> = rows
        .par_iter()
        .filter(|row| {
            let case = Case::new(row).unwrap_or_else(|| panic!("{}", row.id));
            (0..2).any(|seed| case.all_branches(seed))
                || case.structural()
                || row.verdict().verdict == VerdictKind::Equal
        })
        .map(|row| row.id.clone())
        .collect();
    assert!(accepted.is_empty(), "{}", accepted.join("\n"));
}

#[test]
fn a_well_known_prime() {
    check(&[1_152_921_506_957_035_201]);
}

#[test]
fn primes_of_the_pool() {
    let mut generator = ChaCha12Rng::from_seed([5; 32]);
    let primes: Vec<u64> = (0..5)
        .map(|_| draw(M, &mut generator, 64, |_| true).unwrap().p())
        .collect();
    check(&primes);
}

#[test]
fn a_product_of_primes_of_the_pool() {
    let mut generator = ChaCha12Rng::from_seed([6; 32]);
    let primes: Vec<String> = (0..4)
        .map(|_| {
            draw(M, &mut generator, 64, |_| true)
                .unwrap()
                .p()
                .to_string()
        })
        .collect();
    let product = primes.join("*");
    for (f, big_f) in [
        ("1", format!("x+{product}*x/10^90")),
        ("cos(x)", format!("sin(x)+exp({product}*x)")),
    ] {
        let row = Row::wrong(big_f.clone(), f, big_f);
        assert!(!Case::new(&row).unwrap().all_branches(1), "{}", row.id);
        assert_ne!(row.verdict().verdict, VerdictKind::Equal, "{}", row.id);
    }
}
