//! What building must know of a whole unit before it starts: labels that are used, variables that change, loops that
//! are entered from outside.

use crate::LowerError;
use forlane_frontend::resolved::{
    Label, LoopId, Part, ProgramUnit, Role, Statement, StatementKind, SymbolId, for_each_inside,
};
use std::collections::{HashMap, HashSet};

/// Constructs may nest this deep. The front end refuses what is deeper; the graph builder recurses on them.
const MAX_NESTING: u32 = 600;

/// Facts about a unit.
#[derive(Default)]
pub struct Facts {
    /// Labels to which some statement may branch.
    pub referenced: HashSet<Label>,
    /// For the label of a terminal statement, the outermost loop that ends at it.
    pub outermost_terminal: HashMap<Label, LoopId>,
    /// Variables that are assigned, govern a DO, or are passed by reference.
    pub assigned: HashSet<SymbolId>,
    /// Scalar variables that are passed by reference.
    pub passed: HashSet<SymbolId>,
    /// Loops into whose range some branch leads from outside.
    pub entered: HashSet<LoopId>,
    /// The variables of scopes inside of the unit.
    pub inner: HashSet<SymbolId>,
    /// In how many inner scopes a label is, and the innermost of them; the copies of a terminal statement are told
    /// apart by their loops.
    pub label_scopes: HashMap<(Label, Option<LoopId>), InnermostScope>,
    /// The labels of executable statements that ASSIGN names, in ascending order: where an assigned GO TO without list
    /// may lead.
    pub assigned_labels: Vec<Label>,
}

/// How many inner scopes there are around a place, and the construct that makes the innermost.
pub type InnermostScope = (usize, Option<LoopId>);

/// A chain of enclosing loops, as an index into [`FactsVisitor::paths`]; 0 is outside of all loops.
type PathId = usize;

#[derive(Default)]
struct FactsVisitor {
    facts: Facts,
    paths: Vec<(PathId, Option<LoopId>)>,
    labels: HashMap<Label, PathId>,
    terminals: HashMap<Label, Vec<LoopId>>,
    references: Vec<(Label, PathId)>,
    /// Where assigned GO TOs without list are.
    assigned_gotos: Vec<PathId>,
}

struct Item<'a> {
    statement: &'a Statement,
    path: PathId,
    depth: u32,
    scope: InnermostScope,
    /// The loop that the statement ends.
    terminal_of: Option<LoopId>,
}

impl Facts {
    /// Collects them; an error if constructs nest too deep to be built.
    pub fn collect(unit: &ProgramUnit) -> Result<Facts, LowerError> {
        let mut walk = FactsVisitor { paths: vec![(0, None)], ..FactsVisitor::default() };
        let mut stack = Vec::new();
        push_all(&mut stack, &unit.body, Around { path: 0, depth: 1, scope: (0, None) });
        stack.reverse();
        while let Some(item) = stack.pop() {
            if item.depth > MAX_NESTING {
                let message = format!("constructs nest deeper than {MAX_NESTING} levels");
                return Err(LowerError { message, span: item.statement.span });
            }
            walk.statement(item, &mut stack);
        }
        Ok(walk.finish())
    }
}

/// What is around statements.
#[derive(Clone, Copy)]
struct Around {
    path: PathId,
    depth: u32,
    scope: InnermostScope,
}

fn push_all<'a>(stack: &mut Vec<Item<'a>>, statements: &'a [Statement], around: Around) {
    let Around { path, depth, scope } = around;
    let item = |statement| Item { statement, path, depth, scope, terminal_of: None };
    stack.extend(statements.iter().map(item));
}

