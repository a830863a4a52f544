//! The board's input without a screen: selection, pointer, keyboard.
//!
//! It knows only paths of sites. A [`MoveSource`] provides the legal choices, and the player's
//! decision comes out as an [`Intent`].

mod cursor_moves;
mod keyboard;
mod match_moves;
mod pointer;
mod premove_source;

use std::sync::Arc;

use boardloom_contract::{Choices, MoveOption, Site, TargetKind};

pub use cursor_moves::CursorMoves;
pub use match_moves::MatchMoves;
pub use premove_source::PremoveSource;

use crate::board::{BoardGeometry, Camera, Pos};

/// The pointer's distance from the press, in pixels, that makes it a drag.
pub const DRAG_START: f64 = 3.0;

pub trait MoveSource {
    /// Returns the choices after a path; empty if no player at the board is to move.
    fn choices(&mut self, path: &[Site]) -> Choices;

    /// Returns the next site in a direction on the screen; without a site, the cursor's first one.
    fn toward(&mut self, from: Option<Site>, direction: Direction) -> Option<Site>;

    fn parse(&mut self, text: &str) -> Result<String, String>;

    /// Returns the targets to which the picked piece does not move: another piece grows there.
    fn clones(&mut self, _path: &[Site], _choices: &Choices) -> Vec<Site> {
        Vec::new()
    }

    /// Returns the prompt of a typed move that lacks its answer.
    fn question(&mut self, _text: &str) -> Option<MoveOption> {
        None
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    Left,
    Right,
    Up,
    Down,
}

impl Direction {
    /// x goes right and y goes down.
    pub fn vector(self) -> (f64, f64) {
        match self {
            Direction::Left => (-1.0, 0.0),
            Direction::Right => (1.0, 0.0),
            Direction::Up => (0.0, -1.0),
            Direction::Down => (0.0, 1.0),
        }
    }

    /// Returns the next site in this direction on the screen; without a site, the middle one.
    fn next_site(self, board: &BoardGeometry, camera: &Camera, from: Option<Site>) -> Option<Site> {
        let Some(from) = from else { return board.middle() };
        let (x, y) = self.vector();
        let (dx, dy) = camera.direction_to_board(x, y);
        board.toward(from, dx, dy)
    }
}

/// `at` is in pixels; `over` is the site under the pointer, for a ghost the site that it copies.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    PointerMoved {
        at: Pos,
        over: Option<Site>,
    },
    PointerDown {
        at: Pos,
        over: Option<Site>,
    },
    PointerUp {
        at: Pos,
        over: Option<Site>,
    },
    PointerGone,
    CursorMove(Direction),
    /// Pick up, play, or finish at the cursor.
    Confirm,
    /// Undo the last step: the menu, the drag, a site of the path.
    Cancel,
    Typed(String),
    Choose(usize),
    Answer(String),
    /// A move that needs no pointing, in notation.
    Button(String),
}

#[derive(Debug, Clone, PartialEq)]
pub enum Intent {
    Play(String),
    /// Offer these moves; [`Input::Choose`] takes one.
    Menu(Vec<MoveOption>),
    /// Show this prompt; [`Input::Answer`] answers it.
    Ask(MoveOption),
    /// The reason, for the status line.
    Refused(String),
    NotYourTurn,
    /// No legal move begins or continues at this site.
    NoMove(Site),
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drag {
    pub from: Site,
    /// The pointer, in pixels.
    pub at: Pos,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct PointerPress {
    site: Site,
    at: Pos,
    /// Whether it picked something up, so that it may become a drag.
    picked: bool,
    /// Whether the site was the end of the path before the press.
    again: bool,
}

/// Board input as state and transitions: it knows no rules and no screen.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BoardController {
    path: Vec<Site>,
    /// Sorted by site. Shared, since a board may offer every site at once.
    choices: Arc<Choices>,
    /// Targets to which the picked piece does not move.
    clones: Vec<Site>,
    /// The first sites of paths, and the buttons.
    first: Arc<Choices>,
    hover: Option<Site>,
    /// The move that a click here or Confirm would play.
    aim: Option<String>,
    /// The path and focus for which `aim` was computed.
    aimed: Option<(Vec<Site>, Option<Site>)>,
    cursor: Option<Site>,
    /// Whether the cursor was used after the pointer.
    by_keyboard: bool,
    press: Option<PointerPress>,
    drag: Option<Drag>,
    menu: Vec<MoveOption>,
    question: Option<MoveOption>,
}

impl BoardController {
    pub fn new(moves: &mut dyn MoveSource) -> Self {
        let mut this = BoardController::default();
        this.reset(moves);
        this
    }

