//! A game by mail, played by the rules: whose turn it is, and which entry is possible.

use boardloom_contract::Seat;
use boardloom_match::{
    Cause, GameEvent, GameSource, Match, MatchError, MatchSetup, NodeId, Player, ROOT, Record,
};

use crate::entry::{MailEntry, MailStep, is_name};
use crate::fault::{MailError, MailFault};
use crate::game::MailGame;
use crate::hash::{Hash, hash};
use crate::key::PlayerKey;
use crate::secret::commitment;

/// Forced passes in a row, after which the game waits for a player.
const MAX_FORCED: usize = 100;

/// Who has to add the next entry, by seat from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailTurn {
    /// Seats are open.
    Join,
    /// A player's program adds its share in the draw of the set-up.
    Share {
        seat: Seat,
    },
    /// A player's program draws what chance brings.
    Draw {
        seat: Seat,
    },
    /// A player moves.
    Move {
        seat: Seat,
    },
    /// A player decides in secret: others decide at the same time.
    Decide {
        seat: Seat,
    },
    /// A player's program discloses the decision.
    Disclose {
        seat: Seat,
    },
    /// A player accepts or declines a draw.
    Answer {
        seat: Seat,
        by: Seat,
    },
    Over,
}

impl MailTurn {
    pub fn seat(self) -> Option<Seat> {
        match self {
            MailTurn::Join | MailTurn::Over => None,
            MailTurn::Share { seat }
            | MailTurn::Draw { seat }
            | MailTurn::Move { seat }
            | MailTurn::Decide { seat }
            | MailTurn::Disclose { seat }
            | MailTurn::Answer { seat, .. } => Some(seat),
        }
    }

    /// Tells whether the player's program goes on by itself.
    pub fn is_automatic(self) -> bool {
        matches!(self, MailTurn::Share { .. } | MailTurn::Draw { .. } | MailTurn::Disclose { .. })
    }
}

/// Seats that decide at the same time. All but the last commit themselves to a decision, the last
/// plays its own, then the others disclose theirs.
#[derive(Debug)]
pub(crate) struct Round {
    /// In order.
    pub seats: Vec<Seat>,
    /// By seat, with the hash of the game before the decision.
    pub commitments: Vec<(Seat, Hash, Hash)>,
    /// Seats whose decisions are in the match.
    pub played: Vec<Seat>,
}

#[derive(Debug)]
struct DrawOffer {
    by: Seat,
    agreed: Vec<Seat>,
}

/// A game by mail and the match that follows from it.
#[derive(Debug)]
pub struct MailMatch {
    pub(crate) source: GameSource,
    pub(crate) mail: MailGame,
    /// `None` until all are seated and the set-up is drawn.
    pub(crate) game: Option<Match>,
    /// The number of entries that the match has.
    applied: usize,
    /// The last link of each player's chain, by seat.
    shares: Vec<Hash>,
    /// Whether each player has added a share, by seat.
    shared: Vec<bool>,
    pub(crate) round: Option<Round>,
    offer: Option<DrawOffer>,
    /// The seat of the last entry.
    last: Option<Seat>,
}

impl MailMatch {
    /// Invites others to the game of a source, with a seat for the owner of the key.
    ///
    /// # Errors
    /// If the game lacks the seat, or cannot be played by mail.
    pub fn invite(
        source: GameSource,
        setup: MatchSetup,
        (seat, name): (Seat, &str),
        key: &PlayerKey,
    ) -> Result<Self, MailError> {
        let seats =
            source.open().map_err(MatchError::from)?.about().map_err(MatchError::from)?.seats;
        if !(2..=8).contains(&seats) {
            return Err(MailError::Seats { seats });
        }
        if seat >= seats {
            return Err(MailError::NoSeat { seat: seat.saturating_add(1), seats });
        }
        if !is_name(name) {
            return Err(MailError::Name);
        }
        // Tells whether a given start can be read.
        let start = setup.start.clone();
        let game = Match::bare(source.clone(), source.open().map_err(MatchError::from)?, setup)?;
        if game.hides() {
            return Err(MailError::Hides);
        }
        let mut record = Record::of(&game);
        record.setup.start = start;
        let nonce = PlayerKey::generate();
        let nonce = nonce.map_err(|error| MailError::Random { why: error.to_string() })?;
        let nonce = nonce.secret("nonce", &[0; 32]);
        let mail = MailGame::invite(&record, (seat, seats), name, key, nonce);
        Self::open(source, mail)
    }

