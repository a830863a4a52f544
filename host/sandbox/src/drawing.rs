//! Validation of drawings: references and coordinates.

use boardloom_contract::{Extent, Frame, LineStyle, Patch, Point};

use crate::parts::PartsTotal;
use crate::validation::{AnswerValidator, Validation, at_most, finite};

/// Points of one shape: the time for filling one grows with their square.
const SHAPE_POINTS: usize = 1 << 12;
/// Points of one line.
const LINE_POINTS: usize = 1 << 14;
/// Larger coordinates lose their digits in the `f32`s of the screen.
const FAR: f64 = 1e9;

/// Steps that the outlines and lines of a drawing take. Each outline of `n` points takes `n * n`
/// of them at each place where it is, which is what filling the worst ones takes.
const WORK: usize = 1 << 29;
/// Steps for a point of a line.
const LINE_WORK: usize = 64;

/// What was read of a drawing.
#[derive(Debug, Default)]
pub struct DrawingTotal {
    parts: PartsTotal,
    /// The number of points of each shape.
    shapes: Vec<u16>,
    work: usize,
    /// Where the next part begins, if it goes on with the same reading.
    next: Extent,
}

impl DrawingTotal {
    /// Adds the part after `beyond` and checks the totals.
    pub fn add(&mut self, patch: &Patch, beyond: Extent, limit: u32, bytes: usize) -> Validation {
        let (at, known) = (Extent { revision: 0, ..beyond }, beyond.shapes as usize);
        let begins = at != self.next || at == Extent::default();
        if begins {
            self.work = 0;
        }
        self.parts.add(begins, self::bytes(patch), is_full(patch, limit));
        self.parts.check("a drawing", bytes)?;
        // Shapes of an earlier reading count as small ones.
        self.shapes.resize(known, 0);
        self.shapes.extend(patch.shapes.iter().map(|shape| shape.len() as u16));
        let shape = |number: u32| self.shapes.get(number as usize).copied().unwrap_or_default();
        let places = patch.places.iter().filter_map(|place| place.shape.map(shape));
        let lines = patch.lines.iter().map(|line| match line.style {
            LineStyle::Stroke => line.points.len() * LINE_WORK,
            LineStyle::Fill => line.points.len().pow(2),
        });
        self.work += places.map(|points| usize::from(points).pow(2)).chain(lines).sum::<usize>();
        let found = patch.extent(0);
        self.next = Extent {
            revision: 0,
            frames: at.frames + found.frames,
            shapes: at.shapes + found.shapes,
            places: at.places + found.places,
            lines: at.lines + found.lines,
            captions: at.captions + found.captions,
        };
        at_most("pairs of points in the outlines of a drawing", self.work, WORK)
    }
}

/// The frames and shapes that a patch may refer to.
#[derive(Debug, Clone, Copy)]
pub struct PatchContext {
    /// The drawing before the patch.
    pub beyond: Extent,
    /// Frames of the whole drawing.
    pub frames: u32,
    /// Shapes of the whole drawing.
    pub shapes: u32,
}

impl AnswerValidator {
    /// Accepts at most `limit` elements of each kind.
    pub fn patch(&self, patch: &Patch, context: PatchContext, limit: usize) -> Validation {
        let Patch { frames, shapes, places, lines, captions } = patch;
        for (what, found) in counts(patch.extent(0)) {
            at_most(what, found as usize, limit)?;
        }
        for (number, frame) in (u64::from(context.beyond.frames)..).zip(frames) {
            check_frame(frame, number)?;
        }
        shapes.iter().try_for_each(|shape| points(shape, 3, SHAPE_POINTS))?;
        for place in places {
            context.frame(place.frame)?;
            below("a shape", place.shape, context.shapes)?;
            self.role(place.role)?;
            self.name("a label", &place.label)?;
            point(&place.at)?;
        }
        for line in lines {
            context.frame(line.frame)?;
            self.role(line.role)?;
            let most = match line.style {
                LineStyle::Stroke => LINE_POINTS,
                LineStyle::Fill => SHAPE_POINTS,
            };
            points(&line.points, 2, most)?;
        }
        for caption in captions {
            context.frame(caption.frame)?;
            self.name("a caption", &caption.text)?;
            point(&caption.at)?;
        }
        Ok(())
    }

