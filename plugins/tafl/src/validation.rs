//! Errors in the meaning of a ruleset.

use boardloom_sdk::Diagnostic;
use boardloom_sdk::diagnostic;
use boardloom_sdk::rows::{self, DrawnWalls};
use boardloom_sdk::topology::{BoardShape, SelectedSite, Step, Topology};

use crate::board_tables::{self, MAX_SQUARES, Square};
use crate::piece::{ATTACKERS, LETTERS, PieceCode};
use crate::ruleset::{Encirclement, Escape, Ruleset, Setup};
use crate::shieldwall;

/// The start of a checked ruleset.
pub struct Start {
    pub pieces: Vec<(Square, PieceCode)>,
    /// The squares on which the king wins.
    pub goal: Vec<u32>,
}

pub fn validate(ruleset: &Ruleset, topology: &Topology) -> Result<Start, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    if topology.sites() as usize > MAX_SQUARES {
        let what = format!("expected at most {MAX_SQUARES} squares, found {}", topology.sites());
        return Err(diagnostic::at(["board"], "board.large", what).on_key().into());
    }
    let pieces = pieces(ruleset, topology, &mut errors);
    let goal = goal(ruleset, topology, &mut errors);
    check_edge_rules(ruleset, topology, &mut errors);
    check_lines(ruleset, topology, &mut errors);
    if let Some((king, _)) = pieces.iter().find(|(_, piece)| *piece == PieceCode::KING)
        && goal.contains(&u32::from(*king))
    {
        let label = topology.label(u32::from(*king));
        let what = format!("the king begins on `{label}`, where he wins");
        let error = at_start(&ruleset.setup, topology, (*king, PieceCode::KING), &what);
        errors.push(error.hint("put him elsewhere, or set another `escape` in `[rules]`"));
    }
    diagnostic::check(errors).map(|()| Start { pieces, goal })
}

/// Returns an error at a piece of the start.
fn at_start(
    setup: &Setup,
    topology: &Topology,
    (square, piece): (Square, PieceCode),
    what: &str,
) -> Diagnostic {
    let drawn = setup.rows.as_ref();
    let drawn = drawn.and_then(|rows| rows.diagnostic_at(topology, u32::from(square), what));
    drawn.unwrap_or_else(|| {
        let path = diagnostic::path(["setup", "pieces"]);
        let path = path.key(piece.letter().map(String::from).unwrap_or_default());
        diagnostic::along(path, "setup.pieces", what)
    })
}

/// Warns of pieces that begin on a special square on which they may not stop.
pub fn barred_at_start(
    ruleset: &Ruleset,
    topology: &Topology,
    pieces: &[(Square, PieceCode)],
) -> Vec<Diagnostic> {
    let stop = &ruleset.rules.stop;
    let kinds = [("throne", "throne", stop.throne), ("corner", "corners", stop.corner)];
    let mut warnings = Vec::new();
    for (key, region, may_stop) in kinds {
        let squares = topology.regions().get(region).map_or(&[][..], Vec::as_slice);
        let barred = pieces.iter().find(|(square, piece)| {
            // The king may leave his throne for good.
            *piece != PieceCode::KING
                && squares.contains(&u32::from(*square))
                && !may_stop.contains(*piece)
        });
        let Some((square, piece)) = barred else { continue };
        let letter = piece.letter().unwrap_or(' ');
        let label = topology.label(u32::from(*square));
        let what = format!("`{letter}` begins on `{label}`, where it may not stop later");
        let warning = at_start(&ruleset.setup, topology, (*square, *piece), &what).warning();
        warnings
            .push(warning.hint(format!(
                "put it elsewhere, or let it stop there: `stop.{key}` in `[rules]`"
            )));
    }
    warnings
}

