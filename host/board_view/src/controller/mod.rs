//! The board's interface without a screen: what is selected, what the pointer
//! and the keyboard do to it, and what comes of it.
//!
//! It knows paths of sites and nothing else. The legal choices are handed in
//! through [`MoveSource`], and what a person decided comes out as an [`Intent`].

mod keyboard;
mod legal_targets;
mod match_moves;
mod pointer;

use boardloom_contract::{Choices, MoveOption, Site, TargetKind};

use legal_targets::LegalTargets;
pub use match_moves::MatchMoves;

use crate::board::Pos;

/// How far the pointer has to go, in pixels, before a press becomes a drag.
pub const DRAG_START: f64 = 3.0;

/// Answers for the position at hand.
pub trait MoveSource {
    /// Returns what can follow a path; nothing where nobody at the board is to
    /// move.
    fn choices(&mut self, path: &[Site]) -> Choices;

    /// Returns the site to go to from another in a direction (x right, y down,
    /// on the screen); without one, the site where a cursor begins.
    fn toward(&mut self, from: Option<Site>, direction: Direction) -> Option<Site>;

    /// Returns the legal move that a typed text means, or why there is none.
    ///
    /// # Errors
    /// When the text is no legal move.
    fn parse(&mut self, text: &str) -> Result<String, String>;

    /// Returns what is asked where a typed text is a move but for its answer.
    fn question(&mut self, _text: &str) -> Option<MoveOption> {
        None
    }
}

/// A direction on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Up.
    Up,
    /// Down.
    Down,
}

impl Direction {
    /// Returns the direction as a vector, x right and y down.
    pub fn vector(self) -> (f64, f64) {
        match self {
            Direction::Left => (-1.0, 0.0),
            Direction::Right => (1.0, 0.0),
            Direction::Up => (0.0, -1.0),
            Direction::Down => (0.0, 1.0),
        }
    }
}

/// What a person does. `over` is the site under the pointer, of a ghost the
/// site that it copies.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// The pointer moved.
    PointerMoved {
        /// Where to, in pixels.
        at: Pos,
        /// What lies there.
        over: Option<Site>,
    },
    /// The main button was pressed.
    PointerDown {
        /// Where, in pixels.
        at: Pos,
        /// What lies there.
        over: Option<Site>,
    },
    /// The main button was released.
    PointerUp {
        /// Where, in pixels.
        at: Pos,
        /// What lies there.
        over: Option<Site>,
    },
    /// The pointer left the board.
    PointerGone,
    /// The cursor is to move.
    CursorMove(Direction),
    /// Pick up, play, or finish at the cursor.
    Confirm,
    /// Take the last step back: the menu, the drag, a site of the path.
    Cancel,
    /// A text was typed as a move.
    Typed(String),
    /// One of the moves of a menu was chosen.
    Choose(usize),
    /// A question was answered.
    PluginResult(String),
    /// A button was pressed: one of the moves that need no pointing, by its
    /// notation.
    Button(String),
}

/// What a person decided.
#[derive(Debug, Clone, PartialEq)]
pub enum Intent {
    /// Play this move.
    Play(String),
    /// Show these moves for choosing; [`Input::Choose`] takes one.
    Menu(Vec<MoveOption>),
    /// Ask this question; [`Input::PluginResult`] answers it.
    Ask(MoveOption),
    /// That cannot be done, and why, for the status line.
    Refused(String),
}

/// A piece under way with the pointer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drag {
    /// Where it comes from.
    pub from: Site,
    /// Where the pointer is, in pixels.
    pub at: Pos,
}

/// A button that is down.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Press {
    site: Site,
    at: Pos,
    /// It may become a drag: it picked something up.
    picked: bool,
    /// The site was the end of the path before the press.
    again: bool,
}

/// The state of the board's interface.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BoardController {
    path: Vec<Site>,
    /// What can follow the path.
    choices: LegalTargets,
    /// What can follow nothing: where paths begin, and the buttons.
    first: LegalTargets,
    hover: Option<Site>,
    /// The move that a click here or Confirm would play.
    aim: Option<String>,
    /// For which path and focus the aim was found out.
    aimed: Option<(Vec<Site>, Option<Site>)>,
    cursor: Option<Site>,
    /// The cursor is what a person used last.
    by_keyboard: bool,
    press: Option<Press>,
    drag: Option<Drag>,
    menu: Vec<MoveOption>,
    question: Option<MoveOption>,
}

