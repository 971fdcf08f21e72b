//! The executable part: the flat statements of the parse tree become nested blocks.
//!
//! An explicit stack holds the open IF blocks and DO loops. Where blocks do not match, the error names the opener,
//! and what is open inside the block that ends is taken as closed, so that one mistake makes one error.

use super::array_statements::ForallScope;
use super::concurrent::close_concurrent;
use super::formats::{FormatStatement, formats_of};
use super::labels::{BlockId, Labels, Target};
use super::open_blocks::{OpenBlock, OpenKind, opener_words};
use crate::diagnostics::Diagnostic;
use crate::resolve::scope::Scope;
use crate::resolve::scope::inner_scopes::Frame;
use crate::resolved::{
    DoControl, InnerScopeKind, Label, LoopId, Statement, StatementKind, SymbolId, Terminal, UnitKind,
};
use crate::source::{SourceMap, Span};
use crate::tree::{self, Name};
use indexmap::IndexMap;

/// How deep blocks may nest; the later stages recurse over them.
const MAX_DEPTH: usize = 200;

/// The executable part while it is resolved.
pub(crate) struct Body<'s, 'a> {
    /// The unit.
    pub scope: &'s mut Scope<'a>,
    /// Its labels.
    pub labels: Labels,
    /// The texts of all files.
    pub sources: &'s SourceMap,
    /// The FORMAT statements, by label.
    pub formats: IndexMap<Label, FormatStatement>,
    /// What is open, the innermost last; the first is the unit.
    pub open: Vec<OpenBlock<'a>>,
    /// The FORALL constructs that are open, the innermost last; none for one whose header is wrong.
    foralls: Vec<Option<ForallScope<'a>>>,
    /// What the scopes that are open have hidden, the innermost last.
    pub(in crate::resolve) frames: Vec<Frame<'a>>,
    /// The number of loops so far.
    loops: u32,
    /// The number of ENTRY statements so far.
    entries: usize,
    /// Statements that the parser refused may have opened or closed blocks, so a mismatch is not reported.
    pub(in crate::resolve) has_invalid: bool,
    /// Those of blocks that were taken as closed by the end of another.
    pub(in crate::resolve) pending_ends: PendingEnds,
}

/// The numbers of ends of blocks that are still to come.
#[derive(Default)]
pub(in crate::resolve) struct PendingEnds {
    pub(in crate::resolve) others: usize,
    pub(in crate::resolve) ifs: usize,
    pub(in crate::resolve) loops: usize,
}

/// Resolves the executable part of a unit whose specification part is settled.
pub(crate) fn resolve_body(scope: &mut Scope<'_>, sources: &SourceMap) -> Vec<Statement> {
    let (labels, block) = Labels::new();
    let tree = scope.tree;
    let has_invalid = tree.statements.iter().any(|statement| matches!(statement.kind, tree::StatementKind::Invalid));
    let unit = OpenBlock {
        kind: OpenKind::Unit,
        name: None,
        label: None,
        span: tree.span,
        body: Vec::new(),
        block,
        reported: false,
        exit: None,
    };
    scope.is_straight = true;
    let (foralls, pending_ends) = (Vec::new(), PendingEnds::default());
    let formats = formats_of(&tree.statements);
    let mut body = Body {
        scope,
        labels,
        sources,
        formats,
        open: vec![unit],
        foralls,
        frames: Vec::new(),
        loops: 0,
        entries: 0,
        has_invalid,
        pending_ends,
    };
    for (index, statement) in tree.statements.iter().enumerate() {
        if !body.add_statement(index, statement) {
            break;
        }
        body.check_localities(statement);
    }
    body.finish()
}

