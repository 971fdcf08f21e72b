//! A compiled program: its units, ready to become kernels.
//!
//! [`Program::kernel`] compiles a kernel whose arguments differ from row to row. Arguments that all rows have
//! in common are declared through [`KernelSource`]:
//!
//! ```
//! use forlane::{ArgumentShapes, CompileOptions, Program};
//!
//! let text = "real(8) function pick(a, i, by)\n real(8) a(*), by\n integer i\n pick = a(i)*by\nend\n";
//! let program = Program::from_source("pick.f90", text)?;
//! let source = program.kernel_source("pick", &Default::default(), &mut Default::default())?;
//! let options = CompileOptions { gang: Some(8), ..Default::default() };
//! let kernel = source.compile(ArgumentShapes::default().shared("a").uniform("by"), &options)?;
//! let mut pick = [0.0; 3];
//! let call = kernel.call().shared("a", &[0.5, 1.5]).input("i", &[1, 2, 3]).value("by", 2.0).output("pick", &mut pick);
//! let outcome = call.run()?;
//! assert_eq!(pick[..2], [1.0, 3.0]);
//! assert!(outcome.failures[0].1.contains("out of bounds"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod complex_columns;

use crate::compile::{Compiled, SourceKind, Sources};
use crate::driver::{Prepared, compile_main, prepare_kernel};
use crate::error::{CompileError, SourceError};
use crate::kernel::Kernel;
use crate::kernel_source::{ArgumentShapes, KernelSource};
use crate::setup::variables::AreaNames;
use crate::sources::{SourceOptions, SourceText};
use forlane_cfg::text::print_program;
use forlane_cfg::verify::verify_program;
use forlane_cfg::{Remark, Stage};
use forlane_frontend::form::SourceForm;
use forlane_jit::{CompileOptions, JitError, MainProgram};
use forlane_rewrites::allocated_state::{AllocatedArray, take_over};
use forlane_rewrites::bind_procedures::bind_root;
use forlane_rewrites::passes::{Inputs, PassError, PassOptions, PassReport, run_to};
use forlane_semantics::{kernel_of, pointer_of};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A compiled program.
#[derive(Clone, Debug)]
pub struct Program {
    units: forlane_cfg::Program,
    /// What it was compiled from, if that is kept.
    sources: Option<Arc<Sources>>,
    /// The variables in areas of the sources; units have more of the same program after these.
    pub(crate) areas: Arc<AreaNames>,
    /// What initialising calls have left allocated.
    pub(crate) allocated: Arc<Vec<AllocatedArray>>,
}

/// The text of the units, each at its stage: a source again, under a name that ends in `.flir`.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print_program(&self.units))
    }
}

impl Program {
    /// Compiles one source text. `name` is used in messages; its ending determines the source form.
    ///
    /// # Errors
    /// All diagnostics of the source.
    pub fn from_source(name: &str, text: &str) -> Result<Program, CompileError> {
        let kind =
            SourceKind::of(Path::new(name)).ok_or_else(|| CompileError::UnknownForm { name: name.to_owned() })?;
        Program::from_kind(name, text, kind)
    }

    /// Compiles several source texts, in any order, as one program: pairs of name and text.
    ///
    /// ```
    /// let main = "real(8) function covered(radius)\n use discs\n real(8) radius\n\
    ///     covered = area(disc(radius))\nend\n";
    /// let module = "module discs\n type disc\n  real(8) radius\n end type\ncontains\n real(8) function area(of)\n\
    ///     type(disc) of\n  area = 3*of%radius**2\n end function\nend module\n";
    /// let program = forlane::Program::from_sources(&[("covered.f90", main), ("discs.f90", module)])?;
    /// let mut covered = [0.0; 2];
    /// program.kernel("covered")?.call().input("radius", &[1.0, 2.0]).output("covered", &mut covered).run()?;
    /// assert_eq!(covered, [3.0, 12.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// All diagnostics of the sources.
    pub fn from_sources(texts: &[(&str, &str)]) -> Result<Program, CompileError> {
        let mut sources = Sources::default();
        for (name, text) in texts {
            let unknown = || CompileError::UnknownForm { name: (*name).to_owned() };
            sources.add(*name, *text, SourceKind::of(Path::new(name)).ok_or_else(unknown)?);
        }
        Program::of(sources)
    }

    /// Compiles source files, in any order, with the files that they include.
    ///
    /// # Errors
    /// A file that can't be read; all diagnostics of the sources.
    pub fn from_files(paths: &[PathBuf]) -> Result<Program, CompileError> {
        Program::from_files_as(paths, &SourceOptions::default())
    }

    /// As [`Program::from_files`], read with these options.
    ///
    /// # Errors
    /// As [`Program::from_files`].
    pub fn from_files_as(paths: &[PathBuf], options: &SourceOptions) -> Result<Program, CompileError> {
        Program::of(Sources::read(paths, options)?)
    }

