//! CHARACTER: lengths, substrings, and what is computed of constants.

use super::arrays::ElementOrSection;
use crate::resolve::constants::fold::fitted;
use crate::resolve::constants::{as_constant, type_of_kind};
use crate::resolve::expressions::constant_expr;
use crate::resolve::scope::facts::DeclaredLength;
use crate::resolve::scope::facts::{Mode, Use};
use crate::resolve::scope::implicit_types::ImplicitTypes;
use crate::resolve::scope::records::Bound;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{Designator, Expr, ExprKind, Section, SubstringRange, SymbolClass};
use crate::source::Span;
use crate::tree::{self, ExprKind as TreeKind, KindSelector, LengthSpec, Name, Step, TypeName};
use forlane_semantics::types::{Constant, Type};

/// The longest CHARACTER.
const MAX_LENGTH: i64 = i32::MAX as i64;

impl<'a> Scope<'a> {
    /// The length that a type specifies; none for another type than CHARACTER.
    pub fn length_of_spec(&mut self, spec: &'a tree::TypeSpec) -> Outcome<Option<DeclaredLength<'a>>> {
        match &spec.kind {
            _ if spec.name != TypeName::Character => Ok(None),
            Some(KindSelector::Character { length: Some(length), .. }) => self.declared_length(length).map(Some),
            _ => Ok(Some(DeclaredLength::Constant(1))),
        }
    }

    /// What a length in a declaration says.
    pub fn declared_length(&mut self, length: &'a LengthSpec) -> Outcome<DeclaredLength<'a>> {
        match length {
            LengthSpec::Assumed(span) => Ok(DeclaredLength::Assumed(*span)),
            LengthSpec::Deferred(span) => Ok(DeclaredLength::Deferred(*span)),
            LengthSpec::Value(value) if !self.is_constant_tree(value) => Ok(DeclaredLength::Later(value)),
            LengthSpec::Value(value) => {
                let number = self.constant_integer(value)?;
                if number > MAX_LENGTH {
                    let message = format!("a CHARACTER has at most {MAX_LENGTH} characters");
                    return Err(self.error("E0290", value.span, message));
                }
                Ok(DeclaredLength::Constant(u64::try_from(number).unwrap_or(0)))
            }
        }
    }

    /// Checks the kind of a CHARACTER type.
    pub fn check_character_kind(&mut self, kind: Option<&tree::Expr>) -> Outcome<Type> {
        let Some(kind) = kind else { return Ok(Type::Character) };
        let value = self.constant_integer(kind)?;
        type_of_kind(TypeName::Character, value).ok_or_else(|| self.refuse_kind(TypeName::Character, value, kind.span))
    }

    /// True if no variable is in the expression.
    fn is_constant_tree(&self, expr: &tree::Expr) -> bool {
        let is_variable = |name: &str| self.named_constant(name).is_none() && !self.is_constant_array(name);
        !tree::finds([expr], &mut |expr| match &expr.kind {
            TreeKind::Name(name) if is_variable(name) => Step::Found,
            // An element of an array, or a function of the program.
            TreeKind::Reference(name, _) if !self.is_intrinsic_function(&name.text) && is_variable(&name.text) => {
                Step::Found
            }
            // The indices of its implied DOs are variables of its own.
            TreeKind::Constructor(..) => {
                let mut step = Step::Past;
                tree::for_each_name_of(expr, &mut |mention| {
                    if mention.is_variable && is_variable(mention.name) {
                        step = Step::Found;
                    }
                });
                step
            }
            // LEN of a name is known where its length is.
            TreeKind::Reference(name, arguments) if self.is_len(&name.text) => {
                let is_known = |argument: &tree::Argument| match &argument.value.kind {
                    TreeKind::Name(name) => self.constant_length(name).is_some(),
                    _ => self.is_constant_tree(&argument.value),
                };
                if arguments.iter().all(is_known) { Step::Past } else { Step::Found }
            }
            _ => Step::Inside,
        })
    }

    /// The length of a name of type CHARACTER, if it is known.
    pub fn constant_length(&self, name: &str) -> Option<u64> {
        let facts = self.names.get(name);
        if let Some(facts) = facts
            && let SymbolClass::NamedConstant(constant) = &self.symbols[facts.symbol].class
        {
            return text_of(constant).map(|text| text.len() as u64);
        }
        match facts.and_then(|facts| facts.length) {
            Some(DeclaredLength::Constant(length)) => Some(length),
            Some(_) => None,
            None => self.implicit_length(name),
        }
    }

    /// The length that a name's first letter implies; none if it implies another type than CHARACTER.
    pub fn implicit_length(&self, name: &str) -> Option<u64> {
        let index = ImplicitTypes::index(name)?;
        let is_typed = self.names.get(name).is_some_and(|facts| facts.ty.is_some());
        (!is_typed && self.implicit.types[index] == Some(Type::Character)).then(|| self.implicit.lengths[index])
    }

    /// A substring of a name: the range is the only argument. The type is that of the name.
    pub fn resolve_substring_of_name(&mut self, name: &Name, range: &tree::Range, span: Span) -> Outcome<Expr> {
        if let Some(constant) = self.named_constant(&name.text) {
            let range = self.substring_range(range);
            return self.substring_of_value(constant_expr(constant, name.span), range?, span);
        }
        if let Some(bound) = self.bound_name(&name.text).map(|bound| bound.to_expr(name.span)) {
            let range = self.substring_range(range)?;
            return match bound.kind {
                ExprKind::Read(designator) => self.read_substring(designator, bound.ty, range, span),
                _ => self.substring_of_value(bound, range, span),
            };
        }
        let (designator, ty) = self.substring_designator(name, range, span)?;
        Ok(Expr::new(ExprKind::Read(designator), ty, span))
    }

    /// A substring of a scalar variable, as something to read or assign.
    pub fn substring_designator(
        &mut self,
        name: &Name,
        range: &tree::Range,
        span: Span,
    ) -> Outcome<(Designator, Type)> {
        if let Some(Bound::Variable(symbol, ty)) = self.bound_name(&name.text) {
            let (designator, ty) = (Designator::Variable(*symbol), *ty);
            let range = self.substring_range(range)?;
            return self.check_substring(designator, ty, range, span);
        }
        match self.mode {
            Mode::Executable => {}
            Mode::Bound => self.check_name_in_specification(&name.text, name.span)?,
            Mode::Constant => {
                let message = format!("`{}` is not a constant", name.text.to_uppercase());
                return Err(self.error("E0205", name.span, message));
            }
        }
        let symbol = self.symbol_of_name(&name.text, name.span);
        let range = self.substring_range(range);
        let (symbol, range) = (symbol?, range?);
        let Some(ty) = self.variable(symbol).map(|variable| variable.ty) else {
            let message = format!("`{}` is not a variable; a substring requires one", name.text.to_uppercase());
            return Err(self.error("E0203", name.span, message));
        };
        self.use_as(&name.text, Use::Variable, name.span)?;
        self.check_substring(Designator::Variable(symbol), ty, range, span)
    }

    /// A substring of an array element or of a constant as a value.
    pub fn read_element_substring(&mut self, element: &tree::Expr, range: &tree::Range, span: Span) -> Outcome<Expr> {
        if matches!(element.kind, TreeKind::Text(..)) {
            let text = self.resolve_expression(element)?;
            let range = self.substring_range(range)?;
            return self.substring_of_value(text, range, span);
        }
        let (found, ty) = self.element_substring(element, range, span)?;
        Ok(match found {
            ElementOrSection::Element(designator) => Expr::new(ExprKind::Read(designator), ty, span),
            ElementOrSection::Section(section, rank) => Expr::of_section(section, rank, ty),
        })
    }

    /// A substring of an array element, or of each element of a section, as something to read or assign.
    pub fn element_substring(
        &mut self,
        element: &tree::Expr,
        range: &tree::Range,
        span: Span,
    ) -> Outcome<(ElementOrSection, Type)> {
        if let Some(alias) = self.alias_of(element) {
            return self.element_substring(&alias, range, span);
        }
        let TreeKind::Reference(name, subscripts) = &element.kind else {
            return Err(self.error_with_help(
                "E0210",
                span,
                "a substring can't be taken of this",
                "assign it to a CHARACTER variable first",
            ));
        };
        if self.names.get(&name.text).is_some_and(|facts| facts.reported) {
            return Err(self.reported_before());
        }
        if !self.is_array(&name.text) {
            let message = format!(
                "`{}` is not an array, and a function's result can't have a substring",
                name.text.to_uppercase()
            );
            return Err(self.error_with_help("E0203", name.span, message, "assign the result to a variable first"));
        }
        let element = self.resolve_subscripted(name, subscripts, element.span);
        let range = self.substring_range(range);
        let ((element, ty), range) = (element?, range?);
        match element {
            ElementOrSection::Element(designator) => {
                let (part, ty) = self.check_substring(designator, ty, range, span)?;
                Ok((ElementOrSection::Element(part), ty))
            }
            ElementOrSection::Section(..) if ty != Type::Character => Err(self.error_with_help(
                "E0222",
                span,
                format!("only CHARACTER has substrings, not {}", ty.name()),
                "remove the range",
            )),
            ElementOrSection::Section(section, rank) => {
                let substring = Some(Box::new(range));
                Ok((ElementOrSection::Section(Section { substring, span, ..section }, rank), ty))
            }
        }
    }

    fn read_substring(&mut self, of: Designator, ty: Type, range: SubstringRange, span: Span) -> Outcome<Expr> {
        let (designator, ty) = self.check_substring(of, ty, range, span)?;
        Ok(Expr::new(ExprKind::Read(designator), ty, span))
    }

    fn check_substring(
        &mut self,
        of: Designator,
        ty: Type,
        range: SubstringRange,
        span: Span,
    ) -> Outcome<(Designator, Type)> {
        if ty != Type::Character {
            return Err(self.error_with_help(
                "E0222",
                span,
                format!("only CHARACTER has substrings, not {}", ty.name()),
                "remove the range",
            ));
        }
        Ok((Designator::Substring(Box::new(of), Box::new(range)), ty))
    }

    fn substring_of_value(&mut self, text: Expr, range: SubstringRange, span: Span) -> Outcome<Expr> {
        if text.ty != Type::Character {
            return Err(self.error_with_help(
                "E0222",
                span,
                format!("only CHARACTER has substrings, not {}", text.ty.name()),
                "remove the range",
            ));
        }
        if let Some(Constant::Character(text)) = as_constant(&text)
            && let Some(part) = constant_part(text, &range)
        {
            return Ok(constant_expr(Constant::Character(part), span));
        }
        Ok(Expr::new(ExprKind::Substring(Box::new(text), Box::new(range)), Type::Character, span))
    }

    fn substring_range(&mut self, range: &tree::Range) -> Outcome<SubstringRange> {
        if let Some(stride) = &range.stride {
            return Err(self.error_with_help(
                "E0225",
                stride.span,
                "a substring can't have a stride",
                "remove the stride",
            ));
        }
        let mut bound = |bound: &Option<tree::Expr>| -> Outcome<Option<Expr>> {
            let Some(bound) = bound else { return Ok(None) };
            let resolved = self.resolve_expression(bound)?;
            match resolved.ty {
                Type::Integer(_) => Ok(Some(resolved)),
                ty => {
                    let message = format!("the bound of a substring must be INTEGER, not {}", ty.name());
                    Err(self.error("E0225", bound.span, message))
                }
            }
        };
        let (first, last) = (bound(&range.lower), bound(&range.upper));
        Ok(SubstringRange { first: first?, last: last? })
    }

    /// A constant as long as a name is declared; `*` takes the length of the constant.
    pub fn fit_constant(&self, constant: Constant, name: &str) -> Constant {
        match (constant, self.constant_length(name)) {
            (Constant::Character(text), Some(length)) => Constant::Character(fitted(&text, length as usize)),
            (constant, _) => constant,
        }
    }
}

/// The range, if it is the only argument.
pub(crate) fn only_range(arguments: &[tree::Argument]) -> Option<&tree::Range> {
    match arguments {
        [tree::Argument { keyword: None, value: tree::Expr { kind: TreeKind::Range(range), .. } }] => Some(range),
        _ => None,
    }
}

fn text_of(constant: &Constant) -> Option<&[u8]> {
    match constant {
        Constant::Character(text) => Some(text),
        _ => None,
    }
}

/// The part of a constant that constant bounds select; none if the bounds are not inside of it.
pub(crate) fn constant_part(text: &[u8], range: &SubstringRange) -> Option<Vec<u8>> {
    let bound = |bound: &Option<Expr>, default: i64| match bound {
        None => Some(default),
        Some(bound) => match as_constant(bound)? {
            Constant::Integer(_, value) => Some(*value),
            _ => None,
        },
    };
    let (first, last) = (bound(&range.first, 1)?, bound(&range.last, text.len() as i64)?);
    if last < first {
        return Some(Vec::new());
    }
    text.get(usize::try_from(first.checked_sub(1)?).ok()?..usize::try_from(last).ok()?).map(<[u8]>::to_vec)
}
