//! STOP and PAUSE. What they show goes to unit 0, as by WRITE, where it is computed.

use crate::Builder;
use forlane_cfg::character::CharacterExpr;
use forlane_cfg::expr::{Expr, IntegerExpr, LogicalBinary, LogicalExpr, Place, Relation};
use forlane_cfg::fold;
use forlane_cfg::graph::{ActionKind, Argument, Terminator};
use forlane_cfg::transfer::{Handled, IoAction, IoKind};
use forlane_cfg::unit::StopCode;
use forlane_frontend::resolved::{ComputedStop, StopCode as ResolvedStop};
use forlane_semantics::types::{IntegerKind, Type};

/// The answer to PAUSE after which the program continues; other answers of its length, and shorter ones, end it.
const ANSWER: &[u8] = b"go ";

const KIND: IntegerKind = IntegerKind::I4;

impl Builder<'_> {
    /// STOP with a constant or nothing.
    pub fn stop(&mut self, code: Option<&ResolvedStop>) {
        self.end_program(match code {
            None => StopCode::None,
            Some(ResolvedStop::Number(number)) => StopCode::Number(*number),
            Some(ResolvedStop::Text(text)) => StopCode::Text(text.clone()),
            Some(ResolvedStop::Error(text, status)) => StopCode::Error(text.clone(), *status),
        });
    }

    fn end_program(&mut self, code: StopCode) {
        self.exit_all_scopes();
        self.end(Terminator::Stop(code));
    }

    /// STOP with a code that is computed, or with QUIET=: the code is shown, and the status noted, before the STOP.
    pub fn computed_stop(&mut self, stop: &ComputedStop) {
        let word = if stop.is_error { "ERROR STOP" } else { "STOP" };
        let plain = IntegerExpr::Constant(KIND, i64::from(stop.is_error));
        let (status, shown) = match &stop.code {
            None => (plain, stop.is_error.then(|| Expr::Character(CharacterExpr::text("")))),
            Some(code) if code.ty == Type::Character => (plain, Some(Expr::Character(self.text(code)))),
            Some(code) => {
                let code = self.integer(code);
                let code = self.keep_integer("code", code);
                (fold::to_integer(KIND, code.clone()), Some(Expr::Integer(code)))
            }
        };
        let end = self.new_block();
        if let Some(quiet) = &stop.quiet {
            let loud = self.new_block();
            self.branch_on(quiet, end, loud);
            self.start(loud);
        }
        if let Some(shown) = shown {
            let edit = if matches!(shown, Expr::Integer(_)) { "I0" } else { "A" };
            self.show(&format!("('{word} ',{edit})"), vec![shown]);
        }
        self.fall_into(end);
        self.action(ActionKind::Io(IoAction::of_values(IoKind::ExitStatus, vec![Expr::Integer(status)])));
        self.end_program(if stop.is_error { StopCode::Error(String::new(), 1) } else { StopCode::None });
    }

    /// PAUSE: the program continues if the next line of standard input is `go`, and ends otherwise.
    pub fn pause(&mut self, text: &[u8]) {
        let format = "('PAUSE ',A/'To resume execution, type go.  Other input will terminate the job.')";
        self.show(format, vec![Expr::Character(CharacterExpr::text(text))]);
        let count = IntegerExpr::Constant(KIND, ANSWER.len() as i64);
        let answer = self.temporary_array("answer", Type::Integer(IntegerKind::I1), vec![count.clone()]).var;
        let status = self.temporary("status", Type::Integer(KIND));
        let first = IntegerExpr::Constant(KIND, 0);
        self.io(IoAction::of_values(IoKind::ReadUnit, vec![constant(5), format_of("(A)")]));
        self.io(IoAction {
            kind: IoKind::ReadText,
            operands: vec![Expr::Integer(count)],
            objects: vec![Argument::Element(answer, first)],
        });
        self.io(IoAction::of_objects(IoKind::End(Handled::All), vec![Argument::Variable(status)]));
        let is = |value: IntegerExpr, wanted: i64| {
            let wanted = IntegerExpr::Constant(KIND, wanted);
            LogicalExpr::CompareInteger(Relation::Equal, Box::new(value), Box::new(wanted))
        };
        let mut condition = is(IntegerExpr::Read(KIND, Place::Variable(status)), 0);
        for (at, character) in ANSWER.iter().enumerate() {
            let at = IntegerExpr::Constant(KIND, at as i64);
            let found = IntegerExpr::Read(IntegerKind::I1, Place::Element(answer, Box::new(at)));
            let found = is(fold::to_integer(KIND, found), i64::from(*character));
            condition = LogicalExpr::Binary(LogicalBinary::And, Box::new(condition), Box::new(found));
        }
        let [resumed, ended] = [(); 2].map(|()| self.new_block());
        self.branch(condition, resumed, ended);
        self.start(ended);
        self.end_program(StopCode::None);
        self.start(resumed);
        self.show("('RESUMED')", Vec::new());
    }

    /// Writes values to unit 0.
    fn show(&mut self, format: &str, values: Vec<Expr>) {
        self.io(IoAction::of_values(IoKind::WriteUnit, vec![constant(0), format_of(format)]));
        for value in values {
            self.io(IoAction::of_values(IoKind::Write, vec![value]));
        }
        self.io(IoAction::of_objects(IoKind::End(Handled::Nothing), Vec::new()));
    }

    fn io(&mut self, io: IoAction) {
        self.action(ActionKind::Io(io));
    }
}

fn constant(value: i64) -> Expr {
    Expr::Integer(IntegerExpr::Constant(KIND, value))
}

fn format_of(text: &str) -> Expr {
    Expr::Character(CharacterExpr::text(text))
}
