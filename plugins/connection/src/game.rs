//! The rules.

use std::borrow::Cow;

use boardloom_sdk::random::Random;
use boardloom_sdk::sort::sort;
use boardloom_sdk::topology::Topology;
use boardloom_sdk::{
    About, Choices, Diagnostic, Effect, Game, Mark, Message, MoveOption, NO_COLOR, Patch, Piece,
    PieceKind, PlayoutPolicy, PlayoutSummary, Ranks, Seat, SeatState, Site, Status, Target,
    TargetKind, Undoable, effects,
};

use crate::front::Front;
use crate::goals::{Gain, Goals, Reached};
use crate::groups::{BLOCKED, EMPTY, Groups};
use crate::knowledge::Idle;
use crate::mirror::mirror;
use crate::moves::Move;
use crate::position::{Phase, Position, SEATS, Turn, Undo, Win, stone};
use crate::ruleset::{Equaliser, Goal, Ruleset};
use crate::text::LETTERS;
use crate::{chain, check, diagram, explain, knowledge, playout, text};

/// A ruleset of the family, opened.
pub struct Connection {
    pub(crate) topology: Topology,
    pub(crate) ruleset: Ruleset,
    pub(crate) goals: Goals,
    pub(crate) seats: u8,
    /// Where stones go that change colour in a swap.
    mirror: Option<Vec<Site>>,
    start: Position,
    pub(crate) idle: Idle,
    /// Where the line between the colours on a full board tells who has won.
    pub(crate) front: Option<Front>,
}

impl Connection {
    /// Opens a ruleset.
    ///
    /// # Errors
    /// What does not make sense in it.
    pub fn open(ruleset: Ruleset, mut topology: Topology) -> Result<Self, Vec<Diagnostic>> {
        check::structure(&ruleset, &topology)?;
        let goals = Goals::new(&ruleset.rules, &topology);
        check::reach(&ruleset, &topology, &goals)?;
        let rules = &ruleset.rules;
        if rules.goal.has(Goal::Sides) {
            topology.draw_sides(&rules.sides);
        }
        let turn = match rules.equaliser {
            Equaliser::None => Turn::first(Phase::Play, rules.opening()),
            Equaliser::SwapSeats | Equaliser::SwapStones => {
                Turn::first(Phase::Open, rules.opening())
            }
            Equaliser::CutAndChoose(stones) => Turn::first(Phase::Cut, u16::from(stones)),
        };
        Ok(Connection {
            mirror: match rules.equaliser {
                Equaliser::SwapStones => mirror(&topology, &goals),
                _ => None,
            },
            start: Position::new(Groups::new(&topology, &goals.web), turn),
            idle: Idle::default(),
            front: Front::new(&goals, &topology, ruleset.setup.seats),
            seats: ruleset.setup.seats,
            topology,
            ruleset,
            goals,
        })
    }

    /// Tells whether nothing more is to be done.
    #[inline]
    fn over(&self, position: &Position) -> bool {
        let turn = &position.turn;
        let end = turn.win.is_some() || position.groups.open().is_empty();
        end && turn.phase != Phase::Choose || turn.out != 0 && self.alone(turn)
    }

    /// Tells whether one seat at most is left.
    fn alone(&self, turn: &Turn) -> bool {
        (0..self.seats).filter(|seat| turn.plays(*seat)).count() < 2
    }

    /// Notes what a stone of the turn's colour reached.
    #[inline]
    pub(crate) fn score(&self, turn: &mut Turn, site: Site, gain: Gain) {
        let Some(how) = gain.how else { return };
        let color = turn.color;
        if self.goals.points() == 0 {
            turn.win = Some(Win { color, how, site });
            return;
        }
        let known = turn.won.iter().fold(0, |all, won| all | won);
        let own = &mut turn.won[usize::from(color)];
        *own |= gain.layers & !known;
        if own.count_ones() >= self.goals.points() {
            turn.win = Some(Win { color, how: Reached::Points, site });
        }
    }

