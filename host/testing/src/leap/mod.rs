//! A game on a grid, for the panels and the window. A turn puts a stone beside an
//! own one, leaps straight over one site and captures the piece there, or passes.
//! Two passes or a full board end the game; most stones win.

mod board;

use std::sync::Arc;

use board::{LeapBoard, LeapMove};
use boardloom_contract::*;

/// On a board as wide as this, every move is a plugin error.
const CURSED: u32 = 17;
/// Boards of this width have sentences for moves, and short texts for lists.
const WORDY: u32 = 19;
/// On a board as wide as this, moves are played on the loader's thread alone: elsewhere they are
/// plugin errors.
const LOADED: u32 = 16;
/// On a board as wide as this, the computer thinks until it is to move.
const PONDERED: u32 = 11;

/// The rules, for boards of any size.
pub struct Leap;

impl LoadedPlugin for Leap {
    fn name(&self) -> &str {
        "leap"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { count: false, search: true }
    }

    fn schema(&self) -> PluginResult<String> {
        Ok(r#"{"type":"object","properties":{"board":{"type":"object","properties":{"width":{"type":"integer","minimum":3,"maximum":26},"height":{"type":"integer","minimum":3,"maximum":99},"draws":{"type":"integer"}}}}}"#.to_owned())
    }

    fn open(&self, ruleset: &str) -> PluginResult<Result<Box<dyn OpenGame>, Vec<Diagnostic>>> {
        let number = |key: &str| {
            let at = ruleset.find(&format!("\"{key}\""))?;
            let digits: String = ruleset[at..]
                .chars()
                .skip_while(|c| !c.is_ascii_digit())
                .take_while(char::is_ascii_digit)
                .collect();
            digits.parse::<u32>().ok()
        };
        let (width, height) = (number("width").unwrap_or(5), number("height").unwrap_or(5));
        if width == 13 || (width, height) == (7, 13) {
            return Ok(Err(vec![Diagnostic {
                severity: Severity::Error,
                path: vec![PathKey::Name("board".into()), PathKey::Name("width".into())],
                on_key: false,
                inside: None,
                what: Message::new("thirteen", "no leap has this size"),
                hint: Some(Message::new("", "try 12 or 14")),
            }]));
        }
        let mut board = LeapBoard::new(width, height);
        board.draws = number("draws").unwrap_or(0);
        Ok(Ok(Box::new(LeapGame(board))))
    }
}

struct LeapGame(LeapBoard);

impl OpenGame for LeapGame {
    fn warnings(&self) -> PluginResult<Vec<Diagnostic>> {
        Ok(vec![])
    }

    fn about(&self) -> PluginResult<About> {
        Ok(About {
            seats: 2,
            colors: 2,
            kinds: vec![PieceKind {
                id: "stone".into(),
                name: Message::new("stone", "stone"),
                letters: vec!["s".into()],
                shape: "disc".into(),
            }],
            roles: vec!["cell".into()],
            views: vec![BoardView {
                id: "flat".into(),
                name: Message::new("flat", "Flat"),
                dimensions: 2,
            }],
            forms: vec!["text".into()],
            unit: Message::new("stones", "stones"),
            bound: Some(400),
            facts: vec![],
        }
        .with_draws(true))
    }

    fn explain(&self) -> PluginResult<Vec<Message>> {
        Ok(vec![
            Message::new("board", "The board has {w} by {h} sites.")
                .with("w", self.0.width)
                .with("h", self.0.height),
            Message::new("end", "Two passes in a row end the game; most stones win."),
        ])
    }

    fn start(&self) -> PluginResult<Box<dyn Cursor>> {
        Ok(Box::new(LeapCursor { now: self.0.clone(), past: vec![] }))
    }

    fn load(&self, position: &[u8]) -> PluginResult<Result<Box<dyn Cursor>, Message>> {
        self.read(&String::from_utf8_lossy(position))
    }

    fn read(&self, text: &str) -> PluginResult<Result<Box<dyn Cursor>, Message>> {
        let mut now = self.0.clone();
        let mut words = text.split_whitespace();
        let stones: Option<Vec<_>> = words.next().map(|w| {
            w.chars()
                .map(|c| match c {
                    'r' => Some(0),
                    'b' => Some(1),
                    _ => None,
                })
                .collect()
        });
        match stones {
            Some(stones) if stones.len() == now.stones.len() => {
                now.stones = stones;
                now.draws = 0;
                now.turn = u8::from(words.next() == Some("b"));
                Ok(Ok(Box::new(LeapCursor { now, past: vec![] })))
            }
            _ => Ok(Err(Message::new("size", "the position has another size"))),
        }
    }
}

struct LeapCursor {
    now: LeapBoard,
    past: Vec<LeapBoard>,
}

fn refuse(mv: &str) -> Message {
    Message::new("illegal.move", "{mv} is no move here").with("mv", mv)
}

impl Cursor for LeapCursor {
    fn status(&mut self) -> PluginResult<GameStatus> {
        Ok(self.now.status())
    }

