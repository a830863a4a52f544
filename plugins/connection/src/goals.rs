//! What wins, made ready for asking at every stone.

use boardloom_sdk::Site;
use boardloom_sdk::topology::Topology;

use crate::groups::{Groups, Held};
use crate::ruleset::{Goal, Loop, Rules};

/// The most regions that goals can name.
pub const REGIONS: usize = 32;

/// How a group reached a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reached {
    /// A loop of this class, the smallest of those that win.
    Loop(u8),
    /// The colour's own sides.
    Sides,
    /// Enough of the regions.
    Regions,
}

/// What wins.
#[derive(Debug, Clone, Default)]
pub struct Goals {
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
    /// The regions of each site, one bit each; empty where none are named.
    touched: Vec<u32>,
}

impl Goals {
    /// Makes the goals of checked rules.
    pub fn new(rules: &Rules, topology: &Topology) -> Self {
        let mut goals = Goals::default();
        if rules.goal.has(Goal::Loop) {
            goals.loops = Some(rules.loops.clone());
        }
        if rules.goal.has(Goal::Sides) {
            for names in &rules.sides {
                let bits = goals.bits(names, topology);
                goals.sides.push(bits);
            }
        }
        if rules.goal.has(Goal::Regions) {
            goals.regions = goals.bits(&rules.regions, topology);
            let all = goals.regions.count_ones();
            goals.needed = rules.needed.map_or(all, u32::from);
        }
        goals
    }

    /// Returns the bits of regions by name, and gives bits to those that have none
    /// yet.
    fn bits(&mut self, names: &[String], topology: &Topology) -> u32 {
        let mut bits = 0;
        for name in names {
            let known = self.names.iter().position(|own| own == name);
            let bit = known.unwrap_or(self.names.len());
            if known.is_none() {
                self.names.push(name.clone());
                self.touched.resize(topology.sites() as usize, 0);
                for site in topology.select(name).unwrap_or_default() {
                    self.touched[site as usize] |= 1 << bit;
                }
            }
            bits |= 1 << bit;
        }
        bits
    }

    /// Returns the regions that a site belongs to, one bit each.
    #[inline]
    pub fn touched(&self, site: Site) -> u32 {
        self.touched.get(site as usize).copied().unwrap_or(0)
    }

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

    /// Puts a stone and returns the goal that its colour reached with it.
    pub fn put(
        &self,
        groups: &mut Groups,
        topology: &Topology,
        site: Site,
        color: u8,
    ) -> Option<Reached> {
        let held = groups.put(topology, site, color, self.touched(site), None);
        self.reached(color, &held)
    }
}
