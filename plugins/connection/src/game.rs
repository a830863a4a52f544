//! The rules.

use boardloom_sdk::random::Random;
use boardloom_sdk::topology::Topology;
use boardloom_sdk::{
    About, Choices, Diagnostic, Effect, Game, Mark, Message, MoveOption, NO_COLOR, Piece,
    PieceKind, PlayoutPolicy, PlayoutSummary, Ranks, Seat, SeatState, Severity, Site, Status,
    Target, TargetKind, Undoable, effects, position_text,
};

use crate::boundary::BoundaryTable;
use crate::groups::{BLOCKED, EMPTY, Groups};
use crate::mirror::mirror;
use crate::moves::Move;
use crate::notation::LETTERS;
use crate::objectives::{Objectives, PlacementResult, WinKind};
use crate::position::{MAX_SEATS, Phase, Position, TurnState, Undo, Win, stone_hash};
use crate::ruleset::{FullBoard, Goal, OpeningRule, Rules, Ruleset};
use crate::{diagram, knowledge, notation, playout, rules_text, setup, validation, winning_paths};

/// Returns the regions that each colour joins by its own goals, those of all of them.
fn sides_of_goals(rules: &Rules, seats: u8) -> Option<Vec<Vec<String>>> {
    let sides = |seat: u8| {
        let own = rules.goals.iter().filter(|goal| goal.seat == Some(seat));
        let mut sides: Vec<String> = Vec::new();
        for region in own.flat_map(|goal| &goal.join) {
            if !sides.contains(region) {
                sides.push(region.clone());
            }
        }
        sides
    };
    let all: Vec<Vec<String>> = (1..=seats).map(sides).collect();
    all.iter().any(|sides| !sides.is_empty()).then_some(all)
}

/// Returns sites without an edge as errors: they explain goals that no group reaches.
fn causes(topology: &Topology) -> Option<Vec<Diagnostic>> {
    let lone = topology.warnings().iter().filter(|it| it.what.id == "board.lone").cloned();
    let error = |lone| Diagnostic { severity: Severity::Error, ..lone };
    let errors: Vec<Diagnostic> = lone.map(error).collect();
    (!errors.is_empty()).then_some(errors)
}

pub struct Connection {
    pub(crate) topology: Topology,
    pub(crate) ruleset: Ruleset,
    pub(crate) objectives: Objectives,
    pub(crate) seats: u8,
    /// The mirror image of each site, for stones that change colour in a swap.
    mirror: Option<Vec<Site>>,
    pub(crate) start: Position,
    pub(crate) dead_cells: [Vec<u64>; 2],
    /// For playouts on boards of Hex.
    pub(crate) boundary: Option<BoundaryTable>,
}

impl Connection {
    pub fn open(ruleset: Ruleset, mut topology: Topology) -> Result<Self, Vec<Diagnostic>> {
        validation::validate(&ruleset, &topology)?;
        let objectives = Objectives::new(&ruleset.rules, &topology);
        validation::check_reachable(&ruleset, &topology, &objectives)
            .map_err(|errors| causes(&topology).unwrap_or(errors))?;
        let (rules, seats) = (&ruleset.rules, ruleset.setup.seats);
        if rules.goal.contains(Goal::Sides) {
            topology.draw_sides(&rules.sides);
        } else if let Some(sides) = sides_of_goals(rules, seats) {
            topology.draw_sides(&sides);
        }
        let (phase, stones) = match rules.equaliser {
            OpeningRule::CutAndChoose(stones) => (Phase::Cut, u16::from(stones)),
            OpeningRule::None => (Phase::Play, rules.opening_stones()),
            _ => (Phase::Open, rules.opening_stones()),
        };
        let swaps_stones = rules.equaliser == OpeningRule::SwapStones;
        let mut groups = Groups::new(&topology, &objectives.graph);
        let mut turn = TurnState::first(phase, stones);
        setup::place(&ruleset, &topology, &objectives, &mut groups, &mut turn)?;
        Ok(Connection {
            mirror: if swaps_stones { mirror(&topology, &objectives) } else { None },
            start: Position::new(groups, turn),
            dead_cells: knowledge::dead_cells(),
            boundary: BoundaryTable::new(&objectives, &topology, seats),
            seats,
            topology,
            ruleset,
            objectives,
        })
    }

