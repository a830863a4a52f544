//! Dialogs.

texts! { "dialogs";
    fault = "The game's plugin failed";
    fault_kept = "All moves are kept. Restart the plugin and continue, or close the game.";
    go_on = "Continue";
    close_game = "Close the game";
    refused = "This does not open";
    keys = "Keys";
    settings = "Settings";
    close = "Close";
    diagnostics = "Faults in the ruleset";
    show = "Show";
    quit = "Quit?";
    quit_yes = "Quit";
    quit_no = "Stay";
    quit_lost = "This game is not saved and would be lost.";
    change_keys = "Change keys";
    keys_find = "Find";
    key_change = "Change";
    key_add = "Add";
    key_usual = "Reset";
    keys_all_usual = "Reset all to defaults";
    key_take_over = "Reassign it";
    key_leave = "Keep it";
    key_none = "none";
    pace = "Autoplay: time per move";
    scale = "Size";
    copy = "Copy";
    key_wanted(name: &str) = "{name}: press the new key; Esc cancels.";
    key_taken(stroke: &str, by: &str) = "{stroke} is already bound to: {by}";
    warnings(count: usize) = "The ruleset opens, with {count} warnings." or one "The ruleset opens, with a warning.";
    language = "Language";
}
