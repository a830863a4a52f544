//! Positions as text: rows from the top and whose turn it is, as
//! `8/8/8/3xo3/3ox3/8/8/8 x`.

use boardloom_sdk::{Bits, Game, Message, Seat, rows};

use crate::game::{Position, Reversi};

const LETTERS: [char; 2] = ['x', 'o'];

/// Writes one of the forms.
pub fn write<const W: usize>(
    game: &Reversi<W>,
    position: &Position<W>,
    form: &str,
) -> Result<String, Message> {
    let letter = |site| {
        let piece = game.piece(position, site)?;
        Some(LETTERS[usize::from(piece.color)])
    };
    match form {
        "position" => {
            let mover = LETTERS[usize::from(position.mover)];
            Ok(format!("{} {mover}", rows::write(&game.topology, letter)))
        }
        "diagram" => Ok(rows::diagram(&game.topology, |site| {
            let blocked = game.topology.blocked().contains(&site);
            letter(site).unwrap_or(if blocked { '#' } else { '.' })
        })),
        // What programs see of the board: labels, and what is adjacent.
        "graph" => Ok(game.topology.graph()),
        _ => {
            let text = "there is no text form `{form}`: use `position`, `diagram` or `graph`";
            Err(Message::new("write.form", text).with("form", form))
        }
    }
}

/// Reads the form `position`.
pub fn read<const W: usize>(game: &Reversi<W>, text: &str) -> Result<Position<W>, Message> {
    let mut words = text.split_whitespace();
    let board = words.next().unwrap_or_default();
    let mut discs = [Bits::EMPTY; 2];
    rows::read(&game.topology, board.split('/'), |site, letter| {
        match LETTERS.iter().position(|known| *known == letter) {
            Some(_) if game.topology.blocked().contains(&site) => {
                Err(format!("`{}` is blocked", game.topology.label(site)))
            }
            Some(seat) => {
                discs[seat].insert(site);
                Ok(())
            }
            None => Err(format!("expected `x`, `o` or a number, found `{letter}`")),
        }
    })?;
    let mover = match words.next() {
        None | Some("x") => 0,
        Some("o") => 1,
        Some(other) => {
            let text = "expected `x` or `o` to move, found `{found}`";
            return Err(Message::new("read.mover", text).with("found", other));
        }
    };
    Ok(game.position(discs, mover as Seat))
}
