//! What the lines of the text form say, before names and ids are looked up.

use super::token::Numbered;
use crate::interface::Intent;
use crate::region::{Control, LabelKind};
use crate::transfer::IoKind;
use crate::unit::{AreaPlace, ArrayLength, Inlined, ScopeKind, Shape, SourceLine, Stage, StopCode, Storage, UnitKind};
use forlane_semantics::types::{Constant, Type};

/// A line.
#[derive(Clone, Debug)]
pub(super) enum Line<'a> {
    /// `unit … {`
    Unit(UnitHead<'a>),
    /// `file f1 "common.inc"`
    File(Numbered<'a>, String),
    /// `inlined square 20 23`
    Inlined(Inlined),
    /// `scope s1 block in s0`
    Scope { id: Numbered<'a>, kind: ScopeKind, parent: Option<Numbered<'a>> },
    /// `var …`
    Var(VarLine<'a>),
    /// `dummies …`
    Dummies(Vec<&'a str>),
    /// `argument …`
    Argument(ArgumentLine<'a>),
    /// `result …`
    Result(&'a str),
    /// `tree r0 {`
    Tree(Numbered<'a>),
    /// `b3:`
    Block(Numbered<'a>),
    /// `merge …`
    Merge { target: Definition<'a>, operands: Vec<(Numbered<'a>, Numbered<'a>)> },
    /// An action.
    Action(ActionText<'a>, SourceLine),
    /// An end of a block only.
    Terminator(TerminatorText<'a>, SourceLine),
    /// An end of a region only.
    End(EndText<'a>, SourceLine),
    /// `return …`, an end of either.
    Return(Vec<(&'a str, Numbered<'a>)>, SourceLine),
    /// `stop …`, an end of either.
    Stop(StopCode, SourceLine),
    /// A construct and the line it is at.
    Construct(ConstructText<'a>, SourceLine),
    /// `block L2 (v3:x real8) r4 {`
    GraphBlock(Numbered<'a>, Vec<Definition<'a>>, Numbered<'a>),
    /// `} else r3 {`
    Else(Numbered<'a>),
    /// `case 1 | 2 r3 {`
    Case(Vec<i64>, Numbered<'a>),
    /// `default r3 {`
    Default(Numbered<'a>),
    /// `}`
    Close,
}

/// The first line of a unit.
#[derive(Clone, Debug)]
pub(super) struct UnitHead<'a> {
    pub(super) stage: Stage,
    pub(super) kind: UnitKind,
    /// The name as it is there.
    pub(super) place: &'a str,
    pub(super) name: String,
    pub(super) file: String,
    pub(super) origin: Option<String>,
}

/// A variable's declaration.
#[derive(Clone, Debug)]
pub(super) struct VarLine<'a> {
    pub(super) name: &'a str,
    pub(super) ty: Type,
    pub(super) array: Option<ArrayLength>,
    pub(super) storage: Storage,
    pub(super) area: Option<AreaPlace>,
    pub(super) is_target: bool,
    pub(super) shape: Shape,
    pub(super) scope: Numbered<'a>,
    pub(super) initial: Vec<(u64, u64, Constant)>,
}

/// An argument of the source.
#[derive(Clone, Debug)]
pub(super) struct ArgumentLine<'a> {
    pub(super) name: &'a str,
    pub(super) ty: Type,
    pub(super) dimensions: Vec<DimensionText<'a>>,
    pub(super) intent: Option<Intent>,
    /// The dummy argument with the length, and the declared one.
    pub(super) length: Option<(&'a str, Option<BoundText<'a>>)>,
    pub(super) allocated: Option<&'a str>,
    pub(super) present: Option<&'a str>,
    pub(super) is_result: bool,
    pub(super) is_promised: bool,
    /// The real and the imaginary part; none if the variable of its name stands for it.
    pub(super) parts: Option<(&'a str, &'a str)>,
}

/// A dimension of an argument.
#[derive(Clone, Debug)]
pub(super) enum DimensionText<'a> {
    /// Lower and upper bound.
    Declared(BoundText<'a>, Option<BoundText<'a>>),
    /// Lower bound, and the dummy argument with the extent.
    Assumed(BoundText<'a>, &'a str),
    /// The dummy arguments with lower bound and extent.
    Hidden(&'a str, &'a str),
}

/// A bound of an argument.
#[derive(Clone, Debug)]
pub(super) enum BoundText<'a> {
    Constant(i64),
    Argument(&'a str),
    Computed,
}

/// A value where it is defined.
#[derive(Clone, Copy, Debug)]
pub(super) struct Definition<'a> {
    pub(super) id: Numbered<'a>,
    pub(super) hint: &'a str,
    pub(super) ty: Type,
    pub(super) shape: Option<Shape>,
}

/// An expression in postfix order, and its text.
#[derive(Clone, Debug)]
pub(super) struct ExprText<'a> {
    pub(super) items: Vec<ExprItem<'a>>,
    pub(super) text: &'a str,
}

/// A part of an expression, with its text for messages.
#[derive(Clone, Debug)]
pub(super) enum ExprItem<'a> {
    /// A constant.
    Constant(Constant),
    /// A variable.
    Variable(&'a str),
    /// A value.
    Value(Numbered<'a>),
    /// An element of that array; the offset comes before.
    Element(&'a str),
    /// An element of that array by a number of subscripts, which come before, each but the last with its extent after
    /// it.
    Section(&'a str, usize),
    /// A range of that array; offset and length come before.
    Range(&'a str),
    /// An intrinsic operation with its number of operands, which come before.
    Operation(&'a str, usize),
}

/// An action.
#[derive(Clone, Debug)]
pub(super) enum ActionText<'a> {
    Enter(Numbered<'a>),
    Leave(Numbered<'a>),
    Assign(&'a str, ExprText<'a>),
    Define(Definition<'a>, ExprText<'a>),
    Store(&'a str, ExprText<'a>, ExprText<'a>),
    /// Array, offset, length and value.
    StoreText(&'a str, ExprText<'a>, ExprText<'a>, ExprText<'a>),
    Array(Box<ArrayText<'a>>),
    Allocate(&'a str, ExprText<'a>),
    Free(&'a str),
    Call {
        target: CallTarget<'a>,
        callee: CalleeText<'a>,
        arguments: Vec<ItemText<'a>>,
    },
    Io(IoKind, Vec<ItemText<'a>>),
}

/// An array assignment.
#[derive(Clone, Debug)]
pub(super) struct ArrayText<'a> {
    pub(super) ranges: Vec<RangeText<'a>>,
    pub(super) mask: Option<ExprText<'a>>,
    /// What is assigned, with its value: a variable for a part, otherwise an element.
    pub(super) assignments: Vec<(ExprText<'a>, ExprText<'a>)>,
}

/// A range of an index: the index, its first value, the count, the increment if it is not 1.
#[derive(Clone, Debug)]
pub(super) struct RangeText<'a> {
    pub(super) index: &'a str,
    pub(super) first: ExprText<'a>,
    pub(super) count: ExprText<'a>,
    pub(super) step: Option<ExprText<'a>>,
}

/// What is called or passed as a procedure.
#[derive(Clone, Debug)]
pub(super) enum CalleeText<'a> {
    Unit(String),
    Dummy(&'a str),
    Internal(String, Vec<usize>),
}

/// Where a function's value goes.
#[derive(Clone, Debug)]
pub(super) enum CallTarget<'a> {
    None,
    Variable(&'a str),
    Value(Definition<'a>),
}

/// An argument or an item of an output list.
#[derive(Clone, Debug)]
pub(super) enum ItemText<'a> {
    /// A text.
    Text(Vec<u8>, &'a str),
    /// A value.
    Value(ExprText<'a>),
    /// `&x`
    Variable(&'a str),
    /// `&(v1:x => v2:x real8)`
    InOut(ExprText<'a>, Definition<'a>),
    /// `&a[i]`
    Element(&'a str, ExprText<'a>),
    /// `&a[]`
    Array(&'a str),
    /// `procedure f`
    Procedure(CalleeText<'a>, &'a str),
    /// `absent`
    Absent(&'a str),
}

/// An end of a block.
#[derive(Clone, Debug)]
pub(super) enum TerminatorText<'a> {
    Goto(Numbered<'a>),
    Branch(ExprText<'a>, Numbered<'a>, Numbered<'a>),
    Switch(ExprText<'a>, Vec<(Vec<i64>, Numbered<'a>)>, Numbered<'a>),
}

/// An end of a region.
#[derive(Clone, Debug)]
pub(super) enum EndText<'a> {
    Yield(Vec<Numbered<'a>>),
    Exit(Numbered<'a>, Vec<Numbered<'a>>, Control),
    Again(Numbered<'a>, Vec<Numbered<'a>>, Control),
    Goto(Numbered<'a>, Vec<Numbered<'a>>, Control),
    Unreachable,
}

/// A construct that holds regions; but for switches and graphs its first region is opened in the same line.
#[derive(Clone, Debug)]
pub(super) enum ConstructText<'a> {
    If { condition: ExprText<'a>, outputs: Vec<Definition<'a>>, control: Control, then: Numbered<'a> },
    Switch { selector: ExprText<'a>, outputs: Vec<Definition<'a>>, control: Control },
    Scope { label: Numbered<'a>, outputs: Vec<Definition<'a>>, control: Control, body: Numbered<'a> },
    Loop { label: Numbered<'a>, inputs: Vec<(Definition<'a>, Numbered<'a>)>, control: Control, body: Numbered<'a> },
    Graph { initial: Vec<Numbered<'a>>, control: Control },
}

impl<'a> Line<'a> {
    /// Calls `see` for each value defined in the line.
    pub(super) fn for_each_definition(&self, see: &mut dyn FnMut(&Definition<'a>)) {
        match self {
            Line::Merge { target, .. } | Line::Action(ActionText::Define(target, _), _) => see(target),
            Line::Action(ActionText::Call { target, arguments, .. }, _) => {
                for argument in arguments {
                    if let ItemText::InOut(_, after) = argument {
                        see(after);
                    }
                }
                if let CallTarget::Value(value) = target {
                    see(value);
                }
            }
            Line::Action(ActionText::Io(_, items), _) => {
                for item in items {
                    if let ItemText::InOut(_, after) = item {
                        see(after);
                    }
                }
            }
            Line::Construct(construct, _) => match construct {
                ConstructText::If { outputs, .. }
                | ConstructText::Switch { outputs, .. }
                | ConstructText::Scope { outputs, .. } => outputs.iter().for_each(see),
                ConstructText::Loop { inputs, .. } => inputs.iter().for_each(|(value, _)| see(value)),
                ConstructText::Graph { .. } => {}
            },
            Line::GraphBlock(_, inputs, _) => inputs.iter().for_each(see),
            _ => {}
        }
    }

    /// The region that the line opens.
    pub(super) fn opened_region(&self) -> Option<Numbered<'a>> {
        match self {
            Line::Tree(region)
            | Line::Else(region)
            | Line::Case(_, region)
            | Line::Default(region)
            | Line::GraphBlock(.., region) => Some(*region),
            Line::Construct(construct, _) => match construct {
                ConstructText::If { then: region, .. }
                | ConstructText::Scope { body: region, .. }
                | ConstructText::Loop { body: region, .. } => Some(*region),
                ConstructText::Switch { .. } | ConstructText::Graph { .. } => None,
            },
            _ => None,
        }
    }

    /// The label that the line defines, and what it labels.
    pub(super) fn defined_label(&self) -> Option<(Numbered<'a>, LabelKind)> {
        match self {
            Line::Construct(ConstructText::Scope { label, .. }, _) => Some((*label, LabelKind::Scope)),
            Line::Construct(ConstructText::Loop { label, .. }, _) => Some((*label, LabelKind::Loop)),
            Line::GraphBlock(label, ..) => Some((*label, LabelKind::Block)),
            _ => None,
        }
    }
}
