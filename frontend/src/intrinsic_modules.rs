//! The intrinsic modules that are written in Fortran, or partly so.

use crate::form::SourceForm;
use crate::parse::parse;
use crate::resolved::UnitKind;
use crate::source::{FileId, SourceMap};
use crate::tree::visit::{NameRole, Visit, walk_expr};
use crate::tree::{Expr, ExprKind, File, Name, Statement, StatementKind, Unit, Use, UseItem};

/// Those that are altogether.
const IN_FORTRAN: [&str; 3] = ["ieee_arithmetic", "ieee_exceptions", "ieee_features"];

/// That of OpenMP, which programs use that call its procedures, with one thread.
const OPENMP: &str = "omp_lib";

/// What ISO_C_BINDING has beside constants is in a module of this name.
pub(crate) const C_POINTERS: &str = "forlane_c_pointers";

/// The names in it.
const C_NAMES: [&str; 10] = [
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
    let mut mentions = Mentions(false);
    trees.iter().flat_map(|tree| &tree.units).for_each(|unit| mentions.unit(unit));
    let mut search = Uses {
        takes_ieee: !is_theirs(&IN_FORTRAN),
        takes_c: !is_theirs(&["iso_c_binding"]),
        takes_openmp: !is_theirs(&[OPENMP]),
        mentions_c: mentions.0,
        uses_ieee: false,
        uses_c: false,
        uses_openmp: false,
    };
    trees.iter_mut().flat_map(|tree| &mut tree.units).for_each(|unit| search.unit(unit));
    if !search.uses_ieee && !search.uses_c && !search.uses_openmp {
        return None;
    }
    let mut modules = parse(sources, FileId::MODULES, SourceForm::Free).0;
    modules.units.retain(|unit| match name(unit) {
        Some(name) if name == C_POINTERS => search.uses_c,
        Some(name) if name == OPENMP => search.uses_openmp,
        _ => search.uses_ieee,
    });
    Some(modules)
}

/// Whether a name of ISO_C_BINDING that is no constant is somewhere.
struct Mentions(bool);

impl<'a> Visit<'a> for Mentions {
    fn name(&mut self, name: &'a Name, _role: NameRole) {
        self.0 |= C_NAMES.contains(&name.text.as_str());
    }

    fn expr(&mut self, expr: &'a Expr) {
        if let ExprKind::Name(name) = &expr.kind {
            self.0 |= C_NAMES.contains(&name.as_str());
        }
        walk_expr(self, expr);
    }
}

/// Finds the USE statements that mean these modules, which then do not say INTRINSIC.
struct Uses {
    takes_ieee: bool,
    takes_c: bool,
    takes_openmp: bool,
    mentions_c: bool,
    uses_ieee: bool,
    uses_c: bool,
    uses_openmp: bool,
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
                    if self.takes_c && used.module.text == "iso_c_binding" {
                        let kind = self.c_pointers(used).map(|used| StatementKind::Use(Box::new(used)));
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

    /// What a USE statement of ISO_C_BINDING takes from the module in Fortran; none if nothing.
    fn c_pointers(&mut self, used: &mut Use) -> Option<Use> {
        let is_there = |item: &UseItem| {
            let source = item.source.as_ref().unwrap_or(&item.local);
            C_NAMES.contains(&source.text.as_str())
        };
        let (items, others): (Vec<UseItem>, Vec<UseItem>) = used.items.drain(..).partition(is_there);
        used.items = others;
        if items.is_empty() && (used.only || !self.mentions_c) {
            return None;
        }
        self.uses_c = true;
        let module = Name { text: C_POINTERS.into(), span: used.module.span };
        Some(Use { intrinsic: None, module, only: used.only, items })
    }
}
