//! A second implementation of the rules, slow and close to their text: sets of sites and a
//! table of distances, without counts that could go wrong. Only the board itself
//! (adjacency, straight lines) is the SDK's.

use std::collections::BTreeSet;

use ataxx::{Capture, Drop, JumpShape, Ruleset, Stuck};
use boardloom_sdk::Site;
use boardloom_sdk::topology::{Adjacency, Topology};

/// The contents of a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Content {
    Empty,
    Wall,
    Piece(u8),
}

/// The end of a game: the id of the reason, and the rank of each seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameEnd {
    pub reason: &'static str,
    pub ranks: Vec<u8>,
}

/// A position with its history.
#[derive(Clone)]
pub struct ReferenceGame<'a> {
    pub ruleset: &'a Ruleset,
    topology: &'a Topology,
    far: &'a [Vec<u32>],
    pub contents: Vec<Content>,
    pub mover: u8,
    quiet: u32,
    turn: u32,
    removed: BTreeSet<u8>,
    /// All positions so far, since a player was last removed.
    seen: Vec<(Vec<Content>, u8)>,
    repeated: bool,
}

/// Returns the distances between all sites, as if nothing were blocked.
pub fn distances(topology: &Topology) -> Vec<Vec<u32>> {
    let sites = topology.sites() as usize;
    let from = |start: usize| {
        let mut far = vec![u32::MAX; sites];
        far[start] = 0;
        let mut queue = vec![start];
        while let Some(at) = queue.first().copied() {
            queue.remove(0);
            for link in topology.adjacent(at as Site) {
                let next = link.step.site as usize;
                if far[next] == u32::MAX {
                    far[next] = far[at] + 1;
                    queue.push(next);
                }
            }
        }
        far
    };
    (0..sites).map(from).collect()
}

pub fn board(ruleset: &Ruleset) -> Topology {
    ruleset.board.topology(Adjacency::King).expect("a good board")
}

const LETTERS: [char; 4] = ['x', 'o', 't', 's'];

impl<'a> ReferenceGame<'a> {
    /// Returns the game that begins with these contents.
    pub fn new(
        ruleset: &'a Ruleset,
        topology: &'a Topology,
        far: &'a [Vec<u32>],
        contents: Vec<Content>,
        mover: u8,
    ) -> Self {
        let seen = vec![(contents.clone(), mover)];
        let (removed, repeated) = (BTreeSet::new(), false);
        ReferenceGame {
            ruleset,
            topology,
            far,
            contents,
            mover,
            quiet: 0,
            turn: 1,
            removed,
            seen,
            repeated,
        }
    }

    fn seats(&self) -> u8 {
        self.ruleset.setup.seats
    }

    fn sites(&self, on: Content) -> Vec<Site> {
        (0..self.topology.sites()).filter(|site| self.contents[*site as usize] == on).collect()
    }

    fn distance(&self, from: Site, to: Site) -> u32 {
        self.far[from as usize][to as usize]
    }

    /// Tells whether a seat takes part: it was not removed and has pieces.
    pub fn is_active(&self, seat: u8) -> bool {
        !self.removed.contains(&seat) && !self.sites(Content::Piece(seat)).is_empty()
    }

    /// Returns the contents that straight jumps from a site pass over, each with its target.
    fn straight(&self, from: Site) -> Vec<(Site, Site)> {
        let jump = self.ruleset.rules.jump;
        let mut found = Vec::new();
        for heading in 0..self.topology.headings() {
            let (mut at, mut along, mut middle) = (from, heading, None);
            let arrived = (1..=jump).all(|step| match self.topology.step(at, along) {
                None => false,
                Some(next) => {
                    (at, along) = (next.site, next.heading);
                    if step == (jump / 2).max(1) {
                        middle = Some(at);
                    }
                    true
                }
            });
            if arrived && self.distance(from, at) == jump {
                found.push((at, middle.expect("halfway to the target")));
            }
        }
        found
    }

    /// Returns clones by target and jumps by pair, without a pass.
    fn moves_of(&self, seat: u8) -> Vec<(Option<Site>, Site)> {
        let (rules, own) = (&self.ruleset.rules, self.sites(Content::Piece(seat)));
        let is_piece = |site: &Site| matches!(self.contents[*site as usize], Content::Piece(_));
        let mut moves = Vec::new();
        for to in self.sites(Content::Empty) {
            let near = own.iter().any(|from| self.distance(*from, to) <= rules.clone);
            let dropped = match rules.drop {
                Drop::None => false,
                Drop::Anywhere => true,
                Drop::Adjacent => (0..self.topology.sites())
                    .filter(is_piece)
                    .any(|site| self.distance(site, to) == 1),
            };
            if near || dropped {
                moves.push((None, to));
            }
            for from in &own {
                let straight = || self.straight(*from).iter().any(|(target, _)| *target == to);
                if rules.jump > 0
                    && self.distance(*from, to) == rules.jump
                    && (rules.jump_shape == JumpShape::Any || straight())
                {
                    moves.push((Some(*from), to));
                }
            }
        }
        moves
    }

