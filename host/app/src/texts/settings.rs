//! Settings.

texts! { "settings";
    unread(file: &std::path::Display<'_>, why: &dyn std::fmt::Display) = "{file} was ignored: {why}";
    unknown_key(id: &str) = "the settings bind `{id}`, which is no command";
    unknown_stroke(id: &str, stroke: &str) = "the settings bind `{id}` to `{stroke}`, which is no key";
    unknown_language(code: &str, known: &str) = "the settings name the language `{code}`, which is not there; there are {known}";
}
