//! Dialogs of games by mail: importing, joining, exporting.

use boardloom_app::Action;
use boardloom_app::controller::{
    MailAnswer, MailDialog, MailJoin, MailLetter, MailProposal, MailRequest,
};
use egui::{Context, RichText, Ui};

use super::{DialogResult, scrolled};
use crate::components::{self as parts, ActionButton, labelled, modal, segmented, switch};
use crate::icons;
use crate::texts::{dialogs, game, mail as t, online};
use crate::theme::{Palette, TextWeight, font, size, space};

/// The height of a mail's text.
const LETTER: f32 = 150.0;

pub(super) fn show(
    ctx: &Context,
    dialog: &mut MailDialog,
    palette: Palette,
) -> Option<DialogResult> {
    match dialog {
        MailDialog::Import => import(ctx, palette),
        MailDialog::Join(form) => join(ctx, form, palette),
        MailDialog::Move(proposal) => confirm_move(ctx, proposal, palette),
        MailDialog::Answer(answer) => confirm_answer(ctx, answer, palette),
        MailDialog::Letter(letter) => show_letter(ctx, letter, palette),
        MailDialog::News(news) => super::show_text(ctx, t::news_title(), |ui| lines(ui, news)),
    }
}

fn act(request: MailRequest) -> DialogResult {
    DialogResult::Act(Action::Mail(request))
}

fn lines(ui: &mut Ui, lines: &[String]) {
    for line in lines {
        ui.add(egui::Label::new(line).wrap().selectable(true));
    }
}

fn weak(ui: &mut Ui, text: &str, palette: Palette) {
    ui.label(RichText::new(text).color(palette.weak));
}

fn import(ctx: &Context, palette: Palette) -> Option<DialogResult> {
    let pasted = ctx.input(|input| {
        input.events.iter().find_map(|event| match event {
            egui::Event::Paste(text) => Some(text.clone()),
            _ => None,
        })
    });
    if let Some(text) = pasted {
        return Some(act(MailRequest::Import(text)));
    }
    let (result, outside) = modal(ctx, t::import_title(), size::DIALOG, |ui| {
        weak(ui, t::import_help(), palette);
        let [cancel, file, paste] = parts::footer(
            ui,
            [
                ActionButton::secondary(game::cancel()),
                ActionButton::secondary(t::open_file()).icon(icons::OPEN),
                ActionButton::primary(t::paste()).icon(icons::PASTE),
            ],
        );
        let file = file.clicked().then(|| act(MailRequest::ChooseFile));
        let paste = paste.clicked().then_some(DialogResult::Paste);
        paste.or(file).or(cancel.clicked().then_some(DialogResult::Close))
    });
    result.or(outside.then_some(DialogResult::Close))
}

fn join(ctx: &Context, form: &mut MailJoin, palette: Palette) -> Option<DialogResult> {
    let (result, outside) = modal(ctx, t::join_title(), size::DIALOG, |ui| {
        let entered = scrolled(ui, |ui| {
            lines(ui, &form.news);
            if !form.news.is_empty() {
                ui.add_space(f32::from(space::SMALL));
            }
            let seats: Vec<(u8, &str)> =
                form.seats.iter().map(|(seat, side)| (*seat, side.as_str())).collect();
            let chosen = labelled(ui, t::seat(), |ui| segmented(ui, Some(form.seat), &seats));
            form.seat = chosen.unwrap_or(form.seat);
            let entered = field(ui, online::your_name(), &mut form.name, true);
            weak(ui, t::name_needed(), palette);
            entered
        });
        let ready = !form.name.trim().is_empty();
        let join = ActionButton::primary(t::join()).enabled(ready);
        let [cancel, join] = parts::footer(ui, [ActionButton::secondary(game::cancel()), join]);
        let join =
            (join.clicked() || entered && ready).then(|| act(MailRequest::Join(form.clone())));
        join.or(cancel.clicked().then_some(DialogResult::Close))
    });
    result.or(outside.then_some(DialogResult::Close))
}

