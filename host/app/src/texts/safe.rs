//! Safe mode, and games that cannot be opened.

texts! { "safe";
    sign help bad_copy see_log no_ruleset_named;
    needs_plugin(plugin: &str, version: &str);
    kept_in(path: &str);
    left_out(name: &str);
}
