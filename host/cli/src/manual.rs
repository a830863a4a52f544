//! Shell completions and the manual page, generated from the clap definition.

use std::path::Path;

use clap::CommandFactory;

use crate::catalog_args::example_ruleset;
use crate::cli::{Cli, command_with_examples};
use crate::{Console, Failure, Result};

pub fn completions(shell: clap_complete::Shell, console: &mut Console<'_>) -> Result<()> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "boardloom", &mut text);
    console.out.write_all(&text)?;
    Ok(())
}

/// Pages of `help` for each command would repeat the others.
fn without_help(command: clap::Command) -> clap::Command {
    command.disable_help_subcommand(true).mut_subcommands(without_help)
}

pub fn man(names: &[String], folder: Option<&Path>, console: &mut Console<'_>) -> Result<()> {
    let mut program = without_help(command_with_examples(&example_ruleset()));
    program.build();
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder).map_err(Failure::write(folder))?;
        return write_pages(&program, folder);
    }
    let mut command = &program;
    for name in names {
        let found = command.find_subcommand(name);
        command = found.ok_or_else(|| Failure::Usage(format!("there is no command `{name}`")))?;
    }
    console.out.write_all(page(command)?.as_bytes())?;
    Ok(())
}

/// Writes the pages of a command and of all below it.
fn write_pages(command: &clap::Command, folder: &Path) -> Result<()> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    let file = folder.join(format!("{name}.1"));
    std::fs::write(&file, page(command)?).map_err(Failure::write(&file))?;
    let below = command.get_subcommands().filter(|it| !it.is_hide_set());
    below.into_iter().try_for_each(|below| write_pages(below, folder))
}

/// Renders a page: what help marks by backquotes is bold, and examples have a section.
fn page(command: &clap::Command) -> Result<String> {
    let mut page = Vec::new();
    let man = clap_mangen::Man::new(command.clone());
    let man = man.source(concat!("boardloom ", env!("CARGO_PKG_VERSION"))).manual("Boardloom");
    man.render(&mut page)?;
    let page = String::from_utf8(page).expect("help is text");
    let mut text = String::new();
    for (number, part) in page.split('`').enumerate() {
        let font = match number {
            0 => "",
            odd if odd % 2 == 1 => "\\fB",
            _ => "\\fR",
        };
        text += font;
        text += part;
    }
    Ok(text
        .replace(".SH EXTRA\nExamples:\n", ".SH EXAMPLES\n")
        .replace(".SH EXTRA\n", ".SH NOTES\n")
        .replace("\nExamples:\n", "\n.SH EXAMPLES\n"))
}
