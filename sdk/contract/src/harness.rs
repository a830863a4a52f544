//! Holds a plugin to the contract.
