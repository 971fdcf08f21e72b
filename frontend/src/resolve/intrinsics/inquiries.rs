//! Inquiry functions: most are constants that are known from the types of their arguments.

use super::matcher::{Matched, Reference};
use super::row::{I8, Inquiry};
use crate::resolve::constants::as_constant;
use crate::resolve::expressions::constant_expr;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{ArrayForm, ArrayKind, ArrayOperand, BinaryOp, Expr, ExprKind};
use crate::tree::{self, Name};
use forlane_semantics::types::{Constant, IntegerKind, RealKind, Type};

impl Scope<'_> {
    /// The value of an inquiry function.
    pub(super) fn resolve_inquiry(
        &mut self,
        inquiry: Inquiry,
        reference: Reference<'_>,
        matched: &Matched<'_>,
    ) -> Outcome<Expr> {
        let constant = match (inquiry, matched.first().copied().flatten()) {
            (Inquiry::Length, _) => return self.resolve_len(reference, matched),
            (Inquiry::IsAllocated, _) => return self.resolve_allocated(reference, matched),
            (Inquiry::IsPresent, Some(argument)) => return self.resolve_present(reference, argument),
            (Inquiry::SelectedIntKind | Inquiry::SelectedRealKind, _) => {
                return self.resolve_selected_kind(inquiry, reference, matched);
            }
            (Inquiry::Image, _) => default_integer(1),
            (_, None) => return Err(self.reported_before()),
            (Inquiry::StorageSize, Some(text)) if self.inquired_type(text)? == Type::Character => {
                let bits = eight_times(self.length_of(reference, text)?);
                let ty = self.type_by_kind(reference, matched)?.unwrap_or(bits.ty);
                return self.convert(bits, ty);
            }
            (Inquiry::SelectedCharKind, Some(name)) => self.selected_character(reference, name)?,
            (Inquiry::SizeOf, Some(argument)) => return self.size_in_bytes(reference, argument),
            (Inquiry::Rank | Inquiry::IsContiguous, Some(argument)) => {
                self.property_of_value(inquiry, reference, argument)?
            }
            (_, Some(argument)) => self.property_of_argument(inquiry, reference, argument)?,
        };
        let value = constant_expr(constant, reference.span);
        match self.type_by_kind(reference, matched)? {
            Some(ty) => self.convert(value, ty),
            None => Ok(value),
        }
    }

    /// What is asked of the type of an argument.
    fn property_of_argument(
        &mut self,
        inquiry: Inquiry,
        reference: Reference<'_>,
        argument: &tree::Expr,
    ) -> Outcome<Constant> {
        let ty = self.inquired_type(argument)?;
        self.check_form(reference, 0, (ty, 0, argument.span), ty)?;
        match (inquiry, ty) {
            (Inquiry::Kind, Type::Logical) => self.logical_kind(argument).map(default_integer),
            (Inquiry::StorageSize, Type::Logical) => Ok(default_integer(8 * self.logical_kind(argument)?)),
            _ => property_of_type(inquiry, ty).ok_or_else(|| {
                let message = format!("{} of {} is not supported yet", reference.shown(), ty.name());
                self.error("E0975", reference.span, message)
            }),
        }
    }

    /// SELECTED_CHAR_KIND: there is one kind.
    fn selected_character(&mut self, reference: Reference<'_>, name: &tree::Expr) -> Outcome<Constant> {
        let constant = self.constant_expression(name)?;
        self.check_form(reference, 0, (constant.ty(), 0, name.span), constant.ty())?;
        let Constant::Character(name) = constant else { return Err(self.reported_before()) };
        let name = String::from_utf8_lossy(&name).trim_end().to_lowercase();
        Ok(default_integer(if ["ascii", "default"].contains(&name.as_str()) { 1 } else { -1 }))
    }

    /// What is asked of a value as a whole, which is not evaluated.
    fn property_of_value(
        &mut self,
        inquiry: Inquiry,
        reference: Reference<'_>,
        argument: &tree::Expr,
    ) -> Outcome<Constant> {
        let value = self.resolve_any(argument)?;
        Ok(match inquiry {
            Inquiry::Rank => default_integer(value.rank() as i64),
            Inquiry::IsContiguous => {
                let is_whole = |array: &ArrayOperand| match &array.kind {
                    ArrayKind::Section(section) => {
                        let variable = self.variable(section.array);
                        // A section that was passed was copied.
                        let is_own = variable.is_none_or(|one| one.form != ArrayForm::Assumed);
                        let name = &self.symbols[section.array].name;
                        section.subscripts.is_empty() && (is_own || declares_contiguous(self.tree, name))
                    }
                    _ => true,
                };
                match value.as_array() {
                    Some(array) if is_whole(array) => Constant::Logical(true),
                    _ => {
                        let message = format!(
                            "{} of a part of an array, or of a dummy argument of assumed shape, is not supported yet",
                            reference.shown()
                        );
                        return Err(self.error("E0975", argument.span, message));
                    }
                }
            }
            _ => return Err(self.reported_before()),
        })
    }

    /// SIZEOF: the size of an element times their number, which may be known at run time alone.
    fn size_in_bytes(&mut self, reference: Reference<'_>, argument: &tree::Expr) -> Outcome<Expr> {
        let span = reference.span;
        // The value of a scalar variable is not read.
        let is_scalar = matches!(&argument.kind, tree::ExprKind::Name(name) if !self.is_array(name));
        let (ty, extents) = match is_scalar {
            true => (self.inquired_type(argument)?, Vec::new()),
            false => self.resolve_any(argument).map(|value| (value.ty, self.known_extents(&value)))?,
        };
        let wide = |value: i64| constant_expr(Constant::Integer(IntegerKind::I8, value), span);
        let element = match ty {
            Type::Character => {
                let length = self.length_of(reference, argument)?;
                self.convert(length, I8)?
            }
            Type::Logical => wide(self.logical_kind(argument)?),
            ty => wide(ty.size() as i64),
        };
        let count = match extents.iter().try_fold(1i64, |count, extent| count.checked_mul((*extent)?)) {
            Some(count) => wide(count),
            None => {
                let size = Name { text: "%size".into(), span };
                let array = tree::Argument { keyword: None, value: argument.clone() };
                let size = tree::Expr { kind: tree::ExprKind::Reference(Box::new(size), vec![array]), span };
                let count = self.resolve_expression(&size)?;
                self.convert(count, I8)?
            }
        };
        self.binary(BinaryOp::Multiply, element, count, span)
    }

    /// The type of an inquiry function's argument, which is not evaluated.
    fn inquired_type(&mut self, argument: &tree::Expr) -> Outcome<Type> {
        if let Some(alias) = self.alias_of(argument) {
            return self.resolve_any(&alias).map(|expr| expr.ty);
        }
        match &argument.kind {
            tree::ExprKind::Name(name) => match self.named_constant(name) {
                Some(constant) => Ok(constant.ty()),
                None => self.type_of_name(name, argument.span),
            },
            // An element, which is not evaluated, may be in a constant expression.
            tree::ExprKind::Reference(name, _) if self.is_array(&name.text) => self.type_of_name(&name.text, name.span),
            _ => self.resolve_any(argument).map(|expr| expr.ty),
        }
    }
}

