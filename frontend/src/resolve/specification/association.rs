//! Storage association: COMMON and EQUIVALENCE place variables in areas.
//!
//! EQUIVALENCE joins variables to classes in which the distance of any two is fixed: a union-find structure whose links
//! carry distances in bytes. The members of a COMMON block then are one after the other, each with its class around it;
//! a class that no COMMON block places has an area of its own. As with gfortran, a member is moved up to where it and
//! all that is joined to it are aligned.

use super::settle::constant_extent;
use crate::diagnostics::Diagnostic;
use crate::resolve::expressions::character::only_range;
use crate::resolve::scope::records::Common;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{AreaPlace, CharacterLength, Storage, Symbol, SymbolClass, SymbolId, UnitKind, Variable};
use crate::source::Span;
use crate::tree::{self, ExprKind};
use forlane_semantics::types::Type;
use indexmap::IndexMap;

/// Variables at fixed distances.
#[derive(Default)]
struct Classes {
    /// Of each joined variable another one of its class and the distance after that; the representative has none.
    links: IndexMap<SymbolId, Option<(SymbolId, i64)>>,
}

impl Classes {
    /// The representative of a variable's class, and how far the variable begins after it.
    fn find(&mut self, symbol: SymbolId) -> (SymbolId, i64) {
        let mut path = Vec::new();
        let mut at = symbol;
        while let Some(Some((next, distance))) = self.links.get(&at).copied() {
            path.push((at, distance));
            at = next;
        }
        let mut after = 0;
        for (passed, distance) in path.into_iter().rev() {
            after += distance;
            self.links.insert(passed, Some((at, after)));
        }
        (at, after)
    }

    /// Joins two variables so that these offsets in them coincide; false if they have another distance already.
    fn join(&mut self, (left, left_offset): (SymbolId, i64), (right, right_offset): (SymbolId, i64)) -> bool {
        for symbol in [left, right] {
            self.links.entry(symbol).or_insert(None);
        }
        let ((left, left_after), (right, right_after)) = (self.find(left), self.find(right));
        let distance = left_after + left_offset - right_after - right_offset;
        if left != right {
            self.links.insert(right, Some((left, distance)));
        }
        left != right || distance == 0
    }

    /// The members of each class by its representative, with their distances after that.
    fn members(&mut self) -> IndexMap<SymbolId, Vec<(SymbolId, i64)>> {
        let mut members: IndexMap<SymbolId, Vec<(SymbolId, i64)>> = IndexMap::new();
        for symbol in self.links.keys().copied().collect::<Vec<_>>() {
            let (representative, after) = self.find(symbol);
            members.entry(representative).or_default().push((symbol, after));
        }
        members
    }
}

/// The places found so far.
struct Places {
    classes: Classes,
    members: IndexMap<SymbolId, Vec<(SymbolId, i64)>>,
    /// Where the representative of a class begins, or would begin if it is moved.
    placed: IndexMap<SymbolId, (String, i64)>,
}

impl Places {
    /// What is in a class.
    fn members_of(&self, representative: SymbolId) -> Vec<(SymbolId, i64)> {
        self.members.get(&representative).cloned().unwrap_or_else(|| vec![(representative, 0)])
    }
}

impl<'a> Scope<'a> {
    /// Gives the variables of COMMON and EQUIVALENCE their places. Classes and shapes are settled.
    pub fn associate_storage(&mut self) {
        self.check_saved_blocks();
        let mut classes = Classes::default();
        for set in self.storage.equivalences.clone() {
            // What is wrong with a set has been reported; the next one does not depend on it.
            let _ = self.join_set(set, &mut classes);
        }
        let members = classes.members();
        let mut places = Places { classes, members, placed: IndexMap::new() };
        let mut commons = std::mem::take(&mut self.storage.commons);
        for (area, common) in &mut commons {
            // What is wrong with a block has been reported.
            let _ = self.place_common(area, common, &mut places);
        }
        self.storage.commons = commons;
        self.place_others(&mut places);
        for (symbol, place) in self.found_places(&mut places) {
            self.set_place(symbol, place);
        }
    }

    fn join_set(&mut self, set: &'a tree::EquivalenceSet, classes: &mut Classes) -> Outcome<()> {
        let mut first: Option<(SymbolId, i64)> = None;
        for object in &set.objects {
            let (symbol, offset) = self.equivalence_object(object)?;
            let anchor = *first.get_or_insert((symbol, offset));
            if !classes.join(anchor, (symbol, offset)) {
                let [one, other] = [anchor.0, symbol].map(|symbol| self.symbols[symbol].name.to_uppercase());
                let message = format!("`{one}` and `{other}` are already associated at another offset");
                let error = Diagnostic::error("E0212", object.span, message);
                return Err(self.report(error.with_related(set.span, "this EQUIVALENCE contradicts those before it")));
            }
        }
        Ok(())
    }

