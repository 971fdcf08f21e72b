//! Array assignments through a copy: one nest of loops evaluates, a second one stores.

use super::in_place::{set_parts, to_element};
use super::loops::{OpenLoops, binary, constant, fixed_ranges};
use forlane_cfg::analysis::dependence::may_share;
use forlane_cfg::{
    ActionKind, ArrayAssignment, ArrayLength, Expr, GraphBuilder, IndexRange, IntegerBinary, IntegerExpr, IntegerKind,
    LogicalExpr, Place, Type, Var, VarId,
};
use id_arena::Arena;

/// The copies of an assignment, arrays with one element for each iteration.
struct Copies {
    /// The mask, where the assignments may change what it reads.
    mask: Option<VarId>,
    /// Of each store the value.
    values: Vec<VarId>,
    /// Of each store the offset, where the assignments may change what it reads.
    offsets: Vec<Option<(VarId, IntegerKind)>>,
    /// The copies that must be freed.
    allocated: Vec<VarId>,
}

impl Copies {
    /// Makes the copies that are needed.
    fn make(builder: &mut GraphBuilder, assignment: &ArrayAssignment, ranges: &[IndexRange]) -> Copies {
        let length = length(builder, ranges);
        let mut copies = Copies { mask: None, values: Vec::new(), offsets: Vec::new(), allocated: Vec::new() };
        let mut mask_changes = false;
        if let Some(mask) = &assignment.mask {
            mask.for_each_place(&mut |place| mask_changes |= changes(&builder.vars, assignment, place));
        }
        if mask_changes {
            copies.mask = Some(copies.add(builder, "mask", Type::Logical, &length));
        }
        for store in &assignment.stores {
            let value = copies.add(builder, "copy", store.value.ty(), &length);
            let mut offset_changes = false;
            store.target.for_each_place(&mut |place| offset_changes |= changes(&builder.vars, assignment, place));
            let offset = offset_changes.then(|| {
                let kind = store.target.offset().kind();
                (copies.add(builder, "offset", Type::Integer(kind), &length), kind)
            });
            copies.values.push(value);
            copies.offsets.push(offset);
        }
        copies
    }

    /// Makes a new array `stem.N`.
    fn add(&mut self, builder: &mut GraphBuilder, stem: &str, ty: Type, length: &Result<u64, IntegerExpr>) -> VarId {
        let array = builder.temporary(stem, ty);
        builder.vars[array].array = Some(match length {
            Ok(length) => ArrayLength::Constant(*length),
            Err(length) => {
                builder.action(ActionKind::Allocate { array, length: length.clone() });
                self.allocated.push(array);
                ArrayLength::Dynamic
            }
        });
        array
    }

    /// The mask in an iteration.
    fn mask_at(&self, assignment: &ArrayAssignment, at: &IntegerExpr) -> Option<LogicalExpr> {
        match self.mask {
            Some(copy) => Some(LogicalExpr::Read(element(copy, at))),
            None => assignment.mask.clone(),
        }
    }
}

pub(super) fn assign_by_copy(builder: &mut GraphBuilder, mut assignment: ArrayAssignment) {
    let ranges = fixed_ranges(builder, assignment.ranges.clone());
    let copies = Copies::make(builder, &assignment, &ranges);
    assignment.for_each_place_mut(&mut to_element);
    let offsets: Vec<IntegerExpr> = assignment.stores.iter().map(|store| store.target.offset()).collect();

    let open = OpenLoops::open(builder, &ranges, &[]);
    let at = number(&ranges, &open);
    if let (Some(copy), Some(condition)) = (copies.mask, assignment.mask.clone()) {
        store(builder, copy, &at, Expr::Logical(condition));
    }
    let others = copies.mask_at(&assignment, &at).map(|mask| builder.open_if(mask));
    set_parts(builder, &mut assignment);
    for (number, one) in assignment.stores.iter().enumerate() {
        store(builder, copies.values[number], &at, one.value.clone());
        if let Some((copy, _)) = copies.offsets[number] {
            store(builder, copy, &at, Expr::Integer(offsets[number].clone()));
        }
    }
    others.into_iter().for_each(|others| builder.fall_into(others));
    open.close(builder);

    let open = OpenLoops::open(builder, &ranges, &[]);
    let at = number(&ranges, &open);
    let others = copies.mask_at(&assignment, &at).map(|mask| builder.open_if(mask));
    for (number, one) in assignment.stores.iter().enumerate() {
        let offset = match copies.offsets[number] {
            Some((copy, kind)) => IntegerExpr::Read(kind, element(copy, &at)),
            None => offsets[number].clone(),
        };
        if let Some(value) = Expr::read(one.value.ty(), element(copies.values[number], &at)) {
            store(builder, one.target.array, &offset, value);
        }
    }
    others.into_iter().for_each(|others| builder.fall_into(others));
    open.close(builder);
    copies.allocated.into_iter().for_each(|array| builder.action(ActionKind::Deallocate { array }));
}

/// Whether a place may hold something else in the second nest.
fn changes(vars: &Arena<Var>, assignment: &ArrayAssignment, place: &Place) -> bool {
    let (Some(var), Some(target)) = (place.var(), assignment.target()) else { return false };
    may_share(vars, target, var) || assignment.parts.iter().any(|(part, _)| *part == var)
}

/// The number of iterations.
fn length(builder: &mut GraphBuilder, ranges: &[IndexRange]) -> Result<u64, IntegerExpr> {
    let known = ranges.iter().try_fold(1u64, |product, range| match range.count {
        IntegerExpr::Constant(_, count) => product.checked_mul(u64::try_from(count.max(0)).ok()?),
        _ => None,
    });
    known.ok_or_else(|| {
        let counts = ranges.iter().map(|range| range.count.clone());
        let product = counts.reduce(|left, right| binary(IntegerBinary::Multiply, left, right));
        builder.keep_integer("count", product.unwrap_or(constant(1)))
    })
}

fn store(builder: &mut GraphBuilder, array: VarId, at: &IntegerExpr, value: Expr) {
    builder.action(ActionKind::Store { array, offset: at.clone(), value });
}

fn element(array: VarId, at: &IntegerExpr) -> Place {
    Place::Element(array, Box::new(at.clone()))
}

/// The number of the iteration, over all ranges.
fn number(ranges: &[IndexRange], open: &OpenLoops) -> IntegerExpr {
    let inner = ranges.iter().zip(&open.counters).rev();
    let number = inner.fold(None, |outer: Option<IntegerExpr>, (range, counter)| {
        Some(match outer {
            None => counter.clone(),
            Some(outer) => {
                let before = binary(IntegerBinary::Multiply, range.count.clone(), outer);
                binary(IntegerBinary::Add, counter.clone(), before)
            }
        })
    });
    number.unwrap_or(constant(0))
}
