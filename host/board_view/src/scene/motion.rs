//! Animations: moved pieces glide, removed ones sink and fade, new ones grow, those that change
//! sides turn over, scoring places flash, refused pieces shake, winning chains light up. With
//! reduced motion everything fades in its place.

use boardloom_contract::{Effect, Piece, Site};
use boardloom_theme::motion::{
    FADE, FALL, FLASH, FLIP, JUMP, MOVE, PATIENCE, SHAKE, SHAKE_WIDTH, SPREAD, STAGE, STAGGER,
    WIN_FADE, WIN_STEP, ease_in_out, ease_out,
};
use boardloom_theme::{line, tint};

use super::piece_layer::FILLS;
use super::{Pen, Picture, Shape};
use crate::board::{BoardGeometry, BoardPlace};

/// More stages than this share the time of these.
const STAGES: f32 = 4.0;
/// More pieces than this are not animated.
const MOST: usize = 128;
/// Longer moves, in cells, are jumps.
const NEAR: f64 = 1.6;
/// The swings of a shake.
const SWINGS: f32 = 2.0;
/// See [`Flight::shown`].
const ALWAYS: (f32, f32) = (0.0, f32::INFINITY);

/// A piece that moves, appears, disappears or changes.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Flight {
    from: Site,
    to: Site,
    before: Option<Piece>,
    after: Option<Piece>,
    /// In seconds of the whole.
    begin: f32,
    duration: f32,
    /// The time during which it is drawn in place of the piece on the site: another flight may
    /// come before or after.
    shown: (f32, f32),
}

