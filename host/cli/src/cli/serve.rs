//! Arguments of the server.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Serve {
    #[command(subcommand)]
    pub command: Option<ServeCommand>,
    /// Address and port to listen on. The default is reached from this machine only.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7878")]
    pub listen: SocketAddr,
    /// Keep games and accounts in this folder; default: a folder beside your records.
    #[arg(long, value_name = "FOLDER", global = true)]
    pub data: Option<PathBuf>,
    /// An address under which browsers open the page; repeatable.
    #[arg(long, value_name = "URL", value_parser = origin)]
    pub origin: Vec<String>,
    /// A reverse proxy names each client's address in `X-Forwarded-For`.
    #[arg(long)]
    pub behind_proxy: bool,
    /// Whether guests can play, or only watch.
    #[arg(long, value_name = "MODE", value_enum, default_value_t = AccountsMode::Optional)]
    pub accounts: AccountsMode,
    /// The most players and watchers at a time.
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub connections: usize,
    /// The most of them from one address.
    #[arg(long, value_name = "N", default_value_t = 40)]
    pub connections_by_address: usize,
    /// The most games at a time.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub games: usize,
    /// The most of them that were opened from one address.
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub games_by_address: usize,
}

/// Whether players need accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AccountsMode {
    /// Guests can play; accounts can, too.
    Optional,
    /// Guests can only watch.
    Required,
}

#[derive(Debug, Subcommand)]
pub enum ServeCommand {
    /// Look after the accounts of a server, whether it runs or not.
    #[command(after_help = "Examples:\n\
        \x20 boardloom serve admin add NAME\n\
        \x20 boardloom serve admin password NAME --data FOLDER")]
    Admin {
        #[command(subcommand)]
        command: AdminCommand,
    },
}

#[derive(Debug, Subcommand)]
pub enum AdminCommand {
    /// Add an account that is a moderator; the password is read from standard input.
    #[command(after_help = "Examples:\n\
        \x20 boardloom serve admin add NAME\n\
        \x20 boardloom serve admin add NAME < password.txt")]
    Add { name: String },
    /// Make an account a moderator.
    #[command(after_help = "Examples:\n\
        \x20 boardloom serve admin moderator NAME\n\
        \x20 boardloom serve admin moderator NAME --remove")]
    Moderator {
        name: String,
        /// Make it a usual account again.
        #[arg(long)]
        remove: bool,
    },
    /// Set a new password, which is read from standard input, and end all sessions.
    #[command(after_help = "Examples:\n\
        \x20 boardloom serve admin password NAME < password.txt")]
    Password { name: String },
    /// Take the chat away from an account or an address.
    #[command(after_help = "Examples:\n\
        \x20 boardloom serve admin mute NAME --days 7 --reason spam")]
    Mute(SanctionArgs),
    /// Give the chat back.
    #[command(after_help = "Examples:\n\
        \x20 boardloom serve admin unmute NAME")]
    Unmute { target: String },
    /// Keep an account and the addresses of its sessions out, or an address.
    #[command(after_help = "Examples:\n\
        \x20 boardloom serve admin ban NAME --days 30 --reason insults\n\
        \x20 boardloom serve admin ban 192.0.2.1")]
    Ban(SanctionArgs),
    /// Let an account or an address in again.
    #[command(after_help = "Examples:\n\
        \x20 boardloom serve admin unban NAME")]
    Unban { target: String },
    /// Close an account: it cannot be signed in to. Its games stay.
    #[command(after_help = "Examples:\n\
        \x20 boardloom serve admin close-account NAME --reason 'asked for it'")]
    CloseAccount {
        name: String,
        /// Why, for the log.
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
    /// Open a closed account again.
    #[command(after_help = "Examples:\n\
        \x20 boardloom serve admin reopen-account NAME")]
    ReopenAccount { name: String },
    /// Close a game: it ends without a result.
    #[command(after_help = "Examples:\n\
        \x20 boardloom serve admin close-room abcdefghjk --reason spam")]
    CloseRoom {
        /// The last part of the game's address.
        room: String,
        /// Why, for its players and the log.
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
    /// Print what moderators did, the newest first.
    #[command(after_help = "Examples:\n\
        \x20 boardloom serve admin log")]
    Log,
}

/// A mute or a ban.
#[derive(Debug, Args)]
pub struct SanctionArgs {
    /// The name of an account, or an IP address.
    pub target: String,
    /// For so many days; default: without an end.
    #[arg(long, value_name = "N")]
    pub days: Option<u32>,
    /// Why; whom it is for reads it.
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub reason: String,
}

fn origin(text: &str) -> Result<String, String> {
    let plain = text.trim_end_matches('/');
    let host = ["http://", "https://"].iter().find_map(|scheme| plain.strip_prefix(scheme));
    match host.is_some_and(|host| !host.is_empty() && !host.contains(['/', '?', '#', '@'])) {
        true => Ok(plain.to_owned()),
        false => {
            Err("expected an address without a path, such as https://games.example.org".into())
        }
    }
}
