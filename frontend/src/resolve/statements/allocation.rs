//! ALLOCATE, DEALLOCATE, ALLOCATED, MOVE_ALLOC.

use super::targets::Target;
use crate::diagnostics::Diagnostic;
use crate::resolve::expressions::one;
use crate::resolve::intrinsics::matcher::{Matched, Reference};
use crate::resolve::scope::facts::Use;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{
    Allocation, AllocationOutcome, ArrayForm, CharacterLength, Expr, ExprKind, Statement, StatementKind, SymbolId,
    Variable,
};
use crate::tree::{self, Intent, Name};
use forlane_semantics::types::Type;

/// The options of ALLOCATE and DEALLOCATE.
#[derive(Default)]
struct Options<'t> {
    outcome: AllocationOutcome,
    /// The value of SOURCE= or MOLD=, and whether it is copied.
    source: Option<(&'t tree::Expr, bool)>,
}

impl Scope<'_> {
    fn allocation_options<'t>(&mut self, options: &'t [(Name, tree::Expr)], allocates: bool) -> Outcome<Options<'t>> {
        let mut found = Options::default();
        for (keyword, value) in options {
            match keyword.text.as_str() {
                "stat" => {
                    let (target, ty) = self.resolve_target(value)?;
                    let (Target::Scalar(designator), Type::Integer(_)) = (target, ty) else {
                        return Err(self.error_with_help(
                            "E0227",
                            value.span,
                            "STAT= takes a scalar INTEGER variable",
                            "use an INTEGER variable",
                        ));
                    };
                    found.outcome.status = Some(designator);
                }
                "errmsg" => {
                    let (target, ty) = self.resolve_target(value)?;
                    let (Target::Scalar(designator), Type::Character) = (target, ty) else {
                        return Err(self.error_with_help(
                            "E0227",
                            value.span,
                            "ERRMSG= takes a scalar CHARACTER variable",
                            "use a CHARACTER variable",
                        ));
                    };
                    found.outcome.message = Some(designator);
                }
                "source" | "mold" if allocates && found.source.is_none() => {
                    found.source = Some((value, keyword.text == "source"));
                }
                other => {
                    let message = format!("{}= is not supported yet", other.to_uppercase());
                    return Err(self.error("E0983", keyword.span, message));
                }
            }
        }
        Ok(found)
    }

    /// An allocatable variable's name, and the variable's rank.
    fn allocatable(&mut self, object: &tree::Expr) -> Outcome<(SymbolId, usize)> {
        let name = match &object.kind {
            tree::ExprKind::Name(name) => name,
            tree::ExprKind::Reference(name, _) => &name.text,
            _ => {
                return Err(self.error_with_help(
                    "E0210",
                    object.span,
                    "this can't be allocated",
                    "only ALLOCATABLE variables and pointers can be allocated",
                ));
            }
        };
        let symbol = self.symbol_of_name(name, object.span)?;
        self.use_as(name, Use::Variable, object.span)?;
        match self.variable(symbol) {
            Some(Variable { form: ArrayForm::Allocatable, shape, .. }) => {
                Ok((symbol, shape.as_ref().map_or(0, Vec::len)))
            }
            _ => Err(self.error_with_help(
                "E0210",
                object.span,
                format!("`{}` is not ALLOCATABLE", name.to_uppercase()),
                "declare it ALLOCATABLE",
            )),
        }
    }

    fn allocated_bounds(&mut self, object: &tree::Expr, rank: usize, has_source: bool) -> Outcome<Vec<(Expr, Expr)>> {
        let tree::ExprKind::Reference(_, arguments) = &object.kind else {
            if rank == 0 || has_source {
                return Ok(Vec::new());
            }
            return Err(self.error("E0224", object.span, "ALLOCATE needs the array's bounds"));
        };
        if arguments.len() != rank {
            let message = format!("the array has rank {rank}, but {} bounds are given", arguments.len());
            return Err(self.error("E0224", object.span, message));
        }
        let mut bounds = Vec::with_capacity(rank);
        for argument in arguments {
            self.refuse_keyword(argument)?;
            let span = argument.value.span;
            bounds.push(match &argument.value.kind {
                tree::ExprKind::Range(range) => match (&range.lower, &range.upper, &range.stride) {
                    (Some(lower), Some(upper), None) => (self.resolve_index(lower)?, self.resolve_index(upper)?),
                    _ => return Err(self.error("E0224", span, "ALLOCATE takes `upper` or `lower:upper`")),
                },
                _ => (one(span), self.resolve_index(&argument.value)?),
            });
        }
        Ok(bounds)
    }

    /// ALLOCATE.
    pub fn resolve_allocate(
        &mut self,
        ty: Option<&tree::TypeSpec>,
        objects: &[tree::Expr],
        options: &[(Name, tree::Expr)],
    ) -> Outcome<StatementKind> {
        let Options { outcome, source } = self.allocation_options(options, true)?;
        let (source, is_copied) = match source {
            Some((source, is_copied)) => (Some(self.resolve_array_or_scalar(source)?), is_copied),
            None => (None, false),
        };
        let length = ty.map(|ty| self.allocated_length(ty)).transpose()?.flatten();
        let declared = ty.map(|ty| self.type_of_spec(ty)).transpose()?;
        let mut resolved = Vec::with_capacity(objects.len());
        for object in objects {
            let (symbol, rank) = self.allocatable(object)?;
            resolved.push((symbol, self.allocated_bounds(object, rank, source.is_some())?));
            let own = self.variable(symbol).map(|variable| variable.ty);
            let given = declared.or(source.as_ref().map(|source| source.ty));
            if let (Some(own), Some(given)) = (own, given)
                && own != given
            {
                let message = format!("a variable of type {} is allocated as {}", own.name(), given.name());
                return Err(self.error("E0222", object.span, message));
            }
            let source_rank = source.as_ref().map_or(0, Expr::rank);
            let has_bounds = matches!(object.kind, tree::ExprKind::Reference(..));
            if source.is_some() && source_rank != rank && (source_rank > 0 || !has_bounds && rank > 0) {
                let message = format!("the variable has rank {rank}, the source {source_rank}");
                return Err(self.error("E0280", object.span, message));
            }
            let is_deferred = matches!(self.symbols[symbol].length, Some(CharacterLength::Deferred));
            if is_deferred && length.is_none() && source.is_none() {
                let error = Diagnostic::error("E0290", object.span, "the length of this variable is not specified");
                return Err(self.report(error.with_help("write `allocate (character(len=n) :: name)`, or SOURCE=")));
            }
        }
        let allocation = Allocation { objects: resolved, source, is_copied, length, outcome };
        Ok(StatementKind::Allocate(Box::new(allocation)))
    }

    /// The length before `::`.
    fn allocated_length(&mut self, ty: &tree::TypeSpec) -> Outcome<Option<Expr>> {
        let Some(tree::KindSelector::Character { length: Some(length), .. }) = &ty.kind else { return Ok(None) };
        match length {
            tree::LengthSpec::Value(value) => self.resolve_index(value).map(Some),
            tree::LengthSpec::Assumed(_) => Ok(None),
            tree::LengthSpec::Deferred(span) => {
                Err(self.error("E0290", *span, "the length in ALLOCATE can't be deferred"))
            }
        }
    }

    /// DEALLOCATE.
    pub fn resolve_deallocate(
        &mut self,
        objects: &[tree::Expr],
        options: &[(Name, tree::Expr)],
    ) -> Outcome<StatementKind> {
        let Options { outcome, .. } = self.allocation_options(options, false)?;
        let objects: Vec<Outcome<_>> =
            objects.iter().map(|object| self.allocatable(object).map(|(symbol, _)| symbol)).collect();
        Ok(StatementKind::Deallocate { objects: objects.into_iter().collect::<Outcome<_>>()?, outcome })
    }

    /// ALLOCATED of ARRAY or SCALAR.
    pub fn resolve_allocated(&mut self, reference: Reference<'_>, matched: &Matched<'_>) -> Outcome<Expr> {
        let ([Some(argument), None] | [None, Some(argument)]) = matched[..] else {
            let message = format!("{} takes one of ARRAY and SCALAR", reference.shown());
            return Err(self.error("E0226", reference.span, message));
        };
        let symbol = self.allocatable_given(reference, argument)?;
        Ok(Expr::new(ExprKind::IsAllocated(symbol), Type::Logical, reference.span))
    }

    /// The ALLOCATABLE variable that an argument of an intrinsic procedure names.
    fn allocatable_given(&mut self, reference: Reference<'_>, argument: &tree::Expr) -> Outcome<SymbolId> {
        if !matches!(argument.kind, tree::ExprKind::Name(_)) {
            let message = format!("{} expects an ALLOCATABLE variable", reference.shown());
            return Err(self.error("E0226", argument.span, message));
        }
        self.allocatable(argument).map(|(symbol, _)| symbol)
    }

    /// CALL MOVE_ALLOC(FROM, TO).
    pub fn resolve_move_allocation(
        &mut self,
        reference: Reference<'_>,
        matched: &Matched<'_>,
    ) -> Outcome<StatementKind> {
        let [Some(from), Some(to)] = matched[..] else { return Err(self.reported_before()) };
        let source = self.allocatable_given(reference, from)?;
        let target = self.allocatable_given(reference, to)?;
        let fits = match (self.allocatable_of(source), self.allocatable_of(target)) {
            (Some(from), Some(to)) => from.can_become(to),
            _ => false,
        };
        if !fits {
            return Err(self.error(
                "E0226",
                reference.span,
                "FROM and TO of MOVE_ALLOC differ in type, rank or length",
            ));
        }
        Ok(StatementKind::MoveAllocation { from: source, to: target })
    }

    /// What the unit deallocates where it begins: ALLOCATABLE dummy arguments with INTENT(OUT), and such a result.
    pub fn released_at_entry(&self) -> Option<Statement> {
        let is_out = |symbol: &SymbolId| {
            let name = self.symbols[*symbol].name.as_str();
            let facts = self.names.get(name).filter(|facts| facts.symbol == *symbol);
            facts.is_some_and(|facts| facts.intent == Some(Intent::Out))
        };
        let dummies = self.dummies.iter().copied().filter(is_out);
        let is_allocatable =
            |symbol: &SymbolId| self.variable(*symbol).is_some_and(|variable| variable.form == ArrayForm::Allocatable);
        let released: Vec<SymbolId> = dummies.chain(self.result).filter(is_allocatable).collect();
        let statement = Statement { label: None, kind: StatementKind::Release(released.clone()), span: self.name_span };
        (!released.is_empty()).then_some(statement)
    }
}
