//! Plugins: components with wrong bytes; what plays and draws them, in 2D and 3D.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use boardloom_board_view::board::{BoardGeometry, Pos, Rect};
use boardloom_board_view::controller::Direction;
use boardloom_board_view::scene::{Picture, Pieces, Style, Theme};
use boardloom_board_view::scene3d::{Camera3d, HeightMap, ModelBuilder, Pose};
use boardloom_board_view::{BoardController, Camera, Input, Intent, MatchMoves};
use boardloom_contract::{LoadedPlugin, PluginResult};
use boardloom_export::{ImageSettings, png, svg};
use boardloom_match::{GameSource, Match, MatchSetup};
use boardloom_ruleset::{Overrides, PluginSchemas};
use boardloom_sandbox::{CacheFolder, Limits, Sandbox, SandboxConfig};
use serde_json::{Value, json};

use super::Bytes;
#[cfg(test)]
use super::run;
use crate::guest;
use crate::support::library;

/// Small limits: the answers matter, not the waiting.
pub fn sandbox() -> &'static Sandbox {
    static SANDBOX: LazyLock<Sandbox> = LazyLock::new(|| {
        let limits = Limits {
            call: Duration::from_millis(300),
            open: Duration::from_millis(300),
            ..Limits::default()
        };
        let config = SandboxConfig { cache: CacheFolder::Off, limits, ..SandboxConfig::default() };
        Sandbox::new(config).expect("a sandbox")
    });
    &SANDBOX
}

struct NoOptions;

impl PluginSchemas for NoOptions {
    fn schema(&self, _: &str) -> Result<Arc<Value>, String> {
        Ok(Arc::new(json!({"properties": {"memory": {"type": "string"}}})))
    }
}

/// Returns a game of a ruleset with these keys of the plugin.
pub fn source(rules: Arc<dyn LoadedPlugin>, keys: &str) -> GameSource {
    let text = format!("format = 1\nplugin = \"polite\"\nname = \"Fuzz\"\n{keys}");
    let ruleset = library().load_text("fuzz/one", &text, &Overrides::default(), &NoOptions);
    let ruleset = ruleset.unwrap_or_else(|report| panic!("{}", report.render(false)));
    GameSource::new(rules, Arc::new(ruleset))
}

/// A component with some wrong bytes is refused, or runs into a plugin error, or plays.
pub fn component(bytes: &mut Bytes<'_>) {
    static SOUND: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
        let mut files: Vec<_> = guest::folder()
            .read_dir()
            .expect("the folder")
            .map(|entry| entry.expect("a file").path())
            .filter(|path| path.extension().is_some_and(|kind| kind == "wat"))
            .collect();
        files.sort();
        let texts = files.iter().map(|path| std::fs::read_to_string(path).expect("a file"));
        [guest::polite(), guest::trapping_plugin()]
            .into_iter()
            .chain(texts.map(|text| guest::with_parts(&text)))
            .collect()
    });
    let sound = &SOUND[bytes.below(SOUND.len())];
    let words = ["\0asm", "\u{0}", "\u{1}", "\u{7f}", "boardloom:rules/rules@1.0.0", "memory"];
    let component = bytes.input(sound, &words);
    if boardloom_sandbox::inspect("polite", &component).is_ok()
        && let Ok(rules) = sandbox().load("polite", &component)
    {
        let _ = played(source(rules, ""), bytes);
    }
}

#[test]
fn components() {
    run("components", 60, component);
}

