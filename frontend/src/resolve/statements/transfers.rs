//! READ, WRITE and PRINT: units, formats, controls and items.

use super::array_statements::Target;
use super::blocks::Body;
use crate::resolve::expressions::constant_expr;
use crate::resolve::expressions::typeless::hollerith_item;
use crate::resolve::scope::facts::Use;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{
    self, ArrayForm, Designator, Expr, LabelRef, Request, Service, StatementKind, SymbolId, Transfer, TransferFormat,
    TransferItem, TransferLoop, TransferUnit,
};
use crate::source::Span;
use crate::tree::{self, ConstructorItem, ControlValue, DataTransfer, ExprKind, TransferKind};
use forlane_semantics::bytes;
use forlane_semantics::types::{Constant, IntegerKind, Type};

/// The units that are connected without OPEN.
const CONNECTED: [i64; 3] = [0, 5, 6];

/// What the controls of a statement say.
#[derive(Default)]
struct Controls<'t> {
    unit: Option<&'t ControlValue>,
    format: Option<&'t ControlValue>,
    end: Option<LabelRef>,
    error: Option<LabelRef>,
    record_end: Option<LabelRef>,
    status: Option<&'t tree::Expr>,
    message: Option<&'t tree::Expr>,
    advance: Option<&'t tree::Expr>,
    size: Option<&'t tree::Expr>,
}

impl Body<'_, '_> {
    /// Resolves an input or output statement.
    pub fn transfer(&mut self, transfer: &DataTransfer, span: Span) -> Outcome<StatementKind> {
        let controls = self.controls(transfer, span);
        let items = self.transfer_items(transfer, &transfer.items);
        let (controls, items) = (controls?, items?);
        if transfer.kind == TransferKind::Flush {
            return self.flush(&controls, transfer, span);
        }
        let reads = transfer.kind == TransferKind::Read;
        let unit = self.transfer_unit(controls.unit, reads, span)?;
        if matches!(unit, TransferUnit::Number(_)) {
            self.scope.refuse_in_pure("input or output", span)?;
        }
        let format = match controls.format {
            Some(ControlValue::Star(_)) => TransferFormat::ListDirected,
            Some(ControlValue::Expr(format)) => self.transfer_format(format)?,
            None => {
                return Err(self.scope.error("E0939", span, "unformatted input and output are not supported yet"));
            }
        };
        let status = controls.status.map(|status| self.status(status)).transpose()?.map(|(status, _)| status);
        let is_plain = matches!(format, TransferFormat::ListDirected) || !matches!(unit, TransferUnit::Number(_));
        let advance = controls.advance.map(|advance| self.advance(advance, is_plain)).transpose()?;
        if let Some(place) = controls.size.filter(|_| !reads || advance.is_none()) {
            return Err(self.scope.error("E0271", place.span, "SIZE= requires READ and ADVANCE='NO'"));
        }
        if let Some(label) = controls.record_end.filter(|_| !reads || advance.is_none()) {
            return Err(self.scope.error("E0271", label.span, "EOR= requires READ and ADVANCE='NO'"));
        }
        let size = match controls.size {
            Some(size) => {
                let (designator, ty) = self.status(size)?;
                Some(TransferItem::Place(designator, ty, size.span))
            }
            None => None,
        };
        let message = controls.message.map(|message| self.message(message)).transpose()?;
        let Controls { end, error, record_end, .. } = controls;
        let transfer = Transfer { reads, unit, format, items, end, error, record_end, status, message, advance, size };
        Ok(StatementKind::Transfer(Box::new(transfer)))
    }

    /// FLUSH: a request to the system, whose answer is the status.
    fn flush(&mut self, controls: &Controls<'_>, transfer: &DataTransfer, span: Span) -> Outcome<StatementKind> {
        let unit = controls.unit.or_else(|| transfer.controls.first().map(|control| &control.value));
        if let Some(ControlValue::Star(span)) = unit {
            return Err(self.scope.error("E0271", *span, "FLUSH takes the number of a unit"));
        }
        if !matches!(self.transfer_unit(unit, false, span)?, TransferUnit::Number(_)) {
            return Err(self.scope.error("E0271", span, "FLUSH takes the number of a unit"));
        }
        let mut request = Request { service: Service::Flush, given: Vec::new(), answers: Vec::new() };
        if let Some(status) = controls.status {
            let (designator, ty) = self.status(status)?;
            request.answers.push((0, TransferItem::Place(designator, ty, status.span)));
        }
        Ok(StatementKind::Request(Box::new(request)))
    }

