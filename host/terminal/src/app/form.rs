//! The setup of a new game: players, options, clock and seed, a line each.

use boardloom_app::Action;
use boardloom_app::game_setup::{GameSetup, SetupRow};
use boardloom_app::keys::Key;
use boardloom_app::texts::{new_game as t, start, terminal as says};
use boardloom_ruleset::Overrides;
use ratatui::Frame;

use super::lists::ScreenLines;
use super::{Screen, TerminalApp, entry};
use crate::event::Press;

fn text(setup: &GameSetup<()>, row: SetupRow, is_chosen: bool) -> String {
    let (name, value) = setup.text(row);
    let caret = if is_chosen { "█" } else { "" };
    match row {
        SetupRow::Begin | SetupRow::Defaults => name,
        SetupRow::Ruleset => format!("{name:<22} {value}"),
        SetupRow::Seed if value.is_empty() => format!("{name:<22}   ({})", setup.fresh),
        SetupRow::Seed if setup.seed().is_some() => format!("{name:<22} {value}{caret}"),
        SetupRow::Seed => format!("{name:<22} {value}{caret}  {}", t::seed_wrong()),
        SetupRow::Name(_) => format!("  {name:<20} {value}{caret}"),
        _ => format!("{name:<22} < {value} >"),
    }
}

fn is_typed(row: SetupRow) -> bool {
    matches!(row, SetupRow::Seed | SetupRow::Name(_))
}

impl TerminalApp {
    /// Chooses a line. Returns the key that a click on it stands for.
    pub(super) fn choose_row(&mut self, at: usize) -> Key {
        let Some(setup) = &mut self.controller.setup else { return Key::Enter };
        setup.at = at;
        match setup.rows().get(at) {
            Some(
                SetupRow::Seat(_)
                | SetupRow::Option(_)
                | SetupRow::Clock
                | SetupRow::Reach
                | SetupRow::Analysis,
            ) => Key::Right,
            // They are typed.
            Some(SetupRow::Seed | SetupRow::Name(_)) => Key::End,
            _ => Key::Enter,
        }
    }

    pub(super) fn press_form(&mut self, press: Press) -> bool {
        let Some(setup) = &mut self.controller.setup else { return false };
        let rows = setup.rows();
        setup.at = setup.at.min(rows.len() - 1);
        let row = rows[setup.at];
        let plain = !press.stroke.modifiers.ctrl;
        match press.stroke.key {
            Key::Escape => self.act(Action::LeaveSetup),
            Key::F(1) => {
                let ruleset = (setup.id.clone(), setup.settings.clone());
                self.act(Action::Rules(Some(ruleset)));
            }
            Key::Enter if row == SetupRow::Ruleset => self.controller.screen = Screen::Library,
            Key::Enter | Key::Char(' ') if row == SetupRow::Defaults => {
                setup.settings = Overrides::new();
                self.controller.preview_setup(false);
            }
            Key::Enter => self.act(Action::StartGame),
            Key::Left | Key::Right | Key::Char('H' | 'L' | ' ') if plain && !is_typed(row) => {
                let back = matches!(press.stroke.key, Key::Left | Key::Char('H'));
                if row == SetupRow::Ruleset {
                    self.controller.screen = Screen::Library;
                } else if setup.step(row, if back { -1 } else { 1 }) {
                    self.controller.preview_setup(false);
                }
            }
            key => {
                let letter = plain && !matches!(row, SetupRow::Name(_));
                let key = match key {
                    Key::Char('J') if letter => Key::Down,
                    Key::Char('K') if letter => Key::Up,
                    Key::Tab => Key::Down,
                    key => key,
                };
                if let Some(to) = entry::walk(setup.at, rows.len(), key, 10) {
                    setup.at = to;
                    return true;
                }
                let edited = match row {
                    SetupRow::Seed => entry::edit(&mut setup.seed, press),
                    SetupRow::Name(seat) => entry::edit(setup.name_mut(seat), press),
                    _ => false,
                };
                if edited {
                    return true;
                }
                if key != Key::Char('Q') || !plain {
                    return false;
                }
                self.act(Action::LeaveSetup);
            }
        }
        true
    }

    pub(super) fn draw_form(&mut self, frame: &mut Frame<'_>) {
        let Some(setup) = &self.controller.setup else { return };
        let rows = setup.rows();
        let at = setup.at.min(rows.len() - 1);
        let mut screen = ScreenLines::default();
        for (n, row) in rows.iter().enumerate() {
            screen.entry(n == at, text(setup, *row, n == at));
        }
        match &setup.preview {
            None => screen.add_note(start::opening()),
            Some(Err(refusal)) => screen.add_note(&format!("{}\n{refusal}", t::fix_errors())),
            Some(Ok(look)) => {
                let warnings = look.source.ruleset.warnings.iter();
                let warnings: Vec<String> = warnings.map(|f| format!("! {}", f.what)).collect();
                if !warnings.is_empty() {
                    screen.add_note(&warnings.join("\n"));
                }
            }
        }
        if self.controller.opening {
            screen.add_note(start::opening());
        }
        self.add_compiling(&mut screen);
        let help = setup.help(rows[at]);
        self.draw_screen(frame, (t::title(), says::form_help()), screen, help);
    }
}
