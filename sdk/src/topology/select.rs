//! Selectors: texts that name sites by label, region, line or distance.

use super::{NOWHERE, Topology};
use crate::diagnostic::{self, Path};
use crate::{Diagnostic, Site, topology::distance};

/// A site from a list of selectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SelectedSite {
    /// The site.
    pub site: Site,
    /// The index of the first text that gave it, from 0.
    pub index: usize,
}

/// An error in a selector.
pub(super) struct SelectError {
    /// The range in the text, in bytes.
    inside: (usize, usize),
    what: String,
    hint: Option<String>,
    /// Whether the name in the range is unknown.
    unknown: bool,
}

/// The number of errors that get a suggestion, because each searches all names.
pub(super) const SUGGESTED: usize = 32;

impl SelectError {
    fn new(inside: (usize, usize), what: impl Into<String>) -> Self {
        SelectError { inside, what: what.into(), hint: None, unknown: false }
    }

    fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Returns the diagnostic for a text of `len` bytes at a path.
    pub(super) fn at(self, path: Path, len: usize) -> Diagnostic {
        let mut error = diagnostic::along(path, "board.no-site", self.what);
        if self.inside != (0, len) {
            error = error.inside(self.inside.0, self.inside.1);
        }
        match self.hint {
            Some(hint) => error.hint(hint),
            None => error,
        }
    }
}

/// The form of a selector.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Name,
    All,
    Line,
    Within(u32),
    Exactly(u32),
    Row,
    Column,
}

/// A parsed selector, with the byte ranges of its names.
pub(super) struct Selector {
    takes_away: bool,
    form: Form,
    names: Vec<(usize, usize)>,
}

impl Selector {
    /// Returns the names of sites and regions in the text.
    pub(super) fn names<'a>(&'a self, text: &'a str) -> impl Iterator<Item = &'a str> + 'a {
        let named = !matches!(self.form, Form::Row | Form::Column);
        self.names.iter().filter(move |_| named).map(|(from, to)| &text[*from..*to])
    }
}

/// The keywords of selectors, which cannot be names of regions.
pub(super) const WORDS: [&str; 7] = ["all", "not", "from", "within", "exactly", "row", "column"];

/// Returns the byte ranges of the words of a text.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut words: Vec<(usize, usize)> = Vec::new();
    let mut inside = false;
    for (at, letter) in text.char_indices() {
        let end = at + letter.len_utf8();
        match (letter.is_whitespace(), inside) {
            (true, _) => inside = false,
            (false, false) => {
                words.push((at, end));
                inside = true;
            }
            (false, true) => {
                if let Some(word) = words.last_mut() {
                    word.1 = end;
                }
            }
        }
    }
    words
}

impl Topology {
    /// Returns the sites of a selector: a label, a region, `all`, `from a4 to g4` (a straight line
    /// with both ends), `within 2 of e5`, `exactly 2 of corners` (distances ignore blocked sites),
    /// `row 3`, `column d`. `None` if the text is not a selector of this board.
    pub fn select(&self, text: &str) -> Option<Vec<Site>> {
        let selector = self.parse(text).ok().filter(|selector| !selector.takes_away)?;
        self.resolve(&selector, text).ok()
    }

    /// Returns the sites of a list of selectors, in order of sites. Each text adds its sites as in
    /// [`select`](Self::select); with `not` before it, it removes them from the sites of earlier
    /// texts.
    ///
    /// Invalid texts are skipped, each with an error in `errors`. `path` leads to the list.
    pub fn choose(
        &self,
        texts: &[String],
        path: &Path,
        errors: &mut Vec<Diagnostic>,
    ) -> Vec<SelectedSite> {
        let mut by = vec![usize::MAX; self.sites as usize];
        for (index, text) in texts.iter().enumerate() {
            match self.chosen(index, text) {
                Ok((takes_away, sites)) => {
                    for site in sites {
                        let by = &mut by[site as usize];
                        *by = if takes_away { usize::MAX } else { index.min(*by) };
                    }
                }
                Err(error) => {
                    let error = self.with_hint(error, text, errors.len() < SUGGESTED);
                    errors.push(error.at(path.clone().index(index), text.len()));
                }
            }
        }
        let chosen = (0..self.sites).zip(by).filter(|(_, by)| *by != usize::MAX);
        chosen.map(|(site, index)| SelectedSite { site, index }).collect()
    }

