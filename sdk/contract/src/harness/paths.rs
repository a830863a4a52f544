//! Paths of sites.

use std::collections::{BTreeSet, VecDeque};

use super::{HarnessRun, snapshot};
use crate::{Choices, Cursor, PluginResult, Seat, Site};

/// The paths that are followed at a position, and the sites of one.
const MOST_PATHS: usize = 200;
const LONGEST_PATH: usize = 64;

impl HarnessRun<'_> {
    /// Checks that a path leads over sites of the board, or over proposed ones.
    fn check_path(
        &mut self,
        cursor: &mut dyn Cursor,
        by: Seat,
        mv: &str,
        path: &[Site],
    ) -> PluginResult<()> {
        let sites = cursor.status()?.sites;
        for (end, site) in path.iter().enumerate() {
            let choices = cursor.choices(by, &path[..end])?;
            let goes_on = choices.targets.iter().any(|target| target.site == *site);
            self.check(goes_on, || {
                format!("path {path:?} of `{mv}` cannot be followed beyond {end} sites")
            });
            let proposed = *site >= sites
                && cursor.proposed_sites(0, &path[..end])?.places.iter().any(|it| it.site == *site);
            if *site >= sites && !proposed {
                self.check(false, || {
                    format!("path {path:?} of `{mv}` leads to site {site}, of {sites} on the board")
                });
                return Ok(());
            }
        }
        let choices = cursor.choices(by, path)?;
        self.check(ends_with(&choices, mv), || format!("path {path:?} does not complete `{mv}`"));
        Ok(())
    }

    /// Checks that each path of a move enters this move.
    pub(super) fn check_paths(
        &mut self,
        cursor: &mut dyn Cursor,
        by: Seat,
        legal: &[String],
    ) -> PluginResult<()> {
        for mv in legal.iter().take(200) {
            let meant = cursor.parse(by, mv)?;
            self.check(meant.as_ref() == Ok(mv), || format!("`{mv}` is parsed as {meant:?}"));
            let paths = cursor.paths(by, mv)?;
            for path in paths.iter().take(4) {
                self.check_path(cursor, by, mv, path)?;
            }
            if paths.is_empty() {
                let choices = cursor.choices(by, &[])?;
                self.check(ends_with(&choices, mv), || {
                    format!("`{mv}` has no path and is not a button")
                });
            }
        }
        let choices = cursor.choices(by, &[])?;
        for ending in choices.options.iter().filter(|ending| !ending.answer) {
            self.check(legal.contains(&ending.move_), || {
                format!("the button `{}` is not a legal move", ending.move_)
            });
        }
        Ok(())
    }

    /// Follows the choices from the empty path on: all of them on a small board, else some.
    pub(super) fn walk_paths(&mut self, cursor: &mut dyn Cursor, by: Seat) -> PluginResult<()> {
        let before = snapshot(cursor)?;
        let sites = before.status.sites;
        let mut paths = VecDeque::from([Vec::new()]);
        for nth in 0..MOST_PATHS {
            // Short ones first, and long ones too where there are too many for all.
            let next = if nth % 2 == 0 { paths.pop_front() } else { paths.pop_back() };
            let Some(path) = next else { break };
            let choices = cursor.choices(by, &path)?;
            self.check_choices(cursor, by, &path, &choices)?;
            if !path.is_empty() {
                self.check_partway(cursor, by, &path, sites)?;
            }
            let proposed: BTreeSet<Site> = match choices.proposed {
                true => cursor.proposed_sites(0, &path)?.places.iter().map(|it| it.site).collect(),
                false => BTreeSet::new(),
            };
            for target in self.some(choices.targets, MOST_PATHS) {
                let exists = target.site < sites || proposed.contains(&target.site);
                self.check(exists, || {
                    format!(
                        "after the path {path:?} there is the target {}, of {sites} sites on the \
                         board",
                        target.site
                    )
                });
                if exists && path.len() < LONGEST_PATH {
                    paths.push_back([&path[..], &[target.site]].concat());
                }
            }
            self.check(path.len() < LONGEST_PATH, || format!("the path {path:?} goes on for ever"));
        }
        let same = snapshot(cursor)? == before;
        self.check(same, || "looking at paths changed the position".to_owned());
        Ok(())
    }

    fn check_choices(
        &mut self,
        cursor: &mut dyn Cursor,
        by: Seat,
        path: &[Site],
        choices: &Choices,
    ) -> PluginResult<()> {
        let leads_on = !choices.targets.is_empty() || !choices.options.is_empty();
        self.check(leads_on || path.is_empty(), || {
            format!("the path {path:?} ends without a move")
        });
        let different: BTreeSet<Site> = choices.targets.iter().map(|it| it.site).collect();
        self.check(different.len() == choices.targets.len(), || {
            format!("after the path {path:?} a target is listed twice")
        });
        for option in choices.options.iter().filter(|option| !option.answer) {
            let mv = &option.move_;
            let legal = cursor.is_legal(by, mv)?;
            self.check(legal, || format!("the path {path:?} ends in `{mv}`, which is not legal"));
            // A menu names its entries.
            self.check(choices.options.len() == 1 || !option.label.text.trim().is_empty(), || {
                format!("after the path {path:?} the entry for `{mv}` has no text")
            });
        }
        Ok(())
    }

    fn check_partway(
        &mut self,
        cursor: &mut dyn Cursor,
        by: Seat,
        path: &[Site],
        sites: u32,
    ) -> PluginResult<()> {
        let Some(partial) = cursor.partway(by, path)? else { return Ok(()) };
        let once = partial.sites.is_sorted_by(|a, b| a < b);
        self.check(once && partial.sites.iter().all(|site| *site < sites), || {
            format!(
                "partway on {path:?} changes the sites {:?}: expected sites of the board in order, \
                 each once",
                partial.sites
            )
        });
        let known = partial.pieces.iter().all(|(site, _)| partial.sites.contains(site));
        self.check(known, || {
            format!("partway on {path:?} has pieces on sites that are not among its sites")
        });
        Ok(())
    }
}

fn ends_with(choices: &Choices, mv: &str) -> bool {
    choices.options.iter().any(|ending| {
        if ending.answer { mv.starts_with(&ending.move_) } else { ending.move_ == mv }
    })
}
