//! Compares a mail with the game that is known.

use crate::entry::MailEntry;
use crate::fault::MailFault;
use crate::game::MailGame;

/// What a mail adds to the game that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailNews {
    /// Nothing: it was imported before, or is a copy of a mail that was.
    Known,
    /// Nothing: the known game is this many entries, or players, ahead.
    Older { by: usize },
    /// Players who have taken their seats, and entries.
    Newer { players: usize, entries: usize },
}

impl MailGame {
    /// Adds what a mail has beyond this game. Both are checked, so every part is signed.
    ///
    /// # Errors
    /// If the mail is of another game, or parts from this one; nothing has changed then.
    pub fn merge(&mut self, mail: MailGame) -> Result<MailNews, MailFault> {
        if self.id() != mail.id() {
            let (known, other) = (self.short_id(), mail.short_id());
            return Err(MailFault::OtherGame { known, other });
        }
        for (known, other) in
            self.players.iter().flatten().filter_map(|it| Some((it, mail.player(it.seat)?)))
        {
            if (&known.name, known.key, known.shares) != (&other.name, other.key, other.shares) {
                return Err(MailFault::SeatTaken {
                    seat: known.seat + 1,
                    known: known.signer(),
                    other: other.signer(),
                    host: self.host().name.clone(),
                });
            }
        }
        let pairs = self.entries.iter().zip(&mail.entries);
        let common = pairs.take_while(|(known, other)| known.is_same(other)).count();
        if let (Some(known), Some(other)) = (self.entries.get(common), mail.entries.get(common)) {
            return Err(self.fork(common, known, other));
        }
        let entries = mail.entries.len() - common;
        let seated = |game: &MailGame| game.players.iter().flatten().count();
        let mut merged = self.clone();
        let ahead = self.entries.len() - common + seated(self);
        let ahead = ahead
            - mail.players.iter().flatten().filter(|it| self.player(it.seat).is_some()).count();
        for player in mail.players.into_iter().flatten() {
            merged.players[usize::from(player.seat)].get_or_insert(player);
        }
        merged.check_keys()?;
        let players = seated(&merged) - seated(self);
        if !self.is_complete() {
            merged.begin();
        }
        for entry in mail.entries.into_iter().skip(common) {
            merged.push(entry)?;
        }
        *self = merged;
        Ok(match (players, entries, ahead) {
            (0, 0, 0) => MailNews::Known,
            (0, 0, by) => MailNews::Older { by },
            _ => MailNews::Newer { players, entries },
        })
    }

    fn fork(&self, common: usize, known: &MailEntry, other: &MailEntry) -> MailFault {
        let plays =
            |entry: &MailEntry| format!("{} of {}", entry.step.describe(), self.name(entry.seat));
        let why = match known.seat == other.seat {
            true => format!(", and {} signed both", self.name(known.seat)),
            false => String::new(),
        };
        MailFault::Fork { number: common + 1, known: plays(known), other: plays(other), why }
    }
}
