//! Start options from the command line.

use std::path::PathBuf;
use std::sync::Arc;

use boardloom_contract::Seat;
use boardloom_match::journal::RecordLock;
use boardloom_match::{Match, PlayerKind, TimeControl};

use crate::course::CourseKind;
use crate::player_names::named_player;

#[derive(Debug, Clone, Default)]
pub struct Options {
    /// To play at once.
    pub ruleset: Option<String>,
    /// Lessons or puzzles of that ruleset, instead of a game.
    pub course: Option<CourseKind>,
    /// An example game of that ruleset, by its index.
    pub example: Option<usize>,
    pub setup: CommandLineSetup,
    /// In the game's own text.
    pub position: Option<String>,
    /// Moves to play first, as a list.
    pub moves: String,
    /// Whether to continue the last unfinished game at once.
    pub go_on: bool,
    /// A record to continue at once.
    pub record: Option<PathBuf>,
    /// The record to write after every move.
    pub keep: Option<Arc<RecordLock>>,
}

#[derive(Debug, Clone, Default)]
pub struct CommandLineSetup {
    /// `None` is the default.
    pub seats: Vec<Option<PlayerKind>>,
    /// Of humans, by seat; empty ones are named after their side.
    pub names: Vec<String>,
    /// `key=value` each.
    pub set: Vec<String>,
    pub seed: Option<u64>,
    pub clock: Option<TimeControl>,
}

impl CommandLineSetup {
    /// Changes players of a game that was begun before.
    pub fn seat_players(&self, game: &mut Match) {
        for (seat, player) in game.players().to_vec().into_iter().enumerate() {
            let name = self.names.get(seat).map_or("", String::as_str);
            let kind = self.seats.get(seat).copied().flatten().unwrap_or(player.kind);
            if kind != player.kind || !name.is_empty() {
                let player = named_player(kind, name, &game.source().ruleset, seat);
                game.set_player(seat as Seat, player);
            }
        }
    }
}
