//! Keys of text fields and lists.

use boardloom_app::keys::Key;

use crate::event::Press;

/// Edits a text at its end. False if the key is not for it.
pub fn edit(text: &mut String, press: Press) -> bool {
    match (press.stroke.key, press.typed) {
        (Key::Backspace, _) => text.pop().is_some(),
        (_, Some(c)) => {
            text.push(c);
            true
        }
        // As in shells: the whole line.
        (Key::Char('U'), None) if press.stroke.modifiers.ctrl => {
            text.clear();
            true
        }
        _ => false,
    }
}

/// Returns the line of a list that a key leads to; `None` for other keys.
pub fn walk(at: usize, count: usize, key: Key, page: usize) -> Option<usize> {
    let last = count.saturating_sub(1);
    let to = match key {
        Key::Up if at == 0 => last,
        Key::Up => at - 1,
        Key::Down if at >= last => 0,
        Key::Down => at + 1,
        Key::PageUp => at.saturating_sub(page),
        Key::PageDown => (at + page).min(last),
        Key::Home => 0,
        Key::End => last,
        _ => return None,
    };
    Some(to)
}

/// Translates `j` and `k`.
pub fn arrow(key: Key) -> Key {
    match key {
        Key::Char('J') => Key::Down,
        Key::Char('K') => Key::Up,
        other => other,
    }
}

/// Moves on from a title, in the direction of the key.
pub fn skip_titles(at: usize, key: Key, count: usize, is_title: impl Fn(usize) -> bool) -> usize {
    let up = matches!(key, Key::Up | Key::PageUp);
    let before = || (0..at).rev().find(|row| !is_title(*row));
    let after = || (at..count).find(|row| !is_title(*row));
    let found = if up { before().or_else(after) } else { after().or_else(before) };
    if is_title(at) { found.unwrap_or(at) } else { at }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_read_over() {
        let title = |row: usize| row == 0 || row == 2;
        assert_eq!(skip_titles(0, Key::Up, 4, title), 1);
        assert_eq!(skip_titles(2, Key::Down, 4, title), 3);
        assert_eq!(skip_titles(2, Key::Up, 4, title), 1);
        assert_eq!(skip_titles(3, Key::Up, 4, title), 3);
    }

    #[test]
    fn a_list_is_walked_around_and_its_pages_end() {
        assert_eq!(walk(0, 5, Key::Up, 3), Some(4));
        assert_eq!(walk(4, 5, Key::Down, 3), Some(0));
        assert_eq!(walk(3, 5, Key::PageDown, 3), Some(4));
        assert_eq!(walk(1, 5, Key::PageUp, 3), Some(0));
        assert_eq!(walk(0, 0, Key::Down, 3), Some(0));
        assert_eq!(walk(2, 5, Key::Enter, 3), None);
    }
}
