//! The names that a unit declares itself, and those that it only mentions.

use crate::source::Span;
use crate::tree::visit::{NameRole, Visit, walk_statement};
use crate::tree::{self, Name, StatementKind, for_each_name};
use indexmap::IndexMap;

/// The names of which the header and the specification part make entities of this unit, with their first places.
pub(crate) fn declared_names<'a>(unit: &'a tree::Unit) -> IndexMap<&'a str, Span> {
    let mut declared = IndexMap::new();
    let mut add = |name: &'a str, span| {
        declared.entry(name).or_insert(span);
    };
    let mut declare = |name: &'a Name| add(&name.text, name.span);
    if let Some(header) = &unit.header {
        header.dummies.iter().filter_map(tree::Dummy::name).for_each(&mut declare);
        header.result.iter().for_each(&mut declare);
        declare(&header.name);
    }
    for inner in unit.contains.iter().flat_map(|contains| &contains.units) {
        inner.header.iter().for_each(|header| declare(&header.name));
        entries_of(inner).for_each(|entry| declare(&entry.name));
    }
    let mut depth = 0usize;
    for statement in &unit.statements {
        match &statement.kind {
            StatementKind::Block(_) => depth += 1,
            StatementKind::EndBlock(_) => depth = depth.saturating_sub(1),
            StatementKind::Entry(entry) => {
                let names =
                    entry.dummies.iter().filter_map(tree::Dummy::name).chain(&entry.result).chain([&entry.name]);
                names.for_each(|name| add(&name.text, name.span));
            }
            kind if depth == 0 && !kind.is_executable() => declared_by(statement, &mut add),
            _ => {}
        }
    }
    declared
}

/// The ENTRY statements of a unit.
pub(crate) fn entries_of(unit: &tree::Unit) -> impl Iterator<Item = &tree::Entry> {
    unit.statements.iter().filter_map(|statement| match &statement.kind {
        StatementKind::Entry(entry) => Some(entry),
        _ => None,
    })
}

/// The names of which a specification statement makes entities.
pub(crate) fn declared_by<'a>(statement: &'a tree::Statement, declare: &mut dyn FnMut(&'a str, Span)) {
    Declarations { declare }.statement(statement);
}

struct Declarations<'a, 'd> {
    declare: &'d mut dyn FnMut(&'a str, Span),
}

impl<'a> Visit<'a> for Declarations<'a, '_> {
    /// An interface body.
    fn unit(&mut self, unit: &'a tree::Unit) {
        unit.header.iter().for_each(|header| self.name(&header.name, NameRole::Declared));
    }

    fn statement(&mut self, statement: &'a tree::Statement) {
        match &statement.kind {
            StatementKind::Attribute(attribute, _) if attribute.may_be_of_host() => {}
            StatementKind::Equivalence(sets) => {
                for (name, span) in sets.iter().flat_map(|set| &set.objects).filter_map(tree::Expr::designated) {
                    (self.declare)(name, span);
                }
            }
            _ => walk_statement(self, statement),
        }
    }

    /// Expressions declare nothing.
    fn expr(&mut self, _expr: &'a tree::Expr) {}

    fn name(&mut self, name: &'a Name, role: NameRole) {
        if role == NameRole::Declared {
            (self.declare)(&name.text, name.span);
        }
    }
}

/// The names that a unit mentions and does not declare, with their first places, and whether they are where a variable
/// is meant. Those of a BLOCK or ASSOCIATE are its own.
pub(crate) fn mentioned_names<'a>(
    unit: &'a tree::Unit,
    declared: &IndexMap<&'a str, Span>,
) -> IndexMap<&'a str, (Span, bool)> {
    let mut mentioned: IndexMap<&str, (Span, bool)> = IndexMap::new();
    let header_type = unit.header.as_ref().and_then(|header| header.ty.as_ref());
    let kind = header_type.and_then(|ty| ty.kind.as_ref());
    let mut inner: Vec<Vec<&str>> = Vec::new();
    let mut mention = |mention: tree::Mention<'a>, inner: &[Vec<&str>]| {
        if !declared.contains_key(mention.name) && !inner.iter().flatten().any(|name| *name == mention.name) {
            mentioned.entry(mention.name).or_insert((mention.span, false)).1 |= mention.is_variable;
        }
    };
    let in_header = match kind {
        Some(tree::KindSelector::Length(expr) | tree::KindSelector::Kind(expr)) => [Some(expr), None],
        Some(tree::KindSelector::Character { length, kind }) => {
            let length = length.as_ref().and_then(|length| match length {
                tree::LengthSpec::Value(expr) => Some(expr),
                _ => None,
            });
            [length, kind.as_ref()]
        }
        _ => [None, None],
    };
    for expr in in_header.into_iter().flatten() {
        tree::for_each_name_of(expr, &mut |one| mention(one, &[]));
    }
    for (index, statement) in unit.statements.iter().enumerate() {
        if let StatementKind::EndBlock(_) | StatementKind::EndAssociate(_) = statement.kind {
            inner.pop();
        }
        for_each_name(statement, &mut |one| mention(one, &inner));
        match &statement.kind {
            StatementKind::Block(_) => inner.push(names_of_block(&unit.statements[index + 1..])),
            StatementKind::Associate { associations, .. } => {
                inner.push(associations.iter().map(|association| association.name.text.as_str()).collect());
            }
            _ => {}
        }
    }
    mentioned
}

/// The names that a BLOCK declares before its executable statements.
fn names_of_block(after: &[tree::Statement]) -> Vec<&str> {
    let mut names = Vec::new();
    for statement in after.iter().take_while(|statement| !statement.kind.is_executable()) {
        declared_by(statement, &mut |name, _| names.push(name));
    }
    names
}
