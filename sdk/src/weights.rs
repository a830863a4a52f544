/// Declares the weights of an evaluation: whole numbers by name, with default values. The struct
/// implements `Default`, `Deserialize` and `JsonSchema`. A level may have other weights.
///
/// ```
/// boardloom_sdk::weights! {
///     /// The value of a position, in hundredths of a piece.
///     pub struct Weights {
///         /// A piece.
///         piece = 100,
///         /// The right to move.
///         turn = 20,
///     }
/// }
///
/// let weights: Weights = serde_json::from_str(r#"{"turn": 5}"#).unwrap();
/// assert_eq!(weights, Weights { turn: 5, ..Weights::default() });
/// ```
#[macro_export]
macro_rules! weights {
    (
        $(#[$about:meta])*
        $public:vis struct $Weights:ident {
            $($(#[$says:meta])* $name:ident = $usual:expr),* $(,)?
        }
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[derive($crate::serde::Deserialize, $crate::schemars::JsonSchema)]
        #[serde(crate = "::boardloom_sdk::serde", deny_unknown_fields, default)]
        #[schemars(crate = "::boardloom_sdk::schemars")]
        $public struct $Weights {
            $($(#[$says])* pub $name: i32),*
        }

        impl ::std::default::Default for $Weights {
            fn default() -> Self {
                $Weights { $($name: $usual),* }
            }
        }
    };
}
