//! Tables of a board under given rules, built once when a ruleset is opened.

use std::cmp::Reverse;

use boardloom_sdk::Bits;
use boardloom_sdk::topology::Topology;

use crate::piece::{PieceCode, PieceSet};
use crate::ruleset::{CaptureMethod, JumpRule, KingWeapon, Rules};
use crate::shieldwall::ShieldwallTable;
use crate::slides::{self, SlideTable, StopTable};

/// The most squares of a board: enough for nineteen by nineteen.
pub const MAX_SQUARES: usize = 64 * WORDS;
const WORDS: usize = 6;
pub type SquareSet = Bits<WORDS>;
/// The number of a square, or [`NO_SQUARE`].
pub type Square = u16;
pub const NO_SQUARE: Square = Square::MAX;

/// A custodial capture by a move to a third square: the piece on `victim` is caught
/// between the mover and `anvil`, straight behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct CaptureLine {
    pub victim: Square,
    /// [`NO_SQUARE`] if the edge is behind the victim.
    pub anvil: Square,
}

/// A jump from a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JumpTarget {
    pub over: Square,
    pub to: Square,
}

/// Lists by index in one allocation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackedLists<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> PackedLists<T> {
    pub fn new(count: u32, mut list: impl FnMut(u32) -> Vec<T>) -> Self {
        let mut lists = PackedLists { starts: vec![0], items: Vec::new() };
        for index in 0..count {
            lists.items.extend(list(index));
            lists.starts.push(lists.items.len() as u32);
        }
        lists
    }

    #[inline(always)]
    pub fn get(&self, index: usize) -> &[T] {
        &self.items[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    /// Returns `count` lists from an index on.
    #[inline(always)]
    pub fn range(&self, first: usize, count: usize) -> impl Iterator<Item = &[T]> {
        let starts = &self.starts[first..=first + count];
        starts.windows(2).map(|ends| &self.items[ends[0] as usize..ends[1] as usize])
    }
}

pub struct BoardTables {
    pub squares: u32,
    /// The captures that a move to a square can make.
    pub capture_lines: PackedLists<CaptureLine>,
    /// The pairs of opposite neighbours of a square; one of them may be [`NO_SQUARE`].
    pub axes: PackedLists<(Square, Square)>,
    /// The neighbours of a square, those nearest the edge last.
    pub adjacent: PackedLists<Square>,
    pub edge: SquareSet,
    pub throne: SquareSet,
    pub corners: SquareSet,
    /// The squares on which the king wins.
    pub goal: SquareSet,
    /// Squares two steps from a small goal, where attackers guard it.
    pub goal_guards: SquareSet,
    /// Steps to the goal on an empty board.
    pub goal_distance: Vec<u8>,
    /// The pieces that a square helps to capture while it is empty.
    pub hostile: Vec<PieceSet>,
    /// The method of capturing the king, by his square.
    pub king_capture: Vec<CaptureMethod>,
    /// The throne and the squares beside it.
    pub throne_area: SquareSet,
    /// The different slides, and which of them each piece has.
    slides: Vec<SlideTable>,
    slides_of: [u8; PieceCode::COUNT],
    /// The jumps of each piece by index; empty if no piece jumps.
    jumps: Vec<PackedLists<JumpTarget>>,
    /// Whether two slides of a piece can lead from one square to another.
    pub multiple_paths: bool,
    pub shieldwalls: ShieldwallTable,
    /// The pieces that capture by moving.
    pub hammers: PieceSet,
    /// The pieces that help another to capture.
    pub anvils: PieceSet,
    /// The fewest attackers that can capture the king somewhere.
    pub min_captors: u32,
}

impl BoardTables {
    pub fn new(topology: &Topology, rules: &Rules, goal: &[u32]) -> BoardTables {
        let squares = topology.sites();
        let region = |name: &str| -> SquareSet {
            topology.regions().get(name).into_iter().flatten().copied().collect()
        };
        let (throne, corners, edge) = (region("throne"), region("corners"), edge(topology));
        let goal: SquareSet = goal.iter().copied().collect();
        let capture_lines = PackedLists::new(squares, |square| capture_lines(topology, square));
        let edge_distance = distances(topology, &edge);
        let adjacent = PackedLists::new(squares, |square| {
            let mut adjacent = neighbours(topology, square);
            adjacent.sort_by_key(|at| (Reverse(edge_distance[usize::from(*at)]), *at));
            adjacent
        });
        let mut throne_area = throne;
        for square in throne {
            throne_area |= adjacent.get(square as usize).iter().map(|at| u32::from(*at)).collect();
        }
        let (slides, slides_of) = slides::tables(topology, rules);
        let (hammers, anvils) = capturing_pieces(rules);
        let goal_distance = distances(topology, &goal);
        // A goal of fewer squares than a quarter of the edge is guarded as corners are.
        let small = 4 * goal.len() <= edge.len().max(squares / 8);
        let guards_goal = |square: &u32| small && goal_distance[*square as usize] == 2;
        let methods = &rules.king_capture;
        let king_capture = |square: u32| match square {
            square if throne.has(square) => methods.throne,
            square if throne_area.has(square) => methods.beside,
            square if edge.has(square) => methods.edge,
            _ => methods.other,
        };
        let mut tables = BoardTables {
            squares,
            goal_guards: (0..squares).filter(guards_goal).collect(),
            axes: PackedLists::new(squares, |square| axes(topology, square)),
            goal_distance,
            hostile: hostile(topology, rules),
            king_capture: (0..squares).map(king_capture).collect(),
            jumps: jumps(topology, rules, &capture_lines, &(throne | corners)),
            multiple_paths: slides.iter().any(|slides| slides.has_multiple_paths(squares)),
            shieldwalls: ShieldwallTable::new(
                topology,
                rules.shieldwall.is_some() || rules.exit_fort,
            ),
            capture_lines,
            adjacent,
            edge,
            throne,
            corners,
            goal,
            throne_area,
            slides,
            slides_of,
            hammers,
            anvils,
            min_captors: 0,
        };
        tables.min_captors = tables.min_captors(rules);
        tables
    }

    #[inline(always)]
    pub fn slides(&self, piece: PieceCode) -> &SlideTable {
        &self.slides[usize::from(self.slides_of[piece.index()])]
    }

    pub fn slide_alike(&self, one: PieceCode, other: PieceCode) -> bool {
        self.slides_of[one.index()] == self.slides_of[other.index()]
    }

    pub fn has_jumps(&self) -> bool {
        !self.jumps.is_empty()
    }

    #[inline(always)]
    pub fn jumps(&self, piece: PieceCode, square: usize) -> &[JumpTarget] {
        self.jumps.get(piece.index()).map_or(&[], |jumps| jumps.get(square))
    }

    /// Returns the steps between any two squares on an empty board, row by row.
    pub fn all_distances(&self, topology: &Topology) -> Vec<u8> {
        (0..self.squares).flat_map(|square| distances(topology, &SquareSet::of(square))).collect()
    }

    fn min_captors(&self, rules: &Rules) -> u32 {
        let captors = |at: Square| -> Option<u32> {
            if at == NO_SQUARE {
                return rules.hostile.edge.contains(PieceCode::KING).then_some(0);
            }
            Some(u32::from(!self.hostile[usize::from(at)].contains(PieceCode::KING)))
        };
        // A king in a row at the edge: fronts, and one end or two.
        let wall = rules.shieldwall.filter(|rule| rule.king);
        let mut fewest = wall.map_or(u32::MAX, |rule| {
            u32::from(rule.min) + if rule.corners && !self.corners.is_empty() { 1 } else { 2 }
        });
        for square in 0..self.squares {
            let at = square as usize;
            let pair = |(a, b): &(Square, Square)| Some((captors(*a)? + captors(*b)?).max(1));
            let open = self.edge.has(square) && !rules.hostile.edge.contains(PieceCode::KING);
            let count = match self.king_capture[at] {
                CaptureMethod::Safe => None,
                CaptureMethod::Pair => self.axes.get(at).iter().filter_map(pair).min(),
                CaptureMethod::Men => Some(self.adjacent.get(at).len() as u32),
                CaptureMethod::Surround if open => None,
                CaptureMethod::Surround => {
                    self.adjacent.get(at).iter().map(|at| captors(*at)).sum()
                }
            };
            fewest = fewest.min(count.unwrap_or(u32::MAX));
        }
        fewest
    }
}

/// Returns the squares of the region `edges` from which some heading leads off the board:
/// joined edges have none.
pub fn edge(topology: &Topology) -> SquareSet {
    let mut used = 0u64;
    for square in 0..topology.sites() {
        for link in topology.adjacent(square).iter().filter(|link| link.heading < 64) {
            used |= 1 << link.heading;
        }
    }
    let is_open = |square: &u32| {
        (0..64).any(|heading| used >> heading & 1 != 0 && topology.step(*square, heading).is_none())
    };
    topology.regions().get("edges").into_iter().flatten().copied().filter(is_open).collect()
}

/// Returns the pieces that capture by moving, and those that help another to capture:
/// all but guards, and the king as far as his weapon goes.
fn capturing_pieces(rules: &Rules) -> (PieceSet, PieceSet) {
    let men = PieceSet::from_letters("tcnmTCNM").expect("letters of pieces");
    let with_king: PieceSet = men.iter().chain([PieceCode::KING]).collect();
    match rules.king_weapon {
        KingWeapon::Both => (with_king, with_king),
        KingWeapon::Hammer => (with_king, men),
        KingWeapon::Anvil => (men, with_king),
        KingWeapon::None => (men, men),
    }
}

fn neighbours(topology: &Topology, square: u32) -> Vec<Square> {
    let links = topology.adjacent(square).iter().map(|link| link.step.site);
    sorted(links.filter(|at| *at != square).map(|at| at as Square).collect())
}

fn sorted<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort_unstable();
    items.dedup();
    items
}

