//! Requests for the drawing of the board.

use boardloom_room::{BoardRequest, ClientMessage, ErrorCode, LIMITS, RoomSettings};

use crate::world::{World, settings};

fn drawing(control: &str) -> RoomSettings {
    RoomSettings { draws_boards: true, ..settings(control) }
}

/// Returns the seat that a client may choose for, and the request that the painter gets.
fn ask(world: &mut World, client: usize, request: BoardRequest) -> (Option<u8>, BoardRequest) {
    world.drawn.clear();
    world.say(client, ClientMessage::Board(request));
    let [drawn] = &world.drawn[..] else { panic!("{:?}", world.drawn) };
    drawn.clone()
}

fn path(ply: u32, path: &[u32]) -> BoardRequest {
    BoardRequest { id: 1, game: 1, ply, path: path.to_vec(), ..BoardRequest::default() }
}

#[test]
fn only_the_player_to_move_chooses() {
    let mut world = World::seated("length = 9", drawing("none"), 3);
    assert_eq!(ask(&mut world, 0, path(0, &[3])), (Some(1), path(0, &[3])));
    for other in [1, 2] {
        assert_eq!(ask(&mut world, other, path(0, &[3])).0, None);
    }
    world.play(0, "a");
    // The path was for another position.
    assert_eq!(ask(&mut world, 1, path(0, &[3])), (Some(2), path(1, &[])));
    // An earlier position can be seen, and not played in.
    let before = BoardRequest { at: Some(0), ..path(1, &[]) };
    assert_eq!(ask(&mut world, 1, before.clone()), (None, before));
    let later = BoardRequest { at: Some(7), ..path(1, &[]) };
    assert_eq!(ask(&mut world, 1, later), (Some(2), path(1, &[])));
    world.say(0, ClientMessage::Resign { game: 1 });
    assert_eq!(ask(&mut world, 1, path(2, &[])).0, None, "the game is over");
}

#[test]
fn a_decision_is_made_once_and_never_drawn() {
    let mut seen = Vec::new();
    for mv in ["a", "c"] {
        let mut world = World::seated("together = true", drawing("none"), 3);
        assert_eq!(ask(&mut world, 0, path(0, &[])).0, Some(1));
        assert_eq!(ask(&mut world, 1, path(0, &[])).0, Some(2), "both decide at once");
        world.play(0, mv);
        assert_eq!(ask(&mut world, 0, path(0, &[])).0, None, "it has decided");
        assert_eq!(ask(&mut world, 1, path(0, &[])).0, Some(2));
        // What the painter draws from.
        seen.push(world.room.game().move_path());
        world.play(1, "b");
        assert_eq!(ask(&mut world, 0, path(2, &[])).0, Some(1), "the next round");
    }
    assert_eq!(seen[0], seen[1]);
    assert!(seen[0].events.is_empty());
}

#[test]
fn requests_have_limits_and_need_a_painter() {
    let mut world = World::seated("", drawing("none"), 2);
    let long = vec![0; LIMITS.path_sites + 1];
    world.say(0, ClientMessage::Board(path(0, &long)));
    assert!(world.drawn.is_empty());
    assert_eq!(world.error(0).map(|error| error.code), Some(ErrorCode::BadMessage));
    let mut plain = World::seated("", settings("none"), 2);
    plain.say(0, ClientMessage::Board(path(0, &[])));
    assert!(plain.drawn.is_empty());
    let error = plain.error(0).expect("an error");
    assert_eq!((error.code, &*error.message), (ErrorCode::Refused, "this server draws no boards"));
}
