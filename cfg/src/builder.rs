//! Builds graphs: actions go to the end of the current block, new variables get names that no other has.
//!
//! Control flow is opened and closed around what is built between:
//!
//! ```text
//! let otherwise = builder.open_if(condition);             let open = builder.open_loop(counter, &count, direction);
//! …                                                       …
//! let join = builder.open_else(otherwise);                builder.close_loop(open);
//! …
//! builder.fall_into(join);
//! ```
//!
//! Without an `open_else`, what both ways have in common is `fall_into(otherwise)`.

use crate::analysis::Direction;
use crate::expr::{Expr, IntegerBinary, IntegerExpr, LogicalExpr, Place, RealExpr, Relation};
use crate::fold;
use crate::graph::{Action, ActionKind, Block, BlockId, Graph, Terminator};
use crate::names;
use crate::unit::{Body, Scope, ScopeId, ScopeKind, SourceLine, Stage, StopCode, Unit, UnitKind, Var, VarId};
use forlane_semantics::types::{IntegerKind, Type};
use id_arena::Arena;
use std::collections::{HashMap, HashSet};

/// A graph in the making, with its variables and scopes.
#[derive(Debug)]
pub struct GraphBuilder {
    /// The blocks so far.
    pub graph: Graph,
    /// The variables so far.
    pub vars: Arena<Var>,
    /// The scopes so far; the first is the subprogram's own.
    pub scopes: Arena<Scope>,
    /// The scope in which new variables exist.
    pub scope: ScopeId,
    /// The source line of what is built next.
    pub at: SourceLine,
    current: BlockId,
    /// Whether the current block has its terminator: what follows is unreachable.
    is_ended: bool,
    /// The names that are taken.
    names: HashSet<String>,
    /// How many names were made of each stem.
    counters: HashMap<String, u32>,
}

/// A loop in whose body actions are added.
#[must_use]
#[derive(Debug)]
pub struct OpenLoop {
    counter: VarId,
    direction: Direction,
    head: BlockId,
    exit: BlockId,
}

impl GraphBuilder {
    /// An empty subprogram that begins at a line: one scope, one block.
    pub fn new(at: SourceLine) -> GraphBuilder {
        let (mut scopes, mut blocks) = (Arena::new(), Arena::new());
        let scope = scopes.alloc(Scope { kind: ScopeKind::Subprogram, parent: None });
        let start = blocks.alloc(open_block());
        GraphBuilder {
            graph: Graph { blocks, start },
            vars: Arena::new(),
            scopes,
            scope,
            at,
            current: start,
            is_ended: false,
            names: HashSet::new(),
            counters: HashMap::new(),
        }
    }

    /// Changes the graph of a unit, which `change` adds to; a unit without a graph is left alone.
    pub fn edit(unit: &mut Unit, change: impl FnOnce(&mut GraphBuilder)) {
        let Some((scope, _)) = unit.scopes.iter().next() else { return };
        let Body::Graph(graph) = &mut unit.body else { return };
        let current = graph.start;
        let mut builder = GraphBuilder {
            graph: Graph { blocks: std::mem::take(&mut graph.blocks), start: graph.start },
            names: unit.vars.iter().map(|(_, var)| var.name.clone()).collect(),
            vars: std::mem::take(&mut unit.vars),
            scopes: std::mem::take(&mut unit.scopes),
            scope,
            at: SourceLine::default(),
            current,
            is_ended: true,
            counters: HashMap::new(),
        };
        change(&mut builder);
        (unit.vars, unit.scopes) = (builder.vars, builder.scopes);
        unit.body = Body::Graph(builder.graph);
    }

    /// A unit at stage `cfg` of what was built, without arguments and result.
    pub fn into_unit(self, name: String, kind: UnitKind, file: String) -> Unit {
        Unit {
            name,
            origin: None,
            kind,
            stage: Stage::Cfg,
            file,
            files: Vec::new(),
            inlined: Vec::new(),
            vars: self.vars,
            dummies: Vec::new(),
            arguments: Vec::new(),
            result: None,
            scopes: self.scopes,
            values: Arena::new(),
            body: Body::Graph(self.graph),
        }
    }

    /// Adds an action to the current block.
    pub fn action(&mut self, kind: ActionKind) {
        let (at, block) = (self.at, self.current());
        self.graph.blocks[block].actions.push(Action { kind, at });
    }

    fn assign(&mut self, target: VarId, value: Expr) {
        self.action(ActionKind::Assign { target, value });
    }

