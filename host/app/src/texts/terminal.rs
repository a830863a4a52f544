//! What the full-screen terminal alone says.

texts! { "terminal";
    too_small = "Too small: 24x8 at least";
    leave = "Leave this game?";
    leave_kept = "Every move is kept: Continue on the start screen goes on with it.";
    leave_lost = "It is not kept anywhere and would be lost.";
    leave_yes = "Leave";
    quit = "Quit?";
    all_kept = "Every move is kept.";
    paste = "Paste with the terminal's own keys: often Ctrl+Shift+V, or the middle button.";
    copied = "Copied, where the terminal lets programs copy (OSC 52). Ctrl+Q quits.";
    start_help = "↑↓ choose  Enter open  ? keys  Ctrl+Q quit";
    library_help = "type to find  ↑↓ choose  Enter play  F1 rules  Esc back";
    form_help = "↑↓ choose  ←→ change  Enter start  F1 rules  Esc back";
    text_help = "↑↓ scroll  Esc close";
    list_help = "↑↓ choose  Enter  Esc close";
    sure_help = "←→ choose  Enter  Esc no";
    type_help = "Tab completes  Enter plays  Esc drops";
    answer_help = "Enter answers  Esc drops";
    comment_help = "Enter keeps it  Alt+Enter a new line  Ctrl+U empties  Esc drops";
    settings_help = "↑↓ choose  ←→ change  Esc close";
    keys_help = "Enter change  a add  Del as usual  Esc close";
    clash_help = "y take it over  n leave it";
    not_alone = "That key means something else in places: it was changed all the same.";
    empty = "empty";
    resign = "Resign";
    other_moves = "Moves that need no pointing…";
    no_place = "There is nothing to be seen here.";
}
