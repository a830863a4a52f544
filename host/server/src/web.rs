//! HTTP: the page, and the way to the WebSockets.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use boardloom_base::LogLimit;
use boardloom_online::{Counted, Counter, RoomConnection, TooMany};
use boardloom_room::{ClientMessage, LIMITS};

use crate::account_routes::{self, AccountRequest};
use crate::accounts::{Accounts, Visitor};
use crate::frames::{self, LineReceiver, MAX_FRAME, Reply, error_line};
use crate::game_server::GameServer;
use crate::lobby;
use crate::origin::Origins;
use crate::query;

const PAGE: &str = include_str!("../page/index.html");
const STYLE: &str = include_str!("../page/page.css");
const SCRIPTS: [(&str, &str); 11] = [
    ("/account.js", include_str!("../page/account.js")),
    ("/board.js", include_str!("../page/board.js")),
    ("/chat.js", include_str!("../page/chat.js")),
    ("/conditional.js", include_str!("../page/conditional.js")),
    ("/dom.js", include_str!("../page/dom.js")),
    ("/lobby.js", include_str!("../page/lobby.js")),
    ("/moderation.js", include_str!("../page/moderation.js")),
    ("/page.js", include_str!("../page/page.js")),
    ("/records.js", include_str!("../page/records.js")),
    ("/rules.js", include_str!("../page/rules.js")),
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

/// The connection of a request, until it ends or becomes a WebSocket.
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
        .route("/account", get(page))
        .route("/ratings", get(page))
        .route("/search", get(page))
        .route("/moderation", get(page))
        .route("/account/me", get(me))
        .route("/page.css", get(|| file("text/css; charset=utf-8", STYLE)))
        .route("/icon.svg", get(|| file("image/svg+xml", ICON)))
        .route("/lobby/socket", get(open_lobby))
        .route("/rooms/{room}/socket", get(open_room))
        .route("/games/{file}", get(finished))
        .route("/records.loom", get(records));
    for (path, request) in [
        ("/account/sign-up", AccountRequest::SignUp),
        ("/account/sign-in", AccountRequest::SignIn),
        ("/account/sign-out", AccountRequest::SignOut),
        ("/account/password", AccountRequest::Password),
    ] {
        let answer =
            move |state: State<Site>,
                  peer: axum::Extension<Peer>,
                  headers: HeaderMap,
                  body: Bytes| account(request, state, peer, headers, body);
        let limit = DefaultBodyLimit::max(account_routes::LONGEST);
        router = router.route(path, post(answer).layer(limit));
    }
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
        static REFUSED: LogLimit = LogLimit::new();
        if let Some(left_out) = REFUSED.passes() {
            tracing::warn!(host, left_out, "a request for another host was refused");
        }
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
async fn finished(
    State(site): State<Site>,
    axum::Extension(peer): axum::Extension<Peer>,
    Path(name): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let visitor = visitor(&site, &peer, &headers).await?;
    let code = uri.query().and_then(|query| query.strip_prefix("code=")).map(str::to_owned);
    let find = move |server: &Arc<GameServer>| server.finished(&name, &visitor, code.as_deref());
    let found = site.server.work(find).await.flatten();
    let missing = || (StatusCode::NOT_FOUND, "there is no such game\n".to_owned());
    let record = found.ok_or_else(missing)?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment"),
    ];
    Ok((headers, record).into_response())
}

/// The records of all games that a search finds, as one file.
async fn records(
    State(site): State<Site>,
    axum::Extension(peer): axum::Extension<Peer>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let visitor = visitor(&site, &peer, &headers).await?;
    let wrong = |why: String| (StatusCode::BAD_REQUEST, why + "\n");
    let search = query::read_search(uri.query().unwrap_or_default()).map_err(wrong)?;
    if !site.server.may_download(visitor.address) {
        let why = "too many downloads: wait a minute\n";
        return Err((StatusCode::TOO_MANY_REQUESTS, why.to_owned()));
    }
    let found = site.server.work(move |server| server.records(&search, &visitor)).await;
    let Some(Ok(answer)) = found else {
        return Err((StatusCode::SERVICE_UNAVAILABLE, "the server cannot answer now\n".to_owned()));
    };
    let (records, next) = answer.map_err(wrong)?;
    let mut headers = HeaderMap::new();
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    headers.insert(header::CONTENT_TYPE, plain);
    let name = HeaderValue::from_static("attachment; filename=\"records.loom\"");
    headers.insert(header::CONTENT_DISPOSITION, name);
    if let Some(next) = next {
        headers.insert(HeaderName::from_static("boardloom-before"), next.into());
    }
    Ok((headers, records).into_response())
}

async fn me(
    State(site): State<Site>,
    axum::Extension(peer): axum::Extension<Peer>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let visitor = visitor(&site, &peer, &headers).await?;
    Ok(account_routes::me(&site.server.accounts, &visitor))
}

