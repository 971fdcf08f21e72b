//! Gang code: masked region trees become SIMD code for all lanes of a gang.
//!
//! [`compile`] makes machine code of a unit and of what it calls, one specialisation for each set of argument shapes.

mod builder;
mod emit;
mod fold;
pub mod ir;
mod lower;
mod optimize;
mod text;
mod verify;

pub use lower::Surroundings;
pub use text::print;

use crate::error::JitError;
use crate::module::{CodeModule, FuncId};
use crate::options::CompileOptions;
use crate::tables::CodeTables;
use forlane_cfg::{Body, Program, Shape, Stage, Unit};
use forlane_rewrites::flatten::flatten;
use forlane_rewrites::passes::{PassReport, mask_unit};
use indexmap::IndexMap;
use ir::{Callee, GangCode, Given};

/// Compiles a unit and what it calls for gangs of that many lanes, the unit's dummy arguments having these shapes. The
/// units are at stage `ssa`; one that is at `masked` is taken as it is if it was masked for the same shapes.
///
/// # Errors
/// Rewrites that fail, calls that do not fit, and bugs of code generation.
pub fn compile(
    module: &mut CodeModule,
    program: &Program,
    unit: &str,
    shapes: &[Shape],
    lanes: usize,
    options: &CompileOptions,
    tables: &mut CodeTables,
) -> Result<FuncId, JitError> {
    let root = Callee { unit: unit.to_string(), given: shapes.iter().copied().map(Given::from).collect() };
    let mut functions: IndexMap<Callee, FuncId> = IndexMap::new();
    let entry = module.declare_unit(&root.symbol())?;
    functions.insert(root, entry);
    let mut next = 0;
    while let Some((callee, function)) = functions.get_index(next).map(|(callee, function)| (callee.clone(), *function))
    {
        let source = program.unit(&callee.unit).ok_or_else(|| JitError::UnknownUnit {
            name: callee.unit.clone(),
            known: program.units.iter().map(|unit| unit.name.clone()).collect(),
        })?;
        let code = build(program, &callee, lanes, options, tables, next == 0)?;
        let mut callees = Vec::with_capacity(code.callees.len());
        for callee in &code.callees {
            let function = match functions.get(callee) {
                Some(function) => *function,
                None => module.declare_unit(&callee.symbol())?,
            };
            functions.insert(callee.clone(), function);
            callees.push(function);
        }
        let clif = emit::emit(&code, module, tables, &callees)?;
        module.define(function, &callee.symbol(), source, clif)?;
        module.keep_gang(|| text::print(&code));
        next += 1;
    }
    Ok(entry)
}

/// The gang code of one unit for those shapes of its arguments, as compiled in gangs of that many lanes.
///
/// # Errors
/// As [`compile`].
pub fn build(
    program: &Program,
    callee: &Callee,
    lanes: usize,
    options: &CompileOptions,
    tables: &mut CodeTables,
    is_root: bool,
) -> Result<GangCode, JitError> {
    let unit = masked(program, callee, options, &mut tables.passes)?;
    let surroundings = Surroundings {
        program,
        layout: &tables.layout,
        constants: &tables.constants,
        frees: &tables.frees,
        options,
        lanes: lanes as u32,
        is_root,
        given: &callee.given,
    };
    let mut code = lower::lower(&unit, surroundings)?;
    check(&code, options)?;
    optimize::optimize(&mut code);
    check(&code, options)?;
    Ok(code)
}

fn check(code: &GangCode, options: &CompileOptions) -> Result<(), JitError> {
    match verify::verify(code) {
        Err(problem) if options.verify => {
            let message = format!("{problem}\n{}", text::print(code));
            Err(JitError::Codegen { unit: code.name.clone(), message })
        }
        _ => Ok(()),
    }
}

/// The masked unit for those shapes of its arguments.
fn masked(
    program: &Program,
    callee: &Callee,
    options: &CompileOptions,
    report: &mut PassReport,
) -> Result<Unit, JitError> {
    if let Some(unit) = program.unit(&callee.unit)
        && let (Stage::Masked, Body::Tree(_)) = (unit.stage, &unit.body)
    {
        let shapes = unit.dummies.iter().map(|dummy| unit.vars[*dummy].shape);
        if shapes.eq(callee.shapes()) {
            return Ok(unit.clone());
        }
        report.notes.push(format!("`{}`: masked anew, for other shapes of its arguments", unit.name));
        let mut unit = unit.clone();
        flatten(&mut unit);
        return mask(&Program { units: vec![unit] }, callee, options, report);
    }
    mask(program, callee, options, report)
}

fn mask(
    program: &Program,
    callee: &Callee,
    options: &CompileOptions,
    report: &mut PassReport,
) -> Result<Unit, JitError> {
    mask_unit(program, &callee.unit, &callee.shapes(), &options.passes, report)
        .map_err(|error| JitError::Rewrite { unit: callee.unit.clone(), message: error.to_string() })
}
