//! Why a text is no invitation.

use thiserror::Error;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InvitationError {
    #[error(
        "the invitation is empty; it looks like `192.168.1.5:41873 K7QX3M ABCDEFGHJKLMNPQRSTUV`"
    )]
    Empty,
    #[error(
        "`{0}` is no address with a port; an invitation looks like `192.168.1.5:41873 K7QX3M \
         ABCDEFGHJKLMNPQRSTUV`"
    )]
    Address(String),
    #[error(
        "`{0}` is no fingerprint of a key: after address and code, an invitation has 20 letters and \
         digits; copy all of it"
    )]
    Fingerprint(String),
    #[error("expected an address, a code and a fingerprint, found more: `{0}`")]
    TooLong(String),
    #[error("`{0}` is no link of a game; one looks like `https://games.example.org/rooms/k3x9`")]
    Link(String),
    #[error(
        "`{0}` is the link of a server, not of a game on it: open it in a browser, and copy the \
         game's own link"
    )]
    NoRoom(String),
}
