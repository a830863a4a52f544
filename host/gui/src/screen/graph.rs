//! A graph of the score or win probability by ply.

use boardloom_contract::Seat;
use boardloom_match::{Assessment, NodeId};
use egui::{Color32, Pos2, Rect, Sense, Shape, Stroke, Ui, Vec2, vec2};

use super::GameAction;
use super::move_row::sign_ink;
use crate::components::small_segmented;
use crate::session::{GameSession, ScoreHistory, ScoreKind};
use crate::shapes;
use crate::texts::game as t;
use crate::theme::{Palette, font, radius, stroke};

pub(super) const HEIGHT: f32 = 112.0;
/// The side of the badges at the right, and their room.
const BADGE: f32 = 13.0;
const MARGIN: f32 = 22.0;
/// The room above and below the lines.
const INSET: f32 = 11.0;
/// Between the numbers of the scale, the frame and the lines.
const SCALE_GAP: f32 = 6.0;
/// Dots for the quality of moves, and the least distance of moves that all have one.
const DOT: f32 = 3.0;
const DOTS_APART: f32 = 7.0;
/// How far the second line is moved where it would lie over the first.
const BESIDE: f32 = 2.0;

#[derive(Debug, Default)]
pub(super) struct ScoreChart {
    made_for: Option<(u64, usize)>,
    course: ScoreHistory,
    chosen: Option<ScoreKind>,
}

impl ScoreChart {
    fn update(&mut self, session: &GameSession) {
        let made_for = Some((session.revision, session.game.tree().len()));
        if self.made_for != made_for {
            self.made_for = made_for;
            self.course = ScoreHistory::of(session);
        }
    }

    /// Tells whether the shown line was reviewed.
    pub(super) fn is_reviewed(&self) -> bool {
        self.course.is_reviewed()
    }

    /// Tells whether there is a line to draw: none of an unplayed game, and none of chances
    /// before an analysis.
    pub(super) fn has_values(&mut self, session: &GameSession) -> bool {
        self.update(session);
        // One value makes no line.
        let has_line = |values: &Vec<Option<f64>>| values.iter().flatten().nth(1).is_some();
        let chances = || self.course.values(ScoreKind::Chances).iter().any(has_line);
        self.course.line.len() > 1 && (self.course.has_points() || chances())
    }

    fn kind(&self, session: &GameSession) -> ScoreKind {
        let reviewing = session.review_progress().map(|_| ScoreKind::Chances);
        self.chosen.or(reviewing).unwrap_or_else(|| self.course.usual())
    }
}

pub(super) fn graph(
    ui: &mut Ui,
    session: &GameSession,
    graph: &mut ScoreChart,
    palette: Palette,
    actions: &mut Vec<GameAction>,
) {
    graph.update(session);
    let mut kind = graph.kind(session);
    let top = ui.cursor().min.y;
    let points = match session.game.source().ruleset.points.as_str() {
        "" => t::score(),
        own => own,
    };
    match graph.course.has_points() {
        true => {
            let kinds = [(ScoreKind::Points, points), (ScoreKind::Chances, t::chances())];
            if let Some(chosen) = small_segmented(ui, Some(kind), &kinds) {
                (kind, graph.chosen) = (chosen, Some(chosen));
            }
        }
        // A choice of one is none.
        false => {
            let name = egui::RichText::new(t::chances()).small().color(palette.weak);
            ui.add(egui::Label::new(name).selectable(false).extend());
        }
    }
    let height = (HEIGHT - (ui.cursor().min.y - top)).max(40.0);
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, t::graph()));
    let plot = GraphPlot::new(ui, rect, graph, kind);
    plot.paint(ui, session, palette);
    if let Some(ply) = response.interact_pointer_pos().and_then(|at| plot.ply(at))
        && (response.clicked() || response.dragged())
        && graph.course.line[ply] != session.game.here()
    {
        actions.push(GameAction::GoTo(graph.course.line[ply]));
    }
    if let Some(ply) = response.hover_pos().and_then(|at| plot.ply(at)) {
        let text = plot.hover_text(session, ply);
        response.on_hover_text_at_pointer(text);
    }
}

struct GraphPlot<'a> {
    /// The frame, and the lines in it.
    whole: Rect,
    rect: Rect,
    kind: ScoreKind,
    line: &'a [NodeId],
    values: &'a [Vec<Option<f64>>],
    low: f64,
    high: f64,
}

impl<'a> GraphPlot<'a> {
    fn new(ui: &Ui, whole: Rect, graph: &'a ScoreChart, kind: ScoreKind) -> Self {
        let (values, (low, high)) = (graph.course.values(kind), graph.course.bounds(kind));
        // The scale has the room of its widest number.
        let width = |value| {
            let font = egui::FontId::proportional(font::CRAMPED);
            let text = value_text(kind, value);
            ui.painter().layout_no_wrap(text, font, Color32::PLACEHOLDER).size().x
        };
        let left = width(low).max(width(high)) + 2.0 * SCALE_GAP;
        let rect =
            Rect::from_min_max(whole.min + vec2(left, INSET), whole.max - vec2(MARGIN, INSET));
        GraphPlot { whole, rect, kind, line: &graph.course.line, values, low, high }
    }

