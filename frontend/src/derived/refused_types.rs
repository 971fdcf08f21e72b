//! Types of which nothing is known, so that what follows from that is not reported.

use super::types::{DerivedType, MAX_DEPTH, MAX_LEAVES};
use super::typing::derived_name;
use crate::tree::*;
use indexmap::IndexSet;

/// The names that refused statements declare, types among them, and the types that extend unknown ones, which are the
/// second result, too.
pub(super) fn refused_types(files: &[File]) -> (IndexSet<Word>, IndexSet<Word>) {
    fn add(unit: &Unit, names: &mut IndexSet<Word>) {
        names.extend(unit.refused_names.iter().cloned());
        let mut last = None;
        for statement in &unit.statements {
            match &statement.kind {
                StatementKind::DerivedType { name, .. } => last = Some(&name.text),
                StatementKind::EndDerivedType(_) => last = None,
                StatementKind::Invalid => names.extend(last.take().cloned()),
                StatementKind::TypeDeclaration { ty, attributes, entities }
                    if attributes.contains(&Attribute::Pointer)
                        && !matches!(ty.kind, Some(KindSelector::Procedure(_)))
                        && entities.iter().any(has_target) =>
                {
                    names.extend(last.cloned());
                }
                _ => {}
            }
        }
        unit.contains.iter().flat_map(|contains| &contains.units).for_each(|unit| add(unit, names));
    }
    /// The types that units define, with those that they extend.
    fn defined<'t>(unit: &'t Unit, types: &mut Vec<(&'t Word, Option<&'t Word>)>) {
        types.extend(unit.statements.iter().filter_map(|statement| match &statement.kind {
            StatementKind::DerivedType { name, extends, .. } => {
                Some((&name.text, extends.as_ref().map(|parent| &parent.text)))
            }
            _ => None,
        }));
        unit.contains.iter().flat_map(|contains| &contains.units).for_each(|inner| defined(inner, types));
    }
    /// The types of the components of types.
    fn parts<'t>(unit: &'t Unit, found: &mut Vec<(&'t Word, &'t Word)>) {
        let mut last = None;
        for statement in &unit.statements {
            match &statement.kind {
                StatementKind::DerivedType { name, .. } => last = Some(&name.text),
                StatementKind::EndDerivedType(_) => last = None,
                StatementKind::TypeDeclaration { ty, attributes, .. } if !attributes.contains(&Attribute::Pointer) => {
                    found.extend(last.zip(derived_name(ty).map(|name| &name.text)));
                }
                _ => {}
            }
        }
        unit.contains.iter().flat_map(|contains| &contains.units).for_each(|inner| parts(inner, found));
    }
    let mut names = IndexSet::new();
    files.iter().flat_map(|file| &file.units).for_each(|unit| add(unit, &mut names));
    if !names.is_empty() {
        let mut found = Vec::new();
        files.iter().flat_map(|file| &file.units).for_each(|unit| parts(unit, &mut found));
        let mut before = 0;
        while names.len() > before {
            before = names.len();
            names.extend(
                found.iter().filter(|(_, part)| names.contains(*part)).map(|(of, _)| (*of).clone()).collect::<Vec<_>>(),
            );
        }
    }
    let mut types = Vec::new();
    files.iter().flat_map(|file| &file.units).for_each(|unit| defined(unit, &mut types));
    // Of what extends an unknown type nothing is known.
    let mut known: IndexSet<&Word> = IndexSet::new();
    loop {
        let before = types.len();
        types.retain(|(name, parent)| {
            let is_known = parent.is_none_or(|parent| known.contains(parent));
            known.extend(is_known.then_some(*name));
            !is_known
        });
        if types.len() == before {
            break;
        }
    }
    let orphaned = types.into_iter().filter(|(name, _)| !known.contains(*name)).map(|(name, _)| name.clone());
    let orphaned: IndexSet<Word> = orphaned.filter(|name| !names.contains(name)).collect();
    names.extend(orphaned.iter().cloned());
    (names, orphaned)
}

/// Whether a pointer points to something from the beginning.
pub(super) fn has_target(entity: &EntityDeclaration) -> bool {
    match &entity.initial {
        Some(Initializer::Target(value)) => !matches!(&value.kind, ExprKind::Reference(name, _) if name.text == "null"),
        None => false,
        Some(_) => true,
    }
}

/// What is not supported of a type that is too large.
pub(super) fn too_large(ty: &DerivedType) -> Option<String> {
    if ty.leaf_count() > MAX_LEAVES {
        return Some(format!("a derived type of more than {MAX_LEAVES} components in all"));
    }
    if ty.depth() > MAX_DEPTH {
        return Some(format!("nesting derived types more than {MAX_DEPTH} deep"));
    }
    let is_long = ty.parent.as_ref().is_some_and(|(_, parent)| parent.line().count() >= MAX_DEPTH);
    is_long.then(|| format!("extending derived types more than {MAX_DEPTH} times"))
}
