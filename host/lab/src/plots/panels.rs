//! Plots with one panel per run: distributions of leads and lengths, and the lead over time.

use boardloom_board_view::Scene;
use boardloom_board_view::scene::Color;

use super::sheet::{Axis, GREY, INK, LARGE, PlotArea, SMALL, Sheet, round_step};
use super::{Run, colors, names};
use crate::findings::{Quartiles, lead};

const WIDTH: f32 = 760.0;
const TALL: f32 = 230.0;
const HEAD: f32 = 64.0;
/// Margins of a panel around its plot area: left, right, top, bottom.
const ROOM: [f32; 4] = [54.0, 26.0, 28.0, 48.0];
/// Approximate number of bars in a histogram.
const BARS: f64 = 24.0;

pub fn differences(runs: &[&Run]) -> Scene {
    let (first, other) = sides(runs);
    let heads = [
        format!("Score differences at the end: {first} minus {other}"),
        format!("right of 0 {first} has more points, left of it {other}"),
    ];
    let leads = |run: &Run| run.counted_games().map(|game| lead(&game.scores)).collect();
    let histograms = Histograms::of(runs, leads, true);
    let colors = colors(runs);
    let of_seat = |seat: usize| colors.get(seat).copied().unwrap_or(GREY);
    let kinds = [of_seat(1), GREY, of_seat(0)];
    panels(runs, &heads, "points", |sheet, run, plane| {
        histograms.draw(run, sheet, plane, kinds);
    })
}

pub fn lengths(runs: &[&Run]) -> Scene {
    let heads = ["Length of games".to_owned(), "share of games by number of plies".to_owned()];
    let lengths = |run: &Run| run.counted_games().map(|game| game.plies).collect();
    let histograms = Histograms::of(runs, lengths, false);
    panels(runs, &heads, "plies", |sheet, run, plane| {
        histograms.draw(run, sheet, plane, [GREY; 3]);
    })
}

/// Draws the lead from the start of games to their end.
pub fn course(runs: &[&Run]) -> Scene {
    let (first, other) = sides(runs);
    let heads = [
        format!("Score difference in the course of games: {first} minus {other}"),
        "line: median; band: the middle half of the games".to_owned(),
    ];
    // All panels have the same axes.
    let all = || runs.iter().flat_map(|run| &run.findings.leads);
    let lowest = all().map(|it| it.lower).fold(-1.0, f64::min);
    let highest = all().map(|it| it.upper).fold(1.0, f64::max);
    panels(runs, &heads, "share of the game", |sheet, run, [x, y]| {
        let leads = &runs[run].findings.leads;
        let plane = PlotArea { x: Axis::new(0.0, 100.0, x), y: Axis::new(lowest, highest, y) };
        plane.grid(sheet, " %", "");
        let last = (leads.len() - 1).max(1) as f64;
        let points = |of: fn(&Quartiles) -> f64| {
            let all = leads.iter().enumerate();
            all.map(|(at, it)| [plane.x.at(at as f64 / last * 100.0), plane.y.at(of(it))])
                .collect::<Vec<_>>()
        };
        let band = points(|it| it.lower).into_iter().chain(points(|it| it.upper).into_iter().rev());
        sheet.fill(band.collect(), GREY.faded(0.35));
        sheet.line(vec![[x[0], plane.y.at(0.0)], [x[1], plane.y.at(0.0)]], GREY, 1.0);
        sheet.line(points(|it| it.median), INK, 2.5);
    })
}

/// Returns the name of the first seat and of its opponents.
fn sides(runs: &[&Run]) -> (String, String) {
    let names = names(runs);
    let first = names.first().cloned().unwrap_or_default();
    let other = match names.as_slice() {
        [_, other] => other.clone(),
        _ => "the best of the others".to_owned(),
    };
    (first, other)
}

/// Draws one panel per run, two in a row. `draw` gets the area in pixels: left and right,
/// bottom and top.
fn panels(
    runs: &[&Run],
    heads: &[String; 2],
    along: &str,
    draw: impl Fn(&mut Sheet, usize, [[f32; 2]; 2]),
) -> Scene {
    let mut sheet = Sheet::default();
    sheet.text([WIDTH / 2.0, 20.0], LARGE, &heads[0]);
    sheet.text([WIDTH / 2.0, 44.0], SMALL, &heads[1]);
    let columns = runs.len().clamp(1, 2);
    let wide = WIDTH / columns as f32;
    for (number, run) in runs.iter().enumerate() {
        let (column, row) = (number % columns, number / columns);
        let (left, top) = (column as f32 * wide, HEAD + row as f32 * TALL);
        let x = [left + ROOM[0], left + wide - ROOM[1]];
        let y = [top + TALL - ROOM[3], top + ROOM[2]];
        let middle = (x[0] + x[1]) / 2.0;
        sheet.text([middle, top + 12.0], SMALL + 1.0, &run.name);
        draw(&mut sheet, number, [x, y]);
        sheet.text([middle, y[0] + 30.0], SMALL, along);
    }
    sheet.finish([WIDTH, HEAD + runs.len().div_ceil(columns) as f32 * TALL])
}

/// The histograms of several runs, with the same axes.
struct Histograms {
    of_runs: Vec<Histogram>,
    /// The percentage of the highest bar.
    highest: f64,
}

