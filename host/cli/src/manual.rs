//! Shell completions and the manual page, generated from the clap definition.

use std::path::Path;

use clap::CommandFactory;

use crate::cli::Cli;
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
    let mut program = without_help(Cli::command());
    program.build();
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder).map_err(Failure::write(folder))?;
        return clap_mangen::generate_to(program, folder).map_err(Failure::write(folder));
    }
    let mut command = &program;
    for name in names {
        let found = command.find_subcommand(name);
        command = found.ok_or_else(|| Failure::Usage(format!("there is no command `{name}`")))?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    console.out.write_all(&page)?;
    Ok(())
}