    /// Returns the mover's moves as they are written, in order.
    pub fn legal_moves(&self) -> Vec<String> {
        if self.game_end().is_some() {
            return Vec::new();
        }
        let label = |site: Site| self.topology.label(site);
        let moves = self.moves_of(self.mover);
        let name =
            |(from, to): &(Option<Site>, Site)| format!("{}{}", from.map_or("", label), label(*to));
        let mut names: Vec<String> = moves.iter().map(name).collect();
        if names.is_empty() {
            names.push("0000".to_owned());
        }
        names.sort();
        names
    }

    /// Plays a move as it is written.
    pub fn play(&mut self, mv: &str) {
        let mover = self.mover;
        let label = |site: Site| self.topology.label(site);
        let moves = self.moves_of(mover);
        let named = moves
            .iter()
            .find(|(from, to)| mv == format!("{}{}", from.map_or("", label), label(*to)));
        self.quiet += 1;
        match named {
            None => assert_eq!(mv, "0000", "a move of the model"),
            Some((from, to)) => {
                let taken = self.captured(*from, *to);
                match from {
                    None => self.quiet = 0,
                    Some(from) => self.contents[*from as usize] = Content::Empty,
                }
                for site in taken.iter().chain([to]) {
                    self.contents[*site as usize] = Content::Piece(mover);
                }
            }
        }
        self.end_turn();
        let here = (self.contents.clone(), self.mover);
        self.seen.push(here.clone());
        let times = self.seen.iter().filter(|other| **other == here).count();
        let limit = usize::from(self.ruleset.rules.repetition);
        self.repeated = limit > 0 && times >= limit;
    }

    fn captured(&self, from: Option<Site>, to: Site) -> Vec<Site> {
        let enemy = |site: &Site| match self.contents[*site as usize] {
            Content::Piece(seat) => seat != self.mover,
            Content::Empty | Content::Wall => false,
        };
        let sites: Vec<Site> = match (self.ruleset.rules.capture, from) {
            (Capture::Adjacent, _) => {
                (0..self.topology.sites()).filter(|site| self.distance(*site, to) == 1).collect()
            }
            (Capture::Jumped, None) => Vec::new(),
            (Capture::Jumped, Some(from)) => {
                let over = self.straight(from).into_iter();
                over.filter(|(target, _)| *target == to).map(|(_, middle)| middle).collect()
            }
        };
        sites.into_iter().filter(enemy).collect()
    }

    /// Gives the turn to the next active seat.
    fn end_turn(&mut self) {
        let seats = self.seats();
        let next =
            (1..seats).map(|step| (self.mover + step) % seats).find(|seat| self.is_active(*seat));
        let next = next.unwrap_or((self.mover + 1) % seats);
        if next <= self.mover {
            self.turn += 1;
        }
        self.mover = next;
    }

    /// Gives the turn to the next active seat where the mover of a start is not active.
    pub fn skip_inactive(&mut self) {
        let playing = (0..self.seats()).filter(|seat| self.is_active(*seat)).count();
        if !self.is_active(self.mover) && playing >= 2 {
            let turn = self.turn;
            self.end_turn();
            self.turn = turn;
            self.seen = vec![(self.contents.clone(), self.mover)];
        }
    }

    /// Removes a player.
    pub fn remove_player(&mut self, seat: u8) {
        self.removed.insert(seat);
        if self.mover == seat {
            self.end_turn();
        }
        self.seen = vec![(self.contents.clone(), self.mover)];
    }

    /// Returns the end of the game, or `None` while it goes on.
    pub fn game_end(&self) -> Option<GameEnd> {
        let rules = &self.ruleset.rules;
        let colors = (0..self.seats()).filter(|seat| !self.sites(Content::Piece(*seat)).is_empty());
        let playing: Vec<u8> = (0..self.seats()).filter(|seat| self.is_active(*seat)).collect();
        let stuck = self.moves_of(self.mover).is_empty();
        let by_count = |reason| Some(GameEnd { reason, ranks: self.ranks(true) });
        if self.sites(Content::Empty).is_empty() {
            by_count("over.full")
        } else if colors.count() < 2 || playing.len() < 2 {
            by_count("over.alone")
        } else if stuck && rules.stuck == Stuck::Fill {
            by_count("over.filled")
        } else if playing.iter().all(|seat| self.moves_of(*seat).is_empty()) {
            by_count("over.stuck")
        } else if rules.quiet_limit > 0 && self.quiet >= u32::from(rules.quiet_limit) {
            Some(GameEnd { reason: "over.quiet", ranks: self.ranks(false) })
        } else if self.repeated {
            let count = matches!(rules.repetition_result, ataxx::RepetitionResult::Count);
            Some(GameEnd { reason: "over.repetition", ranks: self.ranks(count) })
        } else {
            None
        }
    }

