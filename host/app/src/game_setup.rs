//! The setup of a new game: ruleset, players, options, clock and seed.

use boardloom_computer as computer;
use boardloom_match::clock::TimeControl;
use boardloom_match::{MatchSetup, PlayerKind};
use boardloom_ruleset::{OptionDomain, Overrides, Ruleset, RulesetOption};
use serde_json::Value as Json;

use crate::command_line::{CommandLineSetup, Options};
use crate::date;
use crate::load_request::{LoadRequest, OpenedRuleset};
use crate::loader::{RulesetPreview, StartView};
use crate::mail_view::MailTask;
use crate::player_names::{clean_name, level_name, named_player, side_name};
use crate::preferences::Preferences;
use crate::reach::Reach;
use crate::services::Refusal;
use crate::status_text;
use crate::texts::{mail, new_game as t, online};

pub fn player_label(player: PlayerKind, ruleset: &Ruleset) -> String {
    match player {
        PlayerKind::Human => t::human().to_owned(),
        PlayerKind::Remote => online::invited().to_owned(),
        PlayerKind::Computer { level } => t::level(level, &level_name(ruleset, level)),
    }
}

/// The players that can take a seat, computers only where the game has some.
pub fn player_kinds(ruleset: &Ruleset, has_computer: bool) -> Vec<PlayerKind> {
    let levels = 1..=computer::levels(ruleset).len() as u8;
    let computers = levels.map(|level| PlayerKind::Computer { level });
    let computers = computers.filter(|_| has_computer);
    [PlayerKind::Human, PlayerKind::Remote].into_iter().chain(computers).collect()
}

/// Clocks to choose from, besides the ruleset's; the usual one of each kind comes first.
const CLOCKS: [&str; 7] =
    ["none", "10:00", "30:00", "5:00+3", "3:00+2", "10:00+3x30", "arcade:100+3x100"];

pub fn clocks() -> impl Iterator<Item = TimeControl> {
    CLOCKS.iter().filter_map(|text| text.parse().ok())
}

/// Returns a neighbour of a value in a circular list.
pub fn next_of<T: PartialEq + Copy>(all: &[T], now: T, by: i64) -> T {
    let at = all.iter().position(|it| *it == now).unwrap_or(0) as i64;
    all[(at + by).rem_euclid(all.len() as i64) as usize]
}

/// `G` is the front end's picture of the ruleset.
#[derive(Debug)]
pub struct GameSetup<G> {
    pub id: String,
    pub settings: Overrides,
    /// By seat; may hold more than this game has.
    pub players: Vec<PlayerKind>,
    /// Names of humans, by seat; empty ones are named after their side.
    pub names: Vec<String>,
    /// `None` is the ruleset's own.
    pub clock: Option<TimeControl>,
    /// Empty takes the fresh one.
    pub seed: String,
    /// How invited players join.
    pub reach: Reach,
    /// Whether invited players, and this one, may ask the computer.
    pub analysis: bool,
    /// The seed drawn for this setup.
    pub fresh: u64,
    pub preview: Option<Result<RulesetPreview<G>, Refusal>>,
    /// The ticket of the last preview requested.
    pub ticket: u64,
    /// The ticket of the last preview received.
    seen: u64,
    /// Options that the ruleset no longer offers.
    pub dropped: Vec<String>,
    /// The search among the rulesets.
    pub find: String,
    /// Whether the chosen ruleset is still to be scrolled into view.
    pub reveal: bool,
    /// The index of the chosen row.
    pub at: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetupRow {
    Begin,
    Ruleset,
    Seat(usize),
    /// The name of a human.
    Name(usize),
    /// Who can reach a game with invited players.
    Reach,
    /// Whether they may ask the computer.
    Analysis,
    Option(usize),
    Clock,
    Seed,
    Defaults,
}

/// Who plays on a seat unless another choice is made.
pub fn usual_player(seat: usize) -> PlayerKind {
    if seat == 0 {
        PlayerKind::Human
    } else {
        PlayerKind::Computer { level: computer::USUAL_LEVEL }
    }
}

impl<G: StartView> GameSetup<G> {
    /// Starts from a command line, and returns its errors. Earlier choices have no effect: the same
    /// command line always begins the same game.
    pub fn of_command_line(id: &str, asked: CommandLineSetup) -> (Self, Vec<String>) {
        let mut this = GameSetup::new(id, &Preferences::default());
        let errors = this.apply(asked);
        (this, errors)
    }

