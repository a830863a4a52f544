//! The records of `boardloom:rules/types` as plain Rust values.
//!
//! `sdk/wit/1.0.0/types.wit` is the contract, and explains each field at length.

/// A place for a piece, numbered from 0 in order of creation.
pub type Site = u32;
/// A player's number, from 0.
pub type Seat = u8;
/// The seat that plays chance moves.
pub const CHANCE: Seat = 255;
/// The colour of neutral pieces.
pub const NO_COLOR: u8 = 255;
/// The most moves in one page of a list.
pub const PAGE: u32 = 4096;

/// A text for players. Its functions escape control characters, because it may quote typed text or
/// a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Message {
    /// The name of the text, for translation.
    pub id: String,
    /// Names and values of the arguments.
    pub args: Vec<(String, String)>,
    /// The English text with all arguments filled in.
    pub text: String,
}

impl Message {
    /// Returns a message without arguments.
    pub fn new(id: impl Into<String>, text: impl Into<String>) -> Self {
        Message { id: id.into(), args: Vec::new(), text: printable(text.into()) }
    }

    /// Adds an argument; every `{name}` in the text becomes its value.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl std::fmt::Display) -> Self {
        let value = printable(value.to_string());
        self.text = self.text.replace(&format!("{{{name}}}"), &value);
        self.args.push((name.to_owned(), value));
        self
    }

    /// Adds a message as an argument. Its own arguments follow as `name.ARGUMENT`, so that it can
    /// be translated too.
    #[must_use]
    pub fn with_message(self, name: &str, message: &Message) -> Self {
        let mut outer = self.with(name, message);
        let inner = message.args.iter();
        outer.args.extend(inner.map(|(key, value)| (format!("{name}.{key}"), value.clone())));
        outer
    }
}

fn printable(text: String) -> String {
    let hidden = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if !text.contains(hidden) {
        return text;
    }
    text.chars().fold(String::new(), |mut clean, c| {
        match hidden(c) {
            true => clean.extend(c.escape_default()),
            false => clean.push(c),
        }
        clean
    })
}

impl std::fmt::Display for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

/// One step of the path to a value in a ruleset.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PathKey {
    /// A key of a table.
    Name(String),
    /// A place in an array, from 0.
    Index(u32),
}

/// The severity of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The ruleset cannot be opened.
    Error,
    /// The ruleset can be opened.
    Warning,
}

/// An error or a warning about the meaning of a ruleset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// The path of the value, from the root of the document.
    pub path: Vec<PathKey>,
    /// Whether the key is wrong, not its value.
    pub on_key: bool,
    /// A range of bytes within a string value.
    pub inside: Option<(u32, u32)>,
    /// The error.
    pub what: Message,
    /// A way to fix it.
    pub hint: Option<Message>,
}

impl Diagnostic {
    /// Adds a way to fix it.
    #[must_use]
    pub fn hint(mut self, text: impl Into<String>) -> Self {
        self.hint = Some(Message::new(format!("{}.hint", self.what.id), text));
        self
    }

    /// Points at the key, not its value.
    #[must_use]
    pub fn on_key(mut self) -> Self {
        self.on_key = true;
        self
    }

    /// Points at a part of a string, in bytes from its start.
    #[must_use]
    pub fn inside(mut self, from: usize, to: usize) -> Self {
        self.inside = Some((from as u32, to as u32));
        self
    }

    /// Makes it a warning.
    #[must_use]
    pub fn warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }
}

/// `Err(error.into())` refuses a ruleset for one error.
impl From<Diagnostic> for Vec<Diagnostic> {
    fn from(error: Diagnostic) -> Self {
        vec![error]
    }
}

/// A piece on a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Piece {
    /// Index into [`About::kinds`].
    pub kind: u16,
    /// The colour, from 0; [`NO_COLOR`] is neutral.
    pub color: u8,
    /// The heading that the piece faces, plus 1; 0 if it faces none.
    pub facing: u8,
    /// A number on the piece; 0 shows none.
    pub count: u16,
}

impl Piece {
    /// Returns a piece without facing and number.
    pub const fn new(kind: u16, color: u8) -> Self {
        Piece { kind, color, facing: 0, count: 0 }
    }
}

