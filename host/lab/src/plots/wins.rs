//! Plot of the games won by each seat, with confidence intervals.

use boardloom_board_view::Scene;
use boardloom_board_view::scene::Color;

use super::sheet::{Axis, GREY, LARGE, PlotArea, SMALL, Sheet, width_of};
use super::{Run, colors, names};

const WIDTH: f32 = 760.0;
const LINE: f32 = 16.0;
const GAP: f32 = 14.0;
const TOP: f32 = 74.0;
const BOTTOM: f32 = 54.0;

/// Draws for each run the share of games that each seat won, and of draws.
pub fn draw(runs: &[Run]) -> Scene {
    let mut sheet = Sheet::default();
    let longest = runs.iter().map(|run| width_of(&run.name, SMALL)).fold(80.0, f32::max);
    let left = longest.min(300.0) + 30.0;
    let lines: usize = runs.iter().map(|run| run.proportions().len()).sum();
    let height = TOP + lines as f32 * LINE + runs.len() as f32 * GAP + BOTTOM;
    let area = PlotArea {
        x: Axis::new(0.0, 100.0, [left, WIDTH - 30.0]),
        // This axis has no values.
        y: Axis::new(0.5, 0.6, [height - BOTTOM, TOP]),
    };
    sheet.text([WIDTH / 2.0, 20.0], LARGE, "Games won by each seat, and drawn");
    let all: Vec<&Run> = runs.iter().collect();
    let colors = colors(&all);
    legend(&mut sheet, &names(&all), &colors);
    area.columns(&mut sheet, " %");
    let middle = (left + WIDTH - 30.0) / 2.0;
    sheet.text([middle, height - 14.0], SMALL, "share of games, with 95 % confidence");
    let mut y = TOP + GAP;
    for run in runs {
        let proportions = run.proportions();
        let tall = proportions.len() as f32 * LINE;
        sheet.text([left / 2.0 - 5.0, y + (tall - LINE) / 2.0], SMALL, &run.name);
        let drawn = proportions.len() - 1;
        for (seat, proportion) in proportions.into_iter().enumerate() {
            let Some(parts) = proportion.parts() else { continue };
            let color = if seat == drawn { GREY } else { colors[seat] };
            let [share, low, high] = parts.map(|part| area.x.at(part * 100.0));
            sheet.range([low, high], y, color);
            sheet.dot([share, y], if seat == drawn { 0 } else { seat }, color);
            y += LINE;
        }
        y += GAP;
    }
    sheet.finish([WIDTH, height])
}

fn legend(sheet: &mut Sheet, names: &[String], colors: &[Color]) {
    let entries = names.iter().map(String::as_str).chain(["drawn"]);
    let wide: Vec<f32> = entries.clone().map(|name| width_of(name, SMALL) + 40.0).collect();
    let mut x = (WIDTH - wide.iter().sum::<f32>()) / 2.0;
    for ((seat, name), wide) in entries.enumerate().zip(wide) {
        let drawn = seat == names.len();
        let color = if drawn { GREY } else { colors[seat] };
        sheet.dot([x + 8.0, 46.0], if drawn { 0 } else { seat }, color);
        sheet.text([x + (wide + 8.0) / 2.0, 46.0], SMALL, name);
        x += wide;
    }
}
