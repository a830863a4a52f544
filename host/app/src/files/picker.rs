//! Choosing a file: a folder is shown, a name typed or picked.

use std::path::{Component, MAIN_SEPARATOR, Path, PathBuf};

use super::animation_export::ExportFormat;
use super::listing::{FileEntry, FileKind, FolderListing, PathTarget};
use crate::texts::files as t;

/// What a file is chosen for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To be opened.
    Open,
    /// To hold the record.
    Save,
    /// To hold what is exported.
    Export(ExportFormat),
}

impl Purpose {
    /// Tells whether the file will be written.
    pub fn writes(self) -> bool {
        self != Purpose::Open
    }

    /// Tells whether a file is of the kind that is meant.
    fn takes(self, entry: &FileEntry) -> bool {
        let ends = |ending: &str| entry.name.to_lowercase().ends_with(ending);
        match self {
            Purpose::Open => entry.kind.opens(),
            Purpose::Save => entry.kind == FileKind::Record,
            Purpose::Export(ExportFormat::Frames | ExportFormat::Png) => ends(".png"),
            Purpose::Export(form) => ends(form.ending()),
        }
    }

    fn named(self, path: PathBuf) -> PathBuf {
        match self {
            Purpose::Open => path,
            Purpose::Export(form) => form.named(path),
            Purpose::Save if FileKind::of(&path) == FileKind::Record => path,
            Purpose::Save => {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                path.with_file_name(format!("{name}.{}", boardloom_match::record::EXTENSION))
            }
        }
    }
}

/// What is to be done next for whoever chooses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PickerRequest {
    /// Read this folder.
    List(PathBuf),
    /// Look where this path leads.
    Look(PathBuf),
    /// This file was chosen.
    Chosen(PathBuf),
    /// Choose nothing.
    Cancel,
}

/// The choice of a file, under way.
#[derive(Debug)]
pub struct FilePicker {
    purpose: Purpose,
    home: Option<PathBuf>,
    /// What a path that is typed begins at, where it does not say.
    folder: PathBuf,
    /// What is typed: a name, or a path.
    pub typed: String,
    /// Whether files of other kinds are shown too.
    pub all: bool,
    listing: Option<FolderListing>,
    /// The folder that is being read, or cannot be.
    asked: Option<PathBuf>,
    trouble: Option<String>,
    selected: Option<usize>,
    /// What is looked at, and what is chosen where that is well: of many files, the
    /// first one tells.
    looked: Option<(PathBuf, PathBuf)>,
    replace: Option<PathBuf>,
}

impl FilePicker {
    /// Begins in a folder, with a name that can be changed.
    pub fn new(purpose: Purpose, folder: PathBuf, name: String, home: Option<PathBuf>) -> Self {
        FilePicker {
            purpose,
            home,
            folder,
            typed: name,
            all: false,
            listing: None,
            asked: None,
            trouble: None,
            selected: None,
            looked: None,
            replace: None,
        }
    }

    /// Returns what the file is for.
    pub fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// Returns the folder that is shown: the one at hand, or the one that is typed.
    pub fn folder(&self) -> PathBuf {
        match split(&self.typed) {
            ("", _) => self.folder.clone(),
            (before, _) => self.whole(before),
        }
    }

    /// Returns why something cannot be done, until the next try.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Returns the file that is there already and would be replaced.
    pub fn replaces(&self) -> Option<&Path> {
        self.replace.as_deref()
    }

    /// Tells whether the folder is being read.
    pub fn is_reading(&self) -> bool {
        self.listing.as_ref().is_none_or(|it| it.folder != self.folder()) && self.trouble.is_none()
    }

    /// Returns what has to be read, once for each folder that is shown.
    pub fn wants(&mut self) -> Option<PickerRequest> {
        let folder = self.folder();
        if self.asked.as_ref() == Some(&folder) {
            return None;
        }
        (self.selected, self.trouble) = (None, None);
        self.asked = Some(folder.clone());
        Some(PickerRequest::List(folder))
    }

    /// Takes in what is in a folder.
    pub fn listed(&mut self, folder: &Path, listing: Result<FolderListing, String>) {
        if folder != self.folder() {
            return;
        }
        match listing {
            Ok(listing) => self.listing = Some(listing),
            Err(why) => (self.listing, self.trouble) = (None, Some(why)),
        }
    }

