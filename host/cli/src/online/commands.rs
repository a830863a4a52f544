//! Commands that a player types.

use boardloom_room::{ChatTo, ClientMessage, Proposal, Replica};

pub const HELP: &str = "\
Type a move, or one of these:
  board, moves, seats        show the game
  say TEXT, to N TEXT        chat with all, or with the player on seat N alone
  watchers TEXT              chat among watchers
  draw, undo, pause, rematch offer it to the other players
  accept, decline            answer the last offer
  resume, buy, resign, abort
  claim N, adjourn N         the player on seat N is gone: claim a win, or pause
  sit N, stand, quit";

/// What a line asks for.
pub enum RoomCommand {
    Send(ClientMessage),
    Board,
    Moves,
    Seats,
    Help,
    Quit,
    /// Why nothing is sent.
    Refused(String),
}

/// Reads a line. Anything that is no command is a move.
pub fn read(line: &str, replica: &mut Replica) -> RoomCommand {
    let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
    let Some(state) = replica.state() else {
        return match word {
            "quit" => RoomCommand::Quit,
            _ => RoomCommand::Refused("the game is not here yet".to_owned()),
        };
    };
    let (game, ply) = (state.game, state.turn.ply);
    let offered = state.offers.last().map(|offer| offer.proposal);
    let offer = |proposal| RoomCommand::Send(ClientMessage::Offer { game, ply, proposal });
    let seat = || rest.split(' ').next().and_then(|seat| seat.parse::<u8>().ok());
    let no_seat = || RoomCommand::Refused(format!("expected `{word}` and the number of a seat"));
    match (word, rest) {
        ("board", "") => RoomCommand::Board,
        ("moves", "") => RoomCommand::Moves,
        ("seats", "") => RoomCommand::Seats,
        ("help" | "?", "") => RoomCommand::Help,
        ("quit", "") => RoomCommand::Quit,
        ("draw", "") => offer(Proposal::Draw),
        ("undo", "") => offer(Proposal::TakeBack),
        ("pause", "") => offer(Proposal::Pause),
        ("rematch", "") => offer(Proposal::Rematch),
        ("accept" | "decline", "") => match offered {
            None => RoomCommand::Refused("there is no offer".to_owned()),
            Some(proposal) if word == "accept" => {
                RoomCommand::Send(ClientMessage::Accept { game, ply, proposal })
            }
            Some(proposal) => RoomCommand::Send(ClientMessage::Decline { game, ply, proposal }),
        },
        ("resume", "") => RoomCommand::Send(ClientMessage::Resume { game }),
        ("buy", "") => RoomCommand::Send(ClientMessage::Buy { game, ply }),
        ("resign", "") => RoomCommand::Send(ClientMessage::Resign { game }),
        ("abort", "") => RoomCommand::Send(ClientMessage::Abort { game }),
        ("stand", "") => RoomCommand::Send(ClientMessage::Stand {}),
        ("sit", _) => {
            seat().map_or_else(no_seat, |seat| RoomCommand::Send(ClientMessage::Sit { seat }))
        }
        ("claim" | "adjourn", _) => seat().map_or_else(no_seat, |seat| {
            RoomCommand::Send(ClientMessage::Claim { game, seat, adjourn: word == "adjourn" })
        }),
        ("say", text) => chat(replica, ChatTo::All, text),
        ("watchers", text) => chat(replica, ChatTo::Watchers, text),
        ("to", _) => {
            let text = rest.split_once(' ').map_or("", |(_, text)| text);
            seat().map_or_else(no_seat, |seat| chat(replica, ChatTo::Seat(seat), text))
        }
        _ => match replica.play(line) {
            Some(message) => RoomCommand::Send(message),
            None => RoomCommand::Refused("the last move is not answered yet".to_owned()),
        },
    }
}

fn chat(replica: &mut Replica, to: ChatTo, text: &str) -> RoomCommand {
    let (id, text) = (replica.next_id(), text.to_owned());
    RoomCommand::Send(ClientMessage::Chat { id, to, text })
}
