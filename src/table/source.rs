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
    /// The texts in the input column of that number, as CHARACTER of that length, or each as long as it is.
    Texts(usize, Option<usize>),
    /// One value for all rows.
    Value(Scalar),
    /// One array for all rows.
    Shared(SharedArray),
    /// One array, or text, that each row starts with: the kernel assigns it.
    Repeated(SharedArray, RowShape),
    /// An array for each row that starts as zeros: the kernel assigns it.
    Zeros(RowShape),
    /// As many blanks for each row: a text that the kernel assigns.
    Blanks(usize),
    /// The lengths of the texts in the column of that number.
    Lengths(usize),
    /// Nowhere, and the kernel does not use it: of an OPTIONAL argument that is absent.
    Absent,
    /// Nowhere: the kernel only assigns it, on some paths or on all. A row that does not assign it has no value.
    Nowhere,
}

/// The shape of an array that each row has of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowShape {
    extents: Vec<u64>,
    is_complex: bool,
}

impl RowShape {
    /// The shape with these extents, the one of the first index first; none if the array has more than 2³¹ elements.
    pub fn new(extents: &[u64]) -> Option<RowShape> {
        let elements = extents.iter().try_fold(1_u64, |count, extent| count.checked_mul(*extent))?;
        i32::try_from(elements).is_ok().then(|| RowShape { extents: extents.to_vec(), is_complex: false })
    }

    /// The same, of complex numbers: two elements are one.
    #[must_use]
    pub fn of_complex(self) -> RowShape {
        RowShape { is_complex: true, ..self }
    }

    /// The extents.
    pub(super) fn extents(&self) -> &[u64] {
        &self.extents
    }

    /// The number of elements.
    pub(super) fn width(&self) -> usize {
        self.extents.iter().product::<u64>() as usize
    }

    /// The metadata of a column of such arrays.
    pub(super) fn metadata(&self) -> Vec<(String, String)> {
        let extents: Vec<String> = self.extents.iter().map(u64::to_string).collect();
        let shape = (extents.len() > 1).then(|| (SHAPE.to_owned(), extents.join(",")));
        shape.into_iter().chain(self.is_complex.then(|| (COMPLEX.to_owned(), String::new()))).collect()
    }
}

/// An array that all rows share.
#[derive(Clone, Debug)]
pub struct SharedArray(pub(super) Column);

impl SharedArray {
    /// The elements of an Arrow array, as the parameter's type.
    ///
    /// # Errors
    /// The first element that does not fit, by its zero-based number.
    pub fn new(elements: &ArrayRef, parameter: &Parameter) -> Result<SharedArray, String> {
        column_of(elements, parameter.ty)
            .map(SharedArray)
            .map_err(|bad| format!("element {}: {}", bad.row + 1, bad.message))
    }

    /// The bytes of a text for CHARACTER(`length`), or as long as it is.
    ///
    /// # Errors
    /// A text of which more than blanks would be cut off.
    pub fn text(text: &str, length: Option<usize>) -> Result<SharedArray, String> {
        let texts = Texts::of(std::iter::once(text.as_bytes()), length).map_err(|(_, message)| message)?;
        Ok(SharedArray(Column::U8(texts.bytes.into())))
    }

    /// The number of elements.
    pub fn length(&self) -> usize {
        self.0.len()
    }
}

/// What a table must have for a parameter, in words.
pub fn describe(parameter: &Parameter) -> String {
    let name = &parameter.name;
    match parameter.text_length() {
        Some(length) => format!("`{name}` ({length})"),
        None if parameter.is_array => format!("`{name}` ({}, an array each row)", type_name(parameter.ty)),
        None => format!("`{name}` ({})", type_name(parameter.ty)),
    }
}
