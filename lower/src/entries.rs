//! Units with ENTRY: one unit with the dummy arguments of all entry points, and a small unit for each of them.
//!
//! ```text
//! FUNCTION AREA(A, B)            function area.entries(a, b, c, entry.number)
//!   …                               switch entry.number { 1: entry of PERIM; default: the beginning }
//!   ENTRY PERIM(B, C)      becomes  …
//!   …                            function area(a, b)     area = call area.entries(&a, &b, absent, 0)
//!                                function perim(b, c)    perim = call area.entries(absent, &b, &c, 1)
//! ```
//! Results of one type are one variable. Where the entry points have results of several types, the unit is a subroutine
//! to which the results are passed, one variable for each type.

use crate::entities::{LoweredSymbol, Text};
use crate::{Builder, LowerError, absent, tidy};
use forlane_cfg::GraphBuilder;
use forlane_cfg::expr::{Expr, IntegerExpr, Place};
use forlane_cfg::graph::{Action, ActionKind, Argument, BlockId, Callee, Case, Terminator};
use forlane_cfg::interface::{SourceArgument, source_arguments};
use forlane_cfg::unit::{SourceLine, Storage, Unit, UnitKind, Var, VarId};
use forlane_frontend::resolved::{self, ArrayForm, Dimension, SymbolClass, SymbolId, Variable};
use forlane_frontend::source::Span;
use forlane_semantics::types::{IntegerKind, Type};
use std::collections::{HashMap, HashSet};

/// The name of the variable that says at which entry point execution begins, 0 for the unit's beginning.
const ENTRY_NUMBER: &str = "entry.number";

/// What a unit with ENTRY statements needs while it is built.
#[derive(Default)]
pub struct Entries {
    /// Says at which entry point execution begins.
    number: Option<VarId>,
    /// The result variables, one for each type.
    results: Vec<(Type, VarId)>,
    /// The CHARACTER result.
    pub text: Option<Text>,
    /// The results for which the caller provides memory, COMPLEX numbers and arrays, one for each type.
    memory: Vec<(Type, LoweredSymbol)>,
    /// What computes the bounds of each dummy array.
    bounds: Vec<(SymbolId, Vec<Action>)>,
    /// Where execution begins for each entry point, the unit's beginning first.
    begins: Vec<BlockId>,
    /// The places of the ENTRY statements.
    places: Vec<BlockId>,
}

/// An entry point, of which the unit's beginning is one.
#[derive(Clone, Copy)]
struct Point<'a> {
    name: &'a str,
    span: Span,
    dummies: &'a [SymbolId],
    alternates: usize,
    result: Option<SymbolId>,
}