    /// Plays the entries of a game by the rules.
    ///
    /// # Errors
    /// If an entry is not possible, though it is signed.
    pub fn open(source: GameSource, mail: MailGame) -> Result<Self, MailError> {
        let opened = source.open().map_err(MatchError::from)?;
        let seats = opened.about().map_err(MatchError::from)?.seats;
        if usize::from(seats) != mail.players.len() {
            let why = format!("the rules have {seats} seats, and the mail {}", mail.players.len());
            return Err(MailFault::Refused { number: 0, by: mail.host().name.clone(), why }.into());
        }
        let players = mail.players.len();
        let mut this = MailMatch {
            source,
            mail,
            game: None,
            applied: 0,
            shares: vec![[0; 32]; players],
            shared: vec![false; players],
            round: None,
            offer: None,
            last: None,
        };
        this.begin()?;
        for (at, entry) in this.mail.entries.clone().iter().enumerate() {
            let why = match this.execute(entry) {
                Ok(step) if step == entry.step => continue,
                Ok(step) => format!("it is {}, and has other contents here", step.describe()),
                Err(MailError::Match(
                    error @ (MatchError::PluginError(_) | MatchError::Open(_)),
                )) => return Err(error.into()),
                Err(error) => error.to_string(),
            };
            let by = this.mail.name(entry.seat);
            return Err(MailFault::Refused { number: at + 1, by, why }.into());
        }
        Ok(this)
    }

    pub fn mail(&self) -> &MailGame {
        &self.mail
    }

    pub fn source(&self) -> &GameSource {
        &self.source
    }

    /// Returns the match; `None` until it has begun.
    pub fn game(&mut self) -> Option<&mut Match> {
        self.game.as_mut()
    }

    /// Begins the match once all are seated, unless its set-up is to be drawn.
    pub(crate) fn begin(&mut self) -> Result<(), MailError> {
        if !self.mail.is_complete() || self.game.is_some() {
            return Ok(());
        }
        for (share, player) in self.shares.iter_mut().zip(self.mail.players.iter().flatten()) {
            *share = player.shares;
        }
        if !self.draws_set_up()? {
            self.start(0)?;
        }
        Ok(())
    }

    /// Tells whether chance decides anything before the first move.
    fn draws_set_up(&self) -> Result<bool, MatchError> {
        let start = self.mail.invitation.start.clone();
        if start.is_none() && !self.source.ruleset.start.is_empty() {
            return Ok(true);
        }
        let setup = MatchSetup { start, ..MatchSetup::default() };
        let game = Match::bare(self.source.clone(), self.source.open()?, setup)?;
        Ok(game.status().chance)
    }

    fn start(&mut self, seed: u64) -> Result<(), MatchError> {
        let players = self.mail.players.iter().flatten();
        let setup = MatchSetup {
            players: players.map(|player| Player::human(player.name.clone())).collect(),
            seed,
            start: self.mail.invitation.start.clone(),
            date: self.mail.invitation.date.clone(),
            ..MatchSetup::default()
        };
        let mut game = Match::new(self.source.clone(), setup)?;
        game.let_chance_wait();
        self.game = Some(game);
        self.settle()
    }

