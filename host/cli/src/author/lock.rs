//! A lock file for a plugin's crate: the versions that the SDK was built with.

/// Returns the SDK's lock file with a crate added that depends on these.
pub fn with_crate(lock: &str, name: &str, dependencies: &[&str]) -> String {
    const PACKAGE: &str = "[[package]]\n";
    let listed: String = dependencies.iter().map(|it| format!(" \"{it}\",\n")).collect();
    let own = format!("name = \"{name}\"\nversion = \"0.1.0\"\ndependencies = [\n{listed}]\n");
    let mut parts = lock.split(PACKAGE);
    let head = parts.next().unwrap_or_default();
    let mut packages: Vec<&str> = parts.map(str::trim_end).collect();
    packages.push(own.trim_end());
    // cargo sorts by name; names come first in each.
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
    fn the_crate_stands_among_the_others() {
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
