//! Games on their way to players: from addresses and indexes, signed or not, as newer versions, and
//! for records that lack them.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use boardloom_base::games::GameKey;
use boardloom_component::with_section;
use boardloom_ruleset::sha256_hex;
use serde_json::Value;

use crate::program::TestDir;
use crate::third_party::{build_component, folder};

const REVERSI: &str = "sdk/examples/reversi";

/// Serves the files of a folder on the loopback interface. Paths that begin with `/to/` are
/// redirected to what follows.
struct FileServer {
    address: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl FileServer {
    fn start(root: &Path) -> FileServer {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("its address"));
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let (root, log) = (root.to_owned(), Arc::clone(&asked));
        std::thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let mut request = Vec::new();
                let mut part = [0; 1024];
                while !request.ends_with(b"\r\n\r\n") {
                    match stream.read(&mut part) {
                        Ok(count) if count > 0 => request.extend_from_slice(&part[..count]),
                        _ => break,
                    }
                }
                let text = String::from_utf8_lossy(&request);
                let path = text.split(' ').nth(1).unwrap_or_default().to_owned();
                log.lock().unwrap().push(path.clone());
                let answer = match path.strip_prefix("/to/") {
                    Some(to) => {
                        format!("HTTP/1.1 302 Found\r\nLocation: {to}\r\n\r\n").into_bytes()
                    }
                    None => match std::fs::read(root.join(path.trim_start_matches('/'))) {
                        Ok(bytes) => {
                            let length = bytes.len();
                            let head =
                                format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n");
                            [head.as_bytes(), &bytes].concat()
                        }
                        Err(_) => b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".to_vec(),
                    },
                };
                // A client that refuses does not read all of it.
                let _ = stream.write_all(&answer);
            }
        });
        FileServer { address, asked }
    }
}

/// Packs a crate under an id with the component of an example, and more arguments.
fn pack(dir: &TestDir, example: &'static str, from: &Path, id: &str, more: &[&str]) -> String {
    let component = dir.write("component.wasm", "");
    std::fs::write(&component, &**build_component(example)).expect("a file");
    let (component, from) = (component.display().to_string(), from.display().to_string());
    let args = ["plugin", "pack", &from, "--id", id, "--component", &component];
    let packed = dir.run(&[&args, more].concat());
    assert_eq!(packed.code, 0, "{}", packed.err);
    packed.err
}

fn pack_reversi(dir: &TestDir, id: &str, file: &str, more: &[&str]) -> PathBuf {
    pack(dir, REVERSI, &folder(REVERSI), id, &[&["-o", file], more].concat());
    dir.path().join(file)
}

/// Copies the example as another version of it, whose ruleset has another name.
fn other_version(dir: &TestDir, name: &str, version: &str) -> PathBuf {
    let copy = dir.path().join(name);
    let from = folder(REVERSI);
    let read = |path: &str| std::fs::read_to_string(from.join(path)).expect("a text");
    let manifest = read("Cargo.toml");
    let own = "version = \"0.1.0\"";
    assert!(manifest.contains(own), "{manifest}");
    dir.write(
        &format!("{name}/Cargo.toml"),
        &manifest.replacen(own, &format!("version = \"{version}\""), 1),
    );
    let ruleset = read("rulesets/reversi/reversi.toml");
    let ruleset =
        ruleset.replacen("name = \"Reversi\"", &format!("name = \"Reversi {version}\""), 1);
    dir.write(&format!("{name}/rulesets/reversi/reversi.toml"), &ruleset);
    dir.write(&format!("{name}/CHANGELOG.md"), &format!("## {version}\n- better\n"));
    copy
}

fn hash_of(file: &Path) -> String {
    sha256_hex(&std::fs::read(file).expect("a file"))
}

