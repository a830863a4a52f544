//! Implements the contract for any [`Game`](crate::Game): cursors with undo, pages, paths,
//! previews and texts.

mod moves_text;
mod observation;

use std::marker::PhantomData;
use std::sync::Arc;

use boardloom_contract as contract;

use crate::game::{Game, Status};
use crate::history::History;
use crate::network;
use crate::observation::HiddenInformation;
use crate::origin::{self, Origin};
use crate::path_choices;
use crate::position_text;
use crate::search::{self, Settings};
use crate::sorting::sort_by;
use crate::undo::{CopyMake, MakeUnmake, Undoable, Unmake};
use moves_text::MOVES;
use observation::Observing;

use crate::{
    About, CHANCE, Choices, Cursor, Diagnostic, Effect, Extent, GameStatus, Mark, Message, Outcome,
    PAGE, PartialMove, Patch, Piece, PlayoutStats, PluginResult, Searcher, Seat, Site, count,
};

/// A game behind the contract's interface: the result of [`Plugin::open`](crate::Plugin::open).
pub struct OpenedGame(Box<dyn FnOnce(Option<Origin>) -> Box<dyn contract::OpenGame> + Send>);

impl OpenedGame {
    /// Wraps a game.
    pub fn game<G: Game>(game: G) -> Self {
        OpenedGame::with_undo::<G, CopyMake>(game, None)
    }

    /// Wraps a game that undoes moves itself.
    pub fn undoable<G: Undoable>(game: G) -> Self {
        OpenedGame::with_undo::<G, MakeUnmake>(game, None)
    }

    /// Wraps a game in which seats do not see everything.
    pub fn hidden<G: HiddenInformation>(game: G) -> Self {
        OpenedGame::with_undo::<G, CopyMake>(game, Some(Observing::of()))
    }

    fn with_undo<G: Game, M: Unmake<G>>(game: G, observing: Option<Observing<G, M>>) -> Self {
        let game = Arc::new(game);
        OpenedGame(Box::new(move |origin| {
            let origin = origin.map(Arc::new);
            Box::new(OpenGame::<G, M> { game, origin, observing, unmake: PhantomData })
        }))
    }

    /// Wraps a game that implements the contract's interface itself, because its board is too
    /// large for positions that are cloned.
    pub fn custom(game: Box<dyn contract::OpenGame>) -> Self {
        OpenedGame(Box::new(|_| game))
    }

    /// Returns the game behind the contract's interface.
    pub fn into_game(self) -> Box<dyn contract::OpenGame> {
        (self.0)(None)
    }

    /// Returns the game, which remembers its ruleset.
    pub(crate) fn with_origin(self, origin: Origin) -> Box<dyn contract::OpenGame> {
        (self.0)(Some(origin))
    }
}

struct OpenGame<G: Game, M: Unmake<G>> {
    game: Arc<G>,
    origin: Option<Arc<Origin>>,
    observing: Option<Observing<G, M>>,
    unmake: PhantomData<fn() -> M>,
}

impl<G: Game, M: Unmake<G>> OpenGame<G, M> {
    fn session(&self, base: Option<String>, position: G::Position) -> Session<G, M> {
        let game = Arc::clone(&self.game);
        let seats = game.about().seats;
        let history = History::new(&*game, position);
        Session {
            game,
            origin: self.origin.clone(),
            observing: self.observing,
            observer: None,
            start: None,
            seats,
            base,
            history,
            record: Vec::new(),
            listing: None,
        }
    }

    fn restore(&self, bytes: &[u8]) -> Result<Session<G, M>, Message> {
        let bad =
            |what: &str| Message::new("load.bad", format!("this is no saved position: {what}"));
        let (base, moves): SavedGame =
            serde_json::from_slice(bytes).map_err(|_| bad("expected what `save` wrote"))?;
        let position = match &base {
            Some(text) => self.game.read(text)?,
            None => self.game.start(),
        };
        let mut session = self.session(base, position);
        for (by, mv) in moves {
            match mv {
                Some(mv) => session.play_text(by, &mv).map_err(|e| bad(&e.text))?,
                None => session.remove(by).map_err(|e| bad(&e.text))?,
            };
        }
        session.history.forget_undo();
        Ok(session)
    }
}

