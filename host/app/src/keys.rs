//! Key bindings: one table, from which the key sheet and the menus are drawn.

mod capture;
mod stroke;

use std::collections::BTreeMap;

pub use capture::{KeyCapture, KeyChange};
pub use stroke::{Key, KeyStroke, Modifiers};

use crate::texts;

/// A command of a key, a button or a menu entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Command {
    NewGame,
    /// Joins a game on another computer.
    JoinGame,
    /// Takes a mail of a game by mail.
    ImportMail,
    /// Exports the move, or else the mail, of the game by mail on the board.
    ExportMail,
    SameAgain,
    Library,
    MyGames,
    /// Lessons on the board.
    Learn,
    Puzzles,
    /// Of lessons and puzzles.
    NextStep,
    PreviousStep,
    /// A game with hints, after the lessons.
    FirstGame,
    Open,
    Save,
    SaveAs,
    CopyPosition,
    CopyRecord,
    PastePosition,
    Export,
    /// Reads rulesets and plugins again.
    Reload,
    Quit,
    Undo,
    Redo,
    Previous,
    Next,
    VariationUp,
    VariationDown,
    First,
    Last,
    TenBack,
    TenOn,
    Pause,
    BuyTime,
    OfferDraw,
    MoveNow,
    /// Plays the move that needs no pointing.
    Pass,
    TypeMove,
    Hint,
    Analyse,
    /// Compares the moves of the game with the best ones.
    Review,
    Autoplay,
    Comment,
    /// Players and chat of a game with others.
    Chat,
    /// Answers that a room plays by itself: begins a line on the board, or keeps it.
    ConditionalMoves,
    Promote,
    DeleteLine,
    RestoreLine,
    /// Removes the arrows and rings of the shown position, or brings them back.
    ClearDrawings,
    Flip,
    Turn,
    TurnBack,
    ThreeD,
    TiltDown,
    TiltUp,
    Coordinates,
    Dots,
    Preview,
    ScoreHints,
    Marks,
    Arrows,
    Numbers,
    Motion,
    Premoves,
    AskTakeBack,
    Mute,
    NextView,
    Magnifier,
    ZoomIn,
    ZoomOut,
    ZoomFit,
    ZoomCell,
    LevelUp,
    PanLeft,
    PanRight,
    PanUp,
    PanDown,
    FullScreen,
    BoardOnly,
    ScaleUp,
    ScaleDown,
    ScaleReset,
    Rules,
    KeySheet,
    Settings,
    Menu,
    /// Finds commands, rulesets and games.
    Palette,
    CursorLeft,
    CursorRight,
    CursorUp,
    CursorDown,
    Confirm,
    /// Drops the selection, closes, stops the computer, or goes back.
    Cancel,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyScope {
    Window,
    /// While a game is shown and no text is typed.
    Game,
    /// While the board has the focus.
    Board,
    /// While the list of moves has the focus.
    Moves,
}

impl KeyScope {
    /// Tells whether one key could mean both. The board and the list of moves never
    /// have the focus at once.
    pub fn meets(self, other: KeyScope) -> bool {
        use KeyScope::{Board, Moves};
        !matches!((self, other), (Board, Moves) | (Moves, Board))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    Game,
    Move,
    View,
    Board,
    Help,
}

impl Group {
    /// In the order of the key sheet.
    pub const ALL: [Group; 5] = [Group::Game, Group::Move, Group::View, Group::Board, Group::Help];

