//! The start screen and the library.

texts! { "start";
    go_on = "Continue";
    new_game = "New game";
    library = "Library";
    rules = "Rules";
    settings = "Settings";
    quit = "Quit";
    summary = "Abstract board games, and the tools to make your own.";
    loading = "Looking for games…";
    opening = "Setting up the board…";
    no_rulesets = "No rulesets were found. Put TOML files into a folder `rulesets/` and start the program beside it.";
    back = "Back";
    play = "Play";
    recent = "Recent games";
    nothing_left = "There is no unfinished game to continue.";
    faulty = "This ruleset has faults.";
    unplayed = "no move played yet";
    played(moves: usize) = "after {moves} moves" or one "after 1 move";
    moves(moves: usize) = "{moves} moves" or one "1 move";
    hides(place: &str) = "from {place}";
    and_from = " and from ";
    in_place_of(places: &str) = "in place of the one from {places}";
    not_resumed(why: &str) = "the game could not be resumed: {why}";
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
