//! A small game of our own, for trying the panels and the window without a
//! plugin. On a grid, a turn puts a stone beside one of one's own, or leaps
//! straight over one site and turns what stood there, or passes. Two passes or a
//! full board end it; most stones win.

use std::sync::Arc;

use boardloom_contract::*;

/// On a board as wide as this, every move is a fault of the plugin.
const CURSED: u32 = 17;
/// On a board as wide as this, the computer thinks until it is to move.
const PONDERED: u32 = 11;

/// The rules, for boards of any size.
pub struct Meadow;

#[derive(Clone)]
struct Board {
    width: u32,
    height: u32,
    stones: Vec<Option<u8>>,
    turn: u8,
    passes: u8,
    retired: Option<u8>,
    ply: u32,
    last: Option<(Option<Site>, Site)>,
    gained: [f64; 2],
    note: Option<Message>,
}

enum Step {
    Sow(Site),
    Leap(Site, Site),
    Pass,
}

impl Board {
    fn new(width: u32, height: u32) -> Self {
        let mut stones = vec![None; (width * height) as usize];
        let last = stones.len() - 1;
        stones[0] = Some(0);
        stones[last] = Some(0);
        stones[width as usize - 1] = Some(1);
        stones[last + 1 - width as usize] = Some(1);
        Board {
            width,
            height,
            stones,
            turn: 0,
            passes: 0,
            retired: None,
            ply: 0,
            last: None,
            gained: [0.0; 2],
            note: None,
        }
    }

    fn label(&self, site: Site) -> String {
        let (x, y) = (site % self.width, site / self.width);
        format!("{}{}", char::from(b'a' + x as u8), y + 1)
    }

    fn site(&self, label: &str) -> Option<Site> {
        (0..self.stones.len() as Site).find(|site| self.label(*site) == label)
    }

    fn at(&self, site: Site, dx: i64, dy: i64) -> Option<Site> {
        let x = i64::from(site % self.width) + dx;
        let y = i64::from(site / self.width) + dy;
        let inside =
            (0..i64::from(self.width)).contains(&x) && (0..i64::from(self.height)).contains(&y);
        inside.then(|| (y * i64::from(self.width) + x) as Site)
    }

    fn stone(&self, site: Site) -> Option<u8> {
        self.stones[site as usize]
    }

    fn around(&self, site: Site, far: i64) -> Vec<Site> {
        [(far, 0), (-far, 0), (0, far), (0, -far)]
            .into_iter()
            .filter_map(|(dx, dy)| self.at(site, dx, dy))
            .collect()
    }

    fn between(&self, a: Site, b: Site) -> Site {
        let (x, y) = ((a % self.width + b % self.width) / 2, (a / self.width + b / self.width) / 2);
        y * self.width + x
    }

    fn over(&self) -> bool {
        self.passes >= 2 || self.retired.is_some() || self.stones.iter().all(Option::is_some)
    }

    fn own(&self) -> Vec<Site> {
        (0..self.stones.len() as Site).filter(|s| self.stone(*s) == Some(self.turn)).collect()
    }

    fn read(&self, mv: &str) -> Option<Step> {
        if mv == "pass" {
            return Some(Step::Pass);
        }
        match mv.split_once('-') {
            Some((from, to)) => Some(Step::Leap(self.site(from)?, self.site(to)?)),
            None => Some(Step::Sow(self.site(mv)?)),
        }
    }

    fn moves(&self) -> Vec<String> {
        if self.over() {
            return Vec::new();
        }
        let mut all = vec!["pass".to_owned()];
        for from in self.own() {
            for to in self.around(from, 1) {
                if self.stone(to).is_none() {
                    all.push(self.label(to));
                }
            }
            for to in self.around(from, 2) {
                if self.stone(to).is_none() && self.stone(self.between(from, to)).is_some() {
                    all.push(format!("{}-{}", self.label(from), self.label(to)));
                }
            }
        }
        all.sort();
        all.dedup();
        all
    }

    fn count(&self, seat: u8) -> f64 {
        self.stones.iter().filter(|stone| **stone == Some(seat)).count() as f64
    }

