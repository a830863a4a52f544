//! Games with others: joining one, and its players and chat.

use boardloom_app::Action;
use boardloom_app::controller::{JoinForm, OnlineAction, OnlineGame, nearby_text};
use boardloom_app::keys::Key;
use boardloom_app::player_names::side;
use boardloom_app::session::GameSession;
use boardloom_app::texts::{online as t, terminal as says};
use boardloom_room::{ChatTo, RoomSeat, RoomState, SeatKind};
use ratatui::Frame;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use super::layers::DialogLayer;
use super::{TerminalApp, entry};
use crate::event::Press;

impl TerminalApp {
    pub(super) fn ask_for_invitation(&mut self) {
        let form = self.controller.join_form();
        self.layers.push(DialogLayer::Join { form, at: 0 });
    }

    /// Of the two fields, the invitation comes first.
    pub(super) fn press_join(&mut self, mut form: JoinForm, at: usize, press: Press) {
        match press.stroke.key {
            Key::Enter => return self.act(Action::Online(OnlineAction::Join(Box::new(form)))),
            // The games of the local network come after those that can be hosted again.
            Key::F(number) => {
                let number = usize::from(number).wrapping_sub(1);
                if let Some(room) = form.rooms.get(number) {
                    let again = OnlineAction::HostAgain(room.file.clone());
                    return self.act(Action::Online(again));
                }
                let nearby = self.controller.nearby_rooms();
                let picked = number.checked_sub(form.rooms.len());
                if let Some(room) = picked.and_then(|number| nearby.shown().0.get(number)) {
                    form.pick(room.clone());
                    return self.layers.push(DialogLayer::Join { form, at: 0 });
                }
            }
            Key::Tab | Key::Up | Key::Down => {
                return self.layers.push(DialogLayer::Join { form, at: 1 - at });
            }
            _ => {
                let field = if at == 0 { form.room_field().2 } else { &mut form.name };
                entry::edit(field, press);
                form.error.clear();
            }
        }
        self.layers.push(DialogLayer::Join { form, at });
    }

    pub(super) fn draw_join(&self, frame: &mut Frame<'_>, form: &JoinForm, at: usize) {
        let mut form = form.clone();
        let mut texts = vec![t::join_help().to_owned(), String::new()];
        texts.extend(form.picked.as_ref().map(nearby_text));
        let own = (t::your_name(), form.name.clone());
        let (room, _, text) = form.room_field();
        for (number, (name, text)) in [(room, text.clone()), own].into_iter().enumerate() {
            let caret = if number == at { "█" } else { "" };
            texts.push(format!("{name}: {text}{caret}"));
        }
        texts.extend(form.fingerprint_text());
        let nearby = self.controller.nearby_rooms();
        let (rooms, note) = nearby.shown();
        let hosted: Vec<String> =
            form.rooms.iter().map(|room| self.controller.room_text(room)).collect();
        let found: Vec<String> = rooms.iter().map(nearby_text).collect();
        let mut number = 0;
        for (heading, rooms, note) in
            [(t::hosted_rooms(), hosted, None), (t::nearby_rooms(), found, note)]
        {
            if rooms.is_empty() && note.is_none() {
                continue;
            }
            texts.extend([String::new(), heading.to_owned()]);
            texts.extend(note.map(str::to_owned));
            for room in rooms {
                number += 1;
                texts.push(format!("F{number}  {room}"));
            }
        }
        if !form.error.is_empty() {
            texts.extend([String::new(), format!("! {}", form.error)]);
        }
        let lines = self.wrap_text(&texts);
        self.draw_box(frame, t::join_title(), &lines, 0, says::join_form_help());
    }

    pub(super) fn open_chat(&mut self) {
        if self.controller.online.is_some() {
            self.layers.push(DialogLayer::Chat { text: String::new(), to: ChatTo::All });
        }
    }

