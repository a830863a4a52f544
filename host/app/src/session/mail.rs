//! A game by mail on the board: the board follows the mails, and a move is a proposal until the
//! player exports it.

use std::path::PathBuf;

use boardloom_match::{MatchError, ROOT, Record};

use super::lifecycle::annotated_moves;
use super::{GameSession, Notice};
use crate::mail_games;
use crate::mail_view::{MailView, players_of};
use crate::my_games;
use crate::texts::{mail as t, online};

#[derive(Debug)]
pub(super) struct MailState {
    path: PathBuf,
    /// Why the player cannot move now; `None` if it is the player's turn.
    refusal: Option<String>,
    /// The record as the file has it; empty if the file lacks notes of the player.
    known: String,
}

impl GameSession {
    /// Tells whether the game is one by mail, also after its end.
    pub fn is_by_mail(&self) -> bool {
        self.mail.is_some()
    }

    /// Tells whether mails decide the game, and it is not over.
    pub(super) fn is_decided_by_mail(&self) -> bool {
        self.is_by_mail() && self.is_online()
    }

    /// Why the player of a game by mail cannot move now.
    pub(crate) fn mail_refusal(&self) -> Option<&str> {
        self.mail.as_ref().filter(|_| self.is_online())?.refusal.as_deref()
    }

    /// The entry of the game's file in the list of my games; empty without one.
    pub(crate) fn file(&self) -> String {
        match &self.mail {
            Some(mail) => my_games::mail_entry(&mail.path),
            None => my_games::GameEntry::file_of(&self.game),
        }
    }

    /// Returns the move that waits to be exported, in notation and as players read it.
    pub fn proposed_by_mail(&self) -> Option<(String, String)> {
        let mv = self.pending_move().filter(|_| self.is_by_mail())?;
        let preview = self.preview.as_ref().filter(|preview| preview.mv == mv);
        let text = preview.map(|preview| preview.text.clone()).filter(|text| !text.is_empty());
        Some((mv.to_owned(), text.unwrap_or_else(|| mv.to_owned())))
    }

    /// Proposes a move, which the board shows until it is exported or dropped.
    pub(super) fn propose_by_mail(&mut self, mv: &str) {
        if self.is_past() {
            return self.notify(Notice::bad(online::not_at_the_end()));
        }
        if let Some(why) = self.mail_refusal().map(str::to_owned) {
            return self.notify(Notice::bad(why));
        }
        self.set_pending(Some(mv.to_owned()));
    }

    /// Drops the proposed move. False if there is none.
    pub fn drop_proposal(&mut self) -> bool {
        let dropped = self.is_by_mail() && self.pending_move().is_some();
        if dropped {
            self.set_pending(None);
        }
        dropped
    }

    pub(super) fn take_back_by_mail(&mut self) {
        if !self.drop_proposal() {
            self.notify(Notice::bad(t::no_take_back()));
        }
    }

    /// Lets mails decide the game from now on.
    pub(crate) fn enter_mail(&mut self, view: &MailView) {
        self.enter_room();
        let known = annotated_moves(&self.game);
        self.mail = Some(MailState { path: view.path.clone(), refusal: None, known });
        self.cancel_premove();
        if !self.follow_mail(view) {
            self.notify(Notice::bad(view.waits.clone()));
        }
    }

    /// Shows the game as it stands after a mail. False if the board has to be opened again for it.
    pub(crate) fn follow_mail(&mut self, view: &MailView) -> bool {
        let is_kept = self.has_kept_notes();
        let Ok(moved) = self.follow_line(view) else { return false };
        let own_turn = view.is_own_turn();
        self.set_pending(None);
        self.set_online(view.own, view.is_over(), view.has_open_seat());
        for (seat, player) in (0_u8..).zip(players_of(view)) {
            if self.game.players().get(usize::from(seat)) != Some(&player) {
                self.game.set_player(seat, player);
            }
        }
        let known = if is_kept { annotated_moves(&self.game) } else { String::new() };
        if let Some(mail) = &mut self.mail {
            mail.refusal = (!own_turn).then(|| view.waits.clone());
            mail.known = known;
        }
        if moved {
            self.follow();
        } else {
            self.reset_board_input(false);
            self.look_ahead(false);
        }
        self.revision += 1;
        true
    }

    /// Plays the moves of a game by mail that are new. Returns whether there are any.
    fn follow_line(&mut self, view: &MailView) -> Result<bool, MatchError> {
        let Some(line) = &view.line else { return Ok(false) };
        let mut at = ROOT;
        let mut events = line.iter();
        let mut next = events.next();
        while let Some((event, _)) = next
            && let Some(known) = self.game.tree().child(at, event)
        {
            (at, next) = (known, events.next());
        }
        let moved = next.is_some() || self.game.here() != at;
        if moved {
            self.game.go_to(at)?;
        }
        while let Some((event, said)) = next {
            at = self.game.follow_event(event.clone(), None)?;
            self.game.comment(at, said);
            next = events.next();
        }
        Ok(moved)
    }

    /// Tells whether the file has the variations and comments on the board.
    fn has_kept_notes(&self) -> bool {
        self.mail.as_ref().is_none_or(|mail| mail.known == annotated_moves(&self.game))
    }

    /// Writes variations and comments of a game by mail into its file.
    pub(super) fn keep_mail_notes(&self) -> Option<Notice> {
        let mail = self.mail.as_ref().filter(|_| !self.has_kept_notes())?;
        let kept = mail_games::keep_notes(&mail.path, &Record::of(&self.game));
        kept.err().map(|why| Notice::error(&why))
    }
}
