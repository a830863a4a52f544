//! HTTP: the page, and the way to the WebSockets.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use boardloom_online::RoomConnection;

use crate::frames::{self, LineReceiver, MAX_FRAME, Reply, error_line};
use crate::game_server::GameServer;
use crate::limits::{Counted, Counter, TooMany};
use crate::lobby;
use crate::origin::Origins;

const PAGE: &str = include_str!("../page/index.html");
const STYLE: &str = include_str!("../page/page.css");
const SCRIPTS: [(&str, &str); 6] = [
    ("/board.js", include_str!("../page/board.js")),
    ("/chat.js", include_str!("../page/chat.js")),
    ("/dom.js", include_str!("../page/dom.js")),
    ("/lobby.js", include_str!("../page/lobby.js")),
    ("/page.js", include_str!("../page/page.js")),
    ("/room.js", include_str!("../page/room.js")),
];
const ICON: &str = include_str!("../page/icon.svg");

/// What requests are answered with.
#[derive(Clone)]
pub(crate) struct Site {
    pub server: Arc<GameServer>,
    pub origins: Arc<Origins>,
    /// WebSockets.
    pub sockets: Arc<Counter>,
    /// Whether a reverse proxy names the client's address.
    pub behind_proxy: bool,
}

/// The connection of a request. WebSockets keep it while they are open.
#[derive(Debug, Clone)]
pub(crate) struct Peer {
    pub address: IpAddr,
    /// Counts as long as it is kept.
    pub _counted: Arc<Counted>,
}

pub(crate) fn router(site: Site) -> Router {
    let mut router = Router::new()
        .route("/", get(page))
        .route("/rooms/{room}", get(page))
        .route("/page.css", get(|| file("text/css; charset=utf-8", STYLE)))
        .route("/icon.svg", get(|| file("image/svg+xml", ICON)))
        .route("/lobby/socket", get(open_lobby))
        .route("/rooms/{room}/socket", get(open_room))
        .route("/games/{file}", get(finished));
    for (path, script) in SCRIPTS {
        let answer = move || file("text/javascript; charset=utf-8", script);
        router = router.route(path, get(answer));
    }
    let unknown = || async { (StatusCode::NOT_FOUND, "there is no such page\n") };
    router.fallback(unknown).layer(from_fn_with_state(site.clone(), guard)).with_state(site)
}

/// Checks the name that a request calls the server, and adds headers of safety.
async fn guard(State(site): State<Site>, request: Request, next: Next) -> Response {
    let host = host_of(request.headers()).to_owned();
    if let Err(why) = site.origins.check_host(&host) {
        tracing::warn!(host, "a request for another host was refused");
        return (StatusCode::MISDIRECTED_REQUEST, why + "\n").into_response();
    }
    let mut response = next.run(request).await;
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self' ws://{host} wss://{host}; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'"
    );
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, &*policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    }
    response
}

fn host_of(headers: &HeaderMap) -> &str {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let plain = |c: char| c.is_ascii_alphanumeric() || ".-:[]_".contains(c);
    if host.chars().all(plain) { host } else { "" }
}

async fn page() -> Response {
    file("text/html; charset=utf-8", PAGE).await
}

async fn file(kind: &'static str, content: &'static str) -> Response {
    // Another version of the program has another page.
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")];
    (headers, content).into_response()
}

