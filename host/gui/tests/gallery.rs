//! The gallery of all components, drawn in all themes. `BOARDLOOM_PICTURES=DIR` keeps the
//! pictures.

#[path = "common/demo.rs"]
mod demo;
#[path = "common/raster.rs"]
mod raster;

use std::collections::BTreeSet;
use std::sync::Arc;

use boardloom_gui::{App, Options, ThemeChoice};
use raster::Raster;

const SIZE: [u32; 2] = [1100, 900];

fn drawn(theme: ThemeChoice) -> Vec<u8> {
    let mut app = App::new(Arc::new(demo::Demo::new(None)), Options::default(), Arc::new(|| {}));
    app.controller.preferences.theme = theme;
    app.show_gallery();
    let ctx = egui::Context::default();
    let mut raster = Raster::default();
    let mut dots = Vec::new();
    // Sizes settle within some frames.
    for frame in 0..4 {
        let screen = egui::vec2(SIZE[0] as f32, SIZE[1] as f32);
        let input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, screen)),
            time: Some(f64::from(frame)),
            ..egui::RawInput::default()
        };
        let mut output = ctx.run_ui(input, |ui| app.ui(ui));
        raster.update(&output.textures_delta);
        output.textures_delta.clear();
        dots = raster.draw(&ctx, &output, SIZE);
    }
    if let Some(folder) = std::env::var_os("BOARDLOOM_PICTURES") {
        let png = boardloom_export::png_of(SIZE[0], SIZE[1], &dots).expect("a picture");
        let name = format!("gallery-{}.png", theme.label().to_lowercase().replace(' ', "-"));
        std::fs::write(std::path::Path::new(&folder).join(name), png).expect("it is written");
    }
    dots
}

#[test]
fn the_gallery_shows_every_colour_of_every_theme() {
    for theme in ThemeChoice::ALL {
        let dots = drawn(theme);
        let seen: BTreeSet<[u8; 3]> = dots.chunks(4).map(|dot| [dot[0], dot[1], dot[2]]).collect();
        let palette = boardloom_gui::theme::Palette::of(theme);
        for (name, color) in [
            ("background", palette.background),
            ("panel", palette.panel),
            ("raised", palette.raised),
            ("edge", palette.edge),
            ("accent", palette.accent),
            ("on the accent", palette.on_accent),
            ("good", palette.good),
            ("error", palette.error),
            ("text", palette.text),
        ] {
            let [r, g, b, _] = color.to_array();
            assert!(seen.contains(&[r, g, b]), "{theme:?}: nothing is drawn in {name}");
        }
    }
}
