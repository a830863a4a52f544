//! Pieces as shapes. Every side has a mark as well as a colour.

use boardloom_theme::{PieceSet, piece, tint};

use super::marks::against;
use super::{Color, Pen, PlayerStyle, ScreenPos, Shape};

#[derive(Clone)]
pub(crate) struct PieceIcon {
    pub at: ScreenPos,
    pub radius: f32,
    /// `disc`, `man`, `king`, `knight`, `commander`, `stone`, `die`, `arrow`, `ring`, a
    /// [`silhouette`], or `letter:` with a letter; others are discs.
    pub shape: String,
    pub color: Color,
    pub mark: String,
    /// The colour of the mark; `None` is a shade of the piece's.
    pub ink: Option<Color>,
    pub set: PieceSet,
    /// Around the piece: carries its contrast to the cells.
    pub rim: Color,
    /// 0 shows no number.
    pub count: u16,
    pub opacity: f32,
}

/// Outlines around the middle, in radii.
const CROWN: &[[f32; 2]] = &[
    [-0.5, 0.36],
    [-0.56, -0.3],
    [-0.28, -0.02],
    [0.0, -0.48],
    [0.28, -0.02],
    [0.56, -0.3],
    [0.5, 0.36],
];
/// How far emblems stand above the middle of a piece.
const EMBLEM_RAISED: f32 = 0.14;
const SQUARE: &[[f32; 2]] = &[[-0.6, -0.6], [0.6, -0.6], [0.6, 0.6], [-0.6, 0.6]];
const TRIANGLE: &[[f32; 2]] = &[[0.0, -0.8], [0.75, 0.5], [-0.75, 0.5]];
/// The rune Algiz: a stem with two raised arms.
const STEM: &[[f32; 2]] = &[[0.0, 1.1], [0.0, -1.1]];
const ARMS: &[[f32; 2]] = &[[-0.82, -0.85], [0.0, -0.05], [0.82, -0.85]];
/// The rune Othala: a square on its corner, with two legs.
const OTHALA: &[[f32; 2]] = &[[-0.8, 1.1], [0.72, -0.42], [0.0, -1.14], [-0.72, -0.42], [0.8, 1.1]];
pub(crate) const HORSE: &[[f32; 2]] = &[
    [-0.32, 0.5],
    [-0.24, 0.12],
    [-0.02, -0.06],
    [-0.3, 0.06],
    [-0.46, -0.06],
    [-0.2, -0.36],
    [-0.06, -0.56],
    [0.02, -0.42],
    [0.3, -0.28],
    [0.42, 0.06],
    [0.4, 0.5],
];
pub(crate) const ARROW: &[[f32; 2]] = &[
    [0.0, -0.85],
    [0.6, -0.1],
    [0.24, -0.1],
    [0.24, 0.75],
    [-0.24, 0.75],
    [-0.24, -0.1],
    [-0.6, -0.1],
];

/// Returns a flat disc with a side's mark: the hue alone never tells sides apart.
pub fn side_badge(side: &PlayerStyle, at: ScreenPos, radius: f32, rim: Color) -> Vec<Shape> {
    let icon = PieceIcon {
        at,
        radius,
        shape: "disc".to_owned(),
        color: side.color,
        mark: side.mark.clone(),
        ink: side.ink,
        set: PieceSet::Flat,
        rim,
        count: 0,
        opacity: 1.0,
    };
    let mut shapes = Vec::new();
    icon.draw(&mut shapes);
    shapes
}

impl PieceIcon {
    pub(super) fn draw(&self, shapes: &mut Vec<Shape>) {
        if self.radius < 0.3 {
            return;
        }
        let fill = self.color.faded(self.opacity);
        // Details would blur on small pieces.
        if self.radius < 4.0 {
            shapes.push(self.disc(1.0, Some(fill), None));
            return;
        }
        let whole = PieceIcon { radius: self.radius * self.size(), ..self.clone() };
        match self.shape.as_str() {
            "die" => shapes.push(whole.polygon(&rounded_square(), Some(fill), whole.rim_pen())),
            "arrow" => shapes.push(whole.polygon(ARROW, Some(fill), whole.rim_pen())),
            "ring" => whole.ring(fill, shapes),
            shape => match silhouette(shape) {
                Some(outline) => {
                    shapes.push(whole.polygon(&outline, Some(fill), whole.rim_pen()));
                    whole.polish(&outline, shapes);
                }
                None => whole.body(shape, fill, shapes),
            },
        }
        whole.engraving(shapes);
    }

