//! Small faults planted in the sources of games: `boardloom plugin test` finds each, and names the
//! ruleset and the moves.
//!
//! `sdk/tests/mutations.rs` plants faults in answers instead; `tests/clang` in a game in C.

use std::path::PathBuf;

use serde_json::Value;

use crate::program::TestDir;
use crate::support::project;
use crate::third_party::guests;

/// A fault: a text of the source that stands there once, and another one in its place.
struct Mutant {
    right: &'static str,
    wrong: &'static str,
    /// A part of a failure.
    told: &'static str,
}

const fn mutant(right: &'static str, wrong: &'static str, told: &'static str) -> Mutant {
    Mutant { right, wrong, told }
}

/// Faults in the template of a new plugin. The first ones are tried in every run.
const TEMPLATE: [Mutant; 17] = [
    mutant("out.push(vec![site]);", "out.push(vec![site + 1]);", "index is 9"),
    mutant("for heading in 0..half", "for heading in 1..half", "perft 6 is"),
    mutant("+ 1 >= self.line", "+ 1 > self.line", "perft 6 is"),
    mutant(
        "fn start(&self)",
        "fn key(&self, _: &Position) -> u64 {\n        7\n    }\n\n    fn start(&self)",
        "the key is the same in all positions",
    ),
    mutant(
        "fn start(&self)",
        "fn effects(\n        &self,\n        _: &Position,\n        _: Seat,\n        _: Site,\n        \
         _: &Position,\n    ) -> Vec<boardloom_sdk::Effect> {\n        Vec::new()\n    }\n\n    \
         fn start(&self)",
        "no effect says so",
    ),
    mutant(
        "fn start(&self)",
        "fn notation(&self, _: &Position, _: Seat, site: Site) -> String {\n        \
         (site / 2).to_string()\n    }\n\n    fn start(&self)",
        "each once",
    ),
    mutant(
        "!position.won.is_empty() || self.empty(position).is_empty()",
        "self.empty(position).is_empty()",
        "perft 6 is",
    ),
    mutant(" || self.empty(position).is_empty();", ";", "moves are listed"),
    mutant("Piece::new(STONE, seat as Seat)", "Piece::new(STONE, 0)", "its key changes when read"),
    mutant("const STONE: u16 = 0;", "const STONE: u16 = 1;", "unknown"),
    mutant("Some(self.open.len())", "Some(self.open.len() - 1)", "exceeds its bound of 8 plies"),
    mutant(
        "position.won.iter().collect();\n        let seat",
        "position.won.iter().map(|site| site + 9).collect();\n        let seat",
        "the board lacks sites of",
    ),
    mutant("position.mover = 1 - by;", "position.mover = by;", "perft 6 is"),
    mutant("self.empty(position).iter()", "self.open.iter()", ""),
    mutant("own.insert(site);", "", ""),
    mutant("&[\"x\", \"o\"]", "&[\"x\", \"x\"]", ""),
    mutant(
        "vec![Message::new(\"rules.line\", text)",
        "vec![Message::new(\"rules.line\", \" \"), Message::new(\"rules.line\", text)",
        "explain: a paragraph is empty",
    ),
];

/// Faults in `sdk/examples/reversi/src/game.rs`.
const REVERSI: [Mutant; 19] = [
    mutant("&self.rays[site as usize]", "self.rays[site as usize].iter().skip(1)", "perft"),
    mutant("ray[..enemies].iter()", "ray[1..enemies].iter()", "perft"),
    mutant(
        "(&discs[usize::from(mover)], &discs[usize::from(1 - mover)])",
        "(&discs[usize::from(1 - mover)], &discs[usize::from(mover)])",
        "perft",
    ),
    mutant("if enemies > 0 && ray", "if ray", "perft"),
    mutant("if position.targets.is_empty() {", "if false {", "moves are listed"),
    mutant(
        "targets.is_empty() && self.targets(&discs, 1 - mover).is_empty()",
        "targets.is_empty()",
        "tests/passes.loom",
    ),
    mutant("self.position(discs, 1 - by)", "self.position(discs, by)", "perft"),
    mutant(
        "PartialEq, Eq, Hash)]\npub struct Position<const W: usize> {",
        "PartialEq, Eq)]\npub struct Position<const W: usize> {",
        "different seats to move",
    ),
    mutant("[vec![a, d], vec![b, c]]", "[vec![a, b], vec![d, c]]", "perft"),
    mutant("[0, 1].map(|color| Bits::of_color", "[1, 0].map(|color| Bits::of_color", "written as"),
    mutant("pieces, color)), mover))", "pieces, color)), mover.min(0)))", "its key changes"),
    mutant("ray.len() > 1", "ray.len() > 2", ""),
    mutant("take_while(|at| other.has(**at))", "take_while(|at| !own.has(**at))", "perft"),
    mutant("Some(2 * self.open.len())", "Some(self.open.len() / 2)", "exceeds its bound of 32"),
    mutant(
        "if self.misere { -1 } else { 1 }",
        "if self.misere { 1 } else { -1 }",
        "the game ends with",
    ),
    mutant(
        "Ranks::by_score(&position.discs.map(|discs| sign * i64::from(discs.len())))",
        "Ranks::by_score(&position.discs.map(|discs| sign + i64::from(discs.is_empty())))",
        "the game ends with",
    ),
    mutant("Piece::new(0, seat as Seat)", "Piece::new(0, 1 - seat as Seat)", "written as"),
    mutant("\"the board is full\"", "\"\"", "the game is over without a reason"),
    mutant(
        "Status::turn_unless(position.over, position.mover)",
        "Status::turn_unless(position.over, 0)",
        "",
    ),
];

