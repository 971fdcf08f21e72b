//! Makes one call of several that a row makes at most one of: calls of one subprogram in different arms of a branch, or
//! wherever GO TOs lead to one or the other.
//!
//! Lanes that part take both ways, one after the other, so that a call in either way is executed twice, with few active
//! lanes each, and with it all loops of the callee. Melded, the lanes of all arms meet at one call; each continues
//! where its own call was.
//!
//! Notation: the calls are the *sites* of a group. Where a site was, its block goes to the *call block*, which all
//! sites of the group share. Arguments that differ between sites are variables that each site sets; so is what tells
//! the sites apart, by which the call block branches back to what follows each site. What a callee assigns to a scalar
//! argument goes on to the variable of the site, as it is copied out when a call returns ([`forlane_cfg::Argument`]).
//!
//! A group is of sites of which none can reach another but through the head of the innermost loop around them, which is
//! the same for all (`groups`). So each row makes the calls that it made, in the order in which it made them, and no
//! loop is added. A lane that fails at a call of its own accord, not in the callee, would be told the line of another
//! site; so calls of recursive units and of such that may hold an array stay, and what may fail when an argument is
//! evaluated is evaluated at the site. Arrays have to be the same at all sites; calls with elements by reference or
//! procedures stay.
//!
//! It pays where the callee costs much ([`DEAR`]), and for each value that is blended where the lanes meet (`worth`).
//! Calls of a callee that is to be spliced are melded before: one copy is spliced then. Programs with a main program
//! run as scalar code, which wins nothing.
//!
//! Requires: stage `cfg`, array assignments lowered. Ensures: stage `cfg`. Keeps: order of evaluation, results, which
//! lanes fail and where. Invalidates: all analyses. Cost: two walks over the graph for each of at most [`MOST_SITES`]
//! sites and for each dummy argument, and the sum of the variables' live ranges, in units that call an expensive callee
//! twice.
//!
//! ```text
//! b1:                                         b1:
//!     y = call f(x, 1d0) @9                       f.a.1 = x @9
//!     goto b3                                     f.b.1 = 1d0 @9
//! b2:                                             meld.1 = .false. @9
//!     w = call f(y, z * z) @12                    goto b5
//!     goto b4                                 b2:
//!                                                 f.a.1 = y @12
//!                                  becomes        f.b.1 = z * z @12
//!                                                 meld.1 = .true. @12
//!                                                 goto b5
//!                                             b5:
//!                                                 f.1 = call f(f.a.1, f.b.1) @9
//!                                                 if meld.1 goto b7 else b6 @9
//!                                             b6:
//!                                                 y = f.1 @9
//!                                                 goto b3
//!                                             b7:
//!                                                 w = f.1 @12
//!                                                 goto b4
//! ```

mod arguments;
mod costs;
mod entry_values;
mod groups;
mod meld;
mod sites;
mod worth;

#[cfg(test)]
mod tests;

use entry_values::EntryValue;
use forlane_cfg::analysis::{Effects, Recursion};
use forlane_cfg::{
    ActionKind, Argument, Body, Decision, Graph, Program, Remark, Remarks, Subject, Unit, UnitKind, VarId,
};
use sites::Site;

pub(crate) use costs::Costs;

/// From this cost on a callee is worth melding, in operations, as one with a loop always is. Measured over cdflib of
/// SciPy, gangs of 32 lanes: with 64, straight-line functions of 64 to 300 operations cost `gaminv` and `cumchi` 8 %,
/// and nothing won by them; what `cumf`, `cumbet` and `cumt` win, 13 to 17 %, are functions of more than 5000.
pub const DEAR: u64 = 300;

/// The most calls of a unit that are looked at, those of the most expensive callees.
pub const MOST_SITES: usize = 64;

/// What is known of a program before its calls are melded.
pub(crate) struct Callees {
    costs: Costs,
    recursion: Recursion,
    effects: Effects,
}

impl Callees {
    /// Finds it out.
    pub fn compute(program: &Program) -> Callees {
        let recursion = Recursion::compute(&program.units);
        Callees { costs: Costs::compute(program), recursion, effects: Effects::compute(program) }
    }
}

/// Whether the calls of a program's units are melded: not where they run as scalar code.
pub(crate) fn is_for_lanes(program: &Program) -> bool {
    program.units.iter().all(|unit| unit.kind != UnitKind::Program)
}

/// Melds calls of the unit of that index.
pub(crate) fn meld_calls(program: &mut Program, index: usize, callees: &Callees, remarks: &mut Remarks) {
    let unit = &program.units[index];
    let Body::Graph(graph) = &unit.body else { return };
    let sites = sites::find_sites(program, unit, graph, callees);
    if sites.len() < 2 {
        return;
    }
    let entry = entry_values::entry_values(unit, graph, &sites, &callees.effects);
    let known = Known { program, unit, graph, sites: &sites, entry: &entry, effects: &callees.effects, callees };
    let groups = groups::find_groups(&known);
    for group in &groups {
        remarks.add(|| explain(unit, group, &sites));
    }
    if !groups.is_empty() {
        let mut melded = unit.clone();
        meld::meld(&mut melded, &groups, &known);
        program.units[index] = melded;
    }
}

/// What deciding and melding look at.
struct Known<'a> {
    program: &'a Program,
    unit: &'a Unit,
    graph: &'a Graph,
    sites: &'a [Site],
    entry: &'a [EntryValue],
    effects: &'a Effects,
    callees: &'a Callees,
}

impl<'a> Known<'a> {
    /// The unit that a site calls.
    fn callee(&self, site: usize) -> Option<&'a Unit> {
        self.program.unit(&self.sites[site].callee)
    }

    /// What the callee of a site costs.
    fn cost(&self, site: usize) -> u64 {
        self.callees.costs.of(&self.sites[site].callee)
    }

    /// The arguments of a site.
    fn arguments(&self, site: usize) -> &'a [Argument] {
        self.call(site).map_or(&[], |(arguments, _)| arguments)
    }

    /// Where the result of a site goes.
    fn result(&self, site: usize) -> Option<VarId> {
        self.call(site).and_then(|(_, result)| result)
    }

    fn call(&self, site: usize) -> Option<(&'a [Argument], Option<VarId>)> {
        let Site { block, position, .. } = self.sites[site];
        match &self.graph.blocks[block].actions[position].kind {
            ActionKind::Call { arguments, result, .. } => Some((arguments, *result)),
            _ => None,
        }
    }
}

fn explain(unit: &Unit, group: &[usize], sites: &[Site]) -> Remark {
    let first = &sites[group[0]];
    let places: Vec<String> = group.iter().map(|site| unit.line_in_words(sites[*site].at)).collect();
    let (last, others) = places.split_last().expect("a group has sites");
    let reason = format!("a row makes at most one of those at {} and {last}", others.join(", "));
    Remark::new(unit, first.at, Subject::Call(first.callee.clone()), Decision::Melded, reason)
}
