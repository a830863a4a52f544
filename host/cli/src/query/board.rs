//! Sites, what stands on them, and what changed there.

use std::collections::BTreeMap;

use boardloom_board_view::Board;
use boardloom_contract::{Cursor, Piece, Site};
use serde_json::{Value as Json, json};

use super::QueryError;
use super::play::Line;
use crate::data;

/// The text form in which a game gives its adjacencies, as a JSON object of
/// lists by label: `{"a1": [["b1", 0], ...]}`.
const GRAPH: &str = "graph";

/// Returns the board of a position.
fn board(cursor: &mut dyn Cursor) -> Result<Board, QueryError> {
    let mut board = Board::new(0);
    board.update(cursor)?;
    Ok(board)
}

/// Returns what a site is called; its number where it has no name.
fn label(board: &Board, site: Site) -> String {
    match board.place_of(site) {
        Some(spot) if !spot.label.is_empty() => spot.label.clone(),
        _ => format!("#{site}"),
    }
}

/// Returns all sites in order of creation: label, position, role, and the
/// neighbours with the class of each crossing.
pub fn sites(line: &mut Line<'_>) -> Result<Json, QueryError> {
    let board = board(&mut *line.cursor)?;
    let graph = match line.open.about.forms.iter().any(|form| form == GRAPH) {
        true => line.cursor.write(GRAPH)?.ok(),
        false => None,
    };
    let graph: Option<Json> = graph.and_then(|text| serde_json::from_str(&text).ok());
    let roles = &line.open.about.roles;
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

/// Returns a coordinate without what sums of fractions leave behind.
fn rounded(value: f64) -> f64 {
    (value * 1e9).round() / 1e9
}

/// Returns what stands where, in order of sites; several on one site are a
/// stack, from the bottom.
pub fn pieces(line: &mut Line<'_>) -> Result<Json, QueryError> {
    const PART: u32 = 65_536;
    let board = board(&mut *line.cursor)?;
    let sites = line.cursor.status()?.sites;
    let mut all = Vec::new();
    let mut first = 0;
    while first < sites {
        for (site, piece) in line.cursor.pieces(first, PART)? {
            all.push(json!({
                "site": label(&board, site),
                "piece": data::piece(&line.open.about, &piece),
            }));
        }
        first += PART;
    }
    Ok(Json::Array(all))
}

/// Returns what the last listed move changed, and the draws behind it, in order
/// of sites: null stands for empty.
pub fn changes(line: &mut Line<'_>) -> Result<Json, QueryError> {
    let Some(mut before) = line.before.take() else { return Ok(json!([])) };
    let mut touched: Vec<Site> =
        line.effects.iter().flat_map(|effect| [effect.site, effect.onto]).flatten().collect();
    touched.sort_unstable();
    touched.dedup();
    let board = board(&mut *line.cursor)?;
    let old_board = match touched.iter().any(|site| board.place_of(*site).is_none()) {
        true => Some(self::board(&mut *before)?),
        false => None,
    };
    let (was, is) = (stacks(&mut *before, &touched)?, stacks(&mut *line.cursor, &touched)?);
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
        let top = |stack: &[Piece]| stack.last().map(|top| data::letter(&line.open.about, top));
        all.push(json!({ "site": name, "before": top(was), "after": top(is) }));
    }
    Ok(Json::Array(all))
}

/// Returns the pieces on these sites, as far as they stand on the board.
fn stacks(
    cursor: &mut dyn Cursor,
    sites: &[Site],
) -> Result<BTreeMap<Site, Vec<Piece>>, QueryError> {
    let there = cursor.status()?.sites;
    let sites: Vec<Site> = sites.iter().copied().filter(|site| *site < there).collect();
    let mut stacks: BTreeMap<Site, Vec<Piece>> = BTreeMap::new();
    for (site, piece) in cursor.pieces_at(&sites)? {
        stacks.entry(site).or_default().push(piece);
    }
    Ok(stacks)
}

/// Returns what the game points out.
pub fn marks(line: &mut Line<'_>) -> Result<Json, QueryError> {
    let marks = line.cursor.marks()?;
    let board = board(&mut *line.cursor)?;
    let mark = |mark: &boardloom_contract::Mark| {
        json!({
            "role": mark.role,
            "sites": mark.sites.iter().map(|site| label(&board, *site)).collect::<Vec<_>>(),
            "joined": mark.joined,
            "seat": mark.seat.map(|seat| u16::from(seat) + 1),
        })
    };
    Ok(marks.iter().map(mark).collect())
}