/// One change that a move made, for animation and sound.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Effect {
    /// The stage, from 0. Effects of one stage happen together.
    pub stage: u16,
    /// The kind of change: `place`, `remove`, `move`, `turn`, ...
    pub verb: String,
    /// The site that changed.
    pub site: Option<Site>,
    /// The site to which a piece moved.
    pub onto: Option<Site>,
    /// The piece on `site` before.
    pub before: Option<Piece>,
    /// The piece after it: on `onto` if there is one, else on `site`.
    pub after: Option<Piece>,
    /// The sound to play.
    pub cue: String,
}

/// Colour and score of a seat.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeatState {
    /// The colour that the seat plays now.
    pub color: u8,
    /// The points so far.
    pub score: f64,
    /// The points of the seat's last turn.
    pub gained: f64,
    /// Whether the seat still takes part.
    pub active: bool,
}

impl SeatState {
    /// Returns the state of a seat that takes part.
    pub const fn new(color: u8, score: f64) -> Self {
        SeatState { color, score, gained: 0.0, active: true }
    }
}

/// The outcome of a finished game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The rank of each seat: 0 is first; equal ranks share a place.
    pub ranks: Vec<u8>,
    /// The reason for the end.
    pub reason: Message,
}

impl Outcome {
    /// Returns the seat that came first alone, or `None`.
    pub fn winner(&self) -> Option<Seat> {
        let mut first = self.ranks.iter().enumerate().filter(|(_, rank)| **rank == 0);
        match (first.next(), first.next()) {
            (Some((seat, _)), None) => Some(seat as Seat),
            _ => None,
        }
    }
}

/// The status of a game at one position.
#[derive(Debug, Clone, PartialEq)]
pub struct GameStatus {
    /// The number of moves from the start.
    pub ply: u32,
    /// The seats that may act now.
    pub acting: Vec<Seat>,
    /// Whether chance is to move.
    pub chance: bool,
    /// One for each seat.
    pub seats: Vec<SeatState>,
    /// The outcome; `None` while the game goes on.
    pub outcome: Option<Outcome>,
    /// A note on the last move, such as a forced pass.
    pub note: Option<Message>,
    /// A prompt for the mover.
    pub prompt: Option<Message>,
    /// Further facts, a line each.
    pub facts: Vec<Message>,
    /// A number that is equal for positions with the same future. If the rules count repetitions,
    /// earlier occurrences of positions are part of it.
    pub key: u64,
    /// The number of sites now.
    pub sites: u32,
}

impl GameStatus {
    /// Returns the first seat that may act, [`CHANCE`] if chance is to move, or `None` if the game
    /// is over.
    pub fn mover(&self) -> Option<Seat> {
        if self.chance { Some(CHANCE) } else { self.acting.first().copied() }
    }

    /// Tells whether the game is over.
    pub fn is_over(&self) -> bool {
        self.outcome.is_some()
    }
}

/// A kind of piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceKind {
    /// Stable name.
    pub id: String,
    /// The name that players read.
    pub name: Message,
    /// The letters of the kind in a position's text form: one for each colour, or one for all.
    pub letters: Vec<String>,
    /// The shape in which it is drawn.
    pub shape: String,
}

impl PieceKind {
    /// Returns a kind whose id is also its name and its shape, with a letter for each colour.
    pub fn new(id: &str, letters: &[&str]) -> Self {
        PieceKind {
            id: id.into(),
            name: Message::new(format!("kind.{id}"), id),
            letters: letters.iter().map(|letter| (*letter).to_owned()).collect(),
            shape: id.into(),
        }
    }

    /// Returns the letter of a piece of this kind in a position's text form.
    pub fn letter(&self, color: u8) -> Option<&str> {
        let only = if self.letters.len() == 1 { self.letters.first() } else { None };
        self.letters.get(usize::from(color)).or(only).map(String::as_str)
    }
}

/// A way to draw the same position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardView {
    /// Stable name.
    pub id: String,
    /// The name that players read.
    pub name: Message,
    /// The number of coordinates that count: 2 or 3.
    pub dimensions: u8,
}

