//! Checks that a plugin keeps the contract: plays random games and checks every position.
//!
//! The same harness runs on native games and on components in the sandbox. Both must pass.

use std::collections::BTreeMap;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::{
    CHANCE, Choices, Cursor, Effect, Extent, GameStatus, LoadedPlugin, OpenGame, PAGE, Piece,
    PluginResult, Seat, Site,
};

/// The extent of the checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HarnessOptions {
    /// The number of games.
    pub games: u32,
    /// The ply at which a game is cut. The report counts cut games.
    pub cut: u32,
    /// The seed of the moves.
    pub seed: u64,
    /// The number of plies between expensive checks, such as save and load, and all paths.
    pub thorough: u32,
}

impl Default for HarnessOptions {
    fn default() -> Self {
        HarnessOptions { games: 4, cut: 400, seed: 1, thorough: 7 }
    }
}

/// The result of the checks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ConformanceReport {
    /// The number of games played.
    pub games: u32,
    /// The number of games that were cut.
    pub cut: u32,
    /// The number of plies played.
    pub plies: u64,
    /// The failed checks, each with the moves that lead there.
    pub failures: Vec<String>,
}

impl ConformanceReport {
    /// Tells whether all checks passed.
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }
}

impl fmt::Display for ConformanceReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ConformanceReport { games, cut, plies, failures } = self;
        write!(f, "{games} games, {plies} plies, {cut} cut, {} failures", failures.len())?;
        failures.iter().try_for_each(|failure| write!(f, "\n- {failure}"))
    }
}

/// The most failures that a report lists.
const MOST_FAILURES: usize = 20;

/// Opens a ruleset, given as the JSON for `open`, and checks it.
///
/// # Errors
/// Errors of the plugin. A ruleset that cannot be opened is a failure in the report.
pub fn check(
    rules: &dyn LoadedPlugin,
    ruleset: &str,
    plan: &HarnessOptions,
) -> PluginResult<ConformanceReport> {
    let mut report = ConformanceReport::default();
    let (one, two) = match (rules.open(ruleset)?, rules.open(ruleset)?) {
        (Ok(one), Ok(two)) => (one, two),
        (Err(refused), _) | (_, Err(refused)) => {
            let refused = refused.into_iter().map(|error| format!("open: {}", error.what));
            report.failures.extend(refused);
            return Ok(report);
        }
    };
    let mut run = HarnessRun {
        about: one.about()?,
        counts: rules.capabilities().count,
        searches: rules.capabilities().search,
        game: one,
        other: two,
        plan,
        report,
        random: plan.seed,
        moves: Vec::new(),
        futures: BTreeMap::new(),
    };
    for _ in 0..plan.games {
        run.play_game()?;
        if run.report.failures.len() >= MOST_FAILURES {
            break;
        }
    }
    Ok(run.report)
}

struct HarnessRun<'a> {
    about: crate::About,
    counts: bool,
    searches: bool,
    game: Box<dyn OpenGame>,
    /// A second instance, which must give the same answers.
    other: Box<dyn OpenGame>,
    plan: &'a HarnessOptions,
    report: ConformanceReport,
    random: u64,
    moves: Vec<(Seat, String)>,
    /// A hash of the legal moves, by position key and seat.
    futures: BTreeMap<(u64, Seat), u64>,
}

