//! From wasmtime's errors to faults with names.

use std::fmt::Write as _;

use boardloom_contract::PluginError;
use wasmtime::{Trap, WasmBacktrace};

use crate::config::Limits;
use crate::state::State;

/// Functions of the plugin that a fault names, innermost first.
const FRAMES: usize = 4;

/// What `plugin` did in `call`, where `error` came of it.
pub fn diagnose(
    plugin: &str,
    call: &str,
    error: &wasmtime::Error,
    state: &State,
    limits: &Limits,
) -> PluginError {
    let (plugin, call) = (plugin.to_owned(), call.to_owned());
    let trap = error.downcast_ref::<Trap>().copied();
    if trap == Some(Trap::Interrupt) {
        let limit_ms = u64::try_from(state.deadline.limit().as_millis()).unwrap_or(u64::MAX);
        return PluginError::TimedOut { plugin, call, limit_ms };
    }
    // An allocator that gets no memory gives up with a trap like any other.
    if state.starved {
        return PluginError::OutOfMemory { plugin, call, limit_mib: (limits.memory >> 20) as u64 };
    }
    match trap {
        Some(trap) if !is_bad_answer(trap) => {
            PluginError::Trapped { plugin, call, why: why(trap, error, state) }
        }
        _ => PluginError::BrokeContract { plugin, call, why: unreadable(error, limits) },
    }
}

/// Tells whether a trap means that an answer could not be read.
fn is_bad_answer(trap: Trap) -> bool {
    matches!(
        trap,
        Trap::StringOutOfBounds
            | Trap::ListOutOfBounds
            | Trap::InvalidDiscriminant
            | Trap::UnalignedPointer
            | Trap::InvalidChar
    )
}

/// Returns why a plugin trapped: its last words, else the trap; and where.
fn why(trap: Trap, error: &wasmtime::Error, state: &State) -> String {
    let mut why = match &state.complaint {
        Some(complaint) if trap == Trap::UnreachableCodeReached => complaint.clone(),
        Some(complaint) => format!("{} ({complaint})", describe(trap)),
        None => describe(trap),
    };
    let names: Vec<String> =
        error.downcast_ref::<WasmBacktrace>().map(function_names).unwrap_or_default();
    if !names.is_empty() {
        let _ = write!(why, ", in {}", names.join(" < "));
    }
    why
}

/// Returns a trap in words.
fn describe(trap: Trap) -> String {
    match trap {
        Trap::StackOverflow => "its stack overflowed: a recursion without an end?".to_owned(),
        Trap::UnreachableCodeReached => {
            "it ran into code that it takes for unreachable: a panic without a message, most likely"
                .to_owned()
        }
        other => other.to_string().trim_start_matches("wasm trap: ").to_owned(),
    }
}

/// Returns the names of the innermost functions that are not a panic's own, as
/// the name section gives them.
fn function_names(trace: &WasmBacktrace) -> Vec<String> {
    let names = trace.frames().iter().filter_map(|frame| {
        let symbol = frame.symbols().first().and_then(|symbol| symbol.name());
        symbol.or(frame.func_name()).map(demangled)
    });
    let own = names.filter(|name| !PANIC.iter().any(|part| name.contains(part)));
    let mut last = String::new();
    own.filter(|name| std::mem::replace(&mut last, name.clone()) != *name).take(FRAMES).collect()
}

/// Parts of the names of functions that every panic goes through.
const PANIC: [&str; 7] = [
    "panicking",
    "rust_panic",
    "rust_begin_unwind",
    "__rustc",
    "panic_hook",
    "core::option::expect_failed",
    "core::result::unwrap_failed",
];

/// Returns a symbol as a person wrote it.
fn demangled(name: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(name))
}

/// Returns why an answer could not be read.
fn unreadable(error: &wasmtime::Error, limits: &Limits) -> String {
    let root = error.root_cause().to_string();
    if root.contains("fuel allocated for hostcalls") {
        return format!("it answered more than {} bytes", limits.answer);
    }
    if root.contains("utf-8") || root.contains("utf8") {
        return format!("a text is not UTF-8: {root}");
    }
    root.trim_start_matches("wasm trap: ").to_owned()
}
