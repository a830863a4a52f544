//! The record of a game by mail.

use boardloom_contract::Seat;
use boardloom_match::{ROOT, Record};

use crate::fault::MailError;
use crate::mail_match::MailMatch;

/// The tag with the seat that has to go on, from 1, for lists. It is not mailed.
const TURN: &str = "MailTurn";

/// Returns the seat that has to go on, from 0, as the record says; `None` if it is over, seats are
/// open, or an earlier version wrote it.
pub fn noted_turn(record: &Record) -> Option<Seat> {
    let (_, values) = record.tags.iter().find(|(tag, _)| tag == TURN)?;
    values.first()?.parse::<Seat>().ok()?.checked_sub(1)
}

impl MailMatch {
    /// Returns the record of the game. Variations, comments and all else of a known record of it
    /// stay; the moves that were mailed are its main line.
    pub fn record(&self, known: Option<Record>) -> Result<Record, MailError> {
        let mut record = known.unwrap_or_else(|| self.mail.bare_record());
        self.mail.write_tags(&mut record);
        record.tags.retain(|(tag, _)| tag != TURN);
        let turn = self.turn().seat().map(|seat| (seat + 1).to_string());
        record.tags.extend(turn.map(|turn| (TURN.to_owned(), vec![turn])));
        for (seat, player) in self.mail.players.iter().enumerate() {
            if let (Some(player), Some(known)) = (player, record.setup.players.get_mut(seat)) {
                known.name.clone_from(&player.name);
            }
        }
        let Some(game) = &self.game else { return Ok(record) };
        record.setup.seed = game.seed();
        record.setup.start = game.start().map(str::to_owned);
        let mut at = ROOT;
        for id in game.tree().line(game.here()) {
            let node = game.tree().node(id);
            if let Some(event) = node.event() {
                at = record.tree.add(at, event.clone());
                record.tree.promote(at);
            }
            let known = &mut record.tree.node_mut(at).comment;
            let lines = known.clone();
            if !node.comment.is_empty() && !lines.contains(&node.comment) {
                let space = if known.is_empty() { "" } else { "\n" };
                known.push_str(&format!("{space}{}", node.comment));
            }
        }
        record.here = at;
        let (rules, hash) = (record.ruleset_toml.clone(), record.ruleset_hash.clone());
        let (replayed, _) = record.resume(self.source.clone())?;
        let mut record = Record::of(&replayed);
        // The copy that was signed, letter for letter.
        (record.ruleset_toml, record.ruleset_hash) = (rules, hash);
        Ok(record)
    }
}