fn confirm_move(
    ctx: &Context,
    proposal: &mut MailProposal,
    palette: Palette,
) -> Option<DialogResult> {
    let (result, outside) = modal(ctx, t::proposal(), size::DIALOG, |ui| {
        ui.label(RichText::new(t::proposed(&proposal.text)).semibold());
        weak(ui, t::confirm_help(), palette);
        let entered = field(ui, t::say(), &mut proposal.says, false);
        if let Some(offers) = &mut proposal.offers_draw {
            switch(ui, offers, t::offer_draw());
        }
        let export = ActionButton::primary(t::export_move()).icon(icons::EXPORT);
        let [cancel, export] = parts::footer(ui, [ActionButton::secondary(game::cancel()), export]);
        let export =
            (export.clicked() || entered).then(|| act(MailRequest::Move(proposal.clone())));
        export.or(cancel.clicked().then_some(DialogResult::Close))
    });
    result.or(outside.then_some(DialogResult::Close))
}

fn confirm_answer(
    ctx: &Context,
    answer: &mut MailAnswer,
    palette: Palette,
) -> Option<DialogResult> {
    let (result, outside) = modal(ctx, &t::draw_offered(&answer.by), size::DIALOG, |ui| {
        weak(ui, t::answer_help(), palette);
        field(ui, t::say(), &mut answer.says, false);
        let [cancel, decline, accept] = parts::footer(
            ui,
            [
                ActionButton::secondary(game::cancel()),
                ActionButton::secondary(t::decline()),
                ActionButton::primary(t::accept()),
            ],
        );
        let answers = [(accept, true), (decline, false)].into_iter();
        let mut clicked = answers.filter(|(button, _)| button.clicked());
        let clicked = clicked
            .next()
            .map(|(_, accepts)| act(MailRequest::Answer { answer: answer.clone(), accepts }));
        clicked.or(cancel.clicked().then_some(DialogResult::Close))
    });
    result.or(outside.then_some(DialogResult::Close))
}

/// A mail, which is copied already; its buttons leave it open.
fn show_letter(ctx: &Context, letter: &MailLetter, palette: Palette) -> Option<DialogResult> {
    let (result, outside) = modal(ctx, t::letter_title(), size::WIDE_DIALOG, |ui| {
        lines(ui, &letter.news);
        weak(ui, t::letter_help(), palette);
        ui.add_space(f32::from(space::TINY));
        let room = parts::scroll_height(ui.ctx()) - ui.min_rect().height() + size::ROW;
        let frame = egui::Frame::new().fill(palette.raised).inner_margin(space::SMALL);
        frame.show(ui, |ui| {
            let area = egui::ScrollArea::both().auto_shrink([false, true]);
            area.max_height(room.clamp(40.0, LETTER)).show(ui, |ui| {
                let text = RichText::new(&letter.text).monospace().size(font::SMALL);
                ui.add(egui::Label::new(text).extend().selectable(true));
            });
        });
        let [save, copy, close] = parts::footer(
            ui,
            [
                ActionButton::secondary(t::save()).icon(icons::SAVE_AS),
                ActionButton::secondary(t::copy()).icon(icons::COPY),
                ActionButton::primary(dialogs::close()),
            ],
        );
        let save = save.clicked().then(|| act(MailRequest::Save(letter.clone())));
        let copy = copy.clicked().then(|| act(MailRequest::Copy(letter.text.clone())));
        save.or(copy).or(close.clicked().then_some(DialogResult::Close))
    });
    result.or(outside.then_some(DialogResult::Close))
}

/// Shows a field with its name; the first one takes the focus. Returns whether Enter was pressed
/// in it.
fn field(ui: &mut Ui, name: &str, text: &mut String, is_first: bool) -> bool {
    let label = ui.label(name);
    let field = parts::text_field(ui, text, "", f32::INFINITY).labelled_by(label.id);
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    if is_first && !entered && ui.memory(|memory| memory.focused()).is_none() {
        field.request_focus();
    }
    entered
}
