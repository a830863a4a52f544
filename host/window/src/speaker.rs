//! The loudspeaker, in a build with the feature `sound`.

/// Whether this build has sound.
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

    /// Plays sounds. The device is opened by a thread of its own at the first of them;
    /// where there is none, that thread ends, and the window goes on in silence.
    #[derive(Default)]
    pub(crate) struct Speaker {
        open: Option<AudioContext>,
        loaded: HashMap<Sound, quad_snd::Sound>,
    }

    impl Speaker {
        /// Plays a sound, so loud, in hundredths.
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

    /// Plays nothing.
    #[derive(Default)]
    pub(crate) struct Speaker {}

    impl Speaker {
        /// Never called in a build without sound.
        pub(crate) fn play(&mut self, _: Sound, _: u8) {}
    }
}
