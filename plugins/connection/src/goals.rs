//! What wins, made ready for asking at every stone.

use boardloom_sdk::Site;
use boardloom_sdk::topology::Topology;

use crate::groups::{Groups, Held, Join};
use crate::ruleset::{Goal, Loop, Rules};
use crate::web::{Node, Web};

/// The most regions that a task can name.
pub const REGIONS: usize = 32;
/// The most parts of a board.
pub const PARTS: usize = 31;

/// How a group reached a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reached {
    /// A loop of this class, the smallest of those that win.
    Loop(u8),
    /// The colour's own sides.
    Sides,
    /// Enough of the regions.
    Regions,
    /// Enough of the games on the board and its parts.
    Points,
}

/// What wins on the whole board, or on a part of it.
#[derive(Debug, Clone, Default)]
pub struct Task {
    /// The classes that win.
    loops: Option<Loop>,
    /// The regions that each colour joins, one bit each; none where empty.
    sides: Vec<u32>,
    /// The regions of which enough have to be touched, one bit each.
    regions: u32,
    /// How many are enough; 0 where touching regions does not win.
    needed: u32,
    /// The names of the regions, by bit.
    names: Vec<String>,
}

impl Task {
    /// Returns the names of regions.
    pub fn names(&self, regions: u32) -> Vec<&str> {
        let held = |(bit, _): &(usize, &String)| regions >> bit & 1 != 0;
        self.names.iter().enumerate().filter(held).map(|(_, name)| name.as_str()).collect()
    }

    /// Returns the regions that a colour joins to win, one bit each; 0 where the
    /// colour has no sides.
    pub fn sides(&self, color: u8) -> u32 {
        self.sides.get(usize::from(color)).copied().unwrap_or(0)
    }

    /// Returns the regions of which enough have to be touched, one bit each, and
    /// how many are enough.
    pub fn regions(&self) -> (u32, u32) {
        (self.regions, self.needed)
    }

    /// Returns the smallest class that wins and that a group has.
    fn looped(&self, held: &Held) -> Option<u8> {
        if held.span.is_zero() {
            return None;
        }
        match self.loops.as_ref()? {
            Loop::Any => (1..=u8::MAX).find(|class| held.span.has(*class)),
            Loop::Classes(classes) => {
                classes.iter().copied().filter(|class| held.span.has(*class)).min()
            }
        }
    }

    /// Tells whether loops of this class win.
    pub fn wins(&self, class: u8) -> bool {
        class != 0
            && match &self.loops {
                None => false,
                Some(Loop::Any) => true,
                Some(Loop::Classes(classes)) => classes.contains(&class),
            }
    }

    /// Returns the goal that a group of a colour reached.
    #[inline]
    pub fn reached(&self, color: u8, held: &Held) -> Option<Reached> {
        if let Some(class) = self.looped(held) {
            return Some(Reached::Loop(class));
        }
        if held.touched == 0 {
            return None;
        }
        let sides = self.sides(color);
        if sides != 0 && held.touched & sides == sides {
            return Some(Reached::Sides);
        }
        let touched = (held.touched & self.regions).count_ones();
        (self.needed > 0 && touched >= self.needed).then_some(Reached::Regions)
    }
}

/// What a stone reached.
#[derive(Debug, Clone, Copy, Default)]
pub struct Gain {
    /// On which layers, one bit each: the whole board is bit 0, its parts follow.
    pub layers: u32,
    /// How, on the first of them.
    pub how: Option<Reached>,
}

impl Gain {
    #[inline]
    fn add(&mut self, layer: usize, how: Option<Reached>) {
        if how.is_some() {
            self.layers |= 1 << layer;
            self.how = self.how.or(how);
        }
    }
}

/// What wins, and where.
#[derive(Debug, Clone)]
pub struct Goals {
    /// The board and its parts.
    pub web: Web,
    /// On the whole board, then on each part.
    tasks: Vec<Task>,
    /// How many of these games win; 0 where there are no parts.
    points: u32,
    /// The regions of each place, one bit each; empty where none are named.
    touched: Vec<u32>,
}

impl Goals {
    /// Makes the goals of checked rules.
    pub fn new(rules: &Rules, topology: &Topology) -> Self {
        let parts = rules.parts.iter().map(|part| chosen(&part.sites, topology));
        let web = Web::new(topology, &parts.collect::<Vec<_>>());
        let mut goals = Goals { web, tasks: Vec::new(), points: 0, touched: Vec::new() };
        goals.add(rules, &rules.sides, &rules.regions, rules.needed, topology);
        if rules.goal.has(Goal::Loop) {
            goals.tasks[0].loops = Some(rules.loops.clone());
        }
        for part in &rules.parts {
            goals.add(rules, &part.sides, &part.regions, part.needed, topology);
        }
        if !rules.parts.is_empty() {
            goals.points = rules.points();
        }
        goals
    }

