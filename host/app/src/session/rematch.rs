//! Rematches, and pictures of the position.

use boardloom_board_view::scene::{DisplayOptions, Picture, Scene};
use boardloom_board_view::{Pos, Rect};
use boardloom_contract::Seat;
use boardloom_export::{ImageSettings, MoveCaption};
use boardloom_match::MatchSetup;

use super::GameSession;
use crate::date;
use crate::player_names::side_name;

impl GameSession {
    /// Each player moves on by one seat, with carried time if the clock carries it.
    pub fn rematch_setup(&self) -> MatchSetup {
        let ruleset = &self.game.source().ruleset;
        let mut players = self.game.players().to_vec();
        let mut own: Vec<bool> =
            (0..players.len()).map(|seat| self.own_name(seat as Seat).is_some()).collect();
        players.rotate_right(1);
        own.rotate_right(1);
        let mut carried = self.carried();
        if carried.len() == players.len() {
            carried.rotate_right(1);
        }
        for (seat, player) in players.iter_mut().enumerate() {
            if player.level().is_none() && !own[seat] {
                player.name = side_name(ruleset, seat);
            }
        }
        MatchSetup {
            players,
            seed: boardloom_match::fresh_seed(),
            control: *self.game.clock().control(),
            carried,
            date: date::today(),
            ..MatchSetup::default()
        }
    }

    /// The file of the ruleset, or its id.
    pub fn source(&self) -> String {
        self.game.source().name()
    }

    /// The position as it is seen flat, in another size: the whole board, or its visible part.
    pub fn flat_scene(&self, size: [f32; 2], show: &DisplayOptions) -> Scene {
        let [width, height] = size.map(f64::from);
        let caption = MoveCaption::of(&self.game, self.game.here(), (width as u32, height as u32));
        let height = height - f64::from(caption.height());
        let viewport = Rect { min: Pos::new(0.0, 0.0), max: Pos::new(width, height) };
        let mut camera = self.camera;
        camera.viewport = viewport;
        let part = self.is_near() && !self.is_3d();
        if part {
            let seen = self.camera.viewport;
            camera.scale *= (width / seen.width()).min(height / seen.height());
        } else if let Some(bounds) = self.style.framed_bounds(&self.board) {
            camera.fit(bounds.grown(self.board.unit() * 0.35));
        }
        let board = Picture::new(&self.board, &camera, &self.style, &self.pieces, size);
        let last = self.game.node().effects.as_slice();
        let (arrows, numbers) = (&self.arrows, Some(&self.numbers));
        let picture = Picture { marks: &self.marks, last, arrows, numbers, show: *show, ..board };
        let mut scene = picture.scene();
        caption.add_to(&mut scene);
        scene
    }

    /// The settings of an animation: the flat board as it is seen now.
    pub fn animation_settings(&self, size: (u32, u32), show: &DisplayOptions) -> ImageSettings {
        ImageSettings {
            board: self.board.blank(),
            turn: self.camera.turn,
            mirrored: self.camera.mirrored,
            look: self.style.look,
            size,
            coordinates: Some(show.coordinates),
            marks: show.marks,
            numbers: show.numbers,
        }
    }
}
