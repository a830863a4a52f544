//! The goals of a ruleset on its board, prepared for a check at every stone.

use boardloom_sdk::Site;
use boardloom_sdk::diagnostic::Path;
use boardloom_sdk::topology::Topology;

use crate::goals::{Aim, ColorGoal, ShapeFinder, reached};
use crate::graph::{AdjacencyGraph, Node};
use crate::groups::{GroupReach, Groups, Union};
use crate::position::MAX_SEATS;
use crate::ruleset::{Goal, LoopRule, Rules};

/// The most regions that an objective can name.
pub const MAX_REGIONS: usize = 32;
pub const MAX_PARTS: usize = 31;

/// The kind of goal that a group reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WinKind {
    /// A loop of this class, the smallest of those that win.
    Loop(u8),
    /// All sides of its colour.
    Sides,
    /// Enough regions.
    Regions,
    /// Enough of the games on the board and its parts.
    Points,
    /// The goal with this index among those of single colours.
    Own(u8),
}

/// The goals on the whole board, or on a part of it.
#[derive(Debug, Clone, Default)]
pub struct Objective {
    loops: Option<LoopRule>,
    /// The regions that each colour joins, one bit each; empty without this goal.
    sides: Vec<u32>,
    /// The regions to touch, one bit each.
    pub regions: u32,
    /// The number of them; 0 without this goal.
    pub needed: u32,
    /// The names of the regions, by bit.
    names: Vec<String>,
    /// The goals of single colours.
    pub own: Vec<ColorGoal>,
}

impl Objective {
    pub fn names(&self, regions: u32) -> Vec<&str> {
        let is_asked = |(bit, _): &(usize, &String)| regions >> bit & 1 != 0;
        self.names.iter().enumerate().filter(is_asked).map(|(_, name)| name.as_str()).collect()
    }

    /// Returns the regions that a colour has to join, one bit each; 0 if there are none.
    pub fn sides(&self, color: u8) -> u32 {
        self.sides.get(usize::from(color)).copied().unwrap_or(0)
    }

    /// Returns the smallest class of a loop that wins and that a group has.
    fn winning_class(&self, reach: &GroupReach) -> Option<u8> {
        if reach.loops.is_zero() {
            return None;
        }
        self.loops.as_ref()?.smallest_class(reach)
    }

    /// Returns the loops that win as a kind of win.
    pub fn loop_rule(&self, kind: WinKind) -> Option<&LoopRule> {
        match kind {
            WinKind::Own(index) => match &self.own.get(usize::from(index))?.aim {
                Aim::Loop(loops) => Some(loops),
                _ => None,
            },
            _ => self.loops.as_ref(),
        }
    }

    /// Returns the goal that a group of a colour reached.
    #[inline]
    pub fn win(&self, color: u8, reach: &GroupReach) -> Option<WinKind> {
        if let Some(class) = self.winning_class(reach) {
            return Some(WinKind::Loop(class));
        }
        if !self.own.is_empty()
            && let Some(index) = self.own_win(color, reach)
        {
            return Some(WinKind::Own(index));
        }
        if reach.regions == 0 {
            return None;
        }
        let sides = self.sides(color);
        if sides != 0 && reach.regions & sides == sides {
            return Some(WinKind::Sides);
        }
        let touched = (reach.regions & self.regions).count_ones();
        (self.needed > 0 && touched >= self.needed).then_some(WinKind::Regions)
    }
}

impl Objective {
    /// Returns the first goal of a colour's own that a group reached; not those that depend on more
    /// than the group.
    fn own_win(&self, color: u8, reach: &GroupReach) -> Option<u8> {
        let is_reached = |goal: &ColorGoal| match &goal.aim {
            Aim::Join { regions, needed } => (reach.regions & regions).count_ones() >= *needed,
            Aim::Loop(loops) => loops.smallest_class(reach).is_some(),
            _ => false,
        };
        let index = self.own.iter().position(|goal| goal.is_for(color) && is_reached(goal))?;
        Some(index as u8)
    }
}

impl LoopRule {
    fn smallest_class(&self, reach: &GroupReach) -> Option<u8> {
        match self {
            LoopRule::Any => (1..=u8::MAX).find(|class| reach.loops.contains(*class)),
            LoopRule::Classes(classes) => {
                classes.iter().copied().filter(|class| reach.loops.contains(*class)).min()
            }
        }
    }

    pub fn wins(&self, class: u8) -> bool {
        class != 0
            && match self {
                LoopRule::Any => true,
                LoopRule::Classes(classes) => classes.contains(&class),
            }
    }
}

/// The wins of one placed stone.
#[derive(Debug, Clone, Copy, Default)]
pub struct PlacementResult {
    /// The layers that it won, one bit each: bit 0 is the whole board, its parts follow.
    pub layers: u32,
    /// The kind of the first of these wins.
    pub kind: Option<WinKind>,
    /// The colour that won, if it is another than that of the stone.
    pub other: Option<u8>,
}

