//! Time controls, from the `[clock]` table, the command line and settings.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Deserializer};
use thiserror::Error;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum TimeControl {
    /// Turns are measured, and no player loses on time.
    #[default]
    #[serde(rename = "none")]
    Untimed,
    Simple {
        #[serde(rename = "seconds", deserialize_with = "from_seconds")]
        main: Duration,
    },
    Fischer {
        #[serde(rename = "seconds", deserialize_with = "from_seconds")]
        main: Duration,
        /// Added after each move.
        #[serde(deserialize_with = "from_seconds")]
        increment: Duration,
    },
    /// A move within a period keeps the period.
    ByoYomi {
        #[serde(rename = "seconds", deserialize_with = "from_seconds")]
        main: Duration,
        /// Including the last one, after which the player loses.
        #[serde(deserialize_with = "count")]
        periods: u32,
        #[serde(deserialize_with = "from_seconds")]
        period: Duration,
    },
    /// Coins buy more time while the clock runs.
    Arcade {
        #[serde(rename = "seconds", deserialize_with = "from_seconds")]
        main: Duration,
        /// Time for one coin.
        #[serde(deserialize_with = "from_seconds")]
        coin: Duration,
        #[serde(deserialize_with = "count")]
        coins: u32,
        /// Whether the remaining time is carried into the next game.
        #[serde(default)]
        carry: bool,
    },
}

/// The longest time that is read, a hundred years. With [`MAX_COUNT`] periods or coins no
/// sum of times overflows.
pub const MAX_TIME: Duration = Duration::from_secs(100 * 365 * 86_400);
/// The most days a move, as in `30 days`.
pub const MAX_DAYS: u32 = 30;
const DAY: Duration = Duration::from_secs(86_400);
/// The most periods or coins that are read.
pub const MAX_COUNT: u32 = 10_000;

/// Reads a negative number as zero, and limits others to [`MAX_TIME`].
fn from_seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    let seconds = f64::deserialize(deserializer)?.clamp(0.0, MAX_TIME.as_secs_f64());
    Ok(Duration::try_from_secs_f64(seconds).unwrap_or_default())
}

fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    Ok(u32::deserialize(deserializer)?.min(MAX_COUNT))
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "expected a clock: none, TIME, TIME+INCREMENT, TIME+PERIODSxPERIOD (as 10:00+3x30), \
     arcade:TIME+COINSxCOIN, each time in seconds or as 5:00, or a number of days a move from 1 to \
     30 (as 3 days), found `{0}`"
)]
pub struct ParseTimeControlError(pub String);

