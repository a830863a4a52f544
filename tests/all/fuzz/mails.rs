//! Games by mail.

use std::sync::LazyLock;

use boardloom_mail::{MailAction, MailGame, MailMatch, PlayerKey};
use boardloom_match::{GameSource, MatchSetup};

use super::Bytes;
#[cfg(test)]
use super::run;

const WORDS: [&str; 16] = [
    "[MailEntry \"1\" ",
    "[MailPlayer \"2\" ",
    "[Mail \"1\" ",
    "\"is=move\" ",
    "\"move=a\" ",
    "\"offer=draw\" ",
    "\"says=\u{1b}\" ",
    "\"host=8\"",
    "\"seats=0\"",
    "-----BEGIN BOARDLOOM GAME-----\n",
    "-----END BOARDLOOM GAME ABCDEFGH-----\n",
    "--- ruleset ---\n",
    "AAAA",
    "> ",
    "]\n",
    "\u{202e}",
];

fn source() -> GameSource {
    let (rules, ruleset) = boardloom_testing::row("length = 9\nchance = true\ndraws = true");
    GameSource::new(rules, ruleset)
}

fn keys() -> [PlayerKey; 2] {
    [1, 2].map(|number| PlayerKey::from_seed([number; 32]))
}

/// A game of two players: its record and its mail.
static SOUND: LazyLock<(String, String)> = LazyLock::new(|| {
    let keys = keys();
    let game = MailMatch::invite(source(), MatchSetup::default(), (0, "Ann"), &keys[0]);
    let mut game = game.expect("an invitation");
    game.join(None, "Bob", &keys[1]).expect("a seat");
    for mv in ["a", "c", "e", "g"] {
        for key in keys.iter().cycle().take(4) {
            game.advance(key).expect("what a program adds");
        }
        let key = &keys[usize::from(game.turn().seat().expect("a turn"))];
        let action = MailAction::Move { text: mv.to_owned(), offers_draw: mv == "g" };
        game.act(&action, "hello", key).expect("a move");
    }
    (game.mail().to_text(), game.mail().to_mail())
});

/// A mail that was damaged, and one whose record was changed before it was packed again, is told
/// or has nothing that was not signed.
pub fn mail(bytes: &mut Bytes<'_>) {
    let (record, mail) = &*SOUND;
    static GAME: LazyLock<MailGame> =
        LazyLock::new(|| MailGame::read_text(&SOUND.0).expect("a sound game"));
    let sound = &*GAME;
    let raw = bytes.raw();
    let text = match raw {
        Some(raw) => String::from_utf8_lossy(raw).into_owned(),
        None => match bytes.below(2) {
            0 => bytes.edited_text(mail, &WORDS),
            _ => bytes.edited_text(record, &WORDS),
        },
    };
    let mut read = MailGame::read_mail(&text);
    read.push(MailGame::read_text(&text));
    for game in read {
        let game = match game {
            Err(fault) => {
                assert!(!fault.to_string().is_empty());
                continue;
            }
            Ok(game) => game,
        };
        if raw.is_some() && game.id() != sound.id() {
            // A game of another run, whose id was drawn again.
            let _ = MailMatch::open(source(), game);
            continue;
        }
        assert_eq!((game.id(), game.rules()), (sound.id(), sound.rules()));
        assert!(sound.entries().starts_with(game.entries()));
        let mut merged = game.clone();
        merged.merge(sound.clone()).expect("it is a beginning of the same game");
        assert_eq!(merged.entries(), sound.entries());
        let mut opened = MailMatch::open(source(), game).expect("every entry was possible");
        keys().iter().for_each(|key| drop(opened.advance(key)));
        let _ = opened.act(&MailAction::Resign, "", &keys()[0]);
        opened.record(None).expect("a record");
    }
}

#[test]
fn mails() {
    run("mails", 400, mail);
}
