//! The mirror that exchanges the sides of the first two colours.

use boardloom_sdk::Site;
use boardloom_sdk::topology::Topology;

use crate::objectives::Objectives;

/// Returns the mirror image of each site, for stones that change colour: on a board of as many rows
/// as columns, rows and columns are exchanged, if that keeps adjacency and turns the first colour's
/// sides into the second's. `None` if there is no such mirror, or no need of one.
pub fn mirror(topology: &Topology, objectives: &Objectives) -> Option<Vec<Site>> {
    let (first, second) = (objectives.layers[0].sides(0), objectives.layers[0].sides(1));
    if first == second {
        return None;
    }
    let rows = topology.rows();
    if rows.iter().any(|row| row.len() != rows.len()) {
        return None;
    }
    let mut image: Vec<Site> = (0..topology.sites()).collect();
    for (down, row) in rows.iter().enumerate() {
        for (across, site) in row.iter().enumerate() {
            image[*site as usize] = rows[across][down];
        }
    }
    let mut is_blocked = vec![false; topology.sites() as usize];
    topology.blocked().iter().for_each(|site| is_blocked[*site as usize] = true);
    for site in 0..topology.sites() {
        let twin = image[site as usize];
        let sides = objectives.regions(site) & first;
        let twin_sides = objectives.regions(twin) & second;
        let keeps_adjacency = topology.adjacent(site).iter().all(|link| {
            let other = image[link.step.site as usize];
            topology.adjacent(twin).iter().any(|link| link.step.site == other)
        });
        if !keeps_adjacency
            || is_blocked[site as usize] != is_blocked[twin as usize]
            || sides.count_ones() != twin_sides.count_ones()
        {
            return None;
        }
    }
    Some(image)
}

#[cfg(test)]
mod tests {
    use boardloom_sdk::topology::{Adjacency, Glue, Grid};

    use super::*;
    use crate::ruleset::Rules;

    fn objectives(sides: &str, board: &Topology) -> Objectives {
        Objectives::new(&Rules::joining(sides), board)
    }

    #[test]
    fn rows_and_columns_are_exchanged_if_sides_are() {
        let grid = |width, height| {
            let grid = Grid { width, height, adjacency: None, glue: Glue::None };
            grid.topology(Adjacency::Orthogonal).expect("a good board")
        };
        let square = grid(4, 4);
        let image =
            mirror(&square, &objectives("top bottom|left right", &square)).expect("a mirror");
        let at = |label| square.site(label).expect("a site");
        assert_eq!(image[at("b4") as usize], at("a3"));
        assert_eq!(image[at("a4") as usize], at("a4"));
        assert_eq!(mirror(&square, &objectives("top bottom|top bottom", &square)), None);
        assert_eq!(mirror(&square, &objectives("top bottom|left top", &square)), None);
        let oblong = grid(4, 5);
        assert_eq!(mirror(&oblong, &objectives("top bottom|left right", &oblong)), None);
    }
}
