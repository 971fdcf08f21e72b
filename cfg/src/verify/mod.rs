//! The verifier: what every unit has to keep to, at its stage.
//!
//! It runs after every rewrite and on every text that is read. Each rule has a stable name, listed in [`RULES`]; the
//! files are the rules' themes. Later themes rely on earlier ones, so a unit with foreign ids or arcs to nowhere is
//! reported for these alone.

mod actions;
mod arrays;
mod calls;
mod declarations;
mod expressions;
mod graph;
mod graph_blocks;
mod io;
mod masks;
mod paths;
mod places;
mod regions;
mod scopes;
mod shared_storage;
mod source_arguments;
mod transfers;
mod uses;
mod values;
mod visibility;
mod walk;

pub use declarations::may_be_bound;

use crate::analysis::Effects;
use crate::areas::Areas;
use crate::text::{UnitPart, print_lines};
use crate::unit::{Body, Program, Stage, Unit};

/// No more errors than these are collected for a unit.
const MOST_ERRORS: usize = 100;

/// All rules with what they require.
pub const RULES: &[(&str, &str)] = &[
    ("id-foreign", "every id names an entity of the unit"),
    ("source-file", "a line is in the unit's own file or in one that the unit lists"),
    ("stage-body", "the body is a graph up to `ssa` and a tree from `structured` on"),
    (
        "name-form",
        "a name is made of letters, digits, `_`, `.` and `%`; that of a copy names what is bound: `root(f=cubic)`, `scale(trans='N')`",
    ),
    ("name-unique", "no two variables share a name"),
    ("scope-parent", "the first scope is the subprogram's, every other has one before it as parent"),
    ("var-complex", "variables and values are not of type COMPLEX"),
    ("var-character", "variables and values are not of type CHARACTER"),
    ("var-shape", "constants are uniform; what is neither a constant nor a dummy argument is varying"),
    ("array-length", "only a dummy array has the length of the actual argument, only a local one a dynamic length"),
    ("allocated", "what is allocated and freed is an array of dynamic length"),
    ("text-range", "a range of a text is one of bytes and begins at an element"),
    ("text-operands", "a CHARACTER function has the operands that it takes"),
    (
        "initial-values",
        "initial values are of the variable's type, within its known length, and of static, area or constant storage",
    ),
    ("area-place", "variables in areas, and no others, have a place there, at a multiple of their elements' size"),
    (
        "area-overlap",
        "in all units, what overlaps an array of dynamic length in an area is such an array of its type at its place",
    ),
    ("static-origin", "units of one origin agree on the type, length and initial values of their static variables"),
    (
        "interface",
        "dummy arguments and result have that storage and are listed once, and the result is scalar; only subroutines and functions have them",
    ),
    (
        "source-argument",
        "each dummy argument is an argument of the source or belongs to one, once, and is of the type that it needs for that",
    ),
    ("kind-mixed", "operands of one operation are of one kind"),
    ("kind-narrow", "integers of one or two bytes are stored and converted, not computed with"),
    ("conversion-kind", "a conversion is to another kind"),
    ("constant-range", "a constant is in the range of its kind"),
    ("read-type", "a place is read as what it is"),
    ("place-array", "elements are those of arrays, and no whole array is used as a value"),
    ("assign-type", "a value has the type of what it is assigned to"),
    ("constant-assigned", "what has constant storage is not assigned"),
    ("constant-passed", "what has constant storage is passed to no dummy argument that may be assigned"),
    ("array-stage", "array assignments exist at `cfg` only"),
    ("array-index", "indices and parts of an array assignment are local scalars, an index INTEGER like its bounds"),
    ("array-store", "an array assignment stores into one array"),
    (
        "place-section",
        "elements by subscripts are in array assignments, others outside; all dimensions but the last have extents",
    ),
    ("call-result", "a call assigns its value to one scalar"),
    ("argument", "an argument by reference is a scalar, an element or an array as it says, of one type"),
    (
        "dummy-procedure",
        "what is called or passed as a dummy procedure is declared as one, is not an array, and is not used as a variable; at stage `cfg` it may be a scalar `integer4` variable",
    ),
    ("io", "a step of input or output has its operands and objects"),
    ("io-sequence", "on every path a transfer is begun, transfers items of its direction, and is ended, in this order"),
    (
        "call-signature",
        "a call is of a subroutine or function, and agrees with it in arguments and result, where it is known",
    ),
    ("argument-dynamic", "a dummy array of dynamic length gets a whole array of dynamic length and of its type"),
    ("return-list", "returns list the same dummy arguments in order, then the result, from `ssa` on only"),
    ("arc-target", "arcs lead to blocks of the unit"),
    ("start-predecessor", "no arc leads to START"),
    ("arc-critical", "from `split` on every arc is the sole one out of its origin or the sole one into its end"),
    ("block-unreachable", "from `split` on a block that START does not reach is empty: a bare `stop`"),
    ("case-duplicate", "no value is in two cases of a switch"),
    ("value-before-ssa", "values and merges exist from `ssa` on only"),
    ("merge-operands", "a merge has one operand for each predecessor, of which there is one"),
    ("merge-type", "the operands of a merge have its type"),
    ("value-twice", "a value is defined once"),
    (
        "value-undefined",
        "a definition dominates each use; in a tree it is before it, in the same region or an enclosing one, or in a dominating block",
    ),
    ("variable-in-ssa", "from `ssa` on no promotable variable is named, but for reading dummy arguments at the start"),
    ("scope-entered-twice", "a scope has one entry"),
    ("scope-nesting", "a scope is entered when it is not active, and left when it is the innermost active one"),
    ("scope-paths", "all paths to a point have the same scopes active"),
    ("scope-open", "no scope is active at the end"),
    ("scope-name", "a name is used only while its scope is active"),
    ("region-owner", "a region belongs to one node"),
    ("label-owner", "a label belongs to one scope, loop or block of a graph and says which"),
    ("exit-target", "an exit names a scope around it"),
    ("again-target", "an again names a loop around it"),
    ("goto-target", "a goto names a block of the enclosing graph and ends its own block"),
    ("graph-block", "a graph has a block, and to each other block leads a goto from one before it"),
    ("output-values", "ends pass values equal in number and types to those of their target"),
    ("fall-through", "the bodies of loops, of blocks of graphs and of the unit do not fall through"),
    ("unreachable-end", "an end is unreachable only after a node that never completes"),
    ("control-undecided", "at `masked` it is known how lanes take each construct and each exit"),
    ("shape-unknown", "at `masked` the shape of each value is known"),
    ("shape-uniform", "uniform values are computed from uniform values"),
    ("condition-varying", "uniform control flow depends on uniform values"),
    ("uniform-crossing", "a uniform exit or again crosses nothing that is varying"),
    ("scope-control", "a scope is varying if and only if a varying exit leaves it"),
    ("scope-restored", "a scope restores the mask of its entry only if nothing leaves it for further outward"),
    ("loop-control", "a uniform loop has no varying again, and nothing varying leaves it"),
    ("goto-control", "at `masked` all lanes of a graph jump together"),
    ("graph-control", "nothing varying leaves a uniform graph"),
    ("output-shape", "an output is uniform only if all lanes get the same value at the same time"),
];

