//! Procedures of a unit: its own entry points, dummy procedures, and procedures as actual arguments.

pub(super) mod calls;
pub(super) mod elemental;
pub(super) mod explicit;
pub(super) mod external_calls;
pub(super) mod interface_check;
pub(super) mod linked_calls;
pub(super) mod matched_arguments;
pub(super) mod optional;
pub(super) mod passed_on;
pub(super) mod pure;
pub(super) mod recursion;
pub(super) mod statement_functions;

use crate::diagnostics::Diagnostic;
use crate::resolve::intrinsics::{
    C4, Category, Class, Composed, Conversion, Form, I4, Inquiry, Meaning, R4, in_unit, intrinsic_function,
};
use crate::resolve::scope::facts::Use;
use crate::resolve::scope::records::Passed;
use crate::resolve::scope::{Outcome, Scope, local_variable};
use crate::resolved::{
    Argument, BinaryOp, CharacterLength, Designator, Entry, Expr, ExprKind, Intrinsic, ProgramUnit, Statement,
    StatementKind, Storage, Symbol, SymbolClass, SymbolId, UnitKind, Variable,
};
use crate::source::{DefaultKinds, Span};
use crate::tree::{self, Dummy, Name, Word};
use forlane_semantics::types::Type;
use id_arena::Arena;
use indexmap::{IndexMap, IndexSet};

/// What is before an intrinsic function's name in the name of the unit that computes it.
const INTRINSIC_UNIT: &str = "intrinsic.";

impl<'a> Scope<'a> {
    /// Enters dummy arguments; returns their symbols and the number of `*` among them.
    pub fn declare_dummies(&mut self, dummies: &[Dummy], kind: UnitKind) -> (Vec<SymbolId>, usize) {
        let mut symbols: Vec<SymbolId> = Vec::with_capacity(dummies.len());
        let mut alternates = 0;
        for dummy in dummies {
            match dummy {
                Dummy::Name(name) => {
                    let facts = self.facts(&name.text, name.span);
                    let (symbol, before) = (facts.symbol, *facts.dummy.get_or_insert(name.span));
                    if symbols.contains(&symbol) {
                        let message = format!("`{}` is listed twice as a dummy argument", name.text.to_uppercase());
                        let error = Diagnostic::error("E0202", name.span, message);
                        self.report(error.with_related(before, "here first"));
                    } else {
                        symbols.push(symbol);
                    }
                }
                Dummy::Alternate(span) if kind == UnitKind::Function => {
                    self.error("E0246", *span, "a function can't have alternate returns");
                }
                Dummy::Alternate(_) => alternates += 1,
            }
        }
        (symbols, alternates)
    }

    /// Enters the result variable of a function or of one of its entries.
    pub fn declare_result(&mut self, name: &Name) -> SymbolId {
        let facts = self.facts(&name.text, name.span);
        facts.result = true;
        let (symbol, dummy) = (facts.symbol, facts.dummy);
        if let Some(dummy) = dummy {
            let message = format!("`{}` is both result and dummy argument", name.text.to_uppercase());
            let error = Diagnostic::error("E0202", name.span, message);
            self.report(error.with_related(dummy, "the dummy argument"));
        }
        symbol
    }

    /// Enters the ENTRY statements of the unit, wherever they are.
    pub fn declare_entries(&mut self) {
        let statements: &'a [tree::Statement] = &self.tree.statements;
        for statement in statements {
            let tree::StatementKind::Entry(entry) = &statement.kind else { continue };
            if self.kind == UnitKind::Program {
                self.error("E0247", statement.span, "ENTRY in a main program");
                continue;
            }
            let is_function = self.kind == UnitKind::Function;
            let (dummies, alternates) = self.declare_dummies(&entry.dummies, self.kind);
            let result = is_function.then(|| self.declare_result(entry.result.as_ref().unwrap_or(&entry.name)));
            let (name, span) = (entry.name.text.clone(), entry.name.span);
            self.entries.push(Entry { name: name.to_string(), span, dummies, alternates, result });
        }
    }

