//! Small games to test the SDK on, each behind the contract's interface.
#![allow(dead_code, unused_imports, reason = "each test file uses some of them")]

mod coins;
mod nim;
mod ring;
mod tic_tac_toe;

use boardloom_sdk::contract::OpenGame as Table;
use boardloom_sdk::{
    About, BoardView, Cursor, Game, Message, OpenedGame, Patch, PieceKind, Place, Site, Undoable,
};

pub use coins::Coins;
pub use nim::Nim;
pub use ring::Ring;
pub use tic_tac_toe::{TicTacToe, on_array, on_list};

/// Puts a game behind the contract's interface.
pub fn table<G: Game>(game: G) -> Box<dyn Table> {
    OpenedGame::game(game).into_game()
}

/// Puts a game that takes moves back itself behind the contract's interface.
pub fn undoable<G: Undoable>(game: G) -> Box<dyn Table> {
    OpenedGame::undoable(game).into_game()
}

/// Returns the position before the first move.
pub fn start<G: Game>(game: G) -> Box<dyn Cursor> {
    table(game).start().expect("no plugin error")
}

/// Returns the position that a text means.
pub fn read<G: Game>(game: G, text: &str) -> Box<dyn Cursor> {
    table(game).read(text).expect("no plugin error").expect("a good position")
}

/// Plays moves of the seat to move.
pub fn play(cursor: &mut dyn Cursor, moves: &[&str]) {
    for mv in moves {
        let by = cursor.status().expect("no plugin error").mover().expect("the game goes on");
        cursor.play(by, mv).expect("no plugin error").unwrap_or_else(|refusal| panic!("{refusal}"));
    }
}

fn about(seats: u8) -> About {
    About {
        seats,
        colors: seats,
        kinds: vec![PieceKind {
            id: "stone".into(),
            name: Message::new("kind.stone", "stone"),
            letters: Vec::new(),
            shape: "stone".into(),
        }],
        roles: vec!["cell".into()],
        views: vec![BoardView {
            id: "flat".into(),
            name: Message::new("view.flat", "Board"),
            dimensions: 2,
        }],
        forms: vec!["position".into()],
        unit: Message::new("unit.stone", "stone"),
        bound: None,
        facts: Vec::new(),
    }
}

fn row(sites: u32) -> Patch {
    let place = |site: Site| Place {
        site,
        copy: false,
        frame: None,
        at: (f64::from(site % 3), f64::from(site / 3), 0.0),
        shape: None,
        label: site.to_string(),
        role: 0,
    };
    Patch { places: (0..sites).map(place).collect(), ..Patch::default() }
}
