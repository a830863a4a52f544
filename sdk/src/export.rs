/// Exports a [`Plugin`](crate::Plugin) to the host.
///
/// A native build exports nothing, so that tests can link several plugins into one program.
///
/// ```
/// # use boardloom_sdk::{Diagnostic, OpenedGame, Plugin, topology::Board};
/// # struct Family;
/// # impl Plugin for Family {
/// #     type Ruleset = Board;
/// #     fn open(_: Board) -> Result<OpenedGame, Vec<Diagnostic>> { Err(Vec::new()) }
/// # }
/// // impl Plugin for Family ...
/// boardloom_sdk::export!(Family);
/// ```
#[macro_export]
macro_rules! export {
    ($Plugin:ty) => {
        #[cfg(target_arch = "wasm32")]
        const _: () = {
            type Exported = $crate::guest::Component<$Plugin>;
            $crate::guest::bindings::export_component!(
                Exported with_types_in $crate::guest::bindings
            );
        };
    };
}
