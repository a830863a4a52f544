//! Stones, moves and drawing of the game.

use boardloom_contract::*;

#[derive(Clone)]
pub struct LeapBoard {
    pub width: u32,
    pub height: u32,
    pub stones: Vec<Option<u8>>,
    pub turn: u8,
    pub passes: u8,
    pub removed: Option<u8>,
    /// Stones that chance puts down before the first move.
    pub draws: u32,
    pub ply: u32,
    pub last: Option<(Option<Site>, Site)>,
    pub gained: [f64; 2],
    pub note: Option<Message>,
}

pub enum LeapMove {
    Place(Site),
    Leap(Site, Site),
    Pass,
}

impl LeapBoard {
    pub fn new(width: u32, height: u32) -> Self {
        let mut stones = vec![None; (width * height) as usize];
        let last = stones.len() - 1;
        stones[0] = Some(0);
        stones[last] = Some(0);
        stones[width as usize - 1] = Some(1);
        stones[last + 1 - width as usize] = Some(1);
        LeapBoard {
            width,
            height,
            stones,
            turn: 0,
            passes: 0,
            removed: None,
            draws: 0,
            ply: 0,
            last: None,
            gained: [0.0; 2],
            note: None,
        }
    }

    pub fn label(&self, site: Site) -> String {
        let (x, y) = (site % self.width, site / self.width);
        format!("{}{}", char::from(b'a' + x as u8), y + 1)
    }

    pub fn site(&self, label: &str) -> Option<Site> {
        (0..self.stones.len() as Site).find(|site| self.label(*site) == label)
    }

    pub fn at(&self, site: Site, dx: i64, dy: i64) -> Option<Site> {
        let x = i64::from(site % self.width) + dx;
        let y = i64::from(site / self.width) + dy;
        let inside =
            (0..i64::from(self.width)).contains(&x) && (0..i64::from(self.height)).contains(&y);
        inside.then(|| (y * i64::from(self.width) + x) as Site)
    }

    pub fn stone(&self, site: Site) -> Option<u8> {
        self.stones[site as usize]
    }

    pub fn around(&self, site: Site, far: i64) -> Vec<Site> {
        [(far, 0), (-far, 0), (0, far), (0, -far)]
            .into_iter()
            .filter_map(|(dx, dy)| self.at(site, dx, dy))
            .collect()
    }

    pub fn between(&self, a: Site, b: Site) -> Site {
        let (x, y) = ((a % self.width + b % self.width) / 2, (a / self.width + b / self.width) / 2);
        y * self.width + x
    }

    pub fn over(&self) -> bool {
        self.passes >= 2 || self.removed.is_some() || self.stones.iter().all(Option::is_some)
    }

    pub fn own(&self) -> Vec<Site> {
        (0..self.stones.len() as Site).filter(|s| self.stone(*s) == Some(self.turn)).collect()
    }

    pub fn read(&self, mv: &str) -> Option<LeapMove> {
        if mv == "pass" {
            return Some(LeapMove::Pass);
        }
        match mv.split_once('-') {
            Some((from, to)) => Some(LeapMove::Leap(self.site(from)?, self.site(to)?)),
            None => Some(LeapMove::Place(self.site(mv)?)),
        }
    }

    pub fn moves(&self) -> Vec<String> {
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

    pub fn count(&self, seat: u8) -> f64 {
        self.stones.iter().filter(|stone| **stone == Some(seat)).count() as f64
    }

    /// Chance puts a stone down, of one side and the other in turn.
    pub fn drop(&mut self, mv: &str) -> Vec<Effect> {
        let site = mv.strip_prefix("at ").and_then(|label| self.site(label)).expect("a draw");
        self.draws -= 1;
        self.ply += 1;
        let color = (self.draws % 2) as u8;
        self.stones[site as usize] = Some(color);
        vec![effect("place", site, None, None, Some(Piece::new(0, color)))]
    }

    pub fn play(&mut self, mv: &str) -> Vec<Effect> {
        let before = [self.count(0), self.count(1)];
        let mut effects = Vec::new();
        let piece = Piece::new(0, self.turn);
        self.last = None;
        self.note = None;
        match self.read(mv) {
            Some(LeapMove::Place(to)) => {
                self.stones[to as usize] = Some(self.turn);
                self.last = Some((None, to));
                self.passes = 0;
                effects.push(effect("place", to, None, None, Some(piece)));
            }
            Some(LeapMove::Leap(from, to)) => {
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

    pub fn status(&self) -> GameStatus {
        let over = self.over();
        let seat = |seat: u8| SeatState {
            color: seat,
            score: self.count(seat),
            gained: self.gained[seat as usize],
            active: self.removed != Some(seat),
        };
        let outcome = over.then(|| {
            let (a, b) = (self.count(0), self.count(1));
            let ranks = match self.removed {
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
        GameStatus {
            ply: self.ply,
            acting: if over || self.draws > 0 { vec![] } else { vec![self.turn] },
            chance: self.draws > 0,
            seats: vec![seat(0), seat(1)],
            outcome,
            note: self.note.clone(),
            prompt: (!over)
                .then(|| Message::new("asks", "put a stone beside one of yours, or leap")),
            facts: vec![],
            key: self.stones.iter().fold(u64::from(self.turn), |key, stone| {
                key.wrapping_mul(3).wrapping_add(stone.map_or(0, |s| u64::from(s) + 1))
            }),
            sites: self.stones.len() as u32,
        }
    }

    pub fn choices(&self, path: &[Site]) -> Choices {
        let moves = self.moves();
        let mut choices = Choices::default();
        let ending = |mv: String| MoveOption {
            label: Message::new("", mv.clone()),
            move_: mv,
            answer: false,
        };
        match path {
            [] => {
                for mv in &moves {
                    match self.read(mv) {
                        Some(LeapMove::Place(to)) => {
                            choices.targets.push(Target { site: to, kind: TargetKind::Quiet })
                        }
                        Some(LeapMove::Pass) => choices.options.push(MoveOption {
                            label: Message::new("pass", "Pass"),
                            ..ending("pass".to_owned())
                        }),
                        _ => {}
                    }
                }
                choices.targets.extend(
                    self.own().into_iter().map(|site| Target { site, kind: TargetKind::Pick }),
                );
                choices.placed_piece = Some(Piece::new(0, self.turn));
            }
            [one] if self.stone(*one).is_none() => {
                choices
                    .options
                    .extend(moves.into_iter().filter(|m| *m == self.label(*one)).map(ending));
            }
            [from] => {
                for to in self.around(*from, 1) {
                    if self.stone(to).is_none() {
                        choices.targets.push(Target { site: to, kind: TargetKind::Quiet });
                    }
                }
                for to in self.around(*from, 2) {
                    if moves.contains(&format!("{}-{}", self.label(*from), self.label(to))) {
                        choices.targets.push(Target { site: to, kind: TargetKind::Capture });
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
                    choices.options.push(ending(mv));
                }
            }
            _ => {}
        }
        choices.targets.sort();
        choices
    }

    pub fn patch(&self) -> Patch {
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
