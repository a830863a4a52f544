//! The frame of a dialog.

use egui::emath::TSTransform;
use egui::{Context, Margin, Response, Stroke, Ui};

use super::ActionButton;
use crate::theme::{
    self, Palette, dialog_shadow, motion, radius, size, space, stroke, title as title_text,
};

/// Shows a dialog over everything else, with its margins as wide as told. Returns the body's
/// result, and whether the player closed the dialog.
pub fn modal<R>(
    ctx: &Context,
    title: &str,
    width: f32,
    body: impl FnOnce(&mut Ui) -> R,
) -> (R, bool) {
    modal_as(egui::Id::unique(title), ctx, title, width, body)
}

/// The frame of dialogs.
pub fn dialog_frame(ctx: &Context, padding: i8) -> egui::Frame {
    let palette = Palette::in_use(ctx);
    egui::Frame::new()
        .fill(palette.panel)
        .stroke(Stroke::new(stroke::LINE, palette.line))
        .corner_radius(radius::DIALOG)
        .shadow(dialog_shadow())
        .inner_margin(Margin::same(padding))
}

/// Like [`modal`]. The window stays the same if its title changes.
pub fn modal_as<R>(
    id: egui::Id,
    ctx: &Context,
    title: &str,
    width: f32,
    body: impl FnOnce(&mut Ui) -> R,
) -> (R, bool) {
    let palette = Palette::in_use(ctx);
    let screen = ctx.content_rect();
    let padding = padding(ctx);
    let frame = dialog_frame(ctx, padding);
    let around = 2.0 * f32::from(padding) + OUTSIDE;
    let shown = opening(ctx, id);
    settle(ctx, id, screen);
    let scrim = palette.scrim.gamma_multiply(shown);
    let modal = egui::Modal::new(id).frame(frame).backdrop_color(scrim);
    // egui's own fade is linear and begins anew with the title.
    let modal = modal.area(egui::Modal::default_area(id).fade_in(false));
    let response = modal.show(ctx, |ui| {
        ui.set_opacity(shown);
        ui.set_width((width - dialog_margins(ctx)).min(screen.width() - around).max(120.0));
        // An area is 400 points high unless told otherwise, and grows by steps while it is drawn.
        ui.set_max_height((screen.height() - around).max(80.0));
        ui.add(egui::Label::new(title_text(title)).wrap());
        ui.add_space(f32::from(space::SMALL));
        body(ui)
    });
    let layer = response.response.layer_id;
    let grown = motion::DIALOG_SCALE + (1.0 - motion::DIALOG_SCALE) * shown;
    let middle = response.response.rect.center().to_vec2();
    let scaled = match theme::moves(ctx) && shown < 1.0 {
        true => TSTransform::new(middle * (1.0 - grown), grown),
        false => TSTransform::IDENTITY,
    };
    ctx.set_transform_layer(layer, scaled);
    let close = response.should_close();
    (response.inner, close)
}

/// Draws another frame after the window's size changed: egui centres a dialog by its last size.
fn settle(ctx: &Context, id: egui::Id, screen: egui::Rect) {
    let before = ctx.data_mut(|data| std::mem::replace(data.get_temp_mut_or(id, screen), screen));
    if before != screen {
        ctx.request_repaint();
    }
}

/// Returns how far a dialog has opened, from 0 to 1.
fn opening(ctx: &Context, id: egui::Id) -> f32 {
    let (now, frame) = (ctx.input(|input| input.time), ctx.cumulative_frame_nr());
    let known = ctx.data(|data| data.get_temp::<(f64, u64)>(id));
    // It was closed if a frame went by without it.
    let began = known.filter(|(_, last)| last + 1 >= frame).map_or(now, |(began, _)| began);
    ctx.data_mut(|data| data.insert_temp(id, (began, frame)));
    let duration = if theme::moves(ctx) { motion::DIALOG } else { motion::FADE };
    let part = (now - began) as f32 / duration;
    if part < 1.0 {
        ctx.request_repaint();
    }
    motion::ease_out(part)
}

/// Between a dialog and the window's edges, on both sides together.
const OUTSIDE: f32 = 24.0;
/// Lower or narrower windows have less room around a dialog's contents.
const SMALL: f32 = 480.0;

/// What a dialog has at the left and right of its contents.
pub fn dialog_margins(ctx: &Context) -> f32 {
    2.0 * (f32::from(padding(ctx)) + stroke::LINE)
}

fn padding(ctx: &Context) -> i8 {
    let screen = ctx.content_rect();
    if screen.width().min(screen.height()) < SMALL { space::MEDIUM } else { space::HUGE }
}

/// The height that a dialog's contents can have between its title and its footer.
pub fn scroll_height(ctx: &Context) -> f32 {
    let title = size::ROW + f32::from(space::SMALL) * 2.0;
    let footer = size::BUTTON + f32::from(space::LARGE) * 2.0;
    let around = 2.0 * f32::from(padding(ctx)) + OUTSIDE;
    (ctx.content_rect().height() - title - footer - around).max(60.0)
}

/// The buttons of a dialog, at its right, the main one last.
pub fn footer<const N: usize>(ui: &mut Ui, buttons: [ActionButton<'_>; N]) -> [Response; N] {
    ui.add_space(f32::from(space::LARGE));
    let gaps = ui.spacing().item_spacing.x * N.saturating_sub(1) as f32;
    let widths: f32 = buttons.iter().map(|button| button.width(ui)).sum();
    let free = ui.available_width() - widths - gaps;
    ui.horizontal_wrapped(|ui| {
        if free > 0.0 {
            // A part of a point less: rounding must not begin a new row.
            ui.add_space(free - 0.5);
        }
        buttons.map(|button| ui.add(button))
    })
    .inner
}

/// Shows a button without a frame whose icon begins where texts do.
pub fn flush_left(ui: &mut Ui, button: ActionButton<'_>) -> Response {
    ui.horizontal(|ui| {
        ui.add_space(-ui.spacing().button_padding.x);
        ui.add(button)
    })
    .inner
}

/// Asks a question with two answers: `no` keeps everything as it is. Returns the answer.
pub fn question(
    ctx: &Context,
    title: &str,
    text: &str,
    no: &str,
    yes: ActionButton<'_>,
) -> Option<bool> {
    let (answer, outside) = modal(ctx, title, size::DIALOG, |ui| {
        if !text.is_empty() {
            ui.label(text);
        }
        let [stay, go] = footer(ui, [ActionButton::secondary(no), yes]);
        // Enter does what costs nothing.
        if ui.memory(|memory| memory.focused()).is_none() {
            stay.request_focus();
        }
        if go.clicked() { Some(true) } else { stay.clicked().then_some(false) }
    });
    answer.or(outside.then_some(false))
}