fn capture_lines(topology: &Topology, square: u32) -> Vec<CaptureLine> {
    let mut lines = Vec::new();
    for link in topology.adjacent(square) {
        let victim = link.step.site;
        let anvil = topology.step(victim, link.step.heading);
        let anvil = anvil.map_or(NO_SQUARE, |step| step.site as Square);
        if victim != square && anvil != square as Square {
            lines.push(CaptureLine { victim: victim as Square, anvil });
        }
    }
    sorted(lines)
}

fn axes(topology: &Topology, square: u32) -> Vec<(Square, Square)> {
    let mut pairs = Vec::new();
    for near in neighbours(topology, square) {
        for line in capture_lines(topology, u32::from(near)) {
            if u32::from(line.victim) == square {
                pairs.push((near.min(line.anvil), near.max(line.anvil)));
            }
        }
    }
    sorted(pairs)
}

/// Returns the steps to each square from the nearest of some; 255 if none leads there.
fn distances(topology: &Topology, from: &SquareSet) -> Vec<u8> {
    let mut distances = vec![u8::MAX; topology.sites() as usize];
    let mut frontier: Vec<u32> = from.iter().collect();
    let mut steps = 0;
    while !frontier.is_empty() {
        let mut next = Vec::new();
        for square in frontier {
            if distances[square as usize] == u8::MAX {
                distances[square as usize] = steps;
                next.extend(neighbours(topology, square).into_iter().map(u32::from));
            }
        }
        (frontier, steps) = (next, (steps + 1).min(u8::MAX - 1));
    }
    distances
}

