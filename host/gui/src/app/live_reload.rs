//! Following the files: a ruleset that is edited, a plugin that is built anew,
//! while a game is played or set up.

use boardloom_match::Match;
use boardloom_ruleset::{Overrides, RulesetOrigin};

use super::{App, Screen};
use crate::screen::Banner;
use crate::services::Refusal;
use crate::session::{GameSession, Notice};
use crate::texts::live as t;
use crate::worker::{Job, Reload, Reloaded};

/// What the files were found to hold.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Found {
    /// Rules: the hashes of ruleset and plugin.
    Rules(String, String),
    /// Faults.
    Faults(String),
}

impl Found {
    fn of(reloaded: &Reloaded) -> Self {
        match reloaded {
            Ok(reload) => Found::rules(&reload.source),
            Err(refusal) => Found::Faults(refusal.to_string()),
        }
    }

    fn rules(source: &boardloom_match::GameSource) -> Self {
        Found::Rules(source.ruleset.hash().to_owned(), source.build.hash.clone())
    }
}

/// Why files are read again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    /// To know what they hold: the game stands on a copy of its own, and follows
    /// them from their next change on.
    ToKnow,
    /// Something changed.
    Changed,
    /// A person wants it.
    Asked,
}

/// The files behind the game at hand.
#[derive(Debug, Default)]
pub(super) struct Following {
    /// The ruleset's id, or its file.
    name: String,
    /// What was chosen when the game began.
    chosen: Overrides,
    /// Of what was chosen, what the rules in force do not offer.
    dropped: Vec<String>,
    found: Option<Found>,
    /// The last reading that was asked for, and why.
    asked: Option<(u64, Why)>,
    /// Why to read once more after that one.
    then: Option<Why>,
}

impl Following {
    fn of(session: &GameSession) -> Self {
        let game = &session.game;
        let source = game.source();
        let found = (!is_copy(game)).then(|| Found::rules(source));
        let chosen = source.ruleset.settings.clone();
        let name = session.source();
        Following { name, chosen, found, ..Following::default() }
    }
}

/// Tells whether a game stands on a record's copy of its ruleset.
fn is_copy(game: &Match) -> bool {
    matches!(game.source().ruleset.origin, RulesetOrigin::Text(_))
}

impl App {
    /// Follows the files of a game that was sat down to.
    pub(super) fn follow(&mut self) {
        let Some(session) = &self.session else { return };
        self.following = Following::of(session);
        self.view.banner = None;
        if is_copy(&session.game) {
            self.read_again(Why::ToKnow);
        }
        self.follow_files(&[]);
    }

    /// Says which files are in use: those of the game and of the dialog, and
    /// those that are to be mended.
    fn follow_files(&mut self, faulty: &[std::path::PathBuf]) {
        let Some(watch) = &mut self.watch else { return };
        let mut files = faulty.to_vec();
        if let Some(session) = &self.session {
            files.extend(session.game.source().ruleset.watched_files());
            files.push(self.following.name.clone().into());
        }
        match self.new_game.as_ref().and_then(|dialog| dialog.draft.look.as_ref()) {
            Some(Ok(look)) => files.extend(look.source.ruleset.watched_files()),
            Some(Err(refusal)) => files.extend(files_of(refusal).iter().cloned()),
            None => {}
        }
        files.retain(|file| file.is_file() || file.extension().is_some());
        watch.follow(files);
    }

    /// Follows the files of the dialog for a new game.
    pub(super) fn follow_dialog(&mut self) {
        self.follow_files(&[]);
    }

    /// Looks whether files changed.
    pub(super) fn watch_files(&mut self) {
        if self.watch.as_mut().is_some_and(|watch| watch.has_changed()) {
            self.files_changed(Why::Changed);
        }
    }

    /// F5: reads everything again.
    pub(super) fn reload(&mut self) {
        self.files_changed(Why::Asked);
    }

    fn files_changed(&mut self, why: Why) {
        if self.session.is_some() {
            self.read_again(why);
        }
        if self.screen == Screen::NewGame && !self.opening {
            self.look_again();
        }
        self.stale = true;
        self.worker.ask(Job::List, false);
    }

