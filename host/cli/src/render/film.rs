//! A game as a moving picture, or a picture of each position.

use std::path::Path;
use std::time::Duration;

use boardloom_export::{
    Animation, AnimationError, AnimationProgress, AnimationReport, FramePattern, ImageSettings,
};
use boardloom_match::Match;
use boardloom_match::{GameEvent, NodeId};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::{Picture, Render};
use crate::console::Console;
use crate::failure::Failure;
use crate::interrupt::Interrupt;

/// Films a line; Ctrl-C ends it with what there is.
pub fn run(
    game: &mut Match,
    look: ImageSettings,
    line: Vec<NodeId>,
    (args, form): (&Render, Picture),
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let line = from(line, args)?;
    let film = Animation { line, pace: Duration::from_secs_f64(args.pace), look };
    let interrupt = Interrupt::listen();
    let bar = bar(film.line.len(), console);
    let mut watch = |now: AnimationProgress| {
        bar.set_length(now.of as u64);
        bar.set_position(now.drawn as u64);
        !interrupt.came()
    };
    let filmed = match form {
        Picture::Frames => film.frames(game, &pattern(&args.output)?, &mut watch),
        _ if args.output == Path::new("-") => film.gif(game, &mut console.out, &mut watch),
        _ => film.gif_file(game, &args.output, &mut watch),
    };
    bar.finish_and_clear();
    report(game, filmed.map_err(failure)?, film.line.len(), console)
}

/// Leaves out what comes before the first position that is wanted.
fn from(line: Vec<NodeId>, args: &Render) -> Result<Vec<NodeId>, Failure> {
    let Some(first) = args.from else { return Ok(line) };
    let most = line.len() - 1;
    if first as usize > most {
        let why = format!("--from: expected 0 to {most}, the moves that are shown, found {first}");
        return Err(Failure::Usage(why));
    }
    Ok(line[first as usize..].to_vec())
}

fn pattern(output: &Path) -> Result<FramePattern, Failure> {
    if output == Path::new("-") {
        let why = "many pictures are no single output; name a folder, or write a GIF";
        return Err(Failure::Usage(why.to_owned()));
    }
    Ok(FramePattern::read(output).unwrap_or_else(|| FramePattern::in_folder(output)))
}

/// Says what there is less of than was asked for.
fn report(
    game: &Match,
    filmed: AnimationReport,
    asked: usize,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    if let Some((node, why)) = filmed.cut {
        let node = game.tree().node(node);
        let mv = node.event().map(GameEvent::text).unwrap_or_default();
        return Err(Failure::Faults(format!(
            "move {} `{mv}` cannot be played: {why}; the film ends before it",
            node.ply()
        )));
    }
    if filmed.frames < asked {
        console.say(format!("ended early: {} of {asked} positions", filmed.frames));
    }
    Ok(())
}

/// Returns a bar for so many positions, hidden where nobody watches.
fn bar(positions: usize, console: &Console<'_>) -> ProgressBar {
    if !console.color_err {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(positions as u64);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar.with_style(
        ProgressStyle::with_template("{bar:30} {pos} of {len} positions, {eta} left")
            .expect("the template is well formed"),
    )
}

fn failure(error: AnimationError) -> Failure {
    match error {
        AnimationError::Match(error) => error.into(),
        AnimationError::File { path, error } => Failure::File { what: "write", path, error },
        AnimationError::Stream(error) => Failure::Stream(error),
        other => Failure::Usage(other.to_string()),
    }
}
