//! The records of `boardloom:rules/types`, as plain Rust values.
//!
//! `sdk/wit/0.1.0/types.wit` is the contract and says more of each field.

/// Where a piece can stand, numbered from 0 in order of creation.
pub type Site = u32;
/// A player's number, from 0.
pub type Seat = u8;
/// The seat that plays chance moves.
pub const CHANCE: Seat = 255;
/// The colour of neutral pieces.
pub const NO_COLOR: u8 = 255;
/// The most moves that one page of a listing holds.
pub const PAGE: u32 = 4096;

/// A text for players. Its functions escape control characters, since it may quote typed
/// text or a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Message {
    /// Names the text for translation.
    pub id: String,
    /// Name and value of what is filled in.
    pub args: Vec<(String, String)>,
    /// The finished English.
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

/// Whether a ruleset can be opened in spite of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Severity {
    /// It cannot.
    Error,
    /// It can.
    Warning,
}

/// An error or a warning about the meaning of a ruleset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// From the root of the document.
    pub path: Vec<PathKey>,
    /// Whether the key is wrong, not its value.
    pub on_key: bool,
    /// A range of bytes within a string value.
    pub inside: Option<(u32, u32)>,
    /// What is wrong.
    pub what: Message,
    /// How to fix it.
    pub hint: Option<Message>,
}

impl Diagnostic {
    /// Adds how to fix it.
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

/// What stands on a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Piece {
    /// Index into [`About::kinds`].
    pub kind: u16,
    /// From 0; [`NO_COLOR`] is neutral.
    pub color: u8,
    /// 0, or 1 and the number of the heading that the piece looks along.
    pub facing: u8,
    /// A number to be read on the piece; 0 shows none.
    pub count: u16,
}

impl Piece {
    /// Returns a plain piece.
    pub const fn new(kind: u16, color: u8) -> Self {
        Piece { kind, color, facing: 0, count: 0 }
    }
}

/// One change that a move made, for animation and sound.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Effect {
    /// Effects of one stage happen together.
    pub stage: u16,
    /// What it is: `place`, `remove`, `move`, `turn`, ...
    pub verb: String,
    /// Where.
    pub site: Option<Site>,
    /// Where it went.
    pub onto: Option<Site>,
    /// What stood on `site`.
    pub before: Option<Piece>,
    /// What stands now on `onto`, or else on `site`.
    pub after: Option<Piece>,
    /// The sound to play.
    pub cue: String,
}

/// Colour and score of a seat.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeatState {
    /// The colour that the seat plays now.
    pub color: u8,
    /// Points so far.
    pub score: f64,
    /// Points of the seat's last turn.
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

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// One for each seat: 0 is first; equal ranks share a place.
    pub ranks: Vec<u8>,
    /// Why the game is over.
    pub reason: Message,
}

impl Outcome {
    /// Returns the seat that came first alone, or none.
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
    /// Moves played from the start.
    pub ply: u32,
    /// The seats that may act now.
    pub acting: Vec<Seat>,
    /// Whether chance is to move.
    pub chance: bool,
    /// One for each seat.
    pub seats: Vec<SeatState>,
    /// None while the game goes on.
    pub outcome: Option<Outcome>,
    /// A note on the last move, such as a forced pass.
    pub note: Option<Message>,
    /// A prompt for the mover.
    pub prompt: Option<Message>,
    /// Further facts, a line each.
    pub facts: Vec<Message>,
    /// Equal for positions with the same future, earlier occurrences of positions
    /// included where the rules count them.
    pub key: u64,
    /// How many sites there are now.
    pub sites: u32,
}

impl GameStatus {
    /// Returns the first seat that may act, or chance, or none when over.
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
    /// What the position's text form writes, one for each colour or one for all.
    pub letters: Vec<String>,
    /// How it is drawn.
    pub shape: String,
}

impl PieceKind {
    /// Returns a kind that is named and drawn as its id says, with a letter for each
    /// colour.
    pub fn new(id: &str, letters: &[&str]) -> Self {
        PieceKind {
            id: id.into(),
            name: Message::new(format!("kind.{id}"), id),
            letters: letters.iter().map(|letter| (*letter).to_owned()).collect(),
            shape: id.into(),
        }
    }

    /// Returns what the position's text form writes for a piece of this kind.
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
    /// 2, or 3 where the third coordinate counts.
    pub dimensions: u8,
}

