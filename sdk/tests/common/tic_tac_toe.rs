//! Tic-tac-toe, on any storage of nine bytes: one that is copied, one that is not.

use std::borrow::Cow;
use std::hash::Hash;
use std::marker::PhantomData;

use boardloom_sdk::{
    About, Effect, Game, Message, Patch, Piece, Ranks, Seat, SeatState, Site, Status, Undoable,
    effects, random,
};

/// The rules, with positions kept in `C`.
pub struct TicTacToe<C>(PhantomData<fn() -> C>);

/// Returns the game with positions that are plain values.
pub fn on_array() -> TicTacToe<[u8; 9]> {
    TicTacToe(PhantomData)
}

/// Returns the game with positions that own memory.
pub fn on_list() -> TicTacToe<Vec<u8>> {
    TicTacToe(PhantomData)
}

const EMPTY: u8 = 2;
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// The storage of nine bytes.
pub trait Cells:
    Clone + Hash + AsRef<[u8]> + AsMut<[u8]> + From<[u8; 9]> + Send + Sync + 'static
{
}
impl<C: Clone + Hash + AsRef<[u8]> + AsMut<[u8]> + From<[u8; 9]> + Send + Sync + 'static> Cells
    for C
{
}

fn winner(cells: &[u8]) -> Option<Seat> {
    let line = LINES
        .iter()
        .find(|[a, b, c]| cells[*a] != EMPTY && cells[*a] == cells[*b] && cells[*b] == cells[*c]);
    line.map(|[a, ..]| cells[*a])
}

fn mover(cells: &[u8]) -> Seat {
    (cells.iter().filter(|cell| **cell != EMPTY).count() % 2) as Seat
}

impl<C: Cells> Game for TicTacToe<C> {
    type Position = C;
    type Move = Site;

    fn about(&self) -> About {
        About { bound: Some(9), ..super::about(2) }
    }

    fn start(&self) -> C {
        [EMPTY; 9].into()
    }

    fn status(&self, position: &C) -> Status {
        let cells = position.as_ref();
        match winner(cells).is_some() || !cells.contains(&EMPTY) {
            true => Status::Over,
            false => Status::Turn(mover(cells)),
        }
    }

    fn legal_moves(&self, position: &C, _: Seat, out: &mut Vec<Site>) {
        let cells = (0..).zip(position.as_ref());
        out.extend(cells.filter(|(_, cell)| **cell == EMPTY).map(|(site, _)| site));
    }

    fn play(&self, position: &mut C, by: Seat, site: Site) {
        position.as_mut()[site as usize] = by;
    }

    fn ranks(&self, position: &C) -> Ranks {
        winner(position.as_ref()).map_or(Ranks::draw(2), |seat| Ranks::win(2, seat))
    }

    fn reason(&self, position: &C) -> Message {
        match winner(position.as_ref()) {
            Some(_) => Message::new("over.line", "three in a line"),
            None => Message::new("over.full", "the board is full"),
        }
    }

    fn notation(&self, _: &C, _: Seat, site: Site) -> String {
        format!("{}{}", char::from(b'a' + (site % 3) as u8), 3 - site / 3)
    }

    fn paths(&self, _: &C, _: Seat, site: Site, out: &mut Vec<Vec<Site>>) {
        out.push(vec![site]);
    }

    fn seats(&self, _: &C) -> Vec<SeatState> {
        let state = |color| SeatState { color, score: 0.0, gained: 0.0, active: true };
        vec![state(0), state(1)]
    }

    fn sites(&self, _: &C) -> u32 {
        9
    }

    fn piece(&self, position: &C, site: Site) -> Option<Piece> {
        let cell = position.as_ref()[site as usize];
        (cell != EMPTY).then_some(Piece::new(0, cell))
    }

    fn drawing<'a>(&'a self, _: &'a C, _: u16) -> Cow<'a, Patch> {
        Cow::Owned(super::row(9))
    }

    fn key(&self, position: &C) -> u64 {
        position.as_ref().iter().fold(1, |key, cell| random::mix(key ^ u64::from(*cell)))
    }

    fn write(&self, position: &C, _: &str) -> Result<String, Message> {
        Ok(position.as_ref().iter().map(|cell| ['x', 'o', '.'][usize::from(*cell)]).collect())
    }

    fn read(&self, text: &str) -> Result<C, Message> {
        let cells: Option<Vec<u8>> = text
            .chars()
            .map(|c| ['x', 'o', '.'].iter().position(|k| *k == c))
            .map(|at| Some(at? as u8))
            .collect();
        let cells = cells.and_then(|cells| <[u8; 9]>::try_from(cells).ok());
        cells.map(C::from).ok_or_else(|| Message::new("read", "expected nine of `x`, `o`, `.`"))
    }
}

impl<C: Cells> Undoable for TicTacToe<C> {
    type Undo = Site;

    fn play_undoable(
        &self,
        position: &mut C,
        by: Seat,
        site: Site,
        effects: Option<&mut Vec<Effect>>,
    ) -> Site {
        self.play(position, by, site);
        if let Some(effects) = effects {
            effects.push(effects::place(site, Piece::new(0, by)));
        }
        site
    }

    fn undo(&self, position: &mut C, site: Site) {
        position.as_mut()[site as usize] = EMPTY;
    }
}
