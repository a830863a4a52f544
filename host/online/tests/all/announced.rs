//! Rooms that announce themselves.

use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::time::{Duration, Instant};

use boardloom_online::{AnnouncedRoom, RoomAnnouncement, RoomBrowser, RoomKey};

const PATIENCE: Duration = Duration::from_secs(20);
/// Where multicast DNS takes place.
const GROUP: Ipv4Addr = Ipv4Addr::new(224, 0, 0, 251);

/// Tells whether what this machine sends to a group comes back to it.
fn has_multicast() -> bool {
    let heard = || -> std::io::Result<()> {
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
        socket.join_multicast_v4(&GROUP, &Ipv4Addr::UNSPECIFIED)?;
        socket.set_read_timeout(Some(Duration::from_secs(2)))?;
        let port = socket.local_addr()?.port();
        let sender = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
        sender.send_to(b"?", (GROUP, port))?;
        socket.recv(&mut [0; 4]).map(drop)
    };
    heard().is_ok()
}

#[test]
fn an_announced_room_is_found_without_its_code_and_forgotten_when_it_ends() {
    if !has_multicast() {
        eprintln!("not run: this machine has no multicast, so no room can be announced");
        return;
    }
    let key = RoomKey::generate().expect("a key");
    let announced = AnnouncedRoom {
        game: "Row".to_owned(),
        host: "Ann".to_owned(),
        address: SocketAddr::from(([0, 0, 0, 0], 41_873)),
        fingerprint: Some(key.fingerprint()),
    };
    let browser = RoomBrowser::start(|| ()).expect("multicast");
    let announcement = RoomAnnouncement::start(&announced).expect("multicast");
    let own = |browser: &RoomBrowser| {
        browser.rooms().into_iter().find(|room| room.fingerprint == Some(key.fingerprint()))
    };
    let began = Instant::now();
    let found = loop {
        if let Some(found) = own(&browser) {
            break found;
        }
        if began.elapsed() > PATIENCE {
            // Some machines have a group but no interface that multicast DNS uses.
            eprintln!("not run: no interface of this machine carries multicast DNS");
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!((&*found.game, &*found.host), ("Row", "Ann"));
    assert_eq!(found.address.port(), 41_873);
    let invitation = found.invitation(Some("K7QX3M".to_owned())).to_string();
    assert!(invitation.ends_with(&format!(" K7QX3M {}", key.fingerprint())), "{invitation}");
    drop(announcement);
    while own(&browser).is_some() {
        assert!(began.elapsed() < 3 * PATIENCE, "it stays listed");
        std::thread::sleep(Duration::from_millis(20));
    }
}