    /// Goes on after a stone of the turn's colour was put.
    pub(crate) fn follow(&self, turn: &mut Turn, site: Site, gain: Gain) {
        let rules = &self.ruleset.rules;
        turn.stones ^= stone(site, turn.color);
        self.score(turn, site, gain);
        turn.left -= 1;
        match turn.phase {
            Phase::Cut => {
                turn.color ^= 1;
                if turn.left == 0 || turn.win.is_some() {
                    (turn.phase, turn.left) = (Phase::Choose, rules.stones_per_turn);
                }
            }
            Phase::Choose => unreachable!("no stone is put while a colour is chosen"),
            Phase::Open | Phase::Swap | Phase::Play => {
                if turn.phase == Phase::Swap {
                    turn.phase = Phase::Play;
                }
                if turn.left == 0 {
                    if turn.phase == Phase::Open {
                        turn.phase = Phase::Swap;
                    }
                    turn.pass_on(self.seats, rules.stones_per_turn);
                }
            }
        }
    }

    /// Takes over the opening.
    fn swap(&self, position: &mut Position) {
        let rules = &self.ruleset.rules;
        if rules.equaliser == Equaliser::SwapSeats {
            position.turn.exchange();
        } else {
            let opening: Vec<Site> = self.stones(position).collect();
            let mut turn = position.turn;
            (turn.stones, turn.won) = (0, Default::default());
            position.groups = Groups::new(&self.topology, &self.goals.web);
            for site in opening {
                let site = self.image(site);
                let gain = self.goals.drop(&mut position.groups, site, turn.color);
                self.score(&mut turn, site, gain);
                turn.stones ^= stone(site, turn.color);
            }
            turn.pass_on(self.seats, rules.stones_per_turn);
            position.turn = turn;
        }
        position.turn.phase = Phase::Play;
    }

    /// Returns where a stone goes that changes colour.
    fn image(&self, site: Site) -> Site {
        self.mirror.as_ref().map_or(site, |image| image[site as usize])
    }

    /// Returns what a swap of stones did.
    fn turned(&self, before: &Position, after: &Position) -> Vec<Effect> {
        let turned = |site: Site| {
            let onto = self.image(site);
            let piece = |position, site| self.piece(position, site).unwrap_or_default();
            let (old, new) = (piece(before, site), piece(after, onto));
            if onto == site {
                effects::turn(0, site, old, new)
            } else {
                effects::moved(site, onto, old, new)
            }
        };
        self.stones(before).map(turned).collect()
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

    /// Returns the moves that put a stone.
    #[inline]
    fn stones_to_put<'a>(&self, position: &'a Position) -> &'a [Move] {
        if position.turn.phase == Phase::Choose { &[] } else { position.groups.open() }
    }

    fn choose(&self, turn: &mut Turn, color: u8) {
        turn.phase = Phase::Play;
        if turn.colors[1] != color {
            turn.exchange();
        }
    }
}

impl Game for Connection {
    type Position = Position;
    type Move = Move;

    fn about(&self) -> About {
        // Every ply but a swap or a choice fills a site.
        let plies = self.start.groups.open().len() as u32;
        About {
            seats: self.seats,
            colors: self.seats,
            kinds: vec![PieceKind {
                id: "stone".into(),
                name: Message::new("kind.stone", "stone"),
                letters: LETTERS[..usize::from(self.seats)].iter().map(char::to_string).collect(),
                shape: "disc".into(),
            }],
            roles: self.topology.roles().to_vec(),
            views: self.topology.views(),
            forms: text::FORMS.map(str::to_owned).to_vec(),
            unit: Message::new("unit.stone", "stone"),
            bound: Some(plies + u32::from(self.ruleset.rules.equaliser != Equaliser::None)),
            facts: Vec::new(),
        }
    }

    fn start(&self) -> Position {
        self.start.clone()
    }

    #[inline]
    fn status(&self, position: &Position) -> Status {
        if self.over(position) { Status::Over } else { Status::Turn(position.turn.mover()) }
    }

    fn legal_moves(&self, position: &Position, _: Seat, out: &mut Vec<Move>) {
        out.extend_from_slice(self.stones_to_put(position));
        out.extend_from_slice(self.buttons(position));
    }

