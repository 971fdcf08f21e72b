//! Local variables that keep their values between executions of a unit although nothing says SAVE.
//!
//! Old compilers kept all of them, and old programs rely on it. gfortran keeps arrays that are too large for its stack;
//! so do we, because a program that relies on it has run with gfortran. All are kept if the user says so, as gfortran's
//! `-fno-automatic` does. What a RECURSIVE unit has belongs to each of its executions.

use crate::resolved::{
    ArrayForm, CharacterLength, Expr, ExprKind, ProgramUnit, Storage, SymbolClass, UnitKind, Variable,
};
use forlane_semantics::types::Constant;

/// Arrays of more bytes are kept: gfortran's `-fmax-stack-var-size`.
const STACK_BYTES: i64 = 65_536;

/// Makes the local variables of a unit static that are kept: all, or the large ones.
pub(crate) fn keep_locals(unit: &mut ProgramUnit, all: bool) {
    if unit.is_recursive || unit.kind == UnitKind::Program {
        return;
    }
    for (_, symbol) in unit.symbols.iter_mut() {
        if let SymbolClass::Variable(variable) = &mut symbol.class
            && variable.storage == Storage::Local
            && match variable.form {
                ArrayForm::Explicit => {
                    byte_size(variable, symbol.length.as_ref()).is_some_and(|size| all || size > STACK_BYTES)
                }
                ArrayForm::Allocatable => all,
                ArrayForm::Assumed | ArrayForm::Host => false,
            }
        {
            variable.storage = Storage::Static;
        }
    }
}

/// The size of a variable, if constants say it.
fn byte_size(variable: &Variable, length: Option<&CharacterLength>) -> Option<i64> {
    let mut size = match length {
        None => variable.ty.size() as i64,
        Some(CharacterLength::Constant(length)) => i64::try_from(*length).ok()?,
        Some(_) => return None,
    };
    for dimension in variable.shape.iter().flatten() {
        let (lower, upper) = (constant_bound(&dimension.lower)?, constant_bound(dimension.upper.as_ref()?)?);
        let extent = upper.checked_sub(lower)?.checked_add(1)?.max(0);
        size = size.checked_mul(extent)?;
    }
    Some(size)
}

fn constant_bound(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Constant(Constant::Integer(_, value)) => Some(*value),
        _ => None,
    }
}
