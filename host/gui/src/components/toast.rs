//! Toasts: short messages over a corner of the window.

use egui::{Context, Frame, Stroke};

use crate::theme::{Palette, menu_shadow, radius, space, stroke};

/// The frame of a toast.
pub fn toast_frame(ctx: &Context) -> Frame {
    let palette = Palette::in_use(ctx);
    Frame::new()
        .fill(palette.raised)
        .stroke(Stroke::new(stroke::LINE, palette.line))
        .corner_radius(radius::CARD)
        .shadow(menu_shadow())
        .inner_margin(space::MEDIUM)
}
