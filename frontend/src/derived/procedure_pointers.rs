//! Procedure pointers: INTEGER variables with the numbers of procedures, 0 for none.
//!
//! ```text
//! PROCEDURE(FN), POINTER :: P    integer :: p
//! P => F                         p = number(f)
//! Y = P(X)                       p%1 = p
//!                                y = p%1%%procedure(x)
//! CALL SOLVE(X%P)                p%2 = x%p
//!                                call solve(p%2%%procedure)
//! ```
//!
//! The variable is what a pointer to data is in other files: it is declared, passed and kept in objects as any INTEGER
//! is. A name with `%%procedure` is that of a procedure whose number the variable has; what it is called for is decided
//! when all procedures that have numbers are known.

use super::names::{Meaning, Names, Procedure, Shaped, Ty};
use super::paths::Value;
use super::pointers::operation;
use super::rewriter::{Outcome, Problem, Rewriter};
use super::terms::{declaration, integer, intrinsic, name_expr, reference};
use crate::resolved::BinaryOp;
use crate::source::Span;
use crate::tree::*;
use forlane_semantics::PROCEDURE_NUMBER;
use std::rc::Rc;

/// The type of a procedure pointer, if a value is one.
pub(super) fn pointer_of(value: &Value) -> Option<Rc<ProcedurePointer>> {
    match value {
        Value::Plain(_, Shaped { ty: Some(Ty::Procedure(pointer)), .. })
        | Value::Stored(_, Shaped { ty: Some(Ty::Procedure(pointer)), .. }) => Some(Rc::clone(pointer)),
        _ => None,
    }
}

/// The variable that a procedure pointer is.
pub(super) fn variable_spec(ty: &TypeSpec) -> Option<TypeSpec> {
    let is_pointer = matches!(ty.kind, Some(KindSelector::Procedure(_)));
    is_pointer.then(|| TypeSpec { kind: None, ..ty.clone() })
}

/// The number of a pointer that has the target that its declaration gives it, which has its own number later.
const INITIAL: i64 = -1;

/// The first value of a procedure pointer.
pub(super) fn first_number(initial: Option<&Initializer>, span: Span) -> Outcome<Expr> {
    match initial {
        None => Ok(integer(0, span)),
        Some(Initializer::Target(value)) if is_null(value) => Ok(integer(0, span)),
        Some(Initializer::Target(Expr { kind: ExprKind::Name(_), .. })) => Ok(integer(INITIAL, span)),
        Some(_) => Err(Problem::error("E0300", span, "the initial target is neither NULL() nor a procedure")),
    }
}

/// The type of a pointer with the initial target that a declaration gives it.
pub(super) fn with_initial(ty: Option<Ty>, initial: Option<&Initializer>) -> Option<Ty> {
    match (ty, initial) {
        (Some(Ty::Procedure(pointer)), Some(Initializer::Target(Expr { kind: ExprKind::Name(text), span }))) => {
            let initial = Some(Name { text: text.clone(), span: *span });
            Some(Ty::Procedure(Rc::new(ProcedurePointer { initial, ..(*pointer).clone() })))
        }
        (ty, _) => ty,
    }
}

pub(super) fn is_null(value: &Expr) -> bool {
    matches!(&value.kind, ExprKind::Reference(name, arguments) if name.text == "null" && arguments.is_empty())
}

fn no_target(span: Span) -> Problem {
    let problem = Problem::error("E0300", span, "this is no procedure, and no procedure pointer");
    problem.with_help("name a procedure whose interface is known here")
}

/// What a pointer points to has its interface, where both are known.
pub(super) fn check_interfaces(own: Option<Rc<Procedure>>, found: Option<Rc<Procedure>>, span: Span) -> Outcome<()> {
    match own.zip(found).and_then(|(own, found)| found.differs_from(&own, None)) {
        None => Ok(()),
        Some(what) => {
            let message = format!("this differs in {what} from what the pointer points to");
            Err(Problem::error("E0300", span, message).with_help("give both the same interface"))
        }
    }
}

