//! Games by mail between several players, on small games.

mod chance;
mod games;
mod post;
mod secret;
mod tampering;
