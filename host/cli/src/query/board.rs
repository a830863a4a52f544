//! Answers about sites, pieces, changes and marks.

use std::collections::BTreeMap;

use boardloom_board_view::BoardGeometry;
use boardloom_contract::{Cursor, Piece, Site};
use serde_json::{Value as Json, json};

use super::Result;
use super::position::PlayedPosition;
use crate::data;

/// The text form for adjacencies: a JSON object of neighbour lists by label, such as
/// `{"a1": [["b1", 0], ...]}`.
const GRAPH: &str = "graph";

fn board(cursor: &mut dyn Cursor) -> Result<BoardGeometry> {
    let mut board = BoardGeometry::new(0);
    board.update(cursor)?;
    Ok(board)
}

/// Returns a site's label, or its number if it has none.
fn label(board: &BoardGeometry, site: Site) -> String {
    match board.place_of(site) {
        Some(spot) if !spot.label.is_empty() => spot.label.clone(),
        _ => format!("#{site}"),
    }
}

/// Returns all sites in order of creation: label, coordinates, role, and neighbours
/// with the class of each crossing.
pub fn sites(position: &mut PlayedPosition<'_>) -> Result<Json> {
    let board = board(&mut *position.cursor)?;
    let graph = match position.game.about.forms.iter().any(|form| form == GRAPH) {
        true => position.cursor.write(GRAPH)?.ok(),
        false => None,
    };
    let graph: Option<Json> = graph.and_then(|text| serde_json::from_str(&text).ok());
    let roles = &position.game.about.roles;
    let mut places: Vec<_> = board.places().iter().filter(|spot| !spot.copy).collect();
    places.sort_by_key(|spot| spot.site);
    let site = |spot: &&boardloom_board_view::board::BoardPlace| {
        let name = label(&board, spot.site);
        let neighbours = graph.as_ref().and_then(|graph| graph.get(&name)).cloned();
        json!({
            "site": name,
            "at": [data::number(rounded(spot.at.x)), data::number(rounded(spot.at.y))],
            "role": roles.get(usize::from(spot.role)),
            "neighbours": neighbours,
        })
    };
    Ok(places.iter().map(site).collect())
}

/// Removes floating-point noise from a coordinate.
fn rounded(value: f64) -> f64 {
    (value * 1e9).round() / 1e9
}

/// Returns the pieces in order of sites; a stack is listed from the bottom.
pub fn pieces(position: &mut PlayedPosition<'_>) -> Result<Json> {
    const PAGE: u32 = 65_536;
    let board = board(&mut *position.cursor)?;
    let sites = position.cursor.status()?.sites;
    let mut all = Vec::new();
    let mut first = 0;
    while first < sites {
        for (site, piece) in position.cursor.pieces(first, PAGE)? {
            all.push(json!({
                "site": label(&board, site),
                "piece": data::piece(&position.game.about, &piece),
            }));
        }
        first += PAGE;
    }
    Ok(Json::Array(all))
}

/// Returns the sites that the last listed move and its chance moves changed, in order
/// of sites; null is an empty site.
pub fn changes(position: &mut PlayedPosition<'_>) -> Result<Json> {
    let Some(mut before) = position.before.take() else { return Ok(json!([])) };
    let mut touched: Vec<Site> =
        position.effects.iter().flat_map(|effect| [effect.site, effect.onto]).flatten().collect();
    touched.sort_unstable();
    touched.dedup();
    let board = board(&mut *position.cursor)?;
    let old_board = match touched.iter().any(|site| board.place_of(*site).is_none()) {
        true => Some(self::board(&mut *before)?),
        false => None,
    };
    let (was, is) = (stacks(&mut *before, &touched)?, stacks(&mut *position.cursor, &touched)?);
    let nothing: Vec<Piece> = Vec::new();
    let mut all = Vec::new();
    for site in touched {
        let was = was.get(&site).unwrap_or(&nothing);
        let is = is.get(&site).unwrap_or(&nothing);
        if was == is {
            continue;
        }
        let name = match (&old_board, board.place_of(site)) {
            (Some(old), None) => label(old, site),
            _ => label(&board, site),
        };
        let top = |stack: &[Piece]| stack.last().map(|top| data::letter(&position.game.about, top));
        all.push(json!({ "site": name, "before": top(was), "after": top(is) }));
    }
    Ok(Json::Array(all))
}

/// Returns the stacks on those of these sites that exist in the position.
fn stacks(cursor: &mut dyn Cursor, sites: &[Site]) -> Result<BTreeMap<Site, Vec<Piece>>> {
    let there = cursor.status()?.sites;
    let sites: Vec<Site> = sites.iter().copied().filter(|site| *site < there).collect();
    let mut stacks: BTreeMap<Site, Vec<Piece>> = BTreeMap::new();
    for (site, piece) in cursor.pieces_at(&sites)? {
        stacks.entry(site).or_default().push(piece);
    }
    Ok(stacks)
}

pub fn marks(position: &mut PlayedPosition<'_>) -> Result<Json> {
    let marks = position.cursor.marks()?;
    let board = board(&mut *position.cursor)?;
    let mark = |mark: &boardloom_contract::Mark| {
        json!({
            "role": mark.role,
            "sites": mark.sites.iter().map(|site| label(&board, *site)).collect::<Vec<_>>(),
            "joined": mark.joined,
            "seat": mark.seat.map(data::seat),
        })
    };
    Ok(marks.iter().map(mark).collect())
}