    /// Adds the task of the next layer.
    fn add(
        &mut self,
        rules: &Rules,
        sides: &[Vec<String>],
        regions: &[String],
        needed: Option<u8>,
        topology: &Topology,
    ) {
        let mut task = Task::default();
        if rules.goal.has(Goal::Sides) {
            for names in sides {
                let bits = self.bits(&mut task, names, topology);
                task.sides.push(bits);
            }
        }
        if rules.goal.has(Goal::Regions) {
            task.regions = self.bits(&mut task, regions, topology);
            let all = task.regions.count_ones();
            task.needed = needed.map_or(all, u32::from);
        }
        self.tasks.push(task);
    }

    /// Returns the bits of regions by name, and gives bits to those that have none
    /// yet.
    fn bits(&mut self, task: &mut Task, names: &[String], topology: &Topology) -> u32 {
        let mut bits = 0;
        for name in names {
            let known = task.names.iter().position(|own| own == name);
            let bit = known.unwrap_or(task.names.len());
            if known.is_none() {
                task.names.push(name.clone());
                self.touched.resize(self.web.nodes() as usize, 0);
                let layer = self.tasks.len();
                for site in topology.select(name).unwrap_or_default() {
                    let all = std::iter::once(&site).chain(self.web.copies(site));
                    for node in all.filter(|node| self.web.layer_of(**node) == layer) {
                        self.touched[*node as usize] |= 1 << bit;
                    }
                }
            }
            bits |= 1 << bit;
        }
        bits
    }

    /// Returns what wins on a layer: the whole board (0) or a part.
    pub fn task(&self, layer: usize) -> &Task {
        &self.tasks[layer]
    }

    /// Returns how many layers there are.
    pub fn layers(&self) -> usize {
        self.tasks.len()
    }

    /// Returns how many of the games on the board and its parts win; 0 where there
    /// are no parts, and the first goal reached ends the game.
    #[inline]
    pub fn points(&self) -> u32 {
        self.points
    }

    /// Tells whether to join the own sides of the whole board is all that wins.
    pub fn only_sides(&self) -> bool {
        let task = &self.tasks[0];
        self.points == 0 && self.layers() == 1 && task.loops.is_none() && task.needed == 0
    }

    /// Returns the regions that a place belongs to, one bit each.
    #[inline]
    pub fn touched(&self, node: Node) -> u32 {
        self.touched.get(node as usize).copied().unwrap_or(0)
    }

    /// Puts a stone and returns what its colour reached with it; `log` receives what
    /// taking it back needs.
    pub fn put(&self, groups: &mut Groups, site: Site, color: u8, log: &mut Vec<Join>) -> Gain {
        groups.fill(site);
        let mut gain = Gain::default();
        let copies = self.web.copies(site);
        for node in std::iter::once(&site).chain(copies) {
            let layer = if *node == site { 0 } else { self.web.layer_of(*node) };
            let held = groups.put(&self.web, *node, color, self.touched(*node), log);
            gain.add(layer, self.tasks[layer].reached(color, &held));
        }
        gain
    }

    /// Puts a stone that stays, and returns what its colour reached with it.
    #[inline]
    pub fn drop(&self, groups: &mut Groups, site: Site, color: u8) -> Gain {
        groups.fill(site);
        let mut gain = Gain::default();
        if let Some(held) = groups.drop(&self.web, site, color, self.touched(site)) {
            gain.how = self.tasks[0].reached(color, &held);
            gain.layers = u32::from(gain.how.is_some());
        }
        for node in self.web.copies(site) {
            if let Some(held) = groups.drop(&self.web, *node, color, self.touched(*node)) {
                let layer = self.web.layer_of(*node);
                gain.add(layer, self.tasks[layer].reached(color, &held));
            }
        }
        gain
    }
}

/// Returns the sites that the texts of a checked list mean, in order.
pub fn chosen(texts: &[String], topology: &Topology) -> Vec<Site> {
    let path = boardloom_sdk::problem::Path::default();
    let chosen = topology.choose(texts, &path, &mut Vec::new());
    chosen.into_iter().map(|chosen| chosen.site).collect()
}
