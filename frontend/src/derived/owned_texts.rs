//! Texts of deferred length that are components of objects in the stores: each character is an element of a store.
//!
//! ```text
//! CHARACTER(:), ALLOCATABLE :: S    s%.target, s%.at, s%.length
//! X%S                               transfer(store(first, 0:length - 1), repeat(' ', length))
//! ```

use super::allocation::Model;
use super::paths::{Level, Path, Value};
use super::places::{Bounds, Place};
use super::pointer_allocation::PointerObject;
use super::pointers::{operation, pointer_type};
use super::rewriter::{Outcome, Problem, Rewriter};
use super::stores::{StoreType, local_name};
use super::terms::{declaration, integer, intrinsic, name_expr};
use super::types::{DerivedType, Pointee, PointeeType};
use crate::resolved::BinaryOp;
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

impl DerivedType {
    /// Whether it is the type of what owns a text of deferred length.
    pub fn owns_text(&self) -> bool {
        self.pointee.as_ref().is_some_and(|pointee| matches!(pointee.ty, PointeeType::Text))
    }
}

/// The type of what owns a text of deferred length.
pub(super) fn text_owner() -> Rc<DerivedType> {
    pointer_type(Pointee { ty: PointeeType::Text, rank: 0, is_owned: true, is_class: false })
}

/// `CHARACTER(:)`
pub(super) fn deferred(span: Span) -> TypeSpec {
    let length = Some(LengthSpec::Deferred(span));
    TypeSpec { name: TypeName::Character, kind: Some(KindSelector::Character { length, kind: None }), span }
}

/// Whether a declaration is of CHARACTER with deferred length; `length` is that of the entity.
pub(super) fn is_deferred(spec: &TypeSpec, length: Option<&LengthSpec>) -> bool {
    let of_type = match &spec.kind {
        Some(KindSelector::Character { length, .. }) => length.as_ref(),
        _ => None,
    };
    matches!(length.or(of_type), Some(LengthSpec::Deferred(_)))
}

/// The place of a text with these parts: an array of characters.
pub(super) fn characters(name: Word, parts: Vec<Expr>, span: Span) -> Option<Path> {
    let [target, at, length] = parts.try_into().ok()?;
    let bounds = vec![Bounds { lower: integer(1, span), extent: length, step: integer(1, span) }];
    let level = Level { bounds, ..Level::whole(1) };
    let place = Some(Box::new(Place { target, at, store: Some(StoreType::character()) }));
    Some(Path { name, levels: vec![level], span, place })
}

/// The number of characters.
pub(super) fn length_of(path: &Path) -> Expr {
    let described = path.described(path.span);
    described.and_then(|(_, _, mut bounds)| bounds.pop()).map_or(integer(0, path.span), |bounds| bounds.extent)
}

/// The characters as a text.
pub(super) fn text_of(path: &Path) -> Expr {
    let span = path.span;
    let blank = Expr { kind: ExprKind::Text(" ".into(), None), span };
    let mold = intrinsic("repeat", vec![blank, length_of(path)], span);
    intrinsic("transfer", vec![path.expr(), mold], span)
}

impl Rewriter<'_> {
    /// A new variable of deferred length.
    pub fn text_variable(&mut self, hint: &str, span: Span) -> Expr {
        let name = Name { text: self.new_name(hint), span };
        let attributes = vec![Attribute::Allocatable];
        self.temporaries.push(declaration(deferred(span), attributes, name.text.clone(), Vec::new(), None, span));
        name_expr(&name)
    }

    /// Gives characters the values of a text, with blanks behind it.
    pub fn assign_characters(&mut self, path: &Path, value: Expr, span: Span) -> Vec<StatementKind> {
        let copy = self.text_variable("text", span);
        let blank = Expr { kind: ExprKind::Text(" ".into(), None), span };
        let blanks = intrinsic("repeat", vec![blank.clone(), length_of(path)], span);
        let padded = operation(BinaryOp::Concatenate, copy.clone(), blanks);
        let mold = Expr { kind: ExprKind::Constructor(None, vec![ConstructorItem::Value(blank)]), span };
        let characters = intrinsic("transfer", vec![padded, mold, length_of(path)], span);
        vec![
            StatementKind::Assign { target: copy, value },
            StatementKind::Assign { target: path.expr(), value: characters },
        ]
    }

    /// Makes room for a text.
    pub fn make_text(&mut self, object: PointerObject, model: Option<&Model>) -> Outcome<Vec<StatementKind>> {
        let PointerObject { mut path, ty, bounds, span, .. } = object;
        self.fix_subscripts(&mut path)?;
        let given = bounds.and_then(|mut bounds| bounds.pop()).map(|length| length.value);
        let value = model.map(|model| self.plain_value(model.value.clone())).transpose()?;
        let length = match (given, &value) {
            (Some(length), _) => length,
            (None, Some(value)) => intrinsic("len", vec![value.clone()], span),
            (None, None) => return Err(Problem::error("E0224", span, "ALLOCATE needs the length of this text")),
        };
        let [number, kept] = ["number", "length"].map(|hint| name_expr(&self.integer(hint, span)));
        let length = intrinsic("max", vec![integer(0, span), length], span);
        let count = intrinsic("int", vec![kept.clone(), integer(8, span)], span);
        let arguments = [count, number.clone()].map(|value| Argument { keyword: None, value }).into();
        let mut statements = vec![
            StatementKind::Assign { target: kept.clone(), value: length },
            StatementKind::Call { procedure: Name { text: local_name("make"), span }, arguments },
        ];
        statements.extend(self.set_pointer(path.clone(), &ty, vec![number, integer(0, span), kept], span)?);
        if let Some(value) = value.filter(|_| model.is_some_and(Model::is_source))
            && let Some(characters) = characters(path.name.clone(), path.leaves(&ty), span)
        {
            statements.extend(self.assign_characters(&characters, value, span));
        }
        Ok(statements)
    }

    /// An assignment to a text that an object owns, which gets the length of the value.
    pub fn assign_text(
        &mut self,
        path: Path,
        ty: &Rc<DerivedType>,
        value: Value,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        let value = self.plain_value(value)?;
        let parts = path.leaves(ty);
        let copy = self.text_variable("text", span);
        let length = intrinsic("len", vec![copy.clone()], span);
        let is_missing = operation(BinaryOp::Equal, parts[0].clone(), integer(0, span));
        let is_other = operation(BinaryOp::NotEqual, parts[2].clone(), length.clone());
        let mut statements = vec![
            StatementKind::Assign { target: copy.clone(), value },
            StatementKind::IfThen { name: None, condition: operation(BinaryOp::Or, is_missing, is_other) },
            self.free(parts[0].clone(), span),
        ];
        let bounds = Some(vec![Argument { keyword: None, value: length }]);
        let object = PointerObject { path: path.clone(), ty: ty.clone(), bounds, of: None, span };
        statements.extend(self.inside(|rewriter| rewriter.make_text(object, None))?);
        statements.push(StatementKind::EndIf(None));
        if let Some(characters) = characters(path.name.clone(), parts, span) {
            statements.extend(self.assign_characters(&characters, copy, span));
        }
        Ok(statements)
    }

    fn plain_value(&mut self, value: Value) -> Outcome<Expr> {
        match self.finish(value)? {
            Value::Plain(value, _) => Ok(value),
            other => Err(super::constructors::no_derived_value(other.span())),
        }
    }
}
