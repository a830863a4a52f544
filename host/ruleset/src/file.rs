//! Files of limited size.

use std::fs::{File, metadata};
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

/// The largest settings, language files and journals of lines.
pub const TEXT_LIMIT: usize = 64 << 20;

/// Reads a whole file of at most `most` bytes. Does not open pipes and devices: they could
/// have no end, or wait for a writer.
pub fn read_file(path: &Path, most: usize) -> Result<Vec<u8>> {
    let data = metadata(path)?;
    if !data.is_file() && !data.is_dir() {
        return Err(Error::new(
            ErrorKind::InvalidInput,
            "expected a file, found a pipe or a device",
        ));
    }
    let mut bytes = Vec::new();
    if data.is_dir() || data.len() <= most as u64 {
        // The file may have grown since.
        File::open(path)?.take(most as u64 + 1).read_to_end(&mut bytes)?;
    }
    if data.is_file() && (data.len() > most as u64 || bytes.len() > most) {
        let size =
            if most >= 1 << 20 { format!("{} MiB", most >> 20) } else { format!("{most} bytes") };
        return Err(Error::new(ErrorKind::FileTooLarge, format!("it is larger than {size}")));
    }
    Ok(bytes)
}

/// Reads a text, without a byte order mark.
pub fn read_text(path: &Path, most: usize) -> Result<String> {
    let text = String::from_utf8(read_file(path, most)?).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        Error::new(
            ErrorKind::InvalidData,
            format!("line {line} is not UTF-8 text: save the file in the encoding UTF-8"),
        )
    })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_up_to_their_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "\u{feff}four").unwrap();
        assert_eq!(read_text(&path, 7).unwrap(), "four");
        let why = read_text(&path, 6).unwrap_err().to_string();
        assert_eq!(why, "it is larger than 6 bytes");
        std::fs::write(&path, b"a\n\xff").unwrap();
        assert_eq!(
            read_text(&path, 9).unwrap_err().to_string(),
            "line 2 is not UTF-8 text: save the file in the encoding UTF-8"
        );
        // A file of 4 GB takes no room on the disk.
        File::create(&path).unwrap().set_len(4 << 30).unwrap();
        assert!(read_file(&path, 8 << 20).unwrap_err().to_string().contains("larger than 8 MiB"));
        assert_eq!(read_file(&folder.path().join("b"), 9).unwrap_err().kind(), ErrorKind::NotFound);
        assert!(read_file(folder.path(), 9).is_err());
    }

    #[test]
    #[cfg(unix)]
    fn pipes_and_devices_are_not_read() {
        assert!(read_file(Path::new("/dev/zero"), 9).unwrap_err().to_string().contains("a device"));
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        if std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|it| it.success()) {
            assert!(read_file(&pipe, 9).unwrap_err().to_string().contains("a pipe"));
        }
    }
}