    fn pieces(&mut self, first: Site, limit: u32) -> PluginResult<Vec<(Site, Piece)>> {
        let sites: Vec<_> = (first..self.now.stones.len() as Site).take(limit as usize).collect();
        self.pieces_at(&sites)
    }

    fn pieces_at(&mut self, sites: &[Site]) -> PluginResult<Vec<(Site, Piece)>> {
        let piece = |site: &Site| Some((*site, Piece::new(0, self.now.stone(*site)?)));
        Ok(sites.iter().filter_map(piece).collect())
    }

    fn choices(&mut self, _: Seat, path: &[Site]) -> PluginResult<Choices> {
        Ok(self.now.choices(path))
    }

    fn paths(&mut self, _: Seat, mv: &str) -> PluginResult<Vec<Vec<Site>>> {
        Ok(match self.now.read(mv) {
            Some(LeapMove::Place(to)) => vec![vec![to]],
            Some(LeapMove::Leap(from, to)) => vec![vec![from, to]],
            _ => vec![vec![]],
        })
    }

    fn count_moves(&mut self, _: Seat) -> PluginResult<u64> {
        Ok(self.now.moves().len() as u64)
    }

    fn legal_moves(
        &mut self,
        _: Seat,
        after: Option<&str>,
        limit: u32,
    ) -> PluginResult<Vec<String>> {
        let all = self.now.moves().into_iter();
        Ok(all.filter(|mv| after.is_none_or(|a| mv.as_str() > a)).take(limit as usize).collect())
    }

    fn is_legal(&mut self, _: Seat, mv: &str) -> PluginResult<bool> {
        Ok(self.now.moves().iter().any(|known| known == mv))
    }

    fn parse(&mut self, _: Seat, text: &str) -> PluginResult<Result<String, Message>> {
        let mv = text.trim().to_lowercase().replace(" to ", "-");
        Ok(if self.now.moves().contains(&mv) { Ok(mv) } else { Err(refuse(text)) })
    }

    fn describe_move(&mut self, _: Seat, mv: &str) -> PluginResult<Message> {
        if self.now.width == WORDY {
            let text = format!("a stone of a board that has no end comes to {mv}, and stays there");
            return Ok(Message::new("move", text).with("short", mv));
        }
        Ok(Message::new("move", mv.replace('-', " to ")))
    }

    fn play(&mut self, by: Seat, mv: &str) -> PluginResult<Result<Vec<Effect>, Message>> {
        if by == CHANCE {
            self.past.push(self.now.clone());
            return Ok(Ok(self.now.drop(mv)));
        }
        if !self.now.moves().iter().any(|known| known == mv) {
            return Ok(Err(refuse(mv)));
        }
        let loader = std::thread::current().name() == Some("loader");
        if self.now.width == CURSED || self.now.width == LOADED && !loader {
            let (plugin, call) = ("leap".to_owned(), "play".to_owned());
            return Err(PluginError::Trapped {
                plugin,
                call,
                why: "the leap is cursed".to_owned(),
            });
        }
        self.past.push(self.now.clone());
        Ok(Ok(self.now.play(mv)))
    }

    fn preview(
        &mut self,
        _: Seat,
        mv: &str,
    ) -> PluginResult<Result<(GameStatus, Vec<Effect>), Message>> {
        if !self.now.moves().iter().any(|known| known == mv) {
            return Ok(Err(refuse(mv)));
        }
        let mut then = self.now.clone();
        let effects = then.play(mv);
        Ok(Ok((then.status(), effects)))
    }

    fn remove_player(&mut self, who: Seat) -> PluginResult<Result<Vec<Effect>, Message>> {
        self.past.push(self.now.clone());
        self.now.removed = Some(who);
        self.now.ply += 1;
        Ok(Ok(vec![]))
    }

    fn chance_outcomes(&mut self, _: u32) -> PluginResult<Option<Vec<(String, u32)>>> {
        Ok(None)
    }

    fn sample_outcome(&mut self, random: u64) -> PluginResult<String> {
        let empty: Vec<Site> = (0..self.now.stones.len() as Site)
            .filter(|site| self.now.stone(*site).is_none())
            .collect();
        let site = empty[(random % empty.len() as u64) as usize];
        Ok(format!("at {}", self.now.label(site)))
    }

