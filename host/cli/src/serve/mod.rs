//! `serve`: a server for many games, and its accounts.

mod admin;

use std::net::SocketAddr;

use boardloom_server::{ServerLimits, ServerSettings};

use crate::cli::{AccountsMode, Serve, ServeCommand};
use crate::{Catalog, Console, Failure, Result};

/// Serves until Ctrl-C.
pub fn serve(catalog: Catalog, args: &Serve, console: &mut Console<'_>) -> Result<()> {
    let usual = || Some(catalog.places().records()?.parent()?.join("server"));
    let Some(data) = args.data.clone().or_else(usual) else {
        let what = "--data: this user has no folder for data; name one";
        return Err(Failure::Usage(what.to_owned()));
    };
    if let Some(ServeCommand::Admin { command }) = &args.command {
        return admin::run(&data, command, console);
    }
    let settings = ServerSettings {
        listen: args.listen,
        data,
        origins: args.origin.clone(),
        behind_proxy: args.behind_proxy,
        accounts_required: args.accounts == AccountsMode::Required,
        limits: ServerLimits {
            connections: args.connections,
            connections_by_address: args.connections_by_address,
            rooms: args.games,
            rooms_by_address: args.games_by_address,
        },
    };
    let ready = |address: SocketAddr, games: usize| {
        let reach = if address.ip().is_loopback() { " (this machine only)" } else { "" };
        // A closed output stops no server.
        let _ = writeln!(console.out, "listening on http://{address}{reach}");
        let _ = writeln!(console.out, "{games} games in {}", settings.data.display());
        let _ = console.flush();
    };
    boardloom_server::run(catalog, &settings, ready)
        .map_err(|error| Failure::Usage(error.to_string()))
}
