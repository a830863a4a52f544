//! A fixed divided board: a topology of its vertices, or of its undivided cells.

use super::Sites;
use super::drawing::role_name;
use super::fractal::{PlanePoint, apply};
use super::tree::Tree;
use crate::diagnostic::{self, path};
use crate::sorting::{sort, sort_by};
use crate::topology::build::Builder;
use crate::topology::labels::{Labeler, by_rows};
use crate::topology::{Extra, Labels, NOWHERE, Scheme, Step};
use crate::{BoardLine, Diagnostic, LineStyle, Point, Site};

/// The most directions that can serve as headings.
const HEADINGS: usize = 32;
/// The distance from an edge, in parts of its length, up to which a point is on it.
const BESIDE: f64 = 1e-6;

/// The most points to compare with edges. A point on an edge counts as [`ON_EDGE`]. The largest
/// boards without overlapping cells need a quarter of it.
const LOOKED_AT: usize = 50_000_000;
const ON_EDGE: usize = 64;

/// A part of a leaf cell's edge between neighbouring vertices.
#[derive(Clone)]
struct EdgePart {
    /// The vertices, the smaller number first.
    ends: (u32, u32),
    cell: u32,
}

/// The leaf cells of a tree and their edges.
struct Leaves<'a> {
    tree: &'a Tree,
    cells: Vec<u32>,
    /// The position of each vertex.
    points: Vec<PlanePoint>,
    /// By ends, then by cell.
    edge_parts: Vec<EdgePart>,
}

/// A sort key: two numbers, then the index.
type Key = (i64, i64, u32);

/// A link under construction: from, direction, to.
type DirectedLink = (Site, i64, Site);

/// Begins the topology of a divided board.
pub fn builder(tree: &Tree, sites: Sites, extra: &Extra) -> Result<Builder, Vec<Diagnostic>> {
    let leaves = Leaves::new(tree)?;
    let points = match sites {
        Sites::Vertices => leaves.points.clone(),
        Sites::Cells => leaves.cells.iter().map(|cell| leaves.middle(*cell)).collect(),
    };
    let order = Order::new(&points, tree.fractal().unit)?;
    let mut pairs = match sites {
        Sites::Vertices => leaves.edges(),
        Sites::Cells => leaves.shared_edges()?,
    };
    for (one, other) in &mut pairs {
        (*one, *other) = (order.sites[*one as usize], order.sites[*other as usize]);
    }
    let (directed_links, directions) = directed_links(&pairs, &order.points);
    let mut board =
        Builder::with_links(points.len(), headings(&directed_links, &directions), "depth")?;
    link(&mut board, &directed_links, &directions);
    board.topology.rows.clone_from(&order.rows);
    let labeler = label(&mut board, &leaves, &order, sites, extra)?;
    regions(&mut board, &leaves, &order, sites);
    draw(&mut board, &leaves, &order, sites);
    if let Some(labeler) = labeler {
        captions(&mut board, &order, &labeler, tree.fractal().unit);
    }
    Ok(board)
}

/// Returns the error of overlapping cells.
fn overlap(what: &str) -> Vec<Diagnostic> {
    let hint = "give `children` that do not lie over each other, or divide less at the start";
    let found = diagnostic::along(path(["board", "depth"]), "board.overlap", what);
    vec![found.hint(hint)]
}

impl<'a> Leaves<'a> {
    fn new(tree: &'a Tree) -> Result<Self, Vec<Diagnostic>> {
        let points = (0..tree.vertices()).map(|number| tree.point(number)).collect();
        let cells: Vec<u32> = (0..tree.cells()).filter(|cell| !tree.is_divided(*cell)).collect();
        let mut leaves = Leaves { tree, cells, points, edge_parts: Vec::new() };
        leaves.split()?;
        Ok(leaves)
    }

    fn outline(&self, cell: u32) -> Vec<Point> {
        let fractal = self.tree.fractal();
        let mut frames = Vec::new();
        let mut at = cell;
        while let Some(parent) = self.tree.parent(at) {
            frames.push(fractal.affines[self.tree.index(at)]);
            at = parent;
        }
        let offset = fractal.root(self.tree.index(at));
        let place = |point: &PlanePoint| {
            let mut point = *point;
            for frame in &frames {
                point = apply(frame, point);
            }
            (point.0 + offset.0, point.1 + offset.1, 0.0)
        };
        fractal.outline.iter().map(place).collect()
    }

