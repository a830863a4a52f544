//! Arguments of the commands for games by mail.

use std::path::PathBuf;

use boardloom_base::args::OverrideArgs;
use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub enum MailCommand {
    /// Invite others to a game: write the mail for them.
    #[command(after_help = "Examples:\n\
        \x20 boardloom mail new FAMILY/NAME --name Ann -o invitation.txt\n\
        \x20 boardloom mail new FAMILY/NAME --name Ann --set board.width=9 --seat 2 -o invitation.txt")]
    New(NewMail),
    /// Take a mail: check it, and add it to its game.
    #[command(after_help = "Examples:\n\
        \x20 boardloom mail import mail.txt\n\
        \x20 boardloom mail import < mail.txt")]
    Import(ImportMail),
    /// Take a seat in a game, after `import`: write the mail that tells it.
    #[command(after_help = "Examples:\n\
        \x20 boardloom mail join GAME --name Bob -o answer.txt")]
    Join(JoinMail),
    /// Make a move: write the mail for the others.
    #[command(after_help = "Examples:\n\
        \x20 boardloom mail move GAME c4 -o move.txt\n\
        \x20 boardloom mail move GAME c4 --say 'Good luck!' --offer-draw -o move.txt")]
    Move(MoveMail),
    /// Accept a draw that was offered to you.
    #[command(after_help = "Examples:\n\
        \x20 boardloom mail accept GAME -o answer.txt")]
    Accept(Answer),
    /// Decline a draw; a move does it too where it is your turn.
    #[command(after_help = "Examples:\n\
        \x20 boardloom mail decline GAME -o answer.txt")]
    Decline(Answer),
    /// Resign, in your turn.
    #[command(after_help = "Examples:\n\
        \x20 boardloom mail resign GAME --say 'Well played.' -o answer.txt")]
    Resign(Answer),
    /// Write the mail of a game as it stands again, as for one that was lost.
    #[command(after_help = "Examples:\n\
        \x20 boardloom mail send GAME -o again.txt")]
    Send(SendMail),
    /// Show what is in a game or a mail, and who signed it; nothing changes.
    #[command(after_help = "Examples:\n\
        \x20 boardloom mail show GAME\n\
        \x20 boardloom mail show mail.txt")]
    Show(ShowMail),
    /// List your games by mail, and whose turn it is.
    #[command(after_help = "Examples:\n\
        \x20 boardloom mail list")]
    List,
    /// Print your name and the fingerprint of your key, for others to compare.
    #[command(after_help = "Examples:\n\
        \x20 boardloom mail key")]
    Key,
}

/// Where a mail goes.
#[derive(Debug, Args)]
pub struct MailOutput {
    /// Write the mail into this file; default: standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct NewMail {
    /// The ruleset.
    pub ruleset: String,
    #[command(flatten)]
    pub overrides: OverrideArgs,
    /// The number of players, in games with several.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=8))]
    pub seats: Option<u8>,
    /// Your seat.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub seat: u8,
    /// Your name; default: the one given last.
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// The start position, in the game's text form.
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    #[command(flatten)]
    pub output: MailOutput,
}

#[derive(Debug, Args)]
pub struct ImportMail {
    /// The mail, with or without other words around it; default: standard input.
    #[arg(value_name = "MAIL")]
    pub mail: Option<PathBuf>,
    /// Keep the game in this record; default: the file that has it, or a new one in the folder of
    /// games by mail.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct JoinMail {
    /// The game: its name as `mail list` shows it, or its file.
    pub game: String,
    /// The seat to take; default: the first open one.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub seat: Option<u8>,
    /// Your name; default: the one given last.
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    #[command(flatten)]
    pub output: MailOutput,
}

#[derive(Debug, Args)]
pub struct MoveMail {
    /// The game: its name as `mail list` shows it, or its file.
    pub game: String,
    /// The move, in notation or as lists show it.
    #[arg(value_name = "MOVE")]
    pub mv: String,
    /// Something to say with it; the others see it as a comment.
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub say: String,
    /// Offer a draw with the move.
    #[arg(long)]
    pub offer_draw: bool,
    #[command(flatten)]
    pub output: MailOutput,
}

#[derive(Debug, Args)]
pub struct Answer {
    /// The game: its name as `mail list` shows it, or its file.
    pub game: String,
    /// Something to say with it; the others see it as a comment.
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub say: String,
    #[command(flatten)]
    pub output: MailOutput,
}

#[derive(Debug, Args)]
pub struct SendMail {
    /// The game: its name as `mail list` shows it, or its file.
    pub game: String,
    #[command(flatten)]
    pub output: MailOutput,
}

#[derive(Debug, Args)]
pub struct ShowMail {
    /// The game (its name as `mail list` shows it, or its file), or the file of a mail.
    #[arg(value_name = "GAME|MAIL")]
    pub what: String,
}
