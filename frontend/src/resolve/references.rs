//! `name(…)`: array element, intrinsic function or external function.

use super::arrays::ElementOrSection;
use super::constants::{as_constant, type_of_kind};
use super::expressions::{common_type, constant_expr, is_ordered};
use super::fold;
use super::intrinsics::{Arguments, Inquiry, IntrinsicName, Meaning, ResultType, intrinsic, is_unsupported_intrinsic};
use super::scope::{Mode, Outcome, Reported, Scope, Use};
use crate::diagnostics::Diagnostic;
use crate::resolved::{Expr, ExprKind, Intrinsic, SymbolClass, SymbolId, UnitKind};
use crate::source::Span;
use crate::tree::{self, Name, TypeName};
use crate::types::{Constant, IntegerKind, RealKind, Type};

impl Scope<'_> {
    /// Resolves `name(…)` in an expression.
    pub fn resolve_reference(&mut self, name: &Name, arguments: &[tree::Argument], span: Span) -> Outcome<Expr> {
        if self.names.get(&name.text).is_some_and(|facts| facts.reported) {
            return Err(Reported);
        }
        if self.statement_functions.contains_key(&name.text) {
            return self.resolve_statement_function(name, arguments, span);
        }
        if let Some(row) = self.intrinsic_of(&name.text) {
            return self.resolve_intrinsic(row, name, arguments, span);
        }
        if let Some(function) = self.array_function_of(&name.text) {
            return self.resolve_array_function(function, name, arguments, span);
        }
        let is_bound = self.mode == Mode::Bound && self.is_given_array(&name.text);
        if self.mode != Mode::Executable && !is_bound {
            let message = format!("`{}` is no constant and no intrinsic function", name.text.to_uppercase());
            return Err(self.error("E0205", name.span, message));
        }
        if self.is_array(&name.text) {
            let (found, ty) = self.resolve_subscripted(name, arguments, span)?;
            return Ok(match found {
                ElementOrSection::Element(designator) => Expr { kind: ExprKind::Read(designator), ty, span },
                ElementOrSection::Section(section, rank) => Expr::of_section(section, rank, ty),
            });
        }
        self.resolve_function(name, arguments, span)
    }

    /// True if the name has been declared with dimensions.
    pub fn is_array(&self, name: &str) -> bool {
        self.names.get(name).is_some_and(|facts| facts.dimensions.is_some())
    }

    /// True for an array with a shape whose elements have values when the unit is entered.
    fn is_given_array(&self, name: &str) -> bool {
        let Some(facts) = self.names.get(name) else { return false };
        let has_shape = self.variable(facts.symbol).is_some_and(|variable| variable.shape.is_some());
        has_shape && (facts.dummy.is_some() || facts.common.is_some())
    }

    /// The intrinsic function that the name stands for before `(`, unless the unit makes it something else.
    fn intrinsic_of(&self, name: &str) -> Option<&'static IntrinsicName> {
        let row = intrinsic(name)?;
        (!self.is_redefined(name)).then_some(row)
    }

    /// Whether the unit makes something else of the name of an intrinsic function.
    pub fn is_redefined(&self, name: &str) -> bool {
        self.names.get(name).is_some_and(|facts| {
            let is_variable = facts.dimensions.is_some() || facts.dummy.is_some() || facts.result;
            let is_used = facts.used.is_some() || facts.save.is_some() || facts.parameter.is_some();
            is_variable || is_used || facts.external.is_some()
        })
    }

    /// Reports that the number of subscripts is not the array's rank.
    pub fn check_rank(&mut self, symbol: SymbolId, subscripts: usize, span: Span) -> Outcome<()> {
        let symbol = &self.symbols[symbol];
        let SymbolClass::Variable(variable) = &symbol.class else { return Err(Reported) };
        let rank = variable.shape.as_ref().map_or(0, Vec::len);
        if rank == subscripts {
            return Ok(());
        }
        let name = symbol.name.to_uppercase();
        let verb = if subscripts == 1 { "is" } else { "are" };
        let (dimensions, given) = (counted(rank, "dimension"), counted(subscripts, "subscript"));
        let message = format!("`{name}` has {dimensions}, but {given} {verb} given");
        let declared = self.names.get(symbol.name.as_str()).and_then(|facts| facts.dimensions).map(|(_, place)| place);
        let error = Diagnostic::error("E0224", span, message);
        Err(self.report(match declared {
            Some(place) => error.with_related(place, "its dimensions are declared here"),
            None => error,
        }))
    }

    /// Reports `keyword = value` where there is nothing that it could name.
    pub fn refuse_keyword(&mut self, argument: &tree::Argument) -> Outcome<()> {
        match &argument.keyword {
            Some(keyword) => Err(self.error("E0976", keyword.span, "argument keywords are not supported yet")),
            None => Ok(()),
        }
    }

    /// Resolves a reference to an external function.
    fn resolve_function(&mut self, name: &Name, arguments: &[tree::Argument], span: Span) -> Outcome<Expr> {
        let procedure = self.procedure_symbol(name, Use::Function)?;
        let result = match &self.symbols[procedure].class {
            SymbolClass::External { result: Some(ty) } => *ty,
            _ => {
                let ty = self.type_of_name(&name.text, name.span)?;
                self.symbols[procedure].class = SymbolClass::External { result: Some(ty) };
                ty
            }
        };
        let arguments: Vec<&tree::Argument> = arguments.iter().collect();
        let arguments = self.resolve_arguments(&arguments)?;
        self.check_call(name, Use::Function, (&arguments, 0), Some(result), span)?;
        let arguments = self.shape_for(&name.text, arguments)?;
        Ok(Expr { kind: ExprKind::Call { procedure, arguments }, ty: result, span })
    }

    /// The symbol of a name that is used as an external procedure.
    pub fn procedure_symbol(&mut self, name: &Name, how: Use) -> Outcome<SymbolId> {
        if self.tree.header.is_some() && (name.text == self.name || self.is_own_name(&name.text)) {
            return self.own_procedure(name, how);
        }
        let facts = self.facts(&name.text, name.span);
        let symbol = facts.symbol;
        let place = facts.ty.map(|(_, place)| place);
        let is_variable = facts.result || facts.save.is_some() || facts.dimensions.is_some();
        let is_external = facts.external.is_some();
        let is_dummy = facts.dummy.is_some();
        let is_called_type = how == Use::Subroutine && facts.ty.is_some();
        if facts.reported {
            return Err(Reported);
        }
        facts.settled = true;
        if !is_external && how == Use::Function && is_unsupported_intrinsic(&name.text) {
            self.facts(&name.text, name.span).reported = true;
            return Err(self.refuse_intrinsic(&name.text, name.span));
        }
        let what = match &self.symbols[symbol].class {
            SymbolClass::NamedConstant(_) => Some("a named constant"),
            SymbolClass::Intrinsic => Some("an intrinsic function"),
            SymbolClass::StatementFunction => Some("a statement function"),
            SymbolClass::Variable(variable) if is_variable || !variable.initial.is_empty() => Some("a variable"),
            _ if is_called_type => Some("declared with a type"),
            _ => None,
        };
        if let Some(what) = what {
            let message = format!("`{}` is {what}, not {}", name.text.to_uppercase(), how.words());
            let error = Diagnostic::error("E0203", name.span, message);
            let place = place.unwrap_or(self.symbols[symbol].span);
            return Err(self.report(error.with_related(place, "it stands here first")));
        }
        self.use_as(&name.text, how, name.span)?;
        if !matches!(self.symbols[symbol].class, SymbolClass::External { .. }) {
            self.symbols[symbol].class = SymbolClass::External { result: None };
        }
        if !is_dummy {
            self.callees.entry(name.text.clone()).or_insert(name.span);
        }
        Ok(symbol)
    }

    /// The unit's own name, or that of one of its entries, used as a procedure: recursion.
    fn own_procedure(&mut self, name: &Name, how: Use) -> Outcome<SymbolId> {
        let facts = self.facts(&name.text, name.span);
        let (symbol, is_result) = (facts.symbol, facts.result);
        let shown = name.text.to_uppercase();
        if !self.is_recursive {
            let error = Diagnostic::error("E0242", name.span, format!("`{shown}` calls itself"));
            let error = error.with_related(self.name_span, "it is not declared RECURSIVE");
            return Err(self.report(error.with_help("write RECURSIVE in front of it")));
        }
        if is_result {
            let error = Diagnostic::error("E0242", name.span, format!("`{shown}` is the function's result here"));
            return Err(self.report(error.with_help("name the result otherwise: RESULT (name)")));
        }
        if (how == Use::Function) != (self.kind == UnitKind::Function) {
            let message = format!("`{shown}` is used as {}, which it is not", how.words());
            return Err(self.error("E0203", name.span, message));
        }
        let entry = self.entries.iter().find(|entry| entry.name == name.text).map(|entry| entry.result);
        let result = entry.unwrap_or(self.result).and_then(|result| self.variable(result)).map(|result| result.ty);
        self.symbols[symbol].class = SymbolClass::External { result };
        let facts = self.facts(&name.text, name.span);
        (facts.settled, facts.used) = (true, Some((how, name.span)));
        Ok(symbol)
    }

    /// Reports an intrinsic function that is not supported, or a name that is none.
    pub fn refuse_intrinsic(&mut self, name: &str, span: Span) -> Reported {
        let name_shown = name.to_uppercase();
        if !is_unsupported_intrinsic(name) {
            return self.error("E0203", span, format!("`{name_shown}` is no intrinsic function"));
        }
        let error =
            Diagnostic::error("E0975", span, format!("the intrinsic function {name_shown} is not supported yet"));
        self.report(error.with_help(format!("if a function of yours has this name, declare it: EXTERNAL {name_shown}")))
    }

    /// Resolves a reference to an intrinsic function.
    fn resolve_intrinsic(
        &mut self,
        row: &'static IntrinsicName,
        name: &Name,
        arguments: &[tree::Argument],
        span: Span,
    ) -> Outcome<Expr> {
        let (arguments, kind) = self.split_kind(row, arguments)?;
        if !(row.least..=row.most).contains(&arguments.len()) {
            let wanted = match (row.least, row.most) {
                (least, usize::MAX) => format!("{least} or more arguments"),
                (least, most) if least == most => counted(least, "argument"),
                (least, most) => format!("{least} to {most} arguments"),
            };
            let message = format!("{} takes {wanted}, not {}", row.name.to_uppercase(), arguments.len());
            return Err(self.error("E0226", span, message));
        }
        if let Meaning::Inquiry(inquiry) = row.meaning {
            return self.resolve_inquiry(inquiry, arguments, span);
        }
        let arguments: Vec<Outcome<Expr>> = arguments.iter().map(|argument| self.resolve_operand(argument)).collect();
        let arguments = arguments.into_iter().collect::<Outcome<Vec<Expr>>>()?;
        let arguments = self.check_intrinsic_arguments(row, arguments)?;
        let kind = kind.map(|kind| self.kind_of_result(row, kind)).transpose()?;
        self.note_intrinsic(name);
        self.intrinsic_value(row, arguments, kind, span)
    }

    fn resolve_operand(&mut self, argument: &tree::Argument) -> Outcome<Expr> {
        self.refuse_keyword(argument)?;
        self.resolve_any(&argument.value)
    }

    /// The arguments without KIND, and the value of KIND.
    fn split_kind<'e>(
        &mut self,
        row: &IntrinsicName,
        arguments: &'e [tree::Argument],
    ) -> Outcome<(&'e [tree::Argument], Option<&'e tree::Expr>)> {
        if !row.takes_kind {
            return Ok((arguments, None));
        }
        match arguments.split_last() {
            Some((last, rest)) => match &last.keyword {
                Some(keyword) if keyword.text == "kind" => Ok((rest, Some(&last.value))),
                None if rest.len() == row.most => Ok((rest, Some(&last.value))),
                _ => Ok((arguments, None)),
            },
            None => Ok((arguments, None)),
        }
    }

    /// The result type that a KIND argument asks for.
    fn kind_of_result(&mut self, row: &IntrinsicName, kind: &tree::Expr) -> Outcome<Type> {
        let value = self.constant_integer(kind)?;
        let name = match row.result {
            ResultType::Is(Type::Integer(_)) => TypeName::Integer,
            _ => TypeName::Real,
        };
        let wrong = || format!("{} does not give the kind {value}", row.name.to_uppercase());
        type_of_kind(name, value).ok_or_else(|| self.error("E0206", kind.span, wrong()))
    }

    /// Checks the types of the arguments and brings those of mixed kinds to one.
    fn check_intrinsic_arguments(&mut self, row: &IntrinsicName, arguments: Vec<Expr>) -> Outcome<Vec<Expr>> {
        let Some(first) = arguments.first().map(|argument| argument.ty) else { return Ok(arguments) };
        for argument in &arguments {
            let is_same = argument.ty == first;
            let (is_sound, wanted) = match row.arguments {
                Arguments::Exactly(ty) => (argument.ty == ty, ty.name()),
                Arguments::Integer => (matches!(argument.ty, Type::Integer(_)), "INTEGER"),
                Arguments::Real if !matches!(argument.ty, Type::Real(_)) => (false, "REAL or DOUBLE PRECISION"),
                Arguments::Numeric if !is_ordered(argument.ty) => (false, "INTEGER, REAL or DOUBLE PRECISION"),
                Arguments::MixedKinds if !is_ordered(argument.ty) => (false, "INTEGER, REAL or DOUBLE PRECISION"),
                Arguments::Real | Arguments::Numeric => (is_same, first.name()),
                Arguments::MixedKinds => (is_same || is_same_category(argument.ty, first), first.name()),
                Arguments::Any => (true, ""),
            };
            if !is_sound {
                let (name, ty) = (row.name.to_uppercase(), argument.ty.name());
                let span = argument.span;
                return Err(self.error("E0226", span, format!("{name} wants {wanted} here, not {ty}")));
            }
        }
        if !matches!(row.arguments, Arguments::MixedKinds | Arguments::Integer) || arguments.len() < 2 {
            return Ok(arguments);
        }
        let greatest = arguments.iter().fold(first, |ty, argument| common_type(ty, argument.ty).unwrap_or(ty));
        arguments.into_iter().map(|argument| self.convert(argument, greatest)).collect()
    }

    /// A declared type on the name of an intrinsic function says nothing; its symbol is no variable.
    pub fn note_intrinsic(&mut self, name: &Name) {
        if let Some(symbol) = self.names.get(&name.text).map(|facts| facts.symbol) {
            self.symbols[symbol].class = SymbolClass::Intrinsic;
        }
    }

    /// The value of an intrinsic function whose arguments have been checked.
    fn intrinsic_value(
        &mut self,
        row: &IntrinsicName,
        mut arguments: Vec<Expr>,
        kind: Option<Type>,
        span: Span,
    ) -> Outcome<Expr> {
        let Some(argument_type) = arguments.first().map(|argument| argument.ty) else { return Err(Reported) };
        let result = kind.unwrap_or(match row.result {
            ResultType::Same => argument_type,
            ResultType::Is(ty) => ty,
        });
        let Meaning::Function(function) = row.meaning else {
            let Some(argument) = arguments.pop() else { return Err(Reported) };
            let value = self.convert(argument, result)?;
            return Ok(Expr { span, ..value });
        };
        // NINT converts by itself, the others act on the arguments' type first.
        let own_type = if function == Intrinsic::Nint { result } else { argument_type };
        let constants: Option<Vec<Constant>> =
            arguments.iter().map(|argument| as_constant(argument).cloned()).collect();
        let folded = constants.map(|constants| fold::fold_intrinsic(function, &constants, own_type));
        let value = self.folded_or(folded, ExprKind::Intrinsic(function, arguments), own_type, span)?;
        self.convert(value, result)
    }

    /// The value of an inquiry function, which is a constant.
    fn resolve_inquiry(&mut self, inquiry: Inquiry, arguments: &[tree::Argument], span: Span) -> Outcome<Expr> {
        let constant = match inquiry {
            Inquiry::SelectedIntKind => {
                let digits = arguments.first().map_or(Ok(0), |argument| self.constant_integer(&argument.value))?;
                default_integer(match digits {
                    ..=2 => 1,
                    3..=4 => 2,
                    5..=9 => 4,
                    10..=18 => 8,
                    19..=38 => 16,
                    _ => -1,
                })
            }
            Inquiry::SelectedRealKind => {
                let mut values = [0, 0];
                for (index, (argument, value)) in arguments.iter().zip(&mut values).enumerate() {
                    let names = [&["p"], &["r"]][index.min(1)];
                    if argument.keyword.as_ref().is_some_and(|keyword| !names.contains(&keyword.text.as_str())) {
                        self.refuse_keyword(argument)?;
                    }
                    *value = self.constant_integer(&argument.value)?;
                }
                default_integer(match values {
                    [..=6, ..=37] => 4,
                    [..=15, ..=307] => 8,
                    [..=18, ..=4931] => 10,
                    [..=33, ..=4931] => 16,
                    _ => -1,
                })
            }
            _ => {
                let ty = arguments.first().map_or(Err(Reported), |argument| self.inquired_type(&argument.value))?;
                match property_of_type(inquiry, ty) {
                    Some(constant) => constant,
                    None => {
                        let message = format!("the function does not go with {}", ty.name());
                        return Err(self.error("E0226", span, message));
                    }
                }
            }
        };
        Ok(constant_expr(constant, span))
    }

    /// The type of an inquiry function's argument, which is not evaluated.
    fn inquired_type(&mut self, argument: &tree::Expr) -> Outcome<Type> {
        match &argument.kind {
            tree::ExprKind::Name(name) => match self.named_constant(name) {
                Some(constant) => Ok(constant.ty()),
                None => self.type_of_name(name, argument.span),
            },
            _ => self.resolve_expression(argument).map(|expr| expr.ty),
        }
    }
}

