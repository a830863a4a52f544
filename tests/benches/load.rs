//! Time to open a plugin: compiled from scratch, loaded from the compile cache, and one
//! more instance.

use std::hint::black_box;

use boardloom_sandbox::{CacheFolder, Sandbox, SandboxConfig};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

fn sandbox(cache: CacheFolder) -> Sandbox {
    Sandbox::new(SandboxConfig { cache, ..SandboxConfig::default() }).expect("a sandbox")
}

fn load(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let warm = || sandbox(CacheFolder::At(folder.path().to_path_buf()));
    let cold = sandbox(CacheFolder::Off);
    for (name, component) in boardloom_bundle::plugins() {
        let mut group = criterion.benchmark_group(format!("load {name}"));
        group.sample_size(20);
        group.bench_function("cold", |bencher| {
            bencher.iter(|| black_box(cold.load(name, component).expect("it loads")));
        });
        warm().load(name, component).expect("it loads");
        // A start of the program: a fresh engine that finds compiled code.
        group.bench_function("warm", |bencher| {
            bencher.iter_batched(
                warm,
                |sandbox| black_box(sandbox.load(name, component).expect("it loads")),
                BatchSize::PerIteration,
            );
        });
        let sandbox = warm();
        group.bench_function("again", |bencher| {
            bencher.iter(|| black_box(sandbox.load(name, component).expect("it loads")));
        });
        group.finish();
    }
}

criterion_group!(benches, load);
criterion_main!(benches);
