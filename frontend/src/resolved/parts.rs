//! One walk over resolved statements and expressions, for all that look at them: each shows its parts, in source order.
//!
//! The matches name every field of every node and have no arm for "all others", so that a new one does not compile
//! until it shows its parts. A walk is a list of what is still to be seen, not a recursion: expressions are deep.

mod statements;

use super::*;

/// A part of a statement, an expression or an argument.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    /// An expression that is evaluated.
    Expr(&'a Expr),
    /// An actual argument.
    Argument(&'a Argument),
    /// Statements of a construct.
    Statements(&'a [Statement]),
    /// The terminal statement of a labelled DO.
    Terminal(&'a Terminal),
    /// A statement to which this one may branch.
    Label(&'a LabelRef),
    /// A symbol.
    Symbol(SymbolId, Role),
}

impl<'a> Part<'a> {
    /// The expression that it is.
    pub fn as_expr(self) -> Option<&'a Expr> {
        match self {
            Part::Expr(expr) => Some(expr),
            _ => None,
        }
    }
}

/// What a statement or an expression does with a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// It reads a scalar variable.
    Read,
    /// It reads an element of the array.
    ReadElement,
    /// It reads elements of the array, a section or all.
    ReadArray,
    /// It queries the variable and does not read it.
    Inquired,
    /// It assigns the variable or parts of it.
    Assigned,
    /// It passes a scalar variable by reference: the callee may assign it.
    Passed,
    /// It passes the array, or elements of it, by reference: the callee may assign them.
    PassedArray,
    /// It calls the procedure.
    Called,
    /// It passes the procedure.
    PassedProcedure,
    /// It is the index of FORALL, or of an implied DO of a constructor, which exists there alone.
    Index,
    /// It is a variable of a scope inside of the unit.
    Inner,
}

type See<'a, 's> = &'s mut dyn FnMut(Part<'a>);

/// Shows these parts and, in source order, the parts of all expressions and arguments in them for which `see` is true.
pub fn for_each_inside<'a>(parts: impl IntoIterator<Item = Part<'a>>, see: &mut dyn FnMut(Part<'a>) -> bool) {
    let mut left: Vec<Part<'a>> = parts.into_iter().collect();
    left.reverse();
    while let Some(part) = left.pop() {
        if !see(part) {
            continue;
        }
        let first = left.len();
        match part {
            Part::Expr(expr) => expr.for_each_part(&mut |part| left.push(part)),
            Part::Argument(argument) => argument.for_each_part(&mut |part| left.push(part)),
            Part::Statements(_) | Part::Terminal(_) | Part::Label(_) | Part::Symbol(..) => {}
        }
        left[first..].reverse();
    }
}

impl Expr {
    /// Whether `holds` for this expression or one in it, those in arguments included.
    pub fn any(&self, mut holds: impl FnMut(&Expr) -> bool) -> bool {
        let mut is_found = false;
        for_each_inside([Part::Expr(self)], &mut |part| {
            if let Part::Expr(expr) = part {
                is_found = is_found || holds(expr);
            }
            !is_found
        });
        is_found
    }

    /// Shows the parts of the expression; those of its arguments are shown by [`Argument::for_each_part`].
    pub fn for_each_part<'a>(&'a self, see: See<'a, '_>) {
        let Expr { kind, ty: _, span: _, id: _ } = self;
        match kind {
            ExprKind::Constant(_) => {}
            ExprKind::Read(designator) => designator.parts(Role::Read, Role::ReadElement, see),
            ExprKind::Array(operand) => operand.for_each_part(see),
            ExprKind::ArrayFunction(call) => call.parts(see),
            ExprKind::Paren(inner) | ExprKind::Unary(_, inner) | ExprKind::Convert(inner) => see(Part::Expr(inner)),
            ExprKind::Binary(_, left, right) => exprs([&**left, &**right], see),
            ExprKind::Substring(text, range) => {
                see(Part::Expr(text));
                range.parts(see);
            }
            ExprKind::IsAllocated(symbol) | ExprKind::IsPresent(symbol) | ExprKind::LengthOf(symbol) => {
                see(Part::Symbol(*symbol, Role::Inquired));
            }
            ExprKind::Intrinsic(_, arguments) => exprs(arguments, see),
            ExprKind::Let(bindings, value) => {
                for (symbol, value) in bindings {
                    see(Part::Symbol(*symbol, Role::Assigned));
                    see(Part::Expr(value));
                }
                see(Part::Expr(value));
            }
            ExprKind::Call { procedure, arguments, length } => {
                see(Part::Symbol(*procedure, Role::Called));
                arguments.iter().for_each(|argument| see(Part::Argument(argument)));
                exprs(length.as_deref(), see);
            }
        }
    }
}