    #[inline]
    fn count_moves(&self, position: &Position, _: Seat) -> u64 {
        (self.stones_to_put(position).len() + self.buttons(position).len()) as u64
    }

    #[inline]
    fn nth_move(&self, position: &Position, _: Seat, n: u64) -> Move {
        let open = self.stones_to_put(position);
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

    fn play(&self, position: &mut Position, by: Seat, mv: Move) {
        self.play_fast(position, by, mv);
    }

    #[inline]
    fn play_fast(&self, position: &mut Position, _: Seat, mv: Move) {
        match mv {
            Move::Put(site) => {
                let color = position.turn.color;
                let gain = self.goals.drop(&mut position.groups, site, color);
                self.follow(&mut position.turn, site, gain);
            }
            Move::Swap => self.swap(position),
            Move::Choose(color) => self.choose(&mut position.turn, color),
        }
    }

    fn ranks(&self, position: &Position) -> Ranks {
        let turn = &position.turn;
        let mut scores = [0i64; SEATS];
        for (seat, score) in (0..).zip(&mut scores) {
            if !turn.plays(seat) {
                *score -= 2;
            }
        }
        if let Some(win) = turn.win {
            let own = &mut scores[usize::from(turn.seat_of(win.color))];
            *own += if self.ruleset.rules.misere { -1 } else { 1 };
        }
        Ranks::by_score(&scores[..usize::from(self.seats)])
    }

    fn reason(&self, position: &Position) -> Message {
        let Some(win) = position.turn.win else {
            return if position.groups.open().is_empty() {
                Message::new("over.full", "the board is full")
            } else {
                Message::new("over.alone", "only one player is left")
            };
        };
        explain::reason(self, &win)
    }

    fn search_moves(&self, position: &Position, _: Seat, out: &mut Vec<Move>) {
        knowledge::candidates(self, position, out);
    }

    fn history_index(&self, mv: Move) -> u32 {
        match mv {
            Move::Put(site) => site + 1,
            Move::Swap | Move::Choose(_) => 0,
        }
    }

    fn notation(&self, _: &Position, mv: Move) -> String {
        text::name(&self.topology, mv)
    }

    fn parse_move(&self, position: &Position, _: Seat, notation: &str) -> Option<Move> {
        if let Some(site) = self.topology.site(notation) {
            let open = position.groups.color(site) == EMPTY;
            return (open && position.turn.phase != Phase::Choose).then_some(Move::Put(site));
        }
        let buttons = self.buttons(position).iter().copied();
        buttons.into_iter().find(|mv| text::name(&self.topology, *mv) == notation)
    }

    fn notation_alias(&self, _: &Position, _: Seat, text: &str) -> Option<String> {
        text::spelled(text)
    }

    fn paths(&self, _: &Position, mv: Move, out: &mut Vec<Vec<Site>>) {
        if let Move::Put(site) = mv {
            out.push(vec![site]);
        }
    }

    fn choices(&self, position: &Position, _: Seat, path: &[Site]) -> Option<Choices> {
        let ending = |mv| MoveOption {
            mv: text::name(&self.topology, mv),
            label: text::label(&self.topology, mv),
            answer: false,
        };
        let mut choices = Choices::default();
        match *path {
            [] => {
                let open = self.stones_to_put(position).iter();
                let mut open: Vec<Site> = open.filter_map(|mv| mv.site()).collect();
                sort(&mut open);
                let target = |site| Target { site, kind: TargetKind::Quiet };
                choices.targets = open.into_iter().map(target).collect();
                choices.options = self.buttons(position).iter().copied().map(ending).collect();
                choices.placed_piece = self.placed_piece(position, 0, path);
            }
            [site] if self.stones_to_put(position).contains(&Move::Put(site)) => {
                choices.options.push(ending(Move::Put(site)));
            }
            _ => {}
        }
        Some(choices)
    }

    fn label(&self, _: &Position, mv: Move) -> Message {
        text::label(&self.topology, mv)
    }

    fn placed_piece(&self, position: &Position, _: Seat, _: &[Site]) -> Option<Piece> {
        let open = !self.stones_to_put(position).is_empty();
        open.then(|| Piece::new(0, position.turn.color))
    }

    fn seats(&self, position: &Position) -> Vec<SeatState> {
        let turn = &position.turn;
        // Before a colour is chosen nobody has one.
        let cut = matches!(turn.phase, Phase::Cut | Phase::Choose);
        let state = |seat: u8| SeatState {
            color: if cut { NO_COLOR } else { turn.colors[usize::from(seat)] },
            score: f64::from(turn.won[usize::from(turn.colors[usize::from(seat)])].count_ones()),
            gained: 0.0,
            active: turn.plays(seat),
        };
        (0..self.seats).map(state).collect()
    }

    fn sites(&self, _: &Position) -> u32 {
        self.topology.sites()
    }

    fn piece(&self, position: &Position, site: Site) -> Option<Piece> {
        match position.groups.color(site) {
            EMPTY | BLOCKED => None,
            color => Some(Piece::new(0, color)),
        }
    }

    fn drawing(&self, _: &Position, view: u16) -> Cow<'_, Patch> {
        Cow::Borrowed(self.topology.drawing(view))
    }

    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    fn remove_player(&self, position: &Position, who: Seat) -> Option<Position> {
        if self.seats == 2 {
            return None;
        }
        let mut after = position.clone();
        after.turn.out |= 1 << who;
        if position.turn.mover() == who {
            after.turn.pass_on(self.seats, self.ruleset.rules.stones_per_turn);
        }
        Some(after)
    }

