//! The dummy arguments of a kernel as a caller sees them: which are read, which assigned.

use crate::error::JitError;
use crate::start_values::{StartValues, Use};
use forlane_cfg::analysis::Recursion;
use forlane_cfg::{
    ActionKind, Argument, Body, Bound, Carrier, Companion, Expr, IntegerKind, Intent, IoAction, NodeKind, Place,
    RegionEnd, SourceArgument, Storage, Terminator, Type, Unit, ValueId, VarId,
};
use indexmap::IndexMap;
use std::collections::HashMap;
use std::fmt;

/// A dummy argument of a kernel, or a function's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Lower-case name; for a function's value the function's.
    pub name: String,
    /// Type, of each element for an array.
    pub ty: Type,
    /// Whether it is an array.
    pub is_array: bool,
    /// Whether the kernel reads the caller's value.
    pub is_read: bool,
    /// Whether the kernel can return without assigning it, so that it ends with the caller's value; only where
    /// `is_assigned`, and never for an array.
    pub may_keep: bool,
    /// Whether the kernel can assign it.
    pub is_assigned: bool,
    /// Whether it is a function's value: the last one, never read.
    pub is_result: bool,
    /// Its role for the argument of the source.
    pub role: Role,
}

/// What a parameter is for the argument of the source that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// The argument itself, or the function's value.
    Argument,
    /// The bytes of a CHARACTER argument, or of a function's value: an array of INTEGER(1).
    Text {
        /// How many there are, in each element of an array.
        length: DeclaredLength,
        /// Whether it is an array of texts, one after the other.
        is_array: bool,
        /// Whether it is a function's value, for which the caller gives room.
        is_value: bool,
    },
    /// The real part of the COMPLEX argument of that name.
    RealPart {
        /// The argument.
        of: String,
    },
    /// A companion of the argument of that name, which has no name in the source.
    Companion {
        /// Which of them.
        what: Companion,
        /// The argument.
        of: String,
    },
}

/// The declared length of a CHARACTER.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeclaredLength {
    /// A number of characters.
    Constant(usize),
    /// The value of the argument of that name.
    Argument(String),
    /// `*`: that of what the caller gives.
    Assumed,
    /// Another expression, computed when the kernel is called.
    Computed,
}

/// The type as Fortran writes it.
impl fmt::Display for DeclaredLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeclaredLength::Constant(length) => write!(f, "CHARACTER({length})"),
            DeclaredLength::Argument(name) => write!(f, "CHARACTER({name})"),
            DeclaredLength::Assumed => f.write_str("CHARACTER(*)"),
            DeclaredLength::Computed => f.write_str("CHARACTER"),
        }
    }
}

impl Parameter {
    /// Whether it is a dummy argument of the source, and not a function's value.
    pub fn is_dummy(&self) -> bool {
        !self.is_result && !matches!(self.role, Role::Text { is_value: true, .. })
    }

    /// Whether it is an array of CHARACTER.
    pub fn is_text_array(&self) -> bool {
        matches!(self.role, Role::Text { is_array: true, .. })
    }

    /// The declared length of a CHARACTER; none of another type.
    pub fn text_length(&self) -> Option<&DeclaredLength> {
        match &self.role {
            Role::Text { length, .. } => Some(length),
            Role::Argument | Role::RealPart { .. } | Role::Companion { .. } => None,
        }
    }
}

/// The parameters of the last of the units, which are in the order of [`crate::call_order::call_order`].
///
/// # Errors
/// [`JitError::Malformed`] if one of them assigns what can't be assigned.
pub fn parameters(order: &[&Unit]) -> Result<Vec<Parameter>, JitError> {
    let uses = all_uses(order)?;
    let Some((unit, (_, uses))) = order.last().zip(uses.last()) else { return Ok(Vec::new()) };
    for argument in &unit.arguments {
        let what = match argument.ty {
            _ if unit.vars[argument.var()].is_dynamic() => "ALLOCATABLE",
            Type::Integer(IntegerKind::I1) => "INTEGER(1)",
            Type::Integer(IntegerKind::I2) => "INTEGER(2)",
            _ => continue,
        };
        let problem = format!("it is {what}, which can't be given to a kernel yet");
        let (unit, name) = (unit.name.clone(), argument.name(&unit.vars).to_owned());
        return Err(JitError::ArgumentShape { unit, name, problem });
    }
    let mut roles = roles(unit);
    let with = |is: fn(&SourceArgument) -> bool| -> Vec<VarId> {
        unit.arguments.iter().filter(|argument| is(argument)).map(SourceArgument::var).collect()
    };
    let outputs = with(|argument| argument.intent == Some(Intent::Out));
    let promised = with(|argument| argument.is_promised);
    let mut parameters: Vec<Parameter> = (unit.dummies.iter().zip(uses))
        .map(|(dummy, usage)| {
            let var = &unit.vars[*dummy];
            // What the source promises to assign is a result, even where no row comes to that.
            let is_left = !usage.assigned && (!usage.read && outputs.contains(dummy) || promised.contains(dummy));
            let is_value = matches!(roles.get(dummy), Some(Role::Text { is_value: true, .. }));
            Parameter {
                name: if is_value { unit.short_name().to_owned() } else { var.name.clone() },
                ty: var.ty,
                is_array: var.array.is_some(),
                is_read: usage.read,
                may_keep: usage.kept || is_left && var.array.is_none(),
                is_assigned: usage.assigned || is_left,
                is_result: false,
                role: roles.remove(dummy).unwrap_or(Role::Argument),
            }
        })
        .collect();
    parameters.extend(unit.result.map(|result| Parameter {
        name: unit.source_name().to_owned(),
        ty: unit.vars[result].ty,
        is_array: false,
        is_read: false,
        may_keep: false,
        is_assigned: true,
        is_result: true,
        role: Role::Argument,
    }));
    Ok(parameters)
}

