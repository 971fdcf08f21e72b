//! Relations as the condition codes of Cranelift.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use forlane_cfg::Relation;

/// A relation of integers.
pub fn integer_condition(relation: Relation) -> IntCC {
    match relation {
        Relation::Less => IntCC::SignedLessThan,
        Relation::LessEqual => IntCC::SignedLessThanOrEqual,
        Relation::Equal => IntCC::Equal,
        Relation::NotEqual => IntCC::NotEqual,
        Relation::Greater => IntCC::SignedGreaterThan,
        Relation::GreaterEqual => IntCC::SignedGreaterThanOrEqual,
    }
}

/// A relation of reals. With a NaN all are false but `NotEqual`.
pub fn real_condition(relation: Relation) -> FloatCC {
    match relation {
        Relation::Less => FloatCC::LessThan,
        Relation::LessEqual => FloatCC::LessThanOrEqual,
        Relation::Equal => FloatCC::Equal,
        Relation::NotEqual => FloatCC::NotEqual,
        Relation::Greater => FloatCC::GreaterThan,
        Relation::GreaterEqual => FloatCC::GreaterThanOrEqual,
    }
}