impl Histograms {
    fn of(runs: &[&Run], numbers: impl Fn(&Run) -> Vec<f64>, from_zero: bool) -> Self {
        let each: Vec<Vec<f64>> = runs.iter().map(|run| numbers(run)).collect();
        let all = each.concat();
        let histogram = |own: &Vec<f64>| Histogram::of(own, &all, from_zero);
        let of_runs: Vec<Histogram> = each.iter().map(histogram).collect();
        let highest = of_runs.iter().map(Histogram::highest).fold(0.0, f64::max);
        Histograms { of_runs, highest }
    }

    fn draw(&self, run: usize, sheet: &mut Sheet, area: [[f32; 2]; 2], colors: [Color; 3]) {
        self.of_runs[run].draw(sheet, area, self.highest, colors);
    }
}

#[derive(Debug, PartialEq)]
struct Histogram {
    wide: f64,
    /// Number of the first bar; bar `n` is centred at `n` widths.
    first: i64,
    /// Percentages per bar: values below zero, at zero, above.
    parts: Vec<[f64; 3]>,
}

impl Histogram {
    /// Returns the histogram on the axis of all numbers, with zero in view where it is near.
    fn of(numbers: &[f64], all: &[f64], from_zero: bool) -> Self {
        let least = all.iter().copied().fold(f64::INFINITY, f64::min);
        let most = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (least, most) = if least <= most { (least, most) } else { (0.0, 0.0) };
        let (least, most) = if from_zero { (least.min(0.0), most.max(0.0)) } else { (least, most) };
        let whole = all.iter().all(|number| number.fract() == 0.0);
        let finest = if whole { 1.0 } else { 0.0 };
        let wide = round_step(((most - least) / BARS).max(finest));
        let number = |value: f64| (value / wide).round() as i64;
        let (first, last) = (number(least), number(most));
        let mut parts = vec![[0.0; 3]; (last - first + 1) as usize];
        for value in numbers {
            let kind = if *value < 0.0 { 0 } else { 1 + usize::from(*value > 0.0) };
            parts[(number(*value) - first) as usize][kind] += 100.0 / numbers.len() as f64;
        }
        Histogram { wide, first, parts }
    }

    fn highest(&self) -> f64 {
        self.parts.iter().map(|it| it.iter().sum()).fold(0.0, f64::max)
    }

    fn draw(&self, sheet: &mut Sheet, [x, y]: [[f32; 2]; 2], highest: f64, colors: [Color; 3]) {
        let edge = |bar: f64| (self.first as f64 + bar - 0.5) * self.wide;
        let plane = PlotArea {
            x: Axis::new(edge(-0.5), edge(self.parts.len() as f64 + 0.5), x),
            y: Axis::new(0.0, highest * 1.05, y),
        };
        plane.grid(sheet, "", " %");
        for (bar, parts) in (self.first..).zip(&self.parts) {
            let side = |half: f64| plane.x.at((bar as f64 + half) * self.wide);
            let mut below = 0.0;
            for (part, color) in parts.iter().zip(colors).filter(|(part, _)| **part > 0.0) {
                let corners = [side(-0.42), plane.y.at(below)];
                below += part;
                sheet.bar(corners, [side(0.42), plane.y.at(below)], color);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_have_bars_of_their_own() {
        let bars = Histogram::of(&[-1.0, -1.0, 0.0, 2.0], &[-1.0, -1.0, 0.0, 2.0], true);
        assert_eq!((bars.wide, bars.first), (1.0, -1));
        let parts = [[50.0, 0.0, 0.0], [0.0, 25.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 25.0]];
        assert_eq!(bars.parts, parts);
    }

    #[test]
    fn runs_share_their_axes() {
        let all = [0.0, 1.0, 9.0];
        let (one, other) =
            (Histogram::of(&all[..2], &all, true), Histogram::of(&all[2..], &all, true));
        assert_eq!(
            (one.wide, one.first, one.parts.len()),
            (other.wide, other.first, other.parts.len())
        );
        assert_eq!((one.highest(), other.highest()), (50.0, 100.0));
    }

    #[test]
    fn wide_spreads_share_bars_and_keep_their_sides() {
        // From -30 to 90: bars five wide, the one around 0 with all three kinds.
        let bars =
            Histogram::of(&[-30.0, -2.0, 0.0, 1.0, 90.0], &[-30.0, -2.0, 0.0, 1.0, 90.0], false);
        assert_eq!((bars.wide, bars.first, bars.parts.len()), (5.0, -6, 25));
        assert_eq!(bars.parts[6], [20.0; 3]);
        assert_eq!((bars.parts[0], bars.parts[24]), ([20.0, 0.0, 0.0], [0.0, 0.0, 20.0]));
        assert_eq!(Histogram::of(&[], &[], true).parts, [[0.0; 3]]);
        assert_eq!(Histogram::of(&[7.0, 7.0], &[7.0, 7.0], false).parts, [[0.0, 0.0, 100.0]]);
        assert_eq!(
            (
                Histogram::of(&[2.0], &[2.0], true).first,
                Histogram::of(&[2.0], &[2.0], true).parts.len()
            ),
            (0, 3)
        );
    }
}
