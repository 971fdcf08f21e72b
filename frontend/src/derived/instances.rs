//! Instances of procedures for the types of the objects that they are called with, which [`classes`](super::classes)
//! asks for. Those of procedures of modules are made when all units have been rewritten.

use super::Modules;
use super::names::{Meaning, Names, Procedure, Shaped, Ty};
use super::pointers::pointer_type;
use super::rewriter::Problem;
use super::stores::StoreType;
use super::types::{Pointee, PointeeType};
use super::units::{Surroundings, rewrite_unit};
use crate::diagnostics::Diagnostic;
use crate::resolved::UnitKind;
use crate::source::Span;
use crate::tree::*;
use std::cell::RefCell;
use std::rc::Rc;

/// What an instance is for: the type of an argument of CLASS, the rank of one of assumed rank.
#[derive(Clone, Debug)]
pub(super) struct Given {
    /// The number of the dummy argument.
    pub at: usize,
    pub ty: Option<Ty>,
    pub rank: Option<usize>,
}

impl Given {
    fn is(&self, other: &Given) -> bool {
        let is_one = match (&self.ty, &other.ty) {
            (Some(Ty::Derived(ty)), Some(Ty::Derived(wanted))) => Rc::ptr_eq(ty, wanted),
            (Some(ty), Some(wanted)) => ty.is(wanted),
            (ty, wanted) => ty.is_none() && wanted.is_none(),
        };
        is_one && (self.at, self.rank) == (other.at, other.rank)
    }

    /// A word for it in the name of an instance.
    fn word(&self) -> String {
        let ty = self.ty.as_ref().map(|ty| match ty {
            Ty::Derived(ty) => ty.name.clone(),
            ty => StoreType::of_numbers(ty).map_or_else(|| "character".into(), |store| store.word()),
        });
        let rank = self.rank.map(|rank| format!("rank{rank}").into());
        [ty, rank].into_iter().flatten().collect::<Vec<Word>>().join("%")
    }
}

/// A procedure for arguments of certain types and ranks.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    of: Rc<Procedure>,
    given: Vec<Given>,
    /// The interface.
    procedure: Rc<Procedure>,
    is_made: bool,
}

/// A procedure of a module of which there may be instances, as it was before it was rewritten.
#[derive(Clone, Debug)]
pub(super) struct Original {
    /// The module that it is in.
    pub module: Word,
    /// The module of which it is a procedure: of one in a submodule, that with the interface.
    pub owner: Word,
    pub unit: Unit,
}

impl Modules {
    /// The instance of a procedure for these arguments.
    pub(super) fn instance_of(&self, of: &Rc<Procedure>, given: Vec<Given>) -> Rc<Procedure> {
        let mut instances = self.instances.borrow_mut();
        let is_of = |one: &Instance| {
            Rc::ptr_eq(&one.of, of)
                || one.of.module.is_some() && (&one.of.module, &one.of.name) == (&of.module, &of.name)
        };
        let is_for = |one: &Instance| {
            one.given.len() == given.len() && one.given.iter().zip(&given).all(|(one, wanted)| one.is(wanted))
        };
        if let Some(known) = instances.iter().find(|one| is_of(one) && is_for(one)) {
            return Rc::clone(&known.procedure);
        }
        let words: Vec<String> = given.iter().map(Given::word).collect();
        let mut name: Word = format!("{}%{}", of.name, words.join("%")).into();
        let number = instances.iter().filter(|one| is_of(one) && one.procedure.name.starts_with(name.as_str())).count();
        if number > 0 {
            name = format!("{name}%{number}").into();
        }
        let mut dummies = of.dummies.clone();
        for Given { at, ty, rank } in &given {
            let dummy = &mut dummies[*at];
            dummy.shape = Shaped { ty: ty.clone().or(dummy.shape.ty.clone()), rank: rank.or(dummy.shape.rank) };
            dummy.assumes_rank = false;
            if let Some(pointer) = &dummy.pointer {
                let is_class = ty.is_none() && pointer.pointee.as_ref().is_some_and(|pointee| pointee.is_class);
                let rank = dummy.shape.rank.unwrap_or(0);
                let ty = match &dummy.shape.ty {
                    Some(Ty::Derived(ty)) => {
                        let later = Rc::new(RefCell::new(Some(Rc::clone(ty))));
                        self.later.borrow_mut().push(Rc::clone(&later));
                        Some(PointeeType::Derived(later))
                    }
                    Some(Ty::Character) if rank == 0 && self.text_pointers.any_length => Some(PointeeType::Text),
                    ty => ty.as_ref().and_then(|ty| {
                        let store = StoreType::of_numbers(ty)?;
                        Some(PointeeType::Intrinsic(store, Some(ty.clone())))
                    }),
                };
                // A text of any length is a target for pointers of deferred length alone.
                dummy.placed = dummy.placed.filter(|_| ty.is_some());
                dummy.pointer = ty.map(|ty| pointer_type(Pointee { ty, rank, is_owned: false, is_class }));
            }
        }
        let (module, result) = (of.module.clone(), of.result.clone());
        let procedure =
            Rc::new(Procedure { name, module, dummies, result, is_elemental: of.is_elemental, is_body: false });
        let instance = Instance { of: Rc::clone(of), given, procedure: Rc::clone(&procedure), is_made: false };
        instances.push(instance);
        procedure
    }

