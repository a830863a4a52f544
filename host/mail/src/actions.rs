//! What players do in a game by mail, and what their programs do for them: entries are made, carried
//! out and signed.

use boardloom_contract::Seat;
use boardloom_match::{MatchError, read_move};

use crate::entry::{MAX_SAID, MailEntry, MailStep, is_name, is_sayable};
use crate::fault::{MailError, MailFault};
use crate::hash::Hash;
use crate::key::{MAX_SHARES, PlayerKey};
use crate::mail_match::{MailMatch, MailTurn};
use crate::secret::{commitment, salt, seal, unseal};

/// A decision of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailAction {
    /// A move in any spelling, perhaps with the offer of a draw.
    Move {
        text: String,
        offers_draw: bool,
    },
    Resign,
    AcceptDraw,
    DeclineDraw,
}

impl MailMatch {
    /// Takes a seat for the owner of a key: a given one, or the first that is open.
    pub fn join(
        &mut self,
        seat: Option<Seat>,
        name: &str,
        key: &PlayerKey,
    ) -> Result<(), MailError> {
        if let Some(known) = self.mail.player_of(key.public()) {
            return Err(MailError::Seated { seat: known.seat + 1 });
        }
        if !is_name(name) {
            return Err(MailError::Name);
        }
        let seats = self.mail.players.len() as u8;
        let open: Vec<Seat> = (0..seats).filter(|seat| self.mail.player(*seat).is_none()).collect();
        let seat = match seat {
            None => *open.first().ok_or(MailError::Full)?,
            Some(seat) if seat >= seats => {
                return Err(MailError::NoSeat { seat: seat.saturating_add(1), seats });
            }
            Some(seat) => seat,
        };
        if let Some(player) = self.mail.player(seat) {
            let open: Vec<String> = open.iter().map(|seat| (seat + 1).to_string()).collect();
            let open = if open.is_empty() { "none".to_owned() } else { open.join(", ") };
            return Err(MailError::Taken { seat: seat + 1, name: player.name.clone(), open });
        }
        self.mail.seat_player(seat, name, key);
        self.begin()
    }

    /// Adds the entries that a player's program makes without asking, and returns their number.
    pub fn advance(&mut self, key: &PlayerKey) -> Result<usize, MailError> {
        let Some(seat) = self.mail.player_of(key.public()).map(|player| player.seat) else {
            return Ok(0);
        };
        let mut count = 0;
        loop {
            let turn = self.turn();
            let step = match turn {
                _ if turn.seat() != Some(seat) => return Ok(count),
                MailTurn::Share { .. } => MailStep::Share { start: None, drawn: Vec::new() },
                MailTurn::Draw { .. } => MailStep::Draw { drawn: Vec::new() },
                MailTurn::Disclose { .. } => {
                    let (mv, salt) = self.own_decision(seat, key).ok_or(MailError::LostDecision)?;
                    MailStep::Disclose { mv, salt }
                }
                _ => return Ok(count),
            };
            self.add(seat, step, String::new(), key)?;
            count += 1;
        }
    }

    /// Returns the decision that a player has made in secret, and its salt.
    fn own_decision(&self, seat: Seat, key: &PlayerKey) -> Option<(String, Hash)> {
        let entries = self.mail.entries.iter().enumerate().rev();
        let mut own = entries.filter(|(_, entry)| entry.seat == seat);
        let (at, commitment, sealed) = own.find_map(|(at, entry)| match &entry.step {
            MailStep::Decide { commitment, sealed } => Some((at, commitment, sealed)),
            _ => None,
        })?;
        let head = self.mail.heads[at];
        Some((unseal(key, commitment, sealed)?, salt(key, &head)))
    }

    /// Returns the decision of this round that is not disclosed yet, for its player alone.
    pub fn own_secret(&self, key: &PlayerKey) -> Option<String> {
        let seat = self.mail.player_of(key.public())?.seat;
        let round = self.round.as_ref()?;
        let is_secret = round.commitments.iter().any(|(it, ..)| *it == seat);
        let is_secret = is_secret && !round.played.contains(&seat);
        self.own_decision(seat, key).filter(|_| is_secret).map(|(mv, _)| mv)
    }

