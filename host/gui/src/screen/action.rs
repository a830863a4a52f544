//! Actions of the game screen.

use boardloom_app::Action;
use boardloom_board_view::{Input, Pos};
use boardloom_contract::Site;
use boardloom_match::{Assessment, NodeId};

use crate::keys::Command;

#[derive(Debug, Clone, PartialEq)]
pub enum GameAction {
    Act(Action),
    /// A command that has a key as well.
    Command(Command),
    /// Input of the board. [`App`](crate::App) fills in the sites under the pointer.
    Input(Input),
    /// Play a move of the analysis.
    Play(String),
    SubmitMove(String),
    StopTyping,
    Resign,
    BuyTime,
    GoTo(NodeId),
    Promote(NodeId),
    DeleteLine(NodeId),
    SetComment(NodeId, String),
    /// Go to a node and focus its comment.
    EditComment(NodeId),
    Assess(NodeId, Option<Assessment>),
    Highlight(Vec<Site>),
    ShowCell(Site),
    /// Zoom to the smallest cell at a point of the screen, or back to the whole board.
    ZoomToCell(Pos),
    /// Zoom around a point of the screen by a factor.
    Zoom(Pos, f64),
    /// Move the board, in points.
    Pan(f64, f64),
    /// Draw an arrow or a ring between points of the screen, or remove it; show it until it is
    /// `done`. `None` gives it up.
    Draw {
        from: Pos,
        to: Option<Pos>,
        done: bool,
    },
    /// Turn and tilt the 3D board, in degrees.
    Rotate(f64, f64),
    CenterOn(Pos),
    ShowWarnings,
    ShowLog,
}
