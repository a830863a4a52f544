//! Ctrl-C in long work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::SIGINT;

use crate::console::Console;

/// Set by Ctrl-C. The first press ends the work, which reports what it has; the second ends
/// the process.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    pub fn listen() -> Self {
        let this = Interrupt::default();
        // Without signal handling, Ctrl-C ends the process as usual.
        let flag = || Arc::clone(&this.0);
        let _ = signal_hook::flag::register_conditional_shutdown(SIGINT, 130, flag());
        let _ = signal_hook::flag::register(SIGINT, flag());
        this
    }

    /// Reports that fewer games were played than asked for, if so.
    pub fn report(&self, played: usize, asked: u32, console: &mut Console<'_>) {
        if self.came() {
            console.say(format!("ended early: {played} of {asked} games"));
        }
    }

    pub fn came(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
