//! Which part of a unit a statement belongs to, and what it does to constructs.

use super::StatementKind;

/// The place of a statement among others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The specification part.
    Specification,
    /// Either part.
    Either,
    /// The executable part: an action.
    Action,
    /// The executable part: it opens a construct.
    Opens,
    /// The executable part: it is between two parts of a construct.
    Continues,
    /// The executable part: it closes a construct.
    Closes,
}

impl StatementKind {
    /// Where it belongs.
    pub fn part(&self) -> Part {
        match self {
            StatementKind::TypeDeclaration { .. }
            | StatementKind::DerivedType { .. }
            | StatementKind::Sequence
            | StatementKind::Bound(_)
            | StatementKind::EndDerivedType(_)
            | StatementKind::Dimension(_)
            | StatementKind::Parameter(_)
            | StatementKind::ImplicitNone { .. }
            | StatementKind::Implicit(_)
            | StatementKind::External(_)
            | StatementKind::Intrinsic(_)
            | StatementKind::Save(_)
            | StatementKind::Use(_)
            | StatementKind::Import(_)
            | StatementKind::Access(..)
            | StatementKind::Attribute(..)
            | StatementKind::Interface(_)
            | StatementKind::Procedure { .. }
            | StatementKind::Allocatable(_)
            | StatementKind::Common(_)
            | StatementKind::Namelist(_)
            | StatementKind::Equivalence(_) => Part::Specification,
            StatementKind::Data(_) | StatementKind::Format(_) | StatementKind::Entry(_) | StatementKind::Invalid => {
                Part::Either
            }
            StatementKind::Assign { .. }
            | StatementKind::PointerAssign { .. }
            | StatementKind::Nullify(_)
            | StatementKind::Continue
            | StatementKind::Goto(_)
            | StatementKind::AssignLabel { .. }
            | StatementKind::AssignedGoto { .. }
            | StatementKind::ComputedGoto { .. }
            | StatementKind::ArithmeticIf { .. }
            | StatementKind::LogicalIf { .. }
            | StatementKind::Exit(_)
            | StatementKind::Cycle(_)
            | StatementKind::Call { .. }
            | StatementKind::CallBound(_)
            | StatementKind::Return(_)
            | StatementKind::Stop { .. }
            | StatementKind::Fail(_)
            | StatementKind::Pause(_)
            | StatementKind::Transfer(_)
            | StatementKind::Allocate { .. }
            | StatementKind::Deallocate { .. }
            | StatementKind::Where { .. }
            | StatementKind::Forall { .. }
            | StatementKind::Unsupported(_) => Part::Action,
            StatementKind::IfThen { .. }
            | StatementKind::Do { .. }
            | StatementKind::SelectCase { .. }
            | StatementKind::SelectType { .. }
            | StatementKind::Block(_)
            | StatementKind::Associate { .. }
            | StatementKind::WhereConstruct { .. }
            | StatementKind::ForallConstruct { .. } => Part::Opens,
            StatementKind::Else(_)
            | StatementKind::ElseIf { .. }
            | StatementKind::Case { .. }
            | StatementKind::TypeGuard { .. }
            | StatementKind::Elsewhere { .. } => Part::Continues,
            StatementKind::EndIf(_)
            | StatementKind::EndDo(_)
            | StatementKind::EndSelect(_)
            | StatementKind::EndBlock(_)
            | StatementKind::EndAssociate(_)
            | StatementKind::EndWhere(_)
            | StatementKind::EndForall(_) => Part::Closes,
        }
    }

    /// True for statements of the executable part.
    pub fn is_executable(&self) -> bool {
        !matches!(self.part(), Part::Specification | Part::Either)
    }
}
