//! The rules, linked natively: cases that the project's conformance tests do not reach.

use boardloom_sdk::contract::Cursor;
use boardloom_sdk::{Diagnostic, Message, Outcome, native, testing};
use connection::Family;

/// A ruleset on squares.
fn ruleset(size: u32, board: &str, seats: u8, rules: &str) -> String {
    format!(
        r#"{{"board": {{"topology": "grid", "width": {size}, "height": {size}{board}}},
            "setup": {{"seats": {seats}}}, "rules": {{{rules}}}}}"#
    )
}

const JOIN: &str = r#""goal": "sides", "sides": [["top", "bottom"], ["left", "right"]]"#;

fn variants() -> Vec<String> {
    let torus = r#", "glue": "torus""#;
    let king = r#", "glue": "projective", "adjacency": "king""#;
    let three = r#""goal": "regions", "regions": ["top", "left", "bottom", "right"], "needed": 3"#;
    let swapped = format!(r#"{JOIN}, "equaliser": "swap-stones""#);
    let misere = format!(r#"{JOIN}, "misere": true, "full": "draw""#);
    let cylinder = r#""goal": ["loop", "sides"], "sides": [["top", "bottom"], ["top", "bottom"]]"#;
    vec![
        ruleset(5, torus, 2, r#""goal": "loop""#),
        ruleset(5, torus, 2, r#""goal": "loop", "loop": [1, 3], "equaliser": "swap-seats""#),
        ruleset(4, r#", "glue": "klein""#, 2, r#""goal": "loop", "loop": [2]"#),
        ruleset(5, king, 2, r#""goal": "loop", "equaliser": {"cut-and-choose": 3}"#),
        ruleset(3, king, 2, r#""goal": "loop", "equaliser": {"cut-and-choose": 2}"#),
        ruleset(6, "", 2, &swapped),
        ruleset(6, r#", "blocked": ["c3", "d4"]"#, 2, &misere),
        ruleset(6, r#", "glue": "cylinder""#, 2, cylinder),
        ruleset(6, "", 3, three),
        ruleset(7, torus, 3, r#""goal": "loop", "stones_per_turn": 2, "first_turn_stones": 1"#),
        ruleset(
            5,
            torus,
            2,
            r#""goal": "loop", "first_turn_stones": 2, "equaliser": "swap-stones""#,
        ),
        quarters(r#""equaliser": "swap-seats""#),
        quarters(r#""points": 1, "misere": true"#),
        half_icosahedron(),
    ]
}

/// Hex on four by four cells and on each quarter of them.
fn quarters(more: &str) -> String {
    let part = |left: &str, right: &str, top: u32| {
        let (row, next) = (top, top + 1);
        format!(
            r#"{{"sites": ["from {left}{row} to {right}{row}", "from {left}{next} to {right}{next}"],
                "sides": [["from {left}{row} to {right}{row}", "from {left}{next} to {right}{next}"],
                    ["from {left}{row} to {left}{next}", "from {right}{row} to {right}{next}"]]}}"#
        )
    };
    let parts = [part("a", "b", 1), part("c", "d", 1), part("a", "b", 3), part("c", "d", 3)];
    format!(
        r#"{{"board": {{"topology": "hex", "shape": {{"rhombus": 4}}}},
            "rules": {{{JOIN}, "parts": [{}], {more}}}}}"#,
        parts.join(", ")
    )
}

/// Half of an icosahedron: a cell in the middle and five around it, each adjacent to
/// all others, in the ring across the border.
fn half_icosahedron() -> String {
    let sites = r#"["m", 0, 0], ["a", 0, -1], ["b", 0.95, -0.31], ["c", 0.59, 0.81],
        ["d", -0.59, 0.81], ["e", -0.95, -0.31]"#;
    let edges = r#"["m", "a"], ["m", "b"], ["m", "c"], ["m", "d"], ["m", "e"],
        ["a", "b"], ["b", "c"], ["c", "d"], ["d", "e"], ["e", "a"],
        ["a", "c", 1], ["b", "d", 1], ["c", "e", 1], ["d", "a", 1], ["e", "b", 1]"#;
    format!(
        r#"{{"board": {{"topology": "graph", "sites": [{sites}], "edges": [{edges}]}},
            "rules": {{"goal": "loop"}}}}"#
    )
}

fn start(ruleset: &str) -> Box<dyn Cursor> {
    native::open::<Family>(ruleset).expect("a good ruleset").start().expect("no plugin error")
}

fn read(ruleset: &str, text: &str) -> Result<Box<dyn Cursor>, Message> {
    native::open::<Family>(ruleset).expect("a good ruleset").read(text).expect("no plugin error")
}

fn play(cursor: &mut dyn Cursor, moves: &str) {
    for mv in moves.split_whitespace() {
        let status = cursor.status().expect("no plugin error");
        let by = status.mover().unwrap_or_else(|| panic!("over before {mv}"));
        cursor.play(by, mv).expect("no plugin error").unwrap_or_else(|no| panic!("{mv}: {no}"));
    }
}

fn outcome(cursor: &mut dyn Cursor) -> Option<Outcome> {
    cursor.status().expect("no plugin error").outcome
}

fn ranks(cursor: &mut dyn Cursor) -> Vec<u8> {
    outcome(cursor).expect("the game is over").ranks
}

fn text(cursor: &mut dyn Cursor) -> String {
    cursor.write("position").expect("no plugin error").expect("the first form")
}

fn errors(ruleset: &str) -> Vec<Diagnostic> {
    match native::open::<Family>(ruleset) {
        Err(errors) => errors,
        Ok(_) => panic!("no errors in {ruleset}"),
    }
}

fn label(labels: &[boardloom_sdk::Place], site: u32) -> &str {
    let place = labels.iter().find(|place| place.site == site && !place.copy);
    &place.expect("every site has its place").label
}

/// The winning chains, as labels, one text each.
fn chains(cursor: &mut dyn Cursor) -> Vec<String> {
    let drawn = cursor.drawing_beyond(0, Default::default(), u32::MAX).expect("no plugin error");
    let marks = cursor.marks().expect("no plugin error");
    let won = marks.iter().filter(|mark| mark.role == "win" && mark.joined);
    won.map(|mark| {
        let labels: Vec<&str> = mark.sites.iter().map(|site| label(&drawn.places, *site)).collect();
        labels.join(" ")
    })
    .collect()
}

#[test]
fn every_variant_conforms() {
    variants().iter().for_each(|ruleset| testing::conform::<Family>(ruleset));
}

#[test]
fn counted_moves_are_the_listed_ones() {
    for ruleset in variants() {
        let mut cursor = start(&ruleset);
        for depth in 0..4 {
            let counted = cursor.perft(depth, false).expect("no plugin error");
            assert_eq!(Ok(counted), cursor.perft(depth, true), "{ruleset}");
        }
        let (counted, listed) =
            (cursor.playouts(20, 1, 400, false), cursor.playouts(20, 1, 400, true));
        assert_eq!(counted, listed, "{ruleset}");
    }
}

#[test]
fn a_row_around_the_torus_is_a_loop() {
    let mut cursor = start(&ruleset(4, r#", "glue": "torus""#, 2, r#""goal": "loop""#));
    play(&mut *cursor, "a1 a3 b1 b3 c1 c3");
    assert_eq!(outcome(&mut *cursor), None);
    play(&mut *cursor, "d1");
    let over = outcome(&mut *cursor).expect("the row is closed");
    assert_eq!(over.ranks, [0, 1]);
    assert_eq!(over.reason.text, "a loop across the first pair of joined edges");
    let loops = chains(&mut *cursor);
    assert_eq!(loops.len(), 1);
    let sites: Vec<&str> = loops[0].split(' ').collect();
    assert_eq!((sites.len(), sites[0], sites[4]), (5, "d1", "d1"));
    assert!(cursor.undo().expect("no plugin error"));
    assert_eq!(outcome(&mut *cursor), None);
}

#[test]
fn only_the_listed_classes_win() {
    let rules = r#""goal": "loop", "loop": [2]"#;
    let mut cursor = start(&ruleset(4, r#", "glue": "torus""#, 2, rules));
    // The row has class 1; with a column, class 2, the group has all.
    play(&mut *cursor, "a1 b4 b1 b3 c1 c3 d1 c4 a4 d3 a2");
    assert_eq!(outcome(&mut *cursor), None);
    assert_eq!(cursor.write("classes"), Ok(Ok(r#"{"X":[1],"O":[]}"#.into())));
    play(&mut *cursor, "d2 a3");
    assert_eq!(ranks(&mut *cursor), [0, 1]);
    assert_eq!(cursor.write("classes"), Ok(Ok(r#"{"X":[1,2],"O":[]}"#.into())));
    assert!(
        outcome(&mut *cursor)
            .is_some_and(|over| over.reason.text.ends_with("the second pair of joined edges"))
    );
}

#[test]
fn sides_are_joined_by_a_shortest_chain() {
    let mut cursor =
        read(&ruleset(4, "", 2, JOIN), ".X.O/XXXO/X..O/X.O. O 1 play XO").expect("a text");
    assert_eq!(chains(&mut *cursor), ["a1 a2 a3 b3 b4"]);
    assert_eq!(ranks(&mut *cursor), [0, 1]);
    let mut lost = read(
        &ruleset(4, "", 2, &format!(r#"{JOIN}, "misere": true"#)),
        ".X.O/XXXO/X..O/X.O. O 1 play XO",
    )
    .expect("a text");
    assert_eq!(ranks(&mut *lost), [1, 0]);
}

#[test]
fn regions_are_touched_by_one_group() {
    let rules = r#""goal": "regions", "regions": ["top", "left", "bottom", "right"], "needed": 3"#;
    let mut cursor = read(&ruleset(3, "", 2, rules), "O.X/.X./.OX X 1 play XO").expect("a text");
    assert_eq!(outcome(&mut *cursor), None);
    play(&mut *cursor, "c2");
    assert_eq!(ranks(&mut *cursor), [0, 1]);
    assert_eq!(chains(&mut *cursor), ["c3 c2 c1"]);
}

#[test]
fn most_games_on_a_board_and_its_parts_win() {
    let mut cursor = start(&quarters(r#""points": 3"#));
    // The upper left quarter is X's, the upper right one O's, then X has the lower left.
    play(&mut *cursor, "a1 c1 a2 d1 a3");
    assert_eq!(outcome(&mut *cursor), None);
    assert_eq!(chains(&mut *cursor), ["a2 a1", "d1 c1"]);
    let scores = |cursor: &mut dyn Cursor| {
        let status = cursor.status().expect("no plugin error");
        status.seats.iter().map(|seat| seat.score).collect::<Vec<_>>()
    };
    assert_eq!(scores(&mut *cursor), [1.0, 1.0]);
    let written = text(&mut *cursor);
    assert_eq!(written, "X.OO/X.../X.../.... O 1 play XO");
    play(&mut *cursor, "d4 a4");
    // With it comes the whole board: three of five.
    let over = outcome(&mut *cursor).expect("three games are won");
    assert_eq!(
        (over.ranks.as_slice(), over.reason.text.as_str()),
        (&[0, 1][..], "3 of 5 games are won")
    );
    assert_eq!(chains(&mut *cursor), ["a4 a3 a2 a1", "a2 a1", "a4 a3", "d1 c1"]);
    assert!(cursor.undo().expect("no plugin error"));
    assert_eq!((outcome(&mut *cursor), scores(&mut *cursor)), (None, vec![1.0, 1.0]));
    let mut again = read(&quarters(r#""points": 3"#), &written).expect("a text");
    assert_eq!(scores(&mut *again), [1.0, 1.0]);
    // A chain that leaves a part does not count in it.
    let mut around = read(&quarters(r#""points": 1"#), "X.../.X../..../.... X").expect("a text");
    assert_eq!(outcome(&mut *around), None);
}

#[test]
fn diagrams_of_boards_without_rows_show_ghosts_and_are_read_back() {
    let rules = half_icosahedron();
    let mut cursor = start(&rules);
    play(&mut *cursor, "m a c b");
    let mut picture = |form: &str| cursor.write(form).expect("no plugin error").expect("a form");
    let (stones, labels) = (picture("diagram"), picture("labels"));
    // Each edge across the border shows a ghost at both ends.
    let count = |text: &str, what: &[char]| text.chars().filter(|c| what.contains(c)).count();
    assert_eq!(count(&stones, &['X', 'O', '.']), 6, "{stones}");
    assert_eq!(count(&stones, &['x', 'o', '~']), 10, "{stones}");
    assert_eq!(count(&stones, &['o']), 4, "{stones}");
    assert_eq!(labels.split_whitespace().count(), 16, "{labels}");
    let written = text(&mut *cursor);
    let mut again = read(&rules, &stones).unwrap_or_else(|no| panic!("{no}\n{stones}"));
    assert_eq!(text(&mut *again), written, "{stones}");
}

#[test]
fn a_side_joins_two_regions_that_differ() {
    let rules = r#""goal": "sides", "sides": [["top", "top"], ["left", "right"]]"#;
    let found = errors(&ruleset(3, "", 2, rules));
    let what: Vec<_> = found.iter().map(|error| error.what.text.as_str()).collect();
    assert_eq!(what, ["`top` is listed twice"]);
}

#[test]
fn swapping_seats_gives_the_stone_away() {
    let rules = format!(r#"{JOIN}, "equaliser": "swap-seats""#);
    let mut cursor = start(&ruleset(3, "", 2, &rules));
    play(&mut *cursor, "b1 swap");
    assert_eq!(text(&mut *cursor), ".../.../.X. O 1 play OX");
    let status = cursor.status().expect("no plugin error");
    assert_eq!((status.acting, status.seats[1].color), (vec![0], 0));
    play(&mut *cursor, "a1 b2 c1 b3");
    assert_eq!(ranks(&mut *cursor), [1, 0]);
    let mut late = start(&ruleset(3, "", 2, &rules));
    play(&mut *late, "b1 a1");
    for seat in [0, 1] {
        assert!(
            !late.is_legal(seat, "swap").expect("no plugin error"),
            "its second stone is there"
        );
    }
}

#[test]
fn swapping_stones_mirrors_them() {
    let rules = format!(r#"{JOIN}, "equaliser": "swap-stones""#);
    let mut cursor = start(&ruleset(3, "", 2, &rules));
    play(&mut *cursor, "b1");
    let told = cursor.play(1, "swap").expect("no plugin error").expect("a legal swap");
    assert_eq!((told.len(), told[0].verb.as_str()), (1, "move"));
    assert_eq!(text(&mut *cursor), ".../..O/... X 1 play XO");
    assert!(!cursor.is_legal(0, "swap").expect("no plugin error"));
    assert!(cursor.undo().expect("no plugin error"));
    assert_eq!(text(&mut *cursor), ".../.../.X. O 1 swap XO");
    // If both colours have the same task, the stone stays on its site.
    let torus = r#""goal": "loop", "equaliser": "swap-stones""#;
    let mut cursor = start(&ruleset(3, r#", "glue": "torus""#, 2, torus));
    play(&mut *cursor, "b1 swap");
    assert_eq!(text(&mut *cursor), ".../.../.O. X 1 play XO");
}

#[test]
fn the_player_who_did_not_cut_chooses_a_colour() {
    let rules = format!(r#"{JOIN}, "equaliser": {{"cut-and-choose": 3}}"#);
    let mut cursor = start(&ruleset(4, "", 2, &rules));
    play(&mut *cursor, "a1 b1 c1");
    assert_eq!(text(&mut *cursor), "..../..../..../XOX. O 1 choose XO");
    let status = cursor.status().expect("no plugin error");
    assert_eq!(status.acting, [1]);
    assert_eq!(status.seats[0].color, boardloom_sdk::NO_COLOR);
    assert_eq!(cursor.legal_moves(1, None, 10), Ok(vec!["choose-O".into(), "choose-X".into()]));
    assert_eq!(cursor.parse(1, "black"), Ok(Ok("choose-X".into())));
    play(&mut *cursor, "choose-X");
    // The other has the second colour, which moves next.
    assert_eq!(text(&mut *cursor), "..../..../..../XOX. O 1 play OX");
    assert_eq!(cursor.status().map(|status| status.acting), Ok(vec![0]));
    assert_eq!(cursor.undo(), Ok(true));
    assert_eq!(text(&mut *cursor), "..../..../..../XOX. O 1 choose XO");
}

/// Letters of colours are cells on boards whose cells have letters.
#[test]
fn a_letter_that_names_a_cell_chooses_no_colour() {
    let rules = format!(r#"{JOIN}, "equaliser": {{"cut-and-choose": 3}}"#);
    let mut cursor = start(&ruleset(5, r#", "labels": "letters""#, 2, &rules));
    play(&mut *cursor, "A B C");
    for cell in ["O", "x"] {
        let refused = cursor.parse(1, cell).expect("no plugin error").expect_err("no colour");
        assert_eq!(refused.text, "choose a colour first", "{cell}");
    }
    assert_eq!(cursor.parse(1, "play o"), Ok(Ok("choose-O".into())));
    play(&mut *cursor, "choose-O");
    let mover = cursor.status().expect("no plugin error").acting[0];
    assert_eq!(cursor.parse(mover, "O"), Ok(Ok("O".into())));
}

#[test]
fn a_colour_is_chosen_even_if_the_cut_reached_a_goal() {
    let rules =
        r#""goal": "regions", "regions": ["left", "right"], "equaliser": {"cut-and-choose": 3}"#;
    let board = r#"{"board": {"topology": "grid", "width": 2, "height": 2}, "rules": {"#;
    let mut cursor = start(&format!("{board}{rules}}}}}"));
    play(&mut *cursor, "a1 a2 b1");
    assert_eq!(outcome(&mut *cursor), None);
    play(&mut *cursor, "choose-X");
    assert_eq!(ranks(&mut *cursor), [1, 0]);
}

#[test]
fn three_players_continue_when_one_is_removed() {
    let rules = r#""goal": "sides", "full": "draw",
        "sides": [["top", "bottom"], ["left", "right"], ["top-left", "bottom-right"]]"#;
    let mut cursor = start(&ruleset(3, "", 3, rules));
    play(&mut *cursor, "b2 a1");
    cursor.remove_player(2).expect("no plugin error").expect("a seat that plays");
    assert_eq!(text(&mut *cursor), ".../.X./O.. X 1 play XOt");
    play(&mut *cursor, "b1 a2 b3");
    assert_eq!(ranks(&mut *cursor), [0, 1, 2]);
    assert!(cursor.undo().expect("no plugin error"));
    cursor.remove_player(0).expect("no plugin error").expect("a seat that plays");
    let over = outcome(&mut *cursor).expect("one is left");
    assert_eq!(
        (over.ranks.as_slice(), over.reason.text.as_str()),
        (&[1, 0, 1][..], "only one player is left")
    );
}

#[test]
fn positions_are_read_without_optional_parts() {
    let rules = format!(r#"{JOIN}, "equaliser": "swap-seats""#);
    let rules = ruleset(3, "", 2, &rules);
    for (given, written) in [
        (".../.../...", ".../.../... X 1 open XO"),
        (".../.x./...", ".../.X./... O 1 swap XO"),
        (".../.X./... O", ".../.X./... O 1 play XO"),
        (".../.X./O..", ".../.X./O.. X 1 play XO"),
        (".../OO./X..", ".../OO./X.. X 1 play XO"),
        (" . . .\n  . X .\n   O . .\n", ".../.X./O.. X 1 play XO"),
        ("  ~_~ ~\n/. . .\\x\n o|. X .|\n \\O . ./\n  ~ ~ x\n", ".../.X./O.. X 1 play XO"),
    ] {
        let mut cursor = read(&rules, given).unwrap_or_else(|no| panic!("{given}: {no}"));
        assert_eq!(text(&mut *cursor), written);
    }
    for (given, wrong) in [
        ("", "expected rows"),
        (".../...", "expected 3 rows, found 2: those from row 3 on are missing"),
        ("..../.../...", "row 1: expected 3 sites, found 4"),
        (".../.../.../...", "expected 3 rows"),
        ("..T/.../...", "expected one of `XO`"),
        ("..-/.../...", "`c3` is blocked"),
        (".../.../... T", "expected the colour to move"),
        (".../.../... X 0", "expected the stones left"),
        (".../.../... X 1 cut", "one of open, swap, play"),
        (".../.../... X 1 play XX", "each colour of `XO` once"),
        (".../.../... X 1 play XO more", "nothing after"),
    ] {
        let no = read(&rules, given).err().unwrap_or_else(|| panic!("{given} was read"));
        assert!(no.text.contains(wrong), "{given}: {no}");
    }
}

#[test]
fn invalid_rulesets_are_refused() {
    let torus = r#", "glue": "torus""#;
    for (ruleset, path, wrong) in [
        (ruleset(4, "", 2, r#""goal": "loop""#), "rules.goal", "none of its edges are joined"),
        (ruleset(4, torus, 2, r#""goal": "loop", "loop": [4]"#), "rules.loop.0", "class 4"),
        (ruleset(4, torus, 2, r#""goal": []"#), "rules.goal", "no goal"),
        (ruleset(4, "", 2, r#""goal": "sides""#), "rules", "expected 2 lists, found 0"),
        (ruleset(4, "", 3, JOIN), "rules.sides", "expected 3 lists, found 2"),
        (ruleset(4, "", 2, &JOIN.replace("left", "lift")), "rules.sides.1.0", "`lift`"),
        (
            ruleset(4, r#", "blocked": ["top"]"#, 2, JOIN),
            "rules.sides.0.0",
            "all its sites are blocked",
        ),
        (
            ruleset(3, r#", "blocked": ["a2", "b2", "c2"]"#, 2, JOIN),
            "board.blocked",
            "no group can join top and bottom: blocked sites lie between them",
        ),
        (
            ruleset(4, "", 2, r#""goal": "regions", "regions": ["top", "left"], "needed": 3"#),
            "rules.needed",
            "expected 1 to 2",
        ),
        (
            ruleset(4, torus, 3, r#""goal": "loop", "equaliser": "swap-seats""#),
            "rules.equaliser",
            "for two players",
        ),
        (quarters(r#""points": 6"#), "rules.points", "expected 1 to 5"),
        (quarters(r#""equaliser": "swap-stones""#), "rules.equaliser", "other parts"),
        (
            quarters(r#""points": 1"#).replacen("from c3 to c4", "from a1 to a2", 1),
            "rules.parts.3.sides.1",
            "no group can join",
        ),
        (
            ruleset(4, torus, 2, r#""goal": "loop", "parts": [{"sites": ["a9"]}]"#),
            "rules.parts.0.sites.0",
            "`a9`",
        ),
    ] {
        let errors = errors(&ruleset);
        let path_of = |error: &Diagnostic| {
            let keys = error.path.iter().map(|key| match key {
                boardloom_sdk::PathKey::Name(name) => name.clone(),
                boardloom_sdk::PathKey::Index(index) => index.to_string(),
            });
            keys.collect::<Vec<_>>().join(".")
        };
        let found = errors.iter().any(|f| path_of(f) == path && f.what.text.contains(wrong));
        assert!(found, "{path}: {wrong}\n{errors:?}");
    }
}

#[test]
fn ends_without_a_result_and_unused_keys_are_warned_of() {
    let warnings = |rules: &str, board: &str| {
        let game = native::open::<Family>(&ruleset(4, board, 2, rules)).expect("a good ruleset");
        let found = game.warnings().expect("no plugin error");
        found.into_iter().map(|warning| warning.what.id).collect::<Vec<_>>()
    };
    let torus = r#", "glue": "torus""#;
    assert_eq!(warnings(r#""goal": "loop""#, torus), ["rules.both", "rules.full"]);
    assert_eq!(warnings(r#""goal": "loop", "both": "mover", "full": "draw""#, torus), [""; 0]);
    assert_eq!(warnings(JOIN, ""), ["rules.full"]);
    let unused = r#""goal": "loop", "both": "mover", "full": "draw", "regions": ["top"]"#;
    assert_eq!(warnings(unused, torus), ["rules.unused"]);
}

#[test]
fn the_rules_are_explained_in_words() {
    for ruleset in variants() {
        let game = native::open::<Family>(&ruleset).expect("a good ruleset");
        for message in game.explain().expect("no plugin error") {
            assert!(!message.text.contains(['{', '}']), "{message}");
            assert!(message.text.ends_with('.'), "{message}");
        }
    }
    let game = native::open::<Family>(&variants()[1]).expect("a good ruleset");
    let told: Vec<String> =
        game.explain().expect("no plugin error").into_iter().map(|message| message.text).collect();
    assert!(told.iter().any(|text| text.starts_with("Only the number of crossings")), "{told:?}");
    assert!(told.iter().any(|text| text.contains("alone (class 1), or")), "{told:?}");
}
