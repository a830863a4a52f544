//! The lobby, chat, offers, watching, and what happens when the server is gone for a while.

use serde_json::json;

use crate::chromium::{Browser, DESKTOP, PHONE};
use crate::program::TestDir;
use crate::served::Served;
use crate::{NamedTest, tests};

pub const TESTS: &[NamedTest] = tests![
    a_game_is_created_in_the_lobby_and_joined_from_its_list,
    players_chat_and_agree_and_others_watch,
    a_private_game_asks_for_its_code,
    a_game_with_analysis_is_casual,
    a_page_comes_back_after_a_restart_of_the_server,
];

fn named(browser: &mut Browser, name: &str) {
    // A player who was here under another name would keep it, once the room has answered.
    browser.wait_for(
        "location.pathname === '/' || \
         Object.keys(localStorage).some(key => key.startsWith('token:'))",
    );
    browser.value(&format!("localStorage.clear(); localStorage.setItem('name', {name:?})"));
    browser.value("location.reload()");
    browser.wait_for("document.readyState === 'complete'");
    browser.wait_for(&format!("document.querySelector('#name')?.value === {name:?}"));
}

fn type_move(browser: &mut Browser, mv: &str) {
    browser.wait_for("document.querySelector('#typed').offsetParent !== null");
    browser.value("document.querySelector('#typed').focus()");
    browser.type_text(mv);
    browser.press("Enter");
}

fn a_game_is_created_in_the_lobby_and_joined_from_its_list() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let mut ann = Browser::open(&served.page(), DESKTOP, false, false);
    let mut bob = Browser::open(&served.page(), PHONE, true, true);
    named(&mut ann, "Ann");
    named(&mut bob, "Bob");
    bob.picture("lobby-empty-phone");
    ann.choose_ruleset("ataxx/small");
    ann.value("document.querySelector('#options-part').open = true");
    ann.picture("lobby-desktop");
    ann.click("#create", "Create game");
    ann.wait_for_text("#status", "Waiting for players");
    bob.wait_for_text("#games", "Ann");
    bob.picture("lobby-phone");
    bob.click("#games a", "Join");
    bob.take_seat("above");
    ann.wait_for_text("#status", "Your turn");
    bob.wait_for_text("#status", "Ann to move");
    for browser in [&mut ann, &mut bob] {
        // No page is wider than its window.
        assert_eq!(browser.value("document.documentElement.scrollWidth <= innerWidth"), true);
        assert_eq!(browser.errors, Vec::<String>::new());
    }
    bob.picture("room-phone");
}

