//! Gang code: masked region trees become SIMD code for all lanes of a gang.
//!
//! [`GangCompiler`] makes machine code of a unit and of what it calls, one specialisation for each set of argument
//! shapes. Of each specialisation it is given the masked unit; then the unit is lowered to gang code ([`ir`]), which is
//! optimized and emitted. Which specialisations of callees are needed is known when their callers have been lowered.

mod builder;
mod emit;
pub(crate) mod explain;
mod fold;
pub mod ir;
mod joined;
mod lower;
mod optimize;
pub(crate) mod order;
mod text;
mod verify;
pub(crate) mod wide;
mod work;

pub use text::print;

use crate::entry::GangLoop;
use crate::error::JitError;
use crate::module::{Code, CodeModule, FuncId, FunctionText};
use crate::options::{CompileOptions, Refill};
use crate::tables::CodeTables;
use forlane_cfg::{Program, Remark, Unit};
use indexmap::IndexMap;
use ir::{Callee, GangCode};
use lower::Surroundings;
use wide::isa::WideSet;

/// Compiles a unit and what it calls for gangs of some number of lanes.
pub struct GangCompiler<'p> {
    program: &'p Program,
    options: &'p CompileOptions,
    lanes: usize,
    /// What the wide emitter makes the code of all units for, if it does.
    wide: Option<WideSet>,
    module: CodeModule,
    tables: CodeTables,
    /// The root and all specialisations that are called, in the order in which they were found.
    functions: IndexMap<Callee, FuncId>,
    /// The arguments of the root that move on from gang to gang.
    moving: Vec<usize>,
    /// The entry of the code, once the root is compiled.
    entry: Option<FuncId>,
    /// How many of them are compiled.
    compiled: usize,
    /// The remarks on each of these, if they are wanted.
    remarks: Vec<(Callee, Vec<Remark>)>,
}

