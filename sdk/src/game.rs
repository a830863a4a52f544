//! What a rules author writes: [`Game`] and [`Plugin`].

use std::borrow::Cow;
use std::fmt::Debug;

use schemars::JsonSchema;
use serde::de::{Deserialize, DeserializeOwned};
use serde_json::Value;

use crate::fields::Table;
use crate::random::Random;
use crate::{
    About, Choices, Diagnostic, Effect, Ending, Extent, Mark, Message, Patch, Piece, Seat,
    SeatState, Site, Touch, count, effects, session::Opened,
};

/// The most seats that a game written with this SDK can have.
pub const MAX_SEATS: usize = 16;

/// Who is to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// One seat.
    Turn(Seat),
    /// Any of several seats, one bit each: they decide at the same time.
    Together(u16),
    /// Chance: see [`Game::odds`].
    Chance,
    /// Nobody: see [`Game::ranks`] and [`Game::reason`].
    Over,
}

/// How [`Game::run_out`] picks moves at random.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Picks {
    /// One like any other.
    Even,
    /// As a search wants it: a game may prefer moves that are known to be good, and
    /// leave out those that are never better than another.
    Keen,
}

/// What was played by [`Game::run_out`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// How many plies.
    pub plies: u32,
    /// How many moves there were to choose from, over all of them.
    pub choices: u64,
    /// Whether the game is over.
    pub over: bool,
}

/// Places by seat: 0 is first, equal numbers share a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ranks {
    ranks: [u8; MAX_SEATS],
    seats: u8,
}

impl Ranks {
    /// Returns what a draw between all seats is.
    pub fn draw(seats: u8) -> Self {
        Ranks { ranks: [0; MAX_SEATS], seats }
    }

    /// Returns what a win of one seat over all others is.
    pub fn win(seats: u8, winner: Seat) -> Self {
        let mut ranks = [1; MAX_SEATS];
        ranks[winner as usize] = 0;
        Ranks { ranks, seats }
    }

    /// Returns the places that scores give: the highest is first.
    pub fn by_score(scores: &[i64]) -> Self {
        let mut ranks = [0; MAX_SEATS];
        for (rank, score) in ranks.iter_mut().zip(scores) {
            *rank = scores.iter().filter(|other| *other > score).count() as u8;
        }
        Ranks { ranks, seats: scores.len() as u8 }
    }

    /// Returns the place of each seat.
    pub fn as_slice(&self) -> &[u8] {
        &self.ranks[..self.seats as usize]
    }

    /// Returns the seat that is first alone, or none.
    pub fn winner(&self) -> Option<Seat> {
        let ranks = self.as_slice();
        let first = ranks.iter().position(|rank| *rank == 0)?;
        let alone = ranks[first + 1..].iter().all(|rank| *rank != 0);
        alone.then_some(first as Seat)
    }

    /// Returns what the result is worth to a seat, from 0 (last) to 1 (first
    /// alone): the share of the others that it leaves behind, ties by half.
    pub fn worth(&self, seat: Seat) -> f32 {
        let ranks = self.as_slice();
        if ranks.len() < 2 {
            return if ranks.first() == Some(&0) { 1.0 } else { 0.0 };
        }
        let own = ranks[seat as usize];
        let beaten = ranks.iter().filter(|rank| **rank > own).count() as f32;
        let tied = ranks.iter().filter(|rank| **rank == own).count() as f32 - 1.0;
        (beaten + tied / 2.0) / (ranks.len() as f32 - 1.0)
    }
}

