//! Copies a unit for each constant text that decides what it does: options, as BLAS has them, are decided then.
//!
//! A dummy argument decides if the unit computes with its characters, beside transferring them, or passes it to a unit
//! in which it decides. Where a call passes a constant text to one that is not assigned, it calls a copy in which the
//! dummy argument is that constant; [`fold_constants`](crate::fold_constants) does the rest. Copies for the same texts
//! are one. A unit with such dummy arguments calls no copies itself: its copies do.
//!
//! Requires: the program of a kernel at stage `cfg`, closed. Ensures: stage `cfg`. Keeps: results, which rows fail and
//! where, the numbers of variables; static variables stay those of the source's unit ([`Unit::origin`]). Invalidates:
//! all analyses. Cost: O(size of the copies), of which there are at most [`MOST_COPIES`] and [`MOST_ACTIONS`].
//!
//! ```text
//! (caller)                                     (caller)
//!     call scale(&text.1[], &x, 1)                 call "scale(trans='N')"(&x, 1)
//! (scale)                              becomes ("scale(trans='N')" of scale)
//! dummies trans, x, trans.len                  var trans: integer1[1] constant … = 0 for 1: 78_1
//!     ok = call lsame(&trans[], …)             dummies x, trans.len
//!                                                  ok = call lsame(&trans[], …)
//! ```

use crate::fold_constants::is_of_constants;
use crate::objects::Runs;
use forlane_cfg::analysis::Effects;
use forlane_cfg::verify::may_be_bound;
use forlane_cfg::{
    Action, ActionKind, Argument, ArrayLength, Body, Callee, Constant, Decision, Place, Program, Remark, Remarks,
    Shape, Storage, Subject, Terminator, Type, Unit, VarId, source_arguments,
};
use forlane_semantics::types::IntegerKind;
use indexmap::{IndexMap, IndexSet};

/// The most copies for a kernel.
pub const MOST_COPIES: usize = 32;
/// The most actions of all copies for a kernel together.
pub const MOST_ACTIONS: usize = 4_000;
/// The longest text that is looked at.
const MOST_CHARACTERS: u64 = 32;

/// The copies that may still be made for a kernel.
pub(super) struct Budget {
    copies: usize,
    actions: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { copies: MOST_COPIES, actions: MOST_ACTIONS }
    }
}

/// Leads calls that pass constant texts to copies; says whether there were any.
///
/// No call is led to a copy that was made before: what is known of that is what the calls of it give.
pub(super) fn bind_texts(program: &mut Program, root: &str, budget: &mut Budget, remarks: &mut Remarks) -> bool {
    let effects = Effects::compute(program);
    let deciding = deciding_dummies(program);
    let is_decided = |unit: &Unit| unit.name == root || !deciding.iter().any(|(name, _)| *name == unit.name);
    let mut copies: IndexMap<String, Unit> = IndexMap::new();
    let mut bind = |unit: &Unit, copies: &mut IndexMap<String, Unit>| {
        let Body::Graph(graph) = &unit.body else { return None };
        let mut graph = graph.clone();
        let mut is_changed = false;
        for action in graph.blocks.iter_mut().flat_map(|(_, block)| &mut block.actions) {
            // That needs no copy: it is run.
            if is_of_constants(unit, &action.kind, &effects) {
                continue;
            }
            let Some((callee, texts)) = constant_texts(program, unit, action, root, &deciding, &effects) else {
                continue;
            };
            let name = copy_name(callee, &texts);
            if !copies.contains_key(&name) {
                let actions = callee.actions().count();
                if program.unit(&name).is_some() || budget.copies == 0 || budget.actions < actions {
                    continue;
                }
                (budget.copies, budget.actions) = (budget.copies - 1, budget.actions - actions);
                copies.insert(name.clone(), copy(callee, &name, &texts));
            }
            remarks.add(|| remark(unit, callee, action, &texts));
            lead_to(action, &name, &texts);
            is_changed = true;
        }
        is_changed.then_some(Body::Graph(graph))
    };
    // What else a unit with such dummy arguments passes is decided in its copies.
    let decided = program.units.iter().enumerate().filter(|(_, unit)| is_decided(unit));
    let bodies: Vec<_> = decided.filter_map(|(index, unit)| Some((index, bind(unit, &mut copies)?))).collect();
    let mut next = 0;
    while let Some((_, unit)) = copies.get_index(next) {
        if let Some(body) = bind(&unit.clone(), &mut copies) {
            copies[next].body = body;
        }
        next += 1;
    }
    let is_any = !bodies.is_empty();
    for (index, body) in bodies {
        program.units[index].body = body;
    }
    program.units.extend(copies.into_values());
    is_any
}

/// A text that a call passes: the number of the argument, its elements and their number.
struct Text {
    at: usize,
    runs: Runs,
    length: u64,
    shown: String,
}