    /// An instance that has to be made, of those that are wanted.
    fn next_instance(&self, is_wanted: impl Fn(&Instance) -> bool) -> Option<Instance> {
        let mut instances = self.instances.borrow_mut();
        let next = instances.iter_mut().find(|one| !one.is_made && is_wanted(one))?;
        next.is_made = true;
        Some(next.clone())
    }

    /// The instances of procedures of a unit that is no module, of which these are the names.
    pub(super) fn internal_instances(
        &self,
        originals: &[Unit],
        names: &Rc<Names>,
        around: &Surroundings,
    ) -> (Vec<Unit>, Vec<Diagnostic>) {
        let is_own = |instance: &Instance| {
            instance.of.module.is_none()
                && matches!(names.others.get(&instance.of.name),
                    Some(Meaning::Procedure(own)) if Rc::ptr_eq(own, &instance.of))
        };
        let (mut made, mut problems) = (Vec::new(), Vec::new());
        while let Some(instance) = self.next_instance(is_own) {
            let original = originals.iter().find(|unit| name_of(unit) == Some(&instance.of.name));
            if let Some(original) = original {
                let (unit, found) = instance.make(original, names, around, self);
                made.push(unit);
                problems.extend(found);
            }
        }
        (made, problems)
    }

    /// Adds the instances of procedures of modules to these.
    pub(super) fn module_instances(&self, files: &mut [File]) -> Vec<Diagnostic> {
        let mut problems = Vec::new();
        while let Some(instance) = self.next_instance(|instance| instance.of.module.is_some()) {
            let of = |one: &&Original| {
                Some(&one.owner) == instance.of.module.as_ref() && name_of(&one.unit) == Some(&instance.of.name)
            };
            // Another unit may be an original that is found while this one is rewritten.
            let originals: Vec<Original> = self.originals.borrow().iter().filter(of).cloned().collect();
            for Original { module, unit, .. } in &originals {
                let Some(names) = self.hosts.get(module) else { continue };
                let around = Surroundings { module: Some(module.clone()), ..Surroundings::default() };
                let (made, found) = instance.make(unit, names, &around, self);
                problems.extend(found);
                add_to_module(files, module, made);
            }
        }
        problems
    }
}

/// Adds a procedure to a module, which shows it.
pub(super) fn add_to_module(files: &mut [File], module: &Word, made: Unit) {
    let mut units = files.iter_mut().flat_map(|file| &mut file.units);
    let Some(host) = units.find(|unit| name_of(unit) == Some(module)) else { return };
    let (span, name) = (host.span, name_of(&made).cloned());
    let shown = name.into_iter().map(|text| Name { text, span }).collect();
    host.statements.push(Statement { label: None, kind: StatementKind::Access(Access::Public, shown), span });
    let contains = host.contains.get_or_insert(Contains { label: None, units: Vec::new(), span });
    contains.units.push(made);
}

