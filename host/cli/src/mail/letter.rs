//! The text of a mail: some words for people, and the game.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

use boardloom_mail::MailTurn;

use super::files::OpenMail;
use super::show;
use crate::{Console, Failure, Result};

/// The longest line.
const WIDTH: usize = 76;

/// Writes the mail of a game to a file, or to standard output.
pub fn write(open: &mut OpenMail, output: Option<&Path>, console: &mut Console<'_>) -> Result<()> {
    let text = text(open);
    match output.filter(|path| path.as_os_str() != "-") {
        Some(path) => std::fs::write(path, text).map_err(Failure::write(path)),
        None => Ok(console.out.write_all(text.as_bytes())?),
    }
}

fn text(open: &mut OpenMail) -> String {
    let mut words = format!("Boardloom, a game by mail: {}.", show::title(&open.game));
    let turn = open.game.turn();
    let host = open.game.mail().host().name.clone();
    if let Some(last) = show::last_move(&mut open.game) {
        let _ = write!(words, " Last move: {last}.");
    }
    let _ = match turn {
        MailTurn::Join => write!(words, " {host} invites you: {}.", open.game.waits()),
        _ => write!(words, " Now {}.", open.game.waits()),
    };
    let mail = open.game.mail().to_mail();
    let how = "Save this mail as a file, as it is, and run `boardloom mail import FILE`. Words above \
               and below the lines that begin with ----- are not part of the game, nor signed.";
    format!("{}\n{}\n{mail}", wrapped(&words), wrapped(how))
}

/// Breaks a text into lines that mail programs leave alone.
fn wrapped(text: &str) -> String {
    let (mut all, mut column) = (String::new(), 0);
    for word in text.split_whitespace() {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            all.push('\n');
            column = 0;
        } else if column > 0 {
            all.push(' ');
            column += 1;
        }
        all.push_str(word);
        column += width;
    }
    all + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_short() {
        let text = wrapped(&"word and more ".repeat(40));
        assert!(text.lines().all(|line| line.len() <= WIDTH && !line.ends_with(' ')), "{text}");
        assert_eq!(text.split_whitespace().count(), 120);
    }
}
