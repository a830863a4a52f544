//! Games with players at other programs: hosting a room, joining one, chat.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use boardloom_online::{
    AnnouncedRoom, ClientEvent, ClientSettings, Invitation, RoomAnnouncement, RoomClient, RoomKey,
    RoomReport, RoomServer, RoomSupport, address_file, new_record_file, reachable_address,
};
use boardloom_room::{ChatTo, ClientMessage, PlayerNote, Proposal, RoomEvent, RoomState, SeatKind};

use super::{AppEvent, Controller, JoinForm, PluginOffer};
use crate::load_request::LoadRequest;
use crate::loaded_board::LoadedBoard;
use crate::loader::StartView;
use crate::notice::Notice;
use crate::player_names::clean_name;
use crate::room_game::HostedRoom;
use crate::services::Refusal;
use crate::session::{OnlineRequest, RunningTime};
use crate::texts::errors::translated;
use crate::texts::online as t;
use crate::texts::sentence;

/// The most lines of chat that are kept.
const CHAT_LINES: usize = 500;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatLine {
    pub name: String,
    pub to: ChatTo,
    pub text: String,
    /// Whether the player of this program wrote it.
    pub is_own: bool,
}

/// A room that this program plays in.
pub struct OnlineGame {
    client: RoomClient,
    /// If the room runs here.
    server: Option<RoomServer>,
    reports: Option<Receiver<String>>,
    /// Tells the local network of the room.
    _announcement: Option<RoomAnnouncement>,
    /// To hand over.
    invitation: Invitation,
    /// The seat to take, from 1; `None` takes the first open one.
    wanted: Option<u8>,
    /// The version of the state in which a seat was asked for.
    asked_at: Option<(u32, u64)>,
    /// The number of the room's game on the board, and of the one that is being opened.
    shown: Option<u32>,
    /// As whom the game on the board was opened: the seat, from 1, and whether the game was over.
    shown_as: (Option<u8>, bool),
    pub(super) loading: Option<u32>,
    /// The hash of the plugin that the player agreed to take from the room.
    pub(super) takes_plugin: Option<String>,
    time: RunningTime,
    pub chat: Vec<ChatLine>,
    /// The number of lines since the chat was shown.
    pub unread: usize,
}

impl OnlineGame {
    pub fn state(&self) -> Option<&RoomState> {
        self.client.replica().state()
    }

    /// The seat of this program's player, from 1.
    pub fn seat(&self) -> Option<u8> {
        self.client.replica().seat()
    }

    /// The name of this program's player.
    pub(super) fn player_name(&self) -> String {
        self.client.name().to_owned()
    }

    pub fn is_connected(&self) -> bool {
        self.client.is_connected()
    }

    pub fn is_host(&self) -> bool {
        self.server.is_some()
    }

    pub fn invitation(&self) -> &Invitation {
        &self.invitation
    }

    /// Tells whether the game goes on, and ends for the others too if this program leaves.
    pub fn is_needed(&self) -> bool {
        self.is_host() && self.state().is_some_and(|state| !state.is_over())
    }

    /// The player's conditional lines, in words.
    pub fn conditional_texts(&self) -> Vec<String> {
        let text = |line: &Vec<String>| {
            let (answer, moves) = line.split_last()?;
            Some(t::conditional_line(&moves.join(", "), answer))
        };
        self.client.replica().conditional().iter().filter_map(text).collect()
    }

    /// The name of a player, with seats from 1.
    pub fn name(&self, seat: u8) -> &str {
        let at = usize::from(seat).checked_sub(1);
        let seat = at.and_then(|at| self.state()?.seats.get(at));
        seat.map_or("", |seat| seat.name.as_str())
    }

    /// Whom a line of chat can be for: all, each other player, watchers for those who watch, and
    /// notes during a game.
    pub fn recipients(&self) -> Vec<ChatTo> {
        let own = self.seat();
        let seats = self.state().map_or(&[][..], |state| &state.seats);
        let human = |(seat, state): (u8, &boardloom_room::RoomSeat)| {
            (state.kind == SeatKind::Human && own.is_some_and(|own| own != seat)).then_some(seat)
        };
        let others: Vec<u8> = (1..).zip(seats).filter_map(human).collect();
        // With one other player, all are enough.
        let private = others.into_iter().map(ChatTo::Seat).filter(|_| seats.len() > 2);
        let watchers = own.is_none().then_some(ChatTo::Watchers);
        let is_playing = own.is_some() && self.state().is_some_and(|state| !state.is_over());
        let notes = is_playing.then_some(ChatTo::Notes);
        std::iter::once(ChatTo::All).chain(private).chain(watchers).chain(notes).collect()
    }

