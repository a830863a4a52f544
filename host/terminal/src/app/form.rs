//! The setup of a new game: players, options, clock and seed, a line each.

use boardloom_app::Action;
use boardloom_app::game_setup::{ClockChoice, GameSetup, player_label, side_name};
use boardloom_app::keys::Key;
use boardloom_app::loader::StartView;
use boardloom_app::status_text;
use boardloom_app::texts::{new_game as t, start, terminal as says};
use boardloom_computer as computer;
use boardloom_match::PlayerKind;
use boardloom_match::clock::TimeControl;
use boardloom_ruleset::{OptionDomain, Overrides, RulesetOption};
use ratatui::Frame;
use serde_json::Value as Json;

use super::flow::Start;
use super::lists::ScreenLines;
use super::{App, Screen, entry};
use crate::event::Press;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Begin,
    Ruleset,
    Seat(usize),
    Option(usize),
    Clock,
    Seed,
    Defaults,
}

/// Clocks to choose from, besides the ruleset's.
const CLOCKS: [&str; 7] =
    ["none", "3:00+2", "5:00+3", "10:00", "30:00", "10:00+3x30", "arcade:100+3x100"];

fn fields(setup: &GameSetup<Start>) -> Vec<Field> {
    let mut fields = vec![Field::Begin, Field::Ruleset];
    if let Some(Ok(look)) = &setup.preview {
        fields.extend((0..usize::from(look.start.seats())).map(Field::Seat));
        let ruleset = &look.source.ruleset;
        let options = ruleset.options.iter().enumerate();
        let matters = options.filter(|(_, choice)| setup.matters(choice, ruleset));
        fields.extend(matters.map(|(n, _)| Field::Option(n)));
        fields.extend([Field::Clock, Field::Seed]);
    }
    if !setup.settings.is_empty() {
        fields.push(Field::Defaults);
    }
    fields
}

/// Changes a field to its next or previous value. True if the board may change with it.
fn change(setup: &mut GameSetup<Start>, field: Field, by: i64) -> bool {
    let Some(Ok(look)) = &setup.preview else { return false };
    let ruleset = look.source.ruleset.clone();
    let search = look.source.rules.capabilities().search;
    match field {
        Field::Seat(seat) if search => {
            let levels = computer::levels(&ruleset).len() as i64;
            let Some(player) = setup.players.get_mut(seat) else { return false };
            let now = match player {
                PlayerKind::Human => 0,
                PlayerKind::Computer { level } => i64::from(*level),
            };
            *player = match (now + by).rem_euclid(levels + 1) {
                0 => PlayerKind::Human,
                level => PlayerKind::Computer { level: level as u8 },
            };
            false
        }
        Field::Option(number) => {
            let Some(choice) = ruleset.options.get(number) else { return false };
            let now = setup.value(choice).clone();
            let next = stepped(choice, &now, by);
            let changed = next != now;
            setup.set(choice, next);
            changed
        }
        Field::Clock => {
            let now = setup.clock.text();
            let at = now.and_then(|now| {
                let same = |text: &str| {
                    text.parse::<TimeControl>().is_ok_and(|control| control.to_string() == now)
                };
                CLOCKS.iter().position(|text| same(text))
            });
            let at = at.map_or(0, |at| at as i64 + 1);
            setup.clock = match (at + by).rem_euclid(CLOCKS.len() as i64 + 1) {
                0 => ClockChoice::default(),
                n => ClockChoice::read(Some(&CLOCKS[n as usize - 1].to_owned())),
            };
            false
        }
        _ => false,
    }
}

fn text(setup: &GameSetup<Start>, field: Field) -> String {
    let two = |name: &str, value: &str| format!("{name:<22} {value}");
    let look = setup.preview.as_ref().and_then(|look| look.as_ref().ok());
    let Some(look) = look else {
        return match field {
            Field::Begin => t::start().to_owned(),
            Field::Defaults => t::defaults().to_owned(),
            _ => two(t::ruleset(), &setup.id),
        };
    };
    let ruleset = &look.source.ruleset;
    match field {
        Field::Begin => t::start().to_owned(),
        Field::Ruleset => two(t::ruleset(), &ruleset.name),
        Field::Seat(seat) => {
            let player = setup.players.get(seat).copied().unwrap_or(PlayerKind::Human);
            two(&side_name(ruleset, seat), &format!("< {} >", player_label(player, ruleset)))
        }
        Field::Option(number) => {
            let choice = &ruleset.options[number];
            let value = status_text::value_of(choice, setup.value(choice));
            two(&choice.label, &format!("< {value} >"))
        }
        Field::Clock => {
            let control = setup.clock.control(ruleset);
            let words = match setup.clock.is_own() {
                true => t::clock_own(&t::clock_in_words(&control)),
                false => t::clock_in_words(&control),
            };
            two(t::clock(), &format!("< {words} >"))
        }
        Field::Seed => match (setup.seed.as_str(), setup.seed()) {
            ("", _) => two(t::seed(), &format!("{}  ({})", "", setup.fresh)),
            (seed, Some(_)) => two(t::seed(), &format!("{seed}█")),
            (seed, None) => two(t::seed(), &format!("{seed}█  {}", t::seed_wrong())),
        },
        Field::Defaults => t::defaults().to_owned(),
    }
}

fn help(setup: &GameSetup<Start>, field: Field) -> String {
    let look = setup.preview.as_ref().and_then(|look| look.as_ref().ok());
    match (field, look) {
        (Field::Option(number), Some(look)) => {
            look.source.ruleset.options[number].help.clone().unwrap_or_default()
        }
        (Field::Seat(_), Some(look)) if !look.source.rules.capabilities().search => {
            t::no_computer().to_owned()
        }
        (Field::Seed, _) => t::seed_help().to_owned(),
        (_, Some(look)) => look.source.ruleset.summary.clone(),
        _ => String::new(),
    }
}