    #[inline]
    fn is_over(&self, position: &Position) -> bool {
        let turn = &position.turn;
        let active = || (0..self.seats).filter(|seat| turn.is_active(*seat)).count();
        let is_end = turn.win.is_some() || position.groups.placements().is_empty();
        is_end && turn.phase != Phase::Choose || turn.removed != 0 && active() < 2
    }

    /// Records the wins by a stone of the turn's colour.
    #[inline]
    pub(crate) fn record_win(&self, turn: &mut TurnState, site: Site, result: PlacementResult) {
        let Some(kind) = result.kind else { return };
        let color = result.other.unwrap_or(turn.color);
        if result.other.is_some() && !turn.is_active(turn.seat_of(color)) {
            return;
        }
        if self.objectives.points == 0 {
            turn.win = Some(Win { color, kind, site });
            return;
        }
        let known = turn.won_layers.iter().fold(0, |all, won| all | won);
        let own = &mut turn.won_layers[usize::from(color)];
        *own |= result.layers & !known;
        if own.count_ones() >= self.objectives.points {
            turn.win = Some(Win { color, kind: WinKind::Points, site });
        }
    }

    /// Returns the goal that was reached: by a stone, or as the board is full.
    pub(crate) fn win(&self, position: &Position) -> Option<Win> {
        let turn = &position.turn;
        if turn.win.is_some() || !position.groups.placements().is_empty() {
            return turn.win;
        }
        let is_in_play = |color: &u8| turn.is_active(turn.seat_of(*color));
        self.objectives.layers[0].own.iter().enumerate().find_map(|(index, goal)| {
            let wins = |color: &u8| goal.wins_without_moves(*color, turn.color);
            let color = (0..self.seats).filter(is_in_play).find(wins)?;
            Some(Win { color, kind: WinKind::Own(index as u8), site: 0 })
        })
    }

    /// Updates the turn after a stone of its colour was placed.
    pub(crate) fn end_placement(&self, turn: &mut TurnState, site: Site, result: PlacementResult) {
        let rules = &self.ruleset.rules;
        turn.stones_hash ^= stone_hash(site, turn.color);
        self.record_win(turn, site, result);
        turn.stones_left -= 1;
        match turn.phase {
            Phase::Cut => {
                turn.color ^= 1;
                if turn.stones_left == 0 || turn.win.is_some() {
                    (turn.phase, turn.stones_left) = (Phase::Choose, rules.stones_per_turn);
                }
            }
            Phase::Choose => unreachable!("no stone is placed while a colour is chosen"),
            Phase::Open | Phase::Swap | Phase::Play => {
                if turn.phase == Phase::Swap {
                    turn.phase = Phase::Play;
                }
                if turn.stones_left == 0 {
                    if turn.phase == Phase::Open {
                        turn.phase = Phase::Swap;
                    }
                    turn.next_turn(self.seats, rules.stones_per_turn);
                }
            }
        }
    }

    fn swap(&self, position: &mut Position) {
        let rules = &self.ruleset.rules;
        if rules.equaliser == OpeningRule::SwapSeats {
            position.turn.colors.swap(0, 1);
        } else {
            let opening: Vec<Site> = self.stones(position).collect();
            let mut turn = position.turn;
            (turn.stones_hash, turn.won_layers) = (0, Default::default());
            position.groups = Groups::new(&self.topology, &self.objectives.graph);
            for site in opening {
                let site = self.mirrored(site);
                let groups = &mut position.groups;
                let result = self.objectives.place_forever(groups, site, turn.color);
                self.record_win(&mut turn, site, result);
                turn.stones_hash ^= stone_hash(site, turn.color);
            }
            turn.next_turn(self.seats, rules.stones_per_turn);
            position.turn = turn;
        }
        position.turn.phase = Phase::Play;
    }

