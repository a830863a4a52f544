//! The game that the host plays.

use std::borrow::Cow;

use boardloom_sdk::random::Random;
use boardloom_sdk::topology::Topology;
use boardloom_sdk::{
    About, Diagnostic, Effect, Game, Kind, Mark, Message, Patch, Piece, Ranks, Seat, SeatState,
    Site, Status, Touch, effects, problem,
};

use crate::ground::{At, Ground, NOWHERE, Set};
use crate::lines::Lines;
use crate::man::{ATTACKERS, DEFENDERS, Man};
use crate::plane::Plane;
use crate::play::side_of;
use crate::position::{Move, Position};
use crate::ruleset::{Again, Ruleset, Unwinnable};
use crate::{check, explain, text};

/// A ruleset of the family, opened.
pub struct Tafl {
    pub(crate) topology: Topology,
    pub(crate) ruleset: Ruleset,
    pub(crate) ground: Ground,
    /// The same as words of bits, where the board is one that they fit.
    plane: Option<Plane>,
    /// Lines of play, where repeating is not legal.
    pub(crate) lines: Lines,
    /// Steps between any two sites, by row.
    pub(crate) steps: Vec<u8>,
    /// The first position.
    pub(crate) start: Position,
    warnings: Vec<Diagnostic>,
}

impl Tafl {
    /// Opens a ruleset.
    ///
    /// # Errors
    /// What does not make sense in it.
    pub fn open(ruleset: Ruleset, topology: Topology) -> Result<Self, Vec<Diagnostic>> {
        let plan = check::plan(&ruleset, &topology)?;
        let ground = Ground::new(&topology, &ruleset.rules, &plan.goal);
        let mut start = Position::empty(topology.blocked(), side_of(ruleset.rules.first));
        let men = plan.men;
        for (at, man) in &men {
            start.put(*at, *man);
        }
        let mut game = Tafl {
            plane: Plane::new(&topology, &ground, &men),
            steps: ground.all_steps(&topology),
            warnings: topology.warnings().to_vec(),
            lines: Lines::default(),
            topology,
            ruleset,
            ground,
            start,
        };
        game.settle(&mut start);
        game.start = start;
        if start.over.is_some() {
            let what = "the game is over before the first move";
            let caution = problem::at(["setup"], "setup.over", what).warning();
            game.warnings.push(caution.into_diagnostic());
        }
        Ok(game)
    }

    /// Returns the board as words of bits, if all men move as it says.
    #[inline(always)]
    pub(crate) fn plane(&self, position: &Position) -> Option<&Plane> {
        self.plane.as_ref().filter(|_| !position.odd)
    }

    /// Tells whether a man moves as the words of bits say, if there are any.
    pub(crate) fn knows(&self, man: Man) -> bool {
        self.plane.as_ref().is_none_or(|plane| plane.knows(man))
    }

    /// Returns what a move did to look at.
    fn told(&self, before: &Position, mv: Move, taken: &Set) -> Vec<Effect> {
        let Some((from, to, _)) = mv.parts() else { return vec![effects::plain("end")] };
        let piece = |at: At| before.man(at).piece().unwrap_or_default();
        let mut told =
            vec![effects::moved(Site::from(from), Site::from(to), piece(from), piece(from))];
        for site in taken.iter() {
            let man = before.man(site as At);
            let old = man.piece().unwrap_or_default();
            told.push(match man.turned().and_then(|turned| turned.piece()) {
                Some(new) => effects::turn(1, site, old, new),
                None => effects::removed(1, site, old),
            });
        }
        told
    }

    /// Returns who wins when a position that occurred too often has just come up.
    fn repetition_winner(&self, position: &Position) -> Option<u8> {
        match self.ruleset.rules.repetition.result {
            Again::Ignore | Again::Draw | Again::Illegal => None,
            Again::Mover => Some(position.side),
            Again::Opponent => Some(1 - position.side),
            Again::Attackers => Some(DEFENDERS),
            Again::Defenders => Some(ATTACKERS),
        }
    }
}

