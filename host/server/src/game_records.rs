//! Finished games of a server: the search, and their records.

use std::net::IpAddr;
use std::time::Instant;

use boardloom_online::network_of;

use crate::accounts::Visitor;
use crate::archive::{self, FoundGame, GameSearch};
use crate::data_folder::is_room_id;
use crate::database::DatabaseError;
use crate::game_server::{GameServer, lock};

/// A file of records ends after the game that reaches this size.
const FILE_BYTES: usize = 16 << 20;

impl GameServer {
    /// Finds games for a search.
    pub fn search(
        &self,
        search: &GameSearch,
        visitor: &Visitor,
        most: usize,
    ) -> Result<Result<(Vec<FoundGame>, bool), String>, DatabaseError> {
        let own = visitor.account().map(|it| it.id);
        self.accounts.database.search_games(search, own, most)
    }

    /// Counts a file of records. False if an address asks for too many.
    pub fn may_download(&self, address: IpAddr) -> bool {
        self.downloads.passes(network_of(address), Instant::now())
    }

    /// Returns the records of found games as one text, and where a next search goes on.
    pub fn records(
        &self,
        search: &GameSearch,
        visitor: &Visitor,
    ) -> Result<Result<(String, Option<i64>), String>, DatabaseError> {
        let found = self.search(search, visitor, archive::FILE_GAMES)?;
        Ok(found.map(|(games, more)| {
            let (mut text, mut next) =
                (String::new(), games.last().filter(|_| more).map(|it| it.id));
            let record = |game: &FoundGame| {
                let file = self.data.finished(&game.room, game.number);
                let record = std::fs::read_to_string(&file);
                let failed = |error: &std::io::Error| {
                    tracing::error!(file = %file.display(), %error, "a record cannot be read");
                };
                // Each begins with a line of its own.
                record.inspect_err(failed).ok().map(|text| format!("{}\n\n", text.trim_end()))
            };
            for (number, game) in games.iter().enumerate() {
                text.extend(record(game));
                if text.len() >= FILE_BYTES && number + 1 < games.len() {
                    next = Some(game.id);
                    break;
                }
            }
            (text, next)
        }))
    }

    /// Returns the record of a game by its name, such as `ROOM-1.loom`. A private one is for the
    /// accounts that played it, and for those who know its code as long as the room exists.
    pub fn finished(&self, name: &str, visitor: &Visitor, code: Option<&str>) -> Option<String> {
        let (room, game) = name.strip_suffix(".loom")?.rsplit_once('-')?;
        let game = game.parse().ok().filter(|_| is_room_id(room))?;
        let note = lock(&self.rooms).get(room).map(|entry| entry.note());
        let wanted = note.and_then(|note| note.code);
        if wanted.is_none() || wanted.as_deref() != code {
            let own = visitor.account().map(|it| it.id);
            let access = self.accounts.database.game_access(room, game, own);
            let failed = |error: &DatabaseError| {
                tracing::error!(%error, "it cannot be read who may have a record");
            };
            match access.inspect_err(failed).ok()? {
                Some(may_read) => may_read.then_some(())?,
                None => wanted.is_none().then_some(())?,
            }
        }
        std::fs::read_to_string(self.data.finished(room, game)).ok()
    }
}
