//! The strongly connected components of a graph, by Kosaraju's algorithm.

/// The nodes of a graph, given by what follows each, in groups of those that lead to each other. A group is before
/// those that it leads to.
pub fn components(next: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut before = vec![Vec::new(); next.len()];
    for (node, next) in next.iter().enumerate() {
        next.iter().for_each(|next| before[*next].push(node));
    }
    // Against the arcs, a walk from the node that a walk along them left last stays in its group.
    let mut seen = vec![false; next.len()];
    let groups = postorder(next).into_iter().rev().map(|root| walk(root, &before, &mut seen));
    groups.filter(|group| !group.is_empty()).collect()
}

/// All nodes, each after those that a walk from it comes to first.
fn postorder(next: &[Vec<usize>]) -> Vec<usize> {
    let (mut seen, mut order) = (vec![false; next.len()], Vec::with_capacity(next.len()));
    for root in 0..next.len() {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        let mut path = vec![(root, next[root].iter())];
        while let Some((node, rest)) = path.last_mut() {
            match rest.next() {
                None => {
                    order.push(*node);
                    path.pop();
                }
                Some(node) if std::mem::replace(&mut seen[*node], true) => {}
                Some(node) => path.push((*node, next[*node].iter())),
            }
        }
    }
    order
}

/// The nodes that a walk comes to which were not seen before.
fn walk(root: usize, next: &[Vec<usize>], seen: &mut [bool]) -> Vec<usize> {
    let (mut found, mut at) = (Vec::new(), 0);
    if !std::mem::replace(&mut seen[root], true) {
        found.push(root);
    }
    while let Some(node) = found.get(at).copied() {
        found.extend(next[node].iter().copied().filter(|next| !std::mem::replace(&mut seen[*next], true)));
        at += 1;
    }
    found
}
