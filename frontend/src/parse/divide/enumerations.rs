//! ENUM: each enumerator is a named constant, one more than the one before it.

use super::Divider;
use crate::lines::LogicalLine;
use crate::resolved::BinaryOp;
use crate::tree::{
    Attribute, EntityDeclaration, Expr, ExprKind, Initializer, KindSelector, Name, StatementKind, TypeName, TypeSpec,
};

impl Divider {
    /// ENUMERATOR.
    pub(super) fn enumerators(&mut self, line: &LogicalLine, list: Vec<(Name, Option<Expr>)>) {
        let mut entities = Vec::with_capacity(list.len());
        for (name, given) in list {
            let span = name.span;
            let integer = |digits: &str| Expr { kind: ExprKind::Integer(digits.into(), None), span };
            let value = given.unwrap_or_else(|| match self.last_enumerator.take() {
                None => integer("0"),
                Some(last) => {
                    let last = Expr { kind: ExprKind::Name(last.text), span };
                    let kind = ExprKind::Binary(BinaryOp::Add, Box::new(last), Box::new(integer("1")));
                    Expr { kind, span }
                }
            });
            self.last_enumerator = Some(name.clone());
            let initial = Some(Initializer::Value(value));
            entities.push(EntityDeclaration { name, dimensions: Vec::new(), length: None, initial });
        }
        // They have the kind of C's `int`.
        let kind = Expr { kind: ExprKind::Integer("4".into(), None), span: line.whole() };
        let kind = Some(KindSelector::Kind(kind));
        let ty = Box::new(TypeSpec { name: TypeName::Integer, kind, span: line.whole() });
        self.statement(line, StatementKind::TypeDeclaration { ty, attributes: vec![Attribute::Parameter], entities });
    }
}
