//! Live edit: the game follows its ruleset and plugin while they are edited.

use std::path::PathBuf;

use boardloom_match::{GameSource, Match};
use boardloom_ruleset::{Overrides, RulesetOrigin};

use super::{AppEvent, Controller, Screen};
use crate::load_request::LoadRequest;
use crate::loader::{Reload, Reloaded, StartView};
use crate::notice::Notice;
use crate::services::Refusal;
use crate::session::GameSession;
use crate::texts::live as t;

/// Errors of an edit, shown above the board while the rules before it stay in force.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Banner {
    /// The errors, each with its place.
    pub text: String,
    /// Whether only one line is shown.
    pub folded: bool,
}

impl Banner {
    /// The first error in one line: file, place and message.
    pub fn summary(&self) -> String {
        let mut lines = self.text.lines();
        let what = lines.next().unwrap_or_default();
        let place = lines.next().and_then(|line| line.trim_start().strip_prefix("--> "));
        // The file's name and the line are enough; the folder is in the text.
        let place = place.map(|place| place.rsplit(['/', '\\']).next().unwrap_or(place));
        match place {
            Some(place) => format!("{place}: {what}"),
            None => what.to_owned(),
        }
    }

    /// The remedy of the first error, or else the text expected there.
    pub fn hint(&self) -> Option<&str> {
        let first = || self.text.lines().take_while(|line| !line.is_empty());
        let help = first().find_map(|line| line.split_once("= help: "));
        let label = || first().find_map(|line| line.split_once("^ "));
        help.or_else(label).map(|(_, hint)| hint.trim())
    }
}

/// The content of the files.
#[derive(Debug, Clone, PartialEq, Eq)]
enum FileContent {
    /// Valid rules: the hashes of ruleset and plugin.
    Rules(String, String),
    /// The errors as text.
    Errors(String),
}

impl FileContent {
    fn of(reloaded: &Reloaded) -> Self {
        match reloaded {
            Ok(reload) => FileContent::rules(&reload.source),
            Err(refusal) => FileContent::Errors(refusal.to_string()),
        }
    }

    fn rules(source: &GameSource) -> Self {
        FileContent::Rules(source.ruleset.hash().to_owned(), source.build.hash.clone())
    }
}

/// The reason for which files are read again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reason {
    /// The game plays by its record's copy: this reading is the baseline, and the game follows the
    /// next change.
    Baseline,
    /// A file changed.
    Changed,
    /// Requested by the player: always report the result.
    Command,
    /// The language changed: the rules are the same, only their texts are other ones.
    Language,
}

/// The files behind the game on the board.
#[derive(Debug, Default)]
pub(super) struct LiveEdit {
    /// The ruleset's id, or its file.
    name: String,
    /// Options chosen when the game began.
    options: Overrides,
    /// Chosen options that the rules in force do not offer.
    dropped: Vec<String>,
    content: Option<FileContent>,
    /// The ticket and reason of the reading under way.
    reading: Option<(u64, Reason)>,
    /// The reason to read once more after that one.
    next: Option<Reason>,
}

impl LiveEdit {
    fn of(session: &GameSession) -> Self {
        let source = session.game.source();
        LiveEdit {
            name: session.source(),
            options: source.ruleset.overrides.clone(),
            content: (!plays_by_copy(&session.game)).then(|| FileContent::rules(source)),
            ..LiveEdit::default()
        }
    }
}

/// Tells whether a game plays by its record's copy of the ruleset.
fn plays_by_copy(game: &Match) -> bool {
    matches!(game.source().ruleset.origin, RulesetOrigin::Text(_))
}

impl<G: StartView> Controller<G> {
    pub(super) fn follow_game(&mut self) {
        let Some(session) = &self.session else { return };
        self.live_edit = LiveEdit::of(session);
        if plays_by_copy(&session.game) {
            self.read_again(Reason::Baseline);
        }
        self.watch_files_in_use(&[]);
    }

    /// Watches the files of the game and of the setup, and those with errors.
    pub(super) fn watch_files_in_use(&mut self, with_errors: &[PathBuf]) {
        let Some(watch) = &mut self.watch else { return };
        let mut files = with_errors.to_vec();
        if let Some(session) = &self.session {
            files.extend(session.game.source().ruleset.watched_files());
            files.push(self.live_edit.name.clone().into());
        }
        match self.setup.as_ref().and_then(|setup| setup.preview.as_ref()) {
            Some(Ok(look)) => files.extend(look.source.ruleset.watched_files()),
            Some(Err(refusal)) => files.extend(files_of(refusal).iter().cloned()),
            None => {}
        }
        files.retain(|file| file.is_file() || file.extension().is_some());
        watch.follow(files);
    }

    pub(super) fn check_files(&mut self) {
        if self.watch.as_mut().is_some_and(|watch| watch.has_changed()) {
            self.reload_because(Reason::Changed);
        }
    }

    pub(super) fn reload(&mut self) {
        self.reload_because(Reason::Command);
    }

    /// Reads the game's texts in the language that was chosen.
    pub(super) fn translate(&mut self) {
        self.reload_because(Reason::Language);
    }

    fn reload_because(&mut self, reason: Reason) {
        if let Some(at) = self.course.as_ref().map(|course| course.at) {
            self.services.refresh();
            self.go_to_exercise(at);
        } else if self.session.is_some() {
            self.read_again(reason);
        }
        if self.screen == Screen::NewGame && !self.opening {
            self.preview_setup(true);
        }
        self.stale = true;
        self.worker.ask(LoadRequest::List, false);
    }

    pub fn is_reading(&self) -> bool {
        self.live_edit.reading.is_some()
    }

