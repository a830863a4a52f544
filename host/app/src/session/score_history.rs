//! Scores and win probabilities by ply.

use boardloom_match::NodeId;

use super::GameSession;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoreKind {
    Points,
    /// In hundredths, if the computer evaluated the position.
    Chances,
}

/// The values of the line through the shown position.
#[derive(Debug, Clone, Default)]
pub struct ScoreHistory {
    pub line: Vec<NodeId>,
    /// By seat, then by ply; `None` if unknown.
    points: Vec<Vec<Option<f64>>>,
    chances: Vec<Vec<Option<f64>>>,
    reviewed: bool,
}

impl ScoreHistory {
    pub fn of(session: &GameSession) -> Self {
        let tree = session.game.tree();
        let line = tree.line_through(session.game.here());
        let seats = session.game.players().len();
        let by_seat = |value: &dyn Fn(NodeId, usize) -> Option<f64>| -> Vec<Vec<Option<f64>>> {
            let of = |seat| line.iter().map(|node| value(*node, seat)).collect();
            (0..seats).map(of).collect()
        };
        let points = by_seat(&|node, seat| tree.node(node).scores.get(seat).copied());
        let mut chances =
            by_seat(&|node, seat| Some(f64::from(*session.win_chances(node)?.get(seat)?) / 100.0));
        let over = session.game.status().outcome.as_ref();
        if let Some(outcome) = over.filter(|_| line.last() == Some(&session.game.here()))
            && chances.iter().flatten().any(Option::is_some)
        {
            // No search values the end: it is what it is.
            let first = outcome.ranks.iter().filter(|rank| **rank == 0).count().max(1);
            for (values, rank) in chances.iter_mut().zip(&outcome.ranks) {
                let share = if *rank == 0 { 100.0 / first as f64 } else { 0.0 };
                if let Some(last) = values.last_mut() {
                    *last = Some(share);
                }
            }
        }
        let reviewed = session.is_reviewed(&line);
        ScoreHistory { line, points, chances, reviewed }
    }

    /// Tells whether a player has or had points.
    pub fn has_points(&self) -> bool {
        self.points.iter().flatten().flatten().any(|value| *value != 0.0)
    }

    /// Tells whether a review has seen each move of the line.
    pub fn is_reviewed(&self) -> bool {
        self.reviewed
    }

    /// What a graph shows until a player chooses.
    pub fn usual(&self) -> ScoreKind {
        match self.has_points() && !self.is_reviewed() {
            true => ScoreKind::Points,
            false => ScoreKind::Chances,
        }
    }

    /// By seat, then by ply.
    pub fn values(&self, count: ScoreKind) -> &[Vec<Option<f64>>] {
        match count {
            ScoreKind::Points => &self.points,
            ScoreKind::Chances => &self.chances,
        }
    }

    /// The range to draw.
    pub fn bounds(&self, count: ScoreKind) -> (f64, f64) {
        let start = (0.0_f64, if count == ScoreKind::Chances { 100.0 } else { 1.0_f64 });
        let known = self.values(count).iter().flatten().flatten();
        known.fold(start, |(low, high), value| (low.min(*value), high.max(*value)))
    }
}