impl<G: Game, M: Unmake<G>> contract::OpenGame for OpenGame<G, M> {
    fn warnings(&self) -> PluginResult<Vec<Diagnostic>> {
        Ok(self.game.warnings())
    }

    fn about(&self) -> PluginResult<About> {
        Ok(position_text::complete(&*self.game, self.game.about()))
    }

    fn explain(&self) -> PluginResult<Vec<Message>> {
        Ok(self.game.explain())
    }

    fn start(&self) -> PluginResult<Box<dyn Cursor>> {
        Ok(Box::new(self.session(None, self.game.start())))
    }

    fn load(&self, bytes: &[u8]) -> PluginResult<Result<Box<dyn Cursor>, Message>> {
        Ok(self.restore(bytes).map(|session| Box::new(session) as Box<dyn Cursor>))
    }

    fn read(&self, text: &str) -> PluginResult<Result<Box<dyn Cursor>, Message>> {
        let session = match self.game.read(text) {
            Ok(position) => Ok(self.session(Some(text.to_owned()), position)),
            Err(_) if text.contains(MOVES) => self.read_moves(text),
            Err(refusal) if position_text::is_no_set_up(&refusal) => self.read_moves(text),
            Err(refusal) => Err(refusal),
        };
        Ok(session.map(|session| Box::new(session) as Box<dyn Cursor>))
    }
}

/// The seat and the notation of a move; `None` is the removal of the player.
type PlayedMove = (Seat, Option<String>);

/// The format of `save`: the text of the start and the moves since. Repetition needs the moves,
/// and a new build of a plugin can still follow them.
type SavedGame = (Option<String>, Vec<PlayedMove>);

/// The legal moves of a seat in order of notation.
struct MoveList<M> {
    seat: Seat,
    names: Vec<String>,
    moves: Vec<M>,
}

impl<M: Copy> MoveList<M> {
    fn get(&self, name: &str) -> Option<M> {
        let at = self.names.binary_search_by(|own| own.as_str().cmp(name)).ok()?;
        Some(self.moves[at])
    }
}

/// A cursor over a game's positions.
struct Session<G: Game, M: Unmake<G>> {
    game: Arc<G>,
    origin: Option<Arc<Origin>>,
    observing: Option<Observing<G, M>>,
    /// The observer, if this is an observation: `Some(None)` is a spectator.
    observer: Option<Option<Seat>>,
    /// The start of a resampled position, which may have no text.
    start: Option<Arc<G::Position>>,
    seats: u8,
    base: Option<String>,
    history: History<G, M>,
    /// All moves since `base`.
    record: Vec<PlayedMove>,
    /// The legal moves, listed on first use.
    listing: Option<MoveList<G::Move>>,
}

impl<G: Game, M: Unmake<G>> Session<G, M> {
    fn copy(&self) -> Self {
        Session {
            game: Arc::clone(&self.game),
            origin: self.origin.clone(),
            observing: self.observing,
            observer: self.observer,
            start: self.start.clone(),
            seats: self.seats,
            base: self.base.clone(),
            history: self.history.clone(),
            record: self.record.clone(),
            listing: None,
        }
    }

    fn may_act(&self, by: Seat) -> bool {
        search::may_act(self.history.status(&self.game), by)
    }

    fn list_moves(&mut self, by: Seat) -> &MoveList<G::Move> {
        let known = self.listing.as_ref().is_some_and(|listing| listing.seat == by);
        if !known {
            let mut moves = Vec::new();
            if self.may_act(by) {
                self.game.legal_moves(&self.history.position, by, &mut moves);
            }
            let name = |mv: &G::Move| self.game.notation(&self.history.position, by, *mv);
            let mut listed: Vec<(String, G::Move)> =
                moves.iter().map(|mv| (name(mv), *mv)).collect();
            sort_by(&mut listed, |one, other| one.0.cmp(&other.0));
            let (names, moves) = listed.into_iter().unzip();
            self.listing = Some(MoveList { seat: by, names, moves });
        }
        self.listing.as_ref().expect("made above")
    }

    fn find(&self, by: Seat, mv: &str) -> Option<G::Move> {
        if !self.may_act(by) {
            return None;
        }
        match &self.listing {
            Some(listing) if listing.seat == by => listing.get(mv),
            _ => self.game.parse_move(&self.history.position, by, mv),
        }
    }

