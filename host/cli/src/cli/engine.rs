//! The arguments of `engine`.

use clap::Args;

use boardloom_base::args::Chosen;

use crate::engine::Protocol;

/// Plays for other programs.
#[derive(Debug, Args)]
pub struct Engine {
    /// The protocol that the other program speaks.
    pub protocol: Protocol,
    /// Which ruleset; without one, that which is meant for the protocol.
    pub ruleset: Option<String>,
    /// Values chosen.
    #[command(flatten)]
    pub chosen: Chosen,
}
