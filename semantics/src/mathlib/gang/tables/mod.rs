//! Tables of bits of doubles.

pub mod atan;
pub mod atan_coefficients;
pub mod exp;
pub mod log;
pub mod power;
pub mod sine;
pub mod single;
pub mod tan;

/// A table with as many rows as an index can have; those after its own are zero.
pub const fn filled<const ROWS: usize, const OWN: usize>(own: &[[u64; 4]; OWN]) -> [[u64; 4]; ROWS] {
    let mut table = [[0; 4]; ROWS];
    let mut row = 0;
    while row < OWN {
        table[row] = own[row];
        row += 1;
    }
    table
}
