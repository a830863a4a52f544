//! Plugins: components with wrong bytes, and answers of every content, drawn in 2D and 3D.

use std::sync::Arc;
use std::time::Duration;

use boardloom_board_view::Camera;
use boardloom_board_view::board::{BoardGeometry, Pos, Rect};
use boardloom_board_view::scene::{Picture, Pieces, Style, Theme};
use boardloom_board_view::scene3d::{Camera3d, HeightMap, ModelBuilder, Pose};
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
fn sandbox() -> Sandbox {
    let limits = Limits {
        call: Duration::from_millis(300),
        open: Duration::from_millis(300),
        ..Limits::default()
    };
    let config = SandboxConfig { cache: CacheFolder::Off, limits, ..SandboxConfig::default() };
    Sandbox::new(config).expect("a sandbox")
}

struct NoOptions;

impl PluginSchemas for NoOptions {
    fn schema(&self, _: &str) -> Result<Arc<Value>, String> {
        Ok(Arc::new(json!({})))
    }
}

fn source(rules: Arc<dyn LoadedPlugin>) -> GameSource {
    let text = "format = 1\nplugin = \"polite\"\nname = \"Fuzz\"\n";
    let ruleset = library().load_text("fuzz/one", text, &Overrides::default(), &NoOptions);
    let ruleset = ruleset.unwrap_or_else(|report| panic!("{}", report.render(false)));
    GameSource::new(rules, Arc::new(ruleset))
}

/// A component with some wrong bytes is refused, or runs into a plugin error, or plays.
pub fn component(bytes: &mut Bytes<'_>) {
    let sound = guest::polite();
    let words = ["\0asm", "\u{0}", "\u{1}", "\u{7f}", "boardloom:rules/rules@1.0.0", "memory"];
    let component = bytes.edited(&sound, &words);
    if boardloom_sandbox::inspect("polite", &component).is_ok()
        && let Ok(rules) = sandbox().load("polite", &component)
    {
        let _ = played(rules, bytes);
    }
}

#[test]
fn components() {
    run("components", 60, component);
}

/// Answers made of any bytes where the sound plugin keeps its own.
pub fn plugin_answers(bytes: &mut Bytes<'_>) {
    let component = guest::with_parts(&parts(bytes));
    let rules = sandbox().load("polite", &component).expect("the code is sound");
    let _ = played(rules, bytes);
}

#[test]
fn answers() {
    run("answers", 60, plugin_answers);
}

/// Returns the data of the well-behaved plugin with changes, and a drawing of small numbers.
fn parts(bytes: &mut Bytes<'_>) -> String {
    let polite = std::fs::read_to_string(guest::folder().join("polite.wat")).expect("the plugin");
    let data = polite.split(";; -- data\n").nth(1).and_then(|rest| rest.split("\n;; -- ").next());
    let mut text = format!("\n;; -- data\n{}\n", data.expect("it has data"));
    let mut store = |at: usize, value: &[u8]| {
        let value: String = value.iter().map(|byte| format!("\\{byte:02x}")).collect();
        text.push_str(&format!("(data (i32.const {at}) \"{value}\")\n"));
    };
    for _ in 0..bytes.below(4) {
        let (at, byte) = (1024 + bytes.below(4300), bytes.byte());
        store(at, &[byte]);
    }
    let most = 1 + bytes.below(4);
    // The extent: frames, shapes, places, lines, captions, and the rest of its fields.
    for at in (8000..8028).step_by(4) {
        store(at, &(bytes.below(most + 1) as u32).to_le_bytes());
    }
    // The patch: pointers to lists of lists of coordinates, and their lengths.
    for at in (8100..8140).step_by(8) {
        store(at, &(8200 + 8 * bytes.below(200) as u32).to_le_bytes());
        store(at + 4, &(bytes.below(most + 1) as u32).to_le_bytes());
    }
    for at in (8200..9800).step_by(8) {
        match bytes.below(4) {
            0 => store(at, &coordinate(bytes).to_le_bytes()),
            1 => {
                store(at, &(8200 + 8 * bytes.below(200) as u32).to_le_bytes());
                store(at + 4, &(bytes.below(5) as u32).to_le_bytes());
            }
            2 => store(at, &u64::from(bytes.byte() % 3).to_le_bytes()),
            _ => {}
        }
    }
    text.push_str(DRAWING);
    text
}

const DRAWING: &str = "
;; -- extent
(func (export \"boardloom:rules/board@1.0.0#extent\") (param i32 i32) (result i32)
  (i32.const 8000))

;; -- drawing-beyond
(func (export \"boardloom:rules/board@1.0.0#drawing-beyond\")
  (param i32 i32 i32 i32 i32 i32 i32 i32 i32) (result i32) (i32.const 8100))
";

fn coordinate(bytes: &mut Bytes<'_>) -> f64 {
    let small = f64::from(bytes.byte()) / 16.0 - 8.0;
    match bytes.below(12) {
        0 => f64::NAN,
        1 => f64::INFINITY,
        2 => f64::MIN_POSITIVE,
        3 => 1e9,
        4 => small * 1e8,
        5 => small * 1e-12,
        _ => small,
    }
}

/// Plays, draws and exports, as the front ends do.
fn played(rules: Arc<dyn LoadedPlugin>, bytes: &mut Bytes<'_>) -> Result<(), String> {
    let source = source(rules);
    let setup = MatchSetup::of(&source);
    let mut game = Match::new(source, setup).map_err(|error| error.to_string())?;
    for _ in 0..3 {
        draw_flat(&mut game)?;
        draw_solid(&mut game)?;
        let Some(by) = game.status().mover() else { break };
        let moves = game.ask(|cursor| cursor.legal_moves(by, None, 16));
        let moves = moves.map_err(|error| error.to_string())?;
        let Some(mv) = moves.get(bytes.below(moves.len())) else { break };
        game.play(mv).map_err(|error| error.to_string())?;
    }
    Ok(())
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
