//! The computer's comments on a game: texts of the ruleset (`[ai.remarks]`), chosen
//! by a review of the human's last move.

use std::collections::BTreeMap;

use boardloom_contract::Seat;

use crate::MoveQuality;
use boardloom_match::{GameEvent, Match, NodeId, PlayerKind, chance_number};

/// The change of value that earns a comment, in ten-thousandths.
const SWING: i32 = 800;

#[derive(Debug, Clone, Default)]
pub struct Commentary {
    comments: BTreeMap<NodeId, (Seat, String)>,
    /// The seat that it played for last.
    played: Option<Seat>,
    /// The nodes of the match when it was opened.
    opened: usize,
}

impl Commentary {
    pub fn of(game: &Match) -> Self {
        Commentary { opened: game.tree().len(), ..Commentary::default() }
    }

    /// Tells whether the ruleset has comments and the last move was a human's.
    pub fn are_wanted(game: &Match) -> bool {
        let texts = &game.source().ruleset.ai.remarks;
        let by = game.node().event().and_then(GameEvent::seat);
        let player = by.and_then(|by| game.players().get(usize::from(by)));
        let words = texts.contains_key("good") || texts.contains_key("bad");
        words && player.is_some_and(|player| player.kind == PlayerKind::Human)
    }

    /// Returns the comment on the move before the computer's move at `node`.
    ///
    /// A move is bad if it loses expected value and a deeper search does not give it back. It is
    /// good if it turns out better than expected. Anything else may be noise of the evaluation.
    pub fn comment_move(
        &mut self,
        game: &Match,
        node: NodeId,
        seat: Seat,
        review: Option<MoveQuality>,
    ) -> Option<&str> {
        self.played = Some(seat);
        let review = review?;
        let MoveQuality { expected, actual, deeper, .. } = review;
        let occasion = if review.loss() >= SWING {
            "bad"
        } else if i32::from(deeper) - i32::from(expected.max(actual)) >= SWING {
            "good"
        } else {
            return None;
        };
        self.choose(game, node, seat, occasion)
    }

    /// Returns the comment on the end of a game with a computer, once for each end that was
    /// reached since the match was opened.
    pub fn comment_end(&mut self, game: &Match) -> Option<(Seat, &str)> {
        let (node, outcome) = (game.here(), game.status().outcome.as_ref()?);
        let known = self.comments.contains_key(&node);
        let is_new = node.0 as usize >= self.opened;
        let computer = || (0..).zip(game.players()).find(|(_, player)| player.level().is_some());
        let seat = self.played.or_else(|| Some(computer().filter(|_| is_new)?.0));
        let seat = seat.filter(|_| !known)?;
        let first = outcome.ranks.get(usize::from(seat)) == Some(&0);
        let occasion = match (first, outcome.winner()) {
            (true, Some(_)) => "won",
            (true, None) => "drawn",
            (false, _) => "lost",
        };
        self.choose(game, node, seat, occasion).map(|text| (seat, text))
    }

    pub fn comment(&self, game: &Match, seat: Seat) -> Option<&str> {
        let comment = self.comments.get(&game.here()).filter(|(by, _)| *by == seat);
        comment.map(|(_, text)| text.as_str())
    }

