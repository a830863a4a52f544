//! Effects of moves, and a comparison of two positions that finds them.

use crate::{Effect, Game, Piece, Site};

/// Returns the changes between two positions: pieces that left, came, or changed. If one piece
/// left and an equal one came elsewhere, that is a move. No change is a pass.
pub fn compare<G: Game>(game: &G, before: &G::Position, after: &G::Position) -> Vec<Effect> {
    let sites = game.sites(before).max(game.sites(after));
    let mut gone: Vec<(Site, Piece)> = Vec::new();
    let mut come: Vec<(Site, Piece)> = Vec::new();
    let mut turned = Vec::new();
    for site in 0..sites {
        let piece =
            |position| (site < game.sites(position)).then(|| game.piece(position, site)).flatten();
        match (piece(before), piece(after)) {
            (Some(old), None) => gone.push((site, old)),
            (None, Some(new)) => come.push((site, new)),
            (Some(old), Some(new)) if old != new => turned.push((site, old, new)),
            _ => {}
        }
    }
    let mut effects = Vec::new();
    if let (&[(site, piece)], Some(at)) =
        (gone.as_slice(), come.iter().position(|(_, new)| gone.iter().any(|(_, old)| old == new)))
    {
        let (onto, after) = come.swap_remove(at);
        gone.clear();
        effects.push(move_piece(site, onto, piece, after));
    }
    effects.extend(come.into_iter().map(|(site, piece)| place(site, piece)));
    let stage = u16::from(!effects.is_empty());
    effects.extend(gone.into_iter().map(|(site, piece)| remove(stage, site, piece)));
    effects.extend(turned.into_iter().map(|(site, old, new)| turn(stage, site, old, new)));
    if effects.is_empty() { vec![plain("pass")] } else { effects }
}

/// Returns the effect of placing a piece on an empty site.
pub fn place(site: Site, piece: Piece) -> Effect {
    Effect { site: Some(site), after: Some(piece), cue: "place".into(), ..plain("place") }
}

/// Returns the effect of moving a piece.
pub fn move_piece(site: Site, onto: Site, before: Piece, after: Piece) -> Effect {
    let (site, onto, before, after) = (Some(site), Some(onto), Some(before), Some(after));
    Effect { site, onto, before, after, cue: "slide".into(), ..plain("move") }
}

/// Returns the effect of removing a piece from the board.
pub fn remove(stage: u16, site: Site, piece: Piece) -> Effect {
    let (site, before) = (Some(site), Some(piece));
    Effect { stage, site, before, cue: "capture".into(), ..plain("remove") }
}

/// Returns the effect of turning a piece into another on its site.
pub fn turn(stage: u16, site: Site, before: Piece, after: Piece) -> Effect {
    let (site, before, after) = (Some(site), Some(before), Some(after));
    Effect { stage, site, before, after, cue: "capture".into(), ..plain("turn") }
}

/// Returns an effect without a site, such as a pass or a swap.
pub fn plain(verb: &str) -> Effect {
    Effect { verb: verb.into(), ..Effect::default() }
}
