//! The loader's types, with the drawings that cards and dialogs show.

use crate::thumbnail::Thumbnail;

/// What a ruleset looks like before a game.
pub type Look = boardloom_app::loader::RulesetPreview<Thumbnail>;
