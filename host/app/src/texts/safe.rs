//! Safe mode, and games that cannot be opened.

texts! { "safe";
    sign help;
    kept_in(path: &str);
    left_out(name: &str);
}

/// Why a game on disk cannot be opened, and that it is unchanged.
pub fn kept(why: &str, path: &str) -> String {
    format!("{why}\n\n{}", kept_in(path))
}
