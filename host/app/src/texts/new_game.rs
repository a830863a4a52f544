//! The setup of a new game.

use boardloom_match::clock::TimeControl;

texts! { "new_game";
    title ruleset players options seed seed_help seed_free draw_again draw_again_help seed_wrong human
    start cancel defaults search no_computer fix_errors clock clock_none clock_simple
    clock_fischer clock_byo_yomi clock_arcade clock_main clock_increment clock_periods
    clock_period clock_coins clock_coin clock_carry clock_untimed skip_compiling a_computer clock_default clock_custom clock_kind_name
    clock_one_day
    name name_help;
    advanced(count: usize);
    chosen_game(name: &str);
    compiling(plugin: &str);
    clock_for_the_game(time: &str);
    clock_and_more(time: &str, more: &str);
    clock_then_a_move(time: &str, period: &str);
    clock_then_periods(time: &str, periods: u32, period: &str);
    clock_and_coins(time: &str, coins: &str, period: &str);
    clock_own(words: &str);
    clock_days(days: u32);
    player_number(number: usize);
    computer(level: u8);
    computer_named(name: &str);
}

pub fn clock_kind(control: &TimeControl) -> &'static str {
    match control {
        TimeControl::Untimed => clock_none(),
        TimeControl::Simple { .. } => clock_simple(),
        TimeControl::Fischer { .. } => clock_fischer(),
        TimeControl::ByoYomi { .. } => clock_byo_yomi(),
        TimeControl::Arcade { .. } => clock_arcade(),
    }
}

/// As `5:00, and 3 s more with every move`.
pub fn clock_in_words(control: &TimeControl) -> String {
    use boardloom_match::clock::{seconds, shown};
    if let Some(days) = control.days() {
        return if days == 1 { clock_one_day().to_owned() } else { clock_days(days) };
    }
    match *control {
        TimeControl::Untimed => clock_untimed().to_owned(),
        TimeControl::Simple { main } => clock_for_the_game(&shown(main)),
        TimeControl::Fischer { main, increment } => {
            clock_and_more(&shown(main), &seconds(increment))
        }
        TimeControl::ByoYomi { main, periods: 1, period } => {
            clock_then_a_move(&shown(main), &seconds(period))
        }
        TimeControl::ByoYomi { main, periods, period } => {
            clock_then_periods(&shown(main), periods, &seconds(period))
        }
        TimeControl::Arcade { main, coin, coins, .. } => {
            clock_and_coins(&shown(main), &super::game::coins(coins), &seconds(coin))
        }
    }
}

pub fn level(number: u8, name: &str) -> String {
    if name.is_empty() { computer(number) } else { computer_named(name) }
}
