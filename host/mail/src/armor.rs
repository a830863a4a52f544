//! A text that survives mail programs: letters and digits between two lines, with a checksum.

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use thiserror::Error;

use crate::hash::{self, hash};

const BEGIN: &str = "BEGIN BOARDLOOM GAME";
const END: &str = "END BOARDLOOM GAME";
const DASHES: &str = "-----";
/// Letters in a line.
const WIDTH: usize = 72;
/// The longest text that is looked through, in bytes.
pub const MAX_TEXT: usize = 16 << 20;
/// The largest game, in bytes.
const MAX_GAME: usize = 8 << 20;
/// How much mails are shortened: the most.
const LEVEL: u8 = 10;

/// Why the text of a game cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ArmorError {
    #[error(
        "there is no game in this text: expected a line `-----BEGIN BOARDLOOM GAME-----`; copy the \
         whole mail"
    )]
    Nothing,
    #[error("this text is larger than {} MiB, which no mail of a game is", MAX_TEXT >> 20)]
    TooLarge,
    #[error(
        "the game that begins on line {begin} does not end: expected a line \
         `-----END BOARDLOOM GAME ...-----`; copy the whole mail, or ask for it again"
    )]
    NoEnd { begin: usize },
    #[error(
        "the game that begins on line {begin} was damaged on its way: line {line} has `{found}`, \
         which is no part of a mail; ask for it again"
    )]
    Sign { begin: usize, line: usize, found: char },
    #[error(
        "the game that begins on line {begin} was damaged on its way: its checksum is another one; \
         ask for it again, best as an attached file"
    )]
    Damaged { begin: usize },
}

/// Returns a game's text in lines of at most 76 characters.
pub fn wrap(text: &str) -> String {
    let packed = miniz_oxide::deflate::compress_to_vec(text.as_bytes(), LEVEL);
    let letters = STANDARD_NO_PAD.encode(&packed);
    let mut all = format!("{DASHES}{BEGIN}{DASHES}\n");
    for at in (0..letters.len()).step_by(WIDTH) {
        all.push_str(&letters[at..letters.len().min(at + WIDTH)]);
        all.push('\n');
    }
    all + &format!("{DASHES}{END} {}{DASHES}\n", checksum(&packed))
}

fn checksum(packed: &[u8]) -> String {
    hash::short(&hash("checksum", [packed]), 2).replace('-', "")
}

/// Tells whether a game begins in a text.
pub fn has_game(text: &str) -> bool {
    text.len() <= MAX_TEXT && text.split(['\n', '\r']).any(|line| label(line) == BEGIN)
}

/// What a line says without dashes, quotation and spaces around it.
fn label(line: &str) -> &str {
    line.trim_matches(|c: char| !c.is_ascii_alphanumeric())
}

/// Returns the games in a text, in order. Signs of quotation, other line ends and words around
/// them do no harm; a text that quotes earlier mails has several games.
pub fn unwrap(text: &str) -> Vec<Result<String, ArmorError>> {
    if text.len() > MAX_TEXT {
        return vec![Err(ArmorError::TooLarge)];
    }
    let mut found = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in (1..).zip(text.split(['\n', '\r'])) {
        let label = label(line);
        if label == BEGIN {
            found.extend(open.take().map(|block| Err(ArmorError::NoEnd { begin: block.begin })));
            open = Some(Block { begin: number, letters: String::new(), odd: None });
        } else if let Some(checksum) = label.strip_prefix(END)
            && let Some(block) = open.take()
        {
            found.push(block.read(checksum.trim()));
        } else if let Some(block) = &mut open {
            block.add(number, line);
        }
    }
    found.extend(open.map(|block| Err(ArmorError::NoEnd { begin: block.begin })));
    if found.is_empty() {
        found.push(Err(ArmorError::Nothing));
    }
    found
}

/// The lines of a game.
struct Block {
    /// The line that it begins on, from 1.
    begin: usize,
    letters: String,
    /// The first sign that does not belong there, and its line.
    odd: Option<(usize, char)>,
}

impl Block {
    fn add(&mut self, number: usize, line: &str) {
        for sign in line.chars() {
            match sign {
                'A'..='Z' | 'a'..='z' | '0'..='9' | '+' | '/' => self.letters.push(sign),
                // Quotation, and spaces of all kinds.
                '>' | '|' | '\u{200b}' | '\u{feff}' => {}
                sign if sign.is_whitespace() => {}
                sign => self.odd = self.odd.or(Some((number, sign))),
            }
        }
    }

