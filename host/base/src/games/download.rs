//! Files from the network, for games and their indexes.

use std::io::{self, Read};
use std::net::IpAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use rustls::crypto::{CryptoProvider, ring};
use thiserror::Error;
use ureq::http::{StatusCode, Uri, header};
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Agent, Body};

/// A redirect more is refused.
const MOST_REDIRECTS: usize = 5;
/// An address is no longer, in bytes.
pub const LONGEST_ADDRESS: usize = 500;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DownloadError {
    #[error("expected an address that begins with `https://`, found `{}`", .0.escape_debug())]
    Address(String),
    #[error(
        "{0} is not encrypted: only `https://` is, and `http://` is taken of this machine alone"
    )]
    NotEncrypted(String),
    #[error("{from} leads to {to}; expected an address that begins with `https://`")]
    Redirect { from: String, to: String },
    #[error("{0} leads from address to address: more than {MOST_REDIRECTS} are not followed")]
    TooManyRedirects(String),
    #[error("there is nothing at {0}")]
    Nothing(String),
    #[error("{address} answers \"{status}\"")]
    Status { address: String, status: String },
    #[error("{address} has more than {most} bytes")]
    TooLarge { address: String, most: usize },
    #[error("{0} does not answer in time")]
    TimedOut(String),
    #[error("cannot get {address}: {why}")]
    Failed { address: String, why: String },
}

/// The longest waits of a download: for a connection, and for all of it.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    pub connect: Duration,
    pub all: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Patience { connect: Duration::from_secs(15), all: Duration::from_secs(300) }
    }
}

impl Patience {
    /// For files of an index, for which a player may wait.
    pub fn of_lists() -> Patience {
        Patience { connect: Duration::from_secs(10), all: Duration::from_secs(30) }
    }
}

/// Tells whether a text is an address rather than a path.
pub fn is_address(text: &str) -> bool {
    text.contains("://")
}

/// Gets a file of at most so many bytes. `None` if the server has no such file.
///
/// # Errors
/// If the address is not encrypted, leads to one that is not, or does not answer with the file.
pub fn download(
    address: &str,
    most: usize,
    patience: Patience,
) -> Result<Option<Vec<u8>>, DownloadError> {
    let mut uri = checked(address)?;
    for _ in 0..=MOST_REDIRECTS {
        let here = uri.to_string();
        let failed = |error| failure(&here, error);
        let response = agent(&uri, patience).get(&uri).call().map_err(failed)?;
        let status = response.status();
        if status == StatusCode::NOT_FOUND || status == StatusCode::GONE {
            return Ok(None);
        }
        if status.is_redirection() {
            let target = response.headers().get(header::LOCATION);
            let target = target.and_then(|it| it.to_str().ok()).unwrap_or_default();
            uri = redirected(&uri, target)?;
            continue;
        }
        if status != StatusCode::OK {
            return Err(DownloadError::Status { address: here, status: status.to_string() });
        }
        return read(&here, response.into_body(), most).map(Some);
    }
    Err(DownloadError::TooManyRedirects(address.to_owned()))
}

