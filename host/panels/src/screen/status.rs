//! The line at the bottom: whose turn, what is expected, notices, typed moves.

use egui::text::{CCursor, CCursorRange};
use egui::{Key, Modifiers, RichText, Ui};

use super::{View, Wanted, verdict};
use crate::playing::{Notice, Playing};
use crate::preferences::Preferences;
use crate::texts::game as t;
use crate::theme::Palette;

/// The height of the line.
pub(super) const HEIGHT: f32 = 32.0;

/// How long a notice stays.
const PLAIN: f64 = 2.5;
/// How long a notice of trouble stays.
const BAD: f64 = 5.0;

/// What the line shows for a while.
#[derive(Debug, Default)]
pub struct Status {
    notice: Option<(Notice, f64)>,
}

impl Status {
    /// Shows a notice from `now` on.
    pub fn tell(&mut self, notice: Notice, now: f64) {
        let until = now + if notice.bad { BAD } else { PLAIN };
        self.notice = Some((notice, until));
    }

    /// Returns the notice that is shown, and how long it stays.
    pub fn notice(&self, now: f64) -> Option<(&Notice, f64)> {
        let (notice, until) = self.notice.as_ref()?;
        (*until > now).then_some((notice, *until - now))
    }
}

/// A move that is being typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Typing {
    /// As far as it is typed.
    pub text: String,
    /// All legal moves, for completion.
    pub legal: Vec<String>,
    /// Whether the field has had the focus.
    pub(super) began: bool,
}

impl Typing {
    /// Begins to type one of these moves.
    pub fn new(legal: Vec<String>) -> Self {
        Typing { legal, ..Typing::default() }
    }
}

/// What the line says now, for tests and for programs that watch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The text.
    pub text: String,
    /// Whether it tells of trouble.
    pub bad: bool,
}

/// Returns what the line says.
pub(crate) fn written(playing: &Playing, status: &Status, now: f64) -> Written {
    if let Some((notice, _)) = status.notice(now) {
        return Written { text: notice.text.clone(), bad: notice.bad };
    }
    let standing = playing.game.standing();
    let mut text = match &standing.outcome {
        Some(outcome) => format!("{}: {}", verdict(playing, outcome), outcome.reason.text),
        None => turn(playing),
    };
    if let Some(note) = &standing.note
        && standing.outcome.is_none()
    {
        text = format!("{} · {text}", note.text);
    }
    Written { text, bad: false }
}

fn turn(playing: &Playing) -> String {
    let standing = playing.game.standing();
    let Some(seat) = standing.acting.first().copied() else { return String::new() };
    let name = playing.side(seat);
    if playing.is_paused() {
        return t::PAUSED.to_owned();
    }
    if playing.thinking() == Some(seat) {
        return t::thinks(&name);
    }
    if playing.is_advising() {
        return t::HINT_THINKING.to_owned();
    }
    let mut text = t::turn(&name);
    if let Some(asks) = &standing.asks {
        text = format!("{text} {}", sentence(&asks.text));
    }
    if !playing.at_end() {
        text = format!("{text} {}", t::PAST);
    }
    text
}

/// Returns what is worth knowing: what the marks on the board mean, where they are
/// shown, and what the game has to say beside them.
fn facts(playing: &Playing, marks: bool) -> Vec<&str> {
    let mut facts: Vec<&str> = Vec::new();
    let texts = playing.marks.iter().filter(|_| marks).filter_map(|mark| mark.text.as_ref());
    let over = playing.game.standing().is_over();
    for text in texts.filter(|_| !over).chain(&playing.game.standing().facts) {
        // Several marks can mean the same.
        if !facts.contains(&text.text.as_str()) {
            facts.push(&text.text);
        }
    }
    facts
}

/// Begins with a capital and ends with a stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let mut whole: String =
        letters.next().map(|c| c.to_uppercase().chain(letters).collect()).unwrap_or_default();
    if whole.chars().next_back().is_some_and(char::is_alphanumeric) {
        whole.push('.');
    }
    whole
}

/// Draws the line.
pub(super) fn line(
    ui: &mut Ui,
    playing: &Playing,
    view: &mut View,
    preferences: &Preferences,
    wanted: &mut Vec<Wanted>,
) {
    let palette = Palette::of(preferences.theme);
    if view.typing.is_some() {
        ui.horizontal_centered(|ui| typing(ui, view, palette, wanted));
        return;
    }
    let now = ui.input(|input| input.time);
    let said = written(playing, &view.status, now);
    if let Some((_, left)) = view.status.notice(now) {
        ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(left));
    }
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        let facts = facts(playing, preferences.marks);
        if !facts.is_empty() && ui.available_width() > 420.0 {
            let weak = RichText::new(facts.join(" · ")).small().color(palette.weak);
            ui.add(egui::Label::new(weak).selectable(false));
        }
        ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
            let ink = if said.bad { palette.error } else { palette.text };
            let label = egui::Label::new(RichText::new(&said.text).color(ink)).truncate();
            ui.add(label).on_hover_text(&said.text);
        });
    });
}

