//! Warnings about rules that can have no effect, and games that one side can hardly win.

use boardloom_sdk::Diagnostic;
use boardloom_sdk::diagnostic::{self, Path};
use boardloom_sdk::topology::Topology;

use crate::board_tables::BoardTables;
use crate::piece::PieceCode;
use crate::piece_tables::{HostileRule, PassRule, PerPiece, ReentryRule, StopRule};
use crate::ruleset::{CaptureMethod, Encirclement, Escape, RepetitionResult, Rules};

/// Returns all warnings. `has_piece` tells whether a piece stands on the board at the start.
pub fn lints(
    rules: &Rules,
    topology: &Topology,
    tables: &BoardTables,
    has_piece: impl Fn(PieceCode) -> bool,
) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    warnings.extend(safe_king(rules));
    warnings.extend(shut_in_king(rules, topology, tables));
    if rules.exit_fort && rules.escape == Escape::Edge {
        let what = "the king wins at the edge without a fort, so this rule has no effect";
        let path = diagnostic::path(["rules", "exit_fort"]);
        let warning = without_effect(path, what.to_owned()).on_key();
        warnings.push(warning.hint("leave it out, or set `escape = \"corner\"`"));
    }
    warnings.extend(side_of_no_rule(rules));
    warnings.extend(short_limit(rules));
    warnings.extend(missing_squares(rules, topology));
    warnings.extend(camp_on_throne(topology));
    let mut missing = |key: &str, piece: PieceCode| {
        let Some(letter) = piece.letter().filter(|_| !has_piece(piece)) else { return };
        let what = format!("no piece `{letter}` stands on the board at the start");
        let path = diagnostic::path(["rules", key]).key(letter.to_string());
        let warning = without_effect(path, what).on_key();
        warnings.push(warning.hint("put one into `setup`, or leave this out"));
    };
    pieces_of(&rules.speed).for_each(|piece| missing("speed", piece));
    pieces_of(&rules.jumps).for_each(|piece| missing("jumps", piece));
    warnings
}

/// Warns of a square that is both throne and camp.
fn camp_on_throne(topology: &Topology) -> Option<Diagnostic> {
    let squares = |region: &str| topology.regions().get(region).map_or(&[][..], Vec::as_slice);
    let both = squares("camps").iter().find(|camp| squares("throne").contains(camp))?;
    let what = format!("`{}` is both throne and camp", topology.label(*both));
    let warning = diagnostic::at(["board", "camps"], "board.camp", what).warning();
    Some(warning.hint("leave it out of the camps, or give the throne another square"))
}

fn without_effect(path: Path, what: String) -> Diagnostic {
    diagnostic::along(path, "rules.no-effect", what).warning()
}

fn pieces_of<T>(table: &PerPiece<T>) -> impl Iterator<Item = PieceCode> {
    PieceCode::all().filter(|piece| table.of(*piece).is_some())
}

fn safe_king(rules: &Rules) -> Option<Diagnostic> {
    let capture = &rules.king_capture;
    let places = [capture.throne, capture.beside, capture.edge, capture.other];
    let is_safe = places.iter().all(|method| *method == CaptureMethod::Safe);
    if !is_safe || rules.encircle != Encirclement::None {
        return None;
    }
    let what = "the attackers can't capture the king: he is safe everywhere";
    let warning = diagnostic::at(["rules", "king_capture"], "rules.safe", what).warning();
    Some(warning.hint("they win only by leaving the defenders without a move"))
}

/// Warns of a king who can stop on no square where he wins.
fn shut_in_king(rules: &Rules, topology: &Topology, tables: &BoardTables) -> Option<Diagnostic> {
    let king = PieceCode::KING;
    let stops_at_goal = |square: u32| {
        let mut slides = tables.slides(king).rays(square as usize).flatten();
        let mut jumps = tables.jumps(king, square as usize).iter();
        slides.any(|(to, stops)| stops && tables.goal.has(u32::from(to)))
            || jumps.any(|jump| tables.goal.has(u32::from(jump.to)))
    };
    let can_walk = rules.speed.get(king) != Some(0);
    if topology.open_sites().any(stops_at_goal) || can_walk && rules.exit_fort {
        return None;
    }
    let (stop, reenter) = (&rules.stop, &rules.reenter);
    let of_goal = |region: &str| {
        let squares = topology.regions().get(region).map_or(&[][..], Vec::as_slice);
        squares.iter().any(|square| tables.goal.has(*square))
    };
    let barred = [
        ("stop", "corner", "corners", stop.corner),
        ("stop", "throne", "throne", stop.throne),
        ("stop", "camp", "camps", stop.camp),
        ("reenter", "corner", "corners", reenter.corner),
        ("reenter", "throne", "throne", reenter.throne),
        ("reenter", "camp", "camps", reenter.camp),
    ];
    let mut barred = barred.into_iter().filter(|(_, _, _, pieces)| !pieces.contains(king));
    let (path, what, hint) = match barred.find(|(_, _, region, _)| of_goal(region)) {
        _ if !can_walk => {
            let path = diagnostic::path(["rules", "speed", "K"]);
            (path, "he never moves", "leave `K` out".to_owned())
        }
        Some((table, key, ..)) => {
            let path = diagnostic::path(["rules", table, key]);
            let hint = format!("name him here, as in `{key} = \"K\"`");
            (path, "he may not stop on a square where he wins", hint)
        }
        None => {
            let path = diagnostic::path(["rules", "escape"]);
            (path, "he never reaches a square where he wins", "list other squares".to_owned())
        }
    };
    let warning = diagnostic::along(path, "rules.shut-in", format!("the king can't win: {what}"));
    let hint =
        format!("{hint}: now the defenders win only by leaving the attackers without a move");
    Some(warning.warning().hint(hint))
}