    /// Starts over for a changed position; pointer and cursor stay.
    pub fn reset(&mut self, moves: &mut dyn MoveSource) {
        self.path.clear();
        self.press = None;
        self.drag = None;
        self.menu.clear();
        self.question = None;
        self.first = legal_targets(moves, &[]);
        self.choices = self.first.clone();
        self.clones.clear();
        self.aimed = None;
        self.aim_at(moves);
    }

    /// As [`BoardController::reset`], but what was picked up stays picked up while that is legal.
    pub fn reset_with_selection(&mut self, moves: &mut dyn MoveSource) {
        let (path, press, drag) = (std::mem::take(&mut self.path), self.press, self.drag);
        self.reset(moves);
        for site in &path {
            if target_kind(&self.choices, *site).is_none() {
                return self.clear();
            }
            self.path.push(*site);
            self.read_choices(moves);
        }
        if self.choices.targets.is_empty() && self.choices.options.is_empty() {
            return self.clear();
        }
        (self.press, self.drag) = (press, drag);
        self.aim_at(moves);
    }

    /// Goes along a path as far as it is legal, and plays nothing.
    pub fn select(&mut self, path: &[Site], moves: &mut dyn MoveSource) {
        self.clear();
        for site in path {
            if target_kind(&self.choices, *site).is_none() {
                break;
            }
            self.path.push(*site);
            self.read_choices(moves);
        }
        self.aim_at(moves);
    }

    /// Lifts the piece at the end of the path, to be drawn at a point above its site.
    pub fn lift(&mut self, at: Pos) {
        (self.hover, self.by_keyboard) = (self.path.last().copied(), false);
        self.drag = self.hover.map(|from| Drag { from, at });
    }

    pub fn path(&self) -> &[Site] {
        &self.path
    }

    pub fn choices(&self) -> &Choices {
        &self.choices
    }

    /// Tells whether the picked piece stays in its place in a move to a target.
    pub fn is_clone(&self, target: Site) -> bool {
        self.clones.contains(&target)
    }

    pub fn first(&self) -> &Choices {
        &self.first
    }

    pub fn selected(&self) -> Option<Site> {
        self.path.last().copied()
    }

    /// The site under the pointer, or at the cursor if that was used last.
    pub fn focus(&self) -> Option<Site> {
        if self.by_keyboard { self.cursor } else { self.hover }
    }

    /// The keyboard's cursor, while it is shown.
    pub fn cursor(&self) -> Option<Site> {
        self.cursor.filter(|_| self.by_keyboard)
    }

    /// The effect of a click at the focus, if it is legal.
    pub fn target_kind(&self) -> Option<TargetKind> {
        target_kind(&self.choices, self.focus()?)
    }

    /// The move that a click at the focus would play, for a preview.
    pub fn aim(&self) -> Option<&str> {
        self.aim.as_deref()
    }

    pub fn drag(&self) -> Option<Drag> {
        self.drag
    }

    pub fn menu(&self) -> &[MoveOption] {
        &self.menu
    }

    pub fn question(&self) -> Option<&MoveOption> {
        self.question.as_ref()
    }

    /// Tells whether [`Input::Cancel`] has something to undo.
    pub fn is_busy(&self) -> bool {
        !self.path.is_empty() || !self.menu.is_empty() || self.question.is_some()
    }

    pub fn handle(&mut self, input: Input, moves: &mut dyn MoveSource) -> Option<Intent> {
        let intent = match input {
            Input::PointerMoved { at, over } => self.pointer_moved(at, over),
            Input::PointerDown { at, over } => self.pointer_down(at, over, moves),
            Input::PointerUp { at, over } => self.pointer_up(at, over, moves),
            Input::PointerGone => self.pointer_gone(),
            Input::CursorMove(direction) => self.cursor_move(direction, moves),
            Input::Confirm => self.confirm(moves),
            Input::Cancel => self.cancel(moves),
            Input::Typed(text) => Some(match moves.parse(&text) {
                Ok(mv) => self.play(mv),
                Err(why) => match moves.question(&text) {
                    Some(ending) => self.end_with(ending),
                    None => Intent::Refused(why),
                },
            }),
            Input::Choose(number) => self.choose(number),
            Input::Answer(text) => {
                let mv = format!("{}{text}", self.question.as_ref()?.move_);
                match moves.parse(&mv) {
                    Ok(_) => Some(self.play(mv)),
                    // The question stays, for another answer.
                    Err(why) => Some(Intent::Refused(why)),
                }
            }
            Input::Button(mv) => self.button(&mv),
        };
        self.aim_at(moves);
        intent
    }

