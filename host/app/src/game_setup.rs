//! The setup of a new game: ruleset, players, options, clock and seed.

use boardloom_computer as computer;
use boardloom_match::MatchSetup;
use boardloom_match::clock::TimeControl;
use boardloom_match::{Player, PlayerKind};
use boardloom_ruleset::{Overrides, Ruleset, RulesetOption};
use serde_json::Value as Json;

use crate::loader::{LoadRequest, OpenedRuleset, RulesetPreview, StartView};
use crate::preferences::Preferences;
use crate::saved_games;
use crate::services::Refusal;
use crate::startup::Options;
use crate::texts::new_game as t;

pub fn read_player(text: &str) -> Option<PlayerKind> {
    match text.split_once(' ') {
        None if text == "person" => Some(PlayerKind::Human),
        Some(("computer", level)) => level.parse().ok().map(|level| PlayerKind::Computer { level }),
        _ => None,
    }
}

/// A player as the preferences store it.
fn player_text(player: PlayerKind) -> String {
    match player {
        PlayerKind::Human => "person".to_owned(),
        PlayerKind::Computer { level } => format!("computer {level}"),
    }
}

pub fn player_label(player: PlayerKind, ruleset: &Ruleset) -> String {
    match player {
        PlayerKind::Human => t::human().to_owned(),
        PlayerKind::Computer { level } => t::level(level, &level_name(ruleset, level)),
    }
}

/// The ruleset's clock, or another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ClockChoice {
    /// `None` is the ruleset's own.
    pub chosen: Option<TimeControl>,
}

impl ClockChoice {
    pub fn of(control: TimeControl) -> Self {
        ClockChoice { chosen: Some(control) }
    }

    /// Reads [`ClockChoice::text`]; an unreadable text is the ruleset's own clock.
    pub fn read(text: Option<&String>) -> Self {
        ClockChoice { chosen: text.and_then(|text| text.parse().ok()) }
    }

    pub fn text(&self) -> Option<String> {
        self.chosen.map(|control| control.to_string())
    }

    pub fn is_own(&self) -> bool {
        self.chosen.is_none()
    }

    pub fn control(&self, ruleset: &Ruleset) -> TimeControl {
        self.chosen.unwrap_or(ruleset.clock)
    }
}

/// A setup from the command line.
#[derive(Debug, Clone, Default)]
pub struct CommandLineSetup {
    /// `None` is the default.
    pub seats: Vec<Option<PlayerKind>>,
    /// `key=value` each.
    pub set: Vec<String>,
    pub seed: Option<u64>,
    pub clock: Option<TimeControl>,
}

/// `G` is what the front end draws of the ruleset.
#[derive(Debug)]
pub struct GameSetup<G> {
    pub id: String,
    pub settings: Overrides,
    /// By seat; may hold more than this game has.
    pub players: Vec<PlayerKind>,
    pub clock: ClockChoice,
    /// Empty takes the fresh one.
    pub seed: String,
    /// The seed drawn for this setup.
    pub fresh: u64,
    pub preview: Option<Result<RulesetPreview<G>, Refusal>>,
    /// The ticket of the last preview requested.
    pub ticket: u64,
    /// The ticket of the last preview received.
    seen: u64,
    /// Options that the ruleset no longer offers.
    pub dropped: Vec<String>,
}

impl<G: StartView> GameSetup<G> {
    /// Starts from a command line, and returns its errors. No earlier choice has a part in
    /// it: the same command line always begins the same game.
    pub fn of_command_line(id: &str, asked: CommandLineSetup) -> (Self, Vec<String>) {
        let mut this = GameSetup::new(id, &Preferences::default());
        let faults = this.apply(asked);
        (this, faults)
    }

    /// Starts from the choices of the last game.
    pub fn new(id: &str, preferences: &Preferences) -> Self {
        let mut players: Vec<_> = preferences.seats.iter().filter_map(|s| read_player(s)).collect();
        if players.is_empty() {
            players = vec![PlayerKind::Human, PlayerKind::Computer { level: 3 }];
        }
        let mut this = GameSetup {
            id: String::new(),
            settings: Overrides::new(),
            players,
            clock: ClockChoice::default(),
            seed: String::new(),
            fresh: boardloom_match::fresh_seed(),
            preview: None,
            ticket: 0,
            seen: 0,
            dropped: Vec::new(),
        };
        this.choose(id, preferences);
        this
    }

    fn apply(&mut self, asked: CommandLineSetup) -> Vec<String> {
        let mut faults = Vec::new();
        for text in &asked.set {
            if let Err(error) = self.settings.set_assignment(text) {
                faults.push(error.to_string());
            }
        }
        for (seat, player) in asked.seats.iter().enumerate() {
            let Some(player) = *player else { continue };
            if self.players.len() <= seat {
                self.players.resize(seat + 1, PlayerKind::Human);
            }
            self.players[seat] = player;
        }
        if let Some(control) = asked.clock {
            self.clock = ClockChoice::of(control);
        }
        if let Some(seed) = asked.seed {
            self.seed = seed.to_string();
        }
        faults
    }

