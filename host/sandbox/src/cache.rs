//! The folder of compiled plugins.
//!
//! An entry is code that runs, so the folder has to be the user's alone. The
//! names of entries are hashes of components with a secret key of the user in them: an entry
//! that was put there without the key is never found.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use wasmtime::{Cache, CacheConfig};

use crate::config::CacheFolder;

const CODE: &str = "code";
const KEY_FILE: &str = "key";
const KEY_BYTES: usize = 32;
/// The custom section with the key.
const SECTION: &str = "boardloom:cache";

/// Returns the cache and its folder; `None` if the folder is not writable, or not the user's
/// alone.
pub fn open(folder: &CacheFolder) -> Option<(Cache, PathBuf)> {
    let folder = match folder {
        CacheFolder::Off => return None,
        CacheFolder::At(folder) => folder.clone(),
        CacheFolder::Platform => directories::ProjectDirs::from("", "", "boardloom")
            .map(|dirs| dirs.cache_dir().join("compiled"))?,
    };
    let unused = |error: &dyn std::fmt::Display| {
        tracing::warn!(folder = %folder.display(), %error, "compiled plugins are not kept");
    };
    let ready = private(&folder).inspect_err(|error| unused(error)).ok()?;
    let mut config = CacheConfig::new();
    // Not the folder itself: wasmtime removes unknown files from its own, such as the key.
    config.with_directory(ready.join(CODE));
    let cache = Cache::new(config).inspect_err(|error| unused(error)).ok()?;
    Some((cache, ready))
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

/// Returns the user's key, made on first use; `None` if it can neither be read nor written.
pub fn key(folder: &Path) -> Option<Vec<u8>> {
    let path = folder.join(KEY_FILE);
    let known = || fs::read(&path).ok().filter(|key| key.len() == KEY_BYTES);
    known().or_else(|| {
        let key = random()?;
        let own = folder.join(format!(".{KEY_FILE}-{}", std::process::id()));
        let mut file = fs::File::create(&own).ok()?;
        file.write_all(&key).ok()?;
        // A key of another process that was quicker stays.
        let linked = fs::hard_link(&own, &path);
        let _ = fs::remove_file(&own);
        match linked {
            Ok(()) => Some(key),
            Err(_) => known(),
        }
    })
}

/// Returns bytes of the system's random source, by way of the standard library's hash keys.
fn random() -> Option<Vec<u8>> {
    use std::hash::{BuildHasher, RandomState};
    let numbers = (0..KEY_BYTES / 8)
        .flat_map(|number| RandomState::new().hash_one((number, std::process::id())).to_le_bytes());
    Some(numbers.collect())
}

/// Returns a component with the key as a last custom section.
pub fn marked(component: &[u8], key: &[u8]) -> Vec<u8> {
    let mut section = vec![SECTION.len() as u8];
    section.extend_from_slice(SECTION.as_bytes());
    section.extend_from_slice(key);
    let mut bytes = component.to_vec();
    // A custom section: its number, its length below 128, its name and content.
    bytes.extend([0, section.len() as u8]);
    bytes.extend(section);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once() {
        let folder = tempfile::tempdir().unwrap();
        let first = key(folder.path()).unwrap();
        assert_eq!((first.len(), key(folder.path())), (KEY_BYTES, Some(first.clone())));
        let other = tempfile::tempdir().unwrap();
        assert_ne!(key(other.path()), Some(first));
    }

    #[test]
    fn a_marked_component_is_still_one() {
        let component = wat::parse_str("(component)").unwrap();
        let marked = marked(&component, &[7; KEY_BYTES]);
        assert!(marked.starts_with(&component) && marked.ends_with(&[7; KEY_BYTES]));
        wasmparser::validate(&marked).unwrap();
    }

    #[test]
    #[cfg(unix)]
    fn a_folder_that_others_may_write_to_is_not_used() {
        use std::os::unix::fs::PermissionsExt;
        let room = tempfile::tempdir().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let folder = room.path().join("new/compiled");
        assert!(open(&CacheFolder::At(folder.clone())).is_some());
        assert_eq!(mode(&folder), 0o700);
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
        assert!(open(&CacheFolder::At(folder.clone())).is_some());
        assert_eq!(mode(&folder), 0o700);
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).unwrap();
        assert!(open(&CacheFolder::At(folder)).is_none());
    }
}
