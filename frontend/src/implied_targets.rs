//! Variables without TARGET to which procedures make pointers get the attribute.
//!
//! ```text
//! type(field) :: f                     function values(self) result(p)
//! real, pointer :: p(:)                  class(field), target :: self
//! p => f%values()                        real, pointer :: p(:)
//! p = 0                                  p => self%v
//! ```
//!
//! What has no TARGET is passed as a copy for a dummy argument with TARGET, and `p` would point to that. The standard
//! lets it be undefined after the call; programs rely on it, since compilers pass where the variable is.
//!
//! Procedures whose pointers get out are known by the statements `out => dummy` in them, where `out` is no variable of
//! their own, and by their calls of such procedures. Names are looked up by their text alone: what is found in excess
//! is a target without need.

mod survey;

use crate::tree::*;
use indexmap::IndexSet;
use survey::{Callee, Survey};

/// A unit by its number and a variable that it declares.
type Marks = IndexSet<(usize, Word)>;

/// Gives such variables of all files the attribute.
pub(crate) fn imply_targets(files: &mut [File]) {
    let marks = {
        let survey = Survey::of(files);
        if !survey.has_target_dummies() {
            return;
        }
        Search { exported: vec![IndexSet::new(); survey.units.len()], marks: Marks::new(), survey }.find()
    };
    if marks.is_empty() {
        return;
    }
    let mut number = 0;
    files.iter_mut().flat_map(|file| &mut file.units).for_each(|unit| mark(unit, &mut number, &marks));
}

/// Gives variables of a unit and those in it the attribute; units are numbered as [`Survey`] does.
fn mark(unit: &mut Unit, number: &mut usize, marks: &Marks) {
    let own = *number;
    *number += 1;
    let is_marked = |entity: &EntityDeclaration| marks.contains(&(own, entity.name.text.clone()));
    let mut statements = Vec::with_capacity(unit.statements.len());
    let mut is_in_type = false;
    for mut statement in std::mem::take(&mut unit.statements) {
        let mut targets = None;
        match &mut statement.kind {
            StatementKind::DerivedType { .. } => is_in_type = true,
            StatementKind::EndDerivedType(_) => is_in_type = false,
            StatementKind::Interface(block) => block.bodies.iter_mut().for_each(|body| mark(body, number, marks)),
            StatementKind::TypeDeclaration { ty, attributes, entities } if !is_in_type => {
                let (marked, others): (Vec<_>, Vec<_>) = std::mem::take(entities).into_iter().partition(is_marked);
                *entities = others;
                if !marked.is_empty() {
                    let attributes = attributes.iter().cloned().chain([Attribute::Target]).collect();
                    targets = Some(StatementKind::TypeDeclaration { ty: ty.clone(), attributes, entities: marked });
                }
            }
            _ => {}
        }
        let span = statement.span;
        let is_left =
            !matches!(&statement.kind, StatementKind::TypeDeclaration { entities, .. } if entities.is_empty());
        statements.extend(is_left.then_some(statement));
        statements.extend(targets.map(|kind| Statement { label: None, kind, span }));
    }
    unit.statements = statements;
    unit.contains.iter_mut().flat_map(|contains| &mut contains.units).for_each(|inner| mark(inner, number, marks));
}

struct Search<'t> {
    survey: Survey<'t>,
    /// Of each unit, the dummy arguments with TARGET to which it makes pointers that its callers see.
    exported: Vec<IndexSet<&'t Word>>,
    marks: Marks,
}

impl<'t> Search<'t> {
    /// Searches until nothing is new: a dummy argument that is marked may be one to which pointers get out.
    fn find(mut self) -> Marks {
        loop {
            let before = (self.marks.len(), self.exported.iter().map(IndexSet::len).sum::<usize>());
            for unit in 0..self.survey.units.len() {
                self.export(unit);
            }
            for unit in 0..self.survey.units.len() {
                self.mark_actuals(unit);
            }
            if before == (self.marks.len(), self.exported.iter().map(IndexSet::len).sum()) {
                return self.marks;
            }
        }
    }

    fn is_target(&self, unit: usize, name: &Word) -> bool {
        self.marks.contains(&(unit, name.clone()))
            || self.survey.units[unit].declared.get(name).is_some_and(|declared| declared.is_target)
    }

