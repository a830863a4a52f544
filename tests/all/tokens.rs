//! The design tokens of `host/theme` are the only place of colours, of their mixtures, and of the
//! sizes, radii, line widths and durations that parts of the window share.

use regex::Regex;

use crate::support::project;

/// The crates that draw.
const CRATES: [&str; 5] =
    ["host/board_view/src", "host/gui/src", "host/window/src", "host/export/src", "host/app/src"];

/// The only files that may turn tokens into another library's types.
const BRIDGES: [&str; 1] = ["host/gui/src/theme/tokens.rs"];

/// What would escape the tokens: a pattern and its name. `0`, `1` and their fractions of a
/// variable are no tokens.
const ESCAPES: [(&str, &str); 9] = [
    (r"Color::rgb\(|Color32::from_(rgb|gray|black|white)|hex\(0x", "a colour"),
    (
        r"\.(faded|mixed|gamma_multiply|linear_multiply)\(([^()]|\([^()]*\))*\b0\.[0-9]*[1-9]",
        "a mixture",
    ),
    (r"(Stroke::new|line_width)\(+\s*[0-9]", "the width of a line"),
    (r"FontId::(proportional|monospace|new)\(\s*[0-9]|\.size\([0-9]", "the size of a font"),
    (r"corner_radius\(\s*[0-9]|rect_(filled|stroke)\(\s*\w+,\s*[1-9]", "a radius"),
    (r"add_space\(\s*[0-9]", "a distance"),
    (r"inner_margin\(\s*[0-9]", "a margin"),
    (r"animation_time = [0-9]|animate_bool_with_time\([^)]*[0-9]\.", "a duration"),
    (r"blur: [0-9]|spread: [1-9]", "a shadow"),
];

/// Returns the code of a file without its tests.
fn code_of(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap_or_default()
}

#[test]
fn no_colour_size_or_duration_escapes_the_tokens() {
    let mut escaped = Vec::new();
    for (pattern, what) in ESCAPES {
        let pattern = Regex::new(pattern).expect("a pattern");
        for file in crate::invariants::files("host", &["rs"]) {
            let drawn = CRATES.iter().any(|folder| file.starts_with(folder));
            let is_test = file.contains("/tests") || file.ends_with("tests.rs");
            if !drawn || is_test || BRIDGES.contains(&&*file) {
                continue;
            }
            let text = std::fs::read_to_string(project().join(&file)).expect("a source file");
            for (number, line) in code_of(&text).lines().enumerate() {
                let line = line.split("//").next().unwrap_or_default();
                if pattern.is_match(line) {
                    escaped.push(format!("{file}:{}: {what}: {}", number + 1, line.trim()));
                }
            }
        }
    }
    assert!(escaped.is_empty(), "move into host/theme:\n{}", escaped.join("\n"));
}

#[test]
fn the_patterns_find_what_they_name() {
    for (line, what) in [
        ("let ink = Color::rgb(1, 2, 3);", "a colour"),
        ("color.faded(0.35)", "a mixture"),
        ("line.mixed(self.style.colors.ink, 0.5)", "a mixture"),
        ("egui::Stroke::new(1.5, ink)", "the width of a line"),
        ("RichText::new(name).size(17.0)", "the size of a font"),
        ("ui.painter().rect_filled(rect, 4.0, ink)", "a radius"),
        ("ui.add_space(6.0)", "a distance"),
        ("frame.inner_margin(8)", "a margin"),
        ("style.animation_time = 0.1;", "a duration"),
    ] {
        let (pattern, _) = ESCAPES.iter().find(|(_, name)| *name == what).expect("a pattern");
        assert!(Regex::new(pattern).expect("a pattern").is_match(line), "{line}");
    }
    let clean = "color.faded(1.0 - part)";
    assert!(!Regex::new(ESCAPES[1].0).expect("a pattern").is_match(clean));
}

#[test]
fn every_token_is_used() {
    let sources: Vec<(String, String)> = crate::invariants::files("host", &["rs"])
        .into_iter()
        .map(|file| {
            let text = std::fs::read_to_string(project().join(&file)).expect("a source file");
            (file, text)
        })
        .collect();
    let name = Regex::new(r"pub const ([A-Z][A-Z0-9_]+):").expect("a pattern");
    let mut unused = Vec::new();
    for (file, text) in sources.iter().filter(|(file, _)| file.starts_with("host/theme/src")) {
        for found in name.captures_iter(text) {
            let word = Regex::new(&format!(r"\b{}\b", &found[1])).expect("a pattern");
            let elsewhere = sources.iter().any(|(other, text)| {
                let own = usize::from(other == file);
                word.find_iter(code_of(text)).count() > own
            });
            if !elsewhere {
                unused.push(format!("{file}: {}", &found[1]));
            }
        }
    }
    assert!(unused.is_empty(), "tokens that nothing reads:\n{}", unused.join("\n"));
}
