//! The keys as egui tells of them.

pub use boardloom_app::keys::{Binding, Command, Group, KeyCapture, KeyChange, KeyMap, KeyScope};

use boardloom_app::keys::{Held, Key, Stroke};
use egui::{Event, Modifiers};

/// Returns the command of the first key press of a frame that a binding which
/// counts now is for, and takes the press away from whatever would read it next.
/// With it comes how many events of the frame were before it.
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

/// Takes the first key press of a frame away from whatever would read it, as a
/// stroke.
pub fn pressed(ctx: &egui::Context) -> Option<Stroke> {
    ctx.input_mut(|input| {
        let stroke = input.events.iter().find_map(|event| match event {
            Event::Key { key, pressed: true, modifiers, .. } => stroke(*key, *modifiers),
            _ => None,
        })?;
        // What the press would type or copy goes with it.
        input.events.retain(|event| {
            !matches!(
                event,
                Event::Key { .. } | Event::Text(_) | Event::Copy | Event::Cut | Event::Paste(_)
            )
        });
        Some(stroke)
    })
}

/// Returns a key press as a stroke; none for keys that nothing can be bound to.
fn stroke(key: egui::Key, held: Modifiers) -> Option<Stroke> {
    let held = Held { ctrl: held.command, alt: held.alt, shift: held.shift };
    Some(Stroke::new(held, Key::named(key.name())?))
}
