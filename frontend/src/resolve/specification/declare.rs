//! What single statements and attributes declare of a name.

use crate::diagnostics::Diagnostic;
use crate::resolve::constants::constant_of_type;
use crate::resolve::intrinsics::{intrinsic_function, intrinsic_subroutine, is_unsupported_function};
use crate::resolve::scope::facts::DeclaredLength;
use crate::resolve::scope::implicit_types::ImplicitTypes;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{SymbolClass, UnitKind};
use crate::source::Span;
use crate::tree::{self, Attribute, Expr, Name};
use forlane_semantics::types::Type;

impl<'a> Scope<'a> {
    pub(super) fn apply_attribute(&mut self, name: &Name, attribute: &Attribute) -> Outcome<()> {
        match attribute {
            Attribute::Save => self.declare_saved(name),
            Attribute::External => self.declare_external(name),
            Attribute::Intrinsic => self.declare_intrinsic(name),
            Attribute::Intent(intent) => {
                let intent = *intent;
                let facts = self.facts(&name.text, name.span);
                if facts.dummy.is_none() {
                    let message =
                        format!("`{}` is not a dummy argument and can't have INTENT", name.text.to_uppercase());
                    return Err(self.error_with_help("E0202", name.span, message, "remove INTENT"));
                }
                if facts.intent.replace(intent).is_some() {
                    let message = format!("`{}` has an INTENT already", name.text.to_uppercase());
                    return Err(self.error("E0202", name.span, message));
                }
                Ok(())
            }
            Attribute::Allocatable => {
                self.facts(&name.text, name.span).allocatable.get_or_insert(name.span);
                Ok(())
            }
            Attribute::Parameter | Attribute::Dimension(_) => Ok(()),
            Attribute::Access(_) if self.kind != UnitKind::Module => Err(self.error_with_help(
                "E0202",
                name.span,
                "PUBLIC and PRIVATE are only allowed in modules",
                "remove it",
            )),
            Attribute::Protected => {
                if self.kind != UnitKind::Module {
                    return Err(self.error_with_help(
                        "E0202",
                        name.span,
                        "PROTECTED is only allowed in modules",
                        "remove it",
                    ));
                }
                self.facts(&name.text, name.span).protected = Some(name.span);
                Ok(())
            }
            Attribute::Value => {
                let facts = self.facts(&name.text, name.span);
                facts.is_value = true;
                if facts.dummy.is_none() {
                    let message =
                        format!("`{}` is not a dummy argument and can't have VALUE", name.text.to_uppercase());
                    return Err(self.error_with_help("E0202", name.span, message, "remove VALUE"));
                }
                Ok(())
            }
            Attribute::Optional => {
                let facts = self.facts(&name.text, name.span);
                facts.is_optional = true;
                let (symbol, is_dummy) = (facts.symbol, facts.dummy.is_some());
                facts.reported |= !is_dummy;
                if !is_dummy {
                    let message =
                        format!("`{}` is not a dummy argument and can't be OPTIONAL", name.text.to_uppercase());
                    return Err(self.error_with_help("E0202", name.span, message, "remove OPTIONAL"));
                }
                self.optional.insert(symbol);
                Ok(())
            }
            // Pointers have ended before names are resolved.
            Attribute::Pointer => {
                self.facts(&name.text, name.span).reported = true;
                Err(self.error("E0952", name.span, "POINTER is not supported here yet"))
            }
            Attribute::Target => {
                self.facts(&name.text, name.span).is_target = true;
                Ok(())
            }
            // The others say nothing about what is computed.
            Attribute::Volatile | Attribute::Asynchronous | Attribute::Contiguous | Attribute::Access(_) => Ok(()),
        }
    }

    /// An attribute statement's word about one name.
    pub(super) fn gather_attribute(
        &mut self,
        attribute: &'a Attribute,
        array: &'a tree::ArrayDeclarator,
    ) -> Outcome<()> {
        self.check_known(&array.name)?;
        if !array.dimensions.is_empty() {
            self.declare_dimensions(&array.name, &array.dimensions)?;
        }
        self.facts(&array.name.text, array.name.span);
        self.apply_attribute(&array.name, attribute)
    }

    /// Enters a declared type.
    pub(super) fn declare_type(&mut self, name: &Name, ty: Type) -> Outcome<()> {
        if self.is_own_name(&name.text) {
            return Err(self.refuse_own_name(name));
        }
        self.check_before_data(name)?;
        let facts = self.facts(&name.text, name.span);
        if let Some((_, before)) = facts.ty {
            return Err(self.report_conflict(name, "has a type already", before, "its type is declared here"));
        }
        facts.ty = Some((ty, name.span));
        let (symbol, parameter) = (facts.symbol, facts.parameter);
        // PARAMETER came first and has used the implied type.
        if let (Some(parameter), SymbolClass::NamedConstant(constant)) = (parameter, &self.symbols[symbol].class)
            && constant.ty() != ty
        {
            let label = format!("PARAMETER takes the implied type {} here", constant.ty().name());
            return Err(self.report_conflict(name, "is declared after its value is given", parameter, &label));
        }
        Ok(())
    }

    pub(in crate::resolve) fn declare_dimensions(
        &mut self,
        name: &Name,
        dimensions: &'a [tree::DimensionSpec],
    ) -> Outcome<()> {
        self.check_known(name)?;
        if self.is_own_name(&name.text) {
            return Err(self.refuse_own_name(name));
        }
        self.check_before_data(name)?;
        let facts = self.facts(&name.text, name.span);
        if let Some((_, before)) = facts.dimensions {
            return Err(self.report_conflict(name, "has dimensions already", before, "they are declared here"));
        }
        facts.dimensions = Some((dimensions, name.span));
        if let Some(before) = facts.parameter {
            facts.reported = true;
            return Err(self.report_conflict(name, "is a named constant", before, "its value is given here"));
        }
        Ok(())
    }

