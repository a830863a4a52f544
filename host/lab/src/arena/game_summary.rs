//! A finished game in numbers, read from its moves.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde::{Deserialize, Serialize};

use crate::findings::lead;
use boardloom_contract::{CHANCE, GameStatus, Message};
use boardloom_match::{GameEvent, Match, MatchError, NodeId};

/// Parts that a game is divided into, whatever its length.
pub const PARTS: usize = 20;

/// A finished game in numbers. Lists by seat end with a place for chance.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct GameSummary {
    pub winner: Option<u8>,
    pub scores: Vec<f64>,
    /// Points after half of the plies, rounded down, by seat.
    pub half: Vec<f64>,
    /// The first seat's lead over the best other, at the start and after each twentieth of
    /// the plies, rounded down.
    pub leads: Vec<f64>,
    pub moves: Vec<u64>,
    /// Legal moves in total, by seat.
    pub choices: Vec<u64>,
    /// Number of each effect verb, by seat.
    pub effects: BTreeMap<String, Vec<u64>>,
    #[serde(with = "facts")]
    pub facts: Vec<Message>,
    /// Equal for games of the same moves.
    pub key: u64,
}

/// Messages as tuples: the contract knows no JSON.
mod facts {
    use boardloom_contract::Message;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    type Parts = (String, Vec<(String, String)>, String);

    pub fn serialize<S: Serializer>(facts: &[Message], to: S) -> Result<S::Ok, S::Error> {
        let parts = facts.iter().map(|it| (&it.id, &it.args, &it.text));
        parts.collect::<Vec<_>>().serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Message>, D::Error> {
        let parts = Vec::<Parts>::deserialize(from)?;
        Ok(parts.into_iter().map(|(id, args, text)| Message { id, args, text }).collect())
    }
}

impl GameSummary {
    pub fn read(game: &mut Match) -> Result<Self, MatchError> {
        let line = game.tree().main_line();
        let seats = usize::from(game.about().seats);
        let zeros = vec![0; seats + 1];
        let mut summary =
            GameSummary { moves: zeros.clone(), choices: zeros, ..GameSummary::default() };
        let mut key = DefaultHasher::new();
        let mut scores = Vec::with_capacity(line.len());
        for (at, id) in line.iter().enumerate() {
            game.go_to(*id)?;
            scores.push(points(game.status()));
            summary.count_effects(game, *id, seats);
            let Some(next) = line.get(at + 1) else { break };
            let event = game.tree().node(*next).event();
            event.map(GameEvent::text).hash(&mut key);
            let Some(by) = event.and_then(GameEvent::seat).filter(|seat| *seat != CHANCE) else {
                continue;
            };
            summary.moves[usize::from(by)] += 1;
            summary.choices[usize::from(by)] += game.ask(|cursor| cursor.count_moves(by))?;
        }
        let plies = line.len() - 1;
        summary.leads = (0..=PARTS).map(|part| lead(&scores[plies * part / PARTS])).collect();
        summary.half = std::mem::take(&mut scores[plies / 2]);
        let status = game.status();
        summary.scores = points(status);
        summary.winner = status.outcome.as_ref().and_then(|outcome| outcome.winner());
        summary.facts.clone_from(&status.facts);
        summary.key = key.finish();
        Ok(summary)
    }

    fn count_effects(&mut self, game: &Match, id: NodeId, seats: usize) {
        let node = game.tree().node(id);
        let Some(by) = node.event().and_then(GameEvent::seat) else { return };
        let place = usize::from(by).min(seats);
        for effect in &node.effects {
            let counts =
                self.effects.entry(effect.verb.clone()).or_insert_with(|| vec![0; seats + 1]);
            counts[place] += 1;
        }
    }
}

fn points(status: &GameStatus) -> Vec<f64> {
    status.seats.iter().map(|seat| seat.score).collect()
}
