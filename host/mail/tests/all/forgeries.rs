//! Mails that were changed, doubled, lost, or came in another order.

use boardloom_mail::{MailAction, MailFault, MailGame, MailNews, MailTurn, Tampering};
use boardloom_match::Record;
use proptest::prelude::*;

use crate::post::{Correspondent, exchange, fault, seated, source};

/// The record in a mail, which a forger can read and change.
fn opened(mail: &str) -> String {
    let game = MailGame::read_mail(mail).pop().expect("a game").expect("a sound one");
    game.to_text()
}

/// A game of a few entries with all that mails can have.
fn played() -> (Vec<Correspondent>, String) {
    let mut all = seated("length = 9\ndraws = true\nchance = true", 2);
    for number in 0..5 {
        let turn = all[0].turn();
        let seat = turn.seat().expect("a turn");
        let player = &mut all[usize::from(seat)];
        let action = match turn {
            MailTurn::Answer { .. } => MailAction::DeclineDraw,
            _ => {
                let legal = player.game().game().expect("it began").legal(seat, 1).expect("moves");
                MailAction::Move { text: legal[0].clone(), offers_draw: number == 2 }
            }
        };
        let key = player.key.clone();
        player.game().act(&action, "hello", &key).expect("an entry");
        exchange(&mut all);
    }
    let mail = all[0].mail();
    (all, mail)
}

fn tampered(text: &str) -> Tampering {
    match MailGame::read_text(text) {
        Err(MailFault::Tampered(what)) => what,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_changed_part_and_its_signer_are_named() {
    let (_, mail) = played();
    let text = opened(&mail);
    let change = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}: {text}");
        text.replacen(from, to, 1)
    };
    let rules = tampered(&change("length = 9", "length = 8"));
    assert!(matches!(&rules, Tampering::Rules { by } if by.starts_with("Ann (key ")), "{rules}");
    for (from, to) in
        [("\"build=", "\"build=0"), ("date=2026", "date=2027"), ("\"Ann\" \"", "\"Eve\" \"")]
    {
        // The last name of Ann is the one in the tag that she signed.
        let at = text.rfind(from).expect(from);
        let changed = format!("{}{to}{}", &text[..at], &text[at + from.len()..]);
        let found = tampered(&changed);
        assert!(matches!(found, Tampering::Invitation { .. }), "{from}: {found}");
    }
    let at = text.rfind("\"Bob\" \"").unwrap();
    let found = tampered(&format!("{}\"Eve\" \"{}", &text[..at], &text[at + 7..]));
    assert!(matches!(&found, Tampering::Seat { seat: 2, by } if by.starts_with("Eve")), "{found}");
    let found = tampered(&change("\"says=hello\"", "\"says=help\""));
    assert!(matches!(&found, Tampering::Entry { by, .. } if by == "Ann" || by == "Bob"), "{found}");
    let told = MailFault::from(found).to_string();
    assert!(told.contains("do not go on with it, and ask") && told.contains("the move"), "{told}");
    // An entry that is left out.
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("[MailEntry")).unwrap();
    let without: String = lines
        .iter()
        .enumerate()
        .filter(|(at, _)| *at != first + 1)
        .map(|(_, line)| format!("{line}\n"))
        .collect();
    assert!(matches!(tampered(&without), Tampering::Entry { number: 2, .. }));
}

#[test]
fn another_game_is_told() {
    let mut one = seated("length = 5", 2);
    let mut other = seated("length = 5", 2);
    let mail = other[0].mail();
    let fault = fault(one[0].import(&mail));
    assert!(matches!(fault, MailFault::OtherGame { .. }), "{fault}");
}

#[test]
fn a_signed_move_that_is_not_legal_is_refused() {
    // Ann plays by other rules, which allow more.
    let mut all = seated("length = 5", 2);
    let text = opened(&all[0].play("e").unwrap());
    let read = MailGame::read_text(&text).unwrap();
    let shorter = source("length = 3");
    let refused = boardloom_mail::MailMatch::open(shorter, read);
    let Err(boardloom_mail::MailError::Fault(fault)) = refused else { panic!("{refused:?}") };
    assert!(matches!(&fault, MailFault::Refused { number: 1, by, .. } if by == "Ann"), "{fault}");
}

