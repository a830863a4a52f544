//! No file makes the host panic.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use boardloom_contract::{Diagnostic, Message, PathKey, Severity};
use boardloom_ruleset::{Library, LibrarySource, Overrides};
use common::{Anything, Sample, data, root};

/// Random numbers that are the same in every run (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

/// Returns the test data and the shipped rulesets.
fn seeds() -> Vec<Vec<u8>> {
    let library = Library::new(vec![
        LibrarySource::Folder(data()),
        LibrarySource::Folder(root().join("rulesets")),
    ]);
    let paths = library.list().into_iter().map(|entry| entry.origin.to_string());
    paths.map(|path| std::fs::read(path).unwrap()).collect()
}

fn change(bytes: &mut Vec<u8>, other: &[u8], numbers: &mut Numbers) {
    const PIECES: [&str; 20] = [
        "[",
        "]",
        "[[",
        "{",
        "}",
        "=",
        "\"",
        "\"\"\"",
        "'",
        "\n",
        ".",
        ",",
        "#",
        "\\u12",
        "ä",
        "1e999",
        "-0",
        "[board]",
        "a.b.c = 1",
        "\u{0}",
    ];
    let at = numbers.below(bytes.len());
    match numbers.below(6) {
        0 => bytes.truncate(at),
        1 => {
            let end = (at + numbers.below(30)).min(bytes.len());
            bytes.drain(at..end);
        }
        2 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte = numbers.next() as u8;
            }
        }
        3 => {
            let from = numbers.below(other.len());
            let to = (from + numbers.below(80)).min(other.len());
            bytes.splice(at..at, other[from..to].iter().copied());
        }
        4 => {
            let line = bytes.iter().skip(at).position(|byte| *byte == b'\n').unwrap_or(0);
            let copy = bytes[at..at + line].to_vec();
            let to = numbers.below(bytes.len());
            bytes.splice(to..to, copy);
        }
        _ => {
            let piece = PIECES[numbers.below(PIECES.len())];
            bytes.splice(at..at, piece.bytes());
        }
    }
}

/// Loads a text and calls every function of the result.
fn exercise(text: &str, numbers: &mut Numbers) {
    let library = common::library();
    let mut settings = Overrides::new();
    if numbers.below(2) == 0 {
        settings.set_text("rules.clone", &text[..text.floor_char_boundary(numbers.below(20))]);
        settings.set_text("board.width", "6");
    }
    let loaded = match numbers.below(2) {
        0 => library.load_text("it.toml", text, &settings, &Sample::default()),
        _ => library.load_text("it.toml", text, &settings, &Anything),
    };
    let report = match loaded {
        Err(report) => report,
        Ok(ruleset) => {
            let again = library
                .load_text("again", ruleset.resolved_toml(), &Overrides::new(), &Anything)
                .unwrap_or_else(|report| panic!("{report}\n{}", ruleset.resolved_toml()));
            assert_eq!(again.hash(), ruleset.hash(), "{text}");
            let name = |text: &str| PathKey::Name(text.to_owned());
            let diagnostics = [
                vec![],
                vec![name("setup"), name("rows"), PathKey::Index(1)],
                vec![name("help"), name("rules")],
                vec![name("board"), PathKey::Index(3)],
            ]
            .map(|path| Diagnostic {
                severity: Severity::Error,
                path,
                on_key: numbers.below(3) == 0,
                inside: Some((numbers.below(40) as u32, numbers.below(400) as u32)),
                what: Message::new("test", "an error"),
                hint: None,
            });
            ruleset.locate(&diagnostics)
        }
    };
    report.render(true);
    report.to_json();
}

#[test]
fn mutated_files_never_panic() {
    let seeds = seeds();
    assert!(seeds.len() > 40);
    let mut numbers = Numbers(20_261_121);
    let rounds = if std::env::var_os("BOARDLOOM_HEAVY").is_some() { 200_000 } else { 4000 };
    for _ in 0..rounds {
        let mut bytes = seeds[numbers.below(seeds.len())].clone();
        let other = &seeds[numbers.below(seeds.len())];
        for _ in 0..=numbers.below(6) {
            change(&mut bytes, other, &mut numbers);
        }
        exercise(&String::from_utf8_lossy(&bytes), &mut numbers);
    }
}

#[test]
fn deep_nesting_is_refused_and_not_followed() {
    let mut numbers = Numbers(1);
    let head = "format = 1\nplugin = \"sample\"\nname = \"x\"\n";
    for text in [
        format!("{head}a = {}1{}", "[".repeat(5000), "]".repeat(5000)),
        format!("{head}a = {}1{}", "{ b = ".repeat(5000), " }".repeat(5000)),
        format!("{head}{}b = 1", "a.".repeat(32)),
        format!("{head}{}b = 1", "a.".repeat(1_000_000)),
        format!(
            "{head}a = {}1{}",
            format!("{{ {}b = ", "c.".repeat(32)).repeat(70),
            " }".repeat(70)
        ),
        format!("{head}[{}b]\nc = 1", "a.".repeat(5000)),
        format!("{head}a = {}", "[".repeat(5000)),
    ] {
        exercise(&text, &mut numbers);
        exercise(&text, &mut numbers);
        let loaded = common::library().load_text("it.toml", &text, &Overrides::new(), &Anything);
        // Names within names can be as deep as this.
        let allowed = text.contains(&format!("{}b = 1", "a.".repeat(32))) && text.len() < 200;
        assert_eq!(loaded.is_err(), !allowed, "{text:.80}");
    }
}
