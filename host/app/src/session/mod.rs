//! The game on the screen: match, board and computer. The front ends draw it.

mod analysis;
mod animation;
mod annotation;
mod autoplay;
mod camera;
mod clock_control;
mod commands;
mod computer_player;
mod conditional;
mod consent;
mod exercise;
mod lifecycle;
mod live_edit;
mod mail;
mod names;
mod navigation;
mod neighbours;
mod observation;
mod online;
mod partway;
mod pointer;
mod premove;
mod rematch;
mod review;
mod score_history;
mod sound;
mod view3d;

use std::cell::RefCell;
use std::time::Duration;

use boardloom_board_view::board::BoardGeometry;
use boardloom_board_view::scene::{BoardLook, MoveNumbers, Pieces, PlayerStyle, Style};
use boardloom_board_view::{BoardController, Camera, Intent};
use boardloom_computer::Commentary;
use boardloom_contract::{Effect, GameStatus, Mark, Message, MoveOption, PluginError, Seat, Site};
use boardloom_match::{Arrow, Cause, GameTree, Legality, Match, MatchError, NodeId};

pub use analysis::{Analysis, SearchResult};
use analysis::{AnalysisState, Hints};
pub use autoplay::Autoplay;
pub use camera::{Breadcrumb, CameraPlacement, Magnifier, level_of};
use clock_control::Stopwatch;
use computer_player::ComputerSeat;
pub use consent::{ConsentKind, ConsentRequest};
pub use observation::CoverTexts;
pub use online::OnlineRequest;
pub(crate) use online::RunningTime;
pub(crate) use online::{clock_of, players_of};
pub use premove::Premove;
pub use score_history::{ScoreHistory, ScoreKind};

use crate::loaded_board::{BoardContent, LoadedBoard};
use crate::notice::Notice;
use crate::services::Wake;
use crate::texts::{game as t, sentence};

