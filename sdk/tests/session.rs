//! Cursors of the SDK: undo, pages, previews, bytes and texts.

mod common;

use std::sync::atomic::{AtomicU32, Ordering};

use boardloom_sdk::testing::{HarnessOptions, check};
use boardloom_sdk::topology::{Adjacency, Grid, Topology};
use boardloom_sdk::{
    About, CHANCE, Cursor, Game, OpenedGame, Piece, PieceKind, Plugin, Ranks, Seat, Site, Status,
    native::Native,
};
use common::{Coins, Nim, Ring, on_array, on_list, play, read, start, table, undoable};

fn text(cursor: &mut dyn Cursor) -> String {
    cursor.write("position").expect("no plugin error").expect("the first form")
}

#[test]
fn undo_leads_back_to_the_start_and_no_further() {
    let mut cursor = undoable(on_list()).start().expect("no plugin error");
    let before = cursor.status().expect("no plugin error");
    play(&mut *cursor, &["b2", "a1", "c3"]);
    let mut fork = cursor.fork().expect("no plugin error");
    for _ in 0..3 {
        assert_eq!(cursor.undo(), Ok(true));
    }
    assert_eq!(cursor.undo(), Ok(false));
    assert_eq!(cursor.status().expect("no plugin error"), before);
    assert_eq!(text(&mut *fork), "..x.x.o..", "a fork goes its own way");
}

#[test]
fn pages_come_in_order_and_after_what_was_seen() {
    let mut cursor = start(on_array());
    let first = cursor.legal_moves(0, None, 4).expect("no plugin error");
    assert_eq!(first, ["a1", "a2", "a3", "b1"]);
    let next = cursor.legal_moves(0, Some("b1"), 100).expect("no plugin error");
    assert_eq!(next, ["b2", "b3", "c1", "c2", "c3"]);
    assert!(cursor.legal_moves(0, Some("c3"), 100).expect("no plugin error").is_empty());
    assert_eq!(
        cursor.legal_moves(0, Some("aaa"), 1).expect("no plugin error"),
        ["b1"],
        "not a move itself"
    );
    assert!(cursor.legal_moves(1, None, 100).expect("no plugin error").is_empty(), "not its turn");
    assert!(cursor.legal_moves(CHANCE, None, 100).expect("no plugin error").is_empty());
    assert_eq!((cursor.count_moves(0), cursor.count_moves(1)), (Ok(9), Ok(0)));
}

#[test]
fn a_preview_changes_nothing() {
    let mut cursor = read(on_array(), "xx.oo....");
    let (status, effects) = cursor.preview(0, "c3").expect("no plugin error").expect("legal");
    assert_eq!(status.outcome.expect("three in a line").ranks, [0, 1]);
    assert_eq!((effects.len(), effects[0].site), (1, Some(2)));
    assert_eq!(text(&mut *cursor), "xx.oo....");
    assert_eq!(cursor.undo(), Ok(false));
    assert!(cursor.preview(0, "a3").expect("no plugin error").is_err(), "taken");
    assert!(cursor.preview(1, "c3").expect("no plugin error").is_err(), "not its turn");
}

#[test]
fn saved_positions_answer_the_same_and_remember_repetition() {
    let ring = || Ring { candles: 2, goes_on: true };
    let mut cursor = start(ring());
    let around = ["left", "right", "left", "right", "left", "right"];
    play(&mut *cursor, &around);
    let saved = cursor.save().expect("no plugin error");
    let mut loaded = table(ring()).load(&saved).expect("no plugin error").expect("what was saved");
    assert_eq!(loaded.status(), cursor.status());
    play(&mut *loaded, &around);
    assert!(
        loaded.status().expect("no plugin error").is_over(),
        "the third time, with those before"
    );
    let refused = table(ring()).load(b"{}").expect("no plugin error");
    assert!(refused.err().expect("no position").text.contains("no saved position"));
}

