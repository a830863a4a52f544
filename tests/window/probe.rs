//! The state of the window, as the program writes it for tests.

use std::collections::BTreeSet;

use serde::Deserialize;

/// The state of the window, as its probe writes it.
#[derive(Debug, Clone, Deserialize)]
pub struct Probe {
    pub frame: u64,
    pub screen: String,
    pub loading: bool,
    pub dialog: bool,
    pub ruleset: String,
    pub ply: u32,
    pub moves: Vec<String>,
    pub acting: Vec<u8>,
    pub human: bool,
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
    pub view: String,
    pub marks: Vec<Mark>,
    pub arrows: Vec<Vec<String>>,
    pub sites: Vec<Place>,
    pub ghosts: Vec<Place>,
    pub widgets: Vec<Widget>,
    pub texts: Vec<String>,
    pub window: [u32; 2],
}

#[derive(Debug, Clone, Deserialize)]
pub struct Mark {
    pub role: String,
    pub sites: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Place {
    pub label: String,
    pub x: f64,
    pub y: f64,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Widget {
    pub label: String,
    pub role: String,
    pub value: String,
    pub focused: bool,
    pub x: f64,
    pub y: f64,
}

impl Probe {
    /// Returns the place of a site.
    #[track_caller]
    pub fn site(&self, label: &str) -> (f64, f64) {
        let found = self.sites.iter().find(|site| site.label == label);
        let site = found.unwrap_or_else(|| panic!("no site {label}: {self}"));
        (site.x, site.y)
    }

    /// Returns the distance of two sites.
    pub fn distance(&self, a: &str, b: &str) -> f64 {
        let ((ax, ay), (bx, by)) = (self.site(a), self.site(b));
        (ax - bx).hypot(ay - by)
    }

    pub fn widget(&self, label: &str) -> Option<&Widget> {
        self.widgets.iter().find(|widget| widget.label == label)
    }

    /// Tells whether a widget's name contains this one.
    pub fn has_widget(&self, name: &str) -> bool {
        self.widgets.iter().any(|widget| widget.label.contains(name))
    }

    /// Returns all texts, for a search in them.
    pub fn written(&self) -> String {
        self.texts.join("\n")
    }

    /// Tells whether a human can move now.
    pub fn is_ready(&self) -> bool {
        self.screen == "game" && self.human && !self.paused && !self.dialog && !self.loading
    }
}

impl std::fmt::Display for Probe {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut short = self.clone();
        short.sites.clear();
        short.ghosts.clear();
        let labels: BTreeSet<_> = short.widgets.drain(..).map(|it| it.label).collect();
        write!(f, "{short:?} with {labels:?}")
    }
}