    /// Compiles source texts with those that they include, read with these options; each says its form itself.
    ///
    /// # Errors
    /// All diagnostics of the sources.
    pub fn from_texts(texts: &[SourceText], options: &SourceOptions) -> Result<Program, CompileError> {
        Program::of(Sources::of_texts(texts, options)?)
    }

    /// The texts that the program was compiled from, with those that they include; none of a program of units.
    pub fn sources(&self) -> Vec<SourceText> {
        self.sources.as_ref().map_or_else(Vec::new, |sources| sources.texts())
    }

    /// Compiles one source text of that form.
    ///
    /// # Errors
    /// All diagnostics of the source.
    pub fn from_form(name: &str, text: &str, form: SourceForm) -> Result<Program, CompileError> {
        Program::from_kind(name, text, SourceKind::Fortran(form))
    }

    fn from_kind(name: &str, text: &str, kind: SourceKind) -> Result<Program, CompileError> {
        let mut sources = Sources::default();
        sources.add(name, text, kind);
        Program::of(sources)
    }

    fn of(sources: Sources) -> Result<Program, CompileError> {
        let (compiled, diagnostics) = crate::compile::compile(&sources);
        match compiled {
            Some(compiled) => Ok(Program { sources: Some(Arc::new(sources)), ..Program::from_compiled(compiled) }),
            None => Err(CompileError::Source(
                diagnostics.iter().map(|diagnostic| SourceError::new(diagnostic, &sources)).collect(),
            )),
        }
    }

    /// A program of units of any stage, which are verified.
    ///
    /// # Errors
    /// [`CompileError::Units`].
    pub fn from_units(units: forlane_cfg::Program) -> Result<Program, CompileError> {
        verify_program(&units).map_err(CompileError::Units)?;
        Ok(Program::with_areas(units, Arc::default()))
    }

    pub(crate) fn from_compiled(compiled: Compiled) -> Program {
        Program::with_areas(compiled.units, Arc::new(compiled.areas))
    }

    pub(crate) fn with_areas(units: forlane_cfg::Program, areas: Arc<AreaNames>) -> Program {
        Program { units, areas, sources: None, allocated: Arc::default() }
    }

    /// The same program with these units.
    fn with_units(&self, units: forlane_cfg::Program) -> Program {
        let (areas, allocated) = (Arc::clone(&self.areas), Arc::clone(&self.allocated));
        Program { units, areas, allocated, sources: self.sources.clone() }
    }

    /// The program in which a kernel's own units, those at stage `cfg`, have the arrays that initialising calls have
    /// left allocated; units of other kernels find them freed. [`Program::kernel_source`] needs no such step.
    #[must_use]
    pub fn with_allocated(&self, kernel: &str) -> Program {
        let mut units = self.units.clone();
        take_over(&mut units, kernel, &self.allocated);
        Program { allocated: Arc::default(), ..self.with_units(units) }
    }

    /// The units, each at the stage of its source.
    pub fn units(&self) -> &forlane_cfg::Program {
        &self.units
    }

    /// The units, rewritten up to that stage where they are not further already. `inputs` says which dummy arguments
    /// the lanes share, for the stage `masked`. What the rewrites report is added to `report`.
    ///
    /// # Errors
    /// A bug of a rewrite that verifying found.
    pub fn at_stage(
        &self,
        stage: Stage,
        inputs: &Inputs,
        options: &PassOptions,
        report: &mut PassReport,
    ) -> Result<forlane_cfg::Program, PassError> {
        let mut units = self.units.clone();
        run_to(&mut units, None, stage, inputs, options, report)?;
        Ok(units)
    }

    /// The program with a copy of a subprogram in which the dummy procedures stand for other subprograms, by lower-case
    /// name, and the copy's name. A subprogram without dummy procedures is its own copy.
    ///
    /// # Errors
    /// Unknown names, dummy procedures that remain unbound.
    pub fn bind(&self, name: &str, bindings: &[(String, String)]) -> Result<(Program, String), PassError> {
        let mut units = self.units.clone();
        let name = bind_root(&mut units, name, bindings)?;
        Ok((self.with_units(units), name))
    }

    /// The full name of the unit that a user means: procedures of modules and hosts may be named without these.
    ///
    /// # Errors
    /// A name that several units end in.
    pub fn full_name(&self, name: &str) -> Result<String, CompileError> {
        let name = name.to_ascii_lowercase();
        match &self.units.units_meant(&name)[..] {
            [] => Ok(name),
            [unit] => Ok(unit.name.clone()),
            several => {
                let meant: Vec<String> = several.iter().map(|unit| format!("`{}`", unit.name)).collect();
                Err(CompileError::Ambiguous { name, meant: meant.join(", ") })
            }
        }
    }