    /// Assigns to a scalar variable or an element by its offset; other places are not assigned.
    pub fn assign_to(&mut self, place: Place, value: Expr) {
        match place {
            Place::Variable(target) => self.assign(target, value),
            Place::Element(array, offset) => self.action(ActionKind::Store { array, offset: *offset, value }),
            Place::Value(_) | Place::Section(_) => {}
        }
    }

    /// The block to which actions are added: a new one, which nothing leads to, if the last one has ended.
    pub fn current(&mut self) -> BlockId {
        if self.is_ended {
            let block = self.new_block();
            self.start(block);
        }
        self.current
    }

    /// An empty block that nothing leads to yet.
    pub fn new_block(&mut self) -> BlockId {
        self.graph.blocks.alloc(open_block())
    }

    /// Ends the current block. What follows is unreachable until [`GraphBuilder::start`].
    pub fn end(&mut self, terminator: Terminator) {
        let (at, block) = (self.at, self.current());
        let block = &mut self.graph.blocks[block];
        (block.terminator, block.at) = (terminator, at);
        self.is_ended = true;
    }

    /// Goes on at the end of a block.
    pub fn start(&mut self, block: BlockId) {
        (self.current, self.is_ended) = (block, false);
    }

    /// Ends the current block with an arc to `block` and continues there.
    pub fn fall_into(&mut self, block: BlockId) {
        self.end(Terminator::Goto(block));
        self.start(block);
    }

    /// Ends the current block with arcs to `then` where the condition holds and to `otherwise` where not.
    pub fn branch(&mut self, condition: LogicalExpr, then: BlockId, otherwise: BlockId) {
        self.end(match condition {
            LogicalExpr::Constant(true) => Terminator::Goto(then),
            LogicalExpr::Constant(false) => Terminator::Goto(otherwise),
            LogicalExpr::Not(condition) => {
                Terminator::Branch { condition: *condition, then: otherwise, otherwise: then }
            }
            condition => Terminator::Branch { condition, then, otherwise },
        });
    }

    /// Continues only where the condition holds; returns the block to which the others go, for
    /// [`GraphBuilder::open_else`] or [`GraphBuilder::fall_into`].
    pub fn open_if(&mut self, condition: LogicalExpr) -> BlockId {
        let [then, otherwise] = [(); 2].map(|()| self.new_block());
        self.branch(condition, then, otherwise);
        self.start(then);
        otherwise
    }

    /// Ends what is done where a condition holds, and continues where it does not; returns the block to which both
    /// lead.
    pub fn open_else(&mut self, otherwise: BlockId) -> BlockId {
        let join = self.new_block();
        self.end(Terminator::Goto(join));
        self.start(otherwise);
        join
    }

    /// Opens a loop in which the counter, an INTEGER(4) variable, has the values from 0 to `count - 1`, or those in the
    /// other direction. The count is a constant or a variable that stays.
    pub fn open_loop(&mut self, counter: VarId, count: &IntegerExpr, direction: Direction) -> OpenLoop {
        let (first, relation, limit) = match direction {
            Direction::Forward => (index(0), Relation::Less, count.clone()),
            Direction::Backward => {
                let last = IntegerExpr::Binary(IntegerBinary::Subtract, Box::new(count.clone()), Box::new(index(1)));
                (last, Relation::GreaterEqual, index(0))
            }
        };
        self.assign(counter, Expr::Integer(first));
        let [head, body, exit] = [(); 3].map(|()| self.new_block());
        self.fall_into(head);
        self.branch(LogicalExpr::CompareInteger(relation, Box::new(read_index(counter)), Box::new(limit)), body, exit);
        self.start(body);
        OpenLoop { counter, direction, head, exit }
    }

    /// Ends the body of a loop.
    pub fn close_loop(&mut self, OpenLoop { counter, direction, head, exit }: OpenLoop) {
        let operation = match direction {
            Direction::Forward => IntegerBinary::Add,
            Direction::Backward => IntegerBinary::Subtract,
        };
        self.assign(counter, Expr::Integer(fold::binary(operation, read_index(counter), index(1))));
        self.end(Terminator::Goto(head));
        self.start(exit);
    }

    /// The name itself, or `name.N` if another variable has it.
    pub fn own_name(&mut self, name: &str) -> String {
        if self.names.insert(name.to_owned()) { name.to_owned() } else { self.numbered(name) }
    }

    /// A new name `stem.N`.
    pub fn numbered(&mut self, stem: &str) -> String {
        let counter = self.counters.entry(stem.to_owned()).or_insert(0);
        loop {
            *counter += 1;
            let name = names::numbered(stem, *counter);
            if self.names.insert(name.clone()) {
                return name;
            }
        }
    }

    /// A new local variable `stem.N`.
    pub fn temporary(&mut self, stem: &str, ty: Type) -> VarId {
        let name = self.numbered(stem);
        self.vars.alloc(Var::local(name, ty, self.scope))
    }

