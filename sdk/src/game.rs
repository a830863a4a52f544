//! The traits of a plugin: [`Game`] and [`Plugin`].

use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use crate::key::KeyHasher;
use crate::network::{self, Network};
use crate::random::Random;
use crate::ranks::Ranks;
use crate::topology::Topology;
use crate::{
    About, Choices, Diagnostic, Effect, Extent, Mark, Message, MoveOption, PartialMove, Patch,
    Piece, Seat, SeatState, Site, TargetKind, count, effects, path_choices, position_text,
    session::OpenedGame,
};

/// The status of a position: the mover, or the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// One seat.
    Turn(Seat),
    /// Several seats at the same time, one bit each.
    Together(u16),
    /// Chance: see [`Game::chance_outcomes`].
    Chance,
    /// The game is over: see [`Game::ranks`] and [`Game::reason`].
    Over,
}

impl Status {
    /// Returns [`Over`](Status::Over) if the game is over, else the turn of a seat.
    pub const fn turn_unless(over: bool, mover: Seat) -> Self {
        if over { Status::Over } else { Status::Turn(mover) }
    }
}

/// The choice of random moves in [`Game::playout`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayoutPolicy {
    /// Every legal move is equally likely.
    Uniform,
    /// For a search: a game may prefer good moves, and leave out moves that are never better than
    /// another.
    Informed,
}

/// The summary of a [`Game::playout`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayoutSummary {
    /// The number of plies.
    pub plies: u32,
    /// The number of legal moves, summed over all plies.
    pub choices: u64,
    /// Whether the game is over.
    pub over: bool,
}

