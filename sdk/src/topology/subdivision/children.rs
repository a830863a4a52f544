//! Checks the places of children: inside their parent, and not over each other.

use super::Subdivision;
use super::fractal::{self, ChildMap, Fractal, Numerators, PlanePoint};
use super::polygons::polygons_overlap;
use crate::Diagnostic;
use crate::diagnostic::{self, Path};

/// The distance up to which points of the drawing are equal, in parts of the basis or the cell.
pub(super) const NEAR: f64 = 1e-6;
/// The same for outlines, whose points an author may round.
const ROUNDED: f64 = 5e-3;
/// The most places that are tried for a child along a side of its parent.
const PLACES: usize = 32;

pub(super) fn at(key: &str) -> Path {
    diagnostic::path(["board", key])
}

pub(super) fn error(path: Path, id: &str, what: impl Into<String>) -> Diagnostic {
    diagnostic::along(path, id, what)
}

/// Returns a child's map on the drawing.
pub(super) fn drawn(fractal: &Fractal, child: &ChildMap) -> Result<[f64; 6], String> {
    let scale = fractal.scale as f64;
    let basis = &fractal.basis;
    // The images of the vectors under one linear map of the plane.
    let image = |column: usize| {
        let (mut x, mut y) = (0.0, 0.0);
        for (row, vector) in basis.iter().enumerate() {
            let part = child.m[row][column] as f64 / scale;
            x += part * vector.0;
            y += part * vector.1;
        }
        (x, y)
    };
    // Least squares: sums of products of the vectors, and with their images.
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    let mut with = [0.0; 4];
    for (column, vector) in basis.iter().enumerate() {
        let (x, y) = image(column);
        xx += vector.0 * vector.0;
        xy += vector.0 * vector.1;
        yy += vector.1 * vector.1;
        with[0] += x * vector.0;
        with[1] += y * vector.0;
        with[2] += x * vector.1;
        with[3] += y * vector.1;
    }
    let determinant = xx * yy - xy * xy;
    let linear = if basis.len() == 1 {
        let by = child.m[0][0] as f64 / scale;
        [by, 0.0, 0.0, by]
    } else if determinant > 1e-12 * (xx + yy) * (xx + yy) {
        [
            (with[0] * yy - with[2] * xy) / determinant,
            (with[1] * yy - with[3] * xy) / determinant,
            (with[2] * xx - with[0] * xy) / determinant,
            (with[3] * xx - with[1] * xy) / determinant,
        ]
    } else {
        return Err("the vectors of the basis lie on one line".into());
    };
    let [a, b, c, d] = linear;
    let near = NEAR * (xx + yy).sqrt();
    for (column, vector) in basis.iter().enumerate() {
        let (x, y) = image(column);
        let made = (a * vector.0 + c * vector.1, b * vector.0 + d * vector.1);
        if (made.0 - x).abs() > near || (made.1 - y).abs() > near {
            return Err("this matrix is no map of the plane that the basis draws".into());
        }
    }
    let size = (a * d - b * c).abs();
    if !(1e-9..1.0 - NEAR).contains(&size) {
        // Formatting a float would add ten thousand bytes of code.
        let percent = (size * 100.0).round() as u64;
        return Err(format!(
            "a child must be smaller than its parent and more than a point, found {percent} percent \
             of its area"
        ));
    }
    let (e, f) = fractal.draw(&child.t, scale);
    Ok([a, b, c, d, e, f])
}

/// Returns the errors of children outside their parent.
pub(super) fn outside(fractal: &Fractal) -> Vec<Diagnostic> {
    let outside: Vec<(usize, usize)> = (0..fractal.children.len())
        .filter_map(|index| Some((index, corner_outside(fractal, &fractal.affines[index])?)))
        .collect();
    if let Some(error) = too_small_scale(fractal, outside.len()) {
        return vec![error];
    }
    let tell = |(index, corner): (usize, usize)| {
        let what = format!("corner {} of this child lies outside its parent", corner + 1);
        let error = error(at("children").index(index), "board.fit", what);
        error.hint(place_hint(fractal, index))
    };
    outside.into_iter().map(tell).collect()
}

/// Returns the first corner of a child that lies outside the parent.
fn corner_outside(fractal: &Fractal, affine: &[f64; 6]) -> Option<usize> {
    let corners: Vec<PlanePoint> =
        fractal.corners.iter().map(|corner| fractal.draw(corner, 1.0)).collect();
    let near = NEAR * fractal.unit;
    let lies_in = |corner: &PlanePoint| in_hull(&corners, fractal::apply(affine, *corner), near);
    corners.iter().position(|corner| !lies_in(corner))
}

