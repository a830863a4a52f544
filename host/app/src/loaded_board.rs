//! A match with its board laid out, on the loader's thread: a board of 100,000 sites
//! takes longer to read than a frame.

use boardloom_board_view::board::BoardGeometry;
use boardloom_board_view::scene::Pieces;
use boardloom_board_view::{BoardController, Camera, MatchMoves, Pos, Rect};
use boardloom_contract::{Mark, Message};
use boardloom_match::{Match, NodeId};

pub struct LoadedBoard {
    pub(crate) game: Match,
    pub(crate) camera: Camera,
    pub(crate) controller: BoardController,
    pub(crate) read: BoardContent,
    /// Whether it is an example game, which leaves nothing if it is only looked at.
    pub(crate) example: bool,
}

/// Everything that the screen shows of a position.
pub(crate) struct BoardContent {
    pub(crate) board: BoardGeometry,
    pub(crate) pieces: Pieces,
    pub(crate) marks: Vec<Mark>,
    pub(crate) explained: Vec<Message>,
    /// The node whose pieces were read.
    pub(crate) pieces_of: Option<NodeId>,
}

impl BoardContent {
    /// The match keeps errors, and shows what could be read.
    fn of(game: &mut Match, view: u16) -> Self {
        let explained = game.explain().unwrap_or_default();
        let views = game.about().views.len().max(1);
        let mut board = BoardGeometry::new(usize::from(view).min(views - 1) as u16);
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
    pub fn out(mut game: Match) -> Self {
        let mut read = BoardContent::of(&mut game, 0);
        let board = &mut read.board;
        // The front end fits the board into its room.
        let nowhere = Rect { min: Pos::new(0.0, 0.0), max: Pos::new(1.0, 1.0) };
        let camera = Camera::fitting(nowhere, nowhere);
        let controller =
            BoardController::new(&mut MatchMoves { game: &mut game, board, camera: &camera });
        let _ = controller.propose(&mut game, board);
        LoadedBoard { game, camera, controller, read, example: false }
    }
}

impl LoadedBoard {
    /// An example game, which leaves nothing if it is only looked at.
    pub fn of_example(game: Match) -> Self {
        LoadedBoard { example: true, ..LoadedBoard::out(game) }
    }
}

/// A match replayed under other rules, with its board laid out.
pub struct ReloadedBoard {
    pub(crate) tried: Match,
    pub(crate) read: BoardContent,
}

impl ReloadedBoard {
    pub fn out(mut tried: Match, view: u16) -> Self {
        let read = BoardContent::of(&mut tried, view);
        ReloadedBoard { tried, read }
    }
}
