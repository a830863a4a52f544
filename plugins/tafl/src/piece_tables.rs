//! Tables of a ruleset that hold a set of pieces, or a value for each piece.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::piece::{PieceCode, PieceSet};

/// Declares a table of piece sets, each with its default.
macro_rules! piece_sets {
    ($(#[$doc:meta])* $Name:ident { $($(#[$of:meta])* $key:ident: $default:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields, default)]
        pub struct $Name {
            $($(#[$of])* pub $key: PieceSet,)*
        }

        impl Default for $Name {
            fn default() -> Self {
                let pieces = |letters| PieceSet::from_letters(letters).expect("letters of pieces");
                $Name { $($key: pieces($default),)* }
            }
        }
    };
}

piece_sets! {
    /// The pieces that may stop on special squares.
    StopRule {
        /// On the throne.
        throne: "K",
        /// On a corner.
        corner: "K",
        /// In a camp.
        camp: "tcnmgTCNMGK",
    }
}
piece_sets! {
    /// The pieces that may pass over empty special squares.
    PassRule {
        /// Over the throne.
        throne: "tcnmgTCNMGK",
        /// Over a corner.
        corner: "K",
        /// Over a camp.
        camp: "tcnmgTCNMGK",
    }
}
piece_sets! {
    /// The pieces that may enter special squares from outside.
    ReentryRule {
        /// Onto the throne.
        throne: "tcnmgTCNMGK",
        /// Onto a corner.
        corner: "tcnmgTCNMGK",
        /// Into a camp.
        camp: "tcnmgTCNMGK",
    }
}
piece_sets! {
    /// The pieces that special squares and the edge help to capture, as an enemy piece
    /// there would.
    HostileRule {
        /// By the empty throne.
        throne_empty: "tcnmgTCNMGK",
        /// By the throne with the king on it.
        throne_occupied: "tcnmg",
        /// By an empty corner.
        corner: "tcnmgTCNMGK",
        /// By an empty square of a camp.
        camp: "",
        /// By the edge of the board.
        edge: "",
    }
}

/// Values by piece, each under its letter.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(non_snake_case, reason = "the letters of pieces are the keys of the table")]
pub struct PerPiece<T> {
    /// Attacking men.
    pub t: Option<T>,
    /// Attacking commanders.
    pub c: Option<T>,
    /// Attacking knights.
    pub n: Option<T>,
    /// Attacking mercenaries.
    pub m: Option<T>,
    /// Attacking guards.
    pub g: Option<T>,
    /// Defending men.
    pub T: Option<T>,
    /// Defending commanders.
    pub C: Option<T>,
    /// Defending knights.
    pub N: Option<T>,
    /// Defending mercenaries.
    pub M: Option<T>,
    /// Defending guards.
    pub G: Option<T>,
    /// The king.
    pub K: Option<T>,
}

impl<T> PerPiece<T> {
    pub fn of(&self, piece: PieceCode) -> Option<&T> {
        let PerPiece { t, c, n, m, g, T, C, N, M, G, K } = self;
        let all = [t, c, n, m, g, T, C, N, M, G, K];
        all.get(piece.index().wrapping_sub(1)).and_then(|value| value.as_ref())
    }
}

impl<T: Copy> PerPiece<T> {
    pub fn get(&self, piece: PieceCode) -> Option<T> {
        self.of(piece).copied()
    }
}