/// A rule broken at some place of a unit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("verify[{rule}]: unit {unit}: {place}: {message}")]
pub struct VerifyError {
    /// The rule's name, of [`RULES`].
    pub rule: &'static str,
    /// Name of the unit.
    pub unit: String,
    /// Where.
    pub entity: UnitPart,
    /// The same in words.
    pub place: String,
    /// What is wrong.
    pub message: String,
}

/// Checks a unit by all rules of its stage.
///
/// # Errors
/// The broken rules, at most a hundred.
pub fn verify_unit(unit: &Unit) -> Result<(), Vec<VerifyError>> {
    let mut checker = Checker { unit, in_elements: false, errors: Vec::new() };
    checker.all();
    if checker.errors.is_empty() { Ok(()) } else { Err(checker.errors) }
}

/// Checks all units, the calls among them, and what they share.
///
/// # Errors
/// The broken rules, at most a hundred for each unit.
pub fn verify_program(program: &Program) -> Result<(), Vec<VerifyError>> {
    verify_units(&program.units, program)
}

/// Checks some units of a program as [`verify_unit`] and, if nothing is wrong with them, what they have to do with its
/// other units, which are right each by itself.
///
/// # Errors
/// As [`verify_program`].
pub fn verify_units(units: &[Unit], program: &Program) -> Result<(), Vec<VerifyError>> {
    let mut errors: Vec<VerifyError> =
        units.iter().flat_map(|unit| verify_unit(unit).err().unwrap_or_default()).collect();
    if errors.is_empty() {
        let facts = ProgramFacts { program, effects: Effects::compute(program), areas: Areas::compute(program) };
        for unit in units {
            let mut checker = Checker { unit, in_elements: false, errors: Vec::new() };
            checker.calls(&facts);
            checker.shared_storage(&facts);
            errors.append(&mut checker.errors);
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// A program with what is known of it.
struct ProgramFacts<'p> {
    program: &'p Program,
    effects: Effects,
    areas: Areas,
}

/// The text of a unit with its errors, each under the line it concerns.
pub fn annotate(unit: &Unit, errors: &[VerifyError]) -> String {
    let mut text = String::new();
    let mut shown = vec![false; errors.len()];
    for line in print_lines(unit) {
        text.push_str(&line.text);
        text.push('\n');
        let indent: String = line.text.chars().take_while(|c| *c == ' ').collect();
        for (index, error) in errors.iter().enumerate() {
            if error.unit == unit.name && line.entity == Some(error.entity) && !shown[index] {
                shown[index] = true;
                text.push_str(&format!("{indent}; ^ verify[{}]: {}\n", error.rule, error.message));
            }
        }
    }
    for (error, _) in errors.iter().zip(&shown).filter(|(error, shown)| error.unit == unit.name && !**shown) {
        text.push_str(&format!("; verify[{}]: {}: {}\n", error.rule, error.place, error.message));
    }
    text
}

/// Checks one unit and collects what is wrong.
struct Checker<'u> {
    unit: &'u Unit,
    /// Whether what is checked is done for each element of an array assignment.
    in_elements: bool,
    errors: Vec<VerifyError>,
}

impl<'u> Checker<'u> {
    /// Whether no more errors are collected.
    fn is_full(&self) -> bool {
        self.errors.len() >= MOST_ERRORS
    }

    fn error(&mut self, rule: &'static str, entity: UnitPart, message: impl Into<String>) {
        debug_assert!(RULES.iter().any(|(name, _)| *name == rule), "{rule} is not in the table");
        if !self.is_full() {
            let (unit, place) = (self.unit.name.clone(), entity.describe(self.unit));
            self.errors.push(VerifyError { rule, unit, entity, place, message: message.into() });
        }
    }

    fn all(&mut self) {
        self.declarations();
        self.source_files();
        let unit = self.unit;
        match (&unit.body, unit.stage >= Stage::Structured) {
            (Body::Graph(graph), false) => {
                self.targets(graph);
                self.foreign_ids(&uses::sites_of_graph(graph));
                if self.errors.is_empty() {
                    self.graph_rules(graph);
                }
            }
            (Body::Tree(tree), true) => {
                self.tree_ids(tree);
                if !self.errors.is_empty() {
                    return;
                }
                let steps = walk::steps(tree);
                self.foreign_ids(&uses::sites_of_tree(tree, &steps));
                if self.errors.is_empty() {
                    self.tree_rules(tree, &steps);
                }
            }
            _ => self.error("stage-body", UnitPart::Unit, "the body does not fit the stage"),
        }
    }
}
