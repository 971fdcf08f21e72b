//! Machine code of the wide emitter as text, stage `asm`.

use super::encode::Encoded;
use iced_x86::{Decoder, DecoderOptions, FastFormatter};
use std::fmt::Write;

/// The text of a function: an instruction a line, with its offset.
pub fn print(encoded: &Encoded) -> String {
    let mut text = String::new();
    let mut formatter = FastFormatter::new();
    for instruction in Decoder::with_ip(64, &encoded.bytes[..encoded.code_bytes], 0, DecoderOptions::NONE).iter() {
        let _ = write!(text, "  {:6x}: ", instruction.ip());
        formatter.format(&instruction, &mut text);
        text.push('\n');
    }
    text
}