    /// The variable of an object of EQUIVALENCE, and the bytes in it before what is named.
    fn equivalence_object(&mut self, object: &'a tree::Expr) -> Outcome<(SymbolId, i64)> {
        let is_substring = match &object.kind {
            ExprKind::Reference(_, arguments) => only_range(arguments).is_some(),
            kind => matches!(kind, ExprKind::Substring(..)),
        };
        if is_substring {
            let (symbol, first, _) = self.constant_substring(object)?;
            self.byte_size(symbol, object.span)?;
            return Ok((symbol, first as i64));
        }
        let (name, span, subscripts) = match &object.kind {
            ExprKind::Name(name) => (name, object.span, None),
            ExprKind::Reference(name, subscripts) => (&name.text, name.span, Some(subscripts)),
            _ => return Err(self.error("E0212", object.span, "EQUIVALENCE joins variables and array elements only")),
        };
        let symbol = self.symbol_of_name(name, span)?;
        let what = match &self.symbols[symbol].class {
            SymbolClass::Variable(Variable { storage: Storage::Dummy, .. }) => Some("a dummy argument"),
            SymbolClass::Variable(Variable { storage: Storage::Result, .. }) => Some("the function's result"),
            SymbolClass::Variable(_) if self.is_constant_array(name) => Some("a named constant"),
            SymbolClass::Variable(_) => None,
            SymbolClass::NamedConstant(_) => Some("a named constant"),
            _ => Some("a procedure"),
        };
        if let Some(what) = what {
            let message = format!("`{}` is {what} and can't be in EQUIVALENCE", name.to_uppercase());
            return Err(self.error_with_help("E0212", span, message, "remove it from EQUIVALENCE"));
        }
        self.byte_size(symbol, span)?;
        let element = match subscripts {
            None => 0,
            Some(subscripts) => {
                let (element, outside) = self.constant_element(symbol, subscripts, object.span)?;
                if let Some(outside) = outside {
                    let message = "the subscript is outside the array's bounds";
                    self.warn(Diagnostic::warning("W0211", outside, message));
                }
                element
            }
        };
        Ok((symbol, element.saturating_mul(self.element_size(symbol, span)?)))
    }

    /// Places the members of a COMMON block one after the other.
    fn place_common(&mut self, area: &str, common: &mut Common, places: &mut Places) -> Outcome<()> {
        let mut end = 0i64;
        // What EQUIVALENCE joins to the members, and where it begins.
        let mut joined: Vec<(SymbolId, i64)> = Vec::new();
        for (symbol, span) in &common.members {
            let (representative, after) = places.classes.find(*symbol);
            let name = self.symbols[*symbol].name.to_uppercase();
            match places.placed.get(&representative) {
                Some((other, _)) if other != area => {
                    let (area, other) = (area.to_uppercase(), other.to_uppercase());
                    let message = format!("EQUIVALENCE makes the COMMON blocks {area} and {other} overlap at `{name}`");
                    return Err(self.error("E0212", *span, message));
                }
                Some((_, base)) if base + after != end => {
                    let message = format!("EQUIVALENCE places `{name}` elsewhere than its position in COMMON");
                    return Err(self.error("E0212", *span, message));
                }
                Some(_) => {}
                None => {
                    let base = end - after;
                    let members = places.members_of(representative);
                    if let Some((first, _)) = members.iter().find(|(_, after)| base + after < 0) {
                        let first = self.symbols[*first].name.to_uppercase();
                        let message = format!("EQUIVALENCE makes `{first}` begin before the COMMON block of `{name}`");
                        return Err(self.error("E0212", *span, message));
                    }
                    let padding = self.padding(base, &members, *span)?;
                    if padding > 0 {
                        let message = format!("{padding} bytes of padding are inserted before `{name}` to align it");
                        let warning = Diagnostic::warning("W0212", *span, message);
                        self.warn(warning.with_help("place the largest elements of a COMMON block first"));
                    }
                    places.placed.insert(representative, (area.to_owned(), base + padding));
                    joined.extend(members.iter().map(|(symbol, after)| (*symbol, base + padding + after)));
                    end += padding;
                }
            }
            end = end.saturating_add(self.byte_size(*symbol, *span)?);
        }
        for (symbol, begin) in joined {
            let span = self.symbols[symbol].span;
            end = end.max(begin + self.byte_size(symbol, span)?);
        }
        common.bytes = Some(end.unsigned_abs());
        Ok(())
    }

    /// How many bytes a class must move up to be aligned, if its representative begins at `base`.
    fn padding(&mut self, base: i64, members: &[(SymbolId, i64)], span: Span) -> Outcome<i64> {
        let alignment = |symbol: SymbolId| {
            // A LOGICAL of another size than 4 is not yet the INTEGER that it becomes.
            let facts = self.names.get(self.symbols[symbol].name.as_str());
            let odd = facts.filter(|facts| facts.symbol == symbol).and_then(|facts| facts.logical_bytes);
            odd.unwrap_or_else(|| self.variable(symbol).map_or(1, |variable| variable.ty.alignment() as i64))
        };
        let aligned: Vec<(i64, i64)> = members.iter().map(|(symbol, after)| (*after, alignment(*symbol))).collect();
        let Some((strictest, most)) = aligned.iter().max_by_key(|(_, alignment)| *alignment) else { return Ok(0) };
        let padding = (-(base + strictest)).rem_euclid(*most);
        if aligned.iter().all(|(after, alignment)| (base + padding + after) % alignment == 0) {
            return Ok(padding);
        }
        Err(self.error("E0212", span, "EQUIVALENCE joins these variables so that they can't all be aligned"))
    }

