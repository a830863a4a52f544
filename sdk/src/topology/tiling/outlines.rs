//! Cells that a ruleset lists one by one: polygons that are adjacent where they share a side.

use std::collections::{BTreeMap, BTreeSet};

use super::{Cell, sides};
use crate::Diagnostic;
use crate::diagnostic::{self, Path};
use crate::sorting::{sort, sort_by};
use crate::topology::build::LINKS;

/// The most cells of a list, and the most corners of a cell.
const MOST_CELLS: usize = 5_000;
const MOST_CORNERS: usize = 64;
/// The largest coordinate.
const FARTHEST: f64 = 1e6;
/// Corners nearer than this part of the shortest side are one, so that decimals can be rounded.
const NEAR: f64 = 0.01;
/// The most cells that a message names.
const NAMED: usize = 5;

type At = [f64; 2];

/// A cell of the list by the numbers of its corners, clockwise where y runs down. Corners of other
/// cells on its sides are corners of it too.
struct Outline {
    /// Its place in the list.
    index: usize,
    corners: Vec<usize>,
}

/// The outlines without faults of their own, on common corners.
struct Outlines {
    points: Vec<At>,
    /// Corners nearer than this are one.
    near: f64,
    cells: Vec<Outline>,
}

/// Returns the cells in the order of the list.
///
/// # Errors
/// Outlines that are no simple polygons, cells that overlap or share no side with the others.
pub fn cells(list: &[Vec<At>]) -> Result<Vec<Cell>, Vec<Diagnostic>> {
    if list.is_empty() || list.len() > MOST_CELLS {
        let what = format!("expected 1 to {MOST_CELLS} cells, found {}", list.len());
        return Err(diagnostic::at(["board", "cells"], "board.cells", what).into());
    }
    let mut errors = Vec::new();
    let sound: Vec<usize> =
        (0..list.len()).filter(|index| is_sound(*index, &list[*index], &mut errors)).collect();
    let mut outlines = Outlines::new(list, &sound);
    outlines.drop_crossed(&mut errors);
    outlines.split_sides(&mut errors);
    outlines.check_overlaps(&mut errors);
    if errors.is_empty() {
        outlines.check_connected(&mut errors);
    }
    diagnostic::check(errors)?;
    Ok(outlines.cells.iter().map(|outline| outlines.cell(outline)).collect())
}

fn path(index: usize) -> Path {
    diagnostic::path(["board", "cells"]).index(index)
}

fn error(index: usize, what: impl Into<String>) -> Diagnostic {
    diagnostic::along(path(index), "board.cells", what)
}

/// Checks the corners of one cell.
fn is_sound(index: usize, corners: &[At], errors: &mut Vec<Diagnostic>) -> bool {
    if corners.len() < 3 || corners.len() > MOST_CORNERS {
        let what = format!("expected 3 to {MOST_CORNERS} corners, found {}", corners.len());
        errors.push(error(index, what));
        return false;
    }
    let before = errors.len();
    for (number, at) in corners.iter().enumerate() {
        let path = path(index).index(number);
        if !at.iter().all(|axis| axis.abs() <= FARTHEST) {
            let what = format!("expected numbers from -{FARTHEST} to {FARTHEST}");
            errors.push(diagnostic::along(path, "board.cells", what));
        } else if let Some(first) = corners[..number].iter().position(|known| known == at) {
            let what = same_corner("this cell", number, first);
            let found = diagnostic::along(path, "board.cells", what);
            errors.push(match first == 0 && number + 1 == corners.len() {
                true => found.hint(CLOSES),
                false => found,
            });
        }
    }
    errors.len() == before
}

/// Returns the corners of some cells, each once, in order.
fn corners(cells: &[&Outline]) -> Vec<usize> {
    let corners = cells.iter().flat_map(|cell| cell.corners.iter().copied());
    let mut corners: Vec<usize> = corners.collect();
    sort(&mut corners);
    corners.dedup();
    corners
}

/// The hint for an outline that ends with its first corner.
pub const CLOSES: &str = "outlines close by themselves: leave the last corner out";

/// Tells that a corner is the same as an earlier one, by their places in the list, from 0.
pub fn same_corner(of: &str, corner: usize, first: usize) -> String {
    format!("corner {} of {of} is the same as corner {}", corner + 1, first + 1)
}