async fn account(
    request: AccountRequest,
    State(site): State<Site>,
    axum::Extension(peer): axum::Extension<Peer>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refusal> {
    check_origin(&site, &headers)?;
    let visitor = visitor(&site, &peer, &headers).await?;
    let accounts = &site.server.accounts;
    Ok(account_routes::answer(accounts, request, &visitor, &headers, body).await)
}

/// Why a request is not answered.
type Refusal = (StatusCode, String);

fn check_origin(site: &Site, headers: &HeaderMap) -> Result<(), Refusal> {
    let origin = headers.get(header::ORIGIN).map(|origin| origin.to_str().unwrap_or("?"));
    if let Err(why) = site.origins.check_origin(origin, host_of(headers)) {
        static REFUSED: LogLimit = LogLimit::new();
        if let Some(left_out) = REFUSED.passes() {
            tracing::warn!(origin, left_out, "a page of another origin was refused");
        }
        return Err((StatusCode::FORBIDDEN, why + "\n"));
    }
    Ok(())
}

fn address_of(site: &Site, peer: &Peer, headers: &HeaderMap) -> IpAddr {
    let forwarded = || {
        // The last entry is the proxy's own; those before it are the client's claims.
        let header = headers.get_all("x-forwarded-for").iter().next_back()?;
        header.to_str().ok()?.rsplit(',').next()?.trim().parse::<IpAddr>().ok()
    };
    let address = Some(()).filter(|()| site.behind_proxy).and_then(|()| forwarded());
    address.unwrap_or(peer.address).to_canonical()
}

async fn visitor(site: &Site, peer: &Peer, headers: &HeaderMap) -> Result<Visitor, Refusal> {
    let address = address_of(site, peer, headers);
    let token = account_routes::token_of(headers);
    let visitor = site.server.accounts.visitor(token, address).await;
    visitor.map_err(|error| (StatusCode::SERVICE_UNAVAILABLE, error.to_string() + "\n"))
}

/// Returns who opens a WebSocket and the place among them, or why there is none.
async fn admit(
    site: &Site,
    peer: &Peer,
    headers: &HeaderMap,
) -> Result<(Visitor, Counted), Refusal> {
    check_origin(site, headers)?;
    let address = address_of(site, peer, headers);
    let counted = site.sockets.count(Some(address)).map_err(|why| {
        static REFUSED: LogLimit = LogLimit::new();
        if let Some(left_out) = REFUSED.passes() {
            tracing::warn!(%address, ?why, left_out, "a client was refused");
        }
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
    // After the limit of connections: the database is asked.
    Ok((visitor(site, peer, headers).await?, counted))
}

fn upgrade(socket: WebSocketUpgrade) -> WebSocketUpgrade {
    socket.max_message_size(MAX_FRAME).max_frame_size(MAX_FRAME)
}

async fn open_lobby(
    State(site): State<Site>,
    axum::Extension(peer): axum::Extension<Peer>,
    headers: HeaderMap,
    socket: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    let (visitor, counted) = admit(&site, &peer, &headers).await?;
    Ok(upgrade(socket).on_upgrade(async move |socket| {
        if let Some(line) = banned(&site, &visitor) {
            return frames::refuse(socket, line).await;
        }
        let accounts = Arc::clone(&site.server.accounts);
        tokio::select! {
            () = lobby::serve(site.server, visitor.clone(), socket) => {}
            () = accounts.wait_for_end(&visitor) => {}
        }
        drop(counted);
    }))
}

async fn open_room(
    State(site): State<Site>,
    axum::Extension(peer): axum::Extension<Peer>,
    Path(room): Path<String>,
    headers: HeaderMap,
    socket: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    let (visitor, counted) = admit(&site, &peer, &headers).await?;
    Ok(upgrade(socket).on_upgrade(async move |socket| {
        if let Some(line) = banned(&site, &visitor) {
            return frames::refuse(socket, line).await;
        }
        let (sender, outbox) = frames::outbox();
        let sink = Box::new(move |line| sender.send(line));
        match site.server.connect(&room, &visitor, sink).await {
            Ok((connection, presence)) => {
                let accounts = Arc::clone(&site.server.accounts);
                let lines = RoomClientLines { connection, accounts, visitor: visitor.clone() };
                tokio::select! {
                    () = frames::carry(socket, outbox, lines, visitor.address) => {}
                    () = site.server.accounts.wait_for_end(&visitor) => {}
                }
                drop(presence);
            }
            Err(error) => {
                let line = error_line(error.code(), &error.to_string(), None);
                frames::refuse(socket, line).await;
            }
        }
        drop(counted);
    }))
}

/// Says to a visitor who is banned until when.
fn banned(site: &Site, visitor: &Visitor) -> Option<String> {
    let ban = site.server.accounts.ban_of(visitor)?;
    Some(error_line("banned", &format!("you are banned {}", ban.words()), None))
}

struct RoomClientLines {
    connection: RoomConnection,
    accounts: Arc<Accounts>,
    visitor: Visitor,
}

impl RoomClientLines {
    /// Refuses chat of a visitor who is muted.
    fn refuse_chat(&self, line: &str) -> Option<String> {
        let mute = self.accounts.mute_of(&self.visitor)?;
        // As the room reads it.
        let Ok(ClientMessage::Chat { id, .. }) = serde_json::from_str(line) else { return None };
        let why = format!("you cannot chat {}", mute.words());
        Some(error_line(
            "muted",
            &why,
            Some(&id).filter(|id| id.len() <= LIMITS.id_bytes).map(|id| &**id),
        ))
    }
}

impl LineReceiver for RoomClientLines {
    async fn receive(&mut self, line: String) -> Reply {
        if line.len() > LIMITS.line_bytes {
            let why = format!("a message has at most {} bytes", LIMITS.line_bytes);
            return Reply::Line(error_line("bad-message", &why, None));
        }
        if let Some(refused) = self.refuse_chat(&line) {
            return Reply::Line(refused);
        }
        match self.connection.receive(line) {
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
