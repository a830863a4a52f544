//! Safe mode, and games that cannot be opened.

texts! { "safe";
    sign = "Safe mode";
    help = "Started with --safe-mode: only the rulesets and plugins that are built into the program are used, your own are left out. Start without it to have them again.";
    kept_in(path: &str) = "The game is kept as it is, in {path}";
}

/// Why a game on disk cannot be opened, and that it is unchanged.
pub fn kept(why: &str, path: &str) -> String {
    format!("{why}\n\n{}", kept_in(path))
}
