//! Accounts: sign-up, sign-in, and who a request comes from.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::time::Instant;

use boardloom_base::LogLimit;
use boardloom_online::network_of;
use sha2::{Digest, Sha256};
use thiserror::Error;
use tokio::sync::{Semaphore, watch};

use crate::account_name::{AccountName, name_key};
use crate::account_store::{Account, NewSession};
use crate::attempts::Attempts;
use crate::database::{Database, DatabaseError, now};
use crate::moderation::{Sanction, Sanctions};
use crate::password::{self, PasswordError};

/// Attempts to sign in a second, and at once: from an address, at a name from an address, and at a
/// name from all addresses. The last is wide, so that others can hardly lock an account.
const BY_ADDRESS: (f64, f64) = (1.0 / 20.0, 20.0);
const BY_NAME_AND_ADDRESS: (f64, f64) = (1.0 / 60.0, 10.0);
const BY_NAME: (f64, f64) = (1.0 / 3.0, 100.0);
/// New accounts of an address.
const SIGN_UPS: (f64, f64) = (1.0 / 600.0, 10.0);
/// Passwords that are hashed at a time, each with 19 MiB, and those that wait.
const HASHED: usize = 2;
const WAITING: usize = 20;
/// The longest name of a browser that is kept.
const PROGRAM_CHARS: usize = 120;
const TOKEN_BYTES: usize = 32;

#[derive(Debug, Error)]
pub(crate) enum AccountError {
    #[error("{0}")]
    Name(String),
    #[error("this name is taken, or looks like one that is: choose another")]
    Taken,
    #[error(transparent)]
    Password(#[from] PasswordError),
    #[error("the name or the password is wrong")]
    Wrong,
    #[error("this account is closed")]
    Closed,
    #[error("you are banned {0}")]
    Banned(String),
    #[error("too many attempts: wait a few minutes")]
    TooMany,
    #[error("the server is busy: try again in a moment")]
    Busy,
    #[error("sign in first")]
    SignedOut,
    #[error("there is no such session")]
    NoSession,
    #[error("the server's database cannot be used now")]
    Database(#[from] DatabaseError),
}

impl AccountError {
    pub fn code(&self) -> &'static str {
        match self {
            AccountError::Name(_) => "name",
            AccountError::Taken => "taken",
            AccountError::Password(_) => "password",
            AccountError::Wrong => "wrong",
            AccountError::Closed => "closed",
            AccountError::Banned(_) => "banned",
            AccountError::TooMany => "too-many",
            AccountError::Busy => "busy",
            AccountError::SignedOut => "sign-in",
            AccountError::NoSession => "no-session",
            AccountError::Database(_) => "disk",
        }
    }
}

/// Who a connection comes from.
#[derive(Debug, Clone)]
pub(crate) struct Visitor {
    pub address: IpAddr,
    /// `None` for a guest.
    pub signed_in: Option<SignedIn>,
}

#[derive(Debug, Clone)]
pub(crate) struct SignedIn {
    pub account: Account,
    pub session: i64,
}

impl Visitor {
    pub fn account(&self) -> Option<&Account> {
        self.signed_in.as_ref().map(|it| &it.account)
    }
}

/// A request to sign up or in.
#[derive(Debug, Clone)]
pub(crate) struct Credentials {
    pub name: String,
    pub password: String,
}

#[derive(Debug)]
pub(crate) struct Accounts {
    pub database: Arc<Database>,
    /// Whether guests can only watch.
    pub required: bool,
    pub sanctions: Sanctions,
    by_address: Attempts<IpAddr>,
    by_name_and_address: Attempts<(String, IpAddr)>,
    by_name: Attempts<String>,
    sign_ups: Attempts<IpAddr>,
    hashing: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    /// Told when sessions end early.
    revoked: watch::Sender<u64>,
    /// The last number of [`Database::changes_of_others`].
    changes: AtomicI64,
}

impl Accounts {
    pub fn new(database: Arc<Database>, required: bool) -> Self {
        Accounts {
            database,
            required,
            sanctions: Sanctions::default(),
            by_address: Attempts::new(BY_ADDRESS.0, BY_ADDRESS.1),
            by_name_and_address: Attempts::new(BY_NAME_AND_ADDRESS.0, BY_NAME_AND_ADDRESS.1),
            by_name: Attempts::new(BY_NAME.0, BY_NAME.1),
            sign_ups: Attempts::new(SIGN_UPS.0, SIGN_UPS.1),
            hashing: Arc::new(Semaphore::new(HASHED)),
            waiting: Arc::default(),
            revoked: watch::Sender::new(0),
            changes: AtomicI64::new(0),
        }
    }