    /// Gives each class that is in no COMMON block an area of its own.
    fn place_others(&mut self, places: &mut Places) {
        let mut number = 0;
        for (representative, members) in places.members.clone() {
            if members.len() < 2 || places.placed.contains_key(&representative) {
                continue;
            }
            let first = members.iter().map(|(_, after)| *after).min().unwrap_or(0);
            let span = self.symbols[representative].span;
            let Ok(padding) = self.padding(-first, &members, span) else { continue };
            number += 1;
            let area = format!("{}.equivalence.{number}", self.unit);
            places.placed.insert(representative, (area, padding - first));
        }
    }

    /// The place of each variable in an area.
    fn found_places(&mut self, places: &mut Places) -> Vec<(SymbolId, AreaPlace)> {
        let mut found = Vec::new();
        let in_common =
            self.storage.commons.values().flat_map(|common| common.members.iter().map(|(symbol, _)| *symbol));
        let joined = places.members.values().flatten().map(|(symbol, _)| *symbol);
        let all: indexmap::IndexSet<SymbolId> = in_common.chain(joined).collect();
        for symbol in all {
            let (representative, after) = places.classes.find(symbol);
            if let Some((area, base)) = places.placed.get(&representative)
                && let Ok(offset) = u64::try_from(base + after)
            {
                found.push((symbol, AreaPlace { area: area.clone(), offset }));
            }
        }
        found
    }

    fn set_place(&mut self, symbol: SymbolId, place: AreaPlace) {
        if let SymbolClass::Variable(variable) = &mut self.symbols[symbol].class {
            variable.storage = Storage::Area;
            variable.area = Some(place);
        }
    }

    /// The size of a variable of constant shape in bytes.
    fn byte_size(&mut self, symbol: SymbolId, span: Span) -> Outcome<i64> {
        let Symbol { name, class, .. } = &self.symbols[symbol];
        let SymbolClass::Variable(variable) = class else {
            let message = format!("`{}` is not a variable and can't be in COMMON", name.to_uppercase());
            return Err(self.error("E0211", span, message));
        };
        if self.names.get(name.as_str()).is_some_and(|facts| facts.reported) {
            return Err(self.reported_before());
        }
        let mut elements = 1i64;
        for dimension in variable.shape.iter().flatten() {
            let Some((_, extent)) = constant_extent(dimension) else {
                let message = format!("`{}` shares storage, so its bounds must be constants", name.to_uppercase());
                return Err(self.error("E0211", span, message));
            };
            elements = elements.saturating_mul(extent);
        }
        Ok(elements.saturating_mul(self.element_size(symbol, span)?))
    }

    /// The size of a variable, or of an element of an array, in bytes.
    fn element_size(&mut self, symbol: SymbolId, span: Span) -> Outcome<i64> {
        let Symbol { name, class, length, .. } = &self.symbols[symbol];
        let message = match (class, length) {
            (SymbolClass::Variable(Variable { ty: Type::Character, .. }), Some(CharacterLength::Constant(length))) => {
                return Ok(i64::try_from(*length).unwrap_or(i64::MAX));
            }
            (SymbolClass::Variable(Variable { ty: Type::Character, .. }), None) => return Ok(1),
            (SymbolClass::Variable(Variable { ty: Type::Character, .. }), Some(_)) => {
                format!("`{}` shares storage, so its length must be a constant", name.to_uppercase())
            }
            (SymbolClass::Variable(variable), _) => {
                let odd = self.names.get(name.as_str()).and_then(|facts| facts.logical_bytes);
                let size = odd.unwrap_or(variable.ty.size() as i64);
                odd.into_iter().for_each(|bytes| self.store_logical(symbol, bytes));
                return Ok(size);
            }
            _ => format!("`{}` is not a variable", name.to_uppercase()),
        };
        Err(self.error("E0211", span, message))
    }

    /// Reports variables of a BLOCK DATA with initial values that are in no COMMON block.
    pub fn refuse_value_outside_common(&mut self, symbol: SymbolId, span: Span) -> Outcome<()> {
        let in_common = self.variable(symbol).and_then(|variable| variable.area.as_ref());
        if self.kind != UnitKind::BlockData || in_common.is_some_and(|place| place.is_common()) {
            return Ok(());
        }
        let message = format!("`{}` is not in a COMMON block", self.symbols[symbol].name.to_uppercase());
        let error = Diagnostic::error("E0214", span, message);
        Err(self.report(error.with_help("BLOCK DATA can only initialise variables in COMMON")))
    }
}
