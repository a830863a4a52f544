//! Chance that no player chooses.

use std::collections::BTreeSet;
use std::sync::Arc;

use boardloom_mail::{MailStep, MailTurn};
use boardloom_match::GameSource;
use boardloom_ruleset::DrawnStart;

use crate::post::{Correspondent, exchange, seated, source};

#[test]
fn draws_come_from_all_players() {
    let mut all = seated("length = 9\nchance = true", 2);
    assert!(all[0].moves()[0].starts_with('d'), "{:?}", all[0].moves());
    for mv in ["a", "c", "e", "g"] {
        let seat = usize::from(all[0].turn().seat().unwrap());
        assert!(matches!(all[seat].turn(), MailTurn::Move { .. }));
        all[seat].play(mv).unwrap();
        exchange(&mut all);
        let moves = all[0].moves();
        assert_eq!(all[1].moves(), moves);
        assert!(moves.last().unwrap().starts_with('d'), "{moves:?}");
    }
    // The one who draws never moved just before.
    let entries = all[0].game().mail().entries().to_vec();
    for pair in entries.windows(2) {
        if matches!(pair[1].step, MailStep::Draw { .. }) {
            assert_ne!(pair[0].seat, pair[1].seat);
        }
    }
    assert!(entries.iter().filter(|it| matches!(it.step, MailStep::Draw { .. })).count() >= 3);
}

/// Would break if the draws followed from less than the shares of all players.
#[test]
fn another_key_of_any_player_draws_other_dice() {
    let drawn = |numbers: [usize; 2]| {
        let source = source("length = 40\nchance = true\nsides = 1000000");
        let mut all: Vec<_> = numbers.iter().map(|n| Correspondent::new(*n, &source)).collect();
        let invitation = all[0].invite(0);
        all[1].import(&invitation).unwrap();
        let mail = all[1].join(1);
        all[0].import(&mail).unwrap();
        exchange(&mut all);
        all[0].moves()[0].clone()
    };
    let all: BTreeSet<String> = [[0, 1], [0, 2], [2, 1], [3, 1]].map(drawn).into();
    assert_eq!(all.len(), 4, "{all:?}");
}

#[test]
fn a_drawn_set_up_is_in_the_record() {
    let mut source = source("length = 5");
    let positions = ["1.2..", "..1.2", "2...1", "12..."].map(str::to_owned).to_vec();
    Arc::make_mut(&mut source.ruleset).start = DrawnStart { positions, ..DrawnStart::default() };
    let start = |source: &GameSource| {
        let mut all: Vec<_> = (0..2).map(|n| Correspondent::new(n, source)).collect();
        let invitation = all[0].invite(0);
        all[1].import(&invitation).unwrap();
        // Bob's share comes with his seat, so that two mails settle everything.
        let mail = all[1].join(1);
        assert_eq!(all[1].game().mail().entries().len(), 1);
        all[0].import(&mail).unwrap();
        assert_eq!(all[0].turn(), MailTurn::Move { seat: 0 });
        let mail = all[0].play("d").or_else(|_| all[0].play("c")).unwrap();
        all[1].import(&mail).unwrap();
        let MailStep::Share { start: Some(start), .. } = &all[0].game().mail().entries()[1].step
        else {
            panic!("no start")
        };
        let start = start.clone();
        for one in &mut all {
            let record = one.game().record(None).unwrap();
            assert_eq!(record.setup.start.as_deref(), Some(&*start));
        }
        start
    };
    // The nonce of the invitation is another one each time.
    let drawn: BTreeSet<String> = (0..24).map(|_| start(&source)).collect();
    assert!(drawn.len() > 1, "{drawn:?}");
}
