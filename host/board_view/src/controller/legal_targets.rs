//! The continuations of a path, found by binary search.

use std::sync::Arc;

use boardloom_contract::{Choices, Site, TargetKind};

/// The continuations of a path, sorted by site. Shared, since a board may offer every site at
/// once.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct LegalTargets(Arc<Choices>);

impl LegalTargets {
    pub(super) fn new(mut choices: Choices) -> Self {
        choices.targets.sort_by_key(|target| target.site);
        LegalTargets(Arc::new(choices))
    }

    pub(super) fn all(&self) -> &Choices {
        &self.0
    }

    pub(super) fn target_kind(&self, site: Site) -> Option<TargetKind> {
        let targets = &self.0.targets;
        let at = targets.binary_search_by_key(&site, |target| target.site).ok()?;
        Some(targets[at].kind)
    }
}
