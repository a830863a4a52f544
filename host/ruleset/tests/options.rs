//! Options and their values.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use boardloom_ruleset::{
    Diagnostics, Library, OptionDomain, Overrides, Ruleset, RulesetOption, TimeControl,
};
use common::Sample;
use serde_json::{Value as Json, json};

const TEXT: &str = r##"
format = 1
plugin = "sample"
name = "It"

[board]
topology = "grid"
width = 5
height = 5

[setup]
rows = ["x3o", "5", "5", "5", "o3x"]

[rules]
quiet_limit = 20

[[options]]
key = "rules.quiet_limit"
label = "Limit"
range = [0, 100]
step = 10

[[options]]
key = "rules.capture"
label = "Capture"
choices = ["adjacent", { value = "jumped", label = "what was jumped" }]
default = "adjacent"

[[options]]
key = "setup.random_walls.max"
label = "Walls"
range = [0, 8]
default = 0
zero = "none"

[[options]]
key = "setup.random_walls.symmetric"
label = "Even"
default = true
when = { key = "setup.random_walls.max", is = [2, 4, 6, 8] }

[[options]]
key = "clock.coins"
label = "Coins"
range = [0, 5]

[clock]
kind = "arcade"
seconds = 60
coin = 100
coins = 3

[ai]
kind = "monte-carlo"
exploration = 0.5
weights = { piece = 100 }
levels = [{ name = "Easy", nodes = 100, noise = 0.2 }, { name = "Hard", time_ms = 2000, exploration = 0.9 }]
remarks = { won = ["Well played."] }
"##;

fn load(settings: &[(&str, Json)]) -> Result<Ruleset, Diagnostics> {
    let settings: Overrides = settings.iter().cloned().collect();
    Library::default().load_text("it.toml", TEXT, &settings, &Sample::default())
}

#[test]
fn options_have_a_domain_and_a_value() {
    let ruleset = load(&[]).unwrap();
    let [limit, capture, walls, even, coins] = &ruleset.options[..] else { panic!("five options") };
    assert_eq!(
        limit.domain,
        OptionDomain::Range { low: 0.0, high: 100.0, step: Some(10.0), whole: true }
    );
    assert_eq!((&limit.default, &limit.value), (&json!(20), &json!(20)));
    let OptionDomain::List(items) = &capture.domain else { panic!("a list") };
    let items: Vec<(&Json, &str)> = items.iter().map(|it| (&it.value, &*it.label)).collect();
    assert_eq!(items, [(&json!("adjacent"), "adjacent"), (&json!("jumped"), "what was jumped")]);
    assert_eq!((&walls.value, walls.zero.as_deref()), (&json!(0), Some("none")));
    assert_eq!(limit.zero, None);
    assert_eq!(even.domain, OptionDomain::Switch);
    assert!(!applies(&ruleset, even) && applies(&ruleset, walls));
    assert_eq!(coins.value, json!(3));
}

fn applies(ruleset: &Ruleset, option: &RulesetOption) -> bool {
    option.when.as_ref().is_none_or(|when| when.holds(ruleset.value(&when.key).as_ref()))
}

#[test]
fn options_of_another_kind_of_board_are_not_offered() {
    let even = "when = { key = \"setup.random_walls.max\", is = [2, 4, 6, 8] }";
    let sized = |width: u8| {
        let text = TEXT.replace(even, "when = { key = \"board.width\", is = 6 }");
        let text = text.replace("width = 5", &format!("width = {width}"));
        let chosen = Overrides::new();
        Library::default().load_text("it.toml", &text, &chosen, &Sample::default()).unwrap()
    };
    let offers = |ruleset: &Ruleset| ruleset.options.iter().any(|it| it.label == "Even");
    // No option can set the width.
    assert!(!offers(&sized(5)));
    assert!(offers(&sized(6)));
    // Another option can set the number of walls.
    assert!(offers(&load(&[]).unwrap()));
}

