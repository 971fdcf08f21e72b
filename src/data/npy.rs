//! NumPy's `.npy` format: a header that is a Python dictionary, then the elements.
//!
//! The format is described at <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_until};
use nom::character::complete::{char, multispace0, u64 as number};
use nom::combinator::{map, opt, value};
use nom::multi::separated_list0;
use nom::sequence::{delimited, preceded, separated_pair, terminated};
use nom::{IResult, Parser};
use std::fmt::Write as _;
use std::io::{Error, ErrorKind, Read, Write};

/// What a file begins with.
const MAGIC: &[u8; 6] = b"\x93NUMPY";

/// The header ends, with the eight bytes before it, at a multiple of this.
const ALIGNMENT: usize = 64;

/// NumPy itself writes and reads shorter headers, in bytes.
const LONGEST_HEADER: u64 = 1 << 16;

/// NumPy's arrays have no more dimensions.
const MOST_DIMENSIONS: usize = 64;

/// Elements that are read at once: no more memory is taken than the file holds, even if its header claims more.
const CHUNK: u64 = 1 << 16;

/// What an array is.
pub(super) struct Header {
    /// NumPy's word for the type of the elements, such as `<f8`.
    pub ty: String,
    /// Whether the first index runs fastest.
    pub is_in_fortran_order: bool,
    /// Extent of each dimension, in elements.
    pub shape: Vec<u64>,
}

