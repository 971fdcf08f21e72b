//! Whether what a parameter is bound to fits it.

use super::places::{ElementPlaces, MOST_DIMENSIONS, Places, RowPlaces};
use super::plan::{Plan, PlanKind, Side};
use crate::binding::Binding;
use crate::error::JitError;
use crate::kernel::column::{InputColumn, OutputColumn};
use crate::kernel::{ArgumentShape, Kernel};
use crate::parameters::Parameter;
use crate::rows::{RowSet, Strided};
use crate::values::RawValues;
use forlane_cfg::{IntegerKind, Type};

/// Checks one binding.
pub(super) struct Checker<'a> {
    pub kernel: &'a Kernel,
    pub parameter: &'a Parameter,
    pub rows: &'a RowSet<'a>,
    /// How many of them run.
    pub count: usize,
    /// The arrays of rows are one after the other in gangs, too.
    pub is_one_piece: bool,
}

impl<'a> Checker<'a> {
    /// How the parameter gets to the generated code from what it is bound to.
    pub(super) fn plan(&self, shape: ArgumentShape, binding: &'a mut Binding<'_>) -> Result<Plan<'a>, JitError> {
        let assigned = self.parameter.is_assigned;
        let is_taken = match self.parameter.ty {
            // The bytes of a text.
            Type::Integer(IntegerKind::I1) => self.parameter.is_array,
            ty => matches!(ty.size(), 4 | 8) && !matches!(ty, Type::Complex(_)),
        };
        if !is_taken {
            return Err(self.problem("kernels do not take its type"));
        }
        let size = self.parameter.ty.size();
        let (kind, input, output) = match (shape, binding) {
            (ArgumentShape::Column | ArgumentShape::RowArray, Binding::Strided { length, input, output }) => {
                return self.strided(shape, *length, *input, *output);
            }
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
                (self.rows_kind(*length), *input, output.as_mut())
            }
            _ => return Err(self.problem("it is not bound in the shape that the kernel was compiled for")),
        };
        let wanted = match kind {
            PlanKind::Shared(length) => length,
            _ => (self.rows.grid.checked_mul(kind.length())).ok_or_else(|| self.problem("its arrays are too large"))?,
        };
        let places = Places::in_order(kind.length(), size);
        let input = match input {
            Some(values) => {
                self.check_type(values.fits(self.parameter.ty), values.type_name())?;
                let raw = values.raw();
                self.check_length(wanted, raw.length)?;
                // SAFETY: the elements have the parameter's type, there are as many, and `ArgumentPassing` borrows the
                // bindings.
                Some(unsafe { self.input(&kind, raw.base, places) }?)
            }
            None => None,
        };
        let output = match output {
            Some(values) => {
                self.check_type(values.fits(self.parameter.ty), values.type_name())?;
                let raw = values.raw();
                self.check_length(wanted, raw.length)?;
                // SAFETY: as above; the binding has the slice for itself.
                Some(unsafe { self.output(&kind, raw.base, places) }?)
            }
            None => None,
        };
        Ok(self.plan_of(kind, input, output))
    }

    fn strided(
        &self,
        shape: ArgumentShape,
        length: usize,
        input: Option<Strided<'a>>,
        output: Option<Strided<'a>>,
    ) -> Result<Plan<'a>, JitError> {
        let kind = if shape == ArgumentShape::Column { PlanKind::Column } else { self.rows_kind(length) };
        if length != kind.length() || self.rows.grid.checked_mul(length).is_none() {
            return Err(self.problem("its rows have another number of elements"));
        }
        let input = input.map(|strided| (strided.base, self.places(length, strided)));
        let output = output.map(|strided| (strided.base, self.places(length, strided)));
        // SAFETY: `Strided::new` says that there are elements of the type for each row, and `places` has compared the
        // type and counted them.
        let input = input.map(|(base, places)| unsafe { self.input(&kind, base, places?) }).transpose()?;
        // SAFETY: as above.
        let output = output.map(|(base, places)| unsafe { self.output(&kind, base, places?) }).transpose()?;
        Ok(self.plan_of(kind, input, output))
    }

    fn plan_of(
        &self,
        kind: PlanKind,
        input: Option<Side<'a, InputColumn>>,
        output: Option<Side<'a, OutputColumn>>,
    ) -> Plan<'a> {
        let Parameter { ty, is_assigned: assigned, is_read, may_keep, is_array, .. } = *self.parameter;
        let has_start = is_read || may_keep || is_array || !assigned;
        Plan { kind, ty, size: ty.size(), assigned, has_start, input, output }
    }

    /// The shape of arrays of rows in gangs.
    fn rows_kind(&self, length: usize) -> PlanKind {
        if self.is_one_piece { PlanKind::Pieces(length) } else { PlanKind::Rows(length) }
    }

    /// Where the elements are, if they are as many in a row, and of the type.
    fn places<'s>(&self, length: usize, strided: Strided<'s>) -> Result<Places<'s>, JitError> {
        self.check_type(strided.ty == self.parameter.ty, strided.ty.name())?;
        self.check_length(length, strided.offsets.len())?;
        let (strides, extents) = (strided.strides, self.rows.extents);
        if strides.len() != extents.len() || strides.len() > MOST_DIMENSIONS {
            return Err(self.problem("it has another number of dimensions than the rows"));
        }
        let (width, mut in_order) = (strided.width, (0..).map(|index| index * strided.width as isize));
        let rows = match strides {
            [stride] => RowPlaces::Apart(*stride),
            _ => RowPlaces::Grid(strides),
        };
        let elements = match strided.offsets.iter().all(|offset| in_order.next() == Some(*offset)) {
            true => ElementPlaces::InOrder,
            false => ElementPlaces::At(strided.offsets),
        };
        Ok(Places { rows, elements, width })
    }

    /// Where the first row is that runs, if the base is that of row 0, and whether generated code may have the rows
    /// where they are.
    fn first_row(&self, kind: &PlanKind, base: *mut u8, places: &Places<'_>) -> (*mut u8, bool) {
        let (length, size) = (kind.length(), self.parameter.ty.size());
        match (places.rows, self.rows.listed) {
            _ if matches!(kind, PlanKind::Shared(_)) => (base, true),
            (RowPlaces::Apart(stride), None) => {
                let base = base.wrapping_offset(stride.wrapping_mul(self.rows.first as isize));
                (base, places.are_in_order(length, size) && base.addr().is_multiple_of(size))
            }
            _ => (base, false),
        }
    }

    /// # Safety
    /// There are elements of the parameter's type at these places from the base, that live longer than the plan.
    unsafe fn input<'s>(
        &self,
        kind: &PlanKind,
        base: *const u8,
        places: Places<'s>,
    ) -> Result<Side<'s, InputColumn>, JitError> {
        let (base, is_in_place) = self.first_row(kind, base.cast_mut(), &places);
        let column = match is_in_place {
            // SAFETY: from the first row on there are as many elements as these slices have.
            true => unsafe { InputColumn::new(self.values(kind, base), self.parameter.ty.size()) }?,
            false => InputColumn::apart(base),
        };
        Ok(Side { column, places, is_in_place })
    }

    /// # Safety
    /// As [`Checker::input`]; they are not accessed otherwise meanwhile.
    unsafe fn output<'s>(
        &self,
        kind: &PlanKind,
        base: *mut u8,
        places: Places<'s>,
    ) -> Result<Side<'s, OutputColumn>, JitError> {
        let (base, is_in_place) = self.first_row(kind, base, &places);
        let column = match is_in_place {
            // SAFETY: from the first row on there are as many elements as these slices have.
            true => unsafe { OutputColumn::new(self.values(kind, base), self.parameter.ty.size()) }?,
            false => OutputColumn::apart(base),
        };
        Ok(Side { column, places, is_in_place })
    }

    /// The elements of the rows that run, where those are one after the other; of an array that rows share, all.
    fn values(&self, kind: &PlanKind, base: *mut u8) -> RawValues {
        let length = match kind {
            PlanKind::Shared(length) => *length,
            _ => self.count * kind.length(),
        };
        RawValues { base, length }
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
