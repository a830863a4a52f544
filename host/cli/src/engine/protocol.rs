//! Parses the lines of the engine protocols.

use boardloom_ruleset::suggestion;

use crate::cli::Protocol;

/// A line of the runner. `Identify` is the protocol's name; a `Position` without a start is
/// the ruleset's; `Moves` follow the current position.
#[derive(Debug, Clone, PartialEq)]
pub enum EngineCommand {
    Identify,
    SetOption {
        name: String,
        value: String,
    },
    IsReady,
    NewGame,
    Position {
        start: Option<String>,
        moves: Vec<String>,
    },
    Moves(Vec<String>),
    Go(SearchLimits),
    Stop,
    Quit,
    Query(PositionQuery),
    /// Count the positions after so many plies.
    Perft(u32),
    /// Draw the position.
    Print,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PositionQuery {
    FirstToMove,
    GameOver,
    Result,
}

/// The limits of a search; `None` is no limit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchLimits {
    pub depth: Option<u16>,
    pub nodes: Option<u64>,
    /// In milliseconds.
    pub movetime: Option<u64>,
    /// Remaining time of each player in milliseconds.
    pub clocks: [Option<u64>; 2],
    /// Increment of each player in milliseconds.
    pub increments: [u64; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u64>,
    pub infinite: bool,
    pub unknown: Vec<String>,
}

impl Protocol {
    /// Returns the command that starts a session.
    pub fn name(self) -> &'static str {
        match self {
            Protocol::Uai => "uai",
            Protocol::Ugi => "ugi",
        }
    }

    pub fn read(self, line: &str) -> Result<EngineCommand, String> {
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        let name = self.name();
        match first {
            "setoption" => set_option(&rest),
            "isready" => Ok(EngineCommand::IsReady),
            "position" => position(&rest),
            "moves" => Ok(EngineCommand::Moves(to_strings(&rest))),
            "go" => Ok(EngineCommand::Go(go(&rest))),
            "stop" => Ok(EngineCommand::Stop),
            "quit" => Ok(EngineCommand::Quit),
            "print" => Ok(EngineCommand::Print),
            "perft" => perft(&rest),
            "query" if self == Protocol::Ugi => query(&rest),
            word if word == name => Ok(EngineCommand::Identify),
            word if word.strip_suffix("newgame") == Some(name) => Ok(EngineCommand::NewGame),
            word => {
                let known = [
                    "setoption",
                    "isready",
                    "position",
                    "moves",
                    "go",
                    "stop",
                    "quit",
                    "perft",
                    "print",
                ];
                let near = suggestion::suffix(word, known.into_iter().chain([name]));
                Err(format!("unknown command `{}`{near}", shorten(word)))
            }
        }
    }
}

fn to_strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Truncates untrusted input for a message.
pub fn shorten(word: &str) -> String {
    match word.char_indices().nth(60) {
        Some((at, _)) => format!("{}...", &word[..at]),
        None => word.to_owned(),
    }
}

fn set_option(words: &[&str]) -> Result<EngineCommand, String> {
    let Some(("name", rest)) = words.split_first().map(|(first, rest)| (*first, rest)) else {
        return Err("expected `setoption name NAME value VALUE`".to_owned());
    };
    let (name, value) = match rest.iter().position(|word| *word == "value") {
        Some(at) => (&rest[..at], &rest[at + 1..]),
        None => (rest, &[][..]),
    };
    Ok(EngineCommand::SetOption { name: name.join(" "), value: value.join(" ") })
}

fn position(words: &[&str]) -> Result<EngineCommand, String> {
    let at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let (start, moves) = words.split_at(at);
    let moves = to_strings(moves.get(1..).unwrap_or_default());
    match start {
        ["startpos"] => Ok(EngineCommand::Position { start: None, moves }),
        ["fen", text @ ..] if !text.is_empty() => {
            Ok(EngineCommand::Position { start: Some(text.join(" ")), moves })
        }
        _ => Err("expected `position startpos` or `position fen TEXT`, and `moves ...`".to_owned()),
    }
}

fn query(words: &[&str]) -> Result<EngineCommand, String> {
    match words {
        ["p1turn"] => Ok(EngineCommand::Query(PositionQuery::FirstToMove)),
        ["gameover"] => Ok(EngineCommand::Query(PositionQuery::GameOver)),
        ["result"] => Ok(EngineCommand::Query(PositionQuery::Result)),
        _ => Err("expected `query p1turn`, `query gameover` or `query result`".to_owned()),
    }
}