    /// Draws outline and mark in the side's colour: a ghost on a ground that would show through.
    pub(super) fn draw_outline(&self, ground: Color, shapes: &mut Vec<Shape>) {
        let color = against(self.color, ground, piece::GHOST_CONTRAST).faded(self.opacity);
        let radius = self.radius * self.size() * 0.96;
        let whole = PieceIcon { radius, color, ink: Some(color), count: 0, ..self.clone() };
        let pen = Some(Pen { color, width: (self.radius * piece::GHOST_RIM).max(1.0) });
        let outline = match self.shape.as_str() {
            "die" => Some(rounded_square()),
            "arrow" => Some(ARROW.to_vec()),
            shape => silhouette(shape),
        };
        shapes.push(match outline {
            Some(outline) => whole.polygon(&outline, None, pen),
            None => whole.disc(1.0, None, pen),
        });
        // The high-contrast set would choose an ink of its own.
        PieceIcon { set: PieceSet::Flat, opacity: 1.0, ..whole }.mark(shapes);
    }

    fn size(&self) -> f32 {
        if self.shape == "king" { piece::KING } else { 1.0 }
    }

    fn is_turned(&self) -> bool {
        self.set == PieceSet::Turned && self.radius >= piece::SMALLEST_TURNED
    }

    fn rim_pen(&self) -> Option<Pen> {
        let (width, color) = match self.set {
            PieceSet::HighContrast => (piece::STRONG_RIM, Color::WHITE),
            _ => (piece::RIM, self.rim),
        };
        // Large pictures have wider rims, small ones thinner ones.
        let width = width * (self.radius / 24.0).clamp(0.6, 4.0);
        Some(Pen { color: color.faded(self.opacity), width })
    }

    /// Sets a light piece off from its white rim.
    fn inner_rim(&self, shapes: &mut Vec<Shape>) {
        let [least, most] = piece::PALE;
        let pale = (least..most).contains(&self.color.contrast(Color::WHITE));
        let (true, Some(rim)) = (pale && self.set == PieceSet::HighContrast, self.rim_pen()) else {
            return;
        };
        let width = rim.width / 2.0;
        let pen = Pen { color: Color::BLACK.faded(self.opacity), width };
        let size = 1.0 - (rim.width + width) / 2.0 / self.radius;
        shapes.push(self.disc(size, None, Some(pen)));
    }

    fn mark_ink(&self) -> Color {
        let own = match self.set {
            PieceSet::HighContrast => self.color.ink(),
            _ => self.ink.unwrap_or_else(|| self.color.mixed(self.color.ink(), tint::MARK)),
        };
        own.faded(self.opacity)
    }

    /// Draws the mark, on turned pieces above a light copy of itself.
    fn engraving(&self, shapes: &mut Vec<Shape>) {
        if self.is_turned() && self.opacity > 0.9 {
            let light = self.color.mixed(Color::WHITE, tint::ENGRAVING);
            let at = [self.at[0], self.at[1] + self.radius * piece::ENGRAVED];
            let copy = PieceIcon { at, ink: Some(light), count: 0, ..self.clone() };
            if self.count == 0 && self.shape != "die" && self.shape != "king" {
                copy.mark(shapes);
            }
        }
        self.mark(shapes);
    }

