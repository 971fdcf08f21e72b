//! Subroutines of modules as kernels: what their callers have in the stores is an argument as others are.
//!
//! ```text
//! SUBROUTINE KERN(X)          SUBROUTINE kern%kernel(X)
//! REAL, TARGET :: X(3)        REAL :: X(3)
//! P => X                      CALL KERN(X)
//! ```
//!
//! The call copies the arguments to the stores and back.

use super::names::{Meaning, Names, Placed, Ty};
use super::terms::{integer, name_expr};
use crate::resolved::UnitKind;
use crate::tree::*;
use forlane_semantics::kernel_of;

/// A subroutine that calls one of a module whose callers have its arguments in the stores; none for other procedures.
pub(super) fn wrapper(unit: &Unit, names: &Names) -> Option<Unit> {
    let header = unit.header.as_ref().filter(|header| header.kind == UnitKind::Subroutine)?;
    let Some(Meaning::Procedure(procedure)) = names.others.get(&header.name.text) else { return None };
    let is_other = |one: &Statement| matches!(one.kind, StatementKind::Entry(_) | StatementKind::DerivedType { .. });
    if unit.statements.iter().any(is_other)
        || !procedure.dummies.iter().any(|dummy| dummy.placed == Some(Placed::Given))
    {
        return None;
    }
    let dummies: Option<Vec<&Name>> = header.dummies.iter().map(Dummy::name).collect();
    let dummies = dummies?;
    let arguments = dummies.iter().map(|name| Argument { keyword: None, value: name_expr(name) }).collect();
    let call = StatementKind::Call { procedure: header.name.clone(), arguments };
    let specification = unit.statements.iter().take_while(|one| !one.kind.is_executable());
    // A scalar with INTENT(OUT) is copied, too, and needs no value before.
    let scalars = procedure.dummies.iter().zip(&dummies).filter(|(dummy, _)| !dummy.is_optional);
    let known = scalars.filter(|(dummy, _)| {
        dummy.intent == Some(Intent::Out) && dummy.placed == Some(Placed::Given) && dummy.shape.rank == Some(0)
    });
    let first = known.filter_map(|(dummy, name)| {
        let value = match dummy.shape.ty.as_ref()? {
            Ty::Integer(_) | Ty::Real(_) | Ty::Complex(_) => integer(0, name.span),
            Ty::Logical(_) => Expr { kind: ExprKind::Logical(false, None), span: name.span },
            Ty::Character => Expr { kind: ExprKind::Text(String::new(), None), span: name.span },
            Ty::Derived(_) | Ty::Procedure(_) => return None,
        };
        Some(StatementKind::Assign { target: name_expr(name), value })
    });
    let kinds = specification.filter_map(|one| declared(&one.kind, &dummies)).chain(first).chain([call]);
    let name = Name { text: kernel_of(&header.name.text).into(), span: header.name.span };
    Some(Unit {
        header: Some(Header { name, label: None, separate: None, ..header.clone() }),
        statements: kinds.map(|kind| Statement { label: None, kind, span: header.span }).collect(),
        contains: None,
        end: Some(End { label: None, word: Some(UnitWord::Subroutine), name: None, span: unit.span }),
        comments: Vec::new(),
        ..unit.clone()
    })
}

/// What a declaration says of dummy arguments without TARGET, and of what they may need.
fn declared(kind: &StatementKind, dummies: &[&Name]) -> Option<StatementKind> {
    match kind {
        StatementKind::TypeDeclaration { ty, attributes, entities } => {
            let is_constant = attributes.contains(&Attribute::Parameter);
            let is_kept = |entity: &&EntityDeclaration| {
                is_constant
                    || dummies.iter().any(|dummy| dummy.text == entity.name.text)
                    || is_name_alone(attributes, entity)
            };
            let entities: Vec<EntityDeclaration> = entities.iter().filter(is_kept).cloned().collect();
            let attributes = attributes.iter().filter(|one| **one != Attribute::Target).cloned().collect();
            let kind = StatementKind::TypeDeclaration { ty: ty.clone(), attributes, entities };
            Some(kind)
                .filter(|kind| !matches!(kind, StatementKind::TypeDeclaration { entities, .. } if entities.is_empty()))
        }
        StatementKind::Attribute(attribute, arrays) => {
            let of_dummies = arrays.iter().filter(|array| dummies.iter().any(|dummy| dummy.text == array.name.text));
            let arrays: Vec<ArrayDeclarator> = of_dummies.cloned().collect();
            match attribute {
                Attribute::Target => {
                    let arrays: Vec<_> = arrays.into_iter().filter(|one| !one.dimensions.is_empty()).collect();
                    (!arrays.is_empty()).then_some(StatementKind::Dimension(arrays))
                }
                _ => (!arrays.is_empty()).then(|| StatementKind::Attribute(attribute.clone(), arrays)),
            }
        }
        StatementKind::Save(_)
        | StatementKind::Common(_)
        | StatementKind::Namelist(_)
        | StatementKind::Equivalence(_)
        | StatementKind::Data(_)
        | StatementKind::Allocatable(_)
        | StatementKind::Assign { .. }
        | StatementKind::Format(_) => None,
        other => Some(other.clone()),
    }
}

/// Whether a declaration is of a scalar or function without more: a bound may name it.
fn is_name_alone(attributes: &[Attribute], entity: &EntityDeclaration) -> bool {
    attributes.is_empty() && entity.dimensions.is_empty() && entity.initial.is_none()
}