fn stepped(choice: &RulesetOption, now: &Json, by: i64) -> Json {
    match &choice.domain {
        OptionDomain::Switch => Json::Bool(!now.as_bool().unwrap_or_default()),
        OptionDomain::Range { low, high, step, whole } => {
            let step = step.unwrap_or(if *whole { 1.0 } else { (high - low) / 20.0 });
            let value = now.as_f64().unwrap_or(*low) + step * by as f64;
            // Without floating-point noise.
            let value = ((value.clamp(*low, *high)) * 1e6).round() / 1e6;
            if *whole { Json::from(value.round() as i64) } else { Json::from(value) }
        }
        OptionDomain::List(items) => {
            let at = items.iter().position(|item| item.value == *now).unwrap_or(0) as i64;
            let next = (at + by).rem_euclid(items.len().max(1) as i64) as usize;
            items.get(next).map_or_else(|| now.clone(), |item| item.value.clone())
        }
    }
}

impl App {
    /// Chooses a line. Returns the key that a click on it stands for.
    pub(super) fn choose_field(&mut self, at: usize) -> Key {
        let Some(setup) = &self.controller.setup else { return Key::Enter };
        self.field = at;
        match fields(setup).get(at) {
            Some(Field::Seat(_) | Field::Option(_) | Field::Clock) => Key::Right,
            // A seed is typed.
            Some(Field::Seed) => Key::End,
            _ => Key::Enter,
        }
    }

    pub(super) fn press_form(&mut self, press: Press) -> bool {
        let Some(setup) = &mut self.controller.setup else { return false };
        let fields = fields(setup);
        let at = self.field.min(fields.len() - 1);
        let field = fields[at];
        let plain = !press.stroke.held.ctrl;
        match press.stroke.key {
            Key::Escape => self.act(Action::LeaveSetup),
            Key::F(1) => {
                let ruleset = (setup.id.clone(), setup.settings.clone());
                self.act(Action::Rules(Some(ruleset)));
            }
            Key::Enter if field == Field::Ruleset => self.controller.screen = Screen::Library,
            Key::Enter | Key::Char(' ') if field == Field::Defaults => {
                setup.settings = Overrides::new();
                self.controller.preview_setup(false);
            }
            Key::Enter => self.act(Action::StartGame),
            Key::Left | Key::Right | Key::Char('H' | 'L' | ' ')
                if plain && field != Field::Seed =>
            {
                let back = matches!(press.stroke.key, Key::Left | Key::Char('H'));
                if field == Field::Ruleset {
                    self.controller.screen = Screen::Library;
                } else if change(setup, field, if back { -1 } else { 1 }) {
                    self.controller.preview_setup(false);
                }
            }
            key => {
                let key = match key {
                    Key::Char('J') if plain => Key::Down,
                    Key::Char('K') if plain => Key::Up,
                    Key::Tab => Key::Down,
                    key => key,
                };
                if let Some(to) = entry::walk(at, fields.len(), key, 10) {
                    self.field = to;
                    return true;
                }
                if field == Field::Seed && entry::edit(&mut setup.seed, press) {
                    return true;
                }
                if key == Key::Char('Q') && plain {
                    self.act(Action::LeaveSetup);
                    return true;
                }
                return false;
            }
        }
        true
    }

    pub(super) fn draw_form(&mut self, frame: &mut Frame<'_>) {
        let Some(setup) = &self.controller.setup else { return };
        let fields = fields(setup);
        let at = self.field.min(fields.len() - 1);
        let mut screen = ScreenLines::default();
        for (n, field) in fields.iter().enumerate() {
            screen.entry(n == at, text(setup, *field));
        }
        match &setup.preview {
            None => screen.note(start::opening()),
            Some(Err(refusal)) => screen.note(&format!("{}\n{refusal}", t::has_faults())),
            Some(Ok(look)) => {
                let warnings = look.source.ruleset.warnings.iter();
                let warnings: Vec<String> = warnings.map(|f| format!("! {}", f.what)).collect();
                if !warnings.is_empty() {
                    screen.note(&warnings.join("\n"));
                }
            }
        }
        if self.controller.opening {
            screen.note(start::opening());
        }
        let help = help(setup, fields[at]);
        self.draw_screen(frame, (t::title(), says::form_help()), screen, &help);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardloom_ruleset::OptionValue;

    #[test]
    fn options_stay_within_what_they_can_be() {
        let check = |domain: OptionDomain, now: Json, by: i64, then: Json| {
            let choice = RulesetOption {
                key: "rules.limit".to_owned(),
                label: String::new(),
                help: None,
                domain,
                default: Json::Null,
                value: Json::Null,
                when: None,
                zero: None,
            };
            assert_eq!(stepped(&choice, &now, by), then);
        };
        let range = |step, whole| OptionDomain::Range { low: 1.0, high: 2.0, step, whole };
        check(range(None, true), 1.into(), 1, 2.into());
        check(range(None, true), 2.into(), 1, 2.into());
        check(range(Some(0.1), false), 1.1.into(), 1, 1.2.into());
        check(range(Some(0.1), false), 1.0.into(), -1, 1.0.into());
        check(OptionDomain::Switch, false.into(), -1, true.into());
        let item = |value: &str| OptionValue { value: value.into(), label: String::new() };
        let list = || OptionDomain::List(vec![item("a"), item("b")]);
        check(list(), "b".into(), 1, "a".into());
        check(list(), "a".into(), -1, "b".into());
        check(OptionDomain::List(Vec::new()), "a".into(), 1, "a".into());
    }
}
