//! The numbers that chance moves are drawn from.

use boardloom_contract::{CHANCE, Cursor, Effect, PluginError, PluginResult};

/// More draws in a row than any game has: a plugin that never stops drawing.
pub(crate) const MAX_DRAWS: usize = 10_000;

/// Returns the random number of a chance move: SplitMix64 of the match's seed and the ply. It
/// depends on nothing else, so a line that is replayed draws the same.
pub fn number(seed: u64, ply: u32) -> u64 {
    mix(mix(seed).wrapping_add((u64::from(ply) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)))
}

/// Plays chance moves while one is due and wanted, as a match with this seed draws them from
/// this ply on. Returns the moves with their effects.
pub fn draw_while(
    cursor: &mut dyn Cursor,
    plugin: &str,
    (seed, ply): (u64, u32),
    mut is_wanted: impl FnMut(&mut dyn Cursor) -> PluginResult<bool>,
) -> PluginResult<Vec<(String, Vec<Effect>)>> {
    let broken = |why| {
        let (plugin, call) = (plugin.to_owned(), "draw".to_owned());
        Err(PluginError::BrokeContract { plugin, call, why })
    };
    let mut drawn = Vec::new();
    while drawn.len() < MAX_DRAWS {
        let status = cursor.status()?;
        if !status.chance || status.is_over() || !is_wanted(cursor)? {
            return Ok(drawn);
        }
        let mv = cursor.sample_outcome(number(seed, ply + drawn.len() as u32))?;
        match cursor.play(CHANCE, &mv)? {
            Ok(effects) => drawn.push((mv, effects)),
            Err(why) => {
                return broken(format!("it drew `{mv}` and did not let it be played: {why}"));
            }
        }
    }
    broken(format!("chance moved {MAX_DRAWS} times in a row"))
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