    pub fn extent(&self, extent: &Extent) -> Validation {
        let most = self.limits.sites as usize;
        counts(*extent)
            .into_iter()
            .try_for_each(|(what, found)| at_most(what, found as usize, most))
    }

    fn role(&self, role: u16) -> Validation {
        match usize::from(role) < self.roles {
            true => Ok(()),
            false => Err(format!("expected a role below {}, found {role}", self.roles)),
        }
    }
}

impl PatchContext {
    fn frame(&self, frame: Option<u32>) -> Validation {
        below("a frame", frame, self.frames)
    }
}

/// Checks that a patch stays within the whole drawing and is not empty before its
/// end, so that reading patch after patch ends.
pub fn check_progress(patch: &Patch, beyond: Extent, whole: Extent) -> Validation {
    let mut left = 0;
    let mut found = 0;
    let parts = counts(patch.extent(0)).into_iter().zip(counts(beyond)).zip(counts(whole));
    for (((what, part), (_, beyond)), (_, whole)) in parts {
        let rest = whole.saturating_sub(beyond);
        if part > rest {
            return Err(format!("expected at most {rest} {what} more, found {part}"));
        }
        left = left.max(rest);
        found = found.max(part);
    }
    match left > 0 && found == 0 {
        true => Err("expected the rest of the drawing, found nothing".to_owned()),
        false => Ok(()),
    }
}

/// Tells whether a patch has as many elements of a kind as were asked for.
fn is_full(patch: &Patch, limit: u32) -> bool {
    counts(patch.extent(0)).into_iter().any(|(_, found)| found >= limit)
}

fn bytes(patch: &Patch) -> usize {
    let Patch { frames, shapes, places, lines, captions } = patch;
    let points = shapes.iter().chain(lines.iter().map(|line| &line.points)).map(Vec::len);
    let texts = places.iter().map(|place| place.label.len());
    let texts = texts.chain(captions.iter().map(|caption| caption.text.len()));
    size_of_val(&frames[..])
        + size_of_val(&shapes[..])
        + size_of_val(&places[..])
        + size_of_val(&lines[..])
        + size_of_val(&captions[..])
        + points.sum::<usize>() * size_of::<Point>()
        + texts.sum::<usize>()
}

