//! ALLOCATE of objects of derived type.

use super::components::ComponentType;
use super::constructors::no_derived_value;
use super::names::{Meaning, Ty};
use super::owned::whole_range;
use super::paths::{Path, Record, Value};
use super::pointer_allocation::PointerObject;
use super::pointers::operation;
use super::rewriter::{Outcome, Problem, Rewriter};
use super::terms::{declaration, integer, intrinsic, intrinsic_name, literal, name_expr, reference, within};
use super::types::{DerivedType, Leaf};
use super::typing::derived_name;
use super::whole_arrays::{WholeBounds, ranges};
use crate::resolved::BinaryOp;
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

/// What ALLOCATE or DEALLOCATE has after the objects.
pub(super) type Options = Vec<(Name, Expr)>;

/// SOURCE or MOLD of ALLOCATE.
#[derive(Clone)]
pub(super) struct Model {
    pub name: Name,
    pub value: Value,
    /// Its bounds, if it is a whole array with other lower bounds than 1.
    pub bounds: Option<WholeBounds>,
}

impl Model {
    /// What is copied.
    pub fn source_of(value: Value, bounds: Option<WholeBounds>, span: Span) -> Model {
        Model { name: Name { text: "source".into(), span }, value, bounds }
    }

    /// Whether its elements are copied.
    pub fn is_source(&self) -> bool {
        self.name.text == "source"
    }
}

/// The value of an option.
pub(super) fn option(options: &[(Name, Expr)], word: &str) -> Option<Expr> {
    options.iter().find(|(name, _)| name.text == word).map(|(_, value)| value.clone())
}

/// What STAT= and ERRMSG= get where ALLOCATE or DEALLOCATE fails.
pub(super) fn failure(options: &[(Name, Expr)], status: i64, message: &str, span: Span) -> Vec<StatementKind> {
    let text = Expr { kind: ExprKind::Text(message.to_owned(), None), span };
    let values = [("stat", integer(status, span)), ("errmsg", text)].into_iter();
    let each = values.filter_map(|(word, value)| Some(StatementKind::Assign { target: option(options, word)?, value }));
    each.collect()
}

