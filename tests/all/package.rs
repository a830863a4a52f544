//! The files of the package for Linux agree with each other and with the program.

use std::collections::BTreeSet;

use crate::program::TestDir;
use crate::support::project;

fn read(file: &str) -> String {
    let path = project().join("host/cli/package").join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_desktop_entry_opens_the_files_of_the_program() {
    let (entry, types) = (read("boardloom.desktop"), read("boardloom.xml"));
    let opens = entry.lines().find_map(|line| line.strip_prefix("MimeType=")).unwrap();
    let opens: BTreeSet<&str> = opens.split_terminator(';').collect();
    let between = |start: &str| -> BTreeSet<&str> {
        types.split(start).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
    };
    assert_eq!(opens, between("<mime-type type=\""));
    assert_eq!(between("<glob pattern=\""), ["*.loom", "*.loomgame"].into());
    // Each command line is one that the program takes.
    let lines: Vec<&str> = entry.lines().filter_map(|line| line.strip_prefix("Exec=")).collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    for line in lines {
        let mut words: Vec<&str> = line.split(' ').filter(|word| *word != "%f").collect();
        assert_eq!(words.remove(0), "boardloom");
        words.push("--help");
        TestDir::new().run(&words).success();
    }
}

#[test]
fn the_script_packs_every_file() {
    let script = read("debian");
    for file in project().join("host/cli/package").read_dir().unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(script.contains(&format!("package/{name}")), "{name}");
    }
}
