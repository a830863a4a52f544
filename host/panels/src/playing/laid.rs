//! A match made ready to be shown, away from the window's thread: a board of
//! 100,000 sites takes longer to read than a frame lasts.

use boardloom_contract::{Mark, Message};
use boardloom_play::board::Board;
use boardloom_play::scene::Pieces;
use boardloom_play::sitting::NodeId;
use boardloom_play::{Camera, Interface, Match, MatchChooser, Pos, Rect};

/// A match with its board laid out.
pub struct Laid {
    pub(super) game: Match,
    pub(super) board: Board,
    pub(super) camera: Camera,
    pub(super) interface: Interface,
    pub(super) pieces: Pieces,
    pub(super) marks: Vec<Mark>,
    pub(super) explained: Vec<Message>,
    /// The node whose pieces were read.
    pub(super) pieces_of: Option<NodeId>,
}

impl Laid {
    /// Reads all that the screen shows of a match. Faults are remembered by the
    /// match, which then shows what could be read.
    pub fn out(mut game: Match) -> Self {
        let explained = game.explain().unwrap_or_default();
        let mut board = Board::new(0);
        let _ = game.ask(|cursor| board.update(cursor));
        let sites = game.standing().sites;
        let mut pieces = Pieces::default();
        let read = game.ask(|cursor| pieces.update(cursor, sites));
        let pieces_of = read.is_ok().then(|| game.here());
        let marks = game.ask(|cursor| cursor.marks()).unwrap_or_default();
        // Whoever shows the board fits it into the room that there is.
        let nowhere = Rect { min: Pos::new(0.0, 0.0), max: Pos::new(1.0, 1.0) };
        let camera = Camera::fitting(nowhere, nowhere);
        let interface =
            Interface::new(&mut MatchChooser { game: &mut game, board: &board, camera: &camera });
        let _ = interface.propose(&mut game, &mut board);
        Laid { game, board, camera, interface, pieces, marks, explained, pieces_of }
    }

    /// Returns the match.
    pub fn game(&self) -> &Match {
        &self.game
    }
}