impl<'a> Body<'_, 'a> {
    /// Adds a statement. False if blocks nest too deeply for continuing.
    fn add_statement(&mut self, index: usize, statement: &'a tree::Statement) -> bool {
        self.scope.statement = statement.span;
        let is_invalid = matches!(statement.kind, tree::StatementKind::Invalid);
        if let tree::StatementKind::Entry(_) = &statement.kind {
            self.scope.is_straight = false;
            self.entry(statement);
            return true;
        }
        let in_specification = index < self.scope.specification_length;
        if !is_invalid && (in_specification || !statement.kind.is_executable()) {
            self.define(statement.label, Target::NotExecutable);
            return true;
        }
        let begins_loop = matches!(statement.kind, tree::StatementKind::Do { .. });
        self.scope.is_straight &= statement.label.is_none() && !begins_loop;
        if self.scope.kind == UnitKind::BlockData && !is_invalid {
            self.scope.error("E0215", statement.span, "an executable statement is not allowed in BLOCK DATA");
            return true;
        }
        match &statement.kind {
            tree::StatementKind::IfThen { name, condition } => {
                self.define(statement.label, Target::Executable);
                self.refuse_as_terminal(statement);
                let (condition, failure) = self.block_condition(condition);
                let kind = OpenKind::If { arms: Vec::new(), condition: Some(condition) };
                self.open_failing_block(statement, name.as_ref(), kind, failure)
            }
            tree::StatementKind::Do { name, label, control } => {
                self.define(statement.label, Target::Executable);
                self.refuse_as_terminal(statement);
                let (kind, failure) = match control {
                    tree::DoControl::Concurrent(header) => (self.open_concurrent(header, *label), None),
                    control => {
                        let (control, failure) = self.header(statement.span, |body| body.do_control(control));
                        let control = if failure.is_some() { DoControl::Forever } else { control };
                        let id = self.new_loop();
                        (OpenKind::Do { id, control, terminal: *label, concurrent: None }, failure)
                    }
                };
                self.open_failing_block(statement, name.as_ref(), kind, failure)
            }
            tree::StatementKind::WhereConstruct { name, mask } => {
                self.define(statement.label, Target::Executable);
                self.refuse_as_terminal(statement);
                let mask = self.where_mask(mask);
                let kind = OpenKind::Where { arms: Vec::new(), mask, is_last: false };
                self.open_block(statement, name.as_ref(), kind)
            }
            tree::StatementKind::ForallConstruct { name, header } => {
                self.define(statement.label, Target::Executable);
                self.refuse_as_terminal(statement);
                let forall = self.open_forall(header).ok();
                self.foralls.push(forall);
                self.open_block(statement, name.as_ref(), OpenKind::Forall)
            }
            tree::StatementKind::Elsewhere { mask, name } => {
                self.elsewhere(statement, mask.as_ref(), name.as_ref());
                true
            }
            tree::StatementKind::EndWhere(name) => {
                let is_where = |kind: &OpenKind| matches!(kind, OpenKind::Where { .. });
                self.end_construct(statement, name.as_ref(), is_where, "END WHERE");
                true
            }
            tree::StatementKind::EndForall(name) => {
                self.end_construct(statement, name.as_ref(), |kind| matches!(kind, OpenKind::Forall), "END FORALL");
                true
            }
            tree::StatementKind::SelectCase { name, selector } => {
                self.begin_construct(statement);
                let kind = self.open_select(selector);
                self.open_block(statement, name.as_ref(), kind)
            }
            tree::StatementKind::Block(name) => {
                self.begin_construct(statement);
                let kind = self.open_block_construct(index);
                self.open_block(statement, name.as_ref(), kind)
            }
            tree::StatementKind::Associate { name, associations } => {
                self.begin_construct(statement);
                let kind = self.open_associate(associations);
                self.open_block(statement, name.as_ref(), kind)
            }
            tree::StatementKind::Case { ranges, name } => {
                self.case(statement, ranges.as_deref(), name.as_ref());
                true
            }
            tree::StatementKind::EndSelect(name) => {
                let is_select = |kind: &OpenKind| matches!(kind, OpenKind::Select(_));
                self.end_construct(statement, name.as_ref(), is_select, "END SELECT");
                true
            }
            tree::StatementKind::EndBlock(name) => {
                self.end_construct(statement, name.as_ref(), |kind| matches!(kind, OpenKind::Block), "END BLOCK");
                true
            }
            tree::StatementKind::EndAssociate(name) => {
                let is_associate = |kind: &OpenKind| matches!(kind, OpenKind::Associate(_));
                self.end_construct(statement, name.as_ref(), is_associate, "END ASSOCIATE");
                true
            }
            tree::StatementKind::ElseIf { condition, name } => {
                let (condition, failure) = self.block_condition(condition);
                self.next_arm(statement, Some(condition), name.as_ref());
                self.statements().extend(failure);
                true
            }
            tree::StatementKind::Else(name) => {
                self.next_arm(statement, None, name.as_ref());
                true
            }
            tree::StatementKind::EndIf(name) => {
                self.end_construct(statement, name.as_ref(), |kind| matches!(kind, OpenKind::If { .. }), "END IF");
                true
            }
            tree::StatementKind::EndDo(name) => {
                self.end_do(statement, name.as_ref());
                true
            }
            _ => {
                self.define(statement.label, if is_invalid { Target::Unknown } else { Target::Executable });
                let kind = self.action_or_failure(&statement.kind, statement.span);
                for (symbol, span) in std::mem::take(&mut self.scope.assigned_by_calls) {
                    // The error has been reported, and the statement is sound otherwise.
                    let _ = self.check_not_governing(symbol, span);
                }
                self.check_terminal_action(statement);
                self.add_labelled(Statement { label: label_value(statement.label), kind, span: statement.span });
                true
            }
        }
    }

    /// The number of a new loop or other construct.
    pub(in crate::resolve) fn new_loop(&mut self) -> LoopId {
        self.loops += 1;
        LoopId(self.loops - 1)
    }

    /// What every first statement of a construct needs.
    fn begin_construct(&mut self, statement: &tree::Statement) {
        self.define(statement.label, Target::Executable);
        self.refuse_as_terminal(statement);
    }

    /// Enters the label of a statement to which no jump leads.
    pub(in crate::resolve) fn define_not_executable(&mut self, statement: &tree::Statement) {
        self.define(statement.label, Target::NotExecutable);
    }

    /// ENTRY, which must not be inside a block.
    fn entry(&mut self, statement: &tree::Statement) {
        self.define(statement.label, Target::Executable);
        if let Some(open) = self.open.get(1) {
            let error = Diagnostic::error("E0247", statement.span, "ENTRY inside a block");
            let label = format!("this {} is not closed", opener_words(&open.kind));
            self.scope.report(error.with_related(open.span, label));
        }
        let kind = StatementKind::Entry(self.entries);
        self.entries += 1;
        let label = label_value(statement.label);
        self.statements().push(Statement { label, kind, span: statement.span });
    }

    /// The block in which the present statement is.
    pub fn block(&self) -> BlockId {
        self.open[self.open.len() - 1].block
    }

    /// The statements of the present block.
    pub(in crate::resolve) fn statements(&mut self) -> &mut Vec<Statement> {
        let last = self.open.len() - 1;
        &mut self.open[last].body
    }

    pub(in crate::resolve) fn define(&mut self, label: Option<tree::Label>, target: Target) {
        if let Some(label) = label {
            let block = self.block();
            self.labels.define(self.scope, label, target, block);
        }
    }

    /// As [`Body::open_block`], with the first statement of the block, if what governs it is not supported.
    fn open_failing_block(
        &mut self,
        statement: &tree::Statement,
        name: Option<&'a Name>,
        kind: OpenKind,
        failure: Option<Statement>,
    ) -> bool {
        let is_open = self.open_block(statement, name, kind);
        self.statements().extend(failure);
        is_open
    }

    fn open_block(&mut self, statement: &tree::Statement, name: Option<&'a Name>, kind: OpenKind) -> bool {
        if self.open.len() > MAX_DEPTH {
            let message = format!("blocks are nested more than {MAX_DEPTH} deep");
            self.scope.error("E0264", statement.span, message);
            self.open.iter_mut().for_each(|open| open.reported = true);
            return false;
        }
        let scope_words = match &kind {
            OpenKind::Block | OpenKind::Associate(_) => Some(opener_words(&kind)),
            OpenKind::Do { concurrent: Some(_), .. } => Some("DO CONCURRENT"),
            _ => None,
        };
        let block = match scope_words {
            Some(words) => self.labels.add_scope(self.block(), statement.span, words),
            None => self.labels.add_block(self.block(), statement.span),
        };
        let label = label_value(statement.label);
        let (span, body) = (statement.span, Vec::new());
        self.open.push(OpenBlock { kind, name, label, span, body, block, reported: false, exit: None });
        true
    }

    /// Takes the innermost open block from the stack and adds it, complete, to the block around it.
    pub(in crate::resolve) fn close_innermost(&mut self, terminal: Option<Box<Terminal>>) {
        if self.open.len() < 2 {
            return;
        }
        let Some(OpenBlock { kind, label, span, body, exit, .. }) = self.open.pop() else { return };
        let kind = match kind {
            OpenKind::Unit => return,
            OpenKind::If { mut arms, condition: Some(condition) } => {
                arms.push((condition, body));
                StatementKind::If { arms, otherwise: None }
            }
            OpenKind::If { arms, condition: None } => StatementKind::If { arms, otherwise: Some(body) },
            OpenKind::Do { id, control, concurrent: None, .. } => StatementKind::Do { id, control, body, terminal },
            OpenKind::Do { id, control, concurrent: Some(concurrent), .. } => {
                let scope = self.leave_frame(InnerScopeKind::Concurrent);
                let loops = close_concurrent(*concurrent, (id, control), body, terminal, span);
                let body = vec![Statement { label: None, kind: loops, span }];
                StatementKind::Construct { id: self.new_loop(), scope: Some(scope), body }
            }
            OpenKind::Select(select) => self.close_select(*select, body, span),
            OpenKind::Block => {
                let scope = Some(self.leave_frame(InnerScopeKind::Block));
                StatementKind::Construct { id: exit.unwrap_or_else(|| self.new_loop()), scope, body }
            }
            OpenKind::Associate(mut statements) => {
                let scope = Some(self.leave_frame(InnerScopeKind::Associate));
                statements.extend(body);
                StatementKind::Construct { id: exit.unwrap_or_else(|| self.new_loop()), scope, body: statements }
            }
            OpenKind::Where { mut arms, mask, .. } => {
                arms.push((mask, body));
                self.where_of_arms(arms).unwrap_or(StatementKind::Continue)
            }
            OpenKind::Forall => match self.foralls.pop().flatten() {
                Some(forall) => self.close_forall(forall, body).unwrap_or(StatementKind::Continue),
                None => StatementKind::Continue,
            },
        };
        let kind = match exit.filter(|_| !matches!(kind, StatementKind::Construct { .. })) {
            Some(id) => StatementKind::Construct { id, scope: None, body: vec![Statement { label: None, kind, span }] },
            None => kind,
        };
        self.statements().push(Statement { label, kind, span });
    }

    /// The loop of an open construct that governs `variable`.
    pub fn loop_of_variable(&self, variable: SymbolId) -> Option<Span> {
        let is_it = |open: &&OpenBlock<'_>| match &open.kind {
            OpenKind::Do { control: DoControl::Counted { variable: governing, .. }, .. } => *governing == variable,
            _ => false,
        };
        self.open.iter().find(is_it).map(|open| open.span)
    }
}

/// The number of a label.
pub(in crate::resolve) fn label_value(label: Option<tree::Label>) -> Option<u32> {
    label.map(|label| label.value)
}
