//! Sounds of moves and ends, synthesised here.

mod tone;

use boardloom_contract::{Effect, Outcome, Seat};

pub use tone::SAMPLE_RATE;

/// Ordered by weight: the last one of a move is heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sound {
    Place,
    Move,
    Division,
    Capture,
    Wrong,
    /// One of the last seconds on a human's clock.
    Low,
    Draw,
    Loss,
    Win,
}

impl Sound {
    pub const ALL: [Sound; 9] = [
        Sound::Place,
        Sound::Move,
        Sound::Division,
        Sound::Capture,
        Sound::Wrong,
        Sound::Low,
        Sound::Draw,
        Sound::Loss,
        Sound::Win,
    ];

    /// `None` if nothing on the board changed.
    pub fn of(effects: &[Effect]) -> Option<Sound> {
        effects.iter().filter_map(Sound::of_one).max()
    }

    /// By the game's cue; else by the verb, or by the change.
    fn of_one(effect: &Effect) -> Option<Sound> {
        let named = |name: &str| match name {
            "place" => Some(Sound::Place),
            "slide" | "move" => Some(Sound::Move),
            "divide" | "split" => Some(Sound::Division),
            "capture" | "remove" | "turn" => Some(Sound::Capture),
            _ => None,
        };
        let seen = || match (effect.before, effect.onto, effect.after) {
            (None, _, Some(_)) => Some(Sound::Place),
            (Some(_), Some(_), Some(_)) => Some(Sound::Move),
            (Some(before), _, after) if after != Some(before) => Some(Sound::Capture),
            _ => None,
        };
        named(&effect.cue).or_else(|| named(&effect.verb)).or_else(seen)
    }

    /// The end for the only human. With no human, or several, any win sounds like a win.
    pub fn of_end(outcome: &Outcome, humans: &[Seat]) -> Sound {
        match (outcome.winner(), humans) {
            (None, [only]) if outcome.ranks.get(usize::from(*only)) != Some(&0) => Sound::Loss,
            (None, _) => Sound::Draw,
            (Some(winner), [only]) if winner != *only => Sound::Loss,
            (Some(_), _) => Sound::Win,
        }
    }

    /// One channel of 16 bits.
    pub fn wav(self) -> Vec<u8> {
        tone::wav(&self.samples())
    }

    /// [`SAMPLE_RATE`] samples a second, between -1 and 1.
    pub fn samples(self) -> Vec<f32> {
        tone::mixed(self.tones())
    }
}

#[cfg(test)]
mod tests {
    use boardloom_contract::{Message, Piece};

    use super::*;

    const STONE: Option<Piece> = Some(Piece::new(0, 0));
    const OTHER: Option<Piece> = Some(Piece::new(0, 1));

    fn effect(verb: &str, cue: &str) -> Effect {
        Effect { verb: verb.to_owned(), cue: cue.to_owned(), ..Effect::default() }
    }

    #[test]
    fn the_weightiest_effect_of_a_move_is_heard() {
        let (place, slide) = (effect("place", "place"), effect("move", "slide"));
        assert_eq!(Sound::of(std::slice::from_ref(&place)), Some(Sound::Place));
        assert_eq!(Sound::of(std::slice::from_ref(&slide)), Some(Sound::Move));
        let taken = effect("remove", "capture");
        assert_eq!(Sound::of(&[slide, taken.clone()]), Some(Sound::Capture));
        assert_eq!(Sound::of(&[place, effect("split", "")]), Some(Sound::Division));
        assert_eq!(Sound::of(&[effect("pass", "")]), None);
        assert_eq!(Sound::of(&[]), None);
    }

    #[test]
    fn unknown_verbs_are_heard_by_what_they_did() {
        let came = Effect { site: Some(3), after: STONE, ..effect("grow", "rustle") };
        assert_eq!(Sound::of(&[came]), Some(Sound::Place));
        let went = Effect {
            site: Some(3),
            onto: Some(4),
            before: STONE,
            after: STONE,
            ..effect("roll", "")
        };
        assert_eq!(Sound::of(&[went]), Some(Sound::Move));
        let turned = Effect { site: Some(3), before: STONE, after: OTHER, ..effect("dye", "") };
        assert_eq!(Sound::of(&[turned]), Some(Sound::Capture));
        let same = Effect { site: Some(3), before: STONE, after: STONE, ..effect("wink", "") };
        assert_eq!(Sound::of(&[same]), None);
    }

    #[test]
    fn an_end_sounds_as_it_is_for_the_only_human() {
        let outcome = |ranks: &[u8]| Outcome { ranks: ranks.to_vec(), reason: Message::default() };
        assert_eq!(Sound::of_end(&outcome(&[0, 1]), &[0]), Sound::Win);
        assert_eq!(Sound::of_end(&outcome(&[0, 1]), &[1]), Sound::Loss);
        assert_eq!(Sound::of_end(&outcome(&[0, 1]), &[0, 1]), Sound::Win);
        assert_eq!(Sound::of_end(&outcome(&[0, 1]), &[]), Sound::Win);
        assert_eq!(Sound::of_end(&outcome(&[0, 0]), &[1]), Sound::Draw);
        // Two of three share the first place; the third has lost.
        assert_eq!(Sound::of_end(&outcome(&[0, 0, 2]), &[2]), Sound::Loss);
    }
}
