//! Rooms on sockets of the loopback interface, and their announcements.

mod announced;
mod encrypted;
mod lossy;
mod saved;