    /// Draws the emblem, side mark or number.
    pub(crate) fn mark(&self, shapes: &mut Vec<Shape>) {
        let ink = self.mark_ink();
        match (self.shape.as_str(), self.count) {
            ("die", 1..=6) => self.pips(ink, shapes),
            ("king" | "knight" | "commander", _) | (_, 0) => self.emblem(ink, shapes),
            (_, count) => {
                let text = count.to_string();
                let size = self.radius * if text.len() > 2 { 0.75 } else { 1.0 };
                shapes.push(Shape::Text { at: self.at, text, size, color: ink });
                self.side_mark(0.3, [0.0, -0.68], ink, shapes);
            }
        }
    }

    /// Lightens the middle of a turned piece.
    fn polish(&self, outline: &[[f32; 2]], shapes: &mut Vec<Shape>) {
        if self.is_turned() && self.opacity > 0.9 {
            let inner: Vec<[f32; 2]> =
                outline.iter().map(|[x, y]| [x * 0.8 - 0.02, y * 0.8 - 0.03]).collect();
            let light = self.color.mixed(Color::WHITE, piece::HEAD);
            shapes.push(self.polygon(&inner, Some(light), None));
        }
    }

    fn ring(&self, fill: Color, shapes: &mut Vec<Shape>) {
        let [inner, outer] = RING;
        let pen = Pen { color: fill, width: self.radius * (outer - inner) };
        shapes.push(self.disc((inner + outer) / 2.0, None, Some(pen)));
        shapes.push(self.disc(outer, None, self.rim_pen()));
        shapes.push(self.disc(inner, None, self.rim_pen()));
    }

    fn body(&self, shape: &str, fill: Color, shapes: &mut Vec<Shape>) {
        if self.is_turned() && self.opacity > 0.9 {
            self.turned(shapes);
        } else {
            shapes.push(self.disc(1.0, Some(fill), self.rim_pen()));
            self.inner_rim(shapes);
        }
        if shape == "king" {
            let gold = piece::GOLD.faded(self.opacity);
            let pen = Pen { color: gold, width: (self.radius * 0.1).max(1.0) };
            shapes.push(self.disc(0.84, None, Some(pen)));
        }
    }

    /// Draws a turned disc: a soft shadow, a dark foot, and rings that grow lighter towards the
    /// upper left.
    fn turned(&self, shapes: &mut Vec<Shape>) {
        let [x, y] = self.at;
        for (down, strength) in piece::SHADOWS {
            let center = [x + down * 0.3 * self.radius, y + (down + 0.02) * self.radius];
            let radius = self.radius * (1.0 + down * 0.5);
            let fill = Some(Color::BLACK.faded(strength));
            shapes.push(Shape::Circle { center, radius, fill, pen: None });
        }
        let foot = self.color.mixed(Color::BLACK, piece::FOOT);
        shapes.push(self.disc(1.0, Some(foot), self.rim_pen()));
        for disc in 0..piece::DISCS {
            let part = f32::from(disc) / f32::from(piece::DISCS - 1);
            // The first disc leaves the foot visible below.
            let size = 0.95 + (piece::HEAD_RADIUS - 0.95) * part;
            let shift = piece::DISC_SHIFT * self.radius * (1.0 + part * 2.0);
            let center = [x - shift * 0.6, y - shift];
            let fill = Some(self.color.mixed(Color::WHITE, piece::HEAD * part));
            shapes.push(Shape::Circle { center, radius: self.radius * size, fill, pen: None });
        }
    }

    fn emblem(&self, ink: Color, shapes: &mut Vec<Shape>) {
        let star = star();
        let emblem = match self.shape.as_str() {
            "king" => Some(CROWN),
            "knight" => Some(HORSE),
            "commander" => Some(&star[..]),
            _ => None,
        };
        match emblem {
            Some(points) => {
                if self.shape == "king" {
                    let pen = Pen { color: piece::GOLD_EDGE, width: (self.radius * 0.06).max(1.0) };
                    let pen = Pen { color: pen.color.faded(self.opacity), ..pen };
                    let gold = piece::GOLD.faded(self.opacity);
                    shapes.push(self.polygon(points, Some(gold), Some(pen)));
                } else {
                    // Above the side's mark or the number.
                    let raised = points.iter().map(|[x, y]| [*x, y - EMBLEM_RAISED]);
                    let raised: Vec<[f32; 2]> = raised.collect();
                    shapes.push(self.polygon(&raised, Some(ink), None));
                }
                match self.count {
                    0 if self.shape == "king" => {}
                    0 => self.side_mark(0.18, [0.0, 0.64], ink, shapes),
                    count => {
                        let at = [self.at[0], self.at[1] + self.radius * 0.64];
                        let (text, size) = (count.to_string(), self.radius * 0.55);
                        shapes.push(Shape::Text { at, text, size, color: ink });
                    }
                }
            }
            None => self.plain_emblem(ink, shapes),
        }
    }

