//! A small picture of a ruleset's start position.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use boardloom_app::loader::StartView;
use boardloom_board_view::board::BoardGeometry;
use boardloom_board_view::scene::{DisplayOptions, Picture, Pieces, PlayerStyle, Style};
use boardloom_board_view::{Camera, Pos, Rect};
use boardloom_contract::{About, Cursor, OpenGame, PluginResult};
use boardloom_match::{GameSource, Match, MatchError};
use boardloom_ruleset::{OptionDomain, RulesetOption};
use egui::{Color32, ColorImage, Painter, Pos2, TextureHandle, TextureOptions};

use crate::preferences::{Preferences, ThemeChoice};
use crate::session::GameSession;
use crate::shapes;

/// Smaller pictures have no coordinates: they would crowd the board.
const COORDINATES: f32 = 280.0;
/// Larger boards are drawn as mosaics: shapes would be smaller than pixels.
const MANY: usize = 3000;

pub struct Thumbnail {
    board: BoardGeometry,
    pieces: Pieces,
    about: About,
    styles: [Style; 3],
    mosaics: Mutex<HashMap<MosaicKey, TextureHandle>>,
    drawn: bool,
    /// The fewest and the most players that its options allow.
    range: (u8, u8),
}

/// Width, height and theme of a mosaic.
type MosaicKey = (usize, usize, usize);

impl std::fmt::Debug for Thumbnail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Thumbnail")
            .field("about", &self.about)
            .field("pieces", &self.pieces)
            .finish_non_exhaustive()
    }
}

impl StartView for Thumbnail {
    fn of_start(source: &GameSource, game: &dyn OpenGame, seed: Option<u64>) -> PluginResult<Self> {
        let mut cursor = game.start()?;
        let drawn = match seed {
            Some(seed) => boardloom_match::draw_first(&mut *cursor, source.rules.name(), seed)? > 0,
            None => false,
        };
        Thumbnail::of(source, game.about()?, &mut *cursor, drawn)
    }

    fn of_match(game: &mut Match) -> Result<Self, MatchError> {
        let (source, about) = (game.source().clone(), game.about().clone());
        game.ask(|cursor| Thumbnail::of(&source, about, cursor, false))
    }
}

/// The range of the option for the number of seats, if there is one.
fn seats_of(options: &[RulesetOption]) -> Option<(u8, u8)> {
    let seats = options.iter().find(|option| option.key.split('.').next_back() == Some("seats"))?;
    match seats.domain {
        OptionDomain::Range { low, high, .. } => Some((low as u8, high as u8)),
        _ => None,
    }
}

impl Thumbnail {
    pub fn seats(&self) -> u8 {
        self.about.seats
    }

    /// The fewest and the most players.
    pub fn range(&self) -> (u8, u8) {
        self.range
    }

    fn of(
        source: &GameSource,
        about: About,
        cursor: &mut dyn Cursor,
        drawn: bool,
    ) -> PluginResult<Self> {
        let mut board = BoardGeometry::new(0);
        let status = cursor.status()?;
        // A picture shows no more of a game that goes on than all may see.
        let mut seen = if status.is_over() { None } else { cursor.observe(None)? };
        let cursor = seen.as_deref_mut().unwrap_or(cursor);
        board.update(cursor)?;
        let pieces = Pieces::read(cursor, status.sites)?;
        let style = |theme: ThemeChoice| Style::of(&source.ruleset, &about, theme.board());
        let styles = ThemeChoice::ALL.map(style);
        let range = seats_of(&source.ruleset.options).unwrap_or((about.seats, about.seats));
        Ok(Thumbnail { board, pieces, styles, about, mosaics: Mutex::default(), drawn, range })
    }

    pub fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    pub fn places(&self) -> usize {
        self.board.places().iter().filter(|spot| !spot.copy).count()
    }

    pub fn is_drawn(&self) -> bool {
        self.drawn
    }

    pub fn side(&self, seat: usize, theme: ThemeChoice) -> PlayerStyle {
        self.styles[theme as usize].player(seat as u8)
    }

    pub fn paint(&self, painter: &Painter, into: egui::Rect, theme: ThemeChoice) {
        self.paint_with(painter, into, theme, has_coordinates(into));
    }

    /// The same with coordinates or without.
    pub fn paint_with(
        &self,
        painter: &Painter,
        into: egui::Rect,
        theme: ThemeChoice,
        coordinates: bool,
    ) {
        let style = &self.styles[theme as usize];
        let size = [into.width(), into.height()];
        let Some(bounds) = style.framed_bounds(&self.board) else { return };
        let camera = Camera::fitting(bounds.grown(self.board.unit() * 0.2), viewport(into));
        if self.board.places().len() > MANY {
            return self.paint_mosaic(painter, into, &camera, theme);
        }
        let picture = Picture::new(&self.board, &camera, style, &self.pieces, size);
        let show = DisplayOptions { coordinates, ..picture.show };
        let scene = Picture { show, ..picture }.scene();
        shapes::paint(&painter.with_clip_rect(into.intersect(painter.clip_rect())), scene.shapes());
    }

