//! The search for the loops of any graph.
//!
//! The loop with head h holds what reaches h without passing a block that is before h in reverse postorder. The loops
//! are found from the last head to the first, each walking backward over the loops inside as over single blocks (as P.
//! Havlak, "Nesting of Reducible and Irreducible Loops", 1997). The cost is about that of sorting the arcs.

use std::collections::BinaryHeap;

/// The loops of a graph whose blocks are named by their positions in a reverse postorder.
pub struct FoundLoops {
    /// The head of the innermost loop around each block; of a head, that of the loop around its own.
    pub around: Vec<Option<usize>>,
    /// For each head whether its loop has no other entry; none for blocks that are not heads.
    pub is_reducible: Vec<Option<bool>>,
}

/// Finds the loops from the origins of the arcs that lead to each block. Of each loop `see` gets the head and the
/// targets of the arcs from blocks before it, of which those that are not the head are other entries. In an irreducible
/// nest these are as many as the square of the arcs, so it had better not look at all.
pub fn find_loops(origins: &[Vec<usize>], mut see: impl FnMut(usize, &mut dyn Iterator<Item = usize>)) -> FoundLoops {
    let mut search = Search::new(origins);
    for head in (0..origins.len()).rev() {
        if search.find_loop(head) {
            see(head, &mut search.arcs_from_before[head].iter().map(|(_, target)| *target));
        }
    }
    search.found
}

/// A loop that was found is named by its head.
struct Search {
    /// The way to the head of the outermost loop found so far around each block.
    up: Vec<usize>,
    /// For each such head, and each block outside of all, the arcs from blocks that the search has not come to, as
    /// (origin, target).
    arcs_from_before: Vec<BinaryHeap<(usize, usize)>>,
    found: FoundLoops,
    /// The head whose search saw this block or loop last.
    seen_by: Vec<usize>,
}

impl Search {
    fn new(origins: &[Vec<usize>]) -> Search {
        let len = origins.len();
        let arcs_into = |(target, list): (usize, &Vec<usize>)| list.iter().map(|origin| (*origin, target)).collect();
        Search {
            up: (0..len).collect(),
            arcs_from_before: origins.iter().enumerate().map(arcs_into).collect(),
            found: FoundLoops { around: vec![None; len], is_reducible: vec![None; len] },
            seen_by: vec![usize::MAX; len],
        }
    }

    /// Finds the loop of which this block is the head, if there is one; those of later blocks are known.
    fn find_loop(&mut self, head: usize) -> bool {
        let mut found = Vec::new();
        self.seen_by[head] = head;
        let mut is_loop = false;
        let mut work = vec![head];
        while let Some(at) = work.pop() {
            while let Some((origin, _)) = self.arcs_from_before[at].peek().copied().filter(|arc| arc.0 >= head) {
                self.arcs_from_before[at].pop();
                is_loop = true;
                let origin = self.outermost(origin);
                if self.seen_by[origin] != head {
                    self.seen_by[origin] = head;
                    found.push(origin);
                    work.push(origin);
                }
            }
        }
        if !is_loop {
            return false;
        }
        let mut arcs = std::mem::take(&mut self.arcs_from_before[head]);
        let arcs_to_head = arcs.len();
        for inner in found {
            self.up[inner] = head;
            self.found.around[inner] = Some(head);
            let mut other = std::mem::take(&mut self.arcs_from_before[inner]);
            if other.len() > arcs.len() {
                std::mem::swap(&mut arcs, &mut other);
            }
            arcs.extend(other);
        }
        self.found.is_reducible[head] = Some(arcs.len() == arcs_to_head);
        self.arcs_from_before[head] = arcs;
        true
    }

    /// The head of the outermost loop found so far around a block, or the block; shortens the way to it.
    fn outermost(&mut self, block: usize) -> usize {
        let mut root = block;
        while self.up[root] != root {
            root = self.up[root];
        }
        let mut at = block;
        while self.up[at] != root {
            at = std::mem::replace(&mut self.up[at], root);
        }
        root
    }
}
