//! The engine protocols, and what their lines say.

use clap::ValueEnum;

use boardloom_ruleset::suggestion;

/// A protocol between a program that runs matches and a computer player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Protocol {
    /// UAI. It was made for one game, and others of two can be played by it too.
    #[value(name = "uai", help = "UAI: clocks are btime and wtime, b is the first player")]
    Uai,
    /// The Universal Game Interface: any game of two.
    #[value(name = "ugi", help = "UGI: any game of two; answers questions about the position")]
    Ugi,
}

/// What a line says.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Who are you.
    Greet,
    /// Another value of an option.
    SetOption { name: String, value: String },
    /// Answer when ready.
    IsReady,
    /// Forget the game before.
    NewGame,
    /// A start (none is the ruleset's own) and the moves from there.
    Position { start: Option<String>, moves: Vec<String> },
    /// More moves.
    Moves(Vec<String>),
    /// Find a move.
    Go(Go),
    /// Play what was found.
    Stop,
    /// End.
    Quit,
    /// A question about the position.
    Query(Query),
}

/// A question about the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Query {
    /// Whether the first player is to move.
    FirstToMove,
    /// Whether the game is over.
    GameOver,
    /// Who has won.
    Result,
}

/// How long to search. What is not said does not end the search.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Go {
    pub depth: Option<u16>,
    pub nodes: Option<u64>,
    /// In milliseconds.
    pub movetime: Option<u64>,
    /// What each of the two players has left, in milliseconds.
    pub clocks: [Option<u64>; 2],
    /// What each of them gets for a move, in milliseconds.
    pub increments: [u64; 2],
    /// Moves up to the next time control.
    pub moves_to_go: Option<u64>,
    pub infinite: bool,
    /// Words that were passed over.
    pub unknown: Vec<String>,
}

impl Protocol {
    /// Returns the word that it begins with.
    pub fn name(self) -> &'static str {
        match self {
            Protocol::Uai => "uai",
            Protocol::Ugi => "ugi",
        }
    }

    /// Reads a line.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn read(self, line: &str) -> Result<Command, String> {
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        let name = self.name();
        match first {
            "setoption" => set_option(&rest),
            "isready" => Ok(Command::IsReady),
            "position" => position(&rest),
            "moves" => Ok(Command::Moves(owned(&rest))),
            "go" => go(&rest).map(Command::Go),
            "stop" => Ok(Command::Stop),
            "quit" => Ok(Command::Quit),
            "query" if self == Protocol::Ugi => query(&rest),
            word if word == name => Ok(Command::Greet),
            word if word.strip_suffix("newgame") == Some(name) => Ok(Command::NewGame),
            word => {
                let known = ["setoption", "isready", "position", "moves", "go", "stop", "quit"];
                let near = suggestion::suffix(word, known.into_iter().chain([name]));
                Err(format!("unknown command `{}`{near}", shortened(word)))
            }
        }
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Returns the beginning of a word that somebody sent, for messages.
pub fn shortened(word: &str) -> String {
    match word.char_indices().nth(60) {
        Some((at, _)) => format!("{}...", &word[..at]),
        None => word.to_owned(),
    }
}

fn set_option(words: &[&str]) -> Result<Command, String> {
    let Some(("name", rest)) = words.split_first().map(|(first, rest)| (*first, rest)) else {
        return Err("expected `setoption name NAME value VALUE`".to_owned());
    };
    let (name, value) = match rest.iter().position(|word| *word == "value") {
        Some(at) => (&rest[..at], &rest[at + 1..]),
        None => (rest, &[][..]),
    };
    Ok(Command::SetOption { name: name.join(" "), value: value.join(" ") })
}

fn position(words: &[&str]) -> Result<Command, String> {
    let at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let (start, moves) = words.split_at(at);
    let moves = owned(moves.get(1..).unwrap_or_default());
    match start {
        ["startpos"] => Ok(Command::Position { start: None, moves }),
        ["fen", text @ ..] if !text.is_empty() => {
            Ok(Command::Position { start: Some(text.join(" ")), moves })
        }
        _ => Err("expected `position startpos` or `position fen TEXT`, and `moves ...`".to_owned()),
    }
}

