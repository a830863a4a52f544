//! Base64 (RFC 4648), with padding.

/// Returns the bytes of a text.
///
/// # Errors
/// Names the place of a character that does not belong there.
pub fn decode(text: &str) -> Result<Vec<u8>, String> {
    let body = text.trim_end_matches('=').as_bytes();
    if text.len() % 4 != 0 || text.len() - body.len() > 2 {
        return Err("`weights` is no whole Base64 text".to_owned());
    }
    let mut bytes = Vec::with_capacity(body.len() / 4 * 3 + 2);
    let (mut bits, mut held) = (0u32, 0);
    for (at, letter) in body.iter().enumerate() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return Err(format!("`weights` has a strange character at {at}")),
        };
        bits = bits << 6 | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_the_standard_are_read() {
        for (text, bytes) in [
            ("", ""),
            ("Zg==", "f"),
            ("Zm8=", "fo"),
            ("Zm9v", "foo"),
            ("Zm9vYg==", "foob"),
            ("Zm9vYmE=", "fooba"),
            ("Zm9vYmFy", "foobar"),
        ] {
            assert_eq!(decode(text).as_deref(), Ok(bytes.as_bytes()), "{text}");
        }
        assert_eq!(decode("+/8="), Ok(vec![0xfb, 0xff]));
        assert!(decode("Zg=").is_err() && decode("Z===").is_err() && decode("Z?==").is_err());
    }
}
