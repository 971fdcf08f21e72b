//! Numbers for expressions, under which later stages keep what they know of them.

use super::{CharacterLength, Dimension, Part, ProgramUnit, Statement, SymbolClass, Variable, for_each_inside};

/// The number of an expression in its unit, from 1; zero until the unit is complete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ExprId(u32);

impl ProgramUnit {
    /// Gives each expression of a complete unit its number. Resolution copies expressions and takes them apart, so they
    /// can't have one before.
    pub(crate) fn number_expressions(&self) {
        let mut last = 0;
        let mut statements: Vec<&Statement> = self.body.iter().collect();
        let mut parts = self.declared_expressions();
        loop {
            for_each_inside(parts.drain(..), &mut |part| {
                match part {
                    Part::Expr(expr) => {
                        last += 1;
                        expr.id.set(ExprId(last));
                    }
                    Part::Statements(body) => statements.extend(body),
                    Part::Terminal(terminal) => statements.push(&terminal.statement),
                    Part::Argument(_) | Part::Label(_) | Part::Symbol(..) => {}
                }
                true
            });
            let Some(statement) = statements.pop() else { return };
            statement.for_each_part(&mut |part| parts.push(part));
        }
    }

    /// The bounds and lengths of all symbols.
    fn declared_expressions(&self) -> Vec<Part<'_>> {
        let mut parts = Vec::new();
        for (_, symbol) in self.symbols.iter() {
            if let SymbolClass::Variable(Variable { shape: Some(shape), .. }) = &symbol.class {
                let bounds = shape.iter().flat_map(|Dimension { lower, upper }| std::iter::once(lower).chain(upper));
                parts.extend(bounds.map(Part::Expr));
            }
            if let Some(CharacterLength::Expression(length)) = &symbol.length {
                parts.push(Part::Expr(length));
            }
        }
        parts
    }
}