    /// Returns who has to go on.
    pub fn turn(&self) -> MailTurn {
        if !self.mail.is_complete() {
            return MailTurn::Join;
        }
        let Some(game) = &self.game else {
            let seats = self.after(self.mail.invitation.host);
            let mut left = seats.into_iter().filter(|seat| !self.shared[usize::from(*seat)]);
            return left.next().map_or(MailTurn::Over, |seat| MailTurn::Share { seat });
        };
        let status = game.status();
        if status.is_over() {
            return MailTurn::Over;
        }
        if let Some((seat, by)) = self.asked() {
            return MailTurn::Answer { seat, by };
        }
        if status.chance {
            // Not the one who decided last: the next share of another is not known to that player.
            let last = self.last.unwrap_or(self.mail.invitation.host);
            let mut others = self.after(last).into_iter().filter(|seat| self.is_active(*seat));
            return MailTurn::Draw { seat: others.next().unwrap_or(last) };
        }
        let Some(round) = &self.round else {
            return status
                .acting
                .first()
                .map_or(MailTurn::Over, |seat| MailTurn::Move { seat: *seat });
        };
        let (last, first) = round.seats.split_last().expect("a round has several seats");
        let committed = |seat: &&Seat| round.commitments.iter().any(|(it, ..)| it == *seat);
        if let Some(seat) = first.iter().find(|seat| !committed(seat)) {
            return MailTurn::Decide { seat: *seat };
        }
        let played = |seat: &Seat| round.played.contains(seat);
        match first.iter().find(|seat| !played(seat)) {
            _ if !played(last) => MailTurn::Move { seat: *last },
            Some(seat) => MailTurn::Disclose { seat: *seat },
            None => MailTurn::Over,
        }
    }

    /// Returns the seats after one, in order, and that one last.
    fn after(&self, seat: Seat) -> Vec<Seat> {
        let seats = self.mail.players.len() as u8;
        (1..=seats).map(|step| (seat + step) % seats).collect()
    }

    fn is_active(&self, seat: Seat) -> bool {
        let status = self.game.as_ref().map(|game| game.status());
        status.is_some_and(|it| it.seats.get(usize::from(seat)).is_some_and(|seat| seat.active))
    }

    /// Returns who has to answer the offer of a draw, and whose offer it is.
    fn asked(&self) -> Option<(Seat, Seat)> {
        let offer = self.offer.as_ref()?;
        let is_asked = |seat: &Seat| {
            *seat != offer.by && self.is_active(*seat) && !offer.agreed.contains(seat)
        };
        Some((self.after(offer.by).into_iter().find(is_asked)?, offer.by))
    }

    /// Plays forced passes, and begins a round where several decide together.
    fn settle(&mut self) -> Result<(), MatchError> {
        let Some(game) = &mut self.game else { return Ok(()) };
        self.round = None;
        for _ in 0..MAX_FORCED {
            if game.status().chance || game.status().is_over() {
                return Ok(());
            }
            let Some((seat, mv)) = game.forced_move()? else { break };
            game.play_as(seat, &mv, None)?;
        }
        let seats = game.status().acting.clone();
        if seats.len() > 1 {
            self.round = Some(Round { seats, commitments: Vec::new(), played: Vec::new() });
        }
        Ok(())
    }

    /// Carries out an entry, and returns its step with what it draws.
    pub(crate) fn execute(&mut self, entry: &MailEntry) -> Result<MailStep, MailError> {
        let (turn, seat) = (self.turn(), entry.seat);
        match turn.seat() {
            Some(next) if next == seat => {}
            None if turn == MailTurn::Over => return Err(MailError::Over),
            _ => return Err(MailError::NotYourTurn { waits: self.waits() }),
        }
        let step = self.execute_step(turn, entry)?;
        if !entry.says.is_empty()
            && let Some(game) = &mut self.game
        {
            let node = game.here();
            let said = format!("{}: {}", self.mail.name(seat), entry.says);
            let known = &game.tree().node(node).comment;
            let both = if known.is_empty() { said } else { format!("{known}\n{said}") };
            game.comment(node, &both);
        }
        self.applied += 1;
        self.last = Some(seat);
        Ok(step)
    }

