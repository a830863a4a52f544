//! Models of pieces by the names of their shapes.

use std::f64::consts::TAU;

use boardloom_theme::{PieceSet, piece, scene3d};

use super::mesh::{Billboard, Decal, Material, Model, Plane};
use super::prism::Prism;
use super::revolution::Revolution;
use super::{Mesh3d, Vec3, light};
use crate::board::Pos;
use crate::scene::{self, Color, PieceIcon, Shape};

/// The size of flat marks, in pixels, before they are laid on a piece.
const DRAWN: f32 = 32.0;
/// The distance of marks above a piece, in radii.
const OVER: f64 = 0.012;
/// The radius of a piece, in radii of its place.
pub(super) const FILLS: f64 = scene::FILLS as f64;
/// A ring around the foot.
const STRONG_RIM: &[[f64; 2]] = &[[1.08, 0.0], [1.08, 0.06], [0.5, 0.06]];
/// The same, narrower, around a dark piece on a dark board.
const LIGHT_RIM: &[[f64; 2]] = &[[1.06, 0.0], [1.06, 0.04], [0.5, 0.04]];
const CROWN_POINTS: u32 = 5;
/// The heights of a crown's rim along a point.
const CROWN_RIM: [f64; 8] = [0.0, 0.04, 0.14, 0.28, CROWN_TIP, 0.28, 0.14, 0.04];
const CROWN_TIP: f64 = 0.44;
/// Turns a point of a crown towards the lower edge of the board: a quarter less half a point.
const CROWN_TURN: f64 = TAU / 4.0 - TAU / 10.0;
/// The thickness of a crown's wall.
const CROWN_WALL: f64 = 0.07;
/// The foot of a crown, the lower end of its points, and the rim of its domed cap.
const CROWN_HEIGHTS: [f64; 3] = [0.96, 1.14, 1.06];
/// The radius of a crown at its foot, and how far it widens with its height.
const CROWN_FLARE: [f64; 2] = [0.6, 0.3];
/// The ring around a king's foot.
const KING_RING: &[[f64; 2]] =
    &[[0.97, 0.16], [1.0, 0.2], [0.97, 0.25], [0.84, 0.32], [0.78, 0.33], [0.74, 0.3]];
/// A ball on each point of a crown.
const CROWN_BALL: &[[f64; 2]] =
    &[[0.0, -0.09], [0.064, -0.064], [0.09, 0.0], [0.064, 0.064], [0.0, 0.09]];
/// The thickness of a horse's head, in radii.
const THICK: f64 = 0.2;

/// Lengths are in radii.
pub(super) struct PieceShape {
    /// The profile of revolution: radius and height.
    profile: &'static [[f64; 2]],
    top: PieceTop,
    pub height: f64,
    /// The height of marks, and the size of a whole icon there.
    mark: (f64, f32),
}

