//! How widgets answer the pointer.

use egui::{Color32, Context, Id, Response};

use crate::theme::motion;

/// How far a widget's look has gone from rest to hovered, and to pressed: from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Reaction {
    hover: f32,
    press: f32,
}

impl Reaction {
    /// Goes on towards the state of a widget.
    pub(super) fn of(response: &Response) -> Self {
        let pressed = response.is_pointer_button_down_on();
        Self::toward(&response.ctx, response.id, response.hovered(), pressed)
    }

    /// The same before the widget is drawn, from its id.
    pub(super) fn before(ctx: &Context, id: Id) -> Self {
        ctx.read_response(id).map_or_else(Reaction::default, |response| Self::of(&response))
    }

    fn toward(ctx: &Context, id: Id, hovered: bool, pressed: bool) -> Self {
        let part = |what: &str, on, time| ctx.animate_bool_with_time(id.with(what), on, time);
        Reaction {
            hover: part("hover", hovered || pressed, motion::HOVER),
            press: part("press", pressed, motion::PRESS),
        }
    }

    /// Mixes the colours at rest, hovered and pressed.
    pub(super) fn mix(self, [rest, hovered, pressed]: [Color32; 3]) -> Color32 {
        // Translucent colours too.
        rest.lerp_to_gamma(hovered, self.hover).lerp_to_gamma(pressed, self.press)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: f64 = 1.0 / 60.0;

    /// Would break if a look jumped, or stayed on the way.
    #[test]
    fn a_pressed_widget_changes_within_60_ms_and_goes_back() {
        let ctx = Context::default();
        let mut time = 0.0;
        let mut frame = |pressed| {
            time += FRAME;
            let input = egui::RawInput { time: Some(time), ..egui::RawInput::default() };
            let mut reaction = Reaction::default();
            let mut output = ctx.run_ui(input, |ui| {
                reaction = Reaction::toward(ui.ctx(), Id::unique("button"), pressed, pressed);
            });
            output.textures_delta.clear();
            reaction
        };
        assert_eq!(frame(false), Reaction::default());
        let begun = frame(true);
        assert!((0.1..0.9).contains(&begun.press), "{begun:?}");
        assert!(begun.hover < begun.press, "{begun:?}");
        let frames = |time: f32| (f64::from(time) / FRAME).ceil() as usize;
        let presses: Vec<Reaction> = (0..frames(motion::HOVER)).map(|_| frame(true)).collect();
        assert_eq!(presses[frames(motion::PRESS) - 1].press, 1.0, "{presses:?}");
        assert_eq!(presses.last(), Some(&Reaction { hover: 1.0, press: 1.0 }));
        let released = frame(false).press;
        assert!((0.1..0.9).contains(&released), "{released}");
        let after: Vec<Reaction> = (0..frames(motion::HOVER)).map(|_| frame(false)).collect();
        assert_eq!(after.last(), Some(&Reaction::default()));
    }

    #[test]
    fn colours_are_mixed_from_rest_to_pressed() {
        let colors = [Color32::TRANSPARENT, Color32::GRAY, Color32::WHITE];
        assert_eq!(Reaction::default().mix(colors), colors[0]);
        assert_eq!(Reaction { hover: 1.0, press: 0.0 }.mix(colors), colors[1]);
        assert_eq!(Reaction { hover: 1.0, press: 1.0 }.mix(colors), colors[2]);
    }
}