    /// Makes, signs and adds the entry of a decision, with something to say.
    ///
    /// # Errors
    /// If it is not the player's turn or the decision is not possible; nothing has changed then.
    pub fn act(
        &mut self,
        action: &MailAction,
        says: &str,
        key: &PlayerKey,
    ) -> Result<(), MailError> {
        let says = says.trim();
        if !is_sayable(says) {
            return Err(MailError::Says { most: MAX_SAID });
        }
        let Some(seat) = self.mail.player_of(key.public()).map(|player| player.seat) else {
            return Err(MailError::Stranger { key: key.public().fingerprint() });
        };
        let turn = self.turn();
        if matches!(turn, MailTurn::Join | MailTurn::Share { .. }) {
            return Err(MailError::NotBegun { waits: self.waits() });
        }
        if turn == MailTurn::Over {
            return Err(MailError::Over);
        }
        if turn.seat() != Some(seat) {
            return Err(MailError::NotYourTurn { waits: self.waits() });
        }
        let step = match action {
            MailAction::Resign => MailStep::Resign,
            MailAction::AcceptDraw => MailStep::AcceptDraw,
            MailAction::DeclineDraw => MailStep::DeclineDraw,
            MailAction::Move { text, offers_draw } => {
                if let MailTurn::Answer { by, .. } = turn
                    && !self.is_answered_by_move(seat)
                {
                    return Err(MailError::AnswerFirst { by: self.mail.name(by) });
                }
                let mv = self.notation(seat, text)?;
                match turn {
                    MailTurn::Decide { .. } if *offers_draw => return Err(MailError::SecretOffer),
                    MailTurn::Decide { .. } => {
                        if !self.match_mut().ask(|cursor| cursor.is_legal(seat, &mv))? {
                            let why = format!("`{mv}` is not legal here");
                            return Err(MatchError::Illegal { mv, why }.into());
                        }
                        let head = self.mail.head();
                        let commitment = commitment(&head, seat, &salt(key, &head), &mv);
                        MailStep::Decide { commitment, sealed: seal(key, &commitment, &mv) }
                    }
                    _ => MailStep::Move { mv, offers_draw: *offers_draw },
                }
            }
        };
        self.add(seat, step, says.to_owned(), key)
    }

    /// Tells whether a player who is asked for a draw is to move, so that a move declines it.
    fn is_answered_by_move(&self, seat: Seat) -> bool {
        let status = self.game.as_ref().map(|game| game.status());
        status.is_some_and(|it| !it.chance && it.acting == [seat])
    }

    /// Returns the notation of a move in any spelling.
    fn notation(&mut self, seat: Seat, text: &str) -> Result<String, MailError> {
        let game = self.match_mut();
        let status = game.status().clone();
        match game.ask(|cursor| read_move(cursor, &status, Some(seat), text))? {
            Ok((_, mv)) => Ok(mv),
            Err(error) if status.acting != [seat] => Err(error.into()),
            Err(_) => {
                // A move as lists show it. A match that is thrown away finds it.
                let mut other = MailMatch::open(self.source.clone(), self.mail.clone())?;
                let played = other.match_mut().play_text(text)?;
                let event = other.match_mut().tree().node(played.node).event().cloned();
                Ok(event.map(|event| event.text().to_owned()).unwrap_or_default())
            }
        }
    }

    fn add(
        &mut self,
        seat: Seat,
        step: MailStep,
        says: String,
        key: &PlayerKey,
    ) -> Result<(), MailError> {
        let count = self.mail.last_share(seat).map_or(0, |(_, count)| count);
        if count + 1 >= MAX_SHARES {
            return Err(MailError::TooLong { most: MAX_SHARES - 1 });
        }
        let share = self.mail.next_share(seat, key);
        let mut entry = MailEntry { seat, step, says, share, signature: Vec::new() };
        entry.step = self.execute(&entry)?;
        self.mail.sign(&mut entry, key);
        self.mail.push(entry).map_err(MailFault::from)?;
        Ok(())
    }
}
