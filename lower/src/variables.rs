//! Symbols become variables; arrays get a way from subscripts to offsets.

use crate::Builder;
use crate::bounds::{in_order_of_sizes, is_given};
use crate::complex::parts_of_runs;
use crate::entities::{Array, LoweredSymbol, Text};
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, Place};
use forlane_cfg::fold;
use forlane_cfg::graph::ActionKind;
use forlane_cfg::unit::{ArrayLength, Shape, Storage, Var, VarId};
use forlane_frontend::resolved::{self, ArrayForm, Designator, SymbolClass, SymbolId, UnitKind, Variable};
use forlane_frontend::source::Span;
use forlane_semantics::types::{Constant, IntegerKind, Type};

impl Builder<'_> {
    /// Declares the variables of the unit but for those of inner scopes.
    pub fn declare_variables(&mut self) {
        let source = self.source;
        self.entities = vec![LoweredSymbol::Other; source.symbols.len()];
        let symbols = source.symbols.iter().map(|(id, _)| id).filter(|id| !self.facts.inner.contains(id));
        let symbols: Vec<SymbolId> = symbols.collect();
        self.declare_symbols(&symbols);
    }

    /// Declares the variables among these symbols in the present scope. Scalars come first, because the bounds of
    /// arrays read them.
    pub fn declare_symbols(&mut self, symbols: &[SymbolId]) {
        let source = self.source;
        for id in symbols {
            let symbol = &source.symbols[*id];
            self.entities[id.index()] = match &symbol.class {
                SymbolClass::Variable(variable) if variable.ty == Type::Character => {
                    self.declare_text(*id, symbol, variable)
                }
                SymbolClass::Variable(variable) => self.declare(*id, &symbol.name, variable),
                _ => LoweredSymbol::Other,
            };
        }
        if self.inner_scopes.is_empty() {
            let entries = source.entries.iter().flat_map(|entry| &entry.dummies);
            for dummy in source.dummies.iter().chain(entries) {
                self.declare_dummy_procedure(*dummy);
            }
        }
        for id in in_order_of_sizes(source, symbols) {
            let symbol = &source.symbols[id];
            let SymbolClass::Variable(Variable { ty, storage, form, shape, .. }) = &symbol.class else { continue };
            let is_dummy = is_given(*storage);
            match (shape, form) {
                _ if *ty == Type::Character => self.size_text(id),
                (None, _) => {}
                (Some(shape), ArrayForm::Allocatable) => self.declare_without_bounds(id, shape.len()),
                (Some(shape), _) if is_dummy && !source.entries.is_empty() => {
                    self.declare_entry_bounds(id, shape, symbol.span);
                }
                (Some(shape), _) => self.declare_bounds(id, shape, is_dummy, symbol.span),
            }
        }
        for id in symbols {
            self.declare_allocated(*id);
        }
    }

    /// Whether variables are kept by being those of a main program, which is executed once: not so in a scope that may
    /// be entered again.
    pub fn is_entered_once(&self) -> bool {
        self.source.kind == UnitKind::Program && self.inner_scopes.is_empty()
    }

    /// Whether a symbol is a CHARACTER variable or array.
    pub fn is_text(&self, symbol: SymbolId) -> bool {
        matches!(self.entities[symbol.index()], LoweredSymbol::Text(_))
    }

    fn declare(&mut self, id: SymbolId, name: &str, variable: &Variable) -> LoweredSymbol {
        let is_array = variable.shape.is_some() || matches!(variable.form, ArrayForm::Assumed | ArrayForm::Host);
        let (ty, width) = match variable.ty {
            Type::Complex(kind) if !is_array => {
                let entity = self.shared_result(variable);
                let entity = entity.unwrap_or_else(|| self.declare_complex(id, name, kind, variable));
                self.share_result(variable, &entity);
                return entity;
            }
            // An array of numbers is an array of their parts.
            Type::Complex(kind) => (Type::Real(kind), 2),
            other => (other, 1),
        };
        let is_main = self.is_entered_once();
        let fixed = !variable.initial.is_empty() && !self.facts.assigned.contains(&id);
        let is_kept = variable.storage == resolved::Storage::Static || !variable.initial.is_empty();
        let storage = match variable.storage {
            resolved::Storage::Dummy => Storage::Dummy,
            // The caller provides the memory for an array that is the value of a function.
            resolved::Storage::Result if is_array => Storage::Dummy,
            resolved::Storage::Result => Storage::Result,
            resolved::Storage::Area => Storage::Area,
            _ if is_kept && fixed => Storage::Constant,
            _ if is_kept && (is_array || !is_main) => Storage::Static,
            _ => Storage::Local,
        };
        match &variable.initial[..] {
            [only] if storage == Storage::Constant && !is_array => return LoweredSymbol::Constant(only.value.clone()),
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
        if let Some(shared) = self.shared_result(variable).filter(|_| is_array) {
            return shared;
        }
        if storage == Storage::Result
            && let Some(var) = self.entry_result(name, variable.ty)
        {
            return LoweredSymbol::Scalar(var);
        }
        let var = Var::local(self.own_name(name), ty, self.scope);
        let var = self.vars.alloc(Var {
            array: is_array.then_some(ArrayLength::Actual),
            storage,
            area: variable.area.clone(),
            is_target: variable.is_target,
            initial: if in_memory { runs } else { Vec::new() },
            shape,
            ..var
        });
        if let (false, Some(value)) = (in_memory, variable.initial.first().and_then(|run| Expr::constant(&run.value))) {
            self.action(ActionKind::Assign { target: var, value });
        }
        if !is_array {
            return LoweredSymbol::Scalar(var);
        }
        let entity = LoweredSymbol::Array(Array { var, dimensions: Vec::new(), declared: None, width, part: None });
        self.share_result(variable, &entity);
        entity
    }

    /// Declares a dummy argument that is not a variable.
    fn declare_dummy_procedure(&mut self, dummy: SymbolId) {
        // Values of other types come back in arguments.
        let is_value = |ty: &Type| matches!(ty, Type::Integer(_) | Type::Real(_) | Type::Logical);
        let symbol = &self.source.symbols[dummy];
        let (LoweredSymbol::Other, SymbolClass::External { result }) = (&self.entities[dummy.index()], &symbol.class)
        else {
            return;
        };
        let ty = result.filter(is_value).unwrap_or(Type::Integer(IntegerKind::I4));
        let var = Var::local(symbol.name.clone(), ty, self.scope);
        let var = self.vars.alloc(Var { storage: Storage::Procedure, shape: Shape::Uniform, ..var });
        self.entities[dummy.index()] = LoweredSymbol::Procedure(var);
    }

    /// A local variable of exactly this name.
    pub fn make_variable(&mut self, name: String, ty: Type) -> VarId {
        let var = Var::local(name, ty, self.scope);
        self.vars.alloc(var)
    }

    /// The array of a symbol.
    pub fn array(&mut self, symbol: SymbolId, span: Span) -> Option<Array> {
        if let LoweredSymbol::Array(array) | LoweredSymbol::Text(Text { array: Some(array), .. }) =
            &self.entities[symbol.index()]
        {
            return Some(array.clone());
        }
        let name = &self.source.symbols[symbol].name;
        let message = format!("`{name}` is used as an array, but is not one");
        self.error(span, message);
        None
    }

    /// The zero-based offset of an element, `(i - l) + d * ((j - m) + …)`, in the widest kind of its parts.
    pub fn offset(&mut self, array: &Array, subscripts: &[resolved::Expr]) -> IntegerExpr {
        let subscripts = self.subscript_values(subscripts);
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
                LoweredSymbol::Scalar(var) => Ok(Place::Variable(*var)),
                LoweredSymbol::Constant(value) => Err(value.clone()),
                _ => {
                    let message =
                        format!("`{}` is used as a scalar, but is not one", self.source.symbols[*symbol].name);
                    self.error(span, message);
                    Err(Constant::Logical(false))
                }
            },
            Designator::Element(..) if self.names_by_subscripts() => {
                let section = self.element_sections(designator, span).and_then(|sections| sections.into_iter().next());
                section.map(|section| self.section_place(section)).ok_or(Constant::Logical(false))
            }
            Designator::Element(symbol, subscripts) => match self.array(*symbol, span) {
                Some(array) => {
                    let offset = self.offset(&array, subscripts);
                    Ok(Place::Element(array.var, Box::new(offset)))
                }
                None => Err(Constant::Logical(false)),
            },
            Designator::Substring(..) => {
                self.error(span, "a substring is not allowed here");
                Err(Constant::Logical(false))
            }
        }
    }

    /// Whether an element with these subscripts is inside of its array for certain.
    pub fn is_inside(&self, symbol: SymbolId, subscripts: &[resolved::Expr]) -> bool {
        let LoweredSymbol::Array(array) = &self.entities[symbol.index()] else { return false };
        let Some(ArrayLength::Constant(_)) = self.vars[array.var].array else { return false };
        subscripts.iter().zip(&array.dimensions).all(|(subscript, (lower, extent))| {
            let extent = extent.as_ref().and_then(fold::constant);
            let parts = super::operands::constant(subscript).zip(fold::constant(lower)).zip(extent);
            parts.is_some_and(|((at, lower), extent)| (0..extent).contains(&at.saturating_sub(lower)))
        })
    }
}
