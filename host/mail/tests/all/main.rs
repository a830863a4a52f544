//! Games by mail between several players, on small games.

mod chance;
mod forgeries;
mod games;
mod post;
mod secret;
