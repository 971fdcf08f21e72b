//! Machine code of the wide emitter as text, stage `asm`.

use super::encode::Encoded;
use crate::lines::disassemble;

/// The text of a function: an instruction a line, with its offset.
pub fn print(encoded: &Encoded) -> String {
    disassemble(&encoded.bytes[..encoded.code_bytes], &encoded.lines)
}
