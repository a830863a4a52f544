//! Moves and positions as text.

use boardloom_sdk::rows::missing;
use boardloom_sdk::topology::Topology;
use boardloom_sdk::{Message, Site};

use crate::diagram;
use crate::game::Connection;
use crate::goals::Gain;
use crate::groups::{BLOCKED, EMPTY, Groups};
use crate::moves::Move;
use crate::position::{Phase, Position, SEATS, Turn, stone};
use crate::ruleset::Equaliser;
use crate::span::Span;

/// The letters of the colours, in the order in which they move.
pub const LETTERS: [char; SEATS] = ['X', 'O', 'T'];
/// An empty site.
pub const NOTHING: char = '.';
/// A site that nothing can stand on.
pub const WALL: char = '-';
/// The names of the text forms; the first is read back.
pub const FORMS: [&str; 5] = ["position", "diagram", "labels", "classes", "graph"];
/// How taking over the opening is written.
pub const SWAP: &str = "swap";
/// How the choice of each colour is written.
pub const CHOICES: [&str; 2] = ["choose-X", "choose-O"];

/// Returns a move's notation.
pub fn name(topology: &Topology, mv: Move) -> String {
    match mv {
        Move::Put(site) => topology.label(site).to_owned(),
        Move::Swap => SWAP.to_owned(),
        Move::Choose(color) => CHOICES[usize::from(color)].to_owned(),
    }
}

/// Returns what a button says for a move.
pub fn label(topology: &Topology, mv: Move) -> Message {
    match mv {
        Move::Put(_) => Message::new("move", name(topology, mv)),
        Move::Swap => Message::new("move.swap", "Swap"),
        Move::Choose(0) => Message::new("move.choose.first", "Play the first colour (X)"),
        Move::Choose(_) => Message::new("move.choose.second", "Play the second colour (O)"),
    }
}

/// Returns the notation of a button that a person spells otherwise.
pub fn spelled(text: &str) -> Option<String> {
    let found = match text.trim().to_ascii_lowercase().as_str() {
        "swap" | "swap sides" | "swap seats" => SWAP,
        "x" | "first" | "black" | "choose x" => CHOICES[0],
        "o" | "second" | "white" | "choose o" => CHOICES[1],
        _ => return None,
    };
    Some(found.to_owned())
}

/// Returns the rows of a board, from the top; all sites in one where the board has
/// no rows.
pub fn rows(topology: &Topology) -> Vec<Vec<Site>> {
    let rows = topology.rows();
    if rows.is_empty() { vec![(0..topology.sites()).collect()] } else { rows.to_vec() }
}

/// Returns the character of a site.
pub fn letter(groups: &Groups, site: Site) -> char {
    match groups.color(site) {
        EMPTY => NOTHING,
        BLOCKED => WALL,
        color => LETTERS[usize::from(color)],
    }
}

const PHASES: [(&str, Phase); 5] = [
    ("open", Phase::Open),
    ("swap", Phase::Swap),
    ("cut", Phase::Cut),
    ("choose", Phase::Choose),
    ("play", Phase::Play),
];

/// Writes a position: rows, the colour of the next stone, the stones left in the
/// turn, what is to be done, the colours of the seats: `.XO/..XO X 1 play XO`.
pub fn write(game: &Connection, position: &Position) -> String {
    let mut text = String::new();
    for row in rows(&game.topology) {
        if !text.is_empty() {
            text.push('/');
        }
        text.extend(row.iter().map(|site| letter(&position.groups, *site)));
    }
    let turn = &position.turn;
    let phase = PHASES.iter().find(|(_, phase)| *phase == turn.phase);
    let phase = phase.expect("every phase has a name").0;
    text += &format!(" {} {} {phase} ", LETTERS[usize::from(turn.color)], turn.left);
    for seat in 0..game.seats {
        let letter = LETTERS[usize::from(turn.colors[usize::from(seat)])];
        text.push(if turn.plays(seat) { letter } else { letter.to_ascii_lowercase() });
    }
    text
}

/// Writes the classes of all loops of each colour as JSON: for each letter classes
/// that all others are sums of, `{"X":[1],"O":[]}`.
pub fn classes(game: &Connection, position: &Position) -> String {
    let mut spans = [Span::default(); SEATS];
    for site in game.stones(position) {
        let span = &mut spans[usize::from(position.groups.color(site))];
        *span = span.joined(position.groups.held(site).span);
    }
    let colors = LETTERS.iter().zip(&spans).take(usize::from(game.seats));
    let lists: Vec<String> = colors
        .map(|(letter, span)| {
            let classes: Vec<String> = span.basis().map(|class| class.to_string()).collect();
            format!("\"{letter}\":[{}]", classes.join(","))
        })
        .collect();
    format!("{{{}}}", lists.join(","))
}

