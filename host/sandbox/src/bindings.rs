//! Bindings of the contract.
//!
//! The world has every interface. A plugin may lack some, so the host looks each
//! up by name and uses only the bindings of interfaces.
#![allow(dead_code)]

wasmtime::component::bindgen!({
    path: "../../sdk/wit/1.0.0",
    world: "game",
});
