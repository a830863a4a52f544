//! Other words for keys.

/// Keys that end a game after so many moves.
const LIMITS: &[&str] = &["turn_limit", "quiet_limit"];
/// Keys that end a game in which nothing happens.
const QUIET: &[&str] = &["quiet_limit", "capture_draw"];

/// Words that authors write, each with the keys that say the same, the likelier first.
const SYNONYMS: &[(&str, &[&str])] = &[
    ("title", &["name", "label"]),
    ("label", &["name"]),
    ("name", &["label", "title"]),
    ("levels", &["depth"]),
    ("generations", &["depth"]),
    ("iterations", &["nodes", "depth"]),
    ("visits", &["nodes"]),
    ("playouts", &["nodes"]),
    ("simulations", &["nodes"]),
    ("rollouts", &["nodes"]),
    ("plies", &["depth"]),
    ("seconds", &["time_ms"]),
    ("recursion", &["depth"]),
    ("order", &["depth"]),
    ("nodes", &["sites"]),
    ("vertices", &["sites"]),
    ("towns", &["sites"]),
    ("links", &["edges"]),
    ("connections", &["edges"]),
    ("roads", &["edges"]),
    ("include", &["extends"]),
    ("import", &["extends"]),
    ("per_move", &["period"]),
    ("center", &["throne"]),
    ("middle", &["throne"]),
    ("elsewhere", &["other"]),
    ("rotate", &["m"]),
    ("rotation", &["m"]),
    ("matrix", &["m"]),
    ("shift", &["t"]),
    ("offset", &["t"]),
    ("random", &["moves"]),
    ("connect", &["join"]),
    ("connects", &["join"]),
    ("link", &["join"]),
    ("fork", &["join"]),
    ("bridge", &["join"]),
    ("version", &["format", "plugin_version"]),
    ("between", &["join"]),
    ("regions", &["join"]),
    ("sides", &["join", "shape", "word"]),
    ("player", &["for", "seat"]),
    ("seat", &["for"]),
    ("who", &["for"]),
    ("count", &["max"]),
    ("number", &["count", "max"]),
    ("amount", &["count", "max"]),
    ("king", &["king_capture"]),
    ("weaponless_king", &["king_weapon"]),
    ("unarmed_king", &["king_weapon"]),
    ("armed_king", &["king_weapon"]),
    ("king_armed", &["king_weapon"]),
    ("king_unarmed", &["king_weapon"]),
    ("king_weaponless", &["king_weapon"]),
    ("max_moves", LIMITS),
    ("move_limit", LIMITS),
    ("max_turns", LIMITS),
    ("max_plies", LIMITS),
    ("ply_limit", LIMITS),
    ("fifty_moves", QUIET),
    ("fifty_move_rule", QUIET),
    ("no_capture_limit", QUIET),
    ("no_capture", QUIET),
    ("quiet", QUIET),
    ("surround_win", &["encircle"]),
    ("surrounding_wins", &["encircle"]),
    ("enclosure_win", &["encircle"]),
    ("enclosure", &["encircle"]),
    ("encirclement", &["encircle"]),
    ("edge_escape", &["escape"]),
    ("corner_escape", &["escape"]),
    ("times", &["count"]),
    ("color", &["fill"]),
    ("colour", &["color", "fill"]),
    ("background", &["fill"]),
    ("sign", &["ornament", "mark"]),
    ("options", &["choices"]),
    ("description", &["summary", "help", "text"]),
    ("desc", &["summary", "help"]),
    ("subtitle", &["summary"]),
    ("tagline", &["summary"]),
    ("game", &["plugin"]),
    ("engine", &["plugin"]),
    ("parent", &["extends"]),
    ("base", &["extends"]),
    ("based_on", &["extends"]),
    ("inherits", &["extends"]),
    ("template", &["extends"]),
    ("exclude", &["without"]),
    ("drop", &["without"]),
    ("delete", &["without"]),
    ("creator", &["author"]),
    ("by", &["author", "for"]),
    ("url", &["source"]),
    ("link", &["source"]),
    ("website", &["source"]),
    ("copyright", &["license"]),
    ("size", &["n", "shape"]),
    ("points", &["target"]),
    ("goal", &["answers", "goals"]),
    ("shape", &["mark"]),
    ("edges", &["word"]),
    ("when", &["who"]),
    ("summary", &["text"]),
    ("remark", &["text"]),
    ("type", &["topology", "kind"]),
    ("mode", &["kind"]),
    ("columns", &["width"]),
    ("cols", &["width"]),
    ("walls", &["blocked"]),
    ("holes", &["blocked"]),
    ("obstacles", &["blocked"]),
    ("zones", &["regions"]),
    ("areas", &["regions"]),
    ("diamond", &["rhombus"]),
    ("parallelogram", &["rhombus"]),
    ("lozenge", &["rhombus"]),
    ("square", &["rectangle"]),
    ("wrap", &["glue"]),
    ("join", &["glue"]),
    ("joins", &["join", "glue"]),
    ("joined", &["glue"]),
    ("joined_edges", &["glue"]),
    ("gluing", &["glue"]),
    ("identify", &["glue"]),
    ("wraparound", &["glue"]),
    ("periodic", &["glue"]),
    ("players", &["seats"]),
    ("layout", &["rows"]),
    ("stones", &["pieces"]),
    ("swap", &["equaliser"]),
    ("pie", &["equaliser"]),
    ("pie_rule", &["equaliser"]),
    ("win", &["goals", "escape"]),
    ("winning", &["goals", "escape"]),
    ("victory", &["goals", "escape"]),
    ("time", &["seconds", "time_ms"]),
    ("minutes", &["seconds"]),
    ("bonus", &["increment"]),
    ("text", &["label", "rules"]),
    ("values", &["choices"]),
    ("symbol", &["mark", "letter", "ornament"]),
    ("icon", &["mark", "shape"]),
    ("question", &["text"]),
    ("task", &["text"]),
    ("solution", &["answers"]),
    ("solutions", &["answers"]),
    ("setup", &["position"]),
    ("start", &["position", "positions"]),
    ("hint", &["wrong"]),
    ("level", &["difficulty"]),
    ("depth", &["nodes"]),
];

