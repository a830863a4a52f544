//! The adjacencies of a board as text, for programs.

use super::Topology;

impl Topology {
    /// Returns all adjacencies as a JSON object. Each label has a list of adjacent sites in order
    /// of headings, as label and crossing class: `{"a1":[["b1",0],["a2",0]]}`. Class 0 crosses no
    /// glued edge.
    ///
    /// The text form `graph` is this text: `boardloom query` returns it with `sites`.
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