/// The turns below which nobody can win.
const FEW_TURNS: u16 = 10;

fn short_limit(rules: &Rules) -> Option<Diagnostic> {
    let limits = [("turn_limit", rules.turn_limit), ("capture_draw", rules.capture_draw)];
    let (key, turns) = limits
        .into_iter()
        .find_map(|(key, limit)| Some((key, limit.filter(|it| *it < FEW_TURNS)?)))?;
    let what = format!("`{key} = {turns}` ends the game as a draw before anybody is likely to win");
    let warning = diagnostic::at(["rules", key], "rules.limit", what).warning();
    Some(warning.hint("count the turns of both players; leave it out for no limit"))
}

fn side_of_no_rule(rules: &Rules) -> Option<Diagnostic> {
    let repetition = &rules.repetition;
    if repetition.side.is_none() || repetition.result == RepetitionResult::Illegal {
        return None;
    }
    let what = "`side` counts only with `result = \"illegal\"`";
    let path = diagnostic::path(["rules", "repetition", "side"]);
    let hint = "leave `side` out, or set `result = \"illegal\"`";
    Some(without_effect(path, what.to_owned()).on_key().hint(hint))
}

/// Warns of rules for special squares that the board lacks, where they differ from the usual.
fn missing_squares(rules: &Rules, topology: &Topology) -> Vec<Diagnostic> {
    let (stop, passing, reenter) =
        (StopRule::default(), PassRule::default(), ReentryRule::default());
    let hostile = HostileRule::default();
    let given = [
        ("stop", "throne", "throne", rules.stop.throne != stop.throne),
        ("stop", "corner", "corners", rules.stop.corner != stop.corner),
        ("stop", "camp", "camps", rules.stop.camp != stop.camp),
        ("passing", "throne", "throne", rules.passing.throne != passing.throne),
        ("passing", "corner", "corners", rules.passing.corner != passing.corner),
        ("passing", "camp", "camps", rules.passing.camp != passing.camp),
        ("reenter", "throne", "throne", rules.reenter.throne != reenter.throne),
        ("reenter", "corner", "corners", rules.reenter.corner != reenter.corner),
        ("reenter", "camp", "camps", rules.reenter.camp != reenter.camp),
        ("hostile", "throne_empty", "throne", rules.hostile.throne_empty != hostile.throne_empty),
        (
            "hostile",
            "throne_occupied",
            "throne",
            rules.hostile.throne_occupied != hostile.throne_occupied,
        ),
        ("hostile", "corner", "corners", rules.hostile.corner != hostile.corner),
        ("hostile", "camp", "camps", rules.hostile.camp != hostile.camp),
    ];
    let has = |region: &str| topology.regions().get(region).is_some_and(|it| !it.is_empty());
    let missing = given.into_iter().filter(|(_, _, region, given)| *given && !has(region));
    let missing =
        missing.map(|(table, key, region, _)| (diagnostic::path(["rules", table, key]), region));
    let warn = |(path, region): (Path, &str)| {
        let what = format!("this board has no `{region}`, so this rule has no effect");
        let site = topology.open_sites().next().map_or("a1", |site| topology.label(site));
        let hint = format!(
            "leave it out, or say which squares are meant: `[board.regions]`, and below it \
             `{region} = [\"{site}\"]`"
        );
        without_effect(path, what).on_key().hint(hint)
    };
    let mut warnings: Vec<Diagnostic> = missing.map(warn).collect();
    if rules.linnaean && !has("throne") {
        warnings.push(warn((diagnostic::path(["rules", "linnaean"]), "throne")));
    }
    warnings
}
