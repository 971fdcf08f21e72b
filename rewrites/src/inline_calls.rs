//! Splices small subprograms into their callers, so that lanes need no call for them.
//!
//! A dummy argument becomes the caller's variable or array; a value that is passed, and an element for a scalar that
//! the callee does not assign, become a variable of their own that is set before. Local variables and the result are
//! renamed `callee.name.N` and start as zero each time, as they do for a call. Scopes of the callee end up in the
//! caller's own. The unit notes which lines came from where, also from other files.
//!
//! A call is spliced if the callee is at stage `cfg`, small ([`MOST_ACTIONS`], [`MOST_BLOCKS`]), calls
//! and prints nothing, does not STOP, keeps no static variables and no local arrays, and each argument fits its dummy
//! argument in type and rank; a dummy array takes a whole array only, so that its bounds stay what they are. A call
//! that holds an array stays one, since it ends the lane that frees the array, and so does one outside of the caller's
//! scope, whose variables the callee's become.
//!
//! Requires: stage `cfg`. Ensures: stage `cfg`. Keeps: order of evaluation, results, which lanes fail, source lines.
//! Invalidates: all analyses. Cost: O(size of the callee) for each call, bounded by [`MOST_ADDED`] for a caller.
//!
//! ```text
//! b0:                                         b0:
//!     y = call square(x + 1d0) @9                 square.x.1 = x + 1d0 @9
//!     y = y + x @10                               square.square.1 = 0d0 @9
//!     return                                      goto b2
//!                                  becomes    b2:
//! (square)                                        square.square.1 = square.x.1 * square.x.1 @2
//! b0:                                             y = square.square.1 @9
//!     square = x * x @2                           goto b1
//!     return                                  b1:
//!                                                 y = y + x @10
//!                                                 return
//! ```

mod active;
mod copy;
mod lines;
mod obstacles;

use active::{blocks_outside, is_active_after};
use copy::{Renamed, copy_blocks};
use forlane_cfg::analysis::Frees;
use forlane_cfg::{
    Action, ActionKind, Argument, Block, BlockId, Body, Constant, Decision, Expr, Graph, Place, Program, Remark,
    Remarks, ScopeId, Shape, SourceLine, Storage, Subject, Terminator, Unit, Var, VarId, names,
};
use lines::{lines, map_line, own_lines};
use obstacles::obstacle;
use std::collections::{BTreeSet, HashMap, HashSet};

pub use obstacles::{MOST_ACTIONS, MOST_BLOCKS};

/// The most actions that a caller grows by.
pub const MOST_ADDED: usize = 400;

/// The units of a program, callees before their callers as far as they do not call each other in circles.
pub fn callees_first(program: &Program) -> Vec<usize> {
    let number: HashMap<&str, usize> =
        program.units.iter().enumerate().map(|(index, unit)| (unit.name.as_str(), index)).collect();
    let callees: Vec<Vec<usize>> = program
        .units
        .iter()
        .map(|unit| callee_names(unit).iter().filter_map(|name| number.get(name.as_str()).copied()).collect())
        .collect();
    let mut seen = vec![false; program.units.len()];
    let mut order = Vec::new();
    for root in 0..program.units.len() {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some((unit, at)) = path.last_mut() {
            let Some(callee) = callees[*unit].get(*at).copied() else {
                order.push(*unit);
                path.pop();
                continue;
            };
            *at += 1;
            if !std::mem::replace(&mut seen[callee], true) {
                path.push((callee, 0));
            }
        }
    }
    order
}

fn callee_names(unit: &Unit) -> Vec<String> {
    let Body::Graph(graph) = &unit.body else { return Vec::new() };
    let actions = graph.blocks.iter().flat_map(|(_, block)| &block.actions);
    let callee = |action: &Action| match &action.kind {
        ActionKind::Call { callee, .. } => callee.unit().map(str::to_owned),
        _ => None,
    };
    actions.filter_map(callee).collect()
}

/// Splices what fits into the unit of that index. What the units free is as it was before any call was spliced, or
/// after.
pub fn inline_calls(program: &mut Program, index: usize, frees: &Frees, remarks: &mut Remarks) {
    let mut unit = program.units[index].clone();
    let Some((scope, _)) = unit.scopes.iter().next() else { return };
    let names = unit.vars.iter().map(|(_, var)| var.name.clone()).collect();
    let Body::Graph(graph) = &unit.body else { return };
    let mut pending: Vec<BlockId> = graph.blocks.iter().map(|(id, _)| id).collect();
    pending.reverse();
    let (constants, outside, lines) = (HashMap::new(), blocks_outside(graph, scope), lines(graph).collect());
    let mut splicer =
        Splicer { unit: &mut unit, frees, scope, outside, lines, names, copies: 0, added: 0, constants, remarks };
    while let Some(block) = pending.pop() {
        if let Some(rest) = splicer.splice_first(program, block) {
            pending.push(rest);
        }
    }
    splicer.explain_calls(program);
    if splicer.copies > 0 {
        program.units[index] = unit;
    }
}

