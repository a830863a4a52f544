//! Conversion of the bindings' types to those of the contract.

use boardloom_contract as contract;

use crate::bindings::boardloom::rules::types as wit;

pub trait IntoContract {
    type Contract;
    fn into_contract(self) -> Self::Contract;
}

macro_rules! plain {
    ($($kind:ty),*) => {$(
        impl IntoContract for $kind {
            type Contract = $kind;
            fn into_contract(self) -> $kind {
                self
            }
        }
    )*};
}
plain!(
    (),
    bool,
    u8,
    u16,
    u32,
    u64,
    i32,
    f64,
    String,
    (f64, f64, f64),
    (f64, f64, f64, f64, f64, f64)
);

impl<T: IntoContract> IntoContract for Vec<T> {
    type Contract = Vec<T::Contract>;
    fn into_contract(self) -> Self::Contract {
        self.into_iter().map(IntoContract::into_contract).collect()
    }
}

impl<T: IntoContract> IntoContract for Option<T> {
    type Contract = Option<T::Contract>;
    fn into_contract(self) -> Self::Contract {
        self.map(IntoContract::into_contract)
    }
}

impl<T: IntoContract, E: IntoContract> IntoContract for Result<T, E> {
    type Contract = Result<T::Contract, E::Contract>;
    fn into_contract(self) -> Self::Contract {
        match self {
            Ok(value) => Ok(value.into_contract()),
            Err(error) => Err(error.into_contract()),
        }
    }
}

impl<A: IntoContract, B: IntoContract> IntoContract for (A, B) {
    type Contract = (A::Contract, B::Contract);
    fn into_contract(self) -> Self::Contract {
        (self.0.into_contract(), self.1.into_contract())
    }
}

/// A record with the same fields on both sides.
macro_rules! record {
    ($($name:ident { $($field:ident),* })*) => {$(
        impl IntoContract for wit::$name {
            type Contract = contract::$name;
            fn into_contract(self) -> contract::$name {
                contract::$name { $($field: self.$field.into_contract()),* }
            }
        }
    )*};
}

/// An enumeration with the same cases on both sides.
macro_rules! cases {
    ($($name:ident { $($case:ident),* })*) => {$(
        impl IntoContract for wit::$name {
            type Contract = contract::$name;
            fn into_contract(self) -> contract::$name {
                match self { $(wit::$name::$case => contract::$name::$case),* }
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
    MoveOption { move_, label, answer }
    PartialMove { sites, pieces, prompt }
    Choices { targets, options, placed_piece, proposed }
    Frame { parent, affine, level }
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

impl IntoContract for wit::PathKey {
    type Contract = contract::PathKey;
    fn into_contract(self) -> contract::PathKey {
        match self {
            wit::PathKey::Name(name) => contract::PathKey::Name(name),
            wit::PathKey::Index(index) => contract::PathKey::Index(index),
        }
    }
}

impl From<contract::Extent> for wit::Extent {
    fn from(extent: contract::Extent) -> Self {
        let contract::Extent { revision, frames, shapes, places, lines, captions } = extent;
        wit::Extent { revision, frames, shapes, places, lines, captions }
    }
}
