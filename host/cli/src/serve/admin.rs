//! `serve admin`: accounts of a server, from the command line.

use std::io::BufRead;
use std::path::Path;

use boardloom_server::{AdminError, ModerationAction, ModerationOrder, ServerAdmin};

use crate::cli::AdminCommand;
use crate::{Console, Failure, Result};

pub(super) fn run(data: &Path, command: &AdminCommand, console: &mut Console<'_>) -> Result<()> {
    let failed = |error: AdminError| Failure::Usage(error.to_string());
    let admin = ServerAdmin::open(data).map_err(failed)?;
    match command {
        AdminCommand::Add { name } => {
            let password = read_password(console)?;
            admin.add_moderator(name, &password).map_err(failed)?;
            writeln!(console.out, "{name} is a moderator now")?;
        }
        AdminCommand::Moderator { name, remove } => {
            admin.set_moderator(name, !remove).map_err(failed)?;
            let what = if *remove { "no moderator any more" } else { "a moderator now" };
            writeln!(console.out, "{name} is {what}")?;
        }
        AdminCommand::Password { name } => {
            let password = read_password(console)?;
            admin.set_password(name, &password).map_err(failed)?;
            writeln!(console.out, "{name} has a new password; all sessions have ended")?;
        }
        AdminCommand::Log => {
            for entry in admin.moderation_log().map_err(failed)? {
                writeln!(console.out, "{}", entry.to_line())?;
            }
        }
        command => {
            let Some(order) = order_of(command) else { return Ok(()) };
            admin.moderate(&order).map_err(failed)?;
            writeln!(console.out, "done; `boardloom serve admin log` shows it")?;
        }
    }
    Ok(())
}

/// Returns what a moderator would order.
fn order_of(command: &AdminCommand) -> Option<ModerationOrder> {
    use ModerationAction as A;
    let order = |action, target: &str, days, reason: &str| {
        let (target, reason) = (target.to_owned(), reason.to_owned());
        Some(ModerationOrder { action, target, days, reason })
    };
    match command {
        AdminCommand::Mute(it) => order(A::Mute, &it.target, it.days, &it.reason),
        AdminCommand::Ban(it) => order(A::Ban, &it.target, it.days, &it.reason),
        AdminCommand::Unmute { target } => order(A::Unmute, target, None, ""),
        AdminCommand::Unban { target } => order(A::Unban, target, None, ""),
        AdminCommand::CloseAccount { name, reason } => order(A::CloseAccount, name, None, reason),
        AdminCommand::ReopenAccount { name } => order(A::ReopenAccount, name, None, ""),
        AdminCommand::CloseRoom { room, reason } => order(A::CloseRoom, room, None, reason),
        AdminCommand::Add { .. }
        | AdminCommand::Moderator { .. }
        | AdminCommand::Password { .. }
        | AdminCommand::Log => None,
    }
}

/// Reads a password from a line of standard input, in a terminal without showing it.
fn read_password(console: &mut Console<'_>) -> Result<String> {
    if console.asks {
        write!(console.err, "password: ")?;
        console.err.flush()?;
    }
    let _hidden = console.asks.then(terminal::hide_input).flatten();
    let mut line = String::new();
    console.input.read_line(&mut line)?;
    if console.asks {
        console.say("");
    }
    let line = line.trim_end_matches(['\n', '\r']);
    if line.is_empty() {
        let why = "expected a password on standard input".to_owned();
        return Err(Failure::Usage(why));
    }
    Ok(line.to_owned())
}

#[cfg(unix)]
mod terminal {
    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

    /// Shows what is typed again when it is dropped.
    pub(super) struct HiddenInput(Termios);

    pub(super) fn hide_input() -> Option<HiddenInput> {
        let input = std::io::stdin();
        let before = tcgetattr(&input).ok()?;
        let mut hidden = before.clone();
        hidden.local_modes -= LocalModes::ECHO;
        tcsetattr(&input, OptionalActions::Now, &hidden).ok()?;
        Some(HiddenInput(before))
    }

    impl Drop for HiddenInput {
        fn drop(&mut self) {
            let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, &self.0);
        }
    }
}

#[cfg(not(unix))]
mod terminal {
    /// Input is shown here.
    pub(super) fn hide_input() -> Option<()> {
        None
    }
}
