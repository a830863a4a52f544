//! A tiny game for the tests: a row of sites, on which seats place stones or
//! walk; with passes, draws of chance, typed answers, and plugin errors on demand.
//!
//! Rules: `[row]` `length` (5), `seats` (2), `walk` (false), `chance` (false), `sides` (6,
//! of the die), `grows` (every move draws one more site), `fails` (a move that traps, or
//! the call `pieces` or `remove-player`), `search_fails` (how many searches trap), `values`
//! (searches report values), `draws` (players can offer draws), `together` (all seats decide at
//! the same time; the facts tell what each chose, though no player may see it), `steps` (a walker
//! that was picked up shows the number 1 until it has walked). A move is a label (`a`), from and to
//! (`a-b`), a pass (`--`,
//! when nothing else is legal; players read `pass`), a draw (`d1` to `d6`), or a
//! question (`say ` and any answer, while site `b` is empty).

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use boardloom_contract::*;
use boardloom_ruleset::{Library, Overrides, PluginSchemas, Ruleset};
use serde_json::{Value as Json, json};

struct RowPlugin {
    search_failures: AtomicU32,
}

impl PluginSchemas for RowPlugin {
    fn schema(&self, _: &str) -> Result<Arc<Json>, String> {
        let whole = |default: u32| json!({ "type": "integer", "default": default });
        let row = json!({ "type": "object", "properties": {
            "length": whole(5), "seats": whole(2), "walk": { "type": "boolean" },
            "chance": { "type": "boolean" }, "fails": { "type": "string" },
            "asks": { "type": "boolean" }, "search_fails": whole(0), "sides": whole(6),
            "values": { "type": "boolean" }, "draws": { "type": "boolean" }, "grows": { "type": "boolean" },
            "together": { "type": "boolean" }, "steps": { "type": "boolean" },
        }});
        Ok(Arc::new(json!({ "type": "object", "properties": { "row": row } })))
    }
}

/// Returns the rules and a ruleset with these lines in `[row]`.
pub fn row(row: &str) -> (Arc<dyn LoadedPlugin>, Arc<Ruleset>) {
    let text = format!(
        "format = 1\nplugin = \"fake\"\nname = \"Row\"\n[[players]]\nname = \"Ann\"\ncolor = \
         \"#d55e00\"\n[[players]]\nname = \"Bob\"\ncolor = \"#0072b2\"\n[row]\n{row}\n"
    );
    let fake = RowPlugin { search_failures: AtomicU32::new(0) };
    let library = Library::new(Vec::new());
    let ruleset = library.load_text("fake/row", &text, &Overrides::default(), &fake);
    let ruleset = ruleset.unwrap_or_else(|report| panic!("{}", report.render(false)));
    (Arc::new(fake), Arc::new(ruleset))
}

impl LoadedPlugin for RowPlugin {
    fn name(&self) -> &str {
        "fake"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { count: false, search: true }
    }

    fn schema(&self) -> PluginResult<String> {
        Ok("{}".to_owned())
    }

    fn open(&self, ruleset: &str) -> PluginResult<Result<Box<dyn OpenGame>, Vec<Diagnostic>>> {
        let json: Json = serde_json::from_str(ruleset).expect("the host passes JSON");
        let row = &json["row"];
        if row["length"] == 0 {
            let what = Message::new("row.length", "a row needs a site");
            let path = vec![PathKey::Name("row".into()), PathKey::Name("length".into())];
            let severity = Severity::Error;
            let error =
                Diagnostic { severity, path, on_key: false, inside: None, what, hint: None };
            return Ok(Err(vec![error]));
        }
        let fails = row["search_fails"].as_u64().unwrap_or(0) as u32;
        Ok(Ok(Box::new(RowGame {
            length: row["length"].as_u64().unwrap_or(5) as u32,
            seats: row["seats"].as_u64().unwrap_or(2) as u8,
            walk: row["walk"].as_bool().unwrap_or(false),
            chance: row["chance"].as_bool().unwrap_or(false),
            asks: row["asks"].as_bool().unwrap_or(false),
            sides: row["sides"].as_u64().unwrap_or(6),
            fails: row["fails"].as_str().unwrap_or("").to_owned(),
            values: row["values"].as_bool().unwrap_or(false),
            draws: row["draws"].as_bool().unwrap_or(false),
            grows: row["grows"].as_bool().unwrap_or(false),
            steps: row["steps"].as_bool().unwrap_or(false),
            together: row["together"].as_bool().unwrap_or(false),
            search_fails: self.search_failures.fetch_add(1, Ordering::Relaxed) < fails,
        })))
    }
}

