//! Safe mode, and games that cannot be opened.

texts! { "safe";
    sign help bad_copy see_log no_ruleset_named install_game;
    needs_plugin(plugin: &str, version: &str);
    needs_file(hash: &str);
    game_missing(id: &str);
    game_found(id: &str, version: &str, place: &str, hash: &str);
    other_game_found(played: &str, id: &str, version: &str, place: &str, hash: &str);
    install_question(id: &str, version: &str);
    kept_in(path: &str);
    left_out(name: &str);
}
