//! Functions in lanes against their scalar functions, on each machine that the processor can be.
//!
//! Where the scalar functions are those of another library, none of these is used, and nothing is compared.

use super::check::{Checked, Random, call, code, differing_point};
use super::form::Function;
use super::lanes::Real;
use super::machine::Machine;
use super::{PowerInteger4, PowerInteger8, complex8, real4, real8};

/// How many random operands each function is compared for, on each machine.
const POINTS: usize = 60_000;

/// Whether the function is used in lanes at all here.
fn is_used<F: Checked<N>, const N: usize>() -> bool {
    code::<F, N>();
    !matches!(F::found().get(), Some(Machine::Scalar) | None)
}

/// Compares for such operands as the check takes, and for those of `others`.
fn compare<F: Checked<N>, const N: usize>(seed: u64, others: &[(F::Left, F::Right)]) {
    if !is_used::<F, N>() {
        return;
    }
    let mut random = Random::new(seed);
    let mut points: Vec<_> = (0..POINTS).map(|_| F::point(&mut random)).collect();
    points.extend(F::differing());
    points.extend(others);
    for machine in Machine::all() {
        let differing = differing_point::<F, N>(machine, &points);
        assert!(differing.is_none(), "{:x?}", differing.map(|(x, _)| x.bits()));
    }
}

/// REAL(8) of all magnitudes and signs, and those about which a case ends.
fn edges8() -> Vec<f64> {
    let mut edges = vec![
        0.0,
        1.0,
        2.0,
        3.0,
        7.0,
        8.0,
        0.5,
        0.126,
        0.85546875,
        2.426_265,
        120.0,
        105_414_350.0,
        512.0,
        707.0,
        709.0,
        709.79,
    ];
    edges.extend([745.2, 746.0, 708.4, 1024.0, 0.9375, 1.0647, 1e300, f64::MIN_POSITIVE, f64::MAX, f64::INFINITY]);
    edges.extend([f64::NAN, f64::from_bits(0x7ff0_0000_0000_1234), f64::from_bits(1), 1.5e-310]);
    edges.extend((1..40).map(|angles| f64::from(angles) * std::f64::consts::FRAC_PI_4));
    edges.extend(
        [0x3faf_212d_u64, 0x3fe9_2f1a, 0x3e4b_096c, 0x3e4b_b67a, 0x4334_9ff2].map(|high| f64::from_bits(high << 32)),
    );
    edges.extend([-80, -65, -54, -53, -28, -27, -26].map(|power| 2f64.powi(power)));
    edges.extend(
        [
            0x3fd6_2e43_u64,
            0x3ff0_a2b2,
            0x3e30_0000,
            0x3c80_0000,
            0x4036_0000,
            0x3feb_0000,
            0x3ff4_0000,
            0x4006_db6d,
            0x4006_db6e,
            0x4018_0000,
            0x403a_0000,
            0x403c_0000,
            0x0080_0000,
        ]
        .map(|high| f64::from_bits(high << 32)),
    );
    edges.extend(
        [0x3fec_cccd_u64, 0x3fcd_a661, 0x3fe7_6944, 0x3ff3_b4c4, 0x3ffb_b4c3, 0x3b90_0000, 0x4390_0000]
            .map(|high| f64::from_bits(high << 32)),
    );
    edges.extend([0x3feb_6000_u64, 0x4003_68fd, 0x4199_21fb, 0x3fe6_9555].map(|high| f64::from_bits(high << 32)));
    edges.extend((0..2047).map(|exponent| f64::from_bits(exponent << 52 | 0x5_5555_1234_5678)));
    let near = |x: &f64| [x.next_down(), *x, x.next_up()];
    edges.iter().flat_map(near).flat_map(|x| [x, -x]).collect()
}

fn edges4() -> Vec<f32> {
    let near = |x: f32| [x.next_down(), x, x.next_up()];
    let mut edges: Vec<f32> = edges8().iter().flat_map(|x| near(*x as f32)).collect();
    edges.extend((0..255).map(|exponent| f32::from_bits(exponent << 23 | 0x2a_a123)));
    edges
}

fn each<T: Copy>(operands: &[T]) -> Vec<(T, T)> {
    operands.iter().map(|x| (*x, *x)).collect()
}

fn all_pairs<T: Copy>(left: &[T], right: &[T]) -> Vec<(T, T)> {
    left.iter().flat_map(|x| right.iter().map(|y| (*x, *y))).collect()
}

/// Bits by chance: all magnitudes are as likely.
fn any8(seed: u64) -> Vec<f64> {
    let mut random = Random::new(seed);
    (0..POINTS).map(|_| f64::from_bits(random.bits())).collect()
}

