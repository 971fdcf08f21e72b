//! The arguments of a kernel as its source declares them, and the parameters that stand for each.
//!
//! ```
//! use forlane::interface::Extent;
//!
//! let text = "subroutine scale(a, n, z)\n integer n\n real a(n, 3)\n complex z\n a = a*real(z)\nend\n";
//! let program = forlane::compile("scale.f90", text)?;
//! let source = program.kernel_source("scale", &Default::default(), &mut Default::default())?;
//! let [a, n, z] = &source.arguments()[..] else { panic!() };
//! assert_eq!(a.extents, [Extent::Argument { argument: 1, lower: 1 }, Extent::Constant(3)]);
//! assert_eq!((n.name.as_str(), n.is_read, n.is_assigned), ("n", true, false));
//! assert_eq!(z.parts, [2, 3]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use forlane_cfg::{Bound, Carrier, Companion, Dimension, Intent, SourceArgument, Type, Unit, VarId};
use forlane_jit::Parameter;

/// An argument of a kernel, or a function's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Lower-case name; of a function's value that of the function.
    pub name: String,
    /// Type, of each element for an array.
    pub ty: Type,
    /// The extent of each dimension of an array; none for a scalar.
    pub extents: Vec<Extent>,
    /// The length of a CHARACTER; none of another type.
    pub length: Option<Extent>,
    /// The declared INTENT.
    pub intent: Option<Intent>,
    /// Whether the kernel reads the caller's value; never of INTENT(OUT).
    pub is_read: bool,
    /// Whether the kernel can assign it.
    pub is_assigned: bool,
    /// As [`Parameter::may_keep`].
    pub may_keep: bool,
    /// Whether it is a function's value.
    pub is_result: bool,
    /// The parameters that stand for it, by number: one, or of a COMPLEX scalar the real and the imaginary part. A
    /// COMPLEX array is one parameter with two elements, its parts, for each of its own.
    pub parts: Vec<usize>,
    /// The parameters that belong to it and have no name in the source, which the caller sets.
    pub companions: Vec<(Companion, usize)>,
}

/// How many elements an array has in a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A number of elements.
    Constant(usize),
    /// As many as there are from `lower` to the value of that argument.
    Argument {
        /// The number of the argument, a scalar.
        argument: usize,
        /// The lower bound.
        lower: i64,
    },
    /// As many as the caller gives: of assumed shape or size, or computed when the kernel is called.
    Any,
}

/// The arguments of a unit that has these parameters as a kernel, in their order; a function's value is the last.
pub(crate) fn arguments(unit: &Unit, parameters: &[Parameter]) -> Vec<Argument> {
    let number = |var: VarId| unit.dummies.iter().position(|dummy| *dummy == var);
    let function = || unit.short_name().to_owned();
    let mut found: Vec<Argument> = (unit.arguments.iter())
        .filter_map(|argument| {
            let parts = match argument.carrier {
                Carrier::Variable(var) => vec![number(var)?],
                Carrier::Parts { re, im, .. } => vec![number(re)?, number(im)?],
            };
            let of_parts = || parts.iter().filter_map(|part| parameters.get(*part));
            Some(Argument {
                name: if argument.is_result { function() } else { argument.name(&unit.vars).to_owned() },
                ty: argument.ty,
                extents: argument.dimensions.iter().map(|dimension| extent(unit, dimension)).collect(),
                length: argument.length.map(|length| extent_of(unit, 1, length.declared.as_ref())),
                intent: argument.intent,
                // Nothing that is there before can be meant by what is read of it.
                is_read: argument.intent != Some(Intent::Out) && of_parts().any(|part| part.is_read),
                is_assigned: of_parts().any(|part| part.is_assigned),
                may_keep: of_parts().any(|part| part.may_keep),
                is_result: argument.is_result,
                companions: (argument.companions().into_iter())
                    .filter(|(what, _)| *what != Companion::ImaginaryPart)
                    .filter_map(|(what, var)| Some((what, number(var)?)))
                    .collect(),
                parts,
            })
        })
        .collect();
    let results = parameters.iter().enumerate().filter(|(_, parameter)| parameter.is_result);
    found.extend(results.map(|(at, parameter)| Argument {
        name: function(),
        ty: parameter.ty,
        extents: Vec::new(),
        length: None,
        intent: None,
        is_read: false,
        is_assigned: true,
        may_keep: false,
        is_result: true,
        parts: vec![at],
        companions: Vec::new(),
    }));
    // The value of a COMPLEX function, or of one with an array for its value, is the first dummy argument. Extents
    // count the arguments in the order of the unit, so that they move along.
    if found.first().is_some_and(|first| first.is_result) && found.len() > 1 {
        found.rotate_left(1);
        for extent in found.iter_mut().flat_map(|one| one.extents.iter_mut().chain(&mut one.length)) {
            if let Extent::Argument { argument, .. } = extent {
                *argument = argument.saturating_sub(1);
            }
        }
    }
    found
}

fn extent(unit: &Unit, dimension: &Dimension) -> Extent {
    match dimension {
        Dimension::Declared { lower: Bound::Constant(lower), upper } => extent_of(unit, *lower, upper.as_ref()),
        _ => Extent::Any,
    }
}

fn extent_of(unit: &Unit, lower: i64, upper: Option<&Bound>) -> Extent {
    let is = |argument: &SourceArgument, var: VarId| argument.carrier == Carrier::Variable(var);
    match upper {
        None => Extent::Any,
        Some(Bound::Constant(upper)) => {
            let count = upper.checked_sub(lower).and_then(|last| last.checked_add(1));
            count.map_or(Extent::Any, |count| Extent::Constant(usize::try_from(count).unwrap_or(0)))
        }
        Some(Bound::Argument(var)) => {
            let argument = unit.arguments.iter().position(|argument| is(argument, *var));
            argument.map_or(Extent::Any, |argument| Extent::Argument { argument, lower })
        }
        Some(Bound::Computed) => Extent::Any,
    }
}
