//! Ctrl-C in long work: it ends with what it has.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::SIGINT;

use crate::console::Console;

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

    /// Says to whoever watches that fewer games were played than asked for,
    /// where that is so.
    pub fn report(&self, played: usize, asked: u32, console: &mut Console<'_>) {
        if self.came() {
            console.say(format!("ended early: {played} of {asked} games"));
        }
    }

    /// Tells whether it was pressed.
    pub fn came(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