fn read(address: &str, mut body: Body, most: usize) -> Result<Vec<u8>, DownloadError> {
    let too_large = || DownloadError::TooLarge { address: address.to_owned(), most };
    if body.content_length().is_some_and(|length| length > most as u64) {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    // One byte more tells that there is more.
    let mut reader = body.as_reader().take(most as u64 + 1);
    reader.read_to_end(&mut bytes).map_err(|error| failure(address, error.into()))?;
    if bytes.len() > most { Err(too_large()) } else { Ok(bytes) }
}

fn failure(address: &str, error: ureq::Error) -> DownloadError {
    let is_late = match &error {
        ureq::Error::Timeout(_) => true,
        ureq::Error::Io(error) => error.kind() == io::ErrorKind::TimedOut,
        _ => false,
    };
    let address = address.to_owned();
    match is_late {
        true => DownloadError::TimedOut(address),
        false => DownloadError::Failed { address, why: error.to_string() },
    }
}

/// Checks that an address is encrypted, or on this machine.
///
/// # Errors
/// If it is neither, or no address.
pub fn check_address(address: &str) -> Result<(), DownloadError> {
    checked(address).map(drop)
}

fn checked(address: &str) -> Result<Uri, DownloadError> {
    let wrong = || DownloadError::Address(address.chars().take(LONGEST_ADDRESS).collect());
    if address.len() > LONGEST_ADDRESS || address.contains(char::is_control) {
        return Err(wrong());
    }
    let uri: Uri = address.parse().map_err(|_| wrong())?;
    let authority = uri.authority().ok_or_else(wrong)?;
    if authority.as_str().contains('@') || authority.host().is_empty() {
        return Err(wrong());
    }
    match uri.scheme_str() {
        Some("https") => Ok(uri),
        Some("http") if is_loopback(&uri) => Ok(uri),
        Some("http") => Err(DownloadError::NotEncrypted(address.to_owned())),
        _ => Err(wrong()),
    }
}

/// Tells whether a host is this machine.
fn is_loopback(uri: &Uri) -> bool {
    let host = uri.host().unwrap_or_default();
    let number = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || number.parse().is_ok_and(|it: IpAddr| it.is_loopback())
}

/// Returns where a redirect leads: to an encrypted address, or to another one of the same machine.
fn redirected(from: &Uri, to: &str) -> Result<Uri, DownloadError> {
    let whole = match (to.strip_prefix('/'), from.authority()) {
        (Some(rest), Some(host)) if !rest.starts_with('/') => {
            format!("{}://{host}{to}", from.scheme_str().unwrap_or("https"))
        }
        _ => to.to_owned(),
    };
    let refused = || DownloadError::Redirect { from: from.to_string(), to: whole.clone() };
    let uri = checked(&whole).map_err(|_| refused())?;
    let same = uri.scheme() == from.scheme() && uri.authority() == from.authority();
    match uri.scheme_str() == Some("https") || same {
        true => Ok(uri),
        false => Err(refused()),
    }
}

/// Follows no redirect by itself, and decodes nothing: what is counted is what is kept.
fn agent(uri: &Uri, patience: Patience) -> Agent {
    let mut builder = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .timeout_connect(Some(patience.connect))
        .timeout_global(Some(patience.all))
        .user_agent(concat!("boardloom/", env!("CARGO_PKG_VERSION")))
        .tls_config(tls_config());
    if is_loopback(uri) {
        // A proxy is another machine.
        builder = builder.proxy(None);
    }
    builder.build().new_agent()
}

/// Trusts the authorities that the system trusts. Those that cannot be read are left out.
fn tls_config() -> TlsConfig {
    static TRUST: OnceLock<(Arc<CryptoProvider>, RootCerts)> = OnceLock::new();
    let (provider, roots) = TRUST.get_or_init(|| {
        let native = rustls_native_certs::load_native_certs().certs;
        let roots: Vec<Certificate<'static>> =
            native.iter().map(|it| Certificate::from_der(it).to_owned()).collect();
        (Arc::new(ring::default_provider()), RootCerts::from(roots))
    });
    TlsConfig::builder()
        .unversioned_rustls_crypto_provider(Arc::clone(provider))
        .root_certs(roots.clone())
        .build()
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::net::{TcpListener, TcpStream};

    use super::*;

    /// Answers each connection with the next of these texts, then stays silent.
    fn serve(answers: Vec<Vec<u8>>) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        std::thread::spawn(move || {
            let mut open: Vec<TcpStream> = Vec::new();
            for answer in answers {
                let (mut stream, _) = listener.accept().unwrap();
                let mut request = Vec::new();
                let mut part = [0; 1024];
                while !request.ends_with(b"\r\n\r\n") {
                    let count = stream.read(&mut part).unwrap_or(0);
                    if count == 0 {
                        break;
                    }
                    request.extend_from_slice(&part[..count]);
                }
                // The client may have enough before all is written.
                let _ = stream.write_all(&answer);
                if !answer.ends_with(b"...") {
                    drop(stream);
                } else {
                    open.push(stream);
                }
            }
            std::thread::park();
        });
        address
    }

    fn answer(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
        [format!("HTTP/1.1 {status}\r\n{headers}\r\n").as_bytes(), body].concat()
    }

    fn get(answers: Vec<Vec<u8>>, most: usize) -> Result<Option<Vec<u8>>, DownloadError> {
        let patience = Patience { all: Duration::from_secs(20), ..Patience::default() };
        download(&format!("{}/x", serve(answers)), most, patience)
    }

    #[test]
    fn only_encrypted_addresses_and_this_machine_are_asked() {
        for good in [
            "https://example.org/x",
            "http://127.0.0.1:8000/x",
            "http://[::1]/x",
            "http://localhost:1/",
        ] {
            assert!(checked(good).is_ok(), "{good}");
        }
        for bad in [
            "http://example.org/x",
            "http://localhost.example.org/",
            "http://127.0.0.1@example.org/",
            "https://user:word@example.org/",
            "ftp://example.org/x",
            "file:///etc/passwd",
            "https:///x",
            "https://",
            "x",
            "",
            "https://example.org/\u{1b}",
        ] {
            assert!(checked(bad).is_err(), "{bad}");
        }
        let long = format!("https://example.org/{}", "x".repeat(600));
        assert!(checked(&long).is_err());
    }

    #[test]
    fn a_redirect_leads_to_an_encrypted_address_or_stays_on_the_machine() {
        let from: Uri = "https://a.org/b/c".parse().unwrap();
        let to = |to: &str| redirected(&from, to).map(|uri| uri.to_string()).ok();
        assert_eq!(to("/d").as_deref(), Some("https://a.org/d"));
        assert_eq!(to("https://b.org/d").as_deref(), Some("https://b.org/d"));
        for bad in ["http://a.org/d", "http://127.0.0.1/d", "//b.org/d", "d", "", "file:///x"] {
            assert_eq!(to(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_file_is_read_up_to_its_limit() {
        let whole = |length: usize| {
            answer("200 OK", &format!("Content-Length: {length}\r\n"), &vec![7; length])
        };
        assert_eq!(get(vec![whole(10)], 10), Ok(Some(vec![7; 10])));
        assert!(matches!(get(vec![whole(11)], 10), Err(DownloadError::TooLarge { .. })));
        // Without a length, and with one that is not true.
        let endless = answer("200 OK", "Connection: close\r\n", &[7; 100_000]);
        assert!(matches!(get(vec![endless], 10), Err(DownloadError::TooLarge { .. })));
        let cut = answer("200 OK", "Content-Length: 9\r\n", b"abc");
        assert!(matches!(get(vec![cut], 10), Err(DownloadError::Failed { .. })));
        assert_eq!(get(vec![answer("404 Not Found", "Content-Length: 0\r\n", b"")], 10), Ok(None));
        let broken = answer("500 Oh no", "Content-Length: 0\r\n", b"");
        assert!(matches!(get(vec![broken], 10), Err(DownloadError::Status { .. })));
        assert!(matches!(get(vec![b"hello".to_vec()], 10), Err(DownloadError::Failed { .. })));
    }

    #[test]
    fn redirects_are_counted() {
        let to = |target: &str| {
            answer("302 Found", &format!("Location: {target}\r\nContent-Length: 0\r\n"), b"")
        };
        let found = answer("200 OK", "Content-Length: 2\r\n", b"ok");
        let mut few = vec![to("/y"); MOST_REDIRECTS];
        few.push(found);
        assert_eq!(get(few, 10), Ok(Some(b"ok".to_vec())));
        let many = get(vec![to("/y"); MOST_REDIRECTS + 1], 10);
        assert!(matches!(many, Err(DownloadError::TooManyRedirects(_))));
        let plain = get(vec![to("http://example.org/")], 10);
        assert!(matches!(plain, Err(DownloadError::Redirect { .. })), "{plain:?}");
    }

    #[test]
    fn silence_ends_a_download() {
        let patience = Patience { all: Duration::from_millis(300), ..Patience::default() };
        for answers in [vec![answer("200 OK", "Content-Length: 9\r\n", b"...")], vec![]] {
            let address = serve(answers);
            let late = download(&address, 10, patience);
            assert!(matches!(late, Err(DownloadError::TimedOut(_))), "{late:?}");
        }
    }
}