    pub fn recipient_name(&self, to: ChatTo) -> String {
        match to {
            ChatTo::All => t::to_all().to_owned(),
            ChatTo::Seat(seat) => t::to_player(self.name(seat)),
            ChatTo::Watchers => t::to_watchers().to_owned(),
            ChatTo::Notes => t::note().to_owned(),
        }
    }

    fn send(&mut self, request: OnlineRequest) {
        let Some(state) = self.client.replica().state() else { return };
        let (game, ply) = (state.game, state.turn.ply);
        let message = match request {
            OnlineRequest::Play(mv) => {
                // One that is not sent now is sent with the next connection.
                let _ = self.client.play(&mv);
                return;
            }
            OnlineRequest::Resign => ClientMessage::Resign { game },
            OnlineRequest::Offer(proposal) => ClientMessage::Offer { game, ply, proposal },
            OnlineRequest::Accept(proposal) => ClientMessage::Accept { game, ply, proposal },
            OnlineRequest::Decline(proposal) => ClientMessage::Decline { game, ply, proposal },
            OnlineRequest::Resume => ClientMessage::Resume { game },
            OnlineRequest::AddConditional(line) => {
                let mut lines = self.client.replica().conditional().to_vec();
                lines.push(line);
                return self.client.set_conditional(lines);
            }
            OnlineRequest::BuyTime => ClientMessage::Buy { game, ply },
        };
        self.client.send(&message);
    }

    /// Asks for a seat, once in each state of the room.
    fn sit(&mut self) {
        let Some(state) = self.state().filter(|state| !state.is_over()) else { return };
        let now = (state.game, state.version);
        if self.seat().is_some() || self.asked_at == Some(now) {
            return;
        }
        let wanted = self.wanted.filter(|wanted| state.open_seats().any(|seat| seat == *wanted));
        let seat = wanted.or_else(|| state.open_seats().next());
        if let Some(seat) = seat {
            self.asked_at = Some(now);
            self.client.send(&ClientMessage::Sit { seat });
        }
    }

    /// Adds new notes to the chat. Returns whether others wrote any.
    fn take_notes(&mut self, notes: Vec<PlayerNote>) -> bool {
        let own = self.seat();
        let has_others = notes.iter().any(|note| Some(note.seat) != own);
        for PlayerNote { seat, ply, name, text } in notes {
            let is_own = Some(seat) == own;
            let text = t::note_after(ply, &text);
            self.note_chat(ChatLine { name, to: ChatTo::Notes, text, is_own });
        }
        has_others
    }

    fn note_chat(&mut self, line: ChatLine) {
        if self.chat.len() >= CHAT_LINES {
            self.chat.remove(0);
        }
        self.unread += usize::from(!line.is_own);
        self.chat.push(line);
    }
}

/// A request about a game with others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OnlineAction {
    Join(Box<JoinForm>),
    /// Opens a room again, from its file.
    HostAgain(PathBuf),
    Chat(ChatTo, String),
    /// The player on a seat, from 1, is gone: the others win, or the game pauses.
    Claim {
        seat: u8,
        adjourn: bool,
    },
    CopyInvitation,
    /// Joins again, and takes the plugin from the room.
    TakePlugin(Box<PluginOffer>),
    /// Removes one of the player's conditional lines, by its place.
    RemoveConditional(usize),
}

impl<G: StartView> Controller<G> {
    /// Joins a room, or tells why it cannot be done by [`AppEvent::RoomRefused`].
    pub(super) fn join_room(&mut self, form: &JoinForm) {
        let invitation = match form.read() {
            Ok(invitation) => invitation,
            Err(error) => {
                let error = sentence(&translated(&error.to_string()));
                return self.events.push(AppEvent::RoomRefused(JoinForm { error, ..form.clone() }));
            }
        };
        let name = clean_name(&form.name);
        self.preferences.invitation = invitation.to_string();
        if !name.is_empty() {
            match self.preferences.names.first_mut() {
                Some(first) => first.clone_from(&name),
                None => self.preferences.names.push(name.clone()),
            }
        }
        let name = if name.is_empty() { t::guest().to_owned() } else { name };
        self.close_game();
        self.opening = true;
        let client = self.start_client(invitation.clone(), name);
        self.online = Some(online_game(client, None, invitation, None));
    }