    /// Returns the sites of a single selector at a path.
    ///
    /// # Errors
    /// What is wrong with the text, at its place in it.
    pub fn choose_one(&self, text: &str, path: Path) -> Result<Vec<Site>, Box<Diagnostic>> {
        let chosen = self.chosen(0, text).map(|(_, sites)| sites);
        chosen.map_err(|error| Box::new(self.with_hint(error, text, true).at(path, text.len())))
    }

    /// Adds what was probably meant if a name is unknown: the nearest one if `look` is set.
    fn with_hint(&self, mut error: SelectError, text: &str, look: bool) -> SelectError {
        if error.unknown {
            let (from, to) = error.inside;
            let several =
                if from > 0 { self.meant_names(&text[..from], &text[from..to]) } else { None };
            error.hint = several.or_else(|| self.meant(&text[from..to], look));
        }
        error
    }

    /// Returns the sites of each list of a setup, as [`choose`](Self::choose) does. `table` holds
    /// the lists by key.
    ///
    /// # Errors
    /// All invalid texts, and all sites that are blocked or in two lists.
    pub fn setup<const N: usize>(
        &self,
        table: &str,
        lists: [(&str, &[String]); N],
    ) -> Result<[Vec<Site>; N], Vec<Diagnostic>> {
        let (mut taken, mut errors) = (self.blocked.clone(), Vec::new());
        let sites = lists.map(|(key, texts)| {
            let path = diagnostic::path([table, key]);
            let chosen = self.choose(texts, &path, &mut errors);
            for SelectedSite { site, index } in &chosen {
                if taken.contains(site) {
                    let what = format!("`{}` is taken or blocked", self.label(*site));
                    errors.push(diagnostic::along(path.clone().index(*index), "setup.taken", what));
                }
            }
            let sites: Vec<Site> = chosen.iter().map(|chosen| chosen.site).collect();
            taken.extend(&sites);
            sites
        });
        diagnostic::check(errors)?;
        Ok(sites)
    }

    /// Returns the sites of one text of a list, and whether it removes them.
    fn chosen(&self, index: usize, text: &str) -> Result<(bool, Vec<Site>), SelectError> {
        let selector = self.parse(text)?;
        if selector.takes_away && index == 0 {
            let error = SelectError::new((0, text.len()), "there is nothing yet to take away");
            return Err(error.hint("begin the list with `all`"));
        }
        Ok((selector.takes_away, self.resolve(&selector, text)?))
    }

