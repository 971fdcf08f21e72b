//! The controls of input and output statements, and the statements that have nothing else: OPEN, CLOSE, INQUIRE and so
//! on. Which specifiers a statement has is in the table of [`Specifier`].

use super::blocks::Body;
use crate::resolve::scope::Outcome;
use crate::resolved::{
    Designator, Expr, FileStatement, LabelRef, Request, Service, Specifier, StatementKind, TransferItem,
    TransferOutcome, TransferUnit,
};
use crate::source::Span;
use crate::tree::{self, ControlValue, DataTransfer, ExprKind, TransferControl, TransferKind};
use forlane_semantics::io::SpecifierType;
use forlane_semantics::types::Type;

/// What the controls of a statement say.
#[derive(Default)]
pub(super) struct Controls<'t> {
    pub unit: Option<&'t ControlValue>,
    pub format: Option<&'t ControlValue>,
    pub outcome: TransferOutcome,
    /// The other ones.
    specifiers: Vec<(Specifier, &'t tree::Expr)>,
    service: Option<Service>,
}

impl<'t> Controls<'t> {
    /// The specifiers that have values.
    pub fn given(&self) -> impl Iterator<Item = (Specifier, &'t tree::Expr)> {
        let service = self.service;
        let is_given = move |specifier: Specifier| service.is_some_and(|service| specifier.is_given_to(service));
        self.specifiers.clone().into_iter().filter(move |(specifier, _)| is_given(*specifier))
    }

    /// The specifiers that are assigned.
    fn answered(&self) -> impl Iterator<Item = (Specifier, &'t tree::Expr)> {
        let service = self.service;
        let is_given = move |specifier: Specifier| service.is_some_and(|service| specifier.is_given_to(service));
        self.specifiers.clone().into_iter().filter(move |(specifier, _)| !is_given(*specifier))
    }

    fn has(&self, specifier: Specifier) -> bool {
        self.specifiers.iter().any(|(given, _)| *given == specifier)
    }
}

/// The request that a statement is; of a data transfer, that of its controls.
fn service_of(kind: TransferKind) -> Service {
    match kind {
        TransferKind::Read | TransferKind::Write | TransferKind::Print => Service::Controls,
        TransferKind::Open => Service::Open,
        TransferKind::Close => Service::Close,
        TransferKind::Inquire => Service::Inquire,
        TransferKind::Rewind => Service::Rewind,
        TransferKind::Backspace => Service::Backspace,
        TransferKind::EndFile => Service::EndFile,
        TransferKind::Flush => Service::FlushUnit,
        TransferKind::Wait => Service::Wait,
    }
}

impl Body<'_, '_> {
    /// OPEN and the other statements about units.
    pub(super) fn file_statement(&mut self, statement: &DataTransfer, span: Span) -> Outcome<StatementKind> {
        let name = statement.kind.keyword().to_uppercase();
        self.scope.refuse_in_pure("input or output", span)?;
        if statement.kind == TransferKind::Inquire
            && let [TransferControl { keyword: Some(keyword), value: ControlValue::Expr(length) }] =
                &*statement.controls
            && &*keyword.text == "iolength"
        {
            return self.item_length(statement, length);
        }
        if !statement.items.is_empty() {
            return Err(self.scope.error_with_help(
                "E0271",
                span,
                format!("{name} can't have items"),
                "remove the items",
            ));
        }
        let controls = self.controls(statement, span)?;
        let service = service_of(statement.kind);
        let mut given = Vec::new();
        if let Some(unit) = controls.unit {
            let place = value_span(unit);
            match (unit, self.transfer_unit(Some(unit), true, span)?) {
                (ControlValue::Expr(_), TransferUnit::Number(unit)) => given.push((Specifier::Unit, unit)),
                _ => {
                    return Err(self.scope.error_with_help(
                        "E0271",
                        place,
                        format!("{name} takes the number of a unit"),
                        "give a unit number",
                    ));
                }
            }
        }
        let stands_for_unit = match statement.kind {
            TransferKind::Open => controls.has(Specifier::NewUnit),
            TransferKind::Inquire => controls.has(Specifier::File),
            _ => false,
        };
        if given.is_empty() != stands_for_unit {
            let (message, help) = match stands_for_unit {
                true => (format!("this {name} names a unit, and another specifier in its place"), "remove one"),
                false => ("this statement names no unit".to_owned(), "give a unit number"),
            };
            return Err(self.scope.error_with_help("E0271", span, message, help));
        }
        for (specifier, value) in controls.given() {
            given.push((specifier, self.specifier_value(specifier, value)?));
        }
        let answers = self.answers_of(&controls)?;
        let statement = FileStatement { service, given, answers, outcome: controls.outcome };
        Ok(StatementKind::File(Box::new(statement)))
    }

