//! Variables and results of a ruleset's formulas.

use std::collections::{BTreeMap, BTreeSet};

use boardloom_contract::{Cursor, Diagnostic, Extent, Message, PathKey, PluginResult, Severity};
use boardloom_match::{GameSource, Match, MatchSetup};
use boardloom_ruleset::{Diagnostics, Estimate, Formula, FormulaError, Magnitude};
use serde::Deserialize;

use boardloom_base::failure::Result;

/// The role of sites that no piece can enter.
const CLOSED: &str = "blocked";
const PART: u32 = 4096;

pub struct Figure {
    /// Name and derivation.
    pub estimate: Estimate,
    /// The value on the board, or why it has none there.
    pub value: Result<Magnitude, FormulaError>,
}

/// Returns the variables of formulas: `sites`, `open` sites, `pieces` at the start, `seats`.
pub fn names(game: &mut Match) -> Result<BTreeMap<String, f64>> {
    let (seats, sites) = (game.about().seats, game.status().sites);
    let closed: Vec<u16> = (0u16..)
        .zip(&game.about().roles)
        .filter(|(_, role)| *role == CLOSED)
        .map(|(number, _)| number)
        .collect();
    let pieces = game.ask(|cursor| cursor.pieces(0, sites))?.len();
    let shut = game.ask(|cursor| shut(cursor, &closed))?;
    let names = [
        ("sites", f64::from(sites)),
        ("open", f64::from(sites.saturating_sub(shut))),
        ("pieces", pieces as f64),
        ("seats", f64::from(seats)),
    ];
    Ok(names.map(|(name, number)| (name.to_owned(), number)).into())
}

fn shut(cursor: &mut dyn Cursor, roles: &[u16]) -> PluginResult<u32> {
    let (mut count, mut beyond) = (0, Extent::default());
    loop {
        let patch = cursor.drawing_beyond(0, beyond, PART)?;
        if patch.places.is_empty() {
            return Ok(count);
        }
        let here = patch.places.iter().filter(|place| !place.copy && roles.contains(&place.role));
        count += here.count() as u32;
        beyond.places += patch.places.len() as u32;
    }
}

/// The text form in which a game says how large it is.
const SIZE: &str = "size";

/// Bounds that a game computes itself, as base-10 logarithms: boards that change have other
/// positions than a sample shows.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct Bounds {
    #[serde(rename = "positions_log10")]
    pub positions: f64,
    #[serde(rename = "games_log10")]
    pub games: f64,
    pub corners: f64,
    pub divisions: f64,
}

impl Bounds {
    /// Returns `None` for games that do not say it.
    pub fn read(game: &mut Match) -> Result<Option<Self>> {
        if !game.about().forms.iter().any(|form| form == SIZE) {
            return Ok(None);
        }
        let text = game.ask(|cursor| cursor.write(SIZE))?;
        Ok(text.ok().and_then(|text| serde_json::from_str(&text).ok()))
    }
}

/// The places and the kinds of pieces of positions, which bound the number of positions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BoardExtent {
    /// Sites on which a piece can stand: on boards with pieces on corners, the corners.
    pub open: u32,
    /// Cells that can be divided, on boards with pieces on corners.
    pub cells: u32,
    /// Kind and colour of all pieces.
    pub pieces: BTreeSet<(u16, u8)>,
}

impl BoardExtent {
    /// Reads the current position.
    pub fn read(game: &mut Match) -> Result<Self> {
        let closed: Vec<u16> = (0u16..)
            .zip(&game.about().roles)
            .filter(|(_, role)| *role == CLOSED)
            .map(|(number, _)| number)
            .collect();
        let sites = game.status().sites;
        let pieces = game.ask(|cursor| cursor.pieces(0, sites))?;
        let (corners, cells) = game.ask(|cursor| places(cursor, &closed))?;
        let pieces = pieces.into_iter().map(|(_, piece)| (piece.kind, piece.color)).collect();
        Ok(match corners {
            0 => BoardExtent { open: cells, cells: 0, pieces },
            open => BoardExtent { open, cells, pieces },
        })
    }

    /// Extends it to another one.
    pub fn join(&mut self, other: &BoardExtent) {
        self.open = self.open.max(other.open);
        self.cells = self.cells.max(other.cells);
        self.pieces.extend(&other.pieces);
    }

    /// Returns the base-10 logarithm of a bound on the number of positions: each site is empty or
    /// has a piece, each cell is divided or not, and one of the seats is to move.
    pub fn positions_log10(&self, seats: u8) -> f64 {
        f64::from(self.open) * (1.0 + self.pieces.len() as f64).log10()
            + f64::from(self.cells) * 2f64.log10()
            + f64::from(seats.max(1)).log10()
    }
}

/// Counts corners and cells, closed ones aside.
fn places(cursor: &mut dyn Cursor, closed: &[u16]) -> PluginResult<(u32, u32)> {
    let (mut corners, mut cells, mut beyond) = (0, 0, Extent::default());
    loop {
        let patch = cursor.drawing_beyond(0, beyond, PART)?;
        if patch.places.is_empty() {
            return Ok((corners, cells));
        }
        for place in patch.places.iter().filter(|it| !it.copy && !closed.contains(&it.role)) {
            *if place.shape.is_some() { &mut cells } else { &mut corners } += 1;
        }
        beyond.places += patch.places.len() as u32;
    }
}

pub fn figures(estimates: &[Estimate], names: &BTreeMap<String, f64>) -> Vec<Figure> {
    let figure = |estimate: &Estimate| {
        let value = estimate.formula.parse().and_then(|it: Formula| it.value(names));
        Figure { estimate: estimate.clone(), value }
    };
    estimates.iter().map(figure).collect()
}

/// Returns the errors of formulas of `help.estimates` that have no value at the start.
pub fn estimates_without_value(source: &GameSource) -> Result<Diagnostics> {
    let estimates = &source.ruleset.help.estimates;
    if estimates.is_empty() {
        return Ok(Diagnostics::default());
    }
    let names = names(&mut Match::new(source.clone(), MatchSetup::default())?)?;
    let figures = figures(estimates, &names);
    let error = |(index, figure): (usize, &Figure)| {
        let error = figure.value.as_ref().err()?;
        let names: Vec<String> = names.iter().map(|(name, it)| format!("{name} = {it}")).collect();
        Some(Diagnostic {
            severity: Severity::Error,
            path: vec![
                PathKey::Name("help".to_owned()),
                PathKey::Name("estimates".to_owned()),
                PathKey::Index(index as u32),
                PathKey::Name("formula".to_owned()),
            ],
            on_key: false,
            inside: None,
            what: Message::new("check.estimate", format!("{error}, with {}", names.join(", "))),
            hint: None,
        })
    };
    let errors: Vec<Diagnostic> = figures.iter().enumerate().filter_map(error).collect();
    Ok(source.ruleset.locate(&errors))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_bounded() {
        let pieces = BTreeSet::from([(0, 0), (0, 1)]);
        let mut extent = BoardExtent { open: 49, cells: 0, pieces };
        // 2 * 3^49
        assert!((extent.positions_log10(2) - 23.679_9).abs() < 1e-3);
        extent.join(&BoardExtent { open: 9, cells: 10, pieces: BTreeSet::new() });
        assert_eq!((extent.open, extent.cells, extent.pieces.len()), (49, 10, 2));
        assert!((extent.positions_log10(2) - 26.690_2).abs() < 1e-3);
    }
}
