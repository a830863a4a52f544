//! What the computer says of a game: texts of the ruleset (`[ai.remarks]`), chosen
//! by what its own searches found. Nothing is searched for a remark.

use std::collections::BTreeMap;

use boardloom_contract::{Seat, Variation};

use crate::sitting::{Event, Match, NodeId, Who, chance_number};

/// By how much the computer's prospects have to change for a word about it, in
/// hundredths of a percent.
const SWING: i32 = 800;

/// What the computer expected, and what it said.
#[derive(Debug, Clone, Default)]
pub struct Remarks {
    /// After each of its moves: for which seat, and what its search promised.
    expected: BTreeMap<NodeId, (Seat, u16)>,
    said: BTreeMap<NodeId, (Seat, String)>,
    /// The seat that it played for last.
    played: Option<Seat>,
}

impl Remarks {
    /// Takes in a move that the computer has just played at a node and the lines of
    /// its search, and returns what it says of the moves since its last one: a good
    /// one is worse for it than it thought, a bad one better.
    pub fn moved(
        &mut self,
        game: &Match,
        node: NodeId,
        seat: Seat,
        lines: &[Variation],
    ) -> Option<&str> {
        self.played = Some(seat);
        // A move that was made blindly promises nothing.
        let now = *lines.first()?.value.get(usize::from(seat))?;
        let line = game.tree().line(node);
        let own = |id: &NodeId| self.expected.get(id).is_some_and(|(by, _)| *by == seat);
        let last = line.iter().rposition(|id| *id != node && own(id));
        let before = last.map(|place| (place, self.expected[&line[place]].1));
        self.expected.insert(node, (seat, now));
        let (place, before) = before?;
        let persons = |id: &NodeId| {
            let by = game.tree().node(*id).event().and_then(Event::seat);
            by.and_then(|by| game.players().get(usize::from(by)))
                .is_some_and(|p| p.who == Who::Person)
        };
        if !line[place + 1..].iter().any(persons) {
            return None;
        }
        let occasion = match i32::from(now) - i32::from(before) {
            more if more >= SWING => "bad",
            less if less <= -SWING => "good",
            _ => return None,
        };
        self.say(game, node, seat, occasion)
    }

    /// Returns what the computer says of the end of a game that it played in; once
    /// for each end.
    pub fn ended(&mut self, game: &Match) -> Option<(Seat, &str)> {
        let (node, outcome) = (game.here(), game.standing().outcome.as_ref()?);
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

    /// Plays Ann's move and Bob's, who then expects so much.
    fn round(game: &mut Match, remarks: &mut Remarks, moves: [&str; 2], value: u16) -> String {
        game.play(moves[0]).expect("a legal move");
        let node = game.play(moves[1]).expect("a legal move").node;
        let line = Variation { value: vec![10_000 - value, value], ..Variation::default() };
        remarks.moved(game, node, 1, &[line]).unwrap_or_default().to_owned()
    }

    #[test]
    fn what_a_move_changed_is_said() {
        let (mut game, mut remarks) = (game(20), Remarks::default());
        let mut round = |moves, value| round(&mut game, &mut remarks, moves, value);
        assert_eq!(round(["a", "b"], 5000), "", "there is nothing to compare with");
        assert_eq!(round(["c", "d"], 5700), "", "too little");
        assert_eq!(round(["e", "f"], 6600), "b");
        let good = round(["g", "h"], 4000);
        assert!(["g1", "g2", "g3"].contains(&good.as_str()), "{good}");
        assert_eq!(remarks.said(&game, 1), Some(good.as_str()));
        assert_eq!(remarks.said(&game, 0), None);
        // Another move from the position before is compared with the same promise.
        game.undo().expect("no fault");
        game.undo().expect("no fault");
        assert_eq!(remarks.said(&game, 1), Some("b"), "what was said there");
        let mut again = |value| {
            game.play("i").expect("a legal move");
            let node = game.play("j").expect("a legal move").node;
            let line = Variation { value: vec![0, value], ..Variation::default() };
            remarks.moved(&game, node, 1, &[line]).map(str::to_owned)
        };
        assert_eq!(again(4000).as_ref(), Some(&good), "the same words at the same ply");
    }

    #[test]
    fn the_end_has_a_last_word_once() {
        let (mut game, mut remarks) = (game(5), Remarks::default());
        round(&mut game, &mut remarks, ["a", "b"], 5000);
        assert_eq!(remarks.ended(&game), None, "the game goes on");
        game.retire(0, crate::sitting::Cause::Resigned).expect("a seat may leave");
        assert_eq!(remarks.ended(&game), Some((1, "w")));
        assert_eq!(remarks.ended(&game), None, "it was said");
        assert_eq!(Remarks::default().ended(&game), None, "it did not play");
    }
}
