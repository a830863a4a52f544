//! A whole game between two windows, one of which is killed and comes back.

use crate::probe::Probe;
use crate::program::TestDir;
use crate::screen::{Program, Screen};

/// The tests of this module.
pub const TESTS: &[(&str, fn())] = crate::tests![two_windows_play_copenhagen_with_clocks_and_chat];

/// The attackers let the king out.
const MOVES: [[&str; 2]; 12] = [
    ["a4", "b4"],
    ["h6", "h9"],
    ["b4", "c4"],
    ["g6", "i6"],
    ["c4", "c3"],
    ["f6", "h6"],
    ["c3", "c2"],
    ["h6", "h2"],
    ["c2", "b2"],
    ["h2", "k2"],
    ["b2", "b3"],
    ["k2", "k1"],
];
/// The guest is killed before its move at this ply.
const KILLED: usize = 5;

/// Finds the invitation to a room of this machine in the texts of a window.
fn invitation(seen: &Probe) -> Option<String> {
    let text = seen.texts.iter().find(|text| text.contains("127.0.0.1:"))?;
    let from = text.find("127.0.0.1:")?;
    let words: Vec<&str> = text[from..].split_whitespace().collect();
    (words.len() >= 3).then(|| words[..3].join(" "))
}

fn join<'a>(screen: &'a Screen, dir: &TestDir, invitation: Option<&str>) -> Program<'a> {
    let mut program = Program::start(screen, dir, &[]);
    program.wait("the start screen", |seen| seen.screen == "start" && !seen.loading);
    program.keys(&["ctrl+j"]);
    program.wait("the form", |seen| seen.has_widget("Your name"));
    if let Some(invitation) = invitation {
        program.keys(&["ctrl+a"]);
        program.write(invitation);
        program.press("Your name");
        program.keys(&["ctrl+a"]);
        program.write("Bob");
    }
    program.press("Join");
    program.wait("the board", |seen| seen.screen == "game" && !seen.loading);
    program
}

fn two_windows_play_copenhagen_with_clocks_and_chat() {
    let [screen, other] = Screen::pair();
    let (ann, bob) = (TestDir::new(), TestDir::new());
    let mut a = Program::start(&screen, &ann, &[]);
    a.wait("the start screen", |seen| seen.screen == "start" && !seen.loading);
    a.press("New game");
    a.wait("the setup", |seen| seen.screen == "new-game");
    a.press("Game: Ataxx");
    a.fill("Find", "copenhagen");
    a.press("Copenhagen Hnefatafl");
    a.press("Attackers: Human");
    a.fill("Name", "Ann");
    a.press("Defenders: Invited");
    a.press("This computer");
    a.press("Clock: 5 + 3");
    a.press("Start");
    let seen = a.wait("the invitation", |seen| invitation(seen).is_some());
    let invitation = invitation(&seen).expect("just seen");
    let mut b = join(&other, &bob, Some(&invitation));
    a.wait("the guest", |seen| seen.human && seen.written().contains("Bob"));
    let mut ply = 0;
    while ply < MOVES.len() {
        if ply == KILLED {
            b.wait("the last move", |seen| seen.ply as usize == ply);
            b.crash();
            // The invitation and the name are still in the form.
            b = join(&other, &bob, None);
            let seen = b.wait("the game", |seen| seen.ply as usize == ply && seen.is_ready());
            assert_eq!(seen.clocks.len(), 2, "{seen}");
        }
        let (mover, watcher) = if ply % 2 == 0 { (&mut a, &mut b) } else { (&mut b, &mut a) };
        mover.wait("the turn", |seen| seen.ply as usize == ply && seen.is_ready());
        if ply == 2 {
            mover.press("Chat");
            mover.fill("Message", "good luck");
            mover.press("Send");
            watcher.wait("the message", |seen| seen.written().contains("good luck"));
            mover.press("Moves");
        }
        ply += 1;
        mover.click_path(&MOVES[ply - 1], ply as u32);
        watcher.wait("the move", |seen| seen.ply as usize == ply);
    }
    for program in [&mut a, &mut b] {
        let seen = program.wait("the end", |seen| !seen.outcome.is_empty());
        assert!(seen.status.starts_with("Bob won: "), "{seen}");
    }
    b.quit();
    a.quit();
}
