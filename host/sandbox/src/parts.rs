//! Totals of what a plugin answers in parts.

use crate::validation::{Validation, at_most};

/// Parts that are shorter than they may be. A call costs time however little it returns, so a
/// plugin that returns single elements would take minutes within the limit of bytes.
const SHORT: usize = 1000;

/// What was read so far of a list that comes in parts.
#[derive(Debug, Default)]
pub struct PartsTotal {
    bytes: usize,
    short: usize,
}

impl PartsTotal {
    /// Adds a part. `begins` tells whether it is the first one, `full` whether it has as many
    /// elements as were asked for.
    pub fn add(&mut self, begins: bool, bytes: usize, full: bool) {
        if begins {
            *self = PartsTotal::default();
        }
        self.bytes = self.bytes.saturating_add(bytes);
        self.short += usize::from(!full);
    }

    /// Checks the totals; `what` names the whole list.
    pub fn check(&self, what: &str, most_bytes: usize) -> Validation {
        at_most(&format!("bytes of {what}"), self.bytes, most_bytes)?;
        at_most(&format!("parts of {what} that could be longer"), self.short, SHORT)
    }
}
