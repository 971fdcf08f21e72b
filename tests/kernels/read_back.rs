//! A case from the text of every stage: dumped, read back and compiled.

use super::interpreted::{STAGES, inputs};
use super::table::{Case, Forms, Rows};
use forlane::Program;
use forlane_cfg::text::{parse_program, print_program};
use forlane_jit::InstructionSet;
use forlane_rewrites::passes::{PassOptions, PassReport};

/// Lanes of the gangs; one lane is scalar code where the text is not masked yet.
const GANGS: [usize; 2] = [1, 4];

/// Runs the table's rows from texts and compares.
pub fn check(case: &Case, expected: &Rows) -> Result<(), String> {
    let options = PassOptions { verify: true, ..PassOptions::default() };
    let report = &mut PassReport::default();
    for stage in STAGES {
        let failed = |error: String| format!("read back at {stage:?}: {error}");
        let dumped =
            case.program.at_stage(stage, &inputs(case), &options, report).map_err(|error| failed(error.to_string()))?;
        let text = print_program(&dumped);
        let read = parse_program(&text).map_err(|errors| failed(errors[0].to_string()))?;
        if print_program(&read) != text {
            return Err(failed("printed again, it differs".to_owned()));
        }
        let program = Program::from_units(read).map_err(|error| failed(error.to_string()))?;
        let source =
            program.kernel_source(&case.kernel, &options, report).map_err(|error| failed(error.to_string()))?;
        for gang in GANGS {
            let compiled =
                case.compile_source(&source, gang, InstructionSet::Base, Forms::default()).map_err(failed)?;
            let actual = case.run(&compiled, 1, case.rows())?;
            expected.compare(&actual, case.rows(), &format!("read back at {stage:?}, gang {gang}"))?;
        }
    }
    Ok(())
}
