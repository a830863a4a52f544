//! The file picker: a folder, and a typed or selected name.

use std::path::{Component, MAIN_SEPARATOR, Path, PathBuf};

use boardloom_match::record::EXTENSION;

use super::animation_export::ExportFormat;
use super::export_settings::ExportSettings;
use super::listing::{FileEntry, FileKind, FolderListing, PathTarget};
use crate::texts::{files as t, mail};

/// The ending of a saved mail.
const MAIL_ENDING: &str = "txt";

/// The use of the chosen file.
#[derive(Debug, Clone, PartialEq)]
pub enum Purpose {
    Open,
    /// Import a mail of a game by mail.
    ImportMail,
    /// Save the text of such a mail.
    SaveMail(String),
    /// Save the record of the game on the board.
    Save,
    /// Write copies of games, by their files in my games.
    SaveGames(Vec<String>),
    Export(ExportSettings),
}

impl Purpose {
    pub fn title(&self) -> &'static str {
        match self {
            Purpose::Open => t::open(),
            Purpose::ImportMail => mail::import_title(),
            Purpose::Save | Purpose::SaveGames(_) => t::save_as(),
            Purpose::SaveMail(_) => mail::save_as(),
            Purpose::Export(_) => t::export_to(),
        }
    }

    pub fn writes(&self) -> bool {
        !matches!(self, Purpose::Open | Purpose::ImportMail)
    }

    fn takes(&self, entry: &FileEntry) -> bool {
        match self {
            Purpose::Open => entry.kind.opens(),
            // Mail programs choose the names.
            Purpose::ImportMail | Purpose::SaveMail(_) => entry.kind == FileKind::Other,
            // Journals are the program's own.
            Purpose::Save | Purpose::SaveGames(_) => {
                Path::new(&entry.name).extension().is_some_and(|ending| ending == EXTENSION)
            }
            Purpose::Export(export) => {
                let ending = match export.form {
                    ExportFormat::Frames => ".png",
                    form => form.ending(),
                };
                entry.name.to_lowercase().ends_with(ending)
            }
        }
    }

    fn named(&self, path: PathBuf) -> PathBuf {
        match self {
            Purpose::Open | Purpose::ImportMail => path,
            Purpose::SaveMail(_) if path.extension().is_some() => path,
            Purpose::SaveMail(_) => path.with_extension(MAIL_ENDING),
            Purpose::Export(export) => export.form.named(path),
            _ if FileKind::of(&path) == FileKind::Record => path,
            Purpose::Save | Purpose::SaveGames(_) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                path.with_file_name(format!("{name}.{EXTENSION}"))
            }
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PickerRequest {
    /// Read this folder.
    List(PathBuf),
    /// Inspect this path.
    Look(PathBuf),
    Chosen(PathBuf),
    /// Choose nothing.
    Cancel,
}

#[derive(Debug)]
pub struct FilePicker {
    pub purpose: Purpose,
    home: Option<PathBuf>,
    /// Folders to go to, by name.
    pub places: Vec<(String, PathBuf)>,
    /// The folder of the player's own games.
    records: Option<PathBuf>,
    /// The base of relative paths.
    folder: PathBuf,
    /// A name or a path.
    pub typed: String,
    /// Whether files of other kinds are shown too.
    pub all: bool,
    listing: Option<FolderListing>,
    /// The folder that is being read, or could not be.
    requested: Option<PathBuf>,
    trouble: Option<String>,
    selected: Option<usize>,
    /// The path being inspected, and the path to choose if it is free: a series of frames is
    /// checked by its first.
    looked: Option<(PathBuf, PathBuf)>,
    replace: Option<PathBuf>,
}

impl FilePicker {
    pub fn new(purpose: Purpose, folder: PathBuf, name: String, home: Option<PathBuf>) -> Self {
        FilePicker {
            purpose,
            places: home.iter().map(|it| (t::home().to_owned(), it.clone())).collect(),
            home,
            records: None,
            folder,
            typed: name,
            all: false,
            listing: None,
            requested: None,
            trouble: None,
            selected: None,
            looked: None,
            replace: None,
        }
    }

    /// `records` is the program's own folder: my games list what is in it.
    pub fn add_places(
        &mut self,
        documents: Option<PathBuf>,
        records: Option<PathBuf>,
        recent: &[PathBuf],
    ) {
        self.places.extend(documents.map(|it| (t::documents().to_owned(), it)));
        self.records = records;
        for folder in recent {
            let name = folder.file_name().map(|it| it.to_string_lossy().into_owned());
            let known = self.places.iter().any(|(_, known)| known == folder);
            self.places.extend(name.filter(|_| !known).map(|name| (name, folder.clone())));
        }
    }

    /// The shown folder: the base, or the folder that is typed.
    pub fn folder(&self) -> PathBuf {
        match split(&self.typed) {
            ("", _) => self.folder.clone(),
            (before, _) => self.whole(before),
        }
    }

    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// The existing file that would be replaced.
    pub fn replaces(&self) -> Option<&Path> {
        self.replace.as_deref()
    }

    fn is_reading(&self) -> bool {
        self.listing.as_ref().is_none_or(|it| it.folder != self.folder()) && self.trouble.is_none()
    }

    /// Returns a request to list the folder, once for each folder.
    pub fn wants(&mut self) -> Option<PickerRequest> {
        let folder = self.folder();
        if self.requested.as_ref() == Some(&folder) {
            return None;
        }
        (self.selected, self.trouble) = (None, None);
        self.requested = Some(folder.clone());
        Some(PickerRequest::List(folder))
    }

    pub fn receive_listing(&mut self, folder: &Path, listing: Result<FolderListing, String>) {
        if folder != self.folder() {
            return;
        }
        match listing {
            Ok(listing) => self.listing = Some(listing),
            Err(why) => (self.listing, self.trouble) = (None, Some(why)),
        }
    }

    /// Continues a choice with the target of its path.
    pub fn receive_target(
        &mut self,
        path: &Path,
        found: Result<PathTarget, String>,
    ) -> Option<PickerRequest> {
        let (_, meant) = self.looked.take_if(|(looked, _)| looked == path)?;
        let trouble = match (found, self.purpose.writes()) {
            (Ok(PathTarget::Folder), _) => {
                self.go(path.to_owned());
                return None;
            }
            (Ok(PathTarget::File), false) | (Ok(PathTarget::Nothing), true) => {
                return Some(PickerRequest::Chosen(meant));
            }
            (Ok(PathTarget::File), true) => {
                self.replace = Some(meant);
                return None;
            }
            (Ok(PathTarget::Nothing | PathTarget::Nowhere), false) => t::missing(&path.display()),
            (Ok(PathTarget::Nowhere), true) => {
                t::no_folder(&path.parent().unwrap_or(path).display())
            }
            (Err(why), _) => why,
        };
        self.trouble = Some(trouble);
        None
    }

    /// Shows another folder. A typed name stays if a file is to be written.
    pub fn go(&mut self, folder: PathBuf) {
        let name =
            if self.purpose.writes() { split(&self.typed).1.to_owned() } else { String::new() };
        self.typed = name;
        self.folder = folder;
        (self.selected, self.trouble, self.looked) = (None, None, None);
    }

    pub fn up(&mut self) {
        let folder = self.folder();
        if let Some(parent) = folder.parent() {
            self.go(parent.to_owned());
        }
    }

    /// Folders and files of the wanted kind. If a file is to be opened, the typed name
    /// filters them.
    pub fn shown(&self) -> Vec<&FileEntry> {
        let part = match self.purpose.writes() {
            // A new name filters nothing.
            true => String::new(),
            false => split(&self.typed).1.to_lowercase(),
        };
        self.entries(&part).filter(|entry| entry.name.to_lowercase().contains(&part)).collect()
    }

    /// The entries of the shown folder that can be chosen, hidden ones if `part` is hidden.
    fn entries(&self, part: &str) -> impl Iterator<Item = &FileEntry> + use<'_> {
        let hidden = part.starts_with('.');
        let folder = self.folder();
        let listing = self.listing.iter().filter(move |it| it.folder == folder);
        listing.flat_map(|it| &it.entries).filter(move |entry| {
            let kind = entry.kind == FileKind::Folder || self.all || self.purpose.takes(entry);
            let own = || {
                let path = self.folder().join(&entry.name);
                self.records.as_ref().is_some_and(|records| path.starts_with(records))
            };
            kind && !(entry.kind == FileKind::Folder && own())
                && (hidden || !entry.name.starts_with('.'))
        })
    }

    /// Says why the list is empty or incomplete.
    pub fn note(&self) -> Option<String> {
        let left_off = self.listing.as_ref().map_or(0, |listing| listing.left_off);
        let why = match self.shown().is_empty() {
            false if left_off > 0 => return Some(t::left_off(left_off)),
            false => return None,
            true if self.is_reading() => t::reading(),
            true if self.purpose.writes() => t::nothing_yet(),
            true if self.typed.is_empty() && self.records == Some(self.folder()) => t::no_games(),
            true if self.typed.is_empty() => t::empty(),
            true => t::none_fits(),
        };
        Some(why.to_owned())
    }

    pub fn selected(&self) -> Option<usize> {
        self.selected.filter(|at| *at < self.shown().len())
    }

    /// Selects a shown entry; a file to be written takes its name.
    pub fn select(&mut self, at: usize) {
        let Some(entry) = self.shown().get(at).copied().cloned() else { return };
        self.selected = Some(at);
        if self.purpose.writes() && entry.kind != FileKind::Folder {
            let (before, _) = split(&self.typed);
            self.typed = format!("{before}{}", entry.name);
        }
    }

    pub fn step(&mut self, by: isize) {
        let shown = self.shown().len();
        if shown == 0 {
            return;
        }
        let to = match self.selected() {
            None if by > 0 => 0,
            None => shown - 1,
            Some(at) => at.saturating_add_signed(by).min(shown - 1),
        };
        self.select(to);
    }

    pub fn forget_selection(&mut self) {
        (self.selected, self.looked) = (None, None);
        if self.listing.as_ref().is_some_and(|it| it.folder == self.folder()) {
            self.trouble = None;
        }
    }

    pub fn accept(&mut self) -> Option<PickerRequest> {
        self.trouble = None;
        if let Some(at) = self.selected()
            && let Some(step) = self.accept_shown(at)
        {
            return step;
        }
        let typed = self.typed.trim().to_owned();
        if typed.is_empty() {
            self.trouble = Some(t::no_name().to_owned());
            return None;
        }
        // Several matches are ambiguous; a single one is meant.
        let shown = self.shown();
        let exact = shown.iter().any(|entry| entry.name == split(&typed).1);
        let one = shown.len() == 1 && !exact && !self.purpose.writes();
        if one && let Some(step) = self.accept_shown(0) {
            return step;
        }
        let path = self.whole(&typed);
        let is_folder = typed.ends_with(is_separator) || split(&typed).1 == "..";
        let path = if is_folder { path } else { self.purpose.named(path) };
        Some(self.look(path))
    }

    /// Accepts a shown entry. The outer `None` means a file to be written: its name
    /// goes into the field. The inner `None` means a folder that was opened.
    fn accept_shown(&mut self, at: usize) -> Option<Option<PickerRequest>> {
        let entry = self.shown().get(at).copied().cloned()?;
        let path = self.folder().join(&entry.name);
        if entry.kind == FileKind::Folder {
            self.go(path);
            return Some(None);
        }
        (!self.purpose.writes()).then(|| Some(self.look(path)))
    }

    pub fn activate(&mut self, at: usize) -> Option<PickerRequest> {
        self.select(at);
        self.accept()
    }

    fn look(&mut self, path: PathBuf) -> PickerRequest {
        let looked = match &self.purpose {
            Purpose::Export(export) => export.form.first_file(&path),
            _ => path.clone(),
        };
        self.looked = Some((looked.clone(), path));
        PickerRequest::Look(looked)
    }

    /// Answers whether to replace the existing file.
    pub fn answer(&mut self, replace: bool) -> Option<PickerRequest> {
        let path = self.replace.take()?;
        replace.then_some(PickerRequest::Chosen(path))
    }

    /// Completes the typed name as far as it is unambiguous. False if that adds nothing.
    pub fn complete(&mut self) -> bool {
        let Some(more) = self.completion() else { return false };
        self.typed = more;
        self.forget_selection();
        true
    }

    pub fn can_complete(&self) -> bool {
        self.completion().is_some()
    }

    fn completion(&self) -> Option<String> {
        let (before, part) = split(&self.typed);
        let small = part.to_lowercase();
        let begins = |entry: &&FileEntry| entry.name.to_lowercase().starts_with(&small);
        let fitting: Vec<&FileEntry> = self.entries(part).filter(begins).collect();
        let first = fitting.first().filter(|_| !part.is_empty() || !before.is_empty())?;
        let mut shared: String = first.name.clone();
        for entry in &fitting {
            let same = shared.chars().zip(entry.name.chars());
            let length = same.take_while(|(a, b)| a.to_lowercase().eq(b.to_lowercase())).count();
            shared = shared.chars().take(length).collect();
        }
        if fitting.len() == 1 && first.kind == FileKind::Folder {
            shared.push(MAIN_SEPARATOR);
        }
        let longer = shared.chars().count() > part.chars().count();
        longer.then(|| format!("{before}{shared}"))
    }

    fn whole(&self, typed: &str) -> PathBuf {
        let path = match typed.strip_prefix('~') {
            Some(rest) if rest.is_empty() || rest.starts_with(is_separator) => {
                let home = self.home.as_deref().unwrap_or(Path::new("~"));
                home.join(rest.trim_start_matches(is_separator))
            }
            _ => self.folder.join(typed),
        };
        tidy(&path)
    }
}

fn is_separator(c: char) -> bool {
    c == '/' || c == MAIN_SEPARATOR
}

/// Splits a typed text into folder, with its separator, and name.
fn split(typed: &str) -> (&str, &str) {
    typed.split_at(typed.rfind(is_separator).map_or(0, |at| at + 1))
}

/// Removes `.` and `..` lexically, ignoring links.
fn tidy(path: &Path) -> PathBuf {
    let mut tidied = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(tidied.pop()),
            other => tidied.push(other),
        }
    }
    tidied
}

#[cfg(test)]
mod tests;
