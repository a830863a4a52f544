//! Threats and results that are marked on the board.

use boardloom_sdk::{Mark, Message, Site};

use crate::board_tables::{NO_SQUARE, Square};
use crate::game::Tafl;
use crate::piece::{ATTACKERS, DEFENDERS, PieceCode};
use crate::position::{EndReason, Position};

impl Tafl {
    /// Tells whether the attackers could capture the king if it were their turn.
    fn king_is_threatened(&self, position: &Position) -> bool {
        let mut attack = *position;
        if attack.side_to_move != ATTACKERS {
            (attack.side_to_move, attack.berserk) = (ATTACKERS, NO_SQUARE);
        }
        let mut found = false;
        for from in attack.of(ATTACKERS).iter() {
            self.moves_from(&attack, from as Square, &mut |mv| {
                found = found || self.captures(&attack, mv).has(u32::from(attack.king));
            });
        }
        found
    }

    /// Returns the clear slides of the king to squares on which he wins, his square first.
    fn escape_routes(&self, position: &Position) -> Vec<Vec<Site>> {
        let goal = |(square, can_stop): &(Square, bool)| {
            *can_stop && self.tables.goal.has(u32::from(*square))
        };
        let rays = self.tables.slides(PieceCode::KING).rays(usize::from(position.king));
        let route = |ray: Vec<(Square, bool)>| {
            let clear = ray.iter().take_while(|(square, _)| position.is_free(usize::from(*square)));
            let len = clear.clone().position(goal)? + 1;
            let squares = clear.take(len).map(|(square, _)| Site::from(*square));
            Some(std::iter::once(Site::from(position.king)).chain(squares).collect())
        };
        rays.filter_map(route).collect()
    }

    pub(crate) fn marks_of(&self, position: &Position) -> Vec<Mark> {
        let mark = |role: &str, sites: Vec<Site>, joined, seat, text| Mark {
            role: role.into(),
            sites,
            joined,
            seat: Some(seat),
            text,
        };
        let mut marks = Vec::new();
        if position.berserk != NO_SQUARE {
            // The prompt says the rest.
            let sites = vec![Site::from(position.berserk)];
            marks.push(mark("goes-on", sites, false, position.side_to_move, None));
        }
        let king = vec![Site::from(position.king)];
        match position.end.map(|end| end.reason) {
            Some(EndReason::Encircled) => {
                let text =
                    Message::new("mark.encircled", "All defenders are shut off from the edge.");
                let sites = position.of(DEFENDERS).iter().collect();
                marks.push(mark("win", sites, false, ATTACKERS, Some(text)));
            }
            Some(EndReason::ExitFort | EndReason::KingEscaped) => {
                let text = Message::new("mark.home", "The king is safe.");
                marks.push(mark("win", king, false, DEFENDERS, Some(text)));
            }
            Some(_) => {}
            None => {
                if self.king_is_threatened(position) {
                    let text = Message::new("mark.threat", "The king can be captured.");
                    marks.push(mark("threat", king, false, ATTACKERS, Some(text)));
                }
                for route in self.escape_routes(position) {
                    let text = Message::new("mark.way", "The king has a clear way out.");
                    marks.push(mark("way", route, true, DEFENDERS, Some(text)));
                }
            }
        }
        marks
    }
}
