//! All that the shells say, in one place: the catalogue for English.

/// Names of commands, for the key sheet and the menus.
pub mod keys {
    #![allow(missing_docs)] // each says itself
    pub const NEW_GAME: &str = "New game…";
    pub const SAME_AGAIN: &str = "Same again, sides swapped";
    pub const LIBRARY: &str = "Library";
    pub const SAVE: &str = "Save the record";
    pub const COPY: &str = "Copy the position";
    pub const COPY_RECORD: &str = "Copy the record";
    pub const PASTE: &str = "Play on from a copied position, record or list of moves";
    pub const EXPORT: &str = "Save a picture of the board";
    pub const RELOAD: &str = "Read ruleset and plugin again";
    pub const QUIT: &str = "Quit";
    pub const UNDO: &str = "Take back";
    pub const REDO: &str = "Play again";
    pub const PREVIOUS: &str = "Previous move";
    pub const NEXT: &str = "Next move";
    pub const VARIATION_UP: &str = "Previous variation";
    pub const VARIATION_DOWN: &str = "Next variation";
    pub const FIRST: &str = "Start of the game";
    pub const LAST: &str = "End of the line";
    pub const TEN_BACK: &str = "Ten moves back";
    pub const TEN_ON: &str = "Ten moves on";
    pub const MOVE_NOW: &str = "Computer moves now";
    pub const PASS: &str = "Pass, when that is a move";
    pub const TYPE_MOVE: &str = "Type a move";
    pub const HINT: &str = "Hint";
    pub const ANALYSE: &str = "Analyse the position";
    pub const AUTOPLAY: &str = "Show the moves one by one";
    pub const COMMENT: &str = "Write a comment";
    pub const PROMOTE: &str = "Make this the main line";
    pub const DELETE_LINE: &str = "Delete from here";
    pub const RESTORE_LINE: &str = "Bring back what was deleted";
    pub const ARROWS: &str = "Arrows of an analysis";
    pub const FLIP: &str = "Flip the board";
    pub const TURN: &str = "Turn the board";
    pub const TURN_BACK: &str = "Turn the board back";
    pub const TILT_UP: &str = "See the board in three dimensions from lower";
    pub const TILT_DOWN: &str = "See it from higher";
    pub const THREE_D: &str = "Three dimensions";
    pub const COORDINATES: &str = "Coordinates";
    pub const DOTS: &str = "Dots on legal targets";
    pub const PREVIEW: &str = "Preview of what a move changes";
    pub const SCORE_HINTS: &str = "Points that a move would bring";
    pub const MARKS: &str = "Threats and chances the game points out";
    pub const MOTION: &str = "Moving pieces";
    pub const NEXT_VIEW: &str = "Next view of the board, or the loupe";
    pub const ZOOM_IN: &str = "Zoom in";
    pub const ZOOM_OUT: &str = "Zoom out";
    pub const ZOOM_FIT: &str = "Whole board";
    pub const ZOOM_CELL: &str = "Cell at the pointer";
    pub const LEVEL_UP: &str = "A level up";
    pub const LOUPE: &str = "Loupe";
    pub const PAN_LEFT: &str = "Look further left";
    pub const PAN_RIGHT: &str = "Look further right";
    pub const PAN_UP: &str = "Look further up";
    pub const PAN_DOWN: &str = "Look further down";
    pub const FULL_SCREEN: &str = "Full screen";
    pub const BOARD_ONLY: &str = "Board only";
    pub const SCALE_UP: &str = "Larger interface";
    pub const SCALE_DOWN: &str = "Smaller interface";
    pub const SCALE_RESET: &str = "Usual size of the interface";
    pub const RULES: &str = "Rules";
    pub const KEY_SHEET: &str = "Keys";
    pub const SETTINGS: &str = "Settings…";
    pub const MENU: &str = "Menu";
    pub const CURSOR_LEFT: &str = "Cursor left";
    pub const CURSOR_RIGHT: &str = "Cursor right";
    pub const CURSOR_UP: &str = "Cursor up";
    pub const CURSOR_DOWN: &str = "Cursor down";
    pub const CONFIRM: &str = "Pick up, play";
    pub const CANCEL: &str = "Drop, close, stop the computer, back";
    pub const PAUSE: &str = "Pause, go on";
    pub const BUY_TIME: &str = "Buy time with a coin";
}

