//! How many lanes a gang has, and why.

use crate::error::JitError;
use crate::options::{CompileOptions, InstructionSet};
use forlane_cfg::{
    Action, ActionKind, Expr, IntegerExpr, IntegerKind, LogicalExpr, Place, RealExpr, RealKind, Shape, Type, Unit,
    Value, Var, VarId,
};

/// A number of lanes, and why it was chosen: a clause.
pub(super) struct GangSize {
    pub lanes: usize,
    pub reason: String,
}

impl GangSize {
    fn wide(reason: String) -> GangSize {
        GangSize { lanes: WIDE, reason }
    }

    fn narrow() -> GangSize {
        GangSize { lanes: NARROW, reason: "nothing of 64 bits differs between lanes".to_owned() }
    }

    /// The size with the registers of an instruction set.
    pub fn with_registers_of(self, isa: InstructionSet) -> GangSize {
        match isa.widening() {
            1 => self,
            times => GangSize {
                lanes: self.lanes * times,
                reason: format!("{}, and registers are {times} times as wide", self.reason),
            },
        }
    }

    /// The size for a kernel of these units: half of it where it [is large](is_large).
    pub fn with_code_of(self, units: &[&Unit], isa: InstructionSet) -> GangSize {
        match is_large(units, isa) {
            true => GangSize {
                lanes: self.lanes / 2,
                reason: format!("{}, and half as many lanes as usual have less code for the caches", self.reason),
            },
            false => self,
        }
    }
}

/// Actions of units beyond which they are large. Gangs of the usual size have several hundred kilobytes of code for
/// them, of which each gang runs much once: it comes from the second-level cache each time, at a third of the speed.
/// Half as many lanes have half as much code, and take little more than half the time to compile.
const LARGE: usize = 1500;

/// The same with registers of 512 bits, where masks have seven registers: half as many lanes need half as many of them,
/// which pays in kernels that are not as large.
const LARGE_WITH_MASK_REGISTERS: usize = 800;

/// Whether so much code would be emitted for a kernel of these units that smaller gangs are usually faster.
pub(super) fn is_large(units: &[&Unit], isa: InstructionSet) -> bool {
    let most = if isa.widening() == InstructionSet::Avx512.widening() { LARGE_WITH_MASK_REGISTERS } else { LARGE };
    units.iter().map(|unit| unit.actions().count()).sum::<usize>() > most
}

/// The requested gang size; none if it is left to the kernel.
///
/// # Errors
/// [`JitError::GangSize`].
pub(super) fn asked_size(options: &CompileOptions) -> Result<Option<GangSize>, JitError> {
    match options.gang {
        Some(size) if !CompileOptions::GANG_SIZES.contains(&size) => Err(JitError::GangSize { size }),
        Some(lanes) if lanes > 1 && is_too_small(lanes, options.isa)? => {
            let bits = options.isa.widening() * 128;
            let reason = format!("that was requested, which is too few for registers of {bits} bits: they have 128");
            Ok(Some(GangSize { lanes, reason }))
        }
        _ if options.allow_files => {
            Ok(Some(GangSize { lanes: 1, reason: "rows that may use files run one after the other".to_owned() }))
        }
        size => Ok(size.map(|lanes| GangSize { lanes, reason: "that was requested".to_owned() })),
    }
}

/// Whether a gang is too small for the wide registers that are requested.
///
/// # Errors
/// [`JitError::InstructionSet`].
fn is_too_small(lanes: usize, isa: InstructionSet) -> Result<bool, JitError> {
    Ok(isa != InstructionSet::Auto && isa.widening() > 1 && isa.wide_for(lanes)?.is_none())
}

/// Lanes where each has values of 64 bits of its own: four registers for one of them.
const WIDE: usize = 8;
/// Lanes where all values are of 32 bits or common to the lanes.
const NARROW: usize = 16;

/// The size, if it follows from the units before it is known which values are common to all lanes: `shapes` are those
/// of the last one's dummy arguments.
pub(super) fn size_by_types(units: &[&Unit], shapes: &[Shape]) -> Option<GangSize> {
    let Some((root, callees)) = units.split_last() else { return Some(GangSize::narrow()) };
    let is_wide = |unit: &Unit| {
        unit.vars.iter().any(|(_, var)| is_wide(var.ty))
            || unit.values.iter().any(|(_, value)| is_wide(value.ty))
            || unit.actions().any(|action| computes_wide(unit, action))
    };
    if let Some(callee) = callees.iter().find(|callee| is_wide(callee)) {
        return Some(GangSize::wide(format!("`{}` has values of 64 bits", callee.source_name())));
    }
    if !is_wide(root) {
        return Some(GangSize::narrow());
    }
    let mut dummies = root.dummies.iter().zip(shapes);
    let varies = |(dummy, shape): &(&VarId, &Shape)| **shape == Shape::Varying && self::is_wide(root.vars[**dummy].ty);
    let (dummy, _) = dummies.find(varies)?;
    Some(GangSize::wide(format!("`{}` has 64 bits and differs between lanes", root.vars[*dummy].name)))
}