impl FactsVisitor {
    fn statement<'a>(&mut self, item: Item<'a>, stack: &mut Vec<Item<'a>>) {
        let Item { statement, path, depth, scope, terminal_of } = item;
        if let Some(label) = statement.label {
            self.facts.label_scopes.insert((label, terminal_of), scope);
            if terminal_of.is_none() {
                self.labels.entry(label).or_insert(path);
            }
        }
        // What is around the statements in this one.
        let mut inside = Around { path, depth: depth + 1, scope };
        let mut id_of_loop = None;
        match &statement.kind {
            StatementKind::Do { id, .. } => {
                id_of_loop = Some(*id);
                self.paths.push((path, Some(*id)));
                inside.path = self.paths.len() - 1;
            }
            StatementKind::Construct { id, scope: Some(_), .. } => inside.scope = (scope.0 + 1, Some(*id)),
            StatementKind::AssignLabel { label, .. } => self.facts.assigned_labels.push(label.label),
            StatementKind::AssignedGoto { labels, .. } if labels.is_empty() => self.assigned_gotos.push(path),
            StatementKind::AssignedGoto { .. }
            | StatementKind::Construct { scope: None, .. }
            | StatementKind::Continue
            | StatementKind::Assign { .. }
            | StatementKind::AssignArray { .. }
            | StatementKind::Where(_)
            | StatementKind::Forall { .. }
            | StatementKind::Allocate(_)
            | StatementKind::Deallocate { .. }
            | StatementKind::Release(_)
            | StatementKind::MoveAllocation { .. }
            | StatementKind::Goto(_)
            | StatementKind::ComputedGoto { .. }
            | StatementKind::ArithmeticIf { .. }
            | StatementKind::If { .. }
            | StatementKind::Select { .. }
            | StatementKind::Exit(_)
            | StatementKind::Cycle(_)
            | StatementKind::Call { .. }
            | StatementKind::Return(_)
            | StatementKind::Entry(_)
            | StatementKind::Stop(_)
            | StatementKind::StopWith(_)
            | StatementKind::Pause(_)
            | StatementKind::Transfer(_)
            | StatementKind::Request(_)
            | StatementKind::File(_)
            | StatementKind::Unsupported(_) => {}
        }
        let (mut parts, mut bodies) = (Vec::new(), Vec::new());
        statement.for_each_part(&mut |part| parts.push(part));
        for_each_inside(parts, &mut |part| {
            match part {
                Part::Statements(body) => push_all(&mut bodies, body, inside),
                Part::Terminal(terminal) => {
                    let statement = &terminal.statement;
                    if let (Some(label), Some(id)) = (statement.label, id_of_loop) {
                        self.facts.outermost_terminal.entry(label).or_insert(id);
                        self.labels.entry(label).or_insert(inside.path);
                        self.terminals.entry(label).or_default().push(id);
                    }
                    let Around { path, depth, scope } = inside;
                    bodies.push(Item { statement, path, depth, scope, terminal_of: id_of_loop });
                }
                Part::Label(label) => {
                    self.facts.referenced.insert(label.label);
                    self.references.push((label.label, path));
                }
                Part::Symbol(symbol, role) => self.symbol(symbol, role),
                Part::Expr(_) | Part::Argument(_) => {}
            }
            true
        });
        stack.extend(bodies.into_iter().rev());
    }

    fn symbol(&mut self, symbol: SymbolId, role: Role) {
        match role {
            Role::Assigned | Role::PassedArray | Role::Index => drop(self.facts.assigned.insert(symbol)),
            Role::Passed => {
                self.facts.assigned.insert(symbol);
                self.facts.passed.insert(symbol);
            }
            Role::Inner => drop(self.facts.inner.insert(symbol)),
            Role::Read
            | Role::ReadElement
            | Role::ReadArray
            | Role::Inquired
            | Role::Called
            | Role::PassedProcedure => {}
        }
    }

    fn finish(mut self) -> Facts {
        let labels = &self.labels;
        self.facts.assigned_labels.retain(|label| labels.contains_key(label));
        self.facts.assigned_labels.sort_unstable();
        self.facts.assigned_labels.dedup();
        for path in std::mem::take(&mut self.assigned_gotos) {
            self.facts.referenced.extend(&self.facts.assigned_labels);
            self.references.extend(self.facts.assigned_labels.iter().map(|label| (*label, path)));
        }
        for (label, from) in std::mem::take(&mut self.references) {
            let Some(to) = self.labels.get(&label).copied() else { continue };
            let around = self.loops_of(from);
            let ends_here = self.terminals.get(&label);
            if ends_here.is_some_and(|copies| copies.iter().any(|id| around.contains(id))) {
                continue;
            }
            let inside = self.loops_of(to);
            self.facts.entered.extend(inside.into_iter().filter(|id| !around.contains(id)));
        }
        self.facts
    }

    fn loops_of(&self, path: PathId) -> Vec<LoopId> {
        let mut loops = Vec::new();
        let mut at = path;
        while let (parent, Some(id)) = self.paths[at] {
            loops.push(id);
            at = parent;
        }
        loops
    }
}