#[derive(Clone)]
struct RowGame {
    length: u32,
    seats: u8,
    walk: bool,
    chance: bool,
    asks: bool,
    sides: u64,
    fails: String,
    values: bool,
    draws: bool,
    grows: bool,
    together: bool,
    steps: bool,
    search_fails: bool,
}

#[derive(Clone)]
struct RowState {
    cells: Vec<Option<u8>>,
    turn: u8,
    ply: u32,
    /// Whether chance is to move.
    draw: bool,
    out: Vec<bool>,
    passes: u32,
    last: Vec<Effect>,
    /// The decisions of this round, by seat.
    chosen: Vec<Option<usize>>,
}

impl RowGame {
    fn first(&self) -> RowState {
        let mut cells = vec![None; self.length as usize];
        if self.walk {
            (0..self.seats).for_each(|s| cells[usize::from(s)] = Some(s));
        }
        let out = vec![false; usize::from(self.seats)];
        let chosen = vec![None; usize::from(self.seats)];
        let (draw, last) = (self.chance, Vec::new());
        RowState { cells, turn: 0, ply: 0, draw, out, passes: 0, last, chosen }
    }

    fn cursor(&self, state: RowState) -> Box<dyn Cursor> {
        Box::new(RowCursor { row: self.clone(), states: vec![state] })
    }
}

impl OpenGame for RowGame {
    fn warnings(&self) -> PluginResult<Vec<Diagnostic>> {
        Ok(Vec::new())
    }

    fn about(&self) -> PluginResult<About> {
        let name = |text: &str| Message::new(text, text);
        Ok(About {
            seats: self.seats,
            colors: self.seats,
            kinds: vec![PieceKind {
                id: "stone".into(),
                name: name("stone"),
                letters: Vec::new(),
                shape: "disc".into(),
            }],
            roles: vec!["cell".into()],
            views: vec![BoardView { id: "flat".into(), name: name("flat"), dimensions: 2 }],
            forms: vec!["row".into()],
            unit: name("stone"),
            bound: None,
            facts: vec![("version".into(), "0.1.0".into())],
        }
        .with_draws(self.draws))
    }

    fn explain(&self) -> PluginResult<Vec<Message>> {
        Ok(vec![Message::new("row", "Place stones.")])
    }

    fn start(&self) -> PluginResult<Box<dyn Cursor>> {
        Ok(self.cursor(self.first()))
    }

    fn load(&self, _: &[u8]) -> PluginResult<Result<Box<dyn Cursor>, Message>> {
        Ok(Err(Message::new("no", "not kept")))
    }

    fn read(&self, text: &str) -> PluginResult<Result<Box<dyn Cursor>, Message>> {
        if text.len() != self.length as usize {
            return Ok(Err(Message::new("length", format!("expected {} letters", self.length))));
        }
        let mut state = self.first();
        let cell = |c: char| c.to_digit(10).map(|d| d as u8 - 1);
        state.cells = text.chars().map(cell).collect();
        Ok(Ok(self.cursor(state)))
    }
}

struct RowCursor {
    row: RowGame,
    states: Vec<RowState>,
}

pub fn label(site: u32) -> String {
    if site < 26 { char::from(b'a' + site as u8).to_string() } else { format!("s{site}") }
}

impl RowCursor {
    fn state(&self) -> &RowState {
        self.states.last().expect("the start is never undone")
    }

    fn over(&self) -> bool {
        let state = self.state();
        let full = state.cells.iter().all(Option::is_some);
        let left = state.out.iter().filter(|out| !**out).count();
        left < 2 || (!self.row.walk && full) || state.passes >= 4
    }

    fn moves(&self, by: u8) -> Vec<String> {
        let state = self.state();
        if self.over()
            || state.draw != (by == CHANCE)
            || (by != CHANCE && !self.acting().contains(&by))
        {
            return Vec::new();
        }
        if by == CHANCE {
            return (1..=self.row.sides).map(|n| format!("d{n}")).collect();
        }
        let empty = |site: u32| state.cells.get(site as usize) == Some(&None);
        let sites = 0..self.row.length;
        let mut all: Vec<String> = match self.row.walk {
            false => sites.filter(|s| empty(*s)).map(label).collect(),
            true => sites
                .filter(|s| state.cells[*s as usize] == Some(by) && empty(s + 1))
                .map(|s| format!("{}-{}", label(s), label(s + 1)))
                .collect(),
        };
        if all.is_empty() {
            all.push("--".to_owned());
        }
        all
    }