    /// Sorts the controls: the first ones may go without keyword.
    fn controls<'t>(&mut self, transfer: &'t DataTransfer, span: Span) -> Outcome<Controls<'t>> {
        let mut controls = Controls::default();
        if !transfer.in_parentheses {
            controls.format = transfer.controls.first().map(|control| &control.value);
            return Ok(controls);
        }
        for (at, control) in transfer.controls.iter().enumerate() {
            let place = control.keyword.as_ref().map_or(value_span(&control.value), |name| name.span);
            let keyword = control.keyword.as_ref().map(|name| &*name.text);
            match (keyword, at) {
                (Some("unit"), _) | (None, 0) if controls.unit.is_none() => controls.unit = Some(&control.value),
                (Some("fmt"), _) | (None, 1) if controls.format.is_none() => controls.format = Some(&control.value),
                (Some("end"), _) if controls.end.is_none() => controls.end = Some(self.control_label(&control.value)?),
                (Some("err"), _) if controls.error.is_none() => {
                    controls.error = Some(self.control_label(&control.value)?);
                }
                (Some("eor"), _) if controls.record_end.is_none() => {
                    controls.record_end = Some(self.control_label(&control.value)?);
                }
                (Some(keyword @ ("iostat" | "iomsg" | "size" | "advance")), _) => {
                    let ControlValue::Expr(value) = &control.value else {
                        return Err(self.scope.error(
                            "E0210",
                            place,
                            format!("{}= can't be `*`", keyword.to_uppercase()),
                        ));
                    };
                    let slot = match keyword {
                        "iostat" => &mut controls.status,
                        "iomsg" => &mut controls.message,
                        "size" => &mut controls.size,
                        _ => &mut controls.advance,
                    };
                    if slot.replace(value).is_some() {
                        let message = format!("`{}=` is given twice", keyword.to_uppercase());
                        return Err(self.scope.error("E0271", place, message));
                    }
                }
                (Some(keyword @ ("unit" | "fmt" | "end" | "err" | "eor")), _) => {
                    let message = format!("`{}=` is given twice", keyword.to_uppercase());
                    return Err(self.scope.error("E0271", place, message));
                }
                (Some("nml"), _) => return Err(self.scope.error("E0914", place, "NAMELIST is not supported yet")),
                (Some(keyword), _) => {
                    let message = format!("`{}=` of input and output is not supported yet", keyword.to_uppercase());
                    return Err(self.scope.error("E0938", place, message));
                }
                (None, _) => {
                    return Err(self.scope.error("E0271", place, "a third control needs a keyword such as `IOSTAT=`"));
                }
            }
        }
        if controls.unit.is_none() {
            return Err(self.scope.error("E0271", span, "this statement names no unit"));
        }
        Ok(controls)
    }

    fn control_label(&mut self, value: &ControlValue) -> Outcome<LabelRef> {
        let label = match value {
            ControlValue::Expr(expr) => label_of(expr),
            ControlValue::Star(_) => None,
        };
        match label {
            Some(label) => Ok(self.label(label)),
            None => Err(self.scope.error("E0271", value_span(value), "this is a statement label")),
        }
    }

    fn transfer_unit(&mut self, unit: Option<&ControlValue>, reads: bool, span: Span) -> Outcome<TransferUnit> {
        let standard = if reads { 5 } else { 6 };
        let number = match unit {
            None => constant_expr(Constant::Integer(IntegerKind::I4, standard), span),
            Some(ControlValue::Star(span)) => constant_expr(Constant::Integer(IntegerKind::I4, standard), *span),
            Some(ControlValue::Expr(unit)) => {
                if let Some(array) = self.scope.text_array(unit)? {
                    if !reads {
                        self.scope.check_assignable(unit)?;
                    }
                    return Ok(TransferUnit::InternalArray(array, unit.span));
                }
                // Writing a variable does not use its value.
                if !reads && self.scope.is_text_variable(unit) {
                    let (file, _) = self.assigned_scalar(unit)?;
                    return Ok(TransferUnit::Internal(file, unit.span));
                }
                let number = self.scope.resolve_expression(unit)?;
                match number {
                    Expr { kind: resolved::ExprKind::Read(file), ty: Type::Character, .. } if reads => {
                        return Ok(TransferUnit::Internal(file, unit.span));
                    }
                    Expr { ty: Type::Character, .. } => {
                        return Err(self.scope.error("E0271", unit.span, "an internal file is a CHARACTER variable"));
                    }
                    number => number,
                }
            }
        };
        match (&number.ty, &number.kind) {
            (Type::Integer(_), resolved::ExprKind::Constant(Constant::Integer(_, unit)))
                if !CONNECTED.contains(unit) =>
            {
                let message = format!("unit {unit} is not supported yet: only 0, 5 and 6 are");
                self.scope.error_put_off("E0907", number.span, message);
                Ok(TransferUnit::Number(number))
            }
            (Type::Integer(_), _) => Ok(TransferUnit::Number(number)),
            (ty, _) => {
                let message = format!("a unit is an INTEGER or a CHARACTER variable, not {}", ty.name());
                Err(self.scope.error("E0227", number.span, message))
            }
        }
    }

    fn transfer_format(&mut self, format: &tree::Expr) -> Outcome<TransferFormat> {
        if let Some(label) = label_of(format) {
            return match self.formats.get(&label.value) {
                Some((text, span)) => Ok(TransferFormat::Constant(text.clone(), *span)),
                None => {
                    let message = format!("no FORMAT has the label {}", label.value);
                    Err(self.scope.error("E0261", label.span, message))
                }
            };
        }
        if let Some(array) = self.scope.text_array(format)? {
            return Ok(TransferFormat::TextArray(array, format.span));
        }
        if let ExprKind::Name(name) = &format.kind
            && self.scope.is_array(name)
        {
            let symbol = self.scope.symbol_of_name(name, format.span)?;
            self.scope.use_as(name, Use::Variable, format.span)?;
            return Ok(TransferFormat::NumberArray(symbol, format.span));
        }
        let value = self.scope.resolve_expression(format)?;
        match (&value.ty, &value.kind) {
            (Type::Character, _) => match constant_text(&value) {
                Some(text) => Ok(TransferFormat::Constant(text.to_vec(), format.span)),
                None => Ok(TransferFormat::Text(value)),
            },
            (Type::Integer(_), resolved::ExprKind::Read(Designator::Variable(variable))) => {
                let all = self.formats.iter();
                let formats = all.map(|(label, (text, span))| (*label, text.clone(), *span)).collect();
                Ok(TransferFormat::Assigned(*variable, formats))
            }
            (ty, _) => {
                let message = format!("a format is a label, a text or an INTEGER variable, not {}", ty.name());
                Err(self.scope.error("E0227", format.span, message))
            }
        }
    }

    /// A scalar that the statement assigns.
    fn assigned_scalar(&mut self, expr: &tree::Expr) -> Outcome<(Designator, Type)> {
        let (target, ty) = self.scope.resolve_target(expr)?;
        let Target::Scalar(designator) = target else {
            return Err(self.scope.error("E0931", expr.span, "an array section can't get a status"));
        };
        if let Designator::Variable(symbol) = designator {
            self.check_not_governing(symbol, expr.span)?;
        }
        Ok((designator, ty))
    }

    fn status(&mut self, status: &tree::Expr) -> Outcome<(Designator, Type)> {
        let (designator, ty) = self.assigned_scalar(status)?;
        match ty {
            Type::Integer(_) => Ok((designator, ty)),
            ty => {
                let message = format!("IOSTAT= requires an INTEGER variable, not {}", ty.name());
                Err(self.scope.error("E0227", status.span, message))
            }
        }
    }

    /// ADVANCE=, which requires a format other than `*` and a unit.
    fn advance(&mut self, advance: &tree::Expr, is_plain: bool) -> Outcome<Expr> {
        let value = self.scope.resolve_expression(advance)?;
        if value.ty != Type::Character {
            let message = format!("ADVANCE= is CHARACTER, not {}", value.ty.name());
            return Err(self.scope.error("E0227", advance.span, message));
        }
        if is_plain {
            let message = "ADVANCE= requires a format other than `*` and a unit number";
            return Err(self.scope.error("E0271", advance.span, message));
        }
        match constant_text(&value).map(|text| String::from_utf8_lossy(text).trim_end().to_lowercase()) {
            Some(text) if !["yes", "no"].contains(&text.as_str()) => {
                Err(self.scope.error("E0271", advance.span, "ADVANCE= is 'YES' or 'NO'"))
            }
            _ => Ok(value),
        }
    }

    /// IOMSG=
    fn message(&mut self, message: &tree::Expr) -> Outcome<TransferItem> {
        let (designator, ty) = self.assigned_scalar(message)?;
        match ty {
            Type::Character => Ok(TransferItem::Place(designator, ty, message.span)),
            ty => {
                let text = format!("IOMSG= requires a CHARACTER variable, not {}", ty.name());
                Err(self.scope.error("E0227", message.span, text))
            }
        }
    }

    /// The items. The parser bounds the depth of implied DOs.
    fn transfer_items(&mut self, transfer: &DataTransfer, items: &[ConstructorItem]) -> Outcome<Vec<TransferItem>> {
        let resolved: Vec<Outcome<TransferItem>> = items
            .iter()
            .map(|item| match item {
                ConstructorItem::Value(item) if transfer.kind == TransferKind::Read => self.read_item(item),
                ConstructorItem::Value(item) => self.scope.written_item(item),
                ConstructorItem::ImpliedDo(items, count) => self.implied_do(transfer, items, count),
            })
            .collect();
        resolved.into_iter().collect()
    }

    fn implied_do(
        &mut self,
        transfer: &DataTransfer,
        items: &[ConstructorItem],
        count: &tree::DoCount,
    ) -> Outcome<TransferItem> {
        let control = self.counted(count);
        let items = self.transfer_items(transfer, items);
        let (control, span) = (control?, count.variable.span);
        Ok(TransferItem::Loop(Box::new(TransferLoop { control, items: items?, span })))
    }

    fn read_item(&mut self, item: &tree::Expr) -> Outcome<TransferItem> {
        if let Some(array) = self.scope.whole_array_item(item)? {
            self.scope.check_assignable(item)?;
            return Ok(array);
        }
        match self.scope.resolve_target(item)? {
            (Target::Array(section, _), ty) => Ok(TransferItem::Section(section, ty)),
            (Target::Scalar(designator), ty) => {
                if let Designator::Variable(symbol) = designator {
                    self.check_not_governing(symbol, item.span)?;
                }
                Ok(TransferItem::Place(designator, ty, item.span))
            }
        }
    }
}

