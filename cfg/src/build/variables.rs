//! Symbols become variables; arrays get a way from subscripts to offsets.

use crate::build::character::Text;
use crate::build::complex::{ComplexVariable, parts_of_runs};
use crate::build::{Builder, fold};
use crate::expr::{Expr, IntegerBinary, IntegerExpr, LogicalExpr, Place, RealExpr};
use crate::graph::ActionKind;
use crate::unit::{ArrayLength, Shape, Storage, Var, VarId};
use forlane_frontend::resolved::{self, ArrayForm, Designator, Dimension, SymbolClass, SymbolId, UnitKind, Variable};
use forlane_frontend::source::Span;
use forlane_frontend::types::{Constant, IntegerKind, Type};

/// What a symbol became.
#[derive(Clone)]
pub enum Entity {
    /// A scalar variable.
    Scalar(VarId),
    /// An array.
    Array(Array),
    /// A CHARACTER variable or array.
    Text(Text),
    /// A scalar that is initialised and never assigned.
    Constant(Constant),
    /// A COMPLEX scalar.
    Complex(ComplexVariable),
    /// A dummy procedure.
    Procedure(VarId),
    /// No variable.
    Other,
}

/// An array and its bounds.
#[derive(Clone)]
pub struct Array {
    /// The variable.
    pub var: VarId,
    /// Lower bounds and extents; the last extent may be unknown.
    pub dimensions: Vec<(IntegerExpr, Option<IntegerExpr>)>,
    /// The declared number of elements, if it is constant.
    pub declared: Option<u64>,
    /// The variable that says whether an allocatable array is allocated.
    pub allocated: Option<VarId>,
    /// How many elements of the variable make one of the array: two for COMPLEX.
    pub width: i64,
}

impl Array {
    /// The array of a variable whose bounds are not known yet.
    pub fn without_bounds(var: VarId) -> Array {
        Array { var, dimensions: Vec::new(), declared: None, allocated: None, width: 1 }
    }

    /// An array with lower bounds of 1.
    pub fn of_extents(var: VarId, extents: Vec<IntegerExpr>, declared: Option<u64>) -> Array {
        let one = IntegerExpr::Constant(IntegerKind::I4, 1);
        let dimensions = extents.into_iter().map(|extent| (one.clone(), Some(extent))).collect();
        Array { var, dimensions, declared, allocated: None, width: 1 }
    }

    /// Number of dimensions.
    pub fn rank(&self) -> usize {
        self.dimensions.len()
    }

    /// Lower bound and extent of a dimension, from 0; that of the last may be unknown.
    pub fn dimension(&self, dimension: usize) -> (IntegerExpr, Option<IntegerExpr>) {
        let one = || (IntegerExpr::Constant(IntegerKind::I4, 1), None);
        self.dimensions.get(dimension).cloned().unwrap_or_else(one)
    }

    /// The extents; zero where one is unknown, which no statement about the whole array has.
    pub fn extents(&self) -> Vec<IntegerExpr> {
        let zero = IntegerExpr::Constant(IntegerKind::I4, 0);
        self.dimensions.iter().map(|(_, extent)| extent.clone().unwrap_or(zero.clone())).collect()
    }
}

impl Entity {
    /// The variable.
    pub fn var(&self) -> Option<VarId> {
        match self {
            Entity::Scalar(var) | Entity::Procedure(var) => Some(*var),
            Entity::Array(array) => Some(array.var),
            Entity::Text(text) => Some(text.var),
            Entity::Complex(ComplexVariable::Memory(var)) => Some(*var),
            Entity::Complex(ComplexVariable::Parts(..)) | Entity::Constant(_) | Entity::Other => None,
        }
    }
}

