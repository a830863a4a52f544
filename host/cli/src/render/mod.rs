//! `boardloom render`.

mod animation;

use std::path::Path;

use boardloom_board_view::BoardGeometry;
use boardloom_board_view::scene::BoardLook;
use boardloom_export as export;
use boardloom_match::{Match, MatchSetup, NodeId, ROOT};

use crate::cli::{PictureFormat, Render};
use crate::services::is_record;
use crate::text::of_record;
use crate::{Catalog, Console, Failure, Result};

pub fn run(catalog: &Catalog, args: &Render, console: &mut Console<'_>) -> Result<()> {
    let format = picture_format(args)?;
    let mut game = game(catalog, args, console)?;
    let settings = image_settings(&game, args)?;
    let line = line(&mut game, args)?;
    if matches!(format, PictureFormat::Gif | PictureFormat::Frames) {
        check_arrows(&mut game, &settings.board, &line)?;
        return animation::run(&mut game, settings, line, (args, format), console);
    }
    if selects_position(args)
        && let Some(last) = line.last()
    {
        game.go_to(*last)?;
    }
    let here = game.here();
    check_arrows(&mut game, &settings.board, &[here])?;
    let scene = settings.scene(&mut game)?;
    let bytes = match format {
        PictureFormat::Svg => export::svg(&scene).into_bytes(),
        _ => export::png(&scene, 1.0).map_err(|error| Failure::Usage(error.to_string()))?,
    };
    if args.output == Path::new("-") {
        console.out.write_all(&bytes)?;
        return Ok(());
    }
    write_whole(&args.output, &bytes).map_err(Failure::write(&args.output))
}

/// Writes a file so that a full disk leaves the old one; a device or a pipe is written to.
fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    match path.metadata() {
        Ok(found) if !found.is_file() => std::fs::write(path, bytes),
        _ => boardloom_match::write_atomically(path, bytes),
    }
}

/// Fails if an arrow or a ring of a record names a site that the board has not.
fn check_arrows(game: &mut Match, view: &BoardGeometry, line: &[NodeId]) -> Result<()> {
    for id in line {
        let node = game.tree().node(*id);
        if node.arrows.is_empty() || node.is_illegal() {
            continue;
        }
        let (ply, arrows) = (node.ply(), node.arrows.clone());
        game.go_to(*id)?;
        let mut board = view.blank();
        game.ask(|cursor| board.update(cursor))?;
        let (_, unknown) = board.arrow_paths(&arrows);
        if !unknown.is_empty() {
            let names = unknown.join(", ");
            return Err(Failure::Invalid(format!(
                "the board has no site {names}, which `[draw ...]` after move {ply} names; expected \
                 names as the board shows them"
            )));
        }
    }
    Ok(())
}

fn picture_format(args: &Render) -> Result<PictureFormat> {
    let path = &args.output;
    let text = path.to_string_lossy();
    let folder = text.ends_with(['/', std::path::MAIN_SEPARATOR]) || path.is_dir();
    let ending = path.extension().map(|it| it.to_string_lossy().to_lowercase());
    match (args.format, ending.as_deref()) {
        (Some(format), _) => Ok(format),
        (None, _) if folder || export::FramePattern::read(path).is_some() => {
            Ok(PictureFormat::Frames)
        }
        (None, Some("png")) => Ok(PictureFormat::Png),
        (None, Some("svg")) => Ok(PictureFormat::Svg),
        (None, Some("gif")) => Ok(PictureFormat::Gif),
        (None, _) => Err(Failure::Usage(format!(
            "expected a file that ends in .png or .svg, for a whole game in .gif, or a folder for \
             its positions (`frames/`, or `game-%04d.png`), found {}; or use `--format png`",
            path.display()
        ))),
    }
}

fn game(catalog: &Catalog, args: &Render, console: &mut Console<'_>) -> Result<Match> {
    if is_record(&args.what) {
        return of_record(catalog, Path::new(&args.what), console);
    }
    let source = catalog.source(&args.what, &args.overrides.parse()?)?;
    let start = args.position.clone();
    Ok(Match::new(source, MatchSetup { seed: args.seed, start, ..MatchSetup::default() })?)
}

/// Returns the selected line, by default the main line, followed by the moves of `--moves`.
fn line(game: &mut Match, args: &Render) -> Result<Vec<NodeId>> {
    let mut line = match args.line {
        None => game.tree().main_line(),
        Some(number) => {
            let ends = game.tree().ends();
            let end = (number as usize).checked_sub(1).and_then(|number| ends.get(number));
            let end = end.ok_or_else(|| {
                Failure::Usage(format!("--line: expected 1 to {}, found {number}", ends.len()))
            })?;
            game.tree().line(*end)
        }
    };
    if let Some(ply) = args.ply {
        let most = line.len() - 1;
        if ply as usize > most {
            return Err(Failure::Usage(format!("the record has {most} moves, not {ply}")));
        }
        line.truncate(ply as usize + 1);
    }
    if !args.moves.is_empty() {
        let from =
            if selects_position(args) { line.last().copied().unwrap_or(ROOT) } else { game.here() };
        game.go_to(from)?;
        game.play_list(&args.moves.join(" "))?;
        line = game.tree().line(game.here());
    }
    Ok(line)
}

/// Tells whether the arguments select a position of a record. The default is the record's
/// current position.
fn selects_position(args: &Render) -> bool {
    args.ply.is_some() || args.line.is_some()
}

fn image_settings(game: &Match, args: &Render) -> Result<export::ImageSettings> {
    Ok(export::ImageSettings {
        turn: if args.flip { 180.0 } else { 0.0 },
        look: BoardLook { theme: args.theme, board: args.board, pieces: args.pieces },
        size: args.size,
        coordinates: args.no_labels.then_some(false),
        numbers: args.numbers,
        ..export::ImageSettings::of_view(view(game, &args.view)?)
    })
}

/// Returns the index of a view by its name or its number from 1.
fn view(game: &Match, text: &str) -> Result<u16> {
    let views = &game.about().views;
    let number = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let at = number.or_else(|| views.iter().position(|view| view.id == text));
    at.filter(|at| *at < views.len()).map(|at| at as u16).ok_or_else(|| {
        let names: Vec<&str> = views.iter().map(|view| view.id.as_str()).collect();
        Failure::Usage(format!(
            "there is no view `{text}` of this board, expected one of: {}",
            names.join(", ")
        ))
    })
}
