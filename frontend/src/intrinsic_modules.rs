//! The intrinsic modules that are written in Fortran, or partly so.

use crate::form::SourceForm;
use crate::parse::parse;
use crate::resolved::UnitKind;
use crate::source::{FileId, SourceMap};
use crate::tree::visit::{NameRole, Visit, walk_expr};
use crate::tree::{Expr, ExprKind, File, Name, Statement, StatementKind, Unit, Use, UseItem, Word};

/// Those that are altogether.
const IN_FORTRAN: [&str; 3] = ["ieee_arithmetic", "ieee_exceptions", "ieee_features"];

/// That of OpenMP, which programs use that call its procedures, with one thread.
const OPENMP: &str = "omp_lib";

/// What ISO_C_BINDING has beside constants is in a module of this name.
pub(crate) const C_POINTERS: &str = "forlane_c_pointers";

/// A module of which a part is in Fortran: all but constants.
struct Partial {
    name: &'static str,
    /// The module with that part, and the names in it.
    rest: &'static str,
    names: &'static [&'static str],
}

const PARTIAL: [Partial; 2] = [
    Partial {
        name: "iso_c_binding",
        rest: C_POINTERS,
        names: &[
            "c_ptr",
            "c_funptr",
            "c_null_ptr",
            "c_null_funptr",
            "c_associated",
            "c_loc",
            "c_funloc",
            "c_f_pointer",
            "c_f_procpointer",
            "c_sizeof",
        ],
    },
    Partial { name: "iso_fortran_env", rest: "forlane_environment", names: &["compiler_version", "compiler_options"] },
];

/// The tree of those that are used; they are then found as any other modules are. Those of the user take their place.
pub(crate) fn intrinsic_modules(sources: &SourceMap, trees: &mut [File]) -> Option<File> {
    let name = |unit: &Unit| {
        let header = unit.header.as_ref().filter(|header| header.kind == UnitKind::Module);
        header.map(|header| header.name.text.clone())
    };
    let is_theirs = |names: &[&str]| {
        let units = trees.iter().flat_map(|tree| &tree.units);
        units.filter_map(name).any(|name| names.contains(&name.as_str()))
    };
    let mut mentions = Mentions([false; 2]);
    trees.iter().flat_map(|tree| &tree.units).for_each(|unit| mentions.unit(unit));
    let mut search = Uses {
        takes_ieee: !is_theirs(&IN_FORTRAN),
        takes: PARTIAL.map(|partial| !is_theirs(&[partial.name])),
        takes_openmp: !is_theirs(&[OPENMP]),
        mentions: mentions.0,
        uses_ieee: false,
        uses: [false; 2],
        uses_openmp: false,
    };
    trees.iter_mut().flat_map(|tree| &mut tree.units).for_each(|unit| search.unit(unit));
    if !search.uses_ieee && search.uses == [false; 2] && !search.uses_openmp {
        return None;
    }
    let mut modules = parse(sources, FileId::MODULES, SourceForm::Free).0;
    let partial = |name: &Word| PARTIAL.iter().position(|partial| partial.rest == name.as_str());
    modules.units.retain(|unit| match name(unit) {
        Some(name) if let Some(at) = partial(&name) => search.uses[at],
        Some(name) if name == OPENMP => search.uses_openmp,
        _ => search.uses_ieee,
    });
    Some(modules)
}

/// Whether names of partial modules that are no constants are somewhere.
struct Mentions([bool; 2]);

impl Mentions {
    fn note(&mut self, name: &str) {
        self.0.iter_mut().zip(&PARTIAL).for_each(|(is_there, partial)| *is_there |= partial.names.contains(&name));
    }
}

impl<'a> Visit<'a> for Mentions {
    fn name(&mut self, name: &'a Name, _role: NameRole) {
        self.note(&name.text);
    }

    fn expr(&mut self, expr: &'a Expr) {
        if let ExprKind::Name(name) = &expr.kind {
            self.note(name);
        }
        walk_expr(self, expr);
    }
}

/// Finds the USE statements that mean these modules, which then do not say INTRINSIC.
struct Uses {
    takes_ieee: bool,
    takes_openmp: bool,
    uses_ieee: bool,
    uses_openmp: bool,
    /// Of the partial ones.
    takes: [bool; 2],
    mentions: [bool; 2],
    uses: [bool; 2],
}

impl Uses {
    fn unit(&mut self, unit: &mut Unit) {
        let mut also = Vec::new();
        for (at, statement) in unit.statements.iter_mut().enumerate() {
            let span = statement.span;
            match &mut statement.kind {
                StatementKind::Use(used) if used.intrinsic != Some(false) => {
                    if self.takes_ieee && IN_FORTRAN.contains(&used.module.text.as_str()) {
                        (used.intrinsic, self.uses_ieee) = (None, true);
                    }
                    if self.takes_openmp && used.module.text == OPENMP && used.intrinsic.is_none() {
                        self.uses_openmp = true;
                    }
                    let is_used = |partial: &Partial| used.module.text == partial.name;
                    if let Some(which) = PARTIAL.iter().position(is_used).filter(|which| self.takes[*which]) {
                        let kind = self.rest_of(used, which).map(|used| StatementKind::Use(Box::new(used)));
                        also.extend(kind.map(|kind| (at, Statement { label: None, kind, span })));
                    }
                }
                StatementKind::Interface(block) => block.bodies.iter_mut().for_each(|body| self.unit(body)),
                _ => {}
            }
        }
        also.into_iter().rev().for_each(|(at, statement)| unit.statements.insert(at + 1, statement));
        unit.contains.iter_mut().flat_map(|contains| &mut contains.units).for_each(|inner| self.unit(inner));
    }

    /// What a USE statement of a partial module takes from the one in Fortran; none if nothing.
    fn rest_of(&mut self, used: &mut Use, at: usize) -> Option<Use> {
        let Partial { rest, names, .. } = PARTIAL[at];
        let is_there = |item: &UseItem| {
            let source = item.source.as_ref().unwrap_or(&item.local);
            names.contains(&source.text.as_str())
        };
        let (items, others): (Vec<UseItem>, Vec<UseItem>) = used.items.drain(..).partition(is_there);
        used.items = others;
        if items.is_empty() && (used.only || !self.mentions[at]) {
            return None;
        }
        self.uses[at] = true;
        let module = Name { text: rest.into(), span: used.module.span };
        Some(Use { intrinsic: None, module, only: used.only, items })
    }
}
