//! ALLOCATABLE variables: what holds their bounds, how they are passed, and assignments that allocate.
//!
//! ```text
//! REAL, ALLOCATABLE :: A(:)      var a: real4[:]                      the elements
//!                                var a.lower.1, a.extent.1: integer4  the bounds
//!                                var a.allocated: logical             whether it is allocated
//! ```
//! These variables live where the elements do: a module's in areas beside that of the array, those of a dummy argument
//! are hidden dummy arguments. A scalar has room from the beginning, so only the last of them belongs to it; but a
//! CHARACTER scalar of deferred length is allocated, and `a.len` is its length.

use super::Extents;
use super::sections::constant;
use crate::Builder;
use crate::character::BYTE;
use crate::entities::{Array, LoweredSymbol};
use crate::operands::has_call;
use forlane_cfg::expr::{Expr, IntegerExpr, LogicalBinary, LogicalExpr, Place, Relation};
use forlane_cfg::graph::{ActionKind, Argument};
use forlane_cfg::interface::Companion;
use forlane_cfg::names;
use forlane_cfg::unit::{AreaPlace, ArrayLength, Storage, VarId};
use forlane_frontend::resolved::{self, ArrayForm, CharacterLength, Designator, Section, SymbolClass, SymbolId};
use forlane_frontend::source::Span;
use forlane_semantics::types::{IntegerKind, Type};

/// An argument with what goes along.
pub struct Lent {
    /// The argument.
    pub argument: Argument,
    /// The length of a CHARACTER.
    pub length: Option<Argument>,
    /// Bounds, and whether it is allocated.
    pub hidden: Vec<Argument>,
}

