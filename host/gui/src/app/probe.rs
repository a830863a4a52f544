//! What the window shows, for tests and for programs that watch it.

use boardloom_board_view::Input;
use boardloom_board_view::board::BoardPlace;
use boardloom_contract::Mark;
use serde::Serialize;

use super::{App, Screen};
use crate::screen::status_text;
use crate::session::GameSession;

/// A site of the board and where it is on the screen.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ProbedSite {
    /// What a person calls it.
    pub label: String,
    /// In points from the left.
    pub x: f64,
    /// In points from the top.
    pub y: f64,
}

/// Something that is pointed out on the board.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Marked {
    /// `win`, `threat`, ...
    pub role: String,
    /// The sites, by label.
    pub sites: Vec<String>,
}

/// What the window shows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Probe {
    /// `start`, `library`, `new-game` or `game`.
    pub screen: &'static str,
    /// Whether a plugin is loading or a game being set up.
    pub loading: bool,
    /// Whether the files of the game are being read again.
    pub reading: bool,
    /// Whether a window stands over the screen.
    pub dialog: bool,
    /// How many rulesets are listed.
    pub rulesets: usize,
    /// The ruleset of the game, or nothing.
    pub ruleset: String,
    /// Moves played up to the position shown.
    pub ply: u32,
    /// The moves played up to the position shown, in their notation.
    pub moves: Vec<String>,
    /// The seats that may act, from 1.
    pub acting: Vec<u8>,
    /// Whether a person at the board is to move.
    pub human: bool,
    /// Whether the computer thinks.
    pub thinking: bool,
    /// By seat.
    pub scores: Vec<f64>,
    /// What the clocks show, by seat; empty where nobody counts.
    pub clocks: Vec<String>,
    /// Whether a person made the clocks and the computer stand still.
    pub paused: bool,
    /// Why the game is over, or nothing.
    pub outcome: String,
    /// The sites chosen so far, by label.
    pub path: Vec<String>,
    /// Whether the loupe lies over the board.
    pub loupe: bool,
    /// The move that the pointer aims at, or nothing.
    pub aim: String,
    /// What the move aimed at would score, where that is told; or nothing.
    pub scoring: String,
    /// What the status line says.
    pub status: String,
    /// The faults of an edit that is not in force, or nothing.
    pub banner: String,
    /// Where the moves are kept, or nothing.
    pub journal: String,
    /// Whether the board is seen in three dimensions.
    pub stands: bool,
    /// Which view of the board is shown: `flat`, `unrolled`, ...
    pub view: String,
    /// What the game points out.
    pub marks: Vec<Marked>,
    /// All sites, with where they are; those last that do not stand yet and can be
    /// pointed at.
    pub sites: Vec<ProbedSite>,
    /// The ghosts of sites, with where they are.
    pub ghosts: Vec<ProbedSite>,
}

impl App {
    /// Returns what the window shows; `now` is egui's time.
    pub fn probe(&self, now: f64) -> Probe {
        let mut probe = Probe {
            screen: match self.controller.screen {
                Screen::Start => "start",
                Screen::Library => "library",
                Screen::NewGame => "new-game",
                Screen::Game => "game",
            },
            loading: self.controller.opening || self.controller.rulesets.is_none(),
            reading: self.controller.is_reading(),
            dialog: self.dialog.is_some() || self.is_asking(),
            rulesets: self.controller.rulesets.as_ref().map_or(0, Vec::len),
            ruleset: String::new(),
            ply: 0,
            moves: Vec::new(),
            acting: Vec::new(),
            human: false,
            thinking: false,
            scores: Vec::new(),
            clocks: Vec::new(),
            paused: false,
            outcome: String::new(),
            path: Vec::new(),
            loupe: false,
            aim: String::new(),
            scoring: String::new(),
            status: String::new(),
            banner: String::new(),
            journal: String::new(),
            stands: false,
            view: String::new(),
            marks: Vec::new(),
            sites: Vec::new(),
            ghosts: Vec::new(),
        };
        let Some(session) =
            self.controller.session.as_ref().filter(|_| self.controller.screen == Screen::Game)
        else {
            return probe;
        };
        let status = session.game.status();
        let label = |site: &u32| session.board.place_of(*site).map(|spot| spot.label.clone());
        probe.ruleset.clone_from(&session.game.source().ruleset.id);
        probe.ply = status.ply;
        probe.moves = moves(session);
        probe.acting = status.acting.iter().map(|seat| seat + 1).collect();
        probe.human = session.game.human_to_move().is_some();
        probe.thinking = session.thinking().is_some();
        probe.scores = status.seats.iter().map(|seat| seat.score).collect();
        probe.clocks = clocks(session);
        probe.paused = session.is_paused();
        probe.outcome = status.outcome.as_ref().map(|o| o.reason.text.clone()).unwrap_or_default();
        probe.path = session.controller.path().iter().filter_map(label).collect();
        probe.loupe = session.magnifier.is_some();
        probe.aim = session.controller.aim().unwrap_or_default().to_owned();
        let hints = self.controller.preferences.score_hints;
        probe.scoring = session.scoring().filter(|_| hints).unwrap_or_default();
        probe.status = status_text(session, &self.view.status, now).text;
        probe.banner =
            self.controller.banner.as_ref().map(|it| it.text.clone()).unwrap_or_default();
        probe.journal =
            session.game.journal().map(|j| j.path().display().to_string()).unwrap_or_default();
        probe.stands = session.is_3d();
        let views = &session.game.about().views;
        let view = views.get(usize::from(session.board.view()));
        probe.view = view.map(|view| view.id.clone()).unwrap_or_default();
        let marked = |mark: &Mark| Marked {
            role: mark.role.clone(),
            sites: mark.sites.iter().filter_map(label).collect(),
        };
        probe.marks = session.marks.iter().map(marked).collect();
        let (ghosts, mut own): (Vec<_>, Vec<_>) =
            session.board.places().iter().partition(|spot| spot.copy);
        own.extend(session.board.proposed());
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

    /// Gives the board an input, as the pointer and the keys do. For tests and
    /// scripts.
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
