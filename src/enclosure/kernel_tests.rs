//! The error bounds of the fixed-point kernels, checked directly in units of the last place
//! against the same kernels with 256 more bits (the rounding to `prec` would hide a small fault).

use num_bigint::BigInt;

use super::circular::cos_sin_fixed;
use super::constant::{Ball, euler_gamma, ln_two, pi};
use super::exponential::{exp_fixed, odd_series};

const MORE: u32 = 256;

fn agree(coarse: &Ball, fine: &Ball, label: &str) {
    let gap = (&coarse.mid << MORE) - &fine.mid;
    let allowed = (BigInt::from(coarse.err) << MORE) + fine.err;
    assert!(
        gap.magnitude() <= allowed.magnitude(),
        "{label}: {gap} units, {} allowed",
        coarse.err
    );
}

#[test]
fn kernels_keep_their_error_bounds() {
    let mut state = 12_345_u64;
    for wp in (64..400).chain([777, 1024, 2100, 4200]) {
        for name in [pi as fn(u32) -> Ball, ln_two, euler_gamma] {
            agree(&name(wp), &name(wp + MORE), "constant");
        }
        for round in 0..12u32 {
            // t in [0, 1): random, tiny, or near 1.
            let mut t = BigInt::from(0);
            for _ in 0..=wp / 64 {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                t = (t << 64) + (state ^ (state >> 29));
            }
            t &= (BigInt::from(1) << wp) - 1;
            match round {
                0 => t = BigInt::from(0),
                1 => t = BigInt::from(1),
                2 => t = (BigInt::from(1) << wp) - 1,
                3 => t >>= wp / 2,
                _ => {}
            }
            let fine = &t << MORE;
            agree(
                &exp_fixed(&t, 0, wp),
                &exp_fixed(&fine, 0, wp + MORE),
                "exp",
            );
            for sign in [1, -1] {
                let (c, s) = cos_sin_fixed(&(&t * sign), wp);
                let (cf, sf) = cos_sin_fixed(&(&fine * sign), wp + MORE);
                agree(&c, &cf, "cos");
                agree(&s, &sf, "sin");
                for alternating in [false, true] {
                    // |w| <= 1/2.
                    let (w, wf) = ((&t >> 1) * sign, ((&t >> 1) << MORE) * sign);
                    let (a, ea) = odd_series(&w, wp, alternating);
                    let (b, eb) = odd_series(&wf, wp + MORE, alternating);
                    agree(
                        &Ball { mid: a, err: ea },
                        &Ball { mid: b, err: eb },
                        "odd series",
                    );
                }
            }
        }
    }
}
