//! Where the bytes of a table go.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs::File;
use std::io::{BufWriter, Result, Write};

/// A buffered file or pipe, compressed or not.
pub(super) enum Sink {
    Plain(BufWriter<File>),
    Gzip(Box<GzEncoder<BufWriter<File>>>),
}

impl Sink {
    pub fn new(file: File, is_compressed: bool) -> Sink {
        let file = BufWriter::with_capacity(1 << 16, file);
        if is_compressed {
            Sink::Gzip(Box::new(GzEncoder::new(file, Compression::default())))
        } else {
            Sink::Plain(file)
        }
    }

    /// Writes what is left.
    pub fn finish(self) -> Result<()> {
        match self {
            Sink::Plain(mut file) => file.flush(),
            Sink::Gzip(encoder) => encoder.finish()?.flush(),
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        match self {
            Sink::Plain(file) => file.write(bytes),
            Sink::Gzip(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> Result<()> {
        match self {
            Sink::Plain(file) => file.flush(),
            Sink::Gzip(encoder) => encoder.flush(),
        }
    }
}
