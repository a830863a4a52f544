//! Conversion of wasmtime's errors to [`PluginError`]s.

use std::fmt::Write as _;

use boardloom_contract::PluginError;
use wasmtime::{Trap, WasmBacktrace};

use crate::config::Limits;
use crate::store_data::StoreData;

/// Functions of the backtrace in an error, innermost first.
const FRAMES: usize = 4;

pub fn diagnose(
    plugin: &str,
    call: &str,
    error: &wasmtime::Error,
    state: &StoreData,
    limits: &Limits,
) -> PluginError {
    let (plugin, call) = (plugin.to_owned(), call.to_owned());
    let trap = error.downcast_ref::<Trap>().copied();
    if trap == Some(Trap::Interrupt) {
        let limit_ms = u64::try_from(state.deadline.limit().as_millis()).unwrap_or(u64::MAX);
        return PluginError::TimedOut { plugin, call, limit_ms };
    }
    // An allocator without memory ends in a trap like any other.
    if state.out_of_memory {
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

/// Returns the panic message or the trap, and the functions it was in.
fn why(trap: Trap, error: &wasmtime::Error, state: &StoreData) -> String {
    let mut why = match &state.panic_message {
        Some(panic_message) if trap == Trap::UnreachableCodeReached => panic_message.clone(),
        Some(panic_message) => format!("{} ({panic_message})", describe(trap)),
        None => describe(trap),
    };
    let names: Vec<String> =
        error.downcast_ref::<WasmBacktrace>().map(function_names).unwrap_or_default();
    if !names.is_empty() {
        let _ = write!(why, ", in {}", names.join(" < "));
    }
    why
}

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

/// Returns the innermost functions of the name section, without those of the
/// panic itself.
fn function_names(trace: &WasmBacktrace) -> Vec<String> {
    let names = trace.frames().iter().filter_map(|frame| {
        let symbol = frame.symbols().first().and_then(|symbol| symbol.name());
        symbol.or(frame.func_name()).map(demangled)
    });
    let names = names.filter(|name| !PANIC.iter().any(|part| name.contains(part)));
    let mut last = String::new();
    names.filter(|name| std::mem::replace(&mut last, name.clone()) != *name).take(FRAMES).collect()
}

/// Parts of names of functions in every panic.
const PANIC: [&str; 7] = [
    "panicking",
    "rust_panic",
    "rust_begin_unwind",
    "__rustc",
    "panic_hook",
    "core::option::expect_failed",
    "core::result::unwrap_failed",
];

fn demangled(name: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(name))
}

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
