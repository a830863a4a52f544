//! Names of accounts, none of which looks like another.

use std::net::IpAddr;

use boardloom_room::trim_text;

const LEAST: usize = 2;
const MOST: usize = 24;

/// A name that an account can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AccountName {
    pub name: String,
    /// Equal for names that look alike: capital and small letters, `I`, `l` and `1`, `O` and `0`.
    pub key: String,
}

impl AccountName {
    pub fn new(text: &str) -> Result<Self, String> {
        let name = trim_text(text, "name", MOST)?;
        if name.parse::<IpAddr>().is_ok() {
            // Moderators name guests by their addresses.
            return Err("expected a name that is no IP address".to_owned());
        }
        if name.chars().count() < LEAST {
            return Err(format!("expected a name of at least {LEAST} characters"));
        }
        if let Some(sign) = name.chars().find(|sign| !is_allowed(*sign)) {
            return Err(format!(
                "expected a name of letters, digits, `-`, `_`, `.` and single blanks, found `{sign}`"
            ));
        }
        let joins = |sign: char| !sign.is_alphanumeric();
        let signs: Vec<char> = name.chars().collect();
        if joins(signs[0]) || signs.windows(2).any(|pair| joins(pair[0]) && joins(pair[1])) {
            return Err(
                "expected a name that begins with a letter or digit, without two of `-`, `_`, `.` \
                 and blanks side by side"
                    .to_owned(),
            );
        }
        let mut scripts = signs.iter().filter_map(|sign| script(*sign));
        let first = scripts.next();
        if scripts.any(|script| Some(script) != first) {
            // A Cyrillic letter among Latin ones would imitate another name.
            return Err("expected letters of one alphabet: Latin, Greek or Cyrillic".to_owned());
        }
        Ok(AccountName { key: name_key(&name), name })
    }
}

/// Returns what a name is looked up by, for any text.
pub(crate) fn name_key(name: &str) -> String {
    // Upper case first: it joins signs that have the same capital letter, such as `ß` and `ss`.
    let folded = name.trim().chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase);
    let plain = |sign: char| match sign {
        'l' | '1' | 'ı' => Some('i'),
        '0' => Some('o'),
        ' ' | '_' | '.' => Some('-'),
        // The dot of a capital `İ`.
        '\u{307}' => None,
        sign => Some(sign),
    };
    folded.filter_map(plain).collect()
}

fn is_allowed(sign: char) -> bool {
    // Letters in wide, narrow or circled forms, and those of formulas, imitate usual ones.
    let forms = matches!(sign, '\u{2100}'..='\u{24ff}' | '\u{fb00}'..='\u{fb4f}' | '\u{ff00}'..='\u{ffef}'
        | '\u{1d400}'..='\u{1d7ff}' | '\u{1f100}'..='\u{1f1ff}');
    // Letters that are not seen, and marks that stand on others.
    let unseen = matches!(sign, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{300}'..='\u{36f}'
        | '\u{591}'..='\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{670}');
    (sign.is_alphanumeric() && !forms && !unseen) || matches!(sign, '-' | '_' | '.' | ' ')
}

/// The alphabets whose letters look alike.
fn script(sign: char) -> Option<u8> {
    match sign {
        _ if !sign.is_alphabetic() => None,
        'A'..='Z' | 'a'..='z' | '\u{aa}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => Some(0),
        '\u{250}'..='\u{2af}' | '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Some(1),
        '\u{400}'..='\u{52f}' | '\u{1c80}'..='\u{1c8f}' | '\u{2de0}'..='\u{2dff}' => Some(2),
        '\u{530}'..='\u{58f}' => Some(3),
        '\u{13a0}'..='\u{13ff}' => Some(4),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain() {
        for name in ["Ann", " Zoë ", "王小明", "Ann B.Smith", "x-2", "Ян", "Ωμέγα"] {
            assert!(AccountName::new(name).is_ok(), "{name}: {:?}", AccountName::new(name));
        }
        for name in [
            "",
            "A",
            "a\u{202e}b",
            "a\nb",
            "a\u{200b}b",
            "a\u{1b}[2J",
            "Ann  B",
            "-Ann",
            "Ann <b>",
            "@ann",
            "a\u{301}nn",
            "Olga\u{3164}",
            "\u{1160}\u{115f}",
            "Ann\u{345}",
            "Ann\u{5b0}",
            "8.8.8.8",
            "\u{ff21}nn",
            "Аnn",
            "Ann\u{2069}",
            "guest 🎲",
            &"x".repeat(25),
        ] {
            assert!(AccountName::new(name).is_err(), "{name:?}");
        }
    }

    #[test]
    fn names_that_look_alike_have_one_key() {
        for (one, other) in [
            ("Ann", "ANN"),
            ("ill", "I1L"),
            ("Bob_0", "bob-O"),
            ("Straße", "STRASSE"),
            ("İz", "iz"),
            ("ΣΑΣ", "σας"),
            ("Ann B", "ann.b"),
        ] {
            assert_eq!(name_key(one), name_key(other), "{one} and {other}");
        }
        assert_ne!(name_key("Ann"), name_key("Anne"));
    }
}