impl Rewriter<'_> {
    /// DEALLOCATE.
    pub fn deallocate(
        &mut self,
        objects: Vec<Expr>,
        options: Vec<(Name, Expr)>,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        let options = self.allocation_options(options, &["stat", "errmsg"])?;
        let (mut all, mut first, mut statements) = (Vec::new(), Vec::new(), Vec::new());
        for object in objects {
            if let Some(pointer) = self.pointer_object(&object)? {
                if let Some(target) = option(&options, "stat").filter(|_| statements.is_empty()) {
                    statements.push(StatementKind::Assign { target, value: integer(0, span) });
                }
                statements.extend(self.deallocate_pointer(pointer, &options)?);
                continue;
            }
            match self.value(object)? {
                Value::Plain(object, _) => all.push(object),
                Value::Record(record) => {
                    first.extend(self.finalize_allocated(&record, span)?);
                    all.extend(record.leaves());
                }
                other => return Err(no_derived_value(other.span())),
            }
        }
        if !all.is_empty() {
            first.push(StatementKind::Deallocate { objects: all, options });
        }
        first.extend(statements);
        Ok(first)
    }

    /// MOVE_ALLOC of ALLOCATABLE objects: of each of their variables. What the second one owned is freed.
    pub fn move_objects(&mut self, from: Record, to: Record, span: Span) -> Outcome<Vec<StatementKind>> {
        self.check_type(&to.ty, &from)?;
        let (source, target) = (self.object(from)?, self.object(to.clone())?);
        let is_whole = |path: &Path| path.place.is_none() && path.levels.len() == 1 && self.is_allocatable(&path.name);
        if !is_whole(&source) || !is_whole(&target) {
            return Err(Problem::Refused("MOVE_ALLOC of this component of derived type", span));
        }
        let leaves = target.leaves(&to.ty);
        let mut statements = self.finalize_allocated(&to, span)?;
        if to.ty.owns() {
            let condition = intrinsic("allocated", leaves.iter().take(1).cloned().collect(), span);
            statements.extend(within(condition, self.release_all(&target, &to.ty, span)?));
        }
        for (from, to) in source.leaves(&to.ty).into_iter().zip(leaves) {
            let procedure = Name { text: intrinsic_name("move_alloc"), span };
            let arguments = [from, to].map(|value| Argument { keyword: None, value }).into();
            statements.push(StatementKind::Call { procedure, arguments });
        }
        Ok(statements)
    }

    /// MOVE_ALLOC of an ALLOCATABLE object to a component that owns its target.
    pub fn move_to_owner(
        &mut self,
        from: Record,
        path: Path,
        ty: Rc<DerivedType>,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        let (of, source) = (Rc::clone(&from.ty), self.object(from.clone())?);
        let leaves = source.leaves(&of);
        let mut statements = self.finalize_target(&path, &ty, span)?;
        statements.extend(self.release(&path, &ty, span));
        let condition = intrinsic("allocated", leaves.iter().take(1).cloned().collect(), span);
        statements.push(StatementKind::IfThen { name: None, condition });
        statements.extend(self.inside(|rewriter| rewriter.assign_owned(path, ty, (Value::Record(from), None), span))?);
        statements.extend(self.release_all(&source, &of, span)?);
        statements.push(StatementKind::Deallocate { objects: leaves, options: Vec::new() });
        statements.push(StatementKind::EndIf(None));
        Ok(statements)
    }

    /// MOVE_ALLOC of a component that owns its target to an ALLOCATABLE object.
    pub fn move_from_owner(
        &mut self,
        path: Path,
        ty: Rc<DerivedType>,
        to: Record,
        is_copy: bool,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        let (of, target) = (Rc::clone(&to.ty), self.object(to.clone())?);
        let (leaves, parts) = (target.leaves(&of), path.leaves(&ty));
        let open = |condition| StatementKind::IfThen { name: None, condition };
        let mut statements = if is_copy { Vec::new() } else { self.finalize_allocated(&to, span)? };
        statements.push(open(intrinsic("allocated", leaves.iter().take(1).cloned().collect(), span)));
        statements.extend(self.release_all(&target, &of, span)?);
        statements.push(StatementKind::Deallocate { objects: leaves, options: Vec::new() });
        statements.push(StatementKind::EndIf(None));
        statements.push(open(self.is_allocated(&path, &ty, span)));
        let bounds: Vec<Expr> = parts[2..].chunks_exact(3).map(|one| whole_range(one, span)).collect();
        let object = match bounds.is_empty() {
            true => Expr { kind: ExprKind::Name(target.name.clone()), span },
            false => reference(&target.name, bounds, span),
        };
        statements.extend(self.inside(|rewriter| rewriter.allocate(None, vec![object], Vec::new(), span))?);
        let value = self.target_of(Value::Record(Record::object(Rc::clone(&ty), path.clone())))?;
        statements.extend(self.inside(|rewriter| rewriter.store(Value::Record(to), value, span))?);
        if !is_copy {
            statements.extend(self.release(&path, &ty, span));
        }
        statements.push(StatementKind::EndIf(None));
        Ok(statements)
    }

    /// ALLOCATE: all variables of an object, then their default values.
    pub fn allocate(
        &mut self,
        ty: Option<TypeSpec>,
        objects: Vec<Expr>,
        options: Vec<(Name, Expr)>,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        let of = match ty.as_ref().and_then(derived_name) {
            Some(name) => match self.names.find_type(&name.text) {
                Some(of) => Some(Rc::clone(of)),
                None if self.modules.refused_types.contains(&name.text) => None,
                None => return Err(Problem::Error(Box::new(super::types::unknown_type(&name.text, name.span)))),
            },
            None => None,
        };
        let mut ty = ty.filter(|ty| derived_name(ty).is_none());
        let length = ty.as_mut().and_then(length_of);
        if let Some(length) = length {
            *length = self.plain(length.clone())?;
        }
        let mut options = self.allocation_options(options, &["stat", "errmsg"])?;
        let model = match options.iter().position(|(name, _)| matches!(name.text.as_str(), "source" | "mold")) {
            Some(at) => {
                let (name, expr) = options.remove(at);
                let (value, bounds) = self.value_with_bounds(expr)?;
                Some(Model { name, value, bounds })
            }
            None => None,
        };
        let (mut all, mut initial, mut has_pointers, mut has_models) = (Vec::new(), Vec::new(), false, false);
        for object in objects {
            if let Some(pointer) = self.pointer_object(&object)? {
                has_pointers = true;
                if let (Some(spec), true) = (&mut ty, pointer.ty.is_of_anything()) {
                    let (of, model) = self.boxed_spec(spec, span)?;
                    let object = PointerObject { of: Some(of), ..pointer };
                    initial.extend(self.allocate_pointer(object, model.as_ref(), &options)?);
                    continue;
                }
                if let (Some(_), Some(Ty::Derived(of))) = (&ty, pointer.ty.pointee_shape().ty) {
                    return Err(super::constructors::wrong_type(&of.name, span));
                }
                let length = ty.as_mut().filter(|_| pointer.ty.owns_text()).and_then(length_of);
                let length = length.map(|value| vec![Argument { keyword: None, value: value.clone() }]);
                let pointer = PointerObject { of: of.clone(), bounds: length.or(pointer.bounds), ..pointer };
                initial.extend(self.allocate_pointer(pointer, model.as_ref(), &options)?);
                continue;
            }
            let record = match self.value(object)? {
                Value::Plain(object, _) => {
                    all.push(match (&object.kind, &model) {
                        (ExprKind::Name(name), Some(Model { value, bounds: Some(bounds), .. }))
                            if !self.is_variable(value) =>
                        {
                            reference(name, ranges(bounds, object.span), object.span)
                        }
                        _ => object,
                    });
                    continue;
                }
                Value::Record(record) => record,
                other => return Err(no_derived_value(other.span())),
            };
            let path = self.object(record.clone())?;
            let Some(level) = path.levels.last().filter(|_| path.levels.len() == 1) else {
                return Err(Problem::Refused("ALLOCATE of a component of derived type", span));
            };
            if let Some(model) = &model {
                if has_models && option(&options, "stat").is_some() {
                    return Err(Problem::Refused("ALLOCATE of several objects with STAT and SOURCE or MOLD", span));
                }
                initial.extend(self.allocate_like(&path, record, model, &options, span)?);
                has_models = true;
                continue;
            }
            for leaf in record.ty.leaves() {
                let own = leaf.dimensions().map(|one| {
                    let range = Range { lower: one.lower.clone(), upper: one.upper.clone(), stride: None };
                    Expr { kind: ExprKind::Range(Box::new(range)), span }
                });
                let name: Word = format!("{}{}", path.name, leaf.path).into();
                let own: Vec<Expr> = own.map(plain_bound).collect();
                let given = level.subscripts.iter().flatten().map(|argument| argument.value.clone());
                let bounds: Vec<Expr> = own.into_iter().chain(given).collect();
                all.push(match bounds.is_empty() {
                    true => Expr { kind: ExprKind::Name(name.clone()), span },
                    false => reference(&name, bounds, span),
                });
                let Some(value) = leaf.initial.clone() else { continue };
                let target = Expr { kind: ExprKind::Name(name), span };
                let mut condition = intrinsic("allocated", vec![target.clone()], span);
                if let Some(stat) = option(&options, "stat") {
                    // What was allocated before stays as it is.
                    let is_made = operation(BinaryOp::Equal, stat, integer(0, span));
                    condition = operation(BinaryOp::And, condition, is_made);
                }
                let is_filled = leaf.rank() > 0 && self.is_array(&value) && level.rank > 0;
                let kinds = match is_filled {
                    true => self.fill(&Path::new(path.name.clone(), level.rank, span), &leaf, value, span)?,
                    false => vec![StatementKind::Assign { target, value }],
                };
                initial.push(StatementKind::IfThen { name: None, condition });
                initial.extend(kinds);
                initial.push(StatementKind::EndIf(None));
            }
        }
        if has_models && all.is_empty() {
            return Ok(initial);
        }
        if has_pointers && all.is_empty() {
            if let Some(target) = option(&options, "stat") {
                initial.insert(0, StatementKind::Assign { target, value: integer(0, span) });
            }
            return Ok(initial);
        }
        if let Some(Model { name, value, .. }) = model {
            let Value::Plain(value, _) = self.finish(value)? else { return Err(no_derived_value(span)) };
            options.push((name, value));
        }
        let allocate = StatementKind::Allocate { ty, objects: all, options };
        Ok([allocate].into_iter().chain(initial).collect())
    }

    /// The options of ALLOCATE or DEALLOCATE, where those of these names are rewritten.
    fn allocation_options(&mut self, options: Options, names: &[&str]) -> Outcome<Options> {
        let each = options.into_iter().map(|(name, value)| {
            let value = if names.contains(&name.text.as_str()) { self.plain(value)? } else { value };
            Ok((name, value))
        });
        each.collect()
    }

    /// Whether an object is ALLOCATABLE.
    pub fn is_allocatable(&self, name: &str) -> bool {
        matches!(self.find(name), Some(Meaning::Variable(variable)) if variable.is_allocatable)
    }

    /// Whether a value is a variable, or a part of an object, that is ALLOCATABLE.
    pub fn may_be_unallocated(&self, value: &Expr) -> bool {
        let ExprKind::Name(name) = &value.kind else { return false };
        let declares = |statement: &Statement| match &statement.kind {
            StatementKind::TypeDeclaration { attributes, entities, .. } => {
                attributes.contains(&Attribute::Allocatable) && entities.iter().any(|one| one.name.text == *name)
            }
            _ => false,
        };
        let mut parts = name.split('%');
        let Some(Meaning::Variable(variable)) = parts.next().and_then(|object| self.find(object)) else {
            return self.temporaries.iter().any(declares);
        };
        let (mut is_allocatable, mut ty) = (variable.is_allocatable, variable.shape.derived().cloned());
        for part in parts {
            let Some(component) = ty.as_ref().and_then(|ty| ty.components.get(part)) else { return false };
            let inner = match &component.ty {
                ComponentType::Derived(inner) => Some(Rc::clone(inner)),
                ComponentType::Intrinsic(_) => None,
            };
            (is_allocatable, ty) = (component.is_allocatable, inner);
        }
        is_allocatable
    }

    /// After an assignment to a variable of an ALLOCATABLE object, which may have allocated it with the bounds of the
    /// value: the bounds of the component.
    pub fn keep_bounds(&mut self, path: &Path, leaf: &Leaf, span: Span) -> Vec<StatementKind> {
        let is_whole = path.levels.iter().all(|level| level.subscripts.is_none());
        let other = |dimension: &DimensionSpec| dimension.lower.as_ref().is_some_and(|one| literal(one) != Some(1));
        if !is_whole || !self.is_allocatable(&path.name) || !leaf.dimensions().any(other) {
            return Vec::new();
        }
        let rank = leaf.rank() + path.rank();
        let copy = Name { text: self.new_name("bounds"), span };
        let open = DimensionSpec { lower: None, upper: None, is_open: true, span };
        let attributes = vec![Attribute::Allocatable];
        self.temporaries.push(declaration(
            leaf.ty.clone(),
            attributes,
            copy.text.clone(),
            vec![open; rank],
            None,
            span,
        ));
        let (copy, target) = (name_expr(&copy), path.leaf(leaf));
        let bound =
            |of: &str, array: &Expr, at: usize| reference(of, vec![array.clone(), integer(at as i64, span)], span);
        let lowers = leaf.dimensions().zip(1..).filter_map(|(dimension, at)| Some((dimension.lower.clone()?, at)));
        let differs = lowers.map(|(lower, at)| operation(BinaryOp::NotEqual, bound("lbound", &target, at), lower));
        let Some(condition) = differs.reduce(|one, other| operation(BinaryOp::Or, one, other)) else {
            return Vec::new();
        };
        let own = leaf.dimensions().map(|one| (one.lower.clone(), one.upper.clone()));
        let outer =
            (leaf.rank() + 1..=rank).map(|at| (Some(bound("lbound", &copy, at)), Some(bound("ubound", &copy, at))));
        let bounds = own.chain(outer).map(|(lower, upper)| {
            let range = Range { lower, upper, stride: None };
            plain_bound(Expr { kind: ExprKind::Range(Box::new(range)), span })
        });
        let ExprKind::Name(name) = &target.kind else { return Vec::new() };
        let allocated = reference(name, bounds.collect(), span);
        let argument = |value: &Expr| Argument { keyword: None, value: value.clone() };
        let moved = Name { text: intrinsic_name("move_alloc"), span };
        vec![
            StatementKind::IfThen { name: None, condition },
            StatementKind::Call { procedure: moved, arguments: vec![argument(&target), argument(&copy)] },
            StatementKind::Allocate { ty: None, objects: vec![allocated], options: Vec::new() },
            StatementKind::Assign { target, value: copy.clone() },
            StatementKind::Deallocate { objects: vec![copy], options: Vec::new() },
            StatementKind::EndIf(None),
        ]
    }
}

/// An extent alone where the lower bound is 1.
fn plain_bound(bound: Expr) -> Expr {
    match bound.kind {
        ExprKind::Range(range) if range.lower.is_none() => match range.upper {
            Some(upper) => upper,
            None => Expr { kind: ExprKind::Range(range), ..bound },
        },
        kind => Expr { kind, ..bound },
    }
}

/// The length that a type says.
pub(super) fn length_of(ty: &mut TypeSpec) -> Option<&mut Expr> {
    match &mut ty.kind {
        Some(KindSelector::Character { length: Some(LengthSpec::Value(length)), .. }) => Some(length),
        _ => None,
    }
}
