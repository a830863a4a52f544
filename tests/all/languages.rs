//! The games' texts in other languages: all rulesets and plugins are whole in German.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use boardloom_contract::{
    CHANCE, Capabilities, Cursor, Diagnostic, LoadedPlugin, Message, OpenGame, PluginResult,
};
use boardloom_match::GameSource;
use boardloom_ruleset::{OptionDomain, Overrides, Ruleset, Translation};
use boardloom_sdk::random::Random;
use regex::Regex;
use serde_json::{Value as Json, json};

use crate::support::{
    legal, library, offered_options, plugins, project, ruleset, ruleset_with, sandbox,
};

const GERMAN: &str = "de";

/// A plugin's catalogue in the tree.
fn catalogue(plugin: &str) -> String {
    let file = project().join(format!("plugins/{plugin}/languages/de.toml"));
    std::fs::read_to_string(file).expect("every plugin has a German catalogue")
}

/// A native plugin with the catalogue that its component has.
struct WithCatalogue {
    native: Arc<dyn LoadedPlugin>,
    german: String,
}

impl LoadedPlugin for WithCatalogue {
    fn name(&self) -> &str {
        self.native.name()
    }

    fn capabilities(&self) -> Capabilities {
        self.native.capabilities()
    }

    fn schema(&self) -> PluginResult<String> {
        self.native.schema()
    }

    fn catalogue(&self, language: &str) -> Option<&str> {
        (language == GERMAN).then_some(&self.german)
    }

    fn open(&self, ruleset: &str) -> PluginResult<Result<Box<dyn OpenGame>, Vec<Diagnostic>>> {
        self.native.open(ruleset)
    }
}

fn german(ruleset: Ruleset) -> GameSource {
    let native = Arc::clone(&plugins()[ruleset.plugin.as_str()].native);
    let german = catalogue(&ruleset.plugin);
    let rules = Arc::new(WithCatalogue { native, german });
    GameSource::new(rules, Arc::new(ruleset)).in_language(GERMAN)
}

/// Returns the game's messages for players: of the rules, or of some random games too.
fn messages(game: &dyn OpenGame, games: u64) -> Vec<Message> {
    let about = game.about().unwrap();
    let mut all: Vec<Message> = about.kinds.into_iter().map(|kind| kind.name).collect();
    all.extend(about.views.into_iter().map(|view| view.name));
    all.push(about.unit);
    all.extend(game.explain().unwrap());
    for seed in 0..games {
        let mut cursor = game.start().unwrap();
        let mut random = Random::new(seed);
        for ply in 0..100 {
            if !play_on(&mut *cursor, &mut random, &mut all, ply < 5) {
                break;
            }
        }
    }
    all
}

/// Plays a random move, and adds the messages of the position before; if it `errs`, those on
/// wrong moves too. Returns false at the end.
fn play_on(
    cursor: &mut dyn Cursor,
    random: &mut Random,
    all: &mut Vec<Message>,
    errs: bool,
) -> bool {
    let status = cursor.status().unwrap();
    all.extend(status.note.iter().chain(&status.prompt).chain(&status.facts).cloned());
    all.extend(cursor.marks().unwrap().into_iter().filter_map(|mark| mark.text));
    if let Some(outcome) = &status.outcome {
        all.push(outcome.reason.clone());
        return false;
    }
    let by = status.mover().unwrap();
    let mv = if by == CHANCE {
        cursor.sample_outcome(random.draw()).unwrap()
    } else {
        let moves = legal(cursor);
        let options = cursor.choices(by, &[]).unwrap().options;
        all.extend(options.into_iter().map(|option| option.label));
        let wrong = ["a1", "a1a2", "a1-a9", "b2=3", "swap", "pass", "/0/1=2", "roll", "what"];
        for wrong in wrong.into_iter().filter(|_| errs) {
            if let Ok(Err(why)) = cursor.play(by, wrong) {
                all.push(why);
            } else {
                cursor.undo().unwrap();
            }
        }
        moves[random.below(moves.len() as u64) as usize].clone()
    };
    all.push(cursor.describe_move(by, &mv).unwrap());
    cursor.play(by, &mv).unwrap().unwrap();
    true
}

/// Words that no German text has.
const ENGLISH: &str = "the of and is are were you your yours his him to at on by with when \
    where which that it its or not all each every one two three first second turn turns move \
    moves piece pieces player players stone stones king attackers defenders corner corners edge \
    edges board square squares site sites cell cells wins loses draw lost won point points after \
    before than then may can must level side sides top bottom left right upper lower middle black \
    white red blue green empty throne nothing";

/// Returns the English words of a text, without what stands in backquotes.
fn english_words(text: &str) -> Vec<&str> {
    let shown = text.split('`').step_by(2);
    let words = shown.flat_map(|part| part.split(|c: char| !c.is_alphabetic()));
    // Single letters are names of columns.
    words
        .filter(|word| word.len() > 1 && ENGLISH.split_whitespace().any(|it| it == *word))
        .collect()
}

