//! FORALL whose statements are array assignments over its indices: a mask is evaluated into an array if several
//! statements need it, and the dimensions of a section that is assigned come before the indices.
//!
//! ```text
//! forall (i = 1:n, b(i) > 0)                   each i.1 = 1 for n: where.1[i.1 - 1] = b[i.1 - 1] > 0e0
//!     a(i, :) = b(i) * c(:)         becomes    each index.1 = 0 for m, i.1 = 1 for n where where.1[i.1 - 1]:
//!     d(i) = a(i, i)                               a[i.1 - 1 of n, index.1] = b[i.1 - 1] * c[index.1]
//! end forall                                   each i.1 = 1 for n where where.1[i.1 - 1]: d[i.1 - 1] = …
//! ```

use super::elements::Target;
use super::forall::{Bounds, trips};
use super::{Extents, Leaf};
use crate::Builder;
use crate::entities::Array;
use forlane_cfg::array::{ArrayAssignment, ElementStore, IndexRange, Section, Subscript};
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, LogicalExpr, Place};
use forlane_cfg::fold;
use forlane_cfg::graph::{ActionKind, BlockId, Terminator};
use forlane_cfg::unit::VarId;
use forlane_frontend::resolved::{self, Designator, ForallIndex, Statement, StatementKind};
use forlane_frontend::source::Span;
use forlane_semantics::types::{IntegerKind, Type};

/// What the statements of a FORALL have in common.
struct Header<'h> {
    ranges: Vec<IndexRange>,
    mask: ForallMask<'h>,
}

/// Where they are executed.
enum ForallMask<'h> {
    Everywhere,
    /// Evaluated with the only statement.
    Condition(&'h resolved::Expr),
    /// Evaluated before, an element for each combination of the indices.
    Array(Array),
}