    /// Returns the rank of each seat: by count, or shared. Removed players come last.
    fn ranks(&self, count: bool) -> Vec<u8> {
        let worth = |seat: u8| {
            let stayed = !self.removed.contains(&seat);
            (stayed, if count { self.score(seat) } else { 0 })
        };
        let ahead =
            |seat: u8| (0..self.seats()).filter(|other| worth(*other) > worth(seat)).count();
        (0..self.seats()).map(|seat| ahead(seat) as u8).collect()
    }

    /// Returns a seat's pieces, and with `stuck = "fill"` the empty sites where the other
    /// side cannot move.
    pub fn score(&self, seat: u8) -> usize {
        let own = self.sites(Content::Piece(seat)).len();
        let empty = self.sites(Content::Empty).len();
        let colors = (0..self.seats()).filter(|seat| !self.sites(Content::Piece(*seat)).is_empty());
        let filled = self.ruleset.rules.stuck == Stuck::Fill
            && seat != self.mover
            && colors.count() == 2
            && self.removed.is_empty()
            && self.moves_of(self.mover).is_empty();
        own + if filled { empty } else { 0 }
    }

    /// Returns the next outcomes of chance: a wall on an empty site, and on the opposite one,
    /// that leaves every open site in reach of every other.
    pub fn chance_moves(&self, drawn: u16) -> Vec<String> {
        let walls = self.ruleset.setup.random_walls.expect("walls are drawn");
        let mut draws = vec!["wall-none".to_owned()];
        for site in self.sites(Content::Empty) {
            let twin = if walls.symmetric { opposite(self.topology, site) } else { site };
            if drawn >= walls.max || twin < site || self.contents[twin as usize] != Content::Empty {
                continue;
            }
            let mut after = self.clone();
            after.put_wall(site);
            if after.is_connected() {
                draws.push(format!("wall-{}", self.topology.label(site)));
            }
        }
        draws.sort();
        draws
    }

    /// Puts a wall on a site, and on the opposite one where walls come in pairs.
    pub fn put_wall(&mut self, site: Site) {
        let walls = self.ruleset.setup.random_walls.expect("walls are drawn");
        self.contents[site as usize] = Content::Wall;
        if walls.symmetric {
            self.contents[opposite(self.topology, site) as usize] = Content::Wall;
        }
        self.seen = vec![(self.contents.clone(), self.mover)];
    }

    /// Tells whether every open site can be reached from every other.
    fn is_connected(&self) -> bool {
        let open = |site: &Site| self.contents[*site as usize] != Content::Wall;
        let mut reached: BTreeSet<Site> =
            (0..self.topology.sites()).find(open).into_iter().collect();
        loop {
            let more: BTreeSet<Site> = reached
                .iter()
                .flat_map(|site| self.topology.adjacent(*site))
                .map(|link| link.step.site)
                .filter(|site| open(site) && !reached.contains(site))
                .collect();
            if more.is_empty() {
                break;
            }
            reached.extend(more);
        }
        reached.len() == (0..self.topology.sites()).filter(open).count()
    }

    /// Writes the position.
    pub fn text(&self) -> String {
        let row = |row: &Vec<Site>| {
            let (mut text, mut empty) = (String::new(), 0);
            let letters = row.iter().map(|site| match self.contents[*site as usize] {
                Content::Empty => None,
                Content::Wall => Some('-'),
                Content::Piece(seat) => Some(LETTERS[usize::from(seat)]),
            });
            for letter in letters.chain([Some('/')]) {
                match letter {
                    None => empty += 1,
                    Some(letter) => {
                        if empty > 0 {
                            text += &empty.to_string();
                        }
                        empty = 0;
                        text.push(letter);
                    }
                }
            }
            text
        };
        let rows: String = self.topology.rows().iter().map(row).collect();
        let mover = LETTERS[usize::from(self.mover)];
        format!("{} {mover} {} {}", rows.trim_end_matches('/'), self.quiet, self.turn)
    }
}

/// Returns the opposite site on a board of rows: turned about its middle.
fn opposite(topology: &Topology, site: Site) -> Site {
    let rows = topology.rows();
    let find = |row: &Vec<Site>| row.iter().position(|other| *other == site);
    let (row, column) = rows
        .iter()
        .enumerate()
        .find_map(|(row, sites)| Some((row, find(sites)?)))
        .expect("every site stands in a row");
    let across = &rows[rows.len() - 1 - row];
    across[across.len() - 1 - column]
}
