//! Colours as rulesets write them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// A colour: red, green, blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Color(pub [u8; 3]);

/// A text that is no colour.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected a colour as `#e69f00`, found {0:?}")]
pub struct ParseColorError(pub String);

impl Color {
    /// The colours of players that the ruleset gives none: the Okabe-Ito
    /// palette, in an order in which the first ones differ most for every eye.
    pub const PLAYERS: [Color; 8] = [
        Color([0xd5, 0x5e, 0x00]),
        Color([0x00, 0x72, 0xb2]),
        Color([0xf0, 0xe4, 0x42]),
        Color([0x00, 0x9e, 0x73]),
        Color([0xcc, 0x79, 0xa7]),
        Color([0x56, 0xb4, 0xe9]),
        Color([0xe6, 0x9f, 0x00]),
        Color([0x33, 0x33, 0x33]),
    ];
}

impl FromStr for Color {
    type Err = ParseColorError;

    fn from_str(text: &str) -> Result<Self, ParseColorError> {
        let fault = || ParseColorError(text.to_owned());
        let digits = text.strip_prefix('#').ok_or_else(fault)?;
        let values: Vec<u8> = digits
            .chars()
            .map(|digit| digit.to_digit(16).map(|value| value as u8))
            .collect::<Option<_>>()
            .ok_or_else(fault)?;
        match values[..] {
            [r, g, b] => Ok(Color([r * 17, g * 17, b * 17])),
            [r, r2, g, g2, b, b2] => Ok(Color([r * 16 + r2, g * 16 + g2, b * 16 + b2])),
            _ => Err(fault()),
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [r, g, b] = self.0;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_read_and_written() {
        let check = |text: &str, expected: Option<&str>| {
            let color = text.parse::<Color>().ok().map(|color| color.to_string());
            assert_eq!(color.as_deref(), expected, "{text}");
        };
        check("#d55e00", Some("#d55e00"));
        check("#FfF", Some("#ffffff"));
        check("d55e00", None);
        check("#d55e0", None);
        check("#d55e0g", None);
        check("", None);
        check("#ä12", None);
    }
}