    fn x(&self, ply: usize) -> f32 {
        let last = (self.line.len() - 1).max(1) as f32;
        self.rect.left() + self.rect.width() * ply as f32 / last
    }

    fn y(&self, value: f64) -> f32 {
        let part = (value - self.low) / (self.high - self.low);
        self.rect.bottom() - self.rect.height() * part as f32
    }

    fn ply(&self, at: Pos2) -> Option<usize> {
        let last = self.line.len().checked_sub(1)?;
        let part = (at.x - self.rect.left()) / self.rect.width().max(1.0);
        Some((part.clamp(0.0, 1.0) * last as f32).round() as usize)
    }

    fn hover_text(&self, session: &GameSession, ply: usize) -> String {
        let value = |seat: usize| {
            let value = self.values[seat].get(ply).copied().flatten()?;
            Some(format!("{} {}", session.side(seat as Seat), value_text(self.kind, value)))
        };
        let values: Vec<_> = (0..self.values.len()).filter_map(value).collect();
        format!("{ply}: {}", values.join(", "))
    }

    fn paint(&self, ui: &Ui, session: &GameSession, palette: Palette) {
        let painter = ui.painter();
        let whole = self.whole;
        painter.rect_filled(whole, radius::CHIP, palette.background);
        painter.rect_stroke(
            whole,
            radius::CHIP,
            Stroke::new(stroke::LINE, palette.line),
            egui::StrokeKind::Inside,
        );
        let known = self.values.iter().flatten().flatten().count();
        if self.kind == ScoreKind::Chances && known == 0 {
            let inside = ui.painter().layout(
                t::graph_empty().to_owned(),
                egui::FontId::proportional(font::SMALL),
                palette.weak,
                self.rect.width(),
            );
            painter.galley(whole.center() - inside.size() / 2.0, inside, palette.weak);
            return;
        }
        let thin = Stroke::new(stroke::LINE, palette.line);
        let middle = if self.kind == ScoreKind::Chances { 50.0 } else { 0.0 };
        painter.hline(self.rect.x_range(), self.y(middle), thin);
        self.paint_scale(ui, palette);
        let here = self.line.iter().position(|node| *node == session.game.here());
        if let Some(ply) = here {
            let strong = Stroke::new(stroke::STRONG, palette.accent);
            painter.vline(self.x(ply), whole.y_range().shrink(1.0), strong);
        }
        // The first seat's line is drawn last.
        let ends: Vec<Option<Pos2>> = (0..self.values.len())
            .rev()
            .map(|seat| self.paint_seat(ui, session, seat, palette))
            .collect();
        self.paint_badges(ui, session, ends.into_iter().rev());
        self.paint_qualities(ui, session, palette);
    }

    /// A dot for each move with a sign, at the foot.
    fn paint_qualities(&self, ui: &Ui, session: &GameSession, palette: Palette) {
        // In a long game, the dots of all moves would make one bar.
        let crowded = self.x(1) - self.x(0) < DOTS_APART;
        let dot = |ink: Color32, ply| {
            let at = Pos2::new(self.x(ply), self.rect.bottom() + 1.0);
            ui.painter().circle_filled(at, DOT, ink);
        };
        let mut blunders = Vec::new();
        for (ply, node) in self.line.iter().enumerate() {
            let node = session.game.tree().node(*node);
            let Some(ink) = sign_ink(node, palette) else { continue };
            match node.assessment {
                Some(Assessment::Blunder) => blunders.push((ink, ply)),
                Some(Assessment::Mistake) => dot(ink, ply),
                _ if !crowded => dot(ink, ply),
                _ => {}
            }
        }
        // Over the others.
        blunders.into_iter().for_each(|(ink, ply)| dot(ink, ply));
    }

    /// The least and the most value, at the left.
    fn paint_scale(&self, ui: &Ui, palette: Palette) {
        let font = egui::FontId::proportional(font::CRAMPED);
        let gap = vec2(SCALE_GAP, 0.0);
        for (value, at, anchor) in [
            (self.high, self.rect.left_top() - gap, egui::Align2::RIGHT_CENTER),
            (self.low, self.rect.left_bottom() - gap, egui::Align2::RIGHT_CENTER),
        ] {
            let text = value_text(self.kind, value);
            ui.painter().text(at, anchor, text, font.clone(), palette.weak);
        }
    }

