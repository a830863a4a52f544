//! The files inside the binary: the plugins of this tree as components, the
//! rulesets, and the SDK's source for new plugins.
//!
//! The build script compiles the plugins. The environment variable `BOARDLOOM_PLUGINS` names a
//! folder of built `*.wasm` components to use instead, or is `off` for none.
#![forbid(unsafe_code)]

/// Returns the bundled plugins: name and component, sorted by name.
pub fn plugins() -> &'static [(&'static str, &'static [u8])] {
    include!(concat!(env!("OUT_DIR"), "/plugins.rs"))
}

/// Returns the bundled rulesets: name, as `plugin/ruleset.toml`, and text, sorted by name.
pub fn rulesets() -> &'static [(&'static str, &'static str)] {
    include!(concat!(env!("OUT_DIR"), "/rulesets.rs"))
}

/// Returns the bundled networks: name, as `plugin/ruleset.net`, and text, sorted by name.
pub fn networks() -> &'static [(&'static str, &'static str)] {
    include!(concat!(env!("OUT_DIR"), "/networks.rs"))
}

/// Returns the SDK's source as a complete workspace: path, as `sdk/src/lib.rs`, and
/// content. `Cargo.lock` has the versions that this program was built with.
pub fn sdk_source() -> &'static [(&'static str, &'static [u8])] {
    include!(concat!(env!("OUT_DIR"), "/sdk.rs"))
}

#[cfg(test)]
mod tests {
    use boardloom_component::MOST_BYTES;

    use super::*;

    #[test]
    fn plugins_are_small_and_contain_no_path_of_the_machine() {
        let home = env!("CARGO_MANIFEST_DIR");
        for (name, component) in plugins() {
            assert!(component.len() < MOST_BYTES, "{name} has {} bytes", component.len());
            let found = component.windows(home.len()).any(|part| part == home.as_bytes());
            assert!(!found, "{name} holds the name of a folder");
        }
    }

    #[test]
    fn rulesets_are_named_by_plugin() {
        assert!(!rulesets().is_empty());
        for (name, text) in rulesets() {
            assert!(name.contains('/') && name.ends_with(".toml"), "{name}");
            assert!(!text.is_empty(), "{name} is empty");
        }
    }

    #[test]
    fn the_sdk_is_complete() {
        let names: Vec<&str> = sdk_source().iter().map(|(name, _)| *name).collect();
        for file in [
            "Cargo.toml",
            "Cargo.lock",
            "sdk/Cargo.toml",
            "sdk/src/lib.rs",
            "sdk/wit/1.0.0/world.wit",
        ] {
            assert!(names.contains(&file), "{file} is missing");
        }
        assert!(!names.iter().any(|name| name.contains("target/")));
    }
}
