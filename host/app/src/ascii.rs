//! ASCII in place of characters that a session cannot show.

use std::borrow::Cow;

/// Tells whether the locale of the process has characters beyond ASCII.
pub fn locale_has_unicode() -> bool {
    is_unicode(|name| std::env::var(name).ok())
}

/// The same for other variables. As in the C library, the first of three that is set counts.
pub fn is_unicode(variable: impl Fn(&str) -> Option<String>) -> bool {
    let variable = |name: &&str| variable(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(variable);
    locale.map_or(cfg!(windows), |locale| {
        let locale = locale.to_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// Returns a text in ASCII.
pub fn to_ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return text.into();
    }
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        match character.is_ascii() {
            true => plain.push(character),
            false => plain.push_str(substitute(character)),
        }
    }
    plain.into()
}

/// Returns what stands for a character beyond ASCII, as its language writes it.
pub fn substitute(character: char) -> &'static str {
    match character {
        'ä' => "ae",
        'ö' => "oe",
        'ü' => "ue",
        'ß' => "ss",
        'Ä' => "Ae",
        'Ö' => "Oe",
        'Ü' => "Ue",
        'á' | 'à' | 'â' => "a",
        'é' | 'è' | 'ê' => "e",
        'í' | 'ì' | 'î' => "i",
        'ó' | 'ò' | 'ô' => "o",
        'ú' | 'ù' | 'û' => "u",
        'ç' => "c",
        'ñ' => "n",
        'å' => "aa",
        'æ' => "ae",
        'ø' => "oe",
        'ð' => "d",
        'þ' => "th",
        'Þ' => "Th",
        '·' => ".",
        '…' => "...",
        '−' | '–' | '—' => "-",
        '→' => ">",
        '←' => "<",
        '↑' => "^",
        '↓' => "v",
        '“' | '”' | '„' | '»' | '«' => "\"",
        '’' | '‘' | '‚' => "'",
        '•' => "*",
        '×' => "x",
        '█' => "_",
        '\u{a0}' | '\u{202f}' => " ",
        _ => "?",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_keep_their_letters() {
        assert_eq!(to_ascii("Züge, größer: „König“ …"), "Zuege, groesser: \"Koenig\" ...");
        assert_eq!(to_ascii("3 × 4 – 12\u{202f}345, 日"), "3 x 4 - 12 345, ?");
    }

    #[test]
    fn the_locale_says_what_can_be_written() {
        let check = |set: &[(&str, &str)], unicode: bool| {
            let variable = |name: &str| set.iter().find(|(n, _)| *n == name);
            assert_eq!(is_unicode(|it| variable(it).map(|(_, v)| (*v).to_owned())), unicode);
        };
        check(&[("LANG", "de_DE.UTF-8")], true);
        check(&[("LANG", "C.utf8"), ("LC_ALL", "")], true);
        check(&[("LANG", "de_DE.UTF-8"), ("LC_ALL", "C")], false);
        check(&[("LANG", "de_DE.ISO-8859-1")], false);
        check(&[], cfg!(windows));
    }
}
