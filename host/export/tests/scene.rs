//! Scenes and what is exported of them.

use boardloom_contract::{Effect, Mark, Piece};

use boardloom_board_view::board::{BoardGeometry, Camera, Pos, Rect};
use boardloom_board_view::controller::{BoardController, Input, MatchMoves};
use boardloom_board_view::scene::*;
use boardloom_export::{ImageSettings, png, svg};
use boardloom_match::{Arrow, GameSource, Match, MatchSetup};

fn source(row: &str) -> GameSource {
    let (rules, ruleset) = boardloom_testing::row(row);
    GameSource::new(rules, ruleset)
}

/// A board without frame and grain.
const PLAIN: BoardLook =
    BoardLook { theme: Theme::Light, board: Some(BoardTheme::Paper), pieces: PieceSet::Flat };

const SIZE: [f32; 2] = [640.0, 480.0];

/// A match with everything that its picture needs.
struct Seen {
    game: Match,
    board: BoardGeometry,
    camera: Camera,
    style: Style,
    pieces: Pieces,
    controller: BoardController,
}

fn seen(row: &str, moves: &[&str]) -> Seen {
    let mut game =
        Match::new(source(row), MatchSetup::default()).expect("the test game does not fail");
    moves.iter().for_each(|mv| drop(game.play(mv).expect("the test game does not fail")));
    let mut board = BoardGeometry::new(0);
    game.ask(|cursor| board.update(cursor)).expect("the test game does not fail");
    let viewport = Rect { min: Pos::new(20.0, 20.0), max: Pos::new(620.0, 460.0) };
    let camera = Camera::fitting(board.bounds().expect("the test game does not fail"), viewport);
    let style = Style::of(&game.source().ruleset, game.about(), PLAIN);
    let sites = game.status().sites;
    let pieces =
        game.ask(|cursor| Pieces::read(cursor, sites)).expect("the test game does not fail");
    let mut moves = MatchMoves { game: &mut game, board: &board, camera: &camera };
    let controller = BoardController::new(&mut moves);
    Seen { game, board, camera, style, pieces, controller }
}

impl Seen {
    fn picture(&self) -> Picture<'_> {
        let controller = Some(&self.controller);
        let picture = Picture::new(&self.board, &self.camera, &self.style, &self.pieces, SIZE);
        Picture { controller, ..picture }
    }

    fn point(&mut self, label: &str) -> Pos {
        let site = self.board.site_named(label).expect("the test game does not fail");
        self.camera.to_screen(self.board.place_of(site).expect("the test game does not fail").at)
    }

    fn input(&mut self, input: Input) {
        let Seen { game, board, camera, controller, .. } = self;
        controller.handle(input, &mut MatchMoves { game, board, camera });
    }

    fn click(&mut self, label: &str) {
        let (at, over) = (self.point(label), self.board.site_named(label));
        self.input(Input::PointerDown { at, over });
        self.input(Input::PointerUp { at, over });
    }
}

fn layer(scene: &Scene, kind: LayerKind) -> &[Shape] {
    &scene
        .layers
        .iter()
        .find(|layer| layer.kind == kind)
        .expect("the test game does not fail")
        .shapes
}

#[test]
fn every_place_and_piece_is_drawn() {
    let seen = seen("", &["a", "c"]);
    let scene = seen.picture().scene();
    assert_eq!(layer(&scene, LayerKind::BoardSurface).len(), 5);
    assert_eq!(layer(&scene, LayerKind::Labels).len(), 5);
    let colors = |color: Color| {
        let pieces = layer(&scene, LayerKind::Pieces).iter();
        pieces.filter(|s| matches!(s, Shape::Circle { fill: Some(c), .. } if *c == color)).count()
    };
    assert_eq!(colors(seen.style.players[0].color), 1);
    assert_eq!(colors(seen.style.players[1].color), 1);
}

