//! Text mode.

texts! { "text_mode";
    type_a_move help start_position chance and nothing_to_undo nothing_to_redo no_hint
    no_position_text no_clock save_needs_file nothing_to_buy no_resigning no_offer over unpause input_ended failed_too_often restarted takes turns promotes questions course_help
    course_end no_move_asked type_next beyond cell_names ghosts corners_have_labels neighbours
    which_ruleset none_chosen;
    number_or_name(most: usize);
    has_decided(name: &str);
    begin(name: &str, seed: u64);
    seated(side: &str, player: &str);
    clock(words: &str);
    to_move(names: &str);
    is_out(name: &str);
    periods(count: u32);
    won(name: &str, reason: &str);
    drawn(reason: &str);
    shared(names: &str, reason: &str);
    in_all(count: u64);
    back_to(position: &str);
    on_to(position: &str);
    takes_nothing(command: &str);
    legal_hint(why: &str, near: &str);
    needs_answer(text: &str, mv: &str, question: &str);
    exists(path: &std::path::Display<'_>);
    saved_as(path: &std::path::Display<'_>);
    kept(path: &std::path::Display<'_>);
    not_coins(found: &str);
    no_site(name: &str);
    none_on_board(name: &str);
    nothing_moves(site: &str);
    no_move_begins(side: &str, site: &str);
    can_play(side: &str, site: &str);
    reaches(site: &str, targets: &str);
    captures(site: &str, targets: &str);
    reaches_and_captures(site: &str, targets: &str, captures: &str);
    by_moves(side: &str, moves: &str);
    nothing_threatens(site: &str);
    threatened(site: &str, by: &str);
    piece_on(kind: &str, site: &str);
    edge_of(side: &str);
    holes(sign: &str);
    and_sites(names: &str);
    offer(title: &str, question: &str);
}
