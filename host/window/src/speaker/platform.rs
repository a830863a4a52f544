//! Sounds by the system's own libraries, which every Windows and macOS has.

use std::collections::HashMap;
use std::sync::mpsc::Receiver;

use boardloom_gui::Sound;
use quad_snd::{AudioContext, PlaySoundParams};

pub(super) struct Device(AudioContext);

impl Device {
    pub(super) fn open() -> Option<Self> {
        Some(Device(AudioContext::new()))
    }

    /// Plays sounds until the sender is dropped.
    pub(super) fn play_all(self, sounds: &Receiver<(Sound, u8)>) {
        let mut loaded = HashMap::new();
        for (sound, volume) in sounds {
            let load = || quad_snd::Sound::load(&self.0, &sound.wav());
            let params = PlaySoundParams { looped: false, volume: f32::from(volume) / 100.0 };
            loaded.entry(sound).or_insert_with(load).play(&self.0, params);
        }
    }
}
