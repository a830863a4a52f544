use boardloom_contract::Message;

use super::*;
use crate::measure::share_bounds;

fn fact(id: &str, args: &[(&str, &str)]) -> Message {
    let args = args.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    Message { args: args.collect(), ..Message::new(id, "") }
}

/// Returns a game of two by who won it, the points at half of it and at its end.
fn played(winner: Option<u8>, half: [f64; 2], scores: [f64; 2], plies: u32) -> PlayedGame {
    let lead = |part: usize| (scores[0] - scores[1]) * part as f64 / PARTS as f64;
    let summary = GameSummary {
        winner,
        scores: scores.to_vec(),
        half: half.to_vec(),
        leads: (0..=PARTS).map(lead).collect(),
        moves: vec![u64::from(plies) / 2, u64::from(plies) / 2, 0],
        choices: vec![u64::from(plies), u64::from(plies) * 2, 0],
        effects: BTreeMap::from([
            ("place".to_owned(), vec![2, 2, 0]),
            ("split".to_owned(), vec![0, u64::from(plies) / 4, 1]),
        ]),
        facts: vec![
            fact("level", &[("level", "10"), ("first", "3")]),
            fact("level", &[("level", "2"), ("first", &plies.to_string()), ("word", "none")]),
            fact("left", &[("moves", "7")]),
        ],
        key: u64::from(plies),
    };
    let result = if winner.is_some() { GameResult::Win(0) } else { GameResult::Draw };
    PlayedGame { summary, result, plies, ..PlayedGame::default() }
}

fn some() -> Vec<PlayedGame> {
    let error = PlayedGame { result: GameResult::PluginFailed(None), ..PlayedGame::default() };
    let cut = PlayedGame { cut: true, ..played(None, [0.0, 1.0], [4.0, 4.0], 8) };
    vec![
        played(Some(0), [1.0, 2.0], [9.0, 3.0], 4),
        played(Some(1), [1.0, 2.0], [2.0, 6.0], 8),
        played(Some(1), [2.0, 2.0], [0.0, 1.0], 8),
        played(None, [5.0, 2.0], [5.0, 5.0], 12),
        cut,
        error,
    ]
}

fn findings(games: &[PlayedGame]) -> Findings {
    Findings::of(games.iter(), &["A".to_owned(), "B".to_owned()])
}

#[test]
fn games_are_summed_up_by_seat() {
    let games = some();
    let found = findings(&games);
    // Three of the five games are of the same moves, as their keys say.
    assert_eq!((found.games, found.different, found.drawn.games, found.cut), (5, 3, 1, 1));
    assert_eq!(found.seats.iter().map(|seat| seat.won.games).collect::<Vec<_>>(), [1, 2]);
    let means: Vec<f64> = found.seats.iter().map(|seat| seat.score.expect("points").mean).collect();
    assert_eq!(means, [4.0, 3.8]);
    // Leads 6, -4, -1, 0 and 0.
    let lead = found.lead.expect("points");
    assert_eq!((lead.mean, lead.median), (0.2, 0.0));
    assert_eq!(found.leads[0], Quartiles { lower: 0.0, median: 0.0, upper: 0.0 });
    assert_eq!(found.leads[PARTS], Quartiles { lower: -1.0, median: 0.0, upper: 0.0 });
    assert_eq!((found.length.mean, found.length.lower, found.length.upper), (8.0, 8.0, 8.0));
    // Forty plies, a half of them on each seat, with two and four moves to choose from.
    assert_eq!(found.seats.iter().map(|it| it.choices).collect::<Vec<_>>(), [2.0, 4.0]);
    assert_eq!((found.choices, found.seats[0].moves), (3.0, 4.0));
    assert_eq!(found.effects["place"], [2.0, 2.0, 0.0]);
    // 1, 2, 2, 3 and 2 of them by the second seat, one a game by chance.
    assert_eq!(found.effects["split"], [0.0, 2.0, 1.0]);
}

#[test]
fn a_winner_who_was_behind_came_back() {
    let games = some();
    let found = findings(&games).comebacks.expect("points");
    assert_eq!((found.ahead, found.level, found.behind, found.share), (1, 1, 1, Some(0.5)));
    assert_eq!(found.low.zip(found.high), share_bounds(0.5, 2));
}

#[test]
fn facts_told_more_than_once_are_told_apart() {
    let games = some();
    let found = findings(&games).facts;
    let level = |level: &str, first: f64| Fact {
        id: "level".to_owned(),
        of: BTreeMap::from([("level".to_owned(), level.to_owned())]),
        games: 5,
        means: BTreeMap::from([("first".to_owned(), first)]),
    };
    let left = Fact {
        id: "left".to_owned(),
        of: BTreeMap::new(),
        games: 5,
        means: BTreeMap::from([("moves".to_owned(), 7.0)]),
    };
    assert_eq!(found, [left, level("2", 8.0), level("10", 3.0)]);
}

#[test]
fn games_without_points_have_no_leads() {
    let games = [played(Some(0), [0.0; 2], [0.0; 2], 4)];
    let found = findings(&games);
    assert!(found.lead.is_none() && found.comebacks.is_none() && found.leads.is_empty());
    assert!(found.seats[0].score.is_none());
    let none = findings(&[]);
    assert_eq!((none.games, none.seats[0].won.share), (0, None));
}

#[test]
fn findings_are_written_and_read() {
    let found = serde_json::to_value(findings(&some())).unwrap();
    assert_eq!(found["seats"][0]["games"], 1);
    assert_eq!(found["course"][20]["lower"], -1.0);
    let read: Findings = serde_json::from_value(found.clone()).unwrap();
    assert_eq!(serde_json::to_value(read).unwrap(), found);
}
