//! SIND, COSD and TAND, as gfortran's library computes them: whole turns and right angles are taken out of the degrees,
//! which is exact, and what is left is brought to radians with a factor in two parts.

/// Defines the functions of one kind in the module where it is.
macro_rules! define_degrees {
    ($real:ident, $high:expr, $low:expr, $small:expr, $root:expr) => {
        /// Half the root of three.
        const ROOT: $real = $root;

        fn radians(degrees: $real) -> $real {
            degrees.mul_add($high, degrees * $low)
        }

        /// The sine of up to half a turn.
        fn sine_of_half(degrees: $real) -> $real {
            match degrees {
                0.0 => 0.0,
                30.0 | 150.0 => 0.5,
                60.0 | 120.0 => ROOT,
                90.0 => 1.0,
                ..=45.0 => radians(degrees).sin(),
                ..90.0 => radians(90.0 - degrees).cos(),
                ..=135.0 => radians(degrees - 90.0).cos(),
                _ => radians(180.0 - degrees).sin(),
            }
        }

        /// The cosine of up to half a turn.
        fn cosine_of_half(degrees: $real) -> $real {
            match degrees {
                0.0 => 1.0,
                30.0 => ROOT,
                60.0 => 0.5,
                90.0 => 0.0,
                120.0 => -0.5,
                150.0 => -ROOT,
                ..=45.0 => radians(degrees).cos(),
                ..90.0 => radians(90.0 - degrees).sin(),
                ..=135.0 => -radians(degrees - 90.0).sin(),
                _ => -radians(180.0 - degrees).cos(),
            }
        }

        /// The rest of a magnitude up to half a turn, and -1 if half a turn more was taken out.
        fn half_turn(degrees: $real) -> ($real, $real) {
            let rest = degrees.abs() % 360.0;
            if rest >= 180.0 { (rest - 180.0, -1.0) } else { (rest, 1.0) }
        }

        /// SIND.
        pub fn sine(degrees: $real) -> $real {
            if degrees.abs() < $small {
                return radians(degrees);
            }
            let (rest, sign) = half_turn(degrees);
            sine_of_half(rest) * sign * (1.0 as $real).copysign(degrees)
        }

        /// COSD.
        pub fn cosine(degrees: $real) -> $real {
            let (rest, sign) = half_turn(degrees);
            match rest {
                90.0 => 0.0,
                rest => cosine_of_half(rest) * sign,
            }
        }

        /// TAND.
        pub fn tangent(degrees: $real) -> $real {
            if degrees.abs() < $small {
                return radians(degrees);
            }
            let (rest, turned) = half_turn(degrees);
            let sign = (1.0 as $real).copysign(degrees);
            let (acute, beyond) = if rest > 90.0 { (180.0 - rest, -1.0) } else { (rest, 1.0) };
            match acute {
                0.0 => (0.0 as $real).copysign(sign),
                45.0 => sign * beyond,
                90.0 => $real::INFINITY.copysign(sign * turned),
                _ => radians(acute).tan() * sign * beyond,
            }
        }
    };
}

/// Of REAL(4).
pub mod of4 {
    define_degrees!(f32, 1.745_605_5e-2, -2.762_167_5e-6, 0.031_25, 0.866_025_4);
}

/// Of REAL(8).
pub mod of8 {
    define_degrees!(f64, 1.745_328_307_151_794_4e-2, 9.4484253514333e-09, 1.907_348_632_812_5e-6, 0.8660254037844386);
}
