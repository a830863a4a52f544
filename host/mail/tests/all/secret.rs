//! Decisions at the same time.

use boardloom_mail::{MailAction, MailError, MailTurn};

use crate::post::{exchange, seated};

#[test]
fn decisions_are_secret_until_all_have_decided() {
    let mut all = seated("length = 9\ntogether = true", 2);
    assert_eq!(all[0].turn(), MailTurn::Decide { seat: 0 });
    let mail = all[0].play("c").unwrap();
    assert_eq!(all[0].turn(), MailTurn::Move { seat: 1 });
    let key = all[0].key.clone();
    assert_eq!(all[0].game().own_secret(&key).as_deref(), Some("c"));
    let other = all[1].key.clone();
    all[1].import(&mail).unwrap();
    assert_eq!(all[1].game().own_secret(&other), None);
    assert!(all[1].moves().is_empty());
    // Neither the file nor the mail tells it: all words of the entry are hashes.
    let text = all[1].game().record(None).unwrap().to_text();
    let entry = text.lines().find(|line| line.starts_with("[MailEntry")).unwrap();
    assert!(!entry.contains("\"move=") && entry.contains("\"is=decide\""), "{entry}");
    let mail = all[1].play("e").unwrap();
    assert!(all[1].moves().is_empty());
    assert_eq!(all[1].turn(), MailTurn::Disclose { seat: 0 });
    // Ann's program discloses by itself.
    all[0].import(&mail).unwrap();
    assert_eq!(all[0].moves(), ["c", "e"]);
    exchange(&mut all);
    assert_eq!(all[1].moves(), ["c", "e"]);
    assert_eq!(all[1].turn(), MailTurn::Decide { seat: 0 });
}

#[test]
fn three_decide_and_one_resigns() {
    let mut all = seated("length = 9\ntogether = true\nseats = 3", 3);
    all[0].play("c").unwrap();
    exchange(&mut all);
    assert_eq!(all[1].turn(), MailTurn::Decide { seat: 1 });
    all[1].act(MailAction::Resign).unwrap();
    exchange(&mut all);
    // The others decide again, without Bob.
    assert_eq!(all[2].turn(), MailTurn::Decide { seat: 0 });
    all[0].play("a").unwrap();
    exchange(&mut all);
    assert_eq!(all[2].turn(), MailTurn::Move { seat: 2 });
    all[2].play("e").unwrap();
    exchange(&mut all);
    assert_eq!(all[1].moves(), ["resigns", "a", "e"]);
}

#[test]
fn an_illegal_decision_is_refused_at_once() {
    let mut all = seated("length = 9\ntogether = true", 2);
    assert!(matches!(all[0].play("z"), Err(MailError::Match(_))));
    let offer = MailAction::Move { text: "c".to_owned(), offers_draw: true };
    assert!(matches!(all[0].act(offer), Err(MailError::SecretOffer)));
    assert_eq!(all[0].turn(), MailTurn::Decide { seat: 0 });
}
