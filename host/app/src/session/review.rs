//! The review of a game: each move of the shown line is compared with the best one, in the
//! background. The results are kept with the moves, and so in the record.

use std::borrow::Cow;

use boardloom_computer::{Computer, MoveQuality, MoveReview, SearchEvent};
use boardloom_contract::{CHANCE, Seat};
use boardloom_match::{Assessment, GameEvent, Match, NodeId, Verdict};

use super::{GameSession, Notice};
use crate::texts::{game as t, join_moves, language};

/// The least losses of these moves, in ten-thousandths of the win probability.
const LOSSES: [(i32, Assessment); 3] =
    [(3000, Assessment::Blunder), (1500, Assessment::Mistake), (700, Assessment::Inaccuracy)];
/// The least distance from a good move to the second-best one.
const ONLY_MOVE: i32 = 1500;
/// The moves of a better line that are written down.
const MOVES: usize = 6;

/// A summary with the revision and the language that it belongs to.
pub(super) type ReviewSummary = ((u64, &'static str), Option<String>);

/// The most turning points that are listed.
const TURNING_POINTS: usize = 8;

/// A running review, with its thread.
pub(super) struct Review {
    computer: Computer,
    moves: Vec<NodeId>,
    /// The number of moves that were reviewed.
    done: usize,
}

impl Review {
    fn begin_next(&mut self, game: &Match) {
        let Some(node) = self.moves.get(self.done).copied() else { return };
        self.computer.review(game.move_path_to(node));
    }
}

impl GameSession {
    /// Tells whether the game has a computer player that can judge moves.
    pub fn can_review(&self) -> bool {
        self.game.source().rules.capabilities().search
    }

    /// The number of moves that the running review has done, and of all.
    pub fn review_progress(&self) -> Option<(usize, usize)> {
        self.review.as_ref().map(|review| (review.done, review.moves.len()))
    }

    /// Starts the review of the shown line, or stops it.
    pub fn toggle_review(&mut self) {
        if self.review.take().is_some() {
            self.revision += 1;
            return self.notify(Notice::plain(t::review_stopped()));
        }
        if !self.can_review() {
            return self.notify(Notice::bad(t::no_search()));
        }
        let mut moves = self.game.tree().line_through(self.game.here());
        moves.retain(|node| self.is_reviewable(*node));
        if moves.is_empty() {
            return self.notify(Notice::bad(t::nothing_to_review()));
        }
        let computer = Computer::new(self.game.source().clone(), self.computer.wake());
        let mut review = Review { computer, moves, done: 0 };
        review.begin_next(&self.game);
        self.review = Some(review);
        self.revision += 1;
    }

    /// Tells whether a node is a legal move of a player.
    fn is_reviewable(&self, node: NodeId) -> bool {
        let node = self.game.tree().node(node);
        let chosen = matches!(node.event(), Some(GameEvent::Move { seat, .. })
            if seat.is_some_and(|seat| seat != CHANCE));
        chosen && !node.is_illegal()
    }

    /// Tells whether there are moves in a line and a review has seen them all.
    pub(super) fn is_reviewed(&self, line: &[NodeId]) -> bool {
        let (done, of) = self.count_reviewed(line);
        of > 0 && done == of
    }

    /// Returns the number of moves of a line that a review has seen, and of all.
    fn count_reviewed(&self, line: &[NodeId]) -> (usize, usize) {
        let moves = line.iter().filter(|node| self.is_reviewable(**node));
        let done = moves.clone().filter(|node| self.analysis_state.reviewed.contains(node));
        (done.count(), moves.count())
    }

    /// Handles the review's results. True if something changed.
    pub(super) fn poll_review(&mut self) -> bool {
        let mut changed = self.take_verdicts();
        let Some(mut review) = self.review.take() else { return changed };
        while let Some(event) = review.computer.next_event() {
            changed = true;
            match event {
                SearchEvent::Reviewed { review: found, .. } => {
                    let node = review.moves[review.done];
                    if let Some(found) = found.filter(|_| self.game.tree().has(node)) {
                        self.note_review(node, &found);
                    }
                    self.analysis_state.reviewed.insert(node);
                    review.done += 1;
                    review.begin_next(&self.game);
                }
                SearchEvent::Failed { why, .. } => {
                    self.notify(Notice::error(&why));
                    self.revision += 1;
                    return true;
                }
                _ => {}
            }
        }
        if changed {
            self.revision += 1;
        }
        match review.done < review.moves.len() {
            true => self.review = Some(review),
            false => {
                let summary = self.review_summary();
                self.notify(Notice::plain(summary.unwrap_or_default()));
            }
        }
        changed
    }

    fn note_review(&mut self, node: NodeId, found: &MoveReview) {
        let Some(event) = self.game.tree().node(node).event() else { return };
        let Some(best) = found.lines.first() else { return };
        let assessment = assess(event.text(), found);
        let MoveQuality { expected, actual, deeper, .. } = found.quality;
        let is_mistake = assessment.is_some_and(|it| it != Assessment::Good);
        let better = best.moves.iter().take(if is_mistake { MOVES } else { 0 }).cloned().collect();
        let played = actual.max(deeper);
        self.game.review(node, Verdict { before: best.value.clone(), expected, played, better });
        self.take_verdict(node);
        // A review gives neither of these.
        let by_hand = [Assessment::Brilliant, Assessment::Interesting].map(Some);
        if assessment.is_some() && !by_hand.contains(&self.game.tree().node(node).assessment) {
            self.game.assess(node, assessment);
        }
    }

    /// Takes over what a review found about a move, now or before the game was closed.
    fn take_verdict(&mut self, id: NodeId) {
        let node = self.game.tree().node(id);
        let (Some(verdict), Some(before)) = (&node.verdict, node.parent()) else { return };
        let Verdict { before: chances, expected, played, better } = verdict.clone();
        self.analysis_state.reviewed.insert(id);
        self.analysis_state.win_chances.insert(before, chances);
        self.analysis_state.better.1.remove(&id);
        if better.is_empty() {
            return;
        }
        let texts = self.game.describe_line(before, &better, MOVES);
        let line = join_moves(&texts.unwrap_or(better));
        let [best, played] =
            [expected, played].map(|chance| t::chance(chance).replace(' ', "\u{a0}"));
        let text = t::better(&line, &best, &played);
        self.analysis_state.better.1.insert(id, text);
    }

    /// Takes over all verdicts of a game's record; again after a change of the language or the
    /// rules. True if something changed.
    pub(super) fn take_verdicts(&mut self) -> bool {
        let language = language::current_language();
        if self.analysis_state.better.0 == language {
            return false;
        }
        self.analysis_state.better.0 = language;
        (0..self.game.tree().len()).for_each(|node| self.take_verdict(NodeId(node as u32)));
        self.revision += 1;
        true
    }

    /// Returns what the list of moves says about a move: the note on it, its comment, and the better
    /// line.
    pub fn comment(&self, node: NodeId) -> Cow<'_, str> {
        let tree = self.game.tree();
        let note = tree.listed_note(node).map(|note| note.text.as_str());
        let own = Some(tree.node(node).comment.as_str()).filter(|own| !own.is_empty());
        let better = self.analysis_state.better.1.get(&node).map(String::as_str);
        let mut parts = note.into_iter().chain(own).chain(better);
        let first = parts.next().unwrap_or_default();
        parts.fold(first.into(), |text, more| format!("{text}\n{more}").into())
    }

    /// The number of mistakes of each player on the shown line, by their kinds; `None` if no
    /// move there was assessed and the line was not reviewed.
    pub fn review_summary(&self) -> Option<String> {
        let of = (self.revision, language::current_language());
        let known = self.review_summary.take().filter(|(before, _)| *before == of);
        let (_, summary) = known.unwrap_or_else(|| (of, self.summarise_review()));
        self.review_summary.replace(Some((of, summary.clone())));
        summary
    }

    /// The worst moves of the shown line, in the order of play.
    pub fn turning_points(&self) -> Vec<NodeId> {
        let tree = self.game.tree();
        let line = tree.line_through(self.game.here());
        let of = |kind: Assessment| {
            line.iter().copied().filter(move |node| tree.node(*node).assessment == Some(kind))
        };
        let worst = [Assessment::Blunder, Assessment::Mistake, Assessment::Inaccuracy];
        let mut found: Vec<NodeId> = worst.into_iter().flat_map(of).take(TURNING_POINTS).collect();
        found.sort_by_key(|node| line.iter().position(|other| other == node));
        found
    }

    fn summarise_review(&self) -> Option<String> {
        let tree = self.game.tree();
        let line = tree.line_through(self.game.here());
        let assessed = line
            .iter()
            .map(|node| tree.node(*node))
            .filter_map(|node| Some((node.event().and_then(GameEvent::seat)?, node.assessment?)));
        let assessed: Vec<(Seat, Assessment)> = assessed.collect();
        let player = |seat: Seat| {
            let counts = LOSSES.iter().filter_map(|(_, kind)| {
                let count = assessed.iter().filter(|known| **known == (seat, *kind)).count();
                (count > 0).then(|| match kind {
                    Assessment::Blunder => t::blunders(count),
                    Assessment::Mistake => t::mistakes(count),
                    _ => t::inaccuracies(count),
                })
            });
            let counts = counts.collect::<Vec<_>>().join(", ");
            let counts = if counts.is_empty() { t::no_mistakes() } else { &counts };
            format!("{}: {counts}", self.name(seat))
        };
        let players = (0..self.game.players().len() as Seat).map(player).collect::<Vec<_>>();
        match assessed.is_empty() {
            true if self.is_reviewed(&line) => Some(t::reviewed(t::no_mistakes())),
            true => None,
            false => Some(match self.count_reviewed(&line) {
                (done, of) if (1..of).contains(&done) => {
                    t::reviewed_partly(done, of, &players.join("; "))
                }
                _ => t::reviewed(&players.join("; ")),
            }),
        }
    }
}

/// Returns a move's assessment, if any. A move that the search finds best is never called bad.
fn assess(mv: &str, found: &MoveReview) -> Option<Assessment> {
    let is_best =
        found.lines.first().and_then(|line| line.moves.first()).is_some_and(|best| best == mv);
    if !is_best {
        let loss = found.quality.loss();
        return LOSSES.into_iter().find(|(least, _)| loss >= *least).map(|(_, it)| it);
    }
    let second = found.lines.get(1)?.value.get(usize::from(found.quality.by))?;
    let ahead = i32::from(found.quality.expected) - i32::from(*second);
    (ahead >= ONLY_MOVE).then_some(Assessment::Good)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use boardloom_contract::Variation;
    use boardloom_match::{GameSource, MatchSetup, ROOT, Record};

    use super::*;
    use crate::loaded_board::LoadedBoard;
    use crate::session::{ScoreHistory, ScoreKind};
    use boardloom_board_view::scene::BoardLook;

    fn session(row: &str, moves: &[&str]) -> GameSession {
        let (rules, ruleset) = boardloom_testing::row(row);
        play(GameSource::new(rules, ruleset), moves)
    }

    fn play(source: GameSource, moves: &[&str]) -> GameSession {
        let game = Match::new(source, MatchSetup::default());
        let mut game = game.expect("a good ruleset");
        moves.iter().for_each(|mv| drop(game.play(mv).expect("a legal move")));
        let wake: crate::services::Wake = Arc::new(|| {});
        GameSession::new(LoadedBoard::out(game), BoardLook::default(), wake, true, Duration::ZERO)
    }

    /// A review with these values before and after a move of the first seat.
    fn found(expected: u16, played: u16, lines: &[(&str, u16)]) -> MoveReview {
        let quality = MoveQuality { by: 0, expected, actual: played, deeper: played };
        let line = |(mv, value): &(&str, u16)| Variation {
            moves: vec![(*mv).to_owned(), "then".to_owned()],
            value: vec![*value, 10_000 - value],
            ..Variation::default()
        };
        MoveReview { quality, lines: lines.iter().map(line).collect() }
    }

    #[test]
    fn a_move_is_called_by_what_it_lost() {
        let lines = [("b", 6000), ("c", 5900)];
        for (played, sign) in [(5400, ""), (5300, "?!"), (4500, "?"), (3000, "??")] {
            let called = assess("a", &found(6000, played, &lines)).map_or("", Assessment::sign);
            assert_eq!(called, sign, "{played}");
        }
        assert_eq!(assess("b", &found(6000, 2000, &lines)), None, "the best that there was");
        let only = [("b", 6000), ("c", 4500)];
        assert_eq!(assess("b", &found(6000, 6000, &only)), Some(Assessment::Good));
        assert_eq!(assess("b", &found(6000, 6000, &only[..1])), None, "there was no other");
    }

    #[test]
    fn signs_and_better_lines_are_kept_in_the_record() {
        let mut session = session("", &["a", "b"]);
        let first = session.game.tree().node(ROOT).children()[0];
        session.note_review(first, &found(7000, 2000, &[("c", 7000)]));
        assert_eq!(session.win_chances(ROOT), Some(&[7000, 3000][..]), "the graph knows of it");
        let text = session.record_text();
        assert!(
            text.contains("a {[sign ??][review 7000/3000 7000 2000 \"c\" \"then\"]} b"),
            "{text}"
        );
        let again = Record::parse(&text).expect("a record");
        assert_eq!(again.tree.node(first).assessment, Some(Assessment::Blunder));
        let summary = session.review_summary();
        let expected = "Review of 1 of 2 moves: Ann: 1 blunder; Bob: no mistakes";
        assert_eq!(summary.as_deref(), Some(expected));
        // The graph and the better line are there again when the record is opened.
        let (game, _) = again.resume(session.game.source().clone()).expect("a good ruleset");
        let wake: crate::services::Wake = Arc::new(|| {});
        let opened = LoadedBoard::out(game);
        let opened = GameSession::new(opened, BoardLook::default(), wake, true, Duration::ZERO);
        assert_eq!(opened.win_chances(ROOT), Some(&[7000, 3000][..]));
        assert_eq!(opened.comment(first), "20\u{a0}% instead of 70\u{a0}%. Better: c, then");
        // A player's own comment stays.
        session.game.comment(first, "a gift");
        session.note_review(first, &found(7000, 5000, &[("c", 7000)]));
        let node = session.game.tree().node(first);
        assert_eq!((node.comment.as_str(), node.assessment), ("a gift", Some(Assessment::Mistake)));
        assert!(session.comment(first).starts_with("a gift\n50\u{a0}% instead of 70"));
        // A sign that no review gives stays too.
        session.assess(first, Some(Assessment::Interesting));
        session.note_review(first, &found(7000, 2000, &[("c", 7000)]));
        let node = session.game.tree().node(first);
        assert_eq!(node.assessment, Some(Assessment::Interesting));
    }

    #[test]
    fn better_lines_are_written_as_players_read_them() {
        let (_, row) = boardloom_testing::row("");
        let source = GameSource::new(boardloom_testing::leap::rules(), row);
        let mut session = play(source, &["a2", "e2", "b1", "pass"]);
        let third = session.game.tree().main_line()[3];
        session.note_review(third, &found(7000, 2000, &[("a1-a3", 7000)]));
        let comment = session.comment(third);
        assert!(comment.ends_with(". Better: a1 to a3, then"), "{comment}");
    }

    #[test]
    fn a_review_looks_at_all_moves_and_can_be_stopped() {
        let mut session = session("values = true", &["a", "b", "c"]);
        session.toggle_review();
        assert_eq!(session.review_progress(), Some((0, 3)));
        session.toggle_review();
        assert_eq!(session.review_progress(), None);
        session.take_notices();
        session.toggle_review();
        let end = Instant::now() + Duration::from_secs(120);
        while session.review_progress().is_some() {
            assert!(Instant::now() < end, "the review ends");
            session.poll_computer();
            std::thread::yield_now();
        }
        let notices = session.take_notices();
        assert_eq!(notices, [Notice::plain("Review: no mistakes")]);
        let third = session.game.tree().node(session.game.here()).parent().expect("two moves");
        assert!(session.win_chances(third).is_some(), "the course of the game is known");
        assert_eq!(session.review_summary().as_deref(), Some("Review: no mistakes"), "it stays");
        assert_eq!(ScoreHistory::of(&session).usual(), ScoreKind::Chances);
    }

    #[test]
    fn there_is_nothing_to_review_before_the_first_move() {
        let mut session = session("", &[]);
        session.toggle_review();
        assert_eq!(session.review_progress(), None);
        assert!(session.take_notices().iter().any(|notice| notice.bad));
    }
}
