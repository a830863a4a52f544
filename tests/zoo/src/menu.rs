//! Stacks. Pointing at a site offers a menu: a man, an arrow along one of four
//! headings, an army with a number. The top of a stack can also be moved.

use std::borrow::Cow;

use boardloom_sdk::topology::Topology;
use boardloom_sdk::{
    About, Effect, Game, Mark, Message, Patch, Piece, Ranks, Seat, SeatState, Site, Status, effects,
};

use crate::common;

const MAN: u16 = 0;
const ARROW: u16 = 1;
const ARMY: u16 = 2;
/// The letters of the headings: up, and on clockwise.
const WAYS: [char; 4] = ['n', 'e', 's', 'w'];

pub struct Menu {
    moves: u32,
    topology: Topology,
}

/// The stacks by site, each from the bottom.
#[derive(Debug, Clone, PartialEq, Hash)]
pub struct Position {
    stacks: Vec<Vec<Piece>>,
    ply: u32,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Move {
    Man(Site),
    Arrow(Site, u8),
    Army(Site),
    Shift(Site, Site),
}

impl Menu {
    pub fn new(moves: u32) -> Self {
        Menu { moves, topology: common::squares(3, 3) }
    }

    fn mover(position: &Position) -> Seat {
        (position.ply % 2) as Seat
    }

    fn tops(position: &Position, seat: Seat) -> Vec<Site> {
        let own = (0..).zip(&position.stacks);
        let own = own.filter(|(_, stack)| stack.last().is_some_and(|top| top.color == seat));
        own.map(|(site, _)| site).collect()
    }

    /// Returns the piece that a move puts on top of a stack; `None` if the move moves a top.
    fn put(position: &Position, mv: Move) -> Option<(Site, Piece)> {
        let by = Self::mover(position);
        match mv {
            Move::Man(site) => Some((site, Piece::new(MAN, by))),
            Move::Arrow(site, way) => {
                Some((site, Piece { facing: way + 1, ..Piece::new(ARROW, by) }))
            }
            Move::Army(site) => {
                let count = position.stacks[site as usize].len() as u16 + 1;
                Some((site, Piece { count, ..Piece::new(ARMY, by) }))
            }
            Move::Shift(..) => None,
        }
    }

    fn tallest(position: &Position) -> Option<(Site, usize)> {
        let heights = (0..).zip(position.stacks.iter().map(Vec::len));
        heights.filter(|(_, height)| *height > 1).max_by_key(|(site, h)| (*h, Site::MAX - site))
    }
}

impl Game for Menu {
    type Position = Position;
    type Move = Move;

    fn about(&self) -> About {
        About {
            kinds: vec![
                common::kind("man", "man"),
                common::kind("arrow", "arrow"),
                common::kind("army", "stone"),
            ],
            bound: Some(self.moves),
            facts: vec![("scene".into(), "menu".into())],
            ..common::about(2, self.topology.roles())
        }
    }

    fn start(&self) -> Position {
        Position { stacks: vec![Vec::new(); self.topology.sites() as usize], ply: 0 }
    }

    fn status(&self, position: &Position) -> Status {
        match position.ply < self.moves {
            true => Status::Turn(Self::mover(position)),
            false => Status::Over,
        }
    }

    fn legal_moves(&self, position: &Position, by: Seat, out: &mut Vec<Move>) {
        for site in 0..self.topology.sites() {
            out.extend([Move::Man(site), Move::Army(site)]);
            out.extend((0..4).map(|way| Move::Arrow(site, way)));
        }
        for from in Self::tops(position, by) {
            let links = self.topology.adjacent(from).iter();
            out.extend(links.map(|link| Move::Shift(from, link.step.site)));
        }
    }

    fn play(&self, position: &mut Position, _: Seat, mv: Move) {
        match (mv, Self::put(position, mv)) {
            (Move::Shift(from, to), _) => {
                let top = position.stacks[from as usize].pop();
                position.stacks[to as usize].extend(top);
            }
            (_, Some((site, piece))) => position.stacks[site as usize].push(piece),
            (_, None) => {}
        }
        position.ply += 1;
    }

    fn ranks(&self, position: &Position) -> Ranks {
        Ranks::by_score(&[0, 1].map(|seat| Self::tops(position, seat).len() as i64))
    }

    fn reason(&self, _: &Position) -> Message {
        Message::new("over.tops", "who has more tops wins")
    }

    fn notation(&self, _: &Position, _: Seat, mv: Move) -> String {
        let label = |site| self.topology.label(site);
        match mv {
            Move::Man(site) => label(site).to_owned(),
            Move::Arrow(site, way) => format!("{}^{}", label(site), WAYS[usize::from(way)]),
            Move::Army(site) => format!("{}#", label(site)),
            Move::Shift(from, to) => format!("{}-{}", label(from), label(to)),
        }
    }

    fn paths(&self, _: &Position, _: Seat, mv: Move, out: &mut Vec<Vec<Site>>) {
        out.push(match mv {
            Move::Man(site) | Move::Arrow(site, _) | Move::Army(site) => vec![site],
            Move::Shift(from, to) => vec![from, to],
        });
    }

