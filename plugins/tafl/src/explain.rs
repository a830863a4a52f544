//! The rules in plain words, made from the parameters.

use boardloom_sdk::Message;

use crate::game::Tafl;
use crate::ground::Set;
use crate::man::{ATTACKERS, DEFENDERS, Man, Men};
use crate::position::{End, Position};
use crate::ruleset::{
    Again, Berserk, Capture, Encircle, Escape, Jump, NoMoves, Rules, Side, Trigger, Unwinnable,
    Weapon,
};

/// Returns a paragraph for each part of the rules.
pub fn paragraphs(game: &Tafl) -> Vec<Message> {
    let words = Words::new(game);
    let mut paragraphs = vec![words.aim()];
    paragraphs.extend(words.movement());
    paragraphs.extend(words.special());
    paragraphs.extend(words.captures());
    paragraphs.extend(words.king());
    paragraphs.extend(words.rows());
    paragraphs.extend(words.more_captures());
    paragraphs.extend(words.wins());
    paragraphs.extend(words.ends());
    paragraphs
}

/// Returns why a game is over.
pub fn reason(position: &Position) -> Message {
    let Some(over) = position.over else {
        return Message::new("over.not", "the game goes on");
    };
    let (id, text) = match over.end {
        End::Captured => ("over.captured", "the king was taken"),
        End::Escaped => ("over.escaped", "the king escaped"),
        End::Fort => ("over.fort", "the king stands in an exit fort"),
        End::Encircled => ("over.encircled", "all defenders are surrounded"),
        End::Stuck if position.side == ATTACKERS => ("over.stuck", "the attackers cannot move"),
        End::Stuck => ("over.stuck", "the defenders cannot move"),
        End::Quiet => ("over.quiet", "nothing was taken for too long"),
        End::Limit => ("over.limit", "the last move of the game was played"),
        End::Hopeless => ("over.hopeless", "neither side can win any more"),
    };
    Message::new(id, text)
}

/// Returns the counts that lead to a draw, once they are near enough to matter.
pub fn counts(game: &Tafl, position: &Position) -> Vec<Message> {
    let rules = &game.ruleset.rules;
    let mut counts = Vec::new();
    if let Some(most) = rules.capture_draw.filter(|most| position.quiet >= most / 2) {
        let text = "{count} of {most} plies without a capture";
        let fact = Message::new("fact.quiet", text).with("count", position.quiet);
        counts.push(fact.with("most", most));
    }
    if let Some(most) = rules.turn_limit {
        let fact = Message::new("fact.limit", "ply {count} of {most}");
        counts.push(fact.with("count", position.plies).with("most", most));
    }
    counts
}

/// What the words are made of.
struct Words<'a> {
    game: &'a Tafl,
    rules: &'a Rules,
    /// The pieces that the game begins with.
    men: Men,
    throne: bool,
    corners: bool,
    camps: bool,
}

