//! The screens under test: a player looks, points, clicks and types.
#![allow(dead_code)] // each user needs another part

pub mod demo;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use boardloom_gui::{App, CommandLineSetup, Options, Probe, Screen};
use boardloom_match::PlayerKind;
use egui::{Key, Modifiers, Pos2, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use demo::Demo;

/// The longest wait on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub const HUMAN: PlayerKind = PlayerKind::Human;

/// Starts a game of the five by five ruleset.
pub fn game_options(seats: [PlayerKind; 2]) -> Options {
    Options {
        ruleset: Some("leap/five".to_owned()),
        setup: CommandLineSetup {
            seats: seats.map(Some).to_vec(),
            seed: Some(7),
            ..CommandLineSetup::default()
        },
        ..Options::default()
    }
}

/// The program without a window.
pub struct TestApp {
    pub harness: Harness<'static, App>,
}

impl TestApp {
    pub fn new(options: Options, folder: Option<PathBuf>, size: Vec2) -> Self {
        Self::with_services(Demo::new(folder), options, size)
    }

    pub fn with_services(services: Demo, options: Options, size: Vec2) -> Self {
        Self::of(App::new(Arc::new(services), options, Arc::new(|| {})), size)
    }

    pub fn of(app: App, size: Vec2) -> Self {
        let harness = Harness::builder()
            .with_size(size)
            .with_step_dt(1.0 / 60.0)
            .build_ui_state(|ui, app: &mut App| app.ui(ui), app);
        TestApp { harness }
    }

    /// Starts a game between two humans.
    pub fn game(size: Vec2) -> Self {
        Self::two_humans(None, size)
    }

    /// The same with records and settings in a folder.
    pub fn two_humans(folder: Option<PathBuf>, size: Vec2) -> Self {
        Self::game_of([HUMAN; 2], folder, size)
    }

    pub fn game_of(seats: [PlayerKind; 2], folder: Option<PathBuf>, size: Vec2) -> Self {
        let mut app = Self::new(game_options(seats), folder, size);
        app.wait_for_board();
        app
    }

    pub fn probe(&self) -> Probe {
        self.harness.state().probe()
    }

    /// Opens the form of a new game, and waits for its seats.
    #[track_caller]
    pub fn set_up(&mut self, ruleset: &str) {
        self.key(Modifiers::COMMAND, Key::K);
        self.harness.event(egui::Event::Text(ruleset.to_owned()));
        self.harness.run_steps(3);
        self.key(Modifiers::NONE, Key::Enter);
        self.wait("the setup", |app| app.harness.state().screen() == Screen::NewGame);
        self.wait_for_text("Start");
        self.wait("the seats", |app| {
            app.harness.query_by_role_and_label(egui::Role::RadioButton, "Red: Human").is_some()
        });
        self.harness.run_steps(20);
    }

    /// Draws frames until the probe satisfies a condition; threads work meanwhile.
    #[track_caller]
    pub fn until(&mut self, wanted: impl Fn(&Probe) -> bool) -> Probe {
        self.wait("the state of the probe", |app| wanted(&app.probe()));
        self.probe()
    }

    /// Draws frames until a condition holds, at least one.
    #[track_caller]
    pub fn wait(&mut self, what: &str, mut is_so: impl FnMut(&mut Self) -> bool) {
        let start = Instant::now();
        loop {
            self.harness.step();
            if is_so(self) {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "{what} never came: {:?}", self.probe());
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Draws frames until a widget or the status line shows a text.
    #[track_caller]
    pub fn wait_for_text(&mut self, text: &str) {
        self.wait(text, |app| {
            app.harness.query_all_by_label_contains(text).next().is_some()
                || app.probe().status.contains(text)
        });
    }

    #[track_caller]
    pub fn wait_for_board(&mut self) {
        self.until(|probe| probe.screen == "game" && !probe.sites.is_empty() && !probe.loading);
        self.harness.run_steps(3);
    }

    /// Resigns, and says yes to the question.
    #[track_caller]
    pub fn resign(&mut self) {
        self.button("Resign");
        let resign = self.harness.get_all_by_role_and_label(egui::Role::Button, "Resign");
        resign.last().expect("the question's button").click();
        self.until(|probe| !probe.outcome.is_empty());
    }

    /// Leaves a finished game. Esc does nothing just after a position has appeared, in case the
    /// player pressed it for something else.
    #[track_caller]
    pub fn leave_game(&mut self) {
        self.wait("the start screen", |app| {
            app.key(Modifiers::NONE, Key::Escape);
            app.probe().screen == "start"
        });
        self.until(|probe| !probe.loading);
    }

    pub fn at(&self, label: &str) -> Pos2 {
        let sites = self.probe().sites;
        let site = sites.iter().find(|site| site.label == label).expect("the site is there");
        Pos2::new(site.x as f32, site.y as f32)
    }

    pub fn press(&mut self, at: Pos2, down: bool) {
        let modifiers = Modifiers::NONE;
        let button = egui::PointerButton::Primary;
        self.harness.event(egui::Event::PointerMoved(at));
        self.harness.event(egui::Event::PointerButton {
            pos: at,
            button,
            pressed: down,
            modifiers,
        });
        self.harness.step();
    }

    pub fn click(&mut self, label: &str) {
        let at = self.at(label);
        self.press(at, true);
        self.press(at, false);
        self.harness.run_steps(2);
    }

    pub fn hover(&mut self, label: &str) {
        let at = self.at(label);
        self.harness.event(egui::Event::PointerMoved(at));
        self.harness.run_steps(2);
    }

    pub fn key(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.run_steps(4);
    }

    /// Takes a move back in a game between two humans.
    pub fn take_back(&mut self) {
        self.key(Modifiers::COMMAND, Key::Z);
        self.button("Accept");
    }

    /// Chooses a value of a segmented control.
    pub fn choose(&mut self, label: &str) {
        self.harness.get_by_role_and_label(egui::Role::RadioButton, label).click();
        self.harness.run_steps(3);
    }

    /// Opens a page of the panel.
    pub fn tab(&mut self, label: &str) {
        self.harness.get_by_role_and_label(egui::Role::Tab, label).click();
        self.harness.run_steps(3);
    }

    pub fn button(&mut self, label: &str) {
        self.harness.get_by_role_and_label(egui::Role::Button, label).click();
        self.harness.run_steps(3);
    }
}