    fn acting(&self) -> Vec<u8> {
        let state = self.state();
        let open = |s: &u8| !state.out[usize::from(*s)] && state.chosen[usize::from(*s)].is_none();
        match self.row.together {
            true => (0..self.row.seats).filter(open).collect(),
            false => vec![state.turn],
        }
    }

    fn drawn_length(&self) -> u32 {
        let grown = if self.row.grows { 1 + self.state().ply } else { u32::MAX };
        grown.min(self.row.length)
    }

    fn plugin_error(&self, call: &str) -> PluginError {
        PluginError::Trapped { plugin: "fake".into(), call: call.into(), why: "as asked".into() }
    }

    /// Returns the seat after another that still plays.
    fn seat(&self, by: u8) -> u8 {
        let mut others = (1..=self.row.seats).map(|n| (by + n) % self.row.seats);
        others.find(|seat| !self.state().out[usize::from(*seat)]).unwrap_or(by)
    }
}

impl Cursor for RowCursor {
    fn status(&mut self) -> PluginResult<GameStatus> {
        let (state, over) = (self.state().clone(), self.over());
        let stones = |s: u8| state.cells.iter().filter(|c| **c == Some(s)).count() as f64;
        let seats = (0..self.row.seats).map(|s| SeatState {
            color: s,
            score: stones(s),
            gained: 0.0,
            active: !state.out[usize::from(s)],
        });
        let ranks = state.out.iter().map(|out| u8::from(*out)).collect();
        let reason = Message::new("over", "the row is full");
        Ok(GameStatus {
            ply: state.ply,
            acting: if over || state.draw { Vec::new() } else { self.acting() },
            chance: !over && state.draw,
            seats: seats.collect(),
            outcome: over.then_some(Outcome { ranks, reason }),
            note: (state.passes > 0).then(|| Message::new("pass", "passed")),
            prompt: None,
            facts: state
                .chosen
                .iter()
                .flatten()
                .map(|it| Message::new("chose", label(*it as u32)))
                .collect(),
            key: 0,
            sites: self.row.length,
        })
    }

    fn pieces(&mut self, first: Site, limit: u32) -> PluginResult<Vec<(Site, Piece)>> {
        let cells = self.state().cells.iter().enumerate().skip(first as usize).take(limit as usize);
        Ok(cells.filter_map(|(s, c)| c.map(|c| (s as Site, Piece::new(0, c)))).collect())
    }

    fn pieces_at(&mut self, sites: &[Site]) -> PluginResult<Vec<(Site, Piece)>> {
        if self.row.fails == "pieces" {
            return Err(self.plugin_error("pieces-at"));
        }
        let all = self.pieces(0, u32::MAX)?;
        Ok(all.into_iter().filter(|(s, _)| sites.contains(s)).collect())
    }

    fn choices(&mut self, by: Seat, path: &[Site]) -> PluginResult<Choices> {
        let moves = self.moves(by);
        let sites = |mv: &str| -> Vec<Site> {
            let letters = mv.bytes().filter(u8::is_ascii_lowercase);
            letters.map(|b| Site::from(b - b'a')).collect()
        };
        let mut choices = Choices::default();
        for mv in moves {
            let sites = sites(&mv);
            let label = Message::new("move", mv.clone());
            if sites == path {
                choices.options.push(MoveOption { move_: mv, label, answer: false });
            } else if sites.starts_with(path) {
                let touch = match sites.len() - path.len() {
                    1 => TargetKind::Quiet,
                    _ => TargetKind::Pick,
                };
                choices.targets.push(Target { site: sites[path.len()], kind: touch });
                choices.placed_piece = (!self.row.walk).then_some(Piece::new(0, by));
            }
        }
        if path.is_empty() && self.row.asks && by == self.state().turn {
            let label = Message::new("say", "Say what?");
            choices.options.push(MoveOption { move_: "say ".to_owned(), label, answer: true });
        }
        Ok(choices)
    }

    fn paths(&mut self, _: Seat, _: &str) -> PluginResult<Vec<Vec<Site>>> {
        Ok(Vec::new())
    }

    fn count_moves(&mut self, by: Seat) -> PluginResult<u64> {
        Ok(self.moves(by).len() as u64)
    }

    fn legal_moves(
        &mut self,
        by: Seat,
        after: Option<&str>,
        limit: u32,
    ) -> PluginResult<Vec<String>> {
        let mut moves = self.moves(by);
        moves.sort();
        moves.retain(|mv| after.is_none_or(|after| mv.as_str() > after));
        moves.truncate(limit as usize);
        Ok(moves)
    }

    fn is_legal(&mut self, by: Seat, mv: &str) -> PluginResult<bool> {
        Ok(self.moves(by).iter().any(|m| m == mv))
    }

