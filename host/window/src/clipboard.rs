//! The system's clipboard.

/// Opened at first use; without a desktop clipboard, our own text.
#[derive(Default)]
pub(crate) struct Clipboard {
    system: Option<Result<arboard::Clipboard, arboard::Error>>,
    own: Option<String>,
}

impl Clipboard {
    fn system(&mut self) -> Option<&mut arboard::Clipboard> {
        let system = self.system.get_or_insert_with(|| {
            arboard::Clipboard::new()
                .inspect_err(|error| tracing::warn!(%error, "no clipboard on this desktop"))
        });
        system.as_mut().ok()
    }

    pub(crate) fn read(&mut self) -> Option<String> {
        match self.system() {
            Some(system) => system.get_text().ok(),
            None => self.own.clone(),
        }
    }

    pub(crate) fn write(&mut self, text: String) {
        let failed = match self.system() {
            Some(system) => system.set_text(text.clone()).err(),
            None => None,
        };
        if let Some(error) = failed {
            tracing::warn!(%error, "the text could not be copied");
        }
        self.own = Some(text);
    }
}
