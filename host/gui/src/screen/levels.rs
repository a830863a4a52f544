//! The page of a nested board's levels: a small board and the game's facts for each.

use std::sync::Arc;

use boardloom_board_view::board::BoardPlace;
use boardloom_board_view::scene::{Picture, Shape};
use boardloom_board_view::{Camera, Pos};
use boardloom_contract::Site;
use egui::{Mesh, Pos2, Rect, RichText, Sense, Ui, vec2};

use super::GameAction;
use super::scene3d::hash_of;
use crate::session::{GameSession, level_of};
use crate::texts::game as t;
use crate::theme::{Palette, TextWeight, font, radius, space};
use crate::thumbnail::{pos, viewport};
use boardloom_app::status_text::level_facts;

/// Levels with more cells are drawn as one area.
const MANY: usize = 1024;
/// The radius of a piece, in widths of a cell; its limits follow in points.
const PIECE: f32 = 0.17;
const SMALLEST: f32 = 2.0;
const LARGEST: f32 = 9.0;
const RIM: f32 = 14.0;

#[derive(Default)]
pub struct LevelCards {
    key: u64,
    cards: Vec<LevelCard>,
}

struct LevelCard {
    /// From 1.
    number: u16,
    cells: Vec<Site>,
    count: usize,
    camera: Camera,
    /// Drawn around the origin.
    mesh: Arc<Mesh>,
}

pub(super) fn page(
    ui: &mut Ui,
    session: &GameSession,
    levels: &mut LevelCards,
    palette: Palette,
    actions: &mut Vec<GameAction>,
) {
    let side = (ui.available_width() * 0.5).clamp(80.0, 190.0).floor();
    levels.update(session, side, ui.pixels_per_point());
    let mut lit = Vec::new();
    if session.marks.iter().any(|mark| mark.role == "owned") {
        ui.label(RichText::new(t::levels_help()).small().color(palette.weak));
        ui.add_space(f32::from(space::TINY));
    }
    for card in &levels.cards {
        ui.horizontal(|ui| {
            let (rect, response) = ui.allocate_exact_size(vec2(side, side), Sense::click());
            response.widget_info(|| {
                egui::WidgetInfo::labeled(egui::Role::Canvas, true, t::level(card.number))
            });
            if ui.is_rect_visible(rect) {
                ui.painter().rect_filled(rect, radius::CHIP, palette.background);
                let mut mesh = Mesh::clone(&card.mesh);
                mesh.translate(rect.min.to_vec2());
                ui.painter().add(egui::Shape::mesh(mesh));
            }
            let at = response.hover_pos().map(|at| at - rect.min.to_vec2());
            if let Some(cell) = at.and_then(|at| card.cell_at(session, at)) {
                lit = vec![cell];
                ui.set_cursor_icon(egui::CursorIcon::PointingHand);
                if response.clicked() {
                    actions.push(GameAction::ShowCell(cell));
                }
            }
            let column = ui.vertical(|ui| {
                ui.label(RichText::new(t::level(card.number)).semibold());
                for fact in level_facts(session, card.number) {
                    ui.add(egui::Label::new(RichText::new(fact).size(font::HEADING)).wrap());
                }
                ui.label(RichText::new(t::cells(card.count)).small().color(palette.weak));
            });
            if column.response.contains_pointer() {
                lit.clone_from(&card.cells);
            }
        });
        ui.add_space(f32::from(space::TINY));
    }
    if *lit != *session.pointed {
        actions.push(GameAction::Highlight(lit));
    }
}

impl LevelCards {
    fn update(&mut self, session: &GameSession, side: f32, pixels: f32) {
        let Camera { turn, mirrored, .. } = session.camera;
        let numbers = [session.board.revision(), session.pieces.revision(), turn.to_bits()];
        let style = session.style.revision();
        let key = hash_of((numbers, mirrored, style, side.to_bits(), pixels.to_bits()));
        if key == self.key {
            return;
        }
        self.key = key;
        let roles = &session.game.about().roles;
        let roles: Vec<Option<u16>> = roles.iter().map(|role| level_of(role)).collect();
        let mut by_level: Vec<Vec<&BoardPlace>> = Vec::new();
        let own = session.board.places().iter().filter(|s| !s.copy && !s.outline.is_empty());
        for spot in own {
            let level = roles.get(usize::from(spot.role)).copied().flatten();
            let Some(level) = level.map(usize::from) else { continue };
            if by_level.len() <= level {
                by_level.resize_with(level + 1, Vec::new);
            }
            by_level[level].push(spot);
        }
        let cards = (1..).zip(by_level).filter(|(_, cells)| !cells.is_empty());
        self.cards =
            cards.filter_map(|(n, cells)| card(session, n, &cells, side, pixels)).collect();
    }
}

fn card(
    session: &GameSession,
    number: u16,
    cells: &[&BoardPlace],
    side: f32,
    pixels: f32,
) -> Option<LevelCard> {
    let bounds = cells.iter().map(|cell| cell.bounds);
    let bounds = bounds.reduce(|all, one| all.with(&one))?;
    let room = Rect::from_min_size(Pos2::ZERO, vec2(side, side)).shrink(RIM);
    let mut camera = Camera { viewport: viewport(room), ..session.camera };
    camera.fit(bounds);
    let size = [side, side];
    let picture = Picture::new(&session.board, &camera, &session.style, &session.pieces, size);
    let mut shapes = Vec::new();
    let many = cells.len() > MANY;
    if many {
        let points = bounds.corners().map(|corner| screen(&camera, corner)).to_vec();
        let fill = session.style.role(cells[0].role).fill;
        shapes.push(Shape::Polygon { points, fill, pen: None });
    } else {
        for cell in cells {
            // Without its parts, a divided cell is whole.
            let whole = BoardPlace { parts: 0, ..(*cell).clone() };
            picture.cell(&whole, None, &mut shapes);
        }
        corners(session, &picture, cells, &mut shapes);
    }
    let kept = if many { &[] } else { cells };
    Some(LevelCard {
        number,
        cells: kept.iter().map(|cell| cell.site).collect(),
        count: cells.len(),
        camera,
        mesh: Arc::new(crate::mesh::triangles(&shapes, pixels)),
    })
}

fn corners(
    session: &GameSession,
    picture: &Picture<'_>,
    cells: &[&BoardPlace],
    shapes: &mut Vec<Shape>,
) {
    let mut done: Vec<Site> = Vec::new();
    for cell in cells {
        let wide = cell.bounds.width().max(cell.bounds.height());
        let on_screen = (wide * picture.camera.scale) as f32;
        let radius = (on_screen * PIECE).clamp(SMALLEST, LARGEST);
        for corner in &cell.outline {
            let vertex = session.board.vertex_at(*corner, wide * 1e-6);
            let Some(site) = vertex.map(|vertex| vertex.site) else { continue };
            if let (Some(piece), Err(place)) = (session.pieces.top(site), done.binary_search(&site))
            {
                done.insert(place, site);
                picture.piece_at(screen(picture.camera, *corner), radius, piece, shapes);
            }
        }
    }
}

fn screen(camera: &Camera, at: Pos) -> [f32; 2] {
    let at = camera.to_screen(at);
    [at.x as f32, at.y as f32]
}

impl LevelCard {
    fn cell_at(&self, session: &GameSession, at: Pos2) -> Option<Site> {
        let at = self.camera.to_board(pos(at));
        let cells = session.board.cells_at(at);
        cells.iter().map(|cell| cell.site).find(|site| self.cells.binary_search(site).is_ok())
    }
}
