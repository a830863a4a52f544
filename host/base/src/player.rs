//! Players as the command line names them.

use std::str::FromStr;

use boardloom_app::player_names::named_player;
use boardloom_app::texts::capital;
use boardloom_computer::{USUAL_LEVEL, levels};
use boardloom_match::Player;
use boardloom_match::PlayerKind;
use boardloom_ruleset::Ruleset;

use crate::failure::{Failure, Result};

/// A level of the computer, by its number from 1 or by its name in any case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LevelName {
    Number(u8),
    Name(String),
}

impl FromStr for LevelName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || format!("expected a level from 1 or its name, found `{text}`");
        match text.bytes().all(|byte| byte.is_ascii_digit()) {
            true => match text.parse() {
                Ok(number @ 1..) => Ok(LevelName::Number(number)),
                _ => Err(expected()),
            },
            false => Ok(LevelName::Name(text.to_owned())),
        }
    }
}

impl std::fmt::Display for LevelName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LevelName::Number(number) => number.fmt(f),
            LevelName::Name(name) => write!(f, "`{name}`"),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerArg {
    Human,
    /// The computer, at its usual level by default.
    Computer(Option<LevelName>),
}

impl FromStr for PlayerArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || {
            format!(
                "expected `human`, `computer` or `computer:LEVEL` (LEVEL is a number from 1 or a \
                 name), found `{text}`"
            )
        };
        match text.split_once(':') {
            None if matches!(text, "human" | "person") => Ok(PlayerArg::Human),
            None if text == "computer" => Ok(PlayerArg::Computer(None)),
            Some(("computer", level)) => {
                Ok(PlayerArg::Computer(Some(level.parse().map_err(|_| expected())?)))
            }
            _ => Err(expected()),
        }
    }
}

impl PlayerArg {
    pub fn to_player(self, ruleset: &Ruleset, seat: usize) -> Result<Player> {
        let kind = match self {
            PlayerArg::Human => PlayerKind::Human,
            PlayerArg::Computer(level) => {
                let level = level_of(ruleset, level.as_ref(), |most| USUAL_LEVEL.min(most));
                let level = level.map_err(|why| {
                    Failure::Usage(format!("{why}; as `--seat{} computer:1`", seat + 1))
                })?;
                PlayerKind::Computer { level }
            }
        };
        Ok(named_player(kind, "", ruleset, seat))
    }
}

/// Returns the level asked for, or the default for that number of levels.
pub fn level_of(
    ruleset: &Ruleset,
    asked: Option<&LevelName>,
    usual: impl FnOnce(u8) -> u8,
) -> Result<u8, String> {
    let levels = levels(ruleset);
    let most = levels.len().clamp(1, 255) as u8;
    let Some(asked) = asked else { return Ok(usual(most)) };
    let level = match asked {
        LevelName::Number(number) => Some(*number).filter(|number| *number <= most),
        LevelName::Name(name) => {
            // The English names count in every language.
            let english = capital(&name.to_lowercase());
            let translated = ruleset.translate(&english);
            let is_meant = |level: &str| level.eq_ignore_ascii_case(name) || level == translated;
            let found = (1..=most).zip(&levels).find(|(_, level)| is_meant(&level.name));
            found.map(|(number, _)| number)
        }
    };
    if let Some(level) = level {
        return Ok(level);
    }
    let listed = levels.iter().enumerate().map(|(place, level)| {
        let number = (place + 1).to_string();
        match level.name.ends_with(&format!(" {number}")) {
            true => number,
            false => format!("{number} ({})", level.name),
        }
    });
    let listed = listed.collect::<Vec<_>>().join(", ");
    Err(format!("there is no level {asked}; there are {listed}"))
}

/// Returns the players of a match; unspecified seats are human.
pub fn players(args: &[Option<PlayerArg>], ruleset: &Ruleset, seats: usize) -> Result<Vec<Player>> {
    let who = |seat: usize| args.get(seat).cloned().flatten().unwrap_or(PlayerArg::Human);
    (0..seats).map(|seat| who(seat).to_player(ruleset, seat)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read() {
        assert_eq!("human".parse(), Ok(PlayerArg::Human));
        assert_eq!("computer".parse(), Ok(PlayerArg::Computer(None)));
        assert_eq!("computer:3".parse(), Ok(PlayerArg::Computer(Some(LevelName::Number(3)))));
        let easy = LevelName::Name("easy".to_owned());
        assert_eq!("computer:easy".parse(), Ok(PlayerArg::Computer(Some(easy))));
        for wrong in ["", "computer:", "computer:0", "computer:999", "robot", "human:2"] {
            assert!(wrong.parse::<PlayerArg>().unwrap_err().contains("computer:LEVEL"), "{wrong}");
        }
    }
}