    fn parse(&mut self, by: Seat, text: &str) -> PluginResult<Result<String, Message>> {
        let moves = self.moves(by);
        let found = moves.into_iter().find(|m| m == &text.to_lowercase());
        Ok(found.ok_or_else(|| Message::new("no", format!("`{text}` is no move"))))
    }

    fn describe_move(&mut self, _: Seat, mv: &str) -> PluginResult<Message> {
        Ok(Message::new("move", if mv == "--" { "pass" } else { mv }))
    }

    fn play(&mut self, by: Seat, mv: &str) -> PluginResult<Result<Vec<Effect>, Message>> {
        if mv == self.row.fails {
            return Err(self.plugin_error("play"));
        }
        let said = self.row.asks && mv.starts_with("say ");
        if !said && !self.moves(by).iter().any(|m| m == mv) {
            return Ok(Err(Message::new("illegal", format!("`{mv}` is not among the moves"))));
        }
        let mut state = self.state().clone();
        state.ply += 1;
        let sites: Vec<usize> =
            mv.bytes().filter(u8::is_ascii_lowercase).map(|b| usize::from(b - b'a')).collect();
        let mut effect = Effect { verb: "pass".into(), ..Effect::default() };
        if by == CHANCE {
            effect.verb = "draw".into();
            state.draw = false;
        } else {
            let piece = Some(Piece::new(0, by));
            match &sites[..] {
                _ if said || mv == "--" => state.passes += 1,
                [to] if self.row.together => {
                    state.chosen[usize::from(by)] = Some(*to);
                    let open = |s: usize| !state.out[s] && state.chosen[s].is_none();
                    if !(0..state.out.len()).any(open) {
                        for (seat, to) in (0..).zip(std::mem::take(&mut state.chosen)) {
                            to.iter().for_each(|to| state.cells[*to] = Some(seat));
                        }
                        state.chosen = vec![None; state.out.len()];
                    }
                }
                [to] => {
                    state.cells[*to] = Some(by);
                    effect = Effect { verb: "place".into(), after: piece, ..effect };
                    effect.site = Some(*to as Site);
                }
                [from, to] => {
                    (state.cells[*from], state.cells[*to]) = (None, Some(by));
                    effect = Effect { verb: "move".into(), before: piece, after: piece, ..effect };
                    (effect.site, effect.onto) = (Some(*from as Site), Some(*to as Site));
                }
                _ => {}
            }
            state.turn = self.seat(by);
            state.draw = self.row.chance;
        }
        state.last = vec![effect.clone()];
        self.states.push(state);
        Ok(Ok(vec![effect]))
    }

    fn preview(
        &mut self,
        by: Seat,
        mv: &str,
    ) -> PluginResult<Result<(GameStatus, Vec<Effect>), Message>> {
        match self.play(by, mv)? {
            Err(why) => Ok(Err(why)),
            Ok(effects) => {
                let status = self.status()?;
                self.undo()?;
                Ok(Ok((status, effects)))
            }
        }
    }

    fn remove_player(&mut self, who: Seat) -> PluginResult<Result<Vec<Effect>, Message>> {
        if self.row.fails == "remove-player" {
            return Err(self.plugin_error("remove-player"));
        }
        let mut state = self.state().clone();
        state.ply += 1;
        state.out[usize::from(who)] = true;
        self.states.push(state);
        if self.state().turn == who {
            let next = self.seat(who);
            self.states.last_mut().expect("a state was pushed above").turn = next;
        }
        Ok(Ok(vec![Effect { verb: "leave".into(), ..Effect::default() }]))
    }

    fn chance_outcomes(&mut self, _: u32) -> PluginResult<Option<Vec<(String, u32)>>> {
        Ok(self.state().draw.then(|| (1..=self.row.sides).map(|n| (format!("d{n}"), 1)).collect()))
    }

    fn sample_outcome(&mut self, random: u64) -> PluginResult<String> {
        Ok(if self.state().draw {
            format!("d{}", random % self.row.sides + 1)
        } else {
            String::new()
        })
    }

    fn undo(&mut self) -> PluginResult<bool> {
        let more = self.states.len() > 1;
        if more {
            self.states.pop();
        }
        Ok(more)
    }

    fn fork(&mut self) -> PluginResult<Box<dyn Cursor>> {
        Ok(self.row.cursor(self.state().clone()))
    }

    fn save(&mut self) -> PluginResult<Vec<u8>> {
        Ok(Vec::new())
    }

