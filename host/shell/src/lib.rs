//! What every shell with a person before it needs, without a screen: the game as
//! it is sat at, loading on a thread, games on disk, settings, keys and texts.
//!
//! The window and the terminal draw it, each in its way.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod draft;
pub mod files;
pub mod keys;
pub mod log;
pub mod playing;
pub mod preferences;
pub mod reading;
pub mod resume;
pub mod rows;
pub mod saying;
pub mod services;
pub mod sounds;
pub mod starting;
pub mod texts;
pub mod typing;
pub mod worker;

pub use preferences::{Preferences, ThemeChoice};
pub use services::{Listed, Refusal, Services, Wake, Watch};
pub use starting::Options;
