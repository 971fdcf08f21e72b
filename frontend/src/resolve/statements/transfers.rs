//! READ, WRITE and PRINT: units, formats and items.

use super::blocks::Body;
use super::controls::{Controls, label_of};
use super::targets::Target;
use crate::resolve::expressions::constant_expr;
use crate::resolve::expressions::typeless::hollerith_item;
use crate::resolve::scope::facts::Use;
use crate::resolve::scope::{Outcome, Reported, Scope};
use crate::resolved::{
    self, ArrayForm, Designator, Expr, GroupObject, Specifier, StatementKind, SymbolId, Transfer, TransferFormat,
    TransferItem, TransferLoop, TransferUnit,
};
use crate::source::Span;
use crate::tree::{self, ConstructorItem, ControlValue, DataTransfer, ExprKind, TransferKind};
use forlane_semantics::bytes;
use forlane_semantics::types::{Constant, IntegerKind, Type};

impl Body<'_, '_> {
    /// Resolves READ, WRITE or PRINT.
    pub fn transfer(&mut self, transfer: &DataTransfer, span: Span) -> Outcome<StatementKind> {
        if !matches!(transfer.kind, TransferKind::Read | TransferKind::Write | TransferKind::Print) {
            return self.file_statement(transfer, span);
        }
        let controls = self.controls(transfer, span);
        let is_unformatted = controls.as_ref().is_ok_and(|controls| controls.format.is_none());
        let items = self.transfer_items(transfer, &transfer.items, is_unformatted);
        let (controls, mut items) = (controls?, items?);
        let reads = transfer.kind == TransferKind::Read;
        let unit = self.transfer_unit(controls.unit, reads, span)?;
        let is_external = matches!(unit, TransferUnit::Number(_));
        if is_external {
            self.scope.refuse_in_pure("input or output", span)?;
        }
        let format = match controls.format {
            Some(ControlValue::Star(_)) => TransferFormat::ListDirected,
            Some(ControlValue::Expr(format)) => match self.group_of(format) {
                Some((name, objects)) => {
                    if !items.is_empty() {
                        return Err(self.scope.error_with_help(
                            "E0271",
                            span,
                            "a NAMELIST transfer can't have other items",
                            "remove the items",
                        ));
                    }
                    let objects = objects.iter().map(|(object, local)| self.group_object(object, local, reads));
                    let objects: Vec<_> = objects.collect::<Outcome<_>>()?;
                    let (objects, variables) = objects.into_iter().unzip();
                    items = variables;
                    TransferFormat::Namelist(name, objects)
                }
                None => self.transfer_format(format)?,
            },
            None if is_external => TransferFormat::Unformatted,
            None => {
                return Err(self.scope.error_with_help(
                    "E0271",
                    span,
                    "an internal file requires a format or `*`",
                    "give a format, or `*`",
                ));
            }
        };
        let is_plain = !is_external
            || matches!(
                format,
                TransferFormat::ListDirected | TransferFormat::Unformatted | TransferFormat::Namelist(..)
            );
        let mut given = Vec::new();
        for (specifier, value) in controls.given() {
            given.push((specifier, self.specifier_value(specifier, value)?));
        }
        let answers = self.answers_of(&controls)?;
        let advance = given.iter().find(|(specifier, _)| *specifier == Specifier::Advance);
        if let Some((_, advance)) = advance {
            self.check_advance(advance, is_plain)?;
        }
        let is_partial = reads && advance.is_some();
        let Controls { outcome, .. } = controls;
        if let Some(TransferItem::Place(.., place)) = outcome.size.as_ref().filter(|_| !is_partial) {
            return Err(self.scope.error_with_help(
                "E0271",
                *place,
                "SIZE= requires READ and ADVANCE='NO'",
                "remove it, or give ADVANCE='NO'",
            ));
        }
        if let Some(label) = outcome.record_end.filter(|_| !is_partial) {
            return Err(self.scope.error_with_help(
                "E0271",
                label.span,
                "EOR= requires READ and ADVANCE='NO'",
                "remove it, or give ADVANCE='NO'",
            ));
        }
        let transfer = Transfer { reads, unit, format, items, controls: given, answers, outcome };
        Ok(StatementKind::Transfer(Box::new(transfer)))
    }

    /// The NAMELIST group that an expression names, and its variables.
    fn group_of(&self, format: &tree::Expr) -> Option<(String, Vec<(tree::GroupMember, tree::Word)>)> {
        let ExprKind::Name(name) = &format.kind else { return None };
        let group = self.scope.storage.groups.get(&**name)?;
        Some((
            group.name.to_owned(),
            group.objects.iter().map(|(object, local)| ((*object).clone(), (*local).clone())).collect(),
        ))
    }

