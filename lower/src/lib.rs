//! Builds the control flow graphs of resolved program units: stage `cfg`.
//!
//! Statements become actions and arcs. Labels that no branch names leave no trace; expressions keep the shape that the
//! source gave them, but function references in them become calls before the statement, and `.AND.` and `.OR.` whose
//! right operand may fail or call become control flow.
#![forbid(unsafe_code)]

mod absent;
mod arrays;
mod bounds;
mod calls;
mod character;
mod complex;
mod constant_texts;
mod control;
mod entities;
mod entries;
mod expressions;
mod facts;
mod files;
mod interface;
mod intrinsics;
mod iteration_count;
mod logical;
mod loops;
mod min_max;
mod namelist;
mod operand_order;
mod operands;
mod optional;
mod returns;
mod scopes;
mod select;
mod stops;
mod surplus;
mod tidy;
mod transfer;
mod variables;

use entities::LoweredSymbol;
use entries::Entries;
use facts::Facts;
use files::Files;
use forlane_cfg::GraphBuilder;
use forlane_cfg::expr::IntegerExpr;
use forlane_cfg::graph::{ActionKind, BlockId, Terminator};
use forlane_cfg::interface::{Companion, source_arguments};
use forlane_cfg::unit::{Program, ScopeId, SourceLine, StopCode, Unit, UnitKind, VarId};
use forlane_frontend::diagnostics::Diagnostic;
use forlane_frontend::resolved::{self, Label, LoopId, SymbolId};
use forlane_frontend::source::{SourceMap, Span};
use std::collections::HashMap;
use std::ops::{Deref, DerefMut};

/// Something that the front end accepts and the graph can't express.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct LowerError {
    /// What it is, in one line.
    pub message: String,
    /// Its place.
    pub span: Span,
}

impl LowerError {
    /// The same as a diagnostic of the front end, to be shown in its way.
    pub fn to_diagnostic(&self) -> Diagnostic {
        Diagnostic::error("E0950", self.span, self.message.clone())
    }
}

/// Builds the graphs of all units, in source order, at stage `cfg`.
///
/// # Errors
/// Everything that can't be expressed, in source order.
pub fn lower_program(program: &resolved::Program, sources: &SourceMap) -> Result<Program, Vec<LowerError>> {
    let (built, errors) = lower_what_can_be(program, sources);
    if errors.is_empty() { Ok(built) } else { Err(errors) }
}

/// As [`lower_program`]; what can't be expressed fails where it is reached, and a unit whose declarations can't be when
/// it is called. The program is fit for use if all errors are about what is not supported.
pub fn lower_what_can_be(program: &resolved::Program, sources: &SourceMap) -> (Program, Vec<LowerError>) {
    let mut built = Program::default();
    let mut errors = Vec::new();
    for unit in &program.units {
        match build_unit(unit, sources) {
            Ok((units, refused)) => {
                built.units.extend(units);
                errors.extend(refused);
            }
            Err(found) => {
                // One whose declarations can't be expressed is missing: its calls fail.
                built.units.extend(failing_unit(unit, &found, sources).unwrap_or_default());
                errors.extend(found);
            }
        }
    }
    surplus::fit_arguments(&mut built);
    constant_texts::find_constant_texts(&mut built);
    (built, errors)
}

/// The unit, and one for each of its entries, with nothing in its body but the first of the errors.
fn failing_unit(
    unit: &resolved::ProgramUnit,
    errors: &[LowerError],
    sources: &SourceMap,
) -> Result<Vec<Unit>, Vec<LowerError>> {
    let words = errors.first().map_or_else(String::new, |error| error.to_diagnostic().in_words());
    let kind = resolved::StatementKind::Unsupported(words);
    let body =
        vec![resolved::Statement { label: None, kind, span: errors.first().map_or(unit.span, |error| error.span) }];
    let own = resolved::ProgramUnit { body, entries: Vec::new(), ..unit.clone() };
    let of_entries = unit.entries.iter().map(|entry| resolved::ProgramUnit {
        name: entry.name.clone(),
        dummies: entry.dummies.clone(),
        alternates: entry.alternates,
        result: entry.result,
        ..own.clone()
    });
    let all: Vec<resolved::ProgramUnit> = std::iter::once(own.clone()).chain(of_entries).collect();
    let mut units = Vec::with_capacity(all.len());
    for mut one in all {
        for (symbol, about) in one.symbols.iter_mut() {
            // Those of other entries, and their results.
            if let resolved::SymbolClass::Variable(variable) = &mut about.class
                && matches!(variable.storage, resolved::Storage::Dummy | resolved::Storage::Result)
                && !one.dummies.contains(&symbol)
                && one.result != Some(symbol)
            {
                variable.storage = resolved::Storage::Local;
            }
        }
        units.extend(lower_unit(&one, sources)?);
    }
    Ok(units)
}

