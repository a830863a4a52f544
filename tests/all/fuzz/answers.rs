//! Answers of a plugin, made of any bytes.
//!
//! One component serves all cases: it takes the content of its memory from its ruleset, so that
//! nothing is compiled for a case. The answers are records of the contract in their memory layout,
//! with numbers that are mostly in range and at times are not.

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use boardloom_contract::LoadedPlugin;

use super::Bytes;
use super::plugins::{played, sandbox, source};
#[cfg(test)]
use super::run;
use crate::guest;

/// Where the memory for answers begins.
const START: usize = 8192;

/// Answers made of any bytes where the sound plugin has its own.
pub fn plugin_answers(bytes: &mut Bytes<'_>) {
    static PLUGIN: LazyLock<Arc<dyn LoadedPlugin>> = LazyLock::new(|| {
        let component = guest::with_parts(PARTS);
        sandbox().load("polite", &component).expect("the code is sound")
    });
    let keys = format!("memory = \"#{}\"\n", memory(bytes));
    let _ = played(source(Arc::clone(&PLUGIN), &keys), bytes);
}

#[test]
fn answers() {
    run("answers", 200, plugin_answers);
}

#[test]
fn most_answers_are_drawn_and_played() {
    let drawn = |seed: u8| {
        let case: Vec<u8> = (0..400_u32).map(|at| (at * 31) as u8 ^ seed).collect();
        let mut bytes = Bytes::new(&case);
        let keys = format!("memory = \"#{}\"\n", memory(&mut bytes));
        let rules = sandbox().load("polite", &guest::with_parts(PARTS)).expect("it is sound");
        played(source(rules, &keys), &mut bytes)
    };
    let results: Vec<_> = (0..20).map(drawn).collect();
    let sound = results.iter().filter(|result| result.is_ok()).count();
    assert!(sound >= 5, "{results:?}");
}

/// Answers in the layout of the component model's canonical ABI.
struct Memory {
    bytes: Vec<u8>,
    /// What stands below `START`.
    patches: Vec<(usize, Vec<u8>)>,
}

impl Memory {
    /// Returns the address of some bytes, zero at first.
    fn alloc(&mut self, size: usize) -> usize {
        let at = self.bytes.len().next_multiple_of(8);
        self.bytes.resize(at + size, 0);
        START + at
    }

    fn put(&mut self, at: usize, value: &[u8]) {
        match at.checked_sub(START) {
            Some(at) => self.bytes[at..at + value.len()].copy_from_slice(value),
            None => self.patches.push((at, value.to_vec())),
        }
    }

    fn u32(&mut self, at: usize, value: usize) {
        self.put(at, &(value as u32).to_le_bytes());
    }

    fn f64(&mut self, at: usize, value: f64) {
        self.put(at, &value.to_le_bytes());
    }

    /// Stores a list of elements of a size each.
    fn list(
        &mut self,
        at: usize,
        length: usize,
        size: usize,
        mut element: impl FnMut(&mut Self, usize),
    ) {
        let list = self.alloc(length * size);
        self.u32(at, list);
        self.u32(at + 4, length);
        (0..length).for_each(|number| element(self, list + number * size));
    }

    fn text(&mut self, at: usize, text: &str) {
        let place = self.alloc(text.len());
        self.put(place, text.as_bytes());
        self.u32(at, place);
        self.u32(at + 4, text.len());
    }

    /// Writes the bytes as the plugin reads them: address, length and bytes of each part.
    fn to_hex(&self) -> String {
        let chunks = self.bytes.chunks(255).enumerate();
        let whole = chunks.map(|(number, part)| (START + number * 255, part));
        let patches = self.patches.iter().map(|(at, part)| (*at, &part[..]));
        let mut text = String::new();
        for (at, part) in whole.chain(patches) {
            write!(text, "{at:04x}{:02x}", part.len()).expect("a string takes all");
            part.iter().for_each(|byte| write!(text, "{byte:02x}").expect("a string takes all"));
        }
        text
    }
}

