//! Events of a match as words: `a1-a2`, `@2:"a 1"`, `~d6`, `!resign`. Records,
//! journals and lists of moves share this notation.

use boardloom_contract::CHANCE;

use crate::game_tree::{AGREED_DRAW, Cause, GameEvent, Node};
use crate::scanner::{Scanner, TextError, quote};

/// Reads an event; `None` for a move number, which has no meaning here.
pub(crate) fn read(scanner: &mut Scanner<'_>) -> Result<Option<GameEvent>, TextError> {
    let here = scanner.clone();
    let mut seat = None;
    if scanner.eat('@') {
        let digits = scanner.take_while(|c| c.is_ascii_digit());
        let number = digits.parse::<u8>().ok().filter(|n| (1..=CHANCE).contains(n));
        match number {
            Some(number) if scanner.eat(':') => seat = Some(number - 1),
            _ => return Err(here.error("expected a seat, as @2: before a move")),
        }
    } else if scanner.eat('~') {
        seat = Some(CHANCE);
    }
    if scanner.eat('!') {
        let word = scanner.take_while(char::is_alphanumeric);
        if word == AGREED_DRAW {
            return Ok(Some(GameEvent::AgreedDraw { seat }));
        }
        let cause = Cause::ALL.into_iter().find(|cause| cause.notation() == word);
        let cause = cause.ok_or_else(|| here.error("expected !resign, !time, !left or !draw"))?;
        return Ok(Some(GameEvent::RemovePlayer { seat, cause }));
    }
    if scanner.peek() == Some('"') {
        let mv = scanner.quoted()?;
        if mv.is_empty() {
            return Err(here.error("expected a move between the quotes, found nothing"));
        }
        return Ok(Some(GameEvent::Move { seat, mv }));
    }
    let mv = scanner.take_while(|c| !c.is_whitespace() && !"\"\\(){}[]".contains(c));
    let digits = mv.trim_end_matches('.');
    if digits.len() < mv.len() && digits.bytes().all(|b| b.is_ascii_digit()) && seat.is_none() {
        return Ok(None);
    }
    if mv.is_empty() {
        let found = scanner.found();
        return Err(scanner.error(format!("expected a move, found {found}")));
    }
    Ok(Some(GameEvent::Move { seat, mv: mv.to_owned() }))
}

pub(crate) fn write(node: &Node) -> String {
    let mut text = String::new();
    let Some(event) = node.event() else { return text };
    match event {
        GameEvent::Move { seat: Some(CHANCE), .. } => text.push('~'),
        other => {
            if let (Some(seat), false) = (other.seat(), node.in_turn) {
                text.push_str(&format!("@{}:", u16::from(seat) + 1));
            }
        }
    }
    match event {
        GameEvent::Move { mv, .. } if is_plain(mv) => text.push_str(mv),
        GameEvent::Move { mv, .. } => quote(&mut text, mv),
        GameEvent::RemovePlayer { cause, .. } => text.extend(["!", cause.notation()]),
        GameEvent::AgreedDraw { .. } => text.extend(["!", AGREED_DRAW]),
    }
    text
}

/// Tells whether a notation needs no quotes.
fn is_plain(mv: &str) -> bool {
    let odd = |c: char| c.is_whitespace() || c.is_control() || "\"\\(){}[]".contains(c);
    let digits = mv.trim_end_matches('.');
    let number = digits.len() < mv.len() && digits.bytes().all(|b| b.is_ascii_digit());
    !mv.is_empty() && !mv.contains(odd) && !mv.starts_with(['@', '~', '!', '-', '*']) && !number
}
