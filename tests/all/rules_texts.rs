//! The rules that a player reads agree with the options in force.

use boardloom_ruleset::{OptionDomain, Overrides, Ruleset};
use serde_json::{Value as Json, json};

use crate::support::{library, offered_options, plugins, ruleset, ruleset_with};

/// Words that must not occur with a value of an option.
fn wrong_words(key: &str, value: &Json) -> Vec<String> {
    let words: &[&str] = match (key, value.as_str(), value.as_i64()) {
        ("rules.subdivide.who", Some("never"), _) => &["may divide", "click the cell", "behind"],
        ("rules.subdivide.who", Some("always"), _) => &["behind", "fewer points"],
        ("rules.equaliser", Some("none"), _) => &["swap", "chooses a colour", "takes over"],
        ("rules.equaliser", Some("swap-seats" | "swap-stones"), _) => &["chooses a colour"],
        ("rules.equaliser", None, _) => &["swap", "begins"],
        ("rules.quiet_limit", _, Some(0)) => &["without a new piece"],
        ("rules.repetition", _, Some(0)) => &["position occurs", "repetition"],
        ("setup.random_walls.max", _, Some(0)) => &["at random"],
        ("rules.end.target", _, Some(0)) => &["also over when a player has", "target score"],
        ("rules.end.difference", _, Some(0)) => &["also over when a player leads"],
        _ => &[],
    };
    let mut words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    if key == "setup.seats" {
        let others = (2..=4).filter(|seats| Some(*seats) != value.as_i64());
        words.extend(others.map(|seats| format!("{} players", number_word(seats))));
    }
    words
}

/// Options whose number the text states, unless it is 0.
const STATED: [&str; 6] = [
    "rules.quiet_limit",
    "rules.sum.max",
    "rules.end.target",
    "rules.end.difference",
    "rules.subdivide.chance.at_least",
    "setup.random_walls.max",
];

fn number_word(number: i64) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.get(number as usize).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// Returns the texts in lower case: the ruleset's own, and those that the plugin makes of the
/// parameters.
fn texts(ruleset: &Ruleset) -> (String, String) {
    let help = &ruleset.help;
    let own = [&Some(ruleset.summary.clone()), &help.rules, &help.tips];
    let own: Vec<&str> = own.into_iter().flatten().map(String::as_str).collect();
    let game = plugins()[ruleset.plugin.as_str()].native.open(&ruleset.plugin_json());
    let game = game.expect("no plugin error").expect("a good ruleset");
    let made: Vec<String> =
        game.explain().expect("no plugin error").into_iter().map(|message| message.text).collect();
    (own.join("\n").to_lowercase(), made.join("\n").to_lowercase())
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|own| own == word)
}

/// Returns the values of an option to test: every choice; of a range the ends and the default.
fn values(domain: &OptionDomain, usual: &Json) -> Vec<Json> {
    match domain {
        OptionDomain::Switch => vec![json!(false), json!(true)],
        OptionDomain::List(items) => items.iter().map(|item| item.value.clone()).collect(),
        OptionDomain::Range { low, high, whole: true, .. } => {
            vec![json!(*low as i64), json!(*high as i64), usual.clone()]
        }
        OptionDomain::Range { low, high, .. } => vec![json!(low), json!(high), usual.clone()],
    }
}

/// Returns the contradictions in a ruleset's texts with an option at a value.
fn contradictions(
    (own, made): &(String, String),
    (id, key): (&str, &str),
    value: &Json,
    usual: &Json,
) -> Vec<String> {
    let at = format!("{id} with {key} = {value}");
    let wrong = wrong_words(key, value);
    let wrong = wrong.iter().filter(|word| own.contains(*word) || made.contains(*word));
    let mut found: Vec<String> = wrong.map(|word| format!("{at}: `{word}`")).collect();
    let number = value.as_i64().filter(|number| *number != 0);
    if let Some(number) = number.filter(|_| STATED.contains(&key))
        && !has_word(made, &number.to_string())
    {
        found.push(format!("{at}: {number} is missing"));
    }
    // Small numbers count other things as well.
    if let Some(usual) = usual.as_i64().filter(|usual| *usual > 4 && Some(*usual) != number) {
        let words = [usual.to_string(), number_word(usual)];
        let stale = words.iter().filter(|word| has_word(own, word));
        found.extend(stale.map(|word| format!("{at}: still `{word}`")));
    }
    found
}

#[test]
fn no_option_contradicts_the_rules_text() {
    let mut found = Vec::new();
    let mut tried = 0;
    for id in library().ids() {
        let plain = ruleset(&id);
        let usual = texts(&plain);
        for option in offered_options(&plain) {
            // The host applies clock settings and describes them itself.
            if option.key.starts_with("clock.") {
                continue;
            }
            for value in values(&option.domain, &option.value) {
                let at = (&*id, &*option.key);
                let changed = (value != option.value).then(|| {
                    let mut settings = Overrides::new();
                    settings.set(&option.key, value.clone());
                    texts(&ruleset_with(&id, &settings))
                });
                let texts = changed.as_ref().unwrap_or(&usual);
                found.extend(contradictions(texts, at, &value, &option.value));
                tried += 1;
            }
        }
    }
    assert!(tried > 300, "{tried}");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// A setting beyond the options: the ruleset's own text, written without it, is left out.
#[test]
fn the_own_text_is_left_out_where_it_may_not_hold() {
    let mut settings = Overrides::new();
    settings.set("rules.speed.K", json!(8));
    let changed = ruleset_with("tafl/berserk", &settings);
    assert!(texts(&changed).0.contains("any distance"), "the file says so");
    assert_eq!(boardloom_app::status_text::own_rules(&changed), None);
    assert!(texts(&changed).1.contains("the king: 8 squares"), "{}", texts(&changed).1);
    let plain = ruleset("tafl/berserk");
    assert!(boardloom_app::status_text::own_rules(&plain).is_some());
    let mut option = Overrides::new();
    option.set("board.width", json!(9));
    let offered = ruleset_with("ataxx/classic", &option);
    assert!(boardloom_app::status_text::own_rules(&offered).is_some());
}

#[test]
fn texts_name_the_players() {
    let text = |id: &str| texts(&ruleset(id)).1;
    assert!(text("connection/projective-hex").contains("for black and white in turn"));
    assert!(text("connection/hex").contains("red joins top and bottom"));
    assert!(text("fractal/square").starts_with("every cell"), "{}", text("fractal/square"));
    assert!(text("fractal/square").contains("black begins"));
    assert!(text("ataxx/boogers").starts_with("green moves first"));
}