const TEXTS: [&str; 12] =
    ["a", "b", "king", "1", "a1", "", "ä", "\u{202e}", "\u{1b}[2J", " ", "two\nlines", "{0}"];

/// Sites of the board, as the sound plugin's status has them.
const SITES: usize = 4;

/// Returns a number below a limit, seldom the limit itself or a large one.
fn number(bytes: &mut Bytes<'_>, limit: usize) -> usize {
    match bytes.byte() {
        255 => usize::MAX,
        254 => limit,
        byte => usize::from(byte) % limit.max(1),
    }
}

fn text<'a>(bytes: &mut Bytes<'_>) -> &'a str {
    let byte = bytes.byte();
    // Sound ones mostly.
    TEXTS[if byte < 252 { usize::from(byte) % 5 } else { usize::from(byte) % TEXTS.len() }]
}

fn coordinate(bytes: &mut Bytes<'_>) -> f64 {
    let small = f64::from(bytes.byte()) / 16.0 - 8.0;
    match bytes.byte() {
        255 => f64::NAN,
        254 => f64::INFINITY,
        253 => f64::MIN_POSITIVE,
        252 => 1e9,
        251 => small * 1e8,
        250 => small * 1e-12,
        240..250 => 0.0,
        _ => small,
    }
}

fn put_point(memory: &mut Memory, at: usize, bytes: &mut Bytes<'_>) {
    memory.f64(at, coordinate(bytes));
    memory.f64(at + 8, coordinate(bytes));
    // Most boards are flat.
    let height = if bytes.byte() < 200 { 0.0 } else { coordinate(bytes) };
    memory.f64(at + 16, height);
}

fn put_option(memory: &mut Memory, at: usize, value: Option<usize>) {
    memory.put(at, &[u8::from(value.is_some())]);
    memory.u32(at + 4, value.unwrap_or_default());
}

fn put_message(memory: &mut Memory, at: usize, bytes: &mut Bytes<'_>) {
    memory.text(at, text(bytes));
    let args = if bytes.byte() < 200 { 0 } else { 1 };
    memory.list(at + 8, args, 16, |memory, at| {
        memory.text(at, text(bytes));
        memory.text(at + 8, text(bytes));
    });
    memory.text(at + 16, text(bytes));
}

fn put_piece(memory: &mut Memory, at: usize, bytes: &mut Bytes<'_>) {
    let (kind, count) = (number(bytes, 2) as u16, number(bytes, 4) as u16);
    let color = if bytes.byte() < 40 { 255 } else { number(bytes, 2) as u8 };
    memory.put(at, &kind.to_le_bytes());
    memory.put(at + 2, &[color, number(bytes, 9) as u8]);
    memory.put(at + 4, &count.to_le_bytes());
}

fn put_optional_piece(memory: &mut Memory, at: usize, bytes: &mut Bytes<'_>) {
    let there = bytes.byte() & 1;
    memory.put(at, &[there]);
    put_piece(memory, at + 2, bytes);
}

/// Returns what the plugin's memory has, as text.
fn memory(bytes: &mut Bytes<'_>) -> String {
    let mut memory = Memory { bytes: Vec::new(), patches: Vec::new() };
    // The addresses that `PARTS` returns, in its order.
    let fixed = memory.alloc(600);
    put_about(&mut memory, fixed, bytes);
    put_drawing(&mut memory, fixed + 96, bytes);
    put_pieces(&mut memory, fixed + 192, bytes);
    put_choices(&mut memory, fixed + 208, bytes);
    put_paths(&mut memory, fixed + 240, bytes);
    put_marks(&mut memory, fixed + 256, bytes);
    put_effects(&mut memory, fixed + 272, bytes);
    for _ in 0..bytes.byte() % 4 {
        let (at, byte) = (1024 + bytes.below(4300), bytes.byte());
        memory.put(at, &[byte]);
    }
    memory.to_hex()
}

