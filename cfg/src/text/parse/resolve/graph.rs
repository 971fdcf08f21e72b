//! Graphs: lines into blocks.

use super::{Resolver, allocate, filler_block, look_up};
use crate::graph::{Block, BlockId, Case, Graph, Merge, Terminator};
use crate::text::UnitPart;
use crate::text::parse::Located;
use crate::text::parse::syntax::{Line, TerminatorText, UnitHead};
use crate::text::parse::token::Numbered;
use crate::unit::Body;
use id_arena::Arena;

/// Blocks under construction.
struct Blocks {
    arena: Arena<Block>,
    ids: Vec<Option<BlockId>>,
}

impl<'a> Resolver<'a, '_> {
    /// The body of a unit at a graph stage; its first block is START.
    pub(super) fn graph(&mut self, head: &UnitHead<'a>, lines: &[Located<'a>]) -> Option<Body> {
        let mut arena = Arena::new();
        let defined = lines.iter().filter_map(|located| match located.line {
            Line::Block(id) => Some(id),
            _ => None,
        });
        let ids = allocate(defined, &mut arena, self.gaps, self.errors, true, filler_block);
        let mut blocks = Blocks { arena, ids };
        let mut start = None;
        let mut rest = lines;
        while let Some((first, after)) = rest.split_first() {
            let Line::Block(id) = first.line else {
                self.errors.add(first.text, "expected a block such as `b0:` before this");
                return None;
            };
            let length = after.iter().take_while(|located| !matches!(located.line, Line::Block(_))).count();
            let (own, next) = after.split_at(length);
            let block_id = look_up(id, &blocks.ids, self.errors)?;
            start = start.or(Some(block_id));
            self.places.push((UnitPart::Block(block_id), first.text));
            let block = self.block(id, block_id, own, &blocks);
            if let (Some(block), Some(place)) = (block, blocks.arena.get_mut(block_id)) {
                *place = block;
            }
            rest = next;
        }
        if start.is_none() {
            self.errors.add(head.place, "the unit has no block");
        }
        Some(Body::Graph(Graph { blocks: blocks.arena, start: start? }))
    }

    fn block(&mut self, id: Numbered<'a>, own: BlockId, lines: &[Located<'a>], blocks: &Blocks) -> Option<Block> {
        let mut block = filler_block();
        let Some((last, before)) = lines.split_last() else {
            self.errors.add(id.text, format!("{} has no end", id.text));
            return None;
        };
        for located in before {
            match &located.line {
                Line::Merge { target, operands } if block.actions.is_empty() => {
                    self.places.push((UnitPart::Merge(own, block.merges.len()), located.text));
                    let value = self.value(target.id);
                    let mut found = Vec::with_capacity(operands.len());
                    for (from, operand) in operands {
                        let from = look_up(*from, &blocks.ids, self.errors);
                        found.extend(from.zip(self.value(*operand)));
                    }
                    block.merges.extend(value.map(|value| Merge { value, operands: found }));
                }
                Line::Merge { .. } => self.errors.add(located.text, "merges must be before actions"),
                Line::Action(action, at) => {
                    self.places.push((UnitPart::Action(own, block.actions.len()), located.text));
                    block.actions.extend(self.action(action, *at));
                }
                _ => self.errors.add(located.text, "expected an action; a terminator must be last in its block"),
            }
        }
        self.places.push((UnitPart::Terminator(own), last.text));
        (block.terminator, block.at) = match &last.line {
            Line::Terminator(terminator, at) => (self.terminator(terminator, blocks)?, *at),
            Line::Return(results, at) => (Terminator::Return(self.returned(results)?), *at),
            Line::Stop(code, at) => (Terminator::Stop(code.clone()), *at),
            _ => {
                self.errors.add(last.text, format!("expected an end of {} here", id.text));
                return None;
            }
        };
        Some(block)
    }

    fn terminator(&mut self, text: &TerminatorText<'a>, blocks: &Blocks) -> Option<Terminator> {
        let mut target = |id: Numbered<'a>| look_up(id, &blocks.ids, self.errors);
        Some(match text {
            TerminatorText::Goto(id) => Terminator::Goto(target(*id)?),
            TerminatorText::Branch(condition, then, otherwise) => {
                let (then, otherwise) = (target(*then), target(*otherwise));
                let condition = self.logical(condition)?;
                Terminator::Branch { condition, then: then?, otherwise: otherwise? }
            }
            TerminatorText::Switch(selector, cases, default) => {
                let mut found = Vec::with_capacity(cases.len());
                for (values, id) in cases {
                    found.extend(target(*id).map(|target| Case { values: values.clone(), target }));
                }
                let default = target(*default);
                Terminator::Switch { selector: self.integer(selector)?, cases: found, default: default? }
            }
        })
    }
}
