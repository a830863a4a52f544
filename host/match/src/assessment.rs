//! Judgements of moves, with the signs that annotators of games write.

/// A judgement of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Assessment {
    /// The only move that keeps the value of the position.
    Good,
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Assessment {
    pub const ALL: [Assessment; 4] =
        [Assessment::Good, Assessment::Inaccuracy, Assessment::Mistake, Assessment::Blunder];

    pub fn sign(self) -> &'static str {
        match self {
            Assessment::Good => "!",
            Assessment::Inaccuracy => "?!",
            Assessment::Mistake => "?",
            Assessment::Blunder => "??",
        }
    }

    pub fn from_sign(sign: &str) -> Option<Self> {
        Assessment::ALL.into_iter().find(|assessment| assessment.sign() == sign)
    }
}