fn put_about(memory: &mut Memory, at: usize, bytes: &mut Bytes<'_>) {
    memory.put(at, &[2, 2]);
    memory.list(at + 4, 2, 48, |memory, at| {
        memory.text(at, text(bytes));
        put_message(memory, at + 8, bytes);
        memory.list(at + 32, 2, 8, |memory, at| memory.text(at, text(bytes)));
        let shapes = ["disc", "king", "stone", "ring", "arrow", "none-such"];
        memory.text(at + 40, shapes[number(bytes, 6).min(5)]);
    });
    memory.list(at + 12, 2, 8, |memory, at| memory.text(at, text(bytes)));
    memory.list(at + 20, 1, 36, |memory, at| {
        memory.text(at, "flat");
        put_message(memory, at + 8, bytes);
        let dimensions = if bytes.byte() < 128 { 2 } else { 3 };
        memory.put(at + 32, &[dimensions]);
    });
    memory.list(at + 28, 1, 8, |memory, at| memory.text(at, "text"));
    put_message(memory, at + 36, bytes);
    put_option(memory, at + 60, (bytes.byte() < 40).then(|| number(bytes, 100)));
    memory.list(at + 68, 0, 16, |_, _| {});
}

/// Stores an extent, and from 24 bytes on a patch that has all of it.
fn put_drawing(memory: &mut Memory, at: usize, bytes: &mut Bytes<'_>) {
    let counts = [4, 4, 8, 5, 3].map(|most| usize::from(bytes.byte()) % (most + 1));
    memory.u32(at, number(bytes, 3));
    for (place, count) in counts.into_iter().enumerate() {
        // Seldom more than there is.
        let more = usize::from(bytes.byte() == 255);
        memory.u32(at + 4 + 4 * place, count + more);
    }
    let [frames, shapes, places, lines, captions] = counts;
    let patch = at + 24;
    let mut before = 0;
    memory.list(patch, frames, 64, |memory, at| {
        let parent = (bytes.byte() < 128 && before > 0).then(|| number(bytes, before));
        put_option(memory, at, parent);
        for (place, sound) in [1.0, 0.0, 0.0, 1.0, 0.0, 0.0].into_iter().enumerate() {
            let other = bytes.byte() < 60;
            memory.f64(at + 8 + 8 * place, if other { coordinate(bytes) } else { sound });
        }
        memory.put(at + 56, &[number(bytes, 5) as u8, 0]);
        before += 1;
    });
    let frame =
        |bytes: &mut Bytes<'_>| (frames > 0 && bytes.byte() < 160).then(|| number(bytes, frames));
    memory.list(patch + 8, shapes, 8, |memory, at| {
        let points = 3 + usize::from(bytes.byte()) % 8 - usize::from(bytes.byte() == 255);
        memory.list(at, points, 24, |memory, at| put_point(memory, at, bytes));
    });
    let mut site = 0;
    memory.list(patch + 16, places, 64, |memory, at| {
        let other = bytes.byte() > 200;
        memory.u32(at, if other { number(bytes, SITES) } else { site % SITES });
        memory.put(at + 4, &[u8::from(other || site >= SITES)]);
        put_option(memory, at + 8, frame(bytes));
        put_point(memory, at + 16, bytes);
        let shape = (shapes > 0 && bytes.byte() < 200).then(|| number(bytes, shapes));
        put_option(memory, at + 40, shape);
        memory.text(at + 48, text(bytes));
        memory.put(at + 56, &[number(bytes, 2) as u8, 0]);
        site += 1;
    });
    memory.list(patch + 24, lines, 24, |memory, at| {
        put_option(memory, at, frame(bytes));
        memory.put(at + 8, &[number(bytes, 2) as u8, 0]);
        let points = 2 + usize::from(bytes.byte()) % 7;
        memory.list(at + 12, points, 24, |memory, at| put_point(memory, at, bytes));
        memory.put(at + 20, &[bytes.byte() & 1, bytes.byte() & 1]);
        memory.put(at + 22, &[number(bytes, 3) as u8, 0]);
    });
    memory.list(patch + 32, captions, 40, |memory, at| {
        put_option(memory, at, frame(bytes));
        put_point(memory, at + 8, bytes);
        memory.text(at + 32, text(bytes));
    });
}