#[test]
fn a_position_read_from_text_can_be_saved_too() {
    let mut cursor = read(on_array(), "x...o....");
    play(&mut *cursor, &["c1"]);
    let saved = cursor.save().expect("no plugin error");
    let mut loaded =
        table(on_array()).load(&saved).expect("no plugin error").expect("what was saved");
    assert_eq!(text(&mut *loaded), "x...o...x");
    assert_eq!(loaded.status().expect("no plugin error").ply, 1);
}

#[test]
fn moves_are_read_as_people_write_them() {
    let mut cursor = start(on_array());
    assert_eq!(cursor.parse(0, " B2 "), Ok(Ok("b2".to_owned())));
    let refusal = cursor.parse(0, "d4").expect("no plugin error").expect_err("no such site");
    assert_eq!(refusal.id, "illegal.move");
    let refusal = cursor.parse(1, "b2").expect("no plugin error").expect_err("not its turn");
    assert_eq!(refusal.id, "illegal.seat");
    let mut cursor = read(on_array(), "xxxoo....");
    let refusal = cursor.parse(1, "c1").expect("no plugin error").expect_err("over");
    assert_eq!(refusal.id, "illegal.over");
}

#[test]
fn pointing_follows_from_paths() {
    let mut cursor = start(Ring { candles: 1, goes_on: true });
    let choices = cursor.choices(0, &[]).expect("no plugin error");
    assert_eq!(choices.targets.iter().map(|target| target.site).collect::<Vec<_>>(), [0]);
    assert_eq!(choices.options.len(), 1, "a candle is a button");
    let choices = cursor.choices(0, &[0]).expect("no plugin error");
    assert_eq!(choices.targets.iter().map(|target| target.site).collect::<Vec<_>>(), [1, 3]);
    let choices = cursor.choices(0, &[0, 3]).expect("no plugin error");
    assert_eq!(choices.options[0].move_, "left");
    assert_eq!(cursor.paths(0, "left"), Ok(vec![vec![0, 3]]));
    assert!(cursor.choices(0, &[2]).expect("no plugin error").targets.is_empty());
    play(&mut *cursor, &["left"]);
    let marks = cursor.marks().expect("no plugin error");
    let roles: Vec<(&str, u32)> =
        marks.iter().map(|mark| (mark.role.as_str(), mark.sites[0])).collect();
    assert_eq!(roles, [("last-from", 0), ("last-to", 3)]);
}

/// Seat 1 fills a row; seat 2 can only pass, which is spelled `skip`.
struct Row {
    topology: Topology,
    /// The number of times that the moves were listed.
    listed: &'static AtomicU32,
}

impl Row {
    fn new(listed: &'static AtomicU32) -> Self {
        let grid = Grid { width: 3, height: 1, adjacency: None, glue: Default::default() };
        Row { topology: grid.topology(Adjacency::Orthogonal).expect("a good board"), listed }
    }
}

impl Game for Row {
    type Position = ([bool; 3], Seat);
    type Move = Option<Site>;

    fn about(&self) -> About {
        About::new(2, vec![PieceKind::new("stone", &["x", "o"])])
    }

    fn topology(&self) -> Option<&Topology> {
        Some(&self.topology)
    }

    fn start(&self) -> Self::Position {
        ([false; 3], 0)
    }

    fn status(&self, (stones, mover): &Self::Position) -> Status {
        Status::turn_unless(*stones == [true; 3], *mover)
    }

    fn legal_moves(&self, (stones, _): &Self::Position, by: Seat, out: &mut Vec<Option<Site>>) {
        self.listed.fetch_add(1, Ordering::Relaxed);
        match by {
            0 => out.extend((0..3).filter(|site| !stones[*site as usize]).map(Some)),
            _ => out.push(None),
        }
    }

    fn play(&self, (stones, mover): &mut Self::Position, by: Seat, site: Option<Site>) {
        if let Some(site) = site {
            stones[site as usize] = true;
        }
        *mover = 1 - by;
    }

    fn ranks(&self, _: &Self::Position) -> Ranks {
        Ranks::draw(2)
    }

    fn notation(&self, _: &Self::Position, _: Seat, site: Option<Site>) -> String {
        site.map_or("skip".to_owned(), |site| self.topology.label(site).to_owned())
    }

