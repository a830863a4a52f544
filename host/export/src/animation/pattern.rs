//! Names of frames that are files of their own.

use std::path::{Path, PathBuf};

const DIGITS: usize = 4;
const MOST_DIGITS: usize = 9;

/// The file names of frames, numbered from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FramePattern {
    folder: PathBuf,
    before: String,
    digits: usize,
    after: String,
}

impl FramePattern {
    pub fn in_folder(folder: &Path) -> Self {
        FramePattern {
            folder: folder.to_owned(),
            before: "frame-".to_owned(),
            digits: DIGITS,
            after: ".png".to_owned(),
        }
    }

    /// Reads a path such as `game-%04d.png`; `None` unless it is a PNG with exactly one number.
    pub fn read(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        let (before, rest) = name.split_once('%')?;
        let (digits, after) = rest.split_once('d')?;
        let digits = match digits {
            "" => 1,
            digits => digits.parse().ok().filter(|n| (1..=MOST_DIGITS).contains(n))?,
        };
        let whole = !after.contains('%') && after.to_lowercase().ends_with(".png");
        whole.then(|| FramePattern {
            folder: path.parent().unwrap_or(Path::new("")).to_owned(),
            before: before.to_owned(),
            digits,
            after: after.to_owned(),
        })
    }

    /// Empty for the current folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn file(&self, number: usize) -> PathBuf {
        let FramePattern { folder, before, digits, after } = self;
        folder.join(format!("{before}{number:0digits$}{after}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_says_where_the_number_comes() {
        let read = |text: &str| FramePattern::read(Path::new(text)).map(|it| it.file(7));
        assert_eq!(read("a/game-%04d.png"), Some("a/game-0007.png".into()));
        assert_eq!(read("%d.PNG"), Some("7.PNG".into()));
        for none in ["game.png", "%d-%d.png", "%04d.gif", "%x.png", "%0000000000d.png", "%99d.png"]
        {
            assert_eq!(read(none), None, "{none}");
        }
        let folder = FramePattern::in_folder(Path::new("a"));
        assert_eq!(folder.file(12), Path::new("a/frame-0012.png"));
    }
}