/// The uses of the dummy arguments of all units. Where units call themselves, what is found out about one may change
/// what was found out about another before, until nothing does.
fn all_uses<'u>(order: &[&'u Unit]) -> Result<IndexMap<&'u str, Vec<Use>>, JitError> {
    let none = |unit: &&'u Unit| (unit.name.as_str(), vec![Use::default(); unit.dummies.len()]);
    let mut uses: IndexMap<&str, Vec<Use>> = order.iter().map(none).collect();
    let is_recursive = !Recursion::compute(order.iter().copied()).is_empty();
    loop {
        let mut changed = false;
        for (at, unit) in order.iter().enumerate() {
            let found = unit_uses(unit, &uses)?;
            let more: Vec<Use> = uses[at].iter().zip(found).map(|(known, found)| known.or(found)).collect();
            changed |= uses[at] != more;
            uses[at] = more;
        }
        if !is_recursive || !changed {
            return Ok(uses);
        }
    }
}

/// The dummy arguments that are not numbers or truth values of the source themselves.
fn roles(unit: &Unit) -> HashMap<VarId, Role> {
    let mut roles = HashMap::new();
    for argument in &unit.arguments {
        let is_text_result = argument.is_result && argument.ty == Type::Character;
        let of = if is_text_result { unit.short_name() } else { argument.name(&unit.vars) };
        if let Carrier::Parts { re, .. } = argument.carrier {
            roles.insert(re, Role::RealPart { of: of.to_owned() });
        }
        if let Some(length) = argument.length {
            let length = match length.declared {
                None => DeclaredLength::Assumed,
                Some(Bound::Constant(length)) => DeclaredLength::Constant(usize::try_from(length).unwrap_or(0)),
                Some(Bound::Argument(var)) => DeclaredLength::Argument(unit.vars[var].name.clone()),
                Some(Bound::Computed) => DeclaredLength::Computed,
            };
            let (is_array, is_value) = (!argument.dimensions.is_empty(), argument.is_result);
            roles.insert(argument.var(), Role::Text { length, is_array, is_value });
        }
        for (what, companion) in argument.companions() {
            roles.insert(companion, Role::Companion { what, of: of.to_owned() });
        }
    }
    roles
}

/// What a callee that is not known may do.
const UNKNOWN: Use = Use { read: true, assigned: true, kept: true };

/// The uses of the dummy arguments of a unit, given those of its callees.
fn unit_uses(unit: &Unit, callees: &IndexMap<&str, Vec<Use>>) -> Result<Vec<Use>, JitError> {
    let is_scalar = |var: VarId| unit.vars[var].array.is_none() && unit.vars[var].storage == Storage::Dummy;
    let starts = match &unit.body {
        Body::Graph(graph) => StartValues::find(graph, is_scalar, |name| callees.get(name).cloned()),
        Body::Tree(_) => StartValues::default(),
    };
    let mut collector = Collector { unit, starts, uses: vec![Use::default(); unit.vars.len()] };
    for action in unit.actions() {
        match &action.kind {
            ActionKind::ScopeEntry(_) | ActionKind::ScopeExit(_) => {}
            ActionKind::Assign { target, value } => {
                collector.assign(*target)?;
                collector.read_expr(value);
            }
            ActionKind::Define { value, expr } => {
                let is_start = expr.read_variable().is_some_and(|var| collector.starts.of(*value).contains(&var));
                if !is_start {
                    collector.read_expr(expr);
                }
            }
            ActionKind::Store { array, offset, value } => {
                collector.assign(*array)?;
                offset.for_each_place(&mut |place| collector.read(place));
                collector.read_expr(value);
            }
            ActionKind::Call { callee, arguments, result, .. } => {
                if let Some(result) = result {
                    collector.assign(*result)?;
                }
                let uses = callee.unit().and_then(|name| callees.get(name)).map_or(&[][..], Vec::as_slice);
                for (index, argument) in arguments.iter().enumerate() {
                    collector.pass(argument, uses.get(index).copied().unwrap_or(UNKNOWN))?;
                }
            }
            ActionKind::StoreText { array, .. } => {
                collector.assign(*array)?;
                action.kind.for_each_place(&mut |place| collector.read(place));
            }
            ActionKind::Array(assignment) => {
                assignment.named_vars().try_for_each(|var| collector.assign(var))?;
                assignment.for_each_place(&mut |place| collector.read(place));
            }
            ActionKind::Allocate { length, .. } => length.for_each_place(&mut |place| collector.read(place)),
            ActionKind::Deallocate { .. } => {}
            ActionKind::Io(io) => collector.io(io)?,
        }
    }
    collector.control();
    Ok(unit.dummies.iter().map(|dummy| collector.uses[dummy.index()]).collect())
}

