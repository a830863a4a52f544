//! Moves in sentences, for screen readers.

use boardloom_app::session::GameSession;
use boardloom_app::texts::text_mode as t;
use boardloom_contract::Effect;
use boardloom_match::NodeId;

use super::show;

/// Says number, player and notation of a move, and what it took or turned.
pub fn of_move(session: &GameSession, id: NodeId) -> String {
    let node = session.game.tree().node(id);
    let mut sentence = show::line(&session.game, id);
    let mover = node.event().and_then(|event| event.seat()).map(|seat| session.color(seat));
    for (verb, word) in [("remove", t::takes()), ("turn", t::turns()), ("promote", t::promotes())] {
        let of_others = |effect: &&Effect| match effect.before {
            Some(before) => verb != "remove" || Some(usize::from(before.color)) != mover,
            None => false,
        };
        let own = node.effects.iter().filter(|effect| effect.verb == verb).filter(of_others);
        let names: Vec<String> = own.filter_map(|effect| target(session, effect)).collect();
        if !names.is_empty() {
            sentence += &format!(", {word} {}", join(&names));
        }
    }
    // The note on a move is also the note on the chance move after it.
    let before = node.parent().and_then(|before| session.game.tree().node(before).note.as_ref());
    match node.note.as_ref().filter(|note| before != Some(*note)) {
        Some(note) => format!("{sentence}. {note}"),
        None => sentence + ".",
    }
}

/// Names the site of an effect, and the piece unless it is of the usual kind.
fn target(session: &GameSession, effect: &Effect) -> Option<String> {
    let site = &session.board.place_of(effect.site?)?.label;
    let kind = effect.before.map_or(0, |piece| usize::from(piece.kind));
    let kind = session.game.about().kinds.get(kind).filter(|_| kind > 0);
    Some(kind.map_or(site.clone(), |kind| t::piece_on(&kind.name.text, site)))
}

/// Joins items as in a sentence: `a, b and c`.
pub fn join(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{}{}{last}", first.join(", "), t::and()),
    }
}
