//! What a Parquet file promises, compared with its size before memory is taken for it: the library believes the sizes
//! of texts and pages, and the numbers of children and of values in a dictionary.
//!
//! Footer and page headers are structures of Thrift's compact protocol, which are read here without knowing more of
//! them than these fields (parquet.thrift of the Parquet format).

use bytes::Bytes;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::reader::{ChunkReader, Length};
use std::fs::File;
use std::io::{self, BufReader, Read};

/// Structures and lists are nested no deeper, in footers and headers; groups of columns neither.
const DEEPEST: usize = 64;

type Result<T, E = Problem> = std::result::Result<T, E>;

/// A file whose page headers are checked when they are read.
pub(super) struct CheckedFile {
    pub file: File,
    /// The most bytes that any of its compressions makes of one byte.
    pub ratio: u64,
}

impl Length for CheckedFile {
    fn len(&self) -> u64 {
        self.file.len()
    }
}

impl ChunkReader for CheckedFile {
    type T = PageHeader;

    fn get_read(&self, start: u64) -> Result<Self::T, ParquetError> {
        Ok(PageHeader { file: self.file.try_clone()?, ratio: self.ratio, start, checked: None })
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes, ParquetError> {
        if start.checked_add(length as u64).is_none_or(|end| end > self.len()) {
            return Err(Problem::CutOff.into());
        }
        self.file.get_bytes(start, length)
    }
}

/// What the library asks for to read the header of a page that begins there. It also asks for one at the rest of a page
/// whose header it has read before, and reads nothing then; so this is checked when something is read.
pub(super) struct PageHeader {
    file: File,
    ratio: u64,
    start: u64,
    checked: Option<BufReader<File>>,
}

impl PageHeader {
    fn check(&self) -> Result<BufReader<File>, ParquetError> {
        let left = self.file.len().saturating_sub(self.start);
        let mut window = 1 << 12;
        loop {
            let mut bytes = Vec::new();
            self.file.get_read(self.start)?.take(window).read_to_end(&mut bytes)?;
            match check_page_header(&bytes, left, self.ratio) {
                Err(Problem::CutOff) if window < left => window *= 8,
                Err(problem) => return Err(problem.into()),
                Ok(()) => return self.file.get_read(self.start),
            }
        }
    }
}

impl Read for PageHeader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let checked = match self.checked.take() {
            Some(checked) => checked,
            None => self.check().map_err(io::Error::other)?,
        };
        self.checked.insert(checked).read(buffer)
    }
}

/// The most bytes that a compression makes of one byte.
pub(super) fn ratio(compression: Compression) -> u64 {
    match compression {
        Compression::UNCOMPRESSED => 1,
        // A copy of 64 bytes takes two or more.
        Compression::SNAPPY => 32,
        // Each further byte of a length counts for 255.
        Compression::LZ4 | Compression::LZ4_RAW | Compression::LZO => 256,
        // 258 bytes in two bits.
        Compression::GZIP(_) => 1032,
        // A block of 128 KiB takes four bytes.
        Compression::ZSTD(_) | Compression::BROTLI(_) => 1 << 15,
    }
}

/// Checks the footer at the end of a file.
///
/// # Errors
/// It is cut off, or promises what there can't be.
pub(super) fn check_footer(file: &File) -> Result<(), ParquetError> {
    let end = file.len();
    let Some(start) = end.checked_sub(8) else { return Err(Problem::CutOff.into()) };
    let tail = file.get_bytes(start, 8)?;
    let length = tail.iter().take(4).rev().fold(0, |length, byte| length << 8 | u64::from(*byte));
    let Some(start) = start.checked_sub(length) else { return Err(Problem::CutOff.into()) };
    let bytes = file.get_bytes(start, length as usize)?;
    let mut schema = SchemaCheck::default();
    Thrift { rest: &bytes }.structure(&mut Vec::new(), &mut |path, value| schema.see(path, value))?;
    Ok(schema.finish()?)
}

