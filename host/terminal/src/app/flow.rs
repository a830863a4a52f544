//! From screen to screen.

use std::sync::Arc;

use boardloom_app::loader::{Done, Glance, Job, Look, Reloaded};
use boardloom_app::session::{GameSession, LoadedBoard, Notice};
use boardloom_app::{Refusal, startup, status_text, texts};
use boardloom_contract::{OpenGame, PluginResult};
use boardloom_match::GameSource;
use boardloom_ruleset::Overrides;

use super::form::Form;
use super::{App, Screen, View};

/// What is to be known of a ruleset before a game.
#[derive(Debug)]
pub struct Start {
    seats: u8,
}

impl Glance for Start {
    fn of_start(_: &GameSource, game: &dyn OpenGame, _: Option<u64>) -> PluginResult<Self> {
        Ok(Start { seats: game.about()?.seats })
    }

    fn seats(&self) -> u8 {
        self.seats
    }
}

impl App {
    /// Sets the threads to work.
    pub(super) fn begin(&mut self) {
        if let Some(path) = self.options.record.take() {
            self.opening = true;
            self.worker.ask(Job::Record(path), true);
        } else if let Some(id) = self.options.ruleset.take() {
            // The look that comes back tells how many seats there are.
            self.open_form(&id);
            self.opening = true;
        }
        self.worker.ask(Job::List, true);
    }

    /// Takes in what the worker did.
    pub(super) fn done(&mut self, done: Done<Start>) {
        match done {
            Done::Listed { rulesets, unfinished, recent } => {
                self.rulesets = Some(rulesets);
                (self.unfinished, self.recent) = (unfinished, recent);
                if std::mem::take(&mut self.options.go_on) {
                    if self.unfinished.is_empty() {
                        self.tell(Notice::bad(texts::start::nothing_left()));
                    }
                    self.go_on_with(0);
                }
            }
            Done::Looked { ticket, look, .. } => self.looked(ticket, *look),
            Done::Reloaded { ticket, reloaded } => self.reloaded(ticket, *reloaded),
            // Files are named on the command line here.
            Done::Admitted { .. } => {}
            Done::Begun { begun, before } => {
                self.opening = false;
                match *begun {
                    Ok(loaded_board) => self.sit_down(loaded_board, before),
                    Err(refusal) => self.refused(&refusal),
                }
            }
        }
    }

    fn looked(&mut self, ticket: u64, look: Result<Look<Start>, Refusal>) {
        if self.rules_wanted == Some(ticket) {
            self.rules_wanted = None;
            match look {
                Ok(look) => {
                    let explained = look.explained.iter().map(String::as_str);
                    let text = rules_of(&look.source, explained);
                    self.show_text(texts::game::tab_rules(), text);
                }
                Err(refusal) => self.refused(&refusal),
            }
            return;
        }
        let Some(form) = self.form.as_mut().filter(|form| form.draft.ticket == ticket) else {
            return;
        };
        form.draft.looked(ticket, look);
        // A ruleset was given on the command line: play at once.
        if std::mem::take(&mut self.opening) {
            if form.draft.setup().is_some() {
                self.start_game();
            } else if let Some(Err(refusal)) = &form.draft.look {
                let refusal = refusal.clone();
                self.refused(&refusal);
            }
        }
    }

    pub(super) fn refused(&mut self, refusal: &Refusal) {
        let text = refusal.to_string();
        self.show_text(texts::dialogs::refused(), text.lines().map(str::to_owned).collect());
    }

    pub(super) fn last_ruleset(&self) -> Option<String> {
        startup::last_ruleset(self.rulesets.as_deref(), &self.preferences)
    }

    /// Goes on with the number-th game that can be gone on with.
    pub(super) fn go_on_with(&mut self, number: usize) {
        let offered = self.to_go_on();
        let Some(game) = offered.get(number) else { return };
        if let Some(job) = game.job() {
            self.opening = true;
            return self.worker.ask(job, true);
        }
        self.screen = Screen::Game;
        if let Some(session) = &mut self.session {
            session.analyse();
        }
    }

    /// Opens the screen on which a new game is put together.
    pub(super) fn open_form(&mut self, id: &str) {
        let mut form = Form::new(id, &self.preferences);
        let faults = form.draft.take(std::mem::take(&mut self.options.asked));
        self.pending.extend(faults.into_iter().map(Notice::bad));
        self.form = Some(form);
        self.screen = Screen::NewGame;
        if let Some(session) = &mut self.session {
            session.rest();
        }
        self.look();
    }

    /// Asks for a look at the ruleset of the new game.
    pub(super) fn look(&mut self) {
        let Some(form) = &mut self.form else { return };
        self.tickets += 1;
        self.worker.ask(form.draft.ask(self.tickets, false), true);
    }

    /// Asks for the rules of a ruleset.
    pub(super) fn ask_for_rules(&mut self, id: String, settings: Overrides) {
        self.tickets += 1;
        let ticket = self.tickets;
        self.rules_wanted = Some(ticket);
        self.worker.ask(Job::Look { id, settings, seed: None, ticket }, true);
    }

