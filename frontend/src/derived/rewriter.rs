//! The state while the statements of one unit are rewritten.

use super::Modules;
use super::copiers::Work;
use super::finalize::Finalized;
use super::names::{Meaning, Names, Shaped};
use super::paths::{Path, Record, RecordKind};
use super::terms::{declaration, integer};
use super::types::{DerivedType, Leaf};
use super::typing::{constant_type, implied_type};
use crate::diagnostics::Diagnostic;
use crate::source::{DefaultKinds, Span};
use crate::tree::*;
use indexmap::{IndexMap, IndexSet};
use std::rc::Rc;

/// Why a statement can't be rewritten.
pub(super) enum Problem {
    Error(Box<Diagnostic>),
    /// What is not supported, and where.
    Refused(&'static str, Span),
}

impl Problem {
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Problem {
        Problem::Error(Box::new(Diagnostic::error(code, span, message)))
    }

    /// Sets the hint, in place of the usual one of its code.
    pub fn with_help(mut self, help: impl Into<String>) -> Problem {
        if let Problem::Error(diagnostic) = &mut self {
            diagnostic.help = Some(help.into());
        }
        self
    }

    /// What is reported where no statement can fail for it when it is reached.
    pub fn diagnostic(self) -> Diagnostic {
        match self {
            Problem::Error(diagnostic) => *diagnostic,
            Problem::Refused(what, span) => Diagnostic::error("E0947", span, format!("{what} is not supported yet")),
        }
    }
}

pub(super) type Outcome<T> = Result<T, Problem>;

/// A name of a module that a unit needs and its USE statements may not give it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Need {
    pub module: Word,
    pub local: Word,
    pub source: Word,
}

/// Rewrites the statements of a unit.
pub(super) struct Rewriter<'p> {
    pub modules: &'p Modules,
    /// The module that the unit is or is in.
    pub module: Option<Word>,
    /// The unit is an interface body.
    pub is_body: bool,
    /// The names of the innermost scope.
    pub names: Rc<Names>,
    /// What comes before the present statement.
    pub prelude: Vec<Statement>,
    /// Why nothing can come before the present expression alone.
    pub stays_inside: Option<&'static str>,
    /// The present expression may not be evaluated: it is a second operand of `.AND.` or `.OR.`, or in one.
    pub may_be_skipped: bool,
    /// The declarations of variables that hold values for a while.
    pub temporaries: Vec<Statement>,
    pub needs: IndexSet<Need>,
    /// The names of the host that an interface body needs and its IMPORT may not give it.
    pub imports: IndexSet<Word>,
    pub problems: Vec<Diagnostic>,
    pub count: usize,
    /// By the index of a derived type's first statement: the constants that its definition needs.
    pub constants: IndexMap<usize, Vec<Statement>>,
    /// The dummy arguments, and the result of a function of derived type.
    pub dummies: IndexSet<Word>,
    /// That result.
    pub result: Option<Word>,
    /// What was declared with a type that is not known.
    pub refused_names: Vec<Word>,
    /// The specification part of the unit is being rewritten.
    pub is_declaring: bool,
    /// The kinds of what is declared or written without one.
    pub default_kinds: DefaultKinds,
    /// What comes after the present statement.
    pub after: Vec<Statement>,
    /// The present arguments are for a function whose value is a pointer, perhaps to one of them.
    pub keeps_copies: bool,
    /// The pointers and the variables in the stores that the unit declares, and the initial values of these.
    pub own_pointers: IndexMap<Word, Span>,
    /// Those that have been declared.
    pub declared_pointers: IndexSet<Word>,
    pub target_values: IndexMap<Word, Expr>,
    /// What pointers that the unit declares point to from the beginning.
    pub initial_targets: IndexMap<Word, Expr>,
    /// The local variables that own what is in the stores, and their ranks.
    pub owners: Vec<(Word, Rc<DerivedType>, usize)>,
    /// The local variables that have final procedures.
    pub finalized: Vec<Finalized>,
    /// How many assignments of what objects own are in each other.
    pub copy_depth: usize,
    /// The modules whose variables in the stores the unit names.
    pub placed_modules: IndexSet<Word>,
    /// Variables for the parts of a pointer.
    pub scratch: Vec<Name>,
    /// The WHERE constructs that are open: nothing is allocated in them.
    pub masks: usize,
    /// Those of them in which statements can be: nothing else comes before these.
    pub mask_constructs: usize,
    /// The FORALL constructs that are open: a statement in them is executed for all indices before the next one.
    pub foralls: usize,
    /// The unit is PURE or ELEMENTAL.
    pub is_pure: bool,
    /// The name of the result of the function that the unit is.
    pub own_result: Option<Word>,
    /// The unit's name.
    pub own_name: Option<Word>,
    /// The unit copies objects as intrinsic assignment does.
    pub work: Option<Work>,
    /// The unit has calls of which the type of an object decides, or by a name of a type that stands for it, so that it
    /// may be one that calls itself.
    pub is_polymorphic: bool,
}

