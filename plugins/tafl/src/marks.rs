//! What should be pointed out on the board.

use boardloom_sdk::{Mark, Message, Site};

use crate::game::Tafl;
use crate::ground::{At, NOWHERE};
use crate::man::{ATTACKERS, DEFENDERS, Man};
use crate::position::{End, Position};

impl Tafl {
    /// Tells whether the attackers could take the king if it were their turn.
    pub(crate) fn threatened(&self, position: &Position) -> bool {
        let mut turned = *position;
        if turned.side != ATTACKERS {
            (turned.side, turned.chain) = (ATTACKERS, NOWHERE);
        }
        let mut found = false;
        for from in turned.of(ATTACKERS).iter() {
            self.legal_from(&turned, from as At, &mut |mv| {
                found = found || self.taken(&turned, mv).has(u32::from(turned.king));
            });
        }
        found
    }

    /// Returns the clear ways from the king to where he wins, each from the king on.
    pub(crate) fn ways_out(&self, position: &Position) -> Vec<Vec<Site>> {
        let mut ways = Vec::new();
        for way in self.ground.lanes(Man::KING).ways(usize::from(position.king)) {
            let mut sites = vec![Site::from(position.king)];
            for at in way.take_while(|at| position.free(usize::from(*at))) {
                sites.push(Site::from(at));
                let stops = || {
                    let mut stops = false;
                    let free = |at: usize| position.free(at);
                    let lanes = self.ground.lanes(Man::KING);
                    lanes.each(usize::from(position.king), free, |to: At| stops |= to == at);
                    stops
                };
                if self.ground.goal.has(u32::from(at)) && stops() {
                    ways.push(sites);
                    break;
                }
            }
        }
        ways
    }

    /// Returns the marks of a position.
    pub(crate) fn marked(&self, position: &Position) -> Vec<Mark> {
        let mark = |role: &str, sites: Vec<Site>, joined, seat, text| Mark {
            role: role.into(),
            sites,
            joined,
            seat: Some(seat),
            text: Some(text),
        };
        let mut marks = Vec::new();
        if position.chain != NOWHERE {
            // What is asked of the player says the rest.
            let sites = vec![Site::from(position.chain)];
            let (role, seat) = ("goes-on".into(), Some(position.side));
            marks.push(Mark { role, sites, joined: false, seat, text: None });
        }
        let king = Site::from(position.king);
        match position.over {
            Some(over) if over.end == End::Encircled => {
                let text = Message::new("mark.encircled", "No defender can reach the edge.");
                let sites = position.of(DEFENDERS).iter().collect();
                marks.push(mark("win", sites, false, ATTACKERS, text));
            }
            Some(over) if matches!(over.end, End::Fort | End::Escaped) => {
                let text = Message::new("mark.home", "The king is safe.");
                marks.push(mark("win", vec![king], false, DEFENDERS, text));
            }
            Some(_) => {}
            None => {
                if self.threatened(position) {
                    let text = Message::new("mark.threat", "The king can be taken.");
                    marks.push(mark("threat", vec![king], false, ATTACKERS, text));
                }
                for way in self.ways_out(position) {
                    let text = Message::new("mark.way", "The king has a clear way out.");
                    marks.push(mark("way", way, true, DEFENDERS, text));
                }
            }
        }
        marks
    }
}