impl Argument {
    /// Shows the parts of the argument.
    pub fn for_each_part<'a>(&'a self, see: See<'a, '_>) {
        match self {
            Argument::Value(value) => see(Part::Expr(value)),
            Argument::Designator(designator, _) => designator.parts(Role::Passed, Role::PassedArray, see),
            Argument::Array(symbol, _) | Argument::Bounded(symbol, _) => {
                see(Part::Symbol(*symbol, Role::PassedArray));
            }
            Argument::Allocatable(symbol, _) => see(Part::Symbol(*symbol, Role::Passed)),
            Argument::Procedure(symbol, _) => see(Part::Symbol(*symbol, Role::PassedProcedure)),
            Argument::Internal(symbol, taken, _) => {
                see(Part::Symbol(*symbol, Role::PassedProcedure));
                taken.iter().for_each(|argument| see(Part::Argument(argument)));
            }
            Argument::Section(section) => section.parts(Role::PassedArray, see),
            Argument::Elemental(value, is_reference) => {
                if let (true, Some(ArrayKind::Section(section))) =
                    (*is_reference, value.as_array().map(|operand| &operand.kind))
                {
                    see(Part::Symbol(section.array, Role::PassedArray));
                }
                see(Part::Expr(value));
            }
            Argument::Taken(taken) => taken.iter().for_each(|argument| see(Part::Argument(argument))),
            Argument::Shaped(inner) | Argument::Optional(inner) => see(Part::Argument(inner)),
            Argument::Omitted(_) => {}
        }
    }
}

impl ArrayOperand {
    /// Shows the parts of the operand.
    pub fn for_each_part<'a>(&'a self, see: See<'a, '_>) {
        let ArrayOperand { rank: _, kind } = self;
        match kind {
            ArrayKind::Section(section) => section.parts(Role::ReadArray, see),
            ArrayKind::Constructor(items) => constructor_items(items, see),
            ArrayKind::Function(call) => call.parts(see),
            ArrayKind::Call { procedure, arguments, bounds, length } => {
                see(Part::Symbol(*procedure, Role::Called));
                arguments.iter().for_each(|argument| see(Part::Argument(argument)));
                exprs(bounds.iter().flat_map(|(lower, upper)| [lower, upper]), see);
                exprs(length.as_deref(), see);
            }
        }
    }
}

/// The parser bounds how deep the items of a constructor nest.
fn constructor_items<'a>(list: &'a [ConstructorItem], see: See<'a, '_>) {
    for item in list {
        match item {
            ConstructorItem::Value(value) => see(Part::Expr(value)),
            ConstructorItem::ImpliedDo { variable, first, last, step, items } => {
                see(Part::Symbol(*variable, Role::Index));
                exprs([first, last, step], see);
                constructor_items(items, see);
            }
        }
    }
}

impl ArrayCall {
    fn parts<'a>(&'a self, see: See<'a, '_>) {
        let ArrayCall { function: _, arguments, dim: _ } = self;
        exprs(arguments.iter().map(|(_, argument)| argument), see);
    }
}

impl Section {
    /// Shows the array, which has that role, and the expressions in the section.
    pub(super) fn parts<'a>(&'a self, role: Role, see: See<'a, '_>) {
        let Section { array, subscripts, substring, span: _ } = self;
        see(Part::Symbol(*array, role));
        for subscript in subscripts {
            match subscript {
                Subscript::Index(index) | Subscript::Vector(index) => see(Part::Expr(index)),
                Subscript::Range { first, last, step } => exprs([first, last, step].into_iter().flatten(), see),
            }
        }
        substring.iter().for_each(|range| range.parts(see));
    }
}

impl SubstringRange {
    fn parts<'a>(&'a self, see: See<'a, '_>) {
        let SubstringRange { first, last } = self;
        exprs(first.iter().chain(last), see);
    }
}

impl Designator {
    /// Shows the variable, which has one of these roles, and the expressions in the designator.
    fn parts<'a>(&'a self, of_scalar: Role, of_element: Role, see: See<'a, '_>) {
        let mut at = self;
        loop {
            match at {
                Designator::Variable(symbol) => return see(Part::Symbol(*symbol, of_scalar)),
                Designator::Element(symbol, subscripts) => {
                    see(Part::Symbol(*symbol, of_element));
                    return exprs(subscripts, see);
                }
                Designator::Substring(of, range) => {
                    range.parts(see);
                    at = of;
                }
            }
        }
    }
}

fn exprs<'a>(list: impl IntoIterator<Item = &'a Expr>, see: See<'a, '_>) {
    list.into_iter().for_each(|expr| see(Part::Expr(expr)));
}