/// The start screen and the library.
pub mod start {
    #![allow(missing_docs)] // each says itself
    pub const CONTINUE: &str = "Continue";
    pub const NEW_GAME: &str = "New game";
    pub const LIBRARY: &str = "Library";
    pub const RULES: &str = "Rules";
    pub const SETTINGS: &str = "Settings";
    pub const QUIT: &str = "Quit";
    pub const SUMMARY: &str = "Abstract board games, and the tools to make your own.";
    pub const LOADING: &str = "Looking for games…";
    pub const OPENING: &str = "Setting up the board…";
    pub const NO_RULESETS: &str = "No rulesets were found. Put TOML files into a folder `rulesets/` \
         and start the program beside it.";
    pub const BACK: &str = "Back";
    pub const PLAY: &str = "Play";
    pub const RECENT: &str = "Recent games";
    pub const NOTHING_LEFT: &str = "There is no unfinished game to go on with.";
    pub const FAULTY: &str = "This ruleset has faults.";

    /// Tells how far an unfinished game is.
    pub fn unfinished(moves: usize) -> String {
        match moves {
            0 => "no move played yet".to_owned(),
            1 => "after 1 move".to_owned(),
            n => format!("after {n} moves"),
        }
    }

    /// Tells how a game that was saved stands.
    pub fn ended(moves: usize, result: &str) -> String {
        let moves = if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") };
        if result.is_empty() { moves } else { format!("{moves}, {result}") }
    }

    /// Tells where a ruleset is from that hides others.
    pub fn hides(place: &str) -> String {
        format!("from {place}")
    }

    /// Tells that a ruleset hides others.
    pub fn shadows(places: &[String]) -> String {
        format!("in place of the one from {}", places.join(" and from "))
    }

    /// Tells why a game could not be taken up again.
    pub fn not_resumed(why: &str) -> String {
        format!("the game could not be taken up again: {why}")
    }
}

pub mod library;

/// The dialog for a new game.
pub mod new_game {
    #![allow(missing_docs)] // each says itself
    pub const TITLE: &str = "New game";
    pub const RULESET: &str = "Game";
    pub const PLAYERS: &str = "Players";
    pub const OPTIONS: &str = "Options";
    pub const SEED: &str = "Seed";
    pub const SEED_HELP: &str = "The same seed draws the same chance moves. Empty: a new one.";
    pub const DRAW_AGAIN: &str = "Draw anew";
    pub const DRAW_AGAIN_HELP: &str =
        "Chance begins this game: the board beside shows what it drew, and what is played on.";
    pub const SEED_WRONG: &str = "a seed is a whole number from 0";
    pub const PERSON: &str = "Person";
    pub const START: &str = "Start";
    pub const CANCEL: &str = "Cancel";
    pub const DEFAULTS: &str = "Usual values";
    pub const SEARCH: &str = "Find";
    pub const NO_COMPUTER: &str = "This game has no computer player.";
    pub const HAS_FAULTS: &str = "This ruleset cannot be played until its faults are mended:";

