//! Texts of the full-screen terminal.

texts! { "terminal";
    too_small leave leave_kept leave_lost leave_yes quit all_kept paste copied start_help
    library_help form_help text_help list_help sure_help type_help answer_help comment_help join_form_help chat_help conditional_help
    settings_help picker_help export_help keys_help clash_help not_alone empty resign other_moves no_place suspend folded
    sign skip_key mail_import mail_import_keys mail_join_keys mail_move_keys mail_answer_keys
    mail_letter_keys;
    banner_help(key: &str);
    next_to(names: &str);
    piece_of(side: &str, kind: &str);
}