    /// Finds the dummy arguments that the unit calls, which are procedures although nothing declares them so, and the
    /// names that it calls at all.
    pub fn find_called_names(&mut self) {
        let mut called: IndexMap<&'a str, Span> = IndexMap::new();
        let statements: &'a [tree::Statement] = &self.tree.statements;
        let (mut passed_names, mut valued) = (Vec::new(), IndexSet::new());
        for statement in statements {
            tree::for_each_name(statement, &mut |mention| {
                if mention.is_called {
                    called.entry(mention.name).or_insert(mention.span);
                }
                match mention.argument_of {
                    Some((procedure, position)) if self.may_take_procedures(procedure) => {
                        let (name, procedure) = (mention.name, Word::new(procedure));
                        passed_names.push(Passed { name: Word::new(name), span: mention.span, procedure, position });
                    }
                    _ if mention.is_variable && self.is_plain_dummy(mention.name) => {
                        valued.insert(Word::new(mention.name));
                    }
                    _ => {}
                }
            });
        }
        passed_names.retain(|passed| !valued.contains(&passed.name) && self.may_be_procedure(&passed.name, &called));
        (self.passed_names, self.valued) = (passed_names, valued);
        for (name, span) in &called {
            let is_function = self.statement_functions.contains_key(*name);
            let Some(facts) = self.names.get_mut(*name) else { continue };
            if facts.dummy.is_some() && facts.dimensions.is_none() && !is_function {
                facts.external.get_or_insert(*span);
            }
        }
        self.called = called.into_iter().map(|(name, _)| Word::new(name)).collect();
    }

    /// Whether a name before arguments may be that of a procedure of the user.
    fn may_take_procedures(&self, name: &str) -> bool {
        !self.is_array(name) && !self.is_intrinsic_function(name) && !self.statement_functions.contains_key(name)
    }

    fn is_plain_dummy(&self, name: &str) -> bool {
        self.names.get(name).is_some_and(|facts| facts.dummy.is_some() && facts.dimensions.is_none())
    }

    /// Whether a name alone as an argument may stand for a procedure: nothing says that it is a variable.
    fn may_be_procedure(&self, name: &str, called: &IndexMap<&'a str, Span>) -> bool {
        if self.is_plain_dummy(name) || called.contains_key(name) {
            return true;
        }
        let Some(facts) = self.names.get(name) else { return false };
        let is_external = matches!(self.symbols[facts.symbol].class, SymbolClass::External { .. });
        is_external || facts.external.is_some() || facts.intrinsic.is_some()
    }

    /// The actual argument that a name is, if it stands for a procedure.
    pub fn procedure_argument(&mut self, name: &str, span: Span) -> Outcome<Option<Argument>> {
        let own_kind = self.own_kind(name);
        if let (Some(_), true) = (own_kind, self.is_recursive || !self.is_own_name(name)) {
            let symbol = self.facts(name, span).symbol;
            self.symbols[symbol].class = SymbolClass::External { result: None };
            return Ok(Some(Argument::Procedure(symbol, span)));
        }
        let symbol = self.symbol_of_name(name, span)?;
        let facts = self.facts(name, span);
        let is_plain = facts.dimensions.is_none() && facts.dummy.is_none() && !facts.result && facts.save.is_none();
        let is_variable = matches!(facts.used, Some((Use::Variable, _)));
        match &self.symbols[symbol].class {
            SymbolClass::External { .. } => self.passable(name, symbol, span).map(Some),
            SymbolClass::Intrinsic => self.intrinsic_argument(name, symbol, span).map(Some),
            SymbolClass::Variable(variable) if is_plain && !is_variable && self.called.contains(name) => {
                let is_intrinsic = self.is_intrinsic_function(name);
                if !variable.initial.is_empty() {
                    return Ok(None);
                }
                if is_intrinsic {
                    self.symbols[symbol].class = SymbolClass::Intrinsic;
                    return self.intrinsic_argument(name, symbol, span).map(Some);
                }
                let result = self.names.get(name).and_then(|facts| facts.ty).map(|(ty, _)| ty);
                self.symbols[symbol].class = SymbolClass::External { result };
                Ok(Some(Argument::Procedure(symbol, span)))
            }
            SymbolClass::StatementFunction => {
                let message = format!("the statement function `{}` can't be an argument", name.to_uppercase());
                Err(self.error("E0249", span, message))
            }
            _ => Ok(None),
        }
    }

    /// What the unit or one of its entries is, if that is its name and not its result's.
    fn own_kind(&self, name: &str) -> Option<UnitKind> {
        self.is_own_name(name).then_some(self.kind)
    }

    fn intrinsic_argument(&mut self, name: &str, symbol: SymbolId, span: Span) -> Outcome<Argument> {
        if is_passable_intrinsic(name) {
            self.passed_intrinsics.insert(name.to_owned(), span);
            return Ok(Argument::Procedure(symbol, span));
        }
        let message = format!("the intrinsic function {} can't be an argument", name.to_uppercase());
        let error = Diagnostic::error("E0249", span, message);
        Err(self.report(error.with_help("write a function that refers to it, and pass that")))
    }
}

