//! Makes of any [`Game`](crate::Game) what the contract asks for: cursors with
//! undo, paging, paths, previews and text.

use std::sync::Arc;

use boardloom_contract as contract;
use serde_json::Value;

use crate::game::{Game, Status};
use crate::line::Line;
use crate::origin::{self, Origin};
use crate::pointing;
use crate::search::{self, Settings};
use crate::{
    About, CHANCE, Choices, Cursor, Diagnostic, Effect, Extent, GameStatus, Mark, Message, Outcome,
    PAGE, Patch, Piece, PluginResult, Searcher, Seat, Site, Tally, count, fields,
};

/// A ruleset that was opened: any game behind the contract's interface.
pub struct Opened(Box<dyn FnOnce(Option<Origin>) -> Box<dyn contract::Game> + Send>);

impl Opened {
    /// Wraps a game.
    pub fn game<G: Game>(game: G) -> Self {
        let game = Arc::new(game);
        Opened(Box::new(|origin| Box::new(Table { game, origin: origin.map(Arc::new) })))
    }

    /// Wraps what implements the contract's interface itself: a game whose board
    /// is too large and changes too much for positions that are cloned.
    pub fn custom(game: Box<dyn contract::Game>) -> Self {
        Opened(Box::new(|_| game))
    }

    /// Returns the game behind the contract's interface.
    pub fn into_game(self) -> Box<dyn contract::Game> {
        (self.0)(None)
    }

    /// Returns it with what it was opened with.
    pub(crate) fn from(self, origin: Origin) -> Box<dyn contract::Game> {
        (self.0)(Some(origin))
    }
}

struct Table<G: Game> {
    game: Arc<G>,
    origin: Option<Arc<Origin>>,
}

impl<G: Game> Table<G> {
    fn cursor(&self, base: Option<String>, position: G::Position) -> Session<G> {
        let game = Arc::clone(&self.game);
        let seats = game.about().seats;
        let line = Line::new(&*game, position);
        let origin = self.origin.clone();
        Session { game, origin, seats, base, line, history: Vec::new(), listing: None }
    }

    fn restore(&self, bytes: &[u8]) -> Result<Session<G>, Message> {
        let bad =
            |what: &str| Message::new("load.bad", format!("this is no saved position: {what}"));
        let saved = Saved::from_bytes(bytes).ok_or_else(|| bad("expected what `save` wrote"))?;
        let position = match &saved.base {
            Some(text) => self.game.read(text)?,
            None => self.game.start(),
        };
        let mut session = self.cursor(saved.base, position);
        for (by, mv) in saved.moves {
            match mv {
                Some(mv) => session.perform(by, &mv).map_err(|e| bad(&e.text))?,
                None => session.take_out(by).map_err(|e| bad(&e.text))?,
            };
        }
        session.line.settle();
        Ok(session)
    }
}

impl<G: Game> contract::Game for Table<G> {
    fn warnings(&self) -> PluginResult<Vec<Diagnostic>> {
        Ok(self.game.warnings())
    }

    fn about(&self) -> PluginResult<About> {
        Ok(self.game.about())
    }

    fn explain(&self) -> PluginResult<Vec<Message>> {
        Ok(self.game.explain())
    }

    fn start(&self) -> PluginResult<Box<dyn Cursor>> {
        Ok(Box::new(self.cursor(None, self.game.start())))
    }

    fn load(&self, bytes: &[u8]) -> PluginResult<Result<Box<dyn Cursor>, Message>> {
        Ok(self.restore(bytes).map(|session| Box::new(session) as Box<dyn Cursor>))
    }

    fn read(&self, text: &str) -> PluginResult<Result<Box<dyn Cursor>, Message>> {
        Ok(self.game.read(text).map(|position| {
            Box::new(self.cursor(Some(text.to_owned()), position)) as Box<dyn Cursor>
        }))
    }
}

/// What `save` writes: the way from the start, which rules of repetition need
/// anyway, and which a new build of a plugin can still follow.
struct Saved {
    base: Option<String>,
    moves: Vec<(Seat, Option<String>)>,
}

