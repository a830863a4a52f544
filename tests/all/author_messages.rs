//! Slips of authors and what `check` says: each ruleset in `tests/data/rulesets/author` has the
//! text beside it. `UPDATE_EXPECT=1` updates the texts.

use std::path::{Path, PathBuf};

use expect_test::expect_file;

use crate::program::{TestDir, run_command};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/rulesets/author")
}

#[test]
fn every_slip_is_told_so_that_the_next_try_is_right() {
    let dir = TestDir::new();
    let mut files: Vec<PathBuf> =
        folder().read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|it| it == "toml"));
    files.sort();
    assert!(files.len() >= 50, "the folder of slips has {} files", files.len());
    for path in files {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let mut command = dir.command(&["check", &name]);
        command.current_dir(folder());
        let output = run_command(command, b"");
        assert!(output.code < 2, "{name}: {}", output.err);
        expect_file![path.with_extension("expected")].assert_eq(&output.out);
    }
}

#[test]
fn one_faulty_file_hides_no_other() {
    let dir = TestDir::new();
    let board = "[board]\ntopology = \"quadtree\"\n";
    let head = "format = 1\nplugin = \"fractal\"\nname = \"Deep\"\n";
    dir.write("mine/deep.toml", &format!("{head}{board}depth = 20\n"));
    dir.write("mine/other.toml", &format!("{head}{board}depht = 2\n"));
    let output = dir.run(&["check", "mine"]);
    assert_eq!(output.code, 1);
    let text = output.out + &output.err;
    for part in ["`depth = 10` fits", "did you mean `depth`?", "2 checked, 2 with errors"] {
        assert!(text.contains(part), "expected `{part}` in:\n{text}");
    }
}

/// A folder's own files have one name wherever they are named.
#[test]
fn a_folder_of_faults_names_each_file_once() {
    let dir = TestDir::new();
    for (name, other) in [("one", "two"), ("two", "one")] {
        let head = format!("format = 1\nname = \"{name}\"\n");
        dir.write(&format!("{name}.toml"), &format!("{head}extends = \"./{other}.toml\"\n"));
    }
    let output = dir.run(&["check", "."]);
    let text = output.out + &output.err;
    assert!(text.contains("one -> two -> one") && !text.contains("./one.toml`"), "{text}");
}

/// The first move of a game does not win; one that takes the last enemy piece does.
#[test]
fn answers_of_puzzles_that_do_not_win_are_told() {
    let dir = TestDir::new();
    let classic = "format = 1\nname = \"Puzzles\"\nextends = \"ataxx/classic\"\n";
    let puzzle = |answer: &str| format!("[[puzzle]]\nanswers = [\"{answer}\"]\n");
    dir.write("level.toml", &(classic.to_owned() + &puzzle("a6")));
    let told = dir.run(&["check", "--play", "level.toml"]).success();
    assert!(told.contains("`a6` does not win: a search gives its player a chance of"), "{told}");
    assert!(told.contains("level.toml:5:12"), "{told}");
    assert!(!dir.run(&["check", "level.toml"]).success().contains("does not win"));
    let position = "position = \"x1o4/7/7/7/7/7/7 x 0 1\"\n";
    dir.write("won.toml", &(classic.to_owned() + &puzzle("b7") + position));
    let told = dir.run(&["check", "--play", "won.toml"]).success();
    assert!(!told.contains("does not win"), "{told}");
}