    pub(super) fn start_client(&self, invitation: Invitation, name: String) -> RoomClient {
        let token_file = self.rooms_folder().map(|folder| invitation.token_file(&folder, &name));
        let wake = Arc::clone(&self.wake);
        RoomClient::start(ClientSettings {
            invitation,
            name,
            token_file,
            give_up_after: None,
            wake,
        })
    }

    /// The folder of rooms, and of the secrets of rooms that were joined.
    pub(super) fn rooms_folder(&self) -> Option<PathBuf> {
        Some(self.services.records()?.parent()?.join("rooms"))
    }

    /// Runs a room, and plays in it.
    pub(super) fn handle_room(&mut self, opened: Result<HostedRoom, Refusal>) {
        let hosted = match opened {
            Ok(hosted) => hosted,
            Err(refusal) => {
                self.opening = false;
                return self.refuse(refusal);
            }
        };
        let HostedRoom { room, code, seat, name, is_local, record } = hosted;
        let file = || Some(new_record_file(&self.rooms_folder()?, &room.state().ruleset));
        let record = record.or_else(file);
        let key_file = record.as_ref().map(|record| record.with_extension("key"));
        let address_file = record.as_ref().map(|record| address_file(record));
        let game = room.game().source().ruleset.name.clone();
        let (sender, reports) = channel();
        let wake = Arc::clone(&self.wake);
        let (services, plugin) = (Arc::clone(&self.services), room.state().plugin.clone());
        let support = RoomSupport {
            plugin: Some(Box::new(move || services.plugin_file(&plugin))),
            ..RoomSupport::with_record(record)
        };
        let server = RoomServer::start(*room, support, move |report, _| {
            let text = match report {
                RoomReport::NoComputerMove { why, .. } => t::no_move(why),
                RoomReport::NotSaved { file, why } => t::not_saved(&file.display(), why),
                RoomReport::SaveDelayed { file, why } => t::not_saved_yet(&file.display(), why),
                _ => return,
            };
            let _ = sender.send(text);
            wake();
        });
        let host = if is_local { Ipv4Addr::LOCALHOST } else { Ipv4Addr::UNSPECIFIED };
        let key = key_file.map_or_else(RoomKey::generate, |file| RoomKey::at(&file));
        let listening = key.and_then(|key| {
            let fingerprint = key.fingerprint();
            let address = SocketAddr::from((host, 0));
            let listening = match &address_file {
                Some(file) => server.listen_again(address, Some(key), file),
                None => server.listen(address, Some(key)),
            };
            Ok((listening?, fingerprint))
        });
        let (address, fingerprint) = match listening {
            Ok(listening) => listening,
            Err(error) => {
                self.opening = false;
                return self.notify(Notice::error(error));
            }
        };
        let fingerprint = Some(fingerprint);
        let own = SocketAddr::from((Ipv4Addr::LOCALHOST, address.port())).into();
        let own = Invitation { address: own, code: code.clone(), fingerprint: fingerprint.clone() };
        let announced = AnnouncedRoom { game, host: name.clone(), address, fingerprint };
        let client = self.start_client(own, name);
        // Without it, others enter the invitation.
        let announcement = match is_local {
            true => None,
            false => self.services.announce(&announced).ok().flatten(),
        };
        let address = reachable_address(address).into();
        let invitation = Invitation { address, code, fingerprint: announced.fingerprint };
        self.close_game();
        let mut online = online_game(client, Some(server), invitation, seat);
        online.reports = Some(reports);
        online._announcement = announcement;
        self.online = Some(online);
    }

