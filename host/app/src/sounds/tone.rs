//! Tones: sines with a short attack that decay.

use std::f32::consts::TAU;

use super::Sound;

/// Samples a second of all sounds.
pub const SAMPLE_RATE: u32 = 44_100;

/// The loudest moment of any sound.
const PEAK: f32 = 0.8;
/// Attack in seconds: without it, a tone clicks.
const SWELL: f32 = 0.004;
/// Fade-out in seconds.
const FALL: f32 = 0.01;
/// The amplitude left at a tone's end.
const LEFT: f32 = 0.03;

/// Pitch in hertz, begin and duration in seconds, and loudness.
pub(super) type Tone = (f32, f32, f32, f32);

impl Sound {
    /// The sound of an end waits for that of the move.
    pub(super) fn tones(self) -> &'static [Tone] {
        match self {
            Sound::Place => &[(330.0, 0.0, 0.09, 0.8), (660.0, 0.0, 0.05, 0.3)],
            Sound::Move => &[(262.0, 0.0, 0.08, 0.6), (392.0, 0.05, 0.09, 0.7)],
            Sound::Division => {
                &[(523.0, 0.0, 0.08, 0.5), (659.0, 0.05, 0.08, 0.5), (784.0, 0.1, 0.13, 0.6)]
            }
            Sound::Capture => {
                &[(294.0, 0.0, 0.06, 0.5), (196.0, 0.0, 0.12, 0.9), (147.0, 0.05, 0.17, 0.8)]
            }
            Sound::Wrong => &[(139.0, 0.0, 0.18, 0.7), (147.0, 0.0, 0.18, 0.5)],
            Sound::Low => &[(1047.0, 0.0, 0.05, 0.5)],
            Sound::Draw => &[(392.0, 0.2, 0.2, 0.6), (392.0, 0.42, 0.35, 0.6)],
            Sound::Loss => {
                &[(392.0, 0.2, 0.2, 0.6), (311.0, 0.38, 0.2, 0.6), (262.0, 0.56, 0.45, 0.7)]
            }
            Sound::Win => &[
                (523.0, 0.2, 0.16, 0.5),
                (659.0, 0.32, 0.16, 0.5),
                (784.0, 0.44, 0.16, 0.5),
                (1047.0, 0.56, 0.45, 0.6),
            ],
        }
    }
}

/// The sum of the tones, normalised to the peak.
pub(super) fn mixed(tones: &[Tone]) -> Vec<f32> {
    let end = tones.iter().map(|(_, begin, lasts, _)| begin + lasts).fold(0.0, f32::max);
    let mut samples = vec![0.0_f32; (end * SAMPLE_RATE as f32).ceil() as usize];
    for (pitch, begin, lasts, loud) in tones {
        let first = (begin * SAMPLE_RATE as f32) as usize;
        let last = (first + (lasts * SAMPLE_RATE as f32) as usize).min(samples.len());
        for (n, sample) in samples[first..last].iter_mut().enumerate() {
            let at = n as f32 / SAMPLE_RATE as f32;
            let rest = lasts - at;
            let shape = (at / SWELL).min(rest / FALL).clamp(0.0, 1.0);
            let fading = LEFT.powf(at / lasts);
            *sample += loud * shape * fading * (TAU * pitch * at).sin();
        }
    }
    let loudest = samples.iter().fold(0.0_f32, |most, sample| most.max(sample.abs()));
    if loudest > PEAK {
        samples.iter_mut().for_each(|sample| *sample *= PEAK / loudest);
    }
    samples
}

/// A WAV file of one channel with 16 bits (Multimedia Programming Interface and Data
/// Specifications 1.0, IBM and Microsoft, 1991).
pub(super) fn wav(samples: &[f32]) -> Vec<u8> {
    const BYTES: u32 = 2;
    let length = samples.len() as u32 * BYTES;
    let mut file = Vec::with_capacity(44 + length as usize);
    let mut number = |bytes: &[u8]| file.extend_from_slice(bytes);
    number(b"RIFF");
    number(&(36 + length).to_le_bytes());
    number(b"WAVEfmt ");
    number(&16_u32.to_le_bytes());
    number(&1_u16.to_le_bytes());
    number(&1_u16.to_le_bytes());
    number(&SAMPLE_RATE.to_le_bytes());
    number(&(SAMPLE_RATE * BYTES).to_le_bytes());
    number(&(BYTES as u16).to_le_bytes());
    number(&16_u16.to_le_bytes());
    number(b"data");
    number(&length.to_le_bytes());
    for sample in samples {
        number(&((sample * f32::from(i16::MAX)) as i16).to_le_bytes());
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sound_is_short_heard_and_ends_in_silence() {
        for sound in Sound::ALL {
            let samples = sound.samples();
            let seconds = samples.len() as f32 / SAMPLE_RATE as f32;
            assert!((0.04..1.2).contains(&seconds), "{sound:?} lasts {seconds} s");
            let loudest = samples.iter().fold(0.0_f32, |most, it| most.max(it.abs()));
            assert!((0.2..=PEAK + 1e-3).contains(&loudest), "{sound:?}: {loudest}");
            // An abrupt end would click.
            assert!(samples[0].abs() < 0.01, "{sound:?}");
            assert!(samples[samples.len() - 1].abs() < 0.01, "{sound:?}");
        }
    }

    #[test]
    fn sounds_differ_from_each_other() {
        for (n, one) in Sound::ALL.iter().enumerate() {
            for other in &Sound::ALL[n + 1..] {
                assert_ne!(one.samples(), other.samples(), "{one:?} and {other:?}");
            }
        }
    }

    #[test]
    fn a_file_says_how_long_it_is() {
        let file = Sound::Place.wav();
        let number =
            |at: usize| u32::from_le_bytes([file[at], file[at + 1], file[at + 2], file[at + 3]]);
        assert_eq!((&file[..4], &file[8..16]), (&b"RIFF"[..], &b"WAVEfmt "[..]));
        assert_eq!(number(4) as usize, file.len() - 8);
        assert_eq!(number(40) as usize, file.len() - 44);
        assert_eq!(number(40) as usize, 2 * Sound::Place.samples().len());
    }
}
