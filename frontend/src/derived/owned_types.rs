//! The types whose ALLOCATABLE components are in the stores: those of objects in arrays, and of targets of pointers.

use crate::tree::*;
use indexmap::{IndexMap, IndexSet};

/// What is known of the types of a compilation, by their names.
#[derive(Default)]
struct Found {
    /// The types of each one's components.
    components: IndexMap<Word, Vec<Word>>,
    /// Those with ALLOCATABLE components.
    allocatable: IndexSet<Word>,
    /// Those that are in arrays, or are targets.
    elements: IndexSet<Word>,
    has_pointers: bool,
}

/// The types whose ALLOCATABLE components are in the stores.
pub(super) fn owned_types(files: &[File], has_pointers: bool) -> IndexSet<Word> {
    let mut found = Found { has_pointers, ..Found::default() };
    files.iter().flat_map(|file| &file.units).for_each(|unit| found.unit(unit));
    let mut next = 0;
    while let Some(ty) = found.elements.get_index(next).cloned() {
        next += 1;
        found.elements.extend(found.components.get(&ty).into_iter().flatten().cloned());
    }
    let Found { allocatable, elements, .. } = found;
    elements.into_iter().filter(|ty| allocatable.contains(ty)).collect()
}

impl Found {
    fn unit(&mut self, unit: &Unit) {
        let mut inside: Option<&Word> = None;
        for statement in &unit.statements {
            match &statement.kind {
                StatementKind::DerivedType { name, .. } => inside = Some(&name.text),
                StatementKind::EndDerivedType(_) => inside = None,
                StatementKind::TypeDeclaration { ty, attributes, entities } => {
                    let named = super::typing::derived_name(ty).map(|name| &name.text);
                    let is = |attribute: &Attribute| attributes.contains(attribute);
                    let has_dimensions = attributes.iter().any(|one| matches!(one, Attribute::Dimension(_)))
                        || entities.iter().any(|entity| !entity.dimensions.is_empty());
                    if let Some(of) = inside {
                        let list = self.components.entry(of.clone()).or_default();
                        list.extend(named.cloned());
                        if is(&Attribute::Allocatable) {
                            self.allocatable.insert(of.clone());
                            // What is allocated in an object is in the stores.
                            if let Some(named) = named {
                                self.elements.extend([of.clone(), named.clone()]);
                            }
                        }
                    }
                    let is_target = self.has_pointers && is(&Attribute::Target);
                    let is_element = has_dimensions || is(&Attribute::Pointer) || is_target;
                    self.elements.extend(named.filter(|_| is_element).cloned());
                }
                StatementKind::Interface(block) => block.bodies.iter().for_each(|body| self.unit(body)),
                _ => {}
            }
        }
        unit.contains.iter().flat_map(|contains| &contains.units).for_each(|unit| self.unit(unit));
    }
}
