//! Makes a [`Fractal`] from a ruleset's table, with errors and warnings.

use super::children::{NEAR, at, drawn, error, outside, overlapping, turned_over, twice};
use super::fractal::{self, ChildMap, DIMENSIONS, Fractal, Numerators, PlanePoint};
use super::polygons::{area, crossing};
use super::roots::{roots, roots_apart, roots_over_each_other};
use super::{Child, Subdivision};
use crate::Diagnostic;
use crate::diagnostic::{self, Path};

/// The most corners of a cell, and the most parts.
const CORNERS: usize = 24;
const CHILDREN: usize = 32;
/// The largest number in a basis. The largest number of each vector is at least its inverse.
const FAR: f64 = 1e9;

/// Makes the fractal of a table.
pub fn fractal(table: &Subdivision) -> Result<Fractal, Vec<Diagnostic>> {
    let built = match table.fractal {
        None => None,
        Some(builtin) => {
            own_maps_beside(table)?;
            Some(builtin.table())
        }
    };
    let maps = built.as_ref().unwrap_or(table);
    let mut errors = missing(maps);
    let (Some(corners), Some(children), Some(scale), true) =
        (&maps.corners, &maps.children, maps.scale, errors.is_empty())
    else {
        return Err(errors);
    };
    errors.extend(sizes(corners, children));
    let dimensions = corners.first().map_or(0, Vec::len);
    if errors.is_empty() {
        errors.extend(wrong_dimensions(dimensions, corners, children));
    }
    let basis = basis(maps, dimensions).unwrap_or_else(|error| {
        errors.push(*error);
        Vec::new()
    });
    diagnostic::check(std::mem::take(&mut errors))?;
    let corners: Vec<Numerators> = corners.iter().map(|corner| widen(corner)).collect();
    let roots = roots(table, &basis, &corners)?;
    let mut fractal = Fractal {
        dimensions,
        scale: i128::from(scale),
        basis,
        children: children.iter().map(map).collect(),
        corners,
        roots,
        outline: Vec::new(),
        center: Vec::new(),
        affines: Vec::new(),
        middle: (0.0, 0.0),
        unit: 0.0,
    };
    fractal.unit = unit(&fractal);
    if is_flat(&fractal.basis) {
        let what = "the vectors of the basis lie on one line";
        let hint = "give vectors in different directions, such as `[[1, 0], [0, 1]]`";
        return Err(error(at("basis"), "board.basis", what).hint(hint).into());
    }
    for (index, child) in fractal.children.iter().enumerate() {
        match drawn(&fractal, child) {
            Ok(affine) => fractal.affines.push(affine),
            Err(what) => errors.push(error(at("children").index(index), "board.map", what)),
        }
    }
    if errors.is_empty() {
        errors.extend(outside(&fractal));
        errors.extend(twice(&fractal));
        errors.extend(crossing_sides(&fractal));
    }
    diagnostic::check(errors)?;
    fractal.outline = outline(table, &fractal)?;
    diagnostic::check(overlapping(table, &fractal))?;
    if table.grid_step.is_some() {
        diagnostic::check(roots_over_each_other(&fractal).into_iter().collect())?;
    }
    fractal.middle = fractal::middle(&fractal.outline);
    fractal.center = center(&fractal);
    Ok(fractal)
}

/// Refuses maps beside the name of a fractal.
fn own_maps_beside(table: &Subdivision) -> Result<(), Vec<Diagnostic>> {
    let own = [
        ("scale", table.scale.is_some()),
        ("basis", table.basis.is_some()),
        ("corners", table.corners.is_some()),
        ("children", table.children.is_some()),
    ];
    let given: Vec<String> =
        own.into_iter().filter(|(_, given)| *given).map(|(key, _)| format!("`{key}`")).collect();
    let errors = (!given.is_empty()).then(|| {
        let what = match &given[..] {
            [only] => format!("{only} describes your own fractal, and `fractal` names one"),
            [rest @ .., last] => {
                let rest = rest.join(", ");
                format!("{rest} and {last} describe your own fractal, and `fractal` names one")
            }
            [] => String::new(),
        };
        let hint = match &given[..] {
            [only] => format!("leave `fractal` or {only} out"),
            _ => "leave `fractal` or all the others out".to_owned(),
        };
        let hint = hint + "; an inherited one goes by `without = [\"board.fractal\"]`";
        error(at("fractal"), "board.twice", what).on_key().hint(hint)
    });
    diagnostic::check(errors.into_iter().collect())
}

