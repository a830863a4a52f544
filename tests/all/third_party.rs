//! Plugins built like third-party ones, by the builder behind `boardloom plugin build`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use boardloom_component::BuildSettings;
use boardloom_contract::LoadedPlugin;

use crate::support::sandbox;

/// Returns a crate's folder, from its path within the project.
pub fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// Returns the target folder that all of them share.
pub fn guests() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("guests")
}

/// Components by the path of their crates.
type Components = BTreeMap<&'static str, Arc<Vec<u8>>>;

/// Builds a crate, once for all tests, and returns the component.
pub fn build_component(path: &'static str) -> Arc<Vec<u8>> {
    static BUILT: LazyLock<Mutex<Components>> = LazyLock::new(Mutex::default);
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    let component = built.entry(path).or_insert_with(|| {
        let mut build = BuildSettings::new(folder(path).join("Cargo.toml"));
        build.target_dir = Some(guests());
        build.locked = true;
        Arc::new(build.run().unwrap_or_else(|error| panic!("{path}: {error}")).component)
    });
    Arc::clone(component)
}

/// Builds a crate and loads it in the sandbox.
pub fn load_plugin(name: &str, path: &'static str) -> Arc<dyn LoadedPlugin> {
    let component = build_component(path);
    sandbox().load(name, &component).unwrap_or_else(|error| panic!("{path}: {error}"))
}
