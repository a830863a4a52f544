//! Sounds.

texts! { "sounds";
    sounds = "Sounds";
    volume = "Volume";
    on = "Sounds are on.";
    off = "Sounds are off.";
    none = "This build has no sound.";
    none_help = "Sounds need a build with `--features sound`: see the README.";
}