    /// Notes the dummy arguments of a unit to which pointers get out.
    fn export(&mut self, unit: usize) {
        let facts = &self.survey.units[unit];
        if facts.dummies.is_empty() {
            return;
        }
        let mut leaving: IndexSet<&'t Word> = IndexSet::new();
        loop {
            let before = leaving.len();
            for (to, from) in &facts.pointed {
                let Some(to) = self.survey.base(to) else { continue };
                if facts.is_own(to) && !leaving.contains(to) {
                    continue;
                }
                leaving.extend(self.bases(unit, from));
            }
            if leaving.len() == before {
                break;
            }
        }
        for call in facts.calls.iter().filter(|call| call.is_statement) {
            leaving.extend(self.pointed_to(unit, &call.callee, call.arguments));
        }
        let found = leaving.into_iter().filter(|name| facts.dummies.contains(name) && self.is_target(unit, name));
        let found: Vec<&Word> = found.collect();
        self.exported[unit].extend(found);
    }

    /// The variables of which parts may be the target of a pointer that gets a value.
    fn bases(&self, unit: usize, value: &'t Expr) -> Vec<&'t Word> {
        let call = match &value.kind {
            ExprKind::Reference(name, arguments) if !self.survey.units[unit].declared.contains_key(&name.text) => {
                Some((Callee::Named(&name.text), arguments.as_slice()))
            }
            ExprKind::Component(part) if self.survey.is_bound(&part.name.text) => {
                let arguments = part.arguments.as_deref().unwrap_or_default();
                Some((Callee::Bound(&part.of, &part.name.text), arguments))
            }
            _ => None,
        };
        match call {
            Some((callee, arguments)) => self.pointed_to(unit, &callee, arguments),
            None => self.survey.base(value).into_iter().collect(),
        }
    }

    /// The variables of which a call in a unit may give parts as targets to pointers.
    fn pointed_to(&self, unit: usize, callee: &Callee<'t>, arguments: &'t [Argument]) -> Vec<&'t Word> {
        let mut found = Vec::new();
        for (procedure, passed) in self.survey.procedures_of(callee) {
            for dummy in &self.exported[procedure] {
                let Some(at) = self.survey.units[procedure].dummies.get_index_of(dummy) else { continue };
                let actual = match callee {
                    Callee::Bound(object, _) if passed == Some(at) => Some(*object),
                    _ => {
                        let place = at - usize::from(passed.is_some_and(|passed| passed < at));
                        let is_it = |one: &&Argument| one.keyword.as_ref().is_some_and(|word| word.text == **dummy);
                        let by_place = || arguments.get(place).filter(|one| one.keyword.is_none());
                        arguments.iter().find(is_it).or_else(by_place).map(|argument| &argument.value)
                    }
                };
                let actual = actual.filter(|actual| self.survey.fits(unit, actual, procedure, dummy));
                found.extend(actual.and_then(|actual| self.survey.base(actual)));
            }
        }
        found
    }

    /// Marks the variables to which the calls of a unit make pointers.
    fn mark_actuals(&mut self, unit: usize) {
        let calls = self.survey.units[unit].calls.iter();
        let names: IndexSet<&Word> =
            calls.flat_map(|call| self.pointed_to(unit, &call.callee, call.arguments)).collect();
        for name in names {
            let Some(place) = self.survey.declaring(unit, name) else { continue };
            let facts = &self.survey.units[place];
            if self.is_target(place, name) || facts.declared[name].is_fixed {
                continue;
            }
            match facts.dummies.get_index_of(name) {
                Some(at) => {
                    let family = self.survey.family(place, at);
                    let is_free = |(unit, at): &(usize, usize)| self.survey.may_be_target(*unit, *at);
                    if family.iter().all(is_free) {
                        let named = |(unit, at): (usize, usize)| (unit, self.survey.units[unit].dummies[at].clone());
                        let marks: Vec<_> = family.into_iter().map(named).collect();
                        self.marks.extend(marks);
                    }
                }
                None => {
                    self.marks.insert((place, name.clone()));
                }
            }
        }
    }
}
