//! BESSEL_JN and BESSEL_YN of a range of orders.

use super::sections::{combine, constant};
use crate::Builder;
use crate::entities::Array;
use forlane_cfg::expr::{Expr, IntegerBinary, LogicalBinary, LogicalExpr, Place, RealBinary, RealExpr, Relation};
use forlane_cfg::fold;
use forlane_cfg::graph::ActionKind;
use forlane_frontend::resolved::{ArrayCall, ArrayFunction};
use forlane_semantics::types::Type;

impl Builder<'_> {
    /// The values for all orders, as gfortran's library has them: two are those of the function, and each further one
    /// follows from the two before, from the last order down, but up for the second kind.
    pub(super) fn bessel_functions(&mut self, call: &ArrayCall, ty: Type) -> Option<Array> {
        let is_first_kind = call.function == ArrayFunction::BesselJ;
        let (first, last) = (call.argument("n1")?, call.argument("n2")?);
        let [first, last] = [first, last].map(|order| {
            let order = self.integer(order);
            self.fixed("order", order)
        });
        let x = self.real(call.argument("x")?);
        let x = self.save_real("argument", x);
        let kind = x.kind();
        let number = |value: f64| RealExpr::Constant(kind, value);
        let binary = |op, left: RealExpr, right: RealExpr| RealExpr::Binary(op, Box::new(left), Box::new(right));
        let distance = combine(IntegerBinary::Subtract, last.clone(), first.clone());
        let count = combine(IntegerBinary::Add, distance.clone(), constant(1));
        let count = self.extent(count);
        let result = self.temporary_array("bessel", ty, vec![count.clone()]);
        let factor = self.save_real("factor", binary(RealBinary::Divide, number(2.0), x.clone()));
        let [before, latest] = ["before", "latest"].map(|name| self.save(name, Expr::Real(number(0.0))));
        let read = |var| RealExpr::Read(kind, Place::Variable(var));

        let (open, at) = self.open_count(&count);
        let (order, place, next) = match is_first_kind {
            true => (
                combine(IntegerBinary::Subtract, last, at.clone()),
                combine(IntegerBinary::Subtract, distance, at.clone()),
                1,
            ),
            false => (combine(IntegerBinary::Add, first, at.clone()), at.clone(), -1),
        };
        let is_begin = LogicalExpr::CompareInteger(Relation::Less, Box::new(at), Box::new(constant(2)));
        let equals = |left, right| LogicalExpr::CompareReal(Relation::Equal, Box::new(left), Box::new(right));
        let or = |left, right| LogicalExpr::Binary(LogicalBinary::Or, Box::new(left), Box::new(right));
        let is_infinite = equals(read(latest), number(f64::NEG_INFINITY));
        let is_plain = or(is_begin, or(equals(x.clone(), number(0.0)), is_infinite));
        let op = if is_first_kind { RealBinary::BesselJ } else { RealBinary::BesselY };
        let plain = binary(op, fold::integer_to_real(kind, order.clone()), x);
        let neighbour = fold::integer_to_real(kind, combine(IntegerBinary::Add, order, constant(next)));
        let scaled = binary(RealBinary::Multiply, binary(RealBinary::Multiply, factor, neighbour), read(latest));
        let derived = binary(RealBinary::Subtract, scaled, read(before));
        let value = self.chosen_value(is_plain, |_| vec![Expr::Real(plain)], |_| vec![Expr::Real(derived)]);
        self.action(ActionKind::Assign { target: before, value: Expr::Real(read(latest)) });
        if let Some(value) = value.first() {
            self.action(ActionKind::Assign { target: latest, value: value.clone() });
        }
        self.store_linear(&result, place, value);
        self.close_loop(open);
        Some(result)
    }
}
