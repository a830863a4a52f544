//! The library.

texts! { "library";
    find = "Find";
    family = "By family";
    players = "By players";
    board = "By size";
    none = "No ruleset matches.";
    unknown = "Not loaded yet";
    for_one = "For one";
    for_two = "For two";
    for_three = "For three";
    for_more(seats: usize) = "For {seats}";
    small(below: usize) = "Small boards: fewer than {below} places";
    between(from: usize, to: usize) = "Boards of {from} to {to} places";
    large(from: usize) = "Large boards: {from} places and more";
}

pub fn seats(seats: usize) -> String {
    match seats {
        1 => for_one().to_owned(),
        2 => for_two().to_owned(),
        3 => for_three().to_owned(),
        n => for_more(n),
    }
}

pub fn middle(from: usize, below: usize) -> String {
    between(from, below - 1)
}
