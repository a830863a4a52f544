//! The program for tests: the whole of it, and a panic on demand.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use boardloom_app::{Refusal, RulesetEntry, Services};
use boardloom_match::GameSource;
use boardloom_ruleset::Overrides;

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some("panic-in-the-terminal") {
        let run =
            boardloom_terminal::run(Arc::new(PanickingServices::default()), Default::default());
        return run.map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS);
    }
    boardloom::main_with(std::env::args_os())
}

/// Panics once the terminal is set up.
#[derive(Default)]
struct PanickingServices {
    titles: AtomicUsize,
}

impl Services for PanickingServices {
    fn rulesets(&self) -> Vec<RulesetEntry> {
        Vec::new()
    }

    fn open(&self, _: &str, _: &Overrides) -> Result<GameSource, Refusal> {
        Err(Refusal::Other("nothing is here".to_owned()))
    }

    fn open_text(&self, _: &str, _: &str, _: &Overrides) -> Result<GameSource, Refusal> {
        Err(Refusal::Other("nothing is here".to_owned()))
    }

    fn records(&self) -> Option<PathBuf> {
        None
    }

    fn settings_file(&self) -> Option<PathBuf> {
        None
    }

    fn title(&self) -> String {
        // The first is for the terminal's own title.
        assert!(self.titles.fetch_add(1, Ordering::Relaxed) == 0, "an error on purpose");
        "Boardloom".to_owned()
    }
}