    /// Starts from the choices of the last game.
    pub fn new(id: &str, preferences: &Preferences) -> Self {
        let mut players = preferences.seats.clone();
        if players.is_empty() {
            players = vec![usual_player(0), usual_player(1)];
        }
        let mut this = GameSetup {
            id: String::new(),
            settings: Overrides::new(),
            players,
            names: preferences.names.clone(),
            clock: None,
            seed: String::new(),
            reach: Reach::default(),
            analysis: false,
            fresh: boardloom_match::fresh_seed(),
            preview: None,
            ticket: 0,
            seen: 0,
            dropped: Vec::new(),
            find: String::new(),
            reveal: true,
            at: 0,
        };
        this.choose(id, preferences);
        this
    }

    fn apply(&mut self, asked: CommandLineSetup) -> Vec<String> {
        let mut errors = Vec::new();
        for text in &asked.set {
            if let Err(error) = self.settings.set_assignment(text) {
                errors.push(error.to_string());
            }
        }
        for (seat, player) in asked.seats.iter().enumerate() {
            let Some(player) = *player else { continue };
            while self.players.len() <= seat {
                self.players.push(usual_player(self.players.len()));
            }
            self.players[seat] = player;
        }
        self.names = asked.names;
        self.clock = asked.clock.or(self.clock);
        if let Some(seed) = asked.seed {
            self.seed = seed.to_string();
        }
        errors
    }

    pub fn choose(&mut self, id: &str, preferences: &Preferences) {
        id.clone_into(&mut self.id);
        self.settings = Overrides::new();
        for (key, value) in preferences.options.get(id).into_iter().flatten() {
            self.settings.set(key.clone(), value.clone());
        }
        self.clock = preferences.clocks.get(id).and_then(|clock| clock.parse().ok());
        self.dropped.clear();
        self.preview = None;
    }

    /// `again` if the ruleset's files may have changed.
    pub fn preview_request(&mut self, ticket: u64, again: bool) -> LoadRequest {
        self.ticket = ticket;
        let (id, settings, seed) = (self.id.clone(), self.settings.clone(), self.shown());
        let known = self.look().filter(|_| !again).map(|look| look.seat_options.clone());
        LoadRequest::Preview { id, settings, seed, ticket, again, seat_options: known }
    }

    pub fn receive_preview(&mut self, ticket: u64, look: Result<RulesetPreview<G>, Refusal>) {
        if ticket != self.ticket {
            return;
        }
        if let Ok(look) = &look {
            for key in &look.dropped {
                self.settings.clear(key);
                self.dropped.push(key.clone());
            }
            while self.players.len() < look.seats {
                self.players.push(usual_player(self.players.len()));
            }
            if !look.source.rules.capabilities().search {
                let computers =
                    self.players.iter_mut().filter(|it| matches!(it, PlayerKind::Computer { .. }));
                computers.for_each(|player| *player = PlayerKind::Human);
            }
        } else if self.preview.is_none() && !self.settings.is_empty() {
            // Options kept from another day may be invalid by now.
            tracing::info!(id = self.id, "options kept from before do not fit");
        }
        self.preview = Some(look);
        self.seen = ticket;
    }

    /// The game that the last preview opened, once, unless a choice changed since.
    fn take_opened(&mut self) -> Option<OpenedRuleset> {
        let look = self.preview.as_mut().filter(|_| self.seen == self.ticket)?.as_mut().ok()?;
        Some((look.source.clone(), look.game.take()?))
    }

    /// The ruleset with the options as they are now, unless it has errors.
    pub fn look(&self) -> Option<&RulesetPreview<G>> {
        self.preview.as_ref()?.as_ref().ok()
    }

    /// `None` while the typed seed is no number.
    pub fn seed(&self) -> Option<u64> {
        match self.seed.trim() {
            "" => Some(self.fresh),
            text => text.parse().ok(),
        }
    }

    /// The seed of the drawn board.
    pub fn shown(&self) -> Option<u64> {
        self.seed().or(Some(self.fresh))
    }

