//! What both forms of the game share: the ruleset and its board, and all that
//! does not look at how a position is kept.

use boardloom_sdk::topology::Topology;
use boardloom_sdk::{
    About, Diagnostic, Effect, Message, Piece, PieceKind, Site, effects, problem, rows,
};

use crate::game::End;
use crate::moves::{Move, Walls};
use crate::ruleset::Ruleset;
use crate::setup;
use crate::text::{DRAWN, PASS, SEATS, WALL};

/// A ruleset and its board.
pub(crate) struct Shared {
    pub topology: Topology,
    pub ruleset: Ruleset,
    pub seats: u8,
    /// Which site lies opposite, where walls are drawn in pairs.
    pub opposite: Vec<Site>,
    /// How many open sites fewer lie beside each site than beside the freest one.
    pub lack: Vec<u8>,
    pub warnings: Vec<Diagnostic>,
}

impl Shared {
    /// Checks a ruleset, and returns it with the letters of its start.
    ///
    /// # Errors
    /// What does not make sense in it.
    pub fn open(
        ruleset: Ruleset,
        topology: Topology,
    ) -> Result<(Shared, Vec<Option<char>>), Vec<Diagnostic>> {
        let letters = setup::start(&ruleset, &topology)?;
        let paired =
            ruleset.setup.random_walls.is_some_and(|walls| walls.max > 0 && walls.symmetric);
        let shared = Shared {
            opposite: if paired { setup::opposite(&topology) } else { Vec::new() },
            lack: lack(&topology),
            seats: ruleset.setup.seats,
            warnings: topology.warnings().to_vec(),
            topology,
            ruleset,
        };
        Ok((shared, letters))
    }

    /// Tells whether walls are drawn by chance before the first move.
    pub fn draws(&self) -> bool {
        self.ruleset.setup.random_walls.is_some_and(|walls| walls.max > 0)
    }

    /// Tells whether they are drawn in pairs.
    pub fn symmetric(&self) -> bool {
        self.ruleset.setup.random_walls.is_some_and(|walls| walls.symmetric)
    }

    /// Warns that the game is over before it begins.
    pub fn over_at_once(&mut self) {
        let what = "the game is over before the first move";
        let caution = problem::at(["setup"], "setup.over", what)
            .hint("give two sides pieces that can move")
            .warning();
        self.warnings.push(caution.into_diagnostic());
    }

    pub fn about(&self) -> About {
        About {
            seats: self.seats,
            colors: self.seats,
            kinds: vec![PieceKind {
                id: "disc".into(),
                name: Message::new("kind.disc", "piece"),
                letters: SEATS.map(String::from).to_vec(),
                shape: "disc".into(),
            }],
            roles: self.topology.roles().to_vec(),
            views: self.topology.views(),
            forms: vec!["position".into(), "diagram".into(), "graph".into()],
            unit: Message::new("unit.piece", "piece"),
            bound: None,
            facts: Vec::new(),
        }
    }

    /// Returns the notation of a move.
    pub fn name(&self, mv: Move) -> String {
        let label = |site: Site| self.topology.label(site);
        match mv {
            Move::Clone(to) => label(to).to_owned(),
            Move::Jump(from, to) => format!("{}{}", label(from), label(to)),
            Move::Pass => PASS.to_owned(),
            Move::Wall(Walls::On(site)) => format!("{DRAWN}{}", label(site)),
            Move::Wall(Walls::Done) => format!("{DRAWN}none"),
            Move::Wall(Walls::Sum(a, b)) => format!("sum-{a}+{b}"),
            Move::Said { from, to, answer } if from == to => format!("{}={answer}", label(to)),
            Move::Said { from, to, answer } => format!("{}{}={answer}", label(from), label(to)),
        }
    }

    pub fn label(&self, mv: Move) -> Message {
        match mv {
            Move::Pass => Message::new("move.pass", "Pass"),
            _ => Message::new("move", self.name(mv)),
        }
    }

    /// Returns the two sites that a text begins and ends with, or the one.
    pub fn sites(&self, text: &str) -> Option<(Option<Site>, Site)> {
        if let Some(site) = self.topology.site(text) {
            return Some((None, site));
        }
        text.char_indices().skip(1).find_map(|(at, _)| {
            let (from, to) = text.split_at(at);
            Some((Some(self.topology.site(from)?), self.topology.site(to)?))
        })
    }

