//! What instances of a search tell each other of the root. Not generic, and by way
//! of JSON values: a plugin holds one copy, and no other way to read.

use serde_json::Value;

/// What was found of a move.
#[derive(Debug, Clone)]
pub(super) struct Share {
    pub mv: String,
    pub numbers: Vec<f64>,
}

/// Writes what a kind of search found.
pub(super) fn write(kind: &str, shares: Vec<Share>) -> Vec<u8> {
    let mut list = vec![Value::from(kind)];
    for share in shares {
        let mut words = vec![Value::from(share.mv)];
        words.extend(share.numbers.into_iter().map(Value::from));
        list.push(Value::Array(words));
    }
    Value::Array(list).to_string().into_bytes()
}

/// Reads what the same kind of search wrote, with so many numbers for each move.
/// What cannot be read comes from a different build or search: it is left out.
pub(super) fn read(kind: &str, numbers: usize, bytes: &[u8]) -> Vec<Share> {
    let value = std::str::from_utf8(bytes).ok().map(serde_json::from_str::<Value>);
    let Some(Ok(Value::Array(list))) = value else { return Vec::new() };
    if list.first().and_then(Value::as_str) != Some(kind) {
        return Vec::new();
    }
    let share = |value: &Value| {
        let (mv, rest) = value.as_array()?.split_first()?;
        let numbers: Vec<f64> = rest.iter().filter_map(Value::as_f64).collect();
        Some(Share { mv: mv.as_str()?.to_owned(), numbers })
    };
    let shares = list[1..].iter().filter_map(share);
    shares.filter(|share| share.numbers.len() == numbers).collect()
}