/// The facts of an open ruleset. They do not change while it is open.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct About {
    /// The number of seats.
    pub seats: u8,
    /// The number of colours.
    pub colors: u8,
    /// The kinds of pieces.
    pub kinds: Vec<PieceKind>,
    /// The names of the roles of places and lines.
    pub roles: Vec<String>,
    /// The views, at least one.
    pub views: Vec<BoardView>,
    /// The names of the text forms; the first can be read back.
    pub forms: Vec<String>,
    /// The unit of `evaluate`, which counts in hundredths of it.
    pub unit: Message,
    /// The number of plies after which every game is over.
    pub bound: Option<u32>,
    /// Names and values of further facts: see [`About::with_draws`].
    pub facts: Vec<(String, String)>,
}

impl About {
    /// Returns the facts of a game with these seats and kinds of pieces. The SDK fills in the
    /// rest.
    pub fn new(seats: u8, kinds: Vec<PieceKind>) -> Self {
        About { seats, kinds, ..About::default() }
    }
}

/// The effect of a click on a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TargetKind {
    /// Picks a piece up, or begins a path.
    Pick,
    /// Takes nothing.
    Quiet,
    /// Takes or turns something.
    Capture,
    /// Divides the cell that the site stands for.
    Split,
}

/// A site that can come next on a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Target {
    /// The site.
    pub site: Site,
    /// The effect of a click on it.
    pub kind: TargetKind,
}

/// A move that a path completes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveOption {
    /// Its notation. With `answer`, the typed answer is appended to it.
    pub move_: String,
    /// The text of its button or menu entry.
    pub label: Message,
    /// Whether the player types an answer.
    pub answer: bool,
}

/// The continuations of a path of sites.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choices {
    /// Sites that can come next.
    pub targets: Vec<Target>,
    /// Moves that the path completes.
    pub options: Vec<MoveOption>,
    /// The piece that a click on a target would put there.
    pub placed_piece: Option<Piece>,
    /// Whether some targets do not exist on the board yet.
    pub proposed: bool,
}

/// Coordinates within a frame.
pub type Point = (f64, f64, f64);

/// A system of coordinates within another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// The number of an earlier frame; `None` is the board itself.
    pub parent: Option<u32>,
    /// The map to the parent, as (a, b, c, d, e, f): (x, y) here is (a x + c y + e, b x + d y + f)
    /// there.
    pub affine: (f64, f64, f64, f64, f64, f64),
    /// The depth of the frame; 0 is the board.
    pub level: u16,
}

/// A site on the drawing, or a ghost of one.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// The site.
    pub site: Site,
    /// Whether it is a ghost beyond a glued edge.
    pub copy: bool,
    /// None is the board itself.
    pub frame: Option<u32>,
    /// Its middle.
    pub at: Point,
    /// Index into the shapes of the drawing; `None` for a vertex. Later cells whose middles lie in
    /// a larger one divide it.
    pub shape: Option<u32>,
    /// The label that players read.
    pub label: String,
    /// Index into [`About::roles`].
    pub role: u16,
}

/// The style of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LineStyle {
    /// As a line.
    Stroke,
    /// As a region.
    Fill,
}

/// A line or a region of the board.
#[derive(Debug, Clone, PartialEq)]
pub struct BoardLine {
    /// None is the board itself.
    pub frame: Option<u32>,
    /// Index into [`About::roles`].
    pub role: u16,
    /// At least two points.
    pub points: Vec<Point>,
    /// Whether the last point joins the first.
    pub closed: bool,
    /// Its style.
    pub style: LineStyle,
    /// Lines of one role and one group belong together; 0 is no group.
    pub group: u16,
}

/// A text beside the board.
#[derive(Debug, Clone, PartialEq)]
pub struct Caption {
    /// None is the board itself.
    pub frame: Option<u32>,
    /// The middle of the text.
    pub at: Point,
    /// The text.
    pub text: String,
}