/// Reads what [`write()`] writes, all but the rows of which may be left out, or a
/// diagram in several lines, whose ring of ghosts is passed over.
///
/// # Errors
/// Says what is wrong in the text, where, and what was expected.
pub fn read(game: &Connection, text: &str) -> Result<Position, Message> {
    let text = text.trim_end();
    if text.lines().count() > 1 {
        let drawn: Vec<String> = text.lines().map(cells).filter(|row| !row.is_empty()).collect();
        let mut rows = rows(&game.topology);
        // Where cells lie anywhere a picture's lines are no rows.
        let fits = |rows: &[Vec<Site>]| {
            let lengths = rows.iter().map(Vec::len);
            lengths.eq(drawn.iter().map(|line| line.chars().count()))
        };
        if !fits(&rows) {
            let lines = diagram::lines(&game.topology);
            rows = if fits(&lines) { lines } else { rows };
        }
        let colors = place(game, &rows, &mut drawn.iter().map(String::as_str))?;
        return Ok(build(game, &colors, natural(game, &colors)));
    }
    let mut parts = text.split_whitespace();
    let board = parts.next().ok_or_else(|| {
        Message::new("read.empty", "expected rows of sites, as `.XO/..XO X 1 play XO`")
    })?;
    let colors = place(game, &rows(&game.topology), &mut board.split('/'))?;
    let mut turn = natural(game, &colors);
    if let Some(text) = parts.next() {
        turn.phase = Phase::Play;
        turn.color = color(game, text)?;
        turn.left = game.ruleset.rules.stones_per_turn;
    }
    if let Some(text) = parts.next() {
        turn.left = text.parse().ok().filter(|left| (1..=100).contains(left)).ok_or_else(|| {
            Message::new("read.left", "expected the stones left in the turn, found `{found}`")
                .with("found", text)
        })?;
    }
    if let Some(text) = parts.next() {
        turn.phase = phase(game, text)?;
    }
    if let Some(text) = parts.next() {
        seats(game, text, &mut turn)?;
    }
    if let Some(more) = parts.next() {
        let what = "expected nothing after the colours of the seats, found `{found}`";
        return Err(Message::new("read.more", what).with("found", more));
    }
    Ok(build(game, &colors, turn))
}

/// Returns the cells of a line of a diagram, without the ring of ghosts in lower
/// case and without what frames them.
fn cells(line: &str) -> String {
    let cell = |c: &char| matches!(*c, NOTHING | WALL) || LETTERS.contains(c);
    line.chars().filter(cell).collect()
}

/// Returns the colour of every site from rows.
fn place(
    game: &Connection,
    rows: &[Vec<Site>],
    text: &mut dyn Iterator<Item = &str>,
) -> Result<Vec<u8>, Message> {
    let fault = |row: usize, what: String| {
        Message::new("read.rows", "row {row}: {what}").with("row", row + 1).with("what", what)
    };
    let known = &LETTERS[..usize::from(game.seats)];
    let mut colors = vec![EMPTY; game.topology.sites() as usize];
    for (at, row) in rows.iter().enumerate() {
        let missing = || Message::new("read.rows", missing(rows.len(), at));
        let text = text.next().ok_or_else(missing)?;
        let found = text.chars().count();
        if found != row.len() {
            return Err(fault(at, format!("expected {} sites, found {found}", row.len())));
        }
        for (site, letter) in row.iter().zip(text.chars()) {
            let upper = letter.to_ascii_uppercase();
            let color = match known.iter().position(|own| *own == upper) {
                Some(color) => color as u8,
                None if letter == NOTHING => EMPTY,
                None if letter == WALL => BLOCKED,
                None => {
                    let known: String = known.iter().collect();
                    let what = format!("expected one of `{known}`, `.` or `-`, found `{letter}`");
                    return Err(fault(at, what));
                }
            };
            colors[*site as usize] = color;
        }
    }
    if text.next().is_some() {
        let expected = rows.len();
        return Err(fault(expected, format!("expected {expected} rows")));
    }
    let walls = Groups::new(&game.topology, &game.goals.web);
    for (site, color) in (0..).zip(&colors) {
        if (walls.color(site) == BLOCKED) != (*color == BLOCKED) {
            let what = "`{label}` is blocked (`-`) in the ruleset or in the text, not in both";
            return Err(Message::new("read.walls", what).with("label", game.topology.label(site)));
        }
    }
    Ok(colors)
}

