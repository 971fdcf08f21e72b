//! Variables with TARGET, which are in the stores: made where their unit is entered, freed where it is left.
//!
//! | variable | made | freed |
//! |---|---|---|
//! | of a procedure | at entry | at RETURN and END |
//! | of a main program, with SAVE or DATA | at the first entry | never |
//! | of a module | at the first entry of a unit that names one of the module's, by a procedure of the module | never |
//! | dummy argument of a procedure in a module or host | by the caller, who passes what a pointer to it has | by the caller |
//! | dummy argument of an external procedure, or with VALUE | at entry, as a copy | at RETURN and END, copied back |
//!
//! Pointers with an initial target begin with a number that no target has, and are given theirs where variables with
//! SAVE are made.
//!
//! Of dummy arguments these are the ones that the procedure may point to, or that may have another name in it.

use super::names::{Meaning, Placed, Variable};
use super::owned_texts::text_of;
use super::paths::{Path, Record, Value};
use super::pointer_allocation::PointerObject;
use super::pointer_bounds::{extent_between, next_step};
use super::pointers::operation;
use super::refused_types::has_target;
use super::rewriter::{Need, Outcome, Problem, Rewriter};
use super::terms::{declaration, name_expr, subroutine, within};
use super::terms::{integer, intrinsic};
use crate::resolve::pure_dummy;
use crate::resolved::BinaryOp;
use crate::source::Span;
use crate::tree::*;
use forlane_semantics::pointer_part;
use std::rc::Rc;

/// How the names of the procedures end that make the targets of modules: each begins with its module's, as a module may
/// use others that have one.
const MAKER: &str = "%make%targets";

/// The number of the target of a pointer that is yet to be given its initial one.
const INITIAL: i64 = -1;

/// Whether a unit is that procedure.
pub(super) fn is_maker(unit: &Unit) -> bool {
    unit.header.as_ref().is_some_and(|header| header.name.text.ends_with(MAKER))
}

fn maker_of(module: &Word) -> Word {
    format!("{module}{MAKER}").into()
}

