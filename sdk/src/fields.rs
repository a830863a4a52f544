//! Tables of a ruleset, read with little code: derived with serde, each type
//! would weigh five kilobytes in every plugin. For plugins that are short of bytes;
//! the boards are read so. The host has checked a ruleset against the schema
//! before, so that what is said here can be short.

use serde::de::{Deserialize, Deserializer, Error};
use serde_json::Map;
pub use serde_json::Value;

use crate::ByName;

/// A table, by key.
pub type Table = Map<String, Value>;

/// What is left of a table to be read, and the first fault of what was.
pub struct Fields {
    table: Table,
    fault: Option<String>,
}

impl Fields {
    /// Begins to read a table that has to have certain keys.
    pub fn new(table: Table, required: &[&str]) -> Fields {
        let missing = required.iter().find(|key| !table.contains_key(**key));
        let fault = missing.map(|key| ["expected the key `", key, "`"].concat());
        Fields { table, fault }
    }

    /// Reads the value of a key, if there is one; `expected` is said where `read`
    /// does not take it.
    pub fn read<T>(
        &mut self,
        key: &str,
        expected: &str,
        read: fn(&Value) -> Option<T>,
    ) -> Option<T> {
        let value = self.table.remove(key)?;
        let read = read(&value);
        if read.is_none() {
            self.fault(key, expected);
        }
        read
    }

    /// Reads a whole number in the range of its type.
    pub fn whole<T: TryFrom<i64>>(&mut self, key: &str) -> Option<T> {
        self.read(key, "expected a whole number in range", whole)
    }

    /// Reads a list of texts; absent, it is empty.
    pub fn texts(&mut self, key: &str) -> Vec<String> {
        self.read(key, "expected a list of texts", texts).unwrap_or_default()
    }

    /// Reads lists of texts by name; absent, there are none.
    pub fn texts_by_name(&mut self, key: &str) -> ByName<Vec<String>> {
        let read = |value: &Value| by_name(value, texts);
        self.read(key, "expected a table of lists of texts", read).unwrap_or_default()
    }

    /// Reads yes or no.
    pub fn flag(&mut self, key: &str) -> Option<bool> {
        self.read(key, "expected true or false", Value::as_bool)
    }

    /// Reads a number.
    pub fn number(&mut self, key: &str) -> Option<f64> {
        self.read(key, "expected a number", Value::as_f64)
    }

    /// Takes a value out as it stands.
    pub fn take(&mut self, key: &str) -> Option<Value> {
        self.table.remove(key)
    }

    /// Reads a table by a function that may refuse it.
    pub fn table<T>(&mut self, key: &str, read: fn(Table) -> Result<T, String>) -> Option<T> {
        match self.table.remove(key)? {
            Value::Null => None,
            Value::Object(table) => match read(table) {
                Ok(read) => Some(read),
                Err(fault) => {
                    self.fault(key, &fault);
                    None
                }
            },
            _ => {
                self.fault(key, "expected a table");
                None
            }
        }
    }

    /// Reads one of several words as what it stands for.
    pub fn word<T: Copy>(&mut self, key: &str, words: &[(&str, T)]) -> Option<T> {
        let value = self.table.remove(key)?;
        let found = word(&value, words);
        if found.is_none() {
            self.fault(key, "no such word");
        }
        found
    }

    /// Ends reading.
    ///
    /// # Errors
    /// The first fault, or a key that was not read.
    pub fn end(self) -> Result<(), String> {
        match (self.fault, self.table.keys().next()) {
            (Some(fault), _) => Err(fault),
            (None, Some(key)) => Err(["no key `", key, "`"].concat()),
            (None, None) => Ok(()),
        }
    }

    /// Ends reading and returns what was not read: keys that other code reads.
    ///
    /// # Errors
    /// The first fault.
    pub fn rest(self) -> Result<Table, String> {
        self.fault.map_or(Ok(self.table), Err)
    }

    fn fault(&mut self, key: &str, what: &str) {
        self.fault.get_or_insert_with(|| ["`", key, "`: ", what].concat());
    }
}

