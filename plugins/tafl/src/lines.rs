//! The lines of play so far, for rules under which repeating is not legal: there a
//! position's future depends on the way to it. Positions name a node of this tree,
//! and stay small.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A position on a line: its key, and the node before.
type Node = (u64, u32);

/// A tree of lines. Node 0 is where every line begins.
#[derive(Debug, Default)]
pub struct Lines(Mutex<Vec<Node>>);

impl Lines {
    fn nodes(&self) -> MutexGuard<'_, Vec<Node>> {
        // No panic can leave a list of plain numbers half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the line that goes on from a node with a position.
    pub fn with(&self, node: u32, key: u64) -> u32 {
        let mut nodes = self.nodes();
        // Going back and forth in a game finds the nodes made before.
        let known = nodes.iter().position(|known| *known == (key, node));
        let at = known.unwrap_or_else(|| {
            nodes.push((key, node));
            nodes.len() - 1
        });
        at as u32 + 1
    }

    /// Returns the keys of a line, the latest first.
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
    fn lines_part_and_are_found_again() {
        let lines = Lines::default();
        let one = lines.with(lines.with(0, 7), 8);
        let other = lines.with(lines.with(0, 7), 9);
        assert_eq!((lines.keys(one), lines.keys(other)), (vec![8, 7], vec![9, 7]));
        assert_eq!(lines.with(lines.with(0, 7), 8), one);
        assert!(lines.keys(0).is_empty());
    }
}