/// The rules of a game.
///
/// Eight methods make a game: [`about`](Game::about), [`start`](Game::start),
/// [`status`](Game::status), [`legal_moves`](Game::legal_moves), [`play`](Game::play),
/// [`ranks`](Game::ranks), [`paths`](Game::paths) and [`piece`](Game::piece). A game on a board of
/// the SDK implements [`topology`](Game::topology) too. Everything else has a default and is
/// grouped in sections: texts, presentation, endings, speed, search, chance, boards of your own.
/// The guide has a page of the same name for each, which begins with when you need it.
///
/// A position is a plain value that can be cloned. Everything that can be computed once belongs in
/// `Self`, which is made when the ruleset is opened. The future depends only on the position: the
/// SDK keeps history, repetition, undo and paging.
///
/// Methods with a move as argument may assume that it is legal, unless they say otherwise.
pub trait Game: Send + Sync + Sized + 'static {
    /// A position, side to move included. Positions with the same future must have the same hash:
    /// implement `Hash` by hand to leave out fields that are only shown, such as a note on the
    /// last move.
    type Position: Clone + Hash + Send + Sync + 'static;
    /// A move.
    type Move: Copy + PartialEq + Debug + Send + Sync + 'static;

    /// Returns the number of seats, the kinds of pieces, and optional facts. The SDK fills in
    /// empty fields: a colour for each seat, roles and views of the [`topology`](Game::topology),
    /// the text forms of [`write`](Game::write).
    fn about(&self) -> About;

    /// Returns the position before the first move.
    fn start(&self) -> Self::Position;

    /// Returns the seat to move, or another status.
    fn status(&self, position: &Self::Position) -> Status;

    /// Appends the legal moves of a seat that may act, or of chance, in any order and
    /// without duplicates. There must be at least one.
    fn legal_moves(&self, position: &Self::Position, by: Seat, out: &mut Vec<Self::Move>);

    /// Plays a legal move.
    fn play(&self, position: &mut Self::Position, by: Seat, mv: Self::Move);

    /// Returns the ranks of a finished position.
    fn ranks(&self, position: &Self::Position) -> Ranks;

    /// Appends the paths of sites that a player clicks to enter this move, the plainest first. A
    /// move without a path is a button.
    fn paths(&self, position: &Self::Position, by: Seat, mv: Self::Move, out: &mut Vec<Vec<Site>>);

    /// Returns the piece on a site; of a stack the top one.
    fn piece(&self, position: &Self::Position, site: Site) -> Option<Piece>;

    /// Returns the board, if it is one of the SDK's and does not change. A game with another board
    /// implements [`sites`](Game::sites) and [`drawing`](Game::drawing) instead.
    fn topology(&self) -> Option<&Topology> {
        None
    }

    // ---- Texts: notation, positions, explanations. ----

    /// Returns a move's notation, unique among the legal moves of the position. The default is the
    /// labels along the move's first path, such as `b1-a3`. For a move without a path it is the
    /// `Debug` form in lower case, such as `pass`.
    fn notation(&self, position: &Self::Position, by: Seat, mv: Self::Move) -> String {
        let mut paths = Vec::new();
        self.paths(position, by, mv, &mut paths);
        match (paths.first(), self.topology()) {
            (Some(path), Some(topology)) => {
                let labels: Vec<&str> = path.iter().map(|site| topology.label(*site)).collect();
                labels.join("-")
            }
            _ => format!("{mv:?}").to_lowercase(),
        }
    }

    /// Returns the position with these pieces, one entry for each site, and this seat to move.
    /// [`read`](Game::read) calls it. Games without it write positions as the moves from the
    /// start.
    ///
    /// # Errors
    /// The reason why there is no such position.
    fn set_up(&self, pieces: &[Option<Piece>], mover: Seat) -> Result<Self::Position, Message> {
        let _ = (pieces, mover);
        Err(position_text::no_set_up())
    }

    /// Returns the seat for the text form `position`. The default is the seat to move, or `None`
    /// if there is not exactly one.
    fn mover(&self, position: &Self::Position) -> Option<Seat> {
        match self.status(position) {
            Status::Turn(seat) => Some(seat),
            _ => None,
        }
    }

    /// Writes one of the text forms of [`About::forms`]. The default knows `position` (rows of
    /// letters and the mover, `3x1/2o2/5 x`), `diagram` (rows for a terminal) and `graph` (labels
    /// and adjacencies).
    ///
    /// # Errors
    /// If the form is unknown.
    fn write(&self, position: &Self::Position, form: &str) -> Result<String, Message> {
        position_text::write(self, position, form)
    }

    /// Reads a position in the first text form. The default reads rows and calls
    /// [`set_up`](Game::set_up).
    ///
    /// # Errors
    /// The place of the error in the text, and the expected text.
    fn read(&self, text: &str) -> Result<Self::Position, Message> {
        position_text::read(self, text)
    }

    /// Returns the legal move with this notation. The default lists all moves; a game with very
    /// many moves parses the text instead.
    fn parse_move(
        &self,
        position: &Self::Position,
        by: Seat,
        notation: &str,
    ) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(position, by, &mut moves);
        moves.into_iter().find(|mv| self.notation(position, by, *mv) == notation)
    }

    /// Returns the notation for another spelling of a move. The SDK tries the text itself first.
    fn notation_alias(&self, position: &Self::Position, by: Seat, text: &str) -> Option<String> {
        let _ = (position, by, text);
        None
    }

    /// Returns the reason why a text is not a legal move: "d5 is in the way". The text may be the
    /// label of a site on which no move begins: "d5 is not yours". The default says only that it
    /// is not legal.
    fn refusal(&self, position: &Self::Position, by: Seat, text: &str) -> Option<Message> {
        let _ = (position, by, text);
        None
    }

    /// Returns the rules of this ruleset in plain words, one message for each paragraph.
    fn explain(&self) -> Vec<Message> {
        Vec::new()
    }

    /// Returns non-fatal warnings about the ruleset. The default returns those of the
    /// topology.
    fn warnings(&self) -> Vec<Diagnostic> {
        self.topology().map(|topology| topology.warnings().to_vec()).unwrap_or_default()
    }

    // ---- Presentation: what players see beside the board. ----

    /// Returns the reason for the end of the game.
    fn reason(&self, position: &Self::Position) -> Message {
        match self.ranks(position).winner() {
            Some(_) => Message::new("over.won", "the game is won"),
            None => Message::new("over.drawn", "the game is drawn"),
        }
    }

    /// Returns colour and score of each seat. By default a seat has the colour of its number, and
    /// no score.
    fn seats(&self, position: &Self::Position) -> Vec<SeatState> {
        let _ = position;
        (0..self.about().seats).map(|color| SeatState::new(color, 0.0)).collect()
    }

    /// Appends the pieces on a site from the bottom of a stack to its top.
    fn stack(&self, position: &Self::Position, site: Site, out: &mut Vec<Piece>) {
        out.extend(self.piece(position, site));
    }

    /// Returns the kind of the last step of a move's path, for the mark of its target.
    fn target_kind(&self, position: &Self::Position, by: Seat, mv: Self::Move) -> TargetKind {
        let _ = (position, by, mv);
        TargetKind::Quiet
    }

    /// Returns the text of a move for players, in move lists, hints and messages: one line, such
    /// as `d1-d4xd5`. The default is the notation.
    fn describe_move(&self, position: &Self::Position, by: Seat, mv: Self::Move) -> Message {
        Message::new("move", self.notation(position, by, mv))
    }

    /// Returns the text of a move on a button or in a menu.
    fn label(&self, position: &Self::Position, by: Seat, mv: Self::Move) -> Message {
        self.describe_move(position, by, mv)
    }

    /// Returns the piece that a click on a target would put there: the ghost under the pointer.
    /// `mv` is the first legal move that continues the path, preferably one that ends with the
    /// next site. The default is the piece at the start of the path. For an empty path it is the
    /// piece that `mv` puts on its only site.
    fn placed_piece(
        &self,
        position: &Self::Position,
        by: Seat,
        path: &[Site],
        mv: Self::Move,
    ) -> Option<Piece> {
        match path.first() {
            Some(site) => self.piece(position, *site),
            None => path_choices::placed_piece(self, position, by, mv),
        }
    }

    /// Returns the change that the steps of a path have made, while the move goes on: the pieces
    /// that are shown then, and a prompt for the next step. `path` begins a legal move. By default
    /// the piece at the start of the path stands at its end, from the second site on.
    fn partway(&self, position: &Self::Position, by: Seat, path: &[Site]) -> Option<PartialMove> {
        let _ = by;
        path_choices::moved_piece(self, position, path)
    }

    /// Returns questions that players answer by typing. The legal answers are moves: the
    /// question's notation and the answer. The host asks at the end of the path of such a move, or
    /// shows a button if it has no path.
    fn questions(&self, position: &Self::Position, by: Seat) -> Vec<MoveOption> {
        let _ = (position, by);
        Vec::new()
    }

    /// Returns the continuations of a path, or `None` to derive them from the paths of all legal
    /// moves.
    fn choices(&self, position: &Self::Position, by: Seat, path: &[Site]) -> Option<Choices> {
        let _ = (position, by, path);
        None
    }

    /// Returns the effects of a move, for animation and sound. The default compares the pieces
    /// before and after.
    fn effects(
        &self,
        before: &Self::Position,
        by: Seat,
        mv: Self::Move,
        after: &Self::Position,
    ) -> Vec<Effect> {
        let _ = (by, mv);
        effects::compare(self, before, after)
    }

    /// Returns marks on the board. The SDK adds those of the last move.
    fn marks(&self, position: &Self::Position) -> Vec<Mark> {
        let _ = position;
        Vec::new()
    }

    /// Tells whether a move is a pass. The SDK shows a note on a forced pass. The default
    /// recognises the notation `pass`.
    fn is_pass(&self, position: &Self::Position, by: Seat, mv: Self::Move) -> bool {
        self.notation(position, by, mv) == "pass"
    }

    /// Returns a note on the last move. It replaces the SDK's note on a forced pass.
    fn note(&self, position: &Self::Position) -> Option<Message> {
        let _ = position;
        None
    }

    /// Returns a prompt for the mover, if the choice needs an explanation.
    fn prompt(&self, position: &Self::Position) -> Option<Message> {
        let _ = position;
        None
    }

    /// Returns further facts about the position, a line each.
    fn facts(&self, position: &Self::Position) -> Vec<Message> {
        let _ = position;
        Vec::new()
    }

    // ---- Endings: repetition, players who leave. ----

    /// Returns the number of occurrences of a position that end the game; 0 is no limit.
    fn repetition_limit(&self) -> u8 {
        0
    }

    /// Returns a number for positions that count as the same for repetition: the pieces
    /// and the mover, without counters. The default is the [`key`](Game::key).
    fn repetition_key(&self, position: &Self::Position) -> u64 {
        self.key(position)
    }

    /// Tells whether no earlier position can occur again after this move.
    fn is_irreversible(&self, before: &Self::Position, mv: Self::Move) -> bool {
        let _ = (before, mv);
        false
    }

    /// Returns the ranks if repetition ends the game. The default is a draw.
    fn repetition_ranks(&self, position: &Self::Position) -> Ranks {
        Ranks::draw(self.seats(position).len() as u8)
    }

    /// Returns the position after a player left, or `None` if that ends the game. Then the player
    /// is last, and the others share the first place.
    fn remove_player(&self, position: &Self::Position, who: Seat) -> Option<Self::Position> {
        let _ = (position, who);
        None
    }

    // ---- Speed: perft, playouts and search. ----

    /// Returns a number that is equal for positions with the same future, on every machine. The
    /// SDK adds repetitions to it. The default hashes the position. A game that updates a key with
    /// every move (Zobrist 1970) returns that key.
    fn key(&self, position: &Self::Position) -> u64 {
        let mut hasher = KeyHasher::default();
        position.hash(&mut hasher);
        hasher.finish()
    }

    /// Plays a legal move in perft, playouts and search, where it is not shown. May leave out data
    /// that only players see, such as points of the last turn and notes.
    #[inline]
    fn play_fast(&self, position: &mut Self::Position, by: Seat, mv: Self::Move) {
        self.play(position, by, mv);
    }

    /// Returns the number of legal moves; 0 for a seat that may not act. The default
    /// lists them.
    fn count_moves(&self, position: &Self::Position, by: Seat) -> u64 {
        let mut moves = Vec::new();
        self.legal_moves(position, by, &mut moves);
        moves.len() as u64
    }

    /// Returns the `n`th legal move in an order of the game's choice, `n` below
    /// [`count_moves`](Game::count_moves). The default lists them.
    fn nth_move(&self, position: &Self::Position, by: Seat, n: u64) -> Self::Move {
        let mut moves = Vec::new();
        self.legal_moves(position, by, &mut moves);
        moves[n as usize]
    }

    /// Returns the number of legal moves, at least one, and a random one of them. This takes most
    /// of the time of a playout. The default counts the moves and calls
    /// [`nth_move`](Game::nth_move); a game may do both at once.
    fn random_move(
        &self,
        position: &Self::Position,
        by: Seat,
        random: &mut Random,
    ) -> (u64, Self::Move) {
        let count = self.count_moves(position, by);
        (count, self.nth_move(position, by, random.below(count)))
    }

    /// Returns the total number of replies to these legal moves of one seat. A move that ends the
    /// game has none. This takes most of the time of perft: a game may count only the changes of
    /// each move.
    fn count_replies(&self, position: &Self::Position, by: Seat, moves: &[Self::Move]) -> u64 {
        moves.iter().map(|mv| count::replies(self, position, by, *mv)).sum()
    }

    /// Plays random moves from a position that is not over, to the end of the game or for at most
    /// `limit` plies. Returns `None` if the game has no fast method; the SDK then plays move by
    /// move. Afterwards the position is used only for [`ranks`](Game::ranks). With
    /// [`PlayoutPolicy::Uniform`] each ply is that of [`random_move`](Game::random_move), so that
    /// both methods play the same games. Appends the moves to `played` if it is given.
    fn playout(
        &self,
        position: &mut Self::Position,
        random: &mut Random,
        policy: PlayoutPolicy,
        limit: u32,
        played: Option<&mut Vec<(Seat, Self::Move)>>,
    ) -> Option<PlayoutSummary> {
        let _ = (position, random, policy, limit, played);
        None
    }

    // ---- Search: what makes a stronger computer player. ----

    /// Writes the value for each seat, in hundredths of [`About::unit`]. Returns false if the game
    /// has no evaluation. Games with an evaluation use alpha-beta search, others Monte-Carlo tree
    /// search. The most frequent call of alpha-beta: keep it cheap.
    fn evaluate(&self, position: &Self::Position, values: &mut [i32]) -> bool {
        let _ = (position, values);
        false
    }

    /// Returns the network of this ruleset, if it has one: it takes the place of
    /// [`evaluate`](Game::evaluate) in a search.
    fn network(&self) -> Option<&Network> {
        None
    }

    /// Writes the [`content`](network::content) of each site for the [`network`](Game::network).
    /// Returns false for a position that the network cannot value, such as one with walls that it
    /// does not know; it gets its value from [`evaluate`](Game::evaluate). Called at every node of
    /// a search: a game with sets of pieces should not ask site by site, as the default does.
    fn network_contents(&self, position: &Self::Position, out: &mut [u8]) -> bool {
        let Some(network) = self.network() else { return false };
        for (site, content) in (0..).zip(out) {
            let piece = self.piece(position, site);
            *content = piece.map_or(0, |it| network::content(network.seats(), it.kind, it.color));
            if usize::from(*content) >= network.contents() {
                return false;
            }
        }
        true
    }

    /// Appends the legal moves for a search, at least one. The default appends all. A game may
    /// leave out moves that are never better than another.
    fn search_moves(&self, position: &Self::Position, by: Seat, out: &mut Vec<Self::Move>) {
        self.legal_moves(position, by, out);
    }

    /// Returns a cheap estimate of the immediate gain of a legal move, in hundredths of
    /// [`About::unit`]. Moves with a higher score are searched first. The default is 100 for
    /// captures by [`target_kind`](Game::target_kind), else 0.
    fn move_order_score(&self, position: &Self::Position, by: Seat, mv: Self::Move) -> i32 {
        if self.target_kind(position, by, mv) == TargetKind::Capture { 100 } else { 0 }
    }

    /// Returns the index of a move in the tables of the history heuristic (Schaeffer 1983).
    /// Similar moves of different positions share an index, such as moves to the same site. By
    /// default all moves have index 0, which turns the heuristic off.
    fn history_index(&self, mv: Self::Move) -> u32 {
        let _ = mv;
        0
    }

    /// Appends the legal moves that quiescence search follows beyond the horizon, such as
    /// captures. The default appends none.
    fn tactical_moves(&self, position: &Self::Position, by: Seat, out: &mut Vec<Self::Move>) {
        let _ = (position, by, out);
    }

    /// Gives the turn to another seat, as if the seats between had passed, for null-move pruning
    /// (Donninger 1993). Returns false and changes nothing if null moves are unsuitable, as in
    /// games with zugzwang.
    fn null_move(&self, position: &mut Self::Position, to: Seat) -> bool {
        let _ = (position, to);
        false
    }

    // ---- Chance: dice, cards, random setups. ----

    /// Returns the outcomes of chance with their weights, or `None` if there are more than
    /// `limit`. Required for games with [`Status::Chance`].
    fn chance_outcomes(
        &self,
        position: &Self::Position,
        limit: u32,
    ) -> Option<Vec<(Self::Move, u32)>> {
        let _ = (position, limit);
        None
    }

    /// Returns the outcome of chance for a random number, uniform on all 64 bits. The default
    /// picks from [`chance_outcomes`](Game::chance_outcomes).
    fn sample_outcome(&self, position: &Self::Position, random: u64) -> Option<Self::Move> {
        let outcomes = self.chance_outcomes(position, u32::MAX)?;
        let total: u64 = outcomes.iter().map(|(_, weight)| u64::from(*weight)).sum();
        let mut left = ((u128::from(random) * u128::from(total)) >> 64) as u64;
        for (mv, weight) in &outcomes {
            if left < u64::from(*weight) {
                return Some(*mv);
            }
            left -= u64::from(*weight);
        }
        None
    }

    // ---- Boards of your own: any graph, boards that change or grow. ----

    /// Returns the number of sites. The default is that of the
    /// [`topology`](Game::topology).
    fn sites(&self, position: &Self::Position) -> u32 {
        let _ = position;
        self.topology().expect(NO_BOARD).sites()
    }

    /// Returns the geometry of the board in a view. The default is that of the
    /// [`topology`](Game::topology).
    fn drawing<'a>(&'a self, position: &'a Self::Position, view: u16) -> Cow<'a, Patch> {
        let _ = position;
        Cow::Borrowed(self.topology().expect(NO_BOARD).drawing(view))
    }

    /// Returns a number that changes when an existing part of the drawing changes. Growth alone is
    /// not a change.
    fn revision(&self, position: &Self::Position) -> u32 {
        let _ = position;
        0
    }

    /// Returns the size of the drawing in a view. The default measures [`drawing`](Game::drawing).
    fn extent(&self, position: &Self::Position, view: u16) -> Extent {
        self.drawing(position, view).extent(self.revision(position))
    }

    /// Returns the part of the drawing beyond an extent, at most `limit` elements of each kind.
    /// The default copies it from [`drawing`](Game::drawing); a game whose board grows makes only
    /// this part.
    fn drawing_beyond(
        &self,
        position: &Self::Position,
        view: u16,
        beyond: Extent,
        limit: u32,
    ) -> Patch {
        self.drawing(position, view).beyond(beyond, limit)
    }

    /// Returns sites that could follow a path but do not exist yet.
    fn proposed_sites(&self, position: &Self::Position, view: u16, path: &[Site]) -> Patch {
        let _ = (position, view, path);
        Patch::default()
    }
}

const NO_BOARD: &str = "a game without a topology implements `sites` and `drawing`";

/// A plugin: a family of games that opens rulesets.
pub trait Plugin: Send + Sync + Sized + 'static {
    /// The plugin's part of a ruleset. The host checks rulesets against its schema, and editors
    /// complete its keys.
    type Ruleset: DeserializeOwned + JsonSchema;

    /// Opens a ruleset.
    ///
    /// # Errors
    /// All errors in its meaning. The host has checked its structure already.
    fn open(ruleset: Self::Ruleset) -> Result<OpenedGame, Vec<Diagnostic>>;
}