    /// Tells whether a text is the name of a site or a region.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.site(name).is_some() || self.regions.contains_key(name)
    }

    /// Parses a selector.
    pub(super) fn parse(&self, text: &str) -> Result<Selector, SelectError> {
        let words = words(text);
        let word = |at: usize| words.get(at).map_or("", |(from, to)| &text[*from..*to]);
        // The range of the words `from..to`.
        let span = |from: usize, to: usize| (words[from].0, words[to - 1].1);
        let count = words.len();
        let whole = (0, text.len());
        if count == 0 {
            let error =
                SelectError::new(whole, "expected the name of a site or region, found nothing");
            return Err(error);
        }
        let takes_away = word(0) == "not" && count > 1 && !self.knows(text);
        let at = usize::from(takes_away);
        let (first, last) = span(at, count);
        let form = |form, names| Ok(Selector { takes_away, form, names });
        if self.knows(&text[first..last]) {
            return form(Form::Name, vec![(first, last)]);
        }
        let rest = count - at;
        match word(at) {
            "all" if rest == 1 => form(Form::All, Vec::new()),
            "from" => match (at + 2..count - 1).find(|to| word(*to) == "to") {
                Some(to) => form(Form::Line, vec![span(at + 1, to), span(to + 1, count)]),
                None => Err(SelectError::new(whole, "expected `from` a site `to` a site")),
            },
            measure @ ("within" | "exactly") => {
                let steps = word(at + 1).parse().ok().filter(|_| word(at + 2) == "of" && rest > 3);
                let Some(steps) = steps else {
                    let what =
                        format!("expected `{measure}` a number of steps `of` a site or region");
                    let example = format!("for example `{measure} 2 of {}`", self.label(0));
                    return Err(SelectError::new(whole, what).hint(example));
                };
                let near = if measure == "within" { Form::Within } else { Form::Exactly };
                form(near(steps), vec![span(at + 3, count)])
            }
            "row" if rest > 1 => form(Form::Row, vec![span(at + 1, count)]),
            "column" if rest > 1 => form(Form::Column, vec![span(at + 1, count)]),
            _ => form(Form::Name, vec![(first, last)]),
        }
    }

    /// Returns the sites of a parsed selector.
    pub(super) fn resolve(
        &self,
        selector: &Selector,
        text: &str,
    ) -> Result<Vec<Site>, SelectError> {
        match selector.form {
            Form::All => Ok((0..self.sites).collect()),
            Form::Name => self.find_name(text, selector.names[0]),
            Form::Line => {
                let from = self.one(text, selector.names[0])?;
                let to = self.one(text, selector.names[1])?;
                self.between(from, to).ok_or_else(|| {
                    let inside = (selector.names[0].0, selector.names[1].1);
                    let (from, to) = (self.label(from), self.label(to));
                    let what = format!("no straight line leads from `{from}` to `{to}`");
                    SelectError::new(inside, what).hint("name the sites one by one")
                })
            }
            Form::Within(most) => self.away(text, selector.names[0], 0, most),
            Form::Exactly(steps) => self.away(text, selector.names[0], steps, steps),
            Form::Row => self.rank(text, selector.names[0], true),
            Form::Column => self.rank(text, selector.names[0], false),
        }
    }

    fn find_name(&self, text: &str, inside: (usize, usize)) -> Result<Vec<Site>, SelectError> {
        let name = &text[inside.0..inside.1];
        if let Some(site) = self.site(name) {
            return Ok(vec![site]);
        }
        self.regions.get(name).cloned().ok_or_else(|| {
            let what = format!("there is no site or region `{name}` on this board");
            SelectError { unknown: true, ..SelectError::new(inside, what) }
        })
    }

    fn one(&self, text: &str, inside: (usize, usize)) -> Result<Site, SelectError> {
        match self.find_name(text, inside)?[..] {
            [site] => Ok(site),
            ref sites => {
                let (name, found) = (&text[inside.0..inside.1], sites.len());
                let what = format!("expected one site, found the {found} sites of `{name}`");
                Err(SelectError::new(inside, what))
            }
        }
    }

    fn away(
        &self,
        text: &str,
        inside: (usize, usize),
        least: u32,
        most: u32,
    ) -> Result<Vec<Site>, SelectError> {
        let from = self.find_name(text, inside)?;
        let distances = distance::from_all(self, &from, most);
        // Unreachable sites have no distance.
        let most = most.min(u32::MAX - 1);
        let near = |site: &Site| (least..=most).contains(&distances[*site as usize]);
        Ok((0..self.sites).filter(near).collect())
    }

    /// Returns the shortest straight line between two sites, both included.
    fn between(&self, from: Site, to: Site) -> Option<Vec<Site>> {
        let mut shortest: Option<Vec<Site>> = (from == to).then(|| vec![from]);
        let headings = (0..self.headings).map(|heading| (heading, false));
        let diagonals = self.diagonal(from).iter().map(|link| (link.heading, true));
        for (heading, diagonal) in headings.chain(diagonals) {
            let most = shortest.as_ref().map_or(usize::MAX, Vec::len);
            if let Some(line) = self.line(from, to, heading, diagonal).filter(|it| it.len() < most)
            {
                shortest = Some(line);
            }
        }
        shortest
    }

    /// Returns the sites along a heading up to `to`, if the line reaches it.
    fn line(&self, from: Site, to: Site, heading: u8, diagonal: bool) -> Option<Vec<Site>> {
        let (mut line, mut at, mut heading) = (vec![from], from, heading);
        while at != to {
            let step = match diagonal {
                false => self.step(at, heading)?,
                true => self.diagonal(at).iter().find(|link| link.heading == heading)?.step,
            };
            (at, heading) = (step.site, step.heading);
            if at == from && to != from || line.len() > self.sites as usize {
                return None;
            }
            line.push(at);
            if heading == NOWHERE && at != to {
                return None;
            }
        }
        Some(line)
    }

    /// Returns the sites of a row or column by the part of the labels that they share.
    fn rank(
        &self,
        text: &str,
        inside: (usize, usize),
        row: bool,
    ) -> Result<Vec<Site>, SelectError> {
        let kind = if row { "row" } else { "column" };
        let Some(numbered) = self.rows_are_numbered() else {
            let what =
                format!("the {kind}s of this board have no names: its labels do not name them");
            return Err(SelectError::new((0, text.len()), what));
        };
        let name = &text[inside.0..inside.1];
        let part = |site: &Site| {
            let (letters, number) = parts(self.label(*site)).unwrap_or_default();
            if numbered == row { number } else { letters }
        };
        let sites: Vec<Site> = (0..self.sites).filter(|site| part(site) == name).collect();
        if sites.is_empty() {
            let what = format!("there is no {kind} `{name}` on this board");
            let hint =
                self.meant_ranks(kind, name).unwrap_or_else(|| self.meant_rank(row, name, part));
            return Err(SelectError::new(inside, what).hint(hint));
        }
        Ok(sites)
    }

    /// Tells whether the sites of each row share the number of their labels, rather than the
    /// letters. `None` if they share neither.
    fn rows_are_numbered(&self) -> Option<bool> {
        let (mut numbers, mut letters) = (true, true);
        let top = parts(self.label(*self.rows.first()?.first()?))?;
        let mut bottom = top;
        for row in &self.rows {
            let first = parts(self.label(*row.first()?))?;
            bottom = first;
            for site in row {
                let (letter, number) = parts(self.label(*site))?;
                letters &= letter == first.0;
                numbers &= number == first.1;
            }
        }
        // On a board of one column the differing part names the rows.
        let lettered = letters && top.1 == bottom.1 && top.0 != bottom.0;
        (numbers || letters).then_some(numbers && !lettered)
    }
}

