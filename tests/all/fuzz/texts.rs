//! Files: records, journals, rulesets, settings, languages, schemas.

use std::ffi::OsString;
use std::sync::{Arc, LazyLock};

use boardloom_app::Preferences;
use boardloom_app::texts::language::{self, Language};
use boardloom_contract::{LoadedPlugin, Seat};
use boardloom_match::{Arrow, GameSource, Journal, Match, MatchSetup, Record, journal};
use boardloom_ruleset::{Overrides, PluginSchemas};
use serde_json::Value;

use super::Bytes;
#[cfg(test)]
use super::{run, run_named};
use crate::support::{BundledSchemas, library, plugins, ruleset};

const RECORD_WORDS: [&str; 24] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\\",
    ";",
    "1. ",
    "2... ",
    "@9:59",
    "!time",
    "!resign",
    "!out",
    "$1",
    "$255",
    "[Here \"9\"]",
    "[Turn \"1\"]",
    "[Clock \"byoyomi 1+99x4294967295\"]",
    "[draw a1>g7]",
    "18446744073709551616",
    "\u{0}",
    "\u{202e}",
];

const TOML_WORDS: [&str; 30] = [
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
    "nan",
    "0x",
    "[board]\n",
    "a.b.c = 1\n",
    "\u{0}",
    "true",
    "9223372036854775807",
    "extends = \"ataxx/classic\"\n",
    "[look]\n",
    "[[options]]\nkey = \"board.width\"\n",
    "[[help.estimates]]\nformula = \"1+1^9\"\n",
    "[clock]\nseconds = 1e18\n",
    "[[players]]\n",
];

/// Two games of each family, one of them with everything that a record can have.
static MATCHES: LazyLock<Vec<Record>> = LazyLock::new(|| {
    let ids = ["ataxx/boogers", "connection/projective-hex", "fractal/square", "tafl/brandubh"];
    ids.iter().flat_map(|id| [played(id, 0), played(id, 12)]).collect()
});

fn source(id: &str) -> GameSource {
    let ruleset = ruleset(id);
    let rules = Arc::clone(&plugins()[ruleset.plugin.as_str()].native);
    GameSource::new(rules, Arc::new(ruleset))
}

/// Returns the record of a game of some moves, with a variation, comments and arrows.
fn played(id: &str, moves: usize) -> Record {
    let setup = MatchSetup { seed: 5, ..MatchSetup::of(&source(id)) };
    let mut game = Match::new(source(id), setup).expect("a game");
    for number in 0..moves {
        play_any(&mut game, number * 7);
        if number == moves / 2 {
            let here = game.here();
            game.comment(here, "a \"remark\" {with} (signs) \\ ; and\nlines");
            let arrow = Arrow { from: "a1".to_owned(), to: "b \"2".to_owned() };
            game.toggle_arrow(here, arrow);
            play_any(&mut game, number);
            game.go_to(here).expect("it is in the tree");
        }
    }
    Record::of(&game)
}

fn play_any(game: &mut Match, number: usize) {
    let Some(by) = game.status().mover() else { return };
    let moves = game.ask(|cursor| cursor.legal_moves(by, None, 64)).expect("no plugin error");
    if !moves.is_empty() {
        game.play(&moves[number % moves.len()]).expect("it is legal");
    }
}

fn resumed(record: Record) {
    let known = ["ataxx", "connection", "fractal", "tafl"];
    static IDS: LazyLock<Vec<String>> = LazyLock::new(|| library().ids());
    if !known.contains(&record.plugin.as_str()) || !IDS.contains(&record.ruleset) {
        return;
    }
    let text = record.to_text();
    let again = Record::parse(&text).unwrap_or_else(|error| panic!("{error} in:\n{text}"));
    assert_eq!(again.to_text(), text, "a record is read as it was written");
    let source = source(&record.ruleset);
    if let Ok((game, _)) = record.resume(source) {
        let text = Record::of(&game).to_text();
        Record::parse(&text).unwrap_or_else(|error| panic!("{error} in:\n{text}"));
    }
}

pub fn record(bytes: &mut Bytes<'_>) {
    let text = match bytes.raw() {
        Some(raw) => String::from_utf8_lossy(raw).into_owned(),
        None => {
            let record = &MATCHES[bytes.below(MATCHES.len())];
            bytes.edited_text(&record.to_text(), &RECORD_WORDS)
        }
    };
    if let Ok(record) = Record::parse(&text) {
        resumed(record);
    }
}

#[test]
fn records() {
    run("records", 150, record);
}

/// Name and content of a journal that a process left behind.
static JOURNAL: LazyLock<(OsString, Vec<u8>)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let id = "ataxx/small";
    let mut game = Match::new(source(id), MatchSetup::of(&source(id))).expect("a game");
    game.keep_journal(Journal::create(folder.path(), "game").expect("a journal"));
    (0..6).for_each(|number| play_any(&mut game, number));
    let path = game.journal().expect("it keeps one").path().to_owned();
    // The process ends here, without closing the journal.
    drop(game.take_journal());
    let name = path.file_name().expect("a file").to_owned();
    (name, std::fs::read(&path).expect("the journal"))
});

