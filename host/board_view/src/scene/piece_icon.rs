//! Pieces as shapes. Every side has a mark as well as a colour.

use super::{Color, Pen, ScreenPos, Shape};

#[derive(Clone)]
pub(crate) struct PieceIcon {
    pub at: ScreenPos,
    pub radius: f32,
    /// `disc`, `man`, `king`, `knight`, `commander`, `stone`, `die`, `arrow`; others are discs.
    pub shape: String,
    pub color: Color,
    pub mark: String,
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
const SQUARE: &[[f32; 2]] = &[[-0.6, -0.6], [0.6, -0.6], [0.6, 0.6], [-0.6, 0.6]];
const TRIANGLE: &[[f32; 2]] = &[[0.0, -0.8], [0.75, 0.5], [-0.75, 0.5]];
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
        let edge = self.color.mixed(self.color.ink(), 0.45).faded(self.opacity);
        let rim = Some(Pen { color: edge, width: (self.radius * 0.08).max(1.2) });
        match self.shape.as_str() {
            "die" => shapes.push(self.polygon(&rounded_square(), Some(fill), rim)),
            "arrow" => shapes.push(self.polygon(ARROW, Some(fill), rim)),
            shape => self.body(shape, fill, rim, shapes),
        }
        self.mark(shapes);
    }

    /// Draws the emblem, side mark or number.
    pub(crate) fn mark(&self, shapes: &mut Vec<Shape>) {
        let ink = self.color.ink().faded(self.opacity);
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

    fn body(&self, shape: &str, fill: Color, rim: Option<Pen>, shapes: &mut Vec<Shape>) {
        if self.radius > 8.0 && self.opacity > 0.9 {
            let [x, y] = self.at;
            let shadow = Some(Color::BLACK.faded(0.22));
            let center = [x + self.radius * 0.04, y + self.radius * 0.09];
            shapes.push(Shape::Circle { center, radius: self.radius, fill: shadow, pen: None });
        }
        shapes.push(self.disc(1.0, Some(fill), rim));
        let lit = self.color.mixed(Color::WHITE, 0.22).faded(self.opacity);
        match shape {
            "stone" => {
                let [x, y] = self.at;
                let center = [x - self.radius * 0.28, y - self.radius * 0.3];
                let radius = self.radius * 0.3;
                shapes.push(Shape::Circle { center, radius, fill: Some(lit), pen: None });
            }
            "man" | "king" => {
                let edge = self.color.mixed(self.color.ink(), 0.3).faded(self.opacity);
                let pen = Pen { color: edge, width: (self.radius * 0.05).max(1.0) };
                shapes.push(self.disc(0.78, None, Some(pen)));
            }
            _ => shapes.push(self.disc(0.8, Some(lit), None)),
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
                shapes.push(self.polygon(points, Some(ink), None));
                match self.count {
                    0 => self.side_mark(0.22, [0.0, 0.7], ink, shapes),
                    count => {
                        let at = [self.at[0], self.at[1] + self.radius * 0.64];
                        let (text, size) = (count.to_string(), self.radius * 0.55);
                        shapes.push(Shape::Text { at, text, size, color: ink });
                    }
                }
            }
            None if matches!(self.shape.as_str(), "arrow" | "die") => {
                self.side_mark(0.3, [0.0, 0.0], ink, shapes);
            }
            None => self.side_mark(0.5, [0.0, 0.0], ink, shapes),
        }
    }

    /// `size` is in radii.
    pub(crate) fn side_mark_alone(&self, size: f32, shapes: &mut Vec<Shape>) {
        self.side_mark(size, [0.0, 0.0], self.color.ink().faded(self.opacity), shapes);
    }

    /// `size` and `off` are in radii.
    fn side_mark(&self, size: f32, off: [f32; 2], ink: Color, shapes: &mut Vec<Shape>) {
        let r = self.radius * size;
        let ink = ink.faded(0.75);
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
