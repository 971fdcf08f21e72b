//! The order in which the elements of an object get values: component by component in each of its elements.

use super::qualifiers::Places;
use super::tree::Node;

/// What a name in the input stands for.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The object, the component that is named of it, and so on, with their elements.
    pub chain: Vec<(usize, Places)>,
    /// The characters, if they are not all: the first, counted from 0, and how many.
    pub substring: Option<(i64, i64)>,
}

/// A place on the way through the elements.
#[derive(Clone, Debug)]
pub struct Walk {
    chosen: Chosen,
    /// The object, a component of it, and so on down to a variable.
    levels: Vec<Level>,
}

#[derive(Clone, Debug)]
struct Level {
    node: usize,
    /// The number of the element that this is a component of, among all of that object.
    outer: i64,
    places: Places,
    /// The components to come in this element, the next one last.
    left: Vec<usize>,
}

impl Walk {
    /// The characters that get values, if they are not all.
    pub fn substring(&self) -> Option<(i64, i64)> {
        self.chosen.substring
    }

    /// Before the first variable.
    pub fn new(chosen: Chosen, nodes: &[Node]) -> Walk {
        let mut walk = Walk { chosen, levels: Vec::new() };
        if let Some((first, _)) = walk.chosen.chain.first() {
            walk.enter(*first, 0, nodes);
        }
        walk.descend(nodes);
        walk
    }

    /// The node of the variable that it is at, and the number of the next element; none of them if there is no more
    /// variable, and no element if the variable has none left.
    pub fn at(&self, nodes: &[Node]) -> Option<(usize, Option<i64>)> {
        let level = self.levels.last()?;
        Some((level.node, level.element(nodes)))
    }

    /// Passes an element of the variable.
    pub fn pass(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.places.pass();
        }
    }

    /// Goes on to the next variable.
    pub fn leave(&mut self, nodes: &[Node]) {
        self.levels.pop();
        self.descend(nodes);
    }

    fn descend(&mut self, nodes: &[Node]) {
        while let Some(level) = self.levels.last_mut() {
            if nodes[level.node].variable.is_some() {
                return;
            }
            match (level.element(nodes), level.left.pop()) {
                (Some(element), Some(part)) => self.enter(part, element, nodes),
                (None, _) => drop(self.levels.pop()),
                (Some(_), None) => {
                    level.places.pass();
                    let (node, depth) = (level.node, self.levels.len());
                    let parts = self.parts(node, depth, nodes);
                    if let Some(level) = self.levels.last_mut() {
                        level.left = parts;
                    }
                }
            }
        }
    }

    fn enter(&mut self, node: usize, outer: i64, nodes: &[Node]) {
        let chosen = self.chosen.chain.get(self.levels.len()).map(|(_, places)| places.clone());
        let places = chosen.unwrap_or_else(|| Places::all(&nodes[node].dimensions));
        let left = self.parts(node, self.levels.len() + 1, nodes);
        self.levels.push(Level { node, outer, places, left });
    }

    /// The components that get values, the next one last; of an object at that depth one may be named.
    fn parts(&self, node: usize, depth: usize, nodes: &[Node]) -> Vec<usize> {
        match self.chosen.chain.get(depth) {
            Some((part, _)) => vec![*part],
            None => nodes[node].parts.iter().rev().copied().collect(),
        }
    }
}

impl Level {
    fn element(&self, nodes: &[Node]) -> Option<i64> {
        let outer = self.outer.saturating_mul(nodes[self.node].elements());
        self.places.peek().map(|place| outer.saturating_add(place))
    }
}
