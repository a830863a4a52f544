//! The default text forms of positions: `position`, `diagram` and `graph`.

use crate::topology::Topology;
use crate::{About, Game, Message, Piece, PieceKind, Seat, Site, rows};

/// The id of the message for games without `set_up`.
const NO_SET_UP: &str = "read.no-set-up";

pub(crate) fn no_set_up() -> Message {
    Message::new(NO_SET_UP, "positions of this game are given by their moves from the start")
}

/// Tells whether a refusal means that a game has no `set_up`.
pub(crate) fn is_no_set_up(refusal: &Message) -> bool {
    refusal.id == NO_SET_UP
}

fn has_set_up<G: Game>(game: &G) -> bool {
    let start = game.start();
    let pieces: Vec<Option<Piece>> =
        (0..game.sites(&start)).map(|site| game.piece(&start, site)).collect();
    !game
        .set_up(&pieces, game.mover(&start).unwrap_or(0))
        .is_err_and(|refusal| is_no_set_up(&refusal))
}

/// Completes the facts of a game by those of its board.
pub(crate) fn complete<G: Game>(game: &G, mut about: About) -> About {
    if about.colors == 0 {
        about.colors = about.seats;
    }
    let topology = game.topology();
    if let Some(topology) = topology {
        if about.roles.is_empty() {
            about.roles = topology.roles().to_vec();
        }
        if about.views.is_empty() {
            about.views = topology.views();
        }
    }
    if about.forms.is_empty() {
        let forms = if topology.is_some() { &FORMS[..] } else { &FORMS[..1] };
        about.forms = forms.iter().map(|form| (*form).to_owned()).collect();
    }
    if !about.forms.iter().any(|form| form == HISTORY) {
        about.forms.push(HISTORY.to_owned());
    }
    if about.unit.text.is_empty() {
        about.unit = Message::new("unit.point", "point");
    }
    about
}

/// The form of a start and the moves from there.
pub(crate) const HISTORY: &str = "history";
const FORMS: [&str; 3] = ["position", "diagram", "graph"];

/// Writes a form as the default of [`Game::write`] does, for games that write other forms
/// themselves.
///
/// # Errors
/// If the form is unknown, or the game reads no positions.
pub fn write<G: Game>(game: &G, position: &G::Position, form: &str) -> Result<String, Message> {
    if form == "position" && !has_set_up(game) {
        return Err(no_set_up());
    }
    let kinds = game.about().kinds;
    let letter = |site| game.piece(position, site).map(|piece| letter(&kinds, piece));
    match (form, game.topology()) {
        // Without rows a position can only be written as moves.
        ("position", None) => Err(no_set_up()),
        ("position", Some(topology)) => {
            let mover = game.mover(position).map_or('-', |seat| mover_letter(&kinds, seat));
            Ok(format!("{} {mover}", rows::write(topology, letter)))
        }
        ("diagram", Some(topology)) => Ok(rows::diagram(topology, |site| {
            let empty = if topology.blocked().contains(&site) { '#' } else { '.' };
            letter(site).unwrap_or(empty)
        })),
        ("graph", Some(topology)) => Ok(topology.graph()),
        _ => {
            let forms = complete(game, game.about()).forms.join(", ");
            let text = "there is no text form `{form}`: use {forms}";
            Err(Message::new("write.form", text).with("form", form).with("forms", forms))
        }
    }
}

/// Reads the form `position`.
pub(crate) fn read<G: Game>(game: &G, text: &str) -> Result<G::Position, Message> {
    let Some(topology) = game.topology().filter(|_| has_set_up(game)) else {
        return Err(no_set_up());
    };
    let about = game.about();
    let (pieces, mover) = parse(topology, &about, text)?;
    game.set_up(&pieces, mover)
}

// Not generic: a plugin holds one copy.
fn parse(
    topology: &Topology,
    about: &About,
    text: &str,
) -> Result<(Vec<Option<Piece>>, Seat), Message> {
    let colors = if about.colors == 0 { about.seats } else { about.colors };
    let mut known = Vec::new();
    for (kind, number) in about.kinds.iter().zip(0..) {
        // One letter for all colours means the first colour.
        let own = match kind.letters.len() {
            0 => colors,
            letters => colors.min(letters as u8),
        };
        known.extend((0..own).map(|color| Piece::new(number, color)));
    }
    let known: Vec<(char, Piece)> =
        known.into_iter().map(|piece| (letter(&about.kinds, piece), piece)).collect();
    let mut words = text.split_whitespace();
    let board = words.next().unwrap_or_default();
    let mut pieces = vec![None; topology.sites() as usize];
    rows::read(topology, board.split('/'), |site: Site, found| {
        let Some((_, piece)) = known.iter().find(|(letter, _)| *letter == found) else {
            let letters: Vec<String> =
                known.iter().map(|(letter, _)| format!("`{letter}`")).collect();
            let letters = letters.join(", ");
            return Err(format!("expected {letters} or a number, found `{found}`"));
        };
        if topology.blocked().contains(&site) {
            return Err(format!("`{}` is blocked", topology.label(site)));
        }
        pieces[site as usize] = Some(*piece);
        Ok(())
    })?;
    let seats: Vec<char> = (0..about.seats).map(|seat| mover_letter(&about.kinds, seat)).collect();
    let mover = match words.next() {
        None | Some("-") => 0,
        Some(word) => {
            let seat = seats.iter().position(|letter| word.chars().eq([*letter]));
            seat.ok_or_else(|| {
                let seats: Vec<String> = seats.iter().map(|letter| format!("`{letter}`")).collect();
                Message::new("read.mover", "expected {seats} to move, found `{found}`")
                    .with("seats", seats.join(" or "))
                    .with("found", word)
            })? as Seat
        }
    };
    Ok((pieces, mover))
}

/// Returns the letter of a piece: the kind's own, or that of its colour.
fn letter(kinds: &[PieceKind], piece: Piece) -> char {
    let own = kinds.get(usize::from(piece.kind)).and_then(|kind| kind.letter(piece.color));
    own.and_then(|text| text.chars().next()).unwrap_or_else(|| color_letter(piece.color))
}

/// Returns the letter of a seat to move: that of its pieces of the first kind.
fn mover_letter(kinds: &[PieceKind], seat: Seat) -> char {
    let own = kinds.first().and_then(|kind| kind.letters.get(usize::from(seat)));
    own.and_then(|text| text.chars().next()).unwrap_or_else(|| color_letter(seat))
}

fn color_letter(color: u8) -> char {
    const LETTERS: &[u8; 16] = b"xoabcdefghijklmn";
    char::from(LETTERS[usize::from(color) % LETTERS.len()])
}
