//! A game on the screen: the match, the board that shows it, and the computer
//! that plays in it. No drawing here: that is done from what this holds.

mod analysis;
mod animation;
mod autoplay;
mod camera;
mod clock_control;
mod commands;
mod computer_player;
mod lifecycle;
mod live_edit;
mod loaded_board;
mod navigation;
mod pointer;
mod rematch;
mod score_history;
mod sound;
mod view3d;

use boardloom_board_view::BoardController;
use boardloom_board_view::Camera;
use boardloom_board_view::Intent;
use boardloom_board_view::MatchMoves;
use boardloom_board_view::board::Board;
use boardloom_board_view::scene::{Pieces, PlayerStyle, Style};
use boardloom_computer::Commentary;
use boardloom_contract::{Effect, GameStatus, Mark, Message, NO_COLOR, Seat, Site};
use boardloom_match::Match;
use boardloom_match::MatchError;
use boardloom_match::PlayerKind;
use boardloom_match::{Cause, GameTree, Legality, NodeId};

pub use analysis::{Analysis, SearchResult};
use analysis::{AnalysisState, Hints};
pub use autoplay::Autoplay;
pub use camera::{Breadcrumb, Magnifier, Placement, level_of};
use clock_control::Stopwatch;
use computer_player::ComputerSeat;
use loaded_board::BoardContent;
pub use loaded_board::{LoadedBoard, ReloadedBoard};
pub use score_history::{ScoreHistory, ScoreKind};

use crate::preferences::ThemeChoice;
use crate::services::Wake;
use crate::texts::game as t;

/// What a person should be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The text.
    pub text: String,
    /// Whether something went wrong.
    pub bad: bool,
}

impl Notice {
    /// Returns a notice that all is well.
    pub fn plain(text: impl Into<String>) -> Self {
        Notice { text: text.into(), bad: false }
    }

    /// Returns a notice that something is not.
    pub fn bad(text: impl Into<String>) -> Self {
        Notice { text: text.into(), bad: true }
    }

    /// Returns the one that is shown where there is room for one alone: the last of
    /// the worst. The others are in the log.
    pub fn worst(notices: &[Notice]) -> Option<&Notice> {
        notices.iter().rev().find(|notice| notice.bad).or(notices.last())
    }
}

/// What a move under the pointer would do.
#[derive(Debug, Clone)]
pub struct Preview {
    /// Its notation.
    pub mv: String,
    /// How the game would stand.
    pub status: GameStatus,
    /// What would happen.
    pub effects: Vec<Effect>,
}

/// A game on the screen.
pub struct GameSession {
    /// The match.
    pub game: Match,
    /// The board as the plugin draws it.
    pub board: Board,
    /// How it is seen.
    pub camera: Camera,
    /// What is selected on it.
    pub controller: BoardController,
    /// What stands on it.
    pub pieces: Pieces,
    /// How it looks.
    pub style: Style,
    /// What is pointed out on it.
    pub marks: Vec<Mark>,
    /// What the move under the pointer would do.
    pub preview: Option<Preview>,
    /// Role and number of the lines of the board that the pointer is near.
    pub near_lines: Option<(u16, u16)>,
    /// Advice that was asked for.
    pub advice: Option<SearchResult>,
    /// Whether the camera follows the size of the window.
    pub fitted: bool,
    /// Whether the lower side is the other one.
    pub flipped: bool,
    /// Cells that light up on the board.
    pub pointed: Vec<Site>,
    /// The magnifier over the board.
    pub magnifier: Option<Magnifier>,
    /// The rules in force, from the plugin.
    pub explained: Vec<Message>,
    /// Counts up whenever the position or the drawing changes.
    pub revision: u64,
    /// What the computer says of the game.
    pub commentary: Commentary,
    notices: Vec<Notice>,
    computer: ComputerSeat,
    analysis_state: AnalysisState,
    hints: Hints,
    revision_of_fit: u64,
    /// The node whose pieces are known.
    pieces_of: Option<NodeId>,
    stopwatch: Stopwatch,
    animation: animation::AnimationState,
    view3d: view3d::View3d,
    sounds: sound::SoundQueue,
}

impl GameSession {
    /// Shows a match. One that was begun `before` waits, where there is a clock,
    /// until a person says that it goes on.
    pub fn new(loaded_board: LoadedBoard, theme: ThemeChoice, wake: Wake, before: bool) -> Self {
        let LoadedBoard { game, camera, controller, read } = loaded_board;
        let BoardContent { board, pieces, marks, explained, pieces_of } = read;
        let computer = ComputerSeat::new(game.source().clone(), wake);
        let style = Style::of(&game.source().ruleset, game.about(), theme.board());
        let waits = before && game.clock().is_timed() && !game.status().is_over();
        let mut this = GameSession {
            sounds: sound::SoundQueue::new(game.tree().len()),
            stopwatch: Stopwatch::new(game.turn().at, waits),
            game,
            board,
            camera,
            controller,
            pieces,
            style,
            marks,
            preview: None,
            near_lines: None,
            advice: None,
            fitted: true,
            flipped: false,
            pointed: Vec::new(),
            magnifier: None,
            explained,
            revision: 1,
            commentary: Commentary::default(),
            notices: Vec::new(),
            computer,
            analysis_state: AnalysisState::default(),
            hints: Hints::default(),
            revision_of_fit: u64::MAX,
            pieces_of,
            animation: animation::AnimationState::default(),
            view3d: view3d::View3d::default(),
        };
        this.play_automatic_moves();
        this
    }

