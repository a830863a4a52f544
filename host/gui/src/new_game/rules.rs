//! The rules below the form, as far as they fit: they fill the room that few options leave.

use boardloom_app::loader::RulesetPreview;
use boardloom_app::status_text;
use egui::{Label, RichText, TextStyle, TextWrapMode, Ui, WidgetText};

use crate::texts::game as t;
use crate::theme::{Palette, TextWeight};
use crate::thumbnail::Thumbnail;

/// The least room that is worth a beginning.
const LEAST: f32 = 140.0;
/// The height of a line.
const LINE: f32 = 20.0;

pub(super) fn rules(ui: &mut Ui, look: &RulesetPreview<Thumbnail>, palette: Palette) {
    let bottom = ui.clip_rect().bottom() - super::GAP;
    if bottom - ui.cursor().top() < LEAST {
        return;
    }
    super::divider(ui, palette);
    ui.label(RichText::new(t::tab_rules()).medium().color(palette.weak));
    let sections = status_text::rules(&look.source.ruleset, &look.explained);
    let Some(section) = sections.first() else { return };
    for paragraph in &section.paragraphs {
        let text = WidgetText::from(RichText::new(paragraph.join("\n")).line_height(Some(LINE)));
        let (wrap, width) = (Some(TextWrapMode::Wrap), ui.available_width());
        let text = text.into_galley(ui, wrap, width, TextStyle::Body);
        if ui.cursor().top() + text.size().y > bottom {
            break;
        }
        ui.add(Label::new(text).selectable(false));
    }
}
