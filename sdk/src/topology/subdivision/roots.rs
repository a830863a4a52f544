//! Undivided cells side by side at the start: `grid` and `grid_step`.

use std::collections::{BTreeMap, BTreeSet};

use super::Subdivision;
use super::check::widen;
use super::children::{NEAR, at, error};
use super::fractal::{DIMENSIONS, Fractal, Numerators, PlanePoint};
use super::polygons::polygons_overlap;
use crate::Diagnostic;

/// The most undivided cells side by side.
const ROOTS: usize = 10_000;

/// Returns the positions of the roots.
pub(super) fn roots(
    table: &Subdivision,
    basis: &[PlanePoint],
    corners: &[Numerators],
) -> Result<Vec<Numerators>, Vec<Diagnostic>> {
    let one = |error: Diagnostic| vec![error];
    let dimensions = basis.len();
    let Some([width, height]) = table.start.grid else {
        if table.grid_step.is_some() {
            let what = "these are the ways between cells side by side, and there is one cell";
            let error = error(at("grid_step"), "board.grid", what).on_key();
            return Err(one(error.hint("say how many with `grid`, or leave this out")));
        }
        return Ok(vec![[0; DIMENSIONS]]);
    };
    let count = usize::from(width) * usize::from(height);
    if !(1..=ROOTS).contains(&count) {
        let what = format!("expected 1 to {ROOTS} cells side by side, found {count}");
        return Err(one(error(at("grid"), "board.grid", what)));
    }
    let square = corners.len() == 4 && corners.iter().flatten().all(|n| (0..=1).contains(n));
    let steps = match &table.grid_step {
        Some(steps) => steps.clone(),
        None if square && dimensions == 2 => [vec![1, 0], vec![0, 1]],
        None if count == 1 => return Ok(vec![[0; DIMENSIONS]]),
        None => {
            let what = "cells of this shape stand side by side by `grid_step` alone";
            let [right, down] = written_steps(basis, corners);
            let hint = format!("give the ways to the next cell: `grid_step = [{right}, {down}]`");
            return Err(one(error(at("grid"), "board.grid", what).hint(hint)));
        }
    };
    if let Some(wrong) = steps.iter().find(|step| step.len() != dimensions) {
        let what = format!("expected {dimensions} numbers a step, found {}", wrong.len());
        return Err(one(error(at("grid_step"), "board.dimension", what)));
    }
    let [right, down] = steps.map(|step| widen(&step));
    let mut roots: Vec<Numerators> = Vec::with_capacity(count);
    for row in 0..i128::from(height) {
        for column in 0..i128::from(width) {
            let mut root = [0; DIMENSIONS];
            for (n, (x, y)) in root.iter_mut().zip(right.iter().zip(&down)) {
                *n = x * column + y * row;
            }
            // Two roots coincide if some columns and rows, forwards or back, sum to zero.
            let nowhere =
                |row: i128| right.iter().zip(&down).all(|(x, y)| x * column + y * row == 0);
            if (column, row) != (0, 0) && (nowhere(row) || nowhere(-row)) {
                let what = "these steps lead to the same place more than once";
                return Err(one(error(at("grid_step"), "board.grid", what)));
            }
            roots.push(root);
        }
    }
    Ok(roots)
}

/// Returns the steps along the sides of a parallelogram, which leave no gaps.
fn side_steps(corners: &[Numerators]) -> Option<[Numerators; 2]> {
    let [a, b, c, d] = corners else { return None };
    let (mut one, mut two) = (*b, *d);
    for at in 0..DIMENSIONS {
        one[at] -= a[at];
        two[at] -= a[at];
        if c[at] - d[at] != one[at] {
            return None;
        }
    }
    Some([one, two])
}