// By hand and by way of JSON values, as everything is read: derived it would weigh
// seven kilobytes in every plugin.
impl Saved {
    /// Returns the base, then of each move the seat and the notation.
    fn bytes(&self) -> Vec<u8> {
        let mut list = vec![Value::from(self.base.clone())];
        for (by, mv) in &self.moves {
            list.extend([Value::from(*by), Value::from(mv.clone())]);
        }
        Value::Array(list).to_string().into_bytes()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Saved> {
        let value = serde_json::from_str::<Value>(std::str::from_utf8(bytes).ok()?).ok()?;
        let (base, rest) = value.as_array()?.split_first()?;
        let text = |value: &Value| match value {
            Value::Null => Some(None),
            value => Some(Some(value.as_str()?.to_owned())),
        };
        let mut saved = Saved { base: text(base)?, moves: Vec::new() };
        for pair in rest.chunks(2) {
            let [by, mv] = pair else { return None };
            saved.moves.push((fields::whole(by)?, text(mv)?));
        }
        Some(saved)
    }
}

/// The legal moves of a seat in order of notation.
struct Listing<M> {
    seat: Seat,
    names: Vec<String>,
    moves: Vec<M>,
}

impl<M: Copy> Listing<M> {
    fn get(&self, name: &str) -> Option<M> {
        let at = self.names.binary_search_by(|own| own.as_str().cmp(name)).ok()?;
        Some(self.moves[at])
    }
}

/// Orders names, each with its old place. Not generic: a plugin holds one copy.
pub(crate) fn ordered(names: Vec<String>) -> Vec<(String, usize)> {
    let mut names: Vec<(String, usize)> =
        names.into_iter().enumerate().map(|(at, name)| (name, at)).collect();
    crate::sort::sort(&mut names);
    names
}

/// A cursor over a game's positions.
struct Session<G: Game> {
    game: Arc<G>,
    origin: Option<Arc<Origin>>,
    seats: u8,
    base: Option<String>,
    line: Line<G>,
    /// Seat and notation of all moves since `base`; no notation is a retirement.
    history: Vec<(Seat, Option<String>)>,
    /// The legal moves, made when first asked for.
    listing: Option<Listing<G::Move>>,
}

impl<G: Game> Session<G> {
    fn acts(&self, by: Seat) -> bool {
        search::acts(self.line.status(&self.game), by)
    }

    fn listing(&mut self, by: Seat) -> &Listing<G::Move> {
        let known = self.listing.as_ref().is_some_and(|listing| listing.seat == by);
        if !known {
            let mut moves = Vec::new();
            if self.acts(by) {
                self.game.legal_moves(&self.line.position, by, &mut moves);
            }
            let name = |mv: &G::Move| self.game.notation(&self.line.position, *mv);
            let names = ordered(moves.iter().map(name).collect());
            let moves = names.iter().map(|(_, at)| moves[*at]).collect();
            let names = names.into_iter().map(|(name, _)| name).collect();
            self.listing = Some(Listing { seat: by, names, moves });
        }
        self.listing.as_ref().expect("made above")
    }

    fn find(&self, by: Seat, mv: &str) -> Option<G::Move> {
        if !self.acts(by) {
            return None;
        }
        match &self.listing {
            Some(listing) if listing.seat == by => listing.get(mv),
            _ => self.game.find(&self.line.position, by, mv),
        }
    }

    fn refusal(&self, by: Seat, mv: &str) -> Message {
        if self.line.status(&self.game) == Status::Over {
            return Message::new("illegal.over", "the game is over: no move can be played");
        }
        if !self.acts(by) {
            return match by {
                CHANCE => Message::new("illegal.chance", "it is not for chance to move now"),
                _ => Message::new("illegal.seat", "it is not seat {seat}'s turn")
                    .with("seat", u16::from(by) + 1),
            };
        }
        Message::new("illegal.move", "`{move}` is not a legal move here").with("move", mv)
    }

    fn perform(&mut self, by: Seat, mv: &str) -> Result<Vec<Effect>, Message> {
        let found = self.find(by, mv).ok_or_else(|| self.refusal(by, mv))?;
        let effects = self.line.play(&self.game, by, found);
        self.history.push((by, Some(mv.to_owned())));
        self.listing = None;
        Ok(effects)
    }