    /// Tells whether the files of the game are being read.
    pub(super) fn is_reading(&self) -> bool {
        self.following.asked.is_some()
    }

    fn read_again(&mut self, why: Why) {
        let following = &mut self.following;
        // A person who waits is told, even if files change meanwhile.
        let sooner = |before: Option<Why>| before.filter(|why| *why == Why::Asked).unwrap_or(why);
        let before = following.asked.map(|(_, why)| why);
        if before == Some(Why::ToKnow) {
            // Until it is known what the files held, nobody can tell a change.
            following.then = Some(sooner(following.then));
            return;
        }
        self.tickets += 1;
        following.asked = Some((self.tickets, sooner(before)));
        let (name, settings) = (following.name.clone(), following.chosen.clone());
        let session = self.session.as_ref().filter(|_| why != Why::ToKnow);
        let at_hand = session.map(GameSession::at_hand);
        self.worker.ask(Job::Reload { name, settings, at_hand, ticket: self.tickets }, true);
    }

    /// Takes in what the files hold now.
    pub(super) fn reloaded(&mut self, ticket: u64, reloaded: Reloaded) {
        let Some((_, why)) = self.following.asked.take_if(|(asked, _)| *asked == ticket) else {
            return;
        };
        let found = Found::of(&reloaded);
        let before = self.following.found.replace(found.clone());
        let Some(session) = &self.session else { return };
        match why {
            Why::ToKnow => {
                if let Some(why) = self.following.then.take() {
                    self.read_again(why);
                }
                return;
            }
            Why::Changed if before.as_ref() == Some(&found) => return,
            Why::Changed | Why::Asked => {}
        }
        match reloaded {
            Ok(_) if found == Found::rules(session.game.source()) => {
                let mended = self.view.banner.take().is_some();
                if mended || why == Why::Asked {
                    self.pending.push(Notice::plain(if mended { t::mended() } else { t::same() }));
                }
            }
            Ok(reload) => self.change(reload),
            Err(Refusal::Gone(_)) => {
                let name = session.game.source().ruleset.name.clone();
                self.view.banner = None;
                self.pending.push(Notice::plain(t::gone(&name)));
            }
            Err(refusal) => {
                let files = files_of(&refusal).to_vec();
                self.warn(refusal.to_string(), why);
                self.follow_files(&files);
            }
        }
    }

    /// Goes on under rules that were read again.
    fn change(&mut self, reload: Reload) {
        let Reload { source, reloaded_board, dropped } = reload;
        let (Some(session), Some(reloaded_board)) = (&mut self.session, reloaded_board) else {
            return;
        };
        let clock = session.game.source().ruleset.clock != source.ruleset.clock;
        match reloaded_board
            .and_then(|reloaded_board| session.change(reloaded_board, self.preferences.theme))
        {
            Ok(report) => {
                self.view.banner = None;
                self.view.typing = None;
                self.view.warned = false;
                let lost = dropped.iter().filter(|key| !self.following.dropped.contains(key));
                let lost: Vec<&str> = lost.map(String::as_str).collect();
                let text = t::changed(report.legal, report.total(), &lost, clock);
                self.pending.push(Notice::plain(text));
                self.following.dropped = dropped;
                self.follow_files(&[]);
            }
            Err(error) => self.warn(Refusal::from(error).to_string(), Why::Changed),
        }
    }

    /// Shows faults above the board; the ones that were shown there stay folded
    /// where they were, unless a person asked.
    fn warn(&mut self, text: String, why: Why) {
        let known = self.view.banner.take();
        let folded = why != Why::Asked && known.is_some_and(|banner| banner.folded);
        self.view.banner = Some(Banner { text, folded });
    }
}

/// Returns the files that faults are in.
fn files_of(refusal: &Refusal) -> &[std::path::PathBuf] {
    match refusal {
        Refusal::Diagnostics(report) | Refusal::Gone(report) => report.files(),
        Refusal::PluginError(_) | Refusal::Other(_) => &[],
    }
}