fn check_messages(id: &str, source: &GameSource, games: u64, found: &mut BTreeSet<String>) {
    let game = source.open().unwrap();
    for message in messages(&*game, games) {
        let wrong = english_words(&message.text);
        if !wrong.is_empty() {
            found.insert(format!("{id}: `{}` has {wrong:?}", message.text));
        }
    }
}

fn report(found: &BTreeSet<String>) -> String {
    let mut text = String::new();
    found.iter().take(60).for_each(|line| _ = writeln!(text, "{line}"));
    text
}

#[test]
fn no_english_is_left_in_a_german_game() {
    let mut found = BTreeSet::new();
    for id in library().ids() {
        check_messages(&id, &german(ruleset(&id)), 1, &mut found);
    }
    assert!(found.is_empty(), "{}", report(&found));
}

#[test]
fn the_german_rules_of_every_option_are_whole() {
    let mut found = BTreeSet::new();
    for id in library().ids() {
        let plain = ruleset(&id);
        for option in offered_options(&plain).filter(|option| !option.key.starts_with("clock.")) {
            let values = match &option.domain {
                OptionDomain::Switch => vec![json!(false), json!(true)],
                OptionDomain::List(items) => items.iter().map(|item| item.value.clone()).collect(),
                OptionDomain::Range { low, high, whole: true, .. } => {
                    vec![json!(*low as i64), json!(*high as i64)]
                }
                OptionDomain::Range { .. } => Vec::new(),
            };
            for value in values.into_iter().filter(|value| *value != option.value) {
                let mut settings = Overrides::new();
                settings.set(&option.key, value);
                let Ok(changed) = library().load(&id, &settings, &crate::support::BundledSchemas)
                else {
                    continue;
                };
                check_messages(&id, &german(changed), 0, &mut found);
            }
        }
    }
    assert!(found.is_empty(), "{}", report(&found));
}

