//! Hints for texts that name no site: what was probably meant.

use boardloom_contract::nearest;

use super::Topology;
use super::select::parts;
use crate::Site;

/// The most regions that a hint names.
const NAMED: usize = 16;
/// Words of regions' names, each with others for the same part of a board.
const SYNONYMS: [(&str, &[&str]); 15] = [
    ("top", &["top", "upper", "up", "north", "northern"]),
    ("bottom", &["bottom", "lower", "down", "south", "southern"]),
    ("left", &["left", "west", "western"]),
    ("right", &["right", "east", "eastern"]),
    ("center", &["center", "centre", "middle"]),
    ("throne", &["throne", "castle"]),
    ("edges", &["edges", "border", "borders", "boundary", "margin", "rim", "sides"]),
    ("edge", &["edge"]),
    ("side", &["side"]),
    ("row", &["row", "rank"]),
    ("column", &["column", "file"]),
    ("corner", &["corner", "corners"]),
    ("camp", &["camp", "camps"]),
    ("odd", &["odd"]),
    ("even", &["even"]),
];

/// Words that add nothing to a part of the board beside them: `upper left corner`.
const FILLERS: [&str; 5] = ["edge", "side", "row", "column", "corner"];

/// Other words for `not`.
const NEGATIONS: [&str; 8] =
    ["!", "no ", "without ", "except ", "but not ", "minus ", "all but ", "all except "];

impl Topology {
    /// Returns the hint for a number that no region of the name has: `side-7` on a hexagon.
    fn numbered(&self, name: &str) -> Option<String> {
        let is_digit = |c: char| c.is_ascii_digit();
        let stem = name.trim_end_matches(is_digit);
        let is_alike = |region: &&String| {
            let number = region.strip_prefix(stem).unwrap_or_default();
            !number.is_empty() && number.chars().all(is_digit)
        };
        let alike: Vec<&String> = self.regions.keys().filter(is_alike).collect();
        let is_sought = stem.len() < name.len() && !stem.is_empty() && alike.len() > 1;
        is_sought.then(|| format!("there are {}", numbered_together(alike.into_iter()).join(", ")))
    }

    /// Returns the hint for a line that is written in another way: `c1-c3`, `form c1 to c3`.
    fn meant_line(&self, name: &str) -> Option<String> {
        let words = name.split(|c: char| c.is_whitespace() || matches!(c, '-' | '.' | ':'));
        let ends: Vec<&str> = words.filter(|word| self.site(word).is_some()).collect();
        let [from, to] = ends[..] else { return None };
        let line = format!("a line is written `from {from} to {to}`");
        Some(match self.meant_rectangle(from, to).filter(|_| name.contains(':')) {
            Some(rows) => format!("{line}, a rectangle by its rows: {rows}"),
            None => line,
        })
    }

    /// Writes the rows between two corners of a rectangle: `c3:e5`.
    fn meant_rectangle(&self, from: &str, to: &str) -> Option<String> {
        let ((left, first), (right, last)) = (parts(from)?, parts(to)?);
        let (first, last) = (first.parse::<u32>().ok()?, last.parse::<u32>().ok()?);
        let (first, last) = (first.min(last), first.max(last));
        let rows = first..=last.min(first + NAMED as u32);
        let rows: Vec<String> =
            rows.map(|row| format!("from {left}{row} to {right}{row}")).collect();
        let is_one = left == right || first == last;
        let are_lines = !is_one && rows.iter().all(|row| self.select(row).is_some());
        are_lines.then(|| format!("`\"{}\"`", rows.join("\", \"")))
    }

    /// Returns a hint for a name that no site and no region of the board has: the nearest one, or
    /// the names that it has.
    pub fn hint(&self, name: &str) -> Option<String> {
        self.meant(name, true)
    }

