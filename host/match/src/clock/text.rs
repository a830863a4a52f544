//! Clocks as text: short, for options and settings, and in words for people.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use super::Control;
use crate::record::clocks::{duration, seconds};

/// A text that is no clock.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "expected a clock: none, TIME, TIME+INCREMENT, TIME+PERIODSxPERIOD (as 10:00+3x30) or \
     arcade:TIME+COINSxCOIN, each time in seconds or as 5:00, found `{0}`"
)]
pub struct NotAControl(pub String);

/// What the arcade clock begins with.
const ARCADE: &str = "arcade:";
/// What it ends with where nothing is carried into the next game.
const ONCE: &str = ",once";

impl FromStr for Control {
    type Err = NotAControl;

    fn from_str(text: &str) -> Result<Self, NotAControl> {
        read(text.trim()).ok_or_else(|| NotAControl(text.to_owned()))
    }
}

fn read(text: &str) -> Option<Control> {
    if text == "none" {
        return Some(Control::Untimed);
    }
    if let Some(rest) = text.strip_prefix(ARCADE) {
        let (rest, carry) = match rest.strip_suffix(ONCE) {
            Some(rest) => (rest, false),
            None => (rest, true),
        };
        let (main, coins) = rest.split_once('+')?;
        let (coins, coin) = coins.split_once('x')?;
        let (main, coin) = (span(main)?, span(coin)?);
        return Some(Control::Arcade { main, coin, coins: coins.parse().ok()?, carry });
    }
    let Some((main, more)) = text.split_once('+') else {
        return Some(Control::Simple { main: span(text).filter(|main| !main.is_zero())? });
    };
    let main = span(main)?;
    match more.split_once('x') {
        None => Some(Control::Fischer { main, increment: span(more)? }),
        Some((periods, period)) => {
            let periods = periods.parse().ok().filter(|periods| *periods > 0)?;
            let period = span(period).filter(|period| !period.is_zero())?;
            Some(Control::ByoYomi { main, periods, period })
        }
    }
}

/// Reads seconds, or hours, minutes and seconds with colons between them.
pub fn span(text: &str) -> Option<Duration> {
    let mut whole = Duration::ZERO;
    for (place, part) in text.split(':').enumerate() {
        let part = duration(part).ok()?;
        if place > 2 || place > 0 && part >= Duration::from_secs(60) {
            return None;
        }
        whole = whole.checked_mul(60)?.checked_add(part)?;
    }
    Some(whole)
}

impl fmt::Display for Control {
    /// Writes what [`Control::from_str`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Control::Untimed => f.write_str("none"),
            Control::Simple { main } => f.write_str(&seconds(main)),
            Control::Fischer { main, increment } => {
                write!(f, "{}+{}", seconds(main), seconds(increment))
            }
            Control::ByoYomi { main, periods, period } => {
                write!(f, "{}+{periods}x{}", seconds(main), seconds(period))
            }
            Control::Arcade { main, coin, coins, carry } => {
                let once = if carry { "" } else { ONCE };
                write!(f, "{ARCADE}{}+{coins}x{}{once}", seconds(main), seconds(coin))
            }
        }
    }
}

impl Control {
    /// Returns the clock in words, as `5:00, and 3 s more with every move`.
    pub fn words(&self) -> String {
        match *self {
            Control::Untimed => "no clock".to_owned(),
            Control::Simple { main } => format!("{} for the game", shown(main)),
            Control::Fischer { main, increment } => {
                format!("{}, and {} s more with every move", shown(main), seconds(increment))
            }
            Control::ByoYomi { main, periods: 1, period } => {
                format!("{}, then {} s a move", shown(main), seconds(period))
            }
            Control::ByoYomi { main, periods, period } => {
                format!("{}, then {periods} periods of {} s", shown(main), seconds(period))
            }
            Control::Arcade { main, coin, coins, .. } => {
                let (main, coins) = (shown(main), self::coins(coins));
                format!("{main}, and {coins} for {} s each", seconds(coin))
            }
        }
    }
}

/// Counts coins in words.
pub fn coins(count: u32) -> String {
    if count == 1 { "1 coin".to_owned() } else { format!("{count} coins") }
}

/// Writes a time as clocks show it: minutes and seconds, tenths near the end.
pub fn shown(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..=9 => format!("{}.{}", seconds, time.subsec_millis() / 100),
        3600.. => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
        _ => format!("{}:{:02}", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_as_they_are_written() {
        for (text, written, words) in [
            ("none", "none", "no clock"),
            ("300", "300", "5:00 for the game"),
            ("5:00", "300", "5:00 for the game"),
            ("1:30:00+30", "5400+30", "1:30:00, and 30 s more with every move"),
            ("0+2.5", "0+2.5", "0.0, and 2.5 s more with every move"),
            ("10:00+3x30", "600+3x30", "10:00, then 3 periods of 30 s"),
            ("60+1x10", "60+1x10", "1:00, then 10 s a move"),
            ("arcade:100+3x100", "arcade:100+3x100", "1:40, and 3 coins for 100 s each"),
            ("arcade:60+1x30,once", "arcade:60+1x30,once", "1:00, and 1 coin for 30 s each"),
        ] {
            let control: Control = text.parse().unwrap_or_else(|error| panic!("{error}"));
            assert_eq!((control.to_string().as_str(), control.words().as_str()), (written, words));
            assert_eq!(written.parse(), Ok(control));
        }
    }

    #[test]
    fn what_is_no_clock_is_refused() {
        for text in [
            "",
            "0",
            "five",
            "5:60",
            "1:2:3:4",
            "-5",
            "60+",
            "60+0x5",
            "60+3x0",
            "arcade:60",
            "60+x",
        ] {
            let refused = text.parse::<Control>().unwrap_err().to_string();
            assert!(refused.ends_with(&format!("found `{text}`")), "{refused}");
        }
    }

    #[test]
    fn times_are_written_as_clocks_show_them() {
        let check = |ms: u64, expected: &str| {
            assert_eq!(shown(Duration::from_millis(ms)), expected);
        };
        check(0, "0.0");
        check(9_949, "9.9");
        check(65_000, "1:05");
        check(3_605_000, "1:00:05");
    }
}
