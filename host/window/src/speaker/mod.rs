//! Sounds of the window, on the platform's default device.

#[cfg(target_os = "linux")]
mod alsa;
#[cfg(target_os = "linux")]
mod mixer;
#[cfg(any(windows, target_os = "macos"))]
mod platform;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};

use boardloom_gui::{Sound, Wake};

#[cfg(target_os = "linux")]
use alsa::Device;
#[cfg(any(windows, target_os = "macos"))]
use platform::Device;

/// Plays sounds on a thread; without a device the game is silent.
pub(crate) struct Speaker {
    /// A sound and its volume in percent.
    sounds: Sender<(Sound, u8)>,
    has_device: Arc<AtomicBool>,
}

impl Speaker {
    /// Looks for a device in the background; `wake` is called when there is one.
    pub(crate) fn open(wake: Wake) -> Self {
        let (sounds, waiting) = channel();
        let has_device = Arc::<AtomicBool>::default();
        let found = Arc::clone(&has_device);
        let thread = std::thread::Builder::new().name("sound".to_owned()).spawn(move || {
            if let Some(device) = Device::open() {
                found.store(true, Ordering::Relaxed);
                wake();
                device.play_all(&waiting);
            }
        });
        if let Err(error) = thread {
            tracing::warn!(%error, "no thread for sounds");
        }
        Speaker { sounds, has_device }
    }

    pub(crate) fn has_device(&self) -> bool {
        self.has_device.load(Ordering::Relaxed)
    }

    pub(crate) fn play(&self, sound: Sound, volume: u8) {
        // Without a device the thread has ended.
        let _ = self.sounds.send((sound, volume));
    }
}

/// A platform without sounds.
#[cfg(not(any(target_os = "linux", windows, target_os = "macos")))]
struct Device;

#[cfg(not(any(target_os = "linux", windows, target_os = "macos")))]
impl Device {
    fn open() -> Option<Self> {
        None
    }

    fn play_all(self, _: &std::sync::mpsc::Receiver<(Sound, u8)>) {}
}
