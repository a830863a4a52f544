//! Small games are solved through the contract, and the strategies hold.

use serde_json::Value;

use crate::program::TestDir;

#[track_caller]
fn solved(dir: &TestDir, args: &[&str]) -> Value {
    let answer = dir.run(&[&["solve", "--json"], args].concat()).success();
    serde_json::from_str(&answer).expect("one JSON object")
}

/// The values that `projhex.json` gives for the board with twelve cells: the first player wins with
/// these cells and loses with all others.
#[test]
fn projective_hex_of_twelve_cells_has_the_known_values() {
    let dir = TestDir::new();
    for cell in 'A'..='L' {
        let first = cell.to_string();
        let args =
            ["connection/projective-hex", "--set", "board.n=2", "--set", "rules.equaliser=none"];
        let value = solved(&dir, &[&args[..], &["--moves", &first]].concat());
        let wins = "CDEGHK".contains(cell);
        assert_eq!(value["winner"], if wins { 1 } else { 2 }, "{cell}");
    }
}

/// On a rhombus of three the first player wins with the cells of the short diagonal and with the
/// two beside the own sides; a row of three on squares is a draw; the first player wins Bridg-It.
#[test]
fn certificates_hold_and_forged_ones_do_not() {
    let dir = TestDir::new();
    let hex = ["connection/hex", "--set", "board.shape.rhombus=3", "--set", "rules.equaliser=none"];
    assert_eq!(solved(&dir, &hex)["winner"], 1);
    let tic_tac_toe = dir.write(
        "three.toml",
        "format = 1\nplugin = \"connection\"\nname = \"Three\"\n\n[board]\ntopology = \"grid\"\n\
         width = 3\nheight = 3\nadjacency = \"king\"\n\n[rules]\ngoals = [{ line = 3 }]\n\
         both = \"mover\"\nfull = \"draw\"\n",
    );
    let three = tic_tac_toe.to_string_lossy().into_owned();
    for (game, winner) in [(&hex[..], Value::from(1)), (&[three.as_str()][..], Value::Null)] {
        let args = [game, &["--certificate", "proof.json"]].concat();
        assert_eq!(solved(&dir, &args)["winner"], winner);
        let verify = [&["solve"], game, &["--verify", "proof.json"]].concat();
        let told = dir.run(&verify).success();
        assert!(told.starts_with("the strategy holds in all "), "{told}");
        let proof = std::fs::read_to_string(dir.path().join("proof.json")).unwrap();
        let mut forged: Value = serde_json::from_str(&proof).unwrap();
        forged["winner"] = 2.into();
        forged["strategies"]["2"] = forged["strategies"]["1"].clone();
        dir.write("proof.json", &forged.to_string());
        dir.run(&verify).fails(1, "the strategy");
    }
}

#[test]
fn games_that_cannot_be_solved_are_told_why() {
    let dir = TestDir::new();
    dir.run(&["solve", "connection/hex-three"]).fails(2, "only games of two can be solved");
    dir.run(&["solve", "tafl/brandubh"]).fails(2, "positions can repeat");
    dir.run(&["solve", "connection/hex", "--nodes", "100"]).fails(2, "raise `--nodes`");
}

/// The leads that `ftbg.json` gives for boards that are not divided, and after the first moves.
#[test]
fn fractal_territory_has_the_published_leads() {
    let dir = TestDir::new();
    let data: Value =
        serde_json::from_str(include_str!("../data/conformance/ftbg.json")).expect("JSON");
    let solved_data = &data["solved"];
    let never = ["--lead", "--set", "rules.subdivide.who=never"];
    let lead = |ruleset: &str, moves: &[&str]| {
        let args = [&[ruleset], &never[..], moves].concat();
        solved(&dir, &args)["lead"].clone()
    };
    let square = &solved_data["square_no_subdivision"];
    assert_eq!(lead("fractal/square", &[]), square["value"]);
    for (mv, key) in [("1:1,1", "c"), ("1:1,0", "edges"), ("0:0,0", "corners")] {
        assert_eq!(lead("fractal/square", &["--moves", mv]), square["first"][key], "{mv}");
    }
    let value = &solved_data["gasket_no_subdivision"]["value"];
    assert_eq!(&lead("fractal/sierpinski-triangle", &[]), value);
    let value = &solved_data["tri4_no_subdivision"]["value"];
    assert_eq!(&lead("fractal/triangle-quadrisection", &[]), value);
}

/// A lead is proved for both sides; a greater one is not.
#[test]
fn a_certificate_proves_a_lead() {
    let dir = TestDir::new();
    let game = ["fractal/square", "--set", "rules.subdivide.who=never"];
    let args = [&game[..], &["--lead", "--certificate", "lead.json"]].concat();
    let lead = solved(&dir, &args)["lead"].as_i64().expect("a number");
    let verify = [&["solve"], &game[..], &["--verify", "lead.json"]].concat();
    let told = dir.run(&verify).success();
    assert!(told.starts_with("the strategy holds in all "), "{told}");
    let text = std::fs::read_to_string(dir.path().join("lead.json")).unwrap();
    for forged in [lead + 1, lead - 1] {
        let mut proof: Value = serde_json::from_str(&text).unwrap();
        proof["lead"] = forged.into();
        dir.write("lead.json", &proof.to_string());
        dir.run(&verify).fails(1, "the strategy");
    }
}