impl PlacementResult {
    #[inline]
    fn add(&mut self, layer: usize, kind: Option<WinKind>) {
        if kind.is_some() {
            self.layers |= 1 << layer;
            self.kind = self.kind.or(kind);
        }
    }
}

#[derive(Debug, Clone)]
pub struct Objectives {
    pub graph: AdjacencyGraph,
    /// Of the whole board, then of each part.
    pub layers: Vec<Objective>,
    /// The number of layers that a colour has to win. 0 on a board without parts: the first goal
    /// that is reached ends the game.
    pub points: u32,
    /// The regions of each node, one bit each; empty if no goal names any.
    regions: Vec<u32>,
    /// For the goals that depend on more than the reach of a group.
    pub shapes: ShapeFinder,
    /// Whether there are any.
    has_shapes: bool,
    /// Whether a stone can reach a goal of another colour.
    helps_others: bool,
}

impl Objectives {
    /// Prepares checked rules.
    pub fn new(rules: &Rules, topology: &Topology) -> Self {
        let parts = rules.parts.iter().map(|part| chosen_sites(&part.sites, topology));
        let graph = AdjacencyGraph::new(topology, &parts.collect::<Vec<_>>());
        let mut all = Objectives {
            graph,
            layers: Vec::new(),
            points: 0,
            regions: Vec::new(),
            shapes: ShapeFinder::default(),
            has_shapes: false,
            helps_others: false,
        };
        all.add_layer(rules, &rules.sides, &rules.regions, rules.needed, topology);
        if rules.goal.contains(Goal::Loop) {
            all.layers[0].loops = Some(rules.loops.clone());
        }
        for part in &rules.parts {
            all.add_layer(rules, &part.sides, &part.regions, part.needed, topology);
        }
        if !rules.parts.is_empty() {
            all.points = rules.points();
        }
        all.add_own_goals(rules, topology);
        all
    }

    fn add_own_goals(&mut self, rules: &Rules, topology: &Topology) {
        let mut objective = self.layers.remove(0);
        for rule in &rules.goals {
            // The names of the whole board's regions.
            let later = std::mem::take(&mut self.layers);
            let regions = self.region_bits(&mut objective, &rule.join, topology);
            self.layers = later;
            objective.own.push(ColorGoal::new(rule, regions, topology));
        }
        self.shapes = ShapeFinder::new(&objective.own, topology);
        self.has_shapes = objective.own.iter().any(ColorGoal::is_shape);
        let helps = |goal: &ColorGoal| matches!(goal.aim, Aim::Surround(rule) if rule.stones > 0);
        self.helps_others = objective.own.iter().any(helps);
        self.layers.insert(0, objective);
    }

    /// Returns the goal of a colour that a stone of its own would reach and that depends on more
    /// than the reach of a group.
    fn shape_win(&self, groups: &Groups, site: Site, color: u8) -> Option<WinKind> {
        let is_reached = |goal: &ColorGoal| match &goal.aim {
            Aim::Reach { sites, count } => !reached(groups, site, color, sites, *count).is_empty(),
            Aim::Ring => !self.shapes.ring(&self.graph, groups, site, color).is_empty(),
            Aim::Line { length, exact } => {
                !self.shapes.line(groups, site, color, *length, *exact).is_empty()
            }
            Aim::Surround(rule) => {
                let board = (&self.graph, groups);
                !self.shapes.surrounding(board, (site, color), color, *rule).is_empty()
            }
            Aim::Join { .. } | Aim::Loop(_) | Aim::NoMoves(_) => false,
        };
        let own = &self.layers[0].own;
        let index = own.iter().position(|goal| goal.is_for(color) && is_reached(goal))?;
        Some(WinKind::Own(index as u8))
    }

    /// Adds the wins by goals that depend on more than the reach of a group: of the stone's colour,
    /// or of one that has surrounded the stone.
    fn add_shapes(&self, result: &mut PlacementResult, groups: &Groups, site: Site, color: u8) {
        result.add(0, self.shape_win(groups, site, color));
        if result.kind.is_some() || !self.helps_others {
            return;
        }
        for other in (0..MAX_SEATS as u8).filter(|other| *other != color) {
            let board = (&self.graph, groups);
            let surrounds = |goal: &ColorGoal| match goal.aim {
                Aim::Surround(rule) => {
                    goal.is_for(other)
                        && !self.shapes.surrounding(board, (site, color), other, rule).is_empty()
                }
                _ => false,
            };
            if let Some(index) = self.layers[0].own.iter().position(surrounds) {
                result.add(0, Some(WinKind::Own(index as u8)));
                result.other = Some(other);
                return;
            }
        }
    }

