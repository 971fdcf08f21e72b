//! What all units declare, call and let pointers point to.

use crate::resolved::UnitKind;
use crate::tree::visit::{Visit, walk_expr, walk_statement};
use crate::tree::*;
use indexmap::{IndexMap, IndexSet};

/// What is known of a variable where it is declared.
#[derive(Default)]
pub struct Declared {
    pub is_target: bool,
    /// It can't be a target, or is a pointer or constant, or would not be passed as a copy.
    pub is_fixed: bool,
    is_saved: bool,
    ty: Option<TypeName>,
}

/// What is called.
pub enum Callee<'t> {
    Named(&'t Word),
    /// A procedure that is bound to the type of an object, or a generic name of such ones.
    Bound(&'t Expr, &'t Word),
}

pub struct Call<'t> {
    pub callee: Callee<'t>,
    pub arguments: &'t [Argument],
    /// CALL.
    pub is_statement: bool,
}

/// A unit: a procedure, interface body, module or main program.
pub struct Facts<'t> {
    unit: &'t Unit,
    host: Option<usize>,
    pub dummies: IndexSet<&'t Word>,
    pub declared: IndexMap<&'t Word, Declared>,
    pub calls: Vec<Call<'t>>,
    /// `pointer => target`
    pub pointed: Vec<(&'t Expr, &'t Expr)>,
    uses: Vec<&'t Word>,
}

/// A procedure that a type has by some name.
struct Bound<'t> {
    procedure: &'t Word,
    attributes: &'t [BindingAttribute],
}

#[derive(Default)]
pub struct Survey<'t> {
    pub units: Vec<Facts<'t>>,
    procedures: IndexMap<&'t Word, Vec<usize>>,
    generics: IndexMap<&'t Word, Vec<&'t Word>>,
    bindings: IndexMap<&'t Word, Vec<Bound<'t>>>,
    bound_generics: IndexMap<&'t Word, Vec<&'t Word>>,
    /// Names of components that are pointers: what is behind them is a target.
    pointers: IndexSet<&'t Word>,
    /// Names that are arguments, or to which pointers are set.
    values: IndexSet<&'t Word>,
}