    fn read_again(&mut self, reason: Reason) {
        let live = &mut self.live_edit;
        // The player's request gets its report, even if files change meanwhile.
        let merge =
            |before: Option<Reason>| before.filter(|it| *it == Reason::Command).unwrap_or(reason);
        let before = live.reading.map(|(_, reason)| reason);
        if before == Some(Reason::Baseline) {
            // Without the baseline, the first content would look like a change.
            live.next = Some(merge(live.next));
            return;
        }
        self.tickets += 1;
        live.reading = Some((self.tickets, merge(before)));
        let (name, settings) = (live.name.clone(), live.options.clone());
        let session = self.session.as_ref().filter(|_| reason != Reason::Baseline);
        let current_match = session.map(GameSession::current_match);
        self.worker
            .ask(LoadRequest::Reload { name, settings, current_match, ticket: self.tickets }, true);
    }

    pub(super) fn handle_reload(&mut self, ticket: u64, reloaded: Reloaded) {
        let Some((_, reason)) = self.live_edit.reading.take_if(|(asked, _)| *asked == ticket)
        else {
            return;
        };
        let content = FileContent::of(&reloaded);
        let before = self.live_edit.content.replace(content.clone());
        let Some(session) = &self.session else { return };
        match reason {
            Reason::Baseline => {
                if let Some(reason) = self.live_edit.next.take() {
                    self.read_again(reason);
                }
                return;
            }
            Reason::Changed if before.as_ref() == Some(&content) => return,
            // The game plays by other rules than the files, such as a record's copy.
            Reason::Language
                if content != FileContent::rules(session.game.source())
                    && before.as_ref() == Some(&content) =>
            {
                return;
            }
            Reason::Changed | Reason::Command | Reason::Language => {}
        }
        match reloaded {
            Ok(reload)
                if reason == Reason::Language
                    && content == FileContent::rules(session.game.source()) =>
            {
                self.change_texts(reload);
            }
            Ok(_) if content == FileContent::rules(session.game.source()) => {
                let mended = self.banner.take().is_some();
                if mended || reason == Reason::Command {
                    self.notify(Notice::plain(if mended { t::mended() } else { t::same() }));
                }
            }
            Ok(reload) => self.change_rules(reload),
            Err(Refusal::Gone(_)) => {
                let name = session.game.source().ruleset.name.clone();
                self.banner = None;
                self.notify(Notice::plain(t::gone(&name)));
            }
            Err(refusal) => {
                let files = files_of(&refusal).to_vec();
                self.show_errors(refusal.to_string(), reason);
                self.watch_files_in_use(&files);
            }
        }
    }

    fn change_rules(&mut self, reload: Reload) {
        let Reload { source, reloaded_board, dropped } = reload;
        let (Some(session), Some(reloaded_board)) = (&mut self.session, reloaded_board) else {
            return;
        };
        let clock = session.game.source().ruleset.clock != source.ruleset.clock;
        let look = self.preferences.board_look();
        match reloaded_board.and_then(|board| session.change(board, look)) {
            Ok(report) => {
                self.banner = None;
                let lost = dropped.iter().filter(|key| !self.live_edit.dropped.contains(key));
                let lost: Vec<&str> = lost.map(String::as_str).collect();
                let text = t::changed(report.legal, report.total(), &lost, clock);
                self.notify(Notice::plain(text));
                self.live_edit.dropped = dropped;
                self.events.push(AppEvent::RulesChanged);
                self.watch_files_in_use(&[]);
            }
            Err(error) => self.show_errors(Refusal::from(error).to_string(), Reason::Changed),
        }
    }

    /// Takes over texts in another language.
    fn change_texts(&mut self, reload: Reload) {
        let (Some(session), Some(Ok(board))) = (&mut self.session, reload.reloaded_board) else {
            return;
        };
        match session.change(board, self.preferences.board_look()) {
            Ok(_) => self.events.push(AppEvent::RulesChanged),
            Err(error) => self.show_errors(Refusal::from(error).to_string(), Reason::Changed),
        }
    }

    /// Shows errors above the board; a banner that was folded stays folded unless the player asked.
    fn show_errors(&mut self, text: String, reason: Reason) {
        let folded = self.banner.take().is_some_and(|banner| banner.folded);
        let asked = reason == Reason::Command;
        self.banner = Some(Banner { text, folded: folded && !asked });
        self.events.push(AppEvent::EditRefused { asked });
    }
}

/// The files that errors are in.
fn files_of(refusal: &Refusal) -> &[PathBuf] {
    match refusal {
        Refusal::Diagnostics(report) | Refusal::Gone(report) => report.files(),
        Refusal::Explained { refusal, .. }
        | Refusal::NoPlugin { refusal, .. }
        | Refusal::GameOffered { refusal, .. } => files_of(refusal),
        Refusal::PluginError(_) | Refusal::LacksPlugin(_) | Refusal::Other(_) => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summary_names_file_place_and_error() {
        let check = |text: &str, expected: &str| {
            let banner = Banner { text: text.to_owned(), folded: true };
            assert_eq!(banner.summary(), expected);
            banner
        };
        let error = "error: unknown key `widht`\n  --> /home/me/rulesets/a/b.toml:8:1\n   |\n8 | x";
        assert_eq!(check(error, "b.toml:8:1: error: unknown key `widht`").hint(), None);
        let label = "error: wrong type\n --> a.toml:1:2\n  |\n1 | a\n  | ^^ expected 2";
        assert_eq!(check(label, "a.toml:1:2: error: wrong type").hint(), Some("expected 2"));
        let help = format!("{label}\n  |\n  = help: write 2\n\nerror: next\n  = help: 3");
        assert_eq!(check(&help, "a.toml:1:2: error: wrong type").hint(), Some("write 2"));
        check("the plugin a trapped", "the plugin a trapped");
        check("", "");
    }
}