    /// Returns what a person should be told since the last call.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// Tells a person something.
    pub fn tell(&mut self, notice: Notice) {
        self.notices.push(notice);
    }

    /// Gives the board the colours of a theme.
    pub fn set_theme(&mut self, theme: ThemeChoice) {
        self.style = Style::of(&self.game.source().ruleset, self.game.about(), theme.board());
        self.revision += 1;
    }

    /// Returns how a seat's side looks.
    pub fn look_of(&self, seat: Seat) -> PlayerStyle {
        self.style.player(self.color(seat) as u8)
    }

    /// Tells whether nothing was played on from the position shown, or nothing
    /// that fits the rules in force.
    pub fn at_end(&self) -> bool {
        self.game.at_end()
    }

    /// Returns the seat that sits below the board: the only person's, or else
    /// the first; the next one where the board is flipped.
    pub fn below(&self) -> usize {
        let players = self.game.players();
        let mut persons =
            players.iter().enumerate().filter(|(_, player)| player.kind == PlayerKind::Human);
        let below = match (persons.next(), persons.next()) {
            (Some((seat, _)), None) => seat,
            _ => 0,
        };
        if self.flipped { (below + 1) % players.len().max(1) } else { below }
    }

    /// Returns what a person calls the side that a seat plays: `Red`; `Player 1`
    /// while it has none.
    pub fn side(&self, seat: Seat) -> String {
        match self.color(seat) {
            color if color == usize::from(NO_COLOR) => {
                boardloom_ruleset::PlayerSpec::unnamed(usize::from(seat)).name
            }
            color => crate::game_setup::side_name(&self.game.source().ruleset, color),
        }
    }

    /// Returns the colour that a seat plays now.
    pub fn color(&self, seat: Seat) -> usize {
        let seats = &self.game.status().seats;
        seats.get(usize::from(seat)).map_or(usize::from(seat), |state| usize::from(state.color))
    }

    /// Reads all of the position anew: after the rules or the view changed.
    pub fn refresh(&mut self) {
        self.pieces_of = None;
        self.follow();
    }

    /// Reads what changed in the position since the one shown before.
    fn follow(&mut self) {
        let board = &mut self.board;
        let base = board.base();
        let here = self.game.here();
        if self.pieces_of.is_some_and(|known| is_aside(self.game.tree(), known, here)) {
            board.forget();
        }
        // Faults are remembered by the match, which shows its last position on.
        let _ = self.game.ask(|cursor| board.update(cursor));
        if board.base() != base {
            self.fit();
        }
        self.read_pieces();
        if let Ok(marks) = self.game.ask(|cursor| cursor.marks()) {
            self.marks = marks;
        }
        self.preview = None;
        self.advice = None;
        self.revision += 1;
        self.restart_stopwatch();
        let camera = self.turned_camera();
        let mut chooser =
            MatchMoves { game: &mut self.game, board: &mut self.board, camera: &camera };
        self.controller.reset(&mut chooser);
        let _ = self.controller.propose(&mut self.game, &mut self.board);
        self.look_ahead(true);
    }

