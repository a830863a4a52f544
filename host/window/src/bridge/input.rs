//! Converts macroquad's input to egui's events.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{
    DroppedFile, DroppedFileHandle, Event, Modifiers, MouseWheelUnit, Pos2, RawInput, Rect,
    TouchDeviceId, TouchId, TouchPhase, Vec2,
};
use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};
use macroquad::miniquad::{self, EventHandler, KeyCode, KeyMods, MouseButton};

use super::keys;
use crate::clipboard::Clipboard;

const BUTTONS: [MouseButton; 3] = [MouseButton::Left, MouseButton::Middle, MouseButton::Right];

pub(crate) struct Input {
    subscriber: usize,
    collector: EventCollector,
}

#[derive(Default)]
struct EventCollector {
    /// Physical pixels of a point.
    scale: f32,
    events: Vec<Event>,
    modifiers: Modifiers,
    pointer: Pos2,
    down: [bool; 3],
    focused: bool,
    wants_paste: bool,
    dropped: Vec<PathBuf>,
}

impl Input {
    pub(super) fn new() -> Self {
        Input {
            subscriber: register_input_subscriber(),
            collector: EventCollector { scale: 1.0, focused: true, ..EventCollector::default() },
        }
    }

    pub(crate) fn is_waiting(&mut self) -> bool {
        repeat_all_miniquad_input(&mut self.collector, self.subscriber);
        let collector = &self.collector;
        !collector.events.is_empty() || collector.wants_paste || !collector.dropped.is_empty()
    }

    pub(crate) fn paste(&mut self) {
        self.collector.wants_paste = true;
    }

    pub(super) fn take(&mut self, zoom: f32, time: f64, clipboard: &mut Clipboard) -> RawInput {
        let native = miniquad::window::dpi_scale().max(0.1);
        let collector = &mut self.collector;
        collector.scale = native * zoom;
        repeat_all_miniquad_input(collector, self.subscriber);
        collector.release_lost_buttons();
        if std::mem::take(&mut collector.wants_paste)
            && let Some(text) = clipboard.read().filter(|text| !text.is_empty())
        {
            collector.events.push(Event::Paste(text.replace("\r\n", "\n")));
        }
        let (width, height) = miniquad::window::screen_size();
        let size = Vec2::new(width.max(1.0), height.max(1.0)) / collector.scale;
        let mut raw = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, size)),
            time: Some(time),
            events: collector.take_events(),
            focused: collector.focused,
            dropped_files: collector.dropped.drain(..).map(dropped).collect(),
            ..RawInput::default()
        };
        raw.viewports.entry(raw.viewport_id).or_default().native_pixels_per_point = Some(native);
        raw
    }
}

/// A file that was dropped on the window; it is read by its path.
#[derive(Debug)]
struct DroppedPath(PathBuf);

impl DroppedFile for DroppedPath {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| format!("{}: {error}", self.0.display()))
    }
}

fn dropped(path: PathBuf) -> DroppedFileHandle {
    Arc::new(DroppedPath(path))
}

impl EventCollector {
    fn move_pointer(&mut self, x: f32, y: f32) -> Pos2 {
        self.pointer = Pos2::new(x / self.scale, y / self.scale);
        self.pointer
    }

    /// Takes the events of one frame.
    ///
    /// egui places a press at the pointer's last position in the frame, and drops a drag that
    /// begins and ends within one. So a press ends its frame: later events wait for the next.
    fn take_events(&mut self) -> Vec<Event> {
        let is_press = |event: &Event| matches!(event, Event::PointerButton { pressed: true, .. });
        let end = self.events.iter().position(is_press).map_or(self.events.len(), |at| at + 1);
        let rest = self.events.split_off(end);
        std::mem::replace(&mut self.events, rest)
    }

    fn set_modifiers(&mut self, now: Modifiers) {
        if now != self.modifiers {
            self.modifiers = now;
            self.events.push(Event::ModifiersChanged(now));
        }
    }

    fn press_button(&mut self, button: MouseButton, pressed: bool, x: f32, y: f32) {
        let pos = self.move_pointer(x, y);
        let Some(named) = keys::button(button) else { return };
        if let Some(index) = BUTTONS.iter().position(|b| *b == button) {
            if self.down[index] == pressed {
                return;
            }
            self.down[index] = pressed;
        }
        let modifiers = self.modifiers;
        self.events.push(Event::PointerMoved(pos));
        self.events.push(Event::PointerButton { pos, button: named, pressed, modifiers });
    }

    /// miniquad never reports a button released outside the window; macroquad forgets the button
    /// when the pointer leaves.
    fn release_lost_buttons(&mut self) {
        for (index, button) in BUTTONS.into_iter().enumerate() {
            if self.down[index] && !macroquad::input::is_mouse_button_down(button) {
                self.down[index] = false;
                if let Some(button) = keys::button(button) {
                    let (pos, modifiers) = (self.pointer, self.modifiers);
                    self.events.push(Event::PointerButton {
                        pos,
                        button,
                        pressed: false,
                        modifiers,
                    });
                    self.events.push(Event::PointerGone);
                }
            }
        }
    }

