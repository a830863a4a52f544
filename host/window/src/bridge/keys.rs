//! Converts macroquad's keys, buttons and cursors to egui's.

use egui::{CursorIcon, Key, Modifiers, PointerButton};
use macroquad::miniquad::{self, KeyCode, KeyMods, MouseButton};

pub(super) fn key(code: KeyCode) -> Option<Key> {
    use KeyCode as K;
    Some(match code {
        K::Down => Key::ArrowDown,
        K::Left => Key::ArrowLeft,
        K::Right => Key::ArrowRight,
        K::Up => Key::ArrowUp,
        K::Escape | K::Back => Key::Escape,
        K::Tab => Key::Tab,
        K::Backspace => Key::Backspace,
        K::Enter | K::KpEnter => Key::Enter,
        K::Space => Key::Space,
        K::Insert => Key::Insert,
        K::Delete => Key::Delete,
        K::Home => Key::Home,
        K::End => Key::End,
        K::PageUp => Key::PageUp,
        K::PageDown => Key::PageDown,
        K::Comma => Key::Comma,
        K::Minus | K::KpSubtract => Key::Minus,
        K::Period | K::KpDecimal => Key::Period,
        K::KpAdd => Key::Plus,
        K::Equal | K::KpEqual => Key::Equals,
        K::Slash | K::KpDivide => Key::Slash,
        K::Semicolon => Key::Semicolon,
        K::Apostrophe => Key::Quote,
        K::LeftBracket => Key::OpenBracket,
        K::RightBracket => Key::CloseBracket,
        K::Backslash => Key::Backslash,
        K::GraveAccent => Key::Backtick,
        other => return letter_or_digit(other).or_else(|| function(other)),
    })
}

fn letter_or_digit(code: KeyCode) -> Option<Key> {
    let keypad = (code as u16).checked_sub(KeyCode::Kp0 as u16).filter(|digit| *digit < 10);
    let sign = keypad.map_or(code as u16, |digit| KeyCode::Key0 as u16 + digit);
    let sign = char::from_u32(sign.into())?;
    let known = sign.is_ascii_uppercase() || sign.is_ascii_digit();
    known.then(|| Key::from_name(sign.encode_utf8(&mut [0; 4]))).flatten()
}

fn function(code: KeyCode) -> Option<Key> {
    let first = KeyCode::F1 as u16;
    let number = (code as u16).checked_sub(first).filter(|n| *n < 20)? + 1;
    Key::from_name(&format!("F{number}"))
}

pub(super) fn button(button: MouseButton) -> Option<PointerButton> {
    match button {
        MouseButton::Left => Some(PointerButton::Primary),
        MouseButton::Middle => Some(PointerButton::Middle),
        MouseButton::Right => Some(PointerButton::Secondary),
        MouseButton::Unknown => None,
    }
}

pub(super) fn touch_phase(phase: miniquad::TouchPhase) -> egui::TouchPhase {
    use miniquad::TouchPhase as M;
    match phase {
        M::Started => egui::TouchPhase::Start,
        M::Moved => egui::TouchPhase::Move,
        M::Ended => egui::TouchPhase::End,
        M::Cancelled => egui::TouchPhase::Cancel,
    }
}

pub(super) fn modifiers(mods: KeyMods) -> Modifiers {
    let mac = cfg!(target_os = "macos");
    Modifiers {
        alt: mods.alt,
        ctrl: mods.ctrl,
        shift: mods.shift,
        mac_cmd: mac && mods.logo,
        command: if mac { mods.logo } else { mods.ctrl },
    }
}

/// X11 reports modifiers as they were before the event.
pub(super) fn fold(modifiers: &mut Modifiers, code: KeyCode, pressed: bool) {
    use KeyCode as K;
    match code {
        K::LeftShift | K::RightShift => modifiers.shift = pressed,
        K::LeftAlt | K::RightAlt => modifiers.alt = pressed,
        K::LeftControl | K::RightControl => {
            modifiers.ctrl = pressed;
            if !cfg!(target_os = "macos") {
                modifiers.command = pressed;
            }
        }
        K::LeftSuper | K::RightSuper if cfg!(target_os = "macos") => {
            modifiers.mac_cmd = pressed;
            modifiers.command = pressed;
        }
        _ => {}
    }
}

pub(super) fn cursor(icon: CursorIcon) -> miniquad::CursorIcon {
    use miniquad::CursorIcon as M;
    match icon {
        CursorIcon::Help => M::Help,
        CursorIcon::PointingHand | CursorIcon::Grab => M::Pointer,
        CursorIcon::Wait | CursorIcon::Progress => M::Wait,
        CursorIcon::Crosshair | CursorIcon::Cell => M::Crosshair,
        CursorIcon::Text | CursorIcon::VerticalText => M::Text,
        CursorIcon::Move | CursorIcon::AllScroll | CursorIcon::Grabbing => M::Move,
        CursorIcon::ResizeHorizontal
        | CursorIcon::ResizeColumn
        | CursorIcon::ResizeEast
        | CursorIcon::ResizeWest => M::EWResize,
        CursorIcon::ResizeVertical
        | CursorIcon::ResizeRow
        | CursorIcon::ResizeNorth
        | CursorIcon::ResizeSouth => M::NSResize,
        CursorIcon::ResizeNeSw | CursorIcon::ResizeNorthEast | CursorIcon::ResizeSouthWest => {
            M::NESWResize
        }
        CursorIcon::ResizeNwSe | CursorIcon::ResizeNorthWest | CursorIcon::ResizeSouthEast => {
            M::NWSEResize
        }
        _ => M::Default,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_digits_and_function_keys_have_names() {
        assert_eq!(key(KeyCode::A), Some(Key::A));
        assert_eq!(key(KeyCode::Z), Some(Key::Z));
        assert_eq!(key(KeyCode::Key0), Some(Key::Num0));
        assert_eq!(key(KeyCode::Kp5), Some(Key::Num5));
        assert_eq!(key(KeyCode::F1), Some(Key::F1));
        assert_eq!(key(KeyCode::F11), Some(Key::F11));
        assert_eq!(key(KeyCode::Pause), None);
    }

    #[test]
    fn a_modifier_counts_from_its_own_press_on() {
        let mut now = modifiers(KeyMods::default());
        fold(&mut now, KeyCode::LeftControl, true);
        assert!(now.ctrl && now.command);
        fold(&mut now, KeyCode::LeftControl, false);
        assert_eq!(now, Modifiers::NONE);
    }
}
