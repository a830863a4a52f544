//! Frames as one animated GIF, written as they come.

use std::io::Write;
use std::time::Duration;

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use tiny_skia::Pixmap;

use super::palette::{Counts, GifPalette, key};

/// In hundredths of a second: viewers replace shorter delays by ten.
const SHORTEST: u16 = 2;

/// Keeps only the previous frame.
pub(super) struct Gif<W: Write> {
    encoder: Encoder<W>,
    palette: GifPalette,
    before: Option<Pixmap>,
}

#[derive(Clone, Copy)]
struct Part {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl<W: Write> Gif<W> {
    /// Chooses the palette from samples; frames with other colours bring their own.
    pub(super) fn begin(to: W, samples: [&Pixmap; 2]) -> Result<Self, EncodingError> {
        let mut counts = Counts::default();
        for sample in samples {
            sample.pixels().iter().for_each(|color| counts.add(key(*color)));
        }
        let palette = GifPalette::of(&counts);
        // Sides of pictures are below 2^16: see `raster::blank`.
        let (width, height) = (samples[0].width() as u16, samples[0].height() as u16);
        let mut encoder = Encoder::new(to, width, height, &palette.bytes())?;
        encoder.set_repeat(Repeat::Infinite)?;
        Ok(Gif { encoder, palette, before: None })
    }

    /// Writes the part that differs from the previous frame.
    pub(super) fn frame(&mut self, pixels: &Pixmap, shown: Duration) -> Result<(), EncodingError> {
        let part = changed_part(self.before.as_ref(), pixels);
        let mut frame = self.encode_part(part, pixels);
        let hundredths = (shown.as_secs_f64() * 100.0).round();
        frame.delay = (hundredths.min(f64::from(u16::MAX)) as u16).max(SHORTEST);
        frame.dispose = DisposalMethod::Keep;
        self.encoder.write_frame(&frame)?;
        match &mut self.before {
            Some(before) => before.data_mut().copy_from_slice(pixels.data()),
            None => self.before = Some(pixels.clone()),
        }
        Ok(())
    }

    fn encode_part(&mut self, part: Part, pixels: &Pixmap) -> Frame<'static> {
        let across = pixels.width() as usize;
        let numbers = |row: usize| {
            let first = (part.top + row) * across + part.left;
            first..first + part.width
        };
        let now = pixels.pixels();
        let old = self.before.as_ref().map(Pixmap::pixels);
        let new = |at: usize| old.is_none_or(|old| old[at] != now[at]);
        let mut counts = Counts::default();
        for at in (0..part.height).flat_map(numbers).filter(|at| new(*at)) {
            counts.add(key(now[at]));
        }
        let mut own = (!self.palette.serves(&counts)).then(|| GifPalette::of(&counts));
        let bytes = own.as_ref().map(GifPalette::bytes);
        let palette = own.as_mut().unwrap_or(&mut self.palette);
        let unchanged = palette.unchanged();
        let code = |at: usize| if new(at) { palette.nearest(key(now[at])) } else { unchanged };
        let buffer: Vec<u8> = (0..part.height).flat_map(numbers).map(code).collect();
        Frame {
            left: part.left as u16,
            top: part.top as u16,
            width: part.width as u16,
            height: part.height as u16,
            transparent: Some(unchanged),
            palette: bytes,
            buffer: buffer.into(),
            ..Frame::default()
        }
    }

    pub(super) fn end(self) -> Result<(), EncodingError> {
        self.encoder.into_inner()?.flush().map_err(EncodingError::from)
    }
}

/// Returns the smallest part that contains all changes; one pixel if nothing changed.
fn changed_part(before: Option<&Pixmap>, now: &Pixmap) -> Part {
    let (width, height) = (now.width() as usize, now.height() as usize);
    let Some(before) = before else { return Part { left: 0, top: 0, width, height } };
    let rows = before.pixels().chunks(width).zip(now.pixels().chunks(width)).enumerate();
    let (mut left, mut right, mut top, mut bottom) = (width, 0, height, 0);
    for (row, (old, new)) in rows.filter(|(_, (old, new))| old != new) {
        let differs = |(old, new): (_, _)| old != new;
        left = old.iter().zip(new).position(differs).unwrap_or(0).min(left);
        right = old.iter().zip(new).rposition(differs).unwrap_or(0).max(right);
        (top, bottom) = (top.min(row), row);
    }
    match left > right {
        true => Part { left: 0, top: 0, width: 1, height: 1 },
        false => Part { left, top, width: right + 1 - left, height: bottom + 1 - top },
    }
}