    fn middle(&self, cell: u32) -> PlanePoint {
        let outline: Vec<PlanePoint> =
            self.outline(cell).iter().map(|(x, y, _)| (*x, *y)).collect();
        super::fractal::middle(&outline)
    }

    /// Splits the edges of all leaves at the vertices on them.
    ///
    /// # Errors
    /// Cells that overlap too much.
    fn split(&mut self) -> Result<(), Vec<Diagnostic>> {
        let mut edges: Vec<(u32, u32, u32)> = Vec::new();
        // Longest first.
        let mut order: Vec<Key> = Vec::new();
        for cell in &self.cells {
            let corners = self.tree.corners(*cell);
            let sides = if corners.len() == 2 { 1 } else { corners.len() };
            for side in 0..sides {
                let (one, other) = (corners[side], corners[(side + 1) % corners.len()]);
                let (a, b) = (self.points[one as usize], self.points[other as usize]);
                let length = (b.0 - a.0).abs().max((b.1 - a.1).abs());
                order.push((-fine(length / self.tree.fractal().unit), 0, edges.len() as u32));
                edges.push((one, other, *cell));
            }
        }
        sort(&mut order);
        let mut buckets = Buckets { size: f64::INFINITY, points: Vec::new() };
        let (mut on, mut looked_at) = (Vec::<Key>::new(), 0);
        for (_, _, edge) in order {
            let (one, other, cell) = edges[edge as usize];
            let (a, b) = (self.points[one as usize], self.points[other as usize]);
            // Buckets at most twice as wide as the edge: with small cells beside large ones an
            // edge is not compared with all points.
            let length = (b.0 - a.0).abs().max((b.1 - a.1).abs());
            if length > 0.0 && length * 2.0 < buckets.size {
                buckets = Buckets::new(&self.points, length * 1.01);
            }
            on.clear();
            buckets.near(a, b, |vertex| {
                looked_at += 1;
                if let Some(part) = between(a, b, self.points[vertex as usize]) {
                    on.push((fine(part), 0, vertex));
                }
            });
            looked_at += on.len() * ON_EDGE;
            if looked_at > LOOKED_AT {
                return Err(overlap("the cells lie over each other at too many places"));
            }
            sort(&mut on);
            let mut from = one;
            for to in on.iter().map(|(_, _, vertex)| *vertex).chain([other]) {
                self.edge_parts.push(EdgePart { ends: (from.min(to), from.max(to)), cell });
                from = to;
            }
        }
        sort_by(&mut self.edge_parts, |one, other| {
            (one.ends, one.cell).cmp(&(other.ends, other.cell))
        });
        Ok(())
    }

    /// Returns the pairs of vertices at the ends of edges.
    fn edges(&self) -> Vec<(u32, u32)> {
        let mut pairs: Vec<(u32, u32)> = self.edge_parts.iter().map(|s| s.ends).collect();
        pairs.dedup();
        pairs
    }

    /// Returns the pairs of leaves, by index, that share an edge or a part of one.
    ///
    /// # Errors
    /// More than two cells at one edge.
    fn shared_edges(&self) -> Result<Vec<(u32, u32)>, Vec<Diagnostic>> {
        let mut place = vec![0; self.tree.cells() as usize];
        for (at, cell) in (0..).zip(&self.cells) {
            place[*cell as usize] = at;
        }
        let mut pairs = Vec::new();
        for meeting in self.edge_parts.chunk_by(|one, other| one.ends == other.ends) {
            match meeting {
                [one, other] => pairs.push((place[one.cell as usize], place[other.cell as usize])),
                [_, _, _, ..] => return Err(overlap("more than two cells have one edge")),
                _ => {}
            }
        }
        sort(&mut pairs);
        pairs.dedup();
        Ok(pairs)
    }
}

/// Returns the position of a point between two others, as a part of the distance; `None` if it is
/// not between them.
fn between(a: PlanePoint, b: PlanePoint, point: PlanePoint) -> Option<f64> {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let (x, y) = (point.0 - a.0, point.1 - a.1);
    let square = dx * dx + dy * dy;
    let (along, beside) = ((x * dx + y * dy) / square, (x * dy - y * dx) / square);
    (beside.abs() < BESIDE && along > BESIDE && along < 1.0 - BESIDE).then_some(along)
}

/// Converts a fraction to a whole number for sorting.
fn fine(part: f64) -> i64 {
    (part * 1e15) as i64
}

/// Points in squares of one size.
struct Buckets {
    size: f64,
    /// Column, row and number, in order.
    points: Vec<Key>,
}

