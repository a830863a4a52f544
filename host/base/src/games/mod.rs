//! Games as single files: their format, those that are installed, signatures, and indexes of games.

mod changes;
mod download;
mod file;
mod index;
mod index_writer;
mod known_keys;
mod signature;
mod store;

pub use changes::changes;
pub use download::{DownloadError, Patience, download, is_address};
pub use file::{
    DESCRIPTION, ENDINGS, GameFile, PACKED_FILE, check_id, check_version, compare_versions,
    is_game_file,
};
pub use index::{
    Index, IndexEntry, IndexError, IndexResults, IndexedGame, IndexedVersion, find, find_plugin,
    indexes, search, versions,
};
pub use index_writer::{IndexWriterError, add_to_index};
pub use known_keys::SignerChange;
pub use signature::{
    GameKey, LARGEST_SIGNATURE, SIGNATURE, SIGNATURE_FILE, SignatureError, needs_signature,
    public_key_line,
};
pub use store::{
    Arrived, GameArrival, GameStore, Installed, LARGEST_GAME, StoreError, is_hash, signature_beside,
};
