//! What initialisation left in memory, as the initial values of a program's variables.
//!
//! A static variable gets them itself. The bytes of a component of an area are those of a variable that covers it, if
//! there is one, else of a variable that is made for that, so that each byte has one origin: other variables may see it
//! as another type.

use forlane_cfg::areas::{Areas, Component};
use forlane_cfg::{
    ActionKind, AreaPlace, ArrayLength, Constant, GraphBuilder, IntegerKind, Program, RealKind, SourceLine, Storage,
    Terminator, Type, Unit, UnitKind, Var, VarId,
};
use forlane_jit::KeptMemory;
use forlane_rewrites::allocated_state::AllocatedArray;
use std::collections::{BTreeMap, BTreeSet};

/// Runs of equal elements: first, number, value.
type Runs = Vec<(u64, u64, Constant)>;

/// Puts into `program` what the units of `compiled`, which were run, left in memory.
///
/// Returns the arrays of dynamic length that are allocated; those of units lie in areas from then on.
pub(super) fn keep(program: &mut Program, compiled: &Program, kept: &KeptMemory<'_>) -> Vec<AllocatedArray> {
    let mut areas = AreaImages::of(program);
    let mut allocated: BTreeMap<String, AllocatedArray> = BTreeMap::new();
    for unit in &compiled.units {
        for (id, var) in unit.vars.iter() {
            if !matches!(var.storage, Storage::Static | Storage::Area) {
                continue;
            }
            let Some(bytes) = kept.bytes(unit, id) else { continue };
            if var.is_dynamic() {
                if let Some(elements) = kept.elements(unit, id) {
                    let area = match &var.area {
                        Some(place) => place.area.clone(),
                        None => put_in_area(program, unit, id),
                    };
                    let (ty, length) = (var.ty, (elements.len() / var.ty.size().max(1)) as u64);
                    allocated.entry(area).or_insert_with_key(|area| AllocatedArray {
                        area: area.clone(),
                        ty,
                        length,
                        initial: runs(ty, &elements),
                    });
                }
                continue;
            }
            match &var.area {
                Some(place) => areas.write(place, &bytes),
                None => keep_static(program, unit, id, &bytes),
            }
        }
    }
    areas.finish(program);
    allocated.into_values().collect()
}

/// Puts a static variable of a unit into an area of its own, in all copies of the unit; returns its name.
fn put_in_area(program: &mut Program, of: &Unit, id: VarId) -> String {
    let area = format!("{}.{}.kept", of.source_name(), of.vars[id].name);
    for unit in program.units.iter_mut().filter(|unit| unit.source_name() == of.source_name()) {
        if let Some(var) = unit.vars.get_mut(id).filter(|var| var.storage == Storage::Static) {
            (var.storage, var.area) = (Storage::Area, Some(AreaPlace { area: area.clone(), offset: 0 }));
        }
    }
    area
}

/// Sets the initial values of a static variable in all copies of its unit.
fn keep_static(program: &mut Program, of: &Unit, id: VarId, bytes: &[u8]) {
    for unit in program.units.iter_mut().filter(|unit| unit.source_name() == of.source_name()) {
        if let Some(var) = unit.vars.get_mut(id).filter(|var| var.storage == Storage::Static) {
            var.initial = runs(var.ty, bytes);
        }
    }
}

/// The elements in runs of equal bits; runs of zeros are left out, but for one at the begin, which shows that there are
/// values.
fn runs(ty: Type, bytes: &[u8]) -> Runs {
    let size = ty.size().max(1);
    let mut runs: Runs = Vec::new();
    let mut before: Option<&[u8]> = None;
    for (at, element) in (0..).zip(bytes.chunks_exact(size)) {
        if at > 0 && element.iter().all(|byte| *byte == 0) {
            before = None;
            continue;
        }
        match runs.last_mut() {
            Some((_, count, _)) if before == Some(element) => *count += 1,
            _ => runs.push((at, 1, constant(ty, element))),
        }
        before = Some(element);
    }
    runs
}

fn constant(ty: Type, element: &[u8]) -> Constant {
    Constant::from_bytes(ty, element).unwrap_or_else(|| {
        // A NaN of kind 4: as a double it keeps all bits but the one that says whether it signals.
        let bits = element.try_into().map_or(f32::NAN, f32::from_ne_bytes);
        Constant::Real(RealKind::R4, bits.into())
    })
}