/// Checks the header at the beginning of a page, of which these are the first bytes; `left` is what the file has from
/// there.
fn check_page_header(bytes: &[u8], left: u64, ratio: u64) -> Result<()> {
    const UNCOMPRESSED_SIZE: &[i64] = &[2];
    const COMPRESSED_SIZE: &[i64] = &[3];
    const DICTIONARY_VALUES: &[i64] = &[7, 1];
    let (mut uncompressed, mut compressed, mut values) = (0, 0, 0);
    Thrift { rest: bytes }.structure(&mut Vec::new(), &mut |path, value| {
        match path {
            UNCOMPRESSED_SIZE => uncompressed = size(value)?,
            COMPRESSED_SIZE => compressed = size(value)?,
            DICTIONARY_VALUES => values = size(value)?,
            _ => {}
        }
        Ok(())
    })?;
    // Some writers count a few bytes for a page that holds nothing.
    let most = compressed.saturating_mul(ratio).saturating_add(64);
    match compressed <= left && uncompressed <= most && values <= uncompressed.saturating_mul(8) {
        true => Ok(()),
        false => Err(Problem::TooLarge("a page")),
    }
}

fn size(value: i64) -> Result<u64> {
    u64::try_from(value).map_err(|_| Problem::Malformed)
}

/// Follows the elements of the schema, which are in the order of a tree: each says how many children come next.
#[derive(Default)]
struct SchemaCheck {
    /// Elements begun so far.
    elements: u64,
    /// Elements that are promised as children.
    promised: u64,
    /// For each group that is open, the children that are still to come.
    open: Vec<u64>,
}

impl SchemaCheck {
    fn see(&mut self, path: &[i64], value: i64) -> Result<()> {
        // FileMetaData.schema is a list of elements; the number of an element in its list is in the path.
        let [2, element, field] = *path else { return Ok(()) };
        while self.elements <= element as u64 {
            self.elements += 1;
            self.begin_element()?;
        }
        if field == 5 {
            let children = size(value)?;
            self.promised = self.promised.saturating_add(children);
            self.open.push(children);
        }
        Ok(())
    }

    fn begin_element(&mut self) -> Result<()> {
        while self.open.last() == Some(&0) {
            self.open.pop();
        }
        if let Some(children) = self.open.last_mut() {
            *children -= 1;
        }
        if self.open.len() > DEEPEST { Err(Problem::TooLarge("the depth of its groups")) } else { Ok(()) }
    }

    fn finish(&self) -> Result<()> {
        if self.promised < self.elements.max(1) { Ok(()) } else { Err(Problem::TooLarge("a group of columns")) }
    }
}

/// What is wrong with a file.
#[derive(Debug, PartialEq, Eq)]
enum Problem {
    CutOff,
    Malformed,
    TooLarge(&'static str),
}

impl From<Problem> for ParquetError {
    fn from(problem: Problem) -> ParquetError {
        ParquetError::General(match problem {
            Problem::CutOff => "the file is cut off".to_owned(),
            Problem::Malformed => "the file is corrupt".to_owned(),
            Problem::TooLarge(what) => format!("the file is corrupt: it declares more of {what} than it can hold"),
        })
    }
}

/// What is in a structure: integers, with the numbers of the fields and elements that lead to them.
type Visit<'v> = dyn FnMut(&[i64], i64) -> Result<()> + 'v;

/// Reads Thrift's compact protocol.
struct Thrift<'b> {
    rest: &'b [u8],
}

