//! The settings of wasmtime's engine, and locks.

use std::sync::{Mutex, MutexGuard, PoisonError};

use wasmtime::{Config, OptLevel};

/// Turns off everything that is not deterministic or that no plugin needs.
pub fn engine_config() -> Config {
    let mut config = Config::new();
    config
        .cranelift_opt_level(OptLevel::Speed)
        .cranelift_nan_canonicalization(true)
        .wasm_relaxed_simd(false)
        .wasm_memory64(false)
        .concurrency_support(false)
        // Function names are enough for a backtrace; addresses would be a sixth of
        // the compiled code.
        .generate_address_map(false)
        // Interrupts endless loops and recursions.
        .epoch_interruption(true);
    config
}

/// Locks even after a panic of another thread: an instance is consistent between
/// calls.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
