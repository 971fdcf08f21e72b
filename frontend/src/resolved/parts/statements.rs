//! The parts of statements.

use super::*;

impl Statement {
    /// Shows the parts of the statement.
    pub fn for_each_part<'a>(&'a self, see: See<'a, '_>) {
        let Statement { label: _, kind, span: _ } = self;
        match kind {
            StatementKind::Continue
            | StatementKind::Exit(_)
            | StatementKind::Cycle(_)
            | StatementKind::Entry(_)
            | StatementKind::Stop(_)
            | StatementKind::Pause(_)
            | StatementKind::Unsupported(_) => {}
            StatementKind::Assign { target, value } => {
                target.parts(Role::Assigned, Role::Assigned, see);
                see(Part::Expr(value));
            }
            StatementKind::AssignArray { target, value } => {
                target.parts(Role::Assigned, see);
                see(Part::Expr(value));
            }
            StatementKind::Where(arms) => {
                for (mask, body) in arms {
                    exprs(mask, see);
                    see(Part::Statements(body));
                }
            }
            StatementKind::Forall { indices, mask, body } => {
                for ForallIndex { variable, first, last, step } in indices {
                    see(Part::Symbol(*variable, Role::Index));
                    exprs([first, last, step], see);
                }
                exprs(mask, see);
                see(Part::Statements(body));
            }
            StatementKind::Allocate(allocation) => allocation.parts(see),
            StatementKind::Deallocate { objects, outcome } => {
                objects.iter().for_each(|object| see(Part::Symbol(*object, Role::Assigned)));
                outcome.parts(see);
            }
            StatementKind::Release(objects) => {
                objects.iter().for_each(|object| see(Part::Symbol(*object, Role::Assigned)));
            }
            StatementKind::MoveAllocation { from, to } => {
                [from, to].into_iter().for_each(|object| see(Part::Symbol(*object, Role::Assigned)));
            }
            StatementKind::Goto(label) => see(Part::Label(label)),
            // The label is of no branch.
            StatementKind::AssignLabel { label: _, variable } => see(Part::Symbol(*variable, Role::Assigned)),
            StatementKind::AssignedGoto { variable, labels } => {
                see(Part::Symbol(*variable, Role::Read));
                labels.iter().for_each(|label| see(Part::Label(label)));
            }
            StatementKind::ComputedGoto { labels, selector } => {
                labels.iter().for_each(|label| see(Part::Label(label)));
                see(Part::Expr(selector));
            }
            StatementKind::ArithmeticIf { value, negative, zero, positive } => {
                see(Part::Expr(value));
                [negative, zero, positive].into_iter().for_each(|label| see(Part::Label(label)));
            }
            StatementKind::If { arms, otherwise } => {
                for (condition, body) in arms {
                    see(Part::Expr(condition));
                    see(Part::Statements(body));
                }
                otherwise.iter().for_each(|body| see(Part::Statements(body)));
            }
            StatementKind::Do { id: _, control, body, terminal } => {
                control.parts(see);
                see(Part::Statements(body));
                terminal.iter().for_each(|terminal| see(Part::Terminal(terminal)));
            }
            StatementKind::Select { selector, cases, otherwise } => {
                see(Part::Expr(selector));
                cases.iter().for_each(|SelectCase { ranges: _, body }| see(Part::Statements(body)));
                see(Part::Statements(otherwise));
            }
            StatementKind::Construct { id: _, scope, body } => {
                if let Some(InnerScope { kind: _, symbols }) = scope {
                    symbols.iter().for_each(|symbol| see(Part::Symbol(*symbol, Role::Inner)));
                }
                see(Part::Statements(body));
            }
            StatementKind::Call { procedure, arguments, alternates } => {
                see(Part::Symbol(*procedure, Role::Called));
                arguments.iter().for_each(|argument| see(Part::Argument(argument)));
                alternates.iter().for_each(|label| see(Part::Label(label)));
            }
            StatementKind::Return(number) => exprs(number, see),
            StatementKind::StopWith(stop) => {
                let ComputedStop { is_error: _, code, quiet } = &**stop;
                exprs(code.iter().chain(quiet), see);
            }
            StatementKind::Transfer(transfer) => transfer.parts(see),
            StatementKind::File(statement) => statement.parts(see),
            StatementKind::Request(request) => {
                let Request { service: _, given, answers } = &**request;
                items(given, false, see);
                answers.iter().for_each(|(_, item)| items(std::slice::from_ref(item), true, see));
            }
        }
    }
}

