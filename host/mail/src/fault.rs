//! What is wrong with a mail, whose part it is, and what to do.

use boardloom_match::{MatchError, TextError};
use thiserror::Error;

use crate::armor::ArmorError;

/// A part of a game that its player did not sign as it stands there.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Tampering {
    #[error("the rules in this mail are not those that {by} signed")]
    Rules { by: String },
    #[error(
        "the invitation in this mail (the rules, options, start, plugin, or the seat of {by}) is \
         not what {by} signed"
    )]
    Invitation { by: String },
    #[error("seat {seat} in this mail (the name or the key) is not what {by} signed for this game")]
    Seat { seat: u8, by: String },
    #[error("{step}, is not what {by} signed, or an entry before it was left out")]
    Entry {
        /// From 1.
        number: usize,
        /// The entry, as `entry 3, the move`.
        step: String,
        by: String,
    },
    #[error("{step}, is signed by {signer}, and not by {by}, whose turn it is")]
    Signer { number: usize, step: String, signer: String, by: String },
    #[error("{step}, has another share in the draws of chance than {by} is bound to")]
    Share { number: usize, step: String, by: String },
}

/// Why a mail is not taken.
#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum MailFault {
    #[error(transparent)]
    Armor(#[from] ArmorError),
    #[error("the game in this mail cannot be read: {0}")]
    Text(#[from] TextError),
    #[error("cannot read {}: {why}", path.display())]
    File { path: std::path::PathBuf, why: String },
    #[error("this record is no game by mail: it has no tag `Mail`")]
    NotByMail,
    #[error(
        "a newer Boardloom wrote this game by mail (version {version}; this program knows {known}): \
         install it to go on"
    )]
    Version { version: String, known: u32 },
    #[error(
        "the tag `{tag}` cannot be read: {what}; no Boardloom writes it so: ask for the mail again"
    )]
    Tag { tag: String, what: String },
    #[error(
        "{0}. It was changed on its way, or it was put together from several games: do not go \
         on with it, and ask {by} for the mail again", by = .0.asked()
    )]
    Tampered(#[from] Tampering),
    #[error("this mail belongs to another game ({other}, not {known})")]
    OtherGame { known: String, other: String },
    #[error(
        "seat {seat} is taken by {known}, and in this mail by {other}: two players accepted it. Ask \
         {host}, who invited, whom the seat belongs to; the game that you know stays"
    )]
    SeatTaken { seat: u8, known: String, other: String, host: String },
    #[error(
        "{by} has taken seat {} and seat {} of this game; a player has one", .seats.0, .seats.1
    )]
    TwoSeats { by: String, seats: (u8, u8) },
    #[error(
        "this mail and the game that you know part at entry {number}: there {known}, here {other}{why}. \
         The game that you know stays; ask which one counts. To follow this mail instead, move the \
         game's file away and import the mail again"
    )]
    Fork {
        /// From 1.
        number: usize,
        /// As `Ann plays c4`.
        known: String,
        other: String,
        /// What follows from who signed both; may be empty.
        why: String,
    },
    #[error(
        "entry {number} of this mail, by {by}, is signed rightly and still not possible: {why}. \
         Perhaps {by} has another version of the rules; the game that you know stays"
    )]
    Refused { number: usize, by: String, why: String },
}

impl Tampering {
    fn asked(&self) -> &str {
        match self {
            Tampering::Rules { by }
            | Tampering::Invitation { by }
            | Tampering::Seat { by, .. }
            | Tampering::Entry { by, .. }
            | Tampering::Signer { by, .. }
            | Tampering::Share { by, .. } => by,
        }
    }
}

/// Why a player cannot act in a game by mail.
#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum MailError {
    #[error(transparent)]
    Fault(#[from] MailFault),
    #[error(transparent)]
    Match(#[from] MatchError),
    #[error("the system has no random numbers: {why}")]
    Random { why: String },
    #[error("games by mail have 2 to 8 seats, and this one has {seats}")]
    Seats { seats: u8 },
    #[error("not all see everything in this game, so it cannot be played by mail")]
    Hides,
    #[error("this game has no seat {seat}; its seats are 1 to {seats}")]
    NoSeat { seat: u8, seats: u8 },
    #[error("seat {seat} is taken by {name}; open seats: {open}")]
    Taken { seat: u8, name: String, open: String },
    #[error("all seats of this game are taken")]
    Full,
    #[error("you take part in this game already, on seat {seat}")]
    Seated { seat: u8 },
    #[error("a name has 1 to 40 characters that can be printed, all on one line")]
    Name,
    #[error("what is said with a move has at most {most} characters that can be printed")]
    Says { most: usize },
    #[error(
        "you have no seat in this game: `{key}` is none of its keys. Another machine or a lost key \
         may be the reason"
    )]
    Stranger { key: String },
    #[error("the game has not begun: {waits}")]
    NotBegun { waits: String },
    #[error("it is not your turn: {waits}")]
    NotYourTurn { waits: String },
    #[error("the game is over")]
    Over,
    #[error("this game cannot end in a draw, so none can be offered")]
    NoDraws,
    #[error("a draw is offered together with a move that all see; this decision is secret")]
    SecretOffer,
    #[error("no draw is offered to you")]
    NoOffer,
    #[error("{by} offers a draw: accept or decline it first")]
    AnswerFirst { by: String },
    #[error("the decision that you made before cannot be found with this key")]
    LostDecision,
    #[error("a player can make {most} entries in a game by mail, and you have made them")]
    TooLong { most: u32 },
}