/// The rules of a game on a board that stands fixed once a ruleset is opened.
///
/// Required is what makes a game; everything else has a default that follows
/// from it. A position is a small plain value that can be cloned; what can be
/// computed once belongs into `Self`, made when the ruleset is opened. A
/// position's future may depend on nothing but the position: the SDK keeps
/// history, repetition, undo and paging.
///
/// Methods that take a move may rely on its being legal, unless they say
/// otherwise.
pub trait Game: Send + Sync + Sized + 'static {
    /// A position, side to move included.
    type Position: Clone + Send + Sync + 'static;
    /// A move.
    type Move: Copy + PartialEq + Debug + Send + Sync + 'static;
    /// What [`take_back`](Game::take_back) needs. For small positions this is
    /// the position before the move.
    type Undo: Clone + Send + Sync + 'static;

    /// Returns seats, colours, kinds of pieces, roles, views.
    fn about(&self) -> About;

    /// Returns the position before the first move.
    fn start(&self) -> Self::Position;

    /// Tells who is to move.
    fn status(&self, position: &Self::Position) -> Status;

    /// Appends the legal moves of a seat that may act, or of chance, in any
    /// order and without duplicates. There must be one at least.
    fn legal_moves(&self, position: &Self::Position, by: Seat, out: &mut Vec<Self::Move>);

    /// Plays a legal move.
    fn play(&self, position: &mut Self::Position, by: Seat, mv: Self::Move) -> Self::Undo;

    /// Plays a legal move that will not be taken back and that nobody looks at:
    /// perft, playouts and search play like this. May leave out what only a
    /// person is told (points of the last turn, notes), and what `take_back`
    /// needs.
    #[inline]
    fn advance(&self, position: &mut Self::Position, by: Seat, mv: Self::Move) {
        self.play(position, by, mv);
    }

    /// Plays a legal move and returns what it did, for whoever looks on: a
    /// cursor plays like this. By default keeps the position before the move and
    /// asks [`effects`](Game::effects); a game whose positions are large says what
    /// it does while it does it, and spares the copy.
    fn perform(
        &self,
        position: &mut Self::Position,
        by: Seat,
        mv: Self::Move,
    ) -> (Self::Undo, Vec<Effect>) {
        let before = position.clone();
        let undo = self.play(position, by, mv);
        let effects = self.effects(&before, by, mv, position);
        (undo, effects)
    }

    /// Takes a move back.
    fn take_back(&self, position: &mut Self::Position, undo: Self::Undo);

    /// Returns the places of a finished position.
    fn ranks(&self, position: &Self::Position) -> Ranks;

    /// Returns why a position is finished.
    fn reason(&self, position: &Self::Position) -> Message;

    /// Returns a move's notation: unique among the legal moves of the position.
    fn notation(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Appends the paths of sites that are this move, the plainest first; none
    /// for a button.
    fn paths(&self, position: &Self::Position, mv: Self::Move, out: &mut Vec<Vec<Site>>);

    /// Returns colour and score of each seat.
    fn seats(&self, position: &Self::Position) -> Vec<SeatState>;

    /// Returns how many sites there are.
    fn sites(&self, position: &Self::Position) -> u32;

    /// Returns the piece on a site, the top one of a stack.
    fn piece(&self, position: &Self::Position, site: Site) -> Option<Piece>;

    /// Returns what the board looks like in a view, in order of creation. A board
    /// that stands fixed lends what was made once; one that grows lends what its
    /// position keeps.
    fn drawing<'a>(&'a self, position: &'a Self::Position, view: u16) -> Cow<'a, Patch>;

    /// Returns a number for positions with the same future.
    fn key(&self, position: &Self::Position) -> u64;

    /// Writes one of the text forms of [`About::forms`].
    ///
    /// # Errors
    /// Where the form is unknown.
    fn write(&self, position: &Self::Position, form: &str) -> Result<String, Message>;

    /// Reads what `write` writes in the first form.
    ///
    /// # Errors
    /// Says what is wrong in the text, where, and what was expected.
    fn read(&self, text: &str) -> Result<Self::Position, Message>;

    // ---- Speed: counting and picking without listing. ----

    /// Returns how many legal moves there are; 0 for a seat that may not act.
    /// By default lists them.
    fn count_moves(&self, position: &Self::Position, by: Seat) -> u64 {
        let mut moves = Vec::new();
        self.legal_moves(position, by, &mut moves);
        moves.len() as u64
    }

    /// Returns the `n`th legal move in an order of the game's choice, `n` below
    /// [`count_moves`](Game::count_moves). By default lists them.
    fn nth_move(&self, position: &Self::Position, by: Seat, n: u64) -> Self::Move {
        let mut moves = Vec::new();
        self.legal_moves(position, by, &mut moves);
        moves[n as usize]
    }

    /// Returns how many legal moves there are, at least one, and one of them by
    /// chance: what playouts spend their time with. By default counts and takes the
    /// `n`th; games for which these are nearly the same work do it once.
    fn pick(&self, position: &Self::Position, by: Seat, random: &mut Random) -> (u64, Self::Move) {
        let count = self.count_moves(position, by);
        (count, self.nth_move(position, by, random.below(count)))
    }

    /// Returns the number of replies to all these legal moves of one seat
    /// together; none to a move that ends the game. This is what perft spends its
    /// time with: games whose moves change little count only what changed.
    fn count_replies(&self, position: &Self::Position, by: Seat, moves: &[Self::Move]) -> u64 {
        moves.iter().map(|mv| count::replies(self, position, by, *mv)).sum()
    }

    /// Plays a position that is not over on at random, to its end or for `most` plies,
    /// and tells what was played, or returns none where that is no quicker than move by
    /// move. What is left of the position need only tell its places. With
    /// [`Picks::Even`] each ply is to be what [`pick`](Game::pick) gives, so that the same
    /// games are played either way. Appends the moves to `played`, where it is given.
    fn run_out(
        &self,
        position: &mut Self::Position,
        random: &mut Random,
        picks: Picks,
        most: u32,
        played: Option<&mut Vec<(Seat, Self::Move)>>,
    ) -> Option<Run> {
        let _ = (position, random, picks, most, played);
        None
    }

    /// Returns the legal move with this notation. By default lists them all;
    /// games with very many moves read the text instead.
    fn find(&self, position: &Self::Position, by: Seat, notation: &str) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(position, by, &mut moves);
        moves.into_iter().find(|mv| self.notation(position, *mv) == notation)
    }

    /// Returns the notation that a person's text stands for, where the game
    /// knows other spellings; the SDK tries the text itself first.
    fn spelling(&self, position: &Self::Position, by: Seat, text: &str) -> Option<String> {
        let _ = (position, by, text);
        None
    }

    /// Returns the rules in force in plain words.
    fn explain(&self) -> Vec<Message> {
        Vec::new()
    }

    /// Returns what is doubtful in the ruleset and yet playable.
    fn warnings(&self) -> Vec<Diagnostic> {
        Vec::new()
    }

    // ---- Pointing. ----

    /// Tells what the last step of a move's path does.
    fn touch(&self, position: &Self::Position, mv: Self::Move) -> Touch {
        let _ = (position, mv);
        Touch::Quiet
    }

    /// Returns what a button or a menu says for a move.
    fn label(&self, position: &Self::Position, mv: Self::Move) -> Message {
        let text = self.notation(position, mv);
        Message::new(format!("move.{text}"), text)
    }

    /// Returns the piece that following the path would put on a target.
    fn placing(&self, position: &Self::Position, by: Seat, path: &[Site]) -> Option<Piece> {
        let _ = by;
        path.first().and_then(|site| self.piece(position, *site))
    }

    /// Returns questions with a typed answer: the answers that are legal stand
    /// in the list of moves, as prefix and answer. A question is asked where the
    /// path of such a move ends, or as a button where it has none.
    fn questions(&self, position: &Self::Position, by: Seat) -> Vec<Ending> {
        let _ = (position, by);
        Vec::new()
    }

    /// Returns what can follow a path, or none to have it made from the paths of
    /// all legal moves.
    fn choices(&self, position: &Self::Position, by: Seat, path: &[Site]) -> Option<Choices> {
        let _ = (position, by, path);
        None
    }

    /// Returns sites that could follow a path and do not stand yet.
    fn proposed(&self, position: &Self::Position, view: u16, path: &[Site]) -> Patch {
        let _ = (position, view, path);
        Patch::default()
    }

    /// Appends the pieces on a site from the bottom of a stack to its top.
    fn stack(&self, position: &Self::Position, site: Site, out: &mut Vec<Piece>) {
        out.extend(self.piece(position, site));
    }

    /// Returns a number that changes when something in the drawing changed that
    /// was there before; growth alone is no change.
    fn revision(&self, position: &Self::Position) -> u32 {
        let _ = position;
        0
    }

    /// Returns how much there is to draw in a view. By default measures
    /// [`drawing`](Game::drawing).
    fn extent(&self, position: &Self::Position, view: u16) -> Extent {
        self.drawing(position, view).extent(self.revision(position))
    }

    /// Returns what the drawing holds beyond an extent, at most `limit` of each
    /// kind. By default cuts it out of [`drawing`](Game::drawing); a game whose
    /// board grows makes only what is asked for.
    fn drawn(&self, position: &Self::Position, view: u16, beyond: Extent, limit: u32) -> Patch {
        self.drawing(position, view).beyond(beyond, limit)
    }

    /// Returns what a move did. By default compares the pieces before and after.
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

    /// Returns what should be pointed out, beside the last move.
    fn marks(&self, position: &Self::Position) -> Vec<Mark> {
        let _ = position;
        Vec::new()
    }

    /// Returns what a person should be told of the last move.
    fn note(&self, position: &Self::Position) -> Option<Message> {
        let _ = position;
        None
    }

    /// Returns what is expected of the mover, where it is not plainly a move.
    fn asks(&self, position: &Self::Position) -> Option<Message> {
        let _ = position;
        None
    }

    /// Returns further facts worth a line.
    fn facts(&self, position: &Self::Position) -> Vec<Message> {
        let _ = position;
        Vec::new()
    }

    // ---- Chance, retiring, repetition. ----

    /// Returns the outcomes of chance with weights, at most `limit`, or none
    /// where there are more. Required where chance can be to move.
    fn odds(&self, position: &Self::Position, limit: u32) -> Option<Vec<(Self::Move, u32)>> {
        let _ = (position, limit);
        None
    }

    /// Returns the outcome of chance that a number stands for. By default picks
    /// from the odds.
    fn draw(&self, position: &Self::Position, random: u64) -> Option<Self::Move> {
        let odds = self.odds(position, u32::MAX)?;
        let total: u64 = odds.iter().map(|(_, weight)| u64::from(*weight)).sum();
        let mut left = ((u128::from(random) * u128::from(total)) >> 64) as u64;
        for (mv, weight) in &odds {
            if left < u64::from(*weight) {
                return Some(*mv);
            }
            left -= u64::from(*weight);
        }
        None
    }

    /// Takes a seat out, or returns none where that ends the game: the seat that
    /// retired is last then, and the others share the first place.
    fn remove_player(&self, position: &mut Self::Position, who: Seat) -> Option<Self::Undo> {
        let _ = (position, who);
        None
    }

    /// Returns a number for positions that count as the same for repetition: what
    /// stands where and who moves, without counters. By default the key.
    fn repetition_key(&self, position: &Self::Position) -> u64 {
        self.key(position)
    }

    /// Returns at which occurrence of a position the game ends; 0 is never.
    fn repetition_limit(&self) -> u8 {
        0
    }

    /// Tells whether no earlier position can occur again after this move.
    fn irreversible(&self, before: &Self::Position, mv: Self::Move) -> bool {
        let _ = (before, mv);
        false
    }

    /// Returns the places when the limit of repetition is reached.
    fn repeated(&self, position: &Self::Position) -> Ranks {
        Ranks::draw(self.seats(position).len() as u8)
    }

    // ---- Search. ----

    /// Writes the value to each seat, in hundredths of [`About::unit`]; false where
    /// the game has no evaluation. A game that has one is searched by alpha-beta,
    /// which asks for nothing as often as for this.
    fn evaluate(&self, position: &Self::Position, values: &mut [i32]) -> bool {
        let _ = (position, values);
        false
    }

    /// Appends the legal moves that a computer player looks at, one at least: all, by
    /// default. A game leaves out those that are never better than another.
    fn candidates(&self, position: &Self::Position, by: Seat, out: &mut Vec<Self::Move>) {
        self.legal_moves(position, by, out);
    }

    /// Returns what a legal move gains at once, in hundredths of [`About::unit`], as
    /// far as that is quickly seen: in this order moves are searched. By default
    /// asks [`touch`](Game::touch) whether it captures.
    fn promise(&self, position: &Self::Position, mv: Self::Move) -> i32 {
        if self.touch(position, mv) == Touch::Capture { 100 } else { 0 }
    }

    /// Returns a number for moves that are alike in other positions (of the same
    /// piece to the same site, as a rule): by it a search remembers which moves were
    /// good. By default it is 0 for all, and nothing is remembered.
    fn slot(&self, mv: Self::Move) -> u32 {
        let _ = mv;
        0
    }

    /// Appends those legal moves of a seat without which a position cannot be
    /// valued, as captures that are threatened. By default there are none: every
    /// position is as good as [`evaluate`](Game::evaluate) says.
    fn unrest(&self, position: &Self::Position, by: Seat, out: &mut Vec<Self::Move>) {
        let _ = (position, by, out);
    }

    /// Gives the turn to another seat, as if those between had passed, or returns
    /// false where that means nothing. What a search learns from it is how much the
    /// right to move is worth.
    fn hand_over(&self, position: &mut Self::Position, to: Seat) -> bool {
        let _ = (position, to);
        false
    }

    /// Tells whether a search copies positions, or plays and takes back. By default
    /// it copies plain values of up to a kilobyte.
    fn copies(&self) -> bool {
        !std::mem::needs_drop::<Self::Position>() && size_of::<Self::Position>() <= 1024
    }
}

/// A family of rules as the host loads it: opens rulesets.
pub trait Plugin: Described + Send + Sync + Sized + 'static {
    /// The plugin's part of a ruleset: what it reads and, through its schema,
    /// what editors complete and the host checks.
    type Ruleset: DeserializeOwned + JsonSchema;

    /// Reads the plugin's part of a ruleset. By default serde does; a plugin that is
    /// short of bytes reads its tables by hand ([`fields`](crate::fields)) and spares
    /// twenty kilobytes.
    ///
    /// # Errors
    /// The first key that does not fit the type.
    fn read(table: Table) -> Result<Self::Ruleset, String> {
        Self::Ruleset::deserialize(Value::Object(table)).map_err(|error| error.to_string())
    }

    /// Opens a ruleset.
    ///
    /// # Errors
    /// All that is wrong with its meaning; its structure was checked already.
    fn open(ruleset: Self::Ruleset) -> Result<Opened, Vec<Diagnostic>>;
}

/// What a plugin says of its rulesets; [`export!`](crate::export) implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is a plugin that is not exported",
    note = "write `boardloom_sdk::export!({Self});` beside it"
)]
pub trait Described {
    /// Returns the JSON Schema of [`Plugin::Ruleset`].
    fn schema() -> String;
}
