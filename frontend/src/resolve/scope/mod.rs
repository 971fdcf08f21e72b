//! The names of one program unit while it is resolved, and the errors found in it.

pub(super) mod declared;
pub(super) mod facts;
pub(super) mod families;
pub(super) mod groups;
pub(super) mod implicit_types;
pub(super) mod imports;
pub(super) mod inner_scopes;
pub(super) mod interface;
pub(super) mod interfaces;
pub(super) mod intrinsic_modules;
pub(super) mod links;
pub(super) mod records;
pub(super) mod visible;

use crate::diagnostics::{Diagnostic, Severity, has_fatal_errors};
use crate::resolved::{ArrayForm, Entry, Storage, Symbol, SymbolClass, SymbolId, UnitKind, Variable};
use crate::source::Span;
use crate::tree::{self, Word};
use facts::{ConstantArray, Facts, Mode};
use foldhash::fast::RandomState;
use forlane_semantics::similar::similar;
use forlane_semantics::types::{Constant, IntegerKind, RealKind, Type};
use id_arena::Arena;
use implicit_types::ImplicitTypes;
use indexmap::{IndexMap, IndexSet};
use interface::{Interface, Interfaces};
use records::{Expansion, ExternalCall, Passed, StatementFunction, StorageFacts};
use std::cell::Cell;
use std::rc::Rc;
use visible::Links;

/// Stands for a result that is not there because of an error that has been reported.
///
/// Only [`Scope::report`] makes one, and [`Scope::reported_before`], which notes that it was asked: if it turns out
/// that there is no error at all, that is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reported(());

/// A result, or the word that its error has been reported: whoever gets that stays silent, so errors do not cascade.
pub(crate) type Outcome<T> = Result<T, Reported>;

/// One program unit while it is resolved.
pub(crate) struct Scope<'a> {
    /// What is resolved.
    pub tree: &'a tree::Unit,
    /// The unit's name; `main` for a main program without PROGRAM statement.
    pub name: String,
    /// The name by which callers' symbols find it: that of its hosts before its own, as in `module.procedure`.
    pub unit: String,
    /// Where the name is, or the first statement.
    pub name_span: Span,
    /// What sort of unit it is.
    pub kind: UnitKind,
    /// All symbols.
    pub symbols: Arena<Symbol>,
    /// What is known of each name, in order of appearance.
    pub names: IndexMap<Word, Facts<'a>, RandomState>,
    /// RECURSIVE.
    pub is_recursive: bool,
    /// The dummy arguments.
    pub dummies: Vec<SymbolId>,
    /// Those that are OPTIONAL, and those of the host that hidden arguments carry.
    pub optional: IndexSet<SymbolId>,
    /// The number of `*` among the dummy arguments.
    pub alternates: usize,
    /// The ENTRY statements.
    pub entries: Vec<Entry>,
    /// The statement functions, in the order of their definitions.
    pub statement_functions: IndexMap<Word, StatementFunction<'a>>,
    /// Where the resolution is in expanding them.
    pub expansion: Expansion,
    /// The names that the unit calls, or refers to with arguments.
    pub called: IndexSet<Word>,
    /// The names alone as arguments that may stand for procedures.
    pub passed_names: Vec<Passed>,
    /// The variables that calls in the present statement assign, and where.
    pub assigned_by_calls: Vec<(SymbolId, Span)>,
    /// The names that are where a value is meant.
    pub valued: IndexSet<Word>,
    /// The external procedures of other units that the unit calls.
    pub callees: IndexMap<Word, Span>,
    /// The intrinsic functions that are actual arguments, and where.
    pub passed_intrinsics: IndexMap<String, Span>,
    /// The result variable.
    pub result: Option<SymbolId>,
    /// Implicit typing.
    pub implicit: ImplicitTypes,
    /// The first statement that IMPLICIT must not follow.
    pub first_declaration: Option<Span>,
    /// The variables to which DATA has given values, and where.
    pub initialised: IndexMap<Word, Span>,
    /// Where SAVE without names is.
    pub save_all: Option<Span>,
    /// COMMON and EQUIVALENCE.
    pub storage: StorageFacts<'a>,
    /// Which names expressions may use at present.
    pub mode: Mode,
    /// The values of implied-DO variables of DATA, the innermost last.
    pub implied: Vec<(String, i64)>,
    /// The number of statements at the beginning that are not a part of the executable part.
    pub specification_length: usize,
    /// The other units.
    pub interfaces: Rc<Interfaces>,
    /// There are lengths that call functions of other units.
    pub has_late_lengths: bool,
    /// The arrays whose bounds wait for that.
    pub late_arrays: IndexSet<Word>,
    /// What PUBLIC and PRIVATE say of names.
    pub listed_access: IndexMap<&'a str, tree::Access>,
    /// The named constants that are arrays.
    pub constant_arrays: IndexMap<SymbolId, Rc<ConstantArray>>,
    /// What names of ASSOCIATE stand for that are not variables of their own.
    pub aliases: IndexMap<Word, tree::Expr>,
    /// The scopes around and in it.
    pub links: Links<'a>,
    /// No loop and no label is before the present statement.
    pub is_straight: bool,
    /// The calls of procedures that are not in the compilation.
    pub external_calls: Vec<(Word, ExternalCall)>,
    /// The statement that is resolved at present.
    pub statement: Span,
    /// The first statement that was given up in the belief that its error had been reported before.
    given_up: Cell<Option<Span>>,
    /// How many of the errors about what is not supported are put off until their statements are reached.
    put_off: usize,
    /// What was found.
    pub diagnostics: Vec<Diagnostic>,
}