impl Scope<'_> {
    pub(in crate::resolve) fn written_item(&mut self, item: &tree::Expr) -> Outcome<TransferItem> {
        if let ExprKind::Hollerith(text) = &item.kind {
            return Ok(TransferItem::Value(hollerith_item(&bytes::encode(text), item.span)));
        }
        match self.whole_array_item(item)? {
            Some(array) => Ok(array),
            None => self.resolve_array_or_scalar(item).map(TransferItem::Value),
        }
    }

    /// Whether it is a CHARACTER variable, an element or a substring of one.
    fn is_text_variable(&self, expr: &tree::Expr) -> bool {
        let alias = self.alias_of(expr);
        let mut at = alias.as_ref().unwrap_or(expr);
        while let ExprKind::Substring(of, _) = &at.kind {
            at = of;
        }
        let name = match &at.kind {
            ExprKind::Name(name) => name,
            ExprKind::Reference(name, _) => &name.text,
            _ => return false,
        };
        let variable = self.names.get(name).and_then(|facts| self.variable(facts.symbol));
        variable.is_some_and(|variable| variable.ty == Type::Character)
    }

    /// Reports a whole array that can't be assigned.
    pub(in crate::resolve) fn check_assignable(&mut self, array: &tree::Expr) -> Outcome<()> {
        match &array.kind {
            ExprKind::Name(name) => self.check_intent(name, array.span),
            _ => Ok(()),
        }
    }

    /// The array, if the expression is a whole array of CHARACTER.
    fn text_array(&mut self, expr: &tree::Expr) -> Outcome<Option<SymbolId>> {
        let ExprKind::Name(name) = &expr.kind else { return Ok(None) };
        if !self.is_array(name) {
            return Ok(None);
        }
        let Some(TransferItem::Array(symbol, _)) = self.whole_array_item(expr)? else { return Ok(None) };
        let is_text = self.variable(symbol).is_some_and(|variable| variable.ty == Type::Character);
        Ok(Some(symbol).filter(|_| is_text))
    }

    /// The item if it is a whole array, whose size must be known.
    pub(in crate::resolve) fn whole_array_item(&mut self, item: &tree::Expr) -> Outcome<Option<TransferItem>> {
        let ExprKind::Name(name) = &item.kind else { return Ok(None) };
        if !self.is_array(name) {
            return Ok(None);
        }
        let symbol = self.symbol_of_name(name, item.span)?;
        if self.holds_logical(symbol) {
            return Ok(None);
        }
        let is_star = self.variable(symbol).is_some_and(|variable| {
            let last = variable.shape.as_ref().and_then(|shape| shape.last());
            variable.form == ArrayForm::Explicit && last.is_some_and(|dimension| dimension.upper.is_none())
        });
        if is_star {
            let message = format!("the size of `{}` is not known here", name.to_uppercase());
            return Err(self.error("E0208", item.span, message));
        }
        Ok(Some(TransferItem::Array(symbol, item.span)))
    }
}

/// The label that an expression is, if it is an unsigned number alone.
fn label_of(expr: &tree::Expr) -> Option<tree::Label> {
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

/// The text that an expression is for certain.
fn constant_text(expr: &Expr) -> Option<&[u8]> {
    match &expr.kind {
        resolved::ExprKind::Constant(Constant::Character(text)) => Some(text),
        resolved::ExprKind::Paren(inner) => match &inner.kind {
            resolved::ExprKind::Constant(Constant::Character(text)) => Some(text),
            _ => None,
        },
        _ => None,
    }
}
