//! The variables of COMMON blocks and modules that a user can name, with their declared types and bounds.

use super::error::SetupError;
use forlane_cfg::{AreaPlace, Program, Type};
use forlane_frontend::resolved::{self, ArrayForm, CharacterLength, ExprKind, SymbolClass};
use forlane_rewrites::find_constants::AreaConstant;
use forlane_semantics::pointer_of;
use forlane_semantics::similar::similar;
use forlane_semantics::types::Constant;

/// What a program's units, in which names and bounds are gone, do not say of its areas.
#[derive(Clone, Debug, Default)]
pub(crate) struct AreaNames {
    variables: Vec<AreaVariable>,
    /// Those that can't be set, and why.
    others: Vec<(AreaVariable, &'static str)>,
    /// The variables in areas that are constants in the units.
    constants: Vec<AreaConstant>,
}

/// A variable in an area, by the name that a unit has for it.
#[derive(Clone, Debug)]
pub(super) struct AreaVariable {
    unit: String,
    name: String,
    pub place: AreaPlace,
    pub ty: Type,
    /// The number of characters, of CHARACTER.
    pub length: Option<u64>,
    /// The first and the last subscript of each dimension; empty for a scalar.
    pub bounds: Vec<(i64, i64)>,
}

impl AreaNames {
    /// The variables in areas of all units, with bounds that are constant; those that became `constants` in the units.
    pub fn of(program: &resolved::Program, constants: Vec<AreaConstant>) -> AreaNames {
        let (mut variables, mut others) = (Vec::new(), Vec::new());
        for unit in &program.units {
            for (variable, problem) in unit.symbols.iter().filter_map(|(_, symbol)| AreaVariable::of(unit, symbol)) {
                match problem {
                    None => variables.push(variable),
                    Some(problem) => others.push((variable, problem)),
                }
            }
        }
        AreaNames { variables, others, constants }
    }

    /// The variables that are constants in the units.
    pub(crate) fn constants(&self) -> &[AreaConstant] {
        &self.constants
    }

    /// The same variables, of which others are constants.
    pub(super) fn with_constants(&self, constants: Vec<AreaConstant>) -> AreaNames {
        AreaNames { constants, ..self.clone() }
    }

    /// The variable of that name in a COMMON block, `/block/name`, or a module, `module::name`, in lower case. Where
    /// units have several variables of one name in a block, they must agree.
    pub(super) fn find(&self, owner: &Owner, name: &str) -> Result<&AreaVariable, SetupError> {
        let in_owner = |variable: &&AreaVariable| match owner {
            Owner::Block(area) => variable.place.area == *area,
            Owner::Module(module) => variable.unit == *module || variable.name_in(module).is_some(),
        };
        // USE may have renamed it.
        let is_meant = |variable: &AreaVariable| match owner {
            Owner::Module(module) => variable.name_in(module).unwrap_or(&variable.name) == name,
            Owner::Block(_) => variable.name == name,
        };
        let mut found = self.variables.iter().filter(in_owner).filter(|variable| is_meant(variable));
        let Some(first) = found.next() else {
            let other = self.others.iter().find(|(variable, _)| in_owner(&variable) && is_meant(variable));
            if let Some((_, problem)) = other {
                return Err(SetupError::new(format!("`{name}` of {owner} is {problem}, which can't be set yet")));
            }
            let names: Vec<&str> =
                self.variables.iter().filter(in_owner).map(|variable| variable.name.as_str()).collect();
            let is_component = |one: &&str| one.strip_prefix(name).is_some_and(|rest| rest.starts_with('%'));
            if names.iter().any(|one| pointer_of(one) == Some(name)) {
                let message = format!("`{name}` of {owner} has POINTER or TARGET, which can't be set yet");
                return Err(SetupError::new(message));
            }
            if let Some(component) = names.iter().copied().find(is_component) {
                let message = format!("`{name}` of {owner} is of derived type: set its components, as `{component}`");
                return Err(SetupError::new(message));
            }
            let hint = match similar(name, names.iter().copied()) {
                Some(meant) => format!("; did you mean `{meant}`?"),
                None if names.is_empty() => format!("; no unit has {owner}"),
                None => "; no procedure uses one of that name".to_owned(),
            };
            return Err(SetupError::new(format!("there is no variable `{name}` in {owner}{hint}")));
        };
        let is_same = |other: &AreaVariable| {
            (&other.place, other.ty, other.length, &other.bounds)
                == (&first.place, first.ty, first.length, &first.bounds)
        };
        match found.find(|other| !is_same(other)) {
            None => Ok(first),
            Some(other) => Err(SetupError::new(format!(
                "`{name}` is not the same variable of {owner} in `{}` and in `{}`",
                first.unit, other.unit
            ))),
        }
    }