    /// Assigns the value to a new variable `stem.N`, which is returned. Its type is not CHARACTER.
    pub fn save(&mut self, stem: &str, value: Expr) -> VarId {
        let target = self.temporary(stem, value.ty());
        self.assign(target, value);
        target
    }

    /// Assigns the value to a new variable `stem.N`; CHARACTER stays what it is.
    pub fn save_value(&mut self, stem: &str, value: Expr) -> Expr {
        match value {
            Expr::Integer(value) => Expr::Integer(self.save_integer(stem, value)),
            Expr::Real(value) => Expr::Real(self.save_real(stem, value)),
            Expr::Logical(value) => Expr::Logical(self.save_logical(stem, value)),
            Expr::Character(_) => value,
        }
    }

    /// Assigns the value to a new variable `stem.N`.
    pub fn save_integer(&mut self, stem: &str, expr: IntegerExpr) -> IntegerExpr {
        IntegerExpr::Read(expr.kind(), Place::Variable(self.save(stem, Expr::Integer(expr))))
    }

    /// Assigns the value to a new variable `stem.N`.
    pub fn save_real(&mut self, stem: &str, expr: RealExpr) -> RealExpr {
        RealExpr::Read(expr.kind(), Place::Variable(self.save(stem, Expr::Real(expr))))
    }

    /// Assigns the value to a new variable `stem.N`.
    pub fn save_logical(&mut self, stem: &str, expr: LogicalExpr) -> LogicalExpr {
        LogicalExpr::Read(Place::Variable(self.save(stem, Expr::Logical(expr))))
    }

    /// Assigns the value to a new variable `stem.N`, unless it is a constant or a scalar variable.
    pub fn keep_integer(&mut self, stem: &str, expr: IntegerExpr) -> IntegerExpr {
        match expr {
            IntegerExpr::Constant(..) | IntegerExpr::Read(_, Place::Variable(_)) => expr,
            expr => self.save_integer(stem, expr),
        }
    }
}

/// A block that still waits for its end.
fn open_block() -> Block {
    Block::new(Terminator::Stop(StopCode::None), SourceLine::default())
}

fn index(value: i64) -> IntegerExpr {
    IntegerExpr::Constant(IntegerKind::I4, value)
}

fn read_index(counter: VarId) -> IntegerExpr {
    IntegerExpr::Read(IntegerKind::I4, Place::Variable(counter))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{parse_program, print_unit};

    const TEXT: &str = r#"
unit cfg subroutine s "a.f" {
    scope s0 subprogram
    var n: integer4 dummy varying s0
    var index.1: integer4 local varying s0
    dummies n
    b0:
        return
}
"#;

    /// Blocks are opened in the order in which they are printed, a name that the unit has is passed over, and what
    /// follows an end is in a block of its own.
    #[test]
    fn loops_and_ways_are_opened_and_closed() {
        let mut program = parse_program(TEXT).unwrap_or_default();
        let unit = &mut program.units[0];
        let n = unit.dummies[0];
        GraphBuilder::edit(unit, |builder| {
            builder.start(builder.graph.start);
            let counter = builder.temporary("index", Type::Integer(IntegerKind::I4));
            let open = builder.open_loop(counter, &read_index(n), Direction::Backward);
            let is_one = LogicalExpr::CompareInteger(Relation::Equal, read_index(counter).into(), index(1).into());
            let otherwise = builder.open_if(LogicalExpr::Not(Box::new(is_one)));
            builder.assign(n, Expr::Integer(index(5)));
            let join = builder.open_else(otherwise);
            builder.end(Terminator::Return(Vec::new()));
            builder.assign(n, Expr::Integer(index(7)));
            builder.fall_into(join);
            builder.close_loop(open);
            builder.end(Terminator::Return(Vec::new()));
        });
        let text = print_unit(unit);
        let body: Vec<&str> = text.lines().skip_while(|line| !line.contains("b0:")).map(str::trim).collect();
        let expected = [
            "b0: ; start",
            "index.2 = n - 1",
            "goto b1",
            "b1: ; from b0 b6",
            "if index.2 >= 0 goto b2 else b3",
            "b2: ; from b1",
            "if index.2 == 1 goto b5 else b4",
            "b5: ; from b2",
            "return",
            "b4: ; from b2",
            "n = 5",
            "goto b6",
            "b6: ; from b4",
            "index.2 = index.2 - 1",
            "goto b1",
            "b3: ; from b1",
            "return",
            "b7: ; unreachable",
            "n = 7",
            "goto b6",
            "}",
        ];
        assert_eq!(body, expected);
    }
}