    fn play(&mut self, mv: &str) -> Vec<Effect> {
        let before = [self.count(0), self.count(1)];
        let mut effects = Vec::new();
        let piece = Piece::new(0, self.turn);
        self.last = None;
        self.note = None;
        match self.read(mv) {
            Some(Step::Sow(to)) => {
                self.stones[to as usize] = Some(self.turn);
                self.last = Some((None, to));
                self.passes = 0;
                effects.push(effect("place", to, None, None, Some(piece)));
            }
            Some(Step::Leap(from, to)) => {
                let over = self.between(from, to);
                let was = self.stone(over).map(|color| Piece::new(0, color));
                self.stones[from as usize] = None;
                self.stones[to as usize] = Some(self.turn);
                self.stones[over as usize] = Some(self.turn);
                self.last = Some((Some(from), to));
                self.passes = 0;
                effects.push(effect("move", from, Some(to), Some(piece), Some(piece)));
                effects.push(effect("turn", over, None, was, Some(piece)));
            }
            _ => {
                self.passes += 1;
                self.note = Some(
                    Message::new("passed", "{who} passes")
                        .with("who", ["Red", "Blue"][self.turn as usize]),
                );
            }
        }
        self.gained = [self.count(0) - before[0], self.count(1) - before[1]];
        self.turn ^= 1;
        self.ply += 1;
        effects
    }

    fn standing(&self) -> Standing {
        let over = self.over();
        let seat = |seat: u8| SeatState {
            color: seat,
            score: self.count(seat),
            gained: self.gained[seat as usize],
            active: self.retired != Some(seat),
        };
        let outcome = over.then(|| {
            let (a, b) = (self.count(0), self.count(1));
            let ranks = match self.retired {
                Some(who) => {
                    if who == 0 {
                        vec![1, 0]
                    } else {
                        vec![0, 1]
                    }
                }
                None if a > b => vec![0, 1],
                None if b > a => vec![1, 0],
                None => vec![0, 0],
            };
            Outcome { ranks, reason: Message::new("most", "most stones") }
        });
        Standing {
            ply: self.ply,
            acting: if over { vec![] } else { vec![self.turn] },
            chance: false,
            seats: vec![seat(0), seat(1)],
            outcome,
            note: self.note.clone(),
            asks: (!over).then(|| Message::new("asks", "put a stone beside one of yours, or leap")),
            facts: vec![],
            key: self.stones.iter().fold(u64::from(self.turn), |key, stone| {
                key.wrapping_mul(3).wrapping_add(stone.map_or(0, |s| u64::from(s) + 1))
            }),
            sites: self.stones.len() as u32,
        }
    }

    fn choices(&self, path: &[Site]) -> Choices {
        let moves = self.moves();
        let mut choices = Choices::default();
        let ending = |mv: String| Ending { label: Message::new("", mv.clone()), mv, answer: false };
        match path {
            [] => {
                for mv in &moves {
                    match self.read(mv) {
                        Some(Step::Sow(to)) => {
                            choices.targets.push(Target { site: to, touch: Touch::Quiet })
                        }
                        Some(Step::Pass) => choices.endings.push(Ending {
                            label: Message::new("pass", "Pass"),
                            ..ending("pass".to_owned())
                        }),
                        _ => {}
                    }
                }
                choices
                    .targets
                    .extend(self.own().into_iter().map(|site| Target { site, touch: Touch::Pick }));
                choices.placing = Some(Piece::new(0, self.turn));
            }
            [one] if self.stone(*one).is_none() => {
                choices
                    .endings
                    .extend(moves.into_iter().filter(|m| *m == self.label(*one)).map(ending));
            }
            [from] => {
                for to in self.around(*from, 1) {
                    if self.stone(to).is_none() {
                        choices.targets.push(Target { site: to, touch: Touch::Quiet });
                    }
                }
                for to in self.around(*from, 2) {
                    if moves.contains(&format!("{}-{}", self.label(*from), self.label(to))) {
                        choices.targets.push(Target { site: to, touch: Touch::Capture });
                    }
                }
            }
            [from, to] => {
                let near = self.around(*from, 1).contains(to);
                let mv = if near {
                    self.label(*to)
                } else {
                    format!("{}-{}", self.label(*from), self.label(*to))
                };
                if moves.contains(&mv) {
                    choices.endings.push(ending(mv));
                }
            }
            _ => {}
        }
        choices.targets.sort();
        choices
    }

    fn patch(&self) -> Patch {
        let square = vec![(-0.5, -0.5, 0.0), (0.5, -0.5, 0.0), (0.5, 0.5, 0.0), (-0.5, 0.5, 0.0)];
        let places = (0..self.stones.len() as Site)
            .map(|site| Place {
                site,
                copy: false,
                frame: None,
                at: (f64::from(site % self.width), f64::from(site / self.width), 0.0),
                shape: Some(0),
                label: self.label(site),
                role: 0,
            })
            .collect();
        let mut captions = Vec::new();
        for x in 0..self.width {
            let text = char::from(b'a' + x as u8).to_string();
            captions.push(Caption { frame: None, at: (f64::from(x), -0.8, 0.0), text });
        }
        for y in 0..self.height {
            captions.push(Caption {
                frame: None,
                at: (-0.8, f64::from(y), 0.0),
                text: (y + 1).to_string(),
            });
        }
        Patch { frames: vec![], shapes: vec![square], places, lines: vec![], captions }
    }
}

