//! Judgements of moves, with the annotators' signs.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Assessment {
    Brilliant,
    /// The only move that keeps the value of the position.
    Good,
    Interesting,
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Assessment {
    pub const ALL: [Assessment; 6] = [
        Assessment::Brilliant,
        Assessment::Good,
        Assessment::Interesting,
        Assessment::Inaccuracy,
        Assessment::Mistake,
        Assessment::Blunder,
    ];

    pub fn sign(self) -> &'static str {
        match self {
            Assessment::Brilliant => "!!",
            Assessment::Good => "!",
            Assessment::Interesting => "!?",
            Assessment::Inaccuracy => "?!",
            Assessment::Mistake => "?",
            Assessment::Blunder => "??",
        }
    }

    pub fn from_sign(sign: &str) -> Option<Self> {
        Assessment::ALL.into_iter().find(|assessment| assessment.sign() == sign)
    }
}
