//! Compiling in a child process: a small component can take minutes and gigabytes.
//!
//! The child fills the compile cache, from which the parent takes the code. So both are the
//! same program, and without a cache the parent compiles.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use boardloom_contract::{PluginError, PluginResult};
use wasmtime::Engine;

use crate::cache::Cache;
use crate::config::{CacheFolder, Limits};
use crate::engine::{engine_config, lock};

/// Bytes of the child's error message.
const MESSAGE: u64 = 4096;
/// A plugin that takes longer is named in the log.
const NAMED: Duration = Duration::from_secs(3);
const POLL: Duration = Duration::from_millis(5);

/// What compiling a plugin may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompileLimits {
    /// Processor time. 60, a hundred times that of a large plugin.
    pub seconds: u64,
    /// Address space in bytes, most of which is never used. 2 GiB.
    pub memory: u64,
}

impl Default for CompileLimits {
    fn default() -> Self {
        CompileLimits { seconds: 60, memory: 2 << 30 }
    }
}

/// Why a plugin is not compiled.
enum CompileFailure {
    /// It is not a component that can be compiled.
    Refused(String),
    /// A limit, or the player.
    Ended(String),
}

/// The program that compiles, and the plugins that are being compiled.
#[derive(Debug)]
pub struct Compiler {
    program: PathBuf,
    argument: &'static str,
    limits: CompileLimits,
    running: Mutex<Vec<Job>>,
}

#[derive(Debug)]
struct Job {
    name: String,
    skipped: bool,
}

impl Compiler {
    /// `program` calls [`compile`] with the arguments that follow if its first argument is
    /// `argument`; standard input is the component.
    pub fn new(program: PathBuf, argument: &'static str, limits: CompileLimits) -> Self {
        Compiler { program, argument, limits, running: Mutex::default() }
    }

    pub fn running(&self) -> Vec<String> {
        lock(&self.running).iter().map(|job| job.name.clone()).collect()
    }

    /// Gives up compiling; loading the plugins then fails.
    pub fn skip(&self) {
        lock(&self.running).iter_mut().for_each(|job| job.skipped = true);
    }

    /// Compiles a component into the cache, within limits of time and memory.
    pub(crate) fn run(&self, name: &str, component: &[u8], cache: &Path) -> PluginResult<()> {
        let mut command = Command::new(&self.program);
        let CompileLimits { seconds, memory } = self.limits;
        command.arg(self.argument).arg(cache).args([seconds, memory].map(|it| it.to_string()));
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = match command.spawn() {
            Ok(child) => child,
            Err(error) => {
                tracing::warn!(%error, "plugins are compiled without limits");
                return Ok(());
            }
        };
        lock(&self.running).push(Job { name: name.to_owned(), skipped: false });
        let result = self.wait(name, &mut child, component);
        let mut running = lock(&self.running);
        if let Some(place) = running.iter().position(|job| job.name == name) {
            running.remove(place);
        }
        let plugin = name.to_owned();
        result.map_err(|failure| match failure {
            CompileFailure::Refused(why) => PluginError::Incompatible { plugin, why },
            CompileFailure::Ended(why) => PluginError::NotCompiled { plugin, why },
        })
    }

    fn wait(&self, name: &str, child: &mut Child, component: &[u8]) -> Result<(), CompileFailure> {
        if let Some(mut input) = child.stdin.take() {
            // If the child has ended, its message has the reason.
            let _ = input.write_all(component);
        }
        // Besides the limit of processor time, so that a stopped child does not wait forever.
        let latest = Instant::now() + Duration::from_secs(10 * self.limits.seconds);
        let mut named = Some(Instant::now() + NAMED);
        let status = loop {
            if named.take_if(|time| Instant::now() > *time).is_some() {
                tracing::warn!("the plugin {name} is compiled for its first use");
            }
            let ended = child.try_wait();
            if let Some(status) = ended.map_err(|error| CompileFailure::Ended(error.to_string()))? {
                break status;
            }
            let skipped = lock(&self.running).iter().any(|job| job.name == name && job.skipped);
            if skipped || Instant::now() > latest {
                let _ = child.kill();
                let _ = child.wait();
                let seconds = 10 * self.limits.seconds;
                return Err(CompileFailure::Ended(match skipped {
                    true => "it was skipped".to_owned(),
                    false => format!("it takes more than {seconds} seconds"),
                }));
            }
            std::thread::sleep(POLL);
        };
        if status.success() {
            return Ok(());
        }
        let mut message = String::new();
        if let Some(error) = child.stderr.take() {
            let _ = error.take(MESSAGE).read_to_string(&mut message);
        }
        Err(explain(status, message.trim(), self.limits))
    }
}

