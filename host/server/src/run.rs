//! The server's loop: it accepts connections until it is told to stop.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use boardloom_base::{Catalog, LogLimit};
use boardloom_online::Counter;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};

use crate::accounts::Accounts;
use crate::data_folder::{DataFolder, DataFolderError};
use crate::database::{Database, DatabaseError};
use crate::file_handles;
use crate::game_server::GameServer;
use crate::limits::{ConnectionPlaces, ServerLimits};
use crate::origin::Origins;
use crate::web::{self, Peer, Site};

/// The most time for the head of a request, and for a connection that is no WebSocket.
const HEAD_TIME: Duration = Duration::from_secs(10);
const REQUEST_TIME: Duration = Duration::from_secs(60);
/// The interval at which idle rooms are looked for.
const TIDY_EVERY: Duration = Duration::from_secs(30);
/// The interval at which results that could not be written are tried again.
const KEEP_EVERY: Duration = Duration::from_secs(5);
/// The interval at which changes from the command line, vacations and clocks that are out are
/// looked for.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// The pause after a connection could not be accepted: out of file handles, for example.
const RETRY: Duration = Duration::from_millis(200);

#[derive(Debug, Clone)]
pub struct ServerSettings {
    pub listen: SocketAddr,
    /// Where rooms are kept.
    pub data: PathBuf,
    /// The addresses of the page, such as `https://games.example.org`; empty allows those under
    /// which the server is called.
    pub origins: Vec<String>,
    /// Whether a reverse proxy names each client's address in `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// Whether only accounts can play, and guests watch.
    pub accounts_required: bool,
    pub limits: ServerLimits,
}

#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServerError {
    #[error("cannot listen on {address}: {error}")]
    Listen { address: SocketAddr, error: std::io::Error },
    #[error(transparent)]
    Data(#[from] DataFolderError),
    #[error(transparent)]
    Database(#[from] DatabaseError),
    #[error("cannot start: {0}")]
    Runtime(std::io::Error),
}

/// Serves until Ctrl-C or SIGTERM. `ready` is told the address and the number of rooms in the data
/// folder once the server listens.
pub fn run(
    catalog: Catalog,
    settings: &ServerSettings,
    ready: impl FnOnce(SocketAddr, usize),
) -> Result<(), ServerError> {
    let data = DataFolder::open(&settings.data)?;
    let database = Arc::new(Database::open(&settings.data)?);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(ServerError::Runtime)?;
    let served = runtime.block_on(async {
        let address = settings.listen;
        let listener = TcpListener::bind(address).await;
        let listener = listener.map_err(|error| ServerError::Listen { address, error })?;
        let address = listener.local_addr().unwrap_or(address);
        let accounts = Accounts::new(database, settings.accounts_required);
        let server = GameServer::new(catalog, accounts, data, settings.limits)?;
        let limits = settings.limits;
        let handles = file_handles::raise_limit();
        let places = limits.places(handles);
        if places.sockets < limits.connections {
            let (wanted, connections) = (limits.connections, places.sockets);
            tracing::warn!(
                wanted,
                connections,
                handles,
                "fewer connections than wanted: the system's limit of file handles is too low"
            );
        }
        let site = Site {
            server: Arc::clone(&server),
            origins: Arc::new(Origins::new(&settings.origins, address.ip().is_loopback())),
            sockets: Counter::new(places.sockets, limits.connections_by_address),
            behind_proxy: settings.behind_proxy,
        };
        server.follow_moderation();
        let settling = Arc::clone(&server);
        tokio::spawn(async move { settling.work(GameServer::settle).await });
        let publishing = Arc::clone(&server);
        tokio::spawn(async move { publishing.publish_changes().await });
        let tidying = Arc::clone(&server);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(TIDY_EVERY).await;
                tidying.work(|server| server.tidy()).await;
            }
        });
        let keeping = Arc::clone(&server);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(KEEP_EVERY).await;
                keeping.work(|server| server.keep_results()).await;
            }
        });
        // The owner's orders do not wait for rooms that are woken.
        let following = Arc::clone(&server);
        tokio::spawn(async move {
            loop {
                let server = Arc::clone(&following);
                let followed = tokio::task::spawn_blocking(move || server.follow_admin()).await;
                if let Err(error) = followed {
                    tracing::error!(%error, "the owner's orders cannot be followed");
                }
                tokio::time::sleep(LOOK_EVERY).await;
            }
        });
        let watching = Arc::clone(&server);
        tokio::spawn(async move {
            loop {
                let look = |server: &Arc<GameServer>| {
                    server.follow_vacations();
                    server.wake_due();
                };
                watching.work(look).await;
                tokio::time::sleep(LOOK_EVERY).await;
            }
        });
        ready(address, server.count());
        tokio::select! {
            () = accept(&listener, &site, places) => {}
            () = told_to_stop() => {}
        }
        Ok::<_, ServerError>(server)
    });
    let server = served?;
    // Rooms end before the runtime, which closes their connections.
    server.stop();
    runtime.shutdown_timeout(RETRY);
    Ok(())
}

async fn told_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

async fn accept(listener: &TcpListener, site: &Site, places: ConnectionPlaces) {
    // A reverse proxy has one address for all.
    let by_address = match site.behind_proxy {
        true => usize::MAX,
        false => places.requests_by_address,
    };
    // WebSockets are counted among those instead.
    let connections = Counter::new(places.requests, by_address);
    let router = web::router(site.clone());
    loop {
        let (stream, address) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection cannot be accepted");
                tokio::time::sleep(RETRY).await;
                continue;
            }
        };
        match connections.count(Some(address.ip())) {
            Ok(counted) => {
                let peer = Peer { address: address.ip(), _counted: Arc::new(counted) };
                tokio::spawn(serve(stream, peer, router.clone()));
            }
            Err(why) => {
                static REFUSED: LogLimit = LogLimit::new();
                if let Some(left_out) = REFUSED.passes() {
                    tracing::warn!(%address, ?why, left_out, "a connection was refused");
                }
                refuse(&stream);
            }
        }
    }
}

/// Answers without waiting; what does not fit is lost.
fn refuse(stream: &TcpStream) {
    let text = "too many connections; try again later\n";
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{text}",
        text.len()
    );
    let _ = stream.try_write(answer.as_bytes());
}

async fn serve(stream: TcpStream, peer: Peer, router: Router) {
    // Small messages go at once.
    let _ = stream.set_nodelay(true);
    let router = router.layer(axum::Extension(peer));
    let service = TowerToHyperService::new(router);
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    // It ends early where it becomes a WebSocket.
    let _ = tokio::time::timeout(REQUEST_TIME, connection).await;
}