    fn undo(&mut self) -> PluginResult<bool> {
        Ok(match self.past.pop() {
            Some(before) => {
                self.now = before;
                true
            }
            None => false,
        })
    }

    fn fork(&mut self) -> PluginResult<Box<dyn Cursor>> {
        Ok(Box::new(LeapCursor { now: self.now.clone(), past: vec![] }))
    }

    fn save(&mut self) -> PluginResult<Vec<u8>> {
        Ok(self.write("text")?.unwrap_or_default().into_bytes())
    }

    fn write(&mut self, form: &str) -> PluginResult<Result<String, Message>> {
        if form != "text" {
            return Ok(Err(Message::new("form", "there is only the form `text`")));
        }
        let letter = |stone: &Option<u8>| match stone {
            Some(0) => 'r',
            Some(_) => 'b',
            None => '.',
        };
        let stones: String = self.now.stones.iter().map(letter).collect();
        Ok(Ok(format!("{stones} {}", ["r", "b"][self.now.turn as usize])))
    }

    fn extent(&mut self, _: u16) -> PluginResult<Extent> {
        Ok(self.now.patch().extent(1))
    }

    fn drawing_beyond(&mut self, _: u16, beyond: Extent, limit: u32) -> PluginResult<Patch> {
        Ok(self.now.patch().beyond(beyond, limit))
    }

    fn proposed_sites(&mut self, _: u16, _: &[Site]) -> PluginResult<Patch> {
        Ok(Patch::default())
    }

    fn marks(&mut self) -> PluginResult<Vec<Mark>> {
        let mark = |role: &str, site: Site| Mark {
            role: role.to_owned(),
            sites: vec![site],
            joined: false,
            seat: None,
            text: None,
        };
        Ok(match self.now.last {
            Some((Some(from), to)) => vec![mark("last-from", from), mark("last-to", to)],
            Some((None, to)) => vec![mark("last-to", to)],
            None => vec![],
        })
    }

    fn perft(&mut self, _: u32, _: bool) -> PluginResult<u64> {
        Err(PluginError::Absent { plugin: "leap".into(), interface: "count".into() })
    }

    fn playouts(&mut self, _: u32, _: u64, _: u32, _: bool) -> PluginResult<PlayoutStats> {
        Err(PluginError::Absent { plugin: "leap".into(), interface: "count".into() })
    }

    fn evaluate(&mut self) -> PluginResult<Vec<i32>> {
        Ok(vec![(self.now.count(0) * 100.0) as i32, (self.now.count(1) * 100.0) as i32])
    }

    fn search(
        &mut self,
        _: &str,
        seed: u64,
        _: u64,
    ) -> PluginResult<Result<Box<dyn Searcher>, Message>> {
        Ok(Ok(Box::new(LeapSearcher { root: self.now.clone(), nodes: seed % 2 })))
    }
}

struct LeapSearcher {
    root: LeapBoard,
    nodes: u64,
}

impl Searcher for LeapSearcher {
    fn step(&mut self, nodes: u32) -> PluginResult<SearchProgress> {
        self.nodes += u64::from(nodes);
        let pondered = self.root.width == PONDERED;
        if pondered {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        let finished = self.nodes > 2_000 && !pondered;
        Ok(SearchProgress { nodes: self.nodes, memory: 0, finished })
    }

    fn report(&mut self, lines: u16) -> PluginResult<Vec<Variation>> {
        let mut moves: Vec<_> = self
            .root
            .moves()
            .into_iter()
            .map(|mv| {
                let mut then = self.root.clone();
                then.play(&mv);
                let gain = then.count(self.root.turn) - then.count(self.root.turn ^ 1);
                ((gain * 10.0) as i64 - i64::from(mv == "pass") * 100, mv)
            })
            .collect();
        moves.sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
        Ok(moves
            .into_iter()
            .take(usize::from(lines))
            .map(|(gain, mv)| Variation {
                moves: vec![mv],
                visits: self.nodes,
                value: vec![5000, 5000],
                units: Some(gain as i32 * 10),
                forced: None,
                depth: 1,
            })
            .collect())
    }

    fn advance_root(&mut self, _: Seat, mv: &str) -> PluginResult<bool> {
        self.root.play(mv);
        Ok(true)
    }

    fn export_stats(&mut self) -> PluginResult<Vec<u8>> {
        Ok(vec![])
    }

    fn import_stats(&mut self, _: &[u8]) -> PluginResult<()> {
        Ok(())
    }
}

/// Returns the rules as the program shares them.
pub fn rules() -> Arc<dyn LoadedPlugin> {
    Arc::new(Leap)
}
