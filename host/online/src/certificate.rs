//! The certificate of a room's key (X.509, RFC 5280; Ed25519, RFC 8410). All of it but the key and
//! the signature is the same for every room, so it is put together byte by byte.

/// The sequence `SEQUENCE { version 0, SEQUENCE { Ed25519 }, OCTET STRING { OCTET STRING` before a
/// secret key (RFC 8410, section 7).
const SECRET: [u8; 16] = [
    0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
];
/// `SEQUENCE { Ed25519 }`.
const ED25519: [u8; 7] = [0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70];
/// The object identifier of a common name: 2.5.4.3.
const COMMON_NAME: [u8; 5] = [0x06, 0x03, 0x55, 0x04, 0x03];
const NAME: &[u8] = b"boardloom";
/// A room's key does not expire; clients compare its fingerprint, and look at no date.
const FROM: &[u8] = b"200101000000Z";
const UNTIL: &[u8] = b"99991231235959Z";

const INTEGER: u8 = 0x02;
const BIT_STRING: u8 = 0x03;
const UTF8: u8 = 0x0c;
/// With two digits of the year, for those before 2050.
const SHORT_TIME: u8 = 0x17;
const TIME: u8 = 0x18;
const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const VERSION: u8 = 0xa0;

/// Returns a secret key in PKCS #8.
pub fn private_key(seed: &[u8; 32]) -> Vec<u8> {
    [&SECRET[..], seed].concat()
}

/// Returns the certificate for a public key (as `SubjectPublicKeyInfo`), signed by `sign`.
pub fn certificate(public: &[u8], sign: impl Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    let common = [&COMMON_NAME[..], &value(UTF8, NAME)].concat();
    let name = value(SEQUENCE, &value(SET, &value(SEQUENCE, &common)));
    let validity = value(SEQUENCE, &[value(SHORT_TIME, FROM), value(TIME, UNTIL)].concat());
    let body = [
        // Version 3.
        &value(VERSION, &value(INTEGER, &[2]))[..],
        &value(INTEGER, &[1]),
        &ED25519,
        &name,
        &validity,
        &name,
        public,
    ];
    let body = value(SEQUENCE, &body.concat());
    let signature = [&[0][..], &sign(&body)].concat();
    value(SEQUENCE, &[&body[..], &ED25519, &value(BIT_STRING, &signature)].concat())
}

/// Returns a value of DER with its tag and its length.
fn value(tag: u8, content: &[u8]) -> Vec<u8> {
    let length = content.len();
    let mut all = vec![tag];
    match u8::try_from(length) {
        Ok(short @ ..0x80) => all.push(short),
        Ok(long) => all.extend([0x81, long]),
        Err(_) => all.extend([0x82, (length >> 8) as u8, length as u8]),
    }
    all.extend(content);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_written_as_der_has_them() {
        let head = |length: usize| value(4, &vec![0; length])[..4].to_vec();
        assert_eq!(head(3), [4, 3, 0, 0]);
        assert_eq!(head(127)[..2], [4, 127]);
        assert_eq!(head(128)[..3], [4, 0x81, 128]);
        assert_eq!(head(300), [4, 0x82, 1, 44]);
    }
}
