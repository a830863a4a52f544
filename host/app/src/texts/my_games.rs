//! My games.

texts! { "my_games";
    title all unfinished finished won lost drawn find_help unreadable newest oldest by_name by_opponent longest none empty undo mail mail_open mail_own_turn players result moves_label played variant name
    rename delete export on_board help clear;
    count(games: usize) or one;
    count_of(shown: usize, games: usize);
    select(name: &str);
    selected(games: usize) or one;
    deleted(games: usize) or one;
    restored(games: usize) or one;
    undo_delete(games: usize) or one;
    exported(games: usize, folder: &std::path::Display<'_>);
    computer(name: &str);
    mail_waits(name: &str);
    exported_to(path: &std::path::Display<'_>);
}
