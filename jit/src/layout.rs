//! Where the variables of a kernel live that do not live in registers: the storage of a gang.

mod image;

use crate::assigners::Assigners;
use crate::error::JitError;
use crate::pieces::Pieces;
use crate::recursion::BoundRecursion;
use crate::runtime::ArrayDescriptor;
use crate::written::{Written, joined, written_variables};
use forlane_cfg::areas::{Areas, Component};
use forlane_cfg::{ArrayLength, Program, Storage, Unit, Var, VarId};
pub use image::constant_bytes;
use image::{AreaImage, Image};
use indexmap::{IndexMap, IndexSet};
use std::ops::Range;

/// Fixed offsets for the static variables, areas and local arrays of all units of a kernel. Statics and areas come
/// first: each gang starts with a copy of the initial image of what every gang may assign ([`Layout::copied`]). Those
/// that others assign come after them, and what may be assigned of them is restored where a unit that assigns one has
/// been entered; it says so in a mark, which is a place after the image. The local arrays of a unit that may be active
/// twice lie in a stack frame, in which they have their offsets; the gang's calls of such units are counted beside the
/// statics.
///
/// Offsets are for one lane. In a gang of W lanes a variable starts at W times its offset, and element i of lane l
/// is i*W + l elements after that. So it is too with a component of an area whose variables have elements of one
/// size. Another component, what has elements of less than four bytes (a text is one piece), and what calls take as
/// elements of another size (`pieces`), has its bytes for each lane by itself, the lanes' copies one after the other.
/// Of an array of dynamic length the descriptors lie there, as arrays of two: the addresses of all lanes, then their
/// lengths.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    places: IndexMap<(String, usize), Place>,
    /// Of static variables, by the unit's name in the source.
    homes: IndexMap<(String, usize), Place>,
    /// Where the variables begin that not every gang assigns.
    rare_start: u32,
    /// What units assign of those before, and of the others, in whole units of [`ALIGNMENT`].
    copied: Vec<Range<u64>>,
    rarely_copied: Vec<Range<u64>>,
    /// Where the variables and components of areas lie, from begin to end.
    spans: IndexMap<u32, u64>,
    static_bytes: u32,
    bytes: u32,
    /// Says whether these have their initial values, if there are any.
    mark: Option<Place>,
    /// The units that assign one of them.
    marking: IndexSet<String>,
    /// Of units that may be active twice, by name: the bytes of their local arrays.
    frames: IndexMap<String, u32>,
    /// Where the calls of recursive units that the gang is in are counted.
    call_count: Option<Place>,
    images: Vec<Image>,
    areas: Vec<AreaImage>,
}

/// Where a variable lies in a gang's storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Where the variable, or the component of an area that it lies in, starts, for one lane.
    start: u32,
    /// How far after that the variable starts.
    behind: u32,
    /// The bytes of each lane's copy of the component, if the lanes have one after the other.
    pub lane_bytes: Option<u32>,
}

impl Place {
    /// Where the variable of the first lane starts in a gang of `lanes` lanes.
    pub fn offset(self, lanes: u32) -> u32 {
        match self.lane_bytes {
            None => (self.start + self.behind) * lanes,
            Some(_) => self.start * lanes + self.behind,
        }
    }
}

/// All variables that are in one place, with the names of their units.
type Members<'p> = Vec<(&'p str, VarId)>;

/// Whether elements of that size are interleaved: they are as wide as a lane of a register.
fn is_interleaved(element: u64) -> bool {
    element >= 4
}

/// Bytes between two parts of the image from which on they are copied one by one, and the most such parts.
const COPIED_GAP: u64 = 64;
const MOST_COPIES: usize = 24;

/// Alignment of a variable within a lane's storage, so that it is aligned for vectors in every gang.
pub(crate) const ALIGNMENT: u64 = 16;