    fn take_out(&mut self, who: Seat) -> Result<Vec<Effect>, Message> {
        let seats = self.game.seats(&self.line.position);
        let plays = seats.get(usize::from(who)).is_some_and(|seat| seat.active);
        if !plays || self.line.status(&self.game) == Status::Over {
            return Err(Message::new("illegal.retire", "seat {seat} does not take part any more")
                .with("seat", u16::from(who) + 1));
        }
        let effects = self.line.remove_player(&self.game, who, self.seats);
        self.history.push((who, None));
        self.listing = None;
        Ok(effects)
    }

    fn take_back(&mut self) -> bool {
        let undone = self.line.undo(&self.game);
        if undone {
            self.history.pop();
            self.listing = None;
        }
        undone
    }

    fn stand(&self) -> GameStatus {
        let (game, position) = (&*self.game, &self.line.position);
        let status = self.line.status(game);
        let mut seats = game.seats(position);
        if let Some(who) = self.line.verdict.as_ref().and_then(|verdict| verdict.retired) {
            seats[usize::from(who)].active = false;
        }
        let acting = match status {
            Status::Turn(seat) => vec![seat],
            Status::Together(mask) => (0..16).filter(|seat| mask >> seat & 1 != 0).collect(),
            Status::Chance | Status::Over => Vec::new(),
        };
        let outcome = (status == Status::Over).then(|| Outcome {
            ranks: self.line.ranks(game).as_slice().to_vec(),
            reason: self.line.reason(game),
        });
        GameStatus {
            ply: self.line.ply,
            acting,
            chance: status == Status::Chance,
            seats,
            outcome,
            note: game.note(position),
            asks: if status == Status::Over { None } else { game.asks(position) },
            facts: game.facts(position),
            key: game.key(position),
            sites: game.sites(position),
        }
    }
}

impl<G: Game> Cursor for Session<G> {
    fn status(&mut self) -> PluginResult<GameStatus> {
        Ok(self.stand())
    }

    fn pieces(&mut self, first: Site, limit: u32) -> PluginResult<Vec<(Site, Piece)>> {
        let end = first.saturating_add(limit).min(self.game.sites(&self.line.position));
        let sites: Vec<Site> = (first..end).collect();
        self.pieces_at(&sites)
    }

    fn pieces_at(&mut self, sites: &[Site]) -> PluginResult<Vec<(Site, Piece)>> {
        let (mut found, mut stack) = (Vec::new(), Vec::new());
        let known = self.game.sites(&self.line.position);
        for site in sites.iter().copied().filter(|site| *site < known) {
            self.game.stack(&self.line.position, site, &mut stack);
            found.extend(stack.drain(..).map(|piece| (site, piece)));
        }
        Ok(found)
    }

    fn choices(&mut self, by: Seat, path: &[Site]) -> PluginResult<Choices> {
        if !self.acts(by) {
            return Ok(Choices::default());
        }
        let own = self.game.choices(&self.line.position, by, path);
        Ok(own.unwrap_or_else(|| pointing::choices(&*self.game, &self.line.position, by, path)))
    }

    fn paths(&mut self, by: Seat, mv: &str) -> PluginResult<Vec<Vec<Site>>> {
        let mut paths = Vec::new();
        if let Some(mv) = self.find(by, mv) {
            self.game.paths(&self.line.position, mv, &mut paths);
            paths.truncate(256);
        }
        Ok(paths)
    }

    fn legal_count(&mut self, by: Seat) -> PluginResult<u64> {
        Ok(if self.acts(by) { self.game.count_moves(&self.line.position, by) } else { 0 })
    }

    fn legal(&mut self, by: Seat, after: Option<&str>, limit: u32) -> PluginResult<Vec<String>> {
        let names = &self.listing(by).names;
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
        if !self.acts(by) {
            return Ok(Err(self.refusal(by, text)));
        }
        let spelled = self.game.spelling(&self.line.position, by, text);
        if let Some(mv) = spelled.filter(|mv| self.find(by, mv).is_some()) {
            return Ok(Ok(mv));
        }
        let mut alike =
            self.listing(by).names.iter().filter(|mv| mv.eq_ignore_ascii_case(text)).cloned();
        match (alike.next(), alike.next()) {
            (Some(mv), None) => Ok(Ok(mv)),
            _ => Ok(Err(self.refusal(by, text))),
        }
    }

