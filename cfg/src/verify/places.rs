//! The rule of source lines: each names a file that the unit lists.

use super::Checker;
use crate::region::NodeKind;
use crate::text::UnitPart;
use crate::unit::{Body, SourceLine};

impl Checker<'_> {
    /// Rule `source-file`.
    pub(super) fn source_files(&mut self) {
        let unit = self.unit;
        for inlined in &unit.inlined {
            self.source_line(UnitPart::Unit, inlined.first.max(inlined.last));
        }
        match &unit.body {
            Body::Graph(graph) => {
                for (id, block) in graph.blocks.iter() {
                    for (index, action) in block.actions.iter().enumerate() {
                        self.source_line(UnitPart::Action(id, index), action.at);
                    }
                    self.source_line(UnitPart::Terminator(id), block.at);
                }
            }
            Body::Tree(tree) => {
                for (id, region) in tree.regions.iter() {
                    for (index, node) in region.nodes.iter().enumerate() {
                        // Of an action and its node, the one with the greater file.
                        let inner = if let NodeKind::Action(action) = &node.kind { action.at } else { node.at };
                        self.source_line(UnitPart::Node(id, index), node.at.max(inner));
                    }
                    self.source_line(UnitPart::End(id), region.at);
                }
            }
        }
    }

    fn source_line(&mut self, entity: UnitPart, line: SourceLine) {
        if line.file as usize > self.unit.files.len() {
            self.error("source-file", entity, format!("file f{} does not exist", line.file));
        }
    }
}