#[test]
fn random_games_tell_what_no_formula_does() {
    let dir = TestDir::new();
    let square = "[board]\ntopology = \"grid\"\nwidth = 3\nheight = 3\n";
    let joined = "format = 1\nplugin = \"connection\"\nname = \"Two\"\n";
    let goals = "[rules]\ngoals = [{ line = 2 }]\nfull = \"draw\"\nboth = \"mover\"\n";
    // The second player needs one stone more on the board than the first one leaves.
    let stones = "[setup]\npieces = { o = [\"a1\"] }\n";
    let taken = joined.to_owned() + square + stones + goals;
    dir.write("quick.toml", &taken);
    let told = dir.run(&["check", "--play", "quick.toml"]).success();
    assert!(told.contains("wins with the second move, whatever the first was"), "{told}");
    assert_eq!(dir.run(&["check", "quick.toml"]).success(), "");
    let first = taken.replace("{ o =", "{ x =");
    dir.write("first.toml", &first);
    let told = dir.run(&["check", "--play", "first.toml"]).success();
    assert!(told.contains("wins with the first move `"), "{told}");
    // The winning move is not the first of the list, and no reply to the others wins.
    let later = first.replace("{ x = [\"a1\"] }", "{ x = [\"a3\", \"c3\"] }");
    dir.write("later.toml", &later.replace("line = 2", "line = 3"));
    let told = dir.run(&["check", "--play", "later.toml"]).success();
    assert!(told.contains("wins with the first move `b3`"), "{told}");
    // No rule ends a game in which positions repeat.
    let endless = "format = 1\nextends = \"tafl/brandubh\"\nname = \"Endless\"\n\n[setup]\n\
        rows = [\"3t3\", \"7\", \"7\", \"3K3\", \"7\", \"7\", \"3t3\"]\n\n[rules]\n\
        king_weapon = \"none\"\nrepetition = { count = 3, result = \"ignore\" }\n\
        stop = { corner = \"\" }\nencircle = \"none\"\nking_capture = { throne = \"safe\", \
        beside = \"safe\", edge = \"safe\", other = \"safe\" }\n";
    dir.write("endless.toml", endless);
    let told = dir.run(&["check", "--play", "endless.toml"]);
    assert!(told.out.contains("none of 20 random games ended"), "{}{}", told.out, told.err);
    // One attacker can neither capture the king nor shut him in.
    let lone = "format = 1\nextends = \"tafl/brandubh\"\nname = \"Lone\"\n\n[setup]\n\
        rows = [\"3t3\", \"7\", \"7\", \"3K3\", \"7\", \"7\", \"7\"]\n\n[rules]\nencircle = \"none\"\n\
        repetition = { count = 3, result = \"draw\" }\nking_capture = { throne = \"surround\", \
        beside = \"surround\", edge = \"surround\", other = \"surround\" }\n";
    dir.write("lone.toml", lone);
    let told = dir.run(&["check", "--play", "lone.toml"]).success();
    assert!(told.contains("Attackers won none of 20 random games"), "{told}");
    let fair = joined.to_owned() + square + "[rules]\ngoals = [{ line = 3 }]\nfull = \"draw\"\n";
    dir.write("fair.toml", &(fair + "both = \"mover\"\n"));
    assert_eq!(dir.run(&["check", "--play", "fair.toml"]).success(), "");
    dir.run(&["check", "--play", "connection/hex"]).success();
    assert_eq!(dir.run(&["check", "--play", "zzz"]).code, 2);
}

const MAP: &str = "format = 1\nplugin = \"ataxx\"\nname = \"Towns\"\n\n[board]\ntopology = \"graph\"\n\
    size = 1.2\nedges = [[\"Oslo\", \"Kaliningrad\"], [\"Oslo\", \"Petersburg\"], \
    [\"Kaliningrad\", \"Petersburg\"], [\"Kaliningrad\", \"Bonn\"], [\"Bonn\", \"Nischni-Nowgorod\"], \
    [\"Petersburg\", \"Nischni-Nowgorod\"]]\n\n[board.sites]\nOslo = [2, 0]\nPetersburg = [8, 0.6]\n\
    Kaliningrad = [3.4, 2.4]\nBonn = [2, 4.6]\nNischni-Nowgorod = [9, 3.8]\n\n\
    [setup]\npieces = { x = [\"Oslo\"], o = [\"Nischni-Nowgorod\"] }\n";

#[test]
fn long_names_of_a_map_are_shown_beside_their_sites() {
    let dir = TestDir::new();
    dir.write("map.toml", MAP);
    dir.run(&["render", "map.toml", "-o", "map.svg"]).success();
    let svg = std::fs::read_to_string(dir.path().join("map.svg")).unwrap();
    for name in ["Oslo", "Petersburg", "Kaliningrad", "Bonn", "Nischni-Nowgorod"] {
        assert!(svg.contains(name), "the drawing has no `{name}`");
    }
    let text = dir
        .run_with_input(&["play", "map.toml", "--text", "--humans"], b"labels\nquit\n")
        .success();
    for line in ["Neighbours:", "Bonn: Kaliningrad, Nischni-Nowgorod"] {
        assert!(text.contains(line), "expected `{line}` in:\n{text}");
    }
    let board = text.split("Neighbours:").next().unwrap();
    assert!(board.contains(" Petersburg"), "{board}");
}

