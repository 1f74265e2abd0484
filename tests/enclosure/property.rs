//! Properties: inclusion against higher precision, interval against Big, narrowing, extremes.
use barrow::enclosure::Big;
use barrow::enclosure::Complex;
use barrow::enclosure::Interval;
use barrow::enclosure::Real;
use barrow::enclosure::Special;
use barrow::enclosure::dyadic::{Direction, Dyadic};
use num_bigint::BigInt;

/// A small deterministic generator (splitmix64).
struct Draw(u64);
impl Draw {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
    /// A signed number with exponent in the range.
    fn wide(&mut self, low: f64, high: f64) -> f64 {
        let e = low + (high - low) * self.unit();
        let m = (1.0 + self.unit()) * e.exp2();
        if self.next() & 1 == 0 { m } else { -m }
    }
}

type Unary<R> = (&'static str, fn(&R) -> Option<R>);

fn functions<R: Real>() -> Vec<Unary<R>> {
    vec![
        ("exp", |x| Some(x.exp())),
        ("ln", |x| x.ln()),
        ("sin", |x| Some(x.sin())),
        ("cos", |x| Some(x.cos())),
        ("tan", |x| x.tan()),
        ("atan", |x| Some(x.atan())),
        ("asin", |x| x.asin()),
        ("acos", |x| x.acos()),
        ("sinh", |x| Some(x.sinh())),
        ("cosh", |x| Some(x.cosh())),
        ("tanh", |x| Some(x.tanh())),
        ("asinh", |x| Some(x.asinh())),
        ("acosh", |x| x.acosh()),
        ("atanh", |x| x.atanh()),
        ("sqrt", |x| x.sqrt()),
        ("root3", |x| x.root(3)),
        ("root20", |x| x.root(20)),
        ("recip", |x| x.recip()),
        ("square", |x| Some(x.square())),
        ("abs", |x| Some(x.abs())),
        ("cube", |x| x.powi(3)),
        ("pow-6", |x| x.powi(-6)),
        ("pow77", |x| x.powi(77)),
        ("scale", |x| Some(x.scale(-3))),
    ]
}

fn specials<R: Special>() -> Vec<Unary<R>> {
    vec![
        ("erf", |x| Some(x.erf())),
        ("erfc", |x| Some(x.erfc())),
        ("erfi", |x| Some(x.erfi())),
        ("si", |x| Some(x.si())),
        ("ci", |x| x.ci()),
        ("ei", |x| x.ei()),
        ("li", |x| x.li()),
        ("shi", |x| Some(x.shi())),
        ("chi", |x| x.chi()),
    ]
}

fn point(x: f64, prec: u32) -> Big {
    Big::from_f64(x, x, prec)
}

fn check_points(list: &[Unary<Big>], rounds: usize, low: f64, high: f64, precisions: &[u32]) {
    let mut draw = Draw(7);
    for &(name, f) in list {
        for _ in 0..rounds {
            let x = draw.wide(low, high);
            let fine = f(&point(x, 700));
            let mut last = f64::INFINITY;
            for &prec in precisions {
                let coarse = f(&point(x, prec));
                match (&coarse, &fine) {
                    (Some(c), Some(t)) => {
                        assert!(
                            !c.disjoint(t),
                            "{name}({x:e}) at {prec}: {:?} {:?}",
                            c.to_decimal(30),
                            t.to_decimal(30)
                        );
                        // The 700-bit enclosure lies inside, but for its own width where an end point is exact.
                        let slack = Big::from_f64(-1.0, 1.0, 64).scale(-690).mul(&t.abs());
                        assert!(t.is_inside(&c.add(&slack)), "{name}({x:e}) at {prec}");
                        let width = c.width_log2();
                        assert!(
                            width <= last || width == f64::NEG_INFINITY,
                            "{name}({x:e}) at {prec}: {width} {last}"
                        );
                        last = width;
                    }
                    (None, None) => {}
                    (None, Some(_)) if name == "tan" && x.abs() > 1e90 => {} // beyond the reduction
                    _ => panic!("{name}({x:e}) at {prec}: domain differs"),
                }
            }
        }
    }
}

#[test]
fn points_agree_with_higher_precision() {
    check_points(&functions(), 60, -40.0, 12.0, &[64, 65, 100, 128, 333, 600]);
    check_points(&functions(), 60, -4.0, 4.0, &[64, 100, 128, 333]);
    check_points(&functions(), 30, -1060.0, 1000.0, &[64, 128, 400]);
}

#[test]
fn special_points_agree_with_higher_precision() {
    check_points(&specials(), 20, -20.0, 9.0, &[64, 100, 128, 300]);
    check_points(&specials(), 8, -1000.0, 1000.0, &[64, 128]);
}

/// f(X) must meet (and, as the point enclosure is tiny, nearly contain) f(x) for x in X.
fn check_intervals(list: &[Unary<Big>], rounds: usize) {
    let mut draw = Draw(11);
    for &(name, f) in list {
        for round in 0..rounds {
            let a = draw.wide(-6.0, 5.0);
            let width = draw
                .wide(-50.0, if round % 2 == 0 { -3.0 } else { 5.0 })
                .abs();
            let b = a + width;
            let x = Big::from_f64(a, b, 80);
            let Some(image) = f(&x) else { continue };
            for k in 0..8 {
                let t = (a + width * f64::from(k) / 7.0).clamp(a, b);
                let value = f(&point(t, 200))
                    .unwrap_or_else(|| panic!("{name} defined on [{a}, {b}], not at {t}"));
                assert!(!value.disjoint(&image), "{name} [{a},{b}] at {t}");
                // The point value, 200 bits, may exceed an exact end point by its own width only.
                let slack = Big::from_f64(-1.0, 1.0, 64)
                    .scale(-150)
                    .mul(&value.abs().add(&Big::from_integer(1, 64)));
                assert!(
                    value.is_inside(&image.add(&slack)),
                    "{name} [{a},{b}] at {t}: {image:?} {value:?}"
                );
            }
        }
    }
}

#[test]
fn intervals_contain_their_points() {
    check_intervals(&functions(), 150);
    check_intervals(&specials(), 40);
}

#[test]
fn machine_intervals_contain_true_values() {
    let mut draw = Draw(5);
    let machine = functions::<Interval>();
    let big = functions::<Big>();
    for (range, rounds) in [
        ((-6.0, 5.0), 2500),
        ((-40.0, 29.0), 1500),
        ((-1074.0, 1023.0), 600),
        ((8.0, 9.6), 400),
    ] {
        for (&(name, f), &(_, g)) in machine.iter().zip(&big) {
            let mut worst = 0.0f64;
            for _ in 0..rounds {
                let x = draw.wide(range.0, range.1);
                let (Some(y), Some(t)) = (f(&Interval::point(x)), g(&point(x, 96))) else {
                    continue;
                };
                let out = y.to_big(96);
                // The true value may stick out by its own width only, where an end point is exact.
                let exact = t.is_inside(&out) || (!t.disjoint(&out) && t.accuracy_bits() > 85.0);
                assert!(exact, "{name}({x:e}): {y:?} {:?}", t.to_decimal(25));
                // Distance of the true value from the middle, in units of the widening.
                if y.is_bounded() && t.is_bounded() && y.lower() < y.upper() {
                    let half = out
                        .upper()
                        .unwrap()
                        .sub(out.lower().unwrap(), 60, Direction::Up)
                        .unwrap()
                        .near_f64()
                        / 2.0;
                    let off = t
                        .middle()
                        .sub(&out.middle(), 60, Direction::Up)
                        .unwrap()
                        .abs()
                        .near_f64();
                    worst = worst.max(off / half);
                }
            }
            println!(
                "{range:?} {name:8} true value at most {worst:.3} of the half width from the middle"
            );
        }
    }
}

#[test]
fn machine_wide_intervals_contain_points() {
    let mut draw = Draw(77);
    for (name, f) in functions::<Interval>() {
        for _ in 0..3000 {
            let a = draw.wide(-4.0, 6.0);
            let b = a + draw.wide(-12.0, 4.0).abs();
            let x = Interval::new(a, b);
            let Some(image) = f(&x) else { continue };
            for _ in 0..4 {
                let t = (a + (b - a) * draw.unit()).clamp(a, b);
                let y = f(&Interval::point(t));
                // A tangent near a pole may be refused at a point.
                let Some(y) = y else { panic!("{name} {t}") };
                assert!(
                    !y.disjoint(&image),
                    "{name} [{a}, {b}] at {t}: {image:?} {y:?}"
                );
            }
        }
    }
}

fn rational(x: f64) -> Dyadic {
    Dyadic::from_f64(x).unwrap()
}

#[test]
fn machine_arithmetic_is_outward_and_exact_when_possible() {
    let mut draw = Draw(3);
    for i in 0..40_000 {
        let (lo, hi) = if i % 3 == 0 {
            (-1070.0, 1020.0)
        } else {
            (-30.0, 30.0)
        };
        let (a, b) = if i % 5 == 0 {
            (
                (draw.next() % 2000) as f64 - 1000.0,
                (draw.next() % 64) as f64 + 1.0,
            )
        } else {
            (draw.wide(lo, hi), draw.wide(lo, hi))
        };
        let (x, y) = (Interval::point(a), Interval::point(b));
        let (p, q) = (rational(a), rational(b));
        let big = 1 << 14;
        for (name, z, down, up) in [
            (
                "add",
                x.add(&y),
                p.add(&q, big, Direction::Down),
                p.add(&q, big, Direction::Up),
            ),
            (
                "sub",
                x.sub(&y),
                p.sub(&q, big, Direction::Down),
                p.sub(&q, big, Direction::Up),
            ),
            (
                "mul",
                x.mul(&y),
                p.mul(&q, big, Direction::Down),
                p.mul(&q, big, Direction::Up),
            ),
            (
                "div",
                x.div(&y).unwrap(),
                p.div(&q, 300, Direction::Down),
                p.div(&q, 300, Direction::Up),
            ),
        ] {
            let (down, up) = (down.unwrap(), up.unwrap());
            let low = z.lower() == f64::NEG_INFINITY || rational(z.lower()).compare(&down).is_le();
            let high = z.upper() == f64::INFINITY || rational(z.upper()).compare(&up).is_ge();
            assert!(low && high, "{name} {a:e} {b:e} {z:?}");
            let mid = down.to_f64(Direction::Down);
            let normal = |x: f64| x.abs() > 1e-250 && x.abs() < 1e250;
            if normal(mid) && normal(a) && normal(b) {
                assert_eq!(
                    (z.lower(), z.upper()),
                    (mid, up.to_f64(Direction::Up)),
                    "tight: {name} {a:e} {b:e}"
                );
            }
        }
        let r = Interval::point(a.abs()).sqrt().unwrap();
        let p = p.abs();
        assert!(
            rational(r.lower())
                .compare(&p.root(2, 200, Direction::Down).unwrap())
                .is_le()
        );
        assert!(
            rational(r.upper())
                .compare(&p.root(2, 200, Direction::Up).unwrap())
                .is_ge()
        );
    }
}

fn big(lo: f64, hi: f64) -> Big {
    Big::from_f64(lo, hi, 64)
}

const INF: f64 = f64::INFINITY;

fn extremes<R: Real>(make: fn(f64, f64) -> R) {
    let show = |x: &R| x.bounds_f64();
    assert_eq!(show(&make(-1.0, 2.0).powi(2).unwrap()), (0.0, 4.0));
    assert_eq!(show(&make(-1.0, 2.0).powi(3).unwrap()), (-1.0, 8.0));
    assert_eq!(show(&make(-3.0, 2.0).square()), (0.0, 9.0));
    assert!(make(-1.0, 2.0).powi(-1).is_none());
    assert_eq!(show(&make(-1.0, 2.0).powi(0).unwrap()), (1.0, 1.0));
    assert_eq!(show(&make(0.0, 0.0).mul(&make(-INF, INF))), (0.0, 0.0));
    assert_eq!(show(&make(-INF, INF).add(&make(1.0, 2.0))), (-INF, INF));
    assert_eq!(show(&make(-INF, INF).sub(&make(-INF, INF))), (-INF, INF));
    assert_eq!(show(&make(1.0, INF).recip().unwrap()), (0.0, 1.0));
    assert_eq!(
        show(&make(1.0, INF).div(&make(1.0, INF)).unwrap()),
        (0.0, INF)
    );
    assert_eq!(show(&make(-INF, -1.0).mul(&make(-INF, -2.0))), (2.0, INF));
    assert!(make(0.0, 1.0).recip().is_none() && make(-1.0, 0.0).recip().is_none());
    assert!(make(0.0, 1.0).ln().is_none());
    assert!(make(-0.5, 1.0).sqrt().is_none());
    assert_eq!(show(&make(4.0, 9.0).sqrt().unwrap()), (2.0, 3.0));
    assert_eq!(show(&make(-INF, INF).sin()), (-1.0, 1.0));
    assert_eq!(show(&make(0.0, INF).cos()), (-1.0, 1.0));
    assert_eq!(show(&make(0.0, 7.0).cos()), (-1.0, 1.0));
    assert_eq!(make(1.0, 2.0).sin().bounds_f64().1, 1.0);
    assert_eq!(make(-2.0, -1.0).sin().bounds_f64().0, -1.0);
    assert_eq!(make(-0.5, 1.0).cos().bounds_f64().1, 1.0);
    assert_eq!(make(3.0, 4.0).cos().bounds_f64().0, -1.0);
    assert!(
        make(1.0, 2.0).tan().is_none()
            && make(1.0, 1.5).tan().is_some()
            && make(-INF, 0.0).tan().is_none()
    );
    assert!(make(-1.0, 1.1).asin().is_none() && make(-1.0, 1.0).acos().is_some());
    assert!(make(0.5, 1.0).atanh().is_none() && make(0.5, 2.0).acosh().is_none());
    for zero in [
        make(0.0, 0.0).sin(),
        make(0.0, 0.0).sinh(),
        make(0.0, 0.0).atan(),
        make(0.0, 0.0).tanh(),
        make(0.0, 0.0).asinh(),
    ] {
        assert!(zero.is_point_zero());
    }
    for one in [
        make(0.0, 0.0).cos(),
        make(0.0, 0.0).cosh(),
        make(0.0, 0.0).exp(),
    ] {
        assert_eq!(show(&one), (1.0, 1.0));
    }
    assert!(make(1.0, 1.0).ln().unwrap().is_point_zero());
    let tiny = make(-1e9, -1e9).exp();
    assert!(tiny.is_nonnegative() && !tiny.is_point_zero());
    assert_eq!(make(-1e300, -1e300).exp().bounds_f64().0, 0.0);
    assert!(
        !make(-1e300, -1e300).exp().is_positive()
            && make(-1e300, -1e300).exp().bounds_f64().1 > 0.0
    );
    assert_eq!(make(1e300, 1e300).exp().bounds_f64().1, INF);
    assert_eq!(show(&make(-INF, 0.0).exp()), (0.0, 1.0));
    assert_eq!(make(-INF, INF).exp().bounds_f64(), (0.0, INF));
    assert_eq!(make(-INF, INF).cosh().bounds_f64(), (1.0, INF));
    assert_eq!(make(-INF, INF).tanh().bounds_f64(), (-1.0, 1.0));
    assert!(make(2.5, 3.5).nearest_integer_if_unique() == Some(BigInt::from(3)));
    assert!(
        make(2.5, 4.5).nearest_integer_if_unique().is_none()
            && make(2.2, 2.8).nearest_integer_if_unique().is_none()
    );
    assert!(make(-2.5, -1.5).nearest_integer_if_unique() == Some(BigInt::from(-2)));
    assert!(make(-INF, INF).nearest_integer_if_unique().is_none());
    assert!(make(0.0, 1.0).disjoint(&make(2.0, 3.0)) && !make(0.0, 2.0).disjoint(&make(2.0, 3.0)));
    assert!(make(0.0, 1.0).intersect(&make(2.0, 3.0)).is_none());
    assert!(make(1.0, 1.0).width_log2() == -INF && make(0.0, INF).width_log2() == INF);
    assert!(make(0.0, 8.0).magnitude_log2() >= 3.0 && make(0.0, 8.0).magnitude_log2() < 3.001);
    for x in [
        make(-INF, INF),
        make(-INF, 3.0),
        make(-5.0, INF),
        make(f64::MAX, INF),
        make(5e-324, 5e-324),
        make(f64::MIN, f64::MAX),
    ] {
        for (_, f) in functions::<R>() {
            let _ = f(&x).map(|y| {
                (
                    y.to_decimal(20),
                    y.digits(10),
                    y.mid_f64(),
                    y.halves().is_some(),
                    y.accuracy_bits(),
                )
            });
        }
        let m = x.midpoint();
        assert!(!m.disjoint(&x));
        if let Some((a, b)) = x.halves() {
            assert!(a.is_inside(&x) && b.is_inside(&x) && !a.disjoint(&b));
        }
    }
    for (n, d) in [
        (1, 3),
        (-22, 7),
        (1, 1),
        (0, 5),
        (6, -4),
        (i64::MAX, i64::MIN),
    ] {
        let q = R::from_ratio(&BigInt::from(n), &BigInt::from(d), 64);
        let back = q.mul(&R::from_integer(d, 64)).sub(&R::from_integer(n, 64));
        assert!(back.contains_zero());
    }
    assert_eq!(
        R::from_ratio(&BigInt::from(1), &BigInt::from(0), 64).bounds_f64(),
        (-INF, INF)
    );
    assert!(make(3.0, 3.0).powi(i64::MIN).unwrap().is_nonnegative());
    assert_eq!(
        make(1.0, 1.0).powi(i64::MAX).unwrap().bounds_f64(),
        (1.0, 1.0)
    );
    let _ = make(-3.0, 3.0).powi(i64::MAX);
    let _ = make(2.0, 3.0).root(u32::MAX);
    let _ = make(0.0, 3.0).root(1000);
    let e = R::e(64).bounds_f64();
    assert!(e.0 <= core::f64::consts::E && core::f64::consts::E <= e.1);
}

#[test]
fn extremes_big() {
    extremes(big);
    let huge = big(1e9, 1e9).exp().powi(1_000_000).unwrap();
    assert!(huge.is_positive() && !huge.is_bounded());
    let tiny = huge.recip().unwrap();
    assert!(tiny.is_nonnegative() && tiny.is_bounded());
    let odd = huge.add(&tiny).sub(&big(1.0, 1.0));
    assert!(odd.is_positive());
    let far = big(1e9, 1e9).exp(); // about 2^(1.44·10^9)
    assert!(far.is_bounded() && far.accuracy_bits() > 60.0);
    let near = far.recip().unwrap();
    assert!(far.add(&near).is_bounded() && far.add(&near).is_positive());
    for (_, f) in functions::<Big>().into_iter().chain(specials()) {
        for x in [
            &far,
            &near,
            &huge,
            &tiny,
            &far.neg(),
            &near.neg(),
            &far.add(&near),
            &huge.neg(),
            &tiny.neg(),
        ] {
            let _ = f(x).map(|y| y.to_decimal(10));
        }
    }
    for (_, f) in specials::<Big>() {
        for x in [
            big(-INF, INF),
            big(0.0, INF),
            big(1.0, INF),
            big(-INF, -1.0),
            big(1e300, 1e300),
            big(-1e300, -1e300),
            big(1e5, 2e5),
            big(5e-324, 1.0),
        ] {
            let _ = f(&x);
        }
    }
}

#[test]
fn extremes_interval() {
    extremes(Interval::new);
    let bad = Interval::new(f64::NAN, f64::NAN);
    assert_eq!(bad.bounds_f64(), (-INF, INF));
    assert!(Interval::new(INF, INF).lower().is_finite());
}

fn planes<R: Real>(make: fn(f64, f64) -> R) {
    let z = |a, b, c, d| Complex::new(make(a, b), make(c, d));
    // The cut of the logarithm.
    let l = z(-2.0, -1.0, 0.0, 0.0).log().unwrap();
    assert!(!l.im.disjoint(&R::pi(64)) && l.im.width_log2() < -50.0);
    assert!(z(-2.0, -1.0, -1.0, 0.0).log().is_none());
    assert!(z(-2.0, -1.0, 0.0, 1.0).log().is_none());
    assert!(z(-2.0, 1.0, 0.0, 0.0).log().is_none());
    assert!(z(0.0, 0.0, 0.0, 0.0).log().is_none());
    assert!(z(0.0, 1.0, -1.0, 1.0).log().is_none());
    assert!(z(-1.0, 1.0, 0.5, 1.0).log().is_some());
    assert!(z(-1.0, 1.0, -1.0, -0.5).log().is_some());
    assert!(z(1.0, 2.0, 0.0, 0.0).log().unwrap().is_real());
    assert!(z(1.0, 2.0, -5.0, 5.0).log().is_some());
    // Square roots.
    let s = z(-4.0, -4.0, 0.0, 0.0).sqrt().unwrap();
    assert!(s.re.is_point_zero() && s.im.bounds_f64() == (2.0, 2.0));
    assert!(z(0.0, 4.0, 0.0, 0.0).sqrt().unwrap().is_real());
    assert!(z(-1.0, 4.0, 0.0, 0.0).sqrt().is_none());
    assert!(z(-1.0, 0.0, -1.0, 1.0).sqrt().is_none());
    let s = z(-4.0, -4.0, -0.1, -0.1).sqrt().unwrap();
    assert!(s.im.is_negative() && s.re.is_positive());
    assert!(z(0.0, 0.0, 0.0, 0.0).sqrt().unwrap().is_point_zero());
    // Real stays real.
    let r = z(0.25, 0.5, 0.0, 0.0);
    for y in [
        r.exp(),
        r.sin(),
        r.cos(),
        r.sinh(),
        r.cosh(),
        r.tan().unwrap(),
        r.tanh().unwrap(),
        r.recip().unwrap(),
        r.mul(&r),
        r.powi(-3).unwrap(),
        r.pow_ratio(2, 3).unwrap(),
    ] {
        assert!(y.is_real());
    }
    assert!(
        z(-0.5, -0.5, 0.0, 0.0)
            .pow_ratio(3, 2)
            .unwrap()
            .re
            .is_point_zero()
    );
    assert!(
        z(0.0, 0.0, 0.0, 0.0)
            .pow_ratio(1, 3)
            .unwrap()
            .is_point_zero()
    );
    assert!(z(0.0, 0.0, 0.0, 0.0).pow_ratio(-1, 3).is_none());
    assert!(r.pow_ratio(1, 0).is_none());
    assert!(z(1.0, 2.0, 0.0, 0.0).pow_ratio(i64::MIN, 3).is_some());
    assert!(z(1.0, 2.0, -1e300, 1e300).tan().is_none());
    let t = z(1.0, 1.0, 1000.0, 1000.0).tan().unwrap();
    assert!(t.im.bounds_f64().0 > 0.999 && t.im.bounds_f64().1 < 1.001);
    let small = z(1e-200, 1e-200, 1e-200, 1e-200);
    assert!(small.log().is_some() && small.recip().is_some() && small.sqrt().is_some());
    assert!(
        z(1.0, 2.0, 0.0, 1.0).disjoint(&z(1.0, 2.0, 2.0, 3.0))
            && !z(1.0, 2.0, 0.0, 1.0).disjoint(&z(0.0, 3.0, 1.0, 3.0))
    );
    let wild = [
        z(-INF, INF, -INF, INF),
        z(1.0, INF, 0.0, 0.0),
        z(-INF, -1.0, 1.0, 2.0),
        z(f64::MAX, f64::MAX, 5e-324, 1.0),
    ];
    for w in &wild {
        let _ = (
            w.exp(),
            w.log(),
            w.sqrt(),
            w.sin(),
            w.cos(),
            w.tan(),
            w.sinh(),
            w.cosh(),
            w.tanh(),
            w.recip(),
            w.powi(5),
            w.powi(i64::MIN),
            w.pow_ratio(2, 7),
            w.pow(w),
            w.abs(),
        );
    }
}

#[test]
fn planes_of_both_kinds() {
    planes(big);
    planes(Interval::new);
}

type Plane<R> = (&'static str, fn(&Complex<R>) -> Option<Complex<R>>);

fn plane_functions<R: Special>() -> Vec<Plane<R>> {
    vec![
        ("exp", |z| Some(z.exp())),
        ("log", |z| z.log()),
        ("sqrt", |z| z.sqrt()),
        ("sin", |z| Some(z.sin())),
        ("cos", |z| Some(z.cos())),
        ("tan", |z| z.tan()),
        ("sinh", |z| Some(z.sinh())),
        ("cosh", |z| Some(z.cosh())),
        ("tanh", |z| z.tanh()),
        ("recip", |z| z.recip()),
        ("pow5", |z| z.powi(5)),
        ("pow-2", |z| z.powi(-2)),
        ("pow2/3", |z| z.pow_ratio(2, 3)),
        ("erf", R::complex_erf),
        ("erfi", R::complex_erfi),
        ("si", R::complex_si),
        ("shi", R::complex_shi),
        ("ci", R::complex_ci),
        ("chi", R::complex_chi),
        ("ei", R::complex_ei),
    ]
}

/// F(Z) must contain F(z) for z in Z: rectangles of many sizes, points at their corners and inside.
#[test]
fn rectangles_contain_their_points() {
    let mut draw = Draw(19);
    for (name, f) in plane_functions::<Big>() {
        for round in 0..40 {
            let reach = if round % 2 == 0 { -10.0 } else { 1.0 };
            let (a, c) = (draw.wide(-4.0, 2.0), draw.wide(-4.0, 2.0));
            let (w, h) = (draw.wide(-30.0, reach).abs(), draw.wide(-30.0, reach).abs());
            let z = Complex::new(big(a, a + w), big(c, c + h));
            let Some(image) = f(&z) else { continue };
            for _ in 0..6 {
                let pick = |d: &mut Draw, from: f64, size: f64| {
                    let u = d.unit() * 1.4 - 0.2;
                    (from + size * u.clamp(0.0, 1.0)).clamp(from, from + size)
                };
                let (x, y) = (pick(&mut draw, a, w), pick(&mut draw, c, h));
                let value = f(&Complex::new(point(x, 160), point(y, 160)))
                    .unwrap_or_else(|| panic!("{name} {x} {y}"));
                assert!(
                    !value.disjoint(&image),
                    "{name} {z:?} at {x} {y}: {image:?} {value:?}"
                );
            }
        }
    }
}

#[test]
fn decimals_are_outward() {
    let third = Big::from_ratio(&BigInt::from(1), &BigInt::from(3), 128);
    assert_eq!(third.to_decimal(5), ("0.33333".into(), "0.33334".into()));
    assert_eq!(
        third.neg().to_decimal(3),
        ("-0.334".into(), "-0.333".into())
    );
    assert_eq!(third.digits(6), "0.333333");
    assert_eq!(
        Big::from_integer(100, 64).to_decimal(3),
        ("100".into(), "100".into())
    );
    assert_eq!(
        Big::from_integer(999_999, 64).to_decimal(3),
        ("999000".into(), "1000000".into())
    );
    assert_eq!(Big::from_integer(-12, 64).digits(5), "-12");
    assert_eq!(
        Big::from_ratio(&BigInt::from(1), &BigInt::from(1_000_000), 64).digits(4),
        "1e-6"
    );
    assert_eq!(Big::pi(128).digits(30), "3.14159265358979323846264338328");
    assert_eq!(
        Big::euler_gamma(128).digits(30),
        "0.577215664901532860606512090082"
    );
    assert_eq!(big(2.5, 2.5).scale(200).digits(5), "4.0173e60");
    assert_eq!(
        Interval::new(0.5, 0.75).to_decimal(4),
        ("0.5".into(), "0.75".into())
    );
}

/// The error of libm in ulps, measured: well below the widening.
#[test]
fn machine_functions_are_within_their_margins() {
    type Case = (
        &'static str,
        fn(f64) -> f64,
        fn(&Big) -> Option<Big>,
        f64,
        &'static [(f64, f64)],
    );
    let cases: Vec<Case> = vec![
        (
            "exp",
            libm::exp,
            |x| Some(x.exp()),
            1.0,
            &[
                (-1.0, 1.0),
                (-700.0, 700.0),
                (700.0, 709.7),
                (-745.0, -700.0),
            ],
        ),
        (
            "log",
            libm::log,
            |x| x.ln(),
            1.0,
            &[
                (0.5, 2.0),
                (0.99, 1.01),
                (1e-300, 1e-290),
                (1.0, 1e10),
                (1e-320, 1e-310),
            ],
        ),
        (
            "sin",
            libm::sin,
            |x| Some(x.sin()),
            1.0,
            &[(-1.0, 1.0), (-10.0, 10.0), (-1e6, 1e6), (-1.07e9, 1.07e9)],
        ),
        (
            "cos",
            libm::cos,
            |x| Some(x.cos()),
            1.0,
            &[(-1.0, 1.0), (-10.0, 10.0), (-1e6, 1e6), (-1.07e9, 1.07e9)],
        ),
        (
            "tan",
            libm::tan,
            |x| x.tan(),
            1.0,
            &[(-0.8, 0.8), (-10.0, 10.0), (-1e6, 1e6), (-1.07e9, 1.07e9)],
        ),
        (
            "atan",
            libm::atan,
            |x| Some(x.atan()),
            1.0,
            &[(-1.0, 1.0), (-10.0, 10.0), (-1e6, 1e6)],
        ),
        (
            "asin",
            libm::asin,
            |x| x.asin(),
            1.0,
            &[(-1.0, 1.0), (0.97, 1.0), (-1e-3, 1e-3)],
        ),
        (
            "acos",
            libm::acos,
            |x| x.acos(),
            1.0,
            &[(-1.0, 1.0), (0.97, 1.0), (-1.0, -0.97)],
        ),
        (
            "cbrt",
            libm::cbrt,
            |x| x.root(3),
            1.0,
            &[(0.0, 1.0), (1.0, 1e10), (1e-320, 1e-310)],
        ),
        (
            "sinh",
            libm::sinh,
            |x| Some(x.sinh()),
            3.0,
            &[
                (-1.0, 1.0),
                (-30.0, 30.0),
                (-700.0, 700.0),
                (709.0, 710.47),
                (-1e-5, 1e-5),
            ],
        ),
        (
            "cosh",
            libm::cosh,
            |x| Some(x.cosh()),
            3.0,
            &[(-1.0, 1.0), (-30.0, 30.0), (-700.0, 700.0), (709.0, 710.47)],
        ),
        (
            "tanh",
            libm::tanh,
            |x| Some(x.tanh()),
            3.0,
            &[(-1.0, 1.0), (-0.3, 0.3), (-30.0, 30.0), (-1e-5, 1e-5)],
        ),
        (
            "asinh",
            libm::asinh,
            |x| Some(x.asinh()),
            3.0,
            &[(-1.0, 1.0), (-30.0, 30.0), (-1e10, 1e10), (-1e-5, 1e-5)],
        ),
        (
            "acosh",
            libm::acosh,
            |x| x.acosh(),
            3.0,
            &[
                (1.0, 1.01),
                (1.0, 3.0),
                (1.0, 1e3),
                (1e8, 1e10),
                (1.0, 1.000_001),
            ],
        ),
        (
            "atanh",
            libm::atanh,
            |x| x.atanh(),
            3.0,
            &[(-1.0, 1.0), (-0.5, 0.5), (0.99, 1.0), (-1e-5, 1e-5)],
        ),
    ];
    let mut draw = Draw(101);
    for (name, f, g, limit, ranges) in cases {
        let mut worst = 0.0f64;
        for &(low, high) in ranges {
            for _ in 0..3000 {
                let x = (low + (high - low) * draw.unit()).clamp(low, high);
                let Some(t) = g(&point(x, 128)) else { continue };
                let y = f(x);
                if !y.is_finite() {
                    continue;
                }
                let ulp = y.abs().next_up() - y.abs();
                let off = t
                    .middle()
                    .sub(&rational(y), 60, Direction::Up)
                    .unwrap()
                    .abs();
                worst = worst.max(off.near_f64() / ulp);
            }
        }
        println!("libm {name:6} is off by at most {worst:.3} ulp");
        assert!(worst < limit, "{name}: {worst}");
    }
}

/// Intervals that end at the machine numbers around a critical point or a pole must include it.
#[test]
fn critical_points_are_not_missed() {
    let mut draw = Draw(23);
    let quarter = Big::pi(256).scale(-1);
    for round in 0..4000 {
        let k = if round < 100 {
            round
        } else {
            (draw.next() % 600_000_000) as i64
        };
        let k = if draw.next() & 1 == 0 { k } else { -k };
        let exact = quarter.mul(&Big::from_integer(k, 256));
        let (a, b) = exact.bounds_f64(); // neighbours around kπ/2
        let (odd, sign) = (
            k.rem_euclid(2) == 1,
            if k.rem_euclid(4) < 2 { 1.0 } else { -1.0 },
        );
        let spread = draw.wide(-60.0, -1.0).abs();
        for (lo, hi) in [
            (a, b),
            (a - spread, b),
            (a, b + spread),
            (a - spread, b + spread),
        ] {
            let sine = [
                Interval::new(lo, hi).sin(),
                Interval::from_big(&big(lo, hi).sin()),
            ];
            let cosine = [
                Interval::new(lo, hi).cos(),
                Interval::from_big(&big(lo, hi).cos()),
            ];
            for y in if odd { &sine } else { &cosine } {
                let peak = Interval::point(sign);
                assert!(peak.is_inside(y), "{k} [{lo:e}, {hi:e}] {y:?}");
            }
            for y in if odd { &cosine } else { &sine } {
                assert!(y.contains_zero(), "{k} [{lo:e}, {hi:e}] {y:?}");
            }
            if odd {
                assert!(Interval::new(lo, hi).tan().is_none() && big(lo, hi).tan().is_none());
            }
        }
        // Just beside the critical point nothing is claimed beyond the truth.
        let beside = big(b, b + spread.min(1.0)).sin();
        let true_value = point(b, 200).sin();
        assert!(!beside.disjoint(&true_value));
    }
}

/// Bounds hold where the special functions change method.
#[test]
fn special_methods_agree_at_their_borders() {
    for prec in [64u32, 100, 200] {
        let far = 0.7 * f64::from(prec + 16) + 4.0;
        for delta in [-0.5, -1e-9, 0.0, 1e-9, 0.5, 3.0] {
            for (name, f, x) in [
                ("erf", Big::erf as fn(&Big) -> Big, (far + delta).sqrt()),
                ("erfc", Big::erfc, (far + delta).sqrt()),
                ("si", Big::si, far + delta),
                ("erfi", Big::erfi, 64.0 + delta),
                ("shi", Big::shi, 4096.0 + delta),
            ] {
                let (coarse, fine) = (f(&point(x, prec)), f(&point(x, 400)));
                assert!(!coarse.disjoint(&fine), "{name} {x} at {prec}");
            }
            for (name, f, x) in [
                ("ei", Big::ei as fn(&Big) -> Option<Big>, -(far + delta)),
                ("ei", Big::ei, 4096.0 + delta),
                ("chi", Big::chi, 4096.0 + delta),
                ("ci", Big::ci, far + delta),
            ] {
                let (coarse, fine) = (f(&point(x, prec)).unwrap(), f(&point(x, 400)).unwrap());
                assert!(!coarse.disjoint(&fine), "{name} {x} at {prec}");
            }
        }
    }
    // The bounds for large arguments against the series just below the border: both increase.
    let (below, above) = (
        point(4096.0, 128).ei().unwrap(),
        point(4096.5, 128).ei().unwrap(),
    );
    assert!(!above.is_less(&below) && above.accuracy_bits() > 8.0);
    let (below, above) = (point(63.999_999, 128).erfi(), point(64.0, 128).erfi());
    assert!(!above.is_less(&below) && above.accuracy_bits() > 8.0);
}