/// The size by what the lanes of the masked unit have each of their own.
pub(super) fn size_by_values(unit: &Unit) -> GangSize {
    let in_memory = |(_, var): (_, &Var)| is_wide(var.ty) && var.shape == Shape::Varying && !var.is_promotable();
    let wide_value = |(_, value): (_, &Value)| is_wide(value.ty) && value.shape != Some(Shape::Uniform);
    let wide = unit.vars.iter().any(in_memory)
        || unit.values.iter().any(wide_value)
        || unit.actions().any(|action| computes_wide(unit, action));
    if wide {
        GangSize::wide("it computes values of 64 bits that differ between lanes".to_owned())
    } else {
        GangSize::narrow()
    }
}

fn is_wide(ty: Type) -> bool {
    ty.size() == 8
}

/// Whether an expression of the action has a wide operation in it that reads what differs between lanes.
fn computes_wide(unit: &Unit, action: &Action) -> bool {
    let parts = match &action.kind {
        ActionKind::Define { expr, .. } | ActionKind::Assign { value: expr, .. } => vec![Part::of(expr)],
        ActionKind::Store { offset, value, .. } => vec![Part::of(value), Part::Integer(offset)],
        ActionKind::Call { .. } | ActionKind::Io(_) | ActionKind::ScopeEntry(_) | ActionKind::ScopeExit(_) => vec![],
        // Lowered before.
        ActionKind::Array(_) => vec![],
        ActionKind::StoreText { .. } | ActionKind::Allocate { .. } | ActionKind::Deallocate { .. } => vec![],
    };
    has_wide_operation(unit, parts)
}

fn is_varying(unit: &Unit, place: &Place) -> bool {
    match place {
        Place::Value(value) => unit.values[*value].shape != Some(Shape::Uniform),
        _ => place.var().is_some_and(|var| unit.vars[var].shape == Shape::Varying),
    }
}

/// A part of an expression.
enum Part<'a> {
    Integer(&'a IntegerExpr),
    Real(&'a RealExpr),
    Logical(&'a LogicalExpr),
}

impl Part<'_> {
    fn of(expr: &Expr) -> Part<'_> {
        match expr {
            Expr::Integer(expr) => Part::Integer(expr),
            Expr::Real(expr) => Part::Real(expr),
            Expr::Logical(expr) => Part::Logical(expr),
            // Only scalar code has it.
            Expr::Character(_) => Part::Logical(&LogicalExpr::Constant(false)),
        }
    }

    fn is_wide(&self) -> bool {
        match self {
            Part::Integer(expr) => expr.kind() == IntegerKind::I8,
            Part::Real(expr) => expr.kind() == RealKind::R8,
            Part::Logical(_) => false,
        }
    }

    fn reads_varying(&self, unit: &Unit) -> bool {
        let mut varying = false;
        let mut see = |place: &Place| varying |= is_varying(unit, place);
        match self {
            Part::Integer(expr) => expr.for_each_place(&mut see),
            Part::Real(expr) => expr.for_each_place(&mut see),
            Part::Logical(expr) => expr.for_each_place(&mut see),
        }
        varying
    }
}

fn has_wide_operation(unit: &Unit, mut rest: Vec<Part<'_>>) -> bool {
    while let Some(part) = rest.pop() {
        if part.is_wide() {
            if part.reads_varying(unit) {
                return true;
            }
            continue;
        }
        match part {
            Part::Integer(expr) => match expr {
                IntegerExpr::Constant(..) | IntegerExpr::Read(..) | IntegerExpr::Character(..) => {}
                IntegerExpr::Unary(_, operand) | IntegerExpr::FromInteger(_, operand) => {
                    rest.push(Part::Integer(operand));
                }
                IntegerExpr::Binary(_, left, right) => rest.extend([Part::Integer(left), Part::Integer(right)]),
                IntegerExpr::FromReal(_, _, operand) => rest.push(Part::Real(operand)),
            },
            Part::Real(expr) => match expr {
                RealExpr::Constant(..) | RealExpr::Read(..) => {}
                RealExpr::Unary(_, operand) | RealExpr::FromReal(_, operand) => rest.push(Part::Real(operand)),
                RealExpr::Binary(_, left, right) => rest.extend([Part::Real(left), Part::Real(right)]),
                RealExpr::PowerInteger(base, exponent) => {
                    rest.extend([Part::Real(base), Part::Integer(exponent)]);
                }
                RealExpr::FromInteger(_, operand) => rest.push(Part::Integer(operand)),
            },
            Part::Logical(expr) => match expr {
                LogicalExpr::Constant(_) | LogicalExpr::Read(_) => {}
                LogicalExpr::Not(operand) => rest.push(Part::Logical(operand)),
                LogicalExpr::Binary(_, left, right) => rest.extend([Part::Logical(left), Part::Logical(right)]),
                LogicalExpr::CompareInteger(_, left, right) => {
                    rest.extend([Part::Integer(left), Part::Integer(right)]);
                }
                LogicalExpr::CompareReal(_, left, right) => rest.extend([Part::Real(left), Part::Real(right)]),
            },
        }
    }
    false
}
