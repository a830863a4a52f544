//! The search of a request's query, such as `player=Ann&rated=true`.

use serde_json::{Map, Value};

use crate::archive::GameSearch;

pub(crate) fn read_search(query: &str) -> Result<GameSearch, String> {
    let mut fields = Map::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (key, value) = (decode(key)?, decode(value)?);
        if value.is_empty() {
            continue;
        }
        let value = match &*key {
            "rated" => {
                value.parse().map(Value::Bool).map_err(|_| expected(&key, "true or false"))?
            }
            "before" => {
                let number = value.parse::<i64>().map_err(|_| expected(&key, "a number"))?;
                Value::from(number)
            }
            _ => Value::String(value),
        };
        fields.insert(key, value);
    }
    serde_json::from_value(Value::Object(fields)).map_err(|error| error.to_string())
}

fn expected(key: &str, what: &str) -> String {
    format!("{key}: expected {what}")
}

fn decode(text: &str) -> Result<String, String> {
    let (mut bytes, mut rest) = (Vec::new(), text.bytes());
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || rest.next().and_then(|it| char::from(it).to_digit(16));
                let pair = digit().zip(digit());
                let (high, low) = pair.ok_or("expected two hexadecimal digits after `%`")?;
                (16 * high + low) as u8
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).map_err(|_| "expected text in UTF-8".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_read() {
        let search = read_search("player=Zo%C3%AB+B&rated=true&before=7&result=&x=1").unwrap();
        let player = Some("Zoë B".to_owned());
        let (rated, before) = (Some(true), Some(7));
        assert_eq!(search, GameSearch { player, rated, before, ..GameSearch::default() });
        assert_eq!(read_search("").unwrap(), GameSearch::default());
        for wrong in ["player=%", "player=%zz", "player=%ff", "rated=yes", "before=x"] {
            assert!(read_search(wrong).is_err(), "{wrong}");
        }
    }
}