    fn write(&mut self, _: &str) -> PluginResult<Result<String, Message>> {
        let letter = |c: &Option<u8>| c.map_or('.', |c| char::from(b'1' + c));
        Ok(Ok(self.state().cells.iter().map(letter).collect()))
    }

    fn extent(&mut self, _: u16) -> PluginResult<Extent> {
        Ok(drawing(self.drawn_length()).extent(0))
    }

    fn drawing_beyond(&mut self, _: u16, beyond: Extent, limit: u32) -> PluginResult<Patch> {
        Ok(drawing(self.drawn_length()).beyond(beyond, limit))
    }

    fn proposed_sites(&mut self, _: u16, _: &[Site]) -> PluginResult<Patch> {
        Ok(Patch::default())
    }

    fn partway(&mut self, by: Seat, path: &[Site]) -> PluginResult<Option<PartialMove>> {
        let &[from] = path else { return Ok(None) };
        let picked = Piece { count: 1, ..Piece::new(0, by) };
        let partial = PartialMove::new([(from, Some(picked))]);
        let prompt = Message::new("walk", "walk on");
        Ok(self.row.steps.then(|| partial.with_prompt(prompt)))
    }

    fn marks(&mut self) -> PluginResult<Vec<Mark>> {
        Ok(Vec::new())
    }

    fn perft(&mut self, _: u32, _: bool) -> PluginResult<u64> {
        Err(PluginError::Absent { plugin: "fake".into(), interface: "count".into() })
    }

    fn playouts(&mut self, _: u32, _: u64, _: u32, _: bool) -> PluginResult<PlayoutStats> {
        Err(PluginError::Absent { plugin: "fake".into(), interface: "count".into() })
    }

    fn evaluate(&mut self) -> PluginResult<Vec<i32>> {
        Ok(Vec::new())
    }

    fn search(
        &mut self,
        settings: &str,
        _: u64,
        _: u64,
    ) -> PluginResult<Result<Box<dyn Searcher>, Message>> {
        if self.row.search_fails {
            return Err(self.plugin_error("search"));
        }
        let mut moves = self.moves(self.state().turn);
        moves.sort();
        // With `values`, the owner of the first site is ahead, and the more so the deeper
        // the search is.
        let settings: Json = serde_json::from_str(settings).unwrap_or_default();
        let ahead = settings["depth"].as_u64().unwrap_or(0) as u16;
        let value = |seat| match self.state().cells[0] {
            None => 5000 + ahead,
            Some(by) if by == seat => 8000 + ahead,
            Some(_) => 2000 + ahead,
        };
        let seats = (0..self.row.seats).filter(|_| self.row.values);
        let value = seats.map(value).collect();
        Ok(Ok(Box::new(RowSearcher { best: moves.pop(), nodes: 0, value })))
    }
}

/// Unit squares in a row, labelled, with a caption below each.
pub fn drawing(length: u32) -> Patch {
    let mut patch = Patch::default();
    let square = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
    patch.shapes.push(square.iter().map(|(x, y)| (*x, *y, 0.0)).collect());
    for site in 0..length {
        let at = (f64::from(site), 0.0, 0.0);
        let (shape, copy, frame) = (Some(0), false, None);
        patch.places.push(Place { site, copy, frame, at, shape, label: label(site), role: 0 });
        patch.captions.push(Caption { frame, at: (at.0, 1.0, 0.0), text: label(site) });
    }
    patch
}

struct RowSearcher {
    best: Option<String>,
    nodes: u64,
    value: Vec<u16>,
}

impl Searcher for RowSearcher {
    fn step(&mut self, nodes: u32) -> PluginResult<SearchProgress> {
        self.nodes += u64::from(nodes);
        std::thread::sleep(std::time::Duration::from_micros(u64::from(nodes.min(5_000))));
        Ok(SearchProgress { nodes: self.nodes, memory: 0, finished: false })
    }

    fn report(&mut self, _: u16) -> PluginResult<Vec<Variation>> {
        let moves: Vec<String> = self.best.iter().cloned().collect();
        // One ply further for every thousand nodes, up to three.
        let depth = (self.nodes / 1000).min(3) as u16;
        let (visits, value) = (self.nodes, self.value.clone());
        Ok(vec![Variation { moves, visits, value, depth, ..Variation::default() }])
    }

    fn advance_root(&mut self, _: Seat, _: &str) -> PluginResult<bool> {
        // Nothing is kept between searches.
        self.best = None;
        Ok(false)
    }

    fn export_stats(&mut self) -> PluginResult<Vec<u8>> {
        Ok(Vec::new())
    }

    fn import_stats(&mut self, _: &[u8]) -> PluginResult<()> {
        Ok(())
    }
}