impl Thrift<'_> {
    /// structure = { field } stop; field = (delta, type) [ number ] value
    fn structure(&mut self, path: &mut Vec<i64>, visit: &mut Visit<'_>) -> Result<()> {
        let mut number = 0;
        loop {
            let head = self.byte()?;
            if head == 0 {
                return Ok(());
            }
            number = match head >> 4 {
                0 => self.integer()?,
                delta => number + i64::from(delta),
            };
            self.within(number, path, |thrift, path| match head & 15 {
                // A boolean field is in its type.
                1 | 2 => Ok(()),
                ty => thrift.value(ty, path, visit),
            })?;
        }
    }

    fn value(&mut self, ty: u8, path: &mut Vec<i64>, visit: &mut Visit<'_>) -> Result<()> {
        match ty {
            1..=3 => self.byte().map(drop),
            4..=6 => {
                let value = self.integer()?;
                visit(path, value)
            }
            7 => self.skip(8),
            8 => {
                let length = self.unsigned()?;
                self.skip(length)
            }
            9 | 10 => self.list(path, visit),
            11 => {
                let count = self.unsigned()?;
                let types = if count > 0 { self.byte()? } else { 0 };
                for entry in 0..self.plausible(count)? {
                    self.within(entry, path, |thrift, path| {
                        thrift.value(types >> 4, path, visit)?;
                        thrift.value(types & 15, path, visit)
                    })?;
                }
                Ok(())
            }
            12 => self.structure(path, visit),
            13 => self.skip(16),
            _ => Err(Problem::Malformed),
        }
    }

    fn list(&mut self, path: &mut Vec<i64>, visit: &mut Visit<'_>) -> Result<()> {
        let head = self.byte()?;
        let count = if head >> 4 == 15 { self.unsigned()? } else { u64::from(head >> 4) };
        for element in 0..self.plausible(count)? {
            self.within(element, path, |thrift, path| thrift.value(head & 15, path, visit))?;
        }
        Ok(())
    }

    /// Goes one level deeper.
    fn within(
        &mut self,
        number: i64,
        path: &mut Vec<i64>,
        inside: impl FnOnce(&mut Self, &mut Vec<i64>) -> Result<()>,
    ) -> Result<()> {
        if path.len() >= DEEPEST {
            return Err(Problem::Malformed);
        }
        path.push(number);
        inside(self, path)?;
        path.pop();
        Ok(())
    }

    /// A number of elements, each of which takes a byte or more.
    fn plausible(&self, count: u64) -> Result<i64> {
        if count <= self.rest.len() as u64 { Ok(count as i64) } else { Err(Problem::CutOff) }
    }

    fn integer(&mut self) -> Result<i64> {
        let bits = self.unsigned()?;
        Ok((bits >> 1) as i64 ^ -((bits & 1) as i64))
    }

    fn unsigned(&mut self) -> Result<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(value);
            }
        }
        Err(Problem::Malformed)
    }

    fn byte(&mut self) -> Result<u8> {
        let (byte, rest) = self.rest.split_first().ok_or(Problem::CutOff)?;
        self.rest = rest;
        Ok(*byte)
    }

    fn skip(&mut self, bytes: u64) -> Result<()> {
        let bytes = usize::try_from(bytes).map_err(|_| Problem::CutOff)?;
        self.rest = self.rest.get(bytes..).ok_or(Problem::CutOff)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page header: type 0, sizes, and a dictionary header with a number of values; numbers below 64 take one byte.
    fn page(uncompressed: u8, compressed: u8, values: u8) -> Vec<u8> {
        vec![0x15, 0, 0x15, 2 * uncompressed, 0x15, 2 * compressed, 0x4c, 0x15, 2 * values, 0, 0]
    }

    #[test]
    fn pages_that_promise_more_than_they_hold() {
        let check = |bytes: Vec<u8>, ratio| check_page_header(&bytes, 40, ratio);
        assert_eq!(check(page(60, 30, 9), 2), Ok(()));
        assert_eq!(check(page(60, 50, 9), 2), Err(Problem::TooLarge("a page")));
        assert_eq!(check(page(1, 30, 9), 2), Err(Problem::TooLarge("a page")));
        // 10,000 bytes of 30 in place of 60.
        let large = [&[0x15, 0, 0x15, 0xa0, 0x9c, 0x01], &page(60, 30, 9)[4..]].concat();
        assert_eq!(check(large.clone(), 2), Err(Problem::TooLarge("a page")));
        assert_eq!(check(large, 1032), Ok(()));
        assert_eq!(check(page(60, 30, 9)[..6].to_vec(), 2), Err(Problem::CutOff));
        // A text of 2^62 bytes, and structures in structures.
        assert_eq!(check(vec![0x18, 255, 255, 255, 255, 255, 255, 255, 255, 63], 2), Err(Problem::CutOff));
        assert_eq!(check(vec![0x1c; 1000], 2), Err(Problem::Malformed));
    }

    /// A footer with a schema of elements with those numbers of children.
    fn schema(children: &[u8]) -> Result<()> {
        let elements: Vec<u8> = children.iter().flat_map(|children| [0x55, 2 * children, 0]).collect();
        let footer = [&[0x29, 0xfc, children.len() as u8], &elements[..], &[0]].concat();
        let mut check = SchemaCheck::default();
        Thrift { rest: &footer }.structure(&mut Vec::new(), &mut |path, value| check.see(path, value))?;
        check.finish()
    }

    #[test]
    fn schemas_that_promise_more_than_they_hold() {
        assert_eq!(schema(&[2, 0, 0]), Ok(()));
        assert_eq!(schema(&[1, 1, 0]), Ok(()));
        assert_eq!(schema(&[3, 0, 0]), Err(Problem::TooLarge("a group of columns")));
        let mut deep = [1; 100];
        deep[99] = 0;
        assert_eq!(schema(&deep), Err(Problem::TooLarge("the depth of its groups")));
    }
}
