//! From the records that wasmtime lifts to the contract's own.

use boardloom_contract as own;

use crate::bindings::boardloom::rules::types as wit;

/// A lifted value that has a counterpart in the contract's crate.
pub trait Own {
    /// The counterpart.
    type To;
    /// Returns the counterpart.
    fn own(self) -> Self::To;
}

macro_rules! plain {
    ($($kind:ty),*) => {$(
        impl Own for $kind {
            type To = $kind;
            fn own(self) -> $kind {
                self
            }
        }
    )*};
}
plain!((), bool, u8, u16, u32, u64, i32, f64, String);

impl<T: Own> Own for Vec<T> {
    type To = Vec<T::To>;
    fn own(self) -> Self::To {
        self.into_iter().map(Own::own).collect()
    }
}

impl<T: Own> Own for Option<T> {
    type To = Option<T::To>;
    fn own(self) -> Self::To {
        self.map(Own::own)
    }
}

impl<T: Own, E: Own> Own for Result<T, E> {
    type To = Result<T::To, E::To>;
    fn own(self) -> Self::To {
        match self {
            Ok(value) => Ok(value.own()),
            Err(error) => Err(error.own()),
        }
    }
}

impl<A: Own, B: Own> Own for (A, B) {
    type To = (A::To, B::To);
    fn own(self) -> Self::To {
        (self.0.own(), self.1.own())
    }
}

impl<A: Own, B: Own, C: Own> Own for (A, B, C) {
    type To = (A::To, B::To, C::To);
    fn own(self) -> Self::To {
        (self.0.own(), self.1.own(), self.2.own())
    }
}

/// A record with the same fields on both sides.
macro_rules! record {
    ($($name:ident { $($field:ident),* })*) => {$(
        impl Own for wit::$name {
            type To = own::$name;
            fn own(self) -> own::$name {
                own::$name { $($field: self.$field.own()),* }
            }
        }
    )*};
}

/// An enumeration with the same cases on both sides.
macro_rules! cases {
    ($($name:ident { $($case:ident),* })*) => {$(
        impl Own for wit::$name {
            type To = own::$name;
            fn own(self) -> own::$name {
                match self { $(wit::$name::$case => own::$name::$case),* }
            }
        }
    )*};
}

record! {
    Message { id, args, text }
    Diagnostic { severity, path, on_key, inside, what, hint }
    Piece { kind, color, facing, count }
    Effect { stage, verb, site, onto, before, after, cue }
    SeatState { color, score, gained, active }
    Outcome { ranks, reason }
    GameStatus { ply, acting, chance, seats, outcome, note, prompt, facts, key, sites }
    PieceKind { id, name, letters, shape }
    BoardView { id, name, dimensions }
    About { seats, colors, kinds, roles, views, forms, unit, bound, facts }
    Target { site, kind }
    Choices { targets, options, placed_piece, proposed }
    Place { site, copy, frame, at, shape, label, role }
    BoardLine { frame, role, points, closed, style, group }
    Caption { frame, at, text }
    Extent { revision, frames, shapes, places, lines, captions }
    Patch { frames, shapes, places, lines, captions }
    Mark { role, sites, joined, seat, text }
    PlayoutStats { games, plies, choices, cut, wins, draws }
    Variation { moves, visits, value, units, forced, depth }
    SearchProgress { nodes, memory, finished }
}

cases! {
    Severity { Error, Warning }
    TargetKind { Pick, Quiet, Capture, Split }
    LineStyle { Stroke, Fill }
}

impl Own for wit::PathKey {
    type To = own::PathKey;
    fn own(self) -> own::PathKey {
        match self {
            wit::PathKey::Name(name) => own::PathKey::Name(name),
            wit::PathKey::Index(index) => own::PathKey::Index(index),
        }
    }
}

impl Own for wit::MoveOption {
    type To = own::MoveOption;
    fn own(self) -> own::MoveOption {
        own::MoveOption { mv: self.move_, label: self.label.own(), answer: self.answer }
    }
}

impl Own for wit::Frame {
    type To = own::Frame;
    fn own(self) -> own::Frame {
        let (a, b, c, d, e, f) = self.affine;
        own::Frame { parent: self.parent, affine: [a, b, c, d, e, f], level: self.level }
    }
}

impl From<own::Extent> for wit::Extent {
    fn from(extent: own::Extent) -> Self {
        let own::Extent { revision, frames, shapes, places, lines, captions } = extent;
        wit::Extent { revision, frames, shapes, places, lines, captions }
    }
}