impl Layout {
    /// Gives a place to each static variable, variable in an area and local array of the units, for gangs of `lanes`
    /// lanes; the last of the units is named in errors. The initial values in areas come from all units of the program.
    ///
    /// # Errors
    /// [`JitError::StorageSize`].
    pub fn compute(
        program: &Program,
        units: &[&Unit],
        pieces: &Pieces,
        recursion: &BoundRecursion,
        lanes: usize,
    ) -> Result<Layout, JitError> {
        let root = units.last().map_or("", |unit| unit.name.as_str());
        let mut layout = Layout::default();
        let mut end = 0u64;
        let assigners = Assigners::compute(units);
        if !recursion.is_empty() {
            layout.call_count = Some(Place { start: 0, behind: 0, lane_bytes: None });
            end += ALIGNMENT;
        }
        for rare in [false, true] {
            layout.rare_start = limit(root, end, lanes)?;
            let wanted =
                |members: &Members<'_>| rare != members.iter().any(|(unit, var)| assigners.assigns_always(unit, *var));
            layout.place_areas(program, units, (pieces, lanes), &wanted, &mut end)?;
            layout.place_statics(units, pieces, &wanted, &mut end);
        }
        layout.static_bytes = limit(root, end, lanes)?;
        let written = layout.find_written(units);
        layout.copied = copies(&written, 0..layout.rare_start.into());
        layout.rarely_copied = copies(&written, layout.rare_start.into()..layout.static_bytes.into());
        if !layout.rarely_copied.is_empty() {
            layout.mark = Some(Place { start: layout.static_bytes, behind: 0, lane_bytes: None });
            layout.marking = layout.find_marking(units, &assigners);
            end += ALIGNMENT;
        }
        for unit in units {
            if recursion.nests(&unit.name) {
                let mut frame = 0;
                layout.place_locals(unit, pieces, &mut frame);
                layout.frames.insert(unit.name.clone(), limit(root, frame, lanes)?);
            } else {
                layout.place_locals(unit, pieces, &mut end);
            }
        }
        layout.bytes = limit(root, end, lanes)?;
        Ok(layout)
    }

    fn place_locals(&mut self, unit: &Unit, pieces: &Pieces, end: &mut u64) {
        for (id, var) in unit.vars.iter() {
            if var.storage == Storage::Local && !var.is_promotable() {
                self.place_variable(unit, id, pieces, end);
            }
        }
    }