    fn refusal(&self, by: Seat, mv: &str) -> Message {
        if self.history.status(&self.game) == Status::Over {
            return Message::new("illegal.over", "the game is over: no move can be played");
        }
        if !self.may_act(by) {
            return match by {
                CHANCE => Message::new("illegal.chance", "it is not for chance to move now"),
                _ => Message::new("illegal.seat", "it is not your turn")
                    .with("seat", u16::from(by) + 1),
            };
        }
        self.game.refusal(&self.history.position, by, mv).unwrap_or_else(|| {
            Message::new("illegal.move", "`{move}` is not a legal move here").with("move", mv)
        })
    }

    fn play_text(&mut self, by: Seat, mv: &str) -> Result<Vec<Effect>, Message> {
        let found = self.find(by, mv).ok_or_else(|| self.refusal(by, mv))?;
        let effects = self.history.play(&self.game, by, found);
        self.record.push((by, Some(mv.to_owned())));
        self.listing = None;
        Ok(effects)
    }

    fn remove(&mut self, who: Seat) -> Result<Vec<Effect>, Message> {
        let seats = self.game.seats(&self.history.position);
        let plays = seats.get(usize::from(who)).is_some_and(|seat| seat.active);
        if !plays || self.history.status(&self.game) == Status::Over {
            return Err(Message::new("illegal.leave", "seat {seat} does not take part any more")
                .with("seat", u16::from(who) + 1));
        }
        let effects = self.history.remove_player(&self.game, who, self.seats);
        self.record.push((who, None));
        self.listing = None;
        Ok(effects)
    }

    fn undo_last(&mut self) -> bool {
        let undone = self.history.undo(&self.game);
        if undone {
            self.record.pop();
            self.listing = None;
        }
        undone
    }

    fn game_status(&self) -> GameStatus {
        let (game, position) = (&*self.game, &self.history.position);
        let status = self.history.status(game);
        let mut seats = game.seats(position);
        if let Some(who) = self.history.verdict.as_ref().and_then(|verdict| verdict.removed) {
            seats[usize::from(who)].active = false;
        }
        let acting = match status {
            Status::Turn(seat) => vec![seat],
            Status::Together(mask) => (0..16).filter(|seat| mask >> seat & 1 != 0).collect(),
            Status::Chance | Status::Over => Vec::new(),
        };
        let outcome = (status == Status::Over).then(|| Outcome {
            ranks: self.history.ranks(game).as_slice().to_vec(),
            reason: self.history.reason(game),
        });
        GameStatus {
            ply: self.history.ply,
            acting,
            chance: status == Status::Chance,
            seats,
            outcome,
            note: game.note(position).or_else(|| self.history.last.forced_pass.then(forced_pass)),
            prompt: if status == Status::Over { None } else { game.prompt(position) },
            facts: game.facts(position),
            key: self.history.key(game),
            sites: game.sites(position),
        }
    }
}

fn forced_pass() -> Message {
    Message::new("note.pass", "No move was possible: passed.")
}

impl<G: Game, M: Unmake<G>> Cursor for Session<G, M> {
    fn status(&mut self) -> PluginResult<GameStatus> {
        Ok(self.game_status())
    }

    fn pieces(&mut self, first: Site, limit: u32) -> PluginResult<Vec<(Site, Piece)>> {
        let end = first.saturating_add(limit).min(self.game.sites(&self.history.position));
        let sites: Vec<Site> = (first..end).collect();
        self.pieces_at(&sites)
    }

    fn pieces_at(&mut self, sites: &[Site]) -> PluginResult<Vec<(Site, Piece)>> {
        let (mut found, mut stack) = (Vec::new(), Vec::new());
        let known = self.game.sites(&self.history.position);
        for site in sites.iter().copied().filter(|site| *site < known) {
            self.game.stack(&self.history.position, site, &mut stack);
            found.extend(stack.drain(..).map(|piece| (site, piece)));
        }
        Ok(found)
    }

    fn choices(&mut self, by: Seat, path: &[Site]) -> PluginResult<Choices> {
        if !self.may_act(by) {
            return Ok(Choices::default());
        }
        let own = self.game.choices(&self.history.position, by, path);
        Ok(own.unwrap_or_else(|| {
            path_choices::choices(&*self.game, &self.history.position, by, path)
        }))
    }