    /// INQUIRE (IOLENGTH=length) items
    fn item_length(&mut self, statement: &DataTransfer, length: &tree::Expr) -> Outcome<StatementKind> {
        let (designator, ty) = self.status(length)?;
        let given = self.transfer_items(statement, &statement.items, true)?;
        let answers = vec![(0, TransferItem::Place(designator, ty, length.span))];
        Ok(StatementKind::Request(Box::new(Request { service: Service::ItemLength, given, answers })))
    }

    /// Sorts the controls: the first ones may go without keyword.
    pub(super) fn controls<'t>(&mut self, transfer: &'t DataTransfer, span: Span) -> Outcome<Controls<'t>> {
        let service = service_of(transfer.kind);
        let is_transfer = service == Service::Controls;
        let mut controls = Controls { service: Some(service), ..Controls::default() };
        if !transfer.in_parentheses {
            let only = transfer.controls.first().map(|control| &control.value);
            (controls.format, controls.unit) = if is_transfer { (only, None) } else { (None, only) };
            return Ok(controls);
        }
        for (at, control) in transfer.controls.iter().enumerate() {
            let place = control.keyword.as_ref().map_or(value_span(&control.value), |name| name.span);
            let keyword = match (control.keyword.as_ref(), at) {
                (Some(name), _) => &*name.text,
                (None, 0) => "unit",
                (None, 1) if is_transfer => "fmt",
                (None, _) => {
                    let message = "this control needs a keyword such as `IOSTAT=`";
                    return Err(self.scope.error("E0271", place, message));
                }
            };
            self.control(&mut controls, keyword, &control.value, place)?;
        }
        if controls.unit.is_none() && is_transfer {
            return Err(self.scope.error("E0271", span, "this statement names no unit"));
        }
        Ok(controls)
    }

    fn control<'t>(
        &mut self,
        controls: &mut Controls<'t>,
        keyword: &str,
        value: &'t ControlValue,
        place: Span,
    ) -> Outcome<()> {
        let service = controls.service.unwrap_or(Service::Controls);
        let is_new = match keyword {
            "unit" => controls.unit.replace(value).is_none(),
            "fmt" if service == Service::Controls => controls.format.replace(value).is_none(),
            "end" => controls.outcome.end.replace(self.control_label(value)?).is_none(),
            "err" => controls.outcome.error.replace(self.control_label(value)?).is_none(),
            "eor" => controls.outcome.record_end.replace(self.control_label(value)?).is_none(),
            "nml" if service == Service::Controls => {
                let ControlValue::Expr(tree::Expr { kind: ExprKind::Name(name), .. }) = value else {
                    return Err(self.scope.error_with_help(
                        "E0271",
                        place,
                        "NML= is the name of a NAMELIST group",
                        "name a group of this unit",
                    ));
                };
                if !self.scope.storage.groups.contains_key(&**name) {
                    let message = format!("`{}` is not a NAMELIST group of this unit", name.to_uppercase());
                    return Err(self.scope.error("E0914", place, message));
                }
                controls.format.replace(value).is_none()
            }
            _ => {
                let ControlValue::Expr(value) = value else {
                    let message = format!("{}= can't be `*`", keyword.to_uppercase());
                    return Err(self.scope.error("E0210", place, message));
                };
                self.valued_control(controls, keyword, value, place)?
            }
        };
        if is_new {
            return Ok(());
        }
        let message = format!("`{}=` is given twice", keyword.to_uppercase());
        Err(self.scope.error_with_help("E0271", place, message, "remove one"))
    }

    /// A control with a value or a variable; false if it is given twice.
    fn valued_control<'t>(
        &mut self,
        controls: &mut Controls<'t>,
        keyword: &str,
        value: &'t tree::Expr,
        place: Span,
    ) -> Outcome<bool> {
        let service = controls.service.unwrap_or(Service::Controls);
        match keyword {
            "iostat" => {
                let (status, _) = self.status(value)?;
                return Ok(controls.outcome.status.replace(status).is_none());
            }
            "iomsg" => {
                let message = self.message(value)?;
                return Ok(controls.outcome.message.replace(message).is_none());
            }
            "size" if service == Service::Controls => {
                let (designator, ty) = self.status(value)?;
                let size = TransferItem::Place(designator, ty, value.span);
                return Ok(controls.outcome.size.replace(size).is_none());
            }
            _ => {}
        }
        // FORM says inside of the compiler that a transfer is unformatted; in sources no format says so.
        let is_taken = |specifier: &Specifier| {
            (specifier.is_given_to(service) && (service, *specifier) != (Service::Controls, Specifier::Form))
                || specifier.is_answered_by(service)
        };
        let Some(specifier) = Specifier::of(keyword).filter(is_taken) else {
            let message = format!("`{}=` of input and output is not supported yet", keyword.to_uppercase());
            return Err(self.scope.error("E0938", place, message));
        };
        let is_new = !controls.has(specifier);
        controls.specifiers.push((specifier, value));
        Ok(is_new)
    }

    fn status(&mut self, status: &tree::Expr) -> Outcome<(Designator, Type)> {
        let (designator, ty) = self.assigned_scalar(status)?;
        match ty {
            Type::Integer(_) => Ok((designator, ty)),
            ty => {
                let message = format!("IOSTAT= requires an INTEGER variable, not {}", ty.name());
                Err(self.scope.error_with_help("E0227", status.span, message, "use an INTEGER variable"))
            }
        }
    }

    /// IOMSG=
    fn message(&mut self, message: &tree::Expr) -> Outcome<TransferItem> {
        let (designator, ty) = self.assigned_scalar(message)?;
        match ty {
            Type::Character => Ok(TransferItem::Place(designator, ty, message.span)),
            ty => {
                let text = format!("IOMSG= requires a CHARACTER variable, not {}", ty.name());
                Err(self.scope.error_with_help("E0227", message.span, text, "use a CHARACTER variable"))
            }
        }
    }

    fn control_label(&mut self, value: &ControlValue) -> Outcome<LabelRef> {
        let label = match value {
            ControlValue::Expr(expr) => label_of(expr),
            ControlValue::Star(_) => None,
        };
        match label {
            Some(label) => Ok(self.label(label)),
            None => Err(self.scope.error_with_help(
                "E0271",
                value_span(value),
                "a statement label is required here",
                "give the label of a statement of this unit",
            )),
        }
    }

    /// The value of a specifier.
    pub(super) fn specifier_value(&mut self, specifier: Specifier, value: &tree::Expr) -> Outcome<Expr> {
        let resolved = self.scope.resolve_expression(value)?;
        self.check_specifier(specifier, resolved.ty, value.span)?;
        Ok(resolved)
    }

    /// What the specifiers assign.
    pub(super) fn answers_of(&mut self, controls: &Controls<'_>) -> Outcome<Vec<(Specifier, TransferItem)>> {
        let targets = controls.answered();
        targets.map(|(specifier, target)| Ok((specifier, self.specifier_target(specifier, target)?))).collect()
    }

    fn specifier_target(&mut self, specifier: Specifier, target: &tree::Expr) -> Outcome<TransferItem> {
        let (designator, ty) = self.assigned_scalar(target)?;
        self.check_specifier(specifier, ty, target.span)?;
        Ok(TransferItem::Place(designator, ty, target.span))
    }

    fn check_specifier(&mut self, specifier: Specifier, ty: Type, place: Span) -> Outcome<()> {
        let (is_right, expected) = match specifier.ty() {
            SpecifierType::Integer => (matches!(ty, Type::Integer(_)), "INTEGER"),
            SpecifierType::Logical => (ty == Type::Logical, "LOGICAL"),
            SpecifierType::Character => (ty == Type::Character, "CHARACTER"),
        };
        if is_right {
            return Ok(());
        }
        let message = format!("{}= is {expected}, not {}", specifier.keyword().to_uppercase(), ty.name());
        Err(self.scope.error("E0227", place, message))
    }
}

/// The label that an expression is, if it is an unsigned number alone.
pub(super) fn label_of(expr: &tree::Expr) -> Option<tree::Label> {
    match &expr.kind {
        ExprKind::Integer(digits, None) => {
            let value = digits.parse().ok().filter(|value| (1..=99_999).contains(value))?;
            Some(tree::Label { value, span: expr.span })
        }
        _ => None,
    }
}

fn value_span(value: &ControlValue) -> Span {
    match value {
        ControlValue::Star(span) => *span,
        ControlValue::Expr(expr) => expr.span,
    }
}
