//! Animations of a game, and pictures of each position.

use std::path::Path;
use std::time::Duration;

use boardloom_export::{
    Animation, AnimationError, AnimationProgress, AnimationReport, FramePattern, ImageSettings,
};
use boardloom_lab::series::bar;
use boardloom_match::{Match, NodeId};

use crate::cli::{PictureFormat, Render};
use crate::interrupt::Interrupt;
use crate::{Console, Failure, Result};

/// Draws a line; Ctrl-C ends it and keeps the positions so far.
pub fn run(
    game: &mut Match,
    look: ImageSettings,
    line: Vec<NodeId>,
    (args, format): (&Render, PictureFormat),
    console: &mut Console<'_>,
) -> Result<()> {
    let line = skip_start(line, args)?;
    let animation = Animation { line, pace: Duration::from_secs_f64(args.pace), look };
    let interrupt = Interrupt::listen();
    let bar = bar(animation.line.len() as u64, "positions", console);
    let mut on_progress = |progress: AnimationProgress| {
        bar.set_length(progress.of as u64);
        bar.set_position(progress.drawn as u64);
        !interrupt.came()
    };
    let result = match format {
        PictureFormat::Frames => animation.frames(game, &pattern(&args.output)?, &mut on_progress),
        _ if args.output == Path::new("-") => {
            animation.gif(game, &mut console.out, &mut on_progress)
        }
        _ => animation.gif_file(game, &args.output, &mut on_progress),
    };
    bar.finish_and_clear();
    report(game, result.map_err(failure)?, animation.line.len(), console)
}

/// Applies `--from`.
fn skip_start(line: Vec<NodeId>, args: &Render) -> Result<Vec<NodeId>> {
    let Some(first) = args.from else { return Ok(line) };
    let most = line.len() - 1;
    if first as usize > most {
        let why = format!("--from: expected 0 to {most}, the moves that are shown, found {first}");
        return Err(Failure::Usage(why));
    }
    Ok(line[first as usize..].to_vec())
}

fn pattern(output: &Path) -> Result<FramePattern> {
    if output == Path::new("-") {
        let why = "several pictures cannot go to standard output; name a folder, or write a GIF";
        return Err(Failure::Usage(why.to_owned()));
    }
    Ok(FramePattern::read(output).unwrap_or_else(|| FramePattern::in_folder(output)))
}

/// Reports an animation that ended before the last position.
fn report(
    game: &Match,
    drawn: AnimationReport,
    requested: usize,
    console: &mut Console<'_>,
) -> Result<()> {
    if let Some((node, why)) = drawn.cut {
        let node = game.tree().node(node);
        return Err(Failure::Invalid(format!(
            "move {} `{}` cannot be played: {why}; the animation ends before it",
            node.ply(),
            node.text()
        )));
    }
    if drawn.frames < requested {
        console.say(format!("ended early: {} of {requested} positions", drawn.frames));
    }
    Ok(())
}

fn failure(error: AnimationError) -> Failure {
    match error {
        AnimationError::Match(error) => error.into(),
        AnimationError::File { path, error } => Failure::File { what: "write", path, error },
        AnimationError::Stream(error) => Failure::Stream(error),
        other => Failure::Usage(other.to_string()),
    }
}
