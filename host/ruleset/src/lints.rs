//! Warnings about rulesets that can be played.

use boardloom_contract::PathKey;

use crate::diagnostics::SourceDiagnostic;
use crate::value::{Value, dotted};

/// Returns a warning for each player whose pieces look like those of an earlier
/// one.
pub(crate) fn players_look_alike(root: &Value) -> Vec<SourceDiagnostic> {
    let players = root.get("players").and_then(Value::array).unwrap_or_default();
    let look = |player: &Value| {
        let color = player.get("color").and_then(Value::text).map(str::to_ascii_lowercase);
        (color, player.get("mark").and_then(Value::text).map(str::to_owned))
    };
    let mut warnings = Vec::new();
    for (index, player) in players.iter().enumerate() {
        let Some(color) = player.get("color") else { continue };
        let alike = |other: &&Value| look(other) == look(player);
        if let Some(first) = players[..index].iter().find(alike).and_then(|it| it.get("color")) {
            let key = [
                PathKey::Name("players".to_owned()),
                PathKey::Index(index as u32),
                PathKey::Name("color".to_owned()),
            ];
            warnings.push(
                SourceDiagnostic::warning("two players look alike", Some(color.span.clone()))
                    .key(dotted(&key))
                    .related("the other one", first.span.clone())
                    .help("give one of them another colour or a `mark`"),
            );
        }
    }
    warnings
}
