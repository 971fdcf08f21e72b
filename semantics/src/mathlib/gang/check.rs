//! The check of a function in lanes against its scalar function, before a process uses it.
//!
//! The scalar functions are those of the system's library, of which there are others than the one whose algorithms
//! these are; where one result of thousands differs, the scalar function is used for all lanes.

use super::apply::GangCode;
use super::differing;
use super::form::Function;
use super::lanes::{Element, Real};
use super::machine::Machine;
use super::power_integer::{PowerInteger4, PowerInteger8};
use super::{atan, complex, erf, exp, hyperbolic, hypot, log, log_gamma, power, sine, single, tan};
use std::sync::OnceLock;

/// How many random operands are compared.
const POINTS: usize = 4000;

/// A source of numbers that are the same in every process.
#[derive(Clone)]
pub struct Random(u64);

impl Random {
    /// Of that seed.
    pub fn new(seed: u64) -> Random {
        Random(seed | 1)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// From zero up to the end.
    pub fn up_to(&mut self, end: f64) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64 * end
    }

    /// Of a magnitude up to the end, of either sign.
    pub fn within(&mut self, end: f64) -> f64 {
        self.up_to(2.0 * end) - end
    }

    /// A positive number of any magnitude between these powers of 2, which are normal numbers.
    pub fn positive(&mut self, least: i32, end: i32) -> f64 {
        let exponent = least + ((self.bits() >> 32) as i32).rem_euclid(end - least);
        (1.0 + self.up_to(1.0)) * f64::from_bits(((exponent + 1023) as u64) << 52)
    }
}

/// A function that is compared with its scalar function.
pub trait Checked<const RESULTS: usize>: Function<RESULTS> {
    /// Operands, most of them such as are computed in lanes.
    fn point(random: &mut Random) -> (Self::Left, Self::Right);

    /// Operands whose results differ between the builds of one library.
    fn differing() -> Vec<(Self::Left, Self::Right)>;

    /// What was found when the process first used it.
    fn found() -> &'static OnceLock<Machine>;
}

/// The code of a function for a gang. Its results are those of [`Function::of_one`].
pub fn code<F: Checked<N>, const N: usize>() -> GangCode {
    F::found().get_or_init(find::<F, N>).code::<F, N>()
}

/// The best machine with which the function has the results of its scalar function.
fn find<F: Checked<N>, const N: usize>() -> Machine {
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let mut points = F::differing();
    points.extend((0..POINTS).map(|_| F::point(&mut random)));
    let mut machines = Machine::all();
    while let Some(machine) = machines.pop() {
        if differing_point::<F, N>(machine, &points).is_none() {
            return machine;
        }
    }
    Machine::Scalar
}

/// The first of some operands whose results on that machine are not those of the scalar function.
pub fn differing_point<F: Checked<N>, const N: usize>(
    machine: Machine,
    points: &[(F::Left, F::Right)],
) -> Option<(F::Left, F::Right)> {
    for part in points.chunks(64) {
        let (left, right): (Vec<F::Left>, Vec<F::Right>) = part.iter().copied().unzip();
        let results = call(machine.code::<F, N>(), &left, &right, u64::MAX);
        for (lane, (left, right)) in part.iter().enumerate() {
            let expected = F::of_one(*left, *right).map(Real::bits);
            if results.each_ref().map(|result| result[lane].bits()) != expected {
                return Some((*left, *right));
            }
        }
    }
    None
}

/// The results of code of a function with as many for the active ones of at most 64 lanes.
pub fn call<L: Real, R: Element, const N: usize>(code: GangCode, left: &[L], right: &[R], active: u64) -> [Vec<L>; N] {
    assert!(N <= 2 && left.len() == right.len() && left.len() <= 64);
    let mut results = [(); N].map(|()| vec![L::default(); left.len()]);
    let [first, second] = [0, N - 1].map(|place| results[place].as_mut_ptr().cast());
    // SAFETY: there are operands and results of all lanes, at most 64, and as many results as the code has.
    unsafe { code(left.as_ptr().cast(), right.as_ptr().cast(), first, second, active, left.len() as u64) }
    results
}

macro_rules! checked {
    ($($function:ty, $results:literal, $random:ident => $point:expr, $differing:expr;)*) => {$(
        impl Checked<$results> for $function {
            fn point($random: &mut Random) -> (Self::Left, Self::Right) {
                $point
            }

            fn differing() -> Vec<(Self::Left, Self::Right)> {
                $differing
            }

            fn found() -> &'static OnceLock<Machine> {
                static FOUND: OnceLock<Machine> = OnceLock::new();
                &FOUND
            }
        }
    )*};
}

/// Bases with one exponent for all lanes, which are multiplied out otherwise than those with several.
fn alike<B, E>(base: impl Fn(f64) -> B, exponent: impl Fn(i32) -> E) -> Vec<(B, E)> {
    let bases = |number| (0..16).map(move |lane| f64::from(lane) * 0.37 - 2.5 + f64::from(number) * 0.01);
    (-25..25).flat_map(|number| bases(number).map(move |x| (x, number))).map(|(x, n)| (base(x), exponent(n))).collect()
}

fn twice<T: Copy>(x: T) -> (T, T) {
    (x, x)
}

fn pairs8(bits: &[u64]) -> Vec<(f64, f64)> {
    bits.iter().map(|bits| twice(f64::from_bits(*bits))).collect()
}

fn both8(bits: &[[u64; 2]]) -> Vec<(f64, f64)> {
    bits.iter().map(|[x, y]| (f64::from_bits(*x), f64::from_bits(*y))).collect()
}

