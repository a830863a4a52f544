//! Moves and positions as text.

use boardloom_sdk::rows::missing;
use boardloom_sdk::topology::Topology;
use boardloom_sdk::{Game, Message, Site};

use crate::diagram;
use crate::game::Connection;
use crate::groups::{BLOCKED, EMPTY, Groups};
use crate::loop_classes::LoopClasses;
use crate::moves::Move;
use crate::objectives::PlacementResult;
use crate::position::{MAX_SEATS, Phase, Position, TurnState, Win, stone_hash};
use crate::ruleset::OpeningRule;

/// The letters of the colours, in the order in which they move.
pub const LETTERS: [char; MAX_SEATS] = ['X', 'O', 'T'];
pub const EMPTY_CELL: char = '.';
/// More than a row has cells.
const MAX_RUN: usize = 100_000;
const BLOCKED_CELL: char = '-';
/// The names of the text forms; the first can be read.
pub const FORMS: [&str; 5] = ["position", "diagram", "labels", "classes", "graph"];
/// The notation of [`Move::Swap`].
pub const SWAP: &str = "swap";
/// The notation of [`Move::Choose`], by colour.
pub const CHOICES: [&str; 2] = ["choose-X", "choose-O"];

pub fn notation(topology: &Topology, mv: Move) -> String {
    match mv {
        Move::Place(site) => topology.label(site).to_owned(),
        Move::Swap => SWAP.to_owned(),
        Move::Choose(color) => CHOICES[usize::from(color)].to_owned(),
    }
}

pub fn describe(game: &Connection, mv: Move) -> Message {
    match mv {
        Move::Place(_) => Message::new("move", notation(&game.topology, mv)),
        Move::Swap if game.ruleset.rules.equaliser == OpeningRule::SwapStones => {
            Message::new("move.swaps-stones", "swaps stones")
        }
        Move::Swap => Message::new("move.swaps-sides", "swaps sides"),
        Move::Choose(color) => Message::new("move.takes", "takes {color}")
            .with("color", game.ruleset.players.name(color)),
    }
}

pub fn label(game: &Connection, mv: Move) -> Message {
    match mv {
        Move::Place(_) => describe(game, mv),
        Move::Swap => Message::new("move.swap", "Swap"),
        Move::Choose(color) => {
            let name = game.ruleset.players.name(color);
            Message::new("move.choose", "Play {color}").with("color", name)
        }
    }
}

pub fn refusal(game: &Connection, position: &Position, text: &str) -> Option<Message> {
    let topology = &game.topology;
    let phase = position.turn.phase;
    let spelled = respell(game, text).unwrap_or_else(|| text.to_owned());
    if spelled == SWAP {
        let what = match game.ruleset.rules.equaliser {
            OpeningRule::SwapSeats | OpeningRule::SwapStones => {
                "you can swap only right after the first turn"
            }
            OpeningRule::None | OpeningRule::CutAndChoose(_) => "there is no swap in this game",
        };
        return Some(Message::new("illegal.swap", what));
    }
    if CHOICES.contains(&spelled.as_str()) {
        return Some(Message::new("illegal.choose", "there is no colour to choose now"));
    }
    if phase == Phase::Choose {
        return Some(Message::new("illegal.phase", "choose a colour first"));
    }
    let site = topology.site(text).or_else(|| topology.site(&text.to_ascii_lowercase()))?;
    let what = match position.groups.color(site) {
        BLOCKED => "{label} is blocked",
        EMPTY => return None,
        _ => "a stone stands on {label} already",
    };
    Some(Message::new("illegal.site", what).with("label", topology.label(site)))
}

/// Returns the notation that another spelling means: a colour by its player's name,
/// letter or number.
pub fn respell(game: &Connection, text: &str) -> Option<String> {
    let text = text.trim().to_ascii_lowercase();
    if matches!(text.as_str(), "swap" | "swap sides" | "swap seats") {
        return Some(SWAP.to_owned());
    }
    let spoken = text.strip_prefix("choose ").or(text.strip_prefix("play "));
    // A bare letter may be the name of a cell.
    let is_cell = |label: &str| game.topology.site(label).is_some();
    if spoken.is_none() && (is_cell(&text) || is_cell(&text.to_ascii_uppercase())) {
        return None;
    }
    let chosen = spoken.unwrap_or(&text);
    let names = [0, 1].map(|color| game.ruleset.players.name(color).to_ascii_lowercase());
    let color = match (names.iter().position(|name| name == chosen), chosen) {
        (Some(color), _) => color,
        (None, "x" | "first" | "black") => 0,
        (None, "o" | "second" | "white") => 1,
        _ => return None,
    };
    Some(CHOICES[color].to_owned())
}