fn name_of(unit: &Unit) -> Option<&Word> {
    unit.header.as_ref().map(|header| &header.name.text)
}

impl Instance {
    /// The name of a type in the instance, which no source can contain.
    fn type_name(at: usize) -> Word {
        format!("%{at}").into()
    }

    fn make(
        &self,
        original: &Unit,
        names: &Rc<Names>,
        around: &Surroundings,
        modules: &Modules,
    ) -> (Unit, Vec<Diagnostic>) {
        let derived = self.given.iter().filter_map(|one| match &one.ty {
            Some(Ty::Derived(ty)) => Some((Instance::type_name(one.at), Rc::clone(ty))),
            _ => None,
        });
        let types = derived.collect();
        let scalars = self.given.iter().filter(|one| one.rank == Some(0));
        let rankless = scalars.map(|one| self.of.dummies[one.at].name.clone()).collect();
        let inner = Names { types, rankless, ..Names::within(Rc::clone(names)) };
        let around = Surroundings { outer: Some(Rc::new(inner)), ..around.clone() };
        let mut unit = original.clone();
        let mut problems = Vec::new();
        let kept = kept(&unit);
        if let Some(kept) = kept {
            let what = "a procedure with ENTRY or variables that are kept, for objects of an extension of its type,";
            problems.push(Problem::Refused(what, kept).diagnostic());
        }
        if let Some(header) = &mut unit.header {
            if header.kind == UnitKind::Function && header.result.is_none() {
                header.result = Some(header.name.clone());
            }
            header.name.text = self.procedure.name.clone();
        }
        for Given { at, ty, rank } in &self.given {
            let dummy = &self.of.dummies[*at].name;
            if let Some(ty) = ty {
                give_type(&mut unit.statements, dummy, Instance::type_name(*at), ty);
            }
            if let Some(rank) = rank {
                give_rank(&mut unit.statements, dummy, *rank);
            }
        }
        problems.extend(rewrite_unit(&mut unit, &around, modules));
        if let Some(span) = kept {
            unit.statements.insert(0, Statement { label: None, kind: StatementKind::Invalid, span });
        }
        (unit, problems)
    }
}

/// Where a procedure, or one in it, has what all calls of it have in common, other than constants.
fn kept(unit: &Unit) -> Option<Span> {
    let own = unit.statements.iter().find(|statement| match &statement.kind {
        StatementKind::Entry(_) | StatementKind::Save(_) | StatementKind::Data(_) => true,
        StatementKind::TypeDeclaration { attributes, entities, .. } => {
            let is_initial = entities.iter().any(|entity| entity.initial.is_some());
            attributes.contains(&Attribute::Save) || is_initial && !attributes.contains(&Attribute::Parameter)
        }
        _ => false,
    });
    let inner = unit.contains.iter().flat_map(|contains| &contains.units);
    own.map(|statement| statement.span).or_else(|| inner.into_iter().find_map(kept))
}

/// The place of the type declaration of a dummy argument, which becomes a statement of its own.
fn own_declaration(statements: &mut Vec<Statement>, dummy: &str) -> Option<usize> {
    let is_it = |entity: &EntityDeclaration| entity.name.text == dummy;
    let at = statements.iter().position(|statement| {
        matches!(&statement.kind, StatementKind::TypeDeclaration { entities, .. } if entities.iter().any(is_it))
    })?;
    let span = statements[at].span;
    let StatementKind::TypeDeclaration { ty, attributes, entities } = &mut statements[at].kind else { return None };
    let (own, others) = std::mem::take(entities).into_iter().partition(is_it);
    *entities = others;
    let is_empty = entities.is_empty();
    let kind = StatementKind::TypeDeclaration { ty: ty.clone(), attributes: attributes.clone(), entities: own };
    let statement = Statement { label: None, kind, span };
    if is_empty {
        statements[at] = statement;
        return Some(at);
    }
    statements.insert(at + 1, statement);
    Some(at + 1)
}

