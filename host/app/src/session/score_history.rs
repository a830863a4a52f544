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
        let chances =
            by_seat(&|node, seat| Some(f64::from(*session.win_chances(node)?.get(seat)?) / 100.0));
        ScoreHistory { line, points, chances }
    }

    /// Tells whether a player has or had points.
    pub fn has_points(&self) -> bool {
        self.points.iter().flatten().flatten().any(|value| *value != 0.0)
    }

    /// Tells whether the win probability of each position with a move is known, as it is after
    /// a review.
    pub fn is_reviewed(&self) -> bool {
        let known = |values: &Vec<Option<f64>>| match values.split_last() {
            Some((_, moved @ [_, ..])) => moved.iter().all(Option::is_some),
            _ => false,
        };
        self.chances.first().is_some_and(known)
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