impl Builder<'_> {
    /// Declares all variables. Scalars come first, because the bounds of arrays read them.
    pub fn declare_variables(&mut self) {
        let source = self.source;
        for (id, symbol) in source.symbols.iter() {
            let entity = match &symbol.class {
                SymbolClass::Variable(variable) if variable.ty == Type::Character => {
                    self.declare_text(id, symbol, variable)
                }
                SymbolClass::Variable(variable) => self.declare(id, &symbol.name, variable),
                _ => Entity::Other,
            };
            self.entities.push(entity);
        }
        let entries = source.entries.iter().flat_map(|entry| &entry.dummies);
        for dummy in source.dummies.iter().chain(entries) {
            self.declare_dummy_procedure(*dummy);
        }
        // The bounds of some arrays are elements of others, which come first.
        for of_elements in [false, true] {
            for (id, symbol) in source.symbols.iter() {
                if let SymbolClass::Variable(Variable { shape: Some(shape), storage, form, .. }) = &symbol.class
                    && has_element(shape) == of_elements
                {
                    let is_dummy = *storage == resolved::Storage::Dummy;
                    match form {
                        ArrayForm::Allocatable => self.declare_without_bounds(id, shape.len(), *storage, symbol.span),
                        _ if is_dummy && !source.entries.is_empty() => {
                            self.declare_entry_bounds(id, shape, symbol.span);
                        }
                        _ => self.declare_bounds(id, shape, is_given(*storage), symbol.span),
                    }
                }
            }
        }
        self.size_texts();
    }

    /// Whether a symbol is a CHARACTER variable or array.
    pub fn is_text(&self, symbol: SymbolId) -> bool {
        matches!(self.entities[symbol.index()], Entity::Text(_))
    }

    fn declare(&mut self, id: SymbolId, name: &str, variable: &Variable) -> Entity {
        let is_array = variable.shape.is_some() || variable.form != ArrayForm::Explicit;
        let (ty, width) = match variable.ty {
            Type::Complex(kind) if !is_array => {
                let entity = self.shared_result(variable);
                let entity = entity.unwrap_or_else(|| self.declare_complex(id, name, kind, variable));
                self.share_result(variable, &entity);
                return entity;
            }
            // An array of numbers is an array of their parts.
            Type::Complex(kind) => {
                if variable.form != ArrayForm::Explicit {
                    let message =
                        format!("the COMPLEX array `{name}` has no explicit shape, which is not supported yet");
                    self.error(self.source.symbols[id].span, message);
                }
                (Type::Real(kind), 2)
            }
            other => (other, 1),
        };
        let is_main = self.source.kind == UnitKind::Program;
        let fixed = !variable.initial.is_empty() && !self.facts.assigned.contains(&id);
        let is_kept = variable.storage == resolved::Storage::Static || !variable.initial.is_empty();
        let storage = match variable.storage {
            resolved::Storage::Dummy => Storage::Dummy,
            // The caller gives a function room for an array.
            resolved::Storage::Result if is_array => Storage::Dummy,
            resolved::Storage::Result => Storage::Result,
            resolved::Storage::Area => Storage::Area,
            _ if is_kept && fixed => Storage::Constant,
            _ if is_kept && (is_array || !is_main) => Storage::Static,
            _ => Storage::Local,
        };
        match &variable.initial[..] {
            [only] if storage == Storage::Constant && !is_array => return Entity::Constant(only.value.clone()),
            _ => {}
        }
        let in_memory = matches!(storage, Storage::Static | Storage::Area | Storage::Constant);
        let runs = match width {
            2 => parts_of_runs(&variable.initial),
            _ => variable.initial.iter().map(|run| (run.first, run.count, run.value.clone())).collect(),
        };
        let shape = match storage {
            Storage::Constant => Shape::Uniform,
            Storage::Dummy if is_array => Shape::Uniform,
            _ => Shape::Varying,
        };
        if storage == Storage::Result && is_array && !self.source.entries.is_empty() {
            let message = format!("the array `{name}` as a result in a unit with ENTRY is not supported yet");
            self.error(self.source.symbols[id].span, message);
        }
        if storage == Storage::Result
            && let Some(var) = self.entry_result(name, variable.ty)
        {
            return Entity::Scalar(var);
        }
        let name = self.own_name(name);
        let var = self.vars.alloc(Var {
            name,
            ty,
            array: is_array.then_some(ArrayLength::Actual),
            storage,
            area: variable.area.clone(),
            scope: self.scope,
            initial: if in_memory { runs } else { Vec::new() },
            shape,
        });
        if let (false, Some(value)) = (in_memory, variable.initial.first().and_then(|run| of_constant(&run.value))) {
            self.action(ActionKind::Assign { target: var, value });
        }
        if is_array {
            Entity::Array(Array { var, dimensions: Vec::new(), declared: None, allocated: None, width })
        } else {
            Entity::Scalar(var)
        }
    }

    /// Declares a dummy argument that is no variable.
    fn declare_dummy_procedure(&mut self, dummy: SymbolId) {
        // Values of other types come back in arguments.
        let is_value = |ty: &Type| matches!(ty, Type::Integer(_) | Type::Real(_) | Type::Logical);
        let symbol = &self.source.symbols[dummy];
        let (Entity::Other, SymbolClass::External { result }) = (&self.entities[dummy.index()], &symbol.class) else {
            return;
        };
        let var = self.vars.alloc(Var {
            name: symbol.name.clone(),
            ty: result.filter(is_value).unwrap_or(Type::Integer(IntegerKind::I4)),
            array: None,
            storage: Storage::Procedure,
            area: None,
            scope: self.scope,
            initial: Vec::new(),
            shape: Shape::Uniform,
        });
        self.entities[dummy.index()] = Entity::Procedure(var);
    }

    /// Bounds of an array: constants, or captured in variables where they could change.
    pub fn declare_bounds(&mut self, id: SymbolId, shape: &[Dimension], is_dummy: bool, span: Span) {
        let Entity::Array(Array { var, width, .. }) = self.entities[id.index()] else { return };
        let array = Array { width, ..self.bounds(id, var, shape, is_dummy) };
        if let Some(length) = array.declared.filter(|_| !is_dummy) {
            self.vars[var].array = Some(ArrayLength::Constant(length.saturating_mul(width.unsigned_abs())));
        } else if !is_dummy {
            self.declare_automatic(&array, span);
        }
        self.entities[id.index()] = Entity::Array(array);
    }

    /// The array of a variable with these bounds.
    pub fn bounds(&mut self, id: SymbolId, var: VarId, shape: &[Dimension], is_dummy: bool) -> Array {
        let mut dimensions = Vec::new();
        let mut declared = Some(1u64);
        for (at, dimension) in shape.iter().enumerate() {
            let is_last = at + 1 == shape.len();
            let lower = self.bound(&dimension.lower, var, "lower", at);
            let extent = match &dimension.upper {
                None if is_dummy && self.is_assumed_shape(id) => Some(self.hidden_extent(var, at)),
                None => None,
                Some(upper) => {
                    let upper = self.integer(upper);
                    let extent = extent_of(&lower, upper);
                    Some(if is_last && is_dummy { extent } else { self.capture(extent, var, "extent", at) })
                }
            };
            let length = extent.as_ref().and_then(fold::constant).and_then(|extent| u64::try_from(extent.max(0)).ok());
            declared = declared.zip(length).and_then(|(product, length)| product.checked_mul(length));
            dimensions.push((lower, extent));
        }
        Array { var, dimensions, declared, allocated: None, width: 1 }
    }

    /// An automatic array, whose size is known at entry.
    fn declare_automatic(&mut self, array: &Array, span: Span) {
        if self.vars[array.var].storage != Storage::Local {
            return self.error(span, "the bounds of an array that is kept must be constants");
        }
        let extents: Vec<IntegerExpr> = self.whole_extents(array);
        self.vars[array.var].array = Some(ArrayLength::Dynamic);
        let length = self.product(&extents);
        let width = IntegerExpr::Constant(length.kind(), array.width);
        let length = fold::binary(IntegerBinary::Multiply, length, width);
        self.action(ActionKind::Allocate { array: array.var, length });
    }

    /// An allocatable array.
    fn declare_without_bounds(&mut self, id: SymbolId, rank: usize, storage: resolved::Storage, span: Span) {
        let Entity::Array(Array { var, .. }) = self.entities[id.index()] else { return };
        let is_main = self.source.kind == UnitKind::Program;
        if storage != resolved::Storage::Local && !(is_main && storage == resolved::Storage::Static) {
            return self.error(span, "an ALLOCATABLE array that is kept between calls is not supported yet");
        }
        self.vars[var].storage = Storage::Local;
        self.vars[var].array = Some(ArrayLength::Dynamic);
        self.entities[id.index()] = Entity::Array(self.declare_allocatable(var, rank));
    }

    fn is_assumed_shape(&self, id: SymbolId) -> bool {
        match &self.source.symbols[id].class {
            SymbolClass::Variable(variable) => variable.form == ArrayForm::Assumed,
            _ => false,
        }
    }

    /// A hidden dummy argument that brings an extent of a dummy array of assumed shape.
    fn hidden_extent(&mut self, array: VarId, dimension: usize) -> IntegerExpr {
        let name = format!("{}.extent.{}", self.vars[array].name, dimension + 1);
        let var = self.make_variable(name, Type::Integer(IntegerKind::I4));
        self.vars[var].storage = Storage::Dummy;
        self.extents.push(var);
        self.read_integer(var)
    }

    fn bound(&mut self, bound: &resolved::Expr, array: VarId, what: &str, dimension: usize) -> IntegerExpr {
        let expr = self.integer(bound);
        self.capture(expr, array, what, dimension)
    }

    /// Keeps a value that the executable part must not change: constants and variables that are never assigned stand
    /// for themselves, others are copied at entry.
    fn capture(&mut self, expr: IntegerExpr, array: VarId, what: &str, dimension: usize) -> IntegerExpr {
        let stays = match &expr {
            IntegerExpr::Constant(..) => true,
            IntegerExpr::Read(_, Place::Variable(var)) => self.is_never_assigned(*var),
            _ => false,
        };
        if stays {
            return expr;
        }
        let kind = expr.kind();
        let name = format!("{}.{what}.{}", self.vars[array].name, dimension + 1);
        let var = self.make_variable(name, Type::Integer(kind));
        self.action(ActionKind::Assign { target: var, value: Expr::Integer(expr) });
        IntegerExpr::Read(kind, Place::Variable(var))
    }

    fn is_never_assigned(&self, var: VarId) -> bool {
        // A call may change what lies in an area.
        let mut symbols = self.source.symbols.iter().filter(|_| self.vars[var].storage != Storage::Area);
        let is_it = |id: SymbolId| self.entities.get(id.index()).and_then(Entity::var) == Some(var);
        symbols.any(|(id, _)| is_it(id) && !self.facts.assigned.contains(&id))
    }

    /// A local variable of exactly this name.
    pub fn make_variable(&mut self, name: String, ty: Type) -> VarId {
        let (storage, shape) = (Storage::Local, Shape::Varying);
        self.vars.alloc(Var {
            name,
            ty,
            array: None,
            storage,
            area: None,
            scope: self.scope,
            initial: Vec::new(),
            shape,
        })
    }

    /// The name itself, or `name.N` where an outer scope has a variable of this name.
    pub fn own_name(&mut self, name: &str) -> String {
        if self.declared.insert(name.to_owned()) {
            return name.to_owned();
        }
        self.numbered(name)
    }

    /// A local variable `stem.N`.
    pub fn temporary(&mut self, stem: &str, ty: Type) -> VarId {
        let name = self.numbered(stem);
        self.make_variable(name, ty)
    }

    fn numbered(&mut self, stem: &str) -> String {
        let counter = self.counters.entry(stem.to_owned()).or_insert(0);
        *counter += 1;
        format!("{stem}.{counter}")
    }

    /// Assigns the value to a new variable `stem.N`, unless it is a constant or a scalar variable.
    pub fn keep_integer(&mut self, stem: &str, expr: IntegerExpr) -> IntegerExpr {
        match expr {
            IntegerExpr::Constant(..) | IntegerExpr::Read(_, Place::Variable(_)) => expr,
            expr => self.save_integer(stem, expr),
        }
    }

    /// Assigns the value to a new variable `stem.N`.
    pub fn save_integer(&mut self, stem: &str, expr: IntegerExpr) -> IntegerExpr {
        let kind = expr.kind();
        let target = self.temporary(stem, Type::Integer(kind));
        self.action(ActionKind::Assign { target, value: Expr::Integer(expr) });
        IntegerExpr::Read(kind, Place::Variable(target))
    }

    /// Assigns the value to a new variable `stem.N`.
    pub fn save_real(&mut self, stem: &str, expr: RealExpr) -> RealExpr {
        let kind = expr.kind();
        let target = self.temporary(stem, Type::Real(kind));
        self.action(ActionKind::Assign { target, value: Expr::Real(expr) });
        RealExpr::Read(kind, Place::Variable(target))
    }

    /// Assigns the value to a new variable `stem.N`.
    pub fn save_logical(&mut self, stem: &str, expr: LogicalExpr) -> LogicalExpr {
        let target = self.temporary(stem, Type::Logical);
        self.action(ActionKind::Assign { target, value: Expr::Logical(expr) });
        LogicalExpr::Read(Place::Variable(target))
    }

    /// The array of a symbol.
    pub fn array(&mut self, symbol: SymbolId, span: Span) -> Option<Array> {
        if let Entity::Array(array) | Entity::Text(Text { array: Some(array), .. }) = &self.entities[symbol.index()] {
            return Some(array.clone());
        }
        let name = &self.source.symbols[symbol].name;
        let message = format!("`{name}` is used as an array, which it is not");
        self.error(span, message);
        None
    }

    /// The zero-based offset of an element, `(i - l) + d * ((j - m) + …)`, in the widest kind of its parts.
    pub fn offset(&mut self, array: &Array, subscripts: &[resolved::Expr]) -> IntegerExpr {
        let subscripts: Vec<IntegerExpr> = subscripts.iter().map(|subscript| self.integer(subscript)).collect();
        let parts = array.dimensions.iter().flat_map(|(lower, extent)| [Some(lower), extent.as_ref()]).flatten();
        let kinds = parts.filter(|part| fold::constant(part).is_none()).chain(&subscripts).map(IntegerExpr::kind);
        let kind = kinds.max().unwrap_or(IntegerKind::I4);
        let mut offset = IntegerExpr::Constant(kind, 0);
        for ((lower, extent), subscript) in array.dimensions.iter().zip(subscripts).rev() {
            let (lower, subscript) = (fold::to_integer(kind, lower.clone()), fold::to_integer(kind, subscript));
            let along = fold::binary(IntegerBinary::Subtract, subscript, lower);
            if fold::constant(&offset) == Some(0) {
                offset = along;
            } else if let Some(extent) = extent {
                let extent = fold::to_integer(kind, extent.clone());
                offset = fold::binary(IntegerBinary::Multiply, extent, offset);
                offset = fold::binary(IntegerBinary::Add, along, offset);
            }
        }
        fold::binary(IntegerBinary::Multiply, offset, IntegerExpr::Constant(kind, array.width))
    }

    /// The place of a variable or element; none for a scalar that became a constant.
    pub fn place(&mut self, designator: &Designator, span: Span) -> Result<Place, Constant> {
        match designator {
            Designator::Variable(symbol) => match &self.entities[symbol.index()] {
                Entity::Scalar(var) => Ok(Place::Variable(*var)),
                Entity::Constant(value) => Err(value.clone()),
                _ => {
                    let message =
                        format!("`{}` is used as a scalar, which it is not", self.source.symbols[*symbol].name);
                    self.error(span, message);
                    Err(Constant::Logical(false))
                }
            },
            Designator::Element(symbol, subscripts) => match self.array(*symbol, span) {
                Some(array) => {
                    let offset = self.offset(&array, subscripts);
                    Ok(Place::Element(array.var, Box::new(offset)))
                }
                None => Err(Constant::Logical(false)),
            },
            Designator::Substring(..) => {
                self.error(span, "a substring stands where none can");
                Err(Constant::Logical(false))
            }
        }
    }

    /// Whether an element with these subscripts is inside of its array for certain.
    pub fn is_inside(&self, symbol: SymbolId, subscripts: &[resolved::Expr]) -> bool {
        let Entity::Array(array) = &self.entities[symbol.index()] else { return false };
        let Some(ArrayLength::Constant(_)) = self.vars[array.var].array else { return false };
        subscripts.iter().zip(&array.dimensions).all(|(subscript, (lower, extent))| {
            let extent = extent.as_ref().and_then(fold::constant);
            let parts = super::facts::constant(subscript).zip(fold::constant(lower)).zip(extent);
            parts.is_some_and(|((at, lower), extent)| (0..extent).contains(&at.saturating_sub(lower)))
        })
    }
}

