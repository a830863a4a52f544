//! Whole games between two browsers, by clicks, drags and keys.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::chromium::{Browser, DESKTOP, PHONE, point};
use crate::program::TestDir;
use crate::served::Served;
use crate::{NamedTest, tests};

pub const TESTS: &[NamedTest] = tests![
    pieces_that_move_are_dragged_on_a_desktop_and_tapped_on_a_phone,
    placed_stones_win_by_connecting,
    a_divided_board_is_played_to_the_end,
    a_king_escapes_to_a_corner,
    a_player_resigns,
    three_browsers_play,
    the_keyboard_plays,
];

const PATIENCE: Duration = Duration::from_secs(240);

/// A point of the n-th legal target, seen from above.
const TARGET: &str = "((n, kind = 'target') => {
  const all = [...document.querySelectorAll('#board .hit.' + kind)];
  for (let at = 0; at < all.length; at++) {
    const hit = all[(n + at) % all.length];
    const box = hit.getBoundingClientRect();
    for (const [x, y] of [[.5, .5], [.5, .35], [.35, .6], [.65, .6], [.5, .7], [.2, .2], [.8, .8], [.2, .8], [.8, .2]]) {
      const at = [box.x + box.width * x, box.y + box.height * y];
      if (document.elementFromPoint(...at) === hit) return at;
    }
  }
  return null;
})";

struct Player {
    browser: Browser,
    phone: bool,
    numbers: u64,
}

impl Player {
    fn next_number(&mut self) -> u64 {
        // Knuth's MMIX generator: any clicks will do, but the same ones in each run.
        self.numbers = self
            .numbers
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.numbers >> 40
    }

    fn settle(&mut self) {
        self.browser.wait_for("!document.querySelector('#board').hasAttribute('aria-busy')");
    }

    fn status(&mut self) -> String {
        self.browser.text("#status")
    }

    /// Plays a move if it is this player's turn.
    fn play(&mut self) {
        for _ in 0..12 {
            self.settle();
            if self.status() != "Your turn" {
                return;
            }
            let buttons = "document.querySelectorAll('#menu button').length";
            if self.browser.value(buttons) != 0 {
                self.browser.click_if_there("#menu button");
                continue;
            }
            if self.browser.value("!document.querySelector('#question').hidden") == true {
                self.browser.type_text("1");
                self.browser.press("Enter");
                continue;
            }
            let number = self.next_number();
            let at = self.browser.value(&format!("{TARGET}({number})"));
            if at.is_null() {
                let chosen = "document.querySelectorAll('#buttons button').length";
                match self.browser.value(chosen) == 0 {
                    // The board moved on meanwhile, or a path ends here: a second click.
                    true => self.browser.press("Escape"),
                    // It can vanish when the other player's move arrives.
                    false => self.browser.click_if_there("#buttons button"),
                }
                continue;
            }
            match self.phone {
                true => self.browser.tap_at(point(&at)),
                false => self.browser.click_at(point(&at)),
            }
        }
    }
}

/// Opens a game and seats a browser on each seat, the first on a phone.
fn seat(served: &Served, offer: serde_json::Value, seats: usize) -> Vec<Player> {
    let room = served.create(&offer)["room"].as_str().unwrap().to_owned();
    let address = format!("{}rooms/{room}", served.page());
    let mut players = Vec::new();
    for seat in 0..seats {
        let phone = seat == 0;
        let size = if phone { PHONE } else { DESKTOP };
        let mut browser = Browser::open(&address, size, phone, seat == 1);
        browser.confirm_questions();
        // A visitor has the first seat below the board.
        browser.take_seat(if seat == 0 { "below" } else { "above" });
        browser.wait_for(
            "[...document.querySelectorAll('.who')].some(it => it.innerText.includes('(you)'))",
        );
        players.push(Player { browser, phone, numbers: seat as u64 + 1 });
    }
    players
}

/// Plays by clicks until the game is over.
fn play_to_the_end(players: &mut [Player], name: &str) -> String {
    let began = Instant::now();
    let mut pictured = false;
    loop {
        for player in players.iter_mut() {
            player.play();
        }
        let status = players[0].status();
        if status.contains("won:") || status.starts_with("Draw") {
            break;
        }
        let played = players[0].browser.value("document.querySelectorAll('#moves li').length");
        let played = played.as_u64().unwrap();
        if played >= 8 && !pictured {
            pictured = true;
            for (seat, player) in (1..).zip(players.iter_mut()) {
                player.browser.picture(&format!("{name}-{seat}"));
            }
        }
        assert!(began.elapsed() < PATIENCE, "{name}: {status}, {played} plies");
    }
    let status = players[0].status();
    for (seat, player) in (1..).zip(players.iter_mut()) {
        player.browser.wait_for("/won:|^Draw/.test(document.querySelector('#status').innerText)");
        player.browser.picture(&format!("{name}-end-{seat}"));
        assert_eq!(player.browser.errors, Vec::<String>::new(), "{name}, seat {seat}");
    }
    status
}

