//! Commands that a player types.

use boardloom_room::{ChatTo, ClientMessage, Proposal, Replica};

use super::show;

const HELP: &str = "\
Type a move, or one of these:
  board, moves, seats        show the game
  say TEXT, to N TEXT        chat with all, or with the player on seat N alone
  watchers TEXT              chat among watchers
  note TEXT                  a note that the others read after the game
  if MOVE MOVE ...           play your answer by itself when the other's move comes
  if, if none                show these answers, or remove them
  draw, undo, pause, rematch offer it to the other players
  accept, decline            answer the last offer
  resume, buy, resign, abort
  claim N, adjourn N         the player on seat N is gone: claim a win, or pause
  take plugin                take the game's plugin, if you lack it, from the room
  sit N, stand, quit";

pub enum RoomCommand {
    Send(ClientMessage),
    Board,
    /// Takes the game's plugin from the room.
    TakePlugin,
    /// Shows a text.
    Print(String),
    Quit,
}

/// Reads a line; the error is why nothing is sent. Anything that is no command is a move.
pub fn read(line: &str, replica: &mut Replica) -> Result<RoomCommand, String> {
    let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
    let Some(state) = replica.state().filter(|_| word != "quit") else {
        return match word {
            "quit" => Ok(RoomCommand::Quit),
            _ => Err("the game is not here yet".to_owned()),
        };
    };
    let (game, ply) = (state.game, state.turn.ply);
    let offered = state.offers.last().map(|offer| offer.proposal);
    let offered = || offered.ok_or_else(|| "there is no offer".to_owned());
    let offer = |proposal| ClientMessage::Offer { game, ply, proposal };
    let seat = || {
        let seat = rest.split(' ').next().and_then(|seat| seat.parse::<u8>().ok());
        seat.ok_or_else(|| format!("expected `{word}` and the number of a seat"))
    };
    Ok(RoomCommand::Send(match (word, rest) {
        ("board", "") => return Ok(RoomCommand::Board),
        ("take", "plugin") => return Ok(RoomCommand::TakePlugin),
        ("moves", "") => return Ok(RoomCommand::Print(show::moves(state))),
        ("seats", "") => return Ok(RoomCommand::Print(show::seats(state) + "\n")),
        ("help" | "?", "") => return Ok(RoomCommand::Print(format!("{HELP}\n"))),
        ("draw", "") => offer(Proposal::Draw),
        ("undo", "") => offer(Proposal::TakeBack),
        ("pause", "") => offer(Proposal::Pause),
        ("rematch", "") => offer(Proposal::Rematch),
        ("accept", "") => ClientMessage::Accept { game, ply, proposal: offered()? },
        ("decline", "") => ClientMessage::Decline { game, ply, proposal: offered()? },
        ("resume", "") => ClientMessage::Resume { game },
        ("buy", "") => ClientMessage::Buy { game, ply },
        ("resign", "") => ClientMessage::Resign { game },
        ("abort", "") => ClientMessage::Abort { game },
        ("stand", "") => ClientMessage::Stand {},
        ("sit", _) => ClientMessage::Sit { seat: seat()? },
        ("claim" | "adjourn", _) => {
            ClientMessage::Claim { game, seat: seat()?, adjourn: word == "adjourn" }
        }
        ("say", text) => chat(replica, ChatTo::All, text),
        ("watchers", text) => chat(replica, ChatTo::Watchers, text),
        ("if", "") => return Ok(RoomCommand::Print(conditional(replica))),
        ("if", moves) => {
            let line: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
            let mut lines = replica.conditional().to_vec();
            match moves {
                "none" => lines.clear(),
                _ => lines.push(line),
            }
            replica.set_conditional(lines).ok_or("the game is not here yet")?
        }
        ("note", text) => chat(replica, ChatTo::Notes, text),
        ("to", _) => {
            let text = rest.split_once(' ').map_or("", |(_, text)| text);
            chat(replica, ChatTo::Seat(seat()?), text)
        }
        _ => replica.play(line).ok_or("the last move is not answered yet")?,
    }))
}

/// Returns the player's conditional moves, a line each.
pub fn conditional(replica: &Replica) -> String {
    let lines = replica.conditional();
    match lines.is_empty() {
        true => "no answers are set\n".to_owned(),
        false => lines.iter().map(|line| format!("if {}\n", line.join(" "))).collect(),
    }
}

fn chat(replica: &mut Replica, to: ChatTo, text: &str) -> ClientMessage {
    ClientMessage::Chat { id: replica.next_id(), to, text: text.to_owned() }
}