impl Game for Tafl {
    type Position = Position;
    type Move = Move;

    fn about(&self) -> About {
        let kind = |id: &str, name: &str, letters: &[&str], shape: &str| Kind {
            id: id.into(),
            name: Message::new(["kind.", id].concat(), name),
            letters: letters.iter().map(|letter| (*letter).to_owned()).collect(),
            shape: shape.into(),
        };
        About {
            seats: 2,
            colors: 2,
            kinds: vec![
                kind("man", "man", &["t", "T"], "man"),
                kind("commander", "commander", &["c", "C"], "commander"),
                kind("knight", "knight", &["n", "N"], "knight"),
                kind("mercenary", "mercenary", &["m", "M"], "stone"),
                kind("guard", "guard", &["g", "G"], "die"),
                kind("king", "king", &["K"], "king"),
            ],
            roles: self.topology.roles().to_vec(),
            views: self.topology.views(),
            forms: text::FORMS.map(str::to_owned).to_vec(),
            unit: Message::new("unit.attacker", "attacker"),
            bound: self.ruleset.rules.turn_limit.map(u32::from),
            facts: vec![("moves".to_owned(), "lines".to_owned())],
        }
    }

    fn start(&self) -> Position {
        self.start
    }

    #[inline]
    fn status(&self, position: &Position) -> Status {
        if position.over.is_some() { Status::Over } else { Status::Turn(position.side) }
    }

    fn legal_moves(&self, position: &Position, _: Seat, out: &mut Vec<Move>) {
        self.legal(position, |mv| out.push(mv));
    }

    fn count_moves(&self, position: &Position, by: Seat) -> u64 {
        if position.over.is_some() || by != position.side { 0 } else { self.count(position) }
    }

    fn nth_move(&self, position: &Position, _: Seat, n: u64) -> Move {
        self.nth(position, n).expect("as many moves were counted")
    }

    fn random_move(&self, position: &Position, _: Seat, random: &mut Random) -> (u64, Move) {
        let (count, mv) = self.chosen(position, random);
        (count, mv.expect("a position that goes on has moves"))
    }

    fn play(&self, position: &mut Position, _: Seat, mv: Move) {
        if self.ruleset.rules.repetition.result == Again::Illegal {
            position.line = self.lines.with(position.line, position.key());
        }
        self.go(position, mv);
    }

    #[inline]
    fn play_fast(&self, position: &mut Position, _: Seat, mv: Move) {
        self.go(position, mv);
    }

    fn effects(&self, before: &Position, _: Seat, mv: Move, _: &Position) -> Vec<Effect> {
        self.told(before, mv, &self.taken(before, mv))
    }

    fn ranks(&self, position: &Position) -> Ranks {
        match position.over.and_then(|over| over.winner) {
            Some(winner) => Ranks::win(2, winner),
            None => Ranks::draw(2),
        }
    }

    fn reason(&self, position: &Position) -> Message {
        explain::reason(position)
    }

    fn notation(&self, _: &Position, mv: Move) -> String {
        self.name(mv)
    }

    fn parse_move(&self, position: &Position, _: Seat, notation: &str) -> Option<Move> {
        let mut found = None;
        if notation == text::END {
            return self.may_end(position).then_some(Move::End);
        }
        let (from, to) = self.squares(notation)?;
        self.legal_from(position, from, &mut |mv| {
            if mv.parts().is_some_and(|(_, onto, _)| onto == to) {
                found = Some(mv);
            }
        });
        found
    }

    fn notation_alias(&self, _: &Position, _: Seat, text: &str) -> Option<String> {
        self.spelled(text)
    }

    fn paths(&self, _: &Position, mv: Move, out: &mut Vec<Vec<Site>>) {
        if let Some((from, to, _)) = mv.parts() {
            out.push(vec![Site::from(from), Site::from(to)]);
        }
    }

    fn target_kind(&self, position: &Position, mv: Move) -> Touch {
        if self.taken(position, mv).is_empty() { Touch::Quiet } else { Touch::Capture }
    }

