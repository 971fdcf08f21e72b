//! READ, WRITE and PRINT.
//!
//! ```text
//! io write_unit(6, "(I5,F8.2)")           begin
//! io write(i)                             an item
//! head: branch …, io write(a[k]), …       an implied DO is a loop
//! io end_all(&status.1)                   end
//! iostat = status.1; branch status.1 == -1, END's label, …; branch status.1 > 0, ERR's label, …
//! ```

mod items;

use crate::Builder;
use crate::arrays::Passed;
use crate::character::Bytes;
use crate::entities::Text;
use forlane_cfg::character::CharacterExpr;
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, LogicalExpr, Place, Relation};
use forlane_cfg::fold;
use forlane_cfg::graph::{ActionKind, Argument, Case, Terminator};
use forlane_cfg::transfer::{Handled, IoAction, IoKind};
use forlane_frontend::resolved::{
    self, Designator, FileStatement, LabelRef, Request, Service, Specifier, SymbolId, Transfer, TransferFormat,
    TransferItem, TransferOutcome, TransferUnit,
};
use forlane_frontend::source::Span;
use forlane_semantics::types::{IntegerKind, Type};

/// Specifiers with values or with variables, and the service that they are for.
#[derive(Clone, Copy)]
struct Specifiers<'s> {
    service: Service,
    values: &'s [(Specifier, Expr)],
    answers: &'s [(Specifier, TransferItem)],
}

