//! The stream of a connection: plain TCP, or TLS on it. One thread reads, another writes.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::version::TLS13;
use rustls::{
    CertificateError, ClientConfig, ClientConnection, Connection, DigitallySignedStruct, Error,
    RootCertStore, ServerConnection, SignatureScheme,
};

use crate::room_key::{RoomFingerprint, RoomKey};

/// The longest wait for the other side's part of the handshake.
pub(crate) const HANDSHAKE: Duration = Duration::from_secs(10);

/// Why a room is not the one of the invitation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StreamError {
    #[error(
        "another program answers there: the key has the fingerprint {found}, and the invitation says \
         {expected}. Nothing was sent. If the room was opened again, ask for its new invitation"
    )]
    OtherKey { found: RoomFingerprint, expected: RoomFingerprint },
    #[error(
        "no encrypted room answers there ({0}): another program, or a room opened with `--plain`"
    )]
    NoTls(String),
    #[error("the certificate of {host} is not valid: {why}. Nothing was sent")]
    Certificate { host: String, why: String },
}

/// A stream that several threads share.
#[derive(Debug, Clone)]
pub enum RoomStream {
    Plain(Arc<TcpStream>),
    Tls(Arc<TlsStream>),
}

impl RoomStream {
    /// Returns a plain stream, for programs on the same machine.
    pub fn plain(socket: TcpStream) -> Self {
        RoomStream::Plain(Arc::new(socket))
    }

    /// Returns the server's side of TLS. The handshake takes place when something is read.
    pub fn server(socket: TcpStream, key: &RoomKey) -> io::Result<Self> {
        let connection = ServerConnection::new(key.server_config()).map_err(io::Error::other)?;
        Ok(RoomStream::Tls(Arc::new(TlsStream::new(socket, connection.into()))))
    }

    /// Makes the handshake of a client, which takes the key with this fingerprint alone.
    ///
    /// # Errors
    /// When the server has another key: then another program answers.
    pub fn client(socket: TcpStream, expected: &RoomFingerprint) -> io::Result<Self> {
        let provider = Arc::new(ring::default_provider());
        let found = Arc::new(OnceLock::new());
        let check = FingerprintCheck {
            expected: expected.clone(),
            found: Arc::clone(&found),
            provider: Arc::clone(&provider),
        };
        let config = ClientConfig::builder_with_provider(provider)
            .with_protocol_versions(&[&TLS13])
            .map_err(io::Error::other)?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(check))
            .with_no_client_auth();
        let name = ServerName::try_from("boardloom").expect("it is a name");
        let (stream, shaken) = TlsStream::client(socket, config, name)?;
        match (shaken, found.get()) {
            (Ok(()), _) => Ok(RoomStream::Tls(Arc::new(stream))),
            (Err(_), Some(found)) if found != expected => {
                let (found, expected) = (found.clone(), expected.clone());
                Err(io::Error::other(StreamError::OtherKey { found, expected }))
            }
            (Err(error), None) if error.kind() == ErrorKind::Other => {
                Err(io::Error::other(StreamError::NoTls(error.to_string())))
            }
            (Err(error), _) => Err(error),
        }
    }

    /// Makes the handshake of a client with a server whose certificate one of the system's
    /// authorities has signed for this host.
    ///
    /// # Errors
    /// When the certificate is another one: then another program answers.
    pub fn certified(socket: TcpStream, host: &str) -> io::Result<Self> {
        let mut roots = RootCertStore::empty();
        // Those that cannot be read are left out.
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_protocol_versions(&[&TLS13])
            .map_err(io::Error::other)?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
        let (stream, shaken) = TlsStream::client(socket, config, name)?;
        let told = |error: io::Error| {
            let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<Error>());
            match inner {
                Some(Error::InvalidCertificate(why)) => {
                    let (host, why) = (host.to_owned(), why.to_string());
                    io::Error::other(StreamError::Certificate { host, why })
                }
                Some(other) => io::Error::other(StreamError::NoTls(other.to_string())),
                None => error,
            }
        };
        shaken.map_err(told)?;
        Ok(RoomStream::Tls(Arc::new(stream)))
    }

    pub fn socket(&self) -> &TcpStream {
        match self {
            RoomStream::Plain(socket) => socket,
            RoomStream::Tls(stream) => &stream.socket,
        }
    }

    /// Ends the stream in both directions, whatever still waits.
    pub fn cut(&self) {
        let _ = self.socket().shutdown(Shutdown::Both);
    }

    /// Writes everything.
    pub fn send(&self, bytes: &[u8]) -> io::Result<()> {
        match self {
            RoomStream::Plain(socket) => (&**socket).write_all(bytes),
            RoomStream::Tls(stream) => stream.send(bytes),
        }
    }

    /// Tells the other side that nothing follows, and ends the stream.
    pub fn close(&self) {
        if let RoomStream::Tls(stream) = self {
            stream.lock().send_close_notify();
            let _ = stream.flush();
        }
        self.cut();
    }
}

