//! Array assignments through a copy: one nest of loops evaluates, a second one stores.

use super::loops::{OpenLoops, binary};
use super::{Emitter, constant, to_element};
use forlane_cfg::analysis::overlap::may_share;
use forlane_cfg::{
    ActionKind, ArrayAssignment, ArrayLength, Expr, IndexRange, IntegerBinary, IntegerExpr, IntegerKind, LogicalExpr,
    Place, Type, VarId,
};

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
    /// The mask in an iteration.
    fn mask_at(&self, assignment: &ArrayAssignment, at: &IntegerExpr) -> Option<LogicalExpr> {
        match self.mask {
            Some(copy) => Some(LogicalExpr::Read(element(copy, at))),
            None => assignment.mask.clone(),
        }
    }
}

impl Emitter<'_> {
    pub(super) fn by_copy(&mut self, mut assignment: ArrayAssignment) {
        let ranges: Vec<IndexRange> =
            assignment.ranges.clone().into_iter().map(|range| self.fixed_range(range)).collect();
        let copies = self.copies(&assignment, &ranges);
        assignment.for_each_place_mut(&mut to_element);
        let offsets: Vec<IntegerExpr> = assignment.stores.iter().map(|store| store.target.offset()).collect();

        let open = self.open_loops(&ranges, &[]);
        let at = number(&ranges, &open);
        if let (Some(copy), Some(condition)) = (copies.mask, assignment.mask.clone()) {
            self.store(copy, &at, Expr::Logical(condition));
        }
        let behind = copies.mask_at(&assignment, &at).map(|mask| self.guard(mask));
        self.parts(&mut assignment);
        for (number, store) in assignment.stores.iter().enumerate() {
            self.store(copies.values[number], &at, store.value.clone());
            if let Some((copy, _)) = copies.offsets[number] {
                self.store(copy, &at, Expr::Integer(offsets[number].clone()));
            }
        }
        behind.into_iter().for_each(|behind| self.fall_into(behind));
        self.close_loops(open);

        let open = self.open_loops(&ranges, &[]);
        let at = number(&ranges, &open);
        let behind = copies.mask_at(&assignment, &at).map(|mask| self.guard(mask));
        for (number, store) in assignment.stores.iter().enumerate() {
            let offset = match copies.offsets[number] {
                Some((copy, kind)) => IntegerExpr::Read(kind, element(copy, &at)),
                None => offsets[number].clone(),
            };
            if let Some(value) = Expr::read(store.value.ty(), element(copies.values[number], &at)) {
                self.action(ActionKind::Store { array: store.target.array, offset, value });
            }
        }
        behind.into_iter().for_each(|behind| self.fall_into(behind));
        self.close_loops(open);
        copies.allocated.into_iter().for_each(|array| self.action(ActionKind::Deallocate { array }));
    }

    /// Makes the copies that are needed.
    fn copies(&mut self, assignment: &ArrayAssignment, ranges: &[IndexRange]) -> Copies {
        let length = self.length(ranges);
        let mut copies = Copies { mask: None, values: Vec::new(), offsets: Vec::new(), allocated: Vec::new() };
        let mut mask_changes = false;
        if let Some(mask) = &assignment.mask {
            mask.for_each_place(&mut |place| mask_changes |= self.changes(assignment, place));
        }
        if mask_changes {
            copies.mask = Some(self.copy("mask", Type::Logical, &length, &mut copies));
        }
        for store in &assignment.stores {
            let value = self.copy("copy", store.value.ty(), &length, &mut copies);
            let mut changes = false;
            store.target.for_each_place(&mut |place| changes |= self.changes(assignment, place));
            let offset = changes.then(|| {
                let kind = store.target.offset().kind();
                (self.copy("offset", Type::Integer(kind), &length, &mut copies), kind)
            });
            copies.values.push(value);
            copies.offsets.push(offset);
        }
        copies
    }

    /// Whether a place may hold something else in the second nest.
    fn changes(&self, assignment: &ArrayAssignment, place: &Place) -> bool {
        let (Some(var), Some(target)) = (place.var(), assignment.target()) else { return false };
        may_share(self.vars, target, var) || assignment.parts.iter().any(|(part, _)| *part == var)
    }

    /// The number of iterations.
    fn length(&mut self, ranges: &[IndexRange]) -> Result<u64, IntegerExpr> {
        let known = ranges.iter().try_fold(1u64, |product, range| match range.count {
            IntegerExpr::Constant(_, count) => product.checked_mul(u64::try_from(count.max(0)).ok()?),
            _ => None,
        });
        known.ok_or_else(|| {
            let counts = ranges.iter().map(|range| range.count.clone());
            let product = counts.reduce(|left, right| binary(IntegerBinary::Multiply, left, right));
            self.kept_integer("count", product.unwrap_or(constant(1)))
        })
    }

    /// A new array `stem.N`.
    fn copy(&mut self, stem: &'static str, ty: Type, length: &Result<u64, IntegerExpr>, copies: &mut Copies) -> VarId {
        let array = self.variable(stem, ty);
        self.vars[array].array = Some(match length {
            Ok(length) => ArrayLength::Constant(*length),
            Err(length) => {
                self.action(ActionKind::Allocate { array, length: length.clone() });
                copies.allocated.push(array);
                ArrayLength::Dynamic
            }
        });
        array
    }

    fn store(&mut self, array: VarId, at: &IntegerExpr, value: Expr) {
        self.action(ActionKind::Store { array, offset: at.clone(), value });
    }
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