    pub const CLOCK: &str = "Clock";
    pub const CLOCK_NONE: &str = "No clock";
    pub const CLOCK_SIMPLE: &str = "Time for the game";
    pub const CLOCK_FISCHER: &str = "More with every move (Fischer)";
    pub const CLOCK_BYO_YOMI: &str = "Periods after the time (byo-yomi)";
    pub const CLOCK_ARCADE: &str = "Coins buy time (arcade)";
    pub const CLOCK_MAIN: &str = "Time for each";
    pub const CLOCK_INCREMENT: &str = "More with every move";
    pub const CLOCK_PERIODS: &str = "Periods";
    pub const CLOCK_PERIOD: &str = "A period";
    pub const CLOCK_COINS: &str = "Coins";
    pub const CLOCK_COIN: &str = "A coin buys";
    pub const CLOCK_CARRY: &str = "What is left is played on in the next game";

    /// Names the ruleset's own clock.
    pub fn clock_own(words: &str) -> String {
        format!("As the ruleset says: {words}")
    }

    /// Names a level of the computer.
    pub fn level(number: u8, name: &str) -> String {
        if name.is_empty() {
            format!("Computer, level {number}")
        } else {
            format!("Computer: {name}")
        }
    }
}

/// A game.
pub mod game {
    #![allow(missing_docs)] // each says itself
    pub const LOUPE_IS_FLAT: &str = "The loupe is for the flat board.";
    pub const MENU_GAME: &str = "Game";
    pub const MENU_MOVE: &str = "Move";
    pub const MENU_VIEW: &str = "View";
    pub const MENU_HELP: &str = "Help";
    pub const TO_START: &str = "Start screen";
    pub const THEME: &str = "Colours";
    pub const DARK: &str = "Dark";
    pub const LIGHT: &str = "Light";
    pub const CONTRAST: &str = "High contrast";
    pub const TAB_MOVES: &str = "Moves";
    pub const TAB_LEVELS: &str = "Levels";
    pub const TAB_RULES: &str = "Rules";
    pub const TAB_OPTIONS: &str = "Options";
    pub const RESIGN: &str = "Resign";
    pub const RESIGN_SURE: &str = "Give this game up?";
    pub const RESIGN_YES: &str = "Resign";
    pub const KEEP_PLAYING: &str = "Play on";
    pub const START_POSITION: &str = "Start";
    pub const NO_MOVES: &str = "No move yet.";
    pub const UNDO: &str = "Take back";
    pub const REDO: &str = "Play again";
    pub const FLIP: &str = "Flip";
    pub const HINT: &str = "Hint";
    pub const MOVE_NOW: &str = "Move now";
    pub const YOUR_TURN: &str = "Your turn.";
    pub const GAME_OVER: &str = "The game is over.";
    pub const DRAW: &str = "Nobody wins alone";
    pub const NEW_GAME: &str = "New game";
    pub const SAME_AGAIN: &str = "Again, sides swapped";
    pub const LOOK_BACK: &str = "Look at the game";
    pub const TYPE_MOVE: &str = "Move";
    pub const PLAY: &str = "Play";
    pub const CHOOSE: &str = "Which move?";
    pub const ANSWER: &str = "Answer";
    pub const CLOSE: &str = "Close";
    pub const CANCEL: &str = "Cancel";
    pub const IN_FORCE: &str = "In force";
    pub const HISTORY: &str = "Where it comes from";
    pub const TIPS: &str = "Tips";
    pub const SOURCE: &str = "Source";
    pub const NO_HELP: &str = "This ruleset says nothing about its rules.";
    pub const NO_OPTIONS: &str = "This ruleset has no options.";
    pub const OPTIONS_HELP: &str = "Chosen when the game began.";
    pub const COMMENT: &str = "Comment";
    pub const FLAT_PLACE: &str = "seat";
    pub const HINT_THINKING: &str = "Looking for a hint…";
    pub const MOVED: &str = "Played as the only move.";
    pub const SAVED_NOWHERE: &str = "There is no folder for records: nothing was saved.";
    pub const PAST: &str = "An earlier position: a move from here begins a variation.";
    pub const COPIED: &str = "The position was copied.";
    pub const RECORD_COPIED: &str = "The record was copied.";
    pub const PASTED_NOWHERE: &str = "The copied text is no record, and nothing else says of which game it is.\nStart that game, and paste the text there.";
    pub const NOT_COPIED: &str = "This game has no text for positions.";
    pub const NO_PASS: &str = "There is no pass here.";
    pub const BOARD: &str = "Board";
    pub const MAP: &str = "Map of the board";
    pub const NO_POINTS: &str = "Here: no points";
    pub const NO_JOURNAL: &str = "This game is not being kept: there is no folder for it.";
    pub const PROMOTE: &str = "Make this the main line";
    pub const DELETE: &str = "Delete from here";
    pub const YES: &str = "yes";
    pub const NO: &str = "no";
    pub const PAUSE: &str = "Pause";
    pub const PAUSED: &str = "Paused";
    pub const PAUSED_HELP: &str = "The clocks stand still, and so does the computer. The board is \
         covered until you go on.";
    pub const UNPAUSE: &str = "Go on";
    pub const NOTHING_TO_BUY: &str = "There is no time to buy here.";
    pub const AGAIN_CARRIED: &str = "Again with the time left";
    pub const OUT: &str = "out";
    pub const TAB_ANALYSIS: &str = "Analysis";
    pub const TAB_LOG: &str = "Log";
    pub const NO_SEARCH: &str = "This game has no computer that could look at positions.";
    pub const ANALYSE: &str = "Analyse";
    pub const ANALYSIS_HELP: &str = "The computer looks at the position that is shown, for as \
         long as it is shown: its best moves, what each is worth to who plays it, how often it \
         was looked at, and how the game may go on.";
    pub const ANALYSIS_WAITS: &str = "Looking…";
    pub const ANALYSIS_LATER: &str = "The computer is at its own move.";
    pub const ANALYSIS_DONE: &str = "Nothing more can be found.";
    pub const VALUE: &str = "Value";
    pub const VISITS: &str = "Visits";
    pub const SCORE: &str = "Points";
    pub const CHANCES: &str = "Chances";
    pub const GRAPH: &str = "Score by ply";
    pub const GRAPH_EMPTY: &str = "Chances are drawn where the computer looked at a position: \
         its own turns, hints, analysis.";
    pub const PLAY_THIS: &str = "Play this move";
    pub const DELETED: &str = "Moves were deleted.";
    pub const AUTOPLAY_STOP: &str = "Stop";
    pub const AUTOPLAY_PACE: &str = "A move shown by itself stands for";
    pub const NOTHING_TO_RESTORE: &str = "Nothing was deleted.";
    pub const RESTORE: &str = "Bring back";
    pub const EDIT_COMMENT: &str = "Write a comment";
    pub const LOG_EMPTY: &str = "Nothing was said yet.";
    pub const LOG_COPY: &str = "Copy all";
    pub const UNFIT: &str = "does not fit the rules in force";

