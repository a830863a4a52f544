//! Questions about the position: the piece on a site, its moves and its threats.

use std::collections::BTreeMap;

use boardloom_app::session::GameSession;
use boardloom_app::status_text;
use boardloom_app::texts::text_mode as t;
use boardloom_contract::{Cursor, Effect, Piece, PluginResult, Seat, Site, TargetKind};
use boardloom_match::legal_moves;

use super::announcement::join;
use crate::failure::{Failure, Result};

/// The most moves of the player to move after which the opponents' are looked at.
const MAX_OWN: usize = 24;
/// The most moves of an opponent that are tried in a position.
const MAX_REPLIES: usize = 400;

pub fn answer(session: &mut GameSession, question: &str) -> Result<String> {
    let question = question.trim_end_matches(['?', ' ']);
    if let Some(name) = question.strip_prefix("what is on ") {
        let site = site(session, name)?;
        return Ok(status_text::site(session, site));
    }
    let reach = question.strip_prefix("what can ").and_then(|rest| rest.strip_suffix(" reach"));
    if let Some(name) = reach {
        let site = site(session, name)?;
        return reachable(session, site);
    }
    let threat = question
        .strip_prefix("who threatens ")
        .ok_or_else(|| Failure::Usage(t::questions().to_owned()))?;
    let threats = sites(session, threat)?.into_iter().map(|site| threats(session, site));
    Ok(threats.collect::<Result<Vec<_>, _>>()?.join("\n"))
}

fn site(session: &GameSession, name: &str) -> Result<Site> {
    let known = session.board.site_named(name.trim());
    known.ok_or_else(|| Failure::Usage(t::no_site(name)))
}

/// Returns the site of a name, or all sites with pieces of a kind: `the king`.
fn sites(session: &GameSession, name: &str) -> Result<Vec<Site>> {
    let kind = name.trim().trim_start_matches("the ");
    let about = session.game.about();
    let kind = about.kinds.iter().position(|it| it.id == kind || it.name.text == kind);
    let Some(kind) = kind else { return Ok(vec![site(session, name)?]) };
    let own = session.board.places().iter().filter(|spot| !spot.copy);
    let has =
        |site: &Site| session.pieces.top(*site).is_some_and(|it| usize::from(it.kind) == kind);
    let sites: Vec<Site> = own.map(|spot| spot.site).filter(has).collect();
    match sites.is_empty() {
        true => Err(Failure::Usage(t::none_on_board(name))),
        false => Ok(sites),
    }
}

/// Says where a piece can go, or which moves end on a site.
fn reachable(session: &mut GameSession, site: Site) -> Result<String> {
    let here = label(session, site);
    let Some(by) = seat_of(session, site) else { return Ok(t::nothing_moves(&here)) };
    let targets = session.game.ask(|cursor| {
        usual(cursor, by, |cursor| {
            let choices = cursor.choices(by, &[site])?;
            let ends = choices.options.iter().map(|_| (site, TargetKind::Quiet));
            let on = choices.targets.iter().map(|target| (target.site, target.kind));
            let all = ends.chain(on).map(|(site, kind)| (site, kind == TargetKind::Capture));
            Ok(Some(all.collect()))
        })
    })?;
    let part = |captures: bool| -> Vec<String> {
        let own = targets.iter().filter(|(_, takes)| *takes == captures);
        own.map(|(to, _)| label(session, *to)).filter(|to| !to.is_empty()).collect()
    };
    let (quiet, captures) = (part(false), part(true));
    let side = session.side(by);
    Ok(match (&quiet[..], &captures[..]) {
        ([], []) => t::no_move_begins(&side, &here),
        ([only], []) if *only == here => t::can_play(&side, &here),
        (quiet, []) => t::reaches(&here, &join(quiet)),
        ([], captures) => t::captures(&here, &join(captures)),
        (quiet, captures) => t::reaches_and_captures(&here, &join(quiet), &join(captures)),
    })
}

/// Says which moves of other players take or turn the piece on a site.
fn threats(session: &mut GameSession, site: Site) -> Result<String> {
    let here = status_text::site(session, site);
    let Some(piece) = session.pieces.top(site) else { return Ok(here) };
    let status = session.game.status();
    let seats = status.seats.iter().enumerate();
    let others = seats.filter(|(_, seat)| seat.active && seat.color != piece.color);
    let others: Vec<Seat> = others.map(|(seat, _)| seat as Seat).collect();
    let mut all = Vec::new();
    for by in others {
        let moves = session.game.ask(|cursor| {
            usual(cursor, by, |cursor| {
                if !cursor.pieces_at(&[site])?.iter().any(|(_, now)| *now == piece) {
                    return Ok(None);
                }
                let mut moves = legal_moves(cursor, by, MAX_REPLIES)?;
                let mut failed = None;
                moves.retain(|mv| match cursor.preview(by, mv) {
                    Ok(Ok((_, effects))) => effects.iter().any(|it| captures(it, site, piece)),
                    Ok(Err(_)) => false,
                    Err(error) => {
                        failed = Some(error);
                        false
                    }
                });
                failed.map_or(Ok(Some(moves)), Err)
            })
        })?;
        if !moves.is_empty() {
            all.push(t::by_moves(&session.side(by), &join(&moves)));
        }
    }
    Ok(match all.is_empty() {
        true => t::nothing_threatens(&here),
        false => t::threatened(&here, &all.join("; ")),
    })
}

fn captures(effect: &Effect, site: Site, piece: Piece) -> bool {
    let changed = effect.after.is_none_or(|after| after.color != piece.color);
    effect.site == Some(site) && effect.before == Some(piece) && effect.verb != "move" && changed
}

/// Returns the answers for a seat that is to move. For another seat, the answers after at
/// least half of the moves that are possible before it; `None` leaves a move out.
fn usual<T: Ord + Clone>(
    cursor: &mut dyn Cursor,
    by: Seat,
    mut ask: impl FnMut(&mut dyn Cursor) -> PluginResult<Option<Vec<T>>>,
) -> PluginResult<Vec<T>> {
    let acting = cursor.status()?.acting;
    if acting.contains(&by) {
        return Ok(ask(cursor)?.unwrap_or_default());
    }
    let Some(first) = acting.first().copied() else { return Ok(Vec::new()) };
    let moves = legal_moves(cursor, first, MAX_REPLIES)?;
    let step = moves.len().div_ceil(MAX_OWN).max(1);
    let (mut tried, mut counts) = (0, BTreeMap::new());
    for mv in moves.iter().step_by(step) {
        let mut after = cursor.fork()?;
        if after.play(first, mv)?.is_err() || !after.status()?.acting.contains(&by) {
            continue;
        }
        let Some(answers) = ask(&mut *after)? else { continue };
        tried += 1;
        for answer in answers {
            *counts.entry(answer).or_insert(0) += 1;
        }
    }
    Ok(counts.into_iter().filter(|(_, count)| count * 2 >= tried).map(|(it, _)| it).collect())
}

/// Returns the active seat that plays the piece on a site; the seat to move if it is empty.
fn seat_of(session: &GameSession, site: Site) -> Option<Seat> {
    let status = session.game.status();
    let Some(piece) = session.pieces.top(site) else { return status.acting.first().copied() };
    let mut seats = status.seats.iter();
    seats.position(|seat| seat.active && seat.color == piece.color).map(|seat| seat as Seat)
}

fn label(session: &GameSession, site: Site) -> String {
    session.board.place_of(site).map_or(String::new(), |spot| spot.label.clone())
}
