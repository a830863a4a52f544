//! The arguments of `engine`.

use clap::Args;

use boardloom_base::args::OverrideArgs;

use crate::engine::Protocol;

#[derive(Debug, Args)]
pub struct Engine {
    /// The protocol that the other program speaks.
    pub protocol: Protocol,
    /// The ruleset; default: the one declared for the protocol.
    pub ruleset: Option<String>,
    #[command(flatten)]
    pub overrides: OverrideArgs,
}
