//! The foot of a picture: a commented or assessed move in words.

use boardloom_board_view::scene::{Layer, LayerKind, Scene, Shape};
use boardloom_match::{Assessment, Match, NodeId};
use boardloom_ruleset::Color;

use crate::raster;

/// The most lines; longer comments end in an ellipsis.
const MOST_LINES: usize = 4;
/// The size of letters, as a fraction of the shorter side, in pixels at least and at most.
const LETTERS: f32 = 0.03;
const LEAST: f32 = 11.0;
const LARGEST: f32 = 40.0;
/// The distance of lines, in sizes of letters.
const LEADING: f32 = 1.35;
/// The room at both ends of a line, in sizes of letters.
const MARGIN: f32 = 1.0;

/// Move, sign and comment of a position, such as `3. g7-f5?! Too early.`, in lines.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MoveCaption {
    lines: Vec<String>,
    /// The height of the font, in pixels.
    letters: f32,
}

impl MoveCaption {
    /// Returns the caption for a picture of a size in pixels; empty without comment and sign.
    pub fn of(game: &Match, id: NodeId, (width, height): (u32, u32)) -> Self {
        let node = game.tree().node(id);
        let sign = node.assessment.map_or("", Assessment::sign);
        if sign.is_empty() && node.comment.is_empty() {
            return MoveCaption::default();
        }
        let words = match node.event() {
            Some(_) => format!("{}. {}{sign} {}", node.ply(), node.text(), node.comment),
            None => node.comment.clone(),
        };
        let letters = (width.min(height) as f32 * LETTERS).clamp(LEAST, LARGEST);
        let room = width as f32 - 2.0 * MARGIN * letters;
        MoveCaption { lines: wrapped(&words, letters, room), letters }
    }

    /// The height that it takes from the picture, in pixels.
    pub fn height(&self) -> f32 {
        match self.lines.len() {
            0 => 0.0,
            lines => (lines as f32 * LEADING + MARGIN) * self.letters,
        }
    }

    /// Writes the caption at the foot of a drawing.
    pub fn add_to(&self, scene: &mut Scene) {
        let shapes = self.shapes(scene.size, scene.background);
        if !shapes.is_empty() {
            scene.layers.push(Layer { kind: LayerKind::Over, revision: 0, shapes });
        }
    }

    pub(crate) fn shapes(&self, [width, height]: [f32; 2], background: Color) -> Vec<Shape> {
        let top = height - self.height() + 0.5 * (MARGIN + LEADING) * self.letters;
        let line = |(number, text): (usize, &String)| Shape::Text {
            at: [width / 2.0, top + number as f32 * LEADING * self.letters],
            text: text.clone(),
            size: self.letters,
            color: background.ink(),
        };
        self.lines.iter().enumerate().map(line).collect()
    }
}

/// Breaks a text into lines; words that are longer than a line are cut.
fn wrapped(text: &str, letters: f32, room: f32) -> Vec<String> {
    let fits = |line: &str| raster::text_width(line, letters) <= room;
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("there is a line");
        let longer = if last.is_empty() { word.to_owned() } else { format!("{last} {word}") };
        match last.is_empty() || fits(&longer) {
            true => *last = longer,
            false => lines.push(word.to_owned()),
        }
    }
    let cut = lines.len() > MOST_LINES;
    lines.truncate(MOST_LINES);
    for (number, line) in lines.iter_mut().enumerate() {
        let more = cut && number + 1 == MOST_LINES;
        if more {
            line.push('…');
        }
        while !fits(line) && line.chars().count() > 1 {
            let short: String = line.trim_end_matches('…').to_owned();
            let end = short.char_indices().last().map_or(0, |(at, _)| at);
            *line = format!("{}…", &short[..end]);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardloom_match::MatchSetup;

    #[test]
    fn only_comments_and_signs_have_captions() {
        let source = crate::fake::source("length = 5");
        let mut game = Match::new(source, MatchSetup::default()).expect("a game");
        let first = game.play("a").expect("legal").node;
        let size = (400, 400);
        assert_eq!(MoveCaption::of(&game, first, size).height(), 0.0);
        game.assess(first, Some(Assessment::Blunder));
        game.comment(first, "Too early.");
        let caption = MoveCaption::of(&game, first, size);
        assert_eq!(caption.lines, ["1. a?? Too early."]);
        let look = crate::ImageSettings { size, ..crate::ImageSettings::of_view(0) };
        let scene = look.scene(&mut game).expect("a picture");
        let words = scene.shapes().filter_map(|shape| match shape {
            Shape::Text { text, at, .. } if text.ends_with("early.") => Some(at[1]),
            _ => None,
        });
        let [at] = words.collect::<Vec<_>>()[..] else { panic!("one line") };
        assert!(at > 400.0 - caption.height() && at < 400.0);
    }

    #[test]
    fn long_words_and_long_texts_end_in_an_ellipsis() {
        let room = 200.0;
        for text in ["word ".repeat(300), "w".repeat(300), format!("a {}", "é".repeat(200))] {
            let lines = wrapped(&text, 12.0, room);
            assert!(lines.len() <= MOST_LINES && lines.iter().any(|line| line.ends_with('…')));
            for line in lines {
                assert!(raster::text_width(&line, 12.0) <= room, "{line}");
            }
        }
        assert_eq!(wrapped("a b", 12.0, room), ["a b"]);
    }
}