const ARCADE: &str = "arcade:";
/// Ends the text of an arcade clock that carries no time into the next game.
const ONCE: &str = ",once";

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<Self, ParseTimeControlError> {
        parse(text.trim()).ok_or_else(|| ParseTimeControlError(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<TimeControl> {
    if text == "none" {
        return Some(TimeControl::Untimed);
    }
    if let Some(days) = text.strip_suffix("days").or_else(|| text.strip_suffix("day")) {
        return parse_count(days.trim_end()).and_then(TimeControl::of_days);
    }
    if let Some(rest) = text.strip_prefix(ARCADE) {
        let once = rest.strip_suffix(ONCE);
        let (rest, carry) = (once.unwrap_or(rest), once.is_none());
        let (main, coins) = rest.split_once('+')?;
        let (coins, coin) = coins.split_once('x')?;
        let (main, coin) = (parse_time(main)?, parse_time(coin)?);
        let coins = parse_count(coins)?;
        let buys = coins > 0 && !coin.is_zero();
        return buys.then_some(TimeControl::Arcade { main, coin, coins, carry });
    }
    let Some((main, more)) = text.split_once('+') else {
        return Some(TimeControl::Simple { main: parse_time(text).filter(|it| !it.is_zero())? });
    };
    let main = parse_time(main)?;
    match more.split_once('x') {
        None => Some(TimeControl::Fischer { main, increment: parse_time(more)? }),
        Some((periods, period)) => {
            let periods = parse_count(periods).filter(|periods| *periods > 0)?;
            let period = parse_time(period).filter(|period| !period.is_zero())?;
            Some(TimeControl::ByoYomi { main, periods, period })
        }
    }
}

impl fmt::Display for TimeControl {
    /// Writes what [`TimeControl::from_str`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(days) = self.days() {
            return f.write_str(&self::days(days));
        }
        match *self {
            TimeControl::Untimed => f.write_str("none"),
            TimeControl::Simple { main } => f.write_str(&seconds(main)),
            TimeControl::Fischer { main, increment } => {
                write!(f, "{}+{}", seconds(main), seconds(increment))
            }
            TimeControl::ByoYomi { main, periods, period } => {
                write!(f, "{}+{periods}x{}", seconds(main), seconds(period))
            }
            TimeControl::Arcade { main, coin, coins, carry } => {
                let once = if carry { "" } else { ONCE };
                write!(f, "{ARCADE}{}+{coins}x{}{once}", seconds(main), seconds(coin))
            }
        }
    }
}

impl TimeControl {
    /// Returns a clock that gives each move its own days: one period without main time, so that
    /// records have it as byo-yomi. `None` unless there are 1 to [`MAX_DAYS`].
    pub fn of_days(days: u32) -> Option<Self> {
        let (main, period) = (Duration::ZERO, DAY * days);
        let known = (1..=MAX_DAYS).contains(&days);
        known.then_some(TimeControl::ByoYomi { main, periods: 1, period })
    }

    /// Returns the days of a clock that gives each move its own; `None` for other clocks.
    pub fn days(&self) -> Option<u32> {
        let TimeControl::ByoYomi { main: Duration::ZERO, periods: 1, period } = *self else {
            return None;
        };
        let days = u32::try_from(period.as_secs() / DAY.as_secs()).ok()?;
        let whole = DAY.checked_mul(days) == Some(period);
        (whole && (1..=MAX_DAYS).contains(&days)).then_some(days)
    }

    /// Describes the time control: `5:00, and 3 s more with every move`.
    pub fn words(&self) -> String {
        if let Some(days) = self.days() {
            return format!("{} a move", self::days(days));
        }
        match *self {
            TimeControl::Untimed => "no clock".to_owned(),
            TimeControl::Simple { main } => format!("{} for the game", shown(main)),
            TimeControl::Fischer { main, increment } => {
                format!("{}, and {} s more with every move", shown(main), seconds(increment))
            }
            TimeControl::ByoYomi { main, periods: 1, period } => {
                format!("{}, then {} s a move", shown(main), seconds(period))
            }
            TimeControl::ByoYomi { main, periods, period } => {
                format!("{}, then {periods} periods of {} s", shown(main), seconds(period))
            }
            TimeControl::Arcade { main, coin, coins, .. } => {
                let (main, coins) = (shown(main), self::coins(coins));
                format!("{main}, and {coins} for {} s each", seconds(coin))
            }
        }
    }

    /// Tells whether a player can lose on time.
    pub fn is_timed(&self) -> bool {
        *self != TimeControl::Untimed
    }

    pub fn carries(&self) -> bool {
        matches!(self, TimeControl::Arcade { carry: true, .. })
    }

    pub fn coin(&self) -> Option<Duration> {
        match *self {
            TimeControl::Arcade { coin, .. } => Some(coin),
            _ => None,
        }
    }
}

/// Parses seconds, or hours, minutes and seconds separated by colons.
pub fn parse_time(text: &str) -> Option<Duration> {
    let mut time = Duration::ZERO;
    for (index, part) in text.split(':').enumerate() {
        let part = parse_seconds(part).ok()?;
        if index > 2 || index > 0 && part >= Duration::from_secs(60) {
            return None;
        }
        time = time.checked_mul(60)?.checked_add(part)?;
    }
    Some(time).filter(|time| *time <= MAX_TIME)
}

pub fn parse_count(text: &str) -> Option<u32> {
    text.parse().ok().filter(|count| *count <= MAX_COUNT)
}

/// Parses seconds with at most nine decimals, up to [`MAX_TIME`].
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    let error = || format!("expected seconds, as 12 or 12.5, found `{text}`");
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(decimals) || decimals.len() > 9 {
        return Err(error());
    }
    let nanos: u32 = format!("{decimals:0<9}").parse().map_err(|_| error())?;
    let time = Duration::new(whole.parse().map_err(|_| error())?, nanos);
    if time > MAX_TIME {
        return Err(format!("expected at most {} seconds, found `{text}`", MAX_TIME.as_secs()));
    }
    Ok(time)
}

