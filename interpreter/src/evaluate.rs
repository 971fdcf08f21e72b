//! Evaluates expressions for one lane.
//!
//! A chain of operations is followed along its left operands in a loop; recursion is on right operands and element
//! offsets, whose nesting the front end bounds.

use super::frame::{Frame, Trouble};
use super::memory::{AccessError, Memory};
use super::outcome::Failure;
use super::scalar::Scalar;
use forlane_cfg::array::{Section, Subscript};
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, LogicalExpr, Place, RealExpr, Relation, Rounding};
use forlane_cfg::unit::{Unit, VarId};
use forlane_semantics::numeric::{self, integer4, integer8, real4, real8};
use forlane_semantics::types::{IntegerKind, RealKind};
use smallvec::SmallVec;
use std::cell::Cell;

/// What an expression is evaluated in: an execution of a unit by a lane.
#[derive(Clone, Copy)]
pub(super) struct Evaluator<'a> {
    pub unit: &'a Unit,
    pub frame: &'a Frame,
    pub memory: &'a Memory,
    /// Steps that the lane may still take.
    pub fuel: &'a Cell<u64>,
}

/// The operations of a chain; most chains are short.
type Chain<'e, E> = SmallVec<[&'e E; 8]>;

fn unlike_kinds<T>() -> Result<T, Trouble> {
    Err(Trouble::broken("operands have unlike kinds"))
}