fn counts(extent: Extent) -> [(&'static str, u32); 5] {
    let Extent { frames, shapes, places, lines, captions, .. } = extent;
    [
        ("frames", frames),
        ("shapes", shapes),
        ("places", places),
        ("lines", lines),
        ("captions", captions),
    ]
}

fn check_frame(frame: &Frame, number: u64) -> Validation {
    let affine: [f64; 6] = frame.affine.into();
    finite("a frame", &affine)?;
    if let Some(parent) = frame.parent.filter(|parent| u64::from(*parent) >= number) {
        return Err(format!("expected the parent of frame {number} before it, found {parent}"));
    }
    let [a, b, c, d, ..] = affine;
    if a * d - b * c == 0.0 {
        return Err(format!("expected frame {number} to have an area, found none"));
    }
    Ok(())
}

fn below(what: &str, number: Option<u32>, end: u32) -> Validation {
    match number.filter(|number| *number >= end) {
        Some(number) => Err(format!("expected {what} below {end}, found {number}")),
        None => Ok(()),
    }
}

fn points(points: &[Point], least: usize, most: usize) -> Validation {
    if !(least..=most).contains(&points.len()) {
        return Err(format!("expected {least} to {most} points, found {}", points.len()));
    }
    points.iter().try_for_each(point)
}

fn point(at: &Point) -> Validation {
    for number in [at.0, at.1, at.2] {
        if number.is_nan() || number.abs() > FAR {
            return Err(format!("expected coordinates within {FAR:e}, found {number}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use boardloom_contract::{Caption, Place};

    use super::*;
    use crate::config::Limits;

    fn check(patch: &Patch, frames: u32, shapes: u32) -> Validation {
        let validator =
            AnswerValidator { seats: 2, colors: 2, kinds: 1, roles: 1, limits: Limits::default() };
        let beyond = Extent { frames: 1, ..Extent::default() };
        validator.patch(patch, PatchContext { beyond, frames, shapes }, 10)
    }

    fn frame(parent: u32, scale: f64) -> Frame {
        Frame { parent: Some(parent), affine: (scale, 0.0, 0.0, scale, 0.0, 0.0), level: 1 }
    }

    #[track_caller]
    fn wrong(checked: Validation, expected: &str) {
        assert_eq!(checked.unwrap_err(), expected);
    }

    #[test]
    fn frames_follow_their_parents() {
        let frames = |frame| Patch { frames: vec![frame], ..Patch::default() };
        assert_eq!(check(&frames(frame(0, 0.5)), 2, 0), Ok(()));
        wrong(
            check(&frames(frame(1, 0.5)), 2, 0),
            "expected the parent of frame 1 before it, found 1",
        );
        wrong(check(&frames(frame(0, 0.0)), 2, 0), "expected frame 1 to have an area, found none");
    }

    #[test]
    fn what_is_referred_to_is_there() {
        let place = Place {
            site: 0,
            copy: false,
            frame: Some(0),
            at: (0.0, 0.0, 0.0),
            shape: Some(3),
            label: "a1".to_owned(),
            role: 0,
        };
        let places = |place| Patch { places: vec![place], ..Patch::default() };
        assert_eq!(check(&places(place.clone()), 1, 4), Ok(()));
        wrong(check(&places(place.clone()), 1, 3), "expected a shape below 3, found 3");
        wrong(check(&places(place.clone()), 0, 4), "expected a frame below 0, found 0");
        wrong(check(&places(Place { role: 1, ..place }), 1, 4), "expected a role below 1, found 1");
    }

    #[test]
    fn reading_part_after_part_comes_to_an_end() {
        let of = |captions| Extent { captions, ..Extent::default() };
        let caption = Caption { frame: None, at: (0.0, 0.0, 0.0), text: "a".to_owned() };
        let some = Patch { captions: vec![caption; 2], ..Patch::default() };
        assert_eq!(check_progress(&some, of(1), of(9)), Ok(()));
        assert_eq!(check_progress(&Patch::default(), of(9), of(9)), Ok(()));
        wrong(
            check_progress(&Patch::default(), of(8), of(9)),
            "expected the rest of the drawing, found nothing",
        );
        wrong(check_progress(&some, of(8), of(9)), "expected at most 1 captions more, found 2");
    }

    #[test]
    fn coordinates_can_be_drawn() {
        let caption = |x| Patch {
            captions: vec![Caption { frame: None, at: (x, 0.0, 0.0), text: "a".to_owned() }],
            ..Patch::default()
        };
        assert_eq!(check(&caption(1e9), 1, 0), Ok(()));
        wrong(check(&caption(2e9), 1, 0), "expected coordinates within 1e9, found 2000000000");
        wrong(check(&caption(f64::NAN), 1, 0), "expected coordinates within 1e9, found NaN");
        let shape =
            |points| Patch { shapes: vec![vec![(0.0, 0.0, 0.0); points]], ..Patch::default() };
        wrong(check(&shape(2), 1, 1), "expected 3 to 4096 points, found 2");
        wrong(check(&shape(20_000), 1, 1), "expected 3 to 4096 points, found 20000");
        assert!((96_000..97_000).contains(&bytes(&shape(4000))));
    }
}