    /// The height of a value; beside the first line where it would be hidden by that.
    fn y_beside(&self, seat: usize, ply: usize, value: Option<f64>) -> Option<f32> {
        let first = self.values[0].get(ply).copied().flatten().filter(|_| seat == 1);
        Some(beside(self.y(value?), first.map(|first| self.y(first))))
    }

    /// A side's badge at the end of its line; those of near values stand around their middle.
    fn paint_badges(
        &self,
        ui: &Ui,
        session: &GameSession,
        ends: impl Iterator<Item = Option<Pos2>>,
    ) {
        let mut ends: Vec<(usize, Pos2)> =
            ends.enumerate().filter_map(|(seat, end)| Some((seat, end?))).collect();
        ends.sort_by(|a, b| a.1.y.total_cmp(&b.1.y).then(a.0.cmp(&b.0)));
        let heights: Vec<f32> = ends.iter().map(|(_, end)| end.y).collect();
        let room = self.whole.y_range().shrink(3.0 + BADGE / 2.0);
        for ((seat, end), y) in ends.into_iter().zip(apart(&heights, BADGE, room)) {
            let place = Rect::from_center_size(Pos2::new(end.x + 8.0, y), Vec2::splat(BADGE));
            shapes::side_badge(ui.painter(), place, &session.look_of(seat as Seat));
        }
    }

    /// Returns where the line ends.
    fn paint_seat(
        &self,
        ui: &Ui,
        session: &GameSession,
        seat: usize,
        palette: Palette,
    ) -> Option<Pos2> {
        let painter = ui.painter();
        let look = session.look_of(seat as Seat);
        let color: Color32 = crate::theme::color(look.color);
        let color = crate::theme::legible(color, palette.background, palette.text);
        let known = self.values[seat].iter().enumerate();
        let points: Vec<Pos2> = known
            .filter_map(|(ply, value)| {
                Some(Pos2::new(self.x(ply), self.y_beside(seat, ply, *value)?))
            })
            .collect();
        let last = points.last().copied()?;
        let pen = Stroke::new(stroke::FOCUS, color);
        // Lines differ by more than their colours.
        match seat {
            0 => drop(painter.line(points, pen)),
            1 => painter.extend(Shape::dashed_line(&points, pen, 6.0, 3.0)),
            _ => painter.extend(Shape::dotted_line(&points, color, 4.0, 1.2)),
        }
        Some(last)
    }
}

fn value_text(kind: ScoreKind, value: f64) -> String {
    match kind {
        ScoreKind::Points => t::number(value),
        ScoreKind::Chances => t::chance((value * 100.0).round() as u16),
    }
}

/// Moves a height away from one that it would lie on.
fn beside(own: f32, first: Option<f32>) -> f32 {
    let hidden = first.is_some_and(|first| (first - own).abs() < BESIDE);
    if hidden { own + BESIDE } else { own }
}

/// Places things of one size along a line, none over another, each as near as can be to its wish;
/// `wishes` are in order.
fn apart(wishes: &[f32], size: f32, room: egui::Rangef) -> Vec<f32> {
    // Groups of things that touch: the sum of the wishes, and how many they are.
    let mut groups: Vec<(f32, usize)> = Vec::new();
    let half = |count: usize| count as f32 * size / 2.0;
    let middle = |(sum, count): (f32, usize)| {
        let least = room.min - size / 2.0 + half(count);
        (sum / count as f32).min(room.max + size / 2.0 - half(count)).max(least)
    };
    for wish in wishes {
        let mut last = (*wish, 1);
        while let Some(before) = groups.pop() {
            if middle(before) + half(before.1) <= middle(last) - half(last.1) {
                groups.push(before);
                break;
            }
            last = (before.0 + last.0, before.1 + last.1);
        }
        groups.push(last);
    }
    let place = |group: (f32, usize)| {
        let first = middle(group) - half(group.1) + size / 2.0;
        (0..group.1).map(move |at| first + at as f32 * size)
    };
    groups.into_iter().flat_map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::{apart, beside};

    #[test]
    fn no_line_hides_another() {
        assert_eq!(beside(30.0, Some(30.0)), 32.0);
        assert_eq!(beside(30.0, Some(40.0)), 30.0);
        assert_eq!(beside(30.0, None), 30.0);
    }

    #[test]
    fn badges_lie_apart_around_their_values() {
        let room = egui::Rangef::new(0.0, 100.0);
        assert_eq!(apart(&[20.0, 60.0], 10.0, room), [20.0, 60.0]);
        assert_eq!(apart(&[50.0, 50.0], 10.0, room), [45.0, 55.0]);
        assert_eq!(apart(&[50.0, 52.0, 60.0], 10.0, room), [44.0, 54.0, 64.0]);
        // None leaves the room.
        assert_eq!(apart(&[0.0, 0.0], 10.0, room), [0.0, 10.0]);
        assert_eq!(apart(&[99.0, 100.0], 10.0, room), [90.0, 100.0]);
    }
}