impl Words<'_> {
    fn new(game: &Tafl) -> Words<'_> {
        let start = boardloom_sdk::Game::start(game);
        let mut men = Men::NOBODY;
        for site in start.all().iter() {
            men.set(start.man(site as u16), true);
        }
        let has = |set: &Set| !set.is_empty();
        Words {
            game,
            rules: &game.ruleset.rules,
            men,
            throne: has(&game.ground.throne),
            corners: has(&game.ground.corners),
            camps: game.topology.regions().contains_key("camps"),
        }
    }

    /// Returns the pieces of a set in words, of those that take part.
    fn pieces(&self, set: Men) -> String {
        let set = set.both(self.men);
        if set == self.men {
            return "every piece".into();
        }
        if set == Men::NOBODY {
            return "no piece".into();
        }
        let mut names: Vec<&str> = Vec::new();
        let sides = [(ATTACKERS, "the attackers"), (DEFENDERS, "the defenders' men")];
        let mut king = Men::NOBODY;
        king.set(Man::KING, true);
        let mut rest = set;
        for (side, name) in sides {
            let own = Men::side(side).both(self.men);
            let plain = own.both(Men::of("tcnmgTCNMG").expect("letters of men"));
            if plain != Men::NOBODY && set.both(plain) == plain {
                names.push(name);
                for man in Man::all().filter(|man| plain.has(*man)) {
                    rest.set(man, false);
                }
            }
        }
        names.extend(Man::all().filter(|man| rest.has(*man)).map(name));
        match names.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, most)) => [&most.join(", "), " and ", last].concat(),
            None => "no piece".into(),
        }
    }

    /// Returns the same of those who may do something that not everybody may.
    fn alone(&self, set: Men) -> String {
        match self.pieces(set) {
            nobody if nobody == "no piece" => "nobody".into(),
            all if all == "every piece" => all,
            some => ["only ", &some].concat(),
        }
    }

    /// Returns what is to be said of coming to a special square from outside, where
    /// not everybody may who may stop there.
    fn entering(&self, id: &str, stop: Men, reenter: Men) -> String {
        let enters = reenter.both(stop).both(self.men);
        if enters == stop.both(self.men) {
            return String::new();
        }
        // Nobody comes back to a throne that has a single square.
        let within = if id == "camp" { " and go about within it" } else { "" };
        let who = match enters == Men::NOBODY {
            true => "nobody may come there".to_owned(),
            false => [&self.alone(enters), " may come there"].concat(),
        };
        [within, ", but from outside ", &who].concat()
    }

    fn aim(&self) -> Message {
        let text = "The {side} move first. The defenders win when the king reaches {goal}; the \
                    attackers win when they take him.";
        let side = match self.rules.first {
            Side::Attackers => "attackers",
            Side::Defenders => "defenders",
        };
        let goal = match &self.rules.escape {
            Escape::Corner if self.game.ground.corners.len() > 4 => {
                "one of the squares at the corners".to_owned()
            }
            Escape::Corner => "a corner".into(),
            Escape::Edge => "the edge of the board".into(),
            Escape::Sites(texts) => ["one of: ", &texts.join(", ")].concat(),
        };
        Message::new("rules.aim", text).with("side", side).with("goal", goal)
    }

    fn movement(&self) -> Vec<Message> {
        let jumps = Man::all().any(|man| self.men.has(man) && self.rules.jumps.get(man).is_some());
        let text = match jumps {
            true => {
                "Pieces move in a straight line as far as the way is clear. No two stand on one \
                 square."
            }
            false => {
                "Pieces move in a straight line as far as the way is clear. They never jump, and \
                 no two stand on one square."
            }
        };
        let mut paragraphs = vec![Message::new("rules.move", text)];
        for man in Man::all().filter(|man| self.men.has(*man)) {
            if let Some(most) = self.rules.speed.get(man) {
                let text = match most {
                    1 => "{piece}: one square a move.",
                    _ => "{piece}: {most} squares a move at most.",
                };
                let squares = Message::new("rules.speed", text).with("piece", title(man));
                paragraphs.push(squares.with("most", most));
            }
            if let Some(jump) = self.rules.jumps.get(man) {
                let text = match jump {
                    Jump::Plain => {
                        "{piece}: may jump over an ordinary enemy man on the next square to the \
                         empty one beyond."
                    }
                    Jump::Capture => {
                        "{piece}: may jump over an ordinary enemy man on the next square to the \
                         empty one beyond, which takes him."
                    }
                    Jump::Special => {
                        "{piece}: may jump over an ordinary enemy man on the next square to the \
                         empty one beyond, from the throne or a corner or onto one."
                    }
                };
                paragraphs.push(Message::new("rules.jump", text).with("piece", title(man)));
            }
        }
        match self.rules.berserk {
            Berserk::None => {}
            Berserk::Must => {
                let text = "A piece that took something moves again as long as it takes \
                            something, or the king wins by it: it has to.";
                paragraphs.push(Message::new("rules.berserk.must", text));
            }
            Berserk::May => {
                let text = "A piece that took something may move again as long as it takes \
                            something, or the king wins by it; the player may end the turn.";
                paragraphs.push(Message::new("rules.berserk.may", text));
            }
        }
        paragraphs
    }

    /// What special squares there are, and who may stop on them, pass them and come
    /// back.
    fn special(&self) -> Vec<Message> {
        let rules = self.rules;
        let squares = [
            (
                "throne",
                "The throne",
                self.throne,
                rules.stop.throne,
                rules.passing.throne,
                rules.reenter.throne,
            ),
            (
                "corner",
                "A corner",
                self.corners,
                rules.stop.corner,
                rules.passing.corner,
                rules.reenter.corner,
            ),
            ("camp", "A camp", self.camps, rules.stop.camp, rules.passing.camp, rules.reenter.camp),
        ];
        let mut paragraphs = Vec::new();
        for (id, name, there, stop, passing, reenter) in squares {
            if !there {
                continue;
            }
            let text = "{square}: {stop} may stop there{enter}; {pass} may pass over it while it \
                        is empty.";
            let text = Message::new(["rules.", id].concat(), text);
            let text = text.with("square", name).with("stop", self.alone(stop));
            let text = text.with("enter", self.entering(id, stop, reenter));
            paragraphs.push(text.with("pass", self.alone(passing)));
        }
        if !(self.throne || self.corners || self.camps) {
            let text = "There are no special squares.";
            paragraphs.push(Message::new("rules.plain", text));
        }
        paragraphs
    }

    fn captures(&self) -> Vec<Message> {
        let text = "A move takes every enemy piece but the king that it leaves between the piece \
                    that moved and another of the same side, in a straight line: up to one in \
                    each direction. Moving between two enemies is safe.";
        let mut paragraphs = vec![Message::new("rules.take", text)];
        let hostile = &self.rules.hostile;
        let places = [
            ("the empty throne", self.throne, hostile.throne_empty),
            ("the throne with the king on it", self.throne, hostile.throne_occupied),
            ("an empty corner", self.corners, hostile.corner),
            ("an empty square of a camp", self.camps, hostile.camp),
            ("the edge of the board", true, hostile.edge),
        ];
        for (place, there, men) in places {
            if there && men.both(self.men) != Men::NOBODY {
                let text = "In captures {place} stands in for an enemy of {men}.";
                let text = Message::new("rules.hostile", text).with("place", place);
                paragraphs.push(text.with("men", self.pieces(men)));
            }
        }
        let king = match self.rules.king_weapon {
            Weapon::Both => "The king takes part in captures like any man.",
            Weapon::Hammer => "The king takes by moving, but is no help to a man who moves.",
            Weapon::Anvil => "The king helps a man who moves to take, but takes nothing himself.",
            Weapon::None => "The king takes no part in captures.",
        };
        paragraphs.push(Message::new("rules.king-weapon", king));
        paragraphs
    }

    fn king(&self) -> Vec<Message> {
        let how = |capture| match capture {
            Capture::Surround => "when attackers, or what is hostile to him, are on all sides",
            Capture::Pair => "between two, like a man",
            Capture::Men => "when attackers are on all sides that are on the board",
            Capture::Safe => "never",
        };
        let capture = &self.rules.king_capture;
        let mut places = vec![("anywhere else", capture.other)];
        if capture.edge != capture.other {
            places.insert(0, ("at the edge", capture.edge));
        }
        if self.throne && (capture.beside != capture.other || capture.throne != capture.other) {
            places.insert(0, ("beside the throne", capture.beside));
            places.insert(0, ("on the throne", capture.throne));
        }
        if places.len() == 1 {
            places[0].0 = "wherever he is";
        }
        let mut paragraphs: Vec<Message> = places
            .into_iter()
            .map(|(place, capture)| {
                let text = Message::new("rules.king", "The king is taken {place} {how}.");
                text.with("place", place).with("how", how(capture))
            })
            .collect();
        let surround = [capture.edge, capture.other].contains(&Capture::Surround);
        if surround && !self.rules.hostile.edge.has(Man::KING) {
            let text = "The edge is not hostile to the king: where all sides are needed he is \
                        safe beside it.";
            paragraphs.push(Message::new("rules.king.edge", text));
        }
        let text = "He too may move between enemies: he falls to a move that ends beside him.";
        paragraphs.push(Message::new("rules.king.move", text));
        if self.men.has(Man::of('c').expect("a letter")) {
            let text = "Two commanders on both sides of the king take him, or one and a corner, \
                        but not on the throne nor beside it.";
            paragraphs.push(Message::new("rules.king.commanders", text));
        }
        paragraphs
    }

    fn rows(&self) -> Option<Message> {
        let wall = self.rules.shieldwall?;
        let mut text = "Shieldwall: {min} or more pieces in a row along the edge are taken \
                        together when each has an enemy in front of it and the row has one at \
                        both ends."
            .to_owned();
        if wall.corners {
            text += " A corner may stand in at one end.";
        }
        text += match wall.trigger {
            Trigger::Flank => " The move that closes it goes to an end of the row.",
            Trigger::Any => " The move that closes it goes to an end of the row or in front.",
        };
        text += match wall.king {
            true => " A king in the row is taken too.",
            false => " A king in the row counts, but stays.",
        };
        Some(Message::new("rules.shieldwall", text).with("min", wall.min))
    }

    fn more_captures(&self) -> Vec<Message> {
        let mut paragraphs = Vec::new();
        if self.rules.linnaean && self.throne {
            let text = "A defender beside the king on his throne is taken against it when \
                        attackers hold the other three sides of the throne.";
            paragraphs.push(Message::new("rules.linnaean", text));
        }
        let mercenaries = Men::of("mM").expect("letters of men");
        if self.men.both(mercenaries) != Men::NOBODY {
            let text = "A mercenary that is taken stays, and changes sides.";
            paragraphs.push(Message::new("rules.mercenaries", text));
        }
        if self.men.both(Men::of("gG").expect("letters of men")) != Men::NOBODY {
            let text = "Guards take no part in captures.";
            paragraphs.push(Message::new("rules.guards", text));
        }
        paragraphs
    }

    fn wins(&self) -> Vec<Message> {
        let mut paragraphs = Vec::new();
        if self.rules.exit_fort {
            let text = "The defenders also win with an exit fort: the king stands at the edge, \
                        can move, and is shut off from the attackers by men who can never be \
                        taken.";
            paragraphs.push(Message::new("rules.fort", text));
        }
        let text = match self.rules.encircle {
            Encircle::None => return paragraphs,
            Encircle::Pockets => {
                "The attackers also win when no defender can reach the edge any more."
            }
            Encircle::Ring => {
                "The attackers also win when they have closed one ring around all defenders \
                 that does not touch the edge."
            }
        };
        paragraphs.push(Message::new("rules.encircle", text));
        paragraphs
    }

    fn ends(&self) -> Vec<Message> {
        let rules = self.rules;
        let stuck = match rules.no_moves {
            NoMoves::Loss => "Who cannot move loses.",
            NoMoves::Draw => "When a side cannot move, the game is a draw.",
        };
        let mut paragraphs = vec![Message::new("rules.stuck", stuck)];
        let again = match (rules.repetition.result, rules.repetition.side) {
            (Again::Ignore, _) => "",
            (Again::Draw, _) => "the game is a draw",
            (Again::Mover, _) => "whoever moved into it loses",
            (Again::Opponent, _) => "whoever moved into it wins",
            (Again::Attackers, _) => "the attackers lose",
            (Again::Defenders, _) => "the defenders lose",
            (Again::Illegal, None) => "the move is not legal",
            (Again::Illegal, Some(Side::Attackers)) => "the move is not legal for the attackers",
            (Again::Illegal, Some(Side::Defenders)) => "the move is not legal for the defenders",
        };
        if again.is_empty() {
            let text = "A position may come up as often as the players like.";
            paragraphs.push(Message::new("rules.repetition.ignore", text));
        } else {
            let text = "When a position comes up for the {count} time with the same side to \
                        move, {what}.";
            let count = match rules.repetition.count {
                2 => "second".to_owned(),
                3 => "third".to_owned(),
                count => [&count.to_string(), "th"].concat(),
            };
            let text = Message::new("rules.repetition", text).with("count", count);
            paragraphs.push(text.with("what", again));
        }
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
            Unwinnable::Notice => ("rules.hopeless.notice", "the players are told so"),
            Unwinnable::Draw => ("rules.hopeless", "the game is a draw"),
        };
        let text = "When there are too few attackers to take the king anywhere and he has no way \
                    out, {what}.";
        paragraphs.push(Message::new(id, text).with("what", what));
        paragraphs
    }
}

/// Returns what pieces of a kind are called.
fn name(man: Man) -> &'static str {
    match man.letter() {
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

/// Returns the same at the beginning of a sentence.
fn title(man: Man) -> String {
    let name = name(man);
    let (first, rest) = name.split_at(1);
    [&first.to_ascii_uppercase(), rest].concat()
}
