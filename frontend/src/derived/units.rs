//! Program units without derived types.

use super::Modules;
use super::declarations::leaf_name;
use super::entries::{entries_of, with_defaults};
use super::gather::gather;
use super::gathered::Gathered;
use super::instances::{Original, assumed_rank, originals, reduce_abstract};
use super::names::{Meaning, Names};
use super::rewriter::{Need, Rewriter};
use super::statements::Body;
use super::types::unknown_type;
use super::typing::derived_name;
use crate::diagnostics::Diagnostic;
use crate::resolve::hidden_name;
use crate::resolved::UnitKind;
use crate::source::Span;
use crate::tree::*;
use indexmap::{IndexMap, IndexSet};
use std::rc::Rc;

/// Where a unit is.
#[derive(Clone, Default)]
pub(super) struct Surroundings {
    /// The names around it that it sees.
    pub outer: Option<Rc<Names>>,
    /// The module that it is or is in.
    pub module: Option<Word>,
    /// It is an interface body.
    pub is_body: bool,
}

/// What the specification part of a unit says, with its names.
pub(super) struct GatheredUnit {
    pub names: Rc<Names>,
    constants: IndexMap<usize, Vec<Statement>>,
    problems: Vec<Diagnostic>,
    own_pointers: IndexMap<Word, Span>,
}

/// Reads the specification part of a unit.
pub(super) fn gather_unit(unit: &Unit, around: &Surroundings, modules: &Modules) -> GatheredUnit {
    let Gathered { names, constants, problems, own_pointers, .. } =
        gather(unit, around.outer.clone(), around.module.as_ref(), modules);
    GatheredUnit { names: Rc::new(names), constants, problems, own_pointers }
}

/// Rewrites a unit and those in it.
pub(super) fn rewrite_unit(unit: &mut Unit, around: &Surroundings, modules: &Modules) -> Vec<Diagnostic> {
    let found = gather_unit(unit, around, modules);
    rewrite_gathered(unit, found, around, modules)
}

