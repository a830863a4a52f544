//! The window's fonts, as outlines.

use std::sync::OnceLock;

use skrifa::{FontRef, GlyphId, MetadataProvider};

/// The font of texts, and one with signs that it lacks.
fn outlines() -> &'static [FontRef<'static>; 2] {
    static FONTS: OnceLock<[FontRef<'static>; 2]> = OnceLock::new();
    let read = |bytes| FontRef::new(bytes).expect("the font is part of the program");
    FONTS.get_or_init(|| {
        [read(include_bytes!("../../gui/fonts/Sans-Regular.ttf")), read(dejavu::sans::regular())]
    })
}

/// Returns the font that has a character, and the outline's number in it. That of a character
/// which no font has is 0, an empty box.
pub(crate) fn glyph(c: char) -> (&'static FontRef<'static>, GlyphId) {
    let fonts = outlines();
    let found = fonts.iter().find_map(|font| Some((font, font.charmap().map(c)?)));
    found.unwrap_or((&fonts[0], GlyphId::NOTDEF))
}
