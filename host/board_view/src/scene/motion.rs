//! Animations: moved pieces glide, removed ones sink and fade, new ones grow, those that change
//! sides turn over, scoring places flash, refused pieces shake, winning chains light up. With
//! reduced motion everything fades in its place.

use std::collections::BTreeMap;

use boardloom_contract::{Effect, Piece, Site};
use boardloom_theme::motion::{
    FADE, FALL, FLASH, FLIP, JUMP, MOVE, PATIENCE, SHAKE, SHAKE_WIDTH, SPREAD, STAGE, STAGGER,
    WIN_FADE, WIN_STEP,
};

use crate::board::BoardGeometry;

/// More stages than this share the time of these.
const STAGES: f32 = 4.0;
/// More pieces than this are not animated.
const MOST: usize = 128;
/// Longer moves, in cells, are jumps.
const NEAR: f64 = 1.6;
/// The swings of a shake.
const SWINGS: f32 = 2.0;
/// Times that differ by less, in seconds, are equal.
const SAME_TIME: f32 = 1e-3;
/// See [`Flight::shown`].
const ALWAYS: (f32, f32) = (0.0, f32::INFINITY);

/// A piece that moves, appears, disappears or changes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Flight {
    pub(super) from: Site,
    pub(super) to: Site,
    pub(super) before: Option<Piece>,
    pub(super) after: Option<Piece>,
    /// In seconds of the whole.
    pub(super) begin: f32,
    pub(super) duration: f32,
    /// The time during which it is drawn in place of the piece on the site: another flight may
    /// come before or after.
    pub(super) shown: (f32, f32),
    /// Whether it passes over other pieces.
    pub(super) jumps: bool,
    /// Whether a piece stays at the other end, as where a piece divides.
    pub(super) grows: bool,
}

impl Flight {
    fn of((from, to): (Site, Site), (before, after): (Option<Piece>, Option<Piece>)) -> Self {
        let duration = match (before, after) {
            (Some(_), Some(_)) if from == to => FLIP,
            (_, None) => FALL,
            _ => MOVE,
        };
        let (begin, shown) = (0.0, ALWAYS);
        Flight { from, to, before, after, begin, duration, shown, jumps: false, grows: false }
    }

    pub(super) fn moves(&self) -> bool {
        self.from != self.to
    }

