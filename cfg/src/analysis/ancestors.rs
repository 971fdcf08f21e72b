//! Searches on the way from a node of a forest up to its root, in a number of steps logarithmic in the node's depth.
//!
//! Each node has, beside its parent, one ancestor to jump to; the lengths of the jumps are those of E. W. Myers, "An
//! Applicative Random-Access Stack", 1983.

/// The ways up in a forest whose nodes are plain numbers.
#[derive(Clone, Debug, Default)]
pub struct Ancestors {
    /// The parent of each node; a root's is the root itself.
    parents: Vec<usize>,
    jumps: Vec<usize>,
    /// The number of nodes above each node.
    depths: Vec<usize>,
}

impl Ancestors {
    /// Prepares searches; `order` holds all nodes, each after its parent.
    pub fn compute(parents: &[Option<usize>], order: impl IntoIterator<Item = usize>) -> Ancestors {
        let roots: Vec<usize> = (0..parents.len()).collect();
        let mut found = Ancestors { parents: roots.clone(), jumps: roots, depths: vec![0; parents.len()] };
        for node in order {
            if let Some(parent) = parents[node] {
                found.parents[node] = parent;
                (found.jumps[node], found.depths[node]) = found.below(parent);
            }
        }
        found
    }

    /// Adds a node; returns its number.
    pub fn add(&mut self, parent: Option<usize>) -> usize {
        let node = self.parents.len();
        let (jump, depth) = parent.map_or((node, 0), |parent| self.below(parent));
        self.parents.push(parent.unwrap_or(node));
        self.jumps.push(jump);
        self.depths.push(depth);
        node
    }

    /// Where a node with that parent jumps to, and its depth.
    fn below(&self, parent: usize) -> (usize, usize) {
        let (middle, far) = (self.jumps[parent], self.jumps[self.jumps[parent]]);
        let has_equal_jumps = self.depths[parent] - self.depths[middle] == self.depths[middle] - self.depths[far];
        (if has_equal_jumps { far } else { parent }, self.depths[parent] + 1)
    }

    /// How many nodes are above a node.
    pub fn depth(&self, node: usize) -> usize {
        self.depths[node]
    }

    /// Of the nodes from this one up to its root the topmost for which `holds`; what holds for one has to hold for
    /// those between. None if it does not hold for the node itself.
    pub fn topmost(&self, node: usize, holds: impl Fn(usize) -> bool) -> Option<usize> {
        if !holds(node) {
            return None;
        }
        let mut at = node;
        loop {
            let (jump, parent) = (self.jumps[at], self.parents[at]);
            match () {
                () if jump != at && holds(jump) => at = jump,
                () if parent != at && holds(parent) => at = parent,
                () => return Some(at),
            }
        }
    }

    /// Whether a node is another one or above it.
    pub fn is_above(&self, above: usize, below: usize) -> bool {
        self.topmost(below, |node| self.depths[node] >= self.depths[above]) == Some(above)
    }

    /// The deepest node that is above both nodes or one of them; none if they have different roots.
    pub fn common(&self, one: usize, other: usize) -> Option<usize> {
        let depth = self.depths[one].min(self.depths[other]);
        let at_depth = |node| self.topmost(node, |above| self.depths[above] >= depth);
        let (mut one, mut other) = (at_depth(one)?, at_depth(other)?);
        while one != other {
            if self.depths[one] == 0 {
                return None;
            }
            let ways = if self.jumps[one] != self.jumps[other] { &self.jumps } else { &self.parents };
            (one, other) = (ways[one], ways[other]);
        }
        Some(one)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path of 100 nodes with another one beside each.
    fn comb() -> Ancestors {
        let parents: Vec<Option<usize>> =
            (0..200).map(|node: usize| if node < 100 { node.checked_sub(1) } else { Some(node - 100) }).collect();
        Ancestors::compute(&parents, 0..200)
    }

    #[test]
    fn the_topmost_node_is_found_from_any_depth() {
        let comb = comb();
        for node in 0..100 {
            for bound in 0..=node {
                assert_eq!(comb.topmost(node, |above| above >= bound), Some(bound));
            }
            assert_eq!((comb.depth(node), comb.depth(node + 100)), (node, node + 1));
        }
        assert_eq!(comb.topmost(7, |node| node > 7), None);
    }

    #[test]
    fn common_ancestors_are_the_deepest() {
        let comb = comb();
        for one in 0..100 {
            for other in 0..100 {
                assert_eq!(comb.common(one, other), Some(one.min(other)));
                let beside = if one == other { one + 100 } else { one.min(other) };
                assert_eq!(comb.common(one + 100, other + 100), Some(beside));
            }
        }
        assert!(comb.is_above(30, 130) && comb.is_above(30, 30) && !comb.is_above(130, 30) && !comb.is_above(30, 129));
        let apart = Ancestors::compute(&[None, None, Some(0)], 0..3);
        assert_eq!((apart.common(2, 1), apart.common(2, 0)), (None, Some(0)));
    }
}