    /// Returns the hint for an unknown name: the nearest one if `look` is set, else the range of
    /// labels.
    pub(super) fn meant(&self, name: &str, look: bool) -> Option<String> {
        let other = NEGATIONS.iter().find_map(|word| name.strip_prefix(word));
        if let Some(other) = other.filter(|it| self.select(it.trim()).is_some()) {
            return Some(format!("did you mean `not {}`?", other.trim()));
        }
        if let Some(numbered) = self.numbered(name) {
            return Some(numbered);
        }
        if let Some(region) = self.meant_region(name) {
            return Some(format!("did you mean `{region}`?"));
        }
        if let Some(plain) = self.without_signs(name) {
            return Some(format!("did you mean `{plain}`?"));
        }
        let several = self.meant_names("", name).or_else(|| self.meant_line(name));
        if let Some(line) = several.or_else(|| self.meant_keyword(name)) {
            return Some(line);
        }
        if let Some(near) = self.nearest(name).filter(|_| look && name.contains(' ')) {
            return Some(format!("did you mean `{near}`?"));
        }
        let mut turned = [turned_label(name), plain_label(name)].into_iter().flatten();
        let turned = turned.find(|label| self.site(label).is_some());
        if let (None, Some(words)) = (&turned, self.meant_words(name)) {
            return Some(words);
        }
        let near = if look { self.nearest(name) } else { None };
        if let Some(near) = turned.as_deref().or(near) {
            return Some(format!("did you mean `{near}`?"));
        }
        let sites = match self.labels_with_letters(name) {
            Some((letters, first, last)) => {
                format!("sites with `{letters}` are called `{first}` to `{last}`")
            }
            // Names of an author's own have no order.
            None if self.labels.len() <= NAMED
                && self.labels.iter().any(|it| parts(it).is_none()) =>
            {
                let named: Vec<String> = self.labels.iter().map(|it| format!("`{it}`")).collect();
                format!("the sites are {}", named.join(", "))
            }
            None => {
                let (first, last) = (self.labels.first()?, self.labels.last()?);
                format!("sites are called `{first}` to `{last}`")
            }
        };
        let is_like_a_label = name.chars().count() < 3 || parts(name).is_some();
        let regions = numbered_together(self.regions.keys());
        if is_like_a_label || regions.is_empty() || !look {
            return Some(sites);
        }
        let more = if regions.len() > NAMED { ", ..." } else { "" };
        let named = regions[..regions.len().min(NAMED)].join(", ");
        Some(format!("regions are {named}{more}; {sites}"))
    }

    /// Returns the hint for several names in one text, each of which is a selector. `before` is what
    /// stands before the first one: `within 1 of `.
    pub(super) fn meant_names(&self, before: &str, text: &str) -> Option<String> {
        let text = &text.replace(" and ", ",");
        let by_comma: Vec<&str> = text
            .split([',', ';', '+', '&', '/'])
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .collect();
        let by_word: Vec<&str> = text.split_whitespace().collect();
        let is_site = |name: &&str| self.knows(name);
        let names = [by_comma, by_word].into_iter().find(|names| {
            names.len() > 1 && names.iter().all(|name| self.select(name).is_some())
        })?;
        let is_list = text.contains([',', ';', '+', '&', '/']) || names.iter().all(is_site);
        let between = format!("\", \"{before}");
        is_list.then(|| format!("each has its own quotes: `\"{before}{}\"`", names.join(&between)))
    }

    /// Returns the site, region, row or column that signs or a word of a sheet stand around: `$b$2`,
    /// `a*`, `all edges`.
    fn without_signs(&self, name: &str) -> Option<String> {
        let plain = name.replace('$', "");
        let plain = ["all ", "the ", "all the "]
            .iter()
            .find_map(|it| plain.strip_prefix(it))
            .unwrap_or(&plain);
        let rank = plain.trim_matches('*');
        let named = match (rank.len() < plain.len(), rank.parse::<u32>().is_ok()) {
            (false, _) => plain.to_owned(),
            (true, true) => format!("row {rank}"),
            (true, false) => format!("column {rank}"),
        };
        (named != name && !rank.is_empty() && self.select(&named).is_some()).then_some(named)
    }

    /// Returns the hint for a keyword with a letter too many: `rows 1`, `columns a`.
    fn meant_keyword(&self, text: &str) -> Option<String> {
        let (word, rest) = text.trim().split_once(char::is_whitespace)?;
        let lower = word.to_lowercase();
        let keyword = match lower.trim_end_matches([':', '.', 's']) {
            "row" | "rank" | "line" => "row",
            "column" | "col" | "file" => "column",
            _ => return None,
        };
        let meant = format!("{keyword} {}", rest.trim());
        match self.select(&meant) {
            Some(_) => Some(format!("did you mean `{meant}`?")),
            None => self.meant_ranks(keyword, rest.trim()),
        }
    }