    /// Follows the room: what it sent, and what the player asks of it.
    pub(super) fn update_online(&mut self) {
        let Some(online) = &mut self.online else { return };
        let (mut notices, mut changed, mut ended) = (Vec::new(), false, None);
        let mut plugin = None;
        notices
            .extend(online.reports.iter().flat_map(|reports| reports.try_iter()).map(Notice::bad));
        while let Some(event) = online.client.next_event() {
            match event {
                ClientEvent::State { elapsed: took, .. }
                | ClientEvent::Current { elapsed: took } => {
                    online.time = RunningTime::new(took, self.now);
                    changed = true;
                }
                ClientEvent::Event { event, .. } => {
                    notices.extend(notice_of(&event, online));
                    // The others leave the clock as it is.
                    use RoomEvent::{Played, TakenBack, Turn};
                    if matches!(&*event, Played { .. } | TakenBack(_) | Turn(_)) {
                        online.time = RunningTime::new(Duration::ZERO, self.now);
                    }
                    changed = true;
                }
                ClientEvent::Chat { from, name, to, text } => {
                    let is_own = online.client.replica().client() == Some(from);
                    if !is_own {
                        notices.push(Notice::plain(t::said(&name, &text)));
                    }
                    online.note_chat(ChatLine { name, to, text, is_own });
                }
                ClientEvent::Notes(notes) => {
                    if online.take_notes(notes) {
                        notices.push(Notice::plain(t::notes_opened()));
                    }
                    changed = true;
                }
                ClientEvent::Conditional => changed = true,
                ClientEvent::Refused(error) => {
                    notices.push(Notice::bad(sentence(&translated(&error.message))));
                    self.session.iter_mut().for_each(|session| session.drop_pending());
                }
                ClientEvent::Lost => notices.push(Notice::bad(t::lost())),
                ClientEvent::Back => notices.push(Notice::plain(t::back())),
                ClientEvent::Plugin(file) => plugin = Some(file),
                ClientEvent::NoPlugin(why) => ended = Some(sentence(&translated(&why))),
                ClientEvent::Unreadable => {}
                ClientEvent::Ended(why) => ended = Some(sentence(&translated(&why))),
            }
        }
        self.notices.extend(notices);
        if let Some(file) = plugin {
            self.keep_plugin(file);
        }
        if changed {
            self.follow_online();
        }
        if let Some(why) = ended {
            self.leave_room(why);
        }
        self.send_online_requests();
    }

    /// Tells why the room cannot be reached; a game on the board stays there.
    fn leave_room(&mut self, error: String) {
        self.opening = false;
        let Some(online) = self.online.take() else { return };
        if online.shown.is_some() {
            self.online = Some(online);
            return self.notify(Notice::bad(error));
        }
        let invitation = online.invitation.to_string();
        let form = JoinForm { invitation, error, ..self.join_form() };
        self.events.push(AppEvent::RoomRefused(form));
    }

    /// Shows the room's state; opens its game first if it is not on the board.
    pub(super) fn follow_online(&mut self) {
        let Some(online) = &mut self.online else { return };
        let Some(state) = online.client.replica().state() else { return };
        // A seat is taken once the game has opened here: without its plugin the player is told
        // before others wait for the player's moves.
        if online.shown == Some(state.game) {
            online.sit();
        }
        let Some(state) = online.client.replica().state() else { return };
        let (own, pending) = (online.client.replica().seat(), online.client.replica().pending());
        let opened_as = (own, state.is_over());
        let hides = self.session.as_ref().is_some_and(|session| session.game.hides());
        if hides && online.shown_as != opened_as && online.loading.is_none() {
            // The moves that are known are others now.
            online.shown = None;
        }
        if online.shown == Some(state.game) {
            if let Some(session) = &mut self.session {
                session.follow_room(state, (own, pending), online.time);
                if state.is_over() {
                    session.add_notes(online.client.replica().notes());
                }
                if let Some(folder) = self.services.records() {
                    session.keep_after_room(&folder);
                }
            }
        } else if online.takes_plugin.as_ref() == Some(&state.plugin_hash) {
            self.opening = true;
            online.takes_plugin = None;
            online.loading = Some(state.game);
            online.client.take_plugin();
        } else if online.loading != Some(state.game) {
            online.loading = Some(state.game);
            online.shown_as = opened_as;
            let state = Box::new(state.clone());
            self.worker.ask(LoadRequest::Room { state, own }, true);
        }
    }