    fn end(&self) -> f32 {
        self.begin + self.duration
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Flash {
    pub(super) site: Site,
    pub(super) begin: f32,
}

/// The places of a win that light up one after the other.
#[derive(Debug, Clone, Copy, PartialEq)]
struct WinSteps {
    count: usize,
    begin: f32,
}

impl WinSteps {
    fn step(&self) -> f32 {
        WIN_STEP.min(PATIENCE / self.count.max(1) as f32)
    }

    fn end(&self) -> f32 {
        self.begin + self.step() * self.count as f32 + WIN_FADE
    }
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Motion {
    pub(super) flights: Vec<Flight>,
    pub(super) flashes: Vec<Flash>,
    /// The place whose piece shakes.
    pub(super) shaken: Option<Site>,
    win: Option<WinSteps>,
    /// Fades only.
    pub(super) reduced: bool,
    /// The time at the first frame.
    started: Option<f64>,
    pub(super) elapsed: f32,
}

impl Motion {
    /// Returns the animation of a move; `None` if nothing moves or too much does. `dropped` is
    /// a site whose piece was dragged already.
    pub fn of(effects: &[Effect], dropped: Option<Site>) -> Option<Motion> {
        let stages = effects.iter().map(|effect| effect.stage).max().unwrap_or(0);
        let step = STAGE * (STAGES / f32::from(stages.max(1))).min(1.0);
        let mut motion = Motion::default();
        let stands = |effect: &Effect| effect.onto.is_none() && effect.before != effect.after;
        // How many pieces change where they stand in a stage, and how many of them came before.
        let mut staggered: BTreeMap<u16, (usize, usize)> = BTreeMap::new();
        for effect in effects.iter().filter(|effect| stands(effect)) {
            staggered.entry(effect.stage).or_default().0 += 1;
        }
        for effect in effects {
            if motion.count() > MOST {
                return None;
            }
            let Some(from) = effect.site else { continue };
            let mut begin = f32::from(effect.stage) * step;
            if stands(effect) && effect.verb != "score" {
                let (count, before) = staggered.entry(effect.stage).or_default();
                begin += *before as f32 * STAGGER.min(SPREAD / (*count).min(MOST) as f32);
                *before += 1;
            }
            if effect.verb == "score" {
                motion.flashes.push(Flash { site: from, begin });
                continue;
            }
            let carried = effect.onto.is_some() && dropped == Some(from);
            let still = effect.onto.is_none() && effect.before == effect.after;
            if carried || still {
                continue;
            }
            let to = effect.onto.unwrap_or(from);
            let (before, after) = (effect.before, effect.after);
            motion.add(Flight { begin, ..Flight::of((from, to), (before, after)) });
        }
        motion.is_followed().then_some(motion)
    }

    /// Returns the animation of a refused move.
    pub fn shake(site: Site) -> Motion {
        Motion { shaken: Some(site), ..Motion::default() }
    }

    /// Lights up so many places of a win after the animation of its last move.
    pub fn win(before: Option<Motion>, count: usize) -> Motion {
        let mut motion = before.unwrap_or_default();
        motion.win = Some(WinSteps { count, begin: motion.end() });
        motion
    }

    /// Lets the piece that appears on a site move out of the one that it grew from.
    #[must_use]
    pub fn grown(mut self, site: Site, from: Site) -> Motion {
        let appears = |it: &&mut Flight| it.to == site && !it.moves() && it.before.is_none();
        if let Some(flight) = self.flights.iter_mut().find(appears) {
            let piece = flight.after;
            let ends = Flight::of((from, site), (piece, piece));
            *flight = Flight { begin: flight.begin, shown: flight.shown, grows: true, ..ends };
        }
        self
    }

    /// Moves to distant places take more time, which what follows waits for. `over` tells whether
    /// pieces move over others; else they slide.
    #[must_use]
    pub fn with_jumps(mut self, board: &BoardGeometry, over: bool) -> Motion {
        let near = NEAR * 2.0 * board.unit();
        let mut later: Option<f32> = None;
        for flight in self.flights.iter_mut().filter(|it| it.moves()) {
            let ends = board.place_of(flight.from).zip(board.place_of(flight.to));
            if ends.is_some_and(|(from, to)| from.at.distance(to.at) > near) {
                later = Some(later.map_or(flight.end(), |end| end.min(flight.end())));
                (flight.duration, flight.jumps) = (JUMP, over);
            }
        }
        if let Some(end) = later {
            let delay = JUMP - MOVE;
            let begins = self.flights.iter_mut().map(|it| &mut it.begin);
            let begins = begins.chain(self.flashes.iter_mut().map(|it| &mut it.begin));
            begins.filter(|begin| **begin >= end - SAME_TIME).for_each(|begin| *begin += delay);
        }
        self
    }

    /// Replaces all motion by fades. A refused piece stays still.
    #[must_use]
    pub fn reduced(mut self) -> Option<Motion> {
        let fade = |site, before, after| Flight {
            duration: FADE,
            ..Flight::of((site, site), (before, after))
        };
        let moved = std::mem::take(&mut self.flights);
        for it in moved {
            if !it.moves() {
                self.flights.push(fade(it.to, it.before, it.after));
            } else if it.grows {
                let (site, before) =
                    if it.after.is_some() { (it.to, None) } else { (it.from, it.before) };
                self.flights.push(fade(site, before, it.after));
            } else {
                self.flights.push(fade(it.from, it.before, None));
                self.flights.push(fade(it.to, None, it.after));
            }
        }
        (self.shaken, self.reduced) = (None, true);
        self.flashes.iter_mut().for_each(|flash| flash.begin = 0.0);
        if let Some(win) = &mut self.win {
            *win = WinSteps { count: 0, begin: 0.0 };
        }
        (self.win.is_some() || self.is_followed()).then_some(self)
    }

    fn count(&self) -> usize {
        self.flights.len() + self.flashes.len()
    }

    fn is_followed(&self) -> bool {
        (1..=MOST).contains(&self.count())
    }

    /// Returns how far a place of a win, by its number, is lit: from 0 to 1.
    pub(super) fn win_part(&self, number: usize) -> f32 {
        let Some(win) = self.win else { return 1.0 };
        let (begin, fade) = match self.reduced {
            true => (0.0, FADE),
            false => (win.begin + win.step() * number as f32, WIN_FADE),
        };
        ((self.elapsed - begin) / fade).clamp(0.0, 1.0)
    }

    pub(super) fn is_reduced(&self) -> bool {
        self.reduced
    }

    /// Tells whether a win is lit in parts only.
    pub(super) fn lights_win(&self) -> bool {
        self.win.is_some()
    }

    /// How far to the right the shaken piece is, in pixels.
    pub(super) fn shift(&self) -> f32 {
        let part = (self.elapsed / SHAKE).clamp(0.0, 1.0);
        (part * SWINGS * std::f32::consts::TAU).sin() * SHAKE_WIDTH
    }

    fn add(&mut self, mut flight: Flight) {
        flight.shown = ALWAYS;
        let brings = |it: &&mut Flight| {
            it.to == flight.from && it.after == flight.before && it.shown.1 == ALWAYS.1
        };
        if let Some(earlier) = self.flights.iter_mut().rev().find(brings) {
            flight.begin = flight.begin.max(earlier.end());
            flight.shown.0 = flight.begin;
            if !flight.grows {
                earlier.shown.1 = flight.begin;
            }
        }
        self.flights.push(flight);
    }

    /// Returns the animation of an undo; `None` if no piece moved. Scores do not flash again.
    pub fn reversed(&self) -> Option<Motion> {
        let end = self.end();
        let mut back = Motion::default();
        let mut flights = self.flights.clone();
        flights.sort_by(|a, b| b.end().total_cmp(&a.end()));
        for it in flights {
            let (from, to, before) = (it.to, it.from, it.after);
            // A grown piece returns into one that stands there already.
            let after = it.before.filter(|_| !it.grows);
            back.add(Flight { from, to, before, after, begin: end - it.end(), ..it });
        }
        back.is_followed().then_some(back)
    }

    /// Appends the animation of an answer; `None` if that would take too long.
    pub fn then(mut self, next: &Motion) -> Option<Motion> {
        let begin = self.end().max(self.elapsed);
        if begin + next.end() - self.elapsed > PATIENCE {
            return None;
        }
        self.shaken = None;
        self.win = next.win.map(|win| WinSteps { begin: win.begin + begin, ..win });
        for flight in &next.flights {
            self.add(Flight { begin: flight.begin + begin, ..*flight });
        }
        let later = |flash: &Flash| Flash { begin: flash.begin + begin, ..*flash };
        self.flashes.extend(next.flashes.iter().map(later));
        self.is_followed().then_some(self)
    }

    /// Sets the time in seconds; the first call starts the animation. Returns whether it is
    /// running.
    pub fn advance(&mut self, now: f64) -> bool {
        let started = *self.started.get_or_insert(now);
        self.elapsed = (now - started) as f32;
        let fade = self.flashes.iter().map(|flash| flash.begin + self.flash_time());
        let shake = self.shaken.map(|_| SHAKE);
        let win = self.win.map(|win| if self.reduced { FADE } else { win.end() });
        self.elapsed < fade.chain(shake).chain(win).fold(self.end(), f32::max)
    }

    pub(super) fn flash_time(&self) -> f32 {
        if self.reduced { FADE } else { FLASH }
    }

    fn end(&self) -> f32 {
        self.flights.iter().map(Flight::end).fold(0.0, f32::max)
    }

    /// Tells whether the top piece of a site is drawn by the animation.
    pub fn hides(&self, site: Site) -> bool {
        self.hidden().any(|hidden| hidden == site)
    }

    /// Tells whether a piece of a site moves or changes.
    pub fn concerns(&self, site: Site) -> bool {
        let of = |flight: &Flight| flight.to == site || (flight.from == site && !flight.grows);
        self.flights.iter().any(of)
    }

    pub fn hidden(&self) -> impl Iterator<Item = Site> + '_ {
        let arriving = self.flights.iter().filter(|flight| flight.after.is_some());
        arriving.map(|flight| flight.to).chain(self.shaken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effect(stage: u16, verb: &str, sites: [Option<Site>; 2], pieces: [Option<u8>; 2]) -> Effect {
        let piece = |color: Option<u8>| color.map(|color| Piece::new(0, color));
        Effect {
            stage,
            verb: verb.into(),
            site: sites[0],
            onto: sites[1],
            before: piece(pieces[0]),
            after: piece(pieces[1]),
            cue: String::new(),
        }
    }

    fn capture() -> [Effect; 3] {
        [
            effect(0, "move", [Some(1), Some(4)], [Some(0), Some(0)]),
            effect(1, "remove", [Some(5), None], [Some(1), None]),
            effect(1, "score", [None, None], [None, None]),
        ]
    }

    #[test]
    fn a_capture_ends_after_the_move_and_begins_at_the_first_frame() {
        let mut motion = Motion::of(&capture(), None).expect("two pieces");
        assert_eq!(motion.hidden().collect::<Vec<_>>(), [4], "what was taken is gone already");
        assert!(motion.hides(4) && !motion.hides(5) && !motion.hides(1));
        assert!(motion.advance(100.0) && motion.advance(100.0 + f64::from(MOVE)));
        assert!(!motion.advance(100.0 + f64::from(MOVE + STAGE)));
    }

    #[test]
    fn captures_of_a_stage_follow_one_another_within_a_limit() {
        let removed = |count: u32| -> Vec<Effect> {
            (0..count).map(|n| effect(0, "remove", [Some(n), None], [Some(1), None])).collect()
        };
        let begins = |count| -> Vec<f32> {
            let motion = Motion::of(&removed(count), None).expect("removed pieces");
            motion.flights.iter().map(|flight| flight.begin).collect()
        };
        assert_eq!(begins(3), [0.0, STAGGER, 2.0 * STAGGER]);
        assert!(begins(100).iter().all(|begin| *begin < SPREAD));
    }

    #[test]
    fn what_was_carried_over_does_not_glide_again() {
        let motion = Motion::of(&capture(), Some(1)).expect("what falls");
        assert_eq!(motion.flights.len(), 1);
        let moved = effect(0, "move", [Some(1), Some(4)], [Some(0), Some(0)]);
        assert!(Motion::of(&[moved], Some(1)).is_none());
        assert!(Motion::of(&[], None).is_none());
    }

    #[test]
    fn what_scored_flashes_once_and_fades() {
        let scored = [effect(1, "score", [Some(7), None], [None, None])];
        let mut motion = Motion::of(&scored, None).expect("a flash");
        assert!(motion.reversed().is_none(), "nothing flashes where a move is taken back");
        assert!(motion.advance(3.0) && motion.advance(3.0 + f64::from(STAGE + FLASH) - 0.01));
        assert!(!motion.advance(3.0 + f64::from(STAGE + FLASH) + 0.01), "it rests");
        // An answer does not wait for it.
        let placed = Motion::of(&[effect(0, "place", [Some(2), None], [None, Some(1)])], None);
        let both = Motion::of(&scored, None).unwrap().then(&placed.unwrap()).expect("short enough");
        assert!(both.end() <= MOVE, "{both:?}");
    }

    #[test]
    fn taking_back_is_the_same_backwards() {
        let motion = Motion::of(&capture(), None).expect("two pieces");
        let back = motion.reversed().expect("two pieces");
        assert_eq!(back.end(), motion.end());
        assert_eq!(back.hidden().collect::<Vec<_>>(), [5, 1]);
        let times = |motion: &Motion| -> Vec<(Site, Site, u32)> {
            let millis = |flight: &Flight| (flight.begin * 1e3).round() as u32;
            motion.flights.iter().map(|it| (it.from, it.to, millis(it))).collect()
        };
        assert_eq!(times(&back.reversed().expect("two pieces")), times(&motion));
    }

    #[test]
    fn an_answer_waits_for_what_it_takes() {
        let first = Motion::of(&capture(), None).expect("two pieces");
        let takes = [effect(0, "remove", [Some(4), None], [Some(0), None])];
        let next = Motion::of(&takes, None).expect("a piece");
        let both = first.clone().then(&next).expect("short enough");
        assert!((both.end() - first.end() - next.end()).abs() < 1e-5);
        // Until then the piece that arrived is drawn, once.
        let (arrives, falls) = (both.flights[0], both.flights[2]);
        assert_eq!(arrives.shown.1, falls.begin);
        assert_eq!(falls.shown.0, falls.begin);
        let mut long = first;
        for _ in 0..2 {
            long = long.then(&next).expect("short enough");
        }
        assert!(long.then(&third_capture()).is_none(), "too long");
    }

    #[test]
    fn a_refused_piece_shakes_twice_and_stands_where_it_stood() {
        let mut motion = Motion::shake(3);
        assert!(motion.hides(3) && !motion.hides(2));
        let mut turns = Vec::new();
        for step in 0..48 {
            let time = f64::from(SHAKE) * f64::from(step) / 48.0;
            assert!(motion.advance(5.0 + time));
            assert!(motion.shift().abs() <= SHAKE_WIDTH);
            let side = (motion.shift() * 100.0).round().signum();
            if side != 0.0 && motion.shift().abs() > 0.1 && turns.last() != Some(&side) {
                turns.push(side);
            }
        }
        assert_eq!(turns, [1.0, -1.0, 1.0, -1.0]);
        assert!(!motion.advance(5.0 + f64::from(SHAKE)));
    }

    #[test]
    fn a_win_lights_up_step_by_step_after_the_last_move() {
        let mut motion = Motion::win(Motion::of(&capture(), None), 4);
        let begin = Motion::of(&capture(), None).expect("two pieces").end();
        motion.advance(0.0);
        assert_eq!((0..4).map(|n| motion.win_part(n)).sum::<f32>(), 0.0);
        motion.advance(f64::from(begin + 2.0 * WIN_STEP));
        let parts: Vec<f32> = (0..4).map(|n| motion.win_part(n)).collect();
        assert!(parts[0] > parts[1] && parts[1] > parts[2] && parts[3] == 0.0, "{parts:?}");
        assert!(!motion.advance(f64::from(begin + 4.0 * WIN_STEP + WIN_FADE)));
    }

    #[test]
    fn reduced_motion_fades_in_place_and_briefly() {
        let motion = Motion::win(Motion::of(&capture(), None), 40);
        let mut motion = motion.reduced().expect("fades");
        assert!(motion.flights.iter().all(|it| it.from == it.to && it.duration == FADE));
        assert!(motion.advance(0.0) && motion.advance(f64::from(FADE) - 0.01));
        assert!(!motion.advance(f64::from(FADE)));
        assert!(Motion::shake(3).reduced().is_none(), "nothing shakes");
    }

    #[test]
    fn a_grown_piece_leaves_one_that_stays() {
        let placed = [
            effect(0, "place", [Some(2), None], [None, Some(0)]),
            effect(1, "turn", [Some(3), None], [Some(1), Some(0)]),
        ];
        let motion = Motion::of(&placed, None).expect("two pieces").grown(2, 1);
        let grown = motion.flights[0];
        assert_eq!((grown.from, grown.to, grown.duration), (1, 2, MOVE));
        assert!(motion.hides(2) && !motion.hides(1), "its parent stands where it stood");
        assert_eq!(motion.flights[1].begin, grown.end(), "pieces turn when it has arrived");
        let back = motion.reversed().expect("two pieces");
        assert!(!back.hides(1) && !back.hides(2));
        let reduced = motion.reduced().expect("fades");
        assert!(reduced.flights.iter().all(|it| !it.moves()) && !reduced.hides(1));
    }

    fn third_capture() -> Motion {
        let mut motion = Motion::of(&capture(), None).expect("two pieces");
        for _ in 0..2 {
            let next = Motion::of(&capture(), None).expect("two pieces");
            motion = motion.then(&next).expect("short enough");
        }
        motion
    }
}
