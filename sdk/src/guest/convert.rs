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

/// Writes control characters as people can read them: a message may repeat what
/// somebody typed, and what stood in a file.
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

impl From<contract::Key> for wit::Key {
    fn from(of: contract::Key) -> Self {
        match of {
            contract::Key::Name(name) => wit::Key::Name(name),
            contract::Key::Index(index) => wit::Key::Index(index),
        }
    }
}

impl From<contract::Severity> for wit::Severity {
    fn from(of: contract::Severity) -> Self {
        match of {
            contract::Severity::Error => wit::Severity::Error,
            contract::Severity::Warning => wit::Severity::Warning,
        }
    }
}

impl From<contract::Touch> for wit::Touch {
    fn from(of: contract::Touch) -> Self {
        match of {
            contract::Touch::Pick => wit::Touch::Pick,
            contract::Touch::Quiet => wit::Touch::Quiet,
            contract::Touch::Capture => wit::Touch::Capture,
            contract::Touch::Split => wit::Touch::Split,
        }
    }
}

impl From<contract::Paint> for wit::Paint {
    fn from(of: contract::Paint) -> Self {
        match of {
            contract::Paint::Stroke => wit::Paint::Stroke,
            contract::Paint::Fill => wit::Paint::Fill,
        }
    }
}

record! {
    Diagnostic { ~ severity, * path, = on_key, = inside, ~ what, ? hint }
    Piece { = kind, = color, = facing, = count }
    Effect { = stage, = verb, = site, = onto, ? before, ? after, = cue }
    SeatState { = color, = score, = gained, = active }
    Outcome { = ranks, ~ reason }
    GameStatus { = ply, = acting, = chance, * seats, ? outcome, ? note, ? asks, * facts, = key, = sites }
    Kind { = id, ~ name, = letters, = shape }
    View { = id, ~ name, = dimensions }
    About { = seats, = colors, * kinds, = roles, * views, = forms, ~ unit, = bound, = facts }
    Target { = site, ~ touch }
    Choices { * targets, * endings, ? placing, = proposed }
    Place { = site, = copy, = frame, = at, = shape, = label, = role }
    Line { = frame, = role, = points, = closed, ~ paint, = group }
    Caption { = frame, = at, = text }
    Extent { = revision, = frames, = shapes, = places, = lines, = captions }
    Patch { * frames, = shapes, * places, * lines, * captions }
    Mark { = role, = sites, = joined, = seat, ? text }
    Tally { = games, = plies, = choices, = cut, = wins, = draws }
    Variation { = moves, = visits, = value, = units, = forced, = depth }
    Progress { = nodes, = memory, = finished }
}

impl From<contract::Ending> for wit::Ending {
    fn from(of: contract::Ending) -> Self {
        wit::Ending { move_: of.mv, label: of.label.into(), answer: of.answer }
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
