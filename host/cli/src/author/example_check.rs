//! Whether the examples of a new ruleset work: each is tried alone.

use boardloom_contract::Extent;
use boardloom_match::GameSource;
use serde_json::{Map, Value as Json};

use crate::Catalog;

/// Places of the drawing whose labels examples may use.
const PLACES: u32 = 4096;

/// The ruleset into which examples are written.
pub(super) struct ExampleCheck<'a> {
    catalog: &'a Catalog,
    source: &'a GameSource,
    /// The text of the ruleset.
    text: String,
    /// The labels of empty sites at the start.
    labels: Vec<String>,
}

impl<'a> ExampleCheck<'a> {
    pub(super) fn new(catalog: &'a Catalog, source: &'a GameSource, text: String) -> Self {
        let labels = empty_sites(source).unwrap_or_default();
        ExampleCheck { catalog, source, text, labels }
    }

    /// Returns the first value that works alone, else the first variant of another one that does,
    /// else the first value and why it does not.
    pub(super) fn choose(
        &self,
        values: &[Json],
        like: Option<&Json>,
        line: impl Fn(&Json) -> Option<(String, String)>,
    ) -> Option<(Json, Option<String>)> {
        let mut first: Option<(Json, Option<String>)> = None;
        for value in values.iter().cloned() {
            let Some((table, line)) = line(&value) else { continue };
            match self.refusal(&table, &line) {
                None => return Some((value, None)),
                Some(why) if first.is_none() => first = Some((value, Some(why))),
                Some(_) => {}
            }
        }
        // A text may be no name of a site: then no variant works, whatever the other keys are.
        let variants = like.map(|value| self.with_sites(value)).unwrap_or_default();
        let works = |value: &Json| {
            line(value).is_some_and(|(table, line)| self.refusal(&table, &line).is_none())
        };
        variants.into_iter().find(works).map(|value| (value, None)).or(first)
    }

    /// Returns why the ruleset is wrong with one line more in a table.
    fn refusal(&self, table: &str, line: &str) -> Option<String> {
        let header = format!("\n[{table}]\n");
        let text = match self.text.find(&header).map(|at| at + header.len()) {
            Some(at) => format!("{}{line}\n{}", &self.text[..at], &self.text[at..]),
            None => format!("{}{header}{line}\n", self.text),
        };
        self.catalog.check_text("example.toml", &text).first_error()
    }

    /// Returns the values that the ruleset's option for a key offers.
    pub(super) fn offered(&self, key: &str) -> Vec<Json> {
        let mut options = self.source.ruleset.options.iter();
        options.find(|option| option.key == key).map(|option| option.sample()).unwrap_or_default()
    }

    /// Returns variants of a value with names of sites in the place of its texts.
    fn with_sites(&self, value: &Json) -> Vec<Json> {
        let count = self.labels.len();
        if count == 0 {
            return Vec::new();
        }
        let variants = [0, count / 2, count / 3];
        let variants = variants.map(|first| self.relabelled(value, &mut { first }));
        // A value without a text has no variants.
        variants.into_iter().filter(|variant| variant != value).collect()
    }

    fn relabelled(&self, value: &Json, next: &mut usize) -> Json {
        match value {
            Json::String(_) => {
                let label = &self.labels[*next % self.labels.len()];
                *next += 1;
                Json::from(label.as_str())
            }
            Json::Array(items) => items.iter().map(|item| self.relabelled(item, next)).collect(),
            Json::Object(table) => {
                let entry = |(key, value): (&String, &Json)| {
                    (key.clone(), self.relabelled(value, &mut *next))
                };
                Json::Object(table.iter().map(entry).collect::<Map<_, _>>())
            }
            other => other.clone(),
        }
    }
}

/// Returns the labels of sites that are empty at the start.
fn empty_sites(source: &GameSource) -> Option<Vec<String>> {
    let mut cursor = source.open().ok()?.start().ok()?;
    let patch = cursor.drawing_beyond(0, Extent::default(), PLACES).ok()?;
    let taken = cursor.pieces(0, PLACES).ok()?;
    let roles = source.open().ok()?.about().ok()?.roles;
    let is_free = |role: u16| {
        roles
            .get(usize::from(role))
            .is_none_or(|role| !matches!(role.as_str(), "blocked" | "throne"))
    };
    let places = patch.places.into_iter().filter(|place| {
        !place.copy
            && !place.label.is_empty()
            && is_free(place.role)
            && taken.iter().all(|(site, _)| *site != place.site)
    });
    Some(places.map(|place| place.label).collect())
}
