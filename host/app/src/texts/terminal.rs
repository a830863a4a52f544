//! What the full-screen terminal alone says.

texts! { "terminal";
    too_small = "Too small: 24x8 at least";
    leave = "Leave this game?";
    leave_kept = "All moves are kept: choose Continue on the start screen to resume.";
    leave_lost = "It is not saved and would be lost.";
    leave_yes = "Leave";
    quit = "Quit?";
    all_kept = "All moves are kept.";
    paste = "Paste with the terminal's own keys: often Ctrl+Shift+V, or the middle button.";
    copied = "Copied, where the terminal lets programs copy (OSC 52). Ctrl+Q quits.";
    start_help = "↑↓ choose  Enter open  ? keys  Ctrl+Q quit";
    library_help = "type to find  ↑↓ choose  Enter play  F1 rules  Esc back";
    form_help = "↑↓ choose  ←→ change  Enter start  F1 rules  Esc back";
    text_help = "↑↓ scroll  Esc close";
    list_help = "↑↓ choose  Enter  Esc close";
    sure_help = "←→ choose  Enter  Esc no";
    type_help = "Tab completes  Enter plays  Esc cancels";
    answer_help = "Enter answers  Esc cancels";
    comment_help = "Enter saves  Alt+Enter new line  Ctrl+U clears  Esc cancels";
    settings_help = "↑↓ choose  ←→ change  Esc close";
    keys_help = "Enter change  a add  Del reset  Esc close";
    clash_help = "y reassign it  n keep it";
    not_alone = "That key also means something else in places; it was changed all the same.";
    empty = "empty";
    resign = "Resign";
    other_moves = "Pass and other moves…";
    no_place = "There is nothing to show here.";
}