    /// Takes in where a path leads that was to be chosen.
    pub fn found(
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

    /// Shows another folder; a name that was typed stays where a file is to be written.
    pub fn go(&mut self, folder: PathBuf) {
        let name =
            if self.purpose.writes() { split(&self.typed).1.to_owned() } else { String::new() };
        self.typed = name;
        self.folder = folder;
        (self.selected, self.trouble, self.looked) = (None, None, None);
    }

    /// Shows the folder around the one that is shown.
    pub fn up(&mut self) {
        let folder = self.folder();
        if let Some(parent) = folder.parent() {
            self.go(parent.to_owned());
        }
    }

    /// Returns what is shown of the folder: folders, and the files that are meant; of
    /// these, those whose name has what is typed in it.
    pub fn shown(&self) -> Vec<&FileEntry> {
        let part = match self.purpose.writes() {
            // A name that is to be new filters nothing.
            true => String::new(),
            false => split(&self.typed).1.to_lowercase(),
        };
        let hidden = part.starts_with('.');
        let folder = self.folder();
        let listing = self.listing.iter().filter(|it| it.folder == folder);
        let entries = listing.flat_map(|it| &it.entries);
        let fits = |entry: &&FileEntry| {
            let kind = entry.kind == FileKind::Folder || self.all || self.purpose.takes(entry);
            let seen = hidden || !entry.name.starts_with('.');
            kind && seen && entry.name.to_lowercase().contains(&part)
        };
        entries.filter(fits).collect()
    }

    /// Returns how many entries of the folder were not read.
    pub fn left_off(&self) -> usize {
        self.listing.as_ref().map_or(0, |listing| listing.left_off)
    }

    /// Returns the number of what is picked, among what is shown.
    pub fn selected(&self) -> Option<usize> {
        self.selected.filter(|at| *at < self.shown().len())
    }

    /// Picks what is shown with a number; a file's name is written where one is to be
    /// written.
    pub fn select(&mut self, at: usize) {
        let Some(entry) = self.shown().get(at).copied().cloned() else { return };
        self.selected = Some(at);
        if self.purpose.writes() && entry.kind != FileKind::Folder {
            let (before, _) = split(&self.typed);
            self.typed = format!("{before}{}", entry.name);
        }
    }

    /// Picks what stands so many places further down.
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

    /// Notes that something else is typed now.
    pub fn edited(&mut self) {
        (self.selected, self.looked) = (None, None);
        if self.listing.as_ref().is_some_and(|it| it.folder == self.folder()) {
            self.trouble = None;
        }
    }

    /// Takes what is picked, or what is typed.
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
        // Of several that fit, none is meant for sure; the only one is.
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

    /// Takes what is shown with a number: the inner option is none for a folder, which
    /// is gone to; the outer for what is written anew.
    fn accept_shown(&mut self, at: usize) -> Option<Option<PickerRequest>> {
        let entry = self.shown().get(at).copied().cloned()?;
        let path = self.folder().join(&entry.name);
        if entry.kind == FileKind::Folder {
            self.go(path);
            return Some(None);
        }
        // To be written, its name stands in the field.
        (!self.purpose.writes()).then(|| Some(self.look(path)))
    }

    /// Takes what is shown with a number.
    pub fn activate(&mut self, at: usize) -> Option<PickerRequest> {
        self.select(at);
        self.accept()
    }

    fn look(&mut self, path: PathBuf) -> PickerRequest {
        let looked = match self.purpose {
            Purpose::Export(form) => form.first_file(&path),
            _ => path.clone(),
        };
        self.looked = Some((looked.clone(), path));
        PickerRequest::Look(looked)
    }

    /// Answers whether the file that is there is to be replaced.
    pub fn answer(&mut self, replace: bool) -> Option<PickerRequest> {
        let path = self.replace.take()?;
        replace.then_some(PickerRequest::Chosen(path))
    }

    /// Writes on what is typed as far as it is plain, and tells whether that was
    /// anything.
    pub fn complete(&mut self) -> bool {
        let Some(more) = self.completion() else { return false };
        self.typed = more;
        self.edited();
        true
    }

    /// Tells whether [`FilePicker::complete`] would write anything.
    pub fn can_complete(&self) -> bool {
        self.completion().is_some()
    }

    fn completion(&self) -> Option<String> {
        let (before, part) = split(&self.typed);
        let folder = self.folder();
        let listing = self.listing.as_ref().filter(|it| it.folder == folder)?;
        let small = part.to_lowercase();
        let begins = |entry: &&FileEntry| {
            let kind = entry.kind == FileKind::Folder || self.all || self.purpose.takes(entry);
            kind && entry.name.to_lowercase().starts_with(&small)
                && (small.starts_with('.') || !entry.name.starts_with('.'))
        };
        let fitting: Vec<&FileEntry> = listing.entries.iter().filter(begins).collect();
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

    /// Returns the whole path of what is typed.
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

/// Splits what is typed into the folder, with the separator behind it, and the name.
fn split(typed: &str) -> (&str, &str) {
    typed.split_at(typed.rfind(is_separator).map_or(0, |at| at + 1))
}

/// Returns a path without `.` and `..`, as it is read, whatever links there are.
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
