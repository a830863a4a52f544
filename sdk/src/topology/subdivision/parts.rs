//! The corners of a cell's parts: shared points, computed once, and exact vertices for each cell.

use std::ops::{Div, Rem};

use super::fractal::{ChildMap, DIMENSIONS, Fractal, Numerators};
use super::vertices::Vertex;

/// A whole number of some width.
trait Number: Copy + PartialEq + Into<i128> + Div<Output = Self> + Rem<Output = Self> {
    fn of(n: i128) -> Self;
    fn times(self, by: Self) -> Option<Self>;
    fn plus(self, more: Self) -> Option<Self>;
}

/// Fast, without overflow checks: see [`Parts::narrow`].
impl Number for i64 {
    fn of(n: i128) -> Self {
        n as i64
    }

    fn times(self, by: Self) -> Option<Self> {
        Some(self.wrapping_mul(by))
    }

    fn plus(self, more: Self) -> Option<Self> {
        Some(self.wrapping_add(more))
    }
}

impl Number for i128 {
    fn of(n: i128) -> Self {
        n
    }

    fn times(self, by: Self) -> Option<Self> {
        self.checked_mul(by)
    }

    fn plus(self, more: Self) -> Option<Self> {
        self.checked_add(more)
    }
}

/// The maps of a fractal in numbers of some width.
#[derive(Debug)]
struct ChildMaps<N> {
    dimensions: usize,
    scale: N,
    roots: Vec<[N; DIMENSIONS]>,
    /// The matrix and the shift of each child.
    children: Vec<([[N; DIMENSIONS]; DIMENSIONS], [N; DIMENSIONS])>,
    /// Whether some child's matrix is not the identity.
    turned: bool,
    /// The points in the cell's frame, over the scale.
    points: Vec<[N; DIMENSIONS]>,
}

impl<N: Number> ChildMaps<N> {
    fn new(fractal: &Fractal, points: &[Numerators]) -> Self {
        let numbers = |all: &Numerators| all.map(N::of);
        let child = |map: &ChildMap| (map.m.map(|row| row.map(N::of)), numbers(&map.t));
        ChildMaps {
            dimensions: fractal.dimensions,
            scale: N::of(fractal.scale),
            roots: fractal.roots.iter().map(numbers).collect(),
            children: fractal.children.iter().map(child).collect(),
            turned: fractal.children.iter().any(|child| child.m != ChildMap::IDENTITY.m),
            points: points.iter().map(numbers).collect(),
        }
    }

    /// Applies a matrix to a point and adds a shift.
    fn image(
        &self,
        matrix: &[[N; DIMENSIONS]; DIMENSIONS],
        point: &[N; DIMENSIONS],
        shift: &[N; DIMENSIONS],
    ) -> Option<[N; DIMENSIONS]> {
        let mut image = *shift;
        for (sum, row) in image.iter_mut().zip(matrix).take(self.dimensions) {
            for (own, x) in row.iter().zip(point).take(self.dimensions) {
                *sum = sum.plus(own.times(*x)?)?;
            }
        }
        Some(image)
    }

    fn scale_up(&self, mut point: [N; DIMENSIONS]) -> Option<[N; DIMENSIONS]> {
        for n in &mut point[..self.dimensions] {
            *n = n.times(self.scale)?;
        }
        Some(point)
    }

    /// Returns the vertices of points in the cell at the end of a path from a root; `None` if a
    /// number overflows.
    fn vertices(
        &self,
        root: usize,
        path: &[u16],
        wanted: impl Iterator<Item = usize>,
    ) -> Option<Vec<Vertex>> {
        let mut matrix = ChildMap::IDENTITY.m.map(|row| row.map(N::of));
        let mut shift = self.roots[root];
        for child in path {
            let (m, t) = &self.children[usize::from(*child)];
            shift = self.scale_up(shift)?;
            if !self.turned {
                for (own, t) in shift.iter_mut().zip(t) {
                    *own = own.plus(*t)?;
                }
                continue;
            }
            shift = self.image(&matrix, t, &shift)?;
            let mut product = [[N::of(0); DIMENSIONS]; DIMENSIONS];
            for (row, own) in product.iter_mut().zip(&matrix).take(self.dimensions) {
                for (n, inner) in own.iter().zip(m).take(self.dimensions) {
                    for (sum, x) in row.iter_mut().zip(inner).take(self.dimensions) {
                        *sum = sum.plus(n.times(*x)?)?;
                    }
                }
            }
            matrix = product;
        }
        shift = self.scale_up(shift)?;
        let level = path.len() as u16 + 1;
        let vertex = |point: usize| {
            let image = self.image(&matrix, &self.points[point], &shift)?;
            Some(self.reduce(image, level))
        };
        wanted.map(vertex).collect()
    }

