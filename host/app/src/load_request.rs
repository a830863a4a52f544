//! Requests to the [`Loader`](crate::loader::Loader).

use std::collections::BTreeSet;
use std::path::PathBuf;

use boardloom_contract::OpenGame;
use boardloom_match::{GameSource, MatchSetup, MatchSnapshot};
use boardloom_room::RoomState;
use boardloom_ruleset::Overrides;

use crate::course::CourseKind;
use crate::game_offer::GameOffer;
use crate::mail_view::MailTask;

pub enum LoadRequest {
    List,
    /// The games alone.
    ListGames,
    DrawGame(PathBuf),
    /// A position from the middle of a game of this ruleset.
    DrawScene(String),
    Preview {
        id: String,
        settings: Overrides,
        /// Seeds the chance moves before the first move; `None` draws none.
        seed: Option<u64>,
        /// Identifies the result.
        ticket: u64,
        /// Whether the files may have changed: options that they no longer offer are dropped.
        again: bool,
        /// The options that change the number of seats, if an earlier preview found them.
        seat_options: Option<Vec<String>>,
    },
    Reload {
        /// The ruleset's id, or its file.
        name: String,
        settings: Overrides,
        /// The match to continue; `None` only reads the files.
        current_match: Option<Box<CurrentMatch>>,
        ticket: u64,
    },
    Begin {
        id: String,
        settings: Overrides,
        /// The game that a preview with the same options opened.
        opened: Option<OpenedRuleset>,
        setup: Box<MatchSetup>,
        /// Moves to play first, as a list.
        moves: String,
    },
    /// Opens a room for a game with players at other programs.
    Host {
        id: String,
        settings: Overrides,
        setup: Box<MatchSetup>,
        /// Whether programs of this computer alone can join.
        is_local: bool,
        /// Whether players may ask the computer during the game.
        analysis: bool,
    },
    /// Opens a room again, from its record.
    HostAgain(PathBuf),
    /// Opens the game of a room, as the client with a seat (from 1) sees it.
    Room {
        state: Box<RoomState>,
        own: Option<u8>,
    },
    /// Keeps the file of a plugin that a room has sent.
    KeepPlugin {
        name: String,
        file: Vec<u8>,
    },
    /// Does something with a game by mail.
    Mail(Box<MailTask>),
    Paste {
        /// `None` for a record.
        ruleset: Option<(String, Overrides)>,
        setup: Box<MatchSetup>,
        text: String,
    },
    /// Continues an unfinished match from its journal.
    Resume(PathBuf),
    /// Opens an example game of a ruleset (its id or file), by its index.
    Example {
        id: String,
        at: usize,
    },
    Record(PathBuf),
    /// Installs the game that a record lacks, and opens the record.
    InstallGame {
        offer: Box<GameOffer>,
        record: PathBuf,
    },
    AddFile(PathBuf),
    Exercise {
        /// The ruleset's id, or its file.
        id: String,
        kind: CourseKind,
        /// `None` is the first that is not done.
        at: Option<usize>,
        learned: BTreeSet<String>,
    },
}

impl LoadRequest {
    /// A preview without chance moves, of files that did not change.
    pub fn preview(id: String, settings: Overrides, ticket: u64) -> Self {
        Self::Preview { id, settings, seed: None, ticket, again: false, seat_options: None }
    }

    /// Tells whether a waiting request is obsolete: files that change several times are read once.
    pub(crate) fn replaces(&self, waiting: &Self) -> bool {
        use LoadRequest::{List, ListGames, Preview, Reload};
        match (self, waiting) {
            (Preview { again, .. }, Preview { again: other, .. }) => *again && *other,
            (List, List) | (ListGames, ListGames) | (Reload { .. }, Reload { .. }) => true,
            _ => false,
        }
    }

    /// The name of the loaded thing, for players.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::List | Self::ListGames | Self::Paste { .. } => String::new(),
            Self::DrawGame(path)
            | Self::Resume(path)
            | Self::Record(path)
            | Self::HostAgain(path)
            | Self::AddFile(path) => path.display().to_string(),
            Self::DrawScene(id)
            | Self::Preview { id, .. }
            | Self::Begin { id, .. }
            | Self::Host { id, .. }
            | Self::Exercise { id, .. }
            | Self::Example { id, .. }
            | Self::Reload { name: id, .. } => id.clone(),
            Self::Room { state, .. } => state.ruleset.clone(),
            Self::KeepPlugin { name, .. } => name.clone(),
            Self::InstallGame { offer, .. } => offer.id.clone(),
            Self::Mail(task) => task.name(),
        }
    }

    pub(crate) fn ruleset(&self) -> Option<&str> {
        match self {
            Self::DrawScene(id)
            | Self::Preview { id, .. }
            | Self::Begin { id, .. }
            | Self::Host { id, .. }
            | Self::Exercise { id, .. }
            | Self::Example { id, .. } => Some(id),
            _ => None,
        }
    }
}

pub type OpenedRuleset = (GameSource, Box<dyn OpenGame>);

pub struct CurrentMatch {
    pub source: GameSource,
    pub lines: MatchSnapshot,
    pub view: u16,
}