    fn marks(&self, position: &Position) -> Vec<Mark> {
        chain::marks(self, position)
    }

    fn prompt(&self, position: &Position) -> Option<Message> {
        explain::asks(self, position)
    }

    fn write(&self, position: &Position, form: &str) -> Result<String, Message> {
        match form {
            "position" => Ok(text::write(self, position)),
            "diagram" => Ok(diagram::stones(self, position)),
            "labels" => Ok(diagram::labels(&self.topology)),
            "classes" => Ok(text::classes(self, position)),
            "graph" => Ok(self.topology.graph()),
            _ => Err(Message::new("write.form", "there is no text form `{form}`: use {forms}")
                .with("form", form)
                .with("forms", text::FORMS.join(", "))),
        }
    }

    fn read(&self, text: &str) -> Result<Position, Message> {
        text::read(self, text)
    }

    fn explain(&self) -> Vec<Message> {
        explain::paragraphs(self)
    }

    fn warnings(&self) -> Vec<Diagnostic> {
        check::doubts(&self.ruleset, &self.topology, &self.goals)
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
        let turn = position.turn;
        let undo = match mv {
            Move::Put(site) => {
                let place = position.groups.place(site);
                let mut joins = Vec::new();
                let gain = self.goals.put(&mut position.groups, site, turn.color, &mut joins);
                self.follow(&mut position.turn, site, gain);
                Undo::Stone { turn, site, place, joins }
            }
            Move::Swap if self.ruleset.rules.equaliser == Equaliser::SwapStones => {
                let before = position.clone();
                self.swap(position);
                Undo::Whole(Box::new(before))
            }
            Move::Swap | Move::Choose(_) => {
                self.play_fast(position, by, mv);
                Undo::Turn(turn)
            }
        };
        if let Some(effects) = effects {
            match (mv, &undo) {
                (Move::Put(site), _) => {
                    effects.push(effects::placed(site, Piece::new(0, turn.color)));
                }
                (Move::Swap, Undo::Whole(before)) => effects.extend(self.turned(before, position)),
                (Move::Swap, _) => effects.push(effects::plain("swap")),
                (Move::Choose(_), _) => effects.push(effects::plain("choose")),
            }
        }
        undo
    }

    fn undo(&self, position: &mut Position, undo: Undo) {
        match undo {
            Undo::Stone { turn, site, place, joins } => {
                position.groups.take(&joins);
                position.groups.free(&self.goals.web, site, place);
                position.turn = turn;
            }
            Undo::Turn(turn) => position.turn = turn,
            Undo::Whole(before) => *position = *before,
        }
    }
}