/// Whether an element of an array stands in the bounds.
fn has_element(shape: &[Dimension]) -> bool {
    let mut bounds = shape.iter().flat_map(|dimension| std::iter::once(&dimension.lower).chain(&dimension.upper));
    bounds.any(super::facts::reads_element)
}

/// Whether the caller gives the elements of an array: of a dummy argument, and of a function's value.
fn is_given(storage: resolved::Storage) -> bool {
    matches!(storage, resolved::Storage::Dummy | resolved::Storage::Result)
}

/// `upper - lower + 1`.
fn extent_of(lower: &IntegerExpr, upper: IntegerExpr) -> IntegerExpr {
    let kind = lower.kind().max(upper.kind());
    let (lower, upper) = (fold::to_integer(kind, lower.clone()), fold::to_integer(kind, upper));
    let below = fold::binary(IntegerBinary::Subtract, lower, IntegerExpr::Constant(kind, 1));
    fold::binary(IntegerBinary::Subtract, upper, below)
}

/// A constant as an expression; none for COMPLEX and CHARACTER.
pub fn of_constant(constant: &Constant) -> Option<Expr> {
    match constant {
        Constant::Integer(kind, value) => Some(Expr::Integer(IntegerExpr::Constant(*kind, *value))),
        Constant::Real(kind, value) => Some(Expr::Real(RealExpr::Constant(*kind, *value))),
        Constant::Logical(value) => Some(Expr::Logical(LogicalExpr::Constant(*value))),
        Constant::Complex(..) | Constant::Character(_) => None,
    }
}