struct Collector<'a> {
    unit: &'a Unit,
    starts: StartValues,
    /// By variable.
    uses: Vec<Use>,
}

impl Collector<'_> {
    fn assign(&mut self, variable: VarId) -> Result<(), JitError> {
        let var = &self.unit.vars[variable];
        if var.storage == Storage::Constant {
            let problem = format!("the constant `{}` is assigned", var.name);
            return Err(JitError::Malformed { unit: self.unit.name.clone(), problem });
        }
        self.uses[variable.index()].assigned = true;
        Ok(())
    }

    fn read(&mut self, place: &Place) {
        if let Some(variable) = place.var() {
            self.uses[variable.index()].read = true;
        }
        if let Place::Value(value) = place {
            for var in self.starts.of(*value) {
                self.uses[var.index()].read = true;
            }
        }
    }

    /// The value at a return: a start value of the argument itself is left as it is.
    fn give_back(&mut self, values: &[(VarId, ValueId)]) {
        for (variable, value) in values {
            self.uses[variable.index()].assigned = true;
            for start in self.starts.of(*value) {
                match start == variable {
                    true => self.uses[variable.index()].kept = true,
                    false => self.uses[start.index()].read = true,
                }
            }
        }
    }

    fn read_expr(&mut self, expr: &Expr) {
        expr.for_each_place(&mut |place| self.read(place));
    }

    fn pass(&mut self, argument: &Argument, usage: Use) -> Result<(), JitError> {
        match argument {
            Argument::InOut { before, .. } if !usage.read && before.read_value().is_some() => {}
            Argument::Value(expr) | Argument::InOut { before: expr, .. } => self.read_expr(expr),
            Argument::Procedure(_) | Argument::Absent => {}
            Argument::Variable(variable) | Argument::Array(variable) | Argument::Element(variable, _) => {
                if usage.assigned {
                    self.assign(*variable)?;
                }
                self.uses[variable.index()].read |= usage.read;
                self.uses[variable.index()].kept |= usage.kept && self.unit.vars[*variable].array.is_none();
                if let Argument::Element(_, offset) = argument {
                    offset.for_each_place(&mut |place| self.read(place));
                }
            }
        }
        Ok(())
    }

    fn io(&mut self, io: &IoAction) -> Result<(), JitError> {
        io.operands.iter().for_each(|operand| self.read_expr(operand));
        for object in &io.objects {
            match object {
                Argument::InOut { before, .. } if io.kind.assigns() && before.read_value().is_some() => {}
                Argument::Value(expr) | Argument::InOut { before: expr, .. } => self.read_expr(expr),
                Argument::Element(_, offset) => offset.for_each_place(&mut |place| self.read(place)),
                Argument::Variable(_) | Argument::Array(_) | Argument::Procedure(_) | Argument::Absent => {}
            }
            if let Argument::Variable(variable) | Argument::Array(variable) | Argument::Element(variable, _) = object {
                // A READ that fails leaves its items as they are.
                if io.kind.assigns() {
                    self.assign(*variable)?;
                    self.uses[variable.index()].kept |= self.unit.vars[*variable].array.is_none();
                } else {
                    self.uses[variable.index()].read = true;
                }
            }
        }
        Ok(())
    }

    /// What conditions read, and what returns assign.
    fn control(&mut self) {
        let unit = self.unit;
        match &unit.body {
            Body::Graph(graph) => {
                for (_, block) in graph.blocks.iter() {
                    match &block.terminator {
                        Terminator::Branch { condition, .. } => condition.for_each_place(&mut |place| self.read(place)),
                        Terminator::Switch { selector, .. } => selector.for_each_place(&mut |place| self.read(place)),
                        Terminator::Return(values) => self.give_back(values),
                        Terminator::Goto(_) | Terminator::Stop(_) => {}
                    }
                }
            }
            Body::Tree(tree) => {
                for (_, region) in tree.regions.iter() {
                    for node in &region.nodes {
                        match &node.kind {
                            NodeKind::If { condition, .. } => {
                                condition.for_each_place(&mut |place| self.read(place));
                            }
                            NodeKind::Switch { selector, .. } => {
                                selector.for_each_place(&mut |place| self.read(place));
                            }
                            _ => {}
                        }
                    }
                    if let RegionEnd::Return(values) = &region.end {
                        self.give_back(values);
                    }
                }
            }
        }
    }
}
