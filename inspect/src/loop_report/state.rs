//! What the assignments on a path make of variables.

use super::changes::Change;
use super::fortran::print_fortran;
use super::substitute::{substitute, substitute_integer};
use super::sum::Sum;
use super::symbols::Symbols;
use forlane_cfg::expr::{Expr, IntegerExpr, LogicalExpr, Place};
use forlane_cfg::graph::{Argument, BlockId, Callee, Terminator};
use forlane_cfg::names;
use forlane_cfg::unit::{Storage, VarId};
use forlane_semantics::types::Type;
use std::collections::BTreeMap;

/// Values of more reads and constants than this are not shown.
const LONGEST: usize = 100;

/// The values at a place of a path, in two ways: as they come of the values where the path begins, and, for what was
/// assigned and whose operands did not change since, of the values at the place itself.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    scalars: BTreeMap<VarId, Expr>,
    arrays: BTreeMap<VarId, Vec<Store>>,
    present: BTreeMap<VarId, Expr>,
}

/// An assignment to an array.
#[derive(Clone, Debug)]
enum Store {
    Element(IntegerExpr, Expr),
    /// Any elements, with these words for their values.
    Unknown(String),
}

impl State {
    /// A state where nothing is known of the past but the present values of these variables.
    pub fn with_present(present: BTreeMap<VarId, Expr>) -> State {
        State { present, ..State::default() }
    }

    /// The variables whose present values are known, each with what it is.
    pub fn present(&self) -> &BTreeMap<VarId, Expr> {
        &self.present
    }

    /// A scalar's value, if it is another than where the path begins.
    pub fn scalar(&self, var: VarId) -> Option<&Expr> {
        self.scalars.get(&var)
    }

    /// Takes a scalar's value as it is where the path begins.
    pub fn begin_with(&mut self, var: VarId, value: Expr) {
        self.scalars.insert(var, value);
    }

    /// Forgets what is known of a variable and takes its value here for that where the path begins.
    pub fn begin_anew(&mut self, var: VarId, symbols: &Symbols) {
        self.scalars.remove(&var);
        self.arrays.remove(&var);
        self.forget(var, symbols);
    }

    /// Applies changes in order.
    pub fn apply(&mut self, changes: &[Change], symbols: &mut Symbols) {
        for change in changes {
            self.change(change, symbols);
        }
    }

    /// Records what follows from taking the arc from a block to `next` for a variable that alone is its condition.
    pub fn take_arc(&mut self, terminator: &Terminator, next: BlockId) {
        if let Terminator::Branch { condition: LogicalExpr::Read(Place::Variable(var)), then, otherwise } = terminator
            && then != otherwise
        {
            let value = Expr::Logical(LogicalExpr::Constant(*then == next));
            self.present.insert(*var, value);
        }
    }

    /// An expression over present values as one over the values where the path begins.
    pub fn since_begin(&self, expr: &Expr, symbols: &mut Symbols) -> Expr {
        substitute(expr, &mut |ty, place| self.read(ty, place, symbols))
    }

    /// An expression over present values, with those of its variables replaced for which `wanted` holds and whose
    /// present values are known.
    pub fn expand(&self, expr: &Expr, wanted: &dyn Fn(VarId) -> bool) -> Expr {
        substitute(expr, &mut |_, place| match place {
            Place::Variable(var) if wanted(*var) => self.present.get(var).cloned(),
            _ => None,
        })
    }

    /// What the path assigned to a variable, as `(target, value)` over the values where the path begins.
    pub fn assignments(&self, var: VarId, symbols: &mut Symbols) -> Vec<(String, Expr)> {
        let name = symbols.vars[var].name.clone();
        if let Some(value) = self.scalars.get(&var) {
            return vec![(name, value.clone())];
        }
        let ty = symbols.vars[var].ty;
        let mut found = Vec::new();
        for store in self.arrays.get(&var).into_iter().flatten() {
            found.push(match store {
                Store::Element(offset, value) => {
                    (print_fortran(&symbols.vars, &Expr::Integer(array_element(var, offset))), value.clone())
                }
                Store::Unknown(words) => (name.clone(), symbols.stand_in(words, ty, &[])),
            });
        }
        found
    }

    /// Makes a variable's value one that only these words describe.
    pub fn forget_value(&mut self, var: VarId, words: &str, symbols: &mut Symbols) {
        self.change(&Change::Unknown(var, words.to_owned()), symbols);
    }

    fn change(&mut self, change: &Change, symbols: &mut Symbols) {
        match change {
            Change::Scalar(var, value) => {
                let since = self.since_begin(value, symbols);
                let present = self.expand(value, &|read| is_made(read, symbols));
                self.assign(*var, since, Some(present), symbols);
            }
            Change::Element(array, offset, value) => {
                let offset = substitute_integer(offset, &mut |ty, place| self.read(ty, place, symbols));
                let value = bounded(self.since_begin(value, symbols), symbols);
                let stores = self.arrays.entry(*array).or_default();
                stores.retain(|store| !matches!(store, Store::Element(other, _) if *other == offset));
                stores.push(Store::Element(offset, value));
                self.forget(*array, symbols);
            }
            Change::Result(var, name, arguments) => {
                let ty = symbols.vars[*var].ty;
                let since =
                    self.call(name, arguments, ty, symbols, &|state, expr, symbols| state.since_begin(expr, symbols));
                let present = self.call(name, arguments, ty, symbols, &|state, expr, symbols| {
                    state.expand(expr, &|read| is_made(read, symbols))
                });
                self.assign(*var, since, Some(present), symbols);
            }
            Change::Unknown(var, words) => match symbols.vars[*var].array {
                None => {
                    let value = symbols.stand_in(words, symbols.vars[*var].ty, &[]);
                    self.assign(*var, value, None, symbols);
                }
                Some(_) => {
                    self.arrays.insert(*var, vec![Store::Unknown(words.clone())]);
                    self.forget(*var, symbols);
                }
            },
        }
    }

