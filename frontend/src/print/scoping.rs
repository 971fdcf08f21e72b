//! The statements about scopes and attributes, and parts of the newer constructs, as text.

use super::expression::put_expr;
use super::layout::Text;
use super::parts::{
    access_word, put_attribute, put_bare_type, put_binding, put_construct, put_dimensions, put_indices, put_interface,
    put_names, put_type, put_with_name,
};
use crate::tree::*;

/// Adds a statement about scopes or an attribute; false for any other statement. Of an interface block only the first
/// line.
pub(super) fn put_scoping(text: &mut Text, kind: &StatementKind) -> bool {
    match kind {
        StatementKind::Use(used) => put_use(text, used),
        StatementKind::Import(names) => put_names_or_all(text, "import", names),
        StatementKind::Access(access, names) => put_names_or_all(text, access_word(*access), names),
        StatementKind::Attribute(attribute, arrays) => {
            put_attribute(text, attribute);
            text.put(" :: ").list(arrays, |text, array| {
                text.put(&array.name.text);
                if !array.dimensions.is_empty() {
                    put_dimensions(text, &array.dimensions);
                }
            });
        }
        StatementKind::Interface(block) if block.is_abstract => {
            text.put("abstract interface");
        }
        StatementKind::Interface(block) => put_with_name(text, "interface", &block.generic),
        StatementKind::Procedure { interface, attributes, names } => {
            put_interface(text, interface);
            for attribute in attributes {
                put_attribute(text.put(", "), attribute);
            }
            put_names(text.put(" :: "), names);
        }
        StatementKind::Bound(bound) => put_bound(text, bound),
        _ => return false,
    }
    true
}

fn put_bound(text: &mut Text, bound: &BoundStatement) {
    match bound {
        BoundStatement::Contains => {
            text.put("contains");
        }
        BoundStatement::Procedures { interface, attributes, bindings } => {
            text.put("procedure");
            if let Some(interface) = interface {
                text.put("(").put(&interface.text).put(")");
            }
            for attribute in attributes {
                put_binding(text, attribute);
            }
            text.put(" :: ").list(bindings, |text, Binding { name, procedure }| {
                text.put(&name.text);
                if let Some(procedure) = procedure {
                    text.put(" => ").put(&procedure.text);
                }
            });
        }
        BoundStatement::Final(names) => put_names(text.put("final :: "), names),
        BoundStatement::Generic { access, name, bindings } => {
            text.put("generic");
            if let Some(access) = access {
                text.put(", ").put(access_word(*access));
            }
            put_names(text.put(" :: ").put(&name.text).put(" => "), bindings);
        }
    }
}

fn put_names_or_all(text: &mut Text, word: &str, names: &[Name]) {
    text.put(word);
    if !names.is_empty() {
        put_names(text.put(" :: "), names);
    }
}

fn put_use(text: &mut Text, used: &Use) {
    text.put("use");
    match used.intrinsic {
        Some(true) => text.put(", intrinsic :: "),
        Some(false) => text.put(", non_intrinsic :: "),
        None => text.put(" "),
    };
    text.put(&used.module.text);
    if used.only {
        text.put(", only: ");
    } else if !used.items.is_empty() {
        text.put(", ");
    }
    text.list(&used.items, |text, item| {
        text.put(&item.local.text);
        if let Some(source) = &item.source {
            text.put(" => ").put(&source.text);
        }
    });
}

/// Adds a statement of SELECT CASE, SELECT TYPE, BLOCK or ASSOCIATE; false for any other statement.
pub(super) fn put_new_construct(text: &mut Text, kind: &StatementKind) -> bool {
    match kind {
        StatementKind::SelectCase { name, selector } => {
            put_construct(text, name);
            put_expr(text.put("select case ("), selector);
            text.put(")");
        }
        StatementKind::Case { ranges: None, name } => put_with_name(text, "case default", name),
        StatementKind::Case { ranges: Some(ranges), name } => {
            text.put("case (").list(ranges, put_case_range);
            put_with_name(text, ")", name);
        }
        StatementKind::SelectType { name, association, selector, by_rank } => {
            put_construct(text, name);
            text.put(if *by_rank { "select rank (" } else { "select type (" });
            if let Some(association) = association {
                text.put(&association.text).put(" => ");
            }
            put_expr(text, selector);
            text.put(")");
        }
        StatementKind::TypeGuard { guard, name } => {
            match guard {
                TypeGuard::Type(ty) => {
                    text.put("type is (");
                    put_bare_type(text, ty);
                    text.put(")");
                }
                TypeGuard::Class(ty) => {
                    text.put("class is (").put(&ty.text).put(")");
                }
                TypeGuard::Default => {
                    text.put("class default");
                }
                TypeGuard::Rank(guard) => match &**guard {
                    RankGuard::Number(rank) => {
                        put_expr(text.put("rank ("), rank);
                        text.put(")");
                    }
                    RankGuard::AssumedSize => {
                        text.put("rank (*)");
                    }
                    RankGuard::Default => {
                        text.put("rank default");
                    }
                },
            }
            put_with_name(text, "", name);
        }
        StatementKind::EndSelect(name) => put_with_name(text, "end select", name),
        StatementKind::Block(name) => {
            put_construct(text, name);
            text.put("block");
        }
        StatementKind::EndBlock(name) => put_with_name(text, "end block", name),
        StatementKind::Associate { name, associations } => {
            put_construct(text, name);
            text.put("associate (").list(associations, |text, association| {
                put_expr(text.put(&association.name.text).put(" => "), &association.selector);
            });
            text.put(")");
        }
        StatementKind::EndAssociate(name) => put_with_name(text, "end associate", name),
        _ => return false,
    }
    true
}

fn put_case_range(text: &mut Text, range: &CaseRange) {
    match range {
        CaseRange::Value(value) => put_expr(text, value),
        CaseRange::Range(lower, upper, _) => {
            lower.iter().for_each(|lower| put_expr(text, lower));
            text.put(":");
            upper.iter().for_each(|upper| put_expr(text, upper));
        }
    }
}

/// Adds what follows DO CONCURRENT.
pub(super) fn put_concurrent(text: &mut Text, header: &Concurrent) {
    text.put("concurrent (");
    if let Some(ty) = &header.ty {
        put_type(text, ty);
        text.put(" :: ");
    }
    put_indices(text, &header.indices, header.mask.as_ref());
    text.put(")");
    for locality in &header.localities {
        let (word, names) = match locality {
            Locality::Local(names) => (" local(", names),
            Locality::LocalInit(names) => (" local_init(", names),
            Locality::Shared(names) => (" shared(", names),
            Locality::DefaultNone(_) => {
                text.put(" default(none)");
                continue;
            }
        };
        put_names(text.put(word), names);
        text.put(")");
    }
}
