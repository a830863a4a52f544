//! Opening, keeping and closing the game on the board.

use boardloom_match::Record;

use super::{GameSession, LoadedBoard, Notice};
use crate::loader::{CurrentMatch, LoadRequest};
use crate::preferences::ThemeChoice;
use crate::saved_games;
use crate::services::{Refusal, Services, Wake};
use crate::texts::game as t;

impl GameSession {
    /// Shows a game that was opened, or was begun `before`, and says so where it is
    /// kept nowhere although it should be.
    pub fn open(
        loaded_board: LoadedBoard,
        before: bool,
        theme: ThemeChoice,
        wake: Wake,
        services: &dyn Services,
    ) -> Self {
        let kept = loaded_board.game().journal().is_some() || services.records().is_none();
        let mut this = GameSession::new(loaded_board, theme, wake, before);
        if !kept {
            this.tell(Notice::bad(t::no_journal()));
        }
        this
    }

    /// Puts the game away: one that is over becomes a record.
    pub fn close(mut self, services: &dyn Services) {
        self.note_running_turn();
        saved_games::put_away(self.game, services.records().as_deref());
    }

    /// Tells whether the game would be lost if it were put away.
    pub fn would_be_lost(&self) -> bool {
        let journal = self.game.journal();
        let kept = journal.is_some_and(|journal| journal.trouble().is_none());
        self.game.tree().len() > 1 && !self.game.status().is_over() && !kept
    }

    /// Returns the job of beginning the same game again, everybody one seat on.
    pub fn rematch(&self) -> LoadRequest {
        let ruleset = &self.game.source().ruleset;
        LoadRequest::Begin {
            id: ruleset.id.clone(),
            settings: ruleset.settings.clone(),
            opened: None,
            setup: Box::new(self.rematch_setup()),
            moves: String::new(),
        }
    }

    /// Returns the game as it stands, for whoever reads its rules again.
    pub fn current_match(&self) -> Box<CurrentMatch> {
        let (source, lines) = (self.game.source().clone(), self.game.snapshot());
        Box::new(CurrentMatch { source, lines, view: self.board.view() })
    }

    /// Writes the record, and says where.
    pub fn save(&self, services: &dyn Services) -> Notice {
        written(services, |folder| {
            saved_games::save(&self.game, folder).map_err(|error| error.to_string())
        })
    }

    /// Writes the position as a picture, and says where.
    pub fn save_picture(&self, services: &dyn Services) -> Notice {
        written(services, |folder| self.export(folder))
    }

    /// Returns the position as text.
    ///
    /// # Errors
    /// What to tell a person where the game has no text for positions, or the plugin
    /// failed.
    pub fn position_text(&mut self) -> Result<String, Notice> {
        match self.game.position_text() {
            Ok(text) => text.ok_or_else(|| Notice::bad(t::not_copied())),
            Err(error) => Err(Notice::bad(Refusal::from(error).to_string())),
        }
    }

    /// Returns the record as text.
    pub fn record_text(&self) -> String {
        Record::of(&self.game).to_text()
    }
}

fn written(
    services: &dyn Services,
    write: impl FnOnce(&std::path::Path) -> Result<std::path::PathBuf, String>,
) -> Notice {
    match services.records() {
        None => Notice::bad(t::saved_nowhere()),
        Some(folder) => match write(&folder) {
            Ok(path) => Notice::plain(t::saved(&path.display())),
            Err(why) => Notice::bad(t::not_saved(&why)),
        },
    }
}