    pub(super) fn press_chat(&mut self, mut text: String, mut to: ChatTo, press: Press) {
        let Some(online) = &self.controller.online else { return };
        match press.stroke.key {
            Key::Enter => {
                let said = std::mem::take(&mut text);
                self.act(Action::Online(OnlineAction::Chat(to, said)));
            }
            Key::Tab => {
                let all = online.recipients();
                let now = all.iter().position(|known| *known == to).unwrap_or(0);
                to = all[(now + 1) % all.len()];
            }
            Key::Delete if text.is_empty() => {
                let last = online.conditional_texts().len().checked_sub(1);
                if let Some(last) = last {
                    self.act(Action::Online(OnlineAction::RemoveConditional(last)));
                }
            }
            _ => drop(entry::edit(&mut text, press)),
        }
        self.layers.push(DialogLayer::Chat { text, to });
    }

    pub(super) fn draw_chat(&self, frame: &mut Frame<'_>, text: &str, to: ChatTo) {
        let (Some(online), Some(session)) = (&self.controller.online, &self.controller.session)
        else {
            return;
        };
        let mut lines = Vec::new();
        for (seat, state) in (0..).zip(online.state().map_or(&[][..], |state| &state.seats)) {
            lines.push(format!("{}: {}", side(&session.game, seat), player(state)));
        }
        if online.seat().is_none() {
            lines.push(t::watching().to_owned());
        }
        lines.push(format!("{}: {}", t::invitation(), online.invitation()));
        let conditional = online.conditional_texts();
        if !conditional.is_empty() {
            lines.push(t::conditional_part().to_owned());
            lines.extend(conditional.iter().map(|line| format!("  {line}")));
            lines.push(says::conditional_help().to_owned());
        }
        lines.push(String::new());
        if online.chat.is_empty() {
            lines.push(t::chat_empty().to_owned());
        }
        lines.extend(online.chat.iter().map(|line| match line.to {
            ChatTo::All => t::said(&line.name, &line.text),
            to => t::said(&format!("{} ({})", line.name, online.recipient_name(to)), &line.text),
        }));
        lines.push(String::new());
        lines.push(format!("{}> {text}█", online.recipient_name(to)));
        if to == ChatTo::Notes {
            lines.push(t::note_field().to_owned());
        }
        let lines = self.wrap_text(&lines);
        let top = self.top_for(lines.len().saturating_sub(1));
        self.draw_box(frame, t::chat(), &lines, top, says::chat_help());
    }

    /// Notes that the chat is on the screen.
    pub(super) fn read_chat(&mut self) {
        let shown = matches!(self.layers.last(), Some(DialogLayer::Chat { .. }));
        let online = self.controller.online.iter_mut().filter(|_| shown);
        online.for_each(|online| online.unread = 0);
    }

    /// What a room waits for, and how many lines of chat are new, for the side of the board.
    pub(super) fn online_lines(&self, width: usize) -> Vec<Line<'static>> {
        let Some(online) = &self.controller.online else { return Vec::new() };
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let mut lines = Vec::new();
        let mut add = |text: &str| {
            let wrapped = super::side::wrap(text, width).into_iter();
            lines.extend(wrapped.map(|line| Line::styled(line, bold)));
        };
        if !online.is_connected() {
            add(t::lost());
        } else if online.state().is_some_and(RoomState::has_open_seat) {
            add(t::waits_for_players());
            add(&format!("{}: {}", t::invitation(), online.invitation()));
        }
        let session = self.controller.session.as_ref();
        if session.is_some_and(GameSession::is_entering_conditional) {
            add(&format!("{}: {}", t::conditional(), t::conditional_help()));
        }
        add_unread(online, &mut add);
        lines
    }
}

fn add_unread(online: &OnlineGame, add: &mut impl FnMut(&str)) {
    if online.unread > 0 {
        add(&format!("{} ({})", t::chat(), online.unread));
    }
}

fn player(state: &RoomSeat) -> String {
    match state.kind {
        SeatKind::Open => t::open_seat().to_owned(),
        SeatKind::Computer => format!("{} ({})", state.name, t::computer()),
        SeatKind::Human if state.present => state.name.clone(),
        SeatKind::Human => format!("{} ({})", state.name, t::away()),
    }
}
