//! Variables and results of a ruleset's formulas.

use std::collections::BTreeMap;

use boardloom_contract::{Cursor, Extent, PluginResult};
use boardloom_match::Match;
use boardloom_ruleset::{Estimate, Formula};

use boardloom_base::failure::{Failure, Result};

/// Roles of sites that no piece can enter.
const CLOSED: [&str; 3] = ["blocked", "wall", "hole"];
const PART: u32 = 4096;

pub struct Figure {
    /// Name and derivation.
    pub estimate: Estimate,
    /// Formatted for reading.
    pub text: String,
    pub log10: f64,
}

/// Returns the variables of formulas: `sites`, `open` sites, `pieces` at the start, `seats`.
pub fn names(game: &mut Match) -> Result<BTreeMap<String, f64>> {
    let (seats, sites) = (game.about().seats, game.status().sites);
    let closed: Vec<u16> = (0u16..)
        .zip(&game.about().roles)
        .filter(|(_, role)| CLOSED.contains(&role.as_str()))
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

pub fn figures(estimates: &[Estimate], names: &BTreeMap<String, f64>) -> Result<Vec<Figure>> {
    let figure = |estimate: &Estimate| {
        let value = estimate.formula.parse().and_then(|it: Formula| it.value(names));
        let value = value.map_err(|error| {
            Failure::Invalid(format!("the formula `{}`: {error}", estimate.formula))
        })?;
        let (text, log10) = (value.to_string(), value.log10());
        Ok(Figure { estimate: estimate.clone(), text, log10 })
    };
    estimates.iter().map(figure).collect()
}