#[test]
fn sides_differ_in_more_than_hue() {
    let seen = seen("", &["a", "c"]);
    assert_ne!(seen.style.players[0].mark, seen.style.players[1].mark);
    // The shapes of the two pieces differ when all colour is taken away.
    let bare = |label: &str| {
        let mut only = Pieces::default();
        let site = seen.board.site_named(label).unwrap();
        only.put(0, seen.pieces.top(site).unwrap());
        let picture = Picture { pieces: &only, ..seen.picture() };
        let shapes = picture.scene().layers.swap_remove(3).shapes;
        let shapes: Vec<Shape> = shapes.into_iter().map(|s| s.painted(None, None)).collect();
        svg(&Scene {
            size: SIZE,
            background: Color::WHITE,
            layers: vec![Layer { kind: LayerKind::Pieces, revision: 0, shapes }],
        })
    };
    assert_ne!(bare("a"), bare("c"));
}

#[test]
fn targets_are_marked_after_selecting() {
    let mut seen = seen("walk = true", &[]);
    assert_eq!(layer(&seen.picture().scene(), LayerKind::Over).len(), 0);
    seen.game.play("--").unwrap();
    let Seen { game, board, camera, controller, .. } = &mut seen;
    controller.reset(&mut MatchMoves { game, board, camera });
    seen.click("b");
    let scene = seen.picture().scene();
    assert_eq!(layer(&scene, LayerKind::Over).len(), 1, "one dot");
    assert_eq!(layer(&scene, LayerKind::Under).len(), 2, "the chosen cell, and a ring in it");
    let hidden = Picture {
        show: DisplayOptions { legal: false, ..DisplayOptions::default() },
        ..seen.picture()
    };
    assert_eq!(layer(&hidden.scene(), LayerKind::Over).len(), 0);
    // On boards where pieces move along lines, a line comes below.
    seen.style.lines = true;
    let over = layer(&seen.picture().scene(), LayerKind::Over).to_vec();
    let line = |shape: &Shape| matches!(shape, Shape::Line { .. });
    assert_eq!(over.iter().map(line).collect::<Vec<_>>(), [true, false]);
}

#[test]
fn a_piece_under_way_is_drawn_once() {
    let seen = seen("walk = true", &["--", "b-c"]);
    let effects = seen.game.node().effects.clone();
    let mut motion = Motion::of(&effects, None).expect("a piece moved");
    let own = seen.style.players[1].color;
    // The layer, and the horizontal place in it.
    let drawn = |motion: &Motion| -> Vec<(LayerKind, f32)> {
        let picture = Picture { motion: Some(motion), controller: None, ..seen.picture() };
        let scene = picture.scene();
        let discs = scene.layers.iter().flat_map(|layer| {
            layer.shapes.iter().filter_map(|shape| match shape {
                Shape::Circle { center, fill: Some(fill), .. } if *fill == own => {
                    Some((layer.kind, center[0]))
                }
                _ => None,
            })
        });
        discs.collect()
    };
    let x = |label: &str| {
        let site = seen.board.site_named(label).expect("a site");
        seen.camera.to_screen(seen.board.place_of(site).expect("a place").at).x as f32
    };
    assert!(motion.advance(5.0));
    assert_eq!(drawn(&motion), [(LayerKind::Over, x("b"))]);
    assert!(motion.advance(5.05));
    let [(LayerKind::Over, between)] = drawn(&motion)[..] else { panic!("one piece") };
    assert!(x("b") < between && between < x("c"), "{between}");
    assert!(!motion.advance(9.0));
    assert_eq!(drawn(&motion), [(LayerKind::Over, x("c"))]);
    let still = Picture { controller: None, ..seen.picture() };
    assert!(still.scene().shapes().count() > 0 && still.motion.is_none());
}

#[test]
fn what_the_game_points_out_can_be_switched_off() {
    let seen = seen("", &["a"]);
    let mark = |role: &str| Mark {
        role: role.into(),
        sites: vec![0],
        joined: false,
        seat: None,
        text: None,
    };
    let rings = |role: &str, marks: bool| {
        let show = DisplayOptions { marks, ..DisplayOptions::default() };
        let marks = [mark(role)];
        let picture = Picture { marks: &marks, controller: None, show, ..seen.picture() };
        layer(&picture.scene(), LayerKind::Over).len()
    };
    assert_eq!((rings("threat", true), rings("threat", false)), (12, 0), "dashes");
    assert_eq!((rings("win", true), rings("win", false)), (2, 2), "a result is no advice");
}

