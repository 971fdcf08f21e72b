//! A subprogram that is ready to become a kernel, for the shapes of its arguments.

use crate::driver::compile_kernel;
use crate::error::CompileError;
use crate::explain::in_order;
use crate::interface::{Argument, arguments};
use crate::kernel::Kernel;
use forlane_cfg::Remark;
use forlane_jit::{ArgumentShape, CompileOptions, Parameter};
use forlane_rewrites::passes::{PassOptions, PassReport};
use forlane_semantics::subroutine_of;

/// The shapes of the arguments of a kernel that are not the default: a column for a scalar, and an array for each row
/// for an array.
#[derive(Clone, Debug, Default)]
pub struct ArgumentShapes {
    shapes: Vec<(String, ArgumentShape)>,
}

impl ArgumentShapes {
    /// The scalar argument of that name has one value for all rows.
    pub fn uniform(mut self, name: &str) -> Self {
        self.shapes.push((name.to_ascii_lowercase(), ArgumentShape::Uniform));
        self
    }

    /// The array argument of that name is one array for all rows.
    pub fn shared(mut self, name: &str) -> Self {
        self.shapes.push((name.to_ascii_lowercase(), ArgumentShape::SharedArray));
        self
    }

    fn of(&self, parameter: &Parameter) -> ArgumentShape {
        let given = self.shapes.iter().find(|(name, _)| *name == parameter.name);
        let usual = if parameter.is_array { ArgumentShape::RowArray } else { ArgumentShape::Column };
        given.map_or(usual, |(_, shape)| *shape)
    }
}

/// A subprogram in SSA form with all that it calls.
#[derive(Clone, Debug)]
pub struct KernelSource {
    pub(crate) name: String,
    pub(crate) units: forlane_cfg::Program,
    /// The dummy arguments, in order, then the function's value.
    pub parameters: Vec<Parameter>,
    pub(crate) prints: bool,
    pub(crate) unset: Vec<String>,
    /// The options of the remaining passes.
    pub(crate) passes: PassOptions,
    /// What was decided so far, if that was requested.
    pub(crate) remarks: Vec<Remark>,
}

impl KernelSource {
    /// Replaces the options of the remaining passes, those after stage `ssa`.
    pub fn with_passes(self, passes: PassOptions) -> KernelSource {
        KernelSource { passes, ..self }
    }

    /// Whether the kernel, or a procedure that it calls, writes to a unit, and that is lost: all of it, or what does
    /// not go to units 6 and 0 where [`PassOptions::keep_output`] says that this is kept.
    pub fn prints(&self) -> bool {
        self.prints
    }

    /// The arguments that the source declares, each with the parameters that stand for it; a function's value last.
    pub fn arguments(&self) -> Vec<Argument> {
        self.units.unit(&self.name).map_or_else(Vec::new, |unit| arguments(unit, &self.parameters))
    }

    /// The full name of the subprogram.
    pub fn name(&self) -> &str {
        subroutine_of(self.units.unit(&self.name).map_or(&self.name, |unit| unit.source_name()))
    }

    /// The variables of COMMON blocks and modules that the kernel reads, although nothing sets them, so that they are
    /// zero: `/block/name`, `module::name`.
    pub fn unset(&self) -> &[String] {
        &self.unset
    }

    /// Compiles the kernel.
    ///
    /// ```
    /// use forlane::{ArgumentShapes, Checks, CompileOptions, Mathematics, Refill};
    ///
    /// let text = "integer function halvings(n)\n integer n, left\n halvings = 0\n left = n\n do while (left > 1)\n\
    ///     left = left/2\n  halvings = halvings + 1\n end do\nend\n";
    /// let program = forlane::compile("halvings.f90", text)?;
    /// let source = program.kernel_source("halvings", &Default::default(), &mut Default::default())?;
    /// // SAFETY: the kernel accesses no array.
    /// let checks = unsafe { Checks::off() };
    /// let (refill, math) = (Refill::Always, Mathematics::Exact);
    /// let options = CompileOptions { checks, refill, math, ..CompileOptions::default() };
    /// let kernel = source.compile(ArgumentShapes::default(), &options)?;
    /// let mut halvings = [0; 3];
    /// kernel.call().input("n", &[1, 9, 1024]).output("halvings", &mut halvings).run()?;
    /// assert_eq!(halvings, [0, 3, 10]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Shapes that do not fit.
    pub fn compile(&self, shapes: ArgumentShapes, options: &CompileOptions) -> Result<Kernel, CompileError> {
        let dummies = self.parameters.iter().filter(|parameter| !parameter.is_result);
        let shapes: Vec<ArgumentShape> = dummies.map(|parameter| shapes.of(parameter)).collect();
        self.compile_shapes(&shapes, options)
    }

    /// Compiles the kernel to take its dummy arguments in these shapes, in order.
    ///
    /// # Errors
    /// Shapes that do not fit.
    pub fn compile_shapes(&self, shapes: &[ArgumentShape], options: &CompileOptions) -> Result<Kernel, CompileError> {
        let mut report = PassReport::default();
        let compiled = compile_kernel(&self.units, &self.name, shapes, &self.passes, options, &mut report)?;
        let remarks = in_order(self.remarks.iter().chain(compiled.remarks()).chain(&report.remarks).cloned());
        Ok(Kernel { compiled, shapes: shapes.to_vec(), passes: report, remarks })
    }
}
