//! Moves and positions as text.

use boardloom_sdk::topology::Topology;
use boardloom_sdk::{Message, Site, rows};

use crate::context::Context;
use crate::moves::{Move, Sum};
use crate::position::State;
use crate::store::Content;

/// The letters of seats 1 to 4.
pub(crate) const SEAT_LETTERS: [char; 4] = ['x', 'o', 't', 's'];
const WALL: char = '-';
pub(crate) const PASS: &str = "0000";
/// The beginning of the notation of a wall that chance draws.
pub(crate) const WALL_PREFIX: &str = "wall-";

impl Content {
    /// Returns the letter in rows, none for an empty site.
    pub(crate) fn letter(self) -> Option<char> {
        match self.seat() {
            Some(seat) => Some(SEAT_LETTERS[usize::from(seat)]),
            None => (self == Content::WALL).then_some(WALL),
        }
    }
}

/// Returns what stands between the two labels of a jump: nothing where that is no other move, as
/// on boards with letters and numbers. `13` could be a jump from `1` to `3` too.
pub(crate) fn separator(topology: &Topology) -> &'static str {
    let labels = || (0..topology.sites()).map(|site| topology.label(site));
    let is_coordinate = |label: &str| {
        let digits = label.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        !digits.is_empty()
            && digits.len() < label.len()
            && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let length = topology.label(0).len();
    if labels().all(is_coordinate) || labels().all(|label| label.len() == length) {
        return "";
    }
    let is_free = |separator: &&str| !labels().any(|label| label.contains(*separator));
    ["-", ">", "~"].into_iter().find(is_free).unwrap_or("-")
}

impl Context {
    /// Reads a clone or a jump, legal or not: the labels of two sites, or of one.
    pub fn parse_move(&self, text: &str) -> Option<Move> {
        if let Some(site) = self.topology.site(text) {
            return Some(Move::Clone(site));
        }
        let mut middles = text.char_indices().skip(1).map(|(at, _)| at);
        middles.find_map(|at| {
            let (from, to) = text.split_at(at);
            let to = to.strip_prefix(self.separator)?;
            Some(Move::Jump(self.topology.site(from)?, self.topology.site(to)?))
        })
    }

    /// Reads a move as players type it: with capitals, and with a dash or a space between sites.
    pub fn parse_typed_move(&self, text: &str) -> Option<Move> {
        let text = match self.separator {
            "" => text.chars().filter(|c| !matches!(c, '-' | ' ')).collect(),
            separator => text.trim().replace(' ', separator),
        };
        self.parse_move(&text).or_else(|| self.parse_move(&text.to_ascii_lowercase()))
    }

    /// Returns the notation for another spelling: `pass`, capitals, dashes, and a clone
    /// with its source, which `is_clone` recognises.
    pub fn notation_alias(
        &self,
        text: &str,
        is_clone: impl FnOnce(Site, Site) -> bool,
    ) -> Option<String> {
        if text.trim().eq_ignore_ascii_case("pass") {
            return Some(PASS.to_owned());
        }
        Some(match self.parse_typed_move(text)? {
            Move::Jump(from, to) if is_clone(from, to) => self.notation(Move::Clone(to)),
            mv => self.notation(mv),
        })
    }

    pub fn write_position(&self, content: impl Fn(Site) -> Content, state: &State) -> String {
        let rows = rows::write(&self.topology, |site| content(site).letter());
        let mover = SEAT_LETTERS[usize::from(state.mover)];
        let sum = state.sum.map_or_else(String::new, |Sum { a, b }| format!(" {a}+{b}"));
        format!("{rows} {mover} {} {}{sum}", state.quiet, state.turn)
    }

    pub fn draw(&self, content: impl Fn(Site) -> Content) -> String {
        rows::diagram(&self.topology, |site| match content(site).letter() {
            None => '.',
            Some(WALL) => '#',
            Some(letter) => letter,
        })
    }

