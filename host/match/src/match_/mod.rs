//! A match: players at a table, and the tree of all that they tried.
//!
//! One cursor of the plugin walks the tree; positions are never stored. Nothing
//! that a player does destroys a line.

mod live_edit;
mod move_list;
mod move_path;
mod moves;
mod navigation;
mod observer;
mod prompts;
mod replay;
mod turn;

use boardloom_contract::{
    About, Cursor, GameStatus, Message, OpenGame, PluginError, PluginResult, Seat,
};

pub use live_edit::{Change, Lines, Tried};
pub use move_path::{MovePath, MoveStep, Opened};
pub use moves::Played;
pub use observer::{MatchEvent, MatchObserver};
pub use replay::Refit;
pub use turn::Turn;

use crate::clock::{Clock, Time, TimeControl};
use crate::error::MatchError;
use crate::game_tree::{GameTree, Node, NodeId, ROOT};
use crate::player::{Player, PlayerKind};
use crate::source::GameSource;

/// What a match begins with.
#[derive(Debug, Clone, Default)]
pub struct Setup {
    /// One for each seat; missing ones are persons.
    pub players: Vec<Player>,
    /// What chance moves are drawn from.
    pub seed: u64,
    /// The start in the game's own text; none is the ruleset's.
    pub start: Option<String>,
    /// How time is given.
    pub control: TimeControl,
    /// What seats carried over from the game before; missing ones have what
    /// there is at the start.
    pub carried: Vec<Time>,
    /// The day, as `2026-11-21`; empty where nobody looked.
    pub date: String,
}

impl Setup {
    /// Returns a match of persons by the ruleset's clock, with a fresh seed.
    pub fn of(source: &GameSource) -> Self {
        Setup { seed: fresh_seed(), control: source.ruleset.clock, ..Setup::default() }
    }
}

/// Returns a seed that no match had before, as far as the machine's own
/// randomness goes.
pub fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    // Within 2^53, so that it survives any program that reads records.
    std::collections::hash_map::RandomState::new().build_hasher().finish() >> 11
}

/// One sitting: rules, players, clocks, and all lines that were played.
pub struct Match {
    source: GameSource,
    game: Box<dyn OpenGame>,
    cursor: Box<dyn Cursor>,
    about: About,
    players: Vec<Player>,
    seed: u64,
    start: Option<String>,
    /// The clocks before the first move.
    opening: Clock,
    clock: Clock,
    turn: Turn,
    tree: GameTree,
    here: NodeId,
    status: GameStatus,
    /// Tags of the record that this program does not know.
    pub(crate) tags: Vec<(String, Vec<String>)>,
    observers: Vec<Box<dyn MatchObserver>>,
    fault: Option<PluginError>,
    date: String,
    /// Rules that held before those in force.
    changes: Vec<Change>,
    /// How long the tree was when the rules in force came and chance had drawn by
    /// them.
    ruled: usize,
    /// Where changed rules left the match, and where it would be if all of its
    /// line fitted.
    goal: Option<(NodeId, NodeId)>,
}

impl std::fmt::Debug for Match {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Match")
            .field("table", &self.source)
            .field("here", &self.here)
            .field("standing", &self.status)
            .field("fault", &self.fault)
            .finish_non_exhaustive()
    }
}

impl Match {
    /// Opens the table's ruleset and begins a match. Where chance begins (a
    /// drawn setup), its move is drawn.
    ///
    /// # Errors
    /// When the ruleset does not open, the start cannot be read, or the plugin
    /// fails.
    pub fn new(source: GameSource, setup: Setup) -> Result<Self, MatchError> {
        let game = source.open()?;
        let mut this = Self::bare(source, game, setup)?;
        this.settle()?;
        this.ruled = this.tree.len();
        Ok(this)
    }

    /// As [`Match::new`], with the table's game opened before and nothing played.
    pub(crate) fn bare(
        source: GameSource,
        game: Box<dyn OpenGame>,
        setup: Setup,
    ) -> Result<Self, MatchError> {
        let about = game.about()?;
        let mut cursor = begin(&*game, setup.start.as_deref())?;
        let status = cursor.status()?;
        let mut players = setup.players;
        for seat in players.len()..usize::from(about.seats) {
            players.push(Player::human(source.ruleset.player(seat).name));
        }
        players.truncate(usize::from(about.seats));
        let mut tree = GameTree::default();
        tree.node_mut(ROOT).scores = moves::scores(&status);
        let clock = Clock::new(setup.control, about.seats).carrying(&setup.carried);
        let turn = Turn { seat: status.acting.first().copied(), ..Turn::default() };
        Ok(Match {
            source,
            game,
            cursor,
            about,
            players,
            seed: setup.seed,
            start: setup.start,
            opening: clock.clone(),
            clock,
            turn,
            tree,
            here: ROOT,
            status,
            tags: Vec::new(),
            observers: Vec::new(),
            fault: None,
            date: setup.date,
            changes: Vec::new(),
            ruled: 1,
            goal: None,
        })
    }

