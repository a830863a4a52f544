//! The setup of a new game.

use boardloom_match::clock::TimeControl;

texts! { "new_game";
    title = "New game";
    ruleset = "Game";
    players = "Players";
    options = "Options";
    seed = "Seed";
    seed_help = "The same seed draws the same chance moves. Empty: a new one.";
    draw_again = "Draw again";
    draw_again_help = "Chance begins this game: the board beside shows what it drew, and what is played on.";
    seed_wrong = "a seed is a whole number from 0";
    human = "Human";
    start = "Start";
    cancel = "Cancel";
    defaults = "Reset to defaults";
    search = "Find";
    no_computer = "This game has no computer player.";
    has_faults = "This ruleset cannot be played until its faults are mended:";
    clock = "Clock";
    clock_none = "No clock";
    clock_simple = "Time for the game";
    clock_fischer = "More with every move (Fischer)";
    clock_byo_yomi = "Periods after the time (byo-yomi)";
    clock_arcade = "Coins buy time (arcade)";
    clock_main = "Time for each";
    clock_increment = "More with every move";
    clock_periods = "Periods";
    clock_period = "A period";
    clock_coins = "Coins";
    clock_coin = "A coin buys";
    clock_carry = "Carry time left over to the next game";
    clock_untimed = "no clock";
    clock_for_the_game(time: &str) = "{time} for the game";
    clock_and_more(time: &str, more: &str) = "{time}, and {more} s more with every move";
    clock_then_a_move(time: &str, period: &str) = "{time}, then {period} s a move";
    clock_then_periods(time: &str, periods: u32, period: &str) = "{time}, then {periods} periods of {period} s";
    clock_and_coins(time: &str, coins: &str, period: &str) = "{time}, and {coins} for {period} s each";
    clock_own(words: &str) = "Default ({words})";
    computer(level: u8) = "Computer, level {level}";
    computer_named(name: &str) = "Computer: {name}";
}

/// As `5:00, and 3 s more with every move`.
pub fn clock_in_words(control: &TimeControl) -> String {
    use boardloom_match::clock::{seconds, shown};
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
