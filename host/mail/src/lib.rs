//! Games by mail: each move is a text that its player signs, to be sent in any way. There is no
//! server, and no player has to be trusted.
//!
//! A [`MailGame`] is what all players have signed: the invitation (rules, plugin, options, start),
//! the seats, and a chain of entries, each signed with the key of its seat over all before it.
//! [`MailMatch`] plays the entries by the rules, tells whose turn it is, and adds entries. A mail has
//! the whole game, so a lost one harms nothing; [`MailGame::merge`] compares a mail with the game that
//! is known.
//!
//! Chance: each player publishes the first link of a chain of hashes by taking a seat, and one more
//! with each entry. Draws follow from the last links of all, and the last one comes from another
//! player than the one who moved before: no player chooses a draw, or knows it before it is due.
//!
//! Decisions at the same time: all seats but the last publish a commitment, the last one plays, and
//! the others disclose.
#![forbid(unsafe_code)]

mod actions;
mod armor;
mod entry;
mod fault;
mod folder;
mod game;
mod game_record;
mod hash;
mod key;
mod known_players;
mod mail_match;
mod merge;
mod secret;

pub use actions::MailAction;
pub use armor::{ArmorError, MAX_TEXT, has_game};
pub use entry::{MAX_NAME, MailEntry, MailPlayer, MailStep};
pub use fault::{MailError, MailFault, Tampering};
pub use folder::{MailFile, MailFolder, read_game};
pub use game::{MailGame, MailInvitation};
pub use game_record::noted_turn;
pub use key::{PlayerKey, PublicKey};
pub use known_players::{Acquaintance, KnownPlayers};
pub use mail_match::{MailMatch, MailTurn};
pub use merge::MailNews;