fn hostile(topology: &Topology, rules: &Rules) -> Vec<PieceSet> {
    let mut hostile = vec![PieceSet::EMPTY; topology.sites() as usize];
    let regions = [
        ("throne", rules.hostile.throne_empty),
        ("corners", rules.hostile.corner),
        ("camps", rules.hostile.camp),
    ];
    for (name, pieces) in regions {
        for square in topology.regions().get(name).into_iter().flatten() {
            let known = &mut hostile[*square as usize];
            *known = known.union(pieces);
        }
    }
    for square in topology.blocked() {
        hostile[*square as usize] = PieceSet::EMPTY;
    }
    hostile
}

/// Returns the jumps of all pieces by index; nothing if no piece jumps.
fn jumps(
    topology: &Topology,
    rules: &Rules,
    capture_lines: &PackedLists<CaptureLine>,
    special: &SquareSet,
) -> Vec<PackedLists<JumpTarget>> {
    if PieceCode::all().all(|piece| rules.jumps.get(piece).is_none()) {
        return Vec::new();
    }
    let jumps_of = |piece: PieceCode| {
        let rule = rules.jumps.get(piece);
        let stops = StopTable::new(topology, rules, piece);
        PackedLists::new(topology.sites(), |from| {
            let is_allowed = |to: u32| {
                let fits = rule != Some(JumpRule::Special) || special.has(from) || special.has(to);
                rule.is_some() && fits && stops.allows_from(from, to)
            };
            let lines = capture_lines.get(from as usize).iter();
            lines
                .filter(|line| line.anvil != NO_SQUARE && is_allowed(u32::from(line.anvil)))
                .map(|line| JumpTarget { over: line.victim, to: line.anvil })
                .collect()
        })
    };
    std::iter::once(PieceCode::EMPTY).chain(PieceCode::all()).map(jumps_of).collect()
}