fn missing(maps: &Subdivision) -> Vec<Diagnostic> {
    let keys = [
        ("scale", maps.scale.is_none()),
        ("corners", maps.corners.is_none()),
        ("children", maps.children.is_none()),
    ];
    let mut errors = Vec::new();
    if keys.iter().all(|(_, missing)| *missing) {
        let hint =
            "built-in ones are `square`, `triangle`, `carpet`, `hexaflake` and `hexaflake-6`";
        let what = "`fractal` is missing, or `scale`, `corners` and `children`";
        return vec![error(diagnostic::path(["board"]), "board.fractal", what).hint(hint)];
    }
    for (key, _) in keys.into_iter().filter(|(_, missing)| *missing) {
        let what = format!("your own fractal needs `{key}`");
        let hint = "name a built-in one with `fractal`, or give `scale`, `corners` and `children`";
        errors.push(error(diagnostic::path(["board"]), "board.fractal", what).hint(hint));
    }
    if maps.scale == Some(0) {
        let what = "numbers cannot be divided by 0; expected a whole number from 1";
        errors.push(error(at("scale"), "board.scale", what));
    }
    errors
}

fn sizes(corners: &[Vec<i32>], children: &[Child]) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    let (have, most) = (corners.len(), CORNERS);
    if !(2..=most).contains(&have) {
        let what = format!("expected 2 to {most} corners, found {have}");
        errors.push(error(at("corners"), "board.corners", what));
    }
    for (index, corner) in corners.iter().enumerate() {
        if corners[..index].contains(corner) {
            let what = format!("corner {} stands twice", index + 1);
            errors.push(error(at("corners").index(index), "board.corners", what));
        }
    }
    let (have, most) = (children.len(), CHILDREN);
    if !(2..=most).contains(&have) {
        let what = format!("expected 2 to {most} children, found {have}");
        errors.push(error(at("children"), "board.children", what));
    }
    errors
}

fn wrong_dimensions(
    dimensions: usize,
    corners: &[Vec<i32>],
    children: &[Child],
) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    if !(1..=DIMENSIONS).contains(&dimensions) {
        let what = format!("expected 1 to {DIMENSIONS} numbers in a corner, found {dimensions}");
        errors.push(error(at("corners").index(0), "board.dimension", what));
        return errors;
    }
    let differs = |path: Path, found: usize| {
        let what = format!("expected {dimensions} numbers as in the first corner, found {found}");
        (found != dimensions).then(|| error(path, "board.dimension", what))
    };
    for (index, corner) in corners.iter().enumerate() {
        errors.extend(differs(at("corners").index(index), corner.len()));
    }
    for (index, child) in children.iter().enumerate() {
        let here = || at("children").index(index);
        errors.extend(differs(here().key("t"), child.t.len()));
        let Some(m) = &child.m else { continue };
        if m.len() != dimensions || m.iter().any(|row| row.len() != dimensions) {
            let what = format!("expected a matrix of {dimensions} rows of {dimensions} numbers");
            let error = error(here().key("m"), "board.dimension", what);
            let quarter = "for example `m = [[0, -1], [1, 0]]`, which turns by a quarter";
            errors.push(if dimensions == 2 { error.hint(quarter) } else { error });
        }
    }
    errors
}

