//! Arguments of `host` and `join`.

use std::net::SocketAddr;
use std::path::PathBuf;

use boardloom_base::args::OverrideArgs;
use boardloom_match::TimeControl;
use clap::Args;

use super::game::Seats;

#[derive(Debug, Args)]
pub struct Host {
    /// A ruleset's id or file (.toml), or the record (.loom) of a room to continue.
    #[arg(value_name = "RULESET|RECORD")]
    pub what: String,
    #[command(flatten)]
    pub overrides: OverrideArgs,
    /// Random seed for dice and other chance moves.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Time control instead of the ruleset's, as for `play`.
    #[arg(long, value_name = "CLOCK")]
    pub clock: Option<TimeControl>,
    /// Address and port to listen on. The default is reached from this machine only.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:0")]
    pub listen: SocketAddr,
    /// The code that others must enter; default: a random one.
    #[arg(long, value_name = "CODE")]
    pub code: Option<String>,
    /// Keep the room in this file; default: a file in the folder of rooms.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    #[command(flatten)]
    pub seats: Seats,
}

#[derive(Debug, Args)]
pub struct Join {
    /// Address and port, as `host` prints them.
    pub address: String,
    /// The invitation's code.
    pub code: Option<String>,
    /// Your name.
    #[arg(long, default_value = "Guest")]
    pub name: String,
    /// The seat to take; default: the first open one.
    #[arg(long, value_name = "N", conflicts_with = "watch")]
    pub seat: Option<u8>,
    /// Take no seat.
    #[arg(long)]
    pub watch: bool,
    /// Pass messages on as JSON lines, for programs that play.
    #[arg(long)]
    pub json: bool,
}
