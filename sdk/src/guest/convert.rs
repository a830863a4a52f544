//! The contract's Rust types as the bindings' types, field by field.

use boardloom_contract as contract;

use super::{each, wit};

/// Converts records whose fields have the same names on both sides. `=` takes a
/// field as it is, `~` converts it, `?` what an option holds, `*` each of a list.
macro_rules! record {
    ($($Name:ident { $($how:tt $field:ident),* })*) => {$(
        impl From<contract::$Name> for wit::$Name {
            fn from(of: contract::$Name) -> Self {
                wit::$Name { $($field: record!(@ $how of.$field)),* }
            }
        }
    )*};
    (@ = $value:expr) => { $value };
    (@ ~ $value:expr) => { $value.into() };
    (@ ? $value:expr) => { $value.map(Into::into) };
    (@ * $value:expr) => { each($value) };
}

/// Escapes control characters: a message may quote typed text or a file.
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

impl From<contract::Message> for wit::Message {
    fn from(of: contract::Message) -> Self {
        let args = of.args.into_iter().map(|(name, value)| (name, printable(value))).collect();
        wit::Message { id: of.id, args, text: printable(of.text) }
    }
}

impl From<contract::PathKey> for wit::PathKey {
    fn from(of: contract::PathKey) -> Self {
        match of {
            contract::PathKey::Name(name) => wit::PathKey::Name(name),
            contract::PathKey::Index(index) => wit::PathKey::Index(index),
        }
    }
}

/// Converts enums without fields.
macro_rules! plain_enum {
    ($($Name:ident { $($Variant:ident),* })*) => {$(
        impl From<contract::$Name> for wit::$Name {
            fn from(of: contract::$Name) -> Self {
                match of {
                    $(contract::$Name::$Variant => wit::$Name::$Variant),*
                }
            }
        }
    )*};
}

plain_enum! {
    Severity { Error, Warning }
    TargetKind { Pick, Quiet, Capture, Split }
    LineStyle { Stroke, Fill }
}

record! {
    Diagnostic { ~ severity, * path, = on_key, = inside, ~ what, ? hint }
    Piece { = kind, = color, = facing, = count }
    Effect { = stage, = verb, = site, = onto, ? before, ? after, = cue }
    SeatState { = color, = score, = gained, = active }
    Outcome { = ranks, ~ reason }
    GameStatus { = ply, = acting, = chance, * seats, ? outcome, ? note, ? prompt, * facts, = key, = sites }
    PieceKind { = id, ~ name, = letters, = shape }
    BoardView { = id, ~ name, = dimensions }
    About { = seats, = colors, * kinds, = roles, * views, = forms, ~ unit, = bound, = facts }
    Target { = site, ~ kind }
    Choices { * targets, * options, ? placed_piece, = proposed }
    Place { = site, = copy, = frame, = at, = shape, = label, = role }
    BoardLine { = frame, = role, = points, = closed, ~ style, = group }
    Caption { = frame, = at, = text }
    Extent { = revision, = frames, = shapes, = places, = lines, = captions }
    Patch { * frames, = shapes, * places, * lines, * captions }
    Mark { = role, = sites, = joined, = seat, ? text }
    PlayoutStats { = games, = plies, = choices, = cut, = wins, = draws }
    Variation { = moves, = visits, = value, = units, = forced, = depth }
    SearchProgress { = nodes, = memory, = finished }
}

impl From<contract::MoveOption> for wit::MoveOption {
    fn from(of: contract::MoveOption) -> Self {
        wit::MoveOption { move_: of.mv, label: of.label.into(), answer: of.answer }
    }
}

impl From<contract::Frame> for wit::Frame {
    fn from(of: contract::Frame) -> Self {
        let [a, b, c, d, e, f] = of.affine;
        wit::Frame { parent: of.parent, affine: (a, b, c, d, e, f), level: of.level }
    }
}

impl From<wit::Extent> for contract::Extent {
    fn from(of: wit::Extent) -> Self {
        contract::Extent {
            revision: of.revision,
            frames: of.frames,
            shapes: of.shapes,
            places: of.places,
            lines: of.lines,
            captions: of.captions,
        }
    }
}
