//! Files that are replaced as a whole.

use std::fs::File;
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
    let mut aside = path.as_os_str().to_owned();
    aside.push(format!(".{}.new", std::process::id()));
    let aside = PathBuf::from(aside);
    let write = || {
        step()?;
        let mut file = File::create(&aside)?;
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
