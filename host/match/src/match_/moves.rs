//! Moves, draws and seats that leave.

use std::time::Duration;

use boardloom_contract::{CHANCE, Choices, Effect, GameStatus, Seat, Site};

use super::{Match, MatchEvent, Turn};
use crate::chance::{self, MAX_DRAWS};
use crate::error::MatchError;
use crate::game_tree::{Cause, Event, Fit, NodeId};

/// What playing a move gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// The node of the move itself.
    pub node: NodeId,
    /// The nodes of the draws that chance made after it.
    pub drawn: Vec<NodeId>,
}

impl Match {
    /// Plays a move for the first seat that may act, by the clock of nobody.
    ///
    /// # Errors
    /// See [`Match::play_as`].
    pub fn play(&mut self, mv: &str) -> Result<Played, MatchError> {
        self.check_open()?;
        let seat = *self.status.acting.first().ok_or(MatchError::ChanceFirst)?;
        self.play_as(seat, mv, None)
    }

    /// Plays a move for a seat that thought so long about it, and draws what
    /// chance adds. A move that was played here before is not played into a new
    /// line but followed.
    ///
    /// # Errors
    /// When the game is over, the seat may not act, the move is not legal, or
    /// the plugin fails; nothing has changed then.
    pub fn play_as(
        &mut self,
        seat: Seat,
        mv: &str,
        took: Option<Duration>,
    ) -> Result<Played, MatchError> {
        self.check_open()?;
        if !self.status.acting.contains(&seat) {
            return Err(match self.status.chance {
                true => MatchError::ChanceFirst,
                false => MatchError::NotToAct { seat },
            });
        }
        let event = Event::Move { seat: Some(seat), mv: mv.to_owned() };
        let node = self.enter(event, took)?;
        let drawn = self.settle()?;
        Ok(Played { node, drawn })
    }

    /// Reads a person's text as a move and plays it, by the clock of nobody.
    ///
    /// # Errors
    /// When the text is no legal move, and as for [`Match::play_as`].
    pub fn play_text(&mut self, text: &str) -> Result<Played, MatchError> {
        self.play_text_after(text, None)
    }

    /// Reads a person's text as a move and plays it, after the person thought so
    /// long about it.
    ///
    /// # Errors
    /// As for [`Match::play_text`].
    pub fn play_text_after(
        &mut self,
        text: &str,
        took: Option<Duration>,
    ) -> Result<Played, MatchError> {
        self.check_open()?;
        let seat = *self.status.acting.first().ok_or(MatchError::ChanceFirst)?;
        match self.ask(|cursor| cursor.parse(seat, text.trim()))? {
            Ok(mv) => self.play_as(seat, &mv, took),
            Err(why) => Err(match self.question(seat, text)? {
                Some(ending) => MatchError::Unanswered {
                    text: text.trim().to_owned(),
                    mv: ending.mv,
                    question: ending.label.text,
                },
                None => MatchError::Unread { text: text.to_owned(), why: why.to_string() },
            }),
        }
    }

    /// Takes a seat out of the game.
    ///
    /// # Errors
    /// When the game is over, does not let the seat go, or the plugin fails.
    pub fn remove_player(&mut self, seat: Seat, cause: Cause) -> Result<Played, MatchError> {
        self.remove_player_after(seat, cause, None)
    }

    /// Takes a seat out of the game, after its turn ran for so long where it was
    /// its turn.
    ///
    /// # Errors
    /// As for [`Match::remove_player`].
    pub fn remove_player_after(
        &mut self,
        seat: Seat,
        cause: Cause,
        took: Option<Duration>,
    ) -> Result<Played, MatchError> {
        self.check_open()?;
        let node = self.enter(Event::RemovePlayer { seat: Some(seat), cause }, took)?;
        let drawn = self.settle()?;
        Ok(Played { node, drawn })
    }

    /// Draws chance moves from the seed until a seat is to act or the game is
    /// over, and returns their nodes.
    ///
    /// # Errors
    /// When the plugin fails.
    pub fn settle(&mut self) -> Result<Vec<NodeId>, MatchError> {
        let mut drawn = Vec::new();
        while self.status.chance && !self.status.is_over() {
            if drawn.len() >= MAX_DRAWS {
                let why = format!("chance moved {MAX_DRAWS} times in a row");
                return Err(self.broken("draw", why));
            }
            let number = chance::number(self.seed, self.node().ply());
            let mv = self.ask(|cursor| cursor.sample_outcome(number))?;
            match self.enter(Event::Move { seat: Some(CHANCE), mv }, None) {
                Ok(node) => drawn.push(node),
                Err(MatchError::Illegal { mv, why }) => {
                    let why = format!("it drew `{mv}` and did not let it be played: {why}");
                    return Err(self.broken("draw", why));
                }
                Err(other) => return Err(other),
            }
        }
        Ok(drawn)
    }

    /// Returns the move that the mover has to make because it has no other and
    /// it needs no pointing: a forced pass. The shell plays it with a notice.
    ///
    /// # Errors
    /// When the plugin fails.
    pub fn forced_move(&mut self) -> Result<Option<(Seat, String)>, MatchError> {
        let (Some(seat), 1) = (self.status.acting.first().copied(), self.status.acting.len())
        else {
            return Ok(None);
        };
        let choices = self.ask(|cursor| cursor.choices(seat, &[]))?;
        let only = choices.targets.is_empty() && !choices.proposed && choices.options.len() == 1;
        let ending = choices.options.into_iter().next().filter(|e| only && !e.answer);
        Ok(ending.map(|ending| (seat, ending.mv)))
    }