    /// Returns a goal of a colour that depends on more than the reach of a group and that its
    /// stones on the board have reached, with one of them.
    pub fn shape_on_board(&self, groups: &Groups, color: u8) -> Option<(WinKind, Site)> {
        let mut own = (0..self.graph.sites).filter(|site| groups.color(*site) == color);
        own.find_map(|site| Some((self.shape_win(groups, site, color)?, site)))
    }

    /// Tells whether a stone would reach a goal on the whole board.
    pub fn wins_at(&self, groups: &Groups, site: Site, color: u8) -> bool {
        let reach = groups.reach_if_placed(&self.graph, site, color, self.regions(site));
        self.layers[0].win(color, &reach).is_some()
            || self.has_shapes && self.shape_win(groups, site, color).is_some()
    }

    /// Tells whether some goal depends on more than the reach of a group.
    pub fn has_shapes(&self) -> bool {
        self.has_shapes
    }

    fn add_layer(
        &mut self,
        rules: &Rules,
        sides: &[Vec<String>],
        regions: &[String],
        needed: Option<u8>,
        topology: &Topology,
    ) {
        let mut objective = Objective::default();
        if rules.goal.contains(Goal::Sides) {
            for names in sides {
                let bits = self.region_bits(&mut objective, names, topology);
                objective.sides.push(bits);
            }
        }
        if rules.goal.contains(Goal::Regions) {
            objective.regions = self.region_bits(&mut objective, regions, topology);
            objective.needed = needed.map_or(objective.regions.count_ones(), u32::from);
        }
        self.layers.push(objective);
    }

    /// Returns the bits of regions by name; new names get the next bits.
    fn region_bits(
        &mut self,
        objective: &mut Objective,
        names: &[String],
        topology: &Topology,
    ) -> u32 {
        let mut bits = 0;
        for name in names {
            let known = objective.names.iter().position(|known| known == name);
            let bit = known.unwrap_or(objective.names.len());
            if known.is_none() {
                objective.names.push(name.clone());
                self.regions.resize(self.graph.nodes() as usize, 0);
                let layer = self.layers.len();
                for site in topology.select(name).unwrap_or_default() {
                    let nodes = std::iter::once(&site).chain(self.graph.copies(site));
                    for node in nodes.filter(|node| self.graph.layer_of(**node) == layer) {
                        self.regions[*node as usize] |= 1 << bit;
                    }
                }
            }
            bits |= 1 << bit;
        }
        bits
    }

    /// Tells whether joining sides of the whole board is the only goal.
    pub fn has_only_sides(&self) -> bool {
        let objective = &self.layers[0];
        self.layers.len() == 1
            && objective.loops.is_none()
            && objective.needed == 0
            && objective.own.is_empty()
    }

    #[inline]
    pub fn regions(&self, node: Node) -> u32 {
        self.regions.get(node as usize).copied().unwrap_or(0)
    }

    /// Places a stone; `unions` receives what undoing it needs.
    pub fn place(
        &self,
        groups: &mut Groups,
        site: Site,
        color: u8,
        unions: &mut Vec<Union>,
    ) -> PlacementResult {
        groups.remove_placement(site);
        let mut result = PlacementResult::default();
        for node in std::iter::once(&site).chain(self.graph.copies(site)) {
            let layer = if *node == site { 0 } else { self.graph.layer_of(*node) };
            let reach = groups.place(&self.graph, *node, color, self.regions(*node), unions);
            result.add(layer, self.layers[layer].win(color, &reach));
        }
        if self.has_shapes {
            self.add_shapes(&mut result, groups, site, color);
        }
        result
    }

    /// Places a stone that will not be removed.
    #[inline]
    pub fn place_forever(&self, groups: &mut Groups, site: Site, color: u8) -> PlacementResult {
        let mut result = self.place_in_groups(groups, site, color);
        if self.has_shapes {
            self.add_shapes(&mut result, groups, site, color);
        }
        result
    }

    /// The same, without the goals that depend on more than the reach of a group: until all stones
    /// stand, those can seem to be reached.
    #[inline]
    pub fn place_in_groups(&self, groups: &mut Groups, site: Site, color: u8) -> PlacementResult {
        groups.remove_placement(site);
        let mut result = PlacementResult::default();
        let (graph, regions) = (&self.graph, self.regions(site));
        if let Some(reach) = groups.place_forever(graph, site, color, regions) {
            result.kind = self.layers[0].win(color, &reach);
            result.layers = u32::from(result.kind.is_some());
        }
        for node in graph.copies(site) {
            if let Some(reach) = groups.place_forever(graph, *node, color, self.regions(*node)) {
                let layer = graph.layer_of(*node);
                result.add(layer, self.layers[layer].win(color, &reach));
            }
        }
        result
    }
}

/// Returns the sites that the texts of a checked list mean, in order.
pub fn chosen_sites(texts: &[String], topology: &Topology) -> Vec<Site> {
    let chosen = topology.choose(texts, &Path::default(), &mut Vec::new());
    chosen.into_iter().map(|chosen| chosen.site).collect()
}