fn put_pieces(memory: &mut Memory, at: usize, bytes: &mut Bytes<'_>) {
    let pieces = usize::from(bytes.byte()) % 5;
    let mut site = 0;
    memory.list(at, pieces, 12, |memory, at| {
        memory.u32(at, site);
        put_piece(memory, at + 4, bytes);
        site += usize::from(bytes.byte()) % 2;
    });
}

fn put_choices(memory: &mut Memory, at: usize, bytes: &mut Bytes<'_>) {
    let (targets, options) = (usize::from(bytes.byte()) % 5, usize::from(bytes.byte()) % 3);
    let mut site = 0;
    memory.list(at, targets, 8, |memory, at| {
        let other = bytes.byte() > 240;
        memory.u32(at, if other { number(bytes, SITES) } else { site });
        memory.put(at + 4, &[number(bytes, 4) as u8 % 5]);
        site += 1;
    });
    memory.list(at + 8, options, 36, |memory, at| {
        memory.text(at, text(bytes));
        put_message(memory, at + 8, bytes);
        memory.put(at + 32, &[bytes.byte() & 1]);
    });
    put_optional_piece(memory, at + 16, bytes);
    memory.put(at + 24, &[bytes.byte() & 1]);
}

fn put_paths(memory: &mut Memory, at: usize, bytes: &mut Bytes<'_>) {
    let paths = usize::from(bytes.byte()) % 3;
    memory.list(at, paths, 8, |memory, at| {
        let sites = usize::from(bytes.byte()) % 4;
        memory.list(at, sites, 4, |memory, at| memory.u32(at, number(bytes, SITES)));
    });
}

fn put_marks(memory: &mut Memory, at: usize, bytes: &mut Bytes<'_>) {
    let marks = usize::from(bytes.byte()) % 4;
    memory.list(at, marks, 48, |memory, at| {
        memory.text(at, ["last", "threat", "a", ""][number(bytes, 3).min(3)]);
        let sites = usize::from(bytes.byte()) % 5;
        memory.list(at + 8, sites, 4, |memory, at| memory.u32(at, number(bytes, SITES)));
        memory.put(at + 16, &[bytes.byte() & 1, bytes.byte() & 1, number(bytes, 2) as u8]);
        let there = bytes.byte() & 1;
        memory.put(at + 20, &[there]);
        put_message(memory, at + 24, bytes);
    });
}

fn put_effects(memory: &mut Memory, at: usize, bytes: &mut Bytes<'_>) {
    // Its list comes after the tag of the result.
    let effects = usize::from(bytes.byte()) % 4;
    let mut stage = 0;
    memory.list(at + 4, effects, 52, |memory, at| {
        stage += u16::from(bytes.byte()) % 2;
        memory.put(at, &stage.to_le_bytes());
        memory.text(at + 4, ["move", "capture", "place", "a"][number(bytes, 4).min(3)]);
        put_option(memory, at + 12, (bytes.byte() < 200).then(|| number(bytes, SITES)));
        put_option(memory, at + 20, (bytes.byte() < 128).then(|| number(bytes, SITES)));
        put_optional_piece(memory, at + 28, bytes);
        put_optional_piece(memory, at + 36, bytes);
        memory.text(at + 44, text(bytes));
    });
}

/// The parts of the well-behaved plugin that read the memory from the ruleset and answer with it.
/// 8192 is `START`.
const PARTS: &str = r##"
;; -- memory
(memory (export "memory") 12)

