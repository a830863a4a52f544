//! Whole games, of two and more players.

use boardloom_mail::{MailAction, MailError, MailFault, MailNews, MailTurn};
use boardloom_match::Record;

use crate::post::{Correspondent, exchange, fault, seated, source};

#[test]
fn two_players_play_to_the_end() {
    let source = source("length = 3");
    let (mut ann, mut bob) = (Correspondent::new(0, &source), Correspondent::new(1, &source));
    let invitation = ann.invite(0);
    assert_eq!(ann.turn(), MailTurn::Join);
    assert!(matches!(ann.play("a"), Err(MailError::NotBegun { .. })));
    bob.import(&invitation).unwrap();
    assert!(matches!(bob.play("a"), Err(MailError::Stranger { .. })));
    let accepted = bob.join(1);
    assert_eq!(ann.import(&accepted).unwrap(), MailNews::Newer { players: 1, entries: 0 });
    let first = ann.play("a").unwrap();
    assert!(matches!(ann.play("b"), Err(MailError::NotYourTurn { .. })));
    assert_eq!(bob.import(&first).unwrap(), MailNews::Newer { players: 0, entries: 1 });
    assert_eq!(bob.import(&first).unwrap(), MailNews::Known);
    assert_eq!(bob.import(&invitation).unwrap(), MailNews::Older { by: 2 });
    let second = bob.play("c").unwrap();
    ann.import(&second).unwrap();
    let third = ann.play("b").unwrap();
    // The second mail was lost: the third has everything.
    let mut late = Correspondent::new(1, &source);
    late.import(&third).unwrap();
    assert_eq!(late.moves(), ["a", "c", "b"]);
    assert_eq!(late.turn(), MailTurn::Over);
    assert!(matches!(late.play("a"), Err(MailError::Over)));
}

#[test]
fn an_invited_player_may_begin() {
    let source = source("length = 3");
    let (mut ann, mut bob) = (Correspondent::new(0, &source), Correspondent::new(1, &source));
    let invitation = ann.invite(1);
    bob.import(&invitation).unwrap();
    bob.join(0);
    let mail = bob.play("b").unwrap();
    assert_eq!(ann.import(&mail).unwrap(), MailNews::Newer { players: 1, entries: 1 });
    assert_eq!(ann.turn(), MailTurn::Move { seat: 1 });
}

#[test]
fn four_players_take_seats_in_any_order() {
    let mut all = seated("length = 9\nseats = 4", 4);
    for (number, mv) in ["a", "c", "e", "g"].iter().enumerate() {
        all[number].play(mv).unwrap();
        exchange(&mut all);
    }
    for one in &mut all {
        assert_eq!(one.moves(), ["a", "c", "e", "g"]);
        assert_eq!(one.turn(), MailTurn::Move { seat: 0 });
    }
    all[0].act(MailAction::Resign).unwrap();
    exchange(&mut all);
    assert_eq!(all[3].turn(), MailTurn::Move { seat: 1 });
}

#[test]
fn a_seat_has_one_player() {
    let source = source("seats = 3");
    let mut all: Vec<_> = (0..4).map(|number| Correspondent::new(number, &source)).collect();
    let invitation = all[0].invite(0);
    for player in &mut all[1..] {
        player.import(&invitation).unwrap();
    }
    let (bob, cid) = (all[1].join(1), all[2].join(1));
    all[0].import(&bob).unwrap();
    let fault = fault(all[0].import(&cid));
    let MailFault::SeatTaken { seat: 2, known, other, host } = fault else { panic!("{fault}") };
    assert!(known.starts_with("Bob (key ") && other.starts_with("Cid (key ") && host == "Ann");
    let mail = all[0].mail();
    all[3].import(&mail).unwrap();
    let key = all[3].key.clone();
    let taken = all[3].game().join(Some(1), "Dee", &key);
    assert!(matches!(taken, Err(MailError::Taken { seat: 2, .. })), "{taken:?}");
    let key = all[0].key.clone();
    assert!(matches!(all[0].game().join(None, "Ann", &key), Err(MailError::Seated { seat: 1 })));
}

#[test]
fn a_fork_is_told() {
    let mut all = seated("length = 5", 2);
    let before = all[0].mail();
    all[0].play("a").unwrap();
    // Ann has another machine, with the game as it was.
    let source = source("length = 5");
    let mut other = Correspondent::new(0, &source);
    other.import(&before).unwrap();
    other.play("e").unwrap();
    let (known, fork) = (all[0].mail(), other.mail());
    all[1].import(&known).unwrap();
    let fault = fault(all[1].import(&fork)).to_string();
    for part in ["entry 1", "the move `a` of Ann", "the move `e` of Ann", "Ann signed both"] {
        assert!(fault.contains(part), "{part}: {fault}");
    }
    assert_eq!(all[1].moves(), ["a"]);
}

