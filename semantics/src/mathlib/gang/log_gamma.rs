//! LOG_GAMMA of REAL(8), after the algorithm of Sun's library that the C library uses: polynomials around 1, the
//! minimum and 2, quotients of polynomials up to 8, and Stirling's series beyond. Nothing is fused, but for LOG.

use super::form::Function;
use super::lanes::{Lanes, Mask};
use super::log::Log;

/// Of the distance below 1 or 2: coefficients of the even powers, and of the odd ones.
const BELOW: [[f64; 6]; 2] = [
    [
        f64::from_bits(0x3fb3_c467_e37d_b0c8),
        f64::from_bits(0x3fb1_3e00_1a55_62a7),
        f64::from_bits(0x3f7e_404f_b68f_efe8),
        f64::from_bits(0x3f53_8a94_116f_3f5d),
        f64::from_bits(0x3f2c_f2ec_ed10_e54d),
        f64::from_bits(0x3efa_7074_428c_fa52),
    ],
    [
        f64::from_bits(0x3fd4_a34c_c4a6_0fad),
        f64::from_bits(0x3f95_1322_ac92_547b),
        f64::from_bits(0x3f67_add8_ccb7_926b),
        f64::from_bits(0x3f40_b6c6_89b9_9c00),
        f64::from_bits(0x3f1c_5088_987d_fb07),
        f64::from_bits(0x3f07_858e_90a4_5837),
    ],
];
/// Of the distance from the minimum: coefficients of each third power.
const AROUND: [[f64; 5]; 3] = [
    [
        f64::from_bits(0x3fde_f72b_c8ee_38a2),
        f64::from_bits(0xbfa0_c9a8_df35_b713),
        f64::from_bits(0x3f78_fce0_e370_e344),
        f64::from_bits(0xbf56_fe8e_bf2d_1af1),
        f64::from_bits(0x3f34_af6d_6c0e_bbf7),
    ],
    [
        f64::from_bits(0xbfc2_e427_8dc6_c509),
        f64::from_bits(0x3f92_66e7_970a_f9ec),
        f64::from_bits(0xbf6e_2eff_b3e9_14d7),
        f64::from_bits(0x3f4c_df0c_ef61_a8e9),
        f64::from_bits(0xbf34_7f24_ecc3_8c38),
    ],
    [
        f64::from_bits(0x3fb0_8b42_94d5_419b),
        f64::from_bits(0xbf85_1f9f_ba91_ec6a),
        f64::from_bits(0x3f62_82d3_2e15_c915),
        f64::from_bits(0xbf41_a610_9c73_e0ec),
        f64::from_bits(0x3f35_fd3e_e8c2_d3f4),
    ],
];
/// Of the distance above 1: numerator, but for a factor, and denominator.
const ABOVE: [[f64; 6]; 2] = [
    [
        f64::from_bits(0xbfb3_c467_e37d_b0c8),
        f64::from_bits(0x3fe4_401e_8b00_5dff),
        f64::from_bits(0x3ff7_475c_d119_bd6f),
        f64::from_bits(0x3fef_4976_44ea_8450),
        f64::from_bits(0x3fcd_4eae_f601_0924),
        f64::from_bits(0x3f8b_678b_bf2b_ab09),
    ],
    [
        1.0,
        f64::from_bits(0x4003_a5d7_c2bd_619c),
        f64::from_bits(0x4001_0725_a42b_18f5),
        f64::from_bits(0x3fe8_9dfb_e450_50af),
        f64::from_bits(0x3fba_ae55_d653_7c88),
        f64::from_bits(0x3f6a_5abb_57d0_cf61),
    ],
];
/// Of the fraction of a number from 2 to 8, in the same way.
const FRACTION: [[f64; 7]; 2] = [
    [
        f64::from_bits(0xbfb3_c467_e37d_b0c8),
        f64::from_bits(0x3fcb_848b_36e2_0878),
        f64::from_bits(0x3fd4_d98f_4f13_9f59),
        f64::from_bits(0x3fc2_bb9c_bee5_f2f7),
        f64::from_bits(0x3f9b_481c_7e93_9961),
        f64::from_bits(0x3f5e_26b6_7368_f239),
        f64::from_bits(0x3f00_bfec_dd17_e945),
    ],
    [
        1.0,
        f64::from_bits(0x3ff6_45a7_62c4_ab74),
        f64::from_bits(0x3fe7_1a18_93d3_dcdc),
        f64::from_bits(0x3fc6_01ed_ccfb_df27),
        f64::from_bits(0x3f93_17ea_742e_d475),
        f64::from_bits(0x3f49_7dda_ca41_a95b),
        f64::from_bits(0x3ede_baf7_a5b3_8140),
    ],
];
/// Of the reciprocal of a greater number.
const SERIES: [f64; 7] = [
    f64::from_bits(0x3fda_cfe3_90c9_7d69),
    f64::from_bits(0x3fb5_5555_5555_553b),
    f64::from_bits(0xbf66_c16c_16b0_2e5c),
    f64::from_bits(0x3f4a_019f_98cf_38b6),
    f64::from_bits(0xbf43_80cb_8c0f_e741),
    f64::from_bits(0x3f4b_67ba_4cda_d5d1),
    f64::from_bits(0xbf5a_b89d_0b9e_43e4),
];
/// Where the minimum is, and that less 1; the value there, and its rest, negative.
const MINIMUM: [f64; 2] = [f64::from_bits(0x3ff7_62d8_6356_be3f), f64::from_bits(0x3fdd_8b61_8d5a_f8fc)];
/// See [`MINIMUM`].
const LEAST_VALUE: [f64; 2] = [f64::from_bits(0xbfbf_19b9_bcc3_8a42), f64::from_bits(0xbc50_c7ca_a48a_971f)];
/// Where the cases begin that use what is around the minimum, below 1 and 2, if 1 is added to a number below 0.9.
const PARTS: [[f64; 2]; 2] = [
    [f64::from_bits(0x3fcd_a661_0000_0000), f64::from_bits(0x3fe7_6944_0000_0000)],
    [f64::from_bits(0x3ff3_b4c4_0000_0000), f64::from_bits(0x3ffb_b4c3_0000_0000)],
];
/// Up to about 0.9, LOG is taken off.
const LOW_END: f64 = f64::from_bits(0x3fec_cccd_0000_0000);
/// From here on numbers are computed in lanes.
const LEAST: f64 = f64::from_bits(0x3b90_0000_0000_0000);
/// See [`LEAST`].
const END: f64 = f64::from_bits(0x4390_0000_0000_0000);