/// Builds the graph of one unit, at stage `cfg`; of one with ENTRY statements, those of its entry points and the one in
/// which they are united.
///
/// # Errors
/// Everything that can't be expressed, in source order.
pub fn lower_unit(source: &resolved::ProgramUnit, sources: &SourceMap) -> Result<Vec<Unit>, Vec<LowerError>> {
    let (units, refused) = build_unit(source, sources)?;
    if refused.is_empty() { Ok(units) } else { Err(refused) }
}

/// As [`lower_unit`]; returns also what of its statements can't be expressed, which ends the unit where it is reached.
///
/// # Errors
/// As [`lower_unit`], if that is not only in statements.
fn build_unit(
    source: &resolved::ProgramUnit,
    sources: &SourceMap,
) -> Result<(Vec<Unit>, Vec<LowerError>), Vec<LowerError>> {
    let facts = Facts::collect(source).map_err(|error| vec![error])?;
    let mut builder = Builder::new(source, sources, facts);
    builder.enter();
    if !builder.errors.is_empty() {
        return Err(builder.errors);
    }
    builder.statements(&source.body);
    builder.leave();
    let mut refused = std::mem::take(&mut builder.errors);
    let finished = match source.entries.is_empty() {
        true => builder.finish().map(|unit| vec![unit]),
        false => builder.finish_entries(),
    };
    match finished {
        Ok(units) => Ok((units, refused)),
        Err(errors) => {
            refused.extend(errors);
            Err(refused)
        }
    }
}

/// A loop around the statement that is built.
struct LoopFrame {
    id: LoopId,
    /// The label of its terminal statement.
    terminal: Option<Label>,
    /// Where CYCLE goes.
    cycle: BlockId,
    /// Where EXIT goes.
    exit: BlockId,
    /// Its variable, if that is certainly greater than the least value of its kind.
    increasing: Option<VarId>,
    /// How many inner scopes there are around it.
    scopes: usize,
}

/// A unit in the making. What builds its graph is in [`GraphBuilder`], to which this dereferences.
struct Builder<'a> {
    code: GraphBuilder,
    source: &'a resolved::ProgramUnit,
    sources: &'a SourceMap,
    facts: Facts,
    /// The active scopes inside of the unit's own, the innermost last, and the constructs that make them.
    inner_scopes: Vec<(ScopeId, LoopId)>,
    /// Where a branch out of inner scopes first goes, by its target; for the present statement.
    ways_out: HashMap<BlockId, BlockId>,
    /// What each symbol became, by index.
    entities: Vec<LoweredSymbol>,
    /// The lengths of the elements of arrays of CHARACTER, whose variables are of bytes.
    text_lengths: HashMap<VarId, IntegerExpr>,
    /// The files that the unit's lines are in.
    files: Files,
    loops: Vec<LoopFrame>,
    /// The blocks of labels; a terminal statement's copies are told apart by their loops.
    label_blocks: HashMap<(Label, Option<LoopId>), BlockId>,
    /// The operands of the array expression that is built.
    elements: arrays::Elements,
    /// How deep the expression that is lowered is in others.
    level: usize,
    /// What ENTRY statements need.
    entries: Entries,
    /// The number of the alternate return that the unit takes, in a subroutine that has some.
    return_number: Option<VarId>,
    /// The hidden dummy arguments that belong to a dummy argument: extents and bounds, and the
    /// allocation status of an ALLOCATABLE one.
    hidden: HashMap<VarId, Vec<(Companion, VarId)>>,
    /// The variables that say whether ALLOCATABLE ones are allocated.
    allocated: HashMap<SymbolId, VarId>,
    /// The dummy arguments that say whether OPTIONAL ones are present.
    present: HashMap<SymbolId, VarId>,
    errors: Vec<LowerError>,
}

impl Deref for Builder<'_> {
    type Target = GraphBuilder;

    fn deref(&self) -> &GraphBuilder {
        &self.code
    }
}

