//! The library.

texts! { "library";
    all find family players board none unknown for_one for_two for_three;
    for_more(seats: usize);
    players_of(seats: usize) or one;
    places(places: usize);
    small(below: usize);
    between(from: usize, to: usize);
    large(from: usize);
}

pub fn seats(seats: usize) -> String {
    match seats {
        1 => for_one().to_owned(),
        2 => for_two().to_owned(),
        3 => for_three().to_owned(),
        n => for_more(n),
    }
}
