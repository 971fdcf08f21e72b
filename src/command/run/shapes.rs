//! Whether the array of a file has the shape that the kernel declares.

use crate::data::ArrayOrder;
use crate::table::{RowExtent, RowShape, SharedArray, Source};
use forlane_cfg::{Bound, Companion, Dimension, IntegerKind, SourceArgument, Type, Unit};
use forlane_jit::{Parameter, Role, Scalar};
use std::collections::BTreeMap;

/// Where an array for a dummy argument is from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// A file of `--array`, with its order.
    File(ArrayOrder),
    /// The list of `--set`.
    List,
    /// A row of a column.
    Row,
}

/// The shapes that a kernel declares for its arrays, as far as they are known before it runs.
pub(super) struct DeclaredShapes<'a> {
    unit: Option<&'a Unit>,
    /// The values that scalar arguments have in all rows, by lower-case name.
    values: BTreeMap<String, i64>,
}

impl<'a> DeclaredShapes<'a> {
    pub(super) fn new(unit: Option<&'a Unit>, values: BTreeMap<String, i64>) -> DeclaredShapes<'a> {
        DeclaredShapes { unit, values }
    }

    /// Refuses an array that is not of the declared shape: of another rank, unless it has one dimension, of another
    /// extent in a dimension other than the last, or of too few elements, and more texts than that. An array of one
    /// dimension takes the elements of any in the order of memory.
    pub(super) fn check(&self, name: &str, shape: &[u64], origin: Origin) -> Result<(), String> {
        let Some(declared) = self.extents(name) else { return Ok(()) };
        let words: Vec<String> =
            declared.iter().map(|extent| extent.map_or("*".to_owned(), |extent| extent.to_string())).collect();
        let refused = |what: &str| {
            let found: Vec<String> = shape.iter().map(u64::to_string).collect();
            let (found, words) = (found.join(", "), words.join(", "));
            let is_reversed = shape.len() > 1 && fits(&shape.iter().rev().copied().collect::<Vec<u64>>(), &declared);
            let whose = match origin {
                Origin::File(_) => "the array in the file",
                Origin::List => "the list",
                Origin::Row => "the array of each row",
            };
            let hint = match declared.len() {
                _ if !matches!(origin, Origin::File(_)) => "",
                1 if shape.len() > 1 => "; with --array-order=memory its elements are taken as they follow each other",
                _ if is_reversed => "; with --array-order=memory its first dimension is the last one",
                _ => "",
            };
            Err(format!("{what}: {whose} has the shape ({found}), `{name}` is declared ({words}){hint}"))
        };
        let is_list = shape.len() == 1 || declared.len() == 1 && origin == Origin::File(ArrayOrder::Memory);
        if !is_list && shape.len() != declared.len() {
            return refused("another number of dimensions");
        }
        if !is_list && !fits(shape, &declared) {
            return refused("another shape");
        }
        let needed = declared.iter().try_fold(1_u64, |count, extent| count.checked_mul((*extent)?));
        let count: u64 = shape.iter().product();
        match needed {
            Some(needed) if count < needed => refused("too few elements"),
            Some(needed) if count > needed && self.is_text(name) => refused("too many elements"),
            _ => Ok(()),
        }
    }

    /// Takes the extents of an array of assumed shape, where `--set` gives none, from one that all rows have; those of
    /// several dimensions are not known from the elements alone.
    pub(super) fn take_extents(&mut self, name: &str, shape: &[u64]) {
        let (Some(unit), Some(argument)) = (self.unit, self.argument(name)) else { return };
        let elements = [shape.iter().product::<u64>() / self.parts(name) as u64];
        let shape = if argument.dimensions.len() == 1 { &elements } else { shape };
        if argument.dimensions.len() != shape.len() || shape.len() > 1 && self.is_complex(name) {
            return;
        }
        for (dimension, extent) in argument.dimensions.iter().zip(shape) {
            if let (Dimension::Assumed { extent: var, .. }, Ok(extent)) = (dimension, i64::try_from(*extent)) {
                self.values.entry(unit.vars[*var].name.to_ascii_lowercase()).or_insert(extent);
            }
        }
    }

    /// Where the extent of an array of assumed shape comes from, if the parameter is one: what has been given or taken,
    /// or the rows of the array, of which the parameters before are bound to these.
    pub(super) fn extent(&self, parameters: &[Parameter], at: usize, sources: &[Source]) -> Option<Source> {
        let parameter = &parameters[at];
        let Role::Companion { what: Companion::Extent(dimension), of } = &parameter.role else { return None };
        if let Some(extent) = self.value(&parameter.name) {
            return Some(Source::Value(match parameter.ty {
                Type::Integer(IntegerKind::I8) => Scalar::I64(extent),
                _ => Scalar::I32(i32::try_from(extent).ok()?),
            }));
        }
        let array = parameters.iter().position(|one| one.name == *of)?;
        let (Source::Column(_) | Source::Texts(..) | Source::Elements(..)) = sources.get(array)? else { return None };
        let rank = self.argument(of)?.dimensions.len();
        Some(Source::Extent(RowExtent { array, dimension: dimension - 1, rank, parts: self.parts(of) }))
    }

    /// The number of elements that a row of an array has at least, a complex one being two; 0 if that is not known.
    pub(super) fn elements(&self, name: &str) -> u64 {
        let parts = self.parts(name) as u64;
        let count = |extents: Vec<u64>| extents.iter().try_fold(parts, |count: u64, extent| count.checked_mul(*extent));
        self.known(name).filter(|extents| !extents.is_empty()).and_then(count).unwrap_or(0)
    }

    /// An array or a text that all rows have, or that each row starts with if the kernel assigns it.
    pub(super) fn for_all_rows(&self, parameter: &Parameter, array: SharedArray) -> Source {
        if !parameter.is_assigned {
            return Source::Shared(array);
        }
        let (name, length) = (&parameter.name, array.length() as u64);
        let is_text = parameter.text_length().is_some();
        let is_whole = |extents: &Vec<u64>| extents.iter().product::<u64>() == length;
        let extents = self.known(name).filter(|extents| is_text || !extents.is_empty()).filter(is_whole);
        let shape = RowShape::new(&extents.unwrap_or_else(|| vec![length]));
        let of_texts = |shape: RowShape| match array.text_length() {
            Some(length) => shape.of_texts(length),
            None => Some(shape),
        };
        match shape.and_then(of_texts) {
            Some(shape) if self.is_complex(name) => Source::Repeated(array, shape.of_complex()),
            Some(shape) => Source::Repeated(array, shape),
            // It does not fit into a column of results.
            None => Source::Shared(array),
        }
    }

    /// Whether an argument is COMPLEX.
    pub(super) fn is_complex(&self, name: &str) -> bool {
        self.argument(name).is_some_and(|argument| matches!(argument.ty, Type::Complex(_)))
    }

    /// How many numbers an element of an argument is.
    fn parts(&self, name: &str) -> usize {
        if self.is_complex(name) { 2 } else { 1 }
    }

    /// Whether an argument is CHARACTER.
    fn is_text(&self, name: &str) -> bool {
        self.argument(name).is_some_and(|argument| argument.ty == Type::Character)
    }

    /// The value that a scalar argument has in all rows.
    pub(super) fn value(&self, name: &str) -> Option<i64> {
        self.values.get(&name.to_ascii_lowercase()).copied()
    }

    fn argument(&self, name: &str) -> Option<&'a SourceArgument> {
        let unit = self.unit?;
        let is_value = |one: &&SourceArgument| one.is_result && unit.short_name().eq_ignore_ascii_case(name);
        let named = unit.arguments.iter().find(|one| one.name(&unit.vars).eq_ignore_ascii_case(name));
        named.or_else(|| unit.arguments.iter().find(is_value))
    }

