//! Shell completions and the manual page, generated from the clap definition.

use clap::CommandFactory;

use crate::cli::Cli;
use crate::console::Console;
use crate::failure::Failure;

pub fn completions(shell: clap_complete::Shell, console: &mut Console<'_>) -> Result<(), Failure> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "boardloom", &mut text);
    console.out.write_all(&text)?;
    Ok(())
}

pub fn page(console: &mut Console<'_>) -> Result<(), Failure> {
    let command = Cli::command();
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    console.out.write_all(&page)?;
    Ok(())
}
