//! The continuations of a path of sites, from the paths of all legal moves.

use crate::sorting::sort_by;
use crate::{Choices, Game, MoveOption, PartialMove, Piece, Seat, Site, Target, TargetKind};

/// Returns the continuations of a path, in a position in which `by` may act.
pub fn choices<G: Game>(game: &G, position: &G::Position, by: Seat, path: &[Site]) -> Choices {
    let (mut moves, mut paths) = (Vec::new(), Vec::new());
    game.legal_moves(position, by, &mut moves);
    let mut targets: Vec<(Site, usize, TargetKind)> = Vec::new();
    let mut first: Option<(G::Move, bool)> = None;
    let mut options: Vec<MoveOption> = Vec::new();
    let questions = game.questions(position, by);
    let mut asked = vec![false; questions.len()];
    for mv in moves {
        paths.clear();
        game.paths(position, by, mv, &mut paths);
        let button = paths.is_empty() && path.is_empty();
        if button || paths.iter().any(|own| own == path) {
            let text = game.notation(position, by, mv);
            match questions.iter().position(|question| text.starts_with(&question.move_)) {
                Some(question) => asked[question] = true,
                None => {
                    let label = game.label(position, by, mv);
                    options.push(MoveOption { move_: text, label, answer: false });
                }
            }
        }
        for own in &paths {
            let Some(&next) = own.strip_prefix(path).and_then(|rest| rest.first()) else {
                continue;
            };
            let last = own.len() == path.len() + 1;
            let touch = if last { game.target_kind(position, by, mv) } else { TargetKind::Pick };
            targets.push((next, targets.len(), touch));
            if first.is_none_or(|(_, ends)| last && !ends) {
                first = Some((mv, last));
            }
        }
    }
    sort_by(&mut options, |one, other| one.move_.cmp(&other.move_));
    let asked = questions.into_iter().zip(asked).filter(|(_, asked)| *asked);
    options.extend(asked.map(|(question, _)| question));
    let targets = unique_targets(targets);
    let status = game.sites(position);
    Choices {
        proposed: targets.iter().any(|target| target.site >= status),
        placed_piece: first.and_then(|(mv, _)| game.placed_piece(position, by, path, mv)),
        targets,
        options,
    }
}

/// Returns the piece that a move of one site puts there.
pub fn placed_piece<G: Game>(
    game: &G,
    position: &G::Position,
    by: Seat,
    mv: G::Move,
) -> Option<Piece> {
    let mut paths = Vec::new();
    game.paths(position, by, mv, &mut paths);
    let site = *paths.iter().find(|path| path.len() == 1)?.first()?;
    let mut after = position.clone();
    game.play(&mut after, by, mv);
    if site < game.sites(&after) { game.piece(&after, site) } else { None }
}

/// Returns the change when the piece at the start of a path has moved to its end.
pub fn moved_piece<G: Game>(
    game: &G,
    position: &G::Position,
    path: &[Site],
) -> Option<PartialMove> {
    let (Some(&from), Some(&to)) = (path.first(), path.last()) else { return None };
    let sites = game.sites(position);
    if from == to || from >= sites || to >= sites {
        return None;
    }
    let piece = game.piece(position, from)?;
    Some(PartialMove::new([(from, None), (to, Some(piece))]))
}

/// Lists each target once. A site that both completes a move and begins another has the kind of
/// the completed one.
fn unique_targets(mut found: Vec<(Site, usize, TargetKind)>) -> Vec<Target> {
    sort_by(&mut found, |one, other| (one.0, one.1).cmp(&(other.0, other.1)));
    let mut targets: Vec<Target> = Vec::new();
    for (site, _, touch) in found {
        match targets.last_mut().filter(|last| last.site == site) {
            Some(known) if known.kind == TargetKind::Pick => known.kind = touch,
            Some(_) => {}
            None => targets.push(Target { site, kind: touch }),
        }
    }
    targets
}