    /// The units with the variables in areas where they were, though nothing assigns them.
    pub(super) fn put_back(&self, units: &Program) -> Program {
        let mut units = units.clone();
        self.constants.iter().for_each(|constant| constant.put_back(&mut units));
        units
    }
}

/// What a variable in an area belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// The COMMON block with that area.
    Block(String),
    /// The module.
    Module(String),
}

impl std::fmt::Display for Owner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Owner::Block(area) => write!(f, "COMMON {}", area.to_uppercase()),
            Owner::Module(module) => write!(f, "module `{module}`"),
        }
    }
}

impl AreaVariable {
    /// The variable, and why it can't be set, if so.
    fn of(unit: &resolved::ProgramUnit, symbol: &resolved::Symbol) -> Option<(AreaVariable, Option<&'static str>)> {
        let SymbolClass::Variable(variable) = &symbol.class else { return None };
        let place = variable.area.clone()?;
        let (length, mut problem) = match &symbol.length {
            None => (None, None),
            Some(CharacterLength::Constant(length)) => (Some(*length), None),
            Some(_) => (None, Some("of a length that is not constant")),
        };
        let bound = |bound: &resolved::Expr| match bound.kind {
            ExprKind::Constant(Constant::Integer(_, value)) => Some(value),
            _ => None,
        };
        let bounds = match &variable.shape {
            None => Some(Vec::new()),
            Some(_) if variable.form != ArrayForm::Explicit => None,
            Some(shape) => {
                shape.iter().map(|dimension| bound(&dimension.lower).zip(bound(dimension.upper.as_ref()?))).collect()
            }
        };
        if variable.form == ArrayForm::Allocatable {
            problem = Some("ALLOCATABLE");
        } else if bounds.is_none() {
            problem = Some("of bounds that are not constant");
        }
        let (unit, name) = (unit.name.clone(), symbol.name.clone());
        let bounds = bounds.unwrap_or_default();
        Some((AreaVariable { unit, name, place, ty: variable.ty, length, bounds }, problem))
    }

    /// Its name in the module, if it is one of that.
    fn name_in(&self, module: &str) -> Option<&str> {
        self.place.in_unit().filter(|(unit, _)| *unit == module).map(|(_, name)| name)
    }

    /// The number of elements, 1 of a scalar.
    pub(super) fn elements(&self) -> u64 {
        self.bounds.iter().map(extent).product()
    }

    /// The bytes of an element.
    pub(super) fn element_size(&self) -> u64 {
        self.length.unwrap_or(self.ty.size() as u64)
    }

    /// The zero-based number of an element by its subscripts, in array element order.
    pub(super) fn element(&self, subscripts: &[i64]) -> Result<u64, SetupError> {
        if subscripts.len() != self.bounds.len() {
            let (name, count) = (&self.name, self.bounds.len());
            return Err(SetupError::new(format!("`{name}` has {count} dimensions, not {}", subscripts.len())));
        }
        let mut element = 0;
        for (bounds, subscript) in self.bounds.iter().zip(subscripts).rev() {
            let (lower, upper) = *bounds;
            if !(lower..=upper).contains(subscript) {
                let name = &self.name;
                return Err(SetupError::new(format!(
                    "subscript {subscript} of `{name}` is not between {lower} and {upper}"
                )));
            }
            element = element * extent(bounds) + subscript.abs_diff(lower);
        }
        Ok(element)
    }
}

fn extent((lower, upper): &(i64, i64)) -> u64 {
    if upper < lower { 0 } else { upper.abs_diff(*lower) + 1 }
}
