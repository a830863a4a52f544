//! The folder of compiled plugins.
//!
//! An entry is code that runs, so only the user may write to the folder. The name of an entry is a
//! hash of its component and of a secret key of the user: an entry made without the key is never
//! found. An entry begins with the SHA-256 of its code, so that damaged code never runs.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

use sha2::{Digest, Sha256};
use wasmtime::Engine;
use wasmtime::component::Component;

use crate::config::CacheFolder;

const EXTENSION: &str = "cwasm";
/// The beginning of the extension of an entry that is being written.
const UNFINISHED: &str = "new-";
/// No entry takes this long to write: its process was killed.
const ABANDONED: Duration = Duration::from_secs(3600);
/// The most entries. The least recently used one is removed first.
const ENTRIES: usize = 64;
const KEY_FILE: &str = "key";
const KEY_BYTES: usize = 32;

#[derive(Debug)]
pub struct Cache {
    pub folder: PathBuf,
    key: Vec<u8>,
}

impl Cache {
    /// Opens the folder; `None` if it is not writable, or not the user's alone.
    pub fn open(folder: &CacheFolder) -> Option<Self> {
        let folder = match folder {
            CacheFolder::Off => return None,
            CacheFolder::At(folder) => folder.clone(),
            CacheFolder::Platform => directories::ProjectDirs::from("", "", "boardloom")
                .map(|dirs| dirs.cache_dir().join("compiled"))?,
        };
        let opened = private(&folder).and_then(|folder| Ok(Cache { key: key(&folder)?, folder }));
        opened
            .inspect_err(|error| {
                tracing::warn!(folder = %folder.display(), %error, "compiled plugins are not kept");
            })
            .ok()
    }

    /// Opens a folder for one plugin, where there is no folder for all. [`Cache::remove`] it.
    pub fn temporary() -> Option<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("boardloom-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        // A folder that another user made is not taken.
        fs::create_dir(&folder).ok()?;
        close(&folder).ok()?;
        Cache::open(&CacheFolder::At(folder))
    }

    pub fn remove(self) {
        let _ = fs::remove_dir_all(self.folder);
    }

    fn entry(&self, component: &[u8]) -> PathBuf {
        let hash = Sha256::new().chain_update(&self.key).chain_update(component).finalize();
        self.folder.join(format!("{hash:x}")).with_extension(EXTENSION)
    }

    /// Returns a component whose code is in the cache and fits the engine.
    #[allow(unsafe_code)]
    pub fn load(&self, engine: &Engine, component: &[u8]) -> Option<Component> {
        let path = self.entry(component);
        let entry = fs::read(&path).ok()?;
        let (checksum, code) = entry.split_first_chunk::<32>()?;
        if Sha256::digest(code)[..] != checksum[..] {
            tracing::warn!(path = %path.display(), "a compiled plugin is damaged: it is compiled again");
            return None;
        }
        // SAFETY: an entry can only be named with the user's key, only the user can write to the
        // folder, and `compile` wrote the code. wasmtime checks that it is for this version and
        // these settings.
        let loaded = unsafe { Component::deserialize(engine, code) };
        let file = File::options().append(true).open(&path);
        let _ = file.and_then(|file| file.set_modified(SystemTime::now()));
        loaded.ok()
    }

    pub fn compile(&self, engine: &Engine, component: &[u8]) -> wasmtime::Result<()> {
        let code = engine.precompile_component(component)?;
        let path = self.entry(component);
        let whole = path.with_extension(format!("{UNFINISHED}{}", std::process::id()));
        fs::write(&whole, [&Sha256::digest(&code)[..], &code].concat())?;
        fs::rename(&whole, path)?;
        self.remove_oldest();
        Ok(())
    }

    /// Removes surplus entries, and those that a killed process did not finish. Ignores entries
    /// that another process removes at the same time.
    fn remove_oldest(&self) {
        let mut entries = Vec::new();
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let Ok(used) = entry.metadata().and_then(|about| about.modified()) else { continue };
            let extension = path.extension().unwrap_or_default().to_string_lossy();
            if extension == EXTENSION {
                entries.push((used, path));
            } else if extension.starts_with(UNFINISHED)
                && used.elapsed().is_ok_and(|age| age > ABANDONED)
            {
                let _ = fs::remove_file(path);
            }
        }
        entries.sort();
        let surplus = entries.len().saturating_sub(ENTRIES);
        for (_, path) in &entries[..surplus] {
            let _ = fs::remove_file(path);
        }
    }
}

/// Creates a folder that only the user can read, checks it, and returns its full path.
fn private(folder: &Path) -> io::Result<PathBuf> {
    if !folder.exists() {
        fs::create_dir_all(folder)?;
        close(folder)?;
    }
    let folder = folder.canonicalize()?;
    check_owner(&folder)?;
    // Several sandboxes may be created at once, in one process or in two.
    static TRIALS: AtomicU32 = AtomicU32::new(0);
    let number = TRIALS.fetch_add(1, Ordering::Relaxed);
    let trial = folder.join(format!(".trial-{}-{number}", std::process::id()));
    fs::write(&trial, b"")?;
    fs::remove_file(&trial)?;
    Ok(folder)
}

#[cfg(unix)]
fn close(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))
}

#[cfg(unix)]
fn check_owner(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    let about = fs::metadata(folder)?;
    if about.uid() != rustix::process::geteuid().as_raw() {
        return Err(io::Error::new(ErrorKind::PermissionDenied, "it belongs to another user"));
    }
    // Folders of earlier versions could be read by others.
    if about.mode() & 0o022 != 0 {
        return Err(io::Error::new(ErrorKind::PermissionDenied, "others may write to it"));
    }
    if about.mode() & 0o077 != 0 { close(folder) } else { Ok(()) }
}

