//! A match: its players, and the tree of all moves they tried.
//!
//! One cursor of the plugin walks the tree; positions are never stored. No action of a player
//! destroys a line.

mod decisions;
mod drawn_start;
mod exercise;
mod listener;
mod live_edit;
mod move_list;
mod move_path;
mod moves;
mod navigation;
mod next_turns;
mod observation;
mod replay;
mod turn;
mod typed_moves;

use boardloom_contract::{
    About, Cursor, GameStatus, Message, NO_COLOR, OpenGame, PluginError, PluginResult, Seat,
};

pub use decisions::{Decision, is_undisclosed, shown_status};
pub use drawn_start::{BLOCKED, check_blocked_choices, check_starts};
pub use exercise::{AnswerLine, check_exercises};
pub(crate) use exercise::{legal_hint, moves_hint, notation_hint, word_at};
pub use listener::{MatchEvent, MatchListener};
pub use live_edit::{MatchSnapshot, RulesChange};
pub use move_list::listed_events;
pub use move_path::{MovePath, OpenPosition};
pub use moves::{PlayedMove, legal_moves, nth_legal_move, read_move};
pub use observation::ObservedMove;
pub use replay::ReplayReport;
pub use turn::Turn;

use crate::arrow::{Arrow, MAX_ARROWS};
use crate::assessment::Assessment;
use crate::clock::{Clock, TimeControl, TimeLeft};
use crate::error::MatchError;
use crate::game_tree::{GameTree, Node, NodeId, ROOT};
use crate::observed::Observer;
use crate::player::{Player, PlayerKind};
use crate::source::GameSource;
use crate::verdict::Verdict;

#[derive(Debug, Clone, Default)]
pub struct MatchSetup {
    /// By seat; missing ones are humans.
    pub players: Vec<Player>,
    /// Seeds the chance moves.
    pub seed: u64,
    /// In the game's own notation; `None` is the ruleset's start.
    pub start: Option<String>,
    pub control: TimeControl,
    /// Time carried over from the previous game, by seat; missing seats start with the full time.
    pub carried: Vec<TimeLeft>,
    /// As `2026-11-21`; may be empty.
    pub date: String,
}

impl MatchSetup {
    /// Returns humans, the ruleset's time control and a fresh seed.
    pub fn of(source: &GameSource) -> Self {
        MatchSetup { seed: fresh_seed(), control: source.ruleset.clock, ..MatchSetup::default() }
    }

    pub(crate) fn opening_clock(&self, seats: u8) -> Clock {
        Clock::new(self.control, seats).with_carried_time(&self.carried)
    }
}

pub fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    // Within 2^53, so that it survives any program that reads records.
    std::collections::hash_map::RandomState::new().build_hasher().finish() >> 11
}

pub struct Match {
    source: GameSource,
    game: Box<dyn OpenGame>,
    cursor: Box<dyn Cursor>,
    about: About,
    setup: MatchSetup,
    clock: Clock,
    turn: Turn,
    tree: GameTree,
    here: NodeId,
    /// Without the seats in `decisions`.
    status: GameStatus,
    /// Undisclosed decisions at `here`.
    decisions: Vec<Decision>,
    /// The position from which the game goes on although moves follow: they were taken back.
    taken_back_to: Option<NodeId>,
    /// Tags of the record that this version does not know.
    pub(crate) tags: Vec<(String, Vec<String>)>,
    listeners: Vec<Box<dyn MatchListener>>,
    plugin_error: Option<PluginError>,
    changes: Vec<RulesChange>,
    /// The tree's length after the change to the current rules and their first chance draws.
    ruled: usize,
    /// The node that changed rules left the match at, and the end of its line.
    goal: Option<(NodeId, NodeId)>,
    /// Whether chance moves wait for [`Match::draw_chance_from`].
    chance_waits: bool,
    /// Whether seats see different things.
    hides: bool,
    /// Who looks at the match; `None` sees everything.
    observer: Option<Observer>,
}

impl std::fmt::Debug for Match {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Match")
            .field("source", &self.source)
            .field("here", &self.here)
            .field("status", &self.status)
            .field("plugin_error", &self.plugin_error)
            .finish_non_exhaustive()
    }
}