fn listed(dir: &TestDir) -> Vec<Value> {
    let listed = dir.run(&["plugin", "list", "--json"]).success();
    listed.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn versions(dir: &TestDir) -> Vec<String> {
    let text = |game: &Value| format!("{} {}", game["id"], game["version"]).replace('"', "");
    listed(dir).iter().map(text).collect()
}

/// Plays a move of a game, and ends it.
fn play(dir: &TestDir, ruleset: &str, moves: &str) -> String {
    let args = ["play", ruleset, "--text", "--humans", "--clock", "none", "--seed", "1"];
    dir.run_with_input(&args, format!("{moves}\nquit\n").as_bytes()).success()
}

#[test]
fn the_examples_are_installed_from_files_and_from_a_served_index() {
    const GAMES: [(&str, &str, &str, &str); 3] = [
        ("amazons", "sdk/examples/amazons", "amazons/small", "first"),
        ("kalah", "sdk/examples/kalah", "kalah/three", "c"),
        ("goofspiel", "sdk/examples/goofspiel", "goofspiel/five", "1\n2"),
    ];
    let author = TestDir::new();
    let mut write = vec!["plugin".to_owned(), "index".into(), "write".into(), "site".into()];
    for (name, path, _, _) in GAMES {
        let file = format!("{name}.loomgame");
        pack(&author, path, &folder(path), &format!("kit/{name}"), &["-o", &file]);
        write.push(file);
    }
    let write: Vec<&str> = write.iter().map(String::as_str).collect();
    assert_eq!(author.run(&write).success().lines().count(), 3);
    let server = FileServer::start(&author.path().join("site"));
    for served in [false, true] {
        let home = TestDir::new();
        if served {
            home.run(&["plugin", "install", "kit/kalah"]).fails(5, "no index is known");
            home.run(&["plugin", "search", "kalah"]).fails(2, "plugin index add");
            home.run(&["plugin", "index", "add", &server.address]).success();
            let known = home.run(&["plugin", "index", "list"]).success();
            assert_eq!(known, format!("{}/\n", server.address));
            let found = home.run(&["plugin", "search", "seeds"]).success();
            assert!(found.starts_with("kit/kalah") && found.lines().count() == 1, "{found}");
            assert_eq!(home.run(&["plugin", "search"]).success().lines().count(), 3);
        }
        for (name, _, ruleset, moves) in GAMES {
            let file = author.path().join(format!("{name}.loomgame"));
            let from = match served {
                true => format!("kit/{name}"),
                false => file.display().to_string(),
            };
            let done = home.run(&["plugin", "install", &from]);
            assert!(done.err.contains("it is not signed"), "{}", done.err);
            assert_eq!(done.success(), format!("kit/{name} 0.1.0\n"));
            let all = listed(&home);
            let game = all.iter().find(|game| game["id"] == format!("kit/{name}")).expect("listed");
            assert_eq!(game["sha256"], hash_of(&file).as_str());
            let source = game["source"].as_str().expect("a source");
            assert!(source.starts_with(if served { &*server.address } else { "/" }), "{source}");
            assert!(home.run(&["list", name]).success().contains(ruleset));
            let moves = match moves {
                // Whatever is legal.
                "first" => {
                    let ask = format!("{{\"ruleset\": \"{ruleset}\", \"ask\": [\"legal\"]}}\n");
                    let answer = home.run_with_input(&["query"], ask.as_bytes()).success();
                    let answer: Value = serde_json::from_str(answer.trim()).expect("JSON");
                    let legal = answer["legal"].as_array().expect("moves");
                    legal[0].as_str().expect("a move").to_owned()
                }
                moves => moves.to_owned(),
            };
            let played = play(&home, ruleset, &moves);
            // The prize that comes up is a move too.
            let first = if name == "goofspiel" { "2. Red: 1\n" } else { "\n1. " };
            assert!(played.contains(first), "{played}");
        }
        assert_eq!(listed(&home).len(), 3);
        for (name, _, ruleset, _) in GAMES {
            let id = format!("kit/{name}");
            assert_eq!(
                home.run(&["plugin", "remove", &id]).success(),
                format!("removed {id} 0.1.0\n")
            );
            assert!(!home.run(&["list", name]).out.contains(ruleset));
        }
        assert_eq!(versions(&home), Vec::<String>::new());
    }
    assert!(server.asked.lock().unwrap().iter().all(|path| !path.contains("..")));
}

/// Nothing is written before the hash is right.
#[test]
fn an_address_needs_the_hash_of_its_file() {
    let dir = TestDir::new();
    let file = pack_reversi(&dir, "ann/reversi", "reversi.loomgame", &[]);
    let (hash, wrong) = (hash_of(&file), "0".repeat(64));
    let server = FileServer::start(dir.path());
    let address = format!("{}/reversi.loomgame", server.address);
    let home = TestDir::new();
    let install = |args: &[&str]| home.run(&[&["plugin", "install"], args].concat());
    install(&[&address]).fails(2, "--sha256 HASH");
    install(&[&address, "--sha256", "12"]).fails(2, "64 digits");
    install(&[&address, "--sha256", &wrong]).fails(5, "another SHA-256");
    install(&["http://example.org/x.loomgame", "--sha256", &hash]).fails(5, "is not encrypted");
    install(&["ftp://example.org/x", "--sha256", &hash]).fails(5, "begins with `https://`");
    let missing = format!("{}/none.loomgame", server.address);
    install(&[&missing, "--sha256", &hash]).fails(5, "there is nothing at");
    let elsewhere = format!("{}/to/http://example.org/x", server.address);
    install(&[&elsewhere, "--sha256", &hash]).fails(5, "leads to http://example.org/x");
    let endless = format!("{}/to//to//to//to//to//to//to/", server.address);
    install(&[&endless, "--sha256", &hash]).fails(5, "leads");
    assert!(!home.data().join("games").exists(), "nothing was written");
    let redirected = format!("{}/to//reversi.loomgame", server.address);
    assert_eq!(install(&[&redirected, "--sha256", &hash]).success(), "ann/reversi 0.1.0\n");
    assert_eq!(listed(&home)[0]["source"], redirected.as_str());
    assert!(home.run(&["--safe-mode", "plugin", "install", &address, "--sha256", &hash]).code != 0);
    // A file is what it says, whatever an index says of it.
    let site = TestDir::new();
    let path = file.display().to_string();
    site.run(&["plugin", "index", "write", ".", &path]).success();
    let list = site.path().join("games/ann/reversi.toml");
    let text = std::fs::read_to_string(&list).expect("a list");
    site.write("games/bob/reversi.toml", &text);
    site.write("games/ann/reversi.toml", &text.replace("0.1.0\"\nsha", "0.3.0\"\nsha"));
    let home = TestDir::new();
    let folder = site.path().display().to_string();
    home.run(&["plugin", "index", "add", &folder]).success();
    home.run(&["plugin", "install", "bob/reversi"]).fails(5, "the index names bob/reversi 0.1.0");
    home.run(&["plugin", "install", "ann/reversi"]).fails(5, "the file is ann/reversi 0.1.0");
    home.run(&["plugin", "install", "ann/reversy"]).fails(5, "did you mean `ann/reversi`?");
    for (bad, why) in [
        ("address = \"../../x.loomgame\"", "as a path within the index"),
        ("address = \"/etc/passwd\"", "as a path within the index"),
        ("address = \"http://example.org/x\"", "is not encrypted"),
        ("sha256 = \"12\"", "in 64 digits"),
        ("size = 999999999999", "more than"),
        ("format = 2", "it has format 2"),
        ("version = \"../x\"", "expected a version"),
    ] {
        let key = bad.split(' ').next().expect("a key");
        let line = |line: &str| match line.starts_with(&format!("{key} = ")) {
            true => bad.to_owned(),
            false => line.to_owned(),
        };
        let changed: Vec<String> = text.lines().map(line).collect();
        site.write("games/ann/reversi.toml", &changed.join("\n"));
        home.run(&["plugin", "install", "ann/reversi"]).fails(5, why);
    }
    assert!(!home.data().join("games").exists(), "nothing was written");
}

#[test]
fn a_newer_version_is_installed_beside_the_one_that_a_record_was_played_with() {
    let author = TestDir::new();
    let first = pack_reversi(&author, "ann/reversi", "reversi.loomgame", &[]);
    author.run(&["plugin", "index", "write", "site", "reversi.loomgame"]).success();
    let server = FileServer::start(&author.path().join("site"));
    let home = TestDir::new();
    home.run(&["plugin", "index", "add", &format!("{}/index.toml", server.address)]).success();
    home.run(&["plugin", "install", "ann/reversi"]).success();
    let begin = ["play", "reversi/reversi", "--text", "--humans", "--clock", "none", "--record"];
    home.run_with_input(&[&begin[..], &["game.loom"]].concat(), b"d3\nquit\n").success();
    assert_eq!(home.run(&["plugin", "update"]).success(), "ann/reversi 0.1.0: up to date\n");
    let later = other_version(&author, "later", "0.2.0");
    pack(&author, REVERSI, &later, "ann/reversi", &["-o", "later.loomgame"]);
    author.run(&["plugin", "index", "write", "site", "later.loomgame"]).success();
    let updated = home.run(&["plugin", "update", "ann/reversi"]).success();
    let told = format!("ann/reversi 0.1.0 -> 0.2.0, from {}/\n", server.address);
    assert!(updated.starts_with(&told), "{updated}");
    assert!(updated.contains("  changed: rulesets/reversi/reversi.toml\n"), "{updated}");
    assert!(updated.contains("  | - better\n"), "{updated}");
    assert_eq!(versions(&home), ["ann/reversi 0.2.0", "ann/reversi 0.1.0"]);
    let lock = std::fs::read_to_string(home.data().join("games/games.lock")).expect("a lock file");
    let hash = hash_of(&first);
    assert!(lock.contains(&format!("sha256 = \"{hash}\"")), "{lock}");
    assert!(lock.contains(&format!("source = \"{}/\"", server.address)), "{lock}");
    // New games use the newer version, and the record the one that it was played with.
    assert!(home.run(&["list", "reversi"]).success().contains("Reversi 0.2.0"));
    let goes_on = ["play", "game.loom", "--text", "--record", "longer.loom"];
    home.run_with_input(&goes_on, b"c3\nquit\n").success();
    let record = std::fs::read_to_string(home.path().join("longer.loom")).expect("a record");
    let own = format!("[Plugin \"reversi\" \"0.1.0\" \"{hash}\"]");
    assert!(record.contains(&own) && record.contains("c3"), "{record}");
    home.run_with_input(&[&begin[..], &["new.loom"]].concat(), b"d3\nquit\n").success();
    let new = std::fs::read_to_string(home.path().join("new.loom")).expect("a record");
    assert!(!new.contains(&hash), "{new}");
    // The older version goes alone.
    let removed = home.run(&["plugin", "remove", "ann/reversi@0.1.0"]).success();
    assert_eq!(removed, "removed ann/reversi 0.1.0\n");
    assert_eq!(versions(&home), ["ann/reversi 0.2.0"]);
    home.run(&["plugin", "update", "ann/other"]).fails(5, "no game `ann/other` is installed");
    // A version in an index never changes.
    other_version(&author, "later", "0.2.0");
    author.write("later/README.md", "changed");
    pack(&author, REVERSI, &later, "ann/reversi", &["-o", "again.loomgame"]);
    let again = author.run(&["plugin", "index", "write", "site", "again.loomgame"]);
    again.fails(1, "needs a new version");
    home.run(&["plugin", "index", "remove", &server.address]).success();
    home.run(&["plugin", "update"]).fails(2, "no index is known");
}

#[test]
fn the_key_that_signs_a_game_is_remembered() {
    let author = TestDir::new();
    let made = author.run(&["plugin", "key", "ann.key"]).success();
    author.run(&["plugin", "key", "ann.key"]).fails(2, "a key is never replaced");
    author.run(&["plugin", "key", "other.key"]).success();
    let read = |name: &str| std::fs::read_to_string(author.path().join(name)).expect("a key");
    let line = read("ann.key.pub").lines().nth(1).expect("the key").to_owned();
    assert_eq!(made.trim(), line);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let key = author.path().join("ann.key").metadata().expect("a file");
        assert_eq!(key.permissions().mode() & 0o077, 0, "only the user reads it");
    }
    let signed = pack_reversi(&author, "ann/reversi", "1.loomgame", &["--key", "ann.key"]);
    let again = pack_reversi(&author, "ann/reversi", "again.loomgame", &["--key", "ann.key"]);
    assert_eq!(hash_of(&signed), hash_of(&again), "the same game has the same bytes");
    let later = |version: &str, file: &str, more: &[&str]| {
        let from = other_version(&author, version, version);
        pack(&author, REVERSI, &from, "ann/reversi", &[&["-o", file], more].concat())
    };
    later("0.2.0", "2.loomgame", &["--key", "ann.key"]);
    later("0.3.0", "3.loomgame", &["--key", "other.key"]);
    later("0.4.0", "4.loomgame", &[]);
    let home = TestDir::new();
    let path = |file: &str| author.path().join(file).display().to_string();
    let install =
        |file: &str, more: &[&str]| home.run(&[&["plugin", "install", &path(file)], more].concat());
    let first = install("1.loomgame", &[]);
    assert!(first.err.contains(&format!("signed with the key {line}, which")), "{}", first.err);
    assert!(install("2.loomgame", &[]).err.contains("with the key of ann/reversi, as before"));
    let all = home.run(&["plugin", "list"]).success();
    assert!(all.lines().all(|it| it.contains(&format!("signed {line}"))), "{all}");
    install("3.loomgame", &[]).fails(5, "and this one with");
    install("4.loomgame", &[]).fails(5, "this one is not signed");
    // Nor by opening it.
    home.run(&["play", &path("4.loomgame"), "--text", "--humans"]).fails(5, "--accept-key");
    assert_eq!(versions(&home), ["ann/reversi 0.2.0", "ann/reversi 0.1.0"]);
    // The key outlives the game.
    home.run(&["plugin", "remove", "ann/reversi"]).success();
    install("3.loomgame", &[]).fails(5, "and this one with");
    let accepted = install("3.loomgame", &["--accept-key"]);
    assert!(accepted.err.contains(&format!("until now it was {line}")), "{}", accepted.err);
    install("2.loomgame", &[]).fails(5, "and this one with");
    assert!(install("4.loomgame", &["--accept-key"]).err.contains("is not signed; until now"));
    // Any change is told.
    let bytes = std::fs::read(&signed).expect("the file");
    let ending = with_section(bytes.clone(), "boardloom:file/new.md", b"x");
    let replaced = {
        let text = b"\"version\":\"0.1.0\"";
        let at = bytes.windows(text.len()).position(|it| it == text).expect("its version");
        let mut replaced = bytes.clone();
        replaced[at + text.len() - 2] = b'9';
        replaced
    };
    for (changed, why) in [(ending, "expected it once, at the end"), (replaced, "does not fit")] {
        std::fs::write(author.path().join("changed.loomgame"), changed).expect("written");
        install("changed.loomgame", &[]).fails(5, why);
        install("changed.loomgame", &["--accept-key"]).fails(5, why);
    }
    // A signature beside the file, as minisign writes it; an index has it too.
    let told = later("0.5.0", "5.loomgame", &["--public-key", "ann.key.pub"]);
    assert!(told.contains("minisign -Sm"), "{told}");
    let other = TestDir::new();
    other.run(&["plugin", "install", &path("5.loomgame")]).fails(5, "has no signature");
    let key = GameKey::read(&read("ann.key")).expect("a key");
    let bytes = std::fs::read(path("5.loomgame")).expect("the file");
    author.write("5.loomgame.minisig", &key.sign(&bytes, "beside"));
    let beside = other.run(&["plugin", "install", &path("5.loomgame")]);
    assert!(beside.err.contains(&format!("signed with the key {line}")), "{}", beside.err);
    author.run(&["plugin", "index", "write", "site", "5.loomgame"]).success();
    for address in [&*author.path().join("site").display().to_string(), &*{
        FileServer::start(&author.path().join("site")).address
    }] {
        let third = TestDir::new();
        third.run(&["plugin", "index", "add", address]).success();
        third.run(&["plugin", "install", "ann/reversi@0.5.0"]).success();
        assert_eq!(listed(&third)[0]["key"], line.as_str());
    }
    let server = FileServer::start(author.path());
    let address = format!("{}/5.loomgame", server.address);
    let fourth = TestDir::new();
    let hash = hash_of(Path::new(&path("5.loomgame")));
    fourth.run(&["plugin", "install", &address, "--sha256", &hash]).success();
    assert_eq!(listed(&fourth)[0]["key"], line.as_str());
    author.write("5.loomgame.minisig", &key.sign(&bytes[1..], "of another file"));
    other.run(&["plugin", "install", &path("5.loomgame")]).fails(5, "does not fit");
}

