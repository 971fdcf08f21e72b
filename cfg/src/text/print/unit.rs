//! A unit's first line and its declarations.

use super::{Printer, constant, expr};
use crate::analysis::MaskCounts;
use crate::interface::{Bound, Carrier, Dimension, SourceArgument};
use crate::text::UnitPart;
use crate::text::words::{self, is_name, word_of};
use crate::unit::{ArrayLength, Body, Inlined, Shape, Stage, Unit, Var, VarId};

impl Printer<'_> {
    /// Everything before the body.
    pub(super) fn head(&mut self) {
        let unit = self.unit;
        let stage = word_of(words::STAGES, unit.stage);
        let kind = word_of(words::UNIT_KINDS, unit.kind);
        let origin = unit.origin.as_ref().map_or(String::new(), |origin| format!(" of {}", unit_name(origin)));
        let (name, file) = (unit_name(&unit.name), constant::string(&unit.file));
        self.open(UnitPart::Unit, &format!("unit {stage} {kind} {name} {file}{origin} {{"));
        if let (Stage::Masked, Body::Tree(tree)) = (unit.stage, &unit.body)
            && let Some((before, after)) = MaskCounts::compute(tree)
        {
            let count = |what: &str, before: usize, after: usize| format!("{what} {before} -> {after}");
            let masks = count("masks", before.masks, after.masks);
            let blends = count("blends", before.blends, after.blends);
            let tests = count("any-active tests", before.tests, after.tests);
            self.line(None, &format!("; {masks}, {blends}, {tests}"));
        }
        for (number, file) in (1..).zip(&unit.files) {
            self.line(UnitPart::Unit, &format!("file f{number} {}", constant::string(file)));
        }
        for Inlined { unit, first, last } in &unit.inlined {
            let file = if first.file == 0 { String::new() } else { format!(" of f{}", first.file) };
            self.line(UnitPart::Unit, &format!("inlined {unit} {} {}{file}", first.number, last.number));
        }
        for (id, scope) in unit.scopes.iter() {
            let parent = scope.parent.map_or(String::new(), |parent| format!(" in s{}", parent.index()));
            let kind = word_of(words::SCOPE_KINDS, scope.kind);
            self.line(UnitPart::Scope(id), &format!("scope s{} {kind}{parent}", id.index()));
        }
        for (id, var) in unit.vars.iter() {
            self.line(UnitPart::Var(id), &var_line(var));
        }
        if !unit.dummies.is_empty() {
            let names: Vec<&str> = unit.dummies.iter().map(|var| expr::var_name(unit, *var)).collect();
            self.line(UnitPart::Interface, &format!("dummies {}", names.join(", ")));
        }
        for argument in &unit.arguments {
            // Most are what the declaration of their variable says.
            if unit.vars.get(argument.var()).map(|var| SourceArgument::of_variable(argument.var(), var)).as_ref()
                != Some(argument)
            {
                self.line(UnitPart::Argument(argument.var()), &argument_line(unit, argument));
            }
        }
        if let Some(result) = unit.result {
            self.line(UnitPart::Interface, &format!("result {}", expr::var_name(unit, result)));
        }
        self.gap();
    }
}

/// `var table: real8[3] constant uniform s0 = 0 for 2: 1.5d0, 2 for 1: 2d0`,
/// `var x: real8 area "/blk/" + 16 varying s0`, `var a: real8[*] dummy target uniform s0`
fn var_line(var: &Var) -> String {
    let length = match var.array {
        None => String::new(),
        Some(ArrayLength::Constant(length)) => format!("[{length}]"),
        Some(ArrayLength::Actual) => "[*]".to_string(),
        Some(ArrayLength::Dynamic) => "[:]".to_string(),
    };
    let ty = word_of(words::TYPES, var.ty);
    let storage = word_of(words::STORAGES, var.storage);
    let shape = shape_word(var.shape);
    let place = match &var.area {
        Some(place) => format!(" {} + {}", constant::string(&place.area), place.offset),
        None => String::new(),
    };
    let target = if var.is_target { " target" } else { "" };
    let mut text = format!("var {}: {ty}{length} {storage}{place}{target} {shape} s{}", var.name, var.scope.index());
    for (index, (first, number, value)) in var.initial.iter().enumerate() {
        text.push_str(if index == 0 { " = " } else { ", " });
        text.push_str(&format!("{first} for {number}: {}", constant::constant(value)));
    }
    text
}

/// `argument a: real8(0:n, *) intent in`, `argument name: character length name.len: 8`,
/// `argument z: complex8 = z.re, z.im`
fn argument_line(unit: &Unit, argument: &SourceArgument) -> String {
    let var = |var: VarId| expr::var_name(unit, var);
    let ty = word_of(words::TYPES, argument.ty);
    let mut text = format!("argument {}: {ty}", argument.name(&unit.vars));
    if !argument.dimensions.is_empty() {
        let dimensions: Vec<String> =
            argument.dimensions.iter().map(|dimension| dimension_text(unit, dimension)).collect();
        text.push_str(&format!("({})", dimensions.join(", ")));
    }
    if let Some(intent) = argument.intent {
        text.push_str(&format!(" intent {}", word_of(words::INTENTS, intent)));
    }
    if let Some(length) = argument.length {
        text.push_str(&format!(" length {}", var(length.actual)));
        let declared = length.declared.iter().map(|bound| format!(": {}", bound_text(unit, bound)));
        text.extend(declared);
    }
    if let Some(allocated) = argument.allocated {
        text.push_str(&format!(" allocated {}", var(allocated)));
    }
    if let Some(present) = argument.present {
        text.push_str(&format!(" present {}", var(present)));
    }
    if argument.is_result {
        text.push_str(" result");
    }
    if argument.is_promised {
        text.push_str(" promised");
    }
    if let Carrier::Parts { re, im, .. } = argument.carrier {
        text.push_str(&format!(" = {}, {}", var(re), var(im)));
    }
    text
}

fn dimension_text(unit: &Unit, dimension: &Dimension) -> String {
    let var = |var: VarId| expr::var_name(unit, var);
    let bound = |bound: &Bound| bound_text(unit, bound);
    match dimension {
        Dimension::Declared { lower, upper } => {
            let upper = upper.as_ref().map_or("*".to_owned(), bound);
            if *lower == Bound::Constant(1) { upper } else { format!("{}:{upper}", bound(lower)) }
        }
        Dimension::Assumed { lower, extent } => format!("{} for {}", bound(lower), var(*extent)),
        Dimension::Hidden { lower, extent } => format!("given {} for {}", var(*lower), var(*extent)),
    }
}

fn bound_text(unit: &Unit, bound: &Bound) -> String {
    match bound {
        Bound::Constant(value) => value.to_string(),
        Bound::Argument(argument) => expr::var_name(unit, *argument).to_owned(),
        Bound::Computed => "?".to_owned(),
    }
}

/// A unit's name, in quotes if it is more than a name.
pub(super) fn unit_name(name: &str) -> String {
    if is_name(name) { name.to_owned() } else { constant::string(name) }
}

/// What a unit is, for people: `function gcd of gcd.f at stage ssa`.
pub fn unit_title(unit: &Unit) -> String {
    let (kind, stage) = (word_of(words::UNIT_KINDS, unit.kind), word_of(words::STAGES, unit.stage));
    format!("{kind} {} of {} at stage {stage}", unit.name, unit.file)
}

/// `uniform` or `varying`.
pub(super) fn shape_word(shape: Shape) -> &'static str {
    word_of(words::SHAPES, shape)
}