#[test]
fn edges_between_sites_of_any_shape_are_drawn() {
    let dir = TestDir::new();
    for shape in ["square", "hexagon", "none"] {
        dir.write("map.toml", &MAP.replace("size = 1.2", &format!("shape = \"{shape}\"")));
        let asked = r#"{"ruleset": "map.toml", "ask": ["sites"]}"#;
        dir.run_with_input(&["query"], asked.as_bytes()).success();
        dir.run(&["render", "map.toml", "-o", "map.svg", "--no-labels"]).success();
        let svg = std::fs::read_to_string(dir.path().join("map.svg")).unwrap();
        // All edges are one path: six straight lines.
        let is_edges =
            |line: &str| line.matches('M').count() == 6 && line.matches('L').count() == 6;
        let edges = svg.lines().filter(|line| line.starts_with("<path")).filter(|it| is_edges(it));
        assert_eq!(edges.count(), 1, "{shape}: {svg}");
    }
}

#[test]
fn special_squares_of_any_board_are_obeyed_and_drawn() {
    let dir = TestDir::new();
    let board = "format = 1\nplugin = \"tafl\"\nname = \"Plain\"\n\n[board]\ntopology = \"grid\"\n\
        width = 5\nheight = 5\nregions = { corners = [\"a5\", \"e3\"], throne = [\"b2\"] }\n\n\
        [setup]\nrows = [\"2t2\", \"5\", \"2K2\", \"5\", \"2t2\"]\n";
    let asked = r#"{"ruleset": "plain.toml", "ask": ["sites", "legal"], "moves": ["c5-d5"]}"#;
    let roles = |rules: &str| {
        dir.write("plain.toml", &(board.to_owned() + rules));
        let answer = dir.run_with_input(&["query"], asked.as_bytes()).success();
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        let sites = answer["sites"].as_array().unwrap();
        let role = |label: &str| {
            let site = sites.iter().find(|site| site["site"] == label).unwrap();
            site["role"].as_str().unwrap().to_owned()
        };
        (["a5", "e3", "b2", "a1"].map(role), answer["legal"].to_string())
    };
    let (drawn, moves) = roles("");
    assert_eq!(drawn, ["corner", "corner", "throne", "cell"]);
    assert!(moves.contains("c3-e3"), "{moves}");
    let (drawn, _) = roles("\n[rules]\nescape = [\"a1\"]\n");
    assert_eq!(drawn, ["closed-corner", "closed-corner", "throne", "goal"]);
    // One of the corners wins too: it looks other than the one that only blocks.
    let (drawn, _) = roles("\n[rules]\nescape = [\"a1\", \"e3\"]\n");
    assert_eq!(drawn, ["closed-corner", "corner", "throne", "goal"]);
    // The king wins on the corner that the ruleset names, and on no usual one.
    let won = r#"{"ruleset": "plain.toml", "ask": ["outcome"], "moves": ["c5-d5", "c3-e3"]}"#;
    dir.write("plain.toml", board);
    let answer = dir.run_with_input(&["query"], won.as_bytes()).success();
    assert!(answer.contains("\"winner\":2"), "{answer}");
}

#[test]
fn a_new_match_draws_its_set_up_by_its_seed() {
    let dir = TestDir::new();
    let drawn = "format = 1\nname = \"Drawn\"\nextends = \"ataxx/classic\"\n\n[start]\n\
        positions = [\"x5o/{a}/7/7/7/{a~}/o5x x 0 1\"]\nparts = { a = [\"-6\", \"1-5\", \"2-4\"] }\n";
    dir.write("drawn.toml", drawn);
    dir.run(&["check", "drawn.toml"]).success();
    let position = |seed: &str| {
        let args = ["play", "drawn.toml", "--text", "--humans", "--seed", seed];
        let text = dir.run_with_input(&args, b"position\nquit\n").success();
        text.lines().find(|line| line.contains("x5o/")).unwrap_or(&text).to_owned()
    };
    let all: Vec<String> = (1..12).map(|seed| position(&seed.to_string())).collect();
    for (row, mirrored) in [("-6", "6-"), ("1-5", "5-1"), ("2-4", "4-2")] {
        let own = format!("x5o/{row}/7/7/7/{mirrored}/o5x");
        assert!(all.iter().any(|it| it.contains(&own)), "{own}: {all:?}");
    }
    assert_eq!(position("5"), position("5"));
    let wrong = drawn.replace("\"-6\"", "\"-7\"").replace("{a}", "{b}");
    dir.write("wrong.toml", &wrong);
    let told = dir.run(&["check", "wrong.toml"]);
    assert!(told.out.contains("there is no part `b`"), "{}", told.out);
}