    fn label(&self, _: &Position, _: Seat, mv: Move) -> Message {
        match mv {
            Move::Man(_) => Message::new("menu.man", "A man"),
            Move::Arrow(_, way) => {
                Message::new("menu.arrow", "An arrow to {way}").with("way", WAYS[usize::from(way)])
            }
            Move::Army(_) => Message::new("menu.army", "An army"),
            Move::Shift(..) => Message::new("menu.shift", "Move the top"),
        }
    }

    fn seats(&self, position: &Position) -> Vec<SeatState> {
        let tops = |seat| Self::tops(position, seat).len() as u32;
        [0, 1].map(|seat| common::seat(seat, tops(seat))).to_vec()
    }

    fn sites(&self, _: &Position) -> u32 {
        self.topology.sites()
    }

    fn piece(&self, position: &Position, site: Site) -> Option<Piece> {
        position.stacks[site as usize].last().copied()
    }

    fn stack(&self, position: &Position, site: Site, out: &mut Vec<Piece>) {
        out.extend(&position.stacks[site as usize]);
    }

    fn drawing<'a>(&'a self, _: &'a Position, view: u16) -> Cow<'a, Patch> {
        Cow::Borrowed(self.topology.drawing(view))
    }

    fn effects(&self, before: &Position, _: Seat, mv: Move, after: &Position) -> Vec<Effect> {
        let top = |position, site| self.piece(position, site);
        match (mv, Self::put(before, mv)) {
            (Move::Shift(from, to), _) => {
                let piece = top(before, from).unwrap_or_default();
                vec![effects::move_piece(from, to, piece, piece)]
            }
            (_, Some((site, piece))) => {
                let old = top(before, site);
                vec![Effect { before: old, ..effects::place(site, piece) }]
            }
            (_, None) => effects::compare(self, before, after),
        }
    }

    fn marks(&self, position: &Position) -> Vec<Mark> {
        let seat = 1 - Self::mover(position);
        let text = Some(Message::new("mark.tops", "tops of who moved last"));
        let sites = Self::tops(position, seat);
        match sites.len() {
            0 | 1 => Vec::new(),
            _ => vec![Mark { role: "tops".into(), sites, joined: true, seat: Some(seat), text }],
        }
    }

    fn facts(&self, position: &Position) -> Vec<Message> {
        let text = "{site} is the tallest stack, of {height}";
        let fact = |(site, height)| {
            let fact = Message::new("fact.tallest", text);
            fact.with("site", self.topology.label(site)).with("height", height)
        };
        Self::tallest(position).map(fact).into_iter().collect()
    }

    fn note(&self, position: &Position) -> Option<Message> {
        let (site, height) = Self::tallest(position).filter(|(_, height)| *height > 2)?;
        let note = Message::new("note.tower", "{site} is a tower of {height} now.");
        Some(note.with("site", self.topology.label(site)).with("height", height))
    }

    fn evaluate(&self, position: &Position, values: &mut [i32]) -> bool {
        values.copy_from_slice(&[0, 1].map(|seat| 100 * Self::tops(position, seat).len() as i32));
        true
    }

    fn explain(&self) -> Vec<Message> {
        vec![
            Message::new("rules.put", "Put a piece on any stack, or move the top of one of yours."),
            Message::new("rules.end", "After {moves} moves more tops win.")
                .with("moves", self.moves),
        ]
    }

    fn key(&self, position: &Position) -> u64 {
        let pieces = position.stacks.iter().flat_map(|stack| {
            let code = |p: &Piece| {
                u64::from(p.kind) << 48
                    | u64::from(p.color) << 40
                    | u64::from(p.facing) << 32
                    | u64::from(p.count)
            };
            stack.iter().map(code).chain([u64::MAX])
        });
        common::hash(pieces.chain([u64::from(position.ply)]))
    }

    /// A word a site, four characters a piece: kind, seat, facing, number.
    fn write(&self, position: &Position, form: &str) -> Result<String, Message> {
        common::known(form)?;
        let mut text = position.ply.to_string();
        for stack in &position.stacks {
            text.push_str(if stack.is_empty() { " -" } else { " " });
            for Piece { kind, color, facing, count } in stack {
                text += &format!("{kind}{color}{facing}{count:03}");
            }
        }
        Ok(text)
    }

    fn read(&self, text: &str) -> Result<Position, Message> {
        let bad = || Message::new("read.menu", "expected what `write` writes");
        let mut position = self.start();
        let mut words = text.split(' ');
        position.ply = words.next().and_then(|word| word.parse().ok()).ok_or_else(bad)?;
        for stack in &mut position.stacks {
            let word = words.next().filter(|word| word.is_ascii()).ok_or_else(bad)?;
            let word = if word == "-" { "" } else { word };
            for at in (0..word.len()).step_by(6) {
                let digits = |from: usize, to: usize| {
                    word.get(at + from..at + to).and_then(|part| part.parse::<u16>().ok())
                };
                let piece = (digits(0, 1), digits(1, 2), digits(2, 3), digits(3, 6));
                let (Some(kind), Some(color), Some(facing), Some(count)) = piece else {
                    return Err(bad());
                };
                if kind > ARMY || color > 1 || facing > 4 {
                    return Err(bad());
                }
                stack.push(Piece { kind, color: color as u8, facing: facing as u8, count });
            }
        }
        Ok(position)
    }
}