/// LOG_GAMMA of REAL(8).
pub struct LogGamma;

impl Function<1> for LogGamma {
    type Left = f64;
    type Right = f64;

    const IN_PAIRS: bool = false;

    fn of_one(x: f64, _: f64) -> [f64; 1] {
        [crate::mathlib::real8::log_gamma(x)]
    }

    #[inline(always)]
    fn of_lanes<V: Lanes>(x: V, _: V, active: V::Mask) -> ([V; 1], V::Mask) {
        let (ordinary, one) = (x.is_in(LEAST, END), x.all(1.0));
        let x = V::select(ordinary, x, one);
        let (low, small, large) = (x.less(x.all(LOW_END)), x.less(x.all(2.0)), x.all(8.0f64.next_down()).less(x));
        let middle = ordinary.without(small.or(large));
        // What LOG is of, where it is needed.
        let whole = V::select(middle, x, x.all(2.0)).truncate();
        let fraction = x - whole;
        let mut product = one;
        for factor in [6.0, 5.0, 4.0, 3.0, 2.0] {
            let is_factor = x.all(factor).less(whole);
            product = V::select(is_factor, product * (fraction + x.all(factor)), product);
        }
        let ([log], _) = Log::of_lanes(V::select(low.or(large), x, product), x, active);
        let mut value = x.all(0.0);
        if (small & active).bits() != 0 {
            value = of_small(x, low, small & active) + V::select(low, -log, value);
        }
        if (middle & active).bits() != 0 {
            let [above, below] = polynomials(fraction, FRACTION);
            let of_middle = (fraction * above) / below + x.all(0.5) * fraction;
            value = V::select(middle, of_middle + log, value);
        }
        if (large & active).bits() != 0 {
            let [constant, first, rest @ ..] = SERIES;
            let reciprocal = one / x;
            let square = reciprocal * reciprocal;
            let series = square * polynomial(square, rest) + x.all(first);
            let series = series * reciprocal + x.all(constant);
            value = V::select(large, series + (x - x.all(0.5)) * (log - one), value);
        }
        ([value], ordinary)
    }
}

/// Of numbers less than 2, without LOG of the low ones.
#[inline(always)]
fn of_small<V: Lanes>(x: V, low: V::Mask, active: V::Mask) -> V {
    let (one, half) = (x.all(1.0), x.all(0.5));
    let above = x.less(V::select(low, x.all(PARTS[0][0]), x.all(PARTS[1][0])));
    let around = x.less(V::select(low, x.all(PARTS[0][1]), x.all(PARTS[1][1])));
    let around = around.without(above);
    let mut value = x;
    if (above & active).bits() != 0 {
        let y = V::select(low, x, x - one);
        let [upper, lower] = polynomials(y, ABOVE);
        value = (y * upper) / lower + y * x.all(-0.5);
    }
    if (around & active).bits() != 0 {
        let y = x - V::select(low, x.all(MINIMUM[1]), x.all(MINIMUM[0]));
        let square = y * y;
        let cube = square * y;
        let [p1, p2, p3] = polynomials(cube, AROUND);
        let rest = x.all(LEAST_VALUE[1]) - cube * (p3 * y + p2);
        value = V::select(around, (square * p1 - rest) + x.all(LEAST_VALUE[0]), value);
    }
    if active.without(above.or(around)).bits() != 0 {
        let y = V::select(low, one, x.all(2.0)) - x;
        let square = y * y;
        let [even, odd] = polynomials(square, BELOW);
        let below = (even * y + odd * square) - y * half;
        value = V::select(above.or(around), value, below);
    }
    value
}

/// The polynomials with these coefficients.
#[inline(always)]
fn polynomials<V: Lanes, const N: usize, const M: usize>(x: V, coefficients: [[f64; N]; M]) -> [V; M] {
    let mut values = [x; M];
    for (value, coefficients) in values.iter_mut().zip(coefficients) {
        *value = polynomial(x, coefficients);
    }
    values
}

/// The polynomial with these coefficients, the constant one first, nothing fused.
#[inline(always)]
fn polynomial<V: Lanes, const N: usize>(x: V, coefficients: [f64; N]) -> V {
    let mut sum = x.all(coefficients[N - 1]);
    for coefficient in coefficients.iter().rev().skip(1) {
        sum = sum * x + x.all(*coefficient);
    }
    sum
}