    pub fn label(self) -> &'static str {
        use texts::groups as t;
        [t::game, t::moves, t::view, t::board, t::help][self as usize]()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    pub command: Command,
    /// Stable name, for the settings.
    pub id: &'static str,
    pub group: Group,
    pub scope: KeyScope,
    pub strokes: Vec<KeyStroke>,
}

impl Binding {
    pub fn label(&self) -> &'static str {
        let row = TABLE.iter().find(|(command, ..)| *command == self.command);
        row.map_or(self.id, |(_, _, says, ..)| says())
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyMap {
    bindings: Vec<Binding>,
}

const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::CTRL;
const SHIFT: Modifiers = Modifiers::SHIFT;
const CTRL_SHIFT: Modifiers = Modifiers::CTRL_SHIFT;

type Row =
    (Command, &'static str, fn() -> &'static str, Group, KeyScope, &'static [(Modifiers, Key)]);

#[rustfmt::skip]
const TABLE: &[Row] = {
    use Command as C;
    use Group as G;
    use KeyScope as R;
    use texts::keys as T;
    &[
        (C::NewGame, "new-game", T::new_game, G::Game, R::Window, &[(CTRL, Key::Char('N'))]),
        (C::JoinGame, "join-game", T::join_game, G::Game, R::Window, &[(CTRL, Key::Char('J'))]),
        (C::ImportMail, "import-mail", T::import_mail, G::Game, R::Window, &[(CTRL, Key::Char('B'))]),
        (C::ExportMail, "export-mail", T::export_mail, G::Game, R::Game, &[(CTRL, Key::Char('E'))]),
        (C::SameAgain, "same-again", T::same_again, G::Game, R::Game, &[(CTRL_SHIFT, Key::Char('N'))]),
        (C::Library, "library", T::library, G::Game, R::Window, &[(CTRL, Key::Char('L'))]),
        (C::MyGames, "my-games", T::my_games, G::Game, R::Window, &[(CTRL, Key::Char('G'))]),
        (C::Learn, "learn", T::learn, G::Game, R::Window, &[(CTRL, Key::Char('T'))]),
        (C::Puzzles, "puzzles", T::puzzles, G::Game, R::Window, &[(CTRL, Key::Char('U'))]),
        (C::NextStep, "next-step", T::next_step, G::Game, R::Game, &[(NONE, Key::Char('S'))]),
        (C::PreviousStep, "previous-step", T::previous_step, G::Game, R::Game, &[(SHIFT, Key::Char('B'))]),
        (C::FirstGame, "first-game", T::first_game, G::Game, R::Game, &[(SHIFT, Key::Char('G'))]),
        (C::Open, "open", T::open, G::Game, R::Window, &[(CTRL, Key::Char('O'))]),
        (C::Save, "save", T::save, G::Game, R::Game, &[(CTRL, Key::Char('S'))]),
        (C::SaveAs, "save-as", T::save_as, G::Game, R::Game, &[(CTRL_SHIFT, Key::Char('S'))]),
        (C::CopyPosition, "copy-position", T::copy, G::Game, R::Game, &[(CTRL, Key::Char('C'))]),
        (C::CopyRecord, "copy-record", T::copy_record, G::Game, R::Game, &[(CTRL_SHIFT, Key::Char('C'))]),
        (C::PastePosition, "paste-position", T::paste, G::Game, R::Game, &[(CTRL, Key::Char('V'))]),
        (C::Export, "export", T::export, G::Game, R::Game, &[(CTRL_SHIFT, Key::Char('E'))]),
        (C::Reload, "reload", T::reload, G::Game, R::Window, &[(NONE, Key::F(5))]),
        (C::Settings, "settings", T::settings, G::Game, R::Window, &[(CTRL, Key::Char(','))]),
        (C::Quit, "quit", T::quit, G::Game, R::Window, &[(CTRL, Key::Char('Q'))]),
        (C::Undo, "undo", T::undo, G::Move, R::Game, &[(CTRL, Key::Char('Z'))]),
        (C::Redo, "redo", T::redo, G::Move, R::Game, &[(CTRL_SHIFT, Key::Char('Z')), (CTRL, Key::Char('Y'))]),
        (C::MoveNow, "move-now", T::move_now, G::Move, R::Game, &[(CTRL, Key::Enter)]),
        (C::Pause, "pause", T::pause, G::Move, R::Game, &[(CTRL, Key::Char('P'))]),
        (C::OfferDraw, "offer-draw", T::offer_draw, G::Move, R::Game, &[(CTRL, Key::Char('D'))]),
        (C::BuyTime, "buy-time", T::buy_time, G::Move, R::Game, &[(NONE, Key::Char('B'))]),
        (C::Pass, "pass", T::pass, G::Move, R::Game, &[(NONE, Key::Char('P'))]),
        (C::TypeMove, "type-move", T::type_move, G::Move, R::Game, &[(NONE, Key::Char('/'))]),
        (C::Hint, "hint", T::hint, G::Move, R::Game, &[(SHIFT, Key::Char('H'))]),
        (C::Analyse, "analyse", T::analyse, G::Move, R::Game, &[(SHIFT, Key::Char('L'))]),
        (C::Review, "review", T::review, G::Move, R::Game, &[(SHIFT, Key::Char('E'))]),
        (C::Previous, "previous", T::previous, G::Move, R::Moves, &[(NONE, Key::Left)]),
        (C::Next, "next", T::next, G::Move, R::Moves, &[(NONE, Key::Right)]),
        (C::VariationUp, "variation-up", T::variation_up, G::Move, R::Moves, &[(NONE, Key::Up)]),
        (C::VariationDown, "variation-down", T::variation_down, G::Move, R::Moves, &[(NONE, Key::Down)]),
        (C::First, "first", T::first, G::Move, R::Game, &[(NONE, Key::Home)]),
        (C::Last, "last", T::last, G::Move, R::Game, &[(NONE, Key::End)]),
        (C::TenBack, "ten-back", T::ten_back, G::Move, R::Game, &[(NONE, Key::PageUp)]),
        (C::TenOn, "ten-on", T::ten_on, G::Move, R::Game, &[(NONE, Key::PageDown)]),
        (C::Autoplay, "autoplay", T::autoplay, G::Move, R::Game, &[(CTRL, Key::Char(' '))]),
        (C::Comment, "comment", T::comment, G::Move, R::Game, &[(NONE, Key::Char('C'))]),
        (C::Chat, "chat", T::chat, G::Move, R::Game, &[(SHIFT, Key::Char('C'))]),
        (C::ConditionalMoves, "conditional-moves", texts::online::conditional, G::Move, R::Game, &[(SHIFT, Key::Char('Y'))]),
        (C::Promote, "promote", T::promote, G::Move, R::Game, &[(CTRL, Key::Up)]),
        (C::DeleteLine, "delete-line", T::delete_line, G::Move, R::Game, &[(NONE, Key::Delete)]),
        (C::RestoreLine, "restore-line", T::restore_line, G::Move, R::Game, &[(NONE, Key::Insert)]),
        (C::ClearDrawings, "clear-drawings", T::clear_drawings, G::Move, R::Game, &[(SHIFT, Key::Delete)]),
        (C::Flip, "flip", T::flip, G::View, R::Game, &[(NONE, Key::Char('F'))]),
        (C::Turn, "turn", T::turn, G::View, R::Game, &[(NONE, Key::Char('R'))]),
        (C::TurnBack, "turn-back", T::turn_back, G::View, R::Game, &[(SHIFT, Key::Char('R'))]),
        (C::ThreeD, "three-d", T::three_d, G::View, R::Game, &[(NONE, Key::Char('3'))]),
        (C::TiltDown, "tilt-down", T::tilt_down, G::View, R::Game, &[(NONE, Key::Char('T'))]),
        (C::TiltUp, "tilt-up", T::tilt_up, G::View, R::Game, &[(SHIFT, Key::Char('T'))]),
        (C::Coordinates, "coordinates", T::coordinates, G::View, R::Game, &[(SHIFT, Key::Char('K'))]),
        (C::Dots, "dots", T::dots, G::View, R::Game, &[(NONE, Key::Char('D'))]),
        (C::Preview, "preview", T::preview, G::View, R::Game, &[(SHIFT, Key::Char('P'))]),
        (C::ScoreHints, "score-hints", T::score_hints, G::View, R::Game, &[(SHIFT, Key::Char('S'))]),
        (C::Marks, "marks", T::marks, G::View, R::Game, &[(SHIFT, Key::Char('M'))]),
        (C::Arrows, "arrows", T::arrows, G::View, R::Game, &[(NONE, Key::Char('A'))]),
        (C::Numbers, "numbers", T::numbers, G::View, R::Game, &[(NONE, Key::Char('X'))]),
        (C::Motion, "motion", T::motion, G::View, R::Game, &[(SHIFT, Key::Char('A'))]),
        (C::Premoves, "premoves", T::premoves, G::View, R::Game, &[(SHIFT, Key::Char('X'))]),
        (C::AskTakeBack, "ask-take-back", T::ask_take_back, G::View, R::Game, &[]),
        (C::Mute, "mute", texts::sounds::sounds, G::View, R::Game, &[(NONE, Key::Char('M'))]),
        (C::NextView, "next-view", T::next_view, G::View, R::Game, &[(NONE, Key::Char('V'))]),
        (C::Magnifier, "loupe", T::loupe, G::View, R::Game, &[(SHIFT, Key::Char('V'))]),
        (C::ZoomIn, "zoom-in", T::zoom_in, G::View, R::Game, &[(NONE, Key::Char('+')), (NONE, Key::Char('='))]),
        (C::ZoomOut, "zoom-out", T::zoom_out, G::View, R::Game, &[(NONE, Key::Char('-'))]),
        (C::ZoomFit, "zoom-fit", T::zoom_fit, G::View, R::Game, &[(NONE, Key::Char('0'))]),
        (C::ZoomCell, "zoom-cell", T::zoom_cell, G::View, R::Game, &[(NONE, Key::Char('G'))]),
        (C::LevelUp, "level-up", T::level_up, G::View, R::Game, &[(NONE, Key::Backspace)]),
        (C::PanLeft, "pan-left", T::pan_left, G::View, R::Game, &[(SHIFT, Key::Left)]),
        (C::PanRight, "pan-right", T::pan_right, G::View, R::Game, &[(SHIFT, Key::Right)]),
        (C::PanUp, "pan-up", T::pan_up, G::View, R::Game, &[(SHIFT, Key::Up)]),
        (C::PanDown, "pan-down", T::pan_down, G::View, R::Game, &[(SHIFT, Key::Down)]),
        (C::FullScreen, "full-screen", T::full_screen, G::View, R::Window, &[(NONE, Key::F(11))]),
        (C::BoardOnly, "board-only", T::board_only, G::View, R::Game, &[(NONE, Key::Char('Z'))]),
        (C::ScaleUp, "scale-up", T::scale_up, G::View, R::Window, &[(CTRL, Key::Char('+')), (CTRL, Key::Char('='))]),
        (C::ScaleDown, "scale-down", T::scale_down, G::View, R::Window, &[(CTRL, Key::Char('-'))]),
        (C::ScaleReset, "scale-reset", T::scale_reset, G::View, R::Window, &[(CTRL, Key::Char('0'))]),
        (C::CursorLeft, "cursor-left", T::cursor_left, G::Board, R::Board, &[(NONE, Key::Left), (NONE, Key::Char('H'))]),
        (C::CursorRight, "cursor-right", T::cursor_right, G::Board, R::Board, &[(NONE, Key::Right), (NONE, Key::Char('L'))]),
        (C::CursorUp, "cursor-up", T::cursor_up, G::Board, R::Board, &[(NONE, Key::Up), (NONE, Key::Char('K'))]),
        (C::CursorDown, "cursor-down", T::cursor_down, G::Board, R::Board, &[(NONE, Key::Down), (NONE, Key::Char('J'))]),
        (C::Confirm, "confirm", T::confirm, G::Board, R::Board, &[(NONE, Key::Char(' ')), (NONE, Key::Enter)]),
        (C::Cancel, "cancel", T::cancel, G::Board, R::Window, &[(NONE, Key::Escape)]),
        (C::Rules, "rules", T::rules, G::Help, R::Window, &[(NONE, Key::F(1))]),
        (C::KeySheet, "key-sheet", T::key_sheet, G::Help, R::Window, &[(CTRL, Key::Char('?')), (CTRL_SHIFT, Key::Char('/')), (CTRL, Key::Char('/'))]),
        (C::Palette, "palette", T::palette, G::Help, R::Window, &[(CTRL, Key::Char('K'))]),
        (C::Menu, "menu", T::menu, G::Help, R::Window, &[(NONE, Key::F(10))]),
    ]
};

impl Default for KeyMap {
    fn default() -> Self {
        let bindings = TABLE
            .iter()
            .map(|(command, id, _, group, scope, strokes)| Binding {
                command: *command,
                id,
                group: *group,
                scope: *scope,
                strokes: strokes.iter().map(|(held, key)| KeyStroke::new(*held, *key)).collect(),
            })
            .collect();
        KeyMap { bindings }
    }
}

impl KeyMap {
    /// Applies the bindings of the settings, and returns their errors.
    pub fn with(overrides: &BTreeMap<String, Vec<String>>) -> (Self, Vec<String>) {
        let mut map = KeyMap::default();
        let mut errors = Vec::new();
        for (id, strokes) in overrides {
            let Some(binding) = map.bindings.iter_mut().find(|b| b.id == id) else {
                errors.push(texts::settings::unknown_key(id));
                continue;
            };
            let read: Vec<_> = strokes.iter().map(|text| (text, KeyStroke::parse(text))).collect();
            for (text, _) in read.iter().filter(|(_, stroke)| stroke.is_none()) {
                errors.push(texts::settings::unknown_stroke(id, text));
            }
            binding.strokes = read.into_iter().filter_map(|(_, stroke)| stroke).collect();
        }
        map.yield_defaults(overrides);
        (map, errors)
    }

    /// Takes the strokes of the settings from commands that have them by default: a later version
    /// can have a command that is new.
    fn yield_defaults(&mut self, overrides: &BTreeMap<String, Vec<String>>) {
        let chosen = self.bindings.iter().filter(|it| overrides.contains_key(it.id));
        let chosen: Vec<Binding> = chosen.cloned().collect();
        for other in self.bindings.iter_mut().filter(|it| !overrides.contains_key(it.id)) {
            let near = chosen.iter().filter(|it| it.scope.meets(other.scope));
            let taken: Vec<KeyStroke> = near.flat_map(|it| it.strokes.clone()).collect();
            other.strokes.retain(|stroke| !taken.contains(stroke));
        }
    }

    /// The other command that a stroke would conflict with.
    pub fn clash(&self, command: Command, stroke: &KeyStroke) -> Option<Command> {
        let own = self.binding(command)?;
        let others = self.bindings.iter().filter(|other| other.command != command);
        let mut near = others.filter(|other| own.scope.meets(other.scope));
        near.find(|other| other.strokes.contains(stroke)).map(|other| other.command)
    }

    /// Binds a stroke in place of a command's own ones, or `beside` them, and takes it
    /// from commands that it would conflict with.
    pub fn bind(&mut self, command: Command, stroke: KeyStroke, beside: bool) {
        while let Some(other) = self.clash(command, &stroke) {
            self.change(other, |strokes| strokes.retain(|known| *known != stroke));
        }
        self.change(command, |strokes| {
            if !beside {
                strokes.clear();
            }
            if !strokes.contains(&stroke) {
                strokes.push(stroke);
            }
        });
    }

    /// Restores the default strokes, except those that other commands have now.
    pub fn reset(&mut self, command: Command) {
        let usual = KeyMap::default();
        let Some(binding) = usual.binding(command) else { return };
        let free = binding.strokes.iter().filter(|stroke| self.clash(command, stroke).is_none());
        let free: Vec<KeyStroke> = free.copied().collect();
        self.change(command, |strokes| *strokes = free);
    }

    pub fn is_changed(&self, command: Command) -> bool {
        let usual = KeyMap::default();
        let strokes = |map: &KeyMap| map.binding(command).map(|binding| binding.strokes.clone());
        strokes(self) != strokes(&usual)
    }

    /// The bindings that differ from the defaults, for the settings.
    pub fn overrides(&self) -> BTreeMap<String, Vec<String>> {
        let changed = self.bindings.iter().filter(|binding| self.is_changed(binding.command));
        let written = |binding: &Binding| {
            let strokes = binding.strokes.iter().map(KeyStroke::to_string).collect();
            (binding.id.to_owned(), strokes)
        };
        changed.map(written).collect()
    }

    fn change(&mut self, command: Command, change: impl FnOnce(&mut Vec<KeyStroke>)) {
        if let Some(own) = self.bindings.iter_mut().find(|binding| binding.command == command) {
            change(&mut own.strokes);
        }
    }

    pub fn free(&mut self, command: Command) {
        self.change(command, Vec::clear);
    }

    /// Takes a stroke from the command that has it.
    pub fn release(&mut self, stroke: KeyStroke) {
        for binding in &mut self.bindings {
            binding.strokes.retain(|own| *own != stroke);
        }
    }

    /// Adds a stroke unless another command has it.
    pub fn add(&mut self, command: Command, stroke: KeyStroke) {
        if self.bindings.iter().any(|binding| binding.strokes.contains(&stroke)) {
            return;
        }
        let binding = self.bindings.iter_mut().find(|binding| binding.command == command);
        binding.into_iter().for_each(|binding| binding.strokes.push(stroke));
    }

    /// In the order of the key sheet.
    pub fn bindings(&self) -> &[Binding] {
        &self.bindings
    }

    pub fn binding(&self, command: Command) -> Option<&Binding> {
        self.bindings.iter().find(|binding| binding.command == command)
    }

    pub fn label(&self, command: Command) -> &'static str {
        self.binding(command).map_or("", Binding::label)
    }

    /// The first stroke as text; empty without one.
    pub fn stroke(&self, command: Command) -> String {
        self.binding(command)
            .and_then(|b| b.strokes.first())
            .map(KeyStroke::shown)
            .unwrap_or_default()
    }

    /// A name with its command's first stroke, for tooltips.
    pub fn hover(&self, name: &str, command: Command) -> String {
        match self.stroke(command) {
            stroke if stroke.is_empty() => name.to_owned(),
            stroke => format!("{name} ({stroke})"),
        }
    }

    pub fn strokes(&self, binding: &Binding) -> String {
        binding.strokes.iter().map(KeyStroke::shown).collect::<Vec<_>>().join(", ")
    }

    /// Finds the command of a stroke among the bindings that are active.
    pub fn command(
        &self,
        pressed: &KeyStroke,
        counts: impl Fn(&Binding) -> bool,
    ) -> Option<Command> {
        let counting = self.bindings.iter().filter(|binding| counts(binding));
        let hits = counting.filter_map(|binding| {
            let stroke = binding.strokes.iter().find(|stroke| stroke.is_meant_by(pressed))?;
            Some((binding.command, stroke.modifiers.weight()))
        });
        // Signs may be typed with Shift: the stroke with more modifiers wins.
        hits.max_by_key(|(_, weight)| *weight).map(|(command, _)| command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strokes_are_read_as_they_are_written() {
        for binding in KeyMap::default().bindings() {
            for stroke in &binding.strokes {
                assert_eq!(KeyStroke::parse(&stroke.to_string()), Some(*stroke), "{stroke}");
            }
        }
        assert_eq!(KeyStroke::parse("Hyper+A"), None);
    }

    #[test]
    fn no_two_commands_share_a_stroke_within_reach_of_each_other() {
        let map = KeyMap::default();
        for (i, a) in map.bindings().iter().enumerate() {
            for b in &map.bindings()[i + 1..] {
                let shared = a.strokes.iter().find(|s| b.strokes.contains(s));
                let apart = !a.scope.meets(b.scope);
                assert!(apart || shared.is_none(), "{} and {}: {shared:?}", a.id, b.id);
            }
        }
    }

    #[test]
    fn settings_remap_and_errors_are_reported() {
        let overrides = BTreeMap::from([
            ("flip".to_owned(), vec!["Ctrl+F".to_owned(), "Hyper+F".to_owned()]),
            ("dance".to_owned(), vec!["D".to_owned()]),
        ]);
        let (map, errors) = KeyMap::with(&overrides);
        assert_eq!(map.stroke(Command::Flip), "Ctrl+F");
        assert_eq!(errors.len(), 2, "{errors:?}");
    }

    #[test]
    fn a_stroke_of_the_settings_is_no_default_of_another_command() {
        let overrides = BTreeMap::from([("flip".to_owned(), vec!["Ctrl+B".to_owned()])]);
        let (map, errors) = KeyMap::with(&overrides);
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(map.stroke(Command::ImportMail), "");
        assert_eq!(map.stroke(Command::ExportMail), "Ctrl+E");
    }

    #[test]
    fn a_stroke_that_is_taken_over_is_kept_by_no_other_command() {
        let mut map = KeyMap::default();
        let flip = KeyStroke::parse("F").unwrap();
        assert_eq!(map.clash(Command::Hint, &flip), Some(Command::Flip));
        map.bind(Command::Hint, flip, false);
        assert_eq!((map.stroke(Command::Hint), map.stroke(Command::Flip)), ("F".into(), "".into()));
        map.bind(Command::Flip, KeyStroke::parse("Ctrl+F").unwrap(), true);
        let written = map.overrides();
        assert_eq!(written.keys().collect::<Vec<_>>(), ["flip", "hint"]);
        let (read, errors) = KeyMap::with(&written);
        assert!(errors.is_empty() && read == map, "{errors:?}");
        // Strokes that other commands have now stay theirs.
        map.reset(Command::Flip);
        assert_eq!(map.stroke(Command::Flip), "");
        map.reset(Command::Hint);
        map.reset(Command::Flip);
        assert_eq!(map, KeyMap::default());
        // The cursor and the list of moves share the arrows.
        let left = KeyStroke::parse("Left").unwrap();
        assert_eq!(map.clash(Command::Previous, &left), None);
    }
}