impl<'p> GangCompiler<'p> {
    /// Of the unit and the shapes of its arguments that `root` names, of which those in `moving` move on from gang to
    /// gang. The program's units are verified.
    ///
    /// # Errors
    /// [`JitError::Machine`] and bugs of code generation.
    pub fn new(
        program: &'p Program,
        root: Callee,
        moving: Vec<usize>,
        lanes: usize,
        tables: CodeTables,
        options: &'p CompileOptions,
    ) -> Result<GangCompiler<'p>, JitError> {
        let wide = options.isa.wide_for(lanes)?;
        let mut module = CodeModule::new(options)?;
        let function = module.declare_unit(&root.symbol())?;
        let functions = IndexMap::from([(root, function)]);
        Ok(GangCompiler {
            program,
            options,
            lanes,
            wide,
            module,
            tables,
            functions,
            moving,
            entry: None,
            compiled: 0,
            remarks: Vec::new(),
        })
    }

    /// Lanes of the gang.
    pub fn lanes(&self) -> usize {
        self.lanes
    }

    /// What the code of all units shares.
    pub(crate) fn tables(&self) -> &CodeTables {
        &self.tables
    }

    /// Whether the unit that is entered is to be compiled next.
    pub(crate) fn is_at_root(&self) -> bool {
        self.compiled == 0
    }

    /// The specialisation to be compiled next; none if all are.
    pub fn wanted(&self) -> Option<&Callee> {
        self.functions.get_index(self.compiled).map(|(callee, _)| callee)
    }

    /// Compiles the wanted specialisation, given its unit masked for these shapes ([`crate::check::check_masked`]).
    ///
    /// # Errors
    /// [`JitError::Malformed`] if none is wanted; calls that do not fit, and bugs of code generation.
    pub fn add(&mut self, unit: &Unit) -> Result<(), JitError> {
        let wanted = self.functions.get_index(self.compiled);
        let (callee, function) = wanted.ok_or_else(|| not_wanted(unit))?;
        let (callee, function) = (callee.clone(), *function);
        let origin = self.program.unit(&callee.unit).ok_or_else(|| JitError::UnknownUnit {
            name: callee.unit.clone(),
            known: self.program.units.iter().map(|unit| unit.name.clone()).collect(),
        })?;
        let code = self.lower(unit, &callee)?;
        if self.options.explain {
            let math = self.options.math;
            let made = explain::on_specialisation(self.program, unit, &code, &self.tables, math);
            self.remarks.push((callee.clone(), made));
        }
        let mut callees = Vec::with_capacity(code.callees.len());
        for callee in &code.callees {
            let function = match self.functions.get(callee) {
                Some(function) => *function,
                None => self.module.declare_unit(&callee.symbol())?,
            };
            self.functions.insert(callee.clone(), function);
            if self.tables.recursion.contains(&callee.unit) {
                self.module.bound_recursion(function);
            }
            callees.push(function);
        }
        self.tables.kept_bytes = self.tables.kept_bytes.max(code.kept_bytes);
        let counters = work::counters(&code, unit, &callee.symbol(), self.tables.counters.len());
        let around = GangLoop::new(&callee.unit, self.lanes, &self.moving, &self.tables);
        let (symbol, is_root) = (callee.symbol(), self.compiled == 0);
        if let Some(set) = self.wide {
            let (module, tables, text) = (&mut self.module, &mut self.tables, self.options.keep_text);
            wide::define(&code, set, module, tables, (function, &symbol), &callees, (origin, text))?;
            if is_root {
                self.entry = Some(self.module.define_entry(function, &symbol, origin, &around)?);
            }
        } else {
            let clif = emit::emit(&code, &mut self.module, &mut self.tables, &callees)?;
            if is_root {
                self.entry = Some(self.module.define_with_entry(function, &symbol, origin, clif, &around)?);
            } else {
                self.module.define(function, &symbol, origin, clif)?;
            }
        }
        self.tables.counters.extend(counters);
        self.module.keep_gang(|| text::print(&code));
        self.compiled += 1;
        Ok(())
    }

    /// The optimized gang code of a unit.
    fn lower(&self, unit: &Unit, callee: &Callee) -> Result<GangCode, JitError> {
        let surroundings = Surroundings {
            program: self.program,
            layout: &self.tables.layout,
            constants: &self.tables.constants,
            lengths: &self.tables.lengths,
            pieces: &self.tables.pieces,
            frees: &self.tables.frees,
            functions: &self.functions,
            recursion: &self.tables.recursion,
            options: self.options,
            lanes: self.lanes as u32,
            is_root: self.compiled == 0 && !self.tables.recursion.contains(&callee.unit),
            refills: self.options.refill == Refill::Always && self.compiled == 0,
            given: &callee.given,
        };
        let is_entered = surroundings.is_root;
        let mut code = lower::lower(unit, surroundings)?;
        check(&code, self.options)?;
        optimize::optimize(&mut code, &self.tables.handlers, is_entered);
        check(&code, self.options)?;
        Ok(code)
    }

    /// The remarks on the specialisations that are compiled.
    pub fn take_remarks(&mut self) -> Vec<Remark> {
        explain::cases::join_cases(self.program, std::mem::take(&mut self.remarks))
    }

    /// Links the code of all specialisations. The code is entered at the root.
    ///
    /// # Errors
    /// [`JitError::Malformed`] if one is missing; bugs of code generation.
    pub fn finish(self) -> Result<(Code, Vec<FunctionText>, CodeTables), JitError> {
        match (self.wanted(), self.entry) {
            (None, Some(entry)) => {
                let (code, texts) = self.module.finish(entry)?;
                Ok((code, texts, self.tables))
            }
            (missing, _) => {
                let unit = missing.map_or(String::new(), Callee::symbol);
                Err(JitError::Malformed { unit, problem: "its masked unit is missing".to_string() })
            }
        }
    }
}

/// That a unit was masked for shapes for which it is not wanted.
pub(crate) fn not_wanted(unit: &Unit) -> JitError {
    let problem = "no code is wanted for it, or for other shapes of its arguments".to_string();
    JitError::Malformed { unit: unit.name.clone(), problem }
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
