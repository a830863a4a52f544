//! Names of sites.

/// Returns the letters of a column: a to z, then aa, ab, ...
pub fn column(mut index: u32) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(b'a' + (index % 26) as u8);
        if index < 26 {
            break;
        }
        index = index / 26 - 1;
    }
    letters.reverse();
    String::from_utf8(letters).expect("letters are ASCII")
}

#[cfg(test)]
mod tests {
    use super::column;

    #[test]
    fn columns_go_on_after_z() {
        let names: Vec<String> = [0, 25, 26, 51, 52, 701, 702].map(column).to_vec();
        assert_eq!(names, ["a", "z", "aa", "az", "ba", "zz", "aaa"]);
    }
}