    fn paths(&mut self, by: Seat, mv: &str) -> PluginResult<Vec<Vec<Site>>> {
        let mut paths = Vec::new();
        if let Some(mv) = self.find(by, mv) {
            self.game.paths(&self.history.position, by, mv, &mut paths);
            paths.truncate(256);
        }
        Ok(paths)
    }

    fn count_moves(&mut self, by: Seat) -> PluginResult<u64> {
        Ok(if self.may_act(by) { self.game.count_moves(&self.history.position, by) } else { 0 })
    }

    fn legal_moves(
        &mut self,
        by: Seat,
        after: Option<&str>,
        limit: u32,
    ) -> PluginResult<Vec<String>> {
        let names = &self.list_moves(by).names;
        let from = after.map_or(0, |after| names.partition_point(|name| name.as_str() <= after));
        let to = names.len().min(from.saturating_add(limit.min(PAGE) as usize));
        Ok(names[from..to].to_vec())
    }

    fn is_legal(&mut self, by: Seat, mv: &str) -> PluginResult<bool> {
        Ok(self.find(by, mv).is_some())
    }

    fn parse(&mut self, by: Seat, text: &str) -> PluginResult<Result<String, Message>> {
        let text = text.trim();
        if self.find(by, text).is_some() {
            return Ok(Ok(text.to_owned()));
        }
        if !self.may_act(by) {
            return Ok(Err(self.refusal(by, text)));
        }
        let spelled = self.game.notation_alias(&self.history.position, by, text);
        if let Some(mv) = spelled.filter(|mv| self.find(by, mv).is_some()) {
            return Ok(Ok(mv));
        }
        self.list_moves(by);
        let MoveList { names, moves, .. } = self.listing.as_ref().expect("made above");
        // Describing more than a page of moves may take too long.
        let is_described = |mv| {
            let describe = || self.game.describe_move(&self.history.position, by, mv).text;
            names.len() <= PAGE as usize && describe().eq_ignore_ascii_case(text)
        };
        let mut alike = names
            .iter()
            .zip(moves)
            .filter(|(name, mv)| name.eq_ignore_ascii_case(text) || is_described(**mv));
        match (alike.next(), alike.next()) {
            (Some((name, _)), None) => Ok(Ok(name.clone())),
            _ => Ok(Err(self.refusal(by, text))),
        }
    }

    fn describe_move(&mut self, by: Seat, mv: &str) -> PluginResult<Message> {
        Ok(match self.find(by, mv) {
            Some(found) => self.game.describe_move(&self.history.position, by, found),
            None => Message::new("move", mv),
        })
    }

    fn play(&mut self, by: Seat, mv: &str) -> PluginResult<Result<Vec<Effect>, Message>> {
        Ok(self.play_text(by, mv))
    }

    fn preview(
        &mut self,
        by: Seat,
        mv: &str,
    ) -> PluginResult<Result<(GameStatus, Vec<Effect>), Message>> {
        let listing = self.listing.take();
        let effects = self.play_text(by, mv);
        let seen = effects.map(|effects| {
            let status = self.game_status();
            self.undo_last();
            (status, effects)
        });
        self.listing = listing;
        Ok(seen)
    }

    fn remove_player(&mut self, who: Seat) -> PluginResult<Result<Vec<Effect>, Message>> {
        Ok(self.remove(who))
    }

    fn chance_outcomes(&mut self, limit: u32) -> PluginResult<Option<Vec<(String, u32)>>> {
        if self.history.status(&self.game) != Status::Chance {
            return Ok(None);
        }
        let position = &self.history.position;
        let odds =
            self.game.chance_outcomes(position, limit).filter(|odds| odds.len() <= limit as usize);
        Ok(odds.map(|odds| {
            odds.into_iter()
                .map(|(mv, weight)| (self.game.notation(position, CHANCE, mv), weight))
                .collect()
        }))
    }

    fn sample_outcome(&mut self, random: u64) -> PluginResult<String> {
        if self.history.status(&self.game) != Status::Chance {
            return Ok(String::new());
        }
        let position = &self.history.position;
        let mv = self.game.sample_outcome(position, random);
        Ok(mv.map(|mv| self.game.notation(position, CHANCE, mv)).unwrap_or_default())
    }

    fn undo(&mut self) -> PluginResult<bool> {
        Ok(self.undo_last())
    }

