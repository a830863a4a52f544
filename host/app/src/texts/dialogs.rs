//! Dialogs.

texts! { "dialogs";
    fault = "The game's plugin failed";
    fault_kept = "Every move is kept. The game can go on from here with the plugin started anew, or be closed.";
    go_on = "Go on";
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
    quit_lost = "This game is not kept anywhere and would be lost.";
    change_keys = "Change keys";
    keys_find = "Find";
    key_change = "Change";
    key_add = "Add";
    key_usual = "Usual";
    keys_all_usual = "All keys as usual";
    key_take_over = "Take it over";
    key_leave = "Leave it";
    key_none = "none";
    pace = "Moves one by one: each stands for";
    scale = "Size";
    copy = "Copy";
    key_wanted(name: &str) = "{name}: Press the new keys; Esc leaves them as they are.";
    key_taken(stroke: &str, by: &str) = "{stroke} is for this already: {by}";
    warnings(count: usize) = "The ruleset opens, with {count} warnings." or one "The ruleset opens, with a warning.";
    language = "Language";
}