    fn assign(&mut self, var: VarId, since: Expr, present: Option<Expr>, symbols: &mut Symbols) {
        let is_own = since.read_variable() == Some(var);
        match is_own {
            true => drop(self.scalars.remove(&var)),
            false => drop(self.scalars.insert(var, bounded(since, symbols))),
        }
        let is_same = present.as_ref().is_some_and(|value| self.present.get(&var) == Some(value));
        if is_same || present.as_ref().and_then(Expr::read_variable) == Some(var) {
            return;
        }
        self.forget(var, symbols);
        if let Some(value) = present.filter(|value| size(value) <= LONGEST && !depends_on(value, var, symbols)) {
            self.present.insert(var, value);
        }
    }

    /// Drops the present values that depend on a variable that changes.
    fn forget(&mut self, var: VarId, symbols: &Symbols) {
        self.present.remove(&var);
        self.present.retain(|_, value| !depends_on(value, var, symbols));
    }

    fn read(&self, ty: Type, place: &Place, symbols: &mut Symbols) -> Option<Expr> {
        match place {
            Place::Variable(var) => self.scalars.get(var).cloned(),
            Place::Value(_) | Place::Section(_) => None,
            Place::Element(array, offset) => self.element(ty, *array, offset, symbols),
        }
    }

    /// What a read of an array sees: the last store to this element, unless one after it may be to the same.
    fn element(&self, ty: Type, array: VarId, offset: &IntegerExpr, symbols: &mut Symbols) -> Option<Expr> {
        let stores = self.arrays.get(&array)?;
        let mut unknown = None;
        for store in stores.iter().rev() {
            match store {
                Store::Element(other, value) if other == offset && ty != Type::Character => return Some(value.clone()),
                Store::Element(other, _) if ty != Type::Character => {
                    let distance = Sum::of(offset, false).minus(&Sum::of(other, false));
                    if distance.as_constant().is_none_or(|distance| distance == 0) {
                        let read = Expr::Integer(array_element(array, offset));
                        unknown = Some(format!("<{}>", print_fortran(&symbols.vars, &read)));
                        break;
                    }
                }
                Store::Element(..) => unknown = Some(format!("<{}>", symbols.vars[array].name)),
                Store::Unknown(words) => {
                    unknown = Some(words.clone());
                    break;
                }
            }
        }
        let words = unknown?;
        Some(match ty {
            Type::Character => symbols.text_stand_in(&words, &[array]),
            ty => symbols.stand_in(&words, ty, &[array]),
        })
    }

    /// A function's value, named by the call.
    fn call(
        &self,
        name: &str,
        arguments: &[Argument],
        ty: Type,
        symbols: &mut Symbols,
        rewrite: &dyn Fn(&State, &Expr, &mut Symbols) -> Expr,
    ) -> Expr {
        let mut texts = Vec::new();
        let mut vars = Vec::new();
        for argument in arguments {
            let value = match argument {
                Argument::Value(value) | Argument::InOut { before: value, .. } => Some(value.clone()),
                Argument::Variable(var) => Expr::read(symbols.vars[*var].ty, Place::Variable(*var)),
                Argument::Element(array, offset) => {
                    Expr::read(symbols.vars[*array].ty, Place::Element(*array, Box::new(offset.clone())))
                }
                Argument::Array(var) => {
                    texts.push(symbols.vars[*var].name.clone());
                    vars.push(*var);
                    continue;
                }
                Argument::Procedure(Callee::Unit(name) | Callee::Internal(name, _)) => {
                    texts.push(name.clone());
                    continue;
                }
                Argument::Procedure(Callee::Dummy(var)) => {
                    texts.push(symbols.vars[*var].name.clone());
                    continue;
                }
                Argument::Absent => None,
            };
            let Some(value) = value else { continue };
            let value = rewrite(self, &value, symbols);
            symbols.add_variables(&value, &mut vars);
            texts.push(print_fortran(&symbols.vars, &value));
        }
        symbols.stand_in(&format!("{name}({})", texts.join(",")), ty, &vars)
    }
}

/// Whether SSA form would make values of it and its name is not in the source.
pub(super) fn is_made(var: VarId, symbols: &Symbols) -> bool {
    let var = &symbols.vars[var];
    var.storage == Storage::Local && var.array.is_none() && names::is_made(&var.name)
}

/// Whether an expression depends on a variable, also through a stand-in.
pub(super) fn depends_on(expr: &Expr, var: VarId, symbols: &Symbols) -> bool {
    let mut found = false;
    expr.for_each_place(&mut |place| {
        if let Place::Variable(read) | Place::Element(read, _) = place {
            found |= *read == var || symbols.stand_in_reads(*read).is_some_and(|reads| reads.contains(&var));
        }
    });
    found
}

/// How many places an expression reads.
fn size(expr: &Expr) -> usize {
    let mut count = 0;
    expr.for_each_place(&mut |_| count += 1);
    count
}

/// The value itself, or a stand-in for one that is too long to show.
fn bounded(value: Expr, symbols: &mut Symbols) -> Expr {
    if size(&value) <= LONGEST {
        return value;
    }
    let mut vars = Vec::new();
    symbols.add_variables(&value, &mut vars);
    symbols.stand_in("<long expression>", value.ty(), &vars)
}

/// A read of an array element; for printing its name, the type does not matter.
fn array_element(array: VarId, offset: &IntegerExpr) -> IntegerExpr {
    IntegerExpr::Read(offset.kind(), Place::Element(array, Box::new(offset.clone())))
}