/// Whether the intrinsic function of a name can be an actual argument.
pub(crate) fn is_passable_intrinsic(name: &str) -> bool {
    signature_of(name, DefaultKinds::default()).is_some()
}

/// The type of the arguments, their number, the function, and the type of its value.
type Signature = (Type, usize, Function, Type);

/// What a specific intrinsic function does.
#[derive(Clone, Copy)]
enum Function {
    Operation(Intrinsic),
    /// DPROD.
    DoubleProduct,
}

/// What an intrinsic function is as an actual argument: of a generic name, the specific function of that name.
fn signature_of(name: &str, kinds: DefaultKinds) -> Option<Signature> {
    let row = in_unit(intrinsic_function(name)?, name, kinds);
    let function = match row.meaning {
        Meaning::Inquiry(Inquiry::Length) => Function::Operation(Intrinsic::Len),
        Meaning::Operation(function) if row.category == Category::Elemental && !row.is_variadic() => {
            Function::Operation(function)
        }
        Meaning::Composed(Composed::DoubleProduct) => Function::DoubleProduct,
        _ => return None,
    };
    let specific = |class: Class| specific_type(function, class).map(|ty| kinds.ty(ty));
    let argument = specific(row.dummies.first()?.form.class)?;
    let is_plain = |form: Form| form.conversion == Conversion::None && form.range.is_none();
    let is_like_first = |form: Form| match form.class {
        Class::Same | Class::SameType => true,
        class => is_plain(form) && specific(class) == Some(argument),
    };
    let mut needed = row.dummies.iter().filter(|dummy| !dummy.is_optional);
    let result = row.result?.of(&vec![argument; row.needed()]);
    needed.all(|dummy| is_like_first(dummy.form)).then_some((argument, row.needed(), function, result))
}

/// The type that arguments of a class have in the specific function of that name.
fn specific_type(function: Function, class: Class) -> Option<Type> {
    let is = |one| matches!(function, Function::Operation(function) if function == one);
    Some(match class {
        Class::Exactly(ty) => ty,
        Class::Real | Class::RealOrComplex | Class::Number => R4,
        Class::Ordered if is(Intrinsic::Mod) => I4,
        Class::Ordered => R4,
        Class::Complex => C4,
        Class::Integer => I4,
        Class::Character if is(Intrinsic::Len) || is(Intrinsic::Index) => Type::Character,
        _ => return None,
    })
}

/// The name of the unit that computes an intrinsic function which is passed as an argument.
pub fn intrinsic_unit_name(name: &str) -> String {
    format!("{INTRINSIC_UNIT}{name}")
}

/// A function that computes an intrinsic function.
pub(crate) fn intrinsic_unit(name: &str, kinds: DefaultKinds, span: Span) -> Option<ProgramUnit> {
    let (argument, number, function, result_type) = signature_of(name, kinds)?;
    let mut symbols = Arena::new();
    let mut variable = |name: String, ty: Type, storage: Storage| {
        let class = SymbolClass::Variable(Variable { storage, ..local_variable(ty) });
        let length = (ty == Type::Character).then_some(CharacterLength::Assumed);
        symbols.alloc(Symbol { name, span, class, unit: None, length })
    };
    let dummies: Vec<SymbolId> =
        ["a", "b"].iter().take(number).map(|name| variable((*name).to_owned(), argument, Storage::Dummy)).collect();
    let result = variable(name.to_owned(), result_type, Storage::Result);
    let read = |symbol: &SymbolId| Expr::new(ExprKind::Read(Designator::Variable(*symbol)), argument, span);
    let converted = |symbol: &SymbolId| {
        let value = read(symbol);
        if argument == result_type { value } else { Expr::new(ExprKind::Convert(Box::new(value)), result_type, span) }
    };
    let kind = match (function, &dummies[..]) {
        (Function::DoubleProduct, [left, right]) => {
            ExprKind::Binary(BinaryOp::Multiply, Box::new(converted(left)), Box::new(converted(right)))
        }
        (Function::DoubleProduct, _) => return None,
        (Function::Operation(function), _) => ExprKind::Intrinsic(function, dummies.iter().map(read).collect()),
    };
    let value = Expr::new(kind, result_type, span);
    let target = Designator::Variable(result);
    Some(ProgramUnit {
        name: intrinsic_unit_name(name),
        kind: UnitKind::Function,
        span,
        symbols,
        dummies,
        taken: 0,
        alternates: 0,
        result: Some(result),
        entries: Vec::new(),
        is_recursive: false,
        optional: IndexSet::new(),
        body: vec![Statement { label: None, kind: StatementKind::Assign { target, value }, span }],
    })
}