/// The first ones, each with one of the others.
fn both(first: &[u64], second: &[u64]) -> Vec<(f64, f64)> {
    first.iter().zip(second.iter().cycle()).map(|(x, y)| (f64::from_bits(*x), f64::from_bits(*y))).collect()
}

fn pairs4(bits: &[u32]) -> Vec<(f32, f32)> {
    bits.iter().map(|bits| twice(f32::from_bits(*bits))).collect()
}

/// Angles: near zero, some turns, and many.
fn angle(random: &mut Random, most: f64) -> f64 {
    let end = [1.0, 3.0, 30.0, most][random.bits() as usize % 4];
    random.within(end)
}

/// Numbers around 1 and of all magnitudes.
fn positive(random: &mut Random, end: i32) -> f64 {
    if random.bits().is_multiple_of(2) { 0.5 + random.up_to(1.5) } else { random.positive(-end, end) }
}

/// Numbers near zero and not, of all magnitudes.
fn slope(random: &mut Random) -> f64 {
    if random.bits().is_multiple_of(4) { random.positive(-60, 60) } else { angle(random, 40.0) }
}

/// Positive numbers: up to where each way to compute LOG_GAMMA ends.
fn factor(random: &mut Random) -> f64 {
    let end = [2.0, 9.0, 9.0, 1e3][random.bits() as usize % 4];
    random.up_to(end)
}

/// Numbers near zero, and up to where little is left of ERFC.
fn deviation(random: &mut Random) -> f64 {
    let end = [0.85, 1.3, 6.0, 26.0][random.bits() as usize % 4];
    random.within(end)
}

/// Coordinates of points: near the axes, or anywhere.
fn point(random: &mut Random) -> (f64, f64) {
    let (x, y, far) = (random.within(1.0), random.within(1.0), random.up_to(0.2));
    match random.bits() % 4 {
        0 => (x * far, y),
        1 => (x, y * far),
        _ => (x, y),
    }
}

/// Numbers of which one is up to four times the other, or more than that.
fn side(random: &mut Random) -> (f64, f64) {
    let (most, least) = (random.within(4.0), random.within(1.0));
    let scale = random.positive(-200, 200);
    if random.bits().is_multiple_of(4) { (most * scale, least) } else { (most * scale, least * scale) }
}

checked! {
    exp::Exp, 1, random => twice(random.within(720.0)), pairs8(&differing::EXP);
    log::Log, 1, random => twice(positive(random, 1022)), pairs8(&differing::LOG);
    log::Log10, 1, random => twice(positive(random, 1022)), pairs8(&differing::LOG);
    atan::Atan, 1, random => twice(slope(random)), pairs8(&differing::ATAN);
    atan::Atan2, 1, random => point(random), both8(&differing::ATAN2);
    tan::Tan, 1, random => twice(angle(random, 30.0)), pairs8(&differing::TAN);
    erf::Erf, 1, random => twice(deviation(random)), pairs8(&differing::ERF);
    erf::Erfc, 1, random => twice(deviation(random)), pairs8(&differing::ERFC);
    log_gamma::LogGamma, 1, random => twice(factor(random)), pairs8(&differing::LOG_GAMMA);
    hyperbolic::Sinh, 1, random => twice(slope(random)), pairs8(&differing::SINH);
    hyperbolic::Cosh, 1, random => twice(slope(random)), pairs8(&differing::COSH);
    hyperbolic::Tanh, 1, random => twice(slope(random)), pairs8(&differing::TANH);
    hypot::Hypot, 1, random => side(random), Vec::new();
    sine::Sin, 1, random => twice(angle(random, 1e8)), pairs8(&differing::SIN);
    sine::Cos, 1, random => twice(angle(random, 1e8)), pairs8(&differing::COS);
    complex::Exp, 2, random => (random.within(720.0), angle(random, 1e8)), both(&differing::EXP, &differing::SIN);
    complex::Log, 2, random => side(random), [both(&differing::LOG, &[0]), both8(&differing::ATAN2)].concat();
    complex::Sqrt, 2, random => side(random), Vec::new();
    sine::SinCos, 2, random => twice(angle(random, 1e8)), pairs8(&[differing::SIN, differing::COS].concat());
    power::Power, 1, random => (positive(random, 30), random.within(24.0)),
        both8(&differing::POWER);
    single::Exp, 1, random => twice(random.within(110.0) as f32), pairs4(&differing::EXP_SINGLE);
    single::Log, 1, random => twice(positive(random, 126) as f32), Vec::new();
    single::Sin, 1, random => twice(angle(random, 120.0) as f32), pairs4(&differing::SIN_SINGLE);
    single::Cos, 1, random => twice(angle(random, 120.0) as f32), pairs4(&differing::COS_SINGLE);
    single::SinCos, 2, random => twice(angle(random, 120.0) as f32),
        [pairs4(&differing::SIN_SINGLE), pairs4(&differing::COS_SINGLE)].concat();
    single::Power, 1, random => (positive(random, 6) as f32, random.within(24.0) as f32), Vec::new();
    PowerInteger4<f64>, 1, random => (random.within(8.0), random.within(200.0) as i32),
        alike(|base| base, |exponent| exponent);
    PowerInteger8<f64>, 1, random => (random.within(8.0), random.within(200.0) as i64),
        alike(|base| base, i64::from);
    PowerInteger4<f32>, 1, random => (random.within(8.0) as f32, random.within(30.0) as i32),
        alike(|base| base as f32, |exponent| exponent);
    PowerInteger8<f32>, 1, random => (random.within(8.0) as f32, random.within(30.0) as i64),
        alike(|base| base as f32, i64::from);
}