    /// Reduces numerators over a power of the scale.
    fn reduce(&self, mut numerators: [N; DIMENSIONS], mut level: u16) -> Vertex {
        if self.scale == N::of(1) {
            level = 0;
        }
        'levels: while level > 0 {
            let mut smaller = numerators;
            for n in &mut smaller[..self.dimensions] {
                if *n % self.scale != N::of(0) {
                    break 'levels;
                }
                *n = *n / self.scale;
            }
            numerators = smaller;
            level -= 1;
        }
        Vertex { numerators: numerators.map(N::into), level }
    }
}

/// Marks a point that is not a corner of the cell itself.
const NEW: u16 = u16::MAX;

/// The corners of a cell's parts.
#[derive(Debug)]
pub(super) struct Parts {
    /// The point of each corner of each child.
    at: Vec<u16>,
    /// The first slot of each point among the children's corners.
    slots: Vec<u16>,
    /// The corner of the cell itself at each point, or [`NEW`].
    own: Vec<u16>,
    /// The points that are not corners of the cell itself.
    new: Vec<u16>,
    /// Above this level all numbers of cells fit into 64 bits.
    narrow: u16,
    short: ChildMaps<i64>,
    long: ChildMaps<i128>,
}

impl Parts {
    pub fn new(fractal: &Fractal) -> Self {
        let (mut points, mut at, mut slots) = (Vec::new(), Vec::new(), Vec::new());
        for (slot, image) in images(fractal).enumerate() {
            let known = points.iter().position(|point| *point == image);
            at.push(known.unwrap_or(points.len()) as u16);
            if known.is_none() {
                points.push(image);
                slots.push(slot as u16);
            }
        }
        let own = |point: &Numerators| {
            let is = |corner: &Numerators| corner.map(|n| n * fractal.scale) == *point;
            fractal.corners.iter().position(is).map_or(NEW, |corner| corner as u16)
        };
        let own: Vec<u16> = points.iter().map(own).collect();
        Parts {
            new: (0..own.len() as u16).filter(|point| own[usize::from(*point)] == NEW).collect(),
            at,
            slots,
            own,
            narrow: narrow(fractal, &points),
            short: ChildMaps::new(fractal, &points),
            long: ChildMaps::new(fractal, &points),
        }
    }

    /// Returns the point of each corner of each child.
    pub fn at(&self) -> &[u16] {
        &self.at
    }

    /// Returns the number of points.
    pub fn points(&self) -> usize {
        self.slots.len()
    }

    /// Returns the points that are not corners of the cell itself.
    pub fn new_points(&self) -> &[u16] {
        &self.new
    }

    /// Returns the first slot of a point among the children's corners.
    pub fn slot(&self, point: u16) -> usize {
        usize::from(self.slots[usize::from(point)])
    }

    /// Returns the corner of the cell itself at a point.
    pub fn own(&self, point: usize) -> Option<usize> {
        let corner = self.own[point];
        (corner != NEW).then_some(usize::from(corner))
    }

    /// Returns the vertices at [`new_points`](Parts::new_points) of the cell at the end of a path
    /// from a root; `None` if a number overflows.
    pub fn vertices(&self, root: usize, path: &[u16]) -> Option<Vec<Vertex>> {
        let wanted = self.new.iter().map(|point| usize::from(*point));
        if path.len() < usize::from(self.narrow) {
            self.short.vertices(root, path, wanted)
        } else {
            self.long.vertices(root, path, wanted)
        }
    }
}

/// Returns the corners of all children in order, over the scale.
fn images(fractal: &Fractal) -> impl Iterator<Item = Numerators> {
    let image = |child: &ChildMap, corner| {
        child.apply(corner).expect("the maps were tried when the fractal was made")
    };
    fractal
        .children
        .iter()
        .flat_map(move |child| fractal.corners.iter().map(move |corner| image(child, corner)))
}

/// Returns the level down to which all numbers are below a quarter of the 64-bit range, from
/// bounds on the row sums of the maps.
fn narrow(fractal: &Fractal, points: &[Numerators]) -> u16 {
    let most = |numerators: &Numerators| numerators.iter().map(|n| n.abs()).max().unwrap_or(0);
    let row = |row: &[i128; DIMENSIONS]| row.iter().map(|n| n.abs()).sum::<i128>();
    let rows = fractal.children.iter().flat_map(|child| &child.m);
    let grow = rows.map(row).max().unwrap_or(1);
    let add = fractal.children.iter().map(|child| most(&child.t)).max().unwrap_or(0);
    let point = points.iter().map(most).max().unwrap_or(0);
    let mut shift = fractal.roots.iter().map(most).max().unwrap_or(0);
    let (mut linear, mut level) = (1i128, 0);
    // The factors and their products stay far below 64 bits.
    let room = 1i128 << 62;
    if [fractal.scale, grow, add, point, shift].iter().any(|n| *n >= 1 << 31) {
        return 0;
    }
    while level < 1000 && shift * fractal.scale + linear * point < room && linear * grow < room {
        shift = shift * fractal.scale + linear * add;
        linear *= grow;
        level += 1;
    }
    level
}
