//! Calls that may be melded with others.

use super::{Callees, DEAR, MOST_SITES};
use forlane_cfg::analysis::ReversePostorder;
use forlane_cfg::{Action, ActionKind, Argument, BlockId, Graph, IoKind, Program, SourceLine, Stage, Unit, VarId};
use std::cmp::Reverse;
use std::collections::HashMap;

/// A call.
pub(super) struct Site {
    /// Its block.
    pub block: BlockId,
    /// Which action of the block it is.
    pub position: usize,
    /// The name of the unit that it calls.
    pub callee: String,
    /// Its line.
    pub at: SourceLine,
}

/// The calls of expensive callees that a unit calls more than once, those of the most expensive first; the calls of one
/// callee in the order of their lines, in which arms that do alike are alike.
pub(super) fn find_sites(program: &Program, unit: &Unit, graph: &Graph, callees: &Callees) -> Vec<Site> {
    let mut by_callee: HashMap<String, Vec<Site>> = HashMap::new();
    let order = ReversePostorder::compute(graph);
    let open_before = open_before(graph, &order);
    for block in order.blocks.iter().copied() {
        let mut open = open_before[block.index()];
        for (position, action) in graph.blocks[block].actions.iter().enumerate() {
            open.pass(action);
            let ActionKind::Call { callee, arguments, .. } = &action.kind else { continue };
            let Some(name) = callee.unit() else { continue };
            let is_fit = || {
                open == OpenCounts::PLAIN
                    && callees.costs.of(name) >= DEAR
                    && !callees.recursion.contains(name)
                    && may_share(program, unit, name, arguments)
            };
            if is_fit() {
                let site = Site { block, position, callee: name.to_owned(), at: action.at };
                by_callee.entry(name.to_owned()).or_default().push(site);
            }
        }
    }
    let mut found: Vec<Vec<Site>> = by_callee.into_values().filter(|sites| sites.len() > 1).collect();
    found.sort_by_key(|sites| (Reverse(callees.costs.of(&sites[0].callee)), sites[0].callee.clone()));
    found.iter_mut().for_each(|sites| sites.sort_by_key(|site| site.at));
    let mut sites: Vec<Site> = found.into_iter().flatten().collect();
    sites.truncate(MOST_SITES);
    sites
}

/// Whether nothing but the callee fails at the call, which is of a unit that is here to look at.
fn may_share(program: &Program, unit: &Unit, name: &str, arguments: &[Argument]) -> bool {
    let Some(callee) = program.unit(name).filter(|callee| callee.stage == Stage::Cfg) else { return false };
    let is_plain = |(argument, dummy): (&Argument, &VarId)| match argument {
        Argument::Value(_) | Argument::Variable(_) | Argument::Absent => true,
        // A scalar gets the first element, which must exist; an array of dynamic length may be held.
        Argument::Array(array) => callee.vars[*dummy].array.is_some() && !unit.vars[*array].is_dynamic(),
        Argument::Element(..) | Argument::Procedure(_) | Argument::InOut { .. } => false,
    };
    arguments.len() == callee.dummies.len() && arguments.iter().zip(&callee.dummies).all(is_plain)
}

/// How many scopes and transfers are open.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct OpenCounts {
    scopes: i64,
    transfers: i64,
}

impl OpenCounts {
    /// The unit's own scope alone.
    const PLAIN: OpenCounts = OpenCounts { scopes: 1, transfers: 0 };

    fn pass(&mut self, action: &Action) {
        match &action.kind {
            ActionKind::ScopeEntry(_) => self.scopes += 1,
            ActionKind::ScopeExit(_) => self.scopes -= 1,
            ActionKind::Io(io) => match io.kind {
                IoKind::WriteUnit
                | IoKind::ReadUnit
                | IoKind::WriteInternal
                | IoKind::ReadInternal
                | IoKind::System(_) => self.transfers += 1,
                IoKind::End(_) => self.transfers -= 1,
                _ => {}
            },
            _ => {}
        }
    }
}

/// What is open where each block begins, which is the same on all paths there.
fn open_before(graph: &Graph, order: &ReversePostorder) -> Vec<OpenCounts> {
    let mut before = vec![OpenCounts::default(); graph.blocks.len()];
    for block in order.blocks.iter().copied() {
        let mut open = before[block.index()];
        graph.blocks[block].actions.iter().for_each(|action| open.pass(action));
        for next in graph.blocks[block].terminator.successors() {
            if order.position(next) > order.position(block) {
                before[next.index()] = open;
            }
        }
    }
    before
}
