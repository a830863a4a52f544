//! Dialogs.

texts! { "dialogs";
    plugin_failed failed_kept failed_unsaved go_on close_game refused keys settings settings_board settings_play settings_sound settings_interface one_look close diagnostics show quit quit_yes
    quit_no quit_lost change_keys keys_find key_change key_add key_usual keys_all_usual
    key_take_over key_leave key_none pace scale copy language
    about_three_d about_coordinates about_marks about_arrows about_numbers about_motion about_dots
    about_preview about_score_hints about_premoves about_ask_take_back about_pace about_sounds;
    key_wanted(name: &str);
    key_taken(stroke: &str, by: &str);
    warnings(count: usize) or one;
}