/// Reads a table from JSON.
///
/// # Errors
/// Where it is none.
pub fn parsed(text: &str) -> Result<Table, String> {
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Object(table)) => Ok(table),
        Ok(_) => Err("expected a table".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Reads a table as a whole.
///
/// # Errors
/// Where it is anything else, and what the format finds wrong.
pub fn table<'de, D: Deserializer<'de>>(from: D) -> Result<Table, D::Error> {
    match Value::deserialize(from)? {
        Value::Object(table) => Ok(table),
        // Serde's own words for this would bring a kilobyte for each kind of number.
        _ => Err(D::Error::custom("expected a table")),
    }
}

/// Reads a table of whole numbers: those that it has replace what stands there.
///
/// # Errors
/// The first number that is none, or a key that has no such name.
pub fn numbers(table: Table, names: &[&str], numbers: &mut [i32]) -> Result<(), String> {
    let mut fields = Fields::new(table, &[]);
    for (name, number) in names.iter().zip(numbers) {
        *number = fields.whole(name).unwrap_or(*number);
    }
    fields.end()
}

/// Reads a whole number in the range of its type.
pub fn whole<T: TryFrom<i64>>(value: &Value) -> Option<T> {
    T::try_from(value.as_i64()?).ok()
}

/// Reads one of several words as what it stands for.
pub fn word<T: Copy>(value: &Value, words: &[(&str, T)]) -> Option<T> {
    let text = value.as_str()?;
    words.iter().find(|(word, _)| *word == text).map(|(_, meant)| *meant)
}

/// Reads a list of what `item` reads.
pub fn list<T>(value: &Value, item: fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    let values = value.as_array()?;
    let mut list = Vec::with_capacity(values.len());
    for value in values {
        list.push(item(value)?);
    }
    Some(list)
}

/// Reads two of what `item` reads.
pub fn pair<T>(value: &Value, item: fn(&Value) -> Option<T>) -> Option<[T; 2]> {
    let [one, other] = &value.as_array()?[..] else { return None };
    Some([item(one)?, item(other)?])
}

/// Reads a table of what `item` reads.
pub fn by_name<T>(value: &Value, item: fn(&Value) -> Option<T>) -> Option<ByName<T>> {
    let mut list = Vec::new();
    for (name, value) in value.as_object()? {
        list.push((name.clone(), item(value)?));
    }
    Some(ByName::new(list))
}

/// Reads a text.
pub fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

/// Reads a list of texts.
pub fn texts(value: &Value) -> Option<Vec<String>> {
    list(value, text)
}

/// Reads a list of whole numbers.
pub fn vector(value: &Value) -> Option<Vec<i32>> {
    list(value, whole)
}

/// Reads a list of points, `[[x, y], [x, y]]`.
pub fn points(value: &Value) -> Option<Vec<[f64; 2]>> {
    list(value, |value| pair(value, Value::as_f64))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::topology::subdivision::Child;
    use crate::topology::{
        Board, Glue, Grid, Hex, Labels, Outline, Scheme, Shape, Sizes, Subdivision,
    };

    fn fault(table: serde_json::Value) -> String {
        serde_json::from_value::<Board>(table).expect_err("a fault").to_string()
    }

    #[test]
    fn tables_are_read() {
        let board: Board = serde_json::from_value(json!({
            "topology": "grid", "width": 4, "height": 3, "glue": "klein", "ghosts": 2,
            "labels": "numbers", "blocked": ["a1"], "regions": { "goal": ["b1", "c1"] },
        }))
        .unwrap();
        let grid = Grid { width: 4, height: 3, adjacency: None, glue: Glue::Klein };
        assert_eq!(board.shape, Shape::Grid(grid));
        assert_eq!((board.extra.ghosts, &board.extra.blocked[..]), (Some(2), &["a1".into()][..]));
        assert_eq!(board.extra.labels, Some(Labels::Scheme(Scheme::Numbers)));
        assert_eq!(board.extra.regions["goal"], ["b1", "c1"]);

        let hex = json!({ "topology": "hex", "shape": { "rhombus": [3, 4] } });
        let board: Board = serde_json::from_value(hex).unwrap();
        let shape = Outline::Rhombus(Sizes::Several(vec![3, 4]));
        assert_eq!(board.shape, Shape::Hex(Hex { shape, glue: Glue::None }));

        let maps = json!({
            "scale": 2, "grid": [2, 1], "basis": [[1, 0], [0.5, -1.5]],
            "children": [{ "t": [0, -1] }, { "m": [[0, 1], [1, 0]], "t": [1, 0] }],
        });
        let maps: Subdivision = serde_json::from_value(maps).unwrap();
        assert_eq!((maps.scale, maps.start.depth, maps.start.grid), (Some(2), 1, Some([2, 1])));
        assert_eq!(maps.basis, Some(vec![[1.0, 0.0], [0.5, -1.5]]));
        let turned = Child { m: Some(vec![vec![0, 1], vec![1, 0]]), t: vec![1, 0] };
        assert_eq!(maps.children, Some(vec![Child { m: None, t: vec![0, -1] }, turned]));
    }

    #[test]
    fn what_does_not_fit_is_said() {
        for (table, expected) in [
            (json!({ "width": 3 }), "expected the key `topology`"),
            (json!({ "topology": "disc" }), "no topology `disc`"),
            (json!({ "topology": "grid", "width": 3 }), "expected the key `height`"),
            (
                json!({ "topology": "grid", "width": -1, "height": 3 }),
                "`width`: expected a whole number in range",
            ),
            (
                json!({ "topology": "grid", "width": 3, "height": 3, "glue": "tape" }),
                "`glue`: no such word",
            ),
            (json!({ "topology": "projective-hex", "n": 2, "m": 3 }), "no key `m`"),
            (
                json!({ "topology": "projective-hex", "n": 2, "blocked": [1] }),
                "`blocked`: expected a list of texts",
            ),
            (json!({ "topology": "graph", "sites": ["a", 2] }), "`sites`: expected sites"),
        ] {
            assert_eq!(fault(table), expected);
        }
    }
}