    /// Adds an account and signs it in. Returns its name and the session's token.
    pub async fn sign_up(
        &self,
        new: Credentials,
        address: IpAddr,
        program: &str,
    ) -> Result<(String, String), AccountError> {
        let name = AccountName::new(&new.name).map_err(AccountError::Name)?;
        self.check_ban(None, address)?;
        if !self.sign_ups.passes(network_of(address), Instant::now()) {
            return Err(AccountError::TooMany);
        }
        let hash = self.hash(move || password::hash(&new.password)).await??;
        let known = name.clone();
        let added = self.ask(move |it| it.add_account(&known, &hash, now())).await?;
        let token = self.begin_session(added.ok_or(AccountError::Taken)?, address, program).await?;
        Ok((name.name, token))
    }

    /// Signs an account in. Returns its name and the session's token.
    pub async fn sign_in(
        &self,
        known: Credentials,
        address: IpAddr,
        program: &str,
    ) -> Result<(String, String), AccountError> {
        let (key, time) = (name_key(&known.name), Instant::now());
        let network = network_of(address);
        let passes = self.by_address.passes(network, time)
            && self.by_name_and_address.passes((key.clone(), network), time)
            && self.by_name.passes(key.clone(), time);
        if !passes {
            static REFUSED: LogLimit = LogLimit::new();
            if let Some(left_out) = REFUSED.passes() {
                tracing::warn!(%address, left_out, "too many attempts to sign in");
            }
            return Err(AccountError::TooMany);
        }
        let stored = self.ask(move |it| it.account_by_key(&key)).await?;
        let password = known.password;
        let Some(stored) = stored else {
            self.hash(move || password::verify_nothing(&password)).await?;
            log_wrong(address);
            return Err(AccountError::Wrong);
        };
        let hash = stored.password;
        if !self.hash(move || password::verify(&password, &hash)).await? {
            log_wrong(address);
            return Err(AccountError::Wrong);
        }
        if stored.closed {
            return Err(AccountError::Closed);
        }
        if !stored.account.moderator {
            self.check_ban(Some(stored.account.id), address)?;
        }
        let token = self.begin_session(stored.account.id, address, program).await?;
        Ok((stored.account.name, token))
    }

    /// Changes a password and ends all other sessions.
    pub async fn change_password(
        &self,
        visitor: &Visitor,
        old: String,
        new: String,
    ) -> Result<(), AccountError> {
        let SignedIn { account, session } =
            visitor.signed_in.clone().ok_or(AccountError::SignedOut)?;
        let key = (name_key(&account.name), network_of(visitor.address));
        if !self.by_name_and_address.passes(key, Instant::now()) {
            return Err(AccountError::TooMany);
        }
        let stored = self.ask(move |it| it.account_by_id(account.id)).await?;
        let hash = stored.ok_or(AccountError::SignedOut)?.password;
        if !self.hash(move || password::verify(&old, &hash)).await? {
            return Err(AccountError::Wrong);
        }
        let hash = self.hash(move || password::hash(&new)).await??;
        self.ask(move |it| it.set_password(account.id, &hash, Some(session))).await?;
        self.revoke();
        Ok(())
    }

    async fn begin_session(
        &self,
        account: i64,
        address: IpAddr,
        program: &str,
    ) -> Result<String, AccountError> {
        let bytes: [u8; TOKEN_BYTES] = password::random_bytes()?;
        let token = password::hex(&bytes);
        let plain = program.chars().filter(|sign| !sign.is_control()).take(PROGRAM_CHARS);
        let new = NewSession {
            token_hash: token_hash(&token),
            program: plain.collect(),
            address: address.to_string(),
        };
        let (_, ended) = self.ask(move |it| it.add_session(account, &new, now())).await?;
        if ended > 0 {
            self.revoke();
        }
        Ok(token)
    }

