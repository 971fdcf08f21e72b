//! A main program whose internal procedures are targets of procedure pointers: its variables become those of a module.
//!
//! What such a procedure uses of its host is there wherever it is called, as the variables of a main program are kept.
//!
//! ```text
//! PROGRAM P                              MODULE p%host
//!   INTEGER :: N = 0                       INTEGER :: N = 0
//!   CALL EACH(COUNT)                     END MODULE
//!   …                         becomes    PROGRAM P
//! CONTAINS                                 USE p%host
//!   SUBROUTINE COUNT                       CALL EACH(COUNT)
//!     N = N + 1                            …
//! ```

use crate::derived::{PassedNames, has_procedure_pointers};
use crate::resolved::UnitKind;
use crate::tree::visit::{NameRole, Visit};
use crate::tree::*;
use indexmap::IndexSet;

/// Moves the variables of main programs of a compilation that has procedure pointers.
pub(crate) fn move_main_variables(files: &mut [File]) {
    let units = || files.iter().flat_map(|file| &file.units);
    if !units().any(has_procedure_pointers) {
        return;
    }
    let mut passed = PassedNames::default();
    units().for_each(|unit| passed.unit(unit));
    for file in files {
        let is_main = |unit: &Unit| unit.header.as_ref().is_none_or(|header| header.kind == UnitKind::Program);
        let has_target = |unit: &Unit| {
            let inner = unit.contains.iter().flat_map(|contains| &contains.units);
            let mut names = inner.filter_map(|inner| inner.header.as_ref().map(|header| &header.name.text));
            names.any(|name| passed.found.contains(name))
        };
        let Some(at) = file.units.iter().position(|unit| is_main(unit) && has_target(unit)) else { continue };
        if let Some(host) = module_of(&mut file.units[at]) {
            file.units.insert(at, host);
        }
    }
}

/// The module with the specification part of a main program, which uses it then. None if there are statement functions,
/// which a module can't have.
fn module_of(unit: &mut Unit) -> Option<Unit> {
    let end = unit.statements.iter().position(|statement| statement.kind.is_executable())?;
    let dimensions_of = |name: &Word| {
        let declares = |statement: &Statement| match &statement.kind {
            StatementKind::TypeDeclaration { attributes, entities, .. } => entities
                .iter()
                .any(|entity| entity.name.text == *name && !entity.dimensions_among(attributes).is_empty()),
            StatementKind::Dimension(arrays)
            | StatementKind::Allocatable(arrays)
            | StatementKind::Attribute(_, arrays) => {
                arrays.iter().any(|array| array.name.text == *name && !array.dimensions.is_empty())
            }
            _ => false,
        };
        unit.statements[..end].iter().any(declares)
    };
    if let StatementKind::Assign { target: Expr { kind: ExprKind::Reference(name, _), .. }, .. } =
        &unit.statements[end].kind
        && !dimensions_of(&name.text)
    {
        return None;
    }
    if names_internal(unit, end) {
        return None;
    }
    let externals = externals(&unit.statements[..end]);
    let span = unit.span;
    let own = unit.header.as_ref().map_or("main", |header| header.name.text.as_str());
    let name = Name { text: format!("{own}%host").into(), span };
    let executable = unit.statements.split_off(end);
    let is_shared = |kind: &StatementKind| {
        matches!(kind, StatementKind::Use(_) | StatementKind::Implicit(_) | StatementKind::ImplicitNone { .. })
    };
    let mut kept = Vec::new();
    let mut moved = Vec::new();
    for mut statement in std::mem::take(&mut unit.statements) {
        if let StatementKind::TypeDeclaration { ty, attributes, entities } = &mut statement.kind {
            let (own, others) =
                std::mem::take(entities).into_iter().partition(|one| externals.contains(&one.name.text));
            *entities = others;
            let stays =
                StatementKind::TypeDeclaration { ty: ty.clone(), attributes: attributes.clone(), entities: own };
            if matches!(&stays, StatementKind::TypeDeclaration { entities, .. } if !entities.is_empty()) {
                kept.push(Statement { kind: stays, ..statement.clone() });
            }
        }
        match &statement.kind {
            StatementKind::Format(_) | StatementKind::External(_) | StatementKind::Intrinsic(_) => kept.push(statement),
            StatementKind::TypeDeclaration { entities, .. } if entities.is_empty() => {}
            kind => {
                if is_shared(kind) {
                    kept.push(statement.clone());
                }
                moved.push(statement);
            }
        }
    }
    let used = Use { intrinsic: None, module: name.clone(), only: false, items: Vec::new() };
    let used = Statement { label: None, kind: StatementKind::Use(Box::new(used)), span };
    unit.statements = [used].into_iter().chain(kept).chain(executable).collect();
    Some(Unit {
        header: Some(Header {
            label: None,
            kind: UnitKind::Module,
            prefixes: Vec::new(),
            ty: None,
            name,
            dummies: Vec::new(),
            result: None,
            parent: None,
            separate: None,
            span,
        }),
        statements: moved,
        contains: None,
        end: Some(End { label: None, word: Some(UnitWord::Module), name: None, span }),
        comments: Vec::new(),
        refused_words: unit.refused_words.clone(),
        default_kinds: unit.default_kinds,
        refused_names: unit.refused_names.clone(),
        span,
    })
}

/// The names that a specification part declares EXTERNAL or INTRINSIC, which are no variables.
fn externals(statements: &[Statement]) -> IndexSet<Word> {
    let mut found = IndexSet::new();
    for statement in statements {
        match &statement.kind {
            StatementKind::External(names) | StatementKind::Intrinsic(names) => {
                found.extend(names.iter().map(|name| name.text.clone()));
            }
            StatementKind::TypeDeclaration { attributes, entities, .. }
                if attributes.iter().any(|one| matches!(one, Attribute::External | Attribute::Intrinsic)) =>
            {
                found.extend(entities.iter().map(|entity| entity.name.text.clone()));
            }
            _ => {}
        }
    }
    found
}

/// Whether a specification part names an internal procedure, as its interface or for a generic name: a module does not
/// see it.
fn names_internal(unit: &Unit, end: usize) -> bool {
    struct Names<'n> {
        internal: IndexSet<&'n Word>,
        is_found: bool,
    }
    impl<'a> Visit<'a> for Names<'_> {
        fn name(&mut self, name: &'a Name, _: NameRole) {
            self.is_found |= self.internal.contains(&name.text);
        }
    }
    let inner = unit.contains.iter().flat_map(|contains| &contains.units);
    let internal = inner.filter_map(|inner| inner.header.as_ref().map(|header| &header.name.text));
    let mut names = Names { internal: internal.collect(), is_found: false };
    unit.statements[..end].iter().for_each(|statement| names.statement(statement));
    names.is_found
}