impl Buckets {
    fn new(points: &[PlanePoint], size: f64) -> Self {
        let mut buckets = Buckets { size, points: Vec::with_capacity(points.len()) };
        for (number, point) in (0..).zip(points) {
            let (x, y) = buckets.at(*point);
            buckets.points.push((x, y, number));
        }
        sort(&mut buckets.points);
        buckets
    }

    fn at(&self, (x, y): PlanePoint) -> (i64, i64) {
        ((x / self.size).floor() as i64, (y / self.size).floor() as i64)
    }

    /// Calls `visit` for the points in the squares that a line may cross.
    fn near(&self, a: PlanePoint, b: PlanePoint, mut visit: impl FnMut(u32)) {
        let hair = self.size * 1e-3;
        let (left, top) = self.at((a.0.min(b.0) - hair, a.1.min(b.1) - hair));
        let (right, bottom) = self.at((a.0.max(b.0) + hair, a.1.max(b.1) + hair));
        for column in left..=right {
            let from = self.points.partition_point(|point| *point < (column, top, 0));
            for (x, y, number) in &self.points[from..] {
                if (*x, *y) > (column, bottom) {
                    break;
                }
                visit(*number);
            }
        }
    }
}

/// Points in rows from the top, each from the left.
struct Order {
    /// The site of each point.
    sites: Vec<Site>,
    /// The points by site.
    points: Vec<PlanePoint>,
    /// The old number of each site.
    numbers: Vec<u32>,
    rows: Vec<Vec<Site>>,
    /// Whether the rows have the same columns.
    plain: bool,
}

/// Rounds a coordinate, so that nearly equal ones become equal. The offset keeps the borders away
/// from round numbers.
fn round(x: f64, unit: f64) -> i64 {
    (x / unit * 1e7 + 0.37).floor() as i64
}

impl Order {
    /// # Errors
    /// Points that coincide.
    fn new(points: &[PlanePoint], unit: f64) -> Result<Self, Vec<Diagnostic>> {
        let key = |(number, (x, y)): (u32, &PlanePoint)| (round(*y, unit), round(*x, unit), number);
        let mut keys: Vec<Key> = (0..).zip(points).map(key).collect();
        sort(&mut keys);
        if keys.windows(2).any(|two| (two[0].0, two[0].1) == (two[1].0, two[1].1)) {
            return Err(overlap("some sites would stand in one place"));
        }
        let mut order = Order {
            sites: vec![0; points.len()],
            points: Vec::with_capacity(points.len()),
            numbers: Vec::with_capacity(points.len()),
            rows: Vec::new(),
            plain: true,
        };
        let mut row = i64::MIN;
        for (site, (y, _, number)) in (0..).zip(&keys) {
            order.sites[*number as usize] = site;
            order.points.push(points[*number as usize]);
            order.numbers.push(*number);
            if *y != row {
                row = *y;
                order.rows.push(Vec::new());
            }
            order.rows.last_mut().expect("pushed above").push(site);
        }
        let first = &order.rows[0];
        order.plain = order.rows.iter().all(|row| {
            let mut columns = row.iter().zip(first);
            row.len() == first.len()
                && columns.all(|(a, b)| keys[*a as usize].1 == keys[*b as usize].1)
        });
        Ok(order)
    }
}

/// Returns a number for a direction, clockwise from up, in millionths of a quarter turn. It uses
/// sums of coordinates instead of angles.
fn direction(dx: f64, dy: f64) -> i64 {
    let size = dx.abs() + dy.abs();
    let (right, up) = (dx / size, -dy / size);
    let part = match (right >= 0.0, up > 0.0) {
        (true, true) => right,
        (true, false) => 1.0 - up,
        (false, false) => 2.0 - right,
        (false, true) => 3.0 + up,
    };
    ((part * 1e6 + 0.5).floor() as i64).rem_euclid(4_000_000)
}

/// Returns the links of all pairs both ways, in order, and the distinct directions.
fn directed_links(pairs: &[(u32, u32)], points: &[PlanePoint]) -> (Vec<DirectedLink>, Vec<i64>) {
    let mut directed_links = Vec::with_capacity(pairs.len() * 2);
    for (one, other) in pairs {
        for (from, to) in [(*one, *other), (*other, *one)] {
            let (a, b) = (points[from as usize], points[to as usize]);
            directed_links.push((from, direction(b.0 - a.0, b.1 - a.1), to));
        }
    }
    sort(&mut directed_links);
    let mut directions: Vec<i64> = directed_links.iter().map(|spoke| spoke.1).collect();
    sort(&mut directions);
    // Directions that differ only by rounding are one.
    directions.dedup_by(|next, first| *next - *first < 4);
    (directed_links, directions)
}

