//! Sounds through ALSA, whose library is opened at run time: the program starts without it too.
//! `PipeWire` and `PulseAudio` are reached by ALSA's own plugins.

use std::ffi::{CStr, c_char, c_int, c_long, c_uint, c_ulong, c_void};
use std::ptr::{NonNull, null_mut};
use std::sync::mpsc::Receiver;

use boardloom_gui::{SAMPLE_RATE, Sound};
use libloading::Library;

use super::mixer::Mixer;

/// Samples that are written at once: 12 ms.
const PERIOD: usize = 512;
/// Microseconds from writing a sample to hearing it.
const LATENCY: c_uint = 50_000;
/// Underruns and suspensions while one period is written.
const MOST_FAILURES: u32 = 3;

// Of alsa/pcm.h.
const PLAYBACK: c_int = 0;
const S16_LE: c_int = 2;
const INTERLEAVED: c_int = 3;

/// `snd_pcm_t` of alsa/pcm.h.
type RawStream = *mut c_void;

/// Sounds come one at a time, so the device is opened for each burst of sounds and is free for
/// other programs between them.
pub(super) struct Device {
    alsa: Alsa,
}

impl Device {
    /// Returns `None` without the library or a default device.
    pub(super) fn open() -> Option<Self> {
        let alsa = Alsa::load().inspect_err(|error| tracing::info!(%error, "no sound")).ok()?;
        alsa.silence_messages();
        drop(alsa.stream()?);
        Some(Device { alsa })
    }

    /// Plays sounds until the sender is dropped.
    pub(super) fn play_all(self, sounds: &Receiver<(Sound, u8)>) {
        let mut mixer = Mixer::default();
        let mut period = [0; PERIOD];
        while let Ok((sound, volume)) = sounds.recv() {
            let Some(stream) = self.alsa.stream() else { continue };
            mixer.begin(sound, volume);
            while !mixer.is_silent() {
                mixer.fill(&mut period);
                if !stream.write(&period) {
                    mixer = Mixer::default();
                }
                for (sound, volume) in sounds.try_iter() {
                    mixer.begin(sound, volume);
                }
            }
            stream.drain();
        }
    }
}

/// The functions of libasound that are used.
struct Alsa {
    open: unsafe extern "C" fn(*mut RawStream, *const c_char, c_int, c_int) -> c_int,
    set_params:
        unsafe extern "C" fn(RawStream, c_int, c_int, c_uint, c_uint, c_int, c_uint) -> c_int,
    write: unsafe extern "C" fn(RawStream, *const c_void, c_ulong) -> c_long,
    recover: unsafe extern "C" fn(RawStream, c_int, c_int) -> c_int,
    drain: unsafe extern "C" fn(RawStream) -> c_int,
    close: unsafe extern "C" fn(RawStream) -> c_int,
    set_error_handler: unsafe extern "C" fn(*const c_void) -> c_int,
    /// Keeps the functions valid.
    _library: Library,
}

impl Alsa {
    fn load() -> Result<Self, libloading::Error> {
        // SAFETY: the library's start-up code touches nothing of ours. The types of the
        // functions are those of alsa/pcm.h and alsa/error.h, stable since ALSA 1.0.
        unsafe {
            let library = Library::new("libasound.so.2")?;
            Ok(Alsa {
                open: *library.get(c"snd_pcm_open")?,
                set_params: *library.get(c"snd_pcm_set_params")?,
                write: *library.get(c"snd_pcm_writei")?,
                recover: *library.get(c"snd_pcm_recover")?,
                drain: *library.get(c"snd_pcm_drain")?,
                close: *library.get(c"snd_pcm_close")?,
                set_error_handler: *library.get(c"snd_lib_error_set_handler")?,
                _library: library,
            })
        }
    }

    /// Without a device ALSA would write a dozen lines to standard error.
    fn silence_messages(&self) {
        /// The handler of alsa/error.h takes values after the format too; the caller removes them.
        unsafe extern "C" fn ignore(
            _file: *const c_char,
            _line: c_int,
            _function: *const c_char,
            _error: c_int,
            _format: *const c_char,
        ) {
        }
        // SAFETY: ALSA calls the handler by C's convention, in which the caller removes
        // arguments, so those that it doesn't name do no harm.
        unsafe { (self.set_error_handler)(ignore as *const c_void) };
    }

    /// Opens the default device.
    fn stream(&self) -> Option<Stream<'_>> {
        const DEFAULT: &CStr = c"default";
        let mut raw = null_mut();
        // SAFETY: the pointers are valid for the call.
        let error = unsafe { (self.open)(&raw mut raw, DEFAULT.as_ptr(), PLAYBACK, 0) };
        if error < 0 {
            tracing::info!(error, "no sound device");
            return None;
        }
        let stream = Stream { alsa: self, raw: NonNull::new(raw)? };
        // SAFETY: the stream is open.
        let error =
            unsafe { (self.set_params)(raw, S16_LE, INTERLEAVED, 1, SAMPLE_RATE, 1, LATENCY) };
        if error < 0 {
            tracing::info!(error, "the sound device refuses {SAMPLE_RATE} samples a second");
            return None;
        }
        Some(stream)
    }
}

/// The open device.
struct Stream<'a> {
    alsa: &'a Alsa,
    raw: NonNull<c_void>,
}

impl Stream<'_> {
    /// Returns after the samples are in the device's buffer; `false` if the device is gone.
    fn write(&self, mut samples: &[i16]) -> bool {
        let mut failures = 0;
        while !samples.is_empty() {
            // SAFETY: the stream is open, and a frame of it is one sample.
            let written = unsafe {
                (self.alsa.write)(
                    self.raw.as_ptr(),
                    samples.as_ptr().cast(),
                    samples.len() as c_ulong,
                )
            };
            if let Ok(written) = usize::try_from(written) {
                samples = &samples[written.min(samples.len())..];
                continue;
            }
            let error = c_int::try_from(written).unwrap_or(c_int::MIN);
            // SAFETY: the stream is open.
            let recovered = unsafe { (self.alsa.recover)(self.raw.as_ptr(), error, 1) } >= 0;
            failures += 1;
            if !recovered || failures > MOST_FAILURES {
                tracing::info!(error, "the sound device is gone");
                return false;
            }
        }
        true
    }

    /// Returns when all samples were heard.
    fn drain(&self) {
        // SAFETY: the stream is open.
        unsafe { (self.alsa.drain)(self.raw.as_ptr()) };
    }
}

impl Drop for Stream<'_> {
    fn drop(&mut self) {
        // SAFETY: the stream is open, and not used after this.
        unsafe { (self.alsa.close)(self.raw.as_ptr()) };
    }
}
