//! The contract's functions and records, made from its text.
//!
//! The macro knows one world, in which every interface is there; which ones a
//! plugin has is found by name, so only the parts for each interface are used.
#![allow(dead_code)]

wasmtime::component::bindgen!({
    path: "../../sdk/wit/0.1.0",
    world: "game",
});