impl Match {
    /// Opens the ruleset and starts a match. Its set-up, if the ruleset has several, and chance
    /// moves before the first move are drawn.
    pub fn new(source: GameSource, mut setup: MatchSetup) -> Result<Self, MatchError> {
        if setup.start.is_none() {
            setup.start = drawn_start::draw(&source, setup.seed)?;
        }
        let game = source.open()?;
        let mut this = Self::bare(source, game, setup)?;
        this.draw_chance()?;
        this.ruled = this.tree.len();
        Ok(this)
    }

    /// As [`Match::new`] with an open game, and without chance moves.
    pub fn bare(
        source: GameSource,
        game: Box<dyn OpenGame>,
        mut setup: MatchSetup,
    ) -> Result<Self, MatchError> {
        let about = game.about()?;
        let mut cursor = begin(&*game, setup.start.as_deref())?;
        let status = cursor.status()?;
        let hides = cursor.observe(None)?.is_some();
        setup.players.truncate(usize::from(about.seats));
        let mut tree = GameTree::default();
        tree.node_mut(ROOT).scores = moves::scores(&status);
        let turn = Turn { seat: status.acting.first().copied(), ..Turn::default() };
        let mut this = Match {
            clock: setup.opening_clock(about.seats),
            source,
            game,
            cursor,
            about,
            setup,
            turn,
            tree,
            here: ROOT,
            status,
            decisions: Vec::new(),
            tags: Vec::new(),
            listeners: Vec::new(),
            plugin_error: None,
            taken_back_to: None,
            changes: Vec::new(),
            ruled: 1,
            goal: None,
            chance_waits: false,
            hides,
            observer: None,
        };
        this.fill_seats();
        this.name_sides(|_, color| color == NO_COLOR);
        Ok(this)
    }

    /// Gives a human player to each seat without a player.
    fn fill_seats(&mut self) {
        let players = &mut self.setup.players;
        for seat in players.len()..usize::from(self.about.seats) {
            players.push(Player::human(self.source.ruleset.player(seat).name));
        }
    }

    /// Names humans without a name of their own by the colours that they play now, if a colour
    /// is `renamed`, by seat.
    fn name_sides(&mut self, renamed: impl Fn(usize, u8) -> bool) {
        let ruleset = &self.source.ruleset;
        let seats = self.status.seats.iter().map(|it| it.color).enumerate();
        let seats = seats.filter(|(seat, color)| renamed(*seat, *color));
        for (seat, color) in seats {
            let Some(player) = self.setup.players.get_mut(seat) else { continue };
            let sides = 0..usize::from(self.about.seats);
            if player.level().is_none() && ruleset.names_a_side(sides, &player.name) {
                player.name = match color {
                    NO_COLOR => ruleset.unnamed(seat).name,
                    color => ruleset.player(color.into()).name,
                };
            }
        }
    }

    pub fn source(&self) -> &GameSource {
        &self.source
    }

    pub fn about(&self) -> &About {
        &self.about
    }

    pub fn status(&self) -> &GameStatus {
        &self.status
    }

    pub fn tree(&self) -> &GameTree {
        &self.tree
    }

    pub fn here(&self) -> NodeId {
        self.here
    }

    pub fn node(&self) -> &Node {
        self.tree.node(self.here)
    }

    /// By seat.
    pub fn players(&self) -> &[Player] {
        // Changed rules may have fewer seats. Their players stay, for when the seats come back.
        &self.setup.players[..usize::from(self.about.seats)]
    }

    pub fn set_player(&mut self, seat: Seat, player: Player) {
        if let Some(slot) = self.setup.players.get_mut(usize::from(seat)) {
            *slot = player;
            self.name_sides(|at, color| at == usize::from(seat) && color == NO_COLOR);
            self.emit(MatchEvent::Restructured);
        }
    }

    pub fn seed(&self) -> u64 {
        self.setup.seed
    }

    /// As `2026-11-21`; may be empty.
    pub fn date(&self) -> &str {
        &self.setup.date
    }

    /// `None` for the ruleset's own start.
    pub fn start(&self) -> Option<&str> {
        self.setup.start.as_deref()
    }

    /// Tells whether a drawn set-up did not fit the board, as after a player changed its size: the
    /// match has the ruleset's own start instead.
    pub fn lacks_drawn_start(&self) -> bool {
        self.setup.start.is_none() && !self.source.ruleset.start.is_empty()
    }