    fn read(self, expected: &str) -> Result<String, ArmorError> {
        let begin = self.begin;
        if let Some((line, found)) = self.odd {
            return Err(ArmorError::Sign { begin, line, found });
        }
        let damaged = || ArmorError::Damaged { begin };
        let packed = STANDARD_NO_PAD.decode(&self.letters).map_err(|_| damaged())?;
        if checksum(&packed) != expected {
            return Err(damaged());
        }
        let bytes = miniz_oxide::inflate::decompress_to_vec_with_limit(&packed, MAX_GAME);
        String::from_utf8(bytes.map_err(|_| damaged())?).map_err(|_| damaged())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> String {
        let number = |n: u32| format!("[Line \"{}\"]\n", hash::write(&hash("n", [&[n as u8][..]])));
        (0..20).map(number).collect()
    }

    #[test]
    fn lines_are_short() {
        let wrapped = wrap(&game());
        assert!(wrapped.lines().all(|line| line.len() <= 76), "{wrapped}");
        assert_eq!(unwrap(&wrapped), [Ok(game())]);
    }

    #[test]
    fn mail_programs_do_no_harm() {
        let wrapped = wrap(&game());
        let quoted =
            |sign: &str| wrapped.lines().map(|l| format!("{sign}{l}\n")).collect::<String>();
        let joined = |by: &str| wrapped.lines().collect::<Vec<_>>().join(by);
        let inner: String = wrapped.lines().filter(|line| !line.contains(DASHES)).collect();
        let (begin, end) = (wrapped.lines().next().unwrap(), wrapped.lines().last().unwrap());
        let chunks = inner.as_bytes().chunks(31).map(|it| std::str::from_utf8(it).unwrap());
        let narrow = chunks.collect::<Vec<_>>().join(" \n> ");
        for changed in [
            quoted("> "),
            quoted(">> | "),
            quoted("\t\u{a0}"),
            joined("\r\n"),
            joined("\r"),
            joined("\n\n"),
            joined("   \n"),
            format!("Hello Bob,\n\nmy move:\n\n{wrapped}\n-- \nAnn\n"),
            format!("{begin}\n> {narrow}\n{end}"),
            wrapped.replace("-----", "\u{2014}\u{2014}-"),
            wrapped.replace("-----BEGIN", "- -----BEGIN"),
            format!("\u{feff}{wrapped}"),
        ] {
            assert_eq!(unwrap(&changed), [Ok(game())], "{changed}");
        }
    }

    #[test]
    fn damage_is_told() {
        let wrapped = wrap(&game());
        let lines: Vec<&str> = wrapped.lines().collect();
        let without = |at: usize| {
            let kept = lines.iter().enumerate().filter(|(n, _)| *n != at);
            kept.map(|(_, line)| format!("{line}\n")).collect::<String>()
        };
        assert_eq!(unwrap(""), [Err(ArmorError::Nothing)]);
        assert_eq!(unwrap(&without(0)), [Err(ArmorError::Nothing)]);
        assert_eq!(unwrap(&without(3)), [Err(ArmorError::Damaged { begin: 1 })]);
        assert_eq!(unwrap(&without(lines.len() - 1)), [Err(ArmorError::NoEnd { begin: 1 })]);
        let odd = wrapped.replacen(lines[2], "ab&cd", 1);
        assert_eq!(unwrap(&odd), [Err(ArmorError::Sign { begin: 1, line: 3, found: '&' })]);
        let swapped = [lines[0], lines[2], lines[1]].into_iter().chain(lines[3..].iter().copied());
        let swapped = swapped.collect::<Vec<_>>().join("\n");
        assert_eq!(unwrap(&swapped), [Err(ArmorError::Damaged { begin: 1 })]);
    }

    #[test]
    fn a_text_may_quote_earlier_games() {
        let (old, new) = (wrap("old"), wrap("new"));
        let quoted: String = old.lines().map(|line| format!("> {line}\n")).collect();
        let both = format!("{new}\n> Ann wrote:\n{quoted}");
        assert_eq!(unwrap(&both), [Ok("new".to_owned()), Ok("old".to_owned())]);
        let cut = format!("{}\n{quoted}", &new[..new.len() - 30]);
        assert_eq!(unwrap(&cut)[1], Ok("old".to_owned()));
        assert_eq!(unwrap(&cut)[0], Err(ArmorError::NoEnd { begin: 1 }));
    }

    /// Would break if a few bytes could become gigabytes.
    #[test]
    fn a_bomb_is_refused() {
        let bomb = wrap(&" ".repeat(MAX_GAME + 1));
        assert!(bomb.len() < 100_000);
        assert_eq!(unwrap(&bomb), [Err(ArmorError::Damaged { begin: 1 })]);
        let huge = " ".repeat(MAX_TEXT + 1);
        assert_eq!(unwrap(&huge), [Err(ArmorError::TooLarge)]);
    }
}