/// What a mutant needs besides: a hash that forgets the side to move.
const HASH: &str = "\nimpl<const W: usize> std::hash::Hash for Position<W> {\n    \
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {\n        std::hash::Hash::hash(&self.discs, state);\n    }\n}\n";

/// A crate in a temporary folder.
struct Workshop {
    dir: TestDir,
    /// The folder of the crate.
    name: &'static str,
    source: PathBuf,
    text: String,
}

impl Workshop {
    /// Lets cargo reuse what other tests and earlier runs compiled.
    fn share_target(dir: &TestDir) {
        dir.write(".cargo/config.toml", &format!("[build]\ntarget-dir = {:?}\n", guests()));
    }

    /// The SDK of this tree, which is compiled once for all tests.
    fn sdk() -> String {
        format!("path = {:?}", project().join("sdk").canonicalize().expect("it is there"))
    }

    fn open(dir: TestDir, name: &'static str, file: &str, own_sdk: &str) -> Self {
        Self::share_target(&dir);
        let manifest = dir.path().join(name).join("Cargo.toml");
        let text = std::fs::read_to_string(&manifest).expect("a manifest");
        assert!(text.contains(own_sdk), "{text}");
        // Built often and run briefly.
        let quick = [("lto = true", "lto = false"), ("opt-level = 3", "opt-level = 1")];
        let text = quick.iter().fold(text.replace(own_sdk, &Self::sdk()), |text, (one, other)| {
            assert!(text.contains(one), "{text}");
            text.replace(one, other)
        });
        std::fs::write(manifest, text.replace("codegen-units = 1", "codegen-units = 16"))
            .expect("a file");
        let source = dir.path().join(name).join(file);
        let text = std::fs::read_to_string(&source).expect("a source");
        Workshop { dir, name, source, text }
    }

    fn template() -> Self {
        let dir = TestDir::new();
        dir.run(&["new", "plugin", "mutant"]).success();
        Self::open(dir, "mutant", "src/lib.rs", "path = \"boardloom-sdk/sdk\"")
    }

    fn reversi() -> Self {
        let dir = TestDir::new();
        let example = project().join("sdk/examples/reversi");
        for file in
            crate::invariants::files("sdk/examples/reversi", &[".rs", ".toml", ".lock", ".loom"])
        {
            let path = project().join(&file);
            let within = path.strip_prefix(&example).expect("it is below").to_string_lossy();
            let text = std::fs::read_to_string(&path).expect("a text");
            dir.write(&format!("reversi/{within}"), &text);
        }
        Self::open(dir, "reversi", "src/game.rs", "path = \"../..\"")
    }

    /// Builds and tests the source, and returns the reports.
    fn reports(&self) -> Vec<Value> {
        let tested = self.dir.run(&["plugin", "test", self.name, "--json"]);
        let reports: Vec<Value> =
            tested.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert!(!reports.is_empty(), "{}", tested.err);
        let passed = reports.iter().all(|report| report["passed"] == true);
        assert_eq!(passed, tested.code == 0, "{reports:#?}");
        reports
    }

    /// Returns why a mutant counts as missed, or `None`.
    fn missed(&self, mutant: &Mutant) -> Option<String> {
        let Mutant { right, wrong, told } = mutant;
        assert_eq!(self.text.matches(right).count(), 1, "{right}");
        let mut text = self.text.replace(right, wrong);
        if wrong.contains("Eq)]\npub struct Position") {
            text += HASH;
        }
        std::fs::write(&self.source, text).expect("a file");
        let reports = self.reports();
        let failures: Vec<&Value> = reports.iter().filter(|it| it["passed"] == false).collect();
        let texts = failures.iter().map(|report| report.to_string()).collect::<Vec<_>>();
        let has_place = |report: &&Value| {
            let texts = report["failures"].as_array().into_iter().flatten();
            let places = |text: &str| text.contains("(after: ") || report["record"].is_string();
            report["ruleset"].is_string() && texts.filter_map(Value::as_str).all(places)
        };
        let whole = texts.join("\n");
        match (texts.is_empty(), whole.contains(told), failures.iter().all(has_place)) {
            (false, true, true) => None,
            (true, ..) => Some(format!("not found: `{right}` as `{wrong}`")),
            _ => Some(format!("`{right}` as `{wrong}`: expected `{told}` in {whole}")),
        }
    }

    /// Tries mutants one after the other.
    fn assert_found(&self, mutants: &[Mutant]) {
        let first = self.reports();
        assert!(first.iter().all(|report| report["passed"] == true), "{first:#?}");
        let missed: Vec<String> = mutants.iter().filter_map(|it| self.missed(it)).collect();
        assert!(missed.is_empty(), "{}", missed.join("\n"));
    }
}

#[test]
fn faults_in_sources_are_found() {
    Workshop::template().assert_found(&TEMPLATE[..2]);
    Workshop::reversi().assert_found(&REVERSI[..1]);
}

#[test]
#[ignore = "takes minutes: see the heavy checks in CONTRIBUTING.md"]
fn all_faults_in_sources_are_found() {
    Workshop::template().assert_found(&TEMPLATE);
    Workshop::reversi().assert_found(&REVERSI);
}