    /// Reads the pieces: where moves lead from the position before to this one,
    /// those that they changed.
    fn read_pieces(&mut self) {
        let here = self.game.here();
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

    /// Does what has to happen by itself: forced moves, and the computer's turn.
    pub fn play_automatic_moves(&mut self) {
        let last_word = self.commentary.ended(&self.game).map(|(_, text)| Notice::plain(text));
        self.notices.extend(last_word);
        // A game that forces a pass on everybody for ever is cut short here, and
        // goes on at the next call.
        for _ in 0..64 {
            let stands = self.game.fault().is_some() || self.game.status().is_over();
            if stands || !self.at_end() || self.is_paused() {
                break;
            }
            let Ok(Some((seat, mv))) = self.game.forced_move() else { break };
            let choices = self.game.choices(seat, &[]).unwrap_or_default();
            let label = choices.options.into_iter().next().map(|ending| ending.label.text);
            let label = label.filter(|text| !text.is_empty()).unwrap_or_else(|| mv.clone());
            let name = self.side(seat);
            match self.game.play_as(seat, &mv, None) {
                Ok(_) => {
                    self.notices.push(Notice::plain(t::forced(&name, &label)));
                    self.follow();
                }
                Err(error) => {
                    self.failed(&error);
                    break;
                }
            }
        }
        self.think();
    }

    /// Plays a move of the person whose turn it is.
    pub fn play(&mut self, mv: &str) {
        let Some(seat) = self.game.human_to_move() else { return };
        let took = self.is_live().then(|| self.elapsed());
        match self.game.play_as(seat, mv, took) {
            Ok(_) => {
                self.follow();
                self.play_automatic_moves();
                self.reply();
            }
            Err(error) => self.failed(&error),
        }
    }

    /// Takes the only person, or the one to move, out of the game.
    pub fn resign(&mut self) {
        if let Some(seat) = self.resigning() {
            self.leave(seat, Cause::Resigned);
        }
    }

    /// Returns the seat that the button for giving up would take out.
    pub fn resigning(&self) -> Option<Seat> {
        if self.game.status().is_over() || self.game.fault().is_some() {
            return None;
        }
        if let Some(seat) = self.game.human_to_move() {
            return Some(seat);
        }
        let players = self.game.players().iter().zip(&self.game.status().seats);
        let active =
            players.map(|(player, state)| player.kind == PlayerKind::Human && state.active);
        active.enumerate().find(|(_, stays)| *stays).map(|(seat, _)| seat as Seat)
    }

    fn leave(&mut self, seat: Seat, cause: Cause) {
        self.stop_thinking();
        self.stop_stopwatch();
        let own = self.is_live() && self.game.turn().seat == Some(seat);
        let took = own.then(|| self.game.turn().spent);
        match self.game.remove_player_after(seat, cause, took) {
            Ok(_) => {
                self.follow();
                self.play_automatic_moves();
            }
            Err(error) => self.failed(&error),
        }
    }

    /// Starts the plugin anew after a fault, at the position before it.
    pub fn rebuild(&mut self) {
        match self.game.rebuild() {
            Ok(()) => {
                self.board = Board::new(self.board.view());
                self.refresh();
                self.play_automatic_moves();
            }
            Err(error) => self.failed(&error),
        }
    }

    fn failed(&mut self, error: &MatchError) {
        self.notices.push(Notice::bad(error.to_string()));
        self.revision += 1;
    }

    fn decided(&mut self, intent: Option<Intent>) {
        match intent {
            Some(Intent::Play(mv)) => self.play(&mv),
            Some(Intent::Refused(why)) => {
                self.notices.push(Notice::bad(why));
                self.sound_wrong();
            }
            // Both are drawn from what the interface holds.
            Some(Intent::Menu(_) | Intent::Ask(_)) | None => {}
        }
    }

    /// Tells what the move under the pointer would score; none where there is none,
    /// and in a game that nobody has points in.
    pub fn scoring(&self) -> Option<String> {
        let then = &self.preview.as_ref()?.status.seats;
        let now = &self.game.status().seats;
        let scores = then.iter().chain(now).any(|state| state.score != 0.0);
        let both = (0..).zip(now.iter().zip(then));
        let changes = both.filter(|(_, (now, then))| (then.score - now.score).abs() > 1e-9);
        let changes = changes.map(|(seat, (now, then))| (self.side(seat), then.score - now.score));
        scores.then(|| t::brings(&changes.collect::<Vec<_>>()))
    }

    /// Finds out what the move under the pointer would do.
    fn look_ahead(&mut self, wanted: bool) {
        let aim = self.controller.aim().filter(|_| wanted).map(str::to_owned);
        if self.preview.as_ref().map(|preview| &preview.mv) == aim.as_ref() {
            return;
        }
        self.preview = aim.and_then(|mv| {
            let seat = self.game.human_to_move()?;
            let (status, effects) = self.game.preview(seat, &mv).ok()??;
            Some(Preview { mv, status, effects })
        });
        self.revision += 1;
    }
}

/// Tells whether the way from a node to another leads back and then on.
fn is_aside(tree: &GameTree, from: NodeId, to: NodeId) -> bool {
    if !tree.has(from) {
        return true;
    }
    let (back, on) = (tree.line(from), tree.line(to));
    !back.iter().zip(&on).all(|(a, b)| a == b)
}

/// The most nodes between two positions whose effects are looked through.
const MOST_STEPS: usize = 256;

/// Returns what happens on the way from a node to another, undone or played;
/// none where that is far, or was never played.
fn changes(tree: &GameTree, from: NodeId, to: NodeId) -> Option<Vec<Effect>> {
    if !tree.has(from) {
        return None;
    }
    let (back, on) = (tree.line(from), tree.line(to));
    let shared = back.iter().zip(&on).take_while(|(a, b)| a == b).count();
    let way = || back[shared..].iter().chain(&on[shared..]);
    if way().count() > MOST_STEPS || way().any(|id| tree.node(*id).legality != Legality::Legal) {
        return None;
    }
    Some(way().flat_map(|id| tree.node(*id).effects.iter().cloned()).collect())
}