impl<'a> Scope<'a> {
    /// The scope of a unit, with nothing but its name.
    pub fn new(tree: &'a tree::Unit) -> Scope<'a> {
        let (name, name_span, kind) = match &tree.header {
            Some(header) => (header.name.text.to_string(), header.name.span, header.kind),
            None => ("main".to_string(), tree.span, UnitKind::Program),
        };
        Scope {
            tree,
            unit: name.clone(),
            name,
            name_span,
            kind,
            symbols: Arena::new(),
            names: IndexMap::default(),
            is_recursive: tree.header.as_ref().is_some_and(|header| header.prefixes.contains(&tree::Prefix::Recursive)),
            dummies: Vec::new(),
            optional: IndexSet::new(),
            alternates: 0,
            entries: Vec::new(),
            statement_functions: IndexMap::new(),
            expansion: Expansion::default(),
            called: IndexSet::new(),
            passed_names: Vec::new(),
            assigned_by_calls: Vec::new(),
            valued: IndexSet::new(),
            callees: IndexMap::new(),
            passed_intrinsics: IndexMap::new(),
            result: None,
            implicit: ImplicitTypes::default(),
            first_declaration: None,
            initialised: IndexMap::new(),
            save_all: None,
            storage: StorageFacts::default(),
            mode: Mode::Constant,
            implied: Vec::new(),
            specification_length: 0,
            interfaces: Rc::default(),
            has_late_lengths: false,
            late_arrays: IndexSet::new(),
            listed_access: IndexMap::new(),
            constant_arrays: IndexMap::new(),
            aliases: IndexMap::new(),
            links: Links::default(),
            is_straight: false,
            external_calls: Vec::new(),
            statement: tree.span,
            given_up: Cell::new(None),
            put_off: 0,
            diagnostics: Vec::new(),
        }
    }

    /// Reports an error.
    pub fn report(&mut self, mut error: Diagnostic) -> Reported {
        debug_assert_eq!(error.severity, Severity::Error);
        error.message = with_source_names(error.message);
        self.diagnostics.push(error);
        Reported(())
    }

    /// Reports a warning.
    pub fn warn(&mut self, mut warning: Diagnostic) {
        debug_assert_eq!(warning.severity, Severity::Warning);
        warning.message = with_source_names(warning.message);
        self.diagnostics.push(warning);
    }

    /// What has been reported before, in another place or by the parser, is not reported again.
    pub fn reported_before(&self) -> Reported {
        if self.given_up.get().is_none() {
            self.given_up.set(Some(self.statement));
        }
        Reported(())
    }

    /// The first statement that [`Scope::reported_before`] gave up.
    pub fn given_up(&self) -> Option<Span> {
        self.given_up.get()
    }

    /// The number of diagnostics, and of errors that are put off.
    pub fn progress(&self) -> (usize, usize) {
        (self.diagnostics.len(), self.put_off)
    }

    /// Puts the errors off that an action has given since that progress, if each is about something that is not
    /// supported; returns the first one's words.
    pub fn put_off(&mut self, (earlier, put_off): (usize, usize)) -> Option<String> {
        let mut errors = self.diagnostics[earlier..].iter().filter(|found| found.severity == Severity::Error);
        let words = errors.next()?.in_words();
        let all = &self.diagnostics[earlier..];
        if has_fatal_errors(all) {
            return None;
        }
        self.put_off = put_off + all.iter().filter(|found| found.severity == Severity::Error).count();
        Some(words)
    }

    /// What of the unit is not supported and can't be put off, in words and with its place; none if it is fit for use.
    /// `parsed` is what the parser has reported.
    pub fn refusal(&self, parsed: &[Diagnostic]) -> Option<(String, Span)> {
        let errors = self.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        if self.given_up().is_none() && errors.clone().count() == self.put_off {
            return None;
        }
        let end = self.tree.end.as_ref().map_or(u32::MAX, |end| end.span.end);
        let unit = self.name_span.start..end;
        let is_inside = |one: &&Diagnostic| one.span.file == self.name_span.file && unit.contains(&one.span.start);
        let error = parsed.iter().filter(is_inside).find(|one| one.is_unsupported()).or_else(|| errors.clone().next());
        Some(match error {
            Some(error) => (error.in_words(), error.span),
            None => ("something that it uses is not supported".to_owned(), self.name_span),
        })
    }

    /// Reports an error.
    pub fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> Reported {
        self.report(Diagnostic::error(code, span, message))
    }

    /// As [`Scope::error`], with a hint in place of the usual one of the code.
    pub fn error_with_help(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Reported {
        self.report(Diagnostic::error(code, span, message).with_help(help))
    }

    /// What is known of a name, which is added if it is new.
    pub fn facts(&mut self, name: &str, span: Span) -> &mut Facts<'a> {
        let index = match self.names.get_index_of(name) {
            Some(index) => index,
            None => {
                let class = SymbolClass::Variable(local_variable(Type::Real(RealKind::R4)));
                let unit = self.own_unit(name);
                let symbol = self.symbols.alloc(Symbol { name: name.to_string(), span, class, unit, length: None });
                self.names.insert_full(Word::new(name), Facts::new(symbol)).0
            }
        };
        &mut self.names[index]
    }

    /// The unit of a symbol with that name, if it is that of this scope and has another name.
    fn own_unit(&self, name: &str) -> Option<String> {
        (name == self.name && self.unit != self.name).then(|| self.unit.clone())
    }

    /// Whether it is the interface of a procedure that is defined in a submodule.
    pub fn is_interface(&self) -> bool {
        self.tree.header.as_ref().is_some_and(|header| header.separate == Some(tree::Separate::Interface))
    }

    /// Whether the types that letters imply are not those of the host.
    pub fn has_own_implicit_types(&self) -> bool {
        self.tree.header.as_ref().is_some_and(|header| header.parent.is_some() || header.separate.is_some())
    }

    /// The name of the unit of an entry beside this one.
    pub fn beside(&self, name: &str) -> String {
        let front = self.unit.strip_suffix(self.name.as_str()).unwrap_or_default();
        format!("{front}{name}")
    }

    /// The unit that a call of a name means.
    pub fn callee(&self, name: &str) -> &str {
        let symbol = self.names.get(name).map(|facts| &self.symbols[facts.symbol]);
        let unit = symbol.and_then(|symbol| symbol.unit.as_deref());
        unit.unwrap_or_else(|| symbol.map_or("", |symbol| &symbol.name))
    }

    /// What is known of a procedure: by an interface block, else by its definition.
    pub fn known_interface(&self, name: &str) -> Option<Rc<Interface>> {
        let facts = self.names.get(name);
        let explicit = facts.and_then(|facts| facts.explicit.as_ref());
        let defined =
            || self.interfaces.get(self.callee(name)).filter(|_| facts.is_none_or(|facts| facts.dummy.is_none()));
        explicit.or_else(defined).cloned()
    }

    /// The declared or implied type of a name. That it has none is reported once.
    pub fn type_of_name(&mut self, name: &str, span: Span) -> Outcome<Type> {
        let implied = self.implicit.of(name);
        let none = self.implicit.none;
        let facts = self.facts(name, span);
        if let Some((ty, _)) = facts.ty {
            return Ok(ty);
        }
        if facts.reported {
            return Err(self.reported_before());
        }
        if let Some(ty) = implied {
            return Ok(ty);
        }
        facts.reported = true;
        if self.tree.refused_words.contains(name) {
            return Err(self.reported_before());
        }
        let error = Diagnostic::error("E0201", span, format!("`{}` has no type", name.to_uppercase()));
        let error = error.with_label("used here, but not declared");
        let declared = self.names.iter().filter(|(_, facts)| facts.ty.is_some()).map(|(name, _)| name.as_str());
        let error = match similar(name, declared) {
            Some(meant) => error.with_help(format!("did you mean `{}`?", meant.to_uppercase())),
            None => error,
        };
        Err(self.report(match none {
            Some(none) => error.with_related(none, "IMPLICIT NONE is here"),
            None => error,
        }))
    }

    /// The variable that a symbol names.
    pub fn variable(&self, symbol: SymbolId) -> Option<&Variable> {
        match &self.symbols[symbol].class {
            SymbolClass::Variable(variable) => Some(variable),
            _ => None,
        }
    }

    /// The value of a named constant or of an implied-DO variable of DATA.
    pub fn named_constant(&self, name: &str) -> Option<Constant> {
        if let Some((_, value)) = self.implied.iter().rev().find(|(variable, _)| variable == name) {
            return Some(Constant::Integer(IntegerKind::I8, *value));
        }
        match &self.symbols[self.names.get(name)?.symbol].class {
            SymbolClass::NamedConstant(constant) => Some(constant.clone()),
            _ => None,
        }
    }

    /// True if the name is the unit's own, or that of an entry, and does not stand for its result.
    pub fn is_own_name(&self, name: &str) -> bool {
        let is_name = self.tree.header.is_some() && name == self.name;
        (is_name || self.entries.iter().any(|entry| entry.name == name))
            && !self.names.get(name).is_some_and(|facts| facts.result)
    }
}

/// A scalar local variable without initial value.
pub(crate) fn local_variable(ty: Type) -> Variable {
    Variable {
        ty,
        shape: None,
        form: ArrayForm::Explicit,
        storage: Storage::Local,
        area: None,
        holds_logical: false,
        initial: Vec::new(),
        intent: None,
        is_target: false,
    }
}

/// A message with the names of procedure pointers in place of those of the procedures that they are called for.
fn with_source_names(mut message: String) -> String {
    while let Some(end) = message.find("%%PROCEDURE`") {
        let start = message[..end].rfind('%').unwrap_or(end);
        message.replace_range(start..end + "%%PROCEDURE".len(), "");
    }
    message
}
