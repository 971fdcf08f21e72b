//! Declarations of objects of derived type: those of the variables that they become, with their initial values.

use super::declarations::leaf_name;
use super::names::Meaning;
use super::paths::{Path, Record, Value};
use super::rewriter::{Outcome, Problem, Rewriter, leaf_dimensions};
use super::terms::declaration;
use super::types::{DerivedType, repeated, unknown_type};
use super::typing::{derived_name, is_literal};
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

/// What a declaration says of an object.
struct Declared<'d> {
    ty: &'d Rc<DerivedType>,
    attributes: &'d [Attribute],
    dimensions: &'d [DimensionSpec],
    name: &'d Name,
    /// It has its default value from the beginning, not at each entry.
    is_static: bool,
}

impl Rewriter<'_> {
    /// A declaration of objects.
    pub fn objects(
        &mut self,
        ty: &TypeSpec,
        attributes: &[Attribute],
        entities: Vec<EntityDeclaration>,
        is_static: bool,
        span: Span,
        initial: &mut Vec<Statement>,
    ) -> Outcome<Vec<StatementKind>> {
        let Some(name) = derived_name(ty) else { return Ok(Vec::new()) };
        let Some(ty) = self.names.find_type(&name.text).cloned() else {
            self.refused_names.extend(entities.iter().map(|entity| entity.name.text.clone()));
            if !self.modules.refused_types.contains(&name.text) {
                self.problems.push(unknown_type(&name.text, name.span));
            }
            return Ok(vec![StatementKind::Invalid]);
        };
        self.need_constants(&ty);
        let mut done = Vec::new();
        for entity in entities {
            let mut dimensions = entity.dimensions_among(attributes).to_vec();
            for bound in dimensions.iter_mut().flat_map(|one| one.lower.iter_mut().chain(&mut one.upper)) {
                *bound = self.plain(bound.clone())?;
            }
            let given = match entity.initial {
                Some(Initializer::Value(value)) => Some(value),
                Some(Initializer::Data(_) | Initializer::Target(_)) => {
                    return Err(Problem::Refused("an initial value of this form", span));
                }
                None => None,
            };
            let is_static = is_static || self.names.is_saved(&entity.name.text);
            let declared = Declared { ty: &ty, attributes, dimensions: &dimensions, name: &entity.name, is_static };
            done.extend(self.object_declarations(&declared, given, span)?);
            let rank = self.rank_of(&entity.name.text);
            let is_local = !is_static && !self.dummies.contains(&entity.name.text);
            if is_local {
                self.note_finalized(&entity.name.text, &ty, rank);
            }
            if is_local && ty.owns() && !self.is_allocatable(&entity.name.text) {
                self.owners.push((entity.name.text.clone(), Rc::clone(&ty), rank));
            }
            initial.extend(self.initial_values(&declared, span)?);
        }
        Ok(done)
    }

    fn object_declarations(
        &mut self,
        declared: &Declared<'_>,
        given: Option<Expr>,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        let Declared { ty, attributes, dimensions, name, .. } = *declared;
        let values = match given {
            Some(value) => Some(self.given_values(ty, value)?),
            None => None,
        };
        let is_dummy = self.dummies.contains(&name.text);
        let is_object_allocatable = self.is_allocatable(&name.text);
        let kept = |attribute: &&Attribute| !matches!(attribute, Attribute::Dimension(_));
        let mut done = Vec::new();
        for (index, leaf) in ty.leaves().iter().enumerate() {
            let mut attributes: Vec<Attribute> = attributes.iter().filter(kept).cloned().collect();
            let rank = self.rank_of(&name.text).max(dimensions.len());
            if leaf.is_allocatable {
                if rank > 0 || is_object_allocatable {
                    return Err(Problem::Refused("an array of derived type with ALLOCATABLE components", name.span));
                }
                // Of a constant, it is not allocated.
                attributes.retain(|one| *one != Attribute::Parameter);
                attributes.push(Attribute::Allocatable);
            }
            let initial = match &values {
                Some((value_rank, values)) => {
                    let value = values.get(index).cloned().flatten();
                    let extents = leaf.own_extents().zip(self.extents_of(&name.text));
                    match (value, extents) {
                        (Some(value), extents) if rank > *value_rank && leaf.rank() > 0 && self.is_array(&value) => {
                            let what = "this initial value of an array of derived type";
                            let (own, all) = extents.ok_or(Problem::Refused(what, name.span))?;
                            Some(repeated(value, own.into_iter().chain(all)))
                        }
                        (value, _) => value,
                    }
                }
                None if declared.is_static && !is_dummy && self.has_default(&name.text) => {
                    let extents = self.extents_of(&name.text);
                    let is_filled =
                        rank > 0 && leaf.rank() > 0 && leaf.initial.as_ref().is_some_and(|one| self.is_array(one));
                    match (leaf.initial.clone(), leaf.own_extents().zip(extents)) {
                        (Some(value), Some((own, all))) if is_filled => {
                            Some(repeated(value, own.into_iter().chain(all)))
                        }
                        (Some(_), None) if is_filled => {
                            return Err(Problem::Refused("this default value of an array of derived type", name.span));
                        }
                        (value, _) => value,
                    }
                }
                None => None,
            };
            let dimensions = match dimensions.is_empty() && rank > 0 {
                // DIMENSION, or the like, gives them.
                true => Vec::new(),
                false => leaf_dimensions(leaf, dimensions, is_object_allocatable),
            };
            let name = leaf_name(name, leaf);
            let initial = initial.map(Initializer::Value);
            done.push(declaration(leaf.ty.clone(), attributes, name.text, dimensions, initial, span).kind);
        }
        Ok(done)
    }

    /// The rank of an initial value, and what the variables get; nothing those that are not allocated.
    fn given_values(&mut self, ty: &Rc<DerivedType>, value: Expr) -> Outcome<(usize, Vec<Option<Expr>>)> {
        let span = value.span;
        if let Some(arguments) = self.constructor_arguments(ty, &value) {
            let (values, unallocated) = self.structure_parts(ty, arguments.to_vec(), span)?;
            let each = values.into_iter().enumerate().map(|(at, value)| (!unallocated.contains(&at)).then_some(value));
            return Ok((0, each.collect()));
        }
        match self.value(value)? {
            Value::Record(record) => {
                self.check_type(ty, &record)?;
                Ok((record.rank, record.leaves().into_iter().map(Some).collect()))
            }
            other => Err(super::constructors::wrong_type(&ty.name, other.span())),
        }
    }

    /// Whether an object exists and has no value but the default ones when its unit is entered.
    fn has_default(&self, name: &str) -> bool {
        !self.is_allocatable(name) && !self.names.gives(name, &Attribute::Parameter)
    }

    /// Whether a constant is not known to be a scalar.
    pub fn is_array(&self, value: &Expr) -> bool {
        !is_literal(&self.names, value) && self.shape_of(value).rank != Some(0)
    }

    pub fn extents_of(&self, name: &str) -> Option<Vec<i64>> {
        match self.find(name) {
            Some(Meaning::Variable(variable)) => variable.extents.clone(),
            _ => None,
        }
    }

    pub fn rank_of(&self, name: &str) -> usize {
        match self.names.others.get(name) {
            Some(Meaning::Variable(variable)) => variable.shape.rank.unwrap_or(0),
            _ => 0,
        }
    }

    /// The assignments of default values at entry.
    fn initial_values(&mut self, declared: &Declared<'_>, span: Span) -> Outcome<Vec<Statement>> {
        let Declared { ty, name, is_static, .. } = *declared;
        let is_dummy = self.dummies.contains(&name.text);
        let is_out = self.names.intent_of(&name.text) == Some(Intent::Out) || self.result.as_ref() == Some(&name.text);
        let path = Path::new(name.text.clone(), self.rank_of(&name.text), span);
        let is_given = is_dummy && is_out && self.result.as_ref() != Some(&name.text);
        if is_given && self.is_allocatable(&name.text) {
            let done = self.finalize_allocated(&Record::object(Rc::clone(ty), path), span)?;
            let done = self.if_present(&name.text, done, span);
            return Ok(done.into_iter().map(|kind| Statement { label: None, kind, span }).collect());
        }
        if !self.has_default(&name.text) || is_static && !is_dummy || is_dummy && !is_out {
            return Ok(Vec::new());
        }
        let mut done = Vec::new();
        if is_given {
            let object = Record::object(Rc::clone(ty), path.clone());
            done = self.inside(|rewriter| rewriter.finalize(&object, span))?;
        }
        done.extend(self.first_values(&Value::Record(Record::object(Rc::clone(ty), path)), span)?);
        let done = self.if_present(&name.text, done, span);
        Ok(done.into_iter().map(|kind| Statement { label: None, kind, span }).collect())
    }
}
