//! The cells of a unit: the scalars in memory, and the elements of arrays, that its actions name one by one.
//!
//! Variables of an area that overlap are one *piece* of memory; every other variable is one by itself. A cell is known
//! by its piece and the bytes in it, if its offset is a constant; else by the *core* of the offset, which is what a
//! constant is added to: `a[v1]` and `a[v1 + 1]` are different elements, `a[v1]` and `a[v2]` may be the same.

use forlane_cfg::analysis::failure::integer_may_fail;
use forlane_cfg::areas::DESCRIPTOR_BYTES;
use forlane_cfg::{
    ActionKind, Argument, Graph, IntegerBinary, IntegerExpr, IntegerKind, IoKind, Place, Storage, Type, Unit, Value,
    ValueId, Var, VarId,
};
use indexmap::IndexMap;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The number of a piece of memory.
pub(crate) type PieceId = usize;
/// The number of a cell.
pub(crate) type CellId = usize;
/// The number of a core.
pub(crate) type CoreId = usize;

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Cell {
    /// The piece in which it lies.
    pub piece: PieceId,
    /// The core of its offset; none if that is constant.
    pub core: Option<CoreId>,
    /// Its first byte, from the start of the piece; with a core, from the element that the core alone names.
    pub first: i64,
    /// What it holds.
    pub ty: Type,
}

/// The cells of a unit, and the pieces of memory that they lie in.
pub(crate) struct Cells<'u> {
    unit: &'u Unit,
    /// By variable, with its first byte in the piece; none for what is not in memory.
    pieces: Vec<Option<(PieceId, i64)>>,
    piece_count: usize,
    /// Pieces in which nothing is a cell.
    hidden: Vec<bool>,
    cells: IndexMap<Cell, VarId>,
    /// By hash of array and expression.
    cores: HashMap<u64, Vec<(VarId, IntegerExpr, CoreId)>>,
    /// The values that each core depends on.
    pub core_values: Vec<Vec<ValueId>>,
}

