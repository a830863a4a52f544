//! Move numbers on pieces.

use std::collections::HashMap;

use boardloom_contract::{CHANCE, Site};
use boardloom_match::{GameEvent, GameTree, NodeId};

use crate::board::fresh;

/// The number of the move that brought each piece to its site.
#[derive(Debug, Clone, Default)]
pub struct MoveNumbers {
    by_site: HashMap<Site, u16>,
    revision: u64,
}

impl MoveNumbers {
    /// Returns the numbers at a node, from 1. Draws of chance have none.
    pub fn at(tree: &GameTree, node: NodeId) -> Self {
        let (mut by_site, mut moves) = (HashMap::new(), 0u16);
        for node in tree.line(node).into_iter().map(|id| tree.node(id)) {
            let chosen = matches!(node.event(), Some(GameEvent::Move { seat, .. })
                if *seat != Some(CHANCE));
            moves = moves.saturating_add(u16::from(chosen));
            let number = if chosen { moves } else { 0 };
            for effect in &node.effects {
                let (from, to) = match (effect.verb.as_str(), effect.site, effect.onto) {
                    ("place", to, _) => (None, to),
                    ("remove", from, _) => (from, None),
                    ("move", from, to) => (from, to),
                    _ => continue,
                };
                if let Some(site) = from {
                    by_site.remove(&site);
                }
                if let Some(site) = to {
                    by_site.insert(site, number);
                }
            }
        }
        MoveNumbers { by_site, revision: fresh() }
    }

    /// 0 for a piece that no move put there.
    pub fn on(&self, site: Site) -> u16 {
        self.by_site.get(&site).copied().unwrap_or_default()
    }

    /// Equal for equal numbers.
    pub fn revision(&self) -> u64 {
        self.revision
    }
}

#[cfg(test)]
mod tests {
    use boardloom_contract::{Effect, Piece};
    use boardloom_match::ROOT;

    use super::*;

    #[test]
    fn a_piece_has_the_number_of_the_move_that_put_it_there() {
        let mut tree = GameTree::default();
        let effect = |verb: &str, site: Site, onto: Option<Site>| Effect {
            verb: verb.to_owned(),
            site: Some(site),
            onto,
            after: Some(Piece::new(0, 0)),
            ..Effect::default()
        };
        let mut at = ROOT;
        for (n, (seat, effects)) in [
            (0, vec![effect("place", 1, None)]),
            (CHANCE, vec![effect("place", 9, None)]),
            (1, vec![effect("place", 2, None), effect("turn", 1, None)]),
            (0, vec![effect("move", 1, Some(3)), effect("remove", 2, None)]),
        ]
        .into_iter()
        .enumerate()
        {
            at = tree.add(at, GameEvent::Move { seat: Some(seat), mv: n.to_string() });
            tree.node_mut(at).effects = effects;
        }
        let on = |node, sites: [Site; 4]| sites.map(|site| MoveNumbers::at(&tree, node).on(site));
        assert_eq!(on(at, [1, 2, 3, 9]), [0, 0, 3, 0]);
        let before = tree.node(at).parent().unwrap();
        assert_eq!(on(before, [1, 2, 3, 9]), [1, 2, 0, 0], "a turned piece keeps its number");
    }
}