fn players_chat_and_agree_and_others_watch() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let offer = json!({ "ruleset": "ataxx/small", "clock": "600+5" });
    let room = served.create(&offer)["room"].as_str().unwrap().to_owned();
    let address = format!("{}rooms/{room}", served.page());
    let mut ann = Browser::open(&address, DESKTOP, false, false);
    named(&mut ann, "Ann");
    ann.take_seat("below");
    let mut bob = Browser::open(&address, PHONE, true, false);
    named(&mut bob, "Bob");
    bob.take_seat("above");
    let mut eve = Browser::open(&address, DESKTOP, false, true);
    named(&mut eve, "Eve");
    ann.wait_for_text("#status", "Your turn");
    type_move(&mut ann, "d1");
    eve.wait_for_text("#moves", "d1");
    bob.wait_for_text("#live", "Ann: d1");
    bob.click("#tab-chat", "Chat");
    bob.value("document.querySelector('#chat-text').focus()");
    bob.type_text("<b>hello</b>");
    bob.press("Enter");
    eve.click("#tab-chat", "Chat");
    eve.wait_for_text("#chat", "Bob: <b>hello</b>");
    // What is said to one player stays between two.
    bob.value("document.querySelector('#chat-to').value = '1'");
    bob.value("document.querySelector('#chat-text').focus()");
    bob.type_text("only for Ann");
    bob.press("Enter");
    ann.click("#tab-chat", "Chat");
    ann.wait_for_text("#chat", "Bob (to you alone): only for Ann");
    assert!(!eve.text("#chat").contains("only for Ann"));
    // A note is read after the game.
    bob.value("document.querySelector('#chat-to').value = 'notes'");
    bob.value("document.querySelector('#chat-text').focus()");
    bob.type_text("she wants the corner");
    bob.press("Enter");
    bob.wait_for_text("#chat", "Bob (note after move 1): she wants the corner");
    assert!(!ann.text("#chat").contains("the corner"));
    // A watcher's board offers nothing.
    assert_eq!(eve.value("document.querySelectorAll('#board .hit.target').length"), 0);
    ann.click("#actions button", "Take back");
    bob.wait_for_text("#offers", "Ann offers to take back a move");
    bob.picture("offer-phone");
    bob.click("#offers button", "Accept");
    ann.wait_for_text("#status", "Your turn");
    ann.click("#actions button", "Offer draw");
    bob.click("#offers button", "Accept");
    eve.wait_for_text("#status", "Draw by agreement");
    eve.wait_for_text("#chat", "Bob (note after move 1): she wants the corner");
    eve.click("#tab-rules", "Rules");
    eve.wait_for("document.querySelectorAll('#rules-panel p').length > 0");
    eve.picture("watcher-rules");
    for browser in [ann, bob, eve] {
        assert_eq!(browser.errors, Vec::<String>::new());
    }
}

fn a_private_game_asks_for_its_code() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let created = served.create(&json!({ "ruleset": "ataxx/small", "private": true }));
    let (room, code) = (created["room"].as_str().unwrap(), created["code"].as_str().unwrap());
    let address = format!("{}rooms/{room}", served.page());
    let mut guest = Browser::open(&address, PHONE, true, false);
    guest.wait_for_text("#lost", "This game is private");
    guest.value("document.querySelector('#code').focus()");
    guest.type_text(code);
    guest.press("Enter");
    guest.wait_for_text("#status", "Waiting for players");
    let mut invited = Browser::open(&format!("{address}#{code}"), DESKTOP, false, false);
    invited.wait_for_text("#status", "Waiting for players");
    // Nor is it in the list.
    invited.go_to(&served.page());
    invited.wait_for_text("#no-games", "No open games");
}

fn a_page_comes_back_after_a_restart_of_the_server() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let port = served.address.clone();
    let offer = json!({ "ruleset": "ataxx/small", "seats": [null, 1] });
    let room = served.create(&offer)["room"].as_str().unwrap().to_owned();
    let mut ann = Browser::open(&format!("{}rooms/{room}", served.page()), DESKTOP, false, false);
    ann.take_seat("below");
    ann.wait_for_text("#status", "Your turn");
    type_move(&mut ann, "d1");
    ann.wait_for_text("#moves", "2.");
    served.kill();
    ann.wait_for_text("#connection", "Connecting");
    let _served = Served::start_at(&dir, &port);
    ann.wait_for("document.querySelector('#connection').innerText === ''");
    ann.wait_for_text("#status", "Your turn");
    ann.wait_for("document.querySelectorAll('#board .hit.target').length > 0");
    type_move(&mut ann, "d2");
    ann.wait_for_text("#moves", "4.");
}

/// Would break if a game in which the computer may be asked were not named as such.
fn a_game_with_analysis_is_casual() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let mut ann = Browser::open(&served.page(), DESKTOP, false, false);
    named(&mut ann, "Ann");
    ann.choose_ruleset("ataxx/small");
    ann.value("document.querySelector('#may-analyse').click()");
    ann.click("#create", "Create game");
    ann.wait_for_text("#status", "Waiting for players");
    ann.wait_for_text("body", "Casual game with analysis");
    let mut bob = Browser::open(&served.page(), PHONE, true, false);
    bob.wait_for_text("#games", "analysis allowed");
    assert_eq!(ann.errors, Vec::<String>::new());
}