    pub fn value<'a>(&'a self, choice: &'a RulesetOption) -> &'a Json {
        self.settings.get(&choice.key).unwrap_or(&choice.value)
    }

    /// Tells whether an option has an effect with the other choices.
    pub fn matters(&self, choice: &RulesetOption, ruleset: &Ruleset) -> bool {
        let matters = choice.when.as_ref().is_none_or(|when| {
            let other = ruleset.options.iter().find(|other| other.key == when.key);
            when.holds(self.settings.get(&when.key).or(other.map(|other| &other.value)))
        });
        matters && (self.clock.is_none() || !choice.key.starts_with("clock."))
    }

    pub fn set(&mut self, choice: &RulesetOption, value: Json) {
        if value == choice.default {
            self.settings.clear(&choice.key);
        } else {
            self.settings.set(choice.key.clone(), value);
        }
    }

    pub fn is_human(&self, seat: usize) -> bool {
        self.players.get(seat).is_none_or(|player| *player == PlayerKind::Human)
    }

    /// Tells whether a player at another program is invited to one of the seats.
    pub fn invites(&self, seats: usize) -> bool {
        self.players.iter().take(seats).any(|player| *player == PlayerKind::Remote)
    }

    /// Tells whether the game is to be played by mail.
    pub fn is_by_mail(&self, seats: usize) -> bool {
        self.reach == Reach::Mail && self.invites(seats)
    }

    /// What keeps a game with invited players from being started.
    pub fn invitation_obstacle(&self, seats: usize) -> Option<&'static str> {
        let humans = self.humans(seats);
        let is_invited = |player: &&PlayerKind| **player == PlayerKind::Remote;
        let invited = self.players.iter().take(seats).filter(is_invited).count();
        match self.is_by_mail(seats) {
            true if humans != 1 || invited + 1 != seats => Some(mail::only_people()),
            false if invited > 0 && humans > 1 => Some(online::only_one_here()),
            _ => None,
        }
    }

    /// The number of humans at this program.
    pub fn humans(&self, seats: usize) -> usize {
        self.players.iter().take(seats).filter(|player| **player == PlayerKind::Human).count()
    }

    /// The name of a human as it is typed.
    pub fn name_mut(&mut self, seat: usize) -> &mut String {
        if self.names.len() <= seat {
            self.names.resize(seat + 1, String::new());
        }
        &mut self.names[seat]
    }

    /// Tells whether the setup can allow players to ask the computer: in a game with others at this
    /// program's room.
    pub fn may_allow_analysis(&self, look: &RulesetPreview<G>) -> bool {
        let has_computer = look.source.rules.capabilities().search;
        has_computer && self.invites(look.seats) && !self.is_by_mail(look.seats)
    }

    pub fn rows(&self) -> Vec<SetupRow> {
        let mut rows = vec![SetupRow::Begin, SetupRow::Ruleset];
        if let Some(look) = self.look() {
            for seat in 0..look.seats {
                rows.push(SetupRow::Seat(seat));
                rows.extend(self.is_human(seat).then_some(SetupRow::Name(seat)));
            }
            rows.extend(self.invites(look.seats).then_some(SetupRow::Reach));
            rows.extend(self.may_allow_analysis(look).then_some(SetupRow::Analysis));
            let ruleset = &look.source.ruleset;
            let options = ruleset.options.iter().enumerate();
            let matters = options.filter(|(_, choice)| self.matters(choice, ruleset));
            rows.extend(matters.map(|(n, _)| SetupRow::Option(n)));
            rows.extend((!self.is_by_mail(look.seats)).then_some(SetupRow::Clock));
            rows.push(SetupRow::Seed);
        }
        if !self.settings.is_empty() {
            rows.push(SetupRow::Defaults);
        }
        rows
    }

