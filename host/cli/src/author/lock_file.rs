//! Cargo.lock for a new plugin's crate, with the versions of the SDK's Cargo.lock.

/// Adds a crate with these dependencies to a lock file.
pub fn with_crate(lock: &str, name: &str, dependencies: &[&str]) -> String {
    const PACKAGE: &str = "[[package]]\n";
    let listed: String = dependencies.iter().map(|it| format!(" \"{it}\",\n")).collect();
    let package = format!("name = \"{name}\"\nversion = \"0.1.0\"\ndependencies = [\n{listed}]\n");
    let mut parts = lock.split(PACKAGE);
    let head = parts.next().unwrap_or_default();
    let mut packages: Vec<&str> = parts.map(str::trim_end).collect();
    packages.push(package.trim_end());
    // cargo sorts packages by name.
    packages.sort_by_key(|package| name_of(package).to_owned());
    let packages: Vec<String> =
        packages.iter().map(|package| format!("{PACKAGE}{package}\n")).collect();
    format!("{head}{}", packages.join("\n"))
}

fn name_of(package: &str) -> &str {
    let line = package.lines().next().unwrap_or_default();
    line.trim_start_matches("name = ").trim_matches('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inserts_the_crate_in_order() {
        let lock = "version = 4\n\n[[package]]\nname = \"alpha\"\nversion = \"1.0.0\"\n\n\
                    [[package]]\nname = \"zeta\"\nversion = \"2.0.0\"\n";
        let whole = with_crate(lock, "mine", &["alpha", "zeta"]);
        assert_eq!(
            whole,
            "version = 4\n\n[[package]]\nname = \"alpha\"\nversion = \"1.0.0\"\n\n\
             [[package]]\nname = \"mine\"\nversion = \"0.1.0\"\ndependencies = [\n \"alpha\",\n \
             \"zeta\",\n]\n\n[[package]]\nname = \"zeta\"\nversion = \"2.0.0\"\n"
        );
    }
}
