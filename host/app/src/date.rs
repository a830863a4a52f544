//! Days and times of the calendar.

use std::sync::OnceLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::texts::start;

/// Returns how many seconds the player's clock is ahead of UTC at a time, in seconds since 1970.
pub type ClockOffset = fn(i64) -> i64;

static OFFSET: OnceLock<ClockOffset> = OnceLock::new();

/// Sets how far the player's clock is from UTC. Only the first call has an effect; without one,
/// times are UTC.
pub fn set_clock_offset(offset: ClockOffset) {
    let _ = OFFSET.set(offset);
}

/// Returns day and time on the player's clock.
pub fn local_stamp(at: SystemTime) -> (String, String) {
    let since = at.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
    let ahead = OFFSET.get().map_or(0, |offset| offset(since as i64));
    stamp(UNIX_EPOCH + Duration::from_secs(since.saturating_add_signed(ahead)))
}

/// How long ago something was, for headings of lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Age {
    Today,
    Yesterday,
    Week,
    Earlier,
}

impl Age {
    pub fn of(at: SystemTime, now: SystemTime) -> Self {
        let day = |at| local_stamp(at).0;
        let then = day(at);
        let ago = |days: u64| day(now - Duration::from_secs(days * 86_400));
        match () {
            () if then >= ago(0) => Age::Today,
            () if then == ago(1) => Age::Yesterday,
            () if then > ago(7) => Age::Week,
            () => Age::Earlier,
        }
    }

    pub fn label(self) -> &'static str {
        match self {
            Age::Today => start::today(),
            Age::Yesterday => start::yesterday(),
            Age::Week => start::last_week(),
            Age::Earlier => start::earlier(),
        }
    }
}

/// `Today 21:26`, `Yesterday 21:26`, or the day.
pub fn when(at: SystemTime, now: SystemTime) -> String {
    let (day, time) = local_stamp(at);
    match Age::of(at, now) {
        age @ (Age::Today | Age::Yesterday) => format!("{} {}", age.label(), &time[..5]),
        Age::Week | Age::Earlier => local_date(&day),
    }
}

/// As `2026-11-22`, in UTC.
pub fn today() -> String {
    stamp(SystemTime::now()).0
}

/// Returns a day such as `2026-11-22` as the current language writes it; other texts stay.
pub fn local_date(day: &str) -> String {
    match day.split('-').collect::<Vec<_>>()[..] {
        [year, month, day] => start::date(year, month, day),
        _ => day.to_owned(),
    }
}

/// Day and time in UTC.
pub fn stamp(now: SystemTime) -> (String, String) {
    let since = now.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
    let (days, seconds) = (since / 86_400, since % 86_400);
    // After Howard Hinnant's `civil_from_days`.
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let time = format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    (format!("{year:04}-{month:02}-{day:02}"), time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_days_are_written_as_the_language_does() {
        assert_eq!(local_date("2026-11-22"), "2026-11-22");
        for other in ["", "today", "2026", "1-2-3-4"] {
            assert_eq!(local_date(other), other);
        }
    }

    #[test]
    fn days_of_this_week_have_names() {
        let now = UNIX_EPOCH + Duration::from_secs(1_795_305_600 + 3 * 3600);
        let ago = |hours: u64| now - Duration::from_secs(hours * 3600);
        assert_eq!(when(ago(0), now), "Today 03:00");
        assert_eq!(when(ago(3), now), "Today 00:00");
        assert_eq!(when(ago(4), now), "Yesterday 23:00");
        assert_eq!(when(ago(28), now), "2026-11-20");
        // A file of a clock that runs ahead.
        assert_eq!(Age::of(now + Duration::from_secs(90_000), now), Age::Today);
        assert_eq!(Age::of(ago(28), now), Age::Week);
        assert_eq!(Age::of(ago(7 * 24), now), Age::Earlier);
    }

    #[test]
    fn days_are_counted_as_calendars_do() {
        let check = |seconds: u64, day: &str, time: &str| {
            let found = stamp(UNIX_EPOCH + Duration::from_secs(seconds));
            assert_eq!(found, (day.to_owned(), time.to_owned()));
        };
        check(0, "1970-01-01", "00:00:00");
        check(951_782_400, "2000-02-29", "00:00:00");
        check(1_795_305_599, "2026-11-21", "23:59:59");
        check(1_795_305_600, "2026-11-22", "00:00:00");
    }
}
