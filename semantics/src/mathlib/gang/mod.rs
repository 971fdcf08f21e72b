//! Functions for the lanes of a gang at once, with the bits of the scalar functions.
//!
//! They are written once over vectors of lanes (`lanes`), and run with the widest ones that the processor has
//! (`machine`). A function covers the operands that occur; for the others, and where few lanes are active, its scalar
//! function is called (`form`, `apply`). What the scalar function of the system computes is not left to belief: before
//! a process uses a function in lanes, both are compared (`check`).

// On other processors nothing runs the functions in lanes.
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code, unused_variables))]

mod apply;
mod atan;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod check;
mod complex;
mod differing;
mod erf;
mod exp;
mod form;
mod hyperbolic;
mod hypot;
mod lanes;
mod log;
mod log_gamma;
mod machine;
mod pair;
mod power;
mod power_integer;
mod sine;
mod single;
mod tables;
mod tan;
#[cfg(test)]
mod tests;

pub use apply::GangCode;
pub use check::{Checked, code};
pub use form::Function;
pub use machine::is_of_intel;
pub use power_integer::{PowerInteger4, PowerInteger8};

/// Functions of REAL(8).
pub mod real8 {
    pub use super::atan::{Atan, Atan2};
    pub use super::erf::{Erf, Erfc};
    pub use super::exp::Exp;
    pub use super::hyperbolic::{Cosh, Sinh, Tanh};
    pub use super::hypot::Hypot;
    pub use super::log::{Log, Log10};
    pub use super::log_gamma::LogGamma;
    pub use super::power::Power;
    pub use super::sine::{Cos, Sin, SinCos};
    pub use super::tan::Tan;
}

/// Functions of COMPLEX(8), of real and imaginary part.
pub mod complex8 {
    pub use super::complex::{Exp, Log, Sqrt};
}

/// Functions of REAL(4).
pub mod real4 {
    pub use super::single::{Cos, Exp, Log, Power, Sin, SinCos};
}