    pub(super) fn declare_parameter(&mut self, name: &Name, value: &Expr) -> Outcome<()> {
        if self.is_own_name(&name.text) {
            return Err(self.refuse_own_name(name));
        }
        let facts = self.facts(&name.text, name.span);
        let conflict = [
            (facts.parameter, "is a named constant already", "its value is given here"),
            (facts.dummy, "is a dummy argument", "here"),
            (facts.save, "is saved, so it is a variable", "SAVE is here"),
            (facts.external, "is EXTERNAL", "declared here"),
            (facts.common, "is in a COMMON block", "here"),
        ];
        let conflict = conflict.into_iter().find_map(|(place, what, label)| Some((place?, what, label)));
        let dimensions = facts.dimensions;
        if let Some((place, what, label)) = conflict {
            return Err(self.report_conflict(name, what, place, label));
        }
        facts.parameter = Some(name.span);
        if let Some((dimensions, _)) = dimensions {
            let declared = self.declare_constant_array(name, dimensions, value);
            self.facts(&name.text, name.span).reported |= declared.is_err();
            return declared;
        }
        let constant = self.type_of_name(&name.text, name.span).and_then(|ty| {
            let constant = self.constant_given(value, ty)?;
            let constant = constant_of_type(self, &constant, ty, value.span)?;
            Ok(self.fit_constant(constant, &name.text))
        });
        let facts = self.facts(&name.text, name.span);
        facts.reported |= constant.is_err();
        let symbol = facts.symbol;
        self.symbols[symbol].class = SymbolClass::NamedConstant(constant?);
        Ok(())
    }

    pub(super) fn declare_implicit_none(&mut self, span: Span) -> Outcome<()> {
        self.implicit.none = Some(span);
        self.implicit.types = [None; 26];
        Ok(())
    }

    pub(super) fn declare_implicit(&mut self, rule: &'a tree::ImplicitRule) -> Outcome<()> {
        let ty = self.type_of_spec(&rule.ty)?;
        let length = match self.length_of_spec(&rule.ty)? {
            Some(DeclaredLength::Constant(length)) => length,
            None if ty == Type::Logical => self.logical_bytes_of_spec(&rule.ty).unwrap_or(4).unsigned_abs(),
            None => 1,
            Some(_) => return Err(self.error("E0290", rule.ty.span, "IMPLICIT takes a constant length")),
        };
        for range in &rule.letters {
            let ends = (ImplicitTypes::index(range.first.encode_utf8(&mut [0; 4])), range.last as usize);
            let Some(first) = ends.0 else { continue };
            let last = ends.1.saturating_sub('a' as usize).min(25);
            for letter in first..=last {
                if let Some(before) = self.implicit.places[letter].replace(range.span) {
                    let letter = char::from(b'A' + letter as u8);
                    let error =
                        Diagnostic::error("E0202", range.span, format!("the letter {letter} has a type already"));
                    return Err(self.report(error.with_related(before, "set here")));
                }
                self.implicit.types[letter] = Some(ty);
                self.implicit.lengths[letter] = length;
            }
        }
        Ok(())
    }

    pub(in crate::resolve) fn declare_external(&mut self, name: &Name) -> Outcome<()> {
        self.check_known(name)?;
        let facts = self.facts(&name.text, name.span);
        facts.external.get_or_insert(name.span);
        if let Some(place) = facts.intrinsic {
            return Err(self.report_conflict(name, "is EXTERNAL and INTRINSIC", place, "INTRINSIC is here"));
        }
        if let Some(place) = facts.parameter {
            return Err(self.report_conflict(name, "is a named constant", place, "its value is given here"));
        }
        Ok(())
    }

    pub(super) fn declare_intrinsic(&mut self, name: &Name) -> Outcome<()> {
        let facts = self.facts(&name.text, name.span);
        facts.intrinsic.get_or_insert(name.span);
        if let Some(place) = facts.external {
            return Err(self.report_conflict(name, "is EXTERNAL and INTRINSIC", place, "EXTERNAL is here"));
        }
        let is_function = intrinsic_function(&name.text).is_some() && !is_unsupported_function(&name.text);
        // References to functions of dynamic types have become other expressions.
        let is_of_types = matches!(&name.text[..], "same_type_as" | "extends_type_of" | "associated" | "null");
        let is_known = is_function || is_of_types || intrinsic_subroutine(&name.text).is_some();
        if is_known {
            return Ok(());
        }
        facts.reported = true;
        Err(self.refuse_intrinsic(&name.text, name.span))
    }

    pub(in crate::resolve) fn declare_saved(&mut self, name: &Name) -> Outcome<()> {
        self.check_known(name)?;
        let facts = self.facts(&name.text, name.span);
        if let Some(place) = facts.dummy {
            return Err(self.report_conflict(name, "is a dummy argument and can't be saved", place, "here"));
        }
        if let Some(place) = facts.parameter {
            return Err(self.report_conflict(name, "is a named constant and can't be saved", place, "here"));
        }
        if let Some(place) = facts.common {
            let what = "is in COMMON, only its block can be saved";
            return Err(self.report_conflict(name, what, place, "COMMON names it here"));
        }
        facts.save.get_or_insert(name.span);
        Ok(())
    }
}
