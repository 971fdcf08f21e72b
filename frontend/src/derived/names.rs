//! What names mean where derived types are concerned: types, objects, procedures, generic names.

use super::implied_types::ImpliedTypes;
use super::types::{DerivedType, is_same_type};
use crate::tree::{Attribute, DimensionSpec, Expr, Intent, ProcedurePointer, Word};
use indexmap::{IndexMap, IndexSet};
use std::rc::Rc;

/// A type, as far as choosing a specific procedure needs it; kinds are sizes in bytes.
#[derive(Clone, Debug)]
pub(super) enum Ty {
    Integer(i64),
    Real(i64),
    Complex(i64),
    Logical(i64),
    Character,
    Derived(Rc<DerivedType>),
    /// A procedure pointer.
    Procedure(Rc<ProcedurePointer>),
}

impl Ty {
    /// Whether they are the same type and kind.
    pub fn is(&self, other: &Ty) -> bool {
        match self {
            Ty::Integer(kind) => matches!(other, Ty::Integer(other) if other == kind),
            Ty::Real(kind) => matches!(other, Ty::Real(other) if other == kind),
            Ty::Complex(kind) => matches!(other, Ty::Complex(other) if other == kind),
            Ty::Logical(kind) => matches!(other, Ty::Logical(other) if other == kind),
            Ty::Character => matches!(other, Ty::Character),
            Ty::Derived(ty) => matches!(other, Ty::Derived(other) if is_same_type(ty, other)),
            Ty::Procedure(_) => matches!(other, Ty::Procedure(_)),
        }
    }

    /// The type of what is in a box; any other as it is.
    pub fn unboxed(&self) -> &Ty {
        match self {
            Ty::Derived(ty) => ty.boxed.as_ref().unwrap_or(self),
            _ => self,
        }
    }
}

/// Type and rank of a variable or value; none where they are not known here.
#[derive(Clone, Debug, Default)]
pub(super) struct Shaped {
    pub ty: Option<Ty>,
    pub rank: Option<usize>,
}

impl Shaped {
    pub fn new(ty: Option<Ty>, rank: usize) -> Shaped {
        Shaped { ty, rank: Some(rank) }
    }

    /// The derived type, if it is one.
    pub fn derived(&self) -> Option<&Rc<DerivedType>> {
        match &self.ty {
            Some(Ty::Derived(ty)) => Some(ty),
            _ => None,
        }
    }
}

/// What a variable is.
#[derive(Clone, Debug, Default)]
pub(super) struct Variable {
    pub shape: Shaped,
    pub is_allocatable: bool,
    /// The value of an INTEGER constant, where it is known here.
    pub value: Option<i64>,
    /// The extents of an array that is declared with constants.
    pub extents: Option<Vec<i64>>,
    /// The dimensions of an array as they are declared.
    pub dimensions: Vec<DimensionSpec>,
    /// The dimensions of a function's value that it makes itself, as if it were ALLOCATABLE.
    pub made: Vec<DimensionSpec>,
    /// The lower bounds of what ASSOCIATE names, if they are not all 1.
    pub lower: Vec<Expr>,
    /// The type of pointers to its type and rank, if it is a pointer or in the stores.
    pub pointer: Option<Rc<DerivedType>>,
    /// What the names of its parts begin with, if that is not its own name.
    pub alias: Option<Word>,
    /// How it is in the stores, if it is there and not a pointer.
    pub placed: Option<Placed>,
    /// The module that makes it there, or has it point to its initial target.
    pub home: Option<Word>,
    /// It is in the stores, and a variable of its name is not: the dummy argument that it is a copy of, or what DATA
    /// and NAMELIST speak of.
    pub is_doubled: bool,
}

/// How a variable that is not a pointer is in the stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Placed {
    /// From the entry of its unit to the exit.
    Local,
    /// From its first use on.
    Kept,
    /// The caller gives it.
    Given,
    /// It is a copy of a dummy argument.
    Copied,
}

impl Variable {
    /// Whether it is an array whose declaration says that its elements follow each other.
    pub fn has_own_shape(&self) -> bool {
        let is_own = |dimension: &DimensionSpec| !dimension.is_open && !dimension.assumes_rank();
        !self.dimensions.is_empty() && self.dimensions.iter().all(is_own)
    }

    /// Whether the actual argument says how many dimensions it has.
    pub fn assumes_rank(&self) -> bool {
        self.dimensions.iter().any(DimensionSpec::assumes_rank)
    }

