//! Functions that the scenes share.

use boardloom_sdk::random::mix;
use boardloom_sdk::topology::{Adjacency, Glue, Grid, Topology};
use boardloom_sdk::{About, BoardView, Message, PieceKind, Place, SeatState, Site};

/// The first text form, and the only one.
pub const FORM: &str = "position";

/// Returns the description of a game with discs in one flat view.
pub fn about(seats: u8, roles: &[String]) -> About {
    About {
        seats,
        colors: seats,
        kinds: vec![kind("disc", "disc")],
        roles: roles.to_vec(),
        views: vec![view("flat", 2)],
        forms: vec![FORM.into()],
        unit: Message::new("unit.point", "point"),
        bound: None,
        facts: Vec::new(),
    }
}

/// Returns a kind of piece that is named by its id.
pub fn kind(id: &str, shape: &str) -> PieceKind {
    let name = Message::new(format!("kind.{id}"), id);
    PieceKind { id: id.into(), name, letters: Vec::new(), shape: shape.into() }
}

/// Returns a view that is named by its id.
pub fn view(id: &str, dimensions: u8) -> BoardView {
    BoardView { id: id.into(), name: Message::new(format!("view.{id}"), id), dimensions }
}

/// Returns a plain board of squares.
pub fn squares(width: u32, height: u32) -> Topology {
    let grid = Grid { width, height, adjacency: None, glue: Glue::None };
    grid.topology(Adjacency::Orthogonal).expect("a plain board has no errors")
}

/// Returns a place on the board itself.
pub fn place(site: Site, at: (f64, f64, f64), shape: Option<u32>, label: String) -> Place {
    Place { site, copy: false, frame: None, at, shape, label, role: 0 }
}

/// Returns a unit square around a middle.
pub fn square() -> Vec<(f64, f64, f64)> {
    [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map(|(x, y)| (x, y, 0.0)).to_vec()
}

/// Returns the state of an active seat.
pub fn seat(color: u8, score: impl Into<f64>) -> SeatState {
    SeatState { color, score: score.into(), gained: 0.0, active: true }
}

/// Returns a number for a list of numbers.
pub fn hash(numbers: impl IntoIterator<Item = u64>) -> u64 {
    numbers.into_iter().fold(1, |key, number| mix(key ^ number).rotate_left(7))
}

/// Writes numbers as the one text form.
pub fn write(form: &str, numbers: impl IntoIterator<Item = u64>) -> Result<String, Message> {
    known(form)?;
    let texts: Vec<String> = numbers.into_iter().map(|number| number.to_string()).collect();
    Ok(texts.join(" "))
}

/// Refuses a form that does not exist.
pub fn known(form: &str) -> Result<(), Message> {
    match form == FORM {
        true => Ok(()),
        false => Err(Message::new("write.form", "expected the form `position`, found `{form}`")
            .with("form", form)),
    }
}

/// Reads as many numbers, each at most as large as its limit.
pub fn read(text: &str, limits: &[u64]) -> Result<Vec<u64>, Message> {
    let mut numbers = Vec::new();
    for word in text.split_whitespace() {
        let most = limits.get(numbers.len()).copied().unwrap_or(0);
        let number = word.parse().ok().filter(|number| *number <= most);
        numbers.push(number.ok_or_else(|| {
            Message::new("read.number", "expected a number up to {most}, found `{found}`")
                .with("most", most)
                .with("found", word)
        })?);
    }
    if numbers.len() == limits.len() {
        return Ok(numbers);
    }
    let text = "expected {wanted} numbers, found {found}";
    Err(Message::new("read.count", text).with("wanted", limits.len()).with("found", numbers.len()))
}