pub fn journal_file(bytes: &mut Bytes<'_>) {
    let folder = tempfile::tempdir().expect("a folder");
    let (name, sound) = &*JOURNAL;
    let path = folder.path().join(name);
    std::fs::write(&path, bytes.input(sound, &RECORD_WORDS)).expect("a file");
    if let Ok((record, _)) = journal::read(&path) {
        resumed(record);
    }
    if let Ok((record, journal)) = Journal::reopen(&path) {
        resumed(record);
        drop(journal);
        journal::read(&path).expect("a reopened journal is sound");
    }
}

#[test]
fn journals() {
    run("journals", 100, journal_file);
}

/// Returns the text of a bundled ruleset.
fn bundled(id: &str) -> &'static str {
    let mut files = boardloom_bundle::rulesets().iter();
    let file = files.find(|(name, _)| name.strip_suffix(".toml") == Some(id));
    file.expect("it is bundled").1
}

/// A ruleset that resolves is opened, and played for some moves.
pub fn ruleset_text(id: &str, bytes: &mut Bytes<'_>) {
    let text = bytes.input_text(bundled(id), &TOML_WORDS);
    match library().load_text(id, &text, &Overrides::default(), &BundledSchemas) {
        Err(report) => assert!(!report.render(false).is_empty()),
        Ok(ruleset) => {
            let rules = &plugins()[ruleset.plugin.as_str()].sandboxed;
            let _ = opened_and_played(&**rules, &ruleset.plugin_json(), bytes);
        }
    }
}

#[test]
fn rulesets() {
    run_named("rulesets", 60, &library().ids(), ruleset_text);
}

fn opened_and_played(
    rules: &dyn LoadedPlugin,
    ruleset: &str,
    bytes: &mut Bytes<'_>,
) -> boardloom_contract::PluginResult<()> {
    let Ok(game) = rules.open(ruleset)? else { return Ok(()) };
    let mut cursor = game.start()?;
    for _ in 0..8 {
        let status = cursor.status()?;
        let Some(by) = status.mover() else { break };
        let moves = cursor.legal_moves(by, None, 64)?;
        if moves.is_empty() {
            break;
        }
        let _ = cursor.play(by, &moves[bytes.below(moves.len())])?;
    }
    let _: Option<Seat> = cursor.status()?.mover();
    Ok(())
}

pub fn settings_file(bytes: &mut Bytes<'_>) {
    static SOUND: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("settings.toml");
        Preferences::default().save(&file).expect("a file");
        std::fs::read(&file).expect("the settings")
    });
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("settings.toml");
    std::fs::write(&file, bytes.input(&SOUND, &TOML_WORDS)).expect("a file");
    let (settings, _) = Preferences::load(&file);
    settings.save(&file).expect("a file");
    let (again, errors) = Preferences::load(&file);
    assert_eq!(errors, Vec::<String>::new(), "what was written can be read");
    assert_eq!(format!("{again:?}"), format!("{settings:?}"));
}

#[test]
fn settings() {
    run("settings", 150, settings_file);
}

pub fn language_text(bytes: &mut Bytes<'_>) {
    let text = bytes.input_text(language::template(), &TOML_WORDS);
    let (language, _) = Language::read("xx", &text);
    let _ = language.lacks().count();
}

#[test]
fn languages() {
    run("languages", 100, language_text);
}

/// Schemas of third-party plugins, against rulesets that they never saw.
pub fn plugin_schema(id: &str, bytes: &mut Bytes<'_>) {
    let raw = bytes.raw().map(|raw| String::from_utf8_lossy(raw).into_owned());
    let names = ["ataxx", "connection", "fractal", "tafl"];
    let words = [
        "\"$ref\": \"#\",",
        "\"allOf\": [{\"$ref\": \"#\"}],",
        "\"anyOf\": [],",
        "\"type\": \"null\",",
        "{",
        "}",
        "[",
        "]",
        ",",
        "\"",
        "1e400",
        "\"pattern\": \"(a*)*$\",",
        "\"minimum\": 1e300,",
        "\"properties\": ",
        "\"enum\": [],",
        "\"default\": {},",
        "true",
        "null",
    ];
    let text = raw.unwrap_or_else(|| {
        let sound = BundledSchemas.schema(bytes.pick(&names)).expect("a schema").to_string();
        bytes.edited_text(&sound, &words)
    });
    let Ok(schema) = serde_json::from_str::<Value>(&text) else { return };
    let schema = Fixed(Arc::new(schema));
    let _ = library().load_text(id, bundled(id), &Overrides::default(), &schema);
}

#[test]
fn schemas() {
    run_named("schemas", 60, &library().ids(), plugin_schema);
}

struct Fixed(Arc<Value>);

impl PluginSchemas for Fixed {
    fn schema(&self, _: &str) -> Result<Arc<Value>, String> {
        Ok(Arc::clone(&self.0))
    }
}
