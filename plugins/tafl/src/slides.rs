//! The slides of each piece on an empty board.

use boardloom_sdk::topology::Topology;

use crate::board_tables::{PackedLists, Square, SquareSet};
use crate::piece::PieceCode;
use crate::ruleset::Rules;

/// Set in an entry of a slide: the square can be passed, but not stopped on.
const PASS_ONLY: Square = 1 << 15;

/// The slides of a piece from every square in every direction, nearest square first, as
/// far as special squares and its speed allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlideTable {
    headings: usize,
    slides: PackedLists<Square>,
}

impl SlideTable {
    #[inline(always)]
    fn from(&self, square: usize) -> impl Iterator<Item = &[Square]> {
        self.slides.range(square * self.headings, self.headings)
    }

    /// Calls `each` for every square that a piece reaches over squares that are `free`.
    #[inline(always)]
    pub fn for_each_target(
        &self,
        from: usize,
        free: impl Fn(usize) -> bool,
        mut each: impl FnMut(Square),
    ) {
        for slide in self.from(from) {
            for entry in slide {
                let square = entry & !PASS_ONLY;
                if !free(usize::from(square)) {
                    break;
                }
                if entry & PASS_ONLY == 0 {
                    each(square);
                }
            }
        }
    }

    /// Tells whether a piece reaches any square over squares that are `free`.
    #[inline(always)]
    pub fn has_target(&self, from: usize, free: impl Fn(usize) -> bool) -> bool {
        self.from(from).any(|slide| {
            let mut open = slide.iter().take_while(|entry| free(usize::from(*entry & !PASS_ONLY)));
            open.any(|entry| entry & PASS_ONLY == 0)
        })
    }

    /// Returns whether a piece can stop on an adjacent square; `None` if it can't even pass.
    pub fn first_step(&self, from: Square, to: Square) -> Option<bool> {
        let mut first = self.from(usize::from(from)).filter_map(|slide| slide.first());
        first.find(|entry| **entry & !PASS_ONLY == to).map(|entry| entry & PASS_ONLY == 0)
    }

    /// Returns the slides from a square: their squares, and whether the piece can stop there.
    pub fn rays(&self, from: usize) -> impl Iterator<Item = Vec<(Square, bool)>> + '_ {
        let entry = |entry: &Square| (entry & !PASS_ONLY, entry & PASS_ONLY == 0);
        self.from(from).map(move |slide| slide.iter().map(entry).collect())
    }

    /// Tells whether two slides lead from one square to another.
    pub fn has_multiple_paths(&self, squares: u32) -> bool {
        (0..squares as usize).any(|from| {
            let (mut seen, mut twice) = (SquareSet::EMPTY, false);
            let free = |_| true;
            self.for_each_target(from, free, |to| {
                twice |= seen.has(u32::from(to));
                seen.insert(u32::from(to));
            });
            twice
        })
    }
}

/// The squares that a piece may stop on.
pub struct StopTable {
    /// By square: its special region, as an index into `regions`.
    region_of: Vec<usize>,
    /// Whether the piece may stop in a region, and whether it may enter from outside.
    regions: Vec<(bool, bool)>,
    blocked: SquareSet,
}

impl StopTable {
    pub fn new(topology: &Topology, rules: &Rules, piece: PieceCode) -> StopTable {
        let mut region_of = vec![0; topology.sites() as usize];
        let mut regions = vec![(true, true)];
        let (stop, enter) = (&rules.stop, &rules.reenter);
        for (kind, squares) in special_regions(topology) {
            let stops = [stop.throne, stop.corner, stop.camp][kind].contains(piece);
            let enters = [enter.throne, enter.corner, enter.camp][kind].contains(piece);
            squares.iter().for_each(|square| region_of[*square as usize] = regions.len());
            regions.push((stops, enters));
        }
        StopTable { region_of, regions, blocked: topology.blocked().iter().copied().collect() }
    }

    pub fn allows_from(&self, from: u32, to: u32) -> bool {
        self.regions[self.region_of[to as usize]].0 && self.may_enter(from, to)
    }

    /// Tells whether a piece from one square may be on another, if only in passing.
    pub fn may_enter(&self, from: u32, to: u32) -> bool {
        let region = self.region_of[to as usize];
        !self.blocked.has(to) && (self.regions[region].1 || self.region_of[from as usize] == region)
    }
}

/// Returns the regions of special squares: the throne (0), the corners (1), each camp (2).
fn special_regions(topology: &Topology) -> impl Iterator<Item = (usize, &[u32])> {
    topology.regions().iter().filter_map(|(name, squares)| {
        let is_camp = |number: &str| number.parse::<u32>().is_ok();
        let kind = match name.as_str() {
            "throne" => 0,
            "corners" => 1,
            name if name.strip_prefix("camp-").is_some_and(is_camp) => 2,
            _ => return None,
        };
        Some((kind, &squares[..]))
    })
}

/// Returns the different slide tables, and the one of each piece by index.
pub fn tables(topology: &Topology, rules: &Rules) -> (Vec<SlideTable>, [u8; PieceCode::COUNT]) {
    let mut tables: Vec<SlideTable> = Vec::new();
    let mut table_of = [0; PieceCode::COUNT];
    for piece in PieceCode::all() {
        let table = table(topology, rules, piece);
        let known = tables.iter().position(|known| *known == table);
        table_of[piece.index()] = known.unwrap_or(tables.len()) as u8;
        if known.is_none() {
            tables.push(table);
        }
    }
    (tables, table_of)
}

fn table(topology: &Topology, rules: &Rules, piece: PieceCode) -> SlideTable {
    let headings = usize::from(topology.headings());
    let stops = StopTable::new(topology, rules, piece);
    let mut may_pass = vec![true; topology.sites() as usize];
    let pass = &rules.passing;
    for (kind, squares) in special_regions(topology) {
        let passes = [pass.throne, pass.corner, pass.camp][kind].contains(piece);
        squares.iter().for_each(|square| may_pass[*square as usize] &= passes);
    }
    let longest = rules.speed.get(piece).map_or(usize::MAX, usize::from);
    let slides = PackedLists::new(topology.sites() * headings as u32, |index| {
        let (from, heading) = (index / headings as u32, (index as usize % headings) as u8);
        let is_adjacent = topology.step(from, heading).is_some_and(|step| {
            topology.adjacent(from).iter().any(|link| link.step.site == step.site)
        });
        let mut slide = Vec::new();
        let ray = topology.ray(from, heading).take(if is_adjacent { longest } else { 0 });
        for step in ray.take_while(|step| step.site != from) {
            let stop = stops.allows_from(from, step.site);
            let pass = may_pass[step.site as usize] && stops.may_enter(from, step.site);
            if !stop && !pass {
                break;
            }
            slide.push(step.site as Square | if stop { 0 } else { PASS_ONLY });
            if !pass {
                break;
            }
        }
        slide
    });
    SlideTable { headings, slides }
}