impl BoardController {
    /// Returns an interface for the position at hand.
    pub fn new(chooser: &mut dyn MoveSource) -> Self {
        let mut this = BoardController::default();
        this.reset(chooser);
        this
    }

    /// Begins anew for a position that changed; pointer and cursor stay.
    pub fn reset(&mut self, chooser: &mut dyn MoveSource) {
        self.path.clear();
        self.press = None;
        self.drag = None;
        self.menu.clear();
        self.question = None;
        self.first = LegalTargets::new(chooser.choices(&[]));
        self.choices = self.first.clone();
        self.aimed = None;
        self.aim_at(chooser);
    }

    /// Returns the sites chosen so far.
    pub fn path(&self) -> &[Site] {
        &self.path
    }

    /// Returns what can follow the path.
    pub fn choices(&self) -> &Choices {
        self.choices.all()
    }

    /// Returns what can begin a path, and the moves that need none: buttons.
    pub fn first(&self) -> &Choices {
        self.first.all()
    }

    /// Returns the site that is selected: the end of the path.
    pub fn selected(&self) -> Option<Site> {
        self.path.last().copied()
    }

    /// Returns the site under the pointer, or under the cursor where that was
    /// used last.
    pub fn focus(&self) -> Option<Site> {
        if self.by_keyboard { self.cursor } else { self.hover }
    }

    /// Returns the site of the keyboard's cursor, while it is shown.
    pub fn cursor(&self) -> Option<Site> {
        self.cursor.filter(|_| self.by_keyboard)
    }

    /// Returns what pointing at the focus would do, where it is legal.
    pub fn target_kind(&self) -> Option<TargetKind> {
        self.choices.target_kind(self.focus()?)
    }

    /// Returns the move that would be played at the focus, for a preview.
    pub fn aim(&self) -> Option<&str> {
        self.aim.as_deref()
    }

    /// Returns the piece under way with the pointer.
    pub fn drag(&self) -> Option<Drag> {
        self.drag
    }

    /// Returns the moves offered for choosing.
    pub fn menu(&self) -> &[MoveOption] {
        &self.menu
    }

    /// Returns the question that waits for an answer.
    pub fn question(&self) -> Option<&MoveOption> {
        self.question.as_ref()
    }

    /// Tells whether [`Input::Cancel`] has something to take back.
    pub fn is_busy(&self) -> bool {
        !self.path.is_empty() || !self.menu.is_empty() || self.question.is_some()
    }

    /// Takes an input in, and returns what a person decided with it.
    pub fn handle(&mut self, input: Input, chooser: &mut dyn MoveSource) -> Option<Intent> {
        let intent = match input {
            Input::PointerMoved { at, over } => self.pointer_moved(at, over),
            Input::PointerDown { at, over } => self.pointer_down(at, over, chooser),
            Input::PointerUp { at, over } => self.pointer_up(at, over, chooser),
            Input::PointerGone => self.pointer_gone(),
            Input::CursorMove(direction) => self.cursor_move(direction, chooser),
            Input::Confirm => self.confirm(chooser),
            Input::Cancel => self.cancel(chooser),
            Input::Typed(text) => Some(match chooser.parse(&text) {
                Ok(mv) => self.play(mv),
                Err(why) => match chooser.question(&text) {
                    Some(ending) => self.end_with(ending),
                    None => Intent::Refused(why),
                },
            }),
            Input::Choose(number) => self.choose(number),
            Input::PluginResult(text) => {
                let question = self.question.take()?;
                Some(self.play(format!("{}{text}", question.mv)))
            }
            Input::Button(mv) => self.button(&mv),
        };
        self.aim_at(chooser);
        intent
    }

    fn choose(&mut self, number: usize) -> Option<Intent> {
        let ending = self.menu.get(number)?.clone();
        self.menu.clear();
        Some(self.end_with(ending))
    }