/// The size of a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Extent {
    /// A number that changes when an existing part of the drawing changes.
    pub revision: u32,
    /// Number of frames.
    pub frames: u32,
    /// Number of shapes.
    pub shapes: u32,
    /// Number of places.
    pub places: u32,
    /// Number of lines.
    pub lines: u32,
    /// Number of captions.
    pub captions: u32,
}

/// A part of a drawing, or all of it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Patch {
    /// Frames, in order of creation.
    pub frames: Vec<Frame>,
    /// Outlines around a middle.
    pub shapes: Vec<Vec<Point>>,
    /// Sites and ghosts.
    pub places: Vec<Place>,
    /// Lines and regions.
    pub lines: Vec<BoardLine>,
    /// Texts beside the board.
    pub captions: Vec<Caption>,
}

impl Patch {
    /// Returns its size, with this revision.
    pub fn extent(&self, revision: u32) -> Extent {
        Extent {
            revision,
            frames: self.frames.len() as u32,
            shapes: self.shapes.len() as u32,
            places: self.places.len() as u32,
            lines: self.lines.len() as u32,
            captions: self.captions.len() as u32,
        }
    }

    /// Returns the part after `beyond`, at most `limit` elements of each kind.
    #[must_use]
    pub fn beyond(&self, beyond: Extent, limit: u32) -> Patch {
        fn part<T: Clone>(all: &[T], from: u32, limit: u32) -> Vec<T> {
            all.iter().skip(from as usize).take(limit as usize).cloned().collect()
        }
        Patch {
            frames: part(&self.frames, beyond.frames, limit),
            shapes: part(&self.shapes, beyond.shapes, limit),
            places: part(&self.places, beyond.places, limit),
            lines: part(&self.lines, beyond.lines, limit),
            captions: part(&self.captions, beyond.captions, limit),
        }
    }

    /// Drops everything beyond `extent`.
    pub fn truncate(&mut self, extent: Extent) {
        self.frames.truncate(extent.frames as usize);
        self.shapes.truncate(extent.shapes as usize);
        self.places.truncate(extent.places as usize);
        self.lines.truncate(extent.lines as usize);
        self.captions.truncate(extent.captions as usize);
    }

    /// Appends the part that follows.
    pub fn extend(&mut self, more: Patch) {
        self.frames.extend(more.frames);
        self.shapes.extend(more.shapes);
        self.places.extend(more.places);
        self.lines.extend(more.lines);
        self.captions.extend(more.captions);
    }

    /// Tells whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.extent(0) == Extent::default()
    }
}

/// A mark on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// Its role: `last-from`, `last-to`, `win`, `threat`, `owned` (cells that are its seat's for
    /// good), ...
    pub role: String,
    /// Its sites; in order if `joined`.
    pub sites: Vec<Site>,
    /// Whether a line joins the sites.
    pub joined: bool,
    /// The seat that it belongs to.
    pub seat: Option<Seat>,
    /// Its meaning.
    pub text: Option<Message>,
}

/// Totals over random games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlayoutStats {
    /// The number of games.
    pub games: u64,
    /// The number of moves in all of them.
    pub plies: u64,
    /// The number of legal moves in all positions that were not over.
    pub choices: u64,
    /// The number of games that were cut.
    pub cut: u64,
    /// The number of games that a seat won alone, by seat.
    pub wins: Vec<u64>,
    /// The number of games in which seats shared the first place.
    pub draws: u64,
}

/// A line of play that a search found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Variation {
    /// The notations of its moves; the first is the recommended move.
    pub moves: Vec<String>,
    /// The number of nodes searched along it.
    pub visits: u64,
    /// The expected result by seat, from 0 (lost) to 10000 (won).
    pub value: Vec<u16>,
    /// The evaluation for the mover, in hundredths of [`About::unit`].
    pub units: Option<i32>,
    /// Plies to a forced end, negative if the mover loses; `None` if not proven.
    pub forced: Option<i32>,
    /// The depth of the search in plies.
    pub depth: u16,
}

/// The progress of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SearchProgress {
    /// The number of nodes since the search began.
    pub nodes: u64,
    /// The memory of the tree in bytes.
    pub memory: u64,
    /// Whether the search is finished: more steps would change nothing.
    pub finished: bool,
}