fn pieces_that_move_are_dragged_on_a_desktop_and_tapped_on_a_phone() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let offer = json!({ "ruleset": "ataxx/small", "clock": "600+5" });
    let mut players = seat(&served, offer, 2);
    // A drag in the right-hand player's window, after the first player's tap.
    players[0].play();
    players[1].browser.wait_for_text("#status", "Your turn");
    players[1].settle();
    let from = players[1].browser.value(&format!("{TARGET}(0, 'pick')"));
    let desktop = &mut players[1].browser;
    desktop.click_at(point(&from));
    desktop.wait_for("!document.querySelector('#board').hasAttribute('aria-busy')");
    let to = desktop.value(&format!("{TARGET}(0)"));
    desktop.press("Escape");
    desktop.click_at((5.0, 850.0));
    desktop.wait_for("!document.querySelector('#board').hasAttribute('aria-busy')");
    desktop.drag(point(&from), point(&to));
    desktop.wait_for_text("#moves", "2.");
    let status = play_to_the_end(&mut players, "ataxx");
    assert!(status.contains("won:") || status.contains("Draw"), "{status}");
    // A rematch with seats changed.
    players[0].browser.click("#actions button", "Rematch");
    players[1].browser.click("#offers button", "Accept");
    players[1].browser.wait_for_text("#status", "Your turn");
}

fn placed_stones_win_by_connecting() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let offer = json!({ "ruleset": "connection/hex", "clock": "none" });
    let mut players = seat(&served, offer, 2);
    play_to_the_end(&mut players, "hex");
}

fn a_divided_board_is_played_to_the_end() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let mut players = seat(&served, json!({ "ruleset": "fractal/square" }), 2);
    play_to_the_end(&mut players, "fractal");
}

/// Moves that would be hard to find by chance: the attackers let the king out.
fn a_king_escapes_to_a_corner() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let offer = json!({ "ruleset": "tafl/brandubh", "clock": "600+5" });
    let mut players = seat(&served, offer, 2);
    let moves = [
        ("d2", "c2"),
        ("e4", "e6"),
        ("c2", "b2"),
        ("d4", "e4"),
        ("b2", "a2"),
        ("e4", "e1"),
        ("a2", "b2"),
        ("e1", "g1"),
    ];
    for (ply, (from, to)) in moves.into_iter().enumerate() {
        let player = &mut players[ply % 2];
        player.browser.wait_for_text("#status", "Your turn");
        for square in [from, to] {
            player.settle();
            // Seven columns; `a7` is site 0.
            let square = square.as_bytes();
            let site = u32::from(square[0] - b'a') + 7 * u32::from(b'7' - square[1]);
            let hit = format!("document.querySelector('#board .hit[data-site=\"{site}\"]')");
            player.browser.wait_for(&format!("{hit}?.classList.contains('target')"));
            let at = player.browser.value(&format!(
                "(box => [box.x + box.width / 2, box.y + box.height / 2])({hit}.getBoundingClientRect())"
            ));
            match player.phone {
                true => player.browser.tap_at(point(&at)),
                false => player.browser.click_at(point(&at)),
            }
        }
        player.browser.wait_for_text("#moves", to);
        if ply == 3 {
            players.iter_mut().for_each(Player::settle);
            players[0].browser.picture("tafl-1");
            players[1].browser.picture("tafl-2");
        }
    }
    let status = play_to_the_end(&mut players, "tafl");
    assert!(status.contains("won:"), "{status}");
}

fn a_player_resigns() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let mut players = seat(&served, json!({ "ruleset": "tafl/copenhagen" }), 2);
    for _ in 0..4 {
        players.iter_mut().for_each(Player::play);
    }
    players[1].browser.click("#actions button", "Resign");
    for player in &mut players {
        player.browser.wait_for_text("#status", "won:");
        assert_eq!(player.browser.errors, Vec::<String>::new());
    }
}

fn three_browsers_play() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let mut players = seat(&served, json!({ "ruleset": "connection/hex-three" }), 3);
    play_to_the_end(&mut players, "three");
}

fn the_keyboard_plays() {
    let dir = TestDir::new();
    let served = Served::start(&dir, &[]);
    let offer = json!({ "ruleset": "connection/hex", "seats": [null, 1] });
    let room = served.create(&offer)["room"].as_str().unwrap().to_owned();
    let address = format!("{}rooms/{room}", served.page());
    let mut browser = Browser::open(&address, DESKTOP, false, false);
    browser.take_seat("below");
    browser.wait_for_text("#status", "Your turn");
    // The status comes before the drawing.
    browser.wait_for("document.querySelectorAll('#board .hit.target').length > 0");
    browser.value("document.querySelector('#board').focus()");
    browser.press("ArrowUp");
    browser.press("ArrowUp");
    let said = browser.text("#live");
    assert!(said.contains("empty, can be played"), "{said}");
    let site = said.split(',').next().unwrap().to_owned();
    browser.picture("keyboard");
    browser.press("Enter");
    browser.wait_for_text("#moves", &site);
    // Everything that can be clicked can be reached by Tab, and has a name.
    let nameless = "[...document.querySelectorAll('button, input, select, a')].filter(it => \
                    it.offsetParent !== null && !it.closest('details:not([open]) > :not(summary)') && \
                    !it.innerText.trim() && !it.title && \
                    !it.getAttribute('aria-label') && !it.labels?.length && !it.placeholder)\
                    .map(it => it.outerHTML).join()";
    assert_eq!(browser.value(nameless), "");
}