impl<'a> Builder<'a> {
    fn points(&self) -> Vec<Point<'a>> {
        let source = self.source;
        let (name, span, dummies) = (source.name.as_str(), source.span, source.dummies.as_slice());
        let own = Point { name, span, dummies, alternates: source.alternates, result: source.result };
        let entries = source.entries.iter().map(|entry| Point {
            name: &entry.name,
            span: entry.span,
            dummies: &entry.dummies,
            alternates: entry.alternates,
            result: entry.result,
        });
        std::iter::once(own).chain(entries).collect()
    }

    /// Whether the entry points have results of several types.
    fn has_several_results(&self) -> bool {
        // gfortran lets no other types are beside CHARACTER.
        let type_of = |symbol: SymbolId| match &self.source.symbols[symbol].class {
            SymbolClass::Variable(variable) => Some(variable.ty),
            _ => None,
        };
        let types: Vec<Option<Type>> = self.points().iter().map(|point| point.result.and_then(type_of)).collect();
        types.windows(2).any(|pair| pair[0] != pair[1])
    }

    /// The variable for a scalar result, if the unit has entries: one for all results of that type.
    pub fn entry_result(&mut self, name: &str, ty: Type) -> Option<VarId> {
        if self.source.entries.is_empty() {
            return None;
        }
        if let Some((_, var)) = self.entries.results.iter().find(|(other, _)| *other == ty) {
            return Some(*var);
        }
        let storage = if self.has_several_results() { Storage::Dummy } else { Storage::Result };
        let var = Var::local(name.to_owned(), ty, self.scope);
        let var = self.vars.alloc(Var { storage, ..var });
        self.entries.results.push((ty, var));
        Some(var)
    }

    /// What a COMPLEX result or one that is an array became in a unit with entries, if there was one of its type
    /// before.
    pub fn shared_result(&self, variable: &Variable) -> Option<LoweredSymbol> {
        let is_result = variable.storage == resolved::Storage::Result;
        let known = self.entries.memory.iter().find(|(ty, _)| is_result && *ty == variable.ty);
        known.map(|(_, entity)| entity.clone())
    }

    /// Notes what a COMPLEX result or one that is an array became.
    pub fn share_result(&mut self, variable: &Variable, entity: &LoweredSymbol) {
        if variable.storage == resolved::Storage::Result && !self.source.entries.is_empty() {
            self.entries.memory.push((variable.ty, entity.clone()));
        }
    }

    /// The variables that an entry point has for arguments; a result for which the caller provides memory is the first.
    fn variables_of(&self, point: &Point<'_>) -> Vec<VarId> {
        let result = point.result.filter(|symbol| !self.is_text(*symbol));
        let result = result.and_then(|symbol| self.entities[symbol.index()].var());
        let room = result.filter(|var| self.vars[*var].array.is_some());
        let dummies = self.dummies(point.dummies, point.result);
        room.into_iter().chain(dummies).chain(self.extents_of(point.dummies)).collect()
    }

    /// Declares the bounds of a dummy array or an array that is a result in a unit with entries. They are computed
    /// where an entry point that has the array begins.
    pub fn declare_entry_bounds(&mut self, id: SymbolId, shape: &[Dimension], span: Span) {
        let (here, apart) = (self.current(), self.new_block());
        self.start(apart);
        self.declare_bounds(id, shape, true, span);
        if self.current() != apart {
            self.error(span, "bounds that need branches are not supported in a unit with ENTRY");
        }
        let actions = std::mem::take(&mut self.graph.blocks[apart].actions);
        self.entries.bounds.push((id, actions));
        self.start(here);
    }

    /// Begins the body of a unit with entries: a switch to where each entry point begins.
    pub fn enter_points(&mut self) {
        if self.source.entries.is_empty() {
            return;
        }
        let number = entry_number(self.scope);
        let number = self.vars.alloc(number);
        self.entries.number = Some(number);
        let points = self.points();
        self.entries.begins = points.iter().map(|_| self.new_block()).collect();
        self.entries.places = self.source.entries.iter().map(|_| self.new_block()).collect();
        let body = self.new_block();
        let begins = self.entries.begins.clone();
        let cases = (1..).zip(&begins[1..]).map(|(value, target)| Case { values: vec![value], target: *target });
        let selector = IntegerExpr::Read(IntegerKind::I4, Place::Variable(number));
        self.end(Terminator::Switch { selector, cases: cases.collect(), default: begins[0] });
        if let [resolved::Statement { kind: resolved::StatementKind::Unsupported(_), .. }] = &self.source.body[..] {
            // All of the unit fails, and no ENTRY statement says where to begin.
            self.entries.places.iter_mut().for_each(|place| *place = body);
        }
        let targets: Vec<BlockId> = std::iter::once(body).chain(self.entries.places.iter().copied()).collect();
        for ((point, begin), target) in points.iter().zip(begins).zip(targets) {
            self.start(begin);
            self.stand_at(point.span);
            // The results are one array under several names.
            let results: Vec<SymbolId> = points.iter().filter_map(|point| point.result).collect();
            let is_known = |array: &SymbolId| point.dummies.contains(array) || results.contains(array);
            let bounds = self.entries.bounds.iter().filter(|(array, _)| is_known(array));
            let actions: Vec<Action> = bounds.flat_map(|(_, actions)| actions).cloned().collect();
            self.graph.blocks[begin].actions = actions;
            self.end(Terminator::Goto(target));
        }
        self.start(body);
    }

    /// The place of an ENTRY, into which the statements before it lead.
    pub fn entry(&mut self, entry: usize) {
        if let Some(place) = self.entries.places.get(entry).copied() {
            self.fall_into(place);
        }
    }

    /// A dummy argument that is ALLOCATABLE.
    fn allocatable_dummy(&self) -> Option<Span> {
        let is_allocatable = |class: &SymbolClass| match class {
            SymbolClass::Variable(variable) => {
                variable.form == ArrayForm::Allocatable && variable.storage == resolved::Storage::Dummy
            }
            _ => false,
        };
        self.source.symbols.iter().find(|(_, symbol)| is_allocatable(&symbol.class)).map(|(_, symbol)| symbol.span)
    }

    /// The united unit, after the small ones of the entry points.
    pub fn finish_entries(mut self) -> Result<Vec<Unit>, Vec<LowerError>> {
        if let Some(span) = self.allocatable_dummy() {
            self.error(span, "a dummy argument that is ALLOCATABLE is not supported in a unit with ENTRY");
        }
        let (points, entries) = (self.points(), std::mem::take(&mut self.entries));
        let Some(number) = entries.number.filter(|_| self.errors.is_empty()) else { return Err(self.errors) };
        let dummies: Vec<Vec<VarId>> = points.iter().map(|point| self.variables_of(point)).collect();
        let absent: Vec<Vec<VarId>> = dummies
            .iter()
            .map(|own| dummies.iter().flatten().copied().filter(|dummy| !own.contains(dummy)).collect())
            .collect();
        let guard = absent::Guard { number, begins: &entries.begins, absent: &absent };
        guard.guard_uses(&mut self.code.graph, &self.code.vars);
        self.guard_optional();
        self.free_arrays();
        tidy::tidy_graph(&mut self.code.graph);
        let is_function = self.source.kind == resolved::UnitKind::Function;
        let several = is_function && self.has_several_results();
        let mut union: Vec<VarId> = Vec::new();
        let results = entries.results.iter().map(|(_, var)| *var).filter(|_| several);
        for var in dummies.iter().flatten().copied().chain(results).chain([number]) {
            if !union.contains(&var) {
                union.push(var);
            }
        }
        let result = if several { None } else { entries.results.first().map(|(_, var)| *var).or(self.return_number) };
        let declared: Vec<Vec<SourceArgument>> = (points.iter().zip(&dummies))
            .map(|(point, dummies)| self.declared_arguments(point.dummies, point.result, dummies))
            .collect();
        // The entry points have arguments and results in common.
        let mut known: HashSet<VarId> = HashSet::new();
        let of_union = declared.iter().flatten().filter(|argument| known.insert(argument.var())).cloned().collect();
        let arguments = source_arguments(&self.vars, &union, of_union);
        let is_united_function = is_function && result.is_some();
        let kind = if is_united_function { UnitKind::Function } else { UnitKind::Subroutine };
        let name = format!("{}.entries", self.source.name);
        let united = Unit { dummies: union, arguments, result, ..self.take_unit(name, kind) };
        let mut units = Vec::with_capacity(points.len() + 1);
        for (index, (point, dummies)) in points.iter().zip(&dummies).enumerate() {
            let own = point.result.filter(|symbol| !self.is_text(*symbol));
            let own = own.and_then(|symbol| self.entities[symbol.index()].var());
            let own = own.filter(|var| united.vars[*var].array.is_none());
            let result = match own {
                Some(result) => Some((result, point.name_of_result(self.source))),
                None => self.return_number.filter(|_| point.alternates > 0).map(|result| (result, None)),
            };
            let at = self.files.line(point.span, self.sources);
            let wrapper = Wrapper { united: &united, number, several, at };
            units.push(wrapper.unit(point.name, is_function, index, (dummies, &declared[index]), result));
        }
        units.push(united);
        Ok(units)
    }
}

