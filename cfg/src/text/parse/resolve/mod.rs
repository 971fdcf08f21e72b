//! From syntax to a unit: ids and names are looked up, expressions get their types.

mod action;
mod expr;
mod graph;
mod interface;
mod region;

use super::syntax::{Definition, Line, UnitHead, VarLine};
use super::token::Numbered;
use super::{Errors, Located};
use crate::graph::{Block, Terminator};
use crate::interface::{SourceArgument, source_arguments};
use crate::region::{Label, LabelKind, Region, RegionEnd};
use crate::text::UnitPart;
use crate::unit::{Inlined, Scope, ScopeId, SourceLine, Stage, StopCode, Unit, Value, ValueId, Var, VarId};
use forlane_semantics::types::{IntegerKind, Type};
use id_arena::{Arena, Id};
use std::collections::HashMap;

/// Each entity of a unit, with the text of the line that it stands for.
pub(super) type EntityLines<'a> = Vec<(UnitPart, &'a str)>;

/// The unit of a head and the lines between its braces; none if there are errors.
pub(super) fn resolve_unit<'a>(
    head: &UnitHead<'a>,
    head_line: &'a str,
    lines: &[Located<'a>],
    gaps: &mut usize,
    errors: &mut Errors<'a>,
) -> Option<(Unit, EntityLines<'a>)> {
    let before = errors.found.len();
    let mut resolver = Resolver {
        errors,
        gaps,
        vars: Arena::new(),
        var_ids: HashMap::new(),
        scopes: Arena::new(),
        scope_ids: Vec::new(),
        values: Arena::new(),
        value_ids: Vec::new(),
        files: Vec::new(),
        inlined: Vec::new(),
        dummies: Vec::new(),
        arguments: Vec::new(),
        result: None,
        places: vec![(UnitPart::Unit, head_line)],
        in_elements: false,
    };
    let declarations = lines.iter().take_while(|located| is_declaration(&located.line)).count();
    let (declarations, body) = lines.split_at(declarations);
    resolver.declarations(declarations);
    resolver.value_definitions(body);
    let body = if head.stage < Stage::Structured { resolver.graph(head, body) } else { resolver.tree(head, body) };
    let Resolver { files, inlined, vars, scopes, values, dummies, arguments, result, places, errors, .. } = resolver;
    if errors.found.len() > before {
        return None;
    }
    let (kind, stage, file) = (head.kind, head.stage, head.file.clone());
    let name = head.name.clone();
    let arguments = source_arguments(&vars, &dummies, arguments);
    let unit = Unit {
        name,
        origin: head.origin.clone(),
        kind,
        stage,
        file,
        files,
        inlined,
        vars,
        dummies,
        arguments,
        result,
        scopes,
        values,
        body: body?,
    };
    Some((unit, places))
}

fn is_declaration(line: &Line<'_>) -> bool {
    matches!(
        line,
        Line::File(..)
            | Line::Inlined(_)
            | Line::Scope { .. }
            | Line::Var(_)
            | Line::Dummies(_)
            | Line::Argument(_)
            | Line::Result(_)
    )
}

/// What is known of the unit. Look-ups that fail add an error and return nothing.
struct Resolver<'a, 'e> {
    errors: &'e mut Errors<'a>,
    /// How many more ids without a definition may be filled in.
    gaps: &'e mut usize,
    vars: Arena<Var>,
    var_ids: HashMap<&'a str, VarId>,
    scopes: Arena<Scope>,
    scope_ids: Vec<Option<ScopeId>>,
    values: Arena<Value>,
    value_ids: Vec<Option<ValueId>>,
    files: Vec<String>,
    inlined: Vec<Inlined>,
    dummies: Vec<VarId>,
    arguments: Vec<SourceArgument>,
    result: Option<VarId>,
    places: EntityLines<'a>,
    /// Whether elements are in an array assignment, by their subscripts.
    in_elements: bool,
}

