//! A match made ready to be shown, away from the window's thread: a board of
//! 100,000 sites takes longer to read than a frame lasts.

use boardloom_board_view::BoardController;
use boardloom_board_view::Camera;
use boardloom_board_view::MatchMoves;
use boardloom_board_view::Pos;
use boardloom_board_view::Rect;
use boardloom_board_view::board::Board;
use boardloom_board_view::scene::Pieces;
use boardloom_contract::{Mark, Message};
use boardloom_match::Match;
use boardloom_match::{NodeId, ReplayedMatch};

/// A match with its board laid out.
pub struct LoadedBoard {
    pub(super) game: Match,
    pub(super) camera: Camera,
    pub(super) controller: BoardController,
    pub(super) read: BoardContent,
}

/// All that the screen shows of a position, read from the plugin.
pub(super) struct BoardContent {
    pub(super) board: Board,
    pub(super) pieces: Pieces,
    pub(super) marks: Vec<Mark>,
    pub(super) explained: Vec<Message>,
    /// The node whose pieces were read.
    pub(super) pieces_of: Option<NodeId>,
}

impl BoardContent {
    /// Reads what a view shows. Faults are remembered by the match, which then
    /// shows what could be read.
    fn of(game: &mut Match, view: u16) -> Self {
        let explained = game.explain().unwrap_or_default();
        let views = game.about().views.len().max(1);
        let mut board = Board::new(usize::from(view).min(views - 1) as u16);
        let _ = game.ask(|cursor| board.update(cursor));
        let sites = game.status().sites;
        let mut pieces = Pieces::default();
        let read = game.ask(|cursor| pieces.update(cursor, sites));
        let pieces_of = read.is_ok().then(|| game.here());
        let marks = game.ask(|cursor| cursor.marks()).unwrap_or_default();
        BoardContent { board, pieces, marks, explained, pieces_of }
    }
}

impl LoadedBoard {
    /// Reads all that the screen shows of a match.
    pub fn out(mut game: Match) -> Self {
        let mut read = BoardContent::of(&mut game, 0);
        let board = &mut read.board;
        // Whoever shows the board fits it into the room that there is.
        let nowhere = Rect { min: Pos::new(0.0, 0.0), max: Pos::new(1.0, 1.0) };
        let camera = Camera::fitting(nowhere, nowhere);
        let controller =
            BoardController::new(&mut MatchMoves { game: &mut game, board, camera: &camera });
        let _ = controller.propose(&mut game, board);
        LoadedBoard { game, camera, controller, read }
    }

    /// Returns the match.
    pub fn game(&self) -> &Match {
        &self.game
    }
}

/// The lines of a match that were tried by other rules, with the board laid out
/// where the match is to stand.
pub struct ReloadedBoard {
    pub(super) tried: ReplayedMatch,
    pub(super) read: BoardContent,
}

impl ReloadedBoard {
    /// Reads all that the screen shows of the position in a view.
    pub fn out(mut tried: ReplayedMatch, view: u16) -> Self {
        let read = BoardContent::of(tried.game(), view);
        ReloadedBoard { tried, read }
    }
}