    /// Tells whose turn it is.
    pub fn turn(name: &str) -> String {
        format!("{name} to move.")
    }

    // A side may be called by one word or by many: `Red`, `Attackers`. No verb here
    // depends on which.

    /// Tells that the computer thinks.
    pub fn thinks(name: &str) -> String {
        format!("The computer thinks for {name}…")
    }

    /// Tells who won.
    pub fn wins(name: &str) -> String {
        format!("{name} won")
    }

    /// Tells that a move was made because there was no other.
    pub fn forced(name: &str, what: &str) -> String {
        format!("{name}: {what}, the only move.")
    }

    /// Tells that time was bought.
    pub fn bought(name: &str, seconds: u64) -> String {
        format!("{seconds} seconds bought for {name}.")
    }

    /// Names the button that buys time, with the coins that are left.
    pub fn buy(seconds: u64, coins: u32) -> String {
        format!("+{seconds} s ({})", boardloom_play::clock::coins(coins))
    }

    /// Names the button by which another seat than the strip's gives up.
    pub fn resigns(name: &str) -> String {
        format!("{RESIGN} ({name})")
    }

    /// Tells that a seat lost by time.
    pub fn out_of_time(name: &str) -> String {
        format!("{name} is out of time.")
    }

    /// Names a clock for those who do not see it.
    pub fn clock(name: &str, time: &str, low: bool) -> String {
        let low = if low { ", running short" } else { "" };
        format!("{name}: {time}{low}")
    }

