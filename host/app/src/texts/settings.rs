//! Settings.

texts! { "settings";
    set_twice no_setting;
    unknown_setting(file: &std::path::Display<'_>, line: usize, key: &str);
    mistaken_setting(file: &std::path::Display<'_>, line: usize, key: &str, near: &str);
    unread(file: &std::path::Display<'_>, why: &dyn std::fmt::Display);
    unread_line(file: &std::path::Display<'_>, line: usize, why: &dyn std::fmt::Display);
    unread_setting(file: &std::path::Display<'_>, line: usize, key: &str, why: &dyn std::fmt::Display);
    more_errors(count: usize, file: &std::path::Display<'_>);
    copied(file: &std::path::Display<'_>);
    unread_seat(file: &std::path::Display<'_>, line: usize, why: &dyn std::fmt::Display);
    unknown_key(id: &str);
    unknown_stroke(id: &str, stroke: &str);
    unknown_language(code: &str, known: &str);
}
