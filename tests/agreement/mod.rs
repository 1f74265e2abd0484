use barrow::enclosure::Interval;
use barrow::enclosure::natural::{Mode, Natural, Region, evaluate, rational};
use barrow::expr::{Arena, Id};
use barrow::number::Rational;

/// At how many of some points both expressions are real and may be equal. `None` if they differ at
/// one, or if one is real where the other is nowhere.
pub fn agreements(arena: &Arena, a: Id, b: Id) -> Option<usize> {
    let nodes = arena.reachable(&[a, b]);
    let variable = arena.find_symbol("x")?;
    let point = |n: i64, d: i64| {
        let q = Rational::new(n, d).expect("no zero");
        rational::<Interval>(&q, 53)
    };
    let mut met = 0;
    for k in 0..24_i64 {
        let symbols: Vec<Interval> = (0..arena.symbol_count() as i64)
            .map(|s| {
                if s == variable.index() as i64 {
                    point((2 * k - 23) * 37, 101)
                } else {
                    point(5 + 7 * s + k, 11 + 2 * s)
                }
            })
            .collect();
        let region = Region {
            symbols: &symbols,
            variable,
            precision: 53,
        };
        let values = evaluate(arena, &nodes, &region, Mode::Strict);
        match (&values[a.index()], &values[b.index()]) {
            (Natural::Real { value: a, .. }, Natural::Real { value: b, .. }) => {
                if a.lower() > b.upper() || b.lower() > a.upper() {
                    return None;
                }
                met += 1;
            }
            (Natural::Real { .. }, Natural::Nowhere) | (Natural::Nowhere, Natural::Real { .. }) => {
                return None;
            }
            _ => {}
        }
    }
    Some(met)
}
