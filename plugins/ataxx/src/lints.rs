//! Warnings about rules that can have no effect.

use boardloom_sdk::{Diagnostic, diagnostic};

use crate::store::ReachLists;

use crate::ruleset::{Capture, JumpShape, RepetitionResult, Rules, Ruleset};
use crate::store::Content;

pub(crate) fn lints(ruleset: &Ruleset, contents: &[Content]) -> Vec<Diagnostic> {
    let Rules { jump, capture, jump_shape, repetition, repetition_result, quiet_limit, .. } =
        ruleset.rules;
    let mut warnings = Vec::new();
    let mut warn = |key: &str, what: &str, hint: &str| {
        let warning = diagnostic::at(["rules", key], "rules.no-effect", what).warning();
        warnings.push(warning.hint(hint));
    };
    if jump == 0 && capture == Capture::Jumped {
        let what = "nothing can ever be captured: only jumps capture, and there are none";
        warn("capture", what, "set `jump = 2`, or `capture = \"adjacent\"`");
    } else if jump == 0 && jump_shape != JumpShape::Any {
        let what = "there are no jumps, so their shape has no effect";
        warn("jump_shape", what, "set `jump = 2`, or leave `jump_shape` out");
    }
    if repetition == 0 && repetition_result != RepetitionResult::Draw {
        let what = "no repetition ends the game, so its result has no effect";
        warn("repetition_result", what, "set `repetition = 3`, or leave `repetition_result` out");
    }
    if repetition == 1 {
        let what = "every game ends at once: the first occurrence of a position counts as 1";
        warn("repetition", what, "set `repetition = 3`, or leave it out");
    }
    if quiet_limit == 1 {
        let what = "the first move without a new piece, such as a jump, ends the game as a draw";
        warn("quiet_limit", what, "for example `quiet_limit = 50`; leave it out for no limit");
    }
    warnings.extend(too_many_walls(ruleset, contents));
    warnings
}

/// Returns a warning if jumps are longer than the board.
pub(crate) fn long_jump(rules: &Rules, reach: &ReachLists) -> Option<Diagnostic> {
    // Small boards leave no room for the shortest jump.
    if rules.jump <= rules.clone + 1 || reach.jump.iter().any(|targets| !targets.is_empty()) {
        return None;
    }
    let what = format!("no jump of {} steps fits on this board", rules.jump);
    let warning = diagnostic::at(["rules", "jump"], "rules.no-effect", what).warning();
    Some(warning.hint(format!("for example `jump = {}`, or 0 for no jumps", rules.clone + 1)))
}

/// Returns a warning if more walls can be drawn than there are empty sites for.
fn too_many_walls(ruleset: &Ruleset, contents: &[Content]) -> Option<Diagnostic> {
    let walls = ruleset.setup.random_walls?;
    let empty = contents.iter().filter(|content| **content == Content::EMPTY).count();
    let (fitting, kind) = match walls.symmetric {
        true => (empty / 2, "pairs of walls"),
        false => (empty, "walls"),
    };
    if usize::from(walls.max) <= fitting {
        return None;
    }
    let what = format!("at most {fitting} {kind} fit on the empty sites, not {}", walls.max);
    let path = ["setup", "random_walls", "max"];
    let warning = diagnostic::at(path, "setup.walls", what).warning();
    Some(warning.hint(format!("for example `max = {}`", (fitting / 4).max(1))))
}
