//! The start screen and the library.

texts! { "start";
    go_on new_game library rules settings quit summary loading opening no_rulesets back play
    recent games no_games unfinished_game play_now played_last new_here learn_help first_lesson play_help nothing_left with_errors unplayed and_from none_found
    origin_built_in today yesterday last_week earlier;
    played(moves: usize) or one;
    moves(moves: usize) or one;
    play_named(name: &str);
    learn_named(name: &str);
    date(year: &str, month: &str, day: &str);
    variants(count: usize) or one;
    hides(place: &str);
    origin_folder(path: &str);
    origin_given(path: &str);
    origin_own(path: &str);
    in_place_of(places: &str);
    not_resumed(why: &str);
}

pub fn unfinished(moves: usize) -> String {
    if moves == 0 { unplayed().to_owned() } else { played(moves) }
}

pub fn ended(moves: usize, result: &str) -> String {
    let moves = self::moves(moves);
    if result.is_empty() { moves } else { format!("{moves}, {result}") }
}

pub fn shadows(places: &[String]) -> String {
    in_place_of(&places.join(and_from()))
}