fn typing(ui: &mut Ui, view: &mut View, palette: Palette, wanted: &mut Vec<Wanted>) {
    let Some(typing) = &mut view.typing else { return };
    let label = ui.label(t::TYPE_MOVE);
    let tab = typing.began && ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Tab));
    if tab {
        typing.text = extended(typing);
    }
    let edit = egui::TextEdit::singleline(&mut typing.text).desired_width(130.0).lock_focus(true);
    let mut shown = edit.show(ui);
    if tab {
        let end = CCursorRange::one(CCursor::new(typing.text.chars().count()));
        shown.state.cursor.set_char_range(Some(end));
        shown.state.store(ui.ctx(), shown.response.id);
    }
    let field = shown.response.response.labelled_by(label.id);
    let entered = ui.input(|input| input.key_pressed(Key::Enter));
    // Tab would go on from a field that has only just come.
    let strayed = tab && !entered;
    if field.lost_focus() && !strayed {
        let text = completed(typing);
        wanted.push(if entered { Wanted::Typed(text) } else { Wanted::StopTyping });
    }
    let mut chosen = None;
    for mv in fitting(typing).take(12) {
        if ui.add(egui::Button::new(RichText::new(mv).color(palette.text)).small()).clicked() {
            chosen = Some(mv.clone());
        }
    }
    if !typing.began || (strayed && !field.has_focus()) {
        typing.began = true;
        field.request_focus();
    }
    if let Some(mv) = chosen {
        wanted.push(Wanted::Typed(mv));
    }
}

/// Returns the legal moves that begin with what is typed.
fn fitting(typing: &Typing) -> impl Iterator<Item = &String> {
    let typed = typing.text.trim().to_lowercase();
    typing.legal.iter().filter(move |mv| mv.to_lowercase().starts_with(&typed))
}

/// Returns what is typed with all that the moves beginning so have in common.
fn extended(typing: &Typing) -> String {
    let mut fits = fitting(typing);
    let Some(first) = fits.next() else { return typing.text.clone() };
    let common = fits.fold(first.as_str(), |common, mv| {
        let both = common.char_indices().zip(mv.chars());
        let end = both.take_while(|((_, a), b)| a == b).last();
        end.map_or("", |((at, c), _)| &common[..at + c.len_utf8()])
    });
    match common.chars().count() >= typing.text.trim().chars().count() {
        true => common.to_owned(),
        false => typing.text.clone(),
    }
}

/// Returns the text, or the only legal move that begins with it.
fn completed(typing: &Typing) -> String {
    let typed = typing.text.trim();
    if typing.legal.iter().any(|mv| mv == typed) {
        return typed.to_owned();
    }
    let mut fits = fitting(typing);
    match (fits.next(), fits.next()) {
        (Some(only), None) if !typed.is_empty() => only.clone(),
        _ => typed.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_completed_where_it_can_mean_one_move_only() {
        let check = |text: &str, expected: &str| {
            let legal = ["a1", "a1-a3", "b2-b4"].map(str::to_owned).to_vec();
            let typing = Typing { text: text.to_owned(), legal, began: true };
            assert_eq!(completed(&typing), expected, "{text}");
        };
        check("B2", "b2-b4");
        check("a1", "a1");
        check("a", "a");
        check("", "");
        check("c", "c");
    }

    #[test]
    fn tab_adds_what_all_moves_have_in_common() {
        let check = |text: &str, expected: &str| {
            let legal = ["b2-b4", "b2-c3", "pass", "päckchen"].map(str::to_owned).to_vec();
            let typing = Typing { text: text.to_owned(), legal, began: true };
            assert_eq!(extended(&typing), expected, "{text}");
        };
        check("B", "b2-");
        check("b2-c", "b2-c3");
        check("B2-C3", "b2-c3");
        check("p", "p");
        check("pä", "päckchen");
        check("x", "x");
        check("", "");
    }

    #[test]
    fn notices_pass() {
        let mut status = Status::default();
        status.tell(Notice::plain("saved"), 10.0);
        assert!(status.notice(11.0).is_some());
        assert!(status.notice(13.0).is_none());
    }
}
