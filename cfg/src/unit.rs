//! A subprogram: its variables, scopes, values and body.

use crate::graph::{Action, Graph, Terminator};
use crate::interface::SourceArgument;
use crate::region::{NodeKind, RegionEnd, RegionTree};
use id_arena::Arena;

pub use crate::declarations::{
    AreaPlace, ArrayLength, Scope, ScopeId, ScopeKind, Shape, SourceLine, StopCode, Storage, Value, ValueId, Var, VarId,
};

/// All subprograms of one compilation, in source order, all at the same or at different stages.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The units; names are unique.
    pub units: Vec<Unit>,
}

impl Program {
    /// The unit of that lower-case name.
    pub fn unit(&self, name: &str) -> Option<&Unit> {
        self.units.iter().find(|unit| unit.name == name)
    }

    /// The units that a user may mean by a lower-case name: the one of that name, or else those of modules and hosts
    /// whose names end in it, such as `module.name`.
    pub fn units_meant(&self, name: &str) -> Vec<&Unit> {
        if let Some(unit) = self.unit(name) {
            return vec![unit];
        }
        let is_meant = |unit: &&Unit| {
            let front = unit.name.strip_suffix(name).and_then(|front| front.strip_suffix('.'));
            front.is_some() && unit.kind != UnitKind::BlockData
        };
        self.units.iter().filter(is_meant).collect()
    }
}

/// How far a unit has come on its way through the rewrites.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// As built from the source: variables, labels gone, switches and branches.
    Cfg,
    /// No critical arc is left.
    Split,
    /// Scalars are in static single assignment form.
    Ssa,
    /// A region tree; no merges.
    Structured,
    /// A region tree whose constructs say whether lanes take them together or under masks.
    Masked,
}

/// What sort of subprogram a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnitKind {
    /// A main program.
    Program,
    /// A subroutine.
    Subroutine,
    /// A function.
    Function,
    /// BLOCK DATA: variables in areas with their initial values; never called. It belongs to every program that it is
    /// compiled with.
    BlockData,
}

/// One subprogram.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Lower-case name.
    pub name: String,
    /// Of a copy that was made with dummy procedures or texts bound, the name of the unit that it is a copy of; their
    /// static variables are the same.
    pub origin: Option<String>,
    /// Sort of subprogram.
    pub kind: UnitKind,
    /// Stage of the body.
    pub stage: Stage,
    /// Name of the source file, for messages.
    pub file: String,
    /// The names of other files that lines of the unit are in: those that it includes, and those of subprograms that
    /// were spliced in.
    pub files: Vec<String>,
    /// The subprograms that were spliced in, by their lines.
    pub inlined: Vec<Inlined>,
    /// All variables, those that the compiler made included.
    pub vars: Arena<Var>,
    /// The dummy arguments, in order.
    pub dummies: Vec<VarId>,
    /// What they are in the source, in their order; those that belong to others have no entry of their own.
    pub arguments: Vec<SourceArgument>,
    /// The result variable of a function; of a subroutine with alternate returns, the number of the one that is taken,
    /// 0 for none.
    pub result: Option<VarId>,
    /// All scopes; the first is the subprogram's own.
    pub scopes: Arena<Scope>,
    /// All values; none before [`Stage::Ssa`].
    pub values: Arena<Value>,
    /// The body.
    pub body: Body,
}

/// A subprogram that was spliced into another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inlined {
    /// Its name.
    pub unit: String,
    /// Its first line, of those in one file, that does something.
    pub first: SourceLine,
    /// The last one in the same file.
    pub last: SourceLine,
}

impl Unit {
    /// The name in the source of the subprogram in which a line of the unit is.
    pub fn subprogram_at(&self, line: SourceLine) -> &str {
        let inlined = self.inlined.iter().filter(|inlined| (inlined.first..=inlined.last).contains(&line));
        inlined
            .min_by_key(|inlined| inlined.last.number.saturating_sub(inlined.first.number))
            .map_or(self.source_name(), |inlined| &inlined.unit)
    }

