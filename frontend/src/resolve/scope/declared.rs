//! The names that a unit declares itself, and those that it only mentions.

use crate::resolve::specification::is_executable;
use crate::source::Span;
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
            kind if depth == 0 && !is_executable(kind) => declared_by(kind, &mut add),
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
pub(crate) fn declared_by<'a>(kind: &'a StatementKind, declare: &mut dyn FnMut(&'a str, Span)) {
    let mut name = |name: &'a Name| declare(&name.text, name.span);
    match kind {
        StatementKind::TypeDeclaration { entities, .. } => entities.iter().for_each(|entity| name(&entity.name)),
        // These two may speak of a variable of the host.
        StatementKind::Attribute(tree::Attribute::Volatile | tree::Attribute::Asynchronous, _) => {}
        StatementKind::Dimension(arrays) | StatementKind::Allocatable(arrays) | StatementKind::Attribute(_, arrays) => {
            arrays.iter().for_each(|array| name(&array.name))
        }
        StatementKind::Parameter(constants) => constants.iter().for_each(|(one, _)| name(one)),
        StatementKind::External(names) | StatementKind::Intrinsic(names) => names.iter().for_each(name),
        StatementKind::Save(saved) => {
            for one in saved {
                if let tree::SavedName::Variable(one) = one {
                    name(one);
                }
            }
        }
        StatementKind::Common(parts) => {
            parts.iter().flat_map(|part| &part.objects).for_each(|object| name(&object.name));
        }
        StatementKind::Equivalence(sets) => {
            for object in sets.iter().flat_map(|set| &set.objects) {
                match &object.kind {
                    tree::ExprKind::Reference(one, _) => declare(&one.text, one.span),
                    tree::ExprKind::Name(one) => declare(one, object.span),
                    _ => {}
                }
            }
        }
        StatementKind::Interface(block) => {
            let headers = block.bodies.iter().filter_map(|body| body.header.as_ref());
            headers.for_each(|header| name(&header.name));
        }
        _ => {}
    }
}

/// The names that a unit mentions and does not declare, with their first places, and whether they stand where a variable
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
    if let Some(tree::KindSelector::Length(expr) | tree::KindSelector::Kind(expr)) = kind {
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

/// The names that a BLOCK declares in front of its executable statements.
fn names_of_block(behind: &[tree::Statement]) -> Vec<&str> {
    let mut names = Vec::new();
    for statement in behind.iter().take_while(|statement| !is_executable(&statement.kind)) {
        declared_by(&statement.kind, &mut |name, _| names.push(name));
    }
    names
}
