//! What a store holds for the host: limits, and the lines that the plugin says.

use std::sync::Arc;

use wasmtime::ResourceLimiter;

use crate::bindings::boardloom::rules::{trace, types};
use crate::config::Limits;
use crate::ticker::Deadline;

/// Bytes of a line that are kept.
const LINE: usize = 4096;
/// Lines that one call may say; the rest is dropped.
const LINES: u32 = 200;
/// Memories, tables and instances of one component. wit-component makes a
/// module and a handful of adapters.
const PARTS: usize = 64;

/// What a store holds.
#[derive(Debug)]
pub struct State {
    plugin: Arc<str>,
    limits: Limits,
    /// Bytes of all memories.
    memory: usize,
    /// Whether the call that runs wanted more memory than there is.
    pub starved: bool,
    /// How long the call that runs may still take.
    pub deadline: Deadline,
    /// The last line of level 0 in the call that runs.
    pub complaint: Option<String>,
    said: u32,
}

impl State {
    /// Returns the state of a fresh store.
    pub fn new(plugin: Arc<str>, limits: Limits) -> Self {
        State {
            plugin,
            limits,
            memory: 0,
            starved: false,
            deadline: Deadline::default(),
            complaint: None,
            said: 0,
        }
    }

    /// Forgets the call before; `deadline` is of the one that begins.
    pub fn begin(&mut self, deadline: Deadline) {
        self.starved = false;
        self.deadline = deadline;
        self.complaint = None;
        self.said = 0;
    }
}

impl ResourceLimiter for State {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        let total = self.memory.saturating_add(desired.saturating_sub(current));
        if total > self.limits.memory {
            self.starved = true;
            return Ok(false);
        }
        self.memory = total;
        Ok(true)
    }

    fn memory_grow_failed(&mut self, error: wasmtime::Error) -> wasmtime::Result<()> {
        tracing::debug!(plugin = &*self.plugin, %error, "memory did not grow");
        self.starved = true;
        Ok(())
    }

    fn table_growing(
        &mut self,
        _current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        Ok(desired <= self.limits.table)
    }

    fn instances(&self) -> usize {
        PARTS
    }

    fn tables(&self) -> usize {
        PARTS
    }

    fn memories(&self) -> usize {
        PARTS
    }
}

impl types::Host for State {}

impl trace::Host for State {
    fn say(&mut self, level: u8, text: String) {
        self.said = self.said.saturating_add(1);
        if self.said > LINES && level != 0 {
            return;
        }
        let text = printable(&text);
        let plugin = &*self.plugin;
        match level {
            0 if self.said > LINES => {}
            0 => tracing::error!(plugin, "{text}"),
            1 => tracing::warn!(plugin, "{text}"),
            2 => tracing::info!(plugin, "{text}"),
            _ => tracing::debug!(plugin, "{text}"),
        }
        if level == 0 {
            self.complaint = Some(text);
        }
    }
}

/// Returns the beginning of a line without what a terminal would obey.
fn printable(text: &str) -> String {
    let mut line = String::new();
    for c in text.trim_end().chars() {
        if line.len() >= LINE {
            line.push_str(" ...");
            break;
        }
        line.push(if c.is_control() { ' ' } else { c });
    }
    line
}