impl Builder<'_> {
    /// An ALLOCATABLE array, and the variables that hold its bounds.
    pub fn declare_without_bounds(&mut self, id: SymbolId, rank: usize) {
        let LoweredSymbol::Array(Array { var, width, .. }) = self.entities[id.index()] else { return };
        self.vars[var].array = Some(ArrayLength::Dynamic);
        self.entities[id.index()] = LoweredSymbol::Array(Array { width, ..self.declare_allocatable(var, rank) });
    }

    /// The variables that hold the bounds of an ALLOCATABLE array.
    pub fn declare_allocatable(&mut self, var: VarId, rank: usize) -> Array {
        let mut dimensions = Vec::with_capacity(rank);
        for dimension in 1..=rank {
            let [lower, extent] = [Companion::LowerBound(dimension), Companion::Extent(dimension)].map(|what| {
                let variable = self.descriptor_variable(var, what, Type::Integer(IntegerKind::I4));
                self.read_integer(variable)
            });
            dimensions.push((lower, Some(extent)));
        }
        Array { var, dimensions, declared: None, width: 1, part: None }
    }

    /// The variable that says whether an ALLOCATABLE variable is allocated, which one of an inner scope is not at
    /// first.
    pub fn declare_allocated(&mut self, id: SymbolId) {
        let (is_plain_result, var) = match &self.source.symbols[id].class {
            SymbolClass::Variable(variable) if variable.form == ArrayForm::Allocatable => {
                let is_result = variable.storage == resolved::Storage::Result;
                (
                    is_result && variable.shape.is_none() && !self.has_deferred_length(id),
                    self.entities[id.index()].var(),
                )
            }
            _ => return,
        };
        let allocated = match var.filter(|_| !is_plain_result) {
            Some(var) => self.descriptor_variable(var, Companion::Allocated, Type::Logical),
            None => self.temporary("allocated", Type::Logical),
        };
        self.allocated.insert(id, allocated);
        if !self.inner_scopes.is_empty() && self.vars[allocated].storage == Storage::Local {
            self.set_allocated(id, false);
        }
    }

    /// A variable that belongs to an ALLOCATABLE variable, and lives where that does.
    pub fn descriptor_variable(&mut self, of: VarId, what: Companion, ty: Type) -> VarId {
        let about = &self.vars[of];
        let (storage, name) = (about.storage, names::companion(&about.name, what));
        let area = about.area.as_ref().map(|place| AreaPlace { area: names::companion(&place.area, what), offset: 0 });
        let var = self.make_variable(name, ty);
        match storage {
            Storage::Dummy | Storage::Procedure => {
                self.vars[var].storage = Storage::Dummy;
                self.hidden.entry(of).or_default().push((what, var));
            }
            Storage::Static => self.vars[var].storage = Storage::Static,
            Storage::Area => (self.vars[var].storage, self.vars[var].area) = (Storage::Area, area),
            Storage::Local | Storage::Result | Storage::Constant => {}
        }
        var
    }

    /// Whether an array is that of an ALLOCATABLE variable.
    pub fn is_allocatable(&self, array: VarId) -> bool {
        self.allocated.keys().any(|symbol| self.entities[symbol.index()].var() == Some(array))
    }

    /// Whether an ALLOCATABLE variable is allocated.
    pub fn is_allocated(&self, symbol: SymbolId) -> LogicalExpr {
        match self.allocated.get(&symbol) {
            Some(variable) => LogicalExpr::Read(Place::Variable(*variable)),
            None => LogicalExpr::Constant(true),
        }
    }

    /// Notes whether an ALLOCATABLE variable is allocated.
    pub(super) fn set_allocated(&mut self, symbol: SymbolId, is_allocated: bool) {
        if let Some(target) = self.allocated.get(&symbol).copied() {
            let value = Expr::Logical(LogicalExpr::Constant(is_allocated));
            self.action(ActionKind::Assign { target, value });
        }
    }

    /// Notes that a scalar is allocated by an assignment, if it is ALLOCATABLE.
    pub fn note_allocated(&mut self, symbol: SymbolId) {
        self.set_allocated(symbol, true);
    }

    /// Whether a variable is CHARACTER of deferred length.
    pub fn has_deferred_length(&self, symbol: SymbolId) -> bool {
        matches!(self.source.symbols[symbol].length, Some(CharacterLength::Deferred))
    }

    /// An ALLOCATABLE variable as the argument for a dummy argument that is one too.
    pub fn allocatable_argument(&mut self, symbol: SymbolId, span: Span) -> Option<Lent> {
        let mut hidden = Vec::new();
        let bounds = |array: &Array| -> Vec<IntegerExpr> {
            array
                .dimensions
                .iter()
                .flat_map(|(lower, extent)| [Some(lower), extent.as_ref()])
                .flatten()
                .cloned()
                .collect()
        };
        let (argument, length, array) = match self.entities[symbol.index()].clone() {
            LoweredSymbol::Array(array) => (Argument::Array(array.var), None, Some(array)),
            LoweredSymbol::Text(text) => {
                let length = match (self.has_deferred_length(symbol), &text.length) {
                    (true, IntegerExpr::Read(_, Place::Variable(length))) => Argument::Variable(*length),
                    (_, length) => Argument::Value(Expr::Integer(length.clone())),
                };
                (Argument::Array(text.var), Some(length), text.array)
            }
            LoweredSymbol::Scalar(var) => (Argument::Variable(var), None, None),
            LoweredSymbol::Complex(_) => {
                let argument = resolved::Argument::Designator(Designator::Variable(symbol), span);
                (self.complex_argument(&argument)?, None, None)
            }
            _ => return None,
        };
        for bound in array.iter().flat_map(bounds) {
            if let IntegerExpr::Read(_, Place::Variable(variable)) = bound {
                hidden.push(Argument::Variable(variable));
            }
        }
        hidden.extend(self.allocated.get(&symbol).map(|allocated| Argument::Variable(*allocated)));
        Some(Lent { argument, length, hidden })
    }

    /// An array of the host as the argument for a procedure in it, with its bounds.
    pub fn bounded_argument(&mut self, symbol: SymbolId, span: Span) -> Option<Lent> {
        let array = self.array(symbol, span)?;
        let length = match &self.entities[symbol.index()] {
            LoweredSymbol::Text(text) => Some(Argument::Value(Expr::Integer(text.length.clone()))),
            _ => None,
        };
        let mut hidden = Vec::new();
        let extents = self.whole_extents(&array);
        for ((lower, _), extent) in array.dimensions.iter().zip(extents) {
            let lower = forlane_cfg::fold::to_index(lower.clone());
            hidden.extend([lower, extent].map(|bound| Argument::Value(Expr::Integer(bound))));
        }
        Some(Lent { argument: Argument::Array(array.var), length, hidden })
    }

    /// An array for the value of a function that allocates it, and the hidden arguments that belong to it.
    pub fn allocated_result(&mut self, stem: &str, ty: Type, rank: usize) -> (Array, Vec<Argument>) {
        let (ty, width) = match ty {
            Type::Complex(kind) => (Type::Real(kind), 2),
            Type::Character => (BYTE, 1),
            other => (other, 1),
        };
        let var = self.temporary(stem, ty);
        self.vars[var].array = Some(ArrayLength::Dynamic);
        let array = Array { width, ..self.declare_allocatable(var, rank) };
        let allocated = self.descriptor_variable(var, Companion::Allocated, Type::Logical);
        let bounds = array.dimensions.iter().flat_map(|(lower, extent)| [Some(lower), extent.as_ref()]).flatten();
        let mut hidden: Vec<Argument> = Vec::new();
        for bound in bounds {
            if let IntegerExpr::Read(_, Place::Variable(variable)) = bound {
                hidden.push(Argument::Variable(*variable));
            }
        }
        hidden.push(Argument::Variable(allocated));
        // As a value its lower bounds are 1.
        let value = Array { width, ..Array::of_extents(var, array.extents(), None) };
        (value, hidden)
    }

    /// Whether an assignment to the section may allocate an array anew: it is a whole ALLOCATABLE array.
    pub(super) fn is_allocated_anew(&self, target: &Section) -> bool {
        let is_allocatable = |variable: &resolved::Variable| variable.form == ArrayForm::Allocatable;
        target.subscripts.is_empty()
            && matches!(&self.source.symbols[target.array].class,
                SymbolClass::Variable(variable) if is_allocatable(variable))
    }

    /// An ALLOCATABLE array takes the shape of what is assigned to it, and the bounds of a whole array.
    pub(super) fn assign_allocatable(&mut self, target: &Section, value: &resolved::Expr) {
        if value.ty == Type::Character {
            return self.assign_allocatable_texts(target, value);
        }
        let Some(array) = self.array(target.array, target.span) else { return };
        let lowers = self.lower_bounds_of(value);
        let copy = self.evaluated(value);
        let mut factors = copy.extents();
        self.take_shape(target.array, &array, &factors, lowers);
        factors.push(constant(array.width));
        self.copy_elements(copy.var, array.var, factors);
    }

    /// The same of CHARACTER: the elements take the length of the value's, if theirs is deferred.
    fn assign_allocatable_texts(&mut self, target: &Section, value: &resolved::Expr) {
        let Some(array) = self.array(target.array, target.span) else { return };
        let lowers = self.lower_bounds_of(value);
        let own_length = self.element_length(&array).filter(|_| !self.has_deferred_length(target.array));
        let copy = match own_length {
            Some(length) => {
                let extents = self.prepare(value);
                let copy = self.texts_of_length(length, extents.clone());
                self.fill(&copy, &extents, |builder| builder.element_value(value));
                self.forget(value);
                copy
            }
            None => self.evaluated(value),
        };
        let length = self.element_length(&copy).unwrap_or(constant(0));
        let length = self.fixed("length", length);
        let extents = copy.extents();
        let mut bytes = extents.clone();
        bytes.push(length.clone());
        self.take_length(target.array, &array, length);
        self.take_shape(target.array, &array, &extents, lowers);
        self.copy_elements(copy.var, array.var, bytes);
    }

    /// The length of the elements of an array of CHARACTER, where it is that of a variable.
    pub(super) fn element_length_of(&mut self, value: &resolved::Expr) -> Option<IntegerExpr> {
        match &value.as_array()?.kind {
            resolved::ArrayKind::Section(section) => {
                let array = self.array(section.array, section.span)?;
                match section.substring.as_deref() {
                    Some(range) => self.part_of_elements(&array, range).map(|(_, length)| length),
                    None => self.element_length(&array),
                }
            }
            _ if has_call(value) => None,
            _ => Some(self.length_of_elements(value)),
        }
    }

    /// Frees an array whose elements are to get another length, and notes that length.
    fn take_length(&mut self, symbol: SymbolId, array: &Array, length: IntegerExpr) {
        let Some(LoweredSymbol::Text(text)) = self.entities.get(symbol.index()).cloned() else { return };
        if let (true, IntegerExpr::Read(_, Place::Variable(target))) = (self.has_deferred_length(symbol), &text.length)
        {
            let differs = LogicalExpr::CompareInteger(
                Relation::NotEqual,
                Box::new(text.length.clone()),
                Box::new(length.clone()),
            );
            let otherwise = self.open_if(differs);
            self.action(ActionKind::Deallocate { array: array.var });
            self.set_allocated(symbol, false);
            self.action(ActionKind::Assign { target: *target, value: Expr::Integer(length) });
            self.fall_into(otherwise);
        }
    }

    /// The lower bounds of the whole array that an expression names, also where its elements are converted; none for
    /// any other, whose are 1.
    pub(super) fn lower_bounds_of(&mut self, mut value: &resolved::Expr) -> Option<Vec<IntegerExpr>> {
        while let resolved::ExprKind::Convert(inner) = &value.kind {
            value = inner;
        }
        let array = self.named_array(value)?;
        Some(array.dimensions.into_iter().map(|(lower, _)| self.fixed("lower", lower)).collect())
    }

    /// Allocates an array anew, unless it has these extents.
    fn take_shape(&mut self, symbol: SymbolId, array: &Array, extents: &Extents, lowers: Option<Vec<IntegerExpr>>) {
        let differs = self.differs(symbol, array, extents);
        let otherwise = self.open_if(differs);
        let lowers = lowers.unwrap_or_else(|| vec![constant(1); extents.len()]);
        self.give_bounds(symbol, array, lowers.into_iter().zip(extents.iter().cloned()).collect());
        self.fall_into(otherwise);
    }

    /// Whether an ALLOCATABLE array is not allocated, or has other extents.
    fn differs(&self, symbol: SymbolId, array: &Array, extents: &Extents) -> LogicalExpr {
        let or = |left, right| LogicalExpr::Binary(LogicalBinary::Or, Box::new(left), Box::new(right));
        let unequal = |(left, right): (IntegerExpr, &IntegerExpr)| {
            LogicalExpr::CompareInteger(Relation::NotEqual, Box::new(left), Box::new(right.clone()))
        };
        let start = LogicalExpr::Not(Box::new(self.is_allocated(symbol)));
        array.extents().into_iter().zip(extents).map(unequal).fold(start, or)
    }

    /// Copies the first elements of a variable, as many as the product of the factors, to another.
    pub(super) fn copy_elements(&mut self, from: VarId, to: VarId, factors: Vec<IntegerExpr>) {
        let length = self.product(&factors);
        let length = self.fixed("elements", length);
        let loops = self.open_loops(&[length]);
        let index = self.elements.indices.first().cloned().unwrap_or(constant(0));
        if let Some(value) = Expr::read(self.vars[from].ty, Place::Element(from, Box::new(index.clone()))) {
            self.action(ActionKind::Store { array: to, offset: index, value });
        }
        self.close_loops(loops);
    }

    /// Assignment to a CHARACTER scalar of deferred length, which takes the value's length.
    pub fn assign_deferred_text(&mut self, symbol: SymbolId, value: &resolved::Expr, span: Span) {
        let value = self.text(value);
        let bytes = self.copied_text(value);
        self.give_length(symbol, bytes.length.clone(), span);
        let Some(text) = self.text_of(symbol, span) else { return };
        let (offset, length, value) = (constant(0), bytes.length.clone(), bytes.value());
        self.action(ActionKind::StoreText { array: text.var, offset, length, value });
    }

    /// Allocates a CHARACTER scalar of deferred length.
    pub(super) fn give_length(&mut self, symbol: SymbolId, length: IntegerExpr, span: Span) {
        let Some(text) = self.text_of(symbol, span) else { return };
        if let IntegerExpr::Read(_, Place::Variable(target)) = text.length {
            self.action(ActionKind::Assign { target, value: Expr::Integer(length.clone()) });
        }
        self.action(ActionKind::Allocate { array: text.var, length });
        self.set_allocated(symbol, true);
    }
}
