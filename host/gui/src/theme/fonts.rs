//! The fonts: IBM Plex Sans in three weights, icons, and DejaVu for game signs.

use std::sync::Arc;

use egui::{Context, FontData, FontDefinitions, FontFamily, FontId, FontTweak, RichText};

use super::font;

const REGULAR: &str = "plex-regular";
const MEDIUM: &str = "plex-medium";
const SEMIBOLD: &str = "plex-semibold";
const ICONS: &str = "phosphor";
const SIGNS: &str = "dejavu";

/// The vendored fonts, with their licences beside them.
const OWN: [(&str, &[u8]); 4] = [
    (REGULAR, include_bytes!("../../fonts/Sans-Regular.ttf")),
    (MEDIUM, include_bytes!("../../fonts/Sans-Medium.ttf")),
    (SEMIBOLD, include_bytes!("../../fonts/Sans-SemiBold.ttf")),
    (ICONS, include_bytes!("../../fonts/Phosphor.ttf")),
];

/// Icons are larger than the letters beside them.
const ICON_SCALE: f32 = 1.2;
/// Moves icons down to the middle of the letters.
const ICON_SHIFT: f32 = 0.08;

/// Sets all fonts: at once before any text is drawn, else from the next pass on.
pub fn set_fonts(ctx: &Context) {
    let mut fonts = FontDefinitions::default();
    for (name, bytes) in OWN.into_iter().chain([(SIGNS, dejavu::sans::regular())]) {
        let mut data = FontData::from_static(bytes);
        if name == ICONS {
            data.tweak = FontTweak {
                scale: ICON_SCALE,
                y_offset_factor: ICON_SHIFT,
                ..FontTweak::default()
            };
        }
        fonts.font_data.insert(name.to_owned(), Arc::new(data));
    }
    let behind = fonts.families[&FontFamily::Proportional].clone();
    for (family, first) in [
        (FontFamily::Proportional, REGULAR),
        (medium_family(), MEDIUM),
        (semibold_family(), SEMIBOLD),
    ] {
        let names = [first, ICONS].map(str::to_owned).into_iter();
        let names = names.chain(behind.clone()).chain([SIGNS.to_owned()]);
        fonts.families.insert(family, names.collect());
    }
    let monospace = fonts.families.entry(FontFamily::Monospace).or_default();
    monospace.extend([ICONS, SIGNS].map(str::to_owned));
    ctx.set_fonts(fonts);
}

fn medium_family() -> FontFamily {
    FontFamily::Name(MEDIUM.into())
}

fn semibold_family() -> FontFamily {
    FontFamily::Name(SEMIBOLD.into())
}

/// The font of controls.
pub fn medium(size: f32) -> FontId {
    FontId::new(size, medium_family())
}

/// A font of numbers and names that stand out: scores, clocks, titles.
pub fn semibold(size: f32) -> FontId {
    FontId::new(size, semibold_family())
}

/// The weight of a text.
pub trait TextWeight {
    fn medium(self) -> Self;
    fn semibold(self) -> Self;
}

impl TextWeight for RichText {
    fn medium(self) -> Self {
        self.family(medium_family())
    }

    fn semibold(self) -> Self {
        self.family(semibold_family())
    }
}

pub fn display(text: impl Into<String>) -> RichText {
    RichText::new(text).size(font::DISPLAY).semibold()
}

pub fn title(text: impl Into<String>) -> RichText {
    RichText::new(text).size(font::TITLE).semibold()
}

pub fn heading(text: impl Into<String>) -> RichText {
    RichText::new(text).size(font::HEADING).semibold()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_fonts_take_less_than_400_kilobytes() {
        let bytes: usize = OWN.iter().map(|(_, bytes)| bytes.len()).sum();
        assert!(bytes < 400_000, "{bytes}");
    }

    #[test]
    fn every_weight_draws_the_letters_of_the_texts_and_the_icons() {
        let ctx = Context::default();
        set_fonts(&ctx);
        ctx.run_ui(egui::RawInput::default(), |_| {}).textures_delta.clear();
        let icons: String = crate::icons::ALL.iter().map(|icon| icon.glyph()).collect();
        for family in [FontFamily::Proportional, medium_family(), semibold_family()] {
            let font = FontId::new(font::BODY, family.clone());
            for letter in
                "Zażółć gęślą jaźń, Übergröße – „so“ 0123456789 €".chars().chain(icons.chars())
            {
                let known = ctx.fonts_mut(|fonts| fonts.has_glyph(&font, letter));
                assert!(known, "{family:?} lacks {letter}");
            }
        }
    }
}