fn effect(
    verb: &str,
    site: Site,
    onto: Option<Site>,
    before: Option<Piece>,
    after: Option<Piece>,
) -> Effect {
    Effect {
        stage: 0,
        verb: verb.to_owned(),
        site: Some(site),
        onto,
        before,
        after,
        cue: String::new(),
    }
}

impl Rules for Meadow {
    fn name(&self) -> &str {
        "meadow"
    }

    fn offers(&self) -> Offers {
        Offers { count: false, search: true }
    }

    fn schema(&self) -> Answer<String> {
        Ok(r#"{"type":"object","properties":{"board":{"type":"object","properties":{"width":{"type":"integer","minimum":3,"maximum":26},"height":{"type":"integer","minimum":3,"maximum":99}}}}}"#.to_owned())
    }

    fn open(&self, ruleset: &str) -> Answer<Result<Box<dyn Game>, Vec<Diagnostic>>> {
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
        if width == 13 {
            return Ok(Err(vec![Diagnostic {
                severity: Severity::Error,
                path: vec![Key::Name("board".into()), Key::Name("width".into())],
                on_key: false,
                inside: None,
                what: Message::new("thirteen", "a meadow is never 13 wide"),
                hint: Some(Message::new("", "try 12 or 14")),
            }]));
        }
        Ok(Ok(Box::new(Open(Board::new(width, height)))))
    }
}

struct Open(Board);

impl Game for Open {
    fn cautions(&self) -> Answer<Vec<Diagnostic>> {
        Ok(vec![])
    }

    fn about(&self) -> Answer<About> {
        Ok(About {
            seats: 2,
            colors: 2,
            kinds: vec![Kind {
                id: "stone".into(),
                name: Message::new("stone", "stone"),
                letters: vec!["s".into()],
                shape: "disc".into(),
            }],
            roles: vec!["cell".into()],
            views: vec![View {
                id: "flat".into(),
                name: Message::new("flat", "Flat"),
                dimensions: 2,
            }],
            forms: vec!["text".into()],
            unit: Message::new("stones", "stones"),
            bound: Some(400),
            facts: vec![],
        })
    }

    fn explain(&self) -> Answer<Vec<Message>> {
        Ok(vec![
            Message::new("board", "The board has {w} by {h} sites.")
                .with("w", self.0.width)
                .with("h", self.0.height),
            Message::new("end", "Two passes in a row end the game; most stones win."),
        ])
    }

    fn start(&self) -> Answer<Box<dyn Cursor>> {
        Ok(Box::new(At { now: self.0.clone(), past: vec![] }))
    }

    fn load(&self, position: &[u8]) -> Answer<Result<Box<dyn Cursor>, Message>> {
        self.read(&String::from_utf8_lossy(position))
    }

    fn read(&self, text: &str) -> Answer<Result<Box<dyn Cursor>, Message>> {
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
                now.turn = u8::from(words.next() == Some("b"));
                Ok(Ok(Box::new(At { now, past: vec![] })))
            }
            _ => Ok(Err(Message::new("size", "the position has another size"))),
        }
    }
}

struct At {
    now: Board,
    past: Vec<Board>,
}

fn refuse(mv: &str) -> Message {
    Message::new("illegal", "{mv} is no move here").with("mv", mv)
}

impl Cursor for At {
    fn standing(&mut self) -> Answer<Standing> {
        Ok(self.now.standing())
    }

    fn pieces(&mut self, first: Site, limit: u32) -> Answer<Vec<(Site, Piece)>> {
        let sites: Vec<_> = (first..self.now.stones.len() as Site).take(limit as usize).collect();
        self.pieces_at(&sites)
    }

    fn pieces_at(&mut self, sites: &[Site]) -> Answer<Vec<(Site, Piece)>> {
        let piece = |site: &Site| Some((*site, Piece::new(0, self.now.stone(*site)?)));
        Ok(sites.iter().filter_map(piece).collect())
    }

    fn choices(&mut self, _: Seat, path: &[Site]) -> Answer<Choices> {
        Ok(self.now.choices(path))
    }

    fn paths(&mut self, _: Seat, mv: &str) -> Answer<Vec<Vec<Site>>> {
        Ok(match self.now.read(mv) {
            Some(Step::Sow(to)) => vec![vec![to]],
            Some(Step::Leap(from, to)) => vec![vec![from, to]],
            _ => vec![vec![]],
        })
    }

    fn legal_count(&mut self, _: Seat) -> Answer<u64> {
        Ok(self.now.moves().len() as u64)
    }

    fn legal(&mut self, _: Seat, after: Option<&str>, limit: u32) -> Answer<Vec<String>> {
        let all = self.now.moves().into_iter();
        Ok(all.filter(|mv| after.is_none_or(|a| mv.as_str() > a)).take(limit as usize).collect())
    }

