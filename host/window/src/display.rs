//! Checks that a window can be opened: macroquad would panic.

use crate::WindowError;

/// Held until the window is open: a server may reset, and refuse connections, when its last client
/// leaves.
pub(crate) struct DisplayConnection(
    #[cfg(target_os = "linux")]
    #[expect(dead_code, reason = "held, never read")]
    x11rb::rust_connection::RustConnection,
);

/// # Errors
/// [`WindowError::NoDisplay`] and [`WindowError::Library`], each with a remedy.
#[cfg(target_os = "linux")]
pub(crate) fn check() -> Result<DisplayConnection, WindowError> {
    let display = std::env::var("DISPLAY").unwrap_or_default();
    if display.is_empty() {
        return Err(WindowError::NoDisplay { why: "DISPLAY is not set".to_owned() });
    }
    for (library, names, package) in LIBRARIES {
        if !names.iter().any(|name| loads(name)) {
            return Err(WindowError::Library { library, package });
        }
    }
    let connection = if is_a_display(&display) { x11rb::connect(None).ok() } else { None };
    match connection {
        Some((connection, _)) => Ok(DisplayConnection(connection)),
        None => {
            Err(WindowError::NoDisplay { why: format!("the display {display} does not answer") })
        }
    }
}

/// X libraries require a port number after the colon: `host:7.0`.
#[cfg(target_os = "linux")]
fn is_a_display(text: &str) -> bool {
    let number = text.rsplit_once(':').map_or(text, |(_, after)| after);
    let number = number.split_once('.').map_or(number, |(number, _)| number);
    number.parse::<u16>().is_ok_and(|number| number <= u16::MAX - 6000)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn check() -> Result<DisplayConnection, WindowError> {
    Ok(DisplayConnection())
}

/// Name, file names, Debian package.
#[cfg(target_os = "linux")]
const LIBRARIES: [(&str, &[&std::ffi::CStr], &str); 4] = [
    ("libX11", &[c"libX11.so", c"libX11.so.6"], "libx11-6"),
    ("libxkbcommon", &[c"libxkbcommon.so", c"libxkbcommon.so.0"], "libxkbcommon0"),
    ("libXi", &[c"libXi.so", c"libXi.so.6"], "libxi6"),
    ("libGL", &[c"libGL.so", c"libGL.so.1"], "libgl1"),
];

/// Leaves the library loaded: the window needs it next.
#[cfg(target_os = "linux")]
fn loads(name: &std::ffi::CStr) -> bool {
    // SAFETY: these libraries' start-up code touches nothing of ours; macroquad loads them too.
    !unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_LAZY) }.is_null()
}

/// Lets errors of the X server be logged. Xlib's own handler ends the process, for instance after
/// a request about a window that another program has just closed. Call it once the window is
/// open: opening it resets the handler.
#[cfg(target_os = "linux")]
pub(crate) fn log_errors() {
    use std::ffi::{c_int, c_uchar, c_ulong, c_void};

    /// `XErrorEvent` of Xlib.h.
    #[repr(C)]
    struct ErrorEvent {
        kind: c_int,
        display: *mut c_void,
        resource: c_ulong,
        serial: c_ulong,
        error: c_uchar,
        request: c_uchar,
        minor: c_uchar,
    }
    type Handler = unsafe extern "C" fn(*mut c_void, *const ErrorEvent) -> c_int;

    unsafe extern "C" fn log(_: *mut c_void, event: *const ErrorEvent) -> c_int {
        // SAFETY: Xlib passes an event that is valid during the call.
        if let Some(ErrorEvent { error, request, minor, .. }) = unsafe { event.as_ref() } {
            tracing::warn!(error, request, minor, "the X server refused a request");
        }
        0
    }

    let (_, names, _) = LIBRARIES[0];
    // SAFETY: the library is loaded already; the type is that of Xlib.h.
    unsafe {
        let mut handles = names.iter().map(|name| libc::dlopen(name.as_ptr(), libc::RTLD_LAZY));
        let Some(library) = handles.find(|library| !library.is_null()) else { return };
        let set = libc::dlsym(library, c"XSetErrorHandler".as_ptr());
        if !set.is_null() {
            let set: unsafe extern "C" fn(Handler) -> *const c_void = std::mem::transmute(set);
            set(log);
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn log_errors() {}

/// macroquad cannot leave full screen on X11, so this asks the window manager for the focused
/// window.
pub(crate) fn fill_screen(full: bool) {
    #[cfg(target_os = "linux")]
    if let Err(error) = ask_window_manager(full) {
        tracing::warn!(%error, "the window manager could not be asked for full screen");
    }
    #[cfg(not(target_os = "linux"))]
    macroquad::window::set_fullscreen(full);
}

#[cfg(target_os = "linux")]
fn ask_window_manager(full: bool) -> Result<(), Box<dyn std::error::Error>> {
    use x11rb::connection::Connection;
    use x11rb::protocol::xproto::{ClientMessageEvent, ConnectionExt, EventMask};

    let (connection, screen) = x11rb::connect(None)?;
    let root = connection.setup().roots[screen].root;
    let window = connection.get_input_focus()?.reply()?.focus;
    let atom = |name: &[u8]| -> Result<u32, Box<dyn std::error::Error>> {
        Ok(connection.intern_atom(false, name)?.reply()?.atom)
    };
    let state = atom(b"_NET_WM_STATE")?;
    let fullscreen = atom(b"_NET_WM_STATE_FULLSCREEN")?;
    // 1 adds the state, 0 removes it; the last 1 marks an application's request.
    let data = [u32::from(full), fullscreen, 0, 1, 0];
    let event = ClientMessageEvent::new(32, window, state, data);
    let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
    connection.send_event(false, root, mask, event)?;
    connection.flush()?;
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn displays_have_small_numbers() {
        for good in [":0", ":99", "localhost:10.0", ":1.0", "unix:3", ":59535"] {
            assert!(is_a_display(good), "{good}");
        }
        for bad in ["", "nonsense", ":", ":-1", ":59536", ":99999", "wayland-0"] {
            assert!(!is_a_display(bad), "{bad}");
        }
    }
}
