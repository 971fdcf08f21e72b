//! `forlane.Program`, without what Python adds.

use crate::errors;
use forlane::compile::SourceKind;
use forlane::{CompileError, CompileOptions, DefaultKinds, Setup, SetupError, SourceOptions, SourceText};
use forlane_cfg::{Stage, UnitKind, text};
use forlane_frontend::form::SourceForm;
use forlane_rewrites::passes::{Inputs, PassOptions, PassReport};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;

/// A compiled program.
#[pyclass(frozen, subclass, module = "forlane._forlane", name = "ProgramBase")]
pub struct Program {
    program: forlane::Program,
}

/// A source: its name, its bytes, and `fixed`, `free`, `flir`, or `included` for one that others include.
type Text<'py> = (String, Bound<'py, PyBytes>, &'static str);

/// What is set up once, before kernels run: steps in their order, `call` or `set` with the text, and arrays by name
/// with shape and elements in Fortran's order.
#[derive(FromPyObject)]
struct State(Vec<(String, String)>, Vec<(String, Vec<u64>, Elements)>);

#[derive(FromPyObject)]
enum Elements {
    Integers(Vec<i64>),
    Reals(Vec<f64>),
}

impl State {
    fn setup(&self) -> Result<Setup, SetupError> {
        let State(steps, arrays) = self;
        let setup = steps.iter().try_fold(Setup::default(), |setup, (kind, text)| match kind.as_str() {
            "call" => setup.call(text),
            _ => setup.set(text),
        })?;
        Ok(arrays.iter().fold(setup, |setup, (name, shape, elements)| match elements {
            Elements::Integers(elements) => setup.array(name, shape, elements),
            Elements::Reals(elements) => setup.array(name, shape, elements),
        }))
    }
}

/// The columns of a line in fixed form, whether local variables are kept, macros, folders of included files, and the
/// sizes of default REAL and INTEGER.
type Reading = (Option<u32>, bool, Vec<String>, Vec<PathBuf>, u8, u8);

#[pymethods]
impl Program {
    /// Compiles files, or texts: triples of a name, bytes and `fixed`, `free`, `flir`, `included`, or None for what the
    /// ending of the name says.
    #[new]
    #[pyo3(signature = (files, texts, form, reading, state))]
    fn new(
        py: Python<'_>,
        files: Vec<PathBuf>,
        texts: Vec<(String, Vec<u8>, Option<String>)>,
        form: Option<&str>,
        reading: Reading,
        state: State,
    ) -> PyResult<Program> {
        let form = match form {
            None => None,
            Some("fixed") => Some(SourceForm::Fixed),
            Some("free") => Some(SourceForm::Free),
            Some(_) => return Err(PyValueError::new_err("form: 'fixed' or 'free' is required")),
        };
        let (line_length, keeps_locals, definitions, folders, real, integer) = reading;
        let Some(default_kinds) = DefaultKinds::of_sizes(real, integer) else {
            return Err(PyValueError::new_err("default_real and default_integer: 4 or 8 is required"));
        };
        let options = SourceOptions { form, line_length, keeps_locals, default_kinds, definitions, folders };
        let texts = texts.into_iter().map(|text| source_text(py, text, form)).collect::<PyResult<Vec<_>>>()?;
        let compiled = py.detach(|| {
            let program = match texts.is_empty() {
                true => forlane::Program::from_files_as(&files, &options),
                false => forlane::Program::from_texts(&texts, &options),
            }?;
            let setup = state.setup()?;
            match setup.is_empty() {
                true => Ok(program),
                false => program.set_up(&setup, &mut std::io::empty(), &mut std::io::stderr()),
            }
        });
        Ok(Program { program: compiled.map_err(|error| errors::of_compiling(py, &error))? })
    }