/// Rewrites a unit whose specification part has been read, and those in it.
pub(super) fn rewrite_gathered(
    unit: &mut Unit,
    found: GatheredUnit,
    around: &Surroundings,
    modules: &Modules,
) -> Vec<Diagnostic> {
    let GatheredUnit { names, constants, mut problems, own_pointers } = found;
    if let Some(span) = assumed_rank(unit, &names) {
        // Instances are made of procedures of modules and of internal ones.
        unit.statements = vec![Statement { label: None, kind: StatementKind::Invalid, span }];
        let message = "an array of assumed rank of an external procedure is not supported yet";
        problems.extend((!around.is_body).then(|| Diagnostic::error("E0945", span, message)));
        return problems;
    }
    let mut rewriter = Rewriter {
        modules,
        module: around.module.clone(),
        is_body: around.is_body,
        names: Rc::clone(&names),
        prelude: Vec::new(),
        stays_inside: None,
        may_be_skipped: false,
        temporaries: Vec::new(),
        needs: IndexSet::new(),
        imports: IndexSet::new(),
        problems,
        count: 0,
        constants,
        dummies: IndexSet::new(),
        result: None,
        is_declaring: false,
        default_kinds: unit.default_kinds,
        refused_names: Vec::new(),
        after: Vec::new(),
        own_pointers,
        declared_pointers: IndexSet::new(),
        target_values: IndexMap::new(),
        initial_targets: IndexMap::new(),
        keeps_copies: false,
        owners: Vec::new(),
        finalized: Vec::new(),
        copy_depth: 0,
        placed_modules: IndexSet::new(),
        scratch: Vec::new(),
        masks: 0,
        mask_constructs: 0,
        foralls: 0,
        work: super::copiers::work_of(unit),
        is_pure: unit.header.as_ref().is_some_and(Header::is_pure),
        own_result: unit
            .header
            .as_ref()
            .filter(|header| header.kind == UnitKind::Function)
            .map(|header| header.result.as_ref().unwrap_or(&header.name).text.clone()),
        own_name: unit.header.as_ref().map(|header| header.name.text.clone()),
        is_polymorphic: false,
    };
    let had_header = unit.header.is_some();
    let declared = rewriter.header(unit);
    let has_refused_header = had_header && unit.header.is_none();
    let kind = unit.header.as_ref().map_or(UnitKind::Program, |header| header.kind);
    let is_static = matches!(kind, UnitKind::Program | UnitKind::Module | UnitKind::BlockData);
    let mut specification = std::mem::take(&mut unit.statements);
    let first = specification.iter().position(|statement| statement.kind.is_executable());
    let mut executable = specification.split_off(first.unwrap_or(specification.len()));
    rewriter.make_result(&mut specification, &mut executable, unit.span);
    let entries = entries_of(&executable);
    rewriter.dummies.extend(
        entries.iter().flat_map(|entry| entry.dummies.iter().filter_map(Dummy::name)).map(|name| name.text.clone()),
    );
    let published = constants_of(&rewriter.constants);
    rewriter.is_declaring = true;
    let (mut statements, mut initial) = rewriter.declarations(specification, is_static);
    rewriter.is_declaring = false;
    let (mut entered, mut left) = rewriter.targets(kind, unit.span);
    if around.is_body {
        // Nothing is done at the entry of an interface body.
        (initial, entered, left) = Default::default();
    }
    let refused = match entries.first() {
        Some(entry) if !entered.is_empty() => {
            let message = "TARGET that pointers may point to, and VALUE with ALLOCATABLE components, in a procedure with \
                           ENTRY is not supported yet";
            Some(Diagnostic::error("E0952", entry.name.span, message))
        }
        Some(entry) if rewriter.has_given_object() => {
            let message = "INTENT(OUT) for objects in a procedure with ENTRY is not supported yet";
            Some(Diagnostic::error("E0947", entry.name.span, message))
        }
        _ => None,
    };
    let is_refused = refused.is_some();
    rewriter.problems.extend(refused);
    let mut body = Body::new(&mut rewriter);
    body.leave = left.clone();
    body.statements(executable);
    let mut body = body.done;
    if !entries.is_empty() && !initial.is_empty() {
        body = body.into_iter().flat_map(|statement| with_defaults(statement, &initial)).collect();
    }
    if !matches!(body.last(), Some(Statement { kind: StatementKind::Return(_), .. })) {
        body.extend(left.into_iter().map(|kind| Statement { label: None, kind, span: unit.span }));
    }
    let initial: Vec<Statement> = rewriter.enter_modules(unit.span).into_iter().chain(initial).chain(entered).collect();
    statements.extend(declared);
    statements.extend(std::mem::take(&mut rewriter.temporaries));
    if let Some(module) = rewriter.module.clone().filter(|_| kind == UnitKind::Module && rewriter.has_targets()) {
        match rewriter.maker(&module, unit.span) {
            Ok((maker, access)) => {
                statements.push(access);
                let span = unit.span;
                let contains = unit.contains.get_or_insert(Contains { label: None, units: Vec::new(), span });
                contains.units.push(maker);
            }
            Err(problem) => rewriter.problems.push(problem.diagnostic()),
        }
    }
    if kind == UnitKind::Module && !published.is_empty() {
        let span = unit.span;
        let names = published.into_iter().map(|text| Name { text, span }).collect();
        statements.push(Statement { label: None, kind: StatementKind::Access(Access::Public, names), span });
    }
    let definitions = body.iter().take_while(|statement| rewriter.is_statement_function(statement)).count();
    let mut body = body.into_iter();
    statements.extend(body.by_ref().take(definitions));
    statements.extend(initial);
    statements.extend(body);
    if modules.has_pointers {
        rewriter.need_stores(&mut statements, &mut unit.contains);
    }
    statements.splice(0..0, rewriter.needed(unit.span));
    if has_refused_header || is_refused {
        statements.insert(0, Statement { label: None, kind: StatementKind::Invalid, span: unit.span });
    }
    unit.statements = statements;
    unit.refused_names.extend(rewriter.refused_names);
    unit.comments.clear();
    if rewriter.is_polymorphic
        && let Some(header) = unit.header.as_mut()
        && !header.prefixes.contains(&Prefix::Recursive)
    {
        header.prefixes.push(Prefix::Recursive);
    }
    let mut problems = rewriter.problems;
    let inner = Surroundings { outer: Some(Rc::clone(&names)), module: around.module.clone(), is_body: false };
    let procedures = unit.contains.iter().flat_map(|contains| &contains.units).filter(|_| kind == UnitKind::Module);
    let wrappers = procedures.filter_map(|procedure| super::wrappers::wrapper(procedure, &names));
    // One that can't be is no error: the subroutine can't be a kernel.
    let sound = wrappers.filter_map(|mut one| rewrite_unit(&mut one, &inner, modules).is_empty().then_some(one));
    let wrappers: Vec<Unit> = sound.collect();
    let originals = originals(unit, &names);
    for inner_unit in unit.contains.iter_mut().flat_map(|contains| &mut contains.units) {
        if super::targets::is_maker(inner_unit) {
            continue;
        }
        reduce_abstract(inner_unit, &names);
        let name = inner_unit.header.as_ref().map(|header| header.name.text.clone());
        problems.extend(rewrite_unit(inner_unit, &inner, modules));
        if inner_unit.header.is_none() {
            unit.refused_names.extend(name);
        }
    }
    let (instances, found) = match (kind, around.module.as_ref()) {
        (UnitKind::Module, Some(module)) => {
            let mut all = modules.originals.borrow_mut();
            all.extend(originals.into_iter().map(|unit| {
                let owner = match unit.header.as_ref().and_then(|header| header.separate.as_ref()) {
                    Some(Separate::Definition(owner)) => owner.clone(),
                    _ => module.clone(),
                };
                Original { module: module.clone(), owner, unit }
            }));
            (Vec::new(), Vec::new())
        }
        _ => modules.internal_instances(&originals, &names, &inner),
    };
    problems.extend(found);
    let (copiers, found) = match around.outer {
        None if kind != UnitKind::Module => modules.internal_copiers(&names, &inner),
        _ => (Vec::new(), Vec::new()),
    };
    problems.extend(found);
    if !copiers.is_empty() {
        unit.contains.get_or_insert(Contains { label: None, units: Vec::new(), span: unit.span });
    }
    let added = wrappers.iter().chain(&instances).chain(&copiers);
    unit.contains.iter_mut().for_each(|contains| contains.units.extend(added.clone().cloned()));
    problems
}