/// Other words for listed values, such as the common names of tilings.
const VALUES: &[(&str, &str)] = &[
    ("triangular", "3.3.3.3.3.3"),
    ("triangles", "3.3.3.3.3.3"),
    ("snub-hexagonal", "3.3.3.3.6"),
    ("elongated-triangular", "3.3.3.4.4"),
    ("snub-square", "3.3.4.3.4"),
    ("rhombitrihexagonal", "3.4.6.4"),
    ("trihexagonal", "3.6.3.6"),
    ("kagome", "3.6.3.6"),
    ("truncated-hexagonal", "3.12.12"),
    ("square", "4.4.4.4"),
    ("squares", "4.4.4.4"),
    ("truncated-trihexagonal", "4.6.12"),
    ("truncated-square", "4.8.8"),
    ("octagons", "4.8.8"),
    ("octagonal", "4.8.8"),
    ("hexagonal", "6.6.6"),
    ("hexagons", "6.6.6"),
    ("honeycomb", "6.6.6"),
    ("kites", "deltoidal"),
    ("rhombs", "rhombille"),
    ("rhombus", "rhombille"),
    ("pie", "swap-seats"),
    ("pie-rule", "swap-seats"),
    ("tie", "draw"),
    ("circle", "disc"),
    ("circle", "ring"),
    ("connect", "sides"),
    ("connection", "sides"),
    ("cycle", "loop"),
    ("blitz", "simple"),
    ("bullet", "simple"),
    ("sudden-death", "simple"),
    ("stalemate", "draw"),
    ("all", "king"),
    ("all", "adjacent"),
    ("yes", "both"),
    ("x", "cross"),
    ("custodial", "pair"),
    ("sandwich", "pair"),
    ("first", "mover"),
    ("stripes", "hatch"),
    ("striped", "hatch"),
    ("lines", "hatch"),
    ("chess", "a1"),
    ("sierpinski", "triangle"),
    ("serpinski", "triangle"),
    ("quadtree", "square"),
    ("queen", "king"),
    ("diagonal", "king"),
    ("moore", "king"),
    ("eight", "king"),
    ("von-neumann", "orthogonal"),
    ("four", "orthogonal"),
    ("bronstein", "fischer"),
    ("delay", "fischer"),
    ("increment", "fischer"),
    ("canadian", "byo-yomi"),
    ("neural-network", "alpha-beta"),
    ("rook", "orthogonal"),
    ("two", "pair"),
    ("four", "surround"),
    ("surrounded", "surround"),
    ("armed", "both"),
    ("unarmed", "none"),
    ("mcts", "monte-carlo"),
    ("minimax", "alpha-beta"),
    ("corners", "vertices"),
    ("points", "vertices"),
    ("weaponless", "none"),
    ("algebraic", "a1"),
];

