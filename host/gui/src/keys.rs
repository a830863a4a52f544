//! Key bindings on egui's events.

pub use boardloom_app::keys::{Binding, Command, Group, KeyCapture, KeyChange, KeyMap, KeyScope};

use boardloom_app::keys::{Key, KeyStroke, Modifiers};
use egui::Event;

/// Removes the first key press that an active binding has, and returns its command and its index
/// in the frame's events.
pub fn next(
    keys: &KeyMap,
    ctx: &egui::Context,
    counts: impl Fn(&Binding) -> bool,
) -> Option<(Command, usize)> {
    let bound = |event: &Event| {
        let Event::Key { key, pressed: true, modifiers, .. } = event else { return None };
        keys.command(&stroke(*key, *modifiers)?, &counts)
    };
    ctx.input_mut(|input| {
        let mut found = input.events.iter().enumerate();
        let (place, command) = found.find_map(|(n, event)| Some((n, bound(event)?)))?;
        input.events.remove(place);
        Some((command, place))
    })
}

/// Removes the first key press of a frame, and its text and clipboard events.
pub fn take_stroke(ctx: &egui::Context) -> Option<KeyStroke> {
    ctx.input_mut(|input| {
        let stroke = input.events.iter().find_map(|event| match event {
            Event::Key { key, pressed: true, modifiers, .. } => stroke(*key, *modifiers),
            _ => None,
        })?;
        // The press must not type or copy either.
        input.events.retain(|event| {
            !matches!(
                event,
                Event::Key { .. } | Event::Text(_) | Event::Copy | Event::Cut | Event::Paste(_)
            )
        });
        Some(stroke)
    })
}

fn stroke(key: egui::Key, held: egui::Modifiers) -> Option<KeyStroke> {
    let modifiers = Modifiers { ctrl: held.command, alt: held.alt, shift: held.shift };
    Some(KeyStroke::new(modifiers, Key::named(key.name())?))
}
