//! Regions along the border of a board.

use super::build::Builder;
use crate::Site;
use crate::sorting::sort;

/// Adds the regions of corners and sides, both clockwise from the top: each by its name if it is
/// not empty, `corner-1`, `corner-2`, ..., `odd-corners`, `even-corners`, `corners`, `side-1`,
/// ..., and `edges` for all sides.
pub(super) fn name_regions(
    board: &mut Builder,
    corners: &[(&str, Site)],
    sides: &[(&str, Vec<Site>)],
) {
    let mut by_parity = [Vec::new(), Vec::new()];
    for (index, (name, site)) in corners.iter().enumerate() {
        by_parity[index % 2].push(*site);
        add_region(board, &format!("corner-{}", index + 1), vec![*site]);
        add_region(board, name, vec![*site]);
    }
    let [odd, even] = by_parity;
    add_region(board, "corners", [&odd[..], &even].concat());
    add_region(board, "odd-corners", odd);
    add_region(board, "even-corners", even);
    let mut edges = Vec::new();
    for (index, (name, sites)) in sides.iter().enumerate() {
        edges.extend_from_slice(sites);
        add_region(board, &format!("side-{}", index + 1), sites.clone());
        add_region(board, name, sites.clone());
    }
    add_region(board, "edges", edges);
}

/// Adds a region of these sites in order, unless it has no site or no name.
fn add_region(board: &mut Builder, name: &str, mut sites: Vec<Site>) {
    sort(&mut sites);
    sites.dedup();
    if !sites.is_empty() && !name.is_empty() {
        board.region(name, sites);
    }
}