    /// Whether it is an array of assumed size.
    pub fn has_assumed_size(&self) -> bool {
        self.dimensions.last().is_some_and(|last| last.upper.is_none() && !last.is_open)
    }

    /// The type of the object that it becomes: that of pointers, or its own.
    pub fn object(&self) -> Option<&Rc<DerivedType>> {
        self.pointer.as_ref().or(self.shape.derived())
    }
}

/// A dummy argument.
#[derive(Clone, Debug, Default)]
pub(super) struct DummyArgument {
    pub name: Word,
    pub shape: Shaped,
    pub is_optional: bool,
    pub is_allocatable: bool,
    pub intent: Option<Intent>,
    /// As [`Variable::pointer`] and [`Variable::placed`].
    pub pointer: Option<Rc<DerivedType>>,
    pub placed: Option<Placed>,
    /// It has explicit shape or assumed size.
    pub has_own_shape: bool,
    /// Its elements follow each other: it has its own shape or CONTIGUOUS.
    pub is_packed: bool,
    /// It takes objects of extensions of its type: CLASS.
    pub is_class: bool,
    pub assumes_rank: bool,
    pub is_procedure: bool,
    /// It is `*`, for which labels are given.
    pub is_label: bool,
}

impl DummyArgument {
    pub fn label() -> DummyArgument {
        DummyArgument { is_label: true, ..DummyArgument::default() }
    }
}

/// A procedure's interface.
#[derive(Debug, Default)]
pub(super) struct Procedure {
    pub name: Word,
    /// The module that it is in.
    pub module: Option<Word>,
    pub dummies: Vec<DummyArgument>,
    /// Of a function.
    pub result: Option<Variable>,
    pub is_elemental: bool,
    /// Only its interface is known: that of an interface body.
    pub is_body: bool,
}

impl Procedure {
    /// Whether it is ELEMENTAL and has objects with arrays, so that its dummy arguments are not scalars here.
    pub fn is_elemental_with_arrays(&self) -> bool {
        let own = self.result.as_ref().map(|result| &result.shape);
        let mut shapes = self.dummies.iter().map(|dummy| &dummy.shape).chain(own);
        self.is_elemental && shapes.any(|shape| shape.derived().is_some_and(|ty| ty.has_arrays()))
    }

    /// The dummy argument of an actual one at that position, or with that keyword.
    pub fn dummy(&self, keyword: Option<&Word>, position: usize) -> Option<&DummyArgument> {
        match keyword {
            Some(keyword) => self.dummies.iter().find(|dummy| dummy.name == *keyword),
            None => self.dummies.get(position),
        }
    }
}

/// What a name stands for that is not a type or generic.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    Variable(Variable),
    Procedure(Rc<Procedure>),
}

/// The names of a scope. One name may be that of a type, of a generic interface and of a procedure.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub types: IndexMap<Word, Rc<DerivedType>>,
    pub generics: IndexMap<Word, Vec<Rc<Procedure>>>,
    pub others: IndexMap<Word, Meaning>,
    /// The groups of NAMELIST, with their variables.
    pub groups: IndexMap<Word, Vec<Word>>,
    /// The names of procedures that USE also gives other meanings.
    pub ambiguous: IndexSet<Word>,
    /// The names that are declared EXTERNAL.
    pub externals: IndexSet<Word>,
    /// The lengths of texts that are characters in the stores, but for those of the actual arguments.
    pub lengths: IndexMap<Word, Expr>,
    /// The attributes of what is declared here, whichever statement gives them. Dimensions are with the variables.
    pub attributes: IndexMap<Word, Vec<Attribute>>,
    /// The dummy arguments of assumed rank that are scalars in this instance of a procedure.
    pub rankless: IndexSet<Word>,
    /// SAVE without names: it is of all that is declared here.
    pub saves_all: bool,
    /// The scope around.
    pub outer: Option<Rc<Names>>,
    /// The types of names without a declaration.
    pub implied: ImpliedTypes,
}

impl Names {
    /// Those of a scope in this one, with nothing of its own yet.
    pub fn within(outer: Rc<Names>) -> Names {
        Names { implied: outer.implied.clone(), outer: Some(outer), ..Names::default() }
    }