/// Returns the turn that comes after so many stones; where the colours do not
/// stand as turns would have put them, that of the colour with the fewest.
fn natural(game: &Connection, colors: &[u8]) -> Turn {
    use boardloom_sdk::Game;
    let mut counts = [0i64; SEATS];
    let stones = colors.iter().filter(|color| usize::from(**color) < SEATS);
    stones.for_each(|color| counts[usize::from(*color)] += 1);
    let (found, mut turn) = (counts, game.start().turn);
    for _ in 0..found.iter().sum::<i64>() {
        if turn.phase == Phase::Choose {
            turn.phase = Phase::Play;
        }
        counts[usize::from(turn.color)] -= 1;
        game.follow(&mut turn, 0, Gain::default());
    }
    if counts != [0; SEATS] {
        let fewest = (0..game.seats).min_by_key(|color| found[usize::from(*color)]);
        turn.color = fewest.unwrap_or(0);
        (turn.phase, turn.left) = (Phase::Play, game.ruleset.rules.stones_per_turn);
    }
    turn
}

/// Puts the stones, and finds out whether a goal is reached: where several colours
/// reach theirs, by the one that is not to move.
fn build(game: &Connection, colors: &[u8], mut turn: Turn) -> Position {
    let mut groups = Groups::new(&game.topology, &game.goals.web);
    let mover = turn.color;
    turn.stones = 0;
    for (site, color) in (0..).zip(colors) {
        if usize::from(*color) >= SEATS {
            continue;
        }
        turn.stones ^= stone(site, *color);
        let (gain, known) = (game.goals.drop(&mut groups, site, *color), turn.win);
        turn.color = *color;
        game.score(&mut turn, site, gain);
        if known.is_some_and(|known| known.color != mover || *color == mover) {
            turn.win = known;
        }
    }
    turn.color = mover;
    if turn.win.is_some() && turn.phase == Phase::Cut {
        turn.phase = Phase::Choose;
    }
    Position::new(groups, turn)
}

fn color(game: &Connection, text: &str) -> Result<u8, Message> {
    let known = &LETTERS[..usize::from(game.seats)];
    let found = known.iter().position(|own| text.len() == 1 && text.starts_with(*own));
    found.map(|color| color as u8).ok_or_else(|| {
        Message::new("read.color", "expected the colour to move, one of `{known}`, found `{found}`")
            .with("known", known.iter().collect::<String>())
            .with("found", text)
    })
}

fn phase(game: &Connection, text: &str) -> Result<Phase, Message> {
    let found = PHASES.iter().find(|(name, _)| *name == text).map(|(_, phase)| *phase);
    let fits = |phase: &Phase| match phase {
        Phase::Play => true,
        Phase::Open | Phase::Swap => {
            matches!(game.ruleset.rules.equaliser, Equaliser::SwapSeats | Equaliser::SwapStones)
        }
        Phase::Cut | Phase::Choose => {
            matches!(game.ruleset.rules.equaliser, Equaliser::CutAndChoose(_))
        }
    };
    found.filter(fits).ok_or_else(|| {
        let names: Vec<&str> =
            PHASES.iter().filter(|(_, phase)| fits(phase)).map(|(name, _)| *name).collect();
        Message::new("read.phase", "expected what is to be done, one of {names}, found `{found}`")
            .with("names", names.join(", "))
            .with("found", text)
    })
}

/// Reads the colour of each seat, in lower case where it retired.
fn seats(game: &Connection, text: &str, turn: &mut Turn) -> Result<(), Message> {
    let mut known: Vec<char> = LETTERS[..usize::from(game.seats)].to_vec();
    let mut fits = text.chars().count() == known.len();
    for (seat, letter) in text.chars().enumerate().take(known.len()) {
        let upper = letter.to_ascii_uppercase();
        fits &= known.contains(&upper);
        known.retain(|own| *own != upper);
        let color = LETTERS.iter().position(|own| *own == upper);
        turn.colors[seat] = color.unwrap_or(seat) as u8;
        // Of two players none goes on alone.
        if letter != upper && game.seats > 2 {
            turn.out |= 1 << seat;
        }
    }
    if fits {
        return Ok(());
    }
    let own: String = LETTERS[..usize::from(game.seats)].iter().collect();
    Err(Message::new("read.seats", "expected each colour of `{known}` once, found `{found}`")
        .with("known", own)
        .with("found", text))
}
