//! What can follow a path of sites, made from the paths of all legal moves.

use std::collections::BTreeMap;

use crate::session::ordered;
use crate::{Choices, Ending, Game, Seat, Site, Target, Touch};

/// Returns what can follow a path at a position in which `by` may act.
pub fn choices<G: Game>(game: &G, position: &G::Position, by: Seat, path: &[Site]) -> Choices {
    let (mut moves, mut paths) = (Vec::new(), Vec::new());
    game.legal_moves(position, by, &mut moves);
    let mut targets: BTreeMap<Site, Touch> = BTreeMap::new();
    let mut endings: Vec<Ending> = Vec::new();
    let questions = game.questions(position, by);
    let mut asked = vec![false; questions.len()];
    for mv in moves {
        paths.clear();
        game.paths(position, mv, &mut paths);
        let button = paths.is_empty() && path.is_empty();
        if button || paths.iter().any(|own| own == path) {
            let text = game.notation(position, mv);
            match questions.iter().position(|question| text.starts_with(&question.mv)) {
                Some(question) => asked[question] = true,
                None => {
                    let label = game.label(position, mv);
                    endings.push(Ending { mv: text, label, answer: false });
                }
            }
        }
        for own in &paths {
            let Some(&next) = own.strip_prefix(path).and_then(|rest| rest.first()) else {
                continue;
            };
            let last = own.len() == path.len() + 1;
            let touch = if last { game.touch(position, mv) } else { Touch::Pick };
            // Where a site both completes a move and begins another, say what
            // completing it does.
            let known = targets.entry(next).or_insert(touch);
            if *known == Touch::Pick {
                *known = touch;
            }
        }
    }
    sort(&mut endings);
    let asked = questions.into_iter().zip(asked).filter(|(_, asked)| *asked);
    endings.extend(asked.map(|(question, _)| question));
    let targets = listed(targets);
    let standing = game.sites(position);
    Choices {
        proposed: targets.iter().any(|target| target.site >= standing),
        placing: game.placing(position, by, path).filter(|_| !targets.is_empty()),
        targets,
        endings,
    }
}

// Not generic: a plugin holds one copy of these.

fn sort(endings: &mut Vec<Ending>) {
    let names = endings.iter().map(|ending| ending.mv.clone()).collect();
    *endings = ordered(names).into_iter().map(|(_, at)| endings[at].clone()).collect();
}

fn listed(targets: BTreeMap<Site, Touch>) -> Vec<Target> {
    targets.into_iter().map(|(site, touch)| Target { site, touch }).collect()
}
