//! Chance moves before the first move: the preview, the game and its record agree.

use boardloom_match::GameSource;
use boardloom_match::MatchSetup;
use boardloom_match::{Match, draw_first};
use boardloom_ruleset::Overrides;
use std::sync::Arc;

use crate::support::{plugins, ruleset_with};

#[test]
fn the_preview_shows_the_walls_of_the_game() {
    let mut settings = Overrides::new();
    settings.set("setup.random_walls.max", 6);
    let mut starts = std::collections::BTreeSet::new();
    for id in ["ataxx/classic", "ataxx/boogers", "ataxx/hexxagon"] {
        for (form, rules) in plugins()["ataxx"].each() {
            let source = GameSource::new(Arc::clone(rules), Arc::new(ruleset_with(id, &settings)));
            for seed in 0..6 {
                let game = source.open().expect("a good ruleset");
                let mut cursor = game.start().expect("no plugin error");
                let drawn = draw_first(&mut *cursor, "ataxx", seed).expect("no plugin error");
                assert!(drawn > 0, "{form}, {id}");
                let shown =
                    cursor.write("position").expect("no plugin error").expect("a text form");
                let setup = MatchSetup { seed, ..MatchSetup::default() };
                let mut played = Match::new(source.clone(), setup).expect("the match begins");
                let text = played.position_text().expect("no plugin error");
                assert_eq!(text.as_ref(), Some(&shown), "{form}, {id}, seed {seed}");
                starts.insert(shown);
            }
        }
    }
    assert!(starts.len() > 9, "seeds draw differently: {starts:?}");
}

#[test]
fn boogers_never_begins_without_walls() {
    let mut counts = std::collections::BTreeSet::new();
    for (_, rules) in plugins()["ataxx"].each() {
        let ruleset = Arc::new(ruleset_with("ataxx/boogers", &Overrides::new()));
        let source = GameSource::new(Arc::clone(rules), ruleset);
        for seed in 0..40 {
            let setup = MatchSetup { seed, ..MatchSetup::default() };
            let mut played = Match::new(source.clone(), setup).expect("the match begins");
            let text = played.position_text().expect("no plugin error").expect("a text form");
            let board = text.split(' ').next().unwrap_or_default();
            counts.insert(board.matches('-').count());
        }
    }
    assert!(counts.iter().all(|count| (1..=10).contains(count)), "{counts:?}");
    assert!(counts.len() > 2, "seeds draw differently: {counts:?}");
}
