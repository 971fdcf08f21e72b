//! Constant arguments that are outside of what a function of bits or characters takes: its value would be undefined.

use crate::resolve::constants::as_constant;
use crate::resolve::intrinsics::IntrinsicName;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{Expr, Intrinsic};
use crate::source::Span;
use forlane_semantics::types::{Constant, Type};

impl Scope<'_> {
    /// Reports a shift, place or length that the first argument has no bits for.
    pub fn check_constant_arguments(&mut self, row: &IntrinsicName, arguments: &[Expr]) -> Outcome<()> {
        let Some(Type::Integer(kind)) = arguments.first().map(|first| first.ty) else { return Ok(()) };
        let bits = kind.size() as i64 * 8;
        let all = (0, bits);
        // For each argument behind the first what it may be.
        let ranges: &[(i64, i64)] = match row.name {
            "ishft" | "lshift" | "rshift" => &[(-bits, bits)],
            "ishftc" => &[(-bits, bits), (1, bits)],
            "shiftl" | "shiftr" | "shifta" => &[all],
            "dshiftl" | "dshiftr" => &[(i64::MIN, i64::MAX), all],
            "btest" | "ibset" | "ibclr" => &[(0, bits - 1)],
            "ibits" => &[all, all],
            _ => return Ok(()),
        };
        for (argument, range) in arguments.iter().skip(1).zip(ranges) {
            self.check_constant_argument(row.name, argument, *range)?;
        }
        match (row.name, arguments) {
            ("ibits", [_, place, length]) => self.check_sum(row.name, place, length, bits),
            _ => Ok(()),
        }
    }

    /// The same for the functions of texts.
    pub fn check_text_argument(&mut self, name: &str, function: Intrinsic, arguments: &[Expr]) -> Outcome<()> {
        let (at, range) = match function {
            Intrinsic::Char => (0, (0, 255)),
            Intrinsic::Repeat => (1, (0, i64::MAX)),
            _ => return Ok(()),
        };
        match arguments.get(at) {
            Some(argument) => self.check_constant_argument(name, argument, range),
            None => Ok(()),
        }
    }

    fn check_constant_argument(&mut self, name: &str, argument: &Expr, (least, most): (i64, i64)) -> Outcome<()> {
        let Some(Constant::Integer(_, value)) = as_constant(argument) else { return Ok(()) };
        if (least..=most).contains(value) {
            return Ok(());
        }
        let range = if most == i64::MAX { format!("{least} or more") } else { format!("{least} to {most}") };
        Err(self.refuse_argument(name, &range, *value, argument.span))
    }

    fn check_sum(&mut self, name: &str, place: &Expr, length: &Expr, bits: i64) -> Outcome<()> {
        let (Some(Constant::Integer(_, first)), Some(Constant::Integer(_, count))) =
            (as_constant(place), as_constant(length))
        else {
            return Ok(());
        };
        let end = first.saturating_add(*count);
        if end <= bits {
            return Ok(());
        }
        let message = format!("{} requires {end} bits of a number that has {bits}", name.to_uppercase());
        Err(self.error("E0230", length.span, message))
    }

    fn refuse_argument(&mut self, name: &str, range: &str, value: i64, span: Span) -> crate::resolve::scope::Reported {
        self.error("E0230", span, format!("{} takes {range} here, not {value}", name.to_uppercase()))
    }
}
