//! Files without a screen: picker, listings, tasks, exports.

mod animation_export;
mod export_settings;
mod file_tasks;
mod listing;
mod picker;

pub use animation_export::{ExportFormat, ExportJob, ExportSource, RunningExport};
pub use export_settings::ExportSettings;
pub use file_tasks::{FileTaskResult, FileTasks, documents, home};
pub use listing::{FileEntry, FileKind, FolderListing, GAME_FILE, PathTarget};
pub use picker::{FilePicker, PickerRequest, Purpose};
