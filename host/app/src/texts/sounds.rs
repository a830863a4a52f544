//! Sounds.

texts! { "sounds";
    sounds volume on off none none_help;
}
