//! The library.

texts! { "library";
    all find family players board none unknown for_one for_two for_three;
    for_more(seats: usize);
    players_of(seats: usize) or one;
    players_range(least: usize, most: usize);
    nothing_for(text: &str);
    places(places: usize);
    small(below: usize);
    between(from: usize, to: usize);
    large(from: usize);
}

/// `2 players`, `2–4 players`.
pub fn players_in((least, most): (u8, u8)) -> String {
    match least == most {
        true => players_of(least.into()),
        false => players_range(least.into(), most.into()),
    }
}

pub fn seats(seats: usize) -> String {
    match seats {
        1 => for_one().to_owned(),
        2 => for_two().to_owned(),
        3 => for_three().to_owned(),
        n => for_more(n),
    }
}