#[test]
fn functions_of_real8() {
    let operands = each(&[edges8(), any8(1)].concat());
    compare::<real8::Exp, 1>(11, &operands);
    compare::<real8::Log, 1>(12, &operands);
    compare::<real8::Sin, 1>(13, &operands);
    compare::<real8::Cos, 1>(14, &operands);
    compare::<real8::SinCos, 2>(15, &operands);
    compare::<real8::Log10, 1>(16, &operands);
    compare::<real8::Atan, 1>(17, &operands);
    compare::<real8::Tan, 1>(18, &operands);
    compare::<real8::Sinh, 1>(19, &operands);
    compare::<real8::Cosh, 1>(20, &operands);
    compare::<real8::Tanh, 1>(21, &operands);
    compare::<real8::Erf, 1>(22, &operands);
    compare::<real8::Erfc, 1>(23, &operands);
    compare::<real8::LogGamma, 1>(24, &operands);
}

#[test]
fn functions_of_real4() {
    let any: Vec<f32> = any8(2).iter().map(|x| f32::from_bits(x.to_bits() as u32)).collect();
    let operands = each(&[edges4(), any].concat());
    compare::<real4::Exp, 1>(21, &operands);
    compare::<real4::Log, 1>(22, &operands);
    compare::<real4::Sin, 1>(23, &operands);
    compare::<real4::Cos, 1>(24, &operands);
    compare::<real4::SinCos, 2>(25, &operands);
}

#[test]
fn distances() {
    let mut random = Random::new(61);
    let edges = edges8();
    let sides: Vec<f64> = (0..300).map(|_| edges[random.bits() as usize % edges.len()]).collect();
    // Where one is nearly no part of the other, twice of it, or where squares over- or underflow.
    let parts = [-540, -459, -54, -53, -1, 0, 1, 53, 54, 55, 511, 512].map(|power| 2f64.powi(power));
    let parts: Vec<f64> = parts.iter().flat_map(|part| [part.next_down(), *part, part.next_up()]).collect();
    compare::<real8::Hypot, 1>(62, &all_pairs(&[sides, parts.clone()].concat(), &parts));
    compare::<real8::Hypot, 1>(63, &any8(3).into_iter().zip(any8(4)).collect::<Vec<_>>());
}

/// Each real part with each imaginary one, and any points.
#[test]
fn functions_of_complex_numbers() {
    let mut random = Random::new(81);
    let edges = edges8();
    let some = |count: usize, random: &mut Random| -> Vec<f64> {
        (0..count).map(|_| edges[random.bits() as usize % edges.len()]).collect()
    };
    let near_one: Vec<f64> = (0..200).map(|number| 0.25 + f64::from(number) * 0.0125).collect();
    let parts = [&some(250, &mut random)[..], &near_one, &[0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NAN]].concat();
    let points = all_pairs(&parts, &[some(150, &mut random), near_one, vec![0.0, -0.0, -0.5]].concat());
    compare::<complex8::Exp, 2>(82, &points);
    compare::<complex8::Log, 2>(83, &points);
    compare::<complex8::Sqrt, 2>(84, &points);
    let any: Vec<_> = any8(7).into_iter().zip(any8(8)).collect();
    compare::<complex8::Log, 2>(85, &any);
    compare::<complex8::Sqrt, 2>(86, &any);
    // A library that computes their parts like this computes them of these parts.
    let has_distances = is_used::<real8::Hypot, 1>();
    let parts = [
        is_used::<real8::Exp, 1>() && is_used::<real8::SinCos, 2>(),
        is_used::<real8::Log, 1>() && is_used::<real8::Atan2, 1>() && has_distances,
        has_distances,
    ];
    let used = [is_used::<complex8::Exp, 2>(), is_used::<complex8::Log, 2>(), is_used::<complex8::Sqrt, 2>()];
    assert_eq!(used, parts);
}

#[test]
fn angles_of_points() {
    let mut random = Random::new(71);
    let mut edges = edges8();
    // Where numbers are scaled, and where one is nearly no part of the other.
    let ends = [-501, -500, -499, -57, -56, -55, -4, 499, 500, 501].map(|power| 2f64.powi(power));
    edges.extend(ends.iter().flat_map(|end| [end.next_down(), *end, end.next_up(), -end]));
    let sides: Vec<f64> = (0..300).map(|_| edges[random.bits() as usize % edges.len()]).collect();
    let points = all_pairs(&[&sides[..], &ends, &[0.0, -0.0, 1.0, -1.0]].concat(), &edges[edges.len() - 300..]);
    compare::<real8::Atan2, 1>(72, &points);
    let swapped: Vec<_> = points.into_iter().map(|(y, x)| (x, y)).collect();
    compare::<real8::Atan2, 1>(73, &swapped);
    compare::<real8::Atan2, 1>(74, &any8(5).into_iter().zip(any8(6)).collect::<Vec<_>>());
}

