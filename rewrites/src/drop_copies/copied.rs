//! What calls and loops copy, if that is all they do: what `call save(work, 1)` leaves where.

use crate::fold_constants::{Folder, literal};
use crate::memory::footprints::Kept;
use forlane_cfg::analysis::failure::expr_may_fail;
use forlane_cfg::analysis::{RangeLoop, RangeSource, Turns};
use forlane_cfg::{
    ActionKind, Argument, BlockId, Body, Callee, Constant, Expr, Graph, IntegerExpr, LogicalExpr, Place, Program,
    RealExpr, Stage, Storage, Terminator, Unit, ValueId, Var, VarId,
};
use std::collections::HashMap;

/// Units with more blocks are taken to do something else.
const MOST_BLOCKS: usize = 64;
/// The most blocks that one execution comes through.
const MOST_STEPS: usize = 256;

/// Memory that a unit may name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Object {
    /// A local variable or a dummy argument of the unit.
    Own(VarId),
    /// The area of a name.
    Area(String),
    /// A static variable of the unit of a name in the source.
    Static(String, VarId),
}

/// Bytes of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bytes {
    pub object: Object,
    pub first: u64,
    pub end: u64,
}

impl Bytes {
    /// All of a variable, without an end if its length is not known; none for what is not in memory, or never changes.
    pub fn of(unit: &Unit, id: VarId) -> Option<Bytes> {
        let var = &unit.vars[id];
        match (Kept::of(unit, id), var.storage) {
            (Some(kept), _) => Some(Bytes::of_kept(&kept)),
            (None, Storage::Local | Storage::Dummy) => {
                let end = var.element_count().map_or(u64::MAX, |count| count.saturating_mul(var.ty.size() as u64));
                Some(Bytes { object: Object::Own(id), first: 0, end })
            }
            (None, _) => None,
        }
    }

    /// Memory that is kept between executions; all of a static variable.
    pub fn of_kept(kept: &Kept) -> Bytes {
        match kept {
            Kept::Area(name, bytes) => Bytes { object: Object::Area(name.clone()), first: bytes.start, end: bytes.end },
            Kept::Static(name, var) => Bytes { object: Object::Static(name.clone(), *var), first: 0, end: u64::MAX },
        }
    }

    /// Whether a byte is in both.
    pub fn meets(&self, other: &Bytes) -> bool {
        self.object == other.object && self.first < other.end && other.first < self.end
    }

    fn contains(&self, other: &Bytes) -> bool {
        self.object == other.object && self.first <= other.first && other.end <= self.end
    }

    /// A part of them, of `length` bytes after the first `after`.
    fn part(&self, after: u64, length: u64) -> Option<Bytes> {
        let first = self.first.checked_add(after)?;
        let end = first.checked_add(length)?;
        (end <= self.end).then(|| Bytes { object: self.object.clone(), first, end })
    }
}

/// Bytes that become what others are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Copy {
    pub to: Bytes,
    pub from: Bytes,
}

impl Copy {
    /// Whether it changes nothing after another one, which went the other way.
    pub fn is_undone_by(&self, back: &Copy) -> bool {
        self.to.contains(&back.from)
            && self.from.contains(&back.to)
            && back.from.first - self.to.first == back.to.first - self.from.first
    }
}

/// What a call copies, in terms of the unit that calls; none if it does or may do anything else.
pub(super) fn copied_by_call(program: &Program, unit: &Unit, action: &ActionKind) -> Option<Vec<Copy>> {
    let ActionKind::Call { callee: Callee::Unit(name), arguments, result: None, result_value: None } = action else {
        return None;
    };
    let callee = program.unit(name).filter(|callee| callee.stage == Stage::Ssa)?;
    let Body::Graph(graph) = &callee.body else { return None };
    if graph.blocks.len() > MOST_BLOCKS {
        return None;
    }
    let mut evaluator =
        PathEvaluator { unit: callee, graph, loops: None, dummies: HashMap::new(), actual: HashMap::new() };
    for (dummy, argument) in callee.dummies.iter().zip(arguments) {
        match argument {
            Argument::Value(expr) => {
                evaluator.dummies.extend(literal(expr).map(|constant| (*dummy, constant)));
            }
            Argument::Array(array) => {
                let var = &unit.vars[*array];
                let all = Bytes::of(unit, *array).filter(|_| !var.is_target && var.element_count().is_some());
                evaluator.actual.extend(all.map(|bytes| (*dummy, bytes)));
            }
            _ => {}
        }
    }
    let copies = joined(evaluator.copies()?);
    // What is copied first is not copied on.
    let is_apart = |at: usize, copy: &Copy| {
        let others = copies[at + 1..].iter();
        !copy.to.meets(&copy.from)
            && others.clone().all(|other| ![&other.to, &other.from].into_iter().any(|bytes| bytes.meets(&copy.to)))
            && others.clone().all(|other| !other.to.meets(&copy.from))
    };
    copies.iter().enumerate().all(|(at, copy)| is_apart(at, copy)).then_some(copies)
}