#[derive(Clone, Copy, PartialEq)]
enum PieceTop {
    None,
    Crown,
    Star,
    Horse,
    Arrow,
    Die,
    /// A prism over the outline of this name.
    Silhouette(&'static str),
}

const DISC: PieceShape = PieceShape {
    profile: &[
        [0.95, 0.0],
        [1.0, 0.05],
        [1.0, 0.24],
        [0.95, 0.31],
        [0.86, 0.34],
        [0.78, 0.34],
        [0.74, 0.30],
        [0.0, 0.30],
    ],
    top: PieceTop::None,
    height: 0.34,
    mark: (0.30, 1.0),
};

const STONE: PieceShape = PieceShape {
    profile: &[
        [0.5, 0.0],
        [0.8, 0.06],
        [0.96, 0.17],
        [1.0, 0.27],
        [0.96, 0.37],
        [0.84, 0.46],
        [0.64, 0.53],
        [0.36, 0.57],
        [0.0, 0.58],
    ],
    top: PieceTop::None,
    height: 0.58,
    mark: (0.585, 0.9),
};

const MAN: PieceShape = PieceShape {
    profile: &[
        [0.86, 0.0],
        [0.9, 0.06],
        [0.88, 0.16],
        [0.7, 0.24],
        [0.58, 0.36],
        [0.5, 0.54],
        [0.5, 0.64],
        [0.62, 0.7],
        [0.71, 0.8],
        [0.71, 0.92],
        [0.64, 1.02],
        [0.5, 1.06],
        [0.0, 1.07],
    ],
    top: PieceTop::None,
    height: 1.07,
    mark: (1.075, 0.92),
};

const KING: PieceShape = PieceShape {
    profile: &[
        [0.92, 0.0],
        [0.98, 0.07],
        [0.96, 0.2],
        [0.76, 0.3],
        [0.64, 0.44],
        [0.59, 0.62],
        [0.6, 0.7],
        [0.72, 0.76],
        [0.76, 0.83],
        [0.72, 0.9],
        [0.62, 0.94],
        [0.0, 0.95],
    ],
    top: PieceTop::Crown,
    height: 1.6,
    mark: (1.065, 0.86),
};

const COMMANDER: PieceShape = PieceShape {
    profile: &[
        [0.9, 0.0],
        [0.95, 0.06],
        [0.93, 0.18],
        [0.72, 0.27],
        [0.58, 0.46],
        [0.54, 0.74],
        [0.66, 0.84],
        [0.84, 0.96],
        [0.86, 1.08],
        [0.8, 1.14],
        [0.0, 1.14],
    ],
    top: PieceTop::Star,
    height: 1.28,
    mark: (1.145, 1.1),
};

const KNIGHT: PieceShape = PieceShape {
    profile: &[[0.9, 0.0], [0.95, 0.06], [0.93, 0.18], [0.74, 0.27], [0.66, 0.36], [0.0, 0.36]],
    top: PieceTop::Horse,
    height: 1.62,
    mark: (0.365, 0.9),
};

const ARROW: PieceShape =
    PieceShape { profile: &[], top: PieceTop::Arrow, height: 0.34, mark: (0.345, 1.0) };
const DIE: PieceShape =
    PieceShape { profile: &[], top: PieceTop::Die, height: 1.3, mark: (1.305, 1.0) };

/// A hollow piece, with its mark on the ground within.
const RING: PieceShape = PieceShape {
    profile: &[
        [0.56, 0.02],
        [0.9, 0.0],
        [0.98, 0.08],
        [0.98, 0.24],
        [0.88, 0.36],
        [0.77, 0.4],
        [0.66, 0.36],
        [0.56, 0.24],
        [0.56, 0.02],
    ],
    top: PieceTop::None,
    height: 0.4,
    mark: (0.01, 1.0),
};

/// A flat disc without a rim, for a letter.
const LETTER: PieceShape = PieceShape {
    profile: &[[0.96, 0.0], [1.0, 0.05], [1.0, 0.3], [0.95, 0.36], [0.0, 0.37]],
    top: PieceTop::None,
    height: 0.37,
    mark: (0.375, 1.0),
};

const fn prism(name: &'static str, height: f64) -> PieceShape {
    let top = PieceTop::Silhouette(name);
    PieceShape { profile: &[], top, height, mark: (height + 0.005, 1.0) }
}

const CROWN: PieceShape = prism("crown", 0.46);
const STAR: PieceShape = prism("star", 0.44);
const SHIELD: PieceShape = prism("shield", 0.42);
const HEXAGON: PieceShape = prism("hexagon", 0.4);
const TRIANGLE: PieceShape = prism("triangle", 0.43);
const SQUARE: PieceShape = prism("square", 0.41);

impl PieceShape {
    /// Unknown shapes are discs.
    pub fn of(shape: &str) -> &'static PieceShape {
        match shape {
            "stone" => &STONE,
            "man" => &MAN,
            "king" => &KING,
            "commander" => &COMMANDER,
            "knight" => &KNIGHT,
            "arrow" => &ARROW,
            "die" => &DIE,
            "ring" => &RING,
            "crown" => &CROWN,
            "star" => &STAR,
            "shield" => &SHIELD,
            "hexagon" => &HEXAGON,
            "triangle" => &TRIANGLE,
            "square" => &SQUARE,
            shape if shape.starts_with("letter") => &LETTER,
            _ => &DISC,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    /// The number of sides; with the mark.
    Fine(u32),
    Rough,
}

/// A piece at a point.
pub(super) struct PieceModel<'a> {
    pub glyph: &'a PieceIcon,
    pub at: Vec3,
    /// In units of the board.
    pub radius: f64,
    /// The part of its height.
    pub tall: f64,
    /// The screen's right and down on the board.
    pub upright: [[f64; 2]; 2],
    pub finish: Detail,
}

impl PieceModel<'_> {
    fn paint(&self) -> Material {
        Material { color: self.glyph.color.faded(self.glyph.opacity), gloss: self.gloss() }
    }

