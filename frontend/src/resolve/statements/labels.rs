//! Statement labels: where they are, who refers to them, and whether a jump may go there.

use crate::diagnostics::Diagnostic;
use crate::resolve::scope::Scope;
use crate::source::Span;
use crate::tree;
use indexmap::IndexMap;

/// A block of statements: the unit's body, an arm of an IF, the range of a DO.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BlockId(usize);

/// What a label marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// An executable statement, to which a GO TO may lead.
    Executable,
    /// Another one, such as FORMAT.
    NotExecutable,
    /// A statement that is wrong, which has been reported.
    Unknown,
}

/// The labels of a unit.
#[derive(Debug)]
pub(crate) struct Labels {
    defined: IndexMap<u32, (Span, Target, BlockId)>,
    references: Vec<(tree::Label, BlockId)>,
    /// Labels in ASSIGN.
    assigned: Vec<tree::Label>,
    /// Of each block, the enclosing one and the statement that opens it.
    blocks: Vec<Option<(BlockId, Span)>>,
    /// The blocks that have names of their own, and the words for what opens them.
    scopes: IndexMap<usize, &'static str>,
}

impl Labels {
    /// No labels, and the block of the unit's body.
    pub fn new() -> (Labels, BlockId) {
        let blocks = vec![None];
        let (defined, references, assigned, scopes) = Default::default();
        (Labels { defined, references, assigned, blocks, scopes }, BlockId(0))
    }

    /// A new block inside another.
    pub fn add_block(&mut self, outer: BlockId, opener: Span) -> BlockId {
        self.blocks.push(Some((outer, opener)));
        BlockId(self.blocks.len() - 1)
    }

    /// A new block inside another, into which no jump may lead because it has names of its own.
    pub fn add_scope(&mut self, outer: BlockId, opener: Span, words: &'static str) -> BlockId {
        let block = self.add_block(outer, opener);
        self.scopes.insert(block.0, words);
        block
    }

    /// Enters a label; that it occurs twice is reported.
    pub fn define(&mut self, scope: &mut Scope<'_>, label: tree::Label, target: Target, block: BlockId) {
        match self.defined.get(&label.value) {
            Some((before, ..)) => {
                let error = Diagnostic::error("E0262", label.span, format!("label {} is defined twice", label.value));
                scope.report(error.with_related(*before, "here first"));
            }
            None => {
                self.defined.insert(label.value, (label.span, target, block));
            }
        }
    }

    /// Says that a label belongs to another block than thought: the terminal statement of loops that share it is
    /// found from everywhere in the outermost of them.
    pub fn move_to(&mut self, label: u32, block: BlockId) {
        if let Some((_, _, place)) = self.defined.get_mut(&label) {
            *place = block;
        }
    }

    /// Where a label is.
    pub fn place(&self, label: u32) -> Option<Span> {
        self.defined.get(&label).map(|(span, ..)| *span)
    }

    /// Notes a jump.
    pub fn refer(&mut self, label: tree::Label, block: BlockId) {
        self.references.push((label, block));
    }

    /// Notes a label in ASSIGN, which may be a FORMAT's too.
    pub fn assign(&mut self, label: tree::Label) {
        self.assigned.push(label);
    }

    /// Reports what is wrong with the jumps.
    pub fn check(&self, scope: &mut Scope<'_>) {
        for label in self.assigned.iter().filter(|label| !self.defined.contains_key(&label.value)) {
            let error = Diagnostic::error("E0261", label.span, format!("label {} is not defined", label.value));
            scope.report(error.with_label("this unit does not define it"));
        }
        for (reference, from) in &self.references {
            let value = reference.value;
            match self.defined.get(&value) {
                None => {
                    let error = Diagnostic::error("E0261", reference.span, format!("label {value} is not defined"));
                    scope.report(error.with_label("this unit does not define it"));
                }
                Some((place, Target::NotExecutable, _)) => {
                    let message = format!("the label {value} does not mark a statement that can be jumped to");
                    let error = Diagnostic::error("E0263", reference.span, message);
                    scope.report(error.with_related(*place, "it is here"));
                }
                Some((place, Target::Executable, to)) => self.check_entry(scope, *reference, *from, *place, *to),
                Some((_, Target::Unknown, _)) => {}
            }
        }
    }

    /// Warns of a jump into a block from outside, and reports one into a scope.
    fn check_entry(&self, scope: &mut Scope<'_>, reference: tree::Label, from: BlockId, place: Span, to: BlockId) {
        let around: Vec<BlockId> = self.outward(from).collect();
        let mut entered = self.outward(to).take_while(|block| !around.contains(block)).peekable();
        let Some(first) = entered.peek().copied() else { return };
        let found = entered.find_map(|block| Some((block, *self.scopes.get(&block.0)?)));
        let value = reference.value;
        let (report, block) = match found {
            Some((block, words)) => {
                let message = format!("a jump into {words} from outside, to the label {value}");
                (Diagnostic::error("E0272", reference.span, message), block)
            }
            None => {
                let message = format!("a jump into a block from outside, to the label {value}");
                (Diagnostic::warning("W0261", reference.span, message), first)
            }
        };
        let report = report.with_related(place, "the label");
        let opener = self.blocks[block.0].map(|(_, opener)| opener);
        scope.diagnostics.push(match opener {
            Some(opener) => report.with_related(opener, "the block begins here"),
            None => report,
        });
    }

    /// A block and those around it.
    fn outward(&self, from: BlockId) -> impl Iterator<Item = BlockId> {
        std::iter::successors(Some(from), |block| self.blocks[block.0].map(|(outer, _)| outer))
    }
}
