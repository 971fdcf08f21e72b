//! Tables of bits of doubles.

pub mod exp;
pub mod log;
pub mod power;
pub mod sine;
pub mod single;
