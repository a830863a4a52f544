//! Whether a window can be opened at all: looked at before it is tried, since
//! macroquad's own answer would be a panic.

use crate::WindowError;

/// Looks for a display and for what drawing on it needs.
///
/// # Errors
/// [`WindowError::NoDisplay`] and [`WindowError::Library`], each with what to do.
#[cfg(target_os = "linux")]
pub(crate) fn check() -> Result<(), WindowError> {
    let display = std::env::var("DISPLAY").unwrap_or_default();
    if display.is_empty() {
        return Err(WindowError::NoDisplay { why: "DISPLAY is not set".to_owned() });
    }
    for (library, names, package) in LIBRARIES {
        if !names.iter().any(|name| linux::loads(name)) {
            return Err(WindowError::Library { library, package });
        }
    }
    if linux::opens() {
        Ok(())
    } else {
        Err(WindowError::NoDisplay { why: format!("the display {display} does not answer") })
    }
}

/// Makes the window fill the screen, or stand on it again.
pub(crate) fn fill_screen(full: bool) {
    macroquad::window::set_fullscreen(full);
}

/// Other systems always have a desktop.
#[cfg(not(target_os = "linux"))]
pub(crate) fn check() -> Result<(), WindowError> {
    Ok(())
}

/// Name, file names, and Debian's package.
#[cfg(target_os = "linux")]
const LIBRARIES: [(&str, &[&std::ffi::CStr], &str); 4] = [
    ("libX11", &[c"libX11.so", c"libX11.so.6"], "libx11-6"),
    ("libxkbcommon", &[c"libxkbcommon.so", c"libxkbcommon.so.0"], "libxkbcommon0"),
    ("libXi", &[c"libXi.so", c"libXi.so.6"], "libxi6"),
    ("libGL", &[c"libGL.so", c"libGL.so.1"], "libgl1"),
];

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::{CStr, c_char, c_int, c_void};

    /// Tells whether a library can be loaded. It stays loaded: it is needed next.
    pub(super) fn loads(name: &CStr) -> bool {
        // SAFETY: the libraries asked for have no start-up code that could
        // touch ours, and macroquad loads the same ones.
        !unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_LAZY) }.is_null()
    }

    /// Tells whether the display answers.
    pub(super) fn opens() -> bool {
        type Open = unsafe extern "C" fn(*const c_char) -> *mut c_void;
        type Close = unsafe extern "C" fn(*mut c_void) -> c_int;
        // SAFETY: both functions have had these types since X11R1.
        unsafe {
            let mut library = libc::dlopen(c"libX11.so.6".as_ptr(), libc::RTLD_LAZY);
            if library.is_null() {
                library = libc::dlopen(c"libX11.so".as_ptr(), libc::RTLD_LAZY);
            }
            if library.is_null() {
                return false;
            }
            let open = libc::dlsym(library, c"XOpenDisplay".as_ptr());
            let close = libc::dlsym(library, c"XCloseDisplay".as_ptr());
            if open.is_null() || close.is_null() {
                return false;
            }
            let open = std::mem::transmute::<*mut c_void, Open>(open);
            let close = std::mem::transmute::<*mut c_void, Close>(close);
            let display = open(std::ptr::null());
            if display.is_null() {
                return false;
            }
            close(display);
            true
        }
    }
}
