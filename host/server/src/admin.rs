//! What the owner of a server does from the command line, beside a running server or without one.

use std::path::Path;

use thiserror::Error;

use crate::account_name::{AccountName, name_key};
use crate::account_store::StoredAccount;
use crate::data_folder::{DataFolder, DataFolderError};
use crate::database::{Database, DatabaseError, now};
use crate::moderation::{LogEntry, ModerationError, ModerationOrder};
use crate::password::{self, PasswordError};

#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AdminError {
    #[error(transparent)]
    Database(#[from] DatabaseError),
    #[error(transparent)]
    Data(#[from] DataFolderError),
    #[error(transparent)]
    Moderation(#[from] ModerationError),
    #[error("{0}")]
    Name(String),
    #[error("`{0}` is taken, or looks like a name that is")]
    Taken(String),
    #[error("there is no account `{0}`")]
    Unknown(String),
    #[error("{0}")]
    Password(String),
}

impl From<PasswordError> for AdminError {
    fn from(error: PasswordError) -> Self {
        AdminError::Password(error.to_string())
    }
}

/// The accounts of a data folder.
#[derive(Debug)]
pub struct ServerAdmin {
    database: Database,
}

impl ServerAdmin {
    /// Opens a data folder, which a server may use at the same time.
    pub fn open(folder: &Path) -> Result<Self, AdminError> {
        let database = match DataFolder::open(folder) {
            // No server runs, so tables of an older version can be brought up to date.
            Ok(_locked) => Database::open(folder)?,
            Err(DataFolderError::InUse(_)) => Database::open_shared(folder)?,
            Err(error) => return Err(error.into()),
        };
        Ok(ServerAdmin { database })
    }

    /// Adds an account that is a moderator.
    pub fn add_moderator(&self, name: &str, password: &str) -> Result<(), AdminError> {
        let name = AccountName::new(name).map_err(AdminError::Name)?;
        let hash = password::hash(password)?;
        let added = self.database.add_account(&name, &hash, now())?;
        let account = added.ok_or_else(|| AdminError::Taken(name.name.clone()))?;
        self.database.set_moderator(account, true)?;
        Ok(self.database.log_owner("add moderator", &name.name, now())?)
    }

    pub fn set_moderator(&self, name: &str, moderator: bool) -> Result<(), AdminError> {
        let known = self.account(name)?;
        self.database.set_moderator(known.account.id, moderator)?;
        let action = if moderator { "make moderator" } else { "remove moderator" };
        Ok(self.database.log_owner(action, &known.account.name, now())?)
    }

    /// Sets a new password and ends all sessions of the account.
    pub fn set_password(&self, name: &str, password: &str) -> Result<(), AdminError> {
        let known = self.account(name)?;
        let hash = password::hash(password)?;
        self.database.set_password(known.account.id, &hash, None)?;
        Ok(self.database.log_owner("set password", &known.account.name, now())?)
    }

    /// Carries out an order; a running server follows within a second.
    pub fn moderate(&self, order: &ModerationOrder) -> Result<(), AdminError> {
        Ok(self.database.moderate(order, None, now())?)
    }

    /// Returns the last entries of the log, the newest first.
    pub fn moderation_log(&self) -> Result<Vec<LogEntry>, AdminError> {
        Ok(self.database.moderation_log()?)
    }

    fn account(&self, name: &str) -> Result<StoredAccount, AdminError> {
        let found = self.database.account_by_key(&name_key(name))?;
        found.ok_or_else(|| AdminError::Unknown(name.to_owned()))
    }
}
