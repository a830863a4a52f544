//! Reduces the colours of a frame; those of flat shapes stay as they are.

use rustc_hash::FxHashMap;
use tiny_skia::PremultipliedColorU8;

/// The number of colours of a frame, besides the one for unchanged pixels.
const MOST: usize = 255;
/// Squared distance below which colours look equal: four steps of 255 in each channel.
const ALIKE: u32 = 144;

pub(super) fn key(color: PremultipliedColorU8) -> u32 {
    u32::from_be_bytes([0, color.red(), color.green(), color.blue()])
}

fn parts(color: u32) -> [u8; 3] {
    let [_, r, g, b] = color.to_be_bytes();
    [r, g, b]
}

/// Returns the squared distance of colours, weighted for the eye.
fn distance(a: u32, b: u32) -> u32 {
    let [r, g, b] = std::array::from_fn(|n| {
        let apart = u32::from(parts(a)[n].abs_diff(parts(b)[n]));
        apart * apart
    });
    2 * r + 4 * g + 3 * b
}

#[derive(Default)]
pub(super) struct Counts(FxHashMap<u32, u32>);

impl Counts {
    pub(super) fn add(&mut self, color: u32) {
        *self.0.entry(color).or_default() += 1;
    }
}

/// Up to 255 colours, and the nearest of them for any other.
pub(super) struct GifPalette {
    colors: Vec<u32>,
    nearest: FxHashMap<u32, u8>,
}

impl GifPalette {
    /// Takes the most used colours, those of flat shapes, as they are; antialiased edges map to
    /// the nearest.
    pub(super) fn of(counts: &Counts) -> Self {
        let mut all: Vec<(u32, u32)> = counts.0.iter().map(|(c, count)| (*c, *count)).collect();
        all.sort_unstable_by_key(|(color, count)| (std::cmp::Reverse(*count), *color));
        let mut apart = 0;
        loop {
            if let Some(colors) = cover(&all, apart) {
                return GifPalette { colors, nearest: FxHashMap::default() };
            }
            apart = apart.max(4) * 3 / 2;
        }
    }

    /// Three bytes a colour.
    pub(super) fn bytes(&self) -> Vec<u8> {
        // The last one stands for "as before".
        self.colors.iter().chain([&0]).flat_map(|color| parts(*color)).collect()
    }

    /// The index of unchanged pixels.
    pub(super) fn unchanged(&self) -> u8 {
        self.colors.len() as u8
    }

    pub(super) fn nearest(&mut self, color: u32) -> u8 {
        let colors = &self.colors;
        *self.nearest.entry(color).or_insert_with(|| {
            let near = colors.iter().enumerate().min_by_key(|(_, it)| distance(**it, color));
            near.map_or(0, |(number, _)| number as u8)
        })
    }

    /// Tells whether every colour has a match that looks equal.
    pub(super) fn serves(&mut self, counts: &Counts) -> bool {
        counts.0.keys().all(|color| {
            let near = usize::from(self.nearest(*color));
            self.colors.get(near).is_some_and(|it| distance(*it, *color) <= ALIKE)
        })
    }
}

/// Returns colours such that each is within a distance of one of them; `None` if that takes too
/// many.
fn cover(all: &[(u32, u32)], apart: u32) -> Option<Vec<u32>> {
    let mut taken: Vec<u32> = Vec::with_capacity(MOST);
    for (color, _) in all {
        if apart > 0 && taken.iter().any(|it| distance(*it, *color) <= apart) {
            continue;
        }
        if taken.len() == MOST {
            return None;
        }
        taken.push(*color);
    }
    Some(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(palette: &mut GifPalette, color: u32) -> u32 {
        let near = palette.nearest(color);
        palette.colors[usize::from(near)]
    }

    #[test]
    fn colours_of_large_shapes_stay_as_they_are() {
        let mut counts = Counts::default();
        let flat = [0x00_e3_d8_c3, 0x00_d5_5e_00, 0x00_00_72_b2];
        for color in flat {
            (0..1000).for_each(|_| counts.add(color));
        }
        // Edges in 4,096 shades.
        for n in 0..4096_u32 {
            counts.add((n & 0xf) << 20 | (n >> 4 & 0xf) << 12 | (n >> 8) << 4);
        }
        let mut palette = GifPalette::of(&counts);
        assert!(palette.colors.len() <= MOST);
        for color in flat {
            assert_eq!(shown(&mut palette, color), color);
        }
        let worst = counts.0.keys().map(|color| distance(shown(&mut palette, *color), *color));
        // About a seventeenth of each channel.
        assert!(worst.max().unwrap() < 9 * 32 * 32);
    }

    #[test]
    fn few_colours_are_all_taken() {
        let mut counts = Counts::default();
        (0..255).for_each(|n| counts.add(n));
        let mut palette = GifPalette::of(&counts);
        assert_eq!((palette.colors.len(), palette.unchanged()), (255, 255));
        assert!((0..255).all(|n| shown(&mut palette, n) == n));
        assert!(palette.serves(&counts));
        counts.add(0x00_ff_00_00);
        assert!(!palette.serves(&counts));
    }
}
