//! The walks over expressions and the items of array constructors.

/// Defines the walks over expressions for a visitor.
macro_rules! walk_expressions {
    ($Visitor:ident $(, $mut:tt)?) => {
        /// Walks an expression.
        pub fn walk_expr<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, expr: &'a $($mut)? Expr) {
            let Expr { kind, span } = expr;
            v.span(span);
            match kind {
                ExprKind::Integer(_, kind) | ExprKind::Real(_, kind) | ExprKind::Logical(_, kind)
                | ExprKind::Text(_, kind) => {
                    if let Some(kind) = kind {
                        v.name(kind, NameRole::Kind);
                    }
                }
                ExprKind::Label(label) => v.label(label),
                ExprKind::Hollerith(_) | ExprKind::Bits(..) | ExprKind::Name(_) => {}
                ExprKind::Reference(name, arguments) => {
                    v.name(name, NameRole::Called);
                    walk_arguments(v, arguments);
                }
                ExprKind::Component(component) => {
                    let ComponentReference { of, name, arguments } = &$($mut)? **component;
                    v.expr(of);
                    v.name(name, NameRole::Component);
                    if let Some(arguments) = arguments {
                        walk_arguments(v, arguments);
                    }
                }
                ExprKind::Range(range) => walk_range(v, range),
                ExprKind::Substring(element, range) => {
                    v.expr(element);
                    walk_range(v, range);
                }
                ExprKind::Constructor(ty, items) => {
                    if let Some(ty) = ty {
                        v.type_spec(ty);
                    }
                    for item in items {
                        v.constructor_item(item);
                    }
                }
                ExprKind::Defined(operator, operands) => {
                    v.name(operator, NameRole::Operator);
                    walk_exprs(v, operands);
                }
                ExprKind::Paren(inner) | ExprKind::Unary(_, inner) => v.expr(inner),
                ExprKind::Binary(_, left, right) | ExprKind::Complex(left, right) => {
                    v.expr(left);
                    v.expr(right);
                }
            }
        }

        /// Walks an item of an array constructor. The parser bounds the depth of implied DOs.
        pub fn walk_constructor_item<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, item: &'a $($mut)? ConstructorItem) {
            match item {
                ConstructorItem::Value(value) => v.expr(value),
                ConstructorItem::ImpliedDo(items, count) => {
                    for item in items {
                        v.constructor_item(item);
                    }
                    walk_count(v, count, NameRole::Inner);
                }
            }
        }
    };
}