/// The property of a type that an inquiry function asks for.
fn property_of_type(inquiry: Inquiry, ty: Type) -> Option<Constant> {
    Some(match (inquiry, ty) {
        (Inquiry::Kind, Type::Character) => default_integer(1),
        (Inquiry::Kind, ty) => default_integer(ty.size() as i64),
        (Inquiry::Huge, Type::Integer(IntegerKind::I4)) => default_integer(i64::from(i32::MAX)),
        (Inquiry::Huge, Type::Integer(kind)) => Constant::Integer(kind, i64::MAX),
        (Inquiry::Huge, Type::Real(RealKind::R4)) => Constant::Real(RealKind::R4, f64::from(f32::MAX)),
        (Inquiry::Huge, Type::Real(kind)) => Constant::Real(kind, f64::MAX),
        (Inquiry::Tiny, Type::Real(RealKind::R4)) => Constant::Real(RealKind::R4, f64::from(f32::MIN_POSITIVE)),
        (Inquiry::Tiny, Type::Real(kind)) => Constant::Real(kind, f64::MIN_POSITIVE),
        (Inquiry::Epsilon, Type::Real(RealKind::R4)) => Constant::Real(RealKind::R4, f64::from(f32::EPSILON)),
        (Inquiry::Epsilon, Type::Real(kind)) => Constant::Real(kind, f64::EPSILON),
        _ => return None,
    })
}

fn default_integer(value: i64) -> Constant {
    Constant::Integer(IntegerKind::I4, value)
}

fn is_same_category(left: Type, right: Type) -> bool {
    matches!((left, right), (Type::Integer(_), Type::Integer(_)) | (Type::Real(_), Type::Real(_)))
}

/// `1 argument`, `2 arguments`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