    /// Draws a letter, and the side's mark in the middle of the piece or below the letter.
    fn plain_emblem(&self, ink: Color, shapes: &mut Vec<Shape>) {
        if let Some(letter) = self.shape.strip_prefix(LETTER_SHAPE) {
            let at = [self.at[0], self.at[1] - self.radius * 0.1];
            let (text, size) = (letter.to_owned(), self.radius * 1.1);
            shapes.push(Shape::Text { at, text, size, color: ink });
            return self.side_mark(0.22, [0.0, 0.7], ink, shapes);
        }
        let (size, down) = match self.shape.as_str() {
            "arrow" | "die" | "ring" => (0.3, 0.0),
            "triangle" => (0.32, 0.2),
            "crown" => (0.32, 0.25),
            "shield" => (0.32, -0.1),
            "star" | "hexagon" | "square" => (0.32, 0.0),
            _ => (0.5, 0.0),
        };
        self.side_mark(size, [0.0, down], ink, shapes);
    }

    /// `size` is in radii.
    pub(crate) fn side_mark_alone(&self, size: f32, shapes: &mut Vec<Shape>) {
        self.side_mark(size, [0.0, 0.0], self.mark_ink(), shapes);
    }

    /// `size` and `off` are in radii.
    fn side_mark(&self, size: f32, off: [f32; 2], ink: Color, shapes: &mut Vec<Shape>) {
        let r = self.radius * size;
        let [x, y] = [self.at[0] + off[0] * self.radius, self.at[1] + off[1] * self.radius];
        let pen = Pen { color: ink, width: (r * 0.3).max(1.0) };
        let center = [x, y];
        match self.mark.as_str() {
            "dot" => {
                shapes.push(Shape::Circle { center, radius: r * 0.6, fill: Some(ink), pen: None })
            }
            "ring" => {
                shapes.push(Shape::Circle { center, radius: r * 0.72, fill: None, pen: Some(pen) });
            }
            "cross" => shapes.extend(Shape::cross(center, r * 0.6, pen)),
            "square" | "triangle" => {
                let outline = if self.mark == "square" { SQUARE } else { TRIANGLE };
                let points = outline.iter().map(|[dx, dy]| [x + r * dx, y + r * dy]).collect();
                shapes.push(Shape::Polygon { points, fill: Some(ink), pen: None });
            }
            "bar" => {
                shapes.push(Shape::Line { points: vec![[x - r * 0.7, y], [x + r * 0.7, y]], pen })
            }
            "algiz" | "othala" => {
                let strokes: &[&[[f32; 2]]] =
                    if self.mark == "algiz" { &[STEM, ARMS] } else { &[OTHALA] };
                let width = (piece::RUNE * 2.0 * r).max(1.0);
                for stroke in strokes {
                    let points = stroke.iter().map(|[dx, dy]| [x + r * dx, y + r * dy]).collect();
                    shapes.push(Shape::Line { points, pen: Pen { color: ink, width } });
                }
            }
            _ => {}
        }
    }