    fn mirrored(&self, site: Site) -> Site {
        self.mirror.as_ref().map_or(site, |image| image[site as usize])
    }

    fn swap_effects(&self, before: &Position, after: &Position) -> Vec<Effect> {
        let effect = |site: Site| {
            let to = self.mirrored(site);
            let piece = |position, site| self.piece(position, site).unwrap_or_default();
            let (old, new) = (piece(before, site), piece(after, to));
            if to == site {
                effects::turn(0, site, old, new)
            } else {
                effects::move_piece(site, to, old, new)
            }
        };
        self.stones(before).map(effect).collect()
    }

    /// Returns the sites of all stones, in order.
    pub(crate) fn stones<'a>(&self, position: &'a Position) -> impl Iterator<Item = Site> + 'a {
        let groups = &position.groups;
        (0..self.topology.sites()).filter(|site| !matches!(groups.color(*site), EMPTY | BLOCKED))
    }

    /// Returns the moves that need no site.
    fn buttons(&self, position: &Position) -> &'static [Move] {
        match position.turn.phase {
            Phase::Swap => &[Move::Swap],
            Phase::Choose => &[Move::Choose(0), Move::Choose(1)],
            Phase::Open | Phase::Cut | Phase::Play => &[],
        }
    }

    #[inline]
    fn placements<'a>(&self, position: &'a Position) -> &'a [Move] {
        if position.turn.phase == Phase::Choose { &[] } else { position.groups.placements() }
    }

    fn choose_color(&self, turn: &mut TurnState, color: u8) {
        turn.phase = Phase::Play;
        if turn.colors[1] != color {
            turn.colors.swap(0, 1);
        }
    }
}

impl Game for Connection {
    type Position = Position;
    type Move = Move;

    fn about(&self) -> About {
        // Every ply but a swap or a choice fills a site.
        let plies = self.start.groups.placements().len() as u32;
        About {
            seats: self.seats,
            kinds: vec![PieceKind {
                letters: LETTERS[..usize::from(self.seats)].iter().map(char::to_string).collect(),
                shape: "disc".into(),
                ..PieceKind::new("stone", &[])
            }],
            forms: notation::FORMS.map(str::to_owned).to_vec(),
            unit: Message::new("unit.stone", "stone"),
            bound: Some(plies + u32::from(self.ruleset.rules.equaliser != OpeningRule::None)),
            ..About::default()
        }
        .with_draws(self.ruleset.rules.full == Some(FullBoard::Draw))
    }

    fn topology(&self) -> Option<&Topology> {
        Some(&self.topology)
    }

    fn start(&self) -> Position {
        self.start.clone()
    }

    #[inline]
    fn status(&self, position: &Position) -> Status {
        if self.is_over(position) { Status::Over } else { Status::Turn(position.turn.mover()) }
    }

    fn legal_moves(&self, position: &Position, _: Seat, out: &mut Vec<Move>) {
        out.extend_from_slice(self.placements(position));
        out.extend_from_slice(self.buttons(position));
    }

    #[inline]
    fn count_moves(&self, position: &Position, _: Seat) -> u64 {
        (self.placements(position).len() + self.buttons(position).len()) as u64
    }

    #[inline]
    fn nth_move(&self, position: &Position, _: Seat, n: u64) -> Move {
        let open = self.placements(position);
        match open.get(n as usize) {
            Some(mv) => *mv,
            None => self.buttons(position)[n as usize - open.len()],
        }
    }

    fn playout(
        &self,
        position: &mut Position,
        random: &mut Random,
        policy: PlayoutPolicy,
        most: u32,
        played: Option<&mut Vec<(Seat, Move)>>,
    ) -> Option<PlayoutSummary> {
        Some(playout::play_to_end(self, position, random, policy, most, played))
    }

