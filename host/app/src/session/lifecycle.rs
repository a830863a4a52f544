//! Opening, saving and closing the game on the board.

use std::time::Duration;

use boardloom_board_view::scene::BoardLook;
use boardloom_match::journal::Recovery;
use boardloom_match::{Journal, Legality, Match, ROOT, Record, Turn};

use super::GameSession;
use crate::load_request::{CurrentMatch, LoadRequest};
use crate::loaded_board::LoadedBoard;
use crate::notice::Notice;
use crate::saved_games;
use crate::services::{Refusal, Services, Wake};
use crate::texts::game as t;

/// The time between attempts to save.
const RETRY: Duration = Duration::from_secs(5);

impl GameSession {
    /// Shows an opened game, `before` if it was begun earlier. Reports if it is not being kept.
    pub fn open(
        loaded_board: LoadedBoard,
        before: bool,
        look: BoardLook,
        wake: Wake,
        now: Duration,
        services: &dyn Services,
    ) -> Self {
        let journal = loaded_board.game.journal();
        let kept = journal.is_some();
        let recovery = journal.and_then(|journal| journal.recovery().cloned());
        let mut this = GameSession::new(loaded_board, look, wake, before, now);
        let folder = services.records().filter(|_| !kept);
        if let Some(why) = folder.and_then(|folder| saved_games::why_not_kept(&folder)) {
            this.notify(Notice::bad(t::no_journal(&why)));
        }
        if !before && this.game.lacks_drawn_start() {
            this.notify(Notice::bad(t::start_left_out()));
        }
        if let Some((mv, why)) = this.unfit_move().filter(|_| recovery.is_none()) {
            this.notify(Notice::bad(t::unfit_move(&mv, &why)));
        }
        if let Some(Recovery { damage, copy }) = recovery {
            this.notify(Notice::bad(match damage.lost {
                0 if !damage.record => t::journal_repaired(&copy.display()),
                lost => t::journal_damaged(lost, &copy.display()),
            }));
        }
        this
    }

    /// The first move of the main line that the rules refuse, and why.
    fn unfit_move(&self) -> Option<(String, String)> {
        let tree = self.game.tree();
        let nodes = tree.main_line().into_iter().map(|id| tree.node(id));
        let mut refused = nodes.filter_map(|node| match &node.legality {
            Legality::Illegal(why) => Some((node.text().to_owned(), why.clone())),
            _ => None,
        });
        refused.next()
    }

    /// A finished game becomes a record. An example that was only looked at leaves nothing.
    pub fn close(mut self, services: &dyn Services) -> Option<Notice> {
        self.note_running_turn();
        if self.is_by_mail() {
            return self.keep_mail_notes();
        }
        if self.is_untouched_example() {
            self.game.take_journal().into_iter().for_each(Journal::discard);
            return None;
        }
        let closed = saved_games::close(self.game, services.records().as_deref());
        closed.err().map(|why| Notice::bad(t::not_saved(&why)))
    }

    /// Tells whether the game is an example that was only looked at.
    pub fn is_untouched_example(&self) -> bool {
        self.pristine.as_ref().is_some_and(|text| *text == annotated_moves(&self.game))
    }

    pub fn would_be_lost(&self) -> bool {
        let journal = self.game.journal();
        let kept = journal.is_some_and(|journal| journal.trouble().is_none());
        let over = self.game.status().is_over() && self.unsaved.is_none();
        // The room keeps its game, and mails have theirs.
        let elsewhere = self.is_online() || self.is_by_mail();
        self.game.tree().len() > 1 && !over && !kept && !elsewhere
    }

    pub fn unsaved(&self) -> Option<&str> {
        self.unsaved.as_deref()
    }

    /// Retries a journal that could not be written. Reports when saving stops, here or in the
    /// record (`trouble`), and when it works again. Returns the time until the next attempt.
    pub fn watch_journal(&mut self, trouble: Option<&str>) -> Option<Duration> {
        self.game.retry_journal();
        let journal = self.game.journal().and_then(|journal| journal.trouble());
        let trouble = journal.or(trouble).map(str::to_owned);
        if trouble != self.unsaved {
            self.notify(match &trouble {
                Some(why) => Notice::bad(t::unsaved(why)),
                None => Notice::plain(t::saved_again()),
            });
            self.unsaved = trouble;
            self.revision += 1;
        }
        self.unsaved.is_some().then_some(RETRY)
    }

    /// The request for a rematch, in which each player moves on by one seat.
    pub fn rematch(&self) -> LoadRequest {
        let ruleset = &self.game.source().ruleset;
        LoadRequest::Begin {
            id: ruleset.id.clone(),
            settings: ruleset.overrides.clone(),
            opened: None,
            setup: Box::new(self.rematch_setup()),
            moves: String::new(),
        }
    }

    /// A copy to replay under edited rules.
    pub fn current_match(&self) -> Box<CurrentMatch> {
        let (source, lines) = (self.game.source().clone(), self.game.snapshot());
        Box::new(CurrentMatch { source, lines, view: self.board.view })
    }

    pub fn save(&self, services: &dyn Services) -> Notice {
        let Some(folder) = services.records() else { return Notice::bad(t::saved_nowhere()) };
        match saved_games::save(&self.game, &folder) {
            Ok(path) => {
                // In the folder of all games, which "My games" lists.
                let name = path.file_name().map_or(path.as_path(), std::path::Path::new);
                Notice::plain(t::saved(&name.display()))
            }
            Err(error) => Notice::bad(t::not_saved(&error.to_string())),
        }
    }

    /// The position as text, or the reason why there is none.
    pub fn position_text(&mut self) -> Result<String, Notice> {
        match self.game.position_text() {
            Ok(text) => text.ok_or_else(|| Notice::bad(t::not_copied())),
            Err(error) => Err(Notice::bad(Refusal::from(error).to_string())),
        }
    }

    pub fn record_text(&self) -> String {
        Record::of(&self.game).to_text()
    }
}

/// The record without the position that is shown.
pub(super) fn annotated_moves(game: &Match) -> String {
    Record { here: ROOT, turn: Turn::default(), ..Record::of(game) }.to_text()
}