    /// Shows a hint.
    pub fn hint(mv: &str, value: &str) -> String {
        if value.is_empty() { format!("Hint: {mv}") } else { format!("Hint: {mv} ({value})") }
    }

    /// Writes a chance of winning, given of ten thousand.
    pub fn chance(of_ten_thousand: u16) -> String {
        let percent = f64::from(of_ten_thousand) / 100.0;
        match percent {
            p if !(1.0..=99.0).contains(&p) => format!("{p:.1} %"),
            p => format!("{p:.0} %"),
        }
    }

    /// Writes hundredths of the game's own unit.
    pub fn units(hundredths: i32) -> String {
        gained(f64::from(hundredths) / 100.0)
    }

    /// Tells of an end that can be forced; negative plies lead to the mover's loss.
    pub fn forced_end(plies: i32) -> String {
        match plies {
            p if p < 0 => format!("loses in {}", -p),
            p => format!("wins in {p}"),
        }
    }

    /// Tells how much an analysis looked at.
    pub fn looked_at(nodes: u64, depth: u16) -> String {
        match depth {
            0 => format!("{} positions", thousands(nodes)),
            depth => format!("{} positions, {depth} plies ahead", thousands(nodes)),
        }
    }

    /// Writes a number with its thousands apart.
    pub fn thousands(number: u64) -> String {
        let digits = number.to_string();
        let mut text = String::new();
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place).is_multiple_of(3) {
                text.push('\u{202f}');
            }
            text.push(digit);
        }
        text
    }

    /// Tells that a line was deleted.
    pub fn deleted(moves: usize) -> String {
        match moves {
            1 => "1 move was deleted.".to_owned(),
            n => format!("{n} moves were deleted."),
        }
    }

    /// Tells what the graph shows at a ply.
    pub fn at_ply(ply: usize, values: &str) -> String {
        format!("{ply}: {values}")
    }

    /// Names a pace.
    pub fn seconds(seconds: f32) -> String {
        format!("{seconds} s")
    }

    /// Names a place in the final order.
    pub fn place(place: usize, name: &str) -> String {
        format!("{place}. {name}")
    }

    /// Shows points of the last turn.
    pub fn gained(points: f64) -> String {
        format!("{}{}", if points < 0.0 { "−" } else { "+" }, number(points.abs()))
    }

    /// Names a level, counted from 1.
    pub fn level(number: u16) -> String {
        format!("Level {number}")
    }

    /// Counts cells.
    pub fn cells(count: usize) -> String {
        if count == 1 { "1 cell".to_owned() } else { format!("{count} cells") }
    }

    /// Names where a part lies in the whole that it is a part of.
    pub fn part(part: crate::playing::Direction) -> &'static str {
        use crate::playing::Direction as D;
        const AROUND: [&str; 8] = [
            "right",
            "lower right",
            "bottom",
            "lower left",
            "left",
            "upper left",
            "top",
            "upper right",
        ];
        match part {
            D::Middle => "middle",
            D::Toward(eighth) => AROUND[usize::from(eighth) % AROUND.len()],
        }
    }

    /// Tells what the move under the pointer would bring each side.
    pub fn brings(changes: &[(String, f64)]) -> String {
        let each = changes.iter().map(|(side, points)| format!("{side} {}", gained(*points)));
        match each.collect::<Vec<_>>().as_slice() {
            [] => NO_POINTS.to_owned(),
            all => format!("Here: {}", all.join(", ")),
        }
    }

    /// Writes a number without a useless fraction.
    pub fn number(value: f64) -> String {
        if value.fract().abs() < 1e-9 {
            format!("{value:.0}").replace('-', "−")
        } else {
            format!("{value:.1}").replace('-', "−")
        }
    }

    /// Tells where something was saved.
    pub fn saved(path: &std::path::Path) -> String {
        format!("Saved as {}", path.display())
    }

    /// Tells that a copied text is no record.
    pub fn no_record(why: &dyn std::fmt::Display) -> String {
        format!("the copied text is no record: {why}")
    }

    /// Tells that nothing could be saved.
    pub fn not_saved(why: &dyn std::fmt::Display) -> String {
        format!("Not saved: {why}")
    }
}

