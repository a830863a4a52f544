//! Moves and positions as text.

use boardloom_sdk::{Message, rows};

use crate::board_tables::{NO_SQUARE, Square};
use crate::game::Tafl;
use crate::moves::any;
use crate::piece::{ATTACKERS, DEFENDERS, LETTERS, PieceCode};
use crate::position::{Move, Position};
use crate::ruleset::Berserk;
use crate::validation;

/// The notation of [`Move::EndTurn`].
pub const END_TURN: &str = "end";
const SIDES: [&str; 2] = ["a", "d"];
/// Characters that may stand between the two squares of a move.
const SEPARATORS: [char; 5] = ['-', '^', '=', '>', ' '];
/// What introduces captures behind a move.
const CAPTURES: [char; 2] = ['x', 'X'];
/// Characters that may follow a move besides captures.
const ANNOTATIONS: [char; 6] = ['+', '-', '#', ' ', '!', '?'];

impl Tafl {
    pub(crate) fn notation_of(&self, mv: Move) -> String {
        match mv.squares() {
            Some((from, to, _)) => {
                let label = |square: Square| self.topology.label(u32::from(square));
                [label(from), "-", label(to)].concat()
            }
            None => END_TURN.to_owned(),
        }
    }

    fn square(&self, label: &str) -> Option<Square> {
        self.topology.site(label).map(|site| site as Square)
    }

    pub(crate) fn parse_squares(&self, text: &str) -> Option<(Square, Square)> {
        text.match_indices('-')
            .find_map(|(at, _)| Some((self.square(&text[..at])?, self.square(&text[at + 1..])?)))
    }

    /// Returns the notation that another spelling means: with captures (`d1-d4xd5`),
    /// with the piece (`Kd5-d8`), as a jump (`d6^d4`), without a dash. Captures behind a legal
    /// move have to be its own.
    pub(crate) fn respell(&self, position: &Position, text: &str) -> Option<String> {
        if matches!(text.trim().to_ascii_lowercase().as_str(), "end" | "pass" | "stop") {
            return Some(END_TURN.to_owned());
        }
        let (from, to, captures) = self.typed_move(text)?;
        match self.legal_move(position, from, to) {
            Some(mv) if !self.has_captures(position, mv, &captures) => None,
            _ => Some(self.notation_of(Move::Slide { from, to })),
        }
    }

    /// Returns the squares of a move in any spelling, and what follows them.
    pub(crate) fn typed_move(&self, text: &str) -> Option<(Square, Square, String)> {
        let text = text.trim();
        let lower = text.to_ascii_lowercase();
        let rest = text.strip_prefix(LETTERS).unwrap_or_default();
        let spellings = [text, lower.as_str(), rest, &lower[text.len() - rest.len()..]];
        spellings.iter().find_map(|text| self.leading_squares(text))
    }

    fn leading_squares(&self, text: &str) -> Option<(Square, Square, String)> {
        // The longest label first: `a1-a11` is not `a1-a1` and a 1.
        let ends = |text: &str| -> Vec<usize> {
            (1..=text.len()).rev().filter(|end| text.is_char_boundary(*end)).collect()
        };
        for end in ends(text) {
            let Some(from) = self.square(&text[..end]) else { continue };
            let rest = text[end..].trim_start_matches(SEPARATORS);
            for end in ends(rest) {
                let Some(to) = self.square(&rest[..end]) else { continue };
                let after = &rest[end..];
                if after.is_empty() || after.starts_with(CAPTURES) || after.starts_with(ANNOTATIONS)
                {
                    return Some((from, to, after.to_owned()));
                }
            }
        }
        None
    }

    pub(crate) fn legal_move(&self, position: &Position, from: Square, to: Square) -> Option<Move> {
        let mut found = None;
        self.moves_from(position, from, &mut |mv| {
            if mv.squares().is_some_and(|(_, onto, _)| onto == to) {
                found = Some(mv);
            }
        });
        found
    }

    /// Tells whether a move has the captures that are written behind it, `xd5/e4`: none need be.
    fn has_captures(&self, position: &Position, mv: Move, written: &str) -> bool {
        let written = written.trim_start_matches(ANNOTATIONS);
        if !written.starts_with(CAPTURES) {
            return true;
        }
        let captures = self.captures(position, mv);
        let written = written.split(['/', ',']).flat_map(|part| part.split(CAPTURES));
        let mut written = written.map(|part| part.trim_matches(ANNOTATIONS));
        !captures.is_empty()
            && written.all(|label| {
                let square = self.square(label).or_else(|| self.square(&label.to_lowercase()));
                label.is_empty() || square.is_some_and(|it| captures.has(u32::from(it)))
            })
    }

