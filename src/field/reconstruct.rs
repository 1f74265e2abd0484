use super::Prime;
use crate::number::Rational;

/// The fraction n/d with |n| ≤ 2²⁴ and 0 < d ≤ 2¹⁶ that the element is, if there is one; it is
/// unique, since 2·2²⁴·2¹⁶ < p (Wang's rational reconstruction).
pub fn reconstruct(prime: &Prime, element: u64) -> Option<Rational> {
    let (mut r0, mut r1) = (prime.p() as i64, prime.to_u64(element) as i64);
    let (mut s0, mut s1) = (0i64, 1i64);
    while r1 > 1 << 24 {
        let k = r0 / r1;
        (r0, r1) = (r1, r0 - k * r1);
        (s0, s1) = (s1, s0 - k * s1);
    }
    if s1 == 0 || s1.unsigned_abs() > 1 << 16 {
        return None;
    }
    Rational::new(r1, s1)
}
