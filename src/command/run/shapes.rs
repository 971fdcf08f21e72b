//! Whether the array of a file has the shape that the kernel declares.

use crate::data::ArrayOrder;
use forlane_cfg::{Bound, Dimension, Unit};
use std::collections::BTreeMap;

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

    /// Refuses an array that is not of the declared shape: of another rank, unless it has one dimension, of another extent
    /// in a dimension other than the last, or of too few elements. An array of one dimension takes the elements of any in
    /// the order of memory.
    pub(super) fn check(&self, name: &str, shape: &[u64], order: ArrayOrder) -> Result<(), String> {
        let Some(declared) = self.extents(name) else { return Ok(()) };
        let words: Vec<String> =
            declared.iter().map(|extent| extent.map_or("*".to_owned(), |extent| extent.to_string())).collect();
        let refused = |what: &str| {
            let found: Vec<String> = shape.iter().map(u64::to_string).collect();
            let (found, words) = (found.join(", "), words.join(", "));
            let is_reversed = shape.len() > 1 && fits(&shape.iter().rev().copied().collect::<Vec<u64>>(), &declared);
            let hint = match declared.len() {
                1 if shape.len() > 1 => "; with --array-order=memory its elements are taken as they follow each other",
                _ if is_reversed => "; with --array-order=memory its first dimension is the last one",
                _ => "",
            };
            Err(format!("{what}: the array in the file has the shape ({found}), `{name}` is declared ({words}){hint}"))
        };
        let is_list = shape.len() == 1 || declared.len() == 1 && order == ArrayOrder::Memory;
        if !is_list && shape.len() != declared.len() {
            return refused("another number of dimensions");
        }
        if !is_list && !fits(shape, &declared) {
            return refused("another shape");
        }
        let needed = declared.iter().try_fold(1_u64, |count, extent| count.checked_mul((*extent)?));
        let count: u64 = shape.iter().product();
        if needed.is_some_and(|needed| count < needed) { refused("too few elements") } else { Ok(()) }
    }

    /// The extents of an array, if all of them are known.
    pub(super) fn known(&self, name: &str) -> Option<Vec<u64>> {
        self.extents(name)?.into_iter().collect()
    }

    /// The extents of an array, `None` where they are not known.
    fn extents(&self, name: &str) -> Option<Vec<Option<u64>>> {
        let unit = self.unit?;
        let argument = unit.arguments.iter().find(|one| one.name(&unit.vars).eq_ignore_ascii_case(name))?;
        let value = |bound: &Bound| match bound {
            Bound::Constant(value) => Some(*value),
            Bound::Argument(var) => self.values.get(&unit.vars[*var].name.to_ascii_lowercase()).copied(),
            Bound::Computed => None,
        };
        let extent = |dimension: &Dimension| match dimension {
            Dimension::Declared { lower, upper } => {
                let count = value(upper.as_ref()?)?.checked_sub(value(lower)?)?.checked_add(1)?;
                Some(u64::try_from(count).unwrap_or(0))
            }
            Dimension::Assumed { .. } | Dimension::Hidden { .. } => None,
        };
        Some(argument.dimensions.iter().map(extent).collect())
    }
}

/// Whether all dimensions but the last are as declared, and the last one is as long: elements are counted along the first.
fn fits(shape: &[u64], declared: &[Option<u64>]) -> bool {
    let last = shape.len().saturating_sub(1);
    let fits = |(at, (found, declared)): (usize, (&u64, &Option<u64>))| {
        declared.is_none_or(|declared| if at == last { *found >= declared } else { *found == declared })
    };
    shape.len() == declared.len() && shape.iter().zip(declared).enumerate().all(fits)
}