    /// Returns who a request comes from. A token that is unknown or withdrawn is a guest's.
    pub async fn visitor(
        &self,
        token: Option<&str>,
        address: IpAddr,
    ) -> Result<Visitor, AccountError> {
        let Some(hash) = token.map(token_hash) else {
            return Ok(Visitor { address, signed_in: None });
        };
        let from = address.to_string();
        let found = self.ask(move |it| it.use_session(&hash, &from, now())).await?;
        let signed_in = found.map(|(account, session)| SignedIn { account, session });
        Ok(Visitor { address, signed_in })
    }

    /// Ends one session of an account, or all but its own.
    pub async fn withdraw(
        &self,
        visitor: &Visitor,
        session: Option<i64>,
    ) -> Result<(), AccountError> {
        let own = visitor.signed_in.clone().ok_or(AccountError::SignedOut)?;
        let ended = self
            .ask(move |it| match session {
                Some(session) => it.end_session(own.account.id, session),
                None => it.end_sessions(own.account.id, Some(own.session)).map(|()| true),
            })
            .await?;
        if !ended {
            return Err(AccountError::NoSession);
        }
        self.revoke();
        Ok(())
    }

    /// Returns the ban that keeps a visitor out.
    pub fn ban_of(&self, visitor: &Visitor) -> Option<Sanction> {
        self.sanction_of("ban", visitor)
    }

    /// Returns the mute that takes the chat away from a visitor.
    pub fn mute_of(&self, visitor: &Visitor) -> Option<Sanction> {
        self.sanction_of("mute", visitor)
    }

    /// Those of an address are not for the moderators who share it.
    fn sanction_of(&self, kind: &str, visitor: &Visitor) -> Option<Sanction> {
        let account = visitor.account();
        if account.is_some_and(|it| it.moderator) {
            return None;
        }
        self.sanctions.find(kind, account.map(|it| it.id), visitor.address, now())
    }

    fn check_ban(&self, account: Option<i64>, address: IpAddr) -> Result<(), AccountError> {
        match self.sanctions.find("ban", account, address, now()) {
            Some(ban) => Err(AccountError::Banned(ban.words())),
            None => Ok(()),
        }
    }

    /// Reads mutes and bans again, and lets all connections look whether they go on.
    pub fn follow_moderation(&self) {
        if let Err(error) = self.sanctions.load(&self.database, now()) {
            tracing::error!(%error, "mutes and bans cannot be read");
        }
        self.revoke();
    }

    /// Lets all connections look whether their sessions go on.
    pub fn revoke(&self) {
        self.revoked.send_modify(|count| *count += 1);
    }

    /// Tells whether another process, such as `serve admin`, has written since the last call.
    pub fn has_foreign_changes(&self) -> bool {
        match self.database.changes_of_others() {
            Ok(number) => self.changes.swap(number, Ordering::SeqCst) != number,
            Err(error) => {
                tracing::error!(%error, "the database failed");
                false
            }
        }
    }

    /// Waits until the visitor's session has ended, or the visitor is banned.
    pub async fn wait_for_end(&self, visitor: &Visitor) {
        let mut revoked = self.revoked.subscribe();
        let session = visitor.signed_in.as_ref().map(|it| it.session);
        loop {
            // It may have ended before this listened.
            if self.ban_of(visitor).is_some() {
                return;
            }
            if let Some(session) = session
                && let Ok(false) = self.ask(move |it| it.has_session(session)).await
            {
                return;
            }
            if revoked.changed().await.is_err() {
                return std::future::pending().await;
            }
        }
    }