    /// A variable of a NAMELIST group that has that name here, and the item that it is.
    fn group_object(
        &mut self,
        member: &tree::GroupMember,
        local: &tree::Word,
        reads: bool,
    ) -> Outcome<(GroupObject, TransferItem)> {
        let object = &member.name;
        let expr = tree::Expr { kind: ExprKind::Name(local.clone()), span: object.span };
        let item = if reads { self.read_item(&expr, false)? } else { self.scope.written_item(&expr)? };
        let symbol = self.scope.symbol_of_name(local, object.span)?;
        let Some(variable) = self.scope.variable(symbol) else {
            let message = format!("`{}` in NAMELIST is not a variable", object.text.to_uppercase());
            return Err(self.scope.error("E0231", object.span, message));
        };
        let ty = if variable.holds_logical { Type::Logical } else { variable.ty };
        let is_array = self.scope.is_array(local);
        let parts = object.text.split('%').zip(member.ranks.iter().chain(std::iter::repeat(&0)));
        let parts = parts.map(|(part, rank)| match rank {
            0 => part.to_owned(),
            rank => format!("{part}({})", vec![":"; *rank].join(",")),
        });
        let name = parts.collect::<Vec<_>>().join("%");
        Ok((GroupObject { name, symbol, ty, is_array, span: object.span }, item))
    }

    pub(super) fn transfer_unit(
        &mut self,
        unit: Option<&ControlValue>,
        reads: bool,
        span: Span,
    ) -> Outcome<TransferUnit> {
        let standard = if reads { 5 } else { 6 };
        let number = match unit {
            None => constant_expr(Constant::Integer(IntegerKind::I4, standard), span),
            Some(ControlValue::Star(span)) => constant_expr(Constant::Integer(IntegerKind::I4, standard), *span),
            Some(ControlValue::Expr(unit)) => {
                if let Some(array) = self.scope.text_array(unit)? {
                    if let (false, ExprKind::Name(name)) = (reads, &unit.kind) {
                        self.scope.check_assignable(unit)?;
                        self.scope.use_as(name, Use::Variable, unit.span)?;
                    }
                    return Ok(TransferUnit::InternalArray(array, unit.span));
                }
                if self.scope.is_text_variable(unit) {
                    return self.text_variable(unit, reads);
                }
                match self.scope.resolve_expression(unit)? {
                    Expr { ty: Type::Character, .. } => return Err(self.refuse_value(unit.span)),
                    number => number,
                }
            }
        };
        match &number.ty {
            Type::Integer(_) => Ok(TransferUnit::Number(number)),
            ty => {
                let message = format!("a unit is an INTEGER or a CHARACTER variable, not {}", ty.name());
                Err(self.scope.error("E0227", number.span, message))
            }
        }
    }

    /// An internal file that is one variable, or a section of an array.
    fn text_variable(&mut self, unit: &tree::Expr, reads: bool) -> Outcome<TransferUnit> {
        // Writing a variable does not use its value.
        let file = match reads {
            true => match self.scope.resolve_array_or_scalar(unit)? {
                Expr { kind: resolved::ExprKind::Read(file), .. } => Some(Target::Scalar(file)),
                value => value.into_section().map(|(section, rank)| Target::Array(section, rank)),
            },
            false => Some(self.scope.resolve_target(unit)?.0),
        };
        match file {
            Some(Target::Scalar(file)) => Ok(TransferUnit::Internal(file, unit.span)),
            Some(Target::Array(section, _)) => Ok(TransferUnit::InternalSection(section)),
            None => Err(self.refuse_value(unit.span)),
        }
    }

    fn refuse_value(&mut self, span: Span) -> Reported {
        let message = "an internal file is a CHARACTER variable";
        self.scope.error_with_help("E0271", span, message, "assign the text to a variable")
    }

