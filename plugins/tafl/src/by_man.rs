//! Parts of a ruleset that say something of each piece.

use boardloom_sdk::fields::{Fields, Table};
use schemars::JsonSchema;

use crate::man::{LETTERS, Man, Men};
use crate::ruleset::Jump;

/// Declares a table of sets of men, with a default for each.
macro_rules! sets {
    ($(#[$doc:meta])* $Name:ident { $($(#[$of:meta])* $key:ident: $usual:expr,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
        #[schemars(deny_unknown_fields, default)]
        pub struct $Name {
            $($(#[$of])* pub $key: Men,)*
        }

        impl Default for $Name {
            fn default() -> Self {
                let letters = |letters: &str| Men::of(letters).expect("letters of men");
                $Name { $($key: letters($usual),)* }
            }
        }

        impl $Name {
            /// Reads the table.
            pub fn read(table: Table) -> Result<$Name, String> {
                let (mut fields, usual) = (Fields::new(table, &[]), $Name::default());
                let men = "expected letters of pieces";
                let sets = $Name {
                    $($key: fields.read(stringify!($key), men, Men::read).unwrap_or(usual.$key),)*
                };
                fields.end().map(|()| sets)
            }
        }
    };
}

sets! {
    /// Who may stop on special squares.
    Stop {
        /// On the throne.
        throne: "K",
        /// On a corner.
        corner: "K",
        /// In a camp.
        camp: "tcnmgTCNMGK",
    }
}
sets! {
    /// Who may pass over empty special squares.
    Passing {
        /// Over the throne.
        throne: "tcnmgTCNMGK",
        /// Over a corner.
        corner: "K",
        /// Over a camp.
        camp: "tcnmgTCNMGK",
    }
}
sets! {
    /// Who may come back to special squares from outside.
    Reenter {
        /// Onto the throne.
        throne: "tcnmgTCNMGK",
        /// Onto a corner.
        corner: "tcnmgTCNMGK",
        /// Into a camp.
        camp: "tcnmgTCNMGK",
    }
}
sets! {
    /// Whom special squares and the edge help to take, as an enemy piece would.
    Hostile {
        /// By the throne while nobody is on it.
        throne_empty: "tcnmgTCNMGK",
        /// By the throne while the king is on it.
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
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema)]
#[schemars(deny_unknown_fields, default)]
#[allow(non_snake_case, reason = "the letters of pieces are the keys of the table")]
pub struct ByMan<T> {
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

impl<T> Default for ByMan<T> {
    fn default() -> Self {
        ByMan::of([const { None }; 11])
    }
}

impl<T> ByMan<T> {
    #[allow(non_snake_case, reason = "the letters of pieces are the keys of the table")]
    fn of(values: [Option<T>; 11]) -> Self {
        let [t, c, n, m, g, T, C, N, M, G, K] = values;
        ByMan { t, c, n, m, g, T, C, N, M, G, K }
    }
}

impl<T: Copy> ByMan<T> {
    /// Returns the value of a man.
    pub fn get(&self, man: Man) -> Option<T> {
        let ByMan { t, c, n, m, g, T, C, N, M, G, K } = *self;
        [t, c, n, m, g, T, C, N, M, G, K].get(man.code().wrapping_sub(1)).copied().flatten()
    }
}

/// Reads numbers by piece.
pub fn read_speed(table: Table) -> Result<ByMan<u8>, String> {
    let mut fields = Fields::new(table, &[]);
    let speed = LETTERS.map(|letter| fields.whole::<u8>(letter.encode_utf8(&mut [0; 4])));
    fields.end().map(|()| ByMan::of(speed))
}

/// Reads jumps by piece.
pub fn read_jumps(table: Table) -> Result<ByMan<Jump>, String> {
    let words = [("plain", Jump::Plain), ("capture", Jump::Capture), ("special", Jump::Special)];
    let mut fields = Fields::new(table, &[]);
    let jumps = LETTERS.map(|letter| fields.word(letter.encode_utf8(&mut [0; 4]), &words));
    fields.end().map(|()| ByMan::of(jumps))
}