impl Rewriter<'_> {
    /// Notes that FORALL constructs begin and end, and WHERE constructs end.
    pub fn count_constructs(&mut self, kind: &StatementKind) {
        match kind {
            StatementKind::EndWhere(_) => {
                self.masks = self.masks.saturating_sub(1);
                self.mask_constructs = self.mask_constructs.saturating_sub(1);
            }
            StatementKind::ForallConstruct { .. } => self.foralls += 1,
            StatementKind::EndForall(_) => self.foralls = self.foralls.saturating_sub(1),
            _ => {}
        }
    }

    /// Adds a statement before the present one.
    pub fn before(&mut self, kind: StatementKind, span: Span) -> Outcome<()> {
        if let Some(what) = self.stays_inside {
            return Err(Problem::Refused(what, span));
        }
        if self.mask_constructs > 0 {
            return Err(Problem::Refused("a statement of a WHERE construct that needs others before it", span));
        }
        self.prelude.push(Statement { label: None, kind, span });
        Ok(())
    }

    /// Statements in a block of their own: what comes before them is in it, too.
    pub fn inside(
        &mut self,
        work: impl FnOnce(&mut Self) -> Outcome<Vec<StatementKind>>,
    ) -> Outcome<Vec<StatementKind>> {
        let outer = std::mem::take(&mut self.prelude);
        let statements = work(self);
        let inner = std::mem::replace(&mut self.prelude, outer);
        Ok(inner.into_iter().map(|statement| statement.kind).chain(statements?).collect())
    }

    /// A new name that no program can have.
    pub fn new_name(&mut self, hint: &str) -> Word {
        self.count += 1;
        format!("{hint}%{}", self.count).into()
    }

    /// A new object to hold a value of a rank. Its arrays are allocated when they are assigned.
    pub fn temporary(&mut self, ty: &Rc<DerivedType>, rank: usize, hint: &str, span: Span) -> Path {
        self.allocatable_temporary(ty, rank, rank > 0, hint, span)
    }

    /// The same; `is_allocatable` says that it is for a procedure to allocate.
    pub fn allocatable_temporary(
        &mut self,
        ty: &Rc<DerivedType>,
        rank: usize,
        is_allocatable: bool,
        hint: &str,
        span: Span,
    ) -> Path {
        let name = self.new_name(hint);
        self.need_constants(ty);
        for leaf in ty.leaves() {
            let all = leaf.rank() + rank;
            let is_allocatable = is_allocatable || leaf.is_allocatable;
            let dimensions = if is_allocatable {
                vec![DimensionSpec { lower: None, upper: None, is_open: true, span }; all]
            } else {
                leaf.dimensions().cloned().collect()
            };
            let attributes = if is_allocatable { vec![Attribute::Allocatable] } else { Vec::new() };
            let name = format!("{name}{}", leaf.path).into();
            self.temporaries.push(declaration(leaf.ty, attributes, name, dimensions, None, span));
        }
        Path::new(name, rank, span)
    }

    /// A new INTEGER variable.
    pub fn integer(&mut self, hint: &str, span: Span) -> Name {
        self.integer_of_kind(hint, 4, span)
    }

    /// A new INTEGER variable of a kind.
    pub fn integer_of_kind(&mut self, hint: &str, kind: i64, span: Span) -> Name {
        let name = self.new_name(hint);
        let ty = TypeSpec { name: TypeName::Integer, kind: Some(KindSelector::Kind(integer(kind, span))), span };
        self.temporaries.push(declaration(ty, Vec::new(), name.clone(), Vec::new(), None, span));
        Name { text: name, span }
    }

    /// An object with the value of a record.
    pub fn object(&mut self, record: Record) -> Outcome<Path> {
        let values = match record.kind {
            RecordKind::Object(path) => return Ok(path),
            RecordKind::Leaves(values) => values,
        };
        let path = self.temporary(&record.ty, record.rank, &record.ty.name.clone(), record.span);
        for (leaf, value) in record.ty.leaves().iter().zip(values) {
            let target = path.leaf(leaf);
            if leaf.is_allocatable && record.rank == 0 && self.may_be_unallocated(&value) {
                for kind in super::whole_arrays::copy_allocatable(target, value, leaf.rank(), record.span) {
                    self.before(kind, record.span)?;
                }
            } else {
                self.before(StatementKind::Assign { target, value }, record.span)?;
            }
        }
        Ok(path)
    }

    /// Sees to it that the constants of a type's definition are accessible.
    pub fn need_constants(&mut self, ty: &Rc<DerivedType>) {
        for ty in ty.all_types() {
            let Some(module) = ty.module.clone().filter(|module| self.module.as_ref() != Some(module)) else {
                if self.is_body {
                    self.imports.extend(ty.constants.iter().cloned());
                }
                continue;
            };
            for constant in &ty.constants {
                let (module, local, source) = (module.clone(), constant.clone(), constant.clone());
                self.needs.insert(Need { module, local, source });
            }
        }
    }

    /// What a name stands for.
    pub fn find(&self, name: &str) -> Option<&Meaning> {
        self.names.find(name)
    }

    /// Type and rank of a whole component of a variable, by its name here.
    fn shape_of_part(&self, name: &str) -> Option<Shaped> {
        let mut parts = name.split('%');
        let Some(Meaning::Variable(variable)) = self.find(parts.next()?) else { return None };
        parts.try_fold(variable.shape.clone(), |shape, part| {
            let component = shape.derived()?.components.get(part)?;
            let rank = shape.rank? + component.dimensions.len();
            Some(Shaped::new(component.shape.ty.clone(), rank))
        })
    }

    /// Type and rank of an expression that has been rewritten, as far as its form shows them.
    pub fn shape_of(&self, expr: &Expr) -> Shaped {
        match &expr.kind {
            ExprKind::Name(name) => match self.find(name) {
                Some(Meaning::Variable(variable)) => variable.shape.clone(),
                Some(Meaning::Procedure(_)) => Shaped::default(),
                None if name.contains('%') => self.shape_of_part(name).unwrap_or_default(),
                None => Shaped::new(implied_type(&self.names, name), 0),
            },
            ExprKind::Paren(inner) | ExprKind::Unary(_, inner) => self.shape_of(inner),
            ExprKind::Constructor(..) => Shaped { ty: None, rank: Some(1) },
            _ => match constant_type(&self.names, expr) {
                Some(ty) => Shaped::new(Some(ty), 0),
                None => self.shape_of_operation(expr),
            },
        }
    }
}

/// The dimensions of a leaf of an object: its own, then the object's. Where the object's are open, or it is
/// ALLOCATABLE, so are all.
pub(super) fn leaf_dimensions(leaf: &Leaf, object: &[DimensionSpec], is_allocatable: bool) -> Vec<DimensionSpec> {
    let is_open = is_allocatable || object.iter().any(|dimension| dimension.is_open);
    let own = leaf.dimensions().cloned().map(|own| match is_open {
        true => DimensionSpec { upper: None, is_open: true, ..own },
        false => own,
    });
    own.chain(object.iter().cloned()).collect()
}
