//! Sound output, with the feature `sound`.

pub(crate) const HAS_SOUND: bool = cfg!(feature = "sound");

#[cfg(feature = "sound")]
pub(crate) use loud::Speaker;
#[cfg(not(feature = "sound"))]
pub(crate) use silent::Speaker;

#[cfg(feature = "sound")]
mod loud {
    use std::collections::HashMap;

    use boardloom_gui::Sound;
    use quad_snd::{AudioContext, PlaySoundParams};

    /// A thread opens the device at the first sound; without a device the game is silent.
    #[derive(Default)]
    pub(crate) struct Speaker {
        open: Option<AudioContext>,
        loaded: HashMap<Sound, quad_snd::Sound>,
    }

    impl Speaker {
        pub(crate) fn play(&mut self, sound: Sound, volume: u8) {
            let context = self.open.get_or_insert_with(AudioContext::new);
            let load = || quad_snd::Sound::load(context, &sound.wav());
            let volume = f32::from(volume) / 100.0;
            let params = PlaySoundParams { looped: false, volume };
            self.loaded.entry(sound).or_insert_with(load).play(context, params);
        }
    }
}

#[cfg(not(feature = "sound"))]
mod silent {
    use boardloom_gui::Sound;

    #[derive(Default)]
    pub(crate) struct Speaker {}

    impl Speaker {
        pub(crate) fn play(&mut self, _: Sound, _: u8) {}
    }
}