/// The record of a game of Reversi, and the game's file.
fn record(author: &TestDir) -> (String, PathBuf) {
    let file = pack_reversi(author, "ann/reversi", "reversi.loomgame", &[]);
    let args = ["play", "reversi.loomgame", "--text", "--humans", "--clock", "none"];
    let args = [&args[..], &["--record", "game.loom"]].concat();
    author.run_with_input(&args, b"d3\nquit\n").success();
    (std::fs::read_to_string(author.path().join("game.loom")).expect("a record"), file)
}

#[test]
fn a_record_tells_which_game_it_lacks_and_where_that_is() {
    let author = TestDir::new();
    let (record, file) = record(&author);
    let hash = hash_of(&file);
    let home = TestDir::new();
    home.write("game.loom", &record);
    let replay = home.run(&["replay", "game.loom"]);
    replay.fails(1, "This game needs the plugin reversi 0.1.0");
    replay.fails(1, &hash);
    // Beside the record.
    std::fs::copy(&file, home.path().join("any name.loomgame")).expect("copied");
    let found = home.run(&["replay", "game.loom"]);
    found.fails(1, "boardloom plugin install \"any name.loomgame\"");
    found.fails(
        1,
        &format!("ann/reversi 0.1.0 is in any name.loomgame: the file with the SHA-256 {hash}"),
    );
    std::fs::remove_file(home.path().join("any name.loomgame")).expect("removed");
    // In an index; another version is told as such.
    let later = other_version(&author, "later", "0.2.0");
    pack(&author, REVERSI, &later, "ann/reversi", &["-o", "later.loomgame"]);
    author.run(&["plugin", "index", "write", "site", "later.loomgame"]).success();
    let site = author.path().join("site").display().to_string();
    home.run(&["plugin", "index", "add", &site]).success();
    let other = home.run(&["replay", "game.loom"]);
    other.fails(1, "was played with version 0.1.0; ann/reversi 0.2.0 is in");
    author.run(&["plugin", "index", "write", "site", "reversi.loomgame"]).success();
    home.run(&["replay", "game.loom"]).fails(1, "boardloom plugin install ann/reversi@0.1.0");
    assert_eq!(versions(&home), Vec::<String>::new(), "the player did not agree");
    home.run(&["plugin", "install", "ann/reversi@0.1.0"]).success();
    assert!(home.run(&["replay", "game.loom"]).success().contains("1. Black: d3"));
}

