//! Moves, draws and seats that leave.

use std::time::Duration;

use boardloom_contract::{
    CHANCE, Choices, Cursor, Effect, GameStatus, Message, PAGE, PluginResult, Seat, Site,
};

use super::{Match, MatchEvent, Turn, is_undisclosed};
use crate::chance::{self, Draw};
use crate::clock::MAX_TIME;
use crate::error::MatchError;
use crate::game_tree::{Cause, GameEvent, Legality, NodeId, short_text};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedMove {
    /// The current node, if others have to decide before the move is disclosed.
    pub node: NodeId,
    /// The chance draws after the move.
    pub drawn: Vec<NodeId>,
}

impl Match {
    /// Plays a move for the first acting seat, without charging a clock.
    pub fn play(&mut self, mv: &str) -> Result<PlayedMove, MatchError> {
        self.check_open()?;
        let seat = *self.status.acting.first().ok_or(MatchError::ChanceToMove)?;
        self.play_as(seat, mv, None)
    }

    /// Plays a move after `took` of thinking, and the chance draws after it. A move that was
    /// played here before is followed, not added again. Where several seats decide together, the
    /// move is kept secret until all have decided: see [`Match::decisions`].
    ///
    /// # Errors
    /// When the game is over, the seat may not act, the move is illegal, or the plugin fails;
    /// nothing has changed then.
    pub fn play_as(
        &mut self,
        seat: Seat,
        mv: &str,
        took: Option<Duration>,
    ) -> Result<PlayedMove, MatchError> {
        self.check_open()?;
        check_turn(&self.status, seat)?;
        if self.is_round() {
            return self.decide(seat, mv, took);
        }
        let event = GameEvent::Move { seat: Some(seat), mv: mv.to_owned() };
        let node = self.enter(event, took)?;
        let drawn = self.draw_chance()?;
        Ok(PlayedMove { node, drawn })
    }

    /// Parses and plays a player's text, a notation or a move as it reads, without charging a clock.
    pub fn play_text(&mut self, text: &str) -> Result<PlayedMove, MatchError> {
        self.play_text_after(text, None)
    }

    pub fn play_text_after(
        &mut self,
        text: &str,
        took: Option<Duration>,
    ) -> Result<PlayedMove, MatchError> {
        let (seat, mv) = self.read_text(text)?;
        self.play_as(seat, &mv, took)
    }

    /// Returns the seat to move and the notation of a player's text, a notation or a move as it
    /// reads. Nothing is played.
    pub fn read_text(&mut self, text: &str) -> Result<(Seat, String), MatchError> {
        self.check_open()?;
        let seat = *self.status.acting.first().ok_or(MatchError::ChanceToMove)?;
        let read = read_move(&mut *self.cursor, &self.status, Some(seat), text);
        match self.noted(read)? {
            Ok(read) => Ok(read),
            Err(unread) => {
                if let Some(mv) = self.described_move(seat, text)? {
                    return Ok((seat, mv));
                }
                Err(match self.question(seat, text)? {
                    Some(ending) => MatchError::MissingAnswer {
                        text: text.trim().to_owned(),
                        mv: ending.move_,
                        question: ending.label.text,
                    },
                    None => unread,
                })
            }
        }
    }

    /// Removes a player after `took` in the turn, if it was the player's turn.
    pub fn remove_player(
        &mut self,
        seat: Seat,
        cause: Cause,
        took: Option<Duration>,
    ) -> Result<PlayedMove, MatchError> {
        self.check_open()?;
        let decisions = std::mem::take(&mut self.decisions);
        if !decisions.is_empty() {
            self.status = self.ask(|cursor| cursor.status())?;
        }
        let node = self.enter(GameEvent::RemovePlayer { seat: Some(seat), cause }, took)?;
        let drawn = self.draw_chance()?;
        self.decide_again(decisions)?;
        Ok(PlayedMove { node, drawn })
    }

    /// Ends the game in a draw that a seat offered and all others agreed to, after `took` in the
    /// turn, if it was the seat's turn.
    pub fn agree_draw(
        &mut self,
        seat: Seat,
        took: Option<Duration>,
    ) -> Result<PlayedMove, MatchError> {
        self.check_open()?;
        let node = self.enter(GameEvent::AgreedDraw { seat: Some(seat) }, took)?;
        Ok(PlayedMove { node, drawn: Vec::new() })
    }

