//! The public state of a room's game, and the events that change it.

use boardloom_contract::CHANCE;
use boardloom_match::{Cause, GameEvent};
use serde::{Deserialize, Serialize};

/// The state of a game. Room and clients apply the same events to it, so that they agree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RoomState {
    /// From 1; a rematch is the next game.
    pub game: u32,
    /// Counts the starts of the server: events of another one do not continue these.
    pub epoch: u32,
    /// The number of events so far in this game and epoch.
    pub version: u64,
    /// The ruleset's id, such as `family/classic`.
    pub ruleset: String,
    pub ruleset_hash: String,
    pub ruleset_toml: String,
    /// The plugin's name.
    #[serde(default)]
    pub plugin: String,
    /// The SHA-256 of the plugin's file; empty if unknown.
    pub plugin_hash: String,
    /// The position that the game began with, in the game's own notation; absent for the
    /// ruleset's start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Whether the game counts for ratings if all players have accounts.
    #[serde(default)]
    pub rated: bool,
    /// How late watchers see the game; absent if they see it at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<WatchDelay>,
    /// Whether players may ask the computer during the game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub analysis: bool,
    pub seats: Vec<RoomSeat>,
    pub played: Vec<PlayedEntry>,
    #[serde(flatten)]
    pub turn: TurnState,
    pub offers: Vec<Offer>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeatKind {
    #[default]
    Open,
    Human,
    Computer,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RoomSeat {
    pub kind: SeatKind,
    pub name: String,
    /// The client on the seat, as `welcome` names it.
    pub client: Option<u32>,
    /// Of the computer, from 1.
    pub level: Option<u8>,
    /// Whether the client is connected; always true for the computer.
    pub present: bool,
    /// The number of the player's account, where the server has accounts; absent for guests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<i64>,
    /// The account's rating in this family of games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    /// Whether the account is on vacation: with days a move, its clock stands still.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on_vacation: bool,
}

/// How late watchers see a game: by moves of any player, or by time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WatchDelay {
    Moves(u32),
    Minutes(u32),
}

/// A move, a chance move, or a player that left the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedEntry {
    /// 0 is chance.
    pub seat: u8,
    #[serde(rename = "move")]
    pub mv: String,
    /// As players read it.
    pub text: String,
    /// The charged time; `None` without a running clock.
    pub took_ms: Option<u64>,
}

impl PlayedEntry {
    /// Returns the event of the match.
    pub fn event(&self) -> GameEvent {
        let seat = Some(self.seat.checked_sub(1).unwrap_or(CHANCE));
        let removed = |cause| GameEvent::RemovePlayer { seat, cause };
        match &*self.mv {
            "!resign" => removed(Cause::Resigned),
            "!time" => removed(Cause::Time),
            "!left" => removed(Cause::Left),
            "!draw" => GameEvent::AgreedDraw { seat },
            mv => GameEvent::Move { seat, mv: mv.to_owned() },
        }
    }
}

/// The players to move, the position, the clocks and the result.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct TurnState {
    pub ply: u32,
    pub acting: Vec<u8>,
    /// In the game's first text form; empty if it has none.
    pub position: String,
    pub scores: Vec<f64>,
    /// Absent in games without a clock.
    pub clock: Option<ClockState>,
    pub paused: bool,
    pub end: Option<GameEnd>,
}

/// The clocks at the time of an event.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ClockState {
    /// As `boardloom play --clock` reads it, such as `300+3`.
    pub control: String,
    /// Time until each seat loses.
    pub left_ms: Vec<u64>,
    pub coins: Vec<u32>,
    /// The seat whose clock runs.
    pub running: Option<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndKind {
    /// By the rules, resignation or time.
    Over,
    /// A draw by agreement.
    Agreed,
    /// Without a winner, before all players had moved.
    Aborted,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameEnd {
    pub kind: EndKind,
    /// The place of each seat, from 1; empty if the game was aborted.
    pub places: Vec<u8>,
    pub reason: String,
}

/// A request that needs the consent of the other players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proposal {
    Draw,
    TakeBack,
    Pause,
    Rematch,
}

/// A proposal that waits for consent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    pub proposal: Proposal,
    /// The seats that agree; the first made the offer.
    pub seats: Vec<u8>,
}

/// A change of the room's state that everyone may see.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum RoomEvent {
    /// Moves, chance moves and players that left, in order.
    Played {
        /// Of the client's move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        played: Vec<PlayedEntry>,
        #[serde(flatten)]
        turn: TurnState,
    },
    TakenBack(TurnState),
    /// A pause, its end, time that was bought, an agreed draw, an abort.
    Turn(TurnState),
    /// A client sat down, stood up, came or went.
    Seat {
        seat: u8,
        #[serde(flatten)]
        state: RoomSeat,
    },
    Offered(Offer),
    Declined {
        proposal: Proposal,
        seat: u8,
    },
}

impl RoomState {
    pub fn apply(&mut self, event: &RoomEvent) {
        match event {
            RoomEvent::Played { played, turn, .. } => {
                self.played.extend(played.iter().cloned());
                self.turn = turn.clone();
                self.offers.clear();
            }
            RoomEvent::TakenBack(turn) => {
                self.played.truncate(turn.ply as usize);
                self.turn = turn.clone();
                self.offers.clear();
            }
            RoomEvent::Turn(turn) => {
                // A pause, its end and the end of the game clear all offers.
                if turn.paused != self.turn.paused || turn.end != self.turn.end {
                    self.offers.clear();
                }
                self.turn = turn.clone();
            }
            RoomEvent::Seat { seat, state } => {
                if let Some(slot) = self.seats.get_mut(usize::from(*seat).wrapping_sub(1)) {
                    *slot = state.clone();
                }
            }
            RoomEvent::Offered(offer) => {
                self.offers.retain(|known| known.proposal != offer.proposal);
                self.offers.push(offer.clone());
            }
            RoomEvent::Declined { proposal, .. } => {
                self.offers.retain(|known| known.proposal != *proposal);
            }
        }
        self.version += 1;
    }

    /// Returns epoch, game and version: later states have later ones.
    pub(crate) fn age(&self) -> (u32, u32, u64) {
        (self.epoch, self.game, self.version)
    }

    pub fn is_over(&self) -> bool {
        self.turn.end.is_some()
    }

    /// Tells whether the game counts for the ratings of its players.
    pub fn is_rated(&self) -> bool {
        self.rated && self.seats.len() == 2 && self.seats.iter().all(|seat| seat.account.is_some())
    }

    pub fn seat_of(&self, client: u32) -> Option<u8> {
        let at = self.seats.iter().position(|seat| seat.client == Some(client))?;
        u8::try_from(at + 1).ok()
    }

    pub fn has_open_seat(&self) -> bool {
        self.open_seats().next().is_some()
    }

    /// Returns the seats, from 1, that no player has.
    pub fn open_seats(&self) -> impl Iterator<Item = u8> + '_ {
        let open = (1..).zip(&self.seats).filter(|(_, seat)| seat.kind == SeatKind::Open);
        open.map(|(seat, _)| seat)
    }
}
