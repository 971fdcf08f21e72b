//! State that is set up once, before a kernel runs over rows: calls of subroutines, and variables of COMMON blocks and
//! modules that are set by name. What COMMON, SAVE and module variables hold afterwards is what each row starts with.
//!
//! ```
//! use forlane::Setup;
//!
//! let text = "real(8) function fall(t)\n real(8) t, g\n common /world/ g, moon\n logical moon\n fall = g*t*t/2\n\
//!     end\nsubroutine visit(is_moon)\n real(8) g\n common /world/ g, moon\n logical moon, is_moon\n moon = is_moon\n\
//!     g = 9.81d0\n if (moon) g = 1.62d0\nend\n";
//! let program = forlane::compile("fall.f90", text)?;
//! let setup = Setup::default().call("CALL VISIT(.TRUE.)")?;
//! let kernel = program.set_up(&setup, &mut std::io::empty(), &mut std::io::stderr())?.kernel("fall")?;
//! let mut fall = [0.0; 2];
//! kernel.call().input("t", &[1.0, 2.0]).output("fall", &mut fall).run()?;
//! assert_eq!(fall, [0.81, 3.24]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The steps are built as a subroutine, which runs once as scalar code with all that it calls, as a main program would,
//! input and output included. The memory that it leaves replaces the initial values that DATA and BLOCK DATA give; what
//! no row assigns is then constant, common to all lanes, as it is of DATA. So it is with the arrays that are left
//! allocated.

pub(crate) mod error;
mod image;
mod step;
mod syntax;
mod unit;
mod values;
pub(crate) mod variables;

use crate::driver::compile_once;
use crate::error::CompileError;
use crate::kernel::Element;
use crate::program::Program;
pub use error::SetupError;
use forlane_cfg::{Constant, StopCode};
use forlane_jit::{ExitStatus, Values};
use forlane_rewrites::find_constants::find_constants;
use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
pub use step::Setup;
use step::{SetupValue, Step};

/// Stack for the recursion of what initialising calls call; what is not used of it takes no memory.
const STACK: usize = 256 << 20;

impl Setup {
    /// Adds a call: `CALL METERS(.TRUE.)`. An argument is a literal, a list (`[1, 2, 22*0]`), a name that
    /// [`Setup::value`] or [`Setup::array`] gives a value to, or `@` and the name of an array; `NAME=` before it says
    /// which argument it is.
    ///
    /// # Errors
    /// A text that is not a call.
    pub fn call(mut self, text: &str) -> Result<Setup, SetupError> {
        self.steps.push(syntax::call(text)?);
        Ok(self)
    }

    /// Adds the setting of a variable in a COMMON block, `/CSW/SW(9)=-1`, or of a module, `physics::gravity=9.81`. An
    /// array without subscripts takes a list, or one value for all its elements.
    ///
    /// # Errors
    /// A text that is not a setting.
    pub fn set(mut self, text: &str) -> Result<Setup, SetupError> {
        self.steps.push(syntax::setting(text)?);
        Ok(self)
    }

    /// Gives a name a value, as it would be written as an argument.
    ///
    /// # Errors
    /// A text that is not a value.
    pub fn value(mut self, name: &str, text: &str) -> Result<Setup, SetupError> {
        let value = syntax::value(text)?;
        let names_itself = matches!(&value, SetupValue::Named(other) if other.eq_ignore_ascii_case(name));
        if !names_itself {
            self.values.insert(name.to_ascii_lowercase(), value);
        }
        Ok(self)
    }

    /// Gives a name an array of that shape, its elements in Fortran's order.
    pub fn array<T: Element>(mut self, name: &str, shape: &[u64], elements: &[T]) -> Setup {
        let integer = |value: i64| Constant::Integer(forlane_cfg::IntegerKind::I8, value);
        let real = |value: f64| Constant::Real(forlane_cfg::RealKind::R8, value);
        let elements = match T::values(elements) {
            Values::U8(values) => values.iter().map(|value| integer((*value).into())).collect(),
            Values::I32(values) => values.iter().map(|value| integer((*value).into())).collect(),
            Values::I64(values) => values.iter().map(|value| integer(*value)).collect(),
            Values::F32(values) => values.iter().map(|value| real((*value).into())).collect(),
            Values::F64(values) => values.iter().map(|value| real(*value)).collect(),
        };
        let name = if name.starts_with('@') { name.to_owned() } else { name.to_ascii_lowercase() };
        self.values.insert(name, SetupValue::Array { shape: shape.to_vec(), elements });
        self
    }