    /// Plays an event that another program decided, after `took` in the turn. Unlike
    /// [`Match::play_as`], it leaves decisions of several seats and chance draws to that program.
    pub fn follow_event(
        &mut self,
        event: GameEvent,
        took: Option<Duration>,
    ) -> Result<NodeId, MatchError> {
        self.check_open()?;
        self.enter(event, took)
    }

    /// Plays chance draws from the seed until a seat is to act or the game is over, and returns
    /// their nodes.
    pub fn draw_chance(&mut self) -> Result<Vec<NodeId>, MatchError> {
        self.draw_while(|_| Ok(true))
    }

    /// From now on, chance moves wait for [`Match::draw_chance_from`]: the seed is not the match's
    /// own where players draw together.
    pub fn let_chance_wait(&mut self) {
        self.chance_waits = true;
    }

    /// As [`Match::draw_chance`], from another seed than the match's.
    pub fn draw_chance_from(&mut self, seed: u64) -> Result<Vec<NodeId>, MatchError> {
        self.draw_from(seed, |_| Ok(true))
    }

    /// As [`Match::draw_chance`], while it is wanted.
    pub(super) fn draw_while(
        &mut self,
        is_wanted: impl FnMut(&mut dyn Cursor) -> PluginResult<bool>,
    ) -> Result<Vec<NodeId>, MatchError> {
        match self.chance_waits {
            true => Ok(Vec::new()),
            false => self.draw_from(self.seed(), is_wanted),
        }
    }

    fn draw_from(
        &mut self,
        seed: u64,
        is_wanted: impl FnMut(&mut dyn Cursor) -> PluginResult<bool>,
    ) -> Result<Vec<NodeId>, MatchError> {
        if !self.status.chance {
            return Ok(Vec::new());
        }
        let (source, from) = (self.source.clone(), (seed, self.node().ply()));
        let plugin = source.rules.name();
        let drawn = self.ask(|cursor| chance::draw_while(cursor, plugin, from, is_wanted))?;
        let add = |Draw { mv, text, effects, status }| {
            self.add(GameEvent::Move { seat: Some(CHANCE), mv }, None, text, effects, status)
        };
        Ok(drawn.into_iter().map(add).collect())
    }

    /// Returns the only move if it needs no pointing: a forced pass. The front end plays it and
    /// says so.
    pub fn forced_move(&mut self) -> Result<Option<(Seat, String)>, MatchError> {
        if self.is_round() {
            return Ok(None);
        }
        let Some(seat) = self.status.acting.first().copied() else { return Ok(None) };
        let choices = self.ask(|cursor| cursor.choices(seat, &[]))?;
        let only = choices.targets.is_empty() && !choices.proposed && choices.options.len() == 1;
        let ending = choices.options.into_iter().next().filter(|e| only && !e.answer);
        Ok(ending.map(|ending| (seat, ending.move_)))
    }

    pub fn choices(&mut self, seat: Seat, path: &[Site]) -> Result<Choices, MatchError> {
        self.ask(|cursor| cursor.choices(seat, path))
    }

    /// Returns the status and effects of a move; `None` if it is illegal.
    pub fn preview(
        &mut self,
        seat: Seat,
        mv: &str,
    ) -> Result<Option<(GameStatus, Vec<Effect>)>, MatchError> {
        Ok(self.ask(|cursor| cursor.preview(seat, mv))?.ok())
    }

    /// Returns up to `most` legal moves in notation order.
    pub fn legal(&mut self, seat: Seat, most: usize) -> Result<Vec<String>, MatchError> {
        self.ask(|cursor| legal_moves(cursor, seat, most))
    }

    /// Returns the moves of a line from a node as lists show them, up to `most`.
    pub fn describe_line(
        &mut self,
        node: NodeId,
        line: &[String],
        most: usize,
    ) -> Result<Vec<String>, MatchError> {
        self.line_texts((node, line), most, short_text)
    }

    /// Returns the moves of a line from the current node as texts that can be typed, up to `most`.
    pub fn typed_line(&mut self, line: &[String], most: usize) -> Result<Vec<String>, MatchError> {
        let mut texts = self.line_texts((self.here, line), most, |text| &text.text)?;
        if let (Some(text), Some(mv), Some(seat)) =
            (texts.first_mut(), line.first(), self.status.mover())
            && self.described_move(seat, text)?.as_ref() != Some(mv)
        {
            // Several moves read alike.
            text.clone_from(mv);
        }
        Ok(texts)
    }

