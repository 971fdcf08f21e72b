//! Whether what a parameter is bound to fits it.

use super::plan::{Plan, PlanKind};
use crate::binding::Binding;
use crate::error::JitError;
use crate::kernel::column::{InputColumn, OutputColumn};
use crate::kernel::{ArgumentShape, Kernel};
use crate::parameters::Parameter;

/// Checks one binding.
pub(super) struct Checker<'a> {
    pub kernel: &'a Kernel,
    pub parameter: &'a Parameter,
    pub rows: usize,
    /// The arrays of rows are one after the other in gangs, too.
    pub is_one_piece: bool,
}

impl Checker<'_> {
    /// How the parameter gets to the generated code from what it is bound to.
    pub(super) fn plan(&self, shape: ArgumentShape, binding: &mut Binding<'_>) -> Result<Plan, JitError> {
        let assigned = self.parameter.is_assigned;
        let size = self.parameter.ty.size();
        let (kind, input, output) = match (shape, &mut *binding) {
            (ArgumentShape::Column, Binding::Column { input, output }) => (PlanKind::Column, *input, output.as_mut()),
            (ArgumentShape::Uniform, Binding::Uniform { value, output }) => {
                self.check_type(value.fits(self.parameter.ty), value.type_name())?;
                let value = value.bytes();
                (if assigned { PlanKind::Broadcast(value) } else { PlanKind::Uniform(value) }, None, output.as_mut())
            }
            (ArgumentShape::SharedArray, Binding::Shared(values)) => {
                (PlanKind::Shared(values.raw().length), Some(*values), None)
            }
            (ArgumentShape::RowArray, Binding::Rows { length, input, output }) => {
                let kind = if self.is_one_piece { PlanKind::Pieces(*length) } else { PlanKind::Rows(*length) };
                (kind, *input, output.as_mut())
            }
            _ => return Err(self.problem("it is not bound in the shape that the kernel was compiled for")),
        };
        let wanted = match kind {
            PlanKind::Rows(length) | PlanKind::Pieces(length) => {
                self.rows.checked_mul(length).ok_or_else(|| self.problem("its arrays are too large"))?
            }
            _ => self.rows,
        };
        let input = match input {
            Some(values) => {
                self.check_type(values.fits(self.parameter.ty), values.type_name())?;
                let raw = values.raw();
                if !matches!(kind, PlanKind::Shared(_)) {
                    self.check_length(wanted, raw.length)?;
                }
                // SAFETY: the elements have the parameter's type, and `ArgumentPassing` borrows the bindings.
                Some(unsafe { InputColumn::new(raw, size) }?)
            }
            None => None,
        };
        let output = match output {
            Some(values) => {
                self.check_type(values.fits(self.parameter.ty), values.type_name())?;
                let raw = values.raw();
                self.check_length(wanted, raw.length)?;
                // SAFETY: as above; the binding has the slice for itself.
                Some(unsafe { OutputColumn::new(raw, size) }?)
            }
            None => None,
        };
        Ok(Plan { kind, size, assigned, input, output })
    }

    fn problem(&self, problem: &str) -> JitError {
        JitError::ArgumentShape {
            unit: self.kernel.name.clone(),
            name: self.parameter.name.clone(),
            problem: problem.to_string(),
        }
    }

    fn check_type(&self, fits: bool, found: &'static str) -> Result<(), JitError> {
        if fits {
            return Ok(());
        }
        Err(JitError::ArgumentType {
            unit: self.kernel.name.clone(),
            name: self.parameter.name.clone(),
            wanted: self.parameter.ty,
            found,
        })
    }

    fn check_length(&self, wanted: usize, found: usize) -> Result<(), JitError> {
        if wanted == found {
            return Ok(());
        }
        Err(JitError::ArgumentLength {
            unit: self.kernel.name.clone(),
            name: self.parameter.name.clone(),
            wanted,
            found,
        })
    }
}