impl Outlines {
    /// Numbers the corners of the sound cells.
    fn new(list: &[Vec<At>], sound: &[usize]) -> Self {
        let all = sound.iter().flat_map(|index| sides(&list[*index]));
        let shortest = all.map(|(a, b)| distance(a, b)).fold(f64::INFINITY, f64::min);
        let near = if shortest.is_finite() { shortest * NEAR } else { NEAR };
        let mut outlines = Outlines { points: Vec::new(), near, cells: Vec::new() };
        let mut squares: BTreeMap<(i64, i64), Vec<usize>> = BTreeMap::new();
        for index in sound {
            let corners = list[*index].iter().map(|at| outlines.number(*at, &mut squares));
            let corners = corners.collect();
            outlines.cells.push(Outline { index: *index, corners });
        }
        outlines
    }

    /// Returns the number of the corner at a point.
    fn number(&mut self, at: At, squares: &mut BTreeMap<(i64, i64), Vec<usize>>) -> usize {
        let [column, row] = at.map(|axis| (axis / self.near).floor() as i64);
        let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (column + dx, row + dy)));
        let known = around.filter_map(|square| squares.get(&square)).flatten().copied();
        if let Some(known) =
            known.into_iter().find(|known| distance(self.points[*known], at) < self.near)
        {
            return known;
        }
        squares.entry((column, row)).or_default().push(self.points.len());
        self.points.push(at);
        self.points.len() - 1
    }

    /// Drops cells whose outline crosses itself or has no area, and turns the others clockwise.
    fn drop_crossed(&mut self, errors: &mut Vec<Diagnostic>) {
        let mut cells = std::mem::take(&mut self.cells);
        cells.retain_mut(|cell| match self.fault(&cell.corners) {
            Some((what, hint)) => {
                errors.push(error(cell.index, what).hint(hint));
                false
            }
            None => {
                if self.area(&cell.corners) < 0.0 {
                    cell.corners.reverse();
                }
                true
            }
        });
        self.cells = cells;
    }

    /// Returns why an outline has no inside, and how to mend it.
    fn fault(&self, corners: &[usize]) -> Option<(String, &'static str)> {
        let all: Vec<(usize, usize)> = sides(corners).collect();
        for (one, a) in all.iter().enumerate() {
            for (other, b) in all.iter().enumerate().skip(one + 1) {
                if self.cross(*a, *b) {
                    let [a, b] = [one, other].map(|side| side_name(side, corners.len()));
                    let what = format!("the outline crosses itself: {a} and {b} cross");
                    return Some((what, "list the corners in order around the cell"));
                }
            }
        }
        if self.area(corners).abs() < self.near * self.near {
            let what = "the corners lie on one line".to_owned();
            return Some((what, "a cell has an inside"));
        }
        let mut seen = BTreeSet::new();
        let is_on_a_side = |corner: &usize| {
            let others = all.iter().filter(|(a, b)| a != corner && b != corner);
            others.into_iter().any(|side| self.part(*corner, *side).is_some())
        };
        let touches = corners.iter().any(|corner| !seen.insert(*corner) || is_on_a_side(corner));
        let hint = "make two cells of it, or leave out the part without a width";
        touches.then(|| ("the outline touches itself".to_owned(), hint))
    }

    /// Returns twice the area within the corners; positive if they run clockwise.
    fn area(&self, corners: &[usize]) -> f64 {
        let part = |(a, b): (usize, usize)| cross(self.points[a], self.points[b]);
        sides(corners).map(part).sum()
    }

    /// Returns where a corner is on a side, as a part of it; `None` if it is not between its ends.
    fn part(&self, corner: usize, (a, b): (usize, usize)) -> Option<f64> {
        let [along, to] = [self.points[b], self.points[corner]].map(|at| less(at, self.points[a]));
        let length = along[0] * along[0] + along[1] * along[1];
        let part = (along[0] * to[0] + along[1] * to[1]) / length;
        let off = cross(along, to).abs() / length.sqrt();
        (part > 0.0 && part < 1.0 && off < self.near).then_some(part)
    }

    /// Makes corners on the sides of other cells corners of these too.
    fn split_sides(&mut self, errors: &mut Vec<Diagnostic>) {
        let mut order: Vec<usize> = (0..self.points.len()).collect();
        sort_by(&mut order, |a, b| self.points[*a][0].total_cmp(&self.points[*b][0]));
        let mut used = vec![false; self.points.len()];
        for corner in self.cells.iter().flat_map(|cell| &cell.corners) {
            used[*corner] = true;
        }
        order.retain(|corner| used[*corner]);
        let mut cells = std::mem::take(&mut self.cells);
        for cell in &mut cells {
            let mut corners = Vec::new();
            for (a, b) in sides(&cell.corners) {
                let (x, y) = (self.points[a][0], self.points[b][0]);
                let [from, to] = [x.min(y) - self.near, x.max(y) + self.near]
                    .map(|x| order.partition_point(|corner| self.points[*corner][0] < x));
                let others = order[from..to].iter().filter(|corner| **corner != a && **corner != b);
                let mut between: Vec<(f64, usize)> =
                    others.filter_map(|at| Some((self.part(*at, (a, b))?, *at))).collect();
                sort_by(&mut between, |a, b| a.0.total_cmp(&b.0));
                corners.push(a);
                corners.extend(between.into_iter().map(|(_, corner)| corner));
            }
            cell.corners = corners;
            if cell.corners.len() > LINKS {
                let found = cell.corners.len();
                let what = format!("expected {LINKS} neighbours at most, found {found}");
                errors.push(error(cell.index, what));
            }
        }
        self.cells = cells;
    }

    /// Tells cells that overlap. Three cells at one side are among them: two are on the same hand.
    fn check_overlaps(&self, errors: &mut Vec<Diagnostic>) {
        let mut found: Vec<(usize, Diagnostic)> = Vec::new();
        let boxes: Vec<[At; 2]> =
            self.cells.iter().map(|cell| self.bounds(&cell.corners)).collect();
        let mut order: Vec<usize> = (0..self.cells.len()).collect();
        sort_by(&mut order, |a, b| boxes[*a][0][0].total_cmp(&boxes[*b][0][0]));
        for (at, one) in order.iter().enumerate() {
            for other in &order[at + 1..] {
                let ([from, to], [other_from, other_to]) = (boxes[*one], boxes[*other]);
                if other_from[0] >= to[0] {
                    break;
                }
                if other_from[1] >= to[1] || from[1] >= other_to[1] {
                    continue;
                }
                let (a, b) = (&self.cells[*one.min(other)], &self.cells[*one.max(other)]);
                let Some(near) = self.overlap(&a.corners, &b.corners) else { continue };
                if corners(&[a]) == corners(&[b]) {
                    let what = format!("cell {} is the same as cell {}", b.index + 1, a.index + 1);
                    found.push((b.index, error(b.index, what).hint("each cell stands once")));
                    continue;
                }
                // The cell of the rarer size is the wrong one, else the later one.
                let (wrong, other) = if self.alike(a) < self.alike(b) { (a, b) } else { (b, a) };
                let what = format!("cell {} overlaps cell {}", wrong.index + 1, other.index + 1);
                let hint = format!("both cover the board around {}", place(near));
                found.push((wrong.index, error(wrong.index, what).hint(hint)));
            }
        }
        sort_by(&mut found, |a, b| a.0.cmp(&b.0));
        errors.extend(found.into_iter().map(|(_, error)| error));
    }

    /// Returns the number of cells with the area of this one.
    fn alike(&self, cell: &Outline) -> usize {
        let area = self.area(&cell.corners);
        let is_like =
            |other: &&Outline| (self.area(&other.corners) - area).abs() < area * 2.0 * NEAR;
        self.cells.iter().filter(is_like).count()
    }

    fn bounds(&self, corners: &[usize]) -> [At; 2] {
        let (mut least, mut most) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for corner in corners {
            for axis in 0..2 {
                least[axis] = least[axis].min(self.points[*corner][axis]);
                most[axis] = most[axis].max(self.points[*corner][axis]);
            }
        }
        [least, most]
    }

    /// Returns a point that two cells have in common.
    ///
    /// All sides are split where cells touch. So they overlap if and only if sides cross, or a side
    /// of one is within the other, or both are on the same hand of a common side.
    fn overlap(&self, one: &[usize], other: &[usize]) -> Option<At> {
        let middle = |(a, b): (usize, usize)| {
            [0, 1].map(|axis| f64::midpoint(self.points[a][axis], self.points[b][axis]))
        };
        for a in sides(one) {
            for b in sides(other) {
                if a == b {
                    return Some(middle(a));
                }
                if self.cross(a, b) {
                    return Some(self.crossing(a, b));
                }
            }
        }
        let within = |one: &[usize], other: &[usize]| {
            let common: Vec<(usize, usize)> = sides(other).map(|(a, b)| (b, a)).collect();
            let own = sides(one).filter(|side| !common.contains(side));
            own.map(middle).find(|at| self.is_inside(other, *at))
        };
        within(one, other).or_else(|| within(other, one))
    }

    /// Returns the point where two sides cross.
    fn crossing(&self, one: (usize, usize), other: (usize, usize)) -> At {
        let [from, to] = [one.0, one.1].map(|end| self.points[end]);
        let along = less(self.points[other.1], self.points[other.0]);
        let [before, behind] = [from, to].map(|end| cross(along, less(end, self.points[other.0])));
        let part = before / (before - behind);
        [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part)
    }

    /// Tells whether two sides cross between their ends.
    fn cross(&self, one: (usize, usize), other: (usize, usize)) -> bool {
        if one.0 == other.0 || one.0 == other.1 || one.1 == other.0 || one.1 == other.1 {
            return false;
        }
        let parts = |(a, b): (usize, usize), (c, d): (usize, usize)| {
            let along = less(self.points[b], self.points[a]);
            let [c, d] = [c, d].map(|end| cross(along, less(self.points[end], self.points[a])));
            c > 0.0 && d < 0.0 || c < 0.0 && d > 0.0
        };
        let touch = |side: (usize, usize), end: usize| self.part(end, side).is_some();
        parts(one, other)
            && parts(other, one)
            && ![other.0, other.1].iter().any(|end| touch(one, *end))
            && ![one.0, one.1].iter().any(|end| touch(other, *end))
    }

    fn is_inside(&self, corners: &[usize], [x, y]: At) -> bool {
        let mut inside = false;
        for (a, b) in sides(corners) {
            let ([ax, ay], [bx, by]) = (self.points[a], self.points[b]);
            if (ay > y) != (by > y) && x < ax + (bx - ax) * (y - ay) / (by - ay) {
                inside = !inside;
            }
        }
        inside
    }

    /// Tells cells that no chain of common sides joins to the first one.
    fn check_connected(&self, errors: &mut Vec<Diagnostic>) {
        let mut beside: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
        for (number, cell) in self.cells.iter().enumerate() {
            for (a, b) in sides(&cell.corners) {
                beside.entry((a.min(b), a.max(b))).or_default().push(number);
            }
        }
        let mut group: Vec<Option<usize>> = vec![None; self.cells.len()];
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for first in 0..self.cells.len() {
            if group[first].is_some() {
                continue;
            }
            let (mut members, mut queue) = (Vec::new(), vec![first]);
            group[first] = Some(groups.len());
            while let Some(number) = queue.pop() {
                members.push(number);
                for (a, b) in sides(&self.cells[number].corners) {
                    for next in &beside[&(a.min(b), a.max(b))] {
                        if group[*next].is_none() {
                            group[*next] = Some(groups.len());
                            queue.push(*next);
                        }
                    }
                }
            }
            sort(&mut members);
            groups.push(members);
        }
        // Backwards, so that the first of equal groups is the greatest.
        let greatest = (0..groups.len()).rev().max_by_key(|group| groups[*group].len());
        for members in groups.iter().enumerate().filter(|(at, _)| Some(*at) != greatest) {
            let members = members.1;
            let share = if members.len() == 1 { "shares" } else { "share" };
            let places: Vec<usize> = members.iter().map(|at| self.cells[*at].index).collect();
            let what = format!("{} {share} no side with the others", names(&places));
            let hint = self.gap(members).unwrap_or_else(|| {
                "cells are joined by sides, or parts of sides, that they share".to_owned()
            });
            errors.push(error(self.cells[members[0]].index, what).hint(hint));
        }
    }

    /// Returns where cells almost touch the others.
    fn gap(&self, members: &[usize]) -> Option<String> {
        let mut least: Option<(f64, usize, usize)> = None;
        let cells: Vec<&Outline> = members.iter().map(|at| &self.cells[*at]).collect();
        let own = corners(&cells);
        let others = (0..self.cells.len())
            .filter(|at| members.binary_search(at).is_err())
            .flat_map(|at| self.cells[at].corners.iter().copied());
        for other in others.filter(|corner| own.binary_search(corner).is_err()) {
            for corner in &own {
                let gap = distance(self.points[*corner], self.points[other]);
                if least.is_none_or(|(least, ..)| gap < least) {
                    least = Some((gap, *corner, other));
                }
            }
        }
        let (gap, corner, other) = least.filter(|(gap, ..)| *gap < self.near / NEAR * 0.5)?;
        let [corner, other] = [corner, other].map(|corner| place(self.points[corner]));
        let gap = number(gap);
        Some(format!("{corner} and {other} are {gap} apart: should they be the same corner?"))
    }

    fn cell(&self, outline: &Outline) -> Cell {
        let corners: Vec<At> = outline.corners.iter().map(|corner| self.points[*corner]).collect();
        let at = self.middle(&outline.corners);
        Cell { at, corners, numbers: outline.corners.clone() }
    }

    /// Returns a point well inside: the centre of gravity where that is far enough from the sides.
    fn middle(&self, corners: &[usize]) -> At {
        let room = |at: At| {
            let from_side = |(a, b): (usize, usize)| {
                let (a, along) = (self.points[a], less(self.points[b], self.points[a]));
                let length = along[0] * along[0] + along[1] * along[1];
                let to = less(at, a);
                let part = ((along[0] * to[0] + along[1] * to[1]) / length).clamp(0.0, 1.0);
                distance(at, [a[0] + along[0] * part, a[1] + along[1] * part])
            };
            let least = sides(corners).map(from_side).fold(f64::INFINITY, f64::min);
            if self.is_inside(corners, at) { least } else { -least }
        };
        let [least, most] = self.bounds(corners);
        let gravity = self.gravity(corners);
        let mut best = (room(gravity), gravity);
        let enough = best.0 / 0.6;
        let mut around = [f64::midpoint(least[0], most[0]), f64::midpoint(least[1], most[1])];
        let mut half = [(most[0] - least[0]) / 2.0, (most[1] - least[1]) / 2.0];
        // A grid, and finer ones around its best point.
        for _ in 0..4 {
            let mut here = (f64::NEG_INFINITY, around);
            for column in -8..=8 {
                for row in -8..=8 {
                    let at = [
                        around[0] + half[0] * f64::from(column) / 8.0,
                        around[1] + half[1] * f64::from(row) / 8.0,
                    ];
                    let room = room(at);
                    if room > here.0 + 1e-9 {
                        here = (room, at);
                    }
                }
            }
            if here.0 > best.0 {
                best = here;
            }
            around = here.1;
            half = half.map(|half| half / 4.0);
        }
        if best.0 > enough.max(0.0) { best.1 } else { gravity }
    }

    /// Returns the centre of gravity.
    fn gravity(&self, corners: &[usize]) -> At {
        let origin = self.points[corners[0]];
        let (mut sum, mut area) = ([0.0; 2], 0.0);
        for (a, b) in sides(corners) {
            let [a, b] = [a, b].map(|corner| less(self.points[corner], origin));
            let part = cross(a, b);
            area += part;
            sum = [sum[0] + (a[0] + b[0]) * part, sum[1] + (a[1] + b[1]) * part];
        }
        [0, 1].map(|axis| origin[axis] + sum[axis] / (3.0 * area))
    }
}

fn side_name(side: usize, count: usize) -> String {
    format!("the side from corner {} to {}", side + 1, (side + 1) % count + 1)
}

/// Returns the names of cells by their places in the list, from 0.
fn names(cells: &[usize]) -> String {
    let mut numbers: Vec<String> =
        cells.iter().take(NAMED).map(|index| (index + 1).to_string()).collect();
    if cells.len() > NAMED {
        numbers.push(format!("{} more", cells.len() - NAMED));
    }
    let last = numbers.pop().unwrap_or_default();
    match numbers.is_empty() {
        true => format!("cell {last}"),
        false => format!("cells {} and {last}", numbers.join(", ")),
    }
}

fn place([x, y]: At) -> String {
    format!("[{}, {}]", number(x), number(y))
}

/// Returns a number with three decimals at most.
fn number(value: f64) -> String {
    let rounded = (value * 1000.0).round() / 1000.0;
    format!("{}", rounded + 0.0)
}

pub fn less(a: At, b: At) -> At {
    [a[0] - b[0], a[1] - b[1]]
}

fn cross(a: At, b: At) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

fn distance(a: At, b: At) -> f64 {
    let [x, y] = less(a, b);
    (x * x + y * y).sqrt()
}
