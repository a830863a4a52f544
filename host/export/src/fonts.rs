//! The window's fonts.

/// The font of texts, and one with signs that it lacks.
pub(crate) fn bytes() -> [&'static [u8]; 2] {
    [include_bytes!("../../gui/fonts/Sans-Regular.ttf"), dejavu::sans::regular()]
}
