//! The loader's types with this crate's thumbnails.

use crate::thumbnail::Thumbnail;

pub type Look = boardloom_app::loader::RulesetPreview<Thumbnail>;