    fn gloss(&self) -> f64 {
        light::gloss(if self.glyph.shape == "stone" { scene3d::STONE } else { scene3d::IVORY })
    }

    /// Tells whether the board has a light rim around pieces, and this one needs it.
    fn is_dark_on_dark(&self) -> bool {
        let PieceIcon { color, rim, .. } = self.glyph;
        rim.luminance() > color.luminance() && color.contrast(*rim) >= piece::DARK
    }

    fn height(&self, part: f64) -> f64 {
        self.at[2] + part * self.radius * self.tall
    }

    pub fn add(&self, solid: &mut Model) {
        let form = PieceShape::of(&self.glyph.shape);
        let paint = self.paint();
        let size = (self.radius, self.radius * self.tall);
        let Detail::Fine(sides) = self.finish else {
            let profile: &[[f64; 2]] = &[[0.95, 0.0], [0.95, 0.35], [0.0, 0.35]];
            return Revolution { profile, at: self.at, size, sides: 6 }.add(paint, &mut solid.body);
        };
        Revolution { profile: form.profile, at: self.at, size, sides }.add(paint, &mut solid.body);
        if self.glyph.set == PieceSet::HighContrast {
            // The rim of the flat picture: dark pieces would vanish on a black board.
            let paint = Material { color: Color::WHITE.faded(self.glyph.opacity), gloss: 0.0 };
            let rim = Revolution { profile: STRONG_RIM, at: self.at, size, sides };
            rim.add(paint, &mut solid.body);
        } else if self.is_dark_on_dark() {
            let color = self.glyph.rim.faded(self.glyph.opacity * piece::LIGHT_RIM);
            let rim = Revolution { profile: LIGHT_RIM, at: self.at, size, sides };
            rim.add(Material { color, gloss: 0.0 }, &mut solid.body);
        }
        match form.top {
            PieceTop::None => {}
            PieceTop::Crown => self.crown(solid),
            PieceTop::Star => self.block(&scene::star(), 0.94, (1.14, form.height), solid),
            PieceTop::Arrow => self.block(scene::ARROW, 1.0, (0.0, form.height), solid),
            PieceTop::Die => self.block(&scene::rounded_square(), 1.0, (0.0, form.height), solid),
            PieceTop::Horse => self.horse(solid),
            PieceTop::Silhouette(name) => {
                let outline = scene::silhouette(name).unwrap_or_default();
                self.block(&outline, 1.0, (0.0, form.height), solid);
            }
        }
        self.mark(form, solid);
    }

    fn mark(&self, form: &PieceShape, solid: &mut Model) {
        let (height, size) = form.mark;
        let mut shapes = Vec::new();
        let glyph = PieceIcon { at: [0.0; 2], radius: DRAWN * size, ..self.glyph.clone() };
        match form.top {
            // The form shows the kind. A crown is a king's whole mark, as in two dimensions.
            PieceTop::Crown | PieceTop::Star | PieceTop::Horse => {}
            _ => glyph.mark(&mut shapes),
        }
        if glyph.count > 0 && matches!(form.top, PieceTop::Crown | PieceTop::Star | PieceTop::Horse)
        {
            let at = [self.at[0], self.at[1], self.height(height + OVER)];
            let (text, color) = (glyph.count.to_string(), glyph.color.ink());
            solid.texts.push(Billboard { at, text, size: self.radius * 0.8, color });
        }
        if form.top == PieceTop::Star {
            let at = self.height(form.height + OVER);
            glyph.side_mark_alone(0.24, &mut shapes);
            return solid.ink.push(Decal { shapes, plane: self.plane(at) });
        }
        let at = self.height(height + OVER);
        let (texts, shapes): (Vec<_>, Vec<_>) =
            shapes.into_iter().partition(|shape| matches!(shape, Shape::Text { .. }));
        for text in texts {
            let Shape::Text { text, size, color, .. } = text else { continue };
            let size = f64::from(size / DRAWN) * self.radius;
            let at = [self.at[0], self.at[1], at];
            solid.texts.push(Billboard { at, text, size, color });
        }
        if !shapes.is_empty() {
            solid.ink.push(Decal { shapes, plane: self.plane(at) });
        }
    }

