//! Accounts on the page: signing up and in, a rated game, ratings, search, moderation.

use serde_json::json;

use crate::chromium::{Browser, DESKTOP, PHONE};
use crate::program::TestDir;
use crate::served::{PASSWORD, Served};
use crate::{NamedTest, tests};

pub const TESTS: &[NamedTest] = tests![
    an_account_is_made_and_its_sessions_are_ended,
    two_accounts_play_a_rated_game,
    a_moderator_works_on_a_page,
];

pub fn type_into(browser: &mut Browser, field: &str, text: &str) {
    browser.wait_for(&format!("document.querySelector('{field}')?.offsetParent !== null"));
    browser.value(&format!("document.querySelector('{field}').focus()"));
    browser.value(&format!("document.querySelector('{field}').select?.()"));
    browser.type_text(text);
}

/// Signs up on the page, by keyboard.
pub fn sign_up(browser: &mut Browser, page: &str, name: &str) {
    browser.go_to(&format!("{page}account"));
    type_into(browser, "#account-name", name);
    type_into(browser, "#password", PASSWORD);
    browser.click("#sign-up", "Create account");
    browser.wait_for_text("#me", name);
}

/// No part of the page is wider than its window; a phone would show it smaller.
pub fn fits(browser: &mut Browser, (width, _): (u32, u32)) {
    let widest = "Math.max(innerWidth, ...[...document.body.querySelectorAll('*')].map(it => \
                  it.getBoundingClientRect().right))";
    let widest = browser.value(widest).as_f64().unwrap();
    assert!(widest <= f64::from(width), "{widest} pixels of {width}");
    assert_eq!(browser.errors, Vec::<String>::new());
}

fn an_account_is_made_and_its_sessions_are_ended() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let page = served.page();
    let mut ann = Browser::open(&page, PHONE, true, false);
    ann.wait_for_text("#me", "Sign in");
    sign_up(&mut ann, &page, "Ann");
    ann.go_to(&format!("{page}account"));
    ann.wait_for_text("#sessions", "This browser");
    ann.picture("account-phone");
    fits(&mut ann, PHONE);
    // Another browser: a wrong password is told, the right one signs in with Enter.
    let mut other = Browser::open(&format!("{page}account"), DESKTOP, false, true);
    type_into(&mut other, "#account-name", "ann");
    type_into(&mut other, "#password", "a guess");
    other.press("Enter");
    other.wait_for_text("#sign-in-error", "The name or the password is wrong.");
    other.picture("sign-in-desktop");
    // The failed request is in the browser's console, as any is.
    other.errors.clear();
    type_into(&mut other, "#password", PASSWORD);
    other.press("Enter");
    other.wait_for_text("#me", "Ann");
    other.go_to(&format!("{page}account"));
    other.wait_for("document.querySelectorAll('#sessions li').length === 2");
    other.click("#end-others", "End all others");
    other.wait_for("document.querySelectorAll('#sessions li').length === 1");
    ann.wait_for_text("#signed-out", "Sign in");
    other.click("#sign-out", "Sign out");
    other.wait_for_text("#me", "Sign in");
    fits(&mut other, DESKTOP);
}

fn two_accounts_play_a_rated_game() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let page = served.page();
    let mut ann = Browser::open(&page, DESKTOP, false, false);
    let mut bob = Browser::open(&page, PHONE, true, true);
    sign_up(&mut ann, &page, "Ann");
    sign_up(&mut bob, &page, "Bob");
    let room = served.create(&json!({ "ruleset": "ataxx/small" }));
    let address = format!("{page}rooms/{}", room["room"].as_str().unwrap());
    for (browser, side) in [(&mut ann, "below"), (&mut bob, "above")] {
        browser.go_to(&address);
        browser.take_seat(side);
    }
    ann.wait_for_text("#kind", "Rated game");
    ann.wait_for_text("#status", "Your turn");
    for (browser, mv) in [(&mut ann, "d1"), (&mut bob, "d5")] {
        browser.wait_for_text("#status", "Your turn");
        type_into(browser, "#typed", mv);
        browser.press("Enter");
    }
    ann.wait_for_text("#moves", "d5");
    bob.value("window.confirm = () => true");
    bob.click("#actions button", "Resign");
    ann.wait_for_text("#status", "You won");
    ann.wait_for_text("#below", "Ann 16");
    bob.wait_for_text("#below", "Bob 13");
    bob.picture("rated-phone");
    fits(&mut bob, PHONE);
    ann.go_to(&format!("{page}ratings"));
    ann.wait_for_text("#ratings-rows", "Ann");
    ann.picture("ratings-desktop");
    bob.go_to(&format!("{page}ratings"));
    bob.wait_for_text("#ratings-rows", "Bob");
    bob.picture("ratings-phone");
    fits(&mut bob, PHONE);
    bob.go_to(&format!("{page}account"));
    bob.wait_for_text("#my-ratings", "13");
    bob.picture("account-rated-phone");
    bob.click("#my-games", "My games");
    bob.wait_for_text("#found", "★ Ann");
    assert_eq!(bob.value("document.querySelector('#find-player').value"), "Bob");
    bob.picture("search-phone");
    fits(&mut bob, PHONE);
    bob.value("document.querySelector('#find-result').value = 'won'");
    bob.click("#find button", "Search");
    bob.wait_for_text("#found-count", "No finished games match");
    fits(&mut ann, DESKTOP);
}

fn a_moderator_works_on_a_page() {
    let dir = TestDir::new();
    let input = format!("{PASSWORD}\n");
    let add = ["serve", "admin", "add", "Olga", "--data", "server"];
    dir.run_with_input(&add, input.as_bytes()).success();
    let served = Served::start(&dir, &[]);
    let page = served.page();
    let mut olga = Browser::open(&format!("{page}account"), PHONE, true, false);
    type_into(&mut olga, "#account-name", "Olga");
    type_into(&mut olga, "#password", PASSWORD);
    olga.press("Enter");
    olga.wait_for_text("#me", "Olga");
    served.sign_up("Spammer");
    let room = served.create(&json!({ "ruleset": "ataxx/small" }));
    let room = room["room"].as_str().unwrap();
    let mut spammer = Browser::open(&format!("{page}rooms/{room}"), DESKTOP, false, false);
    spammer.wait_for_text("#status", "Waiting for players");
    olga.go_to(&format!("{page}moderation?room={room}"));
    // The page is connected.
    olga.wait_for_text("#log", "add moderator Olga");
    olga.click("#look button", "Look");
    olga.wait_for_text("#visitors", "Guest");
    type_into(&mut olga, "#target", "Spammer");
    type_into(&mut olga, "#days", "3");
    type_into(&mut olga, "#reason", "spam");
    olga.click("#moderate button", "Carry out");
    olga.wait_for_text("#sanctions", "Muted: Spammer");
    olga.wait_for_text("#log", "mute Spammer");
    olga.picture("moderation-phone");
    fits(&mut olga, PHONE);
    olga.value("window.confirm = () => true");
    olga.value("document.querySelector('#action').value = 'close-room'");
    type_into(&mut olga, "#target", room);
    olga.click("#moderate button", "Carry out");
    spammer.wait_for_text("#lost", "A moderator has closed this game");
    olga.click("#sanctions button", "End");
    olga.wait_for_text("#no-sanctions", "None");
    fits(&mut olga, PHONE);
}
