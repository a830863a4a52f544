//! `boardloom new language`.

use std::io::Write;

use boardloom_app::texts::language;

use crate::cli::NewLanguage;
use crate::{Console, Failure, Result};

pub fn run(args: &NewLanguage, console: &mut Console<'_>) -> Result<()> {
    check(&args.code)?;
    let folder = match &args.dir {
        Some(folder) => folder.clone(),
        None => {
            let settings = crate::services::settings_file().ok_or_else(|| {
                let what = "this system has no settings folder; name a folder with `--dir`";
                Failure::Usage(what.to_owned())
            })?;
            settings.with_file_name("languages")
        }
    };
    let path = folder.join(format!("{}.toml", args.code));
    if path.exists() {
        let what = format!("{} already exists; edit that file or move it away", path.display());
        return Err(Failure::Usage(what));
    }
    super::write_file(&path, language::template())?;
    writeln!(console.out, "{}", path.display())?;
    console.flush()?;
    console.say(format!(
        "translate the texts to the right of `=`, run `boardloom check {}`, and choose the language \
         in the settings; missing texts appear in English",
        path.display(),
    ));
    Ok(())
}

fn check(code: &str) -> Result<()> {
    let plain = |part: &str| {
        (1..=8).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric())
    };
    if code.split('-').all(plain) && code.len() >= 2 {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "`{code}` is not a language code; take one such as `fr`, `ja` or `pt-BR`"
    )))
}