    pub(super) fn handle_room_game(&mut self, game: u32, begun: Result<LoadedBoard, Refusal>) {
        if self.online.as_ref().is_none_or(|online| online.loading != Some(game)) {
            return;
        }
        self.opening = false;
        let Some(mut online) = self.online.take() else { return };
        online.loading = None;
        match begun {
            Ok(board) => {
                let build = board.game.source().build.hash.clone();
                let differs = online.state().is_some_and(|state| state.plugin_hash != build);
                if differs {
                    let plugin = board.game.source().rules.name().to_owned();
                    self.notify(Notice::bad(t::plugin_differs(&plugin)));
                }
                if online.state().is_some_and(|state| state.analysis && !state.is_over()) {
                    self.notify(Notice::plain(t::analysis_allowed_help()));
                }
                self.open_game(board, false);
                online.shown = Some(game);
                self.online = Some(online);
                if let Some(session) = &mut self.session {
                    session.enter_room();
                }
                self.follow_online();
            }
            Err(refusal) => self.refuse_room(online, refusal),
        }
    }

    fn send_online_requests(&mut self) {
        let Some((session, online)) = self.session.as_mut().zip(self.online.as_mut()) else {
            return;
        };
        for request in session.take_online_requests() {
            if !online.is_connected() && !matches!(request, OnlineRequest::Play(_)) {
                self.notices.push(Notice::bad(t::lost()));
                continue;
            }
            online.send(request);
        }
    }

    /// Offers a rematch to the others. False outside of a room.
    pub(super) fn offer_rematch(&mut self) -> bool {
        let Some(online) = self.online.as_mut().filter(|online| online.shown.is_some()) else {
            return false;
        };
        online.send(OnlineRequest::Offer(Proposal::Rematch));
        true
    }

    fn send_chat(&mut self, to: ChatTo, text: &str) {
        let Some(online) = &mut self.online else { return };
        if !online.is_connected() {
            return self.notify(Notice::bad(t::lost()));
        }
        let text = text.trim();
        if !text.is_empty() {
            online.client.chat(to, text);
        }
    }

    fn claim(&mut self, seat: u8, adjourn: bool) {
        let Some(online) = &self.online else { return };
        let Some(game) = online.state().map(|state| state.game) else { return };
        online.client.send(&ClientMessage::Claim { game, seat, adjourn });
    }

    fn remove_conditional(&mut self, at: usize) {
        let Some(online) = &mut self.online else { return };
        let mut lines = online.client.replica().conditional().to_vec();
        if at < lines.len() {
            lines.remove(at);
            online.client.set_conditional(lines);
        }
    }

    fn copy_invitation(&mut self) {
        let Some(online) = &self.online else { return };
        self.copied = Some(online.invitation.to_string());
        self.notify(Notice::plain(t::invitation_copied()));
    }

    pub(super) fn act_online(&mut self, action: OnlineAction) {
        match action {
            OnlineAction::Join(form) => self.join_room(&form),
            OnlineAction::HostAgain(file) => self.open(LoadRequest::HostAgain(file)),
            OnlineAction::Chat(to, text) => self.send_chat(to, &text),
            OnlineAction::Claim { seat, adjourn } => self.claim(seat, adjourn),
            OnlineAction::CopyInvitation => self.copy_invitation(),
            OnlineAction::TakePlugin(offer) => self.take_plugin(*offer),
            OnlineAction::RemoveConditional(at) => self.remove_conditional(at),
        }
    }
}

pub(super) fn online_game(
    client: RoomClient,
    server: Option<RoomServer>,
    invitation: Invitation,
    wanted: Option<u8>,
) -> OnlineGame {
    OnlineGame {
        client,
        server,
        reports: None,
        _announcement: None,
        invitation,
        wanted,
        asked_at: None,
        shown: None,
        shown_as: (None, false),
        loading: None,
        takes_plugin: None,
        time: RunningTime::default(),
        chat: Vec::new(),
        unread: 0,
    }
}

/// What the player is told about an event.
fn notice_of(event: &RoomEvent, online: &OnlineGame) -> Option<Notice> {
    let own = online.seat();
    let what = |proposal| crate::texts::online::proposal(proposal);
    match event {
        // The offers of others are asked about.
        RoomEvent::Offered(offer) if own.is_some_and(|own| offer.seats == [own]) => {
            Some(Notice::plain(t::offered(online.name(offer.seats[0]), what(offer.proposal))))
        }
        RoomEvent::Declined { proposal, seat } if own != Some(*seat) => {
            Some(Notice::plain(t::declined(online.name(*seat), what(*proposal))))
        }
        _ => None,
    }
}