#[test]
fn powers() {
    let mut random = Random::new(31);
    let some = |random: &mut Random| -> Vec<f64> {
        let edges = edges8();
        (0..400).map(|_| edges[random.bits() as usize % edges.len()]).collect()
    };
    let whole: Vec<f64> = (-40..40).map(f64::from).collect();
    let exponents = [whole, vec![0.5, -0.5, 1.5, 0.25, 1.0 / 3.0], some(&mut random)].concat();
    let pairs = all_pairs(&some(&mut random), &exponents);
    compare::<real8::Power, 1>(32, &pairs);
    let pairs: Vec<_> = pairs.iter().map(|(x, y)| (*x as f32, *y as f32)).collect();
    compare::<real4::Power, 1>(33, &pairs);
}

#[test]
fn powers_with_integer_exponents() {
    let bases: Vec<f64> = edges8().into_iter().step_by(7).chain([2.0, 1.5, -3.0, 0.99999]).collect();
    let least = [i64::MIN, i64::MIN + 1, i64::MAX, i64::from(i32::MIN), i64::from(i32::MAX)];
    let exponents: Vec<i64> = (-70..70).chain(least).collect();
    let mut pairs: Vec<(f64, i64)> = bases.iter().flat_map(|x| exponents.iter().map(|n| (*x, *n))).collect();
    // Lanes with one exponent, too.
    pairs.extend(exponents.iter().flat_map(|n| bases.iter().map(|x| (*x, *n))));
    let single: Vec<(f32, i64)> = pairs.iter().map(|(x, n)| (*x as f32, *n)).collect();
    compare::<PowerInteger8<f64>, 1>(41, &pairs);
    compare::<PowerInteger8<f32>, 1>(42, &single);
    let pairs: Vec<(f64, i32)> = pairs.into_iter().map(|(x, n)| (x, n as i32)).collect();
    let single: Vec<(f32, i32)> = single.into_iter().map(|(x, n)| (x, n as i32)).collect();
    compare::<PowerInteger4<f64>, 1>(43, &pairs);
    compare::<PowerInteger4<f32>, 1>(44, &single);
    // Their scalar functions are ours: no other library may make them differ.
    let used = [is_used::<PowerInteger8<f64>, 1>(), is_used::<PowerInteger8<f32>, 1>()];
    let used = [used, [is_used::<PowerInteger4<f64>, 1>(), is_used::<PowerInteger4<f32>, 1>()]];
    assert_eq!(used, [[Machine::all().len() > 1; 2]; 2]);
}

/// A gang of any size, with any lanes active, some of which are left to the scalar function: active lanes get its
/// results, whatever the others hold.
#[test]
fn lanes_that_are_not_active_do_not_matter() {
    let mut random = Random::new(51);
    for _ in 0..2000 {
        let lanes = 1 + random.bits() as usize % 64;
        let active = random.bits() & random.bits();
        let number = |random: &mut Random| match random.bits() % 8 {
            0 => f64::NAN,
            1 => 1e300,
            2 => -random.up_to(3.0),
            _ => random.up_to(3.0),
        };
        let operands: Vec<f64> = (0..lanes).map(|_| number(&mut random)).collect();
        let [sines, cosines] = call(code::<real8::SinCos, 2>(), &operands, &operands, active);
        let [logs] = call(code::<real8::Log, 1>(), &operands, &operands, active);
        for lane in (0..lanes).filter(|lane| active >> lane & 1 == 1) {
            let x = operands[lane];
            let results = [sines[lane], cosines[lane], logs[lane]];
            assert_eq!(results.map(f64::to_bits), [x.sin(), x.cos(), x.ln()].map(f64::to_bits), "{x}");
        }
    }
}

/// One result in two million that differs is found, and the scalar function used.
struct AlmostExp;

impl Function<1> for AlmostExp {
    type Left = f64;
    type Right = f64;

    fn of_one(x: f64, _: f64) -> [f64; 1] {
        [if x == 0.125 { 1.0 } else { x.exp() }]
    }

    #[inline(always)]
    fn of_lanes<V: super::lanes::Lanes>(x: V, y: V, active: V::Mask) -> ([V; 1], V::Mask) {
        real8::Exp::of_lanes(x, y, active)
    }
}

impl Checked<1> for AlmostExp {
    fn point(random: &mut Random) -> (f64, f64) {
        (random.within(1.0), 0.0)
    }

    fn differing() -> Vec<(f64, f64)> {
        vec![(0.125, 0.0)]
    }

    fn found() -> &'static std::sync::OnceLock<Machine> {
        static FOUND: std::sync::OnceLock<Machine> = std::sync::OnceLock::new();
        &FOUND
    }
}

#[test]
fn a_function_that_differs_is_not_used() {
    assert!(!is_used::<AlmostExp, 1>());
    let operands = [0.125; 8];
    assert_eq!(call(code::<AlmostExp, 1>(), &operands, &operands, 0xff), [[1.0; 8]]);
    for machine in Machine::all().into_iter().skip(1) {
        assert_eq!(call(machine.code::<AlmostExp, 1>(), &operands, &operands, 0xff), [[0.125f64.exp(); 8]]);
    }
}