#[cfg(not(unix))]
fn close(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
fn check_owner(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Returns the user's key, made on first use.
fn key(folder: &Path) -> io::Result<Vec<u8>> {
    let path = folder.join(KEY_FILE);
    let known = || fs::read(&path).ok().filter(|key| key.len() == KEY_BYTES);
    if let Some(key) = known() {
        return Ok(key);
    }
    let key = random();
    let own = folder.join(format!(".{KEY_FILE}-{}", std::process::id()));
    File::create(&own)?.write_all(&key)?;
    // If another process was faster, its key stays.
    let linked = fs::hard_link(&own, &path);
    let _ = fs::remove_file(&own);
    match linked {
        Ok(()) => Ok(key),
        Err(error) => known().ok_or(error),
    }
}

/// Returns bytes of the system's random source, by way of the standard library's hash keys.
fn random() -> Vec<u8> {
    use std::hash::{BuildHasher, RandomState};
    let numbers = (0..KEY_BYTES / 8)
        .flat_map(|number| RandomState::new().hash_one((number, std::process::id())).to_le_bytes());
    numbers.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::engine_config;

    #[test]
    fn a_key_is_made_once() {
        let folder = tempfile::tempdir().unwrap();
        let first = key(folder.path()).unwrap();
        assert_eq!((first.len(), key(folder.path()).unwrap()), (KEY_BYTES, first.clone()));
        let other = tempfile::tempdir().unwrap();
        assert_ne!(key(other.path()).unwrap(), first);
    }

    fn entries(folder: &Path) -> Vec<PathBuf> {
        let all = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        all.filter(|path| path.extension().is_some_and(|it| it == EXTENSION)).collect()
    }

    #[test]
    fn code_is_found_by_component_and_key_and_for_its_engine_alone() {
        let engine = Engine::new(&engine_config()).unwrap();
        let [component, other] =
            ["(component)", "(component (core module))"].map(|text| wat::parse_str(text).unwrap());
        let [room, elsewhere] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let [cache, stranger] = [&room, &elsewhere]
            .map(|room| Cache::open(&CacheFolder::At(room.path().to_owned())).unwrap());
        assert!(cache.load(&engine, &component).is_none());
        cache.compile(&engine, &component).unwrap();
        assert!(cache.load(&engine, &component).is_some());
        assert!(cache.load(&engine, &other).is_none());
        // An entry that another key names.
        let [path] = &entries(room.path())[..] else { panic!("one entry") };
        fs::copy(path, elsewhere.path().join(path.file_name().unwrap())).unwrap();
        assert!(stranger.load(&engine, &component).is_none());
        let different = Engine::new(engine_config().epoch_interruption(false)).unwrap();
        assert!(cache.load(&different, &component).is_none());
        // One wrong bit in the code, behind a header that wasmtime accepts.
        let mut damaged = fs::read(path).unwrap();
        *damaged.last_mut().unwrap() ^= 1;
        for content in [&damaged[..], b"short"] {
            fs::write(path, content).unwrap();
            assert!(cache.load(&engine, &component).is_none());
        }
        cache.compile(&engine, &component).unwrap();
        assert!(cache.load(&engine, &component).is_some());
    }

    #[test]
    fn entries_that_were_not_used_for_long_are_removed() {
        let room = tempfile::tempdir().unwrap();
        let cache = Cache::open(&CacheFolder::At(room.path().to_owned())).unwrap();
        let path = |number: usize| room.path().join(number.to_string()).with_extension(EXTENSION);
        for number in 0..ENTRIES + 3 {
            let used = SystemTime::UNIX_EPOCH + Duration::from_secs(number as u64);
            File::create(path(number)).unwrap().set_modified(used).unwrap();
        }
        let [killed, running] = ["a.new-7", "b.new-8"].map(|name| room.path().join(name));
        let left = SystemTime::now() - 2 * ABANDONED;
        File::create(&killed).unwrap().set_modified(left).unwrap();
        File::create(&running).unwrap();
        cache.remove_oldest();
        assert!(!killed.exists() && running.exists());
        assert_eq!(entries(room.path()).len(), ENTRIES);
        assert!(!path(2).exists() && path(3).exists() && room.path().join(KEY_FILE).exists());
    }

    #[test]
    #[cfg(unix)]
    fn code_is_kept_though_an_old_entry_cannot_be_removed() {
        let room = tempfile::tempdir().unwrap();
        let cache = Cache::open(&CacheFolder::At(room.path().to_owned())).unwrap();
        let old = room.path().join("old.new-7");
        fs::create_dir(&old).unwrap();
        File::open(&old).unwrap().set_modified(SystemTime::now() - 2 * ABANDONED).unwrap();
        let gone = room.path().join("gone").with_extension(EXTENSION);
        std::os::unix::fs::symlink("nowhere", gone).unwrap();
        let engine = Engine::new(&engine_config()).unwrap();
        let component = wat::parse_str("(component)").unwrap();
        cache.compile(&engine, &component).unwrap();
        assert!(cache.load(&engine, &component).is_some());
    }

    #[test]
    #[cfg(unix)]
    fn a_folder_that_others_may_write_to_is_not_used() {
        use std::os::unix::fs::PermissionsExt;
        let room = tempfile::tempdir().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let folder = room.path().join("new/compiled");
        assert!(Cache::open(&CacheFolder::At(folder.clone())).is_some());
        assert_eq!(mode(&folder), 0o700);
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
        assert!(Cache::open(&CacheFolder::At(folder.clone())).is_some());
        assert_eq!(mode(&folder), 0o700);
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).unwrap();
        assert!(Cache::open(&CacheFolder::At(folder)).is_none());
    }
}
