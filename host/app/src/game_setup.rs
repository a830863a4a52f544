//! A game that is about to begin: ruleset, players, options, clock and seed, as
//! they are being chosen.

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

/// Reads what `player_text` writes.
pub fn read_player(text: &str) -> Option<PlayerKind> {
    match text.split_once(' ') {
        None if text == "person" => Some(PlayerKind::Human),
        Some(("computer", level)) => level.parse().ok().map(|level| PlayerKind::Computer { level }),
        _ => None,
    }
}

/// A player as the preferences have it.
fn player_text(player: PlayerKind) -> String {
    match player {
        PlayerKind::Human => "person".to_owned(),
        PlayerKind::Computer { level } => format!("computer {level}"),
    }
}

/// The name of a kind of player, with what the ruleset calls the level.
pub fn player_label(player: PlayerKind, ruleset: &Ruleset) -> String {
    match player {
        PlayerKind::Human => t::human().to_owned(),
        PlayerKind::Computer { level } => t::level(level, &level_name(ruleset, level)),
    }
}

/// How time is to be kept: as the ruleset says, or otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ClockChoice {
    /// The clock chosen; none is the ruleset's own.
    pub chosen: Option<TimeControl>,
}

impl ClockChoice {
    /// Returns the choice of a clock.
    pub fn of(control: TimeControl) -> Self {
        ClockChoice { chosen: Some(control) }
    }

    /// Reads what [`ClockChoice::text`] wrote; what cannot be read chooses nothing.
    pub fn read(text: Option<&String>) -> Self {
        ClockChoice { chosen: text.and_then(|text| text.parse().ok()) }
    }

    /// Writes it for the preferences; nothing for the ruleset's own.
    pub fn text(&self) -> Option<String> {
        self.chosen.map(|control| control.to_string())
    }

    /// Tells whether the ruleset's own clock is chosen.
    pub fn is_own(&self) -> bool {
        self.chosen.is_none()
    }

    /// Returns the clock of a match by a ruleset.
    pub fn control(&self, ruleset: &Ruleset) -> TimeControl {
        self.chosen.unwrap_or(ruleset.clock)
    }
}

/// How a game is to begin that a command line described; what it leaves out is as
/// in the last game.
#[derive(Debug, Clone, Default)]
pub struct CommandLineSetup {
    /// Who sits where; `None` is as last time.
    pub seats: Vec<Option<PlayerKind>>,
    /// Options chosen: `key=value` each.
    pub set: Vec<String>,
    /// What chance moves are drawn from.
    pub seed: Option<u64>,
    /// How time is kept; none is as the ruleset says.
    pub clock: Option<TimeControl>,
}

/// A game that is about to begin; `G` is what a shell shows of the ruleset.
#[derive(Debug)]
pub struct GameSetup<G> {
    /// The ruleset chosen.
    pub id: String,
    /// Options chosen.
    pub settings: Overrides,
    /// One for each seat, and more that were used in other games.
    pub players: Vec<PlayerKind>,
    /// How time is kept.
    pub clock: ClockChoice,
    /// The seed as it is typed; empty takes the one that was drawn.
    pub seed: String,
    /// The seed that was drawn for this game.
    pub fresh: u64,
    /// The last look that came back.
    pub preview: Option<Result<RulesetPreview<G>, Refusal>>,
    /// The number of the last look that was asked for.
    pub ticket: u64,
    /// The number of the last look that came back.
    seen: u64,
    /// Keys that were chosen until the ruleset did not offer them any more.
    pub dropped: Vec<String>,
}

impl<G: StartView> GameSetup<G> {
    /// Returns a game of a ruleset, with what was chosen last.
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

    /// Takes over what a command line said, and returns what of it makes no sense.
    pub fn apply(&mut self, asked: CommandLineSetup) -> Vec<String> {
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

    /// Goes over to another ruleset.
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

    /// Returns a look at the ruleset, or another one where something of it may have
    /// changed; `ticket` is its number.
    pub fn preview_request(&mut self, ticket: u64, again: bool) -> LoadRequest {
        self.ticket = ticket;
        let (id, settings, seed) = (self.id.clone(), self.settings.clone(), self.shown());
        match again {
            true => LoadRequest::PreviewAgain { id, settings, seed, ticket },
            false => LoadRequest::Preview { id, settings, seed, ticket },
        }
    }

    /// Takes in what came of a look.
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
            // Choices kept from another day may not fit any more: the ruleset's
            // own values are better than a fault that nobody made.
            tracing::info!(id = self.id, "options kept from before do not fit");
        }
        self.preview = Some(look);
        self.seen = ticket;
    }

    /// Hands over what the last look opened; none where something was chosen since,
    /// or where it was handed over before.
    fn take_opened(&mut self) -> Option<OpenedRuleset> {
        let look = self.preview.as_mut().filter(|_| self.seen == self.ticket)?.as_mut().ok()?;
        Some((look.source.clone(), look.game.take()?))
    }

    /// Returns the seed that is typed, or else the one that was drawn; none while
    /// what is typed is no number.
    pub fn seed(&self) -> Option<u64> {
        match self.seed.trim() {
            "" => Some(self.fresh),
            text => text.parse().ok(),
        }
    }

    /// Returns the seed that the drawing of the board begins with.
    pub fn shown(&self) -> Option<u64> {
        self.seed().or(Some(self.fresh))
    }

    /// Returns what an option stands at.
    pub fn value<'a>(&'a self, choice: &'a RulesetOption) -> &'a Json {
        self.settings.get(&choice.key).unwrap_or(&choice.value)
    }

    /// Tells whether an option makes a difference by what else is chosen.
    pub fn matters(&self, choice: &RulesetOption, ruleset: &Ruleset) -> bool {
        let matters = choice.when.as_ref().is_none_or(|when| {
            let other = ruleset.options.iter().find(|other| other.key == when.key);
            when.holds(self.settings.get(&when.key).or(other.map(|other| &other.value)))
        });
        matters && (self.clock.is_own() || !choice.key.starts_with("clock."))
    }

    /// Sets an option.
    pub fn set(&mut self, choice: &RulesetOption, value: Json) {
        if value == choice.default {
            self.settings.clear(&choice.key);
        } else {
            self.settings.set(choice.key.clone(), value);
        }
    }

    /// Returns what a match begins with, or none while the seed is no number.
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

    /// Returns the job of beginning the game from the position and moves that a
    /// command line gave, and keeps what was chosen for the next one; none while
    /// there is nothing to begin.
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

/// Returns what a person calls a seat's side.
pub fn side_name(ruleset: &Ruleset, seat: usize) -> String {
    let known = ruleset.players.get(seat).map(|player| player.name.clone());
    known.unwrap_or_else(|| boardloom_ruleset::PlayerSpec::unnamed(seat).name)
}

/// Returns what a ruleset calls a level of the computer; nothing where it has no
/// name for it.
pub fn level_name(ruleset: &Ruleset, level: u8) -> String {
    let levels = computer::levels(ruleset);
    let index = usize::from(level.max(1)) - 1;
    levels.get(index).map(|level| level.name.clone()).unwrap_or_default()
}