    fn is_legal(&mut self, _: Seat, mv: &str) -> Answer<bool> {
        Ok(self.now.moves().iter().any(|known| known == mv))
    }

    fn parse(&mut self, _: Seat, text: &str) -> Answer<Result<String, Message>> {
        let mv = text.trim().to_lowercase();
        Ok(if self.now.moves().contains(&mv) { Ok(mv) } else { Err(refuse(text)) })
    }

    fn play(&mut self, _: Seat, mv: &str) -> Answer<Result<Vec<Effect>, Message>> {
        if !self.now.moves().iter().any(|known| known == mv) {
            return Ok(Err(refuse(mv)));
        }
        if self.now.width == CURSED {
            let (plugin, call) = ("meadow".to_owned(), "play".to_owned());
            return Err(Fault::Trapped { plugin, call, why: "the meadow is cursed".to_owned() });
        }
        self.past.push(self.now.clone());
        Ok(Ok(self.now.play(mv)))
    }

    fn preview(&mut self, _: Seat, mv: &str) -> Answer<Result<(Standing, Vec<Effect>), Message>> {
        if !self.now.moves().iter().any(|known| known == mv) {
            return Ok(Err(refuse(mv)));
        }
        let mut then = self.now.clone();
        let effects = then.play(mv);
        Ok(Ok((then.standing(), effects)))
    }

    fn retire(&mut self, who: Seat) -> Answer<Result<Vec<Effect>, Message>> {
        self.past.push(self.now.clone());
        self.now.retired = Some(who);
        self.now.ply += 1;
        Ok(Ok(vec![]))
    }

    fn odds(&mut self, _: u32) -> Answer<Option<Vec<(String, u32)>>> {
        Ok(None)
    }

    fn draw(&mut self, _: u64) -> Answer<String> {
        Ok(String::new())
    }

    fn undo(&mut self) -> Answer<bool> {
        Ok(match self.past.pop() {
            Some(before) => {
                self.now = before;
                true
            }
            None => false,
        })
    }

    fn fork(&mut self) -> Answer<Box<dyn Cursor>> {
        Ok(Box::new(At { now: self.now.clone(), past: vec![] }))
    }

    fn save(&mut self) -> Answer<Vec<u8>> {
        Ok(self.write("text")?.unwrap_or_default().into_bytes())
    }

    fn write(&mut self, form: &str) -> Answer<Result<String, Message>> {
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

    fn extent(&mut self, _: u16) -> Answer<Extent> {
        Ok(self.now.patch().extent(1))
    }

    fn drawn(&mut self, _: u16, beyond: Extent, limit: u32) -> Answer<Patch> {
        Ok(self.now.patch().beyond(beyond, limit))
    }

    fn proposed(&mut self, _: u16, _: &[Site]) -> Answer<Patch> {
        Ok(Patch::default())
    }

    fn marks(&mut self) -> Answer<Vec<Mark>> {
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

    fn perft(&mut self, _: u32, _: bool) -> Answer<u64> {
        Err(Fault::Absent { plugin: "meadow".into(), interface: "count".into() })
    }

    fn playouts(&mut self, _: u32, _: u64, _: u32, _: bool) -> Answer<Tally> {
        Err(Fault::Absent { plugin: "meadow".into(), interface: "count".into() })
    }

    fn evaluate(&mut self) -> Answer<Vec<i32>> {
        Ok(vec![(self.now.count(0) * 100.0) as i32, (self.now.count(1) * 100.0) as i32])
    }

    fn search(&mut self, _: &str, seed: u64, _: u64) -> Answer<Result<Box<dyn Searcher>, Message>> {
        Ok(Ok(Box::new(Greedy { root: self.now.clone(), nodes: seed % 2 })))
    }
}

struct Greedy {
    root: Board,
    nodes: u64,
}

impl Searcher for Greedy {
    fn step(&mut self, nodes: u32) -> Answer<Progress> {
        self.nodes += u64::from(nodes);
        let pondered = self.root.width == PONDERED;
        if pondered {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        let finished = self.nodes > 2_000 && !pondered;
        Ok(Progress { nodes: self.nodes, memory: 0, finished })
    }

    fn report(&mut self, lines: u16) -> Answer<Vec<Variation>> {
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

    fn advance(&mut self, _: Seat, mv: &str) -> Answer<bool> {
        self.root.play(mv);
        Ok(true)
    }

    fn give(&mut self) -> Answer<Vec<u8>> {
        Ok(vec![])
    }

    fn take(&mut self, _: &[u8]) -> Answer<()> {
        Ok(())
    }
}

/// Returns the rules as the program hands them about.
pub fn rules() -> Arc<dyn Rules> {
    Arc::new(Meadow)
}