/// The bytes of the areas that were written.
struct AreaImages {
    areas: Areas,
    images: BTreeMap<String, Vec<u8>>,
    /// Where in them something was written or has an initial value, by the begin of the component.
    written: BTreeSet<(String, u64)>,
}

impl AreaImages {
    fn of(program: &Program) -> AreaImages {
        AreaImages { areas: Areas::compute(program), images: BTreeMap::new(), written: BTreeSet::new() }
    }

    fn write(&mut self, place: &AreaPlace, bytes: &[u8]) {
        let Some(area) = self.areas.get(&place.area) else { return };
        let image = self.images.entry(place.area.clone()).or_insert_with(|| {
            let mut image = vec![0; area.bytes as usize];
            for component in &area.components {
                let range = component.range.start as usize..component.range.end as usize;
                image[range].copy_from_slice(&component.image());
            }
            image
        });
        if let Some(component) = area.component(place.offset) {
            self.written.insert((place.area.clone(), component.range.start));
        }
        let begin = place.offset as usize;
        if let Some(part) = image.get_mut(begin..begin + bytes.len()) {
            part.copy_from_slice(bytes);
        }
    }

    /// Makes the images the only initial values of their areas.
    fn finish(self, program: &mut Program) {
        let vars = program.units.iter_mut().flat_map(|unit| unit.vars.iter_mut().map(|(_, var)| var));
        let is_written = |var: &&mut Var| var.area.as_ref().is_some_and(|place| self.images.contains_key(&place.area));
        vars.filter(is_written).for_each(|var| var.initial.clear());
        let mut code = GraphBuilder::new(SourceLine::default());
        for (name, image) in &self.images {
            for component in self.areas.get(name).into_iter().flat_map(|area| &area.components) {
                if !component.has_image() && !self.written.contains(&(name.clone(), component.range.start)) {
                    continue;
                }
                let range = component.range.start as usize..component.range.end as usize;
                self.give(program, &mut code, name, component, &image[range]);
            }
        }
        if code.vars.len() > 0 {
            let scope = code.scope;
            code.action(ActionKind::ScopeEntry(scope));
            code.action(ActionKind::ScopeExit(scope));
            code.end(Terminator::Return(Vec::new()));
            let names = (1..).map(|number| format!("setup.values.{number}"));
            let name = names.into_iter().find(|name| program.unit(name).is_none()).unwrap_or_default();
            program.units.push(code.into_unit(name, UnitKind::BlockData, String::new()));
        }
    }

    /// Gives a component its bytes.
    fn give(&self, program: &mut Program, code: &mut GraphBuilder, area: &str, component: &Component, bytes: &[u8]) {
        for (unit, id) in &component.members {
            let var = &mut program.units[*unit].vars[*id];
            let covers = var.element_count().is_some_and(|count| count * var.ty.size() as u64 == bytes.len() as u64);
            let values = if covers { runs(var.ty, bytes) } else { continue };
            if bytes_of(&values, var.ty, bytes.len()) == bytes {
                var.initial = values;
                return;
            }
        }
        let kind = match component.element {
            Some(8) => IntegerKind::I8,
            Some(4) => IntegerKind::I4,
            Some(2) => IntegerKind::I2,
            _ => IntegerKind::I1,
        };
        let ty = Type::Integer(kind);
        let var = Var::local(code.numbered("values"), ty, code.scope);
        code.vars.alloc(Var {
            array: Some(ArrayLength::Constant((bytes.len() / kind.size()) as u64)),
            storage: Storage::Area,
            area: Some(AreaPlace { area: area.to_owned(), offset: component.range.start }),
            initial: runs(ty, bytes),
            ..var
        });
    }
}

/// What is in memory with these initial values.
fn bytes_of(runs: &Runs, ty: Type, length: usize) -> Vec<u8> {
    let size = ty.size();
    let mut bytes = vec![0; length];
    for (first, count, value) in runs {
        let run = bytes[*first as usize * size..].chunks_exact_mut(size.max(1)).take(*count as usize);
        run.for_each(|element| element.copy_from_slice(&value.to_bytes()));
    }
    bytes
}