    fn button(&mut self, mv: &str) -> Option<Intent> {
        let ending = self.first.all().options.iter().find(|e| e.mv == mv)?.clone();
        Some(self.end_with(ending))
    }

    fn cancel(&mut self, chooser: &mut dyn MoveSource) -> Option<Intent> {
        self.press = None;
        if self.question.take().is_some() || !std::mem::take(&mut self.menu).is_empty() {
            // A menu closes alone where the path can still go on.
            if self.choices.all().targets.is_empty() {
                self.back(chooser);
            }
        } else {
            self.back(chooser);
        }
        self.drag = None;
        None
    }

    /// Drops the last site of the path.
    fn back(&mut self, chooser: &mut dyn MoveSource) {
        if self.path.pop().is_some() {
            self.choices = LegalTargets::new(chooser.choices(&self.path));
        }
    }

    fn clear(&mut self) {
        self.path.clear();
        self.choices = self.first.clone();
        self.menu.clear();
        self.question = None;
        self.drag = None;
    }

    /// Adds a site to the path, and plays where that completes a move and
    /// nothing can follow.
    fn step(&mut self, site: Site, chooser: &mut dyn MoveSource) -> Option<Intent> {
        self.path.push(site);
        self.choices = LegalTargets::new(chooser.choices(&self.path));
        if !self.choices.all().targets.is_empty() || self.choices.all().proposed {
            return None;
        }
        self.finish()
    }

    /// Ends the path with a move, where it is one.
    fn finish(&mut self) -> Option<Intent> {
        match self.choices.all().options.len() {
            0 => {
                self.clear();
                Some(Intent::Refused("no move goes on from there".to_owned()))
            }
            1 => {
                let ending = self.choices.all().options[0].clone();
                Some(self.end_with(ending))
            }
            _ => {
                self.menu = self.choices.all().options.clone();
                Some(Intent::Menu(self.menu.clone()))
            }
        }
    }

    fn end_with(&mut self, ending: MoveOption) -> Intent {
        if ending.answer {
            self.question = Some(ending.clone());
            return Intent::Ask(ending);
        }
        self.play(ending.mv)
    }

    fn play(&mut self, mv: String) -> Intent {
        self.clear();
        Intent::Play(mv)
    }

    /// Does what a click on a site does, wherever it came from.
    fn point_at(&mut self, site: Site, chooser: &mut dyn MoveSource) -> Option<Intent> {
        self.menu.clear();
        self.question = None;
        if self.choices.target_kind(site).is_some() {
            return self.step(site, chooser);
        }
        if self.path.last() == Some(&site) {
            if self.choices.all().options.is_empty() {
                self.back(chooser);
                return None;
            }
            return self.finish();
        }
        let first = self.first.target_kind(site);
        if !self.path.is_empty() {
            self.clear();
            // Another piece is picked up; a move is not begun by a stray click.
            if first == Some(TargetKind::Pick) {
                return self.step(site, chooser);
            }
            return None;
        }
        let nobody = self.first.all().targets.is_empty() && self.first.all().options.is_empty();
        let why = if nobody { "nothing can be moved now" } else { "no legal move begins there" };
        Some(Intent::Refused(why.to_owned()))
    }

    /// Finds out which move would be played at the focus.
    fn aim_at(&mut self, chooser: &mut dyn MoveSource) {
        let focus = self.focus();
        if self.aimed.as_ref().is_some_and(|(path, site)| *path == self.path && *site == focus) {
            return;
        }
        self.aimed = Some((self.path.clone(), focus));
        self.aim = None;
        let Some(focus) = focus else { return };
        let ending = match self.choices.target_kind(focus) {
            Some(TargetKind::Pick) => None,
            Some(_) => {
                self.path.push(focus);
                let then = chooser.choices(&self.path);
                self.path.pop();
                only(&then.options)
            }
            None if self.path.last() == Some(&focus) => only(&self.choices.all().options),
            None => None,
        };
        self.aim = ending;
    }
}

fn only(options: &[MoveOption]) -> Option<String> {
    match options {
        [ending] if !ending.answer => Some(ending.mv.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
