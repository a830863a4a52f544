//! A position, and what can be done in it.

use boardloom_sdk::random::mix;
use std::hash::{Hash, Hasher};

use crate::ground::{At, NOWHERE, SITES, Set};
use crate::man::{ATTACKERS, DEFENDERS, Man};

/// A move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// A piece goes along a clear way.
    Go {
        /// From where.
        from: At,
        /// Where to.
        to: At,
    },
    /// A piece jumps over an enemy man.
    Leap {
        /// From where.
        from: At,
        /// Over what.
        over: At,
        /// Where to.
        to: At,
    },
    /// The turn of a piece that could go on ends.
    End,
}

impl Move {
    /// Returns where the piece comes from and goes, and what it jumps over.
    #[inline(always)]
    pub fn parts(self) -> Option<(At, At, At)> {
        match self {
            Move::Go { from, to } => Some((from, to, NOWHERE)),
            Move::Leap { from, over, to } => Some((from, to, over)),
            Move::End => None,
        }
    }
}

/// Why a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The king was taken.
    Captured,
    /// The king is where he wins.
    Escaped,
    /// The king stands in an exit fort.
    Fort,
    /// All defenders are surrounded.
    Encircled,
    /// The side to move cannot.
    Stuck,
    /// Nothing was taken for too long.
    Quiet,
    /// So many plies were played.
    Limit,
    /// Neither side can win any more.
    Hopeless,
}

/// A game that is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Over {
    /// Why.
    pub end: End,
    /// Who won, or none in a draw.
    pub winner: Option<u8>,
}

/// A position: plain values, so that it is copied quickly.
#[derive(Debug, Clone, Copy)]
pub struct Position {
    men: [Man; SITES],
    own: [Set; 2],
    /// Where the king stands.
    pub king: At,
    /// The side to move.
    pub side: u8,
    /// The piece that took something and goes on.
    pub chain: At,
    /// Plies since the last capture, where the rules count them.
    pub quiet: u16,
    /// Plies so far, where the rules count them.
    pub plies: u16,
    /// The way here, where repeating a position is not legal: a node of the game's
    /// tree of lines.
    pub line: u32,
    /// A number for the men on the board.
    hash: u64,
    /// Whether men stand here that the ruleset's start does not have, and so move as
    /// nobody else does.
    pub odd: bool,
    /// How the game ended.
    pub over: Option<Over>,
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.full_key().hash(state);
    }
}

impl Position {
    /// Returns an empty board with walls.
    pub fn empty(walls: &[u32], side: u8) -> Position {
        let mut position = Position {
            men: [Man::NONE; SITES],
            own: [Set::EMPTY; 2],
            king: NOWHERE,
            side,
            chain: NOWHERE,
            quiet: 0,
            plies: 0,
            line: 0,
            hash: 0,
            odd: false,
            over: None,
        };
        for site in walls {
            position.men[*site as usize] = Man::WALL;
        }
        position
    }

    /// Returns what stands on a site.
    #[inline(always)]
    pub fn man(&self, at: At) -> Man {
        self.men[usize::from(at)]
    }

    /// Tells whether nothing stands on a site.
    #[inline(always)]
    pub fn free(&self, at: usize) -> bool {
        self.men[at].is_none()
    }

    /// Returns the sites of a side.
    #[inline(always)]
    pub fn of(&self, side: u8) -> &Set {
        &self.own[usize::from(side)]
    }

    /// Puts a man on an empty site.
    pub fn put(&mut self, at: At, man: Man) {
        self.men[usize::from(at)] = man;
        self.own[usize::from(man.side())].insert(u32::from(at));
        self.hash ^= part(at, man);
        if man == Man::KING {
            self.king = at;
        }
    }

    /// Takes a man off.
    pub fn take(&mut self, at: At) -> Man {
        let man = std::mem::take(&mut self.men[usize::from(at)]);
        self.own[usize::from(man.side())].remove(u32::from(at));
        self.hash ^= part(at, man);
        if man == Man::KING {
            self.king = NOWHERE;
        }
        man
    }

    /// Returns a number for positions that count as the same for repetition.
    pub fn key(&self) -> u64 {
        mix(self.hash ^ mix(u64::from(self.chain) << 8 | u64::from(self.side) | 1 << 40))
    }

    /// Returns a number for positions with the same future.
    pub fn full_key(&self) -> u64 {
        self.key() ^ mix(u64::from(self.quiet) << 16 | u64::from(self.plies))
    }

    /// Returns how many men a side has.
    pub fn count(&self, side: u8) -> u32 {
        self.own[usize::from(side)].len()
    }

    /// Returns both sides' sites.
    pub fn all(&self) -> Set {
        self.own[usize::from(ATTACKERS)] | self.own[usize::from(DEFENDERS)]
    }
}

fn part(at: At, man: Man) -> u64 {
    mix(u64::from(at) << 8 | man.code() as u64 | 1 << 41)
}