fn basis(maps: &Subdivision, dimensions: usize) -> Result<Vec<PlanePoint>, Box<Diagnostic>> {
    let Some(basis) = &maps.basis else {
        let unit = [(1.0, 0.0), (0.0, 1.0)];
        return match dimensions {
            0..=2 => Ok(unit[..dimensions].to_vec()),
            _ => {
                let what = format!("a lattice of {dimensions} dimensions needs a `basis`");
                Err(Box::new(error(diagnostic::path(["board"]), "board.basis", what)))
            }
        };
    };
    let found = basis.len();
    let refuse = |path, what| Err(Box::new(error(path, "board.basis", what)));
    if found != dimensions {
        let what = format!("expected {dimensions} vectors, one for each number, found {found}");
        return refuse(at("basis"), what);
    }
    // Squares of these numbers stay within the range of floats.
    let drawn = |x: &f64| x.is_finite() && x.abs() <= FAR;
    let none = |[x, y]: &[f64; 2]| x.abs().max(y.abs()) < 1.0 / FAR;
    if let Some(wrong) = basis.iter().position(|v| none(v) || !v.iter().all(drawn)) {
        let what = "expected a vector with a length, its numbers 1000000000 at most".to_owned();
        return refuse(at("basis").index(wrong), what);
    }
    Ok(basis.iter().map(|[x, y]| (*x, *y)).collect())
}

pub(super) fn widen(numbers: &[i32]) -> Numerators {
    let mut wide = [0; DIMENSIONS];
    for (n, own) in wide.iter_mut().zip(numbers) {
        *n = i128::from(*own);
    }
    wide
}

fn map(child: &Child) -> ChildMap {
    let mut map = ChildMap { t: widen(&child.t), ..ChildMap::IDENTITY };
    if let Some(rows) = &child.m {
        for (row, numbers) in map.m.iter_mut().zip(rows) {
            *row = widen(numbers);
        }
    }
    map
}

/// Returns an error for corners that are no outline: two in a plane, or sides that cross.
fn crossing_sides(fractal: &Fractal) -> Option<Diagnostic> {
    let corners: Vec<PlanePoint> =
        fractal.corners.iter().map(|corner| fractal.draw(corner, 1.0)).collect();
    let count = corners.len();
    if count == 2 && fractal.dimensions > 1 {
        let what = "a cell with two corners has no area";
        let error = error(at("corners"), "board.corners", what);
        return Some(error.hint("give three corners or more"));
    }
    let crossing = crossing(&corners, NEAR * fractal.unit)?;
    let end = |number: usize| (number + 1) % count + 1;
    let what = format!(
        "the sides from corner {} to {} and from corner {} to {} cross",
        crossing.0 + 1,
        end(crossing.0),
        crossing.1 + 1,
        end(crossing.1)
    );
    let error = error(at("corners"), "board.corners", what);
    Some(error.hint("list the corners in order around the cell"))
}

