//! Games by mail.

texts! { "mail";
    by_mail by_mail_help only_people name_needed import import_title import_help paste
    open_file join_title seat join export_move export proposal say offer_draw
    confirm_help drop_move news_title letter_title letter_help copied save save_as copy known older
    your_turn goes_on added complete over no_take_back draw_with_move accept decline answer answer_help;
    invited(host: &str, game: &str);
    new_player(name: &str, key: &str);
    renamed(name: &str, before: &str, key: &str);
    other_key(name: &str, key: &str, before: &str);
    plugin_differs(plugin: &str, host: &str);
    key_made(key: &str, file: &std::path::Display<'_>);
    waits_for_players(seats: usize) or one;
    waits_for_share(name: &str);
    waits_for_draw(name: &str);
    waits_for_move(name: &str);
    waits_for_decision(name: &str);
    waits_for_disclosure(name: &str);
    waits_for_answer(name: &str, by: &str);
    draw_offered(name: &str);
    proposed(mv: &str);
    secret(mv: &str);
}