    fn transfer_format(&mut self, format: &tree::Expr) -> Outcome<TransferFormat> {
        if let Some(label) = label_of(format) {
            return self.labelled_format(label).map(TransferFormat::Constant);
        }
        if let Some(array) = self.scope.text_array(format)? {
            return Ok(TransferFormat::TextArray(array, format.span));
        }
        if let ExprKind::Name(name) = &format.kind
            && self.scope.is_array(name)
        {
            let symbol = self.scope.symbol_of_name(name, format.span)?;
            self.scope.use_as(name, Use::Variable, format.span)?;
            return Ok(TransferFormat::NumberArray(symbol, Vec::new(), format.span));
        }
        let value = self.scope.resolve_expression(format)?;
        match (&value.ty, &value.kind) {
            (Type::Character, _) => match constant_text(&value) {
                Some(text) => {
                    self.check_format(text, format.span)?;
                    Ok(TransferFormat::Constant(text.to_vec()))
                }
                None => Ok(TransferFormat::Text(value)),
            },
            (Type::Integer(_), resolved::ExprKind::Read(Designator::Variable(variable))) => {
                Ok(TransferFormat::Assigned(*variable, self.assignable_formats()?))
            }
            (_, resolved::ExprKind::Read(Designator::Element(array, subscripts))) => {
                Ok(TransferFormat::NumberArray(*array, subscripts.clone(), format.span))
            }
            (ty, _) => {
                let message = format!("a format is a label, a text or an INTEGER variable, not {}", ty.name());
                Err(self.scope.error("E0227", format.span, message))
            }
        }
    }

    /// A scalar that the statement assigns.
    pub(super) fn assigned_scalar(&mut self, expr: &tree::Expr) -> Outcome<(Designator, Type)> {
        let (target, ty) = self.scope.resolve_transferred(expr)?;
        let Target::Scalar(designator) = target else {
            return Err(self.scope.error("E0931", expr.span, "a status can't be assigned to an array section"));
        };
        if let Designator::Variable(symbol) = designator {
            self.check_not_governing(symbol, expr.span)?;
        }
        Ok((designator, ty))
    }

    /// ADVANCE= requires a format other than `*` and a unit.
    fn check_advance(&mut self, advance: &Expr, is_plain: bool) -> Outcome<()> {
        if is_plain {
            let message = "ADVANCE= requires a format other than `*` and a unit number";
            return Err(self.scope.error_with_help("E0271", advance.span, message, "remove ADVANCE="));
        }
        match constant_text(advance).map(|text| String::from_utf8_lossy(text).trim_end().to_lowercase()) {
            Some(text) if !["yes", "no"].contains(&text.as_str()) => {
                Err(self.scope.error_with_help("E0271", advance.span, "ADVANCE= is 'YES' or 'NO'", "give one of these"))
            }
            _ => Ok(()),
        }
    }

    /// The items; where they are unformatted, LOGICALs of another size than 4 bytes are transferred as INTEGERs of it.
    /// The parser bounds the depth of implied DOs.
    pub(super) fn transfer_items(
        &mut self,
        transfer: &DataTransfer,
        items: &[ConstructorItem],
        is_unformatted: bool,
    ) -> Outcome<Vec<TransferItem>> {
        let resolved: Vec<Outcome<TransferItem>> = items
            .iter()
            .map(|item| match item {
                ConstructorItem::Value(item) if transfer.kind == TransferKind::Read => {
                    self.read_item(item, is_unformatted)
                }
                ConstructorItem::Value(item) if is_unformatted => self.scope.unformatted_item(item),
                ConstructorItem::Value(item) => self.scope.written_item(item),
                ConstructorItem::ImpliedDo(items, count) => self.implied_do(transfer, items, count, is_unformatted),
            })
            .collect();
        resolved.into_iter().collect()
    }

    fn implied_do(
        &mut self,
        transfer: &DataTransfer,
        items: &[ConstructorItem],
        count: &tree::DoCount,
        is_unformatted: bool,
    ) -> Outcome<TransferItem> {
        let control = self.counted(count);
        let items = self.transfer_items(transfer, items, is_unformatted);
        let (control, span) = (control?, count.variable.span);
        Ok(TransferItem::Loop(Box::new(TransferLoop { control, items: items?, span })))
    }

    fn read_item(&mut self, item: &tree::Expr, is_unformatted: bool) -> Outcome<TransferItem> {
        if let Some(array) = self.scope.whole_array_item(item)? {
            self.scope.check_assignable(item)?;
            let ty = self.scope.item_type(&array);
            if !is_unformatted || self.scope.kind_in_record(item, ty)?.is_none() {
                return Ok(array);
            }
        }
        let (target, ty) = self.scope.resolve_transferred(item)?;
        let number = if is_unformatted { self.scope.kind_in_record(item, Some(ty))? } else { None };
        let ty = number.map_or(ty, Type::Integer);
        match target {
            Target::Array(section, _) => Ok(TransferItem::Section(section, ty)),
            Target::Scalar(designator) => {
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
        if is_star && self.is_one_in_source(name) {
            return Ok(None);
        }
        if is_star {
            let message = format!("the size of `{}` is not known here", name.to_uppercase());
            return Err(self.error("E0208", item.span, message));
        }
        Ok(Some(TransferItem::Array(symbol, item.span)))
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