impl<'a> Resolver<'a, '_> {
    fn declarations(&mut self, lines: &[Located<'a>]) {
        let defined = lines.iter().filter_map(|located| match located.line {
            Line::Scope { id, .. } => Some(id),
            _ => None,
        });
        let kind = crate::unit::ScopeKind::Subprogram;
        self.scope_ids =
            allocate(defined, &mut self.scopes, self.gaps, self.errors, true, || Scope { kind, parent: None });
        for located in lines {
            match &located.line {
                Line::Scope { id, kind, parent } => {
                    let own = self.scope(*id);
                    let parent = parent.and_then(|parent| self.scope(parent));
                    self.places.extend(own.map(|own| (UnitPart::Scope(own), located.text)));
                    if let Some(scope) = own.and_then(|own| self.scopes.get_mut(own)) {
                        *scope = Scope { kind: *kind, parent };
                    }
                }
                Line::File(id, name) if id.index == self.files.len() + 1 => self.files.push(name.clone()),
                Line::File(..) => {
                    let message = format!("files count from f1 on: expected `f{}`", self.files.len() + 1);
                    self.errors.add(located.text, message);
                }
                Line::Inlined(inlined) => self.inlined.push(inlined.clone()),
                Line::Var(var) => self.declare_var(var, located.text),
                Line::Dummies(names) => {
                    self.places.push((UnitPart::Interface, located.text));
                    let dummies: Vec<VarId> = names.iter().filter_map(|name| self.var(name)).collect();
                    self.dummies.extend(dummies);
                }
                Line::Argument(argument) => {
                    let argument = self.source_argument(argument);
                    self.places.extend(argument.iter().map(|found| (UnitPart::Argument(found.var()), located.text)));
                    self.arguments.extend(argument);
                }
                Line::Result(name) => {
                    self.places.push((UnitPart::Interface, located.text));
                    self.result = self.var(name);
                }
                _ => {}
            }
        }
    }

    fn declare_var(&mut self, line: &VarLine<'a>, text: &'a str) {
        let Some(scope) = self.scope(line.scope) else { return };
        let VarLine { name, ty, array, storage, area, is_target, shape, initial, .. } = line.clone();
        if self.var_ids.contains_key(name) {
            return self.errors.add(name, format!("variable {name} is declared twice"));
        }
        let id =
            self.vars.alloc(Var { name: name.to_string(), ty, array, storage, area, is_target, scope, initial, shape });
        self.var_ids.insert(name, id);
        self.places.push((UnitPart::Var(id), text));
    }

    /// Makes all values, so that uses may be before definitions. A second definition has to agree in type.
    fn value_definitions(&mut self, lines: &[Located<'a>]) {
        let mut definitions: Vec<Definition<'a>> = Vec::new();
        for located in lines {
            located.line.for_each_definition(&mut |definition| definitions.push(*definition));
        }
        let ids = definitions.iter().map(|definition| definition.id);
        let filler = || Value { ty: Type::Integer(IntegerKind::I4), hint: String::new(), shape: None };
        self.value_ids = allocate(ids, &mut self.values, self.gaps, self.errors, false, filler);
        let mut known: Vec<bool> = vec![false; self.value_ids.len()];
        for definition in definitions {
            let Definition { id, hint, ty, shape } = definition;
            let Some(own) = self.value_ids.get(id.index).copied().flatten() else { continue };
            let Some(value) = self.values.get_mut(own) else { continue };
            if known[id.index] && (value.ty, value.shape) != (ty, shape) {
                self.errors.add(id.text, format!("{} is defined before with another type or shape", id.text));
            } else if !known[id.index] {
                known[id.index] = true;
                *value = Value { ty, hint: hint.to_string(), shape };
            }
        }
    }

    fn var(&mut self, name: &'a str) -> Option<VarId> {
        let found = self.var_ids.get(name).copied();
        if found.is_none() {
            self.errors.add(name, format!("variable {name} is not declared"));
        }
        found
    }

    fn scope(&mut self, id: Numbered<'a>) -> Option<ScopeId> {
        look_up(id, &self.scope_ids, self.errors)
    }

    fn value(&mut self, id: Numbered<'a>) -> Option<ValueId> {
        look_up(id, &self.value_ids, self.errors)
    }

    fn values(&mut self, ids: &[Numbered<'a>]) -> Option<Vec<ValueId>> {
        let found: Vec<ValueId> = ids.iter().filter_map(|id| self.value(*id)).collect();
        (found.len() == ids.len()).then_some(found)
    }
}

/// The entity of an id as it is in the text.
fn look_up<'a, T>(id: Numbered<'a>, ids: &[Option<Id<T>>], errors: &mut Errors<'a>) -> Option<Id<T>> {
    let found = ids.get(id.index).copied().flatten();
    if found.is_none() {
        errors.add(id.text, format!("{} is not defined", id.text));
    }
    found
}

/// Allocates entities up to the highest id, with fillers for all; returns those that are defined, by number.
fn allocate<'a, T>(
    defined: impl Iterator<Item = Numbered<'a>>,
    arena: &mut Arena<T>,
    gaps: &mut usize,
    errors: &mut Errors<'a>,
    is_unique: bool,
    filler: impl Fn() -> T,
) -> Vec<Option<Id<T>>> {
    let defined: Vec<Numbered<'a>> = defined.collect();
    let Some(highest) = defined.iter().max_by_key(|id| id.index) else { return Vec::new() };
    match (highest.index.saturating_add(1)).saturating_sub(defined.len()) {
        missing if missing <= *gaps => *gaps -= missing,
        _ => {
            errors.add(highest.text, format!("too many ids before {} are unused", highest.text));
            return Vec::new();
        }
    }
    let ids: Vec<Id<T>> = (0..=highest.index).map(|_| arena.alloc(filler())).collect();
    let mut found = vec![None; ids.len()];
    for id in defined {
        if is_unique && found[id.index].is_some() {
            errors.add(id.text, format!("{} is defined twice", id.text));
        }
        found[id.index] = Some(ids[id.index]);
    }
    found
}

/// A block for an id that the text leaves out.
fn filler_block() -> Block {
    let terminator = Terminator::Stop(StopCode::None);
    Block { merges: Vec::new(), actions: Vec::new(), terminator, at: SourceLine::default() }
}

/// A region for an id that the text leaves out.
fn filler_region() -> Region {
    Region { nodes: Vec::new(), end: RegionEnd::Unreachable, at: SourceLine::default() }
}

/// A label for an id that the text leaves out.
fn filler_label() -> Label {
    Label { kind: LabelKind::Scope }
}