    /// A few pixels for each place; kept until the card's size changes.
    fn paint_mosaic(
        &self,
        painter: &Painter,
        into: egui::Rect,
        camera: &Camera,
        theme: ThemeChoice,
    ) {
        let scale = painter.pixels_per_point();
        let size =
            [into.width(), into.height()].map(|side| (side * scale).ceil().max(1.0) as usize);
        let key = (size[0], size[1], theme as usize);
        let mut mosaics = self.mosaics.lock().unwrap_or_else(PoisonError::into_inner);
        if !mosaics.contains_key(&key) {
            // A card has one size at a time.
            mosaics.clear();
        }
        let texture = mosaics.entry(key).or_insert_with(|| {
            let image = self.mosaic(size, f64::from(scale), into, camera, theme);
            painter.ctx().load_texture("mosaic", image, TextureOptions::LINEAR)
        });
        let whole = egui::Rect::from_min_max(Pos2::ZERO, egui::pos2(1.0, 1.0));
        painter.image(texture.id(), into, whole, Color32::WHITE);
    }

    fn mosaic(
        &self,
        [width, height]: [usize; 2],
        scale: f64,
        into: egui::Rect,
        camera: &Camera,
        theme: ThemeChoice,
    ) -> ColorImage {
        let style = &self.styles[theme as usize];
        let mut image = ColorImage::filled([width, height], Color32::TRANSPARENT);
        for spot in self.board.places() {
            let role = style.place(spot);
            let fill = role.fill.or(role.line).unwrap_or(style.background);
            let side = self.pieces.top(spot.site).map(|piece| style.player(piece.color).color);
            let fill = if spot.copy {
                fill.mixed(style.background, boardloom_theme::tint::THUMBNAIL_GHOST)
            } else {
                fill
            };
            let at = camera.to_screen(spot.at);
            let half = spot.radius * camera.scale;
            let pixel = |v: f64, min: f32, side: usize| {
                ((v - f64::from(min)) * scale).round().clamp(0.0, side as f64) as usize
            };
            let (left, top) =
                (pixel(at.x - half, into.min.x, width), pixel(at.y - half, into.min.y, height));
            let right = pixel(at.x + half, into.min.x, width).max(left + 1).min(width);
            let bottom = pixel(at.y + half, into.min.y, height).max(top + 1).min(height);
            for row in top..bottom {
                image.pixels[row * width + left..row * width + right.max(left)]
                    .fill(crate::theme::color(side.unwrap_or(fill)));
            }
        }
        image
    }
}

pub fn viewport(rect: egui::Rect) -> Rect {
    Rect { min: pos(rect.min), max: pos(rect.max) }
}

pub fn pos(at: Pos2) -> Pos {
    Pos::new(f64::from(at.x), f64::from(at.y))
}

fn has_coordinates(into: egui::Rect) -> bool {
    into.width().min(into.height()) >= COORDINATES
}

/// Draws the position of the open game, with what the settings show. False if the board has too
/// many places for that.
pub fn paint_session(
    session: &GameSession,
    preferences: &Preferences,
    painter: &Painter,
    into: egui::Rect,
    coordinates: bool,
) -> bool {
    let places = session.board.places();
    let around = session.style.framed_bounds(&session.board);
    let Some(bounds) = around.filter(|_| places.len() <= MANY) else { return false };
    let camera = Camera::fitting(bounds.grown(session.board.unit()), viewport(into));
    let size = [into.width(), into.height()];
    let picture = Picture::new(&session.board, &camera, &session.style, &session.pieces, size);
    let show = DisplayOptions {
        coordinates,
        marks: preferences.marks,
        numbers: preferences.numbers,
        ..picture.show
    };
    let last = session.game.node().effects.as_slice();
    let numbers = Some(&session.numbers);
    let scene = Picture { show, marks: &session.marks, last, numbers, ..picture }.scene();
    shapes::paint(&painter.with_clip_rect(into.intersect(painter.clip_rect())), scene.shapes());
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_players_is_the_range_of_its_option() {
        let option = |key: &str| RulesetOption {
            key: key.to_owned(),
            label: "Players".to_owned(),
            help: None,
            domain: OptionDomain::Range { low: 2.0, high: 4.0, step: Some(1.0), whole: true },
            zero: None,
            default: serde_json::Value::from(2),
            value: serde_json::Value::from(2),
            when: None,
        };
        assert_eq!(seats_of(&[option("setup.seats")]), Some((2, 4)));
        assert_eq!(seats_of(&[option("board.width")]), None);
    }
}
