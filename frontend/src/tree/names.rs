//! The names that a statement mentions, for finding out which ones a procedure takes from outside.

use super::visit::{NameRole, Visit, walk_count, walk_expr, walk_statement};
use super::*;

/// A name in a statement.
#[derive(Clone, Copy, Debug)]
pub struct Mention<'a> {
    /// The name.
    pub name: &'a str,
    /// Its place.
    pub span: Span,
    /// It is where a variable is meant: alone in an expression, assigned, or governing a DO.
    pub is_variable: bool,
    /// It is before arguments that are not ranges, or after CALL: a procedure is meant, or an array.
    pub is_called: bool,
    /// It is alone as an argument: of which procedure, and which argument, counted from 0 and without labels.
    pub argument_of: Option<(&'a str, usize)>,
}

/// Gives `visit` each name that a statement mentions and that may come from outside: not those of constructs, modules
/// and COMMON blocks, and not the names inside of interface bodies.
pub fn for_each_name<'a>(statement: &'a Statement, visit: &mut dyn FnMut(Mention<'a>)) {
    Names { visit, indices: Vec::new() }.statement(statement);
}

/// Gives `visit` each name in an expression.
pub fn for_each_name_of<'a>(expr: &'a Expr, visit: &mut dyn FnMut(Mention<'a>)) {
    Names { visit, indices: Vec::new() }.expr(expr);
}

struct Names<'a, 'v> {
    visit: &'v mut dyn FnMut(Mention<'a>),
    /// The indices of the implied DOs of constructors around, which are variables of their own: the unit has none of
    /// these names because of them.
    indices: Vec<&'a str>,
}

impl<'a> Names<'a, '_> {
    fn mention(&mut self, name: &'a str, span: Span, argument_of: Option<(&'a str, usize)>) {
        let is_variable = !self.indices.contains(&name);
        (self.visit)(Mention { name, span, is_variable, is_called: false, argument_of });
    }

    /// The arguments of a procedure with their positions, labels not counted.
    fn arguments(&mut self, procedure: &'a str, arguments: &'a [Argument]) {
        let values = arguments.iter().map(|argument| &argument.value);
        let values = values.filter(|value| !matches!(value.kind, ExprKind::Label(_)));
        for (position, value) in values.enumerate() {
            match &value.kind {
                ExprKind::Name(name) => self.mention(name, value.span, Some((procedure, position))),
                _ => self.expr(value),
            }
        }
    }

    fn named(&mut self, name: &'a Name, is_called: bool) {
        (self.visit)(Mention { name: &name.text, span: name.span, is_variable: false, is_called, argument_of: None });
    }
}

impl<'a> Visit<'a> for Names<'a, '_> {
    /// An interface body.
    fn unit(&mut self, _unit: &'a Unit) {}

    fn statement(&mut self, statement: &'a Statement) {
        match &statement.kind {
            StatementKind::Call { procedure, arguments } => {
                self.named(procedure, true);
                self.arguments(&procedure.text, arguments);
            }
            _ => walk_statement(self, statement),
        }
    }

    fn expr(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Name(name) => self.mention(name, expr.span, None),
            ExprKind::Reference(name, arguments) => {
                let is_range = |argument: &Argument| matches!(argument.value.kind, ExprKind::Range(_));
                self.named(name, !arguments.iter().any(is_range));
                self.arguments(&name.text, arguments);
            }
            _ => walk_expr(self, expr),
        }
    }

    fn constructor_item(&mut self, item: &'a ConstructorItem) {
        match item {
            ConstructorItem::Value(value) => self.expr(value),
            ConstructorItem::ImpliedDo(items, count) => {
                self.indices.push(&count.variable.text);
                items.iter().for_each(|item| self.constructor_item(item));
                self.indices.pop();
                walk_count(self, count, NameRole::Inner);
            }
        }
    }

    fn name(&mut self, name: &'a Name, role: NameRole) {
        match role {
            NameRole::Declared | NameRole::Listed | NameRole::Kind => self.named(name, false),
            NameRole::Variable => self.mention(&name.text, name.span, None),
            NameRole::Called => self.named(name, true),
            NameRole::Unit
            | NameRole::Inner
            | NameRole::Construct
            | NameRole::Block
            | NameRole::Module
            | NameRole::Keyword
            | NameRole::Type
            | NameRole::Component
            | NameRole::Operator => {}
        }
    }
}