fn explain(status: ExitStatus, message: &str, limits: CompileLimits) -> CompileFailure {
    if status.code() == Some(1) && !message.is_empty() {
        return CompileFailure::Refused(message.to_owned());
    }
    CompileFailure::Ended(match signal(status) {
        Some(9 | 24) => format!("it takes more than {} seconds of processor time", limits.seconds),
        _ => format!("it takes more than {} MiB of memory ({status})", limits.memory >> 20),
    })
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}

/// The work of the child process: compiles a component into a cache. The arguments are those of
/// [`Compiler::new`]. An error is a sentence for standard error, with exit code 1.
pub fn compile(
    mut arguments: impl Iterator<Item = OsString>,
    input: impl Read,
) -> Result<(), String> {
    let cache = PathBuf::from(arguments.next().unwrap_or_default());
    let mut number = || arguments.next()?.to_str()?.parse().ok();
    let (Some(seconds), Some(memory)) = (number(), number()) else {
        return Err("expected the cache, seconds and bytes of memory".to_owned());
    };
    limit_process(CompileLimits { seconds, memory });
    let most = Limits::default().component as u64;
    let mut component = Vec::new();
    let read = input.take(most).read_to_end(&mut component);
    read.map_err(|error| error.to_string())?;
    let cache = Cache::open(&CacheFolder::At(cache)).ok_or("there is no cache")?;
    let engine = Engine::new(&engine_config()).map_err(|error| format!("{error:#}"))?;
    cache.compile(&engine, &component).map_err(|error| {
        format!("expected a WebAssembly component that can be compiled, found: {error:#}")
    })
}

#[cfg(unix)]
fn limit_process(limits: CompileLimits) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let limits =
        [(Resource::Cpu, limits.seconds), (Resource::As, limits.memory), (Resource::Core, 0)];
    for (resource, most) in limits {
        let limit = Rlimit { current: Some(most), maximum: Some(most) };
        if let Err(error) = setrlimit(resource, limit) {
            tracing::warn!(%error, "a limit of the compiler cannot be set");
        }
    }
}

#[cfg(not(unix))]
fn limit_process(_: CompileLimits) {}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// Returns a compiler that is a shell script.
    fn script(folder: &Path, text: &str) -> Compiler {
        let program = folder.join("compiler");
        std::fs::write(&program, format!("#!/bin/sh\n{text}\n")).unwrap();
        std::fs::set_permissions(&program, PermissionsExt::from_mode(0o700)).unwrap();
        Compiler::new(program, "compile", CompileLimits::default())
    }

    #[test]
    fn a_child_that_fails_is_explained() {
        let folder = tempfile::tempdir().unwrap();
        let run = |text: &str| {
            let failed = script(folder.path(), text).run("x", b"", folder.path());
            failed.map_err(|error| error.to_string())
        };
        assert_eq!(run("exit 0"), Ok(()));
        for (text, why) in [
            ("echo 'it is damaged' >&2; exit 1", "it is damaged"),
            ("kill -XCPU $$", "60 seconds of processor time"),
            ("kill -ABRT $$", "2048 MiB of memory"),
        ] {
            let error = run(text).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
    }

    #[test]
    fn compiling_can_be_skipped() {
        let folder = tempfile::tempdir().unwrap();
        let compiler = script(folder.path(), "exec sleep 600");
        let error = std::thread::scope(|scope| {
            let run = scope.spawn(|| compiler.run("slow", b"", folder.path()));
            while compiler.running() != ["slow"] {
                std::thread::yield_now();
            }
            compiler.skip();
            run.join().unwrap().unwrap_err().to_string()
        });
        assert!(error.contains("slow") && error.contains("skipped"), "{error}");
        assert!(compiler.running().is_empty());
    }
}