    /// Returns what can follow a path for a seat.
    ///
    /// # Errors
    /// When the plugin fails.
    pub fn choices(&mut self, seat: Seat, path: &[Site]) -> Result<Choices, MatchError> {
        self.ask(|cursor| cursor.choices(seat, path))
    }

    /// Returns what a move would do; none where it is not legal.
    ///
    /// # Errors
    /// When the plugin fails.
    pub fn preview(
        &mut self,
        seat: Seat,
        mv: &str,
    ) -> Result<Option<(GameStatus, Vec<Effect>)>, MatchError> {
        Ok(self.ask(|cursor| cursor.preview(seat, mv))?.ok())
    }

    /// Returns all legal moves of a seat, at most so many, in notation order.
    ///
    /// # Errors
    /// When the plugin fails.
    pub fn legal(&mut self, seat: Seat, most: usize) -> Result<Vec<String>, MatchError> {
        let mut all: Vec<String> = Vec::new();
        while all.len() < most {
            let limit = boardloom_contract::PAGE.min((most - all.len()) as u32);
            let after = all.last().cloned();
            let page = self.ask(|cursor| cursor.legal_moves(seat, after.as_deref(), limit))?;
            let full = page.len() as u32 == limit;
            all.extend(page);
            if !full {
                break;
            }
        }
        Ok(all)
    }

    /// Makes the cursor do what an event says, without touching the tree.
    pub(super) fn act(&mut self, event: &Event) -> Result<Vec<Effect>, MatchError> {
        let first = self.status.acting.first().copied();
        let chance = self.status.chance.then_some(CHANCE);
        let seat = event.seat().or(chance).or(first).ok_or(MatchError::Over)?;
        let answer = match event {
            Event::Move { mv, .. } => self.ask(|cursor| cursor.play(seat, mv))?,
            Event::RemovePlayer { .. } => self.ask(|cursor| cursor.remove_player(seat))?,
        };
        answer.map_err(|why| MatchError::Illegal {
            mv: event.text().to_owned(),
            why: why.to_string(),
        })
    }

    /// Plays an event at the current node and goes to its node.
    pub(super) fn enter(
        &mut self,
        event: Event,
        took: Option<Duration>,
    ) -> Result<NodeId, MatchError> {
        let mover = self.status.mover();
        let seat = event.seat().or(mover);
        let effects = self.act(&event)?;
        let status = self.ask(|cursor| cursor.status())?;
        let event = with_seat(event, seat);
        let from = self.here;
        let known = self.tree.child(from, &event);
        let id = self.tree.add(from, event);
        let turn = self.turn;
        if known.is_none() {
            let node = self.tree.node_mut(id);
            node.took = took;
            if turn.at == from && turn.seat == seat {
                (node.coins, node.paused) = (turn.coins, turn.paused);
            }
            node.in_turn = seat == mover;
        }
        self.arrive(id, effects, status);
        // Where another seat left, the turn that runs may go on.
        let goes_on = turn.at == from && turn.seat != seat;
        self.turn = match goes_on && turn.seat == self.status.acting.first().copied() {
            true => Turn { at: id, ..turn },
            false => self.fresh_turn(),
        };
        self.set_clock();
        // What does not fit any more is no main line.
        let first = self.tree.node(from).children()[0];
        let leads = known.is_none() && self.tree.node(first).is_unfit() && self.tree.promote(id);
        match known {
            None if leads => self.emit(MatchEvent::Restructured),
            None => self.emit(MatchEvent::Played(id)),
            Some(_) => self.emit(MatchEvent::Moved(id)),
        }
        if !self.turn.is_fresh() {
            self.emit(MatchEvent::TurnChanged);
        }
        Ok(id)
    }

    /// Notes that the cursor stands at a node now, and what it said there.
    pub(super) fn arrive(&mut self, id: NodeId, effects: Vec<Effect>, status: GameStatus) {
        let node = self.tree.node_mut(id);
        node.effects = effects;
        node.fit = Fit::Fits;
        node.note = status.note.clone();
        node.outcome = status.outcome.clone();
        node.scores = scores(&status);
        self.tree.visit(id);
        self.here = id;
        self.status = status;
    }

    pub(super) fn check_open(&self) -> Result<(), MatchError> {
        match (&self.fault, self.status.is_over()) {
            (Some(fault), _) => Err(fault.clone().into()),
            (None, true) => Err(MatchError::Over),
            (None, false) => Ok(()),
        }
    }

    pub(super) fn broken(&mut self, call: &str, why: String) -> MatchError {
        let plugin = self.source.rules.name().to_owned();
        let call = call.to_owned();
        let fault = boardloom_contract::PluginError::BrokeContract { plugin, call, why };
        self.fault = Some(fault.clone());
        fault.into()
    }
}

/// Returns the points of each seat.
pub(super) fn scores(status: &GameStatus) -> Vec<f64> {
    status.seats.iter().map(|seat| seat.score).collect()
}

/// Fills in who acted.
pub(super) fn with_seat(event: Event, seat: Option<Seat>) -> Event {
    match event {
        Event::Move { seat: None, mv } => Event::Move { seat, mv },
        Event::RemovePlayer { seat: None, cause } => Event::RemovePlayer { seat, cause },
        known => known,
    }
}