    fn fork(&mut self) -> PluginResult<Box<dyn Cursor>> {
        Ok(Box::new(self.copy()))
    }

    fn save(&mut self) -> PluginResult<Vec<u8>> {
        let saved = serde_json::to_vec(&(&self.base, &self.record));
        Ok(saved.expect("texts and numbers can be written"))
    }

    fn write(&mut self, form: &str) -> PluginResult<Result<String, Message>> {
        if form == position_text::HISTORY {
            return Ok(Ok(self.moves()));
        }
        Ok(match self.game.write(&self.history.position, form) {
            Err(refusal) if position_text::is_no_set_up(&refusal) => Ok(self.moves()),
            written => written,
        })
    }

    fn extent(&mut self, view: u16) -> PluginResult<Extent> {
        Ok(self.game.extent(&self.history.position, view))
    }

    fn drawing_beyond(&mut self, view: u16, beyond: Extent, limit: u32) -> PluginResult<Patch> {
        Ok(self.game.drawing_beyond(&self.history.position, view, beyond, limit))
    }

    fn proposed_sites(&mut self, view: u16, path: &[Site]) -> PluginResult<Patch> {
        Ok(self.game.proposed_sites(&self.history.position, view, path))
    }

    fn partway(&mut self, by: Seat, path: &[Site]) -> PluginResult<Option<PartialMove>> {
        if path.is_empty() || self.choices(by, path)?.targets.is_empty() {
            return Ok(None);
        }
        Ok(self.game.partway(&self.history.position, by, path))
    }

    fn marks(&mut self) -> PluginResult<Vec<Mark>> {
        let mut marks = Vec::new();
        let last = &self.history.last;
        for (role, sites) in [("last-from", &last.touched.from), ("last-to", &last.touched.to)] {
            if !sites.is_empty() {
                let (role, sites, seat) = (role.to_owned(), sites.clone(), last.mover);
                marks.push(Mark { role, sites, joined: false, seat, text: None });
            }
        }
        marks.extend(self.game.marks(&self.history.position));
        Ok(marks)
    }

    fn observe(&mut self, observer: Option<Seat>) -> PluginResult<Option<Box<dyn Cursor>>> {
        let observation = self.observing.and_then(|it| (it.observe)(self, observer));
        Ok(observation.map(|observation| Box::new(observation) as Box<dyn Cursor>))
    }

    fn observed_move(
        &mut self,
        observer: Option<Seat>,
        by: Seat,
        mv: &str,
    ) -> PluginResult<String> {
        let observed = self.observing.and_then(|it| (it.observed_move)(self, observer, by, mv));
        Ok(observed.unwrap_or_else(|| mv.to_owned()))
    }

    fn resample(&mut self, random: u64) -> PluginResult<Option<Box<dyn Cursor>>> {
        let whole = self.observing.and_then(|it| (it.resample)(self, random));
        Ok(whole.map(|whole| Box::new(whole) as Box<dyn Cursor>))
    }

    fn perft(&mut self, depth: u32, listed: bool) -> PluginResult<u64> {
        if self.history.verdict.is_some() {
            return Ok(u64::from(depth == 0));
        }
        Ok(count::perft_by::<G, M>(&self.game, &self.history, depth, listed))
    }

    fn playouts(
        &mut self,
        games: u32,
        seed: u64,
        cut: u32,
        listed: bool,
    ) -> PluginResult<PlayoutStats> {
        Ok(count::playouts(&*self.game, &self.history, games, seed, cut, listed))
    }

    fn evaluate(&mut self) -> PluginResult<Vec<i32>> {
        let mut values = vec![0; usize::from(self.seats)];
        let valued = network::evaluate(&*self.game, &self.history.position, &mut values);
        Ok(if valued { values } else { Vec::new() })
    }

    fn search(
        &mut self,
        settings: &str,
        seed: u64,
        memory: u64,
    ) -> PluginResult<Result<Box<dyn Searcher>, Message>> {
        let (own, others) = match Settings::read(settings) {
            Ok(read) => read,
            Err(refusal) => return Ok(Err(refusal)),
        };
        if let Some(other) = self.origin.as_ref().and_then(|origin| origin.with(others)) {
            return origin::search(other, &self.save()?, settings, seed, memory);
        }
        Ok(Ok(search::begin(&self.game, &self.history, self.seats, own, seed, memory)))
    }
}
