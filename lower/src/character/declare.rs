//! Declares CHARACTER variables.

use crate::Builder;
use crate::entities::Text;
use crate::entities::{Array, LoweredSymbol};
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, Place};
use forlane_cfg::fold;
use forlane_cfg::graph::ActionKind;
use forlane_cfg::interface::Companion;
use forlane_cfg::names;
use forlane_cfg::unit::{ArrayLength, Shape, Storage, Var, VarId};
use forlane_frontend::resolved::{self, ArrayForm, CharacterLength, Symbol, SymbolId, Variable};
use forlane_semantics::types::{Constant, IntegerKind, Type};

/// The type of the bytes in memory.
pub const BYTE: Type = Type::Integer(IntegerKind::I1);
/// The stem of the names of arrays that are made for a value.
pub const TEXT: &str = "text";
/// The kind of lengths.
pub const LENGTH: IntegerKind = IntegerKind::I4;

impl Builder<'_> {
    /// Declares a CHARACTER variable, still without its size: lengths and bounds may depend on scalars.
    pub fn declare_text(&mut self, id: SymbolId, symbol: &Symbol, variable: &Variable) -> LoweredSymbol {
        let fixed = !variable.initial.is_empty() && !self.facts.assigned.contains(&id);
        let storage = match variable.storage {
            resolved::Storage::Dummy | resolved::Storage::Result => Storage::Dummy,
            resolved::Storage::Area => Storage::Area,
            _ if fixed => Storage::Constant,
            _ if variable.storage == resolved::Storage::Static || !variable.initial.is_empty() => Storage::Static,
            _ => Storage::Local,
        };
        let is_result = variable.storage == resolved::Storage::Result;
        if let Some(text) = self.entries.text.clone().filter(|_| is_result) {
            return LoweredSymbol::Text(text);
        }
        let is_shared = matches!(storage, Storage::Constant | Storage::Dummy);
        let name = self.own_name(&symbol.name);
        let hidden_name = names::companion(&name, Companion::Length);
        let var = Var::local(name, BYTE, self.scope);
        let var = self.vars.alloc(Var {
            array: Some(ArrayLength::Actual),
            storage,
            area: variable.area.clone(),
            is_target: variable.is_target,
            shape: if is_shared { Shape::Uniform } else { Shape::Varying },
            ..var
        });
        let hidden = (storage == Storage::Dummy).then(|| self.hidden_length(hidden_name));
        let length = match (&symbol.length, hidden) {
            (Some(CharacterLength::Constant(length)), _) => constant_length(*length),
            (Some(CharacterLength::Assumed | CharacterLength::Deferred), Some(hidden)) => {
                IntegerExpr::Read(LENGTH, Place::Variable(hidden))
            }
            _ => constant_length(1),
        };
        let array = variable.shape.is_some().then(|| Array::without_bounds(var));
        let text = Text { var, length, array, hidden };
        if is_result {
            // The results of all entries are one variable.
            self.entries.text = Some(text.clone());
        }
        LoweredSymbol::Text(text)
    }

    fn hidden_length(&mut self, name: String) -> VarId {
        let var = Var::local(name, Type::Integer(LENGTH), self.scope);
        self.vars.alloc(Var { storage: Storage::Dummy, ..var })
    }

    /// Gives a CHARACTER variable its size and its initial value, once what these ask about is declared.
    pub fn size_text(&mut self, id: SymbolId) {
        let symbol = &self.source.symbols[id];
        let LoweredSymbol::Text(mut text) = self.entities[id.index()].clone() else { return };
        let resolved::SymbolClass::Variable(variable) = &symbol.class else { return };
        if let Some(CharacterLength::Expression(length)) = &symbol.length {
            let length = self.integer(length);
            text.length = self.captured_length(length, text.var);
        }
        let is_dynamic = self.is_allocated_text(symbol, variable);
        if is_dynamic {
            self.vars[text.var].array = Some(ArrayLength::Dynamic);
        }
        if let (Some(CharacterLength::Deferred), None) = (&symbol.length, text.hidden) {
            let length = self.descriptor_variable(text.var, Companion::Length, Type::Integer(LENGTH));
            text.length = IntegerExpr::Read(LENGTH, Place::Variable(length));
        }
        if variable.form == ArrayForm::Allocatable {
            if let (Some(array), Some(shape)) = (&mut text.array, &variable.shape) {
                *array = self.declare_allocatable(text.var, shape.len());
            }
        } else if let (Some(array), Some(shape)) = (&mut text.array, &variable.shape) {
            let is_dummy = variable.storage == resolved::Storage::Dummy;
            *array = self.bounds(id, text.var, shape, is_dummy);
        }
        self.text_lengths.insert(text.var, text.length.clone());
        if !is_dynamic {
            self.give_bytes(&text, variable, symbol);
        }
        self.entities[id.index()] = LoweredSymbol::Text(text);
    }

    /// Whether the bytes of a variable are allocated: those of arrays, and of scalars of deferred length. Another
    /// scalar has room from the beginning.
    fn is_allocated_text(&self, symbol: &Symbol, variable: &Variable) -> bool {
        let is_deferred = matches!(symbol.length, Some(CharacterLength::Deferred));
        variable.form == ArrayForm::Allocatable && (is_deferred || variable.shape.is_some())
    }

    /// A length that stays what it is at the entry of the unit; what is negative is zero.
    fn captured_length(&mut self, length: IntegerExpr, var: VarId) -> IntegerExpr {
        let length = fold::binary(IntegerBinary::Max, fold::to_index(length), IntegerExpr::Constant(LENGTH, 0));
        if fold::constant(&length).is_some() {
            return length;
        }
        let name = format!("{}.length", self.vars[var].name);
        let target = self.make_variable(name, Type::Integer(LENGTH));
        self.action(ActionKind::Assign { target, value: Expr::Integer(length) });
        IntegerExpr::Read(LENGTH, Place::Variable(target))
    }

    /// The bytes of a text that is not allocated.
    fn give_bytes(&mut self, text: &Text, variable: &Variable, symbol: &Symbol) {
        if self.vars[text.var].storage == Storage::Dummy {
            return;
        }
        let elements = text.array.as_ref().map_or(Some(1), |array| array.declared);
        let length = fold::constant(&text.length);
        match (length, elements) {
            (Some(length), Some(elements)) => {
                let bytes = u64::try_from(length).ok().and_then(|length| length.checked_mul(elements));
                match bytes.filter(|bytes| *bytes <= i32::MAX as u64) {
                    Some(bytes) => self.vars[text.var].array = Some(ArrayLength::Constant(bytes)),
                    None => self.error(symbol.span, format!("`{}` is too large", symbol.name)),
                }
                self.vars[text.var].initial = initial_bytes(&variable.initial);
            }
            _ if self.vars[text.var].storage == Storage::Local => {
                let mut factors: Vec<IntegerExpr> = text.array.iter().flat_map(Array::extents).collect();
                factors.push(text.length.clone());
                self.vars[text.var].array = Some(ArrayLength::Dynamic);
                self.allocate_product(text.var, &factors);
            }
            _ => {
                let message = format!("`{}` is kept, so its length and bounds must be constants", symbol.name);
                self.error(symbol.span, message);
            }
        }
    }

    /// The variables for dummy arguments and result: those of the source, and the hidden ones of CHARACTER.
    pub fn dummies(&self, dummies: &[SymbolId], result: Option<SymbolId>) -> Vec<VarId> {
        let text = |symbol: &SymbolId| match &self.entities[symbol.index()] {
            LoweredSymbol::Text(text) => Some(text),
            _ => None,
        };
        let result = result.as_ref().and_then(text);
        let mut variables: Vec<VarId> =
            result.iter().flat_map(|text| [Some(text.var), text.hidden]).flatten().collect();
        variables.extend(dummies.iter().filter_map(|dummy| self.entities[dummy.index()].var()));
        variables.extend(dummies.iter().filter_map(|dummy| text(dummy)?.hidden));
        variables
    }

    /// A local array of bytes `stem.N`.
    pub fn byte_array(&mut self, stem: &str, length: ArrayLength) -> VarId {
        let var = self.temporary(stem, BYTE);
        self.vars[var].array = Some(length);
        var
    }

    /// A constant text in memory.
    pub fn constant_text(&mut self, text: &[u8]) -> VarId {
        let var = self.byte_array(TEXT, ArrayLength::Constant(text.len() as u64));
        let about = &mut self.vars[var];
        (about.storage, about.shape) = (Storage::Constant, Shape::Uniform);
        push_bytes(&mut about.initial, 0, text);
        var
    }
}

