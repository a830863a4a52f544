//! A game as a moving picture, or a picture of each of its positions.
//!
//! The line is walked twice. The first pass measures the boards, so that a growing board
//! keeps its place and fits in the end. The second draws and writes each position at once,
//! and holds two frames however long the game is.

mod gif;
mod palette;
mod pattern;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;
use tiny_skia::Pixmap;

use self::gif::Gif;
pub use self::pattern::FramePattern;
use super::image_settings::PositionRenderer;
use super::{ExportError, ImageSettings, MoveCaption, raster};
use boardloom_board_view::board::{Camera, Rect};
use boardloom_board_view::scene::{LayerKind, Picture};
use boardloom_match::{Match, MatchError, NodeId};

/// The last position is shown this many times as long as the others, and at least for
/// [`LINGER_AT_LEAST`].
const LINGER: u32 = 3;
const LINGER_AT_LEAST: Duration = Duration::from_secs(2);

#[derive(Debug, Clone)]
pub struct Animation {
    /// The positions, each after the one before in the match's tree.
    pub line: Vec<NodeId>,
    /// The time for each position.
    pub pace: Duration,
    pub look: ImageSettings,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnimationProgress {
    pub drawn: usize,
    /// The number of all positions.
    pub of: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnimationReport {
    /// The number of positions drawn; fewer than requested if it was cancelled.
    pub frames: usize,
    /// The first illegal move, and why: the animation ends before it.
    pub cut: Option<(NodeId, String)>,
}

#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AnimationError {
    #[error(transparent)]
    Match(#[from] MatchError),
    #[error(transparent)]
    Picture(#[from] ExportError),
    #[error("cannot write {}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("cannot write the moving picture: {0}")]
    Stream(io::Error),
    #[error("no position is chosen, expected one at least")]
    Empty,
    /// Cancelled before the first position was drawn.
    #[error("ended before the first position was drawn")]
    Early,
}

/// Called after each position; returning `false` ends the animation there.
pub type OnProgress<'a> = &'a mut dyn FnMut(AnimationProgress) -> bool;

impl Animation {
    pub fn gif(
        &self,
        game: &mut Match,
        to: &mut dyn Write,
        watch: OnProgress<'_>,
    ) -> Result<AnimationReport, AnimationError> {
        let (mut to, mut gif) = (Some(to), None);
        let report = self.write(game, watch, |pixels, last, shown| {
            if let Some(to) = to.take() {
                // The first and the last frame show the colours that are needed.
                gif = Some(Gif::begin(to, [pixels, last]).map_err(stream_error)?);
            }
            gif.as_mut().map_or(Ok(()), |gif| gif.frame(pixels, shown)).map_err(stream_error)
        })?;
        gif.map_or(Ok(()), Gif::end).map_err(stream_error)?;
        Ok(report)
    }

    /// Writes an animated GIF, which replaces the file only when it is complete or was
    /// cancelled after the first position.
    pub fn gif_file(
        &self,
        game: &mut Match,
        path: &Path,
        watch: OnProgress<'_>,
    ) -> Result<AnimationReport, AnimationError> {
        let failed = |error| AnimationError::File { path: path.to_owned(), error };
        let aside = partial_file(path).map_err(failed)?;
        let written = File::create(&aside).map_err(failed).and_then(|file| {
            let mut file = BufWriter::new(file);
            let filmed = self.gif(game, &mut file, watch);
            filmed.map_err(|why| {
                if let AnimationError::Stream(error) = why { failed(error) } else { why }
            })
        });
        let whole = written.and_then(|filmed| {
            fs::rename(&aside, path).map_err(failed)?;
            Ok(filmed)
        });
        if whole.is_err() {
            // Part of an animation cannot be opened.
            let _ = fs::remove_file(&aside);
        }
        whole
    }

    /// Writes a PNG of each position. After an error the files before it remain.
    pub fn frames(
        &self,
        game: &mut Match,
        to: &FramePattern,
        watch: OnProgress<'_>,
    ) -> Result<AnimationReport, AnimationError> {
        let folder = to.folder();
        if !folder.as_os_str().is_empty() {
            let failed = |error| AnimationError::File { path: folder.to_owned(), error };
            fs::create_dir_all(folder).map_err(failed)?;
        }
        let mut number = 0;
        self.write(game, watch, |pixels, _, _| {
            let path = to.file(number);
            number += 1;
            let bytes = raster::encode(pixels)?;
            fs::write(&path, bytes).map_err(|error| AnimationError::File { path, error })
        })
    }

    /// Draws the positions. `write` takes each picture, that of the last position, and the time.
    fn write(
        &self,
        game: &mut Match,
        watch: OnProgress<'_>,
        mut write: impl FnMut(&Pixmap, &Pixmap, Duration) -> Result<(), AnimationError>,
    ) -> Result<AnimationReport, AnimationError> {
        let Survey { camera, reached: of, cut, last } = self.survey(game, watch)?;
        let Some(last) = last else { return Err(AnimationError::Empty) };
        let mut frames = 0;
        let mut renderer = PositionRenderer::new(&self.look, game);
        let mut ground = StillLayers::default();
        for node in &self.line[..of] {
            if !watch(AnimationProgress { drawn: frames, of }) {
                break;
            }
            game.go_to(*node)?;
            renderer.read(game)?;
            let caption = self.look.caption(game, *node);
            let pixels = ground.paint(&renderer.picture(game, &camera), &caption)?;
            let longer = (self.pace * LINGER).max(LINGER_AT_LEAST);
            frames += 1;
            write(&pixels, &last, if frames == of { longer } else { self.pace })?;
        }
        if frames == 0 {
            return Err(AnimationError::Early);
        }
        watch(AnimationProgress { drawn: frames, of });
        Ok(AnimationReport { frames, cut })
    }

    /// Walks the line for the bounds of its boards.
    fn survey(&self, game: &mut Match, watch: OnProgress<'_>) -> Result<Survey, AnimationError> {
        let mut renderer = PositionRenderer::new(&self.look, game);
        let mut whole: Option<Rect> = None;
        let (mut reached, mut cut) = (0, None);
        // The highest caption: the board does not move.
        let mut lines: f32 = 0.0;
        for node in &self.line {
            if !watch(AnimationProgress { drawn: 0, of: self.line.len() }) {
                return Err(AnimationError::Early);
            }
            match game.go_to(*node) {
                Err(MatchError::Unreachable { why }) => {
                    cut = Some((*node, why));
                    break;
                }
                other => other?,
            }
            if let Some(bounds) = renderer.measure(game)? {
                whole = Some(whole.map_or(bounds, |whole| whole.with(&bounds)));
            }
            lines = lines.max(self.look.caption(game, *node).height());
            reached += 1;
        }
        let camera = self.look.camera(whole, lines);
        let mut last = None;
        if reached > 0 {
            renderer.read(game)?;
            let caption = self.look.caption(game, game.here());
            let picture = renderer.picture(game, &camera);
            last = Some(StillLayers::default().paint(&picture, &caption)?);
        }
        Ok(Survey { camera, reached, cut, last })
    }
}

/// The bounds of a line.
struct Survey {
    camera: Camera,
    reached: usize,
    cut: Option<(NodeId, String)>,
    last: Option<Pixmap>,
}

/// Board surface and labels, kept while they stay the same.
#[derive(Default)]
struct StillLayers(Option<(u64, Pixmap)>);

impl StillLayers {
    fn paint(
        &mut self,
        picture: &Picture<'_>,
        caption: &MoveCaption,
    ) -> Result<Pixmap, ExportError> {
        let revision = picture.board_surface_revision();
        if self.0.as_ref().is_none_or(|(known, _)| *known != revision) {
            let [width, height] = picture.size.map(|side| side as u32);
            let mut pixels = raster::blank(width, height, picture.style.background)?;
            for kind in [LayerKind::BoardSurface, LayerKind::Labels] {
                let layer = picture.layer(kind);
                layer.shapes.iter().for_each(|shape| raster::draw(&mut pixels, shape, 1.0));
            }
            self.0 = Some((revision, pixels));
        }
        let (_, ground) = self.0.as_ref().expect("it was just painted");
        let mut pixels = ground.clone();
        let upper = picture.upper_layers().into_iter().flat_map(|layer| layer.shapes);
        let caption = caption.shapes(picture.size, picture.style.background);
        upper.chain(caption).for_each(|shape| raster::draw(&mut pixels, &shape, 1.0));
        Ok(pixels)
    }
}

fn stream_error(error: ::gif::EncodingError) -> AnimationError {
    AnimationError::Stream(match error {
        ::gif::EncodingError::Io(error) => error,
        other => io::Error::other(other),
    })
}

/// Returns the hidden file that is written until it is complete.
fn partial_file(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or_else(|| io::Error::other("expected the name of a file"))?;
    Ok(path.with_file_name(format!(".{}.part", name.to_string_lossy())))
}

#[cfg(test)]
mod tests;
