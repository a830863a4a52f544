//! Which pages may speak to the server.

/// The names under which browsers reach the server.
#[derive(Debug, Clone, Default)]
pub(crate) struct Origins {
    /// Such as `https://games.example.org`; empty allows the server's own pages.
    allowed: Vec<String>,
    /// Whether only this machine reaches the server.
    loopback: bool,
}

impl Origins {
    pub fn new(allowed: &[String], loopback: bool) -> Self {
        let plain = |origin: &String| origin.trim_end_matches('/').to_ascii_lowercase();
        Origins { allowed: allowed.iter().map(plain).collect(), loopback }
    }

    /// Checks the name by which a request calls the server: a page of another server whose name
    /// was made to point here would otherwise count as one of this server.
    pub fn check_host(&self, host: &str) -> Result<(), String> {
        let host = host.to_ascii_lowercase();
        let is_allowed = |origin: &String| origin.split("://").nth(1) == Some(&*host);
        let known = self.allowed.iter().any(is_allowed);
        if known || is_loopback(&host) || self.allowed.is_empty() && !self.loopback {
            return Ok(());
        }
        Err(format!(
            "this server does not know itself as `{host}`; its owner can name the address with \
             `--origin https://{host}`"
        ))
    }

    /// Checks the page that opens a WebSocket. Programs that are no browsers name none.
    pub fn check_origin(&self, origin: Option<&str>, host: &str) -> Result<(), String> {
        let Some(origin) = origin.map(str::to_ascii_lowercase) else { return Ok(()) };
        // Where origins are named, a page of the same host over another scheme is another one.
        let is_named = !self.allowed.is_empty() && !is_loopback(host);
        let own = origin.split("://").nth(1) == Some(&*host.to_ascii_lowercase()) && !is_named;
        if own || self.allowed.contains(&origin) {
            return Ok(());
        }
        Err(format!("pages of `{origin}` may not play here"))
    }
}

fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(rest),
        None => host.split(':').next().unwrap_or(host),
    };
    name == "localhost" || name.parse::<std::net::IpAddr>().is_ok_and(|it| it.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_for_this_machine_answers_to_its_names_only() {
        let own = Origins::new(&[], true);
        for host in ["localhost:80", "127.0.0.1:7878", "[::1]:7878", "LOCALHOST"] {
            assert_eq!(own.check_host(host), Ok(()), "{host}");
        }
        // A name that was made to point at 127.0.0.1.
        assert!(own.check_host("evil.example:7878").unwrap_err().contains("--origin"));
        assert!(own.check_host("127.0.0.1.evil.example").is_err());
    }

    #[test]
    fn a_named_server_answers_to_that_name() {
        let named = Origins::new(&["https://Games.example.org/".to_owned()], true);
        assert_eq!(named.check_host("games.example.org"), Ok(()));
        assert!(named.check_host("games.example.org.evil.example").is_err());
        let open = Origins::new(&[], false);
        assert_eq!(open.check_host("192.168.1.20:7878"), Ok(()));
    }

    #[test]
    fn pages_of_others_open_no_websocket() {
        let own = Origins::new(&[], false);
        assert_eq!(own.check_origin(None, "host:1"), Ok(()));
        assert_eq!(own.check_origin(Some("http://host:1"), "Host:1"), Ok(()));
        for origin in ["http://evil.example", "http://host:2", "null"] {
            assert!(own.check_origin(Some(origin), "host:1").is_err(), "{origin}");
        }
        let named = Origins::new(&["https://games.example.org".to_owned()], true);
        assert_eq!(named.check_origin(Some("https://games.example.org"), "127.0.0.1:1"), Ok(()));
    }
}
