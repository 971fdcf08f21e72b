//! Spoils binary files, most often where they say where something is or how much there is of it.

use crate::random::Random;
use crate::targets::Case;

/// Files grow no longer than this, in bytes.
const LONGEST: usize = 1 << 16;

/// Spoils bytes in one place.
pub fn spoil(random: &mut Random, bytes: &mut Vec<u8>, others: &[Case]) {
    if bytes.is_empty() {
        return;
    }
    let at = place(random, bytes);
    match random.below(12) {
        0..4 => spoil_number(random, bytes),
        4 => bytes[at] ^= 1 << random.below(8),
        5 => bytes[at] = *random.pick(&[0, 1, 0x7f, 0x80, 0xfe, 0xff]),
        6 => bytes[at] = bytes[at].wrapping_add(random.below(5) as u8).wrapping_sub(2),
        // Numbers of variable length, as Thrift has them: a longer one in place of a byte.
        7 => drop(bytes.splice(at..=at, vec![0xff; 1 + random.below(9)].into_iter().chain([random.below(128) as u8]))),
        8 => drop(bytes.drain(random.range(bytes.len(), 16))),
        9 => {
            let piece = bytes[random.range(bytes.len(), 64)].to_vec();
            bytes.splice(at..at, piece);
        }
        10 => {
            let other = &random.pick(others).bytes;
            let piece = other[random.range(other.len(), 256)].to_vec();
            let end = bytes.len().min(at + piece.len());
            bytes.splice(at..end, piece);
        }
        _ => bytes.truncate(random.below(bytes.len() + 1)),
    }
    bytes.truncate(LONGEST);
}

/// A place in a file; footers and directories are at the end, and headers at the beginning.
fn place(random: &mut Random, bytes: &[u8]) -> usize {
    let near = random.below(bytes.len().min(400));
    match random.below(4) {
        0 => near,
        1 | 2 => bytes.len() - 1 - near,
        _ => random.below(bytes.len()),
    }
}

/// Changes a little-endian number that looks like a length or an offset: it is below the length of the file.
fn spoil_number(random: &mut Random, bytes: &mut [u8]) {
    let size = *random.pick(&[2, 4, 4, 4, 8]);
    for _ in 0..20 {
        let at = place(random, bytes);
        let at = if random.one_in(4) { at } else { at / size * size };
        let Some(number) = bytes.get_mut(at..at + size) else { continue };
        let old = number.iter().rev().fold(0_u64, |value, byte| value << 8 | u64::from(*byte));
        if old == 0 && !random.one_in(4) || old > LONGEST as u64 {
            continue;
        }
        let new = match random.below(8) {
            0 => 0,
            1 => u64::MAX,
            2 => u64::MAX >> 1 >> (64 - 8 * size),
            3 => 1 << random.below(8 * size),
            4 => old.wrapping_neg(),
            5 => random.bits(),
            6 => old.wrapping_mul(1 + random.below(9) as u64),
            _ => old.wrapping_add(random.below(17) as u64).wrapping_sub(8),
        };
        number.copy_from_slice(&new.to_le_bytes()[..size]);
        return;
    }
}