    fn plane(&self, height: f64) -> Plane {
        let pixel = self.radius / f64::from(DRAWN);
        let [right, down] = self.upright.map(|[x, y]| [x * pixel, y * pixel, 0.0]);
        let origin = [self.at[0], self.at[1], height];
        Plane { origin, across: right, down, normal: [0.0, 0.0, 1.0], gloss: self.gloss() }
    }

    fn place(&self, [x, y]: [f64; 2], size: f64) -> Pos {
        let [right, down] = self.upright;
        let size = size * self.radius;
        Pos::new(
            self.at[0] + (right[0] * x + down[0] * y) * size,
            self.at[1] + (right[1] * x + down[1] * y) * size,
        )
    }

    fn block(&self, outline: &[[f32; 2]], size: f64, (from, to): (f64, f64), solid: &mut Model) {
        let corner = |[x, y]: &[f32; 2]| self.place([f64::from(*x), f64::from(*y)], size);
        let outline: Vec<Pos> = outline.iter().map(corner).collect();
        let middle = Pos::new(self.at[0], self.at[1]);
        let bevel = (0.06, 0.05 * self.radius * self.tall);
        let (bottom, top) = (self.height(from), self.height(to));
        let prism = Prism { outline: &outline, middle, bottom, top, bevel };
        prism.sides(self.paint(), &mut solid.body);
        solid.faces.push(lid(&prism.lid(), top, self.paint(), self.radius));
    }

    /// A solid crown: a closed band with points along its rim, and a dark edge below it.
    fn crown(&self, solid: &mut Model) {
        const SIDES: u32 = CROWN_POINTS * CROWN_RIM.len() as u32;
        let opacity = self.glyph.opacity;
        let gold =
            Material { color: piece::GOLD.faded(opacity), gloss: light::gloss(scene3d::STONE) };
        let edge = Material { color: piece::GOLD_EDGE.faded(opacity), ..gold };
        let size = (self.radius, self.radius * self.tall);
        let ([low, band, lid], [foot, flare]) = (CROWN_HEIGHTS, CROWN_FLARE);
        let profile: &[[f64; 2]] =
            &[[foot + 0.05, low - 0.03], [foot + 0.05, low + 0.05], [foot, low + 0.06]];
        Revolution { profile, at: self.at, size, sides: SIDES }.add(edge, &mut solid.body);
        let cap: &[[f64; 2]] =
            &[[foot, lid], [0.5, lid + 0.12], [0.3, lid + 0.19], [0.0, lid + 0.21]];
        Revolution { profile: cap, at: self.at, size, sides: SIDES }.add(gold, &mut solid.body);
        Revolution { profile: KING_RING, at: self.at, size, sides: SIDES }
            .add(gold, &mut solid.body);
        // Darker than outside, so that the points stand out against each other.
        let shade = piece::GOLD.mixed(piece::GOLD_EDGE, piece::CAP).faded(opacity);
        let shade = Material { color: shade, gloss: 0.0 };
        let rim = |n: u32| band + CROWN_RIM[n as usize % CROWN_RIM.len()];
        let at = |n: u32, z: f64, inner: f64| -> Vec3 {
            let turn = CROWN_TURN + f64::from(n % SIDES) / f64::from(SIDES) * TAU;
            let r = (foot + (z - low) * flare - inner) * self.radius;
            let (sin, cos) = turn.sin_cos();
            [self.at[0] + cos * r, self.at[1] + sin * r, self.height(z)]
        };
        for n in 0..SIDES {
            let turn = CROWN_TURN + (f64::from(n) + 0.5) / f64::from(SIDES) * TAU;
            let (sin, cos) = turn.sin_cos();
            let (here, next) = (rim(n), rim(n + 1));
            // Lit from above like the rest of the piece: walls towards the viewer would be dark.
            for (inner, normal, paint) in
                [(0.0, [cos, sin, 0.8], gold), (CROWN_WALL, [-cos, -sin, 0.8], shade)]
            {
                let wall = [at(n, low, inner), at(n + 1, low, inner)];
                let top = [at(n + 1, next, inner), at(n, here, inner)];
                solid.body.face([wall[0], wall[1], top[0], top[1]], normal, paint);
            }
            let top = [(n, here, 0.0), (n + 1, next, 0.0), (n + 1, next, CROWN_WALL)];
            let [a, b, c] = top.map(|(n, z, inner)| at(n, z, inner));
            solid.body.face([a, b, c, at(n, here, CROWN_WALL)], [0.0, 0.0, 1.0], gold);
        }
        for n in (0..SIDES).filter(|n| rim(*n) == band + CROWN_TIP) {
            let ball = Revolution {
                profile: CROWN_BALL,
                at: at(n, rim(n), CROWN_WALL / 2.0),
                size,
                sides: 10,
            };
            ball.add(gold, &mut solid.body);
        }
    }

