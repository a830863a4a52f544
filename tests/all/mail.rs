//! `boardloom mail`: players, each with an own folder, who send files to each other.

use crate::program::{ProgramOutput, TestDir};

/// A player with a name and a folder.
struct Correspondent {
    name: &'static str,
    dir: TestDir,
}

impl Correspondent {
    fn new(name: &'static str) -> Self {
        Correspondent { name, dir: TestDir::new() }
    }

    fn run(&self, args: &[&str]) -> ProgramOutput {
        self.dir.run(&[&["mail"], args].concat())
    }

    /// Runs a command that writes a mail, and returns the mail.
    #[track_caller]
    fn write(&self, args: &[&str]) -> String {
        let output = self.run(&[args, &["-o", "out.txt"]].concat());
        assert_eq!(output.success(), "", "the mail goes into the file");
        std::fs::read_to_string(self.dir.path().join("out.txt")).expect("a mail")
    }

    #[track_caller]
    fn import(&self, mail: &str) -> String {
        self.dir.run_with_input(&["mail", "import"], mail.as_bytes()).success()
    }

    #[track_caller]
    fn invite(&self, ruleset: &str, more: &[&str]) -> String {
        self.write(&[&["new", ruleset, "--name", self.name], more].concat())
    }

    /// Returns the name of the only game.
    #[track_caller]
    fn game(&self) -> String {
        let list = self.run(&["list"]).success();
        list.split(':').next().expect("a name").to_owned()
    }

    #[track_caller]
    fn join(&self) -> String {
        self.write(&["join", &self.game(), "--name", self.name])
    }
}

#[test]
fn two_players_play_by_files() {
    let (ann, bob) = (Correspondent::new("Ann"), Correspondent::new("Bob"));
    ann.run(&["new", "ataxx/classic"]).fails(2, "--name NAME");
    let invitation = ann.invite("ataxx/classic", &[]);
    assert!(invitation.lines().all(|line| line.len() <= 76), "{invitation}");
    let words = invitation.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("Ann invites you: seat 2 is open."), "{invitation}");
    let told = bob.import(&invitation);
    assert!(told.contains("seat 2, Blue: open"), "{told}");
    assert!(told.contains("To take part: boardloom mail join"));
    let answer = bob.join();
    let told = ann.import(&answer);
    assert!(told.contains("seat 2, Blue: Bob (key "), "{told}");
    let game = ann.game();
    assert_eq!(game, bob.game(), "the game has one name");
    assert!(told.contains(&format!("Your turn: boardloom mail move {game} MOVE")), "{told}");
    bob.run(&["move", &game, "a1"]).fails(2, "it is not your turn: Ann has to move");
    ann.run(&["move", &game, "z99"]).fails(2, "z99");

    // The mail is quoted by a program with other line ends, and commented on.
    let mail = ann.write(&["move", &game[game.len() - 4..], "g2", "--say", "Good luck!"]);
    let quoted: String = mail.lines().map(|line| format!("> {line}\r\n")).collect();
    let told = bob.import(&format!("Hi,\r\n{quoted}-- \r\nBob\r\n"));
    assert!(told.contains("1. Ann: g2\n   Ann: Good luck!\n"), "{told}");
    let again = bob.import(&mail);
    assert!(again.contains("this mail is known already"), "{again}");
    let older = bob.import(&invitation);
    assert!(older.contains("this mail is older than the game that you know"), "{older}");
    let list = bob.run(&["list"]).success();
    assert!(list.contains("Ann – Bob; your turn"), "{list}");

    // A reply above the mail that it answers: both are read.
    let reply = bob.write(&["move", &game, "f6"]);
    let told = ann.import(&format!("{reply}\n> On Monday, Ann wrote:\n{quoted}"));
    assert!(told.contains("2. Bob: f6") && told.contains("is older"), "{told}");
    assert!(!told.contains("Good luck!"), "said with a move that is known: {told}");
    let shown = ann.run(&["show", &game]).success();
    assert!(
        shown.contains("all 4 signatures are right") && shown.contains("Your turn."),
        "{shown}"
    );

    // The record plays anywhere.
    let record = ann.dir.data().join(format!("mail/{game}.loom"));
    let replayed = ann.dir.run(&["replay", &record.to_string_lossy()]).success();
    assert!(replayed.contains("Good luck!"), "{replayed}");
    let sent = ann.write(&["send", &game]);
    assert!(bob.import(&sent).contains("known already"));
    let resigned = ann.write(&["resign", &game]);
    let told = bob.import(&resigned);
    assert!(told.contains("Bob won: "), "{told}");
    bob.run(&["move", &game, "a1"]).fails(2, "the game is over");
    let list = bob.run(&["list"]).success();
    assert!(list.contains("Ann – Bob; Bob won: "), "{list}");
}

#[test]
fn tampering_is_told_with_part_and_player() {
    let (ann, bob) = (Correspondent::new("Ann"), Correspondent::new("Bob"));
    let invitation = ann.invite("ataxx/classic", &[]);
    let import = |mail: &str| bob.dir.run_with_input(&["mail", "import"], mail.as_bytes());
    import("Hello Bob!").fails(1, "there is no game in this text");
    let letter = invitation.lines().nth(8).expect("a line of letters").to_owned();
    let flipped: String = letter.chars().rev().collect();
    import(&invitation.replace(&letter, &flipped)).fails(1, "was damaged on its way");
    import(&invitation.replace("-----END", "END OF")).fails(1, "does not end");
    // The record of the game, which anybody can edit.
    bob.import(&invitation);
    let file = bob.dir.data().join(format!("mail/{}.loom", bob.game()));
    let record = std::fs::read_to_string(&file).expect("a record");
    std::fs::write(&file, record.replace("date=20", "date=30")).expect("a file");
    let game = file.to_string_lossy().into_owned();
    let told = bob.run(&["show", &game]);
    told.fails(1, "the invitation in this mail");
    told.fails(1, "is not what Ann (key ");
    std::fs::write(&file, record.replacen("width = ", "width = 1", 1)).expect("a file");
    bob.run(&["show", &game]).fails(1, "the rules in this mail are not those that Ann (key ");
}

#[test]
fn a_key_is_private_and_another_key_of_a_name_is_told() {
    let (ann, bob, eve) =
        (Correspondent::new("Ann"), Correspondent::new("Bob"), Correspondent::new("Ann"));
    let told =
        bob.dir.run_with_input(&["mail", "import"], ann.invite("ataxx/classic", &[]).as_bytes());
    let own = ann.run(&["key"]).success();
    let print = own.trim().strip_prefix("Ann ").expect("the name").to_owned();
    assert!(
        told.err.contains(&format!("Ann is new to you. Compare the key {print}")),
        "{}",
        told.err
    );
    let told =
        bob.dir.run_with_input(&["mail", "import"], eve.invite("ataxx/classic", &[]).as_bytes());
    assert!(told.err.contains("warning: Ann signs with the key "), "{}", told.err);
    assert!(told.err.contains(&format!("signed with {print} before")), "{}", told.err);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let key = ann.dir.data().join("mail/key");
        assert_eq!(key.metadata().expect("a key").permissions().mode() & 0o777, 0o600);
    }
}
