//! NumPy archives. A spoilt array is packed again, as the checksums of the archive would refuse it otherwise.

use super::bytes;
use crate::random::Random;
use crate::targets::Case;
use std::collections::BTreeSet;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// What is put into a header.
const PIECES: [&str; 30] = [
    "'",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "<",
    ">",
    "|",
    "=",
    "0",
    "1",
    "-1",
    "8",
    "f",
    "i",
    "U",
    "S",
    "O",
    "c",
    "True",
    "'descr'",
    "'shape'",
    "4294967296",
    "18446744073709551615",
    "((((((((((((((((",
    "L",
];

/// The names of arrays in an archive.
const NAMES: [&str; 12] = ["x", "n", "m", "r", "l", "v", "u", "z", "text", "X", "", "v.npy"];

/// The arrays that the kernel takes, one a case, and whole archives of them.
pub fn npz() -> Vec<Case> {
    let numbers = |count: u8, size: usize| (1..=count).flat_map(|n| [&[n][..], &vec![0; size - 1]].concat()).collect();
    let arrays: Vec<(&str, &str, &str, Vec<u8>)> = vec![
        ("x", "<f8", "(3,)", [1.5_f64, -0.0, 1e300].map(f64::to_le_bytes).concat()),
        ("n", "<i4", "(3,)", numbers(3, 4)),
        ("m", "<i8", "(3,)", numbers(3, 8)),
        ("r", "<f4", "(3,)", [1.5_f32, 2.0, -1.0].map(f32::to_le_bytes).concat()),
        ("l", "|b1", "(3,)", vec![1, 0, 1]),
        ("v", "<f8", "(3, 3)", vec![0; 72]),
        ("u", ">f8", "(3, 3)", vec![0; 72]),
        ("z", "<c16", "(3,)", vec![0; 48]),
        ("text", "<U2", "(3,)", numbers(6, 4)),
        ("text", "|S3", "(3,)", b"abcdefghi".to_vec()),
    ];
    let whole: Vec<(String, Vec<u8>)> =
        arrays[..9].iter().map(|(name, ty, shape, data)| (format!("{name}.npy"), array(ty, shape, data))).collect();
    let mut cases: Vec<Case> = [CompressionMethod::Stored, CompressionMethod::Deflated]
        .map(|method| Case { ending: "npz".to_owned(), bytes: archive(&whole, method) })
        .to_vec();
    let single = |(name, ty, shape, data): &(&str, &str, &str, Vec<u8>)| Case {
        ending: format!("{name}.npy"),
        bytes: array(ty, shape, data),
    };
    cases.extend(arrays.iter().map(single));
    cases
}

/// A NumPy array of that header.
fn array(ty: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': '{ty}', 'fortran_order': False, 'shape': {shape}, }}\n");
    let length = (header.len() as u16).to_le_bytes();
    [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), data].concat()
}

fn archive(files: &[(String, Vec<u8>)], method: CompressionMethod) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(method);
    for (name, bytes) in files {
        writer.start_file(name.as_str(), options).expect("memory can be written");
        writer.write_all(bytes).expect("memory can be written");
    }
    writer.finish().expect("memory can be written").into_inner()
}

/// Spoils an archive, or arrays of which it makes one.
pub fn mutate(random: &mut Random, corpus: &[Case]) -> Case {
    let (archives, arrays) = corpus.split_at(2);
    if random.one_in(3) {
        return super::mutate_bytes(random, archives);
    }
    let mut files: Vec<(String, Vec<u8>)> =
        arrays[..9].iter().map(|array| (array.ending.clone(), array.bytes.clone())).collect();
    for _ in 0..1 + random.below(3) {
        let index = random.below(files.len());
        let (name, bytes) = &mut files[index];
        match random.below(8) {
            0 => *name = format!("{}.npy", random.pick(&NAMES)),
            1 => *bytes = random.pick(arrays).bytes.clone(),
            2 | 3 => bytes::spoil(random, bytes, arrays),
            _ => spoil_header(random, bytes),
        }
    }
    if random.one_in(6) {
        files.swap_remove(random.below(files.len()));
    }
    // The library writes no name twice.
    let mut names = BTreeSet::new();
    files.retain(|(name, _)| names.insert(name.clone()));
    let method = *random.pick(&[CompressionMethod::Stored, CompressionMethod::Deflated]);
    Case { ending: "npz".to_owned(), bytes: archive(&files, method) }
}

/// Puts a piece into the text of a header, in place of nothing or of a few characters; mostly its length stays true.
fn spoil_header(random: &mut Random, bytes: &mut Vec<u8>) {
    let Some(end) = bytes.iter().position(|byte| *byte == b'\n').filter(|end| *end > 10) else { return };
    let at = 10 + random.below(end - 10);
    let removed = random.below(4).min(end - at);
    let piece = random.pick(&PIECES).repeat(if random.one_in(10) { random.below(2000) } else { 1 });
    bytes.splice(at..at + removed, piece.bytes());
    if !random.one_in(8) {
        let length = (end - 10 + piece.len() + 1 - removed) as u16;
        bytes[8..10].copy_from_slice(&length.to_le_bytes());
    }
}