/// Writes seconds with no more decimals than needed.
pub fn seconds(time: Duration) -> String {
    let text = format!("{}.{:09}", time.as_secs(), time.subsec_nanos());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Writes a time as clocks show it: minutes and seconds, tenths below ten
/// seconds, days and hours from a day on.
pub fn shown(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        86_400.. => format!("{} d {} h", seconds / 86_400, seconds / 3600 % 24),
        0..=9 => format!("{}.{}", seconds, time.subsec_millis() / 100),
        3600.. => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
        _ => format!("{}:{:02}", seconds / 60, seconds % 60),
    }
}

fn days(count: u32) -> String {
    if count == 1 { "1 day".to_owned() } else { format!("{count} days") }
}

pub fn coins(count: u32) -> String {
    if count == 1 { "1 coin".to_owned() } else { format!("{count} coins") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_as_they_are_written() {
        for (text, written, words) in [
            ("none", "none", "no clock"),
            ("300", "300", "5:00 for the game"),
            ("5:00", "300", "5:00 for the game"),
            ("1:30:00+30", "5400+30", "1:30:00, and 30 s more with every move"),
            ("0+2.5", "0+2.5", "0.0, and 2.5 s more with every move"),
            ("10:00+3x30", "600+3x30", "10:00, then 3 periods of 30 s"),
            ("60+1x10", "60+1x10", "1:00, then 10 s a move"),
            ("0+1x86400", "1 day", "1 day a move"),
            ("1day", "1 day", "1 day a move"),
            ("30 days", "30 days", "30 days a move"),
            ("0+1x2678400", "0+1x2678400", "0.0, then 2678400 s a move"),
            ("0+2x86400", "0+2x86400", "0.0, then 2 periods of 86400 s"),
            ("0+1x86401", "0+1x86401", "0.0, then 86401 s a move"),
            ("arcade:100+3x100", "arcade:100+3x100", "1:40, and 3 coins for 100 s each"),
            ("arcade:60+1x30,once", "arcade:60+1x30,once", "1:00, and 1 coin for 30 s each"),
        ] {
            let control: TimeControl = text.parse().unwrap_or_else(|error| panic!("{error}"));
            assert_eq!((control.to_string().as_str(), control.words().as_str()), (written, words));
            assert_eq!(written.parse(), Ok(control));
        }
    }

    #[test]
    fn other_texts_are_refused() {
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
            "18446744073709551615",
            "999999999:00:00",
            "60+4294967295x5",
            "arcade:60+4294967295x5",
            "60+x",
            "0 days",
            "31 days",
            "2.5 days",
            "days",
            "4294967295 days",
        ] {
            let refused = text.parse::<TimeControl>().expect_err(text).to_string();
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
        check(86_399_000, "23:59:59");
        check((2 * 24 + 4) * 3_600_000 + 3_599_000, "2 d 4 h");
    }

    #[test]
    fn seconds_are_read_as_they_are_written() {
        for text in ["0", "12", "12.5", "0.000000001", "3600.25"] {
            assert_eq!(parse_seconds(text).map(seconds).as_deref(), Ok(text));
        }
        for text in [
            "",
            ".5",
            "1.",
            "-1",
            "1e3",
            "1.0000000001",
            "99999999999999999999",
            "18446744073709551615",
        ] {
            assert!(parse_seconds(text).is_err(), "{text}");
        }
    }
}
