//! Days and times of the calendar.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::texts::start;

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