#[test]
fn the_plugin_gets_its_own_tables_with_options_applied() {
    let ruleset = load(&[("rules.quiet_limit", json!(40)), ("setup.random_walls.max", json!(4))]);
    let ruleset = ruleset.unwrap();
    let part: Json = serde_json::from_str(&ruleset.plugin_json()).unwrap();
    let expected = json!({
        "board": {"topology": "grid", "width": 5, "height": 5},
        "setup": {
            "rows": ["x3o", "5", "5", "5", "o3x"],
            "random_walls": {"max": 4, "symmetric": true},
        },
        "rules": {"quiet_limit": 40, "capture": "adjacent"},
        "ai": {"weights": {"piece": 100}},
    });
    assert_eq!(part, expected);
    let even = ruleset.options.iter().find(|it| it.key.ends_with("symmetric")).unwrap();
    assert!(applies(&ruleset, even));
}

#[test]
fn other_keys_can_be_set_too() {
    let ruleset = load(&[("board.width", json!(6)), ("board.blocked", json!(["c3"]))]).unwrap();
    assert_eq!(ruleset.value("board.width"), Some(json!(6)));
    assert_eq!(ruleset.value("board.blocked"), Some(json!(["c3"])));
}

#[test]
fn the_resolved_copy_is_the_same_ruleset() {
    let ruleset = load(&[("rules.quiet_limit", json!(40)), ("clock.coins", json!(5))]).unwrap();
    let copy = Library::default()
        .load_text("copy", ruleset.resolved_toml(), &Overrides::new(), &Sample::default())
        .unwrap();
    assert_eq!(copy.resolved_toml(), ruleset.resolved_toml());
    assert_eq!(copy.hash(), ruleset.hash());
    assert_eq!(copy.plugin_json(), ruleset.plugin_json());
    assert_eq!(copy.clock, ruleset.clock);
    assert_eq!(copy.options.len(), 5);
    assert_ne!(load(&[]).unwrap().hash(), ruleset.hash());
    assert_eq!(ruleset.hash().len(), 64);
}

#[test]
fn the_host_reads_its_own_tables() {
    let ruleset = load(&[("clock.coins", json!(1))]).unwrap();
    let seconds = std::time::Duration::from_secs;
    let clock =
        TimeControl::Arcade { main: seconds(60), coin: seconds(100), coins: 1, carry: false };
    assert_eq!(ruleset.clock, clock);
    assert_eq!(ruleset.ai.levels[0].nodes, Some(100));
    assert_eq!(ruleset.ai.remarks["won"], ["Well played."]);
    let settings: Json =
        serde_json::from_str(&ruleset.ai.search_settings(ruleset.ai.levels.get(1))).unwrap();
    let expected = json!({"kind": "monte-carlo", "exploration": 0.9, "weights": {"piece": 100}});
    assert_eq!(settings, expected);
    assert_eq!(ruleset.player(2).name, "Player 3");
}

#[test]
fn a_value_outside_the_domain_is_refused() {
    let check = |key: &str, value: Json, expected: &str| {
        let text = load(&[(key, value)]).unwrap_err().render(false);
        assert!(text.contains(expected), "{text}");
    };
    check("rules.quiet_limit", json!(45), "from 0 to 100 in steps of 10, found 45");
    check("rules.quiet_limit", json!(10.0), "found 10.0");
    check("rules.capture", json!("jumpde"), "did you mean `jumped`?");
    check("setup.random_walls.symmetric", json!(1), "expected `true` or `false`, found 1");
    check("board.width", json!("x"), "expected a whole number from 1 to 64");
    check("board.width.x", json!(1), "`board.width.x` is not a ruleset key");
    check("borad.width", json!(1), "did you mean `board.width`?");
    check("plugin", json!("x"), "`plugin` cannot be set");
    check("rules.drop", Json::Null, "`rules.drop` has no value");
}