fn constants_of(constants: &IndexMap<usize, Vec<Statement>>) -> Vec<Word> {
    let all = constants.values().flatten().filter_map(|statement| match &statement.kind {
        StatementKind::TypeDeclaration { entities, .. } => entities.first().map(|entity| entity.name.text.clone()),
        _ => None,
    });
    all.collect()
}

impl Rewriter<'_> {
    /// Rewrites the first statement. The results are declarations that a function's type makes necessary.
    fn header(&mut self, unit: &mut Unit) -> Vec<Statement> {
        let Some(header) = &mut unit.header else { return Vec::new() };
        let has_arrays = |name: &Name| self.object_type(&name.text).is_some_and(|ty| ty.has_arrays());
        let result = header.result.as_ref().unwrap_or(&header.name);
        if header.prefixes.contains(&Prefix::Elemental)
            && header.dummies.iter().filter_map(Dummy::name).chain([result]).any(has_arrays)
        {
            // Its dummy arguments are arrays now, which those of an elemental procedure are not.
            let is_pure = header.is_pure();
            header.prefixes.retain(|prefix| !matches!(prefix, Prefix::Elemental | Prefix::Pure));
            header.prefixes.extend(is_pure.then_some(Prefix::Pure));
        }
        self.dummies.extend(header.dummies.iter().filter_map(Dummy::name).map(|name| name.text.clone()));
        let mut dummies = Vec::new();
        for dummy in std::mem::take(&mut header.dummies) {
            match dummy {
                Dummy::Name(name) => dummies.extend(self.leaf_names(&name).into_iter().map(Dummy::Name)),
                alternate => dummies.push(alternate),
            }
        }
        header.dummies = dummies;
        let unknown = header.ty.as_ref().and_then(derived_name);
        let unknown = unknown.filter(|name| self.names.find_type(&name.text).is_none()).cloned();
        if let Some(ty) = unknown {
            if !self.modules.refused_types.contains(&ty.text) {
                self.problems.push(unknown_type(&ty.text, ty.span));
            }
            unit.header = None;
            return Vec::new();
        }
        if header.kind != UnitKind::Function {
            return Vec::new();
        }
        let result = header.result.clone().unwrap_or_else(|| header.name.clone());
        let ty = match self.names.others.get(&result.text) {
            Some(Meaning::Variable(variable)) => variable.object().cloned(),
            _ => None,
        };
        let Some(ty) = ty else { return Vec::new() };
        if let Some(ty) = header.ty.take() {
            // As if a statement declared it.
            let name = result.clone();
            let entities = vec![EntityDeclaration { name, dimensions: Vec::new(), length: None, initial: None }];
            let kind = StatementKind::TypeDeclaration { ty: Box::new(ty), attributes: Vec::new(), entities };
            let first = unit.statements.iter().position(|statement| statement.kind.is_executable());
            let statement = Statement { label: None, kind, span: result.span };
            unit.statements.insert(first.unwrap_or(unit.statements.len()), statement);
        }
        header.kind = UnitKind::Subroutine;
        header.result = None;
        let own = ty.leaves().into_iter().map(|leaf| Dummy::Name(leaf_name(&result, &leaf)));
        header.dummies = own.chain(std::mem::take(&mut header.dummies)).collect();
        if let Some(end) = &mut unit.end {
            end.word = end.word.map(|_| UnitWord::Subroutine);
        }
        self.dummies.insert(result.text.clone());
        self.result = Some(result.text.clone());
        let leaves = ty.leaves();
        let arrays =
            leaves.iter().map(|leaf| ArrayDeclarator { name: leaf_name(&result, leaf), dimensions: Vec::new() });
        let kind = StatementKind::Attribute(Attribute::Intent(Intent::Out), arrays.collect());
        vec![Statement { label: None, kind, span: result.span }]
    }

    /// What is done to variables in the stores at the entry and where the unit is left.
    fn targets(&mut self, kind: UnitKind, span: Span) -> (Vec<Statement>, Vec<StatementKind>) {
        let left = self.leave_owners(span);
        let is_placed = kind != UnitKind::Module && self.has_targets();
        let entered = if is_placed { self.enter_targets(span) } else { Ok(Vec::new()) };
        let also = if is_placed { self.leave_targets(span) } else { Ok(Vec::new()) };
        let left = left.and_then(|left| Ok(left.into_iter().chain(also?).collect()));
        match (entered, left) {
            (Ok(entered), Ok(left)) => (entered, left),
            (Err(problem), _) | (_, Err(problem)) => {
                self.problems.push(problem.diagnostic());
                (Vec::new(), Vec::new())
            }
        }
    }

    /// Whether an object has default values at the entry because it is a dummy argument with INTENT(OUT), or a result.
    fn has_given_object(&self) -> bool {
        self.dummies.iter().any(|name| {
            let is_out = self.names.intent_of(name) == Some(Intent::Out) || self.result.as_ref() == Some(name);
            is_out && self.object_type(name).is_some()
        })
    }

    /// The statements that make what the unit needs accessible.
    fn needed(&mut self, span: Span) -> Vec<Statement> {
        let mut uses: IndexMap<Word, Vec<UseItem>> = IndexMap::new();
        for Need { module, local, source } in std::mem::take(&mut self.needs) {
            let is_private = self.modules.get(&module).is_some_and(|_| self.modules.is_private(&module, &source));
            let source_name: Word = if is_private { hidden_name(&source) } else { source };
            let source = (source_name != local).then_some(Name { text: source_name, span });
            uses.entry(module).or_default().push(UseItem { local: Name { text: local, span }, source });
        }
        let mut done = Vec::new();
        for (module, items) in uses {
            let module = Name { text: module, span };
            let kind = StatementKind::Use(Box::new(Use { intrinsic: None, module, only: true, items }));
            done.push(Statement { label: None, kind, span });
        }
        let imports = std::mem::take(&mut self.imports);
        if !imports.is_empty() {
            let names = imports.into_iter().map(|text| Name { text, span }).collect();
            done.push(Statement { label: None, kind: StatementKind::Import(names), span });
        }
        done
    }

    /// USE without the names that are types or generic alone.
    pub fn used(&mut self, used: Use) -> Use {
        let Some(module) = self.modules.get(&used.module.text).filter(|_| used.intrinsic != Some(true)) else {
            return used;
        };
        let mut items = Vec::new();
        for item in used.items {
            let source = item.source.as_ref().unwrap_or(&item.local);
            match module.others.get(&source.text) {
                Some(Meaning::Variable(variable)) if variable.object().is_some() => {
                    let leaves = variable.object().map(|ty| ty.leaves()).unwrap_or_default();
                    items.extend(leaves.iter().map(|leaf| UseItem {
                        local: leaf_name(&item.local, leaf),
                        source: item.source.as_ref().map(|source| leaf_name(source, leaf)),
                    }));
                }
                None if module.types.contains_key(&source.text) || module.generics.contains_key(&source.text) => {}
                _ => items.push(item),
            }
        }
        Use { items, ..used }
    }

    /// Rewrites an interface body.
    pub fn interface_body(&mut self, body: &mut Unit) -> Vec<Diagnostic> {
        let sees_host = body.statements.iter().any(|one| matches!(one.kind, StatementKind::Import(_)));
        let outer = sees_host.then(|| Rc::clone(&self.names));
        let around = Surroundings { outer, module: self.module.clone(), is_body: true };
        rewrite_unit(body, &around, self.modules)
    }
}