impl Evaluator<'_> {
    /// Any expression.
    pub fn expr(self, expr: &Expr) -> Result<Scalar, Trouble> {
        match expr {
            Expr::Integer(expr) => self.integer(expr),
            Expr::Real(expr) => self.real(expr),
            Expr::Logical(expr) => self.logical(expr).map(Scalar::Logical),
            Expr::Character(_) => Err(Trouble::broken("a CHARACTER value is used where a scalar is needed")),
        }
    }

    /// An INTEGER expression as an offset or a selector.
    pub fn index(self, expr: &IntegerExpr) -> Result<i64, Trouble> {
        self.integer(expr)?.as_integer().ok_or_else(|| Trouble::broken("an INTEGER expression has another type"))
    }

    fn place(self, place: &Place) -> Result<Scalar, Trouble> {
        match place {
            Place::Value(value) => {
                let defined = self.frame.values.get(value.index()).copied().flatten();
                defined.ok_or_else(|| {
                    Trouble::Broken(format!("v{} is read where the lane has not defined it", value.index()))
                })
            }
            Place::Variable(variable) => self.element(*variable, 0),
            Place::Element(array, offset) => self.element(*array, self.index(offset)?),
            Place::Section(section) => self.element(section.array, self.section_offset(section)?),
        }
    }

    /// The zero-based offset of an element.
    pub fn section_offset(self, section: &Section) -> Result<i64, Trouble> {
        let mut offset = 0i64;
        for Subscript { at, extent } in section.subscripts.iter().rev() {
            if let Some(extent) = extent {
                offset = offset.wrapping_mul(self.index(extent)?);
            }
            offset = offset.wrapping_add(self.index(at)?);
        }
        Ok(offset)
    }

    /// An element of a variable, of which a scalar has one.
    pub fn element(self, variable: VarId, offset: i64) -> Result<Scalar, Trouble> {
        let run = self.frame.place(self.unit, variable)?;
        self.memory.read(run, offset).map_err(|error| access_trouble(error, self.unit, variable))
    }

    /// An INTEGER expression.
    pub fn integer(self, expr: &IntegerExpr) -> Result<Scalar, Trouble> {
        let (mut chain, mut leaf) = (Chain::new(), expr);
        while let IntegerExpr::Unary(_, next) | IntegerExpr::Binary(_, next, _) | IntegerExpr::FromInteger(_, next) =
            leaf
        {
            chain.push(leaf);
            leaf = next;
        }
        let mut value = match leaf {
            IntegerExpr::Constant(kind, constant) => Scalar::integer(*kind, *constant),
            IntegerExpr::Read(_, place) => self.place(place)?,
            IntegerExpr::FromReal(kind, rounding, operand) => to_integer(*kind, *rounding, self.real(operand)?)?,
            IntegerExpr::Character(function, texts) => self.of_texts(*function, texts)?,
            _ => return Err(Trouble::broken("a chain of operations has no leaf")),
        };
        while let Some(step) = chain.pop() {
            value = self.integer_step(step, value)?;
        }
        Ok(value)
    }

    fn integer_step(self, step: &IntegerExpr, operand: Scalar) -> Result<Scalar, Trouble> {
        match step {
            IntegerExpr::Unary(operation, _) => match operand {
                Scalar::Integer4(operand) => Ok(Scalar::Integer4(integer4::unary(*operation, operand))),
                Scalar::Integer8(operand) => Ok(Scalar::Integer8(integer8::unary(*operation, operand))),
                _ => unlike_kinds(),
            },
            IntegerExpr::Binary(operation, _, right) => {
                let value = match (operand, self.integer(right)?) {
                    (Scalar::Integer4(left), Scalar::Integer4(right)) => {
                        integer4::binary(*operation, left, right).map(Scalar::Integer4)
                    }
                    (Scalar::Integer8(left), Scalar::Integer8(right)) => {
                        integer8::binary(*operation, left, right).map(Scalar::Integer8)
                    }
                    _ => return unlike_kinds(),
                };
                value.map_err(|by_zero| match operation {
                    IntegerBinary::Steps => Trouble::Fails(Failure::ZeroStep),
                    _ => by_zero.into(),
                })
            }
            IntegerExpr::FromInteger(kind, _) => match operand.as_integer() {
                Some(operand) => Ok(Scalar::integer(*kind, operand)),
                None => unlike_kinds(),
            },
            _ => Ok(operand),
        }
    }

    /// A REAL expression.
    pub fn real(self, expr: &RealExpr) -> Result<Scalar, Trouble> {
        let (mut chain, mut leaf) = (Chain::new(), expr);
        while let RealExpr::Unary(_, next)
        | RealExpr::Binary(_, next, _)
        | RealExpr::PowerInteger(next, _)
        | RealExpr::FromReal(_, next) = leaf
        {
            chain.push(leaf);
            leaf = next;
        }
        let mut value = match leaf {
            RealExpr::Constant(kind, constant) => Scalar::real(*kind, *constant),
            RealExpr::Read(_, place) => self.place(place)?,
            RealExpr::FromInteger(kind, operand) => from_integer(*kind, self.index(operand)?),
            _ => return Err(Trouble::broken("a chain of operations has no leaf")),
        };
        while let Some(step) = chain.pop() {
            value = self.real_step(step, value)?;
        }
        Ok(value)
    }

    fn real_step(self, step: &RealExpr, operand: Scalar) -> Result<Scalar, Trouble> {
        match step {
            RealExpr::Unary(operation, _) => match operand {
                Scalar::Real4(operand) => Ok(Scalar::Real4(real4::unary(*operation, operand))),
                Scalar::Real8(operand) => Ok(Scalar::Real8(real8::unary(*operation, operand))),
                _ => unlike_kinds(),
            },
            RealExpr::Binary(operation, _, right) => match (operand, self.real(right)?) {
                (Scalar::Real4(left), Scalar::Real4(right)) => {
                    Ok(Scalar::Real4(real4::binary(*operation, left, right)))
                }
                (Scalar::Real8(left), Scalar::Real8(right)) => {
                    Ok(Scalar::Real8(real8::binary(*operation, left, right)))
                }
                _ => unlike_kinds(),
            },
            RealExpr::PowerInteger(_, exponent) => match (operand, self.integer(exponent)?) {
                (Scalar::Real4(base), Scalar::Integer4(n)) => Ok(Scalar::Real4(real4::power_integer4(base, n))),
                (Scalar::Real4(base), Scalar::Integer8(n)) => Ok(Scalar::Real4(real4::power_integer8(base, n))),
                (Scalar::Real8(base), Scalar::Integer4(n)) => Ok(Scalar::Real8(real8::power_integer4(base, n))),
                (Scalar::Real8(base), Scalar::Integer8(n)) => Ok(Scalar::Real8(real8::power_integer8(base, n))),
                _ => unlike_kinds(),
            },
            RealExpr::FromReal(kind, _) => match operand {
                Scalar::Real4(operand) => Ok(Scalar::real(*kind, f64::from(operand))),
                Scalar::Real8(operand) => Ok(Scalar::real(*kind, operand)),
                _ => unlike_kinds(),
            },
            _ => Ok(operand),
        }
    }

    /// A LOGICAL expression.
    pub fn logical(self, expr: &LogicalExpr) -> Result<bool, Trouble> {
        let (mut chain, mut leaf) = (Chain::new(), expr);
        while let LogicalExpr::Not(next) | LogicalExpr::Binary(_, next, _) = leaf {
            chain.push(leaf);
            leaf = next;
        }
        let mut value = match leaf {
            LogicalExpr::Constant(constant) => *constant,
            LogicalExpr::Read(place) => match self.place(place)? {
                Scalar::Logical(value) => value,
                _ => return Err(Trouble::broken("a LOGICAL place has another type")),
            },
            LogicalExpr::CompareInteger(relation, left, right) => {
                compare(*relation, self.integer(left)?, self.integer(right)?)?
            }
            LogicalExpr::CompareReal(relation, left, right) => compare(*relation, self.real(left)?, self.real(right)?)?,
            LogicalExpr::Not(_) | LogicalExpr::Binary(..) => {
                return Err(Trouble::broken("a chain of operations has no leaf"));
            }
        };
        while let Some(step) = chain.pop() {
            value = match step {
                LogicalExpr::Binary(operation, _, right) => numeric::logical(*operation, value, self.logical(right)?),
                _ => !value,
            };
        }
        Ok(value)
    }
}

