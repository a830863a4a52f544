//! The rules in plain words, made from the parameters.

use boardloom_sdk::Message;

use crate::board_tables::Square;
use crate::game::Tafl;
use crate::piece::{ATTACKERS, PieceCode, PieceSet};
use crate::position::{EndReason, Position};
use crate::ruleset::{
    Berserk, CaptureMethod, Encirclement, Escape, JumpRule, KingWeapon, NoMoves, RepetitionResult,
    Rules, Side, Trigger, Unwinnable,
};

pub fn paragraphs(game: &Tafl) -> Vec<Message> {
    let mut text = RulesText::new(game);
    text.aim();
    text.movement();
    text.berserk();
    text.special_squares();
    text.captures();
    text.king_capture();
    text.shieldwall();
    text.special_captures();
    text.other_wins();
    text.ends();
    text.paragraphs
}

pub fn end_reason(position: &Position) -> Message {
    let Some(end) = position.end else {
        return Message::new("over.not", "the game goes on");
    };
    let (id, text) = match end.reason {
        EndReason::KingCaptured => ("over.captured", "the king was captured"),
        EndReason::KingEscaped => ("over.escaped", "the king escaped"),
        EndReason::ExitFort => ("over.fort", "the king stands in an exit fort"),
        EndReason::Encircled => ("over.encircled", "all defenders are encircled"),
        EndReason::NoMoves if position.side_to_move == ATTACKERS => {
            ("over.stuck", "the attackers can't move")
        }
        EndReason::NoMoves => ("over.stuck", "the defenders can't move"),
        EndReason::NoCaptures => ("over.quiet", "no capture for too many plies"),
        EndReason::TurnLimit => ("over.limit", "the limit of plies was reached"),
        EndReason::Unwinnable => ("over.hopeless", "neither side can win any more"),
    };
    Message::new(id, text)
}

/// Returns the counts that lead to a draw, once they are near enough to matter.
pub fn draw_counts(game: &Tafl, position: &Position) -> Vec<Message> {
    let rules = &game.ruleset.rules;
    let mut counts = Vec::new();
    if let Some(most) = rules.capture_draw.filter(|most| position.quiet_plies >= most / 2) {
        let text = "{count} of {most} plies without a capture";
        let fact = Message::new("fact.quiet", text).with("count", position.quiet_plies);
        counts.push(fact.with("most", most));
    }
    if let Some(most) = rules.turn_limit {
        let fact = Message::new("fact.limit", "ply {count} of {most}");
        counts.push(fact.with("count", position.plies).with("most", most));
    }
    counts
}

struct RulesText<'a> {
    game: &'a Tafl,
    rules: &'a Rules,
    /// The pieces of the starting position.
    pieces: PieceSet,
    has_throne: bool,
    has_corners: bool,
    paragraphs: Vec<Message>,
}