/// Returns the letters and the number of a label made of both.
pub(super) fn parts(label: &str) -> Option<(&str, &str)> {
    let at = label.find(|letter: char| letter.is_ascii_digit())?;
    let (letters, number) = label.split_at(at);
    let whole = at > 0
        && letters.chars().all(char::is_alphabetic)
        && number.bytes().all(|digit| digit.is_ascii_digit());
    whole.then_some((letters, number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::{Adjacency, Glue, Grid};

    fn board(glue: Glue) -> Topology {
        let grid = Grid { width: 7, height: 7, adjacency: None, glue };
        grid.topology(Adjacency::King).expect("a good board")
    }

    fn labels(board: &Topology, texts: &[&str]) -> String {
        let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        let mut errors = Vec::new();
        let chosen = board.choose(&texts, &diagnostic::path(["x"]), &mut errors);
        assert!(errors.is_empty(), "{:?}", errors);
        chosen.iter().map(|chosen| board.label(chosen.site)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn texts_give_sites() {
        let board = board(Glue::None);
        let check = |texts: &[&str], expected: &str| {
            assert_eq!(labels(&board, texts), expected, "{texts:?}");
        };
        check(&["a7"], "a7");
        check(&["b2", "a7", "b2"], "a7 b2");
        check(&["from b2 to e2"], "b2 c2 d2 e2");
        check(&["from e5 to b2"], "e5 d4 c3 b2");
        check(&["from top-left to c5"], "a7 b6 c5");
        check(&["from c3 to c3"], "c3");
        check(&["within 1 of a1"], "a2 b2 a1 b1");
        check(&["exactly 3 of corners", "not row 4"], "d7 d6 d5 d3 d2 d1");
        check(&["  row   3 ", "not column d"], "a3 b3 c3 e3 f3 g3");
        check(&["all", "not within 2 of d4", "not edges"], "");
        check(&["edges", "not row 7", "not row 1", "not left"], "g6 g5 g4 g3 g2");
    }

    #[test]
    fn a_line_takes_the_shorter_way_round() {
        assert_eq!(labels(&board(Glue::Torus), &["from b1 to g1"]), "a1 b1 g1");
        assert_eq!(labels(&board(Glue::None), &["from b1 to g1"]), "b1 c1 d1 e1 f1 g1");
    }

    #[test]
    fn rows_of_one_column_are_called_by_what_tells_them_apart() {
        let column = |scheme: &str| -> Topology {
            let json = format!(r#"{{"topology":"grid","width":1,"height":3,"labels":"{scheme}"}}"#);
            let board: crate::topology::Board = serde_json::from_str(&json).expect("a board");
            board.topology(Adjacency::King).expect("a good board")
        };
        let rows = column("rows");
        assert_eq!((labels(&rows, &["row B"]), rows.select("row 1")), ("B1".to_owned(), None));
        assert_eq!(labels(&rows, &["column 1"]), "A1 B1 C1");
        let plain = column("a1");
        assert_eq!((labels(&plain, &["row 2"]), plain.select("row a")), ("a2".to_owned(), None));
    }

    #[test]
    fn what_no_step_leads_to_is_at_no_distance() {
        let json = r#"{"topology":"graph","sites":3,"edges":[["1","2"]]}"#;
        let board: crate::topology::Board = serde_json::from_str(json).expect("a board");
        let board = board.topology(Adjacency::King).expect("a good board");
        assert_eq!(labels(&board, &["exactly 4294967295 of 1"]), "");
        assert_eq!(labels(&board, &["within 4294967295 of 1"]), "1 2");
    }

    #[test]
    fn names_are_suggested_for_the_first_errors_alone() {
        let (texts, mut errors) = (vec!["cornres".to_owned(); 40], Vec::new());
        board(Glue::None).choose(&texts, &diagnostic::path(["x"]), &mut errors);
        let near = |error: &Diagnostic| {
            error.hint.as_ref().is_some_and(|hint| hint.text == "did you mean `corners`?")
        };
        let errors = errors;
        assert_eq!((errors.len(), errors.iter().filter(|error| near(error)).count()), (40, 32));
    }

    #[test]
    fn the_text_that_gave_a_site_is_known() {
        let texts = ["row 7".to_owned(), "not b7".to_owned(), "column b".to_owned()];
        let chosen = board(Glue::None).choose(&texts, &diagnostic::path(["x"]), &mut Vec::new());
        let by: Vec<usize> = chosen.iter().map(|chosen| chosen.index).collect();
        assert_eq!(by, [0, 2, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2]);
    }

    #[test]
    fn errors_have_texts_and_locations() {
        let board = board(Glue::None);
        let check = |text: &str, inside: Option<&str>, what: &str, hint: &str| {
            let (texts, mut errors) = (["a1".to_owned(), text.to_owned()], Vec::new());
            let rest = board.choose(&texts, &diagnostic::path(["x"]), &mut errors);
            assert_eq!(rest.len(), 1, "what is right stays");
            let errors = errors;
            let [error] = &errors[..] else { panic!("{text}: {errors:?}") };
            let range = error.inside.map(|(from, to)| &text[from as usize..to as usize]);
            assert_eq!((range, &*error.what.text), (inside, what), "{text}");
            let said = error.hint.as_ref().map_or("", |hint| &*hint.text);
            assert_eq!(said, hint, "{text}");
        };
        let none = |name: &str| format!("there is no site or region `{name}` on this board");
        let sites = "sites are called `a7` to `g1`";
        check("z9", None, &none("z9"), sites);
        check("3c", None, &none("3c"), "did you mean `c3`?");
        let around = "sites around another are `exactly 1 of d4`, with it and those between `within \
                      1 of d4`; other forms are `from ... to ...`, `row ...`, `column ...`, `all` and \
                      `not ...`";
        check("d 4", None, &none("d 4"), "did you mean `d4`?");
        check("d04", None, &none("d04"), "did you mean `d4`?");
        check("all but d4", None, &none("all but d4"), "did you mean `not d4`?");
        check("d4 and e4", None, &none("d4 and e4"), "each has its own quotes: `\"d4\", \"e4\"`");
        let column = "did you mean `column d` or `row 4`?";
        check("column 4", Some("4"), "there is no column `4` on this board", column);
        check("around d4", None, &none("around d4"), around);
        let regions = "regions are `bottom`, `bottom-left`, `bottom-right`, `center`, `corner-1` \
                       to `corner-4`, `corners`, `edges`, `even-corners`, `left`, `odd-corners`, \
                       `right`, `side-1` to `side-4`, `top`, `top-left`, `top-right`; sites are \
                       called `a7` to `g1`";
        check(
            "d3, row 4",
            None,
            &none("d3, row 4"),
            "each has its own quotes: `\"d3\", \"row 4\"`",
        );
        check("d3 e4", None, &none("d3 e4"), "each has its own quotes: `\"d3\", \"e4\"`");
        check("rows 1", None, &none("rows 1"), "did you mean `row 1`?");
        check("north", None, &none("north"), "did you mean `top`?");
        check("lower-right", None, &none("lower-right"), "did you mean `bottom-right`?");
        check("top left", None, &none("top left"), "did you mean `top-left`?");
        let rows = "each has its own quotes: `\"row 1\", \"row 2\", \"row 3\"`";
        check("row 1-3", Some("1-3"), "there is no row `1-3` on this board", rows);
        check("somewhere", None, &none("somewhere"), regions);
        check("a1-c1", None, &none("a1-c1"), "a line is written `from a1 to c1`");
        check("A1", None, &none("A1"), "did you mean `a1`?");
        for (name, region) in [
            ("top left", "top-left"),
            ("upper-left", "top-left"),
            ("lower right", "bottom-right"),
            ("SouthEast", "bottom-right"),
            ("left_bottom", "bottom-left"),
            ("north", "top"),
            ("middle", "center"),
            ("left side", "left"),
            ("top row", "top"),
            ("upper right corner", "top-right"),
            ("corner 2", "corner-2"),
            ("corner", "corners"),
            ("rim", "edges"),
            ("even corner", "even-corners"),
        ] {
            check(name, None, &none(name), &format!("did you mean `{region}`?"));
        }
        check("cornres", None, &none("cornres"), "did you mean `corners`?");
        check("not botom", Some("botom"), &none("botom"), "did you mean `bottom`?");
        check("from a1 to z9", Some("z9"), &none("z9"), sites);
        check(
            "from a1 to c2",
            Some("a1 to c2"),
            "no straight line leads from `a1` to `c2`",
            "name the sites one by one",
        );
        check(
            "from corners to a1",
            Some("corners"),
            "expected one site, found the 4 sites of `corners`",
            "",
        );
        check("from a1", None, "expected `from` a site `to` a site", "");
        check(
            "within x of a1",
            None,
            "expected `within` a number of steps `of` a site or region",
            "for example `within 2 of a7`",
        );
        let first = "the first site is in row `7`, the last in `1`";
        check("row 8", Some("8"), "there is no row `8` on this board", first);
        check(" ", None, "expected the name of a site or region, found nothing", "");
        let mut errors = Vec::new();
        board.choose(&["not a1".to_owned()], &diagnostic::path(["x"]), &mut errors);
        assert_eq!(errors[0].what.text, "there is nothing yet to take away");
    }
}