/// Tells whether the vectors of a basis of two or more lie on one line.
fn is_flat(basis: &[PlanePoint]) -> bool {
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for (x, y) in basis {
        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    basis.len() > 1 && xx * yy - xy * xy <= 1e-12 * (xx + yy) * (xx + yy)
}

/// Returns the size of a root on the drawing.
fn unit(fractal: &Fractal) -> f64 {
    let drawn = |corner: &Numerators| fractal.draw(corner, 1.0);
    let first = drawn(&fractal.corners[0]);
    let mut unit = 0.0f64;
    for (x, y) in fractal.corners.iter().map(drawn) {
        unit = unit.max((x - first.0).abs()).max((y - first.1).abs());
    }
    unit
}

/// Returns the outline of a cell, around the root's origin.
fn outline(table: &Subdivision, fractal: &Fractal) -> Result<Vec<PlanePoint>, Vec<Diagnostic>> {
    if let Some(points) = &table.outline {
        let found = points.len();
        if found < 3 || points.iter().flatten().any(|x| !x.is_finite()) {
            let what = format!("an outline needs 3 points at least, found {found}");
            return Err(error(at("outline"), "board.outline", what).into());
        }
        let points: Vec<PlanePoint> = points.iter().map(|[x, y]| (*x, *y)).collect();
        let size = points.iter().flat_map(|(x, y)| [x.abs(), y.abs()]).fold(0.0, f64::max);
        if let Some((one, other)) = crossing(&points, NEAR * size) {
            let end = |number: usize| (number + 1) % points.len() + 1;
            let what = format!(
                "the sides from point {} to {} and from point {} to {} cross",
                one + 1,
                end(one),
                other + 1,
                end(other)
            );
            let error = error(at("outline"), "board.outline", what);
            return Err(error.hint("list the points in order around the cell").into());
        }
        if area(&points).abs() <= NEAR * size * size {
            let what = "this outline has no area";
            return Err(error(at("outline"), "board.outline", what).into());
        }
        return Ok(points);
    }
    let corners: Vec<PlanePoint> =
        fractal.corners.iter().map(|corner| fractal.draw(corner, 1.0)).collect();
    if let [(ax, ay), (bx, by)] = corners[..] {
        // A bar along the line, so that there is an area to click.
        let (x, y) = ((by - ay) / 8.0, (ax - bx) / 8.0);
        return Ok(vec![(ax + x, ay + y), (bx + x, by + y), (bx - x, by - y), (ax - x, ay - y)]);
    }
    Ok(corners)
}

/// Returns the corners of children in the middle of the parent's corners that are not corners of
/// the parent.
fn center(fractal: &Fractal) -> Vec<usize> {
    let count = fractal.corners.len() as i128;
    let mut sum = [0; DIMENSIONS];
    for corner in &fractal.corners {
        sum.iter_mut().zip(corner).for_each(|(sum, n)| *sum += n * fractal.scale);
    }
    let own = |point: &Numerators| {
        fractal
            .corners
            .iter()
            .any(|corner| corner.iter().zip(point).all(|(n, p)| n * fractal.scale == *p))
    };
    let mut slots = Vec::new();
    for (index, child) in fractal.children.iter().enumerate() {
        for (number, corner) in fractal.corners.iter().enumerate() {
            let Some(image) = child.apply(corner) else { continue };
            let middle = image.iter().zip(&sum).all(|(n, sum)| n * count == *sum);
            if middle && !own(&image) {
                slots.push(index * fractal.corners.len() + number);
            }
        }
    }
    slots
}

/// Returns warnings about a playable fractal.
pub fn warnings(fractal: &Fractal) -> Vec<Diagnostic> {
    let (count, children) = (fractal.corners.len(), fractal.children.len());
    let image = |slot: usize| fractal.children[slot / count].apply(&fractal.corners[slot % count]);
    let shares = |child: usize| {
        let own = child * count..(child + 1) * count;
        let mut others = (0..children * count).filter(|slot| !own.contains(slot));
        others.any(|slot| own.clone().any(|mine| image(mine) == image(slot)))
    };
    let mut warnings = turned_over(fractal);
    for child in (0..children).filter(|child| !shares(*child)) {
        let what = "this child shares no corner with another: the board falls apart there";
        warnings.push(error(at("children").index(child), "board.apart", what).warning());
    }
    warnings.extend(small_children(fractal));
    warnings.extend(roots_apart(fractal));
    warnings
}

/// The least part of the cell's width or height that children reach over together.
const REACH: f64 = 0.75;

/// Returns a warning if all children together are much smaller than the cell.
fn small_children(fractal: &Fractal) -> Option<Diagnostic> {
    let mut children = Vec::new();
    for affine in &fractal.affines {
        for point in &fractal.outline {
            children.push(fractal::apply(affine, *point));
        }
    }
    let ([wide, high], [all_wide, all_high]) = (extent(&children), extent(&fractal.outline));
    let part = (wide / all_wide).max(high / all_high);
    if part >= REACH {
        return None;
    }
    let what = "the children fill only a corner of the cell";
    let warning = error(at("scale"), "board.scale", what).warning();
    let scale = ((fractal.scale as f64 * part).round() as u32).max(2);
    Some(warning.hint(format!("for example `scale = {scale}`, or move them by `t`")))
}

/// Returns the width and the height of points.
fn extent(points: &[PlanePoint]) -> [f64; 2] {
    let (mut least, mut most) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for (x, y) in points {
        for (axis, value) in [*x, *y].into_iter().enumerate() {
            least[axis] = least[axis].min(value);
            most[axis] = most[axis].max(value);
        }
    }
    [most[0] - least[0], most[1] - least[1]]
}
