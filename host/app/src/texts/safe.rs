//! Safe mode, and games that cannot be opened.

texts! { "safe";
    sign help;
    kept_in(path: &str);
    left_out(name: &str);
}