fn nearest(directions: &[i64], direction: i64) -> usize {
    directions.partition_point(|known| *known <= direction).saturating_sub(1)
}

/// Tells whether directions can serve as headings: they are few, and each leads to at most one
/// site.
fn are_headings(directed_links: &[DirectedLink], directions: &[i64]) -> bool {
    let heading = |spoke: &DirectedLink| (spoke.0, nearest(directions, spoke.1));
    directions.len() <= HEADINGS
        && directed_links.windows(2).all(|two| heading(&two[0]) != heading(&two[1]))
}

fn headings(directed_links: &[DirectedLink], directions: &[i64]) -> usize {
    if are_headings(directed_links, directions) {
        return directions.len();
    }
    let most =
        directed_links.chunk_by(|one, other| one.0 == other.0).map(<[DirectedLink]>::len).max();
    most.unwrap_or(0)
}

fn link(board: &mut Builder, directed_links: &[DirectedLink], directions: &[i64]) {
    let (class, flip) = (0, false);
    if are_headings(directed_links, directions) {
        for (from, direction, site) in directed_links {
            let heading = nearest(directions, *direction) as u8;
            board.step(*from, heading, Step { site: *site, heading, class, flip });
        }
        return;
    }
    // Each site numbers its own links. Straight on is the link in the same direction.
    let own = |site: Site| {
        let from = directed_links.partition_point(|spoke| spoke.0 < site);
        let to = directed_links.partition_point(|spoke| spoke.0 <= site);
        &directed_links[from..to]
    };
    for (from, direction, site) in directed_links {
        let at = own(*from).iter().position(|spoke| spoke.1 == *direction && spoke.2 == *site);
        let on = own(*site).iter().position(|spoke| (spoke.1 - direction).abs() < 4);
        let heading = on.map_or(NOWHERE, |on| on as u8);
        let at = at.expect("a spoke is one of its site's") as u8;
        board.step(*from, at, Step { site: *site, heading, class, flip });
    }
}

/// Labels the sites. Returns the labeler of rows and columns, if there are any.
fn label(
    board: &mut Builder,
    leaves: &Leaves<'_>,
    order: &Order,
    sites: Sites,
    extra: &Extra,
) -> Result<Option<Labeler>, Vec<Diagnostic>> {
    let scheme = match extra.labels {
        Some(Labels::Scheme(scheme)) => scheme,
        _ => Scheme::A1,
    };
    if order.plain && scheme != Scheme::Diagonals {
        let labeler = Labeler { scheme, down: false, rows: order.rows.len() as u32 };
        let width = order.rows[0].len() as u32;
        let columns: Vec<u32> = (0..order.points.len() as u32).map(|site| site % width).collect();
        labeler.label(board, &columns)?;
        return Ok(Some(labeler));
    }
    for (site, number) in (0..).zip(&order.numbers) {
        let label = match sites {
            Sites::Vertices => leaves.tree.vertex(*number).text(leaves.tree.fractal()),
            Sites::Cells => leaves.tree.path(leaves.cells[*number as usize]),
        };
        board.label(site, label);
    }
    by_rows(board, extra)?;
    Ok(None)
}

/// Adds the regions `corners` (of the roots, or the cells there), `edges` (at the rim and at
/// holes), `center` and `level-0`, ...
fn regions(board: &mut Builder, leaves: &Leaves<'_>, order: &Order, sites: Sites) {
    let tree = leaves.tree;
    let mut corner = vec![false; tree.vertices() as usize];
    for root in 0..tree.fractal().roots() as u32 {
        tree.corners(root).iter().for_each(|vertex| corner[*vertex as usize] = true);
    }
    let mut rim = vec![false; tree.vertices() as usize];
    let mut open = vec![false; tree.cells() as usize];
    for alone in leaves.edge_parts.chunk_by(|a, b| a.ends == b.ends).filter(|all| all.len() == 1) {
        let EdgePart { ends: (one, other), cell } = alone[0];
        (rim[one as usize], rim[other as usize]) = (true, true);
        open[cell as usize] = true;
    }
    let (mut corners, mut edges) = (Vec::new(), Vec::new());
    let mut levels: Vec<Vec<Site>> = Vec::new();
    for (site, number) in (0..).zip(&order.numbers) {
        let (is_corner, is_edge, level) = match sites {
            Sites::Vertices => {
                let at = *number as usize;
                (corner[at], rim[at], tree.vertex_level(*number))
            }
            Sites::Cells => {
                let cell = leaves.cells[*number as usize];
                let at_corner = tree.corners(cell).iter().any(|vertex| corner[*vertex as usize]);
                (at_corner, open[cell as usize], tree.level(cell))
            }
        };
        corners.extend(is_corner.then_some(site));
        edges.extend(is_edge.then_some(site));
        levels.resize(levels.len().max(usize::from(level) + 1), Vec::new());
        levels[usize::from(level)].push(site);
    }
    board.region("corners", corners);
    board.region("edges", edges);
    board.region("center", center(&order.points));
    for (level, sites) in (0..).zip(levels).filter(|(_, sites)| !sites.is_empty()) {
        board.region(&role_name(level), sites);
    }
}