    fn choose(&mut self, number: usize) -> Option<Intent> {
        let ending = self.menu.get(number)?.clone();
        self.menu.clear();
        Some(self.end_with(ending))
    }

    fn button(&mut self, mv: &str) -> Option<Intent> {
        let ending = self.first.options.iter().find(|e| e.move_ == mv)?.clone();
        Some(self.end_with(ending))
    }

    fn cancel(&mut self, moves: &mut dyn MoveSource) -> Option<Intent> {
        self.press = None;
        if self.question.take().is_some() || !std::mem::take(&mut self.menu).is_empty() {
            // If the path can go on, only the menu closes.
            if self.choices.targets.is_empty() {
                self.back(moves);
            }
        } else {
            self.back(moves);
        }
        self.drag = None;
        None
    }

    fn back(&mut self, moves: &mut dyn MoveSource) {
        if self.path.pop().is_some() {
            self.read_choices(moves);
        }
    }

    fn read_choices(&mut self, moves: &mut dyn MoveSource) {
        self.choices = legal_targets(moves, &self.path);
        self.clones = moves.clones(&self.path, &self.choices);
    }

    fn clear(&mut self) {
        self.path.clear();
        self.choices = self.first.clone();
        self.clones.clear();
        self.menu.clear();
        self.question = None;
        self.drag = None;
    }

    /// Extends the path, and plays if that completes the only possible move.
    fn step(&mut self, site: Site, moves: &mut dyn MoveSource) -> Option<Intent> {
        self.path.push(site);
        self.read_choices(moves);
        if !self.choices.targets.is_empty() || self.choices.proposed {
            return None;
        }
        self.finish()
    }

    /// Plays the path if it is a move.
    fn finish(&mut self) -> Option<Intent> {
        match self.choices.options.len() {
            0 => {
                let last = self.path.last().copied();
                self.clear();
                last.map(Intent::NoMove)
            }
            1 => {
                let ending = self.choices.options[0].clone();
                Some(self.end_with(ending))
            }
            _ => {
                self.menu = self.choices.options.clone();
                Some(Intent::Menu(self.menu.clone()))
            }
        }
    }

    fn end_with(&mut self, ending: MoveOption) -> Intent {
        if ending.answer {
            self.question = Some(ending.clone());
            return Intent::Ask(ending);
        }
        self.play(ending.move_)
    }

    fn play(&mut self, mv: String) -> Intent {
        self.clear();
        Intent::Play(mv)
    }

    /// Handles a click on a site, from any device.
    fn point_at(&mut self, site: Site, moves: &mut dyn MoveSource) -> Option<Intent> {
        self.menu.clear();
        self.question = None;
        if target_kind(&self.choices, site).is_some() {
            return self.step(site, moves);
        }
        if self.path.last() == Some(&site) {
            if self.choices.options.is_empty() {
                self.back(moves);
                return None;
            }
            return self.finish();
        }
        let first = target_kind(&self.first, site);
        if !self.path.is_empty() {
            self.clear();
            // Selects another piece; a stray click begins no move.
            if first == Some(TargetKind::Pick) {
                return self.step(site, moves);
            }
            return None;
        }
        match self.first.targets.is_empty() && self.first.options.is_empty() {
            true => Some(Intent::NotYourTurn),
            false => Some(Intent::NoMove(site)),
        }
    }

    fn aim_at(&mut self, moves: &mut dyn MoveSource) {
        let focus = self.focus();
        if self.aimed.as_ref().is_some_and(|(path, site)| *path == self.path && *site == focus) {
            return;
        }
        self.aimed = Some((self.path.clone(), focus));
        self.aim = None;
        let Some(focus) = focus else { return };
        let ending = match target_kind(&self.choices, focus) {
            Some(TargetKind::Pick) => None,
            Some(_) => {
                self.path.push(focus);
                let then = moves.choices(&self.path);
                self.path.pop();
                only(&then.options)
            }
            None if self.path.last() == Some(&focus) => only(&self.choices.options),
            None => None,
        };
        self.aim = ending;
    }
}

/// Returns the choices after a path, sorted by site.
fn legal_targets(moves: &mut dyn MoveSource, path: &[Site]) -> Arc<Choices> {
    let mut choices = moves.choices(path);
    choices.targets.sort_by_key(|target| target.site);
    Arc::new(choices)
}

fn target_kind(choices: &Choices, site: Site) -> Option<TargetKind> {
    let at = choices.targets.binary_search_by_key(&site, |target| target.site).ok()?;
    Some(choices.targets[at].kind)
}

fn only(options: &[MoveOption]) -> Option<String> {
    match options {
        [ending] if !ending.answer => Some(ending.move_.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
