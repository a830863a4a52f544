//! A person before the program: looks, points, clicks, types.
#![allow(dead_code)] // each user needs another part

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use boardloom_app::game_setup::read_player;
use boardloom_gui::{App, CommandLineSetup, Options, Probe};
use egui::{Key, Modifiers, Pos2, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use crate::common::Demo;

/// The program behind the window, somebody before it.
pub struct Sat {
    pub harness: Harness<'static, App>,
}

impl Sat {
    pub fn new(options: Options, folder: Option<PathBuf>, size: Vec2) -> Self {
        Self::with(Demo::new(folder), options, size)
    }

    /// The same before other rulesets.
    pub fn with(services: Demo, options: Options, size: Vec2) -> Self {
        Self::before(App::new(Arc::new(services), options, Arc::new(|| {})), size)
    }

    /// The same before a program that is set up.
    pub fn before(app: App, size: Vec2) -> Self {
        let harness = Harness::builder()
            .with_size(size)
            .with_step_dt(1.0 / 60.0)
            .build_ui_state(|ui, app: &mut App| app.ui(ui), app);
        Sat { harness }
    }

    /// Sits down to a game of two persons.
    pub fn game(size: Vec2) -> Self {
        Self::game_of(&["person", "person"], None, size)
    }

    pub fn game_of(seats: &[&str], folder: Option<PathBuf>, size: Vec2) -> Self {
        let options = Options {
            ruleset: Some("meadow/five".to_owned()),
            asked: CommandLineSetup {
                seats: seats.iter().map(|seat| read_player(seat)).collect(),
                seed: Some(7),
                ..CommandLineSetup::default()
            },
            ..Options::default()
        };
        let mut sat = Self::new(options, folder, size);
        sat.until(|probe| probe.screen == "game" && !probe.sites.is_empty() && !probe.loading);
        sat.harness.run_steps(3);
        sat
    }

    pub fn probe(&self) -> Probe {
        let time = self.harness.ctx.input(|input| input.time);
        self.harness.state().probe(time)
    }

    /// Draws frames until something is so; threads are at work meanwhile.
    pub fn until(&mut self, so: impl Fn(&Probe) -> bool) -> Probe {
        let start = Instant::now();
        loop {
            self.harness.step();
            let probe = self.probe();
            if so(&probe) {
                return probe;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "it never came to that: {probe:?}");
            std::thread::sleep(Duration::from_millis(2));
        }
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

    pub fn button(&mut self, label: &str) {
        self.harness.get_by_role_and_label(egui::Role::Button, label).click();
        self.harness.run_steps(3);
    }
}
