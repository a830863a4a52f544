//! The sites that the last step of a game touched, for its marks.

use crate::{Effect, Site};

/// The sites that the pieces of a step left and reached.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TouchedSites {
    /// The sites that pieces left.
    pub from: Vec<Site>,
    /// The sites that pieces reached.
    pub to: Vec<Site>,
}

impl TouchedSites {
    /// Adds those of some effects.
    pub fn add(&mut self, effects: &[Effect]) {
        for effect in effects {
            match (effect.verb.as_str(), effect.site, effect.onto) {
                ("move", from, to) => {
                    self.from.extend(from);
                    self.to.extend(to);
                }
                ("place" | "promote", Some(site), _) => self.to.push(site),
                _ => {}
            }
        }
    }
}
