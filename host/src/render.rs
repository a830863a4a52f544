//! `boardloom render`.

use std::path::Path;

use boardloom_play::scene::{Pieces, Style, Theme as Colors};
use boardloom_play::{Board, Camera, Match, Pos, Rect, Scene, Setup, export};

use crate::cli::{Picture, Render, Theme};
use crate::console::Console;
use crate::failure::Failure;
use crate::replay::main_line;
use crate::shelf::Shelf;
use crate::text::{is_record, of_record};

/// The share of the picture that stays free around the board.
const MARGIN: f64 = 0.04;

/// Draws a position, from the same display list as the window.
pub fn run(shelf: &Shelf, args: &Render, console: &mut Console<'_>) -> Result<(), Failure> {
    let format = format(args)?;
    let mut game = position(shelf, args, console)?;
    let scene = scene(&mut game, args)?;
    let bytes = match format {
        Picture::Svg => export::svg(&scene).into_bytes(),
        Picture::Png => {
            export::png(&scene, 1.0).map_err(|error| Failure::Usage(error.to_string()))?
        }
    };
    if args.output == Path::new("-") {
        console.out.write_all(&bytes)?;
        return Ok(());
    }
    std::fs::write(&args.output, bytes).map_err(Failure::write(&args.output))
}

fn format(args: &Render) -> Result<Picture, Failure> {
    let ending = args.output.extension().map(|it| it.to_string_lossy().to_lowercase());
    match (args.format, ending.as_deref()) {
        (Some(format), _) => Ok(format),
        (None, Some("png")) => Ok(Picture::Png),
        (None, Some("svg")) => Ok(Picture::Svg),
        (None, _) => Err(Failure::Usage(format!(
            "expected a file that ends in .png or .svg, found {}; or say `--format png`",
            args.output.display()
        ))),
    }
}

/// Goes to the position that is drawn.
fn position(shelf: &Shelf, args: &Render, console: &mut Console<'_>) -> Result<Match, Failure> {
    let mut game = if is_record(&args.what) {
        let mut game = of_record(shelf, Path::new(&args.what), console)?;
        if let Some(ply) = args.ply {
            let line = main_line(&game);
            let id = line.get(ply as usize).ok_or_else(|| {
                Failure::Usage(format!("the record has {} moves, not {ply}", line.len() - 1))
            })?;
            game.go_to(*id)?;
        }
        game
    } else {
        let table = shelf.table(&args.what, &args.chosen.settings()?)?;
        let start = args.position.clone();
        Match::new(table, Setup { seed: args.seed, start, ..Setup::default() })?
    };
    for mv in &args.moves {
        game.play_text(mv)?;
    }
    Ok(game)
}

/// Returns the number of a view that is named, or numbered from 1.
fn view(game: &Match, named: &str) -> Result<u16, Failure> {
    let views = &game.about().views;
    let number = named.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let at = number.or_else(|| views.iter().position(|view| view.id == named));
    at.filter(|at| *at < views.len()).map(|at| at as u16).ok_or_else(|| {
        let names: Vec<&str> = views.iter().map(|view| view.id.as_str()).collect();
        Failure::Usage(format!(
            "there is no view `{named}` of this board, expected one of: {}",
            names.join(", ")
        ))
    })
}

fn scene(game: &mut Match, args: &Render) -> Result<Scene, Failure> {
    let theme = match args.theme {
        Theme::Light => Colors::Light,
        Theme::Dark => Colors::Dark,
        Theme::HighContrast => Colors::HighContrast,
    };
    let (mut board, sites) = (Board::new(view(game, &args.view)?), game.standing().sites);
    let (pieces, marks) = game.ask(|cursor| {
        board.update(cursor)?;
        Ok((Pieces::read(cursor, sites)?, cursor.marks()?))
    })?;
    let style = Style::of(&game.table().ruleset, game.about(), theme);
    let (width, height) = (f64::from(args.size.0), f64::from(args.size.1));
    let margin = width.min(height) * MARGIN;
    let viewport = Rect {
        min: Pos { x: margin, y: margin },
        max: Pos { x: width - margin, y: height - margin },
    };
    let whole = board.bounds().unwrap_or(viewport);
    let mut camera = Camera::fitting(whole, viewport);
    if args.flip {
        camera.flip();
    }
    let size = [width as f32, height as f32];
    let mut picture = boardloom_play::scene::Picture::new(&board, &camera, &style, &pieces, size);
    picture.marks = &marks;
    picture.last = &game.node().effects;
    picture.show.coordinates = game.table().ruleset.look.coordinates.unwrap_or(true);
    Ok(picture.scene())
}
