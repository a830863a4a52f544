//! The system's clipboard.

/// Where copied text goes and pasted text comes from.
pub(crate) trait Clipboard {
    /// Returns the text there, if there is any.
    fn read(&mut self) -> Option<String>;
    /// Puts text there.
    fn write(&mut self, text: String);
}

/// The clipboard of the desktop, opened when it is first needed; a text of our
/// own stands in where there is none.
#[derive(Default)]
pub(crate) struct SystemClipboard {
    system: Option<Result<arboard::Clipboard, arboard::Error>>,
    own: Option<String>,
}

impl SystemClipboard {
    fn system(&mut self) -> Option<&mut arboard::Clipboard> {
        let system = self.system.get_or_insert_with(|| {
            arboard::Clipboard::new()
                .inspect_err(|error| tracing::warn!(%error, "no clipboard on this desktop"))
        });
        system.as_mut().ok()
    }
}

impl Clipboard for SystemClipboard {
    fn read(&mut self) -> Option<String> {
        match self.system() {
            Some(system) => system.get_text().ok(),
            None => self.own.clone(),
        }
    }

    fn write(&mut self, text: String) {
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
