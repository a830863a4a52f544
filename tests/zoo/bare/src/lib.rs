//! The smallest plugin that the contract allows, written from the contract's text alone: the
//! interface `rules` and nothing else. The host draws the board, orders the moves, counts and
//! searches. Two seats fill a row of sites, one or two at a time; the seat that fills
//! the last one wins.

use std::cell::RefCell;

mod bindings {
    wit_bindgen::generate!({ path: "../../../sdk/wit/1.0.0", world: "required" });
}

use bindings::boardloom::rules::types::*;
use bindings::exports::boardloom::rules::rules;

const SITES: u32 = 10;

struct Component;
bindings::export!(Component with_types_in bindings);

struct BareGame;

/// The number of sites that each move filled; `LEFT` and a seat's number if the seat left.
struct BareCursor(RefCell<Vec<u32>>);

const LEFT: u32 = 3;

fn message(id: &str, text: &str) -> Message {
    Message { id: id.to_owned(), args: Vec::new(), text: text.to_owned() }
}

impl rules::Guest for Component {
    type OpenGame = BareGame;
    type Cursor = BareCursor;

    fn schema() -> String {
        r#"{"type": "object", "properties": {}}"#.to_owned()
    }
}

impl rules::GuestOpenGame for BareGame {
    fn open(_: String) -> Result<rules::OpenGame, Vec<Diagnostic>> {
        Ok(rules::OpenGame::new(BareGame))
    }

    fn warnings(&self) -> Vec<Diagnostic> {
        Vec::new()
    }

    fn about(&self) -> About {
        About {
            seats: 2,
            colors: 2,
            kinds: vec![PieceKind {
                id: "stone".to_owned(),
                name: message("kind.stone", "stone"),
                letters: Vec::new(),
                shape: "stone".to_owned(),
            }],
            roles: Vec::new(),
            views: Vec::new(),
            forms: vec!["position".to_owned()],
            unit: message("unit.stone", "stone"),
            bound: Some(SITES),
            facts: vec![("board".to_owned(), "squares 10x1".to_owned())],
        }
    }

    fn explain(&self) -> Vec<Message> {
        vec![message("rules", "Fill one or two sites. Who fills the last one wins.")]
    }

    fn start(&self) -> rules::Cursor {
        rules::Cursor::new(BareCursor(RefCell::default()))
    }

    fn load(&self, position: Vec<u8>) -> Result<rules::Cursor, Message> {
        let moves = position.into_iter().map(u32::from).collect();
        Ok(rules::Cursor::new(BareCursor(RefCell::new(moves))))
    }

    fn read(&self, text: String) -> Result<rules::Cursor, Message> {
        let digits: Option<Vec<u32>> = text.chars().map(|digit| digit.to_digit(5)).collect();
        match digits.filter(|moves| !moves.contains(&0) && filled(moves) <= SITES) {
            Some(moves) => Ok(rules::Cursor::new(BareCursor(RefCell::new(moves)))),
            None => Err(message(
                "read.row",
                "expected digits 1 to 4, those below 3 ten at most when added",
            )),
        }
    }
}

fn filled(moves: &[u32]) -> u32 {
    moves.iter().filter(|count| **count < LEFT).sum()
}

impl BareCursor {
    fn filled(&self) -> u32 {
        filled(&self.0.borrow())
    }

    fn left(&self) -> Option<Seat> {
        self.0.borrow().last().filter(|last| **last >= LEFT).map(|last| (last - LEFT) as Seat)
    }

    fn mover(&self) -> Seat {
        (self.0.borrow().len() % 2) as Seat
    }

    fn moves(&self, by: Seat) -> Vec<String> {
        let may = by == self.mover() && self.left().is_none();
        let left = if may { SITES - self.filled() } else { 0 };
        (1..=left.min(2)).map(|count| count.to_string()).collect()
    }

    fn stone(seat: usize) -> Piece {
        Piece { kind: 0, color: (seat % 2) as u8, facing: 0, count: 0 }
    }

    fn stones(&self) -> Vec<(Site, Piece)> {
        let moves = self.0.borrow();
        let seats = moves.iter().enumerate().filter(|(_, count)| **count < LEFT);
        let seats = seats.flat_map(|(seat, count)| std::iter::repeat_n(seat, *count as usize));
        (0..).zip(seats.map(Self::stone)).collect()
    }
}

