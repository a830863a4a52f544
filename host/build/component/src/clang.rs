//! The build of a plugin in C or C++.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use thiserror::Error;

use crate::target::TARGET;

/// No libraries of the system; no entry, since a plugin is called; the stack at the beginning, so
/// that it ends in a trap instead of in other data.
const FLAGS: &str = "-O2 -ffreestanding -mbulk-memory -nostdlib -fvisibility=hidden \
    -ffunction-sections -Wl,--no-entry -Wl,--gc-sections -Wl,--stack-first \
    -Wl,-z,stack-size=262144";
/// For C++: there is no library for exceptions and types at run time.
const CPP_FLAGS: &str = "-fno-exceptions -fno-rtti -fno-threadsafe-statics";

#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClangError {
    #[error(
        "expected to run the compiler `{compiler}`, but it does not run: {error}\n\
         install clang and lld (on Debian `apt install clang lld`), or name another clang in \
         plugin.toml: `compiler = \"clang-19\"` under [build]"
    )]
    NoCompiler { compiler: String, error: std::io::Error },
    #[error("the plugin does not build:\n{0}")]
    Compile(String),
    #[error(
        "`{compiler}` found no linker for wasm; install lld (on Debian `apt install lld`):\n\
         {output}"
    )]
    NoLinker { compiler: String, output: String },
    #[error("`{0}` in `sources` names no file")]
    NoSource(String),
    #[error("cannot write or read {}: {error}", path.display())]
    File { path: PathBuf, error: std::io::Error },
}

/// A plugin in C or C++, as its manifest describes it.
#[derive(Debug, Clone)]
pub struct ClangBuild {
    /// The folder that paths begin at.
    pub folder: PathBuf,
    /// `clang` or another name of it.
    pub compiler: String,
    /// Files; `src/*.c` is all files of a folder with this ending.
    pub sources: Vec<String>,
    /// Folders of headers.
    pub include: Vec<String>,
    /// Further arguments of the compiler.
    pub flags: Vec<String>,
    /// The module that is written, in a folder that may be missing.
    pub module: PathBuf,
}

impl ClangBuild {
    /// Compiles and links the sources, and returns the module.
    pub fn run(&self) -> Result<Vec<u8>, ClangError> {
        let sources = self.files()?;
        let file = |error| ClangError::File { path: self.module.clone(), error };
        if let Some(folder) = self.module.parent() {
            std::fs::create_dir_all(folder).map_err(file)?;
        }
        let module = std::path::absolute(&self.module).map_err(file)?;
        let mut command = Command::new(&self.compiler);
        command.current_dir(&self.folder).stdin(Stdio::null());
        command.arg(format!("--target={TARGET}")).args(FLAGS.split_whitespace());
        if sources.iter().any(|path| !path.ends_with(".c")) {
            command.args(CPP_FLAGS.split_whitespace());
        }
        command.args(self.include.iter().map(|folder| format!("-I{folder}")));
        command.args(&self.flags).args(&sources).arg("-o").arg(&module);
        let output = command
            .output()
            .map_err(|error| ClangError::NoCompiler { compiler: self.compiler.clone(), error })?;
        let text = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
        match output.status.success() {
            true => std::fs::read(&module).map_err(file),
            false if text.contains("wasm-ld") && !text.contains("wasm-ld: ") => {
                Err(ClangError::NoLinker { compiler: self.compiler.clone(), output: text })
            }
            false => Err(ClangError::Compile(text)),
        }
    }

    /// Returns the source files, as paths within the folder.
    fn files(&self) -> Result<Vec<String>, ClangError> {
        let mut all = Vec::new();
        for source in &self.sources {
            let missing = || ClangError::NoSource(source.clone());
            let (folder, name) = source.rsplit_once('/').unwrap_or((".", source));
            let Some(ending) = name.strip_prefix('*') else {
                if !self.folder.join(source).is_file() {
                    return Err(missing());
                }
                all.push(source.clone());
                continue;
            };
            let entries = self.folder.join(folder).read_dir().map_err(|_| missing())?;
            let names = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file());
            let names = names.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
            let mut names: Vec<String> = names.filter(|name| name.ends_with(ending)).collect();
            if names.is_empty() {
                return Err(missing());
            }
            // The same order on every machine gives the same bytes.
            names.sort();
            all.extend(names.iter().map(|name| format!("{folder}/{name}")));
        }
        Ok(all)
    }
}

/// Returns why plugins in C cannot be built here, or `None`.
pub fn clang_missing() -> Option<String> {
    let runs = |program: &str| {
        let mut command = Command::new(program);
        command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let missing = ["clang", "wasm-ld"].into_iter().find(|program| !runs(program))?;
    Some(format!("`{missing}` does not run; install clang and lld"))
}

/// Returns where a plugin's module is kept: in the folder that cargo uses too.
pub fn module_path(folder: &Path, name: &str) -> PathBuf {
    folder.join("target").join(TARGET).join(format!("{name}.wasm"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(folder: &Path, compiler: &str, sources: &[&str]) -> ClangBuild {
        ClangBuild {
            folder: folder.to_owned(),
            compiler: compiler.to_owned(),
            sources: sources.iter().map(|&source| source.to_owned()).collect(),
            include: Vec::new(),
            flags: Vec::new(),
            module: module_path(folder, "mine"),
        }
    }

    #[test]
    fn sources_are_files_or_all_of_an_ending_in_order() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("src")).unwrap();
        for name in ["game.c", "src/b.c", "src/a.c", "src/a.h"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let files = |sources: &[&str]| build(folder.path(), "clang", sources).files();
        assert_eq!(files(&["game.c", "src/*.c"]).unwrap(), ["game.c", "src/a.c", "src/b.c"]);
        assert_eq!(files(&["*.c"]).unwrap(), ["./game.c"]);
        for missing in ["other.c", "src/*.cpp", "none/*.c"] {
            let error = files(&["game.c", missing]).unwrap_err().to_string();
            assert_eq!(error, format!("`{missing}` in `sources` names no file"));
        }
    }

    #[test]
    fn a_missing_compiler_is_named_with_what_to_install() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("game.c"), "").unwrap();
        let error = build(folder.path(), "no-such-clang", &["game.c"]).run().unwrap_err();
        let text = error.to_string();
        assert!(text.contains("`no-such-clang`") && text.contains("install clang"), "{text}");
    }
}
