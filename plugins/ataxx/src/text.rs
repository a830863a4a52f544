//! Moves and positions as text.

use boardloom_sdk::topology::Topology;
use boardloom_sdk::{CHANCE, Message, Seat, Site, rows};

use crate::game::Ataxx;
use crate::moves::{Move, Walls};
use crate::position::Position;
use crate::shared::Shared;
use crate::wide::sum;

/// The letters of seats 1 to 4.
pub const SEATS: [char; 4] = ['x', 'o', 't', 's'];
/// A wall.
pub const WALL: char = '-';
/// How a pass is written.
pub(crate) const PASS: &str = "0000";
/// How the draw of a wall begins.
pub(crate) const DRAWN: &str = "wall-";

impl<const W: usize, const S: usize> Ataxx<W, S> {
    /// Returns the legal move with this notation.
    pub(crate) fn named(&self, position: &Position<W, S>, by: Seat, text: &str) -> Option<Move> {
        use boardloom_sdk::Game;
        if by == CHANCE {
            let site = text.strip_prefix(DRAWN)?;
            let draws = self.ground(position, |ground| ground.draws());
            let meant = match site {
                "none" => Walls::Done,
                site => Walls::On(self.shared.topology.site(site)?),
            };
            return draws.contains(&meant).then_some(Move::Wall(meant));
        }
        if by != position.mover {
            return None;
        }
        if text == PASS {
            let only =
                self.count_moves(position, by) == 1 && self.nth_move(position, by, 0) == Move::Pass;
            return only.then_some(Move::Pass);
        }
        let own = &position.own[usize::from(by)];
        match self.shared.sites(text)? {
            (None, to) => self.grows(position, to).then_some(Move::Clone(to)),
            (Some(from), to) => {
                let legal = own.has(from)
                    && position.empty.has(to)
                    && self.reach.near.at(from).jump.has(to);
                legal.then_some(Move::Jump(from, to))
            }
        }
    }

    fn grows(&self, position: &Position<W, S>, to: Site) -> bool {
        use crate::ruleset::Drop;
        let own = &position.own[usize::from(position.mover)];
        let near = match self.shared.ruleset.rules.drop {
            Drop::Anywhere => true,
            Drop::Adjacent => self.reach.beside.at(to).meets(&position.pieces()),
            Drop::None => false,
        };
        position.empty.has(to) && (near || self.reach.near.at(to).clone.meets(own))
    }

    /// Returns the notation of a move that a person spells otherwise.
    pub(crate) fn spelled(&self, position: &Position<W, S>, text: &str) -> Option<String> {
        let own = &position.own[usize::from(position.mover)];
        self.shared
            .spelled(text, &|from, to| own.has(from) && self.reach.near.at(from).clone.has(to))
    }

    /// Returns a site's letter, or none where it is empty.
    fn letter(&self, position: &Position<W, S>, site: Site) -> Option<char> {
        match position.seat_at(site) {
            Some(seat) => Some(SEATS[usize::from(seat)]),
            None if position.empty.has(site) => None,
            None => Some(WALL),
        }
    }

    pub(crate) fn text(&self, position: &Position<W, S>, form: &str) -> Result<String, Message> {
        let letter = |site: Site| self.letter(position, site);
        self.shared.written(form, &letter, position.mover, [position.quiet, position.turn])
    }

    pub(crate) fn parsed(&self, text: &str) -> Result<Position<W, S>, Message> {
        let read = read(&self.shared, text)?;
        let mut position = Position::of(&read.letters);
        (position.mover, position.quiet, position.turn) = (read.mover, read.quiet, read.turn);
        Ok(position)
    }
}

/// A position's text, read: a letter or none for every site, and the counters.
pub(crate) struct Read {
    pub letters: Vec<Option<char>>,
    pub mover: u8,
    pub quiet: u16,
    pub turn: u16,
    /// What the mover is asked.
    pub sum: Option<(u16, u16)>,
}

// What follows is not generic: the plugin holds one copy of it.

pub(crate) fn read(shared: &Shared, text: &str) -> Result<Read, Message> {
    let (topology, seats) = (&shared.topology, shared.seats);
    let mut parts = text.split_whitespace();
    let board = parts.next().ok_or_else(|| {
        Message::new("read.empty", "expected rows of sites, as `x5o/7/7/7/7/7/o5x x 0 1`")
    })?;
    let letters = place(topology, seats, &mut board.split('/'))?;
    let known = &SEATS[..usize::from(seats)];
    let mover = match parts.next() {
        None => 0,
        Some(mover) => {
            let seat = known.iter().position(|seat| mover.len() == 1 && mover.starts_with(*seat));
            let what = "expected whose turn it is, one of `{letters}`, found `{found}`";
            seat.ok_or_else(|| {
                Message::new("read.mover", what)
                    .with("letters", known.iter().collect::<String>())
                    .with("found", mover)
            })?
        }
    };
    let quiet = number(parts.next(), 0, "plies since the last new piece")?;
    let turn = number(parts.next(), 1, "the number of the turn")?;
    let most = shared.ruleset.rules.sum.map_or(0, |sum| sum.max);
    let mut rest = parts.peekable();
    let sum = rest.peek().and_then(|text| sum(text, most));
    if let Some(more) = rest.nth(usize::from(sum.is_some())) {
        let what = "expected nothing after the number of the turn, found `{found}`";
        return Err(Message::new("read.more", what).with("found", more));
    }
    Ok(Read { mover: skipped(&letters, known, mover), letters, quiet, turn, sum })
}

/// Returns the mover, or where it has no pieces while others play on, the next
/// seat that has some.
fn skipped(letters: &[Option<char>], known: &[char], mover: usize) -> u8 {
    let plays = |seat: &usize| letters.contains(&Some(known[*seat]));
    let playing = (0..known.len()).filter(plays).count();
    let mut next = (mover..known.len()).chain(0..mover).filter(plays);
    next.next().filter(|_| playing > 1).unwrap_or(mover) as u8
}

fn number(text: Option<&str>, default: u16, what: &str) -> Result<u16, Message> {
    let Some(text) = text else { return Ok(default) };
    text.parse().map_err(|_| {
        Message::new("read.number", "expected {what} (0 to 65535), found `{found}`")
            .with("what", what)
            .with("found", text)
    })
}

/// Returns the letter of every site from rows: a seat's, a wall's, or none.
pub(crate) fn place(
    topology: &Topology,
    seats: u8,
    rows: &mut dyn Iterator<Item = &str>,
) -> Result<Vec<Option<char>>, rows::Fault> {
    let known = &SEATS[..usize::from(seats)];
    let mut letters = vec![None; topology.sites() as usize];
    rows::read(topology, rows, |site, letter| {
        if letter != WALL && !known.contains(&letter) {
            let known: String = known.iter().collect();
            return Err(format!("expected one of `{known}`, `-` or a number, found `{letter}`"));
        }
        letters[site as usize] = Some(letter);
        Ok(())
    })?;
    Ok(letters)
}