    fn key(&mut self, code: KeyCode, mods: KeyMods, pressed: bool, repeat: bool) {
        let mut modifiers = keys::modifiers(mods);
        keys::fold(&mut modifiers, code, pressed);
        self.set_modifiers(modifiers);
        let Some(key) = keys::key(code) else { return };
        if pressed && modifiers.command && !modifiers.alt && !modifiers.shift {
            match key {
                egui::Key::C => self.events.push(Event::Copy),
                egui::Key::X => self.events.push(Event::Cut),
                egui::Key::V => self.wants_paste = true,
                _ => {}
            }
        }
        self.events.push(Event::Key { key, physical_key: None, pressed, repeat, modifiers });
    }
}

impl EventHandler for EventCollector {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn mouse_motion_event(&mut self, x: f32, y: f32) {
        let pos = self.move_pointer(x, y);
        self.events.push(Event::PointerMoved(pos));
    }

    fn mouse_wheel_event(&mut self, x: f32, y: f32) {
        self.events.push(Event::MouseWheel {
            unit: MouseWheelUnit::Line,
            delta: Vec2::new(x, y),
            phase: TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
            modifiers: self.modifiers,
        });
    }

    fn mouse_button_down_event(&mut self, button: MouseButton, x: f32, y: f32) {
        self.press_button(button, true, x, y);
    }

    fn mouse_button_up_event(&mut self, button: MouseButton, x: f32, y: f32) {
        self.press_button(button, false, x, y);
    }

    fn char_event(&mut self, character: char, mods: KeyMods, _repeat: bool) {
        self.set_modifiers(keys::modifiers(mods));
        let private = ('\u{e000}'..='\u{f8ff}').contains(&character);
        if mods.ctrl || mods.alt || mods.logo || private || character.is_control() {
            return;
        }
        self.events.push(Event::Text(character.to_string()));
    }

    fn key_down_event(&mut self, code: KeyCode, mods: KeyMods, repeat: bool) {
        self.key(code, mods, true, repeat);
    }

    fn key_up_event(&mut self, code: KeyCode, mods: KeyMods) {
        self.key(code, mods, false, false);
    }

    // macroquad repeats touches as mouse events; these serve gestures.
    fn touch_event(&mut self, phase: miniquad::TouchPhase, id: u64, x: f32, y: f32) {
        self.events.push(Event::Touch {
            device_id: TouchDeviceId(0),
            id: TouchId(id),
            phase: keys::touch_phase(phase),
            pos: Pos2::new(x / self.scale, y / self.scale),
            force: None,
        });
    }

    fn files_dropped_event(&mut self) {
        let count = miniquad::window::dropped_file_count();
        self.dropped.extend((0..count).filter_map(miniquad::window::dropped_file_path));
    }

    // On X11, the loss and gain of the focus.
    fn window_minimized_event(&mut self) {
        self.set_modifiers(Modifiers::NONE);
        self.focused = false;
        self.events.push(Event::WindowFocused(false));
    }

    fn window_restored_event(&mut self) {
        self.focused = true;
        self.events.push(Event::WindowFocused(true));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn collector() -> EventCollector {
        EventCollector { scale: 2.0, focused: true, ..EventCollector::default() }
    }

    #[test]
    fn positions_are_points() {
        let mut c = collector();
        c.mouse_motion_event(30.0, 50.0);
        assert_eq!(c.events, [Event::PointerMoved(Pos2::new(15.0, 25.0))]);
    }

    #[test]
    fn a_drag_within_a_frame_takes_two() {
        let mut c = collector();
        c.mouse_button_down_event(MouseButton::Left, 20.0, 20.0);
        c.mouse_motion_event(60.0, 20.0);
        c.mouse_button_up_event(MouseButton::Left, 60.0, 20.0);
        let press = c.take_events();
        assert!(matches!(press.last(), Some(Event::PointerButton { pressed: true, .. })));
        let rest = c.take_events();
        assert_eq!(rest.first(), Some(&Event::PointerMoved(Pos2::new(30.0, 10.0))));
        assert!(matches!(rest.last(), Some(Event::PointerButton { pressed: false, .. })));
        assert!(c.take_events().is_empty());
    }

    #[test]
    fn control_and_letter_is_no_text() {
        let mut c = collector();
        let ctrl = KeyMods { ctrl: true, ..KeyMods::default() };
        c.char_event('a', ctrl, false);
        c.key_down_event(KeyCode::A, ctrl, false);
        assert!(!c.events.iter().any(|event| matches!(event, Event::Text(_))));
        assert!(matches!(c.events.last(), Some(Event::Key { key: egui::Key::A, .. })));
    }

    #[test]
    fn fingers_are_told_apart() {
        let mut c = collector();
        c.touch_event(miniquad::TouchPhase::Started, 7, 30.0, 50.0);
        let event = c.events.pop();
        let Some(Event::Touch { id, phase, pos, .. }) = event else { panic!("{event:?}") };
        assert_eq!((id, phase, pos), (TouchId(7), TouchPhase::Start, Pos2::new(15.0, 25.0)));
    }

    #[test]
    fn focus_lost_lets_go_of_modifiers() {
        let mut c = collector();
        c.key_down_event(KeyCode::LeftShift, KeyMods::default(), false);
        assert!(c.modifiers.shift);
        c.window_minimized_event();
        assert_eq!(c.modifiers, Modifiers::NONE);
        assert!(!c.focused);
    }
}