/// The record of a finished game.
async fn finished(State(site): State<Site>, Path(name): Path<String>) -> Response {
    let found = site.server.work(move |server| server.finished(&name)).await.flatten();
    match found {
        Some(record) => {
            let headers = [
                (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
                (header::CONTENT_DISPOSITION, "attachment"),
            ];
            (headers, record).into_response()
        }
        None => (StatusCode::NOT_FOUND, "there is no such game\n").into_response(),
    }
}

/// Returns the client's address and its place among the WebSockets, or why it gets none.
fn admit(
    site: &Site,
    peer: &Peer,
    headers: &HeaderMap,
) -> Result<(IpAddr, Counted), (StatusCode, String)> {
    let origin = headers.get(header::ORIGIN).map(|origin| origin.to_str().unwrap_or("?"));
    if let Err(why) = site.origins.check_origin(origin, host_of(headers)) {
        tracing::warn!(origin, "a page of another origin was refused");
        return Err((StatusCode::FORBIDDEN, why + "\n"));
    }
    let forwarded = || {
        // The last entry is the proxy's own; those before it are the client's claims.
        let header = headers.get_all("x-forwarded-for").iter().next_back()?;
        header.to_str().ok()?.rsplit(',').next()?.trim().parse::<IpAddr>().ok()
    };
    let address = Some(()).filter(|()| site.behind_proxy).and_then(|()| forwarded());
    let address = address.unwrap_or(peer.address);
    let counted = site.sockets.count(Some(address)).map_err(|why| {
        tracing::warn!(%address, ?why, "a connection was refused");
        let (status, why) = match why {
            TooMany::InAll => {
                (StatusCode::SERVICE_UNAVAILABLE, "the server is full; try again later\n")
            }
            TooMany::OfAddress => {
                (StatusCode::TOO_MANY_REQUESTS, "too many connections from your address\n")
            }
        };
        (status, why.to_owned())
    })?;
    Ok((address, counted))
}

fn upgrade(socket: WebSocketUpgrade) -> WebSocketUpgrade {
    socket.max_message_size(MAX_FRAME).max_frame_size(MAX_FRAME)
}

async fn open_lobby(
    State(site): State<Site>,
    axum::Extension(peer): axum::Extension<Peer>,
    headers: HeaderMap,
    socket: WebSocketUpgrade,
) -> Response {
    let (address, counted) = match admit(&site, &peer, &headers) {
        Ok(admitted) => admitted,
        Err(refused) => return refused.into_response(),
    };
    upgrade(socket).on_upgrade(async move |socket| {
        lobby::serve(site.server, address, socket).await;
        drop((counted, peer));
    })
}

async fn open_room(
    State(site): State<Site>,
    axum::Extension(peer): axum::Extension<Peer>,
    Path(room): Path<String>,
    headers: HeaderMap,
    socket: WebSocketUpgrade,
) -> Response {
    let (_, counted) = match admit(&site, &peer, &headers) {
        Ok(admitted) => admitted,
        Err(refused) => return refused.into_response(),
    };
    upgrade(socket).on_upgrade(async move |socket| {
        let (sender, outbox) = frames::outbox();
        let sink = Box::new(move |line| sender.send(line));
        match site.server.connect(&room, sink).await {
            Ok((connection, presence)) => {
                frames::carry(socket, outbox, RoomClientLines(connection)).await;
                drop(presence);
            }
            Err(error) => {
                let line = error_line(error.code(), &error.to_string(), None);
                frames::refuse(socket, line).await;
            }
        }
        drop((counted, peer));
    })
}

struct RoomClientLines(RoomConnection);

impl LineReceiver for RoomClientLines {
    async fn receive(&mut self, line: String) -> Reply {
        match self.0.receive(line) {
            true => Reply::Nothing,
            false => Reply::End,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small() {
        let scripts = SCRIPTS.iter().map(|(_, script)| script.len()).sum::<usize>();
        let bytes = PAGE.len() + STYLE.len() + ICON.len() + scripts;
        assert!(bytes <= 100_000, "{bytes} bytes");
    }

    #[test]
    fn the_page_loads_nothing_from_elsewhere() {
        for text in [PAGE, STYLE].into_iter().chain(SCRIPTS.map(|(_, script)| script)) {
            let text = text.replace("http://www.w3.org/2000/svg", "");
            assert!(!text.contains("http://") && !text.contains("https://"), "a foreign address");
        }
        // The policy forbids scripts and styles in the page itself.
        for inline in ["<style", " style=", " onclick=", "javascript:"] {
            assert!(!PAGE.contains(inline), "{inline}");
        }
    }
}
