//! Dialogs.

texts! { "dialogs";
    plugin_failed failed_kept failed_unsaved go_on close_game refused keys settings settings_board settings_play settings_interface close diagnostics show quit quit_yes
    quit_no quit_lost change_keys keys_find key_change key_add key_usual keys_all_usual
    key_take_over key_leave key_none pace scale copy language;
    key_wanted(name: &str);
    key_taken(stroke: &str, by: &str);
    warnings(count: usize) or one;
}
