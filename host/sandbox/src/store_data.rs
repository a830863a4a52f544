//! The host's data of a store: limits, and the plugin's log.

use std::sync::Arc;

use wasmtime::ResourceLimiter;

use crate::bindings::boardloom::rules::{trace, types};
use crate::config::Limits;
use crate::ticker::Deadline;

/// Bytes of a log line.
const LINE: usize = 4096;
/// Log lines of one call; the rest is dropped.
const LINES: u32 = 200;
/// Memories, tables and instances of one component: a module and a handful of
/// adapters.
const PARTS: usize = 64;

#[derive(Debug)]
pub struct StoreData {
    plugin: Arc<str>,
    limits: Limits,
    /// Bytes of all memories.
    memory: usize,
    /// Whether the current call reached the memory limit.
    pub out_of_memory: bool,
    /// The deadline of the current call.
    pub deadline: Deadline,
    /// The last log line of level 0 in the current call.
    pub panic_message: Option<String>,
    log_lines: u32,
}

impl StoreData {
    pub fn new(plugin: Arc<str>, limits: Limits) -> Self {
        StoreData {
            plugin,
            limits,
            memory: 0,
            out_of_memory: false,
            deadline: Deadline::default(),
            panic_message: None,
            log_lines: 0,
        }
    }

    pub fn begin(&mut self, deadline: Deadline) {
        self.out_of_memory = false;
        self.deadline = deadline;
        self.panic_message = None;
        self.log_lines = 0;
    }
}

impl ResourceLimiter for StoreData {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        let total = self.memory.saturating_add(desired.saturating_sub(current));
        if total > self.limits.memory {
            self.out_of_memory = true;
            return Ok(false);
        }
        self.memory = total;
        Ok(true)
    }

    fn memory_grow_failed(&mut self, error: wasmtime::Error) -> wasmtime::Result<()> {
        tracing::debug!(plugin = &*self.plugin, %error, "memory did not grow");
        self.out_of_memory = true;
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

impl types::Host for StoreData {}

impl trace::Host for StoreData {
    fn say(&mut self, level: u8, text: String) {
        self.log_lines = self.log_lines.saturating_add(1);
        if self.log_lines > LINES && level != 0 {
            return;
        }
        let text = printable(&text);
        let plugin = &*self.plugin;
        match level {
            0 if self.log_lines > LINES => {}
            0 => tracing::error!(plugin, "{text}"),
            1 => tracing::warn!(plugin, "{text}"),
            2 => tracing::info!(plugin, "{text}"),
            _ => tracing::debug!(plugin, "{text}"),
        }
        if level == 0 {
            self.panic_message = Some(text);
        }
    }
}

/// Truncates a line and removes control characters, which a terminal would obey.
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
