//! The variables of a group as the objects that they belong to.

use super::Object;
use std::ops::Range;

/// A variable, or an object of derived type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its name, after those of the objects that it is a component of: `x%inner%a`.
    pub name: String,
    /// Lower bound and extent of each of its own dimensions.
    pub dimensions: Vec<(i64, i64)>,
    /// The number of the variable; none of an object.
    pub variable: Option<usize>,
    /// The components of an object, which are nodes after it.
    pub parts: Vec<usize>,
}

impl Node {
    /// The number of its elements in one element of the object that it is a component of.
    pub fn elements(&self) -> i64 {
        elements(&self.dimensions)
    }

    /// Its name without those of the objects that it is a component of.
    pub fn own_name(&self) -> &str {
        self.name.rsplit('%').next().unwrap_or(&self.name)
    }
}

/// The number of elements that dimensions have.
pub fn elements(dimensions: &[(i64, i64)]) -> i64 {
    dimensions.iter().fold(1i64, |count, (_, extent)| count.saturating_mul((*extent).max(0)))
}

/// The nodes of all variables, each before its components, and those that are components of none.
pub fn nodes_of(objects: &[Object]) -> (Vec<Node>, Vec<usize>) {
    let (mut nodes, mut roots): (Vec<Node>, Vec<usize>) = (Vec::new(), Vec::new());
    for (index, object) in objects.iter().enumerate() {
        let parts: Vec<&str> = object.name.split('%').collect();
        let mut name = String::new();
        let mut around: Option<usize> = None;
        for ((part, dimensions), number) in parts.iter().zip(levels(object, &parts)).zip(1..) {
            name = format!("{name}{}{}", if number > 1 { "%" } else { "" }, named(part).0);
            let known = match around {
                Some(around) => nodes[around].parts.last(),
                None => roots.last(),
            };
            let known = known.filter(|known| nodes[**known].name == name && number < parts.len()).copied();
            let node = known.unwrap_or_else(|| {
                let variable = (number == parts.len()).then_some(index);
                let dimensions = object.dimensions.get(dimensions).unwrap_or_default().to_vec();
                nodes.push(Node { name: name.clone(), dimensions, variable, parts: Vec::new() });
                let node = nodes.len() - 1;
                match around {
                    Some(around) => nodes[around].parts.push(node),
                    None => roots.push(node),
                }
                node
            });
            around = Some(node);
        }
    }
    (nodes, roots)
}

/// Which dimensions of a variable are those of each part of its name: the last part has the first ones.
fn levels(object: &Object, parts: &[&str]) -> Vec<Range<usize>> {
    let mut end = object.dimensions.len();
    let outer = parts.iter().take(parts.len() - 1);
    let outer = outer.map(|part| {
        let start = end.saturating_sub(named(part).1);
        start..std::mem::replace(&mut end, start)
    });
    let mut levels: Vec<Range<usize>> = outer.collect();
    levels.push(0..end);
    levels
}

/// A part of a name and its rank, as `inner(:,:)` says it.
fn named(part: &str) -> (&str, usize) {
    match part.split_once('(') {
        Some((name, colons)) => (name, colons.matches(':').count()),
        None => (part, 0),
    }
}
