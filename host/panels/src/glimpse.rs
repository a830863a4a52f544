//! A small drawing of a ruleset's start: for cards and dialogs.

use boardloom_contract::{About, Answer, Game};
use boardloom_play::board::Board;
use boardloom_play::scene::{Picture, Pieces, PlayerStyle, Show, Style};
use boardloom_play::{Camera, Pos, Rect, Table};
use egui::Painter;

use crate::preferences::ThemeChoice;
use crate::shapes;

/// A board at the start of a game.
#[derive(Debug)]
pub struct Glimpse {
    board: Board,
    pieces: Pieces,
    about: About,
    styles: [Style; 3],
}

impl Glimpse {
    /// Reads the start of a game.
    ///
    /// # Errors
    /// When the plugin fails.
    pub fn of_start(table: &Table, game: &dyn Game) -> Answer<Self> {
        let about = game.about()?;
        let mut cursor = game.start()?;
        let mut board = Board::new(0);
        board.update(&mut *cursor)?;
        let standing = cursor.standing()?;
        let pieces = Pieces::read(&mut *cursor, standing.sites)?;
        let style = |theme: ThemeChoice| Style::of(&table.ruleset, &about, theme.board());
        let styles = [ThemeChoice::Dark, ThemeChoice::Light, ThemeChoice::HighContrast].map(style);
        Ok(Glimpse { board, pieces, about, styles })
    }

    /// Returns how many seats the game has.
    pub fn seats(&self) -> u8 {
        self.about.seats
    }

    /// Returns how a seat's side looks.
    pub fn side(&self, seat: usize, theme: ThemeChoice) -> PlayerStyle {
        self.styles[theme as usize].player(seat as u8)
    }

    /// Paints the board as large as fits.
    pub fn paint(&self, painter: &Painter, into: egui::Rect, theme: ThemeChoice) {
        let style = &self.styles[theme as usize];
        let size = [into.width(), into.height()];
        // On a card, labels would only be specks.
        let coordinates = into.width().min(into.height()) >= 200.0;
        let spots = || Rect::around(self.board.spots().iter().map(|spot| spot.at));
        let bounds = if coordinates {
            self.board.bounds()
        } else {
            spots().map(|r| r.grown(self.board.unit()))
        };
        let Some(bounds) = bounds else { return };
        let camera = Camera::fitting(bounds.grown(self.board.unit() * 0.2), viewport(into));
        let picture = Picture::new(&self.board, &camera, style, &self.pieces, size);
        let show = Show { coordinates, ..picture.show };
        let scene = Picture { show, ..picture }.scene();
        shapes::paint(&painter.with_clip_rect(into.intersect(painter.clip_rect())), scene.shapes());
    }
}

/// Returns a rectangle of egui's in the board's terms.
pub fn viewport(rect: egui::Rect) -> Rect {
    Rect {
        min: Pos::new(f64::from(rect.min.x), f64::from(rect.min.y)),
        max: Pos::new(f64::from(rect.max.x), f64::from(rect.max.y)),
    }
}
