//! What is doubtful in a ruleset and keeps nobody from playing.

use boardloom_contract::Key;

use crate::report::Finding;
use crate::value::{Node, dotted};

/// Returns a warning for each player whose pieces look like another's.
pub(crate) fn doubts(root: &Node) -> Vec<Finding> {
    let players = root.get("players").and_then(Node::array).unwrap_or_default();
    let look = |player: &Node| {
        let color = player.get("color").and_then(Node::text).map(str::to_ascii_lowercase);
        (color, player.get("mark").and_then(Node::text).map(str::to_owned))
    };
    let mut found = Vec::new();
    for (index, player) in players.iter().enumerate() {
        let Some(color) = player.get("color") else { continue };
        let alike = |other: &&Node| look(other) == look(player);
        if let Some(first) = players[..index].iter().find(alike).and_then(|it| it.get("color")) {
            let key = [
                Key::Name("players".to_owned()),
                Key::Index(index as u32),
                Key::Name("color".to_owned()),
            ];
            found.push(
                Finding::warning("two players look alike", Some(color.place.clone()))
                    .key(dotted(&key))
                    .related("the other one", first.place.clone())
                    .help("give one of them another colour or a `mark`"),
            );
        }
    }
    found
}
