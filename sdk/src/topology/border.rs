//! Regions along the border of a board.

use super::build::Builder;
use crate::Site;

/// Names corners and sides, both clockwise from the top, by name where it is not
/// empty: also `corner-1`, `corner-2`, ..., `odd-corners`, `even-corners`,
/// `corners`, `side-1`, ..., and `edges`, which is all sides.
pub(super) fn name(board: &mut Builder, corners: &[(&str, Site)], sides: &[(&str, Vec<Site>)]) {
    let mut by_parity = [Vec::new(), Vec::new()];
    for (index, (name, site)) in corners.iter().enumerate() {
        by_parity[index % 2].push(*site);
        gather(board, &format!("corner-{}", index + 1), vec![*site]);
        gather(board, name, vec![*site]);
    }
    let [odd, even] = by_parity;
    gather(board, "corners", [&odd[..], &even].concat());
    gather(board, "odd-corners", odd);
    gather(board, "even-corners", even);
    let mut edges = Vec::new();
    for (index, (name, sites)) in sides.iter().enumerate() {
        edges.extend_from_slice(sites);
        gather(board, &format!("side-{}", index + 1), sites.clone());
        gather(board, name, sites.clone());
    }
    gather(board, "edges", edges);
}

/// Makes a region of these sites, each once, in order, where there are any and it
/// has a name.
fn gather(board: &mut Builder, name: &str, mut sites: Vec<Site>) {
    sites.sort();
    sites.dedup();
    if !sites.is_empty() && !name.is_empty() {
        board.region(name, sites);
    }
}