    /// Places the static variables that are wanted.
    fn place_statics(
        &mut self,
        units: &[&Unit],
        pieces: &Pieces,
        wanted: &impl Fn(&Members<'_>) -> bool,
        end: &mut u64,
    ) {
        let mut copies: IndexMap<&str, Vec<&Unit>> = IndexMap::new();
        units.iter().for_each(|unit| copies.entry(unit.source_name()).or_default().push(unit));
        for unit in units {
            for (id, var) in unit.vars.iter() {
                let members = || copies[unit.source_name()].iter().map(|copy| (copy.name.as_str(), id)).collect();
                if var.storage == Storage::Static && !var.is_promotable() && wanted(&members()) {
                    self.place_variable(unit, id, pieces, end);
                }
            }
        }
    }

    /// What units assign of static variables and areas. A variable whose lanes' copies are one after the other is taken
    /// as a whole.
    fn find_written(&self, units: &[&Unit]) -> Vec<Range<u64>> {
        let mut pieces: Vec<Range<u64>> = self.call_count.iter().map(|_| 0..ALIGNMENT).collect();
        let written = written_variables(units);
        for unit in units {
            for (var, written) in &written[unit.name.as_str()] {
                let is_kept = matches!(unit.vars[*var].storage, Storage::Static | Storage::Area);
                let Some(place) = self.place(&unit.name, *var).filter(|_| is_kept) else { continue };
                let end = self.spans.get(&place.start).copied().unwrap_or(self.static_bytes.into());
                match written {
                    Written::Pieces(written) if place.lane_bytes.is_none() => {
                        let start = u64::from(place.start + place.behind);
                        let in_storage = written.iter().map(|piece| start + piece.start..start + piece.end);
                        pieces.extend(in_storage.map(|piece| piece.start..piece.end.min(end)));
                    }
                    _ => pieces.push(place.start.into()..end),
                }
            }
        }
        pieces
    }

    /// The units that assign what is restored only after them.
    fn find_marking(&self, units: &[&Unit], assigners: &Assigners<'_>) -> IndexSet<String> {
        let is_rare = |place: Place| (self.rare_start..self.static_bytes).contains(&place.start);
        let assigns_rare = |unit: &&&Unit| {
            let mut places = unit.vars.iter().filter(|(var, _)| assigners.assigns(&unit.name, *var));
            places.any(|(var, _)| self.place(&unit.name, var).is_some_and(is_rare))
        };
        units.iter().filter(assigns_rare).map(|unit| unit.name.clone()).collect()
    }

    fn place_variable(&mut self, unit: &Unit, id: VarId, pieces: &Pieces, end: &mut u64) {
        let var = &unit.vars[id];
        let bytes = storage_bytes(var);
        // Copies of a unit share their static variables.
        let home = (unit.source_name().to_string(), id.index());
        if var.storage == Storage::Static
            && let Some(place) = self.homes.get(&home)
        {
            self.places.insert((unit.name.clone(), id.index()), *place);
            return;
        }
        // Offsets past the limit never come to use: `compute` refuses them.
        let element = if var.is_dynamic() { ArrayDescriptor::PART } else { var.ty.size() as u64 };
        let lane_bytes = match is_interleaved(element) && !pieces.contains(unit, id) {
            true => None,
            false => Some(bytes.checked_next_multiple_of(ALIGNMENT).unwrap_or(u64::MAX) as u32),
        };
        let place = Place { start: *end as u32, behind: 0, lane_bytes };
        self.spans.insert(place.start, end.saturating_add(bytes));
        self.homes.insert(home, place);
        self.places.insert((unit.name.clone(), id.index()), place);
        if var.storage == Storage::Static && !var.initial.is_empty() {
            let lane_bytes = lane_bytes.map(|bytes| bytes as usize);
            self.images.push(Image { offset: *end as usize, lane_bytes, ty: var.ty, runs: var.initial.clone() });
        }
        *end = end.saturating_add(bytes).checked_next_multiple_of(ALIGNMENT).unwrap_or(u64::MAX);
    }

    /// Places the components of areas that the units look at and that are wanted.
    fn place_areas(
        &mut self,
        program: &Program,
        units: &[&Unit],
        (pieces, lanes): (&Pieces, usize),
        wanted: &impl Fn(&Members<'_>) -> bool,
        end: &mut u64,
    ) -> Result<(), JitError> {
        let root = units.last().map_or("", |unit| unit.name.as_str());
        let areas = Areas::compute(program);
        // Of the components that were looked at, the places of those that are wanted.
        let mut placed: IndexMap<(&str, u64), Option<Place>> = IndexMap::new();
        for unit in units {
            for (id, var) in unit.vars.iter().filter(|(_, var)| var.storage == Storage::Area) {
                let Some(place) = &var.area else { continue };
                let Some(area) = areas.get(&place.area) else { continue };
                let Some(component) = area.component(place.offset) else { continue };
                let key = (place.area.as_str(), component.range.start);
                let found = match placed.get(&key) {
                    Some(found) => *found,
                    None => {
                        let members = component.members.iter().map(|(unit, var)| (&program.units[*unit], *var));
                        let is_wanted = wanted(&members.clone().map(|(unit, var)| (unit.name.as_str(), var)).collect());
                        let is_one_piece = || members.clone().any(|(unit, var)| pieces.contains(unit, var));
                        let found = match is_wanted {
                            true => Some(self.place_component(component, (root, lanes), &is_one_piece, end)?),
                            false => None,
                        };
                        placed.insert(key, found);
                        found
                    }
                };
                let Some(found) = found else { continue };
                let behind = (place.offset - component.range.start) as u32;
                self.places.insert((unit.name.clone(), id.index()), Place { behind, ..found });
            }
        }
        Ok(())
    }

    /// Places a component of an area; returns where it starts.
    fn place_component(
        &mut self,
        component: &Component,
        (root, lanes): (&str, usize),
        is_one_piece: &impl Fn() -> bool,
        end: &mut u64,
    ) -> Result<Place, JitError> {
        let bytes = component.range.end - component.range.start;
        let element = component.element.filter(|element| is_interleaved(*element) && !is_one_piece());
        let lane_bytes = match element {
            Some(_) => None,
            None => Some(limit(root, bytes.saturating_add(ALIGNMENT - 1), lanes)? / 16 * 16),
        };
        let start = limit(root, *end, lanes)?;
        let size = bytes.checked_next_multiple_of(ALIGNMENT).unwrap_or(u64::MAX);
        *end = end.saturating_add(size);
        self.spans.insert(start, *end);
        limit(root, *end, lanes)?;
        let element = element.map(|element| element as usize);
        if component.has_values() {
            self.areas.push(AreaImage { start: start as usize, bytes: component.image(), element });
        }
        Ok(Place { start, behind: 0, lane_bytes })
    }

    /// Where a static variable, variable in an area or local array lies: in storage, or, if it is local and the unit
    /// has a [`Layout::frame`], in that.
    pub fn place(&self, unit: &str, var: VarId) -> Option<Place> {
        self.places.get(&(unit.to_string(), var.index())).copied()
    }

    /// Bytes for each lane of the local arrays of a unit of which each execution has its own.
    pub fn frame(&self, unit: &str) -> Option<u32> {
        self.frames.get(unit).copied()
    }

    /// Where in storage the calls of recursive units are counted that a gang of that number of lanes is in, as 64 bits
    /// that are 0 at its start.
    pub fn call_count(&self, lanes: u32) -> Option<u32> {
        self.call_count.map(|place| place.offset(lanes))
    }

    /// The parts of the static image with which each gang starts, in bytes for each lane.
    pub fn copied(&self) -> &[Range<u64>] {
        &self.copied
    }

    /// The parts with which a gang starts after one that ran a unit which assigns them.
    pub fn rarely_copied(&self) -> &[Range<u64>] {
        &self.rarely_copied
    }

    /// Bytes of [`Layout::copied`].
    pub fn copied_bytes(&self) -> usize {
        self.copied.iter().map(|part| (part.end - part.start) as usize).sum()
    }

    /// Where in storage 64 bits are that say whether the rest of the static image is as the gang has to find it: not if
    /// they are 0, as at first and after a unit that is [`Layout::is_marking`].
    pub fn mark(&self, lanes: u32) -> Option<u32> {
        self.mark.map(|place| place.offset(lanes))
    }

    /// Whether a unit assigns what is in the rest of the static image, so that it has to set the mark to 0 when it is
    /// entered.
    pub fn is_marking(&self, unit: &str) -> bool {
        self.marking.contains(unit)
    }

    /// Bytes of the static image for each lane.
    pub fn image_bytes(&self) -> usize {
        self.static_bytes as usize
    }

    /// Bytes of storage for each lane.
    pub fn bytes(&self) -> usize {
        self.bytes as usize
    }

    /// Writes the first bytes of the storage of a gang of `lanes` lanes, which are zero: its static variables before
    /// the gang starts.
    pub fn write_image(&self, image: &mut [u8], lanes: usize) {
        self.images.iter().for_each(|one| one.write(image, lanes));
        self.areas.iter().for_each(|area| area.write(image, lanes));
    }
}

/// These pieces in a part of the image, in whole units of [`ALIGNMENT`], as they are copied.
fn copies(pieces: &[Range<u64>], part: Range<u64>) -> Vec<Range<u64>> {
    let whole = |piece: &Range<u64>| {
        let end = piece.end.checked_next_multiple_of(ALIGNMENT).unwrap_or(part.end);
        (piece.start / ALIGNMENT * ALIGNMENT).max(part.start)..end.min(part.end)
    };
    let pieces = pieces.iter().filter(|piece| piece.start < piece.end).map(whole);
    let copies = joined(pieces.filter(|piece| piece.start < piece.end).collect(), COPIED_GAP);
    if copies.len() > MOST_COPIES { joined(copies, u64::MAX) } else { copies }
}

pub(crate) fn limit(root: &str, bytes: u64, lanes: usize) -> Result<u32, JitError> {
    // All lanes together must stay below 2 GiB, so that offsets fit the displacements of generated code.
    if bytes.saturating_mul(lanes as u64) >= 1 << 31 {
        return Err(JitError::StorageSize { unit: root.to_string(), bytes });
    }
    Ok(bytes as u32)
}

/// Number of elements of a variable; 1 for a scalar, 0 where it depends on the call.
pub fn element_count(var: &Var) -> u64 {
    match var.array {
        None => 1,
        Some(ArrayLength::Constant(count)) => count,
        Some(ArrayLength::Actual | ArrayLength::Dynamic) => 0,
    }
}

/// Bytes that a variable takes in the storage of a lane: its elements, or the descriptor of them.
pub fn storage_bytes(var: &Var) -> u64 {
    match var.array {
        Some(ArrayLength::Dynamic) => ArrayDescriptor::SIZE,
        _ => element_count(var).saturating_mul(var.ty.size() as u64),
    }
}
