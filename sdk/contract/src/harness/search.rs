//! Searches and counts.

use super::HarnessRun;
use crate::{Cursor, GameStatus, PAGE, PluginResult, Seat};

/// The moves of a position whose replies are counted by playing them.
const MOST_COUNTED: u64 = 60;

impl HarnessRun<'_> {
    /// Checks that a search returns playable lines, and the same ones in another instance.
    pub(super) fn check_search(&mut self, cursor: &mut dyn Cursor, by: Seat) -> PluginResult<()> {
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

    /// Compares perft with the moves that are listed, and random games with each other.
    pub(super) fn check_counts(
        &mut self,
        cursor: &mut dyn Cursor,
        status: &GameStatus,
        ply: u32,
    ) -> PluginResult<()> {
        let [by] = status.acting[..] else { return Ok(()) };
        if !self.counts || cursor.count_moves(by)? > MOST_COUNTED {
            return Ok(());
        }
        let Some(played) = self.count_replies(cursor, by)? else { return Ok(()) };
        for listed in [false, true] {
            let counted = cursor.perft(2, listed)?;
            self.check(counted == played, || {
                format!("perft 2 is {counted} (listed: {listed}), and {played} when played")
            });
        }
        if ply > 0 {
            return Ok(());
        }
        let seed = self.draw();
        let stats = cursor.playouts(2, seed, self.plan.cut, false)?;
        let ends = stats.wins.iter().sum::<u64>() + stats.draws + stats.cut;
        self.check(stats.games == 2 && ends == 2, || {
            format!("2 random games were asked for, found {stats:?}")
        });
        let again = self.other.start()?.playouts(2, seed, self.plan.cut, false)?;
        self.check(again == stats, || {
            "random games with one seed differ between two instances".to_owned()
        });
        Ok(())
    }

    /// Returns the number of replies to all moves; `None` if one of them ends the game, perhaps by
    /// a repetition, which perft ignores.
    fn count_replies(&self, cursor: &mut dyn Cursor, by: Seat) -> PluginResult<Option<u64>> {
        let mut fork = cursor.fork()?;
        let mut replies = 0;
        for mv in fork.legal_moves(by, None, PAGE)? {
            if fork.play(by, &mv)?.is_err() {
                return Ok(None);
            }
            let status = fork.status()?;
            let [next] = status.acting[..] else { return Ok(None) };
            replies += fork.count_moves(next)?;
            fork.undo()?;
        }
        Ok(Some(replies))
    }
}