impl Read for RoomStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            RoomStream::Plain(socket) => (&**socket).read(buffer),
            RoomStream::Tls(stream) => stream.receive(buffer),
        }
    }
}

/// TLS on a socket.
#[derive(Debug)]
pub struct TlsStream {
    socket: TcpStream,
    connection: Mutex<Connection>,
    /// Held while encrypted bytes are taken and written, which keeps their order.
    output: Mutex<()>,
}

impl TlsStream {
    fn new(socket: TcpStream, mut connection: Connection) -> Self {
        // What is sent before the handshake ends waits; the queue of lines is limited.
        connection.set_buffer_limit(None);
        TlsStream { socket, connection: Mutex::new(connection), output: Mutex::default() }
    }

    /// Makes the handshake of a client. Returns why it failed beside the stream.
    fn client(
        socket: TcpStream,
        config: ClientConfig,
        name: ServerName<'static>,
    ) -> io::Result<(Self, io::Result<()>)> {
        let connection = ClientConnection::new(Arc::new(config), name).map_err(io::Error::other)?;
        socket.set_read_timeout(Some(HANDSHAKE))?;
        socket.set_write_timeout(Some(HANDSHAKE))?;
        let stream = TlsStream::new(socket, connection.into());
        let shaken = stream.shake_hands().map_err(|error| match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => {
                io::Error::new(ErrorKind::TimedOut, "it does not answer in time")
            }
            _ => error,
        });
        Ok((stream, shaken))
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self, bytes: &[u8]) -> io::Result<()> {
        self.lock().writer().write_all(bytes)?;
        self.flush()
    }

    /// Writes the encrypted bytes that wait.
    fn flush(&self) -> io::Result<()> {
        let _order = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let mut bytes = Vec::new();
            {
                let mut connection = self.lock();
                while connection.wants_write() {
                    connection.write_tls(&mut bytes)?;
                }
            }
            if bytes.is_empty() {
                return Ok(());
            }
            // Without the connection's lock: reading goes on meanwhile.
            (&self.socket).write_all(&bytes)?;
        }
    }

    /// Reads from the socket once, and takes it in. False at the end.
    fn take(&self) -> io::Result<bool> {
        let mut bytes = [0; 1 << 14];
        let count = (&self.socket).read(&mut bytes)?;
        let mut rest = &bytes[..count];
        let answers = {
            let mut connection = self.lock();
            let mut taken = Ok(());
            while !rest.is_empty() && taken.is_ok() {
                connection.read_tls(&mut rest)?;
                taken = connection.process_new_packets().map(drop);
            }
            (taken, connection.wants_write())
        };
        let (taken, wants_write) = answers;
        if wants_write {
            // An alert tells the other side what was wrong.
            let written = self.flush();
            if taken.is_ok() {
                written?;
            }
        }
        taken.map_err(io::Error::other)?;
        Ok(count > 0)
    }

    fn shake_hands(&self) -> io::Result<()> {
        self.flush()?;
        while self.lock().is_handshaking() {
            if !self.take()? {
                return Err(ErrorKind::UnexpectedEof.into());
            }
        }
        self.flush()
    }

    fn receive(&self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.lock().reader().read(buffer) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                // A peer that cuts the stream is one that has left.
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(0),
                read => return read,
            }
            if !self.take()? {
                return Ok(0);
            }
        }
    }
}

