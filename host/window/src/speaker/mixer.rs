//! The sum of the sounds that are heard at once.

use boardloom_gui::Sound;

/// Sounds that have begun and not ended.
#[derive(Default)]
pub(super) struct Mixer {
    playing: Vec<Playing>,
}

struct Playing {
    samples: Vec<f32>,
    /// The next sample.
    at: usize,
    /// 0 to 1.
    volume: f32,
}

impl Mixer {
    /// Begins a sound; the volume is in percent.
    pub(super) fn begin(&mut self, sound: Sound, volume: u8) {
        let volume = f32::from(volume.min(100)) / 100.0;
        self.playing.push(Playing { samples: sound.samples(), at: 0, volume });
    }

    pub(super) fn is_silent(&self) -> bool {
        self.playing.is_empty()
    }

    /// Writes the next samples, with silence after the last sound.
    pub(super) fn fill(&mut self, out: &mut [i16]) {
        out.fill(0);
        for playing in &mut self.playing {
            for (place, sample) in out.iter_mut().zip(&playing.samples[playing.at..]) {
                let sample = (sample * playing.volume * f32::from(i16::MAX)) as i16;
                *place = place.saturating_add(sample);
            }
            playing.at = (playing.at + out.len()).min(playing.samples.len());
        }
        self.playing.retain(|playing| playing.at < playing.samples.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All samples of these sounds, begun together.
    fn heard(sounds: &[(Sound, u8)]) -> Vec<i16> {
        let mut mixer = Mixer::default();
        for (sound, volume) in sounds {
            mixer.begin(*sound, *volume);
        }
        let (mut all, mut part) = (Vec::new(), [0; 100]);
        while !mixer.is_silent() {
            mixer.fill(&mut part);
            all.extend(part);
        }
        all
    }

    #[test]
    fn a_sound_is_as_long_as_its_samples_and_ends_in_silence() {
        let length = Sound::Place.samples().len();
        let all = heard(&[(Sound::Place, 100)]);
        assert_eq!(all.len(), length.div_ceil(100) * 100);
        assert!(all[..length].iter().any(|sample| sample.abs() > 10_000));
        assert!(all[length..].iter().all(|sample| *sample == 0));
    }

    #[test]
    fn sounds_at_once_are_summed_and_never_wrap() {
        let (place, capture) = (heard(&[(Sound::Place, 100)]), heard(&[(Sound::Capture, 100)]));
        let both = heard(&[(Sound::Place, 100), (Sound::Capture, 100)]);
        assert_eq!(both.len(), place.len().max(capture.len()));
        for (n, sum) in both.iter().enumerate() {
            let of = |all: &[i16]| all.get(n).copied().unwrap_or(0);
            assert_eq!(*sum, of(&place).saturating_add(of(&capture)), "sample {n}");
        }
    }

    #[test]
    fn volume_is_in_percent() {
        let peak =
            |volume| heard(&[(Sound::Win, volume)]).into_iter().map(i16::saturating_abs).max();
        let (whole, half) = (peak(100).unwrap_or(0), peak(50).unwrap_or(0));
        assert!((whole / 2 - half).abs() <= 1, "{whole} {half}");
        assert_eq!(peak(0), Some(0));
    }
}