    /// Chooses a text by seed and ply, so that the same game gets the same comments.
    fn choose(&mut self, game: &Match, node: NodeId, seat: Seat, occasion: &str) -> Option<&str> {
        let texts = game.source().ruleset.ai.remarks.get(occasion)?;
        let number = chance_number(game.seed(), game.tree().node(node).ply());
        let text = texts.get((number % texts.len().max(1) as u64) as usize)?;
        self.comments.insert(node, (seat, text.clone()));
        self.comments.get(&node).map(|(_, text)| text.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::source;
    use boardloom_match::MatchSetup;
    use boardloom_match::Player;

    fn game(length: u32) -> Match {
        let row = format!(
            "length = {length}\n[ai.remarks]\ngood = [\"g1\", \"g2\", \"g3\"]\nbad = [\"b\"]\n\
             won = [\"w\"]\nlost = [\"l\"]\ndrawn = [\"d\"]"
        );
        let players = vec![Player::human("Ann"), Player::computer("Bob", 1)];
        let setup = MatchSetup { players, seed: 7, ..MatchSetup::default() };
        Match::new(source(&row), setup).expect("a good row")
    }

    fn round(
        game: &mut Match,
        commentary: &mut Commentary,
        moves: [&str; 2],
        [expected, actual, deeper]: [u16; 3],
    ) -> String {
        game.play(moves[0]).expect("a legal move");
        let node = game.play(moves[1]).expect("a legal move").node;
        let review = MoveQuality { by: 0, expected, actual, deeper };
        commentary.comment_move(game, node, 1, Some(review)).unwrap_or_default().to_owned()
    }

    #[test]
    fn what_a_move_was_worth_is_said() {
        let (mut game, mut commentary) = (game(20), Commentary::default());
        let mut round = |moves, weights| round(&mut game, &mut commentary, moves, weights);
        assert_eq!(round(["a", "b"], [5000, 4300, 4300]), "", "too little");
        assert_eq!(round(["c", "d"], [5000, 2000, 4900]), "", "further on it is none the worse");
        assert_eq!(round(["e", "f"], [5000, 4900, 2000]), "", "the best move had come to that too");
        assert_eq!(round(["g", "h"], [5000, 4200, 3000]), "b");
        assert_eq!(round(["i", "j"], [5000, 5000, 5700]), "", "too little");
        let good = round(["k", "l"], [5000, 5000, 5900]);
        assert!(["g1", "g2", "g3"].contains(&good.as_str()), "{good}");
        assert_eq!(commentary.comment(&game, 1), Some(good.as_str()));
        assert_eq!(commentary.comment(&game, 0), None);
        // A move without a review has no comment, and the same move has the same one.
        game.undo().expect("no plugin error");
        let node = game.play("m").expect("a legal move").node;
        assert_eq!(commentary.comment_move(&game, node, 1, None), None);
        let again = MoveQuality { by: 0, expected: 5000, actual: 5000, deeper: 5900 };
        assert_eq!(commentary.comment_move(&game, node, 1, Some(again)), Some(good.as_str()));
    }

    #[test]
    fn only_human_moves_are_reviewed() {
        let mut game = game(20);
        assert!(!Commentary::are_wanted(&game), "no player moved");
        game.play("a").expect("a legal move");
        assert!(Commentary::are_wanted(&game));
        game.play("b").expect("a legal move");
        assert!(!Commentary::are_wanted(&game), "Bob is the computer");
        let mut mute = Match::new(source(""), MatchSetup::default()).expect("a good row");
        mute.play("a").expect("a legal move");
        assert!(!Commentary::are_wanted(&mute), "there are no words");
    }

    #[test]
    fn the_end_has_a_last_word_once() {
        let (mut game, mut commentary) = (game(5), Commentary::default());
        round(&mut game, &mut commentary, ["a", "b"], [5000; 3]);
        assert_eq!(commentary.comment_end(&game), None, "the game goes on");
        game.remove_player(0, boardloom_match::Cause::Resigned, None).expect("a seat may leave");
        assert_eq!(commentary.comment_end(&game), Some((1, "w")));
        assert_eq!(commentary.comment_end(&game), None, "it was said");
        assert_eq!(
            Commentary::of(&game).comment_end(&game),
            None,
            "it was over when it was opened"
        );
        // The computer did not move since the match was opened, and the human ends it.
        game.undo().expect("no plugin error");
        let mut commentary = Commentary::of(&game);
        game.remove_player(0, boardloom_match::Cause::Left, None).expect("a seat in the game");
        assert_eq!(commentary.comment_end(&game), Some((1, "w")));
        assert_eq!(commentary.comment_end(&game), None, "it is said once");
    }
}