impl Allocation {
    fn parts<'a>(&'a self, see: See<'a, '_>) {
        let Allocation { objects, source, is_copied: _, length, outcome } = self;
        for (object, bounds) in objects {
            see(Part::Symbol(*object, Role::Assigned));
            exprs(bounds.iter().flat_map(|(lower, upper)| [lower, upper]), see);
        }
        exprs(source.iter().chain(length), see);
        outcome.parts(see);
    }
}

impl AllocationOutcome {
    fn parts<'a>(&'a self, see: See<'a, '_>) {
        let AllocationOutcome { status, message } = self;
        status.iter().chain(message).for_each(|target| target.parts(Role::Assigned, Role::Assigned, see));
    }
}

impl DoControl {
    fn parts<'a>(&'a self, see: See<'a, '_>) {
        match self {
            DoControl::Counted { variable, first, last, step } => {
                see(Part::Symbol(*variable, Role::Assigned));
                exprs([first, last, step], see);
            }
            DoControl::While(condition) => see(Part::Expr(condition)),
            DoControl::Forever => {}
        }
    }
}

impl Transfer {
    fn parts<'a>(&'a self, see: See<'a, '_>) {
        let Transfer { reads, unit, format, items: list, controls, answers, outcome } = self;
        let (of_scalar, of_array) = match reads {
            true => (Role::Read, Role::ReadArray),
            false => (Role::Assigned, Role::Assigned),
        };
        match unit {
            TransferUnit::Number(unit) => see(Part::Expr(unit)),
            TransferUnit::Internal(file, _) => file.parts(of_scalar, of_array, see),
            TransferUnit::InternalArray(file, _) => see(Part::Symbol(*file, of_array)),
            TransferUnit::InternalSection(section) => section.parts(of_array, see),
        }
        match format {
            TransferFormat::ListDirected
            | TransferFormat::Unformatted
            | TransferFormat::Namelist(..)
            | TransferFormat::Constant(..) => {}
            TransferFormat::Text(format) => see(Part::Expr(format)),
            TransferFormat::TextArray(array, _) => see(Part::Symbol(*array, Role::ReadArray)),
            TransferFormat::NumberArray(array, subscripts, _) => {
                see(Part::Symbol(*array, Role::ReadArray));
                exprs(subscripts, see);
            }
            TransferFormat::Assigned(variable, _) => see(Part::Symbol(*variable, Role::Read)),
        }
        exprs(controls.iter().map(|(_, value)| value), see);
        answers.iter().for_each(|(_, item)| items(std::slice::from_ref(item), true, see));
        outcome.parts(see);
        items(list, *reads, see);
    }
}

impl FileStatement {
    fn parts<'a>(&'a self, see: See<'a, '_>) {
        let FileStatement { service: _, given, answers, outcome } = self;
        exprs(given.iter().map(|(_, value)| value), see);
        answers.iter().for_each(|(_, item)| items(std::slice::from_ref(item), true, see));
        outcome.parts(see);
    }
}

impl TransferOutcome {
    fn parts<'a>(&'a self, see: See<'a, '_>) {
        let TransferOutcome { end, error, record_end, status, message, size } = self;
        end.iter().chain(error).chain(record_end).for_each(|label| see(Part::Label(label)));
        status.iter().for_each(|status| status.parts(Role::Assigned, Role::Assigned, see));
        message.iter().chain(size).for_each(|item| items(std::slice::from_ref(item), true, see));
    }
}

/// The parser bounds the depth of implied DOs.
fn items<'a>(list: &'a [TransferItem], reads: bool, see: See<'a, '_>) {
    for item in list {
        match item {
            TransferItem::Value(value) => see(Part::Expr(value)),
            TransferItem::Place(place, _, _) => place.parts(Role::Assigned, Role::Assigned, see),
            TransferItem::Array(array, _) if reads => see(Part::Symbol(*array, Role::Assigned)),
            TransferItem::Array(array, _) => see(Part::Symbol(*array, Role::ReadArray)),
            TransferItem::Section(section, _) => section.parts(Role::Assigned, see),
            TransferItem::Loop(implied) => {
                let TransferLoop { control, items: inner, span: _ } = &**implied;
                control.parts(see);
                items(inner, reads, see);
            }
        }
    }
}