    fn is_pass(&self, _: &Self::Position, _: Seat, site: Option<Site>) -> bool {
        site.is_none()
    }

    fn paths(&self, _: &Self::Position, _: Seat, site: Option<Site>, out: &mut Vec<Vec<Site>>) {
        out.extend(site.map(|site| vec![site]));
    }

    fn piece(&self, (stones, _): &Self::Position, site: Site) -> Option<Piece> {
        stones[site as usize].then(|| Piece::new(0, 0))
    }
}

#[test]
fn a_forced_pass_is_noted_however_it_is_spelled() {
    static LISTED: AtomicU32 = AtomicU32::new(0);
    let mut cursor = start(Row::new(&LISTED));
    let note = |cursor: &mut dyn Cursor| {
        cursor.status().expect("no plugin error").note.map(|note| note.id).unwrap_or_default()
    };
    play(&mut *cursor, &["a1"]);
    assert_eq!(note(&mut *cursor), "");
    play(&mut *cursor, &["skip"]);
    assert_eq!(note(&mut *cursor), "note.pass");
    play(&mut *cursor, &["b1"]);
    assert_eq!(note(&mut *cursor), "");
    assert_eq!(cursor.undo(), Ok(true));
    assert_eq!(note(&mut *cursor), "note.pass");
    let saved = cursor.save().expect("no plugin error");
    let mut loaded =
        table(Row::new(&LISTED)).load(&saved).expect("no plugin error").expect("saved");
    assert_eq!(note(&mut *loaded), "note.pass");
    assert_eq!(cursor.undo(), Ok(true));
    assert_eq!(note(&mut *cursor), "");
}

#[test]
fn the_ghost_under_the_pointer_lists_no_moves_again() {
    static LISTED: AtomicU32 = AtomicU32::new(0);
    let mut cursor = start(Row::new(&LISTED));
    let choices = cursor.choices(0, &[]).expect("no plugin error");
    assert_eq!(choices.placed_piece, Some(Piece::new(0, 0)));
    assert_eq!(LISTED.load(Ordering::Relaxed), 1);
}

#[test]
fn a_game_without_set_up_is_written_as_moves() {
    let coins = || table(Coins::random(8, 3, 1));
    let mut cursor = coins().start().expect("no plugin error");
    play(&mut *cursor, &["left", "right"]);
    cursor.remove_player(2).expect("no plugin error").expect("a seat that plays");
    let text = cursor.write("position").expect("no plugin error").expect("a form");
    assert_eq!(text, "moves: left right 3!");
    let mut read = coins().read(&text).expect("no plugin error").expect("its own text");
    assert_eq!(read.status(), cursor.status());
    assert!(coins().read("moves: up").expect("no plugin error").is_err());
    assert!(coins().read("8/8 x").expect("no plugin error").is_err());
}

/// A plugin of one game, for the harness.
struct Of<const N: u8>;

impl<const N: u8> Plugin for Of<N> {
    type Ruleset = serde_json::Map<String, serde_json::Value>;

    fn open(_: Self::Ruleset) -> Result<OpenedGame, Vec<boardloom_sdk::Diagnostic>> {
        fn opened<G: Game>(game: G) -> OpenedGame {
            OpenedGame::game(game)
        }
        Ok(match N {
            0 => opened(on_array()),
            1 => OpenedGame::undoable(on_list()),
            2 => opened(Nim([3, 4, 5])),
            4 => opened(Coins::random(8, 3, 1)),
            3 => opened(Ring { candles: 3, goes_on: true }),
            _ => opened(Ring { candles: 0, goes_on: false }),
        })
    }
}

#[test]
fn all_of_them_keep_the_contract() {
    fn one<const N: u8>() {
        let report = check(&Native::<Of<N>>::new("small"), "{}", &HarnessOptions::default());
        assert!(report.passed() && report.cut == 0, "{N}: {report}");
    }
    one::<0>();
    one::<1>();
    one::<2>();
    one::<3>();
    one::<4>();
    one::<5>();
}
