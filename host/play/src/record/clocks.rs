//! The clock's tag, and spans of time as text.

use std::time::Duration;

use crate::clock::Control;

/// Returns the values of the clock's tag; none where there is no clock.
pub(super) fn words(control: &Control) -> Option<Vec<String>> {
    let words = match *control {
        Control::Untimed => return None,
        Control::Simple { main } => vec!["simple".to_owned(), seconds(main)],
        Control::Fischer { main, increment } => {
            vec!["fischer".to_owned(), seconds(main), seconds(increment)]
        }
        Control::ByoYomi { main, periods, period } => {
            vec!["byo-yomi".to_owned(), seconds(main), periods.to_string(), seconds(period)]
        }
        Control::Arcade { main, coin, coins } => {
            vec!["arcade".to_owned(), seconds(main), seconds(coin), coins.to_string()]
        }
    };
    Some(words)
}

/// Reads the values of the clock's tag.
pub(super) fn control(words: &[String]) -> Result<Control, String> {
    let texts: Vec<&str> = words.iter().map(String::as_str).collect();
    match texts[..] {
        ["none"] => Ok(Control::Untimed),
        ["simple", main] => Ok(Control::Simple { main: duration(main)? }),
        ["fischer", main, increment] => {
            Ok(Control::Fischer { main: duration(main)?, increment: duration(increment)? })
        }
        ["byo-yomi", main, periods, period] => Ok(Control::ByoYomi {
            main: duration(main)?,
            periods: number(periods)?,
            period: duration(period)?,
        }),
        ["arcade", main, coin, coins] => Ok(Control::Arcade {
            main: duration(main)?,
            coin: duration(coin)?,
            coins: number(coins)?,
        }),
        _ => Err("expected a clock: none, simple MAIN, fischer MAIN INCREMENT, byo-yomi MAIN \
                  PERIODS PERIOD or arcade MAIN COIN COINS, times in seconds"
            .to_owned()),
    }
}

/// Returns a span in seconds, with no more decimals than it needs.
pub(crate) fn seconds(span: Duration) -> String {
    let text = format!("{}.{:09}", span.as_secs(), span.subsec_nanos());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Reads a span in seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let fault = || format!("expected seconds, as 12 or 12.5, found `{text}`");
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(part) || part.len() > 9 {
        return Err(fault());
    }
    let nanos: u32 = format!("{part:0<9}").parse().map_err(|_| fault())?;
    Ok(Duration::new(whole.parse().map_err(|_| fault())?, nanos))
}

fn number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("expected a whole number, found `{text}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_survive() {
        for text in ["0", "12", "12.5", "0.000000001", "3600.25"] {
            assert_eq!(seconds(duration(text).unwrap()), text);
        }
        for text in ["", ".5", "1.", "-1", "1e3", "1.0000000001", "99999999999999999999"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }
}
