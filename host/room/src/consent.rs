//! Draws, take-backs, pauses and rematches, which need the consent of the other players.

use boardloom_match::{GameEvent, Match, MatchSetup, NodeId, Player, TimeControl};

use crate::message::{ErrorCode, Result, check, fail};
use crate::room::Room;
use crate::state::{EndKind, GameEnd, Offer, Proposal, RoomEvent, SeatKind};

impl Room {
    pub(crate) fn offer(&mut self, seat: u8, proposal: Proposal) -> Result<()> {
        self.check_offer(seat, proposal)?;
        self.agree(seat, proposal)
    }

    pub(crate) fn accept(&mut self, seat: u8, proposal: Proposal) -> Result<()> {
        let known = self.state.offers.iter().any(|offer| offer.proposal == proposal);
        check(known, ErrorCode::Refused, "there is no such offer")?;
        self.agree(seat, proposal)
    }

    /// Declines an offer, or withdraws the player's offer.
    pub(crate) fn decline(&mut self, seat: u8, proposal: Proposal) -> Result<()> {
        if self.state.offers.iter().any(|offer| offer.proposal == proposal) {
            self.emit(RoomEvent::Declined { proposal, seat: seat + 1 });
        }
        Ok(())
    }

    fn check_offer(&mut self, seat: u8, proposal: Proposal) -> Result<()> {
        if proposal == Proposal::Rematch {
            return check(self.state.is_over(), ErrorCode::Refused, "the game is not over");
        }
        self.check_running()?;
        self.check_active(seat)?;
        match proposal {
            Proposal::Draw if self.has_computer() => {
                fail(ErrorCode::Refused, "the computer agrees to no draw")
            }
            Proposal::TakeBack if self.last_move(seat).is_none() => {
                fail(ErrorCode::Refused, "there is no move to take back")
            }
            _ => self.check_not_paused(),
        }
    }

    fn has_computer(&self) -> bool {
        let mut seats = self.state.seats.iter().zip(0..);
        seats.any(|(state, seat)| state.kind == SeatKind::Computer && self.is_active(seat))
    }

    /// Returns the seats, from 0, that must agree.
    fn voters(&self, proposal: Proposal) -> Vec<u8> {
        let seats = self.state.seats.iter().zip(0..);
        let votes = |seat: u8| proposal == Proposal::Rematch || self.is_active(seat);
        let humans = seats.filter(|(state, _)| state.kind == SeatKind::Human);
        humans.map(|(_, seat)| seat).filter(|seat| votes(*seat)).collect()
    }

    fn agree(&mut self, seat: u8, proposal: Proposal) -> Result<()> {
        let known = self.state.offers.iter().find(|offer| offer.proposal == proposal);
        let mut seats = known.map(|offer| offer.seats.clone()).unwrap_or_default();
        if seats.contains(&(seat + 1)) {
            return Ok(());
        }
        seats.push(seat + 1);
        if self.voters(proposal).iter().all(|voter| seats.contains(&(voter + 1))) {
            return self.carry_out(proposal, seats[0] - 1);
        }
        self.emit(RoomEvent::Offered(Offer { proposal, seats }));
        Ok(())
    }

    fn carry_out(&mut self, proposal: Proposal, by: u8) -> Result<()> {
        match proposal {
            Proposal::Draw => self.finish(GameEnd {
                kind: EndKind::Agreed,
                places: vec![1; self.state.seats.len()],
                reason: "by agreement".to_owned(),
            }),
            Proposal::Pause => self.pause(),
            Proposal::TakeBack => self.take_back(by),
            Proposal::Rematch => self.rematch(),
        }
    }

    pub(crate) fn last_move(&self, seat: u8) -> Option<NodeId> {
        let tree = self.game.tree();
        let own = |id: &&NodeId| {
            let event = tree.node(**id).event();
            event.is_some_and(
                |it| matches!(it, GameEvent::Move { seat: Some(by), .. } if *by == seat),
            )
        };
        tree.line(self.game.here()).iter().rev().find(own).copied()
    }

    fn take_back(&mut self, seat: u8) -> Result<()> {
        let Some(node) = self.last_move(seat) else { return Ok(()) };
        let result = self.game.delete(node).map(|_| self.game.begin_turn());
        self.forget_search();
        self.follow_clock();
        result.map_err(|error| self.error_of(error))?;
        self.drop_conditional();
        self.emit_with_turn(RoomEvent::TakenBack)
    }

    /// Starts the next game: everyone moves on by one seat.
    fn rematch(&mut self) -> Result<()> {
        self.drop_conditional();
        let mut seats = self.state.seats.clone();
        seats.rotate_right(1);
        let control = self.settings.control;
        let mut carried = Vec::new();
        if matches!(control, TimeControl::Arcade { carry: true, .. }) {
            carried
                .extend(self.game.live_clock().times().iter().map(|time| time.carried(&control)));
            carried.rotate_right(1);
        }
        let players = seats.iter().map(|seat| match seat.level {
            Some(level) => Player::computer(&seat.name, level),
            None => Player::human(&seat.name),
        });
        let setup = MatchSetup {
            players: players.collect(),
            seed: boardloom_match::chance_number(self.game.seed(), u32::MAX) >> 11,
            control,
            carried,
            ..MatchSetup::default()
        };
        let game = Match::new(self.game.source().clone(), setup);
        game.and_then(|game| self.start_game(game, seats)).map_err(|error| self.error_of(error))
    }
}
