//! What a unit looks like from outside: the arguments that its source declares, and the dummy arguments of the unit
//! that stand for each of them.
//!
//! ```text
//! COMPLEX(8) FUNCTION POLE(Z, A, NAME)      var pole: real8[*] …   argument pole: complex8 result
//!   COMPLEX(8) Z                            var z: real8[*] …      argument z: complex8
//!   REAL, INTENT(IN) :: A(0:)               var a: real4[*] …      argument a: real4(0 for a.extent.1) intent in
//!   CHARACTER(8) NAME                       var name: integer1[*]… argument name: character length name.len: 8
//!                                           dummies pole, z, a, name, name.len, a.extent.1
//! ```
//! This is what declarations say. What the body does with an argument (whether it is read before it is assigned) is not
//! recorded, because rewrites change it: [`InitialValues`](crate::analysis::InitialValues) computes it.

use crate::declarations::{Var, VarId};
use forlane_semantics::types::Type;
use id_arena::Arena;
use std::collections::{HashMap, HashSet};

pub use forlane_semantics::types::Intent;

/// An argument as the source declares it; also a function's value for which the caller gives room, as it does for
/// COMPLEX, CHARACTER, and arrays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceArgument {
    /// What stands for its value.
    pub carrier: Carrier,
    /// Its type, of each element for an array; of a dummy procedure that of the function's value.
    pub ty: Type,
    /// The dimensions of an array; none for a scalar.
    pub dimensions: Vec<Dimension>,
    /// The declared INTENT.
    pub intent: Option<Intent>,
    /// The length of a CHARACTER, of each element for an array.
    pub length: Option<TextLength>,
    /// The dummy argument that says whether an ALLOCATABLE is allocated.
    pub allocated: Option<VarId>,
    /// The dummy argument that says whether an OPTIONAL argument is present.
    pub present: Option<VarId>,
    /// Whether it is the function's value.
    pub is_result: bool,
    /// Whether it is a result of a kernel although nothing assigns it: what would, is gone with a branch that the state
    /// decides that all rows start with.
    pub is_promised: bool,
}

/// The dummy arguments that stand for a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Carrier {
    /// One, which has the name of the source.
    Variable(VarId),
    /// The two parts of a COMPLEX scalar.
    Parts {
        /// The name in the source.
        name: String,
        /// The real part.
        re: VarId,
        /// The imaginary part.
        im: VarId,
    },
}

/// The length of a CHARACTER.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLength {
    /// The dummy argument with the length of the actual argument.
    pub actual: VarId,
    /// The declared length; none for `*`.
    pub declared: Option<Bound>,
}

/// A dimension of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// `lower:upper`; the upper bound of `*` comes from the actual argument.
    Declared {
        /// The lower bound.
        lower: Bound,
        /// The upper bound; none for `*`.
        upper: Option<Bound>,
    },
    /// Of assumed shape, `lower:`.
    Assumed {
        /// The lower bound.
        lower: Bound,
        /// The dummy argument with the extent.
        extent: VarId,
    },
    /// Of an ALLOCATABLE array, or of an array of the host.
    Hidden {
        /// The dummy argument with the lower bound.
        lower: VarId,
        /// The dummy argument with the extent.
        extent: VarId,
    },
}

/// A bound of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// A constant.
    Constant(i64),
    /// The value of another argument, a scalar, when the unit is called.
    Argument(VarId),
    /// Another expression, computed when the unit is called.
    Computed,
}

impl SourceArgument {
    /// What the declaration of a dummy argument says: a scalar, or an array of one dimension `*`.
    pub fn of_variable(id: VarId, var: &Var) -> SourceArgument {
        let any = Dimension::Declared { lower: Bound::Constant(1), upper: None };
        SourceArgument {
            carrier: Carrier::Variable(id),
            ty: var.ty,
            dimensions: var.array.map(|_| any).into_iter().collect(),
            intent: None,
            length: None,
            allocated: None,
            present: None,
            is_result: false,
            is_promised: false,
        }
    }

    /// The first, and mostly only, dummy argument that stands for its value.
    pub fn var(&self) -> VarId {
        match self.carrier {
            Carrier::Variable(var) | Carrier::Parts { re: var, .. } => var,
        }
    }

    /// The name in the source.
    pub fn name<'u>(&'u self, vars: &'u Arena<Var>) -> &'u str {
        match &self.carrier {
            Carrier::Variable(var) => vars.get(*var).map_or("", |var| &var.name),
            Carrier::Parts { name, .. } => name,
        }
    }

    /// Whether it is a COMPLEX scalar that one variable holds.
    pub fn is_complex_scalar(&self) -> bool {
        let is_complex = matches!(self.ty, Type::Complex(_));
        is_complex && self.dimensions.is_empty() && matches!(self.carrier, Carrier::Variable(_))
    }