/// A length as an expression.
pub fn constant_length(length: u64) -> IntegerExpr {
    IntegerExpr::Constant(LENGTH, i64::try_from(length).unwrap_or(i64::MAX))
}

/// The initial values of the bytes.
fn initial_bytes(runs: &[resolved::Initial]) -> Vec<(u64, u64, Constant)> {
    let mut bytes = Vec::new();
    for run in runs {
        let Constant::Character(text) = &run.value else { continue };
        let Some(first) = text.first().copied() else { continue };
        if text.iter().all(|byte| *byte == first) {
            push_bytes_of(&mut bytes, run.first, run.count, first);
            continue;
        }
        for repetition in 0..run.count / text.len() as u64 {
            push_bytes(&mut bytes, run.first + repetition * text.len() as u64, text);
        }
    }
    bytes
}

fn push_bytes(runs: &mut Vec<(u64, u64, Constant)>, first: u64, bytes: &[u8]) {
    for (at, byte) in (first..).zip(bytes) {
        push_bytes_of(runs, at, 1, *byte);
    }
}

fn push_bytes_of(runs: &mut Vec<(u64, u64, Constant)>, first: u64, count: u64, byte: u8) {
    let value = Constant::Integer(IntegerKind::I1, i64::from(byte as i8));
    match runs.last_mut() {
        Some((start, number, last)) if *start + *number == first && *last == value => *number += count,
        _ if count > 0 => runs.push((first, count, value)),
        _ => {}
    }
}