impl Builder<'_> {
    /// An input or output statement.
    pub fn transfer(&mut self, transfer: &Transfer) {
        let reads = transfer.reads;
        let mut copy = None;
        let (kind, operands, objects, service) = match &transfer.unit {
            TransferUnit::Number(unit) => {
                let kind = if reads { IoKind::ReadUnit } else { IoKind::WriteUnit };
                (kind, vec![Expr::Integer(self.integer(unit))], Vec::new(), Service::Controls)
            }
            file => {
                let Some((bytes, records, passed)) = self.internal_file(file) else { return };
                copy = passed.filter(|_| !reads);
                let kind = if reads { IoKind::ReadInternal } else { IoKind::WriteInternal };
                let operands = vec![Expr::Integer(bytes.length), Expr::Integer(records)];
                (kind, operands, vec![Argument::Element(bytes.array, bytes.offset)], Service::InternalControls)
            }
        };
        let mut controls = self.specifier_values(&transfer.controls);
        match &transfer.format {
            TransferFormat::Unformatted => controls.push((Specifier::Form, text("unformatted"))),
            TransferFormat::Namelist(name, objects) => {
                let Some(described) = self.described_group(name, objects) else { return };
                controls.extend(described);
            }
            _ => {}
        }
        let controls = Specifiers { service, values: &controls, answers: &transfer.answers };
        self.begin_transfer(IoAction { kind, operands, objects }, &transfer.format, controls);
        match &transfer.format {
            TransferFormat::Namelist(_, objects) if reads => self.read_group(objects, &transfer.items),
            _ => self.transfer_items(reads, &transfer.items),
        }
        self.end_transfer(&transfer.outcome, copy.as_ref());
    }

    /// OPEN, or another statement about a unit or a file.
    pub fn file_statement(&mut self, statement: &FileStatement) {
        let given = self.specifier_values(&statement.given);
        self.specify(Specifiers { service: statement.service, values: &given, answers: &statement.answers });
        self.end_transfer(&statement.outcome, None);
    }

    fn specifier_values(&mut self, given: &[(Specifier, resolved::Expr)]) -> Vec<(Specifier, Expr)> {
        let values = given.iter().map(|(specifier, value)| {
            let value = match value.ty {
                Type::Character => Expr::Character(self.text(value)),
                _ => self.expr(value),
            };
            (*specifier, value)
        });
        values.collect()
    }

    /// Begins a request with specifiers.
    fn specify(&mut self, specifiers: Specifiers<'_>) {
        self.action(ActionKind::Io(IoAction::of_values(IoKind::System(specifiers.service), Vec::new())));
        for (specifier, value) in specifiers.values {
            self.write_value(text(specifier.keyword()));
            self.write_value(value.clone());
        }
        for (specifier, item) in specifiers.answers {
            self.write_value(text(specifier.keyword()));
            self.transfer_items(true, std::slice::from_ref(item));
        }
    }

    fn write_value(&mut self, value: Expr) {
        self.action(ActionKind::Io(IoAction::of_values(IoKind::Write, vec![value])));
    }

    /// A request to the system. Answers that are left out are stepped over by the number of the next.
    pub fn request(&mut self, request: &Request) {
        self.action(ActionKind::Io(IoAction::of_values(IoKind::System(request.service), Vec::new())));
        self.transfer_items(false, &request.given);
        let mut next = Some(0);
        for (number, item) in &request.answers {
            let is_present = self.is_item_present(item);
            let is_certain = is_present == LogicalExpr::Constant(true);
            let absent = (!is_certain).then(|| self.open_if(is_present));
            if Some(*number) != next {
                let number = Expr::Integer(IntegerExpr::Constant(IntegerKind::I4, *number as i64));
                self.action(ActionKind::Io(IoAction::of_values(IoKind::Write, vec![number])));
            }
            self.transfer_items(true, std::slice::from_ref(item));
            next = is_certain.then_some(number + 1);
            absent.into_iter().for_each(|absent| self.fall_into(absent));
        }
        self.action(ActionKind::Io(IoAction::of_objects(IoKind::End(Handled::Nothing), Vec::new())));
    }

    /// Whether an answer is asked for: it is not where it goes to an OPTIONAL dummy argument that is absent.
    fn is_item_present(&self, item: &TransferItem) -> LogicalExpr {
        match item {
            TransferItem::Place(Designator::Variable(symbol), ..) | TransferItem::Array(symbol, _) => {
                self.is_present(*symbol)
            }
            _ => LogicalExpr::Constant(true),
        }
    }

    /// The first record of an internal file, how many there are, and the section that they may be a copy of.
    fn internal_file(&mut self, unit: &TransferUnit) -> Option<(Bytes, IntegerExpr, Option<Passed>)> {
        match unit {
            TransferUnit::Number(_) => None,
            TransferUnit::Internal(file, span) => Some((self.bytes(file, *span)?, constant(1), None)),
            TransferUnit::InternalArray(symbol, span) => {
                let (text, elements) = self.text_elements(*symbol, *span)?;
                Some((Bytes { array: text.var, offset: constant(0), length: text.length }, elements, None))
            }
            TransferUnit::InternalSection(section) => {
                let passed = self.passed_section(section);
                let records = self.product(&passed.extents);
                let length = passed.length.clone()?;
                let (array, offset) = match &passed.argument {
                    Argument::Element(array, offset) => (*array, offset.clone()),
                    argument => (argument.referenced()?, constant(0)),
                };
                Some((Bytes { array, offset, length }, records, Some(passed)))
            }
        }
    }

    /// An array of CHARACTER and its number of elements.
    fn text_elements(&mut self, symbol: SymbolId, span: Span) -> Option<(Text, IntegerExpr)> {
        let text = self.text_of(symbol, span)?;
        let extents = self.whole_extents(text.array.as_ref()?);
        let elements = self.product(&extents);
        Some((text, elements))
    }

    fn begin_transfer(&mut self, mut begin: IoAction, format: &TransferFormat, controls: Specifiers<'_>) {
        match format {
            TransferFormat::ListDirected | TransferFormat::Unformatted | TransferFormat::Namelist(..) => {}
            TransferFormat::Constant(text) => {
                begin.operands.push(Expr::Character(CharacterExpr::text(text.as_slice())))
            }
            TransferFormat::Text(value) => begin.operands.push(Expr::Character(self.text(value))),
            TransferFormat::TextArray(symbol, span) => {
                let Some((text, elements)) = self.text_elements(*symbol, *span) else { return };
                let kind = elements.kind().max(text.length.kind());
                let (elements, length) = (fold::to_integer(kind, elements), fold::to_integer(kind, text.length));
                let length = fold::binary(IntegerBinary::Multiply, elements, length);
                let all = Bytes { array: text.var, offset: constant(0), length };
                begin.operands.push(Expr::Character(all.value()));
            }
            TransferFormat::NumberArray(symbol, from, span) => match self.hollerith(*symbol, from, *span) {
                Some(text) => begin.operands.push(Expr::Character(text)),
                None => return,
            },
            TransferFormat::Assigned(variable, formats) => {
                return self.begin_with_assigned(&begin, *variable, formats, controls);
            }
        }
        self.begin(begin, controls);
    }

    /// Begins a transfer. What its controls say goes before.
    fn begin(&mut self, begin: IoAction, controls: Specifiers<'_>) {
        if !controls.values.is_empty() || !controls.answers.is_empty() {
            self.specify(controls);
            self.action(ActionKind::Io(IoAction::of_objects(IoKind::End(Handled::Nothing), Vec::new())));
        }
        self.action(ActionKind::Io(begin));
    }

    /// A request of which the first answer is used.
    fn ask(&mut self, service: Service, answer: &TransferItem) {
        self.action(ActionKind::Io(IoAction::of_values(IoKind::System(service), Vec::new())));
        self.transfer_items(true, std::slice::from_ref(answer));
        self.action(ActionKind::Io(IoAction::of_objects(IoKind::End(Handled::Nothing), Vec::new())));
    }

    /// The bytes of a numeric array as a text, from the element with these subscripts on if there are any: what the A
    /// format writes of its elements.
    fn hollerith(&mut self, symbol: SymbolId, from: &[resolved::Expr], span: Span) -> Option<CharacterExpr> {
        let array = self.array(symbol, span)?;
        let part = constant(self.vars[array.var].ty.size() as i64);
        let before = if from.is_empty() { constant(0) } else { self.offset(&array, from) };
        let before = fold::binary(IntegerBinary::Multiply, fold::to_integer(IntegerKind::I8, before), part);
        let before = self.keep_integer("before", before);
        let size = constant(self.vars[array.var].ty.size() as i64 * array.width);
        let extents = self.whole_extents(&array);
        let elements = fold::to_integer(IntegerKind::I8, self.product(&extents));
        let length = fold::binary(IntegerBinary::Multiply, elements, size);
        let length = self.keep_integer("format", length);
        let text = self.temporary_array("format", Type::Integer(IntegerKind::I1), vec![length.clone()]).var;
        let operands = vec![
            Expr::Integer(length.clone()),
            Expr::Integer(constant(1)),
            Expr::Character(CharacterExpr::text("(*(A))")),
        ];
        let objects = vec![Argument::Element(text, constant(0))];
        self.action(ActionKind::Io(IoAction { kind: IoKind::WriteInternal, operands, objects }));
        self.transferred_array(false, symbol, span);
        self.action(ActionKind::Io(IoAction::of_objects(IoKind::End(Handled::Nothing), Vec::new())));
        let length = fold::binary(IntegerBinary::Subtract, length, before.clone());
        Some(Bytes { array: text, offset: before, length }.value())
    }

    /// The statement begins in as many ways as there are formats.
    fn begin_with_assigned(
        &mut self,
        begin: &IoAction,
        variable: SymbolId,
        formats: &[(u32, Vec<u8>)],
        controls: Specifiers<'_>,
    ) {
        let Ok(Place::Variable(var)) = self.place(&Designator::Variable(variable), Span::default()) else { return };
        let Type::Integer(variable_kind) = self.vars[var].ty else { return };
        let (default, next) = (self.new_block(), self.new_block());
        let ways: Vec<_> = formats.iter().map(|format| (self.new_block(), format)).collect();
        let cases = ways.iter().map(|(block, (label, ..))| Case { values: vec![i64::from(*label)], target: *block });
        let selector = IntegerExpr::Read(variable_kind, Place::Variable(var));
        self.end(Terminator::Switch { selector, cases: cases.collect(), default });
        for (block, (_, text)) in ways {
            self.start(block);
            let mut begin = begin.clone();
            begin.operands.push(Expr::Character(CharacterExpr::text(text.as_slice())));
            self.begin(begin, controls);
            self.end(Terminator::Goto(next));
        }
        self.start(default);
        let name = &self.source.symbols[variable].name;
        self.fail(format!("{name} holds no label of a FORMAT"));
        self.start(next);
    }

    /// The end of a transfer, and what follows from it. An internal file that is a copy goes back before.
    fn end_transfer(&mut self, transfer: &TransferOutcome, copy: Option<&Passed>) {
        let handled = match (&transfer.status, &transfer.end, &transfer.error, &transfer.record_end) {
            (Some(_), ..) | (None, Some(_), Some(_), Some(_)) => Handled::All,
            (None, Some(_), Some(_), None) => Handled::Both,
            (None, Some(_), None, None) => Handled::Ends,
            (None, None, Some(_), None) => Handled::Errors,
            (None, Some(_), None, Some(_)) => Handled::EndsAndRecords,
            (None, None, Some(_), Some(_)) => Handled::ErrorsAndRecords,
            (None, None, None, Some(_)) => Handled::Records,
            (None, None, None, None) => Handled::Nothing,
        };
        let kind = IoKind::End(handled);
        if handled == Handled::Nothing {
            self.action(ActionKind::Io(IoAction::of_objects(kind, Vec::new())));
            copy.into_iter().for_each(|copy| self.take_back(copy));
            return self.tell_of_transfer(transfer);
        }
        let variable = self.temporary("status", Type::Integer(IntegerKind::I4));
        self.action(ActionKind::Io(IoAction::of_objects(kind, vec![Argument::Variable(variable)])));
        copy.into_iter().for_each(|copy| self.take_back(copy));
        let status = IntegerExpr::Read(IntegerKind::I4, Place::Variable(variable));
        if let Some(target) = &transfer.status {
            self.assign_status(target, status.clone(), Span::default());
        }
        self.tell_of_transfer(transfer);
        self.go_if(&status, Relation::Equal, -2, transfer.record_end.as_ref());
        self.go_if(&status, Relation::Equal, -1, transfer.end.as_ref());
        self.go_if(&status, Relation::Greater, 0, transfer.error.as_ref());
    }

    /// SIZE= and IOMSG=
    fn tell_of_transfer(&mut self, transfer: &TransferOutcome) {
        for (service, item) in [(Service::Size, &transfer.size), (Service::Message, &transfer.message)] {
            if let Some(item) = item {
                self.ask(service, item);
            }
        }
    }

    /// Assigns a status to an INTEGER of any kind.
    pub fn assign_status(&mut self, target: &Designator, status: IntegerExpr, span: Span) {
        let Ok(place) = self.place(target, span) else { return };
        if let Some(Type::Integer(kind)) = place.var().map(|var| self.vars[var].ty) {
            self.assign_to(place, Expr::Integer(fold::to_integer(kind, status)));
        }
    }

    /// Goes to a label, if there is one, where the status is in that relation.
    fn go_if(&mut self, status: &IntegerExpr, relation: Relation, to: i64, label: Option<&LabelRef>) {
        let Some(label) = label else { return };
        let (target, next) = (self.jump_target(label), self.new_block());
        let constant = IntegerExpr::Constant(IntegerKind::I4, to);
        let condition = LogicalExpr::CompareInteger(relation, Box::new(status.clone()), Box::new(constant));
        self.branch(condition, target, next);
        self.start(next);
    }
}

pub(crate) fn text(text: &str) -> Expr {
    Expr::Character(CharacterExpr::text(text))
}

fn constant(value: i64) -> IntegerExpr {
    IntegerExpr::Constant(IntegerKind::I8, value)
}