    /// Begins what was put together.
    pub(super) fn start_game(&mut self) {
        let Some(form) = &mut self.form else { return };
        let job = form.draft.begin(&mut self.preferences, &mut self.options);
        let Some(job) = job else { return };
        self.opening = true;
        self.worker.ask(job, true);
    }

    /// Begins the game at hand again, everybody one seat on.
    pub(super) fn same_again(&mut self) {
        let Some(session) = &self.session else { return };
        self.opening = true;
        self.worker.ask(session.again(), true);
    }

    /// Shows a game that was opened, or was begun `before`.
    fn sit_down(&mut self, loaded_board: LoadedBoard, before: bool) {
        self.put_away();
        self.form = None;
        let path = loaded_board.game().journal().map(|journal| journal.path().to_owned());
        self.unfinished.retain(|known| Some(&known.path) != path.as_ref());
        let (theme, wake) = (self.preferences.theme, Arc::clone(&self.wake));
        let session = GameSession::sit_down(loaded_board, before, theme, wake, &*self.services);
        self.view = View { board_only: self.view.board_only, ..View::default() };
        self.session = Some(session);
        self.layers.clear();
        self.screen = Screen::Game;
    }

    /// Puts the game at hand away.
    pub(super) fn put_away(&mut self) {
        if let Some(session) = self.session.take() {
            session.put_away(&*self.services);
        }
    }

    /// Goes to the start screen; the game waits there, unless it is to be closed.
    pub(super) fn leave_game(&mut self, close: bool) {
        (self.screen, self.chosen) = (Screen::Start, 0);
        if let Some(session) = &mut self.session {
            session.rest();
        }
        let over = self.session.as_ref().is_some_and(|p| p.game.status().is_over());
        if close || over {
            self.put_away();
            self.worker.ask(Job::List, true);
        }
    }

    /// Tells whether the game at hand would be lost if it were put away.
    pub(super) fn would_be_lost(&self) -> bool {
        self.session.as_ref().is_some_and(GameSession::would_be_lost)
    }

    /// Reads ruleset and plugin of the game at hand again.
    pub(super) fn reload(&mut self) {
        let Some(session) = &self.session else { return self.worker.ask(Job::List, true) };
        let source = session.game.source();
        let name = session.source();
        let settings = source.ruleset.settings.clone();
        let at_hand = Some(session.at_hand());
        self.tickets += 1;
        self.reload_wanted = Some(self.tickets);
        self.worker.ask(Job::Reload { name, settings, at_hand, ticket: self.tickets }, true);
    }

    fn reloaded(&mut self, ticket: u64, reloaded: Reloaded) {
        if self.reload_wanted.take_if(|wanted| *wanted == ticket).is_none() {
            return;
        }
        let Some(session) = &mut self.session else { return };
        let reload = match reloaded {
            Ok(reload) => reload,
            Err(refusal) => return self.refused(&refusal),
        };
        let clock = session.game.source().ruleset.clock != reload.source.ruleset.clock;
        let notice = match reload.reloaded_board {
            None => Notice::plain(texts::live::same()),
            Some(reloaded_board) => {
                match reloaded_board.and_then(|reloaded_board| {
                    session.change(reloaded_board, self.preferences.theme)
                }) {
                    Ok(report) => {
                        let lost: Vec<&str> = reload.dropped.iter().map(String::as_str).collect();
                        let (fits, tried) = (report.legal, report.total());
                        Notice::plain(texts::live::changed(fits, tried, &lost, clock))
                    }
                    Err(error) => return self.refused(&Refusal::from(error)),
                }
            }
        };
        self.tell(notice);
    }
}

/// Returns the rules of a ruleset to read: its own words, then the plugin's with
/// what is in force.
pub fn rules_of<'a>(source: &GameSource, explained: impl Iterator<Item = &'a str>) -> Vec<String> {
    use texts::game as t;
    let ruleset = &source.ruleset;
    let help = &ruleset.help;
    let mut text = vec![ruleset.name.clone()];
    if !ruleset.summary.is_empty() {
        text.push(ruleset.summary.clone());
    }
    let mut add = |title: &str, words: &str| {
        text.push(String::new());
        if !title.is_empty() {
            text.push(title.to_uppercase());
        }
        for (n, paragraph) in status_text::paragraphs(words).into_iter().enumerate() {
            if n > 0 {
                text.push(String::new());
            }
            text.extend(paragraph);
        }
    };
    let explained: Vec<String> = explained.map(|text| format!("- {text}")).collect();
    match &help.rules {
        Some(rules) => add("", rules),
        None if explained.is_empty() => add("", t::no_help()),
        None => {}
    }
    if !explained.is_empty() {
        add(t::in_force(), &explained.join("\n"));
    }
    for (title, words) in
        [(t::tips(), &help.tips), (t::history(), &help.history), (t::source(), &help.source)]
    {
        if let Some(words) = words {
            add(title, words);
        }
    }
    text
}
