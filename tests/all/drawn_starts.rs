//! `[start]` draws the set-up of a new match for every family.

use std::collections::BTreeSet;

use crate::program::TestDir;

/// Rulesets with `[start]`, and the part of each position that stays.
const DRAWN: [(&str, &str, &str); 4] = [
    (
        "ataxx",
        "extends = \"ataxx/classic\"\n\n[start]\n\
         positions = [\"x5o/{a}/7/7/7/{a~}/o5x x 0 1\"]\nparts = { a = [\"-6\", \"1-5\", \"2-4\"] }\n",
        "x5o/",
    ),
    (
        "connection",
        "extends = \"connection/hex\"\n\n[board]\nshape = { rhombus = 5 }\n\n[rules]\n\
         equaliser = \"none\"\n\n[start]\nmoves = 2\n",
        "",
    ),
    ("fractal", "extends = \"fractal/square\"\n\n[start]\nmoves = 3\n", "10000 "),
    (
        "tafl",
        "extends = \"tafl/brandubh\"\n\n[start]\n\
         positions = [\"3t3/3t3/{a}/ttTKTtt/{a~}/3t3/3t3 a\"]\nparts = { a = [\"3T3\", \"2T4\", \"4T2\"] }\n",
        "3t3/3t3/",
    ),
];

#[test]
fn every_family_draws_its_set_ups() {
    let dir = TestDir::new();
    for (family, rest, kept) in DRAWN {
        let file = format!("{family}.toml");
        dir.write(&file, &format!("format = 1\nname = \"Drawn\"\n{rest}"));
        dir.run(&["check", &file]).success();
        let position = |seed: u32| {
            let seed = seed.to_string();
            let args = ["play", &file, "--text", "--humans", "--seed", &seed];
            let told = dir.run_with_input(&args, b"position\nquit\n").success();
            (told.lines().last().unwrap_or_default().to_owned(), told)
        };
        let mut all = BTreeSet::new();
        for seed in 1..10 {
            let (line, told) = position(seed);
            assert!(line.contains(kept), "{family}: {told}");
            all.insert(line);
        }
        assert!(all.len() >= 3, "{family}: seeds draw differently: {all:?}");
        assert_eq!(position(4).0, position(4).0, "{family}");
    }
}