    /// Upright, with the side's mark on both cheeks.
    fn horse(&self, solid: &mut Model) {
        let paint = self.paint();
        let pixel = self.radius / f64::from(DRAWN);
        let [right, down] = self.upright;
        // The height of the silhouette's middle.
        let middle = self.height(0.96);
        let flat = |side: f64| -> Plane {
            let off = side * THICK * self.radius;
            Plane {
                origin: [self.at[0] + down[0] * off, self.at[1] + down[1] * off, middle],
                across: [right[0] * pixel, right[1] * pixel, 0.0],
                down: [0.0, 0.0, -pixel * self.tall],
                normal: [down[0] * side, down[1] * side, 0.25],
                gloss: self.gloss(),
            }
        };
        let grown = |[x, y]: &[f32; 2]| [x * DRAWN * 1.18, y * DRAWN * 1.18];
        let points: Vec<[f32; 2]> = scene::HORSE.iter().map(grown).collect();
        for side in [-1.0, 1.0] {
            let fill = Some(paint.color);
            let shapes = vec![Shape::Polygon { points: points.clone(), fill, pen: None }];
            solid.faces.push(Decal { shapes, plane: flat(side) });
            let mut shapes = Vec::new();
            let at = [0.08 * DRAWN, 0.1 * DRAWN];
            PieceIcon { at, radius: DRAWN, ..self.glyph.clone() }
                .side_mark_alone(0.26, &mut shapes);
            let plane = flat(side * 1.03);
            solid.ink.push(Decal { shapes, plane: Plane { normal: flat(side).normal, ..plane } });
        }
        let (near, far) = (flat(1.0), flat(-1.0));
        for n in 0..points.len() {
            let [a, b] = [points[n], points[(n + 1) % points.len()]];
            let [a, b] = [a, b].map(|[x, y]| [f64::from(x), f64::from(y)]);
            // Clockwise: the outside is on the left.
            let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
            let (out, up) = (dy, dx);
            let normal = [right[0] * out, right[1] * out, up];
            let corners = [near.point(a), near.point(b), far.point(b), far.point(a)];
            solid.body.face(corners, normal, paint);
        }
    }
}

pub(super) fn lid(outline: &[Pos], top: f64, paint: Material, unit: f64) -> Decal {
    let origin = outline.first().copied().unwrap_or_default();
    let pixel = unit / f64::from(DRAWN);
    let point = |p: &Pos| [((p.x - origin.x) / pixel) as f32, ((p.y - origin.y) / pixel) as f32];
    let points = outline.iter().map(point).collect();
    Decal {
        shapes: vec![Shape::Polygon { points, fill: Some(paint.color), pen: None }],
        plane: Plane {
            origin: [origin.x, origin.y, top],
            across: [pixel, 0.0, 0.0],
            down: [0.0, pixel, 0.0],
            normal: [0.0, 0.0, 1.0],
            gloss: paint.gloss,
        },
    }
}

/// A round shadow with a soft rim; `rim` is where it begins and ends to fade, in radii.
pub(super) fn shadow(at: Vec3, radius: f64, rim: [f64; 2], depth: f32, facets: &mut Mesh3d) {
    const SIDES: u32 = 28;
    let dark = |part: f32| Material { color: Color::BLACK.faded(depth * part), gloss: 0.0 };
    let up = [0.0, 0.0, 1.0];
    let first = facets.corner(at, up, dark(1.0)) + 1;
    for side in 0..SIDES {
        let (sin, cos) = (f64::from(side) / f64::from(SIDES) * TAU).sin_cos();
        for (part, strength) in rim.into_iter().zip([1.0, 0.0]) {
            let r = radius * part;
            facets.corner([at[0] + cos * r, at[1] + sin * r, at[2]], up, dark(strength));
        }
    }
    for side in 0..SIDES {
        let [a, c] = [side, (side + 1) % SIDES].map(|side| 2 * side + first);
        facets.indices.extend([first - 1, a, c]);
    }
    facets.ring(first, SIDES);
}
