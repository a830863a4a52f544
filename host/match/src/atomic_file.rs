//! Files that are replaced as a whole.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Called before each creation, write, sync and rename, so that tests can make any of them fail.
#[cfg(not(test))]
pub(crate) fn step() -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
pub(crate) use failing::step;

/// Replaces a file so that at any moment either the old or the new one exists: written beside
/// it, synced, renamed.
pub fn write_atomically(path: &Path, content: &[u8]) -> std::io::Result<()> {
    replace(path, content, OpenOptions::new())
}

/// As [`write_atomically`], for a file that other users of the system cannot read.
pub fn write_privately(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    replace(path, content, options)
}

fn replace(path: &Path, content: &[u8], mut options: OpenOptions) -> std::io::Result<()> {
    let mut aside = path.as_os_str().to_owned();
    aside.push(format!(".{}.new", std::process::id()));
    let aside = PathBuf::from(aside);
    let mut write = || {
        step()?;
        let mut file = options.write(true).create(true).truncate(true).open(&aside)?;
        if let Err(why) = step() {
            file.write_all(&content[..content.len() / 2])?;
            return Err(why);
        }
        file.write_all(content)?;
        step()?;
        file.sync_all()?;
        step()?;
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

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn private_files_are_for_their_owner() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("secret");
        for content in ["one", "two"] {
            write_privately(&path, content.as_bytes()).expect("it is written");
            assert_eq!(std::fs::read_to_string(&path).expect("it is there"), content);
            let mode = path.metadata().expect("it is there").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }
}

/// A disk that fails: in this thread, from some step on, for a number of steps.
#[cfg(test)]
pub(crate) mod failing {
    use std::cell::Cell;
    use std::ops::Range;

    thread_local! {
        static STEPS: Cell<usize> = const { Cell::new(0) };
        static FAILING: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
    }

    /// Counts from here, and makes the steps of a range fail.
    pub fn fail(steps: Range<usize>) {
        STEPS.set(0);
        FAILING.set((steps.start, steps.end));
    }

    /// Returns how many steps were taken since [`fail`].
    pub fn steps() -> usize {
        STEPS.get()
    }

    pub fn step() -> std::io::Result<()> {
        let step = STEPS.replace(STEPS.get() + 1);
        let (from, to) = FAILING.get();
        match (from..to).contains(&step) {
            true => Err(std::io::ErrorKind::StorageFull.into()),
            false => Ok(()),
        }
    }
}
