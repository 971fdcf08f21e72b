//! The arguments of a kernel: whether it can take the shapes that they are given in, and how lanes have them.

use super::ArgumentShape;
use crate::error::JitError;
use crate::parameters::Parameter;
use crate::pieces::Pieces;
use forlane_cfg::{Shape, Type, Unit, VarId};

/// The arguments of a kernel, and the function's value.
pub(super) struct Arguments<'a> {
    pub parameters: &'a [Parameter],
    pub shapes: &'a [ArgumentShape],
}

impl Arguments<'_> {
    /// Whether the lanes have each their own argument: also for a scalar that starts the same but is assigned.
    pub fn lane_shapes(&self) -> Vec<Shape> {
        (self.parameters.iter().zip(self.shapes))
            .map(|(parameter, shape)| match shape {
                ArgumentShape::SharedArray => Shape::Uniform,
                ArgumentShape::Uniform if !parameter.is_assigned => Shape::Uniform,
                _ => Shape::Varying,
            })
            .collect()
    }

    /// Those of which gangs of that size can have their elements where the caller has them, so that they move on from
    /// gang to gang: all that is not common to the rows, but arrays that are interleaved.
    pub fn moving(&self, units: &[&Unit], lanes: usize) -> Vec<usize> {
        let one_piece = one_piece_arrays(units);
        let moves = |at: &usize| match self.shapes[*at] {
            ArgumentShape::Column => true,
            ArgumentShape::Uniform => self.parameters[*at].is_assigned,
            ArgumentShape::SharedArray => false,
            ArgumentShape::RowArray => lanes == 1 || one_piece.get(*at) == Some(&true),
        };
        (0..self.parameters.len()).filter(moves).collect()
    }
}

/// Rejects shapes that a kernel can't take its arguments in.
pub(super) fn check_shapes(root: &Unit, parameters: &[Parameter], shapes: &[ArgumentShape]) -> Result<(), JitError> {
    if shapes.len() != root.dummies.len() {
        return Err(JitError::ArgumentCount {
            unit: root.name.clone(),
            wanted: root.dummies.len(),
            found: shapes.len(),
        });
    }
    for (parameter, shape) in parameters.iter().zip(shapes) {
        let wants_array = matches!(shape, ArgumentShape::SharedArray | ArgumentShape::RowArray);
        let problem = match (parameter.is_array, wants_array) {
            (true, false) => "it is an array, but given as a scalar",
            (false, true) => "it is a scalar, but given as an array",
            _ if *shape == ArgumentShape::SharedArray && parameter.is_assigned => {
                "the kernel assigns it, so it can't be shared by all rows"
            }
            _ => continue,
        };
        return Err(JitError::ArgumentShape {
            unit: root.name.clone(),
            name: parameter.name.clone(),
            problem: problem.to_string(),
        });
    }
    Ok(())
}

/// Of each dummy argument of the last of the units whether it is an array that is one piece for each row, as texts are.
pub(super) fn one_piece_arrays(units: &[&Unit]) -> Vec<bool> {
    let pieces = Pieces::compute(units);
    let Some(root) = units.last() else { return Vec::new() };
    let is_one_piece = |dummy: &VarId| {
        let var = &root.vars[*dummy];
        let is_narrow = matches!(var.ty, Type::Integer(kind) if kind.is_narrow());
        var.array.is_some() && (is_narrow || pieces.contains(root, *dummy))
    };
    root.dummies.iter().map(is_one_piece).collect()
}