/// What does not change while a ruleset is open.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct About {
    /// How many seats there are.
    pub seats: u8,
    /// How many colours there are.
    pub colors: u8,
    /// The kinds of pieces.
    pub kinds: Vec<PieceKind>,
    /// Names of the roles that places and lines have.
    pub roles: Vec<String>,
    /// At least one.
    pub views: Vec<BoardView>,
    /// Names of the text forms; the first is read back.
    pub forms: Vec<String>,
    /// What `evaluate` counts hundredths of.
    pub unit: Message,
    /// Plies after which a game is over in any case.
    pub bound: Option<u32>,
    /// Name and value of whatever else is worth knowing.
    pub facts: Vec<(String, String)>,
}

impl About {
    /// Returns what two or more seats with these kinds of pieces need; the SDK fills in
    /// the rest.
    pub fn new(seats: u8, kinds: Vec<PieceKind>) -> Self {
        About { seats, kinds, ..About::default() }
    }
}

/// What a click on a target does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TargetKind {
    /// Picks up, or begins.
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
    /// What a click on it does.
    pub kind: TargetKind,
}

/// A move that a path completes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveOption {
    /// Its notation; with `answer`, what the typed answer is appended to.
    pub move_: String,
    /// For a button or a menu.
    pub label: Message,
    /// Whether the player types an answer.
    pub answer: bool,
}

/// What can follow a path of sites.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choices {
    /// Sites that can come next.
    pub targets: Vec<Target>,
    /// Moves that the path completes.
    pub options: Vec<MoveOption>,
    /// What a click on a target would put there.
    pub placed_piece: Option<Piece>,
    /// Whether some targets do not exist on the board yet.
    pub proposed: bool,
}

/// Coordinates within a frame.
pub type Point = (f64, f64, f64);

/// A system of coordinates within another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// None is the board itself; else the number of an earlier frame.
    pub parent: Option<u32>,
    /// a b c d e f: (x, y) here is (a x + c y + e, b x + d y + f) there.
    pub affine: (f64, f64, f64, f64, f64, f64),
    /// How deep the frame lies.
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
    /// The middle.
    pub at: Point,
    /// Index into the shapes of the drawing; none is a vertex.
    pub shape: Option<u32>,
    /// The label that players read.
    pub label: String,
    /// Index into [`About::roles`].
    pub role: u16,
}

/// How a line is drawn.
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
    /// Two at least.
    pub points: Vec<Point>,
    /// Whether the last point joins the first.
    pub closed: bool,
    /// How it is drawn.
    pub style: LineStyle,
    /// Lines of one role and number belong together; 0 is none.
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

/// How much of a drawing there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Extent {
    /// Changes when something inside the drawing changed.
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
    /// Returns how much there is, under the given revision.
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

    /// Returns what comes after `beyond`, at most `limit` of each kind.
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

    /// Drops all that is not within `extent`.
    pub fn truncate(&mut self, extent: Extent) {
        self.frames.truncate(extent.frames as usize);
        self.shapes.truncate(extent.shapes as usize);
        self.places.truncate(extent.places as usize);
        self.lines.truncate(extent.lines as usize);
        self.captions.truncate(extent.captions as usize);
    }

    /// Appends what came after it.
    pub fn extend(&mut self, more: Patch) {
        self.frames.extend(more.frames);
        self.shapes.extend(more.shapes);
        self.places.extend(more.places);
        self.lines.extend(more.lines);
        self.captions.extend(more.captions);
    }

    /// Tells whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.extent(0) == Extent::default()
    }
}

/// A mark on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// `last-from`, `last-to`, `win`, `threat`, ...
    pub role: String,
    /// In order, where `joined`.
    pub sites: Vec<Site>,
    /// Whether the sites are a chain.
    pub joined: bool,
    /// The seat that it belongs to.
    pub seat: Option<Seat>,
    /// What it means.
    pub text: Option<Message>,
}

/// Totals over random games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlayoutStats {
    /// Games played.
    pub games: u64,
    /// Moves in all of them.
    pub plies: u64,
    /// Legal moves in all positions that were not over.
    pub choices: u64,
    /// Games that were cut.
    pub cut: u64,
    /// Games won alone, by seat.
    pub wins: Vec<u64>,
    /// Games in which the first place was shared.
    pub draws: u64,
}

/// A line of play that a search found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Variation {
    /// Notations; the first is the move recommended.
    pub moves: Vec<String>,
    /// Nodes through it.
    pub visits: u64,
    /// What each seat may expect, 0 to 10000.
    pub value: Vec<u16>,
    /// For the mover, in hundredths of [`About::unit`].
    pub units: Option<i32>,
    /// Plies to a forced end, negative where the mover loses.
    pub forced: Option<i32>,
    /// Plies looked ahead.
    pub depth: u16,
}

/// The progress of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SearchProgress {
    /// Nodes searched from the start of the search.
    pub nodes: u64,
    /// Bytes that the tree takes.
    pub memory: u64,
    /// Whether more steps would change nothing.
    pub finished: bool,
}