fn query(words: &[&str]) -> Result<Command, String> {
    match words {
        ["p1turn"] => Ok(Command::Query(Query::FirstToMove)),
        ["gameover"] => Ok(Command::Query(Query::GameOver)),
        ["result"] => Ok(Command::Query(Query::Result)),
        _ => Err("expected `query p1turn`, `query gameover` or `query result`".to_owned()),
    }
}

fn go(words: &[&str]) -> Result<Go, String> {
    let mut go = Go::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if *word == "infinite" {
            go.infinite = true;
            continue;
        }
        let mut number = || -> Result<u64, String> {
            let text = words.next().copied().unwrap_or_default();
            // Runners tell of an overdrawn clock by a number below nought.
            let number: Result<i64, _> = text.parse();
            let found = || format!("`go {word}`: expected a number, found `{}`", shortened(text));
            number.map(|number| number.max(0) as u64).map_err(|_| found())
        };
        match *word {
            "depth" => go.depth = Some(u16::try_from(number()?).unwrap_or(u16::MAX).max(1)),
            "nodes" => go.nodes = Some(number()?.max(1)),
            "movetime" => go.movetime = Some(number()?),
            "btime" | "p1time" => go.clocks[0] = Some(number()?),
            "wtime" | "p2time" => go.clocks[1] = Some(number()?),
            "binc" | "p1inc" => go.increments[0] = number()?,
            "winc" | "p2inc" => go.increments[1] = number()?,
            "movestogo" => go.moves_to_go = Some(number()?),
            other => go.unknown.push(other.to_owned()),
        }
    }
    Ok(go)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read_with_their_moves() {
        let read = |line: &str| Protocol::Uai.read(line);
        let position = |start: Option<&str>, moves: &[&str]| {
            Ok(Command::Position { start: start.map(str::to_owned), moves: owned(moves) })
        };
        assert_eq!(read("position startpos"), position(None, &[]));
        assert_eq!(read(" position  startpos moves g2 a1a3 "), position(None, &["g2", "a1a3"]));
        assert_eq!(read("position fen a b 0 1"), position(Some("a b 0 1"), &[]));
        assert_eq!(read("position fen a b moves 0000"), position(Some("a b"), &["0000"]));
        for wrong in ["position", "position fen", "position a b", "position startpos x"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_form_of_go_is_read() {
        let read = |line: &str| match Protocol::Ugi.read(line) {
            Ok(Command::Go(go)) => Ok(go),
            Ok(other) => panic!("{other:?}"),
            Err(why) => Err(why),
        };
        assert_eq!(read("go"), Ok(Go::default()));
        let clocks = Go {
            clocks: [Some(1000), Some(0)],
            increments: [10, 20],
            moves_to_go: Some(3),
            ..Go::default()
        };
        assert_eq!(
            read("go p1time 1000 p2time -5 p1inc 10 p2inc 20 movestogo 3"),
            Ok(clocks.clone())
        );
        assert_eq!(read("go btime 1000 wtime -5 binc 10 winc 20 movestogo 3"), Ok(clocks));
        let bounded = Go {
            depth: Some(4),
            nodes: Some(1),
            movetime: Some(50),
            infinite: true,
            unknown: vec!["ponder".to_owned()],
            ..Go::default()
        };
        assert_eq!(read("go depth 4 nodes 0 ponder movetime 50 infinite"), Ok(bounded));
        assert!(read("go depth").is_err() && read("go nodes many").is_err());
    }

    #[test]
    fn each_protocol_has_words_of_its_own() {
        assert_eq!(Protocol::Uai.read("uai"), Ok(Command::Greet));
        assert_eq!(Protocol::Uai.read("uainewgame"), Ok(Command::NewGame));
        assert_eq!(Protocol::Ugi.read("query p1turn"), Ok(Command::Query(Query::FirstToMove)));
        for wrong in ["ugi", "uginewgame", "query p1turn", "newgame", "\u{1F3B2}"] {
            assert!(Protocol::Uai.read(wrong).is_err(), "{wrong}");
        }
        let set = |name: &str, value: &str| {
            Ok(Command::SetOption { name: name.to_owned(), value: value.to_owned() })
        };
        assert_eq!(Protocol::Ugi.read("setoption name A b value c d"), set("A b", "c d"));
        assert_eq!(Protocol::Ugi.read("setoption name A"), set("A", ""));
        assert!(Protocol::Ugi.read("setoption A").is_err());
    }
}
