//! Moves of several steps, while they are made.

use crate::{Message, Piece, Site};

/// The change that the first steps of a move have made.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PartialMove {
    /// The sites that changed, in order, each once.
    pub sites: Vec<Site>,
    /// The pieces on these sites now, in their order.
    pub pieces: Vec<(Site, Piece)>,
    /// A prompt for the next step.
    pub prompt: Option<Message>,
}

impl PartialMove {
    /// Returns a change without a prompt: each site with the piece on it now.
    pub fn new(changes: impl IntoIterator<Item = (Site, Option<Piece>)>) -> Self {
        let mut changes: Vec<_> = changes.into_iter().collect();
        changes.sort_by_key(|(site, _)| *site);
        let sites = changes.iter().map(|(site, _)| *site).collect();
        let pieces = changes.into_iter().filter_map(|(site, piece)| Some((site, piece?)));
        PartialMove { sites, pieces: pieces.collect(), prompt: None }
    }

    /// Adds a prompt for the next step.
    #[must_use]
    pub fn with_prompt(self, prompt: Message) -> Self {
        PartialMove { prompt: Some(prompt), ..self }
    }
}
