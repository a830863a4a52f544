//! Moves and positions.

use std::hash::{Hash, Hasher};

use boardloom_sdk::random::mix;

use crate::board_tables::{MAX_SQUARES, NO_SQUARE, Square, SquareSet};
use crate::piece::{ATTACKERS, DEFENDERS, PieceCode};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// A move in a straight line over empty squares.
    Slide { from: Square, to: Square },
    /// A jump over an enemy man.
    Jump { from: Square, over: Square, to: Square },
    /// Ends the turn of a piece that could capture again.
    EndTurn,
}

impl Move {
    /// Returns the squares that a piece comes from, goes to and jumps over
    /// (`NO_SQUARE` if it slides).
    #[inline(always)]
    pub fn squares(self) -> Option<(Square, Square, Square)> {
        match self {
            Move::Slide { from, to } => Some((from, to, NO_SQUARE)),
            Move::Jump { from, over, to } => Some((from, to, over)),
            Move::EndTurn => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndReason {
    KingCaptured,
    KingEscaped,
    ExitFort,
    Encircled,
    /// The side to move has no move.
    NoMoves,
    /// Nothing was captured for too many plies.
    NoCaptures,
    TurnLimit,
    /// Neither side can win any more.
    Unwinnable,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameEnd {
    pub reason: EndReason,
    /// `None` in a draw.
    pub winner: Option<u8>,
}

/// A position: plain values, so that copying it is quick.
#[derive(Debug, Clone, Copy)]
pub struct Position {
    board: [PieceCode; MAX_SQUARES],
    sides: [SquareSet; 2],
    /// The pieces of each side in the position that the game began from.
    pub begun: [u16; 2],
    /// The king's square, or `NO_SQUARE`.
    pub king: Square,
    pub side_to_move: u8,
    /// The square of a piece that captured and moves on, or `NO_SQUARE`.
    pub berserk: Square,
    /// Plies since the last capture, if the rules count them.
    pub quiet_plies: u16,
    /// Plies so far, if the rules count them.
    pub plies: u16,
    /// The node in the game's [`HistoryTree`](crate::history::HistoryTree), if repeating a
    /// position is illegal.
    pub history: u32,
    /// A hash of the positions in its history, in any order.
    pub past: u64,
    hash: u64,
    /// Whether there are pieces that the ruleset's start does not have. The bitboard tables do
    /// not cover these.
    pub has_foreign_pieces: bool,
    pub end: Option<GameEnd>,
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl Position {
    pub fn empty(blocked: &[u32], side_to_move: u8) -> Position {
        let mut position = Position {
            board: [PieceCode::EMPTY; MAX_SQUARES],
            sides: [SquareSet::EMPTY; 2],
            begun: [0; 2],
            king: NO_SQUARE,
            side_to_move,
            berserk: NO_SQUARE,
            quiet_plies: 0,
            plies: 0,
            history: 0,
            past: 0,
            hash: 0,
            has_foreign_pieces: false,
            end: None,
        };
        for square in blocked {
            position.board[*square as usize] = PieceCode::BLOCKED;
        }
        position
    }

    #[inline(always)]
    pub fn piece_at(&self, square: Square) -> PieceCode {
        self.board[usize::from(square)]
    }

    #[inline(always)]
    pub fn is_free(&self, square: usize) -> bool {
        self.board[square].is_empty()
    }

    #[inline(always)]
    pub fn of(&self, side: u8) -> &SquareSet {
        &self.sides[usize::from(side)]
    }

    pub fn put(&mut self, square: Square, piece: PieceCode) {
        self.board[usize::from(square)] = piece;
        self.sides[usize::from(piece.side())].insert(u32::from(square));
        self.hash ^= square_hash(square, piece);
        if piece == PieceCode::KING {
            self.king = square;
        }
    }

    pub fn remove(&mut self, square: Square) -> PieceCode {
        let piece = std::mem::take(&mut self.board[usize::from(square)]);
        self.sides[usize::from(piece.side())].remove(u32::from(square));
        self.hash ^= square_hash(square, piece);
        if piece == PieceCode::KING {
            self.king = NO_SQUARE;
        }
        piece
    }

    /// Returns a hash that is equal for positions that count as a repetition.
    pub fn repetition_key(&self) -> u64 {
        let turn = u64::from(self.berserk) << 8 | u64::from(self.side_to_move) | 1 << 40;
        mix(self.hash ^ mix(turn))
    }

    /// Returns a hash that is equal for positions with the same future.
    pub fn key(&self) -> u64 {
        let counts = u64::from(self.quiet_plies) << 16 | u64::from(self.plies);
        self.repetition_key() ^ mix(counts) ^ mix(self.past)
    }

    pub fn count(&self, side: u8) -> u32 {
        self.sides[usize::from(side)].len()
    }

    /// Makes this the position that the game begins from: nothing is captured yet.
    pub fn begin(&mut self) {
        self.begun = [ATTACKERS, DEFENDERS].map(|side| self.count(side) as u16);
    }

    /// Returns how many pieces of a side were captured.
    pub fn captured(&self, side: u8) -> u32 {
        u32::from(self.begun[usize::from(side)]).saturating_sub(self.count(side))
    }

    pub fn occupied(&self) -> SquareSet {
        self.sides[usize::from(ATTACKERS)] | self.sides[usize::from(DEFENDERS)]
    }
}

fn square_hash(square: Square, piece: PieceCode) -> u64 {
    mix(u64::from(square) << 8 | piece.index() as u64 | 1 << 41)
}