/// Whether a unit says CONTIGUOUS of an array.
fn declares_contiguous(unit: &tree::Unit, name: &str) -> bool {
    unit.statements.iter().any(|statement| match &statement.kind {
        tree::StatementKind::TypeDeclaration { attributes, entities, .. } => {
            attributes.contains(&tree::Attribute::Contiguous) && entities.iter().any(|entity| entity.name.text == name)
        }
        tree::StatementKind::Attribute(tree::Attribute::Contiguous, arrays) => {
            arrays.iter().any(|array| array.name.text == name)
        }
        _ => false,
    })
}

/// The property of a type that an inquiry function requires.
fn property_of_type(inquiry: Inquiry, ty: Type) -> Option<Constant> {
    if let Type::Complex(kind) = ty
        && matches!(inquiry, Inquiry::Kind | Inquiry::Precision | Inquiry::Range)
    {
        return property_of_type(inquiry, Type::Real(kind));
    }
    Some(match (inquiry, ty) {
        (Inquiry::Kind, Type::Character) => default_integer(1),
        (Inquiry::NewLine, Type::Character) => Constant::Character(b"\n".to_vec()),
        (Inquiry::Kind, ty) => default_integer(ty.size() as i64),
        (_, Type::Integer(kind)) => property_of_integer(inquiry, kind)?,
        (_, Type::Real(kind)) => property_of_real(inquiry, kind)?,
        (_, ty) => property_of_storage(inquiry, ty)?,
    })
}

fn property_of_integer(inquiry: Inquiry, kind: IntegerKind) -> Option<Constant> {
    let bits = kind.size() as i64 * 8;
    Some(match inquiry {
        Inquiry::Huge => Constant::Integer(kind, !kind.least()),
        Inquiry::Digits => default_integer(bits - 1),
        // The decimal digits of the greatest value less one.
        Inquiry::Range => default_integer((!kind.least()).ilog10().into()),
        Inquiry::Radix => default_integer(2),
        Inquiry::BitSize => Constant::Integer(kind, bits),
        _ => property_of_storage(inquiry, Type::Integer(kind))?,
    })
}

fn property_of_real(inquiry: Inquiry, kind: RealKind) -> Option<Constant> {
    let is_single = kind == RealKind::R4;
    let real = |single: f32, double: f64| Constant::Real(kind, if is_single { f64::from(single) } else { double });
    let number = |single: i64, double: i64| default_integer(if is_single { single } else { double });
    Some(match inquiry {
        Inquiry::Huge => real(f32::MAX, f64::MAX),
        Inquiry::Tiny => real(f32::MIN_POSITIVE, f64::MIN_POSITIVE),
        Inquiry::Epsilon => real(f32::EPSILON, f64::EPSILON),
        Inquiry::Digits => number(24, 53),
        Inquiry::Precision => number(6, 15),
        Inquiry::Range => number(37, 307),
        Inquiry::Radix => default_integer(2),
        Inquiry::MaxExponent => number(128, 1024),
        Inquiry::MinExponent => number(-125, -1021),
        _ => property_of_storage(inquiry, Type::Real(kind))?,
    })
}

fn property_of_storage(inquiry: Inquiry, ty: Type) -> Option<Constant> {
    let bytes = i64::try_from(ty.size()).ok().filter(|bytes| *bytes > 0)?;
    match inquiry {
        Inquiry::StorageSize => Some(default_integer(bytes * 8)),
        _ => None,
    }
}

/// The bits of a text of that length.
fn eight_times(length: Expr) -> Expr {
    let (ty, span) = (length.ty, length.span);
    if let Some(Constant::Integer(_, length)) = as_constant(&length) {
        return constant_expr(default_integer(8 * length), span);
    }
    let eight = constant_expr(default_integer(8), span);
    Expr::new(ExprKind::Binary(BinaryOp::Multiply, Box::new(eight), Box::new(length)), ty, span)
}

/// A default INTEGER.
pub(super) fn default_integer(value: i64) -> Constant {
    Constant::Integer(IntegerKind::I4, value)
}
