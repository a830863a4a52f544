//! Texts of the game screen.

use boardloom_match::Cause;

texts! { "game";
    loupe_is_flat menu_game menu_move menu_view menu_help menu_go menu_rotate menu_zoom menu_show
    menu_size to_start theme dark light contrast board_look board_automatic
    board_wood board_slate board_paper piece_look pieces_turned pieces_flat
    tab_moves tab_levels levels_help tab_rules tab_options resign resign_sure resign_yes keep_playing
    no_moves undo redo flip hint move_now game_over draw new_game same_again type_move play
    choose answer close cancel in_force history tips source no_help options_help
    comment hint_thinking saved_nowhere past saved_again copied record_copied pasted_nowhere not_copied
    no_pass next_step not_your_turn no_move_there cannot_move board map no_points promote delete yes no pause paused paused_help
    unpause hand_over_button nothing_to_buy again_carried out tab_analysis tab_log no_search analyse
    analysis_help analysis_waits analysis_later analysis_done value visits score chances graph
    graph_empty play_this were_deleted autoplay_stop nothing_to_restore restore edit_comment no_sign
    review review_stop review_stopped nothing_to_review no_mistakes turning_points try_again
    log_empty log_copy unfit running_short decimal_point middle right lower_right bottom
    lower_left left upper_left top upper_right premove_cancelled won thinking your_turn to_move
    list_resigned list_out_of_time list_left list_draw
    accept decline start_left_out examples no_example nothing_drawn draw_agreed no_draws no_draw_now no_draw_after_end no_draw_in_past
    no_draw_so_early no_draw_off_turn no_second_draw_offer draw_considered;
    turn(name: &str);
    hand_over(name: &str);
    hand_over_help(name: &str);
    hand_over_text(name: &str);
    no_journal(why: &str);
    unfit_move(mv: &str, why: &str);
    thinks(name: &str);
    wins(name: &str);
    switched_on(name: &str);
    switched_off(name: &str);
    forced(name: &str, what: &str);
    bought(name: &str, seconds: u64);
    coins(count: u32) or one;
    resigns(name: &str);
    draw_offered(name: &str);
    take_back_asked(name: &str);
    do_you_agree(names: &str);
    draw_declined(names: &str);
    take_back_declined(names: &str);
    out_of_time(name: &str);
    resigned(name: &str);
    left_game(name: &str);
    reviewing(done: usize, all: usize);
    resign_sure_of(name: &str);
    blunders(count: usize) or one;
    mistakes(count: usize) or one;
    inaccuracies(count: usize) or one;
    resign_result(name: &str);
    reviewed(players: &str);
    reviewed_partly(done: usize, of: usize, players: &str);
    better(line: &str, best: &str, played: &str);
    premove(mv: &str);
    premove_dropped(mv: &str);
    hinted(mv: &str);
    hinted_worth(mv: &str, value: &str);
    loses_in(plies: i32);
    wins_in(plies: i32);
    positions(count: &str);
    positions_deep(count: &str, depth: u16);
    deleted(moves: usize) or one;
    level(number: u16);
    on_level(number: u16);
    cell_on_level(number: u16);
    cells(count: usize) or one;
    here(changes: &str);
    saved(path: &std::path::Display<'_>);
    unsaved(why: &str);
    journal_repaired(copy: &std::path::Display<'_>);
    journal_damaged(lines: usize, copy: &std::path::Display<'_>);
    no_record(why: &dyn std::fmt::Display);
    not_saved(why: &dyn std::fmt::Display);
    too_many_arrows(most: usize);
    drawings_cleared(count: usize) or one;
    unknown_sites(names: &str);
}

// Sides have names in the singular or plural: `Red`, `Attackers`. No verb here depends on that.

/// Tells that a player resigned, left or ran out of time.
pub fn removed(cause: Cause, name: &str) -> String {
    match cause {
        Cause::Resigned => resigned(name),
        Cause::Time => out_of_time(name),
        Cause::Left => left_game(name),
    }
}

pub fn buy(seconds: u64, coins: u32) -> String {
    format!("+{seconds} s ({})", self::coins(coins))
}

pub fn buy_short(seconds: u64) -> String {
    format!("+{seconds} s")
}

/// A clock for screen readers.
pub fn clock(name: &str, time: &str, low: bool) -> String {
    let low = if low { running_short() } else { "" };
    format!("{name}: {time}{low}")
}

pub fn hint_of(mv: &str, value: &str) -> String {
    if value.is_empty() { hinted(mv) } else { hinted_worth(mv, value) }
}

/// From ten-thousandths. Values near certainty have a decimal.
pub fn chance(of_ten_thousand: u16) -> String {
    let percent = f64::from(of_ten_thousand) / 100.0;
    match of_ten_thousand {
        1..100 | 9_901..10_000 => decimal(format!("{percent:.1} %")),
        _ => format!("{percent:.0} %"),
    }
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

pub fn seconds(seconds: f32) -> String {
    decimal(format!("{seconds} s"))
}

pub fn gained(points: f64) -> String {
    let sign = match points {
        it if it <= -LEAST_SHOWN => "−",
        it if it >= LEAST_SHOWN => "+",
        _ => "",
    };
    format!("{sign}{}", number(points.abs()))
}

/// The eight directions, clockwise from the right.
pub const AROUND: [fn() -> &'static str; 8] =
    [right, lower_right, bottom, lower_left, left, upper_left, top, upper_right];

/// The text of a choice between moves.
pub fn option_text(option: &boardloom_contract::MoveOption) -> &str {
    if option.label.text.is_empty() { &option.move_ } else { &option.label.text }
}

pub fn brings(changes: &[(String, f64)]) -> String {
    let each = changes.iter().map(|(side, points)| format!("{side} {}", gained(*points)));
    match each.collect::<Vec<_>>().as_slice() {
        [] => no_points().to_owned(),
        all => here(&all.join(", ")),
    }
}

/// Less is shown as 0, which has no sign.
const LEAST_SHOWN: f64 = 0.05;

/// Without a useless fraction.
pub fn number(value: f64) -> String {
    let value = if value.abs() < LEAST_SHOWN { 0.0 } else { value };
    let digits = if value.fract().abs() < 1e-9 { 0 } else { 1 };
    decimal(format!("{value:.digits$}").replace('-', "−"))
}

fn decimal(number: String) -> String {
    match decimal_point() {
        "." => number,
        other => number.replace('.', other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certain_chances_have_no_decimal() {
        for (value, text) in [
            (0, "0 %"),
            (4, "0.0 %"),
            (50, "0.5 %"),
            (100, "1 %"),
            (5_050, "50 %"),
            (9_900, "99 %"),
            (9_950, "99.5 %"),
            (10_000, "100 %"),
        ] {
            assert_eq!(chance(value), text);
        }
    }

    #[test]
    fn no_zero_has_a_sign() {
        for (value, text) in [(-0.0, "0"), (-0.04, "0"), (-0.5, "−0.5"), (2.0, "2"), (0.06, "0.1")]
        {
            assert_eq!(number(value), text);
        }
    }
}
