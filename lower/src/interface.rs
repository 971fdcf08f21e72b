//! What a unit looks like from outside: its arguments as the source declares them.

use crate::Builder;
use crate::entities::LoweredSymbol;
use forlane_cfg::interface::{Bound, Carrier, Companion, Dimension, SourceArgument, TextLength};
use forlane_cfg::unit::{Storage, VarId};
use forlane_frontend::resolved::{
    self, ArrayForm, CharacterLength, Designator, ExprKind, SymbolClass, SymbolId, Variable,
};
use forlane_semantics::types::Constant;
use std::collections::HashSet;

impl Builder<'_> {
    /// What the source declares of these dummy arguments, and of the result if the caller provides memory for it.
    /// `passed` are the variables of all dummy arguments.
    pub fn declared_arguments(
        &self,
        dummies: &[SymbolId],
        result: Option<SymbolId>,
        passed: &[VarId],
    ) -> Vec<SourceArgument> {
        let mut declared: Vec<SourceArgument> = Vec::new();
        let mut left: HashSet<VarId> = passed.iter().copied().collect();
        let symbols = result.iter().map(|symbol| (symbol, true)).chain(dummies.iter().map(|symbol| (symbol, false)));
        for (symbol, is_result) in symbols {
            let Some(var) = self.entities[symbol.index()].var() else { continue };
            match &self.source.symbols[*symbol].class {
                SymbolClass::Variable(variable) if left.remove(&var) => {
                    declared.push(SourceArgument { is_result, ..self.declared_argument(*symbol, var, variable) });
                }
                SymbolClass::External { .. } if left.remove(&var) => {
                    let present = self.companion(var, Companion::Present);
                    declared.push(SourceArgument { present, ..SourceArgument::of_variable(var, &self.vars[var]) });
                }
                _ => {}
            }
        }
        declared
    }

    fn declared_argument(&self, symbol: SymbolId, var: VarId, variable: &Variable) -> SourceArgument {
        let length = match &self.entities[symbol.index()] {
            LoweredSymbol::Text(text) => {
                text.hidden.map(|actual| TextLength { actual, declared: self.declared_length(symbol) })
            }
            _ => None,
        };
        let shape = variable.shape.iter().flatten().enumerate();
        SourceArgument {
            carrier: Carrier::Variable(var),
            ty: variable.ty,
            dimensions: shape.map(|(at, declared)| self.dimension(var, at, declared, variable.form)).collect(),
            intent: variable.intent,
            length,
            allocated: self.companion(var, Companion::Allocated),
            present: self.companion(var, Companion::Present),
            is_result: false,
            is_promised: false,
        }
    }

    fn declared_length(&self, symbol: SymbolId) -> Option<Bound> {
        match self.source.symbols[symbol].length.as_ref()? {
            CharacterLength::Constant(length) => Some(Bound::Constant(*length as i64)),
            CharacterLength::Expression(length) => Some(self.declared_bound(length)),
            CharacterLength::Assumed | CharacterLength::Deferred => None,
        }
    }

    fn dimension(&self, var: VarId, at: usize, declared: &resolved::Dimension, form: ArrayForm) -> Dimension {
        let extent = self.companion(var, Companion::Extent(at + 1));
        match (form, extent, self.companion(var, Companion::LowerBound(at + 1))) {
            (ArrayForm::Allocatable | ArrayForm::Host, Some(extent), Some(lower)) => {
                Dimension::Hidden { lower, extent }
            }
            (ArrayForm::Assumed, Some(extent), _) => {
                Dimension::Assumed { lower: self.declared_bound(&declared.lower), extent }
            }
            _ => Dimension::Declared {
                lower: self.declared_bound(&declared.lower),
                upper: declared.upper.as_ref().map(|upper| self.declared_bound(upper)),
            },
        }
    }

    fn companion(&self, of: VarId, what: Companion) -> Option<VarId> {
        let hidden = self.hidden.get(&of)?;
        hidden.iter().find(|(companion, _)| *companion == what).map(|(_, var)| *var)
    }

    fn declared_bound(&self, bound: &resolved::Expr) -> Bound {
        let mut kind = &bound.kind;
        while let ExprKind::Paren(inner) = kind {
            kind = &inner.kind;
        }
        match kind {
            ExprKind::Constant(Constant::Integer(_, value)) => Bound::Constant(*value),
            ExprKind::Read(Designator::Variable(symbol)) => match self.entities[symbol.index()] {
                LoweredSymbol::Scalar(var) if self.vars[var].storage == Storage::Dummy => Bound::Argument(var),
                _ => Bound::Computed,
            },
            _ => Bound::Computed,
        }
    }
}