    /// The clocks at the current node.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    pub fn opening_clock(&self) -> Clock {
        self.setup.opening_clock(self.about.seats)
    }

    pub(crate) fn setup(&self) -> MatchSetup {
        MatchSetup { players: self.players().to_vec(), ..self.setup.clone() }
    }

    /// Returns the current rules in plain words, one paragraph each.
    pub fn explain(&mut self) -> Result<Vec<Message>, MatchError> {
        let answer = self.game.explain();
        self.noted(answer)
    }

    /// The plugin error that stopped the match.
    pub fn plugin_error(&self) -> Option<&PluginError> {
        self.plugin_error.as_ref()
    }

    /// Queries the cursor, and keeps its error as the match's plugin error. The query must not move
    /// the cursor: use [`Match::play`] and the like for that.
    pub fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut dyn Cursor) -> PluginResult<T>,
    ) -> Result<T, MatchError> {
        if let Some(error) = &self.plugin_error {
            return Err(error.clone().into());
        }
        let answer = question(&mut *self.cursor);
        self.noted(answer)
    }

    fn noted<T>(&mut self, answer: PluginResult<T>) -> Result<T, MatchError> {
        answer.map_err(|error| {
            self.plugin_error = Some(error.clone());
            MatchError::PluginError(error)
        })
    }

    /// Tells whether no legal move was played from the current node yet.
    pub fn at_end(&self) -> bool {
        self.node().children().iter().all(|child| self.tree.node(*child).is_illegal())
    }

    /// Returns the seat and level of the computer if it has to move at the end of the line.
    pub fn computer_to_move(&self) -> Option<(Seat, u8)> {
        if self.at_end() { self.computer_to_answer() } else { None }
    }

    /// As [`Match::computer_to_move`], just after a move: the computer answers even if the line
    /// went on from here before.
    pub fn computer_to_answer(&self) -> Option<(Seat, u8)> {
        if self.plugin_error.is_some() || self.status.is_over() {
            return None;
        }
        let level =
            |seat: &Seat| self.players().get(usize::from(*seat))?.level().map(|l| (*seat, l));
        self.status.acting.iter().find_map(level)
    }

    pub fn human_to_move(&self) -> Option<Seat> {
        let human = |seat: &&Seat| {
            self.players().get(usize::from(**seat)).is_some_and(|p| p.kind == PlayerKind::Human)
        };
        self.status.acting.iter().find(human).copied()
    }

    pub fn comment(&mut self, node: NodeId, text: &str) {
        if self.tree.get(node).is_some() && self.tree.node(node).comment != text {
            self.tree.node_mut(node).comment = text.to_owned();
            self.emit(MatchEvent::Commented(node));
        }
    }

    pub fn assess(&mut self, node: NodeId, assessment: Option<Assessment>) {
        if self.tree.get(node).is_some_and(|known| known.assessment != assessment) {
            self.tree.node_mut(node).assessment = assessment;
            self.emit(MatchEvent::Assessed(node));
        }
    }

    /// Keeps what a review found about a node's move.
    pub fn review(&mut self, node: NodeId, verdict: Verdict) {
        if self.tree.get(node).is_some_and(|known| known.verdict.as_ref() != Some(&verdict)) {
            self.tree.node_mut(node).verdict = Some(verdict);
            self.emit(MatchEvent::Reviewed(node));
        }
    }

    /// Draws an arrow or a ring on a node's position, or removes an equal one. Returns false if
    /// the node has [`MAX_ARROWS`] already.
    pub fn toggle_arrow(&mut self, node: NodeId, arrow: Arrow) -> bool {
        let arrows = &mut self.tree.node_mut(node).arrows;
        match arrows.iter().position(|known| *known == arrow) {
            Some(known) => drop(arrows.remove(known)),
            None if arrows.len() >= MAX_ARROWS => return false,
            None => arrows.push(arrow),
        }
        self.emit(MatchEvent::Drawn(node));
        true
    }

    /// Replaces what is drawn on a node's position, and returns what was. At most [`MAX_ARROWS`]
    /// are kept.
    pub fn replace_arrows(&mut self, node: NodeId, mut arrows: Vec<Arrow>) -> Vec<Arrow> {
        arrows.truncate(MAX_ARROWS);
        let before = std::mem::replace(&mut self.tree.node_mut(node).arrows, arrows);
        self.emit(MatchEvent::Drawn(node));
        before
    }

    /// Returns the chosen options as keys and TOML values.
    pub(crate) fn options(&self) -> Vec<(String, String)> {
        let chosen = self.source.ruleset.overrides.iter();
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