    fn play(&mut self, by: Seat, mv: &str) -> PluginResult<Result<Vec<Effect>, Message>> {
        Ok(self.perform(by, mv))
    }

    fn preview(
        &mut self,
        by: Seat,
        mv: &str,
    ) -> PluginResult<Result<(GameStatus, Vec<Effect>), Message>> {
        let listing = self.listing.take();
        let effects = self.perform(by, mv);
        let seen = effects.map(|effects| {
            let status = self.stand();
            self.take_back();
            (status, effects)
        });
        self.listing = listing;
        Ok(seen)
    }

    fn remove_player(&mut self, who: Seat) -> PluginResult<Result<Vec<Effect>, Message>> {
        Ok(self.take_out(who))
    }

    fn odds(&mut self, limit: u32) -> PluginResult<Option<Vec<(String, u32)>>> {
        if self.line.status(&self.game) != Status::Chance {
            return Ok(None);
        }
        let position = &self.line.position;
        let odds = self.game.odds(position, limit).filter(|odds| odds.len() <= limit as usize);
        Ok(odds.map(|odds| {
            odds.into_iter()
                .map(|(mv, weight)| (self.game.notation(position, mv), weight))
                .collect()
        }))
    }

    fn draw(&mut self, random: u64) -> PluginResult<String> {
        if self.line.status(&self.game) != Status::Chance {
            return Ok(String::new());
        }
        let position = &self.line.position;
        let mv = self.game.draw(position, random);
        Ok(mv.map(|mv| self.game.notation(position, mv)).unwrap_or_default())
    }

    fn undo(&mut self) -> PluginResult<bool> {
        Ok(self.take_back())
    }

    fn fork(&mut self) -> PluginResult<Box<dyn Cursor>> {
        Ok(Box::new(Session {
            game: Arc::clone(&self.game),
            origin: self.origin.clone(),
            seats: self.seats,
            base: self.base.clone(),
            line: self.line.clone(),
            history: self.history.clone(),
            listing: None,
        }))
    }

    fn save(&mut self) -> PluginResult<Vec<u8>> {
        let saved = Saved { base: self.base.clone(), moves: self.history.clone() };
        Ok(saved.bytes())
    }

    fn write(&mut self, form: &str) -> PluginResult<Result<String, Message>> {
        Ok(self.game.write(&self.line.position, form))
    }

    fn extent(&mut self, view: u16) -> PluginResult<Extent> {
        Ok(self.game.extent(&self.line.position, view))
    }

    fn drawn(&mut self, view: u16, beyond: Extent, limit: u32) -> PluginResult<Patch> {
        Ok(self.game.drawn(&self.line.position, view, beyond, limit))
    }

    fn proposed(&mut self, view: u16, path: &[Site]) -> PluginResult<Patch> {
        Ok(self.game.proposed(&self.line.position, view, path))
    }

    fn marks(&mut self) -> PluginResult<Vec<Mark>> {
        let mut marks = Vec::new();
        if let Some((seat, touched)) = self.line.last() {
            for (role, sites) in [("last-from", &touched.from), ("last-to", &touched.to)] {
                if !sites.is_empty() {
                    let (role, sites) = (role.to_owned(), sites.clone());
                    marks.push(Mark { role, sites, joined: false, seat, text: None });
                }
            }
        }
        marks.extend(self.game.marks(&self.line.position));
        Ok(marks)
    }

    fn perft(&mut self, depth: u32, listed: bool) -> PluginResult<u64> {
        if self.line.verdict.is_some() {
            return Ok(u64::from(depth == 0));
        }
        Ok(count::perft(&*self.game, &self.line.position, depth, listed))
    }

    fn playouts(&mut self, games: u32, seed: u64, cut: u32, listed: bool) -> PluginResult<Tally> {
        Ok(count::playouts(&*self.game, &self.line, games, seed, cut, listed))
    }

    fn evaluate(&mut self) -> PluginResult<Vec<i32>> {
        let mut values = vec![0; usize::from(self.seats)];
        let valued = self.game.evaluate(&self.line.position, &mut values);
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
        Ok(Ok(search::begin(&self.game, &self.line, self.seats, own, seed, memory)))
    }
}
