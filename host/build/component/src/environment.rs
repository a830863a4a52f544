//! The environment of a cargo that runs inside another cargo.

use std::process::Command;

/// Variables of the outer build that would change or break the inner one:
/// clippy's wrapper denies warnings, flags for the host's linker fail for wasm, and
/// a shared target folder waits for the outer cargo forever.
const FOREIGN: &str = "CARGO_MAKEFLAGS CLIPPY_ARGS CLIPPY_CONF_DIR HOST MAKEFLAGS MFLAGS OPT_LEVEL \
    OUT_DIR PROFILE RUSTDOCFLAGS RUSTFLAGS TARGET";

/// Prefixes of more such names.
const FOREIGN_PREFIXES: &str = "CARGO_BUILD_ CARGO_CFG_ CARGO_FEATURE_ CARGO_MANIFEST_ CARGO_PKG_ \
    CARGO_PROFILE_ CARGO_TARGET_ DEP_";

/// Removes the outer build from the environment of a command, and sets the flags of the compiler.
pub fn isolate(command: &mut Command, flags: &[String]) {
    for (name, _) in std::env::vars_os() {
        let Some(text) = name.to_str() else { continue };
        if is_foreign(text) {
            command.env_remove(&name);
        }
    }
    // Even empty values override cargo's configuration files.
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    command.env("RUSTC_WRAPPER", "").env("RUSTC_WORKSPACE_WRAPPER", "");
}

fn is_foreign(name: &str) -> bool {
    FOREIGN.split(' ').any(|foreign| foreign == name)
        || FOREIGN_PREFIXES.split(' ').any(|prefix| name.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_of_the_outer_build_are_removed() {
        for name in [
            "RUSTFLAGS",
            "CLIPPY_ARGS",
            "CARGO_BUILD_TARGET",
            "CARGO_TARGET_DIR",
            "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
            "CARGO_PROFILE_PLUGIN_LTO",
        ] {
            assert!(is_foreign(name), "{name}");
        }
        for name in ["PATH", "HOME", "CARGO", "CARGO_HOME", "RUSTUP_TOOLCHAIN", "CARGO_NET_OFFLINE"]
        {
            assert!(!is_foreign(name), "{name}");
        }
    }

    #[test]
    fn wrappers_are_switched_off() {
        let mut command = Command::new("cargo");
        isolate(&mut command, &["-Cone".to_owned(), "-Ctwo three".to_owned()]);
        let set: Vec<_> = command.get_envs().collect();
        for (name, value) in [
            ("RUSTC_WRAPPER", ""),
            ("RUSTC_WORKSPACE_WRAPPER", ""),
            ("CARGO_ENCODED_RUSTFLAGS", "-Cone\u{1f}-Ctwo three"),
        ] {
            assert!(set.contains(&(name.as_ref(), Some(value.as_ref()))), "{name}");
        }
    }
}