/// Dialogs.
pub mod dialogs {
    #![allow(missing_docs)] // each says itself
    pub const FAULT: &str = "The game's plugin failed";
    pub const FAULT_KEPT: &str = "Every move is kept. The game can go on from here with the plugin \
         started anew, or be closed.";
    pub const GO_ON: &str = "Go on";
    pub const CLOSE_GAME: &str = "Close the game";
    pub const REFUSED: &str = "This does not open";
    pub const KEYS: &str = "Keys";
    pub const SETTINGS: &str = "Settings";
    pub const CLOSE: &str = "Close";
    pub const DIAGNOSTICS: &str = "Faults in the ruleset";
    pub const SHOW: &str = "Show";
    pub const QUIT: &str = "Quit?";
    pub const QUIT_YES: &str = "Quit";
    pub const QUIT_NO: &str = "Stay";
    pub const QUIT_LOST: &str = "This game is not kept anywhere and would be lost.";
    pub const CHANGE_KEYS: &str = "Change keys";
    pub const KEYS_FIND: &str = "Find";
    pub const KEY_CHANGE: &str = "Change";
    pub const KEY_ADD: &str = "Add";
    pub const KEY_USUAL: &str = "Usual";
    pub const KEYS_ALL_USUAL: &str = "All keys as usual";
    pub const KEY_PRESS: &str = "Press the new keys; Esc leaves them as they are.";
    pub const KEY_TAKE_OVER: &str = "Take it over";
    pub const KEY_LEAVE: &str = "Leave it";
    pub const KEY_NONE: &str = "none";
    pub const PACE: &str = "Moves one by one: each stands for";
    pub const SCALE: &str = "Size";

    /// Asks for the keys of a command.
    pub fn key_wanted(name: &str) -> String {
        format!("{name}: {KEY_PRESS}")
    }

    /// Tells that a stroke calls something else.
    pub fn key_taken(stroke: &str, by: &str) -> String {
        format!("{stroke} is for this already: {by}")
    }

    pub const COPY: &str = "Copy";

    /// Counts warnings.
    pub fn warnings(count: usize) -> String {
        match count {
            1 => "The ruleset opens, with a warning.".to_owned(),
            n => format!("The ruleset opens, with {n} warnings."),
        }
    }
}

pub mod live;

/// Settings.
pub mod settings {
    use std::fmt::Display;
    use std::path::Path;

    /// Tells that a file of settings was passed over.
    pub fn unread(file: &Path, why: &dyn Display) -> String {
        format!("{} was passed over: {why}", file.display())
    }

    /// Tells that settings bind a command that is not there.
    pub fn unknown_key(id: &str) -> String {
        format!("the settings bind `{id}`, which is no command")
    }

    /// Tells that settings name a key that is not there.
    pub fn unknown_stroke(id: &str, stroke: &str) -> String {
        format!("the settings bind `{id}` to `{stroke}`, which is no key")
    }
}

/// Names of the key sheet's groups.
pub fn group(group: crate::keys::Group) -> &'static str {
    use crate::keys::Group;
    match group {
        Group::Game => "Games",
        Group::Move => "Moves",
        Group::View => "View",
        Group::Board => "On the board",
        Group::Help => "Help",
    }
}