impl<'u> Cells<'u> {
    /// Those of a unit; there are none until they are named.
    pub fn new(unit: &'u Unit, graph: &Graph) -> Cells<'u> {
        let (pieces, piece_count) = pieces(unit);
        let mut hidden = vec![false; piece_count];
        // One of them may be another, if a dummy argument is one.
        let is_target = |(_, var): &(VarId, &Var)| var.is_target && !var.is_promotable();
        if unit.vars.iter().any(|one| is_target(&one) && one.1.storage == Storage::Dummy) {
            let targets = unit.vars.iter().filter(is_target);
            targets.filter_map(|(var, _)| pieces[var.index()]).for_each(|(piece, _)| hidden[piece] = true);
        }
        // An internal file is assigned when its transfer ends.
        for action in graph.blocks.iter().flat_map(|(_, block)| &block.actions) {
            if let ActionKind::Io(io) = &action.kind
                && io.kind == IoKind::WriteInternal
            {
                let files = io.objects.iter().filter_map(Argument::referenced);
                files.filter_map(|file| pieces[file.index()]).for_each(|(piece, _)| hidden[piece] = true);
            }
        }
        Cells {
            unit,
            pieces,
            piece_count,
            hidden,
            cells: IndexMap::new(),
            cores: HashMap::new(),
            core_values: Vec::new(),
        }
    }

    /// The piece in which a variable lies.
    pub fn piece(&self, var: VarId) -> Option<PieceId> {
        self.pieces[var.index()].map(|(piece, _)| piece)
    }

    /// All variables in memory, with their pieces.
    pub fn variables(&self) -> impl Iterator<Item = (VarId, PieceId)> {
        self.unit.vars.iter().filter_map(|(var, _)| Some((var, self.piece(var)?)))
    }

    /// The number of pieces.
    pub fn piece_count(&self) -> usize {
        self.piece_count
    }

    /// The number of cells that were named so far.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// A cell, with the variable by which it was named first.
    pub fn get(&self, cell: CellId) -> (&Cell, VarId) {
        let (cell, var) = self.cells.get_index(cell).expect("cells are numbered when they are named");
        (cell, *var)
    }

    /// A value that stands for what a cell holds.
    pub fn value_of(&self, cell: CellId) -> Value {
        let (cell, var) = self.get(cell);
        Value { ty: cell.ty, hint: self.unit.vars[var].name.clone(), shape: None }
    }

    /// The cell that a place names.
    pub fn of_place(&mut self, place: &Place) -> Option<CellId> {
        match place {
            Place::Variable(var) => self.of_scalar(*var),
            Place::Element(array, offset) => self.of_element(*array, offset),
            Place::Value(_) | Place::Section(_) => None,
        }
    }

    /// That of a scalar in memory.
    pub fn of_scalar(&mut self, var: VarId) -> Option<CellId> {
        let (piece, first) = self.place_of_cells(var)?;
        Some(self.number(Cell { piece, core: None, first, ty: self.unit.vars[var].ty }, var))
    }

    /// That of an element, unless its offset depends on memory, or is a constant outside of the array.
    pub fn of_element(&mut self, array: VarId, offset: &IntegerExpr) -> Option<CellId> {
        let (piece, base) = self.place_of_cells(array)?;
        let var = &self.unit.vars[array];
        let (core, index) = split(offset);
        let bytes = index.checked_mul(var.ty.size() as i64)?;
        let (core, first) = match core {
            Some(core) => (Some(self.core(array, core)?), bytes),
            None if index < 0 || var.element_count().is_some_and(|count| index as u64 >= count) => return None,
            None => (None, base.checked_add(bytes)?),
        };
        Some(self.number(Cell { piece, core, first, ty: var.ty }, array))
    }

    /// The place of a variable, if it holds what values can be.
    fn place_of_cells(&self, var: VarId) -> Option<(PieceId, i64)> {
        let is_narrow = matches!(
            self.unit.vars[var].ty,
            Type::Integer(IntegerKind::I1 | IntegerKind::I2) | Type::Complex(_) | Type::Character
        );
        self.pieces[var.index()].filter(|(piece, _)| !is_narrow && !self.hidden[*piece])
    }

    fn number(&mut self, cell: Cell, var: VarId) -> CellId {
        let entry = self.cells.entry(cell);
        let number = entry.index();
        entry.or_insert(var);
        number
    }

    /// The number of a core; none for what is not computed of values alone.
    fn core(&mut self, array: VarId, core: &IntegerExpr) -> Option<CoreId> {
        let (mut values, mut is_pure) = (Vec::new(), true);
        core.for_each_place(&mut |place| match place {
            Place::Value(value) => values.push(*value),
            _ => is_pure = false,
        });
        if !is_pure || integer_may_fail(core, &self.unit.vars) {
            return None;
        }
        let mut hasher = DefaultHasher::new();
        (array, &values).hash(&mut hasher);
        let known = self.cores.entry(hasher.finish()).or_default();
        let same = known.iter().find(|(other, expr, _)| *other == array && expr == core);
        if let Some((_, _, number)) = same {
            return Some(*number);
        }
        let number = self.core_values.len();
        known.push((array, core.clone(), number));
        self.core_values.push(values);
        Some(number)
    }

    /// For each cell at a constant place the others at such that have a byte in common with it.
    pub fn overlaps(&self) -> Vec<Vec<CellId>> {
        let mut overlaps = vec![Vec::new(); self.cells.len()];
        let constant = self.cells.keys().enumerate().filter(|(_, cell)| cell.core.is_none());
        let mut sorted: Vec<(PieceId, i64, i64, CellId)> = constant
            .map(|(number, cell)| (cell.piece, cell.first, cell.first + cell.ty.size() as i64, number))
            .collect();
        sorted.sort_unstable();
        for (at, (piece, _, end, cell)) in sorted.iter().enumerate() {
            let after = sorted[at + 1..].iter();
            for (_, _, _, other) in after.take_while(|(other, first, ..)| other == piece && first < end) {
                overlaps[*cell].push(*other);
                overlaps[*other].push(*cell);
            }
        }
        overlaps
    }
}

/// The core of an offset, and the constant that is added to it. Where the sum wraps, both wrap alike.
pub(crate) fn split(offset: &IntegerExpr) -> (Option<&IntegerExpr>, i64) {
    match offset {
        IntegerExpr::Constant(_, value) => (None, *value),
        IntegerExpr::Binary(operation, left, right) => match (operation, &**left, &**right) {
            (IntegerBinary::Add, core, IntegerExpr::Constant(_, value))
            | (IntegerBinary::Add, IntegerExpr::Constant(_, value), core) => (Some(core), *value),
            (IntegerBinary::Subtract, core, IntegerExpr::Constant(_, value)) if *value != i64::MIN => {
                (Some(core), -value)
            }
            _ => (Some(offset), 0),
        },
        _ => (Some(offset), 0),
    }
}

/// The piece of each variable in memory and its first byte there, and the number of pieces.
fn pieces(unit: &Unit) -> (Vec<Option<(PieceId, i64)>>, usize) {
    let mut pieces = vec![None; unit.vars.len()];
    let mut count = 0;
    let mut in_areas = Vec::new();
    for (id, var) in unit.vars.iter().filter(|(_, var)| !var.is_promotable()) {
        match (&var.area, var.storage) {
            (Some(place), Storage::Area) => {
                let bytes =
                    var.element_count().map_or(DESCRIPTOR_BYTES, |count| count.saturating_mul(var.ty.size() as u64));
                in_areas.push((&place.area, place.offset, place.offset.saturating_add(bytes), id));
            }
            (_, Storage::Procedure) => {}
            _ => {
                pieces[id.index()] = Some((count, 0));
                count += 1;
            }
        }
    }
    in_areas.sort();
    let mut last: Option<(&String, u64, u64)> = None;
    for (area, first, end, id) in in_areas {
        let joined =
            last.filter(|(last_area, start, last_end)| *last_area == area && (first < *last_end || first == *start));
        if joined.is_none() {
            count += 1;
        }
        let (start, last_end) = joined.map_or((first, end), |(_, start, last_end)| (start, last_end.max(end)));
        last = Some((area, start, last_end));
        pieces[id.index()] = Some((count - 1, first.saturating_sub(start) as i64));
    }
    (pieces, count)
}