impl Header {
    /// Reads the header; the elements follow.
    pub fn read(reader: &mut impl Read) -> Result<Header, Error> {
        let mut start = [0; 8];
        reader.read_exact(&mut start)?;
        if start[..6] != *MAGIC {
            return Err(broken("its signature is wrong"));
        }
        let length = match start[6] {
            1 => u64::from(u16::from_le_bytes(bytes(reader)?)),
            2 | 3 => u64::from(u32::from_le_bytes(bytes(reader)?)),
            version => return Err(broken(&format!("version {version} of the format is not supported"))),
        };
        if length > LONGEST_HEADER {
            return Err(broken("its header is too long"));
        }
        let mut text = String::new();
        if reader.take(length).read_to_string(&mut text)? as u64 != length {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        header(&text)
    }

    /// Writes the header of an array whose last index runs fastest.
    pub fn write(ty: &str, shape: &[u64], writer: &mut impl Write) -> Result<(), Error> {
        let mut extents = String::new();
        for extent in shape {
            // Writing to a string can't fail.
            let _ = write!(extents, "{extent}, ");
        }
        let mut text = format!("{{'descr': '{ty}', 'fortran_order': False, 'shape': ({}), }}", extents.trim_end());
        // Ten bytes are before the text and a line feed after it.
        let padding = (ALIGNMENT - (10 + text.len() + 1) % ALIGNMENT) % ALIGNMENT;
        text.extend(std::iter::repeat_n(' ', padding).chain(['\n']));
        let length = u16::try_from(text.len()).map_err(|_| broken("the header is too long"))?;
        writer.write_all(MAGIC)?;
        writer.write_all(&[1, 0])?;
        writer.write_all(&length.to_le_bytes())?;
        writer.write_all(text.as_bytes())
    }

    /// The kind of the elements, one of NumPy's letters, and their size in bytes, of `U` in characters. None if the
    /// word is not a simple one.
    pub fn kind(&self) -> Option<(char, usize)> {
        let word = self.ty.strip_prefix(['<', '>', '|', '=']).unwrap_or(&self.ty);
        let kind = word.chars().next().filter(char::is_ascii_alphabetic)?;
        Some((kind, word[1..].parse().ok()?))
    }

    /// The number of elements.
    pub fn count(&self) -> Result<u64, Error> {
        // Also that of a dimension with the others left out, so that an array without elements has a shape, too.
        let count = self.shape.iter().try_fold(1, |count: u64, extent| count.checked_mul((*extent).max(1)));
        let count = count.map(|count| if self.shape.contains(&0) { 0 } else { count });
        count.ok_or_else(|| broken("the shape has too many elements"))
    }

    /// Reads numbers of N bytes, in either order of bytes; `of` takes them as little-endian.
    pub fn numbers<const N: usize, T>(
        &self,
        reader: &mut impl Read,
        count: u64,
        of: impl Fn([u8; N]) -> T,
    ) -> Result<Vec<T>, Error> {
        let is_swapped = self.ty.starts_with('>');
        let mut numbers = Vec::new();
        self.pieces(reader, count, N, |pieces| {
            let pieces = pieces.as_chunks::<N>().0.iter().copied();
            match is_swapped {
                false => numbers.extend(pieces.map(&of)),
                true => numbers.extend(pieces.map(|mut bytes| {
                    bytes.reverse();
                    of(bytes)
                })),
            }
            Ok(())
        })?;
        Ok(numbers)
    }

    /// Reads texts of `size` characters, which are code points of four bytes or bytes of UTF-8, without trailing zeros.
    pub fn texts(&self, reader: &mut impl Read, kind: char, size: usize) -> Result<Vec<String>, Error> {
        let is_swapped = self.ty.starts_with('>');
        let point = |bytes: &[u8; 4]| if is_swapped { u32::from_be_bytes(*bytes) } else { u32::from_le_bytes(*bytes) };
        let wide = |piece: &[u8]| -> Option<String> {
            piece.as_chunks().0.iter().map(|bytes| char::from_u32(point(bytes))).collect()
        };
        let narrow = |piece: &[u8]| String::from_utf8(piece.to_vec()).ok();
        let mut texts = Vec::new();
        let length = if kind == 'U' { size.saturating_mul(4) } else { size };
        self.pieces(reader, self.count()?, length, |pieces| {
            for piece in pieces.chunks_exact(length) {
                let text = if kind == 'U' { wide(piece) } else { narrow(piece) };
                let text = text.ok_or_else(|| broken("a text is not of Unicode characters"))?;
                texts.push(text.trim_end_matches('\0').to_owned());
            }
            Ok(())
        })?;
        Ok(texts)
    }

    /// Reads pieces of `length` bytes each, some at a time.
    fn pieces(
        &self,
        reader: &mut impl Read,
        count: u64,
        length: usize,
        mut take: impl FnMut(&[u8]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if length == 0 {
            return Err(broken("elements without a size are not supported"));
        }
        let (mut left, mut bytes) = (count, Vec::new());
        while left > 0 {
            let pieces = left.min(CHUNK);
            let expected = pieces.saturating_mul(length as u64);
            bytes.clear();
            if reader.take(expected).read_to_end(&mut bytes)? as u64 != expected {
                return Err(broken("it ends before its last element"));
            }
            take(&bytes)?;
            left -= pieces;
        }
        Ok(())
    }
}

fn broken(message: &str) -> Error {
    Error::new(ErrorKind::InvalidData, message)
}

fn bytes<const N: usize>(reader: &mut impl Read) -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    reader.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// A value of the dictionary.
#[derive(Clone)]
enum Value<'a> {
    Text(&'a str),
    Truth(bool),
    Extents(Vec<u64>),
    /// A list: the fields of a structured type. What follows is not read.
    Fields,
}

fn header(text: &str) -> Result<Header, Error> {
    let Ok((_, items)) = dictionary(text) else { return Err(broken("its header is not a dictionary of an array")) };
    let find = |name: &str| items.iter().find(|(key, _)| *key == name).map(|(_, value)| value);
    match (find("descr"), find("fortran_order"), find("shape")) {
        (_, _, Some(Value::Extents(shape))) if shape.len() > MOST_DIMENSIONS => {
            Err(broken("the shape has too many dimensions"))
        }
        (Some(Value::Text(ty)), Some(Value::Truth(is_in_fortran_order)), Some(Value::Extents(shape))) => {
            Ok(Header { ty: (*ty).to_owned(), is_in_fortran_order: *is_in_fortran_order, shape: shape.clone() })
        }
        (Some(Value::Fields), ..) => Err(broken("structured arrays are not supported")),
        _ => Err(broken("its header has no type, order or shape")),
    }
}

/// `{KEY: VALUE, …}`
fn dictionary(text: &str) -> IResult<&str, Vec<(&str, Value<'_>)>> {
    let item = separated_pair(string, sign(':'), item_value);
    preceded(sign('{'), separated_list0(sign(','), item)).parse(text)
}

/// `'TEXT'`, `True`, `False`, `(N, …)`, or the begin of a list.
fn item_value(text: &str) -> IResult<&str, Value<'_>> {
    let extent = preceded(multispace0, terminated(number, opt(char('L'))));
    let extents = terminated(separated_list0(sign(','), extent), opt(sign(',')));
    let value = alt((
        map(string, Value::Text),
        value(Value::Truth(true), tag("True")),
        value(Value::Truth(false), tag("False")),
        map(delimited(char('('), extents, sign(')')), Value::Extents),
        value(Value::Fields, char('[')),
    ));
    preceded(multispace0, value).parse(text)
}

fn string(text: &str) -> IResult<&str, &str> {
    let single = delimited(char('\''), take_until("'"), char('\''));
    let double = delimited(char('"'), take_until("\""), char('"'));
    preceded(multispace0, alt((single, double))).parse(text)
}

fn sign(sign: char) -> impl Fn(&str) -> IResult<&str, char> {
    move |text| preceded(multispace0, char(sign)).parse(text)
}

#[cfg(test)]
mod tests {
    use super::Header;

