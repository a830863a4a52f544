//! The plugin of a room's game that is not here: it is taken from the room if the player agrees.

use boardloom_online::Invitation;

use super::online::{OnlineGame, online_game};
use super::{AppEvent, Controller};
use crate::load_request::LoadRequest;
use crate::loader::StartView;
use crate::notice::Notice;
use crate::services::Refusal;
use crate::texts::online as t;

/// A plugin that a room has, and how to join that room again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PluginOffer {
    /// The plugin's name.
    pub plugin: String,
    /// The SHA-256 of its file: no other file is taken.
    pub hash: String,
    invitation: Invitation,
    /// The player's.
    name: String,
}

impl PluginOffer {
    pub fn question(&self) -> String {
        t::plugin_missing(&self.plugin)
    }

    pub fn help(&self) -> String {
        t::plugin_missing_help(&self.hash)
    }
}

impl<G: StartView> Controller<G> {
    /// Tells why a room's game cannot be opened, or asks whether its plugin may be taken.
    pub(super) fn refuse_room(&mut self, online: OnlineGame, refusal: Refusal) {
        let hash = online.state().map(|state| state.plugin_hash.clone()).unwrap_or_default();
        match refusal {
            Refusal::NoPlugin { name: plugin, .. } if !hash.is_empty() && !online.is_host() => {
                let (invitation, name) = (online.invitation().clone(), online.player_name());
                let offer = PluginOffer { plugin, hash, invitation, name };
                self.events.push(AppEvent::PluginMissing(Box::new(offer)));
            }
            refusal => self.refuse(refusal),
        }
    }

    pub(super) fn take_plugin(&mut self, offer: PluginOffer) {
        let PluginOffer { hash, invitation, name, .. } = offer;
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
