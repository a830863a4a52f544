//! Events of the controller.

use boardloom_app::controller::OnlineAction;
use boardloom_app::texts::language::current_language;
use boardloom_app::{Action, AppEvent, status_text, texts};
use boardloom_contract::Message;
use boardloom_match::GameSource;

use super::files::FileSelection;
use super::layers::DialogLayer;
use super::{TerminalApp, View};

impl TerminalApp {
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
                AppEvent::RulesChanged => {}
                AppEvent::FileDialogOpened => self.file_selection = FileSelection::default(),
                AppEvent::GameOpened => {
                    self.view = View::default();
                    self.layers.clear();
                }
                AppEvent::EditRefused { asked } => {
                    if let Some(banner) = self.controller.banner.as_ref().filter(|_| asked) {
                        let text = banner.text.lines().map(str::to_owned).collect();
                        self.show_text(texts::live::with_errors(), text);
                    }
                }
                AppEvent::Rules(look) => {
                    let text = rules_of(&look.source, &look.explained);
                    let examples = look.source.ruleset.examples.len();
                    self.show_rules_of(look.source.name(), text, examples);
                }
                AppEvent::RoomRefused(form) => {
                    self.layers.push(DialogLayer::Join { form, at: 0 });
                }
                AppEvent::Mail(dialog) => self.show_mail(dialog),
                AppEvent::PluginMissing(offer) => {
                    let (question, help, yes) = (offer.question(), offer.help(), offer.yes());
                    let take = Action::Online(OnlineAction::TakePlugin(offer));
                    self.confirm(&question, &help, yes, take);
                }
                AppEvent::Refused(refusal) => {
                    let text = refusal.to_string().lines().map(str::to_owned).collect();
                    self.show_text(texts::dialogs::refused(), text);
                }
            }
        }
    }
}

/// Returns the rules for reading: the ruleset's text, then the plugin's with the current
/// parameters.
pub fn rules_of(source: &GameSource, explained: &[Message]) -> Vec<String> {
    let ruleset = &source.ruleset;
    let summary = Some(&ruleset.summary).filter(|text| !text.is_empty());
    let mut text: Vec<String> = [&ruleset.name].into_iter().chain(summary).cloned().collect();
    for section in status_text::rules(ruleset, explained) {
        let title = Some(section.title.to_uppercase()).filter(|title| !title.is_empty());
        text.push(String::new());
        text.extend(title);
        text.extend(section.paragraphs.join(&String::new()));
    }
    if !ruleset.examples.is_empty() {
        text.extend([String::new(), texts::game::examples().to_uppercase()]);
        let titles = ruleset.examples.iter().map(|it| it.texts_in(current_language()).title);
        text.extend((1..).zip(titles).map(|(number, title)| format!("{number}  {title}")));
    }
    text
}
