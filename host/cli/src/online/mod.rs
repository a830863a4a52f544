//! Games between several programs, over TCP: `host`, `join` and `bot`.

mod bot;
mod commands;
mod engine_process;
mod host;
mod join;
mod show;

pub use bot::bot;
pub use host::host;
pub use join::join;

use std::path::PathBuf;

use boardloom_online::{Invitation, RoomAddress};

use crate::catalog::Catalog;
use crate::{Failure, Result};

/// Reads an invitation, whose parts are separate arguments. `plain` connects without encryption.
fn read_invitation(parts: &[&str], plain: bool) -> Result<Invitation> {
    let invitation: Invitation =
        parts.join(" ").parse().map_err(|error| Failure::Usage(format!("{error}")))?;
    let is_program = matches!(invitation.address, RoomAddress::Program(_));
    let wrong = match (&invitation.fingerprint, plain) {
        (None, false) if is_program => {
            "the fingerprint of the room's key is missing: an invitation has it behind the code. \
             Copy all of it; for a room of this machine that was opened with `--plain`, add \
             `--plain`"
        }
        (Some(_), true) => {
            "--plain: the invitation has a fingerprint, so the room is encrypted; leave `--plain` \
             out"
        }
        _ => return Ok(invitation),
    };
    Err(Failure::Usage(wrong.to_owned()))
}

/// Returns the folder of rooms and of the secrets of rooms that were joined.
fn folder(catalog: &Catalog) -> Option<PathBuf> {
    let records = catalog.places().records()?;
    Some(records.parent()?.join("rooms"))
}