    fn execute_step(&mut self, turn: MailTurn, entry: &MailEntry) -> Result<MailStep, MailError> {
        let seat = entry.seat;
        let known = std::mem::replace(&mut self.shares[usize::from(seat)], entry.share);
        let result = match (&entry.step, turn) {
            (MailStep::Share { .. }, MailTurn::Share { .. }) => self.add_share(seat),
            (MailStep::Draw { .. }, MailTurn::Draw { .. }) => self.draw(),
            (
                MailStep::Move { mv, offers_draw },
                MailTurn::Move { .. } | MailTurn::Answer { .. },
            ) => self.play(seat, mv, *offers_draw),
            (MailStep::Decide { commitment, .. }, MailTurn::Decide { .. }) => {
                let head = self.mail.heads[self.applied];
                let round = self.round.as_mut().expect("a secret decision belongs to a round");
                round.commitments.push((seat, *commitment, head));
                Ok(entry.step.clone())
            }
            (MailStep::Disclose { mv, salt }, MailTurn::Disclose { .. }) => {
                self.disclose(seat, mv, salt).map(|()| entry.step.clone())
            }
            (
                MailStep::Resign,
                MailTurn::Move { .. } | MailTurn::Decide { .. } | MailTurn::Answer { .. },
            ) => self.resign(seat),
            (MailStep::AcceptDraw, MailTurn::Answer { .. }) => self.accept(seat),
            (MailStep::DeclineDraw, MailTurn::Answer { .. }) => {
                self.offer = None;
                Ok(MailStep::DeclineDraw)
            }
            (MailStep::AcceptDraw | MailStep::DeclineDraw, _) => Err(MailError::NoOffer),
            _ => Err(MailError::NotYourTurn { waits: self.waits() }),
        };
        if result.is_err() {
            self.shares[usize::from(seat)] = known;
        }
        result
    }

    pub(crate) fn match_mut(&mut self) -> &mut Match {
        self.game.as_mut().expect("the turn tells that it has begun")
    }

    fn add_share(&mut self, seat: Seat) -> Result<MailStep, MailError> {
        self.shared[usize::from(seat)] = true;
        if !self.shared.iter().all(|shared| *shared) {
            return Ok(MailStep::Share { start: None, drawn: Vec::new() });
        }
        self.start(self.seed("set-up", 0))?;
        let game = self.match_mut();
        let drawn = moves_after(game, ROOT);
        let start = game.start().map(str::to_owned);
        let start = start.filter(|_| self.mail.invitation.start.is_none());
        Ok(MailStep::Share { start, drawn })
    }

    /// Mixes the last shares of all players.
    fn seed(&self, purpose: &str, ply: u32) -> u64 {
        let (id, ply) = (self.mail.id(), ply.to_le_bytes());
        let own = [&id[..], &ply];
        let mixed = hash(purpose, own.into_iter().chain(self.shares.iter().map(|it| &it[..])));
        // Within 2^53, so that it survives any program that reads records.
        u64::from_le_bytes(mixed[..8].try_into().expect("eight bytes")) >> 11
    }

    /// Draws until a player has to decide.
    fn draw(&mut self) -> Result<MailStep, MailError> {
        let before = self.match_mut().here();
        for _ in 0..MAX_FORCED {
            let ply = self.match_mut().node().ply();
            let seed = self.seed("chance", ply);
            self.match_mut().draw_chance_from(seed)?;
            self.settle()?;
            if !self.match_mut().status().chance {
                break;
            }
        }
        let drawn = moves_after(self.match_mut(), before);
        Ok(MailStep::Draw { drawn })
    }

    fn play(&mut self, seat: Seat, mv: &str, offers_draw: bool) -> Result<MailStep, MailError> {
        let answered = self.offer.take();
        let result = self.play_unasked(seat, mv, offers_draw);
        if result.is_err() {
            self.offer = answered;
        }
        result
    }