    fn line_texts(
        &mut self,
        (node, line): (NodeId, &[String]),
        most: usize,
        read: impl Fn(&Message) -> &str,
    ) -> Result<Vec<String>, MatchError> {
        let mut ahead = match node == self.here {
            true => self.ask(|cursor| cursor.fork())?,
            false => {
                let mut start = super::begin(&*self.game, self.start())?;
                self.move_path_to(node).go_on(&mut *start, 0)?;
                start
            }
        };
        self.ask(|_| {
            let mut texts = Vec::new();
            for mv in line.iter().take(most) {
                let Some(by) = ahead.status()?.mover() else { break };
                texts.push(read(&ahead.describe_move(by, mv)?).to_owned());
                if ahead.play(by, mv)?.is_err() {
                    break;
                }
            }
            Ok(texts)
        })
    }

    fn seat_of(&self, event: &GameEvent) -> Result<Seat, MatchError> {
        event.seat().or(self.status.mover()).ok_or(MatchError::Over)
    }

    /// Returns an event at the current node as players read it.
    pub(super) fn describe(&mut self, event: &GameEvent) -> Result<Message, MatchError> {
        let seat = self.seat_of(event)?;
        match event {
            GameEvent::Move { mv, .. } => self.ask(|cursor| cursor.describe_move(seat, mv)),
            GameEvent::RemovePlayer { cause, .. } => Ok(cause.describe()),
            GameEvent::AgreedDraw { .. } => Ok(Message::new("move.agreed", event.text())),
        }
    }

    /// Plays an event on the cursor; the tree does not change.
    pub(super) fn act(&mut self, event: &GameEvent) -> Result<Vec<Effect>, MatchError> {
        let seat = self.seat_of(event)?;
        self.ask(|cursor| event.play_on(cursor, seat))?.map_err(|why| event.illegal(&why))
    }

    /// Plays an event at the current node and goes to its node.
    pub(super) fn enter(
        &mut self,
        event: GameEvent,
        took: Option<Duration>,
    ) -> Result<NodeId, MatchError> {
        let text = self.describe(&event)?;
        let effects = self.act(&event)?;
        let status = self.ask(|cursor| cursor.status())?;
        let before: Vec<u8> = self.status.seats.iter().map(|it| it.color).collect();
        let node = self.add(event, took, text, effects, status);
        self.name_sides(|seat, color| before.get(seat) != Some(&color));
        Ok(node)
    }

    /// Adds an event that the cursor has played, and goes to its node.
    fn add(
        &mut self,
        event: GameEvent,
        took: Option<Duration>,
        text: Message,
        effects: Vec<Effect>,
        status: GameStatus,
    ) -> NodeId {
        let mover = self.status.mover();
        let seat = event.seat().or(mover);
        let event = with_seat(event, seat);
        let from = self.here;
        let known = self.tree.child(from, &event);
        let id = self.tree.add(from, event);
        let turn = self.turn;
        if known.is_none() {
            let node = self.tree.node_mut(id);
            node.took = took.map(|took| took.min(MAX_TIME));
            if turn.at == from && turn.seat == seat {
                (node.coins, node.paused) = (turn.coins, turn.paused);
            }
            node.in_turn = seat == mover;
        }
        self.arrive(id, text, effects, status);
        // If another seat left, the running turn may go on.
        let goes_on = turn.at == from && turn.seat != seat;
        self.turn = match goes_on && turn.seat == self.status.acting.first().copied() {
            true => Turn { at: id, ..turn },
            false => self.fresh_turn(),
        };
        self.set_clock();
        // A new line replaces an illegal main line, and one that was taken back.
        let first = self.tree.node(from).children()[0];
        let replaces = known.is_none() && self.tree.node(first).is_illegal();
        let goes_on = self.taken_back_to.take() == Some(from);
        let leads = (replaces || goes_on) && self.tree.promote(id);
        match known {
            _ if leads => self.emit(MatchEvent::Restructured),
            None => self.emit(MatchEvent::Played(id)),
            Some(_) => self.emit(MatchEvent::Moved(id)),
        }
        if !self.turn.is_fresh() {
            self.emit(MatchEvent::TurnChanged);
        }
        id
    }

