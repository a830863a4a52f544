//! Fuzz targets: input of every kind, damaged and invented, never makes the host panic or hang.
//!
//! Each target is a function of bytes. A normal run feeds it its corpus
//! (`tests/data/fuzz/TARGET`) and some cases from fixed seeds, so that every run is the same.
//! `BOARDLOOM_FUZZ` is the time in seconds for further cases of each target, from seeds that
//! go on. Bytes that fail are written to the corpus. `tests/fuzz` hands the same functions to a
//! fuzzer that is guided by coverage.
//!
//! Most cases are a list of changes to something sound. After a line `raw`, a case is the input
//! itself, so that a fuzzer that is guided by coverage can change real files step by step.

mod answers;
#[cfg(test)]
mod lobby;
mod mails;
mod network;
mod plugins;
#[cfg(test)]
mod programs;
mod texts;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use boardloom_sdk::random::{Random, mix};

#[cfg(test)]
use crate::support::project;
use crate::support::{data, library};

/// A target, and its name.
type Target = (&'static str, fn(&[u8]));

/// The targets that need no other process.
pub const TARGETS: [Target; 11] = [
    ("records", |bytes| texts::record(&mut Bytes::new(bytes))),
    ("journals", |bytes| texts::journal_file(&mut Bytes::new(bytes))),
    ("rulesets", |bytes| with_ruleset(bytes, texts::ruleset_text)),
    ("settings", |bytes| texts::settings_file(&mut Bytes::new(bytes))),
    ("languages", |bytes| texts::language_text(&mut Bytes::new(bytes))),
    ("schemas", |bytes| with_ruleset(bytes, texts::plugin_schema)),
    ("components", |bytes| plugins::component(&mut Bytes::new(bytes))),
    ("answers", |bytes| answers::plugin_answers(&mut Bytes::new(bytes))),
    ("room_messages", |bytes| network::messages(&mut Bytes::new(bytes))),
    ("saved_rooms", |bytes| network::saved_room(&mut Bytes::new(bytes))),
    ("mails", |bytes| mails::mail(&mut Bytes::new(bytes))),
];

/// Takes the ruleset that the first line names, or any for another line.
fn with_ruleset(bytes: &[u8], check: impl Fn(&str, &mut Bytes<'_>)) {
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    static IDS: LazyLock<Vec<String>> = LazyLock::new(|| library().ids());
    let ids = &*IDS;
    let named = ids.iter().find(|id| id.as_bytes() == &bytes[..end]);
    let id = named.unwrap_or_else(|| &ids[(hash(&bytes[..end]) % ids.len() as u64) as usize]);
    check(id, &mut Bytes::new(bytes.get(end + 1..).unwrap_or_default()));
}

#[test]
fn each_target_takes_any_bytes() {
    for (target, check) in TARGETS {
        for bytes in [&b""[..], b"\n", b"ataxx/classic\n\xff\0\x01", &[255; 40]] {
            check(bytes);
        }
        let program = project().join("tests/fuzz/fuzz_targets").join(format!("{target}.rs"));
        assert!(program.is_file(), "{}", program.display());
    }
}

/// The line before an input that is used as it is.
const RAW: &[u8] = b"raw\n";

/// The most bytes of a random case.
const LONGEST: u64 = 400;

/// A case may take no longer, compiling of plugins included, on a busy machine.
const CASE_LIMIT: Duration = Duration::from_secs(60);

/// The time for further cases of each target.
fn long_time() -> Option<Duration> {
    let text = std::env::var("BOARDLOOM_FUZZ").ok()?;
    Some(Duration::from_secs(text.parse().expect("BOARDLOOM_FUZZ is a number of seconds")))
}

/// Runs a target on its corpus and on `cases` random cases.
fn run(target: &str, cases: u64, check: impl Fn(&mut Bytes<'_>)) {
    run_cases(target, cases, random_bytes, |bytes| check(&mut Bytes::new(bytes)));
}

/// Runs a target on one of several things. The first line of a case is the thing's name, so that
/// the corpus means the same when things are added.
fn run_named(target: &str, cases: u64, names: &[String], check: impl Fn(&str, &mut Bytes<'_>)) {
    let random = |seed: u64| {
        let name = &names[Random::new(!seed).below(names.len() as u64) as usize];
        [name.as_bytes(), b"\n", &random_bytes(seed)].concat()
    };
    run_cases(target, cases, random, |bytes| {
        let end = bytes.iter().position(|byte| *byte == b'\n').expect("a line with a name");
        let (name, rest) = (String::from_utf8_lossy(&bytes[..end]), &bytes[end + 1..]);
        assert!(names.iter().any(|known| *known == name), "{target}: there is no `{name}`");
        check(&name, &mut Bytes::new(rest));
    });
}

fn run_cases(target: &str, cases: u64, random: impl Fn(u64) -> Vec<u8>, check: impl Fn(&[u8])) {
    let corpus = data().join("fuzz").join(target);
    let mut files: Vec<PathBuf> = corpus
        .read_dir()
        .map(|files| files.map(|file| file.expect("a file").path()).collect())
        .unwrap_or_default();
    files.sort();
    for file in files {
        run_case(target, &std::fs::read(&file).expect("a file"), &check);
    }
    let began = Instant::now();
    let time = long_time();
    for number in 0.. {
        if number >= cases && time.is_none_or(|time| began.elapsed() >= time) {
            if time.is_some() {
                println!("{target}: {number} cases in {:.0?}", began.elapsed());
            }
            return;
        }
        run_case(target, &random(number), &check);
    }
}

fn random_bytes(number: u64) -> Vec<u8> {
    let mut random = Random::new(number);
    let length = random.below(LONGEST) + 4;
    (0..length).map(|_| random.below(256) as u8).collect()
}

/// Runs a case; one that fails or takes too long is kept in the corpus.
fn run_case(target: &str, bytes: &[u8], check: &impl Fn(&[u8])) {
    let began = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| check(bytes)));
    let slow = began.elapsed() > CASE_LIMIT;
    if result.is_ok() && !slow {
        return;
    }
    let folder = data().join("fuzz").join(target);
    let file = folder.join(format!("{:016x}", hash(bytes)));
    let kept = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&file, bytes));
    eprintln!("{target}: the case is kept in {}: {kept:?}", file.display());
    match result {
        Err(panic) => resume_unwind(panic),
        Ok(()) => panic!("{target}: a case took {:?}", began.elapsed()),
    }
}

fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(bytes.len() as u64, |hash, byte| mix(hash ^ u64::from(*byte)))
}

/// The bytes of a case, read as decisions. After the end come zeros.
struct Bytes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Bytes { bytes, at: 0 }
    }

    fn is_empty(&self) -> bool {
        self.at >= self.bytes.len()
    }

    fn byte(&mut self) -> u8 {
        let byte = self.bytes.get(self.at).copied().unwrap_or_default();
        self.at += 1;
        byte
    }

    /// Returns a number below a limit, 0 for a limit of 0.
    fn below(&mut self, limit: usize) -> usize {
        let number = (0..3).fold(0, |number, _| number << 8 | usize::from(self.byte()));
        number % limit.max(1)
    }

    fn pick<'b, T: ?Sized>(&mut self, from: &[&'b T]) -> &'b T {
        from[self.below(from.len())]
    }

    /// Returns the rest after the line `raw`, if it begins with that.
    fn raw(&mut self) -> Option<&'a [u8]> {
        let rest = self.bytes.get(self.at..)?.strip_prefix(RAW)?;
        self.at = self.bytes.len();
        Some(rest)
    }

    /// Returns the input itself, or sound bytes with changes.
    fn input(&mut self, sound: &[u8], words: &[&str]) -> Vec<u8> {
        self.raw().map(<[u8]>::to_vec).unwrap_or_else(|| self.edited(sound, words))
    }

    /// As [`Bytes::input`], as text.
    fn input_text(&mut self, sound: &str, words: &[&str]) -> String {
        String::from_utf8_lossy(&self.input(sound.as_bytes(), words)).into_owned()
    }

    /// Changes sound bytes in up to eight places: cuts, copies, other bytes, and words.
    fn edited(&mut self, sound: &[u8], words: &[&str]) -> Vec<u8> {
        let mut bytes = sound.to_vec();
        for _ in 0..=self.below(8) {
            let at = self.below(bytes.len() + 1);
            let until = (at + self.below(40)).min(bytes.len());
            match self.below(7) {
                0 => bytes.truncate(at),
                1 => drop(bytes.drain(at..until)),
                2 => {
                    let copy = bytes[at..until].to_vec();
                    let to = self.below(bytes.len() + 1);
                    bytes.splice(to..to, copy);
                }
                3 => {
                    let byte = self.byte();
                    bytes.splice(at..at, [byte]);
                }
                4 => bytes.get_mut(at).into_iter().for_each(|byte| *byte ^= 1 << self.below(8)),
                5 => {
                    // Another line in the place of one.
                    let lines: Vec<Vec<u8>> =
                        bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
                    let line = lines.get(self.below(lines.len())).cloned().unwrap_or_default();
                    bytes.splice(at..until, line);
                }
                _ => {
                    let word = self.pick(words).as_bytes().to_vec();
                    bytes.splice(at..until.min(at + word.len()), word);
                }
            }
        }
        bytes
    }

    fn edited_text(&mut self, sound: &str, words: &[&str]) -> String {
        String::from_utf8_lossy(&self.edited(sound.as_bytes(), words)).into_owned()
    }
}