    fn label(&self, _: &Position, mv: Move) -> Message {
        match mv {
            Move::End => Message::new("move.end", "End the turn"),
            _ => Message::new("move", self.name(mv)),
        }
    }

    fn seats(&self, position: &Position) -> Vec<SeatState> {
        let state = |side: u8| {
            let taken = self.start.count(1 - side).saturating_sub(position.count(1 - side));
            SeatState { color: side, score: f64::from(taken), gained: 0.0, active: true }
        };
        vec![state(ATTACKERS), state(DEFENDERS)]
    }

    fn sites(&self, _: &Position) -> u32 {
        self.ground.sites
    }

    fn piece(&self, position: &Position, site: Site) -> Option<Piece> {
        position.man(site as At).piece()
    }

    fn drawing(&self, _: &Position, view: u16) -> Cow<'_, Patch> {
        Cow::Borrowed(self.topology.drawing(view))
    }

    fn key(&self, position: &Position) -> u64 {
        position.full_key()
    }

    fn repetition_key(&self, position: &Position) -> u64 {
        position.key()
    }

    fn repetition_limit(&self) -> u8 {
        let repetition = &self.ruleset.rules.repetition;
        match repetition.result {
            Again::Ignore | Again::Illegal => 0,
            _ => repetition.count,
        }
    }

    fn is_irreversible(&self, before: &Position, mv: Move) -> bool {
        !self.taken(before, mv).is_empty()
    }

    fn repetition_ranks(&self, position: &Position) -> Ranks {
        match self.repetition_winner(position) {
            Some(winner) => Ranks::win(2, winner),
            None => Ranks::draw(2),
        }
    }

    fn marks(&self, position: &Position) -> Vec<Mark> {
        if position.king == NOWHERE { Vec::new() } else { self.marked(position) }
    }

    fn prompt(&self, position: &Position) -> Option<Message> {
        if position.chain == NOWHERE {
            return None;
        }
        let (id, text) = match self.ruleset.rules.berserk {
            crate::ruleset::Berserk::May => {
                ("ask.may", "Go on with the piece on {site}, or end the turn.")
            }
            _ => ("ask.must", "Go on with the piece on {site}: it can."),
        };
        let site = self.topology.label(u32::from(position.chain));
        Some(Message::new(id, text).with("site", site))
    }

    fn facts(&self, position: &Position) -> Vec<Message> {
        let told = self.ruleset.rules.unwinnable == Unwinnable::Notice;
        let mut facts = explain::counts(self, position);
        if told && position.over.is_none() && self.hopeless(position) {
            let text = "Neither side can win any more: there are too few attackers to take the \
                        king, and he has no way out.";
            facts.push(Message::new("fact.hopeless", text));
        }
        facts
    }

    fn write(&self, position: &Position, form: &str) -> Result<String, Message> {
        self.written(position, form)
    }

    fn read(&self, text: &str) -> Result<Position, Message> {
        self.parsed(text)
    }

    fn explain(&self) -> Vec<Message> {
        explain::paragraphs(self)
    }

    fn warnings(&self) -> Vec<Diagnostic> {
        self.warnings.clone()
    }

    fn evaluate(&self, position: &Position, values: &mut [i32]) -> bool {
        let worth = self.worth(position);
        values.copy_from_slice(&[-worth, worth]);
        true
    }

    fn move_order_score(&self, position: &Position, mv: Move) -> i32 {
        self.gain(position, mv)
    }

    fn history_index(&self, mv: Move) -> u32 {
        mv.parts().map_or(0, |(from, to, _)| (u32::from(to) * 61) ^ (u32::from(from + 1) << 6))
    }

    fn tactical_moves(&self, position: &Position, by: Seat, out: &mut Vec<Move>) {
        self.decisive(position, by, out);
    }

    fn null_move(&self, position: &mut Position, to: Seat) -> bool {
        let mut turned = *position;
        (turned.side, turned.chain) = (to, NOWHERE);
        let can = self.stopped(&turned).is_none();
        if can {
            *position = turned;
        }
        can
    }
}
