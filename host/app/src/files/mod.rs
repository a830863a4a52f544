//! Files as a person deals with them: chosen, opened, saved, exported. No screen is
//! needed for it.

mod animation_export;
mod file_tasks;
mod listing;
mod picker;

pub use animation_export::{ExportJob, ExportSource, Form, Report, RunningExport};
pub use file_tasks::{Answer, FileTasks, home};
pub use listing::{Entry, Found, Kind, Listing};
pub use picker::{FilePicker, Purpose, Step};
