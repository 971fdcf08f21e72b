//! A case in the reference interpreter, at every stage.

use super::table::{Case, Forms, Rows, parse_bits};
use forlane_cfg::{RealKind, Shape, Stage, Type};
use forlane_interpreter::{ArgumentValue, Input, Interpreter, LaneOutcome, LaneStatus, Options, Scalar};
use forlane_rewrites::bind_procedures::bind_procedures;
use forlane_rewrites::passes::{Inputs, PassOptions, PassReport};

pub const STAGES: [Stage; 5] = [Stage::Cfg, Stage::Split, Stage::Ssa, Stage::Structured, Stage::Masked];

/// How the case gives the dummy arguments.
pub fn inputs(case: &Case) -> Inputs {
    let arrays = case.arrays.iter().map(|(name, _)| name);
    let shared = arrays.chain(case.values.iter().map(|(name, _)| name));
    let named = shared.map(|name| (name.clone(), Shape::Uniform)).collect();
    Inputs { scalars: Shape::Varying, arrays: Shape::Varying, named }
}

/// Runs the table's rows in the interpreter and compares.
pub fn check(case: &Case, expected: &Rows, forms: Forms) -> Result<(), String> {
    let inputs = inputs(case);
    let options = PassOptions { verify: true, ..forms.options(PassOptions::default()) };
    // The forms differ after `ssa` only.
    let stages = STAGES.into_iter().filter(|stage| forms == Forms::default() || *stage > Stage::Ssa);
    for stage in stages {
        let mut units = case
            .program
            .at_stage(stage, &inputs, &options, &mut PassReport::default())
            .map_err(|error| format!("{stage:?}: {error}"))?;
        bind_procedures(&mut units).map_err(|error| format!("{stage:?}: {error}"))?;
        let arguments = arguments(case)?;
        for gang in [1, 3, 8] {
            let options = Options { gang, ..Options::default() };
            let outcome = Interpreter::new(&units, options)
                .run(&case.kernel, &arguments, case.rows())
                .map_err(|error| format!("{stage:?}: {error}"))?;
            let rows = outcome.lanes.iter().map(|lane| row(case, lane)).collect();
            let actual = Rows { names: expected.names.clone(), rows };
            expected.compare(&actual, case.rows(), &format!("interpreter at {stage:?}, gang {gang}"))?;
        }
    }
    Ok(())
}

fn arguments(case: &Case) -> Result<Vec<Input>, String> {
    let dummies = case.source.parameters.iter().filter(|parameter| !parameter.is_result);
    dummies
        .map(|parameter| {
            let scalars = |values: &[String]| -> Result<Vec<Scalar>, String> {
                values.iter().map(|value| scalar(value, parameter.ty)).collect()
            };
            if let Some(value) = case.value(&parameter.name) {
                return Ok(Input::Uniform(scalar(value, parameter.ty)?));
            }
            match (case.array(&parameter.name), case.column(&parameter.name)) {
                (Some(values), _) => Ok(Input::SharedArray(scalars(values)?)),
                (None, Some(values)) => Ok(Input::Varying(scalars(values)?)),
                (None, None) => {
                    let zero = Scalar::zero(parameter.ty).ok_or("no argument is text")?;
                    Ok(Input::Varying(vec![zero; case.rows()]))
                }
            }
        })
        .collect()
}

fn scalar(text: &str, ty: Type) -> Result<Scalar, String> {
    let bits = parse_bits(text, ty)?;
    Ok(match ty {
        Type::Integer(kind) => Scalar::integer(kind, bits as i64),
        Type::Real(RealKind::R4) => Scalar::Real4(f64::from_bits(bits) as f32),
        Type::Real(RealKind::R8) => Scalar::Real8(f64::from_bits(bits)),
        Type::Logical | Type::Complex(_) | Type::Character => Scalar::Logical(bits != 0),
    })
}

/// The values that a lane assigned, in the order of the columns; none for a lane that failed.
fn row(case: &Case, lane: &LaneOutcome) -> Option<Vec<u64>> {
    if lane.status != LaneStatus::Returned {
        return None;
    }
    let parameters = case.source.parameters.iter().enumerate().filter(|(_, parameter)| parameter.is_assigned);
    let values = parameters.map(|(index, parameter)| match parameter.is_result {
        true => lane.result.map(Scalar::wide_bits),
        false => match &lane.arguments[index] {
            ArgumentValue::Scalar(value) => Some(value.wide_bits()),
            ArgumentValue::Array(_) | ArgumentValue::Shared => None,
        },
    });
    values.collect()
}
