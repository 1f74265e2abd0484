use std::ops::Range;

use num_bigint::BigInt;
use num_traits::pow;

use super::{Error, Limits};
use crate::number::Rational;

/// Reads `12`, `0.25`, `.5`, `2.` and `1e-3` as exact rationals.
///
/// `budget` is what is left of the digits that all numbers of the text may have together: a
/// decimal exponent writes thousands of them in five bytes.
pub(super) fn rational(
    literal: &str,
    span: Range<usize>,
    limits: &Limits,
    budget: &mut usize,
) -> Result<Rational, Error> {
    if literal.len() <= 18 && literal.bytes().all(|b| b.is_ascii_digit()) {
        *budget = budget.saturating_sub(literal.len());
        let value = literal
            .bytes()
            .fold(0_i64, |n, digit| n * 10 + i64::from(digit - b'0'));
        return Ok(Rational::from(value));
    }
    let too_long = || limits.long_number(span.clone());
    let (mantissa, exponent) = literal
        .split_once(['e', 'E'])
        .map_or((literal, "0"), |(mantissa, exponent)| (mantissa, exponent));
    let exponent: i64 = exponent.parse().map_err(|_| too_long())?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = whole.len() + fraction.len();
    let length =
        digits.saturating_add(usize::try_from(exponent.unsigned_abs()).map_err(|_| too_long())?);
    if length > limits.digits {
        return Err(too_long());
    }
    *budget = budget.checked_sub(length).ok_or_else(|| {
        Error::at(
            crate::error::Stage::Limit,
            format!(
                "the numbers of the text have more than {} digits together",
                limits.text
            ),
            span.clone(),
        )
    })?;
    let numerator: BigInt = format!("{whole}{fraction}")
        .parse()
        .map_err(|_| too_long())?;
    let ten = BigInt::from(10);
    let scale = exponent - fraction.len() as i64;
    let power = pow(
        ten,
        usize::try_from(scale.unsigned_abs()).map_err(|_| too_long())?,
    );
    Ok(if scale >= 0 {
        Rational::from(numerator * power)
    } else {
        Rational::from_big(numerator, power).unwrap_or(Rational::ZERO)
    })
}