#[cfg(unix)]
mod asked {
    use super::*;
    use crate::pty::Terminal;

    /// A home with a record, and an index that has its game.
    fn home(author: &TestDir) -> TestDir {
        let (record, _) = record(author);
        author.run(&["plugin", "index", "write", "site", "reversi.loomgame"]).success();
        let home = TestDir::new();
        let site = author.path().join("site").display().to_string();
        home.run(&["plugin", "index", "add", &site]).success();
        home.write("game.loom", &record);
        home
    }

    #[test]
    fn the_command_line_installs_what_a_record_lacks_after_a_question() {
        let author = TestDir::new();
        let home = home(&author);
        let mut terminal = Terminal::start(&home, &["play", "game.loom", "--text"], 100, 30);
        terminal.wait("the question", |shown| shown.contains("Install ann/reversi 0.1.0? [y/N]"));
        terminal.keys("\r");
        let ended = terminal.end();
        assert_eq!(ended.code, Some(1));
        assert!(ended.shown.contains("This game needs the plugin"), "{}", ended.shown);
        assert_eq!(versions(&home), Vec::<String>::new());
        let mut terminal = Terminal::start(&home, &["play", "game.loom", "--text"], 100, 30);
        terminal.wait("the question", |shown| shown.contains("[y/N]"));
        terminal.keys("y\r");
        terminal.wait("the game", |shown| shown.contains("White: to move"));
        assert_eq!(versions(&home), ["ann/reversi 0.1.0"]);
    }

    #[test]
    fn the_terminal_installs_what_a_record_lacks_after_a_question() {
        let author = TestDir::new();
        let home = home(&author);
        for (answer, is_installed) in [("n", false), ("y", true)] {
            let args = ["play", "game.loom", "--terminal"];
            let mut terminal = Terminal::start(&home, &args, 100, 30);
            terminal.wait("the question", |shown| {
                shown.contains("This game needs ann/reversi") && shown.contains("Install")
            });
            terminal.keys(answer);
            match is_installed {
                true => terminal.wait("the game", |shown| shown.contains("Reversi")),
                false => terminal.wait("the screen below", |shown| !shown.contains("Install")),
            };
            assert_eq!(versions(&home).len(), usize::from(is_installed));
        }
    }
}