    /// Asks the database on a thread for such work.
    pub async fn ask<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&Database) -> Result<T, DatabaseError> + Send + 'static,
    ) -> Result<T, AccountError> {
        let database = Arc::clone(&self.database);
        let asked = tokio::task::spawn_blocking(move || ask(&database)).await;
        let answer = asked.map_err(|_| AccountError::Busy)?;
        answer.map_err(|error| {
            tracing::error!(%error, "the database failed");
            AccountError::Database(error)
        })
    }

    /// Hashes a password on a thread for such work. Few are hashed at a time, and few wait.
    async fn hash<T: Send + 'static>(
        &self,
        hash: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AccountError> {
        let waiting = QueueGuard::new(&self.waiting).ok_or(AccountError::Busy)?;
        let hashing = Arc::clone(&self.hashing).acquire_owned().await;
        let hashing = hashing.map_err(|_| AccountError::Busy)?;
        // A client that leaves does not end the work: both places are kept until it is done.
        let work = move || {
            let _held = (waiting, hashing);
            hash()
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| AccountError::Busy)
    }
}

/// A place among those that wait, until it is dropped.
struct QueueGuard(Arc<AtomicUsize>);

impl QueueGuard {
    fn new(count: &Arc<AtomicUsize>) -> Option<Self> {
        let place = QueueGuard(Arc::clone(count));
        (count.fetch_add(1, Ordering::SeqCst) < WAITING).then_some(place)
    }
}

impl Drop for QueueGuard {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

fn log_wrong(address: IpAddr) {
    static WRONG: LogLimit = LogLimit::new();
    if let Some(left_out) = WRONG.passes() {
        tracing::warn!(%address, left_out, "a wrong name or password");
    }
}

/// Tokens are random: a fast hash keeps them as well as a slow one.
fn token_hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accounts() -> (tempfile::TempDir, Accounts) {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(folder.path()).unwrap();
        (folder, Accounts::new(Arc::new(database), false))
    }

    fn credentials(name: &str, password: &str) -> Credentials {
        Credentials { name: name.to_owned(), password: password.to_owned() }
    }

    const HOME: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn run<T>(test: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_multi_thread().enable_time().build().unwrap().block_on(test)
    }

    #[test]
    fn guesses_at_a_name_are_limited_from_an_address_and_widely_from_all() {
        let (_folder, accounts) = accounts();
        run(async {
            accounts.sign_up(credentials("Ann", "a password"), HOME, "test").await.unwrap();
            let (thief, home) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
            for _ in 0..BY_NAME_AND_ADDRESS.1 as u8 {
                let error = accounts.sign_in(credentials("ann", "a guess"), thief, "").await;
                assert!(matches!(error, Err(AccountError::Wrong)), "{error:?}");
            }
            let sign_in = |from| accounts.sign_in(credentials("Ann", "a password"), from, "");
            let lucky = sign_in(thief).await;
            assert!(matches!(lucky, Err(AccountError::TooMany)), "{lucky:?}");
            sign_in(home).await.expect("others do not lock her out");
            while accounts.by_name.passes(name_key("Ann"), Instant::now()) {}
            let right = sign_in(home).await;
            assert!(matches!(right, Err(AccountError::TooMany)), "{right:?}");
        });
    }

    #[test]
    fn few_passwords_wait_to_be_hashed() {
        let (_folder, accounts) = accounts();
        let waiting: Vec<_> =
            (0..WAITING).map(|_| QueueGuard::new(&accounts.waiting).expect("a place")).collect();
        assert!(QueueGuard::new(&accounts.waiting).is_none());
        drop(waiting);
        assert!(QueueGuard::new(&accounts.waiting).is_some());
        assert_eq!(accounts.waiting.load(Ordering::SeqCst), 0, "refused ones are not counted");
    }

    #[test]
    fn a_token_is_not_in_the_database() {
        let (folder, accounts) = accounts();
        let (_, token) =
            run(accounts.sign_up(credentials("Ann", "a password"), HOME, "test")).unwrap();
        drop(accounts);
        for file in std::fs::read_dir(folder.path()).unwrap() {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            for secret in [token.as_bytes(), b"a password"] {
                assert!(!bytes.windows(secret.len()).any(|part| part == secret));
            }
        }
    }
}