    /// The dummy arguments that belong to it, and what each of them is.
    pub fn companions(&self) -> Vec<(Companion, VarId)> {
        let mut found = Vec::new();
        if let Carrier::Parts { im, .. } = self.carrier {
            found.push((Companion::ImaginaryPart, im));
        }
        found.extend(self.length.map(|length| (Companion::Length, length.actual)));
        for (number, dimension) in (1..).zip(&self.dimensions) {
            match dimension {
                Dimension::Declared { .. } => {}
                Dimension::Assumed { extent, .. } => found.push((Companion::Extent(number), *extent)),
                Dimension::Hidden { lower, extent } => {
                    found.extend([(Companion::LowerBound(number), *lower), (Companion::Extent(number), *extent)]);
                }
            }
        }
        found.extend(self.allocated.map(|allocated| (Companion::Allocated, allocated)));
        found.extend(self.present.map(|present| (Companion::Present, present)));
        found
    }

    /// The arguments whose values are bounds of it, or the length of a CHARACTER.
    pub fn bounds(&self) -> impl Iterator<Item = VarId> {
        let bounds = self.dimensions.iter().flat_map(|dimension| match dimension {
            Dimension::Declared { lower, upper } => [Some(*lower), *upper],
            Dimension::Assumed { lower, .. } => [Some(*lower), None],
            Dimension::Hidden { .. } => [None, None],
        });
        let length = self.length.and_then(|length| length.declared);
        bounds.flatten().chain(length).filter_map(|bound| match bound {
            Bound::Argument(var) => Some(var),
            Bound::Constant(_) | Bound::Computed => None,
        })
    }

    /// The same with other variables. None if there is none for one that stands for it or belongs to it; a bound
    /// without one is computed.
    pub fn with_variables(&self, other: &impl Fn(VarId) -> Option<VarId>) -> Option<SourceArgument> {
        let bound = |bound: &Bound| match bound {
            Bound::Argument(var) => other(*var).map_or(Bound::Computed, Bound::Argument),
            Bound::Constant(_) | Bound::Computed => *bound,
        };
        let dimension = |dimension: &Dimension| {
            Some(match dimension {
                Dimension::Declared { lower, upper } => {
                    Dimension::Declared { lower: bound(lower), upper: upper.as_ref().map(bound) }
                }
                Dimension::Assumed { lower, extent } => {
                    Dimension::Assumed { lower: bound(lower), extent: other(*extent)? }
                }
                Dimension::Hidden { lower, extent } => {
                    Dimension::Hidden { lower: other(*lower)?, extent: other(*extent)? }
                }
            })
        };
        let optional = |var: Option<VarId>| match var {
            None => Some(None),
            Some(var) => other(var).map(Some),
        };
        Some(SourceArgument {
            carrier: match &self.carrier {
                Carrier::Variable(var) => Carrier::Variable(other(*var)?),
                Carrier::Parts { name, re, im } => {
                    Carrier::Parts { name: name.clone(), re: other(*re)?, im: other(*im)? }
                }
            },
            ty: self.ty,
            dimensions: self.dimensions.iter().map(dimension).collect::<Option<_>>()?,
            intent: self.intent,
            length: match self.length {
                Some(TextLength { actual, declared }) => {
                    Some(TextLength { actual: other(actual)?, declared: declared.as_ref().map(bound) })
                }
                None => None,
            },
            allocated: optional(self.allocated)?,
            present: optional(self.present)?,
            is_result: self.is_result,
            is_promised: self.is_promised,
        })
    }
}

/// What a dummy argument is that belongs to an argument of the source and has no name there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Companion {
    /// The imaginary part of a COMPLEX scalar.
    ImaginaryPart,
    /// The length of a CHARACTER.
    Length,
    /// The lower bound of a dimension, counted from 1.
    LowerBound(usize),
    /// The extent of a dimension, counted from 1.
    Extent(usize),
    /// Whether it is allocated.
    Allocated,
    /// Whether it is present.
    Present,
}

/// The arguments of a unit with these dummy arguments, in their order: those that are declared, and for each other
/// dummy argument that belongs to none of these what its variable says.
pub fn source_arguments(
    vars: &Arena<Var>,
    dummies: &[VarId],
    mut declared: Vec<SourceArgument>,
) -> Vec<SourceArgument> {
    let mut known: HashSet<VarId> = declared.iter().map(SourceArgument::var).collect();
    known.extend(declared.iter().flat_map(SourceArgument::companions).map(|(_, companion)| companion));
    for dummy in dummies.iter().filter(|dummy| known.insert(**dummy)) {
        declared.extend(vars.get(*dummy).map(|var| SourceArgument::of_variable(*dummy, var)));
    }
    let places: HashMap<VarId, usize> = dummies.iter().enumerate().map(|(at, dummy)| (*dummy, at)).collect();
    declared.sort_by_key(|argument| places.get(&argument.var()).copied().unwrap_or(dummies.len()));
    declared
}
