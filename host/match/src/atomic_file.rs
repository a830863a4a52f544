//! Files that are replaced as a whole.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Replaces a file so that at any moment either the old or the new one exists: written beside
/// it, synced, renamed.
pub fn write_atomically(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let mut aside = path.as_os_str().to_owned();
    aside.push(format!(".{}.new", std::process::id()));
    let aside = PathBuf::from(aside);
    let write = || {
        let mut file = File::create(&aside)?;
        file.write_all(content)?;
        file.sync_all()?;
        std::fs::rename(&aside, path)
    };
    let result = write();
    if result.is_err() {
        let _ = std::fs::remove_file(&aside);
    }
    // The new name is safe only once the folder is; not every system can.
    if let Some(folder) = path.parent()
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
    result
}