impl Point<'_> {
    fn name_of_result(&self, source: &resolved::ProgramUnit) -> Option<String> {
        self.result.map(|result| source.symbols[result].name.clone())
    }
}

fn entry_number(scope: forlane_cfg::unit::ScopeId) -> Var {
    let var = Var::local(ENTRY_NUMBER.to_owned(), Type::Integer(IntegerKind::I4), scope);
    Var { storage: Storage::Dummy, ..var }
}

/// Makes the units of entry points.
struct Wrapper<'a> {
    united: &'a Unit,
    number: VarId,
    /// The results are passed as arguments.
    several: bool,
    at: SourceLine,
}

impl Wrapper<'_> {
    /// The unit of entry point `index` with these dummy arguments, of which that is declared, and that result,
    /// variables of the united unit.
    fn unit(
        &self,
        name: &str,
        is_function: bool,
        index: usize,
        (dummies, declared): (&[VarId], &[SourceArgument]),
        result: Option<(VarId, Option<String>)>,
    ) -> Unit {
        let mut code = GraphBuilder::new(self.at);
        let scope = code.scope;
        let mut own: HashMap<VarId, VarId> = HashMap::new();
        for dummy in dummies {
            own.insert(*dummy, code.vars.alloc(Var { scope, ..self.united.vars[*dummy].clone() }));
        }
        let value = result.map(|(result, name)| {
            let like = self.united.vars[result].clone();
            let name = name.unwrap_or_else(|| like.name.clone());
            let var = code.vars.alloc(Var { scope, name, storage: Storage::Result, ..like });
            (result, var)
        });
        let argument = |var: &VarId| match (own.get(var), value) {
            _ if *var == self.number => {
                Argument::Value(Expr::Integer(IntegerExpr::Constant(IntegerKind::I4, index as i64)))
            }
            (Some(own), _) => Argument::of_variable(*own, &self.united.vars[*var]),
            (None, Some((result, value))) if self.several && *var == result => Argument::Variable(value),
            _ => Argument::Absent,
        };
        let call = ActionKind::Call {
            callee: Callee::Unit(self.united.name.clone()),
            arguments: self.united.dummies.iter().map(argument).collect(),
            result: value.map(|(_, value)| value).filter(|_| !self.several),
            result_value: None,
        };
        for kind in [ActionKind::ScopeEntry(scope), call, ActionKind::ScopeExit(scope)] {
            code.action(kind);
        }
        code.end(Terminator::Return(Vec::new()));
        let declared = declared.iter().filter_map(|argument| argument.with_variables(&|var| own.get(&var).copied()));
        let declared = declared.collect();
        let dummies: Vec<VarId> = dummies.iter().filter_map(|dummy| own.get(dummy).copied()).collect();
        let arguments = source_arguments(&code.vars, &dummies, declared);
        let kind = if is_function && value.is_some() { UnitKind::Function } else { UnitKind::Subroutine };
        let result = value.map(|(_, value)| value);
        let unit = code.into_unit(name.to_owned(), kind, self.united.file.clone());
        Unit { files: self.united.files.clone(), dummies, arguments, result, ..unit }
    }
}