#[test]
fn inherited_options_of_another_board_are_not_offered() {
    let dir = TestDir::new();
    let rules = |name: &str| dir.run(&["rules", name]).success();
    for name in ["fractal/square", "fractal/hexaflake"] {
        let (text, is_square) = (rules(name), name == "fractal/square");
        assert!(text.contains("rules.subdivide.max_depth"), "{text}");
        for key in ["rules.subdivide.on", "board.grid"] {
            assert_eq!(text.contains(key), is_square, "{key} of {name}: {text}");
        }
    }
    // The check opens a game with the values that are left.
    assert_eq!(dir.run(&["check", "fractal/hexaflake"]).success(), "");
}

/// A triangle of three games: the whole board and two of its corners.
const PARTS: &str = "format = 1\nplugin = \"connection\"\nname = \"Parts\"\n\n[board]\n\
    topology = \"hex\"\nshape = { triangle = 5 }\n\n[board.regions]\nt1base = [\"exactly 2 of \
    corner-1\"]\nt2base = [\"exactly 2 of corner-2\"]\n\n[rules]\ngoal = \"regions\"\nregions = \
    [\"side-1\", \"side-2\", \"side-3\"]\npoints = 2\nboth = \"mover\"\nfull = \"draw\"\n\n\
    [[rules.parts]]\nsites = [\"within 2 of corner-1\"]\nregions = [\"side-1\", \"side-3\", \
    \"t1base\"]\n\n[[rules.parts]]\nsites = [\"within 2 of corner-2\"]\nregions = [\"side-1\", \
    \"side-2\", \"t2base\"]\n";

#[test]
fn the_rules_name_the_cells_and_the_regions_of_each_part() {
    let dir = TestDir::new();
    dir.write("parts.toml", PARTS);
    let text = dir.run(&["rules", "parts.toml"]).success();
    for part in ["Part 1 of the board has 6 cells", "In part 2 one group touches 3 of these"] {
        assert!(text.contains(part), "expected `{part}` in:\n{text}");
    }
    assert!(text.contains("t1base") && text.contains("t2base"), "{text}");
}

/// A band on which each colour has a goal of its own.
const BAND: &str = "format = 1\nplugin = \"connection\"\nname = \"Band\"\n\n[board]\n\
    topology = \"hex\"\nshape = { rectangle = [8, 5] }\nglue = \"mobius\"\nblocked = [\"c3\"]\n\n\
    [rules]\nboth = \"mover\"\nfull = \"draw\"\n\n[[rules.goals]]\nfor = 1\njoin = [\"top\", \
    \"bottom\"]\n\n[[rules.goals]]\nfor = 2\nloop = [1]\n";

#[test]
fn goals_of_one_colour_each_are_no_choice_of_goals() {
    let dir = TestDir::new();
    dir.write("band.toml", BAND);
    let text = dir.run(&["rules", "band.toml"]).success();
    assert!(!text.contains("Any one of these goals"), "{text}");
    let more = "\n[[rules.goals]]\nfor = 1\nline = 4\n";
    dir.write("more.toml", &format!("{BAND}{more}"));
    let text = dir.run(&["rules", "more.toml"]).success();
    assert!(text.contains("Any one of these goals wins."), "{text}");
    dir.write(
        "loses.toml",
        &format!("{}{more}", BAND.replace("[rules]", "[rules]\nmisere = true")),
    );
    let text = dir.run(&["rules", "loses.toml"]).success();
    assert!(text.contains("Any one of these goals counts.") && text.contains("loses"), "{text}");
    assert!(!text.contains("goals wins"), "{text}");
}

/// A colour with two goals has bands along the sides of both.
#[test]
fn sides_of_all_goals_of_a_colour_are_drawn() {
    let dir = TestDir::new();
    let goal = |sides: &str| format!("\n[[rules.goals]]\nfor = 1\njoin = [{sides}]\n");
    let bands = |goals: &str| {
        let head = "format = 1\nplugin = \"connection\"\nname = \"Ways\"\n\n[look.roles]\n\
            side-1 = \"#123456\"\n\n[board]\ntopology = \"hex\"\nshape = { hexagon = 3 }\n\n\
            [rules]\nboth = \"mover\"\nfull = \"draw\"\n\n[[rules.goals]]\nfor = 2\nline = 4\n";
        dir.write("ways.toml", &format!("{head}{goals}"));
        dir.run(&["render", "ways.toml", "-o", "ways.svg"]).success();
        let svg = std::fs::read_to_string(dir.path().join("ways.svg")).unwrap();
        // The corners of the bands: adjacent sides have one band.
        let lines = svg.lines().filter(|line| line.contains("#123456"));
        lines.map(|line| line.matches(',').count()).sum::<usize>()
    };
    let (first, second) = (goal("\"side-1\", \"side-4\""), goal("\"side-2\", \"side-5\""));
    let (one, two) = (bands(&first), bands(&(first.clone() + &second)));
    assert!(one > 0 && two > one, "{one} and {two}");
}