    /// Writes rows, the side to move, the square of a piece that moves on, and the counts
    /// of the rules: `3ttt3/4t4/... a`.
    pub(crate) fn write_position(&self, position: &Position) -> String {
        let mut text =
            rows::write(&self.topology, |site| position.piece_at(site as Square).letter());
        text += " ";
        text += SIDES[usize::from(position.side_to_move)];
        if position.berserk != NO_SQUARE {
            text += " ";
            text += self.topology.label(u32::from(position.berserk));
        }
        let rules = &self.ruleset.rules;
        let counts =
            [(rules.capture_draw, position.quiet_plies), (rules.turn_limit, position.plies)];
        for (limit, count) in counts {
            if limit.is_some() {
                text += &format!(" {count}");
            }
        }
        text
    }

    /// Reads a text by [`write_position`](Tafl::write_position); only the rows are required.
    pub(crate) fn parse_position(&self, text: &str) -> Result<Position, Message> {
        let mut parts = text.split_whitespace().peekable();
        let board = parts.next().ok_or_else(|| {
            Message::new("read.empty", "expected rows of squares, as `3t3/3t3/3T3/ttTKTtt/... a`")
        })?;
        let mut position = self.parse_board(board)?;
        if let Some(side) = parts.next() {
            position.side_to_move = match side {
                "a" | "attackers" => ATTACKERS,
                "d" | "defenders" => DEFENDERS,
                _ => {
                    let what = "expected the side to move, `a` or `d`, found `{found}`";
                    return Err(Message::new("read.side", what).with("found", side));
                }
            };
        }
        if let Some(square) = parts.peek().and_then(|label| self.square(label)) {
            parts.next();
            position.berserk = square;
        }
        let rules = &self.ruleset.rules;
        let mut count = |limit: Option<u16>| -> Result<u16, Message> {
            let Some(text) = parts.next_if(|_| limit.is_some()) else { return Ok(0) };
            text.parse().map_err(|_| {
                let what = "expected a number of plies up to 65535, found `{found}`";
                Message::new("read.number", what).with("found", text)
            })
        };
        position.quiet_plies = count(rules.capture_draw)?;
        position.plies = count(rules.turn_limit)?;
        if let Some(more) = parts.next() {
            let what = "expected nothing more, found `{found}`";
            return Err(Message::new("read.more", what).with("found", more));
        }
        self.check_berserk(&position)?;
        position.begin();
        self.detect_end(&mut position);
        Ok(position)
    }

    fn parse_board(&self, board: &str) -> Result<Position, Message> {
        let first = self.ruleset.rules.first.seat();
        let mut position = Position::empty(self.topology.blocked(), first);
        let mut kings = 0;
        rows::read(&self.topology, board.trim_matches('/').split('/'), |site, letter| {
            let unknown = || validation::unknown_letter(letter);
            let piece = PieceCode::from_letter(letter).ok_or_else(unknown)?;
            if position.piece_at(site as Square) == PieceCode::BLOCKED {
                return Err("a piece stands on a blocked square".into());
            }
            kings += u32::from(piece == PieceCode::KING);
            position.has_foreign_pieces |= !self.bitboards_cover(piece);
            position.put(site as Square, piece);
            Ok(())
        })?;
        if kings > 1 {
            let what = "expected one king at most, found {kings}";
            return Err(Message::new("read.kings", what).with("kings", kings));
        }
        Ok(position)
    }

    /// Checks that a piece that has to move on can.
    fn check_berserk(&self, position: &Position) -> Result<(), Message> {
        if position.berserk == NO_SQUARE {
            return Ok(());
        }
        let label = self.topology.label(u32::from(position.berserk));
        let error = |what: &str| Err(Message::new("read.chain", what).with("site", label));
        if self.ruleset.rules.berserk == Berserk::None {
            return error("in this ruleset no piece moves on after a capture, found `{site}`");
        }
        match any(|each| self.moves_from(position, position.berserk, each)) {
            true => Ok(()),
            false => error("the piece on `{site}` can't move on"),
        }
    }
}
