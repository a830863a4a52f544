//! Joining a game with others: the invitation, and the games of the local network.

use boardloom_online::{AnnouncedRoom, AnnouncementError, Invitation, InvitationError};

use super::Controller;
use crate::loader::StartView;
use crate::room_game::{HostedRoomEntry, unfinished_rooms};
use crate::services::RoomSearch;
use crate::texts::errors::translated;
use crate::texts::online as t;
use crate::texts::{sentence, start};

/// What joining a room needs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JoinForm {
    /// As it was handed over.
    pub invitation: String,
    /// A room of the local network, for which a code is enough.
    pub picked: Option<AnnouncedRoom>,
    pub code: String,
    pub name: String,
    /// Why the last try failed.
    pub error: String,
    /// The rooms that can be hosted again.
    pub rooms: Vec<HostedRoomEntry>,
}

impl JoinForm {
    /// Returns name, example and text of the field that says which room it is.
    pub fn room_field(&mut self) -> (&'static str, &'static str, &mut String) {
        match self.picked {
            None => (t::invitation(), t::invitation_help(), &mut self.invitation),
            Some(_) => (t::code(), "", &mut self.code),
        }
    }

    /// Picks a room of the local network; if it was picked, none.
    pub fn pick(&mut self, room: AnnouncedRoom) {
        self.picked = if self.picked.as_ref() == Some(&room) { None } else { Some(room) };
        self.code.clear();
        self.error.clear();
    }

    /// Returns the invitation that the fields make.
    ///
    /// # Errors
    /// When the text is none.
    pub fn read(&self) -> Result<Invitation, InvitationError> {
        match &self.picked {
            Some(room) => {
                let code = Some(self.code.trim()).filter(|code| !code.is_empty());
                Ok(room.invitation(code.map(str::to_owned)))
            }
            None => self.invitation.parse(),
        }
    }

    /// Returns the fingerprint that the picked room announces, in words.
    pub fn fingerprint_text(&self) -> Option<String> {
        let fingerprint = self.picked.as_ref()?.fingerprint.as_ref()?;
        Some(t::compare_fingerprint(&fingerprint.to_string()))
    }
}

/// The search of the local network for rooms.
pub(super) type NearbySearch = Result<Option<Box<dyn RoomSearch>>, AnnouncementError>;

/// What a search of the local network found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NearbyRooms {
    NotSearched,
    Found(Vec<AnnouncedRoom>),
    Failed(String),
}

impl NearbyRooms {
    /// Returns the rooms, and a note where there are none.
    pub fn shown(&self) -> (&[AnnouncedRoom], Option<&str>) {
        match self {
            NearbyRooms::NotSearched => (&[], None),
            NearbyRooms::Found(rooms) if rooms.is_empty() => (&[], Some(t::no_nearby_rooms())),
            NearbyRooms::Found(rooms) => (rooms, None),
            NearbyRooms::Failed(why) => (&[], Some(why)),
        }
    }
}

/// Returns the entry of a room of the local network.
pub fn nearby_text(room: &AnnouncedRoom) -> String {
    let address = room.address.to_string();
    match room.host.is_empty() {
        true => t::nearby_room(&room.game, &address),
        false => t::nearby_room_of(&room.game, &room.host, &address),
    }
}

impl<G: StartView> Controller<G> {
    /// Returns a form with the choices of the last time.
    pub fn join_form(&self) -> JoinForm {
        let name = self.preferences.names.iter().find(|name| !name.is_empty());
        JoinForm {
            invitation: self.preferences.invitation.clone(),
            name: name.cloned().unwrap_or_default(),
            rooms: self.rooms_folder().map(|it| unfinished_rooms(&it)).unwrap_or_default(),
            ..JoinForm::default()
        }
    }

    /// Searches the local network while a form for joining is shown.
    pub fn search_rooms(&mut self, is_wanted: bool) {
        match is_wanted {
            false => self.nearby = None,
            true if self.nearby.is_none() => {
                self.nearby = Some(self.services.search_rooms(self.wake.clone()));
            }
            true => {}
        }
    }

    pub fn nearby_rooms(&self) -> NearbyRooms {
        match &self.nearby {
            None | Some(Ok(None)) => NearbyRooms::NotSearched,
            Some(Ok(Some(search))) => NearbyRooms::Found(search.rooms()),
            Some(Err(why)) => NearbyRooms::Failed(sentence(&translated(&why.to_string()))),
        }
    }

    /// The entry of a room in the form for joining.
    pub fn room_text(&self, room: &HostedRoomEntry) -> String {
        let named = self.rulesets.iter().flatten().find(|listed| listed.id == room.ruleset);
        let name = named.map_or(&room.ruleset, |listed| &listed.name);
        t::host_again(name, &start::unfinished(room.moves))
    }
}