/// Copies of neighbours, one after the other, become one.
fn joined(copies: Vec<Copy>) -> Vec<Copy> {
    let mut joined: Vec<Copy> = Vec::new();
    for copy in copies {
        match joined.last_mut() {
            Some(last)
                if (&last.to.object, last.to.end) == (&copy.to.object, copy.to.first)
                    && (&last.from.object, last.from.end) == (&copy.from.object, copy.from.first) =>
            {
                (last.to.end, last.from.end) = (copy.to.end, copy.from.end);
            }
            _ => joined.push(copy),
        }
    }
    joined
}

/// A loop of a unit that copies elements of known places.
pub(super) struct CopyLoop {
    pub head: BlockId,
    pub body: BlockId,
    pub copy: Copy,
    /// What the values that its head merges are after it.
    pub behind: Vec<(ValueId, Constant)>,
}

/// The loops of a unit that copy, in the order of their heads.
pub(super) fn loops_that_copy(unit: &Unit, graph: &Graph, constants: &HashMap<ValueId, Constant>) -> Vec<CopyLoop> {
    let is_own = |var: &Var| matches!(var.storage, Storage::Local | Storage::Dummy) && var.element_count().is_some();
    let own = unit.vars.iter().filter(|(_, var)| is_own(var));
    let actual = own.filter_map(|(id, _)| Some((id, Bytes::of(unit, id)?))).collect();
    let evaluator = PathEvaluator { unit, graph, loops: None, dummies: HashMap::new(), actual };
    let found = RangeLoop::find(unit, graph).into_iter().filter_map(|one| {
        let merges = &graph.blocks[one.head].merges;
        let mut known = HashMap::new();
        for merge in merges {
            let mut before = merge.operands.iter().filter(|(from, _)| *from != one.body);
            let (_, value) = before.next().filter(|_| before.next().is_none())?;
            known.insert(merge.value, constants.get(value)?.clone());
        }
        let copy = evaluator.copy_of_loop(&one, &mut known)?.filter(|copy| !copy.to.meets(&copy.from))?;
        let behind = merges.iter().map(|merge| Some((merge.value, known.remove(&merge.value)?)));
        Some(CopyLoop { head: one.head, body: one.body, copy, behind: behind.collect::<Option<_>>()? })
    });
    found.collect()
}

/// Evaluates a unit on the one path that its arguments decide.
struct PathEvaluator<'p> {
    unit: &'p Unit,
    graph: &'p Graph,
    /// Its loops that copy, by their heads; found at the first branch.
    loops: Option<HashMap<BlockId, RangeLoop>>,
    /// Scalar dummy arguments that are constants.
    dummies: HashMap<VarId, Constant>,
    /// What arrays are that are dummy arguments, and local ones where they may be named.
    actual: HashMap<VarId, Bytes>,
}

