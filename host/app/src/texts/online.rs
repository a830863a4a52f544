//! Games with players at other programs.

use boardloom_room::Proposal;

texts! { "online";
    invited invited_help join_title join_help invitation invitation_help your_name connect
    chat chat_empty chat_field send to_all to_watchers note note_field notes_opened conditional conditional_help
    conditional_status conditional_not_now conditional_ends_with_own conditional_left
    conditional_keep conditional_drop conditional_remove conditional_part copy_invitation invitation_copied
    waits_for_players not_at_the_end not_now aborted open_seat watching lost back
    only_one_here guest host away computer claim claim_pause this_computer local_network reach
    analysis_allowed analysis_allowed_help take_plugin leave_room
    reach_help host_leaves hosted_rooms nearby_rooms no_nearby_rooms code other_invitation
    proposal_draw proposal_take_back proposal_pause proposal_rematch;
    pause_asked(name: &str);
    rematch_asked(name: &str);
    offered(name: &str, what: &str);
    declined(name: &str, what: &str);
    to_player(name: &str);
    host_again(name: &str, moves: &str);
    nearby_room(game: &str, address: &str);
    nearby_room_of(game: &str, host: &str, address: &str);
    compare_fingerprint(fingerprint: &str);
    said(name: &str, text: &str);
    note_after(moves: u32, text: &str);
    conditional_line(moves: &str, answer: &str);
    plugin_differs(plugin: &str);
    plugin_missing(plugin: &str);
    plugin_missing_help(hash: &str);
    plugin_kept(plugin: &str);
    not_saved(file: &std::path::Display<'_>, why: &str);
    not_saved_yet(file: &std::path::Display<'_>, why: &str);
    no_move(why: &str);
}

pub fn proposal(proposal: Proposal) -> &'static str {
    match proposal {
        Proposal::Draw => proposal_draw(),
        Proposal::TakeBack => proposal_take_back(),
        Proposal::Pause => proposal_pause(),
        Proposal::Rematch => proposal_rematch(),
    }
}