    #[inline]
    fn play(&self, position: &mut Position, _: Seat, mv: Move) {
        match mv {
            Move::Place(site) => {
                let color = position.turn.color;
                let result = self.objectives.place_forever(&mut position.groups, site, color);
                self.end_placement(&mut position.turn, site, result);
            }
            Move::Swap => self.swap(position),
            Move::Choose(color) => self.choose_color(&mut position.turn, color),
        }
    }

    fn ranks(&self, position: &Position) -> Ranks {
        let turn = &position.turn;
        let mut scores = [0i64; MAX_SEATS];
        for (seat, score) in (0..).zip(&mut scores) {
            if !turn.is_active(seat) {
                *score -= 2;
            }
        }
        if let Some(win) = self.win(position) {
            let own = &mut scores[usize::from(turn.seat_of(win.color))];
            *own += if self.ruleset.rules.misere { -1 } else { 1 };
        }
        Ranks::by_score(&scores[..usize::from(self.seats)])
    }

    fn reason(&self, position: &Position) -> Message {
        let Some(win) = self.win(position) else {
            return if position.groups.placements().is_empty() {
                Message::new("over.full", "the board is full")
            } else {
                Message::new("over.alone", "only one player is left")
            };
        };
        rules_text::win_reason(self, &win)
    }

    fn search_moves(&self, position: &Position, _: Seat, out: &mut Vec<Move>) {
        knowledge::search_moves(self, position, out);
    }

    fn history_index(&self, mv: Move) -> u32 {
        match mv {
            Move::Place(site) => site + 1,
            Move::Swap | Move::Choose(_) => 0,
        }
    }

    fn notation(&self, _: &Position, _: Seat, mv: Move) -> String {
        notation::notation(&self.topology, mv)
    }

    fn parse_move(&self, position: &Position, _: Seat, notation: &str) -> Option<Move> {
        if let Some(site) = self.topology.site(notation) {
            let open = position.groups.color(site) == EMPTY;
            return (open && position.turn.phase != Phase::Choose).then_some(Move::Place(site));
        }
        let buttons = self.buttons(position).iter().copied();
        buttons.into_iter().find(|mv| notation::notation(&self.topology, *mv) == notation)
    }

    fn notation_alias(&self, _: &Position, _: Seat, text: &str) -> Option<String> {
        notation::respell(self, text)
    }

    fn refusal(&self, position: &Position, _: Seat, text: &str) -> Option<Message> {
        notation::refusal(self, position, text)
    }

    fn paths(&self, _: &Position, _: Seat, mv: Move, out: &mut Vec<Vec<Site>>) {
        if let Move::Place(site) = mv {
            out.push(vec![site]);
        }
    }

    fn choices(&self, position: &Position, _: Seat, path: &[Site]) -> Option<Choices> {
        let option = |mv| MoveOption {
            move_: notation::notation(&self.topology, mv),
            label: notation::label(self, mv),
            answer: false,
        };
        let mut choices = Choices::default();
        match *path {
            [] => {
                let open = self.placements(position).iter();
                let mut open: Vec<Site> = open.filter_map(|mv| mv.site()).collect();
                open.sort_unstable();
                let target = |site| Target { site, kind: TargetKind::Quiet };
                choices.targets = open.into_iter().map(target).collect();
                choices.options = self.buttons(position).iter().copied().map(option).collect();
                let stone = Piece::new(0, position.turn.color);
                choices.placed_piece = Some(stone).filter(|_| !choices.targets.is_empty());
            }
            [site] if self.placements(position).contains(&Move::Place(site)) => {
                choices.options.push(option(Move::Place(site)));
            }
            _ => {}
        }
        Some(choices)
    }

    fn describe_move(&self, _: &Position, _: Seat, mv: Move) -> Message {
        notation::describe(self, mv)
    }

    fn label(&self, _: &Position, _: Seat, mv: Move) -> Message {
        notation::label(self, mv)
    }