fn pieces(
    ruleset: &Ruleset,
    topology: &Topology,
    errors: &mut Vec<Diagnostic>,
) -> Vec<(Square, PieceCode)> {
    let setup = &ruleset.setup;
    let mut pieces = Vec::new();
    if let Some(rows) = &setup.rows {
        let (texts, mut walls) = (rows.lines().into_iter(), DrawnWalls::default());
        let read = rows::read_all(topology, texts, |site, letter| {
            let Some(piece) = PieceCode::from_letter(letter) else {
                walls.note(topology, site, letter);
                return Err(unknown_letter(letter));
            };
            if topology.blocked().contains(&site) {
                return Err(format!("`{}` is blocked", topology.label(site)));
            }
            pieces.push((site as Square, piece));
            Ok(())
        });
        if !read.is_empty() {
            errors.extend(read.into_iter().map(|error| {
                let is_letter = error.what.starts_with(UNKNOWN_LETTER);
                let hint = walls.hint(&error).or_else(|| is_letter.then(|| MEN.to_owned()));
                let found = rows.diagnostic(error);
                match hint {
                    Some(hint) => found.hint(hint),
                    None => found,
                }
            }));
            return pieces;
        }
    }
    add_listed_pieces(setup, topology, &mut pieces, errors);
    pieces.sort_by_key(|(square, _)| *square);
    let is_listed = |piece: PieceCode| setup.pieces.of(piece).is_some();
    if setup.rows.is_none() && !PieceCode::all().any(is_listed) {
        let what = "the board is empty at the start";
        let error = diagnostic::at(["setup"], "setup.empty", what).on_key();
        errors.push(error.hint("give `setup.rows` or `setup.pieces`"));
        return pieces;
    }
    let of_king = pieces.iter().filter(|(_, piece)| *piece == PieceCode::KING);
    let kings: Vec<&str> = of_king.map(|(square, _)| topology.label(u32::from(*square))).collect();
    if kings.len() > 1 {
        let what = format!("expected one king `K`, found {}", kings.len());
        let error = match setup.rows {
            Some(_) => diagnostic::at(["setup", "rows"], "setup.king", what),
            None => diagnostic::at(["setup", "pieces", "K"], "setup.king", what),
        };
        errors.push(error.hint(format!("leave one of those on `{}`", kings.join("`, `"))));
    }
    let mut missing = |id: &str, what: String, hint: &str| {
        let error = match setup.rows {
            Some(_) => diagnostic::at(["setup", "rows"], id, what).hint(MEN),
            None => diagnostic::at(["setup"], id, what).on_key().hint(hint),
        };
        errors.push(error);
    };
    // A listed piece without a square has another error.
    if kings.is_empty() && !is_listed(PieceCode::KING) {
        let what = "expected one king `K`, found 0".to_owned();
        missing("setup.king", what, "list his square: `K = [\"...\"]` in `[setup.pieces]`");
    }
    let is_attacker = |piece: &PieceCode| piece.belongs_to(ATTACKERS);
    if !pieces.iter().any(|(_, piece)| is_attacker(piece))
        && !PieceCode::all().any(|piece| is_attacker(&piece) && is_listed(piece))
    {
        let what = "expected at least one attacker, found none".to_owned();
        missing("setup.attackers", what, "list their squares: `t = [...]` in `[setup.pieces]`");
    }
    pieces
}

/// Puts the pieces that are listed by square.
fn add_listed_pieces(
    setup: &Setup,
    topology: &Topology,
    pieces: &mut Vec<(Square, PieceCode)>,
    errors: &mut Vec<Diagnostic>,
) {
    for piece in PieceCode::all() {
        let (Some(texts), Some(letter)) = (setup.pieces.of(piece), piece.letter()) else {
            continue;
        };
        let path = diagnostic::path(["setup", "pieces"]).key(letter.to_string());
        for SelectedSite { site, index } in topology.choose(texts, &path, errors) {
            let label = topology.label(site);
            let square = site as Square;
            let error = |id, what: String| diagnostic::along(path.clone().index(index), id, what);
            if topology.blocked().binary_search(&site).is_ok() {
                let what = format!("a piece cannot start on `{label}`, which is blocked");
                errors.push(
                    error("setup.blocked", what).hint("move the piece, or take the wall away"),
                );
            } else if let Some((_, known)) = pieces.iter().find(|(known, _)| *known == square) {
                let known = known.letter().unwrap_or(' ');
                let hint = "`rows` and `pieces` add up: leave one of the two pieces out, or drop \
                            inherited rows with `without = [\"setup.rows\"]`";
                let mut what = format!("two pieces stand on `{label}`");
                if known != letter {
                    what += &format!(": `{known}` and `{letter}`");
                }
                let twice = error("setup.twice", what);
                let other =
                    format!("leave one out: add `\"not {label}\"` to the squares of `{known}`");
                errors.push(twice.hint(if setup.rows.is_some() { hint } else { &other }));
            } else {
                pieces.push((square, piece));
            }
        }
    }
}