/// Declares a dummy argument of CLASS with another type.
fn give_type(statements: &mut Vec<Statement>, dummy: &str, name: Word, ty: &Ty) {
    let Some(at) = own_declaration(statements, dummy) else { return };
    let StatementKind::TypeDeclaration { ty: spec, .. } = &mut statements[at].kind else { return };
    **spec = match (ty, StoreType::of_numbers(ty)) {
        (Ty::Derived(_), _) => {
            let name = Name { text: name, span: spec.span };
            TypeSpec { kind: Some(KindSelector::Class(name)), ..(**spec).clone() }
        }
        (_, Some(store)) => store.spec(spec.span),
        (_, None) => {
            let length = Some(LengthSpec::Assumed(spec.span));
            let kind = Some(KindSelector::Character { length, kind: None });
            TypeSpec { name: TypeName::Character, kind, span: spec.span }
        }
    };
}

/// Declares a dummy argument of assumed rank with a rank.
fn give_rank(statements: &mut Vec<Statement>, dummy: &str, rank: usize) {
    let assumes = |dimensions: &[DimensionSpec]| dimensions.iter().any(DimensionSpec::assumes_rank);
    let open = |span| vec![DimensionSpec { lower: None, upper: None, is_open: true, span }; rank];
    let own = own_declaration(statements, dummy);
    if let Some(StatementKind::TypeDeclaration { attributes, entities, .. }) = own.map(|at| &mut statements[at].kind) {
        let is_shared = |one: &Attribute| matches!(one, Attribute::Dimension(dimensions) if assumes(dimensions));
        let all_assume = attributes.iter().any(is_shared);
        attributes.retain(|one| !is_shared(one));
        for entity in entities.iter_mut().filter(|entity| assumes(&entity.dimensions) || all_assume) {
            entity.dimensions = open(entity.name.span);
        }
    }
    for statement in statements.iter_mut() {
        let (StatementKind::Dimension(arrays)
        | StatementKind::Allocatable(arrays)
        | StatementKind::Attribute(_, arrays)) = &mut statement.kind
        else {
            continue;
        };
        for array in arrays.iter_mut().filter(|array| array.name.text == dummy && assumes(&array.dimensions)) {
            array.dimensions = open(array.name.span);
        }
        if let StatementKind::Dimension(arrays) = &mut statement.kind {
            arrays.retain(|array| !array.dimensions.is_empty());
        }
    }
}

/// Leaves nothing but the name of a procedure that only instances are called of.
pub(super) fn reduce_abstract(unit: &mut Unit, names: &Names) {
    let is_abstract =
        |name: &Word| matches!(names.others.get(name), Some(Meaning::Procedure(procedure)) if procedure.is_abstract());
    let Some(header) = unit.header.take_if(|header| is_abstract(&header.name.text)) else { return };
    unit.header = Some(Header {
        kind: UnitKind::Subroutine,
        prefixes: Vec::new(),
        ty: None,
        dummies: Vec::new(),
        result: None,
        separate: Some(Separate::Interface),
        ..header
    });
    unit.statements.clear();
    unit.contains = None;
}

/// Where a dummy argument of assumed rank is declared.
pub(super) fn assumed_rank(unit: &Unit, names: &Names) -> Option<Span> {
    let dummies = unit.header.iter().flat_map(|header| header.dummies.iter().filter_map(Dummy::name));
    dummies.into_iter().find_map(|name| match names.others.get(&name.text) {
        Some(Meaning::Variable(variable)) => {
            variable.dimensions.iter().find(|one| one.assumes_rank()).map(|dimension| dimension.span)
        }
        _ => None,
    })
}

/// The procedures in a unit of which there may be instances.
pub(super) fn originals(unit: &Unit, names: &Names) -> Vec<Unit> {
    let has_instances = |unit: &&Unit| {
        let name = unit.header.as_ref().map(|header| &header.name.text);
        let meaning = name.and_then(|name| names.others.get(name));
        matches!(meaning, Some(Meaning::Procedure(procedure)) if procedure.has_instances())
    };
    let inner = unit.contains.iter().flat_map(|contains| &contains.units);
    inner.filter(has_instances).cloned().collect()
}