    /// The error of a file with this header and these elements, or its type, order, shape and numbers.
    fn read(version: u8, header: &str, elements: &[u8]) -> Result<(String, bool, Vec<u64>, Vec<i32>), String> {
        let mut file = b"\x93NUMPY".to_vec();
        file.extend([version, 0]);
        file.extend(&(header.len() as u32).to_le_bytes()[..if version == 1 { 2 } else { 4 }]);
        file.extend(header.as_bytes());
        file.extend(elements);
        let mut file = &file[..];
        let read = |error: std::io::Error| error.to_string();
        let header = Header::read(&mut file).map_err(read)?;
        let numbers = header.numbers(&mut file, header.count().map_err(read)?, i32::from_le_bytes).map_err(read)?;
        Ok((header.ty, header.is_in_fortran_order, header.shape, numbers))
    }

    #[test]
    fn headers_of_every_version_and_order_of_bytes_are_read() {
        let header = "{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }   \n";
        let elements = [1, 0, 0, 0, 255, 255, 255, 255];
        assert_eq!(read(1, header, &elements), Ok(("<i4".to_owned(), false, vec![2], vec![1, -1])));
        let header = "{\"shape\": (2L, 1L), \"descr\": \">i4\",'fortran_order':True}";
        assert_eq!(read(3, header, &[0, 0, 0, 1, 0, 0, 1, 0]), Ok((">i4".to_owned(), true, vec![2, 1], vec![1, 256])));
        let header = "{'descr': '<i4', 'fortran_order': False, 'shape': (), }\n";
        assert_eq!(read(2, header, &[7, 0, 0, 0]), Ok(("<i4".to_owned(), false, vec![], vec![7])));
    }

    /// Memory for what a header promises is not taken before the elements are there.
    #[test]
    fn broken_files_are_refused() {
        let of = |shape: &str| format!("{{'descr': '<i4', 'fortran_order': False, 'shape': ({shape}), }}");
        let refused = |header: &str| read(1, header, &[0; 8]).unwrap_err();
        assert_eq!(refused(&of("1000000000000000000,")), "it ends before its last element");
        assert_eq!(refused(&of("10000000000, 10000000000")), "the shape has too many elements");
        let fields = "{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (2,), }";
        assert_eq!(refused(fields), "structured arrays are not supported");
        assert_eq!(refused(&of("0, 10000000000, 10000000000")), "the shape has too many elements");
        assert_eq!(refused(&format!("{{'descr': {}", "[".repeat(60_000))), "structured arrays are not supported");
        assert_eq!(refused(&format!("{{'descr': {}", "(".repeat(60_000))), "its header has no type, order or shape");
        let long = read(2, &format!("{{{}", " ".repeat(70_000)), &[]).unwrap_err();
        assert_eq!(long, "its header is too long");
        assert_eq!(refused("{'descr': '<i4', }"), "its header has no type, order or shape");
        assert_eq!(refused("no dictionary"), "its header is not a dictionary of an array");
        assert_eq!(read(9, "", &[]).unwrap_err(), "version 9 of the format is not supported");
    }

    #[test]
    fn what_is_written_is_read() {
        let mut file = Vec::new();
        Header::write("<U3", &[2, 1], &mut file).unwrap();
        assert_eq!(file.len() % 64, 0);
        for text in ["ä", "xyz"] {
            let points = text.chars().chain(['\0'; 3]).take(3);
            file.extend(points.flat_map(|point| u32::from(point).to_le_bytes()));
        }
        let mut file = &file[..];
        let header = Header::read(&mut file).unwrap();
        assert_eq!((header.kind(), &header.shape[..]), (Some(('U', 3)), &[2, 1][..]));
        assert_eq!(header.texts(&mut file, 'U', 3).unwrap(), ["ä", "xyz"]);
    }
}
