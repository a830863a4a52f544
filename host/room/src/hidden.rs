//! Games in which not all see everything: each client is told what it may know.

use boardloom_match::{GameEvent, GameSource, MatchError, MovePath, ObservedMove, Observer};

use crate::message::ServerMessage;
use crate::observed_game::ObservedGame;
use crate::room::{ConnectionId, Room};
use crate::state::{PlayedEntry, RoomEvent, RoomState, TurnState};

impl Room {
    /// Returns who a client is, as far as it matters; `None` may see everything.
    fn observer_of(&self, client: u32) -> Option<Observer> {
        let hides = self.game.hides() && !self.view_of(Some(client)).is_over();
        hides.then(|| match self.state.seat_of(client) {
            Some(seat) => Observer::Seat(seat - 1),
            None => Observer::Spectator,
        })
    }

    /// Follows the moves of the match for all observers.
    pub(crate) fn note_observed(&mut self) -> Result<(), MatchError> {
        if self.game.hides() {
            let seats = self.state.seats.len() as u8;
            let all = (0..seats).map(Observer::Seat).chain([Observer::Spectator]);
            let observers: Vec<Observer> = all.collect();
            self.observed = ObservedGame(self.game.observed_line(&observers)?);
        }
        Ok(())
    }

    /// Replaces moves from a ply on by what an observer sees of them.
    fn mask_moves(&self, played: &mut [PlayedEntry], from: usize, observer: Observer) {
        let at = observer.seat().map_or(self.state.seats.len(), usize::from);
        for (entry, ply) in played.iter_mut().zip(from..) {
            if !matches!(entry.event(), GameEvent::Move { .. }) {
                continue;
            }
            // Without a plugin's answer nothing is told.
            let seen = self.observed.0.get(ply).and_then(|all| all.get(at));
            let ObservedMove { mv, text } = seen.cloned().unwrap_or_default();
            (entry.mv, entry.text) = (mv, text);
        }
    }

    fn masked_event(&self, event: &RoomEvent, observer: Observer) -> RoomEvent {
        let mut event = event.clone();
        match &mut event {
            RoomEvent::Played { played, turn, .. } => {
                let from = (turn.ply as usize).saturating_sub(played.len());
                self.mask_moves(played, from, observer);
                mask_turn(turn);
            }
            RoomEvent::TakenBack(turn) | RoomEvent::Turn(turn) => mask_turn(turn),
            RoomEvent::Seat { .. } | RoomEvent::Offered(_) | RoomEvent::Declined { .. } => {}
        }
        event
    }

    /// Returns a state as a client may know it.
    pub(crate) fn state_for(&self, client: Option<u32>) -> RoomState {
        let mut state = self.view_of(client).clone();
        if let Some(observer) = client.and_then(|client| self.observer_of(client)) {
            self.mask_moves(&mut state.played, 0, observer);
            mask_turn(&mut state.turn);
        }
        state
    }

    /// Notes as whom a client was told the state. Returns whether it was told as another before, or
    /// never: then events do not go on from what it knows.
    pub(crate) fn is_told_anew(&mut self, connection: ConnectionId, client: u32) -> bool {
        let now = self.observer_of(client);
        let Some(link) = self.connections.get_mut(&connection) else { return false };
        link.told_as.replace(now) != Some(now)
    }

    /// Sends an event to a client, or the state if the client may know more or less than before.
    pub(crate) fn tell(
        &mut self,
        connection: ConnectionId,
        client: u32,
        (version, event): (u64, &RoomEvent),
    ) {
        if self.game.hides() && self.is_told_anew(connection, client) {
            return self.send_state(connection);
        }
        let event = match self.observer_of(client) {
            Some(observer) => self.masked_event(event, observer),
            None => event.clone(),
        };
        let RoomState { game, epoch, .. } = self.state;
        let event = Box::new(event);
        self.send(connection, ServerMessage::Event { game, epoch, version, event });
    }

    /// Returns the moves to a ply for drawing the board for a connection, and as whom it sees them.
    pub fn drawing_path(&self, connection: ConnectionId, ply: u32) -> (Option<Observer>, MovePath) {
        let client = self.connections.get(&connection).and_then(|link| link.client);
        let observer = client.and_then(|client| self.observer_of(client));
        let mut path = self.game.move_path();
        path.events.truncate(ply as usize);
        if let Some(observer) = observer {
            let mut played = self.state.played.clone();
            self.mask_moves(&mut played, 0, observer);
            path.events = played.iter().take(ply as usize).map(PlayedEntry::event).collect();
        }
        (observer, path)
    }
}

/// Returns the game for a client that was told a state, in which it has the seat `own`, from 1: where
/// not all see everything, the moves in it are observed ones until the game is over.
///
/// # Errors
/// When the plugin fails.
pub fn source_as_told(
    source: GameSource,
    state: &RoomState,
    own: Option<u8>,
) -> Result<GameSource, MatchError> {
    if state.is_over() {
        return Ok(source);
    }
    let game = source.open()?;
    if game.start()?.observe(None)?.is_none() {
        return Ok(source);
    }
    Ok(source.observed(own.map_or(Observer::Spectator, |seat| Observer::Seat(seat - 1))))
}

/// Removes the position, which may show what is hidden.
fn mask_turn(turn: &mut TurnState) {
    turn.position.clear();
}