    /// Finds a subprogram and rewrites it and what it calls to SSA form; only the shapes of its
    /// arguments remain to be chosen. What a kernel can't do fails the rows that reach it.
    ///
    /// # Errors
    /// An unknown name; calls that do not match the procedures.
    pub fn kernel_source(
        &self,
        name: &str,
        options: &PassOptions,
        report: &mut PassReport,
    ) -> Result<KernelSource, CompileError> {
        let name = self.full_name(name)?;
        let in_place = Some(kernel_of(&name)).filter(|wrapper| self.units.unit(wrapper).is_some());
        let (program, name) = self.bind(&in_place.unwrap_or(name), &options.bindings)?;
        let source = program.source_of(name, options, report)?;
        let pointer = source.parameters.iter().find_map(|one| pointer_of(&one.name));
        if let Some(argument) = pointer {
            let file = program.units.unit(&source.name).map_or_else(String::new, |unit| unit.file.clone());
            let (argument, kernel) = (argument.to_owned(), source.name().to_owned());
            return Err(CompileError::PointerArgument { file, kernel, argument });
        }
        match program.complex_dummies(&source) {
            Some(complex) => program.source_with_columns(&source, complex, options),
            None => Ok(source),
        }
    }

    fn source_of(
        &self,
        name: String,
        options: &PassOptions,
        report: &mut PassReport,
    ) -> Result<KernelSource, CompileError> {
        if self.units.unit(&name).is_none() {
            let known = self.units.units.iter().map(|unit| unit.name.clone()).collect();
            return Err(JitError::UnknownUnit { name, known }.into());
        }
        let before = report.remarks.len();
        let Prepared { kernel, parameters, unset } =
            prepare_kernel(&self.units, &name, (self.areas.constants(), &self.allocated), options, report)?;
        let (prints, passes) = (!kernel.left_out.is_empty(), options.clone());
        let remarks = report.remarks.split_off(before);
        Ok(KernelSource { name, units: kernel.program, parameters, prints, unset, passes, remarks })
    }

    /// Compiles a subprogram to run over rows: each scalar dummy argument is a column, each dummy array an array for
    /// each row.
    ///
    /// # Errors
    /// An unknown name; calls that do not match the procedures.
    pub fn kernel(&self, name: &str) -> Result<Kernel, CompileError> {
        let source = self.kernel_source(name, &PassOptions::default(), &mut PassReport::default())?;
        source.compile(ArgumentShapes::default(), &CompileOptions::default())
    }

    /// What is decided when a subprogram is compiled to run over rows, with its arguments in these shapes, and why.
    ///
    /// ```
    /// let text = "real function total(n)\n integer n, i\n total = 0\n do i = 1, n\n  total = total + exp(-1.0*i)\n\
    ///     end do\nend\n";
    /// let program = forlane::compile("total.f90", text)?;
    /// let remarks = program.explain("total", Default::default(), &Default::default())?;
    /// let on_loop = remarks.iter().find(|remark| remark.subject == forlane::Subject::Loop).unwrap();
    /// assert_eq!(on_loop.decision, forlane::Decision::Varying);
    /// let line = "total.f90:4: loop: varying, because its iteration count differs between lanes";
    /// assert_eq!(on_loop.to_string(), line);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Program::kernel`].
    pub fn explain(
        &self,
        name: &str,
        shapes: ArgumentShapes,
        options: &CompileOptions,
    ) -> Result<Vec<Remark>, CompileError> {
        let passes = PassOptions { explain: true, ..PassOptions::default() };
        let source = self.kernel_source(name, &passes, &mut PassReport::default())?;
        Ok(source.compile(shapes, options)?.remarks().to_vec())
    }

    /// As [`Program::kernel`], of a subprogram with dummy procedures, each with the subprogram that it stands for.
    ///
    /// # Errors
    /// Unknown names, dummy procedures that remain unbound, calls that do not match the procedures.
    pub fn kernel_with(&self, name: &str, procedures: &[(&str, &str)]) -> Result<Kernel, CompileError> {
        let lower = |(dummy, name): &(&str, &str)| (dummy.to_ascii_lowercase(), name.to_ascii_lowercase());
        let options = PassOptions { bindings: procedures.iter().map(lower).collect(), ..PassOptions::default() };
        let source = self.kernel_source(name, &options, &mut PassReport::default())?;
        source.compile(ArgumentShapes::default(), &CompileOptions::default())
    }

    /// Compiles the main program. Units that come from text as region trees run as the graphs that these stand for.
    ///
    /// ```
    /// let program = forlane::compile("double.f90", "integer n\nread *, n\nprint '(i0)', 2*n\nend\n")?;
    /// let main = program.main_program(&Default::default(), &Default::default(), &mut Default::default())?;
    /// let mut printed = Vec::new();
    /// main.run(&mut &b"21\n"[..], &mut printed)?;
    /// assert_eq!(printed, b"42\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// No main program, recursion, missing callees.
    pub fn main_program(
        &self,
        passes: &PassOptions,
        options: &CompileOptions,
        report: &mut PassReport,
    ) -> Result<MainProgram, CompileError> {
        compile_main(&self.units, passes, options, report)
    }
}