    /// Scopes from this one outward.
    pub fn chain(&self) -> impl Iterator<Item = &Names> {
        std::iter::successors(Some(self), |names| names.outer.as_deref())
    }

    /// What a name stands for. What an inner scope declares hides all that the name is outside.
    pub fn find(&self, name: &str) -> Option<&Meaning> {
        self.chain().find(|names| names.has(name)).and_then(|names| names.others.get(name))
    }

    /// Whether it is a procedure's name that has another meaning, too, so that nothing can be called by it.
    pub fn is_ambiguous(&self, name: &str) -> bool {
        self.chain().find(|names| names.has(name)).is_some_and(|names| names.ambiguous.contains(name))
    }

    /// The derived type of that name.
    pub fn find_type(&self, name: &str) -> Option<&Rc<DerivedType>> {
        self.chain().find(|names| names.has(name)).and_then(|names| names.types.get(name))
    }

    /// The variables of a group of NAMELIST.
    pub fn group(&self, name: &str) -> Option<&Vec<Word>> {
        self.chain().find(|names| names.has(name) || names.groups.contains_key(name))?.groups.get(name)
    }

    /// The specific procedures of a generic name, the innermost scope's first.
    pub fn specifics(&self, name: &str) -> Vec<Rc<Procedure>> {
        let mut found: Vec<Rc<Procedure>> = Vec::new();
        for names in self.chain() {
            let new = names.generics.get(name).into_iter().flatten();
            found.extend(new.cloned());
            if names.others.contains_key(name) && !names.generics.contains_key(name) {
                break;
            }
        }
        found
    }

    /// Whether the name is that of an external procedure or a dummy one, and not of an intrinsic function.
    pub fn is_external(&self, name: &str) -> bool {
        self.chain().any(|names| names.externals.contains(name))
    }

    /// Whether this scope gives a name an attribute.
    pub fn gives(&self, name: &str, attribute: &Attribute) -> bool {
        self.attributes.get(name).is_some_and(|attributes| attributes.contains(attribute))
    }

    /// Whether a variable is an OPTIONAL dummy argument of this scope or of one around it.
    pub fn is_optional(&self, name: &str) -> bool {
        let declaring = self.chain().find(|names| names.has(name));
        declaring.is_some_and(|names| names.gives(name, &Attribute::Optional))
    }

    /// Whether a variable that is declared here is kept from one reference to the next.
    pub fn is_saved(&self, name: &str) -> bool {
        self.saves_all || self.gives(name, &Attribute::Save)
    }

    /// The INTENT that this scope gives a name.
    pub fn intent_of(&self, name: &str) -> Option<Intent> {
        self.attributes.get(name)?.iter().find_map(|attribute| match attribute {
            Attribute::Intent(intent) => Some(*intent),
            // What is done to it is not done to the actual argument.
            Attribute::Value => Some(Intent::In),
            _ => None,
        })
    }

    fn has(&self, name: &str) -> bool {
        self.others.contains_key(name) || self.types.contains_key(name)
    }

    /// Takes over what a name is in a module, under a name of its own.
    pub fn import(&mut self, local: &Word, from: &Names, source: &str) {
        if let Some(ty) = from.types.get(source) {
            self.types.insert(local.clone(), Rc::clone(ty));
        }
        if let Some(specifics) = from.generics.get(source) {
            let known = self.generics.entry(local.clone()).or_default();
            for specific in specifics {
                if !known.iter().any(|one| Rc::ptr_eq(one, specific)) {
                    known.push(Rc::clone(specific));
                }
            }
        }
        if let Some(meaning) = from.others.get(source) {
            let is_other = match (self.others.get(local), meaning) {
                (Some(Meaning::Procedure(known)), Meaning::Procedure(procedure)) => !Rc::ptr_eq(known, procedure),
                (Some(known), meaning) => [known, meaning].iter().any(|one| matches!(one, Meaning::Procedure(_))),
                (None, _) => false,
            };
            if is_other || from.ambiguous.contains(source) {
                self.ambiguous.insert(local.clone());
            }
            self.others.insert(local.clone(), meaning.clone());
        }
        if let Some(group) = from.groups.get(source) {
            self.groups.insert(local.clone(), group.clone());
        }
    }

    /// All names.
    pub fn all(&self) -> Vec<Word> {
        let types = self.types.keys().chain(self.generics.keys());
        types.chain(self.others.keys()).chain(self.groups.keys()).cloned().collect()
    }
}