/// Returns the rows of a board, from the top; one row of all sites if the board has none.
pub fn rows(topology: &Topology) -> Vec<Vec<Site>> {
    let rows = topology.rows();
    if rows.is_empty() { vec![(0..topology.sites()).collect()] } else { rows.to_vec() }
}

pub fn letter(groups: &Groups, site: Site) -> char {
    match groups.color(site) {
        EMPTY => EMPTY_CELL,
        BLOCKED => BLOCKED_CELL,
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

/// Writes a position: rows, the colour of the next stone, the stones left in the turn, the
/// phase, the colours of the seats: `.XO/..XO X 1 play XO`.
pub fn write(game: &Connection, position: &Position) -> String {
    let row = |row: Vec<Site>| -> String {
        row.into_iter().map(|site| letter(&position.groups, site)).collect()
    };
    let rows: Vec<String> = rows(&game.topology).into_iter().map(row).collect();
    let turn = &position.turn;
    let phase = PHASES.iter().find(|(_, phase)| *phase == turn.phase);
    let phase = phase.expect("every phase has a name").0;
    let seat = |seat: u8| {
        let letter = LETTERS[usize::from(turn.colors[usize::from(seat)])];
        if turn.is_active(seat) { letter } else { letter.to_ascii_lowercase() }
    };
    let seats: String = (0..game.seats).map(seat).collect();
    let color = LETTERS[usize::from(turn.color)];
    format!("{} {color} {} {phase} {seats}", rows.join("/"), turn.stones_left)
}

/// Writes the classes of all loops of each colour as JSON: for each letter the classes of
/// which all others are sums, `{"X":[1],"O":[]}`.
pub fn classes(game: &Connection, position: &Position) -> String {
    let mut loops = [LoopClasses::default(); MAX_SEATS];
    for site in game.stones(position) {
        let all = &mut loops[usize::from(position.groups.color(site))];
        *all = all.union(position.groups.reach(site).loops);
    }
    let colors = LETTERS.iter().zip(&loops).take(usize::from(game.seats));
    let lists: Vec<String> = colors
        .map(|(letter, loops)| {
            let classes: Vec<String> = loops.basis().map(|class| class.to_string()).collect();
            format!("\"{letter}\":[{}]", classes.join(","))
        })
        .collect();
    format!("{{{}}}", lists.join(","))
}

/// Reads a text by [`write()`], of which only the rows are required; or a diagram in several
/// lines, whose ring of ghosts is ignored.
///
/// # Errors
/// A message names the error in the text, its place, and the expected form.
pub fn read(game: &Connection, text: &str) -> Result<Position, Message> {
    let text = text.trim_end();
    if text.lines().count() > 1 {
        return read_diagram(game, text);
    }
    let mut parts = text.split_whitespace();
    let board = parts.next().ok_or_else(|| {
        Message::new("read.empty", "expected rows of sites, as `.XO/..XO X 1 play XO`")
    })?;
    let colors = read_rows(game, &rows(&game.topology), &mut board.split('/'))?;
    let mut turn = usual_turn(game, &colors);
    if let Some(text) = parts.next() {
        turn.phase = Phase::Play;
        turn.color = read_color(game, text)?;
        turn.stones_left = game.ruleset.rules.stones_per_turn;
    }
    if let Some(text) = parts.next() {
        let left = text.parse().ok().filter(|left| (1..=100).contains(left));
        turn.stones_left = left.ok_or_else(|| {
            Message::new("read.left", "expected the stones left in the turn, found `{found}`")
                .with("found", text)
        })?;
    }
    if let Some(text) = parts.next() {
        turn.phase = read_phase(game, text)?;
    }
    if let Some(text) = parts.next() {
        read_seats(game, text, &mut turn)?;
    }
    if let Some(more) = parts.next() {
        let what = "expected nothing after the colours of the seats, found `{found}`";
        return Err(Message::new("read.more", what).with("found", more));
    }
    Ok(place_all(game, &colors, turn))
}

fn read_diagram(game: &Connection, text: &str) -> Result<Position, Message> {
    let drawn: Vec<String> = text.lines().map(cells).filter(|row| !row.is_empty()).collect();
    let mut rows = rows(&game.topology);
    // If cells lie anywhere, the diagram's lines are not the board's rows.
    let fits = |rows: &[Vec<Site>]| {
        let lengths = rows.iter().map(Vec::len);
        lengths.eq(drawn.iter().map(|line| line.chars().count()))
    };
    if !fits(&rows) {
        let lines = diagram::lines(&game.topology);
        rows = if fits(&lines) { lines } else { rows };
    }
    let colors = read_rows(game, &rows, &mut drawn.iter().map(String::as_str))?;
    Ok(place_all(game, &colors, usual_turn(game, &colors)))
}

/// Returns the cells of a line of a diagram, without ghosts and the frame.
fn cells(line: &str) -> String {
    let is_cell = |c: &char| matches!(*c, EMPTY_CELL | BLOCKED_CELL) || LETTERS.contains(c);
    line.chars().filter(is_cell).collect()
}

/// Replaces numbers by as many empty cells.
fn without_numbers(text: &str) -> String {
    let (mut cells, mut run) = (String::new(), 0);
    for letter in text.chars().chain(['/']) {
        match letter.to_digit(10) {
            Some(digit) => run = (run * 10 + digit as usize).min(MAX_RUN),
            None => {
                (0..std::mem::take(&mut run)).for_each(|_| cells.push(EMPTY_CELL));
                cells.push(letter);
            }
        }
    }
    cells.pop();
    cells
}

/// Returns the colour of every site from rows.
fn read_rows(
    game: &Connection,
    rows: &[Vec<Site>],
    text: &mut dyn Iterator<Item = &str>,
) -> Result<Vec<u8>, Message> {
    let error = |row: usize, what: String| {
        Message::new("read.rows", "row {row}: {what}").with("row", row + 1).with("what", what)
    };
    let known = &LETTERS[..usize::from(game.seats)];
    let mut colors = vec![EMPTY; game.topology.sites() as usize];
    for (at, row) in rows.iter().enumerate() {
        let missing = || Message::new("read.rows", missing(rows.len(), at));
        let text = without_numbers(text.next().ok_or_else(missing)?);
        let found = text.chars().count();
        if found != row.len() {
            let what = format!(
                "expected {} sites, found {found}; `.` or a number is for empty sites, `-` for \
                 blocked ones",
                row.len()
            );
            return Err(error(at, what));
        }
        for (site, letter) in row.iter().zip(text.chars()) {
            let upper = letter.to_ascii_uppercase();
            colors[*site as usize] = match known.iter().position(|own| *own == upper) {
                Some(color) => color as u8,
                None if letter == EMPTY_CELL => EMPTY,
                None if letter == BLOCKED_CELL => BLOCKED,
                None => {
                    let known: String = known.iter().collect();
                    let what = format!("expected one of `{known}`, `.` or `-`, found `{letter}`");
                    return Err(error(at, what));
                }
            };
        }
    }
    if text.next().is_some() {
        let expected = rows.len();
        return Err(error(expected, format!("expected {expected} rows")));
    }
    let empty = Groups::new(&game.topology, &game.objectives.graph);
    for (site, color) in (0..).zip(&colors) {
        if (empty.color(site) == BLOCKED) != (*color == BLOCKED) {
            let what = match *color == BLOCKED {
                true => {
                    "`{label}` is blocked in the text, and not in the ruleset: write `.` for it, or \
                     list it in `board.blocked`"
                }
                false => {
                    "`{label}` is blocked in the ruleset, and not in the text: write `-` for it, or \
                     take it out of `board.blocked`"
                }
            };
            return Err(Message::new("read.walls", what).with("label", game.topology.label(site)));
        }
    }
    Ok(colors)
}

/// Returns the turn after a number of stones; if turns could not have placed these colours, a
/// turn of the colour with the fewest.
fn usual_turn(game: &Connection, colors: &[u8]) -> TurnState {
    let mut counts = [0i64; MAX_SEATS];
    // The stones of the start belong to no turn.
    let placed = (0..).zip(colors).filter(|(site, color)| {
        usize::from(**color) < MAX_SEATS && game.start.groups.color(*site) == EMPTY
    });
    placed.for_each(|(_, color)| counts[usize::from(*color)] += 1);
    let (found, mut turn) = (counts, game.start().turn);
    for _ in 0..found.iter().sum::<i64>() {
        if turn.phase == Phase::Choose {
            turn.phase = Phase::Play;
        }
        counts[usize::from(turn.color)] -= 1;
        game.end_placement(&mut turn, 0, PlacementResult::default());
    }
    if counts != [0; MAX_SEATS] {
        let fewest = (0..game.seats).min_by_key(|color| found[usize::from(*color)]);
        turn.color = fewest.unwrap_or(0);
        (turn.phase, turn.stones_left) = (Phase::Play, game.ruleset.rules.stones_per_turn);
    }
    turn
}

/// Places the stones, and finds out whether a goal is reached: if several colours reach
/// theirs, by one that is not to move.
fn place_all(game: &Connection, colors: &[u8], mut turn: TurnState) -> Position {
    let mut groups = Groups::new(&game.topology, &game.objectives.graph);
    let mover = turn.color;
    turn.stones_hash = 0;
    for (site, color) in (0..).zip(colors) {
        if usize::from(*color) >= MAX_SEATS {
            continue;
        }
        turn.stones_hash ^= stone_hash(site, *color);
        let result = game.objectives.place_in_groups(&mut groups, site, *color);
        let known = turn.win;
        turn.color = *color;
        game.record_win(&mut turn, site, result);
        if known.is_some_and(|known| known.color != mover || *color == mover) {
            turn.win = known;
        }
    }
    let others = (0..game.seats).filter(|color| *color != mover);
    for color in others.chain([mover]).filter(|_| game.objectives.has_shapes()) {
        let is_undecided = turn.win.is_none_or(|win| win.color == mover && color != mover);
        if let Some((kind, site)) = game.objectives.shape_on_board(&groups, color)
            && is_undecided
        {
            turn.win = Some(Win { color, kind, site });
        }
    }
    turn.color = mover;
    if turn.win.is_some() && turn.phase == Phase::Cut {
        turn.phase = Phase::Choose;
    }
    Position::new(groups, turn)
}

fn read_color(game: &Connection, text: &str) -> Result<u8, Message> {
    let known = &LETTERS[..usize::from(game.seats)];
    let found = known.iter().position(|own| text.len() == 1 && text.starts_with(*own));
    found.map(|color| color as u8).ok_or_else(|| {
        Message::new("read.color", "expected the colour to move, one of `{known}`, found `{found}`")
            .with("known", known.iter().collect::<String>())
            .with("found", text)
    })
}

fn read_phase(game: &Connection, text: &str) -> Result<Phase, Message> {
    let rule = game.ruleset.rules.equaliser;
    let fits = |phase: Phase| match phase {
        Phase::Play => true,
        Phase::Open | Phase::Swap => {
            matches!(rule, OpeningRule::SwapSeats | OpeningRule::SwapStones)
        }
        Phase::Cut | Phase::Choose => matches!(rule, OpeningRule::CutAndChoose(_)),
    };
    let mut known = PHASES.iter().filter(|(_, phase)| fits(*phase));
    let found = known.clone().find(|(name, _)| *name == text);
    found.map(|(_, phase)| *phase).ok_or_else(|| {
        let names: Vec<&str> = known.by_ref().map(|(name, _)| *name).collect();
        Message::new("read.phase", "expected the phase, one of {names}, found `{found}`")
            .with("names", names.join(", "))
            .with("found", text)
    })
}

/// Reads the colour of each seat, in lower case if it was removed.
fn read_seats(game: &Connection, text: &str, turn: &mut TurnState) -> Result<(), Message> {
    let mut known: Vec<char> = LETTERS[..usize::from(game.seats)].to_vec();
    let mut fits = text.chars().count() == known.len();
    for (seat, letter) in text.chars().enumerate().take(known.len()) {
        let upper = letter.to_ascii_uppercase();
        fits &= known.contains(&upper);
        known.retain(|own| *own != upper);
        let color = LETTERS.iter().position(|own| *own == upper);
        turn.colors[seat] = color.unwrap_or(seat) as u8;
        // One of two players can't be removed.
        if letter != upper && game.seats > 2 {
            turn.removed |= 1 << seat;
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
