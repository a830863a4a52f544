//! The mirror that exchanges the sides of the first two colours.

use boardloom_sdk::Site;
use boardloom_sdk::topology::Topology;

use crate::goals::Goals;

/// Returns where each site lies in the mirror, for stones that change colour: on
/// a board of as many equal rows as columns rows and columns are exchanged, where
/// that keeps what is adjacent and turns the first colour's sides into the
/// second's. None where there is no such mirror, or no need of one.
pub fn mirror(topology: &Topology, goals: &Goals) -> Option<Vec<Site>> {
    let (first, second) = (goals.task(0).sides(0), goals.task(0).sides(1));
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
    let mut blocked = vec![false; topology.sites() as usize];
    topology.blocked().iter().for_each(|site| blocked[*site as usize] = true);
    for site in 0..topology.sites() {
        let twin = image[site as usize];
        let (here, there) = (goals.touched(site) & first, goals.touched(twin) & second);
        let kept = topology.adjacent(site).iter().all(|link| {
            let other = image[link.step.site as usize];
            topology.adjacent(twin).iter().any(|link| link.step.site == other)
        });
        let blocked = blocked[site as usize] != blocked[twin as usize];
        if !kept || blocked || here.count_ones() != there.count_ones() {
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

    fn goals(sides: &str, board: &Topology) -> Goals {
        let lists: Vec<Vec<String>> =
            sides.split('|').map(|list| list.split(' ').map(str::to_owned).collect()).collect();
        Goals::new(&Rules::joining(lists), board)
    }

    #[test]
    fn rows_and_columns_are_exchanged_where_sides_are() {
        let grid = |width, height| {
            let grid = Grid { width, height, adjacency: None, glue: Glue::None };
            grid.topology(Adjacency::Orthogonal).expect("a good board")
        };
        let square = grid(4, 4);
        let image = mirror(&square, &goals("top bottom|left right", &square)).expect("a mirror");
        let at = |label| square.site(label).expect("a site");
        assert_eq!(image[at("b4") as usize], at("a3"));
        assert_eq!(image[at("a4") as usize], at("a4"));
        assert_eq!(mirror(&square, &goals("top bottom|top bottom", &square)), None);
        assert_eq!(mirror(&square, &goals("top bottom|left top", &square)), None);
        let oblong = grid(4, 5);
        assert_eq!(mirror(&oblong, &goals("top bottom|left right", &oblong)), None);
    }
}