impl HarnessRun<'_> {
    fn draw(&mut self) -> u64 {
        // SplitMix64.
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.random ^ (self.random >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn pick(&mut self, count: usize) -> usize {
        ((u128::from(self.draw()) * count as u128) >> 64) as usize
    }

    fn check(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds && self.report.failures.len() < MOST_FAILURES {
            let moves: Vec<&str> = self.moves.iter().map(|(_, mv)| mv.as_str()).collect();
            self.report.failures.push(format!("{} (after: {})", what(), moves.join(" ")));
        }
    }

    fn play_game(&mut self) -> PluginResult<()> {
        self.moves.clear();
        let mut cursor = self.game.start()?;
        let undone = cursor.undo()?;
        self.check(!undone, || "undo at the start must be false".into());
        let bound = self.about.bound.unwrap_or(u32::MAX);
        for ply in 0.. {
            let status = cursor.status()?;
            self.check_status(&status, ply);
            if status.is_over() {
                self.check_end(cursor.as_mut(), &status)?;
                break;
            }
            self.check(ply < bound, || format!("the game exceeds its bound of {bound} plies"));
            if ply >= self.plan.cut.min(bound) {
                self.report.cut += 1;
                break;
            }
            let by = match (status.chance, status.acting.len()) {
                (true, _) => CHANCE,
                (false, 0) => break,
                (false, seats) => status.acting[self.pick(seats)],
            };
            let Some(mv) = self.check_position(cursor.as_mut(), &status, by, ply)? else { break };
            self.check_play(cursor.as_mut(), &status, by, &mv)?;
            self.moves.push((by, mv));
            self.report.plies += 1;
        }
        self.check_replay(cursor.as_mut())?;
        self.report.games += 1;
        Ok(())
    }

    fn check_status(&mut self, status: &GameStatus, ply: u32) {
        let seats = usize::from(self.about.seats);
        self.check(status.ply == ply, || format!("ply is {}, expected {ply}", status.ply));
        self.check(status.seats.len() == seats, || {
            format!("status has {} seats, about has {seats}", status.seats.len())
        });
        let over = status.is_over();
        let can_act = status.chance || !status.acting.is_empty();
        self.check(over != can_act, || "a game is over, or a seat can act, not both".into());
        self.check(status.acting.is_sorted(), || "acting seats must be in order".into());
        if let Some(outcome) = &status.outcome {
            self.check(outcome.ranks.len() == seats && outcome.ranks.contains(&0), || {
                format!("ranks {:?} must name a first for {seats} seats", outcome.ranks)
            });
        }
    }

    fn check_end(&mut self, cursor: &mut dyn Cursor, status: &GameStatus) -> PluginResult<()> {
        for by in (0..self.about.seats).chain([CHANCE]) {
            let (count, listed) = (cursor.count_moves(by)?, cursor.legal_moves(by, None, PAGE)?);
            self.check(count == 0 && listed.is_empty(), || {
                format!("seat {by} has moves though the game is over: {listed:?}")
            });
        }
        if self.counts {
            let below = cursor.perft(1, false)?;
            self.check(below == 0, || format!("perft 1 of a finished position is {below}, not 0"));
        }
        let refused = cursor.play(status.acting.first().copied().unwrap_or(0), "pass")?.is_err();
        self.check(refused, || "a finished game accepted a move".into());
        Ok(())
    }

    /// Checks a position and returns a random move.
    fn check_position(
        &mut self,
        cursor: &mut dyn Cursor,
        status: &GameStatus,
        by: Seat,
        ply: u32,
    ) -> PluginResult<Option<String>> {
        if by == CHANCE {
            return self.check_chance(cursor);
        }
        let legal = self.list_moves(cursor, by)?;
        let count = cursor.count_moves(by)?;
        self.check(count == legal.len() as u64 && count > 0, || {
            format!("`count-moves` returns {count}, but {} moves are listed", legal.len())
        });
        if self.counts && status.acting.len() == 1 {
            let (counted, listed) = (cursor.perft(1, false)?, cursor.perft(1, true)?);
            self.check(counted == count && listed == count, || {
                format!("perft 1 is {counted}, with lists {listed}, but `count-moves` {count}")
            });
        }
        for no in ["", "no such move", "\u{1F3B2}"] {
            let refused = !cursor.is_legal(by, no)? && cursor.play(by, no)?.is_err();
            self.check(refused, || format!("`{no}` was accepted as a move"));
        }
        if legal.is_empty() {
            return Ok(None);
        }
        let mut hasher = DefaultHasher::new();
        (&status.acting, &legal).hash(&mut hasher);
        let future = hasher.finish();
        let known = *self.futures.entry((status.key, by)).or_insert(future);
        self.check(known == future, || {
            format!("two positions with the key {} have different legal moves", status.key)
        });
        if ply.is_multiple_of(self.plan.thorough) {
            self.check_texts(cursor, status)?;
            self.check_sites(cursor, status)?;
            self.check_paths(cursor, by, &legal)?;
            self.check_drawing(cursor)?;
            if self.searches && status.acting.len() == 1 {
                self.check_search(cursor, by)?;
            }
        }
        let nth = self.pick(legal.len());
        Ok(legal.into_iter().nth(nth))
    }

    fn check_chance(&mut self, cursor: &mut dyn Cursor) -> PluginResult<Option<String>> {
        let random = self.draw();
        let (drawn, again) = (cursor.sample_outcome(random)?, cursor.sample_outcome(random)?);
        self.check(!drawn.is_empty() && drawn == again, || {
            format!("chance drew `{drawn}`, then `{again}` from the same number")
        });
        let legal = cursor.is_legal(CHANCE, &drawn)?;
        self.check(legal, || format!("chance drew `{drawn}`, which is not legal"));
        if let Some(odds) = cursor.chance_outcomes(1000)? {
            let known = odds.iter().any(|(mv, weight)| *mv == drawn && *weight > 0);
            self.check(known, || format!("chance drew `{drawn}`, which is not among its outcomes"));
        }
        Ok((!drawn.is_empty()).then_some(drawn))
    }

    /// Returns all legal moves, page by page.
    fn list_moves(&mut self, cursor: &mut dyn Cursor, by: Seat) -> PluginResult<Vec<String>> {
        let mut legal: Vec<String> = Vec::new();
        loop {
            let page = cursor.legal_moves(by, legal.last().map(String::as_str), 100)?;
            let Some(first) = page.first() else { break };
            if legal.last().is_some_and(|last| last >= first) {
                self.check(false, || {
                    format!("the page after `{}` begins with `{first}`", legal[legal.len() - 1])
                });
                break;
            }
            legal.extend(page);
        }
        self.check(legal.is_sorted_by(|a, b| a < b), || {
            "legal moves must be in order of notation, each once".into()
        });
        Ok(legal)
    }

    fn check_texts(&mut self, cursor: &mut dyn Cursor, status: &GameStatus) -> PluginResult<()> {
        let Some(form) = self.about.forms.first().cloned() else {
            self.check(false, || "about.forms must name a text form that `read` reads".into());
            return Ok(());
        };
        let Ok(text) = cursor.write(&form)? else {
            self.check(false, || format!("`write` refuses its own form `{form}`"));
            return Ok(());
        };
        match self.game.read(&text)? {
            Err(refusal) => self.check(false, || format!("`read` refuses `{text}`: {refusal}")),
            Ok(mut read) => {
                let again = read.write(&form)?;
                self.check(again.as_ref() == Ok(&text), || {
                    format!("`{text}` was written, read, and written as {again:?}")
                });
            }
        }
        self.check_history_text(cursor, status, &form)?;
        match self.other.load(&cursor.save()?)? {
            Err(refusal) => {
                self.check(false, || format!("`load` refuses what was saved: {refusal}"))
            }
            Ok(mut loaded) => {
                let same = snapshot(loaded.as_mut())? == snapshot(cursor)?;
                self.check(same, || "a saved and loaded position gives other answers".into());
            }
        }
        Ok(())
    }

    /// Checks that a text keeps everything that the key covers, in the form `history` if the game
    /// has it. That form grows, so it is not checked at every ply.
    fn check_history_text(
        &mut self,
        cursor: &mut dyn Cursor,
        status: &GameStatus,
        first: &str,
    ) -> PluginResult<()> {
        let is_known = self.about.forms.iter().any(|form| form == "history");
        if is_known && !status.ply.is_multiple_of(8) {
            return Ok(());
        }
        let text = cursor.write(if is_known { "history" } else { first })?.unwrap_or_default();
        let read = self.game.read(&text)?.ok().map(|mut read| read.status()).transpose()?;
        let same = read.is_some_and(|read| read.key == status.key);
        self.check(same, || format!("`{text}` is refused, or its key changes when read"));
        Ok(())
    }

    /// Checks that a search returns playable lines, and the same ones in another instance.
    fn check_search(&mut self, cursor: &mut dyn Cursor, by: Seat) -> PluginResult<()> {
        let seed = self.draw();
        let Ok(mut search) = cursor.search("{}", seed, 1 << 20)? else {
            self.check(false, || "a search without settings is refused".into());
            return Ok(());
        };
        let nodes = [search.step(8)?.nodes, search.step(8)?.nodes];
        self.check(nodes[0] <= nodes[1], || format!("nodes of a search fell: {nodes:?}"));
        let lines = search.report(3)?;
        self.check((1..=3).contains(&lines.len()), || {
            format!("a search was asked for 3 lines and has {}", lines.len())
        });
        let seats = usize::from(self.about.seats);
        for line in &lines {
            let values = line.value.len() == seats && line.value.iter().all(|it| *it <= 10_000);
            self.check(values, || format!("values are from 0 to 10000 by seat, found {line:?}"));
            let mut ahead = cursor.fork()?;
            for (nth, mv) in line.moves.iter().enumerate() {
                let who = if nth == 0 { Some(by) } else { ahead.status()?.mover() };
                let Some(who) = who else { break };
                let played = ahead.play(who, mv)?.is_ok();
                self.check(played, || format!("`{mv}` of the line {:?} is not legal", line.moves));
            }
        }
        if let Ok(mut again) = self.other.load(&cursor.save()?)? {
            let Ok(mut same) = again.search("{}", seed, 1 << 20)? else { return Ok(()) };
            same.step(16)?;
            let same = same.report(3)? == lines;
            self.check(same, || "the same search has other results in another instance".into());
        }
        let given = search.export_stats()?;
        search.import_stats(&given)?;
        if let Some(mv) = lines.first().and_then(|line| line.moves.first()) {
            search.advance_root(by, mv)?;
            let mut ahead = cursor.fork()?;
            let _ = ahead.play(by, mv)?;
            search.step(4)?;
            let reply = search.report(1)?.into_iter().next();
            if let (Some(reply), Some(who)) = (reply, ahead.status()?.mover()) {
                let legal = ahead.is_legal(who, &reply.moves[0])?;
                self.check(legal, || format!("after `{mv}` a search finds {:?}", reply.moves));
            }
        }
        Ok(())
    }

    /// Checks pieces, marks and the evaluation.
    fn check_sites(&mut self, cursor: &mut dyn Cursor, status: &GameStatus) -> PluginResult<()> {
        let known = status.sites.min(4096);
        let sites: Vec<Site> = (0..known).collect();
        let same = cursor.pieces_at(&sites)? == cursor.pieces(0, known)?;
        self.check(same, || "`pieces-at` and `pieces` differ".into());
        for mark in cursor.marks()? {
            let inside = mark.sites.iter().all(|site| *site < status.sites);
            self.check(inside, || format!("the board lacks sites of {mark:?}"));
        }
        if self.searches {
            let (values, seats) = (cursor.evaluate()?.len(), usize::from(self.about.seats));
            self.check(values == 0 || values == seats, || {
                format!("`evaluate` gives {values} values for {seats} seats")
            });
        }
        Ok(())
    }

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
    fn check_paths(
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

    fn check_drawing(&mut self, cursor: &mut dyn Cursor) -> PluginResult<()> {
        let sites = cursor.status()?.sites;
        for view in 0..self.about.views.len() as u16 {
            let extent = cursor.extent(view)?;
            let mut patch = cursor.drawing_beyond(view, Extent::default(), 64)?;
            let size = |of: Extent| of.frames + of.shapes + of.places + of.lines + of.captions;
            while size(patch.extent(extent.revision)) <= size(extent) {
                let more = cursor.drawing_beyond(view, patch.extent(extent.revision), 4096)?;
                if more.is_empty() {
                    break;
                }
                patch.extend(more);
            }
            self.check(patch.extent(extent.revision) == extent, || {
                format!("view {view}: the size of the drawing is not its extent {extent:?}")
            });
            let mut drawn = vec![false; sites as usize];
            for place in &patch.places {
                let known = place.site < sites
                    && usize::from(place.role) < self.about.roles.len()
                    && place.shape.is_none_or(|shape| (shape as usize) < patch.shapes.len())
                    && place.frame.is_none_or(|frame| (frame as usize) < patch.frames.len());
                self.check(known, || format!("view {view}: {place:?} has an invalid number"));
                if known && !place.copy {
                    drawn[place.site as usize] = true;
                }
            }
            let missing = drawn.iter().position(|drawn| !drawn);
            self.check(missing.is_none(), || format!("view {view}: site {missing:?} has no place"));
            for line in &patch.lines {
                self.check(usize::from(line.role) < self.about.roles.len(), || {
                    format!("view {view}: a line has a role that about.roles does not have")
                });
            }
        }
        Ok(())
    }

    /// Plays a move, and checks preview, undo, effects, and the other instance.
    fn check_play(
        &mut self,
        cursor: &mut dyn Cursor,
        status: &GameStatus,
        by: Seat,
        mv: &str,
    ) -> PluginResult<()> {
        let before = snapshot(cursor)?;
        let preview = cursor.preview(by, mv)?;
        let text = cursor.describe_move(by, mv)?.text;
        let is_line = !text.trim().is_empty() && !text.contains(char::is_control);
        self.check(is_line, || format!("`{mv}` is described as {text:?}, which is not one line"));
        let same = snapshot(cursor)? == before;
        self.check(same, || format!("previewing or describing `{mv}` changed the position"));
        let mut fork = cursor.fork()?;
        let effects = match cursor.play(by, mv)? {
            Ok(effects) => effects,
            Err(refusal) => {
                self.check(false, || format!("`{mv}` is listed and refused: {refusal}"));
                return Ok(());
            }
        };
        let after = snapshot(cursor)?;
        let expected = Ok((after.status.clone(), effects.clone()));
        self.check(preview == expected, || format!("the preview of `{mv}` is wrong"));
        self.check(snapshot(fork.as_mut())? == before, || format!("playing `{mv}` changed a fork"));
        let back = cursor.undo()? && snapshot(cursor)? == before;
        self.check(back, || format!("undoing `{mv}` does not lead back"));
        let again = cursor.play(by, mv)?;
        self.check(again.as_ref() == Ok(&effects), || format!("redoing `{mv}` differs"));
        self.check_effects(&effects, &before, &after, mv);
        self.check(after.status.ply == status.ply + 1, || format!("`{mv}` is not one ply"));
        Ok(())
    }

    /// Checks that the effects name every changed site.
    fn check_effects(&mut self, effects: &[Effect], before: &Snapshot, after: &Snapshot, mv: &str) {
        let mut changed: Vec<Site> = Vec::new();
        for one in before.pieces.iter().filter(|one| !after.pieces.contains(one)) {
            changed.push(one.0);
        }
        for one in after.pieces.iter().filter(|one| !before.pieces.contains(one)) {
            changed.push(one.0);
        }
        let sites = before.status.sites.max(after.status.sites);
        for site in effects.iter().flat_map(|effect| [effect.site, effect.onto]).flatten() {
            self.check(site < sites, || {
                format!("an effect of `{mv}` is at site {site}, of {sites} on the board")
            });
        }
        for site in changed {
            let told =
                effects.iter().any(|effect| effect.site == Some(site) || effect.onto == Some(site));
            self.check(told, || format!("`{mv}` changed site {site} and no effect says so"));
        }
    }

    /// Plays the whole game again in the other instance, and undoes it in this one.
    fn check_replay(&mut self, cursor: &mut dyn Cursor) -> PluginResult<()> {
        let mut other = self.other.start()?;
        for (by, mv) in self.moves.clone() {
            let played = other.play(by, &mv)?.is_ok();
            self.check(played, || format!("`{mv}` is refused when the game is played again"));
        }
        let same = snapshot(other.as_mut())? == snapshot(cursor)?;
        self.check(same, || "the same moves lead to another position in another instance".into());
        let mut undone = 0;
        while undone <= self.moves.len() && cursor.undo()? {
            undone += 1;
        }
        self.check(undone <= self.moves.len(), || "undo goes on beyond the start".into());
        let mut start = self.game.start()?;
        let same = snapshot(cursor)? == snapshot(start.as_mut())?;
        self.check(same, || "undoing all moves does not lead to the start".into());
        Ok(())
    }
}

fn ends_with(choices: &Choices, mv: &str) -> bool {
    choices.options.iter().any(|ending| {
        if ending.answer { mv.starts_with(&ending.move_) } else { ending.move_ == mv }
    })
}

#[derive(Debug, Clone, PartialEq)]
struct Snapshot {
    status: GameStatus,
    pieces: Vec<(Site, Piece)>,
}

fn snapshot(cursor: &mut dyn Cursor) -> PluginResult<Snapshot> {
    Ok(Snapshot { status: cursor.status()?, pieces: cursor.pieces(0, u32::MAX)? })
}
