//! The types whose ALLOCATABLE components are in the stores: those of objects in arrays, of ALLOCATABLE ones, of
//! targets of pointers, and of dummy arguments with VALUE.

use super::types::UNIVERSAL;
use super::typing::derived_name;
use crate::tree::*;
use indexmap::{IndexMap, IndexSet};

/// What is known of the types of a compilation, by their names.
#[derive(Default)]
struct Found {
    /// The types of each one's components.
    components: IndexMap<Word, Vec<Word>>,
    /// The types that extend each one.
    extensions: IndexMap<Word, Vec<Word>>,
    /// Those of CLASS that are in arrays, or targets: objects of extensions are, too.
    classes: IndexSet<Word>,
    /// Those with ALLOCATABLE components.
    allocatable: IndexSet<Word>,
    /// Those that are in arrays, or allocated, or are targets.
    elements: IndexSet<Word>,
    has_pointers: bool,
}

/// The types whose ALLOCATABLE components are in the stores.
pub(super) fn owned_types(files: &[File], has_pointers: bool, guarded: &IndexSet<Word>) -> IndexSet<Word> {
    let mut found = Found { has_pointers, ..Found::default() };
    files.iter().flat_map(|file| &file.units).for_each(|unit| found.unit(unit));
    if found.classes.contains(UNIVERSAL) {
        found.classes.extend(guarded.iter().cloned());
    }
    let mut next = 0;
    while let Some(ty) = found.classes.get_index(next).cloned() {
        next += 1;
        found.classes.extend(found.extensions.get(&ty).into_iter().flatten().cloned());
    }
    found.elements.extend(std::mem::take(&mut found.classes));
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
        let listed: IndexSet<&Word> = unit.statements.iter().flat_map(|one| self.elements_listed(&one.kind)).collect();
        if let Some(header) = &unit.header
            && let Some(named) = header.ty.as_ref().and_then(derived_name)
            && listed.contains(&header.result.as_ref().unwrap_or(&header.name).text)
        {
            self.elements.insert(named.text.clone());
        }
        for statement in &unit.statements {
            match &statement.kind {
                StatementKind::DerivedType { name, extends, .. } => {
                    inside = Some(&name.text);
                    // An object of an extension is one of the parent's type.
                    if let Some(parent) = extends {
                        self.components.entry(name.text.clone()).or_default().push(parent.text.clone());
                        self.extensions.entry(parent.text.clone()).or_default().push(name.text.clone());
                    }
                }
                StatementKind::EndDerivedType(_) => inside = None,
                StatementKind::TypeDeclaration { ty, attributes, entities } => {
                    let Some(named) = derived_name(ty).map(|name| &name.text) else {
                        let of = inside.filter(|_| attributes.contains(&Attribute::Allocatable));
                        self.allocatable.extend(of.cloned());
                        continue;
                    };
                    if let Some(of) = inside {
                        self.components.entry(of.clone()).or_default().push(named.clone());
                        if attributes.contains(&Attribute::Allocatable) {
                            self.allocatable.insert(of.clone());
                            // What is allocated in an object is in the stores.
                            self.elements.extend([of.clone(), named.clone()]);
                        }
                    }
                    let is_element = attributes.iter().any(|one| self.makes_elements(one))
                        || entities.iter().any(|entity| !entity.dimensions.is_empty())
                        || inside.is_none() && entities.iter().any(|entity| listed.contains(&entity.name.text));
                    let is_class = matches!(ty.kind, Some(KindSelector::Class(_)));
                    self.classes.extend((is_element && is_class).then(|| named.clone()));
                    self.elements.extend(is_element.then(|| named.clone()));
                }
                // What has a type by another name has it.
                StatementKind::Use(used) => {
                    for item in &used.items {
                        let source = item.source.iter().map(|source| source.text.clone());
                        self.components.entry(item.local.text.clone()).or_default().extend(source);
                    }
                }
                StatementKind::Interface(block) => block.bodies.iter().for_each(|body| self.unit(body)),
                _ => {}
            }
        }
        unit.contains.iter().flat_map(|contains| &contains.units).for_each(|unit| self.unit(unit));
    }

    /// Whether what has an attribute is an array, or allocated, or a target, or a copy.
    fn makes_elements(&self, attribute: &Attribute) -> bool {
        match attribute {
            Attribute::Dimension(_) | Attribute::Pointer | Attribute::Allocatable | Attribute::Value => true,
            Attribute::Target => self.has_pointers,
            _ => false,
        }
    }

    /// The names to which a statement other than their declaration gives dimensions, or such an attribute.
    fn elements_listed<'s>(&self, statement: &'s StatementKind) -> Vec<&'s Word> {
        let (arrays, are_all) = match statement {
            StatementKind::Dimension(arrays) => (arrays, false),
            StatementKind::Allocatable(arrays) => (arrays, true),
            StatementKind::Attribute(attribute, arrays) => (arrays, self.makes_elements(attribute)),
            _ => return Vec::new(),
        };
        arrays.iter().filter(|one| are_all || !one.dimensions.is_empty()).map(|one| &one.name.text).collect()
    }
}
