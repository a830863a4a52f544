//! This program as the compiler of plugins, in a child process.

use std::sync::{Arc, OnceLock};

use boardloom_sandbox::{CompileLimits, Compiler, compile};

/// The first argument of the child process.
const ARGUMENT: &str = "compile-plugin";

static COMPILER: OnceLock<Arc<Compiler>> = OnceLock::new();

/// Compiles a plugin and returns the exit code if the process was started for that. Otherwise,
/// plugins are compiled in such processes from now on.
pub fn serve() -> Option<u8> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == ARGUMENT) {
        let result = compile(arguments, std::io::stdin().lock());
        return Some(result.map_or_else(
            |why| {
                eprintln!("{why}");
                1
            },
            |()| 0,
        ));
    }
    if let Ok(program) = std::env::current_exe() {
        let _ = COMPILER.set(Arc::new(Compiler::new(program, ARGUMENT, CompileLimits::default())));
    }
    None
}

pub fn compiler() -> Option<Arc<Compiler>> {
    COMPILER.get().cloned()
}
