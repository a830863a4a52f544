//! The signed entries of a game.

use crate::hash::{self, Hash, hash};
use crate::key::PublicKey;

/// The most characters that are said with an entry.
pub const MAX_SAID: usize = 2000;
/// The most characters of a player's name.
pub const MAX_NAME: usize = 40;
/// The longest word of an entry, in bytes.
const MAX_WORD: usize = 64 << 10;

/// A seat that a player has taken with a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailPlayer {
    /// From 0.
    pub seat: u8,
    pub name: String,
    pub key: PublicKey,
    /// The first link of the player's chain of shares.
    pub(crate) shares: Hash,
    pub(crate) signature: Vec<u8>,
}

impl MailPlayer {
    /// Returns the name with the fingerprint of the key.
    pub fn signer(&self) -> String {
        format!("{} (key {})", self.name, self.key)
    }

    pub(crate) fn words(&self) -> Vec<String> {
        let seat = (u16::from(self.seat) + 1).to_string();
        vec![seat, self.name.clone(), self.key.to_text(), hash::write(&self.shares)]
    }
}

/// An entry of a game: a decision of a player, or what the player's program adds to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailEntry {
    /// From 0.
    pub seat: u8,
    pub step: MailStep,
    /// What the player says with it; may be empty.
    pub says: String,
    /// The next link of the player's chain of shares.
    pub(crate) share: Hash,
    pub(crate) signature: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailStep {
    /// The share alone, from which the set-up is drawn. The last one adds what it draws.
    Share {
        start: Option<String>,
        drawn: Vec<String>,
    },
    /// A move, in notation.
    Move {
        mv: String,
        offers_draw: bool,
    },
    /// A decision that stays secret until all have decided.
    Decide {
        /// A hash of the decision and of a salt.
        commitment: Hash,
        /// The decision, to be read with the player's key.
        sealed: Vec<u8>,
    },
    /// A decision that was secret.
    Disclose {
        mv: String,
        salt: Hash,
    },
    /// Draws of chance.
    Draw {
        drawn: Vec<String>,
    },
    Resign,
    AcceptDraw,
    DeclineDraw,
}

impl MailStep {
    /// Returns what kind of entry it is, with the move if players may read it.
    pub fn describe(&self) -> String {
        match self {
            MailStep::Share { .. } => "the share in the draw of the set-up".to_owned(),
            MailStep::Move { mv, offers_draw: false } => format!("the move `{mv}`"),
            MailStep::Move { mv, offers_draw: true } => format!("the move `{mv}` and a draw offer"),
            MailStep::Decide { .. } => "the secret decision".to_owned(),
            MailStep::Disclose { mv, .. } => format!("the disclosed decision `{mv}`"),
            MailStep::Draw { .. } => "the draw of chance".to_owned(),
            MailStep::Resign => "the resignation".to_owned(),
            MailStep::AcceptDraw => "the acceptance of a draw".to_owned(),
            MailStep::DeclineDraw => "the refusal of a draw".to_owned(),
        }
    }
}

impl MailEntry {
    pub(crate) fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut word = |key: &str, value: &str| words.push(format!("{key}={value}"));
        match &self.step {
            MailStep::Share { start, drawn } => {
                word("is", "share");
                start.iter().for_each(|start| word("start", start));
                drawn.iter().for_each(|mv| word("drawn", mv));
            }
            MailStep::Move { mv, offers_draw } => {
                word("is", "move");
                word("move", mv);
                if *offers_draw {
                    word("offer", "draw");
                }
            }
            MailStep::Decide { commitment, sealed } => {
                word("is", "decide");
                word("commitment", &hash::write(commitment));
                word("sealed", &hash::write(sealed));
            }
            MailStep::Disclose { mv, salt } => {
                word("is", "disclose");
                word("move", mv);
                word("salt", &hash::write(salt));
            }
            MailStep::Draw { drawn } => {
                word("is", "draw");
                drawn.iter().for_each(|mv| word("drawn", mv));
            }
            MailStep::Resign => word("is", "resign"),
            MailStep::AcceptDraw => word("is", "accept"),
            MailStep::DeclineDraw => word("is", "decline"),
        }
        if !self.says.is_empty() {
            word("says", &self.says);
        }
        words
    }

    /// Reads the words of an entry. Every word is known and in its place: so no entry can be
    /// written in two ways.
    pub(crate) fn read(seat: u8, share: Hash, words: &[String]) -> Result<Self, String> {
        let mut words = Words { rest: words };
        let step = match &*words.one("is")? {
            "share" => {
                let start = words.next("start");
                MailStep::Share { start, drawn: words.all("drawn") }
            }
            "move" => {
                let mv = words.one("move")?;
                let offers_draw = match words.next("offer").as_deref() {
                    None => false,
                    Some("draw") => true,
                    Some(other) => return Err(format!("expected `offer=draw`, found `{other}`")),
                };
                MailStep::Move { mv, offers_draw }
            }
            "decide" => {
                let commitment = words.hash("commitment")?;
                let sealed = words.one("sealed")?;
                let sealed = hash::read(&sealed).ok_or("expected letters after `sealed=`")?;
                MailStep::Decide { commitment, sealed }
            }
            "disclose" => MailStep::Disclose { mv: words.one("move")?, salt: words.hash("salt")? },
            "draw" => MailStep::Draw { drawn: words.all("drawn") },
            "resign" => MailStep::Resign,
            "accept" => MailStep::AcceptDraw,
            "decline" => MailStep::DeclineDraw,
            other => return Err(format!("`{other}` is no kind of entry")),
        };
        let says = words.next("says");
        if says.as_deref() == Some("") {
            return Err("expected a text after `says=`".to_owned());
        }
        let says = says.unwrap_or_default();
        if let Some(word) = words.rest.first() {
            return Err(format!("the word `{word}` does not belong there"));
        }
        if !is_sayable(&says) {
            return Err(format!("expected at most {MAX_SAID} characters that can be printed"));
        }
        Ok(MailEntry { seat, step, says, share, signature: Vec::new() })
    }

    /// Returns the hash of the game up to this entry, which its player signs.
    pub(crate) fn head(&self, before: &Hash) -> Hash {
        let words = self.words();
        let own = [before, &[self.seat][..], &self.share];
        hash("entry", own.into_iter().chain(words.iter().map(String::as_bytes)))
    }

    /// Tells whether it is the same entry; a player can sign one in several ways.
    pub(crate) fn is_same(&self, other: &MailEntry) -> bool {
        (self.seat, &self.step, &self.says, self.share)
            == (other.seat, &other.step, &other.says, other.share)
    }
}