    fn seats(&self, position: &Position) -> Vec<SeatState> {
        let turn = &position.turn;
        // Before the choice no seat has a colour.
        let cut = matches!(turn.phase, Phase::Cut | Phase::Choose);
        let state = |seat: u8| SeatState {
            color: if cut { NO_COLOR } else { turn.colors[usize::from(seat)] },
            score: f64::from(
                turn.won_layers[usize::from(turn.colors[usize::from(seat)])].count_ones(),
            ),
            gained: 0.0,
            active: turn.is_active(seat),
        };
        (0..self.seats).map(state).collect()
    }

    fn piece(&self, position: &Position, site: Site) -> Option<Piece> {
        match position.groups.color(site) {
            EMPTY | BLOCKED => None,
            color => Some(Piece::new(0, color)),
        }
    }

    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    fn remove_player(&self, position: &Position, who: Seat) -> Option<Position> {
        if self.seats == 2 {
            return None;
        }
        let mut after = position.clone();
        after.turn.removed |= 1 << who;
        if position.turn.mover() == who {
            after.turn.next_turn(self.seats, self.ruleset.rules.stones_per_turn);
        }
        Some(after)
    }

    fn marks(&self, position: &Position) -> Vec<Mark> {
        winning_paths::marks(self, position)
    }

    fn prompt(&self, position: &Position) -> Option<Message> {
        rules_text::prompt(self, position)
    }

    fn write(&self, position: &Position, form: &str) -> Result<String, Message> {
        match form {
            "position" => Ok(notation::write(self, position)),
            "diagram" => Ok(diagram::stones(self, position)),
            "labels" => Ok(diagram::labels(&self.topology)),
            "classes" => Ok(notation::classes(self, position)),
            _ => position_text::write(self, position, form),
        }
    }

    fn read(&self, text: &str) -> Result<Position, Message> {
        notation::read(self, text)
    }

    fn explain(&self) -> Vec<Message> {
        rules_text::paragraphs(self)
    }

    fn warnings(&self) -> Vec<Diagnostic> {
        let rules = validation::warnings(
            &self.ruleset,
            &self.topology,
            &self.objectives,
            &self.start.groups,
        );
        // Each part is a game of its own: no step has to lead from one to another.
        let board =
            if self.ruleset.rules.parts.is_empty() { self.topology.warnings() } else { &[] };
        [board, &rules].concat()
    }
}

impl Undoable for Connection {
    type Undo = Undo;

    fn play_undoable(
        &self,
        position: &mut Position,
        by: Seat,
        mv: Move,
        effects: Option<&mut Vec<Effect>>,
    ) -> Undo {
        let (turn, rule) = (position.turn, self.ruleset.rules.equaliser);
        let undo = match mv {
            Move::Place(site) => {
                let index = position.groups.placement_index(site);
                let mut unions = Vec::new();
                let result =
                    self.objectives.place(&mut position.groups, site, turn.color, &mut unions);
                self.end_placement(&mut position.turn, site, result);
                Undo::Stone { turn, site, index, unions }
            }
            Move::Swap if rule == OpeningRule::SwapStones => {
                let before = Box::new(position.clone());
                self.swap(position);
                Undo::Whole(before)
            }
            Move::Swap | Move::Choose(_) => {
                self.play(position, by, mv);
                Undo::Turn(turn)
            }
        };
        if let Some(effects) = effects {
            match (mv, &undo) {
                (Move::Place(site), _) => {
                    effects.push(effects::place(site, Piece::new(0, turn.color)));
                }
                (Move::Swap, Undo::Whole(before)) => {
                    effects.extend(self.swap_effects(before, position));
                }
                (Move::Swap, _) => effects.push(effects::plain("swap")),
                (Move::Choose(_), _) => effects.push(effects::plain("choose")),
            }
        }
        undo
    }

    fn undo(&self, position: &mut Position, undo: Undo) {
        match undo {
            Undo::Stone { turn, site, index, unions } => {
                position.groups.undo(&unions);
                position.groups.remove(&self.objectives.graph, site, index);
                position.turn = turn;
            }
            Undo::Turn(turn) => position.turn = turn,
            Undo::Whole(before) => *position = *before,
        }
    }
}
