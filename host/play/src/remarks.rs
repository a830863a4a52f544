//! What the computer says of a game: texts of the ruleset (`[ai.remarks]`), chosen
//! by what a look at a person's move found.

use std::collections::BTreeMap;

use boardloom_contract::Seat;

use crate::computer::Weighed;
use crate::sitting::{Event, Match, NodeId, Who, chance_number};

/// By how much a move has to change its player's prospects for a word about it, in
/// hundredths of a percent.
const SWING: i32 = 800;

/// What the computer said.
#[derive(Debug, Clone, Default)]
pub struct Remarks {
    said: BTreeMap<NodeId, (Seat, String)>,
    /// The seat that it played for last.
    played: Option<Seat>,
}

impl Remarks {
    /// Tells whether there are words for the move that led to the current node: a
    /// person's.
    pub fn are_wanted(game: &Match) -> bool {
        let texts = &game.table().ruleset.ai.remarks;
        let by = game.node().event().and_then(Event::seat);
        let player = by.and_then(|by| game.players().get(usize::from(by)));
        let words = texts.contains_key("good") || texts.contains_key("bad");
        words && player.is_some_and(|player| player.who == Who::Person)
    }

    /// Takes in a move that the computer has just played at a node, and returns what
    /// it says of the one before, as that was weighed.
    ///
    /// A move is bad where it gives away what the position promised, and a look
    /// further ahead does not give it back; it is good where it turns out better than
    /// anything that was expected. Anything else may be a leap of the values.
    pub fn moved(
        &mut self,
        game: &Match,
        node: NodeId,
        seat: Seat,
        weighed: Option<Weighed>,
    ) -> Option<&str> {
        self.played = Some(seat);
        let Weighed { promised, kept, proved, .. } = weighed?;
        let [promised, kept, proved] = [promised, kept, proved].map(i32::from);
        let occasion = if promised - kept.max(proved) >= SWING {
            "bad"
        } else if proved - promised.max(kept) >= SWING {
            "good"
        } else {
            return None;
        };
        self.say(game, node, seat, occasion)
    }

    /// Returns what the computer says of the end of a game that it played in; once
    /// for each end.
    pub fn ended(&mut self, game: &Match) -> Option<(Seat, &str)> {
        let (node, outcome) = (game.here(), game.status().outcome.as_ref()?);
        let known = self.said.contains_key(&node);
        let seat = self.played.filter(|_| !known)?;
        let first = outcome.ranks.get(usize::from(seat)) == Some(&0);
        let occasion = match (first, outcome.winner()) {
            (true, Some(_)) => "won",
            (true, None) => "drawn",
            (false, _) => "lost",
        };
        self.say(game, node, seat, occasion).map(|text| (seat, text))
    }

    /// Returns what a seat said at the current node.
    pub fn said(&self, game: &Match, seat: Seat) -> Option<&str> {
        let said = self.said.get(&game.here()).filter(|(by, _)| *by == seat);
        said.map(|(_, text)| text.as_str())
    }

    /// Chooses among the texts for an occasion: by the seed and the number of the
    /// move, so that the same game is commented in the same words.
    fn say(&mut self, game: &Match, node: NodeId, seat: Seat, occasion: &str) -> Option<&str> {
        let texts = game.table().ruleset.ai.remarks.get(occasion)?;
        let number = chance_number(game.seed(), game.tree().node(node).ply());
        let text = texts.get((number % texts.len().max(1) as u64) as usize)?;
        self.said.insert(node, (seat, text.clone()));
        self.said.get(&node).map(|(_, text)| text.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::table;
    use crate::{Player, Setup};

    /// Returns a game in which Bob is the computer, with texts for every occasion.
    fn game(length: u32) -> Match {
        let row = format!(
            "length = {length}\n[ai.remarks]\ngood = [\"g1\", \"g2\", \"g3\"]\nbad = [\"b\"]\n\
             won = [\"w\"]\nlost = [\"l\"]\ndrawn = [\"d\"]"
        );
        let players = vec![Player::person("Ann"), Player::computer("Bob", 1)];
        let setup = Setup { players, seed: 7, ..Setup::default() };
        Match::new(table(&row), setup).expect("a good row")
    }

    /// Plays Ann's move, weighed so, and Bob's.
    fn round(
        game: &mut Match,
        remarks: &mut Remarks,
        moves: [&str; 2],
        [promised, kept, proved]: [u16; 3],
    ) -> String {
        game.play(moves[0]).expect("a legal move");
        let node = game.play(moves[1]).expect("a legal move").node;
        let weighed = Weighed { by: 0, promised, kept, proved };
        remarks.moved(game, node, 1, Some(weighed)).unwrap_or_default().to_owned()
    }

    #[test]
    fn what_a_move_was_worth_is_said() {
        let (mut game, mut remarks) = (game(20), Remarks::default());
        let mut round = |moves, weights| round(&mut game, &mut remarks, moves, weights);
        assert_eq!(round(["a", "b"], [5000, 4300, 4300]), "", "too little");
        assert_eq!(round(["c", "d"], [5000, 2000, 4900]), "", "further on it is none the worse");
        assert_eq!(round(["e", "f"], [5000, 4900, 2000]), "", "the best move had come to that too");
        assert_eq!(round(["g", "h"], [5000, 4200, 3000]), "b");
        assert_eq!(round(["i", "j"], [5000, 5000, 5700]), "", "too little");
        let good = round(["k", "l"], [5000, 5000, 5900]);
        assert!(["g1", "g2", "g3"].contains(&good.as_str()), "{good}");
        assert_eq!(remarks.said(&game, 1), Some(good.as_str()));
        assert_eq!(remarks.said(&game, 0), None);
        // What cannot be weighed is passed over, and the same move has the same words.
        game.undo().expect("no fault");
        let node = game.play("m").expect("a legal move").node;
        assert_eq!(remarks.moved(&game, node, 1, None), None);
        let again = Weighed { by: 0, promised: 5000, kept: 5000, proved: 5900 };
        assert_eq!(remarks.moved(&game, node, 1, Some(again)), Some(good.as_str()));
    }

    #[test]
    fn only_a_persons_moves_are_to_be_weighed() {
        let mut game = game(20);
        assert!(!Remarks::are_wanted(&game), "nobody moved");
        game.play("a").expect("a legal move");
        assert!(Remarks::are_wanted(&game));
        game.play("b").expect("a legal move");
        assert!(!Remarks::are_wanted(&game), "Bob is the computer");
        let mut mute = Match::new(table(""), Setup::default()).expect("a good row");
        mute.play("a").expect("a legal move");
        assert!(!Remarks::are_wanted(&mute), "there are no words");
    }

    #[test]
    fn the_end_has_a_last_word_once() {
        let (mut game, mut remarks) = (game(5), Remarks::default());
        round(&mut game, &mut remarks, ["a", "b"], [5000; 3]);
        assert_eq!(remarks.ended(&game), None, "the game goes on");
        game.remove_player(0, crate::sitting::Cause::Resigned).expect("a seat may leave");
        assert_eq!(remarks.ended(&game), Some((1, "w")));
        assert_eq!(remarks.ended(&game), None, "it was said");
        assert_eq!(Remarks::default().ended(&game), None, "it did not play");
    }
}