    /// Updates a node and the match after the cursor reached it.
    pub(super) fn arrive(
        &mut self,
        id: NodeId,
        text: Message,
        effects: Vec<Effect>,
        mut status: GameStatus,
    ) {
        if let Some(GameEvent::RemovePlayer { seat, cause }) = self.tree.node(id).event()
            && let Some(seat) = seat.or(self.status.mover())
            && let Some(player) = self.players().get(usize::from(seat))
            && let Some(outcome) = &mut status.outcome
        {
            outcome.reason = cause.reason(&player.name);
        }
        if let Some(event) = self.tree.node(id).event() {
            event.complete(&mut status);
        }
        let before = &self.status;
        let seat = self.tree.node(id).event().and_then(GameEvent::seat);
        let undisclosed = seat.is_some_and(|seat| is_undisclosed(before, seat, &status));
        let color = seat.and_then(|seat| before.seats.get(usize::from(seat))).map(|it| it.color);
        let node = self.tree.node_mut(id);
        node.undisclosed = undisclosed;
        node.text = Some(text);
        node.effects = effects;
        node.legality = Legality::Legal;
        node.note = status.note.clone();
        node.outcome = status.outcome.clone();
        node.scores = scores(&status);
        node.color = color;
        self.tree.visit(id);
        self.here = id;
        self.status = status;
    }

    pub(super) fn check_open(&self) -> Result<(), MatchError> {
        match (&self.plugin_error, self.status.is_over()) {
            (Some(error), _) => Err(error.clone().into()),
            (None, true) => Err(MatchError::Over),
            (None, false) => Ok(()),
        }
    }

    pub(super) fn report_broken_contract(&mut self, call: &str, why: String) -> MatchError {
        let plugin = self.source.rules.name().to_owned();
        let call = call.to_owned();
        let error = boardloom_contract::PluginError::BrokeContract { plugin, call, why };
        self.plugin_error = Some(error.clone());
        error.into()
    }
}

fn check_turn(status: &GameStatus, seat: Seat) -> Result<(), MatchError> {
    match status.acting.contains(&seat) {
        true => Ok(()),
        false if status.is_over() => Err(MatchError::Over),
        false if status.chance => Err(MatchError::ChanceToMove),
        false => Err(MatchError::NotYourTurn { seat }),
    }
}

/// Returns the seat and the notation of a move in any spelling. Without a seat it is the one to
/// move, or the first of several that may play this notation.
pub fn read_move(
    cursor: &mut dyn Cursor,
    status: &GameStatus,
    seat: Option<Seat>,
    text: &str,
) -> PluginResult<Result<(Seat, String), MatchError>> {
    let mut by = seat.or(status.mover());
    if seat.is_none() && status.acting.len() > 1 {
        for other in &status.acting {
            if cursor.is_legal(*other, text)? {
                by = Some(*other);
                break;
            }
        }
    }
    let Some(by) = by else { return Ok(Err(MatchError::Over)) };
    if let (Err(error), true) = (check_turn(status, by), by != CHANCE) {
        return Ok(Err(error));
    }
    let unread = |why: Message| MatchError::Unread { text: text.to_owned(), why: why.to_string() };
    Ok(cursor.parse(by, text.trim())?.map(|mv| (by, mv)).map_err(unread))
}

/// Returns the legal move with an index in notation order; `None` beyond the last.
pub fn nth_legal_move(
    cursor: &mut dyn Cursor,
    seat: Seat,
    index: u64,
) -> PluginResult<Option<String>> {
    let (mut after, mut skip) = (None::<String>, index);
    loop {
        let limit = PAGE.min(u32::try_from(skip + 1).unwrap_or(PAGE));
        let mut page = cursor.legal_moves(seat, after.as_deref(), limit)?;
        let count = page.len() as u64;
        if skip < count {
            return Ok(Some(page.swap_remove(skip as usize)));
        }
        skip -= count;
        after = page.pop();
        if after.is_none() {
            return Ok(None);
        }
    }
}

pub fn legal_moves(cursor: &mut dyn Cursor, seat: Seat, most: usize) -> PluginResult<Vec<String>> {
    let mut all: Vec<String> = Vec::new();
    while all.len() < most {
        let limit = (most - all.len()).min(PAGE as usize) as u32;
        let page = cursor.legal_moves(seat, all.last().map(String::as_str), limit)?;
        let full = page.len() as u32 == limit;
        all.extend(page);
        if !full {
            break;
        }
    }
    Ok(all)
}

pub(super) fn scores(status: &GameStatus) -> Vec<f64> {
    status.seats.iter().map(|seat| seat.score).collect()
}

pub(super) fn with_seat(event: GameEvent, seat: Option<Seat>) -> GameEvent {
    match event {
        GameEvent::Move { seat: None, mv } => GameEvent::Move { seat, mv },
        GameEvent::RemovePlayer { seat: None, cause } => GameEvent::RemovePlayer { seat, cause },
        GameEvent::AgreedDraw { seat: None } => GameEvent::AgreedDraw { seat },
        known => known,
    }
}
