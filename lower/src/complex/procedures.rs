//! COMPLEX arguments and functions: what is passed by value goes to memory, a result is the first argument.

use super::Parts;
use crate::Builder;
use crate::entities::ComplexVariable;
use crate::entities::LoweredSymbol;
use forlane_cfg::expr::IntegerExpr;
use forlane_cfg::graph::{ActionKind, Argument, with_first};
use forlane_frontend::resolved::{self, Designator, SymbolId};
use forlane_semantics::types::{Constant, IntegerKind, RealKind, Type};

impl Builder<'_> {
    /// A reference to a function of type COMPLEX.
    pub(super) fn complex_function(
        &mut self,
        procedure: SymbolId,
        arguments: &[resolved::Argument],
        kind: RealKind,
    ) -> Parts {
        let name = self.source.symbols[procedure].name.clone();
        let (given, passed) = self.arguments(arguments);
        let result = self.complex_in_memory(&name, kind, None);
        let arguments = with_first(vec![Argument::Array(result)], given);
        let callee = self.callee(procedure);
        self.action(ActionKind::Call { callee, arguments, result: None, result_value: None });
        passed.iter().for_each(|passed| self.take_back(passed));
        let value = self.read_pair(kind, result, IntegerExpr::Constant(IntegerKind::I4, 0));
        self.keep_parts("result", value)
    }

    /// A COMPLEX actual argument that is neither an array nor an element; none for any other argument.
    pub fn complex_argument(&mut self, argument: &resolved::Argument) -> Option<Argument> {
        match argument {
            resolved::Argument::Value(value) if value.rank() == 0 => {
                let Type::Complex(kind) = value.ty else { return None };
                let value = self.complex(value);
                Some(Argument::Array(self.complex_in_memory("value", kind, Some(value))))
            }
            resolved::Argument::Designator(Designator::Variable(symbol), _) => match &self.entities[symbol.index()] {
                LoweredSymbol::Complex(ComplexVariable::Memory(var)) => Some(Argument::Array(*var)),
                LoweredSymbol::Constant(Constant::Complex(kind, re, im)) => {
                    let (kind, value) = (*kind, Parts::constant(*kind, *re, *im));
                    Some(Argument::Array(self.complex_in_memory("value", kind, Some(value))))
                }
                _ => None,
            },
            _ => None,
        }
    }
}
