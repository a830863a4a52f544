//! Games in which not all see everything: no shell, search or message of the network shows more
//! than its reader may know.

use std::sync::Arc;
use std::time::Duration;

use boardloom_computer::{Computer, Level, SearchEvent, SearchGoal, search_seed};
use boardloom_contract::{CHANCE, Cursor, LoadedPlugin, Seat};
use boardloom_match::{GameEvent, GameSource, Match, MatchSetup, Observer, Player};
use boardloom_ruleset::{Overrides, PluginSchemas};
use boardloom_sdk::native::Native;
use serde_json::{Value, json};

use crate::online::Host;
use crate::program::{PipedProgram, TestDir};
use crate::pty::Terminal;
use crate::support::library;
use crate::terminal::people;
use crate::third_party::{build_component, load_plugin};

const TOML: &str = "format = 1\nplugin = \"zoo\"\nname = \"Hands\"\n[rules]\nscene = \"hands\"\n";
/// The piece of a card whose number is not known.
const BACK: u16 = 1;
/// Seat 1 has 2, 5 and 7, seat 2 has 3, 4 and 8.
const DEALS: [&str; 6] = ["deal-5", "deal-3", "deal-2", "deal-8", "deal-7", "deal-4"];
const HANDS: [std::ops::Range<u32>; 2] = [4..7, 7..10];

struct Zoo(Arc<dyn LoadedPlugin>);

impl PluginSchemas for Zoo {
    fn schema(&self, _: &str) -> Result<Arc<Value>, String> {
        let schema = self.0.schema().map_err(|error| error.to_string())?;
        serde_json::from_str(&schema).map(Arc::new).map_err(|error| error.to_string())
    }
}

fn source() -> GameSource {
    let zoo = load_plugin("zoo", "tests/zoo");
    let schemas = Zoo(Arc::clone(&zoo));
    let loaded = library().load_text("hands", TOML, &Overrides::default(), &schemas);
    let ruleset = loaded.unwrap_or_else(|report| panic!("{}", report.render(false)));
    GameSource::new(zoo, Arc::new(ruleset))
}

fn install(dir: &TestDir) {
    std::fs::write(dir.write("zoo.wasm", ""), &**build_component("tests/zoo")).expect("a file");
    dir.write("hands.toml", TOML);
}

/// Deals these cards, whatever the seed is.
fn dealt(source: GameSource, players: Vec<Player>) -> Match {
    let game = source.open().expect("it opens");
    let setup = MatchSetup { players, ..MatchSetup::default() };
    let mut game = Match::bare(source, game, setup).expect("a match");
    for mv in DEALS {
        follow(&mut game, CHANCE, mv);
    }
    game
}

fn follow(game: &mut Match, by: Seat, mv: &str) {
    let event = GameEvent::Move { seat: Some(by), mv: mv.to_owned() };
    game.follow_event(event, None).expect("a legal move");
}

fn texts(game: &Match) -> Vec<String> {
    let line = game.tree().line(game.here());
    line.iter().skip(1).map(|id| game.tree().node(*id).text().to_owned()).collect()
}

/// The numbers of the cards in the hand of a seat; 0 is unknown.
fn hand(cursor: &mut dyn Cursor, seat: usize) -> Vec<u16> {
    let pieces = cursor.pieces(0, u32::MAX).expect("no plugin error");
    let own = pieces.into_iter().filter(|(site, _)| HANDS[seat].contains(site));
    own.map(|(_, piece)| if piece.kind == BACK { 0 } else { piece.count }).collect()
}