/// The dummy arguments that decide what a unit does, by unit and number.
fn deciding_dummies(program: &Program) -> IndexSet<(&str, usize)> {
    let mut deciding = IndexSet::new();
    let mut passes: IndexMap<(&str, usize), Vec<(&str, usize)>> = IndexMap::new();
    for unit in &program.units {
        let Body::Graph(graph) = &unit.body else { continue };
        let number = |var: VarId| {
            let is_text = unit.vars[var].array.is_some() && unit.vars[var].ty == Type::Integer(IntegerKind::I1);
            unit.dummies.iter().position(|dummy| *dummy == var).filter(|_| is_text)
        };
        let mut see = |place: &Place| deciding.extend(place.var().and_then(number).map(|at| (unit.name.as_str(), at)));
        for (_, block) in graph.blocks.iter() {
            match &block.terminator {
                Terminator::Branch { condition, .. } => condition.for_each_place(&mut see),
                Terminator::Switch { selector, .. } => selector.for_each_place(&mut see),
                Terminator::Goto(_) | Terminator::Return(_) | Terminator::Stop(_) => {}
            }
            for action in &block.actions {
                match &action.kind {
                    ActionKind::Io(_) | ActionKind::StoreText { .. } => {}
                    other => other.for_each_place(&mut see),
                }
                let ActionKind::Call { callee, arguments, .. } = &action.kind else { continue };
                let Some(callee) = callee.unit() else { continue };
                for (at, argument) in arguments.iter().enumerate() {
                    if let Argument::Array(var) = argument
                        && let Some(own) = number(*var)
                    {
                        passes.entry((callee, at)).or_default().push((&unit.name, own));
                    }
                }
            }
        }
    }
    let mut next = 0;
    while let Some(found) = deciding.get_index(next) {
        next += 1;
        deciding.extend(passes.get(found).into_iter().flatten().copied().collect::<Vec<_>>());
    }
    deciding
}

/// The unit that an action calls, and the constant texts that it passes to dummy arguments that decide; none if there
/// are none.
fn constant_texts<'p>(
    program: &'p Program,
    caller: &Unit,
    action: &Action,
    root: &str,
    deciding: &IndexSet<(&str, usize)>,
    effects: &Effects,
) -> Option<(&'p Unit, Vec<Text>)> {
    let ActionKind::Call { callee: Callee::Unit(name), arguments, .. } = &action.kind else { return None };
    // What is passed to internal procedures is known by its number.
    if arguments.iter().any(|argument| matches!(argument, Argument::Procedure(_))) {
        return None;
    }
    let mut texts = Vec::new();
    for (at, argument) in arguments.iter().enumerate() {
        if deciding.contains(&(name.as_str(), at)) && !effects.unit_may_assign(name, at) {
            texts.extend(constant_text(caller, at, argument));
        }
    }
    let callee = program.unit(name).filter(|_| !texts.is_empty() && name != root)?;
    (callee.dummies.len() == arguments.len()).then_some((callee, texts))
}

fn constant_text(caller: &Unit, at: usize, argument: &Argument) -> Option<Text> {
    let Argument::Array(var) = argument else { return None };
    let var = &caller.vars[*var];
    let length = var.element_count().filter(|length| *length <= MOST_CHARACTERS)?;
    if var.storage != Storage::Constant || var.ty != Type::Integer(IntegerKind::I1) {
        return None;
    }
    let byte = |index: u64| {
        let covers = |(first, count, _): &&(u64, u64, Constant)| (*first..first + *count).contains(&index);
        match var.initial.iter().rev().find(covers) {
            Some((_, _, Constant::Integer(_, byte))) => u8::try_from(*byte).ok(),
            _ => None,
        }
    };
    let bytes: Vec<u8> =
        (0..length).map(|index| byte(index).filter(|byte| may_be_bound(*byte))).collect::<Option<_>>()?;
    let shown = bytes.iter().map(|byte| char::from(*byte)).collect();
    Some(Text { at, runs: var.initial.clone(), length, shown })
}

/// The name of the copy for some texts, of a unit that may be a copy itself.
fn copy_name(callee: &Unit, texts: &[Text]) -> String {
    let pair = |text: &Text| format!("{}='{}'", callee.vars[callee.dummies[text.at]].name, text.shown);
    let pairs = texts.iter().map(pair).collect::<Vec<String>>().join(", ");
    match callee.name.strip_suffix(')') {
        Some(bound) => format!("{bound}, {pairs})"),
        None => format!("{}({pairs})", callee.name),
    }
}

fn remark(caller: &Unit, callee: &Unit, action: &Action, texts: &[Text]) -> Remark {
    let names = texts.iter().map(|text| format!("`{}`", callee.vars[callee.dummies[text.at]].name));
    let names = names.collect::<Vec<String>>().join(" and ");
    let is = if texts.len() == 1 { "is a constant text" } else { "are constant texts" };
    let subject = Subject::Call(callee.source_name().to_owned());
    Remark::new(caller, action.at, subject, Decision::Specialised, format!("{names} {is}"))
}

/// The copy of a unit in which dummy arguments are constants.
fn copy(callee: &Unit, name: &str, texts: &[Text]) -> Unit {
    let mut copy = callee.clone();
    copy.name = name.to_owned();
    copy.origin = Some(callee.source_name().to_owned());
    for text in texts {
        let dummy = callee.dummies[text.at];
        let var = &mut copy.vars[dummy];
        (var.storage, var.shape) = (Storage::Constant, Shape::Uniform);
        (var.array, var.initial) = (Some(ArrayLength::Constant(text.length)), text.runs.clone());
        copy.dummies.retain(|other| *other != dummy);
        copy.arguments.retain(|argument| argument.var() != dummy);
    }
    copy.arguments = source_arguments(&copy.vars, &copy.dummies, copy.arguments);
    copy
}

/// Calls the copy without the texts.
fn lead_to(action: &mut Action, name: &str, texts: &[Text]) {
    let ActionKind::Call { callee, arguments, .. } = &mut action.kind else { return };
    *callee = Callee::Unit(name.to_owned());
    let mut at = 0;
    arguments.retain(|_| {
        at += 1;
        !texts.iter().any(|text| text.at + 1 == at)
    });
}