/// The trouble that a refused access of a variable means.
pub(super) fn access_trouble(error: AccessError, unit: &Unit, variable: VarId) -> Trouble {
    let array = unit.vars.get(variable).map(|variable| variable.name.clone()).unwrap_or_default();
    match error {
        AccessError::OutOfBounds => Trouble::Fails(Failure::OutOfBounds { array }),
        AccessError::Shared => Trouble::SharedArrayAssigned { array },
    }
}

fn to_integer(kind: IntegerKind, rounding: Rounding, operand: Scalar) -> Result<Scalar, Trouble> {
    match (kind, operand) {
        (IntegerKind::I4, Scalar::Real4(operand)) => Ok(Scalar::Integer4(real4::to_integer4(rounding, operand))),
        (IntegerKind::I4, Scalar::Real8(operand)) => Ok(Scalar::Integer4(real8::to_integer4(rounding, operand))),
        (IntegerKind::I8, Scalar::Real4(operand)) => Ok(Scalar::Integer8(real4::to_integer8(rounding, operand))),
        (IntegerKind::I8, Scalar::Real8(operand)) => Ok(Scalar::Integer8(real8::to_integer8(rounding, operand))),
        _ => unlike_kinds(),
    }
}

fn from_integer(kind: RealKind, operand: i64) -> Scalar {
    match kind {
        RealKind::R4 => Scalar::Real4(operand as f32),
        RealKind::R8 => Scalar::Real8(operand as f64),
    }
}

fn compare(relation: Relation, left: Scalar, right: Scalar) -> Result<bool, Trouble> {
    let ordering = match (left, right) {
        (Scalar::Integer4(left), Scalar::Integer4(right)) => Some(left.cmp(&right)),
        (Scalar::Integer8(left), Scalar::Integer8(right)) => Some(left.cmp(&right)),
        (Scalar::Real4(left), Scalar::Real4(right)) => left.partial_cmp(&right),
        (Scalar::Real8(left), Scalar::Real8(right)) => left.partial_cmp(&right),
        _ => return unlike_kinds(),
    };
    Ok(numeric::relation(relation, ordering))
}
