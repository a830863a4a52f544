//! The controller as (position, input, expected state and intent).

use boardloom_contract::{Message, Target};

use super::*;

/// A position as its legal paths: sites by letter, and the move of each path. Upper case letters
/// are picked up, lower case ones are quiet, `!` before a letter takes something.
struct Paths(Vec<(Vec<(Site, TargetKind)>, &'static str)>);

fn paths(moves: &[(&str, &'static str)]) -> Paths {
    let path = |text: &str| {
        let mut sites = Vec::new();
        let mut takes = false;
        for c in text.chars() {
            let site = |c: char| Site::from(c.to_ascii_lowercase() as u8 - b'a');
            match c {
                '!' => takes = true,
                c if c.is_ascii_uppercase() => sites.push((site(c), TargetKind::Pick)),
                c => sites
                    .push((site(c), if takes { TargetKind::Capture } else { TargetKind::Quiet })),
            }
            takes &= c == '!';
        }
        sites
    };
    Paths(moves.iter().map(|(text, mv)| (path(text), *mv)).collect())
}

impl MoveSource for Paths {
    fn choices(&mut self, path: &[Site]) -> Choices {
        let mut choices = Choices::default();
        for (sites, mv) in &self.0 {
            let only: Vec<Site> = sites.iter().map(|(site, _)| *site).collect();
            if !only.starts_with(path) {
                continue;
            }
            match sites.get(path.len()) {
                Some((site, touch)) => {
                    let target = Target { site: *site, kind: *touch };
                    if !choices.targets.contains(&target) {
                        choices.targets.push(target);
                    }
                }
                None => choices.options.push(MoveOption {
                    move_: (*mv).to_owned(),
                    label: Message::new("", *mv),
                    answer: mv.ends_with('?'),
                }),
            }
        }
        choices
    }

    fn toward(&mut self, from: Option<Site>, direction: Direction) -> Option<Site> {
        // The board is a single row of sites.
        match (from, direction) {
            (None, _) => Some(2),
            (Some(site), Direction::Left) => site.checked_sub(1),
            (Some(site), Direction::Right) => Some(site + 1),
            _ => None,
        }
    }

    fn parse(&mut self, text: &str) -> Result<String, String> {
        // The answer of a sum is a number.
        let answer = text.strip_prefix("sum ?");
        if answer.is_some_and(|answer| answer.parse::<u8>().is_ok()) {
            return Ok(text.to_owned());
        }
        let found = self.0.iter().find(|(_, mv)| *mv == text);
        found.map(|(_, mv)| (*mv).to_owned()).ok_or_else(|| format!("`{text}` is no move"))
    }
}

/// Own pieces on a and f: a grows to b and jumps to c, f grows to e; growing can
/// be pointed at by its target alone.
fn growing() -> Paths {
    paths(&[("b", "b"), ("Ab", "b"), ("A!c", "ac"), ("e", "e"), ("Fe", "e")])
}

/// Runs inputs, given as words, and checks the result of each: `down c`, `up c`, `move c`, `click
/// c`, `far c` (moves by 10 pixels), `slide cd` (a click on c while the board moves so that d comes
/// under it), `off` (a press beside the board), `left`, `right`, `enter`, `esc`.
fn run(position: &mut Paths, steps: &[(&str, Option<Intent>, &str)]) -> BoardController {
    let mut controller = BoardController::new(position);
    for (input, intent, path) in steps {
        let (verb, rest) = input.split_once(' ').unwrap_or((input, ""));
        let over = rest.bytes().next().map(|b| Site::from(b.saturating_sub(b'a')));
        let at = Pos::new(over.map_or(-1.0, |s| f64::from(s) * 10.0), 0.0);
        let far = Pos::new(at.x, 10.0);
        let inputs = match verb {
            "down" => vec![Input::PointerDown { at, over }],
            "up" => vec![Input::PointerUp { at, over }],
            "move" => vec![Input::PointerMoved { at, over }],
            "far" => vec![Input::PointerMoved { at: far, over }],
            "click" => vec![Input::PointerDown { at, over }, Input::PointerUp { at, over }],
            "slide" => {
                let after = rest.as_bytes().get(1).map(|b| Site::from(b - b'a'));
                vec![Input::PointerDown { at, over }, Input::PointerUp { at, over: after }]
            }
            "off" => vec![Input::PointerDown { at, over: None }],
            "gone" => vec![Input::PointerGone],
            "left" => vec![Input::CursorMove(Direction::Left)],
            "right" => vec![Input::CursorMove(Direction::Right)],
            "enter" => vec![Input::Confirm],
            "esc" => vec![Input::Cancel],
            "type" => vec![Input::Typed(rest.to_owned())],
            "choose" => vec![Input::Choose(rest.parse().unwrap())],
            "answer" => vec![Input::Answer(rest.to_owned())],
            "button" => vec![Input::Button(rest.to_owned())],
            other => panic!("no input is called {other}"),
        };
        let got = inputs.into_iter().filter_map(|i| controller.handle(i, position)).last();
        assert_eq!(got, *intent, "after `{input}` of {steps:?}");
        let letters: String =
            controller.path().iter().map(|s| char::from(b'a' + *s as u8)).collect();
        assert_eq!(letters, *path, "the path after `{input}` of {steps:?}");
    }
    controller
}

fn play(mv: &str) -> Option<Intent> {
    Some(Intent::Play(mv.to_owned()))
}

fn refused(why: &str) -> Option<Intent> {
    Some(Intent::Refused(why.to_owned()))
}

#[test]
fn click_click() {
    run(&mut growing(), &[("click a", None, "a"), ("click c", play("ac"), "")]);
    run(&mut growing(), &[("click a", None, "a"), ("click b", play("b"), "")]);
    // The release plays, so that a slip can be corrected.
    run(&mut growing(), &[("click a", None, "a"), ("down c", None, "a"), ("up d", None, "a")]);
    // A board that moves meanwhile is no drag.
    run(&mut growing(), &[("slide ad", None, "a"), ("slide cd", play("ac"), "")]);
}

#[test]
fn drag() {
    run(&mut growing(), &[("down a", None, "a"), ("far b", None, "a"), ("up c", play("ac"), "")]);
    // Three pixels make it a drag.
    let controller = run(&mut growing(), &[("down a", None, "a"), ("move a", None, "a")]);
    assert_eq!(controller.drag(), None);
    let controller = run(&mut growing(), &[("down a", None, "a"), ("far a", None, "a")]);
    assert_eq!(controller.drag(), Some(Drag { from: 0, at: Pos::new(0.0, 10.0) }));
    // Dropped on an illegal site or off the board it goes back.
    run(&mut growing(), &[("down a", None, "a"), ("far d", None, "a"), ("up d", None, "")]);
    run(&mut growing(), &[("down a", None, "a"), ("far b", None, "a"), ("up", None, "")]);
    run(&mut growing(), &[("down a", None, "a"), ("far b", None, "a"), ("gone", None, "")]);
    // Dropped on its own site, it stays selected.
    run(&mut growing(), &[("down a", None, "a"), ("far a", None, "a"), ("up a", None, "a")]);
    // Only pieces that can be picked up are dragged.
    let controller = run(&mut growing(), &[("down b", None, ""), ("far c", None, "")]);
    assert_eq!(controller.drag(), None);
}

#[test]
fn another_own_piece_is_picked_up_instead() {
    run(
        &mut growing(),
        &[("click a", None, "a"), ("click f", None, "f"), ("click e", play("e"), "")],
    );
    run(&mut growing(), &[("click a", None, "a"), ("down f", None, "f"), ("far e", None, "f")]);
}

#[test]
fn a_second_click_puts_down() {
    run(&mut growing(), &[("click a", None, "a"), ("click a", None, ""), ("click a", None, "a")]);
    run(&mut growing(), &[("click a", None, "a"), ("off", None, "")]);
    run(&mut growing(), &[("click a", None, "a"), ("esc", None, "")]);
}

#[test]
fn a_target_alone_completes_a_move() {
    run(&mut growing(), &[("click b", play("b"), "")]);
    // With a piece in hand a far target of another one puts down, and plays nothing.
    run(&mut growing(), &[("click a", None, "a"), ("click e", None, "")]);
}

#[test]
fn a_stray_click_says_why() {
    run(&mut growing(), &[("click d", Some(Intent::NoMove(3)), "")]);
    run(&mut paths(&[]), &[("click d", Some(Intent::NotYourTurn), "")]);
}

#[test]
fn the_aim_is_what_would_be_played() {
    let aim = |steps: &[(&str, Option<Intent>, &str)]| {
        run(&mut growing(), steps).aim().map(str::to_owned)
    };
    assert_eq!(aim(&[("move b", None, "")]).as_deref(), Some("b"));
    assert_eq!(aim(&[("move a", None, "")]), None, "picking up plays nothing");
    assert_eq!(aim(&[("click a", None, "a"), ("move c", None, "a")]).as_deref(), Some("ac"));
    assert_eq!(aim(&[("click a", None, "a"), ("move d", None, "a")]), None);
    assert_eq!(aim(&[("move b", None, ""), ("gone", None, "")]), None);
}

#[test]
fn the_keyboard_plays_too() {
    let controller = run(
        &mut growing(),
        &[
            ("enter", None, ""),
            ("left", None, ""),
            ("left", None, ""),
            ("enter", None, "a"),
            ("left", None, "a"),
            ("right", None, "a"),
            ("right", None, "a"),
            ("enter", play("ac"), ""),
        ],
    );
    assert_eq!(controller.cursor(), Some(2));
    // The pointer hides the cursor, which starts again at the pointer's site.
    let controller = run(&mut growing(), &[("enter", None, ""), ("move e", None, "")]);
    assert_eq!(controller.cursor(), None);
    let controller = run(&mut growing(), &[("move d", None, ""), ("right", None, "")]);
    assert_eq!(controller.cursor(), Some(4));
    assert_eq!(controller.aim(), Some("e"));
}

#[test]
fn several_moves_of_one_path_are_a_menu() {
    let mut position = paths(&[("Ab", "ab"), ("Ab", "ab=king")]);
    let menu = position.choices(&[0, 1]).options;
    run(
        &mut position,
        &[
            ("click a", None, "a"),
            ("click b", Some(Intent::Menu(menu.clone())), "ab"),
            ("choose 1", play("ab=king"), ""),
        ],
    );
    let controller = run(
        &mut position,
        &[
            ("click a", None, "a"),
            ("click b", Some(Intent::Menu(menu)), "ab"),
            ("choose 7", None, "ab"),
            ("esc", None, "a"),
        ],
    );
    assert!(controller.menu().is_empty());
}

#[test]
fn a_path_that_can_go_on_ends_with_a_second_click() {
    let mut position = paths(&[("Ab", "ab"), ("Abc", "abc")]);
    run(
        &mut position,
        &[("click a", None, "a"), ("click b", None, "ab"), ("click b", play("ab"), "")],
    );
    run(
        &mut position,
        &[("click a", None, "a"), ("click b", None, "ab"), ("click c", play("abc"), "")],
    );
    run(&mut position, &[("click a", None, "a"), ("click b", None, "ab"), ("esc", None, "a")]);
}

#[test]
fn buttons_and_questions() {
    let mut position = paths(&[("", "pass"), ("", "sum ?"), ("a", "a")]);
    run(&mut position, &[("button pass", play("pass"), "")]);
    run(&mut position, &[("button nonsense", None, "")]);
    let question = position.choices(&[]).options[1].clone();
    run(
        &mut position,
        &[
            ("button sum ?", Some(Intent::Ask(question.clone())), ""),
            ("answer no", refused("`sum ?no` is no move"), ""),
            ("answer 12", play("sum ?12"), ""),
        ],
    );
    let controller = run(
        &mut position,
        &[
            ("button sum ?", Some(Intent::Ask(question)), ""),
            ("esc", None, ""),
            ("answer 12", None, ""),
        ],
    );
    assert_eq!(controller.question(), None);
}

#[test]
fn typed_moves() {
    run(&mut growing(), &[("type ac", play("ac"), "")]);
    run(&mut growing(), &[("click a", None, "a"), ("type x", refused("`x` is no move"), "a")]);
}

#[test]
fn a_new_position_keeps_pointer_and_cursor() {
    let mut controller = run(&mut growing(), &[("click a", None, "a"), ("move b", None, "a")]);
    controller.reset(&mut paths(&[("b", "b2")]));
    assert!(controller.path().is_empty());
    assert_eq!(controller.aim(), Some("b2"));
}

#[test]
fn a_piece_that_was_picked_up_stays_so_while_that_is_legal() {
    let mut controller = run(&mut growing(), &[("down a", None, "a")]);
    let mut later = paths(&[("Ad", "ad"), ("Fe", "e")]);
    controller.reset_with_selection(&mut later);
    assert_eq!(controller.path(), [0]);
    assert_eq!(controller.choices().targets.len(), 1);
    let mut gone = paths(&[("Fe", "e")]);
    controller.reset_with_selection(&mut gone);
    assert_eq!(controller.path(), [] as [Site; 0]);
    assert_eq!(controller.choices(), controller.first());
}
