//! Ctrl-C in long work: it ends with what it has.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::SIGINT;

/// Whether somebody pressed Ctrl-C. The first time ends the work, which shows
/// what it has; the second time ends the process.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from now on.
    pub fn listen() -> Self {
        let this = Interrupt::default();
        // Where signals cannot be listened to, Ctrl-C ends the process as ever.
        let flag = || Arc::clone(&this.0);
        let _ = signal_hook::flag::register_conditional_shutdown(SIGINT, 130, flag());
        let _ = signal_hook::flag::register(SIGINT, flag());
        this
    }

    /// Tells whether it was pressed.
    pub fn came(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
