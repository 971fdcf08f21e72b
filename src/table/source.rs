//! Where the values of a kernel's parameters come from.

use crate::convert::{Column, column_of, type_name};
use crate::data::{COMPLEX, SHAPE};
use crate::texts::Texts;
use arrow_array::ArrayRef;
use forlane_jit::{Parameter, Scalar};

/// Where the values of a parameter come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// The input column of that number.
    Column(usize),
    /// The texts in the input column of that number, for an array in lists, as CHARACTER of that length, or in each row
    /// as long as they are.
    Texts(usize, Option<usize>),
    /// The same of an array whose elements are in columns of their own.
    Elements(Vec<usize>, RowShape, Option<usize>),
    /// One value for all rows.
    Value(Scalar),
    /// One array for all rows.
    Shared(SharedArray),
    /// One array, or text, that each row starts with: the kernel assigns it.
    Repeated(SharedArray, RowShape),
    /// An array for each row that starts as zeros: the kernel assigns it.
    Zeros(RowShape),
    /// Blanks for each row: texts that the kernel assigns.
    Blanks(RowShape),
    /// The lengths of the texts of the parameter of that number, which comes before.
    Lengths(usize),
    /// The extent of an array of assumed shape.
    Extent(RowExtent),
    /// Nowhere, and the kernel does not use it: of an OPTIONAL argument that is absent.
    Absent,
    /// Nowhere: the kernel only assigns it, on some paths or on all. A row that does not assign it has no value.
    Nowhere,
}

/// The extent of a dimension of the arrays that the rows of a table have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowExtent {
    /// The number of the array's parameter, which comes before.
    pub array: usize,
    /// The dimension, counted from 0.
    pub dimension: usize,
    /// How many dimensions the array has.
    pub rank: usize,
    /// How many numbers an element is.
    pub parts: usize,
}

/// The shape of an array that each row has of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowShape {
    extents: Vec<u64>,
    kind: ElementKind,
}

/// What the elements of an array are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ElementKind {
    Number,
    /// A part of a complex number: two elements are one.
    Part,
    /// Texts of n bytes.
    Text(usize),
}

impl RowShape {
    /// The shape with these extents, the one of the first index first; none if the array has more than 2³¹ elements.
    pub fn new(extents: &[u64]) -> Option<RowShape> {
        let elements = extents.iter().try_fold(1_u64, |count, extent| count.checked_mul(*extent))?;
        i32::try_from(elements).is_ok().then(|| RowShape { extents: extents.to_vec(), kind: ElementKind::Number })
    }

    /// The same, of complex numbers: two elements are one.
    #[must_use]
    pub fn of_complex(self) -> RowShape {
        RowShape { kind: ElementKind::Part, ..self }
    }

    /// The same, of texts of n bytes; none if they have more than 2³¹ bytes together.
    pub fn of_texts(self, length: usize) -> Option<RowShape> {
        let shape = RowShape { kind: ElementKind::Text(length), ..self };
        let bytes = length.checked_mul(shape.count())?;
        i32::try_from(bytes).is_ok().then_some(shape)
    }

    /// The extents.
    pub(super) fn extents(&self) -> &[u64] {
        &self.extents
    }

    /// The number of elements.
    pub(super) fn count(&self) -> usize {
        self.extents.iter().product::<u64>() as usize
    }

    /// How many bytes each text has; 0 of other elements.
    pub(crate) fn text_length(&self) -> usize {
        if let ElementKind::Text(length) = self.kind { length } else { 0 }
    }

    /// The metadata of a column of such arrays.
    pub(super) fn metadata(&self) -> Vec<(String, String)> {
        let extents: Vec<String> = self.extents.iter().map(u64::to_string).collect();
        let shape = (extents.len() > 1).then(|| (SHAPE.to_owned(), extents.join(",")));
        let is_complex = self.kind == ElementKind::Part;
        shape.into_iter().chain(is_complex.then(|| (COMPLEX.to_owned(), String::new()))).collect()
    }
}

/// An array that all rows share.
#[derive(Clone, Debug)]
pub struct SharedArray {
    pub(super) elements: Column,
    count: usize,
    /// How many bytes each element has, if it is a text.
    text_length: Option<usize>,
}

impl SharedArray {
    /// The elements of an Arrow array, as the parameter's type.
    ///
    /// # Errors
    /// The first element that does not fit, by its zero-based number.
    pub fn new(elements: &ArrayRef, parameter: &Parameter) -> Result<SharedArray, String> {
        column_of(elements, parameter.ty)
            .map(|elements| SharedArray { count: elements.len(), elements, text_length: None })
            .map_err(|bad| format!("element {}: {}", bad.row + 1, bad.message))
    }

    /// The bytes of texts for CHARACTER(`length`), or as long as the longest is.
    ///
    /// # Errors
    /// A text of which more than blanks would be cut off, by its number.
    pub fn texts(texts: &[&str], length: Option<usize>) -> Result<SharedArray, (usize, String)> {
        let texts: Vec<&[u8]> = texts.iter().map(|text| text.as_bytes()).collect();
        let texts = Texts::of(&texts, (1, texts.len()), length)?;
        let length = texts.lengths.first().map(|length| *length as usize);
        Ok(SharedArray { elements: Column::U8(texts.bytes.into()), count: texts.count, text_length: length })
    }

    /// The number of elements.
    pub fn length(&self) -> usize {
        self.count
    }

    /// How many bytes each element has, if it is a text.
    pub fn text_length(&self) -> Option<usize> {
        self.text_length
    }
}

/// What a table must have for a parameter, in words.
pub fn describe(parameter: &Parameter) -> String {
    let name = &parameter.name;
    match parameter.text_length() {
        Some(length) if parameter.is_text_array() => format!("`{name}` ({length}, an array each row)"),
        Some(length) => format!("`{name}` ({length})"),
        None if parameter.is_array => format!("`{name}` ({}, an array each row)", type_name(parameter.ty)),
        None => format!("`{name}` ({})", type_name(parameter.ty)),
    }
}
