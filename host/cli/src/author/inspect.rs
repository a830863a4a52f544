//! `boardloom plugin inspect`.

use std::io::Write;

use boardloom_sandbox::{Inspection, Limits, inspect};
use serde_json::json;

use super::plugin_file;
use crate::cli::{CatalogArgs, Inspect};
use crate::perft::group_digits;
use crate::{Console, Result};

pub fn run(catalog_args: &CatalogArgs, args: &Inspect, console: &mut Console<'_>) -> Result<()> {
    let plugin = plugin_file::find(catalog_args, &args.plugin)?;
    let found = inspect(&plugin.name, &plugin.bytes)?;
    let limits = Limits::default();
    if args.json {
        let object = json!({
            "name": found.name,
            "size": found.size,
            "version": found.version,
            "contract": found.contract,
            "imports": found.imports,
            "exports": found.exports,
            "counts": found.counts,
            "searches": found.searches,
            "named": found.named,
            "producers": found.producers,
            "languages": found.catalogues.keys().collect::<Vec<_>>(),
            "limits": {
                "memory": limits.memory,
                "call_ms": limits.call.as_millis(),
                "open_ms": limits.open.as_millis(),
                "count_ms": limits.count.as_millis(),
                "answer": limits.answer,
                "sites": limits.sites,
                "component": limits.component,
            },
        });
        writeln!(console.out, "{object:#}")?;
        return Ok(());
    }
    print(&found, &limits, console)
}

fn print(found: &Inspection, limits: &Limits, console: &mut Console<'_>) -> Result<()> {
    let out = &mut console.out;
    let mebi = |bytes: usize| bytes >> 20;
    writeln!(out, "name      {}", found.name)?;
    writeln!(out, "version   {}", found.version.as_deref().unwrap_or("unknown"))?;
    writeln!(out, "contract  {}", found.contract)?;
    writeln!(out, "size      {} bytes", group_digits(found.size as f64))?;
    let capabilities = [("counts moves", found.counts), ("has its own search", found.searches)];
    for (capability, present) in capabilities {
        writeln!(out, "          {capability}: {}", if present { "yes" } else { "no" })?;
    }
    let named = if found.named { "yes" } else { "no: errors cannot name the failing function" };
    writeln!(out, "          has function names: {named}")?;
    let languages: Vec<&str> = found.catalogues.keys().map(String::as_str).collect();
    if !languages.is_empty() {
        writeln!(out, "          languages: {}", languages.join(", "))?;
    }
    for (title, names) in [("imports", &found.imports), ("exports", &found.exports)] {
        for (number, name) in names.iter().enumerate() {
            writeln!(out, "{:9} {name}", if number == 0 { title } else { "" })?;
        }
    }
    for (number, (field, what)) in found.producers.iter().enumerate() {
        writeln!(out, "{:9} {field}: {what}", if number == 0 { "made by" } else { "" })?;
    }
    writeln!(
        out,
        "limits    {} MiB of memory, {} s a call, {} s to open, {} MiB an answer, {} sites",
        mebi(limits.memory),
        limits.call.as_secs(),
        limits.open.as_secs(),
        mebi(limits.answer),
        group_digits(f64::from(limits.sites))
    )?;
    Ok(())
}