    /// Returns the region that a name in other words stands for: `upper left`, `NorthWest`,
    /// `corner 1`.
    fn meant_region(&self, name: &str) -> Option<String> {
        let squeeze = |name: &str| name.to_lowercase().replace([' ', '-', '_', '.'], "");
        let alike = |region: &&String| squeeze(region) == squeeze(name) && *region != name;
        if let Some(region) = self.regions.keys().find(alike) {
            return Some(region.clone());
        }
        let lower = name.to_lowercase();
        let words = region_words(&lower)?;
        let parts: Vec<&str> =
            words.iter().copied().filter(|word| !FILLERS.contains(word)).collect();
        let named = [words, parts].into_iter().flat_map(|mut words| {
            let forwards = words.join("-");
            words.reverse();
            [format!("{forwards}s"), forwards, words.join("-")]
        });
        // The sides of a hexagon are called `upper-left` and so on.
        let of_sides = |name: &String| name.replace("top-", "upper-").replace("bottom-", "lower-");
        let named: Vec<String> = named.collect();
        let mut all = named.iter().cloned().chain(named.iter().map(of_sides));
        all.find(|region| self.regions.contains_key(region))
    }

    /// Returns the hint for several words that are no selector, such as `around d4`.
    fn meant_words(&self, text: &str) -> Option<String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [.., last] = words[..] else { return None };
        if words.len() < 2 {
            return None;
        }
        let site = if self.knows(last) { last } else { self.label(0) };
        let steps = words.iter().find_map(|word| word.parse::<u32>().ok()).unwrap_or(1);
        Some(format!(
            "sites around another are `exactly {steps} of {site}`, with it and those between `within \
             {steps} of {site}`; other forms are `from ... to ...`, `row ...`, `column ...`, `all` and \
             `not ...`"
        ))
    }

    /// Returns the hint for several rows or columns in one text: `1-3`, `1, 2`.
    pub(super) fn meant_ranks(&self, kind: &str, name: &str) -> Option<String> {
        let name = &name.replace(" to ", "-").replace(" and ", ",");
        let parts = |signs: &[char]| -> Vec<String> {
            let parts = name.split(signs).map(|part| part.trim().to_owned());
            parts.filter(|part| !part.is_empty()).collect()
        };
        let named = match &parts(&['-', '–'])[..] {
            [first, last] => {
                let ends = first.parse::<u32>().ok().zip(last.parse::<u32>().ok());
                let letters = || {
                    let only = |text: &str| match text.as_bytes() {
                        [letter] => Some(u32::from(*letter)),
                        _ => None,
                    };
                    only(first).zip(only(last))
                };
                let of_number = |number: u32| match ends {
                    Some(_) => Some(number.to_string()),
                    None => char::from_u32(number).map(String::from),
                };
                let (first, last) = ends.or_else(letters)?;
                (first..=last.min(first + 30)).filter_map(of_number).collect()
            }
            _ => parts(&[',', ' ', '+', '&']),
        };
        let texts: Vec<String> = named.iter().map(|name| format!("{kind} {name}")).collect();
        let is_sound = texts.len() > 1 && texts.iter().all(|it| self.select(it).is_some());
        is_sound.then(|| format!("each has its own quotes: `\"{}\"`", texts.join("\", \"")))
    }

    /// Returns the hint for a row or column that the board does not have; `part` is that of a
    /// site's label.
    pub(super) fn meant_rank<'a>(
        &self,
        row: bool,
        name: &str,
        part: impl Fn(&Site) -> &'a str,
    ) -> String {
        let (kind, other) = if row { ("row", "column") } else { ("column", "row") };
        let of_other = |label: &String| {
            let (letters, number) = parts(label).unwrap_or_default();
            [letters, number].contains(&name)
        };
        if !self.labels.iter().any(of_other) {
            let (first, last) = (part(&0), part(&(self.sites - 1)));
            return format!("the first site is in {kind} `{first}`, the last in `{last}`");
        }
        // The fourth column is `d` where columns have letters.
        let number = name.parse::<u8>().ok().filter(|it| (1..=26).contains(it));
        let letter = number.map(|it| char::from(b'a' + it - 1).to_string());
        let own = letter.filter(|it| (0..self.sites).any(|site| part(&site) == it));
        let own = own.map_or(String::new(), |it| format!("`{kind} {it}` or "));
        format!("did you mean {own}`{other} {name}`?")
    }

    /// Returns the letters of an unknown label and the labels with the least and the greatest
    /// number beside them, where these differ between letters, as on hexagons.
    fn labels_with_letters(&self, name: &str) -> Option<(&str, &str, &str)> {
        let (letters, _) = parts(name)?;
        let mut all: Option<[u32; 2]> = None;
        let mut own: Option<[(u32, &str); 2]> = None;
        for label in &self.labels {
            let (of_label, number) = parts(label)?;
            let number = number.parse().ok()?;
            let [first, last] = all.get_or_insert([number; 2]);
            (*first, *last) = ((*first).min(number), (*last).max(number));
            if of_label == letters {
                let own = own.get_or_insert([(number, label); 2]);
                *own = [own[0].min((number, label)), own[1].max((number, label))];
            }
        }
        let [(least, first), (most, last)] = own?;
        let (letters, _) = parts(first)?;
        (all != Some([least, most])).then_some((letters, first, last))
    }

    /// Returns the region or label that was most likely meant.
    pub(super) fn nearest(&self, name: &str) -> Option<&str> {
        let regions = self.regions.keys().map(String::as_str);
        let labels = self.labels.iter().map(String::as_str);
        // Short labels are too similar to each other.
        let labels = labels.filter(|label| label.len() > 3 || label.eq_ignore_ascii_case(name));
        nearest(name, &mut regions.chain(labels))
    }
}