    /// Returns the notation of a move that a person spells otherwise: `pass`, and
    /// a clone with the piece that it grows from, which `grows` tells.
    pub fn spelled(&self, text: &str, grows: &dyn Fn(Site, Site) -> bool) -> Option<String> {
        let text = text.trim().to_ascii_lowercase();
        if text == "pass" {
            return Some(PASS.to_owned());
        }
        let text: String = text.chars().filter(|c| !matches!(c, '-' | ' ')).collect();
        Some(match self.sites(&text)? {
            (Some(from), to) if grows(from, to) => self.topology.label(to).to_owned(),
            _ => text,
        })
    }

    /// Writes a position of which the letters and the counters are given.
    pub fn written(
        &self,
        form: &str,
        letter: &dyn Fn(Site) -> Option<char>,
        mover: u8,
        counters: [u16; 2],
    ) -> Result<String, Message> {
        match form {
            "position" => {
                let rows = rows::write(&self.topology, letter);
                let [quiet, turn] = counters;
                Ok(format!("{rows} {} {quiet} {turn}", SEATS[usize::from(mover)]))
            }
            "diagram" => Ok(rows::diagram(&self.topology, |site| match letter(site) {
                None => '.',
                Some(WALL) => '#',
                Some(letter) => letter,
            })),
            "graph" => Ok(self.topology.graph()),
            _ => Err(Message::new(
                "write.form",
                "there is no text form `{form}`: use `position`, `diagram` or `graph`",
            )
            .with("form", form)),
        }
    }

    pub fn reason(&self, end: Option<End>, quiet: u16) -> Message {
        match end {
            Some(End::Full) => Message::new("over.full", "the board is full"),
            Some(End::Alone) => Message::new("over.alone", "only one side is left"),
            Some(End::Stuck) => Message::new("over.stuck", "nobody can move"),
            Some(End::Filled) => {
                Message::new("over.filled", "the mover is stuck: the other side gets the rest")
            }
            Some(End::Quiet) => {
                Message::new("over.quiet", "{moves} moves without a new piece").with("moves", quiet)
            }
            None => Message::new("over.not", "the game goes on"),
        }
    }

    /// Returns what a move does to look at: `taken` with who had each site.
    pub fn effects(&self, mover: u8, mv: Move, taken: &[(Site, u8)]) -> Vec<Effect> {
        let piece = piece_of(mover);
        let mut found = match mv {
            Move::Clone(to) => vec![effects::placed(to, piece)],
            Move::Jump(from, to) => vec![effects::moved(from, to, piece, piece)],
            Move::Pass | Move::Said { .. } => vec![effects::plain("pass")],
            Move::Wall(_) => vec![effects::plain("draw")],
        };
        for (site, seat) in taken {
            found.push(effects::turn(1, *site, piece_of(*seat), piece));
        }
        found
    }

    pub fn facts(&self, quiet: u16) -> Vec<Message> {
        let limit = self.ruleset.rules.quiet_limit;
        if limit == 0 || quiet < 10 {
            return Vec::new();
        }
        let fact = Message::new("fact.quiet", "{quiet} of {limit} moves without a new piece");
        vec![fact.with("quiet", quiet).with("limit", limit)]
    }
}

/// Returns how many open sites fewer lie beside each site than beside the freest.
fn lack(topology: &Topology) -> Vec<u8> {
    let open = |site: &&Site| !topology.blocked().contains(site);
    let beside = topology.ring_lists(1);
    let open: Vec<usize> = beside.iter().map(|list| list.iter().filter(open).count()).collect();
    let most = open.iter().max().copied().unwrap_or(0);
    open.into_iter().map(|open| (most - open).min(15) as u8).collect()
}

/// Returns a number by which a search remembers a move: targets, and pairs of sites.
pub(crate) fn slot(mv: Move) -> u32 {
    match mv {
        Move::Clone(to) => to,
        Move::Jump(from, to) | Move::Said { from, to, .. } => to.wrapping_mul(61) ^ (from + 1) << 6,
        Move::Pass | Move::Wall(_) => 0,
    }
}

/// Returns the piece of a seat.
pub(crate) fn piece_of(seat: u8) -> Piece {
    Piece::new(0, seat)
}