/// What stands in every message about a letter of no piece.
const UNKNOWN_LETTER: &str = "expected one of";
/// The letters of the usual pieces.
const MEN: &str = "attackers are `t`, defenders `T`, the king is `K`";

pub fn unknown_letter(letter: char) -> String {
    let known = rows::letters(&LETTERS);
    format!("{UNKNOWN_LETTER} {known}, a number of empty squares, or `.`; found `{letter}`")
}

fn goal(ruleset: &Ruleset, topology: &Topology, errors: &mut Vec<Diagnostic>) -> Vec<u32> {
    let path = diagnostic::path(["rules", "escape"]);
    let (squares, what) = match &ruleset.rules.escape {
        Escape::Sites(texts) => {
            let before = errors.len();
            let chosen = topology.choose(texts, &path, errors);
            let squares: Vec<u32> = chosen.into_iter().map(|chosen| chosen.site).collect();
            if squares.is_empty() && errors.len() > before {
                return squares;
            }
            (squares, "the king can't win anywhere: no square is listed")
        }
        Escape::Corner => {
            let corners = topology.regions().get("corners").cloned();
            let what = "the king can't win on a corner: this board has no region `corners`";
            (corners.unwrap_or_default(), what)
        }
        Escape::Edge => {
            let what = "the king can't win at the edge: this board has none";
            (board_tables::edge(topology).iter().collect(), what)
        }
    };
    let is_blocked = |site: &u32| topology.blocked().binary_search(site).is_ok();
    if !squares.is_empty() && squares.iter().all(is_blocked) {
        let what = "the king can't win: all squares where he could are blocked";
        errors.push(diagnostic::along(path, "rules.escape", what));
    } else if squares.is_empty() {
        let mut open = topology.open_sites();
        let first = open.next().map_or("a1", |site| topology.label(site));
        let last = open.last().map_or(first, |site| topology.label(site));
        let list = format!("list the squares where he wins: `escape = [\"{first}\", \"{last}\"]`");
        let hint = match &ruleset.rules.escape {
            Escape::Corner => {
                format!("give the board corners, set `escape = \"edge\"`, or {list}")
            }
            _ => list,
        };
        errors.push(diagnostic::along(path, "rules.escape", what).hint(hint));
    }
    squares
}

/// Finds boards without straight lines, along which all pieces move.
fn check_lines(ruleset: &Ruleset, topology: &Topology, errors: &mut Vec<Diagnostic>) {
    let goes_on = |step: Step| topology.step(step.site, step.heading).is_some();
    let has_lines = (0..topology.sites()).any(|site| {
        (0..topology.headings()).any(|heading| topology.step(site, heading).is_some_and(goes_on))
    });
    if has_lines {
        return;
    }
    let what = "pieces move and capture along straight lines, and this board has none";
    let (key, hint) = match ruleset.board.shape {
        BoardShape::Graph(_) => ("edges", "list them in `board.lines`"),
        BoardShape::Tiling(_) => (
            "tiling",
            "lines run on through the opposite side of a cell, which triangles and pentagons \
             lack: take another tiling, such as `tiling = \"4.8.8\"`",
        ),
        _ => ("topology", "take a board of squares or hexagons"),
    };
    errors.push(diagnostic::at(["board", key], "board.lines", what).hint(hint));
}

/// Finds rules that need an edge, or a board of squares, on boards without it.
fn check_edge_rules(ruleset: &Ruleset, topology: &Topology, errors: &mut Vec<Diagnostic>) {
    let rules = &ruleset.rules;
    let has_edge = !board_tables::edge(topology).is_empty();
    let mut error = |key: &str, what: &str| {
        let path = diagnostic::path(["rules", key]);
        errors.push(diagnostic::along(path, "rules.edge", what).on_key());
    };
    if rules.shieldwall.is_some() && !shieldwall::is_possible(topology) {
        error("shieldwall", "shieldwalls need a board of squares with an edge");
    }
    if !has_edge && rules.exit_fort {
        error("exit_fort", "an exit fort needs an edge, and this board has none");
    }
    if !has_edge && rules.encircle != Encirclement::None {
        let what = "this board has no edge, so the defenders would always be encircled";
        error("encircle", what);
    }
}