#[test]
fn draws_are_offered_with_a_move_and_answered() {
    let mut all = seated("length = 9\ndraws = true\nseats = 3", 3);
    let offer = |mv: &str| MailAction::Move { text: mv.to_owned(), offers_draw: true };
    assert!(matches!(all[0].act(MailAction::AcceptDraw), Err(MailError::NoOffer)));
    all[0].act(offer("a")).unwrap();
    exchange(&mut all);
    assert_eq!(all[1].turn(), MailTurn::Answer { seat: 1, by: 0 });
    // Bob is to move: a move declines.
    all[1].act(offer("c")).unwrap();
    exchange(&mut all);
    all[2].act(MailAction::AcceptDraw).unwrap();
    exchange(&mut all);
    assert_eq!(all[0].turn(), MailTurn::Answer { seat: 0, by: 1 });
    // Ann is not to move: she has to answer.
    assert!(matches!(all[0].play("e"), Err(MailError::AnswerFirst { .. })));
    all[0].act(MailAction::DeclineDraw).unwrap();
    exchange(&mut all);
    all[2].act(offer("e")).unwrap();
    exchange(&mut all);
    all[0].act(MailAction::AcceptDraw).unwrap();
    exchange(&mut all);
    all[1].act(MailAction::AcceptDraw).unwrap();
    exchange(&mut all);
    for one in &mut all {
        assert_eq!(one.turn(), MailTurn::Over);
        assert_eq!(one.moves(), ["a", "c", "e", "draw agreed"]);
    }
    let mut none = seated("length = 9", 2);
    assert!(matches!(none[0].act(offer("a")), Err(MailError::NoDraws)));
    assert_eq!(none[0].turn(), MailTurn::Move { seat: 0 });
}

/// Would break if an import cost a player's own variations and comments.
#[test]
fn variations_and_comments_stay() {
    let mut all = seated("length = 5", 2);
    let key = all[0].key.clone();
    let action = MailAction::Move { text: "a".to_owned(), offers_draw: false };
    all[0].game().act(&action, "Good luck!", &key).unwrap();
    exchange(&mut all);
    let record = all[1].game().record(None).unwrap();
    // Bob tries moves.
    let (mut game, _) = record.resume(source("length = 5")).unwrap();
    let here = game.here();
    assert_eq!(game.node().comment, "Ann: Good luck!");
    let tried = game.play("c").unwrap().node;
    game.comment(tried, "strong");
    game.go_to(here).unwrap();
    game.comment(here, "Ann: Good luck!\nas always");
    let known = Record::parse(&Record::of(&game).to_text()).unwrap();
    all[1].play("e").unwrap();
    let record = all[1].game().record(Some(known)).unwrap();
    let text = record.to_text();
    assert!(text.contains("1. a {Ann: Good luck!\nas always} e (1... c {strong})"), "{text}");
    // The file has the signed game too, and is written the same again.
    let again = boardloom_mail::MailGame::read_text(&text).unwrap();
    assert_eq!(again.entries().len(), 2);
    let again = all[1].game().record(Some(Record::parse(&text).unwrap())).unwrap();
    assert_eq!(again.to_text(), text);
    // What Bob tried is not in his mail.
    let mail = all[1].mail();
    let read = boardloom_mail::MailGame::read_mail(&mail).pop().unwrap().unwrap();
    all[0].import(&mail).unwrap();
    assert!(!all[0].game().record(None).unwrap().to_text().contains("strong"));
    assert_eq!(read.entries().len(), 2);
}

#[test]
fn moves_are_typed_in_any_spelling() {
    let mut all = seated("length = 5", 2);
    for text in ["nonsense", "", "z"] {
        assert!(matches!(all[0].play(text), Err(MailError::Match(_))), "{text}");
    }
    assert_eq!(all[0].turn(), MailTurn::Move { seat: 0 });
    all[0].play("  b ").unwrap();
    assert_eq!(all[0].moves(), ["b"]);
}

#[test]
fn games_that_do_not_fit_are_refused() {
    let source = source("seats = 2");
    let mut ann = Correspondent::new(0, &source);
    ann.invite(0);
    let setup = boardloom_match::MatchSetup::default;
    let invite = |seat, name| {
        boardloom_mail::MailMatch::invite(source.clone(), setup(), (seat, name), &ann.key)
    };
    assert!(matches!(invite(2, "Ann"), Err(MailError::NoSeat { seat: 3, seats: 2 })));
    assert!(matches!(invite(0, ""), Err(MailError::Name)));
    assert!(matches!(invite(0, "a\u{1b}[2J"), Err(MailError::Name)));
}