impl Builder<'_> {
    /// FORALL as array assignments, if all of its statements can be such; else nothing is built.
    pub(super) fn forall_ranges(
        &mut self,
        indices: &[ForallIndex],
        mask: Option<&resolved::Expr>,
        body: &[Statement],
        span: Span,
    ) -> bool {
        let (before, first, errors) = (self.current(), self.new_block(), self.errors.len());
        self.start(first);
        let reads_elements = std::mem::replace(&mut self.elements.reads_elements, true);
        let is_built = self.forall_header(indices, mask, body.len(), span).is_some_and(|header| {
            body.iter().all(|statement| {
                self.stand_at(statement.span);
                self.forall_statement(&header, statement)
            })
        });
        self.elements.reads_elements = reads_elements;
        // Nothing was built but actions: what is not straight is not taken.
        if !is_built && self.errors.len() == errors {
            self.start(before);
            self.stand_at(span);
            return false;
        }
        let last = self.current();
        self.start(before);
        self.end(Terminator::Goto(first));
        self.start(last);
        true
    }

    /// Evaluates the bounds, and the mask of several statements.
    fn forall_header<'h>(
        &mut self,
        indices: &[ForallIndex],
        mask: Option<&'h resolved::Expr>,
        statements: usize,
        span: Span,
    ) -> Option<Header<'h>> {
        // A later statement may find other values of what the bounds are made of.
        let bounds = self.forall_bounds(indices, statements == 1, span)?;
        let range = |(index, bounds): (VarId, Bounds)| {
            let kind = match self.vars[index].ty {
                Type::Integer(kind @ (IntegerKind::I4 | IntegerKind::I8)) => kind,
                // The number of iterations may be too big for the kind.
                _ => return None,
            };
            let [first, last, step] = bounds.map(|bound| fold::to_integer(kind, bound));
            let count = fold::to_index(trips([first.clone(), last, step.clone()]));
            Some(IndexRange { index, first, step, count })
        };
        let ranges: Vec<IndexRange> = bounds.into_iter().map(range).collect::<Option<_>>()?;
        let mask = match mask {
            None => ForallMask::Everywhere,
            Some(mask) if statements == 1 => ForallMask::Condition(mask),
            Some(mask) => ForallMask::Array(self.forall_mask(&ranges, mask)?),
        };
        Some(Header { ranges, mask })
    }

    /// Evaluates a mask for all combinations of indices.
    fn forall_mask(&mut self, ranges: &[IndexRange], mask: &resolved::Expr) -> Option<Array> {
        let extents: Extents = ranges.iter().map(|range| self.extent(range.count.clone())).collect();
        let array = self.temporary_array("where", Type::Logical, extents);
        let (value, apart) = self.apart(&[], |builder| builder.logical(mask));
        let parts = self.as_parts(&apart)?;
        let target = self.forall_mask_section(&array, ranges);
        let stores = vec![ElementStore { target, value: Expr::Logical(value) }];
        let ranges = ranges.to_vec();
        self.action(ActionKind::Array(Box::new(ArrayAssignment { ranges, mask: None, parts, stores })));
        Some(array)
    }

    /// The element of a mask for the present indices.
    fn forall_mask_section(&self, mask: &Array, ranges: &[IndexRange]) -> Section {
        let subscripts = ranges.iter().enumerate().map(|(dimension, range)| {
            let kind = range.first.kind();
            let index = IntegerExpr::Read(kind, Place::Variable(range.index));
            let distance = fold::binary(IntegerBinary::Subtract, index, range.first.clone());
            let number = fold::binary(IntegerBinary::Divide, distance, range.step.clone());
            let extent = (dimension + 1 < ranges.len()).then(|| mask.dimension(dimension).1).flatten();
            Subscript { at: fold::to_integer(IntegerKind::I4, number), extent }
        });
        Section { array: mask.var, subscripts: subscripts.collect() }
    }

    fn forall_statement(&mut self, header: &Header<'_>, statement: &Statement) -> bool {
        let assignment = match &statement.kind {
            StatementKind::Assign { value, .. } | StatementKind::AssignArray { value, .. }
                if value.ty == Type::Character =>
            {
                None
            }
            StatementKind::Assign { target, value } => self.forall_element(header, target, value, statement.span),
            StatementKind::AssignArray { target, value } => self.forall_section(header, target, value),
            _ => None,
        };
        let is_built = assignment.is_some();
        assignment.into_iter().for_each(|assignment| self.action(ActionKind::Array(Box::new(assignment))));
        is_built
    }

    /// The condition at which a statement is executed; the outer none if it is more than an expression.
    fn forall_condition(&mut self, header: &Header<'_>) -> Option<Option<LogicalExpr>> {
        match &header.mask {
            ForallMask::Everywhere => Some(None),
            ForallMask::Array(mask) => {
                let section = self.forall_mask_section(mask, &header.ranges);
                Some(Some(LogicalExpr::Read(Place::Section(Box::new(section)))))
            }
            ForallMask::Condition(mask) => {
                let (condition, apart) = self.apart(&[], |builder| builder.logical(mask));
                self.is_empty(&apart).then_some(Some(condition))
            }
        }
    }

    /// One assignment to an element.
    fn forall_element(
        &mut self,
        header: &Header<'_>,
        target: &Designator,
        value: &resolved::Expr,
        span: Span,
    ) -> Option<ArrayAssignment> {
        let mask = self.forall_condition(header)?;
        let ((values, targets), apart) = self.apart(&[], |builder| {
            let targets = builder.element_sections(target, span);
            (builder.element_value(value), targets)
        });
        let parts = self.as_parts(&apart)?;
        let stores = targets?.into_iter().zip(values).map(|(target, value)| ElementStore { target, value }).collect();
        Some(ArrayAssignment { ranges: header.ranges.clone(), mask, parts, stores })
    }

    /// One assignment to a section, whose shape is the same for all combinations of the indices.
    fn forall_section(
        &mut self,
        header: &Header<'_>,
        target: &resolved::Section,
        value: &resolved::Expr,
    ) -> Option<ArrayAssignment> {
        let mask = self.forall_condition(header)?;
        let block = self.current();
        let actions = self.graph.blocks[block].actions.len();
        let (leaf, extents) = self.section_leaf(target);
        let Leaf::Array { array, along } = leaf else { return None };
        if value.rank() > 0 {
            self.prepare(value);
        }
        let is_common = self.is_common(header, &extents, (block, actions));
        let indices = self.new_indices(&extents);
        let ((values, targets), apart) = self.apart(&indices, |builder| {
            let targets = builder.places_along(Target { array: &array, along: &along });
            (builder.element_value(value), targets)
        });
        self.forget(value);
        let parts = self.as_parts(&apart).filter(|_| is_common)?;
        let dimensions = indices.iter().zip(extents).map(|(index, count)| IndexRange::of_dimension(*index, count));
        let ranges = dimensions.chain(header.ranges.iter().cloned()).collect();
        let stores = targets.into_iter().zip(values).map(|(target, value)| ElementStore { target, value }).collect();
        Some(ArrayAssignment { ranges, mask, parts, stores })
    }

    /// Whether extents, and what was built since some action, are the same for all combinations of the indices.
    fn is_common(&mut self, header: &Header<'_>, extents: &Extents, (block, actions): (BlockId, usize)) -> bool {
        let is_index = |place: &Place| header.ranges.iter().any(|range| *place == Place::Variable(range.index));
        let mut names_index = self.current() != block;
        let mut see = |place: &Place| names_index |= is_index(place);
        extents.iter().for_each(|extent| extent.for_each_place(&mut see));
        let built = self.graph.blocks[block].actions.get(actions..).unwrap_or_default();
        built.iter().for_each(|action| action.kind.for_each_place(&mut see));
        !names_index
    }
}