/// Returns the steps to the right and down that lead to cells that touch at a corner.
fn touching_steps(basis: &[PlanePoint], corners: &[Numerators]) -> [Numerators; 2] {
    let draw = |corner: &Numerators| {
        let parts = corner.iter().zip(basis);
        parts.fold((0.0, 0.0), |(x, y), (n, v)| (x + *n as f64 * v.0, y + *n as f64 * v.1))
    };
    // Of the pairs of corners that are farthest apart in a direction, the most level one.
    let step = |turn: fn(PlanePoint) -> PlanePoint| {
        let pairs = corners.iter().flat_map(|from| corners.iter().map(move |to| (from, to)));
        let apart = |(from, to): &(&Numerators, &Numerators)| {
            let ((ax, ay), (bx, by)) = (turn(draw(from)), turn(draw(to)));
            ((bx - ax), (by - ay).abs())
        };
        let best = pairs.max_by(|one, other| {
            let (one, other) = (apart(one), apart(other));
            match (one.0 - other.0).abs() < NEAR {
                true => other.1.total_cmp(&one.1),
                false => one.0.total_cmp(&other.0),
            }
        });
        let mut step = [0; DIMENSIONS];
        let (from, to) = best.unwrap_or((&[0; DIMENSIONS], &[0; DIMENSIONS]));
        step.iter_mut().zip(to.iter().zip(from)).for_each(|(n, (to, from))| *n = to - from);
        step
    };
    [step(|point| point), step(|(x, y)| (y, x))]
}

/// How deep cells side by side overlap before that is told, in parts of the cell: outlines may be
/// rounded.
const DEEP: f64 = 0.05;

/// Returns an error if cells at the start lie over each other.
pub(super) fn roots_over_each_other(fractal: &Fractal) -> Option<Diagnostic> {
    // The first one stands at the middle of the lattice. Others lie alike beside each other.
    let mut found = false;
    for root in fractal.roots.iter().skip(1) {
        let (x, y) = fractal.draw(root, 1.0);
        let mut moved = fractal.outline.clone();
        for point in &mut moved {
            *point = (point.0 + x, point.1 + y);
        }
        found |= polygons_overlap(&fractal.outline, &moved, DEEP * fractal.unit);
    }
    if !found {
        return None;
    }
    let [right, down] = written_steps(&fractal.basis, &fractal.corners);
    let what = "the cells side by side lie over each other";
    let hint = format!("cells touch with `grid_step = [{right}, {down}]`");
    Some(error(at("grid_step"), "board.grid", what).hint(hint))
}

/// Returns a warning if the cells at the start fall apart: if some have no corner of a cell or of
/// its parts in common with the others.
pub(super) fn roots_apart(fractal: &Fractal) -> Option<Diagnostic> {
    let images = fractal
        .children
        .iter()
        .flat_map(|child| fractal.corners.iter().filter_map(|corner| child.apply(corner)));
    let scaled = fractal.corners.iter().map(|corner| corner.map(|n| n * fractal.scale));
    let points: BTreeSet<Numerators> = scaled.chain(images).collect();
    let mut cells: BTreeMap<Numerators, Vec<usize>> = BTreeMap::new();
    let points_of = |root: &Numerators| -> Vec<Numerators> {
        let move_by = |point: &Numerators| {
            let mut moved = *point;
            moved.iter_mut().zip(root).for_each(|(n, by)| *n += by * fractal.scale);
            moved
        };
        points.iter().map(move_by).collect()
    };
    for (cell, root) in fractal.roots.iter().enumerate() {
        points_of(root).into_iter().for_each(|point| cells.entry(point).or_default().push(cell));
    }
    let mut seen = vec![false; fractal.roots.len()];
    let mut open = vec![0];
    while let Some(cell) = open.pop() {
        if !std::mem::replace(&mut seen[cell], true) {
            let beside =
                points_of(&fractal.roots[cell]).into_iter().filter_map(|it| cells.remove(&it));
            open.extend(beside.flatten());
        }
    }
    if seen.iter().all(|seen| *seen) {
        return None;
    }
    let [right, down] = written_steps(&fractal.basis, &fractal.corners);
    let what = "the cells side by side share no corner: the board falls apart there";
    let warning = error(at("grid_step"), "board.apart", what).warning();
    Some(warning.hint(format!("cells touch with `grid_step = [{right}, {down}]`")))
}

/// Writes the steps that lead to cells that touch.
fn written_steps(basis: &[PlanePoint], corners: &[Numerators]) -> [String; 2] {
    let steps = side_steps(corners).unwrap_or_else(|| touching_steps(basis, corners));
    steps.map(|step| {
        let numbers: Vec<String> = step[..basis.len()].iter().map(i128::to_string).collect();
        format!("[{}]", numbers.join(", "))
    })
}