    fn pips(&self, ink: Color, shapes: &mut Vec<Shape>) {
        let all: &[[f32; 2]] = match self.count {
            1 => &[[0., 0.]],
            2 => &[[-1., -1.], [1., 1.]],
            3 => &[[-1., -1.], [0., 0.], [1., 1.]],
            4 => &[[-1., -1.], [1., 1.], [-1., 1.], [1., -1.]],
            5 => &[[-1., -1.], [1., 1.], [-1., 1.], [1., -1.], [0., 0.]],
            _ => &[[-1., -1.], [1., 1.], [-1., 1.], [1., -1.], [-1., 0.], [1., 0.]],
        };
        for [dx, dy] in all {
            let step = self.radius * 0.45;
            let center = [self.at[0] + dx * step, self.at[1] + dy * step];
            let radius = self.radius * 0.14;
            shapes.push(Shape::Circle { center, radius, fill: Some(ink), pen: None });
        }
    }

    fn disc(&self, size: f32, fill: Option<Color>, pen: Option<Pen>) -> Shape {
        Shape::Circle { center: self.at, radius: self.radius * size, fill, pen }
    }

    fn polygon(&self, points: &[[f32; 2]], fill: Option<Color>, pen: Option<Pen>) -> Shape {
        let place =
            |[x, y]: &[f32; 2]| [self.at[0] + x * self.radius, self.at[1] + y * self.radius];
        Shape::Polygon { points: points.iter().map(place).collect(), fill, pen }
    }
}

/// The beginning of the shape of a piece with a letter.
pub(crate) const LETTER_SHAPE: &str = "letter:";
/// The inner and outer radius of a ring.
const RING: [f32; 2] = [0.56, 0.98];
/// Its middle sees all of its sides, as bodies need it.
const LOW_CROWN: &[[f32; 2]] = &[
    [-0.78, 0.72],
    [-0.94, -0.52],
    [-0.42, -0.24],
    [0.0, -0.88],
    [0.42, -0.24],
    [0.94, -0.52],
    [0.78, 0.72],
];
const SHIELD: &[[f32; 2]] = &[
    [-0.74, -0.82],
    [0.0, -0.92],
    [0.74, -0.82],
    [0.74, -0.05],
    [0.6, 0.4],
    [0.34, 0.74],
    [0.0, 0.96],
    [-0.34, 0.74],
    [-0.6, 0.4],
    [-0.74, -0.05],
];
const HEXAGON: &[[f32; 2]] =
    &[[0.0, -0.96], [0.831, -0.48], [0.831, 0.48], [0.0, 0.96], [-0.831, 0.48], [-0.831, -0.48]];

/// Returns the outline of a piece that is seen from above: `crown`, `star`, `shield`, `hexagon`,
/// `triangle`, `square`.
pub(crate) fn silhouette(shape: &str) -> Option<Vec<[f32; 2]>> {
    let scaled = |points: &[[f32; 2]], part: f32, down: f32| {
        points.iter().map(|[x, y]| [x * part, y * part + down]).collect()
    };
    Some(match shape {
        "crown" => LOW_CROWN.to_vec(),
        "star" => scaled(&star(), 1.65, 0.0),
        "shield" => SHIELD.to_vec(),
        "hexagon" => HEXAGON.to_vec(),
        "triangle" => scaled(TRIANGLE, 1.2, 0.12),
        "square" => scaled(SQUARE, 1.3, 0.0),
        _ => return None,
    })
}

pub(crate) fn rounded_square() -> Vec<[f32; 2]> {
    let (side, round) = (0.85f32, 0.2f32);
    let mut points = Vec::new();
    for (corner, (cx, cy)) in [(1., 1.), (-1., 1.), (-1., -1.), (1., -1.)].into_iter().enumerate() {
        for step in 0..=4 {
            let angle = (corner as f32 + step as f32 / 4.0) * std::f32::consts::FRAC_PI_2;
            let inner = side - round;
            points.push([cx * inner + angle.cos() * round, cy * inner + angle.sin() * round]);
        }
    }
    points
}

pub(crate) fn star() -> [[f32; 2]; 10] {
    std::array::from_fn(|n| {
        let angle = n as f32 * std::f32::consts::PI / 5.0;
        let r = if n % 2 == 0 { 0.6 } else { 0.25 };
        [angle.sin() * r, -angle.cos() * r]
    })
}