    /// Reads a position. A seat without pieces is skipped if others can play.
    pub fn read(&self, text: &str) -> Result<(Vec<Content>, State), Message> {
        let mut parts = text.split_whitespace();
        let board = parts.next().ok_or_else(|| {
            Message::new("read.empty", "expected rows of sites, as `x5o/7/7/7/7/7/o5x x 0 1`")
        })?;
        let contents = read_rows(&self.topology, self.seats(), board.split('/'))?;
        let is_open = |site: &&Site| contents[**site as usize] != Content::WALL;
        if let Some(site) = self.topology.blocked().iter().find(is_open) {
            let what = "`{label}` is blocked in the ruleset, and not in the text: write `-` for it, \
                        or take it out of `board.blocked`";
            let error = Message::new("read.walls", what);
            return Err(error.with("label", self.topology.label(*site)));
        }
        let letters = &SEAT_LETTERS[..usize::from(self.seats())];
        let mover = match parts.next() {
            None => 0,
            Some(mover) => {
                let seat = letters.iter().position(|letter| mover == letter.to_string());
                let what = "expected whose turn it is, one of `{letters}`, found `{found}`";
                seat.ok_or_else(|| {
                    Message::new("read.mover", what)
                        .with("letters", letters.iter().collect::<String>())
                        .with("found", mover)
                })?
            }
        };
        let quiet = read_number(parts.next(), 0, "plies since the last new piece")?;
        let turn = read_number(parts.next(), 1, "the number of the turn")?;
        let mut rest = parts.peekable();
        let sum = rest.peek();
        let sum = sum.and_then(|text| self.sums().find(|it| format!("{}+{}", it.a, it.b) == *text));
        if let Some(more) = rest.nth(usize::from(sum.is_some())) {
            let what = "expected nothing after the number of the turn, found `{found}`";
            return Err(Message::new("read.more", what).with("found", more));
        }
        let has_pieces = |seat: &usize| contents.contains(&Content::piece(*seat as u8));
        let players = (0..letters.len()).filter(has_pieces).count();
        let next = (mover..letters.len()).chain(0..mover).find(has_pieces);
        let mover = next.filter(|_| players > 1).unwrap_or(mover) as u8;
        Ok((contents, State { mover, quiet, turn, sum, ..State::START }))
    }
}

fn read_number(text: Option<&str>, default: u16, what: &str) -> Result<u16, Message> {
    let Some(text) = text else { return Ok(default) };
    text.parse().map_err(|_| {
        Message::new("read.number", "expected {what} (0 to 65535), found `{found}`")
            .with("what", what)
            .with("found", text)
    })
}

/// Reads the contents of each site from rows.
pub(crate) fn read_rows<'a>(
    topology: &Topology,
    seats: u8,
    rows: impl Iterator<Item = &'a str>,
) -> Result<Vec<Content>, rows::RowError> {
    let (contents, errors) = read_all_rows(topology, seats, rows);
    errors.into_iter().next().map_or(Ok(contents), Err)
}

/// Reads the contents of each site from rows, as far as they are good, with all errors.
pub(crate) fn read_all_rows<'a>(
    topology: &Topology,
    seats: u8,
    rows: impl Iterator<Item = &'a str>,
) -> (Vec<Content>, Vec<rows::RowError>) {
    let letters = &SEAT_LETTERS[..usize::from(seats)];
    let mut contents = vec![Content::EMPTY; topology.sites() as usize];
    let errors = rows::read_all(topology, rows, |site, letter| {
        let seat = letters.iter().position(|known| *known == letter);
        contents[site as usize] = match seat {
            Some(seat) => Content::piece(seat as u8),
            None if letter == WALL => Content::WALL,
            None => {
                let wall = if letter == '#' { "; a wall is `-`" } else { "" };
                return Err(format!(
                    "expected one of {} {WALL}, a number of empty sites, or `.`; found \
                     `{letter}`{wall}",
                    rows::letters(letters)
                ));
            }
        };
        Ok(())
    });
    (contents, errors)
}
