//! `--explain`: what was decided when a kernel was compiled, and why.

use super::words::check_gang;
use super::{CheckArguments, ExplainFormat, Failure, dump, sources};
use crate::CompileOptions;
use forlane_cfg::{Decision, Remark};
use forlane_rewrites::passes::{PassOptions, PassReport};
use serde_json::{Value, json};

/// Compiles a kernel and shows what was decided, or, without `--explain`, what of it matters whether it is explained or
/// not: its width, and what fails or is left out. Arrays that it does not assign are one for all rows.
pub(super) fn explain(arguments: &CheckArguments, name: &str) -> Result<(), Failure> {
    check_gang(arguments.gang)?;
    let program = sources::program(&arguments.sources)?;
    let bindings = sources::bindings(&arguments.bind)?;
    let passes = PassOptions { explain: true, bindings, ..PassOptions::default() };
    let source = program.kernel_source(name, &passes, &mut PassReport::default()).map_err(Failure::of_kernel)?;
    let is_scalar = |name: &String| {
        source.parameters.iter().any(|one| one.name.eq_ignore_ascii_case(name) && !one.is_array && !one.is_result)
    };
    if let Some(name) = arguments.uniform.iter().find(|name| !is_scalar(name)) {
        return Err(Failure::Usage(format!("--uniform {name}: this is not a scalar dummy argument")));
    }
    let shapes = dump::shapes(&source.parameters, &arguments.uniform);
    let (isa, math) = (arguments.code.isa.into(), arguments.code.math.into());
    let options = CompileOptions { gang: arguments.gang, isa, math, ..CompileOptions::default() };
    let kernel = source.compile(shapes, &options)?;
    let matters = |remark: &&Remark| {
        matches!(remark.decision, Decision::Width(_) | Decision::FastMath | Decision::Fails | Decision::LeftOut)
    };
    let text = match arguments.explain {
        Some(format) => shown(kernel.remarks(), format),
        None => kernel.remarks().iter().filter(matters).map(|remark| format!("{remark}\n")).collect(),
    };
    super::print(text)?;
    Ok(())
}

/// One line for each remark, or one JSON object.
pub(super) fn shown(remarks: &[Remark], format: ExplainFormat) -> String {
    match format {
        ExplainFormat::Text => remarks.iter().map(|remark| format!("{remark}\n")).collect(),
        ExplainFormat::Json => format!("{:#}\n", json!({ "remarks": remarks.iter().map(object).collect::<Vec<_>>() })),
    }
}

fn object(remark: &Remark) -> Value {
    let lanes = match remark.decision {
        Decision::Width(lanes) => Some(lanes),
        _ => None,
    };
    json!({
        "file": remark.file,
        "line": remark.line,
        "unit": remark.unit,
        "subject": remark.subject.word(),
        "name": remark.subject.name(),
        "decision": remark.decision.word(),
        "lanes": lanes,
        "case": remark.case,
        "reason": remark.reason,
        "is_slow": remark.is_slow,
        "text": remark.to_string(),
    })
}
