//! Texts of the game screen.

texts! { "game";
    loupe_is_flat = "The magnifier works only on the flat board.";
    menu_game = "Game";
    menu_move = "Move";
    menu_view = "View";
    menu_help = "Help";
    to_start = "Start screen";
    theme = "Colours";
    dark = "Dark";
    light = "Light";
    contrast = "High contrast";
    tab_moves = "Moves";
    tab_levels = "Levels";
    tab_rules = "Rules";
    tab_options = "Options";
    resign = "Resign";
    resign_sure = "Resign this game?";
    resign_yes = "Resign";
    keep_playing = "Keep playing";
    no_moves = "No move yet.";
    undo = "Take back";
    redo = "Redo";
    flip = "Flip";
    hint = "Hint";
    move_now = "Move now";
    game_over = "The game is over.";
    draw = "Draw";
    new_game = "New game";
    same_again = "Rematch";
    type_move = "Move";
    play = "Play";
    choose = "Which move?";
    answer = "Answer";
    close = "Close";
    cancel = "Cancel";
    in_force = "Current settings";
    history = "Origin";
    tips = "Tips";
    source = "Source";
    no_help = "This ruleset has no description of its rules.";
    no_options = "This ruleset has no options.";
    options_help = "Chosen when the game began.";
    comment = "Comment";
    hint_thinking = "Looking for a hint…";
    saved_nowhere = "There is no folder for records: nothing was saved.";
    past = "An earlier position: a move from here begins a variation.";
    copied = "The position was copied.";
    record_copied = "The record was copied.";
    pasted_nowhere = "The copied text is no record, and nothing else says of which game it is.\nStart that game, and paste the text there.";
    not_copied = "This game has no text for positions.";
    no_pass = "You cannot pass here.";
    board = "Board";
    map = "Map of the board";
    no_points = "Here: no points";
    no_journal = "This game is not being kept: there is no folder for it.";
    promote = "Make this the main line";
    delete = "Delete from here";
    yes = "yes";
    no = "no";
    pause = "Pause";
    paused = "Paused";
    paused_help = "Clocks and computer are stopped. The board is hidden until you resume.";
    unpause = "Resume";
    nothing_to_buy = "No time can be bought here.";
    again_carried = "Rematch with the time left";
    out = "out";
    tab_analysis = "Analysis";
    tab_log = "Log";
    no_search = "This game has no computer player, so it cannot be analysed.";
    analyse = "Analyse";
    analysis_help = "Live analysis of the current position: the best moves, what each is worth to the player to move, its visits, and how the game may continue.";
    analysis_waits = "Analysing…";
    analysis_later = "Analysis waits for the computer to move.";
    analysis_done = "The analysis is complete.";
    value = "Value";
    visits = "Visits";
    score = "Points";
    chances = "Win probability";
    graph = "Score by ply";
    graph_empty = "Run the analysis to fill this graph.";
    play_this = "Play this move";
    were_deleted = "Moves were deleted.";
    autoplay_stop = "Stop";
    nothing_to_restore = "Nothing was deleted.";
    restore = "Restore";
    edit_comment = "Write a comment";
    log_empty = "The log is empty.";
    log_copy = "Copy all";
    unfit = "does not fit the current rules";
    turn(name: &str) = "{name} to move.";
    thinks(name: &str) = "{name} (computer) thinking…";
    wins(name: &str) = "{name} won";
    forced(name: &str, what: &str) = "{name}: {what}, the only move.";
    bought(name: &str, seconds: u64) = "{seconds} seconds bought for {name}.";
    coins(count: u32) = "{count} coins" or one "1 coin";
    resigns(name: &str) = "Resign ({name})";
    out_of_time(name: &str) = "{name} ran out of time.";
    running_short = ", running short";
    hinted(mv: &str) = "Hint: {mv}";
    hinted_worth(mv: &str, value: &str) = "Hint: {mv} ({value})";
    decimal_point = ".";
    loses_in(plies: i32) = "loses in {plies}";
    wins_in(plies: i32) = "wins in {plies}";
    positions(count: &str) = "{count} positions";
    positions_deep(count: &str, depth: u16) = "{count} positions, {depth} plies ahead";
    deleted(moves: usize) = "{moves} moves were deleted." or one "1 move was deleted.";
    level(number: u16) = "Level {number}";
    cells(count: usize) = "{count} cells" or one "1 cell";
    middle = "middle";
    right = "right";
    lower_right = "lower right";
    bottom = "bottom";
    lower_left = "lower left";
    left = "left";
    upper_left = "upper left";
    top = "top";
    upper_right = "upper right";
    here(changes: &str) = "Here: {changes}";
    saved(path: &std::path::Display<'_>) = "Saved as {path}";
    no_record(why: &dyn std::fmt::Display) = "the copied text is no record: {why}";
    not_saved(why: &dyn std::fmt::Display) = "Not saved: {why}";
}

// Sides have names in the singular or plural: `Red`, `Attackers`. No verb here depends
// on that.

pub fn buy(seconds: u64, coins: u32) -> String {
    format!("+{seconds} s ({})", self::coins(coins))
}

/// A clock for screen readers.
pub fn clock(name: &str, time: &str, low: bool) -> String {
    let low = if low { running_short() } else { "" };
    format!("{name}: {time}{low}")
}

pub fn hint_of(mv: &str, value: &str) -> String {
    if value.is_empty() { hinted(mv) } else { hinted_worth(mv, value) }
}

/// From ten-thousandths.
pub fn chance(of_ten_thousand: u16) -> String {
    let percent = f64::from(of_ten_thousand) / 100.0;
    match percent {
        p if !(1.0..=99.0).contains(&p) => decimal(format!("{p:.1} %")),
        p => format!("{p:.0} %"),
    }
}

pub fn units(hundredths: i32) -> String {
    gained(f64::from(hundredths) / 100.0)
}

/// Negative plies lead to the mover's loss.
pub fn forced_end(plies: i32) -> String {
    if plies < 0 { loses_in(-plies) } else { wins_in(plies) }
}

pub fn looked_at(nodes: u64, depth: u16) -> String {
    let nodes = thousands(nodes);
    if depth == 0 { positions(&nodes) } else { positions_deep(&nodes, depth) }
}

/// With a narrow space between thousands.
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

pub fn at_ply(ply: usize, values: &str) -> String {
    format!("{ply}: {values}")
}

pub fn seconds(seconds: f32) -> String {
    decimal(format!("{seconds} s"))
}

pub fn place(place: usize, name: &str) -> String {
    format!("{place}. {name}")
}

pub fn gained(points: f64) -> String {
    format!("{}{}", if points < 0.0 { "−" } else { "+" }, number(points.abs()))
}

pub fn part(part: crate::session::Placement) -> &'static str {
    use crate::session::Placement as D;
    const AROUND: [fn() -> &'static str; 8] =
        [right, lower_right, bottom, lower_left, left, upper_left, top, upper_right];
    match part {
        D::Middle => middle(),
        D::Toward(eighth) => AROUND[usize::from(eighth) % AROUND.len()](),
    }
}

pub fn brings(changes: &[(String, f64)]) -> String {
    let each = changes.iter().map(|(side, points)| format!("{side} {}", gained(*points)));
    match each.collect::<Vec<_>>().as_slice() {
        [] => no_points().to_owned(),
        all => here(&all.join(", ")),
    }
}

/// Without a useless fraction.
pub fn number(value: f64) -> String {
    let digits = if value.fract().abs() < 1e-9 { 0 } else { 1 };
    decimal(format!("{value:.digits$}").replace('-', "−"))
}

fn decimal(number: String) -> String {
    match decimal_point() {
        "." => number,
        other => number.replace('.', other),
    }
}