    /// The extents of an array, if all of them are known.
    pub(super) fn known(&self, name: &str) -> Option<Vec<u64>> {
        self.extents(name)?.into_iter().collect()
    }

    /// The extents of an array, `None` where they are not known.
    pub(super) fn extents(&self, name: &str) -> Option<Vec<Option<u64>>> {
        let (unit, argument) = (self.unit?, self.argument(name)?);
        let value = |bound: &Bound| match bound {
            Bound::Constant(value) => Some(*value),
            Bound::Argument(var) => self.value(&unit.vars[*var].name),
            Bound::Computed => None,
        };
        let extent = |dimension: &Dimension| match dimension {
            Dimension::Declared { lower, upper } => {
                let count = value(upper.as_ref()?)?.checked_sub(value(lower)?)?.checked_add(1)?;
                Some(u64::try_from(count).unwrap_or(0))
            }
            Dimension::Assumed { extent, .. } => u64::try_from(self.value(&unit.vars[*extent].name)?).ok(),
            Dimension::Hidden { .. } => None,
        };
        Some(argument.dimensions.iter().map(extent).collect())
    }
}

/// Whether all dimensions but the last are as declared, and the last one is as long: elements are counted along the
/// first.
fn fits(shape: &[u64], declared: &[Option<u64>]) -> bool {
    let last = shape.len().saturating_sub(1);
    let fits = |(at, (found, declared)): (usize, (&u64, &Option<u64>))| {
        declared.is_none_or(|declared| if at == last { *found >= declared } else { *found == declared })
    };
    shape.len() == declared.len() && shape.iter().zip(declared).enumerate().all(fits)
}
