//! The file handles of the process. Each connection takes one.

/// More are not asked for: some systems refuse limits without bounds.
#[cfg(unix)]
const MOST: u64 = 1 << 20;

/// Raises the limit of file handles as far as the system lets it, and returns it; `None` if the
/// system does not tell.
#[cfg(unix)]
pub(crate) fn raise_limit() -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let known = getrlimit(Resource::Nofile);
    let most = known.maximum.unwrap_or(MOST).min(MOST);
    if known.current.is_some_and(|current| current < most)
        && let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: Some(most), ..known })
    {
        tracing::warn!(%error, "the limit of file handles cannot be raised");
    }
    usize::try_from(getrlimit(Resource::Nofile).current?).ok()
}

/// Other systems have no such limit.
#[cfg(not(unix))]
pub(crate) fn raise_limit() -> Option<usize> {
    None
}