    /// The line at which it begins; none of a unit without actions.
    pub fn first_line(&self) -> SourceLine {
        let first = match &self.body {
            Body::Graph(graph) => graph.blocks[graph.start].actions.first().map(|action| action.at),
            Body::Tree(tree) => tree.regions[tree.root].nodes.first().map(|node| node.at),
        };
        first.unwrap_or_default()
    }

    /// All actions, in the order of the arenas.
    pub fn actions(&self) -> Box<dyn Iterator<Item = &Action> + '_> {
        match &self.body {
            Body::Graph(graph) => Box::new(graph.blocks.iter().flat_map(|(_, block)| &block.actions)),
            Body::Tree(tree) => {
                let nodes = tree.regions.iter().flat_map(|(_, region)| &region.nodes);
                Box::new(nodes.filter_map(|node| match &node.kind {
                    NodeKind::Action(action) => Some(action),
                    _ => None,
                }))
            }
        }
    }

    /// What each return assigns to variables, in the order of the arenas.
    pub fn returns(&self) -> Box<dyn Iterator<Item = &[(VarId, ValueId)]> + '_> {
        match &self.body {
            Body::Graph(graph) => Box::new(graph.blocks.iter().filter_map(|(_, block)| match &block.terminator {
                Terminator::Return(values) => Some(&values[..]),
                _ => None,
            })),
            Body::Tree(tree) => Box::new(tree.regions.iter().filter_map(|(_, region)| match &region.end {
                RegionEnd::Return(values) => Some(&values[..]),
                _ => None,
            })),
        }
    }

    /// The name of the file in which a line of the unit is.
    pub fn file_at(&self, line: SourceLine) -> &str {
        name_of_file(&self.file, &self.files, line)
    }

    /// A line of the unit for messages: `solve.f90:12`.
    pub fn place_at(&self, line: SourceLine) -> String {
        format!("{}:{}", self.file_at(line), line.number)
    }

    /// A line of the unit in words: `line 12`, or `line 12 of common.inc`.
    pub fn line_in_words(&self, line: SourceLine) -> String {
        match line.file {
            0 => format!("line {}", line.number),
            _ => format!("line {} of {}", line.number, self.file_at(line)),
        }
    }

    /// The number that stands for a file in lines of the unit.
    pub fn number_of_file(&mut self, name: &str) -> u32 {
        if name == self.file {
            return 0;
        }
        let known = self.files.iter().position(|file| file == name);
        let index = known.unwrap_or_else(|| {
            self.files.push(name.to_owned());
            self.files.len() - 1
        });
        index as u32 + 1
    }
}

/// The name of the file in which a line is, of a unit's own file and its other files.
pub fn name_of_file<'u>(own: &'u str, others: &'u [String], line: SourceLine) -> &'u str {
    let other = line.file.checked_sub(1).and_then(|index| others.get(index as usize));
    other.map_or(own, String::as_str)
}

/// The body of a unit.
#[derive(Clone, Debug)]
pub enum Body {
    /// Up to [`Stage::Ssa`].
    Graph(Graph),
    /// From [`Stage::Structured`] on.
    Tree(RegionTree),
}

impl Unit {
    /// The name in the source: that of the unit of which this is a copy, or its own.
    pub fn source_name(&self) -> &str {
        self.origin.as_deref().unwrap_or(&self.name)
    }

    /// The name in the source without the module or host before it.
    pub fn short_name(&self) -> &str {
        let name = self.source_name();
        name.rsplit_once('.').map_or(name, |(_, short)| short)
    }

    /// The argument of the source that a dummy argument stands for.
    pub fn argument_of(&self, dummy: VarId) -> Option<&SourceArgument> {
        self.arguments.iter().find(|argument| argument.var() == dummy)
    }

    /// The dummy procedures that are not bound.
    pub fn dummy_procedures(&self) -> impl Iterator<Item = VarId> {
        self.dummies.iter().copied().filter(|dummy| self.vars[*dummy].storage == Storage::Procedure)
    }
}