    /// Returns the plugin and the ruleset.
    pub fn source(&self) -> &GameSource {
        &self.source
    }

    /// Returns what the game says of itself.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Returns how the game stands at the current node.
    pub fn status(&self) -> &GameStatus {
        &self.status
    }

    /// Returns all lines.
    pub fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// Returns the current node.
    pub fn here(&self) -> NodeId {
        self.here
    }

    /// Returns the current node itself.
    pub fn node(&self) -> &Node {
        self.tree.node(self.here)
    }

    /// Returns the players, one for each seat.
    pub fn players(&self) -> &[Player] {
        // Rules that changed may have fewer seats: whoever sat on the others is
        // there again when they come back.
        let seats = usize::from(self.about.seats).min(self.players.len());
        &self.players[..seats]
    }

    /// Puts another player on a seat.
    pub fn set_player(&mut self, seat: Seat, player: Player) {
        if let Some(slot) = self.players.get_mut(usize::from(seat)) {
            *slot = player;
            self.emit(MatchEvent::Restructured);
        }
    }

    /// Returns the seed of the chance moves.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the day on which the match began, as `2026-11-21`; may be empty.
    pub fn date(&self) -> &str {
        &self.date
    }

    /// Returns the start's text, where it is not the ruleset's own.
    pub fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// Returns the clocks at the current node.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Returns the clocks before the first move.
    pub fn opening_clock(&self) -> &Clock {
        &self.opening
    }

    /// Returns the rules in force in plain words, a paragraph each.
    ///
    /// # Errors
    /// When the plugin fails.
    pub fn explain(&mut self) -> Result<Vec<Message>, MatchError> {
        let answer = self.game.explain();
        self.noted(answer)
    }

    /// Returns the fault that stopped the match, if one did.
    pub fn fault(&self) -> Option<&PluginError> {
        self.fault.as_ref()
    }

    /// Asks the cursor something, and remembers a fault.
    ///
    /// The question must not move the cursor: use [`Match::play`] and the like
    /// for that.
    ///
    /// # Errors
    /// When the plugin fails.
    pub fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut dyn Cursor) -> PluginResult<T>,
    ) -> Result<T, MatchError> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone().into());
        }
        let answer = question(&mut *self.cursor);
        self.noted(answer)
    }

    fn noted<T>(&mut self, answer: PluginResult<T>) -> Result<T, MatchError> {
        answer.map_err(|fault| {
            self.fault = Some(fault.clone());
            MatchError::PluginError(fault)
        })
    }

    /// Tells whether nothing was played on from the current node, or nothing that
    /// fits the rules in force.
    pub fn at_end(&self) -> bool {
        self.node().children().iter().all(|child| self.tree.node(*child).is_unfit())
    }

    /// Tells whether the match stands before a move that does not fit the rules
    /// any more.
    pub fn is_cut(&self) -> bool {
        self.at_end() && !self.node().children().is_empty()
    }

    /// Returns the level at which the computer is to move now: its seat is to
    /// act, and nothing was played on from here yet.
    pub fn computer_to_move(&self) -> Option<(Seat, u8)> {
        if self.at_end() { self.computer_to_answer() } else { None }
    }

    /// Returns the same just after a move was made: the computer answers, whether
    /// or not a line went on from here before.
    pub fn computer_to_answer(&self) -> Option<(Seat, u8)> {
        if self.fault.is_some() || self.status.is_over() {
            return None;
        }
        let level = |seat: &Seat| self.players.get(usize::from(*seat))?.level().map(|l| (*seat, l));
        self.status.acting.iter().find_map(level)
    }

    /// Returns the seat whose moves a person at the board makes now: the first
    /// acting seat that a person holds.
    pub fn human_to_move(&self) -> Option<Seat> {
        let human = |seat: &&Seat| {
            self.players.get(usize::from(**seat)).is_some_and(|p| p.kind == PlayerKind::Human)
        };
        self.status.acting.iter().find(human).copied()
    }

    /// Writes a comment on a node.
    pub fn comment(&mut self, node: NodeId, text: &str) {
        if self.tree.get(node).is_some() && self.tree.node(node).comment != text {
            self.tree.node_mut(node).comment = text.to_owned();
            self.emit(MatchEvent::Commented(node));
        }
    }

    /// Returns the options chosen: keys and values, as TOML.
    pub(crate) fn options(&self) -> Vec<(String, String)> {
        let chosen = self.source.ruleset.settings.iter();
        chosen.map(|(key, value)| (key.to_owned(), value.to_string())).collect()
    }
}

fn begin(game: &dyn OpenGame, start: Option<&str>) -> Result<Box<dyn Cursor>, MatchError> {
    match start {
        None => Ok(game.start()?),
        Some(text) => game
            .read(text)?
            .map_err(|why| MatchError::Start { text: text.to_owned(), why: why.to_string() }),
    }
}

#[cfg(test)]
mod tests;
