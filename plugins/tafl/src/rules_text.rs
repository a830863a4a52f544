//! The rules in plain words, made from the parameters.

use boardloom_sdk::Message;

use crate::board_tables::{Square, SquareSet};
use crate::game::Tafl;
use crate::piece::{ATTACKERS, PieceCode, PieceSet};
use crate::position::{EndReason, Position};
use crate::ruleset::{
    Berserk, CaptureMethod, Encirclement, Escape, JumpRule, KingWeapon, NoMoves, RepetitionResult,
    Rules, Side, Trigger, Unwinnable,
};

/// Returns the rules, a message for each paragraph.
pub fn paragraphs(game: &Tafl) -> Vec<Message> {
    let text = RulesText::new(game);
    let mut paragraphs = vec![text.aim()];
    paragraphs.extend(text.movement());
    paragraphs.extend(text.berserk());
    paragraphs.extend(text.special_squares());
    paragraphs.extend(text.captures());
    paragraphs.extend(text.king_capture());
    paragraphs.extend(text.shieldwall());
    paragraphs.extend(text.special_captures());
    paragraphs.extend(text.other_wins());
    paragraphs.extend(text.ends());
    paragraphs
}

/// Returns why a game is over.
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
    has_camps: bool,
}

impl RulesText<'_> {
    fn new(game: &Tafl) -> RulesText<'_> {
        let start = &game.start;
        let squares = start.occupied();
        let is_on_board = |set: &SquareSet| !set.is_empty();
        RulesText {
            game,
            rules: &game.ruleset.rules,
            pieces: squares.iter().map(|square| start.piece_at(square as Square)).collect(),
            has_throne: is_on_board(&game.tables.throne),
            has_corners: is_on_board(&game.tables.corners),
            has_camps: game.topology.regions().contains_key("camps"),
        }
    }

    /// Returns the names of the pieces in a set, of those that take part.
    fn names(&self, set: PieceSet) -> String {
        let mut rest = set.intersection(self.pieces);
        if rest == self.pieces {
            return "every piece".into();
        }
        let mut names: Vec<&str> = Vec::new();
        let sides = [("tcnmg", "the attackers"), ("TCNMG", "the defenders' men")];
        for (letters, name) in sides {
            let men = PieceSet::from_letters(letters).expect("letters of pieces");
            let men = men.intersection(self.pieces);
            if !men.is_empty() && rest.intersection(men) == men {
                names.push(name);
                rest = rest.without(men);
            }
        }
        names.extend(rest.iter().map(name));
        match names.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, most)) => [&most.join(", "), " and ", last].concat(),
            None => "no piece".into(),
        }
    }

    /// Returns the names of the pieces that may do something that not all may do.
    fn only(&self, set: PieceSet) -> String {
        let all = set.intersection(self.pieces);
        if all.is_empty() || all == self.pieces {
            return self.names(set);
        }
        ["only ", &self.names(set)].concat()
    }

    /// Returns the pieces that may enter special squares from outside, if not all may
    /// that may stop there.
    fn entering(&self, id: &str, stop: PieceSet, reenter: PieceSet) -> String {
        let stop = stop.intersection(self.pieces);
        let enters = reenter.intersection(stop);
        if enters == stop {
            return String::new();
        }
        // Within a throne of a single square no piece moves.
        let within = if id == "camp" { " and move within it" } else { "" };
        [within, ", but ", &self.only(enters), " may enter from outside"].concat()
    }

    fn aim(&self) -> Message {
        let text = "The {side} move first. The defenders win when the king reaches {goal}; the \
                    attackers win when they capture him.";
        let side = match self.rules.first {
            Side::Attackers => "attackers",
            Side::Defenders => "defenders",
        };
        let goal = match &self.rules.escape {
            Escape::Corner if self.game.tables.corners.len() > 4 => {
                "one of the squares at the corners".to_owned()
            }
            Escape::Corner => "a corner".into(),
            Escape::Edge => "the edge of the board".into(),
            Escape::Sites(texts) => ["one of: ", &texts.join(", ")].concat(),
        };
        Message::new("rules.aim", text).with("side", side).with("goal", goal)
    }

    fn movement(&self) -> Vec<Message> {
        let has_jumps = self.pieces.iter().any(|piece| self.rules.jumps.get(piece).is_some());
        let text = match has_jumps {
            true => "Pieces move any distance in a straight line over empty squares.",
            false => {
                "Pieces move any distance in a straight line over empty squares. They never jump."
            }
        };
        let mut paragraphs = vec![Message::new("rules.move", text)];
        for piece in self.pieces.iter() {
            if let Some(most) = self.rules.speed.get(piece) {
                let text = match most {
                    1 => "{piece}: one square a move.",
                    _ => "{piece}: {most} squares a move at most.",
                };
                let squares = Message::new("rules.speed", text).with("piece", title(piece));
                paragraphs.push(squares.with("most", most));
            }
            if let Some(jump) = self.rules.jumps.get(piece) {
                let text = "{piece}: may jump over an adjacent ordinary enemy man to the empty \
                            square beyond{how}.";
                let how = match jump {
                    JumpRule::Plain => ", without capturing him",
                    JumpRule::Capture => ", which captures him",
                    JumpRule::Special => ", from or onto the throne or a corner",
                };
                let jump = Message::new("rules.jump", text).with("piece", title(piece));
                paragraphs.push(jump.with("how", how));
            }
        }
        paragraphs
    }

    fn berserk(&self) -> Option<Message> {
        let (id, text) = match self.rules.berserk {
            Berserk::None => return None,
            Berserk::Must => (
                "rules.berserk.must",
                "A piece that captured must move again, as long as it captures or the king \
                 wins by it.",
            ),
            Berserk::May => (
                "rules.berserk.may",
                "A piece that captured may move again, as long as it captures or the king wins \
                 by it; the player may end the turn instead.",
            ),
        };
        Some(Message::new(id, text))
    }

    /// Says which pieces may stop on special squares, enter and pass them.
    fn special_squares(&self) -> Vec<Message> {
        let (stop, pass, enter) = (&self.rules.stop, &self.rules.passing, &self.rules.reenter);
        let kinds = [
            ("throne", "The throne", self.has_throne, stop.throne, pass.throne, enter.throne),
            ("corner", "A corner", self.has_corners, stop.corner, pass.corner, enter.corner),
            ("camp", "A camp", self.has_camps, stop.camp, pass.camp, enter.camp),
        ];
        let mut paragraphs = Vec::new();
        for (id, name, _, stop, pass, enter) in kinds.into_iter().filter(|kind| kind.2) {
            let text = "{square}: {stop} may stop there{enter}; {pass} may pass over it while it \
                        is empty.";
            let text = Message::new(["rules.", id].concat(), text);
            let text = text.with("square", name).with("stop", self.only(stop));
            let text = text.with("enter", self.entering(id, stop, enter));
            paragraphs.push(text.with("pass", self.only(pass)));
        }
        if paragraphs.is_empty() {
            paragraphs.push(Message::new("rules.plain", "There are no special squares."));
        }
        paragraphs
    }

    fn captures(&self) -> Vec<Message> {
        let text = "A move captures every enemy piece but the king that it leaves between the \
                    moved piece and another of the same side, in a straight line: at most one in \
                    each direction. Moving between two enemies is safe.";
        let mut paragraphs = vec![Message::new("rules.take", text)];
        let hostile = &self.rules.hostile;
        let places = [
            ("the empty throne", self.has_throne, hostile.throne_empty),
            ("the throne with the king on it", self.has_throne, hostile.throne_occupied),
            ("an empty corner", self.has_corners, hostile.corner),
            ("an empty square of a camp", self.has_camps, hostile.camp),
            ("the edge of the board", true, hostile.edge),
        ];
        for (place, exists, pieces) in places {
            if exists && !pieces.intersection(self.pieces).is_empty() {
                let text = "In captures {place} counts as an enemy of {men}.";
                let text = Message::new("rules.hostile", text).with("place", place);
                paragraphs.push(text.with("men", self.names(pieces)));
            }
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
        paragraphs.push(Message::new("rules.king-weapon", king));
        paragraphs
    }

    fn king_capture(&self) -> Vec<Message> {
        let how = |method| match method {
            CaptureMethod::Surround => "by attackers or hostile squares on all sides",
            CaptureMethod::Pair => "between two, like a man",
            CaptureMethod::Men => "by attackers on all sides that are on the board",
            CaptureMethod::Safe => "never",
        };
        let methods = &self.rules.king_capture;
        let mut places = vec![("anywhere else", methods.other)];
        if methods.edge != methods.other {
            places.insert(0, ("at the edge", methods.edge));
        }
        let throne_differs = methods.beside != methods.other || methods.throne != methods.other;
        if self.has_throne && throne_differs {
            places.insert(0, ("beside the throne", methods.beside));
            places.insert(0, ("on the throne", methods.throne));
        }
        if places.len() == 1 {
            places[0].0 = "wherever he is";
        }
        let paragraph = |(place, method)| {
            let text = Message::new("rules.king", "The king is captured {place} {how}.");
            text.with("place", place).with("how", how(method))
        };
        let mut paragraphs: Vec<Message> = places.into_iter().map(paragraph).collect();
        let surrounded = [methods.edge, methods.other].contains(&CaptureMethod::Surround);
        if surrounded && !self.rules.hostile.edge.contains(PieceCode::KING) {
            let text = "The edge is not hostile to the king: where all sides are needed he is \
                        safe beside it.";
            paragraphs.push(Message::new("rules.king.edge", text));
        }
        let text = "The king too may move between enemies: only a move that ends beside him \
                    captures him.";
        paragraphs.push(Message::new("rules.king.move", text));
        if PieceCode::from_letter('c').is_some_and(|piece| self.pieces.contains(piece)) {
            let text = "Two commanders on both sides of the king capture him, or one and a \
                        corner, but not on the throne nor beside it.";
            paragraphs.push(Message::new("rules.king.commanders", text));
        }
        paragraphs
    }

    fn shieldwall(&self) -> Option<Message> {
        let rule = self.rules.shieldwall?;
        let mut text = "Shieldwall: {min} or more pieces in a row along the edge are captured \
                        together if each has an enemy in front of it and the row has one at \
                        both ends."
            .to_owned();
        if rule.corners {
            text += " A corner may stand in at one end.";
        }
        text += match rule.trigger {
            Trigger::Flank => " The move that closes it goes to an end of the row.",
            Trigger::Any => " The move that closes it goes to an end of the row or in front.",
        };
        text += match rule.king {
            true => " A king in the row is captured too.",
            false => " A king in the row counts, but is not captured.",
        };
        Some(Message::new("rules.shieldwall", text).with("min", rule.min))
    }

    fn special_captures(&self) -> Vec<Message> {
        let mut paragraphs = Vec::new();
        if self.rules.linnaean && self.has_throne {
            let text = "A defender beside the king on his throne is captured against it when \
                        attackers hold the other three sides of the throne.";
            paragraphs.push(Message::new("rules.linnaean", text));
        }
        let take_part = |letters| {
            let pieces = PieceSet::from_letters(letters).expect("letters of pieces");
            !pieces.intersection(self.pieces).is_empty()
        };
        if take_part("mM") {
            let text = "A captured mercenary stays on the board and changes sides.";
            paragraphs.push(Message::new("rules.mercenaries", text));
        }
        if take_part("gG") {
            let text = "Guards take no part in captures.";
            paragraphs.push(Message::new("rules.guards", text));
        }
        paragraphs
    }

    fn other_wins(&self) -> Vec<Message> {
        let mut paragraphs = Vec::new();
        if self.rules.exit_fort {
            let text = "The defenders also win with an exit fort: the king stands at the edge, \
                        can move, and is shut off from the attackers by men who can never be \
                        captured.";
            paragraphs.push(Message::new("rules.fort", text));
        }
        let text = match self.rules.encircle {
            Encirclement::None => return paragraphs,
            Encirclement::Pockets => {
                "The attackers also win when no defender can reach the edge any more."
            }
            Encirclement::Ring => {
                "The attackers also win when they have closed one ring around all defenders \
                 that does not touch the edge."
            }
        };
        paragraphs.push(Message::new("rules.encircle", text));
        paragraphs
    }

    fn ends(&self) -> Vec<Message> {
        let rules = self.rules;
        let no_moves = match rules.no_moves {
            NoMoves::Loss => "A side that can't move loses.",
            NoMoves::Draw => "When a side can't move, the game is a draw.",
        };
        let mut paragraphs = vec![Message::new("rules.stuck", no_moves), self.repetition()];
        if let Some(most) = rules.capture_draw {
            let text = "After {most} plies without a capture the game is a draw.";
            paragraphs.push(Message::new("rules.quiet", text).with("most", most));
        }
        if let Some(most) = rules.turn_limit {
            let text = "After {most} plies the game is a draw.";
            paragraphs.push(Message::new("rules.limit", text).with("most", most));
        }
        let (id, what) = match rules.unwinnable {
            Unwinnable::Ignore => return paragraphs,
            Unwinnable::Notice => ("rules.hopeless.notice", "the players are told"),
            Unwinnable::Draw => ("rules.hopeless", "the game is a draw"),
        };
        let text = "When there are too few attackers to capture the king anywhere and he has no \
                    way out, {what}.";
        paragraphs.push(Message::new(id, text).with("what", what));
        paragraphs
    }

    fn repetition(&self) -> Message {
        let rule = &self.rules.repetition;
        let what = match (rule.result, rule.side) {
            (RepetitionResult::Ignore, _) => {
                let text = "A position may occur any number of times.";
                return Message::new("rules.repetition.ignore", text);
            }
            (RepetitionResult::Draw, _) => "the game is a draw",
            (RepetitionResult::Mover, _) => "the side that moved into it loses",
            (RepetitionResult::Opponent, _) => "the side that moved into it wins",
            (RepetitionResult::Attackers, _) => "the attackers lose",
            (RepetitionResult::Defenders, _) => "the defenders lose",
            (RepetitionResult::Illegal, None) => "the move is not legal",
            (RepetitionResult::Illegal, Some(Side::Attackers)) => {
                "the move is not legal for the attackers"
            }
            (RepetitionResult::Illegal, Some(Side::Defenders)) => {
                "the move is not legal for the defenders"
            }
        };
        let count = match rule.count {
            2 => "second".to_owned(),
            3 => "third".to_owned(),
            count => [&count.to_string(), "th"].concat(),
        };
        let text = "When a position occurs for the {count} time with the same side to move, \
                    {what}.";
        Message::new("rules.repetition", text).with("count", count).with("what", what)
    }
}

fn name(piece: PieceCode) -> &'static str {
    match piece.letter() {
        Some('t') => "attacking men",
        Some('c') => "attacking commanders",
        Some('n') => "attacking knights",
        Some('m') => "attacking mercenaries",
        Some('g') => "attacking guards",
        Some('T') => "defending men",
        Some('C') => "defending commanders",
        Some('N') => "defending knights",
        Some('M') => "defending mercenaries",
        Some('G') => "defending guards",
        _ => "the king",
    }
}

/// Returns the name at the beginning of a sentence.
fn title(piece: PieceCode) -> String {
    let name = name(piece);
    let (first, rest) = name.split_at(1);
    [&first.to_ascii_uppercase(), rest].concat()
}
