//! Names of commands, for the key sheet and the menus.

texts! { "keys";
    new_game join_game import_mail export_mail same_again library my_games learn puzzles next_step previous_step first_game open save save_as copy copy_record paste export reload quit undo
    redo previous next variation_up variation_down first last ten_back ten_on move_now pass
    type_move hint analyse review autoplay comment chat promote delete_line restore_line clear_drawings arrows flip turn
    turn_back tilt_up tilt_down three_d coordinates dots preview score_hints marks numbers motion
    next_view zoom_in zoom_out zoom_fit zoom_cell level_up loupe pan_left pan_right pan_up
    pan_down full_screen board_only scale_up scale_down scale_reset rules key_sheet settings
    menu palette cursor_left cursor_right cursor_up cursor_down confirm cancel pause buy_time
    offer_draw ask_take_back premoves right_click draw_ring right_drag draw_arrow
    ctrl shift;
}