impl<'t> Survey<'t> {
    pub fn of(files: &'t [File]) -> Survey<'t> {
        let mut survey = Survey::default();
        files.iter().flat_map(|file| &file.units).for_each(|unit| survey.add(unit, None));
        survey
    }

    pub fn has_target_dummies(&self) -> bool {
        self.units
            .iter()
            .any(|facts| facts.declared.iter().any(|(name, one)| one.is_target && facts.dummies.contains(name)))
    }

    fn add(&mut self, unit: &'t Unit, host: Option<usize>) {
        let own = self.units.len();
        let dummies = unit.header.iter().flat_map(|header| &header.dummies).filter_map(Dummy::name);
        let dummies = dummies.map(|name| &name.text).collect();
        self.units.push(Facts {
            unit,
            host,
            dummies,
            declared: IndexMap::new(),
            calls: Vec::new(),
            pointed: Vec::new(),
            uses: Vec::new(),
        });
        if let Some(header) = &unit.header
            && matches!(header.kind, UnitKind::Function | UnitKind::Subroutine)
        {
            self.procedures.entry(&header.name.text).or_default().push(own);
        }
        let mut is_in_type = false;
        for statement in &unit.statements {
            self.specification(own, &statement.kind, &mut is_in_type);
            Seen { survey: self, own }.statement(statement);
        }
        for inner in unit.contains.iter().flat_map(|contains| &contains.units) {
            self.add(inner, Some(own));
        }
    }

    fn specification(&mut self, own: usize, kind: &'t StatementKind, is_in_type: &mut bool) {
        let facts = &mut self.units[own];
        let mut fix = |name: &'t Word| facts.declared.entry(name).or_default().is_fixed = true;
        match kind {
            StatementKind::DerivedType { .. } => *is_in_type = true,
            StatementKind::EndDerivedType(_) => *is_in_type = false,
            StatementKind::Bound(BoundStatement::Procedures { interface, attributes, bindings }) => {
                for binding in bindings {
                    let procedure = &interface.as_ref().unwrap_or(binding.procedure()).text;
                    self.bindings.entry(&binding.name.text).or_default().push(Bound { procedure, attributes });
                }
            }
            StatementKind::Bound(BoundStatement::Generic { name, bindings, .. }) => {
                let bindings = bindings.iter().map(|name| &name.text);
                self.bound_generics.entry(&name.text).or_default().extend(bindings);
            }
            StatementKind::TypeDeclaration { ty, attributes, entities } => {
                let names = entities.iter().map(|entity| &entity.name.text);
                if *is_in_type {
                    self.pointers.extend(names.filter(|_| attributes.contains(&Attribute::Pointer)));
                    return;
                }
                let fixed = [Attribute::Pointer, Attribute::Parameter, Attribute::Value, Attribute::External];
                for name in names {
                    let one = facts.declared.entry(name).or_default();
                    one.ty = Some(ty.name);
                    one.is_target |= attributes.contains(&Attribute::Target);
                    one.is_saved |= attributes.contains(&Attribute::Save);
                    one.is_fixed |= attributes.iter().any(|attribute| fixed.contains(attribute));
                }
            }
            StatementKind::Attribute(attribute, arrays) => {
                for array in arrays {
                    let one = facts.declared.entry(&array.name.text).or_default();
                    one.is_target |= *attribute == Attribute::Target;
                    one.is_fixed |= matches!(attribute, Attribute::Pointer | Attribute::Value);
                }
            }
            StatementKind::Common(parts) => {
                parts.iter().flat_map(|part| &part.objects).for_each(|array| fix(&array.name.text));
            }
            StatementKind::Equivalence(sets) => {
                for object in sets.iter().flat_map(|set| &set.objects) {
                    if let ExprKind::Name(name) = &object.kind {
                        fix(name);
                    } else if let ExprKind::Reference(name, _) = &object.kind {
                        fix(&name.text);
                    }
                }
            }
            StatementKind::Namelist(groups) => {
                groups.iter().flat_map(|group| &group.objects).for_each(|member| fix(&member.name.text));
            }
            StatementKind::Use(one) => facts.uses.push(&one.module.text),
            StatementKind::Interface(block) => {
                if let Some(generic) = &block.generic {
                    let bodies = block.bodies.iter().filter_map(|body| body.header.as_ref());
                    let names = block.procedures.iter().chain(bodies.map(|header| &header.name));
                    self.generics.entry(&generic.text).or_default().extend(names.map(|name| &name.text));
                }
                block.bodies.iter().for_each(|body| self.add(body, Some(own)));
            }
            _ => {}
        }
    }

    /// The variable of which a designator is a part, if no pointer is on the way.
    pub fn base(&self, expr: &'t Expr) -> Option<&'t Word> {
        match &expr.kind {
            ExprKind::Name(name) => Some(name),
            ExprKind::Reference(name, _) => Some(&name.text),
            ExprKind::Component(part) if self.pointers.contains(&part.name.text) => None,
            ExprKind::Component(part) => self.base(&part.of),
            _ => None,
        }
    }

    /// Whether an actual argument may be of the type of a dummy argument: others are those of other specific
    /// procedures.
    pub fn fits(&self, unit: usize, actual: &'t Expr, procedure: usize, dummy: &Word) -> bool {
        let name = match &actual.kind {
            ExprKind::Name(name) => name,
            ExprKind::Reference(name, _) => &name.text,
            _ => return true,
        };
        let wanted = self.units[procedure].declared.get(dummy).and_then(|dummy| dummy.ty);
        let given = self.declaring(unit, name).and_then(|at| self.units[at].declared.get(name)?.ty);
        // Kinds are not known here.
        let plain = |ty: TypeName| match ty {
            TypeName::DoublePrecision => TypeName::Real,
            TypeName::DoubleComplex => TypeName::Complex,
            other => other,
        };
        match (wanted, given) {
            (Some(wanted), Some(given)) => plain(wanted) == plain(given) || wanted == TypeName::Derived,
            _ => true,
        }
    }

    pub fn is_bound(&self, name: &Word) -> bool {
        self.bindings.contains_key(name) || self.bound_generics.contains_key(name)
    }

    /// The procedures that may be called, and which of their dummy arguments is the object.
    pub fn procedures_of(&self, callee: &Callee<'t>) -> Vec<(usize, Option<usize>)> {
        let numbers = |name: &Word| self.procedures.get(name).into_iter().flatten().copied();
        match callee {
            Callee::Named(name) => {
                let specifics = self.generics.get(*name).into_iter().flatten().copied();
                specifics.chain([*name]).flat_map(|name| numbers(name).map(|number| (number, None))).collect()
            }
            Callee::Bound(_, name) => {
                let generic = self.bound_generics.get(*name).into_iter().flatten().copied();
                let bound = generic.chain([*name]).flat_map(|name| self.bindings.get(name).into_iter().flatten());
                bound.flat_map(|one| numbers(one.procedure).map(|number| (number, self.passed(number, one)))).collect()
            }
        }
    }

    /// Which dummy argument of a procedure is the object.
    fn passed(&self, procedure: usize, bound: &Bound<'t>) -> Option<usize> {
        let named = bound.attributes.iter().find_map(|attribute| match attribute {
            BindingAttribute::NoPass => Some(None),
            BindingAttribute::Pass(Some(name)) => Some(self.units[procedure].dummies.get_index_of(&name.text)),
            _ => None,
        });
        named.unwrap_or(Some(0))
    }

    /// The unit that declares a variable that another one names.
    pub fn declaring(&self, unit: usize, name: &Word) -> Option<usize> {
        let mut seen = IndexSet::new();
        let mut open: Vec<usize> = std::iter::successors(Some(unit), |at| self.units[*at].host).collect();
        open.reverse();
        while let Some(at) = open.pop() {
            if !seen.insert(at) {
                continue;
            }
            if self.units[at].declared.contains_key(name) {
                return Some(at);
            }
            let uses = &self.units[at].uses;
            open.extend((0..self.units.len()).filter(|other| uses.iter().any(|module| self.is_module(*other, module))));
        }
        None
    }

    fn is_module(&self, unit: usize, name: &Word) -> bool {
        let header = self.units[unit].unit.header.as_ref();
        header.is_some_and(|header| header.kind == UnitKind::Module && header.name.text == *name)
    }

    /// The dummy arguments that have to be alike: those of all procedures that types have by the same name.
    pub fn family(&self, unit: usize, at: usize) -> IndexSet<(usize, usize)> {
        let mut family = IndexSet::from([(unit, at)]);
        let Some(header) = &self.units[unit].unit.header else { return family };
        for alike in self.bindings.values().filter(|alike| alike.iter().any(|one| *one.procedure == header.name.text)) {
            for one in alike {
                let numbers = self.procedures.get(one.procedure).into_iter().flatten();
                family.extend(numbers.map(|number| (*number, at)));
            }
        }
        family
    }

    /// Whether a dummy argument may get TARGET: all callers know of it.
    pub fn may_be_target(&self, unit: usize, at: usize) -> bool {
        let facts = &self.units[unit];
        let Some((header, name)) = facts.unit.header.as_ref().zip(facts.dummies.get_index(at)) else { return false };
        let is_known = facts.host.is_some() && header.separate.is_none() && !self.values.contains(&header.name.text);
        let is_declared = facts.declared.get(*name).is_some_and(|declared| !declared.is_fixed);
        is_known && is_declared && !header.prefixes.contains(&Prefix::Elemental)
    }
}

impl<'t> Facts<'t> {
    /// Whether it is a variable that callers do not see.
    pub fn is_own(&self, name: &Word) -> bool {
        let Some(header) = &self.unit.header else { return true };
        let is_result = header.name.text == *name || header.result.as_ref().is_some_and(|result| result.text == *name);
        let is_local = self.declared.get(name).is_some_and(|declared| !declared.is_saved);
        is_local && !is_result && !self.dummies.contains(name)
    }
}

/// Notes calls and pointer assignments of a unit.
struct Seen<'s, 't> {
    survey: &'s mut Survey<'t>,
    own: usize,
}

impl<'t> Seen<'_, 't> {
    fn call(&mut self, callee: Callee<'t>, arguments: &'t [Argument], is_statement: bool) {
        let names = arguments.iter().filter_map(|argument| match &argument.value.kind {
            ExprKind::Name(name) => Some(name),
            _ => None,
        });
        self.survey.values.extend(names);
        self.survey.units[self.own].calls.push(Call { callee, arguments, is_statement });
    }

    fn bound(&mut self, part: &'t ComponentReference, is_statement: bool) {
        let arguments = part.arguments.as_deref().unwrap_or_default();
        self.call(Callee::Bound(&part.of, &part.name.text), arguments, is_statement);
    }
}

impl<'t> Visit<'t> for Seen<'_, 't> {
    fn unit(&mut self, _: &'t Unit) {}

    fn statement(&mut self, statement: &'t Statement) {
        match &statement.kind {
            StatementKind::Call { procedure, arguments } => {
                self.call(Callee::Named(&procedure.text), arguments, true);
            }
            StatementKind::CallBound(Expr { kind: ExprKind::Component(part), .. }) => self.bound(part, true),
            StatementKind::PointerAssign { target, value } => {
                if let ExprKind::Name(name) = &value.kind {
                    self.survey.values.insert(name);
                }
                self.survey.units[self.own].pointed.push((target, value));
            }
            _ => {}
        }
        walk_statement(self, statement);
    }

    fn expr(&mut self, expr: &'t Expr) {
        match &expr.kind {
            ExprKind::Reference(name, arguments) => self.call(Callee::Named(&name.text), arguments, false),
            ExprKind::Component(part) if part.arguments.is_some() => self.bound(part, false),
            _ => {}
        }
        walk_expr(self, expr);
    }
}
