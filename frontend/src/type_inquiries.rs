//! `x%kind` and `x%len` become KIND(X) and LEN(X) before names are resolved, where no derived type of the compilation
//! has anything of that name.

use crate::tree::visit::{Visit, VisitMut, mutable, walk_expr, walk_unit};
use crate::tree::*;

/// The names of type parameters and of the functions that say their values.
const PARAMETERS: [&str; 2] = ["kind", "len"];

/// Replaces the inquiries of all files.
pub(crate) fn replace_type_inquiries(files: &mut [File]) {
    let mut inquiries = Inquiries { names: PARAMETERS.to_vec(), is_found: false };
    for unit in files.iter().flat_map(|file| &file.units) {
        inquiries.unit(unit);
    }
    if inquiries.is_found && !inquiries.names.is_empty() {
        let mut replace = Replace { names: inquiries.names };
        files.iter_mut().flat_map(|file| &mut file.units).for_each(|unit| replace.unit(unit));
    }
}

/// Looks for inquiries, and for the names that components and bound procedures have.
struct Inquiries {
    names: Vec<&'static str>,
    is_found: bool,
}

impl<'a> Visit<'a> for Inquiries {
    fn unit(&mut self, unit: &'a Unit) {
        let mut is_definition = false;
        for statement in &unit.statements {
            match &statement.kind {
                StatementKind::DerivedType { .. } => is_definition = true,
                StatementKind::EndDerivedType(_) => is_definition = false,
                StatementKind::TypeDeclaration { entities, .. } if is_definition => {
                    self.names.retain(|name| entities.iter().all(|entity| entity.name.text != *name));
                }
                StatementKind::Bound(BoundStatement::Procedures { bindings, .. }) => {
                    self.names.retain(|name| bindings.iter().all(|binding| binding.name.text != *name));
                }
                StatementKind::Bound(BoundStatement::Generic { name: generic, .. }) => {
                    self.names.retain(|name| generic.text != *name);
                }
                _ => {}
            }
        }
        walk_unit(self, unit);
    }

    fn expr(&mut self, expr: &'a Expr) {
        self.is_found |= matches!(&expr.kind, ExprKind::Component(part) if is_inquiry(part, &PARAMETERS));
        walk_expr(self, expr);
    }
}

struct Replace {
    names: Vec<&'static str>,
}

impl VisitMut<'_> for Replace {
    fn expr(&mut self, expr: &mut Expr) {
        mutable::walk_expr(self, expr);
        if let ExprKind::Component(part) = &expr.kind
            && is_inquiry(part, &self.names)
        {
            let argument = Argument { keyword: None, value: part.of.clone() };
            expr.kind = ExprKind::Reference(Box::new(part.name.clone()), vec![argument]);
        }
    }
}

fn is_inquiry(part: &ComponentReference, names: &[&str]) -> bool {
    part.arguments.is_none() && names.contains(&part.name.text.as_str())
}