/// Takes the certificate with a fingerprint, and no other. Its names and dates say nothing.
#[derive(Debug)]
struct FingerprintCheck {
    expected: RoomFingerprint,
    /// The fingerprint of the key that answered.
    found: Arc<OnceLock<RoomFingerprint>>,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for FingerprintCheck {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let found = self.found.get_or_init(|| RoomFingerprint::of(certificate));
        match *found == self.expected {
            true => Ok(ServerCertVerified::assertion()),
            false => Err(CertificateError::ApplicationVerificationFailure.into()),
        }
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Err(Error::General("expected TLS 1.3".to_owned()))
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let schemes = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, schemes)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        vec![SignatureScheme::ED25519]
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    /// Returns both ends of a connection on the loopback interface.
    fn sockets() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let client = TcpStream::connect(address).expect("it listens");
        (listener.accept().expect("a connection").0, client)
    }

    fn key() -> RoomKey {
        RoomKey::generate().expect("a key")
    }

    /// Answers each chunk that it reads, until the end.
    fn echo(socket: TcpStream, key: RoomKey) -> std::thread::JoinHandle<io::Result<Vec<u8>>> {
        std::thread::spawn(move || {
            let mut stream = RoomStream::server(socket, &key)?;
            let (mut all, mut buffer) = (Vec::new(), [0; 1000]);
            loop {
                match stream.read(&mut buffer)? {
                    0 => return Ok(all),
                    count => {
                        all.extend(&buffer[..count]);
                        stream.send(&buffer[..count])?;
                    }
                }
            }
        })
    }

    #[test]
    fn both_sides_read_what_the_other_wrote() {
        let key = key();
        let (server, client) = sockets();
        let fingerprint = key.fingerprint();
        let server = echo(server, key);
        let mut stream = RoomStream::client(client, &fingerprint).expect("the right key");
        let text: Vec<u8> = (0..100_000u32).map(|number| number as u8).collect();
        let writer = stream.clone();
        let sent = text.clone();
        // Reading and writing at the same time, more than any buffer holds.
        let writing = std::thread::spawn(move || writer.send(&sent));
        let mut found = vec![0; text.len()];
        stream.read_exact(&mut found).expect("an answer");
        writing.join().expect("no panic").expect("it is connected");
        assert!(found == text);
        stream.close();
        assert!(server.join().expect("no panic").expect("a clean end") == text);
    }

    /// Would break if a client told its code to another program.
    #[test]
    fn another_key_is_told_and_gets_nothing() {
        let (server, client) = sockets();
        let server = echo(server, key());
        let error = RoomStream::client(client, &key().fingerprint()).expect_err("another key");
        assert!(error.to_string().contains("another program answers there"), "{error}");
        assert!(server.join().expect("no panic").is_err(), "the alert tells the server");
    }

    #[test]
    fn a_program_that_speaks_no_tls_is_told() {
        let (mut server, client) = sockets();
        server.write_all(b"{\"type\":\"error\"}\n").expect("it is connected");
        let error = RoomStream::client(client, &key().fingerprint()).expect_err("no TLS");
        assert!(error.to_string().starts_with("no encrypted room answers there"), "{error}");
        // The other way round: a client without TLS at a server with it.
        let (server, mut client) = sockets();
        let server = echo(server, key());
        client.write_all(b"{\"type\":\"hello\"}\n").expect("it is connected");
        assert!(server.join().expect("no panic").is_err());
    }

    #[test]
    fn what_is_sent_cannot_be_read_on_the_way() {
        let key = key();
        let (server, client) = sockets();
        let (middle, outer) = sockets();
        // A cable that keeps what runs through it.
        let fingerprint = key.fingerprint();
        let server = echo(server, key);
        let cable = std::thread::spawn(move || {
            let (mut up, mut down) = (client.try_clone().expect("a socket"), middle);
            let mut back = down.try_clone().expect("a socket");
            let mut from = client;
            let down_thread = std::thread::spawn(move || io::copy(&mut from, &mut back));
            let (mut seen, mut buffer) = (Vec::<u8>::new(), [0; 4096]);
            while let Ok(count @ 1..) = down.read(&mut buffer) {
                seen.extend(&buffer[..count]);
                up.write_all(&buffer[..count]).expect("it is connected");
            }
            let _ = up.shutdown(Shutdown::Write);
            let _ = down_thread.join();
            seen
        });
        let mut stream = RoomStream::client(outer, &fingerprint).expect("the right key");
        stream.send(b"the code is K7QX3M").expect("it is connected");
        let mut answer = [0; 18];
        stream.read_exact(&mut answer).expect("an answer");
        stream.close();
        let seen = cable.join().expect("no panic");
        server.join().expect("no panic").expect("a clean end");
        assert!(seen.len() > 100);
        assert!(!seen.windows(6).any(|part| part == b"K7QX3M"));
    }
}