#[test]
fn a_dragged_piece_is_in_the_hand_and_a_ghost_stays() {
    let mut seen = seen("walk = true", &["--"]);
    let (at, over) = (seen.point("b"), seen.board.site_named("b"));
    seen.input(Input::PointerDown { at, over });
    let to = seen.point("c");
    seen.input(Input::PointerMoved { at: to, over: seen.board.site_named("c") });
    let scene = seen.picture().scene();
    let hand = layer(&scene, LayerKind::Hand);
    let centre = [to.x as f32, to.y as f32];
    assert!(hand.iter().any(|s| matches!(s, Shape::Circle { center, .. } if *center == centre)));
    let ringed = |hand: &[Shape], color: Color| {
        let of = |c: &Color| (c.r, c.g, c.b) == (color.r, color.g, color.b);
        hand.iter().any(|s| matches!(s, Shape::Circle { pen: Some(pen), .. } if of(&pen.color)))
    };
    let marks = BoardLook::from(Theme::Light).colors().marks;
    let (green, red) = (marks.select, marks.threat);
    assert!(ringed(hand, green) && !ringed(hand, red));
    let own = |s: &Shape| matches!(s, Shape::Circle { fill: Some(c), .. } if (c.r, c.g) == (green.r, green.g));
    assert!(!hand.iter().any(own), "the piece keeps its colour");
    let away = seen.point("e");
    seen.input(Input::PointerMoved { at: away, over: seen.board.site_named("e") });
    let bar = |s: &Shape| matches!(s, Shape::Line { pen, .. } if pen.color == red);
    let scene = seen.picture().scene();
    let hand = layer(&scene, LayerKind::Hand);
    assert!(hand.iter().any(bar) && ringed(hand, red) && !ringed(hand, green), "no legal target");
}

#[test]
fn last_move_hints_and_chains_are_drawn() {
    let seen = seen("", &["a"]);
    let last = [Effect {
        verb: "move".into(),
        site: Some(0),
        onto: Some(1),
        after: Some(Piece::new(0, 0)),
        ..Effect::default()
    }];
    let mark = |role: &str, joined| Mark {
        role: role.into(),
        sites: vec![0, 1, 2],
        joined,
        seat: None,
        text: None,
    };
    let (marks, hints) = (
        [mark("win", true), mark("threat", false)],
        [Hint { path: vec![0, 2], text: "+1.5".into(), rank: 0 }],
    );
    let picture = Picture { last: &last, hints: &hints, ..seen.picture() };
    let under = layer(&picture.scene(), LayerKind::Under).to_vec();
    let ticks = under.iter().filter(|s| matches!(s, Shape::Line { .. })).count();
    assert_eq!((under.len(), ticks), (9, 8), "the fill of the target, and four corners each");
    assert_eq!(layer(&picture.scene(), LayerKind::Over).len(), 4, "shaft, head, plate, value");
    let picture = Picture { marks: &marks, preview: &last, ..seen.picture() };
    let under = layer(&picture.scene(), LayerKind::Under).to_vec();
    assert!(under.iter().filter(|s| matches!(s, Shape::Line { .. })).count() >= 2, "the chain");
}

#[test]
fn arrows_and_numbers_are_drawn_and_exported() {
    let seen = seen("", &["a", "c"]);
    let arrows = [vec![0, 2], vec![3]];
    let picture = Picture { arrows: &arrows, ..seen.picture() };
    let drawn = layer(&picture.scene(), LayerKind::Over).to_vec();
    assert!(matches!(
        drawn[..],
        [Shape::Line { .. }, Shape::Polygon { .. }, Shape::Circle { fill: None, .. }]
    ));
    let all = MoveNumbers::at(seen.game.tree(), seen.game.here());
    let texts = |numbers: bool| -> Vec<String> {
        let show = DisplayOptions { numbers, ..DisplayOptions::default() };
        let scene = Picture { numbers: Some(&all), show, ..seen.picture() }.scene();
        let text = |shape: &Shape| match shape {
            Shape::Text { text, .. } => Some(text.clone()),
            _ => None,
        };
        layer(&scene, LayerKind::Pieces).iter().filter_map(text).collect()
    };
    assert_eq!((all.on(0), all.on(2), all.on(1)), (1, 2, 0));
    assert_eq!((texts(true), texts(false)), (vec!["1".to_owned(), "2".to_owned()], vec![]));
    // Files have them too.
    let mut game = seen.game;
    let plain = svg(&ImageSettings::of_view(0).scene(&mut game).unwrap());
    let numbered = ImageSettings { numbers: true, ..ImageSettings::of_view(0) };
    assert!(svg(&numbered.scene(&mut game).unwrap()).contains(">2</title>"));
    let here = game.here();
    assert!(game.toggle_arrow(here, Arrow { from: "a".to_owned(), to: "c".to_owned() }));
    let with_arrow = svg(&ImageSettings::of_view(0).scene(&mut game).unwrap());
    assert_eq!(with_arrow.matches("<polygon").count(), plain.matches("<polygon").count() + 1);
}