/// Returns the listed value that says the same as another word.
pub(super) fn value_synonym<'a>(
    word: &str,
    listed: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    let word = word.to_lowercase().replace([' ', '_'], "-");
    let listed: Vec<&str> = listed.collect();
    let named = VALUES.iter().filter(|(other, _)| *other == word);
    let named = named.filter_map(|(_, value)| listed.iter().find(|it| *it == value).copied());
    named.chain(same_polygons(&word, &listed)).next()
}

/// Returns the listed name of a tiling that has the polygons of another one, which begins with
/// another of them, goes the other way around or has powers: `4.3.4.6`, `(3.6)^2`.
fn same_polygons<'a>(word: &str, listed: &[&'a str]) -> Option<&'a str> {
    let numbers = polygons(word).filter(|it| it.len() > 2)?;
    let is_same = |other: &Vec<u8>| {
        let twice = [&other[..], other].concat();
        let is_in = |numbers: &[u8]| twice.windows(numbers.len()).any(|part| part == numbers);
        let reverse: Vec<u8> = numbers.iter().rev().copied().collect();
        other.len() == numbers.len() && (is_in(&numbers) || is_in(&reverse))
    };
    listed.iter().find(|it| polygons(it).as_ref().is_some_and(is_same)).copied()
}

/// Reads the numbers of sides of the polygons around a corner.
fn polygons(word: &str) -> Option<Vec<u8>> {
    let plain = word.replace(',', ".").replace("^", "p");
    if plain.len() > 2 && plain.bytes().all(|it| matches!(it, b'3' | b'4' | b'6' | b'8')) {
        return Some(plain.bytes().map(|digit| digit - b'0').collect());
    }
    let (base, times) = match plain.strip_prefix('(').and_then(|rest| rest.split_once(")p")) {
        Some((base, times)) => (base, times.parse().ok().filter(|times| *times <= 6)?),
        None => (plain.as_str(), 1),
    };
    let mut numbers = Vec::new();
    for part in base.split('.') {
        let (sides, power) = part.split_once('p').unwrap_or((part, "1"));
        let power: usize = power.parse().ok().filter(|power| *power <= 6)?;
        numbers.extend(vec![sides.parse::<u8>().ok()?; power]);
    }
    Some(numbers.repeat(times))
}

/// Returns the key of a table that says the same as an unknown one.
pub(crate) fn synonym<'a>(key: &str, names: &[&'a str]) -> Option<&'a str> {
    let lower = key.to_lowercase();
    let (_, keys) = SYNONYMS.iter().find(|(word, _)| *word == lower)?;
    keys.iter().find_map(|key| names.iter().find(|name| *name == key).copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tiling_is_known_by_its_polygons() {
        let listed = ["3.3.3.4.4", "3.3.4.3.4", "3.4.6.4", "3.6.3.6", "4.4.4.4", "4.6.12", "4.8.8"];
        let check = |word: &str, expected: Option<&str>| {
            assert_eq!(value_synonym(word, listed.into_iter()), expected, "{word}");
        };
        check("4.3.4.6", Some("3.4.6.4"));
        check("3.4.3.3.4", Some("3.3.4.3.4"));
        check("3.4.4.3.3", Some("3.3.3.4.4"));
        check("6.3.6.3", Some("3.6.3.6"));
        check("12.6.4", Some("4.6.12"));
        check("4,8,8", Some("4.8.8"));
        check("4.8^2", Some("4.8.8"));
        check("(3.6)^2", Some("3.6.3.6"));
        check("4444", Some("4.4.4.4"));
        check("4.4.4.3", None);
        check("5.5.5.5", None);
        check("(4)^99", None);
    }
}