/// Returns an error at `scale` if a third of the children lie outside, and another scale makes all
/// fit.
fn too_small_scale(fractal: &Fractal, outside: usize) -> Option<Diagnostic> {
    let (count, scale) = (fractal.children.len(), fractal.scale);
    if outside < 2 || outside * 3 < count {
        return None;
    }
    let fit_all = |scale: &i128| {
        let other = Fractal { scale: *scale, ..fractal.clone() };
        let mut maps = other.children.iter().map(|child| drawn(&other, child));
        maps.all(|affine| affine.is_ok_and(|affine| corner_outside(&other, &affine).is_none()))
    };
    let fitting = (scale + 1..=scale * 2 + 1).find(fit_all)?;
    let what = format!("with `scale = {scale}`, {outside} of {count} children lie outside");
    let error = error(at("scale"), "board.fit", what);
    Some(error.hint(format!("with `scale = {fitting}` all of them fit")))
}

/// Returns the hint for a child outside its parent: the values of `t` between the corners of a
/// rectangle, a free place in another cell, or where `t` is added.
fn place_hint(fractal: &Fractal, index: usize) -> String {
    let child = &fractal.children[index];
    if child.m != ChildMap::IDENTITY.m {
        return "a point p of the cell goes to (m p + t) / scale, which has to lie in the cell"
            .to_owned();
    }
    let ends = |axis: usize| {
        let numbers = fractal.corners.iter().map(move |corner| corner[axis]);
        [numbers.clone().min(), numbers.max()].map(Option::unwrap_or_default)
    };
    let is_end = |corner: &Numerators| {
        (0..fractal.dimensions).all(|axis| ends(axis).contains(&corner[axis]))
    };
    let is_box =
        fractal.corners.iter().all(is_end) && fractal.corners.len() == 1 << fractal.dimensions;
    if !is_box {
        let outline = fractal.corners.iter().map(|corner| fractal.draw(corner, 1.0)).collect();
        let whole = Fractal { outline, ..fractal.clone() };
        return Overlaps { fractal: &whole, near: NEAR * fractal.unit }.hint(index);
    }
    let corner = |most: bool| {
        let numbers = (0..fractal.dimensions).map(|axis| {
            let numbers = fractal.corners.iter().map(|corner| corner[axis] * (fractal.scale - 1));
            let number = if most { numbers.max() } else { numbers.min() };
            number.unwrap_or(0).to_string()
        });
        numbers.collect::<Vec<_>>().join(", ")
    };
    format!("with this `scale`, `t` lies between [{}] and [{}]", corner(false), corner(true))
}

/// Returns the errors of children that cover the same area as others.
pub(super) fn twice(fractal: &Fractal) -> Vec<Diagnostic> {
    let image =
        |child: usize, corner: usize| fractal.children[child].apply(&fractal.corners[corner]);
    let corners = fractal.corners.len();
    let same = |one: usize, other: usize| {
        (0..corners).all(|mine| (0..corners).any(|its| image(one, mine) == image(other, its)))
    };
    let mut errors = Vec::new();
    for index in 0..fractal.children.len() {
        if let Some(first) = (0..index).find(|first| same(index, *first)) {
            let what = format!("this child covers the same as child {}", first + 1);
            errors.push(error(at("children").index(index), "board.twice", what));
        }
    }
    errors
}

/// Returns the errors of children that lie over earlier ones: as they are drawn, or if they are not
/// turned. The corners of a fractal with a ragged outline do not bound it.
pub(super) fn overlapping(table: &Subdivision, fractal: &Fractal) -> Vec<Diagnostic> {
    let has_outline = table.outline.is_some();
    if fractal.corners.len() < 3 && !has_outline {
        return Vec::new();
    }
    let is_known = |first, index| has_outline || is_upright(fractal, first, index);
    // Points of an outline may be rounded.
    let near = if has_outline { ROUNDED } else { NEAR } * fractal.unit;
    let lists = Overlaps { fractal, near };
    let overlaps = lists.find(is_known).into_iter();
    let told = overlaps.map(|(first, index)| lists.diagnostic(first, index));
    // Steps that are too short put all children over each other: a free place tells it.
    let counts_corners =
        |it: &Diagnostic| it.hint.as_ref().is_some_and(|hint| hint.text.contains(CORNERS));
    let mut told: Vec<Diagnostic> = told.collect();
    if let Some(index) = told.iter().position(counts_corners) {
        told = vec![told.swap_remove(index)];
    }
    told
}

/// In the hint for children that are moved less far than the corners count.
const CORNERS: &str = "`t` counts as the corners do";

/// Returns warnings about turned children that lie over earlier ones by their corners.
pub(super) fn turned_over(fractal: &Fractal) -> Vec<Diagnostic> {
    let corners = fractal.corners.iter().map(|corner| fractal.draw(corner, 1.0));
    if fractal.corners.len() < 3 || !corners.eq(fractal.outline.iter().copied()) {
        return Vec::new();
    }
    let lists = Overlaps { fractal, near: NEAR * fractal.unit };
    let overlaps = lists.find(|first, index| !is_upright(fractal, first, index)).into_iter();
    overlaps.map(|(first, index)| lists.diagnostic(first, index).warning()).collect()
}