/// Plays, points, draws and exports, as the front ends do.
pub fn played(source: GameSource, bytes: &mut Bytes<'_>) -> Result<(), String> {
    let setup = MatchSetup::of(&source);
    let mut game = Match::new(source, setup).map_err(|error| error.to_string())?;
    for _ in 0..3 {
        draw_flat(&mut game)?;
        draw_solid(&mut game)?;
        let marks = game.ask(|cursor| cursor.marks());
        marks.map_err(|error| error.to_string())?;
        let Some(by) = game.status().mover() else { break };
        let mv = match pointed(&mut game, bytes)? {
            Some(mv) => mv,
            None => {
                let moves = game.ask(|cursor| cursor.legal_moves(by, None, 16));
                let moves = moves.map_err(|error| error.to_string())?;
                let Some(mv) = moves.get(bytes.below(moves.len())) else { break };
                mv.clone()
            }
        };
        game.play(&mv).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Points at the board with mouse and keys until that makes a move.
fn pointed(game: &mut Match, bytes: &mut Bytes<'_>) -> Result<Option<String>, String> {
    let mut board = BoardGeometry::new(0);
    game.ask(|cursor| board.update(cursor)).map_err(|error| error.to_string())?;
    let viewport = Rect { min: Pos::new(0.0, 0.0), max: Pos::new(300.0, 200.0) };
    let camera = Camera::fitting(board.bounds().unwrap_or(viewport), viewport);
    let mut moves = MatchMoves { game, board: &board, camera: &camera };
    let mut controller = BoardController::new(&mut moves);
    for _ in 0..8 {
        let at = Pos::new(f64::from(bytes.byte()), f64::from(bytes.byte()));
        let over = board.hit(camera.to_board(at), 2.0).map(|place| place.site);
        let input = match bytes.below(11) {
            0 => Input::PointerMoved { at, over },
            1 | 2 => Input::PointerDown { at, over },
            3 | 4 => Input::PointerUp { at, over },
            5 => Input::PointerGone,
            6 => Input::CursorMove([Direction::Left, Direction::Up][bytes.below(2)]),
            7 => Input::Confirm,
            8 => Input::Typed("a".to_owned()),
            9 => Input::Choose(bytes.below(4)),
            _ => Input::Cancel,
        };
        match controller.handle(input, &mut moves) {
            Some(Intent::Play(mv)) => return Ok(Some(mv)),
            Some(Intent::Ask(option)) => {
                let answer = Input::Answer(option.move_.clone() + "1");
                controller.handle(answer, &mut moves);
            }
            _ => {}
        }
    }
    Ok(None)
}

fn draw_flat(game: &mut Match) -> Result<(), String> {
    let look = ImageSettings { size: (120, 90), ..ImageSettings::of_view(0) };
    let scene = look.scene(game).map_err(|error| error.to_string())?;
    assert!(svg(&scene).ends_with("</svg>\n"));
    png(&scene, 1.0).map_err(|error| error.to_string())?;
    let mesh = boardloom_gui::mesh::triangles(scene.shapes(), 1.0);
    assert!(mesh.is_valid(), "indices are in range");
    Ok(())
}

fn draw_solid(game: &mut Match) -> Result<(), String> {
    let style = Style::of(&game.source().ruleset, game.about(), Theme::Dark);
    let sites = game.status().sites;
    let mut board = BoardGeometry::new(0);
    let pieces = game.ask(|cursor| -> PluginResult<Pieces> {
        board.update(cursor)?;
        Pieces::read(cursor, sites)
    });
    let pieces = pieces.map_err(|error| error.to_string())?;
    let viewport = Rect { min: Pos::new(0.0, 0.0), max: Pos::new(300.0, 200.0) };
    let height_map = HeightMap::of(&board, &style);
    let pose = Pose::default();
    let mut camera = Camera::fitting(viewport, viewport);
    Camera3d::fit(&mut camera, pose, &height_map.rim, height_map.span(&board));
    let eye = Camera3d::new(&camera, pose);
    let picture = Picture::new(&board, &camera, &style, &pieces, [300.0, 200.0]);
    let models = ModelBuilder::new(&picture, &eye, &height_map, eye.scale);
    for block in 0..board.place_blocks().len() {
        models.cells(block);
        models.pieces(block);
    }
    (0..board.stroke_blocks().len()).for_each(|block| drop(models.lines(block)));
    models.slab();
    let _ = eye.hit(&board, &style, &height_map, &pieces, Pos::new(150.0, 100.0), 0.0);
    Ok(())
}