impl rules::GuestCursor for BareCursor {
    fn status(&self) -> GameStatus {
        let (filled, mover) = (self.filled(), self.mover());
        let (left, full) = (self.left(), filled == SITES);
        let over = full || left.is_some();
        let seat =
            |color| SeatState { color, score: 0.0, gained: 0.0, active: left != Some(color) };
        let winner = 1 - left.unwrap_or(mover);
        GameStatus {
            ply: self.0.borrow().len() as u32,
            acting: if over { Vec::new() } else { vec![mover] },
            chance: false,
            seats: vec![seat(0), seat(1)],
            outcome: over.then(|| Outcome {
                ranks: if winner == 0 { vec![0, 1] } else { vec![1, 0] },
                reason: match full {
                    true => message("over.full", "the row is full"),
                    false => message("over.left", "a player left"),
                },
            }),
            note: None,
            prompt: None,
            facts: Vec::new(),
            key: self.0.borrow().iter().fold(1, |key, count| key * 5 + u64::from(*count)),
            sites: SITES,
        }
    }

    fn pieces(&self, first: Site, limit: u32) -> Vec<(Site, Piece)> {
        let end = first.saturating_add(limit);
        self.stones().into_iter().filter(|(site, _)| (first..end).contains(site)).collect()
    }

    fn choices(&self, by: Seat, path: Vec<Site>) -> Choices {
        let (filled, most) = (self.filled(), self.moves(by).len());
        let begun = path.len() <= most && path.iter().copied().eq((filled..).take(path.len()));
        let next = begun && path.len() < most;
        let end = (begun && !path.is_empty()).then(|| path.len().to_string());
        Choices {
            targets: next
                .then(|| Target { site: filled + path.len() as u32, kind: TargetKind::Quiet })
                .into_iter()
                .collect(),
            options: end
                .map(|mv| MoveOption { label: message("move", &mv), move_: mv, answer: false })
                .into_iter()
                .collect(),
            placed_piece: next.then(|| Self::stone(by.into())),
            proposed: false,
        }
    }

    fn paths(&self, by: Seat, mv: String) -> Vec<Vec<Site>> {
        let filled = self.filled();
        let known = self.moves(by).iter().position(|known| *known == mv);
        known.map(|index| (filled..=filled + index as u32).collect()).into_iter().collect()
    }

    fn legal_moves(&self, by: Seat, _: Option<String>, _: u32) -> Vec<String> {
        self.moves(by)
    }

    fn play(&self, by: Seat, mv: String) -> Result<Vec<Effect>, Message> {
        if !self.moves(by).contains(&mv) {
            return Err(message("illegal", "expected 1 or 2"));
        }
        let from = self.filled();
        let count = if mv == "2" { 2 } else { 1 };
        self.0.borrow_mut().push(count);
        let placed = |site| Effect {
            stage: 0,
            verb: "place".to_owned(),
            site: Some(site),
            onto: None,
            before: None,
            after: Some(Self::stone(by.into())),
            cue: "place".to_owned(),
        };
        Ok((from..from + count).map(placed).collect())
    }

    fn remove_player(&self, who: Seat) -> Result<Vec<Effect>, Message> {
        if who > 1 || self.left().is_some() || self.filled() == SITES {
            return Err(message("leave", "the seat does not take part any more"));
        }
        self.0.borrow_mut().push(LEFT + u32::from(who));
        let (verb, cue) = ("leave".to_owned(), String::new());
        let (site, onto, before, after) = (None, None, None, None);
        Ok(vec![Effect { stage: 0, verb, site, onto, before, after, cue }])
    }

    fn chance_outcomes(&self, _: u32) -> Option<Vec<(String, u32)>> {
        None
    }

    fn sample_outcome(&self, _: u64) -> String {
        String::new()
    }

    fn undo(&self) -> bool {
        self.0.borrow_mut().pop().is_some()
    }

    fn fork(&self) -> rules::Cursor {
        rules::Cursor::new(BareCursor(self.0.clone()))
    }

    fn save(&self) -> Vec<u8> {
        self.0.borrow().iter().map(|count| *count as u8).collect()
    }

    fn write(&self, form: String) -> Result<String, Message> {
        match form.as_str() {
            "position" => Ok(self.0.borrow().iter().map(u32::to_string).collect()),
            _ => Err(message("write", "expected the form `position`")),
        }
    }
}