/// Whether two variables are the same memory seen alike.
fn is_same_place(one: &Var, other: &Var) -> bool {
    one.area.is_some() && one.area == other.area && one.ty == other.ty && one.array == other.array
}

struct Splicer<'a> {
    unit: &'a mut Unit,
    frees: &'a Frees,
    scope: ScopeId,
    /// The blocks that begin where the scope is not active.
    outside: HashSet<BlockId>,
    /// The lines of its actions.
    lines: BTreeSet<SourceLine>,
    names: HashSet<String>,
    copies: usize,
    added: usize,
    /// Constant arrays of callees that the caller has already, by callee and name.
    constants: HashMap<(String, String), VarId>,
    remarks: &'a mut Remarks,
}

impl Splicer<'_> {
    /// Splices the first call of a block that fits; the block that holds what follows it.
    fn splice_first(&mut self, program: &Program, block: BlockId) -> Option<BlockId> {
        let Body::Graph(graph) = &self.unit.body else { return None };
        let mut positions = 0..graph.blocks[block].actions.len();
        let (position, callee) = positions.find_map(|position| {
            let (callee, obstacle) = self.call_at(program, graph, block, position)?;
            obstacle.is_none().then_some((position, callee))
        })?;
        let Body::Graph(body) = &callee.body else { return None };
        let size: usize = body.blocks.iter().map(|(_, block)| block.actions.len()).sum();
        if self.added + size > MOST_ADDED {
            return None;
        }
        self.added += size;
        self.copies += 1;
        self.splice(callee, body, block, position)
    }

    /// Whom the action there calls, if it calls a unit, and why the call can't be spliced, if it can't.
    fn call_at<'p>(
        &self,
        program: &'p Program,
        graph: &Graph,
        block: BlockId,
        position: usize,
    ) -> Option<(&'p Unit, Option<&'static str>)> {
        let actions = &graph.blocks[block].actions;
        let ActionKind::Call { callee: called, arguments, .. } = &actions[position].kind else { return None };
        let callee = program.unit(called.unit()?)?;
        let is_active = || is_active_after(&actions[..position], !self.outside.contains(&block), self.scope);
        let found = obstacle((self.unit, &self.lines), callee, (called, arguments), self.frees)
            .or_else(|| (!is_active()).then_some("it is outside of the caller's scope"));
        Some((callee, found))
    }

    /// Says why the calls that are left stay calls.
    fn explain_calls(&mut self, program: &Program) {
        let Body::Graph(graph) = &self.unit.body else { return };
        for (id, block) in graph.blocks.iter() {
            for (position, action) in block.actions.iter().enumerate() {
                let Some((callee, found)) = self.call_at(program, graph, id, position) else { continue };
                self.remarks.add(|| {
                    let reason = found.unwrap_or("its caller would grow too large");
                    let subject = Subject::Call(callee.source_name().to_owned());
                    Remark::new(self.unit, action.at, subject, Decision::NotInlined, reason)
                });
            }
        }
    }

    fn splice(&mut self, callee: &Unit, body: &Graph, block: BlockId, position: usize) -> Option<BlockId> {
        let Body::Graph(graph) = &mut self.unit.body else { return None };
        let calling = &mut graph.blocks[block];
        let after = calling.actions.split_off(position + 1);
        let call = calling.actions.pop()?;
        let placeholder = Terminator::Goto(block);
        let terminator = std::mem::replace(&mut calling.terminator, placeholder);
        let at = calling.at;
        let rest = graph.blocks.alloc(Block { actions: after, ..Block::new(terminator, at) });
        let ActionKind::Call { arguments, result, .. } = call.kind else { return None };
        self.remarks.add(|| {
            let subject = Subject::Call(callee.source_name().to_owned());
            Remark::new(self.unit, call.at, subject, Decision::Inlined, "it is small and calls nothing itself")
        });
        let files = self.note_lines(callee, body);
        let mut entry = Vec::new();
        let vars = self.map_vars(callee, arguments, call.at, &mut entry);
        let result = result.and_then(|target| {
            let source = *vars.get(&callee.result?)?;
            let value = Expr::read(callee.vars[callee.result?].ty, Place::Variable(source))?;
            Some(Action { kind: ActionKind::Assign { target, value }, at: call.at })
        });
        let Body::Graph(graph) = &mut self.unit.body else { return None };
        let start = copy_blocks(graph, body, &Renamed { vars, files }, rest, &result);
        let calling = &mut graph.blocks[block];
        calling.actions.extend(entry);
        calling.terminator = Terminator::Goto(start);
        calling.at = call.at;
        Some(rest)
    }

    /// Notes which lines of the unit are the callee's from now on, so that a lane that fails there is told so; what
    /// the callee's files are in the unit.
    fn note_lines(&mut self, callee: &Unit, body: &Graph) -> Vec<u32> {
        let names = std::iter::once(&callee.file).chain(&callee.files);
        let files: Vec<u32> = names.map(|name| self.unit.number_of_file(name)).collect();
        self.lines.extend(lines(body).map(|mut line| {
            map_line(&mut line, &files);
            line
        }));
        for mut inlined in own_lines(callee, body).into_iter().chain(callee.inlined.iter().cloned()) {
            map_line(&mut inlined.first, &files);
            map_line(&mut inlined.last, &files);
            if !self.unit.inlined.contains(&inlined) {
                self.unit.inlined.push(inlined);
            }
        }
        files
    }

    /// The caller's variable for each of the callee's; actions that set those which are new.
    fn map_vars(
        &mut self,
        callee: &Unit,
        arguments: Vec<Argument>,
        at: SourceLine,
        entry: &mut Vec<Action>,
    ) -> HashMap<VarId, VarId> {
        let mut vars = HashMap::new();
        for (argument, dummy) in arguments.into_iter().zip(&callee.dummies) {
            let ty = callee.vars[*dummy].ty;
            let value = match argument {
                Argument::Variable(var) | Argument::Array(var) => {
                    vars.insert(*dummy, var);
                    continue;
                }
                Argument::Value(expr) | Argument::InOut { before: expr, .. } => Some(expr),
                Argument::Element(array, offset) => Expr::read(ty, Place::Element(array, Box::new(offset))),
                Argument::Absent => Expr::zero(ty),
                Argument::Procedure(_) => None,
            };
            self.add_set(callee, *dummy, value, at, entry, &mut vars);
        }
        for (var, one) in callee.vars.iter() {
            match one.storage {
                Storage::Dummy | Storage::Procedure | Storage::Static => {}
                Storage::Area => {
                    let own = self.unit.vars.iter().find(|(_, own)| is_same_place(own, one)).map(|(own, _)| own);
                    let own = own.unwrap_or_else(|| self.add_var(callee, one));
                    vars.insert(var, own);
                }
                Storage::Constant => {
                    let key = (callee.name.clone(), one.name.clone());
                    let known = self.constants.get(&key).copied();
                    let copy = known.unwrap_or_else(|| self.add_var(callee, one));
                    self.constants.insert(key, copy);
                    vars.insert(var, copy);
                }
                Storage::Local | Storage::Result => {
                    self.add_set(callee, var, Expr::zero(one.ty), at, entry, &mut vars);
                }
            }
        }
        vars
    }

    /// Adds a variable for one of the callee's and sets it.
    fn add_set(
        &mut self,
        callee: &Unit,
        var: VarId,
        value: Option<Expr>,
        at: SourceLine,
        entry: &mut Vec<Action>,
        vars: &mut HashMap<VarId, VarId>,
    ) {
        let target = self.add_var(callee, &callee.vars[var]);
        vars.insert(var, target);
        if let Some(value) = value {
            entry.push(Action { kind: ActionKind::Assign { target, value }, at });
        }
    }

    fn add_var(&mut self, callee: &Unit, var: &Var) -> VarId {
        let stem = names::inside(callee.source_name(), &var.name);
        let mut number = self.copies;
        let mut name = names::numbered(&stem, number);
        while !self.names.insert(name.clone()) {
            number += 1;
            name = names::numbered(&stem, number);
        }
        let is_constant = var.storage == Storage::Constant;
        let initial: Vec<(u64, u64, Constant)> = if is_constant { var.initial.clone() } else { Vec::new() };
        self.unit.vars.alloc(Var {
            name,
            ty: var.ty,
            array: var.array,
            storage: if is_constant || var.area.is_some() { var.storage } else { Storage::Local },
            area: var.area.clone(),
            is_target: var.is_target,
            scope: self.scope,
            initial,
            shape: if is_constant { Shape::Uniform } else { Shape::Varying },
        })
    }
}

#[cfg(test)]
mod tests;
