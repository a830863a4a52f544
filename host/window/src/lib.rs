//! The window: macroquad below, egui's panels above.
#![deny(missing_docs)]
// The window stands on C libraries: each use says why it is sound.
#![deny(unsafe_op_in_unsafe_fn)]

mod bridge;
mod clipboard;
mod display;
mod error;
mod idle;

pub use error::WindowError;
pub use idle::Waker;

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use bridge::Bridge;
use macroquad::miniquad::conf::{Conf, Platform};
use macroquad::window::{clear_background, next_frame};

/// Opens a window with a slider.
pub fn demo() -> Result<(), WindowError> {
    display::check()?;
    let start = Instant::now();
    let failure = Rc::new(RefCell::new(None));
    let conf = macroquad::conf::Conf {
        miniquad_conf: Conf {
            window_title: "Boardloom".to_owned(),
            window_width: 800,
            window_height: 600,
            sample_count: 4,
            high_dpi: true,
            platform: Platform { linux_wm_class: "boardloom", ..Platform::default() },
            ..Conf::default()
        },
        ..macroquad::conf::Conf::default()
    };
    macroquad::Window::from_config(conf, {
        let failure = Rc::clone(&failure);
        async move {
            macroquad::input::prevent_quit();
            let ctx = egui::Context::default();
            let mut bridge =
                match Bridge::new(ctx.clone(), Box::new(clipboard::Desktop::default())) {
                    Ok(b) => b,
                    Err(why) => {
                        *failure.borrow_mut() = Some(WindowError::Graphics { why });
                        return;
                    }
                };
            let sleeper = idle::Sleeper::new();
            let mut value = 0.5_f32;
            let mut text = String::from("type here ♔⬡");
            let mut frames = 0;
            loop {
                let pace = bridge.run(start.elapsed().as_secs_f64(), |ui| {
                    egui::Panel::right("r").show(ui, |ui| {
                        ui.heading("Hello");
                        ui.add(egui::Slider::new(&mut value, 0.0..=1.0));
                        ui.text_edit_multiline(&mut text);
                        ui.label(format!("{frames}"));
                    });
                });
                frames += 1;
                clear_background(macroquad::color::Color::new(0.2, 0.3, 0.3, 1.0));
                macroquad::shapes::draw_poly(200., 200., 48, 100., 0., macroquad::color::RED);
                bridge.draw(&[]);
                if frames == 1 {
                    eprintln!("first frame {:?}", start.elapsed());
                }
                if macroquad::input::is_quit_requested() {
                    return;
                }
                next_frame().await;
                if pace.delay > Duration::from_millis(16) {
                    sleeper.sleep(pace.delay);
                    clear_background(macroquad::color::Color::new(0.2, 0.3, 0.3, 1.0));
                    macroquad::shapes::draw_poly(200., 200., 48, 100., 0., macroquad::color::RED);
                    bridge.draw(&[]);
                    next_frame().await;
                }
            }
        }
    });
    failure.take().map_or(Ok(()), Err)
}