    pub fn choose(&mut self, id: &str, preferences: &Preferences) {
        id.clone_into(&mut self.id);
        self.settings = Overrides::new();
        for (key, value) in preferences.options.get(id).into_iter().flatten() {
            self.settings.set(key.clone(), value.clone());
        }
        self.clock = ClockChoice::read(preferences.clocks.get(id));
        self.dropped.clear();
        self.preview = None;
    }

    /// `again` if the ruleset's files may have changed.
    pub fn preview_request(&mut self, ticket: u64, again: bool) -> LoadRequest {
        self.ticket = ticket;
        let (id, settings, seed) = (self.id.clone(), self.settings.clone(), self.shown());
        LoadRequest::Preview { id, settings, seed, ticket, again }
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
            let seats = usize::from(look.start.seats());
            while self.players.len() < seats {
                self.players.push(PlayerKind::Computer { level: 3 });
            }
            if !look.source.rules.capabilities().search {
                self.players.fill(PlayerKind::Human);
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
        matters && (self.clock.is_own() || !choice.key.starts_with("clock."))
    }

    pub fn set(&mut self, choice: &RulesetOption, value: Json) {
        if value == choice.default {
            self.settings.clear(&choice.key);
        } else {
            self.settings.set(choice.key.clone(), value);
        }
    }

    pub fn match_setup(&self) -> Option<MatchSetup> {
        let look = self.preview.as_ref()?.as_ref().ok()?;
        let ruleset = &look.source.ruleset;
        let seed = self.seed()?;
        let players = (0..usize::from(look.start.seats()))
            .map(|seat| {
                let side = side_name(ruleset, seat);
                match self.players.get(seat) {
                    Some(PlayerKind::Computer { level }) => {
                        Player::computer(level_name(ruleset, *level), *level)
                    }
                    _ => Player::human(side),
                }
            })
            .collect();
        let control = self.clock.control(ruleset);
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
        setup.date = saved_games::today();
        setup.start = options.position.take();
        preferences.ruleset.clone_from(&self.id);
        preferences.seats = self.players.iter().map(|player| player_text(*player)).collect();
        match self.clock.text() {
            Some(text) => drop(preferences.clocks.insert(self.id.clone(), text)),
            None => drop(preferences.clocks.remove(&self.id)),
        }
        let chosen: std::collections::BTreeMap<_, _> =
            self.settings.iter().map(|(key, value)| (key.to_owned(), value.clone())).collect();
        if chosen.is_empty() {
            preferences.options.remove(&self.id);
        } else {
            preferences.options.insert(self.id.clone(), chosen);
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

pub fn side_name(ruleset: &Ruleset, seat: usize) -> String {
    let known = ruleset.players.get(seat).map(|player| player.name.clone());
    known.unwrap_or_else(|| boardloom_ruleset::PlayerSpec::unnamed(seat).name)
}

/// Empty if the ruleset does not name the level.
pub fn level_name(ruleset: &Ruleset, level: u8) -> String {
    let levels = computer::levels(ruleset);
    let index = usize::from(level.max(1)) - 1;
    levels.get(index).map(|level| level.name.clone()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use boardloom_contract::{OpenGame, PluginResult};
    use boardloom_match::GameSource;

    use super::*;

    struct NoView;

    impl StartView for NoView {
        fn of_start(_: &GameSource, _: &dyn OpenGame, _: Option<u64>) -> PluginResult<Self> {
            Ok(NoView)
        }

        fn of_match(_: &mut boardloom_match::Match) -> Result<Self, boardloom_match::MatchError> {
            Ok(NoView)
        }

        fn seats(&self) -> u8 {
            2
        }
    }

    #[test]
    fn a_command_line_depends_on_nothing_chosen_before() {
        let mut preferences = Preferences {
            seats: vec!["computer 5".to_owned(), "computer 5".to_owned()],
            ..Preferences::default()
        };
        let size = std::collections::BTreeMap::from([("board.size".to_owned(), Json::from(9))]);
        preferences.options.insert("family/name".to_owned(), size);
        let level = |level| PlayerKind::Computer { level };
        let last = GameSetup::<NoView>::new("family/name", &preferences);
        assert_eq!(last.players, [level(5), level(5)]);
        assert!(!last.settings.is_empty());
        let asked =
            CommandLineSetup { seats: vec![None, Some(PlayerKind::Human)], ..Default::default() };
        let (setup, faults) = GameSetup::<NoView>::of_command_line("family/name", asked);
        assert_eq!(setup.players, [PlayerKind::Human, PlayerKind::Human]);
        assert!(setup.settings.is_empty() && setup.clock.is_own() && faults.is_empty());
    }
}