impl DerefMut for Builder<'_> {
    fn deref_mut(&mut self) -> &mut GraphBuilder {
        &mut self.code
    }
}

impl<'a> Builder<'a> {
    fn new(source: &'a resolved::ProgramUnit, sources: &'a SourceMap, facts: Facts) -> Builder<'a> {
        Builder {
            code: GraphBuilder::new(SourceLine::own(sources.line(source.span))),
            source,
            sources,
            facts,
            inner_scopes: Vec::new(),
            ways_out: HashMap::new(),
            entities: Vec::new(),
            text_lengths: HashMap::new(),
            files: Files::of_unit_in(source.span.file),
            loops: Vec::new(),
            label_blocks: HashMap::new(),
            elements: arrays::Elements::default(),
            level: 0,
            entries: Entries::default(),
            return_number: None,
            hidden: HashMap::new(),
            allocated: HashMap::new(),
            present: HashMap::new(),
            errors: Vec::new(),
        }
    }

    /// The scope's entry, and what the declarations do.
    fn enter(&mut self) {
        let scope = self.scope;
        self.action(ActionKind::ScopeEntry(scope));
        self.declare_variables();
        self.declare_presence();
        self.declare_return_number();
        self.enter_points();
    }

    /// The end of the unit: STOP in a main program, RETURN elsewhere.
    fn leave(&mut self) {
        self.return_from_unit();
    }

    fn finish(mut self) -> Result<Unit, Vec<LowerError>> {
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        self.guard_optional();
        self.free_arrays();
        tidy::tidy_graph(&mut self.code.graph);
        let result = self.source.result.filter(|result| !self.is_text(*result));
        let result = result.and_then(|symbol| self.entities[symbol.index()].var());
        // An array that is a function's value, as both parts of a COMPLEX one are, is an argument before the others.
        let array = result.filter(|var| self.vars[*var].array.is_some());
        let mut dummies: Vec<VarId> = array.into_iter().collect();
        // What belongs to its own arguments comes before what an internal procedure takes from its host.
        let (own, taken) = self.source.dummies.split_at(self.source.dummies.len() - self.source.taken);
        for (group, result) in [(own, self.source.result), (taken, None)] {
            dummies.extend(self.dummies(group, result));
            let symbols = group.iter().chain(&result);
            let with_hidden = symbols.filter_map(|symbol| self.hidden.get(&self.entities[symbol.index()].var()?));
            dummies.extend(with_hidden.flatten().map(|(_, hidden)| *hidden));
        }
        let declared = self.declared_arguments(&self.source.dummies, self.source.result, &dummies);
        let arguments = source_arguments(&self.vars, &dummies, declared);
        let result = result.filter(|_| array.is_none()).or(self.return_number);
        let kind = match self.source.kind {
            resolved::UnitKind::Program => UnitKind::Program,
            resolved::UnitKind::Subroutine => UnitKind::Subroutine,
            resolved::UnitKind::Function if result.is_none() => UnitKind::Subroutine,
            resolved::UnitKind::Function => UnitKind::Function,
            resolved::UnitKind::BlockData | resolved::UnitKind::Module => UnitKind::BlockData,
        };
        let name = self.source.name.clone();
        Ok(Unit { dummies, arguments, result, ..self.take_unit(name, kind) })
    }

    /// The unit of what was built, in the files of the source.
    fn take_unit(&mut self, name: String, kind: UnitKind) -> Unit {
        let code = std::mem::replace(&mut self.code, GraphBuilder::new(SourceLine::default()));
        let file = self.sources.file(self.source.span.file).name.clone();
        Unit { files: self.files.names(self.sources), ..code.into_unit(name, kind, file) }
    }

    /// Notes what can't be expressed, and fails where it would be executed.
    fn error(&mut self, span: Span, message: impl Into<String>) {
        let error = LowerError { message: message.into(), span };
        self.stop_lane(StopCode::Unsupported(error.to_diagnostic().in_words()));
        self.errors.push(error);
    }

    /// Sets the source line of what is built next.
    fn stand_at(&mut self, span: Span) {
        self.code.at = self.files.line(span, self.sources);
    }

    /// Ends the execution of the unit.
    fn return_from_unit(&mut self) {
        self.exit_all_scopes();
        match self.source.kind {
            resolved::UnitKind::Program => self.end(Terminator::Stop(StopCode::None)),
            _ => self.end(Terminator::Return(Vec::new())),
        }
    }
}
