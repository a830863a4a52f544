//! Games with days a move on the page: clocks, conditional moves, vacation, watching late.

use serde_json::json;

use crate::accounts::{fits, sign_up, type_into};
use crate::chromium::{Browser, DESKTOP, PHONE};
use crate::program::TestDir;
use crate::served::Served;
use crate::{NamedTest, tests};

pub const TESTS: &[NamedTest] =
    tests![two_accounts_play_by_correspondence, a_watcher_sees_the_game_late,];

fn answer(browser: &mut Browser, condition: &str, answer: &str) {
    type_into(browser, "#if-move", condition);
    type_into(browser, "#then-move", answer);
    browser.press("Enter");
}

fn two_accounts_play_by_correspondence() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let page = served.page();
    let mut ann = Browser::open(&page, DESKTOP, false, false);
    let mut bob = Browser::open(&page, PHONE, true, true);
    sign_up(&mut ann, &page, "Ann");
    sign_up(&mut bob, &page, "Bob");
    // Ann chooses the clock in the form.
    ann.choose_ruleset("ataxx/small");
    ann.value("document.querySelector('#clock').value = '3 days'");
    ann.value("document.querySelector('#delay').value = 'moves:3'");
    ann.click("#create", "Create game");
    ann.wait_for_text("#status", "Waiting for players");
    bob.go_to(&page);
    bob.wait_for_text("#games", "3 days a move · rated · watched 3 moves late");
    bob.click("#games a", "Join");
    bob.take_seat("above");
    ann.wait_for_text("#status", "Your turn");
    ann.wait_for_text("#below .clock", "d");
    bob.wait_for_text("#kind", "Watchers see the game 3 moves late");
    // Bob answers before the move comes.
    bob.wait_for("document.querySelector('#conditional-part').offsetParent !== null");
    bob.value("document.querySelector('#conditional-part').open = true");
    answer(&mut bob, "d1", "z9");
    bob.wait_for_text("#notice", "z9");
    answer(&mut bob, "d1", "a2");
    bob.wait_for_text("#conditional", "If d1, I answer a2");
    bob.click("#conditional button", "Then");
    bob.wait_for_text("#conditional-after", "After d1, a2:");
    answer(&mut bob, "d2", "b2");
    bob.wait_for_text("#conditional", "If d1, I answer a2, then if d2, I answer b2");
    bob.value("document.querySelector('#conditional-part').scrollIntoView()");
    bob.picture("conditional-phone");
    fits(&mut bob, PHONE);
    assert_eq!(ann.value("document.querySelector('#conditional-part').hidden"), true);
    type_into(&mut ann, "#typed", "d1");
    ann.press("Enter");
    ann.wait_for_text("#moves", "a2");
    bob.wait_for_text("#conditional", "If d2, I answer b2");
    bob.click("#conditional button", "Remove");
    bob.wait_for("document.querySelectorAll('#conditional li').length === 0");
    ann.picture("days-desktop");
    fits(&mut ann, DESKTOP);
    // The lobby lists the own games.
    ann.go_to(&page);
    ann.wait_for_text("#mine", "Bob");
    ann.wait_for_text("#mine", "Your turn · 2 d 23 h left · 3 days a move");
    ann.picture("mine-desktop");
    fits(&mut ann, DESKTOP);
    // A vacation is seen by the other side.
    ann.go_to(&format!("{page}account"));
    ann.wait_for_text("#vacation-now", "30 days left");
    ann.click("#vacation", "Begin vacation");
    ann.wait_for_text("#vacation-now", "On vacation since");
    ann.picture("vacation-desktop");
    bob.wait_for_text("#above", "(on vacation)");
    bob.picture("opponent-on-vacation-phone");
    fits(&mut bob, PHONE);
    ann.click("#vacation", "End vacation");
    ann.wait_for_text("#vacation-now", "29 days left");
    bob.wait_for("!document.querySelector('#above').innerText.includes('vacation')");
    fits(&mut ann, DESKTOP);
}

fn a_watcher_sees_the_game_late() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let offer = json!({ "ruleset": "ataxx/small", "clock": "none", "delay": { "moves": 1 } });
    let room = served.create(&offer)["room"].as_str().unwrap().to_owned();
    let mut eve = Browser::open(&format!("{}rooms/{room}", served.page()), DESKTOP, false, false);
    let mut players = ["Ann", "Bob"].map(|name| served.enter(&room, name, None).0);
    for (seat, player) in (1..).zip(&mut players) {
        player.until("state");
        player.sit(seat);
    }
    eve.wait_for_text("#kind", "You see the game 1 move late");
    players[0].play("m1", 0, "d1");
    players[0].until_event("played");
    players[1].play("m2", 1, "a2");
    eve.wait_for_text("#moves", "d1");
    // The board is that of the move which is known.
    eve.wait_for("document.querySelector('#status').innerText.includes('Bob to move')");
    assert!(!eve.text("#moves").contains("a2"));
    eve.picture("late-desktop");
    fits(&mut eve, DESKTOP);
}