#[test]
fn colours_of_lines_and_of_holes_are_drawn() {
    let dir = TestDir::new();
    let svg = |look: &str| {
        dir.write("band.toml", &format!("{BAND}{look}"));
        dir.run(&["render", "band.toml", "-o", "band.svg"]).success();
        std::fs::read_to_string(dir.path().join("band.svg")).unwrap()
    };
    let look = "\n[look.roles]\nseam-flipped = \"#228855\"\nblocked = { fill = \"#6fa8dc\", ornament \
        = \"hole\" }\n";
    let (plain, drawn) = (svg(""), svg(look));
    for color in ["#228855", "#6fa8dc"] {
        assert!(!plain.contains(color) && drawn.contains(color), "{color}: {drawn}");
    }
}

#[test]
fn a_missing_translation_names_its_ruleset() {
    let dir = TestDir::new();
    for name in ["one", "two"] {
        let own = "\n[de]\nname = \"Band\"\n\n[[players]]\nname = \"West\"\ncolor = \"#aa0000\"\n\n\
            [[players]]\nname = \"Ost\"\ncolor = \"#0000aa\"\n";
        dir.write(&format!("mine/{name}.toml"), &format!("{BAND}{own}"));
    }
    let output = dir.run(&["check", "mine"]);
    let text = output.out + &output.err;
    for name in ["one", "two"] {
        let part = format!("2 texts of `{name}` have no translation to `de`");
        assert!(text.contains(&part), "expected `{part}` in:\n{text}");
    }
}

#[test]
fn the_rules_of_tafl_name_regions_in_words() {
    let dir = TestDir::new();
    let escape = "format = 1\nplugin = \"tafl\"\nname = \"Two gates\"\n\n[board]\ntopology = \"tafl\"\n\
        size = 7\n\n[setup]\nrows = [\"3t3\", \"3t3\", \"3T3\", \"ttTKTtt\", \"3T3\", \"3t3\", \"3t3\"]\n\n\
        [rules]\nescape = [\"corner-1\", \"corner-3\"]\nking_capture = { throne = \"surround\", beside = \
        \"surround\", edge = \"pair\", other = \"pair\" }\nrepetition = { count = 3, result = \"draw\" }\n";
    dir.write("gates.toml", escape);
    let text = dir.run(&["rules", "gates.toml"]).success().replace('\n', " ");
    assert!(text.contains("corner 1, corner 3") && !text.contains("corner-1"), "{text}");
}

#[test]
fn a_translation_of_a_text_that_the_game_lacks_is_told() {
    let dir = TestDir::new();
    let own = "\n[[players]]\nname = \"Red\"\ncolor = \"#aa0000\"\n\n[[players]]\nname = \"Blue\"\n\
        color = \"#0000aa\"\n\n[de]\nname = \"Band\"\n\n[de.texts]\nRad = \"Rot\"\nBlue = \"Blau\"\n\
        Violet = \"Lila\"\n\"Any one of these goals wins.\" = \"Jedes Ziel gewinnt.\"\n";
    dir.write("band.toml", &format!("{BAND}{own}"));
    let text = dir.run(&["check", "band.toml"]).success();
    for part in ["the game has no text `Rad` to translate", "did you mean `Red`?", "`Violet`"] {
        assert!(text.contains(part), "expected `{part}` in:\n{text}");
    }
    assert_eq!(text.matches("the game has no text").count(), 2, "{text}");
}

#[test]
fn rules_of_division_count_one_point_and_one_card() {
    let dir = TestDir::new();
    let board = "format = 1\nplugin = \"fractal\"\nname = \"Cards\"\n\n[board]\n\
        topology = \"subdivision\"\nfractal = \"triangle\"\ndepth = 1\n\n[rules.subdivide]\n\
        max_depth = 4\nwho = { behind_by = 1 }\nchance = { draw = [\"divide\", \"place\", \"place\"] }\n";
    dir.write("cards.toml", board);
    let text = dir.run(&["rules", "cards.toml"]).success().replace('\n', " ");
    for part in ["If you have fewer points than", "With the good one you may divide"] {
        assert!(text.contains(part), "expected `{part}` in:\n{text}");
    }
    assert!(!text.contains("1 points"), "{text}");
}
