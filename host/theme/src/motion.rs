//! Durations, in seconds, and easings. With reduced motion only [`FADE`] is left.

/// A change under the pointer.
pub const HOVER: f32 = 0.08;
/// A button that is pressed.
pub const PRESS: f32 = 0.06;
pub const MENU: f32 = 0.12;
pub const DIALOG: f32 = 0.16;
/// The size that a dialog grows from.
pub const DIALOG_SCALE: f32 = 0.98;
/// What remains with reduced motion.
pub const FADE: f32 = 0.08;

/// A piece that slides.
pub const MOVE: f32 = 0.18;
/// A piece that leaves the line of its neighbours.
pub const JUMP: f32 = 0.22;
/// A piece that changes its side.
pub const FLIP: f32 = 0.16;
/// Between two pieces that change or fall.
pub const STAGGER: f32 = 0.03;
/// A captured piece.
pub const FALL: f32 = 0.14;
/// From one stage of a move to the next: pieces fall when the mover has arrived.
pub const STAGE: f32 = MOVE;
/// The delay of the last piece of a stage at most.
pub const SPREAD: f32 = 0.4;
/// A place that scores.
pub const FLASH: f32 = 0.5;
/// The longest remaining animation that another may follow.
pub const PATIENCE: f32 = 1.0;
/// An illegal move: two shakes.
pub const SHAKE: f32 = 0.24;
/// The width of a shake, in pixels.
pub const SHAKE_WIDTH: f32 = 3.0;
/// The note of a passed turn.
pub const PASS: f32 = 0.9;
/// From one piece of a winning chain to the next.
pub const WIN_STEP: f32 = 0.04;
/// The fade of a winning piece.
pub const WIN_FADE: f32 = 0.16;

/// For what appears or follows the pointer.
pub fn ease_out(part: f32) -> f32 {
    1.0 - (1.0 - part.clamp(0.0, 1.0)).powi(3)
}

/// For pieces that travel.
pub fn ease_in_out(part: f32) -> f32 {
    let part = part.clamp(0.0, 1.0);
    if part < 0.5 { 4.0 * part.powi(3) } else { 1.0 - (2.0 - 2.0 * part).powi(3) / 2.0 }
}