    /// Changes a row to its next or previous value. True if the board may change with it.
    pub fn step(&mut self, row: SetupRow, by: i64) -> bool {
        let Some(look) = self.look() else { return false };
        let ruleset = look.source.ruleset.clone();
        match row {
            SetupRow::Seat(seat) => {
                let has_computer = look.source.rules.capabilities().search;
                if let Some(player) = self.players.get_mut(seat) {
                    *player = next_of(&player_kinds(&ruleset, has_computer), *player, by);
                }
                false
            }
            SetupRow::Reach => {
                self.reach = next_of(&Reach::ALL, self.reach, by);
                false
            }
            SetupRow::Analysis => {
                self.analysis = !self.analysis;
                false
            }
            SetupRow::Option(number) => {
                let Some(choice) = ruleset.options.get(number) else { return false };
                let now = self.value(choice).clone();
                let next = step_value(choice, &now, by);
                let changed = next != now;
                self.set(choice, next);
                changed
            }
            SetupRow::Clock => {
                let own = std::iter::once(None);
                let all: Vec<_> = own.chain(clocks().map(Some)).collect();
                self.clock = next_of(&all, self.clock, by);
                false
            }
            _ => false,
        }
    }

    /// The name of a row, and its value if it has one.
    pub fn text(&self, row: SetupRow) -> (String, String) {
        let look = self.look().map(|look| &look.source.ruleset);
        let (name, value) = match (row, look) {
            (SetupRow::Begin, _) => (t::start(), String::new()),
            (SetupRow::Defaults, _) => (t::defaults(), String::new()),
            (SetupRow::Seed, _) => (t::seed(), self.seed.clone()),
            (SetupRow::Reach, _) => (online::reach(), self.reach.label().to_owned()),
            (SetupRow::Analysis, _) => {
                (online::analysis_allowed(), status_text::yes_or_no(self.analysis).to_owned())
            }
            (SetupRow::Name(seat), _) => {
                (t::name(), self.names.get(seat).cloned().unwrap_or_default())
            }
            (SetupRow::Ruleset, Some(ruleset)) => (t::ruleset(), ruleset.name.clone()),
            (SetupRow::Seat(seat), Some(ruleset)) => {
                let player = self.players.get(seat).copied().unwrap_or(PlayerKind::Human);
                return (side_name(ruleset, seat), player_label(player, ruleset));
            }
            (SetupRow::Option(number), Some(ruleset)) => {
                let choice = &ruleset.options[number];
                let value = status_text::value_of(choice, self.value(choice));
                return (choice.label.clone(), value);
            }
            (SetupRow::Clock, Some(ruleset)) => {
                let own = || t::clock_own(&t::clock_in_words(&ruleset.clock));
                (t::clock(), self.clock.map_or_else(own, |clock| t::clock_in_words(&clock)))
            }
            (_, None) => (t::ruleset(), self.id.clone()),
        };
        (name.to_owned(), value)
    }

    pub fn help(&self, row: SetupRow) -> &str {
        match (row, self.look()) {
            (SetupRow::Option(number), Some(look)) => {
                look.source.ruleset.options[number].help.as_deref().unwrap_or_default()
            }
            (SetupRow::Reach, _) => self.reach.help(),
            (SetupRow::Analysis, _) => online::analysis_allowed_help(),
            (SetupRow::Seat(seat), _) if self.players.get(seat) == Some(&PlayerKind::Remote) => {
                online::invited_help()
            }
            (SetupRow::Seat(_), Some(look)) if !look.source.rules.capabilities().search => {
                t::no_computer()
            }
            (SetupRow::Seed, _) => t::seed_help(),
            (SetupRow::Name(_), _) => t::name_help(),
            (_, look) => look.map_or("", |look| &look.source.ruleset.summary),
        }
    }

    pub fn match_setup(&self) -> Option<MatchSetup> {
        let look = self.look()?;
        let ruleset = &look.source.ruleset;
        let seed = self.seed()?;
        let players = (0..look.seats)
            .map(|seat| {
                let kind = self.players.get(seat).copied().unwrap_or(PlayerKind::Human);
                named_player(kind, self.names.get(seat).map_or("", |name| name), ruleset, seat)
            })
            .collect();
        let control = self.clock.unwrap_or(ruleset.clock);
        Some(MatchSetup { players, seed, control, ..MatchSetup::default() })
    }

