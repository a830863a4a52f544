//! Chance moves, and the numbers that they are drawn from.

use boardloom_contract::{CHANCE, Cursor, Effect, GameStatus, Message, PluginError, PluginResult};

use crate::game_tree::GameEvent;

/// The most draws in a row: more come from a plugin that never stops drawing.
const MAX_DRAWS: usize = 10_000;

/// A chance move that was played.
pub struct Draw {
    pub mv: String,
    /// The move as players read it.
    pub text: Message,
    pub effects: Vec<Effect>,
    /// The status after it.
    pub status: GameStatus,
}

/// Returns the random number of a chance move: SplitMix64 of the match's seed and the ply. It
/// depends on nothing else, so a line that is replayed draws the same.
pub fn number(seed: u64, ply: u32) -> u64 {
    mix(mix(seed).wrapping_add((u64::from(ply) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)))
}

/// Tells whether chance moves before an event, instead of with it.
pub fn draws_before(cursor: &mut dyn Cursor, event: &GameEvent) -> PluginResult<bool> {
    match event {
        GameEvent::Move { seat: None, mv } => Ok(!cursor.is_legal(CHANCE, mv)?),
        other => Ok(other.seat() != Some(CHANCE)),
    }
}

/// Plays chance moves while one is due and wanted, as a match with this seed draws them from
/// this ply on.
pub fn draw_while(
    cursor: &mut dyn Cursor,
    plugin: &str,
    (seed, ply): (u64, u32),
    mut is_wanted: impl FnMut(&mut dyn Cursor) -> PluginResult<bool>,
) -> PluginResult<Vec<Draw>> {
    let contract_error = |why| {
        let (plugin, call) = (plugin.to_owned(), "draw".to_owned());
        Err(PluginError::BrokeContract { plugin, call, why })
    };
    let mut drawn = Vec::new();
    let mut status = cursor.status()?;
    while status.chance && !status.is_over() && is_wanted(cursor)? {
        if drawn.len() >= MAX_DRAWS {
            return contract_error(format!("chance moved {MAX_DRAWS} times in a row"));
        }
        let mv = cursor.sample_outcome(number(seed, ply + drawn.len() as u32))?;
        let text = cursor.describe_move(CHANCE, &mv)?;
        let effects = match cursor.play(CHANCE, &mv)? {
            Ok(effects) => effects,
            Err(why) => {
                return contract_error(format!(
                    "it drew `{mv}` and did not let it be played: {why}"
                ));
            }
        };
        status = cursor.status()?;
        drawn.push(Draw { mv, text, effects, status: status.clone() });
    }
    Ok(drawn)
}

/// Plays the chance moves before the first move and returns their number.
pub fn draw_first(cursor: &mut dyn Cursor, plugin: &str, seed: u64) -> PluginResult<usize> {
    draw_while(cursor, plugin, (seed, 0), |_| Ok(true)).map(|drawn| drawn.len())
}

/// The output function of SplitMix64 (Steele, Lea and Flood, 2014).
fn mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix_gives_its_published_first_number() {
        assert_eq!(mix(0), 0xE220_A839_7B1D_CDAF);
    }

    #[test]
    fn seeds_and_plies_differ() {
        assert_ne!(number(1, 0), number(1, 1));
        assert_ne!(number(1, 0), number(2, 0));
        assert_ne!(number(1, 1), number(2, 0));
    }
}
