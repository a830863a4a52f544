//! Settings of a position's picture: the board without its surroundings.

use boardloom_board_view::board::{BoardGeometry, Camera, Pos, Rect};
use boardloom_board_view::scene::{BoardLook, MoveNumbers, Picture, Pieces, Scene, Style};
use boardloom_contract::Site;
use boardloom_match::{Match, MatchError, NodeId};

use crate::caption::MoveCaption;

/// The margin around the board, as a fraction of the image.
const MARGIN: f64 = 0.04;

#[derive(Debug, Clone)]
pub struct ImageSettings {
    /// The view, and the rotation of a globe. Its content is not used.
    pub board: BoardGeometry,
    /// Clockwise, in degrees.
    pub turn: f64,
    pub mirrored: bool,
    pub look: BoardLook,
    /// Width and height, in pixels.
    pub size: (u32, u32),
    /// `None` follows the ruleset.
    pub coordinates: Option<bool>,
    /// Whether the game's marks are drawn: threats, open lines.
    pub marks: bool,
    /// Whether the numbers of moves are drawn on the pieces.
    pub numbers: bool,
}

impl ImageSettings {
    pub fn of_view(view: u16) -> Self {
        ImageSettings {
            board: BoardGeometry::new(view),
            turn: 0.0,
            mirrored: false,
            look: BoardLook::default(),
            size: (800, 800),
            coordinates: None,
            marks: true,
            numbers: false,
        }
    }

    /// Draws the current position, with the whole board as large as possible above its
    /// comment.
    pub fn scene(&self, game: &mut Match) -> Result<Scene, MatchError> {
        let mut renderer = PositionRenderer::new(self, game);
        renderer.read(game)?;
        let part = renderer.bounds();
        let caption = self.caption(game, game.here());
        let camera = self.camera(part, caption.height());
        let mut scene = renderer.picture(game, &camera).scene();
        caption.add_to(&mut scene);
        Ok(scene)
    }

    pub(super) fn caption(&self, game: &Match, node: NodeId) -> MoveCaption {
        MoveCaption::of(game, node, self.size)
    }

    /// Returns a camera that shows a part of the board as large as possible above the room for a
    /// caption, in pixels; `None` is an empty board.
    pub(super) fn camera(&self, part: Option<Rect>, caption: f32) -> Camera {
        let (width, height) = (f64::from(self.size.0), f64::from(self.size.1));
        let height = height - f64::from(caption);
        let margin = width.min(height) * MARGIN;
        let viewport =
            Rect { min: Pos::new(margin, margin), max: Pos::new(width - margin, height - margin) };
        let part = part.unwrap_or(viewport);
        let mut camera = Camera::fitting(part, viewport);
        camera.mirrored = self.mirrored;
        camera.rotate(self.turn);
        camera.fit(part);
        camera
    }
}

/// A board and its pieces, read from a match again for each position.
pub(super) struct PositionRenderer<'a> {
    look: &'a ImageSettings,
    board: BoardGeometry,
    pieces: Pieces,
    marks: Vec<boardloom_contract::Mark>,
    arrows: Vec<Vec<Site>>,
    numbers: MoveNumbers,
    style: Style,
}

impl<'a> PositionRenderer<'a> {
    pub(super) fn new(look: &'a ImageSettings, game: &Match) -> Self {
        PositionRenderer {
            look,
            board: look.board.blank(),
            pieces: Pieces::default(),
            marks: Vec::new(),
            arrows: Vec::new(),
            numbers: MoveNumbers::default(),
            style: Style::of(&game.source().ruleset, game.about(), look.look),
        }
    }

    /// Reads only the board, and returns its bounds.
    pub(super) fn measure(&mut self, game: &mut Match) -> Result<Option<Rect>, MatchError> {
        let board = &mut self.board;
        game.ask(|cursor| board.update(cursor))?;
        Ok(self.bounds())
    }

    pub(super) fn read(&mut self, game: &mut Match) -> Result<(), MatchError> {
        let sites = game.status().sites;
        let board = &mut self.board;
        (self.pieces, self.marks) = game.ask(|cursor| {
            board.update(cursor)?;
            Ok((Pieces::read(cursor, sites)?, cursor.marks()?))
        })?;
        self.arrows = self.board.arrow_paths(&game.node().arrows).0;
        if self.look.numbers {
            self.numbers = MoveNumbers::at(game.tree(), game.here());
        }
        Ok(())
    }

    pub(super) fn bounds(&self) -> Option<Rect> {
        self.style.framed_bounds(&self.board)
    }

    pub(super) fn picture<'p>(&'p self, game: &'p Match, camera: &'p Camera) -> Picture<'p> {
        let (width, height) = self.look.size;
        let size = [width as f32, height as f32];
        let mut picture = Picture::new(&self.board, camera, &self.style, &self.pieces, size);
        picture.marks = &self.marks;
        picture.arrows = &self.arrows;
        picture.numbers = Some(&self.numbers);
        picture.last = &game.node().effects;
        let wanted = self.look.coordinates.or(game.source().ruleset.look.coordinates);
        picture.show.coordinates = wanted.unwrap_or(true);
        picture.show.marks = self.look.marks;
        picture.show.numbers = self.look.numbers;
        picture
    }
}
