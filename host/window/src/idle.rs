//! Sleeps until input, a wake-up from a thread, or a timeout.

use std::sync::Arc;
use std::time::Duration;

/// The longest wait, in case a wake-up was missed.
const LONGEST: Duration = Duration::from_secs(5);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WakeReason {
    /// Unread input, or possibly so.
    Input,
    Signal,
    Timeout,
}

pub(crate) use platform::WakeSignal;

pub(crate) struct EventWaiter {
    signal: Arc<WakeSignal>,
    input: platform::DisplaySocket,
}

impl EventWaiter {
    pub(crate) fn new(signal: Arc<WakeSignal>) -> Self {
        EventWaiter { signal, input: platform::DisplaySocket::find() }
    }

    pub(crate) fn wait(&self, at_most: Duration) -> WakeReason {
        platform::wait(&self.signal, &self.input, at_most.min(LONGEST))
    }
}

#[cfg(target_os = "linux")]
mod platform {
    use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
    use std::time::Duration;

    pub(crate) struct WakeSignal(Option<OwnedFd>);

    impl WakeSignal {
        pub(crate) fn new() -> Self {
            // SAFETY: a new descriptor with no other owner.
            let fd = unsafe { libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK) };
            WakeSignal((fd >= 0).then(|| unsafe { OwnedFd::from_raw_fd(fd) }))
        }

        pub(crate) fn raise(&self) {
            let Some(fd) = &self.0 else { return };
            let one = 1_u64.to_ne_bytes();
            // SAFETY: eight bytes of our own; a full counter is already signalled.
            unsafe { libc::write(fd.as_raw_fd(), one.as_ptr().cast(), one.len()) };
        }

        fn clear(&self) {
            let Some(fd) = &self.0 else { return };
            let mut count = [0_u8; 8];
            // SAFETY: eight bytes of our own; the descriptor does not block.
            unsafe { libc::read(fd.as_raw_fd(), count.as_mut_ptr().cast(), count.len()) };
        }
    }

    pub(super) struct DisplaySocket(Option<RawFd>);

    impl DisplaySocket {
        /// macroquad does not expose it, so this searches our descriptors.
        pub(super) fn find() -> Self {
            let Ok(entries) = std::fs::read_dir("/proc/self/fd") else {
                return DisplaySocket(None);
            };
            let mut found: Vec<RawFd> = entries
                .flatten()
                .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
                .filter(|fd| is_display(*fd))
                .collect();
            found.sort_unstable();
            DisplaySocket(found.first().copied())
        }
    }

    fn is_display(fd: RawFd) -> bool {
        let mut address: libc::sockaddr_un = unsafe { std::mem::zeroed() };
        let mut length = size_of::<libc::sockaddr_un>() as libc::socklen_t;
        // SAFETY: the address is as long as it says.
        let result = unsafe {
            libc::getpeername(fd, std::ptr::from_mut(&mut address).cast(), &raw mut length)
        };
        if result != 0 || i32::from(address.sun_family) != libc::AF_UNIX {
            return false;
        }
        let path: Vec<u8> = address.sun_path.iter().map(|c| *c as u8).collect();
        [b".X11-unix/X".as_slice(), b"wayland-"]
            .iter()
            .any(|name| path.windows(name.len()).any(|part| part == *name))
    }

    pub(super) fn wait(
        signal: &WakeSignal,
        source: &DisplaySocket,
        at_most: Duration,
    ) -> super::WakeReason {
        let mut at_most = at_most;
        if source.0.is_none() {
            // Without a descriptor for input, poll.
            at_most = at_most.min(Duration::from_millis(50));
        }
        let mut waiting = [libc::pollfd { fd: -1, events: libc::POLLIN, revents: 0 }; 2];
        waiting[0].fd = source.0.unwrap_or(-1);
        waiting[1].fd = signal.0.as_ref().map_or(-1, AsRawFd::as_raw_fd);
        let ms = at_most.as_micros().div_ceil(1000) as i32;
        // SAFETY: two entries; poll ignores negative descriptors.
        unsafe { libc::poll(waiting.as_mut_ptr(), 2, ms) };
        if waiting[1].revents != 0 {
            signal.clear();
        }
        match (waiting[0].revents != 0 || source.0.is_none(), waiting[1].revents != 0) {
            (true, _) => super::WakeReason::Input,
            (false, true) => super::WakeReason::Signal,
            (false, false) => super::WakeReason::Timeout,
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod platform {
    use std::sync::{Condvar, Mutex, PoisonError};
    use std::time::Duration;

    pub(crate) struct WakeSignal {
        rung: Mutex<bool>,
        heard: Condvar,
    }

    impl WakeSignal {
        pub(crate) fn new() -> Self {
            WakeSignal { rung: Mutex::new(false), heard: Condvar::new() }
        }

        pub(crate) fn raise(&self) {
            *self.rung.lock().unwrap_or_else(PoisonError::into_inner) = true;
            self.heard.notify_all();
        }
    }

    pub(super) struct DisplaySocket;

    impl DisplaySocket {
        pub(super) fn find() -> Self {
            DisplaySocket
        }
    }

    /// Polls: input has no descriptor here.
    pub(super) fn wait(
        signal: &WakeSignal,
        _: &DisplaySocket,
        at_most: Duration,
    ) -> super::WakeReason {
        let at_most = at_most.min(Duration::from_millis(50));
        let rung = signal.rung.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut rung, _) = signal
            .heard
            .wait_timeout_while(rung, at_most, |rung| !*rung)
            .unwrap_or_else(PoisonError::into_inner);
        *rung = false;
        // Possibly.
        super::WakeReason::Input
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn a_ring_from_another_thread_ends_the_sleep() {
        let signal = Arc::new(WakeSignal::new());
        let waiter = EventWaiter::new(Arc::clone(&signal));
        std::thread::spawn(move || signal.raise());
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(20) {
            let before = Instant::now();
            waiter.wait(LONGEST);
            if before.elapsed() < LONGEST {
                return;
            }
        }
        panic!("nothing woke the sleeper");
    }
}
