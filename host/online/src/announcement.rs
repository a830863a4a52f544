//! Rooms that announce themselves in the local network, by multicast DNS (RFC 6762, 6763).

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mdns_sd::{ResolvedService, ServiceDaemon, ServiceEvent, ServiceInfo};
use thiserror::Error;

use crate::invitation::Invitation;
use crate::room_key::RoomFingerprint;
use crate::secret::random;

const SERVICE: &str = "_boardloom._tcp.local.";
/// The most rooms that are listed: every program in the network can announce some.
const MAX_ROOMS: usize = 100;
/// The longest time that a goodbye takes.
const GOODBYE: Duration = Duration::from_millis(500);
/// The longest name of a game or a player, in characters: an entry has at most 255 bytes.
const MAX_NAME: usize = 60;

#[derive(Debug, Clone, Error)]
#[error("the local network cannot be searched: {0}; enter the invitation instead")]
pub struct AnnouncementError(String);

impl From<mdns_sd::Error> for AnnouncementError {
    fn from(error: mdns_sd::Error) -> Self {
        AnnouncementError(error.to_string())
    }
}

/// A room that announces itself. What it says is not proven by anything but the key's fingerprint,
/// which the connection checks; the code comes from the player who invites.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnnouncedRoom {
    /// The name of the game.
    pub game: String,
    /// Who announces it; may be empty.
    pub host: String,
    pub address: SocketAddr,
    /// `None` for a room without encryption.
    pub fingerprint: Option<RoomFingerprint>,
}

impl AnnouncedRoom {
    /// Returns the invitation with the code that a player knows.
    pub fn invitation(&self, code: Option<String>) -> Invitation {
        let fingerprint = self.fingerprint.clone();
        Invitation { address: self.address.into(), code, fingerprint }
    }
}

/// Announces a room while it lives. The code is no part of it.
pub struct RoomAnnouncement {
    daemon: ServiceDaemon,
}

impl RoomAnnouncement {
    /// Announces a room on all addresses of this computer, or on one.
    ///
    /// # Errors
    /// If the network has no multicast.
    pub fn start(room: &AnnouncedRoom) -> Result<Self, AnnouncementError> {
        let daemon = ServiceDaemon::new()?;
        let ip = room.address.ip();
        let fingerprint = room.fingerprint.as_ref().map(ToString::to_string).unwrap_or_default();
        let (game, by) = (clean(&room.game), clean(&room.host));
        let properties = [("game", &*game), ("host", &*by), ("key", &*fingerprint)];
        // Names in the network are unique, and each has one label of at most 63 bytes.
        let number = format!("{:08x}", random() as u32);
        let instance = format!("boardloom-{number}");
        let host = format!("boardloom-{number}.local.");
        let addresses = if ip.is_unspecified() { String::new() } else { ip.to_string() };
        let port = room.address.port();
        let mut service =
            ServiceInfo::new(SERVICE, &instance, &host, &*addresses, port, &properties[..])?;
        if ip.is_unspecified() {
            service = service.enable_addr_auto();
        }
        daemon.register(service)?;
        Ok(RoomAnnouncement { daemon })
    }
}

impl Drop for RoomAnnouncement {
    /// Says goodbye, so that lists forget the room.
    fn drop(&mut self) {
        if let Ok(done) = self.daemon.shutdown() {
            // The program may end now.
            let _ = done.recv_timeout(GOODBYE);
        }
    }
}

/// Searches the local network for rooms while it lives. All its functions return at once.
pub struct RoomBrowser {
    daemon: ServiceDaemon,
    found: Arc<Mutex<BTreeMap<String, AnnouncedRoom>>>,
}

impl RoomBrowser {
    /// Begins to search. `wake` is called on another thread when [`RoomBrowser::rooms`] has changed.
    ///
    /// # Errors
    /// If the network has no multicast.
    pub fn start(wake: impl Fn() + Send + 'static) -> Result<Self, AnnouncementError> {
        let daemon = ServiceDaemon::new()?;
        let events = daemon.browse(SERVICE)?;
        let found: Arc<Mutex<BTreeMap<String, AnnouncedRoom>>> = Arc::default();
        let kept = Arc::clone(&found);
        std::thread::spawn(move || {
            // Ends with the daemon.
            while let Ok(event) = events.recv() {
                let mut found = kept.lock().unwrap_or_else(PoisonError::into_inner);
                match event {
                    ServiceEvent::ServiceResolved(service) => {
                        let Some(room) = announced_room(&service) else { continue };
                        let name = service.get_fullname().to_owned();
                        if found.len() < MAX_ROOMS || found.contains_key(&name) {
                            found.insert(name, room);
                        }
                    }
                    ServiceEvent::ServiceRemoved(_, name) => drop(found.remove(&name)),
                    _ => continue,
                }
                drop(found);
                wake();
            }
        });
        Ok(RoomBrowser { daemon, found })
    }

    /// Returns the rooms that are announced now.
    pub fn rooms(&self) -> Vec<AnnouncedRoom> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.values().cloned().collect()
    }
}

impl Drop for RoomBrowser {
    fn drop(&mut self) {
        let _ = self.daemon.shutdown();
    }
}

/// Reads an announcement, which any program can have written. An old-style address is preferred: it has
/// no scope.
fn announced_room(service: &ResolvedService) -> Option<AnnouncedRoom> {
    let mut addresses: Vec<IpAddr> =
        service.get_addresses().iter().map(|address| address.to_ip_addr()).collect();
    addresses.sort_by_key(|address| (address.is_ipv6(), *address));
    let text = |key: &str| clean(service.get_property_val_str(key).unwrap_or_default());
    let key = text("key");
    Some(AnnouncedRoom {
        game: Some(text("game")).filter(|game| !game.is_empty())?,
        host: text("host"),
        address: SocketAddr::new(*addresses.first()?, service.get_port()),
        fingerprint: match key.is_empty() {
            true => None,
            // A room whose key cannot be read is none that can be joined.
            false => Some(key.parse().ok()?),
        },
    })
}

/// Returns a text in one line of bounded length.
fn clean(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let line = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    line.chars().take(MAX_NAME).collect()
}
