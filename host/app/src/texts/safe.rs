//! Safe mode, and games that cannot be opened.

texts! { "safe";
    sign help bad_copy no_ruleset_named;
    kept_in(path: &str);
    left_out(name: &str);
}