/// Returns the words of regions' names and the numbers that a name is made of, or `None` if it
/// has others.
fn region_words(name: &str) -> Option<Vec<&str>> {
    let mut words = Vec::new();
    let mut rest = name;
    loop {
        rest = rest.trim_start_matches(|it: char| it.is_whitespace() || "-_.".contains(it));
        if rest.is_empty() {
            return (!words.is_empty()).then_some(words);
        }
        let digits = rest.len() - rest.trim_start_matches(|it: char| it.is_ascii_digit()).len();
        let known = SYNONYMS.iter().flat_map(|(word, all)| all.iter().map(move |it| (*word, *it)));
        let longest = known.filter(|(_, it)| rest.starts_with(it)).max_by_key(|(_, it)| it.len());
        let (word, length) = match longest {
            _ if digits > 0 => (&rest[..digits], digits),
            Some((word, found)) => (word, found.len()),
            None => return None,
        };
        words.push(word);
        rest = &rest[length..];
    }
}

/// Returns names in backquotes; those that differ in their number alone as one: `side-1` to
/// `side-4`.
fn numbered_together<'a>(names: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut groups: Vec<(&str, Vec<u32>)> = Vec::new();
    for name in names {
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = name[stem.len()..].parse();
        match (number, groups.iter_mut().find(|(known, _)| *known == stem)) {
            (Ok(number), Some((_, numbers))) => numbers.push(number),
            (Ok(number), None) => groups.push((stem, vec![number])),
            (Err(_), _) => groups.push((name, Vec::new())),
        }
    }
    let shown =
        |(stem, numbers): (&str, Vec<u32>)| match (numbers.iter().min(), numbers.iter().max()) {
            (Some(first), Some(last)) if (last - first) as usize >= numbers.len() => {
                let mut each = String::new();
                for number in numbers {
                    let comma = if each.is_empty() { "" } else { ", " };
                    each += &format!("{comma}`{stem}{number}`");
                }
                each
            }
            (Some(first), Some(last)) if first < last => {
                format!("`{stem}{first}` to `{stem}{last}`")
            }
            (Some(only), _) => format!("`{stem}{only}`"),
            _ => format!("`{stem}`"),
        };
    groups.into_iter().map(shown).collect()
}

/// Returns a label whose number stands before its letters the right way round: `c3` for `3c`.
fn turned_label(name: &str) -> Option<String> {
    let at = name.find(|letter: char| !letter.is_ascii_digit()).filter(|at| *at > 0)?;
    Some(format!("{}{}", &name[at..], &name[..at]))
}

/// Returns a label without what stands between its letters and its number: `d4` for `d 4`, `d-4`
/// and `d04`.
fn plain_label(name: &str) -> Option<String> {
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = name[letters.len()..].trim_start_matches('0');
    Some(format!("{}{number}", letters.trim_end_matches([' ', '-', '_', ','])))
}
