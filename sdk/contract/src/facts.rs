//! Facts of a ruleset that the host knows by their names.

use crate::types::About;

/// The name of the fact of [`About::with_draws`].
const DRAWS: &str = "draws";

impl About {
    /// Adds the fact that a game can end in a draw. Players can then offer one.
    #[must_use]
    pub fn with_draws(mut self, possible: bool) -> Self {
        self.facts.retain(|(name, _)| name != DRAWS);
        if possible {
            self.facts.push((DRAWS.to_owned(), "possible".to_owned()));
        }
        self
    }

    /// Tells whether a game can end in a draw.
    pub fn has_draws(&self) -> bool {
        self.facts.iter().any(|(name, value)| name == DRAWS && value == "possible")
    }
}
