//! The arguments of the source.

use super::Resolver;
use crate::interface::{Bound, Carrier, Dimension, SourceArgument, TextLength};
use crate::text::parse::syntax::{ArgumentLine, BoundText, DimensionText};
use crate::unit::VarId;

impl<'a> Resolver<'a, '_> {
    /// An argument; none after an error.
    pub(super) fn source_argument(&mut self, line: &ArgumentLine<'a>) -> Option<SourceArgument> {
        let carrier = match line.parts {
            None => self.var(line.name).map(Carrier::Variable),
            Some((re, im)) => {
                let (re, im) = (self.var(re), self.var(im));
                re.zip(im).map(|(re, im)| Carrier::Parts { name: line.name.to_owned(), re, im })
            }
        };
        let dimensions: Vec<Option<Dimension>> =
            line.dimensions.iter().map(|dimension| self.dimension(dimension)).collect();
        let length = match &line.length {
            Some((actual, declared)) => self.length(actual, declared.as_ref()).map(Some),
            None => Some(None),
        };
        let [allocated, present] = [line.allocated, line.present].map(|name| self.optional_var(name));
        Some(SourceArgument {
            carrier: carrier?,
            ty: line.ty,
            dimensions: dimensions.into_iter().collect::<Option<_>>()?,
            intent: line.intent,
            length: length?,
            allocated: allocated?,
            present: present?,
            is_result: line.is_result,
            is_promised: line.is_promised,
        })
    }

    fn length(&mut self, actual: &'a str, declared: Option<&BoundText<'a>>) -> Option<TextLength> {
        let declared = declared.map(|bound| self.bound(bound));
        let actual = self.var(actual)?;
        match declared {
            Some(declared) => Some(TextLength { actual, declared: Some(declared?) }),
            None => Some(TextLength { actual, declared: None }),
        }
    }

    fn dimension(&mut self, dimension: &DimensionText<'a>) -> Option<Dimension> {
        match dimension {
            DimensionText::Declared(lower, upper) => {
                let lower = self.bound(lower);
                let upper = match upper {
                    Some(upper) => Some(self.bound(upper)?),
                    None => None,
                };
                Some(Dimension::Declared { lower: lower?, upper })
            }
            DimensionText::Assumed(lower, extent) => {
                let (lower, extent) = (self.bound(lower), self.var(extent));
                Some(Dimension::Assumed { lower: lower?, extent: extent? })
            }
            DimensionText::Hidden(lower, extent) => {
                let (lower, extent) = (self.var(lower), self.var(extent));
                Some(Dimension::Hidden { lower: lower?, extent: extent? })
            }
        }
    }

    fn bound(&mut self, bound: &BoundText<'a>) -> Option<Bound> {
        match bound {
            BoundText::Constant(value) => Some(Bound::Constant(*value)),
            BoundText::Argument(name) => self.var(name).map(Bound::Argument),
            BoundText::Computed => Some(Bound::Computed),
        }
    }

    /// The variable of a name that may lack; none after an error.
    fn optional_var(&mut self, name: Option<&'a str>) -> Option<Option<VarId>> {
        match name {
            Some(name) => self.var(name).map(Some),
            None => Some(None),
        }
    }
}