/// Returns the sites nearest to the middle of the board.
fn center(points: &[PlanePoint]) -> Vec<Site> {
    let (mut low, mut high) = (points[0], points[0]);
    for (x, y) in points {
        low = (low.0.min(*x), low.1.min(*y));
        high = (high.0.max(*x), high.1.max(*y));
    }
    let middle = ((low.0 + high.0) / 2.0, (low.1 + high.1) / 2.0);
    let far = |(x, y): &PlanePoint| {
        let (x, y) = (x - middle.0, y - middle.1);
        x * x + y * y
    };
    let least = points.iter().map(far).fold(f64::INFINITY, f64::min);
    let near = (0..).zip(points).filter(|(_, point)| far(point) <= least * 1.0001 + 1e-12);
    near.map(|(site, _)| site).collect()
}

fn draw(board: &mut Builder, leaves: &Leaves<'_>, order: &Order, sites: Sites) {
    let tree = leaves.tree;
    match sites {
        Sites::Vertices => {
            for cell in &leaves.cells {
                let role = board.topology.role(&role_name(tree.level(*cell)));
                for style in [LineStyle::Fill, LineStyle::Stroke] {
                    let (frame, closed, group) = (None, true, 0);
                    let points = leaves.outline(*cell);
                    board.line(BoardLine { frame, role, points, closed, style, group });
                }
            }
            for (site, (x, y)) in (0..).zip(&order.points) {
                board.place(site, (*x, *y, 0.0), None);
            }
        }
        Sites::Cells => {
            // Cells with the same rotation and size share a shape.
            let unit = tree.fractal().unit;
            let mut shapes: Vec<(Vec<(i64, i64)>, u32)> = Vec::new();
            for (site, number) in (0..).zip(&order.numbers) {
                let (x, y) = order.points[site as usize];
                let outline = leaves.outline(leaves.cells[*number as usize]);
                let around: Vec<Point> = outline.iter().map(|p| (p.0 - x, p.1 - y, 0.0)).collect();
                let key: Vec<(i64, i64)> =
                    around.iter().map(|p| (round(p.0, unit), round(p.1, unit))).collect();
                let known = shapes.iter().find(|(other, _)| *other == key).map(|known| known.1);
                let shape = known.unwrap_or_else(|| {
                    let shape = board.shape(around);
                    shapes.push((key, shape));
                    shape
                });
                board.place(site, (x, y, 0.0), Some(shape));
            }
        }
    }
}

/// Writes the names of columns above and below them, and those of rows at both sides.
fn captions(board: &mut Builder, order: &Order, labeler: &Labeler, unit: f64) {
    let (Some(first), Some(last)) = (order.points.first(), order.points.last()) else { return };
    let columns = &order.rows[0];
    let apart = |length: f64, count: usize| length / (count.max(2) - 1) as f64;
    let apart =
        apart(last.0 - first.0, columns.len()).max(apart(last.1 - first.1, order.rows.len()));
    let gap = if apart > 0.0 { apart } else { unit } * 0.6;
    for (at, site) in columns.iter().enumerate() {
        for y in [first.1 - gap, last.1 + gap] {
            board.caption((order.points[*site as usize].0, y, 0.0), labeler.column(at as u32));
        }
    }
    for (index, row) in order.rows.iter().enumerate() {
        for x in [first.0 - gap, last.0 + gap] {
            let y = order.points[row[0] as usize].1;
            board.caption((x, y, 0.0), labeler.row(index as u32));
        }
    }
}
