//! The adjacencies as text, for programs.

use super::Topology;

impl Topology {
    /// Returns all adjacencies as a JSON object: for each label a list of
    /// adjacent sites, in order of headings, as label and crossing class (0 crosses
    /// no glued edge): `{"a1":[["b1",0],["a2",0]]}`.
    ///
    /// A game that writes this as its text form `graph` lets programs see the
    /// board's adjacencies: `boardloom query` gives them with `sites`.
    pub fn graph(&self) -> String {
        let around = |site| {
            let links = self.adjacent(site).iter();
            let pairs = links.map(|link| (self.label(link.step.site), link.step.class));
            pairs.collect::<Vec<_>>()
        };
        let sites = 0..self.sites();
        let graph: serde_json::Map<String, serde_json::Value> = sites
            .map(|site| (self.label(site).to_owned(), serde_json::json!(around(site))))
            .collect();
        serde_json::Value::Object(graph).to_string()
    }
}