impl Flight {
    fn end(&self) -> f32 {
        self.begin + self.duration
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Flash {
    site: Site,
    begin: f32,
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
    flights: Vec<Flight>,
    flashes: Vec<Flash>,
    /// The place whose piece shakes.
    shaken: Option<Site>,
    win: Option<WinSteps>,
    /// Fades only.
    reduced: bool,
    /// The time at the first frame.
    started: Option<f64>,
    elapsed: f32,
}

impl Motion {
    /// Returns the animation of a move; `None` if nothing moves or too much does. `dropped` is
    /// a site whose piece was dragged already.
    pub fn of(effects: &[Effect], dropped: Option<Site>) -> Option<Motion> {
        let stages = effects.iter().map(|effect| effect.stage).max().unwrap_or(0);
        let step = STAGE * (STAGES / f32::from(stages.max(1))).min(1.0);
        let mut motion = Motion::default();
        let mut earlier: Vec<u16> = Vec::new();
        let stands = |effect: &Effect| effect.onto.is_none() && effect.before != effect.after;
        for effect in effects {
            let Some(from) = effect.site else { continue };
            let mut begin = f32::from(effect.stage) * step;
            if stands(effect) && effect.verb != "score" {
                let same = |other: &&Effect| stands(other) && other.stage == effect.stage;
                let count = effects.iter().filter(same).count().min(MOST) as f32;
                let before = earlier.iter().filter(|stage| **stage == effect.stage).count();
                begin += before as f32 * STAGGER.min(SPREAD / count);
                earlier.push(effect.stage);
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
            let duration = match (before, after) {
                (Some(_), Some(_)) if from == to => FLIP,
                (_, None) => FALL,
                _ => MOVE,
            };
            motion.add(Flight { from, to, before, after, begin, duration, shown: ALWAYS });
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

    /// Gives moves to distant places more time.
    #[must_use]
    pub fn with_jumps(mut self, board: &BoardGeometry) -> Motion {
        let near = NEAR * 2.0 * board.unit();
        for flight in self.flights.iter_mut().filter(|it| it.from != it.to) {
            let ends = board.place_of(flight.from).zip(board.place_of(flight.to));
            if ends.is_some_and(|(from, to)| from.at.distance(to.at) > near) {
                flight.duration = JUMP;
            }
        }
        self
    }

    /// Replaces all motion by fades. A refused piece stays still.
    #[must_use]
    pub fn reduced(mut self) -> Option<Motion> {
        let fade = |site, before, after| Flight {
            from: site,
            to: site,
            before,
            after,
            begin: 0.0,
            duration: FADE,
            shown: ALWAYS,
        };
        let moved = std::mem::take(&mut self.flights);
        for it in moved {
            if it.from == it.to {
                self.flights.push(fade(it.to, it.before, it.after));
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

    fn is_followed(&self) -> bool {
        (1..=MOST).contains(&(self.flights.len() + self.flashes.len()))
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
    fn shift(&self) -> f32 {
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
            earlier.shown.1 = flight.begin;
            flight.shown.0 = flight.begin;
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
            let (from, to, before, after) = (it.to, it.from, it.after, it.before);
            let (begin, duration) = (end - it.end(), it.duration);
            back.add(Flight { from, to, before, after, begin, duration, shown: ALWAYS });
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

    fn flash_time(&self) -> f32 {
        if self.reduced { FADE } else { FLASH }
    }

    fn end(&self) -> f32 {
        self.flights.iter().map(Flight::end).fold(0.0, f32::max)
    }

    /// Tells whether the top piece of a site is drawn by the animation.
    pub fn hides(&self, site: Site) -> bool {
        self.hidden().any(|hidden| hidden == site)
    }

    pub fn hidden(&self) -> impl Iterator<Item = Site> + '_ {
        let arriving = self.flights.iter().filter(|flight| flight.after.is_some());
        arriving.map(|flight| flight.to).chain(self.shaken)
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct MovingPiece<'a> {
    pub from: &'a BoardPlace,
    pub to: &'a BoardPlace,
    pub part: f32,
    pub piece: Piece,
    pub opacity: f32,
    /// Relative to its full size.
    pub size: f32,
    /// Relative to its full width: a piece that turns over is narrow.
    pub width: f32,
    /// To the right, in pixels.
    pub shift: f32,
}

impl<'a> MovingPiece<'a> {
    fn resting(spot: &'a BoardPlace, piece: Piece) -> Self {
        MovingPiece {
            from: spot,
            to: spot,
            part: 0.0,
            piece,
            opacity: 1.0,
            size: 1.0,
            width: 1.0,
            shift: 0.0,
        }
    }
}

impl<'a> Picture<'a> {
    pub(super) fn under_way(&self, shapes: &mut Vec<Shape>) {
        for flown in self.moving_pieces() {
            let (([ax, ay], a), ([bx, by], b)) = (self.spot(flown.from), self.spot(flown.to));
            let part = flown.part;
            let at = [ax + (bx - ax) * part + flown.shift, ay + (by - ay) * part];
            let radius = (a + (b - a) * part) * FILLS * flown.size;
            let from = shapes.len();
            self.glyph(at, radius, flown.piece, flown.opacity).draw(shapes);
            if flown.width < 1.0 {
                super::foreshortening::press(&mut shapes[from..], at, [1.0, 0.0], flown.width);
            }
        }
    }

    /// Returns the animated pieces, those that stay in place first: moving ones pass over them.
    pub(crate) fn moving_pieces(&self) -> Vec<MovingPiece<'a>> {
        let mut flown = Vec::new();
        let Some(motion) = self.motion else { return flown };
        let shaken = motion.shaken.and_then(|site| self.board.place_of(site));
        if let Some((spot, piece)) = shaken.and_then(|it| Some((it, self.pieces.top(it.site)?))) {
            let opacity = self.presence(spot);
            let rest = MovingPiece::resting(spot, piece);
            flown.push(MovingPiece { opacity, shift: motion.shift(), ..rest });
        }
        for moving in [false, true] {
            for flight in motion.flights.iter().filter(|it| (it.from != it.to) == moving) {
                let (from, until) = flight.shown;
                if motion.elapsed >= from && motion.elapsed < until {
                    let part = (motion.elapsed - flight.begin) / flight.duration;
                    let eased = if moving { ease_in_out(part) } else { ease_out(part) };
                    self.flight(flight, eased, &mut flown);
                }
            }
        }
        flown
    }

    pub(super) fn add_flashes(&self, shapes: &mut Vec<Shape>) {
        let Some(motion) = self.motion else { return };
        for flash in &motion.flashes {
            let part = (motion.elapsed - flash.begin) / motion.flash_time();
            if !(0.0..1.0).contains(&part) {
                continue;
            }
            let color = self.style.colors.marks.last;
            let pen = Pen { color: color.faded(1.0 - part), width: self.line_width(line::FLASH) };
            let fill = Some(color.faded(tint::FLASH * (1.0 - part)));
            self.outlines(Some(flash.site), 1.0, (fill, pen), shapes);
        }
    }

    fn flight(&self, flight: &Flight, part: f32, flown: &mut Vec<MovingPiece<'a>>) {
        let board: &'a BoardGeometry = self.board;
        let (Some(from), Some(to)) = (board.place_of(flight.from), board.place_of(flight.to))
        else {
            return;
        };
        if flight.from == flight.to {
            return self.add_change(to, flight, part, flown);
        }
        let Some(piece) = (if part < 0.5 { flight.before } else { flight.after }) else { return };
        let mut add = |from, to, opacity: f32| {
            let opacity = opacity * self.presence(to);
            flown.push(MovingPiece { from, part, opacity, ..MovingPiece::resting(to, piece) });
        };
        // Over joined edges, to the ghost, while the piece appears at its site.
        let far = |spot: &BoardPlace| spot.at.distance(from.at);
        let ghost = board.places_of(flight.to).filter(|spot| spot.copy && !spot.far);
        let ghost = ghost.min_by(|a, b| far(a).total_cmp(&far(b)));
        match ghost.filter(|ghost| far(ghost) < 0.9 * far(to)) {
            Some(ghost) => {
                add(from, ghost, 1.0 - part);
                add(to, to, part);
            }
            None => add(from, to, 1.0),
        }
    }

    /// Adds a piece that appears, disappears or turns over.
    fn add_change(
        &self,
        spot: &'a BoardPlace,
        flight: &Flight,
        part: f32,
        flown: &mut Vec<MovingPiece<'a>>,
    ) {
        let reduced = self.motion.is_some_and(|motion| motion.reduced);
        let mut add = |piece, opacity: f32, size, width| {
            let opacity = opacity * self.presence(spot);
            let rest = MovingPiece::resting(spot, piece);
            flown.push(MovingPiece { part, opacity, size, width, ..rest });
        };
        if reduced {
            flight.before.into_iter().for_each(|piece| add(piece, 1.0 - part, 1.0, 1.0));
            flight.after.into_iter().for_each(|piece| add(piece, part, 1.0, 1.0));
            return;
        }
        match (flight.before, flight.after) {
            (Some(before), Some(after)) => {
                let piece = if part < 0.5 { before } else { after };
                add(piece, 1.0, 1.0, (1.0 - 2.0 * part).abs().max(0.02));
            }
            (Some(piece), None) if part < 1.0 => add(piece, 1.0 - part, 1.0 - 0.4 * part, 1.0),
            (None, Some(piece)) if part > 0.0 => add(piece, part, 0.6 + 0.4 * part, 1.0),
            _ => {}
        }
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

    fn third_capture() -> Motion {
        let mut motion = Motion::of(&capture(), None).expect("two pieces");
        for _ in 0..2 {
            let next = Motion::of(&capture(), None).expect("two pieces");
            motion = motion.then(&next).expect("short enough");
        }
        motion
    }
}