    /// What it was compiled from, with what that includes.
    fn _texts<'py>(&self, py: Python<'py>) -> Vec<Text<'py>> {
        let text = |source: SourceText| {
            let kind = match source.kind {
                Some(SourceKind::Fortran(SourceForm::Fixed)) => "fixed",
                Some(SourceKind::Fortran(SourceForm::Free)) => "free",
                Some(SourceKind::Text) => "flir",
                None => "included",
            };
            (source.name, PyBytes::new(py, &source.text), kind)
        };
        self.program.sources().into_iter().map(text).collect()
    }

    /// The subprograms, by their full names.
    fn _names(&self) -> Vec<String> {
        let is_callable = |kind: UnitKind| matches!(kind, UnitKind::Subroutine | UnitKind::Function);
        let units = self.program.units().units.iter().filter(|unit| is_callable(unit.kind));
        units.map(|unit| unit.name.clone()).collect()
    }

    /// The text of a stage: cfg, split, ssa, structured, masked of one unit or all; gang, clif, asm of one compiled as
    /// a kernel.
    #[pyo3(signature = (stage, unit=None))]
    fn dump(&self, py: Python<'_>, stage: &str, unit: Option<&str>) -> PyResult<String> {
        let stage = match stage {
            "cfg" => Stage::Cfg,
            "split" => Stage::Split,
            "ssa" => Stage::Ssa,
            "structured" => Stage::Structured,
            "masked" => Stage::Masked,
            "gang" | "clif" | "asm" => return self.dump_code(py, stage, unit),
            _ => {
                let message = "stage: cfg, split, ssa, structured, masked, gang, clif or asm is required";
                return Err(PyValueError::new_err(message));
            }
        };
        let (options, mut report) = (PassOptions::default(), PassReport::default());
        let at_stage = || self.program.at_stage(stage, &Inputs::varying(), &options, &mut report);
        let units = py.detach(at_stage).map_err(|error| errors::of_compiling(py, &CompileError::Pass(error)))?;
        let chosen: Vec<_> = match unit {
            None => units.units.iter().collect(),
            Some(name) => units.units_meant(&name.to_ascii_lowercase()),
        };
        if chosen.is_empty() {
            return Err(PyKeyError::new_err(unit.unwrap_or_default().to_owned()));
        }
        Ok(chosen.into_iter().map(text::print_unit).collect::<Vec<_>>().join("\n"))
    }
}

impl Program {
    /// The program.
    pub fn units(&self) -> &forlane::Program {
        &self.program
    }

    fn dump_code(&self, py: Python<'_>, stage: &str, unit: Option<&str>) -> PyResult<String> {
        let unit = unit.ok_or_else(|| PyValueError::new_err("unit: this stage is of one subprogram"))?;
        let options = CompileOptions { keep_text: true, ..CompileOptions::default() };
        let compiled = py.detach(|| {
            let source = self.program.kernel_source(unit, &PassOptions::default(), &mut PassReport::default())?;
            source.compile(forlane::ArgumentShapes::default(), &options)
        });
        let kernel = compiled.map_err(|error| errors::of_compiling(py, &error))?;
        let texts = kernel.compiled().texts().iter().map(|function| match stage {
            "gang" => &function.gang[..],
            "clif" => &function.clif,
            _ => &function.assembly,
        });
        Ok(texts.collect::<Vec<_>>().join("\n"))
    }
}

fn source_text(
    py: Python<'_>,
    (name, text, kind): (String, Vec<u8>, Option<String>),
    form: Option<SourceForm>,
) -> PyResult<SourceText> {
    let kind = match (kind.as_deref(), form) {
        (Some("included"), _) => None,
        (Some("flir"), _) => Some(SourceKind::Text),
        (_, Some(form)) => Some(SourceKind::Fortran(form)),
        (Some("fixed"), None) => Some(SourceKind::Fortran(SourceForm::Fixed)),
        (Some("free"), None) => Some(SourceKind::Fortran(SourceForm::Free)),
        (_, None) => {
            let known = SourceKind::of(name.as_ref());
            let unknown = || errors::of_compiling(py, &CompileError::UnknownForm { name: name.clone() });
            Some(known.ok_or_else(unknown)?)
        }
    };
    Ok(SourceText { name, text, kind })
}
