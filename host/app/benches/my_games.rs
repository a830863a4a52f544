//! My games with tens of thousands of records: rebuilding the index, listing with it, listing
//! after another game, and searching.

use std::hint::black_box;
use std::path::Path;

use boardloom_app::my_games::{GameEntry, GameFilter, GameQuery, GameSort, list};
use boardloom_match::{MatchSetup, Player, Record};
use criterion::{Criterion, criterion_group, criterion_main};

/// The size of a copy of a ruleset in a record.
const COPY: usize = 3000;

fn write(folder: &Path, number: usize) {
    let rules = ["one/small", "one/large", "two/small", "three/round"];
    let ruleset = rules[number % rules.len()];
    let record = Record {
        ruleset: ruleset.to_owned(),
        ruleset_toml: format!("name = \"The {ruleset}\"\n# {}\n", "x".repeat(COPY)),
        setup: MatchSetup {
            players: vec![Player::human("Ann"), Player::computer("Steady", (number % 8) as u8 + 1)],
            date: format!("20{:02}-{:02}-11", 20 + number % 7, 1 + number % 12),
            ..MatchSetup::default()
        },
        result: (!number.is_multiple_of(5)).then(|| (vec![1, 2], "most pieces".to_owned())),
        ..Record::default()
    };
    let file = folder.join(format!("game-{number}.loom"));
    std::fs::write(file, record.to_text()).expect("a record");
}

fn my_games(criterion: &mut Criterion) {
    for count in [20_000, 50_000] {
        let folder = tempfile::tempdir().expect("a folder");
        (0..count).for_each(|number| write(folder.path(), number));
        let mut group = criterion.benchmark_group(format!("my games {count}"));
        group.sample_size(10);
        group.bench_function("rebuild the index", |bencher| {
            bencher.iter(|| {
                let _ = std::fs::remove_file(folder.path().join("games.index"));
                black_box(list(folder.path()))
            });
        });
        group.bench_function("list", |bencher| bencher.iter(|| black_box(list(folder.path()))));
        let mut number = count;
        group.bench_function("list after another game", |bencher| {
            bencher.iter(|| {
                write(folder.path(), number);
                number += 1;
                black_box(list(folder.path()))
            });
        });
        let all = list(folder.path());
        let texts = || all.iter().map(GameEntry::search_text).collect::<Vec<_>>();
        group.bench_function("prepare a search", |bencher| bencher.iter(|| black_box(texts())));
        let texts = texts();
        for (name, text, filter, sort) in [
            ("search", "level 3 won round", GameFilter::Won, GameSort::Newest),
            ("sort by name", "", GameFilter::All, GameSort::Name),
        ] {
            let query = GameQuery { text: text.to_owned(), filter, sort };
            group.bench_function(name, |bencher| {
                bencher.iter(|| black_box(query.select(&all, &texts)));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, my_games);
criterion_main!(benches);