#[test]
fn the_sandbox_passes_observations_on() {
    let native: Arc<dyn LoadedPlugin> = Arc::new(Native::<zoo::Family>::new("zoo"));
    for rules in [native, load_plugin("zoo", "tests/zoo")] {
        let game = rules.open(r#"{"rules": {"scene": "hands"}}"#).unwrap().unwrap();
        let mut whole = game.start().unwrap();
        for mv in DEALS {
            assert!(whole.play(CHANCE, mv).unwrap().is_ok());
        }
        assert_eq!(whole.observed_move(Some(1), 0, "away-5").unwrap(), "away");
        assert_eq!(whole.observed_move(Some(0), 0, "away-5").unwrap(), "away-5");
        assert!(whole.resample(1).unwrap().is_none(), "nothing is unknown");
        let mut seen = whole.observe(Some(0)).unwrap().expect("an observation");
        assert_eq!((hand(&mut *seen, 0), hand(&mut *seen, 1)), (vec![2, 5, 7], vec![0, 0, 0]));
        let mut spectator = whole.observe(None).unwrap().expect("an observation");
        assert_eq!(hand(&mut *spectator, 0), [0, 0, 0]);
        // Every other card can be in the other hand.
        let mut found = std::collections::BTreeSet::new();
        for number in 0..40 {
            let mut one = seen.resample(number).unwrap().expect("something is unknown");
            assert_eq!(hand(&mut *one, 0), [2, 5, 7]);
            found.extend(hand(&mut *one, 1));
        }
        assert_eq!(Vec::from_iter(found), [1, 3, 4, 6, 8]);
        // Without the interface nothing is hidden.
        let rules = load_plugin("bare", "tests/zoo/bare");
        let mut row = rules.open("{}").unwrap().unwrap().start().unwrap();
        assert!(row.observe(Some(0)).unwrap().is_none());
        assert_eq!(row.observed_move(Some(1), 0, "2").unwrap(), "2");
    }
}

#[test]
fn a_match_shows_what_its_observer_may_know_and_plays_whole_moves() {
    let mut game = dealt(source(), Vec::new());
    assert!(game.hides() && game.observer().is_none());
    assert_eq!(texts(&game), DEALS);
    game.set_observer(Some(Observer::Seat(0))).unwrap();
    let told = ["deal-5", "deal", "deal-2", "deal", "deal-7", "deal"];
    assert_eq!(texts(&game), told);
    assert_eq!(game.ask(|cursor| Ok(hand(cursor, 1))).unwrap(), [0, 0, 0]);
    game.play("away-2").unwrap();
    game.play("away-8").unwrap();
    assert_eq!(texts(&game)[6..], ["away-2", "away"]);
    let placed = &game.node().effects;
    assert!(placed.iter().all(|it| it.after.is_none_or(|piece| piece.count == 0)), "{placed:?}");
    assert_eq!(game.tree().node(game.here()).event().unwrap().text(), "away-8");
    // Undone, played again, and seen by the other seat.
    assert!(game.undo().unwrap() && game.redo().unwrap());
    game.set_observer(Some(Observer::Seat(1))).unwrap();
    assert_eq!(texts(&game)[6..], ["away", "away-8"]);
    assert_eq!(game.ask(|cursor| Ok(hand(cursor, 0))).unwrap(), [0, 0]);
    for mv in ["5@a", "3@b", "7@c", "4@d"] {
        game.play(mv).unwrap();
    }
    assert!(game.status().is_over());
    game.set_observer(None).unwrap();
    assert_eq!(texts(&game)[..8], [&DEALS[..], &["away-2", "away-8"]].concat());
    assert_eq!(game.status().seats[0].score, 3.0, "{:?}", game.status());
}

/// Would break if the computer looked: what it cannot know makes no difference.
#[test]
fn the_computer_chooses_by_what_it_may_know() {
    let chosen = |deals: [&str; 6]| {
        let source = source();
        let game = source.open().expect("it opens");
        let mut game = Match::bare(source.clone(), game, MatchSetup::default()).expect("a match");
        deals.into_iter().for_each(|mv| follow(&mut game, CHANCE, mv));
        follow(&mut game, 0, "away-2");
        let hidden = deals[1].replace("deal", "away");
        follow(&mut game, 1, &hidden);
        let level = Level { nodes: Some(3_000), noise: 0.0, ..level() };
        let mut computer = Computer::new(source, Arc::new(|| {}));
        let seed = search_seed(7, game.status().ply);
        computer.begin(game.move_path(), 0, SearchGoal::Move(level), seed, 4);
        match computer.wait(Duration::from_secs(60)) {
            Some(SearchEvent::Move { mv, lines, .. }) => (mv, lines),
            other => panic!("{other:?}"),
        }
    };
    // The other hand and the card that was laid away differ, and nothing else.
    let one = chosen(DEALS);
    let other = chosen(["deal-5", "deal-8", "deal-2", "deal-1", "deal-7", "deal-6"]);
    assert_eq!(one, other);
    assert!(one.1.len() > 1, "{one:?}");
}

fn level() -> Level {
    boardloom_computer::levels(&source().ruleset).pop().expect("a level")
}

#[test]
fn a_query_answers_as_its_observer() {
    let dir = TestDir::new();
    install(&dir);
    let asked = |observer: &str| {
        let asks = r#""moves": "deal-5 deal-3", "ask": ["pieces", "legal"]"#;
        let request = format!("{{\"ruleset\": \"hands.toml\", {observer} {asks}}}");
        dir.run_with_input(&["query"], request.as_bytes())
    };
    let counts = |out: &str| {
        let answer: Value = serde_json::from_str(out).expect("JSON");
        let pieces = answer["pieces"].as_array().expect("pieces").clone();
        let mut counts: Vec<u64> =
            pieces.iter().map(|piece| piece["piece"]["count"].as_u64().unwrap_or(0)).collect();
        counts.sort_unstable();
        counts
    };
    assert_eq!(counts(&asked("").success()), [3, 5]);
    assert_eq!(counts(&asked("\"observer\": 1,").success()), [0, 5]);
    assert_eq!(counts(&asked("\"observer\": \"spectator\",").success()), [0, 0]);
    let refused = asked("\"observer\": 3,").out;
    assert!(refused.contains("expected a seat from 1 to 2, or"), "{refused}");
}

/// Two people at one machine: the board is handed over between them.
#[test]
fn text_mode_shows_each_player_the_own_hand_alone() {
    let dir = TestDir::new();
    install(&dir);
    let mut game = PipedProgram::start_in(
        &dir,
        &["play", "hands.toml", "--text", "--humans", "--seed", "5", "--clock", "none"],
    );
    let before = game.until("Player 1 is next, and no one else may look");
    let is_card = |word: &str| word.starts_with("deal-") || word.starts_with("away-");
    let cards = |lines: &[String]| -> Vec<String> {
        let words = lines.iter().flat_map(|line| line.split([' ', '.', ',']));
        words.filter(|word| is_card(word)).map(str::to_owned).collect()
    };
    assert_eq!(cards(&before), [""; 0], "{before:?}");
    game.send("");
    game.send("legal");
    let own = game.until_line("the own moves", |line| line.contains("away-"));
    let first: Vec<String> = cards(&own);
    assert!(first.len() >= 3, "{own:?}");
    let played = first.iter().find(|mv| mv.starts_with("away-")).expect("a card").clone();
    game.send(&played);
    let after = game.until("Player 2 is next");
    assert!(cards(&after).iter().all(|it| !it.starts_with("deal-")), "{after:?}");
    game.send("");
    game.send("legal");
    let own = game.until_line("the other moves", |line| line.contains("away-"));
    assert!(!cards(&own).contains(&played), "{own:?}");
    game.send("quit");
    game.end();
}

#[test]
fn the_terminal_covers_the_board_until_the_next_player_looks() {
    let dir = TestDir::new();
    install(&dir);
    let mut terminal = Terminal::start(&dir, &people("hands.toml"), 100, 30);
    let shown = terminal.wait("the cover", |shown| shown.contains("Show the board"));
    assert!(shown.contains("Only ") && !shown.contains("deal-"), "{shown}");
    terminal.keys("\u{10}");
    terminal.wait("the own hand", |shown| shown.contains("deal-") && !shown.contains("Show the"));
}

/// All lines that a client gets, up to the end of the game.
fn read_all(wire: &mut crate::online::Wire, until: &str) -> String {
    let mut all = String::new();
    loop {
        let line = wire.next_line();
        all += &line;
        if line.contains(until) {
            return all;
        }
    }
}

/// Would break if a message of the room named a card that its reader cannot know.
#[test]
fn a_room_tells_each_client_what_it_may_know() {
    let dir = TestDir::new();
    install(&dir);
    let host = Host::start_plain(&dir, &["hands.toml", "--seed", "5", "--clock", "none"]);
    let [mut ann, mut bob, mut eve] = ["Ann", "Bob", "Eve"].map(|name| host.greet(name, None).0);
    for (wire, seat) in [(&mut ann, 1), (&mut bob, 2)] {
        wire.until("state");
        wire.send(&json!({ "type": "sit", "seat": seat }));
    }
    let own_deals = |state: &Value, seat: u64| -> Vec<String> {
        let played = state["played"].as_array().expect("moves").clone();
        let deals: Vec<String> =
            played.iter().map(|it| it["move"].as_str().expect("a move").to_owned()).collect();
        assert_eq!(deals.len(), 6);
        for (nth, mv) in deals.iter().enumerate() {
            let is_own = nth as u64 % 2 + 1 == seat;
            assert_eq!(mv.len() > "deal".len(), is_own, "seat {seat}: {deals:?}");
        }
        deals.into_iter().filter(|mv| mv.len() > 4).map(|mv| mv.replace("deal-", "")).collect()
    };
    // The seat brings the state as it is for the seat.
    let ann_cards = own_deals(&ann.until("state")["state"], 1);
    let bob_cards = own_deals(&bob.until("state")["state"], 2);
    let watched = eve.until("state");
    assert!(!watched.to_string().contains("deal-"), "{watched}");
    let away = [ann_cards[0].clone(), bob_cards[0].clone()];
    ann.play("a1", 6, &format!("away-{}", away[0]));
    let seen = bob.until_event("played");
    assert_eq!(seen["played"][0]["move"], "away");
    bob.play("b1", 7, &format!("away-{}", away[1]));
    let moves = [
        (0, format!("{}@a", ann_cards[1])),
        (1, format!("{}@b", bob_cards[1])),
        (0, format!("{}@c", ann_cards[2])),
    ];
    for (ply, (seat, mv)) in (8..).zip(&moves) {
        let wire = if *seat == 0 { &mut ann } else { &mut bob };
        while wire.until_event("played")["ply"].as_u64() < Some(ply) {}
        wire.play(&format!("m{ply}"), ply as u32, mv);
    }
    // A secret that comes back finds what its seat knows.
    while bob.until_event("played")["ply"].as_u64() < Some(11) {}
    let told = read_all(&mut eve, &format!("{}@c", ann_cards[2]));
    assert!(!told.contains("deal-") && !told.contains("away-"), "{told}");
    bob.play("b2", 11, &format!("{}@d", bob_cards[2]));
    // At the end all is told.
    for wire in [&mut ann, &mut bob, &mut eve] {
        let mut state = wire.until("state")["state"].clone();
        while state["end"].is_null() {
            state = wire.until("state")["state"].clone();
        }
        let text = state["played"].to_string();
        for card in ann_cards.iter().chain(&bob_cards) {
            assert!(text.contains(&format!("deal-{card}\"")), "{text}");
        }
        assert!(away.iter().all(|card| text.contains(&format!("away-{card}\""))), "{text}");
    }
}
