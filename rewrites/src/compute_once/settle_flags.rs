//! Takes the branches that the values with which a program starts decide for good.
//!
//! A **flag** is a scalar that is kept between executions and decides branches whose conditions read nothing else but
//! constants. With its initial value each of these goes one way. Let *P'* be the program in which they all do, for any
//! number of flags. If all that *P'* assigns to such a flag are constants with which all its branches go the same ways,
//! then they always do in *P*, too: up to the first branch that went the other way, *P* did what *P'* does. So *P'*
//! replaces *P*. Blocks that only the other ways reached are gone, and with them, often, all that assigns the tables
//! that initialisation filled (`find_constants`).
//!
//! A branch is found to go both ways, and a flag not to be one, as what is reached grows: from the root, along the ways
//! that are taken so far, through calls. What is left at the end is sound.
//!
//! Requires: the program of a kernel at stage `cfg`, closed. Ensures: stage `cfg`. Keeps: results, which rows fail and
//! where. Invalidates: all analyses; blocks that are not reached any more are gone. Cost: O(size of the program).
//!
//! ```text
//! var isw: real4 area "/csw/" + 0 … = 0 for 1: 64999e0
//! b0:                                               b0:
//!     if isw /= 64999e0 goto b1 else b2                 goto b2
//! b1:                                   becomes     b2:
//!     call tselec(&sv[])                                …
//!     goto b2
//! ```

use super::guards::{Guard, find_guard};
use crate::fold_constants::literal;
use crate::objects::{Access, ObjectId, Objects, for_each_access};
use forlane_cfg::analysis::Effects;
use forlane_cfg::compact::compact_graph;
use forlane_cfg::{ActionKind, Block, BlockId, Body, Constant, Program, Terminator};
use indexmap::{IndexMap, IndexSet};
use std::collections::HashMap;

/// Takes the branches of flags in the program of the kernel `root`; says whether there were any.
pub(crate) fn settle_flags(program: &mut Program, root: &str) -> bool {
    let Some(start) = program.units.iter().position(|unit| unit.name == root) else { return false };
    let objects = Objects::compute(program);
    let effects = Effects::compute(program);
    let mut search = Search::new(program, &objects, &effects);
    if search.guards.is_empty() {
        return false;
    }
    search.reach(start);
    let settled: Vec<Guard> = search.settled().collect();
    for guard in &settled {
        if let Body::Graph(graph) = &mut program.units[guard.unit].body {
            graph.blocks[guard.block].terminator = Terminator::Goto(guard.body);
        }
    }
    for unit in &mut program.units {
        if let Body::Graph(graph) = &mut unit.body {
            compact_graph(graph);
        }
    }
    !settled.is_empty()
}

/// The search for what is reached.
struct Search<'p> {
    program: &'p Program,
    objects: &'p Objects,
    effects: &'p Effects,
    units: HashMap<&'p str, usize>,
    /// The branches that flags decide, as long as they do, by unit and block.
    guards: IndexMap<(usize, BlockId), (ObjectId, Guard)>,
    reached: IndexSet<(usize, BlockId)>,
}

impl<'p> Search<'p> {
    fn new(program: &'p Program, objects: &'p Objects, effects: &'p Effects) -> Search<'p> {
        let mut guards = IndexMap::new();
        for (index, unit) in program.units.iter().enumerate() {
            let Body::Graph(graph) = &unit.body else { continue };
            for (block, _) in graph.blocks.iter() {
                let guard = find_guard(program, objects, index, block);
                let flag = guard.and_then(|guard| Some((objects.of(index, guard.flag)?, guard)));
                guards.extend(flag.map(|flag| ((index, block), flag)));
            }
        }
        let units = program.units.iter().enumerate().map(|(index, unit)| (unit.name.as_str(), index)).collect();
        Search { program, objects, effects, units, guards, reached: IndexSet::new() }
    }

    /// Reaches what a unit does, until nothing is added.
    fn reach(&mut self, start: usize) {
        let mut next = 0;
        self.enter(start);
        while let Some(&(unit, block)) = self.reached.get_index(next) {
            next += 1;
            let Body::Graph(graph) = &self.program.units[unit].body else { continue };
            self.see_actions(unit, &graph.blocks[block]);
            match self.guards.get(&(unit, block)) {
                Some((_, guard)) => drop(self.reached.insert((unit, guard.body))),
                None => {
                    let next = graph.blocks[block].terminator.successors();
                    self.reached.extend(next.into_iter().map(|next| (unit, next)));
                }
            }
        }
    }

    fn enter(&mut self, unit: usize) {
        if let Body::Graph(graph) = &self.program.units[unit].body {
            self.reached.insert((unit, graph.start));
        }
    }

    /// Enters what a block calls, and notes what it assigns to flags.
    fn see_actions(&mut self, unit: usize, block: &'p Block) {
        let mut assigned = Vec::new();
        for action in &block.actions {
            // In a closed program no procedure is passed.
            if let ActionKind::Call { callee, .. } = &action.kind
                && let Some(unit) = callee.unit().and_then(|name| self.units.get(name))
            {
                self.enter(*unit);
            }
            for_each_access(&action.kind, self.effects, &mut |var, access| {
                if access == Access::Write
                    && let Some(object) = self.objects.of(unit, var)
                {
                    assigned.push((object, constant_assigned(&action.kind)));
                }
            });
        }
        assigned.into_iter().for_each(|(object, value)| self.assign(object, value));
    }

    /// A flag that is assigned something with which one of its branches goes the other way is none.
    fn assign(&mut self, object: ObjectId, value: Option<Constant>) {
        let mut of_flag = self.guards.values().filter(|(flag, _)| *flag == object).peekable();
        if of_flag.peek().is_none() {
            return;
        }
        if value.is_some_and(|value| of_flag.all(|(_, guard)| guard.leads_to_body(self.program, &value))) {
            return;
        }
        let reached = &mut self.reached;
        self.guards.retain(|at, (flag, guard)| {
            if *flag == object && reached.contains(at) {
                reached.insert((guard.unit, guard.join));
            }
            *flag != object
        });
    }

    /// The branches that are reached and go one way.
    fn settled(&self) -> impl Iterator<Item = Guard> {
        self.guards.iter().filter(|(at, _)| self.reached.contains(*at)).map(|(_, (_, guard))| *guard)
    }
}

/// The constant that an action assigns to a scalar, if it does nothing else to it.
pub(super) fn constant_assigned(action: &ActionKind) -> Option<Constant> {
    match action {
        ActionKind::Assign { value, .. } => literal(value),
        _ => None,
    }
}