/// A question to the player.
#[derive(Debug, Clone, Copy)]
pub enum Prompt<'a> {
    PluginError(&'a PluginError),
    /// A move that needs an answer.
    Question(&'a MoveOption),
    /// The moves of one path.
    Menu(&'a [MoveOption]),
    /// Another player proposes something.
    Consent(&'a ConsentRequest),
}

/// The effect of the move under the pointer.
#[derive(Debug, Clone)]
pub struct Preview {
    pub mv: String,
    /// The move as players read it.
    pub text: String,
    pub status: GameStatus,
    pub effects: Vec<Effect>,
}

pub struct GameSession {
    pub game: Match,
    pub board: BoardGeometry,
    pub camera: Camera,
    pub controller: BoardController,
    pub pieces: Pieces,
    pub style: Style,
    pub marks: Vec<Mark>,
    pub preview: Option<Preview>,
    /// Role and number of the board lines near the pointer.
    pub near_lines: Option<(u16, u16)>,
    near_sites: neighbours::KnownNeighbours,
    pub advice: Option<SearchResult>,
    /// Players' arrows on the shown position, with the one being drawn; one site is a ring.
    pub arrows: Vec<Vec<Site>>,
    /// What [`Command::ClearDrawings`](crate::keys::Command::ClearDrawings) removed last.
    cleared: Option<(NodeId, Vec<Arrow>)>,
    pub numbers: MoveNumbers,
    /// Whether the camera follows the window's size.
    pub fitted: bool,
    pub flipped: bool,
    /// Cells that are highlighted on the board.
    pub pointed: Vec<Site>,
    pub magnifier: Option<Magnifier>,
    /// The rules in force, from the plugin.
    pub explained: Vec<Message>,
    /// Changes with the position and the drawing.
    pub revision: u64,
    pub commentary: Commentary,
    notices: Vec<Notice>,
    /// The error while the game cannot be saved.
    unsaved: Option<String>,
    computer: ComputerSeat,
    analysis_state: AnalysisState,
    hints: Hints,
    consent: consent::ConsentState,
    review: Option<review::Review>,
    review_summary: RefCell<Option<review::ReviewSummary>>,
    revision_of_fit: u64,
    /// The node whose pieces are known.
    pieces_of: Option<NodeId>,
    stopwatch: Stopwatch,
    animation: animation::AnimationState,
    view3d: view3d::View3d,
    sounds: sound::SoundQueue,
    premoves: premove::PremoveState,
    /// The record of an example game as it was opened.
    pristine: Option<String>,
    /// Whether it is a lesson or puzzle.
    pub taught: bool,
    /// No player may move: see [`GameSession::lock`].
    locked: bool,
    guide: exercise::Guide,
    steps: partway::StepsMade,
    /// Whom the covered board is handed over to.
    hand_over: Option<Seat>,
    /// The game of a room.
    online: Option<online::OnlineState>,
    /// The game by mail.
    mail: Option<mail::MailState>,
}

impl GameSession {
    /// A match that was begun `before` and has a clock starts paused.
    pub fn new(
        loaded_board: LoadedBoard,
        look: BoardLook,
        wake: Wake,
        before: bool,
        now: Duration,
    ) -> Self {
        let LoadedBoard { game, camera, controller, read, example } = loaded_board;
        let BoardContent { board, pieces, marks, explained, pieces_of } = read;
        let computer = ComputerSeat::new(game.source().clone(), wake);
        let style = Style::of(&game.source().ruleset, game.about(), look);
        let waits = before && game.clock().is_timed() && !game.status().is_over();
        let commentary = Commentary::of(&game);
        let mut this = GameSession {
            sounds: sound::SoundQueue { nodes: game.tree().len(), ..Default::default() },
            stopwatch: Stopwatch::new(game.turn().at, waits, now),
            game,
            board,
            camera,
            controller,
            pieces,
            style,
            marks,
            preview: None,
            near_lines: None,
            near_sites: neighbours::KnownNeighbours::default(),
            advice: None,
            arrows: Vec::new(),
            cleared: None,
            numbers: MoveNumbers::default(),
            fitted: true,
            flipped: false,
            pointed: Vec::new(),
            magnifier: None,
            explained,
            revision: 1,
            commentary,
            notices: Vec::new(),
            unsaved: None,
            computer,
            analysis_state: AnalysisState::default(),
            hints: Hints::default(),
            consent: consent::ConsentState::default(),
            review: None,
            review_summary: RefCell::default(),
            revision_of_fit: u64::MAX,
            pieces_of,
            animation: animation::AnimationState::default(),
            view3d: view3d::View3d::default(),
            premoves: premove::PremoveState::default(),
            pristine: None,
            taught: false,
            locked: false,
            guide: exercise::Guide::default(),
            steps: partway::StepsMade::default(),
            hand_over: None,
            online: None,
            mail: None,
        };
        this.pristine = example.then(|| lifecycle::annotated_moves(&this.game));
        if this.game.hides() {
            this.refresh();
        }
        this.read_arrows();
        this.take_verdicts();
        this.play_automatic_moves();
        this.prepare_premoves();
        if this.is_premoving() {
            this.reset_board_input(false);
        }
        this
    }

    pub fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    pub fn notify(&mut self, notice: Notice) {
        self.notices.push(notice);
    }

    pub fn prompt(&self) -> Option<Prompt<'_>> {
        let error = self.game.plugin_error().map(Prompt::PluginError);
        let question = || self.controller.question().map(Prompt::Question);
        let menu = Some(self.controller.menu()).filter(|menu| !menu.is_empty());
        let consent = || self.consent_request().map(Prompt::Consent);
        error.or_else(consent).or_else(question).or(menu.map(Prompt::Menu))
    }

    pub fn set_look(&mut self, look: BoardLook) {
        self.style = Style::of(&self.game.source().ruleset, self.game.about(), look);
        self.revision += 1;
    }

    pub fn look_of(&self, seat: Seat) -> PlayerStyle {
        self.style.player(self.color(seat) as u8)
    }

    /// A seat's points, its points after the previewed move if they change, and the change by the
    /// step to the shown position. `None` if no player has points, or lost the last ones in that
    /// step.
    pub fn points(&self, seat: Seat) -> Option<(f64, Option<f64>, f64)> {
        let (node, seat) = (self.game.node(), usize::from(seat));
        let seats = &self.game.status().seats;
        let before = node.parent().map(|before| &self.game.tree().node(before).scores);
        let mut all = seats.iter().map(|it| it.score).chain(before.into_iter().flatten().copied());
        let state = seats.get(seat).filter(|_| all.any(|score| score != 0.0))?;
        let then = self.preview.as_ref().and_then(|preview| preview.status.seats.get(seat));
        let then = then.map(|then| then.score).filter(|then| (then - state.score).abs() > 1e-9);
        let of = |scores: &Vec<f64>| scores.get(seat).copied().unwrap_or_default();
        let gained = before.map_or(0.0, |before| of(&node.scores) - of(before));
        Some((state.score, then, gained))
    }

    /// Reads the whole position, after the rules or the view changed.
    pub fn refresh(&mut self) {
        self.pieces_of = None;
        self.follow();
    }

    /// Reads the changes since the last shown position.
    fn follow(&mut self) {
        self.follow_with(false);
    }

    fn follow_with(&mut self, keeps_selection: bool) {
        self.forget_requests();
        self.update_observer();
        let board = &mut self.board;
        let base = board.base();
        let here = self.game.here();
        if self.pieces_of.is_some_and(|known| is_aside(self.game.tree(), known, here)) {
            board.forget();
        }
        // The match keeps the error, and shows its last position.
        let _ = self.game.ask(|cursor| board.update(cursor));
        if board.base() != base {
            self.fit();
        }
        let before = self.pieces_of;
        self.read_pieces();
        if let Ok(marks) = self.game.ask(|cursor| cursor.marks()) {
            self.marks = marks;
            self.light_win(before);
        }
        self.preview = None;
        self.advice = None;
        self.read_arrows();
        self.revision += 1;
        self.restart_stopwatch();
        self.prepare_premoves();
        self.reset_board_input(keeps_selection);
        self.look_ahead(true);
    }

    /// Reads the pieces; after a move, only those that it changed.
    fn read_pieces(&mut self) {
        let here = self.game.here();
        self.hide_steps();
        self.set_moving(self.pieces_of);
        self.sound_step(self.pieces_of);
        let sites = self.game.status().sites;
        let changes = self.pieces_of.and_then(|known| changes(self.game.tree(), known, here));
        let pieces = &mut self.pieces;
        let read = self.game.ask(|cursor| match changes {
            Some(effects) => pieces.refresh(cursor, &effects),
            None => pieces.update(cursor, sites),
        });
        self.pieces_of = read.is_ok().then_some(here);
    }

    /// Plays forced moves and starts the computer.
    pub fn play_automatic_moves(&mut self) {
        // The room does.
        if self.is_online() {
            return;
        }
        let last_word =
            self.commentary.comment_end(&self.game).map(|(_, text)| Notice::plain(text));
        self.notices.extend(last_word);
        // A game of endless forced passes stops here, and goes on at the next call.
        for _ in 0..64 {
            let stands = self.game.plugin_error().is_some() || self.game.status().is_over();
            if stands || !self.game.at_end() || self.is_paused() {
                break;
            }
            let Ok(Some((seat, mv))) = self.game.forced_move() else { break };
            let choices = self.game.choices(seat, &[]).unwrap_or_default();
            let label = choices.options.first().map_or(&*mv, t::option_text).to_owned();
            let name = self.name(seat);
            match self.game.play_as(seat, &mv, None) {
                Ok(_) => {
                    self.notices.push(Notice::pass(t::forced(&name, &label)));
                    self.follow();
                }
                Err(error) => {
                    self.report_error(&error);
                    break;
                }
            }
        }
        self.think();
    }

    pub fn play(&mut self, mv: &str) {
        let seat = self.game.human_to_move().filter(|_| !self.locked);
        let Some(seat) = seat else { return };
        if self.is_entering_conditional() {
            let played = self.play_conditional(mv);
            return played.unwrap_or_else(|error| self.report_error(&error));
        }
        if self.is_online() {
            return self.send_move(mv);
        }
        let took = self.is_live().then(|| self.elapsed());
        match self.game.play_as(seat, mv, took) {
            Ok(played) => {
                self.follow();
                self.explain_unseen(played.node);
                self.play_automatic_moves();
                self.reply();
            }
            Err(error) => self.report_error(&error),
        }
    }

    /// Shows the note on a move that changes nothing on the board, as on a lost turn.
    fn explain_unseen(&mut self, node: NodeId) {
        let note = self.game.tree().node(node).unseen_note();
        self.notices.extend(note.map(|note| Notice::plain(note.text.clone())));
    }

    /// Plays a move as a player writes it.
    ///
    /// # Errors
    /// When the text is no legal move; nothing has changed then.
    pub fn play_text(&mut self, text: &str) -> Result<(), MatchError> {
        if self.is_entering_conditional() {
            return self.play_conditional(text);
        }
        if self.is_online() {
            let (_, mv) = self.game.read_text(text)?;
            self.send_move(&mv);
            return Ok(());
        }
        let took = self.is_live().then(|| self.elapsed());
        self.game.play_text_after(text, took)?;
        self.follow();
        self.play_automatic_moves();
        self.reply();
        Ok(())
    }

    /// Removes the only human, or the one to move.
    pub fn resign(&mut self) {
        match self.resigning_seat() {
            Some(_) if self.is_online() => self.request_online(OnlineRequest::Resign),
            Some(seat) => self.leave(seat, Cause::Resigned),
            None => {}
        }
    }

    /// Returns the human who can resign: in the game as it stands, not while looking back.
    pub fn resigning_seat(&self) -> Option<Seat> {
        let stands = !self.game.status().is_over() && !self.is_past();
        // By mail, in the player's turn.
        let stands = stands && self.mail_refusal().is_none();
        if !stands || self.game.plugin_error().is_some() {
            return None;
        }
        if let Some(seat) = self.game.human_to_move() {
            return Some(seat);
        }
        let seats = &self.game.status().seats;
        let active = |seat: &Seat| seats.get(usize::from(*seat)).is_some_and(|it| it.active);
        self.humans().into_iter().find(active)
    }

    /// The question before resigning; it names the player if there are several humans.
    pub fn resign_question(&self) -> String {
        match self.resigning_seat().filter(|_| self.humans().len() > 1) {
            Some(seat) => t::resign_sure_of(&self.name(seat)),
            None => t::resign_sure().to_owned(),
        }
    }

    /// What resigning leads to: of two players, the other one wins.
    pub fn resign_result(&self) -> String {
        let seat = self.resigning_seat().filter(|_| self.game.players().len() == 2);
        let winner = seat.map(|seat| self.name(1 - seat));
        // No result names the side of an open seat.
        let winner = winner.filter(|name| name != crate::texts::online::open_seat());
        winner.map_or_else(String::new, |name| t::resign_result(&name))
    }

    fn leave(&mut self, seat: Seat, cause: Cause) {
        self.stop_thinking();
        self.cancel_premove();
        self.stop_stopwatch();
        let own = self.is_live() && self.game.turn().seat == Some(seat);
        let took = own.then(|| self.game.turn().spent);
        match self.game.remove_player(seat, cause, took) {
            Ok(_) => {
                self.follow();
                self.play_automatic_moves();
            }
            Err(error) => self.report_error(&error),
        }
    }

    /// Reopens the game after a plugin error.
    pub fn rebuild(&mut self) {
        match self.game.rebuild() {
            Ok(()) => {
                self.cancel_premove();
                self.board = BoardGeometry::new(self.board.view);
                self.refresh();
                self.play_automatic_moves();
            }
            Err(error) => self.report_error(&error),
        }
    }

    fn report_error(&mut self, error: &MatchError) {
        self.notices.push(Notice::error(error));
        self.revision += 1;
    }

    fn refuse(&mut self, why: &str, pressed: Option<Site>) {
        self.notices.push(Notice::refusal(sentence(why)));
        self.sound_wrong();
        self.shake(pressed);
    }

    fn handle_intent(&mut self, intent: Option<Intent>) {
        match intent {
            Some(Intent::Play(mv)) if self.is_premoving() => self.enter_premove(mv),
            Some(Intent::Play(mv)) => self.play(&mv),
            Some(Intent::Refused(why)) => self.refuse(&why, None),
            Some(Intent::NotYourTurn) => self.refuse(&self.out_of_turn(), None),
            Some(Intent::NoMove(site)) if self.is_premoving() => {
                self.refuse(&self.out_of_turn(), Some(site));
            }
            Some(Intent::NoMove(site)) => {
                let why = self.why_no_move(site);
                self.refuse(&why, Some(site));
            }
            // Both are drawn from the controller's state.
            Some(Intent::Menu(_) | Intent::Ask(_)) | None => {}
        }
    }

    /// The points that the move under the pointer would score, as text; `None` in a
    /// game without points.
    pub fn score_change(&self) -> Option<String> {
        let then = &self.preview.as_ref()?.status.seats;
        let now = &self.game.status().seats;
        let scores = then.iter().chain(now).any(|state| state.score != 0.0);
        let both = (0..).zip(now.iter().zip(then));
        let changes = both.filter(|(_, (now, then))| (then.score - now.score).abs() > 1e-9);
        let changes = changes.map(|(seat, (now, then))| (self.side(seat), then.score - now.score));
        scores.then(|| t::brings(&changes.collect::<Vec<_>>()))
    }

    fn look_ahead(&mut self, wanted: bool) {
        let aim = self.pending_move().or(self.controller.aim().filter(|_| wanted));
        let aim = aim.map(str::to_owned);
        if self.preview.as_ref().map(|preview| &preview.mv) == aim.as_ref() {
            return;
        }
        self.preview = aim.and_then(|mv| {
            let seat = self.game.human_to_move()?;
            let (status, effects) = self.game.preview(seat, &mv).ok()??;
            let text = self.game.ask(|cursor| cursor.describe_move(seat, &mv)).ok()?.text;
            Some(Preview { mv, text, status, effects })
        });
        self.revision += 1;
    }
}

/// Tells whether the path between two nodes first leads back, then on.
fn is_aside(tree: &GameTree, from: NodeId, to: NodeId) -> bool {
    if !tree.has(from) {
        return true;
    }
    let (back, on) = (tree.line(from), tree.line(to));
    !back.iter().zip(&on).all(|(a, b)| a == b)
}

/// The most nodes between two positions whose effects are collected.
const MOST_STEPS: usize = 256;

/// The effects on the path between two nodes; `None` if it is long or unplayed.
fn changes(tree: &GameTree, from: NodeId, to: NodeId) -> Option<Vec<Effect>> {
    if !tree.has(from) {
        return None;
    }
    let (back, on) = (tree.line(from), tree.line(to));
    let shared = back.iter().zip(&on).take_while(|(a, b)| a == b).count();
    let path = || back[shared..].iter().chain(&on[shared..]);
    if path().count() > MOST_STEPS || path().any(|id| tree.node(*id).legality != Legality::Legal) {
        return None;
    }
    Some(path().flat_map(|id| tree.node(*id).effects.iter().cloned()).collect())
}
