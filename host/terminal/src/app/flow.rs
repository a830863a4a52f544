//! Events of the controller.

use boardloom_app::loader::StartView;
use boardloom_app::{Action, AppEvent, Refusal, status_text, texts};
use boardloom_contract::{OpenGame, PluginResult};
use boardloom_match::{GameSource, Match, MatchError};

use super::files::FileSelection;
use super::{App, View};

/// A ruleset's start, as far as the setup needs it.
#[derive(Debug)]
pub struct Start {
    seats: u8,
}

impl StartView for Start {
    fn of_start(_: &GameSource, game: &dyn OpenGame, _: Option<u64>) -> PluginResult<Self> {
        Ok(Start { seats: game.about()?.seats })
    }

    fn of_match(game: &mut Match) -> Result<Self, MatchError> {
        Ok(Start { seats: game.about().seats })
    }

    fn seats(&self) -> u8 {
        self.seats
    }
}

impl App {
    pub(super) fn act(&mut self, action: Action) {
        if matches!(action, Action::LeaveGame { .. }) {
            self.chosen = 0;
        }
        self.controller.act(action);
        self.handle_events();
    }

    pub(super) fn handle_events(&mut self) {
        for event in self.controller.take_events() {
            match event {
                AppEvent::RulesetsListed
                | AppEvent::FilesChanged
                | AppEvent::Thumbnail { .. }
                | AppEvent::GameThumbnail { .. }
                | AppEvent::RulesChanged => {}
                AppEvent::SetupOpened => self.field = 0,
                AppEvent::FileDialogOpened => self.file_selection = FileSelection::default(),
                AppEvent::GameOpened => {
                    self.view = View { board_only: self.view.board_only, ..View::default() };
                    self.layers.clear();
                }
                AppEvent::EditRefused { asked } => {
                    if let Some(banner) = self.controller.banner.as_ref().filter(|_| asked) {
                        let text = banner.text.lines().map(str::to_owned).collect();
                        self.show_text(texts::live::faulty(), text);
                    }
                }
                AppEvent::Rules(look) => {
                    let explained = look.explained.iter().map(String::as_str);
                    let text = rules_of(&look.source, explained);
                    self.show_text(texts::game::tab_rules(), text);
                }
                AppEvent::Refused(refusal) => self.refused(&refusal),
                AppEvent::PluginOpened(name) => {
                    self.library = super::lists::Library { find: name, at: 0 };
                }
            }
        }
    }

    fn refused(&mut self, refusal: &Refusal) {
        let text = refusal.to_string();
        self.show_text(texts::dialogs::refused(), text.lines().map(str::to_owned).collect());
    }
}

/// Returns the rules for reading: the ruleset's text, then the plugin's with the current
/// parameters.
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
