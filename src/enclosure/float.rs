//! Machine arithmetic with directed rounding, exact when the result is.

/// `a + b` and the exact error of the rounded sum (Knuth's two-sum; exact barring overflow).
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let s = a + b;
    let v = s - a;
    (s, (a - (s - v)) + (b - v))
}

/// Are the factors and their product in the range where [`two_product`] is exact?
fn is_safe(a: f64, b: f64, p: f64) -> bool {
    let normal = |x: f64| (1e-280..1e290).contains(&x.abs());
    normal(a) && normal(b) && normal(p)
}

/// The exact error of the rounded product `p = a·b` (Veltkamp and Dekker), in the safe range.
fn two_product(a: f64, b: f64, p: f64) -> f64 {
    let split = |x: f64| {
        let t = 134_217_729.0 * x;
        let h = t - (t - x);
        (h, x - h)
    };
    let ((ah, al), (bh, bl)) = (split(a), split(b));
    al * bl - (((p - ah * bh) - al * bh) - ah * bl)
}

/// Round `value`, the nearest result, with the sign of `exact − value` known, downward.
fn below(value: f64, error: f64) -> f64 {
    if value == f64::INFINITY {
        f64::MAX
    } else if error < 0.0 || !error.is_finite() {
        value.next_down()
    } else {
        value
    }
}

/// The number below `value`, but not below 0 when the exact result is known to be positive.
fn signed_below(value: f64, positive: bool) -> f64 {
    let v = value.next_down();
    if positive { v.max(0.0) } else { v }
}

/// As [`below`], upward.
fn above(value: f64, error: f64) -> f64 {
    if value == f64::NEG_INFINITY {
        f64::MIN
    } else if error > 0.0 || !error.is_finite() {
        value.next_up()
    } else {
        value
    }
}

/// A lower bound of `a + b`, where an infinite operand is an unbounded lower end.
pub(super) fn add_down(a: f64, b: f64) -> f64 {
    if a == f64::NEG_INFINITY || b == f64::NEG_INFINITY {
        return f64::NEG_INFINITY;
    }
    let (s, e) = two_sum(a, b);
    if s.is_finite() {
        below(s, e)
    } else {
        below(s, 0.0)
    }
}

/// An upper bound of `a + b`.
pub(super) fn add_up(a: f64, b: f64) -> f64 {
    -add_down(-a, -b)
}

/// A lower bound of `a·b`, with 0·∞ = 0.
pub(super) fn mul_down(a: f64, b: f64) -> f64 {
    if a == 0.0 || b == 0.0 {
        return 0.0;
    }
    let p = a * b;
    if a.is_infinite() || b.is_infinite() {
        return p;
    }
    if p == f64::INFINITY {
        return f64::MAX;
    }
    if is_safe(a, b, p) {
        return below(p, two_product(a, b, p));
    }
    signed_below(p, (a > 0.0) == (b > 0.0))
}

/// An upper bound of `a·b`, with 0·∞ = 0.
pub(super) fn mul_up(a: f64, b: f64) -> f64 {
    -mul_down(-a, b)
}

/// A lower bound of `a/b`, `b` not 0; `a/±∞ = 0`.
pub(super) fn div_down(a: f64, b: f64) -> f64 {
    if a == 0.0 || b.is_infinite() {
        return 0.0;
    }
    let q = a / b;
    if a.is_infinite() {
        return q;
    }
    if q == f64::INFINITY {
        return f64::MAX;
    }
    let p = q * b;
    if is_safe(q, b, p) && a.abs() > 1e-280 {
        // a − q·b: the first difference is exact (p is within an ulp or two of a), and a rounded
        // difference has the exact sign.
        let r = (a - p) - two_product(q, b, p);
        return below(q, if b > 0.0 { r } else { -r });
    }
    signed_below(q, (a > 0.0) == (b > 0.0))
}

/// An upper bound of `a/b`, `b` not 0.
pub(super) fn div_up(a: f64, b: f64) -> f64 {
    -div_down(-a, b)
}

/// Lower and upper bounds of `√a`, `a >= 0`.
pub(super) fn sqrt_bounds(a: f64) -> (f64, f64) {
    if a <= 0.0 {
        return (0.0, 0.0);
    }
    if a.is_infinite() {
        return (f64::MAX.sqrt(), f64::INFINITY);
    }
    let s = a.sqrt(); // correctly rounded, by IEEE 754
    let p = s * s;
    if is_safe(s, s, p) && a > 1e-280 {
        let r = (a - p) - two_product(s, s, p);
        return (below(s, r), above(s, r));
    }
    (s.next_down().max(0.0), s.next_up())
}

/// `value` moved down by `ulps` units in the last place.
pub(super) fn lowered(value: f64, ulps: u32) -> f64 {
    let mut v = if value.is_nan() {
        f64::NEG_INFINITY
    } else {
        value
    };
    for _ in 0..ulps {
        v = v.next_down();
    }
    v
}

/// `value` moved up by `ulps` units in the last place.
pub(super) fn raised(value: f64, ulps: u32) -> f64 {
    -lowered(-value, ulps)
}