impl RulesText<'_> {
    fn new(game: &Tafl) -> RulesText<'_> {
        let start = &game.start;
        let squares = start.occupied();
        RulesText {
            game,
            rules: &game.ruleset.rules,
            pieces: squares.iter().map(|square| start.piece_at(square as Square)).collect(),
            has_throne: !game.tables.throne.is_empty(),
            has_corners: !game.tables.corners.is_empty(),
            paragraphs: Vec::new(),
        }
    }

    /// Adds a paragraph with values for the names in its text.
    fn add(&mut self, id: &str, text: &str, values: &[(&str, &str)]) {
        let message = Message::new(["rules.", id].concat(), text);
        let message =
            values.iter().fold(message, |message, (name, value)| message.with(name, value));
        self.paragraphs.push(message);
    }

    /// Returns the names of those pieces of a set that take part.
    fn names(&self, set: PieceSet) -> String {
        let mut rest = set.intersection(self.pieces);
        if rest == self.pieces {
            return "every piece".into();
        }
        let mut names: Vec<String> = Vec::new();
        let sides = [("tcnmg", "the attackers"), ("TCNMG", "the defenders' men")];
        for (letters, name) in sides {
            let men = self.pieces_of(letters);
            if !men.is_empty() && rest.intersection(men) == men {
                names.push(name.into());
                rest = rest.without(men);
            }
        }
        names.extend(rest.iter().map(name));
        match names.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, most)) => [&most.join(", "), " and ", last].concat(),
            None => "no piece".into(),
        }
    }

    /// Returns the pieces with these letters that take part.
    fn pieces_of(&self, letters: &str) -> PieceSet {
        PieceSet::from_letters(letters).expect("letters of pieces").intersection(self.pieces)
    }

    /// Returns the names of the pieces that have a property, for the beginning of a
    /// sentence; `None` if there are none.
    fn titled(&self, has: impl Fn(PieceCode) -> bool) -> Option<String> {
        let set: PieceSet = self.pieces.iter().filter(|piece| has(*piece)).collect();
        let names = self.names(set);
        let (first, rest) = names.split_at(1);
        (!set.is_empty()).then(|| [&first.to_ascii_uppercase(), rest].concat())
    }

    /// Returns the names of the pieces that may do something, if not all may.
    fn only(&self, set: PieceSet) -> Message {
        let all = set.intersection(self.pieces);
        let some = !all.is_empty() && all != self.pieces;
        let text = if some { "only {pieces}" } else { "{pieces}" };
        Message::new("rules.only", text).with("pieces", self.names(set))
    }

    /// Returns the pieces that may enter special squares from outside, if they are fewer than
    /// those that may stop there.
    fn entering(&self, id: &str, stop: PieceSet, reenter: PieceSet) -> Message {
        let stop = stop.intersection(self.pieces);
        let enters = reenter.intersection(stop);
        if enters == stop {
            return Message::default();
        }
        // Within a throne of a single square no piece moves.
        let text = match id {
            "camp" => " and move within it, but {pieces} may enter from outside",
            _ => ", but {pieces} may enter from outside",
        };
        Message::new("rules.enter", text).with_message("pieces", &self.only(enters))
    }

    fn can_capture_king(&self) -> bool {
        self.game.tables.min_captors != u32::MAX
    }

    fn aim(&mut self) {
        let side = ["attackers", "defenders"][usize::from(self.rules.first.seat())];
        let (mut sites, mut others) = (String::new(), String::new());
        let goal = match &self.rules.escape {
            Escape::Corner if self.game.tables.corners.len() > 4 => {
                "one of the squares at the corners"
            }
            Escape::Corner => "a corner",
            Escape::Edge => "the edge of the board",
            Escape::Sites(texts) => {
                // Regions stand as words: `corner 1` for `corner-1`.
                let regions = self.game.topology.regions();
                let words = |text: &String| match regions.contains_key(text) {
                    true => text.replace('-', " "),
                    false => text.clone(),
                };
                let list = |texts: &[&String]| {
                    texts.iter().map(|it| words(it)).collect::<Vec<_>>().join(", ")
                };
                let (left_out, named): (Vec<&String>, Vec<&String>) =
                    texts.iter().partition(|text| text.starts_with("not "));
                sites = list(&named);
                others = list(&left_out).replace("not ", "");
                match left_out.is_empty() {
                    true => "one of: {sites}",
                    false => "one of: {sites}, but not {others}",
                }
            }
        };
        let goal = Message::new("rules.goal", goal).with("sites", sites);
        let goal = if others.is_empty() { goal } else { goal.with("others", others) };
        let capture = "; the attackers win when they capture him";
        let capture = if self.can_capture_king() { capture } else { "" };
        let text =
            "The {side} move first. The defenders win when the king reaches {goal}{capture}.";
        let message = Message::new("rules.aim", text).with("side", side).with("capture", capture);
        self.paragraphs.push(message.with_message("goal", &goal));
    }

    fn movement(&mut self) {
        let (speed, jumps) = (&self.rules.speed, &self.rules.jumps);
        let is_limited = self.pieces.iter().all(|piece| speed.get(piece).is_some());
        let distance = if is_limited { "" } else { " any distance" };
        let may_jump = self.pieces.iter().any(|piece| jumps.get(piece).is_some());
        let never = if may_jump { "" } else { " They never jump." };
        let text = "Pieces move{distance} in a straight line over empty squares.{never}";
        self.add("move", text, &[("distance", distance), ("never", never)]);
        for most in 0..=u8::MAX {
            let Some(names) = self.titled(|piece| speed.get(piece) == Some(most)) else {
                continue;
            };
            let text = match most {
                0 => "{pieces}: no move.",
                1 => "{pieces}: one square a move.",
                _ => "{pieces}: {most} squares a move at most.",
            };
            self.add("speed", text, &[("pieces", &names), ("most", &most.to_string())]);
        }
        let special = match (self.has_throne, self.has_corners) {
            (true, true) => ", without capturing him, from or onto the throne or a corner",
            (true, false) => ", without capturing him, from or onto the throne",
            (false, _) => ", without capturing him, from or onto a corner",
        };
        let rules = [
            (JumpRule::Plain, ", without capturing him"),
            (JumpRule::Capture, ", which captures him"),
            (JumpRule::Special, special),
        ];
        for (rule, how) in rules {
            if let Some(names) = self.titled(|piece| jumps.get(piece) == Some(rule)) {
                let text = "{pieces} may jump over an adjacent ordinary enemy man to the empty \
                            square beyond{how}.";
                self.add("jump", text, &[("pieces", &names), ("how", how)]);
            }
        }
    }

    fn berserk(&mut self) {
        match self.rules.berserk {
            Berserk::None => {}
            Berserk::Must => self.add(
                "berserk.must",
                "A piece that captured must move again, as long as it captures or the king wins \
                 by it.",
                &[],
            ),
            Berserk::May => self.add(
                "berserk.may",
                "A piece that captured may move again, as long as it captures or the king wins \
                 by it; the player may end the turn instead.",
                &[],
            ),
        }
    }

    /// Adds the pieces that may stop on special squares, enter and pass them.
    fn special_squares(&mut self) {
        let (stop, pass, enter) = (&self.rules.stop, &self.rules.passing, &self.rules.reenter);
        let has_camps = self.game.topology.regions().contains_key("camps");
        let kinds = [
            ("throne", "The throne", self.has_throne, stop.throne, pass.throne, enter.throne),
            ("corner", "A corner", self.has_corners, stop.corner, pass.corner, enter.corner),
            ("camp", "A camp", has_camps, stop.camp, pass.camp, enter.camp),
        ];
        for (id, name, _, stop, pass, enter) in kinds.into_iter().filter(|kind| kind.2) {
            let text = "{square}: {stop} may stop there{enter}; {pass} may pass over it while it \
                        is empty.";
            let (entering, stop, pass) =
                (self.entering(id, stop, enter), self.only(stop), self.only(pass));
            let message = Message::new(["rules.", id].concat(), text).with("square", name);
            let message = message.with_message("stop", &stop).with_message("enter", &entering);
            self.paragraphs.push(message.with_message("pass", &pass));
        }
        if !(self.has_throne || self.has_corners || has_camps) {
            self.add("plain", "There are no special squares.", &[]);
        }
    }

    fn captures(&mut self) {
        let text = "A move captures every enemy piece but the king that it leaves between the \
                    moved piece and another of the same side, in a straight line: at most one in \
                    each direction. Moving between two enemies is safe.";
        self.add("take", text, &[]);
        let hostile = &self.rules.hostile;
        let has_camps = self.game.topology.regions().contains_key("camps");
        let places = [
            ("the empty throne", self.has_throne, hostile.throne_empty),
            ("the throne with the king on it", self.has_throne, hostile.throne_occupied),
            ("an empty corner", self.has_corners, hostile.corner),
            ("an empty square of a camp", has_camps, hostile.camp),
            ("the edge of the board", self.has_edge(), hostile.edge),
        ];
        for (place, exists, pieces) in places {
            if exists && !pieces.intersection(self.pieces).is_empty() {
                let text = "In captures {place} counts as an enemy of {men}.";
                let men = self.names(pieces);
                self.add("hostile", text, &[("place", place), ("men", &men)]);
            }
        }
        if !self.game.topology.blocked().is_empty() {
            let text = "Nothing stands on blocked squares or passes over them. They help no side \
                        to capture.";
            self.add("blocked", text, &[]);
        }
        let king = match self.rules.king_weapon {
            KingWeapon::Both => "The king takes part in captures like any man.",
            KingWeapon::Hammer => {
                "The king captures by moving, but does not help another piece to capture."
            }
            KingWeapon::Anvil => {
                "The king helps another piece to capture, but does not capture by moving."
            }
            KingWeapon::None => "The king takes no part in captures.",
        };
        self.add("king-weapon", king, &[]);
    }

    fn has_edge(&self) -> bool {
        !self.game.tables.edge.is_empty()
    }

    fn king_capture(&mut self) {
        let mut methods = self.rules.king_capture;
        if methods.edge == CaptureMethod::Surround
            && !self.rules.hostile.edge.contains(PieceCode::KING)
        {
            // No enemy can stand on his fourth side.
            methods.edge = CaptureMethod::Safe;
        }
        let other = methods.other;
        let mut places = Vec::new();
        if self.has_throne && (methods.throne != other || methods.beside != other) {
            places = vec![("on the throne", methods.throne), ("beside the throne", methods.beside)];
        }
        if self.has_edge() && methods.edge != other {
            places.push(("at the edge", methods.edge));
        }
        let rest = match (places.is_empty(), other) {
            (false, _) => "anywhere else",
            (true, CaptureMethod::Safe) => "anywhere",
            (true, _) => "wherever he is",
        };
        places.push((rest, other));
        for (place, method) in places {
            let text = match method {
                CaptureMethod::Surround => {
                    "The king is captured {place} by attackers or hostile squares on all sides."
                }
                CaptureMethod::Pair => "The king is captured {place} between two, like a man.",
                CaptureMethod::Men => {
                    "The king is captured {place} by attackers on all sides that are on the board."
                }
                CaptureMethod::Safe => "The king can't be captured {place}.",
            };
            self.add("king", text, &[("place", place)]);
        }
        if !self.can_capture_king() {
            return;
        }
        let enclosing = |method| matches!(method, CaptureMethod::Surround | CaptureMethod::Men);
        let is_enclosed =
            [methods.throne, methods.beside, methods.edge, other].into_iter().any(enclosing);
        if is_enclosed && !self.game.topology.blocked().is_empty() {
            let text = "Beside a blocked square, enemies can't be on all sides of the king: there \
                        he is not captured so.";
            self.add("king.blocked", text, &[]);
        }
        let text = "The king too may move between enemies: only a move that ends beside him \
                    captures him.";
        self.add("king.move", text, &[]);
        if !self.pieces_of("c").is_empty() {
            let corner = if self.has_corners { ", or one and a corner" } else { "" };
            let throne = ", but not on the throne nor beside it";
            let throne = if self.has_throne { throne } else { "" };
            let text = "Two commanders on both sides of the king capture him{corner}{throne}.";
            self.add("king.commanders", text, &[("corner", corner), ("throne", throne)]);
        }
    }

    fn shieldwall(&mut self) {
        let Some(rule) = self.rules.shieldwall else { return };
        let corner = " A corner may stand in at one end.";
        let corner = if rule.corners && self.has_corners { corner } else { "" };
        let front = if rule.trigger == Trigger::Any { " or in front" } else { "" };
        let king = match rule.king {
            true => "is captured too, even where he is safe otherwise",
            false => "counts, but is not captured",
        };
        let text = "Shieldwall: {min} or more pieces in a row along the edge are captured \
                    together if each has an enemy in front of it and the row has one at both \
                    ends.{corner} The move that closes it goes to an end of the row{front}. A king \
                    in the row {king}.";
        let min = rule.min.to_string();
        let values = [("min", &*min), ("corner", corner), ("front", front), ("king", king)];
        self.add("shieldwall", text, &values);
    }

    fn special_captures(&mut self) {
        if self.rules.linnaean && self.has_throne {
            let text = "A defender beside the king on his throne is captured against it when \
                        attackers hold the other three sides of the throne.";
            self.add("linnaean", text, &[]);
        }
        if !self.pieces_of("mM").is_empty() {
            let text = "A captured mercenary stays on the board and changes sides.";
            self.add("mercenaries", text, &[]);
        }
        if !self.pieces_of("gG").is_empty() {
            self.add("guards", "Guards take no part in captures.", &[]);
        }
    }

    fn other_wins(&mut self) {
        // A king who wins anywhere at the edge needs no fort there.
        let edge = self.game.tables.edge;
        if self.rules.exit_fort && !edge.without(&self.game.tables.goal).is_empty() {
            let text = "The defenders also win with an exit fort: the king stands at the edge, \
                        can move, and is shut off from the attackers by men who can never be \
                        captured.";
            self.add("fort", text, &[]);
        }
        let wins = if self.can_capture_king() { "also win" } else { "win" };
        let text = match self.rules.encircle {
            Encirclement::None => return,
            Encirclement::Pockets => {
                "The attackers {wins} when they have shut all defenders off from the edge, even \
                 if a capture could still open a way out."
            }
            Encirclement::Ring => {
                "The attackers {wins} when they have closed one ring around all defenders that \
                 does not touch the edge, even if a capture could still open it."
            }
        };
        self.add("encircle", text, &[("wins", wins)]);
    }

    fn ends(&mut self) {
        let rules = self.rules;
        let no_moves = match rules.no_moves {
            NoMoves::Loss => "A side that can't move loses.",
            NoMoves::Draw => "When a side can't move, the game is a draw.",
        };
        self.add("stuck", no_moves, &[]);
        self.repetition();
        if let Some(most) = rules.capture_draw {
            let text = "After {most} plies without a capture the game is a draw.";
            self.add("quiet", text, &[("most", &most.to_string())]);
        }
        if let Some(most) = rules.turn_limit {
            let text = "After {most} plies the game is a draw.";
            self.add("limit", text, &[("most", &most.to_string())]);
        }
        match rules.unwinnable {
            Unwinnable::Ignore => {}
            Unwinnable::Notice => self.add(
                "hopeless.notice",
                "The players are told when there are too few attackers to capture the king \
                 anywhere, and when he has no way out either.",
                &[],
            ),
            Unwinnable::Draw => self.add(
                "hopeless",
                "When there are too few attackers to capture the king anywhere and he has no way \
                 out, the game is a draw.",
                &[],
            ),
        }
    }

    fn repetition(&mut self) {
        let rule = &self.rules.repetition;
        let what = match (rule.result, rule.side) {
            (RepetitionResult::Ignore, _) => {
                let text = "A position may occur any number of times.";
                return self.add("repetition.ignore", text, &[]);
            }
            (RepetitionResult::Draw, _) => "the game is a draw",
            (RepetitionResult::Mover, _) => "the side that moved into it loses",
            (RepetitionResult::Opponent, _) => "the side that moved into it wins",
            (RepetitionResult::Attackers, _) => "the attackers lose",
            (RepetitionResult::Defenders, _) => "the defenders lose",
            (RepetitionResult::Illegal, None) => "the move is not legal",
            (_, Some(Side::Attackers)) => "the move is not legal for the attackers",
            (_, Some(Side::Defenders)) => "the move is not legal for the defenders",
        };
        let count = match rule.count {
            2 => "second",
            3 => "third",
            _ => "{count}th",
        };
        let count = Message::new("rules.count", count).with("count", rule.count);
        let text = "When a position occurs for the {count} time with the same side to move, \
                    {what}.";
        let message = Message::new("rules.repetition", text).with("what", what);
        self.paragraphs.push(message.with_message("count", &count));
    }
}

fn name(piece: PieceCode) -> String {
    if piece == PieceCode::KING {
        return "the king".into();
    }
    let side = ["attacking", "defending"][usize::from(piece.side())];
    let kinds = ["men", "commanders", "knights", "mercenaries", "guards"];
    [side, " ", kinds[(piece.index() - 1) % 5]].concat()
}