impl Rewriter<'_> {
    /// The interface of what a pointer points to, if it is known.
    pub fn interface_of(&self, pointer: &ProcedurePointer) -> Option<Rc<Procedure>> {
        let ProcedureInterface::Like(name) = &pointer.interface else { return None };
        let host = pointer.module.as_ref().and_then(|module| self.modules.hosts.get(module));
        match host.map_or_else(|| self.find(&name.text), |names| names.find(&name.text)) {
            Some(Meaning::Procedure(procedure)) => Some(Rc::clone(procedure)),
            _ => None,
        }
    }

    /// The procedure pointer of a name.
    pub fn named_pointer(&self, name: &Name) -> Option<(Value, Rc<ProcedurePointer>)> {
        let Some(Meaning::Variable(variable)) = self.find(&name.text) else { return None };
        let value = Value::Plain(name_expr(name), variable.shape.clone());
        pointer_of(&value).map(|pointer| (value, pointer))
    }

    /// The number of the procedure that a pointer has, or of its initial target.
    pub fn number_value(&mut self, value: Value) -> Outcome<Expr> {
        let pointer = pointer_of(&value);
        let number = match value {
            Value::Plain(value, _) => value,
            Value::Stored(path, _) => path.expr(),
            other => return Err(self.not_a_pointer(other.span())),
        };
        match pointer.as_ref().and_then(|pointer| pointer.initial.as_ref().zip(Some(pointer))) {
            Some((initial, pointer)) => {
                let (span, initial) = (number.span, self.number_of_initial(initial, pointer)?);
                let is_first = operation(BinaryOp::Equal, number.clone(), integer(INITIAL, span));
                Ok(intrinsic("merge", vec![initial, number, is_first], span))
            }
            None => Ok(number),
        }
    }

    fn number_of_initial(&mut self, initial: &Name, pointer: &ProcedurePointer) -> Outcome<Expr> {
        let host = pointer.module.as_ref().filter(|module| self.module.as_ref() != Some(module));
        let Some(names) = host.and_then(|module| self.modules.hosts.get(module)) else {
            return self.number_of_procedure(name_expr(initial));
        };
        let Some(Meaning::Procedure(procedure)) = names.find(&initial.text).cloned() else {
            let what = "an initial target of a procedure pointer that is not a procedure of a module";
            return Err(Problem::Refused(what, initial.span));
        };
        let text = self.accessible(&procedure);
        self.declare_number(initial.span);
        Ok(reference(PROCEDURE_NUMBER, vec![name_expr(&Name { text, span: initial.span })], initial.span))
    }

    /// Gives a pointer the number of its initial target, if it has that, so that others may read it.
    pub fn settle_initial(&mut self, value: &Value, span: Span) -> Outcome<()> {
        if pointer_of(value).is_some_and(|pointer| pointer.initial.is_some()) {
            let number = self.number_value(value.clone())?;
            let target = match value {
                Value::Plain(target, _) => target.clone(),
                Value::Stored(path, _) => path.expr(),
                other => return Err(self.not_a_pointer(other.span())),
            };
            self.before(StatementKind::Assign { target, value: number }, span)?;
        }
        Ok(())
    }

    /// `pointer => value` of procedure pointers, which that is.
    pub fn point_at_procedure(&mut self, pointer: Value, value: Expr, span: Span) -> Outcome<Vec<StatementKind>> {
        if let Some(pointer) = pointer_of(&pointer) {
            self.check_target(&pointer, &value)?;
        }
        if pointer.shape().rank.is_some_and(|rank| rank > 0) {
            return Err(Problem::error("E0297", pointer.span(), "an array of pointers can't be referenced as a whole"));
        }
        let number = self.number_of_procedure(value)?;
        let target = match pointer {
            Value::Plain(target, _) => target,
            Value::Stored(path, _) => path.expr(),
            other => return Err(self.not_a_pointer(other.span())),
        };
        if !matches!(number.kind, ExprKind::Name(_) | ExprKind::Integer(..))
            && !matches!(target.kind, ExprKind::Name(_))
        {
            let kept = name_expr(&self.integer("number", span));
            self.before(StatementKind::Assign { target: kept.clone(), value: number }, span)?;
            return Ok(vec![StatementKind::Assign { target, value: kept }]);
        }
        Ok(vec![StatementKind::Assign { target, value: number }])
    }

    /// What a pointer points to has its interface.
    pub fn check_target(&mut self, pointer: &ProcedurePointer, target: &Expr) -> Outcome<()> {
        check_interfaces(self.interface_of(pointer), self.interface_of_target(target), target.span)
    }

    /// The same of an initial target, which is a procedure.
    pub fn check_initial(&mut self, pointer: &ProcedurePointer, target: &Expr) -> Outcome<()> {
        match &target.kind {
            ExprKind::Name(name) if !self.is_procedure(name) => Err(no_target(target.span)),
            _ => self.check_target(pointer, target),
        }
    }

    /// The interface of what is the target of a pointer.
    fn interface_of_target(&mut self, value: &Expr) -> Option<Rc<Procedure>> {
        match &value.kind {
            ExprKind::Name(name) => match self.find(name) {
                Some(Meaning::Procedure(procedure)) => Some(Rc::clone(procedure)),
                _ => self
                    .named_pointer(&Name { text: name.clone(), span: value.span })
                    .and_then(|(_, pointer)| self.interface_of(&pointer)),
            },
            ExprKind::Component(_) | ExprKind::Reference(..) => {
                let pointer = self.raw(value.clone()).ok().and_then(|value| pointer_of(&value))?;
                self.interface_of(&pointer)
            }
            _ => None,
        }
    }

    /// The number that a pointer to this has.
    pub fn number_of_procedure(&mut self, value: Expr) -> Outcome<Expr> {
        let span = value.span;
        if is_null(&value) {
            return Ok(integer(0, span));
        }
        if let ExprKind::Name(name) = &value.kind
            && self.is_procedure(name)
        {
            self.declare_number(span);
            return Ok(reference(PROCEDURE_NUMBER, vec![value], span));
        }
        let value = self.raw(value)?;
        if pointer_of(&value).is_some() {
            return self.number_value(value);
        }
        Err(no_target(span))
    }

    /// Declares the function whose value is the number of a procedure.
    pub fn declare_number(&mut self, span: Span) {
        let declares = |statement: &Statement| match &statement.kind {
            StatementKind::TypeDeclaration { entities, .. } => {
                entities.iter().any(|entity| entity.name.text == PROCEDURE_NUMBER)
            }
            _ => false,
        };
        if !self.temporaries.iter().any(declares) {
            let ty = TypeSpec { name: TypeName::Integer, kind: None, span };
            let (attributes, name) = (vec![Attribute::External], PROCEDURE_NUMBER.into());
            self.temporaries.push(declaration(ty, attributes, name, Vec::new(), None, span));
        }
    }

    /// Whether a name is that of a procedure, and not of a variable here.
    pub fn is_procedure(&self, name: &Word) -> bool {
        match self.find(name) {
            Some(Meaning::Procedure(_)) => true,
            Some(Meaning::Variable(_)) => {
                let gives = |names: &Names| names.gives(name, &Attribute::External);
                self.names.is_external(name) || self.names.chain().any(gives)
            }
            None => self.names.is_external(name) || crate::resolve::is_passable_intrinsic(name),
        }
    }

    /// ASSOCIATED of a procedure pointer, perhaps with a procedure.
    pub fn is_procedure_associated(&mut self, pointer: Value, target: Option<Expr>, span: Span) -> Outcome<Value> {
        let pointer = self.number_value(pointer)?;
        let mut condition = operation(BinaryOp::NotEqual, pointer.clone(), integer(0, span));
        if let Some(target) = target {
            let number = self.number_of_procedure(target)?;
            let is_same = operation(BinaryOp::Equal, pointer, number);
            condition = operation(BinaryOp::And, condition, is_same);
        }
        let condition = Expr { kind: ExprKind::Paren(Box::new(condition)), span };
        Ok(Value::Plain(condition, Shaped::new(Some(Ty::Logical(4)), 0)))
    }

    /// A procedure pointer is no value.
    pub fn check_no_procedure(&self, value: &Value) -> Outcome<()> {
        match pointer_of(value) {
            None => Ok(()),
            Some(_) => Err(Problem::error("E0296", value.span(), "a procedure pointer is not allowed here")),
        }
    }
}
