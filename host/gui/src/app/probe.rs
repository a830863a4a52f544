//! The window's contents as data, for tests and scripts.

use boardloom_board_view::Input;
use boardloom_board_view::board::BoardPlace;
use boardloom_contract::Mark;
use serde::Serialize;

use super::{App, Screen};
use crate::screen::status_text;
use crate::session::GameSession;

#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct ProbedSite {
    pub label: String,
    /// In points.
    pub x: f64,
    pub y: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ProbedMark {
    /// `win`, `threat`, ...
    pub role: String,
    pub sites: Vec<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Probe {
    /// `start`, `library`, `new-game` or `game`.
    pub screen: String,
    pub loading: bool,
    pub reading: bool,
    pub dialog: bool,
    pub rulesets: usize,
    pub ruleset: String,
    pub ply: u32,
    pub moves: Vec<String>,
    /// Seats, from 1.
    pub acting: Vec<u8>,
    pub human: bool,
    pub thinking: bool,
    pub scores: Vec<f64>,
    pub clocks: Vec<String>,
    pub paused: bool,
    pub outcome: String,
    pub path: Vec<String>,
    pub magnifier: bool,
    pub aim: String,
    pub scoring: String,
    pub status: String,
    pub banner: String,
    pub journal: String,
    pub three_d: bool,
    /// The view of the board: `flat`, `unrolled`, ...
    pub view: String,
    pub marks: Vec<ProbedMark>,
    /// The sites of each arrow that players drew; one site is a ring.
    pub arrows: Vec<Vec<String>>,
    /// Proposed sites come last.
    pub sites: Vec<ProbedSite>,
    pub ghosts: Vec<ProbedSite>,
}

impl App {
    pub fn probe(&self) -> Probe {
        let mut probe = Probe {
            screen: match self.controller.screen {
                Screen::Start => "start",
                Screen::Library => "library",
                Screen::NewGame => "new-game",
                Screen::MyGames => "my-games",
                Screen::Game => "game",
            }
            .to_owned(),
            loading: self.controller.opening || self.controller.rulesets.is_none(),
            reading: self.controller.is_reading(),
            dialog: self.is_covered(),
            rulesets: self.controller.rulesets.as_ref().map_or(0, Vec::len),
            ..Probe::default()
        };
        let Some(session) = self.controller.shown_session() else { return probe };
        let status = session.game.status();
        let label = |site: &u32| session.board.place_of(*site).map(|spot| spot.label.clone());
        probe.ruleset.clone_from(&session.game.source().ruleset.id);
        probe.ply = status.ply;
        probe.moves = moves(session);
        probe.acting = status.acting.iter().map(|seat| seat + 1).collect();
        probe.human = session.game.human_to_move().is_some();
        probe.thinking = session.thinking_seat().is_some();
        probe.scores = status.seats.iter().map(|seat| seat.score).collect();
        probe.clocks = clocks(session);
        probe.paused = session.is_paused();
        probe.outcome = status.outcome.as_ref().map(|o| o.reason.text.clone()).unwrap_or_default();
        probe.path = session.controller.path().iter().filter_map(label).collect();
        probe.magnifier = session.magnifier.is_some();
        probe.aim = session.controller.aim().unwrap_or_default().to_owned();
        let hints = self.controller.preferences.score_hints;
        probe.scoring = session.score_change().filter(|_| hints).unwrap_or_default();
        probe.status = status_text(session, self.controller.notice.as_ref()).text;
        probe.banner =
            self.controller.banner.as_ref().map(|it| it.text.clone()).unwrap_or_default();
        probe.journal =
            session.game.journal().map(|j| j.path().display().to_string()).unwrap_or_default();
        probe.three_d = session.is_3d();
        let views = &session.game.about().views;
        let view = views.get(usize::from(session.board.view));
        probe.view = view.map(|view| view.id.clone()).unwrap_or_default();
        let marked = |mark: &Mark| ProbedMark {
            role: mark.role.clone(),
            sites: mark.sites.iter().filter_map(label).collect(),
        };
        probe.marks = session.marks.iter().map(marked).collect();
        let arrows = session.arrows.iter();
        probe.arrows = arrows.map(|path| path.iter().filter_map(label).collect()).collect();
        let (ghosts, mut own): (Vec<_>, Vec<_>) =
            session.board.places().iter().partition(|spot| spot.copy);
        own.extend(&session.board.proposed);
        let places = |places: Vec<&BoardPlace>| {
            let place = |spot: &BoardPlace| {
                let at = session.screen_of(spot);
                ProbedSite { label: spot.label.clone(), x: at.x, y: at.y }
            };
            places.into_iter().map(place).collect()
        };
        (probe.sites, probe.ghosts) = (places(own), places(ghosts));
        probe
    }

    pub fn input(&mut self, input: Input) {
        self.controller.input(input);
    }
}

fn clocks(session: &GameSession) -> Vec<String> {
    let control = *session.game.clock().control();
    let seats = (0..session.game.players().len() as u8).filter(|_| control.is_timed());
    let times = seats.filter_map(|seat| session.time_of(seat));
    times.map(|(time, _)| boardloom_match::clock::shown(time.running(&control))).collect()
}

fn moves(session: &GameSession) -> Vec<String> {
    let tree = session.game.tree();
    let line = tree.line(session.game.here());
    let events = line.into_iter().filter_map(|id| tree.node(id).event());
    events.map(|event| event.text().to_owned()).collect()
}