/// A piece is a Figur, a stone a Stein, a man of tafl a Stein too: one word for one thing.
#[test]
fn a_piece_has_one_german_word() {
    let stein = Regex::new(r"\bSteine?[ns]?\b").unwrap();
    let figur = Regex::new(r"\bFigur(en)?\b").unwrap();
    let man = Regex::new(r"(?i)\b(man|men)\b").unwrap();
    let mut wrong = Vec::new();
    for plugin in plugins().keys() {
        let catalogue: toml_edit::DocumentMut = catalogue(plugin).parse().unwrap();
        for (english, german) in catalogue.iter() {
            let german = german.as_str().unwrap_or_default();
            let has_stein = *plugin == "connection" || *plugin == "tafl" && man.is_match(english);
            if stein.is_match(german) && !has_stein
                || figur.is_match(german) && *plugin == "connection"
            {
                wrong.push(format!("{plugin}: {german}"));
            }
        }
    }
    for id in library().ids() {
        let family = id.split('/').next().unwrap_or_default();
        let file = project().join(format!("rulesets/{id}.toml"));
        let text = std::fs::read_to_string(file).unwrap();
        let banned = match family {
            "connection" => &figur,
            "tafl" => continue,
            _ => &stein,
        };
        let lines = text.lines().filter(|line| banned.is_match(line));
        wrong.extend(lines.map(|line| format!("{id}: {line}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_ruleset_is_whole_in_german() {
    let mut missing = BTreeSet::new();
    let rulesets: Vec<Ruleset> = library().ids().iter().map(|id| ruleset(id)).collect();
    let texts: BTreeSet<String> = rulesets.iter().flat_map(Ruleset::texts).collect();
    for ruleset in rulesets {
        let id = ruleset.id.clone();
        for (english, _) in ruleset.translation(GERMAN).expect("it has a table [de]").iter() {
            // A file can inherit more than it uses.
            if !texts.contains(english) {
                missing.insert(format!("{id}: no ruleset says `{english}`"));
            }
        }
        let german = german(ruleset.clone());
        let texts = german.ruleset.spoken().expect("it is in German");
        for text in ruleset.texts().into_iter().filter(|text| texts.text(text).is_none()) {
            missing.insert(format!("{id}: {text}"));
        }
        assert_eq!(german.ruleset.hash(), ruleset.hash(), "{id}");
        assert_eq!(german.ruleset.plugin_json(), ruleset.plugin_json(), "{id}");
        assert_eq!(german.ruleset.resolved_toml(), ruleset.resolved_toml(), "{id}");
        assert!(!ruleset.resolved_toml().contains("[de"), "{id}: records have no translations");
    }
    assert!(missing.is_empty(), "{}", report(&missing));
}

/// Returns a plugin's source as one line a string, without tests.
fn source(plugin: &str) -> String {
    let folder = project().join("plugins").join(plugin).join("src");
    let mut text = String::new();
    let mut open = vec![folder];
    while let Some(folder) = open.pop() {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let code = std::fs::read_to_string(&path).unwrap();
                text += code.split("#[cfg(test)]").next().unwrap();
            }
        }
    }
    let mut joined = String::new();
    for part in text.split("\\\n") {
        joined += if joined.is_empty() { part } else { part.trim_start() };
    }
    joined
}

/// Returns the texts of `Message::new` in a plugin's source.
fn texts_in(source: &str) -> Vec<&str> {
    let messages = source.split("Message::new(").skip(1);
    let text = |message: &&'static str| -> Option<&'static str> {
        let (id, rest) = message.trim_start().strip_prefix('"')?.split_once('"')?;
        let text = rest.trim_start_matches([',', ' ', '\n']).strip_prefix('"')?;
        let text = text.split_once('"')?.0;
        // Not the names of arguments.
        let words: String = text.split('{').map(|it| it.split('}').next_back().unwrap()).collect();
        let shown = words.chars().any(char::is_alphabetic) && !id.is_empty();
        shown.then_some(text)
    };
    let messages: Vec<&'static str> = messages.map(|it| &*it.to_owned().leak()).collect();
    messages.iter().filter_map(text).collect()
}

#[test]
fn every_plugin_is_whole_in_german_and_has_nothing_superfluous() {
    let mut found = BTreeSet::new();
    let common = boardloom_match::common_texts(GERMAN);
    for plugin in plugins().keys() {
        let (german, errors) = Translation::read(&catalogue(plugin));
        assert_eq!(errors, [], "{plugin}");
        let source = source(plugin);
        let has = |text: &&str| german.contains(text) || common.contains(text);
        for text in texts_in(&source).into_iter().filter(|text| !has(text)) {
            found.insert(format!("{plugin} lacks `{text}`"));
        }
        for (english, _) in german.iter() {
            // Some texts are put together from parts.
            let parts = english.split(['.', ',', '{', '}']).map(str::trim);
            let mut parts = parts.filter(|part| part.len() > 7 && part.contains(' '));
            if let Some(part) = parts.find(|part| !source.contains(*part)) {
                let built = [
                    "defending ",
                    "attacking ",
                    "Defending ",
                    "Attacking ",
                    "Every ",
                    "No ",
                    "pair ",
                ];
                let built = built.iter().any(|it| part.contains(it)) || part.starts_with("The ");
                if !built {
                    found.insert(format!("{plugin}: nothing says `{part}` of `{english}`"));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", report(&found));
}

#[test]
fn every_text_of_the_sdk_for_players_is_in_german() {
    let german = boardloom_match::common_texts(GERMAN);
    for text in [
        "it is not your turn",
        "`{move}` is not a legal move here",
        "the game is over: no move can be played",
        "No move was possible: passed.",
        "the same position occurred {times} times",
        "seat {seat} does not take part any more",
        "Unrolled",
        "Sphere",
    ] {
        assert!(german.contains(text), "{text}");
    }
}

#[test]
fn a_plugin_with_a_hostile_catalogue_plays_in_english() {
    use boardloom_component::with_catalogue;
    let (name, bytes) = boardloom_bundle::plugins().iter().find(|it| it.0 == "ataxx").unwrap();
    let huge = "#".repeat(600 * 1024);
    for (language, toml, is_left_out) in [
        ("fr", "]] no TOML", false),
        ("fr", "\"{first} moves first.\" = \"{second} commence.\"", false),
        ("fr", "piece = [[[[\"x\"]]]]", false),
        ("fr", &*huge, true),
        ("../../etc", "piece = \"pion\"", true),
        ("", "piece = \"pion\"", true),
    ] {
        let component = with_catalogue(bytes.to_vec(), language, toml);
        let found = boardloom_sandbox::inspect(name, &component).unwrap();
        assert_eq!(found.catalogue_errors.len(), usize::from(is_left_out), "{language}");
        let rules = sandbox().load(name, &component).unwrap();
        assert_eq!(rules.catalogue(language).is_some(), !is_left_out, "{language}");
        let source = GameSource::new(rules, Arc::new(ruleset("ataxx/classic")));
        let rules = source.in_language(language).open().unwrap().explain().unwrap();
        assert_eq!(rules[0].text, "Orange moves first.", "{language}");
    }
    let good = with_catalogue(bytes.to_vec(), "fr", "\"{first} moves first.\" = \"{first} !\"");
    let source =
        GameSource::new(sandbox().load(name, &good).unwrap(), Arc::new(ruleset("ataxx/classic")));
    assert_eq!(source.in_language("fr").open().unwrap().explain().unwrap()[0].text, "Orange !");
}

#[test]
fn options_and_players_are_shown_in_german() {
    let german = german(ruleset_with("ataxx/boogers", &Overrides::new())).ruleset;
    let names: Vec<String> = german.players.iter().map(|player| player.name.clone()).collect();
    assert_eq!(names, ["Grün", "Gelb", "Lila", "Blau"]);
    assert_eq!(german.ai.level_name(1), "Anfänger");
    let labels: Vec<&str> = german.options.iter().map(|option| &*option.label).collect();
    assert_eq!(labels, ["Spieler", "Zufällige Mauern"]);
    assert_eq!(german.value("setup.seats"), Some(Json::from(2)));
}
