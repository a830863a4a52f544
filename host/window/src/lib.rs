//! The window: opens it with macroquad, passes input to `boardloom-gui`, draws, and sleeps while
//! idle.

mod bridge;
mod clipboard;
mod display;
mod frames;
mod idle;
mod local_time;
mod script;
mod speaker;

pub use script::Script;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

pub use boardloom_gui::{FileWatch, Options, Refusal, RulesetEntry, Services, Wake};

use boardloom_gui::App;
use macroquad::miniquad::conf::{Conf, Platform};
use thiserror::Error;

#[derive(Debug, Clone, Default)]
pub struct WindowOptions {
    pub play: Options,
    /// In physical pixels; `None` restores the last size.
    pub size: Option<(u32, u32)>,
    /// The start of the process, for timing the first frame.
    pub started: Option<Instant>,
    pub script: Script,
    /// Shows all components of the screens instead of a screen.
    pub gallery: bool,
}

/// The reason why the window could not be opened.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WindowError {
    #[error(
        "no display to open a window on: {why}; start from a desktop session, or play in a \
         terminal with `boardloom play --terminal`"
    )]
    NoDisplay { why: String },
    #[error(
        "the window needs {library}, which is not installed; on Debian: \
         `apt-get install {package}`. `boardloom play --terminal` plays without it"
    )]
    Library { library: &'static str, package: &'static str },
    #[error("the graphics driver cannot draw the window: {why}")]
    Graphics { why: String },
}

pub const TITLE: &str = "Boardloom";

/// Returns when the window is closed. Call it on the process's first thread, once.
///
/// # Errors
/// When there is no display, a library is missing, or the driver refuses; each error names a
/// remedy.
pub fn run(services: Arc<dyn Services>, options: WindowOptions) -> Result<(), WindowError> {
    boardloom_gui::set_clock_offset(local_time::offset);
    let connection = display::check()?;
    let started = options.started.unwrap_or_else(Instant::now);
    let signal = Arc::new(idle::WakeSignal::new());
    let woken = Arc::clone(&signal);
    let wake: Wake = Arc::new(move || woken.raise());
    let mut app = App::new(services, options.play, wake);
    app.draw_board_below();
    if options.gallery {
        app.show_gallery();
    }
    let preferences = &app.controller.preferences;
    let (width, height) = options.size.unwrap_or((preferences.width, preferences.height));
    let conf = macroquad::conf::Conf {
        miniquad_conf: Conf {
            window_title: TITLE.to_owned(),
            window_width: i32::try_from(width).unwrap_or(i32::MAX),
            window_height: i32::try_from(height).unwrap_or(i32::MAX),
            sample_count: 4,
            high_dpi: true,
            platform: Platform { linux_wm_class: "boardloom", ..Platform::default() },
            ..Conf::default()
        },
        ..macroquad::conf::Conf::default()
    };
    let failure = Rc::new(RefCell::new(None));
    macroquad::Window::from_config(conf, {
        let failure = Rc::clone(&failure);
        async move {
            // The window exists; `DisplaySocket::find` must not meet this connection.
            drop(connection);
            if let Err(error) = frames::show(app, signal, started, options.script).await {
                *failure.borrow_mut() = Some(error);
            }
        }
    });
    failure.take().map_or(Ok(()), Err)
}
