//! A game by mail as window and terminal see it, and what is done with one.

use std::path::PathBuf;

use boardloom_contract::Seat;
use boardloom_mail::{MailAction, MailTurn};
use boardloom_match::{GameEvent, Player, PlayerKind};
use boardloom_ruleset::Overrides;

use crate::texts::online;

/// What is done with a game by mail.
#[derive(Debug, Clone)]
pub enum MailTask {
    /// Invites others to a game of a ruleset; the seat counts from 0.
    Invite {
        id: String,
        settings: Overrides,
        start: Option<String>,
        seat: Seat,
        name: String,
    },
    /// Takes the text of a mail.
    Import(String),
    ImportFile(PathBuf),
    /// Opens the file of a game.
    Open(PathBuf),
    /// Takes a seat, from 0.
    Join {
        path: PathBuf,
        seat: Option<Seat>,
        name: String,
    },
    Act {
        path: PathBuf,
        action: MailAction,
        says: String,
    },
}

impl MailTask {
    /// The name of what it loads, for players.
    pub(crate) fn name(&self) -> String {
        match self {
            MailTask::Invite { id, .. } => id.clone(),
            MailTask::Import(_) => String::new(),
            MailTask::ImportFile(path)
            | MailTask::Open(path)
            | MailTask::Join { path, .. }
            | MailTask::Act { path, .. } => path.display().to_string(),
        }
    }
}

/// A seat of a game by mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailSeat {
    pub side: String,
    /// Name and fingerprint of the key; `None` while the seat is open.
    pub player: Option<(String, String)>,
}

/// A game by mail as the player sees it.
#[derive(Debug, Clone)]
pub struct MailView {
    pub path: PathBuf,
    /// The ruleset's name.
    pub title: String,
    pub seats: Vec<MailSeat>,
    /// The seat of this program's player, from 0; `None` before joining.
    pub own: Option<Seat>,
    pub(crate) turn: MailTurn,
    /// What the game waits for, as a sentence.
    pub waits: String,
    /// The events of the game with the words said; `None` before it has begun.
    pub(crate) line: Option<Vec<(GameEvent, String)>>,
    /// A decision of the player that the others do not know yet.
    pub secret: Option<String>,
    /// The mail that has the game as it stands.
    pub letter: String,
    /// The name that the player gave last; empty without one.
    pub own_name: String,
}

impl MailView {
    /// Tells whether the player has to decide something.
    pub fn is_own_turn(&self) -> bool {
        self.own.is_some() && self.turn.seat() == self.own && !self.turn.is_automatic()
    }

    pub fn is_over(&self) -> bool {
        self.turn == MailTurn::Over
    }

    /// The name of the player whose draw offer waits for this program's player.
    pub fn draw_offer(&self) -> Option<&str> {
        match self.turn {
            MailTurn::Answer { seat, by } if Some(seat) == self.own => {
                self.seats.get(usize::from(by))?.player.as_ref().map(|(name, _)| name.as_str())
            }
            _ => None,
        }
    }

    /// Tells whether a draw can be offered with the next move: not with a secret decision.
    pub fn takes_draw_offer(&self) -> bool {
        !matches!(self.turn, MailTurn::Decide { .. })
    }

    pub fn has_open_seat(&self) -> bool {
        self.seats.iter().any(|seat| seat.player.is_none())
    }

    /// The open seats, from 0, while the player has none.
    pub fn open_seats(&self) -> Vec<Seat> {
        let open = (0..).zip(&self.seats).filter(|(_, seat)| seat.player.is_none());
        open.map(|(seat, _)| seat).filter(|_| self.own.is_none()).collect()
    }

    /// The name of the game: that of its file.
    pub fn name(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// The players of a game by mail: the own one moves here, and all after the end.
pub(crate) fn players_of(view: &MailView) -> Vec<Player> {
    let player = |(seat, it): (Seat, &MailSeat)| Player {
        name: it.player.as_ref().map_or_else(|| online::open_seat().to_owned(), |it| it.0.clone()),
        kind: match view.own == Some(seat) || view.is_over() {
            true => PlayerKind::Human,
            false => PlayerKind::Remote,
        },
    };
    (0..).zip(&view.seats).map(player).collect()
}
