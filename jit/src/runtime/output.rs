//! Where PRINT goes.

use forlane_cfg::list_directed::RecordWriter;
use std::io::{self, Write};

/// The standard output of a running main program. Records are collected and written a buffer at a time.
pub struct Output<'a> {
    sink: &'a mut dyn Write,
    record: RecordWriter,
    buffer: Vec<u8>,
    error: Option<io::Error>,
}

/// The buffer is written when it holds more bytes than this.
const BUFFER_BYTES: usize = 1 << 16;

impl<'a> Output<'a> {
    /// An output that writes to `sink`.
    pub fn new(sink: &'a mut dyn Write) -> Output<'a> {
        Output { sink, record: RecordWriter::new(), buffer: Vec::new(), error: None }
    }

    /// Adds an INTEGER(4) to the record.
    pub fn integer4(&mut self, value: i32) {
        self.record.integer4(value);
    }

    /// Adds an INTEGER(8).
    pub fn integer8(&mut self, value: i64) {
        self.record.integer8(value);
    }

    /// Adds a REAL(4).
    pub fn real4(&mut self, value: f32) {
        self.record.real4(value);
    }

    /// Adds a REAL(8).
    pub fn real8(&mut self, value: f64) {
        self.record.real8(value);
    }

    /// Adds a LOGICAL.
    pub fn logical(&mut self, value: bool) {
        self.record.logical(value);
    }

    /// Adds a text.
    pub fn text(&mut self, text: &str) {
        self.record.text(text);
    }

    /// Ends the record. Gives false if the output could not be written.
    pub fn end_record(&mut self) -> bool {
        self.buffer.extend_from_slice(self.record.finish().as_bytes());
        self.buffer.push(b'\n');
        if self.buffer.len() > BUFFER_BYTES {
            self.write_buffer();
        }
        self.error.is_none()
    }

    fn write_buffer(&mut self) {
        if self.error.is_none() {
            self.error = self.sink.write_all(&self.buffer).and_then(|()| self.sink.flush()).err();
        }
        self.buffer.clear();
    }

    /// Writes what is left; gives the first error of all writing.
    ///
    /// # Errors
    /// The sink could not be written.
    pub fn finish(mut self) -> io::Result<()> {
        self.write_buffer();
        self.error.map_or(Ok(()), Err)
    }
}