;; -- realloc
(global $top (mut i32) (i32.const 131072))
(func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32)
  (local $at i32)
  (if (i32.gt_u (global.get $top) (i32.const 500000)) (then (global.set $top (i32.const 131072))))
  (local.set $at (global.get $top))
  (global.set $top (i32.and (i32.add (i32.add (global.get $top) (local.get 3)) (i32.const 15)) (i32.const -16)))
  (local.get $at))

;; -- open
(func $digit (param $at i32) (result i32)
  (local $byte i32)
  (local.set $byte (i32.load8_u (local.get $at)))
  (select (i32.sub (local.get $byte) (i32.const 87)) (i32.sub (local.get $byte) (i32.const 48))
    (i32.gt_u (local.get $byte) (i32.const 57))))
(func $byte (param $at i32) (result i32)
  (i32.add (i32.shl (call $digit (local.get $at)) (i32.const 4))
    (call $digit (i32.add (local.get $at) (i32.const 1)))))
(func (export "boardloom:rules/rules@1.0.0#[static]open-game.open") (param $at i32) (param i32) (result i32)
  (local $to i32) (local $left i32)
  (loop $find
    (local.set $at (i32.add (local.get $at) (i32.const 1)))
    (br_if $find (i32.ne (i32.load8_u (local.get $at)) (i32.const 35))))
  (local.set $at (i32.add (local.get $at) (i32.const 1)))
  (block $end
    (loop $part
      (br_if $end (i32.eq (i32.load8_u (local.get $at)) (i32.const 34)))
      (local.set $to (i32.or (i32.shl (call $byte (local.get $at)) (i32.const 8))
        (call $byte (i32.add (local.get $at) (i32.const 2)))))
      (local.set $left (call $byte (i32.add (local.get $at) (i32.const 4))))
      (local.set $at (i32.add (local.get $at) (i32.const 6)))
      (block $stored
        (loop $store
          (br_if $stored (i32.eqz (local.get $left)))
          (i32.store8 (local.get $to) (call $byte (local.get $at)))
          (local.set $to (i32.add (local.get $to) (i32.const 1)))
          (local.set $at (i32.add (local.get $at) (i32.const 2)))
          (local.set $left (i32.sub (local.get $left) (i32.const 1)))
          (br $store)))
      (br $part)))
  (i32.store (i32.const 4000) (i32.const 0))
  (i32.store (i32.const 4004) (call $new-game (i32.const 7)))
  (i32.const 4000))

;; -- about
(func (export "boardloom:rules/rules@1.0.0#[method]open-game.about") (param i32) (result i32) (i32.const 8192))
;; -- extent
(func (export "boardloom:rules/board@1.0.0#extent") (param i32 i32) (result i32) (i32.const 8288))
;; -- drawing-beyond
(func (export "boardloom:rules/board@1.0.0#drawing-beyond") (param i32 i32 i32 i32 i32 i32 i32 i32 i32) (result i32) (i32.const 8312))
;; -- proposed-sites
(func (export "boardloom:rules/board@1.0.0#proposed-sites") (param i32 i32 i32 i32) (result i32) (i32.const 8312))
;; -- pieces
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.pieces") (param i32 i32 i32) (result i32) (i32.const 8384))
;; -- pieces-at
(func (export "boardloom:rules/shortcuts@1.0.0#pieces-at") (param i32 i32 i32) (result i32) (i32.const 8384))
;; -- choices
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.choices") (param i32 i32 i32 i32) (result i32) (i32.const 8400))
;; -- paths
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.paths") (param i32 i32 i32 i32) (result i32) (i32.const 8432))
;; -- marks
(func (export "boardloom:rules/board@1.0.0#marks") (param i32) (result i32) (i32.const 8448))

;; -- play
(func (export "boardloom:rules/rules@1.0.0#[method]cursor.play") (param i32 i32 i32 i32) (result i32)
  (i32.store (i32.const 3072) (i32.add (i32.load (i32.const 3072)) (i32.const 1)))
  (i32.const 8464))
"##;
