//! Maps with little code: the standard library's bring four kilobytes into every
//! plugin for each pair of types that they are made for. Names are few, or all known
//! at once: a sorted list does.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Index;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use crate::sort::{sort, sort_by};

/// Values by name, in order of names. Adding one moves all behind it.
#[derive(Debug, Clone, PartialEq)]
pub struct ByName<T>(Vec<(String, T)>);

impl<T> ByName<T> {
    /// Returns the map of names that differ, in any order.
    pub fn new(mut list: Vec<(String, T)>) -> Self {
        sort_by(&mut list, |one, other| one.0 < other.0);
        ByName(list)
    }

    fn place(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(own, _)| own.as_str().cmp(name))
    }

    /// Returns the value of a name.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.place(name).ok().map(|at| &self.0[at].1)
    }

    /// Returns the value of a name, to be changed.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut T> {
        self.place(name).ok().map(|at| &mut self.0[at].1)
    }

    /// Tells whether a name has a value.
    pub fn contains_key(&self, name: &str) -> bool {
        self.place(name).is_ok()
    }

    /// Gives a name a value, in the place of the one that it may have.
    pub fn insert(&mut self, name: String, value: T) {
        match self.place(&name) {
            Ok(at) => self.0[at].1 = value,
            Err(at) => self.0.insert(at, (name, value)),
        }
    }

    /// Takes the value of a name away.
    pub fn remove(&mut self, name: &str) {
        if let Ok(at) = self.place(name) {
            self.0.remove(at);
        }
    }

    /// Returns the names in their order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// Returns names and values in order of names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Tells whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

// Derived, it would ask for a default of the values.
impl<T> Default for ByName<T> {
    fn default() -> Self {
        ByName(Vec::new())
    }
}

impl<T> Index<&str> for ByName<T> {
    type Output = T;

    fn index(&self, name: &str) -> &T {
        self.get(name).expect("there is such a name")
    }
}

// For the defaults in schemas.
impl<T: Serialize> Serialize for ByName<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.iter())
    }
}

impl<T: JsonSchema> JsonSchema for ByName<T> {
    fn inline_schema() -> bool {
        BTreeMap::<String, T>::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        BTreeMap::<String, T>::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        BTreeMap::<String, T>::json_schema(generator)
    }
}

/// The numbers of things by what they are called.
pub(crate) struct Numbers<'a>(Vec<(&'a str, u32)>);

impl<'a> Numbers<'a> {
    pub fn new(mut list: Vec<(&'a str, u32)>) -> Self {
        sort(&mut list);
        Numbers(list)
    }

    /// Returns the lowest number of what is called so.
    pub fn get(&self, name: &str) -> Option<u32> {
        let at = self.0.partition_point(|(own, _)| *own < name);
        self.0.get(at).filter(|(own, _)| *own == name).map(|(_, number)| *number)
    }

    /// Returns the names in their order.
    pub fn keys(&self) -> impl Iterator<Item = &'a str> {
        self.0.iter().map(|(name, _)| *name)
    }
}

#[cfg(test)]
mod tests {
    use super::{ByName, Numbers};

    #[test]
    fn names_have_values() {
        let list = ["b", "d", "a"].map(|name| (name.to_owned(), name.len()));
        let mut map = ByName::new(list.into());
        map.insert("c".into(), 7);
        map.insert("d".into(), 8);
        map.remove("a");
        map.remove("e");
        assert_eq!(map.iter().collect::<Vec<_>>(), [("b", &1), ("c", &7), ("d", &8)]);
        assert_eq!((map.get("a"), map["c"], map.contains_key("d")), (None, 7, true));
        *map.get_mut("b").unwrap() = 2;
        assert_eq!((map["b"], map.keys().collect::<String>()), (2, "bcd".to_owned()));
    }

    #[test]
    fn of_things_called_alike_the_first_is_found() {
        let numbers = Numbers::new(vec![("x", 0), ("y", 1), ("x", 2), ("w", 3)]);
        assert_eq!(
            ["w", "x", "y", "z", ""].map(|name| numbers.get(name)),
            [Some(3), Some(0), Some(1), None, None]
        );
    }
}
