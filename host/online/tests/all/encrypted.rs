//! Rooms whose connections are encrypted.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use boardloom_match::GameSource;
use boardloom_online::{
    ClientEvent, ClientSettings, Invitation, RoomClient, RoomFingerprint, RoomKey, RoomServer,
    RoomSupport,
};
use boardloom_room::{ClientMessage, Room, RoomSettings};

const PATIENCE: Duration = Duration::from_secs(60);

struct Hosted {
    _server: RoomServer,
    invitation: Invitation,
}

fn host(key: Option<RoomKey>) -> Hosted {
    let (rules, ruleset) = boardloom_testing::row("length = 5");
    let source = GameSource::new(rules, ruleset);
    let code = Some("K7QX3M".to_owned());
    let settings = RoomSettings { code: code.clone(), ..RoomServer::settings() };
    let room = Room::new(source, settings).expect("a room");
    let server = RoomServer::start(room, RoomSupport::default(), |_, _| ());
    let fingerprint = key.as_ref().map(RoomKey::fingerprint);
    let address = server.listen(SocketAddr::from(([127, 0, 0, 1], 0)), key).expect("a port");
    let invitation = Invitation { address: address.into(), code, fingerprint };
    Hosted { _server: server, invitation }
}

fn key() -> RoomKey {
    RoomKey::generate().expect("a key")
}

fn join(invitation: Invitation, name: &str) -> RoomClient {
    RoomClient::start(ClientSettings {
        invitation,
        name: name.to_owned(),
        token_file: None,
        give_up_after: Some(PATIENCE),
        wake: Arc::new(|| ()),
    })
}

/// Polls until an event fits, and returns it.
#[track_caller]
fn until(client: &mut RoomClient, fits: impl Fn(&ClientEvent) -> bool) -> ClientEvent {
    let began = Instant::now();
    let mut seen = Vec::new();
    while began.elapsed() < PATIENCE {
        while let Some(event) = client.next_event() {
            if fits(&event) {
                return event;
            }
            seen.push(event);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    panic!("no such event among {seen:?}");
}

/// Takes all events that have come.
fn follow(client: &mut RoomClient) {
    while client.next_event().is_some() {}
}

fn is_state(event: &ClientEvent) -> bool {
    matches!(event, ClientEvent::State { .. })
}

#[test]
fn two_play_over_tls_and_the_invitation_has_the_fingerprint() {
    let hosted = host(Some(key()));
    let text = hosted.invitation.to_string();
    assert_eq!(text.split(' ').count(), 3, "{text}");
    let invitation: Invitation = text.parse().expect("an invitation");
    let mut ann = join(invitation.clone(), "Ann");
    until(&mut ann, is_state);
    let mut bob = join(invitation, "Bob");
    until(&mut bob, is_state);
    ann.send(&ClientMessage::Sit { seat: 1 });
    bob.send(&ClientMessage::Sit { seat: 2 });
    let is_full =
        |client: &RoomClient| client.replica().state().is_some_and(|state| !state.has_open_seat());
    let began = Instant::now();
    while !(is_full(&ann) && is_full(&bob)) {
        assert!(began.elapsed() < PATIENCE, "the seats stay open");
        follow(&mut ann);
        follow(&mut bob);
        std::thread::sleep(Duration::from_millis(2));
    }
    assert!(ann.play("a"));
    let has_moved =
        |client: &RoomClient| client.replica().state().is_some_and(|state| state.played.len() == 1);
    while !has_moved(&bob) {
        assert!(began.elapsed() < PATIENCE, "the move does not come");
        follow(&mut ann);
        follow(&mut bob);
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Would break if a client sent its code to a room with another key.
#[test]
fn another_program_at_the_address_is_told() {
    let hosted = host(Some(key()));
    let expected: RoomFingerprint = key().fingerprint();
    let wrong = Invitation { fingerprint: Some(expected.clone()), ..hosted.invitation.clone() };
    let mut ann = join(wrong, "Ann");
    let ended = until(&mut ann, |event| matches!(event, ClientEvent::Ended(_)));
    let ClientEvent::Ended(why) = ended else { unreachable!("it was asked for") };
    assert!(why.starts_with("another program answers there"), "{why}");
    assert!(why.contains(&expected.to_string()), "{why}");
    let found = hosted.invitation.fingerprint.expect("an encrypted room").to_string();
    assert!(why.contains(&found), "{why}");
}

#[test]
fn a_room_without_encryption_is_told_from_one_with_it() {
    let plain = host(None);
    until(&mut join(plain.invitation.clone(), "Ann"), is_state);
    let expecting = Invitation { fingerprint: Some(key().fingerprint()), ..plain.invitation };
    let mut ann = join(expecting, "Ann");
    let ended = until(&mut ann, |event| matches!(event, ClientEvent::Ended(_)));
    let ClientEvent::Ended(why) = ended else { unreachable!("it was asked for") };
    assert!(why.contains("no encrypted room answers there"), "{why}");
    assert!(!why.contains("another program answers there"), "{why}");
    // The other way round, nothing is answered but the end.
    let encrypted = host(Some(key()));
    let open = Invitation { fingerprint: None, ..encrypted.invitation };
    let settings = ClientSettings {
        invitation: open,
        name: "Eve".to_owned(),
        token_file: None,
        give_up_after: Some(Duration::from_secs(1)),
        wake: Arc::new(|| ()),
    };
    let mut eve = RoomClient::start(settings);
    let ended = until(&mut eve, |event| matches!(event, ClientEvent::Ended(_)));
    let ClientEvent::Ended(why) = ended else { unreachable!("it was asked for") };
    assert!(why.contains("copy all of it"), "{why}");
    assert!(eve.replica().state().is_none());
}
