//! Names of sides, levels and humans.

use boardloom_contract::{NO_COLOR, Seat};
use boardloom_match::{Match, Node, Player, PlayerKind};
use boardloom_ruleset::Ruleset;

use crate::texts::new_game;

/// The most characters of a human's name.
const LONGEST: usize = 40;

/// Makes one line of a name that was typed.
pub fn clean_name(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let line = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    line.chars().take(LONGEST).collect::<String>().trim_end().to_owned()
}

/// Tells whether a human has another name than the sides of the ruleset.
pub fn is_own_name(ruleset: &Ruleset, seats: usize, name: &str) -> bool {
    !name.is_empty() && !ruleset.names_a_side(0..seats, name)
}

/// The name of a seat's side: `Red`; `Player 1` while it has none.
pub fn side(game: &Match, seat: Seat) -> String {
    let seats = &game.status().seats;
    let color = seats.get(usize::from(seat)).map_or(seat, |state| state.color);
    side_of_color(&game.source().ruleset, seat, color)
}

/// The name of the side that a seat had when it played a node: seats may swap later.
pub fn side_at(game: &Match, node: &Node, seat: Seat) -> String {
    match node.color {
        Some(color) => side_of_color(&game.source().ruleset, seat, color),
        None => side(game, seat),
    }
}

fn side_of_color(ruleset: &Ruleset, seat: Seat, color: u8) -> String {
    match color {
        NO_COLOR => new_game::player_number(usize::from(seat) + 1),
        color => side_name(ruleset, color.into()),
    }
}

pub fn side_name(ruleset: &Ruleset, seat: usize) -> String {
    ruleset.player(seat).name
}

/// Empty if the ruleset does not name the level.
pub fn level_name(ruleset: &Ruleset, level: u8) -> String {
    let levels = boardloom_computer::levels(ruleset);
    let index = usize::from(level.max(1)) - 1;
    levels.get(index).map(|level| level.name.clone()).unwrap_or_default()
}

/// Humans without a name have that of their side, computers that of their level.
pub fn named_player(kind: PlayerKind, name: &str, ruleset: &Ruleset, seat: usize) -> Player {
    match (kind, clean_name(name)) {
        (PlayerKind::Computer { level }, _) => Player::computer(level_name(ruleset, level), level),
        (kind, name) if name.is_empty() => Player { name: side_name(ruleset, seat), kind },
        (kind, name) => Player { name, kind },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_line_of_bounded_length() {
        assert_eq!(clean_name("  Ann\t of\n Cleves\u{1b} "), "Ann of Cleves");
        assert_eq!(clean_name(&"x".repeat(90)).len(), LONGEST);
        assert_eq!(clean_name(" \n"), "");
    }

    #[test]
    fn names_of_sides_are_not_own_names() {
        let (_, ruleset) = boardloom_testing::row("");
        assert!(is_own_name(&ruleset, 2, "Eve"));
        for side in ["", "Ann", "Bob", "Player 1"] {
            assert!(!is_own_name(&ruleset, 2, side), "{side}");
        }
    }
}