impl PathEvaluator<'_> {
    fn copies(&mut self) -> Option<Vec<Copy>> {
        let mut known: HashMap<ValueId, Constant> = HashMap::new();
        let mut copies = Vec::new();
        let (mut before, mut at) = (None, self.graph.start);
        for _ in 0..MOST_STEPS {
            let block = &self.graph.blocks[at];
            let merged: Vec<(ValueId, Option<Constant>)> = (block.merges.iter())
                .map(|merge| {
                    let of = merge.operands.iter().find(|(from, _)| Some(*from) == before);
                    (merge.value, of.and_then(|(_, value)| known.get(value).cloned()))
                })
                .collect();
            merged.into_iter().for_each(|(value, constant)| set(&mut known, value, constant));
            if let Some(one) = self.range_loop(at).cloned() {
                copies.extend(self.copy_of_loop(&one, &mut known)?);
                let Terminator::Branch { otherwise, .. } = block.terminator else { return None };
                (before, at) = (Some(at), otherwise);
                continue;
            }
            for action in &block.actions {
                copies.extend(self.copy_of_action(&action.kind, &mut known)?);
            }
            let next = match &block.terminator {
                Terminator::Goto(next) => *next,
                Terminator::Branch { condition, then, otherwise } => {
                    let mut condition = condition.clone();
                    Folder::of_values(self.unit, &known).logical(&mut condition);
                    let LogicalExpr::Constant(is_true) = condition else { return None };
                    if is_true { *then } else { *otherwise }
                }
                Terminator::Return(values) => return values.is_empty().then_some(copies),
                Terminator::Switch { selector, cases, default } => {
                    let selected = self.integer(selector, &known)?;
                    cases.iter().find(|case| case.values.contains(&selected)).map_or(*default, |case| case.target)
                }
                Terminator::Stop(_) => return None,
            };
            (before, at) = (Some(at), next);
        }
        None
    }

    fn range_loop(&mut self, head: BlockId) -> Option<&RangeLoop> {
        if !matches!(self.graph.blocks[head].terminator, Terminator::Branch { .. }) {
            return None;
        }
        let find = || RangeLoop::find(self.unit, self.graph).into_iter().map(|one| (one.head, one)).collect();
        self.loops.get_or_insert_with(find).get(&head)
    }

    /// What a loop copies; the values that its head merges are what they are after it. None if that is not known.
    fn copy_of_loop(&self, one: &RangeLoop, known: &mut HashMap<ValueId, Constant>) -> Option<Option<Copy>> {
        let of = |value: &ValueId| match known.get(value) {
            Some(Constant::Integer(_, value)) => Some(*value),
            _ => None,
        };
        let turns = match &one.turns {
            Turns::Left(value) => of(value)?,
            Turns::Until(value, end) => self.integer(end, known)?.checked_sub(of(value)?)?,
        };
        let turns = u64::try_from(turns).unwrap_or(0);
        let RangeSource::Elements(source, from) = &one.source else { return None };
        let to = self.elements(one.target.0, self.integer(&one.target.1, known)?, turns)?;
        let from = self.elements(*source, self.integer(from, known)?, turns)?;
        for (value, step) in &one.steps {
            let behind = match known.get(value) {
                Some(Constant::Integer(kind, value)) => {
                    let steps = step.checked_mul(i64::try_from(turns).ok()?)?;
                    Some(Constant::Integer(*kind, value.checked_add(steps)?))
                }
                _ => None,
            };
            set(known, *value, behind);
        }
        Some((turns > 0).then_some(Copy { to, from }))
    }

    /// What an action copies, if it copies something; none if it does something else.
    fn copy_of_action(&self, action: &ActionKind, known: &mut HashMap<ValueId, Constant>) -> Option<Option<Copy>> {
        let vars = &self.unit.vars;
        let (to, value) = match action {
            ActionKind::ScopeEntry(_) | ActionKind::ScopeExit(_) => return Some(None),
            ActionKind::Define { value, expr } => {
                let constant = match read(expr) {
                    Some(Place::Variable(dummy)) if self.dummies.contains_key(dummy) => {
                        self.dummies.get(dummy).cloned()
                    }
                    _ if expr_may_fail(expr, vars) => return None,
                    _ => {
                        let mut expr = expr.clone();
                        Folder::of_values(self.unit, known).expr(&mut expr);
                        literal(&expr)
                    }
                };
                set(known, *value, constant);
                return Some(None);
            }
            ActionKind::Assign { target, value } => (self.elements(*target, 0, 1)?, value),
            ActionKind::Store { array, offset, value } => {
                (self.elements(*array, self.integer(offset, known)?, 1)?, value)
            }
            _ => return None,
        };
        let from = match read(value)? {
            Place::Variable(var) => self.elements(*var, 0, 1)?,
            Place::Element(array, offset) => self.elements(*array, self.integer(offset, known)?, 1)?,
            Place::Value(_) | Place::Section(_) => return None,
        };
        Some(Some(Copy { to, from }))
    }

    fn integer(&self, expr: &IntegerExpr, known: &HashMap<ValueId, Constant>) -> Option<i64> {
        let mut expr = expr.clone();
        Folder::of_values(self.unit, known).integer(&mut expr);
        match expr {
            IntegerExpr::Constant(_, value) => Some(value),
            _ => None,
        }
    }

    /// Elements of a variable as the calling unit sees them, if they are inside of it.
    fn elements(&self, id: VarId, first: i64, count: u64) -> Option<Bytes> {
        let var: &Var = &self.unit.vars[id];
        let (first, size) = (u64::try_from(first).ok()?, var.ty.size() as u64);
        let end = first.checked_add(count)?;
        if var.is_target || var.element_count().is_some_and(|length| end > length) {
            return None;
        }
        let all = match var.storage {
            Storage::Dummy | Storage::Local => self.actual.get(&id)?.clone(),
            Storage::Area | Storage::Static => Bytes::of(self.unit, id)?,
            Storage::Result | Storage::Constant | Storage::Procedure => return None,
        };
        all.part(first.checked_mul(size)?, count.checked_mul(size)?)
    }
}

fn set(known: &mut HashMap<ValueId, Constant>, value: ValueId, constant: Option<Constant>) {
    match constant {
        Some(constant) => known.insert(value, constant),
        None => known.remove(&value),
    };
}

/// The place of a number that an expression only reads.
fn read(expr: &Expr) -> Option<&Place> {
    match expr {
        Expr::Integer(IntegerExpr::Read(_, place)) | Expr::Real(RealExpr::Read(_, place)) => Some(place),
        _ => None,
    }
}