/// Returns the parts of a game that are signed.
fn signed(game: &MailGame) -> String {
    let text = game.to_text();
    let tags = text.lines().filter(|line| line.starts_with("[Mail"));
    tags.collect::<Vec<_>>().join("\n") + game.rules()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Any change of any byte of a mail is told, or changes nothing that is imported.
    #[test]
    fn a_changed_byte_of_a_mail_is_told_or_harmless(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 40)) {
        let (_, mail) = MAIL.with(Clone::clone);
        let sound = signed(&MailGame::read_mail(&mail).pop().unwrap().unwrap());
        for (at, byte) in changes {
            let mut bytes = mail.clone().into_bytes();
            let at = at.index(bytes.len());
            bytes[at] = byte;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            for read in MailGame::read_mail(&text) {
                match read {
                    Ok(game) => prop_assert_eq!(&signed(&game), &sound),
                    Err(fault) => prop_assert!(!fault.to_string().is_empty()),
                }
            }
        }
    }

    /// Nor does a change of the record in it, by a forger who makes a sound mail of it again: what
    /// is read is a beginning of what was signed.
    #[test]
    fn a_changed_byte_of_the_record_is_told_or_harmless(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<char>(), 0..3usize), 12)) {
        let (text, _) = MAIL.with(Clone::clone);
        let sound = MailGame::read_text(&text).unwrap();
        for (at, sign, kind) in changes {
            let at = at.index(text.len());
            if !text.is_char_boundary(at) || !text.is_char_boundary(at + 1) {
                continue;
            }
            let mut changed = text.clone();
            match kind {
                0 => changed.replace_range(at..=at, &sign.to_string()),
                1 => changed.insert(at, sign),
                _ => changed.replace_range(at..=at, ""),
            }
            if let Ok(game) = MailGame::read_text(&changed) {
                prop_assert_eq!(game.id(), sound.id());
                prop_assert_eq!(game.rules(), sound.rules());
                prop_assert_eq!(game.players(), sound.players());
                prop_assert!(sound.entries().starts_with(game.entries()));
            }
        }
    }

    /// Lines of the record in any order, doubled or left out.
    #[test]
    fn changed_lines_are_told_or_harmless(lines in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..3usize), 8)) {
        let (text, _) = MAIL.with(Clone::clone);
        let sound = MailGame::read_text(&text).unwrap();
        for (from, to, kind) in lines {
            let mut all: Vec<&str> = text.lines().collect();
            let (from, to) = (from.index(all.len()), to.index(all.len()));
            match kind {
                0 => all.swap(from, to),
                1 => all.insert(to, all[from]),
                _ => drop(all.remove(from)),
            }
            if let Ok(game) = MailGame::read_text(&(all.join("\n") + "\n")) {
                prop_assert_eq!((game.id(), game.rules()), (sound.id(), sound.rules()));
                prop_assert!(sound.entries().starts_with(game.entries()));
                for player in game.players().iter().flatten() {
                    prop_assert_eq!(sound.player(player.seat), Some(player));
                }
            }
        }
    }

    /// Mails in any order, doubled and lost: in the end all agree, and nothing is played twice.
    #[test]
    fn the_order_of_mails_does_not_matter(
        row in 0..ROWS.len(), players in 2usize..5, steps in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..6usize), 30),
    ) {
        let source = source(&format!("{}\nseats = {players}", ROWS[row]));
        let mut all: Vec<_> = (0..players).map(|n| Correspondent::new(n, &source)).collect();
        let mut sent = vec![all[0].invite(0)];
        for (mail, to, kind) in steps {
            let (mail, to) = (sent[mail.index(sent.len())].clone(), to.index(players));
            match all[to].import(&mail) {
                Ok(_) => {}
                Err(error) => prop_assert!(false, "{}", error),
            }
            let key = all[to].key.clone();
            let is_seated = all[to].game().mail().player_of(key.public()).is_some();
            if !is_seated {
                sent.push(all[to].join(to as u8));
            } else if all[to].turn().seat() == Some(to as u8) && kind < 4 {
                let legal = all[to].game().game().unwrap().legal(to as u8, 1).unwrap();
                sent.push(all[to].play(&legal[0]).unwrap());
            } else {
                sent.push(all[to].mail());
            }
        }
        for one in &mut all {
            for mail in &sent {
                one.import(mail).unwrap();
            }
        }
        exchange(&mut all);
        let first = (signed(all[0].game().mail()), all[0].moves());
        for one in &mut all {
            prop_assert_eq!(&(signed(one.game().mail()), one.moves()), &first);
            prop_assert_eq!(one.import(&sent[0]).unwrap() == MailNews::Known, sent.len() == 1);
        }
    }
}

const ROWS: [&str; 4] =
    ["length = 30", "length = 30\nchance = true", "length = 30\ntogether = true", "length = 3"];

thread_local! {
    /// The text of a played game's record, and its mail.
    static MAIL: (String, String) = {
        let (_, mail) = played();
        (opened(&mail), mail)
    };
}

#[test]
fn the_record_of_a_mail_is_a_record() {
    let (text, _) = MAIL.with(Clone::clone);
    assert_eq!(Record::parse(&text).unwrap().to_text(), text);
}
