//! The variables of a unit, and placeholders for values that can not be expressed by them.

use forlane_cfg::expr::{Expr, IntegerExpr, Place};
use forlane_cfg::unit::{Unit, Var, VarId};
use forlane_cfg::{CharacterExpr, CharacterPart};
use forlane_semantics::types::{IntegerKind, Type};
use id_arena::Arena;
use indexmap::IndexMap;

/// The names of a report. Stand-ins have ids of their own and are named by what they are: `f(x)` the value of a
/// function, `<call sub>` what a subroutine assigned, `<read>` input, `<loop b7>` the work of a loop that the path
/// passes, `<undefined>` a local variable before its first assignment.
#[derive(Clone, Debug)]
pub(super) struct Symbols {
    /// The unit's variables, then the stand-ins.
    pub vars: Arena<Var>,
    known: usize,
    /// For each stand-in the variables on which it depends, as far as they are named.
    reads: Vec<Vec<VarId>>,
    made: IndexMap<(String, Type), VarId>,
}

impl Symbols {
    pub fn new(unit: &Unit) -> Symbols {
        let vars = unit.vars.clone();
        Symbols { known: vars.len(), vars, reads: Vec::new(), made: IndexMap::new() }
    }

    /// A stand-in of that type.
    pub fn stand_in(&mut self, text: &str, ty: Type, reads: &[VarId]) -> Expr {
        let ty = if ty == Type::Character { Type::Integer(IntegerKind::I1) } else { ty };
        let var = match self.made.get(&(text.to_owned(), ty)) {
            Some(var) => *var,
            None => {
                let scope = self.vars.iter().next().map(|(_, var)| var.scope);
                let Some(scope) = scope else { return Expr::Integer(IntegerExpr::Constant(IntegerKind::I4, 0)) };
                let var = self.vars.alloc(Var::local(text.to_owned(), ty, scope));
                self.reads.push(reads.to_vec());
                self.made.insert((text.to_owned(), ty), var);
                var
            }
        };
        let read = Expr::read(ty, Place::Variable(var));
        read.unwrap_or(Expr::Integer(IntegerExpr::Constant(IntegerKind::I4, 0)))
    }

    /// A stand-in for bytes of CHARACTER.
    pub fn text_stand_in(&mut self, text: &str, reads: &[VarId]) -> Expr {
        match self.stand_in(text, Type::Character, reads) {
            Expr::Integer(byte) => Expr::Character(CharacterExpr { parts: vec![CharacterPart::Char(byte)] }),
            other => other,
        }
    }

    /// Adds the unit's variables that an expression reads, each once, in order of their first place. A stand-in gives
    /// those on which it depends.
    pub fn add_variables(&self, expr: &Expr, found: &mut Vec<VarId>) {
        let mut add = |var: VarId| {
            if !found.contains(&var) {
                found.push(var);
            }
        };
        let read = |var: VarId| match self.stand_in_reads(var) {
            Some(reads) => reads.iter().copied().for_each(&mut add),
            None => add(var),
        };
        let mut vars = Vec::new();
        expr.for_each_place(&mut |place| vars.extend(place.var()));
        vars.into_iter().for_each(read);
    }

    /// Of a stand-in, the variables on which it depends.
    pub fn stand_in_reads(&self, var: VarId) -> Option<&[VarId]> {
        let at = var.index().checked_sub(self.known)?;
        self.reads.get(at).map(Vec::as_slice)
    }
}
