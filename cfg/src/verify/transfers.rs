//! Rule `io-sequence`: on every path, the steps of an input or output statement begin a transfer, transfer items of its
//! direction, and end it. Transfers nest where a function was spliced in between two items.

use super::Checker;
use super::paths::{PathRule, Stack, Stacks, walk_graph, walk_tree};
use super::uses::{Site, SiteKind};
use super::walk::Step;
use crate::analysis::order::ReversePostorder;
use crate::graph::{Action, ActionKind, Graph};
use crate::region::RegionTree;
use crate::text::UnitPart;
use crate::transfer::IoKind;

/// Which way the data of a transfer goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Direction {
    Written,
    Read,
    /// A request to the system.
    Both,
}

/// The transfers that are open.
struct OpenTransfers<'c, 'u> {
    checker: &'c mut Checker<'u>,
    stacks: Stacks<Direction>,
}

impl Checker<'_> {
    pub(super) fn graph_transfers(&mut self, graph: &Graph, order: &ReversePostorder) {
        walk_graph(graph, order, &mut OpenTransfers { checker: self, stacks: Stacks::new() });
    }

    pub(super) fn tree_transfers(&mut self, tree: &RegionTree, steps: &[Step]) {
        walk_tree(tree, steps, &mut OpenTransfers { checker: self, stacks: Stacks::new() });
    }
}

impl OpenTransfers<'_, '_> {
    fn item(&mut self, entity: UnitPart, stack: Stack, wanted: Direction) -> Stack {
        let message = match self.stacks.top(stack) {
            Some((_, found)) if found == wanted || found == Direction::Both => return stack,
            Some(_) => "the transfer that is open goes the other way",
            None => "no transfer is open here",
        };
        self.checker.error("io-sequence", entity, message);
        stack
    }
}

impl PathRule for OpenTransfers<'_, '_> {
    fn step(&mut self, site: &Site<'_>, stack: Stack) -> Stack {
        let SiteKind::Action(Action { kind: ActionKind::Io(io), .. }) = site.kind else { return stack };
        match io.kind {
            IoKind::WriteUnit | IoKind::WriteInternal => self.stacks.push(stack, Direction::Written),
            IoKind::ReadUnit | IoKind::ReadInternal => self.stacks.push(stack, Direction::Read),
            IoKind::System(_) => self.stacks.push(stack, Direction::Both),
            IoKind::Write | IoKind::WriteArray => self.item(site.entity, stack, Direction::Written),
            IoKind::ExitStatus => stack,
            IoKind::Read | IoKind::ReadArray | IoKind::ReadText => self.item(site.entity, stack, Direction::Read),
            IoKind::End(_) => match self.stacks.top(stack) {
                Some((below, _)) => below,
                None => {
                    self.checker.error("io-sequence", site.entity, "no transfer is open here");
                    stack
                }
            },
        }
    }

    fn differs(&mut self, entity: UnitPart) {
        self.checker.error("io-sequence", entity, "another path to where this leads has other transfers open");
    }

    /// A STOP may come from a function that was spliced in between two items.
    fn ended(&mut self, entity: UnitPart, stack: Stack, is_return: bool) {
        if is_return && stack != 0 {
            self.checker.error("io-sequence", entity, "a transfer is still open here");
        }
    }
}
