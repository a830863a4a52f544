use boardloom_contract::Message;

use super::*;

fn fact(id: &str, args: &[(&str, &str)]) -> Message {
    let args = args.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    Message { args: args.collect(), ..Message::new(id, "") }
}

/// Returns a game of two by who won it, the points at half of it and at its end.
fn played(winner: Option<u8>, half: [f64; 2], scores: [f64; 2], plies: u32) -> Played {
    let lead = |part: usize| (scores[0] - scores[1]) * part as f64 / PARTS as f64;
    let course = Course {
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
    let end = if winner.is_some() { End::Won(0) } else { End::Drawn };
    Played { course, end, plies, ..Played::at(0, 0) }
}

fn some() -> Vec<Played> {
    let fault = Played { end: End::PluginError(None), ..Played::at(0, 0) };
    let cut = Played { cut: true, ..played(None, [0.0, 1.0], [4.0, 4.0], 8) };
    vec![
        played(Some(0), [1.0, 2.0], [9.0, 3.0], 4),
        played(Some(1), [1.0, 2.0], [2.0, 6.0], 8),
        played(Some(1), [2.0, 2.0], [0.0, 1.0], 8),
        played(None, [5.0, 2.0], [5.0, 5.0], 12),
        cut,
        fault,
    ]
}

#[test]
fn games_are_summed_up_by_seat() {
    let games = some();
    let found = Findings::of(games.iter(), 2);
    // Three of the five games are of the same moves, as their keys say.
    assert_eq!((found.games, found.different, found.drawn, found.cut), (5, 3, 1, 1));
    assert_eq!(found.seats.iter().map(|seat| seat.won).collect::<Vec<_>>(), [1, 2]);
    let means: Vec<f64> = found.seats.iter().map(|seat| seat.score.expect("points").mean).collect();
    assert_eq!(means, [4.0, 3.8]);
    // Leads 6, -4, -1, 0 and 0.
    let lead = found.lead.expect("points");
    assert_eq!((lead.mean, lead.median), (0.2, 0.0));
    assert_eq!(found.course[0], [0.0; 3]);
    assert_eq!(found.course[PARTS], [-1.0, 0.0, 0.0]);
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
    let half = Findings::of(games.iter(), 2).half.expect("points");
    assert_eq!(half, Half { ahead: 1, level: 1, behind: 1 });
    assert_eq!((half.led(), half.share()), (2, Some(0.5)));
    assert_eq!(half.bounds(), share_bounds(0.5, 2));
}

#[test]
fn facts_told_more_than_once_are_told_apart() {
    let games = some();
    let found = Findings::of(games.iter(), 2).facts;
    let level = |level: &str, first: f64| Fact {
        id: "level".to_owned(),
        of: Some(("level".to_owned(), level.to_owned())),
        games: 5,
        means: vec![("first".to_owned(), first)],
    };
    let left =
        Fact { id: "left".to_owned(), of: None, games: 5, means: vec![("moves".to_owned(), 7.0)] };
    assert_eq!(found, [left, level("2", 8.0), level("10", 3.0)]);
}

#[test]
fn games_without_points_have_no_leads() {
    let games = [played(Some(0), [0.0; 2], [0.0; 2], 4)];
    let found = Findings::of(games.iter(), 2);
    assert!(found.lead.is_none() && found.half.is_none() && found.course.is_empty());
    assert!(found.seats[0].score.is_none());
    let none = Findings::of(std::iter::empty(), 2).to_json(&["A".into(), "B".into()]);
    assert_eq!((&none["games"], &none["seats"][0]["share"]), (&json!(0), &Json::Null));
}
