//! A sheet of texts and shapes, with axes.

use boardloom_board_view::Scene;
use boardloom_board_view::scene::{Color, Layer, LayerKind, Pen, ScreenPos, Shape};

const PAPER: Color = Color::WHITE;
pub const INK: Color = Color::rgb(0x22, 0x22, 0x22);
/// Frames and drawn games.
pub const GREY: Color = Color::rgb(0x88, 0x88, 0x88);
const FAINT: Color = Color::rgb(0xdd, 0xdd, 0xdd);

pub const LARGE: f32 = 16.0;
pub const SMALL: f32 = 12.0;

/// Approximate width of a letter, relative to its height.
const LETTER: f32 = 0.6;

/// Places of the players' colours, those with the best contrast on paper first.
const SEATS: [usize; 8] = [1, 0, 3, 4, 6, 5, 7, 2];

/// Colours with less contrast to paper get an outline.
const PALE: f32 = 1.8;

fn is_pale(color: Color) -> bool {
    color.contrast(PAPER) < PALE
}

pub fn usual_color(seat: usize) -> Color {
    Color::PLAYERS[SEATS[seat % SEATS.len()]]
}

pub fn width_of(text: &str, size: f32) -> f32 {
    text.chars().count() as f32 * size * LETTER
}

#[derive(Default)]
pub struct Sheet {
    shapes: Vec<Shape>,
}

impl Sheet {
    /// Writes a text centred at a point.
    pub fn text(&mut self, at: ScreenPos, size: f32, text: impl Into<String>) {
        self.shapes.push(Shape::Text { at, text: text.into(), size, color: INK });
    }

    pub fn line(&mut self, points: Vec<ScreenPos>, color: Color, width: f32) {
        self.shapes.push(Shape::Line { points, pen: Pen { color, width } });
    }

    pub fn fill(&mut self, points: Vec<ScreenPos>, color: Color) {
        self.shapes.push(Shape::Polygon { points, fill: Some(color), pen: None });
    }

    pub fn bar(&mut self, [x, y]: ScreenPos, [to_x, to_y]: ScreenPos, color: Color) {
        let points = vec![[x, y], [to_x, y], [to_x, to_y], [x, to_y]];
        let pen = is_pale(color).then_some(Pen { color: GREY, width: 1.0 });
        self.shapes.push(Shape::Polygon { points, fill: Some(color), pen });
    }

    /// Draws the range of a value in a seat's colour, grey if that would not be seen.
    pub fn range(&mut self, [low, high]: [f32; 2], y: f32, color: Color) {
        let color = if is_pale(color) { GREY } else { color };
        self.line(vec![[low, y], [high, y]], color, 2.5);
    }

    /// Draws a dot, a square for every other seat, so that colour is not the only cue.
    pub fn dot(&mut self, center: ScreenPos, seat: usize, color: Color) {
        let pen = Some(Pen { color: if is_pale(color) { INK } else { color }, width: 2.0 });
        let (fill, [x, y]) = (Some(color), center);
        self.shapes.push(match seat.is_multiple_of(2) {
            true => Shape::Circle { center, radius: 4.5, fill, pen },
            false => {
                let corners = [[-4.0, -4.0], [4.0, -4.0], [4.0, 4.0], [-4.0, 4.0]];
                let points = corners.into_iter().map(|[dx, dy]| [x + dx, y + dy]).collect();
                Shape::Polygon { points, fill, pen }
            }
        });
    }

    pub fn finish(self, size: [f32; 2]) -> Scene {
        let layers =
            vec![Layer { kind: LayerKind::BoardSurface, revision: 0, shapes: self.shapes }];
        Scene { size, background: PAPER, layers }
    }
}

/// A linear scale from values to pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axis {
    from: f64,
    to: f64,
    pixels: [f32; 2],
}

impl Axis {
    pub fn new(from: f64, to: f64, pixels: [f32; 2]) -> Self {
        let to = if to > from { to } else { from + 1.0 };
        Axis { from, to, pixels }
    }

    pub fn at(&self, value: f64) -> f32 {
        let [start, end] = self.pixels;
        start + (end - start) * ((value - self.from) / (self.to - self.from)) as f32
    }

    /// Returns about this many round values on the scale.
    pub fn ticks(&self, about: usize) -> Vec<f64> {
        let step = round_step((self.to - self.from) / about.max(1) as f64);
        let (first, last) = ((self.from / step).ceil() as i64, (self.to / step).floor() as i64);
        (first..=last).map(|number| number as f64 * step).collect()
    }
}

/// Returns the smallest of 1, 2 and 5 times a power of ten that is at least `step`.
pub fn round_step(step: f64) -> f64 {
    let power = 10f64.powf(step.max(1e-9).log10().floor());
    let round = [1.0, 2.0, 5.0].map(|it| it * power);
    round.into_iter().find(|it| *it >= step * (1.0 - 1e-9)).unwrap_or(10.0 * power)
}

pub struct PlotArea {
    pub x: Axis,
    pub y: Axis,
}

impl PlotArea {
    /// Draws grid lines with values below and to the left.
    pub fn grid(&self, sheet: &mut Sheet, x_unit: &str, y_unit: &str) {
        let ([left, right], [bottom, top]) = (self.x.pixels, self.y.pixels);
        for value in self.y.ticks(5) {
            let y = self.y.at(value);
            sheet.line(vec![[left, y], [right, y]], FAINT, 1.0);
            sheet.text([left - 22.0, y], SMALL, format!("{}{y_unit}", plain(value)));
        }
        self.columns(sheet, x_unit);
        sheet.line(vec![[left, top], [left, bottom]], GREY, 1.0);
    }

    /// Draws vertical grid lines with values below.
    pub fn columns(&self, sheet: &mut Sheet, unit: &str) {
        let ([left, right], [bottom, top]) = (self.x.pixels, self.y.pixels);
        for value in self.x.ticks(6) {
            let x = self.x.at(value);
            sheet.line(vec![[x, bottom], [x, top]], FAINT, 1.0);
            sheet.text([x, bottom + 12.0], SMALL, format!("{}{unit}", plain(value)));
        }
        sheet.line(vec![[left, bottom], [right, bottom]], GREY, 1.0);
    }
}

/// Formats a number without trailing decimals, with a true minus sign.
fn plain(value: f64) -> String {
    let text = format!("{:.2}", value.abs());
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let minus = if value < 0.0 && text != "0" { "\u{2212}" } else { "" };
    format!("{minus}{text}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_have_round_ticks() {
        let axis = Axis::new(-7.0, 13.0, [100.0, 200.0]);
        assert_eq!(axis.ticks(5), [-5.0, 0.0, 5.0, 10.0]);
        assert_eq!((axis.at(-7.0), axis.at(3.0), axis.at(13.0)), (100.0, 150.0, 200.0));
        for (step, round) in [(0.13, 0.2), (1.0, 1.0), (2.1, 5.0), (6.0, 10.0), (200.0, 200.0)] {
            assert!((round_step(step) - round).abs() < 1e-9, "{step}");
        }
        assert_eq!(Axis::new(3.0, 3.0, [0.0, 10.0]).at(4.0), 10.0);
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            ["0", "0.25", "\u{2212}40"],
            [-0.0, 0.25, -40.0].map(plain).each_ref().map(|it| &**it)
        );
    }
}
