//! The plugin of a game that is not here: it is taken from the game's room, or installed from its
//! file or an index, if the player agrees.

use std::path::PathBuf;

use boardloom_online::Invitation;

use super::online::{OnlineGame, online_game};
use super::{AppEvent, Controller};
use crate::game_offer::GameOffer;
use crate::load_request::LoadRequest;
use crate::loader::StartView;
use crate::notice::Notice;
use crate::services::Refusal;
use crate::texts::{game, online as t, safe};

/// A plugin that can be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PluginOffer(Source);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Source {
    Room {
        /// The plugin's name.
        plugin: String,
        /// The SHA-256 of its file: no other file is taken.
        hash: String,
        /// How to join the room again.
        invitation: Invitation,
        /// The player's.
        name: String,
    },
    Game {
        offer: GameOffer,
        /// The record, to be opened then.
        record: PathBuf,
    },
}

impl PluginOffer {
    pub(super) fn game(offer: GameOffer, record: PathBuf) -> PluginOffer {
        PluginOffer(Source::Game { offer, record })
    }

    pub fn question(&self) -> String {
        match &self.0 {
            Source::Room { plugin, .. } => t::plugin_missing(plugin),
            Source::Game { offer, .. } => safe::game_missing(&offer.id),
        }
    }

    pub fn help(&self) -> String {
        match &self.0 {
            Source::Room { hash, .. } => t::plugin_missing_help(hash),
            Source::Game { offer, .. } => offer.describe(),
        }
    }

    /// The answer that takes it.
    pub fn yes(&self) -> &'static str {
        match &self.0 {
            Source::Room { .. } => t::take_plugin(),
            Source::Game { .. } => safe::install_game(),
        }
    }

    /// The answer that does not.
    pub fn no(&self) -> &'static str {
        match &self.0 {
            Source::Room { .. } => t::leave_room(),
            Source::Game { .. } => game::cancel(),
        }
    }
}

impl<G: StartView> Controller<G> {
    /// Tells why a room's game cannot be opened, or asks whether its plugin may be taken.
    pub(super) fn refuse_room(&mut self, online: OnlineGame, refusal: Refusal) {
        let hash = online.state().map(|state| state.plugin_hash.clone()).unwrap_or_default();
        match refusal {
            Refusal::NoPlugin { name: plugin, .. } if !hash.is_empty() && !online.is_host() => {
                let (invitation, name) = (online.invitation().clone(), online.player_name());
                let offer = PluginOffer(Source::Room { plugin, hash, invitation, name });
                self.events.push(AppEvent::PluginMissing(Box::new(offer)));
            }
            refusal => self.refuse(refusal),
        }
    }

    pub(super) fn take_plugin(&mut self, offer: PluginOffer) {
        let (hash, invitation, name) = match offer.0 {
            Source::Room { hash, invitation, name, .. } => (hash, invitation, name),
            Source::Game { offer, record } => {
                self.open(LoadRequest::InstallGame { offer: Box::new(offer), record });
                // There are more rulesets then.
                return self.worker.ask(LoadRequest::List, true);
            }
        };
        self.close_game();
        self.opening = true;
        let client = self.start_client(invitation.clone(), name);
        let mut online = online_game(client, None, invitation, None);
        online.takes_plugin = Some(hash);
        self.online = Some(online);
    }

    /// Keeps the file that the room has sent.
    pub(super) fn keep_plugin(&mut self, file: Vec<u8>) {
        let Some(state) = self.online.as_ref().and_then(OnlineGame::state) else { return };
        let name = state.plugin.clone();
        self.worker.ask(LoadRequest::KeepPlugin { name, file }, true);
    }

    pub(super) fn handle_kept_plugin(&mut self, kept: Result<(), Refusal>) {
        let Some(online) = &mut self.online else { return };
        match kept {
            Ok(()) => {
                online.loading = None;
                let plugin = online.state().map(|state| state.plugin.clone()).unwrap_or_default();
                self.notify(Notice::plain(t::plugin_kept(&plugin)));
                self.services.refresh();
                self.follow_online();
            }
            Err(refusal) => {
                (self.opening, self.online) = (false, None);
                self.refuse(refusal);
            }
        }
    }
}
