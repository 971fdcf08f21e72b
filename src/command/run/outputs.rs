//! Arrays that a kernel assigns and that are not given: each row's starts as zeros.

use super::super::Failure;
use super::shapes::DeclaredShapes;
use crate::table::RowShape;
use forlane_cfg::analysis::{Effects, InitialValues};
use forlane_cfg::{Body, Intent, Program, SourceArgument, Unit};
use forlane_jit::{Parameter, Role};

/// The arrays of a kernel that need no column.
pub(super) struct OutputArrays<'a> {
    unit: Option<&'a Unit>,
    shapes: &'a DeclaredShapes<'a>,
    /// What the unit reads of its arguments before it assigns them.
    initial: Option<InitialValues>,
    /// The names of `--in-zero`.
    zeros: &'a [String],
}

impl<'a> OutputArrays<'a> {
    /// Of a unit of the program.
    pub(super) fn new(
        program: &Program,
        unit: Option<&'a Unit>,
        shapes: &'a DeclaredShapes<'a>,
        zeros: &'a [String],
    ) -> OutputArrays<'a> {
        let initial = unit.and_then(|unit| match &unit.body {
            Body::Graph(graph) => Some(InitialValues::compute(unit, graph, &Effects::compute(program))),
            Body::Tree(_) => None,
        });
        OutputArrays { unit, shapes, initial, zeros }
    }

    /// The shape of an array that starts as zeros, if it may; says so where a row may read it before it assigns it.
    ///
    /// # Errors
    /// A shape that is not known.
    pub(super) fn shape(&self, parameter: &Parameter) -> Result<Option<RowShape>, Failure> {
        let name = &parameter.name;
        let is_meant = self.zeros.iter().any(|zero| zero.eq_ignore_ascii_case(name));
        if !parameter.is_array || parameter.role != Role::Argument || !parameter.is_assigned && !is_meant {
            return Ok(None);
        }
        let Some(extents) = self.shapes.known(name) else {
            return Err(unknown_extents(name));
        };
        // A complex number is two numbers one after the other.
        let extents = if self.shapes.is_complex(name) {
            vec![extents.iter().fold(2, |count: u64, one| count.saturating_mul(*one))]
        } else {
            extents
        };
        let Some(shape) = RowShape::new(&extents) else {
            return Err(super::report::failure(format!("array `{name}`: too many elements: {extents:?}")));
        };
        let shape = if self.shapes.is_complex(name) { shape.of_complex() } else { shape };
        if !is_meant && self.may_be_read_first(parameter) {
            to_stderr!(
                "note: array `{name}` may be read before it is assigned; in each row it starts as zeros (--in-zero \
                 {name} if that is meant)"
            );
        }
        Ok(Some(shape))
    }

    /// Whether it is a text that starts as blanks; says so where a row may read it before it assigns it.
    pub(super) fn is_text(&self, parameter: &Parameter) -> bool {
        let name = &parameter.name;
        let is_meant = self.zeros.iter().any(|zero| zero.eq_ignore_ascii_case(name));
        if parameter.text_length().is_none() || !parameter.is_assigned && !is_meant {
            return false;
        }
        if !is_meant && self.may_be_read_first(parameter) {
            to_stderr!(
                "note: `{name}` may be read before it is assigned; in each row it starts as blanks (--in-zero {name} if \
                 that is meant)"
            );
        }
        true
    }

    /// What the source says of a parameter.
    fn argument(&self, parameter: &Parameter) -> Option<&'a SourceArgument> {
        let unit = self.unit?;
        unit.arguments.iter().find(|argument| argument.name(&unit.vars).eq_ignore_ascii_case(&parameter.name))
    }

    /// Whether the source says that the kernel assigns it, and reads nothing of what it was.
    pub(super) fn is_output(&self, parameter: &Parameter) -> bool {
        self.argument(parameter).is_some_and(|argument| argument.intent == Some(Intent::Out))
    }

    fn may_be_read_first(&self, parameter: &Parameter) -> bool {
        let Some(argument) = self.argument(parameter).filter(|_| parameter.is_read) else { return parameter.is_read };
        let is_read = self.initial.as_ref().is_none_or(|initial| initial.of(argument.var()).is_some());
        argument.intent != Some(Intent::Out) && is_read
    }
}

/// Refuses an array whose shape is not known.
pub(super) fn unknown_extents(name: &str) -> Failure {
    super::report::failure(format!(
        "array `{name}`: it has no column, and its declared extents are not all known before the rows run (they are if \
         they are constants, or arguments that --set gives; of assumed shape, --set {name}.extent.1=N)"
    ))
}