fn perft(words: &[&str]) -> Result<EngineCommand, String> {
    match words.first().map(|word| word.parse()) {
        Some(Ok(depth)) => Ok(EngineCommand::Perft(depth)),
        _ => Err("expected `perft DEPTH`, as `perft 4`".to_owned()),
    }
}

/// Parses the limits of a search. A limit without a number is ignored: every `go` needs a
/// `bestmove`.
fn go(words: &[&str]) -> SearchLimits {
    let mut go = SearchLimits::default();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        // Runners send a negative number for an overrun clock.
        let next = words.peek().and_then(|text| text.parse::<i64>().ok());
        let number = next.map(|number| number.max(0) as u64);
        match (*word, number) {
            ("infinite", _) => {
                go.infinite = true;
                continue;
            }
            ("depth", Some(plies)) => go.depth = Some(plies.clamp(1, u16::MAX.into()) as u16),
            ("nodes", Some(nodes)) => go.nodes = Some(nodes.max(1)),
            ("movetime", Some(time)) => go.movetime = Some(time),
            ("btime" | "p1time", Some(time)) => go.clocks[0] = Some(time),
            ("wtime" | "p2time", Some(time)) => go.clocks[1] = Some(time),
            ("binc" | "p1inc", Some(time)) => go.increments[0] = time,
            ("winc" | "p2inc", Some(time)) => go.increments[1] = time,
            ("movestogo", Some(moves)) => go.moves_to_go = Some(moves),
            (other, _) => {
                go.unknown.push(other.to_owned());
                continue;
            }
        }
        words.next();
    }
    go
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_positions_with_moves() {
        let read = |line: &str| Protocol::Uai.read(line);
        let position = |start: Option<&str>, moves: &[&str]| {
            Ok(EngineCommand::Position {
                start: start.map(str::to_owned),
                moves: to_strings(moves),
            })
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
    fn parses_every_form_of_go() {
        let read = |line: &str| match Protocol::Ugi.read(line) {
            Ok(EngineCommand::Go(go)) => Ok(go),
            Ok(other) => panic!("{other:?}"),
            Err(why) => Err(why),
        };
        assert_eq!(read("go"), Ok(SearchLimits::default()));
        let clocks = SearchLimits {
            clocks: [Some(1000), Some(0)],
            increments: [10, 20],
            moves_to_go: Some(3),
            ..SearchLimits::default()
        };
        assert_eq!(
            read("go p1time 1000 p2time -5 p1inc 10 p2inc 20 movestogo 3"),
            Ok(clocks.clone())
        );
        assert_eq!(read("go btime 1000 wtime -5 binc 10 winc 20 movestogo 3"), Ok(clocks));
        let bounded = SearchLimits {
            depth: Some(4),
            nodes: Some(1),
            movetime: Some(50),
            infinite: true,
            unknown: vec!["ponder".to_owned()],
            ..SearchLimits::default()
        };
        assert_eq!(read("go depth 4 nodes 0 ponder movetime 50 infinite"), Ok(bounded));
        let ignored = |words: &[&str]| {
            Ok(SearchLimits { unknown: to_strings(words), ..SearchLimits::default() })
        };
        assert_eq!(read("go depth"), ignored(&["depth"]));
        assert_eq!(read("go nodes many"), ignored(&["nodes", "many"]));
    }

    #[test]
    fn each_protocol_accepts_only_its_commands() {
        assert_eq!(Protocol::Uai.read("uai"), Ok(EngineCommand::Identify));
        assert_eq!(Protocol::Uai.read("uainewgame"), Ok(EngineCommand::NewGame));
        assert_eq!(
            Protocol::Ugi.read("query p1turn"),
            Ok(EngineCommand::Query(PositionQuery::FirstToMove))
        );
        for wrong in ["ugi", "uginewgame", "query p1turn", "newgame", "\u{1F3B2}"] {
            assert!(Protocol::Uai.read(wrong).is_err(), "{wrong}");
        }
        for protocol in [Protocol::Uai, Protocol::Ugi] {
            assert_eq!(protocol.read("perft 3"), Ok(EngineCommand::Perft(3)));
            assert_eq!(protocol.read("print"), Ok(EngineCommand::Print));
            assert!(protocol.read("perft").is_err() && protocol.read("perft x").is_err());
        }
        let set = |name: &str, value: &str| {
            Ok(EngineCommand::SetOption { name: name.to_owned(), value: value.to_owned() })
        };
        assert_eq!(Protocol::Ugi.read("setoption name A b value c d"), set("A b", "c d"));
        assert_eq!(Protocol::Ugi.read("setoption name A"), set("A", ""));
        assert!(Protocol::Ugi.read("setoption A").is_err());
    }
}