/// Tells whether two children stand as their parent does, and differ in size alone.
fn is_upright(fractal: &Fractal, first: usize, index: usize) -> bool {
    [first, index].iter().all(|child| {
        let [a, b, c, d, ..] = fractal.affines[*child];
        (a - d).abs() < NEAR && b.abs() < NEAR && c.abs() < NEAR
    })
}

/// Finds the children whose outlines overlap.
struct Overlaps<'a> {
    fractal: &'a Fractal,
    /// The depth up to which outlines may overlap.
    near: f64,
}

impl Overlaps<'_> {
    fn polygon(&self, affine: &[f64; 6]) -> Vec<PlanePoint> {
        self.fractal.outline.iter().map(|point| fractal::apply(affine, *point)).collect()
    }

    /// Returns each child that lies over an earlier one, after the first of these.
    fn find(&self, is_asked: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
        let affines = self.fractal.affines.iter();
        let polygons: Vec<Vec<PlanePoint>> = affines.map(|affine| self.polygon(affine)).collect();
        let over = |first: usize, index: usize| {
            is_asked(first, index)
                && polygons_overlap(&polygons[first], &polygons[index], self.near)
        };
        let first = |index| Some(((0..index).find(|first| over(*first, index))?, index));
        (0..polygons.len()).filter_map(first).collect()
    }

    fn diagnostic(&self, first: usize, index: usize) -> Diagnostic {
        let what = format!("this child lies over child {}", first + 1);
        error(at("children").index(index), "board.overlap", what).hint(self.hint(index))
    }

    fn is_free(&self, index: usize, affine: &[f64; 6]) -> bool {
        let moved = self.polygon(affine);
        let mut others = self.fractal.affines.iter().enumerate();
        !others.any(|(other, there)| {
            let is_same = || there.iter().zip(affine).all(|(a, b)| (a - b).abs() < self.near);
            other != index
                && (is_same() || polygons_overlap(&self.polygon(there), &moved, self.near))
        })
    }

    /// Returns a free place for a child without `m`, else what moves it.
    fn hint(&self, index: usize) -> String {
        let fractal = self.fractal;
        let child = &fractal.children[index];
        let is_upright = child.m == ChildMap::IDENTITY.m;
        if is_upright && fractal.dimensions == 2 {
            let numbers = |axis: usize| fractal.corners.iter().map(move |corner| corner[axis]);
            let range = |axis: usize| {
                let least = numbers(axis).min().unwrap_or(0);
                let most = numbers(axis).max().unwrap_or(0);
                let by = fractal.scale - 1;
                [least * by, most * by, (most - least).max(1)]
            };
            let ([left, right, across], [top, bottom, down]) = (range(0), range(1));
            let mut free = None;
            // By whole cells first, then by single steps.
            for (across, down) in [(across, down), (1, 1)] {
                let mut map = *child;
                map.t[1] = top;
                for _ in 0..PLACES {
                    map.t[0] = left;
                    for _ in 0..PLACES {
                        if free.is_none()
                            && map.t[0] <= right
                            && map.t[1] <= bottom
                            && let Ok(affine) = drawn(fractal, &map)
                            && fits(fractal, &affine)
                            && self.is_free(index, &affine)
                        {
                            free = Some([map.t[0], map.t[1]]);
                        }
                        map.t[0] += across;
                    }
                    map.t[1] += down;
                }
            }
            if let Some([x, y]) = free {
                let numbers = numbers(0).chain(numbers(1));
                let counted = numbers.map(i128::abs).max().unwrap_or(1);
                let unit = match counted {
                    0 | 1 => String::new(),
                    _ => format!(
                        "; {CORNERS}: with corners up to {counted}, one child on is {counted}"
                    ),
                };
                return format!("`t = [{x}, {y}]` is free{unit}");
            }
            return "the cell has no free place for it: remove it, or make `scale` larger"
                .to_owned();
        }
        let ragged = match is_upright {
            false => "; if the corners do not bound the cell, give its `outline`",
            true => "",
        };
        format!("move it by `t`, or make it smaller by `m` or a larger `scale`{ragged}")
    }
}

/// Tells whether the corners of a child lie in its parent.
fn fits(fractal: &Fractal, affine: &[f64; 6]) -> bool {
    corner_outside(fractal, affine).is_none()
}

/// Tells whether a point lies in the convex hull of others, or at most `near` outside it. For each
/// two corners with all others on one side of their line, or ahead of the line across the first,
/// the point must lie on that side too.
fn in_hull(corners: &[PlanePoint], point: PlanePoint, near: f64) -> bool {
    for a in corners {
        for b in corners {
            let (x, y) = (b.0 - a.0, b.1 - a.1);
            let least = -near * (x * x + y * y).sqrt();
            for (x, y) in [(-y, x), (x, y)] {
                let inside = |p: &PlanePoint| x * (p.0 - a.0) + y * (p.1 - a.1) >= least;
                if corners.iter().all(inside) && !inside(&point) {
                    return false;
                }
            }
        }
    }
    true
}
