//! The player's clock.

/// Returns how many seconds the player's clock is ahead of UTC at a time, in seconds since 1970.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
pub(crate) fn offset(at: i64) -> i64 {
    // SAFETY: a structure of numbers and a pointer, for which zeros are valid.
    let mut local: libc::tm = unsafe { std::mem::zeroed() };
    // SAFETY: both pointers are our own, and the call keeps neither.
    let done = unsafe { !libc::localtime_r(&raw const at, &raw mut local).is_null() };
    if done { local.tm_gmtoff } else { 0 }
}

/// Elsewhere times are UTC.
#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
pub(crate) fn offset(_: i64) -> i64 {
    0
}

#[cfg(test)]
mod tests {
    #[test]
    fn no_clock_is_a_day_off() {
        assert!(super::offset(1_795_305_600).abs() <= 15 * 3600);
    }
}
