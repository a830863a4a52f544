//! The positions that led to a position, for rules under which repeating is illegal.
//! Positions hold a node of this tree, so they stay small.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A position's key, and the node before it.
type Node = (u64, u32);

/// A tree of position keys. Node 0 is the root.
#[derive(Debug, Default)]
pub struct HistoryTree(Mutex<Vec<Node>>);

impl HistoryTree {
    fn nodes(&self) -> MutexGuard<'_, Vec<Node>> {
        // No panic can leave a list of plain numbers half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn child(&self, node: u32, key: u64) -> u32 {
        let mut nodes = self.nodes();
        // Going back and forth in a game reuses nodes.
        let known = nodes.iter().position(|known| *known == (key, node));
        let at = known.unwrap_or_else(|| {
            nodes.push((key, node));
            nodes.len() - 1
        });
        at as u32 + 1
    }

    /// Returns the keys up to the root, the latest first.
    pub fn keys(&self, mut node: u32) -> Vec<u64> {
        let nodes = self.nodes();
        let mut keys = Vec::new();
        while let Some((key, before)) = node.checked_sub(1).map(|at| nodes[at as usize]) {
            keys.push(key);
            node = before;
        }
        keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_differ_and_nodes_are_reused() {
        let tree = HistoryTree::default();
        let one = tree.child(tree.child(0, 7), 8);
        let other = tree.child(tree.child(0, 7), 9);
        assert_eq!((tree.keys(one), tree.keys(other)), (vec![8, 7], vec![9, 7]));
        assert_eq!(tree.child(tree.child(0, 7), 8), one);
        assert!(tree.keys(0).is_empty());
    }
}
