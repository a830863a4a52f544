//! Answers for plugins that lack an interface, by more calls of `rules`.

use std::sync::Arc;
use std::time::Instant;

use boardloom_contract::{
    Cursor, Effect, GameStatus, Message, PAGE, Piece, PluginError, PluginResult, Seat, Site, perft,
};

use crate::cursor::SandboxCursor;
use crate::instance::Call;
use crate::move_list::MoveList;

impl SandboxCursor {
    /// Returns all legal moves in order. The plugin is asked once for each position and seat.
    fn list(&mut self, by: Seat) -> PluginResult<&[String]> {
        const CALL: Call = Call::short("cursor.legal-moves");
        if self.moves.as_ref().is_none_or(|list| list.seat != by) {
            let mut moves = self.ask(CALL, |cursor, store, handle| {
                cursor.call_legal_moves(store, handle, by, None, PAGE)
            })?;
            moves.sort_unstable();
            self.validate(CALL, self.validator().page(&moves, None, PAGE))?;
            self.count_listed(CALL, &moves, true, true)?;
            self.moves = Some(MoveList { seat: by, moves });
        }
        Ok(&self.moves.as_ref().expect("listed above").moves)
    }

    pub fn page_of_list(
        &mut self,
        by: Seat,
        after: Option<&str>,
        limit: u32,
    ) -> PluginResult<Vec<String>> {
        let moves = self.list(by)?;
        let from = after.map_or(0, |after| moves.partition_point(|mv| mv.as_str() <= after));
        Ok(moves[from..].iter().take(limit.min(PAGE) as usize).cloned().collect())
    }

    pub fn count_list(&mut self, by: Seat) -> PluginResult<u64> {
        Ok(self.list(by)?.len() as u64)
    }

    pub fn is_in_list(&mut self, by: Seat, mv: &str) -> PluginResult<bool> {
        Ok(self.list(by)?.binary_search_by(|own| own.as_str().cmp(mv)).is_ok())
    }

    pub fn parse_by_list(&mut self, by: Seat, text: &str) -> PluginResult<Result<String, Message>> {
        let text = text.trim();
        let moves = self.list(by)?;
        let mut alike = moves.iter().filter(|mv| mv.eq_ignore_ascii_case(text));
        Ok(match (moves.iter().find(|mv| *mv == text), alike.next(), alike.next()) {
            (Some(mv), ..) | (None, Some(mv), None) => Ok(mv.clone()),
            _ => Err(Message::new("illegal.move", "`{move}` is not a legal move here")
                .with("move", text)),
        })
    }

    pub fn preview_on_a_copy(
        &mut self,
        by: Seat,
        mv: &str,
    ) -> PluginResult<Result<(GameStatus, Vec<Effect>), Message>> {
        let mut copy = self.fork()?;
        Ok(match copy.play(by, mv)? {
            Ok(effects) => Ok((copy.status()?, effects)),
            Err(why) => Err(why),
        })
    }

    pub fn pieces_of_sites(&mut self, sites: &[Site]) -> PluginResult<Vec<(Site, Piece)>> {
        let known = self.status()?.sites;
        let mut found = Vec::new();
        for site in sites.iter().copied().filter(|site| *site < known) {
            let pieces = self.pieces(site, 1)?;
            found.extend(pieces.into_iter().filter(|(at, _)| *at == site));
        }
        Ok(found)
    }

    /// Perft for a plugin without `count`, within the time of one such call.
    pub fn count_by_moves(&mut self, depth: u32, listed: bool) -> PluginResult<u64> {
        let plugin = &self.session().plugin;
        let (name, limit) = (Arc::clone(&plugin.name), plugin.limits.count);
        let began = Instant::now();
        let mut proceed = || match began.elapsed() <= limit {
            true => Ok(()),
            false => Err(PluginError::TimedOut {
                plugin: name.to_string(),
                call: "perft".to_owned(),
                limit_ms: limit.as_millis() as u64,
            }),
        };
        perft(&mut *self.fork()?, depth, listed, &mut proceed)
    }
}
