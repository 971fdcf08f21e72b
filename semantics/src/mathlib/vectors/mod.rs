//! The vector library of the system (glibc's `libmvec`), found when a process first asks for it.
//!
//! Its functions are within 4 units in the last place of the true result, and have other bits than the scalar functions
//! and than each other: one for two lanes rounds otherwise than one for eight. So one form is taken on a machine, the
//! widest, and called in the same way for a gang, for one lane, and for a single number: registers are filled up with
//! an operand at which nothing is special.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod calls;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod load;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

/// The functions, by the names that C has for them, with their numbers of operands, and an operand at which nothing is
/// special.
pub const FUNCTIONS: [(&str, usize, f64); 20] = [
    ("exp", 1, 0.5),
    ("log", 1, 0.5),
    ("log10", 1, 0.5),
    ("sin", 1, 0.5),
    ("cos", 1, 0.5),
    ("tan", 1, 0.5),
    ("asin", 1, 0.5),
    ("acos", 1, 0.5),
    ("atan", 1, 0.5),
    ("sinh", 1, 0.5),
    ("cosh", 1, 0.5),
    ("tanh", 1, 0.5),
    ("asinh", 1, 0.5),
    ("acosh", 1, 1.5),
    ("atanh", 1, 0.5),
    ("erf", 1, 0.5),
    ("erfc", 1, 0.5),
    ("pow", 2, 0.5),
    ("atan2", 2, 0.5),
    ("hypot", 2, 0.5),
];

/// `(first operands, second operands, results, nothing, active lanes, lanes)`: a function of one operand does not look
/// at the second ones. Lanes that are not active get anything.
///
/// # Safety
/// The operands and results are those of as many lanes, at most 64.
pub type OfLanes = unsafe extern "C" fn(*const u8, *const u8, *mut u8, *mut u8, u64, u64);

/// A function of another type.
pub type AnyFunction = unsafe extern "C" fn();

/// How a function is called.
#[derive(Clone, Copy, Debug)]
pub struct Calls {
    /// For a gang.
    pub of_lanes: OfLanes,
    /// For one number: in truth a C function of as many reals as it has operands.
    pub of_one: AnyFunction,
}

/// The library, and the form that is taken of its functions.
pub struct VectorLibrary {
    /// Its file, and the form: `libmvec.so.1, registers of 512 bits`.
    pub name: String,
    /// The functions of REAL(4) and of REAL(8), in the order of [`FUNCTIONS`]. Versions of the library differ in what
    /// they have.
    pub functions: [[Option<Calls>; FUNCTIONS.len()]; 2],
}

impl VectorLibrary {
    /// The library of this machine.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub fn of_machine() -> Result<&'static VectorLibrary, &'static str> {
        static LIBRARY: OnceLock<Result<VectorLibrary, String>> = OnceLock::new();
        LIBRARY.get_or_init(load).as_ref().map_err(String::as_str)
    }

    /// The names of its functions, those of REAL(4) with an f.
    pub fn names(&self) -> Vec<String> {
        let of_kind = |functions: &[Option<Calls>; FUNCTIONS.len()], suffix: &str| {
            let there = FUNCTIONS.iter().zip(functions).filter(|(_, function)| function.is_some());
            there.map(|((name, ..), _)| format!("{name}{suffix}")).collect::<Vec<_>>()
        };
        let [single, double] = &self.functions;
        [of_kind(double, ""), of_kind(single, "f")].concat()
    }
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
use load::load;

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn load() -> Result<VectorLibrary, String> {
    Err("only libmvec of glibc on x86-64 is supported".to_owned())
}