#[test]
fn the_board_surface_is_rebuilt_only_when_it_changes() {
    let mut seen = seen("", &["a"]);
    let before = seen.picture().board_surface_revision();
    seen.click("b");
    assert_eq!(seen.picture().board_surface_revision(), before);
    seen.camera.flip();
    assert_ne!(seen.picture().board_surface_revision(), before);
}

#[test]
fn only_what_is_seen_is_drawn() {
    let mut seen = seen("length = 20000", &[]);
    seen.camera.scale = 100.0;
    seen.camera.center = Pos::new(500.0, 0.0);
    let count = seen.picture().board_surface().shapes.len();
    assert!((5..12).contains(&count), "{count} shapes");
}

#[test]
fn themes_are_legible() {
    for theme in [Theme::Light, Theme::Dark, Theme::HighContrast] {
        assert!(theme.text().contrast(theme.background()) >= 7.0, "{theme:?} text");
        let style = Style { theme, ..seen("", &[]).style };
        let seen = seen("", &[]);
        let shown = Style::of(&seen.game.source().ruleset, seen.game.about(), theme);
        let fill = shown.role(0).fill.unwrap();
        let marks = shown.colors.marks;
        for color in [marks.select, marks.threat, marks.last, marks.drawn, marks.hint] {
            assert!(color.contrast(fill) >= 3.0, "{theme:?} {color:?} {}", color.contrast(fill));
        }
        assert_eq!(style.players.len(), 2);
    }
}

#[test]
fn pictures_are_exported() {
    let mut seen = seen("", &["a", "c"]);
    seen.click("b");
    let scene = seen.picture().scene();
    let file = png(&scene, 2.0).unwrap();
    assert_eq!(file[..8], *b"\x89PNG\r\n\x1a\n");
    let side = |at: usize| u32::from_be_bytes(file[at..at + 4].try_into().unwrap());
    assert_eq!((side(16), side(20)), (1280, 960));
    assert_eq!(png(&scene, 2.0).unwrap(), file, "the same picture gives the same file");
    assert!(png(&scene, 0.0).is_err() && png(&scene, 1e6).is_err());
    let text = svg(&scene);
    assert!(text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\""));
    assert!(text.ends_with("</svg>\n"));
    let labels = text.matches("</title>").count();
    assert_eq!(labels, 5);
    let odd = Shape::Text {
        at: [0.0, 0.0],
        text: "<a&b>\u{7}".to_owned(),
        size: 10.0,
        color: Color::BLACK,
    };
    let layers = vec![Layer { kind: LayerKind::Labels, revision: 0, shapes: vec![odd] }];
    let odd = svg(&Scene { layers, ..scene });
    assert!(odd.contains(">&lt;a&amp;b&gt; </title>"), "{odd}");
}

#[test]
fn pieces_that_cannot_be_read_stay_on_the_board() {
    let mut seen = seen("", &["a", "c"]);
    let effects = seen.game.node().effects.clone();
    let before = seen.pieces.clone();
    let (version, sites) = (before.version(&[0]), before.sites());
    assert!(!sites.is_empty() && !effects.is_empty());
    let silent = source("fails = \"pieces\"").open().unwrap();
    seen.pieces.refresh(&mut *silent.start().unwrap(), &effects).unwrap_err();
    assert_eq!((&seen.pieces, seen.pieces.version(&[0])), (&before, version));
}