impl Rewriter<'_> {
    /// The variables of the unit that are in the stores, with their names.
    pub fn placed_variables(&self) -> Vec<(Word, Variable)> {
        let all = self.names.others.iter().filter_map(|(name, meaning)| match meaning {
            Meaning::Variable(variable) if variable.placed.is_some() && self.own_pointers.contains_key(name) => {
                Some((name.clone(), variable.clone()))
            }
            _ => None,
        });
        all.collect()
    }

    /// Whether there is something to do for them, or for pointers with initial targets.
    pub fn has_targets(&self) -> bool {
        !self.initial_targets.is_empty() || !self.placed_variables().is_empty()
    }

    fn placed_object(&self, name: &Word, variable: &Variable, span: Span) -> Option<(Path, Value)> {
        let ty = variable.pointer.clone()?;
        let path = Path::new(name.clone(), 0, span);
        Some((path.clone(), Value::Record(Record::object(ty, path))))
    }

    /// The statements that make a variable in the stores.
    fn make_target(&mut self, name: &Word, variable: &Variable, span: Span) -> Outcome<Vec<StatementKind>> {
        let Some(ty) = variable.pointer.clone() else { return Ok(Vec::new()) };
        let mut bounds = Vec::new();
        for DimensionSpec { lower, upper, span, .. } in variable.dimensions.clone() {
            let (lower, upper) = match (upper, variable.placed) {
                (Some(upper), _) => (lower, Some(upper)),
                // Of a dummy argument that is copied: of assumed shape.
                (None, Some(Placed::Copied)) => {
                    return Err(Problem::Refused(
                        "a dummy argument of an external procedure that has TARGET and no explicit shape",
                        span,
                    ));
                }
                (None, _) => return Err(Problem::error("E0224", span, "the extent of this TARGET is not known")),
            };
            let range = Range { lower, upper, stride: None };
            bounds.push(Argument { keyword: None, value: Expr { kind: ExprKind::Range(Box::new(range)), span } });
        }
        if ty.owns_text() {
            let own = || intrinsic("len", vec![name_expr(&Name { text: name.clone(), span })], span);
            let value = self.names.lengths.get(name).cloned().map_or_else(|| Ok(own()), |length| self.plain(length))?;
            bounds.push(Argument { keyword: None, value });
        }
        let path = Path::new(name.clone(), 0, span);
        let bounds = Some(bounds);
        self.allocate_pointer(PointerObject { path, ty, bounds, of: None, span }, None, &[])
    }

    /// What is done at the entry of the unit. `is_program` says that it is executed once.
    pub fn enter_targets(&mut self, span: Span) -> Outcome<Vec<Statement>> {
        let mut statements = Vec::new();
        for (name, variable) in self.placed_variables() {
            let Some((path, object)) = self.placed_object(&name, &variable, span) else { continue };
            match variable.placed {
                Some(Placed::Local) => statements.extend(self.make_target(&name, &variable, span)?),
                Some(Placed::Copied) => {
                    let mut entry = self.make_target(&name, &variable, span)?;
                    let copy = self.target_of(object)?;
                    entry.extend(self.copied(&name, &variable, copy, true, span)?);
                    statements.extend(self.if_present(&name, entry, span));
                }
                Some(Placed::Kept) => {
                    let number = Expr { kind: ExprKind::Name(pointer_part(&path.name, "target").into()), span };
                    let condition = operation(BinaryOp::Equal, number, integer(0, span));
                    statements.push(StatementKind::IfThen { name: None, condition });
                    statements.extend(self.make_target(&name, &variable, span)?);
                    if variable.is_doubled {
                        let target = self.target_of(object)?;
                        statements.extend(self.copied(&name, &variable, target, true, span)?);
                    } else if let Some(value) = self.target_values.get(&name).cloned() {
                        let target = Expr { kind: ExprKind::Name(name.clone()), span };
                        statements.extend(self.assign(target, value, span)?);
                    }
                    statements.push(StatementKind::EndIf(None));
                }
                Some(Placed::Given) => {
                    let mut entry = self.given_bounds(&name, &variable, span)?;
                    if self.names.intent_of(&name) == Some(Intent::Out) {
                        let target = self.target_of(object)?;
                        entry.extend(self.first_values(&target, span)?);
                    }
                    statements.extend(self.if_present(&name, entry, span));
                }
                None => {}
            }
        }
        statements.extend(self.point_initially(span));
        let prelude = std::mem::take(&mut self.prelude);
        let statements = statements.into_iter().map(|kind| Statement { label: None, kind, span });
        Ok(prelude.into_iter().chain(statements).collect())
    }

    /// Gives the pointers that have been declared their initial targets.
    pub fn point_initially(&mut self, span: Span) -> Vec<StatementKind> {
        let mut statements = Vec::new();
        for (name, target) in std::mem::take(&mut self.initial_targets) {
            let number = Expr { kind: ExprKind::Name(pointer_part(&name, "target").into()), span };
            let condition = operation(BinaryOp::Equal, number, integer(INITIAL, span));
            let pointing = self.check_initial_target(&target);
            let pointing = pointing.and_then(|()| self.point(name_expr(&Name { text: name, span }), target, span));
            match pointing {
                Ok(pointing) => statements.extend(within(condition, pointing)),
                Err(problem) => self.problems.push(problem.diagnostic()),
            }
        }
        statements
    }

    /// An initial target is there from the beginning to the end.
    fn check_initial_target(&self, target: &Expr) -> Outcome<()> {
        let Some((name, _)) = target.designated() else { return Ok(()) };
        match self.find(name) {
            Some(Meaning::Variable(Variable { placed: Some(Placed::Kept), .. })) => Ok(()),
            Some(Meaning::Variable(Variable { pointer: Some(_), .. })) => {
                let message = "what a pointer points to from the beginning has SAVE, or is in a module or a main \
                               program, and is neither POINTER nor ALLOCATABLE";
                Err(Problem::error("E0300", target.span, message).with_help("point to it in a statement"))
            }
            _ => Ok(()),
        }
    }

    /// What is done only where a dummy argument is present, if it is OPTIONAL.
    pub fn if_present(&self, name: &Word, done: Vec<StatementKind>, span: Span) -> Vec<StatementKind> {
        if done.is_empty() || !self.names.is_optional(name) {
            return done;
        }
        let name = Name { text: name.clone(), span };
        let part = self.leaf_names(&name).into_iter().next().unwrap_or(name);
        within(intrinsic("present", vec![name_expr(&part)], span), done)
    }

    /// The bounds that the declaration of a dummy argument says. What has explicit shape or assumed size has elements
    /// that follow each other, of which the caller says only where the first one is.
    fn given_bounds(&mut self, name: &Word, variable: &Variable, span: Span) -> Outcome<Vec<StatementKind>> {
        let part = |part: String| Expr { kind: ExprKind::Name(pointer_part(name, &part).into()), span };
        let mut statements = Vec::new();
        if let Some(length) = self.names.lengths.get(name).cloned() {
            let value = intrinsic("max", vec![integer(0, span), self.plain(length)?], span);
            statements.push(StatementKind::Assign { target: part("length".into()), value });
        }
        let size = variable.pointer.as_ref().and_then(|ty| ty.pointee.as_ref()?.size()).unwrap_or(1);
        for (at, dimension) in variable.dimensions.clone().into_iter().enumerate() {
            let lower = dimension.lower.map(|lower| self.plain(lower)).transpose()?.unwrap_or(integer(1, span));
            if let Some(upper) = dimension.upper {
                let extent = extent_between(&lower, self.plain(upper)?);
                statements.push(StatementKind::Assign { target: part(format!("extent{}", at + 1)), value: extent });
            }
            if !dimension.is_open {
                let [step, extent] = ["step", "extent"].map(|word| part(format!("{word}{at}")));
                let value = if at == 0 { integer(size, span) } else { next_step(step, extent) };
                statements.push(StatementKind::Assign { target: part(format!("step{}", at + 1)), value });
            }
            statements.push(StatementKind::Assign { target: part(format!("lower{}", at + 1)), value: lower });
        }
        Ok(statements)
    }

    /// Copies the variable of the same name to the stores, or back.
    pub fn copied(
        &mut self,
        name: &Word,
        variable: &Variable,
        copy: Value,
        is_entry: bool,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        let rank = variable.shape.rank.unwrap_or(0);
        match copy {
            Value::Stored(path, _) => {
                let (own, copy) = (Expr { kind: ExprKind::Name(name.clone()), span }, path.expr());
                let (target, value) = if is_entry { (copy, own) } else { (own, copy) };
                Ok(vec![StatementKind::Assign { target, value }])
            }
            Value::Text(path) => {
                let own = Expr { kind: ExprKind::Name(name.clone()), span };
                Ok(match is_entry {
                    true => self.assign_characters(&path, own, span),
                    false => vec![StatementKind::Assign { target: own, value: text_of(&path) }],
                })
            }
            Value::Record(copy) => {
                let own = Record::object(Rc::clone(&copy.ty), Path::new(name.clone(), rank, span));
                let (target, value) = if is_entry { (copy, own) } else { (own, copy) };
                self.assign_record(target, value, span)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// What is done where the unit is left.
    pub fn leave_targets(&mut self, span: Span) -> Outcome<Vec<StatementKind>> {
        let mut statements = Vec::new();
        for (name, variable) in self.placed_variables() {
            let Some((_, object)) = self.placed_object(&name, &variable, span) else { continue };
            let is_copied = variable.placed == Some(Placed::Copied);
            let mut exit = Vec::new();
            if is_copied && self.names.intent_of(&name) != Some(Intent::In) {
                let copy = self.target_of(object)?;
                exit.extend(self.copied(&name, &variable, copy, false, span)?);
            }
            if is_copied || variable.placed == Some(Placed::Local) {
                let number = Expr { kind: ExprKind::Name(pointer_part(&name, "target").into()), span };
                exit.push(self.free(number, span));
            }
            statements.extend(self.if_present(&name, exit, span));
        }
        Ok(statements)
    }

    /// The calls that make the targets of the modules that the unit names.
    pub fn enter_modules(&mut self, span: Span) -> Vec<Statement> {
        let mut calls = Vec::new();
        for module in std::mem::take(&mut self.placed_modules) {
            let procedure = maker_of(&module);
            if self.module.as_ref() != Some(&module) {
                self.needs.insert(Need { module, local: procedure.clone(), source: procedure.clone() });
            }
            let kind = StatementKind::Call { procedure: Name { text: procedure, span }, arguments: Vec::new() };
            calls.push(Statement { label: None, kind, span });
        }
        calls
    }

    /// The procedure that makes the targets of a module, and the statement that makes it accessible.
    pub fn maker(&mut self, module: &Word, span: Span) -> Outcome<(Unit, Statement)> {
        let mut statements = self.enter_targets(span)?;
        // What is pointed to may be of other modules.
        self.placed_modules.shift_remove(module);
        statements.splice(0..0, self.enter_modules(span));
        let temporaries = std::mem::take(&mut self.temporaries);
        let maker = maker_of(module);
        let access = StatementKind::Access(Access::Public, vec![Name { text: maker.clone(), span }]);
        let statements = temporaries.into_iter().chain(statements).collect();
        let maker = subroutine(&maker, Vec::new(), &[], statements, span);
        Ok((maker, Statement { label: None, kind: access, span }))
    }

    /// Reports a dummy argument with TARGET that has no INTENT as a PURE procedure wants it. Pointers need none.
    fn check_pure_target(&mut self, name: &Name) {
        let is_function = self.own_result.is_some();
        let is_right = match self.names.intent_of(&name.text) {
            Some(Intent::In) => true,
            Some(_) => !is_function,
            None => false,
        };
        if self.is_pure && !is_right {
            self.problems.push(pure_dummy(&name.text, is_function, name.span));
        }
    }

    /// The declarations of what a pointer, or a variable in the stores, has.
    pub fn pointer_declarations(
        &mut self,
        entity: &EntityDeclaration,
        variable: &Variable,
        is_static: bool,
        initial: &mut Vec<Statement>,
    ) -> Outcome<Vec<StatementKind>> {
        let Some(ty) = variable.pointer.clone() else { return Ok(Vec::new()) };
        let name = &entity.name;
        let span = name.span;
        self.declared_pointers.insert(name.text.clone());
        let is_pointer = variable.placed.is_none();
        match &entity.initial {
            Some(Initializer::Target(value)) if is_pointer && has_target(entity) => {
                self.initial_targets.insert(name.text.clone(), value.clone());
            }
            Some(Initializer::Target(_)) if is_pointer => {}
            Some(Initializer::Value(value)) if !is_pointer => {
                self.target_values.insert(name.text.clone(), value.clone());
            }
            Some(Initializer::Data(_)) if variable.is_doubled => {}
            Some(_) => return Err(Problem::Refused("this initial value of a pointer or TARGET", span)),
            None => {}
        }
        let is_copied = variable.placed == Some(Placed::Copied);
        let is_dummy = self.dummies.contains(&name.text) && !is_copied;
        let is_kept = is_static || variable.placed == Some(Placed::Kept) || self.names.is_saved(&name.text);
        let is_static = is_kept && !is_dummy && !is_copied;
        let kept = |attribute: &&Attribute| match attribute {
            Attribute::Optional => is_dummy,
            Attribute::Intent(_) => is_dummy && is_pointer,
            Attribute::Access(_) => true,
            Attribute::Protected => is_pointer,
            // What is kept has initial values.
            Attribute::Save => false,
            Attribute::Parameter | Attribute::Dimension(_) | Attribute::External | Attribute::Intrinsic => false,
            Attribute::Pointer | Attribute::Target | Attribute::Allocatable => false,
            Attribute::Value | Attribute::Volatile | Attribute::Asynchronous | Attribute::Contiguous => false,
        };
        if ty.owns() && !is_dummy && !is_static && self.result.as_ref() != Some(&name.text) {
            self.owners.push((name.text.clone(), Rc::clone(&ty), 0));
            self.note_finalized(&name.text, &ty, 0);
        } else if variable.placed == Some(Placed::Local) && self.result.as_ref() != Some(&name.text) {
            self.note_finalized(&name.text, &ty, 0);
        }
        if is_dummy && !is_pointer {
            self.check_pure_target(name);
        }
        if ty.owns() && is_dummy && self.names.intent_of(&name.text) == Some(Intent::Out) {
            let path = Path::new(name.text.clone(), 0, span);
            let mut freed = self.finalize_target(&path, &ty, span)?;
            freed.extend(self.release(&path, &ty, span));
            let freed = self.if_present(&name.text, freed, span);
            initial.extend(freed.into_iter().map(|kind| Statement { label: None, kind, span }));
        }
        let attributes = self.names.attributes.get(&name.text).into_iter().flatten();
        let attributes: Vec<Attribute> = attributes.filter(kept).cloned().collect();
        // What INTENT(OUT) makes undefined is as it was, as with gfortran.
        let is_out = self.result.as_ref() == Some(&name.text);
        let (mut done, whole) = (Vec::new(), &name.text);
        for leaf in ty.leaves() {
            let name = super::declarations::leaf_name(name, &leaf);
            let mut value = leaf.initial.clone();
            if self.initial_targets.contains_key(whole) && name.text == pointer_part(whole, "target") {
                value = Some(integer(INITIAL, span));
            }
            let given = value.clone().filter(|_| is_static).map(Initializer::Value);
            done.push(declaration(leaf.ty, attributes.clone(), name.text.clone(), Vec::new(), given, span).kind);
            if let (Some(value), true) = (value, is_pointer && !is_static && (!is_dummy || is_out)) {
                let kind = StatementKind::Assign { target: name_expr(&name), value };
                initial.push(Statement { label: None, kind, span });
            }
        }
        Ok(done)
    }
}
