//! A plugin's file in parts, as a room sends it to a client that has consented.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use boardloom_room::{ClientMessage, ServerMessage};
use sha2::{Digest, Sha256};

/// Reads the file of a room's plugin; `None` if it cannot be read.
pub type PluginReader = Box<dyn Fn() -> Option<Vec<u8>> + Send>;

/// The bytes of a part: its line is as long as others.
const PART: usize = 32 * 1024;
/// The largest file that a client takes, in bytes.
const LARGEST: u64 = 16 << 20;

/// Returns the part of a file from a byte on.
pub(crate) fn part_of(hash: &str, file: &[u8], from: u64) -> ServerMessage {
    let start = usize::try_from(from).unwrap_or(usize::MAX).min(file.len());
    let data = STANDARD.encode(&file[start..(start + PART).min(file.len())]);
    let (hash, size, from) = (hash.to_owned(), file.len() as u64, start as u64);
    ServerMessage::Plugin { hash, size, from, data }
}

pub(crate) fn hash_of(file: &[u8]) -> String {
    format!("{:x}", Sha256::digest(file))
}

/// A file that is being taken.
#[derive(Debug)]
pub(crate) struct PluginDownload {
    hash: String,
    file: Vec<u8>,
}

/// What follows a part.
#[derive(Debug, PartialEq)]
pub(crate) enum DownloadStep {
    /// The part was known, or is of another file.
    Ignored,
    /// More is asked for.
    Ask(ClientMessage),
    /// The whole file, with the hash that was asked for.
    Whole(Vec<u8>),
}

impl PluginDownload {
    pub fn new(hash: String) -> Self {
        PluginDownload { hash, file: Vec::new() }
    }

    /// Asks for what follows.
    pub fn request(&self) -> ClientMessage {
        ClientMessage::Plugin { hash: self.hash.clone(), from: self.file.len() as u64 }
    }

    /// Takes a part.
    ///
    /// # Errors
    /// If the room sends something else than the file with the hash.
    pub fn take(&mut self, message: &ServerMessage) -> Result<DownloadStep, String> {
        let ServerMessage::Plugin { hash, size, from, data } = message else {
            return Ok(DownloadStep::Ignored);
        };
        if *hash != self.hash || *from != self.file.len() as u64 {
            return Ok(DownloadStep::Ignored);
        }
        if *size > LARGEST {
            return Err(format!("the plugin has {size} bytes, more than {LARGEST}"));
        }
        let data =
            STANDARD.decode(data).map_err(|error| format!("a part of it is damaged: {error}"))?;
        self.file.extend(data);
        let have = self.file.len() as u64;
        if have == *from && have < *size || have > *size {
            return Err("a part of it has another length".to_owned());
        }
        if have < *size {
            return Ok(DownloadStep::Ask(self.request()));
        }
        match hash_of(&self.file) == self.hash {
            true => Ok(DownloadStep::Whole(std::mem::take(&mut self.file))),
            false => {
                Err("what was sent is not the plugin of this game: its hash differs".to_owned())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn download(hash: &str, file: &[u8]) -> Result<Vec<u8>, String> {
        let mut download = PluginDownload::new(hash.to_owned());
        let mut asked = download.request();
        loop {
            let ClientMessage::Plugin { hash, from } = asked else { panic!("{asked:?}") };
            let part = part_of(&hash, file, from);
            match download.take(&part)? {
                DownloadStep::Ask(next) => asked = next,
                DownloadStep::Whole(file) => return Ok(file),
                DownloadStep::Ignored => panic!("{part:?}"),
            }
        }
    }

    #[test]
    fn a_file_comes_in_parts_and_is_the_one_that_was_asked_for() {
        for length in [0, 1, PART - 1, PART, PART + 1, 5 * PART] {
            let file: Vec<u8> = (0..length).map(|at| (at * 7) as u8).collect();
            assert_eq!(download(&hash_of(&file), &file), Ok(file), "{length} bytes");
        }
        let error = download(&hash_of(b"another"), b"one").expect_err("another file");
        assert!(error.contains("its hash differs"), "{error}");
    }

    #[test]
    fn parts_that_do_not_fit_are_told_or_ignored() {
        let file = [7; 3 * PART];
        let hash = hash_of(&file);
        let mut download = PluginDownload::new(hash.clone());
        let part = |from: usize| part_of(&hash, &file, from as u64);
        assert_eq!(download.take(&part(PART)), Ok(DownloadStep::Ignored), "not its turn");
        assert!(matches!(download.take(&part(0)), Ok(DownloadStep::Ask(_))));
        assert_eq!(download.take(&part(0)), Ok(DownloadStep::Ignored), "sent twice");
        let other = |size: u64, data: &str| ServerMessage::Plugin {
            hash: hash.clone(),
            size,
            from: PART as u64,
            data: data.to_owned(),
        };
        for (size, data, why) in [
            (u64::MAX, "AAAA", "more than"),
            (3 * PART as u64, "", "another length"),
            (PART as u64 + 1, "AAAA", "another length"),
            (3 * PART as u64, "\u{1b}", "damaged"),
        ] {
            let error = download.take(&other(size, data)).expect_err(why);
            assert!(error.contains(why), "{error}");
            download.file.truncate(PART);
        }
    }
}