    fn play_unasked(
        &mut self,
        seat: Seat,
        mv: &str,
        offers_draw: bool,
    ) -> Result<MailStep, MailError> {
        match self.turn() {
            MailTurn::Move { seat: next } if next == seat => {}
            _ => {
                // An offer that is not answered by a move.
                return Err(MailError::NotYourTurn { waits: self.waits() });
            }
        }
        if offers_draw {
            if self.round.is_some() {
                return Err(MailError::SecretOffer);
            }
            if !self.match_mut().about().has_draws() {
                return Err(MailError::NoDraws);
            }
        }
        self.match_mut().play_as(seat, mv, None)?;
        match &mut self.round {
            Some(round) => round.played.push(seat),
            None => self.settle()?,
        }
        if offers_draw && !self.match_mut().status().is_over() {
            self.offer = Some(DrawOffer { by: seat, agreed: Vec::new() });
        }
        Ok(MailStep::Move { mv: mv.to_owned(), offers_draw })
    }

    fn disclose(&mut self, seat: Seat, mv: &str, salt: &Hash) -> Result<(), MailError> {
        let round = self.round.as_mut().expect("a disclosure belongs to a round");
        let committed = round.commitments.iter().find(|(it, ..)| *it == seat);
        let fits = committed
            .is_some_and(|(_, expected, head)| commitment(head, seat, salt, mv) == *expected);
        if !fits {
            let why = format!("`{mv}` is not what this player had decided");
            return Err(MatchError::Illegal { mv: mv.to_owned(), why }.into());
        }
        round.played.push(seat);
        self.match_mut().play_as(seat, mv, None)?;
        let round = self.round.as_ref().expect("it is the same");
        if round.played.len() == round.seats.len() {
            self.settle()?;
        }
        Ok(())
    }

    fn resign(&mut self, seat: Seat) -> Result<MailStep, MailError> {
        self.match_mut().remove_player(seat, Cause::Resigned, None)?;
        self.settle()?;
        self.agree()?;
        Ok(MailStep::Resign)
    }

    fn accept(&mut self, seat: Seat) -> Result<MailStep, MailError> {
        if let Some(offer) = &mut self.offer {
            offer.agreed.push(seat);
        }
        self.agree()?;
        Ok(MailStep::AcceptDraw)
    }

    /// Ends the game if a draw was offered and no one is left to be asked.
    fn agree(&mut self) -> Result<(), MailError> {
        let asked = self.asked().is_some();
        let Some(by) = self.offer.as_ref().filter(|_| !asked).map(|offer| offer.by) else {
            return Ok(());
        };
        self.offer = None;
        if !self.match_mut().status().is_over() {
            self.match_mut().agree_draw(by, None)?;
        }
        Ok(())
    }

    /// Returns what the game waits for, in a sentence without its full stop.
    pub fn waits(&self) -> String {
        let name = |seat: Seat| self.mail.name(seat);
        match self.turn() {
            MailTurn::Join => {
                let seats = 0..self.mail.players.len();
                let open = seats.filter(|seat| self.mail.players[*seat].is_none());
                let open: Vec<String> = open.map(|seat| (seat + 1).to_string()).collect();
                match &open[..] {
                    [one] => format!("seat {one} is open"),
                    all => format!("seats {} are open", all.join(", ")),
                }
            }
            MailTurn::Share { seat } => {
                format!("{} has to add a share to the draw of the set-up", name(seat))
            }
            MailTurn::Draw { seat } => format!("{} has to draw what chance brings", name(seat)),
            MailTurn::Move { seat } => format!("{} has to move", name(seat)),
            MailTurn::Decide { seat } => format!("{} has to decide, in secret", name(seat)),
            MailTurn::Disclose { seat } => format!("{} has to disclose the decision", name(seat)),
            MailTurn::Answer { seat, by } => {
                format!("{} has to answer the draw that {} offers", name(seat), name(by))
            }
            MailTurn::Over => "the game is over".to_owned(),
        }
    }
}

/// Returns the moves after a node up to the current one.
fn moves_after(game: &Match, node: NodeId) -> Vec<String> {
    let line = game.tree().line(game.here());
    let from = game.tree().line(node).len();
    let events = line[from..].iter().filter_map(|id| game.tree().node(*id).event());
    events.map(GameEvent::text).map(str::to_owned).collect()
}