    /// Takes the start and moves of the command line, and stores the choices in the
    /// preferences. `None` while there is nothing to begin.
    pub fn begin(
        &mut self,
        preferences: &mut Preferences,
        options: &mut Options,
    ) -> Option<LoadRequest> {
        let mut setup = self.match_setup()?;
        setup.date = date::today();
        setup.start = options.position.take();
        preferences.ruleset.clone_from(&self.id);
        let invites = self.invites(setup.players.len());
        if !invites {
            // The next game that is begun at once opens no room.
            preferences.seats.clone_from(&self.players);
        }
        preferences.names = self.names.iter().map(|name| clean_name(name)).collect();
        match self.clock {
            Some(clock) => drop(preferences.clocks.insert(self.id.clone(), clock.to_string())),
            None => drop(preferences.clocks.remove(&self.id)),
        }
        let chosen: std::collections::BTreeMap<_, _> =
            self.settings.iter().map(|(key, value)| (key.to_owned(), value.clone())).collect();
        if chosen.is_empty() {
            preferences.options.remove(&self.id);
        } else {
            preferences.options.insert(self.id.clone(), chosen);
        }
        if invites {
            let (id, settings) = (self.id.clone(), self.settings.clone());
            if self.reach == Reach::Mail {
                let seat = self.players.iter().position(|it| *it == PlayerKind::Human);
                let seat = seat.unwrap_or_default();
                let name = self.names.get(seat).map(|name| clean_name(name)).unwrap_or_default();
                let (start, seat) = (setup.start, seat as u8);
                let invite = MailTask::Invite { id, settings, start, seat, name };
                return Some(LoadRequest::Mail(Box::new(invite)));
            }
            let (setup, is_local) = (Box::new(setup), self.reach == Reach::ThisComputer);
            let analysis = self.analysis;
            return Some(LoadRequest::Host { id, settings, setup, is_local, analysis });
        }
        Some(LoadRequest::Begin {
            id: self.id.clone(),
            settings: self.settings.clone(),
            opened: self.take_opened(),
            setup: Box::new(setup),
            moves: std::mem::take(&mut options.moves),
        })
    }
}

fn step_value(choice: &RulesetOption, now: &Json, by: i64) -> Json {
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

#[cfg(test)]
mod tests {
    use boardloom_ruleset::OptionValue;

    use super::*;
    use crate::preferences::ThemeChoice;

    #[test]
    fn a_command_line_depends_on_nothing_chosen_before() {
        let level = |level| PlayerKind::Computer { level };
        let mut preferences = Preferences { seats: vec![level(5); 2], ..Preferences::default() };
        let size = std::collections::BTreeMap::from([("board.size".to_owned(), Json::from(9))]);
        preferences.options.insert("family/name".to_owned(), size);
        let last = GameSetup::<()>::new("family/name", &preferences);
        assert_eq!(last.players, [level(5), level(5)]);
        assert!(!last.settings.is_empty());
        let asked =
            CommandLineSetup { seats: vec![None, Some(PlayerKind::Human)], ..Default::default() };
        let (setup, errors) = GameSetup::<()>::of_command_line("family/name", asked);
        assert_eq!(setup.players, [PlayerKind::Human, PlayerKind::Human]);
        // Seats before a given one have their usual players.
        let seats = vec![None, None, None, Some(level(5))];
        let asked = CommandLineSetup { seats, ..Default::default() };
        let (four, _) = GameSetup::<()>::of_command_line("family/name", asked);
        let usual = level(computer::USUAL_LEVEL);
        assert_eq!(four.players, [PlayerKind::Human, usual, usual, level(5)]);
        assert!(setup.settings.is_empty() && setup.clock.is_none() && errors.is_empty());
    }

    #[test]
    fn a_clock_is_kept_as_text_and_nonsense_chooses_none() {
        let chosen = |text: &str| {
            let mut preferences = Preferences::default();
            preferences.clocks.insert("family/name".to_owned(), text.to_owned());
            GameSetup::<()>::new("family/name", &preferences).clock
        };
        assert_eq!(clocks().count(), CLOCKS.len());
        for control in clocks() {
            assert_eq!(chosen(&control.to_string()), Some(control));
        }
        assert_eq!(chosen("an hour"), None);
    }

    #[test]
    fn values_go_round() {
        assert_eq!(next_of(&[1, 2, 3], 3, 1), 1);
        assert_eq!(next_of(&ThemeChoice::ALL, ThemeChoice::Dark, -1), ThemeChoice::HighContrast);
    }

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
            assert_eq!(step_value(&choice, &now, by), then);
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