/// Tells whether a text can be said with an entry. Lines and tabs are allowed.
pub(crate) fn is_sayable(text: &str) -> bool {
    let plain = |c: char| c == '\n' || boardloom_ruleset::printable::is_printable(c);
    text.chars().count() <= MAX_SAID && text.chars().all(plain) && text.trim() == text
}

pub(crate) fn is_name(text: &str) -> bool {
    let count = text.chars().count();
    let plain = text.chars().all(boardloom_ruleset::printable::is_printable);
    (1..=MAX_NAME).contains(&count) && plain && text.trim() == text
}

/// Words `key=value`, read in their order.
pub(crate) struct Words<'a> {
    pub rest: &'a [String],
}

impl Words<'_> {
    /// Returns the value of the next word if it has this key.
    pub fn next(&mut self, key: &str) -> Option<String> {
        let (first, rest) = self.rest.split_first()?;
        let value = first.strip_prefix(key)?.strip_prefix('=')?;
        if value.len() > MAX_WORD {
            return None;
        }
        self.rest = rest;
        Some(value.to_owned())
    }

    pub fn all(&mut self, key: &str) -> Vec<String> {
        std::iter::from_fn(|| self.next(key)).collect()
    }

    pub fn one(&mut self, key: &str) -> Result<String, String> {
        let found = self.rest.first().map_or("nothing".to_owned(), |word| format!("`{word}`"));
        self.next(key).ok_or_else(|| format!("expected `{key}=...`, found {found}"))
    }

    pub fn hash(&mut self, key: &str) -> Result<Hash, String> {
        let text = self.one(key)?;
        hash::read_hash(&text)
            .ok_or_else(|| format!("expected a hash after `{key}=`, found `{text}`"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_entry_is_read_as_it_was_written() {
        let (text, one) = ("a1 = b2".to_owned(), hash("x", []));
        let steps = [
            MailStep::Share { start: None, drawn: Vec::new() },
            MailStep::Share { start: Some("..x".to_owned()), drawn: vec!["d1".to_owned()] },
            MailStep::Move { mv: text.clone(), offers_draw: false },
            MailStep::Move { mv: text.clone(), offers_draw: true },
            MailStep::Decide { commitment: one, sealed: vec![1, 2, 3] },
            MailStep::Disclose { mv: text.clone(), salt: one },
            MailStep::Draw { drawn: vec!["d1".to_owned(), "d2".to_owned()] },
            MailStep::Resign,
            MailStep::AcceptDraw,
            MailStep::DeclineDraw,
        ];
        for step in steps {
            for says in ["", "Good luck!\nAnn"] {
                let says = says.to_owned();
                let step = step.clone();
                let entry = MailEntry { seat: 2, step, says, share: one, signature: Vec::new() };
                assert_eq!(MailEntry::read(2, one, &entry.words()), Ok(entry));
            }
        }
    }

    #[test]
    fn other_words_are_told() {
        let read = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|it| (*it).to_owned()).collect();
            MailEntry::read(0, [0; 32], &words).expect_err("no entry")
        };
        assert_eq!(read(&[]), "expected `is=...`, found nothing");
        assert_eq!(read(&["is=jump"]), "`jump` is no kind of entry");
        assert_eq!(read(&["is=move", "to=c4"]), "expected `move=...`, found `to=c4`");
        assert_eq!(
            read(&["is=move", "move=a", "move=b"]),
            "the word `move=b` does not belong there"
        );
        assert_eq!(read(&["is=move", "move=a", "offer=tea"]), "expected `offer=draw`, found `tea`");
        assert!(read(&["is=resign", "says=\u{1b}[2J"]).starts_with("expected at most 2000"));
        assert!(read(&["is=disclose", "move=a", "salt=AA"]).starts_with("expected a hash"));
    }
}
