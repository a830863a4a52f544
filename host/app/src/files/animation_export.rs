//! Exports on a thread: images of a position, animations of a game.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use boardloom_board_view::Scene;
use boardloom_export as export;
use boardloom_export::{Animation, AnimationError, AnimationReport, FramePattern, ImageSettings};
use boardloom_match::{GameSource, MatchError, NodeId, Observer, Record};

use super::file_tasks::why;
use crate::services::Wake;
use crate::texts::errors::translated;
use crate::texts::files as t;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ExportFormat {
    #[default]
    Png,
    Svg,
    Gif,
    Frames,
}

impl ExportFormat {
    pub const ALL: [ExportFormat; 4] =
        [ExportFormat::Png, ExportFormat::Svg, ExportFormat::Gif, ExportFormat::Frames];

    pub fn moves(self) -> bool {
        matches!(self, ExportFormat::Gif | ExportFormat::Frames)
    }

    pub fn label(self) -> &'static str {
        match self {
            ExportFormat::Png => t::png(),
            ExportFormat::Svg => t::svg(),
            ExportFormat::Gif => t::gif(),
            ExportFormat::Frames => t::frames(),
        }
    }

    /// The end of a file's name, with a place for the number of each frame.
    pub fn ending(self) -> &'static str {
        match self {
            ExportFormat::Png => ".png",
            ExportFormat::Svg => ".svg",
            ExportFormat::Gif => ".gif",
            ExportFormat::Frames => "-%04d.png",
        }
    }

    /// Adds the ending unless the path has it.
    pub fn named(self, path: PathBuf) -> PathBuf {
        let whole = match self {
            ExportFormat::Frames => FramePattern::read(&path).is_some(),
            _ => path
                .extension()
                .is_some_and(|it| it.to_string_lossy().eq_ignore_ascii_case(&self.ending()[1..])),
        };
        if whole {
            return path;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // The stem of `x.png` as frames is `x`.
        let stem = match self {
            ExportFormat::Frames => name.strip_suffix(".png").unwrap_or(&name),
            _ => &name,
        };
        path.with_file_name(format!("{stem}{}", self.ending()))
    }

    /// The file that exists if an export to this path was made before.
    pub fn first_file(self, path: &Path) -> PathBuf {
        match self {
            ExportFormat::Frames => {
                FramePattern::read(path).map_or_else(|| path.to_owned(), |it| it.file(0))
            }
            _ => path.to_owned(),
        }
    }
}

pub enum ExportSource {
    /// Scale in pixels per unit of the scene.
    Scene(Box<Scene>, f32),
    /// Pixels of the screen: width, height, four bytes each from the top.
    Dots(u32, u32, Vec<u8>),
    Line {
        record: Box<Record>,
        source: GameSource,
        line: Vec<NodeId>,
        look: Box<ImageSettings>,
        pace: Duration,
        /// Who may see it.
        observer: Option<Observer>,
    },
}

pub struct ExportJob {
    pub form: ExportFormat,
    pub path: PathBuf,
    pub taken: ExportSource,
}

#[derive(Debug, Clone)]
pub struct RunningExport {
    drawn: Arc<AtomicUsize>,
    of: Arc<AtomicUsize>,
    stopped: Arc<AtomicBool>,
}

impl RunningExport {
    pub(super) fn new(order: &ExportJob) -> Self {
        let of = match &order.taken {
            ExportSource::Line { line, .. } => line.len(),
            _ => 1,
        };
        RunningExport {
            drawn: Arc::default(),
            of: Arc::new(AtomicUsize::new(of)),
            stopped: Arc::default(),
        }
    }

    /// Frames drawn, and their total.
    pub fn progress(&self) -> (usize, usize) {
        (self.drawn.load(Ordering::Relaxed), self.of.load(Ordering::Relaxed))
    }

    /// Ends it with the frames drawn so far.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

impl ExportJob {
    /// Returns the message to show.
    pub(super) fn carry_out(self, making: &RunningExport, wake: &Wake) -> Result<String, String> {
        let ExportJob { form, path, taken } = self;
        let written = |bytes: Result<Vec<u8>, export::ExportError>| {
            let bytes = bytes.map_err(|error| translated(&error.to_string()))?;
            let written = boardloom_match::write_atomically(&path, &bytes);
            written.map_err(|error| t::unwritten(&path.display(), &why(&error)))?;
            Ok(t::exported(&path.display()))
        };
        match taken {
            ExportSource::Scene(scene, _) if form == ExportFormat::Svg => {
                written(Ok(export::svg(&scene).into_bytes()))
            }
            ExportSource::Scene(scene, scale) => written(export::png(&scene, scale)),
            ExportSource::Dots(width, height, dots) => {
                written(export::png_of(width, height, &dots))
            }
            ExportSource::Line { record, source, line, look, pace, observer } => {
                let film = Animation { line, pace, look: *look };
                film_of(
                    (*record, source, observer),
                    &film,
                    (form, &path),
                    &mut |now: export::AnimationProgress| {
                        making.drawn.store(now.drawn, Ordering::Relaxed);
                        making.of.store(now.of, Ordering::Relaxed);
                        wake();
                        !making.stopped.load(Ordering::Relaxed)
                    },
                )
            }
        }
    }
}

fn film_of(
    (record, source, observer): (Record, GameSource, Option<Observer>),
    film: &Animation,
    (form, path): (ExportFormat, &Path),
    watch: &mut dyn FnMut(export::AnimationProgress) -> bool,
) -> Result<String, String> {
    let said = |error: MatchError| translated(&error.to_string());
    let (mut game, _) = record.resume(source).map_err(said)?;
    game.set_observer(observer).map_err(said)?;
    let filmed = match form {
        ExportFormat::Frames => {
            let pattern = FramePattern::read(path).unwrap_or_else(|| FramePattern::in_folder(path));
            film.frames(&mut game, &pattern, watch)
        }
        _ => film.gif_file(&mut game, path, watch),
    };
    let AnimationReport { frames, cut } = filmed.map_err(|error| match error {
        AnimationError::File { path, error } => t::unwritten(&path.display(), &why(&error)),
        other => translated(&other.to_string()),
    })?;
    Ok(match cut {
        Some((node, why)) => t::exported_cut(&path.display(), game.tree().node(node).ply(), &why),
        None if frames < film.line.len() => t::exported_early(&path.display(), frames),
        None => t::exported(&path.display()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_end_as_what_they_hold() {
        let named = |form: ExportFormat, name: &str| form.named(Path::new("a").join(name));
        assert_eq!(named(ExportFormat::Png, "x"), Path::new("a/x.png"));
        assert_eq!(named(ExportFormat::Png, "x.PNG"), Path::new("a/x.PNG"));
        assert_eq!(named(ExportFormat::Gif, "x.png"), Path::new("a/x.png.gif"));
        assert_eq!(named(ExportFormat::Frames, "x.png"), Path::new("a/x-%04d.png"));
        assert_eq!(named(ExportFormat::Frames, "x-%02d.png"), Path::new("a/x-%02d.png"));
        assert_eq!(
            ExportFormat::Frames.first_file(Path::new("a/x-%02d.png")),
            Path::new("a/x-00.png")
        );
    }
}