    /// Whether nothing is to be done.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The names of the files whose arrays the steps take, without the `@`.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.named().filter_map(|name| name.strip_prefix('@'))
    }

    /// Whether a step takes the value of that name.
    pub fn uses(&self, name: &str) -> bool {
        self.named().any(|one| one.eq_ignore_ascii_case(name))
    }

    /// What may be a name in the steps.
    fn named(&self) -> impl Iterator<Item = &str> {
        let values = self.steps.iter().flat_map(|step| match step {
            Step::Call { arguments, .. } => arguments.iter().map(|(_, value)| value).collect::<Vec<_>>(),
            Step::Set { value, .. } => vec![value],
        });
        values.chain(self.values.values()).filter_map(|value| match value {
            SetupValue::Named(name) => Some(name.as_str()),
            SetupValue::List(_) | SetupValue::Character(_) | SetupValue::Array { .. } => None,
        })
    }
}

/// The text in quotes that a value is; none for another value.
#[cfg(feature = "command")]
pub(crate) fn quoted_text(text: &str) -> Option<String> {
    match syntax::value(text) {
        Ok(SetupValue::Character(text)) => Some(text),
        _ => None,
    }
}

/// The literals of a list, such as `[1, 2, 22*0]`; none for another value.
#[cfg(feature = "command")]
pub(crate) fn list_literals(text: &str) -> Result<Option<Vec<String>>, SetupError> {
    Ok(match syntax::value(text)? {
        SetupValue::List(literals) => Some(literals),
        SetupValue::Named(_) | SetupValue::Character(_) | SetupValue::Array { .. } => None,
    })
}

impl Program {
    /// The program with what the setup leaves in its variables as their initial values. `input` and `out` are standard
    /// input and output of the calls.
    ///
    /// # Errors
    /// Names that the program does not have, values that do not fit, and calls that fail or stop.
    pub fn set_up(
        &self,
        setup: &Setup,
        input: &mut (dyn BufRead + Send),
        out: &mut (dyn Write + Send),
    ) -> Result<Program, CompileError> {
        let mut units = self.areas.put_back(self.units());
        let full_name = |name: &str| self.full_name(name).map_err(|error| SetupError::new(error.to_string()));
        units.units.push(unit::build(setup, &units, &self.areas, &full_name)?);
        let (compiled, once) = compile_once(&units, unit::NAME, &self.allocated)?;
        let (status, kept) = once.run_and_keep(input, out, STACK, &AtomicU32::new(0))?;
        if let Some(message) = failure(status) {
            return Err(SetupError::new(format!("the initialising calls failed: {message}")).into());
        }
        units.units.pop();
        let allocated = image::keep(&mut units, &compiled, &kept);
        let constants = find_constants(&mut units);
        let areas = Arc::new(self.areas.with_constants(constants));
        let mut program = Program::with_areas(units, areas);
        program.allocated = Arc::new(allocated);
        Ok(program)
    }
}

/// Why the calls did not return.
fn failure(status: ExitStatus) -> Option<String> {
    Some(match status {
        ExitStatus::Returned => return None,
        ExitStatus::StoppedWith(status) => format!("they stopped with the exit status {status}"),
        ExitStatus::Stopped(StopCode::None) => "they stopped".to_owned(),
        ExitStatus::Stopped(StopCode::Number(number)) => format!("STOP {number}"),
        ExitStatus::Stopped(StopCode::Error(text, _)) => format!("ERROR STOP {text}").trim_end().to_owned(),
        ExitStatus::Stopped(StopCode::Text(text)) => format!("STOP {text}"),
        ExitStatus::Stopped(StopCode::Failure(text) | StopCode::Unsupported(text)) => text,
        ExitStatus::Failed(site) => site.to_string(),
        ExitStatus::InputOutput(site, message) => format!("{}:{}: {message}", site.file, site.line),
    })
}
